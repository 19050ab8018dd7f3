//! The modes: what the program can be asked to do, and what each mode supports.

use crate::bleu::rules::UsedReferences;
use crate::cli::display::count;
use crate::cli::output::format::Kinds;
use crate::{AllPairs, Definition, PairedTest, Pool, ReferenceLength, Resampling, ResamplingFields};
use std::ops::RangeInclusive;

/// The command to run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Mode {
    /// The names of the test sets that are in sacreBLEU's cache.
    ListTestSets,
    /// The dictionaries that are installed.
    ListDictionaries,
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
    /// Scores or choices of several samples of each segment.
    Samples(SamplesRequest),
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
    Stats(StatsRequest),
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

/// Question about several samples of each segment.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum SamplesRequest {
    /// The corpus scores of a typical sample and of choices.
    Scores {
        /// Whether the scores by which segments are chosen use the effective order.
        effective_order_of_segments: bool,
        /// The confidence intervals asked for.
        resampling: Option<Resampling>,
    },
    /// The significance of the differences of mean scores.
    Compared(SignificanceTest, Resampling),
    /// A sample of each segment.
    Pick(SampleChoice),
    /// The scores of all pairs.
    Pairwise,
    /// The likeness of the samples: each is scored against the others of its segment.
    SelfBleu { sentences: bool },
}

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

/// Options of --stats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatsRequest {
    /// Whether to print statistics of segments too.
    pub detail: StatsDetail,
    /// Poisson resamples whose sums to add.
    pub poisson: Option<ResamplingFields>,
}

/// Level of detail of --stats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum StatsDetail {
    /// Statistics of all segments together, or of groups.
    Sums,
    /// Statistics of each segment too.
    Segments,
}

/// Properties of a mode that decide which other flags, formats and inputs go with it.
pub struct Capabilities {
    /// Flag of the mode.
    pub flag: &'static str,
    /// Least input that the mode works on.
    pub input: RequiredInput,
    /// Number of candidates.
    pub candidates: RangeInclusive<usize>,
    /// Formats of its output, besides text and JSON; none if it has one of its own, which no flag changes.
    pub formats: Option<Kinds>,
    /// Whether single segments are scored, and so --sentence is possible.
    pub sentences: bool,
    /// Whether --by is possible; if not, an alternative.
    pub by: Result<(), &'static str>,
    /// Whether there is a table of systems for --sort.
    pub sort: bool,
    /// Whether there are corpus scores for --fail-under.
    pub fail_under: bool,
    /// Whether its tables have columns to choose.
    pub columns: bool,
    /// Whether a report can be written besides.
    pub report: bool,
    /// Whether candidates and references are diagnosed, for warnings and --fail-on.
    pub diagnosis: bool,
    /// Whether output is printed while input is read.
    pub prints_while_reading: bool,
}

/// Input that a mode needs at least.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequiredInput {
    /// No text.
    Nothing,
    /// Candidates.
    Candidates,
    /// Candidates and references.
    Texts,
    /// Statistics, which are counted from candidates and references unless records of them are given.
    Statistics,
}

impl RequiredInput {
    /// Whether the mode needs references if texts are given.
    pub(super) fn references(self) -> bool {
        matches!(self, RequiredInput::Texts | RequiredInput::Statistics)
    }
}

/// The kinds of formats of one line per segment.
const LINES: Kinds = Kinds { rows: true, tables: false, numbers: true };

/// None but text and JSON: the result is not a table.
const NO_TABLE: Kinds = Kinds { rows: false, tables: false, numbers: false };

const ALL: Kinds = Kinds { rows: true, tables: true, numbers: true };

/// All but bare numbers.
const TABLES: Kinds = Kinds { numbers: false, ..ALL };

impl Capabilities {
    /// The support of the corpus score, from which other modes are described.
    const CORPUS: Capabilities = Capabilities {
        flag: "the corpus score",
        input: RequiredInput::Statistics,
        candidates: 1..=usize::MAX,
        formats: Some(ALL),
        sentences: false,
        by: Ok(()),
        sort: true,
        fail_under: true,
        columns: true,
        report: true,
        diagnosis: true,
        prints_while_reading: false,
    };

    /// The support of modes that print other things than scores of systems.
    const OTHER: Capabilities = Capabilities {
        input: RequiredInput::Texts,
        formats: None,
        by: Err("drop --by"),
        sort: false,
        fail_under: false,
        columns: false,
        report: false,
        ..Capabilities::CORPUS
    };

    /// The support of modes that list what is installed.
    const LIST: Capabilities = Capabilities { input: RequiredInput::Nothing, diagnosis: false, ..Capabilities::OTHER };
}

impl Mode {
    /// The test that is asked for, if any is, of systems of one run or of several samples each.
    pub fn test(self) -> Option<SignificanceTest> {
        match self {
            Mode::Significance(test, _) | Mode::Samples(SamplesRequest::Compared(test, _)) => Some(test),
            _ => None,
        }
    }

    /// Whether it lists what is installed, and reads no text.
    pub fn is_list(self) -> bool {
        self.capabilities().input == RequiredInput::Nothing
    }

