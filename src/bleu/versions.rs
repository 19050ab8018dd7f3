//! The hot loops in the versions that the processor chooses, compared with those that every processor can run.

use super::ngram::BitsetMatcher;
use super::ngram::pool::count_segment;
use super::scoring::Definition;
use super::tokenize::compare_versions;
use super::tokenize::{Tokenization, Tokens};

/// Panics if versions differ: in the tokens of 13a or `char`, in their keys, or in the counts of the first lines of a
/// candidate against a reference's, and against both texts.
pub fn compare(candidate: &str, reference: &str) {
    let texts = [candidate, reference].map(|text| format!("{text}\n"));
    texts.iter().for_each(|text| compare_versions(text));
    // Without empty tokens, and with them.
    for tokenization in [Tokenization::NONE, Tokenization::SINGLE_SPACES] {
        let definition = Definition::builder().tokenization(tokenization).build().expect("valid");
        let [mut candidate_tokenizer, mut reference_tokenizer] = [definition.tokenizer(), definition.tokenizer()];
        let candidate = candidate_tokenizer.tokenize_lines(&texts[0]).expect("short");
        let reference = reference_tokenizer.tokenize_lines(&texts[1]).expect("short");
        compare_counts(candidate, reference);
    }
}

fn compare_counts(candidate: Tokens, reference: Tokens) {
    let (mut chosen, mut plain) = (BitsetMatcher::default(), BitsetMatcher::plain());
    for (candidate, reference) in candidate.segments().zip(reference.segments()) {
        for order in 1..=5 {
            for references in [&[reference][..], &[reference, candidate]] {
                let references = || references.iter().copied();
                let count = |matcher: &mut BitsetMatcher| {
                    let mut correct = vec![0; order];
                    if matcher.count(&candidate, references, &mut correct).is_err() {
                        count_segment(candidate, references(), &mut correct);
                    }
                    correct
                };
                let same = count(&mut chosen) == count(&mut plain);
                assert!(same, "{candidate:?} {:?}", references().collect::<Vec<_>>());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::compare;
    use crate::sampling::random_cases;
    use proptest::{collection::vec, prelude::*};

    /// Lines of few words, which recur, of all lengths around the lengths of keys, vectors and sets.
    fn text() -> impl Strategy<Value = String> {
        let word = prop_oneof![
            8 => "[abc]",
            2 => "[ab]{6,9}",
            1 => prop::sample::select(vec!["gykcniwvG7TRxE03", "hnsviomh-EFKhWNgk", "é", "\u{2003}", "、", "1.5", "..5", "'", "-"])
                .prop_map(str::to_owned),
            1 => any::<char>().prop_map(String::from),
            1 => "[a-z]{2,3}",
        ];
        let line = |words| {
            vec((word.clone(), "[ ,.]?[ ]"), words)
                .prop_map(|words| words.into_iter().map(|(word, separator)| word + &separator).collect::<String>())
        };
        let line = prop_oneof![12 => line(0..80), 2 => line(60..300), 1 => line(900..1100)];
        vec(line, 1..5).prop_map(|lines| lines.join("\n"))
    }

    proptest! {
        #![proptest_config(random_cases(256))]

        #[test]
        fn versions_are_equal(candidate in text(), reference in text()) {
            compare(&candidate, &reference);
        }
    }
}
