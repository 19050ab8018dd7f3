//! The reader of MeCab's dictionaries, held against an obvious one, against MeCab's own results, and against damage.

#[path = "common/dictionary_builder.rs"]
mod dictionary_builder;

use bleu::mecab::{Dictionary, Fault, Language, Lattice};
use dictionary_builder::{Category, Compiled, Reading, Source};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// The tokens, joined by spaces.
fn tokens(dictionary: &Dictionary, lattice: &mut Lattice, line: &str) -> String {
    let mut found = Vec::new();
    dictionary.tokenize(line, lattice, |start, end| found.push(&line[start..end]));
    found.join(" ")
}

/// Divides lines in the obvious way: all words at all places, each compared with all that end where it begins.
mod naive {
    use super::*;

    struct Word {
        /// Where the word before it ends, and where it begins after spaces.
        position: usize,
        start: usize,
        end: usize,
        reading: Reading,
        cost: i64,
        previous: Option<usize>,
    }

    pub fn tokens(source: &Source, language: Language, line: &str) -> String {
        let is_space = |c: char| c.is_whitespace() || ('\u{1C}'..='\u{1F}').contains(&c);
        let line = line.trim_matches(is_space);
        let text: Vec<char> = line.chars().take_while(|&c| c != '\0').collect();
        let words = best_words(source, language, &text);
        let text: Vec<String> = words.iter().map(|&(start, end)| text[start..end].iter().collect()).collect();
        text.join(" ").split(is_space).filter(|token| !token.is_empty()).collect::<Vec<_>>().join(" ")
    }

    fn best_words(source: &Source, language: Language, text: &[char]) -> Vec<(usize, usize)> {
        let mut words = vec![Word { position: 0, start: 0, end: 0, reading: NO_READING, cost: 0, previous: None }];
        for position in 0..text.len() {
            let before: Vec<usize> = (0..words.len()).filter(|&i| words[i].end == position).collect();
            let start = position + spaces(source, &text[position..]);
            if before.is_empty() || start == text.len() {
                continue;
            }
            for (end, reading) in candidates(source, text, start) {
                let penalty =
                    if language == Language::Korean && start > position { penalty(source, reading) } else { 0 };
                let (cost, previous) = best_before(source, &words, &before, reading.left_id);
                let cost = cost + i64::from(reading.cost) + penalty;
                words.push(Word { position, start, end, reading, cost, previous: Some(previous) });
            }
        }
        let last = words.iter().map(|word| word.end).max().unwrap_or(0);
        let ending: Vec<usize> = (0..words.len()).filter(|&i| words[i].end == last).collect();
        let mut path = Vec::new();
        let mut next = Some(best_before(source, &words, &ending, 0).1);
        while let Some(i) = next.filter(|&i| i > 0) {
            path.push((words[i].start, words[i].end));
            next = words[i].previous;
        }
        path.reverse();
        path
    }

    const NO_READING: Reading = Reading { left_id: 0, right_id: 0, part_of_speech: 0, cost: 0 };

    /// The cheapest; of equally cheap words, one that was found later, but of those found together the first.
    fn best_before(source: &Source, words: &[Word], before: &[usize], left_id: u16) -> (i64, usize) {
        let cost = |i: usize| {
            words[i].cost + i64::from(*source.connections.get(&(words[i].reading.right_id, left_id)).unwrap_or(&0))
        };
        let best = before.iter().copied().min_by_key(|&i| (cost(i), std::cmp::Reverse(words[i].position), i));
        best.map(|i| (cost(i), i)).expect("a word ends here")
    }

    fn penalty(source: &Source, reading: Reading) -> i64 {
        source.penalties.iter().find(|(id, _)| *id == reading.part_of_speech).map_or(0, |&(_, cost)| cost.into())
    }

    fn categories(source: &Source, c: char) -> Vec<usize> {
        match c {
            '\u{FFFF}' => vec![],
            _ => source.characters.get(&if c > '\u{FFFF}' { '\0' } else { c }).cloned().unwrap_or(vec![0]),
        }
    }

