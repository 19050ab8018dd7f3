//! The public API with arbitrary arguments: each call returns a right value or an error, and none panics.

use crate::common::random_cases;
use crate::naive;
use crate::random::{any_normalization, any_tokenization, corpus, definition, joined, text};
use bleu::diagnose::Diagnoser;
use bleu::explain::{Explainer, Plan, SegmentScores, SegmentTables};
use bleu::robust::Robustness;
use bleu::sentencepiece::Release;
use bleu::tools::Tool;
use bleu::what_if::{Change, WhatIf};
use bleu::{
    AddSegments, Comparison, Correction, Definition, EmptyCandidate, Error, MAX_ORDER, Normalization, PairedTest, Pool,
    Power, ReferenceCount, ReferenceLength, ReferenceLists, Resamples, Resampling, Score, SegmentFields,
    SegmentStatistics, Signature, Smoothing, Statistics, Systems, Tokenization, Weights, brevity_penalty,
};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use serde::{Serialize, de::DeserializeOwned};
use std::collections::HashSet;
use std::fmt::Debug;
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

/// Any number, with those that arithmetic treats in a special way.
fn number() -> impl Strategy<Value = f64> {
    let special = vec![
        0.0,
        -0.0,
        0.1,
        1.0,
        -1.0,
        f64::NAN,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MIN_POSITIVE,
        5e-324,
        f64::MAX,
        1.0 + f64::EPSILON,
    ];
    prop_oneof![2 => select(special), 1 => any::<f64>(), 1 => 0.0..1.0]
}

/// Any order, mostly one that is possible or nearly so.
fn order() -> impl Strategy<Value = usize> {
    prop_oneof![8 => 0..=MAX_ORDER + 2, 1 => any::<usize>()]
}

fn smoothing() -> impl Strategy<Value = Smoothing> {
    prop_oneof![
        Just(Smoothing::Exp),
        Just(Smoothing::None),
        number().prop_map(Smoothing::Floor),
        number().prop_map(Smoothing::AddK),
        number().prop_map(Smoothing::AddKAll),
        any::<u8>().prop_map(|number| Smoothing::ChenCherry(number % 10)),
        Just(Smoothing::Epsilon),
        Just(Smoothing::CodeNn),
    ]
}

/// Weights as given: of any number and value, or of the right sum.
fn weights() -> impl Strategy<Value = Vec<f64>> {
    let scaled = prop::collection::vec(0u32..5, 1..=MAX_ORDER + 1).prop_map(|parts| {
        let sum: u32 = parts.iter().sum();
        parts.into_iter().map(|part| f64::from(part) / f64::from(sum)).collect()
    });
    prop_oneof![1 => prop::collection::vec(number(), 0..20), 2 => scaled]
}

/// A count of any size.
fn count() -> impl Strategy<Value = u64> {
    prop_oneof![4 => 0..20u64, 1 => select(vec![u64::from(u32::MAX), 1 << 32, u64::MAX - 1, u64::MAX]), 1 => any::<u64>()]
}

/// Statistics of any counts, or the error that they are impossible.
fn statistics() -> impl Strategy<Value = Result<Statistics, Error>> {
    let counts = prop::collection::vec((count(), count()), 0..MAX_ORDER + 3);
    (count(), count(), counts, any::<bool>(), any::<bool>()).prop_map(|(hyp_len, ref_len, counts, sort, drop)| {
        let pair = |&(a, b): &(u64, u64)| if sort { (a.min(b), a.max(b)) } else { (a, b) };
        let (correct, mut total): (Vec<u64>, Vec<u64>) = counts.iter().map(pair).unzip();
        if drop {
            total.pop();
        }
        Statistics::new(hyp_len, ref_len, &correct, &total)
    })
}

/// A signature with fields left out and a range of bytes replaced, or any text.
fn signature_like() -> impl Strategy<Value = String> {
    let valid = "nrefs:2|bs:100|seed:1|case:lc|eff:yes|tok:intl|smooth:floor[0.10]|order:3|weights:0.5,0.3,0.2|\
        reflen:shortest|norm:nfkc|version:bleu-0.2.0";
    let fields = valid.split('|').collect::<Vec<_>>();
    let values = select(vec![
        "",
        "|",
        ":",
        "0",
        "17",
        "-1",
        "nan",
        "inf",
        "1e999",
        "99999999999999999999",
        "[",
        "]",
        "x",
        "é",
        "var",
        "none",
        "exp",
        "add-k[2]",
        "ar:5",
        "1,0",
        "0.5,0.5",
        "1/3,1/3,1/3",
        "\n",
    ]);
    let edited = (prop::sample::subsequence(fields, 0..=12), any::<Index>(), any::<Index>(), values);
    let edited = edited.prop_map(|(fields, from, to, value)| {
        let line = fields.join("|");
        let (from, to) = (from.index(line.len() + 1), to.index(line.len() + 1));
        [&line[..from.min(to)], value, &line[from.max(to)..]].concat()
    });
    prop_oneof![4 => edited, 1 => Just(valid.to_owned()), 1 => ".{0,80}"]
}

fn in_unit_interval(value: f64) -> bool {
    (0.0..=1.0).contains(&value)
}

/// A definition of any tool, with some of the options that the tool supports.
pub fn tool_definition() -> impl Strategy<Value = Definition> {
    let options = (smoothing(), any_tokenization(), any::<[Option<bool>; 2]>(), 1..=6usize, any::<bool>());
    (select(Tool::ALL.to_vec()), options).prop_map(|(tool, options)| {
        let (smoothing, tokenization, [lowercase, effective_order], order, sentences) = options;
        let mut options = Definition::builder().sentences(sentences);
        let mut add = |set: &dyn Fn(bleu::DefinitionBuilder) -> bleu::DefinitionBuilder| {
            let more = set(options.clone());
            options = if more.clone().tool(tool).build().is_ok() { more } else { options.clone() };
        };
        add(&|options| options.smoothing(smoothing));
        add(&|options| options.tokenization(tokenization.clone()));
        add(&|options| options.order(order));
        lowercase.into_iter().for_each(|yes| add(&|options| options.lowercase(yes)));
        effective_order.into_iter().for_each(|yes| add(&|options| options.effective_order(yes)));
        options.tool(tool).build().unwrap()
    })
}

