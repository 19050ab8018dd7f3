//! The record of a line, and what shows in it and the record of another version.

use super::alignment::Sketch;
use super::byte_set::ByteSet;
use super::garbled_lines;
use super::garbled_lines::Garblings;
use super::limits::{MANY_TIMES, NEARLY_ALL, SENTENCE_CHARACTERS, SENTENCE_TOKENS, SHORTEST_WORD, is_nearly_all};
use super::marks::may_have_marks;
use super::scripts::{ScriptCounts, is_letter};
use crate::bleu::lines::{count_bytes, not_ascii};
use crate::checks::what_if::{is_ascii_punctuation, is_punctuation};
use memchr::{memchr, memchr_iter};
use std::borrow::Cow;
use std::iter;

/// Whether a character is a mark that ends sentences.
pub fn is_final(c: char) -> bool {
    matches!(c, '.' | '!' | '?' | '…' | '。' | '！' | '？' | '｡' | '।' | '॥' | '۔' | '؟')
}

/// Whether a character is a quote of any kind.
pub fn is_quote(c: char) -> bool {
    matches!(
        c,
        '"' | '\''
            | '„'
            | '“'
            | '”'
            | '‚'
            | '‘'
            | '’'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '「'
            | '」'
            | '『'
            | '』'
            | '《'
            | '》'
    )
}

/// Number of characters of a beginning and of an end.
const ENDS: usize = 24;

/// Number of bytes that are kept of each end of a long line.
const MAX_END: usize = 2048;

/// The record of a line: all that checks know of it.
#[derive(Clone, Debug, Default)]
pub struct LineRecord {
    /// The line, without spaces at its ends; of a long one, its beginning and its end.
    pub text: Box<str>,
    pub sketch: Sketch,
    /// Number of characters, without white space at the ends.
    pub characters: u32,
    /// Number of these that are spaces; several in a row are one.
    pub spaces: u32,
    /// Number of letters that are not ASCII.
    pub not_ascii: u32,
    /// Number of marks of punctuation.
    pub marks: u32,
    /// Whether it may have marks of no language.
    pub may_have_marks: bool,
    /// Whether it has words with letters of two scripts that look alike.
    pub mixes_scripts: bool,
    /// Whether it is there: a segment may lack a reference.
    pub is_there: bool,
    /// Whether it has no token.
    pub is_empty: bool,
    /// The ways in which it is garbled.
    pub garblings: Garblings,
    /// Its letters by their scripts.
    pub letters: ScriptCounts,
}

impl LineRecord {
    /// The record of a line, given the set of its bytes.
    pub fn new(line: &str, bytes: ByteSet) -> LineRecord {
        let kept = line.trim_matches([' ', '\r']);
        let line = line.trim();
        let spaces = memchr_iter(b' ', line.as_bytes());
        let is_mark = |byte: u8| byte != b'\'' && is_ascii_punctuation(byte);
        let mut record = LineRecord {
            text: shortened(kept).into(),
            sketch: Sketch::new(line),
            characters: line.chars().count() as u32,
            spaces: spaces.filter(|at| line.as_bytes()[at + 1] != b' ').count() as u32,
            marks: count_bytes(line.as_bytes(), is_mark) as u32,
            mixes_scripts: garbled_lines::mixes_scripts(line),
            garblings: Garblings::of(line, bytes),
            is_there: true,
            ..LineRecord::default()
        };
        record.may_have_marks = may_have_marks(&record.text, bytes);
        for (_, c) in not_ascii(line) {
            record.spaces += u32::from(c == '\u{A0}');
            record.not_ascii += u32::from(is_letter(c));
            record.marks += u32::from(is_punctuation(c));
        }
        record
    }

    /// Similarity to another version, from 0 to 1.
    pub fn similarity(&self, other: &LineRecord) -> f64 {
        self.sketch.similarity(&other.sketch)
    }

    /// Whether it repeats the same words over and over.
    pub fn repeats(&self) -> bool {
        self.sketch.is_repetitive() && garbled_lines::loops(&self.text)
    }

    /// The first characters.
    pub fn beginning(&self) -> &str {
        let text = self.text.trim_start();
        if text.as_bytes().get(..ENDS).is_some_and(<[u8]>::is_ascii) {
            return &text[..ENDS];
        }
        text.char_indices().nth(ENDS).map_or(text, |(at, _)| &text[..at])
    }

    /// The last characters.
    pub fn end(&self) -> &str {
        let text = self.text.trim_end();
        if let Some(at) = text.len().checked_sub(ENDS).filter(|at| text.as_bytes()[*at..].is_ascii()) {
            return &text[at..];
        }
        text.char_indices().nth_back(ENDS - 1).map_or(text, |(at, _)| &text[at..])
    }

