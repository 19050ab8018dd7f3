//! Explanations, with unrounded numbers and whole n-grams.

use super::what_if::WhatIf;
use super::{OneOrMore, Row, name_of};
use crate::cli::output::Results;
use crate::cli::report::explanation::sections;
use crate::cli::report::sections::Document;
use crate::cli::report::{Description, ExplainedCorpus, ExplainedSegment, Explanation, describe};
use crate::cli::style::Style;
use crate::diagnose::Finding;
use crate::explain::{
    Difference, Missed, NgramAdvantage, NgramTable, OrderDifference, OrderLosses, OrderTerm, OverGenerated,
    SegmentGain, SmoothingApplied, Unmatched,
};
use crate::what_if::WhatIfScore;
use serde::Serialize;
use std::collections::BTreeMap;

impl Results for Explanation {
    /// Returns an object with `corpus` and `segment`; for two candidates, arrays of two and `difference`.
    fn json(&self, style: Style) -> impl Serialize {
        let systems = || self.systems.iter().map(|system| (name_of(&system.name, self.systems.len(), style), system));
        let corpora = systems().filter_map(|(name, system)| {
            let mut corpus = Corpus::of(system.corpus.as_ref()?, style);
            corpus.score.system = name;
            corpus.score.segments = Some(self.segments);
            corpus.score.signature = Some(&self.signature);
            Some(corpus)
        });
        let segments = systems().filter_map(|(name, system)| {
            let mut segment = Segment::of(system.segment.as_ref()?, style);
            segment.score.system = name;
            Some(segment)
        });
        Whole {
            corpus: OneOrMore::of(corpora),
            difference: self.difference.as_ref().map(|difference| {
                let corpora = self.systems.iter().filter_map(|system| system.corpus.as_ref());
                let what_if: Vec<&[WhatIfScore]> = corpora.map(|corpus| &*corpus.diagnosis.what_if).collect();
                DifferenceObject::of(difference, &what_if, style)
            }),
            segment: OneOrMore::of(segments),
        }
    }

    fn document(&self, style: Style) -> Document<'_> {
        Document::Sections(sections(self, style))
    }
}

#[derive(Serialize)]
struct Whole<'a> {
    corpus: OneOrMore<Corpus<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<DifferenceObject<'a>>,
    segment: OneOrMore<Segment<'a>>,
}

#[derive(Serialize)]
struct Corpus<'a> {
    #[serde(flatten)]
    score: Row<'a>,
    score_without_brevity_penalty: f64,
    orders: Vec<Order<'a>>,
    segment_scores: SegmentScores,
    worst_segments: Vec<Gain<'a>>,
    findings: Vec<FindingObject>,
    what_if: Vec<WhatIf>,
}

#[derive(Serialize)]
struct Order<'a> {
    #[serde(flatten)]
    term: TermObject,
    /// Null if there are no n-grams of this order.
    score_if_perfect: Option<f64>,
    unmatched: Vec<Count<'a>>,
    over_generated: Vec<OverCount<'a>>,
    missed: Vec<Count<'a>>,
    counts_low_by_up_to: u64,
}

#[derive(Serialize)]
struct TermObject {
    order: usize,
    correct: u64,
    total: u64,
    precision: f64,
    weight: f64,
    treatment: &'static str,
    /// Value of floor, k of add-k, or i of exp; null without smoothing.
    parameter: Option<f64>,
}

#[derive(Serialize)]
struct Count<'a> {
    ngram: &'a str,
    count: u64,
}

#[derive(Serialize)]
struct OverCount<'a> {
    ngram: &'a str,
    count: u64,
    allowed: u64,
}

#[derive(Serialize)]
struct SegmentScores {
    mean: f64,
    median: f64,
    histogram: Vec<u64>,
}

#[derive(Serialize)]
struct Gain<'a> {
    segment: u64,
    #[serde(flatten)]
    size: GainSize,
    scores: Vec<f64>,
    candidates: &'a [String],
    reference: &'a str,
}

/// Size of a gain; the key names the change that brings it.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum GainSize {
    ScoreGainIfRemoved(f64),
    ScoreGainIfReplaced(f64),
}

#[derive(Serialize)]
struct FindingObject {
    check: &'static str,
    evidence: String,
    advice: String,
    numbers: BTreeMap<&'static str, f64>,
    segments: Vec<[u64; 2]>,
}

