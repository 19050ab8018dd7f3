//! The modes: what the program can be asked to do, and what each mode supports.

use crate::bleu::scoring::rules::UsedReferences;
use crate::bleu::scoring::{Definition, ReferenceLength};
use crate::bleu::signature::Pool;
use crate::bleu::significance::{AllPairs, PairedTest, Resampling, ResamplingFields};
use crate::text::display::count;
use crate::text::hints::Hint;
use anyhow::{Result, bail, ensure};
use std::ops::RangeInclusive;

/// The command to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// The score of the corpus.
    Corpus,
    /// The score of each segment.
    Sentence,
    /// The scores of all tools: with the job's tokenizer those that have it, if one was asked for, and else with their own.
    AllTools { sets_tokenizer: bool },
    /// The scores of all orders up to the definition's, of the corpus or of each segment.
    Cumulative { sentences: bool },
    /// The score of each line against a pool of lines, or their mean.
    Pooled { pool: Pool, sentences: bool },
    /// The corpus scores of a typical one of several samples of each segment, and of choices of them.
    Samples {
        /// Whether the scores that choose samples use the effective order.
        by_effective_order: bool,
        /// The confidence intervals asked for.
        resampling: Option<Resampling>,
    },
    /// The mean scores of systems of several samples of each segment, and the significance of their differences.
    ComparedSamples(SignificanceTest, Resampling),
    /// One of several samples of each segment.
    Pick(SampleChoice),
    /// The scores of all pairs of samples of each segment.
    Pairwise,
    /// The likeness of the samples of each segment: each is scored against the others.
    SampleSelfBleu { sentences: bool },
    /// The score of the corpus, and its significance.
    Significance(SignificanceTest, Resampling),
    /// The scores of systems of this many runs each, and their significance.
    Runs(usize, Resampling),
    /// Why the score is what it is.
    Explain(Explain),
    /// The score of the corpus without differences of case, quotes and the like.
    WhatIf,
    /// The candidate without what is not translation, in a file of its own.
    Repair,
    /// Statistics that add up.
    Stats {
        /// Whether statistics of segments are printed too.
        detail: StatsDetail,
        /// Poisson resamples whose sums to add.
        poisson: Option<ResamplingFields>,
    },
    /// The tokens, without a score.
    PrintTokens,
}

/// A significance mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SignificanceTest {
    /// The confidence interval of each score.
    Confidence,
    /// Whether each further candidate differs from the first.
    Paired(PairedTest),
    /// Whether each candidate differs from each other one.
    AllPairs(PairedTest),
}

impl SignificanceTest {
    /// The resampling method.
    pub fn test(self) -> PairedTest {
        match self {
            SignificanceTest::Confidence => PairedTest::Bootstrap,
            SignificanceTest::Paired(test) | SignificanceTest::AllPairs(test) => test,
        }
    }

    /// How this many systems are resampled.
    pub fn resampling(self, resampling: &Resampling, systems: usize) -> ResamplingFields {
        let comparisons = match self {
            SignificanceTest::Confidence => 0,
            SignificanceTest::Paired(_) => systems.saturating_sub(1),
            SignificanceTest::AllPairs(_) => AllPairs::comparisons(systems),
        };
        resampling.fields(self.test(), comparisons)
    }
}

/// A test that is asked for, with its resampling.
pub type AskedTest = (SignificanceTest, Resampling);

/// Choice of one of several samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum SampleChoice {
    /// minimum Bayes risk: the highest mean score against the other samples, or against pseudo-references
    Mbr,
    /// the highest score against the references
    Best,
    /// the lowest score against the references
    Worst,
}

impl SampleChoice {
    /// The place of the chosen one of some samples, by the scores that decide; of equal ones, the first.
    pub fn of_scores(self, scores: &[f64]) -> usize {
        let is_better =
            |score: f64, other: f64| if self == SampleChoice::Worst { score < other } else { score > other };
        (1..scores.len()).fold(0, |best, place| if is_better(scores[place], scores[best]) { place } else { best })
    }
}

