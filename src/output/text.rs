//! Text, for people.

use super::table::{self, Column, Side, Table};
use super::{Report, Style};
use bleu::Score;
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
    if style.captions {
        table::captions(report).iter().try_for_each(|line| writeln!(out, "{line}"))?;
    }
    Ok(())
}

/// The scores alone, one a line.
pub fn write_scores(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    report.systems.iter().try_for_each(|system| writeln!(out, "{}", style.number(system.score.score)))
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
