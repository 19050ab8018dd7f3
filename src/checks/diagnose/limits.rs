//! The limits that checks share: how many lines make a finding, how much two sides must differ, and what a sentence is.
//!
//! They were fitted together on 2026-11-29, on message catalogues for tuning and on parts of 30 to 1,000 lines of the outputs of
//! WMT22, clean and spoiled (`tests/real/findings.py`), and measured on others.

/// How often lines of good text have what a check looks for. The number of lines that make a finding follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InGoodText {
    /// Only by a slip: letters of a wrong encoding, unknown tokens, copies of one line.
    Never,
    /// A line at times: words in another order, lines in other words, lines without spaces.
    Seldom,
    /// As a habit of a translator or a style: another case, added words, lost placeholders.
    Often,
}

/// Number of lines that are more than slips.
pub const FEW_LINES: u64 = 3;

/// Number of lines that are more than chance.
pub const MANY_LINES: u64 = 8;

/// A share of less than one in this number is negligible: lines of such a share cost less than a point of 100, mostly.
const NEGLIGIBLE: u64 = 100;
pub const NEGLIGIBLE_SHARE: f64 = 1.0 / NEGLIGIBLE as f64;

/// A share of at least one in this number is large: what is only a habit of translators seldom reaches it.
const LARGE: u64 = 8;
pub const LARGE_SHARE: f64 = 1.0 / LARGE as f64;

/// A share from this on is nearly all, and lengths of such a ratio are nearly the same.
pub const NEARLY_ALL: f64 = 0.8;

/// Share of a text or of its score that is noticed: what is less may be of a style. Two points of 100.
pub const NOTICEABLE_SHARE: f64 = 0.02;

impl InGoodText {
    /// Minimum number of lines that make a finding, of this many.
    pub fn least(self, lines: u64) -> u64 {
        match self {
            InGoodText::Never => FEW_LINES.max(lines / NEGLIGIBLE),
            InGoodText::Seldom => MANY_LINES.max(lines / NEGLIGIBLE),
            InGoodText::Often => MANY_LINES.max(lines / LARGE),
        }
    }
}

/// Whether a part of all is too small to matter.
pub fn is_negligible(part: u64, all: u64) -> bool {
    NEGLIGIBLE * part < all
}

/// Whether a part is nearly all of a whole.
pub fn is_nearly_all(part: u64, all: u64) -> bool {
    part as f64 >= NEARLY_ALL * all as f64
}

/// Whether a part of all is more than a habit.
pub fn is_large_share(part: u64, all: u64) -> bool {
    LARGE * part >= all
}

/// Ratio from which a side has something many times as often as the other. Two good translators differ in nearly anything, but seldom
/// by this factor.
pub const MANY_TIMES: u64 = 4;

/// Ratio from which it does so where nothing else shows that it is a fault.
pub const CLEARLY_MANY_TIMES: u64 = 8;

/// Minimum number of tokens of a line that is not equal to another, or unlike it, by chance.
pub const SENTENCE_TOKENS: u32 = 8;

/// Minimum number of characters of a word that is not one by chance.
pub const SHORTEST_WORD: usize = 4;

/// Minimum number of letters, words, tokens, spaces or lines for shares of them to be judged.
pub const ENOUGH: u64 = 200;

/// Estimate of the share of the score that is lost if the text as a whole is wrong.
pub const WHOLE_LOSS: f64 = NEARLY_ALL;

/// Minimum number of characters of a line that is a sentence, and of substrings of one that is compared with any other.
pub const SENTENCE_CHARACTERS: u32 = 20;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::checks::diagnose::common_words::COMPARED;
    use crate::checks::diagnose::good_text::min_rise;
    use crate::checks::diagnose::line_shape::{COMMON, END};
    use crate::checks::what_if::Change;

    #[test]
    fn the_manual_has_these_limits() {
        let manual = include_str!("../../manual/checks.md").split_whitespace().collect::<Vec<_>>().join(" ");
        let points = |change| format!("{:.1}", 100.0 * min_rise(change));
        let phrases = [
            format!("*A few* lines are {FEW_LINES} or more, and 1 in {NEGLIGIBLE}:"),
            format!("*Some* lines are {MANY_LINES} or more, and 1 in {NEGLIGIBLE}:"),
            format!("*Many* lines are {MANY_LINES} or more, and 1 in {LARGE}:"),
            format!("as often from {MANY_TIMES} times on"),
            format!("problems in fewer than {FEW_LINES} lines"),
            format!("some lines of at least {SENTENCE_TOKENS} tokens"),
            format!("the same {COMMON} characters"),
            format!(
                "counterparts of {SENTENCE_CHARACTERS} characters or more have further inside, among the outermost {END}"
            ),
            format!("the candidate's {COMPARED} commonest words"),
            format!("from {} words on", 2 * ENOUGH),
            format!("at least 1 in {LARGE} of the lines are no closer"),
            format!("or {SHORTEST_WORD} letters of it"),
            format!("of {ENOUGH} or more, if no other check says why"),
            format!(
                "`quotes` {} points, `punctuation` {}, NFKC {}, `diacritics` {}",
                points(Change::Quotes),
                points(Change::Punctuation),
                points(Change::Nfkc),
                points(Change::Diacritics)
            ),
        ];
        assert_eq!(phrases.iter().filter(|phrase| !manual.contains(*phrase)).collect::<Vec<_>>(), [""; 0]);
    }

    #[test]
    fn rarer_faults_need_fewer_lines() {
        let least = |lines| [InGoodText::Never, InGoodText::Seldom, InGoodText::Often].map(|kind| kind.least(lines));
        assert_eq!(least(10), [3, 8, 8]);
        assert_eq!(least(2_000), [20, 20, 250]);
        assert!(is_negligible(9, 1_000) && !is_negligible(10, 1_000));
        assert!(is_large_share(125, 1_000) && !is_large_share(124, 1_000));
    }
}
