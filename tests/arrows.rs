//! Imports go down only: from the program to text and checks, from these to the score, and within the program from room to
//! room. Every path in the source counts, not only those in `use`: paths in code, in types, in bodies of macros, and what is
//! reached through another module's re-export.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use std::sync::LazyLock;
use syn::{Attribute, Item, UseTree};

/// The rooms of the house, each with the other rooms that it may import. In the program, a request goes from `args` to `run`,
/// results from `run` to `words` and `formats`, and everything leaves through `streams`. A module that is in none of them, such
/// as the front doors `lib.rs` and `program.rs`, is no room: what it re-exports is where it is declared.
const ROOMS: &[(&str, &[&str])] = &[
    ("bleu", &[]),
    ("checks", &["bleu"]),
    ("text", &["bleu"]),
    ("program/streams", &["bleu", "checks", "text"]),
    ("program/request", &["bleu", "checks", "text", "program/streams"]),
    ("program/results", &["bleu", "checks", "text", "program/request"]),
    ("program/words", &["bleu", "checks", "text", "program/streams", "program/request", "program/results"]),
    ("program/formats", &["bleu", "checks", "text", "program/request", "program/results"]),
    ("program/gates", &["bleu", "checks", "text", "program/request", "program/results", "program/formats"]),
    (
        "program/run",
        &[
            "bleu",
            "checks",
            "text",
            "program/streams",
            "program/request",
            "program/results",
            "program/words",
            "program/formats",
        ],
    ),
    (
        "program/args",
        &[
            "bleu",
            "checks",
            "text",
            "program/streams",
            "program/request",
            "program/words",
            "program/formats",
            "program/run",
        ],
    ),
];

/// Path of a module or of an item, from the root of the crate.
type Place = Vec<String>;

/// What a module declares, imports and mentions.
#[derive(Default)]
struct Module {
    /// Names of its items, except modules.
    items: BTreeSet<String>,
    /// Paths that it imports, each with the name that it then has; `*` for all names.
    imports: Vec<(Place, String)>,
    /// All paths in its code.
    paths: BTreeSet<Place>,
}

/// The modules of a crate.
#[derive(Default)]
struct House(BTreeMap<Place, Module>);

