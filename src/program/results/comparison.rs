//! Comparisons of systems as text: differences, the power of the test set, and a description of each result.

use super::significance::Comparisons;
use super::{Report, SampleSpread, p_values};
use crate::bleu::significance::difference::TWO_SIDED_95;
use crate::bleu::significance::student::two_sided_95;
use crate::bleu::significance::{Comparison, PairedTest, Power, Resamples, ResamplingFields, SIGNIFICANCE_LEVEL};
use crate::bleu::significance::{Correction, MIN_SEGMENTS_FOR_POWER, Resampling, Spread};
use crate::program::request::style::Style;
use crate::text::display::{count, listed};

/// Maximum number of comparisons that are described one by one.
pub const MAX_DESCRIBED: usize = 3;

/// Largest number of samples to recommend.
const MANY_SAMPLES: f64 = 10_000.0;

/// Largest number of segments to report; no test set is larger.
const MANY_SEGMENTS: u64 = 1_000_000;

/// Caption of columns, titled so, of differences from `other`, with intervals if the test has them.
pub fn column_caption(comparisons: &Comparisons, title: &str, other: &str, has_interval: bool) -> String {
    let interval = match comparisons.test {
        _ if !has_interval => ".",
        PairedTest::Bootstrap => ", and half-width of its 95% confidence interval, from the same resamples.",
        PairedTest::Randomization => ". For its confidence interval, use bootstrap.",
    };
    format!("{title}: difference from {other}{interval}")
}

impl Comparisons {
    /// The comparisons to describe one by one, with the places of the systems; none if there are many.
    fn described(&self) -> impl Iterator<Item = ([usize; 2], &Comparison)> {
        let few = (self.all.len() <= MAX_DESCRIBED).then_some(&self.all);
        few.into_iter().flatten().map(|((system, other), comparison)| ([*system, *other], comparison))
    }
}

/// Number of resamples, which are trials for randomization, in words.
fn drawn(resampling: &ResamplingFields) -> String {
    let noun = if resampling.kind == Resamples::Randomization { "trials" } else { "resamples" };
    format!("{} {noun}", resampling.resamples)
}

/// Says which differences are significant.
pub fn criterion(resampling: &ResamplingFields) -> String {
    match (resampling.kind, resampling.correction) {
        (Resamples::Randomization, _) => format!("p < {SIGNIFICANCE_LEVEL}"),
        (_, Correction::None) => format!("p_interval ≤ {SIGNIFICANCE_LEVEL}: its 95% interval excludes 0"),
        (_, _) => format!("p_interval ≤ {SIGNIFICANCE_LEVEL}"),
    }
}

/// Explains the mark of significant differences among a number of comparisons by a test.
pub fn mark_caption(difference: &str, test: &str, resampling: &ResamplingFields, number: usize) -> String {
    let corrected = |by| format!(", {by} correction for {}", count(number as u64, "comparison"));
    let corrected = match resampling.correction {
        Correction::None => String::new(),
        Correction::Holm => corrected("Holm's"),
        Correction::Bonferroni => corrected("Bonferroni's"),
    };
    let are_uncorrected = resampling.kind != Resamples::Randomization && resampling.correction != Correction::None;
    let more = match are_uncorrected {
        true => " The intervals are not corrected, so one may exclude 0 without an asterisk.",
        false => "",
    };
    let criterion = criterion(resampling);
    format!("* {difference} is significant at {criterion} ({test}, {}{corrected}).{more}", drawn(resampling))
}

/// Says that p-values are corrected for more comparisons than the number of resamples is enough for.
pub fn too_few_resamples(resampling: &ResamplingFields, comparisons: usize) -> Option<String> {
    let (resamples, enough) = (resampling.resamples, enough_resamples(resampling, comparisons)?);
    let lowest = (comparisons as f64 / (resamples as f64 + 1.0)).min(1.0);
    (resampling.correction != Correction::None).then(|| {
        format!(
            "{} are too few to correct for {comparisons} comparisons: p is {} or more, whatever the data; use {enough}",
            drawn(resampling),
            p_values::number(lowest, resamples)
        )
    })
}

/// Returns the flags that set enough resamples for a correction; `None` if there are enough.
fn enough_resamples(resampling: &ResamplingFields, comparisons: usize) -> Option<String> {
    let needed = Correction::resamples_needed(comparisons);
    let is_enough = resampling.resamples >= needed.min(Resampling::MAX_RESAMPLES);
    (!is_enough).then(|| match resampling.kind {
        Resamples::Poisson => format!("--resamples {needed} where the shards are counted"),
        _ => format!("--resamples {needed}"),
    })
}

