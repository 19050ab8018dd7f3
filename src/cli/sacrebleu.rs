//! Answers to sacreBLEU's flags: the equivalent command of this program, ready to copy.

use crate::display::{listed, shell_word};
use clap::{Arg, Command};
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Translation of a sacreBLEU flag.
#[derive(Clone, Copy)]
enum Meaning {
    /// These words.
    Words(&'static str),
    /// A flag that takes the same value.
    Flag(&'static str),
    /// The number of resamples of this mode.
    Resamples(&'static str),
    /// The number of decimals of a percentage.
    Width,
    Smoothing,
    SmoothingValue,
    Candidates,
    Metrics,
    TestSet,
    LanguagePair,
    NumberOfReferences,
    /// No equivalent; the text says why. Takes no value.
    Nothing(&'static str),
    /// The same, with a value.
    NothingWithValue(&'static str),
}

/// sacreBLEU's flags that this program does not have, or has with another meaning.
const FLAGS: [(&[&str], Meaning); 30] = [
    (&["-tok"], Meaning::Flag("--tokenize")),
    (&["--smooth-method"], Meaning::Smoothing),
    (&["--smooth-value", "-sv"], Meaning::SmoothingValue),
    (&["-lc"], Meaning::Words("--lowercase")),
    (&["-sl", "--sentence-level"], Meaning::Words("--sentence")),
    (&["-nr", "--num-refs"], Meaning::NumberOfReferences),
    (&["-i", "--input"], Meaning::Candidates),
    (&["-m", "--metrics"], Meaning::Metrics),
    (&["-w", "--width"], Meaning::Width),
    (&["-l", "--language-pair", "--langpair"], Meaning::LanguagePair),
    (&["--paired-bs", "-pb"], Meaning::Words("--paired bootstrap")),
    (&["--paired-ar", "-par"], Meaning::Words("--paired randomization")),
    (&["--paired-bs-n", "-pbn"], Meaning::Resamples("--paired bootstrap")),
    (&["--paired-ar-n", "-parn"], Meaning::Resamples("--paired randomization")),
    (&["--confidence-n", "-cin"], Meaning::Resamples("--confidence")),
    (&["-ci"], Meaning::Words("--confidence")),
    (&["--paired-jobs", "-pj"], Meaning::Flag("--jobs")),
    (
        &["--force"],
        Meaning::Nothing("--force is not needed: tokenized input is scored with a warning, which -q silences"),
    ),
    (&["-sh", "--short"], Meaning::Nothing("the signature has one form only")),
    (&["--cite"], Meaning::Nothing("bleu does not print citations; use sacrebleu --cite")),
    (&["--echo"], Meaning::NothingWithValue("bleu does not print test sets; use sacrebleu --echo")),
    (&["--download"], Meaning::NothingWithValue("bleu reads the test sets that sacreBLEU has downloaded")),
    (&["--list"], Meaning::Nothing("--list-test-sets names the test sets that sacreBLEU has downloaded")),
    (&["-e", "--encoding"], Meaning::NothingWithValue("text must be UTF-8; convert it with iconv")),
    (&["--no-color", "-nc"], Meaning::Nothing("set the environment variable NO_COLOR=1 for output without color")),
    (&["-v", "--verbose"], Meaning::Nothing("use --format json for all numbers")),
    (&["--detail", "-d"], Meaning::Nothing("for parts of a test set, use --origlang and --subset")),
    (&["--chrf-word-order", "--chrf-char-order", "--chrf-beta"], Meaning::NothingWithValue("bleu computes only BLEU")),
    (
        &["--ter-case-sensitive", "--ter-asian-support", "--ter-no-punct", "--ter-normalized"],
        Meaning::Nothing("bleu computes only BLEU"),
    ),
    (&["--chrf-whitespace", "--chrf-lowercase", "--chrf-eps-smoothing"], Meaning::Nothing("bleu computes only BLEU")),
];

/// Smoothing methods of sacreBLEU, which distinguish its `-s METHOD` from `--sentence` followed by a file.
const METHODS: [&str; 4] = ["exp", "floor", "add-k", "none"];

/// A request in the words of this program.
#[derive(Default)]
struct Request {
    /// sacreBLEU's flags that were found, as typed.
    typed: Vec<String>,
    words: Vec<String>,
    references: Vec<String>,
    /// Candidates named with `-i`.
    candidates: Option<Vec<String>>,
    arguments: Vec<String>,
    method: Option<String>,
    method_value: Option<String>,
    test_set: Option<String>,
    language_pair: Option<String>,
    columns: usize,
    notes: Vec<&'static str>,
}

/// Whether the next word is the value of a flag of this program's.
fn takes_value(program: &Command, flag: &str) -> bool {
    let is_named = |arg: &&Arg| match (flag.strip_prefix("--"), flag.strip_prefix('-')) {
        (Some(long), _) => arg.get_long() == Some(long),
        (None, Some(short)) => arg.get_short().is_some_and(|letter| short.chars().eq([letter])),
        (None, None) => false,
    };
    let found = program.get_arguments().find(is_named);
    found.is_some_and(|arg| arg.get_action().takes_values() && !arg.is_require_equals_set())
}

/// Returns how to ask this program, whose flags are `program`'s, for what sacreBLEU was asked for by these arguments, the
/// program's name not among them; `None` if there is no flag of sacreBLEU's.
pub fn answer(program: &Command, arguments: &[OsString]) -> Option<String> {
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut request = Request::default();
    let mut rest = words.iter().map(String::as_str).take_while(|word| *word != "--").peekable();
    while let Some(word) = rest.next() {
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value)),
            _ => (word, None),
        };
        let meaning = FLAGS.into_iter().find(|(names, _)| names.contains(&name)).map(|(_, meaning)| meaning);
        let next = rest.peek().copied();
        let meaning = meaning.or_else(|| match (word, next?) {
            ("-s", method) if METHODS.contains(&method) && !Path::new(method).exists() => Some(Meaning::Smoothing),
            ("-t", name) if name.starts_with("wmt") || name.starts_with("iwslt") || name.starts_with("mtnt") => {
                Some(Meaning::TestSet)
            }
            _ => None,
        });
        let is_flag = |word: &&str| word.starts_with('-') && word.len() > 1;
        match meaning {
            Some(meaning) => {
                request.typed.push(name.to_owned());
                let value = || match inline {
                    Some(value) => Some(value.to_owned()),
                    None => rest.next_if(|word| !is_flag(word)).map(str::to_owned),
                };
                match meaning {
                    Meaning::Candidates => {
                        let candidates = request.candidates.get_or_insert_default();
                        candidates.extend(std::iter::from_fn(value));
                    }
                    Meaning::Metrics => {
                        std::iter::from_fn(value).for_each(drop);
                        request.notes.push("bleu computes only BLEU, so -m is dropped");
                    }
                    _ => request.take(meaning, value),
                }
            }
            None if is_flag(&word) => {
                let value = rest.next_if(|_| takes_value(program, word));
                match (word, value) {
                    ("-r" | "--reference", Some(path)) => request.references.push(path.to_owned()),
                    ("--test-set", Some(name)) => request.test_set = Some(name.to_owned()),
                    (_, value) => {
                        let words = [Some(word), value].into_iter().flatten().map(|word| shell_word(Path::new(word)));
                        request.words.push(words.collect::<Vec<_>>().join(" "));
                    }
                }
            }
            None => request.arguments.push(word.to_owned()),
        }
    }
    (!request.typed.is_empty()).then(|| request.into_answer())
}

impl Request {
    /// Takes a flag of sacreBLEU's; `value` gives its value.
    fn take(&mut self, meaning: Meaning, mut value: impl FnMut() -> Option<String>) {
        let mut or = |example: &str| shell_word(Path::new(&value().unwrap_or_else(|| example.to_owned())));
        match meaning {
            Meaning::Words(words) => self.words.push(words.to_owned()),
            Meaning::Flag(flag) => self.words.push(format!("{flag} {}", or("1000"))),
            Meaning::Resamples(mode) => {
                self.words.push(format!("--resamples {}", or("1000")));
                self.words.push(mode.to_owned());
            }
            Meaning::Width => self.words.push(format!("--percent --digits {}", or("1"))),
            Meaning::Smoothing => self.method = Some(or("exp")),
            Meaning::SmoothingValue => self.method_value = Some(or("1")),
            Meaning::TestSet => self.test_set = Some(or("wmt22")),
            Meaning::LanguagePair => self.language_pair = Some(or("en-de")),
            Meaning::NumberOfReferences => self.columns = or("2").parse().unwrap_or(2).min(100),
            Meaning::Nothing(note) => self.notes.push(note),
            Meaning::NothingWithValue(note) => {
                or("");
                self.notes.push(note);
            }
            Meaning::Candidates | Meaning::Metrics => {}
        }
    }

    fn into_answer(mut self) -> String {
        // sacreBLEU takes the references as bare arguments, and the candidate from standard input or -i.
        let arguments = std::mem::take(&mut self.arguments);
        match (&self.candidates, &self.references[..]) {
            (Some(_), _) | (None, []) => self.references.extend(arguments),
            (None, _) => self.candidates = Some(arguments),
        }
        let quote = |path: &String| shell_word(&PathBuf::from(path));
        let mut words = vec![String::from("bleu")];
        let test_set = match (self.test_set.take(), &self.language_pair) {
            (None, Some(pair)) if self.references.is_empty() => Some(format!("wmt22/{pair}")),
            (Some(name), pair) if !name.contains('/') => Some(format!("{name}/{}", pair.as_deref().unwrap_or("en-de"))),
            (name, _) => name,
        };
        match test_set {
            None => {
                if self.references.is_empty() {
                    self.references.push(String::from("ref.txt"));
                }
                for reference in self.references.iter().map(quote) {
                    match self.columns {
                        0 | 1 => words.push(format!("-r {reference}")),
                        columns => words.extend((1..=columns).map(|i| format!("-r <(cut -f{i} {reference})"))),
                    }
                }
            }
            Some(name) => {
                words.push(format!("--test-set {name}"));
                // Without references, the bare arguments that are left are candidates.
                if !self.references.is_empty() {
                    self.candidates.get_or_insert_default().append(&mut self.references);
                }
            }
        }
        let is_tokenizer = |words: &String| words.starts_with("--tokenize") || words.starts_with("-t");
        let target = self.language_pair.as_ref().and_then(|pair| pair.rsplit('-').next());
        if let Some(language @ ("zh" | "ja" | "ko")) = target
            && !self.words.iter().any(is_tokenizer)
        {
            // sacreBLEU's tokenizer for this language.
            words.push(format!("--tokenize auto:{language}"));
        }
        match (self.method.take(), self.method_value.take()) {
            (Some(method), Some(value)) if method == "floor" || method == "add-k" => {
                words.push(format!("--smooth {method}={value}"))
            }
            (method, value) => {
                words.extend(method.map(|method| format!("--smooth {method}")));
                self.notes.extend(value.map(|_| "only the methods floor and add-k have a value"));
            }
        }
        let is_paired = |words: &String| words.starts_with("--paired");
        if self.words.iter().any(is_paired) {
            // Which prints the confidence intervals too.
            self.words.retain(|words| words != "--confidence");
        }
        for word in std::mem::take(&mut self.words) {
            if !words.contains(&word) {
                words.push(word);
            }
        }
        match &self.candidates {
            Some(candidates) if candidates.is_empty() => words.push(String::from("hyp.txt")),
            Some(candidates) => words.extend(candidates.iter().map(quote)),
            None => {}
        }
        self.notes.dedup();
        let notes: String = self.notes.iter().map(|note| format!("\n  note: {note}")).collect();
        let (verb, kind) =
            if self.typed.len() == 1 { ("is", "a sacreBLEU option") } else { ("are", "sacreBLEU options") };
        let typed = listed(&self.typed, "and");
        format!("{typed} {verb} {kind}; here the command is: {}{notes}", words.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Args;
    use clap::CommandFactory;

    fn command(arguments: &str) -> Option<String> {
        let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
        let answer = answer(&Args::command(), &arguments)?;
        let (_, command) = answer.lines().next()?.split_once("here the command is: ")?;
        Some(command.to_owned())
    }

    #[test]
    fn combinations_become_one_command() {
        for (sacrebleu, bleu) in [
            ("ref -i hyp -tok intl", "bleu -r ref --tokenize intl hyp"),
            ("ref -i hyp -m bleu chrf -w 2 -b", "bleu -r ref --percent --digits 2 -b hyp"),
            ("ref -i a b -m bleu --paired-bs --paired-bs-n 300", "bleu -r ref --paired bootstrap --resamples 300 a b"),
            ("ref -i hyp -s floor --smooth-value 0.2 -lc", "bleu -r ref --smooth floor=0.2 --lowercase hyp"),
            ("ref -i hyp -sl --force", "bleu -r ref --sentence hyp"),
            ("-t wmt22 -l en-de -i hyp -tok 13a", "bleu --test-set wmt22/en-de --tokenize 13a hyp"),
            ("refs.tsv -nr 2 -i hyp", "bleu -r <(cut -f1 refs.tsv) -r <(cut -f2 refs.tsv) hyp"),
            ("ref --confidence --confidence-n 500 -i hyp", "bleu -r ref --confidence --resamples 500 hyp"),
            ("-r ref --smooth-method=add-k hyp", "bleu -r ref --smooth add-k hyp"),
            ("ref -sl", "bleu -r ref --sentence"),
            ("ref -i hyp -cin 500", "bleu -r ref --resamples 500 --confidence hyp"),
            ("ref -i a b --confidence --paired-ar-n 50", "bleu -r ref --resamples 50 --paired randomization a b"),
            ("ref -i hyp -s exp --smooth-value 0.5", "bleu -r ref --smooth exp hyp"),
            ("-t wmt22 -l en-de", "bleu --test-set wmt22/en-de"),
            ("ref -i hyp -l en-zh", "bleu -r ref --tokenize auto:zh hyp"),
            ("-t wmt22 -l en-ja -i hyp", "bleu --test-set wmt22/en-ja --tokenize auto:ja hyp"),
            ("--test-set wmt22/en-de hyp -lc", "bleu --test-set wmt22/en-de --lowercase hyp"),
            ("--records data.tsv -r ref mt -tok intl", "bleu -r ref --records data.tsv --tokenize intl mt"),
            ("-r ref --by domains hyp -w 2", "bleu -r ref --by domains --percent --digits 2 hyp"),
        ] {
            assert_eq!(command(sacrebleu).as_deref(), Some(bleu), "{sacrebleu}");
        }
    }

    #[test]
    fn commands_of_this_program_need_no_answer() {
        for own in
            ["-r ref hyp", "-r ref -s hyp", "-r ref -t intl --confidence hyp", "-r ref -n 2 --weights 0.5,0.5 -- -i"]
        {
            assert_eq!(command(own), None, "{own}");
        }
    }
}
