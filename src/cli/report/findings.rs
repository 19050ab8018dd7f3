//! Findings in words: evidence and advice for people, and the names of their numbers in JSON.

use crate::cli::display::listed;
use crate::diagnose::{
    Finding, LineFormat, Problem, ReferenceSet, ScriptShare, SegmentRange, ShiftedRange, SubwordMarks, SubwordScheme,
    Text, ZeroReason,
};
use crate::what_if::{Change, WhatIfScore};

/// Maximum number of shifted ranges that are listed.
const SHIFTED_RANGES: usize = 3;

/// Maximum number of ranges of segments that are listed.
const SEGMENT_RANGES: usize = 5;

/// A finding in words and numbers.
#[derive(Debug)]
pub struct Description {
    /// The reason to believe it.
    pub evidence: String,
    /// The action to take, with flags of the program.
    pub advice: String,
    /// Numbers of the evidence, by their names in JSON.
    pub numbers: Vec<(&'static str, f64)>,
}

impl Description {
    fn new(evidence: impl Into<String>, advice: impl Into<String>) -> Description {
        Description { evidence: evidence.into(), advice: advice.into(), numbers: Vec::new() }
    }

    fn number(mut self, name: &'static str, number: f64) -> Description {
        self.numbers.push((name, number));
        self
    }

