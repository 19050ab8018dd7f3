//! Scoring in ways that save work: references tokenized once, lists of segments, tokens from outside, and tokenizers of
//! one's own give exactly the plain scores.

use crate::public_api::tool_definition;
use crate::random::{definition, line, text};
use bleu::tools::Tool;
use bleu::{
    Accumulator, Definition, Error, ReferenceLists, References, Samples, Score, Scorer, Statistics, Tokenization,
    Tokenizer,
};
use proptest::prelude::*;
use proptest::sample::Index;

/// Segments with one to three references each, of texts with line feeds or of lines.
fn segments() -> impl Strategy<Value = Vec<(String, Vec<String>)>> {
    prop_oneof![segments_of(text().boxed()), segments_of(line().boxed())]
}

fn segments_of(text: BoxedStrategy<String>) -> impl Strategy<Value = Vec<(String, Vec<String>)>> {
    let references = prop::collection::vec(text.clone(), 1..4);
    let references = prop_oneof![4 => prop::collection::vec(text.clone(), 1), 1 => references];
    prop::collection::vec((text, references), 1..8)
}

fn any_definition() -> impl Strategy<Value = Definition> {
    prop_oneof![3 => (1..6usize).prop_flat_map(definition), 1 => tool_definition()]
}

proptest! {
    #[test]
    fn a_scorer_gives_the_scores_of_the_definition(
        segments in segments(),
        segment in any::<Index>(),
        definition in any_definition(),
    ) {
        let (candidates, references): (Vec<String>, Vec<Vec<String>>) = segments.into_iter().unzip();
        let kept = definition.against(ReferenceLists::by_segment(&references)).unwrap();
        prop_assert_eq!(kept.definition(), &definition);
        let mut scorer = kept.scorer();
        prop_assert_eq!(scorer.corpus_score(&candidates), definition.corpus_score(&candidates, ReferenceLists::by_segment(&references)));

        let segment = segment.index(references.len());
        let expected: Vec<Result<Score, Error>> =
            candidates.iter().map(|candidate| definition.sentence_score(candidate, &references[segment])).collect();
        let one_by_one: Vec<Result<Score, Error>> =
            candidates.iter().map(|candidate| scorer.score(segment, candidate)).collect();
        prop_assert_eq!(&one_by_one, &expected);
        let found = scorer.score_all(segment, &candidates);
        prop_assert_eq!(&found, &expected.into_iter().collect::<Result<Vec<Score>, Error>>());
        if let Ok(scores) = found {
            let values: Vec<f64> = scores.iter().map(Score::value).collect();
            let highest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            let first = values.iter().position(|&value| value == highest).unwrap();
            prop_assert_eq!(scorer.best(segment, &candidates), Ok((first, scores[first].clone())));
            prop_assert_eq!(scores.iter().max().map(Score::value), Some(highest));
        }
        if !definition.counting().is_sequential() {
            let pairs = candidates.iter().zip(&references);
            let expected: Result<Vec<Score>, Error> =
                pairs.map(|(candidate, references)| definition.sentence_score(candidate, references)).collect();
            prop_assert_eq!(scorer.segment_scores(&candidates), expected);
        }
    }

    #[test]
    fn lists_of_segments_equal_segments_added_one_by_one(segments in segments(), definition in any_definition()) {
        let (candidates, references): (Vec<String>, Vec<Vec<String>>) = segments.into_iter().unzip();
        let (mut one_by_one, mut all) = (definition.accumulator(), definition.accumulator());
        let segments = candidates.iter().zip(&references);
        let expected: Vec<Statistics> =
            segments.map(|(candidate, references)| one_by_one.add(candidate, references).unwrap()).collect();
        let added = all.add_segments(&candidates, ReferenceLists::by_segment(&references)).unwrap();
        prop_assert_eq!(added.iter().collect::<Vec<_>>(), expected);
        prop_assert_eq!((all.segments(), all.statistics()), (one_by_one.segments(), one_by_one.statistics()));
        prop_assert_eq!(all.score(), one_by_one.score());
    }

    #[test]
    fn merged_segments_are_those_added_one_after_the_other(
        segments in segments(),
        places in any::<[Index; 2]>(),
        definition in any_definition(),
    ) {
        let mut places = places.map(|place| place.index(segments.len() + 1));
        places.sort_unstable();
        let of = |segments: &[(String, Vec<String>)]| {
            let mut accumulator = definition.accumulator();
            for (candidate, references) in segments {
                accumulator.add(candidate, references).unwrap();
            }
            accumulator
        };
        let whole = of(&segments);
        let [first, second, third] = [0..places[0], places[0]..places[1], places[1]..segments.len()];
        let (mut merged, mut rest) = (of(&segments[first]), of(&segments[second]));
        if definition.counting().is_sequential() {
            prop_assert_eq!(merged.merge(rest), Err(Error::SequentialCounts));
            return Ok(());
        }
        rest.merge(of(&segments[third])).unwrap();
        merged.merge(rest).unwrap();
        prop_assert_eq!((merged.segments(), merged.statistics()), (whole.segments(), whole.statistics()));
        match (merged.score(), whole.score()) {
            // The sum of a mean depends on the order of additions.
            (Ok(merged), Ok(whole)) => prop_assert!((merged.value() - whole.value()).abs() < 1e-12),
            (merged, whole) => prop_assert_eq!(merged, whole),
        }
        let other = Definition::builder().order(7).build().unwrap();
        prop_assert_eq!(merged.merge(other.accumulator()), Err(Error::DefinitionMismatch));
        merged.clear();
        merged.merge(of(&segments)).unwrap();
        prop_assert_eq!((merged.segments(), merged.statistics(), merged.score()), (whole.segments(), whole.statistics(), whole.score()));
    }

    #[test]
    fn tokens_from_outside_are_counted_like_the_same_tokens_of_a_text(
        candidate in "[ab .]{0,40}",
        reference in "[ab .]{0,40}",
    ) {
        let spaces = Tokenization::custom("spaces", |line, token| line.split(' ').for_each(token)).unwrap();
        let custom = Definition::builder().tokenization(spaces).build().unwrap();
        let none = Definition::builder().tokenization(Tokenization::NONE).build().unwrap();
        let mut corpus = none.accumulator();
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let of_tokens: Statistics = corpus.add_tokens(&words(&candidate), &[words(&reference)]).unwrap();
        prop_assert_eq!(&of_tokens, &none.accumulator().add(&candidate, &[&reference]).unwrap());
        prop_assert_eq!(of_tokens, custom.accumulator().add(&candidate, &[&reference]).unwrap());
    }
}

