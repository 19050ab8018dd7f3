//! Recognition of what a file is by its first bytes or lines, whatever its name.

use super::compressed::uncompressed_name;
use super::fairseq;
use super::input_format::InputFormat;
use super::jsonl::first_byte;
use super::nbest;
use super::open::InputStream;
use super::sgml::begins_sgml;
use super::subtitles::{WEBVTT, is_time};
use super::xml::local_name;
use super::{tmx, xliff};
use crate::bleu::lines::count_feeds;
use crate::text::display::shell_word;
use anyhow::{Result, bail};
use std::iter;

/// Number of bytes that are looked at for the beginning of a format.
const MAX_HEAD: usize = 64 << 10;

/// Number of bytes of empty lines that may be before a format. Empty lines may be texts, which are not waited for.
const MAX_BLANK: usize = 64;

/// Mark in the header of a tar archive, and where it ends. Before it are NULs.
const TAR: &[u8] = b"ustar";
const TAR_END: usize = 262;

/// Kind of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Kind {
    /// Lines of text, or a table.
    #[default]
    Lines,
    /// A format whose texts are known without names.
    Units(InputFormat),
    /// A format that is not read.
    Refused(Refused),
}

/// A format that is not read, and how to get its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    Ass,
    Ttml,
    Stm,
    Tar,
    /// XML with this root element.
    OtherXml(String),
}

/// Returns what a file is. Its first bytes are still to be read.
///
/// # Errors
/// If it cannot be read, or is not read here.
pub fn recognize(input: &mut InputStream) -> Result<Kind> {
    let name = uncompressed_name(input.path());
    if name.ends_with(".sgm") || name.ends_with(".sgml") {
        return Ok(Kind::Units(InputFormat::Sgml));
    }
    match input.examine(kind)? {
        Kind::Refused(refused) => {
            let file = shell_word(input.path());
            bail!("{}: is {}", input.name(), refused.description(&file))
        }
        kind => Ok(kind),
    }
}

/// Returns what a file is that begins with these bytes, which may be all; `None` if more of it is needed to know.
pub fn kind(head: &[u8], is_all: bool) -> Option<Kind> {
    let is_enough = is_all || head.len() >= MAX_HEAD;
    let text = head.trim_ascii_start();
    if memchr::memchr(0, &head[..head.len().min(TAR_END)]).is_some() {
        let is_tar = head.get(TAR_END - TAR.len()..TAR_END) == Some(TAR);
        return (is_enough || head.len() >= TAR_END).then_some(if is_tar {
            Kind::Refused(Refused::Tar)
        } else {
            Kind::Lines
        });
    }
    match text.first() {
        None if !is_enough && head.len() < MAX_BLANK => None,
        None => Some(Kind::Lines),
        Some(b'<') => xml_kind(text, is_enough),
        Some(b'{' | b'[') if text.starts_with(b"[S") || b"[S".starts_with(text) => script_info(text, is_enough),
        Some(b'{' | b'[') => json_kind(text, is_enough),
        Some(_) => line_kind(text, is_enough),
    }
}

/// The kind of a text that begins with a tag.
fn xml_kind(text: &[u8], is_enough: bool) -> Option<Kind> {
    if let Some(is_sgml) = begins_sgml(text).or(is_enough.then_some(false))?.then_some(Kind::Units(InputFormat::Sgml)) {
        return Some(is_sgml);
    }
    let is_declared = text.starts_with(b"<?xml");
    let mut rest = text;
    loop {
        rest = rest.trim_ascii_start();
        // Declarations and comments before the root element.
        let end = match rest {
            [b'<', b'?', ..] => memchr::memmem::find(rest, b"?>").map(|end| end + 2),
            _ if rest.starts_with(b"<!--") => memchr::memmem::find(rest, b"-->").map(|end| end + 3),
            [b'<', b'!', ..] => end_of_declaration(rest),
            [b'<', ..] => break,
            [] => None,
            _ => return Some(Kind::Lines),
        };
        match end {
            Some(end) => rest = &rest[end..],
            // A line of plain text may begin like this too, and is not waited for.
            None if is_enough || !is_declared && rest.contains(&b'\n') && !rest.starts_with(b"<!--") => {
                return Some(Kind::Lines);
            }
            None => return None,
        }
    }
    let tag = &rest[1..];
    let length = tag.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/'));
    let name = length.or(is_enough.then_some(tag.len())).map(|length| &tag[..length])?;
    let name = String::from_utf8_lossy(name);
    Some(match local_name(&name) {
        xliff::ROOT => Kind::Units(InputFormat::Xliff),
        tmx::ROOT => Kind::Units(InputFormat::Tmx),
        "tt" => Kind::Refused(Refused::Ttml),
        "dataset" | "collection" => Kind::Units(InputFormat::WmtXml),
        other if is_declared => Kind::Refused(Refused::OtherXml(other.to_owned())),
        _ => Kind::Lines,
    })
}

