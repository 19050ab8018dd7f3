//! Findings in words, with advice on what to do.

use crate::diagnose::{
    CaseShares, Finding, Lengths, Misalignment, ReferenceSet, ScriptShare, ShiftedRange, Side, SubwordMark,
    SubwordMarks, Unspaced, ZeroScore,
};
use crate::what_if::{Change, WhatIfScore};

/// Maximum number of shifted ranges that are listed.
const MAX_RANGES: usize = 3;

/// Says what was found, and what to do about it.
pub fn in_words(finding: &Finding) -> String {
    match finding {
        Finding::ScoreOfZero(reason) => score_of_zero(*reason),
        Finding::ScoreOfOne { identical, segments } if identical == segments => {
            "every candidate line is identical to a reference line of its segment; is this the intended file?".into()
        }
        Finding::ScoreOfOne { identical, segments } => format!(
            "every n-gram that counts is correct and the candidate is long enough, but only {identical} of {segments} \
             candidate lines are identical to a reference line; the others differ in ways that this score does not \
             see, such as spaces or the order of n-grams"
        ),
        Finding::Misaligned(misaligned) => misalignment(misaligned),
        Finding::Shuffled { lines, reference, others } => {
            let others = match &others[..] {
                [] => String::new(),
                others => format!("; the same holds for {}", numbered(others)),
            };
            let order =
                if lines.reversed { "the candidate is in reverse order" } else { "the lines are in another order" };
            format!(
                "{} of {} candidate lines are no more similar to the line of reference {reference} than to random other \
                 lines, and {} of {} of them that were looked for are most similar to a line elsewhere{others}; {order}: \
                 bring both files into the same order",
                lines.losing, lines.compared, lines.elsewhere, lines.searched
            )
        }
        Finding::ForeignLines { foreign, lines, candidate, references } => format!(
            "{foreign} of {lines} candidate lines have most of their letters in a script that their references lack \
             (candidate: {}; references: {}); is it the source text, or another language?",
            scripts(candidate),
            scripts(references)
        ),
        Finding::OtherScript { candidate, references, reference_scripts } => {
            let set = references_in_words(references);
            format!(
                "the letters of the candidate and of {set} are in different scripts (candidate: {}; {}: {}); is one of \
                 them the source text, or another language?",
                scripts(candidate),
                set.trim_start_matches("the "),
                scripts(reference_scripts)
            )
        }
        Finding::Subwords(marks) => marks.iter().map(subwords).collect::<Vec<_>>().join("; "),
        Finding::Unsegmented { tokenization, scripts: shares, writing, tokens_per_segment, letters_per_token } => {
            let advice = match writing {
                Unspaced::Chinese => "cjk, zh (sacreBLEU's choice) or flores200",
                Unspaced::Japanese => "ja-mecab (sacreBLEU's choice), cjk, char or flores200",
                Unspaced::Other => "graphemes, char or flores200",
            };
            format!(
                "the references are written without spaces between words ({}), and {tokenization} does not split them: \
                 {tokens_per_segment:.1} tokens per segment, {letters_per_token:.1} letters per token; try --tokenize \
                 {advice}",
                scripts(shares)
            )
        }
        Finding::Unrelated { first, last, compared, related, reference, others } => {
            let others = match &others[..] {
                [] => String::new(),
                others => format!("; the same holds for {}", numbered(others)),
            };
            format!(
                "in segments {first} to {last}, only {related} of {compared} candidate lines have more in common with \
                 the line of reference {reference} than with random other lines of it{others}; do the files hold the same text, in the \
                 same order and language?"
            )
        }
        Finding::EmptyCandidateLines { empty, segments } => format!(
            "{empty} of {segments} candidate lines have no token, but their references do; did the translation fail \
             on them?"
        ),
        Finding::EmptyReferenceLines { reference, empty, segments } => format!(
            "{empty} of {segments} lines of reference {reference} are empty; each counts as a reference of length 0, \
             so that a short candidate escapes the brevity penalty"
        ),
        Finding::TooShort(lengths) => {
            format!("{}; is text missing?", length(lengths, "shorter", "less than half of"))
        }
        Finding::TooLong(lengths) => {
            format!("{}; is text repeated, or of another kind?", length(lengths, "longer", "more than twice"))
        }
        Finding::Tokenized { side, references, candidate_share, reference_share } => {
            let set = references_in_words(references);
            let (observation, advice) = match side {
                Side::Candidate => (format!("the candidate looks tokenized, unlike {set}"), "detokenize the candidate"),
                Side::References => {
                    let look = if is_singular(references) { "looks" } else { "look" };
                    (format!("{set} {look} tokenized, the candidate does not"), "use untokenized references")
                }
            };
            format!(
                "{observation}: {:.0} % of the candidate's periods and commas have a space before them, {:.0} % of those \
                 of {set}; {advice}",
                100.0 * candidate_share,
                100.0 * reference_share
            )
        }
        Finding::Case { candidate, references, reference } => case(candidate, references, reference),
        Finding::TreatedDifferently(score) => treated_differently(score),
    }
}

fn score_of_zero(reason: ZeroScore) -> String {
    match reason {
        ZeroScore::NoTokens => "the candidate has no tokens".into(),
        ZeroScore::NoMatch => "no token of the candidate is in its references, so no smoothing helps".into(),
        ZeroScore::NoNgrams { order } => format!(
            "no line of the candidate has {order} tokens, so there are no {order}-grams; --effective-order omits such \
             orders, --max-order {} avoids them",
            order - 1
        ),
        ZeroScore::NoCorrectNgram { order, total } => format!(
            "none of the candidate's {total} {order}-grams is correct, and smoothing does not raise their precision \
             above 0"
        ),
        ZeroScore::Brevity { hyp_len, ref_len } => {
            format!("the brevity penalty is 0: the candidate has {hyp_len} tokens, its references have {ref_len}")
        }
    }
}

