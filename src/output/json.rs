//! JSON, for programs: every number unrounded.

use super::{Report, Style};
use bleu::Score;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// An object for one candidate, an array of objects for several.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    let several = report.systems.len() > 1;
    let object = |system: &super::System| Object {
        system: several.then(|| system.name.clone()),
        segments: Some(report.segments),
        signature: Some(report.signature.clone()),
        ..Object::of(&system.score, style)
    };
    let objects: Vec<Object> = report.systems.iter().map(object).collect();
    match &objects[..] {
        [object] => serde_json::to_writer_pretty(&mut *out, object)?,
        objects => serde_json::to_writer_pretty(&mut *out, objects)?,
    }
    writeln!(out)
}

/// A line for each candidate.
pub fn write_segment(
    segment: u64,
    systems: &[String],
    scores: &[Score],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    for (system, score) in systems.iter().zip(scores) {
        let system = (systems.len() > 1).then(|| system.clone());
        let object = Object { system, segment: Some(segment), ..Object::of(score, style) };
        serde_json::to_writer(&mut *out, &object)?;
        writeln!(out)?;
    }
    Ok(())
}

/// A score and all that it was made of.
#[derive(Serialize)]
pub(super) struct Object {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) system: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) segment: Option<u64>,
    name: &'static str,
    score: f64,
    precisions: Vec<f64>,
    counts: Vec<Count>,
    totals: Vec<Count>,
    bp: f64,
    ratio: f64,
    hyp_len: u64,
    ref_len: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) segments: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) signature: Option<String>,
}

impl Object {
    pub(super) fn of(score: &Score, style: Style) -> Object {
        let scale = style.scale();
        let counts = |counts: &[f64]| counts.iter().map(|&count| Count(count)).collect();
        Object {
            system: None,
            segment: None,
            name: "BLEU",
            score: score.score * scale,
            precisions: score.precisions().iter().map(|p| p.times(scale)).collect(),
            counts: counts(score.counts()),
            totals: counts(score.totals()),
            bp: score.bp,
            ratio: score.ratio(),
            hyp_len: score.hyp_len,
            ref_len: score.ref_len,
            segments: None,
            signature: None,
        }
    }
}

/// A count, which is an integer unless smoothing added a fraction.
struct Count(f64);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Integers up to 2^53 are exact.
        let integer = self.0 as u64;
        if integer as f64 == self.0 { serializer.serialize_u64(integer) } else { serializer.serialize_f64(self.0) }
    }
}
