//! Formats of tables, and which of them a file is in.
//!
//! To add a format, write its file with a [`Syntax`](super::table::Syntax) or an implementation of [`Records`], declare
//! the module in `input.rs`, and add it to [`RecordsFormat`], with a line of help; the compiler asks for the rest.

use super::checked_lines::CheckedLines;
use super::compressed::{Reader, uncompressed_name};
use super::csv;
use super::csv::CSV;
use super::jsonl::Jsonl;
use super::jsonl::first_byte;
use super::open::InputStream;
use super::record::{Columns, Record, Records, Role};
use super::sgml::begins_sgml;
use super::table::TableRecords;
use super::tsv::TSV;
use super::wmt_xml::WmtXml;
use anyhow::{Result, anyhow, ensure};
use clap::ValueEnum;
use std::cell::Cell;
use std::path::Path;

/// Maximum number of bytes examined to recognize a format.
const MAX_HEAD: usize = 64 << 10;

/// How a table is written, as far as that is said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableStyle {
    /// Its format; `None` if it follows from the name or the first bytes.
    pub format: Option<RecordsFormat>,
    /// Separator of the cells of CSV; `None` for a comma or a semicolon.
    pub separator: Option<u8>,
    /// Whether the first row is a header although columns are asked for by number.
    pub has_header: bool,
}

impl From<RecordsFormat> for TableStyle {
    fn from(format: RecordsFormat) -> TableStyle {
        TableStyle { format: Some(format), ..TableStyle::default() }
    }
}

/// Format of a table of records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum RecordsFormat {
    /// tab-separated values: nothing is quoted
    #[default]
    Tsv,
    /// comma-separated values (RFC 4180)
    Csv,
    /// JSON Lines: one object per line
    Jsonl,
    /// XML of the WMT shared tasks, since 2021
    WmtXml,
}

impl RecordsFormat {
    /// Endings of names of files, without the ending of a compressed file.
    fn endings(self) -> &'static [&'static str] {
        match self {
            RecordsFormat::Tsv => &[".tsv"],
            RecordsFormat::Csv => &[".csv"],
            RecordsFormat::Jsonl => &[".jsonl", ".ndjson", ".json"],
            RecordsFormat::WmtXml => &[".xml"],
        }
    }

    fn of_name(path: &Path) -> Option<RecordsFormat> {
        let name = uncompressed_name(path);
        let mut formats = RecordsFormat::value_variants().iter().copied();
        formats.find(|format| format.endings().iter().any(|ending| name.ends_with(ending)))
    }

    /// Returns the format of a file that begins like this; `None` if more of it is needed to know.
    fn of_beginning(head: &[u8]) -> Option<RecordsFormat> {
        let mut bytes = head.iter().filter(|byte| !byte.is_ascii_whitespace());
        match (bytes.next(), bytes.next()) {
            (Some(b'{'), _) | (Some(b'['), Some(b'{')) => return Some(RecordsFormat::Jsonl),
            (Some(b'<'), _) => return Some(RecordsFormat::WmtXml),
            _ if head.contains(&b'\t') => return Some(RecordsFormat::Tsv),
            (Some(b'['), None) => return None,
            _ => {}
        }
        let has_separator = memchr::memchr2(b',', b';', head).is_some();
        let has_line = head.contains(&b'\n') || head.len() >= MAX_HEAD;
        has_line.then_some(if has_separator { RecordsFormat::Csv } else { RecordsFormat::Tsv })
    }
}

/// Whether a regular file is named like a table, but is not SGML. A pipe is not opened: what is read of it is lost.
pub fn looks_like_table(path: &Path) -> bool {
    RecordsFormat::of_name(path).is_some() && path.is_file() && !is_sgml(path)
}

/// Whether a regular file begins like an array of strings in JSON.
pub fn is_list_of_strings(path: &Path) -> bool {
    let begins = |head: &[u8]| {
        let mut marks = head.iter().filter(|byte| !byte.is_ascii_whitespace());
        match (marks.next(), marks.next()) {
            (Some(b'['), second) => second.map(|&byte| byte == b'"'),
            (first, _) => first.map(|_| false),
        }
    };
    let input = InputStream::open(path).ok().filter(InputStream::is_regular_file);
    input.is_some_and(|mut input| input.peek(begins).unwrap_or_default())
}

/// Whether a regular file is SGML by its first bytes. A pipe is not read.
fn is_sgml(path: &Path) -> bool {
    InputStream::open(path).is_ok_and(|mut input| input.peek(begins_sgml).unwrap_or_default())
}

/// Opens a table. Its format follows from its name or its first bytes if none is given.
pub fn open_records(path: &Path, style: TableStyle, columns: Columns) -> Result<Box<dyn Records>> {
    read_records(InputStream::open(path)?, style, columns)
}

