//! Hints: the commands that messages advise. Each is followed by `tests/hints.rs` on a case of its own, which asks that the number
//! be the right one; a hint without a case fails that test.

use crate::bleu::worded::worded;

worded! {
    /// A command that a message advises, with the files of the user's command line in it, as words of a shell.
    #[derive(Clone, Debug)]
    pub enum Hint {
        /// A file is in another encoding.
        ConvertFile {
            /// Name of the encoding, for iconv.
            encoding: &'static str,
            /// The file.
            file: String,
            /// Name of the file to write.
            to: String,
        } = "iconv -f {encoding} -t UTF-8 {file} > {to}",
        /// A compressed file is in another encoding.
        ConvertCompressedFile {
            /// Program that decompresses it.
            program: &'static str,
            /// Name of the encoding, for iconv.
            encoding: &'static str,
            /// The file.
            file: String,
            /// Name of the file to write.
            to: String,
        } = "{program} -dc {file} | iconv -f {encoding} -t UTF-8 > {to}",
        /// A stream is in another encoding.
        ConvertStream {
            /// Name of the encoding, for iconv.
            encoding: &'static str,
        } = "iconv -f {encoding} -t UTF-8",
        /// References and candidates, told apart.
        Score {
            /// The references, each after its flag.
            references: String,
            /// The candidates.
            candidates: String,
        } = "bleu {references} {candidates}",
        /// Texts that were taken for files.
        GivenTexts {
            /// The first text, in quotes for a shell.
            reference: String,
            /// The second.
            candidate: String,
        } = "bleu --text -r {reference} {candidate}",
        /// All references of a name and a number, in place of the name alone.
        NumberedReferences {
            /// The references, each after its flag.
            references: String,
        } = "{references}",
        /// Several texts, one after the other.
        SplitText {
            /// Number of lines of each.
            lines: u64,
            /// The file.
            file: String,
        } = "split -l {lines} {file}",
        /// Lines of a candidate in a row, one for each of several samples.
        Samples {
            /// Number of lines of a segment.
            lines: usize,
        } = "--samples {lines}",
        /// Lines of a reference file in a row that are references of one segment.
        ReferenceLines {
            /// Number of lines of a segment.
            lines: usize,
        } = "--samples 1 --reference-samples {lines}",
        /// Lines that are joined in the other file.
        JoinLines {
            /// A dash for each line that becomes a part of one.
            dashes: String,
            /// The file.
            file: String,
            /// Name of the file to write.
            to: String,
        } = "paste -d ' ' {dashes} < {file} > {to}",
        /// Two columns of a table.
        NamedTable {
            /// The file.
            table: String,
        } = "bleu --records {table} -r ref mt",
        /// A header before the lines.
        DropHeader {
            /// The file.
            file: String,
            /// Name of the file to write.
            to: String,
        } = "tail -n +2 {file} > {to}",
        /// Lines that end in a carriage return.
        ReplaceCarriageReturns {
            /// The file.
            file: String,
            /// Name of the file to write.
            to: String,
        } = "tr '\\r' '\\n' < {file} > {to}",
        /// A compressed file of a kind that is not read.
        UnpackFile {
            /// The program that unpacks it.
            program: &'static str,
            /// The file.
            file: String,
            /// Name of the file to write.
            to: String,
        } = "{program} -dc {file} > {to}",
        /// A compressed stream of a kind that is not read.
        UnpackStream {
            /// The program that unpacks it.
            program: &'static str,
        } = "{program} -dc",
        /// Two candidates, for a comparison.
        Compare {
            /// The flag of the comparison, with its value.
            flag: String,
        } = "bleu -r ref.txt {flag} base.txt new.txt",
        /// A baseline that is to be made.
        Baseline {
            /// The flags of the run that it is for.
            flags: String,
            /// The candidate.
            candidate: &'static str,
            /// Name of the file to write.
            to: String,
        } = "bleu {flags} --stats=segments {candidate} > {to}",
        /// A table that is read as plain lines.
        Table {
            /// The table.
            file: String,
        } = "bleu --records {file} -r NAME NAME",
        /// A table of references, which is read as plain lines.
        ReferenceColumns {
            /// The table.
            file: String,
            /// The numbers or names of its columns, and other references, each after its flag.
            columns: String,
            /// The candidates.
            candidates: String,
        } = "bleu --records {file} {columns} {candidates}",
        /// An object of texts, which is read as plain lines.
        JsonObject {
            /// The references, each after its flag.
            references: String,
            /// The candidates.
            candidates: String,
        } = "bleu --input-format json-object {references} {candidates}",
        /// A log of answers, which is read as plain lines.
        Log {
            /// The references, each after its flag.
            references: String,
            /// Path of the text in each record.
            at: String,
            /// The log.
            file: String,
        } = "bleu {references} --at {at} {file}",
        /// Text in UTF-8 that was read as another encoding, through standard input and output.
        RestoreUtf8 {
            /// Name of the encoding that it was read as.
            read: &'static str,
        } = "iconv -f UTF-8 -t {read}",
        /// Text in an encoding that was read as another one, through standard input and output.
        Restore {
            /// Name of the encoding that it was read as.
            read: &'static str,
            /// Name of the encoding that it was written in.
            written: &'static str,
        } = "iconv -f UTF-8 -t {read} | iconv -f {written} -t UTF-8",
        /// A zip file.
        Unzip {
            /// The file.
            file: String,
        } = "unzip {file}",
        /// A spreadsheet.
        Spreadsheet {
            /// The file.
            file: String,
        } = "xlsx2csv {file} | bleu --records - -r NAME NAME",
        /// A document.
        Document {
            /// The file.
            file: String,
        } = "docx2txt {file} | grep . > text.txt",
        /// A Parquet file.
        Parquet {
            /// The file, without marks that SQL or a shell reads.
            file: String,
        } = "duckdb -c \"COPY (FROM '{file}') TO '/dev/stdout' (FORMAT json)\" | bleu --records - -r NAME NAME",
        /// A log of Inspect, with the answers' targets.
        InspectLog {
            /// The file.
            file: String,
        } = "inspect log dump {file} > log.json; bleu --records log.json -r samples:target samples:output.completion",
    }
}

