//! Signs of problems in some lines of a candidate and its references: the characters that they have, and those that they begin and
//! end with, which a line and its translation share. It costs little, so that any score can come with it; it names no
//! problem, but says whether a diagnosis is worth its time.

use super::alignment::Sketch;
use super::alignment::thresholds::{ALIGNED, DISSIMILAR, MIN_SUBSTRINGS};
use super::byte_set::ByteSet;
use super::garbled_lines::{Garblings, loops, mixes_scripts, repeats_middle};
use super::limits::{
    ENOUGH, FEW_LINES, InGoodText, LARGE_SHARE, MANY_LINES, MANY_TIMES, NOTICEABLE_SHARE, SHORTEST_WORD, is_nearly_all,
};
use super::line_record::{is_final, is_quote, narrow};
use super::line_shape::COMMON;
use super::scripts::{ScriptCounts, is_letter};
use super::segment_signs::SegmentSigns;
use super::shares::{majority, share};
use crate::bleu::lines::{count_bytes, not_ascii};
use crate::bleu::splitmix64::STEP;
use crate::bleu::tokenize::bits;
use crate::checks::repair::markup::UNKNOWN_WORD;
use crate::checks::what_if::{Change, SubwordScheme, is_punctuation};
use memchr::{memchr_iter, memmem};
use std::sync::LazyLock;
use unicode_script::Script;

/// Number of classes of characters: each ASCII character has one of its own, others share them, letters and ideographs the last
/// ones.
const CLASSES: usize = 512;
const ASCII: usize = 128;
const STYLE_MARK: usize = ASCII;
const OTHER_LETTERS: usize = 256;
const KANA: usize = 383;
const IDEOGRAPHS: usize = 384;

/// First bytes of the half-width signs, which are marks of factors and subwords. Those of full width are punctuation.
const HALF_WIDTH: &[u8] = b"\xEF\xBF";

/// Number of characters that UTF-8 writes in at most two bytes.
const TWO_BYTES: usize = 0x800;

/// Number of all features of a line: its characters and the first one.
const FEATURES: usize = CLASSES + ASCII;

/// Features in place of control characters at the beginning: of a line without marks, in quotes, with other letters than ASCII's,
/// that ends without a mark, whose words in Latin letters, in another script, are in lowercase, or in capitals, that is like the
/// line before, that repeats the same words, that has marks of subwords, that mixes scripts in a word, and that is garbled in each
/// way.
const NO_MARK: usize = CLASSES + 1;
const QUOTED: usize = NO_MARK + 1;
const NOT_ASCII: usize = QUOTED + 1;
const OPEN: usize = NOT_ASCII + 1;
const LOWERCASE_NAMES: usize = OPEN + 1;
const CAPITAL_NAMES: usize = LOWERCASE_NAMES + 1;
const REPEAT: usize = CAPITAL_NAMES + 1;
const LOOP: usize = REPEAT + 1;
const SUBWORDS: usize = LOOP + 1;
const MIXED_SCRIPTS: usize = SUBWORDS + 1;
const GARBLED: usize = MIXED_SCRIPTS + 1;
const END_OF_GARBLED: usize = CLASSES + 0x1F;

/// Features of a line that begins with a lowercase letter, and with a capital.
const FIRST_LOWERCASE: usize = CLASSES + b'a' as usize;
const FIRST_CAPITAL: usize = CLASSES + b'A' as usize;

/// Minimum difference of the numbers of lines that have a feature in one text only, by McNemar's test (chi-squared), and
/// minimum sum of what exceeds chance. Good translations stay below both. A fault is on one side, so that one of the numbers is
/// this many times the other, unless that is small; a style is on both, and so are words.
const MIN_DIFFERENCE: f64 = 8.0;
const MIN_SUM: f64 = 30.0;
const BY_CHANCE: f64 = 4.0;

/// Characters that good translations differ in: quotes, dashes and other marks that a style decides.
const STYLE: &str = ".;\"'-–—„“”‘’«»‹›…、，．！？（）；「」『』,\u{A0}\u{202F}\u{3000}";