    /// Whether it scores single segments, for which tools have other defaults.
    pub fn scores_segments(self) -> bool {
        let is_choice = matches!(self, Mode::Samples(SamplesRequest::Pick(_) | SamplesRequest::Pairwise));
        is_choice || self.capabilities().sentences
    }

    /// Returns what the mode supports.
    pub fn capabilities(self) -> Capabilities {
        match self {
            Mode::Corpus => Capabilities::CORPUS,
            Mode::Sentence => Capabilities {
                flag: "--sentence",
                formats: Some(LINES),
                sentences: true,
                sort: false,
                fail_under: false,
                prints_while_reading: true,
                ..Capabilities::CORPUS
            },
            Mode::Significance(SignificanceTest::Confidence, _) => {
                Capabilities { flag: "--confidence", ..Capabilities::CORPUS }
            }
            Mode::Significance(SignificanceTest::Paired(_), _) => {
                Capabilities { flag: "--paired", candidates: 2..=usize::MAX, ..Capabilities::CORPUS }
            }
            Mode::Significance(SignificanceTest::AllPairs(_), _) => Capabilities {
                flag: "--all-pairs",
                candidates: 2..=usize::MAX,
                formats: Some(TABLES),
                by: Err("use --paired, which tests each group"),
                ..Capabilities::CORPUS
            },
            Mode::Runs(..) => Capabilities {
                flag: "--runs",
                columns: false,
                candidates: 2..=usize::MAX,
                by: Err("drop --by"),
                ..Capabilities::CORPUS
            },
            Mode::AllTools { .. } => Capabilities {
                flag: "--as all",
                formats: Some(TABLES),
                by: Err("name one tool"),
                report: true,
                ..Capabilities::OTHER
            },
            Mode::Cumulative { sentences } => Capabilities {
                flag: "--cumulative",
                input: RequiredInput::Statistics,
                formats: Some(if sentences { LINES } else { ALL }),
                sentences,
                by: Err("set the order with -n"),
                fail_under: !sentences,
                report: true,
                prints_while_reading: sentences,
                ..Capabilities::OTHER
            },
            Mode::Pooled { pool, sentences } => {
                let (flag, input) = match pool {
                    Pool::LeaveOneOut => ("--self-bleu", RequiredInput::Candidates),
                    Pool::References => ("--pool-references", RequiredInput::Texts),
                };
                Capabilities {
                    flag,
                    input,
                    formats: Some(if sentences { LINES } else { ALL }),
                    sentences: true,
                    sort: !sentences,
                    fail_under: !sentences,
                    columns: true,
                    diagnosis: false,
                    ..Capabilities::OTHER
                }
            }
            Mode::Samples(request) => request.capabilities(),
            Mode::Explain(Explain { segment, .. }) => Capabilities {
                flag: if segment.is_some() { "--explain-segment" } else { "--explain" },
                // Two are compared.
                candidates: 1..=2,
                formats: Some(NO_TABLE),
                by: if segment.is_some() { Err("extract the segments of the group first") } else { Ok(()) },
                fail_under: segment.is_none(),
                report: true,
                diagnosis: segment.is_none(),
                ..Capabilities::OTHER
            },
            Mode::WhatIf => Capabilities {
                flag: "--what-if",
                formats: Some(NO_TABLE),
                by: Err("extract the segments of the group first"),
                fail_under: true,
                report: true,
                ..Capabilities::OTHER
            },
            Mode::Repair => Capabilities {
                flag: "--repair",
                candidates: 1..=1,
                formats: Some(NO_TABLE),
                diagnosis: false,
                ..Capabilities::OTHER
            },
            Mode::Stats(StatsRequest { detail, .. }) => Capabilities {
                flag: "--stats",
                input: RequiredInput::Statistics,
                by: Ok(()),
                prints_while_reading: detail == StatsDetail::Segments,
                ..Capabilities::OTHER
            },
            Mode::PrintTokens => Capabilities {
                flag: "--print-tokens",
                diagnosis: false,
                input: RequiredInput::Candidates,
                prints_while_reading: true,
                ..Capabilities::OTHER
            },
            Mode::ListTestSets => Capabilities { flag: "--list-test-sets", ..Capabilities::LIST },
            Mode::ListDictionaries => Capabilities { flag: "--list-dictionaries", ..Capabilities::LIST },
        }
    }
}

