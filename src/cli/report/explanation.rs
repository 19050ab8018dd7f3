//! Sections that explain scores.

use super::findings;
use super::sections::{Bar, Block, Entry, Section};
use super::segment;
use super::table::{Column, Kind, Table};
use super::{ExplainedCorpus, ExplainedSystem, Explanation, what_if};
use crate::Score;
use crate::cli::color::Emphasis;
use crate::cli::display::count;
use crate::cli::style::Style;
use crate::diagnose::Finding;
use crate::explain::{
    Difference, NgramAdvantage, OrderDifference, OrderLosses, OrderTerm, SegmentGain, SmoothingApplied,
    SystemExplanation,
};
use crate::what_if::Change;
use unicode_width::UnicodeWidthStr;

/// Maximum width of a name in running text.
const MAX_NAME: usize = 32;

/// Additional decimals for changes of a score.
const MORE_DECIMALS: usize = 2;

/// Returns the sections that explain the scores: the difference between two candidates, then one after the other.
pub fn sections(explanation: &Explanation, style: Style) -> Vec<Section> {
    let mut sections = match (&explanation.difference, &explanation.systems[..]) {
        (Some(difference), [first, second]) => difference_sections(difference, [first, second], style),
        _ => Vec::new(),
    };
    for system in &explanation.systems {
        let signature = || Block::Line(format!("BLEU|{}", explanation.signature).into());
        if let Some(corpus) = &system.corpus {
            let title = corpus_title(system, corpus, explanation.segments, style);
            sections.push(Section::new(title, vec![signature()]));
            sections.extend(corpus_sections(corpus, explanation.segments, style));
        }
        if let Some(explained) = &system.segment {
            let number = style.score(&explained.score);
            let title = format!("{}, segment {}: BLEU = {number}", system.name, explained.segment);
            let signature = system.corpus.is_none().then(signature);
            sections.push(Section::new(title, signature.into_iter().chain([segment::texts(explained)]).collect()));
            sections.extend(segment::sections(explained, style));
        }
    }
    sections
}

fn corpus_title(system: &ExplainedSystem, corpus: &ExplainedCorpus, segments: u64, style: Style) -> String {
    let number = style.score(&corpus.explanation.score);
    format!("{}: BLEU = {number}, {}", system.name, count(segments, "segment"))
}

fn corpus_sections(corpus: &ExplainedCorpus, segments: u64, style: Style) -> Vec<Section> {
    let ExplainedCorpus { explanation: system, diagnosis } = corpus;
    let mut sections = vec![
        Section::new("Where the score comes from", score_blocks(system, style)),
        findings_section(&diagnosis.findings, style),
    ];
    sections.extend(what_if::section(&diagnosis.what_if, style));
    if segments > 1 {
        sections.push(segment_scores(system, style));
        sections.push(worst_segments(system, style));
        sections.extend(system.losses.iter().zip(&system.terms).map(|(losses, term)| losses_section(losses, term)));
    }
    sections
}

