//! Sections that explain scores.

use super::contributions::contributions;
use super::factors::{brevity_penalty, has_match, precision, product, smoothing};
use super::findings;
use super::sections::{Bar, Block, Entry, Section};
use super::segment;
use super::table::{Column, ColumnKind, Table};
use super::verdict::VerdictBasis;
use super::{ExplainedCorpus, ExplainedSystem, Explanation, Report, what_if};
use crate::cli::ExplainPart;
use crate::cli::color::Emphasis;
use crate::cli::display::count;
use crate::cli::style::Style;
use crate::diagnose::Finding;
use crate::explain::{
    Difference, NgramAdvantage, OrderDifference, OrderLosses, OrderTerm, SegmentGain, SystemExplanation,
};
use crate::what_if::Change;
use unicode_width::UnicodeWidthStr;

/// Maximum width of a name in running text.
const MAX_NAME: usize = 32;

/// Maximum number of likely problems in a summary, of all systems together.
const MAX_FINDINGS: usize = 4;

/// Minimum width of a list of n-grams, and the spaces between columns.
const MIN_NGRAM: usize = 16;
const GAP: usize = 2;

/// Additional decimals for changes of a score.
const MORE_DECIMALS: usize = 2;

/// Returns the sections of the part that was asked for, after the answer.
pub fn sections(explanation: &Explanation, style: Style) -> Vec<Section> {
    let part = explanation.part;
    let answer = explanation.answer.iter().map(|(report, group)| answer(explanation, report, group, style));
    let mut sections: Vec<Section> = answer.collect();
    if part == ExplainPart::Summary && explanation.answer.is_some() {
        sections.extend(summary(explanation, style));
    } else if let (Some(difference), [first, second]) = (&explanation.difference, &explanation.systems[..]) {
        sections.extend(difference_sections(difference, [first, second], part, style));
    }
    for system in &explanation.systems {
        let signature = || Block::Line(format!("BLEU|{}", explanation.signature).into());
        if let Some(corpus) = system.corpus.as_ref().filter(|_| part != ExplainPart::Summary) {
            let title = corpus_title(system, corpus, explanation.segments, style);
            sections.push(Section::new(title, vec![signature()]));
            sections.extend(corpus_sections(corpus, explanation.segments, part, style));
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

/// The answer: which system is better, how sure that is, and why, as on the page of `--report`.
fn answer(explanation: &Explanation, report: &Report, group_name: &str, style: Style) -> Section {
    let name =
        |system: &ExplainedSystem| if system.name == "-" { "standard input".into() } else { system.name.clone() };
    let names: Vec<String> = explanation.systems.iter().map(name).collect();
    let names = style.system_names(&names.iter().map(String::as_str).collect::<Vec<_>>());
    let explanations = std::slice::from_ref(explanation);
    let verdict = VerdictBasis { names: &names, report, group_name, explanations, style }.verdict();
    // A terminal shows the marks around names, which a page does not.
    let text = |sentence: &str| sentence.replace(['\u{2068}', '\u{2069}'], "");
    let parts = [("How sure", &verdict.certainty), ("Why", &verdict.reasons)];
    let entries = parts.into_iter().flat_map(|(label, sentences)| {
        sentences
            .iter()
            .enumerate()
            .map(move |(i, sentence)| Entry::new(if i == 0 { label } else { "" }, text(sentence)))
    });
    let entries = std::iter::once(Entry::new("Scores", text(&verdict.scores))).chain(entries).collect();
    let signature = Block::Line(format!("BLEU|{}", report.signature).into());
    Section::new(text(&verdict.headline), vec![Block::Entries(entries), signature])
}

/// Likely problems, the cost of each kind of difference, and the factors of the score.
fn summary(explanation: &Explanation, style: Style) -> Vec<Section> {
    let corpora: Vec<(&str, &ExplainedCorpus)> =
        explanation.systems.iter().filter_map(|system| Some((system.name.as_str(), system.corpus.as_ref()?))).collect();
    let names = style.system_names(&corpora.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    let problems = names.iter().zip(&corpora).map(|(name, (_, corpus))| {
        let findings = &corpus.diagnosis.findings;
        let shown = &findings[..findings.len().min(MAX_FINDINGS / corpora.len())];
        let title =
            if corpora.len() == 1 { String::from("Likely problems") } else { format!("Likely problems of {name}") };
        let mut section = findings_section(&title, shown, style);
        if let Some(others) = findings.get(shown.len()..).filter(|others| !others.is_empty()) {
            let names: Vec<&str> = others.iter().map(|finding| finding.check).collect();
            section.blocks.push(Block::paragraph(format!("also, with --explain=all: {}", names.join(", "))));
        }
        section
    });
    let mut sections: Vec<Section> = problems.collect();
    if sections.iter().all(|section| section.blocks.is_empty()) {
        sections.truncate(1);
        sections.iter_mut().for_each(|section| section.title = Some("No likely problems found".into()));
    }
    match &corpora[..] {
        [(_, corpus)] => {
            sections.extend(what_if::section(&corpus.diagnosis.what_if, style));
            let blocks = score_blocks(&corpus.explanation, style);
            sections.push(Section::new("Where the score comes from", blocks));
        }
        [(_, first), (_, second)] => {
            let [first_scores, second_scores] = [first, second].map(|corpus| &corpus.diagnosis.what_if[..]);
            let changes = what_if::difference(first_scores, second_scores, style);
            sections.extend(changes.map(|table| {
                Section::new(
                    "BLEU if one kind of difference were ignored, where that changes the difference",
                    vec![table],
                )
            }));
            let title = format!("Where the difference comes from ({} to {})", names[0], names[1]);
            sections.push(Section::new(title, vec![factors_table(explanation, [first, second], style)]));
        }
        _ => {}
    }
    if explanation.segments > 1 {
        let distribution = |(_, corpus): &(&str, &ExplainedCorpus)| {
            let scores = &corpus.explanation.segment_scores;
            format!("mean {}, median {}", style.number(scores.mean), style.number(scores.median))
        };
        let distributions: Vec<String> = corpora.iter().map(distribution).collect();
        let scores = format!("Scores of single segments, as with --sentence: {}.", distributions.join("; second: "));
        let more = "--explain=segments lists segments, --explain=ngrams n-grams, --explain=all everything.";
        sections.push(Section::untitled(vec![Block::paragraph(scores), Block::paragraph(more)]));
    }
    sections
}

/// The factors of two scores, and the part of each in the difference.
fn factors_table(explanation: &Explanation, corpora: [&ExplainedCorpus; 2], style: Style) -> Block {
    let [first, second] = corpora.map(|corpus| &corpus.explanation);
    let names = first.terms.iter().map(|term| format!("{}-grams", term.order)).chain(["brevity penalty".into()]);
    let values = |system: &SystemExplanation| {
        let penalty = format!("{:.*}", style.digits, system.score.bp());
        system.terms.iter().map(|term| precision(term, style)).chain([penalty]).collect::<Vec<_>>()
    };
    let mut columns = vec![
        Column::new("", ColumnKind::LeftAligned, names),
        Column::new("first", ColumnKind::Number, values(first)),
        Column::new("second", ColumnKind::Number, values(second)),
    ];
    if let Some(parts) = contributions(explanation) {
        let parts = parts.iter().map(|part| style.difference(part + 0.0, 0));
        columns.push(Column::new("part of the difference", ColumnKind::Number, parts));
    }
    Block::Table(Table::new(columns))
}

fn corpus_title(system: &ExplainedSystem, corpus: &ExplainedCorpus, segments: u64, style: Style) -> String {
    let number = style.score(&corpus.explanation.score);
    format!("{}: BLEU = {number}, {}", system.name, count(segments, "segment"))
}

fn corpus_sections(corpus: &ExplainedCorpus, segments: u64, part: ExplainPart, style: Style) -> Vec<Section> {
    let ExplainedCorpus { explanation: system, diagnosis } = corpus;
    let mut sections = Vec::new();
    if part == ExplainPart::All {
        sections.push(Section::new("Where the score comes from", score_blocks(system, style)));
        sections.push(findings_section("Likely problems", &diagnosis.findings, style));
        sections.extend(what_if::section(&diagnosis.what_if, style));
    }
    if segments > 1 && part.has(ExplainPart::Segments) {
        sections.push(segment_scores(system, style));
        sections.push(worst_segments(system, style));
    }
    if segments > 1 && part.has(ExplainPart::Ngrams) {
        let orders = system.losses.iter().zip(&system.terms).enumerate();
        sections.extend(orders.map(|(n, (losses, term))| losses_section(&system.losses[..n], losses, term, style)));
    }
    sections
}

/// Factors of the score, and the score without each loss.
fn score_blocks(system: &SystemExplanation, style: Style) -> Vec<Block> {
    let SystemExplanation { score, terms, counterfactuals, .. } = system;
    let gain = |other: f64| format!("{} ({})", style.number(other), style.difference(other - score.value(), 0));
    let perfect = counterfactuals.perfect_order.iter().map(|score| score.map_or_else(|| "-".into(), gain));
    let mut blocks = vec![Block::Table(Table::new(vec![
        Column::of_rows("", ColumnKind::LeftAligned, terms, |term| format!("{}-grams", term.order)),
        Column::of_rows("correct", ColumnKind::Number, terms, |term| term.correct.to_string()),
        Column::of_rows("total", ColumnKind::Number, terms, |term| term.total.to_string()),
        Column::of_rows("precision", ColumnKind::Number, terms, |term| precision(term, style)),
        Column::new("BLEU if all were correct", ColumnKind::LeftAligned, perfect),
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

fn findings_section(title: &str, found: &[Finding], style: Style) -> Section {
    if found.is_empty() {
        return Section::new("No likely problems found", Vec::new());
    }
    let entry = |finding: &Finding| {
        let label = format!("{}:", finding.check);
        let words = format!("{}; {}", findings::evidence(finding, style), findings::advice(finding));
        Entry { label_emphasis: Emphasis::Warning, ..Entry::new(label, words) }
    };
    let more = Block::paragraph("The checks are explained by: bleu --man checks");
    Section::new(title, vec![Block::Entries(found.iter().map(entry).collect()), more])
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
        Column::new(title, ColumnKind::Number, cells.collect::<Vec<_>>())
    };
    let mut columns = vec![numbers("segment", &|segment| (segment.segment + 1).to_string())];
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
    columns.push(Column::new(texts, ColumnKind::Shortenable, lines.map(visible)));
    Block::Table(Table::new(columns))
}

/// The n-grams of an order that lower the score most, without those that only repeat one of a shorter order.
fn losses_section(shorter: &[OrderLosses], losses: &OrderLosses, term: &OrderTerm, style: Style) -> Section {
    let listed = |of_order: fn(&OrderLosses) -> Vec<(&str, u64)>| -> Vec<(&str, u64)> {
        let shorter: Vec<(&str, u64)> = shorter.iter().flat_map(of_order).collect();
        of_order(losses).into_iter().filter(|loss| !repeats(loss, &shorter)).collect()
    };
    let unmatched = listed(|order| order.unmatched.iter().map(|loss| (&*loss.ngram, loss.count)).collect());
    let missed = listed(|order| order.missed.iter().map(|loss| (&*loss.ngram, loss.count)).collect());
    let (wrong, total, n) = (term.total - term.correct, term.total, losses.order);
    let title = format!("{n}-grams that lower the score most: {wrong} of {total} are not correct");
    let over = losses
        .over_generated
        .iter()
        .map(|loss| (format!("{}/{}", loss.count, loss.allowed), loss.ngram.clone()))
        .collect();
    let lists = [
        ("count", "in no reference", distinct(&unmatched, &missed)),
        ("count/allowed", "over-generated", over),
        ("count", "missed", distinct(&missed, &unmatched)),
    ];
    Section::new(title + &rarest_dropped(losses.error), lists_tables(lists, style))
}

/// Whether an n-gram is as frequent as a shorter one in it.
fn repeats((ngram, count): &(&str, u64), shorter: &[(&str, u64)]) -> bool {
    let spaced = format!(" {ngram} ");
    shorter.iter().any(|(other, times)| times == count && spaced.contains(&format!(" {other} ")))
}

/// Says how far counts may be too low.
fn rarest_dropped(error: u64) -> String {
    if error == 0 {
        String::new()
    } else {
        format!(" (counts may be low by up to {error}, because the rarest n-grams were dropped)")
    }
}

/// Returns counts and n-grams for display: with code points if another one looks the same.
fn distinct(ngrams: &[(&str, u64)], others: &[(&str, u64)]) -> List {
    let look = |ngram: &str| {
        let changes = [Change::InvisibleCharacters, Change::Nfc, Change::Spaces];
        changes.into_iter().fold(ngram.to_owned(), |text, change| change.apply(&text))
    };
    let others: Vec<(&str, String)> = others.iter().map(|(other, _)| (*other, look(other))).collect();
    let shown = |(ngram, count): &(&str, u64)| {
        let own = look(ngram);
        let has_double = others.iter().any(|(other, look)| other != ngram && *look == own);
        (count.to_string(), if has_double { code_points(ngram) } else { (*ngram).to_owned() })
    };
    ngrams.iter().map(shown).collect()
}

/// The text with the code points of its characters that are not visible ASCII.
fn code_points(text: &str) -> String {
    text.chars().map(|c| if matches!(c, ' '..='~') { c.to_string() } else { c.escape_unicode().to_string() }).collect()
}

/// N-grams as they are shown, with their counts.
type List = Vec<(String, String)>;

/// Lists side by side, each with a title for the counts and one for the n-grams; one below the other where lines are too
/// short for that, so that counts stay beside their n-grams.
fn lists_tables<const N: usize>(lists: [(&str, &str, List); N], style: Style) -> Vec<Block> {
    let rows = lists.iter().map(|(_, _, list)| list.len()).max().unwrap_or(0).max(1);
    let mut tables: Vec<Vec<Column>> = Vec::new();
    for (count, title, list) in lists {
        let is_empty = list.is_empty();
        let (mut counts, mut ngrams): (Vec<String>, Vec<String>) = list.into_iter().unzip();
        if is_empty {
            ngrams.push("none".into());
        }
        counts.resize(rows, String::new());
        ngrams.resize(rows, String::new());
        tables.push(vec![
            Column::new(count, ColumnKind::Number, counts),
            Column::new(title, ColumnKind::Shortenable, ngrams),
        ]);
    }
    let width = |column: &Column| match column.kind {
        ColumnKind::Shortenable => MIN_NGRAM.max(column.title.width()),
        _ => column.width(),
    };
    let widths = tables.iter().flatten().map(|column| width(column) + GAP).sum::<usize>();
    if widths <= style.width {
        tables = vec![tables.into_iter().flatten().collect()];
    }
    tables.into_iter().map(|columns| Block::Table(Table::new(columns))).collect()
}

/// The difference between two candidates.
fn difference_sections(
    difference: &Difference,
    systems: [&ExplainedSystem; 2],
    part: ExplainPart,
    style: Style,
) -> Vec<Section> {
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
    let directions =
        [(first, second, &difference.first_better), (second, first, &difference.second_better)].into_iter();
    for (better, worse, segments) in directions.filter(|_| part.has(ExplainPart::Segments)) {
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
    if part.has(ExplainPart::Ngrams) {
        sections.extend(difference.orders.iter().map(|order| advantages(order, first, second, style)));
    }
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
fn advantages(order: &OrderDifference, first: &str, second: &str, style: Style) -> Section {
    let title = format!("{}-grams that make the difference (count: correct only in first/only in second)", order.order);
    fn list(advantages: &[NgramAdvantage]) -> List {
        advantages.iter().map(|ngram| (format!("{}/{}", ngram.first, ngram.second), ngram.ngram.clone())).collect()
    }
    let titles = [first, second].map(|name| format!("more often in {name}"));
    let lists =
        [("count", titles[0].as_str(), list(&order.first_better)), ("count", &titles[1], list(&order.second_better))];
    Section::new(title + &rarest_dropped(order.error), lists_tables(lists, style))
}
