//! Sections that explain scores.

use super::document::Bar;
use super::document::{Block, Column, ColumnKind, Entry, Section, Table};
use super::factors::precision;
use super::factors::{brevity_penalty, has_match, product, smoothing};
use super::reasons::contributions;
use super::verdict::VerdictBasis;
use super::{ExplainedCorpus, Explanation, Report, findings, odd_segments, segment, what_if};
use crate::checks::diagnose::{Diagnosis, Finding};
use crate::checks::explain::{Difference, OrderTerm, SegmentGain, SystemExplanation};
use crate::checks::explain::{NgramAdvantage, NgramCount, OrderDifference, OrderLosses};
use crate::checks::what_if::Change;
use crate::program::request::ExplainPart;
use crate::program::request::color::Emphasis;
use crate::program::request::decimals::signed;
use crate::program::request::style::Style;
use crate::text::display::{count, without_isolates};
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
    let (part, segments) = (explanation.part, explanation.segments);
    let signature = || Block::Line(format!("BLEU|{}", explanation.signature).into());
    let answer = explanation.answer.iter().map(|report| answer(explanation, report, style));
    let mut sections: Vec<Section> = answer.collect();
    if part == ExplainPart::Summary && explanation.answer.is_some() {
        sections.extend(summary(explanation, style));
    } else if let Some(difference) = &explanation.difference {
        sections.extend(difference_sections(difference, explanation, style));
    }
    for (place, name) in explanation.names.iter().enumerate() {
        let corpus = explanation.corpora.get(place);
        if let Some(corpus) = corpus.filter(|_| part != ExplainPart::Summary) {
            let number = style.score(&corpus.explanation.score);
            let title = format!("{name}: BLEU = {number}, {}", count(segments, "segment"));
            sections.push(Section::new(title, vec![signature()]));
            sections.extend(corpus_sections(corpus, segments, part, style));
        }
        if let Some(explained) = explanation.explained_segments.get(place) {
            let number = style.score(&explained.score);
            let title = format!("{name}, segment {}: BLEU = {number}", explained.segment);
            let signature = corpus.is_none().then(signature);
            sections.push(Section::new(title, signature.into_iter().chain([segment::texts(explained)]).collect()));
            sections.extend(segment::sections(explained, style));
        }
    }
    if explanation.explained_segments.is_empty() || explanation.answer.is_some() {
        let odd: Vec<Block> = odd_segments::sentences(explanation, style).into_iter().map(Block::paragraph).collect();
        sections.extend((!odd.is_empty()).then(|| Section::untitled(odd)));
    }
    sections
}

/// The answer: which system is better, how sure that is, and why, as on the page of `--report`.
fn answer(explanation: &Explanation, report: &Report, style: Style) -> Section {
    let verdict = VerdictBasis::new(report, std::slice::from_ref(explanation), style).verdict();
    // A terminal shows the marks around names, which a page does not.
    let entries = verdict.parts().into_iter().flat_map(|(label, sentences)| {
        let labels = std::iter::once(label).chain(std::iter::repeat(""));
        labels.zip(sentences).map(|(label, sentence)| Entry::new(label, without_isolates(sentence)))
    });
    let signature = Block::Line(format!("BLEU|{}", report.signature).into());
    Section::new(without_isolates(&verdict.headline), vec![Block::Entries(entries.collect()), signature])
}

