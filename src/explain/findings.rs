//! What looks wrong with a corpus: a list of named checks, each of which says what it found and what to do.

use super::alignment::{Stretch, Unlike};
use super::looks::Looks;
use super::terms::{Term, Treatment};
use crate::bleu::{Score, SegmentStatistics};
use crate::tokenize::{Preprocessing, Tokenization};
use std::cmp::Reverse;

/// Something that looks wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The check that found it.
    pub check: &'static str,
    /// What was found, in numbers, and what may be done about it.
    pub evidence: String,
}

/// What checks look at.
pub struct Evidence<'a> {
    /// How text was prepared.
    pub preprocessing: Preprocessing,
    /// The score of the corpus.
    pub score: &'a Score,
    /// What it is the product of.
    pub terms: &'a [Term],
    /// The statistics of each segment.
    pub segments: &'a SegmentStatistics,
    /// What the candidate looks like.
    pub candidate: &'a Looks,
    /// What each reference looks like.
    pub references: &'a [Looks],
    /// Candidate lines most of whose letters are in scripts that are not in their references.
    pub foreign: u64,
    /// For each reference, where the candidate is misaligned with it.
    pub stretches: &'a [Vec<Stretch>],
    /// For each reference, where the candidate is unlike it.
    pub unlike: &'a [Option<Unlike>],
}

/// A check gives its evidence if something looks wrong.
type Check = fn(&Evidence) -> Option<String>;

const CHECKS: [(&str, Check); 11] = [
    ("score of 0", score_of_zero),
    ("score of 1", score_of_one),
    ("misaligned", misaligned),
    ("script", script),
    ("subwords", subwords),
    ("tokenizer", tokenizer),
    ("unrelated", unrelated),
    ("empty lines", empty_lines),
    ("length", length),
    ("tokenized", tokenized),
    ("case", case),
];

/// The segments in which something must be the case to be called many: one in this many.
const MANY: u64 = 100;

/// Letters below which a text is too short to tell its habits.
const LETTERS: u64 = 200;

/// Periods and commas below which it is.
const MARKS: u64 = 20;

/// The lines for which a text must have a mark of subwords, and how many marks at least, to be called cut into them.
const LINES_FOR_SUBWORDS: u64 = 10;
const SUBWORDS: u64 = 20;

/// Scripts that are written without spaces between words.
const UNSPACED: [&str; 8] = ["Han", "Hiragana", "Katakana", "Khmer", "Lao", "Myanmar", "Thai", "Tibetan"];

