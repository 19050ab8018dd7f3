//! Compiled MeCab dictionaries made from lists of words, byte for byte in MeCab's formats.

use bleu::Error;
use bleu::mecab::{Dictionary, DictionaryFile, Language};
use std::collections::BTreeMap;

/// One way to read a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reading {
    pub left_id: u16,
    pub right_id: u16,
    pub part_of_speech: u16,
    pub cost: i16,
}

/// Maximum number of readings of a word.
pub const MAX_READINGS: usize = 255;

/// A category of characters, with the rules for unknown words that begin with one.
#[derive(Clone, Debug)]
pub struct Category {
    pub name: &'static str,
    pub max_length: u32,
    pub forms_groups: bool,
    pub always_unknown: bool,
    /// Entries of unknown words.
    pub readings: Vec<Reading>,
}

/// Contents of a dictionary.
#[derive(Clone, Debug)]
pub struct Source {
    pub words: BTreeMap<String, Vec<Reading>>,
    /// The first is that of characters that `characters` does not give.
    pub categories: Vec<Category>,
    /// Numbers of the categories of a character; the first is its default.
    pub characters: BTreeMap<char, Vec<usize>>,
    /// Number of right ids and of left ids.
    pub contexts: (u16, u16),
    /// Cost of a right id before a left id.
    pub connections: BTreeMap<(u16, u16), i16>,
    /// Penalties for spaces, by part of speech.
    pub penalties: Vec<(u16, i32)>,
}

/// Bytes of a dictionary's files.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub words: Vec<u8>,
    pub unknown_words: Vec<u8>,
    pub matrix: Vec<u8>,
    pub characters: Vec<u8>,
    pub settings: Vec<u8>,
}

