//! Tokens in place of words that a model does not know.

use super::{Change, Check, Evidence, Finding, Garbling, Problem};

/// Minimum number of lines with such a token: this many, and one in this many.
const MIN_LINES: u64 = 2;
const LINES_PER_ODD_LINE: u64 = 200;

pub const CHECK: Check = Check::new("unknown tokens", "tokens stand for unknown words", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let unknown = evidence.candidate.garbled(Garbling::Unknown);
    let of_references = evidence.references.iter().map(|text| text.garbled(Garbling::Unknown).segments).max()?;
    let lines = unknown.segments;
    if lines < MIN_LINES.max(evidence.segments() / LINES_PER_ODD_LINE) || lines <= 2 * of_references {
        return None;
    }
    let loss = evidence.loss(Change::Markup).max(0.1 * evidence.share(lines));
    let in_words = format!("{lines} lines of the candidate have tokens in place of unknown words: <unk>, ⁇ or [UNK]");
    let advice = "use a vocabulary that has all characters of the language, or let the decoder copy unknown words";
    Some(Finding::new(Problem::UnknownTokens, in_words, advice).in_lines(&unknown, evidence).with_loss(loss))
}
