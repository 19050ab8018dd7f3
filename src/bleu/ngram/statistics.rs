//! Statistics: the integers that a score is computed from, of a segment or of a sum of segments.

use super::MAX_ORDER;
use crate::bleu::error::Error;
use std::borrow::Borrow;
use std::iter::Sum;
use tinyvec::{ArrayVec, TinyVec};

/// Statistics of a set of segments.
///
/// Sums of statistics are the statistics of the union, so any grouping of a corpus gives the same score.
/// [`Statistics::EMPTY`] is the neutral element, of no segments and of any order; all others know their order and can
/// only be added to statistics of the same order.
///
/// ```
/// use bleu::Statistics;
///
/// let segments = [Statistics::new(5, 6, &[3, 1], &[5, 4])?, Statistics::new(7, 7, &[7, 6], &[7, 6])?];
/// let sum = segments[0].checked_add(&segments[1])?;
/// assert_eq!((sum.hyp_len(), sum.ref_len(), sum.correct()), (12, 13, &[10, 7][..]));
/// assert_eq!(segments.iter().sum::<Result<Statistics, _>>()?, sum);
/// assert!(sum.checked_add(&Statistics::new(1, 1, &[1], &[1])?).is_err());
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "SerializedStatistics", into = "SerializedStatistics")
)]
pub struct Statistics {
    /// `hyp_len, ref_len, correct[1..=order], total[1..=order]`; empty for no segments, whose order is not known. Rows of the
    /// usual order need no memory of their own.
    row: TinyVec<[u64; USUAL_WIDTH]>,
}

/// Length of a row of order 4.
const USUAL_WIDTH: usize = 10;

impl Statistics {
    /// The longest n-grams that were counted; 0 for [`Statistics::EMPTY`].
    pub fn order(&self) -> usize {
        (self.row.len() / 2).saturating_sub(1)
    }

    /// Tokens of the candidate.
    pub fn hyp_len(&self) -> u64 {
        self.at(0)
    }

    /// Sum of the reference lengths, by the rule of the definition; the closest by default.
    pub fn ref_len(&self) -> u64 {
        self.at(1)
    }

    /// Candidate n-grams that occur in a reference, clipped; one number per order.
    pub fn correct(&self) -> &[u64] {
        self.row.get(2..2 + self.order()).unwrap_or_default()
    }

    /// Candidate n-grams; one number per order.
    pub fn total(&self) -> &[u64] {
        self.row.get(2 + self.order()..).unwrap_or_default()
    }
}

impl Statistics {
    /// Statistics of no segments.
    pub const EMPTY: Statistics = Statistics { row: TinyVec::Inline(ArrayVec::from_array_empty([0; USUAL_WIDTH])) };

    /// Statistics from counts: the candidate's length and the reference length in tokens, and for each order,
    /// from 1, the correct n-grams and all n-grams of the candidate.
    ///
    /// # Errors
    /// If the lists are empty, longer than [`MAX_ORDER`] or of different lengths, or if there are more correct n-grams
    /// than n-grams of an order. Lengths and counts of different orders are not compared with each other.
    pub fn new(hyp_len: u64, ref_len: u64, correct: &[u64], total: &[u64]) -> Result<Statistics, Error> {
        let order = check_order(correct.len())?;
        if total.len() != order {
            return Err(Error::InvalidStatistics { order: order.min(total.len()) + 1 });
        }
        if let Some(n) = correct.iter().zip(total).position(|(correct, total)| correct > total) {
            return Err(Error::InvalidStatistics { order: n + 1 });
        }
        Ok(Statistics::from_known_row(&[&[hyp_len, ref_len], correct, total].concat()))
    }

    /// The row `hyp_len, ref_len, correct, total`; empty for no segments.
    #[cfg(feature = "shards")]
    pub(crate) fn row(&self) -> &[u64] {
        &self.row
    }

    /// A number of the row; 0 beyond its end.
    fn at(&self, place: usize) -> u64 {
        self.row.get(place).copied().unwrap_or(0)
    }

    /// The correct and all n-grams of order n + 1; 0 if they were not counted.
    #[inline]
    pub(crate) fn counts(&self, n: usize) -> [u64; 2] {
        let order = self.order();
        if n < order { [self.row[2 + n], self.row[2 + order + n]] } else { [0; 2] }
    }

    /// The same statistics with other correct n-grams of order n + 1.
    pub(crate) fn with_correct(mut self, n: usize, correct: u64) -> Statistics {
        self.row[2 + n] = correct;
        self
    }

