//! Parses values of flags and whole command lines, and checks the properties of the result.
//!
//! The first byte chooses the kind of the text: weights, smoothing, the name of a tokenizer, or a command line. The next
//! twenty bytes are counts to score with it. The rest is the text.
#![no_main]

use bleu::program::args::Answer;
use bleu::program::{self, AskedTest, Command, Least, Request, SignificanceTest};
use bleu::{
    Definition, MAX_ORDER, PairedTest, ReferenceCount, Signature, Smoothing, Statistics, Tokenization, Weights,
};
use libfuzzer_sys::fuzz_target;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

fuzz_target!(|data: &[u8]| {
    let Some(([choice, counts @ ..], text)) = data.split_first_chunk::<21>() else { return };
    match choice % 4 {
        0 => check_weights(text, counts),
        1 => check_smoothing(text, counts),
        2 => check_name(text),
        _ => check_command_line(text, counts),
    }
});

/// Statistics of an order: lengths, and shares of correct n-grams.
fn statistics(counts: &[u8; 20], order: usize) -> Statistics {
    let [shift, lengths @ .., _] = counts.first_chunk::<4>().unwrap();
    let [hyp_len, ref_len] = lengths.map(|length| u64::from(length) << (shift % 25));
    let total: Vec<u64> = (0..order as u64).map(|n| hyp_len.saturating_sub(n)).collect();
    let correct: Vec<u64> =
        total.iter().zip(&counts[4..]).map(|(total, &part)| total * u64::from(part) / 255).collect();
    Statistics::new(hyp_len, ref_len, &correct, &total).unwrap()
}

/// Parses a command line with a flag and its value.
fn with_value(flag: &str, value: &[u8]) -> Option<Request> {
    let flag = [flag.as_bytes(), b"=", value].concat();
    program::parse_from([OsStr::new("bleu"), OsStr::new("-rref"), OsStr::from_bytes(&flag)]).ok().map(|(_, request)| request)
}

/// The request with its tokenizer, which needs no data.
fn load(request: Request) -> Request {
    request.load().expect("there is nothing to load")
}

fn check_weights(value: &[u8], counts: &[u8; 20]) {
    let request = with_value("--weights", value).map(load);
    let weights: Option<Weights> = str::from_utf8(value).ok().and_then(|text| text.parse().ok());
    assert_eq!(request.is_some(), weights.is_some());
    let (Some(request), Some(weights)) = (request, weights) else { return };
    assert_eq!(request.definition.weights(), Some(&weights).filter(|weights| !weights.is_uniform()));
    let numbers = weights.as_slice();
    assert!(numbers.iter().all(|weight| (0.0..=1.0 + 1e-6).contains(weight)), "{numbers:?}");
    assert!((numbers.iter().sum::<f64>() - 1.0).abs() <= 1e-6, "{numbers:?}");
    let printed = weights.to_string();
    assert!(!printed.contains('-'), "{printed}");
    assert_eq!(printed.parse(), Ok(weights));
    for &(_, smoothing) in Smoothing::METHODS {
        for effective_order in [false, true] {
            let builder = request.definition.to_builder().smoothing(smoothing).effective_order(effective_order);
            check_score(&builder.build().unwrap(), counts);
        }
    }
}

fn check_smoothing(value: &[u8], counts: &[u8; 20]) {
    let request = with_value("--smooth", value).map(load);
    let smoothing: Option<Smoothing> = str::from_utf8(value).ok().and_then(|text| text.parse().ok());
    assert_eq!(request.map(|request| request.definition.smoothing()), smoothing);
    let Some(smoothing) = smoothing else { return };
    let printed = smoothing.to_string();
    assert!(!printed.contains("[-"), "{printed}");
    assert_eq!(printed.replace('[', "=").replace(']', "").parse(), Ok(smoothing));
    for order in 1..=MAX_ORDER {
        for effective_order in [false, true] {
            let builder = Definition::builder().order(order).smoothing(smoothing).effective_order(effective_order);
            check_score(&builder.build().unwrap(), counts);
        }
    }
}

fn check_name(value: &[u8]) {
    // Those that need a dictionary or a model are not loaded.
    let request = |value: &[u8]| with_value("--tokenize", value).filter(|request| request.tokenizer.rules().is_some());
    let tokenization = |value: &[u8]| request(value).map(|request| load(request).definition.tokenization().clone());
    let Some(found) = tokenization(value) else { return };
    assert_eq!(tokenization(found.name().as_bytes()).as_ref(), Some(&found));
    let value = str::from_utf8(value).unwrap();
    match value.split_once(':').filter(|(kind, _)| kind.eq_ignore_ascii_case("auto")) {
        Some((_, language)) => {
            assert!(["13a", "zh"].contains(&found.name()), "{value}");
            assert!(language.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)), "{value}");
            assert_eq!(Tokenization::for_language(language), Ok(found));
        }
        None => assert_eq!(found.to_string(), value.to_ascii_lowercase()),
    }
}

