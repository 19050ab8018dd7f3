//! Hints are followed: each command that a message advises is run in a case of its own, and must lead to the right number.
//!
//! A hint of `src/text/hints.rs` without a case fails a test, and so does a command in a message that is not a hint.

use crate::common::{TestDir, assert_says, gzip};
use encoding_rs::Encoding;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::BTreeSet;
use std::fs;
use std::process::Command;
use syn::{ImplItem, Item};

/// A situation in which a hint is given.
struct Case {
    /// The hint, as `src/text/hints.rs` names it.
    hint: &'static str,
    files: Vec<(&'static str, Vec<u8>)>,
    /// What the user types, in a shell.
    typed: &'static str,
    /// The command as the message has it.
    command: &'static str,
    /// What the user types next; empty if the command prints the number.
    then: &'static str,
    /// What is in the output in the end, such as the score.
    right: &'static str,
}

/// Text whose score against itself is 1 only if each letter is right.
const GERMAN: &str =
    "„Die Mühle steht höher“, sagte er\nFür Größe zählt das Übermaß nicht\nWir hören die Züge – täglich\n";
const RUSSIAN: &str = "Мама мыла раму весь день\nСегодня хорошая погода в городе\nОни поехали домой поздно вечером\n";
const JAPANESE: &str = "これは日本語の文章です。\n今日は天気がいいですね。\n電車で東京に行きました。\n";
const CHINESE: &str = "今天的天气非常好。\n我们一起去公园散步。\n他昨天买了一本新书。\n";
const CROATIAN: &str = "Došli smo kući vrlo kasno\nŽena čita knjigu uz peć\nSutra će biti još ljepše\n";

fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    Encoding::for_label(encoding.as_bytes()).unwrap().encode(text).0.into_owned()
}

fn utf_16_le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Different lines, of which the part from `first` on differs in its last word from the same lines with another `last`.
fn lines(numbers: std::ops::Range<usize>, last: &str) -> String {
    let words = "apple brick candle dragon engine forest garden hammer island jacket kitten ladder".split(' ');
    let words: Vec<&str> = words.collect();
    let line = |i: usize| {
        let [a, b, c] = [i % 12, i * 7 / 12 % 12, (i * 5 + 3) % 12].map(|place| words[place]);
        format!("{a} number{i} {b} and {c}{i} {last}\n")
    };
    numbers.map(line).collect()
}

fn cases() -> Vec<Case> {
    let encodings = [
        (GERMAN, "windows-1252", "CP1252"),
        (RUSSIAN, "windows-1251", "CP1251"),
        (RUSSIAN, "KOI8-R", "KOI8-R"),
        (RUSSIAN, "IBM866", "IBM866"),
        (RUSSIAN, "ISO-8859-5", "ISO-8859-5"),
        (JAPANESE, "Shift_JIS", "CP932"),
        (JAPANESE, "EUC-JP", "EUC-JP"),
        (CHINESE, "gb18030", "GB18030"),
        (CROATIAN, "windows-1250", "CP1250"),
        (CROATIAN, "ISO-8859-2", "ISO-8859-2"),
    ];
    let commands = encodings
        .map(|(_, _, name)| -> &'static str { format!("iconv -f {name} -t UTF-8 hyp.txt > hyp.utf8.txt").leak() });
    let mut cases: Vec<Case> = Vec::new();
    for ((text, encoding, _), command) in encodings.into_iter().zip(commands) {
        let files = vec![("ref.txt", text.into()), ("hyp.txt", encoded(text, encoding))];
        cases.push(Case {
            hint: "ConvertFile",
            files,
            typed: "bleu -r ref.txt hyp.txt",
            command,
            then: "bleu -r ref.txt hyp.utf8.txt -q -t char -b",
            right: "1.0000",
        });
    }
    cases.extend([
        Case {
            hint: "ConvertFile",
            files: vec![("ref.txt", GERMAN.into()), ("hyp.txt", utf_16_le(GERMAN))],
            typed: "bleu -r ref.txt hyp.txt",
            command: "iconv -f UTF-16LE -t UTF-8 hyp.txt > hyp.utf8.txt",
            then: "bleu -r ref.txt hyp.utf8.txt -b",
            right: "1.0000",
        },
        Case {
            hint: "ConvertFile",
            files: vec![("rows.tsv", encoded(&GERMAN.replace('\n', "\tso ist es hier\n"), "windows-1252"))],
            typed: "bleu --records rows.tsv -r 1 1",
            command: "iconv -f CP1252 -t UTF-8 rows.tsv > rows.utf8.tsv",
            then: "bleu --records rows.utf8.tsv -r 1 1 -b",
            right: "1.0000",
        },
        Case {
            hint: "ConvertCompressedFile",
            files: vec![("ref.txt", RUSSIAN.into()), ("hyp.txt.gz", gzip(encoded(RUSSIAN, "KOI8-R")))],
            typed: "bleu -r ref.txt hyp.txt.gz",
            command: "gzip -dc hyp.txt.gz | iconv -f KOI8-R -t UTF-8 > hyp.utf8.txt",
            then: "bleu -r ref.txt hyp.utf8.txt -b",
            right: "1.0000",
        },
        Case {
            hint: "ConvertStream",
            files: vec![("ref.txt", GERMAN.into()), ("hyp.txt", encoded(GERMAN, "windows-1252"))],
            typed: "cat hyp.txt | bleu -r ref.txt",
            command: "iconv -f CP1252 -t UTF-8",
            then: "cat hyp.txt | COMMAND | bleu -r ref.txt -b",
            right: "1.0000",
        },
        Case {
            hint: "Score",
            files: vec![("ref.txt", "a b c d f\n".into()), ("hyp.txt", "a b c d\n".into())],
            typed: "bleu hyp.txt ref.txt",
            command: "bleu -r ref.txt hyp.txt",
            then: "",
            // The other way round it would be 0.6687.
            right: "0.7788",
        },
        Case {
            hint: "Score",
            files: vec![
                ("test.ref0", "a b c d e\n".into()),
                ("test.ref1", "a b c d f\n".into()),
                ("out", "a b c d f\n".into()),
            ],
            typed: "bleu -r test.ref0 test.ref1 out",
            command: "bleu -r test.ref0 -r test.ref1 out",
            then: "",
            right: "1.0000",
        },
        Case {
            hint: "Score",
            files: vec![
                ("gold.txt", "a b c d f\n".into()),
                ("a.txt", "a b c d\n".into()),
                ("b.txt", "a b c d f\n".into()),
            ],
            typed: "bleu a.txt b.txt gold.txt",
            command: "bleu -r gold.txt a.txt b.txt",
            then: "",
            right: "b       1.0000",
        },
        Case {
            hint: "NumberedReferences",
            files: vec![
                ("reference0", "a b c d e\n".into()),
                ("reference1", "a b c d f\n".into()),
                ("reference10", "x y\n".into()),
                ("hyp", "a b c d f\n".into()),
            ],
            typed: "bleu -r reference hyp",
            command: "-r reference0 -r reference1 -r reference10",
            then: "bleu COMMAND hyp",
            right: "nrefs:3|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-VERSION = 1.0000",
        },
        Case {
            hint: "SplitText",
            files: vec![
                ("ref.txt", lines(0..40, "end").into()),
                ("hyp.txt", (lines(0..40, "end") + &lines(0..40, "stop")).into()),
            ],
            typed: "bleu -r ref.txt hyp.txt",
            command: "split -l 40 hyp.txt",
            then: "bleu -r ref.txt xaa -b",
            right: "1.0000",
        },
        Case {
            hint: "ReplaceCarriageReturns",
            files: vec![
                ("ref.txt", lines(0..9, "end").into()),
                ("hyp.txt", lines(0..9, "end").replacen('\n', "\r", 3).into()),
            ],
            typed: "bleu -r ref.txt hyp.txt",
            command: "tr '\\r' '\\n' < hyp.txt > hyp.lf.txt",
            then: "bleu -r ref.txt hyp.lf.txt -b",
            right: "1.0000",
        },
    ]);
    cases
}

/// Runs a line of a shell in a folder, where `bleu` is the program. Returns its output and its messages.
fn shell(dir: &TestDir, line: &str) -> (String, String) {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_bleu")).parent().unwrap();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", line]).current_dir(dir.path()).env("PATH", path).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (out, err)
}

