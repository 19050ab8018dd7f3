//! Tab-separated values, for programs and spreadsheets: a header, then rows, every number unrounded.
//!
//! Fields have the names of JSON's keys; a list becomes several fields, numbered from 1.

pub mod cumulative;
pub mod runs;
pub mod tools;

use super::{Segment, Style};
use crate::cli::display::distinct_names;
use crate::cli::report::{Group, OptionalScore, Report, Significance};
use crate::{Comparison, Confidence};
use std::fmt::{Debug, Display};
use std::io::{self, Write};

/// Writes a row per candidate, then a row per candidate in each group. If all pairs were compared, a row ends with the
/// p-values against every system.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    let names = distinct_names(&report.names());
    let parts = std::iter::once(None).chain(report.groups.iter().map(Some));
    let rows = parts.flat_map(|group| (0..names.len()).map(move |system| (group, system)));
    write_table(rows, |(group, system), line| system_fields(report, group, &names, system, style, line), out)
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
    let fields = |(system, score): (&String, &OptionalScore), line: &mut Line| {
        line.integer("segment", segment.number)?;
        if let Some(group) = segment.group {
            line.text("group", group)?;
        }
        line.text("system", system)?;
        score_fields(*score, style, line)
    };
    match segment.number {
        1 => write_table(rows, fields, out),
        _ => write_rows(rows, fields, out),
    }
}

