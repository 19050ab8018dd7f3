//! The tokenizer of Moses: tokens of tokenizer.perl, lists of nonbreaking prefixes, and how the program finds them.

use crate::common::{Run, TestDir, assert_says};
use bleu::moses::Prefixes;
use bleu::{Definition, Error, ReferenceCount, Signature, Tokenization};
use std::process::Command;

/// Language, text, tokens of tokenizer.perl, and its tokens with -a; testdata/moses/README.md says how they were made.
const EXPECTED: &str = include_str!("../testdata/moses/expected.tsv");

const LISTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/testdata/moses");

const ENGLISH: &str = include_str!("../testdata/moses/nonbreaking_prefixes/nonbreaking_prefix.en");

/// Runs the program where no list is installed.
fn run(dir: &TestDir, arguments: &str) -> Run {
    Run::of(arguments, crate::common::start(&mut isolated(dir, arguments)))
}

fn isolated(dir: &TestDir, arguments: &str) -> Command {
    let mut command = dir.command(arguments);
    command.env_remove("VIRTUAL_ENV").env_remove("CONDA_PREFIX").env("HOME", dir.path()).env("PATH", "");
    command
}

fn english(name: &str, prefixes: &str) -> Definition {
    let tokenization = Tokenization::moses(&name.parse().unwrap(), Prefixes::parse(prefixes));
    Definition::builder().tokenization(tokenization).build().unwrap()
}

fn tokens(prefixes: &str, line: &str) -> String {
    let mut tokenizer = english("moses:en", prefixes).tokenizer();
    let tokens = tokenizer.tokenize_lines(line).unwrap();
    tokens.segments().flat_map(|segment| segment.iter().collect::<Vec<_>>()).collect::<Vec<_>>().join(" ")
}

#[test]
fn tokens_are_those_of_the_script() {
    let rows: Vec<[&str; 4]> =
        EXPECTED.lines().map(|row| row.split('\t').collect::<Vec<_>>().try_into().expect("four columns")).collect();
    let languages: std::collections::BTreeSet<&str> = rows.iter().map(|row| row[0]).collect();
    assert_eq!(languages.len(), 14);
    for language in languages {
        let rows: Vec<_> = rows.iter().filter(|row| row[0] == language).collect();
        let column = |i: usize| rows.iter().map(|row| format!("{}\n", row[i])).collect::<String>();
        let dir = TestDir::with([("text", &*column(1))]);
        for (name, i) in [("moses", 2), ("moses-a", 3)] {
            let found = run(&dir, &format!("--print-tokens -q -t {name}:{language} --dictionary {LISTS} text"));
            assert_eq!(found.prints(), column(i), "{name}:{language}");
        }
    }
}

#[test]
fn a_comma_after_a_comma_and_before_a_number_stays_with_it() {
    assert_eq!([tokens("", "a,,5"), tokens("", "a,,b")], ["a , ,5", "a , , b"]);
}

#[test]
fn prefixes_are_read_as_by_the_script() {
    let kept = |prefixes| tokens(prefixes, "No. Five, No. 5 ...") == "No. Five , No. 5 ...";
    let before_number = |prefixes| tokens(prefixes, "No. Five, No. 5 ...") == "No . Five , No. 5 ...";
    assert!(kept("No\n") && kept("#No\nX\nNo"));
    assert!(before_number("No #NUMERIC_ONLY#\n") && before_number("No\t#NUMERIC_ONLY# \n"));
    // The last line counts. White space is a part of the prefix.
    assert!(kept("No #NUMERIC_ONLY#\nNo\n") && before_number("No\nNo #NUMERIC_ONLY#\n"));
    for none in ["", "# No", "No \n", "No\r\n", "No  #NUMERIC_ONLY#\n", "no\n", "No.\n"] {
        assert!(!kept(none) && !before_number(none), "{none:?}");
    }
}

