//! The definition of a score: everything that determines the score of given texts.

use super::rules::{Aggregation, EmptyCorpus, EmptySegments, Matching, Rules, UsedReferences};
use super::score::evaluate;
use super::statistics::check_order;
use super::tools::{Failure, Tool};
use super::{Accumulator, DEFAULT_ORDER, ReferenceLength, Score, SegmentStatistics, Smoothing, Statistics, Weights};
use crate::Error;
use crate::ngram::pool;
use crate::tokenize::{Folding, Normalization, Preprocessing, Tokenization};

/// A validated definition of BLEU: preprocessing, tokenizer, order, weights, smoothing, effective order, and the rule
/// of the reference length.
///
/// The default is sacreBLEU's. Anything else comes from a [`Builder`]:
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
    preprocessing: Preprocessing,
    order: usize,
    /// `None` if all orders have the same weight, so that equal definitions compare equal.
    weights: Option<Weights>,
    smoothing: Smoothing,
    effective_order: bool,
    reference_length: ReferenceLength,
    rules: Rules,
    /// Tool that this definition reproduces; `None` for sacreBLEU's definition and its variations.
    tool: Option<Tool>,
}

/// sacreBLEU's definition.
impl Default for Definition {
    fn default() -> Self {
        Definition {
            preprocessing: Preprocessing::default(),
            order: DEFAULT_ORDER,
            weights: None,
            smoothing: Smoothing::Exp,
            effective_order: false,
            reference_length: ReferenceLength::Closest,
            rules: Rules::default(),
            tool: None,
        }
    }
}

impl Definition {
    /// A builder that begins with sacreBLEU's definition.
    pub fn builder() -> Builder {
        Builder { definition: Definition::default(), order: None, weights: None }
    }

    /// A builder that begins with this definition. If it is a tool's, only what that tool supports can be set.
    pub fn to_builder(&self) -> Builder {
        Builder { definition: self.clone(), order: Some(self.order), weights: self.weights.clone() }
    }

    /// Longest n-grams that count.
    pub fn order(&self) -> usize {
        self.order
    }

    /// Weights of the orders; `None` if all are equal.
    pub fn weights(&self) -> Option<&Weights> {
        self.weights.as_ref()
    }

    /// Treatment of orders without a match.
    pub fn smoothing(&self) -> Smoothing {
        self.smoothing
    }

    /// Whether orders are left out for which the candidate is too short.
    pub fn effective_order(&self) -> bool {
        self.effective_order
    }

    /// The same definition with another effective-order setting.
    pub(crate) fn with_effective_order(self, effective_order: bool) -> Definition {
        Definition { effective_order, ..self }
    }

    /// Rule of the reference length.
    pub fn reference_length(&self) -> ReferenceLength {
        self.reference_length
    }

    /// Rules in which tools differ.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Tool that this definition reproduces; `None` for sacreBLEU's definition and its variations.
    pub fn tool(&self) -> Option<Tool> {
        self.tool
    }

    /// Longest n-grams that are counted: the order, or more if the smoothing method needs them.
    pub fn counted_order(&self) -> usize {
        self.smoothing.counted_order(self.order)
    }

    /// Whether the counts of a segment depend on the segments before it, which forces counting in one thread.
    pub fn is_sequential(&self) -> bool {
        self.rules.matching == Matching::FairseqHash
    }

    /// Whether both definitions give the same segment statistics.
    pub fn has_same_counts(&self, other: &Definition) -> bool {
        let counting = |rules: &Rules| {
            let Rules { references, totals, matching, empty_segments, .. } = *rules;
            (references, totals, matching, empty_segments == EmptySegments::LeftOut)
        };
        self.preprocessing == other.preprocessing
            && self.counted_order() == other.counted_order()
            && self.reference_length == other.reference_length
            && counting(&self.rules) == counting(&other.rules)
    }

    /// Whether a score depends only on summed statistics, as resampling requires.
    pub fn is_score_of_sums(&self) -> bool {
        self.rules.aggregation == Aggregation::Corpus && !matches!(self.smoothing, Smoothing::ChenCherry(5..=7))
    }

    /// Whether lines can be scored against a pool of references
    /// ([`count_against_others`](Self::count_against_others), [`count_against_pool`](Self::count_against_pool)): all
    /// references count alike, in any order.
    pub fn supports_pools(&self) -> bool {
        !self.is_sequential()
            && self.rules.references == UsedReferences::All
            && self.reference_length != ReferenceLength::FirstClosest
    }

    /// Returns an error unless the score follows from the counts by sacreBLEU's formula.
    pub(crate) fn check_sacrebleu_formula(&self) -> Result<(), Error> {
        if self.uses_sacrebleu_formula() { Ok(()) } else { Err(Error::NotSacrebleuFormula) }
    }

    /// Returns an error unless the score depends only on summed statistics.
    pub(crate) fn check_score_of_sums(&self) -> Result<(), Error> {
        if self.is_score_of_sums() { Ok(()) } else { Err(Error::NotScoreOfSums) }
    }

