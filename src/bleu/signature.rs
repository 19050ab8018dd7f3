//! The signature: one line that says how a score was computed, so that others can compute it again.

mod fields;
mod tokenizer_fields;

use super::error::Error;
use super::names::{names, serialized_as_text};
use super::scoring::{Definition, Formula};
use super::significance::ResamplingFields;
use super::tokenize::{Tokenization, UnicodeVersion};
use super::worded::worded;
use crate::bleu::repairs::Repairs;
use std::num::NonZero;
use std::str::FromStr;
pub use tokenizer_fields::TokenizerFields;

/// Everything that determines a score, given the texts. It is displayed with sacreBLEU's keys in sacreBLEU's order;
/// settings that sacreBLEU has no key for are shown before the version, if they are not the default.
///
/// ```
/// use bleu::{Definition, Signature};
///
/// let signature = Definition::default().signature(2.try_into()?);
/// let line = signature.to_string();
/// assert!(line.starts_with("nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-"));
/// assert_eq!(line.parse::<Signature>()?, signature);
/// assert_eq!(signature.definition()?, Definition::default());
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Signature {
    /// The definition of the score, except its tokenizer, which need not be there.
    definition: Definition,
    tokenizer: TokenizerFields,
    references: ReferenceCount,
    resampling: Option<ResamplingFields>,
    test_set: Option<TestSetFields>,
    pool: Option<Pool>,
    samples: Option<ReferenceCount>,
    segments: SegmentFields,
    /// Number of runs of each system.
    runs: Option<usize>,
    /// Whether samples are chosen by scores with the effective order, if they are chosen.
    choice_effective_order: Option<bool>,
    is_cumulative: bool,
    /// Whether segments were resampled in the order of their ids.
    is_sorted_by_id: bool,
    version: String,
}

names! {
    /// A set of references shared by all lines of a candidate; the score is the mean of the line scores.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum Pool: "pool" {
        /// All other lines of the candidate (Self-BLEU).
        LeaveOneOut = "self",
        /// All lines of all references.
        References = "references",
    }
}

names! {
    /// Meaning of a reference that is empty.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum EmptyReference: "meaning of empty references" {
        /// A reference of length 0, as in sacreBLEU.
        #[default]
        Empty = "empty": "a reference of length 0, as in sacreBLEU",
        /// The segment has one reference fewer, and must have another.
        Missing = "missing": "the segment has one reference fewer, and must have another",
        /// Likewise; segments without any reference are left out.
        Skip = "skip": "as missing, but segments without any reference are left out",
    }
}

names! {
    /// Meaning of a candidate that is empty.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum EmptyCandidate: "meaning of empty candidates" {
        /// A candidate of length 0.
        #[default]
        Score = "score": "a candidate of length 0",
        /// Its segment is left out, for all systems.
        Skip = "skip": "its segment is left out, for all systems",
        /// An error; scores and signatures belong to `Score`.
        Error = "error": "an error",
    }
}

names! {
    /// How cues of subtitles were joined, if not all of them start at the same time as a cue of the reference.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum JoinedCues: "way to join cues" {
        /// Each cue with the cue that starts at the same time.
        #[default]
        Exact = "exact",
        /// Some with the nearest cue.
        Nearest = "nearest",
        /// Some cues of the reference have no candidate, and count as empty.
        Missing = "missing",
        /// Both.
        NearestMissing = "nearest+missing",
    }
}

/// The test set that references are from, as in sacreBLEU's signatures.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct TestSetFields {
    /// Name of the set, such as `wmt22`.
    pub test: String,
    /// Language pair, such as `de-fr`.
    pub lang: String,
    /// Original language of the lines that were chosen, or `non-` and a language.
    pub origlang: Option<String>,
    /// Regular expression for the domains of the lines that were chosen.
    pub subset: Option<String>,
}

impl TestSetFields {
    /// All lines of a test set, such as `wmt22`, in a language pair, such as `de-fr`.
    pub fn new(test: impl Into<String>, lang: impl Into<String>) -> TestSetFields {
        TestSetFields { test: test.into(), lang: lang.into(), origlang: None, subset: None }
    }
}

