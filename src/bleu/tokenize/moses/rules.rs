//! The substitutions of tokenizer.perl, by language.

use super::settings::{Hyphens, Settings};
use crate::bleu::tokenize::GeneralCategory;
use memchr::memchr_iter;

/// The substitutions for a language, in their order.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Character besides `.`, `'`, `` ` ``, `,` and `-` that is not a symbol.
    joining: Option<char>,
    /// For a colon or an apostrophe inside a word, hyphens, commas, and apostrophes.
    substitutions: [&'static [Rule]; 4],
}

/// A substitution for one character: `s/(before)mark(after)/$1replacement$2/g`.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    mark: char,
    before: Option<Class>,
    after: After,
    replacement: &'static str,
}

type Class = fn(char) -> bool;

/// Condition on the character after a mark.
#[derive(Clone, Copy, Debug)]
enum After {
    Anything,
    /// A character of this class, which is part of the match: no further match begins with it.
    Matched(Class),
    /// A character of this class, or the line's end, not part of the match.
    Ahead(fn(Option<char>) -> bool),
}

use After::{Ahead, Anything, Matched};

const fn rule(mark: char, before: Option<Class>, after: After, replacement: &'static str) -> Rule {
    Rule { mark, before, after, replacement }
}

const NOT_ALPHABETIC: Class = |c| !is_alphabetic(c);
const NOT_NUMBER: Class = |c| !c.is_numeric();
const BEFORE_NO_LOWERCASE: After = Ahead(|next| !next.is_some_and(is_lowercase));

/// Finnish and Swedish: `EU:ssa`.
const COLONS: [Rule; 1] = [rule(':', None, BEFORE_NO_LOWERCASE, " : ")];

const GLOTTAL_STOPS: [Rule; 1] = [rule('\'', None, BEFORE_NO_LOWERCASE, " ' ")];

const HYPHENS: [Rule; 1] = [rule('-', Some(is_alphanumeric), Ahead(|next| next.is_some_and(is_alphanumeric)), " @-@ ")];

const COMMAS: [Rule; 3] = [
    rule(',', Some(NOT_NUMBER), Anything, " , "),
    rule(',', None, Matched(NOT_NUMBER), " , "),
    rule(',', Some(char::is_numeric), Ahead(|next| next.is_none()), " , "),
];

/// All apostrophes are separated.
const SEPARATE: [Rule; 1] = [rule('\'', None, Anything, " ' ")];

/// English: `don 't`, `1990 's`.
const WITH_NEXT: [Rule; 5] = [
    rule('\'', Some(NOT_ALPHABETIC), Matched(NOT_ALPHABETIC), " ' "),
    rule('\'', Some(|c| !is_alphabetic(c) && !c.is_numeric()), Matched(is_alphabetic), " ' "),
    rule('\'', Some(is_alphabetic), Matched(NOT_ALPHABETIC), " ' "),
    rule('\'', Some(is_alphabetic), Matched(is_alphabetic), " '"),
    rule('\'', Some(char::is_numeric), Matched(|c| c == 's'), " '"),
];

/// French, Italian and others: `l' eau`.
const WITH_PREVIOUS: [Rule; 4] = [
    rule('\'', Some(NOT_ALPHABETIC), Matched(NOT_ALPHABETIC), " ' "),
    rule('\'', Some(NOT_ALPHABETIC), Matched(is_alphabetic), " ' "),
    rule('\'', Some(is_alphabetic), Matched(NOT_ALPHABETIC), " ' "),
    rule('\'', Some(is_alphabetic), Matched(is_alphabetic), "' "),
];

/// Somali and Tetum: apostrophes between letters are letters.
const INSIDE: &[Rule] = WITH_PREVIOUS.split_at(3).0;

