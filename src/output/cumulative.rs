//! Scores of all orders up to one, in all formats.

use super::json::Object;
use super::{Format, Style, latex, layout, markdown, tsv};
use crate::Score;
use crate::report::table::{Column, Kind, Table};
use serde::Serialize;
use std::io::{self, Write};

/// A candidate and its scores, of order 1 first.
pub struct Scores {
    /// Name of the file, as given.
    pub name: String,
    /// At least one.
    pub scores: Vec<Score>,
}

impl Scores {
    /// The scores as text, separated by tabs.
    fn row(&self, style: Style) -> String {
        self.scores.iter().map(|score| style.number(score.score)).collect::<Vec<_>>().join("\t")
    }

    /// The unrounded scores, separated by tabs.
    fn unrounded(&self, style: Style) -> String {
        let number = |score: &Score| format!("{:?}", score.score * style.scale());
        self.scores.iter().map(number).collect::<Vec<_>>().join("\t")
    }
}

/// The score of the highest order, and all scores.
#[derive(Serialize)]
struct Cumulative<'a> {
    #[serde(flatten)]
    score: Object<'a>,
    cumulative: Vec<f64>,
}

impl<'a> Cumulative<'a> {
    fn new(system: &'a Scores, of_several: bool, style: Style) -> Option<Cumulative<'a>> {
        let mut score = Object::of(system.scores.last()?, style);
        score.system = of_several.then_some(&system.name);
        let cumulative = system.scores.iter().map(|score| score.score * style.scale()).collect();
        Some(Cumulative { score, cumulative })
    }
}

/// Writes the scores of a corpus.
pub fn write_corpus(
    systems: &[Scores],
    segments: u64,
    signature: &str,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    match style.format {
        Format::Scores => systems.iter().try_for_each(|system| writeln!(out, "{}", system.row(style))),
        Format::Json => {
            let mut objects: Vec<Cumulative> =
                systems.iter().filter_map(|system| Cumulative::new(system, systems.len() > 1, style)).collect();
            for object in &mut objects {
                (object.score.segments, object.score.signature) = (Some(segments), Some(signature));
            }
            match &objects[..] {
                [object] => serde_json::to_writer_pretty(&mut *out, object)?,
                objects => serde_json::to_writer_pretty(&mut *out, objects)?,
            }
            writeln!(out)
        }
        Format::Tsv => {
            writeln!(out, "system\t{}\tsegments\tsignature", titles(systems, "bleu_").join("\t"))?;
            systems.iter().try_for_each(|system| {
                let name = tsv::escape(&system.name);
                writeln!(out, "{name}\t{}\t{segments}\t{}", system.unrounded(style), tsv::escape(signature))
            })
        }
        Format::Markdown => {
            markdown::write_table(&table(systems, style), out)?;
            writeln!(out, "\n`BLEU|{signature}`")
        }
        Format::Latex => {
            latex::write_table(&table(systems, style), out)?;
            writeln!(out, "% BLEU|{signature}")
        }
        Format::Text => {
            let lines = layout::table(&table(systems, style), style.width, style.color);
            lines.iter().try_for_each(|line| writeln!(out, "{}", line.trim_end()))?;
            writeln!(out, "\nBLEU|{signature}")
        }
    }
}

/// Writes the scores of one segment (from 1); call in the order of the segments.
pub fn write_segment(segment: u64, systems: &[Scores], style: Style, out: &mut impl Write) -> io::Result<()> {
    match style.format {
        Format::Json => systems
            .iter()
            .filter_map(|system| Cumulative::new(system, systems.len() > 1, style))
            .try_for_each(|mut object| {
                object.score.segment = Some(segment);
                serde_json::to_writer(&mut *out, &object)?;
                writeln!(out)
            }),
        Format::Tsv => {
            if segment == 1 {
                writeln!(out, "segment\tsystem\t{}", titles(systems, "bleu_").join("\t"))?;
            }
            systems.iter().try_for_each(|system| {
                writeln!(out, "{segment}\t{}\t{}", tsv::escape(&system.name), system.unrounded(style))
            })
        }
        _ => writeln!(out, "{}", systems.iter().map(|system| system.row(style)).collect::<Vec<_>>().join("\t")),
    }
}

fn titles(systems: &[Scores], prefix: &str) -> Vec<String> {
    let orders = systems.first().map_or(0, |system| system.scores.len());
    (1..=orders).map(|order| format!("{prefix}{order}")).collect()
}

fn table(systems: &[Scores], style: Style) -> Table {
    let names: Vec<&str> = systems.iter().map(|system| system.name.as_str()).collect();
    let mut columns = vec![Column::new("system", Kind::Name, style.system_names(&names))];
    for (n, title) in titles(systems, "BLEU-").into_iter().enumerate() {
        let cells = systems.iter().map(|system| style.number(system.scores[n].score));
        columns.push(Column::new(title, Kind::Number, cells));
    }
    Table::new(columns)
}
