//! Compares counting with its naive version. The first byte chooses the order (1 to 8) and the number of references (1 to
//! 4). Each byte after it adds to a text or begins the next one.
#![no_main]

// Each target needs a part of it.
#[allow(dead_code, unused_imports)]
#[path = "../naive/mod.rs"]
mod naive;

use bleu::{Definition, Tokenization};
use libfuzzer_sys::fuzz_target;

/// Words: few, so that n-grams recur; as long as a key and longer; with equal ends. The last three have the same key.
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

/// Largest number of tokens of a text. Above 512, only the naive version takes longer.
const MAX_TEXT: usize = 600;

/// Largest number of tokens of all texts together.
const MAX_TOTAL: usize = 1500;

type Text = Vec<String>;

fuzz_target!(|data: &[u8]| {
    let Some((&choice, program)) = data.split_first() else { return };
    let (order, references) = (usize::from(choice % 8) + 1, usize::from(choice / 8 % 4) + 1);
    let segments = segments(program, 1 + references);
    let text = |i: usize| segments.iter().map(|segment| segment[i].join(" ") + "\n").collect::<String>();
    let texts: Vec<String> = (0..=references).map(text).collect();
    let expected: Vec<Vec<u32>> =
        segments.iter().map(|segment| naive::count(&segment[0], &segment[1..], order)).collect();
    let definition = Definition::builder().tokenization(Tokenization::NONE).order(order).build().unwrap();
    let mut corpus = definition.accumulator();
    // A batch must not influence the next.
    for _ in 0..2 {
        let found = corpus.add_lines(&texts[0], &texts[1..]).unwrap();
        assert_eq!(found.rows().collect::<Vec<_>>(), expected, "{segments:?}");
    }
});

/// The segments that a program writes, each a candidate and its references.
fn segments(program: &[u8], width: usize) -> Vec<Vec<Text>> {
    let mut texts: Vec<Text> = vec![Text::new()];
    let mut program = program.iter().copied();
    while texts.iter().map(Vec::len).sum::<usize>() < MAX_TOTAL
        && let Some(byte) = program.next()
    {
        let (value, last) = (usize::from(byte % 32), texts.len() - 1);
        let mut operand = || usize::from(program.next().unwrap_or(0));
        match byte {
            // A word.
            0..128 => texts[last].push(WORDS[usize::from(byte) % WORDS.len()].to_owned()),
            // A new word.
            128..160 => {
                let word: Vec<u8> = program.by_ref().take(value + 1).map(|byte| byte % 94 + b'!').collect();
                texts[last].extend(String::from_utf8(word).ok().filter(|word| !word.is_empty()));
            }
            // The last words, repeated many times.
            160..192 => {
                let start = texts[last].len().saturating_sub(value + 1);
                let words = texts[last][start..].to_vec();
                let room = MAX_TEXT.saturating_sub(texts[last].len());
                let times = if words.is_empty() { 0 } else { operand().min(room / words.len()) };
                (0..times).for_each(|_| texts[last].extend_from_slice(&words));
            }
            // The end of an earlier text.
            192..224 => {
                let earlier = &texts[last - value.min(last)];
                let words = earlier[operand().min(earlier.len())..].to_vec();
                texts[last].extend(words);
            }
            // The next text.
            224.. => texts.push(Text::new()),
        }
        texts[last].truncate(MAX_TEXT);
    }
    texts.resize(texts.len().next_multiple_of(width), Text::new());
    texts.chunks(width).map(<[Text]>::to_vec).collect()
}
