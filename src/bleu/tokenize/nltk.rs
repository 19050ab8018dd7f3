//! NLTK's word_tokenize: the conventions of the Penn Treebank, as NLTK 3.10 has them.
//!
//! NLTK rewrites a sentence in passes. Most of them put spaces around marks. It then splits at white space. The passes
//! here are in NLTK's order, which decides where marks meet. They are written from what the passes do to texts; the passes
//! between which no other one looks at spaces are joined.
//!
//! NLTK first splits the text into sentences, by data that is not part of NLTK ([`Punkt`]). It matters for periods alone: the
//! last one of a sentence is a token, others stay with their words. Without the data, a line is one sentence, and
//! [`may_hold_sentences`] tells which lines the data might split.

use super::custom::CustomSplitter;
use super::general_category::GeneralCategory;
use super::punkt::Punkt;
use super::scan::is_white_space;
use super::tokenization::Tokenization;
use std::sync::Arc;
use unicode_normalization::char::is_combining_mark;

pub(super) const TOKENIZATION: Tokenization = Tokenization::by_sentences(
    "nltk",
    "NLTK's word_tokenize, after the Penn Treebank, in sentences if Punkt's data is installed",
    None,
    |_, punkt| {
        let mut words = WordTokenizer::new(punkt);
        Box::new(CustomSplitter::new(move |line: &str, push: &mut dyn FnMut(&str)| words.tokens(line, push)))
    },
);

/// Endings that follow a word after an apostrophe, and are tokens.
const CLITICS: [&str; 8] = ["re", "ve", "ll", "m", "t", "s", "d", "n"];

/// Words that are two tokens, with the length of the first one.
const CONTRACTIONS: [(&str, usize); 8] =
    [("cannot", 3), ("d'ye", 1), ("gimme", 3), ("gonna", 3), ("gotta", 3), ("lemme", 3), ("more'n", 4), ("wanna", 3)];

/// A pass from a text to the next.
struct Pass {
    rewrite: fn(&str, &mut String),
    /// Without one of these characters in the line, the pass changes no token.
    needs: fn(Found) -> bool,
}

/// The passes, in NLTK's order.
const PASSES: [Pass; 14] = [
    Pass { rewrite: quotes_that_open, needs: |found| found.backtick || found.wide },
    Pass { rewrite: quote_at_start, needs: |found| found.quote },
    Pass { rewrite: backticks, needs: |found| found.backtick || found.quote },
    Pass { rewrite: quotes_after_opening, needs: |found| found.quote || found.apostrophe },
    Pass { rewrite: apostrophes_that_open, needs: |found| found.apostrophe },
    Pass { rewrite: final_period, needs: |found| found.mark },
    Pass { rewrite: colons_and_commas, needs: |found| found.mark },
    Pass { rewrite: marks, needs: |found| found.mark || found.wide },
    Pass { rewrite: apostrophes_before_spaces, needs: |found| found.apostrophe },
    Pass { rewrite: brackets_and_dashes, needs: |found| found.mark },
    Pass { rewrite: quotes_that_close, needs: |found| found.apostrophe || found.quote || found.wide },
    Pass { rewrite: short_clitics, needs: |found| found.apostrophe || found.quote },
    Pass { rewrite: long_clitics, needs: |found| found.apostrophe || found.quote },
    Pass { rewrite: contractions, needs: |_| true },
];

/// Characters that a line has: passes over others are left out.
#[derive(Clone, Copy, Default)]
struct Found {
    apostrophe: bool,
    backtick: bool,
    /// A double quote.
    quote: bool,
    /// Any other mark of ASCII.
    mark: bool,
    /// A character outside ASCII.
    wide: bool,
}

impl Found {
    fn of(line: &str) -> Found {
        let mut found = Found::default();
        for byte in line.bytes() {
            found.apostrophe |= byte == b'\'';
            found.backtick |= byte == b'`';
            found.quote |= byte == b'"';
            found.mark |= byte.is_ascii_punctuation() && !matches!(byte, b'\'' | b'`' | b'"');
            found.wide |= !byte.is_ascii();
        }
        found
    }
}

/// Tokenizes lines; keeps its memory from one to the next.
pub(super) struct WordTokenizer {
    /// Finds the sentences. Without it, a line is one.
    punkt: Option<Arc<Punkt>>,
    /// The text after the passes so far, and memory for the next one.
    text: String,
    next: String,
}

impl WordTokenizer {
    pub fn new(punkt: Option<Arc<Punkt>>) -> WordTokenizer {
        WordTokenizer { punkt, text: String::new(), next: String::new() }
    }

