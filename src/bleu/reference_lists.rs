//! The references of a corpus as their owner lists them: per segment, per reference, or one of each segment.

use crate::Error;
use std::rc::Rc;
use std::sync::Arc;

/// References of a corpus in the form of [`BySegment`], [`ByReference`] or [`Single`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say how references are listed",
    label = "wrap the references in `BySegment`, `ByReference` or `Single`",
    note = "`BySegment(&lists)` has a list of references for each segment, `ByReference(&lists)` a list of segments for each \
            reference, `Single(&list)` one reference for each segment"
)]
pub trait ReferenceLists: Lists {}

/// References as a list per segment: item i holds the references of candidate i.
#[derive(Clone, Copy, Debug)]
pub struct BySegment<'a, L>(
    /// The lists.
    pub &'a [L],
);

/// References as a list per reference, as sacreBLEU takes them: item i of each list is for candidate i.
#[derive(Clone, Copy, Debug)]
pub struct ByReference<'a, L>(
    /// The lists.
    pub &'a [L],
);

/// One reference per segment: item i is the reference of candidate i.
#[derive(Clone, Copy, Debug)]
pub struct Single<'a, R>(
    /// The references.
    pub &'a [R],
);

/// A list of texts.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a list of texts",
    note = "`BySegment` and `ByReference` hold a list of lists; if each segment has one reference, use `Single`"
)]
pub trait TextList {
    /// Number of texts.
    fn count(&self) -> usize;

    /// A text, by its place.
    fn text(&self, place: usize) -> &str;
}

/// Implements a list of texts by a slice of them.
macro_rules! lists_of_texts {
    ($([$($generic:tt)*] $type:ty),+) => {
        $(impl<R: AsRef<str>, $($generic)*> TextList for $type {
            fn count(&self) -> usize {
                self.len()
            }

            fn text(&self, place: usize) -> &str {
                self[place].as_ref()
            }
        })+
    };
}

lists_of_texts!([] [R], [const N: usize] [R; N], [] Vec<R>, [] Box<[R]>, [] Arc<[R]>, [] Rc<[R]>);

impl<T: TextList + ?Sized> TextList for &T {
    fn count(&self) -> usize {
        (**self).count()
    }

    fn text(&self, place: usize) -> &str {
        (**self).text(place)
    }
}

/// The references of each segment, however they are listed.
pub trait Lists {
    /// Number of segments.
    ///
    /// # Errors
    /// If references have different numbers of segments.
    fn segments(&self) -> Result<usize, Error>;

    /// Number of references of a segment.
    fn references(&self, segment: usize) -> usize;

    /// A reference of a segment.
    fn text(&self, segment: usize, reference: usize) -> &str;

    /// The references of a segment.
    fn texts(&self, segment: usize) -> impl Iterator<Item = &str> + Clone {
        (0..self.references(segment)).map(move |reference| self.text(segment, reference))
    }

    /// Checks that there are references for this number of candidates, at least one for each. `before` segments come before
    /// these.
    ///
    /// # Errors
    /// If there are not.
    fn check(&self, candidates: usize, before: u64) -> Result<(), Error> {
        let references = self.segments()?;
        match (0..references).find(|&segment| self.references(segment) == 0) {
            _ if references != candidates => Err(Error::SegmentCountMismatch { candidates, references }),
            Some(segment) => Err(Error::NoReference { segment: before + segment as u64 }),
            None => Ok(()),
        }
    }
}

impl<L: TextList> ReferenceLists for BySegment<'_, L> {}

impl<L: TextList> Lists for BySegment<'_, L> {
    fn segments(&self) -> Result<usize, Error> {
        Ok(self.0.len())
    }

    fn references(&self, segment: usize) -> usize {
        self.0[segment].count()
    }

    fn text(&self, segment: usize, reference: usize) -> &str {
        self.0[segment].text(reference)
    }
}

impl<L: TextList> ReferenceLists for ByReference<'_, L> {}

impl<L: TextList> Lists for ByReference<'_, L> {
    fn segments(&self) -> Result<usize, Error> {
        let mut lengths = self.0.iter().map(TextList::count);
        let expected = lengths.next().unwrap_or(0);
        match lengths.find(|&found| found != expected) {
            Some(found) => Err(Error::ListLengths { expected, found }),
            None => Ok(expected),
        }
    }

    fn references(&self, _: usize) -> usize {
        self.0.len()
    }

    fn text(&self, segment: usize, reference: usize) -> &str {
        self.0[reference].text(segment)
    }
}

impl<R: AsRef<str>> ReferenceLists for Single<'_, R> {}

impl<R: AsRef<str>> Lists for Single<'_, R> {
    fn segments(&self) -> Result<usize, Error> {
        Ok(self.0.len())
    }

    fn references(&self, _: usize) -> usize {
        1
    }

    fn text(&self, segment: usize, _: usize) -> &str {
        self.0[segment].as_ref()
    }
}
