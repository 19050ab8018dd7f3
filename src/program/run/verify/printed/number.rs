//! Numbers in the cells of printed tables, and their places there.

use regex_lite::Regex;

/// A number that is printed in a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct PrintedNumber {
    pub text: String,
    pub value: f64,
    /// Number of decimals.
    pub decimals: usize,
    pub slot: Slot,
    pub relation: Relation,
}

/// The place of a number in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slot {
    /// The place among the numbers that are in no interval.
    Plain(usize),
    /// After ±.
    HalfWidth,
    /// The ends of an interval in brackets or parentheses.
    Low,
    High,
    /// Alone in parentheses, after another number.
    Beside,
}

/// The relation of a value to the number that is printed for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    Equal,
    /// `<`
    Less,
    /// `>`
    Greater,
}

/// How numbers are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decimals {
    Point,
    Comma,
}

impl Decimals {
    pub const ALL: [Decimals; 2] = [Decimals::Point, Decimals::Comma];

    /// The pattern of a number without a sign.
    fn pattern(self) -> &'static str {
        match self {
            Decimals::Point => r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?|\.\d+",
            Decimals::Comma => r"\d{1,3}(?:\.\d{3})+(?:,\d+)?|\d+(?:,\d+)?|,\d+",
        }
    }

    /// How many numbers in a cell can be written in no other way: what stands between two numbers, and may separate thousands, does not
    /// tell.
    pub fn certain_numbers(self, text: &str) -> usize {
        let (mark, other) = match self {
            Decimals::Point => (r"\.", ","),
            Decimals::Comma => (",", r"\."),
        };
        let Ok(number) = Regex::new(&format!(r"(\d*){mark}(\d+)")) else { return 0 };
        let is_thousands = |whole: &str, decimals: &str| {
            decimals.len() == 3 && (1..=3).contains(&whole.len()) && !whole.starts_with('0')
        };
        let is_certain = |[whole, decimals]: [Option<regex_lite::Match>; 2]| {
            let (Some(whole), Some(decimals)) = (whole, decimals) else { return false };
            let mut next = text[decimals.end()..].chars();
            let is_continued =
                next.next().is_some_and(|c| other.ends_with(c)) && next.next().is_some_and(|c| c.is_ascii_digit());
            !is_thousands(whole.as_str(), decimals.as_str())
                && !is_continued
                // Thousands may be before, but no more of the same mark.
                && !text[..whole.start()].ends_with(|c: char| mark.ends_with(c) || c.is_ascii_digit())
        };
        number.captures_iter(text).filter(|part| is_certain([part.get(1), part.get(2)])).count()
    }

    /// A number as programs write it.
    fn normal(self, text: &str) -> String {
        match self {
            Decimals::Point => text.replace(',', ""),
            Decimals::Comma => text.replace('.', "").replace(',', "."),
        }
    }
}

/// The numbers in a cell. `true` and `false` are 1 and 0.
pub fn numbers(text: &str, style: Decimals) -> Vec<PrintedNumber> {
    if let Some(value) = ["false", "true"].iter().position(|word| text.eq_ignore_ascii_case(word)) {
        let (text, slot, relation) = (text.to_owned(), Slot::Plain(0), Relation::Equal);
        return vec![PrintedNumber { text, value: value as f64, decimals: 0, slot, relation }];
    }
    let pattern = format!(r"([<>≤≥±]\s*)?([+-]?(?:{})(?:[eE][+-]?\d+)?)", style.pattern());
    let Ok(number) = Regex::new(&pattern) else { return Vec::new() };
    let (mut found, mut plain) = (Vec::<PrintedNumber>::new(), 0);
    for part in number.captures_iter(text) {
        let sign = part.get(1).map(|sign| sign.as_str().trim()).unwrap_or_default();
        let Some(digits) = part.get(2) else { continue };
        if is_in_word(text, digits.start(), digits.end()) {
            continue;
        }
        // Between two numbers, a hyphen is a dash: ranks 2-3.
        let is_range = text[..digits.start()].trim_end_matches('-').ends_with(|c: char| c.is_ascii_digit());
        let own = if is_range { digits.as_str().trim_start_matches('-') } else { digits.as_str() };
        let normal = style.normal(own);
        let Ok(value) = normal.parse() else { continue };
        let decimals = match normal.split_once('.') {
            // A number of a program has all its digits.
            _ if normal.contains(['e', 'E']) => 17,
            Some((_, decimals)) => decimals.len(),
            None => 0,
        };
        let slot = match (sign, bracketed(text, digits.start(), style)) {
            ("±", _) => Slot::HalfWidth,
            (_, Some(slot)) if slot != Slot::Beside || plain > 0 => slot,
            _ => {
                plain += 1;
                Slot::Plain(plain - 1)
            }
        };
        let relation = match sign {
            "<" | "≤" => Relation::Less,
            ">" | "≥" => Relation::Greater,
            _ => Relation::Equal,
        };
        found.push(PrintedNumber { text: own.to_owned(), value, decimals, slot, relation });
    }
    found
}