#[test]
fn equal_lists_have_equal_fingerprints() {
    let fingerprint = |text| Prefixes::parse(text).fingerprint().to_owned();
    assert_eq!(fingerprint("Mr\nNo #NUMERIC_ONLY#\n"), fingerprint("# Words\n\nNo #NUMERIC_ONLY#\nNever \nMr\nMr"));
    assert_ne!(fingerprint("Mr\nNo #NUMERIC_ONLY#\n"), fingerprint("Mr\nNo\n"));
    assert_ne!(fingerprint("Mr\n"), fingerprint("Mrs\n"));
    assert_eq!(fingerprint("Mr\r\n"), fingerprint(""));
    assert_says(&format!("{:?}", Prefixes::parse("Mr\n")), &[&fingerprint("Mr\n")]);
    assert_ne!(fingerprint("Nov#NUMERIC_ONLY#"), fingerprint("No #NUMERIC_ONLY#"));
}

#[test]
fn the_signature_names_the_prefixes() {
    let definition = english("moses-a:en", "Mr\n");
    let line = definition.signature(ReferenceCount::try_from(1).unwrap()).to_string();
    let fingerprint = Prefixes::parse("Mr\n").fingerprint().to_owned();
    assert!(line.contains("|tok:moses-a:en|") && line.contains(&format!("|dict:{fingerprint}|")), "{line}");
    let signature: Signature = line.parse().unwrap();
    assert!(matches!(signature.definition(), Err(Error::TokenizerNeedsData { .. })));
    let load = |_: &_| Ok::<_, Error>(definition.tokenization().clone());
    assert_eq!(signature.definition_with(load).unwrap(), definition);
    assert_ne!(definition, english("moses-a:en", "Mrs\n"));
    assert!(matches!("moses:en".parse::<Tokenization>(), Err(Error::TokenizerNeedsData { .. })));
    assert!(Tokenization::custom("moses:x", |_, _| {}).is_err());
}

/// Lowercased first, the second line would be one sentence, and `mr.` no prefix.
#[test]
fn tokens_are_lowercased_after_they_are_found() {
    let dir = TestDir::with([("text", "Mr. Bell left. He is AT&T\n")]);
    let found = run(&dir, &format!("--print-tokens --lowercase -t moses:en --dictionary {LISTS} text"));
    assert_eq!(found.prints(), "mr. bell left . he is at &amp; t\n");
}

/// Users of multi-bleu.perl tokenize first. Its -lc lowercases ASCII letters of the tokens.
#[test]
fn tools_for_tokenized_text_take_its_tokens() {
    let hyp = "Mr. Ärger isn't in. He's at the U.S. \"Embassy\".\nNo. 5 is a [late] one, and so on.\n";
    let r = "Mr. ÄRGER isn't in. He's in the U.S. \"Embassy\".\nNo. 5 is A [late] one & so on.\n";
    let dir = TestDir::with([("hyp", hyp), ("ref", r)]);
    let moses = format!("-t moses:en --dictionary {LISTS}");
    for text in ["hyp", "ref"] {
        dir.write(&format!("{text}.tok"), run(&dir, &format!("--print-tokens {moses} {text}")).prints());
    }
    for tool in ["multi-bleu", "multi-bleu --lowercase", "nltk", "moses-sentence", "fairseq"] {
        let score = |arguments: &str| run(&dir, &format!("--as {tool} -f json -q {arguments}")).json()["score"].clone();
        let expected = score("-r ref.tok hyp.tok");
        assert!(expected.as_f64().unwrap() > 0.1, "{tool}: {expected}");
        assert_eq!(score(&format!("{moses} -r ref hyp")), expected, "{tool}");
    }
    let refused = run(&dir, &format!("--as mteval-v13a {moses} -r ref hyp"));
    assert_says(&refused.refuses(), &["mteval-v13a cannot be run with --tokenize moses:en"]);
}

