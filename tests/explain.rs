//! Explanations: tables of textbooks, sums that must agree with the score, and diagnoses.
//!
//! `UPDATE=1 cargo test explain::` rewrites the expected texts in `testdata/explain`; `textbook_figures` compares
//! them with the fractions of the literature in any case.

use crate::common::{Run, TestDir, assert_says, sample, start};
use bleu::diagnose::Diagnoser;
use bleu::explain::{CorpusExplanation, Explainer, OrderLosses, OrderTerm, Plan, SegmentTables};
use bleu::what_if::WhatIf;
use bleu::{AddSegments, Definition, MAX_ORDER, Statistics, Tokenization};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use unicode_width::UnicodeWidthStr;

fn testdata(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("testdata").join(folder)
}

/// Returns the output of a successful run; warnings are allowed.
fn printed(folder: &TestDir, arguments: &[&str]) -> String {
    let arguments = arguments.join(" ");
    let run = Run::of(&arguments, start(folder.command(&arguments).env_remove("COLUMNS")));
    assert_eq!(run.status, Some(0), "{run:#?}");
    run.out
}

fn json(folder: &TestDir, arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(folder, &[arguments, &["--format", "json"]].concat())).unwrap()
}

/// Names of the test corpora, with the number of their references.
fn corpora() -> BTreeMap<String, usize> {
    let mut corpora = BTreeMap::new();
    for entry in fs::read_dir(testdata("corpora")).unwrap() {
        let file = entry.unwrap().file_name().into_string().unwrap();
        let (name, rest) = file.split_once('.').unwrap();
        *corpora.entry(name.to_owned()).or_insert(0) += usize::from(rest.starts_with("ref"));
    }
    assert!(corpora.len() > 10);
    corpora
}

/// Arguments that name the files of a test corpus.
fn files(name: &str, references: usize) -> Vec<String> {
    let references = (1..=references).flat_map(|i| ["-r".to_owned(), format!("{name}.ref{i}.txt")]);
    references.chain([format!("{name}.hyp.txt")]).collect()
}

fn strings(list: &[String]) -> Vec<&str> {
    list.iter().map(String::as_str).collect()
}

/// Worked examples: corpus, flags, and figures of the literature.
const TEXTBOOK: [(&str, &[&str], &[&str]); 5] = [
    (
        "textbook-love",
        &["--weights", "1/3,1/3,1/3"],
        &["p1 = 3/5 = 0.6000", "p2 = 2/4 = 0.5000", "p3 = 1/3 = 0.3333", "BP = 1:", "(3/5 * 2/4 * 1/3)^(1/3) = 0.4642"],
    ),
    ("textbook-the", &[], &["the 7 2 1 2 2", "p1 = 2/7 = 0.2857 (without clipping: 7/7 = 1.0000)"]),
    ("textbook-cat", &[], &["p2 = 4/6 = 0.6667"]),
    ("textbook-guide", &[], &["p1 = 17/18 = 0.9444", "p2 = 10/17 = 0.5882", "= 0.5046"]),
    ("textbook-of-the", &["--max-order", "2"], &["p1 = 2/2 = 1.0000", "p2 = 1/1 = 1.0000", "exp(1 - 16/2) = 0.0009"]),
];

#[test]
fn textbook_figures() {
    for (name, flags, figures) in TEXTBOOK {
        let files = files(name, corpora()[name]);
        let flags = [&["--explain", "--tokenize", "none", "--smooth", "none"], flags, &strings(&files)].concat();
        let text = printed(&TestDir::corpora(), &flags).replace(env!("CARGO_PKG_VERSION"), "VERSION");
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        for figure in figures {
            assert!(words.contains(figure), "{name}: no {figure} in\n{text}");
        }
        let golden = testdata("explain").join(format!("{name}.txt"));
        if std::env::var_os("UPDATE").is_some() {
            fs::write(&golden, &text).unwrap();
        }
        assert_eq!(fs::read_to_string(&golden).unwrap_or_default(), text, "{}", golden.display());
    }
}

#[test]
fn textbook_figures_as_data() {
    let corpora = TestDir::corpora();
    let files = files("textbook-love", 2);
    let flags = ["--weights", "1/3,1/3,1/3", "--smooth", "none", "--tokenize", "none"];
    let value = json(&corpora, &[&["--explain"], &flags[..], &strings(&files)].concat());
    let segment = &value["segment"];
    assert!((segment["score"].as_f64().unwrap() - 0.1f64.cbrt()).abs() < 1e-15);
    assert_eq!(segment["closest_reference"], 2);
    let orders = segment["orders"].as_array().unwrap();
    let counts = |key: &str| orders.iter().map(|order| order[key].as_u64().unwrap()).collect::<Vec<_>>();
    assert_eq!((counts("count"), counts("total")), (vec![3, 2, 1], vec![5, 4, 3]));
    let love = &orders[0]["ngrams"][1];
    assert_eq!(love["ngram"], "love");
    assert_eq!(love["references"], serde_json::json!([1, 1]));
    let unmatched = value["corpus"]["orders"][0]["unmatched"].as_array().unwrap();
    assert_eq!(unmatched.iter().map(|x| x["ngram"].as_str().unwrap()).collect::<Vec<_>>(), ["do", "the"]);
}

/// Definitions that differ in smoothing, weights, effective order and order.
fn definitions() -> Vec<Definition> {
    let smoothings = ["exp", "floor", "floor=0", "add-k", "add-k=0", "add-k=0.5", "none"];
    let mut builders = Vec::new();
    for effective_order in [false, true] {
        let builder = || Definition::builder().effective_order(effective_order);
        builders.extend(smoothings.map(|text| builder().smoothing(text.parse().unwrap())));
        let weights = ["0.5,0.2,0.2,0.1", "0,0.5,0.5", "0,0,0,1"];
        builders.extend(weights.map(|text| builder().weights(text.parse().unwrap())));
    }
    builders.push(Definition::builder().order(MAX_ORDER));
    builders.into_iter().map(|builder| builder.build().unwrap()).collect()
}

/// The texts of a test corpus, the candidate's first, each ended by LF; `None` if one of the files does not exist.
fn texts(name: &str, files: &[&str], references: usize) -> Option<Vec<String>> {
    let files = files.iter().map(|&file| file.to_owned()).chain((1..=references).map(|i| format!("ref{i}")));
    let read = |file: String| fs::read_to_string(testdata("corpora").join(format!("{name}.{file}.txt"))).ok();
    let complete = |text: String| if text.ends_with('\n') || text.is_empty() { text } else { text + "\n" };
    files.map(|file| read(file).map(complete)).collect()
}

/// The tokens of each line.
fn tokens(definition: &Definition, text: &str) -> Vec<Vec<String>> {
    let mut tokenizer = definition.tokenizer();
    let tokens = tokenizer.tokenize_lines(text).unwrap();
    tokens.segments().map(|segment| segment.iter().map(str::to_owned).collect()).collect()
}

#[test]
fn the_tables_of_segments_add_up_to_the_score_of_the_corpus() {
    for (name, references) in corpora() {
        let texts = texts(&name, &["hyp"], references).unwrap();
        let cases =
            Tokenization::ALL.iter().flat_map(|tokenization| definitions().into_iter().map(move |d| (tokenization, d)));
        for (tokenization, definition) in sample(5, cases) {
            let definition = definition.to_builder().tokenization(tokenization.clone()).build().unwrap();
            tables_add_up(&format!("{name} {definition:?}"), &texts, &definition);
        }
    }
}

