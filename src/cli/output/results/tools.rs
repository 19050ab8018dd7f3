//! Scores of one candidate by all tools.

use crate::cli::output::tsv::Columns;
use crate::cli::output::{Results, Style};
use crate::cli::report::sections::Document;
use crate::cli::report::tools::{Reason, ToolScore, ToolScores};
use serde::Serialize;

impl Results for ToolScores {
    const COLUMNS: Columns = &[
        ("as", "as"),
        ("version", "version"),
        ("score", "score"),
        ("own_score", "own_score"),
        ("differs_by", "differs_by"),
    ];

    fn rows(&self, style: Style) -> impl Iterator<Item = impl Serialize> {
        self.tools.iter().map(move |score| Tool::new(score, self.why(score, style), style))
    }

    /// Returns an object with an array of tools.
    fn json(&self, style: Style) -> impl Serialize {
        let aspect = |reason: &Reason| Aspect { what: reason.words, effect: reason.effect * style.scale() };
        let aspects = |score: &ToolScore| score.reasons.iter().map(aspect).collect::<Vec<_>>();
        let tools = self.tools.iter().map(|score| Tool::new(score, aspects(score), style)).collect();
        Object { system: &self.system, tools, signature: &self.signature }
    }

    fn document(&self, style: Style) -> Document<'_> {
        Document::Tables(self.tables(style))
    }
}

#[derive(Serialize)]
struct Object<'a> {
    system: &'a str,
    tools: Vec<Tool<Vec<Aspect>>>,
    signature: &'a str,
}

#[derive(Serialize)]
struct Tool<D> {
    #[serde(rename = "as")]
    name: &'static str,
    version: &'static str,
    /// Null if the tool fails.
    score: Option<f64>,
    own_score: Option<f64>,
    /// An object per aspect, or, in a table, words.
    differs_by: D,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

#[derive(Serialize)]
struct Aspect {
    what: &'static str,
    effect: f64,
}

impl<D> Tool<D> {
    fn new(score: &ToolScore, differs_by: D, style: Style) -> Tool<D> {
        Tool {
            name: score.tool.name(),
            version: score.tool.version(),
            score: score.score.ok().map(|number| number * style.scale()),
            own_score: score.score.ok().map(|number| number * score.tool.scale()),
            differs_by,
            failure: score.score.err().map(|failure| failure.to_string()),
        }
    }
}
