//! Tags and control tokens.

use super::Entry;
use super::replace::replace;
use memchr::memchr;

pub const ENTRY: Entry = Entry { concerns: |byte| matches!(byte, b'<' | b'[' | 0xE2 | 0xEF), rewrite: drop_markup };

/// Maximum length of a tag, in bytes.
const MAX_TAG: usize = 64;

/// Tokens in place of words that a model does not know.
pub const UNKNOWN_TOKENS: [&str; 6] = ["<unk>", "<UNK>", "⁇", "[UNK]", "<unk/>", "&lt;unk&gt;"];

/// Other control tokens that are not in angle brackets.
pub const CONTROL_TOKENS: [&str; 6] = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[BOS]", "[EOS]"];

/// Appends the line without tags and control tokens, and returns their number.
pub fn drop_markup(line: &str, to: &mut String) -> u64 {
    replace(line, to, ENTRY.concerns, |_, rest| {
        let mut tokens = CONTROL_TOKENS.iter().chain(&UNKNOWN_TOKENS);
        let control = tokens.find(|token| rest.starts_with(**token)).map(|token| token.len());
        Some((control.or_else(|| tag(rest)).or_else(|| modifier(rest))?, None))
    })
}

/// Returns the length of a modifier of OpenNMT's tokenizer at the beginning of `text`, such as `｟mrk_case_modifier_C｠`.
fn modifier(text: &str) -> Option<usize> {
    let (inner, close) =
        [('｟', '｠'), ('⦅', '⦆')].into_iter().find_map(|(open, close)| Some((text.strip_prefix(open)?, close)))?;
    let (name, _) = inner.split_once(close)?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    is_name.then_some(name.len() + 2 * close.len_utf8())
}

/// Returns the length of the tag at the beginning of `text`: `<`, a name or a byte such as `0x0A`, perhaps attributes, and
/// `>`. Words and addresses in such brackets are text.
fn tag(text: &str) -> Option<usize> {
    let inner = text.strip_prefix('<')?;
    let end = memchr(b'>', &inner.as_bytes()[..inner.len().min(MAX_TAG)])?;
    let tag = inner[..end].trim_start_matches(['/', '|', '!']);
    let (name, rest) = tag.split_at(tag.find(|c: char| c.is_whitespace() || "/|".contains(c)).unwrap_or(tag.len()));
    let is_in_one_case = !name.contains(char::is_lowercase) || !name.contains(char::is_uppercase);
    let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic()) && is_in_one_case || name.starts_with("0x");
    let has_attributes = rest.contains('=') || rest.trim_matches(['/', '|', ' ']).is_empty();
    (is_name && has_attributes && !tag.contains('<') && !name.contains('@')).then_some(end + 2)
}

#[cfg(test)]
mod tests {
    use crate::checks::repair::Repair;

    #[test]
    fn tags_and_control_tokens_go() {
        for (line, expected) in [
            ("<s> The dog <unk> runs.</s>", "The dog  runs."),
            ("<|im_start|>The dog[SEP]<0x0A> <br/> <BR> <br />", "The dog"),
            ("<a href=\"x\">The</a> <extra_id_0>dog", "The dog"),
            ("｟mrk_case_modifier_C｠ the dog ⦅ent⦆ ｟a b｠", "the dog  ｟a b｠"),
            (
                "<Fukushima Prefecture> <Tokyo> <to be continued> 2 < 3 > 1 <ann@a.org>",
                "<Fukushima Prefecture> <Tokyo> <to be continued> 2 < 3 > 1 <ann@a.org>",
            ),
        ] {
            assert_eq!(Repair::Markup.clean(line), expected, "{line}");
        }
    }
}