    /// The same statistics with another reference length.
    pub(crate) fn with_ref_len(mut self, ref_len: u64) -> Statistics {
        self.row.iter_mut().skip(1).take(1).for_each(|place| *place = ref_len);
        self
    }

    /// Adds the statistics of other segments.
    ///
    /// # Errors
    /// If the orders differ, or a sum exceeds 64 bits. These statistics are then unchanged.
    pub fn merge(&mut self, other: &Statistics) -> Result<(), Error> {
        if self.row.is_empty() {
            self.row.clone_from(&other.row);
            return Ok(());
        }
        other.check_order(self.order())?;
        let sums = self.row.iter().enumerate().map(|(place, number)| number.checked_add(other.at(place)));
        self.row = sums.collect::<Option<_>>().ok_or(Error::Overflow)?;
        Ok(())
    }

    /// The sum; see [`merge`](Self::merge).
    ///
    /// # Errors
    /// If the orders differ, or a sum exceeds 64 bits.
    pub fn checked_add(&self, other: &Statistics) -> Result<Statistics, Error> {
        let mut sum = self.clone();
        sum.merge(other)?;
        Ok(sum)
    }

    /// Whether all n-grams of the candidate, which is one segment, are correct. Totals may count more than there are.
    pub(crate) fn is_all_correct(&self) -> bool {
        (0..).zip(self.correct()).all(|(n, &correct)| correct >= self.hyp_len().saturating_sub(n))
    }

    /// The statistics in a row.
    ///
    /// # Errors
    /// If no order has rows of this length, or as [`Statistics::new`].
    #[cfg(any(feature = "serde", feature = "shards"))]
    pub(crate) fn from_row(row: &[u64]) -> Result<Statistics, Error> {
        match row {
            [hyp_len, ref_len, counts @ ..] if !counts.is_empty() && counts.len().is_multiple_of(2) => {
                let (correct, total) = counts.split_at(counts.len() / 2);
                Statistics::new(*hyp_len, *ref_len, correct, total)
            }
            _ => Err(Error::RowLength { found: row.len() }),
        }
    }

    /// The statistics in a row of some order; of no segments if it is empty.
    #[inline]
    pub(crate) fn from_known_row<T: Copy + Into<u64>>(row: &[T]) -> Statistics {
        if row.len() > USUAL_WIDTH {
            return Statistics { row: row.iter().map(|&number| number.into()).collect() };
        }
        if let Some(row) = row.first_chunk::<USUAL_WIDTH>() {
            return Statistics { row: TinyVec::Inline(ArrayVec::from(row.map(Into::into))) };
        }
        let mut numbers = [0; USUAL_WIDTH];
        numbers.iter_mut().zip(row).for_each(|(place, &number)| *place = number.into());
        Statistics { row: TinyVec::Inline(ArrayVec::from_array_len(numbers, row.len())) }
    }

    /// The statistics with `part`, which must be included in them, replaced by `other` of the same order.
    pub(crate) fn replace(&self, part: &Statistics, other: &Statistics) -> Statistics {
        let replaced = |(place, number): (usize, &u64)| number - part.at(place) + other.at(place);
        Statistics { row: self.row.iter().enumerate().map(replaced).collect() }
    }

    /// Checks that these are statistics of `order`, or of no segments.
    pub(crate) fn check_order(&self, order: usize) -> Result<(), Error> {
        match self.order() {
            found if found == order || self.row.is_empty() => Ok(()),
            found => Err(Error::OrderMismatch { expected: order, found }),
        }
    }
}

/// Checks that an order can be counted.
pub(crate) fn check_order(order: usize) -> Result<usize, Error> {
    if (1..=MAX_ORDER).contains(&order) { Ok(order) } else { Err(Error::OrderOutOfRange { order }) }
}

/// The sum, or the first error; [`Statistics::EMPTY`] if there is nothing to add.
impl<'a> Sum<&'a Statistics> for Result<Statistics, Error> {
    fn sum<I: Iterator<Item = &'a Statistics>>(mut statistics: I) -> Self {
        statistics.try_fold(Statistics::EMPTY, |sum, next| sum.checked_add(next))
    }
}

/// The sum, or the first error; [`Statistics::EMPTY`] if there is nothing to add.
impl Sum<Statistics> for Result<Statistics, Error> {
    fn sum<I: Iterator<Item = Statistics>>(mut statistics: I) -> Self {
        statistics.try_fold(Statistics::EMPTY, |sum, next| sum.checked_add(&next))
    }
}

