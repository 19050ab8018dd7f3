//! SentencePiece in the obvious way: text is compared with all pieces, at all places.

use super::model_builder::{BPE, NORMAL, Source, UNIGRAM, USER_DEFINED, WORD};
use bleu::sentencepiece::Release;

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
                (Some((text, _, USER_DEFINED)), _) => f64::from(score) + (f64::from(text.len() as f32 * highest) - 0.1),
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
    let ends: Vec<usize> =
        text.char_indices().skip(1).filter(|&(_, c)| c == '\u{2581}').map(|(at, _)| at).chain([text.len()]).collect();
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
            _ if !is_known && source.byte_fallback => out.extend(piece.bytes().map(|byte| format!("<0x{byte:02X}>"))),
            Some(last) if !is_known && after_unknown => last.push_str(piece),
            _ => out.push(piece.to_owned()),
        }
        (start, after_unknown) = (end, !is_known);
    }
    out.join(" ")
}
