//! `--sentence --sort`: the segments with their texts, the worst first.

use super::Mode;
use super::counted::CountedSegments;
use super::counting::fold_counts_with_source;
use super::{segments_read, write_buffered};
use crate::bleu::lines::lines;
use crate::checks::diagnose::segment_list::SegmentList;
use crate::program::formats;
use crate::program::request::Request;
use crate::program::request::support::{Feature, ONE, OutputFormats, RequiredInput, Support};
use crate::program::results::sorted_segments::{SegmentWithTexts, SortedSegments};
use crate::program::results::{OptionalScore, Results};
use crate::program::words::warnings;
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// The segments of one candidate, sorted by their scores. All texts are kept until the last segment is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SortedSegmentsMode {
    /// Decimals that scores are rounded to in formats for programs, if asked for.
    pub digits: Option<usize>,
}

impl Mode for SortedSegmentsMode {
    fn support(&self) -> Support {
        Support {
            flag: "--sentence --sort",
            input: RequiredInput::Texts,
            candidates: ONE,
            formats: OutputFormats::Listings,
            features: &[
                Feature::Sentences,
                Feature::Sort,
                Feature::By,
                Feature::Ids,
                Feature::Report,
                Feature::Diagnosis,
            ],
        }
    }

    fn run(&self, request: &Arc<Request>, out: &mut dyn Write) -> Result<Results> {
        let (mut segments, mut failed) = (Vec::new(), SegmentList::default());
        let summary = fold_counts_with_source(
            request,
            |request, counted| Ok(scored(request, &counted)),
            |mut batch| {
                segments.append(&mut batch);
                Ok(())
            },
        )?;
        for segment in segments.iter().filter(|segment: &&SegmentWithTexts| segment.score.value.is_none()) {
            failed.add(segment.number - 1);
        }
        warnings::failed_segments(request, &failed);
        let sorted = SortedSegments::new(request.systems[0].clone(), segments, self.digits);
        write_buffered(out, |out| formats::write_segments(&sorted, request.style, out))?;
        Ok(segments_read(request, summary))
    }
}

/// Scores the segments of a batch.
fn scored(request: &Request, counted: &CountedSegments) -> Vec<SegmentWithTexts> {
    let (segments, mut found) = (counted.segments, Vec::with_capacity(counted.segments.len()));
    let Some(statistics) = counted.systems.first() else { return found };
    let mut texts: Vec<_> = segments.texts().iter().map(|text| lines(text)).collect();
    let mut source = counted.source.map(lines);
    for i in 0..segments.len() {
        let mut next: Vec<_> = texts.iter_mut().map(|lines| lines.next().unwrap_or_default()).collect();
        let references = next.split_off(1).into_iter().enumerate();
        let references = references.map(|(reference, text)| segments.has(reference, i).then(|| text.to_owned()));
        found.push(SegmentWithTexts {
            number: segments.before() + i as u64 + 1,
            id: segments.ids().get(i).cloned(),
            group: segments.groups().get(i).map(|group| group.label.clone()),
            score: OptionalScore::segment(&request.definition, &statistics.sum_of(&[i])),
            source: source.as_mut().map(|lines| lines.next().unwrap_or_default().to_owned()),
            references: references.collect(),
            candidate: next.concat(),
        });
    }
    found
}
