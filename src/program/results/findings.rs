//! Findings in words, on the scale of the output, for the shell and the page.

use crate::bleu::unprintable::{is_unprintable, replace};
use crate::checks::diagnose::{
    AffectedReferences, AlteredPlaces, CommonPhrase, Finding, Ideographs, LengthUnit, LineFormat, LostCase, LostMarks,
    Number, Oddity, Phrase, Problem, ReferenceSet, ScriptShare, SegmentRange, ShiftedRange, SubwordMarks, Text,
    ZeroScore,
};
use crate::checks::what_if::{Altered, Change};
use crate::program::request::decimals::is_shown_as_0;
use crate::program::request::style::Style;
use crate::text::display::{count, listed};
use crate::text::hints::Hint;
use serde::Serialize;
use std::collections::BTreeMap;

/// Maximum number of ranges of segments that are listed.
const LISTED_RANGES: usize = 5;

/// Maximum number of shifted ranges that are described.
const LISTED_SHIFTS: usize = 3;

/// Number of scripts that are listed, and their minimum share of the letters.
const LISTED_SCRIPTS: usize = 2;
const MIN_SCRIPT_SHARE: f64 = 0.01;

/// Loss from which the first of the lines concerned is not named: it tells little.
const MANY_LOST: f64 = 0.25;

/// A finding, for programs.
#[derive(Serialize)]
pub struct FindingFields {
    check: &'static str,
    evidence: String,
    advice: String,
    numbers: BTreeMap<&'static str, Number>,
    segments: Vec<SegmentRange>,
}

impl FindingFields {
    pub fn all_of(findings: &[Finding], style: Style) -> Vec<FindingFields> {
        findings.iter().map(|finding| FindingFields::new(finding, style)).collect()
    }

    fn new(finding: &Finding, style: Style) -> FindingFields {
        let scaled = |(name, number): (&'static str, Number)| match name {
            "score" | "difference" => (name, Number::Value(number.value() * style.scale())),
            _ => (name, number),
        };
        FindingFields {
            check: finding.check(),
            evidence: evidence(finding, style),
            advice: advice(finding).text(),
            numbers: finding.numbers().into_iter().map(scaled).collect(),
            segments: finding.segments.clone(),
        }
    }
}

/// Advice about a problem: the main thing, and what may follow it.
pub struct Advice {
    main: String,
    more: String,
}

impl Advice {
    pub fn text(&self) -> String {
        format!("{}{}", self.main, self.more)
    }

    fn and(self, more: impl Into<String>) -> Advice {
        Advice { more: more.into(), ..self }
    }
}

impl<T: Into<String>> From<T> for Advice {
    fn from(main: T) -> Advice {
        Advice { main: main.into(), more: String::new() }
    }
}

/// Returns the evidence of a finding, of how many lines it is if they are not all, and the score without the problem, if that is
/// another one.
pub fn evidence(finding: &Finding, style: Style) -> String {
    let sample = finding.sample.map(|lines| format!("of {lines} lines looked at"));
    let without = finding.without.map(|without| (style.number(without.score), style.difference(without.difference, 0)));
    let without = without.filter(|(_, difference)| !is_shown_as_0(difference)).map(|(score, difference)| {
        let whose = if finding.sample.is_some() { "their score" } else { "the score" };
        let once = match finding.without {
            Some(without) if without.is_undone => "with this undone",
            _ if finding.problem.is_difference() => "without this difference",
            _ => "without these lines",
        };
        format!("{once} {whose} would be {score} ({difference})")
    });
    sample.into_iter().chain(without).fold(fact(finding), |evidence, more| format!("{evidence}; {more}"))
}

/// Says what a problem costs; `None` if it costs nothing, or would be shown as 0.
pub fn cost_words(cost: f64, style: Style) -> Option<String> {
    let shown = style.number(cost);
    (cost > 0.0 && !is_shown_as_0(&shown)).then(|| format!("costs {shown}"))
}

/// Returns a finding in one sentence.
pub fn sentence(finding: &Finding, style: Style) -> String {
    format!("{}: {}; {}", finding.check(), evidence(finding, style), advice(finding).text())
}

/// Returns a finding in brief, in at most `room` characters: the problem, the number of lines among those that were looked at, or
/// among all segments, its cost and what to do, or the first part of that.
pub fn brief_sentence(finding: &Finding, style: Style, segments: &str, room: usize) -> String {
    let extent = extent(finding, segments).map_or_else(String::new, |extent| format!(": {extent}"));
    let words = format!("{} ({}){extent}", conclusion(finding), finding.check());
    let fits = |more: &String| words.chars().count() + more.chars().count() <= room;
    let advice = advice(finding);
    let to_do =
        [&advice.text(), &advice.main].map(|advice| format!("; {advice}")).into_iter().find(fits).unwrap_or_default();
    let there = if finding.sample.is_some() { " there" } else { "" };
    let cost = finding.without.and_then(|without| match without.difference > 0.0 {
        true => finding.cost().and_then(|cost| cost_words(cost, style)).map(|cost| format!(", {cost}{there}")),
        false => finding.problem.is_shared().then(|| format!(", {} without", style.number(without.score))),
    });
    let cost = cost.filter(|cost| fits(&format!("{cost}{to_do}"))).unwrap_or_default();
    format!("{words}{cost}{to_do}")
}