/// The statistics of a segment by the naive version.
fn naive_statistics(definition: &Definition, candidate: &str, references: &[String]) -> Statistics {
    let references: Vec<_> = references.iter().map(|reference| naive::tokens(definition, reference)).collect();
    let row = naive::count(&naive::tokens(definition, candidate), &references, definition.order());
    let row: Vec<u64> = row.into_iter().map(u64::from).collect();
    let (correct, total) = row[2..].split_at(definition.order());
    Statistics::new(row[0], row[1], correct, total).unwrap()
}

proptest! {
    #[test]
    fn a_corpus_of_any_shape_is_an_error_or_scored_as_naively(
        candidates in prop::collection::vec(text(), 0..5),
        references in prop::collection::vec(prop::collection::vec(text(), 0..4), 0..5),
        definition in (1..=5usize).prop_flat_map(definition),
    ) {
        let found = definition.corpus_score(&candidates, ReferenceLists::by_segment(&references));
        if candidates.len() != references.len() {
            let (candidates, references) = (candidates.len(), references.len());
            prop_assert_eq!(found, Err(Error::SegmentCountMismatch { candidates, references }));
        } else if let Some(segment) = references.iter().position(Vec::is_empty) {
            prop_assert_eq!(found, Err(Error::NoReference { segment: segment as u64 }));
        } else {
            let segments = candidates.iter().zip(&references);
            let segments = segments.map(|(candidate, references)| naive_statistics(&definition, candidate, references));
            let sum = segments.sum::<Result<Statistics, _>>().unwrap();
            prop_assert_eq!(found.unwrap(), definition.score(&sum).unwrap());
        }
    }

    #[test]
    fn a_sentence_with_line_feeds_is_scored_as_by_sacrebleu(
        candidate in text(),
        references in prop::collection::vec(text(), 0..3),
        definition in (1..=4usize).prop_flat_map(definition),
    ) {
        let found = definition.sentence_score(&candidate, &references);
        if references.is_empty() {
            prop_assert_eq!(found, Err(Error::NoReference { segment: 0 }));
        } else {
            let expected = definition.score(&naive_statistics(&definition, &candidate, &references)).unwrap();
            prop_assert_eq!(found.unwrap(), expected);
        }
    }

    #[test]
    fn texts_of_different_numbers_of_lines_are_refused(
        texts in prop::collection::vec(text(), 1..4),
        definition in (1..=4usize).prop_flat_map(definition),
    ) {
        let mut corpus = definition.accumulator();
        corpus.add("a b c", &["a b c"]).unwrap();
        let before = (corpus.segments(), corpus.statistics());
        let lines = |text: &String| text.split_terminator('\n').count();
        let found = corpus.add_lines(&texts[0], &texts[1..]);
        let expected = match texts[1..].iter().map(lines).find(|&count| count != lines(&texts[0])) {
            _ if texts.len() == 1 => Err(Error::NoReference { segment: 1 }),
            Some(found) => Err(Error::LineCountMismatch { expected: lines(&texts[0]), found }),
            None => Ok(lines(&texts[0])),
        };
        prop_assert_eq!(found.as_ref().map(SegmentStatistics::len), expected.as_ref().copied());
        if found.is_err() {
            prop_assert_eq!((corpus.segments(), corpus.statistics()), before);
        }
    }

    #[test]
    fn a_final_line_feed_may_be_missing(
        corpus in corpus(2),
        definition in (1..=4usize).prop_flat_map(definition),
        missing in prop::array::uniform3(any::<bool>()),
    ) {
        let complete: Vec<String> = corpus.iter().map(|lines| joined(lines)).collect();
        let mut shortened = complete.clone();
        for (text, missing) in shortened.iter_mut().zip(missing) {
            // Without its line feed an empty last line is no line.
            if missing && !text.ends_with("\n\n") && text != "\n" {
                text.pop();
            }
        }
        let count = |texts: &[String]| definition.accumulator().add_lines(&texts[0], &texts[1..]).unwrap();
        prop_assert_eq!(count(&shortened), count(&complete));
    }

    #[test]
    fn lines_equal_segments_added_one_by_one(
        corpus in corpus(2),
        definition in (1..=4usize).prop_flat_map(definition),
    ) {
        let (mut lines, mut segments) = (definition.accumulator(), definition.accumulator());
        let table = lines.add_lines(&joined(&corpus[0]), &[joined(&corpus[1]), joined(&corpus[2])]).unwrap();
        for (i, statistics) in table.iter().enumerate() {
            prop_assert_eq!(segments.add(&corpus[0][i], &[&corpus[1][i], &corpus[2][i]]), Ok(statistics));
        }
        prop_assert_eq!(lines.statistics(), segments.statistics());
        prop_assert_eq!(lines.segments(), segments.segments());
    }

    /// A single segment is counted without the copies of many.
    #[test]
    fn segments_added_one_by_one_equal_lists_of_one(
        candidate in text(),
        references in prop::collection::vec(text(), 1..3),
        definition in (1..=4usize).prop_flat_map(definition),
        tool in select(Tool::ALL.to_vec()),
    ) {
        let references: Vec<&str> = references.iter().map(String::as_str).collect();
        for definition in [Some(definition), Definition::builder().tool(tool).build().ok()].into_iter().flatten() {
            let (mut one, mut list) = (definition.accumulator(), definition.accumulator());
            // The counts of some tools depend on the segments before.
            for _ in 0..2 {
                let expected = list.add_segments(&[&candidate], bleu::ReferenceLists::by_segment(&[&references[..]]));
                prop_assert_eq!(one.add(&candidate, &references), expected.map(|table| table.sum()));
                prop_assert_eq!(one.score(), list.score());
            }
        }
    }

    #[test]
    fn a_segment_as_one_line_has_the_same_tokens(text in text(), definition in definition(4)) {
        let line = definition.one_line(&text);
        prop_assert!(!line.contains('\n'), "{:?}", line);
        let found = definition.accumulator().add(&text, &[&line]).unwrap();
        prop_assert_eq!((found.hyp_len(), found.correct()), (found.ref_len(), found.total()), "{:?}", line);
    }

    #[test]
    fn any_text_is_tokenized_as_naively(text in text(), definition in definition(4)) {
        let mut tokenizer = definition.tokenizer();
        let tokens = tokenizer.tokenize_lines(&text).unwrap();
        let found: Vec<Vec<&str>> = tokens.segments().map(|segment| segment.iter().collect()).collect();
        let expected: Vec<_> = text.split_terminator('\n').map(|line| naive::tokens(&definition, line)).collect();
        prop_assert_eq!(found, expected);
        prop_assert_eq!(tokens.is_empty(), text.is_empty());
    }

    #[test]
    fn settings_are_refused_or_give_a_definition_with_a_signature(
        order in prop::option::of(order()),
        weights in prop::option::of(weights()),
        smoothing in smoothing(),
        (tokenization, normalization) in (any_tokenization(), any_normalization()),
        [lowercase, effective_order, shortest] in any::<[bool; 3]>(),
        statistics in statistics(),
    ) {
        let valid = |weights: &[f64]| {
            let sum: f64 = weights.iter().sum();
            (1..=MAX_ORDER).contains(&weights.len()) && weights.iter().all(|w| *w >= 0.0) && sum > 0.0 && sum.is_finite()
        };
        let mut builder = Definition::builder().smoothing(smoothing).tokenization(tokenization).lowercase(lowercase);
        builder = builder.normalization(normalization).effective_order(effective_order);
        if shortest {
            builder = builder.reference_length(ReferenceLength::Shortest);
        }
        if let Some(order) = order {
            builder = builder.order(order);
        }
        let mut expected_order = order.unwrap_or(4);
        let mut is_valid = (1..=MAX_ORDER).contains(&expected_order);
        if let Some(weights) = weights {
            let checked = Weights::new(weights.clone());
            prop_assert_eq!(checked.is_ok(), valid(&weights), "{:?}", weights);
            let Ok(checked) = checked else { return Ok(()) };
            is_valid = order.is_none_or(|order| order == weights.len()) && (checked.sum() - 1.0).abs() <= 1e-6;
            builder = builder.weights(checked);
            expected_order = weights.len();
        }
        is_valid &= match smoothing {
            Smoothing::Floor(value) => value.is_sign_positive() && value <= 1.0,
            Smoothing::AddK(value) | Smoothing::AddKAll(value) => value.is_sign_positive() && value.is_finite(),
            Smoothing::ChenCherry(number) => number <= 7,
            _ => true,
        };
        let built = builder.build();
        prop_assert_eq!(built.is_ok(), is_valid, "{:?}", built);
        let Ok(definition) = built else { return Ok(()) };
        prop_assert_eq!(definition.order(), expected_order);
        prop_assert_eq!(definition.smoothing().to_string().parse(), Ok(definition.smoothing()));
        let signature = definition.signature(ReferenceCount::Varying);
        prop_assert_eq!(signature.to_string().parse(), Ok(signature));
        let score = definition.accumulator().score().unwrap();
        prop_assert_eq!((score.value(), score.correct().len()), (0.0, expected_order));
        let Ok(statistics) = statistics else { return Ok(()) };
        match definition.score(&statistics) {
            Ok(score) => {
                prop_assert_eq!(statistics.order(), expected_order);
                if !matches!(smoothing, Smoothing::ChenCherry(4..=7)) {
                    prop_assert!(in_unit_interval(score.value()) && in_unit_interval(score.bp()), "{:?}", score);
                    prop_assert!(score.precisions().iter().all(|p| in_unit_interval(p.value())), "{:?}", score);
                }
                prop_assert!(score.ratio() >= 0.0 && score.orders_used() <= expected_order);
            }
            Err(error) if !definition.is_score_of_sums() => prop_assert_eq!(error, Error::NotScoreOfSums),
            Err(error) => {
                prop_assert_eq!(error, Error::OrderMismatch { expected: expected_order, found: statistics.order() });
            }
        }
    }

    #[test]
    fn all_ways_to_a_score_of_a_tool_agree_or_are_refused(definition in tool_definition(), corpus in corpus(1)) {
        let (candidate, reference) = (joined(&corpus[0]), joined(&corpus[1]));
        let references: Vec<[&String; 1]> = corpus[1].iter().map(|line| [line]).collect();
        let mut accumulator = definition.accumulator();
        let table = accumulator.add_lines(&candidate, &[&reference]).unwrap();
        let score = definition.corpus_score(&corpus[0], ReferenceLists::by_segment(&references));
        prop_assert_eq!(&score, &accumulator.score());
        let failure = definition.formula().failure(&accumulator.statistics());
        prop_assert_eq!(score.as_ref().err().cloned(), failure.map(|failure| Error::ToolFails { failure }));
        let signature = definition.signature(ReferenceCount::try_from(1).unwrap());
        prop_assert_eq!(signature.to_string().parse(), Ok(signature));
        prop_assert_eq!(
            definition.sentence_score(&corpus[0][0], &references[0]),
            definition.segment_score(&table.iter().next().unwrap())
        );

        let of_sum = definition.score(&accumulator.statistics());
        let resampling = Resampling::new().resamples(2);
        let confidence = resampling.confidence(&definition, &Systems::new(&[table]));
        if definition.is_score_of_sums() {
            prop_assert_eq!(&of_sum, &score);
            prop_assert!(confidence.is_ok());
        } else {
            prop_assert_eq!(of_sum, Err(Error::NotScoreOfSums));
            prop_assert_eq!(confidence, Err(Error::NotScoreOfSums));
        }

        let explainer = Explainer::new(Plan::new(definition.clone()), 1);
        let diagnosed = Diagnoser::new(&definition, 1)
            .and_then(|mut diagnoser| diagnoser.add_lines(&[&candidate], &[&reference]));
        let altered =
            WhatIf::new(&definition, 1).and_then(|mut what_if| what_if.add_lines(&[&candidate], &[&reference]));
        if definition.uses_sacrebleu_formula() {
            let mut explainer = explainer.unwrap();
            explainer.add_lines(&[&candidate], &[&reference]).unwrap();
            let explained = &explainer.finish().systems[0].score;
            match &score {
                Ok(score) => prop_assert_eq!(explained, score),
                Err(_) => prop_assert_eq!(explained.value(), 0.0),
            }
            prop_assert_eq!((diagnosed, altered), (Ok(()), Ok(())));
        } else {
            prop_assert_eq!(explainer.err(), Some(Error::NotSacrebleuFormula));
            prop_assert_eq!((diagnosed, altered), (Err(Error::NotSacrebleuFormula), Err(Error::NotSacrebleuFormula)));
        }

        let pooled = definition.count_against_others(&candidate);
        match corpus[0].len() {
            _ if !definition.counting().supports_pools() => prop_assert_eq!(pooled, Err(Error::PoolNotSupported)),
            1 => prop_assert_eq!(pooled, Err(Error::TooFew { kind: "line", found: 1, needed: 2 })),
            lines => prop_assert_eq!(pooled.unwrap().len(), lines),
        }
    }

    #[test]
    fn a_definition_of_a_tool_keeps_to_what_the_tool_supports(
        definition in tool_definition(),
        changed in definition(4),
        order in prop::option::of(1..=MAX_ORDER),
    ) {
        let builder = definition.to_builder();
        let builders = [
            Some(builder.clone().tokenization(changed.tokenization().clone())),
            Some(builder.clone().lowercase(changed.lowercase())),
            Some(builder.clone().smoothing(changed.smoothing())),
            Some(builder.clone().effective_order(changed.effective_order())),
            Some(builder.clone().normalization(changed.normalization())),
            Some(builder.clone().reference_length(ReferenceLength::Shortest)),
            order.map(|order| builder.order(order)),
        ];
        for builder in builders.into_iter().flatten() {
            let Ok(built) = builder.build() else { continue };
            let signature = built.signature(ReferenceCount::try_from(1).unwrap());
            prop_assert_eq!(signature.to_string().parse(), Ok(signature));
        }
    }

    #[test]
    fn statistics_add_up_or_are_refused(statistics in prop::collection::vec(statistics(), 0..6)) {
        let statistics: Vec<Statistics> = statistics.into_iter().flatten().collect();
        let found = statistics.iter().cloned().sum::<Result<Statistics, _>>();
        // Sums of 128 bits do not overflow.
        let sum = |of: fn(&Statistics) -> Vec<u64>| {
            let mut sums = vec![0u128; MAX_ORDER];
            for values in statistics.iter().map(of) {
                sums.iter_mut().zip(values).for_each(|(sum, value)| *sum += u128::from(value));
            }
            sums
        };
        let lengths = sum(|s| vec![s.hyp_len(), s.ref_len()]);
        let (correct, total) = (sum(|s| s.correct().to_vec()), sum(|s| s.total().to_vec()));
        let same_order = statistics.iter().all(|s| s.order() == statistics[0].order());
        let fits = [&lengths, &correct, &total].into_iter().flatten().all(|&sum| sum <= u128::from(u64::MAX));
        prop_assert_eq!(found.is_ok(), same_order && fits, "{:?}", found);
        if let Ok(found) = found {
            let widened = |values: &[u64]| values.iter().map(|&value| u128::from(value)).collect::<Vec<_>>();
            prop_assert_eq!(widened(&[found.hyp_len(), found.ref_len()]), &lengths[..2]);
            prop_assert_eq!(widened(found.correct()), &correct[..found.order()]);
            prop_assert_eq!(widened(found.total()), &total[..found.order()]);
        }
    }

    #[test]
    fn tables_hold_segments_of_their_order_that_fit(
        order in order(),
        segments in prop::collection::vec(statistics(), 0..6),
        other in 1..=MAX_ORDER,
    ) {
        let table = SegmentStatistics::new(order);
        prop_assert_eq!(table.is_ok(), (1..=MAX_ORDER).contains(&order));
        let Ok(mut table) = table else { return Ok(()) };
        let mut held = Vec::new();
        for statistics in segments.into_iter().flatten() {
            let numbers = [&[statistics.hyp_len(), statistics.ref_len()], statistics.correct(), statistics.total()];
            let fits = numbers.concat().iter().all(|&number| u32::try_from(number).is_ok());
            let expected = match (statistics.order() == order, fits) {
                (false, _) => Err(Error::OrderMismatch { expected: order, found: statistics.order() }),
                (true, false) => Err(Error::Overflow),
                (true, true) => Ok(()),
            };
            prop_assert_eq!(table.push(&statistics), expected.clone());
            if expected.is_ok() {
                held.push(statistics);
            }
        }
        prop_assert_eq!(table.iter().collect::<Vec<_>>(), held.clone());
        prop_assert_eq!((table.len(), table.is_empty()), (held.len(), held.is_empty()));
        prop_assert!(table.rows().all(|row| row.len() == table.width()));
        let copy = table.clone();
        prop_assert_eq!(table.append(&SegmentStatistics::new(other).unwrap()).is_ok(), other == order);
        prop_assert_eq!(&table, &copy);
    }

    #[test]
    fn signatures_are_read_back_or_refused(line in signature_like()) {
        if let Ok(signature) = line.parse::<Signature>() {
            prop_assert_eq!(signature.to_string().parse(), Ok(signature));
        }
    }

    #[test]
    fn text_that_is_no_setting_is_refused(text in prop_oneof![".{0,12}", "[0-9a-z=.,/+-]{0,12}"]) {
        if let Ok(weights) = text.parse::<Weights>() {
            prop_assert!(weights.sum() > 0.0 && weights.sum().is_finite());
        }
        if let Ok(Smoothing::Floor(value) | Smoothing::AddK(value) | Smoothing::AddKAll(value)) = text.parse::<Smoothing>() {
            prop_assert!(value >= 0.0 && value.is_finite());
        }
        if let Ok(tokenization) = text.parse::<Tokenization>() {
            prop_assert_eq!(tokenization.name(), text.clone());
        }
        if let Err(error) = Tokenization::for_language(&text) {
            let is_known = matches!(error, Error::TokenizerNeedsData { .. } | Error::NoTokenizerForLanguage { .. });
            prop_assert!(is_known || error.to_string().contains(&text));
        }
    }

    #[test]
    fn brevity_penalties_are_from_0_to_1(hyp_len in count(), ref_len in count()) {
        let penalty = brevity_penalty(hyp_len, ref_len);
        prop_assert!(in_unit_interval(penalty));
        prop_assert!(penalty == 1.0 || hyp_len < ref_len);
    }
}

