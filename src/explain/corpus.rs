//! A corpus, examined batch by batch: what is noted of each, and what the notes add up to.

use super::alignment::{Alignment, Sketch};
use super::findings::{Evidence, Finding, findings};
use super::looks::{Characters, Letters, Looks};
use super::mismatches::{CANDIDATES, Finder, Kind, Mismatches};
use super::segments::{KeptTexts, Pulls, Scores, SegmentPull, highest, ordinary};
use super::tally::{Costly, Tally};
use super::terms::{Term, terms};
use crate::bleu::{Metric, Score, SegmentStatistics, Statistics};
use crate::tokenize::{Preprocessing, Tokens};
use memchr::memchr;
use std::sync::Arc;

/// So many segments have their texts kept until it is known which are shown, which the whole corpus decides: all of an
/// ordinary test set. In larger corpora they are those that seem to pull most, judged by what is known up to their batch.
const KEPT: usize = 1 << 15;

/// For each segment that is shown there are at least so many.
const KEPT_FOR_ONE: usize = 100;

/// The most n-grams, of all orders together, that are kept; of those that are in excess, which are few, as many again.
const NGRAMS: usize = 1 << 22;

/// How a corpus is scored and explained.
#[derive(Clone, Debug)]
pub struct Plan {
    /// What is done to the text.
    pub preprocessing: Preprocessing,
    /// How the corpus is scored.
    pub metric: Metric,
    /// How single segments are scored.
    pub segment_metric: Metric,
    /// How many n-grams and segments are listed, of each kind.
    pub show: usize,
}

/// Why a corpus has its score.
#[derive(Clone, Debug, PartialEq)]
pub struct CorpusExplanation {
    /// The sums over all segments.
    pub statistics: Statistics,
    /// The score they give.
    pub score: Score,
    /// What it is the product of.
    pub terms: Vec<Term>,
    /// What it would be otherwise.
    pub otherwise: Otherwise,
    /// For each order, the n-grams that cost most.
    pub losses: Vec<OrderLosses>,
    /// The distribution of the segments' own scores.
    pub scores: Scores,
    /// The segments without which the score would be highest.
    pub worst: Vec<SegmentPull>,
    /// What looks wrong.
    pub findings: Vec<Finding>,
}

/// What a score would be if one thing were otherwise, and all counts else as they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Otherwise {
    /// If all n-grams of this order alone were correct; `None` where there are none. That of order 1 first.
    pub perfect: Vec<Option<f64>>,
    /// If there were no brevity penalty.
    pub no_brevity_penalty: f64,
}

impl Otherwise {
    fn new(metric: &Metric, statistics: &Statistics) -> Otherwise {
        let perfect = |n: usize| {
            let mut statistics = *statistics;
            statistics.correct[n] = statistics.total[n];
            (statistics.total[n] > 0).then(|| metric.score(&statistics).score)
        };
        let mut long_enough = *statistics;
        long_enough.ref_len = long_enough.hyp_len;
        Otherwise {
            perfect: (0..metric.order).map(perfect).collect(),
            no_brevity_penalty: metric.score(&long_enough).score,
        }
    }
}

/// The n-grams of one order that cost a candidate most, in all segments together; the costliest first, equal ones in
/// alphabetical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderLosses {
    /// The length of the n-grams.
    pub order: usize,
    /// N-grams of the candidate that no reference of their segment has.
    pub unmatched: Vec<Unmatched>,
    /// N-grams that the candidate has more often in a segment than any reference, which has it.
    pub over_generated: Vec<OverGenerated>,
    /// N-grams that a reference has more often in a segment than the candidate.
    pub missed: Vec<Missed>,
    /// Counts may be too low by up to this, and n-grams that are no more frequent may be left out: 0 unless the corpus
    /// is very large.
    pub error: u64,
}

/// An n-gram of a candidate that is in no reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unmatched {
    /// Its tokens, with spaces between.
    pub ngram: String,
    /// Occurrences in the candidate.
    pub count: u64,
}

/// An n-gram that a candidate has too often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverGenerated {
    /// Its tokens, with spaces between.
    pub ngram: String,
    /// Occurrences in the candidate, in segments where they are too many.
    pub count: u64,
    /// How many of them are correct.
    pub allowed: u64,
}

/// An n-gram that a candidate lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Missed {
    /// Its tokens, with spaces between.
    pub ngram: String,
    /// How often it is missing: in each segment, the occurrences in the reference that has it most often, less those in
    /// the candidate.
    pub count: u64,
}

/// What makes the difference between two candidates.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// For each order, the n-grams that one has right more often than the other.
    pub orders: Vec<OrderDifference>,
    /// The segments in which the first is better: with the second's translation the first's score would fall most.
    pub first_better: Vec<SegmentPull>,
    /// The segments in which the second is better.
    pub second_better: Vec<SegmentPull>,
}

