//! Records of statistics as lines of JSON. The bytes are canonical: equal records are equal lines.

use super::ids::hash_id;
use super::{PoissonSums, RecordError, Sums};
use crate::bleu::error::Error;
use crate::bleu::ngram::SegmentStatistics;
use crate::bleu::scoring::Statistics;
use crate::bleu::signature::{ReferenceCount, Signature};
use crate::bleu::tokenize::UnicodeVersion;
use crate::bleu::unprintable::escape_as_json;
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::num::NonZero;

/// First bytes of a record of sums, up to its version.
const SUM: &[u8] = b"{\"format\":\"bleu-statistics\",\"version\":";

/// First bytes of a record of a segment.
const SEGMENT: &[u8] = b"{\"of\":";

/// Value of the key `format`.
const FORMAT: &str = "bleu-statistics";

/// Version of the records, independent of the program's. It is raised when older records lack a field that is needed, and when
/// the same text is counted differently, so that records of one version can always be added. `bleu` 0.2 wrote version 1.
const VERSION: u32 = 2;

/// Text before the checksum, which has eight digits, and after it.
const CHECKSUM: (&[u8], &[u8]) = (b",\"checksum\":\"", b"\"}");

/// A line of statistics.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Record<'a> {
    /// The sums of some segments.
    Sum(Box<SumRecord>),
    /// The statistics of one segment.
    Segment(Box<SegmentRecord<'a>>),
}

/// Sums of the statistics of a system, on some segments.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct SumRecord {
    /// The number of references belongs to these segments, which may lack some of `references`, or have several of one name.
    pub(crate) signature: Signature,
    pub(crate) references: usize,
    /// Name of the system.
    pub system: String,
    /// Place of the system among those that were scored together.
    pub place: usize,
    /// Group that the segments belong to, if they were divided.
    pub group: Option<String>,
    pub(crate) sums: Sums,
}

/// The statistics of one segment. A record of sums, which includes them, says how they were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SegmentRecord<'a> {
    /// The [`key`](SumRecord::key) of the record of sums.
    pub key: u32,
    /// Id of the segment.
    pub id: Cow<'a, str>,
    /// Name of the system.
    pub system: Cow<'a, str>,
    /// Group that the segment belongs to.
    pub group: Option<Cow<'a, str>>,
    /// The statistics.
    pub statistics: Statistics,
    /// Fingerprint of the references ([`fingerprint`](Self::fingerprint)); `None` in records before 0.4.
    pub references: Option<u64>,
}

impl SumRecord {
    /// The record of no segments yet, of a system with this number of references. If segments lack some of them, the
    /// signature has [`ReferenceCount::Varying`].
    ///
    /// # Errors
    /// If the signature has another number of references ([`Error::ReferenceCountMismatch`]), or the number is 0
    /// ([`Error::NoReferences`]).
    pub fn new(
        signature: Signature,
        references: usize,
        system: impl Into<String>,
        place: usize,
    ) -> Result<SumRecord, Error> {
        NonZero::new(references).ok_or(Error::NoReferences)?;
        if let ReferenceCount::Fixed(expected) = signature.references()
            && expected.get() != references
        {
            return Err(Error::ReferenceCountMismatch { expected: expected.get(), found: references });
        }
        Ok(SumRecord { signature, references, system: system.into(), place, group: None, sums: Sums::default() })
    }

    /// The same record with a sum of the ids of its segments, which tells whether records have the same segments.
    ///
    /// # Errors
    /// If the record has segments ([`Error::HasSegments`]).
    pub fn with_ids(mut self) -> Result<SumRecord, Error> {
        self.check_empty()?;
        self.sums.ids = Some(0);
        Ok(self)
    }

