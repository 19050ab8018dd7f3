//! The library's public interface as a list, `tests/interface.txt`: a change of it is seen, and named in the changelog.
//!
//! The list is read from the source: items that `lib.rs` and its public modules declare or re-export, with their public
//! fields, variants, methods and traits, and the macros that generate some of these. `UPDATE_INTERFACE=1` writes it.

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use quote::ToTokens;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;
use syn::{
    Attribute, Fields, ImplItem, Item, ItemEnum, ItemImpl, ItemMacro, TraitItem, Type, UseTree, Visibility, parse_quote,
};

/// Path of a module, or of an item.
type Place = Vec<String>;

/// The modules of the library, with their items.
struct Source(BTreeMap<Place, Vec<Item>>);

impl Source {
    fn read() -> Source {
        let mut source = Source(BTreeMap::new());
        source.add(Vec::new(), parsed("src/lib.rs"));
        source
    }

    /// Adds a module and the modules in it, except tests and hidden items.
    fn add(&mut self, module: Place, items: Vec<Item>) {
        let items: Vec<Item> = items.into_iter().filter(|item| !is_left_out(attributes(item))).map(declared).collect();
        for item in &items {
            if let Item::Mod(inner) = item {
                let place = [module.clone(), vec![inner.ident.to_string()]].concat();
                let file = format!("src/{}.rs", place.join("/"));
                self.add(place, inner.content.clone().map_or_else(|| parsed(&file), |(_, items)| items));
            }
        }
        self.0.insert(module, items);
    }

    /// The place of the item or module that a path means in a module; `None` if it is not of this crate.
    fn find(&self, module: &[String], path: &[String]) -> Option<Place> {
        let [first, rest @ ..] = path else { return Some(module.to_vec()) };
        match first.as_str() {
            "crate" => return self.find(&[], rest),
            "self" => return self.find(module, rest),
            "super" => return self.find(module.split_last()?.1, rest),
            _ => {}
        }
        let inner = [module, std::slice::from_ref(first)].concat();
        if self.0.contains_key(&inner) {
            return self.find(&inner, rest);
        }
        let items = self.0.get(module)?;
        if items.iter().any(|item| name(item).as_ref() == Some(first)) {
            return Some(inner);
        }
        let uses = items.iter().filter_map(|item| if let Item::Use(item) = item { Some(&item.tree) } else { None });
        uses.flat_map(|tree| imports(tree, &[])).find_map(|(path, name)| match name.as_str() {
            "*" => self.find(&self.find(module, &path)?, std::slice::from_ref(first)),
            _ if name == *first && path != std::slice::from_ref(first) => {
                let found = self.find(module, &path)?;
                if rest.is_empty() { Some(found) } else { self.find(&found, rest) }
            }
            _ => None,
        })
    }

    /// Adds the public items of a module, each with the path by which it is known.
    fn add_exports(&self, module: &Place, path: &str, exports: &mut BTreeMap<Place, String>) {
        let mut add = |place: Place, name: &str| match self.0.contains_key(&place) {
            true => self.add_exports(&place, &format!("{path}{name}::"), exports),
            false => drop(exports.entry(place).or_insert(format!("{path}{name}"))),
        };
        for item in self.0[module].iter().filter(|item| is_public(item)) {
            if let Item::Use(item) = item {
                for (path, name) in imports(&item.tree, &[]) {
                    add(self.find(module, &path).unwrap_or_else(|| panic!("{path:?} in {module:?}")), &name);
                }
            } else if let Some(name) = name(item) {
                add([module, std::slice::from_ref(&name)].concat(), &name);
            }
        }
    }
}

fn parsed(file: &str) -> Vec<Item> {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file));
    syn::parse_file(&text.unwrap_or_else(|error| panic!("{file}: {error}"))).unwrap().items
}

