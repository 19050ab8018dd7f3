//! The library's public interface as a list, `tests/interface.txt`: a change of it is seen, and named in the changelog.
//!
//! The list is read from the source, formatted as it is: declarations that `lib.rs` and its public modules re-export, with
//! their public fields, variants, methods and traits. `UPDATE_INTERFACE=1` writes it.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Files of the library. The program is not part of it.
fn source_files(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() && name != "cli" {
            source_files(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs")
            && !["cli", "main", "versions"].contains(&name.as_str())
        {
            files.push(path);
        }
    }
}

/// The lines of a file that are declarations: no comments, no tests.
fn code(path: &Path) -> Vec<String> {
    let text = fs::read_to_string(path).unwrap();
    let text = text.split("\n#[cfg(test)]\nmod ").next().unwrap_or_default();
    without_words(text.lines().filter(|line| !line.trim_start().starts_with("//")))
}

/// Lines in which enums are as the macros `errors` and `names` declare them: without the words of their variants.
fn without_words<'a>(lines: impl Iterator<Item = &'a str>) -> Vec<String> {
    let (mut code, mut name) = (Vec::new(), None);
    for line in lines {
        match (line, &mut name) {
            ("errors! {" | "names! {", _) => name = Some((line, String::new())),
            ("}", Some((of, known))) => {
                if *of == "errors! {" {
                    code.extend([format!("impl fmt::Display for {known} {{"), String::from("}")]);
                }
                name = None;
            }
            (line, Some(_)) if line.trim_start().starts_with('"') => {}
            (line, Some((_, known))) => {
                let declared = line.split(" = ").next().unwrap_or_default().split(" => ").next().unwrap_or_default();
                let mut declared = declared
                    .strip_prefix("    ")
                    .unwrap_or(declared)
                    .replace("(error: ", "(")
                    .replace("(reason: ", "(");
                if let Some(found) = declared.strip_prefix("pub enum ") {
                    *known = found.split([':', ' ']).next().unwrap_or_default().to_owned();
                    declared = format!("pub enum {known} {{");
                }
                code.push(declared);
            }
            (line, None) => code.push(line.to_owned()),
        }
    }
    code
}

/// The files of the root and of the public modules.
const PUBLIC: [&str; 11] = [
    "lib.rs",
    "bleu/tools.rs",
    "diagnose.rs",
    "explain.rs",
    "manual.rs",
    "repair.rs",
    "shards.rs",
    "tokenize/mecab.rs",
    "tokenize/moses.rs",
    "tokenize/sentencepiece.rs",
    "what_if.rs",
];

/// The names that a file declares or re-exports.
fn exported(lines: &[String]) -> Vec<String> {
    let text = lines.join(" ");
    let uses = text.split("pub use ").skip(1).filter_map(|rest| rest.split(';').next());
    let names = uses.flat_map(|names| names.split([',', '{', '}', ' ', ':'])).map(str::to_owned);
    let declared = lines.iter().filter(|line| line.starts_with("pub ")).map(|line| subject(line));
    names.chain(declared).filter(|name| !name.is_empty()).collect()
}

/// The name that a declaration declares, or that an `impl` is about.
fn subject(head: &str) -> String {
    let head = head.rsplit_once(" for ").map_or(head, |(_, of)| of);
    let head = head.trim_start_matches("pub ").trim_start_matches("const fn ");
    let without_generics = match head.strip_prefix("impl<") {
        Some(rest) => rest.split_once("> ").map_or(rest, |(_, after)| after),
        None => head.split_once(' ').filter(|_| !head.starts_with('&')).map_or(head, |(_, after)| after),
    };
    let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
    let start = without_generics.trim_start_matches(['&', ' ']);
    start.split(|c| !is_of_name(c)).next().unwrap_or_default().to_owned()
}

