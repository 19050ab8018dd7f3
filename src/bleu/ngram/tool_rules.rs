//! Rules of some tools that change the counts of segments, applied after counting.

use super::counting::{BlankSegments, CountingRules, Totals};
use super::statistics::SegmentStatistics;
use crate::bleu::tokenize::Tokens;
use crate::bleu::tokenize::is_white_space;

impl CountingRules {
    /// Changes the totals of segments that were just counted.
    pub(super) fn adjust_totals(&self, segments: &mut SegmentStatistics) {
        if self.totals == Totals::AtLeastOne {
            let order = segments.order();
            segments.rows_mut().flat_map(|row| &mut row[2 + order..]).for_each(|total| *total = (*total).max(1));
        }
    }

    /// Changes the counts of segments, given the text of the candidate, and the texts and tokens of the references.
    pub(super) fn adjust_blank(
        &self,
        segments: &mut SegmentStatistics,
        candidate: &str,
        references: &[&str],
        tokens: &[Tokens],
    ) {
        // Blank lines have no tokens, which is quick to see.
        if self.blank_segments == BlankSegments::Counted || segments.rows().all(|row| row[0] > 0 && row[1] > 0) {
            return;
        }
        let lines = candidate.split('\n').zip(first_present(references, tokens));
        for (row, (candidate, reference)) in segments.rows_mut().zip(lines) {
            if is_blank(candidate) || is_blank(reference) {
                row.fill(0);
            } else {
                row[1] = row[1].max(1);
            }
        }
    }
}

fn is_blank(line: &str) -> bool {
    line.chars().all(is_white_space)
}

/// Returns each line of the first reference that has it.
fn first_present<'a>(texts: &[&'a str], tokens: &[Tokens]) -> impl Iterator<Item = &'a str> {
    let mut columns: Vec<_> = texts.iter().map(|text| text.split('\n')).collect();
    (0..).map_while(move |i| {
        let lines: Vec<Option<&str>> = columns.iter_mut().map(Iterator::next).collect();
        lines.into_iter().zip(tokens).find_map(|(line, reference)| line.filter(|_| !reference.is_missing(i)))
    })
}