    /// Whether the score follows from the counts by sacreBLEU's formula.
    pub fn uses_sacrebleu_formula(&self) -> bool {
        let rules = Rules { empty_corpus: EmptyCorpus::Scored, ..self.rules };
        rules == Rules::default() && !self.smoothing.is_tool_specific()
    }

    /// Tokenizer.
    pub fn tokenization(&self) -> &Tokenization {
        &self.preprocessing.tokenization
    }

    /// Whether text is lowercased before it is tokenized.
    pub fn lowercase(&self) -> bool {
        self.preprocessing.lowercase
    }

    /// Unicode normalization form applied before anything else; `None` for none.
    pub fn normalization(&self) -> Option<Normalization> {
        self.preprocessing.normalization
    }

    /// All that is done to text before n-grams are counted.
    pub(crate) fn preprocessing(&self) -> &Preprocessing {
        &self.preprocessing
    }

    /// Relative weight of order n + 1.
    pub(crate) fn weight(&self, n: usize) -> f64 {
        self.weights.as_ref().map_or(1.0, |weights| weights.as_slice()[n])
    }

    /// The score of a corpus, from the sum of its segments' statistics. They must have been counted by the same
    /// definition: only their order is checked.
    ///
    /// # Errors
    /// If the statistics are of another order, if the score is not one of sums
    /// ([`is_score_of_sums`](Self::is_score_of_sums)), or if the definition's tool fails on such statistics.
    pub fn score(&self, statistics: &Statistics) -> Result<Score, Error> {
        self.check_score_of_sums()?;
        statistics.check_order(self.counted_order())?;
        unless_failed(self.failure(statistics), self.evaluate(statistics))
    }

    /// The score of one segment, from its statistics.
    ///
    /// # Errors
    /// If the statistics are of another order, or if the definition's tool fails on such a segment.
    pub fn segment_score(&self, statistics: &Statistics) -> Result<Score, Error> {
        statistics.check_order(self.counted_order())?;
        unless_failed(self.segment_failure(statistics), self.evaluate(statistics))
    }

    /// The score of statistics that are known to be of this order, or of [`Statistics::EMPTY`].
    pub(crate) fn evaluate(&self, statistics: &Statistics) -> Score {
        evaluate(self, statistics, statistics)
    }

    /// The score of a sum of segments, of which the last has the statistics `last`.
    pub(crate) fn evaluate_corpus(&self, sum: &Statistics, last: &Statistics) -> Score {
        evaluate(self, sum, last)
    }

    /// An empty table for the statistics of segments.
    pub(crate) fn segment_table(&self) -> SegmentStatistics {
        SegmentStatistics::new(self.counted_order()).expect("the order of a definition is valid")
    }

    /// An accumulator for a corpus that is read segment by segment.
    pub fn accumulator(&self) -> Accumulator {
        Accumulator::new(self)
    }

    /// The score of a corpus: `references[i]` are the references of `candidates[i]`.
    ///
    /// A line feed inside a text is white space, as in sacreBLEU's API; 13a also removes a hyphen before it, which
    /// joins the word. Without any segment the score is 0.
    ///
    /// # Errors
    /// If there are not as many lists of references as candidates, if a list is empty, if a text is too long, or if the
    /// definition's tool fails on such text.
    ///
    /// ```
    /// use bleu::Definition;
    ///
    /// let candidates = ["the love can always do", "a second segment"];
    /// let references =
    ///     [vec!["love can always find a way", "love makes anything possible"], vec!["the second segment"]];
    /// let score = Definition::default().corpus_score(&candidates, &references)?;
    /// assert_eq!(score.counts(), [5.0, 3.0, 1.0, 0.0]);
    /// assert_eq!((score.hyp_len, score.ref_len), (8, 7));
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn corpus_score<C, L, R>(&self, candidates: &[C], references: &[L]) -> Result<Score, Error>
    where
        C: AsRef<str>,
        L: AsRef<[R]>,
        R: AsRef<str>,
    {
        if candidates.len() != references.len() {
            let (candidates, references) = (candidates.len(), references.len());
            return Err(Error::SegmentCountMismatch { candidates, references });
        }
        let mut corpus = self.accumulator();
        for (candidate, references) in candidates.iter().zip(references) {
            corpus.add(candidate.as_ref(), references.as_ref())?;
        }
        unless_failed(self.failure(&corpus.statistics()), corpus.score())
    }

