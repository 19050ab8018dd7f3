//! Answers to sacreBLEU's flags: the equivalent command of this program, ready to copy.
//!
//! Requests that sacreBLEU combines and this program does not (two modes, a comparison of one system) are dropped from
//! the command, with a note.

use super::flags::{DIGITS, MAX_JOBS, RESAMPLES};
use super::headings::MODES;
use crate::text::display::{listed, shell_word};
use crate::text::test_set;
use clap::{Arg, Command};
use std::ffi::OsString;
use std::fmt::Display;
use std::iter;
use std::ops::RangeInclusive;
use std::path::Path;

/// A flag of sacreBLEU's that this program does not have, or has with another meaning: its names, the maximum number of its
/// values, and what it asks for.
type Flag = (&'static str, usize, for<'a> fn(&mut Translation<'a>, &[&'a str]));

const FLAGS: [Flag; 29] = [
    ("-tok", 1, |to, name| to.set("--tokenize", quote(name.first().unwrap_or(&"13a")))),
    ("--smooth-method", 1, |to, name| to.method = name.first().copied()),
    ("--smooth-value -sv", 1, |to, value| to.method_value = value.first().copied()),
    ("-lc", 0, |to, _| to.set("--lowercase", "")),
    ("-sl --sentence-level", 0, |to, _| to.ask("--sentence", None)),
    ("-nr --num-refs", 1, |to, value| to.columns = number(value, 1..=100, 2)),
    ("-i --input", MANY, |to, paths| to.candidates.get_or_insert_default().extend(paths)),
    ("-m --metrics", MANY, |to, names| {
        for name in names {
            match *name {
                "bleu" => {}
                "chrf" | "ter" => to.has_other_metrics = true,
                _ => to.arguments.push(name),
            }
        }
    }),
    ("-w --width", 1, |to, value| {
        to.set("--percent", "");
        to.set("--digits", number(value, DIGITS, 1));
    }),
    ("-l --language-pair --langpair", 1, |to, pair| match pair.first() {
        Some(word) if !is_language_pair(word) => {
            to.arguments.push(word);
            to.note("for lower case: --lowercase");
        }
        pair => to.language_pair = pair.copied(),
    }),
    ("--paired-bs -pb", 0, |to, _| to.ask(BOOTSTRAP, None)),
    ("--paired-ar -par", 0, |to, _| to.ask(RANDOMIZATION, None)),
    ("--paired-bs-n -pbn", 1, |to, value| to.ask(BOOTSTRAP, Some(number(value, RESAMPLES, 1000)))),
    ("--paired-ar-n -parn", 1, |to, value| to.ask(RANDOMIZATION, Some(number(value, RESAMPLES, 1000)))),
    ("--confidence-n -cin", 1, |to, value| to.ask("--confidence", Some(number(value, RESAMPLES, 1000)))),
    ("-ci", 0, |to, _| to.ask("--confidence", None)),
    ("--paired-jobs -pj", 1, |to, value| match number(value, 0..=MAX_JOBS, 0) {
        // All cores, as always here.
        0 => {}
        jobs => to.set("--jobs", jobs),
    }),
    ("--list", 0, |_, _| {}),
    ("--echo", MANY, |to, _| to.note("bleu prints no test sets; sacreBLEU does, with --echo")),
    ("--download", MANY, |to, _| to.note("bleu reads the test sets that sacreBLEU has downloaded")),
    ("--force", 0, |to, _| {
        to.note("--force is not needed: tokenized input is scored with a warning, which -q silences")
    }),
    ("-sh --short", 0, |to, _| to.note("the signature has one form only")),
    ("-e --encoding", 1, |to, _| to.note("text must be UTF-8; convert it with iconv")),
    ("--no-color -nc", 0, |to, _| to.note("set the environment variable NO_COLOR=1 for output without color")),
    ("-v --verbose", 0, |to, _| to.note("use --format json for all numbers; for the version: bleu -V")),
    ("--detail -d", 0, |to, _| to.note("for parts of a test set, use --origlang and --subset")),
    ("--chrf-word-order --chrf-char-order --chrf-beta", 1, |to, _| to.has_other_metrics = true),
    ("--ter-case-sensitive --ter-asian-support --ter-no-punct --ter-normalized", 0, |to, _| {
        to.has_other_metrics = true
    }),
    ("--chrf-whitespace --chrf-lowercase --chrf-eps-smoothing", 0, |to, _| to.has_other_metrics = true),
];

