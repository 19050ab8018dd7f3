//! Findings for tests of words.

use crate::checks::diagnose::{
    AffectedReferences, AlteredPlaces, CommonPhrase, Finding, Ideographs, LengthLimit, LengthUnit, LineFormat,
    LostCase, LostMarks, Oddity, Phrase, Problem, ReferenceSet, ScriptShare, SegmentRange, ShiftedRange, SubwordMarks,
    Text, ZeroScore,
};
use crate::checks::repair::SubwordScheme;
use crate::checks::what_if::{Altered, Change};

/// One finding on each kind of problem.
pub fn examples() -> Vec<Finding> {
    let references = AffectedReferences { clearest: 1, others: Vec::new(), has_fitting: false };
    let all = ReferenceSet { numbers: vec![1], is_all: true };
    let altered = AlteredPlaces { candidate: Altered { lines: 3, places: 7 }, references: Altered::default() };
    let segments = vec![SegmentRange { first: 2, last: 4 }];
    let shifted = ShiftedRange { shift: 3, segments: segments[0], shifted: 3, own: 0 };
    let letters = || vec![ScriptShare { script: "Latin", share: 1.0 }];
    let marks = || LostMarks { missing: 5, expected: 9, masks: 2, example: Some("{0}".into()) };
    let phrases = || vec![CommonPhrase { phrase: Phrase::End("Translation: ".into()), lines: 3 }];
    let oddities = [
        Oddity::Spread,
        Oddity::Joined,
        Oddity::MixedScripts,
        Oddity::DroppedLetters,
        Oddity::DroppedMarks,
        Oddity::Reversed,
        Oddity::Split,
    ];
    let reasons = [
        ZeroScore::NoToken,
        ZeroScore::NoCorrectToken,
        ZeroScore::NoNgram { order: 4 },
        ZeroScore::NoCorrectNgram { order: 3, total: 5, has_longer: true, has_all_orders: true },
        ZeroScore::TooShort,
    ];
    let formats = [LineFormat::Tabs { columns: 3 }, LineFormat::Objects, LineFormat::Pages { is_whole: true }];
    let of_difference =
        |change| Problem::Difference { change, altered, kinds: Vec::new(), counted_in: None, are_spaces: false };
    // Tokenized text and subwords have problems of their own.
    let is_of_difference = |change: &Change| !matches!(change, Change::Tokenized | Change::Subwords | Change::Case);
    let problems = vec![
        Problem::ScoreOfOne { identical: 3, segments: 3 },
        Problem::Misaligned { references: references.clone(), ranges: vec![shifted] },
        Problem::Shuffled { references: references.clone(), searched: 9, found_elsewhere: 7, is_reversed: false },
        Problem::Unrelated { correct: 3, tokens: 200 },
        Problem::UnrelatedRange { references, compared: 9, related: 1 },
        Problem::UnrelatedLines,
        Problem::OtherLanguage { references: all.clone(), overlap: 0.1 },
        Problem::OtherLanguageLines,
        Problem::Duplicated { blocks: 1, neighbors: 0, first: segments.clone(), earlier: segments.clone() },
        Problem::OtherScript { candidate: letters(), references: all.clone(), others: Vec::new(), overlap: 0.0 },
        Problem::ForeignLines { candidate: letters(), references: letters() },
        Problem::OtherIdeographs { kind: Ideographs::Traditional, characters: vec!['學'] },
        Problem::WrongEncoding { written: "UTF-8", read: "IBM866", characters: vec!['╨'], is_whole: true },
        Problem::Mojibake { is_utf_8: true },
        Problem::ReplacedLetters,
        Problem::ControlCharacters,
        Problem::Escapes { example: "\\u00fc".into() },
        Problem::Wrapped { beginning: "\"".into(), end: "\"".into() },
        Problem::SharedMarks { change: Change::Markup, altered },
        Problem::SharedEnds { beginning: "0\t".into(), end: String::new() },
        Problem::PartlyWrapped { phrases: phrases(), different: 1 },
        Problem::Additions { added: 0.1 },
        Problem::WordOrder { min_tokens: 8 },
        Problem::Subwords {
            marks: vec![SubwordMarks { scheme: SubwordScheme::SubwordNmt, candidate: Some(99), references: None }],
            candidate_marks: 99,
            reference_marks: 0,
        },
        Problem::UnsplitText {
            letters: letters(),
            tokenization: "13a".into(),
            tokens_per_segment: 1.0,
            letters_per_token: 9.0,
            tokenizers: &["zh"],
        },
        Problem::Untranslated { are_exact: true },
        Problem::EmptyCandidateLines,
        Problem::EmptyReferenceLines,
        Problem::Repetition,
        Problem::Length {
            is_short: true,
            hyp_len: 1,
            ref_len: 9,
            candidate_characters: 5,
            reference_characters: 50,
            extreme: 3,
        },
        Problem::Tokenized { references: Some(all.clone()), altered },
        Problem::TokenizedTwice,
        Problem::Case { candidate: 0.0, reference: 0.1, references: all, compared: 9, lost: LostCase::Text },
        Problem::Placeholders(marks()),
        Problem::MaskedNames(LostMarks { missing: 0, ..marks() }),
        Problem::UnknownTokens,
        Problem::StockLines { phrases: phrases(), different: 1 },
        Problem::StockPhrases { phrases: phrases(), different: 1 },
        Problem::Copied { min_tokens: 8 },
        Problem::CutOff { limit: Some(LengthLimit { length: 40, unit: LengthUnit::Characters }) },
        Problem::LostEnds { is_beginning: true, characters: 1, lost: 8, compared: 9 },
    ];
    let of_zero = reasons.map(|reason| Problem::ScoreOfZero { reason, hyp_len: 9, ref_len: 99 });
    let changes = Change::ALL.iter().copied().filter(is_of_difference).map(of_difference);
    let more = of_zero.into_iter().chain(formats.map(Problem::Columns)).chain(oddities.map(Problem::OddLines));
    let finding = |problem| Finding {
        problem,
        text: Text::Candidate,
        lines: 3,
        looked_at: 9,
        sample: None,
        segments: segments.clone(),
        repair: None,
        loss: 1.0,
        without: None,
    };
    problems.into_iter().chain(more).chain(changes).map(finding).collect()
}
