//! The reader of SentencePiece models, compared with a naive implementation and with
//! SentencePiece's own results, and on damaged files.

use crate::common::random_cases;
use crate::naive::model_builder::{BPE, BYTE, CHAR, NORMAL, Source, UNIGRAM, UNKNOWN, UNUSED, USER_DEFINED, WORD};
use crate::naive::sentencepiece as naive;
use bleu::sentencepiece::{Encoder, Model, Release};
use bleu::{Definition, Error, ReferenceCount, Signature, Tokenization};
use proptest::prelude::*;

const RELEASES: [Release; 2] = [Release::Newest, Release::Before0_2_2];

fn pieces(model: &Model, encoder: &mut Encoder, line: &str) -> String {
    let mut out = String::new();
    model.encode(line, encoder, &mut out).expect("the line is short");
    out
}

fn model(source: &Source) -> Model {
    Model::from_bytes(&source.bytes(), Release::Newest).expect("the model is sound")
}

/// Models of few characters and coarse scores, so that ties are frequent. One piece at least is normal: its score bounds
/// that of unknown characters.
fn a_source() -> impl Strategy<Value = Source> {
    let score = prop_oneof![(-6..2).prop_map(|score| score as f32), (-9..0).prop_map(|score| score as f32 / 3.0)];
    let kind = prop_oneof![9 => Just(NORMAL), 1 => Just(USER_DEFINED)];
    // Words are divided separately if spaces are at the beginnings of pieces.
    let piece = prop::sample::select(vec!["[ab▁あ]{1,4}|={1,3}", "▁{0,2}[abあ]{1,3}|▁{1,3}|={1,3}"]);
    let pieces =
        piece.prop_flat_map(move |piece| prop::collection::btree_map(piece, (score.clone(), kind.clone()), 0..25));
    let model_type = prop::sample::select(vec![UNIGRAM, UNIGRAM, BPE, BPE, WORD, CHAR]);
    (model_type, pieces, prop::array::uniform5(any::<bool>())).prop_map(|(model_type, pieces, flags)| {
        let [byte_fallback, whitespace_as_suffix, add_dummy_prefix, remove_extra_whitespaces, escape_whitespaces] =
            flags;
        let pieces = pieces
            .into_iter()
            .chain([("==a".to_owned(), (-5.0, NORMAL))])
            .map(|(text, (score, kind))| (text, score, kind))
            .collect();
        Source {
            model_type,
            pieces,
            byte_fallback,
            whitespace_as_suffix,
            add_dummy_prefix,
            remove_extra_whitespaces,
            escape_whitespaces,
        }
    })
}