/// Returns the number of lines concerned, among those that were looked at or all segments, and the first; `None` if it is not known.
fn extent(finding: &Finding, segments: &str) -> Option<String> {
    if let Problem::Case { lost: LostCase::Text, compared, .. } = finding.problem
        && 2 * finding.lines < compared
    {
        return None;
    }
    if let Some(AlteredPlaces { candidate, references, .. }) = finding.problem.altered() {
        let [own, others] = [candidate.lines, references.lines];
        return Some(match finding.sample {
            Some(lines) => format!("{own} candidate and {others} reference lines of {lines} looked at"),
            None => format!("{} of the candidate, {others} of the references", count(own, "line")),
        });
    }
    if finding.lines == 0 {
        return None;
    }
    let looked_at = finding.sample.map(|lines| format!("{lines} lines looked at"));
    let looked_at = looked_at.as_deref().unwrap_or(segments);
    let first = finding.segments.first().filter(|_| finding.loss < MANY_LOST).map(|range| range.first + 1);
    let first = first.map_or_else(String::new, |first| format!(", the first is line {first}"));
    Some(format!("{} of {looked_at}{first}", finding.lines))
}

/// Says which marks of the other side a text lacks, and which masks it has.
fn lost_marks(marks: &LostMarks, other_side: &str) -> String {
    let LostMarks { missing, expected, masks, example, .. } = marks;
    let example = example.as_ref().map_or_else(String::new, |mark| format!(", such as {mark}"));
    let lacks = (*missing > 0).then(|| {
        format!("lacks {missing} of {expected} addresses, handles, hashtags and placeholders of {other_side}{example}")
    });
    let has = (*masks > 0).then(|| format!("has {} like [NAME] or ##, unlike {other_side}", count(*masks, "mask")));
    lacks.into_iter().chain(has).collect::<Vec<_>>().join(", and ")
}

/// Returns the problem in a few words.
pub fn conclusion(finding: &Finding) -> &'static str {
    match &finding.problem {
        Problem::ScoreOfZero { .. } => "the score is 0",
        Problem::ScoreOfOne { .. } => "the candidate equals its references",
        Problem::Misaligned { .. } => "lines are shifted",
        Problem::Shuffled { is_reversed: true, .. } => "the lines are in reverse order",
        Problem::Shuffled { .. } => "the lines are in another order",
        Problem::Unrelated { .. } | Problem::UnrelatedRange { .. } | Problem::UnrelatedLines => {
            "lines do not match their references"
        }
        Problem::OtherLanguage { .. } => "text is in another language",
        Problem::OtherLanguageLines => "lines are in another language",
        Problem::Duplicated { .. } => "blocks of lines are repeated",
        Problem::OtherScript { .. } | Problem::ForeignLines { .. } => "text is in another script",
        Problem::OtherIdeographs { .. } => "Chinese is traditional on one side, simplified on the other",
        Problem::Mojibake { .. } | Problem::ReplacedLetters if finding.text != Text::Candidate => {
            "letters of a reference are wrong"
        }
        Problem::Mojibake { is_utf_8: true } => "UTF-8 was read as another encoding",
        Problem::WrongEncoding { .. } | Problem::Mojibake { .. } | Problem::ControlCharacters => {
            "text was read in a wrong encoding"
        }
        Problem::ReplacedLetters => "letters are replaced by ? or U+FFFD",
        Problem::Escapes { .. } => "characters are written as escapes",
        Problem::Columns(LineFormat::Pages { .. }) => "HTML stands in place of text",
        Problem::Columns(_) => "lines hold several columns",
        Problem::Wrapped { .. } => "most lines begin or end alike",
        Problem::SharedMarks { change: Change::Markup, .. } => "both sides have tags or control tokens",
        Problem::SharedMarks { change: Change::Entities, .. } => "both sides have entities",
        Problem::SharedMarks { change: Change::Escapes, .. } => "both sides have characters written as escapes",
        Problem::SharedMarks { .. } => "both sides have underscores in words",
        Problem::SharedEnds { .. } => "lines of both sides begin or end alike",
        Problem::PartlyWrapped { .. } => "lines begin or end with added text",
        Problem::Additions { .. } => "lines hold more than their translation",
        Problem::WordOrder { .. } => "words are in another order",
        Problem::Subwords { .. } => "words are split into subwords",
        Problem::UnsplitText { .. } => "the tokenizer does not split the text",
        Problem::Untranslated { are_exact: true } => "lines repeat the source",
        Problem::Untranslated { .. } => "lines resemble the source",
        Problem::EmptyCandidateLines => "lines are empty",
        Problem::EmptyReferenceLines => "reference lines are empty",
        Problem::Repetition => "lines repeat the same words",
        Problem::Length { is_short: true, .. } => "the candidate is shorter",
        Problem::Length { .. } => "the candidate is longer",
        Problem::Tokenized { .. } => "one side is tokenized",
        Problem::TokenizedTwice => "the text looks tokenized already",
        Problem::Case { .. } => "the case of letters differs",
        Problem::Placeholders(_) => "placeholders are lost or changed",
        Problem::MaskedNames(_) => "masks stand for names or digits",
        Problem::UnknownTokens => "tokens stand for unknown words",
        Problem::StockLines { .. } => "the same lines stand for translations",
        Problem::StockPhrases { .. } => "stock phrases stand for translations",
        Problem::Copied { .. } => "lines are copies of a reference",
        Problem::CutOff { .. } => "lines are cut off",
        Problem::LostEnds { is_beginning: true, .. } => "lines lack their first characters",
        Problem::LostEnds { .. } => "lines lack their last characters",
        Problem::OddLines(oddity) => match oddity {
            Oddity::Spread => "letters are separated by spaces",
            Oddity::Split => "words are in several parts",
            Oddity::Joined => "spaces between words are missing",
            Oddity::MixedScripts => "letters of two scripts are mixed",
            Oddity::DroppedLetters => "letters outside ASCII are missing",
            Oddity::DroppedMarks => "punctuation is missing",
            Oddity::Reversed => "characters are in reverse order",
        },
        Problem::Difference { change, .. } => match change {
            Change::Nfc | Change::Nfkc => "characters are composed differently",
            Change::InvisibleCharacters => "text has invisible characters",
            Change::Quotes => "quotes or dashes differ",
            Change::Entities => "characters are written as entities",
            Change::Escapes => "characters are written as escapes",
            Change::Spaces => "one side has unusual spaces",
            Change::Markup => "text has tags or control tokens",
            Change::Letters => "letters have other forms",
            Change::Tatweel => "words are stretched by tatweel",
            Change::Digits => "digits are of different scripts",
            Change::Stops => "full stops are of different scripts",
            Change::HalfSpaces | Change::HalfSpacesAsSpaces => "half-spaces in words differ",
            Change::Underscores => "one side has underscores in words",
            Change::Diacritics => "one side lacks diacritics",
            Change::Punctuation => "punctuation differs",
            change => change.name(),
        },
    }
}