impl FindingObject {
    fn of(finding: &Finding) -> FindingObject {
        let Description { evidence, advice, numbers } = describe(finding);
        FindingObject {
            check: finding.problem.check(),
            evidence,
            advice,
            numbers: numbers.into_iter().collect(),
            segments: finding.segments.iter().map(|range| [range.first, range.last]).collect(),
        }
    }
}

impl<'a> Corpus<'a> {
    fn of(corpus: &'a ExplainedCorpus, style: Style) -> Self {
        let (corpus, diagnosis) = (&corpus.explanation, &corpus.diagnosis);
        let scale = style.scale();
        let order = |((term, losses), perfect): ((&OrderTerm, &'a OrderLosses), &Option<f64>)| Order {
            term: TermObject::of(term, style),
            score_if_perfect: perfect.map(|score| score * scale),
            unmatched: losses.unmatched.iter().map(Count::of_unmatched).collect(),
            over_generated: losses.over_generated.iter().map(OverCount::of).collect(),
            missed: losses.missed.iter().map(Count::of_missed).collect(),
            counts_low_by_up_to: losses.error,
        };
        Corpus {
            score: Row::of(corpus.score, style),
            score_without_brevity_penalty: corpus.counterfactuals.no_brevity_penalty * scale,
            orders: corpus
                .terms
                .iter()
                .zip(&corpus.losses)
                .zip(&corpus.counterfactuals.perfect_order)
                .map(order)
                .collect(),
            segment_scores: SegmentScores {
                mean: corpus.segment_scores.mean * scale,
                median: corpus.segment_scores.median * scale,
                histogram: corpus.segment_scores.histogram.clone(),
            },
            worst_segments: corpus.worst_segments.iter().map(|segment| Gain::if_removed(segment, style)).collect(),
            findings: diagnosis.findings.iter().map(FindingObject::of).collect(),
            what_if: diagnosis.what_if.iter().map(|score| WhatIf::of(score, style)).collect(),
        }
    }
}

impl TermObject {
    fn of(term: &OrderTerm, style: Style) -> Self {
        TermObject {
            order: term.order,
            correct: term.correct,
            total: term.total,
            precision: style.precision(term.precision),
            weight: term.weight,
            treatment: match term.smoothing {
                SmoothingApplied::Unchanged => "as counted",
                SmoothingApplied::Exp(_) => "smoothed by exp",
                SmoothingApplied::Floor(_) => "smoothed by floor",
                SmoothingApplied::AddK(_) => "smoothed by add-k",
                SmoothingApplied::Zero => "zero",
                SmoothingApplied::NoNgrams => "absent",
                SmoothingApplied::Omitted => "left out",
            },
            parameter: match term.smoothing {
                SmoothingApplied::Exp(i) => Some(i.into()),
                SmoothingApplied::Floor(x) | SmoothingApplied::AddK(x) => Some(x),
                SmoothingApplied::Unchanged
                | SmoothingApplied::Zero
                | SmoothingApplied::NoNgrams
                | SmoothingApplied::Omitted => None,
            },
        }
    }
}

impl<'a> Count<'a> {
    fn of_unmatched(x: &'a Unmatched) -> Self {
        Count { ngram: &x.ngram, count: x.count }
    }

    fn of_missed(x: &'a Missed) -> Self {
        Count { ngram: &x.ngram, count: x.count }
    }
}

impl<'a> OverCount<'a> {
    fn of(x: &'a OverGenerated) -> Self {
        OverCount { ngram: &x.ngram, count: x.count, allowed: x.allowed }
    }
}

impl<'a> Gain<'a> {
    fn if_removed(x: &'a SegmentGain, style: Style) -> Self {
        Gain::of(x, GainSize::ScoreGainIfRemoved(x.gain * style.scale()), style)
    }

    fn if_replaced(x: &'a SegmentGain, style: Style) -> Self {
        Gain::of(x, GainSize::ScoreGainIfReplaced(x.gain * style.scale()), style)
    }

