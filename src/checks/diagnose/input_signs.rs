//! Signs of problems in the input of a score: in the statistics of all segments, and windows of the text, which are kept while
//! it is read. Only where these show that something may be wrong are the windows diagnosed.

use super::checks;
use super::checks::{empty_lines, tokenizer};
use super::diagnoser::Diagnoser;
use super::finding::Finding;
use super::segment_list::SegmentList;
use super::segment_signs::SegmentSigns;
use super::window_signs::{TextSigns, WindowSigns};
use super::windows;
use super::windows::Windows;
use crate::bleu::error::Error;
use crate::bleu::scoring::{Definition, ReferenceLists, SegmentLines, SegmentStatistics};
use crate::bleu::tokenize::Tokens;
use std::ops::AddAssign;

/// Minimum number of segments for statistics. Fewer show no more than the marks of some problems.
const MIN_SEGMENTS: u64 = 20;

/// Numbers of lines that are searched for signs, and the least strength of their signs for which more lines are searched; in the
/// end, for a diagnosis.
const STEPS: [usize; 3] = [96, 256, 512];

/// If there are several references, one line in this number is compared with all of them.
const LINES_PER_SKETCH: usize = 2;

/// Number of references that are searched. A segment may have hundreds of thousands.
const MAX_REFERENCES: usize = 64;

/// Signs of problems in the input of a score. The signs in batches add up.
#[derive(Clone, Debug, Default)]
pub struct InputSigns {
    /// For each candidate.
    signs: Vec<SegmentSigns>,
    /// For each reference, the segments in which it has no token, but a candidate has.
    empty_references: Vec<SegmentList>,
    windows: Windows,
}

impl InputSigns {
    /// The signs in the next batch, given its texts, the candidates first, the number of segments before it, the tokens of the texts
    /// and the statistics of each candidate.
    pub fn of_batch(texts: &[&str], before: u64, tokens: &[Tokens], systems: &[SegmentStatistics]) -> InputSigns {
        let shown = texts.len().min(systems.len() + MAX_REFERENCES);
        let references = &tokens[systems.len()..shown];
        let segments = systems.first().map_or(0, |table| table.len() as u64);
        let are_complete = references.iter().all(|reference| reference.missing().is_none());
        InputSigns {
            signs: systems.iter().map(SegmentSigns::of_batch).collect(),
            empty_references: references
                .iter()
                .map(|reference| SegmentList::of_empty_references(reference, systems))
                .collect(),
            windows: Windows::of_batch(&texts[..shown], segments, before, |text, segment| {
                !are_complete && text >= systems.len() && tokens[text].is_missing(segment)
            }),
        }
    }

    /// The segments, from 0, that are searched in a corpus with this many: windows that are spread over it.
    pub fn windows(segments: u64) -> impl Iterator<Item = u64> {
        windows::kept(segments)
    }

    /// The signs in a corpus, given signs in the statistics of all its segments, and the segments in [`windows`](Self::windows) with
    /// their references.
    ///
    /// # Errors
    /// If there are not references for as many segments as the candidate has, or if a segment has none.
    pub fn of_windows(
        definition: &Definition,
        signs: SegmentSigns,
        candidate: &[impl AsRef<str>],
        references: ReferenceLists,
    ) -> Result<InputSigns, Error> {
        let lines = SegmentLines::new(definition, &[candidate], &references, 0)?;
        let windows = Windows::of_kept(&lines, signs.segments);
        Ok(InputSigns {
            signs: vec![signs],
            empty_references: vec![SegmentList::default(); lines.references.len()],
            windows,
        })
    }

    /// Number of segments in the windows, and of all.
    pub fn numbers(&self) -> [u64; 2] {
        self.windows.numbers()
    }

    /// Number of texts: the candidates and the references.
    pub fn texts(&self) -> usize {
        self.signs.len() + self.empty_references.len()
    }