/// Treatment of segments before anything is counted: which are left out or joined, and which text they have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SegmentFields {
    /// Name of the labels whose segments are joined, such as `doc`.
    pub join: Option<String>,
    /// Repairs of the candidates.
    pub clean: Repairs,
    /// Meaning of an empty reference.
    pub empty_reference: EmptyReference,
    /// Meaning of an empty candidate.
    pub empty_candidate: EmptyCandidate,
    /// How cues of subtitles were joined.
    pub cues: JoinedCues,
}

worded! {
    /// Number of references per segment: `ReferenceCount::try_from(2)?`. It is displayed as a number, or `var`.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub enum ReferenceCount {
        /// The same number for every segment.
        Fixed(count: NonZero<usize>) = "{count}",
        /// Different numbers.
        Varying = "var",
    }
}

impl ReferenceCount {
    /// The number of references of an input. Without any reference, as in an input of no segments, it is `Varying`.
    #[cfg(feature = "shards")]
    pub(crate) fn from_len(references: usize) -> ReferenceCount {
        NonZero::new(references).map_or(ReferenceCount::Varying, ReferenceCount::Fixed)
    }

    /// The count for two sets of segments together.
    #[must_use]
    pub fn merge(self, other: ReferenceCount) -> ReferenceCount {
        if self == other { self } else { ReferenceCount::Varying }
    }
}

/// This number for every segment. 0 is [`Error::NoReferences`].
impl TryFrom<usize> for ReferenceCount {
    type Error = Error;

    fn try_from(references: usize) -> Result<Self, Error> {
        NonZero::new(references).map(ReferenceCount::Fixed).ok_or(Error::NoReferences)
    }
}

/// A number from 1 on, or `var`.
impl FromStr for ReferenceCount {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        if text == "var" {
            return Ok(ReferenceCount::Varying);
        }
        let count = text.parse().map_err(|_| Error::InvalidSignature { field: format!("nrefs:{text}") });
        count.map(ReferenceCount::Fixed)
    }
}

impl Signature {
    /// The test set, if it is known.
    pub fn test_set(&self) -> Option<&TestSetFields> {
        self.test_set.as_ref()
    }

    /// The formula, which makes scores of statistics that were counted before.
    pub fn formula(&self) -> &Formula {
        self.definition.formula()
    }

    /// Number of samples per segment, if segments have several candidates.
    pub fn samples(&self) -> Option<ReferenceCount> {
        self.samples
    }

    /// The tokenizer.
    pub fn tokenizer(&self) -> &TokenizerFields {
        &self.tokenizer
    }

    /// Number of references per segment.
    pub fn references(&self) -> ReferenceCount {
        self.references
    }

    /// How the score was resampled, if it was.
    pub fn resampling(&self) -> Option<ResamplingFields> {
        self.resampling
    }

    /// Program and version that computed the score, such as `bleu-0.5.0`.
    pub fn version(&self) -> &str {
        &self.version
    }
}

impl Signature {
    /// The signature of a resampled score.
    pub fn with_resampling(mut self, resampling: ResamplingFields) -> Self {
        self.resampling = Some(resampling);
        self
    }

    /// The signature of the same score of segments with this number of references.
    pub fn with_references(mut self, references: ReferenceCount) -> Self {
        self.references = references;
        self
    }

    /// The signature of another score of the same statistics.
    pub fn with_effective_order(mut self, is_used: bool) -> Self {
        self.definition.formula.effective_order = is_used;
        self
    }

    /// The signature of the same score with the general categories of a version of Unicode, if the tokenizer uses them.
    pub fn with_unicode(mut self, version: UnicodeVersion) -> Self {
        self.tokenizer = self.tokenizer.with_unicode(version);
        self
    }

    /// The signature of a score on a test set.
    pub fn with_test_set(mut self, test_set: TestSetFields) -> Self {
        self.test_set = Some(test_set);
        self
    }

    /// The signature of the scores of all orders up to the definition's.
    pub fn with_cumulative(mut self) -> Self {
        self.is_cumulative = true;
        self
    }

    /// The signature of results of segments that were resampled in the order of their ids, not of a text.
    pub fn with_segments_sorted_by_id(mut self) -> Self {
        self.is_sorted_by_id = true;
        self
    }

