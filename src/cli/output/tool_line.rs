//! The lines that other tools print, byte for byte.

use crate::Score;
use crate::cli::display::escape;
use crate::tools::Tool;
use std::io::{self, Write};

/// The line that a tool prints for a candidate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputLine {
    /// sacreBLEU's, after the signature.
    Sacrebleu,
    /// multi-bleu's.
    MultiBleu,
    /// mteval's, with the system's name.
    Mteval,
    /// fairseq's.
    Fairseq,
    /// tensor2tensor's.
    T2t,
    /// Moses sentence-bleu's, one per segment.
    MosesSentence,
}

impl OutputLine {
    /// The line of a tool; `None` if it is not a command, or prints more than a line.
    pub fn of(tool: Tool) -> Option<OutputLine> {
        match tool.name() {
            "sacrebleu" => Some(OutputLine::Sacrebleu),
            "multi-bleu" | "multi-bleu-detok" => Some(OutputLine::MultiBleu),
            "mteval-v13a" | "mteval-v14" => Some(OutputLine::Mteval),
            "fairseq" => Some(OutputLine::Fairseq),
            "t2t" => Some(OutputLine::T2t),
            "moses-sentence" => Some(OutputLine::MosesSentence),
            _ => None,
        }
    }
}

/// Writes the line of a tool for a candidate of this name, whose score has this signature.
pub fn write(
    line: OutputLine,
    name: &str,
    score: &Score,
    signature: &str,
    is_lowercase: bool,
    out: &mut impl Write,
) -> io::Result<()> {
    let (hyp_len, ref_len, bp) = (score.hyp_len(), score.ref_len(), score.bp());
    let (value, ratio) = (100.0 * score.value(), score.ratio());
    match line {
        OutputLine::Sacrebleu => writeln!(out, "BLEU|{} = {}", escape(signature), score.percent_line()),
        OutputLine::MultiBleu if ref_len == 0 => {
            writeln!(out, "BLEU = 0, 0/0/0/0 (BP=0, ratio=0, hyp_len=0, ref_len=0)")
        }
        OutputLine::MultiBleu => {
            let precisions = unsmoothed(score);
            let lengths = format!("hyp_len={hyp_len}, ref_len={ref_len}");
            writeln!(out, "BLEU = {value:.2}, {precisions} (BP={bp:.3}, ratio={ratio:.3}, {lengths})")
        }
        OutputLine::Fairseq => {
            let (order, precisions) = (score.precisions().len(), unsmoothed(score));
            let lengths = format!("syslen={hyp_len}, reflen={ref_len}");
            writeln!(out, "BLEU{order} = {value:.2}, {precisions} (BP={bp:.3}, ratio={ratio:.3}, {lengths})")
        }
        OutputLine::Mteval => writeln!(out, "BLEU score = {:.4} for system \"{}\"", score.value(), escape(name)),
        OutputLine::T2t => writeln!(out, "BLEU_{} = {value:6.2}", if is_lowercase { "uncased" } else { "cased" }),
        OutputLine::MosesSentence => writeln!(out, "{}", six_digits(score.value())),
    }
}

/// Returns why a tool ends with an error after its line; `None` if it does not.
pub fn failure(line: OutputLine, score: &Score) -> Option<&'static str> {
    (line == OutputLine::MultiBleu && score.ref_len() == 0)
        .then_some("multi-bleu fails here: the references have no tokens")
}

/// Formats the precisions before smoothing.
fn unsmoothed(score: &Score) -> String {
    let counts = score.correct().iter().zip(score.total());
    joined(counts.map(|(count, total)| if *total > 0.0 { 100.0 * (count / total) } else { 0.0 }))
}

fn joined(precisions: impl Iterator<Item = f64>) -> String {
    precisions.map(|precision| format!("{precision:.1}")).collect::<Vec<_>>().join("/")
}

/// Formats a number as C's `%g` does: six significant digits, without trailing zeros.
fn six_digits(number: f64) -> String {
    let scientific = format!("{number:.5e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if number != 0.0 && !(-4..6).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(digits), exponent.abs());
    }
    trim(&format!("{number:.*}", (5 - exponent).max(0) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_c_prints_them() {
        let numbers = [0.0, 1.0, 0.5, 0.6389430761, 0.000123456789, 1.5e-5, 2.5e-12, 123456.7, 1e100];
        let expected = ["0", "1", "0.5", "0.638943", "0.000123457", "1.5e-05", "2.5e-12", "123457", "1e+100"];
        assert_eq!(numbers.map(six_digits), expected);
    }
}
