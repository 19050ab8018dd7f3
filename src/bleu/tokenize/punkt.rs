//! Punkt: where sentences end, as NLTK finds it (Kiss and Strunk, "Unsupervised Multilingual Sentence Boundary Detection",
//! Computational Linguistics 32(4), 2006).
//!
//! A period ends a sentence unless its word is an abbreviation. Lists learned from text tell the abbreviations, and the words
//! that tend to follow them or to begin sentences. As in NLTK, each mark is decided by itself, from the words around it.

use super::fingerprint::fingerprint;
use super::general_category::GeneralCategory;
use super::nltk::{is_space, is_word};
use super::scan::is_white_space;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::ops::Range;

/// Punkt's parameters, learned from text of one language.
///
/// ```
/// use bleu::punkt::{Punkt, PunktFiles};
/// use bleu::{Definition, Tokenization};
/// use std::sync::Arc;
///
/// let files = PunktFiles { abbrev_types: "mr\n".to_owned(), ..PunktFiles::default() };
/// let punkt = Punkt::parse(&files).expect("no line is malformed");
/// assert_eq!(punkt.sentences("Mr. Bell left. She came."), [0..14, 15..24]);
///
/// let tokenization = Tokenization::NLTK.with_punkt(&Arc::new(punkt));
/// let definition = Definition::builder().tokenization(tokenization).build()?;
/// assert_eq!(definition.sentence_score("Mr. Bell left. She came.", &["Mr. Bell left . She came ."])?.value(), 1.0);
/// # Ok::<(), bleu::Error>(())
/// ```
pub struct Punkt {
    /// Words without their period, in lower case.
    abbreviations: HashSet<Box<str>>,
    /// Two words that belong together although a period is between them, with a tab between them.
    collocations: HashSet<Box<str>>,
    /// Words that often begin sentences.
    starters: HashSet<Box<str>>,
    /// Sets of contexts in which words occur, as bits.
    contexts: HashMap<Box<str>, u8>,
    fingerprint: String,
}

/// The contents of the files of NLTK's `punkt_tab` for a language.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PunktFiles {
    /// `abbrev_types.txt`: abbreviations without their last period, one per line.
    pub abbrev_types: String,
    /// `collocations.tab`: two words with a tab between them, per line.
    pub collocations: String,
    /// `sent_starters.txt`: words, one per line.
    pub sent_starters: String,
    /// `ortho_context.tab`: a word, a tab, and a sum of flags, per line.
    pub ortho_context: String,
}

/// The number of a line of `ortho_context.tab`, from 1, that is not a word, a tab and a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MalformedLine(pub usize);

impl fmt::Display for MalformedLine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "line {} of ortho_context.tab is not a word, a tab and a number", self.0)
    }
}

impl std::error::Error for MalformedLine {}

/// In upper case at the beginning of a sentence, in its middle, or at an unknown place.
const MIDDLE_UPPER: u8 = 1 << 2;
const UPPER: u8 = 1 << 1 | MIDDLE_UPPER | 1 << 3;
/// The same in lower case.
const BEGINNING_LOWER: u8 = 1 << 4;
const LOWER: u8 = BEGINNING_LOWER | 1 << 5 | 1 << 6;

/// The type of all numbers.
const NUMBER: &str = "##number##";

impl Punkt {
    /// Reads the lists.
    ///
    /// # Errors
    /// If a line of `ortho_context` is malformed.
    pub fn parse(files: &PunktFiles) -> Result<Punkt, MalformedLine> {
        let words = |text: &str| lines(text).map(Box::from).collect::<HashSet<Box<str>>>();
        let mut contexts = HashMap::new();
        for (place, line) in lines(&files.ortho_context).enumerate() {
            let entry = line.split_once('\t').and_then(|(word, flags)| Some((word, flags.parse().ok()?)));
            let (word, flags) = entry.ok_or(MalformedLine(place + 1))?;
            contexts.insert(word.into(), flags);
        }
        let all = [&files.abbrev_types, &files.collocations, &files.sent_starters, &files.ortho_context];
        Ok(Punkt {
            abbreviations: words(&files.abbrev_types),
            collocations: words(&files.collocations),
            starters: words(&files.sent_starters),
            contexts,
            fingerprint: fingerprint(all.map(|text| sorted(text)).join("\n\n").as_bytes()),
        })
    }

    /// First twelve hexadecimal digits of the SHA-256 sum of the lists, each sorted.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// The sentences of a line, in bytes.
    pub fn sentences(&self, line: &str) -> Vec<Range<usize>> {
        let mut sentences = Vec::new();
        let mut parts = self.parts(line).into_iter().peekable();
        // Length of the closing marks that went from the beginning of this part to the end of the last sentence.
        let mut moved = 0;
        while let Some(part) = parts.next() {
            let start = part.start + moved;
            let marks = parts.peek().and_then(|next| Some((next.start, closing_marks(line.get(next.clone())?)?)));
            if let Some((next, (marks, with_space))) = marks {
                sentences.push(start..next + marks);
                moved = with_space;
            } else {
                moved = 0;
                if start < part.end {
                    sentences.push(start..part.end);
                }
            }
        }
        sentences
    }