    fn count(self, name: &'static str, count: u64) -> Description {
        self.number(name, count as f64)
    }
}

/// Describes a finding.
pub fn describe(finding: &Finding) -> Description {
    let places = || in_segments(&finding.segments);
    match &finding.problem {
        &Problem::ScoreOfZero { reason, hyp_len, ref_len } => {
            let description = score_of_zero(reason, hyp_len, ref_len);
            description.count("hyp_len", hyp_len).count("ref_len", ref_len)
        }
        &Problem::ScoreOfOne { identical, segments } => {
            let description = score_of_one(identical, segments);
            description.count("identical", identical).count("segments", segments)
        }
        Problem::Misaligned { reference, ranges, other_references } => misaligned(*reference, ranges, other_references)
            .count("lines", ranges.iter().map(ShiftedRange::lines).sum())
            .number("shift", ranges.first().map_or(0.0, |range| range.shift as f64)),
        Problem::Shuffled { reference, other_references, compared, lines, searched, found_elsewhere, is_reversed } => {
            let order =
                if *is_reversed { "the candidate is in reverse order" } else { "the lines are in another order" };
            Description::new(
                format!(
                    "{lines} of {compared} candidate lines are no more similar to the line of reference {reference} than \
                     to random other lines, and {found_elsewhere} of {searched} of them that were looked for are most \
                     similar to a line elsewhere{}",
                    also_for(other_references)
                ),
                format!("{order}: bring both files into the same order"),
            )
            .count("compared", *compared)
            .count("lines", *lines)
            .count("searched", *searched)
            .count("found_elsewhere", *found_elsewhere)
        }
        Problem::Unrelated { reference, other_references, compared, related } => Description::new(
            format!(
                "in {}, only {related} of {compared} candidate lines have more in common with the line of reference \
                 {reference} than with random other lines of it{}",
                places(),
                also_for(other_references)
            ),
            "do the files hold the same text, in the same order and language?",
        )
        .count("compared", *compared)
        .count("related", *related),
        Problem::Duplicated { lines, blocks, first, original } => Description::new(
            format!(
                "{lines} candidate lines equal earlier ones, though their references differ: those of {} are those of \
                 {}{}",
                in_segments(&[*first]),
                in_segments(&[*original]),
                if *blocks > 1 { format!("; in all in {}", places()) } else { String::new() }
            ),
            "was a part of the output written twice?",
        )
        .count("lines", *lines)
        .count("blocks", *blocks),
        Problem::OtherScript { references, candidate_scripts, reference_scripts, overlap } => {
            let set = set_name(references);
            Description::new(
                format!(
                    "the letters of the candidate and of {set} are in different scripts (candidate: {}; {}: {})",
                    scripts(candidate_scripts),
                    set.trim_start_matches("the "),
                    scripts(reference_scripts)
                ),
                "is one of them the source text, or another language?",
            )
            .number("overlap", *overlap)
        }
        Problem::ForeignLines { lines, segments, candidate_scripts, reference_scripts } => Description::new(
            format!(
                "{lines} of {segments} candidate lines have most of their letters in a script that their references \
                 lack (candidate: {}; references: {})",
                scripts(candidate_scripts),
                scripts(reference_scripts)
            ),
            "is it the source text, or another language?",
        )
        .count("lines", *lines)
        .count("segments", *segments),
        Problem::Mojibake { lines } => Description::new(
            format!("{lines} lines of the candidate have UTF-8 that was read as another encoding, as Ã¼ is ü"),
            "read the original text as UTF-8, where it was read as Latin-1, Windows-1252 or the like",
        )
        .count("lines", *lines),
        Problem::ReplacedLetters { lines } => Description::new(
            format!("{lines} lines of the candidate have ? or U+FFFD in place of letters"),
            "write the text as UTF-8 from the beginning; what was replaced cannot be restored",
        )
        .count("lines", *lines),
        Problem::EscapedLetters { text, lines } => Description::new(
            format!("{lines} lines of {} have letters written as escapes, such as \\u00fc", text_name(*text)),
            "decode them as JSON does; a program that writes JSON may have an option for plain letters (in Python, \
             ensure_ascii=False)",
        )
        .count("lines", *lines),
        Problem::DroppedLetters { references, candidate, reference } => Description::new(
            format!(
                "letters that are not ASCII are missing: {:.2}% of the candidate's letters, {:.2}% of those of {}",
                100.0 * candidate,
                100.0 * reference,
                set_name(references)
            ),
            "were they dropped or transliterated? write the text as UTF-8",
        )
        .number("candidate_share", *candidate)
        .number("reference_share", *reference),
        Problem::ReferenceEncoding { reference, lines } => Description::new(
            format!("{lines} lines of reference {reference} have letters of a wrong encoding, or ? in their place"),
            "get the reference as UTF-8",
        )
        .count("lines", *lines),
        Problem::Columns { text, format } => {
            let (lines, advice) = match format {
                LineFormat::Tabs { columns } => {
                    (format!("have {columns} columns separated by tabs"), "cut -f selects one; --records reads tables")
                }
                LineFormat::Objects => {
                    ("are objects of JSON".into(), "--records reads them: -r and CANDIDATE are then their keys")
                }
            };
            Description::new(format!("most lines of {} {lines}", text_name(*text)), advice)
        }
        Problem::Wrapped { text, prefix, suffix } => {
            Description::new(wrapped(*text, prefix, suffix), "score the text alone")
        }
        Problem::Subwords { marks, candidate, references, what_if } => Description::new(
            "words are split into subwords",
            marks.iter().map(subword_marks).collect::<Vec<_>>().join("; "),
        )
        .number("score", what_if.score)
        .number("difference", what_if.difference)
        .count("candidate_marks", *candidate)
        .count("reference_marks", *references),
        Problem::UnsplitText { tokenization, scripts: shares, writing, tokens_per_segment, letters_per_token } => {
            Description::new(
                format!(
                    "the references are written without spaces between words ({}), and {tokenization} does not split \
                     them: {tokens_per_segment:.1} tokens per segment, {letters_per_token:.1} letters per token",
                    scripts(shares)
                ),
                format!("try --tokenize {}", listed(writing.tokenizers(), "or")),
            )
            .number("tokens_per_segment", *tokens_per_segment)
            .number("letters_per_token", *letters_per_token)
        }
        Problem::Untranslated { lines, segments } => Description::new(
            format!("{lines} of {segments} candidate lines repeat the source, unlike their references: {}", places()),
            "did the translation fail on them?",
        )
        .count("lines", *lines)
        .count("segments", *segments),
        Problem::EmptyCandidateLines { lines, segments } => Description::new(
            format!("{lines} of {segments} candidate lines have no token, but their references do"),
            "did the translation fail on them?",
        )
        .count("lines", *lines)
        .count("segments", *segments),
        Problem::EmptyReferenceLines { reference, lines, segments } => Description::new(
            format!("{lines} of {segments} lines of reference {reference} are empty"),
            "each counts as a reference of length 0, so that a short candidate escapes the brevity penalty; \
             --empty-reference missing leaves them out",
        )
        .count("lines", *lines)
        .count("segments", *segments),
        Problem::Repetition { lines } => {
            let repeat = match lines {
                1 => "1 candidate line repeats the same words over and over, unlike its references".into(),
                _ => format!("{lines} candidate lines repeat the same words over and over, unlike their references"),
            };
            Description::new(
                format!("{repeat}: {}", places()),
                "did the model loop? limit the length of its output, or forbid repeated n-grams",
            )
            .count("lines", *lines)
        }
        &Problem::Length {
            hyp_len,
            ref_len,
            candidate_characters,
            reference_characters,
            extreme_segments,
            segments,
        } => {
            let (comparative, extreme, advice) = if hyp_len < ref_len {
                ("shorter", "less than half of", "is text missing?")
            } else {
                ("longer", "more than twice", "is text repeated, or of another kind?")
            };
            let evidence = format!(
                "the candidate is much {comparative} than its references: {hyp_len} tokens, not {ref_len} (ratio \
                 {:.3}), and {candidate_characters} characters, not {reference_characters}; {extreme_segments} of \
                 {segments} segments have {extreme} the tokens",
                hyp_len as f64 / ref_len.max(1) as f64
            );
            Description::new(evidence, advice)
                .count("hyp_len", hyp_len)
                .count("ref_len", ref_len)
                .count("candidate_characters", candidate_characters)
                .count("reference_characters", reference_characters)
                .count("extreme_segments", extreme_segments)
        }
        Problem::Tokenized { references, what_if } => tokenized(references.as_ref(), what_if),
        Problem::Case { references, candidate, reference, compared, differing } => Description::new(
            format!(
                "{:.1}% of the candidate's cased letters are uppercase, {:.1}% of those of {}; {differing} of \
                 {compared} lines that begin with the same two words have the first in another case",
                100.0 * candidate,
                100.0 * reference,
                set_name(references)
            ),
            "--lowercase scores without case",
        )
        .number("candidate_uppercase", *candidate)
        .number("reference_uppercase", *reference)
        .count("compared", *compared)
        .count("lines", *differing),
        Problem::UnknownTokens { lines } => Description::new(
            format!("{lines} lines of the candidate have tokens in place of unknown words: <unk>, ⁇ or [UNK]"),
            "use a vocabulary that has all characters of the language, or let the decoder copy unknown words",
        )
        .count("lines", *lines),
        Problem::MissingSpaces { references, candidate, reference } => Description::new(
            format!(
                "the candidate has few spaces between words: {:.1} per 100 characters, {} {:.1}",
                100.0 * candidate,
                set_name(references),
                100.0 * reference
            ),
            "did the decoding of subwords drop the spaces?",
        )
        .number("candidate_spaces", *candidate)
        .number("reference_spaces", *reference),
        Problem::Difference(what_if) => {
            let (characters, advice) = difference_in_words(what_if.change);
            difference(characters, advice, what_if)
        }
    }
}

fn score_of_zero(reason: ZeroReason, hyp_len: u64, ref_len: u64) -> Description {
    match reason {
        ZeroReason::NoTokens => Description::new("the candidate has no tokens", "is it the right file?"),
        ZeroReason::NoMatch => Description::new(
            "no token of the candidate is in its references, so no smoothing helps",
            "do the files belong together?",
        ),
        ZeroReason::NoNgrams { order } => Description::new(
            format!("no line of the candidate has {order} tokens, so there are no {order}-grams"),
            format!("--effective-order omits such orders, --max-order {} avoids them", order - 1),
        ),
        ZeroReason::NotSmoothed { order, total } => Description::new(
            format!(
                "none of the candidate's {total} {order}-grams is correct, and smoothing does not raise their precision \
                 above 0"
            ),
            "--smooth exp does",
        ),
        ZeroReason::BrevityPenalty => Description::new(
            format!("the brevity penalty is 0: the candidate has {hyp_len} tokens, its references have {ref_len}"),
            "is text missing?",
        ),
    }
}

fn score_of_one(identical: u64, segments: u64) -> Description {
    if identical == segments {
        let evidence = "every candidate line is identical to a reference line of its segment";
        return Description::new(evidence, "is this the intended file?");
    }
    Description::new(
        format!(
            "every n-gram that counts is correct and the candidate is long enough, but only {identical} of {segments} \
             candidate lines are identical to a reference line"
        ),
        "the others differ in ways that this score does not see, such as spaces or the order of n-grams",
    )
}

fn misaligned(reference: usize, ranges: &[ShiftedRange], other_references: &[usize]) -> Description {
    let range_in_words = |range: &ShiftedRange| {
        format!(
            "in segments {} to {}, {} candidate lines are most similar to the line of reference {reference} that is {} \
             further {}, {} to their own",
            range.first,
            range.last,
            range.shifted,
            range.shift.unsigned_abs(),
            if range.shift > 0 { "down" } else { "up" },
            range.own
        )
    };
    let mut parts: Vec<String> = ranges.iter().take(SHIFTED_RANGES).map(range_in_words).collect();
    if ranges.len() > SHIFTED_RANGES {
        parts.push(format!("and {} more ranges", ranges.len() - SHIFTED_RANGES));
    }
    if !other_references.is_empty() {
        parts.push(format!("lines are shifted against {} too", numbered(other_references)));
    }
    Description::new(parts.join("; "), realignment(ranges))
}

/// Says where lines are missing or superfluous.
fn realignment(ranges: &[ShiftedRange]) -> String {
    let is_swapped = ranges.iter().any(|range| range.shift > 0) && ranges.iter().any(|range| range.shift < 0);
    let Some(first) = ranges.first().filter(|_| !is_swapped) else {
        return "blocks of lines may be in another order".into();
    };
    let (lacking, other) = if first.shift > 0 { ("candidate", "reference") } else { ("reference", "candidate") };
    let lines = match first.shift.unsigned_abs() {
        1 => "a line".into(),
        count => format!("{count} lines"),
    };
    format!("look near segment {}: the {lacking} lacks {lines}, or the {other} has {lines} too many", first.first)
}

fn wrapped(text: Text, prefix: &str, suffix: &str) -> String {
    let ends: Vec<String> = [("begin with", prefix), ("end with", suffix)]
        .into_iter()
        .filter(|(_, end)| !end.is_empty())
        .map(|(verb, end)| format!("{verb} {end:?}"))
        .collect();
    let numbers = if prefix.contains('0') || suffix.contains('0') { " (0: any number)" } else { "" };
    let others = if text == Text::Candidate { "the references" } else { "the candidate" };
    format!("most lines of {} {}{numbers}, unlike {others}", text_name(text), ends.join(" and "))
}

/// Says where marks of subwords are, and how to join the subwords.
fn subword_marks(marks: &SubwordMarks) -> String {
    let mark = marks.scheme.mark();
    let command = match marks.scheme {
        SubwordScheme::SubwordNmt => "sed -E 's/@@( |$)//g'",
        SubwordScheme::SentencePiece => "sed 's/ //g; s/▁/ /g; s/^ //'",
        SubwordScheme::WordPiece => "sed 's/ ##//g'",
        SubwordScheme::ByteLevelBpe => "sed 's/ //g; s/Ġ/ /g; s/^ //'",
    };
    let candidate = (marks.candidate > 0).then(|| format!("{} {mark} in the candidate", marks.candidate));
    let in_references = |(set, count): &(ReferenceSet, u64)| format!("{count} {mark} in {}", set_name(set));
    let counts: Vec<String> = candidate.into_iter().chain(marks.references.as_ref().map(in_references)).collect();
    format!("{}; {command} joins them", counts.join(", "))
}

fn tokenized(references: Option<&ReferenceSet>, what_if: &WhatIfScore) -> Description {
    let (looks, advice) = match references {
        Some(set) => {
            let look = if matches!(set, ReferenceSet::Some(numbers) if numbers.len() == 1) { "looks" } else { "look" };
            let looks = format!("{} {look} tokenized, the candidate does not", set_name(set));
            (looks, "use untokenized references")
        }
        None => ("the candidate looks tokenized, unlike the references".into(), "detokenize the candidate"),
    };
    difference(&format!("{looks}: spaces before punctuation"), advice, what_if)
}

/// Names the characters that make a difference, and says how to remove it.
fn difference_in_words(change: Change) -> (&'static str, &'static str) {
    match change {
        Change::Nfc => ("characters that are not composed (NFC)", "--normalize nfc scores without the difference"),
        Change::Nfkc => (
            "full-width forms, ligatures or other variants of characters",
            "--normalize nfkc scores without the difference",
        ),
        Change::InvisibleCharacters => {
            ("invisible characters, such as soft hyphens or zero-width spaces", "remove them")
        }
        Change::Entities => ("entities, such as &quot;", "replace them by their characters"),
        Change::Spaces => ("unusual spaces", "use plain ones"),
        Change::Quotes => ("curly or other quotes, dashes or ellipses", "use the same kinds in both"),
        Change::Markup => ("tags or control tokens", "remove them"),
        Change::Diacritics => ("diacritics", "does one side lack them?"),
        Change::Punctuation => ("punctuation", "does one side lack it?"),
        Change::Case => ("letters of another case", "--lowercase scores without case"),
        Change::Subwords => ("marks of subwords", "join them"),
        Change::Tokenized => ("spaces of tokenizers", "detokenize both sides"),
    }
}

fn difference(characters: &str, advice: &str, what_if: &WhatIfScore) -> Description {
    let WhatIfScore { score, difference, candidate, references, .. } = what_if;
    let evidence = format!(
        "{characters}: in {} lines of the candidate ({} in all), in {} lines of the references ({} in all); without this \
         difference the score would be {score:.4} ({difference:+.4})",
        candidate.lines, candidate.places, references.lines, references.places
    );
    Description::new(evidence, advice)
        .number("score", *score)
        .number("difference", *difference)
        .count("candidate_lines", candidate.lines)
        .count("reference_lines", references.lines)
        .count("candidate_places", candidate.places)
        .count("reference_places", references.places)
}

/// "the candidate", "reference 2".
fn text_name(text: Text) -> String {
    match text {
        Text::Candidate => "the candidate".into(),
        Text::Reference(number) => format!("reference {number}"),
    }
}

/// "the references", or "reference 2" if there are others.
fn set_name(references: &ReferenceSet) -> String {
    match references {
        ReferenceSet::All => "the references".into(),
        ReferenceSet::Some(numbers) => numbered(numbers),
    }
}

/// "reference 2", "references 1, 3".
fn numbered(references: &[usize]) -> String {
    let numbers: Vec<String> = references.iter().map(usize::to_string).collect();
    let noun = if numbers.len() == 1 { "reference" } else { "references" };
    format!("{noun} {}", numbers.join(", "))
}

/// "; the same holds for reference 2"; empty without references.
fn also_for(references: &[usize]) -> String {
    if references.is_empty() { String::new() } else { format!("; the same holds for {}", numbered(references)) }
}

/// Names the scripts of most letters.
fn scripts(shares: &[ScriptShare]) -> String {
    if shares.is_empty() {
        return "no letters".into();
    }
    let frequent = shares.iter().take(2).filter(|script| script.share >= 0.01);
    let parts: Vec<String> = frequent.map(|script| format!("{} {:.0}%", script.script, 100.0 * script.share)).collect();
    parts.join(", ")
}

/// "segment 7", "segments 3, 9 to 12 and others".
fn in_segments(ranges: &[SegmentRange]) -> String {
    let range = |range: &SegmentRange| match range.last - range.first {
        0 => range.first.to_string(),
        _ => format!("{} to {}", range.first, range.last),
    };
    let noun = if ranges.len() == 1 && ranges[0].first == ranges[0].last { "segment" } else { "segments" };
    let others = if ranges.len() > SEGMENT_RANGES { " and others" } else { "" };
    let listed: Vec<String> = ranges.iter().take(SEGMENT_RANGES).map(range).collect();
    format!("{noun} {}{others}", listed.join(", "))
}