/// The statistics of a system of any length and a usual order.
fn system() -> impl Strategy<Value = SegmentStatistics> {
    let segments = prop::collection::vec((0..30u64, 0..30u64), 0..5);
    (select(vec![4, 4, 4, 2, MAX_ORDER]), segments).prop_map(|(order, segments)| {
        let mut table = SegmentStatistics::new(order).unwrap();
        for (hyp_len, ref_len) in segments {
            let total: Vec<u64> = (0..order as u64).map(|n| hyp_len.saturating_sub(n)).collect();
            let correct: Vec<u64> = total.iter().map(|total| total / 2).collect();
            table.push(&Statistics::new(hyp_len, ref_len, &correct, &total).unwrap()).unwrap();
        }
        table
    })
}

proptest! {
    #![proptest_config(random_cases(200))]

    #[test]
    fn systems_are_resampled_if_they_belong_together(
        systems in prop_oneof![
            prop::collection::vec(system(), 0..4),
            (system(), 1..4usize).prop_map(|(system, count)| vec![system; count]),
        ],
        resamples in prop_oneof![8 => 0..100usize, 1 => Just(Resampling::MAX_RESAMPLES + 1), 1 => Just(usize::MAX)],
        seed in any::<u64>(),
        threads in select(vec![0, 1, 2, 7, usize::MAX]),
        correction in select(Correction::ALL.to_vec()),
        runs in 0..4usize,
    ) {
        let definition = Definition::default();
        let resampling = Resampling::new().resamples(resamples).seed(seed).threads(threads).correction(correction);
        let belong_together =
            systems.iter().all(|system| (system.order(), system.len()) == (definition.order(), systems[0].len()));
        let is_possible = belong_together && resamples <= Resampling::MAX_RESAMPLES;

        let confidence = resampling.confidence(&definition, &Systems::new(&systems));
        prop_assert_eq!(confidence.is_ok(), is_possible, "{:?}", confidence);
        for interval in confidence.into_iter().flatten() {
            prop_assert!([interval.mean, interval.low, interval.high].into_iter().all(in_unit_interval));
            prop_assert!(interval.half_width >= 0.0 && interval.low <= interval.high);
        }
        for &test in PairedTest::ALL {
            let is_probability = |p: f64| p > 0.0 && p <= 1.0;
            let segments = systems.first().map_or(0, SegmentStatistics::len);
            let is_possible_comparison = |comparison: &Comparison| {
                let counted = comparison.segments.map(|counts| counts.better + counts.worse + counts.equal);
                is_probability(comparison.p_value)
                    && (-1.0..=1.0).contains(&comparison.difference)
                    && counted == Some(segments as u64)
                    && comparison.spread.is_some() == (test == PairedTest::Bootstrap)
                    && comparison.spread.is_none_or(|spread| spread.low <= spread.high && in_unit_interval(spread.detected))
                    && Power::new(comparison, segments).is_none_or(|power| power.detectable_difference > 0.0)
                    && comparison.mirrored().mirrored() == *comparison
            };
            let paired = resampling.paired(test, &definition, &Systems::new(&systems));
            prop_assert_eq!(paired.is_ok(), is_possible);
            for (i, system) in paired.into_iter().flatten().enumerate() {
                prop_assert_eq!(system.comparison.is_none(), i == 0);
                prop_assert!(system.comparison.as_ref().is_none_or(is_possible_comparison), "{:?}", system);
            }
            let all_pairs = resampling.all_pairs(test, &definition, &Systems::new(&systems));
            prop_assert_eq!(all_pairs.is_ok(), is_possible);
            let Ok(all_pairs) = all_pairs else { continue };
            prop_assert_eq!(all_pairs.pairs.len(), systems.len() * systems.len().saturating_sub(1) / 2);
            prop_assert!(all_pairs.pairs.iter().all(|pair| is_possible_comparison(&pair.comparison)));
            prop_assert!(all_pairs.pairs.iter().all(|pair| pair.comparison.difference >= 0.0));
        }
        let runs = runs.max(1).min(systems.len().max(1));
        let systems_of_runs = resampling.runs(&definition, &Systems::of_runs(&systems.chunks(runs).collect::<Vec<_>>()));
        prop_assert_eq!(systems_of_runs.is_ok(), is_possible && systems.len() % runs == 0);
        for (i, system) in systems_of_runs.into_iter().flatten().enumerate() {
            prop_assert!(system.scores.len() == runs && in_unit_interval(system.mean));
            prop_assert_eq!((system.p_value.is_none(), system.difference.is_none()), (i == 0, i == 0));
        }
    }
}

