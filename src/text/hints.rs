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
        /// Lines that end in a carriage return.
        ReplaceCarriageReturns {
            /// The file.
            file: String,
            /// Name of the file to write.
            to: String,
        } = "tr '\\r' '\\n' < {file} > {to}",
    }
}

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

    fn flagged(references: &[impl AsRef<str>]) -> String {
        let flags: Vec<String> = references.iter().map(|reference| format!("-r {}", reference.as_ref())).collect();
        flags.join(" ")
    }
}
