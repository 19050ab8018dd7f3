//! How many bytes a second are tokenized, counted, and scored.
//!
//! `cargo bench` runs it; README.md beside this file says more. Text is made here, always the same: lines of the
//! lengths that test sets have, mostly in Latin script.

use bleu::{Counter, Metric, Preprocessing, SegmentStatistics, Tokenization, Tokenizer};
use clap::ValueEnum;
use divan::{Bencher, black_box, counter::BytesCount};

fn main() {
    divan::main();
}

/// As much as the program works on at a time.
const BATCH: usize = 64 << 10;

/// A batch of text, tokenized.
#[divan::bench(args = Tokenization::value_variants())]
fn tokenize(bencher: Bencher, tokenization: Tokenization) {
    run_tokenizer(bencher, Preprocessing { tokenization, ..Preprocessing::default() });
}

/// A batch of text, lowercased and tokenized.
#[divan::bench]
fn tokenize_lowercase(bencher: Bencher) {
    run_tokenizer(bencher, Preprocessing { lowercase: true, ..Preprocessing::default() });
}

fn run_tokenizer(bencher: Bencher, preprocessing: Preprocessing) {
    let text = &Corpus::new(1, 0).candidates[0];
    let mut tokenizer = Tokenizer::new(preprocessing);
    let bencher = bencher.counter(BytesCount::of_str(text));
    bencher.bench_local(|| tokenizer.tokenize(black_box(text)).len());
}

/// A batch of tokens and of as many references, counted up to an order.
#[divan::bench(args = [(1, 4), (4, 4), (1, 2), (1, 9)])]
fn count(bencher: Bencher, (references, order): (usize, usize)) {
    let corpus = Corpus::new(1, references);
    let texts = corpus.candidates.iter().chain(corpus.references.iter().flatten());
    let mut tokenizers: Vec<Tokenizer> = texts.clone().map(|_| Tokenizer::default()).collect();
    let tokens: Vec<_> = tokenizers.iter_mut().zip(texts).map(|(tokenizer, text)| tokenizer.tokenize(text)).collect();
    let (mut counter, mut segments) = (Counter::default(), SegmentStatistics::new(order));
    let bencher = bencher.counter(BytesCount::new(corpus.bytes()));
    bencher.bench_local(|| {
        segments.clear();
        counter.count(black_box(tokens[0]), black_box(&tokens[1..]), &mut segments);
        segments.len()
    });
}

/// A corpus of many batches in memory, from text to score, in one thread.
#[divan::bench(args = Tokenization::value_variants())]
fn whole(bencher: Bencher, tokenization: Tokenization) {
    let corpus = Corpus::new(64, 1);
    let preprocessing = Preprocessing { tokenization, ..Preprocessing::default() };
    let (mut tokenizers, mut counter) = ([(); 2].map(|()| Tokenizer::new(preprocessing)), Counter::default());
    let (metric, mut segments) = (Metric::default(), SegmentStatistics::new(4));
    let bencher = bencher.counter(BytesCount::new(corpus.bytes()));
    bencher.bench_local(|| {
        segments.clear();
        for (candidate, references) in corpus.candidates.iter().zip(&corpus.references) {
            let [of_candidate, of_reference] = &mut tokenizers;
            let reference = of_reference.tokenize(&references[0]);
            counter.count(of_candidate.tokenize(candidate), &[reference], &mut segments);
        }
        metric.score(&segments.sum()).score
    });
}

/// Batches of a candidate and, for each, of references that share about two thirds of its words.
struct Corpus {
    candidates: Vec<String>,
    references: Vec<Vec<String>>,
}

impl Corpus {
    fn new(batches: usize, references: usize) -> Corpus {
        let mut random = Random(0x9E37_79B9_7F4A_7C15);
        let mut corpus = Corpus { candidates: Vec::new(), references: Vec::new() };
        for _ in 0..batches {
            let mut texts = vec![String::new(); 1 + references];
            while texts[0].len() < BATCH {
                let words: Vec<&str> = (0..3 + random.below(12) + random.below(25)).map(|_| random.word()).collect();
                for (i, text) in texts.iter_mut().enumerate() {
                    for (place, &word) in words.iter().enumerate() {
                        // A reference leaves out a word or has another one, now and then.
                        match if i == 0 { 9 } else { random.below(8) } {
                            0 => continue,
                            1 | 2 => text.push_str(random.word()),
                            _ => text.push_str(word),
                        }
                        text.push_str(match random.below(16) {
                            0 => ", ",
                            1 if place % 2 == 0 => " (5,000.50) ",
                            2 if place % 2 == 0 => "'s ",
                            _ => " ",
                        });
                    }
                    text.pop();
                    text.push_str(".\n");
                }
            }
            corpus.candidates.push(texts.remove(0));
            corpus.references.push(texts);
        }
        corpus
    }

    fn bytes(&self) -> usize {
        self.candidates.iter().chain(self.references.iter().flatten()).map(String::len).sum()
    }
}

/// Marsaglia's xorshift: enough for text.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % limit
    }

    /// A word; those that stand first in the list are more frequent, as in language.
    fn word(&mut self) -> &'static str {
        let place = self.below(WORDS.len()) * (1 + self.below(8)) / 8;
        WORDS[place]
    }
}

const WORDS: [&str; 96] = [
    "the",
    "of",
    "and",
    "to",
    "in",
    "a",
    "is",
    "that",
    "for",
    "it",
    "was",
    "on",
    "as",
    "with",
    "be",
    "by",
    "at",
    "this",
    "had",
    "not",
    "are",
    "but",
    "from",
    "or",
    "have",
    "an",
    "they",
    "which",
    "one",
    "you",
    "were",
    "her",
    "all",
    "she",
    "there",
    "would",
    "their",
    "we",
    "him",
    "been",
    "has",
    "when",
    "who",
    "will",
    "more",
    "no",
    "if",
    "out",
    "said",
    "people",
    "government",
    "president",
    "international",
    "development",
    "between",
    "without",
    "economic",
    "1995",
    "3.5",
    "42",
    "U.S.",
    "e-mail",
    "co-operation",
    "Straße",
    "für",
    "größer",
    "être",
    "déjà",
    "años",
    "niño",
    "která",
    "więcej",
    "ağaç",
    "और",
    "में",
    "है",
    "не",
    "что",
    "человек",
    "правительство",
    "και",
    "όχι",
    "από",
    "العالم",
    "في",
    "世界",
    "中国",
    "政府的",
    "日本",
    "です",
    "ました",
    "한국",
    "사람이",
    "😀",
    "«oui»",
    "“so”",
];