/// Returns the reason to believe a finding.
fn fact(finding: &Finding) -> String {
    let (lines, text, segments) = (finding.lines, name(finding.text), list(&finding.segments));
    let is_of_candidate = finding.text == Text::Candidate;
    let other_side = if is_of_candidate { "the references" } else { "the candidate" };
    match &finding.problem {
        Problem::ScoreOfZero { reason, hyp_len, ref_len } => reason_of_zero(*reason, *hyp_len, *ref_len),
        Problem::ScoreOfOne { identical, segments } if identical == segments => {
            "every candidate line is identical to a reference line of its segment".into()
        }
        Problem::ScoreOfOne { identical, segments } => format!(
            "every n-gram that counts is correct and the candidate is long enough, but only {identical} of {segments} \
             candidate lines are identical to a reference line"
        ),
        Problem::Misaligned { references, ranges } => shifts(references, ranges),
        Problem::Shuffled { references, searched, found_elsewhere, is_reversed } => format!(
            "{}{lines} of {} candidate lines are no more similar to the line of reference {} than to random other lines, \
             and {found_elsewhere} of {searched} of them that were looked for are most similar to a line elsewhere{}: \
             {segments}",
            if *is_reversed { "the candidate is in reverse order: " } else { "" },
            finding.looked_at,
            references.clearest,
            other_references(references),
        ),
        Problem::Unrelated { correct, tokens } => {
            format!("only {correct} of the {tokens} tokens of the candidate are in their references")
        }
        Problem::UnrelatedRange { references, compared, related } => format!(
            "in {segments}, only {related} of {compared} candidate lines have more in common with the line of reference {} \
             than with random other lines of it{}",
            references.clearest,
            other_references(references)
        ),
        Problem::UnrelatedLines => lines_that(finding, "have hardly a word in common with their references"),
        Problem::OtherLanguage { references, overlap } => format!(
            "{:.0} of the 100 commonest words of the candidate are among those of {}",
            100.0 * overlap,
            names_of(references)
        ),
        Problem::OtherLanguageLines => {
            let others = if is_of_candidate { "their references" } else { "the lines of the candidate" };
            let have = format!("have hardly a word in common with {others}, and their words are of another language");
            lines_that(finding, &have)
        }
        Problem::Duplicated { blocks, first, earlier, .. } => {
            let total = if *blocks > 1 { format!("; in all in {segments}") } else { String::new() };
            format!(
                "{lines} candidate lines equal earlier ones, though their references differ: those of {} are those of \
                 {}{total}",
                list(first),
                list(earlier)
            )
        }
        Problem::OtherScript { candidate, references, others, .. } => format!(
            "the letters of the candidate and of {} are in different scripts (candidate: {}; {}: {})",
            names_of(references),
            scripts(candidate),
            if references.is_all { "references".into() } else { names_of(references) },
            scripts(others)
        ),
        Problem::ForeignLines { candidate, references } => {
            let have = format!(
                "have most of their letters in a script that the other side lacks there (candidate: {}; references: {})",
                scripts(candidate),
                scripts(references)
            );
            lines_that(finding, &have)
        }
        Problem::OtherIdeographs { kind, characters } => {
            let [own, other] = match kind {
                Ideographs::Traditional => ["traditional", "simplified"],
                Ideographs::Simplified => ["simplified", "traditional"],
            };
            let characters = escaped(characters);
            let have =
                format!("have {own} Chinese characters, such as {characters}, where the other side has {other} ones");
            lines_that(finding, &have)
        }
        Problem::WrongEncoding { written, read, characters, .. } => {
            lines_that(finding, &format!("have {written} that was read as {read}, with {}", escaped(characters)))
        }
        Problem::Mojibake { is_utf_8: true } => {
            lines_unlike(finding, "have UTF-8 that was read as another encoding, as Ã¼ is ü")
        }
        Problem::Mojibake { .. } => lines_unlike(finding, "have characters of a wrong encoding"),
        Problem::ReplacedLetters => lines_unlike(finding, "have ? or U+FFFD in place of letters"),
        Problem::ControlCharacters => {
            lines_unlike(finding, "have control characters, as U+0093, which is “ in Windows-1252")
        }
        Problem::Escapes { example } => {
            let example = if example.is_empty() { String::new() } else { format!(", such as {}", quoted(example)) };
            lines_unlike(finding, &format!("have characters written as escapes{example}"))
        }
        Problem::Columns(LineFormat::Tabs { columns }) => {
            format!("most lines of {text} have {columns} columns separated by tabs")
        }
        Problem::Columns(LineFormat::Objects) => format!("most lines of {text} are objects of JSON"),
        Problem::Columns(LineFormat::Pages { is_whole: true }) => format!("{text} is a page of HTML"),
        Problem::Columns(LineFormat::Pages { .. }) => {
            format!("{lines} lines of {text} begin a page of HTML: {segments}")
        }
        Problem::Wrapped { beginning, end } => {
            format!("most lines of {text} {}, unlike {other_side}", end_words(beginning, end))
        }
        Problem::SharedMarks { change, altered } => {
            format!("both sides have {}, which match each other: {}", characters(*change), places(altered))
        }
        Problem::SharedEnds { beginning, end } => {
            format!("most lines of both sides {}, and these match each other", end_words(beginning, end))
        }
        Problem::PartlyWrapped { phrases, different } => format!(
            "{lines} lines of {text} begin or end with what the other side lacks: {}; {segments}",
            phrase_words(phrases, *different)
        ),
        Problem::Additions { added } => {
            lines_that(finding, &format!("hold more than their translation, {:.1}% of the text", 100.0 * added))
        }
        Problem::WordOrder { min_tokens } => {
            let have =
                format!("of {min_tokens} tokens or more have words of their references, but hardly two in a row");
            lines_that(finding, &have)
        }
        Problem::Subwords { marks, .. } => {
            let marks: Vec<String> = marks.iter().map(mark_words).collect();
            format!("words are split into subwords: {}", marks.join("; "))
        }
        Problem::UnsplitText { letters, tokenization, tokens_per_segment, letters_per_token, .. } => format!(
            "the references are written without spaces between words ({}), and {tokenization} does not split them: \
             {tokens_per_segment:.1} tokens per segment, {letters_per_token:.1} letters per token",
            scripts(letters)
        ),
        Problem::Untranslated { are_exact } => {
            let verb = if *are_exact { "repeat" } else { "resemble" };
            lines_that(finding, &format!("{verb} the source, unlike their references"))
        }
        Problem::EmptyCandidateLines => {
            format!("{lines} of {} candidate lines have no token, but their references do", finding.looked_at)
        }
        Problem::EmptyReferenceLines => format!("{lines} of {} lines of {text} are empty", finding.looked_at),
        Problem::Repetition => {
            let (lines, repeat) = (lines_of(finding), if lines == 1 { "repeats" } else { "repeat" });
            format!("{lines} {repeat} the same words over and over, unlike {other_side}: {segments}")
        }
        Problem::Length { is_short, hyp_len, ref_len, candidate_characters, reference_characters, extreme } => {
            let [than, times] =
                if *is_short { ["shorter", "less than half of"] } else { ["longer", "more than twice"] };
            let extreme = match extreme {
                0 => String::new(),
                _ => format!("; {extreme} of {} segments have {times} the tokens", finding.looked_at),
            };
            format!(
                "the candidate is much {than} than its references: {hyp_len} tokens, not {ref_len} (ratio {:.3}), and, without \
                 white space, {candidate_characters} characters, not {reference_characters}{extreme}",
                *hyp_len as f64 / (*ref_len).max(1) as f64,
            )
        }
        Problem::Tokenized { references, altered } => {
            let looks = match references {
                Some(set) if set.is_all || set.numbers.len() > 1 => {
                    format!("{} look tokenized, the candidate does not", names_of(set))
                }
                Some(set) => format!("{} looks tokenized, the candidate does not", names_of(set)),
                None => "the candidate looks tokenized, unlike the references".into(),
            };
            format!("{looks}: spaces before punctuation: {}", places(altered))
        }
        Problem::TokenizedTwice => format!("{lines} of {} candidate lines end in \" .\"", finding.looked_at),
        Problem::Case { candidate, reference, references, compared, .. } => format!(
            "{:.1}% of the candidate's letters are capitals, {:.1}% of those of {}; {lines} of {compared} lines \
             that begin with the same two words have the first in another case",
            100.0 * candidate,
            100.0 * reference,
            names_of(references)
        ),
        Problem::Placeholders(marks) | Problem::MaskedNames(marks) => {
            format!("{text} {}: {segments}", lost_marks(marks, other_side))
        }
        Problem::UnknownTokens => {
            lines_unlike(finding, "have tokens in place of unknown words: <unk>, UNK, ⁇ or [UNK]")
        }
        Problem::StockLines { phrases, different } => format!(
            "{} are always the same, though {other_side} {}: {}; {segments}",
            lines_of(finding),
            if is_of_candidate { "differ" } else { "differs" },
            phrase_words(phrases, *different)
        ),
        Problem::StockPhrases { phrases, different } => format!(
            "{} begin or end alike, but are not like {other_side}: {}; {segments}",
            lines_of(finding),
            phrase_words(phrases, *different)
        ),
        Problem::Copied { min_tokens } => {
            lines_that(finding, &format!("of {min_tokens} tokens or more have exactly the tokens of a reference"))
        }
        Problem::CutOff { limit: Some(limit) } => {
            let unit = match limit.unit {
                LengthUnit::Characters => "characters",
                LengthUnit::Words => "words",
            };
            lines_that(finding, &format!("have {} {unit}, and their counterparts more", limit.length))
        }
        Problem::CutOff { limit: None } => {
            let others = if is_of_candidate { "their references" } else { "those of the candidate" };
            lines_that(finding, &format!("end without the final mark of {others}, and are much shorter"))
        }
        Problem::LostEnds { is_beginning, characters, lost, compared } => {
            let (which, show) =
                (if *is_beginning { "first" } else { "last" }, if is_of_candidate { "show" } else { "shows" });
            format!(
                "{lost} of {compared} comparable lines of {text} lack their {which} characters, {characters} in the median, as \
                 {other_side} {show}"
            )
        }
        Problem::OddLines(oddity) => {
            let have = match oddity {
                Oddity::Spread => "have spaces between letters",
                Oddity::Split => "have words in several parts",
                Oddity::Joined => "have hardly a space between words",
                Oddity::MixedScripts => {
                    "have words with letters of two scripts that look alike, as Latin a for Cyrillic а"
                }
                Oddity::DroppedLetters => "lack the letters that are not ASCII",
                Oddity::DroppedMarks => "have no punctuation",
                Oddity::Reversed => "have their characters in reverse order",
            };
            lines_unlike(finding, have)
        }
        Problem::Difference { change, altered, kinds, counted_in, .. } => {
            let kinds: Vec<String> =
                kinds.iter().map(|(kind, own, other)| format!("{kind} {own} and {other}")).collect();
            let kinds = if kinds.is_empty() {
                String::new()
            } else {
                let number = counted_in.map_or_else(String::new, |number| format!(" {number}"));
                format!("; candidate and reference{number} have {}", kinds.join(", "))
            };
            format!("{}: {}{kinds}", characters(*change), places(altered))
        }
    }
}

