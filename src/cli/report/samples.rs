//! Scores and choices of several samples of each segment.

use super::*;
use crate::cli::output::format::FormatKind;

/// Corpus scores of the samples of each system: of a typical one, then of the choices.
pub struct AllChoices(pub Vec<CorpusChoice>);

/// The corpus score of a choice, or of a typical sample.
#[derive(Clone)]
pub struct CorpusChoice {
    /// Name of the samples' file or column, as given.
    pub system: String,
    /// Name of the choice; `mean` for a typical sample.
    pub name: &'static str,
    /// Of a typical sample: the mean of the corpus scores of the samples.
    pub score: Score,
    pub confidence: Option<Confidence>,
    /// How much the choice scores above a typical sample.
    pub gain: Option<f64>,
    /// Standard deviation of the samples' corpus scores, for a typical sample.
    pub deviation: Option<f64>,
    /// Number of samples that every segment has, over which the mean is.
    pub samples: usize,
    /// Number of segments.
    pub segments: u64,
    /// Signature of the scores.
    pub signature: String,
}

impl CorpusChoice {
    /// The score, and its parts.
    fn row(&self, style: Style) -> Row<'_> {
        Row {
            system: None,
            confidence: self.confidence.as_ref().map(|found| Some(scaled(found, style))),
            ..Row::of_corpus(&self.system, &self.score, self.segments, &self.signature, style)
        }
    }
}

impl AllChoices {
    /// The choices of each system, after its typical sample.
    fn systems(&self) -> impl Iterator<Item = &[CorpusChoice]> {
        self.0.chunk_by(|_, next| next.gain.is_some())
    }

    fn names(&self, style: Style) -> Vec<String> {
        style.system_names(self.systems().map(|system| &system[0].system))
    }

    fn captions(&self) -> Vec<String> {
        let numbers: BTreeSet<usize> = self.systems().map(|system| system[0].samples).collect();
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
        self.0.iter().map(move |choice| {
            object! {
                system: &choice.system,
                choice: choice.name,
                #[serde(flatten)]
                score: choice.row(style),
                // Null for the mean.
                gain: choice.gain.map(|gain| gain * scale),
                // Of the samples' scores; null for choices.
                deviation: choice.deviation.map(|deviation| deviation * scale),
                samples: choice.samples,
            }
        })
    }

    fn lines(&self, style: Style) -> impl Iterator<Item = impl Iterator<Item = String>> {
        self.0.iter().map(move |choice| {
            let interval = choice.confidence.map(|found| [style.number(found.mean), style.number(found.half_width)]);
            std::iter::once(style.score(&choice.score)).chain(interval.into_iter().flatten())
        })
    }

    /// Says how a typical sample scores, and how much a choice would gain.
    fn verdict(&self, style: Style) -> Option<VerdictText> {
        let names = self.names(style);
        let systems = || names.iter().map(|name| isolated(name)).zip(self.systems());
        let (name, best) = systems().max_by(|(_, a), (_, b)| a[0].score.value().total_cmp(&b[0].score.value()))?;
        let intervals = systems().filter_map(|(name, system)| {
            let found = system[0].confidence?;
            let [low, high] = [found.low, found.high].map(|score| style.number(score));
            Some(format!("{name}: 95% confidence interval {low} to {high}."))
        });
        let gains = best.iter().filter_map(|choice| {
            let gain = style.difference(choice.gain?, 0).replace('-', "−");
            Some(format!("{} {gain}", choice.name))
        });
        let scores = systems().map(|(name, system)| format!("{name}: {} BLEU", style.score(&system[0].score)));
        let (best, highest) = (&best[0], if names.len() == 1 { "scores" } else { "scores highest, with" });
        Some(VerdictText {
            headline: format!(
                "{name} {highest} {} BLEU in the mean of {} samples",
                style.score(&best.score),
                best.samples
            ),
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
        let choices = &self.0;
        let rows: Vec<Row> = choices.iter().map(|choice| choice.row(style)).collect();
        let column = |column: ScoreColumn| column.of_rows(&rows, style);
        let number = |title: &str, cell: &dyn Fn(&CorpusChoice) -> Option<String>| {
            Column::of_rows(title, ColumnKind::Number, choices, |choice| cell(choice).unwrap_or_else(|| "-".into()))
        };
        // A name stands in the first row of its system.
        let names = self.systems().zip(self.names(style));
        let names = names.flat_map(|(system, name)| [vec![name], vec![String::new(); system.len() - 1]].concat());
        let systems = Column::new("system", ColumnKind::LeftAligned, names);
        let mut columns = if self.systems().count() > 1 { vec![systems] } else { Vec::new() };
        columns.push(Column::of_rows("choice", ColumnKind::LeftAligned, choices, |choice| choice.name.into()));
        columns.push(column(ScoreColumn::Score));
        columns.extend(rows.iter().any(|row| row.confidence.is_some()).then(|| column(ScoreColumn::Ci)));
        columns.push(number("s samples", &|choice| Some(style.number(choice.deviation?))));
        columns.push(number("gain", &|choice| Some(style.difference(choice.gain?, 0))));
        columns.extend([column(ScoreColumn::Precisions), column(ScoreColumn::Bp)]);
        // They differ in the number of samples at most.
        let signatures: BTreeSet<&str> = choices.iter().map(|choice| &*choice.signature).collect();
        let signature = signatures.into_iter().collect::<Vec<_>>().join("; BLEU|");
        Document::of_tables(vec![Table::new(columns)], &signature, self.captions(), Vec::new())
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
