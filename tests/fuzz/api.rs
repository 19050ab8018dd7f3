//! Calls of the library in any order with arguments of any kind: each returns a value or an error, and scores are from 0
//! to 1. Each byte of the input is a call or an argument.
#![no_main]

use bleu::diagnose::Diagnoser;
use bleu::explain::{Explainer, Plan};
use bleu::shards::{Record, Shards, SumRecord};
use bleu::tools::Tool;
use bleu::what_if::WhatIf;
use bleu::{
    Accumulator, AddSegments, Correction, Definition, PairedTest, ReferenceCount, ReferenceLength, Resampling,
    SegmentStatistics, Smoothing, Statistics, Systems, Tokenization, Weights,
};
use libfuzzer_sys::fuzz_target;

const TEXTS: [&str; 8] =
    ["", "\n", "a b c d e", "a b\nc d\n", "a a a a a a\n\n\u{85}", "A\u{3000}漢字 x-y.", "&lt;-\n", "a b c d f"];

const NUMBERS: [f64; 8] = [0.0, -0.0, 0.1, 1.0, f64::NAN, f64::INFINITY, f64::MIN_POSITIVE, 1e300];

const COUNTS: [u64; 8] = [0, 1, 2, 3, 100, u32::MAX as u64, u64::MAX - 1, u64::MAX];

/// The rest of the input.
struct Program<'a>(std::slice::Iter<'a, u8>);

impl Program<'_> {
    fn byte(&mut self) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0))
    }

    fn of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.byte() % values.len()]
    }

    fn texts(&mut self) -> Vec<&'static str> {
        (0..self.byte() % 4).map(|_| self.of(&TEXTS)).collect()
    }

    fn counts(&mut self) -> Vec<u64> {
        (0..self.byte() % 19).map(|_| self.of(&COUNTS)).collect()
    }

    fn smoothing(&mut self) -> Smoothing {
        let (number, byte) = (self.of(&NUMBERS), self.byte() as u8);
        match byte % 6 {
            0 => Smoothing::Floor(number),
            1 => Smoothing::AddK(number),
            2 => Smoothing::AddKAll(number),
            3 => Smoothing::ChenCherry(byte / 8),
            4 => Smoothing::None,
            _ => Smoothing::Exp,
        }
    }

    fn definition(&mut self) -> Option<Definition> {
        let (tokenization, lowercase) = (Tokenization::ALL[self.byte() % Tokenization::ALL.len()].clone(), self.byte());
        if self.byte() % 2 == 0 {
            let overrides = Definition::builder().smoothing(self.smoothing()).order(self.byte() % 18);
            return overrides.lowercase(lowercase % 2 == 0).tool(self.of(Tool::ALL)).build().ok();
        }
        let weights: Vec<f64> = (0..self.byte() % 4).map(|_| self.of(&NUMBERS)).collect();
        let mut builder = Definition::builder().tokenization(tokenization).lowercase(lowercase % 2 == 0);
        builder = builder.smoothing(self.smoothing()).reference_length(self.of(ReferenceLength::ALL));
        if let Ok(weights) = Weights::new(weights) {
            builder = builder.weights(weights);
        }
        builder.order(self.byte() % 18).effective_order(lowercase % 3 == 0).build().ok()
    }
}

fuzz_target!(|data: &[u8]| {
    let mut program = Program(data.iter());
    let Some(definition) = program.definition() else { return };
    let mut corpora: Vec<Accumulator> = vec![definition.accumulator(), Definition::default().accumulator()];
    let mut sum = Statistics::EMPTY;
    let mut tables = Vec::new();
    while !program.0.as_slice().is_empty() {
        call(&mut program, &definition, &mut corpora, &mut sum, &mut tables);
    }
    for corpus in &corpora {
        let _ = corpus.score();
    }
    let _ = (definition.score(&sum), definition.segment_score(&sum), definition.formula().failure(&sum));
});

