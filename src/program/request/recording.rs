//! The record of a run's counts, made while it counts, for `--save` and `--verify`.

use crate::bleu::shards::saved::{
    CountedPart, CountedRun, CountedSamples, Salt, SavedDefinition, TextDigest, TextHasher, TextRole, hash_line,
};
use crate::bleu::signature::Signature;
use crate::program::streams::output_file::OutputFile;
use std::fmt;
use std::fmt::{Debug, Formatter};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A run to save.
#[derive(Clone, Debug)]
pub struct SaveFile {
    /// Its file.
    pub file: OutputFile,
    /// Arguments of the program with which its results can be computed again.
    pub command: Vec<String>,
}

/// Counts that were saved, and the signature of their scores.
#[derive(Clone, Debug)]
pub struct SavedCounts {
    pub counts: Arc<CountedRun>,
    /// The signature of all scores, or of the scores of a test set, without what a test adds.
    pub signature: Signature,
}

/// The counts and texts of a run so far. Clones share them.
#[derive(Clone, Default)]
pub struct Recording(Arc<Mutex<Recorded>>);

#[derive(Default)]
struct Recorded {
    counts: CountedRun,
    candidates: Vec<TextHasher>,
    references: Vec<TextHasher>,
}

/// The texts of a batch of segments, with their labels.
#[derive(Default)]
pub struct BatchTexts {
    /// Number of segments before it.
    pub before: u64,
    /// Number of segments.
    pub segments: u64,
    /// Number and label of each segment's group; empty if there are no groups.
    pub groups: Vec<(u32, Arc<str>)>,
    pub ids: Vec<String>,
    pub candidates: Vec<RecordedLines>,
    pub references: Vec<RecordedLines>,
}

/// The lines of a text in a batch.
#[derive(Default)]
pub struct RecordedLines {
    /// The lines, each ended by LF.
    pub text: String,
    /// The hash of each.
    pub hashes: Vec<u32>,
    /// Numbers of the segments, from 1, that lack them.
    pub missing: Vec<u64>,
}

impl RecordedLines {
    /// Adds a line.
    fn push(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        self.hashes.push(hash_line(line));
    }

    fn add_to(&self, text: &mut TextHasher) {
        text.push(&self.text, &self.hashes, &self.missing);
    }

    /// Adds an empty line for a segment that lacks it.
    fn push_missing(&mut self, segment: u64) {
        self.push("");
        self.missing.push(segment);
    }
}

impl BatchTexts {
    /// Adds the next segment, which has this number, from 1, with its samples and its references.
    pub fn push_samples(&mut self, segment: u64, samples: &[&str], references: &[&str]) {
        self.before = segment - 1 - self.segments;
        self.candidates.resize_with(1, RecordedLines::default);
        samples.iter().for_each(|sample| self.candidates[0].push(sample));
        while self.references.len() < references.len() {
            let mut lines = RecordedLines::default();
            (self.before + 1..segment).for_each(|segment| lines.push_missing(segment));
            self.references.push(lines);
        }
        for (place, lines) in self.references.iter_mut().enumerate() {
            match references.get(place) {
                Some(reference) => lines.push(reference),
                None => lines.push_missing(segment),
            }
        }
        self.segments += 1;
    }
}

impl Recording {
    /// Adds the counts and the texts of the next batch.
    pub fn push(&self, part: CountedPart, texts: BatchTexts) {
        let recorded = &mut *self.lock();
        push_texts(&mut recorded.candidates, &texts.candidates, texts.before, texts.segments);
        recorded.push_shared(texts);
        recorded.counts.push(part);
    }

    /// Adds the samples of the next batch of a system. Systems are read one after the other.
    pub fn push_samples(&self, system: usize, samples: CountedSamples, texts: BatchTexts) {
        let recorded = &mut *self.lock();
        recorded.candidates.resize_with(recorded.candidates.len().max(system + 1), TextHasher::default);
        let own = &mut recorded.candidates[system..];
        own.iter_mut().zip(&texts.candidates).for_each(|(text, lines)| lines.add_to(text));
        if system == 0 {
            recorded.push_shared(texts);
        }
        recorded.counts.push_samples(system, samples);
    }

    /// Adds the signature of the scores, or of the scores of a test set.
    pub fn push_definition(&self, set: Option<&str>, signature: &Signature) {
        let definition = SavedDefinition { set: set.map(str::to_owned), signature: signature.to_string() };
        self.lock().counts.definitions.push(definition);
    }

    /// Takes out the counts, and the fingerprints of the texts, which have these names. Lines are mixed with a salt or, without
    /// one, with that of the texts.
    pub fn take(
        &self,
        candidates: &[String],
        references: &[String],
        salt: Option<Salt>,
    ) -> (CountedRun, Vec<TextDigest>) {
        let recorded = std::mem::take(&mut *self.lock());
        let all: Vec<String> = recorded.candidates.iter().chain(&recorded.references).map(TextHasher::sha256).collect();
        let salt = salt.unwrap_or_else(|| Salt::of(all.iter().map(String::as_str)));
        let digests = |role: TextRole, texts: &[TextHasher], names: &[String]| -> Vec<TextDigest> {
            let name = |place: usize| names.get(place).cloned().unwrap_or_else(|| format!("reference {}", place + 1));
            texts.iter().enumerate().map(|(place, text)| text.digest(role, name(place), salt)).collect()
        };
        let texts = [
            digests(TextRole::Candidate, &recorded.candidates, candidates),
            digests(TextRole::Reference, &recorded.references, references),
        ];
        (recorded.counts, texts.concat())
    }

    fn lock(&self) -> MutexGuard<'_, Recorded> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Recorded {
    /// Adds the labels of a batch, and its references.
    fn push_shared(&mut self, batch: BatchTexts) {
        let counts = &mut self.counts;
        for (number, label) in batch.groups {
            let number = number as usize;
            counts.groups.resize(counts.groups.len().max(number + 1), String::new());
            label.as_ref().clone_into(&mut counts.groups[number]);
            counts.group_places.push(number as u32);
        }
        counts.ids.extend(batch.ids);
        push_texts(&mut self.references, &batch.references, batch.before, batch.segments);
    }
}

/// Adds the lines of a batch to each text. Some batches have fewer references than others, or more.
fn push_texts(texts: &mut Vec<TextHasher>, batch: &[RecordedLines], before: u64, segments: u64) {
    while texts.len() < batch.len() {
        texts.push(TextHasher::after_missing(before));
    }
    for (place, text) in texts.iter_mut().enumerate() {
        match batch.get(place) {
            Some(lines) => lines.add_to(text),
            None => text.push_missing(before, segments),
        }
    }
}

impl Debug for Recording {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        f.write_str("Recording")
    }
}
