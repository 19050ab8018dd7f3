//! Records of statistics as lines of JSON. The bytes are canonical: equal records are equal lines.

use super::ids::hash_id;
use super::poisson::check_resamples;
use super::{PoissonSums, ShardError};
use crate::{Error, ReferenceCount, Signature, Statistics};
use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::io::Write;

/// First bytes of a record of sums.
const SUM: &[u8] = b"{\"format\":\"bleu-statistics\",";

/// First bytes of a record of a segment.
const SEGMENT: &[u8] = b"{\"of\":";

/// Value of the key `format`.
const FORMAT: &str = "bleu-statistics";

/// Value of the key `version`.
const VERSION: u32 = 1;

/// Text before the checksum, which has eight digits, and after it.
const CHECKSUM: (&[u8], &[u8]) = (b",\"checksum\":\"", b"\"}");

/// A line of statistics.
#[derive(Clone, Debug, PartialEq)]
pub enum Record {
    /// The sums of some segments.
    Sum(Box<SumRecord>),
    /// The statistics of one segment.
    Segment(Box<SegmentRecord>),
}

/// Sums of the statistics of a system, on some segments.
#[derive(Clone, Debug, PartialEq)]
pub struct SumRecord {
    /// How the score of these statistics is computed. The number of references is that of these segments.
    pub signature: Signature,
    /// Number of references that were named. (Segments may lack some of them, or have several under one name.)
    pub references: usize,
    /// Name of the system.
    pub system: String,
    /// Place of the system among those that were scored together, from 0.
    pub place: usize,
    /// Group that the segments belong to, if they were divided.
    pub group: Option<String>,
    /// The sums.
    pub sums: Sums,
}

/// Numbers that add up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sums {
    /// Number of segments.
    pub segments: u64,
    /// Sum of the hashes of the segments' ids, modulo 2^64; `None` if segments have no ids.
    pub ids: Option<u64>,
    /// Sum of the statistics.
    pub statistics: Statistics,
    /// Sums of Poisson resamples, if asked for.
    pub poisson: Option<PoissonSums>,
}

impl Sums {
    /// Adds a segment. The id counts only if these sums have ids or Poisson resamples.
    ///
    /// # Errors
    /// If the order differs or a number exceeds 64 bits.
    pub fn add_segment(&mut self, id: &str, statistics: &Statistics) -> Result<(), Error> {
        self.statistics = (self.statistics + *statistics)?;
        self.segments = self.segments.checked_add(1).ok_or(Error::Overflow)?;
        if let Some(ids) = &mut self.ids {
            *ids = ids.wrapping_add(hash_id(id));
        }
        match &mut self.poisson {
            Some(poisson) => poisson.add_segment(id, statistics),
            None => Ok(()),
        }
    }

    /// Checks that sums of no segments are 0, and that resamples have sums if there are segments.
    fn check_segments(&self) -> Result<(), ShardError> {
        let Sums { segments, ids, statistics, poisson } = self;
        let mut row = [0; 2 + 2 * crate::MAX_ORDER];
        let is_zero = ids.is_none_or(|ids| ids == 0) && statistics.write_row(&mut row).iter().all(|&sum| sum == 0);
        let has_empty_resamples = poisson.as_ref().map(|poisson| poisson.sums.is_empty());
        let is_possible = match segments {
            0 => is_zero && has_empty_resamples != Some(false),
            _ => has_empty_resamples != Some(true),
        };
        if is_possible {
            return Ok(());
        }
        Err(ShardError::Impossible { segments: *segments })
    }

    /// Adds the sums of other segments.
    ///
    /// # Errors
    /// If these are sums of another kind, or if a number exceeds 64 bits.
    pub fn add(&mut self, other: &Sums) -> Result<(), ShardError> {
        self.statistics = (self.statistics + other.statistics)?;
        self.segments = self.segments.checked_add(other.segments).ok_or(Error::Overflow)?;
        self.ids = match (self.ids, other.ids) {
            (Some(ids), Some(more)) => Some(ids.wrapping_add(more)),
            (None, None) => None,
            _ => return Err(ShardError::MissingIds),
        };
        match (&mut self.poisson, &other.poisson) {
            (Some(poisson), Some(more)) if (poisson.seed, poisson.resamples) == (more.seed, more.resamples) => {
                Ok(poisson.add(more)?)
            }
            (None, None) => Ok(()),
            _ => Err(ShardError::OtherResamples),
        }
    }
}

