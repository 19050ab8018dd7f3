//! Signs of problems in the statistics of a candidate's segments, which a score knows anyhow.

use super::checks::copied;
use super::checks::copied::is_copy;
use super::checks::unrelated::are_hardly_correct;
use super::limits::{ENOUGH, FEW_LINES, InGoodText, NOTICEABLE_SHARE, SENTENCE_TOKENS, is_large_share};
use super::segment_list::SegmentList;
use crate::bleu::scoring::SegmentStatistics;
use std::ops::AddAssign;

/// Number of tokens per class of lengths, and number of classes; the last has all that are longer.
const TOKENS_PER_CLASS: u32 = 4;
const CLASSES: usize = 32;
const _: () = assert!(SENTENCE_TOKENS.is_multiple_of(TOKENS_PER_CLASS));

/// Spread of the chance of a correct bigram over segments: shape of a gamma distribution. The segments of real
/// translations without a correct bigram are fewer than it predicts.
const SHAPE: f64 = 2.0;

/// Share of segments with hardly a correct token, or with correct tokens but hardly a bigram, that translations hardly reach; twice
/// the share without a correct bigram beyond the predicted one, and of surplus tokens in segments that are much longer than their
/// reference; and half of what much shorter ones lack.
const MIN_SHARE: f64 = NOTICEABLE_SHARE;

/// Part of the share predicted to be without a correct bigram that is added to the latter two: a free translation has more of them.
const IF_FREE: f64 = 0.1;

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
    matched: u64,
    /// Tokens that segments have, or lack, which are much longer or shorter than their reference, and these segments.
    surplus: u64,
    lack: u64,
    longer: u64,
    shorter: u64,
    /// Segments that are long enough, by their number of tokens.
    compared: [u32; CLASSES],
    /// Their bigrams, as many as the shorter side has, and the correct ones.
    bigrams: u64,
    correct: u64,
    /// Segments among them without a correct bigram.
    unmatched: u64,
    /// Segments among them with hardly a correct token.
    dissimilar: u64,
    /// Segments among them with many correct tokens, but hardly a correct bigram.
    disordered: u64,
    /// Segments among them that are copies of a reference.
    copies: u64,
}

impl SegmentSigns {
    /// Looks at the statistics of the next segments of a candidate.
    pub fn of_batch(statistics: &SegmentStatistics) -> SegmentSigns {
        let order = statistics.order();
        let mut signs = SegmentSigns::default();
        for row in statistics.rows() {
            signs.add(row, order);
        }
        signs
    }

    /// Adds a segment, given its row of statistics of some order.
    #[inline]
    fn add(&mut self, row: &[u32], order: usize) {
        let (hyp_len, ref_len, correct) = (row[0], row[1], &row[2..2 + order]);
        if hyp_len == 0 && ref_len > 0 {
            self.empty.add(self.segments);
        }
        self.segments += 1;
        self.hyp_len += u64::from(hyp_len);
        self.ref_len += u64::from(ref_len);
        self.matched += u64::from(correct[0]);
        if 2 * hyp_len > 3 * ref_len + 10 {
            self.surplus += u64::from(hyp_len - ref_len);
            self.longer += 1;
        }
        if 3 * hyp_len + 4 < 2 * ref_len {
            self.lack += u64::from(ref_len - hyp_len);
            self.shorter += 1;
        }
        let tokens = hyp_len.min(ref_len);
        if tokens < SENTENCE_TOKENS {
            return;
        }
        self.compared[CLASSES.min((tokens / TOKENS_PER_CLASS) as usize + 1) - 1] += 1;
        self.dissimilar += u64::from(5 * correct[0] < tokens);
        self.copies += u64::from(is_copy(row, order));
        if let Some(&bigrams) = correct.get(1) {
            self.bigrams += u64::from(tokens - 1);
            self.correct += u64::from(bigrams);
            self.unmatched += u64::from(bigrams == 0);
            self.disordered += u64::from(2 * correct[0] >= tokens && 12 * bigrams < tokens);
        }
    }

    /// Whether more segments than in translations are unlike their references, copies of these, or of another length.
    pub(super) fn are_strong(&self) -> bool {
        let compared: u64 = self.compared.iter().map(|count| u64::from(*count)).sum();
        let expected = self.expected_unmatched() / (compared as f64).max(1.0);
        let are_many = |segments: u64, share: f64| segments >= FEW_LINES && segments as f64 >= share * compared as f64;
        let are_of_length = |segments: u64| segments >= InGoodText::Never.least(compared);
        // In the outputs of WMT22, 26 in 100 bigrams or more are correct.
        let has_low_precision = self.bigrams >= ENOUGH && !is_large_share(self.correct, self.bigrams);
        // No translation has no correct bigram in most of its segments.
        are_many(self.unmatched, (0.5 * MIN_SHARE + expected).min(0.5))
            || are_many(self.dissimilar, MIN_SHARE + IF_FREE * expected)
            || are_many(self.disordered, MIN_SHARE + IF_FREE * expected)
            || copied::are_many(self.copies, compared)
            || are_hardly_correct(self.matched, self.hyp_len)
            || has_low_precision
            || are_of_length(self.longer) && 2.0 * self.surplus as f64 >= MIN_SHARE * self.hyp_len as f64
            || are_of_length(self.shorter) && self.lack as f64 >= 2.0 * MIN_SHARE * self.ref_len as f64
    }

    /// Number of segments without a correct bigram that the share of correct ones predicts.
    fn expected_unmatched(&self) -> f64 {
        let precision = self.correct as f64 / (self.bigrams as f64).max(1.0);
        let of_class = |(class, count): (u32, &u32)| {
            let bigrams = f64::from(TOKENS_PER_CLASS * class) + 0.5 * f64::from(TOKENS_PER_CLASS - 1) - 1.0;
            f64::from(*count) * (1.0 + bigrams.max(0.0) * precision / SHAPE).powf(-SHAPE)
        };
        (0..).zip(&self.compared).map(of_class).sum()
    }
}

impl AddAssign<&SegmentSigns> for SegmentSigns {
    fn add_assign(&mut self, next: &SegmentSigns) {
        self.empty.append(&next.empty, self.segments);
        add_fields!(self, next; segments, hyp_len, ref_len, matched, surplus, lack, longer, shorter);
        add_fields!(self, next; bigrams, correct, unmatched, dissimilar, disordered, copies);
        self.compared.iter_mut().zip(next.compared).for_each(|(sum, count)| *sum = sum.saturating_add(count));
    }
}