    /// The same record with Poisson resamples, for confidence intervals and tests of the merged records; 0 resamples count as 1.
    ///
    /// # Errors
    /// If the record has segments ([`Error::HasSegments`]), or if there are more resamples than
    /// [`Resampling::MAX_RESAMPLES`](crate::Resampling::MAX_RESAMPLES).
    pub fn with_poisson(mut self, resamples: usize, seed: u64) -> Result<SumRecord, Error> {
        self.check_empty()?;
        self.sums.poisson = Some(PoissonSums::new(resamples, seed)?);
        Ok(self)
    }

    fn check_empty(&self) -> Result<(), Error> {
        if self.sums.segments == 0 { Ok(()) } else { Err(Error::HasSegments) }
    }

    /// How the score of these statistics is computed. The version of the program is not part of a record.
    pub fn signature(&self) -> &Signature {
        &self.signature
    }

    /// Number of references that were named. Segments may lack some of them, or have several of one name.
    pub fn references(&self) -> usize {
        self.references
    }

    /// The sums.
    pub fn sums(&self) -> &Sums {
        &self.sums
    }

    /// Adds a segment. Its id counts only if the record has [ids](Self::with_ids) or [resamples](Self::with_poisson).
    ///
    /// # Errors
    /// If the statistics are not of the order that the signature's formula needs, or if a number exceeds 64 bits.
    pub fn add_segment(&mut self, id: &str, statistics: &Statistics) -> Result<(), Error> {
        self.check_order(statistics.order())?;
        self.sums.add_segment(id, statistics)
    }

    /// Adds all segments of a table, as [`add_segment`](Self::add_segment) does one by one. Without ids and resamples, `ids` may
    /// be empty.
    ///
    /// # Errors
    /// If the statistics are not of the order that the signature's formula needs, if a number exceeds 64 bits, or if ids are
    /// needed and not as many as segments.
    pub fn add_table(&mut self, ids: &[impl AsRef<str>], table: &SegmentStatistics) -> Result<(), Error> {
        self.check_order(table.order())?;
        self.sums.add_table(ids, table)
    }

    /// Checks that statistics are of the signature's order. [`Statistics::EMPTY`], of order 0, is not the statistics of a segment.
    fn check_order(&self, found: usize) -> Result<(), Error> {
        let expected = self.signature.formula().counted_order();
        if found == expected { Ok(()) } else { Err(Error::OrderMismatch { expected, found }) }
    }

    /// Fingerprint of the settings; records with different keys cannot be added.
    pub fn key(&self) -> u32 {
        crc32fast::hash(self.definition().as_bytes())
    }

    /// All that must be equal in records that are added.
    pub(super) fn definition(&self) -> String {
        without_version(&self.signature.clone().with_references(ReferenceCount::from_len(self.references)))
    }

    /// The record as a line, without a line end.
    pub fn to_line(&self) -> String {
        let order = self.signature.formula().counted_order();
        let Sums { segments, ids, statistics, poisson } = &self.sums;
        let poisson =
            poisson.clone().map(|PoissonSums { seed, resamples, sums }| PoissonJson { resamples, seed, sums });
        with_checksum(&SumJson {
            format: FORMAT.into(),
            version: VERSION,
            signature: without_version(&self.signature),
            references: self.references,
            system: self.system.clone(),
            place: self.place,
            group: self.group.clone(),
            segments: *segments,
            ids: ids.map(|ids| format!("{ids:016x}")),
            hyp_len: statistics.hyp_len(),
            ref_len: statistics.ref_len(),
            counts: (0..order).map(|n| statistics.counts(n)[0]).collect(),
            totals: (0..order).map(|n| statistics.counts(n)[1]).collect(),
            poisson,
            _checksum: IgnoredAny,
        })
    }
}

