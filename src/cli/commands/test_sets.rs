//! `--list-test-sets`: the names of the test sets in sacreBLEU's cache.

use super::write_buffered;
use crate::cli::display::escape;
use crate::cli::input::test_set;
use anyhow::Result;
use std::io::Write;

/// Prints the names, one per line.
pub fn run(out: &mut dyn Write) -> Result<()> {
    let names = test_set::in_cache()?;
    write_buffered(out, |out| names.iter().try_for_each(|name| writeln!(out, "{}", escape(name))))
}