/// Part of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum ExplainPart {
    /// The answer, likely problems, kinds of differences, and the factors of the score.
    Summary,
    /// The answer, and the n-grams that lower the score or make the difference.
    Ngrams,
    /// The answer, the scores of segments, and the segments that lower the score or make the difference.
    Segments,
    /// All parts.
    All,
}

impl ExplainPart {
    /// Whether this part has another one.
    pub fn has(self, part: ExplainPart) -> bool {
        self == part || self == ExplainPart::All
    }
}

/// Options of --explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Explain {
    /// Number of the segment to explain, from 1; `None` for the corpus.
    pub segment: Option<u64>,
    /// Part of the explanation of the corpus.
    pub part: ExplainPart,
    /// Number of n-grams and segments of each kind to list.
    pub show: usize,
    /// Whether the scores of single segments use the effective order.
    pub effective_order_of_segments: bool,
}

/// Level of detail of --stats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StatsDetail {
    /// Statistics of all segments together, or of groups.
    Sums,
    /// Statistics of each segment too.
    Segments,
}

/// Capabilities of a mode, which decide which other flags, formats and inputs go with it.
pub struct Capabilities {
    /// Flag of the mode.
    pub flag: &'static str,
    /// Least input that the mode works on.
    pub input: RequiredInput,
    /// Number of candidates.
    pub candidates: RangeInclusive<usize>,
    /// Formats of its output.
    pub formats: OutputFormats,
    features: &'static [Feature],
}

/// Input that a mode needs at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredInput {
    /// Candidates.
    Candidates,
    /// Candidates and references.
    Texts,
    /// Statistics, which are counted from candidates and references unless records of them are given.
    Statistics,
}

/// Formats that a mode supports besides text and JSON.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputFormats {
    /// Not even these: the output has a form of its own, which no flag changes.
    Own,
    /// No others: the result is not a table.
    Documents,
    /// Formats of one line per segment: rows and bare numbers.
    Lines,
    /// All but bare numbers.
    Tables,
    /// All.
    All,
}

/// A property of a mode that other flags need.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feature {
    /// Single segments are scored, and so --sentence is possible.
    Sentences,
    /// Groups (--by) are scored too.
    By,
    /// Test sets with a tokenizer each (--tokenize auto:by) can be scored.
    Sets,
    /// Segments have ids, in the output or in statistics.
    Ids,
    /// There is a table of systems for --sort.
    Sort,
    /// There are corpus scores for --fail-under.
    FailUnder,
    /// The tables have columns to choose.
    Columns,
    /// A report can be written besides.
    Report,
    /// Candidates and references are diagnosed, for warnings and --fail-on.
    Diagnosis,
    /// Output is printed while input is read.
    Streaming,
}

impl Capabilities {
    /// Whether the mode has a feature.
    pub fn has(&self, feature: Feature) -> bool {
        self.features.contains(&feature)
    }
}

impl Mode {
    /// The test that is asked for, if any is, of systems of one run or of several samples each.
    pub fn asked_test(self) -> Option<AskedTest> {
        match self {
            Mode::Significance(test, resampling) | Mode::ComparedSamples(test, resampling) => Some((test, resampling)),
            _ => None,
        }
    }

    /// Whether it scores single segments, for which tools have other defaults.
    pub fn scores_segments(self) -> bool {
        matches!(self, Mode::Pick(_) | Mode::Pairwise) || self.capabilities().has(Feature::Sentences)
    }

    /// Whether segments have several samples.
    pub fn is_of_samples(self) -> bool {
        let prints_segments = matches!(self, Mode::Pick(_) | Mode::Pairwise | Mode::SampleSelfBleu { .. });
        prints_segments || matches!(self, Mode::Samples { .. } | Mode::ComparedSamples(..))
    }