impl<'a> SegmentRecord<'a> {
    /// The record of a segment without a group.
    pub fn new(
        key: u32,
        id: impl Into<Cow<'a, str>>,
        system: impl Into<Cow<'a, str>>,
        statistics: Statistics,
    ) -> SegmentRecord<'a> {
        SegmentRecord { key, id: id.into(), system: system.into(), group: None, statistics, references: None }
    }

    /// Returns the fingerprint of the references of a segment, which does not depend on their order.
    pub fn fingerprint<'b>(references: impl Iterator<Item = &'b str>) -> u64 {
        references.fold(0, |sum, reference| sum.wrapping_add(hash_id(reference)))
    }

    /// The record as a line, without a line end.
    pub fn to_line(&self) -> String {
        with_checksum(&SegmentJson {
            of: format!("{:08x}", self.key).into(),
            id: (&*self.id).into(),
            system: (&*self.system).into(),
            group: self.group.as_deref().map(Cow::from),
            statistics: self.statistics.row().into(),
            references: self.references.map(|hash| format!("{hash:016x}").into()),
            _checksum: IgnoredAny,
        })
    }

    /// Writes the record as a line, without a line end.
    pub fn write(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(self.to_line().as_bytes());
    }
}

/// The signature without the version of the program, on which records do not depend. Records before 0.5 have no version of
/// Unicode, which was 17; for records of such counts to stay the same, 18 is shown, and 17 is not.
fn without_version(signature: &Signature) -> String {
    let text = signature.to_string();
    let newer = signature.tokenizer().unicode().filter(|version| *version != UnicodeVersion::V17);
    let newer = newer.map(|version| format!("unicode:{version}"));
    text.split('|').filter(|field| !names_version(field)).chain(newer.as_deref()).collect::<Vec<_>>().join("|")
}

/// Whether a field of a signature is the version of the program or of Unicode.
fn names_version(field: &str) -> bool {
    field.starts_with("version:") || field.starts_with("unicode:")
}

/// An object, which has no checksum yet, as a line with its checksum.
pub(super) fn with_checksum(object: &impl Serialize) -> String {
    let json = serde_json::to_string(object).expect("strings and integers can be written as JSON");
    let json = escape_as_json(json.strip_suffix('}').unwrap_or_default());
    format!("{json},\"checksum\":\"{:08x}\"}}", crc32fast::hash(json.as_bytes()))
}

impl<'a> Record<'a> {
    /// Reads a line, which may end in white space, such as the tab that Hadoop streaming adds.
    ///
    /// # Errors
    /// If it is not a record of this version of the format, or if its checksum does not match.
    pub fn parse(line: &'a [u8]) -> Result<Record<'a>, RecordError> {
        let line = line.trim_ascii_end();
        if let Some(rest) = line.strip_prefix(SUM) {
            check_version(rest)?;
            check(line)?;
            Ok(Record::Sum(Box::new(parse_sum(line)?)))
        } else if line.starts_with(SEGMENT) {
            check(line)?;
            Ok(Record::Segment(Box::new(parse_segment(line)?)))
        } else {
            Err(RecordError::NotARecord)
        }
    }
}

/// Checks the version that a line goes on with. A number that is cut off is not a version.
fn check_version(line: &[u8]) -> Result<(), RecordError> {
    let digits = line.split(|byte| !byte.is_ascii_digit()).next().filter(|digits| digits.len() < line.len());
    match digits.and_then(|digits| std::str::from_utf8(digits).ok()?.parse().ok()) {
        Some(VERSION) => Ok(()),
        Some(found) => Err(RecordError::OtherFormat { found, expected: VERSION }),
        None => Err(RecordError::CutOff),
    }
}

/// Checks the checksum of a line, and returns the text before it: an object without its end.
pub(super) fn check(line: &[u8]) -> Result<&[u8], RecordError> {
    let (before, after) = CHECKSUM;
    let parts = line.strip_suffix(after).and_then(|line| line.split_at_checked(line.len().checked_sub(8)?));
    let Some((text, checksum)) = parts.and_then(|(text, checksum)| Some((text.strip_suffix(before)?, checksum))) else {
        return Err(RecordError::CutOff);
    };
    let is_intact = format!("{:08x}", crc32fast::hash(text)).as_bytes() == checksum;
    if is_intact { Ok(text) } else { Err(RecordError::Checksum) }
}

pub(super) fn malformed(fault: impl std::fmt::Display) -> RecordError {
    RecordError::Malformed { fault: fault.to_string() }
}

fn parse_sum(line: &[u8]) -> Result<SumRecord, RecordError> {
    let json: SumJson = serde_json::from_slice(line).map_err(malformed)?;
    let signature = format!("{}|version:{}", json.signature, Signature::VERSION);
    let mut signature = signature.parse::<Signature>().map_err(malformed)?;
    if !json.signature.split('|').any(|field| field.starts_with("unicode:")) {
        signature = signature.with_unicode(UnicodeVersion::V17);
    }
    let order = signature.formula().counted_order();
    let statistics = Statistics::new(json.hyp_len, json.ref_len, &json.counts, &json.totals)?;
    statistics.check_order(order)?;
    let ids = json.ids.map(|ids| u64::from_str_radix(&ids, 16)).transpose().map_err(malformed)?;
    let poisson = json.poisson.map(|json| json.sums(order)).transpose()?;
    let sums = Sums { segments: json.segments, ids, statistics, poisson };
    sums.check_segments()?;
    let SumJson { references, system, place, group, .. } = json;
    Ok(SumRecord { signature, references, system, place, group, sums })
}

fn parse_segment(line: &[u8]) -> Result<SegmentRecord<'_>, RecordError> {
    let json: SegmentJson = serde_json::from_slice(line).map_err(malformed)?;
    let key = u32::from_str_radix(&json.of, 16).map_err(malformed)?;
    let references = json.references.map(|hash| u64::from_str_radix(&hash, 16)).transpose().map_err(malformed)?;
    let SegmentJson { id, system, group, statistics, .. } = json;
    Ok(SegmentRecord { key, id, system, group, statistics: Statistics::from_row(&statistics)?, references })
}

