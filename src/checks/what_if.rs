//! What-if scores: corpus scores with one kind of difference between candidate and references removed.
//!
//! A [`Change`] rewrites lines, for example by ignoring case. A [`WhatIf`] applies each change to both sides, and
//! scores the result by the same definition. Only segments that a change alters are counted again.
//!
//! ```
//! use bleu::{AddSegments, Definition, what_if::{Change, WhatIf}};
//!
//! let mut what_if = WhatIf::new(&Definition::default(), 1)?;
//! what_if.add_lines(&["the cat sat on the mat\n"], &["The cat sat on the mat\n"])?;
//! let scores = what_if.finish_one()?;
//! let case = scores.iter().find(|x| x.change == Change::Case).expect("every change has a score");
//! assert!(case.score == 1.0 && case.difference > 0.2 && case.references.lines == 1);
//! # Ok::<(), bleu::Error>(())
//! ```

mod change;
mod characters;
mod recount;
mod replace;
mod spacing;
mod spelling;

pub use super::repair::SubwordScheme;
pub use change::Change;
pub(crate) use characters::{is_ascii_punctuation, is_invisible, is_punctuation};
pub(crate) use recount::{RecountedBatch, Recounter};

use crate::bleu::error::Error;
use crate::bleu::lines::lines_of;
use crate::bleu::ngram::CountedBatch;
use crate::bleu::scoring::only;
use crate::bleu::scoring::{Definition, Statistics};
use crate::checks::segments::AddCounted;
use std::ops::AddAssign;

/// Scores of a corpus after each [`Change`], in batches of lines.
#[derive(Debug)]
pub struct WhatIf {
    definition: Definition,
    candidates: Vec<CandidateSums>,
}

/// The score of a candidate after a change.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct WhatIfScore {
    /// The change, applied to the candidate and to its references.
    pub change: Change,
    /// Score after the change, from 0 to 1.
    pub score: f64,
    /// Score after the change minus score before it.
    pub difference: f64,
    /// Lines and places that the change alters in the candidate.
    pub candidate: Altered,
    /// Lines and places that the change alters in all references together.
    pub references: Altered,
    /// Number of segments in which the change alters the candidate, but no reference.
    pub only_candidate: u64,
    /// Number of segments in which the change alters a reference, but not the candidate.
    pub only_references: u64,
    /// The first of these segments, from 0; serialized from 1.
    #[cfg_attr(feature = "serde", serde(serialize_with = "crate::bleu::lines::numbers"))]
    pub one_sided: Vec<u64>,
}

/// Maximum number of segments in [`WhatIfScore::one_sided`].
const MAX_SEGMENTS: usize = 20;

/// How much of a text a change alters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[non_exhaustive]
pub struct Altered {
    /// Number of lines.
    pub lines: u64,
    /// Number of places in these lines: characters, entities or marks.
    pub places: u64,
}

/// Sums stop at `u64::MAX`.
impl AddAssign for Altered {
    fn add_assign(&mut self, Altered { lines, places }: Altered) {
        self.lines = self.lines.saturating_add(lines);
        self.places = self.places.saturating_add(places);
    }
}

/// Sums over all segments of a candidate.
#[derive(Clone, Debug, Default)]
struct CandidateSums {
    segments: u64,
    statistics: Statistics,
    changes: [Recount; Change::ALL.len()],
}

/// Statistics of the segments that a change alters.
#[derive(Clone, Debug, Default)]
struct Recount {
    before: Statistics,
    after: Statistics,
    candidate: Altered,
    references: Altered,
    only_candidate: u64,
    only_references: u64,
    /// The first segments, from 0, that are altered on one side only.
    one_sided: Vec<u64>,
}

impl AddCounted for WhatIf {
    fn definition(&self) -> &Definition {
        &self.definition
    }

    fn candidates(&self) -> Option<usize> {
        Some(self.candidates.len())
    }

    fn segments(&self) -> u64 {
        self.candidates.first().map_or(0, |sums| sums.segments)
    }

    fn add_counted(&mut self, texts: &[&str], counted: CountedBatch) -> Result<(), Error> {
        let recounted =
            Recounter::new(&self.definition).recount(&lines_of(texts), &counted.tokens, &counted.systems)?;
        self.add(recounted)
    }
}

impl WhatIf {
    /// Creates an empty accumulator of a number of candidates that are scored by this definition.
    ///
    /// # Errors
    /// If there is no candidate, or if the score is not by sacreBLEU's formula ([`Definition::uses_sacrebleu_formula`]).
    pub fn new(definition: &Definition, candidates: usize) -> Result<WhatIf, Error> {
        definition.check_sacrebleu_formula()?;
        if candidates == 0 {
            return Err(Error::CandidateCount { candidates });
        }
        Ok(WhatIf { definition: definition.clone(), candidates: vec![CandidateSums::default(); candidates] })
    }

    /// Adds the next batch of the corpus.
    ///
    /// # Errors
    /// If the batch was counted by another definition.
    pub(crate) fn add(&mut self, batch: RecountedBatch) -> Result<(), Error> {
        for (sums, batch) in self.candidates.iter_mut().zip(batch.0) {
            sums.statistics.merge(&batch.statistics)?;
            for (sum, more) in sums.changes.iter_mut().zip(batch.changes) {
                let Recount { before, after, candidate, references, .. } = more;
                sum.before.merge(&before)?;
                sum.after.merge(&after)?;
                sum.candidate += candidate;
                sum.references += references;
                sum.only_candidate += more.only_candidate;
                sum.only_references += more.only_references;
                let room = MAX_SEGMENTS - sum.one_sided.len();
                sum.one_sided.extend(more.one_sided.iter().take(room).map(|segment| sums.segments + segment));
            }
            sums.segments += batch.segments;
        }
        Ok(())
    }

    /// The statistics of each candidate without a change.
    pub(crate) fn statistics(&self) -> impl Iterator<Item = &Statistics> {
        self.candidates.iter().map(|sums| &sums.statistics)
    }

    /// Returns the scores of each candidate, one per change, in the order of [`Change::ALL`].
    pub fn finish(self) -> Vec<Vec<WhatIfScore>> {
        self.scores()
    }

    /// Returns the scores of the only candidate, one per change.
    ///
    /// # Errors
    /// If several candidates were declared.
    pub fn finish_one(self) -> Result<Vec<WhatIfScore>, Error> {
        only(self.finish())
    }

    /// See [`finish`](Self::finish).
    pub(crate) fn scores(&self) -> Vec<Vec<WhatIfScore>> {
        let score_candidate = |sums: &CandidateSums| {
            let changes = Change::ALL.iter().copied().zip(&sums.changes);
            changes.map(|(change, sum)| WhatIfScore::new(&self.definition, &sums.statistics, change, sum)).collect()
        };
        self.candidates.iter().map(score_candidate).collect()
    }
}

impl WhatIfScore {
    /// The score of a candidate with these statistics after a change.
    fn new(definition: &Definition, statistics: &Statistics, change: Change, sum: &Recount) -> WhatIfScore {
        let score = |statistics: &Statistics| definition.evaluate(statistics).value();
        let after = score(&statistics.replace(&sum.before, &sum.after));
        WhatIfScore {
            change,
            score: after,
            difference: after - score(statistics),
            candidate: sum.candidate,
            references: sum.references,
            only_candidate: sum.only_candidate,
            only_references: sum.only_references,
            one_sided: sum.one_sided.clone(),
        }
    }
}