/// The records of a table that is open. Its format follows from its name or its first bytes if none is given.
pub fn read_records(mut input: InputStream, style: TableStyle, columns: Columns) -> Result<Box<dyn Records>> {
    let other_format = match style.format {
        Some(_) => "",
        None => "; if it is in another format, set that with --records-format",
    };
    let format = match style.format.or_else(|| RecordsFormat::of_name(input.path())) {
        Some(format) => format,
        None => input.peek(RecordsFormat::of_beginning)?,
    };
    records_in(input, format, style, columns, other_format)
}

/// Returns the names in a table, as far as its first record shows: of texts (columns, keys, or translators and systems), and of
/// labels (columns, keys, or labels of documents).
pub fn names_in_table(path: &Path) -> Result<[Vec<String>; 2]> {
    let mut records = open_records(path, TableStyle::default(), Columns::default())?;
    records.read(&mut Record::default())?;
    Ok(records.known_names())
}

/// The records of a table that is read from this stream.
pub fn records_of(reader: Reader, style: impl Into<TableStyle>, columns: Columns) -> Result<Box<dyn Records>> {
    let style = style.into();
    records_in(InputStream::of("table", reader), style.format.unwrap_or_default(), style, columns, "")
}

/// The records of a table in a format, which the style names if it was given. `other_format` is added to messages about text
/// that is not in this format.
fn records_in(
    mut input: InputStream,
    format: RecordsFormat,
    style: TableStyle,
    columns: Columns,
    other_format: &'static str,
) -> Result<Box<dyn Records>> {
    let (name, mut roles) = (input.name(), columns.iter().map(|(_, role)| *role));
    let has_cells = match format {
        RecordsFormat::Tsv | RecordsFormat::Csv => true,
        RecordsFormat::Jsonl | RecordsFormat::WmtXml => false,
    };
    ensure!(!style.has_header || has_cells, "{name}: --header is for TSV and CSV; drop it");
    let has_samples = roles.clone().any(|role| matches!(role, Role::Samples | Role::Answers));
    let advice = "if each row has a sample, use --samples-by";
    ensure!(format == RecordsFormat::Jsonl || !has_samples, "{name}: --samples array needs JSON Lines; {advice}");
    let has_answers = format == RecordsFormat::WmtXml && roles.any(Role::is_answer);
    ensure!(!has_answers, "{name}: --at is for JSON, CSV and TSV; this is neither");
    Ok(match format {
        RecordsFormat::Tsv => {
            Box::new(TableRecords::new(CheckedLines::new(input), (&TSV, b'\t'), columns, style.has_header))
        }
        RecordsFormat::Csv => {
            let separator = style.separator.map_or_else(|| csv_separator(&mut input, &columns), Ok)?;
            Box::new(TableRecords::new(CheckedLines::new(input), (&CSV, separator), columns, style.has_header))
        }
        RecordsFormat::Jsonl => {
            let is_asked_for = style.format.is_some() && input.peek(first_byte)? == b'[';
            let (name, advice) = (input.name(), "drop --records-format, which follows from the text");
            ensure!(!is_asked_for, "{name}: line 1: an array, not an object per line; {advice}");
            Box::new(Jsonl::open(input, columns, other_format)?)
        }
        RecordsFormat::WmtXml => Box::new(WmtXml::new(input, columns, other_format)?),
    })
}

/// Recognizes what separates the cells of CSV by the first row.
fn csv_separator(input: &mut InputStream, columns: &Columns) -> Result<u8> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    // The first row, or all of the input if it has no line end.
    let length = Cell::new(0);
    input.peek(|head| {
        length.set(head.len());
        (head.len() >= MAX_HEAD || head.ends_with(b"\n") && (CSV.has_row)(head)).then_some(())
    })?;
    let found = input.peek(|head| (head.len() == length.get()).then(|| Some(csv::separator(head, &names))))?;
    found.unwrap_or(Ok(b',')).map_err(|message| anyhow!("{}: line 1: {message}", input.name()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_follows_from_the_name() {
        let format = |name: &str| RecordsFormat::of_name(Path::new(name));
        assert_eq!(format("a.TSV.gz"), Some(RecordsFormat::Tsv));
        assert_eq!(format("a/b.jsonl.zst"), Some(RecordsFormat::Jsonl));
        assert_eq!(format("tsv"), None);
    }

    #[test]
    fn the_format_follows_from_the_first_bytes() {
        for (head, expected) in [
            (" {", Some(RecordsFormat::Jsonl)),
            ("[\n  {", Some(RecordsFormat::Jsonl)),
            ("[\n", None),
            ("[a]\t{", Some(RecordsFormat::Tsv)),
            ("\n<?xml", Some(RecordsFormat::WmtXml)),
            ("a,b\tc", Some(RecordsFormat::Tsv)),
            ("a,b", None),
            ("a,b\n", Some(RecordsFormat::Csv)),
            ("a;b\n", Some(RecordsFormat::Csv)),
            ("a\n", Some(RecordsFormat::Tsv)),
            ("", None),
        ] {
            assert_eq!(RecordsFormat::of_beginning(head.as_bytes()), expected, "{head}");
        }
    }
}