/// Length of a declaration, which may have others in brackets.
fn end_of_declaration(text: &[u8]) -> Option<usize> {
    let end = memchr::memchr2(b'>', b'[', text)?;
    if text[end] == b'>' {
        return Some(end + 1);
    }
    let mut closing = memchr::memchr_iter(b']', text).filter(|at| text[at + 1..].trim_ascii_start().starts_with(b">"));
    closing.next().and_then(|at| Some(at + 1 + memchr::memchr(b'>', &text[at..])?))
}

/// The kind of a text that begins like a subtitle script.
fn script_info(text: &[u8], is_enough: bool) -> Option<Kind> {
    const TITLE: &[u8] = b"[Script Info]";
    match text.get(..TITLE.len()) {
        Some(title) if title == TITLE => Some(Kind::Refused(Refused::Ass)),
        None if !is_enough && TITLE.starts_with(text) => None,
        _ => Some(Kind::Lines),
    }
}

/// The kind of a text that begins like JSON: captions of COCO, or one array of texts.
fn json_kind(text: &[u8], is_enough: bool) -> Option<Kind> {
    let has = |key: &str| memchr::memmem::find(text, format!("\"{key}\"").as_bytes()).is_some();
    let (first, rest) = text.split_at(memchr::memchr(b'\n', text).unwrap_or(text.len()));
    // Whether a first line is a value of its own, as in JSON Lines.
    let is_value = !rest.is_empty() && first.trim_ascii_end().ends_with(if text[0] == b'{' { b"}" } else { b"]" });
    let within = text[1..].trim_ascii_start();
    let first_in_array = within.strip_prefix(b"[").map_or(within.first().copied(), first_byte);
    match (text[0], first_in_array) {
        (_, None) => is_enough.then_some(Kind::Lines),
        (b'{', Some(b'"')) => {
            let has_images = has_objects(text, "images");
            let is_of_coco = has("annotations") && (has("images") || has("image_id"))
                || has_images && (!is_value || rest.trim_ascii().is_empty());
            let is_known = is_of_coco || is_value || is_enough;
            is_known.then_some(if is_of_coco { Kind::Units(InputFormat::Coco) } else { Kind::Lines })
        }
        (b'[', Some(b'{')) if within.starts_with(b"{") => {
            let is_of_coco = has("image_id") && has("caption");
            let is_known = is_of_coco || is_value || is_enough;
            is_known.then_some(if is_of_coco { Kind::Units(InputFormat::Coco) } else { Kind::Lines })
        }
        // Strings, or lists of strings.
        (b'[', Some(b'"')) => match (is_value, rest.trim_ascii().is_empty()) {
            // Each line may be an array.
            (true, false) => Some(Kind::Lines),
            (true, true) => is_enough.then_some(Kind::Units(InputFormat::JsonList)),
            (false, _) if first.trim_ascii() == b"[" => Some(Kind::Units(InputFormat::JsonList)),
            (false, _) => {
                let goes_on = rest.is_empty() || first.trim_ascii_end().ends_with(b",");
                let is_list = goes_on && (text.trim_ascii_end().ends_with(b"]") || text.len() >= MAX_HEAD);
                is_enough.then_some(if is_list { Kind::Units(InputFormat::JsonList) } else { Kind::Lines })
            }
        },
        _ => Some(Kind::Lines),
    }
}

/// Whether a text of JSON has an array of objects under a key.
fn has_objects(text: &[u8], key: &str) -> bool {
    let key = format!("\"{key}\"");
    let mut found = memchr::memmem::find_iter(text, key.as_bytes()).map(|at| text[at + key.len()..].trim_ascii_start());
    found.any(|rest| {
        let items = rest.strip_prefix(b":").map(<[u8]>::trim_ascii_start).and_then(|rest| rest.strip_prefix(b"["));
        items.is_some_and(|items| items.trim_ascii_start().starts_with(b"{"))
    })
}

