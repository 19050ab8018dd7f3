//! Which findings follow from others, so that the cause comes first and its effects are not said.

use super::checks::case;
use super::evidence::{Evidence, MIN_RISE, Oddity, SPOILS_LINES};
use super::finding::{Finding, Text};
use super::problem::Problem::{self, *};
use crate::checks::what_if::Change;

/// Relation of a finding to its cause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// It follows from the cause, but tells more about it.
    Consequence,
    /// It is nothing but an effect: the cause makes the same observation likely without a second problem.
    Effect,
}
use Relation::{Consequence, Effect};

/// The place of a problem in the order of causes: by those, lines are no longer like their references, or not by themselves, and
/// one may show in the lines as any problem after it.
fn place(finding: &Finding) -> Option<u32> {
    if finding.is_of_reference_encoding() {
        return Some(2);
    }
    Some(match finding.problem {
        WrongEncoding { .. } => 0,
        Mojibake { .. } => 1,
        ControlCharacters => 3,
        Escapes { .. } => 4,
        OtherIdeographs { .. } => 5,
        Columns(_) => 6,
        Subwords { .. } => 7,
        OddLines(Oddity::Spread) => 8,
        OddLines(Oddity::Joined) => 9,
        OddLines(Oddity::MixedScripts) => 10,
        OddLines(Oddity::Reversed) => 11,
        ReplacedLetters => 12,
        Repetition => 13,
        UnknownTokens => 14,
        StockLines { .. } => 15,
        StockPhrases { .. } => 16,
        Untranslated { .. } => 17,
        OddLines(Oddity::Split) => 18,
        Duplicated { .. } => 19,
        Wrapped { .. } => 20,
        OtherScript { .. } => 21,
        ForeignLines { .. } => 22,
        OtherLanguage { .. } => OTHER_LANGUAGE,
        Misaligned { .. } => 24,
        Shuffled { .. } => 25,
        OtherLanguageLines => 26,
        Unrelated { .. } | UnrelatedRange { .. } => 27,
        UnrelatedLines => 28,
        OddLines(Oddity::DroppedLetters) => 29,
        CutOff { .. } => 30,
        WordOrder { .. } => 31,
        PartlyWrapped { .. } => 32,
        Additions { .. } => 33,
        _ => return None,
    })
}

/// The place of text in another language.
const OTHER_LANGUAGE: u32 = 23;

