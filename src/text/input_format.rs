//! Formats of files, and which of them a table is in.
//!
//! To add a format, write its file with a [`Syntax`](super::table::Syntax), or an implementation of [`Records`] or
//! [`Units`](super::units::Units), declare the module in `text.rs`, and add it to [`InputFormat`], with a line of help; the
//! compiler asks for the rest, except for what `tests/fuzz` and `tests/files.rs` list. [`recognize`](super::recognize) says how a
//! file of it begins.

use super::checked_lines::CheckedLines;
use super::coco::Coco;
use super::compressed::uncompressed_name;
use super::csv;
use super::csv::{CSV, Quotes};
use super::fairseq::FairseqLog;
use super::json_list::{JsonList, may_be_list};
use super::json_object::{JsonObject, begins_texts};
use super::jsonl::Jsonl;
use super::jsonl::first_byte;
use super::line_signs::text_columns;
use super::lookahead::Reader;
use super::nbest::Nbest;
use super::open::InputStream;
use super::po::Po;
use super::recognize::{Kind, Refused, kind, recognize};
use super::record::{Columns, Record, Records, Role};
use super::reference_groups::ReferenceGroups;
use super::sgml::Sgml;
use super::subtitles::Subtitles;
use super::table::Syntax;
use super::table::TableRecords;
use super::tmx::Tmx;
use super::tsv::{ESCAPED, QUOTED, TSV};
use super::units;
use super::units::{UnitRecords, Units};
use super::wmt_xml::{self, WmtXml};
use super::xliff::Xliff;
use crate::text::display::shell_word;
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
    pub format: Option<InputFormat>,
    /// Separator of the cells of CSV; `None` for a comma or a semicolon.
    pub separator: Option<u8>,
    /// Whether the first row is a header although columns are asked for by number.
    pub has_header: bool,
}

impl From<InputFormat> for TableStyle {
    fn from(format: InputFormat) -> TableStyle {
        TableStyle { format: Some(format), ..TableStyle::default() }
    }
}

/// Options of reading a file of units.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnitOptions<'a> {
    /// Language of the translations, if it was named.
    pub target_language: Option<&'a str>,
    /// Whether the format is asked for, not recognized.
    pub is_asked_for: bool,
    /// Whether all texts of an n-best list are wanted, not the first.
    pub reads_all: bool,
    /// Whether the source texts are wanted, as candidates.
    pub reads_source: bool,
    /// The role whose usual texts alone are wanted, if others are not.
    pub wanted: Option<Role>,
}

/// Kind of the ids of units. Files whose ids are alike are joined by them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ids {
    /// There are none: the units are in the order of the other files.
    None,
    /// Numbers of sentences.
    Numbers,
    /// Times in milliseconds.
    Times,
    /// Documents and the numbers of segments in them.
    Segments,
    /// The ids of a format, in these words. Formats with equal words have equal ids.
    Named(&'static str),
}

impl Ids {
    /// Whether ids of these kinds may be equal.
    pub fn is_like(self, other: Ids) -> bool {
        self == other
    }

    /// Whether an id that comes again is a fault of the file that its reader does not look for.
    pub fn are_unique(self) -> bool {
        matches!(self, Ids::Segments | Ids::Named(_)) && self != SOURCE_TEXTS
    }

    /// The ids in words.
    pub fn description(self) -> &'static str {
        match self {
            Ids::None => "place",
            Ids::Numbers => "number",
            Ids::Times => "start time",
            Ids::Segments => "document and segment",
            Ids::Named(words) => words,
        }
    }
}

/// Ids of TMX; a source text may come again.
const SOURCE_TEXTS: Ids = Ids::Named("tuid or source text");

