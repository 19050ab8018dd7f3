//! What-if scores.

use super::{OneOrMore, Row, name_of, object};
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
            let scores = system.what_if.iter().enumerate();
            object! {
                #[serde(flatten)]
                score: Row {
                    system: name_of(&system.name, self.systems.len(), style),
                    segments: Some(self.segments),
                    signature: Some(&self.signature),
                    ..Row::of(&system.score, style)
                },
                what_if: scores.map(|(i, score)| what_if(score, rank(i), style)).collect::<Vec<_>>(),
            }
        }))
    }

    fn document(&self, style: Style) -> Document<'_> {
        Document::Sections(sections(self, style))
    }
}

/// The score after a change; its rank, if several systems are scored.
pub fn what_if(score: &WhatIfScore, rank: Option<usize>, style: Style) -> impl Serialize + use<> {
    object! {
        change: score.change,
        score: score.score * style.scale(),
        difference: score.difference * style.scale(),
        #[serde(flatten)]
        rank: rank.map(|rank| object! { rank: rank }),
        candidate_lines: score.candidate.lines,
        reference_lines: score.references.lines,
    }
}