/// Returns what to do about a finding, with flags where there are some.
pub fn advice(finding: &Finding) -> Advice {
    if let Some(repair) = finding.repair {
        return format!("--clean {repair} scores without").into();
    }
    let is_of_candidate = finding.text == Text::Candidate;
    match &finding.problem {
        Problem::ScoreOfZero { reason, .. } => advice_on_zero(*reason).into(),
        Problem::ScoreOfOne { identical, segments } if identical == segments => "is this the intended file?".into(),
        Problem::ScoreOfOne { .. } => {
            "the others differ in ways that this score does not see, such as spaces or the order of n-grams".into()
        }
        Problem::Misaligned { ranges, .. } => advice_on_shifts(ranges),
        Problem::Shuffled { .. } => "sort both files the same way".into(),
        Problem::Unrelated { .. } | Problem::UnrelatedRange { .. } => {
            "do the files hold the same text, in the same order and language?".into()
        }
        Problem::UnrelatedLines => "do these lines belong to other segments, or are they no translations?".into(),
        Problem::OtherLanguage { references, .. } if references.is_all => {
            "is the candidate the source, or in another language?".into()
        }
        Problem::OtherLanguage { .. } => {
            Advice::from("the candidate fits the others").and(": is this the source, or in another language?")
        }
        Problem::OtherLanguageLines => "was the source left standing, or is it another language?".into(),
        Problem::Duplicated { .. } => "was a part of the output written twice?".into(),
        Problem::OtherScript { .. } => "is one of them the source text, or another language?".into(),
        Problem::ForeignLines { .. } => "are they the source text, or in another language?".into(),
        Problem::OtherIdeographs { kind, .. } => {
            let other = match kind {
                Ideographs::Traditional => "simplified",
                Ideographs::Simplified => "traditional",
            };
            format!("convert one side, for instance by OpenCC, or get the text in {other} characters").into()
        }
        Problem::WrongEncoding { written, read, is_whole: true, .. } => {
            format!("{} restores them", conversion(written, read)).into()
        }
        Problem::WrongEncoding { .. } => "restore these lines alone".into(),
        Problem::Mojibake { .. } | Problem::ReplacedLetters if !is_of_candidate => "get the reference as UTF-8".into(),
        Problem::Mojibake { is_utf_8: true } => {
            "read the original text as UTF-8, where it was read as Latin-1, Windows-1252 or the like".into()
        }
        Problem::Mojibake { .. } => "read the original text in the encoding it was written in".into(),
        Problem::ReplacedLetters => {
            Advice::from("write the text as UTF-8 from the beginning").and("; what was replaced cannot be restored")
        }
        Problem::ControlCharacters => {
            "read the original text in the encoding it was written in, such as Windows-1252".into()
        }
        Problem::Escapes { .. } => Advice::from("decode them")
            .and("; a program that writes JSON may have an option for plain letters (in Python, ensure_ascii=False)"),
        Problem::Columns(LineFormat::Tabs { .. }) => Advice::from("cut -f selects one").and("; --records reads tables"),
        Problem::Columns(LineFormat::Objects) => {
            Advice::from("--records reads them").and(": -r and CANDIDATE are then their keys")
        }
        Problem::Columns(LineFormat::Pages { .. }) => "did a server send an error in place of the text?".into(),
        Problem::SharedMarks { change: Change::Entities | Change::Escapes, .. } => "decode them on both sides".into(),
        Problem::SharedMarks { change: Change::Underscores, .. } => "replace them by spaces on both sides".into(),
        Problem::SharedMarks { .. } => "remove them from both sides".into(),
        Problem::Wrapped { .. } | Problem::PartlyWrapped { .. } | Problem::SharedEnds { .. } => {
            "score the text alone".into()
        }
        Problem::Additions { .. } => "remove notes, alternatives and second versions".into(),
        Problem::WordOrder { .. } => {
            "are the words in reverse, as in text for display from right to left, or in another order?".into()
        }
        Problem::Subwords { .. } => "join the subwords of all texts to score words".into(),
        Problem::UnsplitText { tokenizers, .. } => format!("try --tokenize {}", listed(tokenizers, "or")).into(),
        Problem::Untranslated { .. } | Problem::EmptyCandidateLines => "did the translation fail on them?".into(),
        Problem::EmptyReferenceLines => Advice::from("--empty-reference skip leaves them out")
            .and("; each counts as a reference of length 0, so that a short candidate escapes the brevity penalty"),
        Problem::Repetition | Problem::StockLines { .. } | Problem::StockPhrases { .. } if !is_of_candidate => {
            "get the reference with translations of these lines, or leave them out".into()
        }
        Problem::MaskedNames(_) if !is_of_candidate => {
            Advice::from("get the reference without masks").and(", or mask the candidate alike")
        }
        Problem::UnknownTokens if !is_of_candidate => {
            "get the reference as it was before it was split into tokens".into()
        }
        Problem::Repetition => "did the model loop? limit the length of its output, or forbid repeated n-grams".into(),
        Problem::Length { is_short: true, .. } => "is text missing, or added to the references?".into(),
        Problem::Length { .. } => "is text added, or missing in the references?".into(),
        Problem::Tokenized { references: Some(_), .. } => "use untokenized references".into(),
        Problem::Tokenized { .. } => "detokenize the candidate".into(),
        Problem::TokenizedTwice => {
            Advice::from("detokenize both sides").and("; if all are tokenized alike, score with the tokenizer none")
        }
        Problem::Case { lost, .. } => match (lost, finding.text) {
            (LostCase::Text, _) => "--lowercase scores without case".into(),
            (LostCase::Lines, Text::Candidate) => "restore the case of these lines".into(),
            (LostCase::Lines, text) => format!("restore the case of these lines of {}", name(text)).into(),
            (LostCase::LinesOfEither, _) => "write these lines in the same case on both sides".into(),
        },
        Problem::Placeholders(_) | Problem::MaskedNames(_) => "keep them as they are in the source".into(),
        Problem::UnknownTokens => {
            "use a vocabulary that has all characters of the language, or let the decoder copy unknown words".into()
        }
        Problem::StockLines { .. } | Problem::StockPhrases { .. } => {
            "did the model refuse, or the translation fail on them?".into()
        }
        Problem::Copied { .. } => "does the candidate hold its reference?".into(),
        Problem::CutOff { .. } if is_of_candidate => "is the length of the output limited?".into(),
        Problem::LostEnds { .. } if is_of_candidate => "does a slice or a special token drop them?".into(),
        Problem::CutOff { .. } | Problem::LostEnds { .. } => "get the reference in full".into(),
        Problem::OddLines(oddity) => match oddity {
            Oddity::Spread => "was the text split into characters? join them",
            Oddity::Split => "were hyphens or marks of subwords dropped? join the parts",
            Oddity::Joined => "did the decoding of subwords drop the spaces?",
            Oddity::MixedScripts => "replace the letters by those of the language",
            Oddity::DroppedLetters => "were they dropped or transliterated? write the text as UTF-8",
            Oddity::DroppedMarks => "is it the normalized text of speech?",
            Oddity::Reversed => "is it text for display from right to left? rev restores such lines",
        }
        .into(),
        Problem::Difference { are_spaces: true, .. } => "put spaces in their place".into(),
        Problem::Difference { change, .. } => match change {
            Change::Nfc => "--normalize nfc scores without the difference",
            Change::Nfkc => "--normalize nfkc scores without the difference",
            Change::InvisibleCharacters | Change::Markup => "remove them",
            Change::Entities | Change::Escapes => "replace them by their characters",
            Change::Letters => "write both sides with the letters of the language",
            Change::Tatweel => "drop it from both sides",
            Change::Digits => "write both sides with the same digits",
            Change::Stops => "write both sides with the same full stops",
            Change::HalfSpaces | Change::HalfSpacesAsSpaces => "write these words in the same way on both sides",
            Change::Underscores => "replace them by spaces on both sides",
            Change::Spaces => "use plain ones",
            Change::Quotes => "use the same kinds in both",
            Change::Diacritics => "does one side lack them?",
            _ => "is it missing on one side, or added on the other?",
        }
        .into(),
    }
}