/// The enum that `worded!` or `names!` declares, with the macro as an attribute; any other item as it is.
fn declared(item: Item) -> Item {
    let Item::Macro(ItemMacro { ident: None, mac, .. }) = item else { return item };
    let by = &mac.path;
    let words = if by.is_ident("worded") { '=' } else { ':' };
    match syn::parse2::<ItemEnum>(without(words, mac.tokens.clone())) {
        Ok(mut item) => {
            item.attrs.push(parse_quote!(#[#by]));
            Item::Enum(item)
        }
        Err(_) => Item::Macro(ItemMacro { attrs: Vec::new(), ident: None, mac, semi_token: None }),
    }
}

/// Leaves out all between a mark and the next comma, or the brace after a colon, and names in parentheses.
fn without(mark: char, tokens: TokenStream) -> TokenStream {
    let mut is_kept = true;
    let kept = tokens.into_iter().filter_map(|token| {
        let of = |mark: char| matches!(&token, TokenTree::Punct(found) if found.as_char() == mark);
        let group = if let TokenTree::Group(group) = &token { Some((group.delimiter(), group.stream())) } else { None };
        is_kept = (is_kept && !of(mark)) || of(',') || mark == ':' && matches!(group, Some((Delimiter::Brace, _)));
        is_kept.then(|| match group {
            Some((Delimiter::Brace, inner)) => Group::new(Delimiter::Brace, without(mark, inner)).into(),
            Some((Delimiter::Parenthesis, inner)) => {
                Group::new(Delimiter::Parenthesis, inner.into_iter().skip(2).collect()).into()
            }
            _ => token,
        })
    });
    kept.collect()
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

fn is_left_out(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let text = text(attribute);
        text == "#[cfg(test)]" || text == "#[doc(hidden)]"
    })
}

fn name(item: &Item) -> Option<String> {
    let name = match item {
        Item::Const(item) => &item.ident,
        Item::Enum(item) => &item.ident,
        Item::Fn(item) => &item.sig.ident,
        Item::Mod(item) => &item.ident,
        Item::Struct(item) => &item.ident,
        Item::Trait(item) => &item.ident,
        Item::Type(item) => &item.ident,
        _ => return None,
    };
    Some(name.to_string())
}

fn is_public(item: &Item) -> bool {
    let visibility = match item {
        Item::Const(item) => &item.vis,
        Item::Enum(item) => &item.vis,
        Item::Fn(item) => &item.vis,
        Item::Mod(item) => &item.vis,
        Item::Struct(item) => &item.vis,
        Item::Trait(item) => &item.vis,
        Item::Type(item) => &item.vis,
        Item::Use(item) => &item.vis,
        _ => return false,
    };
    matches!(visibility, Visibility::Public(_))
}

/// The paths that a `use` imports, and the name that each then has.
fn imports(tree: &UseTree, before: &[String]) -> Vec<(Place, String)> {
    let with = |name: &dyn ToString| [before, &[name.to_string()]].concat();
    match tree {
        UseTree::Path(path) => imports(&path.tree, &with(&path.ident)),
        UseTree::Group(group) => group.items.iter().flat_map(|tree| imports(tree, before)).collect(),
        UseTree::Name(name) if name.ident == "self" => vec![(before.to_vec(), before.last().unwrap().clone())],
        UseTree::Name(name) => vec![(with(&name.ident), name.ident.to_string())],
        UseTree::Rename(name) => vec![(with(&name.ident), name.rename.to_string())],
        UseTree::Glob(_) => vec![(before.to_vec(), "*".into())],
    }
}

/// The text of a part of the source, in one line.
fn text(tokens: impl ToTokens) -> String {
    let replacements = [
        (" ::", "::"),
        (":: ", "::"),
        (" (", "("),
        ("->(", "-> ("),
        ("& ", "&"),
        ("# ", "#"),
        (" <", "<"),
        ("< ", "<"),
        (" >", ">"),
        (" :", ":"),
        (" ,", ","),
        (",(", ", ("),
        (" ;", ";"),
        (" !", "!"),
        ("$ ", "$"),
    ];
    let text = tokens.to_token_stream().to_string().split_whitespace().collect::<Vec<_>>().join(" ");
    replacements.iter().fold(text, |text, (from, to)| text.replace(from, to))
}

/// The attributes that concern callers, and then the lines of an item.
fn definition(item: &Item) -> Vec<String> {
    let concerns = ["derive", "cfg_attr", "cfg", "non_exhaustive", "must_use", "worded", "names"];
    let attributes =
        attributes(item).iter().filter(|attribute| concerns.iter().any(|name| attribute.path().is_ident(name)));
    let mut lines: Vec<String> = attributes.map(text).collect();
    match item {
        Item::Const(item) => lines.push(format!("pub const {}: {}", item.ident, text(&item.ty))),
        Item::Fn(item) => lines.push(format!("pub {}", text(&item.sig))),
        Item::Type(item) => lines.push(format!("pub type {} = {}", item.ident, text(&item.ty))),
        Item::Struct(item) => {
            let (generics, bounds) = (text(&item.generics), text(&item.generics.where_clause));
            lines.push(format!("pub struct {}{generics} {bounds}", item.ident).trim_end().to_owned());
            lines.extend(fields(&item.fields, true));
        }
        Item::Enum(item) => {
            lines.push(format!("pub enum {}{}", item.ident, text(&item.generics)));
            for variant in &item.variants {
                let name = variant.discriminant.iter().map(|(_, name)| format!(" = {}", text(name)));
                lines.push(format!("    {}{}", variant.ident, name.collect::<String>()));
                lines.extend(fields(&variant.fields, false).map(|field| format!("    {field}")));
            }
        }
        Item::Trait(item) => {
            lines.push(format!("pub trait {}{}: {}", item.ident, text(&item.generics), text(&item.supertraits)));
            lines.extend(item.items.iter().map(|item| match item {
                TraitItem::Fn(method) => format!("    {}", text(&method.sig)),
                item => format!("    {}", text(item)),
            }));
        }
        _ => {}
    }
    lines
}

fn fields(fields: &Fields, only_public: bool) -> impl Iterator<Item = String> {
    let is_shown = move |field: &&syn::Field| !only_public || matches!(field.vis, Visibility::Public(_));
    fields.iter().filter(is_shown).map(|field| {
        let name = field.ident.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
        format!("    {}{name}{}", text(&field.vis).replace("pub", "pub "), text(&field.ty))
    })
}

/// The lines of an `impl`: its head if it is of a trait, else its public parts.
fn implementation(item: &ItemImpl) -> Vec<String> {
    let head = format!("impl{} ", text(&item.generics)).replace("impl ", "impl ");
    let bounds = text(&item.generics.where_clause);
    let of = text(&item.self_ty);
    let parts = item.items.iter().filter_map(|part| match part {
        ImplItem::Type(part) => Some(format!("    type {} = {}", part.ident, text(&part.ty))),
        ImplItem::Fn(part) if matches!(part.vis, Visibility::Public(_)) => Some(format!("    pub {}", text(&part.sig))),
        ImplItem::Const(part) if matches!(part.vis, Visibility::Public(_)) => {
            Some(format!("    pub const {}: {}", part.ident, text(&part.ty)))
        }
        _ => None,
    });
    let parts: Vec<String> = parts.collect();
    match &item.trait_ {
        Some((_, of_trait, _)) => {
            [vec![format!("{head}{} for {of} {bounds}", text(of_trait)).trim_end().to_owned()], parts].concat()
        }
        None if parts.is_empty() => Vec::new(),
        None => [vec![format!("{head}{of} {bounds}").trim_end().to_owned()], parts].concat(),
    }
}

/// The paths in a part of the source, such as the paths of a type and of its arguments.
fn paths(tokens: impl ToTokens) -> Vec<Place> {
    let (mut paths, mut path): (Vec<Place>, Place) = (Vec::new(), Vec::new());
    let mut is_open = false;
    for token in tokens.to_token_stream() {
        match token {
            TokenTree::Ident(name) if is_open => path.push(name.to_string()),
            TokenTree::Ident(name) => paths.push(std::mem::replace(&mut path, vec![name.to_string()])),
            TokenTree::Punct(mark) if mark.as_char() == ':' => {
                is_open = true;
                continue;
            }
            TokenTree::Group(group) => {
                paths.push(std::mem::take(&mut path));
                paths.extend(self::paths(group.stream()));
            }
            _ => {}
        }
        is_open = false;
    }
    paths.push(path);
    paths.retain(|path| !path.is_empty());
    paths
}

/// The public interface, an item per paragraph.
fn interface() -> String {
    let source = Source::read();
    let mut exports = BTreeMap::new();
    source.add_exports(&Vec::new(), "", &mut exports);
    let mut paragraphs: BTreeSet<(String, Vec<String>)> = BTreeSet::new();
    let macros: BTreeMap<String, &ItemMacro> = source
        .0
        .values()
        .flatten()
        .filter_map(|item| match item {
            Item::Macro(item) => Some((item.ident.as_ref()?.to_string(), item)),
            _ => None,
        })
        .collect();
    for (module, items) in &source.0 {
        for item in items {
            let own = name(item).map(|name| [&module[..], &[name]].concat());
            if let Some(known) = own.and_then(|place| exports.get(&place)) {
                paragraphs.insert((known.clone(), definition(item)));
            }
            let public = |path: &Place| source.find(module, path).and_then(|place| exports.get(&place));
            let is_private =
                |path: &Place| source.find(module, path).is_some_and(|place| !exports.contains_key(&place));
            if let Item::Impl(item) = item {
                let mut of = &*item.self_ty;
                while let Type::Reference(reference) = of {
                    of = &reference.elem;
                }
                let of_trait = item.trait_.iter().flat_map(|(_, of_trait, _)| paths(of_trait));
                let subject = paths(of).first().and_then(public);
                if let Some(known) = subject.filter(|_| !of_trait.into_iter().any(|path| is_private(&path))) {
                    paragraphs.insert((known.clone(), implementation(item)));
                }
            } else if let Item::Macro(ItemMacro { ident: None, mac, .. }) = item {
                // A macro may generate what is public.
                let Some(of) = mac.path.segments.last().and_then(|name| macros.get(&name.ident.to_string())) else {
                    continue;
                };
                let generates = text(&of.mac.tokens).contains("impl");
                let named = paths(&mac.tokens).into_iter().chain(paths(&of.mac.tokens)).find_map(|path| public(&path));
                if let Some(known) = named.filter(|_| generates) {
                    paragraphs.insert((known.clone(), vec![text(mac)]));
                    paragraphs.insert((format!("{}!", of.ident.as_ref().unwrap()), vec![text(&of.mac.tokens)]));
                }
            }
        }
    }
    for (name, of) in &macros {
        if text(&of.mac.tokens).contains("pub enum") {
            paragraphs.insert((format!("{name}!"), vec![text(&of.mac.tokens)]));
        }
    }
    let paragraphs = paragraphs.into_iter().filter(|(_, lines)| !lines.is_empty());
    paragraphs.map(|(name, lines)| format!("{name}\n{}\n\n", lines.join("\n"))).collect()
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
