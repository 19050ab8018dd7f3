//! A tokenizer that needs no data, as its file declares it.

use super::entities::Entities;
use super::splitter::Splitter;

/// A method of tokenizing: its name, its help, and its code.
pub struct Method {
    /// Name in flags and signatures.
    pub name: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Entities that are replaced by their characters first. If there are any, `<skipped>` and hyphens before a line
    /// feed are deleted too.
    pub entities: Entities,
    /// Makes a splitter.
    pub splitter: fn() -> Box<dyn Splitter>,
}
