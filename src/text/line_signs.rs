//! Signs in the first lines of plain files that they have more than text: ids, or JSON. They are scored as they are, since they may
//! be text.

use super::compressed::uncompressed_name;
use super::hints::Hint;
use super::json_values::joined_tokens;
use crate::text::display::{escape, shell_word};
use std::collections::HashSet;
use std::path::Path;

/// Number of lines that are enough to see ids on one side.
const MANY: usize = 20;

/// Number of lines that are looked at.
const MAX_LINES: usize = 1000;

/// Warnings about the first lines of the first candidate and of the first reference, which have these names. All candidates and all
/// references are words of a command.
pub fn warnings(names: [&str; 2], [candidates, references]: [&[String]; 2], texts: [&str; 2]) -> Vec<String> {
    let sides = texts.map(|text| text.lines().take(MAX_LINES).collect::<Vec<&str>>());
    let id_signs = ids(&sides).map(|(flag, id)| {
        let [one, other] = names;
        let place = if flag == "first" { "begin" } else { "end" };
        format!(
            "warning: the lines of {one} and {other} {place} with ids of their own, such as {}, which are scored; --id-word {flag} \
             joins the files by them",
            escape(id)
        )
    });
    // Of objects in a file that is named so, it was said before it was read.
    let has_ending = |name: &str, endings: &[&str]| {
        let name = uncompressed_name(Path::new(name));
        endings.iter().any(|ending| name.ends_with(ending))
    };
    let is_named = |name: &str| has_ending(name, &[".json", ".jsonl", ".ndjson"]);
    let json_signs = names.into_iter().zip(&sides).filter_map(|(name, lines)| Some((name, json(lines)?)));
    let json_signs = json_signs.filter(|(name, (kind, _))| *kind != "an object" || !is_named(name));
    let json_signs = json_signs.map(|(name, (kind, flag))| {
        format!("warning: {name}: each line is {kind} of JSON, which is scored as text; if it is not: {flag}")
    });
    let columns = text_columns(&sides[1]);
    let has_columns = !columns.is_empty() && !sides[0].iter().any(|line| line.contains('\t'));
    let column_signs = (has_columns && !has_ending(names[1], &[".tsv"])).then(|| {
        let (command, meaning) = (Hint::reference_columns(references, &columns, candidates), columns_meaning(&columns));
        format!(
            "warning: the lines of {} have columns, which are scored as one text; if {meaning}: {command}",
            names[1]
        )
    });
    id_signs.into_iter().chain(json_signs).chain(column_signs).collect()
}

/// Likely meaning of columns that are read as one text, in words.
pub fn columns_meaning(columns: &[String]) -> &'static str {
    if columns.len() > 1 { "its columns are references" } else { "one of its columns is the reference" }
}

/// The word that is an id in all lines of both sides, `first` or `last`, and an example.
fn ids<'t>(sides: &[Vec<&'t str>; 2]) -> Option<(&'static str, &'t str)> {
    ["first", "last"].into_iter().find_map(|flag| {
        let [one, other] = [id_words(&sides[0], flag)?, id_words(&sides[1], flag)?];
        let are_equal = one.iter().collect::<HashSet<_>>() == other.iter().collect::<HashSet<_>>();
        // In long files, the ids of the first lines may be others.
        let are_many =
            one.len() >= MANY && other.len() >= MANY && one.iter().all(|word| word.contains(['-', '_', '(']));
        (are_equal || are_many).then_some((flag, one[0]))
    })
}

/// The first or last word of each line, if they may be ids: they differ, and most lines have other words.
fn id_words<'t>(lines: &[&'t str], flag: &str) -> Option<Vec<&'t str>> {
    let mut texts = 0;
    let word = |line: &&'t str| {
        let mut words = line.split_whitespace();
        let word = if flag == "first" { words.next() } else { words.next_back() };
        // A text may be empty.
        texts += usize::from(words.next().is_some());
        word.filter(|word| is_id(word, flag))
    };
    let found: Vec<&str> = lines.iter().map(word).collect::<Option<_>>()?;
    let different = found.iter().collect::<HashSet<_>>().len();
    (found.len() > 1 && 2 * texts > found.len() && different == found.len()).then_some(found)
}