fn call(
    program: &mut Program,
    definition: &Definition,
    corpora: &mut Vec<Accumulator>,
    sum: &mut Statistics,
    tables: &mut Vec<SegmentStatistics>,
) {
    let (text, texts, at) = (program.of(&TEXTS), program.texts(), program.byte() % corpora.len());
    match program.byte() % 16 {
        0 => {
            let _ = corpora[at].add(text, &texts).map(|segment| sum.merge(&segment));
        }
        1 => tables.extend(corpora[at].add_lines(text, &texts)),
        2 => {
            let _ = corpora[at].add_segments(&program.texts(), bleu::ReferenceLists::by_segment(&[&texts, &texts]));
        }
        3 => {
            let _ = corpora[at].add_tokens(&texts, &[program.texts()]);
        }
        4 => corpora[at].clear(),
        5 => {
            let other = definition.accumulator();
            let _ = corpora[at].merge(other);
        }
        6 => {
            let counts = program.counts();
            let statistics = Statistics::new(program.of(&COUNTS), program.of(&COUNTS), &counts, &program.counts());
            let _ = statistics.map(|statistics| {
                let _ = (definition.score(&statistics), definition.segment_score(&statistics));
                let _ = (sum.merge(&statistics), tables.iter_mut().map(|table| table.push(&statistics)).count());
            });
        }
        7 => tables.extend(SegmentStatistics::new(program.byte())),
        8 => {
            let resampling = Resampling::new().resamples(program.byte()).seed(program.of(&COUNTS));
            let resampling = resampling.threads(program.byte() % 3).correction(program.of(Correction::ALL));
            let test = program.of(PairedTest::ALL);
            let all = Systems::new(tables);
            let _ = (resampling.confidence(definition, &all), resampling.all_pairs(test, definition, &all));
            let systems: Vec<_> = tables.chunks(program.byte() % 4 + 1).collect();
            let _ =
                (resampling.paired(test, definition, &all), resampling.runs(definition, &Systems::of_runs(&systems)));
        }
        9 => {
            let Ok(references) = definition.against(bleu::ReferenceLists::by_segment(&[&texts])) else { return };
            let mut scorer = references.scorer();
            let scores = scorer.score_all(program.byte() % 3, &program.texts()).unwrap_or_default();
            let _ = (scorer.corpus_score(&program.texts()), scorer.score(program.byte(), text));
            // These methods can exceed 1, as in NLTK.
            let is_limited = !matches!(definition.smoothing(), Smoothing::ChenCherry(4..=7));
            assert!(scores.iter().all(|score| !is_limited || (0.0..=1.0).contains(&score.value())), "{definition:?}");
        }
        15 => {
            let (Ok(mut samples), mut scores) = (bleu::Samples::new(&definition), Vec::new()) else { return };
            samples.set(&texts);
            let references = program.texts();
            let _ = (samples.pairwise(&mut scores), samples.scores(&references, &mut Vec::new()), samples.self_bleu());
            let _ = samples.expected_scores(&mut scores).map(|chosen| assert!(chosen < texts.len()));
            let _ = samples.expected_scores_against(&references, &mut scores);
            assert!(scores.iter().all(|score| (0.0..=1.0).contains(score)), "{definition:?}");
        }
        10 => {
            let Ok(mut diagnoser) = Diagnoser::new(definition, program.byte() % 4) else { return };
            let _ = diagnoser.add_lines(&program.texts(), &texts);
            diagnoser.finish();
        }
        11 => {
            let Ok(mut explainer) = Explainer::new(Plan::new(definition.clone()), program.byte() % 4) else { return };
            let _ = explainer.add_lines(&program.texts(), &texts);
            explainer.finish();
        }
        12 => {
            let Ok(mut what_if) = WhatIf::new(definition, program.byte() % 4) else { return };
            let _ = what_if.add_lines(&program.texts(), &texts);
            what_if.finish();
        }
        13 => merge(program, definition, sum, tables),
        _ => {
            let signature = definition.signature(ReferenceCount::try_from(program.byte() + 1).unwrap());
            assert_eq!(signature.to_string().parse(), Ok(signature));
            let _ = (definition.count_against_others(text), definition.count_against_pool(text, &texts));
        }
    }
}

/// Merges records of sums of any kind, and resamples what they add up to.
fn merge(program: &mut Program, definition: &Definition, sum: &Statistics, tables: &[SegmentStatistics]) {
    let mut shards = Shards::expecting(program.of(&[None, Some(2)]));
    for _ in 0..program.byte() % 5 {
        let signature = definition.signature(ReferenceCount::try_from(1).unwrap());
        let Ok(mut record) = SumRecord::new(signature, 1, program.of(&["a", "b"]), program.byte() % 3) else {
            continue;
        };
        record.group = program.of(&[None, Some("group")]).map(String::from);
        if program.byte() % 2 == 0 {
            record = record.with_ids().unwrap();
        }
        if let Ok(resampled) = record.clone().with_poisson(program.of(&[0, 3, usize::MAX]), 1) {
            record = resampled;
        }
        for _ in 0..program.byte() % 3 {
            let _ = record.add_segment(program.of(&TEXTS), sum);
        }
        let _ = tables.iter().try_for_each(|table| record.add_table(&program.texts(), table));
        assert_eq!(Record::parse(record.to_line().as_bytes()), Ok(Record::Sum(Box::new(record.clone()))));
        let _ = shards.add(Record::Sum(Box::new(record)));
    }
    let Ok(mut merged) = shards.finish() else { return };
    let _ = (merged.arrange(&["b", "a"]), merged.groups(), merged.clone().without_groups());
    if let Ok(Some(scores)) = merged.resampled_scores(definition.formula(), program.of(Correction::ALL)) {
        let _ = (scores.confidence(), scores.paired(), scores.all_pairs());
    }
}
