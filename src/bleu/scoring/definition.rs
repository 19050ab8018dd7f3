//! The definition of a score: everything that determines the score of given texts.

use super::DEFAULT_ORDER;
use super::formula::Formula;
use super::reference_lists::ReferenceLists;
use super::rules::{Aggregation, CountingRules};
use super::score::Score;
use super::smoothing::Smoothing;
use super::tools::Tool;
use super::weights::Weights;
use crate::bleu::error::Error;
use crate::bleu::lines::as_strs;
use crate::bleu::ngram::{Counting, ReferenceLength, SegmentStatistics, Statistics};
use crate::bleu::ngram::{check_order, pool};
#[cfg(feature = "cli")]
use crate::bleu::tokenize::punkt::Punkt;
use crate::bleu::tokenize::{Normalization, Preprocessing, Tokenization, Tokenizer, UnicodeVersion};
use std::borrow::Borrow;
#[cfg(feature = "cli")]
use std::sync::Arc;

/// A validated definition of BLEU: what is counted ([`Counting`]), and the score of the counts ([`Formula`]).
///
/// The default is sacreBLEU's. Anything else comes from a [`DefinitionBuilder`]:
///
/// ```
/// use bleu::{Definition, Smoothing, Tokenization};
///
/// let definition = Definition::builder()
///     .tokenization("intl".parse()?)
///     .lowercase(true)
///     .order(2)
///     .smoothing(Smoothing::Floor(0.1))
///     .build()?;
/// assert_eq!((definition.order(), definition.tokenization().name()), (2, "intl"));
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    pub(crate) counting: Counting,
    pub(crate) formula: Formula,
}

/// sacreBLEU's definition.
impl Default for Definition {
    fn default() -> Self {
        let counting = Counting {
            preprocessing: Preprocessing::default(),
            order: DEFAULT_ORDER,
            reference_length: ReferenceLength::Closest,
            rules: CountingRules::SACREBLEU,
        };
        Definition { counting, formula: Formula::default() }
    }
}

impl Definition {
    /// Everything that determines the counts.
    pub fn counting(&self) -> &Counting {
        &self.counting
    }

    /// The formula that makes a score of the counts.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Longest n-grams that count.
    pub fn order(&self) -> usize {
        self.formula.order()
    }

    /// Weights of the orders; `None` if all are equal.
    pub fn weights(&self) -> Option<&Weights> {
        self.formula.weights()
    }

    /// Treatment of orders without a match.
    pub fn smoothing(&self) -> Smoothing {
        self.formula.smoothing()
    }

    /// Whether orders are left out for which the candidate is too short.
    pub fn effective_order(&self) -> bool {
        self.formula.effective_order()
    }

    /// Rule of the reference length.
    pub fn reference_length(&self) -> ReferenceLength {
        self.counting.reference_length()
    }

    /// Tool that this definition reproduces; `None` for sacreBLEU's definition and its variations.
    pub fn tool(&self) -> Option<Tool> {
        self.formula.tool()
    }

    /// Longest n-grams that are counted: the order, or more if the smoothing method needs them.
    pub fn counted_order(&self) -> usize {
        self.counting.order()
    }

    /// Whether a score depends only on summed statistics, as resampling requires.
    pub fn is_score_of_sums(&self) -> bool {
        self.formula.is_score_of_sums()
    }

    /// Tokenizer.
    pub fn tokenization(&self) -> &Tokenization {
        &self.counting.preprocessing.tokenization
    }

    /// Version of Unicode whose general categories decide tokens; `None` if general categories do not.
    pub fn unicode(&self) -> Option<UnicodeVersion> {
        self.counting.preprocessing.tokenization.unicode()
    }

    /// Whether text is lowercased before it is tokenized.
    pub fn lowercase(&self) -> bool {
        self.counting.preprocessing.lowercase
    }

    /// Unicode normalization form applied before anything else; `None` for none.
    pub fn normalization(&self) -> Option<Normalization> {
        self.counting.preprocessing.normalization
    }

    /// A tokenizer that prepares and tokenizes candidates as this definition asks.
    pub fn tokenizer(&self) -> Tokenizer {
        self.counting.tokenizer()
    }

    /// A tokenizer for references; some tools lowercase them differently.
    pub fn reference_tokenizer(&self) -> Tokenizer {
        self.counting.reference_tokenizer()
    }

    /// Whether segments are counted by sacreBLEU's rules, and the score follows from the counts by its formula.
    pub fn uses_sacrebleu_formula(&self) -> bool {
        self.formula.is_sacrebleu() && self.counting.rules == CountingRules::SACREBLEU
    }
}

impl Definition {
    /// A builder that begins with sacreBLEU's definition.
    pub fn builder() -> DefinitionBuilder {
        DefinitionBuilder::default()
    }

