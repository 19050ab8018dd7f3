//! Scores of candidates as different tools give them.

use super::Present;
use super::document::{Column, ColumnKind, Document, Table};
use super::findings::FindingFields;
use super::object::object;
use super::what_if::ranks;
use crate::bleu::scoring::tools::{Failure, Tool};
use crate::checks::diagnose::Finding;
use crate::program::request::style::Style;
use crate::text::display::{count, listed};
use serde::Serialize;
use std::cmp::Reverse;

/// Smallest effect that is a reason for a difference: half of the last digit shown.
pub const SMALLEST_EFFECT: f64 = 0.00005;

/// Explanation of the table.
const CAPTION: &str = "differs by: aspects of the tool's definition that differ from sacreBLEU's, largest effect first; \
    in parentheses, the effect on the tool's score.";

/// The scores of candidates by every tool.
pub struct ToolScores {
    /// In the order given.
    pub systems: Vec<SystemTools>,
    /// Number of segments.
    pub segments: u64,
    /// Signature of the first tool's scores.
    pub signature: String,
}

/// The scores of a candidate by every tool.
pub struct SystemTools {
    /// Name of the candidate's file, as given.
    pub name: String,
    /// The scores of all tools; differences are from the first.
    pub tools: Vec<ToolScore>,
    /// Likely problems, if they were looked for.
    pub findings: Option<Vec<Finding>>,
}

/// A tool's score of the candidate.
pub struct ToolScore {
    pub tool: Tool,
    /// Score from 0 to 1; the error says why the tool fails.
    pub score: Result<f64, Failure>,
    /// Causes of the difference from the first, by the size of the effect.
    pub reasons: Vec<Reason>,
}

/// An aspect of a tool's definition.
pub struct Reason {
    pub words: &'static str,
    /// Difference of the tool's score from its score without this aspect.
    pub effect: f64,
}

impl ToolScore {
    /// The score on the tool's own scale and with its number of digits.
    fn own(&self) -> String {
        match (self.score, self.tool.scale()) {
            (Err(_), _) => String::from("-"),
            (Ok(score), 1.0) => format!("{score:.4}"),
            (Ok(score), scale) => format!("{:.2}", score * scale),
        }
    }
}

impl SystemTools {
    /// The reasons of a tool's difference from the first in words, each with its effect.
    fn why(&self, tool: &ToolScore, style: Style) -> String {
        let first = &self.tools[0];
        let score = match tool.score {
            Ok(score) => score,
            Err(failure) => return format!("fails: {failure}"),
        };
        let differs = first.score.is_ok_and(|first| (score - first).abs() >= SMALLEST_EFFECT);
        let words = |reason: &Reason| format!("{} ({})", reason.words, style.difference(reason.effect, 0));
        match &tool.reasons[..] {
            [] if tool.tool == first.tool => String::from("all others are compared with it"),
            [] if !differs => String::from("no difference on this text"),
            [] => String::from("a combination of aspects"),
            reasons => reasons.iter().map(words).collect::<Vec<_>>().join(", "),
        }
    }
}

impl ToolScores {
    /// Rank of each system by the tool in this place; those on which it fails are the last.
    fn ranks(&self, tool: usize) -> Vec<usize> {
        ranks(self.systems.iter().map(|system| system.tools[tool].score.unwrap_or(f64::NEG_INFINITY)))
    }

    /// The rank of a system by a tool, if there are several, and the tool does not fail.
    fn rank(&self, tool: usize, system: usize) -> Option<usize> {
        let is_ranked = self.systems.len() > 1 && self.systems[system].tools[tool].score.is_ok();
        is_ranked.then(|| self.ranks(tool)[system])
    }

    /// The table of one candidate: the scores, and why they differ.
    fn explained(system: &SystemTools, style: Style) -> Table {
        let tools = &system.tools;
        Table::new(vec![
            Column::from_rows("--as", ColumnKind::LeftAligned, tools, |tool| tool.tool.name().to_owned()),
            Column::from_rows("own scale", ColumnKind::Number, tools, ToolScore::own),
            Column::from_rows("BLEU", ColumnKind::Number, tools, |tool| style.optional_number(tool.score.ok())),
            Column::from_rows("differs by", ColumnKind::Wrappable, tools, |tool| system.why(tool, style)),
        ])
    }

    /// The table of several candidates: a column for each, of scores with their ranks.
    fn compared(&self, style: Style) -> Table {
        let names = style.system_names(self.systems.iter().map(|system| &system.name));
        let tools = &self.systems[0].tools;
        let mut columns =
            vec![Column::from_rows("--as", ColumnKind::LeftAligned, tools, |tool| tool.tool.name().to_owned())];
        for (place, name) in names.into_iter().enumerate() {
            let cell = |(at, tool): (usize, &ToolScore)| {
                let rank = self.rank(at, place).map_or_else(String::new, |rank| format!(" ({rank})"));
                style.optional_number(tool.score.ok()) + &rank
            };
            columns.push(Column::new(name, ColumnKind::Number, self.systems[place].tools.iter().enumerate().map(cell)));
        }
        Table::new(columns)
    }