/// The features that good translations differ in, though hardly in most lines. Some translators leave out final marks.
static IS_HABIT: LazyLock<[bool; FEATURES]> = LazyLock::new(|| {
    let mut is_habit = [false; FEATURES];
    is_habit[OPEN] = true;
    for c in STYLE.chars() {
        is_habit[class(c)] = true;
        is_habit[CLASSES + kind(c)] = true;
    }
    is_habit
});

/// Number of characters at an end that make the counterparts of lines with a common end one phrase.
const PHRASE_END: usize = SHORTEST_WORD;

/// A line with more bytes per different character may repeat the same words.
const BYTES_PER_DIFFERENT: usize = 8;

/// Minimum excess of the spaces per character of one text over the other's; it is larger in texts with fewer spaces than
/// many. Between translations it is below 0.06. Minimum number of spaces of each text.
const EXCESS_OF_SPACES: f64 = LARGE_SHARE;

/// Features of a candidate and its references.
pub struct WindowSigns<'a> {
    /// Signs in the statistics of all segments.
    pub segments: &'a SegmentSigns,
    pub candidate: &'a TextSigns,
    pub references: &'a [TextSigns],
}

/// Lines of a text; those that are empty have no features.
#[derive(Clone, Debug, Default)]
pub struct TextSigns {
    lines: Vec<LineSigns>,
    /// Sketches of the lines, if references are compared with each other.
    sketches: Vec<Sketch>,
    spaces: u64,
    /// Characters other than spaces.
    characters: u64,
    /// Number of lines that end in a period apart.
    pub with_period_apart: usize,
    /// Number of lines with marks that no translation has.
    pub with_marks: usize,
    /// Letters of scripts that are written without spaces between words.
    pub unspaced: ScriptCounts,
}

#[derive(Clone, Debug, Default, PartialEq)]
struct LineSigns {
    features: Features,
    /// The digits that it has, as bits.
    digits: u16,
    /// Hashes of some characters at its beginning and at its end, and of fewer; 0 if there are not as many.
    ends: [u64; 2],
    phrases: [u64; 2],
    /// Its first characters, a digit for any number, and its last ones.
    outermost: [[char; 2]; 2],
}

/// The set of features of a line, as bits.
type Features = [u64; FEATURES / 64];

impl WindowSigns<'_> {
    /// Degree to which the candidate differs from a reference, or a reference from the others: 1 is more than translations do.
    pub fn strength(&self) -> f64 {
        if has_strange_reference(self.candidate, self.references) {
            return 1.0;
        }
        let strength = |reference: &TextSigns| {
            if self.candidate.has_other_spaces(reference) || self.candidate.has_other_numbers(reference) {
                return 1.0;
            }
            let common_ends = self.candidate.common_ends(reference).max(reference.common_ends(self.candidate));
            self.candidate.difference(reference).max(common_ends)
        };
        self.references.iter().map(strength).fold(0.0, f64::max)
    }

    /// All texts.
    pub fn texts(&self) -> impl Iterator<Item = &TextSigns> {
        std::iter::once(self.candidate).chain(self.references)
    }
}

impl TextSigns {
    /// Adds the signs in a line; takes its sketch if references are compared with each other.
    pub fn add(&mut self, line: &str, takes_sketch: bool) {
        if takes_sketch {
            self.sketches.push(Sketch::new(line));
        }
        let bytes = line.as_bytes();
        let spaces = memchr_iter(b' ', bytes).count() as u64;
        self.spaces += spaces;
        // All bytes except continuation bytes of UTF-8.
        self.characters += count_bytes(bytes, |byte| byte & 0xC0 != 0x80) - spaces;
        self.with_period_apart += usize::from(bytes.trim_ascii_end().ends_with(b" ."));
        let line = line.trim();
        let set = ByteSet::of(line);
        let has_subwords = || SubwordScheme::ALL.iter().any(|scheme| line.contains(scheme.marked_space()));
        let has_subwords = set.may_have_subwords() && has_subwords();
        let inflates = |change: &Change| {
            change.may_inflate() && set.bytes().any(|byte| change.may_begin(byte)) && change.apply(line) != line
        };
        let has_marks = || Change::ALL.iter().any(inflates);
        let may_have_marks = set.has_any(b"<[&_|/\\%")
            || set.has_any(b"U") && line.contains(UNKNOWN_WORD)
            || set.has_any(b"\xEF") && memmem::find(line.as_bytes(), HALF_WIDTH).is_some();
        self.with_marks += usize::from(may_have_marks && has_marks());
        let mut seen = LineSigns::new(line, set, &mut self.unspaced);
        let is_as_before = |before: &LineSigns| before.ends == seen.ends && seen.ends[0] != 0;
        seen.add_if(self.lines.last().is_some_and(is_as_before), REPEAT);
        seen.add_if(has_subwords, SUBWORDS);
        self.lines.push(seen);
    }

