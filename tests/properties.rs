//! Properties of every text: counting and tokenizing equal their naive versions, and scores obey the definition of BLEU.

use crate::common::random_cases;
use crate::naive;
use crate::random::{corpus, definition, joined, line};
use bleu::{Definition, MAX_ORDER, SegmentStatistics, Smoothing, Statistics, Tokenization};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// Words that a comparison by keys might confuse: shorter and longer than one and two machine words, equal at both ends.
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

/// A segment: a candidate and its references, as indices into a list of words.
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

/// Words of any number up to `longest`; the numbers at which bitsets get wider are frequent.
fn words(longest: usize) -> impl Strategy<Value = Vec<Index>> {
    let edges =
        vec![0, 1, 15, 16, 17, 32, 33, 48, 49, 63, 64, 65, 127, 128, 129, 192, 193, 255, 256, 257, 300, 512, 513];
    let edges: Vec<usize> = edges.into_iter().filter(|&length| length <= longest).collect();
    let length = prop_oneof![2 => 0..=longest, 1 => 0..=longest.min(20), 2 => select(edges)];
    length.prop_flat_map(|length| prop::collection::vec(any::<Index>(), length))
}

fn segment(references: usize, longest: usize) -> impl Strategy<Value = Segment> {
    // With few distinct words, many n-grams match, and match again.
    let vocabulary = prop::sample::subsequence(WORDS, 1..=12);
    let references = prop::collection::vec(words(longest), references);
    (words(longest), references, vocabulary).prop_map(|(candidate, references, words)| Segment {
        candidate,
        references,
        words,
    })
}

/// The statistics of each segment: `texts` are the lines of the candidate, then the lines of each reference.
fn count(texts: &[Vec<String>], definition: &Definition) -> SegmentStatistics {
    let texts: Vec<String> = texts.iter().map(|lines| joined(lines)).collect();
    definition.accumulator().add_lines(&texts[0], &texts[1..]).unwrap()
}

fn split_at_white_space(order: usize) -> Definition {
    Definition::builder().tokenization(Tokenization::NONE).order(order).build().unwrap()
}

fn any_definition() -> impl Strategy<Value = Definition> {
    (1..=MAX_ORDER).prop_flat_map(definition)
}

/// The rows of a table.
fn rows(segments: &SegmentStatistics) -> Vec<Vec<u32>> {
    segments.rows().map(<[u32]>::to_vec).collect()
}

#[test]
fn only_equal_words_match() {
    let mut corpus = split_at_white_space(1).accumulator();
    for (a, b) in WORDS.iter().flat_map(|a| WORDS.iter().map(move |b| (a, b))) {
        // The words of more than 64 are numbered.
        for n in [1, 70] {
            for reference in [vec![*b; n], [vec![*b; n], vec![*a; n]].concat()] {
                let found = corpus.add(&("x ".repeat(9) + &vec![*a; 2 * n].join(" ")), &[reference.join(" ")]).unwrap();
                let correct = reference.iter().filter(|word| *word == a).count() as u64;
                assert_eq!(found.correct(), [correct], "{n} times {a:?} in {reference:?}");
            }
        }
    }
}

