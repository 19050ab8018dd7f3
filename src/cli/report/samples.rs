//! Scores and choices of several samples of each segment.

use super::columns;
use super::object::object;
use super::row::{Row, scaled};
use super::sections::Document;
use super::table::{Column, ColumnKind, Table, Tables};
use super::{OptionalScore, Results, TableColumns, VerdictText};
use crate::cli::display::{count, escape, isolated, listed};
use crate::cli::output::format::FormatKind;
use crate::cli::style::{ScoreColumn, Style};
use crate::{Confidence, Score};
use serde::Serialize;
use std::collections::BTreeSet;

/// Corpus scores of the samples of each system.
pub struct AllChoices(pub Vec<Choices>);

/// Corpus scores of a typical sample, and of choices.
pub struct Choices {
    /// Name of the samples' file or column, as given.
    pub system: String,
    /// The mean of the corpus scores of the samples.
    pub typical: CorpusChoice,
    /// Standard deviation of the samples' corpus scores.
    pub deviation: f64,
    /// Number of samples that every segment has, over which the mean is.
    pub samples: usize,
    /// Each choice by its name, in the order of the table.
    pub chosen: Vec<(&'static str, CorpusChoice)>,
    /// Number of segments.
    pub segments: u64,
    /// Signature of the scores.
    pub signature: String,
}

/// The corpus score of a choice.
pub struct CorpusChoice {
    pub score: Score,
    pub confidence: Option<Confidence>,
}

impl Choices {
    /// Name and score of each row.
    fn all(&self) -> impl Iterator<Item = (&'static str, &CorpusChoice)> + Clone {
        let chosen = self.chosen.iter().map(|(name, choice)| (*name, choice));
        std::iter::once(("mean", &self.typical)).chain(chosen)
    }

    /// How much a choice scores above a typical sample; `None` for that.
    fn gain(&self, name: &str, choice: &CorpusChoice) -> Option<f64> {
        (name != "mean").then(|| choice.score.value() - self.typical.score.value())
    }

    /// The score of a choice, and its parts.
    fn score(&self, choice: &CorpusChoice, style: Style) -> Row<'_> {
        Row {
            confidence: choice.confidence.as_ref().map(|found| Some(scaled(found, style))),
            segments: Some(self.segments),
            signature: Some(&self.signature),
            ..Row::of(&OptionalScore::from(&choice.score), style)
        }
    }
}

impl AllChoices {
    /// The system, the name and the score of each row.
    fn all(&self) -> impl Iterator<Item = (&Choices, &'static str, &CorpusChoice)> + Clone {
        self.0.iter().flat_map(|system| system.all().map(move |(name, choice)| (system, name, choice)))
    }

    fn captions(&self) -> Vec<String> {
        let numbers: BTreeSet<usize> = self.0.iter().map(|system| system.samples).collect();
        let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
        vec![
            format!(
                "mean: of the corpus scores of {} samples, the first of each segment, the second, and so on; s samples: their \
                 standard deviation.",
                listed(&numbers, "or")
            ),
            String::from(
                "worst, best: of each segment, the sample with the lowest and highest sentence score. mbr: the one with the \
                 highest mean score against the other samples. gain: difference from the mean.",
            ),
        ]
    }
}

impl Results for AllChoices {
    fn columns(&self, _: Style) -> TableColumns {
        use ScoreColumn::{Bp, Ci, Counts, HypLen, Precisions, Ratio, RefLen, Segments, Signature, Totals};
        let parts = columns::named(&[Precisions, Counts, Totals, Bp, Ratio, HypLen, RefLen, Ci]);
        let of_all = std::iter::once("samples").chain(columns::named(&[Segments, Signature]));
        ["system", "choice", "score", "gain", "deviation"].into_iter().chain(parts).chain(of_all).collect()
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let scale = style.scale();
        self.all().map(move |(system, name, choice)| {
            object! {
                system: &system.system,
                choice: name,
                #[serde(flatten)]
                score: system.score(choice, style),
                // Null for the mean.
                gain: system.gain(name, choice).map(|gain| gain * scale),
                // Of the samples' scores; null for choices.
                deviation: (name == "mean").then_some(system.deviation * scale),
                samples: system.samples,
            }
        })
    }

