//! How the answers of language models ended.

use crate::cli::display::{count, escape};
use std::collections::BTreeMap;

/// Maximum number of ids, or of reasons, that are named in a message.
pub const MAX_NAMED: usize = 5;

/// How the answers of a log ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Endings {
    /// Number of answers.
    pub answers: u64,
    /// Number of answers without a text, by their reason.
    pub empty: BTreeMap<String, u64>,
    /// Number of answers that the model or its service refused to give.
    pub refused: u64,
    /// Number of answers that ended at a limit of their length.
    pub cut_off: u64,
}

impl Endings {
    /// Number of answers without a text.
    pub fn empty(&self) -> u64 {
        self.empty.values().sum()
    }

    /// The endings in words; `None` if all answers are whole.
    pub fn in_words(&self, is_skipped: bool) -> Option<String> {
        let mut words = Vec::new();
        if self.empty() > 0 {
            let mut reasons: Vec<(&String, &u64)> = self.empty.iter().collect();
            reasons.sort_by_key(|(_, number)| std::cmp::Reverse(**number));
            let some = reasons.iter().take(MAX_NAMED);
            let mut named: Vec<String> = some.map(|(reason, number)| format!("{} {number}", escape(reason))).collect();
            if reasons.len() > MAX_NAMED {
                named.push("others".into());
            }
            let meaning = if is_skipped { "whose segments are left out" } else { "scored as empty" };
            words.push(format!("{} without a text ({}), {meaning}", self.empty(), named.join(", ")));
        }
        if self.refused > 0 {
            words.push(format!("{} refused", self.refused));
        }
        if self.cut_off > 0 {
            words.push(format!("{} cut off at a limit of length", self.cut_off));
        }
        (!words.is_empty()).then(|| format!("of {}: {}", count(self.answers, "answer"), words.join("; ")))
    }
}
