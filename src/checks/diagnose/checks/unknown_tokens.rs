//! Tokens in place of words that a model does not know.
//!
//! | `unknown tokens` | `<unk>`, `⁇` or `[UNK]` |
//!
//! - `unknown tokens`: 2 lines or more, and 1 in 200.

use super::odd_lines::{find, garbled};
use super::{Change, Check, Garbling, Problem};

/// Minimum number of lines with such a token: this many, and one in this many.
const MIN_LINES: (u64, u64) = (2, 200);

pub const CHECK: Check = Check::new(|evidence| {
    let found = find(evidence, Problem::UnknownTokens, garbled(Garbling::Unknown), MIN_LINES)?;
    let loss = evidence.loss(Change::Markup).max(0.1 * found.loss);
    Some(found.with_loss(loss))
});
