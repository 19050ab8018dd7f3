//! Scores of one candidate as different tools give them.

use super::findings::FindingFields;
use super::object::object;
use super::sections::Document;
use super::table::{Column, Kind, Table, Tables};
use super::{Columns, Results};
use crate::cli::style::Style;
use crate::diagnose::Finding;
use crate::tools::{Failure, Tool};
use serde::Serialize;

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

impl ToolScores {
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

impl Results for ToolScores {
    fn columns(&self, _: Style) -> Columns {
        const COLUMNS: &[(&str, &str)] = &[
            ("/as", "as"),
            ("/version", "version"),
            ("/score", "score"),
            ("/own_score", "own_score"),
            ("/differs_by", "differs_by"),
        ];
        COLUMNS.into()
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.tools.iter().map(move |score| tool(score, self.why(score, style), style))
    }

    /// Returns an object with an array of tools.
    fn objects(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        let aspect = |reason: &Reason| object! { what: reason.words, effect: reason.effect * style.scale() };
        let aspects = |score: &ToolScore| score.reasons.iter().map(aspect).collect::<Vec<_>>();
        std::iter::once(object! {
            system: &self.system,
            tools: self.tools.iter().map(|score| tool(score, aspects(score), style)).collect::<Vec<_>>(),
            signature: &self.signature,
            #[serde(flatten)]
            findings: self.findings.as_ref().map(|found| object! { findings: FindingFields::all_of(found, style) }),
        })
    }

    fn document(&self, style: Style) -> Document<'_> {
        let tools = &self.tools;
        let table = Table::new(vec![
            Column::of_rows("--as", Kind::LeftAligned, tools, |tool| tool.tool.name().to_owned()),
            Column::of_rows("own scale", Kind::Number, tools, ToolScore::own),
            Column::of_rows("BLEU", Kind::Number, tools, |tool| style.optional_number(tool.score.ok())),
            Column::of_rows("differs by", Kind::Wrappable, tools, |tool| self.why(tool, style)),
        ]);
        let (tables, captions) = (vec![table], vec![CAPTION.to_owned()]);
        Document::Tables(Tables::new(tables, &self.signature, captions))
    }
}

/// The score of a tool, and why it differs: an object per aspect, or, in a table, words.
fn tool(score: &ToolScore, differs_by: impl Serialize, style: Style) -> impl Serialize {
    let failure = score.score.err().map(|failure| object! { failure: failure.to_string() });
    object! {
        r#as: score.tool.name(),
        version: score.tool.version(),
        // Null if the tool fails.
        score: score.score.ok().map(|number| number * style.scale()),
        own_score: score.score.ok().map(|number| number * score.tool.scale()),
        differs_by: differs_by,
        #[serde(flatten)]
        failure: failure,
    }
}
