//! The scores of all tools as tab-separated values.

use super::{Line, write_table};
use crate::cli::output::Style;
use crate::cli::report::tools::{ToolScore, ToolScores};
use std::io::{self, Write};

/// Writes a row for each tool.
pub fn write(scores: &ToolScores, style: Style, out: &mut impl Write) -> io::Result<()> {
    let fields = |score: &ToolScore, line: &mut Line| {
        line.text("as", score.tool.name())?;
        line.text("version", score.tool.version())?;
        line.number("score", score.score.ok().map(|number| number * style.scale()))?;
        line.number("own_score", score.score.ok().map(|number| number * score.tool.scale()))?;
        line.text("differs_by", &scores.why(score, style))
    };
    write_table(scores.tools.iter(), fields, out)
}