/// Says how many significant differences a correction would leave, if there is none and there are several comparisons.
pub fn correction_note(
    resampling: &ResamplingFields,
    comparisons: impl IntoIterator<Item = Comparison>,
) -> Option<String> {
    let mut comparisons: Vec<Comparison> = comparisons.into_iter().collect();
    let number = comparisons.len();
    if resampling.correction != Correction::None || number <= 2 {
        return None;
    }
    if let Some(enough) = enough_resamples(resampling, number) {
        return Some(format!(
            "The p-values are not corrected for {number} comparisons. {} are too few for that: use --correct holm and {enough}.",
            drawn(resampling)
        ));
    }
    let now = significant_number(&comparisons);
    Correction::Holm.correct(&mut comparisons);
    let then = significant_number(&comparisons);
    let change =
        if now == then { String::from("change no asterisk") } else { format!("leave {then} of {now} asterisks") };
    Some(format!("The p-values are not corrected for {number} comparisons; --correct holm would {change}."))
}

/// Number of significant differences.
fn significant_number(comparisons: &[Comparison]) -> usize {
    comparisons.iter().filter(|comparison| comparison.is_significant()).count()
}

/// Says what a test set of this size can show; `None` for randomization, which has no standard error.
pub fn power(report: &Report, comparisons: &Comparisons, style: Style) -> Option<String> {
    let names = style.system_names(report.names());
    let segments = usize::try_from(report.segments).unwrap_or(usize::MAX);
    let errors = comparisons.all.values().filter_map(|comparison| Some(comparison.spread?.standard_error));
    let errors = range(errors, style)?;
    if segments < MIN_SEGMENTS_FOR_POWER {
        return Some(format!(
            "Power: standard error of Δ {errors}; fewer than {MIN_SEGMENTS_FOR_POWER} segments are too few to say more."
        ));
    }
    let known = comparisons.all.iter();
    let known = known.filter_map(|((system, _), found)| Some((&names[*system], Power::new(found, segments)?)));
    let known: Vec<(&String, Power)> = known.collect();
    let detectable = range(known.iter().map(|(_, power)| power.detectable_difference), style)?;
    let needed = known.iter().filter_map(|(name, power)| {
        let name = if known.len() > 1 { format!(" ({name})") } else { String::new() };
        Some(about(power.segments_needed?) + &name)
    });
    let needed: Vec<String> = needed.collect();
    let needed = match needed.len() {
        0 => String::new(),
        1..=MAX_DESCRIBED => format!("; segments needed for the observed difference: {}", needed.join(", ")),
        _ => String::from("; --format json has the number of segments needed for each observed difference"),
    };
    Some(format!(
        "Power: standard error of Δ {errors}; a test set like this shows a true difference of {detectable} in 80 of 100 \
         cases (p < {SIGNIFICANCE_LEVEL}){needed}."
    ))
}

/// Formats the range of some numbers; `None` without any.
fn range(numbers: impl Iterator<Item = f64>, style: Style) -> Option<String> {
    let numbers: Vec<f64> = numbers.collect();
    let low = detailed_number(numbers.iter().copied().min_by(f64::total_cmp)?, style);
    let high = detailed_number(numbers.into_iter().max_by(f64::total_cmp)?, style);
    Some(if low == high { low } else { format!("{low} to {high}") })
}

/// Rounds a number of segments to two digits.
fn about(segments: u64) -> String {
    if segments > MANY_SEGMENTS {
        return format!("more than {MANY_SEGMENTS}");
    }
    let unit = 10u64.pow(segments.max(1).ilog10().saturating_sub(1));
    format!("about {}", segments.div_ceil(unit) * unit)
}

/// Whether sacreBLEU's p-value and the interval disagree.
fn is_ambiguous(found: &Comparison) -> bool {
    (found.p_value < SIGNIFICANCE_LEVEL) != found.is_significant()
}

/// Names the comparisons in which sacreBLEU's p-value and the interval disagree, and says which decides.
pub fn disagreement(report: &Report, comparisons: &Comparisons, style: Style) -> Option<String> {
    let number = |p_value| p_values::number(p_value, comparisons.resampling.resamples);
    let which = named(report, comparisons, style, is_ambiguous, |found| {
        let p_interval = found.p_interval.map_or_else(String::new, number);
        format!(" (p = {}, p_interval = {p_interval})", number(found.p_value))
    })?;
    Some(format!(
        "p-value and interval disagree in {which}; asterisks follow the interval, since sacreBLEU's p-value calls 10 to 12 \
         of 100 pairs of equal systems different (see bleu --man significance)."
    ))
}

