//! Scores of all orders as JSON.

use super::{Object, Style, write_line, write_systems};
use crate::cli::report::cumulative::{CumulativeReport, CumulativeScores};
use serde::Serialize;
use std::io::{self, Write};

/// Writes an object for one candidate, an array of objects for several.
pub fn write(report: &CumulativeReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    let mut objects = objects(&report.systems, style);
    for Cumulative { score, .. } in &mut objects {
        (score.segments, score.signature) = (Some(report.segments), Some(&*report.signature));
    }
    write_systems(&objects, out)
}

/// Writes a line for each candidate.
pub fn write_segment(segment: u64, systems: &[CumulativeScores], style: Style, out: &mut impl Write) -> io::Result<()> {
    objects(systems, style).iter_mut().try_for_each(|object| {
        object.score.segment = Some(segment);
        write_line(object, out)
    })
}

/// The score of the highest order, and all scores.
#[derive(Serialize)]
struct Cumulative<'a> {
    #[serde(flatten)]
    score: Object<'a>,
    cumulative: Vec<f64>,
}

fn objects(systems: &[CumulativeScores], style: Style) -> Vec<Cumulative<'_>> {
    systems
        .iter()
        .filter_map(|CumulativeScores { name, scores }| {
            let system = (systems.len() > 1).then_some(&**name);
            let score = Object { system, ..Object::of(*scores.last()?, style) };
            Some(Cumulative { score, cumulative: scores.iter().map(|score| score.score * style.scale()).collect() })
        })
        .collect()
}