/// Likely problems, the cost of each kind of difference, and the factors of the score.
fn summary(explanation: &Explanation, style: Style) -> Vec<Section> {
    let corpora = &explanation.corpora[..];
    let names = style.system_names(&explanation.names);
    let segments = explanation.segments;
    let problems = names.iter().zip(corpora).map(|(name, corpus)| {
        let findings = &corpus.diagnosis.findings;
        let shown = &findings[..findings.len().min(MAX_FINDINGS / corpora.len())];
        let title =
            if corpora.len() == 1 { String::from("Likely problems") } else { format!("Likely problems of {name}") };
        let mut section = findings_section(&title, shown, style);
        section.blocks.extend(bound(&corpus.diagnosis, segments));
        if let Some(others) = findings.get(shown.len()..).filter(|others| !others.is_empty()) {
            let names: Vec<&str> = others.iter().map(|finding| finding.check()).collect();
            section.blocks.push(Block::paragraph(format!("also, with --explain=all: {}", names.join(", "))));
        }
        section
    });
    let mut sections: Vec<Section> = problems.collect();
    if sections.iter().all(|section| section.blocks.is_empty()) {
        sections = vec![Section::new("No likely problems found", Vec::new())];
    }
    match corpora {
        [corpus] => {
            sections.extend(what_if::section(&corpus.diagnosis.what_if, style));
            let blocks = score_blocks(&corpus.explanation, style);
            sections.push(Section::new("Where the score comes from", blocks));
        }
        [first, second] => {
            let changes = what_if::difference([first, second].map(|corpus| &corpus.diagnosis.what_if[..]), style);
            let title = "BLEU if one kind of difference were ignored, where that changes the difference";
            sections.extend(changes.map(|table| Section::new(title, vec![table])));
            let title = format!("Where the difference comes from ({} to {})", names[0], names[1]);
            sections.push(Section::new(title, vec![factors_table(explanation, [first, second], style)]));
        }
        _ => {}
    }
    if explanation.segments > 1 {
        let distribution = |corpus: &ExplainedCorpus| {
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

fn corpus_sections(corpus: &ExplainedCorpus, segments: u64, part: ExplainPart, style: Style) -> Vec<Section> {
    let ExplainedCorpus { explanation: system, diagnosis } = corpus;
    let mut sections = Vec::new();
    if part == ExplainPart::All {
        sections.push(Section::new("Where the score comes from", score_blocks(system, style)));
        let mut problems = findings_section("Likely problems", &diagnosis.findings, style);
        problems.blocks.extend(bound(diagnosis, segments));
        sections.push(problems);
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
        Column::from_rows("", ColumnKind::LeftAligned, terms, |term| format!("{}-grams", term.order)),
        Column::from_rows("correct", ColumnKind::Number, terms, |term| term.correct.to_string()),
        Column::from_rows("total", ColumnKind::Number, terms, |term| term.total.to_string()),
        Column::from_rows("precision", ColumnKind::Number, terms, |term| precision(term, style)),
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
        let label = format!("{}:", finding.check());
        let words = format!("{}; {}", findings::evidence(finding, style), findings::advice(finding).text());
        Entry { label_emphasis: Emphasis::Warning, ..Entry::new(label, words) }
    };
    let more = Block::paragraph("The checks are explained by: bleu --man checks");
    Section::new(title, vec![Block::Entries(found.iter().map(entry).collect()), more])
}

/// Says that only the first lines were looked at, if there are more.
fn bound(diagnosis: &Diagnosis, segments: u64) -> Option<Block> {
    let looked_at = diagnosis.looked_at;
    let words = format!(
        "only the first {looked_at} of {segments} lines were looked at, and lines are counted in these; scores are of all"
    );
    (looked_at < segments).then(|| Block::paragraph(words))
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
    // The numbers are beside the first text.
    let rows = segments.iter().flat_map(|segment| {
        let texts = segment.texts.candidates.iter().chain([&segment.texts.reference]);
        std::iter::once(Some(segment)).chain(std::iter::repeat(None)).zip(texts)
    });
    let rows: Vec<(Option<&SegmentGain>, &String)> = rows.collect();
    let numbers = |title: &str, cell: &dyn Fn(&SegmentGain) -> String| {
        Column::from_rows(title, ColumnKind::Number, &rows, |(segment, _)| segment.map_or_else(String::new, cell))
    };
    let scores = scores.iter().enumerate();
    let scores = scores.map(|(i, title)| numbers(title, &|segment| style.number(segment.scores[i])));
    let mut columns = vec![numbers("segment", &|segment| (segment.segment + 1).to_string())];
    columns.extend(scores);
    let gains = numbers(gain, &|segment| style.difference(segment.gain, MORE_DECIMALS));
    columns.push(gains.with_emphasis(rows.iter().map(|(segment, _)| segment.map_or(Emphasis::Plain, gain_emphasis))));
    columns.push(Column::from_rows(texts, ColumnKind::Shortenable, &rows, |(_, text)| visible(text)));
    Block::Table(Table::new(columns))
}

/// Whether one of several systems gains by a segment or loses by it.
fn gain_emphasis(segment: &SegmentGain) -> Emphasis {
    match segment.gain > 0.0 {
        _ if segment.scores.len() < 2 => Emphasis::Plain,
        true => Emphasis::Good,
        false => Emphasis::Bad,
    }
}

/// A text, or a remark if nothing of it is visible.
fn visible(text: &str) -> String {
    if text.trim().is_empty() { "(empty)".into() } else { text.to_owned() }
}

/// The n-grams of an order that lower the score most, without those that only repeat one of a shorter order.
fn losses_section(shorter: &[OrderLosses], losses: &OrderLosses, term: &OrderTerm, style: Style) -> Section {
    let listed = |order_ngrams: fn(&OrderLosses) -> &[NgramCount]| -> Vec<&NgramCount> {
        let shorter: Vec<&NgramCount> = shorter.iter().flat_map(order_ngrams).collect();
        order_ngrams(losses).iter().filter(|loss| !repeats(loss, &shorter)).collect()
    };
    let (unmatched, missed) = (listed(|order| &order.unmatched), listed(|order| &order.missed));
    let over = losses.over_generated.iter();
    let over = over.map(|loss| (format!("{}/{}", loss.count, loss.allowed), loss.ngram.clone())).collect();
    let (wrong, total, n) = (term.total - term.correct, term.total, losses.order);
    let title = format!("{n}-grams that lower the score most: {wrong} of {total} are not correct");
    let lists = [
        ("count", "in no reference", distinct(&unmatched, &missed)),
        ("count/allowed", "over-generated", over),
        ("count", "missed", distinct(&missed, &unmatched)),
    ];
    Section::new(title + &rarest_dropped(losses.error), lists_tables(lists, style))
}

/// Whether an n-gram is as frequent as a shorter one in it.
fn repeats(loss: &NgramCount, shorter: &[&NgramCount]) -> bool {
    let spaced = format!(" {} ", loss.ngram);
    shorter.iter().any(|other| other.count == loss.count && spaced.contains(&format!(" {} ", other.ngram)))
}

/// Says how far counts may be too low.
fn rarest_dropped(error: u64) -> String {
    match error {
        0 => String::new(),
        _ => format!(" (counts may be low by up to {error}, because the rarest n-grams were dropped)"),
    }
}

/// Returns counts and n-grams for display: with code points if another one looks the same.
fn distinct(ngrams: &[&NgramCount], others: &[&NgramCount]) -> List {
    let others: Vec<(&str, String)> = others.iter().map(|other| (&*other.ngram, look(&other.ngram))).collect();
    let shown = |counted: &&NgramCount| {
        let (ngram, own) = (&counted.ngram, look(&counted.ngram));
        let has_double = others.iter().any(|(other, look)| other != ngram && *look == own);
        (counted.count.to_string(), if has_double { code_points(ngram) } else { ngram.clone() })
    };
    ngrams.iter().map(shown).collect()
}

/// How an n-gram looks: without invisible characters, accents joined with their letters, and spaces alike.
fn look(ngram: &str) -> String {
    let changes = [Change::InvisibleCharacters, Change::Nfc, Change::Spaces];
    changes.into_iter().fold(ngram.to_owned(), |text, change| change.apply(&text))
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
    let tables = lists.map(|(count, title, mut list)| {
        if list.is_empty() {
            list.push((String::new(), "none".into()));
        }
        list.resize(rows, Default::default());
        let (counts, ngrams): (Vec<_>, Vec<_>) = list.into_iter().unzip();
        vec![Column::new(count, ColumnKind::Number, counts), Column::new(title, ColumnKind::Shortenable, ngrams)]
    });
    let width = |list: &Vec<Column>| list[0].width() + list[1].title.width().max(MIN_NGRAM) + 2 * GAP;
    let tables = match tables.iter().map(width).sum::<usize>() <= style.width {
        true => vec![tables.into_iter().flatten().collect()],
        false => tables.into(),
    };
    tables.into_iter().map(|columns| Block::Table(Table::new(columns))).collect()
}

/// The difference between two candidates.
fn difference_sections(difference: &Difference, explanation: &Explanation, style: Style) -> Vec<Section> {
    let part = explanation.part;
    let mut names = style.system_names(&explanation.names);
    let title = if names.iter().all(|name| name.width() <= MAX_NAME) {
        format!("From {} to {}", names[0], names[1])
    } else {
        let title = format!("From the first ({}) to the second ({})", names[0], names[1]);
        names = vec!["the first".into(), "the second".into()];
        title
    };
    let (first, second) = (&names[0], &names[1]);
    let blocks = match &explanation.corpora[..] {
        [first, second] => {
            let what_if = what_if::difference([first, second].map(|corpus| &corpus.diagnosis.what_if[..]), style);
            let change = change([first, second].map(|corpus| &corpus.explanation), style);
            std::iter::once(change).chain(what_if).collect()
        }
        _ => Vec::new(),
    };
    let mut sections = vec![Section::new(title, blocks)];
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
fn change([first, second]: [&SystemExplanation; 2], style: Style) -> Block {
    let precisions = first.terms.iter().zip(&second.terms).map(|(one, other)| {
        let change = style.difference(other.precision.value() - one.precision.value(), 0);
        format!("p{} {change}", one.order)
    });
    let bp = format!("BP {}", signed(second.score.bp() - first.score.bp(), style.digits));
    let factors: Vec<String> = precisions.chain([bp]).collect();
    let [from, to] = [first, second].map(|system| system.score.value());
    Block::paragraph(format!(
        "BLEU {} -> {} ({}): {}",
        style.number(from),
        style.number(to),
        style.difference(to - from, 0),
        factors.join(", ")
    ))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_the_first_lines_are_said_to_be_of_these() {
        let diagnosis =
            |looked_at| Diagnosis { findings: Vec::new(), looked_at, odd_segments: Vec::new(), what_if: Vec::new() };
        assert!(bound(&diagnosis(300), 300).is_none());
        let Some(Block::Paragraph(text)) = bound(&diagnosis(300), 301) else { panic!("it is not said") };
        assert!(text.to_string().starts_with("only the first 300 of 301 lines were looked at"), "{text}");
    }
}
