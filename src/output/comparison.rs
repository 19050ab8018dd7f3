//! The table of every tool's score, in all formats.

use super::{Format, Style, latex, layout, markdown, tsv};
use crate::report::table::{Kind, Table};
use crate::report::tools::{Comparison, Reason, ToolScore};
use serde::Serialize;
use std::io::{self, Write};

const CAPTION: &str = "differs by: aspects of the tool's definition that are not the first one's, the largest effect \
    first; in parentheses, how the tool's score changes by it.";

/// Writes the scores of all tools.
pub fn write(comparison: &Comparison, style: Style, out: &mut impl Write) -> io::Result<()> {
    let table = comparison.table(style);
    match style.format {
        Format::Json => {
            serde_json::to_writer_pretty(&mut *out, &Object::new(comparison, style))?;
            writeln!(out)
        }
        Format::Tsv => write_tsv(comparison, style, out),
        Format::Markdown => {
            markdown::write_table(&table, out)?;
            writeln!(out, "\n`BLEU|{}`", comparison.signature)
        }
        Format::Latex => {
            latex::write_table(&table, out)?;
            writeln!(out, "% BLEU|{}", comparison.signature)
        }
        Format::Text | Format::Scores => {
            let width = style.width;
            layout::table(&wrapped(table, width), width, style.color)
                .iter()
                .try_for_each(|line| writeln!(out, "{}", line.trim_end()))?;
            writeln!(out, "\nBLEU|{}", comparison.signature)?;
            if style.quiet {
                return Ok(());
            }
            layout::wrap(CAPTION, width).iter().try_for_each(|line| writeln!(out, "{line}"))
        }
    }
}

/// Breaks the texts of the last column into rows that fit.
fn wrapped(mut table: Table, width: usize) -> Table {
    let Some(texts) = table.columns.pop_if(|column| column.kind == Kind::Text) else { return table };
    let used: usize = table.columns.iter().map(|column| column.width() + table.gap).sum();
    let lines: Vec<Vec<String>> =
        texts.cells.iter().map(|text| layout::wrap(text, width.saturating_sub(used).max(24))).collect();
    for column in &mut table.columns {
        let cells = std::mem::take(&mut column.cells).into_iter().zip(&lines);
        column.cells =
            cells.flat_map(|(cell, lines)| std::iter::once(cell).chain(vec![String::new(); lines.len() - 1])).collect();
    }
    table.columns.push(crate::report::table::Column { cells: lines.concat(), ..texts });
    table
}

/// The scores of all tools as JSON.
#[derive(Serialize)]
struct Object<'a> {
    system: &'a str,
    tools: Vec<Tool<'a>>,
    signature: &'a str,
}

#[derive(Serialize)]
struct Tool<'a> {
    #[serde(rename = "as")]
    name: &'a str,
    version: &'a str,
    /// `None` if the tool fails.
    score: Option<f64>,
    own_score: Option<f64>,
    differs_by: Vec<Aspect>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<&'a str>,
}

#[derive(Serialize)]
struct Aspect {
    what: &'static str,
    effect: f64,
}

impl<'a> Object<'a> {
    fn new(comparison: &'a Comparison, style: Style) -> Object<'a> {
        let aspect = |reason: &Reason| Aspect { what: reason.words, effect: reason.effect * style.scale() };
        let tool = |tool: &'a ToolScore| Tool {
            name: tool.tool.name(),
            version: tool.tool.version(),
            score: tool.failure.is_none().then_some(tool.score * style.scale()),
            own_score: tool.failure.is_none().then_some(tool.score * tool.tool.scale()),
            differs_by: tool.reasons.iter().map(aspect).collect(),
            failure: tool.failure,
        };
        Object {
            system: &comparison.system,
            tools: comparison.tools.iter().map(tool).collect(),
            signature: &comparison.signature,
        }
    }
}

fn write_tsv(comparison: &Comparison, style: Style, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, "as\tversion\tscore\town_score\tdiffers_by")?;
    for tool in &comparison.tools {
        let number = |scale: f64| match tool.failure {
            Some(_) => String::new(),
            None => format!("{:?}", tool.score * scale),
        };
        let (score, own) = (number(style.scale()), number(tool.tool.scale()));
        let why = tsv::escape(&tool.why(&comparison.tools[0], style));
        writeln!(out, "{}\t{}\t{score}\t{own}\t{why}", tool.tool, tool.tool.version())?;
    }
    Ok(())
}