/// Says why a score is 0, given the numbers of tokens.
pub fn reason_of_zero(reason: ZeroScore, hyp_len: u64, ref_len: u64) -> String {
    match reason {
        ZeroScore::NoToken => "the candidate has no tokens".into(),
        ZeroScore::NoCorrectToken => format!("no token is correct (0 of {hyp_len})"),
        ZeroScore::NoNgram { order } => format!("no segment has {order} tokens, and therefore no {order}-gram"),
        ZeroScore::NoCorrectNgram { order, total, has_longer, .. } => {
            let longer = if has_longer { ", nor any longer n-gram" } else { "" };
            format!("no {order}-gram is correct (0 of {total}){longer}")
        }
        ZeroScore::TooShort => format!("the candidate is too short: {hyp_len} tokens against {ref_len}"),
    }
}

/// Says what raises a score of 0.
pub fn advice_on_zero(reason: ZeroScore) -> String {
    match reason {
        ZeroScore::NoToken => "is it the right file?".into(),
        ZeroScore::NoCorrectToken => "do the files belong together?".into(),
        ZeroScore::NoNgram { order } => {
            format!("--effective-order omits such orders, --max-order {} avoids them", order - 1)
        }
        ZeroScore::NoCorrectNgram { has_all_orders: true, .. } => "--smooth exp raises it".into(),
        ZeroScore::NoCorrectNgram { .. } => "smoothing by exp raises it, with an effective order".into(),
        ZeroScore::TooShort => "is text missing?".into(),
    }
}

