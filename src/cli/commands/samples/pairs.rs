//! `--pairwise`: the scores of all pairs of samples, or of samples and references.

use super::{Sampled, append_rows, print_each};
use crate::cli::Job;
use crate::cli::report::PairScores;
use crate::{Error, Samples};
use anyhow::Result;
use std::io::Write;
use std::sync::Arc;

/// Prints the scores of each segment.
pub fn run(job: &Arc<Job>, out: &mut dyn Write) -> Result<()> {
    let (style, system) = (job.style, job.systems[0].clone());
    let append = move |bytes: &mut Vec<u8>, samples: &mut Samples, sampled: &Sampled| -> Result<(), Error> {
        let mut scores = Vec::new();
        let references = match sampled.references {
            [] => {
                samples.pairwise(&mut scores)?;
                samples.len()
            }
            references => {
                samples.pairwise_against(references, &mut scores)?;
                references.len()
            }
        };
        let Sampled { segment, id, .. } = *sampled;
        let pairs = PairScores { system: &system, segment, id, references, scores: &scores };
        append_rows(segment, &pairs, style, bytes);
        Ok(())
    };
    print_each(job, append, out)
}
