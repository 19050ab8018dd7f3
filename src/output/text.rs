//! Text, for people.

use super::table::{self, Column, Side, Table};
use super::{Findings, Report, Style};
use crate::Score;
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// One candidate: sacreBLEU's line. Several: a table, and below it the signature and what the table means.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    if let [system] = &report.systems[..] {
        let score = &system.score;
        let lengths = format!("hyp_len = {} ref_len = {}", score.hyp_len, score.ref_len);
        let (number, precisions) = (style.number(score.score), table::precisions(score, style));
        let confidence = report.findings.confidence(0);
        let confidence = confidence.map_or_else(String::new, |found| format!("(μ = {}) ", style.interval(found)));
        let (bp, ratio) = (score.bp, score.ratio());
        return writeln!(
            out,
            "BLEU|{} = {number} {confidence}{precisions} (BP = {bp:.3} ratio = {ratio:.3} {lengths})",
            report.signature
        );
    }
    for table in table::tables(report, style) {
        write_table(&table, out)?;
        writeln!(out)?;
    }
    writeln!(out, "BLEU|{}", report.signature)?;
    if !style.quiet {
        table::captions(report).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

/// Bare numbers, one line per system, separated by tabs: the score; with a bootstrap, the mean of the resamples and the
/// half-width of the 95% interval; with a paired test, the p-value, or `-` for the system that the others are tested
/// against.
pub fn write_scores(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (place, system) in report.systems.iter().enumerate() {
        write!(out, "{}", style.number(system.score.score))?;
        if let Some(found) = report.findings.confidence(place) {
            write!(out, "\t{}\t{}", style.number(found.mean), style.number(found.half_width))?;
        }
        if let Findings::Paired { resamples, systems, .. } = &report.findings {
            match systems[place].p_value {
                Some(p_value) => write!(out, "\t{p_value:.*}", table::p_value_decimals(*resamples))?,
                None => write!(out, "\t-")?,
            }
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The scores of a segment, separated by tabs.
pub fn write_segment(scores: &[Score], style: Style, out: &mut impl Write) -> io::Result<()> {
    for (i, score) in scores.iter().enumerate() {
        let tab = if i > 0 { "\t" } else { "" };
        write!(out, "{tab}{:.*}", style.digits, score.score * style.scale())?;
    }
    writeln!(out)
}

/// Columns aligned by spaces.
fn write_table(table: &Table, out: &mut impl Write) -> io::Result<()> {
    let gap = " ".repeat(table.gap);
    let widths: Vec<usize> = table.columns.iter().map(Column::width).collect();
    let width = widths.iter().sum::<usize>() + table.gap * widths.len().saturating_sub(1);
    for (line, row) in table.rows().enumerate() {
        // Line 0 holds the titles.
        if line > 0 && table.ruled.contains(&(line - 1)) {
            writeln!(out, "{}", "-".repeat(width))?;
        }
        let cells =
            table.columns.iter().zip(&widths).zip(row).map(|((column, width), cell)| pad(cell, column.side, *width));
        writeln!(out, "{}", cells.collect::<Vec<_>>().join(&gap).trim_end())?;
    }
    Ok(())
}

fn pad(cell: &str, side: Side, width: usize) -> String {
    let spaces = " ".repeat(width.saturating_sub(cell.width()));
    match side {
        Side::Left => format!("{cell}{spaces}"),
        Side::Right => format!("{spaces}{cell}"),
    }
}
