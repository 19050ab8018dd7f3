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

/// Different lines. From line `first` on, the last word of each is `last`.
fn lines(numbers: std::ops::Range<usize>, last: &str) -> String {
    let words = "apple brick candle dragon engine forest garden hammer island jacket kitten ladder".split(' ');
    let words: Vec<&str> = words.collect();
    let line = |i: usize| {
        let [a, b, c] = [i % 12, i * 7 / 12 % 12, (i * 5 + 3) % 12].map(|place| words[place]);
        format!("{a} number{i} {b} and {c}{i} {last}\n")
    };
    numbers.map(line).collect()
}

/// A line for each last word, segment after segment.
fn samples<const N: usize>(last: [&str; N]) -> String {
    let all = last.map(|last| lines(0..40, last));
    let mut samples = all.each_ref().map(|text| text.lines());
    let segment = |_| samples.each_mut().map(|lines| format!("{}\n", lines.next().unwrap())).concat();
    (0..40).map(segment).collect()
}

/// A text in which each line is two lines of this one.
fn joined_pairs(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    lines.chunks(2).map(|pair| pair.join(" ") + "\n").collect()
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
            hint: "ConvertFile",
            files: vec![("ref.txt", RUSSIAN.into()), ("hyp.txt", utf_16_le(RUSSIAN))],
            typed: "bleu -r ref.txt hyp.txt",
            command: "iconv -f UTF-16LE -t UTF-8 hyp.txt > hyp.utf8.txt",
            then: "bleu -r ref.txt hyp.utf8.txt -b",
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
            hint: "NumberedReferences",
            files: vec![
                ("ref2.txt", "a b c d f\n".into()),
                ("ref1.txt", "a b c d e\n".into()),
                ("ref.log", "x y\n".into()),
                ("hyp", "a b c d f\n".into()),
            ],
            typed: "bleu -r ref.txt hyp",
            command: "-r ref1.txt -r ref2.txt",
            then: "bleu COMMAND hyp",
            right: "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-VERSION = 1.0000",
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
            hint: "Samples",
            files: vec![("ref.txt", lines(0..40, "end").into()), ("hyp.txt", samples(["end", "stop"]).into())],
            typed: "bleu -r ref.txt hyp.txt",
            command: "--samples 2",
            then: "bleu -r ref.txt COMMAND --pick best hyp.txt > best.txt && bleu -r ref.txt best.txt -b",
            right: "1.0000",
        },
        Case {
            hint: "ReferenceLines",
            files: vec![("ref.txt", samples(["end", "stop", "halt"]).into()), ("hyp.txt", lines(0..40, "halt").into())],
            typed: "bleu -r ref.txt hyp.txt",
            command: "--samples 1 --reference-samples 3",
            then: "bleu -r ref.txt COMMAND hyp.txt",
            right: "mean    1.0000",
        },
        Case {
            hint: "JoinLines",
            files: vec![("ref.txt", lines(0..40, "end").into()), ("hyp.txt", joined_pairs(&lines(0..40, "end")).into())],
            typed: "bleu -r ref.txt hyp.txt",
            command: "paste -d ' ' - - < ref.txt > ref.joined.txt",
            then: "bleu -r ref.joined.txt hyp.txt -b",
            right: "1.0000",
        },
        Case {
            hint: "DropHeader",
            files: vec![
                ("ref.txt", lines(0..40, "end").into()),
                ("hyp.txt", (String::from("translation\n") + &lines(0..40, "end")).into()),
            ],
            typed: "bleu -r ref.txt hyp.txt",
            command: "line 1 of hyp.txt, 'translation', is a header, which is not scored; remove it: tail -n +2 hyp.txt > hyp.body.txt",
            then: "tail -n +2 hyp.txt > hyp.body.txt; bleu -r ref.txt hyp.body.txt -b",
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
        Case {
            hint: "UnpackFile",
            files: vec![("ref.txt", "a b c d f\n".into()), ("hyp.txt.bz2", bytes_of(BZIP2))],
            typed: "bleu -r ref.txt hyp.txt.bz2",
            command: "bzip2 -dc hyp.txt.bz2 > hyp.txt",
            then: "bleu -r ref.txt hyp.txt -b",
            right: "0.6687",
        },
        Case {
            hint: "UnpackStream",
            files: vec![("ref.txt", "a b c d f\n".into()), ("hyp.txt.xz", bytes_of(XZ))],
            typed: "cat hyp.txt.xz | bleu -r ref.txt",
            command: "xz -dc",
            then: "cat hyp.txt.xz | COMMAND | bleu -r ref.txt -b",
            right: "0.6687",
        },
        Case {
            hint: "Compare",
            files: [("new.txt", "a b c d e\n".into())].into_iter().chain(files()).collect(),
            typed: "bleu -r ref.txt --paired bootstrap hyp.txt",
            command: "bleu -r ref.txt --paired bootstrap base.txt new.txt",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "Log",
            files: vec![("ref.txt", "a b c d f\na b c d f\n".into()), ("log.jsonl", log(&["a b c d e", "a b c d f"]))],
            typed: "bleu -r ref.txt log.jsonl",
            command: "bleu -r ref.txt --at 'response.body.choices[0].message.content' log.jsonl",
            then: "",
            right: "0.8376",
        },
        Case {
            hint: "Log",
            files: vec![("ref.txt", "a b c d f\n".into()), ("log.jsonl", "{\"a|b:c\":{\"text\":\"a b c d e\"}}\n".into())],
            typed: "bleu -r ref.txt log.jsonl",
            command: "bleu -r ref.txt --at '\"a|b:c\".text' log.jsonl",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "Log",
            files: vec![
                ("ref.txt", "a b c d f\na b c d f\n".into()),
                ("log.json", r#"{"version":2,"samples":[{"output":{"completion":"a b c d e"}},{"output":{"completion":"a b c d f"}}]}"#.into()),
            ],
            typed: "bleu -r ref.txt log.json",
            command: "bleu -r ref.txt --at samples:output.completion log.json",
            then: "",
            right: "0.8376",
        },
        Case {
            hint: "ReferenceColumns",
            files: vec![("refs.tsv", "a b c d e\ta b c d f\n".into()), ("hyp.txt", "a b c d f\n".into())],
            typed: "bleu -r refs.tsv hyp.txt",
            command: "bleu --records refs.tsv -r 1 -r 2 hyp.txt",
            then: "",
            right: "1.0000",
        },
        Case {
            hint: "ReferenceColumns",
            files: vec![("refs.tsv", "0.5\ta b c d f\t3\n".into()), ("hyp.txt", "a b c d f\n".into())],
            typed: "bleu -r refs.tsv hyp.txt",
            command: "bleu --records refs.tsv -r 2 hyp.txt",
            then: "",
            right: "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-VERSION = 1.0000",
        },
        Case {
            hint: "ReferenceColumns",
            files: vec![
                ("refs.tsv", "kind\tone\ttwo\nnews\ta b c d\ta b c f\nnews\te f g h\te f\n".into()),
                ("more.txt", "a b x\ne f x\n".into()),
                ("hyp.txt", "a b c f\ne f g h\n".into()),
            ],
            typed: "bleu -r more.txt -r refs.tsv hyp.txt",
            command: "bleu --records refs.tsv -r one -r two -r more.txt hyp.txt",
            then: "",
            right: "nrefs:3|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-VERSION = 1.0000",
        },
        Case {
            hint: "ReferenceColumns",
            files: vec![("refs.tsv", "a b c d e\ta b c d f\n".into()), ("hyp.txt", "a b c d f\n".into())],
            typed: "cat refs.tsv | bleu -r - hyp.txt",
            command: "bleu --records - -r 1 -r 2 hyp.txt",
            then: "cat refs.tsv | COMMAND",
            right: "nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-VERSION = 1.0000",
        },
        Case {
            hint: "JsonObject",
            files: vec![
                ("ref.json", r#"{"q1": ["x", "a b c d f"], "q2": ["g h i j"]}"#.into()),
                ("hyp.json", r#"{"q2": "g h i j", "q1": "a b c d f"}"#.into()),
            ],
            typed: "bleu -r ref.json hyp.json",
            command: "bleu --input-format json-object -r ref.json hyp.json",
            then: "",
            right: "1.0000",
        },
        Case {
            hint: "Baseline",
            files: vec![
                ("ref.txt", "A b c d e\nf g h i\n".into()),
                ("base.txt", "a b c d e\nf g h i\n".into()),
                ("hyp.txt", "a b c d x\nf g h y\n".into()),
            ],
            typed: "bleu -r ref.txt -t char --lowercase=yes --baseline old.jsonl hyp.txt",
            command: "bleu -r ref.txt --tokenize char --lowercase=yes --stats=segments base.txt > old.jsonl",
            then: "bleu -r ref.txt -t char --lowercase=yes --baseline old.jsonl hyp.txt -q",
            right: "1.0000",
        },
        Case {
            hint: "Table",
            files: vec![("ref.txt", "a b c d f\n".into()), ("data.tsv", "ref\tmt\na b c d f\ta b c d e\n".into())],
            typed: "bleu -r ref.txt data.tsv",
            command: "bleu --records data.tsv -r NAME NAME",
            then: "bleu --records data.tsv -r ref mt",
            right: "0.6687",
        },
        Case {
            hint: "RestoreUtf8",
            files: vec![
                ("ref.txt", russian_lines().into()),
                ("hyp.txt", read_as(&russian_lines(), "UTF-8", "windows-1251")),
            ],
            typed: "bleu --explain -f json -r ref.txt hyp.txt",
            command: "iconv -f UTF-8 -t windows-1251",
            then: "cat hyp.txt | COMMAND > new.txt && bleu -r ref.txt new.txt -b",
            right: "1.0000",
        },
        Case {
            hint: "Restore",
            files: vec![
                ("ref.txt", russian_lines().into()),
                ("hyp.txt", read_as(&russian_lines(), "KOI8-R", "windows-1251")),
            ],
            typed: "bleu --explain -f json -r ref.txt hyp.txt",
            command: "iconv -f UTF-8 -t windows-1251 | iconv -f KOI8-R -t UTF-8",
            then: "cat hyp.txt | COMMAND > new.txt && bleu -r ref.txt new.txt -b",
            right: "1.0000",
        },
        Case {
            hint: "Unzip",
            files: vec![("ref.txt", "a b c d f\n".into()), ("data.zip", zip("hyp.txt"))],
            typed: "bleu -r ref.txt data.zip",
            command: "unzip data.zip",
            then: "COMMAND && bleu -r ref.txt hyp.txt -b",
            right: "0.6687",
        },
        Case {
            hint: "Spreadsheet",
            files: vec![("data.xlsx", zip("xl/workbook.xml"))],
            typed: "bleu --records data.xlsx -r ref mt",
            command: "xlsx2csv data.xlsx | bleu --records - -r NAME NAME",
            then: "xlsx2csv data.xlsx | bleu --records - -r ref mt -b",
            right: "0.6687",
        },
        Case {
            hint: "Document",
            files: vec![("ref.txt", "a b c d f\n".into()), ("data.docx", zip("word/document.xml"))],
            typed: "bleu -r ref.txt data.docx",
            command: "docx2txt data.docx | grep . > text.txt",
            then: "COMMAND && bleu -r ref.txt text.txt -b",
            right: "0.6687",
        },
        Case {
            hint: "Parquet",
            files: vec![("data.parquet", b"PAR1\x15\x04\x15\xFF".to_vec())],
            typed: "bleu --records data.parquet -r ref mt",
            command: "duckdb -c \"COPY (FROM 'data.parquet') TO '/dev/stdout' (FORMAT json)\" | bleu --records - -r NAME NAME",
            then: "duckdb -c \"COPY (FROM 'data.parquet') TO '/dev/stdout' (FORMAT json)\" | bleu --records - -r ref mt -b",
            right: "0.6687",
        },
        Case {
            hint: "InspectLog",
            files: vec![("ref.txt", "a b c d f\n".into()), ("data.eval", zip("_journal/start.json"))],
            typed: "bleu -r ref.txt --at samples:output.completion data.eval",
            command: "inspect log dump data.eval > log.json; bleu --records log.json -r samples:target samples:output.completion",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "FILES",
            files: files(),
            typed: "bleu -r ref.txt --candidate hyp.txt",
            command: "bleu -r ref.txt hyp.txt",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "TEXTS",
            files: vec![],
            typed: "bleu --text -r 'the cat sat on the mat'",
            command: "bleu --text -r 'the cat sat on the mat' 'the cat is on the mat'",
            then: "",
            // (5/6 * 3/5 * 1/4 * 1/6) ^ (1/4)
            right: "0.3799",
        },
        Case {
            hint: "GivenTexts",
            files: vec![],
            typed: "bleu 'a b c d f' 'a b c d e'",
            command: "bleu --text -r 'a b c d f' 'a b c d e'",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "HYPHENS",
            files: vec![],
            typed: "bleu --text -r '- the cat' '- the the'",
            command: "bleu --text -r='- the cat' -- '- the the'",
            then: "",
            right: "0.667/0.500",
        },
        Case {
            hint: "TABLE",
            files: vec![("data.tsv", "ref\tmt\na b c d f\ta b c d e\n".into())],
            typed: "bleu --records data.tsv -r ref",
            command: "bleu --records data.tsv -r ref mt",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "NamedTable",
            files: vec![("sheet.tsv", "ref\tmt\na b c d f\ta b c d e\n".into())],
            typed: "bleu sheet.tsv",
            command: "bleu --records sheet.tsv -r ref mt",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "COLUMN_NUMBERS",
            files: vec![("data.tsv", "a b c d f\ta b c d e\n".into())],
            typed: "bleu --records data.tsv --no-header -r 1 2",
            command: "bleu --records data.tsv -r 1 2",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "DIFFERENCE",
            files: [("base.txt", "a b c d f\n".into()), ("new.txt", "a b c d e\n".into())]
                .into_iter()
                .chain(files())
                .collect(),
            typed: "bleu -r ref.txt --compare base.txt new.txt",
            command: "bleu -r ref.txt --explain base.txt new.txt",
            then: "",
            right: "0.6687",
        },
        Case {
            hint: "REPORT",
            files: files(),
            typed: "bleu -r ref.txt hyp.txt --html",
            command: "bleu -r ref.txt hyp.txt --report report.html",
            then: "grep -o 0.6687403 report.html",
            right: "0.6687",
        },
        Case {
            hint: "OUTPUT",
            files: files(),
            typed: "bleu -r ref.txt hyp.txt --output x",
            command: "bleu -r ref.txt hyp.txt > FILE",
            then: "cat FILE",
            right: "0.6687",
        },
    ]);
    cases
}

/// A reference, a candidate with four right tokens in five, and a candidate without errors.
fn files() -> Vec<(&'static str, Vec<u8>)> {
    let files = [("ref.txt", "a b c d f\n"), ("hyp.txt", "a b c d e\n"), ("base.txt", "a b c d f\n")];
    files.map(|(name, text)| (name, text.into())).into()
}

/// Text that was written in one encoding and read as another.
fn read_as(text: &str, written: &str, read: &str) -> Vec<u8> {
    let bytes = if written == "UTF-8" { text.into() } else { encoded(text, written) };
    Encoding::for_label(read.as_bytes()).unwrap().decode_without_bom_handling(&bytes).0.into_owned().into()
}

/// The beginning of a zip file in which this name is.
fn zip(name: &str) -> Vec<u8> {
    [b"PK\x03\x04\x14\x00\xFF", name.as_bytes()].concat()
}

fn russian_lines() -> String {
    (0..30).map(|i| format!("Мама мыла раму {i} весь день, а папа поехал домой\n")).collect()
}

/// The line "a b c d e", compressed.
const XZ: &str = "fd377a585a000004e6d6b4460200210116000000742fe5a30100096120622063206420650a0000008255031be34a18b50001220a151ae167\
                  1fb6f37d010000000004595a";
const BZIP2: &str = "425a68393141592653599167e9b6000002d100001040003e002000310c00d3466a1d2944bc5dc914e14242459fa6d8";

fn bytes_of(hexadecimal: &str) -> Vec<u8> {
    let digits = hexadecimal.as_bytes().chunks(2).map(|pair| str::from_utf8(pair).unwrap());
    digits.map(|pair| u8::from_str_radix(pair, 16).unwrap()).collect()
}

/// A file of responses, as batches of OpenAI have them.
fn log(answers: &[&str]) -> Vec<u8> {
    let line = |(id, answer): (usize, &&str)| {
        let body = serde_json::json!({"choices": [{"message": {"content": answer}, "finish_reason": "stop"}]});
        serde_json::json!({"custom_id": id.to_string(), "response": {"status_code": 200, "body": body}}).to_string()
            + "\n"
    };
    (1..).zip(answers).map(line).collect::<String>().into()
}

/// Programs that may not be there: what they print of a file of their own kind.
const STAND_INS: [(&str, &str); 5] = [
    ("xlsx2csv", "printf 'ref,mt\\na b c d f,a b c d e\\n'"),
    ("duckdb", r#"printf '{"ref":"a b c d f","mt":"a b c d e"}\n'"#),
    ("docx2txt", "printf 'a b c d e\\n'"),
    ("unzip", "printf 'a b c d e\\n' > hyp.txt"),
    (
        "inspect",
        r#"printf '{"version":2,"samples":[{"id":1,"target":"a b c d f","output":{"completion":"a b c d e"}}]}\n'"#,
    ),
];

/// Runs a line of a shell in a folder, where `bleu` is the program. Returns its output and its messages.
fn shell(dir: &TestDir, line: &str) -> (String, String) {
    let folder = std::path::Path::new(env!("CARGO_BIN_EXE_bleu")).parent().unwrap();
    // A stand-in works only if its file exists.
    let stand_in = |(name, prints): (&str, &str)| {
        format!("{name}() {{ case \"$*\" in *data.*) test -s data.* && {prints};; *) false;; esac; }}\n")
    };
    let line = STAND_INS.map(stand_in).concat() + line;
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let output = Command::new("sh").args(["-c", &line]).current_dir(dir.path()).env("PATH", path).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    (out, err)
}

#[test]
fn a_hint_that_is_followed_leads_to_the_right_number() {
    for Case { hint, files, typed, command, then, right } in cases() {
        let dir = TestDir::with([]);
        files.iter().for_each(|(name, bytes)| dir.write(name, bytes));
        let (explanation, message) = shell(&dir, typed);
        let message = explanation + &message;
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

/// The beginnings of commands that lead to a score.
const COMMANDS: [&str; 15] = [
    "bleu -r ",
    "bleu --text",
    "bleu --records",
    "bleu {",
    "iconv -f",
    "jq -",
    "split -l",
    "paste -d",
    "tail -n",
    "tr '",
    "unzip ",
    "xlsx2csv",
    "docx2txt",
    "duckdb",
    "inspect log",
];

/// Sources of messages with commands of their own tests: translations of sacreBLEU's command line, and `--stats` of a baseline.
const OWN_TESTS: [&str; 3] = ["src/text/hints.rs", "src/program/args/sacrebleu.rs", "src/program/run/baseline.rs"];

#[test]
fn every_command_in_a_message_is_a_hint() {
    let mut found = Vec::new();
    let (mut folders, mut files) = (vec!["src/program".to_owned(), "src/text".to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path().to_str().unwrap().replace('\\', "/");
            if fs::metadata(&path).unwrap().is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    let is_read = |path: &&String| path.ends_with(".rs") && !OWN_TESTS.contains(&path.as_str());
    for path in files.iter().filter(is_read) {
        let tokens: TokenStream = fs::read_to_string(path).unwrap().parse().unwrap();
        let mut texts = Vec::new();
        add_texts(tokens, &mut texts);
        found.extend(texts.into_iter().filter(|text| COMMANDS.iter().any(|command| text.contains(command))));
    }
    assert!(files.len() > 100 && found.is_empty(), "make hints of these commands: {found:#?}");
}

/// Adds the texts in a source, except in attributes, such as documentation and help, and in tests.
fn add_texts(tokens: TokenStream, texts: &mut Vec<String>) {
    let mut before = ["", "", ""].map(String::from);
    for token in tokens {
        match &token {
            TokenTree::Group(group) if before[2] == "#" && group.delimiter() == Delimiter::Bracket => {}
            TokenTree::Group(_) if before[1] == "mod" && before[2] == "tests" => {}
            TokenTree::Group(group) => add_texts(group.stream(), texts),
            TokenTree::Literal(text) => texts.push(text.to_string()),
            _ => {}
        }
        before.rotate_left(1);
        before[2] = token.to_string();
    }
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
