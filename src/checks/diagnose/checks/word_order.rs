//! Lines whose words are right, but in another order.
//!
//! | `word order` | lines with the right words in another order, or reversed by characters |
//!
//! - `word order`: some lines of at least 8 tokens with half of the tokens of a reference, but fewer than 3 correct bigrams for
//!   20 correct tokens, beyond three quarters of the lines that have fewer than 6. Punctuation does not count, nor lines that are half
//!   of it. Or some lines that begin with the final mark of their references and end with the first letter.

use super::{Check, Evidence, Finding, Problem, SegmentList, Text};
use crate::checks::diagnose::limits::{InGoodText, SENTENCE_TOKENS};

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
            if 20 * bigrams < 3 * words {
                found.add(segment);
            } else if 20 * bigrams < 6 * words {
                few += 1;
            }
        }
    }
    // Weak translations have more lines with few correct bigrams.
    let excess = found.segments.saturating_sub(3 * few / 4);
    (excess >= InGoodText::Seldom.least(judged)).then(|| {
        Finding::of_lines(Problem::WordOrder { min_tokens: SENTENCE_TOKENS }, Text::Candidate, &found, judged, evidence)
            .spoiled(evidence)
    })
}