/// The command that scores a file against another.
pub const FILES: &str = "bleu -r ref.txt hyp.txt";

/// The command that scores texts of the command line.
pub const TEXTS: &str = "bleu --text -r 'the cat sat on the mat' 'the cat is on the mat'";

/// The command that scores texts that begin with a hyphen.
pub const HYPHENS: &str = "bleu --text -r='- the cat' -- '- the the'";

/// The command that scores columns of a table.
pub const TABLE: &str = "bleu --records data.tsv -r ref mt";

/// The command that scores columns of a table without a header.
pub const COLUMN_NUMBERS: &str = "bleu --records data.tsv -r 1 2";

/// The command that explains the difference between two candidates.
pub const DIFFERENCE: &str = "bleu -r ref.txt --explain base.txt new.txt";

/// The command that writes a report.
pub const REPORT: &str = "bleu -r ref.txt hyp.txt --report report.html";

/// The command whose output goes to a file.
pub const OUTPUT: &str = "bleu -r ref.txt hyp.txt > FILE";

impl Hint {
    /// The command that scores these candidates against these references.
    pub fn score(references: &[impl AsRef<str>], candidates: &[impl AsRef<str>]) -> Hint {
        let candidates: Vec<&str> = candidates.iter().map(AsRef::as_ref).collect();
        Hint::Score { references: Hint::flagged(references), candidates: candidates.join(" ") }
    }

    /// The references of a missing file's name with numbers.
    pub fn numbered_references(references: &[impl AsRef<str>]) -> Hint {
        Hint::NumberedReferences { references: Hint::flagged(references) }
    }

    /// Columns of a table, the first of these files, that are references beside the other files.
    pub fn reference_columns(references: &[String], columns: &[String], candidates: &[String]) -> Hint {
        let (table, others) =
            references.split_first().map_or((String::new(), &[][..]), |(table, others)| (table.clone(), others));
        let names: Vec<&String> = columns.iter().chain(others).collect();
        Hint::ReferenceColumns { file: table, columns: Hint::flagged(&names), candidates: candidates.join(" ") }
    }

    /// The references, each after its flag.
    pub fn flagged(references: &[impl AsRef<str>]) -> String {
        let flags: Vec<String> = references.iter().map(|reference| format!("-r {}", reference.as_ref())).collect();
        flags.join(" ")
    }
}
