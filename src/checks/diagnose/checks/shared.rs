//! Marks that both sides have and no translation should: they match each other, and the score is not about the text.
//!
//! - `markup`, `entities`, `encoding`, `spelling` and `wrapped` also find what most lines of both sides have, if the score changes by a
//!   point of 100 without it: tags and control tokens, entities, escapes, underscores in words, ids, numbers or labels at an end of
//!   each line.

use super::wrapped::wrapping;
use super::{Change, Check, Definition, Evidence, Finding, Problem, TextProfile, WindowSigns};
use crate::bleu::lines::joined;
use crate::checks::diagnose::limits::{MANY_LINES, NEGLIGIBLE_SHARE};
use crate::checks::diagnose::line_shape::End;

/// Marks that a change takes away.
pub const MARKS: Check = Check::new(marks).with_sign(have_marks);

/// Text that lines begin or end with. Its sign is that of `wrapped`.
pub const ENDS: Check = Check::new(ends);

fn marks(evidence: &Evidence) -> Option<Finding> {
    // Subwords have a check of their own.
    let changes = Change::ALL.iter().filter(|change| change.may_inflate() && **change != Change::Subwords);
    let most = changes.max_by(|one, other| evidence.rise(**one).abs().total_cmp(&evidence.rise(**other).abs()))?;
    let what_if = evidence.what_if(*most);
    let references = evidence.references.len() as u64;
    let are_most =
        evidence.are_most(what_if.candidate.lines) && 2 * what_if.references.lines > evidence.segments() * references;
    (are_most && what_if.difference.abs() >= NEGLIGIBLE_SHARE).then(|| {
        let problem = Problem::SharedMarks { change: *most, altered: super::differences::altered_places(what_if) };
        Finding { lines: what_if.candidate.lines, ..Finding::new(problem) }
            .without(what_if.score, what_if.difference)
            .with_loss(share_of_change(evidence, what_if.score))
    })
}

fn ends(evidence: &Evidence) -> Option<Finding> {
    let own = wrapping(evidence.candidate).map(without_final_marks)?;
    let others = evidence.references.iter().map(|text| wrapping(text).map(without_final_marks));
    let others = others.collect::<Option<Vec<_>>>()?;
    let mut accumulator = evidence.definition.accumulator();
    let references: Vec<String> =
        evidence.references.iter().zip(&others).map(|(text, ends)| without_ends(text, ends)).collect();
    let has_all = evidence.references.iter().all(|text| text.records.iter().all(|record| record.is_there));
    if !has_all || evidence.references.iter().any(|text| text.records.len() != evidence.candidate.records.len()) {
        return None;
    }
    let statistics = accumulator.add_lines(&without_ends(evidence.candidate, &own), &references).ok()?.sum();
    let score = evidence.definition.evaluate(&statistics).value();
    let difference = score - evidence.definition.evaluate(&evidence.table.sum()).value();
    let [beginning, end] = [0, 1].map(|end| End::BOTH[end].text(&own[end]));
    let is_found = difference.abs() >= NEGLIGIBLE_SHARE && !(beginning.is_empty() && end.is_empty());
    is_found.then(|| {
        Finding { lines: evidence.segments(), ..Finding::new(Problem::SharedEnds { beginning, end }) }
            .without(score, difference)
            .with_loss(share_of_change(evidence, score))
    })
}

/// Common ends without the marks of sentences, which belong to the text before them.
fn without_final_marks([beginning, end]: &[Vec<char>; 2]) -> [Vec<char>; 2] {
    let text = end.iter().rposition(|c| !".!?…。！？ ".contains(*c)).map_or(0, |last| last + 1);
    [beginning.clone(), end[..text].to_vec()]
}

/// The lines of a text without what most of them begin and end with.
fn without_ends(text: &TextProfile, ends: &[Vec<char>; 2]) -> String {
    let without = |line: &'_ str| -> String {
        let rest: String = End::Beginning.strip(line, &ends[0]);
        End::Ending.strip(&rest, &ends[1])
    };
    let lines: Vec<String> = text.records.iter().map(|record| without(&record.text)).collect();
    joined(lines.iter().map(String::as_str))
}

/// By how much the score is another one without what both sides have, as a share of the larger one.
fn share_of_change(evidence: &Evidence, score: f64) -> f64 {
    let own = evidence.score.value();
    (score - own).abs() / score.max(own).max(f64::MIN_POSITIVE)
}

/// Half of the lines of all texts have marks.
fn have_marks(window_signs: &WindowSigns, _: &Definition) -> bool {
    window_signs.texts().all(|text| text.with_marks as u64 >= MANY_LINES && 2 * text.with_marks >= text.len())
}
