//! Formats of tables, and which of them a file is in.
//!
//! To add a format, write its file with a [`Syntax`](super::table::Syntax) or an implementation of [`Records`], declare
//! the module in `input.rs`, and add it here: to [`RecordsFormat`], with a line of help, to its endings of file names, and to `records_in`.

use super::checked_lines::CheckedLines;
use super::compressed::{Reader, uncompressed_name};
use super::csv::{self, CSV};
use super::jsonl::Jsonl;
use super::open::InputStream;
use super::record::{Columns, Record, Records, Role};
use super::sgml::begins_sgml;
use super::table::Table;
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
    /// Endings of file names, without that of a compressed file.
    const ENDINGS: [(&str, RecordsFormat); 6] = [
        (".tsv", RecordsFormat::Tsv),
        (".csv", RecordsFormat::Csv),
        (".jsonl", RecordsFormat::Jsonl),
        (".ndjson", RecordsFormat::Jsonl),
        (".json", RecordsFormat::Jsonl),
        (".xml", RecordsFormat::WmtXml),
    ];

    fn of_name(path: &Path) -> Option<RecordsFormat> {
        let name = uncompressed_name(path);
        Self::ENDINGS.into_iter().find(|(ending, _)| name.ends_with(ending)).map(|(_, format)| format)
    }

    /// Returns the format of a file that begins like this; `None` if more of it is needed to know.
    fn of_beginning(head: &[u8]) -> Option<RecordsFormat> {
        let mut bytes = head.iter().filter(|byte| !byte.is_ascii_whitespace());
        match (bytes.next(), bytes.next()) {
            // An array is not JSON Lines, which the message about it says.
            (Some(b'{'), _) | (Some(b'['), Some(b'{')) => return Some(RecordsFormat::Jsonl),
            (Some(b'<'), _) => return Some(RecordsFormat::WmtXml),
            _ => {}
        }
        if head.contains(&b'\t') {
            return Some(RecordsFormat::Tsv);
        }
        let line_is_complete = head.contains(&b'\n') || head.len() >= MAX_HEAD;
        let is_csv = head.contains(&b',') || head.contains(&b';');
        line_is_complete.then_some(if is_csv { RecordsFormat::Csv } else { RecordsFormat::Tsv })
    }
}

/// Whether a file is named like a table, but is not SGML.
pub fn looks_like_table(path: &Path) -> bool {
    RecordsFormat::of_name(path).is_some() && !is_sgml(path)
}

/// Whether a regular file is SGML by its first bytes. A pipe is not read.
fn is_sgml(path: &Path) -> bool {
    let input = InputStream::open(path).ok().filter(InputStream::is_regular_file);
    input.is_some_and(|mut input| input.peek(begins_sgml).unwrap_or_default())
}

/// Opens a table. Its format follows from its name or its first bytes if none is given.
pub fn open_records(path: &Path, style: TableStyle, columns: Columns) -> Result<Box<dyn Records>> {
    let mut input = InputStream::open(path)?;
    let other_format = match style.format {
        Some(_) => "",
        None => "; if it is in another format, set that with --records-format",
    };
    let format = match style.format.or_else(|| RecordsFormat::of_name(path)) {
        Some(format) => format,
        None => input.peek(RecordsFormat::of_beginning)?,
    };
    records_in(input, TableStyle { format: Some(format), ..style }, columns, other_format)
}

/// Names in a table.
pub struct TableNames {
    /// Names of texts: columns, keys, or translators and systems.
    pub texts: Vec<String>,
    /// Names of labels: columns, keys, or labels of documents.
    pub labels: Vec<String>,
}

/// Returns the names in a table, as far as its first record shows.
pub fn names_in_table(path: &Path) -> Result<TableNames> {
    let mut records = open_records(path, TableStyle::default(), Columns::default())?;
    records.read(&mut Record::default())?;
    Ok(TableNames { texts: records.known_names(), labels: records.known_labels() })
}

/// The records of a table that is read from this stream.
pub fn records_of(reader: Reader, style: impl Into<TableStyle>, columns: Columns) -> Result<Box<dyn Records>> {
    records_in(InputStream::of("table", reader), style.into(), columns, "")
}

/// The records of a table; `other_format` is added to messages about text that is not in this format.
fn records_in(
    mut input: InputStream,
    TableStyle { format, separator, has_header }: TableStyle,
    columns: Columns,
    other_format: &'static str,
) -> Result<Box<dyn Records>> {
    let format = format.unwrap_or_default();
    ensure!(
        !has_header || matches!(format, RecordsFormat::Tsv | RecordsFormat::Csv),
        "{}: --header is for TSV and CSV; drop it",
        input.name()
    );
    let has_samples = columns.iter().any(|(_, role)| *role == Role::Samples);
    ensure!(
        !has_samples || format == RecordsFormat::Jsonl,
        "{}: --samples array needs JSON Lines; if each row has a sample, use --samples-by",
        input.name()
    );
    Ok(match format {
        RecordsFormat::Tsv => Box::new(Table::new(CheckedLines::new(input), (&TSV, b'\t'), columns, has_header)),
        RecordsFormat::Csv => {
            let separator = match separator {
                Some(separator) => separator,
                None => csv_separator(&mut input, &columns)?,
            };
            Box::new(Table::new(CheckedLines::new(input), (&CSV, separator), columns, has_header))
        }
        RecordsFormat::Jsonl => Box::new(Jsonl::new(CheckedLines::new(input), columns, other_format)),
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
    found.unwrap_or(Ok(b',')).map_err(|()| {
        anyhow!(
            "{}: line 1: commas or semicolons may separate the cells; say which: --delimiter , or --delimiter ';'",
            input.name()
        )
    })
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