    /// A builder that begins with this definition. If it is a tool's, only what that tool supports can be set.
    pub fn to_builder(&self) -> DefinitionBuilder {
        DefinitionBuilder {
            base: self.clone(),
            sentences: false,
            // The version of Unicode is a setting of its own.
            tokenization: Some(self.tokenization().clone().with_unicode(UnicodeVersion::default())),
            unicode: self.unicode(),
            lowercase: Some(self.lowercase()),
            normalization: self.normalization(),
            order: Some(self.order()),
            weights: self.weights().cloned(),
            smoothing: Some(self.smoothing()),
            reference_length: Some(self.reference_length()),
            effective_order: Some(self.effective_order()),
            mean_of_segments: self.formula.is_mean(),
        }
    }

    /// This definition with the default tokenizer.
    pub(crate) fn without_tokenizer(mut self) -> Definition {
        self.counting.preprocessing.tokenization = Tokenization::default();
        self
    }

    /// This definition in the sentences that Punkt finds, if its tokenizer's rules are about sentences.
    #[cfg(feature = "cli")]
    pub(crate) fn with_punkt(mut self, punkt: &Arc<Punkt>) -> Definition {
        self.counting.preprocessing.tokenization = self.tokenization().clone().with_punkt(punkt);
        self
    }

    /// Returns an error unless the score follows from the counts by sacreBLEU's formula.
    pub(crate) fn check_sacrebleu_formula(&self) -> Result<(), Error> {
        if self.uses_sacrebleu_formula() { Ok(()) } else { Err(Error::NotSacrebleuFormula) }
    }

    /// Returns a line that has the same tokens as a segment that may hold line feeds, for
    /// [`Accumulator::add_lines`](crate::bleu::scoring::Accumulator::add_lines).
    pub fn one_line(&self, segment: &str) -> String {
        self.counting.preprocessing.one_line(segment).into_owned()
    }

    /// The score of a corpus, from the sum of its segments' statistics; see [`Formula::score`].
    ///
    /// # Errors
    /// If the statistics are of another order, if the score is not one of sums
    /// ([`is_score_of_sums`](Self::is_score_of_sums)), or if the definition's tool fails on such statistics.
    pub fn score(&self, statistics: &Statistics) -> Result<Score, Error> {
        self.formula.score(statistics)
    }

    /// The score of one segment, from its statistics.
    ///
    /// # Errors
    /// If the statistics are of another order, or if the definition's tool fails on such a segment.
    pub fn segment_score(&self, statistics: &Statistics) -> Result<Score, Error> {
        self.formula.segment_score(statistics)
    }

    /// The score of statistics that are known to be of this order, or of [`Statistics::EMPTY`].
    #[inline]
    pub(crate) fn evaluate(&self, statistics: &Statistics) -> Score {
        self.formula.evaluate(statistics)
    }

    /// The mean of the scores of segments, with their summed counts; 0 without segments.
    pub(crate) fn mean_score(&self, segments: &SegmentStatistics) -> Score {
        let sum: f64 = segments.iter().map(|segment| self.evaluate(&segment).value()).sum();
        let mean = if segments.is_empty() { 0.0 } else { sum / segments.len() as f64 };
        self.evaluate(&segments.sum()).with_value(mean)
    }

    /// The score of a corpus.
    ///
    /// A line feed inside a text is white space, as in sacreBLEU's API; 13a also removes a hyphen before it, which
    /// joins the word. Without any segment the score is 0.
    ///
    /// # Errors
    /// If there are not references for as many segments as there are candidates, if a segment has none, if a text is
    /// [too long](crate#limits), or if the definition's tool fails on such text.
    pub fn corpus_score<'a>(
        &self,
        candidates: &[impl AsRef<str>],
        references: impl Borrow<ReferenceLists<'a>>,
    ) -> Result<Score, Error> {
        let mut corpus = self.accumulator();
        corpus.add_segments(candidates, references)?;
        corpus.score()
    }

    /// The statistics of each line of a text against all its other lines, as Self-BLEU counts them (Zhu et al., 2018).
    ///
    /// # Errors
    /// If the text has fewer than two lines or is [too long](crate#limits), or if the definition does not
    /// [support pools](Counting::supports_pools).
    ///
    /// ```
    /// let lines = bleu::Definition::default().count_against_others("a b c d\na b c d\nx y\n")?;
    /// let correct: Vec<u64> = lines.iter().map(|line| line.correct()[0]).collect();
    /// assert_eq!(correct, [4, 4, 0]);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn count_against_others(&self, text: &str) -> Result<SegmentStatistics, Error> {
        pool::count_against_others(&self.counting, text)
    }

    /// The statistics of each line of a text against all lines of all references.
    ///
    /// # Errors
    /// If the references have no line, if a text is [too long](crate#limits), or if the definition does not
    /// [support pools](Counting::supports_pools).
    pub fn count_against_pool(&self, text: &str, references: &[impl AsRef<str>]) -> Result<SegmentStatistics, Error> {
        pool::count_against_pool(&self.counting, text, &as_strs(references))
    }

    /// The score of one segment against its references.
    ///
    /// The definition is used as it is. For single sentences the effective order is usual
    /// ([`DefinitionBuilder::effective_order`]), so that a sentence of three tokens is not penalized for its lack of 4-grams.
    ///
    /// # Errors
    /// If there is no reference, if a text is [too long](crate#limits), or if the definition's tool fails on such text.
    ///
    /// ```
    /// use bleu::Definition;
    ///
    /// let definition = Definition::builder().effective_order(true).build()?;
    /// let score = definition.sentence_score("a red car", &["a red car", "one red car"])?;
    /// assert_eq!(score.value(), 1.0);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn sentence_score(&self, candidate: &str, references: &[impl AsRef<str>]) -> Result<Score, Error> {
        self.segment_score(&self.accumulator().add(candidate, references)?)
    }
}

