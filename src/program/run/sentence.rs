//! `--sentence`: the scores of each segment, printed as soon as its batch is read.

use super::counted::{CountedSegments, each_segment};
use super::counting::fold_counts;
use super::from_stats::{Merged, check_segments};
use super::{Mode, objection_of_orders, orders, segments_read, write_buffered, write_now};
use crate::bleu::scoring::tools::Tool;
use crate::bleu::scoring::{BareScore, Definition, SegmentStatistics, Statistics};
use crate::bleu::shards::MergedShards;
use crate::bleu::signature::Signature;
use crate::checks::diagnose::segment_list::SegmentList;
use crate::program::formats::{RowWriter, tool_line};
use crate::program::request::Request;
use crate::program::request::decimals::push_fixed;
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, Support};
use crate::program::results::{Labels, OptionalScore, Results, ScoredSegments, SegmentsRead};
use crate::program::words::warnings;
use anyhow::{Result, ensure};
use std::io;
use std::io::Write;
use std::sync::Arc;

/// The scores of each segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SentenceMode {
    /// Whether the scores of all orders up to the definition's are given.
    pub cumulative: bool,
}

impl SentenceMode {
    /// The definitions of the orders that are given, if not only the definition's own.
    fn orders(self, definition: &Definition) -> Result<Vec<Definition>> {
        if self.cumulative { orders(definition) } else { Ok(Vec::new()) }
    }

    /// Prints the scores of segments, in the order of their ids.
    fn print(self, request: &Request, corpus: &MergedShards, out: &mut dyn Write) -> Result<()> {
        let is_usual = request.definition.tool().is_none_or(Tool::is_sacrebleu) || self.cumulative;
        ensure!(is_usual, "the records are for another tool's corpus score; --sentence needs the texts");
        check_segments(corpus, "--sentence")?;
        let (by_group, orders) = (request.input.by.is_some(), self.orders(&request.definition)?);
        let labels = |segment: usize| {
            let segment = corpus.segments.get(segment);
            Labels {
                // Text has one number per line, unless labels are asked for.
                id: segment.filter(|_| request.style.format.is_for_programs()).map(|segment| &*segment.id),
                group: segment.and_then(|segment| segment.group.as_deref()).filter(|_| by_group),
            }
        };
        write_buffered(out, |out| write_segments(request, &orders, &corpus.tables, 0, labels, out).map(drop))
    }
}

impl Mode for SentenceMode {
    fn support(&self) -> Support {
        use Feature::{By, Columns, Diagnosis, Ids, Report, Sentences, Streaming};
        let (flag, features): (_, &[Feature]) = match self.cumulative {
            false => ("--sentence", &[Sentences, By, Ids, Columns, Report, Diagnosis, Streaming]),
            true => ("--cumulative", &[Sentences, Ids, Report, Diagnosis, Streaming]),
        };
        let (input, formats) = (RequiredInput::Statistics, OutputFormats::Lines);
        Support { flag, input, candidates: ANY_NUMBER, formats, features }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        if self.cumulative { objection_of_orders(definition) } else { None }
    }

    fn sign(&self, signature: Signature, _: usize) -> Signature {
        if self.cumulative { signature.with_cumulative() } else { signature }
    }

    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        let orders = self.orders(&request.definition)?;
        let format = move |request: &Request, counted: CountedSegments| {
            let segments = counted.segments;
            if let Some(text) = bare_numbers(request, &orders, &counted) {
                return Ok((text.into_bytes(), SegmentList::default()));
            }
            let labels = |segment: usize| Labels {
                id: segments.ids().get(segment).map(String::as_str),
                group: segments.groups().get(segment).map(|group| &*group.label),
            };
            let mut bytes = Vec::new();
            let failed = write_segments(request, &orders, &counted.systems, segments.before(), labels, &mut bytes)?;
            Ok((bytes, failed))
        };
        let mut failed = SegmentList::default();
        let summary = fold_counts(request, format, |(bytes, batch_failed)| {
            failed.append(&batch_failed, 0);
            write_now(out, &bytes)
        })?;
        warnings::failed_segments(request, &failed);
        Ok(segments_read(request, summary))
    }

    fn run_on_statistics(&self, request: &Request, merged: Merged, out: &mut dyn Write) -> Result<Results> {
        self.print(request, &merged.corpus, out)?;
        Ok(Results::Segments(SegmentsRead::default()))
    }
}

/// The lines of segments without labels as [`write_segments`] writes them, in a fraction of the time; `None` if more than the
/// value of each score is asked for.
fn bare_numbers(request: &Request, orders: &[Definition], counted: &CountedSegments) -> Option<String> {
    let (style, tables) = (request.style, &counted.systems);
    let score = BareScore::new(request.definition.formula())?;
    let has_labels = !counted.segments.ids().is_empty() || !counted.segments.groups().is_empty();
    // A percentage is not the value, times 100, to the last bit.
    let is_value = orders.is_empty() && !style.percent && !style.format.is_for_programs();
    if has_labels || !is_value {
        return None;
    }
    let mut text = String::new();
    let mut rows: Vec<_> = tables.iter().map(SegmentStatistics::rows).collect();
    for _ in 0..tables.first().map_or(0, SegmentStatistics::len) {
        for (system, row) in rows.iter_mut().filter_map(Iterator::next).enumerate() {
            text.push_str(if system > 0 { "\t" } else { "" });
            push_fixed(score.of_row(row), style.digits, &mut text);
        }
        text.push('\n');
    }
    Some(text)
}

/// Writes the scores of segments, from a table for each system, and returns the segments on which the tool fails.
/// `before` is the number of segments before them, and `labels` gives the labels of each.
pub(super) fn write_segments<'a>(
    request: &Request,
    orders: &[Definition],
    tables: &[SegmentStatistics],
    before: u64,
    labels: impl Fn(usize) -> Labels<'a>,
    out: &mut impl Write,
) -> io::Result<SegmentList> {
    let (mut writer, mut failed) = (RowWriter::new(request.style, before), SegmentList::default());
    let score = |statistics: &Statistics| {
        let own = || OptionalScore::segment(&request.definition, statistics);
        if orders.is_empty() {
            return own();
        }
        let orders = orders.iter().map(|definition| definition.evaluate(statistics)).collect();
        OptionalScore::cumulative(orders).unwrap_or_else(own)
    };
    let is_for_sentences = request.definition.tool().is_some_and(|tool| tool.name() == "moses-sentence");
    let (own_line, mut scores) = (
        tool_line::asked(request, &request.definition, request.systems.len()).filter(|_| is_for_sentences),
        Vec::with_capacity(tables.len()),
    );
    each_segment(tables, |i, statistics| {
        scores.clear();
        scores.extend(statistics.iter().map(score));
        let (index, labels, systems) = (before + i as u64, labels(i), &request.systems);
        if scores.iter().any(|score: &OptionalScore| score.value.is_none()) {
            failed.add(index);
        }
        match (&scores[..], own_line) {
            ([score], Some(line)) => writeln!(out, "{}", line("", &score.parts, "", false)),
            _ => writer.write(&ScoredSegments { segment: index + 1, labels, systems, scores: &scores }, out),
        }
    })?;
    Ok(failed)
}
