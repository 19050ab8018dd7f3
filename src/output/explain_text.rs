//! Explanations as text, for people: 100 columns, no colour.

use super::Style;
use super::explain::{ExplainedSegment, ExplainedSystem, Explanation};
use super::explain_layout::{WIDTH, fit, left, wrap};
use crate::Score;
use crate::display::short_names;
use crate::explain::{
    CorpusExplanation, Difference, Gain, NgramTable, OrderDifference, OrderLosses, SegmentPull, Term, Treatment,
};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// Columns of the longest bar of the histogram.
const BAR: u64 = 60;

/// The least columns for n-grams in a table that has a column for each reference.
const NGRAM: usize = 20;

/// The most columns of a name within a text.
const NAME: usize = 32;

/// All of it, one candidate after the other, then what makes the difference.
pub fn write(explanation: &Explanation, style: Style, out: &mut impl Write) -> io::Result<()> {
    for (i, system) in explanation.systems.iter().enumerate() {
        if i > 0 {
            writeln!(out)?;
        }
        write_system(system, explanation, style, out)?;
    }
    match (&explanation.difference, &explanation.systems[..]) {
        (Some(difference), [first, second]) => write_difference(difference, [first, second], style, out),
        _ => Ok(()),
    }
}

fn write_system(
    system: &ExplainedSystem,
    explanation: &Explanation,
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let name = &system.name;
    // JSON has the corpus beside a segment that was asked for; a reader wants what was asked for.
    if let Some(corpus) = &system.corpus {
        let segments = explanation.segments;
        let number = style.number(corpus.score.score);
        wrap("", &format!("{name}: BLEU = {number}, {}", count(segments, "segment")), out)?;
        wrap("", &explanation.signature, out)?;
        write_sources(corpus, style, out)?;
        write_findings(corpus, out)?;
        if segments > 1 {
            write_scores(corpus, style, out)?;
            write_worst(corpus, style, out)?;
            corpus.losses.iter().zip(&corpus.terms).try_for_each(|(losses, term)| write_losses(losses, term, out))?;
        }
        if system.segment.is_some() {
            writeln!(out)?;
        }
    }
    let Some(segment) = &system.segment else { return Ok(()) };
    let number = style.number(segment.score.score);
    wrap("", &format!("{name}, segment {}: BLEU = {number}", segment.segment), out)?;
    if system.corpus.is_none() {
        wrap("", &explanation.signature, out)?;
    }
    write_segment(segment, style, out)
}

fn heading(text: &str, out: &mut impl Write) -> io::Result<()> {
    writeln!(out)?;
    wrap("", text, out)
}

/// What the score of a corpus is the product of, and what it would be otherwise.
fn write_sources(corpus: &CorpusExplanation, style: Style, out: &mut impl Write) -> io::Result<()> {
    let score = &corpus.score;
    let gain =
        |other: f64| format!("{} ({:+.*})", style.number(other), style.digits, (other - score.score) * style.scale());
    heading("Where the score comes from", out)?;
    writeln!(out, "             correct       total  precision   BLEU if all of this order were correct")?;
    for (term, perfect) in corpus.terms.iter().zip(&corpus.otherwise.perfect) {
        let (correct, total, precision) = (term.correct, term.total, precision(term, style));
        let perfect = perfect.map_or_else(|| "-".into(), gain);
        writeln!(
            out,
            "  {:<8}{correct:>10}  {total:>10} {precision:>10}   {perfect}",
            format!("{}-grams", term.order)
        )?;
    }
    if !is_hopeless(&corpus.terms) {
        corpus.terms.iter().try_for_each(|term| write_treatment(term, style, out))?;
    }
    let otherwise = match corpus.otherwise.no_brevity_penalty {
        _ if score.bp == 1.0 => String::new(),
        other => format!("; BLEU without it: {}", gain(other)),
    };
    wrap("  ", &format!("{}{otherwise}", brevity_penalty(score, "the closest references have")), out)?;
    write_product(score, &corpus.terms, style, Precisions::Decimals, out)
}