#[test]
fn scorers_move_to_threads_that_share_references() {
    fn is_send<T: Send>() {}
    fn is_sync<T: Sync>() {}
    is_send::<References>();
    is_sync::<References>();
    is_send::<Scorer>();
    is_sync::<(Accumulator, Samples, Scorer, Tokenizer)>();
}

#[test]
fn a_clone_of_a_corpus_goes_on_by_itself() {
    for tool in Tool::ALL {
        let mut one = Definition::builder().tool(*tool).build().unwrap().accumulator();
        one.add("a b c d e", &["a b c d f"]).unwrap();
        let mut other = one.clone();
        for corpus in [&mut one, &mut other] {
            corpus.add_lines("the door\nis red\n", &["a door\nis red\n"]).unwrap();
        }
        assert_eq!((one.statistics(), one.score()), (other.statistics(), other.score()), "{tool}");
        other.add("g", &["h"]).unwrap();
        assert_eq!((one.segments(), other.segments()), (3, 4));
    }
}

#[test]
fn a_struct_keeps_references_and_scorer() {
    struct Reranker {
        references: References,
        scorer: Scorer,
    }
    let references = Definition::default().against(ReferenceLists::single(&["a b c d"])).unwrap();
    let mut reranker = Reranker { scorer: references.scorer(), references };
    assert_eq!(reranker.references.len(), reranker.scorer.references().len());
    let (best, score) = reranker.scorer.best(0, &["a b", "a b c d", "a b c d"]).unwrap();
    assert_eq!((best, score.value()), (1, 1.0));
    assert_eq!(reranker.scorer.best(0, &[] as &[&str]), Err(Error::CandidateCount { candidates: 0 }));
}