fn tables_add_up(what: &str, texts: &[String], definition: &Definition) {
    let mut corpus = definition.accumulator();
    let segments = corpus.add_lines(&texts[0], &texts[1..]).unwrap();
    let lines: Vec<Vec<&str>> = texts.iter().map(|text| text.split_terminator('\n').collect()).collect();
    let mut statistics = Vec::new();
    for (i, counted) in segments.iter().enumerate() {
        // Thousands of tokens take long in a debug build; one definition is enough for them.
        if counted.hyp_len() > 500 && *definition != Definition::default() {
            statistics.push(counted);
            continue;
        }
        let references: Vec<&str> = lines[1..].iter().map(|lines| lines[i]).collect();
        let tables = SegmentTables::new(definition, lines[0][i], &references).unwrap();
        assert_eq!(tables.statistics, counted, "{what}: segment {}", i + 1);
        for (n, table) in tables.tables.iter().enumerate() {
            assert_eq!((table.clipped(), table.total()), (counted.correct()[n], counted.total()[n]), "{what}");
        }
        let score = definition.score(&counted).unwrap();
        let weighted: Vec<_> = tables.terms.iter().filter(|term| term.weight > 0.0).collect();
        let product = |terms: &[&OrderTerm]| {
            terms.iter().fold(score.bp(), |product, term| product * term.precision.value().powf(term.weight))
        };
        let product = if weighted.is_empty() { 0.0 } else { product(&weighted) };
        assert!((product - score.value()).abs() < 1e-12, "{what}: segment {}: {product} {}", i + 1, score.value());
        statistics.push(tables.statistics);
    }
    let sum: Result<Statistics, _> = statistics.into_iter().sum();
    assert_eq!(sum, Ok(corpus.statistics()), "{what}");
}

/// Losses of one order: unmatched, (count, allowed) of the over-generated, missed.
#[derive(Default)]
struct Losses {
    unmatched: BTreeMap<String, u64>,
    over_generated: BTreeMap<String, (u64, u64)>,
    missed: BTreeMap<String, u64>,
}

/// Asserts that these n-grams were found, and no others.
fn assert_losses(found: &OrderLosses, expected: &Losses, what: &str) {
    let unmatched = found.unmatched.iter().map(|x| (x.ngram.clone(), x.count));
    assert_eq!(unmatched.collect::<BTreeMap<_, _>>(), expected.unmatched, "{what}");
    let over = found.over_generated.iter().map(|x| (x.ngram.clone(), (x.count, x.allowed)));
    assert_eq!(over.collect::<BTreeMap<_, _>>(), expected.over_generated, "{what}");
    let missed = found.missed.iter().map(|x| (x.ngram.clone(), x.count));
    assert_eq!(missed.collect::<BTreeMap<_, _>>(), expected.missed, "{what}");
}

/// Number of occurrences of each n-gram.
fn ngrams(words: &[String], n: usize) -> BTreeMap<String, u64> {
    let mut counts = BTreeMap::new();
    words.windows(n).for_each(|ngram| *counts.entry(ngram.join(" ")).or_default() += 1);
    counts
}

/// The losses of one order, counted the plain way.
fn losses(texts: &[&Vec<Vec<String>>], n: usize) -> Losses {
    let mut losses = Losses::default();
    for i in 0..texts[0].len() {
        let all: Vec<_> = texts.iter().map(|text| ngrams(&text[i], n)).collect();
        for ngram in all.iter().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>() {
            let in_text = |counts: &BTreeMap<String, u64>| counts.get(ngram).copied().unwrap_or(0);
            let (count, max) = (in_text(&all[0]), all[1..].iter().map(in_text).max().unwrap_or(0));
            if count > 0 && max == 0 {
                *losses.unmatched.entry(ngram.clone()).or_default() += count;
            } else if count > max {
                let sums = losses.over_generated.entry(ngram.clone()).or_default();
                (sums.0, sums.1) = (sums.0 + count, sums.1 + max);
            } else if count < max {
                *losses.missed.entry(ngram.clone()).or_default() += max - count;
            }
        }
    }
    losses
}

/// A plan that lists all n-grams and segments.
fn plan_without_limit(definition: Definition) -> Plan {
    Plan::new(definition).show(100_000)
}

fn borrowed(texts: &[String]) -> Vec<&str> {
    texts.iter().map(String::as_str).collect()
}

#[test]
fn losses_of_a_corpus_equal_a_plain_count() {
    for (name, references) in corpora() {
        let texts = texts(&name, &["hyp"], references).unwrap();
        for tokenization in Tokenization::ALL {
            let definition = Definition::builder().tokenization(tokenization.clone()).build().unwrap();
            let segments = definition.accumulator().add_lines(&texts[0], &texts[1..]).unwrap();
            let mut explainer = Explainer::new(plan_without_limit(definition.clone()), 1).unwrap();
            explainer.add_lines(&[&texts[0]], &borrowed(&texts[1..])).unwrap();
            let CorpusExplanation { systems, difference, .. } = explainer.finish();
            assert!(difference.is_none());
            let explained = &systems[0];
            assert_eq!(explained.score, definition.score(&segments.sum()).unwrap());
            assert_eq!(explained.segment_scores.histogram.iter().sum::<u64>(), segments.len() as u64);
            let tokens: Vec<_> = texts.iter().map(|text| tokens(&definition, text)).collect();
            for found in &explained.losses {
                let expected = losses(&tokens.iter().collect::<Vec<_>>(), found.order);
                let what = format!("{name} {tokenization} {}", found.order);
                assert_losses(found, &expected, &what);
                let order: Vec<_> =
                    found.unmatched.iter().map(|x| (std::cmp::Reverse(x.count), x.ngram.clone())).collect();
                assert!(order.is_sorted(), "{what}");
            }
            for worst in &explained.worst_segments {
                let rest = (0..).zip(segments.iter()).filter(|(segment, _)| *segment != worst.segment);
                let sum = rest.map(|(_, part)| part).sum::<Result<Statistics, _>>().unwrap();
                let gain = definition.score(&sum).unwrap().value() - explained.score.value();
                assert!(gain > 0.0 && (gain - worst.gain).abs() < 1e-15, "{name}: {worst:?}");
                assert_eq!(worst.texts.candidates.len(), 1);
            }
        }
    }
}

#[test]
fn two_candidates_in_many_batches_equal_a_plain_count() {
    for (name, references) in corpora() {
        let Some(texts) = texts(&name, &["hyp", "hyp2"], references) else { continue };
        let definition = Definition::builder().order(6).build().unwrap();
        let mut explainer = Explainer::new(plan_without_limit(definition.clone()), 2).unwrap();
        // Each line is a batch.
        let lines: Vec<Vec<&str>> = texts.iter().map(|text| text.split_inclusive('\n').collect()).collect();
        for i in 0..lines[0].len() {
            let batch: Vec<&str> = lines.iter().map(|lines| lines[i]).collect();
            explainer.add_lines(&batch[..2], &batch[2..]).unwrap();
        }
        let CorpusExplanation { systems, difference, .. } = explainer.finish();
        let tokens: Vec<_> = texts.iter().map(|text| tokens(&definition, text)).collect();
        for (candidate, explained) in systems.iter().enumerate() {
            let texts: Vec<_> = std::iter::once(&tokens[candidate]).chain(&tokens[2..]).collect();
            for found in &explained.losses {
                assert_losses(found, &losses(&texts, found.order), &format!("{name} {candidate} {}", found.order));
            }
        }
        for found in &difference.unwrap().orders {
            let (first, second) = advantages(&tokens, found.order);
            let more = |by: fn(u64, u64) -> bool| {
                let ngrams = first.keys().chain(second.keys());
                let both = |ngram: &String| [&first, &second].map(|counts| counts.get(ngram).copied().unwrap_or(0));
                let all = ngrams.map(|ngram| (ngram.clone(), both(ngram))).collect::<BTreeMap<_, _>>();
                all.into_iter().filter(|(_, [first, second])| by(*first, *second)).collect::<BTreeMap<_, _>>()
            };
            for (found, expected) in [
                (&found.first_better, more(|one, other| one > other)),
                (&found.second_better, more(|one, other| one < other)),
            ] {
                let found = found.iter().map(|x| (x.ngram.clone(), [x.first, x.second])).collect::<BTreeMap<_, _>>();
                assert_eq!(found, expected, "{name}");
            }
        }
    }
}

