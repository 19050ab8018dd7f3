//! Where two texts of different lengths diverge.

use crate::bleu::lines::lines;
use crate::checks::diagnose::{ExtraLines, Fit, Side, compare_lengths};
use crate::text::display::{count, shell_word};
use crate::text::hints::Hint;
use crate::text::not_utf8::plain_file;

/// Maximum number of further places at which two texts diverge.
const MAX_ALSO: usize = 2;

/// Describes where two texts of different lengths diverge, if a comparison of their lines shows it; the first has fewer lines. Each
/// is given with its name.
pub fn divergence(shorter: (&str, &str), longer: (&str, &str)) -> Option<String> {
    joined_texts(shorter, longer).or_else(|| extra_lines(shorter, longer))
}

/// Says that the longer text is several texts, one after the other, each with the lines of the shorter one.
fn joined_texts((shorter, text): (&str, &str), (longer, longer_text): (&str, &str)) -> Option<String> {
    let [part, whole] = [text, longer_text].map(|text| lines(text).collect::<Vec<_>>());
    // A text with one more line is compared.
    let fits = |text: &[&str]| compare_lengths(&part, text.iter().chain([&""])) == Some(Fit::Truncated);
    if part.len() < 2 || !whole.len().is_multiple_of(part.len()) || !whole.chunks(part.len()).all(fits) {
        return None;
    }
    let (times, lines) = (whole.len() / part.len(), part.len() as u64);
    let command = plain_file(longer).map(|file| format!(": {}", Hint::SplitText { lines, file: shell_word(file) }));
    Some(format!(
        "{longer} is {times} texts of {lines} lines, one after the other; each fits {shorter}{}",
        command.unwrap_or_default()
    ))
}

/// Describes the lines that one of the texts has in addition.
fn extra_lines((shorter, text): (&str, &str), (longer, longer_text): (&str, &str)) -> Option<String> {
    let fit = compare_lengths(lines(text), lines(longer_text))?;
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
            let (name, other) = (shorter, longer);
            let [fitting, extra] = [text, longer_text].map(|text| lines(text).count() as u64);
            let extra = extra - fitting;
            let [all, last] = [fitting, extra].map(|lines| count(lines, "line"));
            let are = if extra == 1 { "is" } else { "are" };
            return Some(format!(
                "{name} ends early: its {all} fit the first of {other}, or the last {last} of {other} {are} extra"
            ));
        }
        Fit::Extra(runs) => runs,
    };
    let [first, others @ ..] = &runs[..] else { return None };
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
