//! Worked examples from the literature, unsmoothed and split at white space, as on paper.
//!
//! Papineni et al. (2002) have "the the the" and "It is a guide to action"; "the love can always do" is from lectures.

use bleu::{
    Counter, Metric, Preprocessing, Score, SegmentStatistics, Smoothing, Statistics, Tokenization, Tokenizer, Weights,
};

const GUIDE: [&str; 3] = [
    "It is a guide to action that ensures that the military will forever heed Party commands",
    "It is the guiding principle which guarantees the military forces always being under the command of the Party",
    "It is the practical guide for the army always to heed the directions of the party",
];

/// As on paper: no smoothing.
fn on_paper(order: usize) -> Metric {
    Metric { order, smoothing: Smoothing::None, ..Metric::default() }
}

fn statistics(candidate: &str, references: &[&str], order: usize) -> Statistics {
    let preprocessing = Preprocessing { tokenization: Tokenization::None, ..Preprocessing::default() };
    let lines = |text: &str| format!("{text}\n");
    let (candidate, texts) = (lines(candidate), references.iter().map(|text| lines(text)).collect::<Vec<_>>());
    let mut tokenizers: Vec<Tokenizer> = references.iter().map(|_| Tokenizer::new(preprocessing)).collect();
    let references: Vec<_> =
        tokenizers.iter_mut().zip(&texts).map(|(tokenizer, text)| tokenizer.tokenize(text)).collect();
    let mut segments = SegmentStatistics::new(order);
    Counter::default().count(Tokenizer::new(preprocessing).tokenize(&candidate), &references, &mut segments);
    segments.sum()
}

fn score(candidate: &str, references: &[&str], order: usize) -> Score {
    on_paper(order).score(&statistics(candidate, references, order))
}

/// The precision of order n as it stands on paper: correct over total.
fn precision(score: &Score, n: usize) -> (f64, f64) {
    (score.counts()[n - 1], score.totals()[n - 1])
}

#[track_caller]
fn assert_near(found: f64, expected: f64) {
    assert!((found - expected).abs() <= 1e-15, "{found} is not {expected}");
}

#[test]
fn the_love_can_always_do() {
    let references = ["love can always find a way", "love makes anything possible"];
    let statistics = statistics("the love can always do", &references, 3);
    let uniform = on_paper(3).score(&statistics);
    let third = "1/3,1/3,1/3".parse::<Weights>().unwrap();
    let weighted = Metric { weights: Some(third), ..on_paper(3) }.score(&statistics);
    for score in [uniform, weighted] {
        assert_eq!([1, 2, 3].map(|n| precision(&score, n)), [(3.0, 5.0), (2.0, 4.0), (1.0, 3.0)]);
        // Both references are one word away; the shorter one counts.
        assert_eq!((score.hyp_len, score.ref_len, score.bp), (5, 4, 1.0));
        assert_near(score.score, 0.1f64.cbrt());
        assert_eq!(format!("{:.5}", score.score), "0.46416");
    }
}

#[test]
fn the_the_the_is_clipped() {
    let score = score("the the the the the the the", &["the cat is on the mat", "there is a cat on the mat"], 1);
    assert_eq!(precision(&score, 1), (2.0, 7.0));
    assert_near(score.score, 2.0 / 7.0);
}

#[test]
fn the_cat_the_cat_has_bigrams() {
    let score = score("the cat the cat on the mat", &["the cat is on the mat", "there is a cat on the mat"], 2);
    // "the cat" once of two, "cat the" never; "cat on", "on the" and "the mat".
    assert_eq!(precision(&score, 2), (4.0, 6.0));
}

#[test]
fn a_guide_to_action_which_ensures() {
    let candidate = "It is a guide to action which ensures that the military always obeys the commands of the party";
    let score = score(candidate, &GUIDE, 4);
    assert_eq!([1, 2].map(|n| precision(&score, n)), [(17.0, 18.0), (10.0, 17.0)]);
    assert_eq!(score.bp, 1.0);
    assert_near(score.score, 0.504_566_684_005_848_5);
}

#[test]
fn of_the_is_too_short() {
    let score = score("of the", &GUIDE, 2);
    assert_eq!([1, 2].map(|n| precision(&score, n)), [(2.0, 2.0), (1.0, 1.0)]);
    // Fourteen words short of sixteen.
    assert_eq!((score.hyp_len, score.ref_len), (2, 16));
    assert_near(score.bp, (-7.0f64).exp());
    assert_eq!(score.score, score.bp);
}

#[test]
fn a_corpus_score_is_not_the_mean_of_sentence_scores() {
    // A long segment that is right, and a short one that is wrong.
    let [long, short] = [("a b c d e f", "a b c d e f"), ("x y", "u v")]
        .map(|(candidate, reference)| statistics(candidate, &[reference], 2));
    let metric = on_paper(2);
    let mean = (metric.score(&long).score + metric.score(&short).score) / 2.0;
    assert_eq!(mean, 0.5);
    let mut corpus = long;
    corpus += short;
    // 6 of 8 words and 5 of 6 bigrams.
    assert_near(metric.score(&corpus).score, (6.0f64 / 8.0 * 5.0 / 6.0).sqrt());
}
