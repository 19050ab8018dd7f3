//! NLTK's word_tokenize as substitutions at places of a list of characters, one after the other.

use super::tokens::has_property;
use unicode_normalization::char::is_combining_mark;

/// Replaces matches from left to right: `find` returns the length of a match at a place of the text, and its replacement.
fn substitute(text: &[char], find: impl Fn(&[char], usize) -> Option<(usize, String)>) -> Vec<char> {
    let (mut out, mut at) = (Vec::new(), 0);
    while at < text.len() {
        match find(text, at) {
            Some((length, replacement)) => {
                out.extend(replacement.chars());
                at += length;
            }
            None => {
                out.push(text[at]);
                at += 1;
            }
        }
    }
    out
}

fn string(text: &[char]) -> String {
    text.iter().collect()
}

fn is_space(c: char) -> bool {
    c.is_whitespace() || ('\u{1C}'..='\u{1F}').contains(&c)
}

/// As Python's `regex` has `\s`.
fn is_space_for_regex(c: char) -> bool {
    c.is_whitespace()
}

/// As Python's `re` has `\w`.
fn is_word_for_re(c: char) -> bool {
    c == '_' || has_property(c, "L") || has_property(c, "N")
}

/// As Python's `regex` has `\w`.
fn is_word(c: char) -> bool {
    let joins = "_\u{200C}\u{200D}\u{203F}\u{2040}\u{2054}\u{FE33}\u{FE34}\u{FE4D}\u{FE4E}\u{FE4F}\u{FF3F}".contains(c);
    joins || c.is_alphabetic() || is_combining_mark(c) || has_property(c, "L") || has_property(c, "Nd")
}

/// Whether a text has these ASCII letters at a place, in any case.
fn has(text: &[char], at: usize, word: &str) -> bool {
    let found = text.get(at..at + word.len());
    found.is_some_and(|found| string(found).eq_ignore_ascii_case(word))
}

/// Whether no word goes on at a place.
fn is_boundary(text: &[char], at: usize) -> bool {
    let is_word_at = |at: usize| text.get(at).is_some_and(|c| is_word_for_re(*c));
    at == 0 && is_word_at(0)
        || at > 0 && is_word_at(at - 1) != is_word_at(at)
        || at == text.len() && at > 0 && is_word_at(at - 1)
}

/// Puts spaces around the characters of a set.
fn apart(text: &[char], set: &str) -> Vec<char> {
    substitute(text, |text, at| set.contains(text[at]).then(|| (1, format!(" {} ", text[at]))))
}

/// Puts spaces around runs of a character that have at least this length.
fn runs_apart(text: &[char], c: char, least: usize) -> Vec<char> {
    substitute(text, |text, at| {
        let length = text[at..].iter().take_while(|found| **found == c).count();
        (length >= least).then(|| (length, format!(" {} ", string(&text[at..at + length]))))
    })
}

pub fn tokens(line: &str) -> Vec<String> {
    let text: Vec<char> = line.chars().collect();
    let mut text = runs_apart(&apart(&text, "«“‘„"), '`', 1);
    if text.first() == Some(&'"') {
        text.splice(..1, ['`', '`']);
    }
    text = substitute(&text, |text, at| has(text, at, "``").then(|| (2, " `` ".to_owned())));
    text = substitute(&text, |text, at| {
        let length = if has(text, at + 1, "\"") { 1 } else { 2 };
        let opens = " ([{<".contains(text[at]) && (length == 1 || has(text, at + 1, "''"));
        opens.then(|| (1 + length, format!("{} `` ", text[at])))
    });
    text = substitute(&text, |text, at| {
        let opens =
            text[at] == '\'' && (at == 0 || !is_word(text[at - 1])) && text.get(at + 1).is_some_and(|c| is_word(*c));
        let is_clitic = |word: &&str| {
            let end = at + 1 + word.len();
            let found = text.get(at + 1..end).map(|found| string(found).replace('ſ', "s").to_ascii_lowercase());
            found.as_deref() == Some(word) && !text.get(end).is_some_and(|c| is_word(*c))
        };
        let is_clitic = ["re", "ve", "ll", "m", "t", "s", "d", "n"].iter().any(is_clitic);
        (opens && !is_clitic).then(|| (1, "' ".to_owned()))
    });
    // The last period that only closing marks follow, and then white space.
    let period = (1..text.len()).rev().find(|&at| {
        let rest = &text[at + 1..];
        let closing = rest.iter().take_while(|c| "])}>\"' »”’".contains(**c)).count();
        text[at] == '.' && text[at - 1] != '.' && rest[closing..].iter().all(|c| is_space_for_regex(*c))
    });
    if let Some(at) = period {
        text = [&text[..at], &[' ', '.', ' '], &text[at + 1..], &[' ']].concat();
    }
    text = substitute(&text, |text, at| {
        let next = *text.get(at + 1)?;
        (":,".contains(text[at]) && !has_property(next, "Nd")).then(|| (2, format!(" {} {next}", text[at])))
    });
    if let Some(mark) = text.pop_if(|c| ":,".contains(*c)) {
        text.extend([' ', mark, ' ']);
    }
    text = runs_apart(&text, '.', 2);
    text = apart(&apart(&text, ";@#$%&\u{2012}\u{2013}\u{2014}\u{2015}"), "?!");
    text = substitute(&text, |text, at| {
        let is_end = text[at] != '\'' && has(text, at + 1, "' ");
        is_end.then(|| (3, format!("{} ' ", text[at])))
    });
    text = apart(&apart(&text, "*"), "[](){}<>");
    text = substitute(&text, |text, at| has(text, at, "--").then(|| (2, " -- ".to_owned())));
    text = [&[' '][..], &text, &[' ']].concat();
    text = apart(&text, "»”’");
    text = substitute(&text, |text, at| has(text, at, "''").then(|| (2, " '' ".to_owned())));
    text = substitute(&text, |text, at| (text[at] == '"').then(|| (1, " '' ".to_owned())));
    text = substitute(&text, |text, at| {
        let length = text[at..].iter().take_while(|c| is_space_for_regex(**c)).count();
        (length > 0).then(|| (length, " ".to_owned()))
    });
    for clitics in
        [&["'s", "'S", "'m", "'M", "'d", "'D", "'"][..], &["'ll", "'LL", "'re", "'RE", "'ve", "'VE", "n't", "N'T"]]
    {
        text = substitute(&text, |text, at| {
            let follows = |clitic: &&&str| string(&text[at + 1..]).starts_with(&format!("{clitic} "));
            let clitic = clitics.iter().filter(|_| !"' ".contains(text[at])).find(follows)?;
            Some((clitic.len() + 2, format!("{} {clitic} ", text[at])))
        });
    }
    for (first, second) in [
        ("can", "not"),
        ("d", "'ye"),
        ("gim", "me"),
        ("gon", "na"),
        ("got", "ta"),
        ("lem", "me"),
        ("more", "'n"),
        ("wan", "na"),
    ] {
        text = substitute(&text, |text, at| {
            let middle = at + first.len();
            let end = middle + second.len();
            let is_whole = match first {
                "wan" => text.get(end).is_some_and(|c| is_space(*c)),
                _ => is_boundary(text, end),
            };
            let is_there = is_boundary(text, at) && has(text, at, first) && has(text, middle, second) && is_whole;
            is_there.then(|| (end - at, format!(" {} {} ", string(&text[at..middle]), string(&text[middle..end]))))
        });
    }
    string(&text).split(is_space).filter(|token| !token.is_empty()).map(str::to_owned).collect()
}