/// Says why p-values of the bootstrap are lower than randomization's would be, where a difference is smaller than its standard
/// error.
pub fn near_0_note(report: &Report, comparisons: &Comparisons, style: Style) -> Option<String> {
    let is_near_0 =
        |found: &Comparison| found.spread.is_some_and(|spread| found.difference.abs() < spread.standard_error);
    let which = named(report, comparisons, style, is_near_0, |_| String::new())?;
    Some(format!(
        "p-value of {which}: the bootstrap subtracts the mean of |Δ|, so p is at most about 0.4 for equal systems; \
         randomization would give more, up to 1 (see bleu --man significance)."
    ))
}

/// Names the comparisons that have a property, each with more words, or counts them if they are many; `None` without any.
fn named(
    report: &Report,
    comparisons: &Comparisons,
    style: Style,
    is_meant: impl Fn(&Comparison) -> bool,
    more: impl Fn(&Comparison) -> String,
) -> Option<String> {
    let names = style.system_names(report.names());
    let pair = |(system, other): (usize, usize)| match comparisons.ranks[..] {
        [] => names[system].clone(),
        _ => format!("{} and {}", names[system], names[other]),
    };
    let found = comparisons.all.iter().filter(|(_, found)| is_meant(found));
    let found: Vec<String> = found.map(|(places, found)| pair(*places) + &more(found)).collect();
    match found.len() {
        0 => None,
        1..=MAX_DESCRIBED => Some(found.join("; ")),
        many => Some(format!("{many} of {}", count(comparisons.all.len() as u64, "comparison"))),
    }
}

/// Describes each comparison in a sentence or two, if there are few.
pub fn words(report: &Report, comparisons: &Comparisons, style: Style) -> Vec<String> {
    let names = style.system_names(report.names());
    let described = comparisons.described();
    described.map(|(places, found)| sentences(places.map(|place| &*names[place]), *found, report, style)).collect()
}

/// Says how much of the standard error of a difference is due to the segments, and how much to the samples, of systems of several
/// samples each; and whether more samples would make the difference significant.
pub fn samples(report: &Report, comparisons: &Comparisons, style: Style) -> Vec<String> {
    let names = style.system_names(report.names());
    let described = comparisons.described();
    described.filter_map(|(places, comparison)| sample_sentence(report, &names, places, comparison, style)).collect()
}

/// Says how samples of the systems at two places may differ; `None` if they have single samples.
fn sample_sentence(
    report: &Report,
    names: &[String],
    places: [usize; 2],
    comparison: &Comparison,
    style: Style,
) -> Option<String> {
    let [one, two] = [report.systems[places[0]].samples?, report.systems[places[1]].samples?];
    let draws = largest_difference_of_draws([one, two])?;
    let [system, other] = places.map(|place| &names[place]);
    let words = match draws < 1.0 {
        true => format!("two draws of one model differ by up to {} in 95 of 100 cases", detailed_number(draws, style)),
        false => "too few samples to say how far two draws of one model differ".to_owned(),
    };
    let words = format!("{system} and {other}: {words}");
    let Some(spread) = comparison.spread else { return Some(words + ".") };
    let whole = places.iter().zip([one, two]).filter(|(_, samples)| samples.differ_as_wholes);
    let whole: Vec<&str> = whole.map(|(place, _)| names[*place].as_str()).collect();
    if !whole.is_empty() {
        return Some(format!(
            "{words}. The samples of {} differ as wholes, as runs do: by more than draws for each segment by itself \
             would (permutation test at the level 0.01). The interval leaves that out; see --runs.",
            listed(&whole, "and of")
        ));
    }
    let sample_variance = mean_variance(one, one.samples) + mean_variance(two, two.samples);
    // Both are estimates, so the whole may be smaller than the part.
    let segment_variance = (spread.standard_error.powi(2) - sample_variance).max(0.0);
    let parts = match segment_variance > 0.0 {
        true => {
            let [segments, samples] =
                [segment_variance, sample_variance].map(|variance| detailed_number(variance.sqrt(), style));
            format!("segments {segments}, samples {samples}")
        }
        false => format!("not more than the samples' part, {}", detailed_number(sample_variance.sqrt(), style)),
    };
    let error = detailed_number(spread.standard_error, style);
    // Texts that are equal throughout do not differ by chance either.
    if spread.standard_error == 0.0 {
        return Some(words + ".");
    }
    let advice = more_samples([one, two], segment_variance, comparison);
    Some(format!("{words}; standard error of Δ {error}: {parts}.{advice}"))
}

