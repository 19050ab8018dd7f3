//! Changes of spaces: their kinds, and those that tokenizers add.

use super::Change;
use super::replace::replace;
use crate::bleu::tokenize::is_white_space;

/// Appends the line with single spaces for white space, and none at its ends; returns the number of runs that changed.
pub fn join_spaces(line: &str, to: &mut String) -> u64 {
    replace(Change::Spaces, line, to, |_, rest| {
        let after = rest.trim_start_matches(is_white_space);
        let run = &rest[..rest.len() - after.len()];
        let joined = if rest.len() == line.len() || after.is_empty() { "" } else { " " };
        (!run.is_empty() && run != joined).then_some((run.len(), joined.chars()))
    })
}

/// Contractions that tokenizers of English separate.
const CONTRACTIONS: [&str; 8] = ["'s", "'re", "'ve", "'ll", "'d", "'m", "n't", "'t"];

/// Appends the line without the spaces that tokenizers add, and returns their number.
pub fn detokenize(line: &str, to: &mut String) -> u64 {
    let begin = to.len();
    let mut places = 0;
    let mut in_quotes = false;
    // Whether the next word is to follow without a space.
    let mut glue = true;
    let mut words = line.split(' ').peekable();
    while let Some(word) = words.next() {
        let (mut left, mut right) = (false, false);
        match word {
            // Most words; only one contraction begins with a letter.
            _ if word.starts_with(|c: char| c.is_ascii_alphanumeric() && !matches!(c, 'n' | 'N')) => {}
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

/// Marks that belong to the word before them.
const CLOSING: &str = ".,!?;:%)]}…»”’。，、！？；：）】」』》।॥؟،؛۔።။៕";

/// Marks that belong to the word after them.
const OPENING: &str = "([{«“‘„¿¡（【「『《";