impl Rules {
    pub fn new(settings: &Settings) -> Self {
        let language = settings.language();
        let (joining, inner): (_, &[Rule]) = match language {
            "fi" | "sv" => (Some(':'), &COLONS),
            "tdt" => (None, &GLOTTAL_STOPS),
            "ca" => (Some('·'), &[]),
            _ => (None, &[]),
        };
        let hyphens: &[Rule] = match settings.hyphens() {
            Hyphens::Keep => &[],
            Hyphens::Split => &HYPHENS,
        };
        let apostrophes: &[Rule] = match language {
            "en" => &WITH_NEXT,
            "fr" | "it" | "ga" | "ca" => &WITH_PREVIOUS,
            "so" | "tdt" => INSIDE,
            _ => &SEPARATE,
        };
        Rules { joining, substitutions: [inner, hyphens, &COMMAS, apostrophes] }
    }

    /// The line after all substitutions.
    pub fn substitute(&self, line: &str) -> String {
        let mut line = self.separate_symbols(line);
        for rule in self.substitutions.into_iter().flatten() {
            if line.contains(rule.mark) {
                line = rule.substitute(&line);
            }
        }
        line
    }

    /// The line without control characters, with one space for white space, spaces around symbols, and spaces around two
    /// and more periods.
    fn separate_symbols(&self, line: &str) -> String {
        let mut output = String::with_capacity(2 * line.len());
        let mut periods = 0;
        let mut previous = ' ';
        for c in line.chars().filter(|&c| c.is_whitespace() || c > '\u{1F}') {
            let c = if c.is_whitespace() { ' ' } else { c };
            if (previous, c) == (' ', ' ') {
                continue;
            }
            previous = c;
            if c == '.' {
                periods += 1;
                continue;
            }
            push_periods(periods, &mut output);
            periods = 0;
            if is_alphanumeric(c) || matches!(c, ' ' | '\'' | '`' | ',' | '-') || Some(c) == self.joining {
                output.push(c);
            } else {
                output.extend([' ', c, ' ']);
            }
        }
        push_periods(periods, &mut output);
        output.truncate(output.trim_end_matches(' ').len());
        output
    }
}

/// Appends a run of periods.
fn push_periods(count: usize, output: &mut String) {
    let around = if count > 1 { " " } else { "" };
    output.push_str(around);
    output.extend(std::iter::repeat_n('.', count));
    output.push_str(around);
}

impl Rule {
    /// The text after the substitution.
    fn substitute(&self, text: &str) -> String {
        let mut output = String::with_capacity(2 * text.len());
        // End of what was appended, and of the last match.
        let (mut copied, mut matched) = (0, 0);
        for at in memchr_iter(self.mark as u8, text.as_bytes()) {
            if at < matched {
                continue;
            }
            let before = text[matched..at].chars().next_back();
            let after = text[at + 1..].chars().next();
            let fits_before = self.before.is_none_or(|class| before.is_some_and(class));
            let (fits_after, end) = match self.after {
                Anything => (true, at + 1),
                Ahead(fits) => (fits(after), at + 1),
                Matched(class) => (after.is_some_and(class), at + 1 + after.map_or(0, char::len_utf8)),
            };
            if fits_before && fits_after {
                output.push_str(&text[copied..at]);
                output.push_str(self.replacement);
                (copied, matched) = (at + 1, end);
            }
        }
        output.push_str(&text[copied..]);
        output
    }
}

/// Perl's `IsAlpha`.
pub fn is_alphabetic(c: char) -> bool {
    c.is_alphabetic()
}

/// Perl's `IsLower`. The rules of [`BEFORE_NO_LOWERCASE`] have `Ll` in the script, which lacks characters such as `ª`.
pub fn is_lowercase(c: char) -> bool {
    c.is_lowercase()
}

/// Perl's `IsAlnum`: unlike Rust's, without numbers that are neither letters nor decimal digits, such as `²`.
fn is_alphanumeric(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || !c.is_ascii() && (c.is_alphabetic() || GeneralCategory::of(c) == GeneralCategory::DecimalNumber)
}