/// Format of a file.
// The first bytes of the seeds in `tests/fuzz/seeds` count the formats in this order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum InputFormat {
    /// tab-separated values: nothing is quoted or escaped
    #[default]
    Tsv,
    /// tab-separated values: texts may be in quotes, as in CSV
    TsvQuoted,
    /// tab-separated values: \t, \n and \\ in texts
    TsvEscaped,
    /// comma-separated values (RFC 4180)
    Csv,
    /// JSON Lines: one object per line
    Jsonl,
    /// XML of the WMT shared tasks, since 2021
    WmtXml,
    /// XLIFF 1.2 and 2
    Xliff,
    /// TMX, translation memories
    Tmx,
    /// message catalogs of gettext
    Po,
    /// subtitles of SubRip
    Srt,
    /// subtitles of WebVTT
    Vtt,
    /// n-best lists: id ||| text ||| ...
    Nbest,
    /// logs of fairseq-generate
    Fairseq,
    /// captions and references of COCO
    Coco,
    /// mteval's SGML
    Sgml,
    /// JSON: one array of texts (strings, or lists of tokens)
    JsonList,
    /// JSON: one object of texts, whose keys are ids
    JsonObject,
    /// references in groups between empty lines, as in E2E
    Groups,
    /// plain lines, whatever they look like
    Lines,
}

impl InputFormat {
    /// Endings of names of files, without the ending of a compressed file.
    fn endings(self) -> &'static [&'static str] {
        match self {
            InputFormat::Tsv => &[".tsv"],
            InputFormat::Csv => &[".csv"],
            InputFormat::Jsonl => &[".jsonl", ".ndjson", ".json"],
            InputFormat::WmtXml => &[".xml"],
            // Recognized by what is in them.
            _ => &[],
        }
    }

    /// Names of the format and of a unit, for notes; the first is empty for plain lines.
    pub fn names(self) -> [&'static str; 2] {
        match self {
            InputFormat::Tsv | InputFormat::TsvQuoted | InputFormat::TsvEscaped => ["TSV", "row"],
            InputFormat::Csv => ["CSV", "row"],
            InputFormat::Jsonl => ["JSON", "record"],
            InputFormat::WmtXml => ["WMT XML", "segment"],
            InputFormat::Xliff => ["XLIFF", "unit"],
            InputFormat::Tmx => ["TMX", "unit"],
            InputFormat::Po => ["gettext PO", "message"],
            InputFormat::Srt => ["SubRip", "cue"],
            InputFormat::Vtt => ["WebVTT", "cue"],
            InputFormat::Nbest => ["n-best list", "sentence"],
            InputFormat::Fairseq => ["log of fairseq-generate", "sentence"],
            InputFormat::Coco => ["COCO captions", "image"],
            InputFormat::Sgml => ["SGML", "segment"],
            InputFormat::JsonList => ["list of JSON", "item"],
            InputFormat::JsonObject => ["object of JSON", "key"],
            InputFormat::Groups => ["groups of references", "group"],
            InputFormat::Lines => ["", "line"],
        }
    }

    /// Kind of the ids of its units.
    pub fn ids(self) -> Ids {
        match self {
            InputFormat::Xliff => Ids::Named("file and unit"),
            InputFormat::Tmx => SOURCE_TEXTS,
            InputFormat::Po => Ids::Named("context and msgid"),
            InputFormat::Srt | InputFormat::Vtt => Ids::Times,
            InputFormat::Nbest | InputFormat::Fairseq => Ids::Numbers,
            InputFormat::Coco => Ids::Named("image_id"),
            InputFormat::JsonObject => Ids::Named("key"),
            InputFormat::Sgml | InputFormat::WmtXml => Ids::Segments,
            InputFormat::Tsv | InputFormat::TsvQuoted | InputFormat::TsvEscaped => Ids::None,
            InputFormat::Csv | InputFormat::Jsonl => Ids::None,
            InputFormat::JsonList | InputFormat::Groups | InputFormat::Lines => Ids::None,
        }
    }

    /// Whether its texts have names, so that columns must be named.
    pub fn is_table(self) -> bool {
        self.has_cells() || self == InputFormat::Jsonl
    }

    /// Whether it has rows of cells.
    fn has_cells(self) -> bool {
        let cells = [InputFormat::Tsv, InputFormat::TsvQuoted, InputFormat::TsvEscaped, InputFormat::Csv];
        cells.contains(&self)
    }

    /// Whether a file of texts with this role is read in this format if it is asked for: what cannot be of it is plain lines.
    pub fn is_of(self, input: &mut InputStream, role: Role) -> Result<bool> {
        match self {
            InputFormat::Groups => Ok(role == Role::Reference),
            InputFormat::JsonList => input.examine(may_be_list),
            InputFormat::JsonObject => Ok(input.peek(first_byte)? == b'{'),
            InputFormat::Lines => Ok(false),
            _ => Ok(true),
        }
    }

    fn of_name(path: &Path) -> Option<InputFormat> {
        let name = uncompressed_name(path);
        let mut formats = InputFormat::value_variants().iter().copied();
        formats.find(|format| format.endings().iter().any(|ending| name.ends_with(ending)))
    }

    /// Returns the format of a file that begins like this; `None` if more of it is needed to know.
    fn of_beginning(head: &[u8]) -> Option<InputFormat> {
        let mut bytes = head.iter().filter(|byte| !byte.is_ascii_whitespace());
        match (bytes.next(), bytes.next()) {
            (Some(b'{'), _) | (Some(b'['), Some(b'{')) => return Some(InputFormat::Jsonl),
            (Some(b'<'), _) => return Some(InputFormat::WmtXml),
            (Some(b'['), None) => return None,
            _ if head.contains(&b'\t') => return Some(InputFormat::Tsv),
            _ => {}
        }
        let has_separator = memchr::memchr2(b',', b';', head).is_some();
        let has_line = head.contains(&b'\n') || head.len() >= MAX_HEAD;
        has_line.then_some(if has_separator { InputFormat::Csv } else { InputFormat::Tsv })
    }
}