/// Says how many samples of two systems would make a difference significant, unless it is, if the segments have this variance.
fn more_samples([one, two]: [SampleSpread; 2], segment_variance: f64, comparison: &Comparison) -> String {
    if comparison.is_significant() || comparison.difference == 0.0 {
        return String::new();
    }
    let left = (comparison.difference / TWO_SIDED_95).powi(2) - segment_variance;
    let needed = ((mean_variance(one, 1) + mean_variance(two, 1)) / left).ceil();
    match left > 0.0 && needed <= MANY_SAMPLES {
        true => format!(" If Δ is the true difference, {needed} samples each would decide."),
        false => String::from(" More samples would not decide; more segments may."),
    }
}

/// Variance of the mean of this many samples.
fn mean_variance(spread: SampleSpread, samples: usize) -> f64 {
    spread.deviation.powi(2) / samples as f64
}

/// Formats a number on the scale of the output, with one decimal more than scores.
fn detailed_number(number: f64, style: Style) -> String {
    format!("{:.*}", style.digits + 1, number * style.scale())
}

/// Largest difference of the corpus scores of two further samples of one model, in 95 of 100 cases, if the samples of both models
/// vary alike: Student's t times the standard deviation of a difference. `None` for single samples.
fn largest_difference_of_draws(spreads: [SampleSpread; 2]) -> Option<f64> {
    let degrees: usize = spreads.iter().map(|spread| spread.samples.saturating_sub(1)).sum();
    let variance = spreads.iter().map(sum_of_squares).sum::<f64>() / degrees as f64;
    (degrees > 0).then(|| two_sided_95(degrees) * (2.0 * variance).sqrt())
}

/// Sum of the squared deviations of the samples from their mean.
fn sum_of_squares(spread: &SampleSpread) -> f64 {
    (spread.samples.saturating_sub(1)) as f64 * spread.deviation.powi(2)
}

/// Says which of two systems has the higher score, how sure that is, and how many test sets like this would show it.
pub fn sentences([system, other]: [&str; 2], comparison: Comparison, report: &Report, style: Style) -> String {
    let (names, comparison) = match comparison.difference < 0.0 {
        true => ([other, system], comparison.mirrored()),
        false => ([system, other], comparison),
    };
    let resamples = report.significance.resampling.map_or(0, |resampling| resampling.resamples);
    let has_power = report.segments >= MIN_SEGMENTS_FOR_POWER as u64 && comparison.difference > 0.0;
    let detected = comparison.spread.filter(|_| has_power).map(|spread| {
        let detected = per_hundred(&spread);
        format!(" If that is the true difference, {detected} of 100 such test sets would detect it.")
    });
    finding(names, &comparison, resamples, style) + &detected.unwrap_or_default()
}

/// Says which of two systems has the higher score, which is the first, and how sure that is.
pub fn finding([system, other]: [&str; 2], comparison: &Comparison, resamples: usize, style: Style) -> String {
    let p_value = format!("p = {}", p_values::number(comparison.p_value, resamples));
    let interval = comparison.spread.map_or_else(String::new, |spread| {
        format!("95% interval {} to {}, ", style.difference(spread.low, 0), style.difference(spread.high, 0))
    });
    let segments = comparison.segments.map_or_else(String::new, |segments| {
        format!("; better in {}, worse in {}, equal in {} segments", segments.better, segments.worse, segments.equal)
    });
    if comparison.difference == 0.0 {
        return format!("{system} and {other} have the same score ({interval}{p_value}{segments}).");
    }
    let doubt = if comparison.is_significant() { "" } else { ", which may be due to chance" };
    let points = if style.percent { " points" } else { "" };
    let difference = style.number(comparison.difference);
    format!("{system} scores {difference}{points} higher than {other} ({interval}{p_value}{segments}){doubt}.")
}

/// Returns how many of 100 resamples show a difference.
fn per_hundred(spread: &Spread) -> String {
    match (spread.detected * 100.0).round() as u64 {
        0 => String::from("fewer than 1"),
        100.. => String::from("more than 99"),
        number => format!("about {number}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_segments_are_rounded_up_to_two_digits() {
        let rounded = [0, 7, 99, 100, 101, 8_432, 999_999, 1_000_001, u64::MAX].map(about);
        let expected = ["0", "7", "99", "100", "110", "8500", "1000000"].map(|number| format!("about {number}"));
        assert_eq!(rounded[..7], expected);
        assert_eq!(rounded[7..], ["more than 1000000", "more than 1000000"]);
    }
}
