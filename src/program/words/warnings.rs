//! Warnings and notes on standard error about input or scores that may be wrong or surprising.

mod other_formulas;

use crate::bleu::exact::brief;
use crate::bleu::scoring::CorpusTotals;
use crate::bleu::scoring::rules::UsedReferences;
use crate::bleu::scoring::tools::Tool;
use crate::bleu::scoring::{Definition, Smoothing, Statistics};
use crate::bleu::shards::MergedShards;
use crate::bleu::signature::{ReferenceCount, Signature};
use crate::bleu::significance::ResamplingFields;
use crate::bleu::tokenize::{Tokenization, UnicodeVersion};
use crate::checks::diagnose::segment_list::SegmentList;
use crate::checks::diagnose::{Finding, Problem, Text, ZeroScore, no_correct, reason_of_zero};
use crate::program::request::{Request, SaveFile};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::robust::Robust;
use crate::program::results::{Results, comparison, findings};
use crate::program::streams::messages::say;
use crate::program::streams::output_file::OutputFile;
use crate::program::streams::progress::amount;
use crate::text::display::{count, input_name, path_name, shell_word};
use crate::text::hints::Hint;
use crate::text::tokenizer_data::{TokenizerName, sentence_data};
use crate::text::{
    Origin, Source, columns_meaning, columns_of_texts, looks_like_object, looks_like_table, path_of_answers,
    standard_input_file,
};
use std::fmt::Display;
use std::io;
use std::io::{IsTerminal, Seek};
use std::iter;
use std::path::{Path, PathBuf};

/// Maximum number of characters of a warning about a problem of a text, after its name: 160 with what stands before it.
const LONGEST: usize = 140;

/// Maximum number of precisions listed in a note.
const MAX_LISTED_PRECISIONS: usize = 3;

/// Prints a message unless the request is quiet.
fn print(request: &Request, message: impl Display) {
    if !request.style.quiet {
        say(message);
    }
}

/// Says that a report was written.
pub fn written_report(request: &Request, file: &OutputFile) {
    if let Some(size) = file.size() {
        print(request, format!("wrote {} ({}): open it in a browser", file.name(), amount(size as f64)));
    }
}

/// Says that the run was saved, and what of it needs the texts to be verified.
pub fn saved_run(request: &Request, save: &SaveFile, results: &Results) {
    let Some(size) = save.file.size() else { return };
    let comparisons =
        if let Results::Scores(report) = results { report.significance.comparisons.as_ref() } else { None };
    let is_robust = comparisons.is_some_and(|comparisons| comparisons.robust.is_some());
    let needs = if is_robust { "; what --robust found needs the texts to be verified" } else { "" };
    print(request, format!("saved {} ({}){needs}", save.file.name(), amount(size as f64)));
}

/// Warns of what can be seen before the input is read.
pub fn before_reading(request: &Request) {
    if request.style.quiet {
        return;
    }
    let warning = request.warning.as_ref().map(|warning| format!("warning: {warning}"));
    let messages = [warning, tokenizer_note(request), standard_input(request), table_as_lines(request)];
    messages.into_iter().flatten().for_each(|message| print(request, message));
}

/// Says that standard input is read from a terminal, or that it is a file but is not read.
fn standard_input(request: &Request) -> Option<String> {
    if request.input.origin == Origin::Texts {
        return None;
    }
    if request.standard_inputs() > 0 {
        let waiting = "waiting for text on standard input, one segment per line; end it with Ctrl-D";
        return io::stdin().is_terminal().then(|| waiting.into());
    }
    let candidate = request.candidates.first().filter(|_| has_unread_file()).map(|path| path_name(path))?;
    let cause = match request.input.origin {
        Origin::Records { .. } => "--records names a file; for standard input: --records -".to_owned(),
        Origin::Files if request.merge_options().is_none() => {
            format!("a candidate is named: {candidate}; put -r before each reference")
        }
        _ => format!("a candidate is named: {candidate}"),
    };
    Some(format!("warning: standard input is a file but is not read, because {cause}"))
}

