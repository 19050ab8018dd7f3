//! Faults of records, and of sets of records.

use crate::Error;
use std::fmt;

/// Reason why a record cannot be read, or why records are not the whole of a corpus.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum RecordError {
    /// The line is not a record of statistics.
    NotARecord,
    /// The end of the record is missing.
    CutOff,
    /// The record does not match its checksum.
    Checksum,
    /// The fields of the record are not those that this version of the library writes.
    Malformed {
        /// The fault, as text.
        fault: String,
    },
    /// The record is in a format that this version of the library does not read.
    OtherFormat {
        /// Version of the format of the record.
        found: u32,
        /// The version that can be read.
        expected: u32,
    },
    /// The numbers of the record are not those of as many segments.
    Impossible {
        /// Number of segments.
        segments: u64,
    },
    /// The statistics were counted by another definition than those of the records before.
    OtherDefinition {
        /// Signature of the record.
        found: String,
        /// Signature of the records before.
        expected: String,
    },
    /// Statistics of segments were counted by another definition than those of the records before.
    OtherSegmentDefinition,
    /// The records differ in the seed or the number of their resamples.
    OtherResamples,
    /// Some records have ids of segments, and others do not.
    MissingIds,
    /// A segment occurs twice.
    RepeatedSegment {
        /// Id of the segment.
        id: String,
        /// Name of the system.
        system: String,
    },
    /// The same segments occur in two records of sums.
    RepeatedShard,
    /// Two records of sums have equal statistics, and no ids that tell whether they are of the same segments.
    EqualStatistics {
        /// Whether they are so small that this may be by chance.
        may_be_chance: bool,
    },
    /// There is no record.
    NoRecord,
    /// There are records of segments, but none of their sums.
    NoSums {
        /// Name of the system; `None` if there are no records of sums at all.
        system: Option<String>,
    },
    /// A system has another number of segments than the corpus.
    SegmentCount {
        /// Name of the system.
        system: String,
        /// Its number of segments.
        found: u64,
        /// Number of segments of the corpus.
        expected: u64,
    },
    /// There are not as many records of segments as the sums have segments.
    SegmentRecordCount {
        /// Name of the system.
        system: String,
        /// Number of records of segments.
        records: u64,
        /// Number of segments of the sums.
        segments: u64,
    },
    /// The records of segments do not add up to the sums.
    SumMismatch {
        /// Name of the system.
        system: String,
    },
    /// Two systems have different numbers of segments.
    SystemSegmentCounts {
        /// Name of the system.
        system: String,
        /// Its number of segments.
        segments: u64,
        /// Name of another system.
        other: String,
        /// The number of segments of that one.
        other_segments: u64,
    },
    /// Two systems have as many segments, but not the same ones.
    OtherSegments {
        /// Name of the system.
        system: String,
        /// Name of another system.
        other: String,
    },
    /// Names that were given for the systems are not those of the records.
    OtherSystems {
        /// Names in the records.
        found: Vec<String>,
    },
    /// Statistics that cannot be read or added up.
    Statistics(Error),
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            RecordError::NotARecord => write!(f, "not a record of statistics"),
            RecordError::CutOff => write!(f, "the record is cut off"),
            RecordError::Checksum => write!(f, "the checksum does not match, so the record was changed"),
            RecordError::Malformed { fault } => write!(f, "not a record of this version of bleu: {fault}"),
            RecordError::OtherFormat { found, expected } => {
                write!(f, "a record in version {found} of the format, but only version {expected} can be read")
            }
            RecordError::Impossible { segments } => write!(f, "these are not the numbers of {segments} segments"),
            RecordError::OtherDefinition { found, expected } => {
                write!(f, "counted as {found}, but the records before as {expected}")
            }
            RecordError::OtherSegmentDefinition => {
                write!(f, "segments were counted by another definition than the records before")
            }
            RecordError::OtherResamples => write!(f, "the resamples are not those of the records before"),
            RecordError::MissingIds => write!(f, "some records have ids of segments and others do not"),
            RecordError::RepeatedSegment { id, system } => write!(f, "segment {id} of {system} occurs twice"),
            RecordError::RepeatedShard => write!(f, "this shard occurs twice"),
            RecordError::EqualStatistics { .. } => write!(f, "an earlier record has the same numbers"),
            RecordError::NoRecord => write!(f, "no record of statistics"),
            RecordError::NoSums { system: None } => write!(f, "records of segments, but none of their sums"),
            RecordError::NoSums { system: Some(system) } => {
                write!(f, "{system}: records of segments, but none of their sums")
            }
            RecordError::SegmentCount { system, found, expected } => {
                write!(f, "{system} has {found} segments, but {expected} are expected")
            }
            RecordError::SegmentRecordCount { system, records, segments } => {
                write!(f, "{system} has records of {records} segments, but sums of {segments}")
            }
            RecordError::SumMismatch { system } => {
                write!(f, "{system}: the records of segments do not add up to the sums")
            }
            RecordError::SystemSegmentCounts { system, segments, other, other_segments } => {
                write!(f, "{system} and {other} have different numbers of segments, {segments} and {other_segments}")
            }
            RecordError::OtherSegments { system, other } => {
                write!(f, "{system} and {other} do not have the same segments")
            }
            RecordError::OtherSystems { found } => write!(f, "the systems in the records are {}", found.join(", ")),
            RecordError::Statistics(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<Error> for RecordError {
    fn from(error: Error) -> RecordError {
        RecordError::Statistics(error)
    }
}
