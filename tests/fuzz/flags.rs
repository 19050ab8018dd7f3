//! What flags take, against the laws of what they mean.
//!
//! The first byte chooses what the text at the end is: weights, smoothing, a tokenizer's name, or a whole command line;
//! the twenty bytes between them are counts to score with it.
#![no_main]

use bleu::cli::{self, Answer, Job, Mode, Operands, SignificanceTest};
use bleu::display::is_standard_input;
use bleu::{MAX_ORDER, Metric, PairedTest, SegmentStatistics, Signature, Smoothing, Statistics, Tokenization, Weights};
use libfuzzer_sys::fuzz_target;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

fuzz_target!(|data: &[u8]| {
    let Some(([choice, counts @ ..], text)) = data.split_first_chunk::<21>() else { return };
    let statistics = statistics(counts);
    match choice % 4 {
        0 => check_weights(text, &statistics),
        1 => check_smoothing(text, &statistics),
        2 => check_name(text),
        _ => check_command_line(text, &statistics),
    }
});

/// Possible statistics: no more correct n-grams than there are.
fn statistics(counts: &[u8]) -> Statistics {
    let [shift, lengths @ .., _] = counts.first_chunk::<4>().unwrap();
    let [hyp_len, ref_len] = lengths.map(|length| u32::from(length) << (shift % 25));
    let correct: Vec<u32> = (0..MAX_ORDER as u32)
        .zip(&counts[4..])
        .map(|(n, &part)| (u64::from(hyp_len.saturating_sub(n)) * u64::from(part) / 255) as u32)
        .collect();
    let mut segments = SegmentStatistics::new(MAX_ORDER);
    segments.push(hyp_len, ref_len, &correct);
    segments.sum()
}

/// A command line of one flag with this value.
fn with_value(flag: &str, value: &[u8]) -> Result<Job, Answer> {
    let flag = [flag.as_bytes(), b"=", value].concat();
    cli::parse_from([OsStr::new("bleu"), OsStr::new("-rref"), OsStr::from_bytes(&flag)])
}

fn check_weights(value: &[u8], statistics: &Statistics) {
    let job = with_value("--weights", value).ok();
    let weights: Option<Weights> = str::from_utf8(value).ok().and_then(|text| text.parse().ok());
    assert_eq!(job.as_ref().and_then(|job| job.metric.weights.as_ref()), weights.as_ref());
    let (Some(job), Some(weights)) = (job, weights) else { return };
    let numbers = weights.as_slice();
    assert!(numbers.iter().all(|weight| (0.0..=1.0 + 1e-6).contains(weight)), "{numbers:?}");
    assert!((numbers.iter().sum::<f64>() - 1.0).abs() <= 1e-6, "{numbers:?}");
    let printed = numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(",");
    assert!(!printed.contains('-'), "{printed}");
    assert_eq!(printed.parse(), Ok(weights));
    for (_, smoothing) in Smoothing::METHODS {
        for effective_order in [false, true] {
            check_score(&Metric { smoothing, effective_order, ..job.metric.clone() }, statistics);
        }
    }
}

fn check_smoothing(value: &[u8], statistics: &Statistics) {
    let job = with_value("--smooth", value).ok();
    let smoothing: Option<Smoothing> = str::from_utf8(value).ok().and_then(|text| text.parse().ok());
    assert_eq!(job.map(|job| job.metric.smoothing), smoothing);
    let Some(smoothing) = smoothing else { return };
    let printed = smoothing.to_string();
    assert!(!printed.contains("[-"), "{printed}");
    assert_eq!(printed.replace('[', "=").replace(']', "").parse(), Ok(smoothing));
    for order in 1..=MAX_ORDER {
        for effective_order in [false, true] {
            check_score(&Metric { order, weights: None, smoothing, effective_order }, statistics);
        }
    }
}