/// A dictionary of a few words in the manner of IPADIC.
pub fn sample() -> Source {
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

impl Compiled {
    /// Reads the files back.
    pub fn dictionary(&self, language: Language) -> Result<Dictionary, Error> {
        Dictionary::read(language, |file| {
            let bytes = match file {
                DictionaryFile::Words => &self.words,
                DictionaryFile::UnknownWords => &self.unknown_words,
                DictionaryFile::Matrix => &self.matrix,
                DictionaryFile::Characters => &self.characters,
                DictionaryFile::Settings => &self.settings,
            };
            Ok((&bytes[..], bytes.len() as u64))
        })
    }

    /// The files with their names.
    pub fn files_mut(&mut self) -> [(&'static str, &mut Vec<u8>); 5] {
        [
            ("sys.dic", &mut self.words),
            ("unk.dic", &mut self.unknown_words),
            ("matrix.bin", &mut self.matrix),
            ("char.bin", &mut self.characters),
            ("dicrc", &mut self.settings),
        ]
    }
}

impl Source {
    /// The same with words of private characters, for this number of entries in all.
    pub fn with_entries(mut self, count: usize) -> Source {
        let reading = Reading { left_id: 0, right_id: 0, part_of_speech: 0, cost: 0 };
        let used: usize = self.words.values().map(Vec::len).sum();
        for (character, first) in ('\u{E000}'..).zip((used..count).step_by(MAX_READINGS)) {
            self.words.insert(character.to_string(), vec![reading; MAX_READINGS.min(count - first)]);
        }
        self
    }

    /// Makes the files.
    pub fn compile(&self) -> Compiled {
        let unknown = self.categories.iter().map(|category| (category.name.to_owned(), category.readings.clone()));
        Compiled {
            words: self.word_file(0, &self.words),
            unknown_words: self.word_file(2, &unknown.collect()),
            matrix: self.matrix(),
            characters: self.character_file(),
            settings: self.settings(),
        }
    }

    fn word_file(&self, kind: u32, words: &BTreeMap<String, Vec<Reading>>) -> Vec<u8> {
        let features = b"*,*,*,*,*,*,*\0";
        let (mut entries, mut values) = (Vec::new(), Vec::new());
        for (word, readings) in words {
            values.push((word.as_bytes(), (((entries.len() / 16) << 8) | readings.len()) as u32));
            for reading in readings {
                let Reading { left_id, right_id, part_of_speech, cost } = *reading;
                for number in [left_id, right_id, part_of_speech, cost as u16] {
                    entries.extend(number.to_le_bytes());
                }
                entries.extend([0; 8]);
            }
        }
        let double_array = double_array(&values);
        let size = 72 + double_array.len() + entries.len() + features.len();
        let numbers = [
            size as u32 ^ 0xEF71_8F77,
            102,
            kind,
            (entries.len() / 16) as u32,
            self.contexts.0.into(),
            self.contexts.1.into(),
            double_array.len() as u32,
            entries.len() as u32,
            features.len() as u32,
            0,
        ];
        let mut charset = [0; 32];
        charset[..5].copy_from_slice(b"UTF-8");
        [&numbers.map(u32::to_le_bytes).concat()[..], &charset, &double_array, &entries, features].concat()
    }

    fn matrix(&self) -> Vec<u8> {
        let (right_ids, left_ids) = self.contexts;
        let costs = (0..left_ids).flat_map(|left| (0..right_ids).map(move |right| (right, left)));
        let costs = costs.flat_map(|pair| self.connections.get(&pair).unwrap_or(&0).to_le_bytes());
        [right_ids.to_le_bytes(), left_ids.to_le_bytes()].concat().into_iter().chain(costs).collect()
    }

    fn character_file(&self) -> Vec<u8> {
        let mut file = (self.categories.len() as u32).to_le_bytes().to_vec();
        for category in &self.categories {
            let mut name = [0; 32];
            name[..category.name.len()].copy_from_slice(category.name.as_bytes());
            file.extend(name);
        }
        let mut records = vec![self.record(&[0]); 0xFFFF];
        for (&character, categories) in &self.characters {
            records[character as usize] = self.record(categories);
        }
        file.extend(records.iter().flat_map(|record| record.to_le_bytes()));
        file
    }

    fn record(&self, categories: &[usize]) -> u32 {
        let Category { max_length, forms_groups, always_unknown, .. } = self.categories[categories[0]];
        let set = categories.iter().fold(0, |set, category| set | 1 << category);
        set | (categories[0] as u32) << 18
            | max_length << 26
            | u32::from(forms_groups) << 30
            | u32::from(always_unknown) << 31
    }

    fn settings(&self) -> Vec<u8> {
        let pairs: Vec<String> = self.penalties.iter().map(|(id, cost)| format!("{id},{cost}")).collect();
        let pairs = pairs.join(",");
        format!("; settings\ncost-factor = 800\nbos-feature = BOS/EOS,*,*\nleft-space-penalty-factor = {pairs}\n")
            .into()
    }
}

/// A double array as MeCab's library darts builds it, with room to spare. Keys must be sorted.
fn double_array(keys: &[(&[u8], u32)]) -> Vec<u8> {
    let mut units = vec![(0i32, 0u32); 1024];
    let mut bases = vec![false; 1 << 16];
    let mut branches = vec![(keys.to_vec(), 0, 0)];
    while let Some((keys, depth, unit)) = branches.pop() {
        let mut children: BTreeMap<usize, Vec<(&[u8], u32)>> = BTreeMap::new();
        for &(key, value) in &keys {
            children.entry(key.get(depth).map_or(0, |&byte| usize::from(byte) + 1)).or_default().push((key, value));
        }
        let is_free = |base: &usize| {
            !bases[*base] && children.keys().all(|code| units.get(base + code).is_none_or(|&(_, check)| check == 0))
        };
        let base = (1..).find(is_free).expect("there is room");
        bases[base] = true;
        units.resize(units.len().max(base + 1024), (0, 0));
        units[unit].0 = base as i32;
        for (code, keys) in children {
            units[base + code].1 = base as u32;
            match code {
                0 => units[base].0 = !(keys[0].1 as i32),
                _ => branches.push((keys, depth + 1, base + code)),
            }
        }
    }
    units.iter().flat_map(|(base, check)| [base.to_le_bytes(), check.to_le_bytes()].concat()).collect()
}