fn check_command_line(text: &[u8], counts: &[u8; 20]) {
    let words = text.split(|byte| b" \n".contains(byte)).filter(|word| !word.is_empty()).map(OsStr::from_bytes);
    let (command, request) = match program::parse_from(std::iter::once(OsStr::new("bleu")).chain(words)) {
        Ok((command, request)) if request.tokenizer.rules().is_some() => (command, load(request)),
        Ok(_) => return,
        Err(Answer::Page(page)) => {
            assert!(page.is_ok(), "{page:?}");
            return;
        }
        Err(Answer::Chapter(_)) => return,
        Err(Answer::Message(answer)) => {
            let is_error = answer.to_string().starts_with("error: ");
            assert_eq!(answer.exit_code(), if is_error { 2 } else { 0 });
            return;
        }
    };
    assert!((1..=1024).contains(&request.jobs.get()));
    assert!(request.style.digits <= 20);
    assert!(!request.candidates.is_empty());
    assert!(request.standard_inputs() <= 1);
    assert!(request.gates.fail_under.iter().all(|least| match least {
        Least::Score(score) | Least::EachGroup(score) | Least::Group(_, score) => (0.0..=100.0).contains(score),
        Least::Segments(_) => true,
    }));
    match command {
        Command::Compare(mode) => {
            let AskedTest { test: question, resampling, .. } = mode.asked;
            assert!((40..=10_000_000).contains(&resampling.fields(PairedTest::Randomization, 1).resamples));
            assert!(request.candidates.len() > 1 || question == SignificanceTest::Confidence);
            assert!(question.test() == PairedTest::Bootstrap || question != SignificanceTest::Confidence);
        }
        Command::Runs(mode) => {
            let runs = mode.runs;
            assert!((40..=10_000_000).contains(&mode.resampling.fields(PairedTest::Randomization, 1).resamples));
            assert!(runs > 1 && request.candidates.len() % runs == 0 && request.candidates.len() > runs);
        }
        Command::Explain(explain) => {
            assert!(explain.segment != Some(0) && (1..=1000).contains(&explain.show));
            assert!(request.candidates.len() <= 2);
        }
        Command::Stats(mode) => {
            assert!(mode.poisson.is_none_or(|resampling| (40..=10_000_000).contains(&resampling.resamples)));
        }
        _ => {}
    }
    // The formulas of other tools are tested against those tools.
    if request.definition.tool().is_none() {
        check_score(&request.definition, counts);
    }
    check_signature(&request.signature(ReferenceCount::try_from(request.references.len()).unwrap()));
}

/// Checks that a score is from 0 to 1, and that it equals the formula.
fn check_score(definition: &Definition, counts: &[u8; 20]) {
    let order = definition.order();
    let score = definition.score(&statistics(counts, order)).unwrap();
    assert!((0.0..=1.0).contains(&score.value()) && (0.0..=1.0).contains(&score.bp()), "{definition:?}: {score:?}");
    let precisions: Vec<f64> = score.precisions().iter().map(|precision| precision.value()).collect();
    assert_eq!(precisions.len(), order);
    assert!(precisions.iter().all(|precision| (0.0..=1.0).contains(precision)), "{definition:?}: {score:?}");
    let weight = |n: usize| definition.weights().map_or(1.0, |weights| weights.as_slice()[n]);
    let used = score.orders_used();
    assert!(used == order || definition.effective_order() && used < order);
    let sum: f64 = (0..used).map(weight).sum();
    let is_scored = sum > 0.0 && precisions.iter().any(|&precision| precision > 0.0);
    let powers = (0..used).filter(|&n| weight(n) > 0.0).map(|n| precisions[n].powf(weight(n) / sum));
    let expected = if is_scored { score.bp() * powers.product::<f64>() } else { 0.0 };
    assert!((score.value() - expected).abs() <= 1e-9, "{definition:?}: {score:?} is not {expected}");
}

/// Checks that a signature is printable, has separable fields, and can be read back.
fn check_signature(signature: &Signature) {
    let line = signature.to_string();
    assert!(line.bytes().all(|byte| byte.is_ascii_graphic()), "{line}");
    assert!(line.split('|').all(|field| field.split(':').count() == 2), "{line}");
    assert_eq!(line.parse::<Signature>().map(|signature| signature.to_string()), Ok(line));
}
