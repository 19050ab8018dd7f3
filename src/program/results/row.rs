//! The row of a score, for programs.

use super::findings::FindingFields;
use super::robust::RobustFields;
use super::score_rows::group_row;
use super::{OptionalScore, Report, SampleSpread};
use crate::bleu::scoring::Score;
use crate::bleu::significance::{Comparison, Confidence, PairedTest, Power};
use crate::program::request::color::Emphasis;
use crate::program::request::decimals::signed;
use crate::program::request::style::Style;
use crate::text::{Endings, FileRead};
use serde::{Serialize, Serializer};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A score and its parts, for programs.
#[derive(Default, Serialize)]
pub struct Row<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub system: Option<Cow<'a, str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<&'a str>,
    /// Mean over test sets, in place of a score.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean: Option<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cluster: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segment: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// Null if the tool fails.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<Option<f64>>,
    /// Null for a group that is too small.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Option<Confidence>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncleaned: Option<RepairedFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cleaned: Option<RepairedFields>,
    #[serde(flatten)]
    pub difference: Option<ComparisonFields>,
    /// In a table of all pairs, the differences from the system above and from the best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub above: Option<ComparisonFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<ComparisonFields>,
    #[serde(flatten)]
    pub parts: Option<ScoreParts>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub segments: Option<u64>,
    #[serde(flatten)]
    pub samples: Option<SampleSpread>,
    /// How the answers of a log ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub answers: Option<&'a Endings>,
    /// How the files were read, if they are not plain lines.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub files: &'a [FileRead],
    #[serde(skip_serializing_if = "Option::is_none")]
    pub signature: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub groups: Option<GroupRows<'a>>,
    /// Comparisons with every other system.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub comparisons: Vec<ComparisonWith>,
    /// The comparison with the first system under other choices, if asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robust: Option<RobustFields>,
    /// Number of lines with each problem.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub problems: BTreeMap<&'static str, u64>,
    /// Likely problems, if they were looked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub findings: Option<Vec<FindingFields>>,
    /// Scores of all orders.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cumulative: Vec<f64>,
    /// Comparisons with every system, in a table.
    #[serde(skip_serializing_if = "Vec::is_empty", serialize_with = "as_object")]
    pub others: Vec<ComparisonWith>,
    /// Number of resamples of the test, for people.
    #[serde(skip)]
    pub resamples: usize,
}

/// The parts of a score.
#[derive(Serialize)]
pub struct ScoreParts {
    pub precisions: Vec<f64>,
    pub counts: Vec<Count>,
    pub totals: Vec<Count>,
    pub bp: f64,
    pub ratio: f64,
    pub hyp_len: u64,
    pub ref_len: u64,
}

/// The score without the repairs that were made, or with others.
#[derive(Serialize)]
pub struct RepairedFields {
    pub score: f64,
    /// Number of lines that the repairs alter.
    pub lines: u64,
}

pub fn as_object<S: Serializer>(others: &[ComparisonWith], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(others.iter().map(|other| (&other.system, &other.difference)))
}

impl<'a> Row<'a> {
    /// The score of a system on a corpus.
    pub fn corpus(system: &'a str, score: &Score, segments: u64, signature: &'a str, style: Style) -> Row<'a> {
        Row {
            system: Some(system.into()),
            segments: Some(segments),
            signature: Some(signature),
            ..Row::of(&score.into(), style)
        }
    }

    pub fn of(score: &OptionalScore, style: Style) -> Row<'static> {
        let OptionalScore { value, parts, orders } = score;
        let counts = |counts: &[f64]| counts.iter().map(|&count| Count(count)).collect();
        Row {
            name: Some("BLEU"),
            score: Some(value.map(|_| style.score_value(parts))),
            parts: Some(ScoreParts {
                precisions: parts.precisions().iter().map(|p| style.precision(*p)).collect(),
                counts: counts(parts.correct()),
                totals: counts(parts.total()),
                bp: parts.bp(),
                ratio: parts.ratio(),
                hyp_len: parts.hyp_len(),
                ref_len: parts.ref_len(),
            }),
            cumulative: orders.iter().map(|score| style.score_value(score)).collect(),
            ..Row::default()
        }
    }
}

/// A confidence interval of scores, on the scale of the output.
pub fn scaled(found: &Confidence, style: Style) -> Confidence {
    let mut scaled = *found;
    for number in [&mut scaled.mean, &mut scaled.half_width, &mut scaled.low, &mut scaled.high] {
        *number *= style.scale();
    }
    scaled
}

/// A count: an integer, unless smoothing added a fraction.
pub struct Count(pub f64);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Integers up to 2^53 are exact.
        let integer = self.0 as u64;
        if integer as f64 == self.0 { serializer.serialize_u64(integer) } else { serializer.serialize_f64(self.0) }
    }
}

