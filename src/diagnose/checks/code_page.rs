//! Letters of another encoding, or of the other kind of Chinese, which the other side does not have.

use super::{Check, Evidence, Finding, Problem, SegmentList, Sketch, Text, TextProfile};
use crate::diagnose::misread_lines::MisreadLines;
use crate::lines::not_ascii;
use crate::repair::code_pages::{is_simplified, is_traditional};
use foldhash::fast::RandomState;
use std::collections::HashMap;

/// Factor between the frequencies of a character that is strange in one text.
const MIN_FACTOR: f64 = 20.0;

/// A strange line has one such character among this many that are not ASCII.
const CHARACTERS_PER_STRANGE: usize = 5;

/// Minimum number of strange lines: this many, and one in this many of those with such characters.
const MIN_LINES: u64 = 5;
const LINES_PER_STRANGE: u64 = 50;

/// Number of characters that are quoted.
const QUOTED: usize = 5;

/// Text that was written in one encoding and read as another, or Chinese of the other kind.
pub const CHECK: Check = Check::new("encoding", "text was read in a wrong encoding", |evidence| {
    let frequencies: Vec<Frequencies> = evidence.texts().map(|(_, text)| Frequencies::of(text)).collect();
    evidence.texts().zip(&frequencies).find_map(|((text, _), own)| {
        let others = if text == Text::Candidate { &frequencies[1..] } else { &frequencies[..1] };
        let strange = Strange::of(text, evidence, own, others)?;
        strange.other_ideographs(evidence).or_else(|| strange.wrong_encoding(evidence))
    })
});

/// Lines with characters that the other side hardly has.
struct Strange<'a> {
    text: Text,
    lines: Vec<(usize, &'a str)>,
    /// Minimum number of them.
    least: u64,
    /// Their strange characters, the most frequent first.
    characters: Vec<char>,
}

