//! Explanations, with unrounded numbers and whole n-grams.

use super::document::Document;
use super::explanation::sections;
use super::findings::FindingFields;
use super::object::{Either, object, one_or_more};
use super::row::{GroupRows, Row};
use super::what_if::json as what_if;
use super::{ExplainedCorpus, ExplainedSegment, Explanation, Present};
use crate::checks::diagnose::OddSegment;
use crate::checks::explain::{Difference, NgramTable, OrderTerm, SegmentGain, SmoothingApplied};
use crate::program::request::style::Style;
use serde::Serialize;

impl Explanation {
    /// The corpus of each system.
    fn corpora(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let report = self.answer.as_ref().filter(|report| !report.groups.is_empty());
        self.names.iter().zip(&self.corpora).enumerate().map(move |(system, (name, found))| {
            let row = Row {
                groups: report.map(|report| GroupRows { report, system, style }),
                ..Row::corpus(name, &found.explanation.score, self.segments, &self.signature, style)
            };
            corpus(found, row, style)
        })
    }

    /// The segment of each system.
    fn segments(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.names.iter().zip(&self.explained_segments).map(move |(name, found)| {
            let (system, segment) = (Some(name.into()), Some(found.segment));
            explained_segment(found, Row { system, segment, ..Row::of(&(&found.score).into(), style) }, style)
        })
    }
}

impl Present for Explanation {
    /// Returns an object for the corpus of each system, one for the segment of each, and one for the difference.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let difference = move |found| object! { difference: difference(found, self, style) };
        let difference = self.difference.iter().map(difference).map(Either::Other);
        let segments = self.segments(style).map(Either::Other).map(Either::One);
        self.corpora(style).map(Either::One).map(Either::One).chain(segments).chain(difference)
    }

    /// Returns an object with `corpus` and `segment`; for two candidates, arrays of two and `difference`.
    fn json(&self, style: Style) -> impl Serialize {
        object! {
            corpus: one_or_more(self.corpora(style)),
            #[serde(flatten)]
            difference: self.difference.as_ref().map(|found| object! { difference: difference(found, self, style) }),
            segment: one_or_more(self.segments(style)),
        }
    }

    fn document(&self, style: Style) -> Document {
        Document::from_sections(sections(self, style))
    }
}

/// The score of a corpus, and its explanation.
fn corpus<'a>(corpus: &'a ExplainedCorpus, score: Row<'a>, style: Style) -> impl Serialize + 'a {
    let ExplainedCorpus { explanation, diagnosis } = corpus;
    let (scale, counterfactuals) = (style.scale(), &explanation.counterfactuals);
    let losses = explanation.losses.iter().zip(&counterfactuals.perfect_order);
    let orders = explanation.terms.iter().zip(losses).map(move |(factor, (losses, perfect))| {
        object! {
            #[serde(flatten)]
            term: term(factor, style),
            // Null if there are no n-grams of this order.
            score_if_perfect: perfect.map(|score| score * scale),
            unmatched: &losses.unmatched,
            over_generated: &losses.over_generated,
            missed: &losses.missed,
            counts_low_by_up_to: losses.error,
        }
    });
    let scores = &explanation.segment_scores;
    let worst = explanation
        .worst_segments
        .iter()
        .map(|found| gain(found, object! { score_gain_if_removed: found.gain * scale }, style));
    object! {
        #[serde(flatten)]
        score: score,
        score_without_brevity_penalty: counterfactuals.no_brevity_penalty * scale,
        orders: orders.collect::<Vec<_>>(),
        segment_scores: object! {
            mean: scores.mean * scale,
            median: scores.median * scale,
            histogram: &scores.histogram,
        },
        unused_words: &explanation.unused_words,
        worst_segments: worst.collect::<Vec<_>>(),
        findings: FindingFields::all_of(&diagnosis.findings, style),
        segments_looked_at: diagnosis.looked_at,
        segments_to_look_at: diagnosis.odd_segments.iter().map(odd_segment).collect::<Vec<_>>(),
        what_if: diagnosis.what_if.iter().map(|score| what_if(score, None, style)).collect::<Vec<_>>(),
    }
}

fn odd_segment(odd: &OddSegment) -> impl Serialize + use<> {
    object! {
        segment: odd.segment + 1,
        reason: odd.reason.name(),
    }
}

fn term(term: &OrderTerm, style: Style) -> impl Serialize + use<> {
    let (treatment, parameter) = match term.smoothing {
        SmoothingApplied::Unchanged => ("as counted", None),
        SmoothingApplied::Exp(i) => ("smoothed by exp", Some(i.into())),
        SmoothingApplied::Floor(value) => ("smoothed by floor", Some(value)),
        SmoothingApplied::AddK(k) => ("smoothed by add-k", Some(k)),
        SmoothingApplied::Zero => ("zero", None),
        SmoothingApplied::NoNgrams => ("absent", None),
        SmoothingApplied::Omitted => ("left out", None),
    };
    object! {
        order: term.order,
        count: term.correct,
        total: term.total,
        precision: style.precision(term.precision),
        weight: term.weight,
        treatment: treatment,
        // Value of floor, k of add-k, or i of exp; null without smoothing.
        parameter: parameter,
    }
}

/// A segment that changes the score; the key of the size of its gain names the change that brings it.
fn gain<'a>(gain: &'a SegmentGain, size: impl Serialize + 'a, style: Style) -> impl Serialize + 'a {
    object! {
        segment: gain.segment + 1,
        #[serde(flatten)]
        size: size,
        scores: gain.scores.iter().map(|score| score * style.scale()).collect::<Vec<_>>(),
        #[serde(flatten)]
        texts: &gain.texts,
    }
}

/// The difference between the two candidates of an explanation.
fn difference<'a>(difference: &'a Difference, explanation: &'a Explanation, style: Style) -> impl Serialize + 'a {
    let segments = |segments: &'a [SegmentGain]| {
        let size = |segment: &SegmentGain| object! { score_gain_if_replaced: segment.gain * style.scale() };
        segments.iter().map(|segment| gain(segment, size(segment), style)).collect::<Vec<_>>()
    };
    let scores = |corpus: &'a ExplainedCorpus| corpus.diagnosis.what_if.iter();
    let pairs = match &explanation.corpora[..] {
        [first, second] => scores(first).zip(scores(second)),
        _ => [].iter().zip(&[]),
    };
    let changes = pairs.map(|(first, second)| {
        object! {
            change: first.change.name(),
            scores: [first, second].map(|what_if| what_if.score * style.scale()),
            difference: (second.score - first.score) * style.scale(),
        }
    });
    object! {
        orders: &difference.orders,
        segments_first_better: segments(&difference.first_better),
        segments_second_better: segments(&difference.second_better),
        what_if: changes.collect::<Vec<_>>(),
    }
}

/// The score of a segment, and its explanation.
fn explained_segment<'a>(segment: &'a ExplainedSegment, score: Row<'a>, style: Style) -> impl Serialize + 'a {
    let tables = &segment.tables;
    let order = |(table, factor): (&'a NgramTable, &OrderTerm)| {
        object! {
            #[serde(flatten)]
            term: term(factor, style),
            unclipped: table.unclipped(),
            ngrams: &table.rows,
        }
    };
    object! {
        #[serde(flatten)]
        score: score,
        score_as_sentence: segment.as_sentence * style.scale(),
        candidate: &tables.candidate,
        references: &tables.references,
        // Number, from 1, of the reference with the closest length.
        closest_reference: tables.closest.map(|i| i + 1),
        orders: tables.tables.iter().zip(&tables.terms).map(order).collect::<Vec<_>>(),
    }
}
