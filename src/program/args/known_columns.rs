//! The columns of a table, as messages name them.

use crate::text::display::{escape, listed};
use crate::text::names_in_table;
use std::path::Path;

/// Maximum number of columns that a message lists.
const MAX_COLUMNS: usize = 12;

/// The columns of a table in brackets; empty for a pipe, and for a table that cannot be read.
pub fn known_columns(table: &Path) -> String {
    let names = if table.is_file() { names_in_table(table).ok() } else { None };
    let names: Vec<String> =
        names.into_iter().flat_map(|[texts, _]| texts).map(|name| format!("'{}'", escape(&name))).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).take(MAX_COLUMNS).collect();
    if names.is_empty() { String::new() } else { format!(" ({})", listed(&names, "and")) }
}
