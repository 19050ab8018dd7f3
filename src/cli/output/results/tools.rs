//! Scores of one candidate by all tools.

use super::object;
use crate::cli::output::tsv::Columns;
use crate::cli::output::{Results, Style};
use crate::cli::report::sections::Document;
use crate::cli::report::tools::{Reason, ToolScore, ToolScores};
use serde::Serialize;

impl Results for ToolScores {
    fn columns(&self) -> Columns {
        &[
            ("/as", "as"),
            ("/version", "version"),
            ("/score", "score"),
            ("/own_score", "own_score"),
            ("/differs_by", "differs_by"),
        ]
    }

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.tools.iter().map(move |score| tool(score, self.why(score, style), style))
    }

    /// Returns an object with an array of tools.
    fn json(&self, style: Style) -> impl Serialize {
        let aspect = |reason: &Reason| object! { what: reason.words, effect: reason.effect * style.scale() };
        let aspects = |score: &ToolScore| score.reasons.iter().map(aspect).collect::<Vec<_>>();
        object! {
            system: &self.system,
            tools: self.tools.iter().map(|score| tool(score, aspects(score), style)).collect::<Vec<_>>(),
            signature: &self.signature,
        }
    }

    fn document(&self, style: Style) -> Document<'_> {
        Document::Tables(self.tables(style))
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
