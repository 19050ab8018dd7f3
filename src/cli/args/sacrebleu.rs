//! Answers to sacreBLEU's flags: the equivalent command of this program, ready to copy.
//!
//! Requests that sacreBLEU combines and this program does not (two modes, a comparison of one system) are dropped from
//! the command, with a note.

use super::flags::{DIGITS, MAX_JOBS, RESAMPLES};
use super::headings::MODES;
use crate::cli::display::{listed, shell_word};
use crate::cli::input::test_set;
use clap::{Arg, Command};
use std::ffi::OsString;
use std::ops::RangeInclusive;
use std::path::Path;

/// Translation of a sacreBLEU flag.
#[derive(Clone, Copy)]
enum Meaning {
    /// This flag, without a value.
    Flag(&'static str),
    /// This mode.
    Mode(&'static str),
    /// The number of resamples of this mode.
    Resamples(&'static str),
    Tokenizer,
    /// The number of decimals of a percentage.
    Width,
    Jobs,
    Smoothing,
    SmoothingValue,
    Candidates,
    Metrics,
    TestSet,
    LanguagePair,
    NumberOfReferences,
    /// The list of test sets.
    List,
    /// No equivalent; the text says why. Takes no value.
    Nothing(&'static str),
    /// The same, with a value.
    NothingWithValue(&'static str),
    /// Action that bleu lacks; the text says where to find it. Takes any number of values.
    Elsewhere(&'static str),
}

impl Meaning {
    fn has_value(self) -> bool {
        !matches!(self, Meaning::Flag(_) | Meaning::Mode(_) | Meaning::List | Meaning::Nothing(_))
    }
}

const BOOTSTRAP: &str = "--paired bootstrap";
const RANDOMIZATION: &str = "--paired randomization";

/// sacreBLEU's flags that this program does not have, or has with another meaning.
const FLAGS: [(&[&str], Meaning); 30] = [
    (&["-tok"], Meaning::Tokenizer),
    (&["--smooth-method"], Meaning::Smoothing),
    (&["--smooth-value", "-sv"], Meaning::SmoothingValue),
    (&["-lc"], Meaning::Flag("--lowercase")),
    (&["-sl", "--sentence-level"], Meaning::Mode("--sentence")),
    (&["-nr", "--num-refs"], Meaning::NumberOfReferences),
    (&["-i", "--input"], Meaning::Candidates),
    (&["-m", "--metrics"], Meaning::Metrics),
    (&["-w", "--width"], Meaning::Width),
    (&["-l", "--language-pair", "--langpair"], Meaning::LanguagePair),
    (&["--paired-bs", "-pb"], Meaning::Mode(BOOTSTRAP)),
    (&["--paired-ar", "-par"], Meaning::Mode(RANDOMIZATION)),
    (&["--paired-bs-n", "-pbn"], Meaning::Resamples(BOOTSTRAP)),
    (&["--paired-ar-n", "-parn"], Meaning::Resamples(RANDOMIZATION)),
    (&["--confidence-n", "-cin"], Meaning::Resamples("--confidence")),
    (&["-ci"], Meaning::Mode("--confidence")),
    (&["--paired-jobs", "-pj"], Meaning::Jobs),
    (&["--list"], Meaning::List),
    (&["--cite"], Meaning::Elsewhere("bleu prints no citations; sacreBLEU does, with --cite")),
    (&["--echo"], Meaning::Elsewhere("bleu prints no test sets; sacreBLEU does, with --echo")),
    (&["--download"], Meaning::Elsewhere("bleu reads the test sets that sacreBLEU has downloaded")),
    (
        &["--force"],
        Meaning::Nothing("--force is not needed: tokenized input is scored with a warning, which -q silences"),
    ),
    (&["-sh", "--short"], Meaning::Nothing("the signature has one form only")),
    (&["-e", "--encoding"], Meaning::NothingWithValue("text must be UTF-8; convert it with iconv")),
    (&["--no-color", "-nc"], Meaning::Nothing("set the environment variable NO_COLOR=1 for output without color")),
    (&["-v", "--verbose"], Meaning::Nothing("use --format json for all numbers; for the version: bleu -V")),
    (&["--detail", "-d"], Meaning::Nothing("for parts of a test set, use --origlang and --subset")),
    (&["--chrf-word-order", "--chrf-char-order", "--chrf-beta"], Meaning::NothingWithValue(ONLY_BLEU)),
    (
        &["--ter-case-sensitive", "--ter-asian-support", "--ter-no-punct", "--ter-normalized"],
        Meaning::Nothing(ONLY_BLEU),
    ),
    (&["--chrf-whitespace", "--chrf-lowercase", "--chrf-eps-smoothing"], Meaning::Nothing(ONLY_BLEU)),
];

const ONLY_BLEU: &str = "bleu computes only BLEU";

/// Smoothing methods of sacreBLEU, which distinguish its `-s METHOD` from `--sentence` followed by a file.
const METHODS: [&str; 4] = ["exp", "floor", "add-k", "none"];

/// A request in the words of this program.
#[derive(Default)]
struct Request {
    /// sacreBLEU's flags that were found, as typed.
    typed: Vec<String>,
    /// This program's flags, each with its value, by long name.
    flags: Vec<(String, String)>,
    /// Modes, of which one can be asked for.
    modes: Vec<String>,
    /// Numbers of resamples, by mode.
    resamples: Vec<(&'static str, u64)>,
    references: Vec<String>,
    candidates: Vec<String>,
    /// Whether candidates are named with `-i`.
    has_input: bool,
    arguments: Vec<String>,
    method: Option<String>,
    method_value: Option<String>,
    test_set: Option<String>,
    language_pair: Option<String>,
    /// Number of references in the columns of a file.
    columns: u64,
    is_list: bool,
    is_elsewhere: bool,
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

/// Whether the next word is a flag's value.
fn takes_value(flag: &Arg) -> bool {
    flag.get_action().takes_values() && !flag.is_require_equals_set()
}

/// Returns how to ask this program, whose flags are `program`'s, for what sacreBLEU was asked for by these arguments,
/// the program's name not among them; `None` if there is no flag of sacreBLEU's.
pub fn answer(program: &Command, arguments: &[OsString]) -> Option<String> {
    let words: Vec<String> = arguments.iter().map(|word| word.to_string_lossy().into_owned()).collect();
    let mut request = Request::default();
    let mut rest = words.iter().map(String::as_str).take_while(|word| *word != "--").peekable();
    while let Some(word) = rest.next() {
        let meaning_of =
            |name: &str| FLAGS.into_iter().find(|(names, _)| names.contains(&name)).map(|(_, meaning)| meaning);
        let (name, inline) = match (word.split_once('='), word.split_at_checked(2)) {
            (Some((name, value)), _) if name.starts_with("--") => (name, Some(value)),
            // As in `-w2`.
            (_, Some((name, value)))
                if meaning_of(word).is_none() && meaning_of(name).is_some_and(Meaning::has_value) =>
            {
                (name, Some(value).filter(|value| !value.is_empty()))
            }
            _ => (word, None),
        };
        let meaning = meaning_of(name);
        let next = rest.peek().copied();
        let meaning = meaning.or_else(|| match (word, next?) {
            ("-s", method) if METHODS.contains(&method) && !Path::new(method).exists() => Some(Meaning::Smoothing),
            ("-t", name) if name.starts_with("wmt") || !test_set::pairs(name).is_empty() => Some(Meaning::TestSet),
            _ => None,
        });
        let is_flag = |word: &&str| word.starts_with('-') && word.len() > 1;
        if let Some(meaning) = meaning {
            request.typed.push(name.to_owned());
            let mut has_inline = inline.is_some();
            request.take(meaning, || match inline {
                Some(value) => std::mem::take(&mut has_inline).then(|| value.to_owned()),
                None => rest.next_if(|word| !is_flag(word)).map(str::to_owned),
            });
        } else if is_flag(&word) {
            let flag = own_flag(program, word);
            let value = rest.next_if(|_| inline.is_none() && flag.is_some_and(takes_value));
            let words = [Some(word), value].into_iter().flatten().map(quote).collect::<Vec<_>>().join(" ");
            match (word, value, flag) {
                ("-r" | "--reference", Some(path), _) => request.references.push(path.to_owned()),
                ("--test-set", Some(name), _) => request.test_set = Some(name.to_owned()),
                (.., Some(flag)) if flag.get_help_heading() == Some(MODES) => request.modes.push(words),
                (.., flag) => request.set(flag.and_then(Arg::get_long).unwrap_or(word), words),
            }
        } else {
            request.arguments.push(word.to_owned());
        }
    }
    (!request.typed.is_empty()).then(|| request.into_answer())
}

fn quote(word: impl AsRef<str>) -> String {
    shell_word(Path::new(word.as_ref()))
}

/// Whether a word is the code of a language, such as `de`, or of two, such as `en-de` or `en-yue`.
fn is_language_pair(word: &str) -> bool {
    let is_code = |code: &str, most| (2..=most).contains(&code.len()) && code.bytes().all(|c| c.is_ascii_lowercase());
    word.split_once('-').map_or(is_code(word, 2), |(source, target)| is_code(source, 3) && is_code(target, 3))
}

/// Returns the number in a value, or the nearest one in the range; the default if there is none.
fn number(value: Option<String>, range: RangeInclusive<u64>, default: u64) -> u64 {
    value.and_then(|value| value.parse().ok()).map_or(default, |value: u64| value.clamp(*range.start(), *range.end()))
}

impl Request {
    /// Sets a flag; the last value counts.
    fn set(&mut self, long: &str, words: String) {
        let long = long.trim_start_matches('-');
        match self.flags.iter_mut().find(|(known, _)| known == long) {
            Some((_, known)) => *known = words,
            None => self.flags.push((long.to_owned(), words)),
        }
    }

    /// Takes a flag of sacreBLEU's; `value` gives its next value.
    fn take(&mut self, meaning: Meaning, mut value: impl FnMut() -> Option<String>) {
        match meaning {
            Meaning::Flag(flag) => self.set(flag, flag.to_owned()),
            Meaning::Mode(mode) => self.modes.push(mode.to_owned()),
            Meaning::Resamples(mode) => {
                self.modes.push(mode.to_owned());
                self.resamples.push((mode, number(value(), RESAMPLES, 1000)));
            }
            Meaning::Tokenizer => {
                let name = value().unwrap_or_else(|| String::from("13a"));
                self.set("--tokenize", format!("--tokenize {}", quote(name)));
            }
            Meaning::Width => {
                self.set("--percent", String::from("--percent"));
                self.set("--digits", format!("--digits {}", number(value(), DIGITS, 1)));
            }
            Meaning::Jobs => match number(value(), 0..=MAX_JOBS, 0) {
                // All cores, as always here.
                0 => {}
                jobs => self.set("--jobs", format!("--jobs {jobs}")),
            },
            Meaning::Smoothing => self.method = value(),
            Meaning::SmoothingValue => self.method_value = value(),
            Meaning::Candidates => {
                self.has_input = true;
                self.candidates.extend(std::iter::from_fn(value));
            }
            Meaning::Metrics => {
                for name in std::iter::from_fn(value) {
                    match &*name {
                        "bleu" => {}
                        "chrf" | "ter" => self.note(ONLY_BLEU),
                        _ => self.arguments.push(name),
                    }
                }
            }
            Meaning::TestSet => self.test_set = value(),
            Meaning::LanguagePair => match value() {
                Some(word) if !is_language_pair(&word) => {
                    self.arguments.push(word);
                    self.note("for lower case: --lowercase");
                }
                pair => self.language_pair = pair,
            },
            Meaning::NumberOfReferences => self.columns = number(value(), 1..=100, 2),
            Meaning::List => self.is_list = true,
            Meaning::Nothing(note) => self.note(note),
            Meaning::NothingWithValue(note) => {
                value();
                self.note(note);
            }
            Meaning::Elsewhere(note) => {
                std::iter::from_fn(value).for_each(drop);
                self.is_elsewhere = true;
                self.note(note);
            }
        }
    }

    fn note(&mut self, note: impl Into<String>) {
        let note = note.into();
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    fn into_answer(mut self) -> String {
        let (verb, kind) =
            if self.typed.len() == 1 { ("is", "a sacreBLEU option") } else { ("are", "sacreBLEU options") };
        let typed = listed(&self.typed, "and");
        if self.is_elsewhere && !self.has_input {
            return format!("{typed} {verb} {kind}: {}", self.notes.join("; "));
        }
        let command = if self.is_list { String::from("bleu --list-test-sets") } else { self.command() };
        let notes: String = self.notes.iter().map(|note| format!("\n  note: {note}")).collect();
        format!("{typed} {verb} {kind}; here the command is: {command}{notes}")
    }

    /// Returns the whole command.
    fn command(&mut self) -> String {
        // sacreBLEU takes the references as bare arguments, and the candidate from standard input or -i. With
        // references that are named as here, or a test set, bare arguments are candidates.
        let has_references = self.test_set.is_some() || !self.references.is_empty() && !self.has_input;
        let arguments = std::mem::take(&mut self.arguments);
        if has_references { &mut self.candidates } else { &mut self.references }.extend(arguments);
        if self.has_input && self.candidates.is_empty() {
            self.candidates.push(String::from("hyp.txt"));
        }
        let mut words = vec![String::from("bleu")];
        match self.test_set.take() {
            Some(name) => {
                let name = self.with_language_pair(name);
                words.push(format!("--test-set {}", quote(name)));
            }
            None => words.extend(self.references()),
        }
        words.extend(self.tokenizer_of_language());
        words.extend(self.smoothing());
        let without_effect = match self.flags.iter().any(|(flag, _)| flag == "score-only") {
            true => "format",
            // JSON is not rounded.
            false if self.flags.iter().any(|(_, words)| words.ends_with("json")) => "digits",
            false => "",
        };
        let flags = std::mem::take(&mut self.flags).into_iter();
        words.extend(flags.filter(|(flag, _)| flag != without_effect).map(|(_, words)| words));
        if let Some(mode) = self.mode() {
            let resamples = self.resamples.iter().rfind(|(of, _)| *of == mode);
            let resamples = resamples.map(|(_, number)| format!("--resamples {number}"));
            words.push(mode);
            words.extend(resamples);
        }
        words.extend(self.candidates.iter().map(quote));
        words.join(" ")
    }

    /// Returns the flags of the references.
    fn references(&mut self) -> Vec<String> {
        if self.references.is_empty() {
            self.references.push(String::from("ref.txt"));
        }
        let of_file = |reference: &String| match self.columns {
            0 | 1 => vec![format!("-r {}", quote(reference))],
            columns => (1..=columns).map(|i| format!("-r <(cut -f{i} {})", quote(reference))).collect(),
        };
        self.references.iter().flat_map(of_file).collect()
    }

    /// Adds the language pair to a test set's name, unless it has one.
    fn with_language_pair(&mut self, set: String) -> String {
        let pairs = test_set::pairs(&set);
        match &self.language_pair {
            _ if pairs.is_empty() && set.contains('/') => set,
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
        let language = self.language_pair.as_ref()?.rsplit('-').next()?;
        let is_asked = self.flags.iter().any(|(flag, _)| flag == "tokenize");
        (matches!(language, "zh" | "ja" | "ko") && !is_asked).then(|| format!("--tokenize auto:{language}"))
    }

    fn smoothing(&mut self) -> Option<String> {
        let method = self.method.take();
        match (method.as_deref(), self.method_value.take()) {
            (Some(method @ ("floor" | "add-k")), Some(value)) => {
                Some(format!("--smooth {}", quote(format!("{method}={value}"))))
            }
            (method, value) => {
                if value.is_some() {
                    self.note("only the methods floor and add-k have a value");
                }
                method.map(|method| format!("--smooth {}", quote(method)))
            }
        }
    }

    /// Returns the mode; if several were asked for, the one that says most.
    fn mode(&mut self) -> Option<String> {
        let is_comparison = |mode: &String| mode.starts_with("--paired");
        let mut modes = std::mem::take(&mut self.modes);
        if self.candidates.len() < 2 && modes.iter().any(is_comparison) {
            modes.retain(|mode| !is_comparison(mode));
            self.note("a comparison needs two candidates or more: add --paired bootstrap or randomization for them");
        }
        modes.sort_by_key(|mode| match &**mode {
            mode if mode.starts_with("--paired") => 1,
            "--sentence" | "-s" => 2,
            "--confidence" => 3,
            _ => 0,
        });
        modes.dedup();
        let mut modes = modes.into_iter();
        let first = modes.next()?;
        // A comparison has the confidence intervals too.
        let others: Vec<String> = modes.filter(|mode| !(is_comparison(&first) && mode == "--confidence")).collect();
        if !others.is_empty() {
            self.note(format!("one command has one mode; ask for {} with another", others.join(" and ")));
        }
        Some(first)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Args, parse_from};
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
            ("ref -i hyp -tok intl", "bleu -r ref --tokenize intl hyp"),
            ("ref -i hyp -m bleu chrf -w 2 -b", "bleu -r ref --percent --digits 2 -b hyp"),
            ("ref -i a b -m bleu --paired-bs --paired-bs-n 300", "bleu -r ref --paired bootstrap --resamples 300 a b"),
            ("ref -i hyp -s floor --smooth-value 0.2 -lc", "bleu -r ref --smooth floor=0.2 --lowercase hyp"),
            ("ref -i hyp -sl --force", "bleu -r ref --sentence hyp"),
            ("-t wmt22 -l en-de -i hyp -tok 13a", "bleu --test-set wmt22/en-de --tokenize 13a hyp"),
            ("-t wmt17/B -l en-fi -i hyp", "bleu --test-set wmt17/B/en-fi hyp"),
            ("refs.tsv -nr 2 -i hyp", "bleu -r <(cut -f1 refs.tsv) -r <(cut -f2 refs.tsv) hyp"),
            ("ref --confidence --confidence-n 500 -i hyp", "bleu -r ref --confidence --resamples 500 hyp"),
            ("-r ref --smooth-method=add-k hyp", "bleu -r ref --smooth add-k hyp"),
            ("ref -sl", "bleu -r ref --sentence"),
            ("ref -i hyp -cin 500", "bleu -r ref --confidence --resamples 500 hyp"),
            ("ref -i a b --confidence --paired-ar-n 50", "bleu -r ref --paired randomization --resamples 50 a b"),
            ("ref -i hyp -s exp --smooth-value 0.5", "bleu -r ref --smooth exp hyp"),
            ("-t wmt22 -l en-de", "bleu --test-set wmt22/en-de"),
            ("ref -i hyp -l en-zh", "bleu -r ref --tokenize auto:zh hyp"),
            ("-t wmt22 -l en-ja -i hyp", "bleu --test-set wmt22/en-ja --tokenize auto:ja hyp"),
            ("--test-set wmt22/en-de hyp -lc", "bleu --test-set wmt22/en-de --lowercase hyp"),
            ("--records data.tsv -r ref mt -tok intl", "bleu -r ref --records data.tsv --tokenize intl mt"),
            ("-r ref --by domains hyp -w 2", "bleu -r ref --by domains --percent --digits 2 hyp"),
            ("ref -i -w 0 -w 3", "bleu -r ref --percent --digits 3 hyp.txt"),
            (
                "ref -i hyp --percent -w 2 -tok zh --tokenize=intl",
                "bleu -r ref --percent --digits 2 --tokenize=intl hyp",
            ),
            ("--list", "bleu --list-test-sets"),
            ("ref --input=hyp --metrics=bleu -w2", "bleu -r ref --percent --digits 2 hyp"),
            ("ref -ihyp --echo=src --cite=x --download=x", "bleu -r ref hyp"),
        ] {
            assert_eq!(command(sacrebleu).as_deref(), Some(bleu), "{sacrebleu}");
        }
    }

    #[test]
    fn what_does_not_go_together_is_left_out_with_a_note() {
        for (sacrebleu, bleu, note) in [
            ("ref -i a b -sl --paired-bs", "bleu -r ref --paired bootstrap a b", "ask for --sentence with another"),
            ("ref -i hyp -sl -pbn 300", "bleu -r ref --sentence hyp", "a comparison needs two candidates"),
            ("ref -i hyp --confidence -sl", "bleu -r ref --sentence hyp", "ask for --confidence with another"),
            ("-t wmt22 -i hyp", "bleu --test-set wmt22/PAIR hyp", "in place of PAIR: cs-en, "),
            ("ref -i hyp --cite", "bleu -r ref hyp", "sacreBLEU does, with --cite"),
            ("ref -i hyp -m chrf", "bleu -r ref hyp", "only BLEU"),
            ("-r ref -m bleu ter hyp", "bleu -r ref hyp", "only BLEU"),
        ] {
            let answer = answer_to(sacrebleu).unwrap();
            assert!(answer.contains(&format!("the command is: {bleu}\n")) && answer.contains(note), "{answer}");
        }
        for no_score in ["-t wmt22 --cite", "-t wmt22 -l en-de --echo src ref", "--download wmt22"] {
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
            "--cite",
            "--echo src ref",
            "--force -sh",
            "-e utf-8",
            "-b",
            "-f json",
            "--percent",
        ];
        let mut understood = 0;
        for input in inputs {
            for (i, first) in options.iter().enumerate() {
                for second in &options[i..] {
                    let arguments = format!("{input} {first} {second}");
                    let Some(command) = command(&arguments) else { continue };
                    let columns = command.replace("<(cut -f1 ", "1-").replace("<(cut -f2 ", "2-").replace(')', "");
                    match parse_from(columns.replace("/PAIR", "/de-en").split(' ')) {
                        Ok(_) => understood += 1,
                        Err(answer) => panic!("{arguments}: {command}: {answer:?}"),
                    }
                }
            }
        }
        assert!(understood > 1000, "{understood}");
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