/// All settings, by the names of the builder's methods, with the tool and the fingerprint of the tokenizer's data.
#[cfg(feature = "serde")]
impl serde::Serialize for Definition {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("Definition", 12)?;
        object.serialize_field("tool", &self.tool())?;
        object.serialize_field("tokenization", self.tokenization().name())?;
        object.serialize_field("fingerprint", &self.tokenization().fingerprint())?;
        object.serialize_field("lowercase", &self.lowercase())?;
        object.serialize_field("normalization", &self.normalization())?;
        object.serialize_field("order", &self.order())?;
        object.serialize_field("weights", &self.weights().map(Weights::as_slice))?;
        object.serialize_field("smoothing", &self.smoothing())?;
        object.serialize_field("effective_order", &self.effective_order())?;
        object.serialize_field("reference_length", &self.reference_length())?;
        object.serialize_field("mean_of_segments", &self.formula.is_mean())?;
        object.serialize_field("unicode", &self.unicode())?;
        object.end()
    }
}

/// Builder of a [`Definition`]; validates all settings together. A setting that is not set is the tool's default, or sacreBLEU's
/// without a tool.
///
/// ```
/// use bleu::{Definition, ReferenceLists};
///
/// let multi_bleu = || Definition::builder().tool("multi-bleu".parse().expect("is a tool"));
/// let references = ReferenceLists::single(&["a b c d ."]);
/// assert_eq!(multi_bleu().build()?.corpus_score(&["a b c d."], references)?.value(), 0.0);
/// assert!(multi_bleu().lowercase(true).build()?.lowercase());
/// assert!(multi_bleu().order(2).build().is_err(), "multi-bleu has no such option");
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[must_use]
pub struct DefinitionBuilder {
    /// The tool, or, without one, rules that are not set.
    pub(crate) base: Definition,
    pub(crate) sentences: bool,
    pub(crate) tokenization: Option<Tokenization>,
    pub(crate) unicode: Option<UnicodeVersion>,
    pub(crate) lowercase: Option<bool>,
    pub(crate) normalization: Option<Normalization>,
    pub(crate) order: Option<usize>,
    pub(crate) weights: Option<Weights>,
    pub(crate) smoothing: Option<Smoothing>,
    pub(crate) reference_length: Option<ReferenceLength>,
    pub(crate) effective_order: Option<bool>,
    pub(crate) mean_of_segments: bool,
}

impl DefinitionBuilder {
    /// Sets the tool whose score is computed; only what it supports can be set.
    pub fn tool(mut self, tool: Tool) -> Self {
        self.base.formula.tool = Some(tool);
        self
    }

    /// Sets whether single sentences are scored, for which some tools have other defaults; sacreBLEU's is the effective order.
    pub fn sentences(mut self, sentences: bool) -> Self {
        self.sentences = sentences;
        self
    }

    /// Sets the longest n-grams that count. The default is the number of weights, or 4 without weights.
    pub fn order(mut self, order: usize) -> Self {
        self.order = Some(order);
        self
    }

    /// Sets the weights of the orders. By default all are equal.
    pub fn weights(mut self, weights: Weights) -> Self {
        self.weights = Some(weights);
        self
    }

    /// Sets the treatment of orders without a match. The default is [`Smoothing::Exp`].
    pub fn smoothing(mut self, smoothing: Smoothing) -> Self {
        self.smoothing = Some(smoothing);
        self
    }

    /// Sets whether orders are left out for which the candidate is too short. The default is no, or yes for single sentences.
    pub fn effective_order(mut self, effective_order: bool) -> Self {
        self.effective_order = Some(effective_order);
        self
    }