#[test]
fn long_texts_are_counted_as_their_lines() {
    let candidate = |i: usize| "word and ".repeat(i % 7) + "a b c d\n";
    let reference = |i: usize| "a word ".repeat(i % 5) + "a b c e\n";
    let texts: [String; 2] = [(0..5000).map(candidate).collect(), (0..5000).map(reference).collect()];
    let mut whole = Definition::default().accumulator();
    let is_missing = |r, i| (r == 1 && i % 3 == 0) || (r == 0 && i % 3 == 1);
    let table = whole.add_lines_with_missing(&texts[0], &[&texts[1], &texts[0]], is_missing).unwrap();
    assert_eq!(table.len(), 5000);
    for i in [0, 1, 63, 64, 66, 191, 192, 4000, 4999] {
        let references = [reference(i), candidate(i)].into_iter().enumerate();
        let references: Vec<String> = references.filter_map(|(r, text)| (!is_missing(r, i)).then_some(text)).collect();
        let expected = Definition::default().accumulator().add(&candidate(i), &references).unwrap();
        assert_eq!(table.get(i), Some(expected), "line {i}");
    }
    let longer = texts[1].clone() + "one more";
    let error = whole.add_lines(&texts[0], &[&longer]).unwrap_err();
    assert_eq!((error, whole.segments()), (Error::LineCountMismatch { expected: 5000, found: 5001 }, 5000));
}

#[test]
fn a_scorer_in_use_allocates_only_the_list_of_scores() {
    let candidates: Vec<String> =
        (0..200).map(|i| format!("candidate {i}, of no great length: 3.5 & ünïcode")).collect();
    for tokenization in Tokenization::ALL {
        let definition = Definition::builder().tokenization(tokenization.clone()).lowercase(true).build().unwrap();
        let references = definition
            .against(ReferenceLists::by_segment(&[["a reference of no great length: 3.5", "another"]]))
            .unwrap();
        let mut scorer = references.scorer();
        let mut score = || {
            scorer.score_all(0, &candidates).unwrap();
            candidates.iter().for_each(|candidate| assert!(scorer.score(0, candidate).is_ok()));
        };
        // Buffers change places, so that each grows in a call of its own.
        (0..4).for_each(|_| score());
        let allocations = allocation_counter::measure(score).count_total;
        assert_eq!(allocations, 1, "{tokenization}");
    }
}

#[test]
fn wrong_segments_are_errors() {
    let references = Definition::default().against(ReferenceLists::single(&["one", "two"])).unwrap();
    assert_eq!((references.len(), references.is_empty(), references.definition()), (2, false, &Definition::default()));
    assert!(Definition::default().against(ReferenceLists::by_segment(&[] as &[[&str; 1]])).unwrap().is_empty());
    let mut scorer = references.scorer();
    assert_eq!(scorer.score(2, "three").unwrap_err(), Error::OutOfRange { kind: "segment", place: 2, number: 2 });
    let mismatch = Error::SegmentCountMismatch { candidates: 1, references: 2 };
    assert_eq!(scorer.corpus_score(&["one"]).unwrap_err(), mismatch);
    let lists: [&[&str]; 2] = [&["one"], &[]];
    assert_eq!(
        Definition::default().against(ReferenceLists::by_segment(&lists)).unwrap_err(),
        Error::NoReference { segment: 1 }
    );
}

#[test]
fn references_are_listed_by_segment_or_by_reference() {
    let (candidates, by_segment) = (["a b", "c d", "e"], [["a b", "a"], ["c", "c d e"], ["e f", "x"]]);
    let by_reference: Vec<Vec<&str>> = (0..2).map(|r| by_segment.iter().map(|texts| texts[r]).collect()).collect();
    let definition = Definition::default();
    let score = definition.corpus_score(&candidates, ReferenceLists::by_reference(&by_reference).unwrap()).unwrap();
    assert_eq!(Ok(&score), definition.corpus_score(&candidates, ReferenceLists::by_segment(&by_segment)).as_ref());
    let mut scorer = definition.against(ReferenceLists::by_reference(&by_reference).unwrap()).unwrap().scorer();
    assert_eq!(scorer.corpus_score(&candidates).unwrap(), score);
    let first = definition.corpus_score(&candidates, ReferenceLists::single(&by_reference[0]));
    assert_eq!(first, definition.corpus_score(&candidates, ReferenceLists::by_reference(&by_reference[..1]).unwrap()));

    // A square list the wrong way round is another score, but one that was asked for.
    let square = ["a b", "c d"];
    assert_ne!(
        definition.corpus_score(&square, ReferenceLists::by_segment(&[["a b", "x"], ["c d", "y"]])),
        definition.corpus_score(&square, ReferenceLists::by_reference(&[["a b", "x"], ["c d", "y"]]).unwrap())
    );
}

