//! Lines whose words are right, but in another order.
//!
//! | `word order` | lines with the right words in another order, or reversed by characters |
//!
//! - `word order`: some lines of at least 8 tokens with half of the tokens of a reference, but fewer than 1 correct bigram for
//!   8 correct tokens, beyond the lines that have 1 for 8 to 4. Punctuation does not count, nor lines that are half
//!   of it. Or a few lines that begin with the final mark of their references and end with the first letter.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};
use crate::checks::diagnose::limits::{InGoodText, MANY_TIMES, SENTENCE_TOKENS, is_large_share};

pub const CHECK: Check = Check::new(find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let (mut found, mut few, mut judged) = (SegmentList::default(), 0u64, 0u64);
    for (segment, row) in (0..).zip(evidence.table.rows()).filter(|_| evidence.table.order() > 1) {
        let (tokens, words, bigrams) = (row[0].min(row[1]), row[2], row[3]);
        // Marks are in any line; lists and letters of a wrong encoding have nearly as many as words.
        let marks = evidence.candidate.records.get(segment as usize).map_or(0, |record| record.marks);
        if tokens < SENTENCE_TOKENS || 2 * marks >= tokens {
            continue;
        }
        judged += 1;
        // At least half of the words are right, and hardly two of them in a row.
        if 2 * words.saturating_sub(marks) >= tokens - marks {
            if !is_large_share(bigrams.into(), words.into()) {
                found.add(segment);
            } else if MANY_TIMES * u64::from(bigrams) < u64::from(words) {
                few += 1;
            }
        }
    }
    // Weak translations have more lines with few correct bigrams.
    let excess = found.segments.saturating_sub(few);
    (excess >= InGoodText::Seldom.least(judged)).then(|| {
        Finding::of_lines(Problem::WordOrder { min_tokens: SENTENCE_TOKENS }, Text::Candidate, &found, judged, evidence)
            .spoiled(evidence)
    })
}
