//! Profile of a text before preprocessing: its scripts, its case, its punctuation.

use super::alignment::Sketch;
use super::alignment::thresholds::MAX_LINES;
use super::common_words::WordCounts;
use super::garbled_lines::GarbledLines;
use super::line_record::LineRecord;
use super::line_shape::{FEW, FIRST_SHAPES, LINES_PER_SHAPE, MAX_SHAPES, MOST, Shape};
use super::scripts::{PropertyCache, ScriptCounts};
use super::writing::UnspacedLetters;
use crate::lines::{count_bytes, not_ascii};
use crate::what_if::SubwordScheme;
use foldhash::fast::RandomState;
use memchr::{memchr_iter, memchr2_iter, memmem};
use std::collections::HashSet;
use std::iter::Sum;
use std::ops::AddAssign;
use unicode_script::Script;

/// Counts over some lines of a text.
#[derive(Clone, Debug, Default)]
pub struct TextProfile {
    /// Number of lines.
    pub lines: u64,
    /// Characters other than spaces.
    pub characters: u64,
    /// Spaces.
    pub spaces: u64,
    /// Marks of subwords, in the order of [`SubwordScheme::ALL`].
    subword_marks: [u64; SubwordScheme::ALL.len()],
    /// Uppercase letters.
    pub upper: u64,
    /// Lowercase letters.
    pub lower: u64,
    /// Periods and commas that end a word.
    pub marks: u64,
    /// Periods and commas that end a word and have white space before them.
    pub marks_apart: u64,
    /// Letters that are not ASCII.
    pub not_ascii: u64,
    /// Letters of each script.
    pub letters: ScriptCounts,
    /// Odd lines.
    pub garbled: GarbledLines,
    /// Shapes of some lines.
    pub shapes: Vec<Shape>,
    /// Sketches of the first lines, if they are to be compared.
    pub sketches: Vec<Sketch>,
    /// Records of the same lines.
    pub records: Vec<LineRecord>,
    /// Words, if they are to be compared.
    pub words: WordCounts,
    /// Beginnings of the first lines with letters that are not ASCII.
    pub samples: Vec<SampledLine>,
}

/// Beginning of a line.
#[derive(Clone, Debug)]
pub struct SampledLine {
    /// Number of the line, from 0.
    pub line: u64,
    pub text: Box<str>,
}

/// Maximum number of lines whose beginnings are kept, and their number of characters.
const MAX_SAMPLES: usize = 1 << 12;
const SAMPLED: usize = 120;

impl TextProfile {
    /// Counts the marks of subwords in a text whose lines are yet to be added.
    pub fn of_marks(text: &str) -> TextProfile {
        let mut profile = TextProfile::default();
        for (marks, scheme) in profile.subword_marks.iter_mut().zip(SubwordScheme::ALL) {
            *marks = memmem::find_iter(text.as_bytes(), scheme.marked_space()).count() as u64;
        }
        profile
    }

    /// Number of marks of subwords.
    pub fn subword_marks(&self, scheme: SubwordScheme) -> u64 {
        self.subword_marks[scheme as usize]
    }

    /// Counts a line, except for marks of subwords, and replaces `letters` by the letters of the line.
    pub fn add(&mut self, line: &str, properties: &mut PropertyCache, letters: &mut ScriptCounts) {
        self.garbled.add(self.lines, line);
        self.add_clean(line, properties, letters);
    }

    /// Counts a line as [`add`](Self::add) does, but does not look whether it is garbled, which takes most of the time.
    pub fn add_clean(&mut self, line: &str, properties: &mut PropertyCache, letters: &mut ScriptCounts) {
        let bytes = line.as_bytes();
        let mut upper = count_bytes(bytes, |byte| byte.is_ascii_uppercase());
        let mut lower = count_bytes(bytes, |byte| byte.is_ascii_lowercase());
        // All bytes except continuation bytes of UTF-8.
        let characters = count_bytes(bytes, |byte| byte & 0xC0 != 0x80);
        let spaces = memchr_iter(b' ', bytes).count() as u64;
        self.characters += characters - spaces;
        self.spaces += spaces;
        letters.clear();
        letters.add(Script::Latin, upper + lower);
        let is_space = |i: usize| bytes.get(i) == Some(&b' ');
        let mut add_mark = |i: usize| {
            self.marks += 1;
            self.marks_apart += u64::from(i > 0 && is_space(i - 1));
        };
        memchr2_iter(b'.', b',', bytes).filter(|&i| i + 1 == bytes.len() || is_space(i + 1)).for_each(&mut add_mark);
        // Most letters are of the same script as the one before.
        let (mut script, mut in_script) = (Script::Common, 0);
        for (i, c) in not_ascii(line) {
            if matches!(c, '。' | '，' | '、') {
                add_mark(i);
                continue;
            }
            let c = properties.of(c);
            if c.script != script {
                letters.add(script, in_script);
                (script, in_script) = (c.script, 0);
            }
            in_script += 1;
            self.not_ascii += u64::from(c.script != Script::Common && c.script != Script::Inherited);
            upper += u64::from(c.is_upper);
            lower += u64::from(c.is_lower);
        }
        letters.add(script, in_script);
        if self.lines < FIRST_SHAPES || self.lines.is_multiple_of(LINES_PER_SHAPE) {
            self.shapes.extend(Shape::new(line));
        }
        self.lines += 1;
        self.upper += upper;
        self.lower += lower;
        self.letters += letters;
    }

