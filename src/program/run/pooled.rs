//! `--self-bleu` and `--pool-references`: each line of a candidate against one pool of lines.

use super::counting::fold;
use super::sentence::write_segments;
use super::{Mode, ensure_has_score, open_texts, scores, write_buffered};
use crate::bleu::scoring::rules::UsedReferences;
use crate::bleu::scoring::{Definition, ReferenceLength, Score, SegmentStatistics};
use crate::bleu::signature::Pool;
use crate::bleu::signature::{ReferenceCount, Signature};
use crate::program::request::Request;
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, Support};
use crate::program::results::Report;
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{Labels, Results, SegmentsRead, System};
use crate::text::display::count as count_of;
use crate::text::{Origin, Segments};
use anyhow::{Result, anyhow, bail};
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Arc;

/// The score of each line against a pool of lines, or their mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PooledMode {
    pub pool: Pool,
    /// Whether the scores of the lines are printed rather than their mean.
    pub sentences: bool,
}

impl Mode for PooledMode {
    fn support(&self) -> Support {
        use Feature::{Columns, FailUnder, Sentences, Sort};
        let (flag, input) = match self.pool {
            Pool::LeaveOneOut => ("--self-bleu", RequiredInput::Candidates),
            Pool::References => ("--pool-references", RequiredInput::Texts),
        };
        let (formats, features): (_, &[Feature]) = match self.sentences {
            false => (OutputFormats::All, &[Sentences, Sort, FailUnder, Columns]),
            true => (OutputFormats::Lines, &[Sentences, Columns]),
        };
        Support { flag, input, candidates: ANY_NUMBER, formats, features }
    }

    fn objection(&self, definition: &Definition) -> Option<&'static str> {
        if definition.counting().rules.references != UsedReferences::All {
            return Some("it reads one reference");
        }
        let is_ordered = definition.reference_length() == ReferenceLength::ClosestFirst;
        is_ordered.then_some("its reference length depends on the order of the references")
    }

    fn sign(&self, signature: Signature, _: usize) -> Signature {
        signature.with_pool(self.pool)
    }

    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        let PooledMode { pool, sentences } = *self;
        let (texts, references) = read_all(request)?;
        let count = |(name, text): (&String, &String)| count(request, pool, name, text, &references);
        let tables: Vec<SegmentStatistics> = request.systems.iter().zip(&texts).map(count).collect::<Result<_>>()?;
        if sentences {
            let most = tables.iter().map(SegmentStatistics::len).max().unwrap_or(0);
            if let Some((name, table)) = request.systems.iter().zip(&tables).find(|(_, table)| table.len() != most) {
                let (name, lines) = (request.system_label(name), table.len());
                bail!("{name}: {lines} lines, but another candidate has {most}; score the candidates separately");
            }
            write_buffered(out, |out| write_segments(request, &[], &tables, 0, |_| Labels::default(), out).map(drop))?;
            return Ok(Results::Segments(SegmentsRead::default()));
        }
        let number = |table: &SegmentStatistics| match pool {
            Pool::LeaveOneOut => ReferenceCount::from_len(table.len() - 1),
            Pool::References => ReferenceCount::from_len(references.lines().count()),
        };
        let segments = tables.iter().map(SegmentStatistics::len).min().unwrap_or(0) as u64;
        let differ = tables.iter().any(|table| table.len() as u64 != segments);
        let system = |(name, table): (&String, &SegmentStatistics)| {
            let own = (table.len() as u64, self.sign(request.signature(number(table)), 1).to_string());
            let score = (&mean(request, name, table)?).into();
            Ok(System { own: Some(own).filter(|_| differ), ..System::new(name, score) })
        };
        let systems = request.systems.iter().zip(&tables).map(system).collect::<Result<_>>()?;
        let all = tables.iter().map(number).reduce(ReferenceCount::merge);
        let signature = self.sign(request.signature(all.unwrap_or(ReferenceCount::Varying)), texts.len());
        Ok(scores(request, Report::without_tests(request, systems, segments, signature.to_string())))
    }
}

/// The lines of each candidate and of all references, each ended by LF.
type PooledTexts = (Vec<String>, String);

/// Reads all lines of a request.
fn read_all(request: &Arc<Request>) -> Result<PooledTexts> {
    if request.input.origin != Origin::Files {
        return read(request, &request.candidates, &request.references);
    }
    // Files need not have the same number of lines.
    let candidates = request.candidates.chunks(1).map(|candidate| Ok(read(request, candidate, &[])?.0.concat()));
    let references = request.references.chunks(1).map(|reference| Ok(read(request, &[], reference)?.1));
    Ok((candidates.collect::<Result<_>>()?, references.collect::<Result<Vec<_>>>()?.concat()))
}

/// Reads texts that have the same number of segments.
fn read(request: &Arc<Request>, candidates: &[PathBuf], references: &[PathBuf]) -> Result<PooledTexts> {
    let (mut texts, mut pool) = (vec![String::new(); candidates.len()], String::new());
    let take = |_| {
        |segments: &Segments| {
            let candidates: Vec<String> = segments.candidates().iter().map(|&text| text.to_owned()).collect();
            Ok(((candidates, present_references(segments)), InputSummary::default()))
        }
    };
    let source = open_texts(request, candidates, references)?;
    fold(request, source, NonZeroUsize::MIN, take, |(candidates, references): PooledTexts| {
        texts.iter_mut().zip(&candidates).for_each(|(text, lines)| text.push_str(lines));
        pool.push_str(&references);
        Ok(())
    })?;
    Ok((texts, pool))
}

/// The lines of all references that are not missing.
fn present_references(segments: &Segments) -> String {
    let mut lines = String::new();
    for (reference, text) in segments.references().iter().enumerate() {
        let present = text.split_inclusive('\n').enumerate().filter(|(segment, _)| segments.has(reference, *segment));
        lines.extend(present.map(|(_, line)| line));
    }
    lines
}

fn count(request: &Request, pool: Pool, name: &str, text: &str, references: &str) -> Result<SegmentStatistics> {
    let counted = match pool {
        Pool::LeaveOneOut => request.definition.count_against_others(text),
        Pool::References => request.definition.count_against_pool(text, &[references]),
    };
    let name = request.system_label(name);
    counted.map_err(|error| match error {
        crate::bleu::error::Error::TooFew { .. } if pool == Pool::LeaveOneOut => {
            anyhow!("{name}: {}; Self-BLEU needs at least two", count_of(text.lines().count() as u64, "line"))
        }
        crate::bleu::error::Error::TooFew { .. } => anyhow!("the references have no lines"),
        crate::bleu::error::Error::TextTooLong if text.len() < references.len() => anyhow!("the references: {error}"),
        crate::bleu::error::Error::TextTooLong => anyhow!("{name}: {error}"),
        error => error.into(),
    })
}

/// The mean score of all lines, with their summed counts.
fn mean(request: &Request, name: &str, table: &SegmentStatistics) -> Result<Score> {
    let name = request.system_label(name);
    for (line, number) in table.iter().zip(1..) {
        ensure_has_score(request, &format!("{name}: line {number}"), &line)?;
    }
    Ok(request.definition.mean_score(table))
}
