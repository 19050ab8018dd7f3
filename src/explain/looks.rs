//! What a text looks like, before anything is done to it: its letters, its case, its punctuation.

use memchr::{memchr2_iter, memmem};
use std::cmp::Reverse;
use std::ops::AddAssign;
use unicode_script::{Script, UnicodeScript};

/// Bytes that are looked at together for characters beyond ASCII.
const PIECE: usize = 32;

/// How many characters are remembered.
const REMEMBERED: usize = 1 << 12;

/// Counts over some lines of a text.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    /// Lines.
    pub lines: u64,
    /// Lines of white space alone.
    pub empty: u64,
    /// Characters other than spaces.
    pub characters: u64,
    /// Periods and commas that end a word.
    pub marks: u64,
    /// Those of them that have white space before them.
    pub marks_apart: u64,
    /// `@@` that end a part of a word, as subword-nmt writes them.
    pub joined: u64,
    /// `▁` (U+2581) that begin a word, as SentencePiece writes them.
    pub underlined: u64,
    /// Uppercase letters.
    pub upper: u64,
    /// Lowercase letters.
    pub lower: u64,
    /// Lines whose first letter is uppercase.
    pub begin_upper: u64,
    /// Lines whose first letter is lowercase.
    pub begin_lower: u64,
    /// Letters of each script.
    pub letters: Letters,
}

impl Looks {
    /// Takes into account what a text of many lines holds that lines are not asked for.
    pub fn add_text(&mut self, text: &str) {
        let count = |mark: &str| memmem::find_iter(text.as_bytes(), mark).count() as u64;
        self.joined += count("@@ ");
        self.underlined += count("▁");
    }

    /// Takes a line into account; leaves its letters in `letters`, in place of others.
    pub fn add(&mut self, line: &str, known: &mut Characters, letters: &mut Letters) {
        let bytes = line.as_bytes();
        // In pieces whose counts fit in a byte each, so that many bytes are counted by one instruction.
        let count_in = |piece: &[u8], is: fn(&u8) -> bool| piece.iter().map(|byte| u8::from(is(byte))).sum::<u8>();
        let count = |is: fn(&u8) -> bool| bytes.chunks(255).map(|piece| u64::from(count_in(piece, is))).sum::<u64>();
        let mut upper = count(u8::is_ascii_uppercase);
        let mut lower = count(u8::is_ascii_lowercase);
        // All bytes but those that continue a character.
        self.characters += count(|&byte| byte != b' ' && byte & 0xC0 != 0x80);
        letters.0.clear();
        letters.add(Script::Latin, upper + lower);
        let is_space = |i: usize| bytes.get(i) == Some(&b' ');
        let mut add_mark = |i: usize| {
            self.marks += 1;
            self.marks_apart += u64::from(i > 0 && is_space(i - 1));
        };
        memchr2_iter(b'.', b',', bytes).filter(|&i| i + 1 == bytes.len() || is_space(i + 1)).for_each(&mut add_mark);
        // Characters beyond ASCII, by the bytes that they begin with.
        for (start, piece) in (0..).step_by(PIECE).zip(bytes.chunks(PIECE)).filter(|(_, piece)| !piece.is_ascii()) {
            for i in (start..start + piece.len()).filter(|&i| bytes[i] >= 0xC0) {
                match line[i..].chars().next() {
                    Some('。' | '，' | '、') => add_mark(i),
                    Some(c) => {
                        let c = known.of(c);
                        letters.add(c.script, 1);
                        upper += u64::from(c.is_upper);
                        lower += u64::from(c.is_lower);
                    }
                    None => {}
                }
            }
        }
        if upper + lower > 0 {
            match line.chars().map(|c| known.of(c)).find(|c| c.is_upper || c.is_lower) {
                Some(c) if c.is_upper => self.begin_upper += 1,
                _ => self.begin_lower += 1,
            }
        }
        self.lines += 1;
        self.empty += u64::from(line.trim().is_empty());
        self.upper += upper;
        self.lower += lower;
        self.letters += letters;
    }

