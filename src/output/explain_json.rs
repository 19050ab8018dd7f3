//! Explanations as JSON: every number unrounded, every n-gram whole.

use super::Style;
use super::explain::{ExplainedSegment, Explanation};
use super::json::Object;
use crate::explain::{
    CorpusExplanation, Difference, Gain, Missed, NgramTable, OrderDifference, OrderLosses, OverGenerated, SegmentPull,
    SegmentTexts, Term, Treatment, Unmatched,
};
use serde::Serialize;
use std::io::{self, Write};

/// An object with `corpus` and `segment`; arrays of two, and `difference`, for two candidates.
pub fn write(explanation: &Explanation, style: Style, out: &mut impl Write) -> io::Result<()> {
    let several = explanation.systems.len() > 1;
    let systems = || {
        let systems = explanation.systems.iter();
        systems.map(|system| (several.then_some(system.name.as_str()), system))
    };
    let corpora = systems().filter_map(|(name, system)| {
        let mut corpus = Corpus::of(system.corpus.as_ref()?, style);
        corpus.score.system = name;
        corpus.score.segments = Some(explanation.segments);
        corpus.score.signature = Some(explanation.signature.as_str());
        Some(corpus)
    });
    let segments = systems().filter_map(|(name, system)| {
        let mut segment = Segment::of(system.segment.as_ref()?, style);
        segment.score.system = name;
        Some(segment)
    });
    let whole = Whole {
        corpus: OneOrMore::of(corpora.collect()),
        difference: explanation.difference.as_ref().map(|difference| DifferenceObject::of(difference, style)),
        segment: OneOrMore::of(segments.collect()),
    };
    serde_json::to_writer_pretty(&mut *out, &whole)?;
    writeln!(out)
}

#[derive(Serialize)]
struct Whole<'a> {
    corpus: OneOrMore<Corpus<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<DifferenceObject<'a>>,
    segment: OneOrMore<Segment<'a>>,
}

/// Null, the value itself, or an array.
#[derive(Serialize)]
#[serde(untagged)]
enum OneOrMore<T> {
    One(Option<T>),
    More(Vec<T>),
}

impl<T> OneOrMore<T> {
    fn of(mut values: Vec<T>) -> Self {
        if values.len() < 2 { OneOrMore::One(values.pop()) } else { OneOrMore::More(values) }
    }
}

#[derive(Serialize)]
struct Corpus<'a> {
    #[serde(flatten)]
    score: Object<'a>,
    score_without_brevity_penalty: f64,
    orders: Vec<Order<'a>>,
    segment_scores: SegmentScores,
    worst_segments: Vec<Pull<'a>>,
    findings: Vec<FindingObject<'a>>,
}

#[derive(Serialize)]
struct Order<'a> {
    #[serde(flatten)]
    term: TermObject,
    /// Null where there is no n-gram of this order.
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
    /// What was put in place of 0 by floor, the k that was added, the i of exp; null where nothing was smoothed.
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
struct Pull<'a> {
    segment: u64,
    pull: f64,
    scores: Vec<f64>,
    candidates: &'a [String],
    reference: Option<&'a str>,
}

#[derive(Serialize)]
struct FindingObject<'a> {
    check: &'a str,
    evidence: &'a str,
}