/// The n-grams of one order that make the difference, by how much more often the one candidate is right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderDifference {
    /// The length of the n-grams.
    pub order: usize,
    /// Those that the first has right more often.
    pub first_better: Vec<Gain>,
    /// Those that the second has right more often.
    pub second_better: Vec<Gain>,
    /// As in [`OrderLosses`].
    pub error: u64,
}

/// An n-gram that one candidate has right more often than the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Gain {
    /// Its tokens, with spaces between.
    pub ngram: String,
    /// Correct occurrences that only the first candidate has.
    pub first: u64,
    /// Correct occurrences that only the second candidate has.
    pub second: u64,
}

/// Makes notes of batches of segments; keeps its memory from one batch to the next.
#[derive(Debug)]
pub struct Examiner {
    plan: Arc<Plan>,
    finder: Finder,
    characters: Characters,
}

/// The memory of notes that are no longer needed.
#[derive(Debug, Default)]
pub struct Spare(Mismatches, Vec<TextNotes>);

/// What is worth knowing of a batch.
#[derive(Debug)]
pub struct Notes {
    mismatches: Mismatches,
    systems: Vec<SystemNotes>,
    /// The candidates', then the references'.
    texts: Vec<TextNotes>,
}

/// Notes of how a candidate compares with its references.
#[derive(Debug)]
struct SystemNotes {
    statistics: SegmentStatistics,
    scores: Vec<f64>,
    foreign: u64,
}

/// Notes of a text by itself.
#[derive(Debug, Default)]
struct TextNotes {
    text: String,
    looks: Looks,
    sketches: Vec<Sketch>,
}

impl TextNotes {
    fn start(&mut self, text: &str) {
        self.text.clear();
        self.text.push_str(text);
        self.looks = Looks::default();
        self.looks.add_text(text);
        self.sketches.clear();
    }
}

impl Notes {
    fn references(&self) -> &[TextNotes] {
        &self.texts[self.systems.len()..]
    }

    /// The lines of the first reference.
    fn first_reference(&self) -> impl Iterator<Item = &str> {
        lines(self.references().first().map_or("", |notes| &notes.text))
    }
}

/// The lines of a batch's text.
fn lines(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let line;
        (line, rest) = rest.split_at_checked(memchr(b'\n', rest.as_bytes())? + 1)?;
        line.strip_suffix('\n')
    })
}

impl Examiner {
    /// One that examines according to this plan.
    pub fn new(plan: Arc<Plan>) -> Self {
        Examiner { plan, finder: Finder::default(), characters: Characters::default() }
    }

    /// Notes of a batch: its texts, the one or two candidates' first, as they were read; what they were cut into; and
    /// the candidates' statistics. The notes take the memory of earlier ones, if it is given.
    pub fn examine(
        &mut self,
        texts: &[&str],
        tokens: &[Tokens],
        statistics: Vec<SegmentStatistics>,
        spare: Option<Spare>,
    ) -> Notes {
        let Spare(mut mismatches, mut notes) = spare.unwrap_or_default();
        let (candidates, references) = tokens.split_at(statistics.len());
        self.finder.find(candidates, references, self.plan.metric.order, &mut mismatches);

        notes.resize_with(texts.len(), TextNotes::default);
        notes.iter_mut().zip(texts).for_each(|(notes, text)| notes.start(text));
        let mut foreign = vec![0; statistics.len()];
        let mut letters = vec![Letters::default(); texts.len()];
        let mut texts: Vec<_> = texts.iter().map(|text| lines(text)).collect();
        for _ in 0..candidates.first().map_or(0, Tokens::len) {
            for ((notes, lines), letters) in notes.iter_mut().zip(&mut texts).zip(&mut letters) {
                let line = lines.next().unwrap_or_default();
                notes.sketches.push(Sketch::new(line));
                notes.looks.add(line, &mut self.characters, letters);
            }
            let (of_candidates, of_references) = letters.split_at(statistics.len());
            for (foreign, letters) in foreign.iter_mut().zip(of_candidates) {
                *foreign += u64::from(letters.are_foreign_to(of_references));
            }
        }

        let score = |statistics: Statistics| self.plan.segment_metric.score(&statistics).score;
        let systems = statistics.into_iter().zip(foreign).map(|(statistics, foreign)| SystemNotes {
            scores: statistics.iter().map(score).collect(),
            statistics,
            foreign,
        });
        Notes { systems: systems.collect(), mismatches, texts: notes }
    }
}