fn misalignment(misaligned: &[Misalignment]) -> String {
    let Some((Misalignment { reference, ranges }, others)) = misaligned.split_first() else { return String::new() };
    let range = |range: &ShiftedRange| {
        let direction = if range.shift > 0 { "down" } else { "up" };
        format!(
            "in segments {} to {}, {} candidate lines are most similar to the line of reference {reference} that is {} \
             further {direction}, {} to their own",
            range.first,
            range.last,
            range.shifted,
            range.shift.unsigned_abs(),
            range.own
        )
    };
    let mut parts: Vec<String> = ranges.iter().take(MAX_RANGES).map(range).collect();
    if ranges.len() > MAX_RANGES {
        parts.push(format!("and {} more ranges", ranges.len() - MAX_RANGES));
    }
    if !others.is_empty() {
        let others: Vec<usize> = others.iter().map(|other| other.reference).collect();
        parts.push(format!("lines are shifted against {} too", numbered(&others)));
    }
    let is_swapped = ranges.iter().any(|range| range.shift > 0) && ranges.iter().any(|range| range.shift < 0);
    if is_swapped {
        parts.push(String::from("blocks of lines may be in another order"));
    } else if let Some(first) = ranges.first() {
        let (lacking, other) = if first.shift > 0 { ("candidate", "reference") } else { ("reference", "candidate") };
        let lines = match first.shift.unsigned_abs() {
            1 => "a line".into(),
            count => format!("{count} lines"),
        };
        parts.push(format!(
            "look near segment {}: the {lacking} lacks {lines}, or the {other} has {lines} too many",
            first.first
        ));
    }
    parts.join("; ")
}

fn subwords(marks: &SubwordMarks) -> String {
    let (mark, command) = match marks.mark {
        SubwordMark::SubwordNmt => ("@@", "sed -E 's/@@( |$)//g'"),
        SubwordMark::SentencePiece => ("▁", "sed 's/ //g; s/▁/ /g; s/^ //'"),
    };
    let candidate = (marks.candidate > 0).then(|| format!("{} {mark} in the candidate", marks.candidate));
    let references = marks.references.as_ref();
    let references = references.map(|(set, count)| format!("{count} {mark} in {}", references_in_words(set)));
    let counts: Vec<String> = candidate.into_iter().chain(references).collect();
    format!("words are split into subwords: {}; {command} joins them", counts.join(", "))
}

fn length(lengths: &Lengths, comparative: &str, extreme: &str) -> String {
    let Lengths { hyp_len, ref_len, candidate_characters, reference_characters, extreme_segments, segments } = lengths;
    format!(
        "the candidate is much {comparative} than its references: {hyp_len} tokens, not {ref_len} (ratio {:.3}), and \
         {candidate_characters} characters, not {reference_characters}; {extreme_segments} of {segments} segments have \
         {extreme} the tokens",
        *hyp_len as f64 / (*ref_len).max(1) as f64
    )
}

fn case(candidate: &CaseShares, references: &ReferenceSet, reference: &CaseShares) -> String {
    format!(
        "{:.1} % of the candidate's cased letters are uppercase, {:.1} % of those of {}; {:.0} % of its lines begin with \
         an uppercase letter, {:.0} % of theirs; --lowercase scores without case",
        100.0 * candidate.uppercase,
        100.0 * reference.uppercase,
        references_in_words(references),
        100.0 * candidate.uppercase_lines,
        100.0 * reference.uppercase_lines
    )
}

fn treated_differently(found: &WhatIfScore) -> String {
    let (what, advice) = match found.change {
        Change::Quotes => ("curly or other quotes, dashes or ellipses", "use the same kinds in both"),
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
        Change::Punctuation => ("punctuation", "does one side lack it?"),
        Change::Diacritics => ("diacritics", "does one side lack them?"),
        Change::Markup => ("tags or control tokens", "remove them"),
        _ => (found.change.name(), "treat both sides alike"),
    };
    format!(
        "{what}: in {} lines of the candidate ({} in all), in {} lines of the references ({} in all); without \
         this difference the score would be {:.4} ({:+.4}); {advice}",
        found.candidate.lines,
        found.candidate.places,
        found.references.lines,
        found.references.places,
        found.score,
        found.difference
    )
}

/// Names the scripts of most letters.
fn scripts(shares: &[ScriptShare]) -> String {
    if shares.is_empty() {
        return "no letters".into();
    }
    let shares = shares.iter().take(2).filter(|x| x.share >= 0.01);
    shares.map(|x| format!("{} {:.0} %", x.script, 100.0 * x.share)).collect::<Vec<_>>().join(", ")
}

fn references_in_words(references: &ReferenceSet) -> String {
    match references {
        ReferenceSet::All => "the references".into(),
        ReferenceSet::Some(numbers) => numbered(numbers),
    }
}

fn is_singular(references: &ReferenceSet) -> bool {
    matches!(references, ReferenceSet::Some(numbers) if numbers.len() == 1)
}

fn numbered(references: &[usize]) -> String {
    let numbers: Vec<String> = references.iter().map(usize::to_string).collect();
    let noun = if numbers.len() == 1 { "reference" } else { "references" };
    format!("{noun} {}", numbers.join(", "))
}