/// Factors of the score, and the score without each loss.
fn score_blocks(system: &SystemExplanation, style: Style) -> Vec<Block> {
    let SystemExplanation { score, terms, counterfactuals, .. } = system;
    let gain = |other: f64| format!("{} ({})", style.number(other), style.difference(other - score.value(), 0));
    let perfect = counterfactuals.perfect_order.iter().map(|score| score.map_or_else(|| "-".into(), gain));
    let mut blocks = vec![Block::Table(Table::new(vec![
        Column::of_rows("", Kind::LeftAligned, terms, |term| format!("{}-grams", term.order)),
        Column::of_rows("correct", Kind::Number, terms, |term| term.correct.to_string()),
        Column::of_rows("total", Kind::Number, terms, |term| term.total.to_string()),
        Column::of_rows("precision", Kind::Number, terms, |term| precision(term, style)),
        Column::new("BLEU if all were correct", Kind::LeftAligned, perfect),
    ]))];
    if has_match(terms) {
        blocks.extend(terms.iter().filter_map(|term| smoothing(term, style)).map(Block::paragraph));
    }
    let penalty = brevity_penalty(score, "the closest reference lengths sum to");
    blocks.push(Block::paragraph(if score.bp() == 1.0 {
        penalty
    } else {
        format!("{penalty}; BLEU without it: {}", gain(counterfactuals.no_brevity_penalty))
    }));
    blocks.push(product(score, terms, style, |term| format!("{:.4}", term.precision.value())));
    blocks
}

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
fn precision(term: &OrderTerm, style: Style) -> String {
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

/// The score as a product, in symbols and in numbers; `precision` shows that of an order.
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

fn findings_section(found: &[Finding], style: Style) -> Section {
    if found.is_empty() {
        return Section::new("No likely problems found", Vec::new());
    }
    let entry = |finding: &Finding| {
        let label = format!("{}:", finding.check);
        let words = format!("{}; {}", findings::evidence(finding, style), findings::advice(finding));
        Entry { label_emphasis: Emphasis::Warning, ..Entry::new(label, words) }
    };
    let more = Block::paragraph("The checks are explained by: bleu --man checks");
    Section::new("Likely problems", vec![Block::Entries(found.iter().map(entry).collect()), more])
}

/// Distribution of the scores of segments.
fn segment_scores(system: &SystemExplanation, style: Style) -> Section {
    let scores = &system.segment_scores;
    let (mean, median) = (style.number(scores.mean), style.number(scores.median));
    let decimals = usize::from(!style.percent);
    let bound = |i: usize| i as f64 / 10.0 * style.scale();
    let bar = |(i, &value): (usize, &u64)| Bar {
        label: format!("{:>3.decimals$} - {:<3.decimals$}", bound(i), bound(i + 1)).into(),
        value,
    };
    Section::new(
        format!("Scores of single segments, as with --sentence: mean {mean}, median {median}"),
        vec![Block::Bars(scores.histogram.iter().enumerate().map(bar).collect())],
    )
}

fn worst_segments(system: &SystemExplanation, style: Style) -> Section {
    if system.worst_segments.is_empty() {
        return Section::new("No segment lowers the score: removing any would not raise it", Vec::new());
    }
    Section::new(
        "Segments that lower the score most (gain: rise of BLEU if the segment is removed)",
        vec![segments_table(&system.worst_segments, &["score"], "gain", "candidate, first reference", style)],
    )
}

/// Segments with their numbers, one row for each of their texts.
fn segments_table(segments: &[SegmentGain], scores: &[&str], gain: &str, texts: &str, style: Style) -> Block {
    let lines = |segment: &SegmentGain| segment.texts.candidates.len() + 1;
    let numbers = |title: &str, cell: &dyn Fn(&SegmentGain) -> String| {
        // The numbers are beside the first text.
        let cells = segments.iter().flat_map(|segment| {
            let below = std::iter::repeat_n(String::new(), lines(segment) - 1);
            std::iter::once(cell(segment)).chain(below)
        });
        Column::new(title, Kind::Number, cells.collect::<Vec<_>>())
    };
    let mut columns = vec![numbers("segment", &|segment| segment.segment.to_string())];
    for (i, title) in scores.iter().enumerate() {
        columns.push(numbers(title, &|segment| style.number(segment.scores[i])));
    }
    let marks = segments.iter().flat_map(|segment| {
        let emphasis = match segment.scores[..] {
            [_] => Emphasis::Plain,
            _ if segment.gain > 0.0 => Emphasis::Good,
            _ => Emphasis::Bad,
        };
        std::iter::once(emphasis).chain(std::iter::repeat_n(Emphasis::Plain, lines(segment) - 1))
    });
    columns.push(numbers(gain, &|segment| style.difference(segment.gain, MORE_DECIMALS)).with_emphasis(marks));
    let lines = segments.iter().flat_map(|segment| segment.texts.candidates.iter().chain([&segment.texts.reference]));
    let visible = |line: &String| if line.trim().is_empty() { "(empty)".into() } else { line.clone() };
    columns.push(Column::new(texts, Kind::Shortenable, lines.map(visible)));
    Block::Table(Table::new(columns))
}

/// The n-grams of one order that lower the score most.
fn losses_section(losses: &OrderLosses, term: &OrderTerm) -> Section {
    let (wrong, total, n) = (term.total - term.correct, term.total, losses.order);
    let title = format!("{n}-grams that lower the score most: {wrong} of {total} are not correct");
    let unmatched: Vec<&str> = losses.unmatched.iter().map(|loss| loss.ngram.as_str()).collect();
    let missed: Vec<&str> = losses.missed.iter().map(|loss| loss.ngram.as_str()).collect();
    let (unmatched, missed) = (distinct(&unmatched, &missed), distinct(&missed, &unmatched));
    let unmatched = losses.unmatched.iter().map(|loss| loss.count.to_string()).zip(unmatched).collect();
    let missed = losses.missed.iter().map(|loss| loss.count.to_string()).zip(missed).collect();
    let over = losses
        .over_generated
        .iter()
        .map(|loss| (format!("{}/{}", loss.count, loss.allowed), loss.ngram.clone()))
        .collect();
    let lists = [
        ("count", "in no reference", unmatched),
        ("count/allowed", "over-generated", over),
        ("count", "missed", missed),
    ];
    Section::new(title + &rarest_dropped(losses.error), vec![lists_table(lists)])
}

/// Says how far counts may be too low.
fn rarest_dropped(error: u64) -> String {
    if error == 0 {
        String::new()
    } else {
        format!(" (counts may be low by up to {error}, because the rarest n-grams were dropped)")
    }
}

/// Returns the n-grams for display: with code points if another one looks the same.
fn distinct(ngrams: &[&str], others: &[&str]) -> Vec<String> {
    let look = |ngram: &str| {
        let changes = [Change::InvisibleCharacters, Change::Nfc, Change::Spaces];
        changes.into_iter().fold(ngram.to_owned(), |text, change| change.apply(&text))
    };
    let others: Vec<(&str, String)> = others.iter().map(|other| (*other, look(other))).collect();
    let shown = |ngram: &&str| {
        let own = look(ngram);
        let has_double = others.iter().any(|(other, look)| other != ngram && *look == own);
        if has_double { code_points(ngram) } else { (*ngram).to_owned() }
    };
    ngrams.iter().map(shown).collect()
}

/// The text with the code points of its characters that are not visible ASCII.
fn code_points(text: &str) -> String {
    text.chars().map(|c| if matches!(c, ' '..='~') { c.to_string() } else { c.escape_unicode().to_string() }).collect()
}

/// N-grams as they are shown, with their counts.
type List = Vec<(String, String)>;

/// Lists side by side, each with a title for the counts and one for the n-grams.
fn lists_table<const N: usize>(lists: [(&str, &str, List); N]) -> Block {
    let rows = lists.iter().map(|(_, _, list)| list.len()).max().unwrap_or(0).max(1);
    let columns = lists.into_iter().flat_map(|(count, title, list)| {
        let is_empty = list.is_empty();
        let (mut counts, mut ngrams): (Vec<String>, Vec<String>) = list.into_iter().unzip();
        if is_empty {
            ngrams.push("none".into());
        }
        counts.resize(rows, String::new());
        ngrams.resize(rows, String::new());
        [Column::new(count, Kind::Number, counts), Column::new(title, Kind::Shortenable, ngrams)]
    });
    Block::Table(Table::new(columns.collect()))
}

/// The difference between two candidates.
fn difference_sections(difference: &Difference, systems: [&ExplainedSystem; 2], style: Style) -> Vec<Section> {
    let mut names = style.system_names(&systems.map(|system| system.name.as_str()));
    let title = if names.iter().all(|name| name.width() <= MAX_NAME) {
        format!("From {} to {}", names[0], names[1])
    } else {
        let title = format!("From the first ({}) to the second ({})", names[0], names[1]);
        names = vec!["the first".into(), "the second".into()];
        title
    };
    let (first, second) = (&names[0], &names[1]);
    let what_if = systems.map(|system| system.corpus.as_ref().map(|corpus| &corpus.diagnosis.what_if[..]));
    let what_if =
        if let [Some(first), Some(second)] = what_if { what_if::difference(first, second, style) } else { None };
    let mut sections = vec![Section::new(title, change(systems, style).into_iter().chain(what_if).collect())];
    for (better, worse, segments) in
        [(first, second, &difference.first_better), (second, first, &difference.second_better)]
    {
        sections.push(if segments.is_empty() {
            Section::new(format!("{better} is better than {worse} in no segment"), Vec::new())
        } else {
            let title = format!(
                "Segments in which {better} is better than {worse} (change: of the BLEU of {first} if it had the \
                 translation of {second})"
            );
            let texts = "first, second, first reference";
            Section::new(title, vec![segments_table(segments, &["first", "second"], "change", texts, style)])
        });
    }
    sections.extend(difference.orders.iter().map(|order| advantages(order, first, second)));
    sections
}

/// The change of the score and of its factors from one system to another.
fn change(systems: [&ExplainedSystem; 2], style: Style) -> Option<Block> {
    let [first, second] = systems.map(|system| system.corpus.as_ref());
    let (first, second) = (&first?.explanation, &second?.explanation);
    let precisions = first.terms.iter().zip(&second.terms).map(|(one, other)| {
        let change = style.difference(other.precision.value() - one.precision.value(), 0);
        format!("p{} {change}", one.order)
    });
    let bp = format!("BP {:+.*}", style.digits, second.score.bp() - first.score.bp());
    let factors: Vec<String> = precisions.chain([bp]).collect();
    let [from, to] = [first, second].map(|system| system.score.value());
    Some(Block::paragraph(format!(
        "BLEU {} -> {} ({}): {}",
        style.number(from),
        style.number(to),
        style.difference(to - from, 0),
        factors.join(", ")
    )))
}

/// The n-grams of one order that one candidate has right more often.
fn advantages(order: &OrderDifference, first: &str, second: &str) -> Section {
    let title = format!("{}-grams that make the difference (count: correct only in first/only in second)", order.order);
    fn list(advantages: &[NgramAdvantage]) -> List {
        advantages.iter().map(|ngram| (format!("{}/{}", ngram.first, ngram.second), ngram.ngram.clone())).collect()
    }
    let titles = [first, second].map(|name| format!("more often in {name}"));
    let lists =
        [("count", titles[0].as_str(), list(&order.first_better)), ("count", &titles[1], list(&order.second_better))];
    Section::new(title + &rarest_dropped(order.error), vec![lists_table(lists)])
}