    /// The parts of a line between the marks that end sentences. Closing marks after such a mark are in the next part.
    fn parts(&self, line: &str) -> Vec<Range<usize>> {
        let (mut parts, mut start) = (Vec::new(), 0);
        for mark in candidates(line) {
            if self.ends_sentence(&line[mark.word_start..mark.context_end]) {
                parts.push(start..mark.at + 1);
                start = mark.next_start;
            }
        }
        parts.push(start..line.trim_end_matches(is_white_space).len().max(start));
        parts
    }

    /// Whether a sentence ends in a short text before its last token.
    fn ends_sentence(&self, text: &str) -> bool {
        let mut tokens = Tokens(text).map(|text| self.token(text)).peekable();
        while let Some(mut token) = tokens.next() {
            let Some(next) = tokens.peek() else { return false };
            self.reconsider(&mut token, next);
            if token.ends_sentence {
                return true;
            }
        }
        false
    }

    /// Classifies a token by itself.
    fn token<'a>(&self, text: &'a str) -> Token<'a> {
        let is_ellipsis = text.len() > 1 && text.bytes().all(|byte| byte == b'.');
        let word = text.strip_suffix('.').filter(|word| !word.is_empty() && !word.ends_with('.'));
        let is_abbreviation = word.is_some_and(|word| {
            let word = word.to_lowercase();
            let last = word.rsplit('-').next().unwrap_or_default();
            [&word, last].into_iter().any(|word| self.abbreviations.contains(word))
        });
        let ends_sentence = matches!(text, "." | "?" | "!") || word.is_some() && !is_abbreviation;
        Token { text, kind: kind(text), is_abbreviation: is_abbreviation || is_ellipsis, ends_sentence }
    }

    /// Classifies a token that ends in a period again, by the token after it.
    fn reconsider(&self, token: &mut Token, next: &Token) {
        if !token.text.ends_with('.') {
            return;
        }
        let (kind, next_kind) = (token.kind_without_period(), next.kind_in_sentence());
        if self.collocations.contains(&*format!("{kind}\t{next_kind}")) {
            token.ends_sentence = false;
            return;
        }
        let begins = self.begins_sentence(next);
        let is_initial = token.is_initial();
        if token.is_abbreviation
            && !is_initial
            && (begins == Some(true) || next.is_upper() && self.starters.contains(next_kind))
        {
            token.ends_sentence = true;
        } else if is_initial || kind == NUMBER {
            let is_name = || is_initial && next.is_upper() && self.contexts_of(next_kind) & LOWER == 0;
            if begins == Some(false) || begins.is_none() && is_name() {
                token.ends_sentence = false;
            }
        }
    }

    /// Whether a token begins a sentence, by its case and the contexts in which it occurs; `None` if these do not tell.
    fn begins_sentence(&self, token: &Token) -> Option<bool> {
        if matches!(token.text, ";" | ":" | "," | "." | "!" | "?") {
            return Some(false);
        }
        let contexts = self.contexts_of(token.kind_in_sentence());
        if token.is_upper() && contexts & LOWER != 0 && contexts & MIDDLE_UPPER == 0 {
            return Some(true);
        }
        let is_lower = token.text.starts_with(char::is_lowercase);
        (is_lower && (contexts & UPPER != 0 || contexts & BEGINNING_LOWER == 0)).then_some(false)
    }

    fn contexts_of(&self, kind: &str) -> u8 {
        self.contexts.get(kind).copied().unwrap_or_default()
    }
}

impl fmt::Debug for Punkt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Punkt").field("fingerprint", &self.fingerprint).finish_non_exhaustive()
    }
}

/// A word with its period, or a mark.
struct Token<'a> {
    text: &'a str,
    /// The text in lower case; one for all numbers.
    kind: String,
    /// An abbreviation or an ellipsis.
    is_abbreviation: bool,
    ends_sentence: bool,
}

impl Token<'_> {
    fn kind_without_period(&self) -> &str {
        self.kind.strip_suffix('.').filter(|kind| !kind.is_empty()).unwrap_or(&self.kind)
    }

    /// The kind, without a period that ends a sentence.
    fn kind_in_sentence(&self) -> &str {
        if self.ends_sentence { self.kind_without_period() } else { &self.kind }
    }

    fn is_upper(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }

    /// Whether this is one letter and a period.
    fn is_initial(&self) -> bool {
        let mut chars = self.text.chars();
        chars.next().is_some_and(|c| is_word(c) && !is_digit(c)) && chars.as_str() == "."
    }
}

/// A question mark, exclamation mark or period that may end a sentence.
struct Candidate {
    at: usize,
    /// Where its word starts.
    word_start: usize,
    /// Where the mark or the word after it ends.
    context_end: usize,
    /// Where the next sentence begins, if one ends here.
    next_start: usize,
}

