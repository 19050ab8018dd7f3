//! How a file of another program was read.

use super::input_format::Ids;
use crate::bleu::signature::JoinedCues;
use serde::Serialize;

/// A file that was read as something else than plain lines or a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FileRead {
    /// Name of the file.
    pub file: String,
    /// Name of its format.
    pub format: &'static str,
    /// Number of its units.
    pub units: u64,
    /// Name of the ids that join its units with the units of other files.
    pub joined_by: &'static str,
    /// Number of texts that it lacks, and that were scored as empty.
    #[serde(skip_serializing_if = "is_zero")]
    pub missing: u64,
    /// Number of units that were left out, since another file lacks them.
    #[serde(skip_serializing_if = "is_zero")]
    pub left_out: u64,
    /// Number of cues that were joined with another start.
    #[serde(skip_serializing_if = "is_zero")]
    pub nearest: u64,
    /// Place among the candidates, from 0; `None` for a reference.
    #[serde(skip)]
    pub candidate: Option<usize>,
}

impl FileRead {
    /// How the cues of files of subtitles were joined.
    pub fn joined_cues(files: &[FileRead]) -> JoinedCues {
        let cues = || files.iter().filter(|file| file.joined_by == Ids::Times.description());
        match (cues().any(|file| file.nearest > 0), cues().any(|file| file.missing > 0)) {
            (false, false) => JoinedCues::Exact,
            (true, false) => JoinedCues::Nearest,
            (false, true) => JoinedCues::Missing,
            (true, true) => JoinedCues::NearestMissing,
        }
    }
}

fn is_zero(number: &u64) -> bool {
    *number == 0
}
