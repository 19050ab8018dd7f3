//! Words of the references that a candidate never uses, such as a name that it writes differently.

use super::explanation::{NgramCount, UnusedWord};
use super::lines_of_batch::LinesOfBatch;
use crate::bleu::scoring::Definition;
use crate::bleu::tokenize::Key;
use crate::bleu::tokenize::{Tokenizer, Tokens};
use crate::checks::what_if::Change;
use foldhash::fast::RandomState;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::collections::HashSet;

/// Maximum number of segments in which words are looked for.
pub const MAX_SEGMENTS: usize = 1 << 18;

/// Minimum number of segments that have a word, and maximum number of words that are returned.
const MIN_SEGMENTS: usize = 3;
const MAX_WORDS: usize = 3;

/// The words of a candidate, and words of its references that are not among them.
#[derive(Clone, Debug, Default)]
pub struct UnusedWords {
    used: HashSet<Key, RandomState>,
    /// Words that all references of a segment, from 0, have.
    unused: Vec<(Key, usize)>,
}

impl UnusedWords {
    /// Compares a candidate with its references.
    pub fn new(candidate: &Tokens, references: &[Tokens]) -> UnusedWords {
        let used = candidate.segments().flat_map(|segment| segment.keys()).copied().collect();
        let mut words = UnusedWords { used, unused: Vec::new() };
        for segment in 0..candidate.len() {
            let present = references.iter().filter(|reference| !reference.is_missing(segment));
            let mut present = present.map(|reference| reference.segment(segment).keys());
            let Some(first) = present.next() else { continue };
            let mut unused: Vec<Key> = first.iter().copied().filter(|key| !words.used.contains(key)).collect();
            for keys in present {
                // A segment may have a million words.
                let keys: HashSet<&Key, RandomState> = keys.iter().collect();
                unused.retain(|key| keys.contains(key));
            }
            words.unused.extend(unused.into_iter().map(|key| (key, segment)));
        }
        words
    }

    /// Adds the words of a batch, whose segments count from `before`.
    pub fn append(&mut self, batch: UnusedWords, before: usize) {
        self.used.extend(batch.used);
        let unused = batch.unused.into_iter().filter(|(key, _)| !self.used.contains(key));
        self.unused.extend(unused.map(|(key, segment)| (key, before + segment)));
    }

    /// Returns the words that are in most segments of the references, given the lines of each batch, the candidate's first.
    pub fn commonest(&self, batches: &[LinesOfBatch], definition: &Definition) -> Vec<UnusedWord> {
        let mut unused = self.unused.clone();
        unused.retain(|(key, _)| !self.used.contains(key));
        unused.sort_unstable();
        unused.dedup();
        let words = unused.chunk_by(|a, b| a.0 == b.0).filter(|word| word.len() >= MIN_SEGMENTS);
        let mut words: Vec<&[(Key, usize)]> = words.collect();
        words.sort_by_key(|word| (Reverse(word.len()), word[0].1));
        let mut tokenizers = [definition.tokenizer(), definition.reference_tokenizer()];
        let mut tokens = |segment| words_of_segment(batches, &mut tokenizers, segment);
        // A word whose quotes alone are others is a difference of style.
        let mut tokenizer = definition.tokenizer();
        let mut differs_by_quotes = |word: &str| {
            let plain = Change::Quotes.apply(word);
            let tokens = tokenizer.tokenize_lines(&plain);
            let is_used =
                |tokens: Tokens| tokens.segments().flat_map(|line| line.keys()).all(|key| self.used.contains(key));
            plain != word && tokens.is_ok_and(is_used)
        };
        let word = |word: &[(Key, usize)]| {
            let [_, first_references] = tokens(word[0].1);
            let (_, text) = first_references.into_iter().find(|(key, _)| *key == word[0].0)?;
            if differs_by_quotes(&text) {
                return None;
            }
            let instead = commonest_other(word.iter().map(|(_, segment)| tokens(*segment)), word.len());
            Some(UnusedWord { word: text, segments: word.len() as u64, instead })
        };
        words.into_iter().filter_map(word).take(MAX_WORDS).collect()
    }
}

/// Words with their keys.
type Words = Vec<(Key, String)>;

/// The tokens of a segment that count as words: of the candidate, and of its references.
fn words_of_segment(batches: &[LinesOfBatch], tokenizers: &mut [Tokenizer; 2], segment: usize) -> [Words; 2] {
    let mut words = [Vec::new(), Vec::new()];
    let batch = LinesOfBatch::find(batches, segment);
    let lines = batch.into_iter().flat_map(|batch| (0..batch.texts.len()).map(|text| batch.line(text, segment)));
    for (text, line) in lines.enumerate() {
        let kind = text.min(1);
        // A text that was counted is not too long.
        let Ok(tokens) = tokenizers[kind].tokenize_lines(line) else { continue };
        for segment in tokens.segments() {
            let with_keys = segment.iter().zip(segment.keys());
            let with_keys = with_keys.filter(|(token, _)| token.contains(char::is_alphanumeric));
            words[kind].extend(with_keys.map(|(token, &key)| (key, token.to_owned())));
        }
    }
    words
}

/// The word that most of this many segments have in the candidate and not in their references, if at least half of them do.
fn commonest_other(segments: impl Iterator<Item = [Words; 2]>, number: usize) -> Option<NgramCount> {
    let mut counts = BTreeMap::<String, usize>::new();
    for [mut others, references] in segments {
        others.retain(|(key, _)| references.iter().all(|(other, _)| other != key));
        others.sort_unstable();
        others.dedup();
        others.into_iter().for_each(|(_, text)| *counts.entry(text).or_default() += 1);
    }
    let common = counts.into_iter().filter(|(_, segments)| 2 * segments >= number);
    let commonest = common.max_by_key(|(text, segments)| (*segments, text.len()));
    commonest.map(|(ngram, count)| NgramCount { ngram, count: count as u64 })
}