/// Whether a regular file is named like a table, and is not of a format whose texts are known without names. A pipe is not read.
pub fn looks_like_table(path: &Path) -> bool {
    match InputFormat::of_name(path).filter(|_| path.is_file() && is_lines(path)) {
        Some(InputFormat::Jsonl) => InputStream::open(path).is_ok_and(|mut input| {
            let begins_record = |head: &[u8]| {
                let head = head.trim_ascii_start();
                first_byte(head.strip_prefix(b"[").unwrap_or(head)).map(|first| first == b'{')
            };
            input.peek(begins_record).unwrap_or_default()
        }),
        format => format.is_some(),
    }
}

/// Whether a regular file is an object of texts, whose keys are ids, as far as its beginning shows.
pub fn looks_like_object(path: &Path) -> bool {
    let begins = |head: &[u8], is_all| (is_all || head.len() >= MAX_HEAD).then(|| begins_texts(head));
    path.is_file() && InputStream::open(path).is_ok_and(|mut input| input.examine(begins).unwrap_or_default())
}

/// Names or numbers of the columns of a table of TSV that may be texts, by its first lines; none if it has one column.
pub fn columns_of_texts(path: &Path) -> Vec<String> {
    let head = InputStream::open(path).and_then(|mut input| {
        input.examine(|head, is_all| {
            (is_all || head.len() >= MAX_HEAD).then(|| String::from_utf8_lossy(head).into_owned())
        })
    });
    head.map_or_else(|_| Vec::new(), |head| text_columns(&head.lines().take(LINES_OF_COLUMNS).collect::<Vec<_>>()))
}

/// Number of lines that show the columns of a table.
const LINES_OF_COLUMNS: usize = 20;

fn is_lines(path: &Path) -> bool {
    InputStream::open(path).is_ok_and(|mut input| matches!(recognize(&mut input), Ok(Kind::Lines)))
}

/// Opens a table. Its format follows from its name or its first bytes if none is given.
pub fn open_records(path: &Path, style: TableStyle, columns: Columns) -> Result<Box<dyn Records>> {
    read_records(InputStream::open(path)?, style, columns)
}

