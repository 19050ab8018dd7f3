//! Lists of names that are written down outside of the program have all that the program knows.

use bleu::diagnose::CHECK_NAMES;
use bleu::program::formats::FORMATS;
use bleu::sentencepiece::NAMED_MODELS;
use bleu::text::InputFormat;
use bleu::tools::Tool;
use bleu::{Correction, Normalization, PairedTest, Tokenization, mecab};
use clap::ValueEnum;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// The text of a file of the repository; `None` in the published package, which lacks hidden folders.
fn read(path: &str) -> Option<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let is_published = path.starts_with('.') && !root.join(".packaging").exists();
    (!is_published).then(|| fs::read_to_string(root.join(path)).unwrap())
}

/// The strings in quotes after a place in a text, up to the closing bracket.
fn quoted<'a>(text: &'a str, place: &str) -> BTreeSet<&'a str> {
    let list = text.split(place).nth(1).unwrap_or_else(|| panic!("{place} is not there"));
    list.split(']').next().unwrap().split('"').skip(1).step_by(2).collect()
}

#[test]
fn stubs_of_python_have_all_names() {
    let Some(interface) = read(".packaging/python/python/bleu_mt/__init__.py") else { return };
    let rules = Tokenization::ALL.iter().map(Tokenization::name);
    let data = mecab::Language::ALL.iter().map(|language| language.tokenizer());
    let models = NAMED_MODELS.iter().map(|model| model.name);
    let mut tokenizers = quoted(&interface, "Tokenizer = Literal[");
    // Of any language, and with any model.
    tokenizers.retain(|name| !name.starts_with("moses") && *name != "spm");
    assert_eq!(tokenizers, rules.chain(data).chain(models).collect());
    // A text whose words name the forms.
    for form in Normalization::ALL {
        assert!(interface.contains(&format!("\"{form}\"")), "{form}");
    }
    assert_eq!(quoted(&interface, "test: Literal["), PairedTest::ALL.iter().map(|test| test.name()).collect());
    assert_eq!(quoted(&interface, "correct: Literal["), Correction::ALL.iter().map(|method| method.name()).collect());
}

#[test]
fn the_dictionary_of_the_fuzzer_has_all_tokenizers() {
    let dictionary = read("tests/fuzz/flags.dict").unwrap();
    for tokenizer in Tokenization::ALL {
        let entry = format!("\"{}\"", tokenizer.name());
        assert!(dictionary.lines().any(|line| line == entry), "{entry} is not in flags.dict");
    }
}

/// Tokenizers that need no data, by name.
fn tokenizers() -> BTreeSet<&'static str> {
    Tokenization::ALL.iter().map(Tokenization::name).collect()
}

#[test]
fn the_page_that_scores_has_all_tokenizers() {
    let Some(page) = read(".packaging/web/page.html") else { return };
    let (_, menu) = page.split_once("<select id=\"tokenize\">").unwrap();
    let options = menu.split("</select>").next().unwrap().split("<option>").skip(1);
    assert_eq!(options.collect::<BTreeSet<_>>(), tokenizers());
    let test = read(".packaging/web/check.js").unwrap();
    assert_eq!(quoted(&test, "tokenize: pick(["), tokenizers());
}

#[test]
fn the_help_of_python_has_all_tokenizers() {
    let Some(interface) = read(".packaging/python/python/bleu_mt/__init__.py") else { return };
    let (_, help) = interface.split_once("    tokenize: \"13a\" (default)").unwrap();
    let named: BTreeSet<&str> = help.split(';').next().unwrap().split('"').skip(1).step_by(2).chain(["13a"]).collect();
    assert_eq!(named, tokenizers());
}

/// The names that the text of a file does not have in backticks.
fn unnamed<'a>(path: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let text = read(path).unwrap();
    names.into_iter().filter(|name| !text.contains(&format!("`{name}`"))).collect()
}

#[test]
fn the_manual_has_all_checks_and_their_limits() {
    let text = read("src/manual/checks.md").unwrap();
    let (before, limits) = text.split_once("\n## Limits\n").unwrap();
    let rows = before.lines().filter(|line| line.starts_with("| `")).collect::<Vec<_>>().join("\n");
    let lacks = |part: &str, name: &&str| !part.contains(&format!("`{name}`"));
    assert_eq!(CHECK_NAMES.into_iter().filter(|name| lacks(&rows, name)).collect::<Vec<_>>(), [""; 0]);
    // These have none.
    let others = ["score of 0", "score of 1", "length"];
    assert_eq!(CHECK_NAMES.into_iter().filter(|name| lacks(limits, name)).collect::<Vec<_>>(), others);
}