    /// Sets whether the score of a corpus is the mean of its segments' scores, as for the tools that compute it so. The default is
    /// the score of all segments together. For the mean of what single sentences score by default, set
    /// [`sentences`](Self::sentences) too.
    pub fn mean_of_segments(mut self, is_mean: bool) -> Self {
        self.mean_of_segments = is_mean;
        self
    }

    /// Sets the rule of the reference length. The default is [`ReferenceLength::Closest`].
    pub fn reference_length(mut self, rule: ReferenceLength) -> Self {
        self.reference_length = Some(rule);
        self
    }

    /// Sets the tokenizer, by the name that users give. The default is 13a.
    pub fn tokenization(mut self, name: Tokenization) -> Self {
        self.tokenization = Some(name);
        self
    }

    /// Sets the version of Unicode whose general categories decide tokens, for tokenizers that use them. The default is Unicode
    /// 18.
    pub fn unicode(mut self, version: UnicodeVersion) -> Self {
        self.unicode = Some(version);
        self
    }

    /// Sets whether text is lowercased before it is tokenized. The default is no.
    pub fn lowercase(mut self, lowercase: bool) -> Self {
        self.lowercase = Some(lowercase);
        self
    }

    /// Sets the Unicode normal form that text is brought to before anything else. The default is none.
    pub fn normalization(mut self, form: Option<Normalization>) -> Self {
        self.normalization = form;
        self
    }
}

impl DefinitionBuilder {
    /// Validates the settings.
    ///
    /// # Errors
    /// If the order is not from 1 to [`MAX_ORDER`](crate::bleu::scoring::MAX_ORDER) or not the number of weights, if the
    /// weights do not sum to 1 and the definition is not a tool's, if the value of the smoothing method is out of its range, or if the tool of the
    /// definition does not support a setting.
    pub fn build(self) -> Result<Definition, Error> {
        let settings = match self.base.tool() {
            Some(tool) => tool.resolve(self)?,
            None => self,
        };
        let order = settings.implied_order()?;
        if let Some(found) = settings.weights.as_ref().map(Weights::order).filter(|&found| found != order) {
            return Err(Error::OrderMismatch { expected: order, found });
        }
        let is_tool = settings.base.tool().is_some();
        if let Some(weights) = settings.weights.as_ref().filter(|_| !is_tool) {
            weights.check_sum()?;
        }
        let Definition { mut counting, mut formula } = settings.base;
        let tokenization = settings.tokenization.unwrap_or_default();
        counting.preprocessing.tokenization = tokenization.with_unicode(settings.unicode.unwrap_or_default());
        counting.preprocessing.lowercase = settings.lowercase.unwrap_or_default();
        counting.preprocessing.normalization = settings.normalization;
        counting.reference_length = settings.reference_length.unwrap_or_default();
        formula.order = order;
        if settings.mean_of_segments {
            formula.rules.aggregation = Aggregation::MeanOfSegments;
        }
        // A tool's weights may be equal and sum to less than 1.
        formula.weights =
            settings.weights.filter(|weights| !if is_tool { weights.are_usual() } else { weights.is_uniform() });
        formula.smoothing = settings.smoothing.unwrap_or(Smoothing::Exp).validate()?;
        formula.effective_order = settings.effective_order.unwrap_or(settings.sentences);
        counting.order = check_order(formula.counted_order())?;
        Ok(Definition { counting, formula })
    }

    /// The order, as far as it is set. The default is the number of weights, or 4.
    pub(super) fn implied_order(&self) -> Result<usize, Error> {
        check_order(self.order.or(self.weights.as_ref().map(Weights::order)).unwrap_or(DEFAULT_ORDER))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_settings_are_errors() {
        let build = |builder: DefinitionBuilder| builder.build().unwrap_err();
        assert_eq!(build(Definition::builder().order(0)), Error::OrderOutOfRange { order: 0 });
        assert_eq!(build(Definition::builder().order(17)), Error::OrderOutOfRange { order: 17 });
        let weights: Weights = "1/2,1/2".parse().unwrap();
        let two_for_four = Definition::builder().order(4).weights(weights.clone());
        assert_eq!(build(two_for_four), Error::OrderMismatch { expected: 4, found: 2 });
        assert_eq!(Definition::builder().weights(weights).build().unwrap().order(), 2);
        assert!(Definition::builder().smoothing(Smoothing::Floor(f64::NAN)).build().is_err());
    }

    #[test]
    fn statistics_of_another_order_have_no_score() {
        let statistics = Statistics::new(3, 3, &[1, 0], &[3, 2]).unwrap();
        assert_eq!(Definition::default().score(&statistics), Err(Error::OrderMismatch { expected: 4, found: 2 }));
        assert_eq!(Definition::default().score(&Statistics::EMPTY).unwrap().value(), 0.0);
    }
}
