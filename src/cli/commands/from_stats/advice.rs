//! Remedies for faults of records, with flags of the program.

use crate::shards::ShardError;
use anyhow::{Error, anyhow};

/// Adds what to do to a fault of records.
pub fn with_advice(fault: ShardError) -> Error {
    let advice = match &fault {
        ShardError::NotARecord => "make records with bleu --stats",
        ShardError::CutOff => "copy it whole, or count the shard again",
        ShardError::Checksum => "copy it again, or count the shard again",
        ShardError::Malformed { .. } | ShardError::OtherFormat { .. } | ShardError::OtherVersion { .. } => {
            "make all records with one version of bleu"
        }
        ShardError::Impossible { .. } => "count the shard again",
        ShardError::OtherDefinition { .. } => "count all shards with the same flags and version",
        ShardError::OtherSegmentDefinition => "count all with the same flags",
        ShardError::OtherResamples => "give the same --resamples and --seed to all",
        ShardError::MissingIds => "give --id to all",
        ShardError::RepeatedSegment { .. } => {
            "remove one, or, if shards number their segments alike, name segments with --id"
        }
        ShardError::RepeatedShard => "remove one",
        ShardError::EqualStatistics { may_be_chance: true } => {
            "if the shard occurs twice, remove one; otherwise count shards with --id, or give the number of all segments \
             with --expect-segments"
        }
        ShardError::EqualStatistics { may_be_chance: false } => {
            "if the shard occurs twice, remove one; otherwise count shards with --id"
        }
        ShardError::NoRecord => "did a shard fail?",
        ShardError::NoSums { .. } => "keep all lines that --stats=segments prints",
        ShardError::SegmentCount { found, expected, .. } if found < expected => {
            "a shard is missing, or the number is wrong"
        }
        ShardError::SegmentCount { .. } => "a shard occurs twice, or the number is wrong",
        ShardError::SegmentRecordCount { .. } => "count all shards with --stats=segments, and keep all lines",
        ShardError::SumMismatch { .. } => "count the shards again",
        ShardError::SystemSegmentCounts { .. } => {
            "a record is missing, or these are shards of one system: count them with the same --names"
        }
        ShardError::OtherSegments { .. } => "count them from the same shards",
        ShardError::OtherSystems { .. } => "--names takes these names",
        ShardError::Statistics(_) => return fault.into(),
    };
    anyhow!("{fault}; {advice}")
}
