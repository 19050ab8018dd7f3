//! Text, for people.

use super::{Report, Style};
use bleu::Score;
use std::io::{self, Write};

/// One candidate: sacreBLEU's line. Several: a table, and below it the signature.
pub fn write_report(report: &Report, style: Style, out: &mut impl Write) -> io::Result<()> {
    if let [system] = &report.systems[..] {
        let score = &system.score;
        let lengths = format!("hyp_len = {} ref_len = {}", score.hyp_len, score.ref_len);
        let (number, precisions) = (style.number(score.score), precisions(score, style));
        let (bp, ratio) = (score.bp, score.ratio());
        return writeln!(
            out,
            "BLEU|{} = {number} {precisions} (BP = {bp:.3} ratio = {ratio:.3} {lengths})",
            report.signature
        );
    }
    let header = ["system", "BLEU", "precisions", "BP", "ratio", "hyp_len", "ref_len"].map(String::from);
    let row = |system: &super::System| {
        let score = &system.score;
        [
            system.name.clone(),
            style.number(score.score),
            precisions(score, style),
            format!("{:.3}", score.bp),
            format!("{:.3}", score.ratio()),
            score.hyp_len.to_string(),
            score.ref_len.to_string(),
        ]
    };
    let rows: Vec<_> = std::iter::once(header).chain(report.systems.iter().map(row)).collect();
    write_table(&rows, out)?;
    writeln!(out, "\nBLEU|{}", report.signature)
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

/// Three decimals, or one of a percentage, as sacreBLEU has it.
fn precisions(score: &Score, style: Style) -> String {
    let decimals = if style.percent { 1 } else { 3 };
    let number = |p: &bleu::Precision| format!("{:.decimals$}", p.times(style.scale()));
    score.precisions().iter().map(number).collect::<Vec<_>>().join("/")
}

/// Aligned columns: the first to the left, numbers to the right.
fn write_table<const N: usize>(rows: &[[String; N]], out: &mut impl Write) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; N] = std::array::from_fn(width);
    for row in rows {
        write!(out, "{:<1$}", row[0], widths[0])?;
        for (cell, width) in row.iter().zip(widths).skip(1) {
            write!(out, "  {cell:>width$}")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