/// Whether digits belong to a name, as in GPT4; a single letter after a number may be a footnote.
fn is_in_word(text: &str, start: usize, end: usize) -> bool {
    let letters = text[end..].chars().take_while(|c| c.is_alphabetic()).count();
    text[..start].ends_with(char::is_alphabetic)
        || letters > 1
        || letters == 1 && !text[start..end].contains(['.', ','])
}

/// The slot of a number that begins here, if it is in brackets or parentheses.
fn bracketed(text: &str, start: usize, style: Decimals) -> Option<Slot> {
    let open = text[..start].rfind(['[', '('])?;
    let close = open + text[open..].find([']', ')'])?;
    if close < start {
        return None;
    }
    let number = Regex::new(&format!(r"[+-]?(?:{})", style.pattern())).ok()?;
    let places: Vec<usize> = number.find_iter(&text[open..close]).map(|found| open + found.start()).collect();
    match places[..] {
        [_] => Some(Slot::Beside),
        [low, _] => Some(if start <= low { Slot::Low } else { Slot::High }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::Slot::{Beside, HalfWidth, High, Low, Plain};
    use super::*;

    fn slots(text: &str) -> Vec<(String, Slot)> {
        let style = if text.contains('.') { Decimals::Point } else { Decimals::Comma };
        numbers(text, style).into_iter().map(|number| (number.text, number.slot)).collect()
    }

    fn assert_slots(text: &str, expected: &[(&str, Slot)]) {
        let expected: Vec<(String, Slot)> = expected.iter().map(|(text, slot)| ((*text).to_owned(), *slot)).collect();
        assert_eq!(slots(text), expected, "{text}");
    }

    #[test]
    fn numbers_have_slots() {
        assert_slots("0.52 ± 0.01", &[("0.52", Plain(0)), ("0.01", HalfWidth)]);
        for text in
            ["52.1 [51.0, 53.2]", "52.1 (51.0; 53.2)", "52.1 [51.0–53.2]", "52.1 [51.0,53.2]", "52.1 (51.0 - 53.2)"]
        {
            assert_slots(&text.replace('–', "-"), &[("52.1", Plain(0)), ("51.0", Low), ("53.2", High)]);
        }
        assert_slots("[51.0, 53.2]", &[("51.0", Low), ("53.2", High)]);
        assert_slots("[-1.5, +0.2]", &[("-1.5", Low), ("+0.2", High)]);
        assert_slots("50.2 (+1.9)", &[("50.2", Plain(0)), ("+1.9", Beside)]);
        assert_slots("50.2 (-1.9)", &[("50.2", Plain(0)), ("-1.9", Beside)]);
        assert_slots("(-1.9)", &[("-1.9", Plain(0))]);
        assert_slots("50.2 (±1.9)", &[("50.2", Plain(0)), ("1.9", HalfWidth)]);
        assert_slots("0.79/0.58", &[("0.79", Plain(0)), ("0.58", Plain(1))]);
        assert_slots("-0.007", &[("-0.007", Plain(0))]);
        assert_slots("2-3", &[("2", Plain(0)), ("3", Plain(1))]);
        assert_slots("52.1a", &[("52.1", Plain(0))]);
        assert_slots("GPT4 and x2", &[]);
        assert_slots("95,7 ± 1,7", &[("95,7", Plain(0)), ("1,7", HalfWidth)]);
        assert_slots("95,7 [94,0, 96,1]", &[("95,7", Plain(0)), ("94,0", Low), ("96,1", High)]);
        assert_slots("97,9/95,5", &[("97,9", Plain(0)), ("95,5", Plain(1))]);
    }

    #[test]
    fn most_decimals_tell_how_they_are_written() {
        let certain = |text: &str| Decimals::ALL.map(|decimals| decimals.certain_numbers(text));
        for (text, points, commas) in [
            ("50.1", 1, 0),
            ("50,1 ± 0,02", 0, 2),
            ("39,114", 0, 0),
            ("0.384", 1, 0),
            (".061", 1, 0),
            ("39,114.5", 1, 0),
            ("39.114,5", 0, 1),
            ("1.234.567", 0, 0),
            ("51.0, 53.2", 2, 0),
            ("2,037", 0, 0),
            ("12", 0, 0),
        ] {
            assert_eq!(certain(text), [points, commas], "{text}");
        }
    }

    #[test]
    fn values_follow_the_style_of_the_table() {
        let value = |text: &str, style| numbers(text, style)[0].value;
        assert_eq!(value("39,114", Decimals::Point), 39114.0);
        assert_eq!(value("39,114", Decimals::Comma), 39.114);
        assert_eq!(value("true", Decimals::Point), 1.0);
        assert_eq!(numbers("<.001", Decimals::Point)[0].relation, Relation::Less);
    }
}
