//! Where two texts of different lengths diverge.

use crate::bleu::lines::lines;
use crate::checks::diagnose::{ExtraLines, Fit, Side, compare_lengths};
use crate::text::MeasuredText;
use crate::text::display::{count, escape, shell_word};
use crate::text::hints::Hint;
use crate::text::not_utf8::{plain_file, with_inner_ending};

/// Maximum number of further places at which two texts diverge.
const MAX_ALSO: usize = 2;

/// Number of places at which a text with other lines has some that the other lacks, if no other way to fit is looked for.
const MAX_SIMPLE: usize = 2;

/// Maximum number of words of a line that may be a header.
const MAX_HEADER_WORDS: usize = 3;

/// Maximum number of characters of a header in a message.
const MAX_HEADER: usize = 40;

/// Describes where two texts of different lengths diverge, if a comparison of their lines shows it; the first has fewer lines.
pub fn divergence(shorter: &MeasuredText, longer: &MeasuredText) -> Option<String> {
    whole_multiple(shorter, longer).or_else(|| extra_lines(shorter, longer))
}

/// Says how a text whose number of lines is a multiple of the shorter one's fits it: as several texts, one after the other; as several
/// lines for each of the shorter one; or with several lines where the shorter one has one.
fn whole_multiple(shorter: &MeasuredText, longer: &MeasuredText) -> Option<String> {
    let [part, whole] = [shorter, longer].map(|text| lines(text.text).collect::<Vec<_>>());
    if part.len() < 2 || !whole.len().is_multiple_of(part.len()) {
        return None;
    }
    let times = whole.len() / part.len();
    // A text with one more line is compared.
    let fits = |text: Vec<&str>| compare_lengths(&part, text.into_iter().chain([""])) == Some(Fit::Truncated);
    let (one, other) = (shorter.name, longer.name);
    if whole.chunks(part.len()).all(|text| fits(text.to_vec())) {
        let lines = part.len();
        let file = plain_file(other).map(shell_word);
        let command = file.map(|file| format!(": {}", Hint::SplitText { lines: lines as u64, file }));
        let command = command.unwrap_or_default();
        return Some(format!(
            "{other} is {times} texts of {lines} lines, one after the other; each fits {one}{command}"
        ));
    }
    // Other ways to fit are simpler.
    let is_simpler = match compare_lengths(&part, &whole) {
        Some(Fit::Truncated) => true,
        Some(Fit::Extra(runs)) => runs.len() <= MAX_SIMPLE,
        None => false,
    };
    if is_simpler {
        return None;
    }
    let are_joined = longer.text.len() < shorter.text.len() * (times + 1) / 2;
    if are_joined {
        let joined: Vec<String> = whole.chunks(times).map(|lines| lines.join(" ")).collect();
        let command = plain_file(other).map(|file| {
            let (to, file) = (shell_word(&with_inner_ending(file, "joined")), shell_word(file));
            format!(
                "; to join them in {other} too: {}",
                Hint::JoinLines { dashes: vec!["-"; times].join(" "), file, to }
            )
        });
        let command = command.unwrap_or_default();
        let fits = fits(joined.iter().map(String::as_str).collect());
        return fits.then(|| format!("each line of {one} is {times} lines of {other}, joined{command}"));
    }
    let samples = |first: usize| whole.iter().copied().skip(first).step_by(times).collect();
    (0..times).all(|first| fits(samples(first))).then(|| {
        let flag =
            if longer.is_candidate { Hint::Samples { lines: times } } else { Hint::ReferenceLines { lines: times } };
        format!("{other} has {times} lines in a row for each line of {one}, such as samples of a model: add {flag}")
    })
}

/// The only line that a text has in addition, if it may be a header: the first, a few words that the other text lacks there.
fn header<'t>(runs: &[ExtraLines], shorter: &MeasuredText, longer: &MeasuredText<'t>) -> Option<&'t str> {
    let [ExtraLines { side: Side::Longer, first: 0, last: 0, .. }] = runs else { return None };
    let (line, other) = (lines(longer.text).next()?.trim(), lines(shorter.text).next()?);
    let is_short = (1..=MAX_HEADER_WORDS).contains(&line.split_whitespace().count());
    (is_short && !line.split_whitespace().any(|word| other.contains(word))).then_some(line)
}

/// Describes the lines that one of the texts has in addition.
fn extra_lines(one: &MeasuredText, other: &MeasuredText) -> Option<String> {
    let fit = compare_lengths(lines(one.text), lines(other.text))?;
    let (shorter, longer) = (one.name, other.name);
    let line_counts = [one.text, other.text].map(|text| lines(text).count() as u64);
    let names = |side: Side| match side {
        Side::Shorter => (shorter, longer),
        Side::Longer => (longer, shorter),
    };
    let extra = |&ExtraLines { side, first, last, .. }: &ExtraLines| {
        let ((name, other), first, last) = (names(side), first + 1, last + 1);
        if first == last {
            format!("line {first} of {name} is extra, or missing in {other}")
        } else {
            format!("lines {first} to {last} of {name} are extra, or missing in {other}")
        }
    };
    let runs = match fit {
        Fit::Truncated => {
            return Some(part("ends early", ["first", "last"], [shorter, longer], line_counts));
        }
        Fit::Extra(runs) => runs,
    };
    if let Some(line) = header(&runs, one, other) {
        let line: String = line.chars().take(MAX_HEADER).collect();
        let command = plain_file(longer).map(|file| {
            let (to, file) = (shell_word(&with_inner_ending(file, "body")), shell_word(file));
            format!(": {}", Hint::DropHeader { file, to })
        });
        let (line, command) = (escape(&line), command.unwrap_or_default());
        return Some(format!("line 1 of {longer}, '{line}', is a header, which is not scored; remove it{command}"));
    }
    let [first, others @ ..] = &runs[..] else { return None };
    if first.side == Side::Longer
        && (first.first, first.last as u64 + 1) == (0, line_counts[1] - line_counts[0])
        && first.last > 0
    {
        return Some(part("begins late", ["last", "first"], [shorter, longer], line_counts));
    }
    let ((name, other), line, extra_lines) = (names(first.side), first.first + 1, extra(first));
    let distance = match first.last - first.first + 1 {
        1 => "one".into(),
        lines => lines.to_string(),
    };
    let also: String = others.iter().take(MAX_ALSO).map(|run| format!("; also {}", extra(run))).collect();
    let more = if others.len() > MAX_ALSO { ", and more" } else { "" };
    let single = runs.iter().filter(|run| run.side == Side::Longer && run.first == run.last).count();
    let split = match 4 * single >= 3 * runs.len() {
        true => format!(
            "; line {line} may be a part of the text before or after it, split by a line break; JSONL keeps a text in one \
             record (--records)"
        ),
        false => String::new(),
    };
    Some(format!(
        "from line {line} on, the lines of {name} fit the lines of {other} {distance} further up: \
         {extra_lines}{also}{more}{split}"
    ))
}

/// Says that a text is a part of another.
fn part(verb: &str, [fitting, extra]: [&str; 2], [name, other]: [&str; 2], [own, all]: [u64; 2]) -> String {
    let are = if all - own == 1 { "is" } else { "are" };
    let [own, others] = [own, all - own].map(|lines| count(lines, "line"));
    format!("{name} {verb}: its {own} fit the {fitting} of {other}, or the {extra} {others} of {other} {are} extra")
}