impl<'a> Corpus<'a> {
    fn of(corpus: &'a CorpusExplanation, style: Style) -> Self {
        let scale = style.scale();
        let order = |((term, losses), perfect): ((&Term, &'a OrderLosses), &Option<f64>)| Order {
            term: TermObject::of(term, style),
            score_if_perfect: perfect.map(|score| score * scale),
            unmatched: losses.unmatched.iter().map(Count::of_unmatched).collect(),
            over_generated: losses.over_generated.iter().map(OverCount::of).collect(),
            missed: losses.missed.iter().map(Count::of_missed).collect(),
            counts_low_by_up_to: losses.error,
        };
        Corpus {
            score: Object::of(&corpus.score, style),
            score_without_brevity_penalty: corpus.otherwise.no_brevity_penalty * scale,
            orders: corpus.terms.iter().zip(&corpus.losses).zip(&corpus.otherwise.perfect).map(order).collect(),
            segment_scores: SegmentScores {
                mean: corpus.scores.mean * scale,
                median: corpus.scores.median * scale,
                histogram: corpus.scores.histogram.to_vec(),
            },
            worst_segments: corpus.worst.iter().map(|pull| Pull::of(pull, style)).collect(),
            findings: corpus.findings.iter().map(|f| FindingObject { check: f.check, evidence: &f.evidence }).collect(),
        }
    }
}

impl TermObject {
    fn of(term: &Term, style: Style) -> Self {
        TermObject {
            order: term.order,
            correct: term.correct,
            total: term.total,
            precision: term.precision.times(style.scale()),
            weight: term.weight,
            treatment: match term.treatment {
                Treatment::AsCounted => "as counted",
                Treatment::Halved(_) => "smoothed by exp",
                Treatment::Floored(_) => "smoothed by floor",
                Treatment::Added(_) => "smoothed by add-k",
                Treatment::Zero => "zero",
                Treatment::Absent => "absent",
                Treatment::LeftOut => "left out",
            },
            parameter: match term.treatment {
                Treatment::Halved(i) => Some(i.into()),
                Treatment::Floored(x) | Treatment::Added(x) => Some(x),
                Treatment::AsCounted | Treatment::Zero | Treatment::Absent | Treatment::LeftOut => None,
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

impl<'a> Pull<'a> {
    fn of(x: &'a SegmentPull, style: Style) -> Self {
        Pull {
            segment: x.segment,
            pull: x.pull * style.scale(),
            scores: x.scores.iter().map(|score| score * style.scale()).collect(),
            candidates: x.texts.as_ref().map_or(&[], |texts| &texts.candidates),
            reference: x.texts.as_ref().map(|SegmentTexts { reference, .. }| reference.as_str()),
        }
    }
}

#[derive(Serialize)]
struct DifferenceObject<'a> {
    orders: Vec<OrderDifferenceObject<'a>>,
    segments_first_better: Vec<Pull<'a>>,
    segments_second_better: Vec<Pull<'a>>,
}

#[derive(Serialize)]
struct OrderDifferenceObject<'a> {
    order: usize,
    first_better: Vec<GainObject<'a>>,
    second_better: Vec<GainObject<'a>>,
    counts_low_by_up_to: u64,
}

#[derive(Serialize)]
struct GainObject<'a> {
    ngram: &'a str,
    correct_in_first_only: u64,
    correct_in_second_only: u64,
}

impl<'a> DifferenceObject<'a> {
    fn of(difference: &'a Difference, style: Style) -> Self {
        let gain = |x: &'a Gain| GainObject {
            ngram: &x.ngram,
            correct_in_first_only: x.first,
            correct_in_second_only: x.second,
        };
        let order = |x: &'a OrderDifference| OrderDifferenceObject {
            order: x.order,
            first_better: x.first_better.iter().map(gain).collect(),
            second_better: x.second_better.iter().map(gain).collect(),
            counts_low_by_up_to: x.error,
        };
        let pulls = |pulls: &'a [SegmentPull]| pulls.iter().map(|pull| Pull::of(pull, style)).collect();
        DifferenceObject {
            orders: difference.orders.iter().map(order).collect(),
            segments_first_better: pulls(&difference.first_better),
            segments_second_better: pulls(&difference.second_better),
        }
    }
}

#[derive(Serialize)]
struct Segment<'a> {
    #[serde(flatten)]
    score: Object<'a>,
    score_as_sentence: f64,
    candidate: &'a [String],
    references: &'a [Vec<String>],
    /// The number, from 1, of the reference of the closest length.
    closest_reference: Option<usize>,
    orders: Vec<Table<'a>>,
}

#[derive(Serialize)]
struct Table<'a> {
    #[serde(flatten)]
    term: TermObject,
    unclipped: u64,
    ngrams: Vec<Row<'a>>,
}

#[derive(Serialize)]
struct Row<'a> {
    ngram: &'a str,
    candidate: u64,
    references: &'a [u64],
    max: u64,
    clipped: u64,
}

impl<'a> Segment<'a> {
    fn of(segment: &'a ExplainedSegment, style: Style) -> Self {
        let tables = &segment.tables;
        let table = |(table, term): (&'a NgramTable, &Term)| Table {
            term: TermObject::of(term, style),
            unclipped: table.unclipped(),
            ngrams: table
                .rows
                .iter()
                .map(|row| Row {
                    ngram: &row.ngram,
                    candidate: row.candidate,
                    references: &row.references,
                    max: row.max,
                    clipped: row.clipped,
                })
                .collect(),
        };
        let mut score = Object::of(&segment.score, style);
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
