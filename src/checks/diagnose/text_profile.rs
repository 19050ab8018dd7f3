//! Profile of a text before preprocessing: the records of its lines, and sums over them.

use super::alignment::Sketch;
use super::byte_set::ByteSet;
use super::common_words::WordCounts;
use super::limits::is_large_share;
use super::line_record::LineRecord;
use super::line_shape::{End, Head};
use super::scripts::{ScriptCounts, script_of};
use super::segment_list::SegmentList;
use super::shares::share;
use crate::bleu::lines::{count_bytes, not_ascii};
use crate::bleu::tokenize::SegmentTokens;
use crate::checks::what_if::SubwordScheme;
use foldhash::fast::RandomState;
use memchr::{memchr_iter, memchr2_iter, memmem};
use std::collections::HashSet;
use std::ops::AddAssign;
use std::sync::OnceLock;
use unicode_script::Script;

/// The lines of a text, and counts over them.
#[derive(Clone, Debug, Default)]
pub struct TextProfile {
    pub counts: TextCounts,
    pub records: Vec<LineRecord>,
    words: OnceLock<WordCounts>,
    words_beyond_ascii: OnceLock<WordCounts>,
    /// Heads of the lines' beginnings and ends.
    heads: [OnceLock<Vec<Option<Head>>>; 2],
    /// The beginning and the end that most lines share, once they are known.
    pub wrapping: OnceLock<Option<[Vec<char>; 2]>>,
}

/// Counts over the lines of a text.
#[derive(Clone, Debug, Default)]
pub struct TextCounts {
    /// Characters other than spaces.
    pub characters: u64,
    pub spaces: u64,
    /// Marks of subwords, in the order of [`SubwordScheme::ALL`].
    pub subword_marks: [u64; SubwordScheme::ALL.len()],
    /// Uppercase letters.
    pub upper: u64,
    /// Lowercase letters.
    pub lower: u64,
    /// Periods and commas that end a word.
    pub marks: u64,
    /// Periods and commas that end a word and have white space before them.
    pub marks_apart: u64,
    /// Letters of each script.
    pub letters: ScriptCounts,
}

/// Number of lines, spread over the text, whose ends and columns are looked at.
const SPREAD: usize = 2000;

/// Maximum number of lines whose words are counted, and whose beginnings are looked at for the encoding that they were read in, and
/// number of characters of these.
const MAX_SAMPLES: usize = 1 << 12;
const SAMPLED: usize = 120;

impl TextProfile {
    /// Adds a line that is there.
    pub fn add(&mut self, line: &str, tokens: SegmentTokens) {
        let bytes = ByteSet::of(line);
        let mut record = LineRecord::new(line, bytes);
        record.is_empty = tokens.is_empty();
        self.counts.add(line, bytes, &mut record.letters);
        self.records.push(record);
    }

    /// Adds lines that are not there, up to this number of lines.
    pub fn add_missing(&mut self, lines: usize) {
        self.records.resize_with(lines, LineRecord::default);
    }

    /// The sketches of the lines.
    pub fn sketches(&self) -> Vec<&Sketch> {
        self.records.iter().map(|record| &record.sketch).collect()
    }

    /// The lines with a property.
    pub fn lines_that(&self, is: impl Fn(&LineRecord) -> bool) -> SegmentList {
        self.records.iter().enumerate().filter(|(_, record)| is(record)).map(|(line, _)| line).collect()
    }

    /// The words of the first lines.
    pub fn words(&self) -> &WordCounts {
        self.words.get_or_init(|| self.first_texts().collect())
    }

    /// The words of the first lines with letters that are not ASCII.
    pub fn words_beyond_ascii(&self) -> &WordCounts {
        self.words_beyond_ascii.get_or_init(|| WordCounts::beyond_ascii(self.first_texts()))
    }

    /// The first lines.
    fn first_texts(&self) -> impl Iterator<Item = &str> {
        self.records.iter().take(MAX_SAMPLES).map(|record| &*record.text)
    }

    /// The heads of the lines at an end.
    pub fn heads(&self, end: End) -> &[Option<Head>] {
        self.heads[end as usize].get_or_init(|| self.records.iter().map(|record| end.head(record)).collect())
    }

    /// Beginnings of the first lines with characters that are not ASCII, each with the number of its line, from 0.
    pub fn samples(&self) -> impl Iterator<Item = (usize, &str)> {
        let texts = self.records.iter().map(|record| &*record.text).enumerate();
        let beginning = |text: &str| text.char_indices().nth(SAMPLED).map_or(text.len(), |(at, _)| at);
        texts
            .filter(|(_, text)| !text.is_ascii())
            .take(MAX_SAMPLES)
            .map(move |(line, text)| (line, &text[..beginning(text)]))
    }

