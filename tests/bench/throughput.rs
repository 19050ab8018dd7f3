//! Throughput of tokenizing, counting and scoring, in bytes per second, and of pairs of samples.
//!
//! `cargo bench` runs it; README.md in this directory says more. The text is generated and always the same: lines as long
//! as those of test sets, mostly in Latin script.

use bleu::{Definition, Samples, Tokenization};
use divan::counter::{BytesCount, ItemsCount};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Size of a batch, in bytes: about as much as the program works on at a time.
const BATCH: usize = 64 << 10;

/// The names of all tokenizers.
fn tokenizers() -> impl Iterator<Item = String> {
    Tokenization::ALL.iter().map(|tokenization| tokenization.to_string())
}

fn definition(tokenizer: &str) -> Definition {
    Definition::builder().tokenization(tokenizer.parse().unwrap()).build().unwrap()
}

/// A batch of text, tokenized.
#[divan::bench(args = tokenizers())]
fn tokenize(bencher: Bencher, tokenizer: &str) {
    run_tokenizer(bencher, &definition(tokenizer));
}

/// A batch of text, lowercased and tokenized.
#[divan::bench]
fn tokenize_lowercase(bencher: Bencher) {
    run_tokenizer(bencher, &Definition::builder().lowercase(true).build().unwrap());
}

fn run_tokenizer(bencher: Bencher, definition: &Definition) {
    let text = &Corpus::new(1, 0).candidates[0];
    let mut tokenizer = definition.tokenizer();
    let bencher = bencher.counter(BytesCount::of_str(text));
    bencher.bench_local(|| tokenizer.tokenize_lines(black_box(text)).unwrap().len());
}

/// A batch of text with references, split at white space and counted up to an order.
#[divan::bench(args = [(1, 4), (4, 4), (1, 2), (1, 9)])]
fn count(bencher: Bencher, (references, order): (usize, usize)) {
    let corpus = Corpus::new(1, references);
    let definition = Definition::builder().tokenization(Tokenization::NONE).order(order).build().unwrap();
    let mut accumulator = definition.accumulator();
    let bencher = bencher.counter(BytesCount::new(corpus.bytes()));
    bencher.bench_local(|| {
        accumulator.add_lines(black_box(&corpus.candidates[0]), black_box(&corpus.references[0])).unwrap().len()
    });
}

/// The expected scores of this many samples of one segment.
#[divan::bench(args = [8, 64, 512])]
fn samples(bencher: Bencher, number: usize) {
    let corpus = Corpus::new(1, 0);
    let lines: Vec<&str> = corpus.candidates[0].lines().cycle().take(number).collect();
    let definition = Definition::builder().effective_order(true).build().unwrap();
    let (mut samples, mut scores) = (Samples::new(&definition).unwrap(), Vec::new());
    let bencher = bencher.counter(ItemsCount::new(number * (number - 1)));
    bencher.bench_local(|| {
        samples.set(black_box(&lines));
        samples.expected_scores(&mut scores).unwrap()
    });
}

/// A corpus of many batches in memory, from text to score, in one thread.
#[divan::bench(args = tokenizers())]
fn whole(bencher: Bencher, tokenizer: &str) {
    let corpus = Corpus::new(64, 1);
    let definition = definition(tokenizer);
    let bencher = bencher.counter(BytesCount::new(corpus.bytes()));
    bencher.bench_local(|| {
        let mut accumulator = definition.accumulator();
        for (candidate, references) in corpus.candidates.iter().zip(&corpus.references) {
            accumulator.add_lines(candidate, references).unwrap();
        }
        accumulator.score().unwrap().value()
    });
}

/// Batches of a candidate, and for each of them references that share about two thirds of its words.
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
                        // A reference lacks some words of the candidate and replaces others.
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

/// Random numbers by Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 32) as usize % limit
    }

    /// A word; words at the beginning of the list are more frequent, as in language.
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