    /// Whether most characters are letters of scripts that are written without spaces between words.
    pub fn is_unspaced(&self) -> bool {
        2 * self.unspaced.sum() > self.characters
    }

    /// Whether most lines, and this many, begin or end alike: with the same words, or the same marks except those that end sentences.
    pub fn most_have_same_end(&self, least: usize) -> bool {
        let is_mark = |c: &char| !c.is_alphabetic() && *c != '\0' && !is_final(*c);
        [0, 1].into_iter().any(|side| {
            majority(self.lines.iter().map(|line| line.outermost[side]), least)
                .is_some_and(|end| end.iter().any(is_mark))
                || majority(self.lines.iter().map(|line| line.ends[side]), least).is_some_and(|end| end != 0)
        })
    }

    /// Number of lines.
    pub fn len(&self) -> usize {
        self.lines.len()
    }

    /// Whether letters are set apart, so that the text has no words.
    pub fn has_letters_apart(&self) -> bool {
        2 * self.spaces > self.characters
    }

    /// Number of lines with a mark of subwords.
    pub fn with_subwords(&self) -> usize {
        self.lines.iter().filter(|line| line.has(SUBWORDS)).count()
    }

    /// Sketch of a line, if there is one and the line is long.
    fn long_sketch(&self, line: usize) -> Option<&Sketch> {
        self.sketches.get(line).filter(|sketch| sketch.ones() >= MIN_SUBSTRINGS)
    }

    /// Whether words are longer in one text, or marks are words.
    fn has_other_spaces(&self, other: &TextSigns) -> bool {
        let [own, others] = [self, other].map(|text| share(text.spaces, text.characters));
        let excess = EXCESS_OF_SPACES * (2.0 * ENOUGH as f64 / self.spaces.min(other.spaces) as f64).max(1.0);
        let is_spaced = |text: &TextSigns| text.spaces >= ENOUGH && !text.is_unspaced();
        is_spaced(self) && is_spaced(other) && own.max(others) >= (1.0 + excess) * own.min(others)
    }