    /// Returns the findings on each candidate; without a definition only those on empty lines.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn findings(&self, definition: Option<&Definition>) -> Result<Vec<Vec<Finding>>, Error> {
        let mut found: Vec<Vec<Finding>> = vec![Vec::new(); self.signs.len()];
        let [kept, all] = self.windows.numbers();
        match definition {
            None => {}
            // Lines that are too long are not kept.
            Some(_) if kept == 0 => {}
            Some(definition) if kept < MIN_SEGMENTS => found = self.in_few_lines(definition)?,
            Some(definition) => {
                let sample = (kept < all).then_some(kept);
                for (candidate, findings) in self.window_findings(definition)? {
                    found[candidate] = findings.into_iter().map(|finding| Finding { sample, ..finding }).collect();
                }
            }
        }
        for (findings, signs) in found.iter_mut().zip(&self.signs) {
            // Empty lines are known of all segments.
            let of_candidate = empty_lines::of_candidate(&signs.empty, signs.segments);
            let of_references = empty_lines::of_references(&self.empty_references, signs.segments);
            let empty: Vec<Finding> = of_candidate.into_iter().chain(of_references).collect();
            let is_known = |finding: &Finding| empty.iter().any(|known| known.problem.is_like(&finding.problem));
            findings.retain(|finding| !finding.problem.is_of_empty_lines() || is_known(finding));
            for finding in empty {
                match findings.iter_mut().find(|found| found.problem.is_like(&finding.problem)) {
                    Some(found) => *found = finding,
                    None => {
                        let place = findings.iter().position(|found| found.loss < finding.loss);
                        findings.insert(place.unwrap_or(findings.len()), finding);
                    }
                }
            }
        }
        Ok(found)
    }

    /// The findings on each candidate that a few lines are enough for.
    fn in_few_lines(&self, definition: &Definition) -> Result<Vec<Vec<Finding>>, Error> {
        let all: Vec<usize> = (0..self.signs.len()).collect();
        let mut found = Diagnoser::diagnose_windows(definition, &self.windows, &all, all.len())?;
        found.iter_mut().for_each(|findings| findings.retain(|finding| finding.problem.has_marks()));
        Ok(found)
    }

    /// The candidates that something may be wrong with, and the findings in the windows.
    fn window_findings(&self, definition: &Definition) -> Result<Vec<(usize, Vec<Finding>)>, Error> {
        let (mut with_sign, mut doubtful): (Vec<usize>, Vec<usize>) =
            (0..self.signs.len()).partition(|candidate| self.signs[*candidate].are_strong());
        let takes_sketches = self.empty_references.len() > 1;
        let mut seen = vec![TextSigns::default(); self.texts()];
        let mut before = 0;
        for lines in STEPS {
            let least = if lines == STEPS[STEPS.len() - 1] { 1.0 } else { 0.5 };
            for text in doubtful.iter().copied().chain(self.signs.len()..self.texts()) {
                let seen = &mut seen[text];
                self.windows.each_line(text, before..lines, |line| {
                    seen.add(line, takes_sketches && seen.len().is_multiple_of(LINES_PER_SKETCH))
                });
            }
            before = lines;
            doubtful.retain(|&candidate| {
                let window_signs = self.window_signs(candidate, &seen);
                let has_sign = checks::have_sign(&window_signs, definition);
                with_sign.extend(has_sign.then_some(candidate));
                !has_sign && window_signs.strength() >= least
            });
            if doubtful.is_empty() {
                break;
            }
        }
        with_sign.append(&mut doubtful);
        with_sign.sort_unstable();
        // What the references show holds for all candidates.
        let unsplit = with_sign
            .first()
            .and_then(|candidate| tokenizer::signs_finding(&self.window_signs(*candidate, &seen), definition));
        let found = match unsplit {
            Some(finding) => vec![vec![finding]; with_sign.len()],
            None if with_sign.is_empty() => Vec::new(),
            None => Diagnoser::diagnose_windows(definition, &self.windows, &with_sign, self.signs.len())?,
        };
        Ok(with_sign.into_iter().zip(found).collect())
    }

    fn window_signs<'a>(&'a self, candidate: usize, seen: &'a [TextSigns]) -> WindowSigns<'a> {
        let (candidates, references) = seen.split_at(self.signs.len());
        WindowSigns { segments: &self.signs[candidate], candidate: &candidates[candidate], references }
    }
}

impl AddAssign for InputSigns {
    fn add_assign(&mut self, next: InputSigns) {
        let before = self.windows.numbers()[1];
        self.signs.resize_with(self.signs.len().max(next.signs.len()), SegmentSigns::default);
        self.signs.iter_mut().zip(&next.signs).for_each(|(signs, next)| *signs += next);
        // Segments may have more references than those before.
        let references = self.empty_references.len().max(next.empty_references.len());
        self.empty_references.resize_with(references, SegmentList::default);
        self.empty_references
            .iter_mut()
            .zip(&next.empty_references)
            .for_each(|(lines, next)| lines.append(next, before));
        self.windows += next.windows;
    }
}
