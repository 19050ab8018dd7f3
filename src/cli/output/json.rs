//! JSON, for programs: every number unrounded.

mod comparison;
pub mod cumulative;
pub mod explanation;
pub mod runs;
pub mod tools;
pub mod what_if;

use super::{Segment, Style};
use crate::cli::display::distinct_names;
use crate::cli::report::{Group, OptionalScore, Report, Significance};
use crate::{AllPairs, Confidence};
use comparison::ComparisonFields;
use serde::{Serialize, Serializer};
use std::io::{self, Write};

/// Writes an object for one candidate, an array of objects for several. If all pairs were compared, writes an object of
/// systems and pairs; pairs refer to systems by name, so repeated names are numbered.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    let mut objects: Vec<Object> =
        (0..report.systems.len()).map(|system| Object::of_system(report, system, style)).collect();
    let Significance::AllPairs { ranking, .. } = &report.significance else { return write_systems(&objects, out) };
    let names = distinct_names(&report.names());
    objects.iter_mut().zip(&names).for_each(|(system, name)| system.system = Some(name));
    let pairs = pairs(&names, ranking, style);
    write_pretty(&AllPairsObject { systems: &objects, pairs, signature: &report.signature }, out)
}

/// Writes a line for each candidate.
pub fn write_segment(
    segment: Segment,
    systems: &[String],
    scores: &[OptionalScore],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    for (system, score) in systems.iter().zip(scores) {
        let system = (systems.len() > 1).then_some(system.as_str());
        let (number, group) = (Some(segment.number), segment.group);
        write_line(&Object { system, segment: number, group, ..Object::of(*score, style) }, out)?;
    }
    Ok(())
}

/// Writes an object for one system, an array of objects for several.
fn write_systems(objects: &[impl Serialize], out: &mut impl Write) -> io::Result<()> {
    match objects {
        [object] => write_pretty(object, out),
        objects => write_pretty(objects, out),
    }
}

/// Writes a value with indentation.
fn write_pretty<T: Serialize + ?Sized>(value: &T, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer_pretty(&mut *out, value)?;
    writeln!(out)
}

/// Writes a value as a line.
fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    writeln!(out)
}

/// All systems, each compared with each other.
#[derive(Serialize)]
struct AllPairsObject<'a> {
    systems: &'a [Object<'a>],
    pairs: Vec<Pair<'a>>,
    signature: &'a str,
}

#[derive(Serialize)]
struct Pair<'a> {
    a: &'a str,
    b: &'a str,
    #[serde(flatten)]
    difference: ComparisonFields,
}

fn pairs<'a>(names: &'a [String], ranking: &AllPairs, style: Style) -> Vec<Pair<'a>> {
    let name = |place: usize| names[place].as_str();
    let difference = |pair: &crate::Pair| ComparisonFields::of_pair(&pair.comparison, style);
    ranking.pairs.iter().map(|pair| Pair { a: name(pair.a), b: name(pair.b), difference: difference(pair) }).collect()
}

/// A score and its parts.
#[derive(Default, Serialize)]
struct Object<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    system: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cluster: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    segment: Option<u64>,
    name: &'static str,
    /// Null if the tool fails.
    score: Option<f64>,
    /// Null for a group that is too small.
    #[serde(skip_serializing_if = "Option::is_none")]
    confidence: Option<Option<Interval>>,
    #[serde(flatten)]
    difference: Option<ComparisonFields>,
    precisions: Vec<f64>,
    counts: Vec<Count>,
    totals: Vec<Count>,
    bp: f64,
    ratio: f64,
    hyp_len: u64,
    ref_len: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    segments: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signature: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Groups<'a>>,
}

/// The groups of a system, of which there may be many: each is made when it is written.
struct Groups<'a> {
    report: &'a Report,
    place: usize,
    style: Style,
}

impl Serialize for Groups<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Groups { report, place, style } = *self;
        serializer.collect_seq(report.groups.iter().map(|group| Object::of_group(report, group, place, style)))
    }
}

impl<'a> Object<'a> {
    fn of_system(report: &'a Report, place: usize, style: Style) -> Object<'a> {
        let system = &report.systems[place];
        let object = Object {
            system: (report.systems.len() > 1).then_some(&system.name),
            confidence: report.significance.confidence(place).map(|found| Some(Interval::of(found, style))),
            segments: Some(report.segments),
            signature: Some(&report.signature),
            groups: (!report.groups.is_empty()).then_some(Groups { report, place, style }),
            ..Object::of(system.score, style)
        };
        match &report.significance {
            Significance::None | Significance::Confidence { .. } => object,
            Significance::Paired { test, .. } => {
                let comparison = report.significance.comparison(place);
                let difference = Some(ComparisonFields::of_paired(comparison, *test, report.segments, style));
                Object { difference, ..object }
            }
            Significance::AllPairs { ranking, .. } => {
                let ranked = &ranking.systems[place];
                // The signature is in the comparison.
                Object { rank: Some(ranked.rank), cluster: Some(ranked.cluster), signature: None, ..object }
            }
        }
    }

    fn of(score: impl Into<OptionalScore>, style: Style) -> Object<'a> {
        let OptionalScore { value, parts } = score.into();
        let counts = |counts: &[f64]| counts.iter().map(|&count| Count(count)).collect();
        Object {
            name: "BLEU",
            score: value.map(|value| value * style.scale()),
            precisions: parts.precisions().iter().map(|p| style.precision(*p)).collect(),
            counts: counts(parts.counts()),
            totals: counts(parts.totals()),
            bp: parts.bp,
            ratio: parts.ratio(),
            hyp_len: parts.hyp_len,
            ref_len: parts.ref_len,
            ..Object::default()
        }
    }

    fn of_group(report: &Report, group: &'a Group, place: usize, style: Style) -> Object<'a> {
        let interval = || group.significance.confidence(place).map(|found| Interval::of(found, style));
        let comparison = group.significance.comparison(place);
        Object {
            group: Some(&group.label),
            confidence: report.significance.confidence(place).map(|_| interval()),
            difference: match report.significance {
                Significance::Paired { test, .. } => {
                    Some(ComparisonFields::of_paired(comparison, test, group.sums.segments, style))
                }
                _ => None,
            },
            segments: Some(group.sums.segments),
            ..Object::of(report.group_score(group, place), style)
        }
    }
}

/// Confidence interval of the score, on the same scale.
#[derive(Serialize)]
struct Interval {
    mean: f64,
    half_width: f64,
    low: f64,
    high: f64,
    level: f64,
    resamples: usize,
    seed: u64,
}

impl Interval {
    fn of(found: &Confidence, style: Style) -> Interval {
        let scale = style.scale();
        Interval {
            mean: found.mean * scale,
            half_width: found.half_width * scale,
            low: found.low * scale,
            high: found.high * scale,
            level: found.level,
            resamples: found.resamples,
            seed: found.seed,
        }
    }
}

/// A count: an integer, unless smoothing added a fraction.
struct Count(f64);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Integers up to 2^53 are exact.
        let integer = self.0 as u64;
        if integer as f64 == self.0 { serializer.serialize_u64(integer) } else { serializer.serialize_f64(self.0) }
    }
}