    /// What part of the cased letters is uppercase, from 0 to 1.
    pub fn upper_share(&self) -> f64 {
        share(self.upper, self.upper + self.lower)
    }

    /// What part of the lines that begin with a cased letter begin with an uppercase one, from 0 to 1.
    pub fn begin_upper_share(&self) -> f64 {
        share(self.begin_upper, self.begin_upper + self.begin_lower)
    }

    /// What part of the periods and commas stands apart from the word before, from 0 to 1.
    pub fn apart_share(&self) -> f64 {
        share(self.marks_apart, self.marks)
    }
}

/// A part of a whole, from 0 to 1; 0 where there is nothing.
pub fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole.max(1) as f64
}

impl AddAssign<&Looks> for Looks {
    fn add_assign(&mut self, other: &Looks) {
        self.lines += other.lines;
        self.empty += other.empty;
        self.characters += other.characters;
        self.marks += other.marks;
        self.marks_apart += other.marks_apart;
        self.joined += other.joined;
        self.underlined += other.underlined;
        self.upper += other.upper;
        self.lower += other.lower;
        self.begin_upper += other.begin_upper;
        self.begin_lower += other.begin_lower;
        self.letters += &other.letters;
    }
}

/// What is known of characters: those seen last, since looking them up in Unicode's tables takes long.
#[derive(Debug)]
pub struct Characters(Box<[Character; REMEMBERED]>);

#[derive(Clone, Copy, Debug)]
struct Character {
    c: char,
    script: Script,
    is_upper: bool,
    is_lower: bool,
}

impl Default for Characters {
    fn default() -> Self {
        Characters(Box::new([Character::new('\0'); REMEMBERED]))
    }
}

impl Characters {
    fn of(&mut self, c: char) -> Character {
        let place = &mut self.0[c as usize % REMEMBERED];
        if place.c != c {
            *place = Character::new(c);
        }
        *place
    }
}

impl Character {
    fn new(c: char) -> Character {
        Character { c, script: c.script(), is_upper: c.is_uppercase(), is_lower: c.is_lowercase() }
    }
}

/// How many letters there are of each script.
#[derive(Clone, Debug, Default)]
pub struct Letters(Vec<(Script, u64)>);

impl Letters {
    fn add(&mut self, script: Script, count: u64) {
        // What belongs to several scripts, as digits and punctuation do, is no letter here.
        if count == 0 || matches!(script, Script::Common | Script::Inherited | Script::Unknown) {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| *known == script) {
            Some((_, sum)) => *sum += count,
            None => self.0.push((script, count)),
        }
    }

    /// All letters.
    pub fn sum(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    fn of(&self, script: Script) -> u64 {
        self.0.iter().find(|(known, _)| *known == script).map_or(0, |(_, count)| *count)
    }

    /// The scripts' names and what part of the letters is in them, the most frequent first.
    pub fn shares(&self) -> Vec<(&'static str, f64)> {
        let mut scripts = self.0.clone();
        scripts.sort_by_key(|&(script, count)| (Reverse(count), script.full_name()));
        scripts.iter().map(|&(script, count)| (script.full_name(), share(count, self.sum()))).collect()
    }

    /// What part of the letters two texts have in the same scripts, in the same proportions: from 0 to 1.
    pub fn overlap(&self, other: &Letters) -> f64 {
        let least =
            |&(script, count): &(Script, u64)| share(count, self.sum()).min(share(other.of(script), other.sum()));
        self.0.iter().map(least).sum()
    }

    /// Whether most of these letters, and at least five, are in scripts of which the others, which have letters, have
    /// none.
    pub fn are_foreign_to(&self, others: &[Letters]) -> bool {
        let is_foreign = |script| others.iter().all(|other| other.of(script) == 0);
        let foreign: u64 = self.0.iter().filter(|(script, _)| is_foreign(*script)).map(|(_, count)| count).sum();
        foreign >= 5 && 2 * foreign > self.sum() && others.iter().any(|other| !other.0.is_empty())
    }
}

impl AddAssign<&Letters> for Letters {
    fn add_assign(&mut self, other: &Letters) {
        other.0.iter().for_each(|&(script, count)| self.add(script, count));
    }
}
