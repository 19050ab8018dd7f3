//! sacreBLEU's `char`: every code point that is not white space is a token.

use super::scan::View;

/// The bytes at which a token begins: all that begin a character.
#[inline(always)]
pub fn breaks(view: &View) -> u64 {
    !view.block.continuation()
}
