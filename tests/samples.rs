//! Samples of one segment: the scores of all pairs, and the choices made of them, equal the obvious loops.

use crate::common::random_cases;
use crate::random::{definition, text};
use bleu::{Definition, Error, Samples, Score};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::sync::atomic::Ordering;

/// Samples, some equal or alike.
fn samples(most: usize) -> impl Strategy<Value = Vec<String>> {
    let few_words = prop::collection::vec(select(vec!["a", "b", "c", "d", ".", "long-word"]), 0..12);
    let sample = prop_oneof![3 => few_words.prop_map(|words| words.join(" ")), 1 => text()];
    (prop::collection::vec(sample, 1..8), prop::collection::vec(any::<Index>(), 0..most))
        .prop_map(|(different, places)| places.iter().map(|place| place.get(&different).clone()).collect())
}

fn score(definition: &Definition, candidate: &str, reference: &str) -> f64 {
    definition.sentence_score(candidate, &[reference]).unwrap().value()
}

/// The first place of the highest number, or of one that only rounding tells from it.
fn first_highest(scores: &[f64]) -> usize {
    let is_highest = |place: &usize| scores.iter().all(|other| other - scores[*place] <= 1e-12 * other);
    (0..scores.len()).find(is_highest).unwrap()
}

fn bits(scores: &[f64]) -> Vec<u64> {
    scores.iter().map(|score| score.to_bits()).collect()
}

fn assert_pairs_equal(found: &mut Samples, samples: &[String], references: &[String]) {
    let definition = found.definition().clone();
    let all = |references: &[String]| -> Vec<f64> {
        let rows = samples.iter().flat_map(|sample| references.iter().map(move |reference| (sample, reference)));
        rows.map(|(sample, reference)| score(&definition, sample, reference)).collect()
    };
    let mut scores = vec![f64::NAN];
    found.set(samples);
    found.pairwise(&mut scores).unwrap();
    assert_eq!(bits(&scores), bits(&all(samples)));
    found.pairwise_against(references, &mut scores).unwrap();
    assert_eq!(bits(&scores), bits(&all(references)));
}

fn assert_choices_equal(found: &mut Samples, samples: &[String], references: &[String]) {
    let definition = found.definition().clone();
    let mut scores = vec![f64::NAN];
    found.set(samples);

    let chosen = found.expected_scores(&mut scores);
    if samples.len() < 2 {
        assert_eq!(chosen, Err(Error::TooFew { kind: "sample", found: samples.len(), needed: 2 }));
    } else {
        for (place, (sample, found)) in samples.iter().zip(&scores).enumerate() {
            let others = samples.iter().enumerate().filter(|(other, _)| *other != place);
            let sum: f64 = others.map(|(_, other)| score(&definition, sample, other)).sum();
            assert!((found - sum / (samples.len() - 1) as f64).abs() < 1e-12);
        }
        let chosen = chosen.unwrap();
        assert!(scores.iter().all(|score| *score <= scores[chosen] + 1e-12));
        // Of equal samples, the first is chosen.
        assert_eq!(samples.iter().position(|sample| *sample == samples[chosen]), Some(chosen));
    }

    let chosen = found.expected_scores_against(references, &mut scores);
    let mut against_all = Vec::new();
    let best = found.scores(references, &mut against_all);
    let counted = found.count_against(references);
    if samples.is_empty() {
        let error = Error::TooFew { kind: "sample", found: 0, needed: 1 };
        assert_eq!((chosen, best, counted), (Err(error.clone()), Err(error.clone()), Err(error)));
    } else if references.is_empty() {
        let error = Error::NoReference { segment: 0 };
        assert_eq!((chosen, best, counted), (Err(error.clone()), Err(error.clone()), Err(error)));
    } else {
        for (sample, found) in samples.iter().zip(&scores) {
            let sum: f64 = references.iter().map(|reference| score(&definition, sample, reference)).sum();
            assert_eq!(*found, sum / references.len() as f64);
        }
        assert_eq!(chosen, Ok(first_highest(&scores)));
        let expected: Vec<Score> =
            samples.iter().map(|sample| definition.sentence_score(sample, references).unwrap()).collect();
        let counted = counted.unwrap();
        assert!(
            counted
                .iter()
                .zip(&expected)
                .all(|(segment, score)| definition.segment_score(&segment).as_ref() == Ok(score))
        );
        assert_eq!(against_all, expected.iter().map(Score::value).collect::<Vec<_>>());
        assert_eq!(best, Ok(first_highest(&against_all)));
    }
}

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn all_pairs_have_the_scores_of_single_sentences(
        lists in prop::collection::vec((samples(12), samples(8)), 1..3),
        definition in (1..6usize).prop_flat_map(definition),
    ) {
        let mut found = Samples::new(&definition).unwrap();
        lists.iter().for_each(|(samples, references)| assert_pairs_equal(&mut found, samples, references));
    }

    #[test]
    fn choices_are_those_of_the_obvious_loops(
        lists in prop::collection::vec((samples(8), samples(5)), 1..3),
        definition in (1..6usize).prop_flat_map(definition),
    ) {
        let mut found = Samples::new(&definition).unwrap();
        lists.iter().for_each(|(samples, references)| assert_choices_equal(&mut found, samples, references));
    }
}