    /// The signature of the mean of the lines' scores against a pool.
    pub fn with_pool(mut self, pool: Pool) -> Self {
        self.pool = Some(pool);
        self
    }

    /// The signature of scores of segments with this number of samples each.
    pub fn with_samples(mut self, samples: ReferenceCount) -> Self {
        self.samples = Some(samples);
        self
    }

    /// The signature of a score of segments that are treated in this way first. It does not show whether empty candidates
    /// are errors, since that changes no score.
    pub fn with_segments(mut self, segments: SegmentFields) -> Self {
        self.segments = segments;
        if self.segments.empty_candidate == EmptyCandidate::Error {
            self.segments.empty_candidate = EmptyCandidate::Score;
        };
        self
    }

    /// The signature of a score of subtitles whose cues were joined in this way.
    pub fn with_cues(mut self, cues: JoinedCues) -> Self {
        self.segments.cues = cues;
        self
    }

    /// The signature of the mean score of this many runs of a system.
    pub fn with_runs(mut self, runs: usize) -> Self {
        self.runs = Some(runs);
        self
    }

    /// The signature of scores of samples that are chosen by their sentence scores, with the effective order or without.
    pub fn with_choices(mut self, effective_order: bool) -> Self {
        self.choice_effective_order = Some(effective_order);
        self
    }
}

impl Definition {
    /// The signature of a score by this definition and this version of the library: `definition.signature(2.try_into()?)` for
    /// segments with two references each.
    pub fn signature(&self, references: ReferenceCount) -> Signature {
        Signature {
            tokenizer: self.tokenization().into(),
            definition: self.clone().without_tokenizer(),
            references,
            resampling: None,
            test_set: None,
            pool: None,
            samples: None,
            segments: SegmentFields::default(),
            runs: None,
            choice_effective_order: None,
            is_cumulative: false,
            is_sorted_by_id: false,
            version: Signature::VERSION.to_owned(),
        }
    }
}

impl Signature {
    /// This version of the program.
    pub(crate) const VERSION: &str = concat!("bleu-", env!("CARGO_PKG_VERSION"));

    /// Definition of the score, to score other text.
    ///
    /// # Errors
    /// If the tokenizer needs a dictionary or a model ([`Error::TokenizerNeedsData`]), or is not one of this library
    /// ([`Error::UnknownName`]); see [`definition_with`](Self::definition_with).
    pub fn definition(&self) -> Result<Definition, Error> {
        self.definition_with(|tokenizer| tokenizer.name().parse())
    }

    /// Definition of the score, with the tokenizer that a function returns.
    ///
    /// # Errors
    /// If the function fails, if its tokenizer has another model than the signature names, or if the tool of the
    /// signature does not support the tokenizer.
    ///
    /// ```
    /// use bleu::{Definition, Error, Signature, Tokenization};
    ///
    /// let tokenization = |name: &str| Tokenization::custom(name, |line, token| line.split('-').for_each(token));
    /// let definition = Definition::builder().tokenization(tokenization("hyphens")?).lowercase(true).build()?;
    /// let line = definition.signature(1.try_into()?).to_string();
    ///
    /// let signature: Signature = line.parse()?;
    /// let same = signature.definition_with(|tokenizer| match tokenizer.name() {
    ///     // A dictionary or a model would be loaded here, too.
    ///     "hyphens" => tokenization("hyphens"),
    ///     name => name.parse(),
    /// })?;
    /// assert_eq!(same, definition);
    /// assert!(matches!(signature.definition(), Err(Error::UnknownName { .. })));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn definition_with<E: From<Error>>(
        &self,
        tokenization: impl FnOnce(&TokenizerFields) -> Result<Tokenization, E>,
    ) -> Result<Definition, E> {
        let tokenization = tokenization(&self.tokenizer)?;
        let unicode = self.tokenizer.unicode().unwrap_or_default();
        self.tokenizer.check_data(&tokenization)?;
        Ok(self.definition.to_builder().tokenization(tokenization).unicode(unicode).build()?)
    }
}

serialized_as_text!(Signature);

#[cfg(test)]
mod tests {
    use super::fields::FIELDS;
    use super::*;
    use crate::bleu::scoring::{DefinitionBuilder, ReferenceLength, Smoothing};
    use crate::bleu::significance::{Correction, Resamples};