    /// Names the aspects that make most of the difference between the numbers of a candidate, the largest effects first.
    fn summary(system: &SystemTools) -> String {
        let mut aspects: Vec<(&str, usize)> = Vec::new();
        for reason in system.tools.iter().filter_map(|tool| tool.reasons.first()) {
            match aspects.iter_mut().find(|(words, _)| *words == reason.words) {
                Some((_, tools)) => *tools += 1,
                None => aspects.push((reason.words, 1)),
            }
        }
        aspects.sort_by_key(|(_, tools)| Reverse(*tools));
        let Some(((words, tools), rest)) = aspects.split_first() else {
            return String::from("All tools agree on this text.");
        };
        let first = format!("{words} ({})", count(*tools as u64, "tool"));
        let rest = rest.iter().take(2).map(|(words, tools)| format!("{words} ({tools})"));
        let aspects: Vec<String> = std::iter::once(first).chain(rest).collect();
        format!("Why the numbers differ, mostly: {}.", aspects.join(", "))
    }

    /// Says which tool reverses two systems most, if one does: the pair that the first tool ranks one way, and another tool the
    /// other way by the largest difference.
    fn largest_reversal(&self, style: Style) -> Option<String> {
        let value = |system: usize, tool: usize| self.systems[system].tools[tool].score.ok();
        let (systems, tools) = (self.systems.len(), self.systems[0].tools.len());
        let pairs = (0..systems).flat_map(|better| (0..systems).map(move |worse| (better, worse)));
        let reversals = pairs.flat_map(|(better, worse)| (1..tools).map(move |tool| (better, worse, tool)));
        let reversals = reversals.filter_map(|(better, worse, tool)| {
            let is_ranked = value(better, 0)? > value(worse, 0)?;
            let reversed = value(worse, tool)? - value(better, tool)?;
            (is_ranked && reversed >= SMALLEST_EFFECT).then_some((reversed, better, worse, tool))
        });
        let (_, better, worse, tool) = reversals.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        let names = style.system_names(self.systems.iter().map(|system| &system.name));
        let scores = |tool: usize, systems: [usize; 2]| {
            systems
                .map(|system| format!("{} {}", names[system], style.optional_number(value(system, tool))))
                .join(" > ")
        };
        let name = |tool: usize| self.systems[0].tools[tool].tool.name();
        Some(format!(
            "The largest reversal: {} has {}, and {} has {}.",
            name(0),
            scores(0, [better, worse]),
            name(tool),
            scores(tool, [worse, better])
        ))
    }

    /// Says which tools rank the systems otherwise than the first.
    fn ranking(&self) -> String {
        let tools = &self.systems[0].tools;
        let others = (1..tools.len()).filter(|tool| self.ranks(*tool) != self.ranks(0));
        let names: Vec<&str> = others.map(|tool| tools[tool].tool.name()).collect();
        let first = tools[0].tool.name();
        let others = if names.is_empty() { String::from("none") } else { listed(&names, "and") };
        format!("(1), (2): rank. Tools that rank the systems otherwise than {first}: {others}.")
    }
}

impl Present for ToolScores {
    /// Returns a row for each system and tool.
    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.systems.iter().enumerate().flat_map(move |(place, system)| {
            system.tools.iter().enumerate().map(move |(at, score)| {
                object! {
                    system: &system.name,
                    #[serde(flatten)]
                    tool: tool(score, self.rank(at, place), system.why(score, style), style),
                }
            })
        })
    }

    /// Returns an object with an array of tools for each system.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let aspect = move |reason: &Reason| object! { what: reason.words, effect: reason.effect * style.scale() };
        let aspects = move |score: &ToolScore| score.reasons.iter().map(aspect).collect::<Vec<_>>();
        self.systems.iter().enumerate().map(move |(place, system)| {
            let tools = system.tools.iter().enumerate();
            object! {
                system: &system.name,
                tools: tools
                    .map(|(at, score)| tool(score, self.rank(at, place), aspects(score), style))
                    .collect::<Vec<_>>(),
                signature: &self.signature,
                #[serde(flatten)]
                findings: system.findings.as_ref().map(|found| object! { findings: FindingFields::all_of(found, style) }),
            }
        })
    }

    fn document(&self, style: Style) -> Document {
        let (table, captions) = match &self.systems[..] {
            [system] => {
                let captions = vec![CAPTION.to_owned(), ToolScores::summary(system)];
                (ToolScores::explained(system, style), captions)
            }
            _ => (self.compared(style), std::iter::once(self.ranking()).chain(self.largest_reversal(style)).collect()),
        };
        Document::from_tables(vec![table], &self.signature, captions, Vec::new())
    }
}

/// The score of a tool, the rank of the system by it if there are several, and why it differs: an object per aspect, or, in a table, words.
fn tool(score: &ToolScore, rank: Option<usize>, differs_by: impl Serialize, style: Style) -> impl Serialize {
    let failure = score.score.err().map(|failure| object! { failure: failure.to_string() });
    object! {
        r#as: score.tool.name(),
        version: score.tool.version(),
        // Null if the tool fails.
        score: score.score.ok().map(|number| number * style.scale()),
        own_score: score.score.ok().map(|number| number * score.tool.scale()),
        #[serde(flatten)]
        rank: rank.map(|rank| object! { rank: rank }),
        differs_by: differs_by,
        #[serde(flatten)]
        failure: failure,
    }
}