/// The candidates of a line. Of several in a word, as in `No?!`, the last one.
fn candidates(line: &str) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    for (at, _) in line.match_indices(['.', '?', '!']) {
        let rest = &line[at + 1..];
        let Some(next) = rest.chars().next() else { break };
        let (context_end, next_start) = if is_non_word(next) {
            (at + 1 + next.len_utf8(), at + 1)
        } else {
            let word = rest.trim_start_matches(is_space);
            if word.is_empty() || word.len() == rest.len() {
                continue;
            }
            let start = line.len() - word.len();
            (start + word.find(is_space).unwrap_or(word.len()), start)
        };
        // The word begins after ASCII's white space, or where the word of the last candidate does.
        let (from, last_start) = candidates.last().map_or((0, 0), |last| (last.at, last.word_start));
        let space = line[from..at].rfind(is_ascii_space).filter(|&space| space > 0);
        let word_start = space.map_or(last_start, |space| from + space + 1);
        if word_start < from {
            candidates.pop();
        }
        candidates.push(Candidate { at, word_start, context_end, next_start });
    }
    candidates
}

fn is_ascii_space(c: char) -> bool {
    matches!(c, '\t'..='\r' | ' ')
}

/// Tokens of a short text.
struct Tokens<'a>(&'a str);

impl<'a> Iterator for Tokens<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let text = self.0.trim_start_matches(is_space);
        let first = text.chars().next()?;
        let length = match run_of_marks(text) {
            Some(length) => length,
            None if begins_word(first) => {
                let ends = |&(at, _): &(usize, char)| ends_word(&text[at..]);
                text.char_indices().skip(1).find(ends).map_or(text.len(), |(at, _)| at)
            }
            None => first.len_utf8(),
        };
        let (token, rest) = text.split_at(length);
        self.0 = rest;
        Some(token)
    }
}

/// Length of a run of hyphens or periods at the start of a text; white space may be between three periods or more.
fn run_of_marks(text: &str) -> Option<usize> {
    for mark in ['-', '.'] {
        let length = text.len() - text.trim_start_matches(mark).len();
        if length > 1 {
            return Some(length);
        }
    }
    let (mut length, mut periods) = (0, 0);
    while let Some(rest) = text[length..].strip_prefix('.') {
        periods += 1;
        let Some(space) = rest.chars().next().filter(|&c| is_space(c) && rest[c.len_utf8()..].starts_with('.')) else {
            return (periods > 2).then_some(length + 1);
        };
        length += 1 + space.len_utf8();
    }
    None
}

/// Whether a word ends before this text.
fn ends_word(text: &str) -> bool {
    let ends =
        |text: &str| text.chars().next().is_none_or(|c| is_space(c) || is_non_word(c)) || run_of_marks(text).is_some();
    ends(text) || text.strip_prefix(',').is_some_and(ends)
}

/// Whether a word can begin with this character, which is not white space.
fn begins_word(c: char) -> bool {
    !matches!(c, '(' | '"' | '`' | '{' | '[' | ':' | ';' | '&' | '#' | '*' | '@' | ')' | '}' | ']' | '-' | ',')
}

/// Whether this character is in no word, except as its first.
fn is_non_word(c: char) -> bool {
    matches!(c, ')' | '"' | ';' | '}' | ']' | '*' | ':' | '@' | '\'' | '(' | '{' | '[' | '?' | '!') || is_curly(c)
}

fn is_curly(c: char) -> bool {
    matches!(c, '‘' | '’' | '“' | '”' | '«' | '»')
}

/// Lengths of the closing marks that a part begins with, without and with the white space after them. White space, two
/// hyphens or the end of the part follow them.
fn closing_marks(part: &str) -> Option<(usize, usize)> {
    let closes = |c: char| matches!(c, '"' | '\'' | ')' | ']' | '}') || is_curly(c);
    let after = part.trim_start_matches(closes);
    let marks = part.len() - after.len();
    let spaces = after.len() - after.trim_start_matches(is_space).len();
    let is_followed = spaces > 0 || after.is_empty() || after.starts_with("--");
    (marks > 0 && is_followed).then_some((marks, marks + spaces))
}

fn is_digit(c: char) -> bool {
    GeneralCategory::of(c) == GeneralCategory::DecimalNumber
}

/// The kind of a token.
fn kind(token: &str) -> String {
    let number = token.strip_prefix('-').unwrap_or(token);
    let number = number.strip_prefix(['.', ',']).unwrap_or(number);
    let is_number = number.starts_with(is_digit) && number.chars().all(|c| is_digit(c) || matches!(c, ',' | '.' | '-'));
    if is_number { NUMBER.to_owned() } else { token.to_lowercase() }
}

/// Lines of a file.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.split_terminator('\n')
}

fn sorted(text: &str) -> String {
    let mut all: Vec<&str> = lines(text).collect();
    all.sort_unstable();
    all.join("\n")
}