/// The records of a table that is open. Its format follows from its name or its first bytes if none is given.
pub fn read_records(mut input: InputStream, style: TableStyle, columns: Columns) -> Result<Box<dyn Records>> {
    let other_format = match style.format {
        Some(_) => "",
        None => "; if it is in another format, set that with --input-format",
    };
    let format = match style.format {
        Some(format) => format,
        None => format_of(&mut input)?,
    };
    records_in(input, format, style, columns, other_format)
}

/// Returns the format of a table, as its first bytes show, or its name if they are text.
fn format_of(input: &mut InputStream) -> Result<InputFormat> {
    // An array of captions may be a table with other keys too.
    let is_object = |input: &mut InputStream| input.peek(first_byte).map(|first| first == b'{');
    match input.examine(kind)? {
        Kind::Refused(refused @ (Refused::Ass | Refused::Ttml | Refused::Tar)) => {
            bail!("{}: is {}", input.name(), refused.description(&shell_word(input.path())))
        }
        Kind::Units(InputFormat::Coco) if !is_object(input)? => Ok(InputFormat::Jsonl),
        Kind::Units(format) => Ok(format),
        Kind::Lines | Kind::Refused(_) => match InputFormat::of_name(input.path()) {
            Some(format) => Ok(format),
            None => input.peek(InputFormat::of_beginning),
        },
    }
}

/// The usual texts of a file of a format, or the source texts, with the ids of its units.
pub fn open_usual(
    input: InputStream,
    format: InputFormat,
    role: Role,
    options: UnitOptions,
) -> Result<Box<dyn Records>> {
    let name = match (options.reads_source, format) {
        (false, _) => units::USUAL,
        (true, InputFormat::WmtXml) => wmt_xml::SOURCE,
        (true, _) => units::USUAL_SOURCE,
    };
    let options = UnitOptions { wanted: Some(if options.reads_source { Role::Source } else { role }), ..options };
    let id = (format.ids() != Ids::None).then(|| (units::ID.to_owned(), Role::Id));
    let columns = [(name.to_owned(), role)].into_iter().chain(id).collect();
    Ok(match format {
        InputFormat::WmtXml => Box::new(WmtXml::new(input, columns, "")?),
        _ => Box::new(UnitRecords::new(open_units(input, format, options)?, columns)),
    })
}

