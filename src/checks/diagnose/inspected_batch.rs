//! Observations on a batch of segments: the records of its lines, and what-if scores.

use super::alignment::Sketch;
use super::text_profile::TextProfile;
use crate::bleu::error::Error;
use crate::bleu::lines::{lines, lines_of};
use crate::bleu::scoring::SegmentStatistics;
use crate::bleu::tokenize::Tokens;
use crate::checks::what_if::{RecountedBatch, Recounter};

/// Observations on a batch of segments, for [`Diagnoser::add`](super::Diagnoser::add).
#[derive(Debug)]
pub struct InspectedBatch {
    /// The texts; the candidates first.
    pub(super) texts: Vec<TextProfile>,
    /// Sketches of the source, if it is known.
    pub(super) source: Vec<Sketch>,
    /// Statistics of the segments of each candidate.
    pub(super) tables: Vec<SegmentStatistics>,
    pub(super) what_if: RecountedBatch,
}

impl InspectedBatch {
    /// Inspects a batch, given its texts as they were read, the candidates first, their tokens, the statistics of each
    /// candidate, and the source text if it is known.
    ///
    /// # Errors
    /// If a text is too long.
    pub fn new(
        recounter: &mut Recounter,
        texts: &[&str],
        tokens: &[Tokens],
        statistics: &[SegmentStatistics],
        source: Option<&str>,
    ) -> Result<InspectedBatch, Error> {
        let lines_of_texts = lines_of(texts);
        let what_if = recounter.recount(&lines_of_texts, tokens, statistics)?;
        let profile = |(lines, tokens): (&Vec<&str>, &Tokens)| {
            let mut text = TextProfile::default();
            for (segment, line) in lines.iter().enumerate() {
                match tokens.is_missing(segment) {
                    true => text.add_missing(segment + 1),
                    false => text.add(line, tokens.segment(segment)),
                }
            }
            text
        };
        Ok(InspectedBatch {
            texts: lines_of_texts.iter().zip(tokens).map(profile).collect(),
            source: source.map(|text| lines(text).map(Sketch::new).collect()).unwrap_or_default(),
            tables: statistics.to_vec(),
            what_if,
        })
    }
}