    /// Lines with text, spread over all.
    pub fn spread(&self) -> impl Iterator<Item = &LineRecord> {
        let records = self.records.iter().step_by((self.records.len() / SPREAD).max(1));
        records.filter(|record| record.characters > 0)
    }

    /// Number of different lines among these, from 0.
    pub fn distinct(&self, lines: impl IntoIterator<Item = usize>) -> usize {
        let hashes = lines.into_iter().filter_map(|line| Some(self.records.get(line)?.sketch.hash()));
        hashes.collect::<HashSet<u64, RandomState>>().len()
    }

    /// Whether most lines have a property.
    pub fn most_lines(&self, has: impl Fn(&LineRecord) -> bool) -> bool {
        2 * self.spread().filter(|line| has(line)).count() > self.spread().count()
    }

    /// Whether few of them do, or none.
    pub fn few_lines(&self, has: impl Fn(&LineRecord) -> bool) -> bool {
        let lines = self.spread().filter(|line| has(line)).count();
        lines == 0 || !is_large_share(lines as u64, self.spread().count() as u64)
    }
}

impl TextCounts {
    /// Counts a line, given the set of its bytes, and sets `letters` to the letters of the line.
    fn add(&mut self, line: &str, set: ByteSet, letters: &mut ScriptCounts) {
        let bytes = line.as_bytes();
        let mut upper = count_bytes(bytes, |byte| byte.is_ascii_uppercase());
        let mut lower = count_bytes(bytes, |byte| byte.is_ascii_lowercase());
        // All bytes except continuation bytes of UTF-8.
        let characters = count_bytes(bytes, |byte| byte & 0xC0 != 0x80);
        let spaces = memchr_iter(b' ', bytes).count() as u64;
        self.characters += characters - spaces;
        self.spaces += spaces;
        if set.may_have_subwords() {
            for (marks, scheme) in self.subword_marks.iter_mut().zip(SubwordScheme::ALL) {
                *marks += memmem::find_iter(bytes, scheme.marked_space()).count() as u64;
            }
        }
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
            if matches!(c, '。' | '，' | '、' | '،' | '۔' | '।' | '॥') {
                add_mark(i);
                continue;
            }
            let next = script_of(c);
            if next != script {
                letters.add(script, in_script);
                (script, in_script) = (next, 0);
            }
            in_script += 1;
            // Ideographs have no case, and most other letters are lowercase.
            if script != Script::Han && c.is_lowercase() {
                lower += 1;
            } else if script != Script::Han {
                upper += u64::from(c.is_uppercase());
            }
        }
        letters.add(script, in_script);
        self.upper += upper;
        self.lower += lower;
        self.letters += letters;
    }

    /// The sum of the counts of texts.
    pub fn sum_of<'a>(texts: impl Iterator<Item = &'a TextProfile>) -> TextCounts {
        let mut sum = TextCounts::default();
        texts.for_each(|text| sum += &text.counts);
        sum
    }

    /// Letters that have a case.
    pub fn cased(&self) -> u64 {
        self.upper + self.lower
    }

    /// Share of uppercase letters among cased letters, from 0 to 1.
    pub fn upper_share(&self) -> f64 {
        share(self.upper, self.cased())
    }

    /// Whether most letters are of scripts that are written without spaces between words.
    pub fn is_unspaced(&self) -> bool {
        2 * self.letters.unspaced() > self.letters.sum()
    }

    /// Whether most letters are Hangul.
    pub fn is_korean(&self) -> bool {
        2 * self.letters.of(&[Script::Hangul]) > self.letters.sum()
    }

    /// Whether letters are set apart, so that the text has no words.
    pub fn has_letters_apart(&self) -> bool {
        2 * self.spaces > self.characters
    }

    /// Whether most periods and commas have white space before them.
    pub fn looks_tokenized(&self) -> bool {
        2 * self.marks_apart > self.marks
    }
}

impl AddAssign for TextProfile {
    fn add_assign(&mut self, mut next: TextProfile) {
        self.records.append(&mut next.records);
        self.counts += &next.counts;
    }
}

impl AddAssign<&TextCounts> for TextCounts {
    fn add_assign(&mut self, next: &TextCounts) {
        add_fields!(self, next; characters, spaces, marks, marks_apart, upper, lower);
        self.subword_marks.iter_mut().zip(next.subword_marks).for_each(|(marks, more)| *marks += more);
        self.letters += &next.letters;
    }
}