    /// Calls `push` with each token of a line.
    pub fn tokens(&mut self, line: &str, push: &mut dyn FnMut(&str)) {
        match self.punkt.as_ref().map(|punkt| punkt.sentences(line)) {
            Some(sentences) => sentences.into_iter().for_each(|sentence| self.words(&line[sentence], push)),
            None => self.words(line, push),
        }
    }

    /// Calls `push` with each token of a sentence.
    fn words(&mut self, sentence: &str, push: &mut dyn FnMut(&str)) {
        self.text.clear();
        self.text.push_str(sentence);
        let found = Found::of(sentence);
        for pass in PASSES.iter().filter(|pass| (pass.needs)(found)) {
            self.next.clear();
            (pass.rewrite)(&self.text, &mut self.next);
            std::mem::swap(&mut self.text, &mut self.next);
        }
        self.text.split(is_white_space).filter(|token| !token.is_empty()).for_each(push);
    }
}

/// Whether Punkt might split a line into several sentences, one of them ending in a period: the line has a period, perhaps
/// with closing marks after it, before white space and further text.
#[cfg(feature = "cli")]
pub(crate) fn may_hold_sentences(line: &str) -> bool {
    let line = line.trim_end_matches(is_white_space);
    line.match_indices('.').any(|(at, _)| {
        let rest = line[at + 1..].trim_start_matches(|c: char| !c.is_alphanumeric() && !is_white_space(c) && c != '.');
        rest.starts_with(is_white_space)
    })
}

/// Whether a character belongs to words for the package `regex`, which NLTK takes for all but contractions.
pub(super) fn is_word(c: char) -> bool {
    c == '_'
        || c.is_ascii_alphanumeric()
        || !c.is_ascii()
            && (c.is_alphabetic()
                || is_combining_mark(c)
                || matches!(GeneralCategory::of(c), GeneralCategory::Letter | GeneralCategory::DecimalNumber)
                || matches!(c, '\u{200C}' | '\u{200D}' | '‿' | '⁀' | '⁔' | '︳' | '︴' | '﹍' | '﹎' | '﹏' | '＿'))
}

/// Whether a character belongs to words for Python's `re`.
fn is_word_for_re(c: char) -> bool {
    c == '_'
        || c.is_ascii_alphanumeric()
        || !c.is_ascii()
            && matches!(
                GeneralCategory::of(c),
                GeneralCategory::Letter | GeneralCategory::DecimalNumber | GeneralCategory::OtherNumber
            )
}

/// White space for the package `regex`, without the four separators that Python's `split` knows too.
pub(super) fn is_space(c: char) -> bool {
    is_white_space(c) && !matches!(c, '\u{1C}'..='\u{1F}')
}

/// A text that is written with a look at the characters before and after each.
struct Rewriting<'a, 'b> {
    rest: &'a str,
    before: Option<char>,
    output: &'b mut String,
}

impl<'a, 'b> Rewriting<'a, 'b> {
    fn new(text: &'a str, output: &'b mut String) -> Self {
        Rewriting { rest: text, before: None, output }
    }

    /// Writes everything before the next character of a class, and returns this one, which is not written.
    fn next(&mut self, class: impl Fn(char) -> bool) -> Option<char> {
        let at = self.rest.find(class);
        match at.unwrap_or(self.rest.len()) {
            0 => (),
            length => self.copy(length),
        }
        self.rest.chars().next()
    }

    /// Takes the next `length` bytes, which are not empty, without writing them.
    fn skip(&mut self, length: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(length);
        (self.before, self.rest) = (taken.chars().next_back(), rest);
        taken
    }

    /// Writes the next `length` bytes.
    fn copy(&mut self, length: usize) {
        let taken = self.skip(length);
        self.output.push_str(taken);
    }

    /// Writes the next `length` bytes with spaces around them.
    fn set_apart(&mut self, length: usize) {
        let taken = self.skip(length);
        self.output.extend([" ", taken, " "]);
    }

    /// Writes another text with spaces around it for the next `length` bytes.
    fn replace(&mut self, length: usize, text: &str) {
        self.skip(length);
        self.output.extend([" ", text, " "]);
    }
}

/// Length in bytes of the run of a character that a text begins with.
fn run(text: &str, c: char) -> usize {
    text.len() - text.trim_start_matches(c).len()
}

