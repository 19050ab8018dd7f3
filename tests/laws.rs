//! What holds for every text: fast code equals its slow twin, and scores obey BLEU's definition.

mod common;
#[path = "twins/counting.rs"]
mod counting;
mod twins;

use bleu::{
    Counter, MAX_ORDER, Metric, Normalization, Preprocessing, SegmentStatistics, Smoothing, Statistics, Tokenization,
    Tokenizer,
};
use clap::ValueEnum;
use common::TestDir;
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Words that a comparison by keys might confuse: of all lengths up to and beyond one and two words of memory, equal
/// at both ends.
const WORDS: &[&str] = &[
    "a",
    "b",
    "ab",
    "é",
    "字",
    "\0",
    "\0\0",
    "a\0",
    "abcdef",
    "abcdefg",
    "abcdefh",
    "abcdefgh",
    "abcdefgi",
    "abcdefgha",
    "abcdefghi",
    "bbcdefghi",
    "abcdefghabcdefgh",
    "abcdefghabcdefgi",
    "abcdefghxabcdefgh",
    "abcdefghyabcdefgh",
    "abcdefgh字abcdefgh",
    "abcdefghxyzabcdefgh",
    "abcdefghxyyabcdefgh",
    "abcdefgh-a-long-way-in-between-abcdefgh",
    "abcdefgh-a-long-way-in_between-abcdefgh",
    // Mixing their first and last eight bytes as the library does gives the same number for all of these.
    "interpretability",
    "gykcniwvG7TRxE03",
    "hnsviomh-EFKhWNgk",
];

/// A segment: a candidate and its references, as positions in a list of words.
#[derive(Clone, Debug)]
struct Segment {
    candidate: Vec<Index>,
    references: Vec<Vec<Index>>,
    words: Vec<&'static str>,
}

impl Segment {
    fn words(&self, text: &[Index]) -> Vec<&'static str> {
        text.iter().map(|word| *word.get(&self.words)).collect()
    }
}

/// Lengths at which masks get wider, and all others.
fn text(longest: usize) -> impl Strategy<Value = Vec<Index>> {
    let edges =
        vec![0, 1, 15, 16, 17, 32, 33, 48, 49, 63, 64, 65, 127, 128, 129, 192, 193, 255, 256, 257, 300, 512, 513];
    let edges: Vec<usize> = edges.into_iter().filter(|&length| length <= longest).collect();
    let length = prop_oneof![2 => 0..=longest, 1 => 0..=longest.min(20), 2 => select(edges)];
    length.prop_flat_map(|length| prop::collection::vec(any::<Index>(), length))
}

fn segment(references: usize, longest: usize) -> impl Strategy<Value = Segment> {
    // Few distinct words make many n-grams match, and match again.
    let words = prop::sample::subsequence(WORDS, 1..=12);
    let references = prop::collection::vec(text(longest), references);
    (text(longest), references, words).prop_map(|(candidate, references, words)| Segment {
        candidate,
        references,
        words,
    })
}

/// The statistics of a corpus: `texts` are the lines of the candidate, then those of each reference.
fn count(texts: &[Vec<String>], preprocessing: Preprocessing, order: usize) -> SegmentStatistics {
    let texts: Vec<String> = texts.iter().map(|lines| lines.iter().flat_map(|line| [line, "\n"]).collect()).collect();
    let mut tokenizers: Vec<Tokenizer> = texts.iter().map(|_| Tokenizer::new(preprocessing)).collect();
    let tokens: Vec<_> = tokenizers.iter_mut().zip(&texts).map(|(tokenizer, text)| tokenizer.tokenize(text)).collect();
    let mut segments = SegmentStatistics::new(order);
    Counter::default().count(tokens[0], &tokens[1..], &mut segments);
    segments
}

fn split_at_white_space() -> Preprocessing {
    Preprocessing { tokenization: Tokenization::None, ..Preprocessing::default() }
}