/// Warns of a table that is read as plain lines.
fn table_as_lines(request: &Request) -> Option<String> {
    let mut files = request.candidates.iter().chain(&request.references).filter(|_| request.reads_plain_files());
    let path = files.find(|path| looks_like_table(path))?;
    let (name, word) = (input_name(path), shell_word(path));
    let words = |paths: &[PathBuf]| paths.iter().map(|path| shell_word(path)).collect::<Vec<String>>();
    let columns = if request.references.contains(path) { columns_of_texts(path) } else { Vec::new() };
    if !columns.is_empty() {
        let others = request.references.iter().filter(|other| *other != path);
        let references: Vec<String> = iter::once(path).chain(others).map(|path| shell_word(path)).collect();
        let command = Hint::reference_columns(&references, &columns, &words(&request.candidates));
        let meaning = columns_meaning(&columns);
        return Some(format!("warning: {name} is read as plain lines; if {meaning}: {command}"));
    }
    if let Some(at) = path_of_answers(path).filter(|_| request.candidates.contains(path)) {
        let at = shell_word(Path::new(&at));
        let command = Hint::Log { references: Hint::flagged(&words(&request.references)), at: at.clone(), file: word };
        return Some(format!("warning: {name} is read as plain lines; its text seems to be at {at}: {command}"));
    }
    if looks_like_object(path) {
        let references = Hint::flagged(&words(&request.references));
        let command = Hint::JsonObject { references, candidates: words(&request.candidates).join(" ") };
        return Some(format!(
            "warning: {name} is read as plain lines; if its values are texts, and its keys ids: {command}"
        ));
    }
    let command = Hint::Table { file: word };
    Some(format!("warning: {name} is read as plain lines; if it is a table: {command}"))
}

/// Whether standard input is an unread file, as in `< hyp.txt`. In a shell loop or script that reads standard input,
/// part of it has been read.
fn has_unread_file() -> bool {
    standard_input_file().is_some_and(|mut stdin| {
        stdin.metadata().is_ok_and(|metadata| metadata.len() > 0)
            && stdin.stream_position().is_ok_and(|position| position == 0)
    })
}

/// Returns a note if sacreBLEU's default tokenizer for the test set is not the 13a that the request uses.
fn tokenizer_note(request: &Request) -> Option<String> {
    let Origin::TestSet(set) = &request.input.origin else { return None };
    let language = set.pair.rsplit('-').next()?;
    let usual = TokenizerName::from_language(language).ok()?;
    let is_other = *request.definition.tokenization() == Tokenization::V13A && usual != TokenizerName::DEFAULT;
    is_other.then(|| format!("note: sacreBLEU's default for this test set is --tokenize {usual}, not 13a"))
}

/// Notes what a score of shards may hide if the number of segments is unknown.
pub fn uncounted_segments(request: &Request, corpus: &MergedShards) {
    print(request, "note: a missing shard goes unnoticed; give the total number of segments with --expect-segments");
    if let Some((a, b)) = corpus.counted_apart().filter(|_| request.systems.is_empty()) {
        print(
            request,
            format_args!(
                "note: {} and {} were counted apart; if they are shards of one system, count them with the same --names",
                a, b
            ),
        );
    }
}

/// Notes that statistics were counted with the categories of Unicode 17.
pub fn older_categories(request: &Request, signature: &Signature) {
    if signature.tokenizer().unicode() == Some(UnicodeVersion::V17) {
        print(
            request,
            format_args!(
                "note: these statistics are counted by the categories of Unicode 17, as before 0.5; for others that are added to \
                 them or compared with them: --unicode 17"
            ),
        );
    }
}

/// Notes that the references of a baseline are not known.
pub fn unknown_references(request: &Request, file: &Path) {
    let file = path_name(file);
    print(
        request,
        format_args!("note: {file}: made before 0.4, it does not show whether the references have changed since then"),
    );
}

/// Says that segments of a system have different numbers of samples, and how many all have.
pub fn unequal_samples(request: &Request, samples: usize) {
    let name = request.system_label(&request.systems[0]);
    let samples = if samples == 1 { "sample".to_owned() } else { format!("{samples} samples") };
    print(
        request,
        format_args!(
            "note: {name}: segments have different numbers of samples; it is scored by the first {samples} of each, as many as all \
             have"
        ),
    );
}

/// Warns of a limit of groups that no difference can violate.
pub fn too_few_for_groups(request: &Request, resamples: usize, groups: usize, needed: usize) {
    if resamples < needed {
        print(
            request,
            format_args!(
                "warning: {resamples} resamples are too few for --fail-if-worse in {groups} groups, whose p-values are \
                 corrected; use --resamples {needed}"
            ),
        );
    }
}

/// Warns of a correction that hides every difference.
pub fn too_few_resamples(request: &Request, resampling: &ResamplingFields, comparisons: usize) {
    if let Some(words) = comparison::too_few_resamples(resampling, comparisons) {
        print(request, format_args!("warning: {words}"));
    }
}

/// Prints the warnings that depend on the text.
pub fn after_reading(request: &Request, source: &Source, summary: &InputSummary) {
    encodings(request, source);
    unused_references(request, summary);
    uncertain_tokens(request, summary);
    source.remarks().iter().for_each(|remark| print(request, remark));
    problems(request, source.names(), summary);
}