/// Sets quotes apart that can only open, and runs of backticks.
fn quotes_that_open(text: &str, output: &mut String) {
    let mut quotes = Rewriting::new(text, output);
    while let Some(c) = quotes.next(|c| matches!(c, '«' | '“' | '‘' | '„' | '`')) {
        match c {
            '«' | '“' | '‘' | '„' => quotes.set_apart(c.len_utf8()),
            '`' => quotes.set_apart(run(quotes.rest, '`')),
            _ => quotes.copy(c.len_utf8()),
        }
    }
}

/// Writes two backticks for a double quote at the start.
fn quote_at_start(text: &str, output: &mut String) {
    match text.strip_prefix('"') {
        Some(rest) => output.extend(["``", rest]),
        None => output.push_str(text),
    }
}

/// Sets each two backticks apart.
fn backticks(text: &str, output: &mut String) {
    let mut backticks = Rewriting::new(text, output);
    while let Some(c) = backticks.next(|c| c == '`') {
        if backticks.rest.starts_with("``") { backticks.set_apart(2) } else { backticks.copy(c.len_utf8()) }
    }
}

/// Writes two backticks for double quotes after a space or an opening bracket.
fn quotes_after_opening(text: &str, output: &mut String) {
    let mut quotes = Rewriting::new(text, output);
    while let Some(c) = quotes.next(|c| matches!(c, '"' | '\'')) {
        let is_open = matches!(quotes.before, Some(' ' | '(' | '[' | '{' | '<'));
        let quote = ["\"", "''"].into_iter().find(|quote| is_open && quotes.rest.starts_with(quote));
        match quote {
            Some(quote) => quotes.replace(quote.len(), "``"),
            None => quotes.copy(c.len_utf8()),
        }
    }
}

/// Writes a space after an apostrophe before a word that is not a clitic.
fn apostrophes_that_open(text: &str, output: &mut String) {
    let mut apostrophes = Rewriting::new(text, output);
    while let Some(c) = apostrophes.next(|c| c == '\'') {
        let opens = !apostrophes.before.is_some_and(is_word) && opens_word(&apostrophes.rest[1..]);
        apostrophes.copy(c.len_utf8());
        if opens {
            apostrophes.output.push(' ');
        }
    }
}

/// Whether the text after an apostrophe begins with a word that is not a clitic.
fn opens_word(rest: &str) -> bool {
    let word = &rest[..rest.len() - rest.trim_start_matches(is_word).len()];
    // Python takes the long s for an s if case does not count.
    !word.is_empty() && !CLITICS.iter().any(|clitic| word.replace('ſ', "s").eq_ignore_ascii_case(clitic))
}

/// Sets the period at the end of the sentence apart, before any closing marks, unless a period is before it.
fn final_period(text: &str, output: &mut String) {
    let closes = |c: char| matches!(c, ']' | ')' | '}' | '>' | '"' | '\'' | ' ' | '»' | '”' | '’');
    let end = text.trim_end_matches(is_space).trim_end_matches(closes);
    match end.strip_suffix('.') {
        Some(start) if !start.is_empty() && !start.ends_with('.') => {
            output.extend([start, " . ", &text[end.len()..], " "]);
        }
        _ => output.push_str(text),
    }
}

/// Sets colons and commas apart, unless a digit follows.
fn colons_and_commas(text: &str, output: &mut String) {
    let mut marks = Rewriting::new(text, output);
    while let Some(c) = marks.next(|c| matches!(c, ':' | ',')) {
        let length = c.len_utf8();
        let after = marks.rest[length..].chars().next();
        let is_digit = |c| GeneralCategory::of(c) == GeneralCategory::DecimalNumber;
        match (c, after) {
            (':' | ',', None) => marks.set_apart(length),
            (':' | ',', Some(after)) if !is_digit(after) => {
                marks.set_apart(length);
                // The pass takes two characters, so that the second of two marks stays as it is, except at the end.
                let is_last = after.len_utf8() == marks.rest.len() && matches!(after, ':' | ',');
                if is_last { marks.set_apart(after.len_utf8()) } else { marks.copy(after.len_utf8()) }
            }
            _ => marks.copy(length),
        }
    }
}

/// Sets runs of periods, and most other marks, apart.
fn marks(text: &str, output: &mut String) {
    let mut marks = Rewriting::new(text, output);
    let is_mark = |c| matches!(c, '.' | ';' | '@' | '#' | '$' | '%' | '&' | '?' | '!' | '\u{2012}'..='\u{2015}');
    while let Some(c) = marks.next(is_mark) {
        match c {
            '.' => match run(marks.rest, '.') {
                1 => marks.copy(1),
                periods => marks.set_apart(periods),
            },
            _ => marks.set_apart(c.len_utf8()),
        }
    }
}

