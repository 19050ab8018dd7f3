//! Flags for input other than plain files, and for the names of systems.

use super::headings::{INPUT, OUTPUT};
use super::values::names;
use crate::cli::display::{count, escape};
use crate::cli::input::{RecordsFormat, SegmentRules, TableStyle};
use clap::Args;
use std::path::PathBuf;

/// Tables, test sets, groups.
#[derive(Debug, Args)]
pub struct InputArgs {
    /// Treat -r and CANDIDATE as texts, not as files
    ///
    /// Each argument is one text: the candidate's, or one reference's.
    #[arg(long, conflicts_with_all = ["records", "test_set", "by", "join_by", "id"], help_heading = INPUT)]
    pub text: bool,

    /// Table with all texts: TSV, CSV, JSONL or WMT XML
    ///
    /// -r and CANDIDATE are then names in the table:
    /// - TSV, CSV: column names from the header, or column numbers from 1 if
    ///   there is no header
    /// - JSONL: keys, with dots for nested objects and [0] for an item of an
    ///   array; a reference may be an array of strings, or null if missing
    /// - WMT XML: translators and systems
    #[arg(long, value_name = "FILE", verbatim_doc_comment, help_heading = INPUT)]
    pub records: Option<PathBuf>,

    #[arg(long, hide_short_help = true, value_enum, value_name = "NAME", hide_possible_values = true, help_heading = INPUT)]
    #[arg(help = format!("Format of --records: {}", names::<RecordsFormat>()))]
    #[arg(long_help = format!("Format of --records: {}\n\nBy default, recognized by the file name or the first bytes.", names::<RecordsFormat>()))]
    pub records_format: Option<RecordsFormat>,

    /// Separator of CSV: ';' [default: , or ;]
    ///
    /// A character, or tab. The table is then CSV, whatever its name: a text may be in quotes, and has a quote doubled. By
    /// default the first row decides between comma and semicolon.
    #[arg(long, hide_short_help = true, value_name = "CHARACTER", value_parser = separator, requires = "records", help_heading = INPUT)]
    pub delimiter: Option<u8>,

    /// The table has a header, even if columns are numbers
    #[arg(long, hide_short_help = true, requires = "records", help_heading = INPUT)]
    pub header: bool,

    /// Column of systems, if rows have one candidate each
    ///
    /// For a table with a row for each segment of each system: CANDIDATE is the column of all translations, and the rows of
    /// a segment have the same --id.
    #[arg(long, hide_short_help = true, value_name = "NAME", requires_all = ["records", "id"], conflicts_with_all = ["samples", "samples_by", "names"], help_heading = INPUT)]
    pub systems_by: Option<PathBuf>,

    /// Candidates are logs of language models
    ///
    /// Each CANDIDATE is a file of JSON Lines, an array of objects, or a table, with a record for each answer, in the order
    /// of the segments or, with --id, in any order. PATH is the key or the path of the text, or the column:
    /// - a.b the key b in a, a[0] an item, a[type=text].b the values b of
    ///   the items of this type, as one text
    /// - a[].b all items: samples of a segment
    /// - a:b the text b of each record, if the file is one object, in which
    ///   the array a has the records
    /// - p|q for each file the first of these paths that leads to a text
    ///
    /// An answer without a text (null, an error) is an empty candidate, and is counted with its reason. References are
    /// lines of -r, a column of --records, or of a --test-set. See --man logs.
    #[arg(long, value_name = "PATH", verbatim_doc_comment, conflicts_with_all = ["text", "systems_by", "samples", "samples_by", "source"], help_heading = INPUT)]
    pub at: Option<String>,

    /// Score the others if a candidate cannot be read
    ///
    /// Candidates that cannot be read are named on standard error and left out; the exit status is then 1. Each is read
    /// twice.
    #[arg(long, hide_short_help = true, conflicts_with_all = ["text", "runs", "systems_by"], help_heading = INPUT)]
    pub keep_going: bool,

    /// Also score each group (column or file of labels)
    ///
    /// A column or key of the --records table; `doc`, `domain` or `origlang` of WMT XML or of a --test-set; or, for
    /// plain files, a file with one label per line. Groups are listed in order of first appearance.
    #[arg(long, value_name = "NAME|FILE", help_heading = INPUT)]
    pub by: Option<PathBuf>,

    #[command(flatten)]
    pub rules: SegmentRules,

    /// References from sacreBLEU's cache: wmt22/de-fr
    ///
    /// A test set and a language pair. The reference is sacreBLEU's default, or the one named, as in wmt22:refB/en-zh.
    /// The cache is $SACREBLEU or ~/.sacrebleu; sacrebleu itself downloads test sets into it.
    #[arg(long, value_name = "SET/PAIR", conflicts_with_all = ["references", "records"], help_heading = INPUT)]
    pub test_set: Option<String>,

    /// Only test set lines with this original language
    ///
    /// A code such as de, or non-de for all but de.
    #[arg(long, hide_short_help = true, value_name = "LANG", help_heading = INPUT)]
    pub origlang: Option<String>,

    /// Only test set lines of matching domains
    ///
    /// A regular expression that matches any part of the domain, or of the document's country and topic (wmt18, wmt19).
    #[arg(long, hide_short_help = true, value_name = "REGEX", help_heading = INPUT)]
    pub subset: Option<String>,

    /// List the test sets in sacreBLEU's cache
    #[arg(long, hide_short_help = true, exclusive = true, help_heading = INPUT)]
    pub list_test_sets: bool,
}

/// Names and order of systems in reports.
#[derive(Debug, Args)]
pub struct SystemArgs {
    /// Names of the systems, in the order of the candidates
    ///
    /// With --runs, one name per system, not per candidate.
    #[arg(long, hide_short_help = true, value_name = "A,B,...", value_delimiter = ',', help_heading = OUTPUT)]
    pub names: Option<Vec<String>>,

    /// Sort the systems by score
    ///
    /// Best first. With --paired, the first candidate stays first.
    #[arg(long, hide_short_help = true, help_heading = OUTPUT)]
    pub sort: bool,
}

impl InputArgs {
    /// Returns how the table is written.
    pub fn table_style(&self) -> TableStyle {
        let format = self.delimiter.map(|_| RecordsFormat::Csv).or(self.records_format);
        TableStyle { format, separator: self.delimiter, has_header: self.header }
    }
}

/// Parses what separates the cells of CSV.
fn separator(text: &str) -> Result<u8, String> {
    match text.as_bytes() {
        b"tab" | b"\\t" => Ok(b'\t'),
        [byte] if byte.is_ascii() && !byte.is_ascii_alphanumeric() && !b"\"\r\n".contains(byte) => Ok(*byte),
        _ => Err("not a separator; give one ASCII character other than a letter, digit or quote, or `tab`".into()),
    }
}

impl SystemArgs {
    /// Checks the names of the systems, given their number.
    pub fn check(&self, systems: usize) -> Result<(), String> {
        let Some(names) = &self.names else { return Ok(()) };
        if names.len() != systems {
            return Err(format!(
                "--names gives {} for {}; give one name per system, separated by commas",
                count(names.len() as u64, "name"),
                count(systems as u64, "system"),
            ));
        }
        let is_repeated = |name: &&String| names.iter().filter(|other| other == name).count() > 1;
        match names.iter().find(|name| name.is_empty() || is_repeated(name)) {
            Some(name) if name.is_empty() => Err("--names contains an empty name; name every system".into()),
            Some(name) => Err(format!("--names contains '{}' twice; names must be distinct", escape(name))),
            None => Ok(()),
        }
    }
}