/// Says where lines resemble reference lines at a distance.
fn shifts(references: &AffectedReferences, ranges: &[ShiftedRange]) -> String {
    let mut parts: Vec<String> =
        ranges.iter().take(LISTED_SHIFTS).map(|range| shifted_range(references.clearest, range)).collect();
    if ranges.len() > LISTED_SHIFTS {
        parts.push(format!("and {} more ranges", ranges.len() - LISTED_SHIFTS));
    }
    format!("{}{}", parts.join("; "), other_references(references))
}

/// Says how many lines of a range resemble lines of a reference at a distance.
fn shifted_range(reference: usize, range: &ShiftedRange) -> String {
    format!(
        "in segments {} to {}, {} candidate lines are most similar to the line of reference {reference} that is {} further \
         {}, {} to their own",
        range.segments.first + 1,
        range.segments.last + 1,
        range.shifted,
        range.shift.unsigned_abs(),
        if range.shift > 0 { "down" } else { "up" },
        range.own
    )
}

/// Says where lines are missing or superfluous.
fn advice_on_shifts(ranges: &[ShiftedRange]) -> Advice {
    let is_swapped = ranges.iter().any(|range| range.shift > 0) && ranges.iter().any(|range| range.shift < 0);
    let Some(first) = ranges.first().filter(|_| !is_swapped) else {
        return "blocks of lines may be in another order".into();
    };
    Advice::from(format!("look near segment {}", first.segments.first + 1)).and(missing_lines(first.shift))
}

