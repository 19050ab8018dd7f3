//! Charts, as SVG. Horizontal positions are percentages, so that charts fill any width and their text keeps its size.

use crate::cli::style::Style;
use maud::{Markup, html};

/// Class of the first and of the second system of a comparison.
pub const SERIES: [&str; 2] = ["a", "b"];

/// Number of intervals between ticks, about.
const TICKS: f64 = 3.0;

/// Part of the axis that is free at each end.
const MARGIN: f64 = 0.06;

/// The scores that a chart spans.
pub struct Axis {
    low: f64,
    high: f64,
    step: f64,
}

impl Axis {
    /// An axis that spans these scores.
    pub fn of(scores: impl Iterator<Item = f64>) -> Axis {
        let (low, high) = scores.fold((f64::MAX, f64::MIN), |(low, high), score| (low.min(score), high.max(score)));
        let (low, high) = if low > high { (0.0, 1.0) } else { (low, high) };
        // A single score is in the middle.
        let margin = ((high - low) * MARGIN).max(0.002);
        let (low, high) = (low - margin, high + margin);
        let power = 10f64.powf(((high - low) / TICKS).log10().floor());
        let step = [1.0, 2.0, 5.0].map(|step| step * power).into_iter().find(|step| (high - low) / step <= TICKS + 1.5);
        Axis { low, high, step: step.unwrap_or(10.0 * power) }
    }

    /// Position of a score, in percent.
    fn position(&self, score: f64) -> String {
        percent((score - self.low) / (self.high - self.low))
    }

    fn ticks(&self) -> impl Iterator<Item = f64> {
        let first = (self.low / self.step).ceil() as i64;
        let last = (self.high / self.step).floor() as i64;
        (first..=last).map(|tick| tick as f64 * self.step)
    }

    /// The numbers of the axis.
    pub fn numbers(&self, style: Style) -> Markup {
        let decimals = (-(self.step * style.scale()).log10().floor()).max(0.0) as usize;
        html! {
            svg.axis width="100%" height="16" aria-hidden="true" {
                @for tick in self.ticks() {
                    text x=(self.position(tick)) y="12" { (format!("{:.decimals$}", tick * style.scale())) }
                }
            }
        }
    }

    /// The score of a system with its confidence interval, or those of two, one below the other; of several others, one
    /// is shown. Without a label, the numbers beside it say the same.
    pub fn intervals(&self, scores: &[Interval], label: Option<&str>) -> Markup {
        const DISTANCE: usize = 12;
        let height = 16 + DISTANCE * scores.len().min(2);
        html! {
            svg.intervals width="100%" height=(height) role=[label.map(|_| "img")] aria-label=[label] aria-hidden=[label.is_none().then_some("true")] {
                @for tick in self.ticks() {
                    line.grid x1=(self.position(tick)) x2=(self.position(tick)) y1="0" y2=(height) {}
                }
                @for (place, &Interval { score, ends, series }) in scores.iter().enumerate() {
                    @let y = 14 + DISTANCE * place.min(1);
                    @let is_choice = place > 0 && scores.len() > 2;
                    g.pair[is_choice] data-other=[is_choice.then_some(place)] hidden[place > 1] {
                        @if let Some([low, high]) = ends {
                            line class={ "whisker " (series) } x1=(self.position(low)) x2=(self.position(high)) y1=(y) y2=(y) {}
                            @for end in [low, high] {
                                line class={ "whisker " (series) } x1=(self.position(end)) x2=(self.position(end)) y1=(y - 4) y2=(y + 4) {}
                            }
                        }
                        circle class={ "dot " (series) } cx=(self.position(score)) cy=(y) r="5" {}
                    }
                }
            }
        }
    }
}

/// A score in a chart, with the ends of its confidence interval, and the class of its color.
pub struct Interval {
    pub score: f64,
    pub ends: Option<[f64; 2]>,
    pub series: &'static str,
}

/// A bar for a share from 0 to 1. The number beside it says the same.
pub fn bar(share: f64, series: &str) -> Markup {
    html! {
        svg.bar width="100%" height="10" aria-hidden="true" {
            rect.track width="100%" height="10" rx="2" {}
            rect class=(series) width=(percent(share)) height="10" rx="2" {}
        }
    }
}

/// A histogram of one or two systems, with the bounds of its bins: the first in bars, the second as a line over them.
pub fn histogram(series: &[(&str, &[u64])], bounds: &[String], label: &str) -> Markup {
    const HEIGHT: f64 = 150.0;
    const TOP: f64 = 18.0;
    let most = series.iter().flat_map(|(_, counts)| counts.iter()).copied().max().unwrap_or(0).max(1);
    let bins = bounds.len().saturating_sub(1).max(1);
    let x = |bin: usize| percent(bin as f64 / bins as f64);
    let y = |count: u64| format!("{:.1}", TOP + HEIGHT - HEIGHT * count as f64 / most as f64);
    html! {
        svg.histogram width="100%" height="200" role="img" aria-label=(label) {
            @if let [(_, first), ..] = series {
                @for (bin, &count) in first.iter().enumerate() {
                    svg x=(x(bin)) width=(x(1)) height="100%" {
                        rect.a x="4%" width="92%" y=(y(count)) height=(format!("{:.1}", HEIGHT * count as f64 / most as f64)) {}
                        @if series.len() == 1 { text.count x="50%" y=(y(count)) dy="-5" { (count) } }
                    }
                }
            }
            @if let [_, (_, second)] = series {
                @for (bin, &count) in second.iter().enumerate() {
                    line.step x1=(x(bin)) x2=(x(bin + 1)) y1=(y(count)) y2=(y(count)) {}
                    @let before = bin.checked_sub(1).map_or(0, |before| second[before]);
                    line.step x1=(x(bin)) x2=(x(bin)) y1=(y(before)) y2=(y(count)) {}
                }
            }
            line.base x1="0" x2="100%" y1=(y(0)) y2=(y(0)) {}
            @for (i, bound) in bounds.iter().enumerate() {
                text.bound x=(x(i)) y=(TOP + HEIGHT + 20.0) { (bound) }
            }
            @for bin in 0..bins {
                rect.hit x=(x(bin)) width=(x(1)) height="100%" {
                    title {
                        (bounds[bin]) " to " (bounds[bin + 1])
                        @for (name, counts) in series { "; " (name) ": " (counts[bin]) }
                    }
                }
            }
        }
    }
}

fn percent(share: f64) -> String {
    format!("{:.2}%", 100.0 * share.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_span_all_scores_with_round_numbers() {
        let axis = Axis::of([0.32, 0.41].into_iter());
        let ticks: Vec<String> = axis.ticks().map(|tick| format!("{tick:.2}")).collect();
        assert_eq!(ticks, ["0.35", "0.40"]);
        assert_eq!((axis.position(0.365), axis.position(0.0)), ("50.00%".into(), "0.00%".into()));
        for scores in [vec![], vec![0.0], vec![1.0, 1.0], vec![0.0, 1.0]] {
            let axis = Axis::of(scores.clone().into_iter());
            assert!((1..8).contains(&axis.ticks().count()), "{scores:?}");
        }
    }
}