    /// Returns what the mode supports.
    pub fn capabilities(self) -> Capabilities {
        use Feature::{By, Columns, Diagnosis, FailUnder, Ids, Report, Sentences, Sets, Sort, Streaming};
        use OutputFormats::{All, Documents, Lines, Own, Tables};
        use RequiredInput::{Candidates, Statistics, Texts};
        use SignificanceTest::{AllPairs, Confidence, Paired};

        const ONE: RangeInclusive<usize> = 1..=1;
        const ANY: RangeInclusive<usize> = 1..=usize::MAX;
        const SEVERAL: RangeInclusive<usize> = 2..=usize::MAX;
        const SCORES: &[Feature] = &[By, Sets, Sort, FailUnder, Columns, Report, Diagnosis];
        const RANKS: &[Feature] = &[Sets, Sort, FailUnder, Columns, Report, Diagnosis];
        const UNGROUPED: &[Feature] = &[FailUnder, Report, Diagnosis];
        const POOLED: &[Feature] = &[Sentences, Sort, FailUnder, Columns];
        const POOLED_LINES: &[Feature] = &[Sentences, Columns];
        let (flag, input, candidates, formats, features): (_, _, _, _, &[Feature]) = match self {
            Mode::Corpus => ("the corpus score", Statistics, ANY, All, SCORES),
            Mode::Sentence => {
                ("--sentence", Statistics, ANY, Lines, &[Sentences, By, Ids, Columns, Report, Diagnosis, Streaming])
            }
            Mode::Significance(Confidence, _) => ("--confidence", Statistics, ANY, All, SCORES),
            Mode::Significance(Paired(_), _) => ("--paired", Statistics, SEVERAL, All, SCORES),
            Mode::Significance(AllPairs(_), _) => ("--all-pairs", Statistics, SEVERAL, Tables, RANKS),
            Mode::Runs(..) => ("--runs", Statistics, SEVERAL, All, &[Sets, Sort, FailUnder, Report, Diagnosis]),
            Mode::AllTools { .. } => ("--as all", Texts, ANY, Tables, &[Report, Diagnosis]),
            Mode::Cumulative { sentences: false } => ("--cumulative", Statistics, ANY, All, UNGROUPED),
            Mode::Cumulative { .. } => {
                ("--cumulative", Statistics, ANY, Lines, &[Sentences, Ids, Report, Diagnosis, Streaming])
            }
            Mode::Pooled { pool: Pool::LeaveOneOut, sentences: true } => {
                ("--self-bleu", Candidates, ANY, Lines, POOLED_LINES)
            }
            Mode::Pooled { pool: Pool::LeaveOneOut, .. } => ("--self-bleu", Candidates, ANY, All, POOLED),
            Mode::Pooled { sentences: true, .. } => ("--pool-references", Texts, ANY, Lines, POOLED_LINES),
            Mode::Pooled { .. } => ("--pool-references", Texts, ANY, All, POOLED),
            Mode::Explain(Explain { segment: Some(_), .. }) => {
                ("--explain-segment", Texts, 1..=2, Documents, &[Report])
            }
            // Two are compared.
            Mode::Explain(_) => ("--explain", Texts, 1..=2, Documents, &[By, Ids, FailUnder, Report, Diagnosis]),
            Mode::WhatIf => ("--what-if", Texts, ANY, Documents, UNGROUPED),
            Mode::Repair => ("--repair", Texts, ONE, Documents, &[]),
            Mode::Stats { detail: StatsDetail::Sums, .. } => ("--stats", Statistics, ANY, Own, &[By, Ids, Diagnosis]),
            Mode::Stats { .. } => ("--stats", Statistics, ANY, Own, &[By, Ids, Diagnosis, Streaming]),
            Mode::PrintTokens => ("--print-tokens", Candidates, ANY, Own, &[Streaming]),
            Mode::Samples { .. } => ("--samples", Texts, ANY, All, &[Report]),
            Mode::ComparedSamples(AllPairs(_), _) => {
                ("--all-pairs", Texts, SEVERAL, Tables, &[Sort, FailUnder, Columns, Report])
            }
            Mode::ComparedSamples(..) => ("--paired", Texts, SEVERAL, All, &[By, Sort, FailUnder, Columns, Report]),
            Mode::Pick(SampleChoice::Mbr) => ("--pick", Candidates, ONE, Lines, &[Ids, Streaming]),
            Mode::Pick(_) => ("--pick", Texts, ONE, Lines, &[Ids, Streaming]),
            Mode::Pairwise => ("--pairwise", Candidates, ONE, Lines, &[Ids, Streaming]),
            Mode::SampleSelfBleu { sentences: true } => {
                ("--self-bleu", Candidates, ONE, Lines, &[Sentences, By, Streaming])
            }
            Mode::SampleSelfBleu { sentences: false } => {
                ("--self-bleu", Candidates, ONE, All, &[Sentences, By, FailUnder])
            }
        };
        Capabilities { flag, input, candidates, formats, features }
    }