#[test]
fn lines_that_lack_references_equal_segments_without_them() {
    let (mut lines, mut segments) = (Definition::default().accumulator(), Definition::default().accumulator());
    let texts = ["a b c d\n", "a b c\n", "x b c d e\n"].map(|line| line.repeat(130));
    let is_missing = |reference: usize, line: usize| line * line % 7 == reference + 1;
    let table = lines.add_lines_with_missing(&texts[0], &texts[1..], is_missing).unwrap();
    for (i, statistics) in table.iter().enumerate() {
        let present: Vec<&str> = (0..2)
            .filter(|&reference| !is_missing(reference, i))
            .map(|r| texts[1 + r].lines().next().unwrap())
            .collect();
        assert_eq!(segments.add("a b c d", &present), Ok(statistics), "line {i}");
    }
    assert_eq!(table.len(), 130);
    assert_eq!(
        lines.add_lines_with_missing("a\nb\n", &["a\nb\n"], |_, i| i == 1),
        Err(Error::NoReference { segment: 131 })
    );
}

#[test]
fn means_of_neighboring_precisions_exceed_1() {
    for method in [5, 7] {
        let builder = Definition::default().to_builder().smoothing(Smoothing::ChenCherry(method));
        let score = builder.build().unwrap().sentence_score("a b c d e", &["a b c d e"]).unwrap();
        // (2 + 1 + 1) / 3, where 2 stands for the precision of order 0.
        assert_eq!(score.precisions()[0].value(), 4.0 / 3.0);
        assert!(score.value() > 1.1);
    }
}