    /// By how much the lines have other features than their counterparts: 1 is more than translations have.
    fn difference(&self, other: &TextSigns) -> f64 {
        let mut alone = [[0u32; FEATURES]; 2];
        let is_empty = |line: &LineSigns| line.features.iter().all(|word| *word == 0);
        let mut pairs = 0;
        for (one, other) in
            self.lines.iter().zip(&other.lines).filter(|(one, other)| !is_empty(one) && !is_empty(other))
        {
            pairs += 1;
            for (word, (one, other)) in one.features.iter().zip(other.features).enumerate() {
                for (counts, only) in alone.iter_mut().zip([one & !other, other & !one]) {
                    bits(only).for_each(|bit| counts[64 * word + bit] += 1);
                }
            }
        }
        let is_habit = &*IS_HABIT;
        let difference = |feature: usize| {
            let counts = alone.each_ref().map(|counts| u64::from(counts[feature]));
            if counts == [0; 2] {
                return 0.0;
            }
            let (least, most) = (counts[0].min(counts[1]), counts[0].max(counts[1]));
            // A mark that no good text has needs no test.
            if (LOOP..=END_OF_GARBLED).contains(&feature) {
                let is_fault = most >= MANY_TIMES * least;
                let strength = most as f64 / InGoodText::Never.least(pairs) as f64;
                return if is_fault { MIN_DIFFERENCE * strength } else { 0.0 };
            }
            let (least, most) = (least as f64, most as f64);
            let chi_squared = (most - least).powi(2) / (most + least).max(1.0);
            let is_fault = least < BY_CHANCE || most >= MANY_TIMES as f64 * least;
            let is_fault = is_fault && (!is_habit[feature] || 2.0 * most > pairs as f64);
            // Headings need no final mark, nor a capital, speech may be in quotes, and foreign names lack the letters of their language.
            let is_of_style = matches!(feature, NO_MARK | QUOTED | NOT_ASCII | FIRST_LOWERCASE | FIRST_CAPITAL);
            let weight = if is_of_style { 0.4 } else { 1.0 } * (ENOUGH as f64 / pairs as f64).min(1.0);
            if is_fault { weight * chi_squared } else { 0.0 }
        };
        let differences: Vec<f64> = (0..FEATURES).map(difference).collect();
        // Words bring letters that other lines of both texts have too; other words bring letters to the other text.
        let (mut excess, mut of_words) = (0.0_f64, 0.0_f64);
        for (feature, difference) in differences.iter().enumerate() {
            let above = (difference - BY_CHANCE).max(0.0);
            match above > 0.0 && (OTHER_LETTERS..KANA).contains(&feature) && self.has_as_often(other, feature) {
                true if alone[0][feature] < alone[1][feature] => of_words -= above,
                true => of_words += above,
                false => excess += above,
            }
        }
        excess += of_words.abs();
        // Letters that are not ASCII are of words; many of them differ if they are wrong.
        let others = differences[..OTHER_LETTERS].iter().chain(&differences[CLASSES..]);
        (excess / MIN_SUM).max(others.copied().fold(0.0, f64::max) / MIN_DIFFERENCE)
    }

    /// Whether the lines with a feature are not many times as many in one text as in the other.
    fn has_as_often(&self, other: &TextSigns, feature: usize) -> bool {
        let [own, others] = [self, other].map(|text| text.lines.iter().filter(|line| line.has(feature)).count() as f64);
        own.max(others) < MANY_TIMES as f64 * own.min(others)
    }

    /// Whether most lines with numbers have other numbers than their counterparts.
    fn has_other_numbers(&self, other: &TextSigns) -> bool {
        let digits = self.lines.iter().zip(&other.lines).map(|(one, other)| [one.digits, other.digits]);
        let pairs: Vec<[u16; 2]> = digits.filter(|pair| !pair.contains(&0)).collect();
        let differing = pairs.iter().filter(|[one, other]| one != other).count();
        differing as u64 >= MANY_LINES && is_nearly_all(differing as u64, pairs.len() as u64)
    }

    /// By how much more lines begin or end alike than do their counterparts, or lines of translations, for which it is at most 1.
    fn common_ends(&self, other: &TextSigns) -> f64 {
        // In long texts that are good, as many have one at times, which costs time only.
        let least = FEW_LINES.max((NOTICEABLE_SHARE * self.len() as f64) as u64) as usize;
        let most = [0, 1].map(|side| {
            let ends = self.lines.iter().zip(&other.lines).map(|(line, other)| [line.ends[side], other.phrases[side]]);
            let mut ends: Vec<[u64; 2]> = ends.filter(|[end, _]| *end != 0).collect();
            ends.sort_unstable();
            let is_odd = |run: &&[[u64; 2]]| {
                let in_other = other.lines.iter().filter(|line| line.ends[side] == run[0][0]).count();
                // The translation of a phrase is a phrase.
                let phrase = run.chunk_by(|one, other| one == other).map(<[_]>::len).max().unwrap_or_default();
                run.len() > MANY_TIMES as usize * in_other && 2 * phrase < run.len()
            };
            let runs = ends.chunk_by(|one, other| one[0] == other[0]).filter(|run| 2 * run.len() >= least);
            runs.filter(is_odd).map(<[_]>::len).max().unwrap_or_default()
        });
        most[0].max(most[1]) as f64 / least as f64
    }
}