/// Writes the fields of a system, on the whole corpus or in a group.
fn system_fields(
    report: &Report,
    group: Option<&Group>,
    names: &[String],
    system: usize,
    style: Style,
    line: &mut Line,
) -> io::Result<()> {
    let (score, segments, significance) = match group {
        Some(group) => (report.group_score(group, system), group.sums.segments, &group.significance),
        None => (report.systems[system].score.into(), report.segments, &report.significance),
    };
    if !report.groups.is_empty() {
        line.text("group", group.map_or("", Group::name))?;
    }
    line.text("system", &names[system])?;
    if let Significance::AllPairs { ranking, .. } = significance {
        let ranked = &ranking.systems[system];
        line.integer("rank_best", ranked.rank[0] as u64)?;
        line.integer("rank_worst", ranked.rank[1] as u64)?;
        line.integer("cluster", ranked.cluster as u64)?;
    }
    score_fields(score, style, line)?;
    // Fields are empty for a group that is too small.
    let has_interval = report.significance.confidence(system).is_some();
    if has_interval {
        let found = significance.confidence(system);
        let mut number =
            |name, value: fn(&Confidence) -> f64| line.number(name, found.map(|found| value(found) * style.scale()));
        number("mean", |found| found.mean)?;
        number("half_width", |found| found.half_width)?;
        number("low", |found| found.low)?;
        number("high", |found| found.high)?;
    }
    if let Significance::Paired { .. } = report.significance {
        let comparison = significance.comparison(system);
        line.number("p_value", comparison.map(|found| found.p_value))?;
        comparison_fields(comparison, has_interval, "", style, line)?;
    }
    line.integer("segments", segments)?;
    line.text("signature", &report.signature)?;
    if let Significance::AllPairs { ranking, .. } = significance {
        for (other, name) in names.iter().enumerate() {
            line.number(format_args!("p_value:{}", escape(name)), ranking.p_value(system, other))?;
        }
        for (other, name) in names.iter().enumerate() {
            let comparison = ranking.comparison(system, other);
            let suffix = format!(":{}", escape(name));
            comparison_fields(comparison.as_ref(), significance.confidence(0).is_some(), &suffix, style, line)?;
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
    line: &mut Line,
) -> io::Result<()> {
    let score = |number: Option<f64>| number.map(|number| number * style.scale());
    let spread = comparison.and_then(|comparison| comparison.spread);
    line.number(format_args!("difference{suffix}"), score(comparison.map(|comparison| comparison.difference)))?;
    if has_interval {
        line.number(format_args!("difference_low{suffix}"), score(spread.map(|spread| spread.low)))?;
        line.number(format_args!("difference_high{suffix}"), score(spread.map(|spread| spread.high)))?;
    }
    let segments = comparison.and_then(|comparison| comparison.segments);
    line.integer(format_args!("segments_better{suffix}"), segments.map(|segments| segments.better))?;
    line.integer(format_args!("segments_worse{suffix}"), segments.map(|segments| segments.worse))?;
    line.integer(format_args!("segments_equal{suffix}"), segments.map(|segments| segments.equal))
}

fn score_fields(score: OptionalScore, style: Style, line: &mut Line) -> io::Result<()> {
    let OptionalScore { value, parts } = score;
    line.number("score", value.map(|value| value * style.scale()))?;
    for (n, precision) in (1..).zip(parts.precisions()) {
        line.number(format_args!("precision_{n}"), style.precision(*precision))?;
    }
    for (name, counts) in [("count", parts.counts()), ("total", parts.totals())] {
        for (n, &count) in (1..).zip(counts) {
            // Integers up to 2^53 are exact; smoothing may have added a fraction.
            let integer = count as u64;
            let name = format_args!("{name}_{n}");
            if integer as f64 == count { line.integer(name, integer)? } else { line.number(name, count)? }
        }
    }
    line.number("bp", parts.bp)?;
    line.number("ratio", parts.ratio())?;
    line.integer("hyp_len", parts.hyp_len)?;
    line.integer("ref_len", parts.ref_len)
}

/// Writes a header and the rows.
fn write_table<R>(
    rows: impl Iterator<Item = R> + Clone,
    fields: impl Fn(R, &mut Line) -> io::Result<()>,
    out: &mut impl Write,
) -> io::Result<()> {
    rows.clone().take(1).try_for_each(|row| Line::write(Part::Names, out, |line| fields(row, line)))?;
    write_rows(rows, fields, out)
}

/// Writes rows without a header.
fn write_rows<R>(
    mut rows: impl Iterator<Item = R>,
    fields: impl Fn(R, &mut Line) -> io::Result<()>,
    out: &mut impl Write,
) -> io::Result<()> {
    rows.try_for_each(|row| Line::write(Part::Values, out, |line| fields(row, line)))
}

/// The part of each field to write: names for the header, or values.
#[derive(Clone, Copy)]
enum Part {
    Names,
    Values,
}

/// A line that is being written: the names of fields, or their values.
struct Line<'a> {
    part: Part,
    /// Separates the next field from that before it.
    tab: &'static str,
    out: &'a mut dyn Write,
}

impl Line<'_> {
    fn write(part: Part, out: &mut impl Write, fields: impl FnOnce(&mut Line) -> io::Result<()>) -> io::Result<()> {
        fields(&mut Line { part, tab: "", out })?;
        writeln!(out)
    }

    fn text(&mut self, name: impl Display, value: &str) -> io::Result<()> {
        self.field(name, escape(value))
    }

    /// Writes an integer; `None` as an empty field.
    fn integer(&mut self, name: impl Display, value: impl Into<Option<u64>>) -> io::Result<()> {
        self.optional(name, value.into())
    }

    /// Writes a number with the fewest digits that parse as the same number; `None` as an empty field.
    fn number(&mut self, name: impl Display, value: impl Into<Option<f64>>) -> io::Result<()> {
        self.optional(name, value.into())
    }

    fn optional(&mut self, name: impl Display, value: Option<impl Debug>) -> io::Result<()> {
        match value {
            Some(value) => self.field(name, format_args!("{value:?}")),
            None => self.field(name, ""),
        }
    }

    fn field(&mut self, name: impl Display, value: impl Display) -> io::Result<()> {
        let tab = std::mem::replace(&mut self.tab, "\t");
        match self.part {
            Part::Names => write!(self.out, "{tab}{name}"),
            Part::Values => write!(self.out, "{tab}{value}"),
        }
    }
}

/// Escapes tabs and line ends, which separate fields and rows.
fn escape(text: &str) -> String {
    text.replace('\\', "\\\\").replace('\t', "\\t").replace('\n', "\\n").replace('\r', "\\r")
}
