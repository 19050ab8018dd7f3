//! Entities that tokenizers of mteval's family replace by their characters, and the mark of a skipped segment.

use memchr::memchr;

/// Entities and their characters; longer ones before their prefixes. The tools replace one entity after another; if
/// `&amp;` is not last, its replacement may form an entity that is replaced later.
pub(super) type Entities = &'static [(&'static str, &'static str)];

/// None.
pub(super) const NONE: Entities = &[];

/// 13a's, in the order `&quot;`, `&amp;`, `&lt;`, `&gt;`.
pub(super) const STANDARD: Entities =
    &[("&amp;lt;", "<"), ("&amp;gt;", ">"), ("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];

/// Entities of mteval's international tokenization, which replaces `&apos;` last.
pub(super) const INTERNATIONAL: Entities = &[
    ("&amp;lt;", "<"),
    ("&amp;gt;", ">"),
    ("&amp;apos;", "'"),
    ("&quot;", "\""),
    ("&amp;", "&"),
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&apos;", "'"),
];

/// Entities of CodeNN's script, which replaces `&amp;` last.
pub(super) const AMPERSAND_LAST: Entities = &[("&gt;", ">"), ("&lt;", "<"), ("&quot;", "\""), ("&amp;", "&")];

/// mteval's mark of a skipped segment.
pub(super) const SKIPPED: &str = "<skipped>";

/// Appends `text` without `<skipped>`.
pub(super) fn delete_skipped(text: &str, output: &mut String) {
    text.split(SKIPPED).for_each(|part| output.push_str(part));
}

/// Appends `text` with characters for entities.
pub(super) fn unescape(entities: Entities, text: &str, output: &mut String) {
    let mut rest = text;
    while let Some(at) = memchr(b'&', rest.as_bytes()) {
        output.push_str(&rest[..at]);
        rest = &rest[at..];
        let found = entities.iter().find(|(entity, _)| rest.starts_with(entity));
        let (entity, character) = found.unwrap_or(&("&", "&"));
        output.push_str(character);
        rest = &rest[entity.len()..];
    }
    output.push_str(rest);
}