/// What rules look at, and what they do not.
const PIECES: &str = "a|B|word|5|42|٣|.|,|-|'|..|,.| |  |\t|&amp;|&lt;|&gt;|&quot;|&|;|&amp;lt;|&amp;amp;|<skipped>|<skip|<|>\
    |\"|!|$|(|/|:|@|[|\\|`|{|~|é|ß|Σ|İ|字|あ|。|😀|\r|\u{B}|\u{C}|\u{1C}|\u{1F}|\u{7F}|\0|\u{85}|\u{A0}|\u{1680}|\u{2000}\
    |\u{200A}|\u{200B}|\u{2028}|\u{202F}|\u{205F}|\u{2060}|\u{3000}|\u{3001}|\u{FEFF}";

/// Lines that try tokenizers: joined from pieces, so that rules meet.
fn line() -> impl Strategy<Value = String> {
    let any_piece = select(PIECES.split('|').collect::<Vec<_>>()).prop_map(str::to_owned);
    let numbers = "[0-9.,a -]{1,9}";
    prop_oneof![
        6 => prop::collection::vec(prop_oneof![3 => any_piece, 1 => numbers], 0..60).prop_map(|pieces| pieces.concat()),
        1 => "[^\n]{0,80}",
    ]
}

/// A corpus of a candidate and some references of equally many lines, some of them equal.
fn corpus(references: usize) -> impl Strategy<Value = Vec<Vec<String>>> {
    let segment = (line(), prop::collection::vec(prop::option::of(line()), references));
    prop::collection::vec(segment, 1..12).prop_map(move |segments| {
        let candidate = segments.iter().map(|(candidate, _)| candidate.clone()).collect();
        let reference = |i: usize| {
            let line = |(candidate, references): &(String, Vec<Option<String>>)| {
                references[i].clone().unwrap_or_else(|| candidate.clone())
            };
            segments.iter().map(line).collect()
        };
        std::iter::once(candidate).chain((0..references).map(reference)).collect()
    })
}

fn any_preprocessing() -> impl Strategy<Value = Preprocessing> {
    (any::<bool>(), select(Tokenization::value_variants())).prop_map(|(lowercase, tokenization)| Preprocessing {
        lowercase,
        tokenization,
        ..Preprocessing::default()
    })
}

fn any_smoothing() -> impl Strategy<Value = Smoothing> {
    select(Smoothing::METHODS.map(|(_, method)| method).to_vec())
}

/// The rows of a table, which can be compared.
fn rows(segments: &SegmentStatistics) -> Vec<Vec<u32>> {
    segments.rows().map(<[u32]>::to_vec).collect()
}

