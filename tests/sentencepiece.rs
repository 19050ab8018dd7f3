//! The reader of SentencePiece models, held against an obvious one, against SentencePiece's own results, and against damage.

#[path = "common/model_builder.rs"]
mod model_builder;

use bleu::sentencepiece::{Encoder, Model, ModelError, Release};
use model_builder::{BPE, BYTE, CHAR, NORMAL, Source, UNIGRAM, UNKNOWN, USER_DEFINED, WORD};
use proptest::prelude::*;

const RELEASES: [Release; 2] = [Release::Newest, Release::Before0_2_2];

fn pieces(model: &Model, encoder: &mut Encoder, line: &str) -> String {
    let mut out = String::new();
    model.encode(line, encoder, &mut out);
    out
}

fn model(source: &Source) -> Model {
    Model::from_bytes(&source.bytes(), Release::Newest).expect("the model is sound")
}

/// Encodes lines in the obvious way: by comparing text with all pieces, at all places.
mod naive {
    use super::*;

    /// Ends of the pieces, and whether they are known.
    type Ends = Vec<(usize, bool)>;

    pub fn pieces(source: &Source, release: Release, line: &str) -> String {
        let is_space = |c: char| c.is_whitespace() || ('\u{1C}'..='\u{1F}').contains(&c);
        let text = normalize(source, line.trim_end_matches(is_space));
        let ends = match source.model_type {
            UNIGRAM => unigram(source, release, &text),
            BPE => bpe(source, &text),
            WORD => words(source, &text),
            _ => characters(source, &text),
        };
        join(source, &text, &ends)
    }

    fn normalize(source: &Source, line: &str) -> String {
        let space = if source.escape_whitespaces { "\u{2581}" } else { " " };
        let parts = split_symbols(source, line);
        let mut text = String::new();
        for (part, _) in parts {
            let repeats = text.is_empty() || text.ends_with(' ');
            text.push_str(if source.remove_extra_whitespaces && repeats { part.trim_start_matches(' ') } else { part });
        }
        if text.is_empty() {
            return text;
        }
        let mut text = text.replace(' ', space);
        if source.add_dummy_prefix && !source.whitespace_as_suffix {
            text.insert_str(0, space);
        }
        if source.remove_extra_whitespaces {
            text.truncate(text.trim_end_matches(space).len());
        }
        if source.add_dummy_prefix && source.whitespace_as_suffix {
            text.push_str(space);
        }
        text
    }

    /// Longest user-defined symbols from left to right, and the characters between them.
    fn split_symbols<'a>(source: &Source, text: &'a str) -> Vec<(&'a str, bool)> {
        let (mut parts, mut rest) = (Vec::new(), text);
        while let Some(character) = rest.chars().next() {
            let symbols =
                source.pieces.iter().filter(|(symbol, _, kind)| *kind == USER_DEFINED && rest.starts_with(symbol));
            let symbol = symbols.map(|(symbol, ..)| symbol.len()).max();
            let (part, after) = rest.split_at(symbol.unwrap_or(character.len_utf8()));
            parts.push((part, symbol.is_some()));
            rest = after;
        }
        parts
    }

    fn find<'a>(source: &'a Source, text: &str) -> Option<&'a (String, f32, u8)> {
        source.pieces.iter().find(|(piece, ..)| piece == text)
    }

    fn unigram(source: &Source, release: Release, text: &str) -> Ends {
        let normal: Vec<f32> =
            source.pieces.iter().filter(|(_, _, kind)| *kind == NORMAL).map(|&(_, score, _)| score).collect();
        let lowest = normal.iter().fold(f32::MAX, |a, &b| a.min(b));
        let highest = normal.iter().fold(f32::MIN_POSITIVE, |a, &b| a.max(b));
        // Score, start and knownness of the best way to each position.
        let mut best: Vec<Option<(f32, usize, bool)>> = vec![None; text.len() + 1];
        let boundaries: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        for (i, &start) in boundaries.iter().enumerate() {
            let score = best[start].map_or(0.0, |(score, ..)| score);
            for &end in &boundaries[i + 1..] {
                let piece = find(source, &text[start..end]);
                let candidate = match (piece, release) {
                    (None, _) if end == boundaries[i + 1] => f64::from(score + (lowest - 10.0)),
                    (None, _) => continue,
                    (Some((text, _, USER_DEFINED)), Release::Newest) => {
                        f64::from(score + (0.1 * (text.len() as f64 - 1.0)) as f32)
                    }
                    (Some((_, piece, _)), Release::Newest) => f64::from(score + piece),
                    (Some((text, _, USER_DEFINED)), _) => {
                        f64::from(score) + (f64::from(text.len() as f32 * highest) - 0.1)
                    }
                    (Some((_, piece, _)), _) => f64::from(score) + f64::from(*piece),
                };
                if best[end].is_none_or(|(old, ..)| candidate > f64::from(old)) {
                    best[end] = Some((candidate as f32, start, piece.is_some()));
                }
            }
        }
        let (mut ends, mut end) = (Vec::new(), text.len());
        while let Some((_, start, is_known)) = best[end] {
            ends.push((end, is_known));
            end = start;
        }
        ends.reverse();
        ends
    }

    fn bpe(source: &Source, text: &str) -> Ends {
        let mut symbols: Vec<(String, bool)> =
            split_symbols(source, text).into_iter().map(|(text, is_symbol)| (text.to_owned(), is_symbol)).collect();
        loop {
            let mut best: Option<(f32, usize)> = None;
            for i in 1..symbols.len() {
                let ((a, a_is_symbol), (b, b_is_symbol)) = (&symbols[i - 1], &symbols[i]);
                let piece = find(source, &format!("{a}{b}")).filter(|_| !a_is_symbol && !b_is_symbol);
                if let Some(&(_, score, _)) = piece.filter(|piece| best.is_none_or(|(old, _)| piece.1 > old)) {
                    best = Some((score, i));
                }
            }
            let Some((_, i)) = best else { break };
            let (right, _) = symbols.remove(i);
            symbols[i - 1].0.push_str(&right);
        }
        let mut end = 0;
        let known = |text: &str| find(source, text).is_some();
        symbols
            .iter()
            .map(|(text, _)| {
                end += text.len();
                (end, known(text))
            })
            .collect()
    }

    fn words(source: &Source, text: &str) -> Ends {
        let ends: Vec<usize> = text
            .char_indices()
            .skip(1)
            .filter(|&(_, c)| c == '\u{2581}')
            .map(|(at, _)| at)
            .chain([text.len()])
            .collect();
        let starts = [0].into_iter().chain(ends.iter().copied());
        starts
            .zip(&ends)
            .filter(|(start, end)| start < end)
            .map(|(start, &end)| (end, find(source, &text[start..end]).is_some()))
            .collect()
    }

    fn characters(source: &Source, text: &str) -> Ends {
        let mut end = 0;
        split_symbols(source, text)
            .iter()
            .map(|(text, _)| {
                end += text.len();
                (end, find(source, text).is_some())
            })
            .collect()
    }

    fn join(source: &Source, text: &str, ends: &Ends) -> String {
        let (mut out, mut start, mut after_unknown): (Vec<String>, usize, bool) = (Vec::new(), 0, false);
        for &(end, is_known) in ends {
            let piece = &text[start..end];
            match out.last_mut() {
                _ if !is_known && source.byte_fallback => {
                    out.extend(piece.bytes().map(|byte| format!("<0x{byte:02X}>")))
                }
                Some(last) if !is_known && after_unknown => last.push_str(piece),
                _ => out.push(piece.to_owned()),
            }
            (start, after_unknown) = (end, !is_known);
        }
        out.join(" ")
    }
}