/// A lone segment ends where the keys of all tokens end.
#[test]
fn a_lone_segment_of_any_length_is_like_itself() {
    for tokens in 0..=600u64 {
        let text = (0..tokens).map(|i| format!("w{tokens}.{i}")).collect::<Vec<_>>().join(" ");
        let found = Definition::default().accumulator().add(&text, &[&text]).unwrap();
        assert_eq!((found.hyp_len(), found.correct()), (tokens, found.total()), "{tokens} tokens");
    }
}

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn counting_equals_naive_counting(
        segments in (1usize..=5).prop_flat_map(|references| prop::collection::vec(segment(references, 520), 1..4)),
        order in 1..=MAX_ORDER,
    ) {
        let join = |text: Vec<&str>| text.join(" ");
        let mut texts = vec![segments.iter().map(|s| join(s.words(&s.candidate))).collect::<Vec<String>>()];
        for i in 0..segments[0].references.len() {
            texts.push(segments.iter().map(|s| join(s.words(&s.references[i]))).collect());
        }
        let found = rows(&count(&texts, &split_at_white_space(order)));
        prop_assert_eq!(found.len(), segments.len());
        for (found, segment) in found.iter().zip(&segments) {
            let references: Vec<_> = segment.references.iter().map(|reference| segment.words(reference)).collect();
            prop_assert_eq!(found, &naive::count(&segment.words(&segment.candidate), &references, order));
        }
    }

    #[test]
    fn counting_of_long_segments_equals_naive_counting(
        (words, length, other_length, order) in (1usize..6, 500usize..1500, 0usize..1500, 1..=MAX_ORDER),
        start in any::<u32>(),
    ) {
        // A sequence with a long period.
        let word = |i: usize| WORDS[(i * i + i / 7 + start as usize % 5) % words + 16];
        let texts: [Vec<&str>; 2] = [(0..length).map(word).collect(), (3..3 + other_length).map(word).collect()];
        let lines = texts.each_ref().map(|text| vec![text.join(" ")]);
        let found = rows(&count(&lines, &split_at_white_space(order)));
        let [candidate, reference] = texts;
        prop_assert_eq!(&found, &[naive::count(&candidate, &[reference], order)]);
    }

    #[test]
    fn tokenizers_equal_their_naive_versions(
        lines in prop::collection::vec(line(), 1..8),
        definition in any_definition(),
    ) {
        let text = joined(&lines);
        let mut tokenizer = definition.tokenizer();
        let tokens = tokenizer.tokenize_lines(&text).unwrap();
        prop_assert_eq!(tokens.len(), lines.len());
        for (found, line) in tokens.segments().zip(&lines) {
            prop_assert_eq!(found.iter().collect::<Vec<_>>(), naive::tokens(&definition, line), "{:?}", definition);
        }
    }

    #[test]
    fn the_order_of_segments_does_not_matter(
        (corpus, places) in corpus(2).prop_flat_map(|corpus| {
            let places: Vec<usize> = (0..corpus[0].len()).collect();
            (Just(corpus), Just(places).prop_shuffle())
        }),
        definition in any_definition(),
    ) {
        let shuffled: Vec<Vec<String>> =
            corpus.iter().map(|lines| places.iter().map(|&place| lines[place].clone()).collect()).collect();
        let (before, after) = (count(&corpus, &definition), count(&shuffled, &definition));
        let expected: Vec<Vec<u32>> = places.iter().map(|&place| rows(&before)[place].clone()).collect();
        prop_assert_eq!(rows(&after), expected);
        prop_assert_eq!(after.sum(), before.sum());
        prop_assert_eq!(definition.score(&after.sum()), definition.score(&before.sum()));
    }

    #[test]
    fn a_corpus_is_the_sum_of_its_parts(
        corpus in corpus(2),
        middle in any::<Index>(),
        definition in any_definition(),
    ) {
        let middle = middle.index(corpus[0].len() + 1);
        let part = |range: std::ops::Range<usize>| {
            let lines: Vec<Vec<String>> = corpus.iter().map(|lines| lines[range.clone()].to_vec()).collect();
            count(&lines, &definition)
        };
        let (first, second) = (part(0..middle), part(middle..corpus[0].len()));
        let whole = count(&corpus, &definition);
        let mut joined = first.clone();
        joined.append(&second).unwrap();
        prop_assert_eq!(&joined, &whole);
        prop_assert_eq!(first.sum().checked_add(&second.sum()).unwrap(), whole.sum());
        prop_assert_eq!(whole.iter().sum::<Result<Statistics, _>>().unwrap(), whole.sum());
    }

    #[test]
    fn the_order_of_references_does_not_matter(corpus in corpus(3), definition in any_definition()) {
        let swapped = [0, 3, 1, 2].map(|i| corpus[i].clone());
        prop_assert_eq!(count(&swapped, &definition), count(&corpus, &definition));
        let repeated = [0, 1, 2, 3, 2].map(|i| corpus[i].clone());
        prop_assert_eq!(count(&repeated, &definition), count(&corpus, &definition));
    }

    #[test]
    fn a_candidate_that_is_its_own_reference_scores_exactly_1(
        mut corpus in corpus(2),
        definition in any_definition(),
        long_enough in any::<bool>(),
    ) {
        if long_enough {
            corpus.iter_mut().for_each(|lines| lines.push("a b c d e f g h i j k l m n o p".into()));
        }
        corpus[2] = corpus[0].clone();
        let segments = count(&corpus, &definition);
        let score = definition.score(&segments.sum()).unwrap();
        if segments.rows().any(|row| row[0] as usize >= definition.order()) {
            prop_assert_eq!((score.value(), score.bp()), (1.0, 1.0));
        } else if !definition.effective_order() && !matches!(definition.smoothing(), Smoothing::AddK(_) | Smoothing::AddKAll(_)) {
            prop_assert_eq!(score.value(), 0.0);
        }
        prop_assert!(!long_enough || score.value() == 1.0);
    }

    #[test]
    fn scores_are_from_0_to_1(corpus in corpus(2), definition in any_definition()) {
        let segments = count(&corpus, &definition);
        for statistics in segments.iter().chain([segments.sum()]) {
            let score = definition.score(&statistics).unwrap();
            prop_assert!((0.0..=1.0).contains(&score.value()) && (0.0..=1.0).contains(&score.bp()), "{:?}", score);
            prop_assert!(score.correct().iter().zip(score.total()).all(|(count, total)| count <= total), "{:?}", score);
        }
    }
}
