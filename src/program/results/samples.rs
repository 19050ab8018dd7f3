//! Scores and choices of several samples of each segment.

use super::columns::TableColumns;
use super::document::{Column, ColumnKind, Document, Table};
use super::object::object;
use super::row::{Row, scaled};
use super::verdict::VerdictText;
use super::{Present, SampleSpread, columns};
use crate::bleu::scoring::Score;
use crate::bleu::significance::Confidence;
use crate::program::request::format::FormatKind;
use crate::program::request::style::{ScoreColumn, Style};
use crate::text::display::{count, escape, isolated, listed};
use serde::Serialize;
use std::collections::BTreeSet;

/// Corpus scores of the samples of each system.
pub struct AllChoices(pub Vec<SystemChoices>);

/// Corpus scores of the samples of a system.
pub struct SystemChoices {
    /// Name of the samples' file or column, as given.
    pub system: String,
    /// A typical sample, then the choices.
    pub choices: Vec<CorpusChoice>,
    /// The corpus scores of the samples that every segment has.
    pub samples: SampleSpread,
    /// Number of segments.
    pub segments: u64,
    /// Signature of the scores.
    pub signature: String,
}

/// The corpus score of a choice, or of a typical sample.
pub struct CorpusChoice {
    /// Name of the choice; `mean` for a typical sample.
    pub name: &'static str,
    /// Of a typical sample: the mean of the corpus scores of the samples.
    pub score: Score,
    pub confidence: Option<Confidence>,
    /// How much the choice scores above a typical sample; `None` for that.
    pub gain: Option<f64>,
}

impl SystemChoices {
    /// A score, and its parts.
    fn row(&self, choice: &CorpusChoice, style: Style) -> Row<'_> {
        Row {
            system: None,
            confidence: choice.confidence.as_ref().map(|found| Some(scaled(found, style))),
            ..Row::corpus(&self.system, &choice.score, self.segments, &self.signature, style)
        }
    }
}

impl AllChoices {
    /// All scores, with their systems.
    fn all(&self) -> impl Iterator<Item = (&SystemChoices, &CorpusChoice)> {
        self.0.iter().flat_map(|system| system.choices.iter().map(move |choice| (system, choice)))
    }

    fn names(&self, style: Style) -> Vec<String> {
        style.system_names(self.0.iter().map(|system| &system.system))
    }

    fn captions(&self) -> Vec<String> {
        let numbers: BTreeSet<usize> = self.0.iter().map(|system| system.samples.samples).collect();
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        vec![
            match &numbers[..] {
                [one] if one == "1" => String::from("mean: the corpus score of one sample, the first of each segment."),
                numbers => format!(
                    "mean: of the corpus scores of {} samples, the first of each segment, the second, and so on; s samples: \
                     their standard deviation.",
                    listed(numbers, "or")
                ),
            },
            String::from(
                "worst, best: of each segment, the sample with the lowest and highest sentence score. mbr: the one with the \
                 highest mean score against the other samples. gain: difference from the mean.",
            ),
        ]
    }
}

impl Present for AllChoices {
    fn columns(&self, _: Style) -> TableColumns {
        use ScoreColumn::{Bp, Ci, Counts, HypLen, Precisions, Ratio, RefLen, Segments, Signature, Totals};
        let parts = columns::named(&[Precisions, Counts, Totals, Bp, Ratio, HypLen, RefLen, Ci]);
        let shared = std::iter::once("samples").chain(columns::named(&[Segments, Signature]));
        ["system", "choice", "score", "gain", "deviation"].into_iter().chain(parts).chain(shared).collect()
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let scale = style.scale();
        self.all().map(move |(system, choice)| {
            object! {
                system: &system.system,
                choice: choice.name,
                #[serde(flatten)]
                score: system.row(choice, style),
                // Null for the mean.
                gain: choice.gain.map(|gain| gain * scale),
                // Of the samples' scores; null for choices.
                deviation: choice.gain.is_none().then_some(system.samples.deviation * scale),
                samples: system.samples.samples,
            }
        })
    }

    fn lines(&self, style: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        self.all().map(move |(_, choice)| {
            let interval = choice.confidence.map(|found| [style.number(found.mean), style.number(found.half_width)]);
            std::iter::once(style.score(&choice.score)).chain(interval.into_iter().flatten())
        })
    }

    /// Says how a typical sample scores, and how much a choice would gain.
    fn verdict(&self, style: Style) -> Option<VerdictText> {
        let names = self.names(style);
        let systems = || names.iter().map(|name| isolated(name)).zip(&self.0);
        let (name, best) = systems().max_by(|(_, a), (_, b)| a.samples.mean.total_cmp(&b.samples.mean))?;
        let intervals = systems().filter_map(|(name, system)| {
            let found = system.choices[0].confidence?;
            let [low, high] = [found.low, found.high].map(|score| style.number(score));
            Some(format!("{name}: 95% confidence interval {low} to {high}."))
        });
        let gains = best.choices.iter().filter_map(|choice| {
            let gain = style.difference(choice.gain?, 0).replace('-', "−");
            Some(format!("{} {gain}", choice.name))
        });
        let score = |system: &SystemChoices| style.score(&system.choices[0].score);
        let scores = systems().map(|(name, system)| format!("{name}: {} BLEU", score(system)));
        let highest = if names.len() == 1 { "scores" } else { "scores highest, with" };
        Some(VerdictText {
            headline: format!("{name} {highest} {} BLEU in the mean of {} samples", score(best), best.samples.samples),
            scores: format!(
                "{}; on {}. With one sample chosen for each segment, the score of {name} changes: {}.",
                scores.collect::<Vec<_>>().join("; "),
                count(best.segments, "segment"),
                gains.collect::<Vec<_>>().join(", ")
            ),
            certainty: intervals.collect(),
            reasons: Vec::new(),
        })
    }

