//! Summary of the input of a command.

use crate::bleu::scoring::Statistics;
use crate::bleu::signature::ReferenceCount;
use crate::bleu::signature::Signature;
use crate::checks::diagnose::{Finding, InputSigns};
use crate::checks::repair::Repair;
use crate::program::request::Request;
use crate::text::{Endings, FileRead};
use std::collections::BTreeMap;
use std::ops::AddAssign;
use std::sync::Arc;

/// Properties of the input, for signatures and warnings; summaries of batches add up.
#[derive(Clone, Debug, Default)]
pub struct InputSummary {
    /// Number of segments.
    pub segments: u64,
    /// Number of references per segment; `None` without segments.
    pub references: Option<ReferenceCount>,
    /// Number of references per segment of each test set, if groups are test sets.
    pub set_references: BTreeMap<Arc<str>, ReferenceCount>,
    /// Number of samples per segment; `None` if segments have one candidate.
    pub samples: Option<ReferenceCount>,
    /// Lines of each candidate that were cleaned, if that was asked for; of a log, those that could be.
    pub cleaned: Vec<CleanedLines>,
    /// Segments with characters that split words by the categories of one version of Unicode only.
    pub newer_characters: u64,
    /// Segments that NLTK might split into sentences first, if its tokenizer is used.
    pub unsplit_sentences: u64,
    /// How the files that are not plain lines were read.
    pub files: Vec<FileRead>,
    /// How the answers of each candidate ended, if candidates are logs.
    pub endings: Vec<Endings>,
    /// Facts that show whether something is wrong.
    pub signs: InputSigns,
    /// Likely problems of each candidate, if they were looked for.
    pub findings: Option<Vec<Vec<Finding>>>,
}

/// The lines of a candidate that repairs alter.
#[derive(Clone, Debug, Default)]
pub struct CleanedLines {
    /// Number of lines, and of those that each repair by itself would alter.
    pub lines: u64,
    pub by_repair: [u64; Repair::ALL.len()],
    /// Their statistics as they were counted, and as they would be with or without the repairs.
    pub own: Statistics,
    pub others: Statistics,
}

impl InputSummary {
    /// The signature of scores on this input, without what a mode adds to it.
    pub fn signature(&self, request: &Request) -> Signature {
        let signature = match request.saved() {
            Some(saved) => saved.signature.clone(),
            None => request.signature(self.reference_count(request)).with_cues(FileRead::joined_cues(&self.files)),
        };
        self.samples.into_iter().fold(signature, Signature::with_samples)
    }

    fn reference_count(&self, request: &Request) -> ReferenceCount {
        self.references.unwrap_or(ReferenceCount::from_len(request.references.len()))
    }
}

impl AddAssign for CleanedLines {
    fn add_assign(&mut self, next: CleanedLines) {
        self.lines += next.lines;
        self.by_repair.iter_mut().zip(next.by_repair).for_each(|(sum, lines)| *sum += lines);
        for (sum, more) in [(&mut self.own, next.own), (&mut self.others, next.others)] {
            // All are of one definition, and fewer than the sums of the corpus.
            let _ = sum.merge(&more);
        }
    }
}

impl AddAssign for InputSummary {
    fn add_assign(&mut self, next: InputSummary) {
        self.segments += next.segments;
        self.signs += next.signs;
        self.newer_characters += next.newer_characters;
        self.unsplit_sentences += next.unsplit_sentences;
        self.references = merged(self.references, next.references);
        self.samples = merged(self.samples, next.samples);
        for (label, references) in next.set_references {
            self.set_references.entry(label).and_modify(|all| *all = all.merge(references)).or_insert(references);
        }
        self.cleaned.resize_with(self.cleaned.len().max(next.cleaned.len()), CleanedLines::default);
        self.cleaned.iter_mut().zip(next.cleaned).for_each(|(lines, next)| *lines += next);
    }
}

/// The number of references, or of samples, of segments with these numbers.
pub fn merged(one: Option<ReferenceCount>, other: Option<ReferenceCount>) -> Option<ReferenceCount> {
    one.zip(other).map(|(one, other)| one.merge(other)).or(one).or(other)
}
