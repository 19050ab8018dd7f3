//! The tokenizer of Moses as its script is written: substitutions in lists of characters, each over the whole line.

use bleu::Tokenization;
use bleu::moses::Prefixes;

/// A list of prefixes for these tests: of any language, `No` before numbers only.
const PREFIXES: &str = "Mr\nz.B\na\n5\nNo #NUMERIC_ONLY#\n";

/// Tokenizers of languages with rules of their own.
pub fn all() -> Vec<Tokenization> {
    let names = ["moses:en", "moses-a:en", "moses:fr", "moses:de", "moses-a:fi", "moses:ca", "moses:tdt", "moses:so"];
    names.map(|name| Tokenization::moses(&name.parse().unwrap(), Prefixes::parse(PREFIXES))).into()
}

/// Condition on a character; `None` is an end of the line.
type Class = fn(Option<char>) -> bool;

fn alphabetic(c: Option<char>) -> bool {
    c.is_some_and(char::is_alphabetic)
}

fn alphanumeric(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_alphabetic() || c.is_numeric() && super::tokens::has_property(c, "Nd"))
}

fn number(c: Option<char>) -> bool {
    c.is_some_and(char::is_numeric)
}

fn lowercase(c: Option<char>) -> bool {
    c.is_some_and(char::is_lowercase)
}

const NOT_ALPHABETIC: Class = |c| c.is_some() && !alphabetic(c);
const NOT_NUMBER: Class = |c| c.is_some() && !number(c);

/// `s/(before)mark(after)/$1replacement$2/g`, without `before` or `after` where it is not given; with `(?=after)` if ahead.
fn substitute(
    line: &str,
    before: Option<Class>,
    mark: char,
    after: Option<Class>,
    is_ahead: bool,
    replacement: &str,
) -> String {
    let line: Vec<char> = line.chars().collect();
    let (mut out, mut at) = (String::new(), 0);
    while at < line.len() {
        let marked = at + usize::from(before.is_some());
        let fits = line.get(marked) == Some(&mark)
            && before.is_none_or(|class| class(Some(line[at])))
            && after.is_none_or(|class| class(line.get(marked + 1).copied()));
        if !fits {
            out.push(line[at]);
            at += 1;
            continue;
        }
        out.extend(&line[at..marked]);
        out.push_str(replacement);
        at = marked + 1;
        if after.is_some() && !is_ahead {
            out.push(line[at]);
            at += 1;
        }
    }
    out
}

/// The tokens of a line.
pub fn tokens(name: &str, line: &str) -> Vec<String> {
    let (script, language) = name.split_once(':').unwrap();
    let line: String = line.chars().filter(|&c| c.is_whitespace() || c >= ' ').collect();
    let mut line = line.split_whitespace().collect::<Vec<_>>().join(" ");

    let joining = match language {
        "fi" | "sv" => ":",
        "ca" => "·",
        _ => "",
    };
    let is_symbol = |c: char| !alphanumeric(Some(c)) && !" .'`,-".contains(c) && !joining.contains(c);
    line = line.chars().map(|c| if is_symbol(c) { format!(" {c} ") } else { c.into() }).collect();
    match language {
        "fi" | "sv" => line = substitute(&line, None, ':', Some(|c| !lowercase(c)), true, " : "),
        "tdt" => line = substitute(&line, None, '\'', Some(|c| !lowercase(c)), true, " ' "),
        _ => {}
    }
    if script == "moses-a" {
        line = substitute(&line, Some(alphanumeric), '-', Some(alphanumeric), true, " @-@ ");
    }

    // Runs of periods become letters until the end.
    for count in (2..=line.len()).rev() {
        let run = format!(" {} ", "\u{1}".repeat(count));
        line = line.replace(&".".repeat(count), &run);
    }
    line.truncate(line.trim_end().len());

    line = substitute(&line, Some(NOT_NUMBER), ',', None, false, " , ");
    line = substitute(&line, None, ',', Some(NOT_NUMBER), false, " , ");
    line = substitute(&line, Some(number), ',', Some(|c| c.is_none()), true, " , ");

    let neither: Class = |c| c.is_some() && !alphabetic(c) && !number(c);
    let apostrophes: &[(Class, Class, &str)] = match language {
        "en" => &[
            (NOT_ALPHABETIC, NOT_ALPHABETIC, " ' "),
            (neither, alphabetic, " ' "),
            (alphabetic, NOT_ALPHABETIC, " ' "),
            (alphabetic, alphabetic, " '"),
            (number, |c| c == Some('s'), " '"),
        ],
        "fr" | "it" | "ga" | "ca" => &[
            (NOT_ALPHABETIC, NOT_ALPHABETIC, " ' "),
            (NOT_ALPHABETIC, alphabetic, " ' "),
            (alphabetic, NOT_ALPHABETIC, " ' "),
            (alphabetic, alphabetic, "' "),
        ],
        "so" | "tdt" => &[
            (NOT_ALPHABETIC, NOT_ALPHABETIC, " ' "),
            (NOT_ALPHABETIC, alphabetic, " ' "),
            (alphabetic, NOT_ALPHABETIC, " ' "),
        ],
        _ => {
            line = line.replace('\'', " ' ");
            &[]
        }
    };
    for &(before, after, replacement) in apostrophes {
        line = substitute(&line, Some(before), '\'', Some(after), false, replacement);
    }

    let words: Vec<&str> = line.split_whitespace().collect();
    let mut out = String::new();
    for (i, word) in words.iter().enumerate() {
        let next = words.get(i + 1).and_then(|next| next.chars().next());
        let Some(stem) = word.strip_suffix('.').filter(|stem| !stem.is_empty()) else {
            out += &format!("{word} ");
            continue;
        };
        let is_abbreviation = stem.contains('.') && stem.contains(char::is_alphabetic);
        let is_prefix = PREFIXES.lines().any(|prefix| prefix == stem);
        let is_before_number = stem == "No" && next.is_some_and(|c| c.is_ascii_digit());
        let keeps = is_abbreviation || is_prefix || lowercase(next) || is_before_number;
        out += &if keeps { format!("{word} ") } else { format!("{stem} . ") };
    }
    let mut line = out.trim_end().to_owned();
    if let Some(start) = line.strip_suffix(".'") {
        line = format!("{start} . '");
    }
    let line = line.replace('\u{1}', ".").replace('&', "&amp;").replace('|', "&#124;").replace('<', "&lt;");
    let line = line.replace('>', "&gt;").replace('\'', "&apos;").replace('"', "&quot;");
    let line = line.replace('[', "&#91;").replace(']', "&#93;");
    line.split_whitespace().map(str::to_owned).collect()
}
