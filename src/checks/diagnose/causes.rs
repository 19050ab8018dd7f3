//! The causes among findings: the one whose undoing gains most is undone, and the repaired text is looked at again. What was
//! nothing but its effect is then gone.

use super::evidence::{Evidence, Oddity};
use super::finding::Finding;
use super::problem::{LineFormat, Problem, ZeroScore};
use super::rows::{Row, diagnose_rows, rows, score};
use super::undoing::{Undone, ways};
use crate::bleu::scoring::Definition;
use crate::checks::what_if::Change;

/// Maximum number of findings that are undone, one after another.
const ROUNDS: usize = 4;

/// Number of rows among which at least one must be left for a finding that leaves out its lines not to be about the text as a whole.
const ROWS_PER_LEFT: usize = 10;

/// When a finding is undone: what is earlier is undone before all that is later.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Turn {
    /// A problem that can be undone, or is in some lines.
    First,
    /// A problem of nearly all lines that cannot be undone.
    Most,
    /// A difference that may be the style of a good translation.
    Style,
    /// The text as a whole.
    Whole,
}

/// A finding on the present rows, and the rows without it.
struct Trial<'a> {
    place: usize,
    turn: Turn,
    /// Rise of the score; for what inflates the score, its fall.
    gain: f64,
    rows: Vec<Row<'a>>,
}

/// Returns the findings that are not gone once others are undone, in the order in which they are undone.
pub fn causes(found: Vec<Finding>, evidence: &Evidence) -> Vec<Finding> {
    let definition = evidence.definition;
    let (mut rows, are_all) = rows(evidence);
    let again = |rows: &[Row]| diagnose_rows(definition, rows).unwrap_or_default();
    let mut seen = match found.len() {
        0 | 1 => return found,
        _ if are_all => found.clone(),
        _ => again(&rows),
    };
    let is_seen =
        |seen: &[Finding], finding: &Finding| seen.iter().any(|other| other.problem.is_like(&finding.problem));
    // A finding in other lines than those that are looked at again may be no effect.
    let (open, apart): (Vec<Finding>, Vec<Finding>) = found.into_iter().partition(|finding| is_seen(&seen, finding));
    // That there is no token says it all.
    let has_no_token =
        |finding: &Finding| matches!(finding.problem, Problem::ScoreOfZero { reason: ZeroScore::NoToken, .. });
    let (mut named, mut open): (Vec<Finding>, Vec<Finding>) = open.into_iter().partition(has_no_token);
    for _ in 0..ROUNDS {
        seen.retain(|finding| is_seen(&open, finding));
        let Some(trial) = choose(&seen, &rows, definition) else { break };
        let is_chosen = |finding: &Finding| finding.problem.is_like(&seen[trial.place].problem);
        let Some(chosen) = open.iter().position(is_chosen).map(|place| open.remove(place)) else { break };
        // Checks look for a problem in several ways.
        open.retain(|finding| finding.check() != chosen.check() || !chosen.covers(finding));
        if matches!(chosen.problem, Problem::UnsplitText { .. }) {
            // The score of lines that are one token each tells nothing.
            open.retain(|finding| !is_of_score(&finding.problem));
        }
        named.push(chosen);
        if trial.rows.is_empty() {
            // Nothing else can be told of the text but its length.
            open.retain(|finding| is_of_score(&finding.problem) || matches!(finding.problem, Problem::Length { .. }));
        }
        if open.is_empty() || trial.rows.is_empty() {
            break;
        }
        rows = trial.rows;
        seen = again(&rows);
        // Of copies alone, it is said that they equal their references.
        let are_copies = seen.iter().any(|finding| matches!(finding.problem, Problem::ScoreOfOne { .. }));
        let is_copied = |finding: &Finding| are_copies && matches!(finding.problem, Problem::Copied { .. });
        open.retain(|finding| is_seen(&seen, finding) || is_copied(finding));
    }
    let is_apart = |finding: &Finding| {
        !named.iter().any(|cause: &Finding| !cause.problem.is_difference() && cause.holds_most_of(finding))
    };
    let apart: Vec<Finding> = apart.into_iter().filter(is_apart).collect();
    open.extend(apart);
    open.sort_by(|one, other| other.loss.total_cmp(&one.loss));
    named.extend(open);
    named
}

fn is_of_score(problem: &Problem) -> bool {
    matches!(problem, Problem::ScoreOfZero { .. } | Problem::ScoreOfOne { .. })
}