/// What was done to a precision, if anything.
fn write_treatment(term: &Term, style: Style, out: &mut impl Write) -> io::Result<()> {
    let (n, total) = (term.order, term.total);
    let what = match term.treatment {
        Treatment::AsCounted => return Ok(()),
        Treatment::Halved(_) | Treatment::Floored(_) => format!(
            "no correct {n}-gram in {total}: smoothing ({}) makes p{n} = {} = {}",
            smoothing(term),
            fraction(term),
            precision(term, style)
        ),
        Treatment::Added(k) => {
            format!("smoothing (add-k) adds {k} to both counts: p{n} = {} = {}", fraction(term), precision(term, style))
        }
        Treatment::Zero if term.weight == 0.0 => format!("no correct {n}-gram in {total}, and no weight on them"),
        Treatment::Zero => format!("no correct {n}-gram in {total}: p{n} = 0, so that BLEU = 0"),
        Treatment::Absent if term.weight == 0.0 => format!("no {n}-grams, and no weight on them"),
        Treatment::Absent => {
            format!("no {n}-grams, since the candidate is too short: p{n} counts as 0, so that BLEU = 0")
        }
        Treatment::LeftOut => {
            format!("no {n}-grams, since the candidate is too short: order {n} is left out (effective order)")
        }
    };
    wrap("  ", &what, out)
}

/// The name of the smoothing that was applied.
fn smoothing(term: &Term) -> &'static str {
    if matches!(term.treatment, Treatment::Halved(_)) { "exp" } else { "floor" }
}

/// A precision as a fraction of counts.
fn fraction(term: &Term) -> String {
    let Term { correct, total, .. } = term;
    match term.treatment {
        Treatment::AsCounted | Treatment::Zero | Treatment::Absent | Treatment::LeftOut => format!("{correct}/{total}"),
        Treatment::Halved(i) => format!("1/(2^{i} * {total})"),
        Treatment::Floored(value) => format!("{value}/{total}"),
        Treatment::Added(_) => format!("{}/{}", term.precision.numerator, term.precision.denominator),
    }
}

/// A precision as a decimal.
fn precision(term: &Term, style: Style) -> String {
    format!("{:.*}", style.digits, term.precision.times(style.scale()))
}

/// The brevity penalty, and why.
fn brevity_penalty(score: &Score, whose: &str) -> String {
    let Score { hyp_len, ref_len, bp, .. } = score;
    let tokens = count(*hyp_len, "token");
    match () {
        () if hyp_len >= ref_len => format!("brevity penalty BP = 1: the candidate has {tokens}, {whose} {ref_len}"),
        () if *hyp_len == 0 => format!("brevity penalty BP = 0: the candidate has no token, {whose} {ref_len}"),
        () => format!(
            "brevity penalty BP = exp(1 - {ref_len}/{hyp_len}) = {bp:.4}: the candidate has {tokens}, {whose} {ref_len}"
        ),
    }
}

/// Whether no smoothing helps, which is said once and not of every order.
fn is_hopeless(terms: &[Term]) -> bool {
    terms.iter().all(|term| term.correct == 0)
}

fn have_equal_weights(terms: &[&Term]) -> bool {
    terms.iter().all(|term| (term.weight - terms[0].weight).abs() < 1e-9)
}

/// How precisions are shown in a product.
#[derive(Clone, Copy, PartialEq)]
enum Precisions {
    Fractions,
    Decimals,
}

