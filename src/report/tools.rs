//! Scores of one candidate as different tools give them.

use super::table::{Column, Kind, Table};
use crate::style::Style;
use crate::tools::Tool;

/// The scores of a candidate by every tool.
pub struct Comparison {
    /// Name of the candidate's file, as given.
    pub system: String,
    /// The tools; all differ from the first.
    pub tools: Vec<ToolScore>,
    /// Signature of the first score.
    pub signature: String,
}

/// A tool's score of the candidate.
pub struct ToolScore {
    pub tool: Tool,
    /// Score from 0 to 1.
    pub score: f64,
    /// What makes it differ from the first, by the size of the effect.
    pub reasons: Vec<Reason>,
    /// Why there is no such score, if there is none.
    pub failure: Option<&'static str>,
}

/// An aspect of a tool's definition.
pub struct Reason {
    pub words: &'static str,
    /// Difference of the tool's score from its score without this aspect.
    pub effect: f64,
}

impl ToolScore {
    /// The reasons in words, each with its effect.
    pub fn why(&self, first: &ToolScore, style: Style) -> String {
        if let Some(failure) = self.failure {
            return format!("fails: {failure}");
        }
        let words = |reason: &Reason| format!("{} ({})", reason.words, style.difference(reason.effect, 0));
        let difference = self.score - first.score;
        match &self.reasons[..] {
            [] if self.tool == first.tool => String::from("all others are compared with it"),
            [] if difference.abs() < 0.00005 => String::from("nothing here"),
            [] => String::from("several things together"),
            reasons => reasons.iter().map(words).collect::<Vec<_>>().join(", "),
        }
    }

    /// The score on the tool's own scale, as far as it prints digits.
    pub fn own(&self) -> String {
        match (self.failure, self.tool.scale()) {
            (Some(_), _) => String::from("-"),
            (None, 1.0) => format!("{:.4}", self.score),
            (None, scale) => format!("{:.2}", self.score * scale),
        }
    }
}

impl Comparison {
    /// A row per tool.
    pub fn table(&self, style: Style) -> Table {
        let column = |title: &str, kind, cell: &dyn Fn(&ToolScore) -> String| {
            Column::new(title, kind, self.tools.iter().map(cell))
        };
        let score =
            |tool: &ToolScore| if tool.failure.is_some() { String::from("-") } else { style.number(tool.score) };
        Table::new(vec![
            column("--as", Kind::Name, &|tool| tool.tool.name().to_owned()),
            column("its scale", Kind::Number, &ToolScore::own),
            column("BLEU", Kind::Number, &score),
            column("differs by", Kind::Text, &|tool| tool.why(&self.tools[0], style)),
        ])
    }
}