/// The statistics of one segment. A record of sums, which includes them, says how they were counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SegmentRecord {
    /// The [`key`](SumRecord::key) of the record of sums.
    pub of: u32,
    /// Id of the segment.
    pub id: String,
    /// Name of the system.
    pub system: String,
    /// Group that the segment belongs to.
    pub group: Option<String>,
    /// The statistics.
    pub statistics: Statistics,
}

impl SumRecord {
    /// The record of no segments.
    pub fn empty(signature: Signature, references: usize, system: &str, place: usize) -> SumRecord {
        SumRecord { signature, references, system: system.to_owned(), place, group: None, sums: Sums::default() }
    }

    /// Fingerprint of the settings; records with different keys cannot be added.
    pub fn key(&self) -> u32 {
        crc32fast::hash(self.definition().as_bytes())
    }

    /// All that must be equal in records that are added.
    pub(super) fn definition(&self) -> String {
        let signature = self.signature.clone().with_references(ReferenceCount::Fixed(self.references));
        signature.to_string()
    }

    /// The record as a line, without a line end.
    pub fn to_line(&self) -> String {
        let order = self.signature.definition().counted_order();
        let Sums { segments, ids, statistics, poisson } = &self.sums;
        let poisson = poisson.as_ref().map(|poisson| {
            let width = 2 + 2 * order;
            let sums = poisson.sums.chunks(width).map(<[u64]>::to_vec).collect();
            PoissonJson { resamples: poisson.resamples, seed: poisson.seed, sums }
        });
        let mut line = Vec::new();
        write_with_checksum(
            &SumJson {
                format: FORMAT.into(),
                version: VERSION,
                signature: self.signature.to_string(),
                references: self.references,
                system: self.system.clone(),
                place: self.place,
                group: self.group.clone(),
                segments: *segments,
                ids: ids.map(|ids| format!("{ids:016x}")),
                hyp_len: statistics.hyp_len(),
                ref_len: statistics.ref_len(),
                counts: statistics.correct[..order].to_vec(),
                totals: statistics.total[..order].to_vec(),
                poisson,
                _checksum: IgnoredAny,
            },
            &mut line,
        );
        String::from_utf8(line).expect("JSON is UTF-8")
    }
}

impl SegmentRecord {
    /// The record as a line, without a line end.
    pub fn to_line(&self) -> String {
        let mut line = Vec::new();
        let SegmentRecord { of, id, system, group, statistics } = self;
        SegmentFields { of: *of, id, system, group: group.as_deref(), statistics }.write(&mut line);
        String::from_utf8(line).expect("JSON is UTF-8")
    }
}

/// The fields of a [`SegmentRecord`].
pub(crate) struct SegmentFields<'a> {
    pub of: u32,
    pub id: &'a str,
    pub system: &'a str,
    pub group: Option<&'a str>,
    pub statistics: &'a Statistics,
}

impl SegmentFields<'_> {
    /// Writes the record as a line, without a line end.
    pub fn write(&self, line: &mut Vec<u8>) {
        let mut row = [0; 2 + 2 * crate::MAX_ORDER];
        let json = SegmentJson {
            of: format!("{:08x}", self.of).into(),
            id: self.id.into(),
            system: self.system.into(),
            group: self.group.map(Cow::from),
            statistics: self.statistics.write_row(&mut row).into(),
            _checksum: IgnoredAny,
        };
        write_with_checksum(&json, line);
    }
}

/// Writes an object, which has no checksum yet, as a line with its checksum.
fn write_with_checksum(object: &impl Serialize, line: &mut Vec<u8>) {
    let start = line.len();
    serde_json::to_writer(&mut *line, object).expect("strings and integers can be written as JSON");
    line.pop();
    let checksum = crc32fast::hash(&line[start..]);
    write!(line, ",\"checksum\":\"{checksum:08x}\"}}").expect("memory can be written to");
}

