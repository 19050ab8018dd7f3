//! What-if scores.

use super::{OneOrMore, Row, name_of};
use crate::cli::output::Results;
use crate::cli::report::sections::Document;
use crate::cli::report::what_if::{WhatIfReport, sections};
use crate::cli::style::Style;
use crate::what_if::WhatIfScore;
use serde::Serialize;

impl Results for WhatIfReport {
    /// Returns the object of a score with `what_if` for one candidate, an array of such objects for several.
    fn json(&self, style: Style) -> impl Serialize {
        let several = self.systems.len() > 1;
        OneOrMore::of(self.systems.iter().enumerate().map(|(place, system)| {
            let rank = |change| several.then(|| self.ranks(change)[place]);
            let what_if = system.what_if.iter().enumerate();
            Scored {
                score: Row {
                    system: name_of(&system.name, self.systems.len(), style),
                    segments: Some(self.segments),
                    signature: Some(&self.signature),
                    ..Row::of(system.score, style)
                },
                what_if: what_if.map(|(i, score)| WhatIf { rank: rank(i), ..WhatIf::of(score, style) }).collect(),
            }
        }))
    }

    fn document(&self, style: Style) -> Document<'_> {
        Document::Sections(sections(self, style))
    }
}

#[derive(Serialize)]
struct Scored<'a> {
    #[serde(flatten)]
    score: Row<'a>,
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
