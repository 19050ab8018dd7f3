//! Formats of tables, and which of them a file is in.
//!
//! To add a format, write its file with a [`Syntax`](super::table::Syntax) or an implementation of [`Records`], declare
//! the module in `input.rs`, and add it to [`RecordsFormat`], with a line of help; the compiler asks for its [`FormatProperties`].

use super::checked_lines::CheckedLines;
use super::compressed::{Reader, uncompressed_name};
use super::csv::{self, CSV};
use super::jsonl::{Jsonl, first_byte};
use super::open::InputStream;
use super::record::{Columns, Record, Records, Role};
use super::sgml::begins_sgml;
use super::table::Table;
use super::tsv::TSV;
use super::wmt_xml::WmtXml;
use anyhow::{Result, anyhow, bail, ensure};
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

/// Opens a table; see [`Format::open`].
type Open = fn(InputStream, TableStyle, Columns, &'static str) -> Result<Box<dyn Records>>;

/// Properties of a format.
struct FormatProperties {
    /// Endings of file names, without the ending of a compressed file.
    endings: &'static [&'static str],
    /// Whether a text that begins like this is in the format; a row of cells may begin like any other.
    is_in: fn(&Beginning) -> bool,
    /// Opens a table. The last argument is added to messages about text that is not in the format.
    open: Open,
    /// Whether tables may have a header.
    has_headers: bool,
    /// Whether a record may have an array of samples.
    has_samples: bool,
    /// Whether it may be a log's.
    has_answers: bool,
}

/// The beginning of a text, as far as formats are recognized by it.
struct Beginning {
    /// The first characters that are not white space.
    start: [Option<u8>; 2],
    /// Whether there is a tab.
    has_tab: bool,
    /// Whether the first line is complete, and has a comma or a semicolon but no tab.
    has_separators: bool,
    /// Whether the first line is complete, and has neither.
    is_one_cell: bool,
}

impl Beginning {
    fn new(head: &[u8]) -> Beginning {
        let mut bytes = head.iter().copied().filter(|byte| !byte.is_ascii_whitespace());
        let start = [bytes.next(), bytes.next()];
        let has_tab = head.contains(&b'\t');
        let is_open = start == [Some(b'['), None];
        let is_complete = !has_tab && !is_open && (head.contains(&b'\n') || head.len() >= MAX_HEAD);
        let has_separators = memchr::memchr2(b',', b';', head).is_some();
        Beginning {
            start,
            has_tab,
            has_separators: is_complete && has_separators,
            is_one_cell: is_complete && !has_separators,
        }
    }

    fn is_json(&self) -> bool {
        matches!(self.start, [Some(b'{'), _] | [Some(b'['), Some(b'{')])
    }

    fn is_xml(&self) -> bool {
        self.start[0] == Some(b'<')
    }

    fn is_rows(&self) -> bool {
        !self.is_json() && !self.is_xml()
    }
}

impl RecordsFormat {
    fn properties(self) -> FormatProperties {
        match self {
            RecordsFormat::Tsv => FormatProperties {
                endings: &[".tsv"],
                is_in: |beginning| beginning.is_rows() && (beginning.has_tab || beginning.is_one_cell),
                open: |input, style, columns, _| {
                    Ok(Box::new(Table::new(CheckedLines::new(input), (&TSV, b'\t'), columns, style.has_header)))
                },
                has_headers: true,
                has_samples: false,
                has_answers: true,
            },
            RecordsFormat::Csv => FormatProperties {
                endings: &[".csv"],
                is_in: |beginning| beginning.is_rows() && beginning.has_separators,
                open: |mut input, style, columns, _| {
                    let separator = match style.separator {
                        Some(separator) => separator,
                        None => csv_separator(&mut input, &columns)?,
                    };
                    Ok(Box::new(Table::new(CheckedLines::new(input), (&CSV, separator), columns, style.has_header)))
                },
                has_headers: true,
                has_samples: false,
                has_answers: true,
            },
            RecordsFormat::Jsonl => FormatProperties {
                endings: &[".jsonl", ".ndjson", ".json"],
                is_in: Beginning::is_json,
                open: |mut input, style, columns, other_format| {
                    let is_array = input.peek(first_byte)? == b'[';
                    ensure!(
                        !is_array || style.format.is_none(),
                        "{}: line 1: an array, not an object per line; drop --records-format, which follows from the text",
                        input.name()
                    );
                    Ok(Box::new(Jsonl::open(input, columns, other_format)?))
                },
                has_headers: false,
                has_samples: true,
                has_answers: true,
            },
            RecordsFormat::WmtXml => FormatProperties {
                endings: &[".xml"],
                is_in: Beginning::is_xml,
                open: |input, _, columns, other_format| Ok(Box::new(WmtXml::new(input, columns, other_format)?)),
                has_headers: false,
                has_samples: false,
                has_answers: false,
            },
        }
    }

    /// The first format with a property.
    fn find(has_property: impl Fn(&FormatProperties) -> bool) -> Option<RecordsFormat> {
        RecordsFormat::value_variants().iter().copied().find(|format| has_property(&format.properties()))
    }

    fn of_name(path: &Path) -> Option<RecordsFormat> {
        let name = uncompressed_name(path);
        RecordsFormat::find(|format| format.endings.iter().any(|ending| name.ends_with(ending)))
    }

    /// Returns the format of a file that begins like this; `None` if more of it is needed to know.
    fn of_beginning(head: &[u8]) -> Option<RecordsFormat> {
        let beginning = Beginning::new(head);
        RecordsFormat::find(|format| (format.is_in)(&beginning))
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
    records_in(input, format, style, columns, other_format)
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
    let style = style.into();
    records_in(InputStream::of("table", reader), style.format.unwrap_or_default(), style, columns, "")
}

/// The records of a table in a format, which the style names if it was given. `other_format` is added to messages about text
/// that is not in this format.
fn records_in(
    input: InputStream,
    format: RecordsFormat,
    style: TableStyle,
    columns: Columns,
    other_format: &'static str,
) -> Result<Box<dyn Records>> {
    let format = format.properties();
    ensure!(!style.has_header || format.has_headers, "{}: --header is for TSV and CSV; drop it", input.name());
    let has_samples = columns.iter().any(|(_, role)| matches!(role, Role::Samples | Role::Answers));
    ensure!(
        !has_samples || format.has_samples,
        "{}: --samples array needs JSON Lines; if each row has a sample, use --samples-by",
        input.name()
    );
    let has_answers = columns.iter().any(|(_, role)| role.is_answer());
    ensure!(!has_answers || format.has_answers, "{}: --at is for JSON, CSV and TSV; this is neither", input.name());
    (format.open)(input, style, columns, other_format)
}

/// Recognizes what separates the cells of CSV by the first row.
fn csv_separator(input: &mut InputStream, columns: &Columns) -> Result<u8> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| name.as_str()).collect();
    // The first row, or all of the input if it has no line end.
    let length = Cell::new(0);
    let hint = input.peek(|head| {
        let line = head.split(|&byte| byte == b'\n').next().filter(|line| line.len() < head.len())?;
        Some(line.strip_prefix(b"sep=").map(|separator| String::from_utf8_lossy(separator).trim_end().to_owned()))
    })?;
    if let Some(separator) = hint {
        bail!(
            "{}: line 1: sep={separator} is a hint for Excel, not a row; remove the line, and say: --delimiter '{separator}'",
            input.name()
        );
    }
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
