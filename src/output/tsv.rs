//! Tab-separated values, for programs and spreadsheets: a header, then rows, every number unrounded.
//!
//! Fields have the names of JSON's keys; a list becomes several fields, numbered from 1.

pub mod cumulative;
pub mod runs;
pub mod tools;

use super::{Segment, Style};
use crate::display::distinct_names;
use crate::report::{Group, OptionalScore, Report, Significance};
use crate::{Comparison, Confidence};
use std::fmt::Arguments;
use std::io::{self, Write};

/// Writes a row for each candidate, and then one for each in each group. If all pairs were compared, a row ends with the
/// p-values against every system.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    let names = distinct_names(&report.names());
    let parts = std::iter::once(None).chain(report.groups.iter().map(Some));
    let rows = parts.flat_map(|group| (0..names.len()).map(move |system| (group, system)));
    write_table(rows, |(group, system), put| system_fields(report, group, &names, system, style, put), out)
}

/// Writes a row for each candidate; a header comes before the first segment.
pub fn write_segment(
    segment: Segment,
    systems: &[String],
    scores: &[OptionalScore],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let rows = systems.iter().zip(scores);
    let fields = |(system, score): (&String, &OptionalScore), put: &mut Put| {
        put(format_args!("segment"), Value::Integer(segment.number))?;
        if let Some(group) = segment.group {
            put(format_args!("group"), Value::Text(group))?;
        }
        put(format_args!("system"), Value::Text(system))?;
        score_fields(*score, style, put)
    };
    match segment.number {
        1 => write_table(rows, fields, out),
        _ => write_rows(rows, fields, out),
    }
}

enum Value<'a> {
    Text(&'a str),
    Integer(u64),
    Number(f64),
    Missing,
}

impl From<Option<f64>> for Value<'_> {
    fn from(number: Option<f64>) -> Self {
        number.map_or(Value::Missing, Value::Number)
    }
}

impl From<Option<u64>> for Value<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Value::Missing, Value::Integer)
    }
}

/// Takes the name and the value of a field.
type Put<'a> = dyn FnMut(Arguments, Value) -> io::Result<()> + 'a;

/// Writes the fields of a system, on the whole corpus or in a group.
fn system_fields(
    report: &Report,
    group: Option<&Group>,
    names: &[String],
    system: usize,
    style: Style,
    put: &mut Put,
) -> io::Result<()> {
    let (score, segments, significance) = match group {
        Some(group) => (group.scores[system], group.segments, &group.significance),
        None => (report.systems[system].score.into(), report.segments, &report.significance),
    };
    if !report.groups.is_empty() {
        put(format_args!("group"), group.map_or(Value::Missing, |group| Value::Text(group.name())))?;
    }
    put(format_args!("system"), Value::Text(&names[system]))?;
    if let Significance::AllPairs { ranking, .. } = significance {
        let ranked = &ranking.systems[system];
        put(format_args!("rank_best"), Value::Integer(ranked.rank[0] as u64))?;
        put(format_args!("rank_worst"), Value::Integer(ranked.rank[1] as u64))?;
        put(format_args!("cluster"), Value::Integer(ranked.cluster as u64))?;
    }
    score_fields(score, style, put)?;
    // Fields are empty for a group that is too small.
    let has_interval = report.significance.confidence(system).is_some();
    if has_interval {
        let found = significance.confidence(system);
        let mut number = |name, value: fn(&Confidence) -> f64| {
            put(format_args!("{name}"), found.map(|found| value(found) * style.scale()).into())
        };
        number("mean", |found| found.mean)?;
        number("half_width", |found| found.half_width)?;
        number("low", |found| found.low)?;
        number("high", |found| found.high)?;
    }
    if let Significance::Paired { .. } = report.significance {
        let comparison = significance.comparison(system);
        put(format_args!("p_value"), comparison.map(|found| found.p_value).into())?;
        comparison_fields(comparison, has_interval, "", style, put)?;
    }
    put(format_args!("segments"), Value::Integer(segments))?;
    put(format_args!("signature"), Value::Text(&report.signature))?;
    if let Significance::AllPairs { ranking, .. } = significance {
        for (other, name) in names.iter().enumerate() {
            put(format_args!("p_value:{}", escape(name)), Value::Number(ranking.p_value(system, other)))?;
        }
        for (other, name) in names.iter().enumerate() {
            let comparison = ranking.comparison(system, other);
            let suffix = format!(":{}", escape(name));
            comparison_fields(comparison.as_ref(), significance.confidence(0).is_some(), &suffix, style, put)?;
        }
    }
    Ok(())
}