/// Warns of the problems that were found in each text, in one line.
fn problems(request: &Request, names: &[String], summary: &InputSummary) {
    let segments = count(summary.segments, "line");
    let mut said: Vec<&Finding> = Vec::new();
    for (candidate, found) in summary.findings.iter().flatten().enumerate() {
        let mut found = found.iter().filter(|finding| {
            is_worth_a_warning(request, finding, summary.segments)
                && !said.iter().any(|said| is_repeated(finding, said))
        });
        let Some(first) = found.next() else { continue };
        let mut others: Vec<&str> = found.map(Finding::check).filter(|check| *check != first.check()).collect();
        others.dedup();
        let others = if others.is_empty() { String::new() } else { format!("; also {}", others.join(", ")) };
        let is_unjoined_log = request.input.at.is_some() && request.input.id.is_none();
        let order = match is_unjoined_log && is_about_order(&first.problem) {
            true => "; if the log is in another order, join it by --id",
            false => "",
        };
        let end = format!("{order}; see --explain");
        let room = LONGEST - end.len();
        let words = findings::brief_sentence(first, request.style, &segments, room);
        let others = if words.chars().count() + others.len() <= room { &*others } else { "" };
        let place = match first.wrong_text() {
            Text::Candidate => candidate,
            Text::Reference(number) => request.candidates.len() + number - 1,
        };
        if let Some(name) = names.get(place) {
            print(request, format_args!("warning: {name}: {words}{others}{end}"));
        }
        said.push(first);
    }
}

/// Whether a finding on this number of segments is said in a warning. The findings that --fail-on names are said at the end, and
/// notes about answers of logs, and about candidates without tokens, say that these are empty.
fn is_worth_a_warning(request: &Request, finding: &Finding, segments: u64) -> bool {
    let is_noted = matches!(finding.problem, Problem::EmptyCandidateLines)
        && (request.input.at.is_some() || finding.lines == segments);
    finding.is_structural() && !request.gates.forbid(finding) && !is_noted
}

/// Whether a finding is on a reference, and repeats what was said with another candidate.
fn is_repeated(finding: &Finding, said: &Finding) -> bool {
    finding.wrong_text() != Text::Candidate
        && said.problem.is_like(&finding.problem)
        && said.wrong_text() == finding.wrong_text()
}

/// Whether a problem may be that lines are in another order.
fn is_about_order(problem: &Problem) -> bool {
    matches!(
        problem,
        Problem::Misaligned { .. }
            | Problem::Shuffled { .. }
            | Problem::Unrelated { .. }
            | Problem::UnrelatedRange { .. }
            | Problem::UnrelatedLines
    )
}

/// Warns of references that the tool whose number is asked for does not use.
fn unused_references(request: &Request, summary: &InputSummary) {
    let of = match summary.references {
        Some(ReferenceCount::Fixed(references)) if references.get() > 1 => format!("of {references} references"),
        Some(ReferenceCount::Varying) => "reference of a segment".to_owned(),
        _ => return,
    };
    if let Some(tool) = request.definition.tool()
        && request.definition.counting().rules.references == UsedReferences::First
    {
        print(request, format_args!("warning: {tool} uses only the first {of}"));
    }
}

/// Notes that a tool fails on some segments, which have no score.
pub fn failed_segments(request: &Request, failed: &SegmentList) {
    if let (Some(tool), Some(first)) = (request.definition.tool(), failed.first()) {
        let segments = count(failed.segments, "segment");
        print(request, format_args!("note: {segments} on which {tool} fails; the first is line {}", first + 1));
    }
}

/// Notes segments whose tokens sacreBLEU or NLTK may find otherwise, for want of a version or of data.
fn uncertain_tokens(request: &Request, summary: &InputSummary) {
    let plural = |segments| count(segments, "segment");
    // These tools take sacreBLEU's tokenizers, all others the categories of other packages.
    let takes_regex = |tool: Tool| tool.is_sacrebleu() || ["torchmetrics", "fairseq2", "ragas"].contains(&tool.name());
    if summary.newer_characters > 0 && request.definition.tool().is_none_or(takes_regex) {
        let segments = plural(summary.newer_characters);
        print(
            request,
            format_args!(
                "note: {segments} with characters that are punctuation, numbers or symbols only since Unicode 18; \
                 sacreBLEU's score depends on its package regex: --unicode 18 is as from 2026.9.29 on, --unicode 17 as before"
            ),
        );
    }
    if summary.unsplit_sentences > 0 {
        let segments = plural(summary.unsplit_sentences);
        print(
            request,
            format_args!(
                "note: {segments} that NLTK's Punkt might split into sentences, whose periods are then tokens; their scores \
                 may not be NLTK's, whose data is not installed: {}",
                sentence_data::COMMAND
            ),
        );
    }
}

