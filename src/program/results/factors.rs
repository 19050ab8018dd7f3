//! The factors of a score in words: what smoothing did to a precision, the brevity penalty, and the product.

use super::document::{Block, Entry};
use crate::bleu::exact::brief;
use crate::bleu::scoring::Score;
use crate::checks::explain::{OrderTerm, SmoothingApplied};
use crate::program::request::style::Style;
use crate::text::display::count;

/// Whether any n-gram is correct; if none is, no smoothing helps.
pub fn has_match(terms: &[OrderTerm]) -> bool {
    terms.iter().any(|term| term.correct > 0)
}

/// Says how smoothing or a missing order changed a precision; `None` if nothing did.
pub fn smoothing(term: &OrderTerm, style: Style) -> Option<String> {
    let (n, total) = (term.order, term.total);
    let precision = format!("p{n} = {} = {}", fraction(term), precision(term, style));
    let short = format!("no {n}-grams, because the candidate is too short");
    Some(match term.smoothing {
        SmoothingApplied::Unchanged => return None,
        SmoothingApplied::Exp(_) => format!("no correct {n}-gram in {total}: smoothing (exp) makes {precision}"),
        SmoothingApplied::Floor(_) => format!("no correct {n}-gram in {total}: smoothing (floor) makes {precision}"),
        SmoothingApplied::AddK(k) => format!("smoothing (add-k) adds {} to both counts: {precision}", brief(k)),
        SmoothingApplied::Zero if term.weight == 0.0 => {
            format!("no correct {n}-gram in {total}, but their weight is 0")
        }
        SmoothingApplied::NoNgrams if term.weight == 0.0 => format!("no {n}-grams, but their weight is 0"),
        SmoothingApplied::Zero => format!("no correct {n}-gram in {total}: p{n} = 0, so BLEU = 0"),
        SmoothingApplied::NoNgrams => format!("{short}: p{n} counts as 0, so BLEU = 0"),
        SmoothingApplied::Omitted => format!("{short}: order {n} is omitted (effective order)"),
    })
}

/// Formats a precision as a fraction of counts.
pub fn fraction(term: &OrderTerm) -> String {
    let OrderTerm { correct, total, precision, .. } = term;
    match term.smoothing {
        SmoothingApplied::Exp(i) => format!("1/(2^{i} * {total})"),
        SmoothingApplied::Floor(value) => format!("{}/{total}", brief(value)),
        SmoothingApplied::AddK(_) => format!("{}/{}", brief(precision.correct), brief(precision.total)),
        _ => format!("{correct}/{total}"),
    }
}

/// Formats a precision as a decimal.
pub fn precision(term: &OrderTerm, style: Style) -> String {
    format!("{:.*}", style.digits, style.precision(term.precision))
}

/// Says how the brevity penalty follows from the lengths.
pub fn brevity_penalty(score: &Score, references: &str) -> String {
    let (hyp_len, ref_len, bp) = (score.hyp_len(), score.ref_len(), score.bp());
    let penalty = match hyp_len {
        _ if hyp_len >= ref_len => String::from("1"),
        0 => String::from("0"),
        _ => format!("exp(1 - {ref_len}/{hyp_len}) = {bp:.4}"),
    };
    format!("brevity penalty BP = {penalty}: the candidate has {}, {references} {ref_len}", count(hyp_len, "token"))
}

/// The score as a product, in symbols and in numbers; `precision` shows the precision of an order.
pub fn product(score: &Score, terms: &[OrderTerm], style: Style, precision: impl Fn(&OrderTerm) -> String) -> Block {
    let used: Vec<&OrderTerm> = terms.iter().filter(|term| term.weight > 0.0).collect();
    let reason = match has_match(terms) {
        false if score.hyp_len() == 0 => Some("the candidate has no n-grams: BLEU = 0 with any smoothing"),
        false => Some("no n-gram of any order is correct: BLEU = 0 with any smoothing"),
        true if used.is_empty() => Some("no order with a weight counts: BLEU = 0"),
        true => None,
    };
    if let Some(reason) = reason {
        return Block::paragraph(reason);
    }
    let symbols = product_of_powers(&used, |term| format!("p{}", term.order));
    let numbers = product_of_powers(&used, precision);
    let bp = if score.bp() == 1.0 { "1".into() } else { format!("{:.4}", score.bp()) };
    let percent = if style.percent { "100 * " } else { "" };
    Block::Entries(vec![
        Entry::new("BLEU", format!("= {percent}BP * {symbols}")),
        Entry::new("", format!("= {percent}{bp} * {numbers} = {}", style.score(score))),
    ])
}

/// The product of a factor of each order to the power of its weight.
fn product_of_powers(terms: &[&OrderTerm], factor: impl Fn(&OrderTerm) -> String) -> String {
    let is_uniform = terms.iter().all(|term| (term.weight - terms[0].weight).abs() < 1e-9);
    let power = |term: &&OrderTerm| match (factor(term), short(term.weight)) {
        (factor, _) if is_uniform => factor,
        (factor, weight) if factor.contains('/') => format!("({factor})^{weight}"),
        (factor, weight) => format!("{factor}^{weight}"),
    };
    let factors = terms.iter().map(power).collect::<Vec<_>>().join(" * ");
    if is_uniform && terms.len() > 1 { format!("({factors})^(1/{})", terms.len()) } else { factors }
}

/// Formats a number with at most four decimals.
fn short(number: f64) -> String {
    ((number * 1e4).round() / 1e4).to_string()
}