fn check_name(value: &[u8]) {
    let tokenization = |value: &[u8]| with_value("--tokenize", value).map(|job| job.preprocessing.tokenization);
    let Ok(found) = tokenization(value) else { return };
    assert_eq!(tokenization(found.to_string().as_bytes()).ok(), Some(found));
    let value = str::from_utf8(value).unwrap();
    match value.strip_prefix("auto:") {
        Some(language) => {
            assert!(matches!(found, Tokenization::V13a | Tokenization::Zh), "{value}");
            assert!(language.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{value}");
            assert_eq!(Tokenization::for_language(&language.to_ascii_uppercase()), Ok(found));
        }
        None => assert_eq!(found.to_string(), value),
    }
}

fn check_command_line(text: &[u8], statistics: &Statistics) {
    let words = text.split(|byte| b" \n".contains(byte)).filter(|word| !word.is_empty()).map(OsStr::from_bytes);
    let job = match cli::parse_from(std::iter::once(OsStr::new("bleu")).chain(words)) {
        Ok(job) => job,
        Err(Answer::Page(page)) => {
            assert!(page.is_ok(), "{page:?}");
            return;
        }
        Err(Answer::Message(answer)) => {
            let is_error = answer.to_string().starts_with("error: ");
            assert_eq!(answer.exit_code(), if is_error { 2 } else { 0 });
            return;
        }
    };
    assert!((1..=1024).contains(&job.jobs.get()));
    assert!(job.style.digits <= 20);
    assert!(!job.candidates.is_empty());
    assert!(job.mode == Mode::PrintTokens || !job.references.is_empty());
    let inputs = job.candidates.iter().chain(&job.references);
    assert!(job.operands == Operands::Texts || inputs.filter(|path| is_standard_input(path)).count() <= 1);
    assert!(job.fail_under.is_none_or(|least| (0.0..=100.0).contains(&least)));
    match job.mode {
        Mode::Significance(question, resampling) => {
            assert!((40..=10_000_000).contains(&resampling.resamples));
            assert!(job.candidates.len() > 1 || question == SignificanceTest::Confidence);
            assert!(question.test() == PairedTest::Bootstrap || question != SignificanceTest::Confidence);
        }
        Mode::Explain(explain) => {
            assert!(explain.segment != Some(0) && (1..=1000).contains(&explain.show));
            assert!(job.candidates.len() <= 2);
        }
        Mode::Corpus | Mode::Sentence | Mode::PrintTokens => {}
    }
    check_score(&job.metric, statistics);
    check_signature(&job.signature());
}

/// A score is a number from 0 to 1, and what the formula says.
fn check_score(metric: &Metric, statistics: &Statistics) {
    let score = metric.score(statistics);
    assert!((0.0..=1.0).contains(&score.score) && (0.0..=1.0).contains(&score.bp), "{metric:?}: {score:?}");
    let precisions: Vec<f64> = score.precisions().iter().map(|precision| precision.times(1.0)).collect();
    assert_eq!(precisions.len(), metric.order);
    assert!(precisions.iter().all(|precision| (0.0..=1.0).contains(precision)), "{metric:?}: {score:?}");
    let weight = |n: usize| metric.weights.as_ref().map_or(1.0, |weights| weights.as_slice()[n]);
    let used = score.effective_order();
    assert!((metric.effective_order && used <= metric.order) || used == metric.order);
    let sum: f64 = (0..used).map(weight).sum();
    let is_scored = sum > 0.0 && precisions.iter().any(|&precision| precision > 0.0);
    let powers = (0..used).filter(|&n| weight(n) > 0.0).map(|n| precisions[n].powf(weight(n) / sum));
    let expected = if is_scored { score.bp * powers.product::<f64>() } else { 0.0 };
    assert!((score.score - expected).abs() <= 1e-9, "{metric:?}: {score:?} is not {expected}");
}

/// Its fields can be told apart.
fn check_signature(signature: &Signature) {
    let signature = signature.to_string();
    assert!(signature.bytes().all(|byte| byte.is_ascii_graphic()), "{signature}");
    assert!(signature.split('|').all(|field| field.split(':').count() == 2), "{signature}");
}
