//! Scripts of letters, and those that are written without spaces between words.

use super::limits::{SHORTEST_WORD, is_large_share};
use super::problem::ScriptShare;
use super::shares::share;
use std::cmp::Reverse;
use std::ops::AddAssign;
use unicode_script::{Script, UnicodeScript};

/// Scripts of Japanese; Chinese has only the first.
pub const IDEOGRAPHS: [Script; 1] = [Script::Han];
pub const KANA: [Script; 2] = [Script::Hiragana, Script::Katakana];

/// Other scripts without spaces between words.
const OTHERS: [Script; 5] = [Script::Khmer, Script::Lao, Script::Myanmar, Script::Thai, Script::Tibetan];

/// Number of letters in each script.
#[derive(Clone, Debug, Default)]
pub struct ScriptCounts(Vec<(Script, u64)>);

impl ScriptCounts {
    /// Adds letters.
    pub fn add(&mut self, script: Script, count: u64) {
        // Characters of several scripts, such as digits and punctuation, are not letters here.
        if count == 0 || matches!(script, Script::Common | Script::Inherited | Script::Unknown) {
            return;
        }
        match self.0.iter_mut().find(|(known, _)| *known == script) {
            Some((_, sum)) => *sum += count,
            None => self.0.push((script, count)),
        }
    }

    /// Number of letters in all scripts.
    pub fn sum(&self) -> u64 {
        self.0.iter().map(|(_, count)| count).sum()
    }

    /// Number of letters in these scripts.
    pub fn of(&self, scripts: &[Script]) -> u64 {
        self.0.iter().filter(|(script, _)| scripts.contains(script)).map(|(_, count)| count).sum()
    }

    /// Number of letters in scripts without spaces between words.
    pub fn unspaced(&self) -> u64 {
        self.of(&IDEOGRAPHS) + self.of(&KANA) + self.of(&OTHERS)
    }

    /// Tokenizers that split text in these scripts without spaces, the most usual first, and the maximum number of letters per token
    /// of text that is split: words of ideographs have one or two, others four. The second maximum is for segments of one token.
    pub fn tokenizers(&self) -> (&'static [&'static str], [f64; 2]) {
        if 2 * self.of(&OTHERS) > self.unspaced() {
            (&["flores200", "graphemes", "char"], [8.0, 8.0])
        } else if 20 * self.of(&KANA) > self.unspaced() {
            (&["ja-mecab", "cjk", "char", "flores200"], [3.0, 1.0])
        } else {
            (&["zh", "cjk", "flores200"], [3.0, 1.0])
        }
    }

    /// The scripts with their shares of the letters, the most frequent first.
    pub fn shares(&self) -> Vec<ScriptShare> {
        let mut scripts = self.0.clone();
        scripts.sort_by_key(|&(script, count)| (Reverse(count), script.full_name()));
        let share_of = |(script, count): (Script, u64)| ScriptShare {
            script: script.full_name(),
            share: share(count, self.sum()),
        };
        scripts.into_iter().map(share_of).collect()
    }

    /// Overlap of the shares of scripts in two texts: 0 if they have none in common, 1 if the shares are equal.
    pub fn overlap(&self, other: &ScriptCounts) -> f64 {
        let least =
            |&(script, count): &(Script, u64)| share(count, self.sum()).min(share(other.of(&[script]), other.sum()));
        self.0.iter().map(least).sum()
    }

    /// Whether most of the letters, and at least five, are in scripts that each of the others hardly has, if some
    /// of these have letters: a name may be in the same script.
    pub fn are_foreign_to(&self, others: &[&ScriptCounts]) -> bool {
        // Lines of Japanese may have all of them, or one.
        let is_japanese = |script| KANA.contains(&script) || IDEOGRAPHS.contains(&script);
        let is_same = |one, other| one == other || is_japanese(one) && is_japanese(other);
        let in_other = |script: Script, other: &ScriptCounts| -> u64 {
            other.0.iter().filter(|(same, _)| is_same(script, *same)).map(|(_, count)| count).sum()
        };
        let is_foreign = |&&(script, count): &&(Script, u64)| {
            // Shares of the letters: a long line may stand beside a short one. Its counterparts have a few, as of names.
            let is_rarer = |other: &&ScriptCounts| {
                !is_large_share(in_other(script, other) * self.sum(), count * other.sum().max(1))
            };
            others.iter().all(is_rarer)
        };
        let foreign: u64 = self.0.iter().filter(is_foreign).map(|(_, count)| count).sum();
        foreign >= SHORTEST_WORD as u64 && 2 * foreign > self.sum() && others.iter().any(|other| !other.0.is_empty())
    }
}

/// Whether a character is alphabetic; fast for the letters of many languages.
pub fn is_letter(c: char) -> bool {
    match c {
        '\u{C0}'..='\u{24F}' => !matches!(c, '×' | '÷'),
        '\u{400}'..='\u{481}' | '\u{48A}'..='\u{52F}' | '\u{4E00}'..='\u{9FFF}' | '\u{AC00}'..='\u{D7A3}' => true,
        '\u{3041}'..='\u{3096}' | '\u{30A1}'..='\u{30FA}' => true,
        '\u{2000}'..='\u{206F}' | '\u{3000}'..='\u{3004}' | '\u{3008}'..='\u{3020}' | '\u{FF00}'..='\u{FF20}' => false,
        _ => c.is_alphabetic(),
    }
}

/// The script of a character; fast for the letters of many languages.
pub fn script_of(c: char) -> Script {
    match c {
        '\u{C0}'..='\u{D6}' | '\u{D8}'..='\u{F6}' | '\u{F8}'..='\u{24F}' => Script::Latin,
        '\u{400}'..='\u{481}' | '\u{48A}'..='\u{52F}' => Script::Cyrillic,
        '\u{4E00}'..='\u{9FFF}' => Script::Han,
        '\u{AC00}'..='\u{D7A3}' => Script::Hangul,
        '\u{3041}'..='\u{3096}' => Script::Hiragana,
        // The mark of a long vowel is of no script by itself.
        '\u{30A1}'..='\u{30FA}' | '\u{30FC}' => Script::Katakana,
        _ => c.script(),
    }
}

impl AddAssign<&ScriptCounts> for ScriptCounts {
    fn add_assign(&mut self, other: &ScriptCounts) {
        other.0.iter().for_each(|&(script, count)| self.add(script, count));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_that_are_fast_are_as_the_tables_say() {
        for c in '\0'..='\u{FFFF}' {
            assert_eq!(is_letter(c), c.is_alphabetic(), "{c:?}");
            assert!(script_of(c) == c.script() || c == '\u{30FC}', "{c:?}");
        }
    }
}
