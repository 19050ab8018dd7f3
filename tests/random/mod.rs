//! Random text and settings for property tests.

use bleu::{Definition, Normalization, Smoothing, Tokenization};
use proptest::prelude::*;
use proptest::sample::select;

/// Characters and entities that some tokenizer treats in a special way, and some that none does.
const PIECES: &str = "a|B|word|5|42|٣|.|,|-|'|..|,.| |  |\t|&amp;|&lt;|&gt;|&quot;|&|;|&amp;lt;|&amp;amp;|<skipped>|<skip|<|>\
    |\"|!|$|(|/|:|@|[|\\|`|{|~|é|ß|Σ|İ|字|あ|。|😀|\r|\u{B}|\u{C}|\u{1C}|\u{1F}|\u{7F}|\0|\u{85}|\u{A0}|\u{1680}|\u{2000}\
    |\u{200A}|\u{200B}|\u{2028}|\u{202F}|\u{205F}|\u{2060}|\u{3000}|\u{3001}|\u{FEFF}";

/// Pieces in which line feeds, and hyphens before them, matter too.
const PIECES_OF_LINES: [&str; 12] =
    ["\n", "\n", "-\n", "-\r\n", "- \n", "\n-", "-<skipped>\n", "<SKIPPED>\n", "－\n", "ΑΣ-\n", "Σ\n", "\n\n"];

/// A line without a line feed, joined from pieces, so that the rules of tokenizers meet.
pub fn line() -> impl Strategy<Value = String> {
    let piece = select(PIECES.split('|').collect::<Vec<_>>()).prop_map(str::to_owned);
    let numbers = "[0-9.,a -]{1,9}";
    prop_oneof![
        6 => prop::collection::vec(prop_oneof![3 => piece, 1 => numbers], 0..60).prop_map(|pieces| pieces.concat()),
        1 => "[^\n]{0,80}",
    ]
}

/// Any text, with line feeds in odd places.
pub fn text() -> impl Strategy<Value = String> {
    let piece = PIECES.split('|').chain(PIECES_OF_LINES).collect::<Vec<_>>();
    let pieces = prop::collection::vec(select(piece), 0..30).prop_map(|pieces| pieces.concat());
    prop_oneof![4 => pieces, 1 => "(?s).{0,60}"]
}

/// A corpus: the lines of the candidate, then the lines of each reference. Some are equal.
pub fn corpus(references: usize) -> impl Strategy<Value = Vec<Vec<String>>> {
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

/// Lines as text, each ended by a line feed.
pub fn joined(lines: &[impl AsRef<str>]) -> String {
    lines.iter().flat_map(|line| [line.as_ref(), "\n"]).collect()
}

pub fn any_tokenization() -> impl Strategy<Value = Tokenization> {
    select(Tokenization::ALL.to_vec())
}

pub fn any_normalization() -> impl Strategy<Value = Option<Normalization>> {
    select(vec![None, Some(Normalization::Nfc), Some(Normalization::Nfkc)])
}

pub fn any_smoothing() -> impl Strategy<Value = Smoothing> {
    select(Smoothing::METHODS.iter().map(|(_, method)| *method).collect::<Vec<_>>())
}

/// A definition with any tokenizer, smoothing and effective order.
pub fn definition(order: usize) -> impl Strategy<Value = Definition> {
    let settings = (any_tokenization(), any::<bool>(), any_normalization(), any_smoothing(), any::<bool>());
    settings.prop_map(move |(tokenization, lowercase, normalization, smoothing, effective_order)| {
        let builder = Definition::builder().tokenization(tokenization).lowercase(lowercase).order(order);
        let builder = builder.normalization(normalization).smoothing(smoothing).effective_order(effective_order);
        builder.build().unwrap()
    })
}
