//! Changes of what is not text: entities, tags, control tokens, marks of subwords.

use super::replace::replace;
use super::{Change, SubwordScheme, entities};
use memchr::{memchr, memchr_iter};

/// Maximum length of an entity and of a tag, in bytes.
const MAX_ENTITY: usize = 12;
const MAX_TAG: usize = 64;

/// Tokens in place of words that a model does not know.
pub const UNKNOWN_TOKENS: [&str; 6] = ["<unk>", "<UNK>", "⁇", "[UNK]", "<unk/>", "&lt;unk&gt;"];

/// Other control tokens that are not in angle brackets.
const CONTROL_TOKENS: [&str; 6] = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[BOS]", "[EOS]"];

/// Appends the line with characters in place of entities, including doubly escaped ones, and returns their number.
pub fn decode_entities(line: &str, to: &mut String) -> u64 {
    replace(Change::Entities, line, to, |_, rest| {
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
        None => entities::character(name)?,
    };
    Some((c, end + 1))
}

/// Appends the line without tags and control tokens, and returns their number.
pub fn drop_markup(line: &str, to: &mut String) -> u64 {
    replace(Change::Markup, line, to, |_, rest| {
        let mut tokens = CONTROL_TOKENS.iter().chain(&UNKNOWN_TOKENS);
        let control = tokens.find(|token| rest.starts_with(**token)).map(|token| token.len());
        Some((control.or_else(|| tag(rest))?, None))
    })
}

/// Returns the length of the tag at the beginning of `text`: `<`, a name or a byte such as `0x0A`, and `>`.
pub fn tag(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('<')?;
    let end = memchr(b'>', &inner.as_bytes()[..inner.len().min(MAX_TAG)])?;
    let name = inner[..end].trim_start_matches(['/', '|', '!']);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) || name.starts_with("0x");
    (is_name && !name.contains('<')).then_some(end + 2)
}

/// Appends the line with its subwords joined, and returns the number of marks.
pub fn join_subwords(line: &str, to: &mut String) -> u64 {
    let bytes = line.as_bytes();
    if !SubwordScheme::ALL.iter().any(|scheme| line.contains(scheme.mark())) {
        return 0;
    }
    for mark in ['▁', 'Ġ'] {
        let marks = line.split(' ').filter(|word| word.starts_with(mark)).count();
        let words = memchr_iter(b' ', bytes).count() + 1;
        let all = line.matches(mark).count();
        // One word in three begins with the mark, or there are no spaces but marks in place of them.
        if all > 0 && (marks > 1 && 3 * marks >= words || words == 1 && all > 1 || words == marks) {
            to.push_str(line.replace(' ', "").replace(mark, " ").trim_start_matches(' '));
            return all as u64;
        }
    }
    let mut places = 0;
    let begin = to.len();
    for (i, word) in line.split(' ').enumerate() {
        let piece = word.strip_prefix("##").filter(|piece| !piece.is_empty() && i > 0);
        if continues(&to[begin..]) {
            to.truncate(to.len() - 2);
            places += 1;
        } else if piece.is_some() {
            places += 1;
        } else if i > 0 {
            to.push(' ');
        }
        to.push_str(piece.unwrap_or(word));
    }
    if continues(&to[begin..]) {
        to.truncate(to.len() - 2);
        places += 1;
    }
    places
}

/// Whether a line ends in a part of a word that continues in the next one.
fn continues(line: &str) -> bool {
    line.strip_suffix("@@").is_some_and(|part| part.ends_with(|c: char| !c.is_whitespace() && c != '@'))
}