    /// The statistics of each line of a text against all its other lines, as Self-BLEU counts them (Zhu et al., 2018).
    ///
    /// # Errors
    /// If the text has fewer than two lines or is too long, or if the definition does not
    /// [support pools](Self::supports_pools).
    ///
    /// ```
    /// let lines = bleu::Definition::default().count_against_others("a b c d\na b c d\nx y\n")?;
    /// let correct: Vec<u64> = lines.iter().map(|line| line.correct()[0]).collect();
    /// assert_eq!(correct, [4, 4, 0]);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn count_against_others(&self, text: &str) -> Result<SegmentStatistics, Error> {
        pool::count_against_others(self, text)
    }

    /// The statistics of each line of a text against all lines of all references.
    ///
    /// # Errors
    /// If the references have no line, if a text is too long, or if the definition does not
    /// [support pools](Self::supports_pools).
    pub fn count_against_pool(&self, text: &str, references: &[&str]) -> Result<SegmentStatistics, Error> {
        pool::count_against_pool(self, text, references)
    }

    /// The score of one segment against its references.
    ///
    /// The definition is used as it is. For single sentences the effective order is usual
    /// ([`Builder::effective_order`]), so that a sentence of three tokens is not penalized for its lack of 4-grams.
    ///
    /// # Errors
    /// If there is no reference, if a text is too long, or if the definition's tool fails on such text.
    ///
    /// ```
    /// use bleu::Definition;
    ///
    /// let definition = Definition::builder().effective_order(true).build()?;
    /// let score = definition.sentence_score("a red car", &["a red car", "one red car"])?;
    /// assert_eq!(score.score, 1.0);
    /// # Ok::<(), bleu::Error>(())
    /// ```
    pub fn sentence_score(&self, candidate: &str, references: &[impl AsRef<str>]) -> Result<Score, Error> {
        self.segment_score(&self.accumulator().add(candidate, references)?)
    }
}

fn unless_failed(failure: Option<Failure>, score: Score) -> Result<Score, Error> {
    failure.map_or(Ok(score), |failure| Err(Error::ToolFails { failure }))
}

/// Builder of a [`Definition`]; validates all settings together.
#[derive(Clone, Debug)]
#[must_use]
pub struct Builder {
    /// Everything but order and weights.
    definition: Definition,
    order: Option<usize>,
    weights: Option<Weights>,
}

impl Builder {
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
        self.definition.smoothing = smoothing;
        self
    }

    /// Sets whether orders are left out for which the candidate is too short. The default is no.
    pub fn effective_order(mut self, effective_order: bool) -> Self {
        self.definition.effective_order = effective_order;
        self
    }

    /// Sets the rule of the reference length. The default is [`ReferenceLength::Closest`].
    pub fn reference_length(mut self, reference_length: ReferenceLength) -> Self {
        self.definition.reference_length = reference_length;
        self
    }

    /// Sets the tokenizer. The default is 13a.
    pub fn tokenization(mut self, tokenization: Tokenization) -> Self {
        self.definition.preprocessing.tokenization = tokenization;
        self
    }

    /// Sets whether text is lowercased before it is tokenized. The default is no.
    pub fn lowercase(mut self, lowercase: bool) -> Self {
        self.definition.preprocessing.lowercase = lowercase;
        self
    }

    /// Sets how text is lowercased, if it is. The default is sacreBLEU's.
    pub(super) fn folding(mut self, folding: Folding) -> Self {
        self.definition.preprocessing.folding = folding;
        self
    }

    /// Sets the Unicode normal form that text is brought to before anything else. The default is none.
    pub fn normalization(mut self, normalization: Option<Normalization>) -> Self {
        self.definition.preprocessing.normalization = normalization;
        self
    }

    /// Sets the rules in which tools differ. The defaults are sacreBLEU's.
    pub(super) fn rules(mut self, rules: Rules) -> Self {
        self.definition.rules = rules;
        self
    }

    /// Sets the tool that the definition reproduces.
    pub(super) fn tool(mut self, tool: Option<Tool>) -> Self {
        self.definition.tool = tool;
        self
    }

    /// Validates the settings.
    ///
    /// # Errors
    /// If the order is not from 1 to [`MAX_ORDER`](crate::MAX_ORDER) or not the number of weights, if the value of the
    /// smoothing method is out of its range, or if the tool of the definition does not support a setting.
    pub fn build(self) -> Result<Definition, Error> {
        let definition = self.build_for_tool()?;
        match definition.tool {
            Some(tool) => tool.with_settings_of(&definition),
            None => Ok(definition),
        }
    }

    /// Validates the settings, which the tool has chosen.
    pub(super) fn build_for_tool(self) -> Result<Definition, Error> {
        let Builder { mut definition, order, weights } = self;
        let implied = weights.as_ref().map(Weights::order);
        definition.order = check_order(order.or(implied).unwrap_or(DEFAULT_ORDER))?;
        if let Some(found) = implied.filter(|&implied| implied != definition.order) {
            return Err(Error::OrderMismatch { expected: definition.order, found });
        }
        definition.weights = weights.filter(|weights| !weights.is_uniform());
        definition.smoothing = definition.smoothing.validate()?;
        check_order(definition.counted_order())?;
        Ok(definition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_settings_are_errors() {
        let build = |builder: Builder| builder.build().unwrap_err();
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
        assert_eq!(Definition::default().score(&Statistics::EMPTY).unwrap().score, 0.0);
    }
}
