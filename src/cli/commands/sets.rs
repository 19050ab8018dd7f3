//! Scores of systems on several test sets, which are the groups of `--by`, each with a tokenizer of its own.

use super::gates::Checked;
use super::print_checked;
use crate::Signature;
use crate::cli::input_summary::InputSummary;
use crate::cli::report::sets::SetsReport;
use crate::cli::report::{CorpusSums, Report};
use crate::cli::{Job, SystemOrder, warnings};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Prints the scores of all sets, given their counts; `score` makes the report of one.
pub fn print<T>(
    job: &Job,
    groups: impl IntoIterator<Item = (Arc<str>, T)>,
    summary: &InputSummary,
    score: impl Fn(&Job, Arc<str>, &T, Signature) -> Result<Report>,
    out: &mut dyn Write,
) -> Result<()> {
    let report = |(label, counts): (Arc<str>, T)| {
        let set = Job { definition: job.definition_of(&label)?, ..job.clone() };
        let references = summary.set_references.get(&label).copied();
        let signature = summary.signature(&set);
        let signature = references.into_iter().fold(signature, Signature::with_references);
        Ok((Arc::clone(&label), score(&set, label, &counts, signature)?))
    };
    let sets = groups.into_iter().map(report).collect::<Result<_>>()?;
    let mut report = SetsReport::new(sets);
    if job.order == SystemOrder::Score {
        report.sort();
    }
    let means = report.names().zip(report.means()).map(|(name, mean)| (name.to_owned(), mean));
    let checked = Checked {
        scores: means.collect(),
        groups: report.scores().collect(),
        segments: Some(summary.segments),
        ..Checked::default()
    };
    print_checked(job, &report, &checked, out)
}

/// Notes what is surprising about the scores of a set.
pub fn note_surprises(set: &Job, label: &str, sums: &CorpusSums) {
    let name = |system: &String| format!("{system}: group {label}");
    let named = Job { systems: set.systems.iter().map(name).collect(), ..set.clone() };
    warnings::surprises(&named, &sums.systems);
}
