//! Tags, control tokens, and factors of words.

use super::Entry;
use super::replace::replace;
use memchr::memchr;

pub const ENTRY: Entry = Entry { concerns: may_begin, rewrite: drop_markup };

/// Whether a tag, a token or a mark of factors may begin with a byte.
pub const fn may_begin(byte: u8) -> bool {
    matches!(byte, b'<' | b'[' | b'|' | b'/' | b'_' | b'U' | 0xE2 | 0xEF)
}

/// Maximum length of a tag, in bytes.
const MAX_TAG: usize = 64;

/// Tokens in place of words that a model does not know.
pub const UNKNOWN_TOKENS: [&str; 6] = ["<unk>", "<UNK>", "⁇", "[UNK]", "<unk/>", "&lt;unk&gt;"];

/// A word that is such a token.
pub const UNKNOWN_WORD: &str = "UNK";

/// Other control tokens that are not in angle brackets.
pub const CONTROL_TOKENS: [&str; 6] = ["[PAD]", "[CLS]", "[SEP]", "[MASK]", "[BOS]", "[EOS]"];

/// Marks between a word and its factors, such as its part of speech: of Moses, OpenNMT and taggers.
const FACTOR_MARKS: [char; 4] = ['|', '￨', '/', '_'];

/// Minimum number of words of a line in which factors are recognized: a line may consist of a few words such as "TCP/IP".
const MIN_WORDS: usize = 4;

/// Appends the line without tags, control tokens and factors, and returns their number.
pub fn drop_markup(line: &str, to: &mut String) -> u64 {
    let Some((words, factors)) = FACTOR_MARKS.into_iter().find_map(|mark| without_factors(line, mark)) else {
        return drop_tokens(line, to);
    };
    let begin = to.len();
    let tokens = drop_tokens(&words, to);
    if tokens == 0 {
        to.truncate(begin);
        to.push_str(&words);
    }
    factors + tokens
}

/// Appends the line without tags and control tokens, and returns their number.
fn drop_tokens(line: &str, to: &mut String) -> u64 {
    replace(line, to, may_begin, |_, rest| {
        let unknown = is_unknown_word(line, line.len() - rest.len()).then_some(UNKNOWN_WORD.len());
        let mut tokens = CONTROL_TOKENS.iter().chain(&UNKNOWN_TOKENS);
        let control = tokens.find(|token| rest.starts_with(**token)).map(|token| token.len());
        Some((control.or(unknown).or_else(|| tag(rest)).or_else(|| modifier(rest))?, None))
    })
}

/// Whether a line has [`UNKNOWN_WORD`] at a place, as a word of its own.
pub fn is_unknown_word(line: &str, at: usize) -> bool {
    let is_mark = |c: char| c.is_whitespace() || ".,;:!?\"'()„“”«»".contains(c);
    let Some(after) = line[at..].strip_prefix(UNKNOWN_WORD) else { return false };
    line[..at].chars().next_back().is_none_or(is_mark) && after.chars().next().is_none_or(is_mark)
}

/// Returns the line without factors after a mark, and their number, if each word has some; marks of sentences may have none.
fn without_factors(line: &str, mark: char) -> Option<(String, u64)> {
    let (mut words, mut factors) = (String::new(), 0);
    for piece in line.split_inclusive(' ') {
        let word = piece.trim_end_matches(' ');
        match word_without_factors(word, mark) {
            Some(plain) => {
                words.push_str(plain);
                factors += 1;
            }
            None if word.contains(char::is_alphanumeric) => return None,
            None => words.push_str(word),
        }
        words.push_str(&piece[word.len()..]);
    }
    (factors >= MIN_WORDS).then_some((words, factors as u64))
}

/// Returns a word without its factors. Words of text have `/` and `_` too; after `_`, the tag of a part of speech is in uppercase or
/// a mark.
fn word_without_factors(word: &str, mark: char) -> Option<&str> {
    let (plain, factors) = if matches!(mark, '/' | '_') { word.rsplit_once(mark) } else { word.split_once(mark) }?;
    let is_of_tag = |byte: u8| byte.is_ascii() && !(mark == '_' && byte.is_ascii_lowercase());
    let is_tag = factors.bytes().all(is_of_tag) && !factors.starts_with(|c: char| c.is_ascii_digit());
    let is_factor = matches!(mark, '|' | '￨') || is_tag;
    (!plain.is_empty() && !factors.is_empty() && is_factor).then_some(plain)
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
            ("UNK dogs, UNK. UNKs UNK-word", "dogs, . UNKs UNK-word"),
            ("The|DT dog|dog|NN <unk>|NN  runs|VBZ .", "The dog   runs ."),
            ("the￨C dog￨L runs￨L home￨L", "the dog runs home"),
            ("The/DT dog/nn runs/VBZ home/NN ./.", "The dog runs home ."),
            ("The_DT dog_NN eats_VB 1/2_CD", "The dog eats 1/2"),
            ("AC/DC and/or his/her A|B", "AC/DC and/or his/her A|B"),
            ("TCP/IP USB/HDMI A/B", "TCP/IP USB/HDMI A/B"),
            ("12/24 3/4 1/2 1/3", "12/24 3/4 1/2 1/3"),
            ("en_US de_de fr_FR it_IT", "en_US de_de fr_FR it_IT"),
            (
                "<Fukushima Prefecture> <Tokyo> <to be continued> 2 < 3 > 1 <ann@a.org>",
                "<Fukushima Prefecture> <Tokyo> <to be continued> 2 < 3 > 1 <ann@a.org>",
            ),
        ] {
            assert_eq!(Repair::Markup.clean(line), expected, "{line}");
        }
    }
}