/// The form in which statistics are serialized.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(expecting = "statistics: hyp_len, ref_len, counts, totals")]
struct SerializedStatistics {
    hyp_len: u64,
    ref_len: u64,
    counts: Vec<u64>,
    totals: Vec<u64>,
}

#[cfg(feature = "serde")]
impl TryFrom<SerializedStatistics> for Statistics {
    type Error = Error;

    fn try_from(serialized: SerializedStatistics) -> Result<Self, Error> {
        let SerializedStatistics { hyp_len, ref_len, counts, totals } = serialized;
        if counts.is_empty() && totals.is_empty() && hyp_len == 0 && ref_len == 0 {
            return Ok(Statistics::EMPTY);
        }
        Statistics::new(hyp_len, ref_len, &counts, &totals)
    }
}

#[cfg(feature = "serde")]
impl From<Statistics> for SerializedStatistics {
    fn from(statistics: Statistics) -> Self {
        SerializedStatistics {
            hyp_len: statistics.hyp_len(),
            ref_len: statistics.ref_len(),
            counts: statistics.correct().to_vec(),
            totals: statistics.total().to_vec(),
        }
    }
}

/// Statistics of each segment of a corpus, one row of 32-bit integers per segment:
/// `hyp_len, ref_len, correct[1..=order], total[1..=order]`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "SerializedTable", into = "SerializedTable")
)]
pub struct SegmentStatistics {
    order: usize,
    values: Vec<u32>,
}

impl SegmentStatistics {
    /// The longest n-grams that were counted.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Integers per row: `2 + 2 * order`.
    pub fn width(&self) -> usize {
        2 + 2 * self.order
    }

    /// Number of segments.
    pub fn len(&self) -> usize {
        self.values.len() / self.width()
    }

    /// Whether there is no segment.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }
}

impl SegmentStatistics {
    /// An empty table for n-grams up to `order`.
    ///
    /// # Errors
    /// If the order is not from 1 to [`MAX_ORDER`].
    pub fn new(order: usize) -> Result<Self, Error> {
        Ok(SegmentStatistics { order: check_order(order)?, values: Vec::new() })
    }

    /// A table of these segments, for n-grams up to `order`.
    ///
    /// # Errors
    /// If the order is not from 1 to [`MAX_ORDER`], if a segment is of another order, or if a number exceeds 32 bits.
    ///
    /// ```
    /// use bleu::{SegmentStatistics, Statistics};
    ///
    /// let segments = [Statistics::new(2, 2, &[1], &[2])?, Statistics::new(3, 3, &[3], &[3])?];
    /// let table = SegmentStatistics::from_segments(1, &segments)?;
    /// assert_eq!((table.len(), table.get(1)), (2, Some(segments[1].clone())));
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn from_segments<T: Borrow<Statistics>>(
        order: usize,
        segments: impl IntoIterator<Item = T>,
    ) -> Result<Self, Error> {
        let mut table = SegmentStatistics::new(order)?;
        segments.into_iter().try_for_each(|segment| table.push(segment.borrow()))?;
        Ok(table)
    }

