//! What-if scores as JSON.

use super::{Object, write_systems};
use crate::cli::report::what_if::WhatIfReport;
use crate::cli::style::Style;
use crate::what_if::WhatIfScore;
use serde::Serialize;
use std::io::{self, Write};

/// Writes the object of a score with `what_if` for one candidate, an array of such objects for several.
pub fn write(report: &WhatIfReport, style: Style, out: &mut impl Write) -> io::Result<()> {
    let several = report.systems.len() > 1;
    let object = |place: usize| {
        let system = &report.systems[place];
        let rank = |change| several.then(|| report.ranks(change)[place]);
        let what_if = system.what_if.iter().enumerate();
        Scored {
            score: Object {
                system: several.then_some(&*system.name),
                segments: Some(report.segments),
                signature: Some(&*report.signature),
                ..Object::of(system.score, style)
            },
            what_if: what_if.map(|(change, score)| WhatIf { rank: rank(change), ..WhatIf::of(score, style) }).collect(),
        }
    };
    let objects: Vec<Scored> = (0..report.systems.len()).map(object).collect();
    write_systems(&objects, out)
}

#[derive(Serialize)]
struct Scored<'a> {
    #[serde(flatten)]
    score: Object<'a>,
    what_if: Vec<WhatIf>,
}

/// The score after a change.
#[derive(Serialize)]
pub struct WhatIf {
    change: &'static str,
    score: f64,
    difference: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    rank: Option<usize>,
    candidate_lines: u64,
    reference_lines: u64,
}

impl WhatIf {
    pub fn of(score: &WhatIfScore, style: Style) -> WhatIf {
        WhatIf {
            change: score.change.name(),
            score: score.score * style.scale(),
            difference: score.difference * style.scale(),
            rank: None,
            candidate_lines: score.candidate.lines,
            reference_lines: score.references.lines,
        }
    }
}