/// Says which text lacks lines, given the distance of the reference lines.
fn missing_lines(shift: i64) -> String {
    let (lacking, other) = if shift > 0 { ("candidate", "reference") } else { ("reference", "candidate") };
    let lines = match shift.unsigned_abs() {
        1 => "a line".into(),
        count => format!("{count} lines"),
    };
    format!(": the {lacking} lacks {lines}, or the {other} has {lines} too many")
}

/// The command that restores the text of its standard input, which was written in one encoding and read as another.
fn conversion(written: &'static str, read: &'static str) -> Hint {
    if written == "UTF-8" { Hint::RestoreUtf8 { read } } else { Hint::Restore { read, written } }
}

/// Says what lines of a text do, or have, and lists them.
fn lines_that(finding: &Finding, have: &str) -> String {
    let whose = match finding.text {
        Text::Candidate => "candidate lines".into(),
        text => format!("lines of {}", name(text)),
    };
    format!("{} of {} {whose} {have}: {}", finding.lines, finding.looked_at, list(&finding.segments))
}

/// "3 candidate lines", "1 line of reference 2".
fn lines_of(finding: &Finding) -> String {
    match finding.text {
        Text::Candidate => count(finding.lines, "candidate line"),
        text => format!("{} of {}", count(finding.lines, "line"), name(text)),
    }
}

/// Says what lines of a text do, or have, unlike the other side.
fn lines_unlike(finding: &Finding, have: &str) -> String {
    let others = if finding.text == Text::Candidate { "the references" } else { "the candidate" };
    lines_that(finding, &format!("{have}, unlike {others}"))
}

/// "the candidate", "reference 2".
fn name(text: Text) -> String {
    match text {
        Text::Candidate => "the candidate".into(),
        Text::Reference(number) => format!("reference {number}"),
    }
}

/// "reference 2", "references 1, 3".
fn numbered(references: &[usize]) -> String {
    let numbers: Vec<String> = references.iter().map(usize::to_string).collect();
    let noun = if numbers.len() == 1 { "reference" } else { "references" };
    format!("{noun} {}", numbers.join(", "))
}

/// "the references", or "reference 2" if there are others.
fn names_of(references: &ReferenceSet) -> String {
    if references.is_all { "the references".into() } else { numbered(&references.numbers) }
}

/// "; the same holds for reference 2", or which references are wrong if others fit the candidate; empty for a single one.
fn other_references(references: &AffectedReferences) -> String {
    if references.has_fitting {
        let mut wrong = references.others.clone();
        wrong.push(references.clearest);
        wrong.sort_unstable();
        let verb = if wrong.len() == 1 { "is" } else { "are" };
        return format!("; other references fit, so {} {verb} wrong", numbered(&wrong));
    }
    match &references.others[..] {
        [] => String::new(),
        others => format!("; the same holds for {}", numbered(others)),
    }
}

/// Lists ranges: "segment 7", "segments 3, 9 to 12 and others".
fn list(ranges: &[SegmentRange]) -> String {
    let range = |range: &SegmentRange| match <[u64; 2]>::from(*range) {
        [first, last] if first == last => first.to_string(),
        [first, last] => format!("{first} to {last}"),
    };
    let noun = if ranges.len() == 1 && ranges[0].first == ranges[0].last { "segment" } else { "segments" };
    let others = if ranges.len() > LISTED_RANGES { " and others" } else { "" };
    let listed: Vec<String> = ranges.iter().take(LISTED_RANGES).map(range).collect();
    format!("{noun} {}{others}", listed.join(", "))
}

