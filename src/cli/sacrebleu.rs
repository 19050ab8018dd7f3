//! Answers to sacreBLEU's flags that have no meaning here, with the right command.

use crate::display::shell_word;
use std::path::PathBuf;

/// Flags of sacreBLEU, recognized in order to answer them.
#[derive(Debug, clap::Args)]
pub struct SacrebleuArgs {
    #[arg(short, long, hide = true, num_args = 0..)]
    input: Option<Vec<PathBuf>>,

    #[arg(short, long, hide = true, num_args = 0..)]
    metrics: Option<Vec<String>>,

    #[arg(short, long, hide = true, num_args = 0..)]
    width: Option<Vec<String>>,

    #[arg(short, long, hide = true, num_args = 0..)]
    language_pair: Option<Vec<String>>,
}

impl SacrebleuArgs {
    /// Returns how to ask bleu for what sacreBLEU was asked for; `None` if no such flag was given. sacreBLEU takes the
    /// references as bare arguments: here `references`, if any.
    pub fn answer(&self, references: &[PathBuf]) -> Option<String> {
        if let Some(candidates) = &self.input {
            let or_example = |paths: &[PathBuf], example| match paths {
                [] => vec![PathBuf::from(example)],
                _ => paths.to_vec(),
            };
            let references = or_example(references, "ref.txt");
            let references = references.iter().map(|path| format!("-r {}", shell_word(path)));
            let candidates = or_example(candidates, "hyp.txt");
            let words: Vec<String> = references.chain(candidates.iter().map(|path| shell_word(path))).collect();
            return Some(format!(
                "-i is a sacreBLEU option; pass references with -r and candidates as arguments: bleu {}",
                words.join(" ")
            ));
        }
        let answer = if self.metrics.is_some() {
            "-m is a sacreBLEU option; bleu computes only BLEU; drop -m"
        } else if self.width.is_some() {
            "-w is a sacreBLEU option; set the decimals with --digits, and use --percent for scores from 0 to 100"
        } else if self.language_pair.is_some() {
            "-l, -lc and -sl are sacreBLEU options; name files instead of -l, use --lowercase for -lc, and --sentence \
             for -sl"
        } else {
            return None;
        };
        Some(answer.to_owned())
    }
}