    fn document(&self, style: Style) -> Document {
        let rows: Vec<Row> = self.all().map(|(system, choice)| system.row(choice, style)).collect();
        let column = |column: ScoreColumn| column.column(&rows, style);
        let number = |title: &str, number: &dyn Fn(&SystemChoices, &CorpusChoice) -> Option<String>| {
            let cells = self.all().map(|(system, choice)| number(system, choice).unwrap_or_else(|| "-".into()));
            Column::new(title, ColumnKind::Number, cells)
        };
        // A name stands in the first row of its system.
        let names = self.names(style).into_iter().zip(&self.0);
        let names = names.flat_map(|(name, found)| [vec![name], vec![String::new(); found.choices.len() - 1]].concat());
        let systems = Column::new("system", ColumnKind::LeftAligned, names);
        let mut columns = if self.0.len() > 1 { vec![systems] } else { Vec::new() };
        let choices = self.all().map(|(_, choice)| choice.name.into());
        columns.push(Column::new("choice", ColumnKind::LeftAligned, choices));
        columns.push(column(ScoreColumn::Score));
        columns.extend(rows.iter().any(|row| row.confidence.is_some()).then(|| column(ScoreColumn::Ci)));
        let deviation = |spread: SampleSpread| style.number(spread.deviation);
        columns.push(number("s samples", &|of, choice| choice.gain.is_none().then(|| deviation(of.samples))));
        columns.push(number("gain", &|_, choice| Some(style.difference(choice.gain?, 0))));
        columns.extend([column(ScoreColumn::Precisions), column(ScoreColumn::Bp)]);
        // They differ in the number of samples at most.
        let signatures: BTreeSet<&str> = self.0.iter().map(|system| &*system.signature).collect();
        let signature = signatures.into_iter().collect::<Vec<_>>().join("; BLEU|");
        Document::from_tables(vec![Table::new(columns)], &signature, self.captions(), Vec::new())
    }
}

/// The sample that was chosen for a segment.
pub struct PickedSample<'a> {
    /// Name of the samples' file or column, as given.
    pub system: &'a str,
    /// Number of the segment, from 1.
    pub segment: u64,
    /// Its id, if segments have ids.
    pub id: Option<&'a str>,
    /// Place of the sample, from 0.
    pub place: usize,
    /// The scores of all samples, which decided the choice.
    pub scores: &'a [f64],
    pub text: &'a str,
}

impl Present for PickedSample<'_> {
    fn columns(&self, _: Style) -> TableColumns {
        ["segment", "id", "system", "sample", "score", "text"].into_iter().collect()
    }

    /// Returns the choice; its sample is numbered from 1.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let scale = style.scale();
        std::iter::once(object! {
            system: self.system,
            segment: self.segment,
            #[serde(flatten)]
            id: self.id.map(|id| object! { id: id }),
            sample: self.place + 1,
            score: self.scores[self.place] * scale,
            scores: self.scores.iter().map(|score| score * scale).collect::<Vec<_>>(),
            text: self.text,
        })
    }

    /// Returns the id and the text, or the bare score.
    fn lines(&self, style: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        let picked = match style.format.kind {
            FormatKind::Numbers => style.number(self.scores[self.place]),
            _ => self.text.to_owned(),
        };
        std::iter::once(self.id.map(escape).into_iter().chain([picked]))
    }
}

/// The scores of all pairs of a sample and a reference, which may be a sample, too.
pub struct PairScores<'a> {
    /// Name of the samples' file or column, as given.
    pub system: &'a str,
    /// Number of the segment, from 1.
    pub segment: u64,
    /// Its id, if segments have ids.
    pub id: Option<&'a str>,
    /// Number of references.
    pub references: usize,
    /// The scores of each sample against each reference.
    pub scores: &'a [f64],
}

impl PairScores<'_> {
    /// The scores of each sample.
    fn samples(&self) -> impl Iterator<Item = &[f64]> {
        self.scores.chunks(self.references.max(1))
    }
}

impl Present for PairScores<'_> {
    /// Returns a row for each pair, whose sample and reference are numbered from 1.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let references = self.references.max(1);
        self.scores.iter().enumerate().map(move |(pair, score)| {
            object! {
                segment: self.segment,
                #[serde(flatten)]
                id: self.id.map(|id| object! { id: id }),
                system: self.system,
                sample: pair / references + 1,
                reference: pair % references + 1,
                score: score * style.scale(),
            }
        })
    }

    /// Returns an object with a list for each sample.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let scaled = |scores: &[f64]| scores.iter().map(|score| score * style.scale()).collect::<Vec<_>>();
        let scores = self.samples().map(scaled).collect::<Vec<_>>();
        std::iter::once(object! {
            system: self.system,
            segment: self.segment,
            #[serde(flatten)]
            id: self.id.map(|id| object! { id: id }),
            scores: scores,
        })
    }

    /// Returns a line for each sample, which begins with the id, after an empty one if there was a segment before.
    fn lines(&self, style: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        let line = move |scores: &[f64]| {
            let numbers = scores.iter().map(|score| style.number(*score));
            self.id.map(escape).into_iter().chain(numbers).collect::<Vec<_>>().into_iter()
        };
        let separator = (self.segment > 1).then(Vec::new).map(Vec::into_iter);
        separator.into_iter().chain(self.samples().map(line))
    }
}
