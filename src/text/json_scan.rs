//! One pass over a line of JSON that finds the values to which paths lead, as they are written. All others are skipped: only their
//! structure is looked at, and strings are looked through 16 bytes at a time.
//!
//! It reads valid JSON alone. It gives up at all else, and at rare forms; [`find_by_steps`] then decides.

use super::json_path::{ItemStep, PathTree};
use super::json_values::{FoundValue, FoundValues, LineFault, find_by_steps, find_in_item, key_text};
use std::ptr;
use tinyvec::TinyVec;
use wide::u8x16;

/// Maximum number of objects and arrays around a value.
const MAX_DEPTH: u32 = 64;

/// Finds the values that paths lead to in an object, which is a line.
///
/// # Errors
/// The first fault.
pub fn find<'l>(line: &'l str, paths: &PathTree) -> Result<FoundValues<'l>, LineFault<'l>> {
    scan(line, paths).map_or_else(|| find_by_steps(line, paths), Ok)
}

/// The same; `None` if it gives up.
pub fn scan<'l>(line: &'l str, paths: &PathTree) -> Option<FoundValues<'l>> {
    let mut scanner = Scanner { line, at: 0, found: FoundValues::default() };
    scanner.skip_white_space();
    scanner.object(paths, MAX_DEPTH)?;
    scanner.skip_white_space();
    (scanner.at == line.len()).then_some(scanner.found)
}

struct Scanner<'l> {
    line: &'l str,
    /// Place of the next byte.
    at: usize,
    found: FoundValues<'l>,
}

impl<'l> Scanner<'l> {
    /// The next byte; 0, which is not JSON, at the end.
    fn byte(&self) -> u8 {
        self.line.as_bytes().get(self.at).copied().unwrap_or(0)
    }

