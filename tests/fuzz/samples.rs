//! Compares the scores of samples, and the choices made of them, with the obvious loops over all pairs. The first bytes
//! choose the definition; each byte after them adds a word to a text, or begins the next sample or reference.
#![no_main]

use bleu::{Definition, Samples, Smoothing, Tokenization, Weights};
use libfuzzer_sys::fuzz_target;

/// Words: few, so that n-grams recur; as long as a key and longer, the last two with the same key.
const WORDS: [&str; 8] = ["a", "b", "c", "ab", "abcdefg", "abcdefgh", "abcdefghxabcdefgh", "abcdefghyabcdefgh"];

/// Largest number of texts: more take long, fewer share all their n-grams in bits.
const MAX_TEXTS: usize = 20;

/// Words that one byte adds at most. A text may be longer than those for which there are tables.
const MAX_REPEATS: usize = 300;

/// Largest number of words of all texts together.
const MAX_WORDS: usize = 1200;

fuzz_target!(|data: &[u8]| {
    let [choice, value, weights, program @ ..] = data else { return };
    let Some(definition) = definition(*choice, *value, *weights) else { return };
    let [samples, references] = texts(program);
    let score = |sample: &String, reference: &String| definition.sentence_score(sample, &[reference]).unwrap().value();
    let all = |others: &[String]| -> Vec<f64> {
        samples.iter().flat_map(|sample| others.iter().map(move |other| score(sample, other))).collect()
    };
    let (pairs, against) = (all(&samples), all(&references));
    let mut found = Samples::new(&definition).unwrap();
    let mut scores = Vec::new();
    // A segment must not influence the next.
    for _ in 0..2 {
        found.set(&samples);
        found.pairwise_against(&references, &mut scores).unwrap();
        assert_eq!(bits(&scores), bits(&against), "{definition:?} {samples:?} {references:?}");
        found.pairwise(&mut scores).unwrap();
        assert_eq!(bits(&scores), bits(&pairs), "{definition:?} {samples:?}");
    }
    if let Ok(chosen) = found.expected_scores(&mut scores) {
        for (i, score) in scores.iter().enumerate() {
            let row = &pairs[i * samples.len()..][..samples.len()];
            let others = row.iter().enumerate().filter(|(j, _)| *j != i).map(|(_, score)| score);
            let mean = others.sum::<f64>() / (samples.len() - 1) as f64;
            assert!((score - mean).abs() < 1e-12 && *score <= scores[chosen] + 1e-12, "{samples:?}");
        }
        assert_eq!(samples.iter().position(|sample| *sample == samples[chosen]), Some(chosen), "{samples:?}");
    }
    if let Ok(chosen) = found.expected_scores_against(&references, &mut scores) {
        let sums = against.chunks(references.len()).map(|row| row.iter().sum::<f64>() / references.len() as f64);
        assert_eq!(scores, sums.collect::<Vec<_>>());
        assert_eq!(scores.iter().position(|score| *score == scores[chosen]), Some(chosen));
        assert!(scores.iter().all(|score| *score <= scores[chosen]));
        let best = found.scores(&references, &mut scores).unwrap();
        let together = |sample: &String| definition.sentence_score(sample, &references).unwrap().value();
        assert!(samples.iter().all(|sample| together(sample) <= together(&samples[best])));
    }
});

fn bits(scores: &[f64]) -> Vec<u64> {
    scores.iter().map(|score| score.to_bits()).collect()
}

fn definition(choice: u8, value: u8, weights: u8) -> Option<Definition> {
    let number = f64::from(value) / 255.0;
    let smoothing = match choice / 16 % 5 {
        0 => Smoothing::Exp,
        1 => Smoothing::Floor(number),
        2 => Smoothing::AddK(3.0 * number),
        3 => Smoothing::AddKAll(3.0 * number),
        _ => Smoothing::None,
    };
    let order = usize::from(choice % 8) + 1;
    let mut builder = Definition::builder().tokenization(Tokenization::NONE).smoothing(smoothing).order(order);
    builder = builder.effective_order(choice & 8 > 0);
    if weights > 0 {
        let weights: Vec<f64> = (0..order).map(|n| f64::from(weights >> n & 1)).collect();
        let sum: f64 = weights.iter().sum();
        builder = builder.weights(Weights::new(weights.iter().map(|weight| weight / sum).collect()).ok()?);
    }
    builder.build().ok()
}

/// The samples and references that a program writes.
fn texts(program: &[u8]) -> [Vec<String>; 2] {
    let (mut lists, mut words) = ([vec![Vec::new()], Vec::new()], 0);
    let mut side = 0;
    for byte in program {
        let value = usize::from(byte % 32);
        match byte / 32 {
            // A new text: an empty one, or a copy of an earlier one.
            7 if lists.iter().map(Vec::len).sum::<usize>() < MAX_TEXTS => {
                side = value % 2;
                let all: Vec<&Vec<&str>> = lists.iter().flatten().collect();
                let text = if value > 8 { all[value % all.len()].clone() } else { Vec::new() };
                words += text.len();
                lists[side].push(text);
            }
            repeats => {
                let count = if repeats == 6 { value * MAX_REPEATS / 32 } else { 1 };
                words += count;
                if words > MAX_WORDS {
                    break;
                }
                let word = WORDS[value % WORDS.len()];
                if let Some(text) = lists[side].last_mut() {
                    text.extend(std::iter::repeat_n(word, count));
                }
            }
        }
        if words > MAX_WORDS {
            break;
        }
    }
    lists.map(|list| list.iter().map(|words| words.join(" ")).collect())
}