    /// Whether it ends without the final mark of another version.
    pub fn lacks_end(&self, reference: &LineRecord) -> bool {
        let [own, other] = [self.end(), reference.end()].map(|end| end.trim_end_matches(is_quote));
        let has_dots = |end: &str| end.ends_with("...") || end.ends_with('…');
        (ends_open(own) || has_dots(own) && !has_dots(other)) && other.ends_with(is_final)
    }

    /// Whether it ends in the middle of a sentence: with a word or a comma.
    pub fn is_open(&self) -> bool {
        ends_open(self.end().trim_end_matches(is_quote))
    }

    /// Whether its letters are separated by spaces, unlike another version's.
    pub fn is_spread(&self, reference: &LineRecord) -> bool {
        let are_apart = |line: &LineRecord| 5 * line.spaces > 2 * line.characters;
        self.characters >= SENTENCE_TOKENS && are_apart(self) && !are_apart(reference)
    }

    /// Whether it lacks the spaces between words that another version has, or has few of them, though it is as long.
    pub fn is_joined(&self, reference: &LineRecord) -> bool {
        let spaces = u64::from(reference.spaces) * u64::from(self.characters);
        let letters = |line: &LineRecord| u64::from(line.characters - line.spaces);
        let [own, other] = [self, reference].map(letters);
        let is_as_long = is_nearly_all(own, other) && is_nearly_all(other, own);
        self.characters >= SENTENCE_CHARACTERS
            && is_as_long
            && 12 * reference.spaces >= reference.characters
            && MANY_TIMES * u64::from(self.spaces) * u64::from(reference.characters) < spaces
    }

    /// Whether it has the characters of another version in more and shorter words, not counting words that marks make, or has
    /// more words that end in a hyphen, or hyphens inside words of the other version.
    pub fn is_split(&self, other: &LineRecord) -> bool {
        let words = |record: &LineRecord, marks: u32| f64::from((record.spaces + 1).saturating_sub(marks));
        let own_words = words(self, self.marks.saturating_sub(other.marks));
        let [own_length, other_length] = [self, other].map(|record| f64::from(record.characters - record.spaces));
        let breaks = |record: &LineRecord| {
            let is_break =
                |at: &usize| record.text[at + 1..].starts_with(' ') && record.text[..*at].ends_with(is_letter);
            memchr_iter(b'-', record.text.as_bytes()).filter(is_break).count()
        };
        self.characters.min(other.characters) >= 8
            && (NEARLY_ALL..1.5).contains(&(own_length / other_length))
            && !self.is_spread(other)
            && !other.is_joined(self)
            && (NEARLY_ALL * own_words * other_length >= words(other, 0) * own_length
                || breaks(self) > breaks(other)
                || self.hyphenates_word_of(other))
    }

    /// Whether two of its words in a row, the first without a hyphen at its end, or one without the hyphens inside it, are a word of
    /// another version, or part of one.
    pub fn has_parts_of(&self, other: &LineRecord) -> bool {
        let words: Vec<&str> = self.hyphenated_words().collect();
        let are_parts =
            |pair: &[&str]| !pair.contains(&"") && other.has_word(&[pair[0].trim_end_matches('-'), pair[1]].concat());
        words.windows(2).any(are_parts) || self.hyphenates_word_of(other)
    }

    /// Whether it has hyphens inside a word that another version has without them.
    fn hyphenates_word_of(&self, other: &LineRecord) -> bool {
        let mut words = self.words_with_hyphens().map(|word| word.trim_matches('-')).filter(|word| word.contains('-'));
        words.any(|word| other.has_word(&word.replace('-', "")))
    }

    /// Its words, with the hyphens inside them and at their ends.
    fn hyphenated_words(&self) -> impl Iterator<Item = &str> {
        self.text.split(|c: char| !is_of_word(c))
    }

    /// Its [`hyphenated_words`](Self::hyphenated_words) that have hyphens. Most lines have none.
    fn words_with_hyphens(&self) -> impl Iterator<Item = &str> {
        let mut rest = &*self.text;
        iter::from_fn(move || {
            let begin = rest[..memchr(b'-', rest.as_bytes())?].trim_end_matches(is_of_word).len();
            let after = rest[begin..].trim_start_matches(is_of_word);
            let word = &rest[begin..rest.len() - after.len()];
            rest = after;
            Some(word)
        })
    }

    /// Whether it has a word that is no short one, or one that this is a part of.
    fn has_word(&self, word: &str) -> bool {
        word.chars().count() >= SHORTEST_WORD && self.text.contains(word)
    }

    /// Whether it lacks letters that are not ASCII while another version has this many or more, mostly in the same script.
    pub fn lacks_letters(&self, other: &LineRecord, least: u32) -> bool {
        self.not_ascii == 0
            && (least..other.characters / 2).contains(&other.not_ascii)
            && is_nearly_all(self.characters.into(), other.characters.into())
    }