#[test]
fn lists_are_found_in_sacremoses_and_moses() {
    let module = "\"\"\"Generated.\"\"\"\n\nNONBREAKING_PREFIXES = {\n    'README.txt': \"It's\\n\",\n    \
                  'nonbreaking_prefix.en': '# Don\\'t \"edit\"\\nMr\\nNo #NUMERIC_ONLY#\\n\\u0410\\n',\n}\n";
    let files = "nonbreaking_prefix.en";
    let dir = TestDir::with([("text", "Mr. A, No. 5, No. X, А. Б\n")]);
    let expected = "Mr. A , No. 5 , No . X , А. Б\n";
    let list = "Mr\nNo #NUMERIC_ONLY#\nА\n";
    let packages = "lib/python3.12/site-packages";
    for (place, content, folder) in [
        (format!("lists/{files}"), list, Some("lists")),
        (format!("mosesdecoder/scripts/share/nonbreaking_prefixes/{files}"), list, Some("mosesdecoder")),
        (format!(".local/{packages}/mosestokenizer/nonbreaking_prefixes/{files}"), list, None),
        (format!(".local/{packages}/sacremoses/data/nonbreaking_prefixes/{files}"), list, None),
        (format!("new/{packages}/sacremoses/_data_nonbreaking_prefixes.py"), module, None),
    ] {
        dir.write(&place, content);
        let arguments = folder.map(|folder| format!(" --dictionary {folder}")).unwrap_or_default();
        let arguments = format!("--print-tokens -t moses:en{arguments} text");
        let new = dir.path().join("new");
        let found = Run::of(&arguments, crate::common::start(isolated(&dir, &arguments).env("VIRTUAL_ENV", new)));
        assert_eq!(found.prints(), expected, "{place}");
    }
    let listed = run(&dir, "--list-dictionaries").prints();
    let lines: Vec<&str> = listed.lines().filter(|line| line.starts_with("moses\t")).collect();
    assert!(lines[0].ends_with("site-packages/sacremoses\tused"), "{listed}");
    assert!(lines[1].ends_with("site-packages/mosestokenizer\tusable, not used"), "{listed}");
}

#[test]
fn a_language_without_a_list_has_the_english_one_with_a_warning() {
    let dir = TestDir::with([("text", "Mr. No. 5\n")]);
    let run = |more: &str| run(&dir, &format!("--print-tokens -t moses:hr --dictionary {LISTS} {more} text"));
    let found = run("");
    let (tokens, warning) = found.warns();
    assert_eq!(tokens, "Mr. No. 5\n");
    assert_says(&warning, &["warning: moses:hr: ", "has no nonbreaking prefixes for 'hr'; those for 'en' are used"]);
    assert_eq!(run("-q").prints(), tokens);
}

#[test]
fn lists_that_cannot_be_used_are_explained() {
    let dir = TestDir::with([("text", "Mr. No. 5\n")]);
    dir.write("empty/x", "");
    dir.write("crlf/nonbreaking_prefix.en", ENGLISH.replace('\n', "\r\n"));
    dir.write("latin/nonbreaking_prefix.en", b"Fr\xE4\n");
    dir.write("python/_data_nonbreaking_prefixes.py", "    'nonbreaking_prefix.en': 'a\\qb',\n");
    let run = |arguments: &str| run(&dir, &format!("--print-tokens {arguments} text"));
    let fails = |folder: &str, expected: &[&str]| {
        assert_says(&run(&format!("-t moses:en --dictionary {folder}")).fails(), expected);
    };
    fails("empty", &["--dictionary: empty: ", "nonbreaking_prefix.en", "pip install sacremoses"]);
    fails("absent", &["--dictionary: absent: "]);
    fails("latin", &["latin/nonbreaking_prefix.en: ", "UTF-8"]);
    fails("python", &["python/_data_nonbreaking_prefixes.py", "escape"]);
    // As with the script, the CR belongs to all prefixes except prefixes of numbers.
    let (tokens, warning) = run("-t moses:en --dictionary crlf").warns();
    assert_eq!(tokens, "Mr . No. 5\n");
    assert_says(&warning, &["crlf: lines of the list for 'en' end in CR LF"]);
    assert_says(
        &run("-t moses:en").fails(),
        &["moses:en: no lists", "pip install sacremoses", "--dictionary", "bleu --list-dictionaries"],
    );
    for (name, expected) in [
        ("moses", "as in moses:de"),
        ("MOSES-A", "as in moses-a:de"),
        ("moses:", "is not a language code"),
        ("moses:english", "is not a language code"),
        ("moses:xx", "is not a language code"),
        ("moses:../x", "is not a language code"),
        ("13a --dictionary empty", "or moses:LANG"),
    ] {
        assert_says(&run(&format!("-t {name}")).refuses(), &[expected]);
    }
    assert_eq!(run(&format!("-t MOSES:DE -q --dictionary {LISTS}")).prints(), "Mr . No . 5\n");
}