/// sacreBLEU's `-t`, which is --tokenize here if its value is not a test set.
const TEST_SET: Flag = ("-t", 1, |to, name| to.test_set = name.first().copied());

/// As many values as follow.
const MANY: usize = usize::MAX;

const BOOTSTRAP: &str = "--paired bootstrap";
const RANDOMIZATION: &str = "--paired randomization";

/// Smoothing methods of sacreBLEU, which distinguish its `-s METHOD` from `--sentence` followed by a file.
const METHODS: [&str; 4] = ["exp", "floor", "add-k", "none"];

/// A request in the words of this program.
#[derive(Default)]
struct Translation<'a> {
    /// sacreBLEU's flags that were found, as typed.
    typed: Vec<&'a str>,
    /// This program's flags by long name, each with its value.
    flags: Vec<(String, String)>,
    /// Modes, at most one per call, and their numbers of resamples.
    modes: Vec<(String, Option<u64>)>,
    references: Vec<&'a str>,
    /// Candidates that are named with `-i`.
    candidates: Option<Vec<&'a str>>,
    arguments: Vec<&'a str>,
    method: Option<&'a str>,
    method_value: Option<&'a str>,
    test_set: Option<&'a str>,
    language_pair: Option<&'a str>,
    /// Number of references in the columns of a file.
    columns: u64,
    /// Whether metrics other than BLEU were asked for.
    has_other_metrics: bool,
    notes: Vec<String>,
}

/// Returns the flag of this program that a word is.
pub fn own_flag<'a>(program: &'a Command, word: &str) -> Option<&'a Arg> {
    let name = word.split_once('=').map_or(word, |(name, _)| name);
    program.get_arguments().find(|arg| match (name.strip_prefix("--"), name.strip_prefix('-')) {
        (Some(long), _) => arg.get_long() == Some(long),
        (None, Some(short)) => arg.get_short().is_some_and(|letter| short.chars().eq([letter])),
        (None, None) => false,
    })
}

/// Returns the flag of sacreBLEU's that a word is, before the next word: its name, the flag, and the value in the word
/// itself, as in `--width=2` or `-w2`.
fn sacrebleu_flag<'a>(word: &'a str, next: Option<&str>) -> Option<(&'a str, Flag, Option<&'a str>)> {
    if let Some((name, value)) = word.split_once('=').filter(|(name, _)| name.starts_with("--")) {
        return Some((name, flag_named(name)?, Some(value)));
    }
    let joined_with_value = || {
        let (name, value) = word.split_at_checked(2)?;
        Some((name, flag_named(name).filter(|(_, values, _)| *values > 0)?, Some(value)))
    };
    let ambiguous = || match (word, next?) {
        ("-s", method) if METHODS.contains(&method) && !Path::new(method).exists() => flag_named("--smooth-method"),
        ("-t", name) if name.starts_with("wmt") || !test_set::pairs(name).is_empty() => Some(TEST_SET),
        _ => None,
    };
    let whole = |flag| (word, flag, None);
    flag_named(word).map(whole).or_else(joined_with_value).or_else(|| ambiguous().map(whole))
}

/// The flag of sacreBLEU's with a name.
fn flag_named(name: &str) -> Option<Flag> {
    FLAGS.into_iter().find(|(names, ..)| names.split(' ').any(|known| known == name))
}

