//! Worked examples from the literature, unsmoothed and split at white space, as on paper.
//!
//! "the the the" and "It is a guide to action" are from Papineni et al. (2002), "the love can always do" is from
//! lectures.

use bleu::{Definition, DefinitionBuilder, Score, Smoothing, Tokenization};

const GUIDE: [&str; 3] = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
];

/// A definition without smoothing, split at white space.
fn unsmoothed() -> DefinitionBuilder {
    Definition::builder().smoothing(Smoothing::None).tokenization(Tokenization::NONE)
}

fn score(candidate: &str, references: &[&str], order: usize) -> Score {
    unsmoothed().order(order).build().unwrap().sentence_score(candidate, references).unwrap()
}

/// The precision of order n as a fraction: correct and total.
fn precision(score: &Score, n: usize) -> (f64, f64) {
    (score.counts()[n - 1], score.totals()[n - 1])
}

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-15, "{found} is not {expected}");
}

#[test]
fn equal_weights_are_the_default() {
    let references = ["love can always find a way", "love makes anything possible"];
    for builder in [unsmoothed().order(3), unsmoothed().weights("1/3,1/3,1/3".parse().unwrap())] {
        let score = builder.build().unwrap().sentence_score("the love can always do", &references).unwrap();
        assert_eq!([1, 2, 3].map(|n| precision(&score, n)), [(3.0, 5.0), (2.0, 4.0), (1.0, 3.0)]);
        // The lengths of both references differ by one word. The shorter reference counts.
        assert_eq!((score.hyp_len(), score.ref_len(), score.bp()), (5, 4, 1.0));
        assert_near(score.value(), 0.1f64.cbrt());
        assert_eq!(format!("{:.5}", score.value()), "0.46416");
    }
}

#[test]
fn repeated_words_are_clipped() {
    let score = score("the the the the the the the", &["the cat is on the mat", "there is a cat on the mat"], 1);
    assert_eq!(precision(&score, 1), (2.0, 7.0));
    assert_near(score.value(), 2.0 / 7.0);
}

#[test]
fn repeated_bigrams_are_clipped() {
    let score = score("the cat the cat on the mat", &["the cat is on the mat", "there is a cat on the mat"], 2);
    // "the cat" once of two, "cat the" never; "cat on", "on the" and "the mat".
    assert_eq!(precision(&score, 2), (4.0, 6.0));
}

#[test]
fn ngrams_of_several_references_count() {
    let candidate = "It is a guide to action which ensures that the military always obeys the commands of the party";
    let score = score(candidate, &GUIDE, 4);
    assert_eq!([1, 2].map(|n| precision(&score, n)), [(17.0, 18.0), (10.0, 17.0)]);
    assert_eq!(score.bp(), 1.0);
    assert_near(score.value(), 0.504_566_684_005_848_5);
}

#[test]
fn a_short_candidate_is_penalized() {
    let score = score("of the", &GUIDE, 2);
    assert_eq!([1, 2].map(|n| precision(&score, n)), [(2.0, 2.0), (1.0, 1.0)]);
    // 2 words instead of 16: exp(1 - 16 / 2).
    assert_eq!((score.hyp_len(), score.ref_len()), (2, 16));
    assert_near(score.bp(), (-7.0f64).exp());
    assert_eq!(score.value(), score.bp());
}

#[test]
fn a_corpus_score_is_not_the_mean_of_sentence_scores() {
    // A long segment that is right, and a short one that is wrong.
    let (candidates, references) = (["a b c d e f", "x y"], [["a b c d e f"], ["u v"]]);
    assert_eq!([0, 1].map(|i| score(candidates[i], &references[i], 2).value()), [1.0, 0.0]);
    let corpus = unsmoothed().order(2).build().unwrap().corpus_score(&candidates, &references).unwrap();
    // 6 of 8 words and 5 of 6 bigrams.
    assert_near(corpus.value(), (6.0f64 / 8.0 * 5.0 / 6.0).sqrt());
}
