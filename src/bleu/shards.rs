//! Statistics of shards: records that programs exchange, and their sums.
//!
//! A corpus that is too large for one machine is counted in parts, its *shards*. The statistics of each are a line of
//! JSON, a [`SumRecord`]; a single segment's is a [`SegmentRecord`]. [`Shards`] adds them up: the sum is the
//! same, byte for byte, in any grouping and order, and records that cannot make up the whole corpus are rejected.
//!
//! Records carry a version of their format, not of the program: they stay valid in later versions of the program
//! until their fields, or the counts of any text, change.
//!
//! ```
//! use bleu::shards::{Record, Shards, SumRecord};
//! use bleu::Definition;
//!
//! let definition = Definition::default();
//! let shard = |candidate: &str, reference: &str, id: &str| {
//!     let signature = definition.signature(1.try_into()?);
//!     let mut record = SumRecord::new(signature, 1, "mt", 0)?.with_ids()?;
//!     record.add_segment(id, &definition.accumulator().add(candidate, &[reference])?)?;
//!     Ok::<String, bleu::Error>(record.to_line())
//! };
//! let mut shards = Shards::expecting(Some(2));
//! for line in [shard("a small house", "the small house", "1")?, shard("it is blue now", "it is blue", "2")?] {
//!     shards.add(Record::parse(line.as_bytes())?)?;
//! }
//! let sums = shards.finish()?;
//! assert_eq!(sums.records[0].sums().statistics.hyp_len(), 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
pub(crate) mod ids;
mod merge;
mod merged_shards;
mod poisson;
#[cfg(feature = "cli")]
pub(crate) mod saved;
mod shard_record;
mod sums;

pub use super::significance::ResampledScores;
pub use error::RecordError;
pub use merge::Shards;
pub use merged_shards::{MergedShards, Segment};
pub use poisson::PoissonSums;
pub use shard_record::{Record, SegmentRecord, SumRecord};
pub use sums::Sums;