/// A record of sums as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a record of sums")]
struct SumJson {
    format: String,
    version: u32,
    signature: String,
    references: usize,
    system: String,
    place: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    group: Option<String>,
    segments: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    ids: Option<String>,
    hyp_len: u64,
    ref_len: u64,
    counts: Vec<u64>,
    totals: Vec<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    poisson: Option<PoissonJson>,
    /// Compared with the bytes before it, not as part of the object.
    #[serde(rename = "checksum", skip_serializing)]
    _checksum: IgnoredAny,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "sums of Poisson resamples")]
struct PoissonJson {
    resamples: usize,
    seed: u64,
    sums: Vec<Vec<u64>>,
}

impl PoissonJson {
    fn sums(self, order: usize) -> Result<PoissonSums, RecordError> {
        let PoissonJson { resamples, seed, sums } = self;
        let is_whole = sums.is_empty() || sums.len() == resamples && sums.iter().all(|row| row.len() == 2 + 2 * order);
        if !is_whole || resamples == 0 {
            return Err(malformed("resamples are missing"));
        }
        for row in &sums {
            Statistics::from_row(row)?;
        }
        Ok(PoissonSums { sums, ..PoissonSums::new(resamples, seed)? })
    }
}

/// A record of a segment as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a record of a segment")]
struct SegmentJson<'a> {
    #[serde(borrow)]
    of: Cow<'a, str>,
    #[serde(borrow)]
    id: Cow<'a, str>,
    #[serde(borrow)]
    system: Cow<'a, str>,
    #[serde(borrow, skip_serializing_if = "Option::is_none")]
    group: Option<Cow<'a, str>>,
    #[serde(rename = "stats")]
    statistics: Cow<'a, [u64]>,
    #[serde(borrow, default, rename = "refs", skip_serializing_if = "Option::is_none")]
    references: Option<Cow<'a, str>>,
    /// Compared with the bytes before it, not as part of the object.
    #[serde(rename = "checksum", skip_serializing)]
    _checksum: IgnoredAny,
}