/// The rows of a system in all groups, each made when it is written, since there may be many.
pub struct GroupRows<'a> {
    pub report: &'a Report,
    pub system: usize,
    pub style: Style,
}

impl Serialize for GroupRows<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let &GroupRows { report, system, style } = self;
        serializer.collect_seq(report.groups.iter().map(|group| group_row(report, group, system, style)))
    }
}

/// The comparison of a system with another.
#[derive(Serialize)]
pub struct ComparisonWith {
    pub system: String,
    #[serde(flatten)]
    pub difference: ComparisonFields,
}

/// The difference of a system from another one. Null for the system against which the others are tested, and in
/// groups that are too small; randomization has no interval.
#[derive(Serialize)]
pub struct ComparisonFields {
    pub p_value: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub p_interval: Option<Option<f64>>,
    pub significant: Option<bool>,
    difference: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference_low: Option<Option<f64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference_high: Option<Option<f64>>,
    segments_better: Option<u64>,
    segments_worse: Option<u64>,
    segments_equal: Option<u64>,
    #[serde(flatten)]
    power: Option<PowerFields>,
}

/// The standard error, and what it says about the size of the test set; null if that is too small.
#[derive(Serialize)]
struct PowerFields {
    standard_error: Option<f64>,
    detectable_difference: Option<f64>,
    segments_needed: Option<u64>,
}

impl PowerFields {
    /// The power of a comparison by a test set of this many segments.
    fn new(comparison: Option<&Comparison>, segments: u64, style: Style) -> PowerFields {
        let segments = usize::try_from(segments).unwrap_or(usize::MAX);
        let power = comparison.and_then(|comparison| Power::new(comparison, segments));
        let error = comparison.and_then(|comparison| comparison.spread).map(|spread| spread.standard_error);
        PowerFields {
            standard_error: error.map(|error| error * style.scale()),
            detectable_difference: power.map(|power| power.detectable_difference * style.scale()),
            segments_needed: power.and_then(|power| power.segments_needed),
        }
    }
}

impl ComparisonFields {
    /// The difference from another system, by a test; `None` from itself. Given the number of segments, with the power of the test.
    pub fn new(comparison: Option<&Comparison>, test: PairedTest, segments: Option<u64>, style: Style) -> Self {
        let scale = |number: f64| number * style.scale();
        let has_spread = test == PairedTest::Bootstrap;
        let spread = comparison.and_then(|comparison| comparison.spread);
        let wins = comparison.and_then(|comparison| comparison.segments);
        ComparisonFields {
            p_value: comparison.map(|comparison| comparison.p_value),
            p_interval: has_spread.then(|| comparison.and_then(|comparison| comparison.p_interval)),
            significant: comparison.map(Comparison::is_significant),
            difference: comparison.map(|comparison| scale(comparison.difference)),
            difference_low: has_spread.then(|| spread.map(|spread| scale(spread.low))),
            difference_high: has_spread.then(|| spread.map(|spread| scale(spread.high))),
            segments_better: wins.map(|wins| wins.better),
            segments_worse: wins.map(|wins| wins.worse),
            segments_equal: wins.map(|wins| wins.equal),
            power: segments.filter(|_| has_spread).map(|segments| PowerFields::new(comparison, segments, style)),
        }
    }

    /// The comparison of a system with itself.
    pub fn with_itself(self) -> Self {
        let p_interval = self.p_interval.map(|_| Some(1.0));
        ComparisonFields { p_value: Some(1.0), p_interval, significant: Some(false), ..self }
    }

    /// Whether the system is significantly better or worse than the other.
    pub fn is_significant(&self) -> bool {
        self.significant == Some(true)
    }

    /// The difference, with the half-width of its interval if there is one.
    pub fn text(&self, style: Style) -> Option<String> {
        let difference = signed(self.difference?, style.digits);
        Some(match self.difference_low.flatten().zip(self.difference_high.flatten()) {
            Some((low, high)) => format!("{difference} ± {}", style.scaled(0.5 * (high - low))),
            None => difference,
        })
    }

    /// Numbers of segments in which the system is better, worse, equal.
    pub fn wins(&self) -> Option<String> {
        Some(format!("{}/{}/{}", self.segments_better?, self.segments_worse?, self.segments_equal?))
    }

    /// Emphasis of a significant difference.
    pub fn emphasis(&self) -> Emphasis {
        match self.difference {
            Some(difference) if self.is_significant() => {
                if difference > 0.0 {
                    Emphasis::Good
                } else {
                    Emphasis::Bad
                }
            }
            _ => Emphasis::Plain,
        }
    }
}
