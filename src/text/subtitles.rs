//! Subtitles: SubRip (SRT) and WebVTT. A cue is a unit, its id the time at which it starts.

use super::checked_lines::CheckedLines;
use super::open::InputStream;
use super::record::Role;
use super::units::{Unit, Units};
use anyhow::{Result, bail};
use memchr::{memchr, memchr3};

/// Name of the text of a cue.
const TEXT: &str = "text";

/// Separator of the times of a cue.
const ARROW: &str = "-->";

/// First word of WebVTT.
pub const WEBVTT: &str = "WEBVTT";

/// First words of blocks of WebVTT that have no text.
const OTHER_BLOCKS: [&str; 3] = ["NOTE", "STYLE", "REGION"];

/// Names of tags, which a viewer does not see.
const TAGS: &str = "b br c em font i lang p rb rp rt ruby s span strong u v";

/// Entities of WebVTT.
const ENTITIES: [(&str, &str); 7] = [
    ("&lt;", "<"),
    ("&gt;", ">"),
    ("&quot;", "\""),
    ("&nbsp;", "\u{A0}"),
    ("&lrm;", "\u{200E}"),
    ("&rlm;", "\u{200F}"),
    // Last, since what it leaves is text.
    ("&amp;", "&"),
];

/// A file of subtitles.
pub struct Subtitles {
    lines: CheckedLines,
    is_webvtt: bool,
    has_begun: bool,
    /// The text of a cue.
    text: String,
}

impl Subtitles {
    /// A reader of SubRip.
    pub fn srt(input: InputStream) -> Subtitles {
        Subtitles { lines: CheckedLines::new(input), is_webvtt: false, has_begun: false, text: String::new() }
    }

    /// A reader of WebVTT.
    pub fn vtt(input: InputStream) -> Subtitles {
        Subtitles { lines: CheckedLines::new(input), is_webvtt: true, has_begun: false, text: String::new() }
    }

    /// Passes over the header of WebVTT, up to the first empty line.
    fn begin(&mut self) -> Result<()> {
        if self.has_begun || !self.is_webvtt {
            return Ok(());
        }
        self.has_begun = true;
        match next_line(&mut self.lines)? {
            Some(line) if line.starts_with(WEBVTT) => self.skip_block(),
            _ => bail!("{}: line 1: no {WEBVTT}; is this WebVTT?", self.lines.name()),
        }
    }

    /// Passes over the rest of a block, up to the next empty line.
    fn skip_block(&mut self) -> Result<()> {
        while next_line(&mut self.lines)?.is_some_and(|line| !line.is_empty()) {}
        Ok(())
    }

    /// The fault of the line that was read last.
    fn fault<T>(&self, message: &str) -> Result<T> {
        bail!("{}: line {}: {message}", self.lines.name(), self.lines.number())
    }
}

/// Reads the next line, without white space at its ends.
fn next_line(lines: &mut CheckedLines) -> Result<Option<&str>> {
    Ok(lines.next_text()?.map(str::trim))
}

impl Units for Subtitles {
    fn read(&mut self, unit: &mut Unit) -> Result<bool> {
        self.begin()?;
        let mut has_name = false;
        loop {
            let Some(line) = next_line(&mut self.lines)? else {
                return if has_name { self.fault("a cue without a time; is the file cut off?") } else { Ok(false) };
            };
            if let Some((start, end)) = times(line) {
                let Some((start, _)) = milliseconds(start).zip(milliseconds(end)) else {
                    return self.fault("not the time of a cue, such as 00:00:01,000 --> 00:00:02,500");
                };
                push_time(&mut unit.id, start);
                unit.line = self.lines.number();
                break;
            }
            match line {
                "" if !has_name => {}
                _ if has_name => {
                    return self.fault("no time of a cue; if this is text, remove the empty line before it");
                }
                _ if self.is_webvtt && is_other_block(line) => self.skip_block()?,
                // A name of WebVTT may be any text.
                _ if self.is_webvtt || line.bytes().all(|byte| byte.is_ascii_digit()) => has_name = true,
                _ => {
                    return self.fault(
                        "neither the number nor the time of a cue; if this is text, remove the empty line before it",
                    );
                }
            }
        }
        self.text.clear();
        while let Some(line) = next_line(&mut self.lines)?.filter(|line| !line.is_empty()) {
            if is_time(line) {
                return self.fault("the time of a cue in the text of another; put an empty line before the cue");
            }
            if !self.text.is_empty() {
                self.text.push(' ');
            }
            push_without_tags(&mut self.text, line, self.is_webvtt);
        }
        unit.add(TEXT, Some(&self.text));
        Ok(true)
    }

    fn input(&self) -> &InputStream {
        self.lines.input()
    }

    fn usual(&self, _: Role) -> &str {
        TEXT
    }
}

/// Whether a line begins a block of WebVTT that has no text.
fn is_other_block(line: &str) -> bool {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    OTHER_BLOCKS.contains(&word)
}

/// The start and the end of a cue, if a line has them.
fn times(line: &str) -> Option<(&str, &str)> {
    // Few lines have an arrow, which is seldom looked for.
    memchr(b'>', line.as_bytes())?;
    line.split_once(ARROW)
}

/// Whether a line is the time of a cue.
pub fn is_time(line: &str) -> bool {
    times(line).is_some_and(|(start, end)| milliseconds(start).is_some() && milliseconds(end).is_some())
}