/// Returns how to ask this program, whose flags are `program`'s, for what sacreBLEU was asked for by these arguments,
/// the program's name not among them; `None` if there is no flag of sacreBLEU's.
pub fn answer(program: &Command, arguments: &[OsString]) -> Option<String> {
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut translation = Translation::default();
    let mut rest = words.iter().map(String::as_str).take_while(|word| *word != "--").peekable();
    while let Some(word) = rest.next() {
        if let Some((name, (_, most, translate), value)) = sacrebleu_flag(word, rest.peek().copied()) {
            translation.typed.push(name);
            let following = iter::from_fn(|| rest.next_if(|word| value.is_none() && !is_flag(word)));
            translate(&mut translation, &value.into_iter().chain(following).take(most).collect::<Vec<_>>());
        } else if is_flag(word) {
            let flag = own_flag(program, word);
            let has_value = word.starts_with("--") && word.contains('=');
            let value = rest.next_if(|_| !has_value && flag.is_some_and(takes_next_word));
            let words = [Some(word), value].into_iter().flatten().map(quote).collect::<Vec<_>>().join(" ");
            match (word, value, flag) {
                ("-r" | "--reference", Some(path), _) => translation.references.push(path),
                ("--test-set", Some(name), _) => translation.test_set = Some(name),
                (.., Some(flag)) if flag.get_help_heading() == Some(MODES) => translation.ask(&words, None),
                (.., flag) => translation.set_words(flag.and_then(Arg::get_long).unwrap_or(word), words),
            }
        } else {
            translation.arguments.push(word);
        }
    }
    (!translation.typed.is_empty()).then(|| translation.into_answer())
}

fn is_flag(word: &str) -> bool {
    word.starts_with('-') && word.len() > 1
}

/// Whether the next word is the flag's value.
fn takes_next_word(flag: &Arg) -> bool {
    flag.get_action().takes_values() && !flag.is_require_equals_set()
}

fn quote(word: impl AsRef<str>) -> String {
    shell_word(Path::new(word.as_ref()))
}

/// Whether a word is the code of a language, such as `de`, or of two, such as `en-de` or `en-yue`.
fn is_language_pair(word: &str) -> bool {
    let pair = word.split_once('-');
    pair.map_or(is_language(word, 2), |(source, target)| is_language(source, 3) && is_language(target, 3))
}

/// Whether a word is the code of a language, of two to `most` letters.
fn is_language(code: &str, most: usize) -> bool {
    (2..=most).contains(&code.len()) && code.bytes().all(|c| c.is_ascii_lowercase())
}

/// Returns the number in a value, or the nearest one in the range; the default if there is none.
fn number(value: &[&str], range: RangeInclusive<u64>, default: u64) -> u64 {
    let number = value.first().and_then(|value| value.parse().ok());
    number.map_or(default, |number: u64| number.clamp(*range.start(), *range.end()))
}

/// Whether a mode compares systems.
fn is_comparison(mode: &str) -> bool {
    mode.starts_with("--paired")
}

