//! Faults of records, and of sets of records.

use crate::bleu::error::Error;
use crate::bleu::worded::worded;

impl std::error::Error for RecordError {}

worded! {
    /// Reason why a record cannot be read, or why records are not the whole of a corpus.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub enum RecordError {
        /// The line is not a record of statistics.
        NotARecord = "not a record of statistics",
        /// The end of the record is missing.
        CutOff = "the record is cut off",
        /// The record does not match its checksum.
        Checksum = "the checksum does not match, so the record was changed",
        /// The fields of the record are not those that this version of the library writes.
        Malformed {
            /// The fault, as text.
            fault: String,
        } = "not a record of this version of bleu: {fault}",
        /// The record is in a format that this version of the library does not read.
        OtherFormat {
            /// Version of the format of the record.
            found: u32,
            /// The version that can be read.
            expected: u32,
        } = "a record in version {found} of the format, but only version {expected} can be read",
        /// The numbers of the record cannot belong to as many segments.
        Impossible {
            /// Number of segments.
            segments: u64,
        } = "these are not the numbers of {segments} segments",
        /// The statistics were counted by another definition than the records before.
        OtherDefinition {
            /// Signature of the record.
            found: String,
            /// Signature of the records before.
            expected: String,
        } = "counted as {found}, but the records before as {expected}",
        /// Statistics of segments were counted by another definition than the records before.
        OtherSegmentDefinition = "segments were counted by another definition than the records before",
        /// The records differ in the seed or the number of their resamples.
        OtherResamples = "the resamples differ from the records before",
        /// Some records have ids of segments, and others do not.
        MissingIds = "some records have ids of segments and others do not",
        /// A segment occurs twice.
        RepeatedSegment {
            /// Id of the segment.
            id: String,
            /// Name of the system.
            system: String,
        } = "segment {id} of {system} occurs twice",
        /// The same segments occur in two records of sums.
        RepeatedShard = "this shard occurs twice",
        /// Two records of sums have equal statistics, and no ids that tell whether they are of the same segments.
        EqualStatistics {
            /// Whether they are so small that this may be by chance.
            may_be_chance: bool,
        } = "an earlier record has the same numbers",
        /// There is no record.
        NoRecord = "no record of statistics",
        /// There are records of segments, but none of their sums.
        NoSums {
            /// Name of the system; `None` if there are no records of sums at all.
            system: Option<String>,
        } => match system {
            None => "records of segments, but none of their sums".to_owned(),
            Some(system) => format!("{system}: records of segments, but none of their sums"),
        },
        /// A system has another number of segments than the corpus.
        SegmentCount {
            /// Name of the system.
            system: String,
            /// Its number of segments.
            found: u64,
            /// Number of segments of the corpus.
            expected: u64,
        } = "{system} has {found} segments, but {expected} are expected",
        /// There are not as many records of segments as the sums have segments.
        SegmentRecordCount {
            /// Name of the system.
            system: String,
            /// Number of records of segments.
            records: u64,
            /// Number of segments of the sums.
            segments: u64,
        } = "{system} has records of {records} segments, but sums of {segments}",
        /// The records of segments do not add up to the sums.
        SumMismatch {
            /// Name of the system.
            system: String,
        } = "{system}: the records of segments do not add up to the sums",
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
        } = "{system} and {other} have different numbers of segments, {segments} and {other_segments}",
        /// Two systems have as many segments, but not the same ones.
        OtherSegments {
            /// Name of the system.
            system: String,
            /// Name of another system.
            other: String,
        } = "{system} and {other} do not have the same segments",
        /// Two systems have segments whose references differ.
        OtherReferences {
            /// Name of a system.
            system: String,
            /// Name of another system.
            other: String,
            /// Number of these segments.
            segments: u64,
            /// Id of the first of them.
            first: String,
        } = "{system} and {other} differ in the references of {segments} segments, the first of them {first}",
        /// Names that were given for the systems are not in the records.
        OtherSystems {
            /// Names in the records.
            found: Vec<String>,
        } => format_args!("the systems in the records are {}", found.join(", ")),
        /// Statistics that cannot be read or added up.
        Statistics(error: Error) = "{error}",
    }
}

impl From<Error> for RecordError {
    fn from(error: Error) -> RecordError {
        RecordError::Statistics(error)
    }
}