    fn of(x: &'a SegmentGain, size: GainSize, style: Style) -> Self {
        Gain {
            segment: x.segment,
            size,
            scores: x.scores.iter().map(|score| score * style.scale()).collect(),
            candidates: &x.texts.candidates,
            reference: &x.texts.reference,
        }
    }
}

#[derive(Serialize)]
struct DifferenceObject<'a> {
    orders: Vec<OrderDifferenceObject<'a>>,
    segments_first_better: Vec<Gain<'a>>,
    segments_second_better: Vec<Gain<'a>>,
    what_if: Vec<WhatIfDifference>,
}

/// Scores of two candidates after a change.
#[derive(Serialize)]
struct WhatIfDifference {
    change: &'static str,
    scores: Vec<f64>,
    /// The second score minus the first.
    difference: f64,
}

#[derive(Serialize)]
struct OrderDifferenceObject<'a> {
    order: usize,
    first_better: Vec<Advantage<'a>>,
    second_better: Vec<Advantage<'a>>,
    counts_low_by_up_to: u64,
}

#[derive(Serialize)]
struct Advantage<'a> {
    ngram: &'a str,
    correct_in_first_only: u64,
    correct_in_second_only: u64,
}

impl<'a> DifferenceObject<'a> {
    fn of(difference: &'a Difference, what_if: &[&[WhatIfScore]], style: Style) -> Self {
        let advantage = |x: &'a NgramAdvantage| Advantage {
            ngram: &x.ngram,
            correct_in_first_only: x.first,
            correct_in_second_only: x.second,
        };
        let order = |x: &'a OrderDifference| OrderDifferenceObject {
            order: x.order,
            first_better: x.first_better.iter().map(advantage).collect(),
            second_better: x.second_better.iter().map(advantage).collect(),
            counts_low_by_up_to: x.error,
        };
        let segments =
            |segments: &'a [SegmentGain]| segments.iter().map(|segment| Gain::if_replaced(segment, style)).collect();
        DifferenceObject {
            orders: difference.orders.iter().map(order).collect(),
            segments_first_better: segments(&difference.first_better),
            segments_second_better: segments(&difference.second_better),
            what_if: match what_if {
                [first, second] => first.iter().zip(*second).map(|pair| WhatIfDifference::of(pair, style)).collect(),
                _ => Vec::new(),
            },
        }
    }
}

impl WhatIfDifference {
    fn of((first, second): (&WhatIfScore, &WhatIfScore), style: Style) -> WhatIfDifference {
        WhatIfDifference {
            change: first.change.name(),
            scores: [first, second].iter().map(|what_if| what_if.score * style.scale()).collect(),
            difference: (second.score - first.score) * style.scale(),
        }
    }
}

#[derive(Serialize)]
struct Segment<'a> {
    #[serde(flatten)]
    score: Row<'a>,
    score_as_sentence: f64,
    candidate: &'a [String],
    references: &'a [Vec<String>],
    /// Number, from 1, of the reference with the closest length.
    closest_reference: Option<usize>,
    orders: Vec<Table<'a>>,
}

#[derive(Serialize)]
struct Table<'a> {
    #[serde(flatten)]
    term: TermObject,
    unclipped: u64,
    ngrams: Vec<NgramCounts<'a>>,
}

#[derive(Serialize)]
struct NgramCounts<'a> {
    ngram: &'a str,
    candidate: u64,
    references: &'a [u64],
    max: u64,
    clipped: u64,
}

impl<'a> Segment<'a> {
    fn of(segment: &'a ExplainedSegment, style: Style) -> Self {
        let tables = &segment.tables;
        let table = |(table, term): (&'a NgramTable, &OrderTerm)| Table {
            term: TermObject::of(term, style),
            unclipped: table.unclipped(),
            ngrams: table
                .rows
                .iter()
                .map(|row| NgramCounts {
                    ngram: &row.ngram,
                    candidate: row.candidate,
                    references: &row.references,
                    max: row.max,
                    clipped: row.clipped,
                })
                .collect(),
        };
        let mut score = Row::of(segment.score, style);
        score.segment = Some(segment.segment);
        Segment {
            score,
            score_as_sentence: segment.as_sentence * style.scale(),
            candidate: &tables.candidate,
            references: &tables.references,
            closest_reference: tables.closest.map(|i| i + 1),
            orders: tables.tables.iter().zip(&tables.terms).map(table).collect(),
        }
    }
}