/// Warns of comparisons that one reference and another lead to opposite results of.
pub fn references_disagree(request: &Request, robust: &Robust) {
    for words in robust.disagreements(request.style) {
        print(request, format_args!("warning: {words} (--robust tries other choices too)"));
    }
}

/// Warns of plain files that began with a byte order mark, which other tools score, and notes files in UTF-16. Tables are usually
/// written with the mark.
fn encodings(request: &Request, source: &Source) {
    for input in source.inputs() {
        let (name, is_table) = (input.name(), request.input.table().is_some_and(|table| table == input.path()));
        if input.skipped_bytes() > 0 && !is_table {
            print(request, format_args!("warning: {name}: skipped the byte order mark (U+FEFF) at its start"));
        }
        if input.is_utf_16() {
            print(request, format_args!("note: {name}: is in UTF-16, and read as such; other tools need UTF-8"));
        }
    }
}

/// Notes what is surprising about the score of each candidate, unless the findings say that its text is not split.
pub fn surprises(request: &Request, totals: &[CorpusTotals], findings: &[Vec<Finding>]) {
    let definition = &request.definition;
    let is_usual = definition.tool().is_none_or(Tool::is_sacrebleu) && definition.is_score_of_sums();
    note_surprises(request, totals, findings, |totals| match is_usual {
        true => Vec::from_iter(note(definition, &totals.sum())),
        false => other_formulas::surprises(definition, totals),
    });
}

/// [`surprises`] about scores of all orders.
pub fn surprises_of_orders(request: &Request, totals: &[CorpusTotals], findings: &[Vec<Finding>]) {
    note_surprises(request, totals, findings, |totals| Vec::from_iter(note(&request.definition, &totals.sum())));
}

/// Prints the notes about the totals of each candidate, unless the findings say that its text is not split.
fn note_surprises(
    request: &Request,
    totals: &[CorpusTotals],
    findings: &[Vec<Finding>],
    notes: impl Fn(&CorpusTotals) -> Vec<String>,
) {
    for (place, (name, totals)) in request.systems.iter().zip(totals).enumerate() {
        let mut found = findings.get(place).into_iter().flatten();
        if found.any(|finding| matches!(finding.problem, Problem::UnsplitText { .. })) {
            continue;
        }
        let label = request.system_label(name);
        notes(totals).iter().for_each(|note| print(request, format_args!("note: {label}: {note}")));
    }
}

/// Returns the note about a corpus score; `None` if all orders have a correct n-gram.
fn note(definition: &Definition, sum: &Statistics) -> Option<String> {
    let score = definition.evaluate(sum);
    if score.value() == 0.0 {
        let reason = reason_of_zero(definition, sum);
        let words = findings::reason_of_zero(reason, sum.hyp_len(), sum.ref_len());
        let advice = match reason {
            ZeroScore::NoNgram { .. } => format!("; {}", findings::advice_on_zero(reason)),
            _ => String::new(),
        };
        return Some(format!("{words}{advice}; the score is 0"));
    }
    let orders = (1..=score.orders_used()).filter(|n| definition.formula().weight(n - 1) > 0.0);
    let unmatched: Vec<usize> = orders.filter(|n| sum.counts(n - 1)[0] == 0 && sum.counts(n - 1)[1] > 0).collect();
    let result = smoothed_precisions(definition.smoothing(), &unmatched, score.precisions());
    let words =
        |order: &usize| findings::reason_of_zero(no_correct(definition, *order, sum), sum.hyp_len(), sum.ref_len());
    unmatched.first().map(|order| format!("{}; {result}", words(order)))
}

/// Describes the precisions of orders without a correct n-gram.
fn smoothed_precisions(
    smoothing: Smoothing,
    orders: &[usize],
    precisions: &[crate::bleu::scoring::Precision],
) -> String {
    let method = smoothing.name();
    if orders.len() > MAX_LISTED_PRECISIONS {
        return format!("smoothing ({method}) supplies these {} precisions", orders.len());
    }
    let fraction =
        |precision: crate::bleu::scoring::Precision| format!("{}/{}", brief(precision.correct), brief(precision.total));
    let mut fractions: Vec<String> = orders.iter().map(|n| fraction(precisions[n - 1])).collect();
    if fractions.len() > 1 && fractions.iter().all(|fraction| *fraction == fractions[0]) {
        return format!("smoothing ({method}) makes each of these precisions {}", fractions.swap_remove(0));
    }
    let plural = if orders.len() > 1 { "s" } else { "" };
    format!("smoothing ({method}) makes the precision{plural} {}", fractions.join(", "))
}