impl House {
    /// The library and the program in `src`.
    fn read() -> House {
        let source = |file: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(file)).ok();
        House::of(&source)
    }

    /// The crate with these files, given their text by their path in `src`.
    fn of(source: &dyn Fn(&str) -> Option<String>) -> House {
        let mut house = House::default();
        house.add_file(Vec::new(), "lib.rs", source);
        house
    }

    fn add_file(&mut self, place: Place, file: &str, source: &dyn Fn(&str) -> Option<String>) {
        let text = source(file).unwrap_or_else(|| panic!("src/{file} is missing"));
        let items = syn::parse_file(&text).unwrap_or_else(|error| panic!("src/{file}: {error}")).items;
        self.add(place, items, source);
    }

    /// Adds a module and the modules in it, except tests.
    fn add(&mut self, place: Place, items: Vec<Item>, source: &dyn Fn(&str) -> Option<String>) {
        let mut module = Module::default();
        for item in items.into_iter().filter(|item| !is_test(attributes(item))) {
            match item {
                Item::Mod(inner) => {
                    let inner_place = join(&place, &[inner.ident.to_string()]);
                    match inner.content {
                        Some((_, items)) => self.add(inner_place, items, source),
                        None => {
                            let path = inner_place.join("/");
                            let file = [format!("{path}.rs"), format!("{path}/mod.rs")];
                            let file = file.iter().find(|file| source(file).is_some());
                            self.add_file(inner_place, file.unwrap_or_else(|| panic!("no file of {path}")), source);
                        }
                    }
                }
                Item::Use(item) => {
                    module.imports.extend(imports(&item.tree, &[]));
                }
                item => {
                    module.items.extend(name(&item));
                    add_paths(item.to_token_stream(), &[], &mut module.paths);
                }
            }
        }
        module.paths.extend(module.imports.iter().map(|(path, _)| path.clone()));
        self.0.insert(place, module);
    }

    /// The places to which a path in a module leads: of the item or the module that it names, and of every module through
    /// whose imports it goes. None if it leads out of the crate.
    fn places(&self, module: &Place, path: &[String], seen: &mut BTreeSet<(Place, Place)>) -> Option<Vec<Place>> {
        if !seen.insert((module.clone(), path.to_vec())) {
            return None;
        }
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => self.places_below(&Vec::new(), rest, seen),
            "self" => self.places_below(module, rest, seen),
            "super" => {
                let (parent, rest) = path
                    .iter()
                    .take_while(|part| *part == "super")
                    .fold((module.as_slice(), path), |(parent, rest), _| {
                        (&parent[..parent.len().saturating_sub(1)], &rest[1..])
                    });
                self.places_below(&parent.to_vec(), rest, seen)
            }
            _ => self.places_by_name(module, first, rest, seen),
        }
    }

    /// The places to which the rest of a path leads, which begins in this module.
    fn places_below(&self, module: &Place, rest: &[String], seen: &mut BTreeSet<(Place, Place)>) -> Option<Vec<Place>> {
        let Some((first, rest)) = rest.split_first() else { return Some(vec![module.clone()]) };
        // A name that is not found is of a macro.
        self.places_by_name(module, first, rest, seen).or_else(|| Some(vec![module.clone()]))
    }

    fn places_by_name(
        &self,
        module: &Place,
        name: &str,
        rest: &[String],
        seen: &mut BTreeSet<(Place, Place)>,
    ) -> Option<Vec<Place>> {
        let known = self.0.get(module)?;
        let inner = join(module, &[name.to_owned()]);
        if self.0.contains_key(&inner) {
            return self.places_below(&inner, rest, seen);
        }
        if known.items.contains(name) {
            return Some(vec![inner]);
        }
        let named = known.imports.iter().filter(|(_, imported)| imported == name).map(|(path, _)| path);
        // `use anyhow::anyhow` leads out of the crate, as all names of another crate's module do.
        let named = named.filter(|path| path[0] != name).map(|path| join(path, rest));
        let is_here = |path: &Place| {
            let first = &path[0];
            ["crate", "self", "super"].contains(&first.as_str()) || self.0.contains_key(&join(module, &path[..1]))
        };
        let from_all = known.imports.iter().filter(|(path, imported)| imported == "*" && is_here(path));
        let from_all = from_all.map(|(path, _)| join(&join(path, &[name.to_owned()]), rest));
        let mut places = named.chain(from_all).find_map(|path| self.places(module, &path, seen))?;
        places.push(module.clone());
        Some(places)
    }

    /// All places to which the paths of a module lead.
    fn targets(&self, module: &Place) -> BTreeSet<Place> {
        let paths = self.0[module].paths.iter();
        paths.flat_map(|path| self.places(module, path, &mut BTreeSet::new()).unwrap_or_default()).collect()
    }

    /// The imports that go up, each from a module to a room.
    fn up(&self) -> BTreeSet<String> {
        let mut up = BTreeSet::new();
        for module in self.0.keys() {
            let Some((room, allowed)) = room(module) else { continue };
            for (target, _) in self.targets(module).iter().filter_map(|target| self::room(target)) {
                if target != room && !allowed.contains(&target) {
                    up.insert(format!("{} > {target}", module.join("/")));
                }
            }
        }
        up
    }

    /// The modules of the score, or of the checks, that import each other in a circle, a line for each circle.
    fn round(&self) -> BTreeSet<String> {
        let mut below: BTreeMap<Place, BTreeSet<Place>> = BTreeMap::new();
        for module in self.0.keys() {
            let Some(part) = part_of_storey(module) else { continue };
            let targets: Vec<Place> = self.targets(module).iter().filter_map(part_of_storey).collect();
            below.entry(part).or_default().extend(targets);
        }
        let reached: BTreeMap<&Place, BTreeSet<Place>> =
            below.keys().map(|part| (part, reached(part, &below))).collect();
        let in_circle = |part: &Place| {
            let circle =
                reached[part].iter().filter(|other| reached.get(other).is_some_and(|back| back.contains(part)));
            let circle: Vec<String> = circle.map(|other| other.join("/")).collect();
            (circle.len() > 1).then(|| circle.join(" "))
        };
        below.keys().filter_map(in_circle).collect()
    }
}

