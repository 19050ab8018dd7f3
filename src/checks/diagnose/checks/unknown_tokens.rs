//! Tokens in place of words that a model does not know.
//!
//! | `unknown tokens` | `<unk>`, `UNK`, `⁇` or `[UNK]` |
//!
//! - `unknown tokens`: a few lines.

use super::odd_lines::{find, garbled};
use super::{Change, Check, Garbling, Problem};
use crate::checks::diagnose::finding::SPOILED;
use crate::checks::diagnose::limits::InGoodText;

pub const CHECK: Check = Check::new(|evidence| {
    let found = find(evidence, Problem::UnknownTokens, garbled(Garbling::Unknown), InGoodText::Never)?;
    let loss = evidence.loss(Change::Markup).max(SPOILED * found.loss);
    Some(found.with_loss(loss))
});
