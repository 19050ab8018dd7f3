//! Signs of problems in the statistics of a candidate's segments, which a score knows anyhow.

use super::checks::copied::Copies;
use super::checks::unrelated::are_hardly_correct;
use super::segment_list::SegmentList;
use super::shares::share;
use crate::SegmentStatistics;
use std::ops::AddAssign;

/// Minimum number of tokens, on both sides, of segments whose n-grams are compared.
const MIN_TOKENS: u32 = 8;

/// Share of segments that must have hardly a correct token; it rises to another one between these shares of correct tokens of all
/// segments, since more lines of a free translation have.
const MIN_DISSIMILAR: [f64; 2] = [0.022, 0.082];
const FREE: [f64; 2] = [0.65, 0.4];

/// Share of the tokens that segments must have which are much longer than their reference, or lack.
const MIN_SURPLUS: f64 = 0.01;
const MIN_LACK: f64 = 0.042;

/// One segment in so many must be much longer, or shorter.
const SEGMENTS_PER_LONGER: u64 = 250;
const SEGMENTS_PER_SHORTER: u64 = 25;

/// Minimum number of segments for each of these signs.
const MIN_SEGMENTS: u64 = 4;

/// Signs in the statistics of a candidate's segments. Those of batches add up.
#[derive(Clone, Debug, Default)]
pub struct SegmentSigns {
    /// Number of segments.
    pub(super) segments: u64,
    /// Segments without a token whose closest references have tokens.
    pub(super) empty: SegmentList,
    /// Tokens of all segments, of the candidate and of the closest references.
    pub(super) hyp_len: u64,
    pub(super) ref_len: u64,
    /// Correct tokens of all segments.
    correct: u64,
    /// Tokens that segments have, or lack, which are much longer or shorter than their reference, and these segments.
    surplus: u64,
    lack: u64,
    longer: u64,
    shorter: u64,
    /// Segments that are long enough.
    compared: u64,
    /// Segments among these with hardly a correct token.
    dissimilar: u64,
    copies: Copies,
}

impl SegmentSigns {
    /// Looks at the statistics of the next segments of a candidate.
    pub fn of_batch(statistics: &SegmentStatistics) -> SegmentSigns {
        let mut signs = SegmentSigns::default();
        for row in statistics.rows() {
            signs.copies.add(row, statistics.order());
            signs.add(row[0], row[1], row[2]);
        }
        signs
    }

    /// Adds a segment.
    fn add(&mut self, hyp_len: u32, ref_len: u32, correct: u32) {
        if hyp_len == 0 && ref_len > 0 {
            self.empty.add(self.segments);
        }
        self.segments += 1;
        self.hyp_len += u64::from(hyp_len);
        self.ref_len += u64::from(ref_len);
        self.correct += u64::from(correct);
        if 2 * hyp_len > 3 * ref_len + 10 {
            self.surplus += u64::from(hyp_len - ref_len);
            self.longer += 1;
        }
        if 3 * hyp_len + 4 < 2 * ref_len {
            self.lack += u64::from(ref_len - hyp_len);
            self.shorter += 1;
        }
        let tokens = hyp_len.min(ref_len);
        if tokens >= MIN_TOKENS {
            self.compared += 1;
            self.dissimilar += u64::from(4 * correct < tokens);
        }
    }

    /// Whether more segments than those of translations are unlike their references, copies of these, or of another length.
    pub(super) fn are_odd(&self) -> bool {
        let free = (FREE[0] - share(self.correct, self.hyp_len)) / (FREE[0] - FREE[1]);
        let dissimilar = MIN_DISSIMILAR[0] + (MIN_DISSIMILAR[1] - MIN_DISSIMILAR[0]) * free.clamp(0.0, 1.0);
        self.dissimilar >= MIN_SEGMENTS && self.dissimilar as f64 >= dissimilar * self.compared as f64
            || self.copies.are_many()
            || are_hardly_correct(self.correct, self.hyp_len)
            || self.longer >= MIN_SEGMENTS.max(self.compared / SEGMENTS_PER_LONGER)
                && self.surplus as f64 >= MIN_SURPLUS * self.hyp_len as f64
            || self.shorter >= MIN_SEGMENTS.max(self.compared / SEGMENTS_PER_SHORTER)
                && self.lack as f64 >= MIN_LACK * self.ref_len as f64
    }
}

impl AddAssign<&SegmentSigns> for SegmentSigns {
    fn add_assign(&mut self, next: &SegmentSigns) {
        self.empty.append(&next.empty, self.segments);
        add_fields!(self, next; segments, hyp_len, ref_len, correct, surplus, lack, longer, shorter);
        add_fields!(self, next; compared, dissimilar, copies);
    }
}