proptest! {
    #[test]
    fn fast_counting_equals_slow_counting(
        segments in (1usize..=5).prop_flat_map(|references| prop::collection::vec(segment(references, 520), 1..4)),
        order in 1..=MAX_ORDER,
    ) {
        let join = |text: Vec<&str>| text.join(" ");
        let mut texts = vec![segments.iter().map(|s| join(s.words(&s.candidate))).collect::<Vec<String>>()];
        for i in 0..segments[0].references.len() {
            texts.push(segments.iter().map(|s| join(s.words(&s.references[i]))).collect());
        }
        let found = rows(&count(&texts, split_at_white_space(), order));
        for (found, segment) in found.iter().zip(&segments) {
            let references: Vec<_> = segment.references.iter().map(|reference| segment.words(reference)).collect();
            prop_assert_eq!(found, &counting::count(&segment.words(&segment.candidate), &references, order));
        }
    }

    #[test]
    fn fast_counting_equals_slow_counting_of_very_long_segments(
        (words, length, other_length, order) in (1usize..6, 500usize..1500, 0usize..1500, 1..=MAX_ORDER),
        start in any::<u32>(),
    ) {
        // A sequence that repeats itself late.
        let word = |i: usize| WORDS[(i * i + i / 7 + start as usize % 5) % words + 16];
        let texts: [Vec<&str>; 2] = [(0..length).map(word).collect(), (3..3 + other_length).map(word).collect()];
        let lines = texts.each_ref().map(|text| vec![text.join(" ")]);
        let found = rows(&count(&lines, split_at_white_space(), order));
        let [candidate, reference] = texts;
        prop_assert_eq!(&found, &[counting::count(&candidate, &[reference], order)]);
    }

    #[test]
    fn fast_tokenizers_equal_their_plain_twins(
        lines in prop::collection::vec(line(), 1..8),
        tokenization in select(Tokenization::value_variants()),
        lowercase in any::<bool>(),
        normalization in select(vec![None, Some(Normalization::Nfc), Some(Normalization::Nfkc)]),
    ) {
        let preprocessing = Preprocessing { lowercase, tokenization, normalization };
        let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
        let mut tokenizer = Tokenizer::new(preprocessing);
        let tokens = tokenizer.tokenize(&text);
        prop_assert_eq!(tokens.len(), lines.len());
        for (found, line) in tokens.lines().zip(&lines) {
            let found: Vec<String> = found.iter().map(|token| String::from_utf8(token.to_vec()).unwrap()).collect();
            prop_assert_eq!(found, twins::tokens(preprocessing, line), "{:?}", preprocessing);
        }
    }

    #[test]
    fn the_order_of_segments_does_not_matter(
        (corpus, places) in corpus(2).prop_flat_map(|corpus| {
            let places: Vec<usize> = (0..corpus[0].len()).collect();
            (Just(corpus), Just(places).prop_shuffle())
        }),
        preprocessing in any_preprocessing(),
    ) {
        let shuffled: Vec<Vec<String>> =
            corpus.iter().map(|lines| places.iter().map(|&place| lines[place].clone()).collect()).collect();
        let (before, after) = (count(&corpus, preprocessing, 4), count(&shuffled, preprocessing, 4));
        let expected: Vec<Vec<u32>> = places.iter().map(|&place| rows(&before)[place].clone()).collect();
        prop_assert_eq!(rows(&after), expected);
        prop_assert_eq!(after.sum(), before.sum());
        prop_assert_eq!(Metric::default().score(&after.sum()), Metric::default().score(&before.sum()));
    }

    #[test]
    fn a_corpus_is_the_sum_of_its_halves(
        corpus in corpus(2),
        cut in any::<Index>(),
        preprocessing in any_preprocessing(),
    ) {
        let cut = cut.index(corpus[0].len() + 1);
        let part = |range: std::ops::Range<usize>| {
            let lines: Vec<Vec<String>> = corpus.iter().map(|lines| lines[range.clone()].to_vec()).collect();
            count(&lines, preprocessing, 4)
        };
        let (first, second) = (part(0..cut), part(cut..corpus[0].len()));
        let whole = count(&corpus, preprocessing, 4);
        let mut joined = first.clone();
        joined.append(&second);
        prop_assert_eq!(&joined, &whole);
        let mut sum = first.sum();
        sum += second.sum();
        prop_assert_eq!(sum, whole.sum());
        let mut of_segments = Statistics::default();
        whole.iter().for_each(|segment| of_segments += segment);
        prop_assert_eq!(of_segments, whole.sum());
    }

    #[test]
    fn the_order_of_references_does_not_matter(corpus in corpus(3), preprocessing in any_preprocessing()) {
        let swapped = [0, 3, 1, 2].map(|i| corpus[i].clone());
        prop_assert_eq!(count(&swapped, preprocessing, 5), count(&corpus, preprocessing, 5));
        let twice = [0, 1, 2, 3, 2].map(|i| corpus[i].clone());
        prop_assert_eq!(count(&twice, preprocessing, 5), count(&corpus, preprocessing, 5));
    }

    #[test]
    fn a_candidate_that_is_its_own_reference_scores_exactly_1(
        mut corpus in corpus(2),
        preprocessing in any_preprocessing(),
        order in 1..=MAX_ORDER,
        smoothing in any_smoothing(),
        effective_order in any::<bool>(),
        long_enough in any::<bool>(),
    ) {
        if long_enough {
            corpus.iter_mut().for_each(|lines| lines.push("a b c d e f g h i j k l m n o p".into()));
        }
        corpus[2] = corpus[0].clone();
        let segments = count(&corpus, preprocessing, order);
        let score = Metric { order, weights: None, smoothing, effective_order }.score(&segments.sum());
        if segments.rows().any(|row| row[0] as usize >= order) {
            prop_assert_eq!((score.score, score.bp), (1.0, 1.0));
        } else if !effective_order && !matches!(smoothing, Smoothing::AddK(_)) {
            prop_assert_eq!(score.score, 0.0);
        }
        prop_assert!(!long_enough || score.score == 1.0);
    }

    #[test]
    fn scores_are_from_0_to_1(
        corpus in corpus(2),
        preprocessing in any_preprocessing(),
        order in 1..=MAX_ORDER,
        smoothing in any_smoothing(),
        effective_order in any::<bool>(),
    ) {
        let metric = Metric { order, weights: None, smoothing, effective_order };
        let segments = count(&corpus, preprocessing, order);
        for statistics in segments.iter().chain([segments.sum()]) {
            let score = metric.score(&statistics);
            prop_assert!((0.0..=1.0).contains(&score.score) && (0.0..=1.0).contains(&score.bp), "{:?}", score);
            let fractions = score.counts().iter().zip(score.totals()).all(|(count, total)| count <= total);
            prop_assert!(fractions, "{:?}", score);
        }
    }
}