/// Number of times that an n-gram is correct only in the first of two candidates, and only in the second; counted the
/// plain way.
fn advantages(tokens: &[Vec<Vec<String>>], n: usize) -> (BTreeMap<String, u64>, BTreeMap<String, u64>) {
    let (mut first, mut second) = (BTreeMap::new(), BTreeMap::new());
    for i in 0..tokens[0].len() {
        let references: Vec<_> = tokens[2..].iter().map(|text| ngrams(&text[i], n)).collect();
        let most =
            |ngram: &String| references.iter().filter_map(|counts| counts.get(ngram)).max().copied().unwrap_or(0);
        let clipped = [0, 1].map(|candidate| {
            let counts = ngrams(&tokens[candidate][i], n).into_iter();
            counts.map(|(ngram, count)| (count.min(most(&ngram)), ngram)).map(|(count, ngram)| (ngram, count)).collect()
        });
        let clipped: [BTreeMap<String, u64>; 2] = clipped;
        for ngram in clipped.iter().flat_map(BTreeMap::keys).collect::<BTreeSet<_>>() {
            let [one, other] = clipped.each_ref().map(|counts| counts.get(ngram).copied().unwrap_or(0));
            if one > other {
                *first.entry(ngram.clone()).or_insert(0) += one - other;
            } else if other > one {
                *second.entry(ngram.clone()).or_insert(0) += other - one;
            }
        }
    }
    (first, second)
}

#[test]
fn wrong_numbers_of_texts_are_errors() {
    let mut explainer = Explainer::new(plan_without_limit(Definition::default()), 1).unwrap();
    assert_eq!(
        explainer.add_lines(&["a", "b"], &["c"]),
        Err(bleu::Error::CandidateCountMismatch { expected: 1, found: 2 })
    );
    assert_eq!(explainer.add_lines(&["a"], &[""; 0]), Err(bleu::Error::NoReference { segment: 0 }));
    assert!(explainer.add_lines(&["a\nb"], &["c"]).is_err());
    explainer.add_lines(&["a"], &["a"]).unwrap();
    assert_eq!(explainer.finish().systems[0].score.correct(), [1.0, 0.0, 0.0, 0.0]);
    assert_eq!(
        SegmentTables::new(&Definition::default(), "a", &[""; 0]).unwrap_err(),
        bleu::Error::NoReference { segment: 0 }
    );

    let mut diagnoser = Diagnoser::new(&Definition::default(), 1).unwrap();
    assert_eq!(
        diagnoser.add_lines(&[""; 0], &["a"]),
        Err(bleu::Error::CandidateCountMismatch { expected: 1, found: 0 })
    );
    assert_eq!(diagnoser.add_lines(&["a"], &[""; 0]), Err(bleu::Error::NoReference { segment: 0 }));
    diagnoser.add_lines(&["a"], &["a", "b"]).unwrap();
    assert_eq!(
        diagnoser.add_lines(&["a", "b"], &["a", "b"]),
        Err(bleu::Error::CandidateCountMismatch { expected: 1, found: 2 })
    );
    assert_eq!(diagnoser.add_lines(&["a"], &["a"]), Ok(()));
    assert_eq!(diagnoser.finish().len(), 1);
    let of_nothing = Diagnoser::new(&Definition::default(), 2).unwrap().finish();
    assert!(of_nothing.len() == 2 && of_nothing.iter().all(|diagnosis| diagnosis.findings.is_empty()));
    assert_eq!(Diagnoser::new(&Definition::default(), 0).unwrap_err(), bleu::Error::CandidateCount { candidates: 0 });

    let mut what_if = WhatIf::new(&Definition::default(), 1).unwrap();
    assert_eq!(what_if.add_lines(&[""; 0], &["a"]), Err(bleu::Error::CandidateCountMismatch { expected: 1, found: 0 }));
    assert_eq!(what_if.add_lines(&["a"], &[""; 0]), Err(bleu::Error::NoReference { segment: 0 }));
}

#[test]
fn plans_that_cannot_be_carried_out_are_errors() {
    let plan = |show| Plan::new(Definition::default()).effective_order_of_segments(false).show(show);
    for candidates in [0, 3, usize::MAX] {
        let error = Explainer::new(plan(10), candidates).unwrap_err();
        assert_eq!(error, bleu::Error::CandidateCount { candidates });
    }
    for show in [0, 1, usize::MAX] {
        let mut explainer = Explainer::new(plan(show), 1).unwrap();
        explainer.add_lines(&["a red house\none two three four"], &["a red car\none two three four"]).unwrap();
        let explained = explainer.finish_one().unwrap();
        assert_eq!(explained.losses[0].unmatched.len(), show.min(1));
        assert_eq!(explained.worst_segments.len(), show.min(1));
    }
}

#[test]
fn a_last_line_without_line_feed_is_shown() {
    let definition = Definition::default();
    let mut explainer = Explainer::new(plan_without_limit(definition), 1).unwrap();
    explainer.add_lines(&["one two three four\na red house"], &["one two three four\na red car"]).unwrap();
    let explained = explainer.finish_one().unwrap();
    assert_eq!(explained.losses[0].unmatched[0].ngram, "house");
    assert_eq!(explained.worst_segments[0].texts.candidates, ["a red house"]);
    assert_eq!(explained.worst_segments[0].texts.reference, "a red car");
}

#[test]
fn lines_are_at_most_80_columns_wide_if_the_output_is_no_terminal() {
    for (name, references) in corpora() {
        for tokenization in sample(5, Tokenization::ALL) {
            let tokenization = tokenization.to_string();
            let files = files(&name, references);
            let modes = [&["--explain"][..], &["--explain=all", "--show", "40"], &["--explain-segment", "1"]];
            for mode in modes.into_iter().chain([&["--explain", "--show", "10", "-n", "16"][..]]) {
                let flags = [mode, &["--tokenize", &tokenization], &strings(&files)].concat();
                let text = printed(&TestDir::corpora(), &flags);
                // A signature is one word.
                let wide = text.lines().find(|line| line.width() > 80 && !line.trim_start().starts_with("BLEU|"));
                assert!(wide.is_none(), "{flags:?}: {wide:?}");
                let odd = text.lines().find(|line| line.ends_with(' ') || line.contains(char::is_control));
                assert!(odd.is_none(), "{flags:?}: {odd:?}");
            }
        }
    }
}

#[test]
fn text_explains_the_segment_alone_and_json_the_corpus_too() {
    let corpora = TestDir::corpora();
    let files = files("plain", 4);
    let text = printed(&corpora, &[&["--explain-segment", "3"], &strings(&files)[..]].concat());
    assert!(text.starts_with("plain.hyp.txt, segment 3: BLEU = ") && !text.contains("--explain="), "{text}");
    let value = json(&corpora, &[&["--explain-segment", "3"], &strings(&files)[..]].concat());
    assert_eq!((value["segment"]["segment"].as_u64(), value["corpus"]["segments"].as_u64()), (Some(3), Some(10)));
    let value = json(&corpora, &[&["--explain"], &strings(&files)[..]].concat());
    assert!(value["segment"].is_null() && value["corpus"]["findings"].is_array());
}