#[test]
fn empty_input_scores_0() {
    let definition = Definition::default();
    let no_references: [[&str; 1]; 0] = [];
    assert_eq!(
        definition.corpus_score(&[] as &[&str], ReferenceLists::by_segment(&no_references)).unwrap().value(),
        0.0
    );
    assert_eq!(definition.sentence_score("", &[""]).unwrap().value(), 0.0);
    assert_eq!(definition.score(&Statistics::EMPTY).unwrap().value(), 0.0);
    let mut corpus = definition.accumulator();
    assert_eq!(corpus.add_lines("", &[""]).unwrap().len(), 0);
    assert_eq!((corpus.segments(), corpus.score().unwrap().value()), (0, 0.0));
}

#[cfg(feature = "serde")]
proptest! {
    #[test]
    fn statistics_are_deserialized_or_refused(
        lengths in (count(), count()),
        correct in prop::collection::vec(count(), 0..MAX_ORDER + 2),
        total in prop::collection::vec(count(), 0..MAX_ORDER + 2),
    ) {
        let json = serde_json::json!({
            "hyp_len": lengths.0, "ref_len": lengths.1, "counts": correct.clone(), "totals": total.clone(),
        });
        let found = serde_json::from_value::<Statistics>(json);
        match Statistics::new(lengths.0, lengths.1, &correct, &total) {
            Ok(expected) => {
                prop_assert_eq!(found.as_ref().ok(), Some(&expected));
                prop_assert_eq!(serde_json::from_str::<Statistics>(&serde_json::to_string(&expected)?)?, expected);
            }
            Err(_) => prop_assert!(found.is_err() || found.unwrap() == Statistics::EMPTY),
        }
    }
}