/// The places that are reached from one by one or more steps.
fn reached(from: &Place, steps: &BTreeMap<Place, BTreeSet<Place>>) -> BTreeSet<Place> {
    let (mut reached, mut next) = (BTreeSet::new(), vec![from.clone()]);
    while let Some(place) = next.pop() {
        for step in steps.get(&place).into_iter().flatten().filter(|step| **step != place) {
            if reached.insert(step.clone()) {
                next.push(step.clone());
            }
        }
    }
    reached
}

/// The room of a place, with the rooms that it may import.
fn room(place: &Place) -> Option<(&'static str, &'static [&'static str])> {
    let is_in = |room: &str| {
        room.split('/').count() <= place.len() && room.split('/').eq(place.iter().take(room.split('/').count()))
    };
    ROOMS.iter().find(|(room, _)| is_in(room)).map(|(room, allowed)| (*room, *allowed))
}

/// The module directly in a storey of the library in which a place is.
fn part_of_storey(place: &Place) -> Option<Place> {
    let is_library = place.len() > 1 && ["bleu", "checks"].contains(&place[0].as_str());
    is_library.then(|| place[..2].to_vec())
}

fn join(first: &[String], second: &[String]) -> Place {
    [first, second].concat()
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| attribute.to_token_stream().to_string().replace(' ', "") == "#[cfg(test)]")
}