/// One line for each public part of an item, which begins with its head.
fn parts(item: &[String]) -> Vec<String> {
    let head = item[0].trim_end_matches(" {").to_owned();
    let mut parts = Vec::new();
    let mut signature: Option<String> = None;
    let is_type = head.starts_with("pub struct") || head.starts_with("pub enum");
    let is_trait = head.contains(" for ") || head.starts_with("pub trait");
    if !head.starts_with("impl") || head.contains(" for ") {
        parts.push(head.trim_end_matches(';').to_owned());
    }
    for line in &item[1..] {
        let (indent, text) = (line.len() - line.trim_start().len(), line.trim());
        if let Some(known) = &mut signature {
            known.push(' ');
            known.push_str(text);
        } else if is_type && indent == 4 && (head.starts_with("pub enum") || text.starts_with("pub ")) {
            if !text.starts_with(['#', '}']) {
                parts.push(format!("    {}", text.trim_end_matches([',', '{', ' '])));
            }
        } else if is_type && indent == 8 && head.starts_with("pub enum") && text.contains(": ") {
            parts.push(format!("        {}", text.trim_end_matches(',')));
        } else if indent == 4
            && (text.starts_with("pub ") || head.starts_with("pub trait") && text.starts_with("fn "))
            && !is_type
            && (!is_trait || head.starts_with("pub trait"))
        {
            signature = Some(text.to_owned());
        }
        if let Some(known) = signature.take_if(|known| known.ends_with(['{', ';', '}'])) {
            let known = known.split(" = ").next().unwrap_or_default();
            parts.push(format!(
                "    {}",
                known.trim_end_matches(['{', ';', ' ']).replace("( ", "(").replace(", )", ")")
            ));
        }
    }
    parts
}

/// The public interface, an item per paragraph.
fn interface() -> String {
    let mut files = Vec::new();
    source_files(Path::new("src"), &mut files);
    files.sort();
    let sources: Vec<Vec<String>> = files.iter().map(|path| code(path)).collect();
    let names: BTreeSet<String> =
        PUBLIC.iter().flat_map(|file| exported(&code(&Path::new("src").join(file)))).collect();
    let mut items = Vec::new();
    for lines in &sources {
        let mut derives: Vec<&str> = Vec::new();
        let mut start = None;
        for (i, line) in lines.iter().enumerate() {
            let is_head = ["pub struct ", "pub enum ", "pub trait ", "pub fn ", "pub const ", "impl"];
            match start {
                None if line.trim_start().starts_with("derive(") || line.starts_with("#[") => derives.push(line.trim()),
                None if is_head.iter().any(|head| line.starts_with(head)) => start = Some(i),
                None if !line.starts_with([' ', ')']) => derives.clear(),
                _ => {}
            }
            let Some(first) = start else { continue };
            let is_end = line.starts_with('}') || (i == first && line.ends_with([';', '}'])) || line == ");";
            if is_end {
                let item = &lines[first..=i];
                let name = subject(item[0].trim_end_matches(" {"));
                if names.contains(&name) {
                    let derived = derives.iter().filter(|line| line.contains("derive(")).map(|line| (*line).to_owned());
                    let mut found: Vec<String> = derived.collect();
                    found.extend(parts(item));
                    if !found.is_empty() {
                        items.push((name, found.join("\n")));
                    }
                }
                derives.clear();
                start = None;
            }
        }
    }
    items.sort();
    items.into_iter().map(|(name, item)| format!("{name}\n{item}\n\n")).collect()
}

#[test]
fn the_public_interface_is_the_stored_one() {
    let path = Path::new("tests/interface.txt");
    let found = interface();
    if std::env::var_os("UPDATE_INTERFACE").is_some() {
        fs::write(path, &found).unwrap();
    }
    let stored = fs::read_to_string(path).unwrap_or_default();
    let difference = |a: &str, b: &str| {
        let known: BTreeSet<&str> = b.lines().collect();
        a.lines().filter(|line| !known.contains(line)).map(str::to_owned).collect::<Vec<_>>()
    };
    let (added, removed) = (difference(&found, &stored), difference(&stored, &found));
    assert!(
        found == stored,
        "the public interface has changed; say so in the changelog, and run this test with UPDATE_INTERFACE=1\n\
         added: {added:#?}\nremoved: {removed:#?}"
    );
}