    /// Removes all segments, but keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.values.clear();
    }

    /// Adds a segment.
    ///
    /// # Errors
    /// If the order differs, or a number exceeds 32 bits.
    pub fn push(&mut self, segment: &Statistics) -> Result<(), Error> {
        segment.check_order(self.order)?;
        let row: Result<Vec<u32>, _> = (0..self.width()).map(|place| segment.at(place).try_into()).collect();
        self.values.extend(row.map_err(|_| Error::Overflow)?);
        Ok(())
    }

    /// Makes room for some segments.
    pub(crate) fn reserve(&mut self, segments: usize) {
        self.values.reserve(segments * self.width());
    }

    /// Adds a segment of `order` correct counts; the totals follow from the candidate's length.
    pub(crate) fn push_counts(&mut self, hyp_len: u32, ref_len: u32, correct: &[u32]) {
        debug_assert_eq!(correct.len(), self.order);
        let totals = (0..self.order as u32).map(|n| hyp_len.saturating_sub(n));
        self.reserve(1);
        self.values.extend([hyp_len, ref_len]);
        self.values.extend(correct);
        self.values.extend(totals);
    }

    /// Adds a row of a table of the same order.
    #[cfg(feature = "shards")]
    pub(crate) fn push_row(&mut self, row: &[u32]) {
        debug_assert_eq!(row.len(), self.width());
        self.values.extend_from_slice(row);
    }

    /// An empty table of the same order.
    #[cfg(feature = "shards")]
    pub(crate) fn empty_like(&self) -> SegmentStatistics {
        SegmentStatistics { order: self.order, values: Vec::new() }
    }

    /// The rows, to be changed.
    pub(super) fn rows_mut(&mut self) -> impl Iterator<Item = &mut [u32]> {
        let width = self.width();
        self.values.chunks_exact_mut(width)
    }

    /// Adds the segments of another table after these.
    ///
    /// # Errors
    /// If the orders differ.
    pub fn append(&mut self, other: &SegmentStatistics) -> Result<(), Error> {
        if self.order != other.order {
            return Err(Error::OrderMismatch { expected: self.order, found: other.order });
        }
        self.values.extend_from_slice(&other.values);
        Ok(())
    }

    /// The rows, one slice of [`width`](Self::width) integers per segment.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = &[u32]> + DoubleEndedIterator {
        self.values.chunks_exact(self.width())
    }

    /// The statistics of a segment, from 0; `None` if there is no such segment.
    pub fn get(&self, segment: usize) -> Option<Statistics> {
        self.rows().nth(segment).map(Statistics::from_known_row)
    }

    /// The statistics of each segment.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Statistics> + DoubleEndedIterator {
        self.rows().map(Statistics::from_known_row)
    }

    /// The statistics of all segments together. (A table that fits into memory cannot exceed 64 bits.)
    pub fn sum(&self) -> Statistics {
        self.add_up(self.rows())
    }

    /// The table of some segments only, from 0.
    pub(crate) fn only(&self, segments: &[usize]) -> SegmentStatistics {
        let rows = segments.iter().flat_map(|&segment| &self.values[segment * self.width()..][..self.width()]);
        SegmentStatistics { order: self.order, values: rows.copied().collect() }
    }

    /// The statistics of some segments together, from 0.
    pub(crate) fn sum_of(&self, segments: &[usize]) -> Statistics {
        self.add_up(segments.iter().map(|&segment| &self.values[segment * self.width()..][..self.width()]))
    }

    fn add_up<'a>(&self, rows: impl Iterator<Item = &'a [u32]>) -> Statistics {
        let mut sums = [0u64; 2 + 2 * MAX_ORDER];
        for row in rows {
            for (sum, &value) in sums.iter_mut().zip(row) {
                *sum += u64::from(value);
            }
        }
        Statistics::from_known_row(&sums[..self.width()])
    }
}

/// The statistics of each segment.
impl<'a> IntoIterator for &'a SegmentStatistics {
    type Item = Statistics;
    type IntoIter = std::iter::Map<std::slice::ChunksExact<'a, u32>, fn(&'a [u32]) -> Statistics>;

    fn into_iter(self) -> Self::IntoIter {
        self.values.chunks_exact(self.width()).map(Statistics::from_known_row)
    }
}

/// The form in which a table is serialized.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(expecting = "statistics of segments: order, rows")]
struct SerializedTable {
    order: usize,
    rows: Vec<Vec<u32>>,
}

#[cfg(feature = "serde")]
impl TryFrom<SerializedTable> for SegmentStatistics {
    type Error = Error;

    fn try_from(SerializedTable { order, rows }: SerializedTable) -> Result<Self, Error> {
        let mut table = SegmentStatistics::new(order)?;
        for row in rows {
            let row: Vec<u64> = row.into_iter().map(u64::from).collect();
            table.push(&Statistics::from_row(&row)?)?;
        }
        Ok(table)
    }
}

