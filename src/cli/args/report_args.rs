//! Flags of the report: a web page that is written besides the output.

use super::headings::OUTPUT;
use super::numbers::whole;
use crate::cli::display::path_name;
use crate::cli::input::KeptText;
use crate::cli::job::ReportFile;
use crate::cli::mode::{Explain, ExplainPart};
use crate::cli::output_file::OutputFile;
use clap::Args;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::sync::Arc;

/// Number of segments in a report by default.
const DEFAULT_SEGMENTS: usize = 20_000;

/// Maximum number of segments in a report: more than a browser holds.
const MAX_SEGMENTS: u64 = 1_000_000;

/// The report.
#[derive(Debug, Args)]
pub struct ReportArgs {
    /// Also write a web page to read in a browser
    ///
    /// The page holds everything itself and opens no address: the scores with confidence intervals and tests, where they
    /// come from, likely problems, groups (--by), n-grams, and the segments, with correct n-grams marked. Of more than
    /// two candidates, the best is compared with each other one; with --paired, the first. The name of the file ends in
    /// .html.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pub report: Option<PathBuf>,

    /// Maximum number of segments in the report [default: 20000]
    ///
    /// Of more segments, the report has the worst, the best, those with the largest differences between candidates, and a
    /// random choice of the others.
    #[arg(long, hide_short_help = true, value_name = "N", allow_negative_numbers = true, value_parser = whole::<usize>(1..=MAX_SEGMENTS), requires = "report", help_heading = OUTPUT)]
    pub report_segments: Option<usize>,
}

impl ReportArgs {
    /// The report asked for, with these options of its explanations. The error is a message for the user.
    pub fn report(&self, explain: Explain) -> Result<Option<ReportFile>, String> {
        let Some(path) = self.report.clone() else { return Ok(None) };
        // A missing name would make a candidate the file to overwrite.
        let extension = path.extension().and_then(OsStr::to_str).unwrap_or_default();
        if !["html", "htm"].iter().any(|name| extension.eq_ignore_ascii_case(name)) {
            return Err(format!(
                "--report writes a web page, but {} does not end in .html; name one, as in: --report report.html",
                path_name(&path)
            ));
        }
        let segments = self.report_segments.unwrap_or(DEFAULT_SEGMENTS);
        let explain = Explain { segment: None, part: ExplainPart::All, ..explain };
        Ok(Some(ReportFile {
            file: OutputFile::new(path),
            segments,
            explain,
            text: KeptText::all(),
            printed: Arc::default(),
        }))
    }
}
