//! Findings in words, for Python: settings are those of the module, places are slices of its lists.

use bleu::diagnose::{
    AlteredPlaces, CommonPhrase, Finding, Ideographs, LengthUnit, LineFormat, LostCase, Number, Oddity, Phrase,
    Problem, ReferenceSet, ScriptShare, SegmentRange, Text, ZeroScore,
};
use bleu::what_if::Change;
use serde::Serialize;
use std::collections::BTreeMap;

/// Maximum number of places, of phrases and of scripts that are listed.
const LISTED: usize = 3;

/// A finding, for the classes of the module.
#[derive(Serialize)]
pub struct FindingFields {
    check: &'static str,
    evidence: String,
    advice: String,
    numbers: BTreeMap<&'static str, Number>,
    segments: Vec<SegmentRange>,
}

impl FindingFields {
    pub fn new(finding: &Finding) -> FindingFields {
        let cost = finding.without.map(|without| {
            let what = if finding.problem.is_difference() { "this difference" } else { "these lines" };
            format!("; without {what} the score would be {:.4} ({:+.4})", without.score, without.difference)
        });
        FindingFields {
            check: finding.check(),
            evidence: format!("{}{}{}", fact(finding), places(finding), cost.unwrap_or_default()),
            advice: advice(finding),
            numbers: finding.numbers(),
            segments: finding.segments.clone(),
        }
    }
}

/// Returns a finding in one sentence: what was found, where, and what to do.
pub fn in_words(finding: &Finding) -> String {
    format!("{}{}; {}", fact(finding), places(finding), advice(finding))
}

/// Returns the places of a finding in the lists; empty if it is about the text as a whole.
fn places(finding: &Finding) -> String {
    let ranges = &finding.segments;
    if ranges.is_empty() {
        return String::new();
    }
    let place = |range: &SegmentRange| format!("[{}:{}]", range.first, range.last + 1);
    let listed: Vec<String> = ranges.iter().take(LISTED).map(place).collect();
    let others = if ranges.len() > LISTED { " and others" } else { "" };
    format!("; at hypotheses{}{others}", listed.join(", "))
}