#[cfg(feature = "serde")]
impl From<SegmentStatistics> for SerializedTable {
    fn from(table: SegmentStatistics) -> Self {
        SerializedTable { order: table.order, rows: table.rows().map(<[u32]>::to_vec).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_are_rows_that_add_up() {
        let mut segments = SegmentStatistics::new(2).unwrap();
        segments.push_counts(3, 4, &[2, 1]);
        segments.push(&Statistics::new(1, 1, &[1, 0], &[1, 0]).unwrap()).unwrap();
        segments.push_counts(0, 5, &[0, 0]);
        let rows: Vec<_> = segments.rows().collect();
        assert_eq!(rows, [&[3, 4, 2, 1, 3, 2][..], &[1, 1, 1, 0, 1, 0], &[0, 5, 0, 0, 0, 0]]);
        let sum = segments.sum();
        assert_eq!(sum, Statistics::new(4, 10, &[3, 1], &[4, 2]).unwrap());
        assert_eq!(segments.iter().sum::<Result<Statistics, Error>>(), Ok(sum));
        segments.append(&segments.clone()).unwrap();
        assert_eq!((segments.len(), segments.sum().hyp_len()), (6, 8));
    }

    #[test]
    #[cfg(feature = "serde")]
    fn tables_are_read_back_or_refused() {
        let mut table = SegmentStatistics::new(2).unwrap();
        table.push_counts(3, 4, &[2, 1]);
        let json = serde_json::to_string(&table).unwrap();
        assert_eq!(json, r#"{"order":2,"rows":[[3,4,2,1,3,2]]}"#);
        assert_eq!(serde_json::from_str::<SegmentStatistics>(&json).unwrap(), table);
        for wrong in [
            r#"{"order":2,"rows":[[3,4,4,1,3,2]]}"#,
            r#"{"order":2,"rows":[[3,4,2,3]]}"#,
            r#"{"order":2,"rows":[[3]]}"#,
            r#"{"order":2,"rows":[[3,4,2]]}"#,
            r#"{"order":0,"rows":[]}"#,
            "5",
        ] {
            let message = serde_json::from_str::<SegmentStatistics>(wrong).unwrap_err().to_string();
            assert!(!message.contains("SerializedStatistics"), "{message}");
        }
        let message = serde_json::from_str::<SegmentStatistics>(r#"{"order":2,"rows":[[3,4,2]]}"#).unwrap_err();
        assert!(message.to_string().starts_with("a row of 3 numbers"), "{message}");
    }

    #[test]
    #[cfg(feature = "serde")]
    fn statistics_of_no_segments_are_read_back() {
        let json = serde_json::to_string(&Statistics::EMPTY).unwrap();
        assert_eq!(json, r#"{"hyp_len":0,"ref_len":0,"counts":[],"totals":[]}"#);
        assert_eq!(serde_json::from_str::<Statistics>(&json).unwrap(), Statistics::EMPTY);
        for (right, wrong) in [
            ("hyp_len\":0", "hyp_len\":1"),
            ("ref_len\":0", "ref_len\":1"),
            ("counts\":[]", "counts\":[0]"),
            ("totals\":[]", "totals\":[0]"),
        ] {
            let json = json.replace(right, wrong);
            assert!(serde_json::from_str::<Statistics>(&json).is_err(), "{json}");
        }
    }

    #[test]
    fn sums_of_large_corpora_do_not_overflow() {
        let mut segments = SegmentStatistics::new(1).unwrap();
        (0..3).for_each(|_| segments.push_counts(u32::MAX, 1, &[u32::MAX - 1]));
        let sum = segments.sum();
        assert_eq!((sum.correct()[0], sum.total()[0]), (3 * u64::from(u32::MAX) - 3, 3 * u64::from(u32::MAX)));
        let corpus: Result<Statistics, Error> = std::iter::repeat_n(sum, 1000).sum();
        assert_eq!(corpus.map(|corpus| (corpus.hyp_len(), corpus.ref_len())), Ok((3000 * u64::from(u32::MAX), 3000)));
    }

    #[test]
    fn sums_beyond_64_bits_are_refused() {
        let one = Statistics::new(1, 1, &[1], &[1]).unwrap();
        assert_eq!(one.clone().with_ref_len(u64::MAX).checked_add(&one), Err(Error::Overflow));
    }

    #[test]
    fn orders_are_not_mixed() {
        let (one, two) = (Statistics::new(1, 1, &[1], &[1]).unwrap(), Statistics::new(1, 1, &[1, 0], &[1, 0]).unwrap());
        assert_eq!(one.checked_add(&two), Err(Error::OrderMismatch { expected: 1, found: 2 }));
        assert_eq!(Statistics::EMPTY.checked_add(&two), Ok(two.clone()));
        assert_eq!(two.checked_add(&Statistics::EMPTY), Ok(two.clone()));
        let mut table = SegmentStatistics::new(1).unwrap();
        assert!(table.push(&two).is_err() && table.append(&SegmentStatistics::new(2).unwrap()).is_err());
    }

    #[test]
    fn impossible_counts_are_refused() {
        assert_eq!(Statistics::new(1, 1, &[2], &[1]), Err(Error::InvalidStatistics { order: 1 }));
        assert_eq!(Statistics::new(1, 1, &[1, 0], &[1]), Err(Error::InvalidStatistics { order: 2 }));
        assert_eq!(Statistics::new(1, 1, &[], &[]), Err(Error::OrderOutOfRange { order: 0 }));
        assert!(Statistics::new(1, 1, &[0; 17], &[0; 17]).is_err());
    }
}