/// The product, with names and with numbers.
fn write_product(
    score: &Score,
    terms: &[Term],
    style: Style,
    precisions: Precisions,
    out: &mut impl Write,
) -> io::Result<()> {
    if is_hopeless(terms) {
        let what = if score.hyp_len == 0 { "the candidate has no n-gram" } else { "no n-gram of any order is correct" };
        return wrap("  ", &format!("{what}: BLEU = 0, whatever the smoothing"), out);
    }
    let used: Vec<&Term> = terms.iter().filter(|term| term.weight > 0.0).collect();
    if used.is_empty() {
        return wrap("  ", "no order that has a weight counts: BLEU = 0", out);
    }
    let uniform = have_equal_weights(&used);
    let product = |factor: &dyn Fn(&Term) -> String| {
        let power = |term: &Term| match factor(term) {
            factor if uniform => factor,
            factor if precisions == Precisions::Fractions && factor.contains('/') => {
                format!("({factor})^{}", short(term.weight))
            }
            factor => format!("{factor}^{}", short(term.weight)),
        };
        let factors = used.iter().map(|term| power(term)).collect::<Vec<_>>().join(" * ");
        match used.len() {
            1 => factors,
            orders if uniform => format!("({factors})^(1/{orders})"),
            _ => factors,
        }
    };
    let names = product(&|term| format!("p{}", term.order));
    let numbers = product(&|term| match precisions {
        Precisions::Fractions => fraction(term),
        Precisions::Decimals => format!("{:.4}", term.precision.times(1.0)),
    });
    let bp = if score.bp == 1.0 { "1".into() } else { format!("{:.4}", score.bp) };
    let percent = if style.percent { "100 * " } else { "" };
    let result = style.number(score.score);
    wrap("  BLEU ", &format!("= {percent}BP * {names}"), out)?;
    wrap("       ", &format!("= {percent}{bp} * {numbers} = {result}"), out)
}

/// Four decimals, without zeros at the end.
fn short(number: f64) -> String {
    ((number * 1e4).round() / 1e4).to_string()
}

fn write_findings(corpus: &CorpusExplanation, out: &mut impl Write) -> io::Result<()> {
    if corpus.findings.is_empty() {
        return heading("Nothing looks wrong with the files", out);
    }
    heading("What looks wrong", out)?;
    corpus.findings.iter().try_for_each(|finding| wrap(&format!("  {}: ", finding.check), &finding.evidence, out))
}