/// Checks that values are displayed, parsed and serialized as the same text, and other text is refused.
fn check_names<T>(all: &[T])
where
    T: ToString + FromStr<Err = Error> + PartialEq + Debug + Serialize + DeserializeOwned,
{
    for value in all {
        let text = value.to_string();
        assert_eq!(text.parse::<T>().as_ref(), Ok(value));
        assert_eq!(serde_json::to_value(value).unwrap(), text);
        assert_eq!(&serde_json::from_value::<T>(text.into()).unwrap(), value);
    }
    let names: HashSet<String> = all.iter().map(T::to_string).collect();
    assert_eq!(names.len(), all.len());
    for wrong in ["", "no such name", &format!("{} ", all[0].to_string())] {
        let error = wrong.parse::<T>().unwrap_err();
        assert!(matches!(error, Error::UnknownName { .. }));
        assert_eq!(serde_json::from_value::<T>(wrong.into()).unwrap_err().to_string(), error.to_string());
    }
}

#[test]
fn names_are_displayed_parsed_and_serialized_alike() {
    check_names(ReferenceLength::ALL);
    check_names(Normalization::ALL);
    check_names(PairedTest::ALL);
    check_names(Correction::ALL);
    check_names(Resamples::ALL);
    check_names(Pool::ALL);
    check_names(Change::ALL);
    check_names(bleu::repair::Repair::ALL);
    check_names(Tool::ALL);
    check_names(&[Release::Newest, Release::Before0_2_2]);
    for tokenization in Tokenization::ALL {
        assert_eq!(tokenization.to_string().parse().as_ref(), Ok(tokenization));
    }
}

fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