impl Translation<'_> {
    /// Sets a flag; the last value counts.
    fn set_words(&mut self, long: &str, words: String) {
        let long = long.trim_start_matches('-');
        match self.flags.iter_mut().find(|(known, _)| known == long) {
            Some((_, known)) => *known = words,
            None => self.flags.push((long.to_owned(), words)),
        }
    }

    /// Sets a flag to a value; an empty one sets a flag without a value.
    fn set(&mut self, flag: &str, value: impl Display) {
        self.set_words(flag, format!("{flag} {value}").trim_end().to_owned());
    }

    fn has(&self, long: &str) -> bool {
        self.flags.iter().any(|(flag, _)| flag == long)
    }

    /// Asks for a mode.
    fn ask(&mut self, mode: &str, resamples: Option<u64>) {
        self.modes.push((mode.to_owned(), resamples));
    }

    fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn into_answer(mut self) -> String {
        let are = if self.typed.len() == 1 { "is a sacreBLEU option" } else { "are sacreBLEU options" };
        let typed = listed(&self.typed, "and");
        // sacreBLEU does these itself.
        let is_elsewhere = self.typed.contains(&"--echo") || self.typed.contains(&"--download");
        if is_elsewhere && self.candidates.is_none() {
            return format!("{typed} {are}: {}", self.notes.join("; "));
        }
        let is_list = self.typed.contains(&"--list");
        let command = if is_list { String::from("bleu --list-test-sets") } else { self.command() };
        let notes: String = self.notes.iter().map(|note| format!("\n  note: {note}")).collect();
        let fact = if self.has_other_metrics { "bleu computes only BLEU, sacreBLEU chrF and TER too; " } else { "" };
        format!("{typed} {are}; {fact}here the command is: {command}{notes}")
    }

    /// Returns the whole command.
    fn command(&mut self) -> String {
        // sacreBLEU takes the references as bare arguments, and the candidate from standard input or -i. With
        // references that are named as here, or a test set, bare arguments are candidates.
        let is_own = !self.references.is_empty() || self.test_set.is_some() && !self.typed.contains(&"-t");
        if !is_own && !self.has("percent") && !self.has("digits") {
            // sacreBLEU's scale and digits.
            self.set("--percent", "");
            self.set("--digits", 1);
        }
        let has_input = self.candidates.is_some();
        let has_references = self.test_set.is_some() || !self.references.is_empty() && !has_input;
        let mut candidates = self.candidates.take().unwrap_or_default();
        if has_references { &mut candidates } else { &mut self.references }.append(&mut self.arguments);
        if has_input && candidates.is_empty() {
            candidates.push("hyp.txt");
        }
        if self.references.is_empty() {
            self.references.push("ref.txt");
        }
        let columns = |reference: &&str| match self.columns {
            0 | 1 => vec![format!("-r {}", quote(reference))],
            columns => (1..=columns).map(|i| format!("-r <(cut -f{i} {})", quote(reference))).collect(),
        };
        let references = match self.test_set {
            Some(name) => vec![format!("--test-set {}", quote(self.with_language_pair(name)))],
            None => self.references.iter().flat_map(columns).collect(),
        };
        let (tokenizer, smoothing) = (self.tokenizer_of_language(), self.smoothing());
        // JSON is not rounded.
        let is_json = self.flags.iter().any(|(_, words)| words.ends_with("json"));
        let is_bare = self.has("score-only");
        let mode = self.mode(candidates.len());
        let flags = self.flags.iter().filter(|(flag, _)| match &**flag {
            "format" => !is_bare,
            "digits" => is_bare || !is_json,
            _ => true,
        });
        let words = iter::once("bleu".to_owned()).chain(references).chain(tokenizer).chain(smoothing);
        let words = words.chain(flags.map(|(_, words)| words.clone())).chain(mode);
        words.chain(candidates.iter().map(quote)).collect::<Vec<_>>().join(" ")
    }

    /// Adds the language pair to a test set's name, unless it has one.
    fn with_language_pair(&mut self, set: &str) -> String {
        let pairs = test_set::pairs(set);
        match self.language_pair {
            _ if pairs.is_empty() && set.contains('/') => set.to_owned(),
            Some(pair) => format!("{set}/{pair}"),
            None => {
                let examples = if pairs.is_empty() { String::from("en-de") } else { pairs.join(", ") };
                self.note(format!("put the language pair in place of PAIR: {examples}"));
                format!("{set}/PAIR")
            }
        }
    }

    /// Returns the flag of sacreBLEU's tokenizer for the target language, if it has one and no tokenizer is asked for.
    fn tokenizer_of_language(&self) -> Option<String> {
        let language = self.language_pair?.rsplit('-').next()?;
        (matches!(language, "zh" | "ja" | "ko") && !self.has("tokenize")).then(|| format!("--tokenize auto:{language}"))
    }

    fn smoothing(&mut self) -> Option<String> {
        let takes_value = matches!(self.method, Some("floor" | "add-k"));
        if self.method_value.is_some() && !takes_value {
            self.note("only the methods floor and add-k have a value");
        }
        let value = self.method_value.filter(|_| takes_value).map(|value| format!("={value}"));
        Some(format!("--smooth {}", quote(self.method?.to_owned() + &value.unwrap_or_default())))
    }

    /// Returns the mode; if several were asked for, the one that says most.
    fn mode(&mut self, candidates: usize) -> Option<String> {
        if candidates < 2 && self.modes.iter().any(|(mode, _)| is_comparison(mode)) {
            self.modes.retain(|(mode, _)| !is_comparison(mode));
            self.note("a comparison needs two candidates or more: add --paired bootstrap or randomization for them");
        }
        // Modes of this program that are not here come first.
        let order = ["--paired", "--sentence", "-s", "--confidence"];
        self.modes.sort_by_key(|(mode, _)| order.iter().position(|known| mode.starts_with(known)));
        let (first, mut resamples) = self.modes.first()?.clone();
        let mut others = Vec::new();
        for (mode, number) in &self.modes {
            match mode {
                mode if *mode == first => resamples = number.or(resamples),
                // A comparison has the confidence intervals too.
                mode if is_comparison(&first) && mode == "--confidence" => {}
                mode => others.push(mode.clone()),
            }
        }
        others.dedup();
        if !others.is_empty() {
            self.note(format!("one command has one mode; ask for {} with another", others.join(" and ")));
        }
        Some(resamples.map_or(first.clone(), |resamples| format!("{first} --resamples {resamples}")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::args::{Args, parse_from};
    use crate::sampling::sample;
    use clap::CommandFactory;

    fn answer_to(arguments: &str) -> Option<String> {
        let arguments: Vec<OsString> = arguments.split(' ').map(OsString::from).collect();
        answer(&Args::command(), &arguments)
    }

    /// The command in the answer.
    fn command(arguments: &str) -> Option<String> {
        let answer = answer_to(arguments)?;
        let (_, command) = answer.lines().next()?.split_once("here the command is: ")?;
        Some(command.to_owned())
    }

    #[test]
    fn combinations_become_one_command() {
        for (sacrebleu, bleu) in [
            ("ref -i hyp -tok intl", "bleu -r ref --tokenize intl --percent --digits 1 hyp"),
            ("ref -i hyp -m bleu chrf -w 2 -b", "bleu -r ref --percent --digits 2 -b hyp"),
            (
                "ref -i a b -m bleu --paired-bs --paired-bs-n 300",
                "bleu -r ref --percent --digits 1 --paired bootstrap --resamples 300 a b",
            ),
            (
                "ref -i hyp -s floor --smooth-value 0.2 -lc",
                "bleu -r ref --smooth floor=0.2 --lowercase --percent --digits 1 hyp",
            ),
            ("ref -i hyp -sl --force", "bleu -r ref --percent --digits 1 --sentence hyp"),
            (
                "-t wmt22 -l en-de -i hyp -tok 13a",
                "bleu --test-set wmt22/en-de --tokenize 13a --percent --digits 1 hyp",
            ),
            ("-t wmt17/B -l en-fi -i hyp", "bleu --test-set wmt17/B/en-fi --percent --digits 1 hyp"),
            ("refs.tsv -nr 2 -i hyp", "bleu -r <(cut -f1 refs.tsv) -r <(cut -f2 refs.tsv) --percent --digits 1 hyp"),
            (
                "ref --confidence --confidence-n 500 -i hyp",
                "bleu -r ref --percent --digits 1 --confidence --resamples 500 hyp",
            ),
            ("-r ref --smooth-method=add-k hyp", "bleu -r ref --smooth add-k hyp"),
            ("ref -sl", "bleu -r ref --percent --digits 1 --sentence"),
            ("ref -i hyp -cin 500", "bleu -r ref --percent --digits 1 --confidence --resamples 500 hyp"),
            (
                "ref -i a b --confidence --paired-ar-n 50",
                "bleu -r ref --percent --digits 1 --paired randomization --resamples 50 a b",
            ),
            ("ref -i hyp -s exp --smooth-value 0.5", "bleu -r ref --smooth exp --percent --digits 1 hyp"),
            ("-t wmt22 -l en-de", "bleu --test-set wmt22/en-de --percent --digits 1"),
            ("ref -i hyp -l en-zh", "bleu -r ref --tokenize auto:zh --percent --digits 1 hyp"),
            ("-t wmt22 -l en-ja -i hyp", "bleu --test-set wmt22/en-ja --tokenize auto:ja --percent --digits 1 hyp"),
            ("--test-set wmt22/en-de hyp -lc", "bleu --test-set wmt22/en-de --lowercase hyp"),
            ("--records data.tsv -r ref mt -tok intl", "bleu -r ref --records data.tsv --tokenize intl mt"),
            ("-r ref --by domains hyp -w 2", "bleu -r ref --by domains --percent --digits 2 hyp"),
            ("ref ref -i hyp hyp -b", "bleu -r ref -r ref -b --percent --digits 1 hyp hyp"),
            // A command of this program with one flag of sacreBLEU keeps its own scale.
            ("-r ref -i hyp", "bleu -r ref hyp"),
            ("-i hyp", "bleu -r ref.txt --percent --digits 1 hyp"),
            ("ref -i -w 0 -w 3", "bleu -r ref --percent --digits 3 hyp.txt"),
            (
                "ref -i hyp --percent -w 2 -tok zh --tokenize=intl",
                "bleu -r ref --percent --digits 2 --tokenize=intl hyp",
            ),
            ("-r ref -lc hyp", "bleu -r ref --lowercase hyp"),
            ("-r ref -m bleu hyp", "bleu -r ref hyp"),
            ("-r ref -l en-zh hyp", "bleu -r ref --tokenize auto:zh hyp"),
            ("-l en-de -i hyp", "bleu -r ref.txt --percent --digits 1 hyp"),
            ("--list", "bleu --list-test-sets"),
            ("ref --input=hyp --metrics=bleu -w2", "bleu -r ref --percent --digits 2 hyp"),
            ("ref -ihyp --echo=src --download=x", "bleu -r ref --percent --digits 1 hyp"),
            ("ref -i hyp -lc -f json", "bleu -r ref --lowercase -f json --percent hyp"),
        ] {
            assert_eq!(command(sacrebleu).as_deref(), Some(bleu), "{sacrebleu}");
        }
    }

    #[test]
    fn what_does_not_go_together_is_left_out_with_a_note() {
        for (sacrebleu, bleu, note) in [
            (
                "ref -i a b -sl --paired-bs",
                "bleu -r ref --percent --digits 1 --paired bootstrap a b",
                "ask for --sentence with another",
            ),
            (
                "ref -i hyp -sl -pbn 300",
                "bleu -r ref --percent --digits 1 --sentence hyp",
                "a comparison needs two candidates",
            ),
            (
                "ref -i hyp --confidence -sl",
                "bleu -r ref --percent --digits 1 --sentence hyp",
                "ask for --confidence with another",
            ),
            ("-t wmt22 -i hyp", "bleu --test-set wmt22/PAIR --percent --digits 1 hyp", "in place of PAIR: cs-en, "),
        ] {
            let answer = answer_to(sacrebleu).unwrap();
            assert!(answer.contains(&format!("the command is: {bleu}\n")) && answer.contains(note), "{answer}");
        }
        for (other, bleu) in [
            ("ref -i hyp -m chrf", "bleu -r ref --percent --digits 1 hyp"),
            ("-r ref -m bleu ter hyp", "bleu -r ref hyp"),
        ] {
            let answer = answer_to(other).unwrap();
            let fact = "; bleu computes only BLEU, sacreBLEU chrF and TER too; here the command is: ";
            assert!(answer.ends_with(&format!("{fact}{bleu}")), "{answer}");
        }
        for no_score in ["-t wmt22 -l en-de --echo src ref", "--download wmt22"] {
            assert_eq!(command(no_score), None, "{no_score}");
        }
    }

    #[test]
    fn every_combination_is_answered_with_a_command_that_is_understood() {
        let inputs = [
            "ref -i hyp",
            "ref1 ref2 -i a b",
            "ref",
            "-t wmt22 -l en-de -i hyp",
            "-t wmt20/tworefs -i",
            "-l en-ja ref -i x",
        ];
        let options = [
            "-tok intl",
            "-tok",
            "-s floor --smooth-value 0.3",
            "--smooth-method add-k -sv",
            "-lc",
            "-sl",
            "-nr 2",
            "-m bleu chrf ter",
            "-w 2",
            "-w",
            "-w 99",
            "--paired-bs",
            "-par --paired-ar-n 9",
            "--paired-bs-n 300",
            "--confidence --confidence-n x",
            "-pj 0",
            "--echo src ref",
            "--force -sh",
            "-e utf-8",
            "-b",
            "-f json",
            "--percent",
        ];
        let pairs =
            || options.iter().enumerate().flat_map(|(i, first)| options[i..].iter().map(move |next| (first, next)));
        let all = pairs().flat_map(|(first, second)| inputs.map(|input| format!("{input} {first} {second}")));
        // Each two options, with one input unless all are tried.
        let cases: Vec<String> = sample(inputs.len(), all).collect();
        let mut understood = 0;
        for arguments in &cases {
            let Some(command) = command(arguments) else { continue };
            let columns = command.replace("<(cut -f1 ", "1-").replace("<(cut -f2 ", "2-").replace(')', "");
            match parse_from(columns.replace("/PAIR", "/de-en").split(' ')) {
                Ok(_) => understood += 1,
                Err(answer) => panic!("{arguments}: {command}: {answer:?}"),
            }
        }
        assert!(understood * 3 > cases.len() * 2, "{understood} of {}", cases.len());
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