impl<'a> Strange<'a> {
    fn of(
        text: Text,
        evidence: &'a Evidence,
        frequencies: &Frequencies,
        others: &[Frequencies],
    ) -> Option<Strange<'a>> {
        let own = evidence.profile(text);
        let is_strange = |c: char| share(std::slice::from_ref(frequencies), c) >= MIN_FACTOR * share(others, c);
        let mut characters: Vec<(u32, char)> =
            frequencies.counts.iter().filter(|(c, _)| is_strange(**c)).map(|(c, count)| (*count, *c)).collect();
        let least = MIN_LINES.max(own.samples().count() as u64 / LINES_PER_STRANGE);
        if characters.iter().map(|(count, _)| u64::from(*count)).sum::<u64>() < least {
            return None;
        }
        let of_line = |line: &str| {
            let (mut strange, mut all) = (0, 0);
            for c in counted(line) {
                all += 1;
                strange += usize::from(is_strange(c));
            }
            strange > 0 && CHARACTERS_PER_STRANGE * strange >= all
        };
        let lines: Vec<(usize, &str)> = own.samples().filter(|(_, line)| of_line(line)).collect();
        characters.sort_unstable_by(|one, other| other.cmp(one));
        let characters: Vec<char> = characters.into_iter().map(|(_, c)| c).collect();
        (lines.len() as u64 >= least).then_some(Strange { text, lines, least, characters })
    }

    /// Text that was written in one encoding and read as another.
    fn wrong_encoding(&self, evidence: &Evidence) -> Option<Finding> {
        let others = evidence.other_side(self.text);
        let MisreadLines { reading, mut lines } = MisreadLines::find(&self.lines, |line| share_of_known(line, others))?;
        let tried = lines.len();
        // Only what the references confirm is restored.
        lines.retain(|(place, text)| {
            let similarity = |text: &str| {
                let sketch = Sketch::new(text);
                let references = others.iter().filter_map(|other| other.records.get(*place));
                references.map(|reference| sketch.similarity(&reference.sketch)).fold(0.0, f64::max)
            };
            similarity(text) > similarity(&evidence.profile(self.text).records[*place].text)
        });
        if (lines.len() as u64) < self.least || 2 * lines.len() < tried {
            return None;
        }
        let what =
            format!("{} that was read as {}, with {}", reading.written.name(), reading.read_name(), self.quoted());
        // A program that converts a whole file spoils the other lines, or stops at them.
        let samples = || evidence.profile(self.text).samples();
        let is_whole = samples().all(|(_, line)| reading.restore(line).is_some());
        let advice = match is_whole && 10 * lines.len() >= 9 * samples().count() {
            true => format!("{} restores them", reading.command()),
            false => "restore these lines alone; the others are right".into(),
        };
        let lines = lines.into_iter().map(|(line, _)| line).collect();
        Some(self.finding(Problem::WrongEncoding, lines, &what, advice, evidence))
    }

    /// Traditional ideographs for simplified ones, or the other way round.
    fn other_ideographs(&self, evidence: &Evidence) -> Option<Finding> {
        let are = |is: fn(char) -> bool| {
            let of_kind = self.characters.iter().filter(|c| is(**c)).count();
            2 * of_kind >= self.characters.len()
        };
        let [own, other] = match (are(is_traditional), are(is_simplified)) {
            (true, _) => ["traditional", "simplified"],
            (_, true) => ["simplified", "traditional"],
            _ => return None,
        };
        let what =
            format!("{own} Chinese characters, such as {}, where the other side has {other} ones", self.quoted());
        let advice = format!("convert one side, for instance by OpenCC, or get the text in {other} characters");
        let lines = self.lines.iter().map(|(line, _)| *line).collect();
        let finding = self.finding(Problem::OtherIdeographs, lines, &what, advice, evidence);
        Some(finding.concluding("Chinese is traditional on one side, simplified on the other").of_check("script"))
    }

    fn quoted(&self) -> String {
        let quoted = self.characters.iter().take(QUOTED).map(|c| c.escape_debug().to_string());
        quoted.collect::<Vec<_>>().join(" ")
    }

    fn finding(
        &self,
        problem: Problem,
        lines: SegmentList,
        what: &str,
        advice: String,
        evidence: &Evidence,
    ) -> Finding {
        let what = format!("have {what}");
        Finding::of_lines(problem, self.text, &lines, evidence.segments(), &what, advice, evidence)
    }
}

/// Share of the words of a line with letters that are not ASCII that others have; `None` if it has no such words.
fn share_of_known(line: &str, others: &[TextProfile]) -> Option<f64> {
    others.iter().filter_map(|text| text.words().share_of_known(line)).reduce(f64::max)
}

/// Numbers of characters.
#[derive(Default)]
struct Frequencies {
    counts: HashMap<char, u32, RandomState>,
    all: u32,
}

impl Frequencies {
    fn of(text: &TextProfile) -> Frequencies {
        let mut frequencies = Frequencies::default();
        for c in text.samples().flat_map(|(_, line)| counted(line)) {
            *frequencies.counts.entry(c).or_default() += 1;
            frequencies.all += 1;
        }
        frequencies
    }
}

/// The share of a character in texts together.
fn share(texts: &[Frequencies], c: char) -> f64 {
    let count: u32 = texts.iter().filter_map(|text| text.counts.get(&c)).sum();
    f64::from(count) / f64::from(texts.iter().map(|text| text.all).sum::<u32>().max(1))
}

/// The characters of a text that texts of a language have in common: not ASCII, and no quote, dash or picture.
fn counted(text: &str) -> impl Iterator<Item = char> {
    let is_counted = |c: &char| {
        !matches!(*c, '\u{2000}'..='\u{206F}' | '\u{2190}'..='\u{24FF}' | '\u{25A0}'..='\u{2BFF}' | '\u{FE00}'..='\u{FE0F}')
            && !matches!(*c, '«' | '»' | '\u{A0}' | '\u{AD}' | '°' | '©' | '®' | '€' | '£' | '™' | '\u{1F000}'..)
    };
    not_ascii(text).map(|(_, c)| c).filter(is_counted)
}