/// A corpus, as far as it is known.
#[derive(Debug)]
pub struct CorpusExamination<'a> {
    plan: &'a Plan,
    systems: Vec<System>,
    references: Vec<Looks>,
    ngrams: Tally,
    /// Texts of the segments that make the difference, where there are two candidates.
    difference: Option<KeptTexts>,
}

/// What is known of a candidate.
#[derive(Debug)]
struct System {
    segments: SegmentStatistics,
    sum: Statistics,
    /// The score of each segment.
    scores: Vec<f64>,
    texts: KeptTexts,
    looks: Looks,
    foreign: u64,
    alignments: Vec<Alignment>,
}

impl<'a> CorpusExamination<'a> {
    /// Nothing is known yet; there will be one or two candidates.
    pub fn new(plan: &'a Plan, candidates: usize, references: usize) -> Self {
        let order = plan.metric.order;
        let room = KEPT.max(KEPT_FOR_ONE * plan.show);
        // Kinds of n-grams, without those in excess: one for a candidate, and one for the difference.
        let kinds = Kind::number(candidates).div_ceil(2);
        let ngrams = NGRAMS / (order * kinds).max(1);
        let system = || System {
            segments: SegmentStatistics::new(order),
            sum: Statistics::default(),
            scores: Vec::new(),
            texts: KeptTexts::new(room),
            looks: Looks::default(),
            foreign: 0,
            alignments: (0..references).map(|_| Alignment::default()).collect(),
        };
        CorpusExamination {
            plan,
            systems: (0..candidates).map(|_| system()).collect(),
            references: vec![Looks::default(); references],
            ngrams: Tally::new(Kind::number(candidates), order, ngrams),
            difference: (candidates == CANDIDATES).then(|| KeptTexts::new(room)),
        }
    }

    /// Adds the notes of the next batch; returns memory for others.
    pub fn add(&mut self, notes: Notes) -> Spare {
        let metric = &self.plan.metric;
        let segments_before = self.systems.first().map_or(0, |system| system.segments.len() as u64);
        self.ngrams.add(&notes.mismatches);
        for (i, system) in self.systems.iter_mut().enumerate() {
            system.add(i, &notes, metric, segments_before);
        }
        for (looks, notes) in self.references.iter_mut().zip(notes.references()) {
            *looks += &notes.looks;
        }
        if let Some(difference) = &mut self.difference {
            keep_difference(difference, &notes, metric, &self.systems[0].sum, segments_before);
        }
        Spare(notes.mismatches, notes.texts)
    }

    /// What it all means: an explanation for each candidate, and of the difference between two.
    pub fn explain(mut self) -> (Vec<CorpusExplanation>, Option<Difference>) {
        let (plan, references, ngrams) = (self.plan, &self.references, &mut self.ngrams);
        let difference = self.difference.map(|texts| Difference::new(&texts, plan, &self.systems, ngrams));
        let systems = self.systems.into_iter().enumerate();
        (systems.map(|(i, system)| system.explain(i, plan, references, ngrams)).collect(), difference)
    }
}

impl System {
    fn add(&mut self, i: usize, notes: &Notes, metric: &Metric, segments_before: u64) {
        let (batch, text) = (&notes.systems[i], &notes.texts[i]);
        self.segments.append(&batch.statistics);
        self.sum += batch.statistics.sum();
        let lines = lines(&text.text).zip(notes.first_reference());
        self.scores.extend(&batch.scores);
        let sum = expected(&self.sum, metric);
        let pulls = Pulls::new(metric, &sum);
        for ((statistics, (line, reference)), segment) in batch.statistics.iter().zip(lines).zip(segments_before + 1..)
        {
            // As if the corpus ended with this batch, and in proportion to its length, which makes batches comparable.
            let pull = pulls.without(&statistics) * sum.hyp_len as f64;
            self.texts.offer(segment, pull, [line, reference]);
        }
        self.looks += &text.looks;
        self.foreign += batch.foreign;
        for (alignment, reference) in self.alignments.iter_mut().zip(notes.references()) {
            for (candidate, reference) in text.sketches.iter().zip(&reference.sketches) {
                alignment.add(candidate.clone(), reference.clone());
            }
        }
    }