#[test]
fn a_hint_that_is_followed_leads_to_the_right_number() {
    for Case { hint, files, typed, command, then, right } in cases() {
        let dir = TestDir::with([]);
        files.iter().for_each(|(name, bytes)| dir.write(name, bytes));
        let (_, message) = shell(&dir, typed);
        assert_says(&message, &[command]);
        let (mut printed, mut said) = if then.contains("COMMAND") {
            shell(&dir, &then.replace("COMMAND", command))
        } else {
            shell(&dir, command)
        };
        if !then.is_empty() && !then.contains("COMMAND") {
            (printed, said) = shell(&dir, then);
        }
        let right = right.replace("VERSION", env!("CARGO_PKG_VERSION"));
        assert!(printed.contains(&right), "{hint}: {typed}\n{message}\nprints {printed}, and says {said}");
    }
}

#[test]
fn every_hint_has_a_case() {
    let source = fs::read_to_string("src/text/hints.rs").unwrap();
    let mut named: BTreeSet<String> = BTreeSet::new();
    for item in syn::parse_file(&source).unwrap().items {
        match item {
            Item::Const(item) => drop(named.insert(item.ident.to_string())),
            Item::Macro(item) => named.extend(variants(item.mac.tokens)),
            Item::Impl(item) => assert!(item.items.iter().all(|item| matches!(item, ImplItem::Fn(_)))),
            _ => {}
        }
    }
    let tried: BTreeSet<String> = cases().into_iter().map(|case| case.hint.to_owned()).collect();
    assert!(named.len() >= 6, "{named:?}");
    assert_eq!(tried, named, "a hint has no case in tests/hints.rs, or a case is of no hint");
}

/// The variants of the enum in `worded!`: names before a group of fields, or before a text.
fn variants(tokens: TokenStream) -> Vec<String> {
    let body =
        tokens.into_iter().filter_map(|token| if let TokenTree::Group(group) = token { Some(group) } else { None });
    let body: Vec<TokenTree> = body.last().unwrap().stream().into_iter().collect();
    let is_named = |pair: &[TokenTree]| match pair {
        [TokenTree::Ident(_), TokenTree::Group(fields)] => fields.delimiter() == Delimiter::Brace,
        [TokenTree::Ident(_), TokenTree::Punct(mark)] => mark.as_char() == '=',
        _ => false,
    };
    body.windows(2).filter(|pair| is_named(pair)).map(|pair| pair[0].to_string()).filter(|name| name != "doc").collect()
}