    fn alike(source: &Source, a: char, b: char) -> bool {
        categories(source, a).iter().any(|category| categories(source, b).contains(category))
    }

    /// Number of spaces that the text begins with.
    fn spaces(source: &Source, text: &[char]) -> usize {
        (0..text.len()).take_while(|&i| alike(source, if i == 0 { ' ' } else { text[i - 1] }, text[i])).count()
    }

    /// The words that begin at `start`: their ends and readings.
    fn candidates(source: &Source, text: &[char], start: usize) -> Vec<(usize, Reading)> {
        let mut found = Vec::new();
        for end in start + 1..=text.len() {
            let word: String = text[start..end].iter().collect();
            found.extend(source.words.get(&word).into_iter().flatten().map(|&reading| (end, reading)));
        }
        let category = categories(source, text[start]).first().copied().unwrap_or(0);
        let Category { max_length, forms_groups, always_unknown, readings, .. } = &source.categories[category];
        let has_flags = text[start] != '\u{FFFF}';
        if !found.is_empty() && (!*always_unknown || !has_flags) {
            return found;
        }
        let mut ends = Vec::new();
        let group = (start + 1..text.len()).find(|&i| !alike(source, text[i - 1], text[i])).unwrap_or(text.len());
        if *forms_groups && has_flags && group - start <= 25 {
            ends.push(group);
        }
        for end in start + 1..=text.len().min(start + if has_flags { *max_length as usize } else { 0 }) {
            let is_like_first = text[start + 1..end].iter().all(|&c| alike(source, text[start], c));
            if !is_like_first || ends.first() == Some(&end) {
                break;
            }
            ends.push(end);
        }
        if ends.is_empty() && found.is_empty() {
            ends.push(start + 1);
        }
        found.extend(ends.iter().flat_map(|&end| readings.iter().map(move |&reading| (end, reading))));
        found
    }
}

const CONTEXTS: u16 = 4;

fn a_reading() -> impl Strategy<Value = Reading> {
    (0..CONTEXTS, 0..CONTEXTS, 0..3u16, -4..5i16).prop_map(|(left_id, right_id, part_of_speech, cost)| Reading {
        left_id,
        right_id,
        part_of_speech,
        cost,
    })
}

fn a_category(name: &'static str) -> impl Strategy<Value = Category> {
    (0..4u32, any::<bool>(), any::<bool>(), prop::collection::vec(a_reading(), 1..3)).prop_map(
        move |(max_length, forms_groups, always_unknown, readings)| Category {
            name,
            max_length,
            forms_groups,
            always_unknown,
            readings,
        },
    )
}

