//! Likely mistakes on the command line, and what was probably meant.

use super::known_columns::known_columns;
use super::sacrebleu::own_flag;
use crate::manual::CHAPTERS;
use crate::text::display::{escape, listed, path_name, shell_word};
use crate::text::hints::Hint;
use clap::Command;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Takes the number out of the candidates of `--explain 17`, which means `--explain-segment 17`. A file of that name is
/// a candidate.
pub fn segment_after_explain(candidates: &mut Vec<PathBuf>) -> Option<u64> {
    let place = candidates.iter().position(|path| segment_number(path).is_some() && !path.exists())?;
    segment_number(&candidates.remove(place))
}

fn segment_number(path: &Path) -> Option<u64> {
    path.to_str()?.parse().ok().filter(|&segment| segment > 0)
}

/// Returns advice if a word is probably meant as the value of the flag before it, which takes its value only after `=`,
/// as in `--lowercase no`. A file of that name is a candidate.
pub fn value_without_equals(program: &Command, arguments: &[OsString]) -> Option<String> {
    let mut pairs = arguments.windows(2).take_while(|pair| pair[0] != "--");
    pairs.find_map(|pair| {
        let (name, value) = (pair[0].to_str()?, pair[1].to_str()?);
        let flag = own_flag(program, name).filter(|flag| flag.is_require_equals_set() && !name.contains('='))?;
        let is_value = flag.get_possible_values().iter().any(|known| known.matches(value, true));
        (is_value && !Path::new(value).exists())
            .then(|| format!("{value} is read as a candidate, not as the value of {name}; write {name}={value}"))
    })
}

/// Returns a warning if the first candidates are probably meant as further references, as in `-r ref1 ref2 hyp`, where
/// the second reference lacks its -r. The remaining candidates must still number `needed`, and one at least.
pub fn reference_among_candidates(references: &[PathBuf], candidates: &[PathBuf], needed: usize) -> Option<String> {
    let reference = references.last()?;
    let may_be_references = candidates.len().saturating_sub(needed.max(1));
    let alike = candidates.iter().take(may_be_references).take_while(|path| look_alike(reference, path)).count();
    let (meant, rest) = candidates.split_at(alike);
    let command = Hint::score(&[shell_words(references), shell_words(meant)].concat(), &shell_words(rest));
    let names: Vec<String> = meant.iter().map(|path| path_name(path)).collect();
    match &names[..] {
        [] => None,
        [name] => {
            Some(format!("{name} is scored as a candidate; if it is a reference, it needs its own -r: {command}"))
        }
        names => {
            let names = listed(names, "and");
            Some(format!("{names} are scored as candidates; if they are references, each needs its own -r: {command}"))
        }
    }
}

fn shell_words(paths: &[PathBuf]) -> Vec<String> {
    paths.iter().map(|path| escape(&shell_word(path))).collect()
}

/// Returns a warning if a text of --text is the name of a file.
pub fn file_given_as_text(texts: impl IntoIterator<Item = impl AsRef<Path>>) -> Option<String> {
    let mut files = texts.into_iter().filter(|text| text.as_ref().is_file());
    files.next().map(|file| {
        let name = path_name(file.as_ref());
        format!("{name} is scored as text, although there is a file of this name; drop --text to read files")
    })
}

/// Whether two different names are both a reference's, or differ only in digits.
fn look_alike(one: &Path, other: &Path) -> bool {
    let (one_name, other_name) = (file_name(one), file_name(other));
    one != other
        && (names_reference(&one_name) && names_reference(&other_name)
            || one_name != other_name && without_digits(&one_name) == without_digits(&other_name))
}

fn file_name(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

fn without_digits(name: &str) -> String {
    name.replace(|c: char| c.is_ascii_digit(), "")
}

/// Whether a name has a word such as `ref`, `refs`, `refA` or `reference`.
fn names_reference(name: &str) -> bool {
    words(name).any(|word| match word.strip_prefix("ref") {
        Some(rest) => rest.chars().count() <= 1 || ["erence", "erences"].contains(&rest),
        None => ["gold", "golden", "human"].contains(&&*word),
    })
}

/// Words of names of translations to be scored, as people call them.
const CANDIDATE_WORDS: &str = "hyp hyps hypo hypothesis hypotheses mt nmt out output outputs sys system cand candidate candidates pred \
                               preds prediction predictions decoded generated translated baseline base new";

/// Whether a name has a word such as `hyp`, `output` or `mt`.
fn names_candidate(name: &str) -> bool {
    words(name).any(|word| CANDIDATE_WORDS.split(' ').any(|known| known == word))
}

/// The words of a name, in lower case.
fn words(name: &str) -> impl Iterator<Item = String> {
    name.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase)
}

/// The role that a path has by the name of its file, or else of its folders.
fn role(path: &Path) -> Option<Role> {
    let file = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let folders = path.parent().map(|folder| folder.to_string_lossy().into_owned()).unwrap_or_default();
    [file, folders].iter().find_map(|name| match (names_reference(name), names_candidate(name)) {
        (true, false) => Some(Role::Reference),
        (false, true) => Some(Role::Candidate),
        _ => None,
    })
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Reference,
    Candidate,
}