/// Elements of few samples are stored as lists, elements of many as bits, here more than four words of bits.
#[test]
fn many_and_long_samples_are_scored_alike() {
    let word = |i: usize| ((i * i) % 97).to_string();
    let sample = |i: usize| (0..30 + i % 7).map(|k| word(i / 3 + k * (1 + i % 5))).collect::<Vec<_>>().join(" ");
    let many: Vec<String> = (0..60).map(sample).collect();
    let long = |i: usize| (0..600 + i).map(|k| word(k * (i + 1))).collect::<Vec<_>>().join(" ");
    let long: Vec<String> = (0..4).map(long).collect();
    for effective_order in [false, true] {
        let definition = Definition::builder().effective_order(effective_order).build().unwrap();
        let mut found = Samples::new(&definition).unwrap();
        assert_pairs_equal(&mut found, &many, &long);
        assert_pairs_equal(&mut found, &long, &many);
    }
}

#[test]
fn self_bleu_is_the_mean_over_the_samples() {
    let definition = Definition::builder().order(1).build().unwrap();
    let mut samples = Samples::new(&definition).unwrap();
    samples.set(&["a b c d", "a b c d", "a b x y", "z z z z"]);
    assert_eq!(samples.self_bleu().unwrap().value(), (1.0 + 1.0 + 0.5 + 0.0) / 4.0);
}

#[test]
fn equal_samples_count_as_references_and_the_first_of_them_is_chosen() {
    let definition = Definition::builder().effective_order(true).build().unwrap();
    let (mut samples, mut expected) = (Samples::new(&definition).unwrap(), Vec::new());
    samples.set(&["", "c d e f", "a b c d", "a b c d", "a b c d"]);
    assert_eq!(samples.expected_scores(&mut expected), Ok(2));
    assert!(expected[2..].iter().all(|score| score.to_bits() == expected[2].to_bits()));
    // An empty text is not preferred to another, although both match nothing.
    samples.set(&["", "a b c d", "e f g h"]);
    assert_eq!((samples.expected_scores(&mut expected), &expected[..]), (Ok(1), &[0.0; 3][..]));
    samples.set(&["", ""]);
    assert_eq!((samples.expected_scores(&mut expected), &expected[..]), (Ok(0), &[0.0; 2][..]));
}

#[test]
fn samples_are_scored_only_by_sacrebleus_formula() {
    let nltk = Definition::builder().tool("nltk".parse().unwrap()).build().unwrap();
    assert_eq!(Samples::new(&nltk).unwrap_err(), Error::NotSacrebleuFormula);
}

#[test]
fn a_cancelled_call_ends_and_later_ones_do_not() {
    let mut samples = Samples::new(&Definition::default()).unwrap();
    samples.set(&["a b c d", "a b c e", "a b d e"]);
    let (cancellation, mut scores) = (samples.cancellation(), Vec::new());
    cancellation.store(true, Ordering::Relaxed);
    assert_eq!(samples.pairwise(&mut scores), Err(Error::Cancelled));
    assert_eq!(samples.expected_scores(&mut scores), Err(Error::Cancelled));
    assert_eq!(samples.pairwise_against(&["a b c d"], &mut scores), Err(Error::Cancelled));
    cancellation.store(false, Ordering::Relaxed);
    samples.pairwise(&mut scores).unwrap();
    assert_eq!(scores.len(), 9);
}
