//! Statistics of shards: records that programs exchange, and their sums.
//!
//! A corpus that is too large for one machine is counted in parts, its *shards*. The statistics of each are a line of
//! JSON, a [`SumRecord`]; that of a single segment is a [`SegmentRecord`]. [`Shards`] adds them up: the sum is the
//! same, byte for byte, in any grouping and order, and records that cannot make up the whole corpus are rejected.
//!
//! ```
//! use bleu::shards::{Record, Shards, SumRecord};
//! use bleu::{Definition, ReferenceCount, Signature};
//!
//! let definition = Definition::default();
//! let shard = |candidate: &str, reference: &str, id: &str| {
//!     let signature = Signature::new(definition.clone(), ReferenceCount::Fixed(1));
//!     let mut record = SumRecord::empty(signature, 1, "mt", 0);
//!     record.sums.add_segment(id, &definition.accumulator().add(candidate, &[reference])?)?;
//!     Ok::<String, bleu::Error>(record.to_line())
//! };
//! let mut shards = Shards::of_corpus(Some(2));
//! for line in [shard("a small house", "the small house", "1")?, shard("it is blue now", "it is blue", "2")?] {
//!     shards.add(Record::parse(line.as_bytes())?)?;
//! }
//! let sums = shards.finish()?;
//! assert_eq!(sums.records[0].sums.statistics.hyp_len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub(crate) mod ids;
mod poisson;
mod record;
mod sum;

pub use crate::significance::ResampledScores;
pub use error::ShardError;
pub use ids::hash_id;
pub use poisson::PoissonSums;
#[cfg(feature = "cli")]
pub(crate) use record::SegmentFields;
pub use record::{Record, SegmentRecord, SumRecord, Sums};
pub use sum::{Corpus, Segment, Shards};