/// The distribution of the segments' scores.
fn write_scores(corpus: &CorpusExplanation, style: Style, out: &mut impl Write) -> io::Result<()> {
    let (mean, median) = (style.number(corpus.scores.mean), style.number(corpus.scores.median));
    heading(&format!("Scores of single segments, as --sentence gives them: mean {mean}, median {median}"), out)?;
    let most = corpus.scores.histogram.iter().copied().max().unwrap_or(0).max(1);
    for (i, &segments) in corpus.scores.histogram.iter().enumerate() {
        let bound = |i: usize| i as f64 / 10.0 * style.scale();
        let decimals = usize::from(!style.percent);
        // Even a single segment of a million is seen.
        let bar = "#".repeat((segments * BAR).div_ceil(most) as usize);
        let line = format!("  {:>3.decimals$} - {:<3.decimals$}  {segments:>10}  {bar}", bound(i), bound(i + 1));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// The segments that pull the score down most.
fn write_worst(corpus: &CorpusExplanation, style: Style, out: &mut impl Write) -> io::Result<()> {
    if corpus.worst.is_empty() {
        return heading("No segment pulls the score down: without any it would be no higher", out);
    }
    heading("Segments that pull the score down most (gain: what BLEU would gain without the segment)", out)?;
    writeln!(out, "     segment      score       gain  candidate, first reference")?;
    corpus.worst.iter().try_for_each(|pull| write_pull(pull, &[pull.scores[0]], style, out))
}

/// A segment: numbers beside the first text, further texts below.
fn write_pull(pull: &SegmentPull, scores: &[f64], style: Style, out: &mut impl Write) -> io::Result<()> {
    let digits = style.digits + 2;
    let mut numbers = format!("  {:>10}", pull.segment);
    for score in scores {
        numbers += &format!(" {:>10}", style.number(*score));
    }
    numbers += &format!(" {:>+10.digits$}  ", pull.pull * style.scale());
    let indent = " ".repeat(numbers.len());
    let texts = match &pull.texts {
        Some(texts) => texts.candidates.iter().chain([&texts.reference]).map(String::as_str).collect(),
        None => vec!["(see the files)"],
    };
    for (i, text) in texts.into_iter().enumerate() {
        let beside = if i == 0 { &numbers } else { &indent };
        writeln!(out, "{}", format!("{beside}{}", fit(text, WIDTH - numbers.len())).trim_end())?;
    }
    Ok(())
}

/// The n-grams of one order that cost most, in three columns.
fn write_losses(losses: &OrderLosses, term: &Term, out: &mut impl Write) -> io::Result<()> {
    let (wrong, total, n) = (term.total - term.correct, term.total, losses.order);
    heading(&format!("{n}-grams that cost most: {wrong} of {total} are not correct{}", low(losses.error)), out)?;
    let columns = [
        ("in no reference", losses.unmatched.iter().map(|x| (x.count.to_string(), x.ngram.as_str())).collect()),
        (
            "too often (said/allowed)",
            losses.over_generated.iter().map(|x| (format!("{}/{}", x.count, x.allowed), x.ngram.as_str())).collect(),
        ),
        ("missed", losses.missed.iter().map(|x| (x.count.to_string(), x.ngram.as_str())).collect()),
    ];
    write_columns(columns, out)
}

/// How far counts may be off.
fn low(error: u64) -> String {
    if error == 0 { String::new() } else { format!(" (counts may be low by up to {error}: the rarest were dropped)") }
}

/// A title, and n-grams behind their counts.
type List<'a> = (&'a str, Vec<(String, &'a str)>);

/// Lists side by side.
fn write_columns<const N: usize>(columns: [List; N], out: &mut impl Write) -> io::Result<()> {
    let width = (WIDTH - 2) / N - 2;
    let rows = columns.iter().map(|(_, rows)| rows.len()).max().unwrap_or(0);
    let titles: Vec<String> = columns.iter().map(|(title, _)| left(title, width)).collect();
    writeln!(out, "  {}", titles.join("  ").trim_end())?;
    let widths = columns.each_ref().map(|(_, rows)| rows.iter().map(|(count, _)| count.len()).max().unwrap_or(0));
    for i in 0..rows {
        let cell = |((_, rows), numbers): (&List, usize)| match rows.get(i) {
            Some((count, ngram)) => format!("{count:>numbers$} {}", left(ngram, width - numbers.min(width) - 1)),
            None => left(if i == 0 { "none" } else { "" }, width),
        };
        let cells: Vec<String> = columns.iter().zip(widths).map(cell).collect();
        writeln!(out, "  {}", cells.join("  ").trim_end())?;
    }
    if rows == 0 { writeln!(out, "  none") } else { Ok(()) }
}

/// What makes the difference between two candidates.
fn write_difference(
    difference: &Difference,
    systems: [&ExplainedSystem; 2],
    style: Style,
    out: &mut impl Write,
) -> io::Result<()> {
    let mut names = short_names(&systems.map(|system| system.name.as_str()));
    let title = match names.iter().all(|name| name.width() <= NAME) {
        true => format!("From {} to {}", names[0], names[1]),
        false => {
            let title = format!("From the first ({}) to the second ({})", names[0], names[1]);
            names = vec!["the first".into(), "the second".into()];
            title
        }
    };
    heading(&title, out)?;
    write_change(systems, style, out)?;
    let (first, second) = (&names[0], &names[1]);
    let sides = [(first, second, &difference.first_better), (second, first, &difference.second_better)];
    for (better, worse, pulls) in sides {
        if pulls.is_empty() {
            heading(&format!("In no segment is {better} better than {worse}"), out)?;
            continue;
        }
        let title = format!(
            "Segments in which {better} is better than {worse} (change: to the BLEU of {first}, if it had \
                             the translation of {second})"
        );
        heading(&title, out)?;
        writeln!(out, "     segment      first     second     change  first, second, first reference")?;
        pulls.iter().try_for_each(|pull| write_pull(pull, &pull.scores, style, out))?;
    }
    difference.orders.iter().try_for_each(|order| write_gains(order, first, second, out))
}

/// The change of the score from one system to another, and of what it is the product of.
fn write_change(systems: [&ExplainedSystem; 2], style: Style, out: &mut impl Write) -> io::Result<()> {
    let [Some(first), Some(second)] = systems.map(|system| system.corpus.as_ref()) else { return Ok(()) };
    let change = |name: &str, first: f64, second: f64| format!("{name} {:+.*}", style.digits, second - first);
    let (before, after) = (first.score.score * style.scale(), second.score.score * style.scale());
    let precisions = first.terms.iter().zip(&second.terms).map(|(one, other)| {
        let [before, after] = [one, other].map(|term| term.precision.times(style.scale()));
        change(&format!("p{}", one.order), before, after)
    });
    let parts: Vec<String> = precisions.chain([change("BP", first.score.bp, second.score.bp)]).collect();
    let [from, to] = [before, after].map(|score| format!("{score:.*}", style.digits));
    wrap("  ", &format!("BLEU {from} -> {to} ({:+.*}): {}", style.digits, after - before, parts.join(", ")), out)
}

/// The n-grams of one order that make the difference, in two columns.
fn write_gains(order: &OrderDifference, first: &str, second: &str, out: &mut impl Write) -> io::Result<()> {
    let n = order.order;
    let title =
        format!("{n}-grams that make the difference (times correct in the first only/second only){}", low(order.error));
    heading(&title, out)?;
    fn list(gains: &[Gain]) -> Vec<(String, &str)> {
        gains.iter().map(|x| (format!("{}/{}", x.first, x.second), x.ngram.as_str())).collect()
    }
    let titles = [first, second].map(|name| format!("more often in {name}"));
    write_columns([(&titles[0], list(&order.first_better)), (&titles[1], list(&order.second_better))], out)
}

/// The tables of one segment, and what follows from them.
fn write_segment(segment: &ExplainedSegment, style: Style, out: &mut impl Write) -> io::Result<()> {
    let tables = &segment.tables;
    writeln!(out)?;
    let label = |name: String| format!("  {name:<13}");
    wrap(&label("candidate".into()), &tables.candidate.join(" "), out)?;
    for (i, reference) in (1..).zip(&tables.references) {
        wrap(&label(format!("reference {i}")), &reference.join(" "), out)?;
    }
    let (references, hopeless) = (tables.references.len(), is_hopeless(&tables.terms));
    for (table, term) in tables.tables.iter().zip(&tables.terms) {
        if hopeless && table.rows.is_empty() {
            continue;
        }
        writeln!(out)?;
        write_table(table, references, out)?;
        write_precision(table, term, style, out)?;
        if !hopeless {
            write_treatment(term, style, out)?;
        }
    }
    if !have_columns(references) {
        writeln!(out)?;
        wrap(
            "  ",
            &format!("{references} references are too many for columns; --format json has the counts in each"),
            out,
        )?;
    }
    writeln!(out)?;
    write_lengths(segment, out)?;
    wrap("  ", &brevity_penalty(&segment.score, "the closest reference"), out)?;
    write_weights(&tables.terms, out)?;
    write_product(&segment.score, &tables.terms, style, Precisions::Fractions, out)?;
    if segment.as_sentence != segment.score.score {
        let score = style.number(segment.as_sentence);
        wrap(
            "  ",
            &format!("--sentence gives {score}: by default it leaves out orders that a segment is too short for"),
            out,
        )?;
    }
    Ok(())
}

/// Whether a table has room for a column for each reference.
fn have_columns(references: usize) -> bool {
    WIDTH >= 27 + NGRAM + 8 * references
}

/// One row for each n-gram of the candidate: how often it occurs where.
fn write_table(table: &NgramTable, references: usize, out: &mut impl Write) -> io::Result<()> {
    if table.rows.is_empty() {
        return Ok(());
    }
    let title = format!("{}-gram", table.order);
    let mut titles = vec!["candidate".to_owned()];
    if have_columns(references) {
        titles.extend((1..=references).map(|i| format!("ref {i}")));
    }
    titles.extend(["max".to_owned(), "clipped".to_owned()]);
    let room = WIDTH - 2 - titles.iter().map(|title| 2 + title.len()).sum::<usize>();
    let ngrams = table.rows.iter().map(|row| fit(&row.ngram, room)).collect::<Vec<_>>();
    let width = ngrams.iter().map(|ngram| ngram.width()).max().unwrap_or(0);
    let width = width.max(title.len());
    let line = |name: &str, cells: &[String], out: &mut dyn Write| {
        let cells = titles.iter().zip(cells).map(|(title, cell)| format!("  {cell:>0$}", title.len()));
        let line = format!("  {}{}", left(name, width), cells.collect::<String>());
        writeln!(out, "{}", line.trim_end())
    };
    line(&title, &titles, out)?;
    for (row, ngram) in table.rows.iter().zip(&ngrams) {
        let in_references = if have_columns(references) { &row.references[..] } else { &[] };
        let counts = [row.candidate].into_iter().chain(in_references.iter().copied()).chain([row.max, row.clipped]);
        line(ngram, &counts.map(|count| count.to_string()).collect::<Vec<_>>(), out)?;
    }
    let mut sums = vec![String::new(); titles.len()];
    sums[0] = table.total().to_string();
    sums[titles.len() - 1] = table.clipped().to_string();
    line("sum", &sums, out)
}

/// The precision of one order, beside what it would be without clipping.
fn write_precision(table: &NgramTable, term: &Term, style: Style, out: &mut impl Write) -> io::Result<()> {
    let (n, total) = (term.order, term.total);
    if matches!(term.treatment, Treatment::Absent | Treatment::LeftOut) {
        return Ok(());
    }
    let standard = table.unclipped() as f64 / total.max(1) as f64 * style.scale();
    let decimal = term.correct as f64 / total.max(1) as f64 * style.scale();
    let digits = style.digits;
    let clipped = format!("p{n} = {}/{total} = {decimal:.digits$}", term.correct);
    wrap("  ", &format!("{clipped}  (without clipping: {}/{total} = {standard:.digits$})", table.unclipped()), out)
}

/// The lengths, which reference is the closest, and why.
fn write_lengths(segment: &ExplainedSegment, out: &mut impl Write) -> io::Result<()> {
    let tables = &segment.tables;
    let hyp_len = tables.candidate.len();
    let (Some(closest), lengths) = (tables.closest, tables.references.iter().map(Vec::len).collect::<Vec<_>>()) else {
        return Ok(());
    };
    let mut text = format!("length: the candidate has {}", count(hyp_len as u64, "token"));
    for (i, length) in (1..).zip(&lengths) {
        text += &format!(", reference {i} {length}");
    }
    if lengths.len() > 1 {
        let distance = |length: usize| hyp_len.abs_diff(length);
        let (number, length) = (closest + 1, lengths[closest]);
        text += &match distance(length) {
            0 => format!("; the closest is reference {number}, of the same length"),
            away => format!("; the closest is reference {number}, {away} away"),
        };
        let rival = lengths.iter().position(|&other| other != length && distance(other) == distance(length));
        if let Some(rival) = rival {
            text += &format!(", as is reference {}: of equally close ones the shorter counts", rival + 1);
        }
    }
    wrap("  ", &text, out)
}

/// The weights of the orders that count.
fn write_weights(terms: &[Term], out: &mut impl Write) -> io::Result<()> {
    let used: Vec<&Term> = terms.iter().filter(|term| term.weight > 0.0).collect();
    let weights = match &used[..] {
        [] => return Ok(()),
        [_, _, ..] if have_equal_weights(&used) => {
            let names: Vec<String> = used.iter().map(|term| format!("p{}", term.order)).collect();
            format!("1/{} for each of {}", used.len(), names.join(", "))
        }
        used => {
            used.iter().map(|term| format!("p{}: {}", term.order, short(term.weight))).collect::<Vec<_>>().join(", ")
        }
    };
    wrap("  ", &format!("weights: {weights}"), out)
}

/// A number of things.
fn count(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}