impl Record {
    /// Reads a line, which may end in white space, such as the tab that Hadoop streaming adds.
    ///
    /// # Errors
    /// If it is not a record that this version of the program writes, or if its checksum does not match.
    pub fn parse(line: &[u8]) -> Result<Record, ShardError> {
        let trimmed = line.trim_ascii_end();
        let is_sum = trimmed.starts_with(SUM);
        if !is_sum && !trimmed.starts_with(SEGMENT) {
            return Err(ShardError::NotARecord);
        }
        check(trimmed)?;
        if is_sum { parse_sum(trimmed) } else { parse_segment(trimmed) }
    }
}

/// Checks the checksum of a line.
fn check(line: &[u8]) -> Result<(), ShardError> {
    let (before, after) = CHECKSUM;
    let parts = line.strip_suffix(after).and_then(|line| line.split_at_checked(line.len().checked_sub(8)?));
    let Some((text, checksum)) = parts.and_then(|(text, checksum)| Some((text.strip_suffix(before)?, checksum))) else {
        return Err(ShardError::CutOff);
    };
    let is_intact = format!("{:08x}", crc32fast::hash(text)).as_bytes() == checksum;
    if is_intact { Ok(()) } else { Err(ShardError::Checksum) }
}

fn malformed(fault: impl std::fmt::Display) -> ShardError {
    ShardError::Malformed { fault: fault.to_string() }
}

fn parse_sum(line: &[u8]) -> Result<Record, ShardError> {
    let json: SumJson = serde_json::from_slice(line).map_err(malformed)?;
    if json.version != VERSION {
        return Err(ShardError::OtherFormat { found: json.version, expected: VERSION });
    }
    let signature = Signature::read(&json.signature).map_err(malformed)?;
    if signature.version() != Signature::VERSION {
        let (found, expected) = (signature.version().to_string(), Signature::VERSION.to_string());
        return Err(ShardError::OtherVersion { found, expected });
    }
    let order = signature.definition().counted_order();
    let statistics = Statistics::new(json.hyp_len, json.ref_len, &json.counts, &json.totals)?;
    statistics.check_order(order)?;
    let ids = json.ids.map(|ids| u64::from_str_radix(&ids, 16)).transpose().map_err(malformed)?;
    let poisson = json.poisson.map(|json| json.sums(order)).transpose()?;
    let sums = Sums { segments: json.segments, ids, statistics, poisson };
    sums.check_segments()?;
    Ok(Record::Sum(Box::new(SumRecord {
        signature,
        references: json.references,
        system: json.system,
        place: json.place,
        group: json.group,
        sums,
    })))
}

fn parse_segment(line: &[u8]) -> Result<Record, ShardError> {
    let json: SegmentJson = serde_json::from_slice(line).map_err(malformed)?;
    Ok(Record::Segment(Box::new(SegmentRecord {
        of: u32::from_str_radix(&json.of, 16).map_err(malformed)?,
        id: json.id.into_owned(),
        system: json.system.into_owned(),
        group: json.group.map(Cow::into_owned),
        statistics: Statistics::from_row(&json.statistics)?,
    })))
}

/// A record of sums as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
#[serde(deny_unknown_fields)]
struct PoissonJson {
    resamples: usize,
    seed: u64,
    sums: Vec<Vec<u64>>,
}

impl PoissonJson {
    fn sums(self, order: usize) -> Result<PoissonSums, ShardError> {
        let PoissonJson { resamples, seed, sums } = self;
        let is_whole = sums.is_empty() || sums.len() == resamples && sums.iter().all(|row| row.len() == 2 + 2 * order);
        if !is_whole || resamples == 0 {
            return Err(malformed("resamples are missing"));
        }
        check_resamples(resamples)?;
        for row in &sums {
            Statistics::from_row(row)?;
        }
        Ok(PoissonSums { seed, resamples, sums: sums.concat() })
    }
}

/// A record of a segment as JSON.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
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
    /// Compared with the bytes before it, not as part of the object.
    #[serde(rename = "checksum", skip_serializing)]
    _checksum: IgnoredAny,
}