#[test]
fn of_a_long_segment_the_first_tokens_and_ngrams_are_listed() {
    let text = |tokens: usize| (0..tokens).map(|i| format!("w{i} ")).collect::<String>() + "\n";
    let dir = TestDir::with([("short", &text(1000)), ("long", &text(1001))]);
    let short = dir.run("--explain-segment 1 -r short -r long short").prints();
    assert!(!short.contains("the first 1000"), "{short}");
    assert_says(&short, &["w999 … (1000 of 1001 tokens)"]);
    let long = dir.run("--explain-segment 1 -r short long").prints();
    assert_says(&long, &["the first 1000 of 1001 n-grams; --format json lists all", "w999 … (1000 of 1001 tokens)"]);
    let value = dir.run("--explain-segment 1 -r short long -f json").json();
    assert_eq!(value["segment"]["orders"][0]["ngrams"].as_array().map(Vec::len), Some(1001));
}

#[test]
fn every_segment_has_the_score_that_sentence_gives() {
    let corpora = TestDir::corpora();
    let files = files("latin", 3);
    let scores = printed(&corpora, &[&["--sentence", "--digits", "12"], &strings(&files)[..]].concat());
    for (score, segment) in scores.lines().zip(1..).step_by(5) {
        let flags = ["--explain-segment", &format!("{segment}"), "--effective-order"];
        let value = json(&corpora, &[&flags[..], &strings(&files)].concat());
        let explained = value["segment"]["score"].as_f64().unwrap();
        assert!((explained - score.parse::<f64>().unwrap()).abs() < 1e-11, "{segment}: {explained} {score}");
        let flags = ["--explain-segment", &format!("{segment}")];
        let as_sentence =
            json(&corpora, &[&flags[..], &strings(&files)].concat())["segment"]["score_as_sentence"].as_f64();
        assert_eq!(as_sentence, Some(explained), "{segment}");
    }
    let mut scores: Vec<f64> = scores.lines().map(|score| score.parse().unwrap()).collect();
    scores.sort_by(f64::total_cmp);
    let value = json(&corpora, &[&["--explain"], &strings(&files)[..]].concat());
    let median = value["corpus"]["segment_scores"]["median"].as_f64().unwrap();
    let middle = [(scores.len() - 1) / 2, scores.len() / 2].map(|place| scores[place]);
    assert!((median - (middle[0] + middle[1]) / 2.0).abs() < 1e-11, "{median}");
}

#[test]
fn wrong_usage_is_refused() {
    let corpora = TestDir::corpora();
    let files = files("plain", 4);
    let status = |flags: &[&str]| {
        let run = corpora.run(&[flags, &strings(&files)[..]].concat().join(" "));
        (run.status, run.err, run.out.len())
    };
    let (code, message, printed) = status(&["--explain-segment", "11"]);
    assert_eq!((code, printed), (Some(1), 0));
    assert!(message.contains("there is no segment 11; the corpus has 10 segments\n"), "{message}");
    assert_eq!(status(&["--explain-segment", "10"]).0, Some(0));
    for (number, value) in [("0", "'0'"), ("-1", "'-1'"), ("one", "'one'")] {
        let (code, message, printed) = status(&["--explain-segment", number]);
        assert_eq!((code, printed), (Some(2), 0));
        assert!(message.contains(value) && message.contains("must be a whole number of 1 or more"), "{message}");
    }
    assert_eq!(status(&["--explain-segment", "10", "--show", "5", "--format", "json"]).0, Some(0));
    let wrong: [&[&str]; 7] = [
        &["--explain-segment", "1", "--show", "5"],
        &["--explain", "--explain-segment", "1"],
        &["--explain", "--sentence"],
        &["--explain", "--score-only"],
        &["--show", "5"],
        &["--explain", "--show", "0"],
        &["--explain", "plain.hyp2.txt", "plain.ref1.txt"],
    ];
    for flags in wrong {
        assert_eq!((status(flags).0, status(flags).2), (Some(2), 0), "{flags:?}: {}", status(flags).1);
    }
}

/// A temporary folder with these files.
fn written(files: &[(&str, Vec<String>)]) -> TestDir {
    let folder = TestDir::with([]);
    for (name, lines) in files {
        folder.write(name, lines.iter().map(|line| format!("{line}\n")).collect::<String>());
    }
    folder
}

const LINES: u64 = 600;

fn lines(line: impl Fn(u64) -> String) -> Vec<String> {
    (0..LINES).map(line).collect()
}

