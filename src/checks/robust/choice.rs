//! The choices: which there are, which of them suit a definition, and their names.

use crate::bleu::scoring::Definition;
use crate::bleu::tokenize::Tokenization;
use crate::checks::what_if::Change;

/// Another way to make one choice of an evaluation.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Choice {
    /// One reference alone, by its place from 0.
    OnlyReference(usize),
    /// All references but one, by its place from 0.
    WithoutReference(usize),
    /// Another tokenizer.
    Tokenizer(Tokenization),
    /// A kind of difference between candidates and references is ignored.
    Ignoring(Change),
    /// The segments of a group are left out; its number, in order of first appearance, from 0.
    WithoutGroup(u32),
}

/// Differences of text that count or not by choice.
const IGNORED: [Change; 5] = [Change::Case, Change::Quotes, Change::Nfc, Change::Nfkc, Change::Entities];

impl Choice {
    /// The choices of counting that suit a definition and a number of references.
    #[must_use]
    pub fn suitable(definition: &Definition, references: usize) -> Vec<Choice> {
        let is_other = |change: &Change| !(*change == Change::Case && definition.lowercase());
        let alone = Choice::single_references(references).into_iter();
        let without = (0..references).filter(|_| references > 2).map(Choice::WithoutReference);
        let tokenizers = other_tokenizers(definition.tokenization()).into_iter().map(Choice::Tokenizer);
        alone
            .chain(without)
            .chain(tokenizers)
            .chain(IGNORED.into_iter().filter(is_other).map(Choice::Ignoring))
            .collect()
    }

    /// Each of several references alone; none for a single reference.
    #[must_use]
    pub fn single_references(references: usize) -> Vec<Choice> {
        (0..references).filter(|_| references > 1).map(Choice::OnlyReference).collect()
    }

    /// Kind of the choice, as results are sorted by it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Choice::OnlyReference(_) | Choice::WithoutReference(_) => "reference",
            Choice::Tokenizer(_) => "tokenizer",
            Choice::Ignoring(change) => change.name(),
            Choice::WithoutGroup(_) => "group",
        }
    }
}

/// The tokenizers that suit text for which one was chosen: those that evaluations of such text use. Text that is already
/// tokenized has no other one.
fn other_tokenizers(chosen: &Tokenization) -> Vec<Tokenization> {
    use Tokenization as T;
    match chosen.name() {
        "none" | "char" | "graphemes" | "codepoints" => vec![],
        "13a" => vec![T::INTL, T::CHAR],
        "intl" | "words" | "nltk" | "ko-mecab" => vec![T::V13A, T::CHAR],
        name if name.starts_with("moses") => vec![T::V13A, T::INTL, T::CHAR],
        _ => vec![T::CHAR],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_are_other_than_those_that_were_made() {
        let names = |definition: &Definition, references| -> Vec<String> {
            let name = |choice: &Choice| match choice {
                Choice::Tokenizer(tokenizer) => tokenizer.name().to_owned(),
                choice => choice.kind().to_owned(),
            };
            Choice::suitable(definition, references).iter().map(name).collect()
        };
        let ignored = ["quotes", "nfc", "nfkc", "entities"];
        let default = Definition::default();
        assert_eq!(names(&default, 1), [&["intl", "char", "case"][..], &ignored].concat());
        assert_eq!(names(&default, 2)[..3], ["reference", "reference", "intl"]);
        assert_eq!(names(&default, 3).iter().filter(|name| *name == "reference").count(), 6);
        let zh = Definition::builder().tokenization(Tokenization::ZH).lowercase(true).build().unwrap();
        assert_eq!(names(&zh, 1), [&["char"][..], &ignored].concat());
        for tokenization in Tokenization::ALL {
            let definition = Definition::builder().tokenization(tokenization.clone()).build().unwrap();
            assert!(!names(&definition, 1).contains(&tokenization.name().to_owned()), "{tokenization}");
        }
    }
}
