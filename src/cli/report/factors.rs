//! The factors of a score in words: what smoothing did to a precision, the brevity penalty, and the product.

use super::document::{Block, Entry};
use crate::Score;
use crate::cli::display::count;
use crate::cli::style::Style;
use crate::explain::{OrderTerm, SmoothingApplied};

/// Whether any n-gram is correct; if none is, no smoothing helps.
pub fn has_match(terms: &[OrderTerm]) -> bool {
    terms.iter().any(|term| term.correct > 0)
}

/// Says how smoothing or a missing order changed a precision; `None` if nothing did.
pub fn smoothing(term: &OrderTerm, style: Style) -> Option<String> {
    let (n, total) = (term.order, term.total);
    let smoothed = |name: &str| {
        let (fraction, precision) = (fraction(term), precision(term, style));
        format!("no correct {n}-gram in {total}: smoothing ({name}) makes p{n} = {fraction} = {precision}")
    };
    Some(match term.smoothing {
        SmoothingApplied::Unchanged => return None,
        SmoothingApplied::Exp(_) => smoothed("exp"),
        SmoothingApplied::Floor(_) => smoothed("floor"),
        SmoothingApplied::AddK(k) => {
            let (fraction, precision) = (fraction(term), precision(term, style));
            format!("smoothing (add-k) adds {k} to both counts: p{n} = {fraction} = {precision}")
        }
        SmoothingApplied::Zero if term.weight == 0.0 => {
            format!("no correct {n}-gram in {total}, but their weight is 0")
        }
        SmoothingApplied::NoNgrams if term.weight == 0.0 => format!("no {n}-grams, but their weight is 0"),
        SmoothingApplied::Zero => format!("no correct {n}-gram in {total}: p{n} = 0, so BLEU = 0"),
        SmoothingApplied::NoNgrams => {
            format!("no {n}-grams, because the candidate is too short: p{n} counts as 0, so BLEU = 0")
        }
        SmoothingApplied::Omitted => {
            format!("no {n}-grams, because the candidate is too short: order {n} is omitted (effective order)")
        }
    })
}

/// Formats a precision as a fraction of counts.
pub fn fraction(term: &OrderTerm) -> String {
    let OrderTerm { correct, total, .. } = term;
    match term.smoothing {
        SmoothingApplied::Exp(i) => format!("1/(2^{i} * {total})"),
        SmoothingApplied::Floor(value) => format!("{value}/{total}"),
        SmoothingApplied::AddK(_) => format!("{}/{}", term.precision.correct, term.precision.total),
        SmoothingApplied::Unchanged
        | SmoothingApplied::Zero
        | SmoothingApplied::NoNgrams
        | SmoothingApplied::Omitted => format!("{correct}/{total}"),
    }
}

/// Formats a precision as a decimal.
pub fn precision(term: &OrderTerm, style: Style) -> String {
    format!("{:.*}", style.digits, style.precision(term.precision))
}

/// Says how the brevity penalty follows from the lengths.
pub fn brevity_penalty(score: &Score, references: &str) -> String {
    let (hyp_len, ref_len, bp) = (score.hyp_len(), score.ref_len(), score.bp());
    let lengths = format!("the candidate has {}, {references} {ref_len}", count(hyp_len, "token"));
    if hyp_len >= ref_len {
        format!("brevity penalty BP = 1: {lengths}")
    } else if hyp_len == 0 {
        format!("brevity penalty BP = 0: {lengths}")
    } else {
        format!("brevity penalty BP = exp(1 - {ref_len}/{hyp_len}) = {bp:.4}: {lengths}")
    }
}

/// The score as a product, in symbols and in numbers; `precision` shows the precision of an order.
pub fn product(score: &Score, terms: &[OrderTerm], style: Style, precision: impl Fn(&OrderTerm) -> String) -> Block {
    if !has_match(terms) {
        let reason =
            if score.hyp_len() == 0 { "the candidate has no n-grams" } else { "no n-gram of any order is correct" };
        return Block::paragraph(format!("{reason}: BLEU = 0 with any smoothing"));
    }
    let used: Vec<&OrderTerm> = terms.iter().filter(|term| term.weight > 0.0).collect();
    if used.is_empty() {
        return Block::paragraph("no order with a weight counts: BLEU = 0");
    }
    let is_uniform = used.iter().all(|term| (term.weight - used[0].weight).abs() < 1e-9);
    let product = |factor: &dyn Fn(&OrderTerm) -> String| {
        let power = |term: &&OrderTerm| {
            let (factor, weight) = (factor(term), short(term.weight));
            if is_uniform {
                factor
            } else if factor.contains('/') {
                format!("({factor})^{weight}")
            } else {
                format!("{factor}^{weight}")
            }
        };
        let factors = used.iter().map(power).collect::<Vec<_>>().join(" * ");
        if is_uniform && used.len() > 1 { format!("({factors})^(1/{})", used.len()) } else { factors }
    };
    let symbols = product(&|term| format!("p{}", term.order));
    let numbers = product(&precision);
    let bp = if score.bp() == 1.0 { "1".into() } else { format!("{:.4}", score.bp()) };
    let percent = if style.percent { "100 * " } else { "" };
    let result = style.score(score);
    Block::Entries(vec![
        Entry::new("BLEU", format!("= {percent}BP * {symbols}")),
        Entry::new("", format!("= {percent}{bp} * {numbers} = {result}")),
    ])
}

/// Formats a number with at most four decimals.
fn short(number: f64) -> String {
    ((number * 1e4).round() / 1e4).to_string()
}
