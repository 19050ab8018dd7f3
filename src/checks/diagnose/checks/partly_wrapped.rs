//! Some lines that begin or end with what their counterparts lack: marks around them, labels, preambles, closing phrases.

use super::wrapped::REPAIRS;
use super::{Check, Evidence, Finding, LineRecord, Problem, Text, repaired};
use crate::checks::diagnose::limits::{FEW_LINES, InGoodText};
use crate::checks::diagnose::line_ends::{CommonEnd, summary};
use crate::checks::diagnose::line_shape::COMMON;
use crate::checks::diagnose::problem::Phrase;
use crate::checks::diagnose::shares::quantile;

pub const CHECK: Check = Check::new(find).of_any_text();

fn find(evidence: &Evidence) -> Option<Finding> {
    if evidence.candidate.counts.has_letters_apart() {
        return None;
    }
    let (lines, phrases, different) = summary(additions(evidence));
    (lines.segments > 0).then(|| {
        let finding = Finding::new(Problem::PartlyWrapped { phrases, different }).in_lines(&lines, evidence);
        repaired(finding, REPAIRS, evidence).spoiled(evidence)
    })
}

/// Returns the beginnings and ends of lines that all their counterparts lack.
fn additions(evidence: &Evidence) -> Vec<CommonEnd> {
    let records = &evidence.candidate.records;
    let lines = |is: fn(&LineRecord, &LineRecord) -> bool| -> Vec<usize> {
        let mut lines: Vec<usize> = evidence.lines_unlike(Text::Candidate, is).lines().collect();
        match evidence.text {
            Text::Candidate if evidence.are_translations(&lines) => {}
            Text::Candidate => lines.clear(),
            // A candidate that is cut off lacks the ends of its references.
            Text::Reference(_) => lines.retain(|line| evidence.holds_translation(Text::Candidate, *line)),
        }
        lines
    };
    let are_more =
        |lines: &Vec<usize>, in_good_text: InGoodText| lines.len() as u64 >= in_good_text.least(evidence.segments());
    let mut found: Vec<CommonEnd> = Vec::new();
    let (enclosed, labeled) = (lines(LineRecord::is_enclosed), lines(LineRecord::is_labeled));
    if are_more(&enclosed, InGoodText::Seldom) {
        let (beginning, end) = (records[enclosed[0]].beginning(), records[enclosed[0]].end());
        let first = beginning.chars().next().filter(|c| !c.is_alphanumeric());
        found.push((Phrase::Enclosed { first, last: end.chars().next_back() }, enclosed));
    }
    if are_more(&labeled, InGoodText::Often) {
        found.push((Phrase::Label, labeled));
    }
    // A model may add the same words to many lines; a reference that begins alike may just be the longer one.
    for ends in &evidence.common_ends {
        let added: Vec<CommonEnd> = ends.iter().filter_map(|end| added(end, evidence)).collect();
        if are_more(&added.iter().flat_map(|(_, lines)| lines).copied().collect(), InGoodText::Never) {
            found.extend(added);
        }
    }
    found
}

/// Returns a common beginning, or end, of those lines that hold their translation, if most do, and are longer than it.
fn added((phrase, all): &CommonEnd, evidence: &Evidence) -> Option<CommonEnd> {
    let Phrase::End(end) = phrase else { return None };
    let holds_translation = |line: &usize| evidence.holds_translation(Text::Candidate, *line);
    let lines: Vec<usize> = all.iter().copied().filter(holds_translation).collect();
    let longer = |line: &usize| {
        let pairs = evidence.pairs(Text::Candidate, *line);
        pairs.map(|(own, other)| f64::from(own.characters) - f64::from(other.characters)).reduce(f64::min)
    };
    let longer = quantile(lines.iter().filter_map(longer).collect(), |count| count / 2)?;
    // Text that no mark sets apart in a few lines is part of the sentence. A bad candidate lacks what its references repeat.
    let has_mark = end.trim_start_matches('"').contains(|c: char| !c.is_alphanumeric() && !c.is_whitespace());
    let is_apart = has_mark && evidence.text == Text::Candidate;
    let are_many = all.len() as u64 >= InGoodText::Often.least(evidence.segments());
    ((is_apart || are_many)
        && evidence.are_translations(all)
        && lines.len() as u64 >= FEW_LINES
        && longer >= COMMON as f64)
        .then(|| (phrase.clone(), lines))
}
