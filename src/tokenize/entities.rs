//! Entities that tokenizers of mteval's family replace by their characters, and the mark of a skipped segment.

use memchr::memchr;

/// Entities and their characters; of those that begin alike, the longest first. The tools replace one entity after the
/// other: if `&amp;` is not the last, the result of its replacement may be part of an entity that is replaced later.
pub(super) type Entities = &'static [(&'static str, &'static str)];

/// None.
pub(super) const NONE: Entities = &[];

/// 13a's, in the order `&quot;`, `&amp;`, `&lt;`, `&gt;`.
pub(super) const STANDARD: Entities =
    &[("&amp;lt;", "<"), ("&amp;gt;", ">"), ("&quot;", "\""), ("&amp;", "&"), ("&lt;", "<"), ("&gt;", ">")];

/// Those of mteval's international tokenization, which has `&apos;` as the last.
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

/// Those of CodeNN's script, where `&amp;` is the last.
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