/// The most frequent scripts with their shares of the letters.
fn scripts(shares: &[ScriptShare]) -> String {
    if shares.is_empty() {
        return "no letters".into();
    }
    let frequent = shares.iter().take(LISTED_SCRIPTS).filter(|script| script.share >= MIN_SCRIPT_SHARE);
    let parts: Vec<String> = frequent.map(|script| format!("{} {:.0}%", script.script, 100.0 * script.share)).collect();
    parts.join(", ")
}

/// Lines and places that a change alters on each side.
fn places(altered: &AlteredPlaces) -> String {
    let lines = |Altered { lines, .. }: Altered| format!("{lines} line{}", if lines == 1 { "" } else { "s" });
    format!(
        "in {} of the candidate ({} in all), in {} of the references ({} in all)",
        lines(altered.candidate),
        altered.candidate.places,
        lines(altered.references),
        altered.references.places
    )
}

/// Where there are many marks of a kind.
fn mark_words(marks: &SubwordMarks) -> String {
    let mark = marks.scheme.mark();
    let candidate = marks.candidate.map(|count| format!("{count} {mark} in the candidate"));
    let references =
        marks.references.as_ref().map(|(references, count)| format!("{count} {mark} in {}", names_of(references)));
    candidate.into_iter().chain(references).collect::<Vec<_>>().join(", ")
}

/// The most frequent of this many phrases.
fn phrase_words(phrases: &[CommonPhrase], different: u64) -> String {
    let listed: Vec<String> =
        phrases.iter().map(|common| format!("{} ({} times)", quoted_phrase(&common.phrase), common.lines)).collect();
    let others = if different > phrases.len() as u64 { ", ..." } else { "" };
    format!("{}{others}", listed.join(", "))
}

/// A phrase in quotes, or its kind.
fn quoted_phrase(phrase: &Phrase) -> String {
    match phrase {
        Phrase::Enclosed { first, last } => {
            let mark = |c: &Option<char>| c.map(String::from).unwrap_or_default();
            quoted(&format!("{}...{}", mark(first), mark(last)))
        }
        Phrase::Label => "a name or label".into(),
        Phrase::End(end) => quoted_end(end),
        Phrase::Line { beginning, is_whole } => {
            format!("{}{}", quoted(beginning), if *is_whole { "" } else { "..." })
        }
    }
}

/// Beginning and end of lines, if it is not empty.
fn end_words(beginning: &str, end: &str) -> String {
    let ends = [("begin with", beginning), ("end with", end)].into_iter().filter(|(_, end)| !end.is_empty());
    ends.map(|(verb, end)| format!("{verb} {}", quoted_end(end))).collect::<Vec<_>>().join(" and ")
}

/// Characters that a change takes away or replaces.
fn characters(change: Change) -> &'static str {
    match change {
        Change::Nfc => "characters that are not composed (NFC)",
        Change::Nfkc => "full-width forms, ligatures or other variants of characters",
        Change::InvisibleCharacters => "invisible characters, such as soft hyphens or zero-width spaces",
        Change::Entities => "entities, such as &quot;",
        Change::Escapes => "characters written as escapes, such as \\u00fc",
        Change::Spaces => "unusual spaces",
        Change::Quotes => "curly or other quotes, dashes or ellipses",
        Change::Letters => "Arabic forms of letters",
        Change::Tatweel => "tatweel, which stretches words",
        Change::Digits => "digits of other scripts",
        Change::Stops => "full stops of other scripts",
        Change::HalfSpaces => "half-spaces (U+200C), which the other side drops",
        Change::HalfSpacesAsSpaces => "half-spaces (U+200C), for which the other side has spaces",
        Change::Underscores => "underscores in words",
        Change::Markup => "tags or control tokens",
        change => change.name(),
    }
}

/// What lines begin or end with.
fn quoted_end(end: &str) -> String {
    let numbers = if end.contains('0') { " (0: any number)" } else { "" };
    format!("{}{numbers}", quoted(end))
}

/// Text in quotes, with its unprintable characters escaped.
fn quoted(text: &str) -> String {
    format!("\"{}\"", replace(text, is_unprintable, |c| c.escape_default().to_string()))
}

/// Characters with spaces between them, those that are unprintable escaped.
fn escaped(characters: &[char]) -> String {
    characters.iter().map(|c| c.escape_debug().to_string()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod examples;

#[cfg(test)]
mod tests {
    use super::examples::examples;
    use super::*;
    use crate::checks::diagnose::CHECK_NAMES;
    use std::collections::{BTreeSet, HashSet};

    /// The words of every problem are its own, and say what to do.
    #[test]
    fn every_problem_has_words() {
        let examples = examples();
        let checks: BTreeSet<&str> = examples.iter().map(Finding::check).collect();
        assert_eq!(checks, BTreeSet::from(CHECK_NAMES));
        let mut facts = HashSet::new();
        for finding in &examples {
            let (fact, advice) = (fact(finding), advice(finding).text());
            assert!(facts.insert(fact.clone()), "{fact}");
            assert!(fact.len() > 5 && !advice.is_empty() && !conclusion(finding).is_empty(), "{:?}", finding.problem);
            assert!(!fact.contains("  ") && !advice.contains("  "), "{fact}; {advice}");
        }
    }
}