    #[test]
    fn the_manual_lists_all_fields_in_order() {
        let chapter = include_str!("../manual/scores.md");
        let keys = chapter.split("| key | meaning |").nth(1).unwrap().lines().skip(2);
        let keys = keys.map_while(|row| row.strip_prefix("| ")?.split_once(" |"));
        let keys: Vec<&str> = keys.flat_map(|(keys, _)| keys.split(", ").map(|key| key.trim_matches('`'))).collect();
        assert_eq!(keys, FIELDS.iter().map(|field| field.key).collect::<Vec<_>>());
    }

    /// The signature of a definition, without the version.
    fn line(references: usize, builder: DefinitionBuilder) -> String {
        let signature = builder.build().unwrap().signature(ReferenceCount::from_len(references));
        let line = signature.to_string();
        assert_eq!(line.parse(), Ok(signature));
        line.split_once("|version:").unwrap().0.to_owned()
    }

    #[test]
    fn the_defaults_are_those_of_sacrebleu() {
        assert_eq!(line(1, Definition::builder()), "nrefs:1|case:mixed|eff:no|tok:13a|smooth:exp");
    }

    #[test]
    fn every_setting_is_in_the_signature() {
        let builder = Definition::builder().lowercase(true).effective_order(true).tokenization("none".parse().unwrap());
        let builder = builder.smoothing(Smoothing::Floor(0.1)).weights("0.5,0.3,0.2".parse().unwrap());
        let builder = builder.normalization(Some("nfkc".parse().unwrap())).reference_length(ReferenceLength::Shortest);
        assert_eq!(
            line(4, builder),
            "nrefs:4|case:lc|eff:yes|tok:none|smooth:floor[0.10]|order:3|weights:0.5,0.3,0.2|reflen:shortest|norm:nfkc"
        );
    }

    #[test]
    fn resampling_comes_after_the_references() {
        let of = |kind, correction| {
            let resampling = ResamplingFields { correction, ..ResamplingFields::new(kind, 40, u64::MAX) };
            let signature = Definition::default().signature(ReferenceCount::Varying);
            let signature = signature.with_resampling(resampling);
            assert_eq!(signature.to_string().parse(), Ok(signature.clone()));
            signature.to_string()
        };
        let [bootstrap, randomization] =
            [Resamples::Bootstrap, Resamples::Randomization].map(|kind| of(kind, Correction::None));
        assert!(bootstrap.starts_with("nrefs:var|bs:40|seed:18446744073709551615|case:mixed|"));
        assert!(randomization.starts_with("nrefs:var|ar:40|seed:18446744073709551615|case:mixed|"));
        assert!(!bootstrap.contains("correct:"));
        assert!(of(Resamples::Bootstrap, Correction::Holm).contains("|smooth:exp|correct:holm|version:"));
        assert!(of(Resamples::Randomization, Correction::Bonferroni).contains("|correct:bonferroni|version:"));
    }

    #[test]
    fn what_is_done_to_segments_comes_before_the_version() {
        let signature = Definition::default().signature(ReferenceCount::Varying).with_runs(3);
        let (join, clean) = (Some("a|b".to_owned()), "think+fences".parse().unwrap());
        let (empty_reference, empty_candidate) = (EmptyReference::Skip, EmptyCandidate::Skip);
        // All fields are named: each needs an entry of `FIELDS`, and a part of the line.
        let cues = JoinedCues::NearestMissing;
        let signature = signature.with_segments(SegmentFields { join, clean, empty_reference, empty_candidate, cues });
        let line = signature.to_string();
        let fields = "|smooth:exp|join:a%7Cb|clean:think+fences|empty-ref:skip|empty-cand:skip|cues:nearest+missing|runs:3|version:";
        assert!(line.contains(fields), "{line}");
        assert_eq!(line.parse(), Ok(signature));
    }

