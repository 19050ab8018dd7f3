//! Single segments that are worth a look, in one sentence.

use super::Explanation;
use crate::checks::diagnose::{OddSegment, OddSegmentReason};
use crate::program::request::style::Style;
use crate::text::display::{escape_for_reading, isolated};

/// Maximum number of segments that are named.
const MAX_NAMED: usize = 10;

/// Returns a sentence for each system that names its segments to look at, if it has some.
pub fn sentences(explanation: &Explanation, style: Style) -> Vec<String> {
    let names = style.system_names(&explanation.names);
    let systems = names.iter().zip(&explanation.corpora);
    let odd = systems.map(|(name, corpus)| (name, &corpus.diagnosis.odd_segments)).filter(|(_, odd)| !odd.is_empty());
    let system = |name: &str| if names.len() == 1 { String::new() } else { format!(" of {}", isolated(name)) };
    odd.map(|(name, odd)| format!("Segments{} to look at: {}.", system(name), listed(explanation, odd))).collect()
}

/// Names the first of some segments, and says how many more there are.
fn listed(explanation: &Explanation, odd: &[OddSegment]) -> String {
    let named: Vec<String> = odd.iter().take(MAX_NAMED).map(|found| named(explanation, found)).collect();
    let more = match odd.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    format!("{}{more}", named.join(", "))
}

/// The number and the id of a segment, and the reason to look at it.
fn named(explanation: &Explanation, found: &OddSegment) -> String {
    let id = usize::try_from(found.segment).ok().and_then(|segment| explanation.ids.get(segment));
    let id = id.map_or_else(String::new, |id| format!(" ({})", isolated(&escape_for_reading(id))));
    let reason = match found.reason {
        OddSegmentReason::Empty => "is empty",
        OddSegmentReason::RepeatsSource => "repeats its source",
        OddSegmentReason::StopsEarly => "stops early",
    };
    format!("{}{id} {reason}", found.segment + 1)
}