#[test]
fn references_of_other_segments_are_errors() {
    let (definition, candidates) = (Definition::default(), ["a b", "c d", "e"]);
    let unequal = [&["a b", "c", "e"][..], &["a", "c"]];
    let lengths = Error::ListLengths { expected: 3, found: 2 };
    assert_eq!(ReferenceLists::by_reference(&unequal).unwrap_err(), lengths);
    let mismatch = Err(Error::SegmentCountMismatch { candidates: 3, references: 2 });
    assert_eq!(definition.corpus_score(&candidates, ReferenceLists::by_reference(&[["a", "b"]]).unwrap()), mismatch);
    assert_eq!(definition.corpus_score(&candidates, ReferenceLists::single(&["a", "b"])), mismatch);
    assert_eq!(definition.corpus_score(&candidates, ReferenceLists::by_segment(&[["a"], ["b"]])), mismatch);
    let mut corpus = definition.accumulator();
    corpus.add("a", &["a"]).unwrap();
    let found = corpus.add_segments(&["a", "b"], ReferenceLists::by_segment(&[&["a"][..], &[]]));
    assert_eq!(found, Err(Error::NoReference { segment: 2 }));
    assert_eq!(found.unwrap_err().to_string(), "segment 3 has no reference");
}

#[test]
fn line_feeds_inside_of_segments_are_spaces_for_every_tool() {
    let (candidates, references) = (["a b  c", "\nd\ne", "f g"], ["a b\nc", "d e", "\n f"]);
    let lines = |texts: [&str; 3]| texts.map(|text| text.replace('\n', " "));
    for tool in Tool::ALL {
        let definition = Definition::builder().tool(*tool).build().unwrap();
        let score = definition.against(ReferenceLists::single(&references)).unwrap().scorer().corpus_score(&candidates);
        let expected = definition.corpus_score(&lines(candidates), ReferenceLists::single(&lines(references)));
        assert_eq!(score, expected, "{tool}");
    }
}

#[test]
fn long_tokens_from_outside_are_counted() {
    let words = ["a", "b"].map(|letter| letter.repeat(70_000));
    let found = Definition::default().accumulator().add_tokens(&words, &[&words]).unwrap();
    assert_eq!(found.correct(), [2, 1, 0, 0]);
}

#[test]
fn a_tokenizer_of_ones_own_has_a_name_of_its_own() {
    let custom = |name| Tokenization::custom(name, |line, token| line.split('-').for_each(token));
    for name in ["", "13a", "flores200", "spm:x", "ja-mecab", "two words", "a|b", "é"] {
        assert_eq!(custom(name).unwrap_err(), Error::TokenizerName { name: name.to_owned() });
    }
    let definition = Definition::builder().tokenization(custom("hyphens").unwrap()).lowercase(true).build().unwrap();
    assert_eq!(definition.tokenization().name(), "hyphens");
    let mut tokenizer = definition.tokenizer();
    assert_eq!(format!("{tokenizer:?}"), "Tokenizer { tokenization: Tokenization(hyphens), .. }");
    let tokens = tokenizer.tokenize_lines("a-b\n-\n").unwrap();
    assert_eq!(tokens.segments().map(|segment| segment.is_empty()).collect::<Vec<_>>(), [false, true]);
    let statistics = definition.accumulator().add("A-b--c\nd", &["a-b-c\nd"]).unwrap();
    assert_eq!((statistics.hyp_len(), statistics.correct()), (3, &[3, 2, 1, 0][..]));
}