    #[test]
    fn test_sets_come_before_the_definition() {
        let (origlang, subset) = (Some("non-de".to_owned()), Some("news|100%7C\n".to_owned()));
        let test_set = TestSetFields { test: "wmt22".into(), lang: "de-fr".into(), origlang, subset };
        let signature = Definition::default().signature(ReferenceCount::from_len(1)).with_test_set(test_set);
        let line = signature.to_string();
        assert!(
            line.starts_with("nrefs:1|test:wmt22|lang:de-fr|origlang:non-de|subset:news%7C100%257C%0A|case:mixed|")
        );
        assert_eq!(line.parse(), Ok(signature));
    }

    #[test]
    fn equal_weights_are_the_default_and_others_differ() {
        let weighted = |weights: &str| line(1, Definition::builder().weights(weights.parse().unwrap()));
        assert_eq!(weighted("1/4,1/4,1/4,1/4"), line(1, Definition::builder()));
        assert_ne!(weighted("0.2500001,0.25,0.25,0.2499999"), line(1, Definition::builder()));
        assert!(weighted("0.5,0.5").ends_with("|smooth:exp|order:2"));
        assert!(weighted("0.4,0.3,0.2,0.1").ends_with("|smooth:exp|weights:0.4,0.3,0.2,0.1"));
    }

    #[test]
    fn both_forms_of_sacrebleu_are_read() {
        let long = "nrefs:2|bs:1000|seed:12345|case:lc|eff:no|tok:13a|smooth:floor[0.10]|version:2.6.0";
        let short = "BLEU|#:2|bs:1000|rs:12345|c:lc|e:no|tok:13a|s:floor[0.10]|v:2.6.0";
        let signature: Signature = long.parse().unwrap();
        assert_eq!(short.parse(), Ok(signature.clone()));
        assert_eq!(signature.to_string(), long);
        let test_set =
            "#:1|t:wmt22|l:de-en|o:de|S:news|c:mixed|e:yes|tok:zh|s:exp|v:2.6.0".parse::<Signature>().unwrap();
        assert_eq!(test_set.test_set().unwrap().origlang.as_deref(), Some("de"));
    }

    #[test]
    fn tokenizers_without_their_data_have_no_definition() {
        let definition = |tokenizer: &str| {
            let signature: Signature = format!("nrefs:1|{tokenizer}|version:2.6.0").parse().unwrap();
            assert_eq!(signature.to_string().parse(), Ok(signature.clone()));
            signature.definition()
        };
        for name in ["ja-mecab-0.996-IPA", "flores200", "spm:a", "nltk+punkt", "azure+punkt"] {
            let error = Error::TokenizerNeedsData { name: name.to_owned() };
            assert_eq!(definition(&format!("tok:{name}")), Err(error));
        }
        assert!(matches!(definition("tok:14a"), Err(Error::UnknownName { .. })));
        assert!(definition("tok:spm:a|model:0123|spm:0.2.2").is_err());
        assert_eq!(definition("tok:13a"), Ok(Definition::default()));
        for refused in
            ["tok:13a|model:0123|spm:0.2.2", "tok:13a|dict:0123", "tok:spm:a|model:0123", "as:nltk|tok:flores200"]
        {
            assert!(format!("nrefs:1|{refused}|version:2.6.0").parse::<Signature>().is_err(), "{refused}");
        }
    }

    #[test]
    fn other_text_is_no_signature() {
        let complete = "nrefs:1|case:mixed|version:bleu-0.3.0";
        assert!(complete.parse::<Signature>().is_ok());
        assert!(format!("{complete} = 0.5 1.000/0.500").parse::<Signature>().is_err());
        for wrong in ["nrefs:1|version:", "nrefs:0|version:x", "nrefs:1|#:1|version:x"] {
            assert!(wrong.parse::<Signature>().is_err(), "{wrong}");
        }
        for wrong in
            ["", "nrefs:1", "version:x", "nrefs:x|version:x", "nrefs:1|tok:a b|version:x", "nrefs:1|x|version:x"]
        {
            assert!(wrong.parse::<Signature>().is_err(), "{wrong}");
        }
        for field in [
            "nrefs:1",
            "seed:1",
            "bs:5",
            "bs:5|seed:1|ar:5",
            "correct:holm",
            "correct:x",
            "case:upper",
            "order:17",
            "weights:1,1",
            "smooth:none[1]",
            "color:red",
        ] {
            assert!(format!("{complete}|{field}").parse::<Signature>().is_err(), "{field}");
        }
    }
}