    /// Adds to what texts of one language have in common.
    pub fn add_words(&mut self, number: u64, line: &str) {
        self.words.add(line);
        if self.samples.len() < MAX_SAMPLES && !line.is_ascii() {
            let end = line.char_indices().nth(SAMPLED).map_or(line.len(), |(at, _)| at);
            self.samples.push(SampledLine { line: number, text: line[..end].into() });
        }
    }

    fn add_numbers(&mut self, other: &TextProfile) {
        add_fields!(self, other; lines, characters, spaces, marks, marks_apart, not_ascii, upper, lower);
        self.subword_marks.iter_mut().zip(other.subword_marks).for_each(|(marks, more)| *marks += more);
        self.letters += &other.letters;
    }

    /// Number of different lines among these, from 0.
    pub fn distinct(&self, lines: impl IntoIterator<Item = usize>) -> usize {
        let hashes = lines.into_iter().filter_map(|line| Some(self.sketches.get(line)?.hash()));
        hashes.collect::<HashSet<u64, RandomState>>().len()
    }

    /// Letters that have a case.
    pub fn cased(&self) -> u64 {
        self.upper + self.lower
    }

    /// Share of uppercase letters among cased letters, from 0 to 1.
    pub fn upper_share(&self) -> f64 {
        share(self.upper, self.cased())
    }

    /// Whether most of the lines whose shapes are known have a property.
    pub fn most_lines(&self, has: impl Fn(&Shape) -> bool) -> bool {
        10 * self.shapes.iter().filter(|shape| has(shape)).count() >= MOST * self.shapes.len()
    }

    /// Whether few of them do, or none.
    pub fn few_lines(&self, has: impl Fn(&Shape) -> bool) -> bool {
        10 * self.shapes.iter().filter(|shape| has(shape)).count() <= FEW * self.shapes.len()
    }

    /// Whether most letters are of scripts that are written without spaces between words.
    pub fn is_unspaced(&self) -> bool {
        2 * UnspacedLetters::of(&self.letters).count > self.letters.sum()
    }

    /// Whether letters are set apart, so that the text has no words.
    pub fn has_letters_apart(&self) -> bool {
        2 * self.spaces > self.characters
    }

    /// Whether most letters are Latin.
    pub fn is_latin(&self) -> bool {
        self.letters.sorted().first().is_some_and(|(script, _)| *script == Script::Latin)
    }

    /// Whether most periods and commas have white space before them.
    pub fn looks_tokenized(&self) -> bool {
        2 * self.marks_apart > self.marks
    }
}

/// Returns a part as a share of a whole, from 0 to 1; 0 if the whole is 0.
pub fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl AddAssign for TextProfile {
    fn add_assign(&mut self, mut next: TextProfile) {
        self.garbled.append(&next.garbled, self.lines);
        self.shapes.append(&mut next.shapes);
        self.shapes.truncate(MAX_SHAPES);
        self.sketches.append(&mut next.sketches);
        self.sketches.truncate(MAX_LINES);
        self.records.append(&mut next.records);
        self.records.truncate(MAX_LINES);
        self.words.append(&next.words);
        let numbered = |sample: SampledLine| SampledLine { line: self.lines + sample.line, ..sample };
        self.samples.extend(next.samples.drain(..).map(numbered));
        self.samples.truncate(MAX_SAMPLES);
        self.add_numbers(&next);
    }
}

/// The numbers of all texts together, without their lines.
impl<'a> Sum<&'a TextProfile> for TextProfile {
    fn sum<I: Iterator<Item = &'a TextProfile>>(texts: I) -> TextProfile {
        texts.fold(TextProfile::default(), |mut sum, text| {
            sum.add_numbers(text);
            sum
        })
    }
}
