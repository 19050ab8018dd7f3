//! Changes of spaces: their kinds, and those that tokenizers add.

use super::Change;
use super::replace::replace;
use crate::bleu::tokenize::is_white_space;

/// Appends the line with single spaces for white space, and none at its ends; returns the number of runs that changed.
pub fn join_spaces(line: &str, to: &mut String) -> u64 {
    if has_single_spaces(line.as_bytes()) {
        return 0;
    }
    replace(Change::Spaces, line, to, |_, rest| {
        let after = rest.trim_start_matches(is_white_space);
        let run = &rest[..rest.len() - after.len()];
        let joined = if rest.len() == line.len() || after.is_empty() { "" } else { " " };
        (!run.is_empty() && run != joined).then_some((run.len(), joined.chars()))
    })
}

/// Whether a line surely has no white space but single spaces between words. Both tests look at all bytes, many at a time.
fn has_single_spaces(line: &[u8]) -> bool {
    let may_be_other = |byte: u8| matches!(byte, b'\t'..=b'\r' | 0x1C..=0x1F | 0xC2 | 0xE1..=0xE3);
    let has_other = line.iter().fold(false, |found, byte| found | may_be_other(*byte));
    let is_double = |(one, other): (&u8, &u8)| (*one == b' ') & (*other == b' ');
    let has_double = line.iter().zip(line.iter().skip(1)).fold(false, |found, pair| found | is_double(pair));
    !has_other && !has_double && !line.starts_with(b" ") && !line.ends_with(b" ")
}

/// Contractions that tokenizers of English separate.
const CONTRACTIONS: [&str; 8] = ["'s", "'re", "'ve", "'ll", "'d", "'m", "n't", "'t"];

/// Appends the line without the spaces that tokenizers add, and returns their number.
pub fn detokenize(line: &str, to: &mut String) -> u64 {
    if may_have_apart(line.as_bytes()) { join_apart(line, to) } else { 0 }
}

/// Whether a line may have a word that tokenizers set apart. The test looks at all bytes, many at a time.
fn may_have_apart(line: &[u8]) -> bool {
    // The byte before a word, its first and the next.
    let begins_apart = |before: u8, first: u8, next: u8| {
        let is_mark = !first.is_ascii_alphanumeric() & ((first == b'\'') | !next.is_ascii_alphanumeric());
        let is_mark = is_mark & !begins_letter(first);
        let is_not = first.eq_ignore_ascii_case(&b'n') & (next == b'\'');
        (before == b' ') & (first != b' ') & (is_mark | is_not)
    };
    let byte = |place: usize| line.get(place).copied().unwrap_or(b' ');
    let last = line.len().saturating_sub(1);
    let inner = line.iter().zip(line.iter().skip(1)).zip(line.iter().skip(2));
    begins_apart(b' ', byte(0), byte(1))
        || inner.fold(false, |found, ((before, first), next)| found | begins_apart(*before, *first, *next))
        || last > 0 && begins_apart(byte(last - 1), byte(last), b' ')
}

/// [`detokenize`]s any line.
fn join_apart(line: &str, to: &mut String) -> u64 {
    let begin = to.len();
    let mut places = 0;
    let mut in_quotes = false;
    // Whether the next word is to follow without a space.
    let mut glue = true;
    let mut words = line.split(' ').peekable();
    while let Some(word) = words.next() {
        let (mut left, mut right) = (false, false);
        match word {
            _ if !is_apart(word) => {}
            "@-@" if to.len() > begin && words.peek().is_some() => (left, right) = (true, true),
            "\"" => {
                (left, right) = (in_quotes, !in_quotes);
                in_quotes = !in_quotes;
            }
            _ if !word.is_empty() && word.chars().all(|c| CLOSING.contains(c)) => left = true,
            _ if !word.is_empty() && word.chars().all(|c| OPENING.contains(c)) => right = true,
            _ => left = CONTRACTIONS.iter().any(|suffix| word.eq_ignore_ascii_case(suffix)),
        }
        let joins = (left && to.len() > begin && !to.ends_with(' ')) || glue;
        if !joins {
            to.push(' ');
        } else if to.len() > begin {
            places += 1;
        }
        to.push_str(if word == "@-@" && joins && right { "-" } else { word });
        glue = right && words.peek().is_some_and(|next| !next.is_empty());
    }
    places
}

/// Whether a word may be one that tokenizers set apart: none but one contraction begins with a letter.
fn is_apart(word: &str) -> bool {
    match word.as_bytes() {
        [] => false,
        [b'n' | b'N', ..] => word.len() == 3,
        [first, ..] if first.is_ascii_alphanumeric() || begins_letter(*first) => false,
        // A mark with a letter after it is part of a word, except in contractions.
        [first, second, ..] => *first == b'\'' || !second.is_ascii_alphanumeric(),
        [_] => true,
    }
}

/// Whether a byte begins no mark of [`CLOSING`] or [`OPENING`], but letters, as of Latin, Greek or Cyrillic.
fn begins_letter(byte: u8) -> bool {
    matches!(byte, 0xC3..=0xD7)
}

/// Marks that belong to the word before them.
const CLOSING: &str = ".,!?;:%)]}…»”’。，、！？；：）】」』》।॥؟،؛۔።။៕";

/// Marks that belong to the word after them.
const OPENING: &str = "([{«“‘„¿¡（【「『《";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::splitmix64::{STEP, mix};

    #[test]
    fn lines_that_are_not_looked_at_have_no_word_apart() {
        let pieces = [" ", " ", "a", "7", "n", "N", "'", "t", ".", "\"", "(", "é", "。", "@-@", "new", "'s", "д", "»"];
        let mut skipped = 0;
        for number in 0..20_000_u64 {
            let piece = |i: u64| pieces[mix(STEP.wrapping_mul(16 * number + i)) as usize % pieces.len()];
            let line: String = (0..number % 8).map(piece).collect();
            if !may_have_apart(line.as_bytes()) {
                assert_eq!(join_apart(&line, &mut String::new()), 0, "{line:?}");
                skipped += 1;
            }
        }
        assert!(skipped > 1000, "{skipped}");
        assert!(!CLOSING.chars().chain(OPENING.chars()).any(|mark| begins_letter(mark.to_string().as_bytes()[0])));
    }
}
