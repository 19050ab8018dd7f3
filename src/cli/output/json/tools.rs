//! The scores of all tools as JSON.

use super::{Style, write_pretty};
use crate::cli::report::tools::{Reason, ToolScore, ToolScores};
use serde::Serialize;
use std::io::{self, Write};

/// Writes an object with an array of tools.
pub fn write(scores: &ToolScores, style: Style, out: &mut impl Write) -> io::Result<()> {
    let aspect = |reason: &Reason| Aspect { what: reason.words, effect: reason.effect * style.scale() };
    let tool = |score: &ToolScore| Tool {
        name: score.tool.name(),
        version: score.tool.version(),
        score: score.score.ok().map(|number| number * style.scale()),
        own_score: score.score.ok().map(|number| number * score.tool.scale()),
        differs_by: score.reasons.iter().map(aspect).collect(),
        failure: score.score.err().map(|failure| failure.to_string()),
    };
    let tools = scores.tools.iter().map(tool).collect();
    write_pretty(&Object { system: &scores.system, tools, signature: &scores.signature }, out)
}

#[derive(Serialize)]
struct Object<'a> {
    system: &'a str,
    tools: Vec<Tool>,
    signature: &'a str,
}

#[derive(Serialize)]
struct Tool {
    #[serde(rename = "as")]
    name: &'static str,
    version: &'static str,
    /// Null if the tool fails.
    score: Option<f64>,
    own_score: Option<f64>,
    differs_by: Vec<Aspect>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

#[derive(Serialize)]
struct Aspect {
    what: &'static str,
    effect: f64,
}