/// Whether a reference has nothing in common with many lines that are like another reference.
fn has_strange_reference(candidate: &TextSigns, references: &[TextSigns]) -> bool {
    let similarities = |line: usize| -> Vec<Option<f64>> {
        let own = candidate.long_sketch(line);
        references.iter().map(|text| Some(own?.similarity(text.long_sketch(line)?))).collect()
    };
    let is_matched = |all: &Vec<Option<f64>>| all.iter().flatten().any(|similarity| *similarity >= ALIGNED);
    let matched: Vec<_> = (0..candidate.sketches.len()).map(similarities).filter(is_matched).collect();
    (0..references.len()).any(|reference| {
        let is_strange = |all: &&Vec<Option<f64>>| all[reference].is_some_and(|similarity| similarity < DISSIMILAR);
        let strange = matched.iter().filter(is_strange).count();
        strange as u64 >= InGoodText::Often.least(matched.len() as u64)
    })
}

impl LineSigns {
    fn has(&self, feature: usize) -> bool {
        self.features[feature / 64] >> (feature % 64) & 1 == 1
    }

    fn add(&mut self, feature: usize) {
        self.add_if(true, feature);
    }

    fn add_if(&mut self, has: bool, feature: usize) {
        self.features[feature / 64] |= u64::from(has) << (feature % 64);
    }

    /// The signs in a line without white space at its ends, given its bytes. Adds its unspaced letters.
    fn new(line: &str, bytes: ByteSet, unspaced: &mut ScriptCounts) -> LineSigns {
        let ascii = bytes.ascii();
        let mut seen = LineSigns { digits: (ascii >> b'0') as u16 & 0x3FF, ..LineSigns::default() };
        let [mut ideographs, mut hiragana, mut katakana, mut other_unspaced] = [0; 4];
        let (mut is_of_other_script, mut has_mark) = (false, ascii & PUNCTUATION != 0);
        let mut see = |seen: &mut LineSigns, c: char| {
            has_mark = has_mark || is_punctuation(c);
            is_of_other_script = is_of_other_script || c >= '\u{370}' && is_letter(c);
            seen.add(class(c));
        };
        // A line in an alphabet has few different letters, which are looked at once.
        let mut of_two_bytes = [0; TWO_BYTES / 64];
        for (_, c) in not_ascii(line) {
            match c {
                '\0'..='\u{7FF}' => of_two_bytes[c as usize / 64] |= 1 << (c as usize % 64),
                // Names may be of full width.
                '\u{FF21}'..='\u{FF3A}' | '\u{FF41}'..='\u{FF5A}' => {}
                '\u{4E00}'..='\u{9FFF}' => {
                    ideographs += 1;
                    seen.add(class_of_ideograph(c));
                }
                '\u{3041}'..='\u{3096}' => hiragana += 1,
                '\u{309D}'..='\u{30FF}' => katakana += 1,
                '\u{E01}'..='\u{109F}' | '\u{1780}'..='\u{17FF}' => {
                    other_unspaced += 1;
                    seen.add(class(c));
                }
                _ => see(&mut seen, c),
            }
        }
        let of_two_bytes = if bytes.is_ascii() { &[][..] } else { &of_two_bytes };
        for (word, first) in of_two_bytes.iter().zip((0..).step_by(64)) {
            bits(*word).filter_map(|bit| char::from_u32(first + bit as u32)).for_each(|c| see(&mut seen, c));
        }
        seen.add_if(hiragana + katakana > 0, KANA);
        is_of_other_script |= ideographs + hiragana + katakana + other_unspaced > 0;
        unspaced.add(Script::Han, ideographs);
        unspaced.add(Script::Hiragana, hiragana + katakana);
        unspaced.add(Script::Thai, other_unspaced);
        if hiragana > 0 {
            // Japanese may write a word with ideographs or without.
            seen.features[IDEOGRAPHS / 64..CLASSES / 64].fill(0);
        }
        let different = ascii.count_ones() + seen.features.iter().map(|word| word.count_ones()).sum::<u32>();
        // Names in another script may be translated or not, and set apart or not.
        let mut counted = if is_of_other_script { ascii & !LETTERS } else { ascii };
        if ideographs + hiragana > 0 {
            counted &= !(1 << b' ');
        }
        let letters = if is_of_other_script { ascii & LETTERS } else { 0 };
        seen.add_if(letters != 0 && letters & UPPERCASE == 0, LOWERCASE_NAMES);
        seen.add_if(letters != 0 && letters & !UPPERCASE == 0, CAPITAL_NAMES);
        for (set, class) in [(UPPERCASE, b'A'), (LETTERS & !UPPERCASE, b'a'), (DIGITS, b'0')] {
            seen.add_if(counted & set != 0, class.into());
        }
        [counted as u64, (counted >> 64) as u64].into_iter().zip([0, 64]).for_each(|(word, first)| {
            let others = word & !((LETTERS | DIGITS) >> first) as u64;
            bits(others).for_each(|bit| seen.add(first + bit));
        });
        let is_name = |c: char| is_of_other_script && narrow(c).is_ascii_alphabetic();
        let is_style = |c: char| !c.is_ascii_alphanumeric() && (STYLE.contains(c) || c.is_whitespace());
        let first = line.trim_start_matches(is_style).chars().next().map(|c| if is_name(c) { 'あ' } else { c });
        first.into_iter().for_each(|c| seen.add(CLASSES + kind(c)));
        let ends = [line.chars().next(), line.chars().next_back()];
        seen.add_if(ends.iter().flatten().all(|c| is_quote(*c)), QUOTED);
        let other_letters = &seen.features[OTHER_LETTERS / 64..IDEOGRAPHS / 64];
        seen.add_if(other_letters.iter().any(|word| *word != 0), NOT_ASCII);
        seen.add_if(!has_mark, NO_MARK);
        seen.add_if(ends[1].is_some_and(char::is_alphanumeric), OPEN);
        Garblings::of(line, bytes).iter().for_each(|garbling| seen.add(GARBLED + garbling));
        seen.add_if(ascii & LETTERS != 0 && mixes_scripts(line), MIXED_SCRIPTS);
        let is_uniform = line.len() > BYTES_PER_DIFFERENT * different as usize;
        seen.add_if(is_uniform && repeats_middle(line) && Sketch::new(line).is_repetitive() && loops(line), LOOP);
        let hashes = [hashes(line.chars()), hashes(line.chars().rev())];
        [seen.phrases, seen.ends] = [0, 1].map(|place| hashes.map(|hashes| hashes[place]));
        seen.outermost = [beginning(line), end(line)];
        seen
    }
}