/// Rows of a table and items of a list that begin with a name in backticks, each on one line.
fn rows_and_items(text: &str) -> BTreeSet<String> {
    let is_named = |line: &&str| line.starts_with("| `") || line.starts_with("- `");
    let in_one_line = text.replace("\n  ", " ");
    in_one_line.lines().filter(is_named).map(str::to_owned).collect()
}

#[test]
fn the_rows_of_the_manual_and_the_limits_stand_in_the_files_of_the_checks() {
    let text = read("src/manual/checks.md").unwrap();
    let (before, after) = text.split_once("\n## Warnings of a plain run\n").unwrap();
    let (_, limits) = after.split_once("\n## Limits\n").unwrap();
    let files = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src/checks/diagnose/checks")).unwrap();
    let docs = |file: io::Result<fs::DirEntry>| {
        let code = fs::read_to_string(file.unwrap().path()).unwrap();
        rows_and_items(
            &code.lines().filter_map(|line| Some(format!("{}\n", line.strip_prefix("//! ")?))).collect::<String>(),
        )
    };
    let in_files: BTreeSet<String> = files.flat_map(docs).collect();
    assert_eq!(in_files, &rows_and_items(before) | &rows_and_items(limits));
}

#[test]
fn the_manual_has_all_tools() {
    assert_eq!(unnamed("src/manual/other-tools.md", Tool::ALL.iter().map(|tool| tool.name())), [""; 0]);
    let chapter = read("src/manual/other-tools.md").unwrap();
    assert!(Tool::ALL.iter().all(|tool| chapter.contains(tool.version())));
}

#[test]
fn the_manual_has_all_tokenizers() {
    assert_eq!(unnamed("src/manual/tokenizers.md", tokenizers()), [""; 0]);
}

#[test]
fn the_manual_has_all_formats() {
    assert_eq!(unnamed("src/manual/json.md", FORMATS.iter().map(|format| format.name)), [""; 0]);
    let formats = InputFormat::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let names: Vec<String> = formats.map(|value| value.get_name().to_owned()).collect();
    assert_eq!(unnamed("src/manual/input.md", names.iter().map(String::as_str)), [""; 0]);
}

#[test]
fn all_tools_are_compared_with_figures_of_their_own() {
    let tools: Value = serde_json::from_str(&read("testdata/tools.json").unwrap()).unwrap();
    let is_of = |case: &Value, tool: &str| case["flags"].as_array().unwrap().iter().any(|flag| flag == tool);
    let has_score = |case: &Value| !case["score"].is_null() || !case["scores"].is_null();
    let cases = tools["cases"].as_array().unwrap();
    let has_none = |tool: &&str| !cases.iter().any(|case| is_of(case, tool) && has_score(case));
    // sacreBLEU's figures are in a file of their own.
    let without: Vec<&str> = Tool::ALL.iter().map(|tool| tool.name()).filter(has_none).collect();
    assert_eq!(without, ["sacrebleu"]);
}

/// The text of all files of Rust in a folder and in the folders in it.
fn source(folder: &Path) -> String {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let text = entries.map(|path| match path.extension() {
        _ if path.is_dir() => source(&path),
        Some(ending) if ending == "rs" => fs::read_to_string(path).unwrap(),
        _ => String::new(),
    });
    text.collect()
}

/// The compiler does not tell: what clap generates uses each field of a flag.
#[test]
fn every_flag_that_is_declared_is_read() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let (declared, all) = (source(&folder.join("program/args")), source(&folder));
    // A field comes after the attribute that makes a flag of it.
    let attributes = declared.split("    #[arg(").skip(1);
    let flags: BTreeSet<&str> =
        attributes.filter_map(|rest| rest.split("\n    pub ").nth(1)?.split(':').next()).collect();
    assert!(flags.len() > 70 && flags.contains("references"), "{flags:?}");
    let is_read = |flag: &&&str| {
        let is_pattern =
            [" { {flag}: true", " { {flag}: Some("].iter().any(|form| all.contains(&form.replace("{flag}", flag)));
        is_pattern
            || all
                .match_indices(&format!(".{flag}"))
                .any(|(at, found)| !all[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let unread: Vec<&&str> = flags.iter().filter(|flag| !is_read(flag)).collect();
    assert!(unread.is_empty(), "flags without effect: {unread:?}");
}