/// Costs are small integers, so that ties are frequent.
fn a_source() -> impl Strategy<Value = Source> {
    let words = prop::collection::btree_map("[abcあい 。]{1,4}", prop::collection::vec(a_reading(), 1..4), 0..12);
    let categories = ["DEFAULT", "SPACE", "ALPHA", "KANA"].map(a_category);
    let kana = prop::sample::select(vec![vec![3], vec![3, 2], vec![2, 3]]);
    let connections = prop::collection::btree_map((0..CONTEXTS, 0..CONTEXTS), -3..4i16, 0..16);
    let penalties = prop::collection::vec((0..3u16, 0..5i32), 0..3);
    (words, categories, kana, connections, penalties).prop_map(|(words, categories, kana, connections, penalties)| {
        let characters = [
            (' ', vec![1]),
            ('\t', vec![1]),
            ('a', vec![2]),
            ('b', vec![2]),
            ('c', vec![2, 3]),
            ('あ', kana),
            ('い', vec![3]),
        ];
        let (categories, characters) = (categories.into(), characters.into());
        Source { words, categories, characters, contexts: (CONTEXTS, CONTEXTS), connections, penalties }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn small_dictionaries_agree_with_the_naive_reader(
        source in a_source(),
        lines in prop::collection::vec("[abcあい \t。\u{3000}𠮷\u{FFFF}\0]{0,12}|[ab]{20,30}|(あ|い|c){20,60}", 1..8),
    ) {
        let compiled = source.compile();
        for language in [Language::Japanese, Language::Korean] {
            let dictionary = compiled.dictionary(language).expect("the dictionary is sound");
            let mut lattice = Lattice::default();
            for line in &lines {
                prop_assert_eq!(tokens(&dictionary, &mut lattice, line), naive::tokens(&source, language, line), "{:?}", line);
            }
        }
    }

    #[test]
    fn damaged_dictionaries_are_refused_or_give_tokens(
        source in a_source(),
        damage in prop::collection::vec((0..5usize, any::<prop::sample::Index>(), any::<u8>()), 1..6),
        cut in prop::option::of((0..5usize, any::<prop::sample::Index>())),
    ) {
        let mut compiled = source.compile();
        for (file, at, byte) in damage {
            let bytes = &mut *compiled.files_mut()[file].1;
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Some((file, at)) = cut {
            let bytes = &mut *compiled.files_mut()[file].1;
            bytes.truncate(at.index(bytes.len()));
        }
        if let Ok(dictionary) = compiled.dictionary(Language::Korean) {
            tokens(&dictionary, &mut Lattice::default(), "abc あい。いあ\u{3000}ああああa b  𠮷\u{FFFF}cab");
        }
    }
}

/// A dictionary of a few words in the manner of IPADIC.
fn sample() -> Source {
    let reading = |id, cost| Reading { left_id: id, right_id: id, part_of_speech: id, cost };
    let words = [
        ("すもも", vec![reading(1, 700)]),
        ("もも", vec![reading(1, 720)]),
        ("も", vec![reading(2, 100)]),
        ("の", vec![reading(2, 90)]),
        ("うち", vec![reading(1, 500)]),
        ("東京", vec![reading(1, 300)]),
        ("東京都", vec![reading(1, 300), reading(3, 300)]),
        ("京都", vec![reading(1, 300)]),
        ("都", vec![reading(3, 400)]),
        ("に", vec![reading(2, 80)]),
        ("令和", vec![reading(1, 200)]),
        ("元", vec![reading(1, 600)]),
        ("年", vec![reading(3, 350)]),
    ];
    let category = |name, max_length, forms_groups, always_unknown, id| Category {
        name,
        max_length,
        forms_groups,
        always_unknown,
        readings: vec![reading(id, 2000)],
    };
    let categories = vec![
        category("DEFAULT", 0, true, false, 4),
        category("SPACE", 0, true, false, 4),
        category("KANJI", 2, false, false, 1),
        category("HIRAGANA", 2, true, false, 1),
        category("NUMERIC", 0, true, true, 4),
    ];
    let mut characters: BTreeMap<char, Vec<usize>> =
        [(' ', vec![1]), ('\t', vec![1]), ('一', vec![4, 2]), ('二', vec![4, 2]), ('〇', vec![4])].into();
    characters.extend("東京都令和元年大阪".chars().map(|c| (c, vec![2])));
    characters.extend(('ぁ'..='ん').map(|c| (c, vec![3])));
    characters.extend(('0'..='9').map(|c| (c, vec![4])));
    let connections = [((1, 2), -200), ((2, 1), -200), ((1, 1), 300), ((2, 2), 400), ((1, 3), -100), ((0, 2), 300)];
    Source {
        words: words.map(|(word, readings)| (word.to_owned(), readings)).into(),
        categories,
        characters,
        contexts: (5, 5),
        connections: connections.into(),
        penalties: vec![(1, 3000), (2, 20), (1, 5)],
    }
}

fn sample_dictionary() -> Dictionary {
    sample().compile().dictionary(Language::Japanese).expect("the dictionary is sound")
}

/// Lines and the tokens that MeCab and mecab-ko make of them with the sample; testdata/mecab/README.md says how.
const EXPECTED: &str = include_str!("../testdata/mecab/expected.tsv");

#[test]
fn the_sample_gives_the_tokens_of_mecab() {
    let compiled = sample().compile();
    for (column, language) in [(1, Language::Japanese), (2, Language::Korean)] {
        let dictionary = compiled.dictionary(language).expect("the dictionary is sound");
        let mut lattice = Lattice::default();
        for row in EXPECTED.lines() {
            let columns: Vec<&str> = row.split('\t').collect();
            let line = columns[0].replace("\\t", "\t").replace("\\0", "\0");
            assert_eq!(tokens(&dictionary, &mut lattice, &line), columns[column], "{language:?}, {line:?}");
        }
    }
}

/// Writes the sample's files to the folder that BLEU_SAMPLE_FOLDER names, for MeCab to read.
#[test]
#[ignore = "writes files for testdata/mecab/make_expected.py"]
fn write_the_sample() {
    let folder = std::path::PathBuf::from(std::env::var_os("BLEU_SAMPLE_FOLDER").expect("BLEU_SAMPLE_FOLDER is set"));
    for (name, bytes) in sample().compile().files_mut() {
        std::fs::write(folder.join(name), bytes).expect("the file can be written");
    }
}

#[test]
fn groups_of_more_than_25_characters_are_no_words() {
    let (dictionary, mut lattice) = (sample_dictionary(), Lattice::default());
    for length in [24, 25, 26, 30_000] {
        let expected = "0 ".repeat(length.max(25) - 25) + &"0".repeat(length.min(25));
        assert!(tokens(&dictionary, &mut lattice, &"0".repeat(length)) == expected, "{length}");
    }
}

#[test]
fn another_word_count_is_refused() {
    let error = sample_dictionary().require_sacrebleu_words(Language::Japanese).expect_err("14 words");
    assert!(matches!(error.fault, Fault::WordCount { expected: 392_126, found: 14 }), "{error}");
}

fn fault(change: impl FnOnce(&mut Compiled)) -> Fault {
    let mut compiled = sample().compile();
    change(&mut compiled);
    compiled.dictionary(Language::Korean).expect_err("the dictionary is damaged").fault
}

#[test]
fn damage_is_named() {
    assert!(matches!(fault(|c| c.words.truncate(1000)), Fault::NotADictionary));
    assert!(matches!(fault(|c| c.words.clear()), Fault::NotADictionary));
    assert!(matches!(fault(|c| c.words[4] = 101), Fault::Version { found: 101, .. }));
    assert!(matches!(fault(|c| c.words.clone_from(&c.unknown_words)), Fault::Kind { found: 2, .. }));
    assert!(matches!(fault(|c| c.words[40..46].copy_from_slice(b"EUC-JP")), Fault::Charset(name) if name == "EUC-JP"));
    assert!(matches!(fault(|c| c.words[12] -= 1), Fault::Size { .. }));
    assert!(matches!(fault(|c| c.words[28] += 16), Fault::Size { .. }));
    assert!(matches!(fault(|c| c.matrix.truncate(20)), Fault::Size { actual: 20, .. }));
    assert!(matches!(fault(|c| c.matrix[0] = 9), Fault::Contexts { found: (9, 5), .. }));
    assert!(matches!(fault(|c| c.characters.truncate(1 << 16)), Fault::Size { .. }));
    assert!(matches!(fault(|c| c.characters[4] = b'X'), Fault::NoUnknownWord { category } if category == "XEFAULT"));
    assert!(
        matches!(fault(|c| c.settings = b"left-space-penalty-factor = 1,x".into()), Fault::Penalty(value) if value == "1,x")
    );
}

#[test]
fn entries_outside_of_the_matrix_are_refused() {
    let mut source = sample();
    source.contexts = (4, 5);
    let error = source.compile().dictionary(Language::Japanese).expect_err("right id 4 is used");
    assert!(matches!(error.fault, Fault::OutOfRange { what: "right id", value: 4, limit: 4 }), "{error}");
}