    /// Reason why one sample is not enough.
    pub fn needs_others(self) -> &'static str {
        match self {
            Mode::SampleSelfBleu { .. } => {
                "Self-BLEU compares each sample with the others of its segment, and needs at least two"
            }
            _ => {
                "minimum Bayes risk compares each sample with the others of its segment, and needs at least two, or \
                 pseudo-references (-r)"
            }
        }
    }
}

/// Checks that a mode can work with a definition.
pub fn check_mode(definition: &Definition, mode: Mode) -> Result<()> {
    let asked = match definition.tool() {
        Some(tool) => format!("--as {tool}"),
        None if definition.formula().is_set_mean() => String::from("--mean-of-segments"),
        None => format!("--ref-length {}", definition.reference_length()),
    };
    let (is_sum, is_sacrebleu) = (definition.is_score_of_sums(), definition.uses_sacrebleu_formula());
    let (counting, reference_length) = (definition.counting(), definition.reference_length());
    let reason = match mode {
        Mode::Explain(_) | Mode::WhatIf if !is_sacrebleu => "--explain and --what-if support only sacreBLEU's formula",
        mode if mode.is_of_samples() && !is_sacrebleu => "samples are scored only by sacreBLEU's formula",
        Mode::Significance(..) | Mode::Runs(..) if !is_sum => {
            "--confidence, --paired and --all-pairs need a score computed from corpus sums, not a mean of segment scores"
        }
        Mode::Repair | Mode::Stats { .. } | Mode::Cumulative { .. } if !is_sum => {
            &format!("{} needs a score computed from corpus sums", mode.capabilities().flag)
        }
        Mode::Stats { .. } if counting.is_sequential() => "--stats needs counts that do not depend on earlier segments",
        Mode::Cumulative { .. } if definition.tool().is_some_and(|tool| !tool.has_orders()) => {
            "its order cannot be changed"
        }
        Mode::Pooled { .. } if counting.rules.references != UsedReferences::All => "it reads one reference",
        Mode::Pooled { .. } if reference_length == ReferenceLength::ClosestFirst => {
            "its reference length depends on the order of the references"
        }
        _ => return Ok(()),
    };
    bail!("{asked} does not support this mode: {reason}")
}

/// Checks that a mode works with this many candidates.
pub fn check_candidates(mode: Mode, candidates: usize) -> Result<()> {
    if let Mode::Runs(runs, _) = mode {
        ensure!(
            candidates.is_multiple_of(runs) && candidates >= 2 * runs,
            "--runs {runs} needs {runs} candidates for each of at least two systems, but {candidates} are given; list all \
             runs of the first system, then those of the next"
        );
    }
    let Capabilities { flag, candidates: range, .. } = mode.capabilities();
    let (least, most) = range.into_inner();
    if candidates < least {
        let (least, test) =
            (count(least as u64, "candidate"), mode.asked_test().map_or("", |(test, _)| test.test().name()));
        let command = Hint::Compare { flag: format!("{flag} {test}").trim_end().to_owned() };
        bail!("{flag} needs at least {least}, as in: {command}");
    }
    ensure!(candidates <= most, "{flag} takes at most {}; {candidates} are given", count(most as u64, "candidate"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_that_print_line_by_line_print_while_reading() {
        let prints = |mode: Mode| mode.capabilities().has(Feature::Streaming);
        let stats = |detail| Mode::Stats { detail, poisson: None };
        for sentences in [false, true] {
            assert_eq!(prints(Mode::Cumulative { sentences }), sentences);
        }
        assert!(prints(Mode::Sentence) && prints(Mode::PrintTokens) && prints(stats(StatsDetail::Segments)));
        assert!(!prints(stats(StatsDetail::Sums)) && !prints(Mode::Corpus));
    }
}
