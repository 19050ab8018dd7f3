//! Counting a batch under each choice.

use super::{Choice, ChoiceCounts, Tables};
use crate::Error;
use crate::bleu::{BatchCounter, Definition, SegmentStatistics};
use crate::lines::lines;
use crate::tokenize::{Newlines, Tokens};
use crate::what_if::Change;

/// Counters of n-grams, one for each choice; they keep their memory from one batch to the next.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceCounter(Vec<(Choice, BatchCounter)>);

impl ChoiceCounter {
    /// Counters of choices, none of which leaves out a group.
    ///
    /// # Errors
    /// If the definition does not go with another tokenizer.
    pub fn new(definition: &Definition, choices: Vec<Choice>) -> Result<ChoiceCounter, Error> {
        let counters = choices.into_iter().map(|choice| {
            let counting = match &choice {
                Choice::Tokenizer(tokenizer) => {
                    definition.to_builder().tokenization(tokenizer.clone()).build()?.counting().clone()
                }
                _ => definition.counting().clone(),
            };
            Ok((choice, BatchCounter::new(&counting)))
        });
        Ok(ChoiceCounter(counters.collect::<Result<_, Error>>()?))
    }

    /// Counts a batch of lines under each choice, given its texts, the candidates first, their tokens, and the statistics of
    /// the candidates as asked for. `missing(r)` is the bit set of the lines that reference r lacks.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn count<'a>(
        &'a mut self,
        texts: &[&'a str],
        tokens: &[Tokens],
        given: &[SegmentStatistics],
        missing: impl Fn(usize) -> Option<&'a [u64]>,
    ) -> Result<ChoiceCounts, Error> {
        let (candidates, references) = texts.split_at(given.len());
        let (candidate_tokens, reference_tokens) = tokens.split_at(given.len());
        let is_complete = |reference: usize| {
            reference < references.len() && missing(reference).is_none_or(|lines| lines.iter().all(|bits| *bits == 0))
        };
        let mut counted = Vec::with_capacity(self.0.len());
        for (choice, counter) in &mut self.0 {
            let tables = match choice {
                Choice::OnlyReference(reference) if is_complete(*reference) => {
                    let only = *reference..=*reference;
                    let tokens = [candidate_tokens, &reference_tokens[only.clone()]];
                    Some(counter.recount(tokens, [candidates, &references[only]]))
                }
                Choice::WithoutReference(left_out)
                    if *left_out < references.len() && (0..references.len()).all(is_complete) =>
                {
                    let tokens = [&reference_tokens[..*left_out], &reference_tokens[*left_out + 1..]].concat();
                    let texts = [&references[..*left_out], &references[*left_out + 1..]].concat();
                    Some(counter.recount([candidate_tokens, &tokens], [candidates, &texts]))
                }
                Choice::OnlyReference(_) | Choice::WithoutReference(_) | Choice::WithoutGroup(_) => None,
                Choice::Tokenizer(_) => Some(systems(counter, texts, candidates.len(), &missing)?),
                Choice::Ignoring(change) => {
                    let changed: Vec<Option<String>> = texts.iter().map(|text| changed(text, *change)).collect();
                    if changed.iter().all(Option::is_none) {
                        Some(given.to_vec())
                    } else {
                        let texts = texts.iter().zip(&changed);
                        let texts: Vec<&str> =
                            texts.map(|(text, changed)| changed.as_deref().unwrap_or(text)).collect();
                        // The lines that are missing outlive the changed texts.
                        #[expect(clippy::redundant_closure)]
                        let tables = systems(counter, &texts, candidates.len(), |reference| missing(reference))?;
                        Some(tables)
                    }
                }
            };
            counted.push((choice.clone(), tables));
        }
        Ok(ChoiceCounts { counted, groups: Vec::new() })
    }
}

/// Returns the statistics of the candidates, which are the first of the texts.
fn systems<'a>(
    counter: &'a mut BatchCounter,
    texts: &[&'a str],
    candidates: usize,
    missing: impl Fn(usize) -> Option<&'a [u64]>,
) -> Result<Tables, Error> {
    Ok(counter.count(texts, candidates, Newlines::Separate, missing)?.systems)
}

/// Returns a text after a change of its lines; `None` if the change alters none.
fn changed(text: &str, change: Change) -> Option<String> {
    let mut changed = String::with_capacity(text.len());
    let mut is_changed = false;
    for line in lines(text) {
        let after = change.apply(line);
        is_changed |= after != line;
        changed.push_str(&after);
        changed.push('\n');
    }
    is_changed.then_some(changed)
}