    /// Whether it begins with the final mark of another version, and ends with its first letter.
    pub fn is_reversed(&self, other: &LineRecord) -> bool {
        let first = |record: &LineRecord| record.text.trim_start().chars().next();
        let last = |record: &LineRecord| record.text.trim_end().chars().next_back();
        first(self).is_some_and(is_final)
            && first(self) == last(other)
            && last(self) == first(other)
            && last(self).is_some_and(char::is_alphabetic)
    }

    /// Whether it lacks all punctuation while another version, no longer, has this many marks or more.
    pub fn lacks_marks(&self, other: &LineRecord, least: u32) -> bool {
        self.marks == 0 && other.marks >= least && is_nearly_all(self.characters.into(), other.characters.into())
    }

    /// Whether it begins and ends with marks that another version does not have there, except marks that end sentences; or ends with
    /// a brace or bracket that it does not open, as what is left of JSON does.
    pub fn is_enclosed(&self, other: &LineRecord) -> bool {
        const BRACKETS: [[char; 2]; 2] = [['{', '}'], ['[', ']']];
        const FINAL: &str = ".!?…:,;-–—。！？：，；、";
        let is_new = |mark: Option<char>, of_other: &mut dyn Iterator<Item = char>| {
            mark.is_some_and(|mark| {
                let is_other = |c: char| plain(c) != plain(mark);
                !mark.is_alphanumeric() && of_other.take_while(|c| !c.is_alphanumeric()).all(is_other)
            })
        };
        let last = self.end().chars().next_back();
        let is_unopened = |[open, close]: [char; 2]| last == Some(close) && !self.text.contains(open);
        (is_new(self.beginning().chars().next(), &mut other.beginning().chars())
            || BRACKETS.into_iter().any(is_unopened))
            && is_new(last.filter(|mark| !FINAL.contains(*mark)), &mut other.end().chars().rev())
    }

    /// Whether it begins with a label, such as the name of a speaker, that another version lacks.
    pub fn is_labeled(&self, other: &LineRecord) -> bool {
        let beginning = self.beginning();
        let label = label_end(beginning).map_or("", |at| &beginning[..at]);
        let letters = |text: &str| -> Vec<char> { text.chars().flat_map(char::to_lowercase).collect() };
        !label.is_empty()
            && label_end(other.beginning()).is_none()
            && !letters(other.beginning()).starts_with(&letters(label))
            && 2 * self.characters >= 2 * other.characters + label.chars().count() as u32
    }

    /// Whether it begins with this ASCII text, in any case.
    pub fn begins_with(&self, tag: &str) -> bool {
        self.text.get(..tag.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(tag))
    }

    /// Number of its tabs.
    pub fn tabs(&self) -> usize {
        memchr_iter(b'\t', self.text.as_bytes()).count()
    }

    /// Number of its keys if it is an object of JSON.
    pub fn keys(&self) -> usize {
        if self.text.starts_with('{') && self.text.ends_with('}') { self.text.matches("\":").count() } else { 0 }
    }
}

/// Marks at the end of a label.
pub const COLONS: [char; 2] = [':', '：'];

/// The place of the mark that may end a label, in the first characters of a text.
pub fn label_end(text: &str) -> Option<usize> {
    text.char_indices().take(ENDS).find(|(_, c)| COLONS.contains(c)).map(|(at, _)| at)
}

/// Whether a character is a part of words with hyphens.
fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '-'
}

/// Whether text without the quotes at its end ends with a word or a comma.
fn ends_open(text: &str) -> bool {
    text.ends_with(|c: char| c.is_alphanumeric() || matches!(c, ',' | '،'))
}

/// A line, or the beginning and the end of a long one.
fn shortened(line: &str) -> Cow<'_, str> {
    if line.len() <= 2 * MAX_END {
        return line.into();
    }
    let (begin, end) = (line.floor_char_boundary(MAX_END), line.ceil_char_boundary(line.len() - MAX_END));
    format!("{}{}", &line[..begin], &line[end..]).into()
}

/// A mark without its style: all quotes are the same, and marks of full width are plain ones.
fn plain(mark: char) -> char {
    if is_quote(mark) { '"' } else { narrow(mark) }
}

/// The character of ASCII whose form of full width this is; a style has either.
pub fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from((c as u32 - 0xFEE0) as u8),
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::splitmix64::{STEP, mix};

    #[test]
    fn words_with_hyphens_are_found_by_their_hyphens() {
        let pieces = ["-", "-", "a", "é", " ", ".", "—", "12"];
        let mut found = 0;
        for number in 0..20_000_u64 {
            let piece = |i: u64| pieces[mix(STEP.wrapping_mul(16 * number + i)) as usize % pieces.len()];
            let line: String = (0..number % 12).map(piece).collect();
            let record = LineRecord { text: line.into(), ..LineRecord::default() };
            let expected: Vec<&str> = record.hyphenated_words().filter(|word| word.contains('-')).collect();
            assert_eq!(record.words_with_hyphens().collect::<Vec<_>>(), expected, "{:?}", record.text);
            found += expected.len();
        }
        assert!(found > 10_000, "{found}");
    }
}