/// The candidates of a command without a reference, divided into references and candidates by their names; `None` if these do not
/// tell.
fn divide_by_names(paths: &[PathBuf]) -> Option<Hint> {
    let has_reference = paths.iter().any(|path| role(path) == Some(Role::Reference));
    // Without a name of a reference, the only path that is not named as a candidate is one.
    let unnamed = paths.iter().filter(|path| role(path).is_none()).count();
    let is_reference = |path: &&PathBuf| match role(path) {
        Some(role) => role == Role::Reference,
        None => !has_reference && unnamed == 1,
    };
    let (references, candidates): (Vec<&PathBuf>, Vec<&PathBuf>) = paths.iter().partition(is_reference);
    let words = |paths: &[&PathBuf]| paths.iter().map(|path| shell_word(path)).collect::<Vec<_>>();
    (!references.is_empty() && !candidates.is_empty()).then(|| Hint::score(&words(&references), &words(&candidates)))
}

/// Whether a name is probably a text: it has several words, and no file has it.
fn is_text(path: &Path) -> bool {
    path.to_str().is_some_and(|name| name.trim().contains(' ')) && !path.exists()
}

/// Whether the name of a file is that of a table.
fn is_table(path: &Path) -> bool {
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
    path.exists() && ["csv", "tsv"].iter().any(|known| extension.eq_ignore_ascii_case(known))
}

/// Returns the message that no reference is given, with what the candidates probably are. They may be compared, with this flag.
pub fn no_reference(candidates: &[PathBuf], comparison: Option<String>) -> String {
    if let [word] = candidates
        && let Some(question) = word.to_str().filter(|_| !word.exists())
    {
        if CHAPTERS.iter().any(|(chapter, _)| *chapter == question) {
            return format!("there is no file {question}; for the chapter of the manual: bleu --man {question}");
        }
        if ["help", "man", "manual", "version"].contains(&question) {
            let flag = if question == "manual" { "man" } else { question };
            return format!("there is no file {question}; use the flag: bleu --{flag}");
        }
    }
    let words: Vec<String> = candidates.iter().map(|path| shell_word(path)).collect();
    if let ([first, second], true) = (&words[..], candidates.iter().all(|path| is_text(path))) {
        let hint = Hint::GivenTexts { reference: first.clone(), candidate: second.clone() };
        return format!("there are no files of these names; if they are a reference and a candidate: {hint}");
    }
    let score = |reference: &str, candidate: &str| Hint::score(&[reference], &[candidate]);
    let advice = match &words[..] {
        _ if let Some(command) = divide_by_names(candidates) => format!("name it with -r: {command}"),
        [word] if is_table(&candidates[0]) => {
            let columns = known_columns(&candidates[0]);
            let hint = Hint::NamedTable { table: word.clone() };
            format!("if {word} is a table, name two of its columns{columns}, as in: {hint}")
        }
        [word] if word != "-" => match role(&candidates[0]) {
            Some(Role::Reference) => format!("name it with -r, and the candidate: {}", score(word, "hyp.txt")),
            Some(Role::Candidate) => format!("name one with -r, as in: {}", score("ref.txt", word)),
            None => format!(
                "name one with -r, as in: {}; if {word} is the reference: {}",
                score("ref.txt", word),
                score(word, "hyp.txt")
            ),
        },
        [first, second] if first == second => {
            let command = match role(&candidates[0]) {
                Some(Role::Reference) => score(first, "hyp.txt"),
                _ => score("ref.txt", first),
            };
            format!("{first} is named twice; name the reference with -r, and the candidate: {command}")
        }
        [_, _] if let Some(flag) = comparison => format!("name one with -r, as in: {}", Hint::Compare { flag }),
        [first, second] => format!("if {first} is the reference: {}", score(first, second)),
        _ => format!("name one with -r, as in: {}", score("ref.txt", "hyp.txt")),
    };
    format!("no reference is given; {advice}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(names: &[&str]) -> Vec<PathBuf> {
        names.iter().map(PathBuf::from).collect()
    }

    #[test]
    fn a_reference_without_its_flag_is_recognized_by_its_name() {
        let warning = |reference: &str, candidates: &[&str]| {
            reference_among_candidates(&paths(&[reference]), &paths(candidates), 1)
        };
        for (reference, candidates) in [
            ("ref1.txt", &["ref2.txt", "hyp.txt"][..]),
            ("a/refA", &["b/refB", "hyp"]),
            ("test.en.0", &["test.en.1", "test.out"]),
        ] {
            let warning = warning(reference, candidates).unwrap();
            assert!(
                warning.ends_with(&format!("bleu -r {reference} -r {} {}", candidates[0], candidates[1])),
                "{warning}"
            );
        }
        for (reference, candidates) in [
            // One candidate may well be a human reference.
            ("ref1", &["ref2"][..]),
            ("ref", &["ref", "hyp"]),
            ("ref", &["hyp1", "ref2"]),
            ("a.txt", &["b.txt", "c.txt"]),
            ("ref.txt", &["prefix-tuning.txt", "old.txt"]),
            ("ref.txt", &["refined.txt", "old.txt"]),
        ] {
            assert_eq!(warning(reference, candidates), None);
        }
        // One system cannot be compared, so the human translation is the other.
        assert_eq!(reference_among_candidates(&paths(&["ref1"]), &paths(&["ref2", "hyp"]), 2), None);
    }
}
