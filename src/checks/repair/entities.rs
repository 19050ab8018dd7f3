//! Entities of HTML.

use super::Entry;
use super::entity_names::character;
use super::replace::replace;
use memchr::memchr;

pub const ENTRY: Entry = Entry { concerns: |byte| byte == b'&', rewrite: decode_entities };

/// Maximum length of an entity, in bytes.
const MAX_ENTITY: usize = 12;

/// Appends the line with characters in place of entities, including doubly escaped ones, and returns their number.
pub fn decode_entities(line: &str, to: &mut String) -> u64 {
    replace(line, to, ENTRY.concerns, |_, rest| {
        let rest = &rest[1..];
        let (mut c, mut end) = entity(rest)?;
        // `&amp;quot;`: the rest belongs to the decoded `&`.
        while c == '&'
            && let Some((next, length)) = entity(&rest[end..])
        {
            (c, end) = (next, end + length);
        }
        Some((end + 1, Some(c)))
    })
}

/// Returns the character of the entity at the beginning of `text`, after its `&`, and its length.
fn entity(text: &str) -> Option<(char, usize)> {
    let end = memchr(b';', &text.as_bytes()[..text.len().min(MAX_ENTITY)])?;
    let name = &text[..end];
    let c = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
                None => number.parse(),
            };
            char::from_u32(code.ok()?).map(|c| if c.is_control() { ' ' } else { c })?
        }
        None => character(name)?,
    };
    Some((c, end + 1))
}