/// Reads a time, such as `00:01:02,345`, `1:02.345` or `00:01:02,345 X1:0`, in milliseconds.
fn milliseconds(time: &str) -> Option<u64> {
    let time = time.split_ascii_whitespace().next()?;
    if let Some(time) = usual_milliseconds(time.as_bytes()) {
        return Some(time);
    }
    let (clock, fraction) = time.split_once([',', '.'])?;
    let number = |digits: &str| digits.parse::<u32>().ok().filter(|_| digits.bytes().all(|byte| byte.is_ascii_digit()));
    let (mut seconds, mut parts) = (0, 0);
    for part in clock.split(':') {
        parts += 1;
        seconds = 60 * seconds + u64::from(number(part).filter(|_| parts <= 3)?);
    }
    if parts < 2 {
        return None;
    }
    // A fraction with fewer digits is a decimal fraction.
    let scale = 10_u64.pow(3_u32.checked_sub(u32::try_from(fraction.len()).ok()?)?);
    Some(1000 * seconds + u64::from(number(fraction)?) * scale)
}

/// Reads a time of the usual form, `00:01:02,345`, which is most of them.
fn usual_milliseconds(time: &[u8]) -> Option<u64> {
    let &[h, hours, b':', m, minutes, b':', s, seconds, b',' | b'.', f, g, fraction] = time else { return None };
    let digits = [h, hours, m, minutes, s, seconds, f, g, fraction];
    const WEIGHTS: [u64; 9] = [36_000_000, 3_600_000, 600_000, 60_000, 10_000, 1000, 100, 10, 1];
    let are_digits = digits.iter().all(u8::is_ascii_digit);
    are_digits.then(|| digits.iter().zip(WEIGHTS).map(|(digit, weight)| u64::from(digit - b'0') * weight).sum())
}

/// Adds a time of this many milliseconds, as an id.
fn push_time(text: &mut String, milliseconds: u64) {
    let seconds = milliseconds / 1000;
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    // `format!` takes longer than the rest of a cue.
    let mut push = |number: u64, width: u32, end: &str| {
        for place in (0..width).rev() {
            text.push(char::from(b'0' + (number / 10_u64.pow(place) % 10) as u8));
        }
        text.push_str(end);
    };
    push(hours, hours.max(10).ilog10() + 1, ":");
    push(minutes, 2, ":");
    push(seconds % 60, 2, ".");
    push(milliseconds % 1000, 3, "");
}

/// Returns the time that an id names.
pub fn time_of_id(id: &str) -> Option<u64> {
    milliseconds(id)
}

/// Adds a line as a viewer sees it: without tags, and without the commands in braces that SubRip has from other formats.
fn push_without_tags(text: &mut String, line: &str, is_webvtt: bool) {
    let mut rest = line;
    while let Some(at) = memchr3(b'<', b'{', b'&', rest.as_bytes()) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = match rest.as_bytes()[0] {
            b'<' => tag_length(rest, is_webvtt),
            b'{' => rest.find('}').filter(|_| !is_webvtt && rest.starts_with("{\\")).map(|end| end + 1),
            _ => None,
        };
        let entity = ENTITIES.iter().find(|(name, _)| is_webvtt && rest.starts_with(name));
        match (length, entity) {
            (Some(length), _) => {
                // A break is a line end.
                if rest[1..].trim_start_matches('/').starts_with("br") {
                    text.push(' ');
                }
                rest = &rest[length..];
            }
            (None, Some((name, character))) => {
                text.push_str(character);
                rest = &rest[name.len()..];
            }
            (None, None) => {
                text.push_str(&rest[..1]);
                rest = &rest[1..];
            }
        }
    }
    text.push_str(rest);
}

/// Returns the length of the tag with which a text begins.
fn tag_length(text: &str, is_webvtt: bool) -> Option<usize> {
    let end = text.find('>')?;
    let content = &text[1..end];
    let name = content.trim_start_matches('/');
    let name = name.split([' ', '.', '\t', '/']).next().unwrap_or_default();
    let is_known = TAGS.split(' ').any(|tag| name.eq_ignore_ascii_case(tag));
    (is_known || is_webvtt && milliseconds(content).is_some()).then_some(end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_to_the_millisecond() {
        for (text, expected) in [
            ("00:00:01,000", Some(1000)),
            (" 01:01:01.5 ", Some(3_661_500)),
            ("02:03.004", Some(123_004)),
            ("100:00:00,000 align:start", Some(360_000_000)),
            ("00:00:01", None),
            ("00:00:0x,000", None),
            ("12:34:56.789", Some(45_296_789)),
            ("00:00:01,0000", None),
            ("+1:00,000", None),
        ] {
            assert_eq!(milliseconds(text), expected, "{text}");
        }
        let mut times = String::new();
        [3_661_500, 360_000_009].into_iter().for_each(|time| push_time(&mut times, time));
        assert_eq!(times, "01:01:01.500100:00:00.009");
    }

    #[test]
    fn a_viewer_sees_no_tags() {
        for (line, is_webvtt, expected) in [
            ("<i>So</i> <font color=\"#fff\">be it</font>", false, "So be it"),
            ("{\\an8}Up", false, "Up"),
            ("a < b > c <3 {x}", false, "a < b > c <3 {x}"),
            ("<unk> &amp;", false, "<unk> &amp;"),
            ("<v Mary>Hi<00:00:01.000><c.loud> you</c> &amp;lt; &lt;b&gt;", true, "Hi you &lt; <b>"),
            ("one<br/>two", false, "one two"),
        ] {
            let mut text = String::new();
            push_without_tags(&mut text, line, is_webvtt);
            assert_eq!(text, expected);
        }
    }
}
