//! Scores of systems on several test sets, which are the groups of `--by`, each with a tokenizer of its own.

use super::corpus::Corpus;
use super::ensure_tool_succeeds;
use super::groups::{Counts, group, test_systems, with_enough_resamples};
use super::recording;
use crate::bleu::scoring::SegmentStatistics;
use crate::bleu::signature::Signature;
use crate::bleu::significance::Systems;
use crate::program::request::{AskedTest, Request, SavedCounts, SignificanceTest, StatisticsSource};
use crate::program::results::input_summary::InputSummary;
use crate::program::results::{CorpusSums, Group, OptionalScore, Report, System, arrange};
use crate::program::words::warnings;
use anyhow::Result;
use std::sync::Arc;

/// The mean scores of the systems, with their scores on all sets. `sign` adds to a signature what the mode adds.
pub fn report<T: Counts>(
    request: &Request,
    test: Option<AskedTest>,
    sign: &dyn Fn(Signature) -> Signature,
    Corpus { counts, summary }: &Corpus<T>,
) -> Result<Report> {
    request.input.sets.as_ref().map_or(Ok(()), |sets| sets.check_named())?;
    let asked = with_enough_resamples(request, test, counts.groups.len());
    let tables: Vec<&[SegmentStatistics]> = counts.groups.values().map(|(_, counts)| counts.tables()).collect();
    let significance = asked.map(|test| test_systems(request, test, &Systems::on_sets(&tables)));
    let significance = significance.transpose()?.unwrap_or_default();
    if let Some(comparisons) = &significance.comparisons {
        warnings::too_few_resamples(request, &comparisons.resampling, comparisons.all.len());
    }
    // Ranks are of the mean.
    let asked = asked.filter(|asked| !matches!(asked.test, SignificanceTest::AllPairs(_)));
    let set = |(label, counts): &(Arc<str>, T)| {
        let (set, signature) = set_request(request, label, summary)?;
        let signature = significance.resampling.into_iter().fold(sign(signature), Signature::with_resampling);
        let group = group(&set, asked, label, counts)?;
        note_surprises(&set, &group.label, &group.sums);
        ensure_tool_succeeds(&set, &set.systems, &group.sums.statistics())?;
        Ok(Group { set: Some(Box::new((set.definition, signature.to_string()))), ..group })
    };
    let groups: Vec<Group> = counts.groups.values().map(set).collect::<Result<_>>()?;
    let signatures = groups.iter().filter_map(|set| Some((&*set.label, set.set.as_deref()?.1.clone())));
    let report = Report::without_tests(request, Vec::new(), summary.segments, joined_signature(signatures));
    let mut report = Report { groups, ..report };
    report.systems =
        request.systems.iter().enumerate().filter_map(|(place, name)| mean(&report, place, name)).collect();
    if let Some(ranking) = significance.ranking() {
        let places: Vec<usize> = ranking.ranks.iter().map(|ranked| ranked.system).collect();
        arrange(&mut report.systems, &places);
        report.groups.iter_mut().for_each(|set| arrange(&mut set.sums.systems, &places));
    }
    Ok(Report { significance, ..report })
}

/// The mean score of a system over the sets.
fn mean(report: &Report, place: usize, name: &str) -> Option<System> {
    let scores: Vec<_> = report.groups.iter().map(|group| report.score(Some(group), place).parts).collect();
    let mean = crate::bleu::significance::mean(scores.iter().map(|score| score.value()));
    let score = OptionalScore::from(&scores.into_iter().next()?.with_value(mean));
    Some(System::new(name, score))
}

/// The request of a test set, with its definition, and the signature of its scores.
pub fn set_request(request: &Request, label: &str, summary: &InputSummary) -> Result<(Request, Signature)> {
    let mut set = Request { definition: request.definition_of(Some(label))?, ..request.clone() };
    if let Some(saved) = request.saved() {
        let signature = recording::signature(&saved.counts, Some(label))?;
        set.statistics = StatisticsSource::Saved(SavedCounts { signature, ..saved.clone() }.into());
    }
    let references = summary.set_references.get(label).copied();
    let signature = references.into_iter().fold(summary.signature(&set), Signature::with_references);
    Ok((set, signature))
}

/// The signature of each set, which are given with their labels; if they differ, with the labels of the sets that have it.
pub fn joined_signature<'a>(sets: impl IntoIterator<Item = (&'a str, String)>) -> String {
    let mut signatures: Vec<(String, Vec<&str>)> = Vec::new();
    for (label, signature) in sets {
        match signatures.iter_mut().find(|(known, _)| *known == signature) {
            Some((_, labels)) => labels.push(label),
            None => signatures.push((signature, vec![label])),
        }
    }
    match &signatures[..] {
        [(only, _)] => only.clone(),
        all => {
            let part = |(signature, labels): &(String, Vec<&str>)| format!("{signature} ({})", labels.join(", "));
            all.iter().map(part).collect::<Vec<_>>().join("; BLEU|")
        }
    }
}

/// Notes what is surprising about the scores of a set.
pub fn note_surprises(set: &Request, label: &str, sums: &CorpusSums) {
    let name = |system: &String| format!("{system}: group {label}");
    let named = Request { systems: set.systems.iter().map(name).collect(), ..set.clone() };
    warnings::surprises(&named, &sums.systems, &[]);
}