/// Sets of ASCII characters, as bits.
const PUNCTUATION: u128 = !(LETTERS | DIGITS | 1 << 127) >> 33 << 33;
const DIGITS: u128 = 0x3FF << b'0';
const UPPERCASE: u128 = 0x3FF_FFFF << b'A';
const LETTERS: u128 = UPPERCASE | 0x3FF_FFFF << b'a';

/// Numbers of characters at an end whose hashes are taken.
const HASHED: [usize; 2] = [PHRASE_END, COMMON];

/// Hashes of the first characters of these, without digits: of [as many](HASHED), or 0 if there are fewer.
fn hashes(characters: impl Iterator<Item = char>) -> [u64; 2] {
    let (mut hashes, mut hash) = ([0; 2], 0_u64);
    for (count, c) in (1..=COMMON.max(PHRASE_END)).zip(characters.filter(|c| !c.is_ascii_digit())) {
        hash = (hash.rotate_left(5) ^ u64::from(c)).wrapping_mul(STEP);
        hashes.iter_mut().zip(HASHED).filter(|(_, length)| *length == count).for_each(|(found, _)| *found = hash);
    }
    hashes
}

/// The last characters of a line, the very last first.
fn end(line: &str) -> [char; 2] {
    let mut last = line.chars().rev();
    [(); 2].map(|()| last.next().unwrap_or_default())
}

