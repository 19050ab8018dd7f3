//! Scores of one candidate as different tools give them.

use super::table::{Column, Kind, Table, Tables};
use crate::cli::style::Style;
use crate::tools::{Failure, Tool};

/// Smallest effect that is a reason for a difference: half of the last digit shown.
pub const SMALLEST_EFFECT: f64 = 0.00005;

/// Explanation of the table.
const CAPTION: &str = "differs by: aspects of the tool's definition that differ from sacreBLEU's, largest effect first; \
    in parentheses, the effect on the tool's score.";

/// The scores of a candidate by every tool.
pub struct ToolScores {
    /// Name of the candidate's file, as given.
    pub system: String,
    /// The scores of all tools; differences are from the first.
    pub tools: Vec<ToolScore>,
    /// Signature of the first score.
    pub signature: String,
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

impl ToolScores {
    /// The reasons of a tool's difference from the first in words, each with its effect.
    pub fn why(&self, tool: &ToolScore, style: Style) -> String {
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

    /// Returns the table of the scores: a row per tool.
    pub fn tables(&self, style: Style) -> Tables<'_> {
        let tools = &self.tools;
        let table = Table::new(vec![
            Column::of_rows("--as", Kind::LeftAligned, tools, |tool| tool.tool.name().to_owned()),
            Column::of_rows("own scale", Kind::Number, tools, ToolScore::own),
            Column::of_rows("BLEU", Kind::Number, tools, |tool| style.optional_number(tool.score.ok())),
            Column::of_rows("differs by", Kind::Wrappable, tools, |tool| self.why(tool, style)),
        ]);
        Tables { tables: vec![table], signature: &self.signature, captions: vec![CAPTION.to_owned()] }
    }
}
