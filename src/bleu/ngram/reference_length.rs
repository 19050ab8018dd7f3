//! The reference length of a segment that has several references.

use crate::bleu::names::names;
use std::cmp::Ordering;

names! {
    /// Rule of the reference length of a segment, which the brevity penalty compares with the candidate's length.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ReferenceLength: "rule of the reference length" {
        /// The length closest to the candidate's; of two equally close ones the shorter (Papineni et al., 2002).
        #[default]
        Closest = "closest",
        /// The shortest length (mteval's option, and NIST's usage).
        Shortest = "shortest",
        /// The mean of the lengths, rounded to whole tokens, halves to the even one.
        Average = "average",
        /// The length closest to the candidate's; ties go to the reference listed first.
        ClosestFirst = "closest-first",
    }
}

impl ReferenceLength {
    /// The reference length of a segment, in tokens; 0 without references.
    #[inline(always)]
    pub(crate) fn choose(self, hyp_len: u32, ref_lens: impl IntoIterator<Item = u32>) -> u32 {
        let ref_lens = ref_lens.into_iter();
        let chosen = match self {
            ReferenceLength::Closest => ref_lens.min_by_key(|&ref_len| (hyp_len.abs_diff(ref_len), ref_len)),
            ReferenceLength::Shortest => ref_lens.min(),
            ReferenceLength::Average => {
                let add = |(sum, count), ref_len| (sum + u64::from(ref_len), count + 1);
                let (sum, count) = ref_lens.fold((0, 0), add);
                return rounded_mean(sum, count);
            }
            ReferenceLength::ClosestFirst => ref_lens.min_by_key(|&ref_len| hyp_len.abs_diff(ref_len)),
        };
        chosen.unwrap_or(0)
    }
}

/// The mean of lengths that have this sum and number, rounded, halves to the even number: over a corpus, the errors of
/// rounding cancel each other out. 0 of no lengths.
pub(crate) fn rounded_mean(sum: u64, count: u64) -> u32 {
    let (Some(mean), Some(rest)) = (sum.checked_div(count), sum.checked_rem(count)) else { return 0 };
    let is_up = match (2 * rest).cmp(&count) {
        Ordering::Less => false,
        Ordering::Equal => mean % 2 == 1,
        Ordering::Greater => true,
    };
    (mean + u64::from(is_up)) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shorter_of_equally_close_references_is_chosen() {
        let closest = |hyp_len, ref_lens: &[u32]| ReferenceLength::Closest.choose(hyp_len, ref_lens.iter().copied());
        assert_eq!(closest(5, &[7, 4, 6]), 4);
        assert_eq!(closest(5, &[6, 4]), 4);
        assert_eq!(closest(5, &[9, 0, 5]), 5);
        assert_eq!(closest(1, &[0, 3]), 0);
        assert_eq!(closest(3, &[]), 0);
        assert_eq!(ReferenceLength::Shortest.choose(5, [5, 2, 9]), 2);
        assert_eq!(ReferenceLength::ClosestFirst.choose(5, [9, 6, 4]), 6);
        assert_eq!(
            [&[3, 4][..], &[4, 5], &[5, 6], &[3, 3, 4], &[3, 4, 4], &[]]
                .map(|lengths| ReferenceLength::Average.choose(9, lengths.to_vec())),
            [4, 4, 6, 3, 4, 0]
        );
    }
}