/// The units of a file.
fn open_units(input: InputStream, format: InputFormat, options: UnitOptions) -> Result<Box<dyn Units>> {
    Ok(match format {
        InputFormat::Xliff => Box::new(Xliff::new(input, options.wanted)),
        InputFormat::Tmx => Box::new(Tmx::new(input, options.target_language, options.wanted)),
        InputFormat::Po => Box::new(Po::new(input)),
        InputFormat::Srt => Box::new(Subtitles::srt(input)),
        InputFormat::Vtt => Box::new(Subtitles::vtt(input)),
        InputFormat::Nbest => Box::new(Nbest::new(input, options.reads_all)),
        InputFormat::Fairseq => Box::new(FairseqLog::new(input, options.reads_all, options.wanted)),
        InputFormat::Coco => Box::new(Coco::open(input)?),
        InputFormat::Sgml => Box::new(Sgml::new(input)),
        InputFormat::JsonList => Box::new(JsonList::open(input, options.wanted, options.is_asked_for)?),
        InputFormat::JsonObject => Box::new(JsonObject::new(input)),
        InputFormat::Groups => Box::new(ReferenceGroups::new(input)),
        InputFormat::Lines
        | InputFormat::Tsv
        | InputFormat::TsvQuoted
        | InputFormat::TsvEscaped
        | InputFormat::Csv
        | InputFormat::Jsonl
        | InputFormat::WmtXml => {
            bail!("{}: a format whose texts have names; name the file with --records", input.name())
        }
    })
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
    format: InputFormat,
    style: TableStyle,
    columns: Columns,
    other_format: &'static str,
) -> Result<Box<dyn Records>> {
    let (name, mut roles) = (input.name(), columns.iter().map(|(_, role)| *role));
    ensure!(!style.has_header || format.has_cells(), "{name}: --header is for TSV and CSV; drop it");
    let has_samples = roles.clone().any(|role| matches!(role, Role::Samples | Role::Answers));
    let advice = "if each row has a sample, use --samples-by";
    ensure!(format == InputFormat::Jsonl || !has_samples, "{name}: --samples array needs JSON Lines; {advice}");
    let has_answers = !format.is_table() && roles.any(Role::is_answer);
    ensure!(!has_answers, "{name}: --at is for JSON, CSV and TSV; this is neither");
    let tsv = |syntax: &'static Syntax, input| {
        TableRecords::new(CheckedLines::new(input), (syntax, b'\t'), columns.clone(), style.has_header)
    };
    Ok(match format {
        InputFormat::Tsv if style.format.is_none() => Box::new(tsv(&TSV, input).with_signs()),
        InputFormat::Tsv => Box::new(tsv(&TSV, input)),
        InputFormat::TsvQuoted => {
            let quotes = quotes(&mut input, b'\t')?;
            Box::new(tsv(&QUOTED, input).with_quotes(quotes))
        }
        InputFormat::TsvEscaped => Box::new(tsv(&ESCAPED, input)),
        InputFormat::Csv => {
            let separator = style.separator.map_or_else(|| csv_separator(&mut input, &columns), Ok)?;
            let quotes = quotes(&mut input, separator)?;
            let records = TableRecords::new(CheckedLines::new(input), (&CSV, separator), columns, style.has_header);
            Box::new(records.with_quotes(quotes))
        }
        InputFormat::Jsonl => {
            let is_asked_for = style.format.is_some() && input.peek(first_byte)? == b'[';
            let (name, advice) = (input.name(), "drop --input-format, which follows from the text");
            ensure!(!is_asked_for, "{name}: line 1: an array, not an object per line; {advice}");
            Box::new(Jsonl::open(input, columns, other_format)?)
        }
        InputFormat::WmtXml => Box::new(WmtXml::new(input, columns, other_format)?),
        format => Box::new(UnitRecords::new(open_units(input, format, UnitOptions::default())?, columns)),
    })
}

/// Recognizes how quotes are written in a file by its beginning. A pipe is not waited for.
fn quotes(input: &mut InputStream, separator: u8) -> Result<Quotes> {
    let begins = |head: &[u8], is_all| (is_all || head.len() >= MAX_HEAD).then(|| csv::quotes(head, separator));
    if input.is_regular_file() { input.examine(begins) } else { Ok(Quotes::default()) }
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
        let format = |name: &str| InputFormat::of_name(Path::new(name));
        assert_eq!(format("a.TSV.gz"), Some(InputFormat::Tsv));
        assert_eq!(format("a/b.jsonl.zst"), Some(InputFormat::Jsonl));
        assert_eq!(format("tsv"), None);
    }

    #[test]
    fn the_format_follows_from_the_first_bytes() {
        for (head, expected) in [
            (" {", Some(InputFormat::Jsonl)),
            ("[\n  {", Some(InputFormat::Jsonl)),
            ("[\n", None),
            ("[\n\t{", Some(InputFormat::Jsonl)),
            ("[a]\t{", Some(InputFormat::Tsv)),
            ("\n<?xml", Some(InputFormat::WmtXml)),
            ("a,b\tc", Some(InputFormat::Tsv)),
            ("a,b", None),
            ("a,b\n", Some(InputFormat::Csv)),
            ("a;b\n", Some(InputFormat::Csv)),
            ("a\n", Some(InputFormat::Tsv)),
            ("", None),
        ] {
            assert_eq!(InputFormat::of_beginning(head.as_bytes()), expected, "{head}");
        }
    }
}