    fn rest(&self) -> &'l [u8] {
        &self.line.as_bytes()[self.at..]
    }

    fn skip_white_space(&mut self) {
        while matches!(self.byte(), b' ' | b'\t' | b'\n' | b'\r') {
            self.at += 1;
        }
    }

    /// Skips this byte and the white space after it.
    fn skip_mark(&mut self, mark: u8) -> Option<()> {
        (self.byte() == mark).then(|| self.at += 1)?;
        self.skip_white_space();
        Some(())
    }

    /// Skips the comma after a member or an item, or the end of the object or array; whether there is another.
    fn skip_separator(&mut self, end: u8) -> Option<bool> {
        self.skip_white_space();
        match self.byte() {
            b',' => self.skip_mark(b',').map(|()| true),
            byte => (byte == end).then(|| self.at += 1).map(|()| false),
        }
    }

    /// Begins an object or an array; whether it has anything.
    fn begin(&mut self, begin: u8, end: u8) -> Option<bool> {
        self.skip_mark(begin)?;
        let is_empty = self.byte() == end;
        self.at += usize::from(is_empty);
        Some(!is_empty)
    }

    /// Skips a string; whether it has escapes.
    fn skip_string(&mut self) -> Option<bool> {
        (self.byte() == b'"').then(|| self.at += 1)?;
        let mut has_escapes = false;
        loop {
            self.at += plain_length(self.rest());
            match *self.rest() {
                [b'"', ..] => {
                    self.at += 1;
                    return Some(has_escapes);
                }
                [b'\\', b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't', ..] => self.at += 2,
                [b'\\', b'u', a, b, c, d, ..] if [a, b, c, d].iter().all(u8::is_ascii_hexdigit) => self.at += 6,
                _ => return None,
            }
            has_escapes = true;
        }
    }

    /// Skips the digits of a number, at least one.
    fn skip_digits(&mut self) -> Option<()> {
        let digits = self.rest().iter().take_while(|byte| byte.is_ascii_digit()).count();
        self.at += digits;
        (digits > 0).then_some(())
    }

    fn skip_number(&mut self) -> Option<()> {
        self.at += usize::from(self.byte() == b'-');
        match self.byte() {
            // A digit after a zero is found to be wrong, since it is no separator.
            b'0' => self.at += 1,
            _ => self.skip_digits()?,
        }
        if self.byte() == b'.' {
            self.at += 1;
            self.skip_digits()?;
        }
        if matches!(self.byte(), b'e' | b'E') {
            self.at += 1;
            self.at += usize::from(matches!(self.byte(), b'+' | b'-'));
            self.skip_digits()?;
        }
        Some(())
    }

    /// Skips a value.
    fn skip_value(&mut self, depth: u32) -> Option<()> {
        let inner = depth.checked_sub(1)?;
        match self.byte() {
            b'"' => self.skip_string().map(|_| ()),
            b'{' => {
                let mut has_more = self.begin(b'{', b'}')?;
                while has_more {
                    self.skip_string()?;
                    self.skip_white_space();
                    self.skip_mark(b':')?;
                    self.skip_value(inner)?;
                    has_more = self.skip_separator(b'}')?;
                }
                Some(())
            }
            b'[' => {
                let mut has_more = self.begin(b'[', b']')?;
                while has_more {
                    self.skip_value(inner)?;
                    has_more = self.skip_separator(b']')?;
                }
                Some(())
            }
            b't' => self.skip_word(b"true"),
            b'f' => self.skip_word(b"false"),
            b'n' => self.skip_word(b"null"),
            _ => self.skip_number(),
        }
    }

    fn skip_word(&mut self, word: &[u8]) -> Option<()> {
        self.rest().starts_with(word).then(|| self.at += word.len())
    }

    /// Takes a value to which some paths lead, and follows the others further in it.
    fn value(&mut self, paths: &PathTree, depth: u32) -> Option<()> {
        let begin = self.at;
        let mut is_plain = false;
        match self.byte() {
            b'"' => is_plain = !self.skip_string()?,
            b'{' if !paths.is_end() => self.object(paths, depth)?,
            b'[' if !paths.is_end() => self.array(paths, depth)?,
            _ => self.skip_value(depth)?,
        }
        let json = &self.line[begin..self.at];
        self.found.extend(paths.columns.iter().map(|&column| FoundValue { column, json, is_plain }));
        Some(())
    }

    fn object(&mut self, paths: &PathTree, depth: u32) -> Option<()> {
        let inner = depth.checked_sub(1)?;
        let mut followed = TinyVec::<[Option<&PathTree>; 4]>::new();
        let mut has_more = self.begin(b'{', b'}')?;
        while has_more {
            let begin = self.at;
            let has_escapes = self.skip_string()?;
            let next = paths.after_key(&key_text(&self.line[begin..self.at], has_escapes)?);
            self.skip_white_space();
            self.skip_mark(b':')?;
            match next {
                // Two values for a key.
                Some(next) if followed.iter().flatten().any(|known| ptr::eq(*known, next)) => return None,
                Some(next) => {
                    followed.push(Some(next));
                    self.value(next, inner)?;
                }
                None => self.skip_value(inner)?,
            }
            has_more = self.skip_separator(b'}')?;
        }
        Some(())
    }

    fn array(&mut self, paths: &PathTree, depth: u32) -> Option<()> {
        let inner = depth.checked_sub(1)?;
        let mut has_more = self.begin(b'[', b']')?;
        for number in 0.. {
            if !has_more {
                break;
            }
            let mut steps = paths.item_steps().filter(|(step, _)| step.may_lead_to(number));
            match (steps.next(), steps.next()) {
                (None, _) => self.skip_value(inner)?,
                (Some((ItemStep::All | ItemStep::Item(_), next)), None) => self.value(next, inner)?,
                _ => {
                    let begin = self.at;
                    self.skip_value(inner)?;
                    find_in_item(&self.line[begin..self.at], number, paths, &mut self.found).ok()?;
                }
            }
            has_more = self.skip_separator(b']')?;
        }
        Some(())
    }
}