/// Returns the relation of a finding to another one that may be its cause; `None` if these are two problems.
pub fn relation(cause: &Finding, other: &Finding, evidence: &Evidence) -> Option<Relation> {
    let covers = cause.holds_most_of(other);
    let are_most = evidence.are_most(cause.lines);
    let effect_if = |is_effect: bool| is_effect.then_some(Effect);
    match (&cause.problem, &other.problem) {
        // That hardly a token is correct has any reason.
        (problem, Unrelated { .. }) => effect_if(
            problem.is_structural()
                && !matches!(problem, Unrelated { .. } | UnrelatedRange { .. } | Length { .. } | EmptyCandidateLines),
        ),
        (Unrelated { .. }, problem) => effect_if(matches!(problem, Placeholders(_))),
        (_, Length { .. }) => lengthens(cause, evidence).then_some(Consequence),
        (UnsplitText { .. }, ScoreOfZero { .. }) => Some(Effect),
        // They may be in place of spaces.
        (Difference { change: Change::InvisibleCharacters, .. }, OddLines(Oddity::Joined)) => Some(Consequence),
        (Difference { change, .. }, _) => of_difference(*change, other, evidence),
        (Case { .. }, problem) => {
            effect_if(spoils(Change::Case, problem, evidence) || case::hides(cause, other, evidence))
        }
        // Only what follows from a reference in another language is said of it.
        (OtherLanguage { .. }, UnrelatedRange { .. } | Shuffled { .. }) => Some(Effect),
        (OtherLanguage { .. }, _) if cause.text != Text::Candidate => None,
        // A difference that matters may be why no word is the same.
        (OtherLanguage { .. }, Difference { change, .. }) => effect_if(evidence.rise(*change) < SPOILS_LINES),
        (Subwords { .. }, SharedMarks { .. } | SharedEnds { .. }) | (SharedMarks { .. }, SharedEnds { .. }) => {
            Some(Effect)
        }
        // Marks of both sides are why these are alike, and in other numbers of words.
        (
            SharedMarks { .. } | SharedEnds { .. },
            Difference { .. } | Case { .. } | Tokenized { .. } | Copied { .. },
        ) => Some(Effect),
        (MaskedNames(_), StockLines { .. } | StockPhrases { .. }) => effect_if(covers),
        (Misaligned { .. } | Shuffled { .. }, StockPhrases { .. })
        | (Columns(_), Wrapped { .. })
        | (Wrapped { .. }, OddLines(Oddity::Joined)) => Some(Effect),
        (OtherLanguage { .. } | OtherScript { .. } | Wrapped { .. }, StockPhrases { .. }) => {
            effect_if(!evidence.are_most(other.lines))
        }
        // Pages of HTML have tags.
        (Columns(_), Difference { change: Change::Markup, .. }) if covers => Some(Consequence),
        (Untranslated { .. }, OtherLanguage { .. } | ForeignLines { .. } | OtherScript { .. }) => Some(Consequence),
        // The lines that are there twice put those after them out of place.
        (Duplicated { .. }, Shuffled { .. } | Misaligned { .. }) if are_neighbors(cause, evidence) => Some(Effect),
        // JSON, which has escapes, is also in quotes.
        (Escapes { .. }, Wrapped { .. }) if super::checks::wrapped::is_json(evidence.profile(other.text)) => None,
        (Escapes { .. }, Difference { .. } | Case { .. } | OddLines(Oddity::DroppedLetters)) => Some(Effect),
        // A text may be misread in several ways.
        (WrongEncoding { .. }, Mojibake { .. } | ControlCharacters) => effect_if(covers && cause.text == other.text),
        (WrongEncoding { .. }, ReplacedLetters) if other.is_of_reference_encoding() => {
            effect_if(covers && cause.text == other.text)
        }
        (problem, OddLines(_)) if problem.is_of_letters() || matches!(problem, Escapes { .. }) => effect_if(covers),
        (OddLines(Oddity::Spread | Oddity::Reversed), Difference { .. } | Tokenized { .. } | Case { .. }) => {
            Some(Effect)
        }
        (OddLines(Oddity::DroppedMarks), Difference { change: Change::Punctuation, .. }) => Some(Effect),
        (Tokenized { .. }, OddLines(Oddity::Split)) => Some(Effect),
        (Subwords { .. } | UnknownTokens, OddLines(Oddity::Split)) => effect_if(covers || cause.lines == 0),
        (Subwords { .. }, Difference { change: Change::Punctuation, .. }) => {
            effect_if(evidence.is_most_of(Change::Subwords, Change::Punctuation))
        }
        (UnknownTokens, Difference { change: Change::Markup, altered, .. }) => {
            effect_if(2 * cause.lines > altered.candidate.lines)
        }
        // Control characters are invisible, or stand for quotes.
        (
            WrongEncoding { .. } | Mojibake { .. } | ControlCharacters,
            Difference { change: Change::InvisibleCharacters | Change::Quotes, .. },
        ) if covers => Some(Effect),
        (ReplacedLetters, Difference { change: Change::InvisibleCharacters | Change::Quotes, .. })
            if covers && cause.is_of_reference_encoding() =>
        {
            Some(Effect)
        }
        (problem, Repetition) if problem.is_of_letters() && are_most => Some(Effect),
        (problem, Difference { .. } | Case { .. } | Tokenized { .. } | Repetition) if problem.is_of_letters() => {
            (2 * cause.lines > other.lines).then_some(Consequence)
        }
        (CutOff { .. }, Difference { change: Change::Quotes | Change::Punctuation | Change::Nfkc, .. }) => {
            effect_if(are_most)
        }
        (PartlyWrapped { .. }, Difference { change: Change::Quotes | Change::Punctuation | Change::Nfkc, .. }) => {
            effect_if(covers)
        }
        // Notes are in any language, and their words are the commonest.
        (PartlyWrapped { .. } | Additions { .. }, ForeignLines { .. }) => effect_if(covers),
        (Wrapped { .. }, ForeignLines { .. }) => Some(Consequence),
        (ForeignLines { .. }, Wrapped { .. } | PartlyWrapped { .. } | Additions { .. }) => None,
        // What is added to one side ends in marks that the other lacks.
        (Wrapped { .. } | PartlyWrapped { .. }, CutOff { .. }) if cause.text != other.text => {
            effect_if(covers || cause.lines == 0)
        }
        (Wrapped { .. } | PartlyWrapped { .. }, OddLines(Oddity::DroppedMarks)) if cause.text != other.text => {
            (covers || cause.lines == 0).then_some(Consequence)
        }
        (MaskedNames(_), OddLines(Oddity::DroppedMarks)) => effect_if(covers && cause.text != other.text),
        (Additions { .. }, CutOff { .. }) => effect_if(covers && !other.holds_most_of(cause)),
        (CutOff { .. }, Wrapped { .. } | PartlyWrapped { .. }) if cause.text != other.text => None,
        // Lines that begin alike may be why the text is not like its references.
        (UnrelatedRange { .. }, StockPhrases { .. }) => effect_if((are_most || covers) && !other.holds_most_of(cause)),
        (_, Misaligned { .. } | Subwords { .. } | Columns(_) | Untranslated { .. }) => None,
        (cause_problem, _) => {
            let is_after = place(cause).zip(place(other)).is_some_and(|(cause, other)| cause < other);
            let shows = match cause.lines {
                0 => shows_in_text(other),
                _ => are_most || matches!(cause_problem, Shuffled { .. }) || other.lines > 0 && covers,
            };
            effect_if(is_after && shows)
        }
    }
}