/// The difference from another system, whose name may follow as a suffix; empty fields for a system and itself.
fn comparison_fields(
    comparison: Option<&Comparison>,
    has_interval: bool,
    suffix: &str,
    style: Style,
    put: &mut Put,
) -> io::Result<()> {
    let score = |number: Option<f64>| number.map(|number| number * style.scale()).into();
    let spread = comparison.and_then(|comparison| comparison.spread);
    put(format_args!("difference{suffix}"), score(comparison.map(|comparison| comparison.difference)))?;
    if has_interval {
        put(format_args!("difference_low{suffix}"), score(spread.map(|spread| spread.low)))?;
        put(format_args!("difference_high{suffix}"), score(spread.map(|spread| spread.high)))?;
    }
    let segments = comparison.and_then(|comparison| comparison.segments);
    put(format_args!("segments_better{suffix}"), segments.map(|segments| segments.better).into())?;
    put(format_args!("segments_worse{suffix}"), segments.map(|segments| segments.worse).into())?;
    put(format_args!("segments_equal{suffix}"), segments.map(|segments| segments.equal).into())
}

fn score_fields(score: OptionalScore, style: Style, put: &mut Put) -> io::Result<()> {
    let OptionalScore { value, parts } = score;
    put(format_args!("score"), value.map(|value| value * style.scale()).into())?;
    for (n, precision) in (1..).zip(parts.precisions()) {
        put(format_args!("precision_{n}"), Value::Number(style.precision(*precision)))?;
    }
    for (name, counts) in [("count", parts.counts()), ("total", parts.totals())] {
        for (n, &count) in (1..).zip(counts) {
            // Integers up to 2^53 are exact; smoothing may have added a fraction.
            let integer = count as u64;
            let value = if integer as f64 == count { Value::Integer(integer) } else { Value::Number(count) };
            put(format_args!("{name}_{n}"), value)?;
        }
    }
    put(format_args!("bp"), Value::Number(parts.bp))?;
    put(format_args!("ratio"), Value::Number(parts.ratio()))?;
    put(format_args!("hyp_len"), Value::Integer(parts.hyp_len))?;
    put(format_args!("ref_len"), Value::Integer(parts.ref_len))
}

/// Part of the fields that makes up a line.
#[derive(Clone, Copy)]
enum Part {
    Names,
    Values,
}

/// Writes a header and the rows.
fn write_table<R>(
    rows: impl Iterator<Item = R> + Clone,
    fields: impl Fn(R, &mut Put) -> io::Result<()>,
    out: &mut impl Write,
) -> io::Result<()> {
    rows.clone().take(1).try_for_each(|row| write_line(out, Part::Names, |put| fields(row, put)))?;
    write_rows(rows, fields, out)
}

/// Writes rows without a header.
fn write_rows<R>(
    mut rows: impl Iterator<Item = R>,
    fields: impl Fn(R, &mut Put) -> io::Result<()>,
    out: &mut impl Write,
) -> io::Result<()> {
    rows.try_for_each(|row| write_line(out, Part::Values, |put| fields(row, put)))
}

fn write_line(out: &mut impl Write, part: Part, fields: impl FnOnce(&mut Put) -> io::Result<()>) -> io::Result<()> {
    let mut tab = "";
    fields(&mut |name, value| {
        out.write_all(tab.as_bytes())?;
        tab = "\t";
        match (part, value) {
            (Part::Names, _) => write!(out, "{name}"),
            (Part::Values, Value::Text(text)) => write!(out, "{}", escape(text)),
            (Part::Values, Value::Integer(integer)) => write!(out, "{integer}"),
            // The fewest digits that parse as the same number.
            (Part::Values, Value::Number(number)) => write!(out, "{number:?}"),
            (Part::Values, Value::Missing) => Ok(()),
        }
    })?;
    writeln!(out)
}

/// Escapes tabs and line ends, which separate fields and rows.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}