proptest! {
    #![proptest_config(random_cases(512))]

    #[test]
    fn small_models_agree_with_the_naive_reader(
        source in a_source(),
        lines in prop::collection::vec("[ab▁あ= ]{0,16}|[abx \u{3000}𠮷\0]{0,12}|(a|=){10,40}|( [ab]{1,3}){8,20}", 1..8),
    ) {
        for release in RELEASES {
            let model = Model::from_bytes(&source.bytes(), release).expect("the model is sound");
            let mut encoder = Encoder::default();
            for line in &lines {
                prop_assert_eq!(pieces(&model, &mut encoder, line), naive::pieces(&source, release, line), "{:?}", line);
            }
        }
    }

    #[test]
    fn damaged_models_are_refused_or_give_pieces(
        model in 0..MODELS.len(),
        damage in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
        cut in prop::option::of(any::<prop::sample::Index>()),
    ) {
        let mut bytes = MODELS[model].1.to_vec();
        for (at, byte) in damage {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some(at) = cut {
            bytes.truncate(at.index(bytes.len()));
        }
        if let Ok(model) = Model::from_bytes(&bytes, Release::Newest) {
            pieces(&model, &mut Encoder::default(), "The ferry leaves at nine. ½ ﬁsh\u{3000}== [x] 町 あ\0");
        }
    }
}

/// Models that SentencePiece trained; testdata/sentencepiece/README.md says how.
const MODELS: [(&str, &[u8]); 4] = [
    ("unigram", include_bytes!("../testdata/sentencepiece/unigram.model")),
    ("bpe", include_bytes!("../testdata/sentencepiece/bpe.model")),
    ("word", include_bytes!("../testdata/sentencepiece/word.model")),
    ("char", include_bytes!("../testdata/sentencepiece/char.model")),
];

/// Lines with the pieces that two releases of SentencePiece give: model, release, line, pieces.
const EXPECTED: &str = include_str!("../testdata/sentencepiece/expected.tsv");

#[test]
fn trained_models_give_the_pieces_of_sentencepiece() {
    for (name, bytes) in MODELS {
        for (release, version) in RELEASES.into_iter().zip(["0.2.3", "0.2.1"]) {
            let (model, mut encoder) =
                (Model::from_bytes(bytes, release).expect("the model is sound"), Encoder::default());
            let rows = EXPECTED.lines().map(|row| row.split('\t').collect::<Vec<_>>());
            let rows: Vec<_> = rows.filter(|row| row[..2] == [name, version]).collect();
            assert_eq!(rows.len(), 72, "{name}, {version}");
            for row in rows {
                assert_eq!(pieces(&model, &mut encoder, row[2]), row[3], "{name}, {version}, {:?}", row[2]);
            }
        }
    }
}

#[test]
fn releases_divide_ties_and_symbols_differently() {
    let mut source = Source::new(UNIGRAM, &[("a", -1.0)]);
    source.pieces.extend([("==".to_owned(), 0.0, USER_DEFINED), ("===".to_owned(), 0.0, USER_DEFINED)]);
    let [newest, older] =
        RELEASES.map(|release| Model::from_bytes(&source.bytes(), release).expect("the model is sound"));
    let mut encoder = Encoder::default();
    assert_eq!(pieces(&newest, &mut encoder, "====="), "▁ == ===");
    assert_eq!(pieces(&older, &mut encoder, "====="), "▁ === ==");
}

#[test]
fn long_lines_keep_their_precision() {
    // Without precision, the score of two pieces would often be rounded to less than that of one.
    let source = Source::new(UNIGRAM, &[("a", -1.05), ("aa", -2.11), ("▁", -1.0)]);
    let found = pieces(&model(&source), &mut Encoder::default(), &"a".repeat(400_000));
    assert!(found == "▁ ".to_owned() + &["a"; 400_000].join(" "));
}

#[test]
fn words_that_recur_are_divided_as_their_rounded_scores_require() {
    // Both ways to divide a word have the same score but for rounding, which depends on the text before it.
    let source = Source::new(UNIGRAM, &[("▁a", -1.1), ("a", -2.3), ("▁aa", -3.4), ("b", -0.7), ("▁", -0.3)]);
    let line = ["aa ", "aaa ", "b "].repeat(100).concat();
    let (model, mut encoder) = (model(&source), Encoder::default());
    let found = pieces(&model, &mut encoder, &line);
    assert!(found.contains("▁a a ") && found.contains("▁aa "), "{found}");
    assert_eq!(found, naive::pieces(&source, Release::Newest, &line));
}

#[test]
fn an_encoder_forgets_the_words_of_another_model() {
    let mut encoder = Encoder::default();
    let [one, other] = [&[("▁ab", -1.0), ("a", -9.0), ("b", -9.0)], &[("▁a", -1.0), ("a", -9.0), ("b", -1.0)]]
        .map(|pieces| model(&Source::new(UNIGRAM, pieces)));
    assert_eq!(pieces(&one, &mut encoder, "ab ab"), "▁ab ▁ab");
    assert_eq!(pieces(&other, &mut encoder, "ab ab"), "▁a b ▁a b");
    assert_eq!(pieces(&one.clone(), &mut encoder, "ab ab"), "▁ab ▁ab");
}

#[test]
fn long_lines_of_one_piece_are_merged_quickly() {
    let source = Source::new(BPE, &[("aa", -1.0), ("aaaa", -2.0), ("a", -9.0), ("▁", -9.0)]);
    let found = pieces(&model(&source), &mut Encoder::default(), &"a".repeat(400_000));
    assert!(found == "▁ ".to_owned() + &["aaaa"; 100_000].join(" "));
}

#[test]
fn empty_lines_have_no_pieces() {
    let mut source = Source::new(UNIGRAM, &[("a", -1.0)]);
    source.remove_extra_whitespaces = false;
    assert_eq!(pieces(&model(&source), &mut Encoder::default(), ""), "");
    assert_eq!(pieces(&model(&source), &mut Encoder::default(), " \u{3000}"), "");
}

fn refusal(bytes: &[u8]) -> String {
    match Model::from_bytes(bytes, Release::Newest) {
        Err(Error::Model { reason }) => reason,
        other => panic!("{other:?} instead of a damaged model"),
    }
}

#[test]
fn damage_is_named() {
    let sound = Source::new(UNIGRAM, &[("a", -1.0)]);
    let with = |text: &str, score, kind| {
        let mut source = sound.clone();
        source.pieces.push((text.to_owned(), score, kind));
        refusal(&source.bytes())
    };
    assert_eq!(refusal(b""), "no pieces; not a SentencePiece model, or an empty one");
    assert_eq!(refusal(&Source::new(UNIGRAM, &[]).bytes()), "no pieces; not a SentencePiece model, or an empty one");
    assert!(Model::from_bytes(&Source::new(BPE, &[]).bytes(), Release::Newest).is_ok());
    assert_eq!(refusal(b"this is not a model\n"), "not a SentencePiece model, or cut off");
    assert_eq!(refusal(&MODELS[0].1[..1000]), "not a SentencePiece model, or cut off");
    assert_eq!(with("a", -2.0, NORMAL), "piece 2 has the text of another piece");
    assert_eq!(with("", -2.0, NORMAL), "piece 2 has no text, or a NUL in it");
    assert_eq!(with("\0", -2.0, NORMAL), "piece 2 has no text, or a NUL in it");
    assert_eq!(with("b", f32::NAN, NORMAL), "the score of piece 2 is not a finite number");
    assert_eq!(with("b", 0.0, UNKNOWN), "2 pieces for unknown characters instead of 1; is this a SentencePiece model?");
    assert_eq!(with("<0x00>", 0.0, BYTE), "1 pieces for bytes, but byte_fallback is off");
    assert_eq!(with("b", 0.0, 9), "piece 2 is of unknown kind 9");
    assert_eq!(refusal(&Source { model_type: 7, ..sound }.bytes()), "unknown type of model 7");
}

fn definition(name: &str, release: Release) -> Definition {
    let model = Model::from_bytes(MODELS[0].1, release).expect("the model is sound");
    let builder = Definition::builder().tokenization(Tokenization::sentence_piece(name, model));
    builder.build().expect("a sound definition")
}

/// A model whose normalizer replaces `a` by this text.
fn replacing(text: &str) -> Vec<u8> {
    // The units of a double array that has the one key: the root, its child for `a`, and the end of the key.
    let mut units = [1 << 31; 256];
    units[0] = 1 << 10;
    units[1 ^ b'a' as usize] = u32::from(b'a') | 1 << 8 | 2 << 10;
    units[1 ^ b'a' as usize ^ 2] = 1 << 31;
    let units = units.map(u32::to_le_bytes).concat();
    let table = [&(units.len() as u32).to_le_bytes(), &units[..], text.as_bytes(), b"\0"].concat();
    [Source::new(UNIGRAM, &[("b", -1.0)]).bytes(), crate::naive::model_builder::table(&table)].concat()
}

#[test]
fn lines_that_are_too_long_are_refused_before_and_after_normalization() {
    let limit = 2 << 20;
    let encode = |line: &str| {
        let model = Model::from_bytes(&replacing(&"b".repeat(100)), Release::Newest).expect("the model is sound");
        model.encode(line, &mut Encoder::default(), &mut String::new())
    };
    assert_eq!(encode("abba"), Ok(()));
    assert_eq!(encode(&"b".repeat(limit + 1)), Err(Error::LineTooLong { bytes: limit + 1, limit }));
    // The first length after the limit, with a space before 20,972 replacements.
    assert_eq!(encode(&"a".repeat(100_000)), Err(Error::LineTooLong { bytes: 3 + 2_097_200, limit }));
}

#[test]
fn replacements_of_more_than_100_bytes_are_refused() {
    assert_eq!(refusal(&replacing(&"b".repeat(101))), "the table of the normalizer is damaged");
}

#[test]
fn zero_is_between_the_other_scores_whatever_its_sign() {
    let merged = |[first, second]: [f32; 2]| {
        let source = Source { add_dummy_prefix: false, ..Source::new(BPE, &[("ab", first), ("bc", second)]) };
        pieces(&model(&source), &mut Encoder::default(), "abc")
    };
    assert_eq!([[-0.0, 0.0], [0.0, -0.0], [0.0, -1.0]].map(merged), ["ab c"; 3]);
    assert_eq!([[0.0, 1.0], [-1.0, 0.0], [-2.0, -1.0]].map(merged), ["a bc"; 3]);
}

#[test]
fn a_piece_of_the_user_is_known_however_low_its_score() {
    let mut source = Source { add_dummy_prefix: false, ..Source::new(UNIGRAM, &[("a", -20.0)]) };
    source.pieces.push(("字".to_owned(), 0.0, USER_DEFINED));
    assert_eq!(pieces(&model(&source), &mut Encoder::default(), "字字a日日"), "字 字 a 日日");
}

#[test]
fn an_unused_piece_is_written_as_the_parts_that_were_merged() {
    let mut source = Source::new(BPE, &[("a", -3.0), ("b", -4.0), ("c", -5.0)]);
    source.pieces.extend([("ab".to_owned(), -1.0, UNUSED), ("abab".to_owned(), -2.0, UNUSED)]);
    source.add_dummy_prefix = false;
    // As by SentencePiece 0.2.3.
    assert_eq!(pieces(&model(&source), &mut Encoder::default(), "cabab"), "c a b a b");
}

#[test]
fn fields_that_are_not_used_are_skipped() {
    let bytes = Source::new(UNIGRAM, &[("a", -1.0)]).bytes();
    let with = |field: &[u8]| Model::from_bytes(&[&bytes, field].concat(), Release::Newest).is_ok();
    let number = |number: u8, kind: u8| number << 3 | kind;
    assert!(with(&[number(15, 0), 1]) && with(&[number(15, 2), 1, 9]) && with(&[number(15, 5), 1, 2, 3, 4]));
    assert!(with(&[number(15, 1), 1, 2, 3, 4, 5, 6, 7, 8]));
    assert!(!with(&[number(15, 1), 1]) && !with(&[number(15, 3)]) && !with(&[number(0, 0), 1]));
    assert!(!with(&[number(0, 2), 1, 9]));
}

#[test]
fn every_byte_needs_its_piece() {
    let bytes = Source { byte_fallback: true, ..Source::new(BPE, &[("a", -1.0)]) }.bytes();
    let last = bytes.windows(6).position(|text| text == b"<0xFF>").expect("the piece of the last byte");
    for wrong in [b"<0xFG>", b"<0xfF>", b"<0xF>>", b"(0xFF>", b"<0xFF)"] {
        let mut bytes = bytes.clone();
        bytes[last..][..6].copy_from_slice(wrong);
        assert_eq!(refusal(&bytes), "255 pieces for bytes instead of 256", "{}", wrong.escape_ascii());
    }
}

#[test]
fn a_model_makes_a_tokenizer_of_lines() {
    let mut tokenizer = definition("spm:unigram.model", Release::Newest).tokenizer();
    let tokens = tokenizer.tokenize_lines("the the\n\n  船は港").expect("the text is short");
    let lines: Vec<Vec<&str>> = tokens.segments().map(|segment| segment.iter().collect()).collect();
    assert_eq!(lines, [vec!["▁the", "▁the"], vec![], vec!["▁", "船は", "港"]]);
}

#[test]
fn line_feeds_inside_a_segment_are_spaces() {
    let source = Source::new(UNIGRAM, &[("a", -1.0), ("b", -1.0), ("▁", -1.0), ("▁b", -1.0)]);
    let tokenization = Tokenization::sentence_piece("spm:small", model(&source));
    let definition = Definition::builder().tokenization(tokenization).build().expect("a sound definition");
    let mut corpus = definition.accumulator();
    let statistics = corpus.add("a\nb", &["a b"]).expect("the texts are short");
    assert_eq!(statistics.correct()[..2], [3, 2]);
}

#[test]
fn signatures_name_the_model_its_content_and_the_release() {
    let line = |name, release| definition(name, release).signature(ReferenceCount::try_from(1).unwrap()).to_string();
    let newest = line("flores101", Release::Newest);
    let expected = "nrefs:1|case:mixed|eff:no|tok:flores101|smooth:exp|model:acfe8f1ce0e4|spm:0.2.2|version:";
    assert!(newest.starts_with(expected), "{newest}");
    let older = line("spm:a model|ü", Release::Before0_2_2);
    assert!(older.contains("|tok:spm:a_model__|") && older.contains("|spm:0.2.1|"), "{older}");
    for (line, name) in [(newest, "flores101"), (older, "spm:a_model__")] {
        let signature: Signature = line.parse().expect("a signature");
        assert_eq!(signature.definition(), Err(Error::TokenizerNeedsData { name: name.to_owned() }));
        let load = |release| {
            signature.definition_with(|tokenizer| {
                Ok::<_, Error>(definition(tokenizer.name(), release).tokenization().clone())
            })
        };
        let loaded = [Release::Newest, Release::Before0_2_2].map(|release| load(release).ok());
        let is_newest = signature.tokenizer().release() == Some("0.2.2");
        assert_eq!(loaded.map(|definition| definition.is_some()), [is_newest, !is_newest]);
    }
}

#[test]
fn tokenizers_are_equal_if_name_model_and_release_are() {
    assert_eq!(definition("a", Release::Newest), definition("a", Release::Newest));
    assert_ne!(definition("a", Release::Newest), definition("b", Release::Newest));
    assert_ne!(definition("a", Release::Newest), definition("a", Release::Before0_2_2));
}