/// Whether a cause in the text as a whole may be why another finding is there.
fn shows_in_text(other: &Finding) -> bool {
    match other.problem {
        ReplacedLetters | OddLines(Oddity::Joined) => true,
        Shuffled { .. } => false,
        _ => place(other) >= Some(OTHER_LANGUAGE),
    }
}

/// Whether the difference in length follows from a problem.
fn lengthens(cause: &Finding, evidence: &Evidence) -> bool {
    let (hyp_len, ref_len) = (evidence.score.hyp_len(), evidence.score.ref_len());
    match cause.problem {
        // At least half of what is missing.
        EmptyCandidateLines => 2.0 * evidence.share(cause.lines) >= 1.0 - hyp_len as f64 / ref_len.max(1) as f64,
        EmptyReferenceLines => hyp_len > ref_len,
        // One line in fifty that loops is why a text is longer.
        Repetition => hyp_len > ref_len && evidence.share(cause.lines) >= 0.02,
        Misaligned { .. }
        | Shuffled { .. }
        | Unrelated { .. }
        | UnrelatedRange { .. }
        | WordOrder { .. }
        | Subwords { .. } => false,
        _ => place(cause).is_some(),
    }
}

/// Whether lines are not like their references without a change: then it is why.
fn spoils(change: Change, problem: &Problem, evidence: &Evidence) -> bool {
    matches!(problem, UnrelatedLines | OtherLanguageLines | StockPhrases { .. })
        && evidence.rise(change) >= SPOILS_LINES
}

/// Whether most of the lines that are there twice equal the line before, and are not a few that a text has by itself.
fn are_neighbors(cause: &Finding, evidence: &Evidence) -> bool {
    let Problem::Duplicated { neighbors, .. } = cause.problem else { return false };
    2 * neighbors > cause.lines && 50 * cause.lines >= evidence.segments()
}

/// Returns the relation of a finding to a difference that may be its cause.
fn of_difference(cause: Change, other: &Finding, evidence: &Evidence) -> Option<Relation> {
    let is = |changes: &[Change]| changes.contains(&cause);
    // Good translations differ in what a style decides.
    let is_style = is(&[Change::Quotes, Change::Punctuation, Change::Nfkc]);
    let is_effect = match &other.problem {
        // Other words, in another number of characters.
        OtherLanguage { .. } => evidence.rise(cause) >= SPOILS_LINES,
        UnrelatedRange { .. } => evidence.rise(cause) >= SPOILS_LINES && evidence.is_mostly_dissimilar(other.text),
        problem if spoils(cause, problem, evidence) => true,
        WordOrder { .. } | Additions { .. } | PartlyWrapped { .. } => !is_style && evidence.rise(cause) >= MIN_RISE,
        CutOff { .. } => is(&[Change::Entities, Change::Markup]) && evidence.rise(cause) >= MIN_RISE,
        OddLines(Oddity::DroppedLetters) => is(&[Change::Diacritics, Change::Entities, Change::Nfc, Change::Nfkc]),
        // Tags consist of lowercase letters.
        Case { .. } => is(&[Change::Markup]) && evidence.is_most_of(cause, Change::Case),
        // Decomposed letters hold diacritics.
        Difference { change: Change::Diacritics, .. } => {
            is(&[Change::Nfc, Change::Nfkc]) && evidence.is_most_of(cause, Change::Diacritics)
        }
        Difference { change: Change::Punctuation, .. } => {
            is(&[Change::Quotes, Change::Entities, Change::Markup]) && evidence.is_most_of(cause, Change::Punctuation)
        }
        _ => false,
    };
    is_effect.then_some(Effect)
}
