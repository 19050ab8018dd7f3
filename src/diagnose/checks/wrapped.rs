//! Lines that all begin or end alike: in quotes, brackets or tags, or after the same words.

use super::{Check, Evidence, Finding, LineRecord, Problem, Repair, SubwordScheme, Text, TextProfile, repaired};
use crate::diagnose::line_ends::{End, common};
use foldhash::fast::RandomState;
use std::collections::HashSet;

/// Minimum number of lines.
const MIN_LINES: usize = 10;

/// Repairs that take away what lines begin or end with, and the advice if none does.
pub const REPAIRS: &[Repair] = &[Repair::Think, Repair::Fences, Repair::Labels, Repair::Markup];
pub const ADVICE: &str = "score the text alone";

pub const CHECK: Check = Check::new("wrapped", "most lines begin or end alike", find);

fn find(evidence: &Evidence) -> Option<Finding> {
    let wrapped = |text: &TextProfile| wrapping(text).filter(|_| !has_objects(text));
    let (text, ends) = evidence.texts().find_map(|(text, profile)| Some((text, wrapped(profile)?)))?;
    let is_usual = |profile: &TextProfile| !profile.few_lines(|line| ends.include(line));
    if evidence.other_side(text).iter().any(is_usual) {
        return None;
    }
    let ends = [(End::Beginning, "begin with", ends.prefix), (End::Ending, "end with", ends.suffix)];
    let ends = ends.iter().filter(|(_, _, shape)| !shape.is_empty());
    let ends: Vec<String> = ends.map(|(end, verb, shape)| format!("{verb} {}", end.quoted(shape))).collect();
    let others = if text == Text::Candidate { "the references" } else { "the candidate" };
    let in_words = format!("most lines of {text} {}, unlike {others}", ends.join(" and "));
    let finding = Finding::new(Problem::Wrapped, in_words, ADVICE).of(text).with_loss(0.9);
    Some(repaired(finding, REPAIRS, evidence))
}

/// Common beginning and end of lines; the end's last character first.
#[derive(Debug, Default)]
pub struct Ends {
    prefix: Vec<char>,
    suffix: Vec<char>,
}

impl Ends {
    /// Whether a line begins and ends so.
    fn include(&self, line: &LineRecord) -> bool {
        End::Beginning.shape(line).starts_with(&self.prefix) && End::Ending.shape(line).starts_with(&self.suffix)
    }

    /// Number of tabs.
    pub fn tabs(&self) -> usize {
        self.prefix.iter().chain(&self.suffix).filter(|c| **c == '\t').count()
    }
}

/// Whether most lines are objects of JSON with several keys.
fn has_objects(text: &TextProfile) -> bool {
    text.spread().filter(|line| line.keys() > 1).count() * 2 > text.spread().count()
}

/// Returns the beginning and the end that most lines of a text share; `None` if both are nothing but text.
pub fn wrapping(text: &TextProfile) -> Option<Ends> {
    let ends = End::BOTH.map(|end| text.spread().map(|line| end.shape(line)).collect::<Vec<_>>());
    // Copies of one line begin alike.
    let distinct: HashSet<_, RandomState> = ends[0].iter().zip(&ends[1]).collect();
    if ends[0].len() < MIN_LINES || 2 * distinct.len() < ends[0].len() {
        return None;
    }
    let [prefix, suffix] =
        ends.map(|ends| Some(common(&ends)).filter(|common| is_wrapping(common)).unwrap_or_default());
    let ends = Ends { prefix, suffix };
    // The lines of a dialogue may end, or begin, with a quote.
    let is_quote = |c: &char| "\"'“”„«»‘’「」".contains(*c) || ".,!?。！？".contains(*c);
    if ends.prefix.is_empty() && ends.suffix.iter().all(is_quote)
        || ends.suffix.is_empty() && ends.prefix.iter().all(is_quote)
    {
        return None;
    }
    (!ends.prefix.is_empty() || !ends.suffix.is_empty()).then_some(ends)
}

/// Whether characters at an end of a line are more than a letter or the marks of a sentence.
fn is_wrapping(characters: &[char]) -> bool {
    let is_sentence_mark = |c: char| ".!?…。！？।॥۔؟．,，、:：".contains(c);
    let is_text = |c: char| c.is_whitespace() || is_sentence_mark(c);
    let is_invisible = |c: char| {
        c.is_control() && c != '\t'
            || matches!(c, '\u{AD}' | '\u{200B}'..='\u{200F}' | '\u{2060}'..='\u{2064}' | '\u{FEFF}')
    };
    let is_mark_of_subwords = |c: char| SubwordScheme::ALL.iter().any(|scheme| scheme.mark().contains(c));
    let others = characters.iter().filter(|&&c| !is_text(c) && !is_invisible(c) && !is_mark_of_subwords(c));
    let is_escape = matches!(characters.first(), Some('&' | ';' | '%'));
    let letters = characters.iter().filter(|c| c.is_alphanumeric()).count();
    let marks = others.filter(|c| !c.is_alphanumeric()).count();
    let is_number = characters.first() == Some(&'0') && characters.len() > 1;
    let is_label = letters > 1 && characters.iter().any(|c| matches!(c, ':' | '：'));
    !is_escape && (marks > 0 || letters > 2 || is_label || is_number || letters > 0 && characters.contains(&'\t'))
}