/// The first characters of a line, a `0` for any number.
fn beginning(line: &str) -> [char; 2] {
    let first = line.chars().next().unwrap_or_default();
    let rest = if first.is_ascii_digit() {
        line.trim_start_matches(|c: char| c.is_ascii_digit())
    } else {
        &line[first.len_utf8().min(line.len())..]
    };
    [if first.is_ascii_digit() { '0' } else { first }, rest.chars().next().unwrap_or_default()]
}

/// The class of a character. Which letters of a script a line has depends on its words.
fn class(c: char) -> usize {
    match narrow(c) {
        'a'..='z' => b'a'.into(),
        'A'..='Z' => b'A'.into(),
        '0'..='9' => b'0'.into(),
        c @ '\0'..='\x7F' => c as usize,
        '\u{3041}'..='\u{3096}' | '\u{309D}'..='\u{30FF}' => KANA,
        c @ '\u{4E00}'..='\u{9FFF}' => class_of_ideograph(c),
        c if is_letter(c) => OTHER_LETTERS + c as usize % (KANA - OTHER_LETTERS),
        // A mark that shares the class of a style mark would be ignored with it.
        c if STYLE.contains(c) => STYLE_MARK,
        c => STYLE_MARK + 1 + c as usize % (OTHER_LETTERS - STYLE_MARK - 1),
    }
}

fn class_of_ideograph(c: char) -> usize {
    IDEOGRAPHS + c as usize % (CLASSES - IDEOGRAPHS)
}

/// The kind of a character at an end of a line: letters and digits are few kinds.
fn kind(c: char) -> usize {
    let kind = match narrow(c) {
        c if c.is_lowercase() => 'a',
        c if c.is_uppercase() => 'A',
        c if c.is_alphabetic() => 'x',
        c if c.is_numeric() => '0',
        c if c.is_ascii() => c,
        _ => '\0',
    };
    kind as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether one in `every` lines has a `&` that the other text's lines lack.
    fn differ(lines: usize, every: usize) -> bool {
        let text = |mark: &str| {
            let mut text = TextSigns::default();
            (0..lines).for_each(|i| text.add(&format!("One{}two.", if i % every == 0 { mark } else { " " }), false));
            text
        };
        text(" & ").difference(&text(" ")) >= 1.0
    }

    #[test]
    fn many_lines_of_another_style_differ_no_more_than_few() {
        for lines in [200, 2_000, 20_000] {
            assert!(!differ(lines, 40), "{lines}");
            assert!(differ(lines, 10), "{lines}");
        }
    }

    /// 60 lines.
    fn text(line: impl Fn(usize) -> String) -> TextSigns {
        let mut text = TextSigns::default();
        (0..60).for_each(|i| text.add(&line(i), false));
        text
    }

    #[test]
    fn half_spaces_differ_though_other_marks_of_their_block_are_style() {
        let one = text(|i| format!("می\u{200C}روم {i}"));
        assert!(one.difference(&text(|i| format!("میروم {i}"))) >= 1.0);
    }

    #[test]
    fn letters_that_other_lines_of_both_texts_have_are_of_words() {
        let words = |is: bool| (if is { "ψωμί" } else { "νερό" }).to_owned();
        let [one, other] = [text(|i| words(i % 4 != 0)), text(|i| words(i % 2 != 0))];
        assert!(one.difference(&other) < 1.0);
        assert!(one.difference(&text(|_| words(false))) >= 1.0);
    }

    #[test]
    fn a_phrase_may_have_several_translations() {
        let phrases = ["Tippe auf Einstellungen", "Tippe Geräte an", "Tippe erneut"];
        let name = |i: usize| char::from(b'A' + i as u8).to_string().repeat(COMMON);
        let one = text(|i| if i < 30 { format!("Tippen Sie auf {}", name(i)) } else { format!("Zeile {i}") });
        let phrase = text(|i| if i < 30 { phrases[i % 3].to_owned() } else { format!("Zeile {i}") });
        let words =
            text(|i| if i < 30 { format!("{i:05b} mal drücken").replace('1', "l") } else { format!("Zeile {i}") });
        assert!(one.common_ends(&phrase) < 1.0);
        assert!(one.common_ends(&words) >= 1.0);
    }
}
