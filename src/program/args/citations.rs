//! Citations: this program, BLEU, and the methods that a command line uses.

use super::flags::Args;
use crate::bleu::significance::PairedTest;
use crate::program::run::samples::SampleChoice;
use crate::text::tokenizer_data::TokenizerName;

/// BibTeX of all works, with an empty line between them.
const WORKS: &str = include_str!("papers.bib");

type IsUsed = fn(&Args) -> bool;

/// The works that only some command lines use. All others are always cited.
const METHODS: [(&str, IsUsed); 13] = [
    ("koehn-2004", |args| args.confidence || [args.paired, args.all_pairs].contains(&Some(PairedTest::Bootstrap))),
    ("riezler-2005", |args| [args.paired, args.all_pairs].contains(&Some(PairedTest::Randomization))),
    ("clark-2011", |args| args.runs.is_some()),
    ("holm-1979", |args| args.correct == Some(crate::bleu::significance::Correction::Holm)),
    ("steegen-2016", |args| args.robust),
    ("simonsohn-2020", |args| args.robust),
    ("chen-2014", |args| args.smooth.is_some()),
    ("kumar-2004", |args| args.pick == Some(SampleChoice::Mbr)),
    ("zhu-2018", |args| args.given.contains("--self-bleu")),
    ("kudo-2004", |args| matches!(args.tokenize, Some(TokenizerName::Mecab(_)))),
    ("kudo-2018", |args| matches!(args.tokenize, Some(TokenizerName::SentencePiece(_)))),
    ("koehn-2007", |args| matches!(args.tokenize, Some(TokenizerName::Moses(_)))),
    ("chamandy-2012", draws_poisson_resamples),
];

/// Whether records of shards receive Poisson resamples, or may contain them.
fn draws_poisson_resamples(args: &Args) -> bool {
    let is_tested = args.confidence || args.paired.is_some() || args.all_pairs.is_some();
    args.stats.is_some() && args.resamples.is_some() || args.from_stats && is_tested
}

/// Returns the works to cite for these arguments, in BibTeX.
pub fn of(args: &Args) -> String {
    let is_cited = |work: &&str| METHODS.iter().all(|(key, is_used)| key_of(work) != *key || is_used(args));
    let works: Vec<&str> = WORKS.split("\n\n").filter(is_cited).collect();
    works.join("\n\n").replace("VERSION", env!("CARGO_PKG_VERSION")).trim_end().to_owned() + "\n"
}

fn key_of(work: &str) -> &str {
    work.split(['{', ',']).nth(1).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_method_has_a_work() {
        let keys: Vec<&str> = WORKS.split("\n\n").map(key_of).collect();
        assert_eq!(keys[..3], ["bleu", "papineni-2002", "post-2018"]);
        let methods: Vec<&str> = METHODS.iter().map(|(key, _)| *key).collect();
        let mut rest = keys[3..].to_vec();
        rest.retain(|key| !methods.contains(key));
        assert_eq!(rest, Vec::<&str>::new());
        assert_eq!(keys.len(), 3 + methods.len());
    }
}