proptest! {
    // Each case starts the program some times on some hundred kilobytes.
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn lines_longer_than_a_batch_are_counted_as_by_plain_twins(
        corpus in corpus(1),
        lengths in prop::collection::vec(select(vec![100, 60_000, 70_000, 140_000]), 8),
        tokenization in select(vec![Tokenization::V13a, Tokenization::Intl, Tokenization::Zh, Tokenization::None]),
        jobs in 1..3,
    ) {
        let mut lengths = lengths.into_iter();
        let mut longer = |line: &String| line.repeat(lengths.next().unwrap() / line.len().max(1));
        let texts: Vec<Vec<String>> =
            corpus.iter().map(|lines| lines.iter().take(4).map(&mut longer).collect()).collect();
        let preprocessing = Preprocessing { tokenization, ..Preprocessing::default() };
        let mut expected = vec![0; 10];
        for (candidate, reference) in texts[0].iter().zip(&texts[1]) {
            let [candidate, reference] = [candidate, reference].map(|line| twins::tokens(preprocessing, line));
            let candidate: Vec<&str> = candidate.iter().map(String::as_str).collect();
            let reference = reference.iter().map(String::as_str).collect();
            let row = counting::count(&candidate, &[reference], 4);
            expected.iter_mut().zip(row).for_each(|(sum, count)| *sum += u64::from(count));
        }
        let [hyp, reference] = [0, 1].map(|i| texts[i].iter().flat_map(|line| [line, "\n"]).collect::<String>());
        let folder = TestDir::with([("hyp", &*hyp), ("ref", &*reference)]);
        let name = tokenization.to_possible_value().unwrap();
        let arguments = format!("-r ref --quiet -f json --tokenize {} --jobs {jobs} hyp", name.get_name());
        let found: serde_json::Value = serde_json::from_str(&folder.run(&arguments).prints()).unwrap();
        let counts = ["counts", "totals"].iter().flat_map(|name| found[name].as_array().unwrap().clone());
        let numbers = [found["hyp_len"].clone(), found["ref_len"].clone()].into_iter().chain(counts);
        prop_assert_eq!(numbers.map(|number| number.as_u64().unwrap()).collect::<Vec<_>>(), expected);
    }

    #[test]
    fn one_thread_equals_many(corpus in corpus(2), jobs in 2..9) {
        let text = |lines: &Vec<String>| lines.iter().flat_map(|line| [line, "\n"]).collect::<String>();
        let [hyp, one, two] = [0, 1, 2].map(|i| {
            let text = text(&corpus[i]);
            text.repeat(250_000 / corpus.iter().map(|lines| lines.concat().len() + lines.len()).max().unwrap())
        });
        let folder = TestDir::with([("hyp", &*hyp), ("one", &*one), ("two", &*two)]);
        for mode in ["", "--sentence"] {
            let run = |jobs| folder.run(&format!("-r one -r two --quiet -f json {mode} --jobs {jobs} hyp")).prints();
            let (alone, many) = (run(1), run(jobs));
            prop_assert!(alone.contains("\"counts\""));
            prop_assert!(alone == many, "{} jobs {}", jobs, mode);
        }
    }
}
