//! The lines that other tools print, byte for byte.

use crate::bleu::scoring::tools::Tool;
use crate::bleu::scoring::{Definition, Score};
use crate::program::request::Request;
use crate::program::request::style::Style;
use crate::program::results::Report;
use crate::text::display::escape;
use std::io;
use std::io::Write;

/// Returns the line that a tool prints for a candidate of this name, whose score has this signature.
pub type ToolLine = fn(name: &str, score: &Score, signature: &str, is_lowercase: bool) -> String;

/// The line of a tool; `None` if it is not a command, or prints more than a line.
fn tool_line(tool: Tool) -> Option<ToolLine> {
    Some(match tool.name() {
        "sacrebleu" => |_, score, signature, _| format!("BLEU|{} = {score:#}", escape(signature)),
        "multi-bleu" | "multi-bleu-detok" => |_, score, _, _| match score.ref_len() {
            0 => String::from("BLEU = 0, 0/0/0/0 (BP=0, ratio=0, hyp_len=0, ref_len=0)"),
            _ => precisions_and_lengths("BLEU", ["hyp_len", "ref_len"], score),
        },
        "mteval-v13a" | "mteval-v14" => {
            |name, score, _, _| format!("BLEU score = {:.4} for system \"{}\"", score.value(), escape(name))
        }
        "fairseq" => |_, score, _, _| {
            precisions_and_lengths(&format!("BLEU{}", score.precisions().len()), ["syslen", "reflen"], score)
        },
        "t2t" => |_, score, _, is_lowercase| {
            format!("BLEU_{} = {:6.2}", if is_lowercase { "uncased" } else { "cased" }, 100.0 * score.value())
        },
        // One for each segment.
        "moses-sentence" => |_, score, _, _| six_digits(score.value()),
        _ => return None,
    })
}

/// The line of the tool of this definition for a number of systems, unless the output of the request is to have another form.
pub fn asked(request: &Request, definition: &Definition, systems: usize) -> Option<ToolLine> {
    tool_line(definition.tool()?).filter(|_| systems < 2 && request.allows_tool_line)
}

/// The style of corpus scores by this definition: on the scale of the tool's own line if that is printed.
pub fn score_style(request: &Request, definition: &Definition, systems: usize) -> Style {
    match definition.tool().filter(|_| asked(request, definition, systems).is_some()) {
        Some(tool) if tool.scale() == 100.0 => Style { percent: true, digits: 2, ..request.style },
        _ => request.style,
    }
}

/// Writes the line of each system of a report.
pub fn write(report: &Report, line: ToolLine, out: &mut impl Write) -> io::Result<()> {
    let is_lowercase = report.definition.lowercase();
    let mut systems = report.systems.iter();
    systems.try_for_each(|system| {
        writeln!(out, "{}", line(&system.name, &system.score.parts, &report.signature, is_lowercase))
    })
}

/// Returns why a tool ends with an error after its line about a report; `None` if it does not.
pub fn failure(report: &Report) -> Option<&'static str> {
    let is_multi_bleu = report.definition.tool().is_some_and(|tool| tool.name().starts_with("multi-bleu"));
    let has_no_reference = report.systems.iter().any(|system| system.score.parts.ref_len() == 0);
    (is_multi_bleu && has_no_reference).then_some("multi-bleu fails here: the references have no tokens")
}

/// Formats a score with the precisions before smoothing.
fn precisions_and_lengths(name: &str, [hyp_len, ref_len]: [&str; 2], score: &Score) -> String {
    let counts = score.correct().iter().zip(score.total());
    let precision = |(correct, total): (&f64, &f64)| if *total > 0.0 { 100.0 * (correct / total) } else { 0.0 };
    let precisions: Vec<String> = counts.map(|counts| format!("{:.1}", precision(counts))).collect();
    format!(
        "{name} = {:.2}, {} (BP={:.3}, ratio={:.3}, {hyp_len}={}, {ref_len}={})",
        100.0 * score.value(),
        precisions.join("/"),
        score.bp(),
        score.ratio(),
        score.hyp_len(),
        score.ref_len()
    )
}

/// Formats a number as C's `%g` does: six significant digits, without trailing zeros.
fn six_digits(number: f64) -> String {
    let scientific = format!("{number:.5e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if number != 0.0 && !(-4..6).contains(&exponent) {
        let sign = if exponent < 0 { '-' } else { '+' };
        return format!("{}e{sign}{:02}", trim(digits), exponent.abs());
    }
    trim(&format!("{number:.*}", (5 - exponent).max(0) as usize))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_as_c_prints_them() {
        let numbers = [0.0, 1.0, 0.5, 0.6389430761, 0.000123456789, 1.5e-5, 2.5e-12, 123456.7, 1e100];
        let expected = ["0", "1", "0.5", "0.638943", "0.000123457", "1.5e-05", "2.5e-12", "123457", "1e+100"];
        assert_eq!(numbers.map(six_digits), expected);
    }
}