/// Returns the reason to believe a finding.
fn fact(finding: &Finding) -> String {
    let (lines, text) = (finding.lines, name(finding.text));
    match &finding.problem {
        Problem::ScoreOfZero { reason, hyp_len, ref_len } => match reason {
            ZeroScore::NoToken => "the candidate has no tokens".into(),
            ZeroScore::NoCorrectToken => format!("no token is correct (0 of {hyp_len})"),
            ZeroScore::NoNgram { order } => format!("no segment has {order} tokens, and therefore no {order}-gram"),
            ZeroScore::NoCorrectNgram { order, total, .. } => format!("no {order}-gram is correct (0 of {total})"),
            _ => format!("the candidate is too short: {hyp_len} tokens against {ref_len}"),
        },
        Problem::ScoreOfOne { identical, segments } => {
            format!("every n-gram is correct; {identical} of {segments} candidate lines are identical to a reference")
        }
        Problem::Misaligned { references, ranges } => {
            let shifted: u64 = ranges.iter().map(|range| range.shifted).sum();
            let shift = ranges.first().map_or(0, |range| range.shift);
            let way = if shift > 0 { "down" } else { "up" };
            format!(
                "{shifted} candidate lines are most similar to a line of reference {} further up or down, the first of \
                 them {} further {way}",
                references.clearest,
                shift.unsigned_abs()
            )
        }
        Problem::Shuffled { references, searched, found_elsewhere, is_reversed } => format!(
            "{}{lines} of {} candidate lines are not like the line of reference {}, and {found_elsewhere} of {searched} of \
             them are most similar to a line elsewhere",
            if *is_reversed { "the candidate is in reverse order: " } else { "" },
            finding.looked_at,
            references.clearest
        ),
        Problem::Unrelated { correct, tokens } => {
            format!("only {correct} of the {tokens} tokens of the candidate are in their references")
        }
        Problem::UnrelatedRange { references, compared, related } => format!(
            "only {related} of {compared} candidate lines have more in common with the line of reference {} than with \
             random other lines of it",
            references.clearest
        ),
        Problem::UnrelatedLines => lines_that(finding, "have hardly a word in common with their references"),
        Problem::OtherLanguage { references, overlap } => format!(
            "{:.0} of the 100 commonest words of the candidate are among those of {}",
            100.0 * overlap,
            names(references)
        ),
        Problem::OtherLanguageLines => {
            lines_that(finding, "have hardly a word in common with the other side, and words of another language")
        }
        Problem::Duplicated { .. } => {
            format!("{lines} candidate lines equal earlier ones, though their references differ")
        }
        Problem::OtherScript { candidate, references, others, .. } => format!(
            "the letters of the candidate ({}) and of {} ({}) are in different scripts",
            scripts(candidate),
            names(references),
            scripts(others)
        ),
        Problem::ForeignLines { .. } => {
            lines_that(finding, "have most of their letters in a script that the other side lacks there")
        }
        Problem::OtherIdeographs { kind, characters } => {
            let [own, other] = kinds(*kind);
            let characters = joined(characters.iter());
            lines_that(finding, &format!("have {own} Chinese characters ({characters}) for {other} ones"))
        }
        Problem::WrongEncoding { written, read, characters, .. } => {
            let characters = joined(characters.iter().map(|c| c.escape_debug()));
            lines_that(finding, &format!("have {written} that was read as {read}, with {characters}"))
        }
        Problem::Mojibake { is_utf_8: true } => {
            lines_that(finding, "have UTF-8 that was read as another encoding, as Ã¼ is ü")
        }
        Problem::Mojibake { .. } => lines_that(finding, "have characters of a wrong encoding"),
        Problem::ReplacedLetters => lines_that(finding, "have ? or U+FFFD in place of letters"),
        Problem::ControlCharacters => {
            lines_that(finding, "have control characters, as U+0093, which is “ in Windows-1252")
        }
        Problem::Escapes { example } if example.is_empty() => lines_that(finding, "have characters written as escapes"),
        Problem::Escapes { example } => {
            lines_that(finding, &format!("have characters written as escapes, such as {example:?}"))
        }
        Problem::Columns(LineFormat::Tabs { columns }) => {
            format!("most lines of {text} have {columns} columns separated by tabs")
        }
        Problem::Columns(LineFormat::Objects) => format!("most lines of {text} are objects of JSON"),
        Problem::Columns(_) => format!("{text} contains pages of HTML"),
        Problem::Wrapped { beginning, end } => {
            let ends = [("begin with", beginning), ("end with", end)].into_iter().filter(|(_, end)| !end.is_empty());
            let ends: Vec<String> = ends.map(|(verb, end)| format!("{verb} {end:?}")).collect();
            format!("most lines of {text} {}, unlike the other side", ends.join(" and "))
        }
        Problem::SharedMarks { change, altered } => {
            format!("both sides have {}, which match each other: {}", characters(*change), altered_lines(altered))
        }
        Problem::SharedEnds { beginning, end } => {
            format!("most lines of both sides begin with {beginning:?} or end with {end:?}, which match each other")
        }
        Problem::PartlyWrapped { phrases, .. } => {
            format!("{lines} lines of {text} begin or end with what the other side lacks: {}", quoted(phrases))
        }
        Problem::Additions { added } => {
            lines_that(finding, &format!("hold more than their translation, {:.1}% of the text", 100.0 * added))
        }
        Problem::WordOrder { .. } => lines_that(finding, "have words of their references, but hardly two in a row"),
        Problem::Subwords { marks, candidate_marks, reference_marks } => {
            let marks = joined(marks.iter().map(|marks| marks.scheme.mark()));
            format!(
                "words are split into subwords: {marks}, {candidate_marks} in the candidate and {reference_marks} in the \
                 references"
            )
        }
        Problem::UnsplitText { letters, tokenization, letters_per_token, .. } => format!(
            "the references are written without spaces between words ({}), and {tokenization} does not split them: \
             {letters_per_token:.1} letters per token",
            scripts(letters)
        ),
        Problem::Untranslated { are_exact: true } => lines_that(finding, "repeat the source, unlike their references"),
        Problem::Untranslated { .. } => lines_that(finding, "resemble the source, unlike their references"),
        Problem::EmptyCandidateLines => lines_that(finding, "have no token, but their references do"),
        Problem::EmptyReferenceLines => lines_that(finding, "are empty"),
        Problem::Repetition => lines_that(finding, "repeat the same words over and over, unlike the other side"),
        Problem::Length { is_short, hyp_len, ref_len, .. } => format!(
            "the candidate is much {} than its references: {hyp_len} tokens, not {ref_len}",
            if *is_short { "shorter" } else { "longer" }
        ),
        Problem::Tokenized { references, altered } => {
            let who = references.as_ref().map_or_else(|| "the candidate".into(), names);
            format!(
                "of the two sides, only {who} looks tokenized: spaces before punctuation {}",
                altered_lines(altered)
            )
        }
        Problem::TokenizedTwice => lines_that(finding, "end in \" .\""),
        Problem::Case { candidate, reference, references, compared, .. } => format!(
            "{:.1}% of the candidate's letters are capitals, {:.1}% of those of {}; {lines} of {compared} lines that \
             begin with the same two words have the first in another case",
            100.0 * candidate,
            100.0 * reference,
            names(references)
        ),
        Problem::Placeholders(marks) | Problem::MaskedNames(marks) => {
            let example = marks.example.as_ref().map_or_else(String::new, |mark| format!(", such as {mark}"));
            let lacks = (marks.missing > 0).then(|| {
                format!(
                    "lacks {} of {} addresses, handles, hashtags and placeholders of the other side{example}",
                    marks.missing, marks.expected
                )
            });
            let plural = if marks.masks == 1 { "" } else { "s" };
            let has = format!("has {} mask{plural} like [NAME] or ##, unlike the other side", marks.masks);
            let has = (marks.masks > 0).then_some(has);
            format!("{text} {}", lacks.into_iter().chain(has).collect::<Vec<_>>().join(", and "))
        }
        Problem::UnknownTokens => lines_that(finding, "have tokens in place of unknown words: <unk>, UNK, ⁇ or [UNK]"),
        Problem::StockLines { phrases, .. } => {
            let always = "are always the same, though their counterparts differ";
            format!("{lines} lines of {text} {always}: {}", quoted(phrases))
        }
        Problem::StockPhrases { phrases, .. } => format!(
            "{lines} lines of {text} begin or end alike, but are not like their counterparts: {}",
            quoted(phrases)
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
        Problem::CutOff { .. } => {
            lines_that(finding, "end without the final mark of the other side, and are much shorter")
        }
        Problem::LostEnds { is_beginning, characters, lost, compared } => {
            let which = if *is_beginning { "first" } else { "last" };
            format!(
                "{lost} of {compared} comparable lines of {text} lack their {which} characters, {characters} in the median, as \
                 their counterparts show"
            )
        }
        Problem::OddLines(oddity) => lines_that(
            finding,
            match oddity {
                Oddity::Spread => "have spaces between letters, unlike the other side",
                Oddity::Split => "have words in several parts, unlike the other side",
                Oddity::Joined => "have hardly a space between words, unlike the other side",
                Oddity::MixedScripts => "have words with letters of two scripts that look alike, unlike the other side",
                Oddity::DroppedLetters => "lack the letters that are not ASCII, unlike the other side",
                Oddity::DroppedMarks => "have no punctuation, unlike the other side",
                Oddity::Reversed => "have their characters in reverse order",
                _ => "are odd",
            },
        ),
        Problem::Difference { change, altered, .. } => {
            format!("{} {}", characters(*change), altered_lines(altered))
        }
    }
}

/// Returns what to do about a finding.
fn advice(finding: &Finding) -> String {
    if let Some(repair) = finding.repair {
        return format!("score the candidate after the repair {repair}");
    }
    match &finding.problem {
        Problem::ScoreOfZero { reason, .. } => match reason {
            ZeroScore::NoToken => "is it the right text?".into(),
            ZeroScore::NoCorrectToken => "do the texts belong together?".into(),
            ZeroScore::NoNgram { order } => {
                format!("effective_order=True leaves out such orders, max_order={} avoids them", order - 1)
            }
            ZeroScore::NoCorrectNgram { has_all_orders: true, .. } => "smooth='exp' raises it".into(),
            ZeroScore::NoCorrectNgram { .. } => "smooth='exp' raises it, with effective_order=True".into(),
            _ => "is text missing?".into(),
        },
        Problem::ScoreOfOne { .. } => "is this the intended text?".into(),
        Problem::Misaligned { .. } => "is a segment missing, or added?".into(),
        Problem::Shuffled { .. } => "sort both lists the same way".into(),
        Problem::Unrelated { .. } | Problem::UnrelatedRange { .. } | Problem::UnrelatedLines => {
            "do the lists hold the same text, in the same order and language?".into()
        }
        Problem::OtherLanguage { references, .. } if !references.is_all => {
            "the candidate fits the others: is this the source, or in another language?".into()
        }
        Problem::OtherLanguage { .. }
        | Problem::OtherLanguageLines
        | Problem::OtherScript { .. }
        | Problem::ForeignLines { .. } => "is it the source, or in another language?".into(),
        Problem::Duplicated { .. } => "was a part of the output added twice?".into(),
        Problem::OtherIdeographs { kind, .. } => {
            format!("convert one side, for instance by OpenCC, or get the text in {} characters", kinds(*kind)[1])
        }
        Problem::Mojibake { .. } | Problem::ReplacedLetters if finding.text != Text::Candidate => {
            "get the reference as UTF-8".into()
        }
        Problem::WrongEncoding { written, read, is_whole: true, .. } => {
            format!("text.encode({read:?}).decode({written:?}) restores them")
        }
        Problem::WrongEncoding { .. } => "restore these lines alone".into(),
        Problem::Mojibake { is_utf_8: true } => "read the original text as UTF-8".into(),
        Problem::Mojibake { .. } | Problem::ControlCharacters => {
            "read the original text in the encoding it was written in".into()
        }
        Problem::ReplacedLetters => {
            "write the text as UTF-8 from the beginning; what was replaced cannot be restored".into()
        }
        Problem::Escapes { .. } => "decode them; json.dumps has ensure_ascii=False for plain letters".into(),
        Problem::Columns(LineFormat::Tabs { .. }) => "score one of them".into(),
        Problem::Columns(LineFormat::Objects) => "score the text in them".into(),
        Problem::Columns(_) => "did a server send an error in place of the text?".into(),
        Problem::SharedMarks { change: Change::Entities | Change::Escapes, .. } => "decode them on both sides".into(),
        Problem::SharedMarks { change: Change::Underscores, .. } => "replace them by spaces on both sides".into(),
        Problem::SharedMarks { .. } => "remove them from both sides".into(),
        Problem::Wrapped { .. } | Problem::PartlyWrapped { .. } | Problem::SharedEnds { .. } => {
            "score the text alone".into()
        }
        Problem::Additions { .. } => "remove notes, alternatives and second versions".into(),
        Problem::WordOrder { .. } => "are the words in reverse, or in another order?".into(),
        Problem::Subwords { .. } => "join the subwords of all texts to score words".into(),
        Problem::UnsplitText { tokenizers, .. } => format!("use tokenize='{}'", tokenizers.join("' or '")),
        Problem::Untranslated { .. } | Problem::EmptyCandidateLines => "did the translation fail on them?".into(),
        Problem::EmptyReferenceLines => {
            "each counts as a reference of length 0; empty_reference='missing' leaves them out".into()
        }
        Problem::Repetition | Problem::StockLines { .. } | Problem::StockPhrases { .. }
            if finding.text != Text::Candidate =>
        {
            "get the reference with translations of these lines, or leave them out".into()
        }
        Problem::MaskedNames(_) if finding.text != Text::Candidate => {
            "get the reference without masks, or mask the candidate alike".into()
        }
        Problem::UnknownTokens if finding.text != Text::Candidate => {
            "get the reference as it was before it was split into tokens".into()
        }
        Problem::Repetition => "did the model loop? limit the length of its output, or forbid repeated n-grams".into(),
        Problem::Length { is_short: true, .. } => "is text missing, or added to the references?".into(),
        Problem::Length { .. } => "is text added, or missing in the references?".into(),
        Problem::Tokenized { references: Some(_), .. } => "use untokenized references".into(),
        Problem::Tokenized { .. } => "detokenize the candidate".into(),
        Problem::TokenizedTwice => "detokenize both sides; if all are tokenized alike, use tokenize='none'".into(),
        Problem::Case { lost: LostCase::Text, .. } => "lowercase=True scores without case".into(),
        Problem::Case { lost: LostCase::Lines, .. } => {
            format!("restore the case of these lines of {}", name(finding.text))
        }
        Problem::Case { .. } => "write these lines in the same case on both sides".into(),
        Problem::Placeholders(_) | Problem::MaskedNames(_) => "keep them as they are in the source".into(),
        Problem::UnknownTokens => "use a vocabulary that has all characters, or copy unknown words".into(),
        Problem::StockLines { .. } | Problem::StockPhrases { .. } => {
            "did the model refuse, or the translation fail on them?".into()
        }
        Problem::Copied { .. } => "does the candidate hold its reference?".into(),
        Problem::CutOff { .. } if finding.text == Text::Candidate => "is the length of the output limited?".into(),
        Problem::LostEnds { .. } if finding.text == Text::Candidate => {
            "does a slice or a special token drop them?".into()
        }
        Problem::CutOff { .. } | Problem::LostEnds { .. } => "get the reference in full".into(),
        Problem::OddLines(oddity) => match oddity {
            Oddity::Spread => "was the text split into characters? join them",
            Oddity::Split => "were hyphens or marks of subwords dropped? join the parts",
            Oddity::Joined => "did the decoding of subwords drop the spaces?",
            Oddity::MixedScripts => "replace the letters by those of the language",
            Oddity::DroppedLetters => "were they dropped or transliterated?",
            Oddity::DroppedMarks => "is it the normalized text of speech?",
            _ => "is it text for display from right to left?",
        }
        .into(),
        Problem::Difference { are_spaces: true, .. } => "put spaces in their place".into(),
        Problem::Difference { change, .. } => match change {
            Change::Nfc => "normalize='nfc' scores without the difference",
            Change::Nfkc => "normalize='nfkc' scores without the difference",
            Change::InvisibleCharacters | Change::Markup => "remove them",
            Change::Entities => "replace them by their characters",
            Change::Letters => "write both sides with the letters of the language",
            Change::Tatweel => "drop it from both sides",
            Change::Digits => "write both sides with the same digits",
            Change::Stops => "write both sides with the same marks",
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

/// Characters that a change takes away or replaces.
fn characters(change: Change) -> &'static str {
    match change {
        Change::Nfc => "characters that are not composed (NFC)",
        Change::Nfkc => "full-width forms, ligatures or other variants of characters",
        Change::InvisibleCharacters => "invisible characters",
        Change::Entities => "entities, such as &quot;",
        Change::Escapes => "characters written as escapes, such as \\u00fc",
        Change::Spaces => "unusual spaces",
        Change::Quotes => "curly or other quotes, dashes or ellipses",
        Change::Letters => "Arabic forms of letters",
        Change::Tatweel => "tatweel, which stretches words",
        Change::Digits => "digits of other scripts",
        Change::Stops => "full stops, commas or other marks of other scripts",
        Change::HalfSpaces => "half-spaces (U+200C), which the other side drops",
        Change::HalfSpacesAsSpaces => "half-spaces (U+200C), for which the other side has spaces",
        Change::Underscores => "underscores in words",
        Change::Markup => "tags or control tokens",
        change => change.name(),
    }
}

/// Says what lines of a text do, or have.
fn lines_that(finding: &Finding, have: &str) -> String {
    let whose = match finding.text {
        Text::Candidate => "candidate lines".into(),
        text => format!("lines of {}", name(text)),
    };
    format!("{} of {} {whose} {have}", finding.lines, finding.looked_at)
}

fn name(text: Text) -> String {
    match text {
        Text::Candidate => "the candidate".into(),
        Text::Reference(number) => format!("reference {number}"),
    }
}

fn names(references: &ReferenceSet) -> String {
    if references.is_all { "the references".into() } else { format!("references {:?}", references.numbers) }
}

fn kinds(kind: Ideographs) -> [&'static str; 2] {
    match kind {
        Ideographs::Traditional => ["traditional", "simplified"],
        Ideographs::Simplified => ["simplified", "traditional"],
    }
}

fn scripts(shares: &[ScriptShare]) -> String {
    let listed = shares.iter().take(LISTED).filter(|script| script.share >= 0.01);
    let listed: Vec<String> = listed.map(|script| format!("{} {:.0}%", script.script, 100.0 * script.share)).collect();
    if listed.is_empty() { "no letters".into() } else { listed.join(", ") }
}

fn altered_lines(altered: &AlteredPlaces) -> String {
    let [candidate, references] = [altered.candidate, altered.references].map(|altered| altered.lines);
    format!("in {candidate} lines of the candidate, in {references} of the references")
}

fn quoted(phrases: &[CommonPhrase]) -> String {
    let phrase = |common: &CommonPhrase| match &common.phrase {
        Phrase::Enclosed { first, last } => {
            format!(
                "\"{}...{}\"",
                first.map(String::from).unwrap_or_default(),
                last.map(String::from).unwrap_or_default()
            )
        }
        Phrase::End(text) | Phrase::Line { beginning: text, .. } => format!("{text:?}"),
        _ => "a name or label".into(),
    };
    let listed: Vec<String> =
        phrases.iter().take(LISTED).map(|common| format!("{} ({} times)", phrase(common), common.lines)).collect();
    listed.join(", ")
}

/// Things with spaces between them.
fn joined(things: impl Iterator<Item = impl ToString>) -> String {
    things.map(|thing| thing.to_string()).collect::<Vec<_>>().join(" ")
}