/// The kind of a text whose first line has text.
fn line_kind(text: &[u8], is_enough: bool) -> Option<Kind> {
    let mut lines = text.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    // The last line may be incomplete.
    let complete = count_feeds(text) + usize::from(is_enough);
    let mut known = || lines.next().unwrap_or_default();
    let first = known();
    if complete == 0 {
        return None;
    }
    let as_text = |line: &[u8]| String::from_utf8_lossy(line).into_owned();
    let first_text = as_text(first);
    if first_text.strip_prefix(WEBVTT).is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t'])) {
        return Some(Kind::Units(InputFormat::Vtt));
    }
    if is_time(&first_text) {
        return Some(Kind::Units(InputFormat::Srt));
    }
    if nbest::fields(&first_text).is_some() {
        return Some(Kind::Units(InputFormat::Nbest));
    }
    if fairseq::fields(&first_text).is_some() {
        // Text with such labels in some of its lines is not a log.
        let is_log_line =
            |line: &[u8]| line.is_empty() || fairseq::is_of_segment(line) || is_of_fairseq(&as_text(line));
        return Some(match lines.take(complete - 1).all(is_log_line) {
            true => Kind::Units(InputFormat::Fairseq),
            false => Kind::Lines,
        });
    }
    if is_message(first) {
        return Some(Kind::Units(InputFormat::Po));
    }
    if is_stm(&first_text) {
        return Some(Kind::Refused(Refused::Stm));
    }
    if first.starts_with(STM_COMMENT) {
        let after = lines.take(complete - 1).find(|line| !line.is_empty() && !line.starts_with(STM_COMMENT));
        return match after {
            Some(line) if is_stm(&as_text(line)) => Some(Kind::Refused(Refused::Stm)),
            Some(_) => Some(Kind::Lines),
            None => is_enough.then_some(Kind::Lines),
        };
    }
    if first.iter().all(u8::is_ascii_digit) {
        // The number of a cue, or a text.
        let second = known();
        return (complete > 1 || is_enough).then(|| match is_time(&as_text(second)) {
            true => Kind::Units(InputFormat::Srt),
            false => Kind::Lines,
        });
    }
    if first.starts_with(b"#") {
        // Comments before the first message, or a text.
        let is_comment = |line: &&[u8]| line.is_empty() || line.starts_with(b"#") && !is_message(line);
        let after = iter::once(first).chain(lines.take(complete - 1)).find(|line| !is_comment(line));
        return match after {
            Some(line) if is_message(line) => Some(Kind::Units(InputFormat::Po)),
            Some(_) => Some(Kind::Lines),
            None => is_enough.then_some(Kind::Lines),
        };
    }
    if is_of_fairseq(&first_text) {
        let is_log =
            text.split(|&byte| byte == b'\n').take(complete).any(|line| fairseq::fields(&as_text(line)).is_some());
        return match is_log {
            true => Some(Kind::Units(InputFormat::Fairseq)),
            false => is_enough.then_some(Kind::Lines),
        };
    }
    Some(Kind::Lines)
}

/// Whether a line begins a message of gettext, which may be obsolete.
fn is_message(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"#~").map_or(line, <[u8]>::trim_ascii_start);
    let text = line.strip_prefix(b"msgid").or_else(|| line.strip_prefix(b"msgctxt")).map(<[u8]>::trim_ascii_start);
    text.is_some_and(|text| text.len() > 1 && text.starts_with(b"\"") && text.ends_with(b"\""))
}

/// Whether a line is of STM: file, channel, speaker, two times, and then perhaps labels and text.
fn is_stm(line: &str) -> bool {
    let words: Vec<&str> = line.split_ascii_whitespace().take(5).collect();
    let time = |word: &str| word.parse::<f64>().ok().filter(|_| word.contains('.'));
    match words[..] {
        [_, channel, _, from, to] => channel.len() == 1 && time(from).zip(time(to)).is_some_and(|(from, to)| from < to),
        _ => false,
    }
}

/// Beginning of a comment of STM.
const STM_COMMENT: &[u8] = b";;";

/// Whether a line is one with which the log of fairseq may begin: before its first segment are settings and messages.
fn is_of_fairseq(line: &str) -> bool {
    let levels = ["| INFO |", "| WARNING |", "| ERROR |"];
    let is_message = line.starts_with(|c: char| c.is_ascii_digit()) && levels.iter().any(|level| line.contains(level))
        || line.contains("Warning: ")
        || line.starts_with("nohup: ");
    is_message || line.starts_with("Namespace(") || line.starts_with("| [") || line.starts_with("{'_name'")
}

impl Refused {
    /// Says what a file is, and how to get its text.
    pub fn description(&self, file: &str) -> String {
        match self {
            Refused::Ass => {
                // The program reads standard input if no file is named.
                let command = format!("pysubs2 --to srt {}", if file == "-" { "" } else { file });
                format!(
                    "subtitles in ASS, which is not read; convert them, for example by the program of PyPI: {}",
                    command.trim_end()
                )
            }
            Refused::Ttml => {
                let command = format!("tt convert -i {file} -o subtitles.srt");
                format!("subtitles in TTML, which is not read; convert them, for example by ttconv of PyPI: {command}")
            }
            Refused::Tar => format!("a tar archive; unpack it: tar -xf {file}"),
            Refused::Stm => {
                format!(
                    "STM, which is not read; its text is after the sixth word, or after the fifth if lines have no labels: cut -d ' ' -f 7- {file} > text.txt"
                )
            }
            Refused::OtherXml(root) => format!(
                "XML with the root <{root}>, which is not read; XLIFF, TMX and WMT's XML are. Extract its texts, one per line, or, if it is \
                 text: --input-format lines"
            ),
        }
    }
}