#[test]
fn results_are_serialized_as_in_earlier_versions() {
    let definition = Definition::default();
    let mut corpus = definition.accumulator();
    let table = |text: &str| definition.accumulator().add_lines(text, &["a b c d e\nf g h i\n"]).unwrap();
    let systems = [table("a b c d e\nf g h i\n"), table("a b c d\nf g x i\n")];
    corpus.add("a b c d e", &["a b c d e"]).unwrap();
    let score = r#"{"score":1.0,"precisions":[1.0,1.0,1.0,1.0],"counts":[5.0,4.0,3.0,2.0],"totals":[5.0,4.0,3.0,2.0],"bp":1.0,"ratio":1.0,"hyp_len":5,"ref_len":5,"orders_used":4,"fractions":[[5.0,5.0],[4.0,4.0],[3.0,3.0],[2.0,2.0]]}"#;
    assert_eq!(json(&corpus.score().unwrap()), score);
    assert_eq!(json(&systems[0]), r#"{"order":4,"rows":[[5,5,5,4,3,2,5,4,3,2],[4,4,4,3,2,1,4,3,2,1]]}"#);
    let resampling = Resampling::new().resamples(1);
    let interval = resampling.confidence(&definition, &Systems::new(&systems[..1])).unwrap().remove(0);
    let expected = r#"{"mean":1.0,"half_width":0.0,"low":1.0,"high":1.0,"level":0.95,"resamples":1,"seed":12345}"#;
    assert_eq!(json(&interval), expected);
    let comparison = resampling.compare(PairedTest::Randomization, &definition, &systems[0], &systems[0]).unwrap();
    let expected = r#"{"difference":0.0,"p_value":1.0,"spread":null,"segments":{"better":0,"worse":0,"equal":2}}"#;
    assert_eq!(json(&comparison), expected);
    let signature = definition.signature(ReferenceCount::try_from(1).unwrap());
    assert_eq!(json(&signature), format!("\"{signature}\""));
    let tables = SegmentTables::new(&definition, "a b c d e", &["a b c d f"]).unwrap();
    let expected = r#"{"order":1,"weight":0.25,"count":4,"total":5,"precision":0.8,"smoothing":"unchanged"}"#;
    assert_eq!(json(&tables.terms[0]), expected);
    let tables = SegmentTables::new(&definition, "a x b", &["a y b"]).unwrap();
    assert!(json(&tables.terms[1]).ends_with(r#""smoothing":{"exp":1}}"#));
}

#[test]
fn findings_are_serialized_with_whole_counts() {
    let mut diagnoser = Diagnoser::new(&Definition::default(), 1).unwrap();
    diagnoser.add_lines(&["a cat\n"], &["a dog\n"]).unwrap();
    let findings = diagnoser.finish_one().unwrap().findings;
    let expected = r#"{"check":"score of 0","numbers":{"hyp_len":2,"ref_len":2},"segments":[[1,1]]}"#;
    assert_eq!(json(&findings[0]), expected);
}

#[test]
fn definitions_are_serialized_with_all_settings() {
    let definition = Definition::builder().weights("0.5,0.5".parse().unwrap()).lowercase(true).build().unwrap();
    let expected = r#"{"tool":null,"tokenization":"13a","fingerprint":null,"lowercase":true,"normalization":null,"order":2,"weights":null,"smoothing":"exp","effective_order":false,"reference_length":"closest","mean_of_segments":false,"unicode":null}"#;
    assert_eq!(json(&definition), expected);
    let nltk = Definition::builder().tool("nltk".parse().unwrap()).build().unwrap();
    assert!(json(&nltk).starts_with(r#"{"tool":"nltk","tokenization":"none""#), "{}", json(&nltk));
}

proptest! {
    #[test]
    fn scores_are_read_back(definition in tool_definition(), corpus in corpus(1)) {
        let Ok(score) = definition.corpus_score(&corpus[0], ReferenceLists::single(&corpus[1])) else { return Ok(()) };
        let value = serde_json::to_value(&score).unwrap();
        let found: Score = serde_json::from_value(value.clone()).unwrap();
        prop_assert_eq!(serde_json::to_value(&found).unwrap(), value);
        prop_assert_eq!(found, score);
    }
}

#[test]
fn results_are_read_back() {
    fn read_back<T: Serialize + DeserializeOwned>(value: &T) -> T {
        serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap()
    }
    let mut table = SegmentStatistics::new(1).unwrap();
    (0..9).for_each(|correct| table.push(&Statistics::new(9, 9, &[correct], &[9]).unwrap()).unwrap());
    let definition = Definition::builder().order(1).build().unwrap();
    let (resampling, tables) = (Resampling::new().resamples(50), [&table, &table]);
    for confidence in resampling.confidence(&definition, &Systems::new(&tables)).unwrap() {
        assert_eq!(read_back(&confidence), confidence);
    }
    for test in [PairedTest::Bootstrap, PairedTest::Randomization] {
        let comparison = resampling.compare(test, &definition, &table, &table).unwrap();
        assert_eq!(read_back(&comparison), comparison);
    }
}

#[test]
fn impossible_scores_are_not_read() {
    use serde_json::{Value, from_value, json};
    let score = Definition::default().sentence_score("a b c d", &["a b c d e"]).unwrap();
    let valid = serde_json::to_value(&score).unwrap();
    assert_eq!(from_value::<Score>(valid.clone()).unwrap(), score);
    let numbers = |first: f64| json!([first, 1, 1, 1]);
    let fractions = |first: Value| json!([first, [1, 1], [1, 1], [1, 1]]);
    for (key, wrong) in [
        ("score", json!(-0.1)),
        ("score", json!("7")),
        ("bp", json!(-9)),
        ("bp", json!(1.1)),
        ("hyp_len", json!(-1)),
        ("counts", json!([])),
        ("counts", numbers(5.0)),
        ("counts", numbers(-1.0)),
        ("totals", numbers(0.5)),
        ("orders_used", json!(0)),
        ("orders_used", json!(5)),
        ("fractions", json!([])),
        ("fractions", fractions(json!([-3, 1]))),
        ("fractions", fractions(json!([1, 0]))),
        ("fractions", Value::Null),
    ] {
        let mut changed = valid.clone();
        changed[key] = wrong;
        assert!(from_value::<Score>(changed.clone()).is_err(), "{changed}");
    }
    assert!(from_value::<Score>(json!({"score": 1})).is_err());
}

#[test]
fn signatures_are_equal_to_their_lines_whatever_empty_candidates_mean() {
    for &meaning in EmptyCandidate::ALL {
        let mut segments = SegmentFields::default();
        segments.empty_candidate = meaning;
        let signature = Definition::default().signature(ReferenceCount::try_from(1).unwrap()).with_segments(segments);
        assert_eq!(signature.to_string().parse::<Signature>().unwrap(), signature, "{meaning}");
    }
}

#[test]
fn lists_may_be_shared() {
    let (shared, local): (Arc<[&str]>, Rc<[&str]>) = (["a b", "a c"].into(), ["a b", "a c"].into());
    let definition = Definition::builder().order(1).build().unwrap();
    let scores = [
        definition.corpus_score(&["a b"], ReferenceLists::by_segment(&[shared])),
        definition.corpus_score(&["a b"], ReferenceLists::by_segment(&[local])),
        definition.corpus_score(&["a b"], ReferenceLists::by_segment(&[["a b", "a c"]])),
    ];
    assert!(scores.iter().all(|score| score == &scores[2]) && scores[2].is_ok());
}

/// Places are from 0 in values, and numbers from 1 in words and in what is serialized.
#[test]
fn places_are_from_0() {
    let definition = Definition::default();
    let (candidate, reference) = ("a small red car\nA DOG BARKS\n", "a small red car\na dog barks\n");
    let mut explainer = Explainer::new(Plan::new(definition.clone()), 1).unwrap();
    explainer.add_lines(&[candidate], &[reference]).unwrap();
    let worst = explainer.finish_one().unwrap().worst_segments.remove(0);
    assert_eq!((worst.segment, &serde_json::to_value(&worst).unwrap()["segment"]), (1, &2.into()));
    let mut what_if = WhatIf::new(&definition, 1).unwrap();
    what_if.add_lines(&[candidate], &[reference]).unwrap();
    let case = what_if.finish_one().unwrap().into_iter().find(|found| found.change == Change::Case).unwrap();
    assert_eq!((&case.one_sided[..], &serde_json::to_value(&case).unwrap()["one_sided"]), (&[1][..], &vec![2].into()));
    let mut diagnoser = Diagnoser::new(&definition, 1).unwrap();
    diagnoser.add_lines(&["a b c d e\n\n"], &["a b c d e\nf g\n"]).unwrap();
    let finding =
        diagnoser.finish_one().unwrap().findings.into_iter().find(|found| found.check() == "empty lines").unwrap();
    assert_eq!((finding.segments[0].first, finding.segments[0].last), (1, 1));
    assert_eq!(serde_json::to_value(&finding).unwrap()["segments"], serde_json::json!([[2, 2]]));
}

#[test]
fn segments_may_be_lists_in_every_module() {
    let definition = Definition::default();
    let candidates: [&[&str]; 2] = [&["a b\nc", "d"], &["a b", "d"]];
    let references = [vec!["a b c", "x"], vec!["d"]];
    let mut robustness = Robustness::new(&definition, 2).unwrap();
    robustness.add_segments(&candidates, ReferenceLists::by_segment(&references)).unwrap();
    robustness.add_segments(&[&[""; 0][..]; 2], ReferenceLists::single(&[""; 0])).unwrap();
    let found = robustness.test(PairedTest::Bootstrap, &Resampling::new(), &[(0, 1)]).unwrap();
    let score = |candidate: &[&str]| {
        definition.corpus_score(candidate, ReferenceLists::by_segment(&references)).unwrap().value()
    };
    assert_eq!(found[0].given.difference, score(candidates[0]) - score(candidates[1]));
    let found = robustness.test(PairedTest::Bootstrap, &Resampling::new(), &[(0, 2)]);
    assert_eq!(found.unwrap_err(), Error::OutOfRange { kind: "system", place: 2, number: 2 });
    let none: [&str; 0] = [];
    assert_eq!(robustness.add_lines(&["a", "b"], &none), Err(Error::NoReference { segment: 2 }));
    let mismatch = Error::CandidateCountMismatch { expected: 2, found: 1 };
    assert_eq!(robustness.add_lines(&["a"], &["a"]), Err(mismatch));
}

#[test]
fn a_batch_of_no_segments_is_valid() {
    let (definition, none) = (Definition::default(), [&[""; 0][..]]);
    let references = || ReferenceLists::single(&[""; 0]);
    assert_eq!(definition.accumulator().add_segments(none[0], references()).unwrap().len(), 0);
    let mut diagnoser = Diagnoser::new(&definition, 1).unwrap();
    diagnoser.add_segments(&none, references()).unwrap();
    diagnoser.add_segments(&none, ReferenceLists::by_segment(&[] as &[[&str; 1]])).unwrap();
    let mut what_if = WhatIf::new(&definition, 1).unwrap();
    what_if.add_segments(&none, references()).unwrap();
    let mut explainer = Explainer::new(Plan::new(definition.clone()), 1).unwrap();
    explainer.add_segments(&none, references()).unwrap();
    explainer.add_segments(&[&["a b"]], ReferenceLists::single(&["a b"])).unwrap();
    assert_eq!(explainer.finish().systems[0].score.hyp_len(), 2);
}

#[test]
fn the_debug_form_of_a_score_has_its_orders_only() {
    let score = Definition::builder().order(2).build().unwrap().sentence_score("a b", &["a b"]).unwrap();
    let expected = "correct: [2.0, 1.0], total: [2.0, 1.0], precisions: [Precision { correct: 2.0, total: 2.0 }, \
        Precision { correct: 1.0, total: 1.0 }] }";
    assert!(format!("{score:?}").ends_with(expected), "{score:?}");
}

#[test]
fn errors_of_serde_do_not_name_private_types() {
    fn refusal<T: DeserializeOwned>(json: &str) -> Option<String> {
        serde_json::from_str::<T>(json).err().map(|error| error.to_string())
    }
    for json in ["[]", "1", "\"x\"", "{}", r#"{"order":4,"rows":[[1]]}"#, r#"{"hyp_len":1,"ref_len":[]}"#] {
        for message in [
            refusal::<Statistics>(json),
            refusal::<SegmentStatistics>(json),
            refusal::<Change>(json),
            refusal::<Score>(json),
        ] {
            let message = message.unwrap();
            assert!(!message.contains("struct") && !message.contains("Serialized"), "{json}: {message}");
        }
    }
}

#[test]
fn means_are_between_the_lowest_and_the_highest() {
    assert_eq!(SegmentScores::new(Vec::new()).mean.to_bits(), 0.0f64.to_bits());
    for (value, count) in [(0.1, 10), (0.7, 3), (1.0 / 3.0, 7), (0.0064, 1000)] {
        assert_eq!(SegmentScores::new(vec![value; count]).mean, value);
    }
    // Resamples of equal segments are equal.
    let mut table = SegmentStatistics::new(4).unwrap();
    let segment = Statistics::new(9, 10, &[7, 5, 3, 1], &[9, 8, 7, 6]).unwrap();
    for resamples in [3, 7, 1000] {
        table.push(&segment).unwrap();
        let resampling = Resampling::new().resamples(resamples);
        let interval = resampling.confidence(&Definition::default(), &Systems::new(&[&table])).unwrap()[0];
        assert_eq!((interval.low, interval.mean), (interval.high, interval.high));
    }
}

#[test]
fn references_are_listed_once_for_several_systems() {
    let lists = ReferenceLists::single(&["a b c d", "e f g h"]);
    let definition = Definition::default();
    let systems = [["a b c d", "e f g h"], ["a b c d", "e f g x"]];
    let scores = systems.map(|candidates| definition.corpus_score(&candidates, &lists).unwrap());
    assert!(scores[0] > scores[1]);
    assert_eq!(scores[0], definition.corpus_score(&systems[0], lists).unwrap());
}
