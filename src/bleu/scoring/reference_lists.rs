//! The references of a corpus, made of lists as their owner has them: per segment, per reference, or one of each segment.

use crate::bleu::error::Error;
use crate::bleu::lines::as_strs;

/// The references of each segment of a corpus. Methods take the lists or a reference to them, so that several candidates can be
/// scored against the same lists.
///
/// ```
/// use bleu::{Definition, ReferenceLists};
///
/// let (definition, candidates) = (Definition::default(), ["a red car", "it is blue"]);
/// let by_segment = [vec!["a red car", "one red car"], vec!["it is green", "it looks blue"]];
/// let by_reference = [["a red car", "it is green"], ["one red car", "it looks blue"]];
/// let score = definition.corpus_score(&candidates, ReferenceLists::by_segment(&by_segment))?;
/// assert_eq!(score, definition.corpus_score(&candidates, ReferenceLists::by_reference(&by_reference)?)?);
/// assert_eq!((score.correct()[0], score.hyp_len(), score.ref_len()), (6.0, 6, 6));
/// let single = definition.corpus_score(&candidates, ReferenceLists::single(&by_reference[0]))?;
/// assert_eq!(single.correct()[0], 5.0);
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ReferenceLists<'a> {
    pub(super) texts: Vec<&'a str>,
    /// The place of the first text of each segment, and the number of texts.
    pub(super) bounds: Vec<usize>,
}

impl<'a> ReferenceLists<'a> {
    /// References given as a list per segment: item i holds the references of candidate i.
    pub fn by_segment<T: AsRef<str> + 'a>(lists: &'a [impl AsRef<[T]>]) -> ReferenceLists<'a> {
        let (mut texts, mut bounds) = (Vec::with_capacity(lists.len()), vec![0]);
        for list in lists {
            texts.extend(list.as_ref().iter().map(AsRef::as_ref));
            bounds.push(texts.len());
        }
        ReferenceLists { texts, bounds }
    }

    /// References given as a list per reference, as sacreBLEU takes them: item i of each list is for candidate i.
    ///
    /// # Errors
    /// If the lists have different lengths.
    pub fn by_reference<T: AsRef<str> + 'a>(lists: &'a [impl AsRef<[T]>]) -> Result<ReferenceLists<'a>, Error> {
        let segments = lists.first().map_or(0, |list| list.as_ref().len());
        if let Some(list) = lists.iter().find(|list| list.as_ref().len() != segments) {
            return Err(Error::ListLengths { expected: segments, found: list.as_ref().len() });
        }
        let texts = (0..segments).flat_map(|i| lists.iter().map(move |list| list.as_ref()[i].as_ref())).collect();
        Ok(ReferenceLists { texts, bounds: (0..=segments).map(|i| i * lists.len()).collect() })
    }

    /// One reference per segment: item i is the reference of candidate i.
    pub fn single(references: &'a [impl AsRef<str>]) -> ReferenceLists<'a> {
        ReferenceLists { texts: as_strs(references), bounds: (0..=references.len()).collect() }
    }

    /// Number of segments.
    pub(super) fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// The references of a segment.
    pub(super) fn of(&self, segment: usize) -> &[&'a str] {
        &self.texts[self.bounds[segment]..self.bounds[segment + 1]]
    }

    /// Checks that there are references for this number of candidates, at least one for each. `before` segments come before
    /// these.
    ///
    /// # Errors
    /// If there are not.
    pub(super) fn check(&self, candidates: usize, before: u64) -> Result<(), Error> {
        let references = self.len();
        match (0..references).find(|&segment| self.of(segment).is_empty()) {
            _ if references != candidates => Err(Error::SegmentCountMismatch { candidates, references }),
            Some(segment) => Err(Error::NoReference { segment: before + segment as u64 }),
            None => Ok(()),
        }
    }
}