fn name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Macro(item) => item.ident.as_ref()?,
        Item::Static(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

/// The paths that a `use` imports, each with the name that it then has; `*` for all names of a module.
fn imports(tree: &UseTree, before: &[String]) -> Vec<(Place, String)> {
    let with = |name: &dyn ToString| join(before, &[name.to_string()]);
    match tree {
        UseTree::Path(path) => imports(&path.tree, &with(&path.ident)),
        UseTree::Group(group) => group.items.iter().flat_map(|tree| imports(tree, before)).collect(),
        UseTree::Name(name) if name.ident == "self" => {
            vec![(before.to_vec(), before.last().cloned().unwrap_or_default())]
        }
        UseTree::Name(name) => vec![(with(&name.ident), name.ident.to_string())],
        UseTree::Rename(rename) if rename.ident == "self" => vec![(before.to_vec(), rename.rename.to_string())],
        UseTree::Rename(rename) => vec![(with(&rename.ident), rename.rename.to_string())],
        UseTree::Glob(_) => vec![(before.to_vec(), "*".into())],
    }
}

/// Adds the paths of two and more names in some code, also in the bodies of macros and in a `use` within a function. `before`
/// is what precedes the braces around the code, in such a `use`.
fn add_paths(code: TokenStream, before: &[String], paths: &mut BTreeSet<Place>) {
    let (mut path, mut colons) = (before.to_vec(), 0);
    let mut end = |path: &mut Place| {
        let ended = std::mem::replace(path, before.to_vec());
        if ended.len() > 1 {
            paths.insert(ended);
        }
    };
    let mut inner = Vec::new();
    for token in code {
        match token {
            TokenTree::Punct(mark) if mark.as_char() == ':' => {
                colons += 1;
                continue;
            }
            TokenTree::Ident(name) => {
                if colons != 2 {
                    end(&mut path);
                }
                path.push(name.to_string());
            }
            TokenTree::Group(group) => {
                let is_use = colons == 2 && group.delimiter() == Delimiter::Brace;
                inner.push((group.stream(), if is_use { path.clone() } else { Vec::new() }));
                end(&mut path);
            }
            _ => end(&mut path),
        }
        colons = 0;
    }
    end(&mut path);
    inner.into_iter().for_each(|(code, before)| add_paths(code, &before, paths));
}

/// The house of this crate.
static HOUSE: LazyLock<House> = LazyLock::new(House::read);

#[test]
fn no_import_goes_up() {
    assert_eq!(HOUSE.up(), BTreeSet::new());
}

#[test]
fn no_modules_of_the_library_import_each_other_in_a_circle() {
    assert_eq!(HOUSE.round(), BTreeSet::new());
}

/// A small house in which all imports go down, and one file more.
fn house_with(file: &str, text: &str) -> House {
    let files = [
        (
            "lib.rs",
            "mod bleu; mod checks; mod text; mod program; pub use bleu::score::Score; pub use program::args as flags;",
        ),
        ("bleu.rs", "pub mod score; pub mod tokens; pub use tokens::Tokens;"),
        ("bleu/score.rs", "pub struct Score(super::tokens::Tokens);"),
        ("bleu/tokens.rs", "pub struct Tokens;"),
        ("checks.rs", "pub mod finding;"),
        ("checks/finding.rs", "pub struct Finding(crate::Score);"),
        ("text.rs", ""),
        ("program.rs", "pub mod args; pub mod request; pub mod run; pub mod results; pub mod words; pub mod formats;"),
        ("program/args.rs", "use super::request; pub struct Flags(request::Request);"),
        ("program/request.rs", "pub struct Request;"),
        (
            "program/run.rs",
            "use super::{request::Request, results::Results}; fn run(request: Request) -> Results { Results }",
        ),
        ("program/results.rs", "pub struct Results;"),
        ("program/words.rs", ""),
        ("program/formats.rs", ""),
    ];
    let known: BTreeMap<&str, &str> = files.into_iter().chain([(file, text)]).collect();
    House::of(&|file: &str| known.get(file).map(|text| (*text).to_owned()))
}

#[test]
fn imports_that_go_down_are_allowed() {
    let house = house_with("text.rs", "use crate::Score; #[cfg(test)] mod tests { use crate::program::run::Request; }");
    assert_eq!((house.up(), house.round()), (BTreeSet::new(), BTreeSet::new()));
}

#[test]
fn every_way_up_is_found() {
    let cases = [
        ("bleu/score.rs", "use crate::checks::finding::Finding; pub struct Score;", "bleu/score > checks"),
        ("bleu/tokens.rs", "pub struct Tokens; fn f() { crate::text::read() }", "bleu/tokens > text"),
        ("bleu/tokens.rs", "pub struct Tokens(super::super::program::run::Request);", "bleu/tokens > program/run"),
        ("checks/finding.rs", "use crate::{Score, text::{self}}; pub struct Finding;", "checks/finding > text"),
        (
            "checks/finding.rs",
            "pub struct Finding; fn f() { use crate::program::{words, run::Request as R}; }",
            "checks/finding > program/run",
        ),
        ("text.rs", "macro_rules! m { () => { $crate::checks::finding::Finding } }", "text > checks"),
        ("text.rs", "fn f() { println!(\"{}\", crate::program::words::text()) }", "text > program/words"),
        ("text.rs", "pub use crate::*; fn f() -> flags::Flags { g() }", "text > program/args"),
        ("text.rs", "use crate::flags::Flags;", "text > program/args"),
        ("text.rs", "use crate::program as house; use house::words;", "text > program/words"),
        ("text.rs", "mod inner { fn f(found: super::super::checks::finding::Finding) {} }", "text/inner > checks"),
        ("program/results.rs", "use super::run::Request; pub struct Results;", "program/results > program/run"),
        ("program/run.rs", "use super::{args, results}; pub struct Request;", "program/run > program/args"),
        ("program/words.rs", "use crate::program::formats;", "program/words > program/formats"),
    ];
    for (file, text, arrow) in cases {
        assert!(house_with(file, text).up().contains(arrow), "{file}: {text}");
    }
}

#[test]
fn every_circle_is_found() {
    let cases = [
        ("bleu/tokens.rs", "use super::score::Score; pub struct Tokens;"),
        ("bleu/tokens.rs", "pub struct Tokens(crate::Score);"),
    ];
    for (file, text) in cases {
        assert_eq!(
            house_with(file, text).round(),
            BTreeSet::from(["bleu/score bleu/tokens".to_owned()]),
            "{file}: {text}"
        );
    }
}
