//! Remedies for faults of records, with flags of the program.

use crate::shards::RecordError;
use anyhow::{Error, anyhow};

/// Adds what to do to a fault of records.
pub fn with_advice(fault: RecordError) -> Error {
    let advice = match &fault {
        RecordError::NotARecord => "make records with bleu --stats",
        RecordError::CutOff => "copy it whole, or count the shard again",
        RecordError::Checksum => "copy it again, or count the shard again",
        RecordError::Malformed { .. } | RecordError::OtherFormat { .. } => "make all records with one version of bleu",
        RecordError::Impossible { .. } => "count the shard again",
        RecordError::OtherDefinition { .. } => "count all shards with the same flags",
        RecordError::OtherSegmentDefinition => "count all with the same flags",
        RecordError::OtherResamples => "give the same --resamples and --seed to all",
        RecordError::MissingIds => "give --id to all",
        RecordError::RepeatedSegment { .. } => {
            "remove one, or, if shards number their segments alike, name segments with --id"
        }
        RecordError::RepeatedShard => "remove one",
        RecordError::EqualStatistics { may_be_chance: true } => {
            "if the shard occurs twice, remove one; otherwise count shards with --id, or give the number of all segments \
             with --expect-segments"
        }
        RecordError::EqualStatistics { may_be_chance: false } => {
            "if the shard occurs twice, remove one; otherwise count shards with --id"
        }
        RecordError::NoRecord => "did a shard fail?",
        RecordError::NoSums { .. } => "keep all lines that --stats=segments prints",
        RecordError::SegmentCount { found, expected, .. } if found < expected => {
            "a shard is missing, or the number is wrong"
        }
        RecordError::SegmentCount { .. } => "a shard occurs twice, or the number is wrong",
        RecordError::SegmentRecordCount { .. } => "count all shards with --stats=segments, and keep all lines",
        RecordError::SumMismatch { .. } => "count the shards again",
        RecordError::SystemSegmentCounts { .. } => {
            "a record is missing, or these are shards of one system: count them with the same --names"
        }
        RecordError::OtherSegments { .. } => "count them from the same shards",
        RecordError::OtherReferences { .. } => "count all with the same references",
        RecordError::OtherSystems { .. } => "--names takes these names",
        RecordError::Statistics(_) => return fault.into(),
    };
    anyhow!("{fault}; {advice} (more: bleu --man shards)")
}