/// Number of bytes before the first that ends a string, begins an escape, or must not be in a string.
fn plain_length(bytes: &[u8]) -> usize {
    let mut length = 0;
    let (blocks, _) = bytes.as_chunks::<16>();
    for block in blocks {
        let block = u8x16::new(*block);
        let is_control = block.min(u8x16::splat(0x1F)).simd_eq(block);
        let ends = block.simd_eq(u8x16::splat(b'"')) | block.simd_eq(u8x16::splat(b'\\')) | is_control;
        let ends = ends.to_bitmask();
        if ends != 0 {
            return length + ends.trailing_zeros() as usize;
        }
        length += 16;
    }
    let is_plain = |byte: &&u8| !matches!(byte, b'"' | b'\\' | 0..=0x1F);
    length + bytes[length..].iter().take_while(is_plain).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::{collection::vec, prop_assert, prop_assert_eq, proptest, sample::select};

    const LINES: [&str; 18] = [
        r#"{"a": {"b": "x", "c": [1, {"t": "u", "x": "y"}]}, "d": [["p"], "q"], "a.b": "z"}"#,
        r#"{"a": {"b": "x"}, "a": {"b": "y"}}"#,
        r#"{"a": {"b": 1e999, "c": [{"t": "u", "x": [2]}, {"t": "v"}]}, "d": "\ud83d"}"#,
        r#"{"d": [[{"b": null}, 2], []], "e": "\ud83d", "a": "\u0041"}"#,
        r#"{"d": {"0": 1}, "a.c": [[7]], "a": {"c": []}}"#,
        r#" { "\u0061" : { "b" : "a string of more than \"16\" bytes, é" , "c" : [ -0.5e+7 , true , false , null ] } } "#,
        r#"{"a": {"b": tru}}"#,
        r#"{"a": 1} {"#,
        r#"{"a": 1,}"#,
        r#"{"z": [1 2]}"#,
        r#"{"z": 01}"#,
        r#"{"z": "\x"}"#,
        r#"{"z": "\u00g0"}"#,
        "{\"z\": \"\t\"}",
        r#"{"\ud83d": 1}"#,
        r#"{"z"; 1}"#,
        "[]",
        "{}",
    ];

    const TREES: [&[&str]; 7] = [
        &["a"],
        &["a.b", "a.c[0]", "d[0][0]"],
        &["a", "a.b", "a.c[1].x"],
        &["a.c[t=u].x", "a.c[].t", "a.c.0", "d"],
        &["d[].b", "d[0]", "d.0", "e.f"],
        &["d[][]", "d[1]"],
        &["b", "b"],
    ];

    /// The values that the scan and the steps find, if they find no fault, in the order of columns; the scan must find the same, or none.
    fn compare(line: &str, names: &[&str]) -> [Option<Vec<(usize, String)>>; 2] {
        let mut paths = PathTree::default();
        names.iter().enumerate().for_each(|(place, name)| paths.add(name, place));
        [scan(line, &paths), find_by_steps(line, &paths).ok()].map(|found| {
            let mut found = found?;
            found.sort_by_key(|value| value.column);
            Some(found.into_iter().map(|value| (value.column, value.json.to_owned())).collect())
        })
    }

    #[test]
    fn the_scan_finds_what_steps_find() {
        for line in LINES {
            for names in TREES {
                let [found, expected] = compare(line, names);
                assert_eq!(found, expected, "{line} {names:?}");
            }
        }
    }

    #[test]
    fn deep_values_are_left_to_the_steps() {
        let line = |depth| format!("{{\"a\": {}{}}}", "[".repeat(depth), "]".repeat(depth));
        assert!(compare(&line(60), &["a"])[0].is_some());
        assert_eq!(compare(&line(100_000), &["a", "z"])[0], None);
    }

    proptest! {
        #[test]
        fn damaged_lines_are_read_as_by_steps(
            line in select(&LINES[..]),
            names in select(&TREES[..]),
            (at, bytes) in (0..100usize, "[{}\\[\\],:\"\\\\abu01e.\\-+ \t]{0,2}"),
            removed in 0..3usize,
        ) {
            let mut characters: Vec<char> = line.chars().collect();
            let at = at.min(characters.len());
            characters.splice(at..(at + removed).min(characters.len()), bytes.chars());
            let line: String = characters.into_iter().collect();
            let [found, expected] = compare(&line, names);
            prop_assert!(found.is_none() || found == expected, "{found:?} {expected:?}");
        }

        #[test]
        fn values_are_skipped_as_the_parser_does(pieces in vec(select(&PIECES[..]), 0..12)) {
            let line = format!("{{\"z\": {}}}", pieces.concat());
            let paths = PathTree::default();
            prop_assert_eq!(scan(&line, &paths).is_some(), find_by_steps(&line, &paths).is_ok());
        }

        #[test]
        fn the_length_of_plain_text_is_counted(text in "[ a-z]{0,40}", end in "[\"\\\\\t\u{1f}]?", rest in ".{0,20}") {
            let all = format!("{text}{end}{rest}");
            let is_end = |byte: &u8| matches!(byte, b'"' | b'\\' | 0..=0x1F);
            prop_assert_eq!(plain_length(all.as_bytes()), all.bytes().position(|byte| is_end(&byte)).unwrap_or(all.len()));
        }
    }

    const PIECES: [&str; 22] = [
        "{", "}", "[", "]", ",", ":", "\"", "\"a\"", "\"a\":", "\\n", "\\u00e9", "\\", "0", "-", "12", ".5", "e", "+3",
        "true", "null", " ", "é",
    ];
}
