//! Counting a batch under each choice.

use super::{Choice, ChoiceTables};
use crate::bleu::error::Error;
use crate::bleu::lines::lines;
use crate::bleu::scoring::{BatchCounter, Definition, SegmentStatistics};
use crate::bleu::tokenize::Tokens;
use std::borrow::Cow;

/// Counters of n-grams, one for each choice; they keep their memory from one batch to the next.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceCounter(Vec<(Choice, BatchCounter)>);

impl ChoiceCounter {
    /// Counters of the choices that leave out no group.
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
    /// the candidates as asked for.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn count(
        &mut self,
        texts: &[&str],
        tokens: &[Tokens],
        given: Vec<SegmentStatistics>,
    ) -> Result<ChoiceTables, Error> {
        // Statistics that were saved have no texts.
        if self.0.is_empty() {
            return Ok(ChoiceTables { given, ..ChoiceTables::default() });
        }
        let (candidates, references) = texts.split_at(given.len());
        let (candidate_tokens, reference_tokens) = tokens.split_at(given.len());
        let all = 0..references.len();
        let lacks_lines =
            |place: usize| reference_tokens[place].missing().is_some_and(|lines| lines.iter().any(|bits| *bits > 0));
        let mut counted = Vec::with_capacity(self.0.len());
        for (choice, counter) in &mut self.0 {
            let mut recount = |kept: Vec<usize>| {
                let tokens: Vec<Tokens> = kept.iter().map(|place| reference_tokens[*place]).collect();
                let texts: Vec<&str> = kept.iter().map(|place| references[*place]).collect();
                Some(counter.recount([candidate_tokens, &tokens], [candidates, &texts]))
            };
            let tables = match choice {
                Choice::OnlyReference(only) if all.contains(only) && !lacks_lines(*only) => recount(vec![*only]),
                Choice::WithoutReference(left_out) if all.contains(left_out) && !all.clone().any(lacks_lines) => {
                    recount(all.clone().filter(|place| place != left_out).collect())
                }
                Choice::OnlyReference(_) | Choice::WithoutReference(_) | Choice::WithoutGroup(_) => None,
                Choice::Tokenizer(_) | Choice::Ignoring(_) => {
                    let texts: Vec<Cow<str>> = texts.iter().map(|text| changed(text, choice)).collect();
                    let is_changed = texts.iter().any(|text| matches!(text, Cow::Owned(_)));
                    if is_changed || matches!(choice, Choice::Tokenizer(_)) {
                        let texts: Vec<&str> = texts.iter().map(AsRef::as_ref).collect();
                        let missing = |place: usize| reference_tokens[place].missing();
                        Some(counter.count(&texts, candidates.len(), missing)?.systems)
                    } else {
                        Some(given.clone())
                    }
                }
            };
            counted.push((choice.clone(), tables));
        }
        Ok(ChoiceTables { given, counted, groups: Vec::new() })
    }
}

/// Returns a text, with its lines changed if a choice ignores a difference that they have.
fn changed<'a>(text: &'a str, choice: &Choice) -> Cow<'a, str> {
    let Choice::Ignoring(change) = choice else { return Cow::Borrowed(text) };
    let mut changed = String::with_capacity(text.len());
    lines(text).for_each(|line| changed.extend([&*change.apply(line), "\n"]));
    if changed == text { Cow::Borrowed(text) } else { Cow::Owned(changed) }
}
