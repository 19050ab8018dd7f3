//! Comparisons of systems as text: differences, the power of the test set, and a description of each result.

use super::significance::Comparisons;
use super::{Report, SampleSpread, p_values};
use crate::bleu::significance::difference::TWO_SIDED_95;
use crate::bleu::significance::{Comparison, PairedTest, Power, Resamples, ResamplingFields, SIGNIFICANCE_LEVEL};
use crate::bleu::significance::{Correction, MIN_SEGMENTS_FOR_POWER, Resampling, Spread};
use crate::program::request::style::Style;
use crate::text::display::count;

/// Maximum number of comparisons that are described one by one.
pub const MAX_DESCRIBED: usize = 3;

/// Largest number of samples to recommend.
const MANY_SAMPLES: f64 = 10_000.0;

/// Largest number of segments to report; no test set is larger.
const MANY_SEGMENTS: u64 = 1_000_000;

/// Caption of the column of differences from `other`.
pub fn column_caption(comparisons: &Comparisons, other: &str) -> String {
    let interval = match comparisons.test {
        PairedTest::Bootstrap => ", and half-width of its 95% confidence interval, from the same resamples.",
        PairedTest::Randomization => ". For its confidence interval, use bootstrap.",
    };
    format!("Δ: difference from {other}{interval}")
}

impl Comparisons {
    pub fn p_values(&self) -> Vec<f64> {
        self.all.values().map(|comparison| comparison.p_value).collect()
    }

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

/// Explains the mark of significant p-values of a number of comparisons by a test.
pub fn mark_caption(difference: &str, test: &str, resampling: &ResamplingFields, number: usize) -> String {
    let corrected = |by| format!(", {by} correction for {}", count(number as u64, "comparison"));
    let corrected = match resampling.correction {
        Correction::None => String::new(),
        Correction::Holm => corrected("Holm's"),
        Correction::Bonferroni => corrected("Bonferroni's"),
    };
    format!("* {difference} is significant at p < {SIGNIFICANCE_LEVEL} ({test}, {}{corrected}).", drawn(resampling))
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
pub fn correction_note(resampling: &ResamplingFields, p_values: &[f64]) -> Option<String> {
    let number = p_values.len();
    if resampling.correction != Correction::None || number <= 2 {
        return None;
    }
    if let Some(enough) = enough_resamples(resampling, number) {
        return Some(format!(
            "The p-values are not corrected for {number} comparisons. {} are too few for that: use --correct holm and {enough}.",
            drawn(resampling)
        ));
    }
    let significant = |p_values: &[f64]| p_values.iter().filter(|p_value| **p_value < SIGNIFICANCE_LEVEL).count();
    let (now, then) = (significant(p_values), significant(&Correction::Holm.adjusted(p_values)));
    let change =
        if now == then { String::from("change no asterisk") } else { format!("leave {then} of {now} asterisks") };
    Some(format!("The p-values are not corrected for {number} comparisons; --correct holm would {change}."))
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
    let format = |number: f64| format!("{:.*}", style.digits + 1, number * style.scale());
    let low = format(numbers.iter().copied().min_by(f64::total_cmp)?);
    let high = format(numbers.into_iter().max_by(f64::total_cmp)?);
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

/// Says why p-values of the bootstrap are lower than randomization's would be, where it matters: where a
/// difference is smaller than its standard error, or only the bootstrap finds it significant.
pub fn bootstrap_note(report: &Report, comparisons: &Comparisons, style: Style) -> Option<String> {
    let names = style.system_names(report.names());
    let lower = comparisons.all.iter().filter(|(_, found)| {
        let errors = found.spread.map_or(f64::INFINITY, |spread| found.difference.abs() / spread.standard_error);
        errors < 1.0 || found.is_significant() && errors < TWO_SIDED_95
    });
    let lower = lower.map(|(&(system, other), _)| match comparisons.ranks[..] {
        [] => names[system].clone(),
        _ => format!("{} and {}", names[system], names[other]),
    });
    let lower: Vec<String> = lower.collect();
    let which = match lower.len() {
        0 => return None,
        1..=MAX_DESCRIBED => lower.join("; "),
        many => format!("{many} comparisons"),
    };
    Some(format!(
        "p-value of {which}: the bootstrap subtracts the mean of |Δ|, so p is at most about 0.4 for equal systems; \
         randomization would give more, up to 1 (see bleu --man significance)."
    ))
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
    let number = |number: f64| format!("{:.*}", style.digits + 1, number * style.scale());
    let variance = |spread: SampleSpread, samples: usize| spread.deviation.powi(2) / samples as f64;
    let sentence = |([system, other], comparison): ([usize; 2], &Comparison)| {
        let [one, two] = [report.systems[system].samples?, report.systems[other].samples?];
        let (system, other) = (&names[system], &names[other]);
        // Largest difference of two draws of one model, in 95 of 100 cases.
        let draws = number(TWO_SIDED_95 * (2.0 * one.deviation.max(two.deviation).powi(2)).sqrt());
        let words = format!("{system} and {other}: two draws of one model differ by up to {draws} in 95 of 100 cases");
        let Some(spread) = comparison.spread else { return Some(words + ".") };
        let of_samples = variance(one, one.samples) + variance(two, two.samples);
        let of_segments = spread.standard_error.powi(2) - of_samples;
        if of_segments < 0.0 {
            return Some(
                words
                    + ", more than draws for each segment by itself would: the samples differ as wholes, as runs do, which the \
                       interval leaves out; see --runs.",
            );
        }
        // So many samples that the difference is significant.
        let left = (comparison.difference / TWO_SIDED_95).powi(2) - of_segments;
        let needed = ((variance(one, 1) + variance(two, 1)) / left).ceil();
        let would_decide = match comparison.is_significant() || comparison.difference == 0.0 {
            true => String::new(),
            false if left > 0.0 && needed <= MANY_SAMPLES => {
                format!(" If Δ is the true difference, {needed} samples each would decide.")
            }
            false => String::from(" More samples would not decide; more segments may."),
        };
        Some(format!(
            "{words}; standard error of Δ {}: segments {}, samples {}.{would_decide}",
            number(spread.standard_error),
            number(of_segments.sqrt()),
            number(of_samples.sqrt())
        ))
    };
    comparisons.described().filter_map(sentence).collect()
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
    let includes_0 = comparison.spread.is_some_and(|spread| spread.low <= 0.0);
    let doubt = match comparison.is_significant() {
        false => ", which may be due to chance",
        true if includes_0 => ", but the interval includes 0",
        true => "",
    };
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