    fn lines(&self, style: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        self.all().map(move |(_, _, choice)| {
            let interval = choice.confidence.map(|found| [style.number(found.mean), style.number(found.half_width)]);
            std::iter::once(style.score(&choice.score)).chain(interval.into_iter().flatten())
        })
    }

    /// Says how a typical sample scores, and how much a choice would gain.
    fn verdict(&self, style: Style) -> Option<VerdictText> {
        let names = style.system_names(&self.0.iter().map(|system| &*system.system).collect::<Vec<_>>());
        let mean = |place: usize| style.score(&self.0[place].typical.score);
        let scores = names.iter().enumerate().map(|(place, name)| format!("{}: {} BLEU", isolated(name), mean(place)));
        let score = |place: &usize| self.0[*place].typical.score.value();
        let best = (0..self.0.len()).max_by(|a, b| score(a).total_cmp(&score(b)))?;
        let (system, name) = (&self.0[best], isolated(&names[best]));
        let of_samples = format!("in the mean of {} samples", system.samples);
        let intervals = self.0.iter().zip(&names).filter_map(|(system, name)| {
            let found = system.typical.confidence?;
            let [low, high] = [found.low, found.high].map(|score| style.number(score));
            Some(format!("{}: 95% confidence interval {low} to {high}.", isolated(name)))
        });
        let gains = system.chosen.iter().filter_map(|(name, choice)| {
            let gain = style.difference(system.gain(name, choice)?, 0).replace('-', "−");
            Some(format!("{name} {gain}"))
        });
        Some(VerdictText {
            headline: match self.0.len() {
                1 => format!("{name} scores {} BLEU {of_samples}", mean(best)),
                _ => format!("{name} scores highest, with {} BLEU {of_samples}", mean(best)),
            },
            scores: format!(
                "{}; on {}. With one sample chosen for each segment, the score of {name} changes: {}.",
                scores.collect::<Vec<_>>().join("; "),
                count(system.segments, "segment"),
                gains.collect::<Vec<_>>().join(", ")
            ),
            certainty: intervals.collect(),
            reasons: Vec::new(),
        })
    }

    fn document(&self, style: Style) -> Document {
        let rows: Vec<Row> = self.all().map(|(system, _, choice)| system.score(choice, style)).collect();
        let column = |column: ScoreColumn| column.of_rows(&rows, style);
        let gain = |(system, name, choice): (&Choices, &str, &CorpusChoice)| match system.gain(name, choice) {
            Some(gain) => style.difference(gain, 0),
            None => String::from("-"),
        };
        let gains = Column::new("gain", ColumnKind::Number, self.all().map(gain));
        let deviation = |(system, name, _): (&Choices, &str, _)| match name {
            "mean" => style.number(system.deviation),
            _ => String::from("-"),
        };
        let deviations = Column::new("s samples", ColumnKind::Number, self.all().map(deviation));
        let names = style.system_names(&self.0.iter().map(|system| &*system.system).collect::<Vec<_>>());
        // A name stands in the first row of its system.
        let of_row = self.0.iter().zip(names).flat_map(|(system, name)| {
            system.all().map(move |(choice, _)| if choice == "mean" { name.clone() } else { String::new() })
        });
        let systems = (self.0.len() > 1).then(|| Column::new("system", ColumnKind::LeftAligned, of_row));
        let choices = Column::new("choice", ColumnKind::LeftAligned, self.all().map(|(_, name, _)| name.into()));
        let mut columns: Vec<Column> = systems.into_iter().chain([choices, column(ScoreColumn::Score)]).collect();
        columns.extend(rows.iter().any(|row| row.confidence.is_some()).then(|| column(ScoreColumn::Ci)));
        columns.extend([deviations, gains, column(ScoreColumn::Precisions), column(ScoreColumn::Bp)]);
        // They differ in the number of samples at most.
        let signatures: BTreeSet<&str> = self.0.iter().map(|system| &*system.signature).collect();
        let signature = signatures.into_iter().collect::<Vec<_>>().join("; BLEU|");
        Document::Tables(Tables::new(vec![Table::new(columns)], &signature, self.captions(), Vec::new()))
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
    /// The scores of all samples by which it was chosen.
    pub scores: &'a [f64],
    pub text: &'a str,
}

impl Results for PickedSample<'_> {
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

impl Results for PairScores<'_> {
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