/// Columns that may be texts in lines of TSV: their names, if the first line seems to be a header, or their numbers. None if lines
/// have one column, or not all the same number. If any column has several words in a line, the others are labels and numbers.
pub fn text_columns(lines: &[&str]) -> Vec<String> {
    let cells: Vec<Vec<&str>> = lines.iter().map(|line| line.split('\t').collect()).collect();
    let Some((first, others)) = cells.split_first().filter(|(first, _)| first.len() > 1) else { return Vec::new() };
    if others.iter().any(|cells| cells.len() != first.len()) {
        return Vec::new();
    }
    fn has_words(cell: &str) -> bool {
        cell.contains(' ')
    }
    let has_header = !others.is_empty() && first.iter().all(|cell| !cell.is_empty() && !has_words(cell));
    let has_header = has_header && others[0].iter().any(|cell| has_words(cell));
    let body = if has_header { others } else { &cells[..] };
    let with = |is_text: fn(&str) -> bool| -> Vec<usize> {
        (0..first.len()).filter(|column| body.iter().any(|cells| is_text(cells[*column]))).collect()
    };
    let with_words = with(has_words);
    let columns = if with_words.is_empty() { with(|cell| cell.trim().parse::<f64>().is_err()) } else { with_words };
    let name = |column: usize| if has_header { shell_word(Path::new(first[column])) } else { (column + 1).to_string() };
    columns.into_iter().map(name).collect()
}

/// Whether a word may be an id: it has a digit or, at the end, parentheses.
fn is_id(word: &str, flag: &str) -> bool {
    let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
    // Texts may end in numbers.
    let is_marked = word.starts_with('(') && word.ends_with(')') || has_digit && word.contains(['-', '_']);
    if flag == "first" { has_digit } else { is_marked }
}

/// Whether a line is a value of JSON that begins and ends with these characters.
fn is_json(line: &str, first: char, last: char) -> bool {
    let line = line.trim();
    line.len() > 1
        && line.starts_with(first)
        && line.ends_with(last)
        && serde_json::from_str::<serde::de::IgnoredAny>(line).is_ok()
}

/// Kind of JSON that all lines are, and the flag that reads it.
fn json(lines: &[&str]) -> Option<(&'static str, &'static str)> {
    let all = |first: char, last: char| !lines.is_empty() && lines.iter().all(|line| is_json(line, first, last));
    let is_item = |line: &&str| is_json(line, '"', '"') || joined_tokens(line.trim()).is_some();
    match () {
        () if all('"', '"') => Some(("a string", "--input-format json-list")),
        () if all('{', '}') => Some(("an object", "--at and the path of the text in it")),
        () if !lines.is_empty() && lines.iter().all(is_item) => {
            Some(("a string or a list of tokens", "--input-format json-list"))
        }
        () if all('[', ']') => {
            Some(("an array", "write an object with a key for each text on each line, for --records"))
        }
        () => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_and_json_are_seen_in_short_files() {
        for (texts, expected) in [
            (["u1 a b\nu2 c\n", "u1 a\nu2 d\n"], "--id-word first"),
            (["u2 a b\nu1 c\n", "u1 a\nu2 d\n"], "--id-word first"),
            (["0\ta b\n1\tc\n", "1\ta\n0\td\n"], "--id-word first"),
            (["a b (u1)\nc (u2)\n", "a (u1)\nd (u2)\n"], "--id-word last"),
            (["u1 a b\nu2\nu3 c\n", "u1 a\nu2 d\nu3 c\n"], "--id-word first"),
            (["a (u1)\n(u2)\nb (u3)\n", "a (u1)\nd (u2)\nb (u3)\n"], "--id-word last"),
            (["\"a\"\n", "a\n"], "json-list"),
            (["{\"a\": 1}\n", "a\n"], "--at"),
            (["a 1\nb 2\n", "a 1\nb 3\n"], ""),
            (["the a\nthe b\n", "the a\nthe b\n"], ""),
            (["\"a\" b \"c\"\n", "\"Yes,\" he said\n"], ""),
            (["1\n2\n", "1\n2\n"], ""),
        ] {
            let words = ["hyp", "ref"].map(|name| [name.to_owned()]);
            let found = warnings(["hyp", "ref"], words.each_ref().map(|words| &words[..]), texts).concat();
            assert_eq!(found.is_empty(), expected.is_empty(), "{found}");
            assert!(found.contains(expected), "{found}");
        }
    }
}