/// A number that looks random: the finalizer of splitmix64.
fn random(seed: u64) -> u64 {
    let mut x = seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

/// A sentence of made-up words of two to four of these syllables; every `spoilt`-th word is another one.
fn sentence(syllables: &[&str], line: u64, spoilt: u64) -> String {
    let words = 6 + random(line) % 15;
    let word = |i: u64| {
        let seed = random(line << 8 | i);
        let seed = if (line + i).is_multiple_of(spoilt) { random(seed.wrapping_add(spoilt)) % 400 } else { seed % 400 };
        let parts = 2 + random(seed) % 3;
        (0..parts).map(|part| syllables[random(seed << 4 | part) as usize % syllables.len()]).collect::<String>()
    };
    let mut words: Vec<String> = (0..words).map(word).collect();
    let mut first = words[0].chars();
    words[0] = first.next().into_iter().flat_map(char::to_uppercase).chain(first).collect();
    let middle = words.len() / 2;
    words[middle].push(',');
    words.join(" ") + "."
}

const LATIN: [&str; 12] = ["ba", "den", "ki", "lo", "mur", "na", "pe", "ris", "so", "tul", "va", "zo"];
const CYRILLIC: [&str; 12] = ["ба", "ден", "ки", "ло", "мур", "на", "пе", "рис", "со", "тул", "ва", "зо"];
const OTHER_LATIN: [&str; 12] = ["ang", "eth", "ick", "ogh", "urf", "asp", "ell", "imb", "oft", "und", "ayc", "ewq"];

fn reference(line: u64) -> String {
    sentence(&LATIN, line, u64::MAX)
}

fn candidate(line: u64) -> String {
    sentence(&LATIN, line, 5)
}

fn other(line: u64) -> String {
    sentence(&LATIN, line, 3)
}

/// Evidence and advice.
fn in_words(finding: &Value) -> String {
    format!("{}; {}", finding["evidence"].as_str().unwrap(), finding["advice"].as_str().unwrap())
}

/// The findings on `hyp`.
fn findings_of(files: &[(&str, Vec<String>)], flags: &[&str]) -> Vec<(String, String)> {
    let value = json(&written(files), &[&["--explain", "hyp", "--quiet"], flags].concat());
    let text = |finding: &Value, key: &str| finding[key].as_str().unwrap().to_owned();
    let findings = value["corpus"]["findings"].as_array().unwrap();
    findings.iter().map(|finding| (text(finding, "check"), in_words(finding))).collect()
}

/// The findings on a candidate against the reference.
fn findings(candidate: Vec<String>) -> Vec<(String, String)> {
    findings_of(&[("hyp", candidate), ("ref", lines(reference))], &["-r", "ref"])
}

/// Asserts that one check alone finds something in the second of two references, and says which it is.
#[track_caller]
fn assert_finding_in_second(second: Vec<String>, check: &str, evidence: &str) {
    let files = [("hyp", lines(candidate)), ("ref", lines(reference)), ("ref2", second)];
    let findings = findings_of(&files, &["-r", "ref", "-r", "ref2"]);
    let [(found, text)] = &findings[..] else { panic!("{findings:?}") };
    assert!(found == check && text.contains(evidence) && text.contains("reference 2"), "{findings:?}");
}

/// Asserts that one check alone finds something, with this evidence.
#[track_caller]
fn assert_finding(candidate: Vec<String>, check: &str, evidence: &str) {
    let findings = findings(candidate);
    let [(found, text)] = &findings[..] else { panic!("{findings:?}") };
    assert!(found == check && text.contains(evidence), "{findings:?}");
}

#[test]
fn good_text_has_no_findings() {
    assert_eq!(findings(lines(candidate)), []);
    assert_eq!(findings(lines(other)), []);
    // Short lines that are said again and again, as in dialogues.
    let dialogue = |line: u64, text: fn(u64) -> String| if line % 7 < 2 { "Ba, den.".into() } else { text(line) };
    let files = [("hyp", lines(|line| dialogue(line, candidate))), ("ref", lines(|line| dialogue(line, reference)))];
    let value = json(&written(&files), &["-r", "ref", "--explain", "hyp"]);
    assert_eq!(value["corpus"]["findings"], serde_json::json!([]));
}

#[test]
fn a_line_dropped_in_the_middle_is_found_to_the_end() {
    let mut candidate = lines(candidate);
    candidate.remove(300);
    candidate.push(reference(12));
    let evidence = "in segments 301 to 599";
    assert_finding(candidate, "misaligned", evidence);
}

#[test]
fn the_range_of_misaligned_lines_is_found() {
    let mut candidate = lines(candidate);
    for line in 0..3 {
        candidate.insert(200, reference(1000 + line));
        candidate.remove(400);
    }
    assert_finding(candidate, "misaligned", "that is 3 further up");
}

#[test]
fn a_misaligned_reference_among_good_ones_is_found() {
    let mut shifted = lines(reference);
    shifted.rotate_left(1);
    let folder = written(&[("hyp", lines(candidate)), ("ref", lines(reference)), ("ref2", shifted)]);
    let value = json(&folder, &["-r", "ref", "-r", "ref2", "--explain", "hyp"]);
    let finding = &value["corpus"]["findings"][0];
    assert_eq!(finding["check"], "misaligned");
    assert!(finding["evidence"].as_str().unwrap().contains("reference 2 that is 1 further up"), "{finding}");
    let mut shifted = lines(candidate);
    shifted.rotate_left(1);
    let files = [("hyp", shifted), ("ref", lines(reference)), ("ref2", lines(reference))];
    let both = findings_of(&files, &["-r", "ref", "-r", "ref2"]);
    assert!(
        both[0].1.contains("line of reference 1") && both[0].1.contains("the same holds for reference 2"),
        "{both:?}"
    );
}

#[test]
fn a_bad_reference_among_good_ones_is_named() {
    let lower = lines(|line| reference(line).to_lowercase());
    assert_finding_in_second(lower, "case", "0.0% of those of reference 2");
    let tokenized = lines(|line| reference(line).replace('.', " .").replace(',', " ,"));
    assert_finding_in_second(tokenized, "tokenized", "reference 2 looks tokenized");
    let source = lines(|line| sentence(&CYRILLIC, line, u64::MAX));
    assert_finding_in_second(source, "script", "the letters of the candidate and of reference 2");
    let mut shuffled = lines(reference);
    shuffled.reverse();
    assert_finding_in_second(shuffled, "shuffled", "the line of reference 2");
    let subwords = lines(|line| reference(line).replace("ba", "@@ ba"));
    assert_finding_in_second(subwords, "subwords", "@@ in reference 2");
}

#[test]
fn tokenized_text_is_found_on_either_side() {
    let tokenized = |line: String| line.replace('.', " .").replace(',', " ,");
    let candidate_tokenized = lines(|line| tokenized(candidate(line)));
    assert_finding(candidate_tokenized, "tokenized", "the candidate looks tokenized");
    let files = [("hyp", lines(candidate)), ("ref", lines(|line| tokenized(reference(line))))];
    let value = json(&written(&files), &["-r", "ref", "--explain", "hyp"]);
    assert!(value["corpus"]["findings"][0]["evidence"].as_str().unwrap().contains("the references look tokenized"));
}

#[test]
fn a_wrong_script_is_found() {
    let source = |line| sentence(&CYRILLIC, line, u64::MAX);
    assert_finding(lines(source), "script", "candidate: Cyrillic 100%; references: Latin 100%");
    let some = |line: u64| if line.is_multiple_of(10) { source(line) } else { candidate(line) };
    assert_finding(lines(some), "script", "60 of 600 candidate lines");
    // Its case says nothing.
    assert_finding(lines(|line| source(line).to_uppercase()), "script", "600 of 600 candidate lines");
}

/// The parts of the sentences for texts without spaces: phrases of seven words on average, of one or two syllables.
fn phrases(syllables: &[&str], line: u64, spoilt: u64, between: &str) -> String {
    let phrases = 2 + random(line) % 3;
    let phrase = |i: u64| {
        let words = 5 + random(line << 4 | i) % 5;
        let word = |j: u64| {
            let seed = random((line << 8 | i << 4 | j) * if (line + j).is_multiple_of(spoilt) { 7 } else { 1 });
            (0..1 + seed % 2).map(|k| syllables[random(seed << 4 | k) as usize % syllables.len()]).collect::<String>()
        };
        (0..words).map(word).collect::<Vec<_>>().join(between)
    };
    (0..phrases).map(phrase).collect::<Vec<_>>().join(&format!("{between}，{between}"))
}

const HAN: [&str; 12] = ["我", "住", "在", "東", "京", "時", "間", "天", "水", "山", "火", "木"];
const JAPANESE: [&str; 12] = ["私", "は", "を", "東", "京", "に", "ます", "ゲー", "ム", "山", "る", "した"];
const THAI: [&str; 12] = ["กา", "ขอ", "คน", "งา", "จะ", "ชา", "ดี", "ตา", "ทำ", "นี้", "บ้าน", "ไป"];

#[test]
fn a_tokenizer_that_does_not_split_the_text_is_found() {
    let scripts = [
        ("han", HAN, "Han 100%", "--tokenize zh, cjk or flores200"),
        ("japanese", JAPANESE, "Hiragana", "--tokenize ja-mecab, cjk, char or flores200"),
        ("thai", THAI, "Thai 100%", "--tokenize flores200, graphemes or char"),
    ];
    for (name, syllables, script, advice) in sample(3, scripts) {
        let text = |spoilt, between: &str| lines(|line| phrases(&syllables, line, spoilt, between));
        let whole = written(&[("hyp", text(5, "")), ("ref", text(u64::MAX, ""))]);
        let words = written(&[("hyp", text(5, " ")), ("ref", text(u64::MAX, " "))]);
        let finding_text = |folder: &TestDir, tokenizer: &str| {
            let value = json(folder, &["-r", "ref", "--explain", "hyp", "--tokenize", tokenizer, "--quiet"]);
            let findings = value["corpus"]["findings"].as_array().unwrap().clone();
            let found = findings.iter().find(|finding| finding["check"] == "tokenizer");
            found.map(in_words)
        };
        for tokenizer in ["13a", "intl", "none"] {
            let evidence = finding_text(&whole, tokenizer).unwrap_or_default();
            assert_says(
                &evidence,
                &[script, advice, &format!("{tokenizer} does not split them"), " tokens per segment"],
            );
        }
        // Neither with a tokenizer that splits it, nor if it is split already.
        for tokenizer in ["char", "graphemes", "words"] {
            assert_eq!(finding_text(&whole, tokenizer), None, "{name} {tokenizer}");
        }
        assert_eq!(finding_text(&whole, "cjk").is_some(), name == "thai");
        assert_eq!(finding_text(&words, "none"), None, "{name}");
        let text = printed(&whole, &["-r", "ref", "--explain", "hyp", "--quiet"]);
        let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(words.contains("tokenizer: the references are written without spaces"), "{text}");
    }
}

#[test]
fn a_wrong_language_is_found() {
    let source = |line| sentence(&OTHER_LATIN, line, u64::MAX);
    assert_finding(lines(source), "language", "0 of the 100 commonest words of the candidate");
    let mut shuffled = lines(candidate);
    shuffled.reverse();
    assert_finding(shuffled.clone(), "shuffled", "the candidate is in reverse order");
    // Whatever the case.
    let lower: Vec<String> = shuffled.iter().map(|line| line.to_lowercase()).collect();
    let checks = |findings: Vec<(String, String)>| findings.into_iter().map(|(check, _)| check).collect::<Vec<_>>();
    assert_eq!(checks(findings(lower.clone())), ["shuffled", "case"]);
    let files = [("hyp", lower), ("ref", lines(reference))];
    assert_eq!(checks(findings_of(&files, &["-r", "ref", "--lowercase"])), ["shuffled"]);
}

#[test]
fn the_range_of_another_text_is_found() {
    let other_text = |line| sentence(&OTHER_LATIN, line, u64::MAX);
    let begins = |line| if line < 60 { other_text(line) } else { candidate(line) };
    assert_finding(lines(begins), "language", "segments 1 to 22, 24 to 37, 39 to 60; without these lines");
    let sometimes = |line| if line % 5 < 2 { other_text(line) } else { candidate(line) };
    assert_finding(lines(sometimes), "language", "220 of 600 candidate lines have hardly a word in common");
    // Also far away.
    let mut far = lines(candidate);
    far[300..].rotate_left(20);
    assert_finding(far, "misaligned", "in segments 301 to 580, ");
}

#[test]
fn subwords_are_found() {
    let pieces = |line| candidate(line).replace("ki", "@@ ki");
    assert_finding(lines(pieces), "subwords", "--clean subwords");
    let pieces =
        |line: u64| format!("▁{}", candidate(line).replace("ki", "\u{1}ki").replace(' ', " ▁").replace('\u{1}', " "));
    assert_finding(lines(pieces), "subwords", "▁ in the candidate; ");
}

#[test]
fn spaces_that_the_tokenizer_ignores_are_no_finding() {
    let spaced = |line| candidate(line).chars().flat_map(|c| [c, ' ']).collect::<String>();
    let files = [("hyp", lines(spaced)), ("ref", lines(reference))];
    assert_eq!(findings_of(&files, &["-r", "ref", "--tokenize", "char"]), []);
    assert_eq!(findings_of(&files, &["-r", "ref"])[0].0, "spaces");
}

#[test]
fn empty_lines_are_found() {
    let holey = |line: u64| if line.is_multiple_of(10) { String::new() } else { candidate(line) };
    assert_finding(lines(holey), "empty lines", "60 of 600 candidate lines have no token");
}

#[test]
fn another_case_is_found() {
    assert_finding(
        lines(|line| candidate(line).to_lowercase()),
        "case",
        "0.0% of the candidate's letters are capitals",
    );
    assert_finding(
        lines(|line| candidate(line).to_uppercase()),
        "case",
        "100.0% of the candidate's letters are capitals",
    );
    let folder = written(&[("hyp", lines(|line| candidate(line).to_lowercase())), ("ref", lines(reference))]);
    let value = json(&folder, &["-r", "ref", "--explain", "hyp", "--lowercase"]);
    assert_eq!(value["corpus"]["findings"].as_array().map(Vec::len), Some(0));
}

#[test]
fn other_lengths_are_found() {
    let half = |line| candidate(line).split(' ').step_by(2).collect::<Vec<_>>().join(" ");
    let half = findings(lines(half));
    assert!(half.iter().any(|(check, text)| check == "length" && text.contains("much shorter")), "{half:?}");
    let double = findings(lines(|line| format!("{0} {0}", candidate(line))));
    assert!(double.iter().any(|(check, text)| check == "length" && text.contains("much longer")), "{double:?}");
}

#[test]
fn scores_of_0_and_1_have_their_reason() {
    assert_finding(lines(reference), "score of 1", "every candidate line is identical to a reference line");
    let folder = written(&[("hyp", vec!["b a c d".into()]), ("ref", vec!["a b d c".into()])]);
    let value = json(&folder, &["-r", "ref", "--max-order", "1", "--explain", "hyp"]);
    let evidence = value["corpus"]["findings"][0]["evidence"].as_str().unwrap();
    assert!(evidence.contains("only 0 of 1 candidate lines are identical"), "{evidence}");
    let nothing = findings(vec![String::new(); LINES as usize]);
    assert_eq!(nothing[0].0, "score of 0");
    assert!(nothing[0].1.contains("the candidate has no tokens"), "{nothing:?}");
    let folder = written(&[("hyp", vec!["a b c".into()]), ("ref", vec!["a b c d".into()])]);
    let value = json(&folder, &["-r", "ref", "--explain", "hyp"]);
    let evidence = value["corpus"]["findings"][0]["evidence"].as_str().unwrap();
    assert!(evidence.contains("no segment has 4 tokens"), "{evidence}");
}

/// A corpus of 40 segments with problems, one of its groups better in the first candidate, one in the second.
fn two_systems() -> TestDir {
    let quoted = |line: &str, marks: [char; 2]| format!("{}{line}{}", marks[0], marks[1]);
    let first = |i: u64| if i < 25 { candidate(i) } else { other(i) };
    let second = |i: u64| if i < 25 { other(i) } else { candidate(i) };
    let of = |text: &dyn Fn(u64) -> String, marks| (0..40).map(|i| quoted(&text(i), marks)).collect::<Vec<_>>();
    let folder = written(&[
        ("ref", of(&reference, ['„', '“'])),
        ("first", of(&first, ['„', '“'])),
        ("second", of(&second, ['"', '"'])),
    ]);
    folder.write("docs", "news\n".repeat(25) + &"talks\n".repeat(15));
    folder
}

#[test]
fn an_explanation_begins_with_the_answer_in_the_words_of_the_page() {
    let folder = two_systems();
    for flags in ["first", "first second", "--by docs first second", "--by docs second first", "--percent first second"]
    {
        let text = folder.run(&format!("-q -r ref --explain {flags} --report page.html")).prints();
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
        let page = page.replace(['\u{2068}', '\u{2069}'], "").replace("&lt;", "<").replace("&quot;", "\"");
        let sentences = |tag: &str| -> Vec<String> {
            let open = format!("<{tag}>");
            page.split(&open).skip(1).map(|part| part.split("</").next().unwrap().to_owned()).collect()
        };
        let header = page.split("</header>").next().unwrap().matches("<dd>").count();
        assert!(text.starts_with(&sentences("h1")[0]) && header > 2, "{flags}: {text}");
        for sentence in &sentences("dd")[..header] {
            assert!(text.contains(sentence), "{flags}: no “{sentence}” in {text}");
        }
    }
    let text = folder.run("-q -r ref --explain --by docs first second").prints();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_says(
        &words,
        &[
            "first scores 0.",
            "bs:1000|seed:12345",
            "ignoring that, the difference would be",
            "ahead in news",
            "talks",
            "The difference is largest in segment",
        ],
    );
}

#[test]
fn words_that_a_candidate_never_uses_are_named_with_what_it_has_instead() {
    // The name is always another; "rare" is in too few segments, "house" in one reference alone, and "often" is used once.
    let line = |i: u64, name: &str| format!("the {} word {i} of {name}", if i < 2 { "rare" } else { "often" });
    let of = |name: &str, end: &str| -> String { (0..9).map(|i| format!("{} {end}\n", line(i, name))).collect() };
    let candidate = of("Kiev", "in").replace("rare", "tall").replace("often", "seldom").replacen("seldom", "often", 1);
    let folder = TestDir::with([("ref", &of("Kyiv", "house")), ("other", &of("Kyiv", "in")), ("hyp", &candidate)]);
    let two = "-q -r ref -r other --explain";
    let text = folder.run(&format!("{two} hyp --report page.html")).prints();
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_says(&words, &["Words of the references that it never uses: “Kyiv” (9 segments, 9 with “Kiev”). It loses"]);
    let page = fs::read_to_string(folder.path().join("page.html")).unwrap();
    assert!(page.replace(['\u{2068}', '\u{2069}'], "").contains("never uses: “Kyiv” (9 segments"), "{page}");
    let one = folder.run("-q -r ref --explain hyp --format json").json();
    let expected = serde_json::json!([
        {"word": "Kyiv", "segments": 9, "instead": {"ngram": "Kiev", "count": 9}},
        {"word": "house", "segments": 9, "instead": {"ngram": "Kiev", "count": 9}},
    ]);
    assert_eq!(one["corpus"]["unused_words"], expected);
    assert_eq!(
        folder.run(&format!("{two} hyp ref --format json")).json()["corpus"][0]["unused_words"],
        serde_json::json!([])
    );
    assert!(!folder.run("-q -r ref --explain ref").prints().contains("never uses"));
}

#[test]
fn an_explanation_fits_on_a_screen() {
    let folder = two_systems();
    let height = |flags: &str| folder.run(&format!("-q -r ref {flags}")).prints().lines().count();
    for name in ["latin", "plain", "symbols", "cjk", "degenerate", "indic-arabic"] {
        let files = files(name, 1);
        let text = printed(&TestDir::corpora(), &[&["--explain"], &strings(&files)[..]].concat());
        assert!(text.lines().count() <= 60, "{name}: {text}");
    }
    assert!(height("--explain first") <= 60 && height("--explain --by docs first second") <= 80);
    assert!(height("--explain=ngrams first second") > 80 && height("--explain=segments first second") > 60);
}

#[test]
fn a_part_of_an_explanation_has_what_all_of_it_has() {
    let folder = two_systems();
    let text = |flags: &str| folder.run(&format!("-q -r ref {flags} first second")).prints();
    let all = text("--explain=all");
    for (part, other) in [("ngrams", "segment   score"), ("segments", "-grams that lower")] {
        let found = text(&format!("--explain={part}"));
        assert!(!found.contains(other), "{found}");
        assert!(found.lines().all(|line| all.lines().any(|of_all| of_all == line)), "{found}");
    }
    assert_eq!(text("--explain --show 10"), all);
    let json = |flags: &str| folder.run(&format!("-q -r ref {flags} --format json first second")).json();
    let whole = json("--explain");
    assert_eq!(json("--explain=all"), whole);
    let part = json("--explain=segments");
    assert_eq!(part["corpus"][0]["worst_segments"], whole["corpus"][0]["worst_segments"]);
    assert_eq!(part["corpus"][0]["orders"][0]["unmatched"], serde_json::json!([]));
    assert!(folder.run("-r ref --explain=none first").refuses().contains("ngrams"));
}

#[test]
fn counts_stay_beside_their_ngrams() {
    let files = files("latin", 1);
    let text = printed(&TestDir::corpora(), &[&["--explain=ngrams"], &strings(&files)[..]].concat());
    let heads: Vec<&str> = text.lines().filter(|line| line.contains("in no reference")).collect();
    assert_eq!(heads.len(), 4, "{text}");
    for list in ["in no reference", "over-generated", "missed"] {
        let head = text.lines().find(|line| line.contains(list)).unwrap();
        let before = head[..head.find(list).unwrap()].trim_end();
        assert!(before.ends_with("count") || before.ends_with("count/allowed"), "{head}");
    }
}

#[test]
fn an_empty_line_is_shown_as_such() {
    let folder =
        written(&[("hyp", vec!["a b c d".into(), String::new()]), ("ref", vec!["a b c d".into(), "e f g h".into()])]);
    let text = printed(&folder, &["-r", "ref", "--explain=segments", "hyp"]);
    assert!(text.contains("(empty)"), "{text}");
}

#[test]
fn two_candidates_are_compared_in_both_directions() {
    let files = [
        ("first", vec!["a b c d e".to_owned(), "u v w x y".into(), "k l m n o".into()]),
        ("second", vec!["a b c z e".to_owned(), "u v w x z".into(), "k l m n p".into()]),
        ("ref", vec!["a b c d e".to_owned(), "u v w x z".into(), "k l m n p".into()]),
    ];
    let folder = written(&files);
    let value = json(&folder, &["-r", "ref", "--explain", "first", "second"]);
    assert_eq!(value["corpus"][0]["system"], "first");
    assert_eq!(value["segment"], Value::Null);
    let unigrams = &value["difference"]["orders"][0];
    let gain = |side: &str, i: usize| unigrams[side][i]["ngram"].as_str().unwrap().to_owned();
    assert_eq!(gain("first_better", 0), "d");
    assert_eq!((gain("second_better", 0), gain("second_better", 1)), ("p".into(), "z".into()));
    let segments = |side: &str| {
        let list = value["difference"][side].as_array().unwrap();
        list.iter().map(|pull| pull["segment"].as_u64().unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(segments("segments_first_better"), [1]);
    assert_eq!(segments("segments_second_better"), [2, 3]);
    let gain = |side: &str| value["difference"][side][0]["score_gain_if_replaced"].as_f64().unwrap();
    assert!(gain("segments_first_better") < 0.0 && gain("segments_second_better") > 0.0);
    let case = &value["difference"]["what_if"][0];
    let score = |system: usize| value["corpus"][system]["what_if"][0]["score"].as_f64().unwrap();
    assert_eq!((&case["change"], &case["scores"]), (&"case".into(), &serde_json::json!([score(0), score(1)])));
    assert_eq!(case["difference"].as_f64(), Some(score(1) - score(0)));
    // The first segment of the second system in place of the first's.
    let text = printed(&folder, &["-r", "ref", "--explain=all", "first", "second"]);
    assert!(text.contains("Segments in which second is better than first (change"), "{text}");
    assert!(text.lines().all(|line| line.width() <= 80));
    let scores = printed(&folder, &["-r", "ref", "-b", "first", "second"]);
    let [first, second] = scores.lines().collect::<Vec<_>>()[..] else { panic!("{scores}") };
    assert!(text.contains(&format!("BLEU {first} -> {second} (+")), "{text}");
}

#[test]
fn candidates_with_similar_names_are_distinguished() {
    let paths = ["one", "two"].map(|system| format!("newstest-of-some-year-output-detokenized-{system}"));
    let folder = written(&[("ref", lines(reference))]);
    for (path, text) in paths.iter().zip([lines(candidate), lines(other)]) {
        folder.write(path, text.join("\n") + "\n");
    }
    let text = printed(&folder, &["-r", "ref", "--explain=all", &paths[0], &paths[1]]);
    assert!(text.contains("Segments in which the first is better than the second"), "{text}");
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(words.contains(&format!("From the first ({}) to the second ({})", paths[0], paths[1])), "{text}");
    assert!(text.contains("more often in the first") && text.contains("more often in the second"), "{text}");
}

#[test]
fn the_worst_segments_of_an_uneven_corpus_have_their_texts() {
    let bad = |line| if line < 900 { sentence(&OTHER_LATIN, line, u64::MAX) } else { candidate(line) };
    let many = |text: &dyn Fn(u64) -> String| (0..12 * LINES).map(text).collect::<Vec<_>>();
    let folder = written(&[("hyp", many(&bad)), ("hyp2", many(&candidate)), ("ref", many(&reference))]);
    let value = json(&folder, &["-r", "ref", "--explain", "hyp", "hyp2", "--show", "2", "--quiet"]);
    let worst = [&value["corpus"][0]["worst_segments"], &value["difference"]["segments_second_better"]];
    for segment in worst.into_iter().flat_map(|worst| worst.as_array().unwrap()) {
        assert!(segment["segment"].as_u64().unwrap() <= 900 && segment["reference"].is_string(), "{segment}");
    }
}

#[test]
fn counts_of_many_references_are_continued_below() {
    let folder = written(&[("hyp", vec!["a b c d".into()]), ("ref", vec!["a b c e".into()])]);
    let text = printed(&folder, &[&["-r", "ref"].repeat(12)[..], &["--explain", "hyp"]].concat());
    assert!(text.lines().all(|line| line.width() <= 80), "{text}");
    let title = |line: &&str| line.starts_with("  1-gram  ");
    let titles: Vec<&str> = text.lines().filter(title).flat_map(|line| line[9..].split("  ")).map(str::trim).collect();
    let references: Vec<String> = (1..=12).map(|i| format!("ref {i}")).collect();
    let found: Vec<&str> = titles.into_iter().filter(|title| title.starts_with("ref ")).collect();
    assert_eq!(found, references, "{text}");
}

#[test]
fn a_score_of_0_is_explained_once() {
    let folder = written(&[("hyp", vec![String::new()]), ("ref", vec!["a b c d".into()])]);
    let text = printed(&folder, &["-r", "ref", "--explain", "hyp"]);
    // Once for the corpus, and once for its only segment.
    assert_eq!(text.matches("BLEU = 0 with any smoothing").count(), 2, "{text}");
}

#[test]
fn json_has_the_parameters_of_smoothing() {
    let folder = written(&[("hyp", vec!["a b c d".into()]), ("ref", vec!["a x c y".into()])]);
    let orders = |flags: &[&str]| {
        let value = json(&folder, &[&["-r", "ref", "--explain", "hyp"], flags].concat());
        let orders = value["corpus"]["orders"].as_array().unwrap().clone();
        orders.iter().map(|order| order["parameter"].as_f64()).collect::<Vec<_>>()
    };
    assert_eq!(orders(&[]), [None, Some(1.0), Some(2.0), Some(3.0)]);
    assert_eq!(orders(&["--smooth", "add-k=0.5"]), [None, Some(0.5), Some(0.5), Some(0.5)]);
    assert_eq!(orders(&["--smooth", "floor=0.2"]), [None, Some(0.2), Some(0.2), Some(0.2)]);
}

#[test]
fn segments_are_explained_and_diagnosed_as_their_lines() {
    let definition = Definition::default();
    let candidates: [&[&str]; 2] = [&["a red\ncar", "it is blue", ""], &["the red car", "it was blue", "x"]];
    let references = [vec!["a red car", "the red car"], vec!["it is\nblue"], vec!["no", "none"]];
    let lines = ["a red car\nit is blue\n\n", "the red car\nit was blue\nx\n"];
    let reference_lines = ["a red car\nit is blue\nno\n", "the red car\n\nnone\n"];
    let is_missing = |r, i| (r, i) == (1, 1);

    let plan = || plan_without_limit(Definition::default());
    let (mut by_line, mut by_segment) = (Explainer::new(plan(), 2).unwrap(), Explainer::new(plan(), 2).unwrap());
    by_line.add_lines_with_missing(&lines, &reference_lines, is_missing).unwrap();
    by_segment.add_segments(&candidates, bleu::ReferenceLists::by_segment(&references)).unwrap();
    assert_eq!(by_segment.finish(), by_line.finish());

    let diagnoser = || Diagnoser::new(&definition, 2).unwrap();
    let (mut by_line, mut by_segment) = (diagnoser(), diagnoser());
    by_line.add_lines_with_missing(&lines, &reference_lines, is_missing).unwrap();
    by_segment.add_segments(&candidates, bleu::ReferenceLists::by_segment(&references)).unwrap();
    let mismatch = bleu::Error::SegmentCountMismatch { candidates: 1, references: 2 };
    assert_eq!(by_segment.add_segments(&[&["a"], &["b"]], bleu::ReferenceLists::single(&["a", "b"])), Err(mismatch));
    assert_eq!(by_segment.finish(), by_line.finish());

    let what_if = || WhatIf::new(&definition, 2).unwrap();
    let (mut by_line, mut by_segment) = (what_if(), what_if());
    by_line.add_lines_with_missing(&lines, &reference_lines, is_missing).unwrap();
    by_segment.add_segments(&candidates, bleu::ReferenceLists::by_segment(&references)).unwrap();
    assert_eq!(by_segment.finish(), by_line.finish());
}

#[test]
fn single_bad_segments_are_named_at_the_end() {
    const NAMES: [&str; 7] = ["Anna", "Boris", "Chloe", "David", "Emma", "Frank", "Greta"];
    let lines = |begin: &str, middle: &str| -> Vec<String> {
        (0..300).map(|i| format!("{begin} {} {middle} {i} {}.", NAMES[i % 7], NAMES[i * i % 5])).collect()
    };
    let sources = lines("Im Bericht steht, dass gestern", "mit dem schnellsten Zug ankam, Nummer");
    let references = lines("The report says that yesterday", "arrived here by the fastest train, number");
    let mut candidates = references.clone();
    candidates[16].clone_from(&sources[16]);
    candidates[37].clear();
    candidates[101] = "The report says that".into();
    let text = |lines: &[String]| lines.join("\n") + "\n";
    let dir = TestDir::with([("ref", &*text(&references)), ("src", &text(&sources)), ("hyp", &text(&candidates))]);
    let explained = dir.run("-r ref --source src --explain hyp").prints();
    let last = explained.trim_end().lines().last().unwrap();
    assert_says(&explained, &["It loses most in segments "]);
    assert_eq!(last, "Segments to look at: 17 repeats its source, 38 is empty, 102 stops early.", "{explained}");
    let json = dir.run("-r ref --source src --explain --format json hyp").json();
    let odd = serde_json::json!([
        {"segment": 17, "reason": "repeats source"},
        {"segment": 38, "reason": "empty"},
        {"segment": 102, "reason": "stops early"},
    ]);
    assert_eq!(json["corpus"]["segments_to_look_at"], odd);
    dir.run("-r ref --source src --report page.html hyp");
    assert!(
        fs::read_to_string(dir.path().join("page.html"))
            .unwrap()
            .contains("17 repeats its source, 38 is empty, 102 stops early")
    );
    // Also shortly before the end, unless other lines end so.
    candidates[200] = "The report says that yesterday Frank arrived here by the fastest".into();
    dir.write("hyp", text(&candidates));
    let late = dir.run("-r ref --source src --explain hyp").prints().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(late.ends_with("38 is empty, 102 stops early, 201 stops early."), "{late}");
    candidates[201..210].iter_mut().for_each(|line| line.truncate(line.len() - 1));
    dir.write("hyp", text(&candidates));
    let open = dir.run("-r ref --source src --explain hyp").prints();
    assert!(open.ends_with("38 is empty, 102 stops early.\n"), "{open}");
    // References repeat the source too, or are as short.
    let good = dir.run("-r ref -r hyp --source src --explain hyp").prints();
    assert!(good.ends_with("Segments to look at: 38 is empty.\n"), "{good}");
}
