//! Tags, control tokens, and factors of words.

use super::Entry;
use super::replace::replace;
use memchr::memchr;

pub const ENTRY: Entry = Entry {
    concerns: |byte| matches!(byte, b'<' | b'[' | b'|' | b'/' | b'_' | b'U' | 0xE2 | 0xEF),
    rewrite: drop_markup,
};

/// Maximum length of a tag, in bytes.
const MAX_TAG: usize = 64;

/// Tokens in place of words that a model does not know.
pub const UNKNOWN_TOKENS: [&str; 6] = ["<unk>", "<UNK>", "⁇", "[UNK]", "<unk/>", "&lt;unk&gt;"];

/// A word that is such a token.
pub const UNKNOWN_WORD: &str = "UNK";

/// Other control tokens that are not in angle brackets.
pub const CONTROL_TOKENS: [&str; 6] = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[BOS]", "[EOS]"];

/// Marks between a word and its factors, such as its part of speech, in files of Moses and OpenNMT.
const FACTOR_MARKS: [char; 2] = ['|', '￨'];

/// Marks between a word and its part of speech in files of taggers. Words of text have them too.
const TAG_MARKS: [char; 2] = ['/', '_'];

/// Appends the line without tags, control tokens and factors, and returns their number.
pub fn drop_markup(line: &str, to: &mut String) -> u64 {
    if let Some(words) = words_of_factors(line) {
        words.iter().for_each(|word| to.extend([word, " "]));
        to.pop();
        return words.len() as u64;
    }
    replace(line, to, ENTRY.concerns, |_, rest| {
        let mut tokens = CONTROL_TOKENS.iter().chain(&UNKNOWN_TOKENS);
        let is_unknown_word = rest.starts_with(UNKNOWN_WORD) && is_word(line, line.len() - rest.len());
        let unknown = is_unknown_word.then_some(UNKNOWN_WORD.len());
        let control = tokens.find(|token| rest.starts_with(**token)).map(|token| token.len()).or(unknown);
        Some((control.or_else(|| tag(rest)).or_else(|| modifier(rest))?, None))
    })
}

/// Whether [`UNKNOWN_WORD`] at a place of a line is no part of a word.
pub fn is_word(line: &str, at: usize) -> bool {
    let (before, after) = (&line[..at], &line[at + UNKNOWN_WORD.len()..]);
    !before.ends_with(char::is_alphanumeric) && !after.starts_with(char::is_alphanumeric)
}

/// Returns the words of a line without their factors, if there are several and each has some after the same mark.
fn words_of_factors(line: &str) -> Option<Vec<&str>> {
    let words =
        |mark| line.split_ascii_whitespace().map(|text| word_of_factors(text, mark)).collect::<Option<Vec<_>>>();
    FACTOR_MARKS.into_iter().chain(TAG_MARKS).filter_map(words).find(|words| words.len() > 1)
}

/// Returns a word without its factors. The tag of a part of speech is in uppercase, or a mark.
fn word_of_factors(text: &str, mark: char) -> Option<&str> {
    let is_tag = |tag: &str| {
        let is_of_tag = |byte: u8| byte.is_ascii() && !byte.is_ascii_lowercase();
        tag.bytes().all(is_of_tag) && !tag.starts_with(|c: char| c.is_ascii_digit())
    };
    let (word, factors) = match TAG_MARKS.contains(&mark) {
        true => text.rsplit_once(mark).filter(|(_, tag)| is_tag(tag))?,
        false => text.split_once(mark)?,
    };
    (!word.is_empty() && !factors.is_empty()).then_some(word)
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
            ("UNK dogs, UNK. UNKs", " dogs, . UNKs"),
            ("The|DT dog|dog|NN runs|VBZ .|.", "The dog runs ."),
            ("the￨C dog￨L", "the dog"),
            ("The/DT dog/NN runs/VBZ ./.", "The dog runs ."),
            ("The_DT dog_NN 1/2_CD", "The dog 1/2"),
            ("AC/DC and/or his/her A|B a_b", "AC/DC and/or his/her A|B a_b"),
            ("12/24 3/4", "12/24 3/4"),
            ("AC/DC", "AC/DC"),
            (
                "<Fukushima Prefecture> <Tokyo> <to be continued> 2 < 3 > 1 <ann@a.org>",
                "<Fukushima Prefecture> <Tokyo> <to be continued> 2 < 3 > 1 <ann@a.org>",
            ),
        ] {
            assert_eq!(Repair::Markup.clean(line), expected, "{line}");
        }
    }
}