/// Sets an apostrophe apart that a space follows, unless another one is before it.
fn apostrophes_before_spaces(text: &str, output: &mut String) {
    let mut apostrophes = Rewriting::new(text, output);
    // Length of the rest at the end of the last match. The next match begins there or later, with another character.
    let mut end = text.len();
    while apostrophes.next(|c| c == '\'').is_some() {
        let is_first = apostrophes.rest.len() == end;
        if !is_first && apostrophes.before != Some('\'') && apostrophes.rest.starts_with("' ") {
            apostrophes.skip(2);
            apostrophes.output.push_str(" ' ");
            end = apostrophes.rest.len();
        } else {
            apostrophes.copy(1);
        }
    }
}

/// Sets asterisks, brackets and double dashes apart.
fn brackets_and_dashes(text: &str, output: &mut String) {
    let mut marks = Rewriting::new(text, output);
    let is_mark = |c| matches!(c, '*' | '[' | ']' | '(' | ')' | '{' | '}' | '<' | '>' | '-');
    while let Some(c) = marks.next(is_mark) {
        match c {
            '*' | '[' | ']' | '(' | ')' | '{' | '}' | '<' | '>' => marks.set_apart(1),
            '-' if marks.rest.starts_with("--") => marks.set_apart(2),
            _ => marks.copy(c.len_utf8()),
        }
    }
}

/// Sets closing quotes apart, writes two apostrophes for double quotes, and one space for each run of white space. A space is
/// at both ends.
fn quotes_that_close(text: &str, output: &mut String) {
    let mut quotes = Rewriting::new(text, output);
    quotes.output.push(' ');
    let is_rewritten = |c| matches!(c, '»' | '”' | '’' | '\'' | '"') || is_space(c);
    while let Some(c) = quotes.next(is_rewritten) {
        match c {
            '»' | '”' | '’' => quotes.set_apart(c.len_utf8()),
            '\'' if quotes.rest.starts_with("''") => quotes.set_apart(2),
            '"' => quotes.replace(1, "''"),
            _ if is_space(c) => {
                quotes.skip(c.len_utf8());
                quotes.output.push(' ');
            }
            _ => quotes.copy(c.len_utf8()),
        }
    }
    quotes.output.push(' ');
}

fn short_clitics(text: &str, output: &mut String) {
    clitics(text, is_short_clitic, output);
}

fn long_clitics(text: &str, output: &mut String) {
    clitics(text, is_long_clitic, output);
}

/// Sets apart what ends a word, if `is_clitic` holds for it; an apostrophe before it keeps it with the word. One space is
/// between words, and at both ends.
fn clitics(text: &str, is_clitic: fn(&str) -> bool, output: &mut String) {
    output.push(' ');
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        // The longest ending has three bytes; the leftmost that fits is taken.
        let starts = word.char_indices().skip(1).map(|(at, _)| at).filter(|at| word.len() - at <= 3);
        let mut clitic = starts.filter(|&at| is_clitic(&word[at..]) && !word[..at].ends_with('\''));
        match clitic.next() {
            Some(at) => output.extend([&word[..at], " ", &word[at..], " "]),
            None => output.extend([word, " "]),
        }
    }
}

fn is_short_clitic(ending: &str) -> bool {
    matches!(ending, "'" | "'s" | "'S" | "'m" | "'M" | "'d" | "'D")
}

fn is_long_clitic(ending: &str) -> bool {
    matches!(ending, "'ll" | "'LL" | "'re" | "'RE" | "'ve" | "'VE" | "n't" | "N'T")
}

/// Splits words that are contracted of two.
fn contractions(text: &str, output: &mut String) {
    let mut words = Rewriting::new(text, output);
    let may_begin = |c| matches!(c, 'c' | 'd' | 'g' | 'l' | 'm' | 'w' | 'C' | 'D' | 'G' | 'L' | 'M' | 'W');
    while let Some(c) = words.next(may_begin) {
        let rest = words.rest;
        let begins = |word: &str| {
            let start = rest.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word));
            start && !rest[word.len()..].starts_with(is_word_for_re)
        };
        let is_whole = |word: &str| {
            let after = &rest[word.len()..];
            word != "wanna" || after.is_empty() || after.starts_with(is_white_space)
        };
        let is_inside = words.before.is_some_and(is_word_for_re);
        let contraction = CONTRACTIONS.iter().find(|(word, _)| !is_inside && begins(word) && is_whole(word));
        match contraction {
            Some((word, first)) => {
                words.set_apart(*first);
                words.set_apart(word.len() - first);
            }
            None => words.copy(c.len_utf8()),
        }
    }
}
