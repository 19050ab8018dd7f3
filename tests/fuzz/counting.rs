//! Counting against its plain twin. The first byte chooses the longest n-grams (1 to 8) and the number of references
//! (1 to 4); each byte behind it adds to a text, or goes on to the next one.
#![no_main]

#[path = "../twins/counting.rs"]
mod twin;

use bleu::{Counter, Preprocessing, SegmentStatistics, Tokenization, Tokenizer};
use libfuzzer_sys::fuzz_target;

/// Few, so that n-grams occur again; as long as what keys hold, and longer; equal at their ends; the last three have the
/// same key.
const WORDS: [&str; 24] = [
    "a",
    "b",
    "ab",
    "\0",
    "\0\0",
    "abcdef",
    "abcdefg",
    "abcdefh",
    "bbcdefg",
    "abcdefgh",
    "abcdefgi",
    "bbcdefgh",
    "abcdefghi",
    "abcdefgha",
    "bbcdefghi",
    "abcdefgabcdefgh",
    "abcdefgabcdefgi",
    "abcdefghabcdefgh",
    "abcdefghxabcdefgh",
    "abcdefghyabcdefgh",
    "abcdefgh-a-long-way-in-between-abcdefgh",
    "interpretability",
    "gykcniwvG7TRxE03",
    "hnsviomh-EFKhWNgk",
];

/// Texts get no longer: beyond 512 tokens there is nothing new, but for the time that the twin takes.
const LONGEST: usize = 600;

/// Nor do all texts together.
const MOST: usize = 1500;

type Text = Vec<String>;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, program)) = data.split_first() else { return };
    let (order, references) = (usize::from(choice % 8) + 1, usize::from(choice / 8 % 4) + 1);
    let segments = segments(program, 1 + references);
    let text = |i: usize| segments.iter().map(|segment| segment[i].join(" ") + "\n").collect::<String>();
    let texts: Vec<String> = (0..=references).map(text).collect();
    let split = Preprocessing { tokenization: Tokenization::None, ..Preprocessing::default() };
    let mut tokenizers: Vec<Tokenizer> = texts.iter().map(|_| Tokenizer::new(split)).collect();
    let tokens: Vec<_> = tokenizers.iter_mut().zip(&texts).map(|(tokenizer, text)| tokenizer.tokenize(text)).collect();

    let plain = |segment: &Vec<Text>| {
        let texts: Vec<Vec<&str>> = segment.iter().map(|text| text.iter().map(String::as_str).collect()).collect();
        twin::count(&texts[0], &texts[1..], order)
    };
    let expected: Vec<Vec<u32>> = segments.iter().map(plain).collect();
    let mut counter = Counter::default();
    // Twice: what is remembered of one batch must not show in the next.
    for _ in 0..2 {
        let mut found = SegmentStatistics::new(order);
        counter.count(tokens[0], &tokens[1..], &mut found);
        assert_eq!(found.rows().collect::<Vec<_>>(), expected, "{segments:?}");
    }
});

/// The segments that a program spells: a candidate and its references each.
fn segments(program: &[u8], width: usize) -> Vec<Vec<Text>> {
    let mut texts: Vec<Text> = vec![Text::new()];
    let mut program = program.iter().copied();
    while texts.iter().map(Vec::len).sum::<usize>() < MOST
        && let Some(byte) = program.next()
    {
        let (value, last) = (usize::from(byte % 32), texts.len() - 1);
        let mut operand = || usize::from(program.next().unwrap_or(0));
        match byte {
            // A word.
            0..128 => texts[last].push(WORDS[usize::from(byte) % WORDS.len()].to_owned()),
            // A word of its own.
            128..160 => {
                let word: Vec<u8> = program.by_ref().take(value + 1).map(|byte| byte % 94 + b'!').collect();
                texts[last].extend(String::from_utf8(word).ok().filter(|word| !word.is_empty()));
            }
            // The last words once more, many times over.
            160..192 => {
                let start = texts[last].len().saturating_sub(value + 1);
                let words = texts[last][start..].to_vec();
                let room = LONGEST.saturating_sub(texts[last].len());
                let times = if words.is_empty() { 0 } else { operand().min(room / words.len()) };
                (0..times).for_each(|_| texts[last].extend_from_slice(&words));
            }
            // What an earlier text has, from somewhere to its end.
            192..224 => {
                let earlier = &texts[last - value.min(last)];
                let words = earlier[operand().min(earlier.len())..].to_vec();
                texts[last].extend(words);
            }
            // The next text.
            224.. => texts.push(Text::new()),
        }
        texts[last].truncate(LONGEST);
    }
    texts.resize(texts.len().next_multiple_of(width), Text::new());
    texts.chunks(width).map(<[Text]>::to_vec).collect()
}