impl SamplesRequest {
    /// Reason why one sample is not enough.
    pub(super) fn needs_others(self) -> &'static str {
        match self {
            SamplesRequest::SelfBleu { .. } => {
                "Self-BLEU compares each sample with the others of its segment, and needs at least two"
            }
            _ => {
                "minimum Bayes risk compares each sample with the others of its segment, and needs at least two, or \
                 pseudo-references (-r)"
            }
        }
    }

    fn capabilities(self) -> Capabilities {
        const OF_SAMPLES: Capabilities = Capabilities { candidates: 1..=1, diagnosis: false, ..Capabilities::OTHER };
        match self {
            SamplesRequest::Scores { .. } => Capabilities {
                flag: "--samples",
                formats: Some(ALL),
                candidates: 1..=usize::MAX,
                report: true,
                ..OF_SAMPLES
            },
            SamplesRequest::Compared(test, _) => Capabilities {
                flag: if matches!(test, SignificanceTest::AllPairs(_)) { "--all-pairs" } else { "--paired" },
                formats: Some(if matches!(test, SignificanceTest::AllPairs(_)) { TABLES } else { ALL }),
                candidates: 2..=usize::MAX,
                sort: true,
                fail_under: true,
                columns: true,
                report: true,
                by: match test {
                    SignificanceTest::AllPairs(_) => Err("use --paired, which tests each group"),
                    _ => Ok(()),
                },
                ..OF_SAMPLES
            },
            SamplesRequest::Pick(choice) => Capabilities {
                flag: "--pick",
                input: if choice == SampleChoice::Mbr { RequiredInput::Candidates } else { RequiredInput::Texts },
                formats: Some(LINES),
                prints_while_reading: true,
                ..OF_SAMPLES
            },
            SamplesRequest::Pairwise => Capabilities {
                flag: "--pairwise",
                input: RequiredInput::Candidates,
                formats: Some(LINES),
                prints_while_reading: true,
                ..OF_SAMPLES
            },
            SamplesRequest::SelfBleu { sentences } => Capabilities {
                flag: "--self-bleu",
                input: RequiredInput::Candidates,
                formats: Some(if sentences { LINES } else { ALL }),
                sentences: true,
                by: Ok(()),
                fail_under: !sentences,
                prints_while_reading: sentences,
                ..OF_SAMPLES
            },
        }
    }
}

/// Checks that a mode can work with the definition of a tool.
pub fn check_mode(definition: &Definition, mode: Mode) -> Result<(), String> {
    let Some(tool) = definition.tool() else { return Ok(()) };
    let reason = match mode {
        Mode::Explain(_) | Mode::WhatIf if !definition.uses_sacrebleu_formula() => {
            "--explain and --what-if support only sacreBLEU's formula"
        }
        Mode::Samples(_) if !definition.uses_sacrebleu_formula() => "samples are scored only by sacreBLEU's formula",
        Mode::Significance(..) | Mode::Runs(..) if !definition.is_score_of_sums() => {
            "--confidence, --paired and --all-pairs need a score computed from corpus sums, not a mean of segment scores"
        }
        Mode::Repair if !definition.is_score_of_sums() => "--repair needs a score computed from corpus sums",
        Mode::Stats(_) if !definition.is_score_of_sums() => "--stats needs a score computed from corpus sums",
        Mode::Stats(_) if definition.counting().is_sequential() => {
            "--stats needs counts that do not depend on earlier segments"
        }
        Mode::Cumulative { .. } if !definition.is_score_of_sums() => {
            "--cumulative needs a score computed from corpus sums"
        }
        Mode::Cumulative { .. } if !tool.has_orders() => "its order cannot be changed",
        Mode::Pooled { .. } if definition.counting().rules.references != UsedReferences::All => {
            "it reads one reference"
        }
        Mode::Pooled { .. } if definition.reference_length() == ReferenceLength::FirstClosest => {
            "its reference length depends on the order of the references"
        }
        _ => return Ok(()),
    };
    Err(format!("--as {tool} does not support this mode: {reason}"))
}

/// Checks that a mode works with this many candidates.
pub fn check_candidates(mode: Mode, candidates: usize) -> Result<(), String> {
    if let Mode::Runs(runs, _) = mode {
        return check_runs(runs, candidates);
    }
    let Capabilities { flag, candidates: range, .. } = mode.capabilities();
    let (least, most) = range.into_inner();
    if candidates < least {
        let test = mode.test().map_or("", |test| test.test().name());
        return Err(format!(
            "{flag} needs at least {}, as in: bleu -r ref.txt {flag} {test} base.txt new.txt",
            count(least as u64, "candidate")
        ));
    }
    match candidates > most {
        true => Err(format!("{flag} takes at most {}; {candidates} are given", count(most as u64, "candidate"))),
        false => Ok(()),
    }
}

/// Checks that candidates can be divided into systems of this many runs each.
pub fn check_runs(runs: usize, candidates: usize) -> Result<(), String> {
    if candidates.is_multiple_of(runs) && candidates >= 2 * runs {
        return Ok(());
    }
    Err(format!(
        "--runs {runs} needs {runs} candidates for each of at least two systems, but {candidates} are given; list all \
         runs of the first system, then those of the next"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modes_that_print_line_by_line_print_while_reading() {
        let prints = |mode: Mode| mode.capabilities().prints_while_reading;
        let stats = |detail| Mode::Stats(StatsRequest { detail, poisson: None });
        for sentences in [false, true] {
            assert_eq!(prints(Mode::Cumulative { sentences }), sentences);
        }
        assert!(prints(Mode::Sentence) && prints(Mode::PrintTokens) && prints(stats(StatsDetail::Segments)));
        assert!(!prints(stats(StatsDetail::Sums)) && !prints(Mode::Corpus));
    }
}
