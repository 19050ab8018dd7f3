//! The scores of all tools as tab-separated values.

use super::{Put, Value, write_table};
use crate::output::Style;
use crate::report::tools::{ToolScore, ToolScores};
use std::io::{self, Write};

/// Writes a row for each tool.
pub fn write(scores: &ToolScores, style: Style, out: &mut impl Write) -> io::Result<()> {
    let fields = |score: &ToolScore, put: &mut Put| {
        put(format_args!("as"), Value::Text(score.tool.name()))?;
        put(format_args!("version"), Value::Text(score.tool.version()))?;
        put(format_args!("score"), score.score.ok().map(|number| number * style.scale()).into())?;
        put(format_args!("own_score"), score.score.ok().map(|number| number * score.tool.scale()).into())?;
        put(format_args!("differs_by"), Value::Text(&scores.why(score, style)))
    };
    write_table(scores.tools.iter(), fields, out)
}
