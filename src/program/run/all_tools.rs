//! `--as all`: the score of every tool, and what makes it differ.

use super::counting::fold;
use super::groups::Append;
use super::{Mode, counted, open};
use crate::bleu::error::Error;
use crate::bleu::scoring::tools::Tool;
use crate::bleu::scoring::tools::difference::differences;
use crate::bleu::scoring::{BatchCounter, CorpusTotals};
use crate::bleu::scoring::{Counting, Definition, DefinitionBuilder};
use crate::bleu::tokenize::UnicodeVersion;
use crate::program::request::Request;
use crate::program::request::support::{ANY_NUMBER, Feature, OutputFormats, RequiredInput, Support};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::tools::{Reason, SMALLEST_EFFECT, SystemTools, ToolScore, ToolScores};
use crate::program::results::{CorpusSums, Results};
use crate::text::Segments;
use crate::text::tokenizer_data::sentence_data;
use anyhow::Result;
use std::io::Write;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// A tool with its definition, and with its differences from sacreBLEU's.
type ComparedTool = (Tool, Definition, Vec<(&'static str, Definition)>);

/// The scores of all tools, and what makes them differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AllToolsMode {
    /// Whether a tokenizer was asked for, which the tools use that have it. The others use their own.
    pub sets_tokenizer: bool,
}

impl Mode for AllToolsMode {
    fn support(&self) -> Support {
        Support {
            flag: "--as all",
            input: RequiredInput::Texts,
            candidates: ANY_NUMBER,
            formats: OutputFormats::Tables,
            features: &[Feature::Report, Feature::Diagnosis],
        }
    }

    fn run(&self, request: &Arc<Request>, _: &mut dyn Write) -> Result<Results> {
        let tokenization = request.definition.tokenization().clone();
        // Tools list their tokenizers by the default version of Unicode.
        let asked = match self.sets_tokenizer {
            true => Definition::builder().tokenization(tokenization.with_unicode(UnicodeVersion::default())),
            false => Definition::builder(),
        };
        let asked = request.definition.unicode().into_iter().fold(asked, DefinitionBuilder::unicode);
        let punkt = sentence_data::installed()?;
        let compared = |tool: &Tool| {
            // Tools without such an option keep their own tokenizer.
            let definition =
                asked.clone().tool(*tool).build().or_else(|_| Definition::builder().tool(*tool).build())?;
            let definition = punkt.iter().fold(definition, Definition::with_punkt);
            let differences = differences(&definition, &request.definition);
            Ok((*tool, definition, differences))
        };
        let tools: Vec<ComparedTool> = Tool::ALL.iter().map(compared).collect::<Result<_, Error>>()?;
        // Each tool's definition, then its variants with one aspect reset after the other.
        let variants = |(_, own, differences): &ComparedTool| {
            std::iter::once(own)
                .chain(differences.iter().map(|(_, definition)| definition))
                .cloned()
                .collect::<Vec<_>>()
        };
        let all: Arc<Vec<Definition>> = Arc::new(tools.iter().flat_map(variants).collect());
        let (sums, summary) = count(request, &all)?;
        let system = |(place, name): (usize, &String)| SystemTools {
            name: name.clone(),
            tools: scores(&tools, &all, &sums.iter().map(|sums| &sums.systems[place]).collect::<Vec<_>>()),
            findings: summary.findings.as_ref().and_then(|findings| findings.get(place).cloned()),
        };
        Ok(Results::Tools(ToolScores {
            systems: request.systems.iter().enumerate().map(system).collect(),
            segments: summary.segments,
            signature: summary.signature(request).to_string(),
        }))
    }
}

/// The scores of a candidate, given its totals for each definition.
fn scores(tools: &[ComparedTool], definitions: &[Definition], mut totals: &[&CorpusTotals]) -> Vec<ToolScore> {
    let mut definitions = definitions.iter();
    let mut scores = Vec::with_capacity(tools.len());
    for tool in tools {
        let own = totals.split_off(..1 + tool.2.len()).unwrap_or_default();
        let values = own.iter().zip(&mut definitions).map(|(sum, variant)| sum.evaluate(variant.formula()).value());
        scores.push(score(tool, own[0], &values.collect::<Vec<_>>()));
    }
    scores
}

/// The score of a tool, given its totals, and the values of its definition and its variants.
fn score((tool, definition, differences): &ComparedTool, own: &CorpusTotals, values: &[f64]) -> ToolScore {
    let reason =
        |(&(words, _), pair): (&(&'static str, Definition), &[f64])| Reason { words, effect: pair[0] - pair[1] };
    let mut reasons: Vec<Reason> = differences.iter().zip(values.windows(2)).map(reason).collect();
    reasons.retain(|reason| reason.effect.abs() >= SMALLEST_EFFECT);
    reasons.sort_by(|a, b| b.effect.abs().total_cmp(&a.effect.abs()));
    let score = definition.formula().failure(&own.sum()).map_or(Ok(values[0]), Err);
    ToolScore { tool: *tool, score, reasons }
}

/// Sums of the candidates for each definition; definitions with equal counts are counted once.
fn count(request: &Arc<Request>, definitions: &Arc<Vec<Definition>>) -> Result<(Vec<CorpusSums>, InputSummary)> {
    let mut sums = vec![CorpusSums::default(); definitions.len()];
    let definitions = Arc::clone(definitions);
    let has_signs = request.is_diagnosed();
    let make_worker = move |_| {
        let definitions = Arc::clone(&definitions);
        let mut counters: Vec<(Counting, BatchCounter)> = Vec::new();
        for counting in definitions.iter().map(Definition::counting) {
            if !counters.iter().any(|(known, _)| known == counting) {
                counters.push((counting.clone(), BatchCounter::new(counting)));
            }
        }
        move |segments: &Segments| -> Result<(Vec<CorpusSums>, InputSummary)> {
            let mut sums = vec![CorpusSums::default(); definitions.len()];
            let mut summary: Option<InputSummary> = None;
            for (counting, counter) in &mut counters {
                let counted = counted::count(counter, segments)?;
                // The request's own counts are first.
                let summary = summary.get_or_insert_with(|| counted.summary(has_signs));
                summary.unsplit_sentences = summary.unsplit_sentences.max(counted.unsplit_sentences());
                let counted_so = definitions.iter().zip(&mut sums).filter(|(one, _)| one.counting() == counting);
                counted_so.for_each(|(one, sums)| *sums = CorpusSums::from_tables(one, &counted.systems));
            }
            Ok((sums, summary.unwrap_or_default()))
        }
    };
    // One thread, because fairseq's counts depend on the segments before.
    let summary = fold(request, open(request)?, NonZeroUsize::MIN, make_worker, |batch: Vec<CorpusSums>| {
        sums.iter_mut().zip(batch).try_for_each(|(sums, next)| sums.append(next))
    })?;
    Ok((sums, summary))
}