/// The finding that is undone next, given all that are seen in rows: the one that gains most, unless a more specific one explains it.
fn choose<'a>(seen: &[Finding], rows: &[Row<'a>], definition: &Definition) -> Option<Trial<'a>> {
    let before = score(definition, rows).ok()?;
    let trial = |place: usize, finding: &Finding, undone: Undone<'a>| {
        let (turn, rows) = match undone {
            Undone::Repaired(rows) | Undone::Leveled(rows) => (Turn::First, rows),
            Undone::LeftOut(left) if ROWS_PER_LEFT * left.len() >= rows.len() => (Turn::First, left),
            Undone::LeftOut(_) => (Turn::Most, Vec::new()),
            Undone::Whole => (Turn::Whole, Vec::new()),
        };
        let gain = if rows.is_empty() { 0.0 } else { score(definition, &rows).unwrap_or(before) - before };
        let turn = if finding.problem.may_be_style(gain) { turn.max(Turn::Style) } else { turn };
        Trial { place, turn, gain: if finding.problem.is_shared() { gain.abs() } else { gain }, rows }
    };
    let findings = seen.iter().enumerate().filter(|(_, finding)| !is_of_score(&finding.problem));
    let best = |(place, finding): (usize, &'_ Finding)| {
        let trials = ways(finding, rows).into_iter().map(|undone| trial(place, finding, undone));
        trials.max_by(|one, other| one.gain.total_cmp(&other.gain))
    };
    let mut trials: Vec<Trial> = findings.filter_map(best).collect();
    let specificity = |trial: &Trial| specificity(&seen[trial.place].problem);
    let is_before = |one: &Trial, other: &Trial| {
        let by_gain = other.gain.total_cmp(&one.gain);
        one.turn.cmp(&other.turn).then(by_gain).then(specificity(one).cmp(&specificity(other)))
    };
    let first = (0..trials.len()).min_by(|one, other| is_before(&trials[*one], &trials[*other]))?;
    // To leave lines out always looks good, so that the gain of what explains them is less.
    let explains_first = |trial: &Trial| {
        let [own, other] = [trial, &trials[first]].map(|trial| &seen[trial.place]);
        let cannot_be_undone = trial.turn == Turn::Most || trials[first].turn == Turn::Most;
        let gains = cannot_be_undone || 2.0 * trial.gain >= trials[first].gain;
        // Lines that are there twice put all after them out of place.
        let displaces = matches!(own.problem, Problem::Duplicated { .. })
            && matches!(other.problem, Problem::Misaligned { .. } | Problem::Shuffled { .. } | Problem::UnrelatedLines);
        let is_in_turn = trial.turn <= Turn::Most || trial.turn == Turn::Whole && trials[first].turn == Turn::Most;
        is_in_turn
            && (own.covers(other) || displaces)
            && (gains || other.covers(own) && trials[first].is_left_out(rows))
    };
    let best = (0..trials.len()).filter(|place| *place == first || explains_first(&trials[*place]));
    let best = best.min_by_key(|place| specificity(&trials[*place]))?;
    Some(trials.swap_remove(best))
}

impl Trial<'_> {
    /// Whether lines are left out.
    fn is_left_out(&self, rows: &[Row]) -> bool {
        self.rows.len() < rows.len()
    }
}

/// Place of a problem in the order of what explains lines: of two problems of the same lines, the first explains the other.
fn specificity(problem: &Problem) -> usize {
    use Problem::*;
    const ORDER: &[fn(&Problem) -> bool] = &[
        |problem| matches!(problem, Columns(LineFormat::Pages { .. })),
        |problem| matches!(problem, WrongEncoding { .. }),
        |problem| matches!(problem, Mojibake { .. }),
        |problem| matches!(problem, ReplacedLetters),
        |problem| matches!(problem, ControlCharacters | Escapes { .. } | OtherIdeographs { .. } | UnsplitText { .. }),
        |problem| matches!(problem, Columns(_)),
        |problem| matches!(problem, Subwords { .. }),
        |problem| matches!(problem, UnknownTokens | MaskedNames(_)),
        |problem| {
            matches!(problem, OddLines(Oddity::Spread | Oddity::Joined | Oddity::MixedScripts | Oddity::Reversed))
        },
        |problem| matches!(problem, Repetition),
        |problem| matches!(problem, StockLines { .. } | Untranslated { .. }),
        |problem| matches!(problem, Difference { change: Change::Entities, .. }),
        |problem| matches!(problem, StockPhrases { .. }),
        |problem| matches!(problem, Wrapped { .. }),
        |problem| matches!(problem, EmptyCandidateLines | EmptyReferenceLines),
        |problem| matches!(problem, Difference { change, .. } if change.undoes_damage()),
        |problem| matches!(problem, Difference { .. } | SharedMarks { .. } | Case { .. }),
        |problem| matches!(problem, SharedEnds { .. }),
        |problem| matches!(problem, Duplicated { .. }),
        |problem| matches!(problem, Misaligned { .. }),
        |problem| matches!(problem, Shuffled { .. }),
        |problem| matches!(problem, OddLines(Oddity::Split)),
        |problem| matches!(problem, PartlyWrapped { .. }),
        |problem| matches!(problem, OtherScript { .. } | ForeignLines { .. }),
        |problem| matches!(problem, OtherLanguage { .. }),
        |problem| matches!(problem, OtherLanguageLines),
        |problem| matches!(problem, UnrelatedRange { .. }),
        |problem| matches!(problem, Unrelated { .. } | UnrelatedLines),
        |problem| matches!(problem, OddLines(Oddity::DroppedLetters) | CutOff { .. } | LostEnds { .. }),
        |problem| matches!(problem, WordOrder { .. } | Additions { .. } | Copied { .. }),
    ];
    ORDER.iter().position(|is| is(problem)).unwrap_or(ORDER.len())
}