/// Models of few characters and coarse scores, so that ties are frequent. One piece at least is normal: its score bounds
/// that of unknown characters.
fn a_source() -> impl Strategy<Value = Source> {
    let score = prop_oneof![(-6..2).prop_map(|score| score as f32), (-9..0).prop_map(|score| score as f32 / 3.0)];
    let kind = prop_oneof![9 => Just(NORMAL), 1 => Just(USER_DEFINED)];
    let piece = "[ab▁あ]{1,4}|={1,3}";
    let pieces = prop::collection::btree_map(piece, (score, kind), 0..25);
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
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn small_models_agree_with_the_naive_reader(
        source in a_source(),
        lines in prop::collection::vec("[ab▁あ= ]{0,16}|[abx \u{3000}𠮷\0]{0,12}|(a|=){10,40}", 1..8),
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
            for row in rows.filter(|row| row[..2] == [name, version]) {
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
    let source = Source::new(UNIGRAM, &[("a", -1.1), ("aa", -2.1), ("▁", -1.0)]);
    let found = pieces(&model(&source), &mut Encoder::default(), &"a".repeat(400_000));
    assert!(found == "▁ ".to_owned() + &["aa"; 200_000].join(" "));
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

fn refusal(bytes: &[u8]) -> ModelError {
    Model::from_bytes(bytes, Release::Newest).expect_err("the model is damaged")
}

#[test]
fn damage_is_named() {
    let sound = Source::new(UNIGRAM, &[("a", -1.0)]);
    let with = |text: &str, score, kind| {
        let mut source = sound.clone();
        source.pieces.push((text.to_owned(), score, kind));
        refusal(&source.bytes())
    };
    assert_eq!(refusal(b""), ModelError::UnknownPieces { found: 0 });
    assert_eq!(refusal(b"this is not a model\n"), ModelError::NotAModel);
    assert_eq!(refusal(&MODELS[0].1[..1000]), ModelError::NotAModel);
    assert_eq!(with("a", -2.0, NORMAL), ModelError::DuplicatePiece { piece: 2 });
    assert_eq!(with("", -2.0, NORMAL), ModelError::PieceText { piece: 2 });
    assert_eq!(with("\0", -2.0, NORMAL), ModelError::PieceText { piece: 2 });
    assert_eq!(with("b", f32::NAN, NORMAL), ModelError::Score { piece: 2 });
    assert_eq!(with("b", 0.0, UNKNOWN), ModelError::UnknownPieces { found: 2 });
    assert_eq!(with("<0x00>", 0.0, BYTE), ModelError::BytePieces { found: 1, expected: 0 });
    assert_eq!(with("b", 0.0, 9), ModelError::PieceKind { piece: 2, kind: 9 });
    assert_eq!(refusal(&Source { model_type: 7, ..sound }.bytes()), ModelError::ModelType(7));
}