    fn explain(self, i: usize, plan: &Plan, references: &[Looks], ngrams: &mut Tally) -> CorpusExplanation {
        let (metric, statistics) = (&plan.metric, self.sum);
        let score = metric.score(&statistics);
        let terms = terms(metric, &statistics, &score);
        let (stretches, unlike): (Vec<_>, Vec<_>) = self.alignments.into_iter().map(Alignment::finish).unzip();
        let findings = findings(&Evidence {
            preprocessing: plan.preprocessing,
            score: &score,
            terms: &terms,
            segments: &self.segments,
            candidate: &self.looks,
            references,
            foreign: self.foreign,
            stretches: &stretches,
            unlike: &unlike,
        });
        let pulls = Pulls::new(metric, &statistics);
        let pulls = self.segments.iter().map(|part| pulls.without(&part));
        let worst = highest(plan.show, pulls).into_iter();
        let worst = worst.map(|(segment, pull)| SegmentPull {
            segment,
            pull,
            scores: vec![self.scores[segment as usize - 1]],
            texts: self.texts.get(segment),
        });
        let worst = worst.collect();
        CorpusExplanation {
            statistics,
            score,
            terms,
            otherwise: Otherwise::new(metric, &statistics),
            losses: (0..metric.order).map(|n| OrderLosses::new(i, n, plan, ngrams)).collect(),
            scores: Scores::new(self.scores),
            worst,
            findings,
        }
    }
}

impl OrderLosses {
    /// Those of n-grams of n + 1 tokens of a candidate.
    fn new(candidate: usize, n: usize, plan: &Plan, ngrams: &mut Tally) -> OrderLosses {
        let [one_sided, excess] =
            [Kind::OneSided(candidate), Kind::Excess(candidate)].map(|kind| kind.table(n, plan.metric.order));
        let [unmatched, missed] = ngrams.most_costly(one_sided, plan.show, |&counts| counts);
        let [over_generated] = ngrams.most_costly(excess, plan.show, |&[excess, _]| [excess]);
        let over = |[excess, allowed]: [u64; 2], ngram| OverGenerated { ngram, count: excess + allowed, allowed };
        OrderLosses {
            order: n + 1,
            unmatched: unmatched.into_iter().map(|x| Unmatched { ngram: x.ngram, count: x.cost }).collect(),
            over_generated: over_generated.into_iter().map(|x| over(x.counts, x.ngram)).collect(),
            missed: missed.into_iter().map(|x| Missed { ngram: x.ngram, count: x.cost }).collect(),
            error: ngrams.error(one_sided).max(ngrams.error(excess)),
        }
    }
}

/// Keeps texts of a batch.
fn keep_difference(texts: &mut KeptTexts, notes: &Notes, metric: &Metric, sum: &Statistics, segments_before: u64) {
    let ([first, second, ..], [one, other, ..]) = (&notes.systems[..], &notes.texts[..]) else { return };
    let sum = expected(sum, metric);
    let pulls = Pulls::new(metric, &sum);
    let both = first.statistics.iter().zip(second.statistics.iter());
    let read = lines(&one.text).zip(lines(&other.text)).zip(notes.first_reference());
    for (((of_first, of_second), ((one, other), reference)), segment) in both.zip(read).zip(segments_before + 1..) {
        let pull = pulls.with(&of_first, &of_second) * sum.hyp_len as f64;
        texts.offer(segment, pull.abs(), [one, other, reference]);
    }
}

impl Difference {
    fn new(texts: &KeptTexts, plan: &Plan, systems: &[System], ngrams: &mut Tally) -> Difference {
        let [first, second] = systems else {
            return Difference { orders: vec![], first_better: vec![], second_better: vec![] };
        };
        let pulls = &Pulls::new(&plan.metric, &first.sum);
        let segments = |sign: f64| {
            let both = first.segments.iter().zip(second.segments.iter());
            let signed = both.map(|(of_first, of_second)| sign * pulls.with(&of_first, &of_second));
            let one = |(segment, size): (u64, f64)| SegmentPull {
                segment,
                pull: sign * size,
                scores: systems.iter().map(|system| system.scores[segment as usize - 1]).collect(),
                texts: texts.get(segment),
            };
            highest(plan.show, signed).into_iter().map(one).collect()
        };
        Difference {
            orders: (0..plan.metric.order).map(|n| OrderDifference::new(n, plan, ngrams)).collect(),
            first_better: segments(-1.0),
            second_better: segments(1.0),
        }
    }
}

impl OrderDifference {
    /// Those of n-grams of n + 1 tokens.
    fn new(n: usize, plan: &Plan, ngrams: &mut Tally) -> OrderDifference {
        let nets = |&[first, second]: &[u32; 2]| [first.saturating_sub(second), second.saturating_sub(first)];
        let table = Kind::Gain.table(n, plan.metric.order);
        let [first, second] = ngrams.most_costly(table, plan.show, nets);
        let gain = |x: Costly| Gain { ngram: x.ngram, first: x.counts[0], second: x.counts[1] };
        OrderDifference {
            order: n + 1,
            first_better: first.into_iter().map(gain).collect(),
            second_better: second.into_iter().map(gain).collect(),
            error: ngrams.error(table),
        }
    }
}

/// What is expected of a corpus that has begun with this sum.
fn expected(sum: &Statistics, metric: &Metric) -> Statistics {
    let mut expected = ordinary(metric.order);
    expected += *sum;
    expected
}