/// All that looks wrong.
pub fn findings(evidence: &Evidence) -> Vec<Finding> {
    let run = |(check, run): (&'static str, Check)| run(evidence).map(|evidence| Finding { check, evidence });
    CHECKS.into_iter().filter_map(run).collect()
}

fn score_of_zero(e: &Evidence) -> Option<String> {
    let none_correct = e.terms.iter().all(|term| term.correct == 0);
    let culprit = e.terms.iter().find(|term| term.weight > 0.0 && term.precision.numerator == 0.0);
    let order = culprit.map_or(0, |term| term.order);
    Some(match culprit.map(|term| term.treatment) {
        _ if e.score.score > 0.0 => return None,
        _ if e.score.hyp_len == 0 => "the candidate has no token at all".into(),
        _ if none_correct => "no token of the candidate is in its references, so no smoothing helps".into(),
        Some(Treatment::Absent) => format!(
            "no line of the candidate has {order} tokens, so that there are no {order}-grams; --effective-order leaves \
             such orders out, --max-order {} does without them",
            order - 1
        ),
        Some(_) => format!(
            "none of the candidate's {} {order}-grams is correct, and smoothing does not lift their precision above 0",
            culprit.map_or(0, |term| term.total)
        ),
        None => format!(
            "the brevity penalty is 0: {} tokens against {} of the references",
            e.score.hyp_len, e.score.ref_len
        ),
    })
}

fn score_of_one(e: &Evidence) -> Option<String> {
    (e.score.score >= 1.0).then(|| {
        "every n-gram is correct and nothing is missing: the candidate is its own reference; is it the file that was \
         meant?"
            .into()
    })
}

fn misaligned(e: &Evidence) -> Option<String> {
    let lines = |stretches: &Vec<Stretch>| stretches.iter().map(|s| s.last - s.first + 1).sum::<u64>();
    let worst = (0..e.stretches.len()).max_by_key(|&r| (lines(&e.stretches[r]), Reverse(r)))?;
    let stretches = &e.stretches[worst];
    let first = stretches.first()?;
    let tell = |s: &Stretch| {
        let (distance, direction) = (s.shift.unsigned_abs(), if s.shift > 0 { "down" } else { "up" });
        format!(
            "in segments {} to {}, {} candidate lines are most like the line of reference {} that stands {distance} \
             further {direction}, {} like their own",
            s.first,
            s.last,
            s.shifted,
            worst + 1,
            s.own
        )
    };
    let mut told: Vec<String> = stretches.iter().take(3).map(tell).collect();
    if stretches.len() > 3 {
        told.push(format!("and {} more stretches", stretches.len() - 3));
    }
    let others: Vec<usize> = (0..e.stretches.len()).filter(|&r| r != worst && !e.stretches[r].is_empty()).collect();
    if !others.is_empty() {
        told.push(format!("lines are shifted against {} too", named(&others)));
    }
    let (lacking, other) = if first.shift > 0 { ("candidate", "reference") } else { ("reference", "candidate") };
    let count = first.shift.unsigned_abs();
    let lines = if count == 1 { "a line".into() } else { format!("{count} lines") };
    Some(format!(
        "{}; look near segment {}: the {lacking} lacks {lines}, or the {other} has {lines} too many",
        told.join("; "),
        first.first
    ))
}

fn script(e: &Evidence) -> Option<String> {
    let lines = e.candidate.lines;
    let told = |letters: &str, whose: &Which| {
        format!(
            "{letters} (candidate: {}; {}: {})",
            scripts(e.candidate),
            whose.name.trim_start_matches("the "),
            scripts(&whose.looks)
        )
    };
    if many_foreign(e) {
        let foreign = e.foreign;
        let letters = format!(
            "{foreign} of {lines} candidate lines have most of their letters in a script that their references lack"
        );
        return Some(told(&letters, &Which::all(e)) + "; is it the source text, or another language?");
    }
    let which = Which::of(e, |reference| in_other_script(e.candidate, reference))?;
    let letters = format!("the letters of the candidate and of {} are of different scripts", which.name);
    Some(told(&letters, &which) + "; is one of them the source text, or another language?")
}

/// Whether candidate lines are in scripts that none of their references have.
fn many_foreign(e: &Evidence) -> bool {
    20 * e.foreign > e.candidate.lines && e.foreign > 1
}

/// Whether both have letters, and most of them in different scripts.
fn in_other_script(candidate: &Looks, reference: &Looks) -> bool {
    let (candidate, reference) = (&candidate.letters, &reference.letters);
    candidate.sum() >= 20 && reference.sum() >= 20 && candidate.overlap(reference) < 0.5
}

/// The scripts of most letters.
fn scripts(looks: &Looks) -> String {
    match &looks.letters.shares()[..] {
        [] => "no letters".into(),
        shares => {
            let shares = shares.iter().take(2).filter(|(_, share)| *share >= 0.01);
            shares.map(|(name, share)| format!("{name} {:.0} %", 100.0 * share)).collect::<Vec<_>>().join(", ")
        }
    }
}

fn subwords(e: &Evidence) -> Option<String> {
    let tell = |mark: &str, count: fn(&Looks) -> u64, cure: &str| {
        let is_cut = |looks: &Looks| count(looks) >= SUBWORDS.max(looks.lines / LINES_FOR_SUBWORDS);
        let candidate = is_cut(e.candidate).then(|| ("the candidate".to_owned(), count(e.candidate)));
        let references = Which::of(e, is_cut).map(|which| (which.name, count(&which.looks)));
        let told = |(name, count): (String, u64)| format!("{count} {mark} in {name}");
        let told: Vec<String> = candidate.into_iter().chain(references).map(told).collect();
        (!told.is_empty()).then(|| format!("words are cut into subwords: {}; {cure} joins them", told.join(", ")))
    };
    let joined = tell("@@", |looks| looks.joined, "sed -E 's/@@( |$)//g'");
    let underlined = tell("▁", |looks| looks.underlined, "sed 's/ //g; s/▁/ /g; s/^ //'");
    let told: Vec<String> = joined.into_iter().chain(underlined).collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn tokenizer(e: &Evidence) -> Option<String> {
    let references = pooled(e.references);
    let shares = references.letters.shares();
    let part = |names: &[&str]| shares.iter().filter(|(name, _)| names.contains(name)).map(|x| x.1).sum::<f64>();
    // And how many letters a token has where nothing cuts them: words of ideographs have one or two, others four.
    let (better, uncut) = match () {
        () if part(&UNSPACED) < 0.5 => return None,
        () if part(&["Hiragana", "Katakana"]) > 0.05 => ("cjk or char", 3.0),
        () if part(&["Han"]) > 0.5 => ("cjk, or zh for figures like sacreBLEU's", 3.0),
        () => ("graphemes or char", 8.0),
    };
    let letters = part(&UNSPACED) * references.letters.sum() as f64 / e.references.len() as f64;
    let tokens = e.score.ref_len as f64;
    (references.letters.sum() >= LETTERS && letters > uncut * tokens).then(|| {
        format!(
            "the references are written without spaces between words ({}), and {} leaves them uncut: {:.1} tokens a \
             segment, {:.1} letters a token; try --tokenize {better}",
            scripts(&references),
            e.preprocessing.tokenization,
            tokens / e.segments.len() as f64,
            letters / tokens
        )
    })
}

fn unrelated(e: &Evidence) -> Option<String> {
    // Of these each makes lines unlike, and says more.
    if many_foreign(e) || subwords(e).is_some() {
        return None;
    }
    let is_explained = |r: usize| {
        let reference = &e.references[r];
        let is_latin = reference.letters.shares().first().is_some_and(|(name, _)| *name == "Latin");
        !e.stretches[r].is_empty()
            || in_other_script(e.candidate, reference)
            // Lines are compared without the case of ASCII's letters.
            || !is_latin && cased_differently(e.candidate, reference)
    };
    let unlike = |r: usize| e.unlike[r].filter(|_| !is_explained(r)).map(|unlike| (r, unlike));
    let unlike: Vec<(usize, Unlike)> = (0..e.references.len()).filter_map(unlike).collect();
    let (worst, Unlike { first, last, compared, alike, .. }) =
        *unlike.iter().max_by_key(|(r, unlike)| (unlike.evidence, Reverse(*r)))?;
    let others: Vec<usize> = unlike.iter().map(|(r, _)| *r).filter(|r| *r != worst).collect();
    let others = if others.is_empty() { String::new() } else { format!("; so it is with {}", named(&others)) };
    Some(format!(
        "in segments {first} to {last}, only {alike} of {compared} candidate lines have more in common with the line of \
         reference {} than chance would have it{others}; are the files of the same text, in the same order and \
         language?",
        worst + 1
    ))
}

fn empty_lines(e: &Evidence) -> Option<String> {
    let segments = e.segments.len() as u64;
    let lost = e.segments.rows().filter(|row| row[0] == 0 && row[1] > 0).count() as u64;
    if lost > 0 && lost * MANY >= segments {
        return Some(format!(
            "{lost} of {segments} candidate lines have no token though their references do; did the program that \
             translates fail on them?"
        ));
    }
    let (r, empty) = e.references.iter().map(|looks| looks.empty).zip(1..).map(|(n, r)| (r, n)).max_by_key(|x| x.1)?;
    (empty > e.candidate.empty && empty * MANY >= segments).then(|| {
        format!(
            "{empty} of {segments} lines of reference {r} are empty; each counts as a reference of length 0, which \
             spares a short candidate the brevity penalty"
        )
    })
}

fn length(e: &Evidence) -> Option<String> {
    let (hyp_len, ref_len, ratio) = (e.score.hyp_len, e.score.ref_len, e.score.ratio());
    let characters = e.candidate.characters;
    let of_references = e.references.iter().map(|looks| looks.characters);
    let (least, most) = (of_references.clone().min()?, of_references.max()?);
    // Tokens alone do not tell: in text without spaces their number hangs on punctuation.
    let too_short = ref_len > 0 && ratio < 0.75 && (characters as f64) < 0.75 * least as f64;
    let too_long = ratio > 4.0 / 3.0 && 0.75 * characters as f64 > most as f64;
    let count = |is: fn(u32, u32) -> bool| e.segments.rows().filter(|row| is(row[0], row[1])).count();
    let segments = e.segments.len();
    if too_short {
        let half = count(|hyp, reference| 2 * u64::from(hyp) < u64::from(reference));
        Some(format!(
            "the candidate is much shorter than its references: {hyp_len} tokens against {ref_len} (ratio {ratio:.3}), \
             {characters} characters against {least}; {half} of {segments} segments have less than half of the tokens; \
             is text missing?"
        ))
    } else if too_long {
        let double = count(|hyp, reference| u64::from(hyp) > 2 * u64::from(reference));
        Some(format!(
            "the candidate is much longer than its references: {hyp_len} tokens against {ref_len} (ratio {ratio:.3}), \
             {characters} characters against {most}; {double} of {segments} segments have more than twice the tokens; \
             is text repeated, or of another kind?"
        ))
    } else {
        None
    }
}

fn tokenized(e: &Evidence) -> Option<String> {
    // To these spaces are nothing.
    if matches!(e.preprocessing.tokenization, Tokenization::Char | Tokenization::Graphemes) {
        return None;
    }
    let differ = |tokenized: &Looks, other: &Looks| {
        tokenized.marks.min(other.marks) >= MARKS && tokenized.apart_share() > 0.5 && other.apart_share() < 0.2
    };
    let (which, told, cure) = if let Some(which) = Which::of(e, |reference| differ(e.candidate, reference)) {
        let told = format!("the candidate looks tokenized, unlike {}", which.name);
        (which, told, "detokenize the candidate")
    } else {
        let which = Which::of(e, |reference| differ(reference, e.candidate))?;
        let told = format!("{} tokenized, the candidate does not", which.looking);
        (which, told, "use untokenized references")
    };
    Some(format!(
        "{told}: {:.0} % of the candidate's periods and commas stand apart from the word before them, {:.0} % of those of \
         {}; {cure}",
        100.0 * e.candidate.apart_share(),
        100.0 * which.looks.apart_share(),
        which.name
    ))
}

fn case(e: &Evidence) -> Option<String> {
    let differ =
        |reference: &Looks| cased_differently(e.candidate, reference) && !in_other_script(e.candidate, reference);
    let which = Which::of(e, differ).filter(|_| !e.preprocessing.lowercase)?;
    let percent = |share: f64| 100.0 * share;
    Some(format!(
        "{:.1} % of the candidate's cased letters are uppercase, {:.1} % of those of {}; {:.0} % of its lines begin with \
         an uppercase letter, {:.0} % of theirs; --lowercase scores without case",
        percent(e.candidate.upper_share()),
        percent(which.looks.upper_share()),
        which.name,
        percent(e.candidate.begin_upper_share()),
        percent(which.looks.begin_upper_share())
    ))
}

/// Whether one has uppercase letters, or begins lines with them, far more often.
fn cased_differently(candidate: &Looks, reference: &Looks) -> bool {
    let cased = |looks: &Looks| looks.upper + looks.lower;
    let (upper, usual) = (candidate.upper_share(), reference.upper_share());
    let often = upper.max(usual) > 4.0 * upper.min(usual) && (upper - usual).abs() > 0.01;
    let begin = (candidate.begin_upper_share() - reference.begin_upper_share()).abs() > 0.5;
    cased(candidate).min(cased(reference)) >= LETTERS && (often || begin)
}

/// The references of which something is true.
struct Which {
    /// What they are called: "the references" if they are all.
    name: String,
    /// The same, with "look" or "looks".
    looking: String,
    /// What they look like together.
    looks: Looks,
}

impl Which {
    fn all(e: &Evidence) -> Which {
        let name = "the references".to_owned();
        Which { looking: format!("{name} look"), name, looks: pooled(e.references) }
    }

    /// Those that `is_such`, if there are any.
    fn of(e: &Evidence, is_such: impl Fn(&Looks) -> bool) -> Option<Which> {
        let such: Vec<usize> = (0..e.references.len()).filter(|&r| is_such(&e.references[r])).collect();
        match such.len() {
            0 => return None,
            all if all == e.references.len() => return Some(Which::all(e)),
            _ => {}
        }
        let looks: Vec<Looks> = such.iter().map(|&r| e.references[r].clone()).collect();
        let (name, look) = (named(&such), if such.len() == 1 { "looks" } else { "look" });
        Some(Which { looking: format!("{name} {look}"), name, looks: pooled(&looks) })
    }
}

/// References by their numbers.
fn named(references: &[usize]) -> String {
    let numbers: Vec<String> = references.iter().map(|r| (r + 1).to_string()).collect();
    let references = if numbers.len() == 1 { "reference" } else { "references" };
    format!("{references} {}", numbers.join(", "))
}

/// What references look like together.
fn pooled(references: &[Looks]) -> Looks {
    let mut sum = Looks::default();
    references.iter().for_each(|looks| sum += looks);
    sum
}
