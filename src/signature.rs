//! The signature: one line that says how a score was computed, so that others can compute it again.

mod tokenizer_fields;

use crate::Error;
use crate::bleu::tools::{Overrides, Tool};
use crate::bleu::{DEFAULT_ORDER, Definition, Formula, ReferenceLength, Smoothing};
use crate::names::{names, serialized_as_text};
use crate::significance::{Correction, Resamples, ResamplingFields};
use crate::tokenize::{Normalization, Tokenization};
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::num::NonZero;
use std::str::FromStr;
pub use tokenizer_fields::TokenizerFields;

/// Everything that determines a score, given the texts. It is displayed with sacreBLEU's keys in sacreBLEU's order;
/// settings that sacreBLEU has no key for are shown before the version, if they are not the default.
///
/// ```
/// use bleu::{Definition, ReferenceCount, Signature};
///
/// let signature = Signature::new(&Definition::default(), ReferenceCount::from(2));
/// let line = signature.to_string();
/// assert!(line.starts_with("nrefs:2|case:mixed|eff:no|tok:13a|smooth:exp|version:bleu-"));
/// assert_eq!(line.parse::<Signature>()?, signature);
/// assert_eq!(signature.definition()?, Definition::default());
/// # Ok::<(), bleu::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    formula: Formula,
    tokenizer: TokenizerFields,
    lowercase: bool,
    normalization: Option<Normalization>,
    reference_length: ReferenceLength,
    references: ReferenceCount,
    resampling: Option<ResamplingFields>,
    test_set: Option<TestSetFields>,
    pool: Option<Pool>,
    samples: Option<ReferenceCount>,
    /// Labels of segments that are joined.
    join: Option<String>,
    empty_reference: EmptyReference,
    /// Number of runs of each system.
    runs: Option<usize>,
    /// Whether samples are chosen by scores with the effective order, if they are chosen.
    choice_effective_order: Option<bool>,
    is_cumulative: bool,
    version: String,
}

/// A set of references shared by all lines of a candidate; the score is the mean of the line scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pool {
    /// All other lines of the candidate (Self-BLEU).
    LeaveOneOut,
    /// All lines of all references.
    References,
}

names!(Pool, "pool", [LeaveOneOut = "self", References = "references"]);

/// Meaning of a reference that is empty.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum EmptyReference {
    /// A reference of length 0, as in sacreBLEU.
    #[default]
    Empty,
    /// The segment has one reference fewer, and must have another.
    Missing,
    /// Likewise; segments without any reference are left out.
    Skip,
}

names!(EmptyReference, "meaning of empty references", [Empty = "empty", Missing = "missing", Skip = "skip"]);

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

    /// The keys, in sacreBLEU's order, and their values.
    fn fields(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let required = [("test", Some(&self.test)), ("lang", Some(&self.lang))];
        let fields =
            required.into_iter().chain([("origlang", self.origlang.as_ref()), ("subset", self.subset.as_ref())]);
        fields.filter_map(|(key, value)| Some((key, value?)))
    }
}

/// Escapes the field separator, and control characters, as URLs do.
fn escape(value: &str) -> String {
    let mut escaped = String::new();
    for c in value.chars() {
        match c {
            '%' | '|' | '\0'..='\x1F' | '\x7F' => write!(escaped, "%{:02X}", c as u32).expect("strings grow"),
            c => escaped.push(c),
        }
    }
    escaped
}

fn unescape(value: &str) -> String {
    let mut parts = value.split('%');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (digits, rest) = part.split_at_checked(2).unwrap_or(("", part));
        match u8::from_str_radix(digits, 16).map(char::from) {
            Ok(c) if c.is_ascii() => text.push(c),
            _ => text.extend(["%", digits]),
        }
        text.push_str(rest);
    }
    text
}

/// Number of references per segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReferenceCount {
    /// The same number for every segment.
    Fixed(NonZero<usize>),
    /// Different numbers.
    Varying,
}

impl ReferenceCount {
    /// The count for two sets of segments together.
    #[must_use]
    pub fn merge(self, other: ReferenceCount) -> ReferenceCount {
        if self == other { self } else { ReferenceCount::Varying }
    }
}

/// This number for every segment. 0 is that of no segment, and so is `Varying`.
impl From<usize> for ReferenceCount {
    fn from(references: usize) -> ReferenceCount {
        NonZero::new(references).map_or(ReferenceCount::Varying, ReferenceCount::Fixed)
    }
}

/// A number, or `var`.
impl fmt::Display for ReferenceCount {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            ReferenceCount::Fixed(count) => write!(f, "{count}"),
            ReferenceCount::Varying => f.write_str("var"),
        }
    }
}

/// A number from 1 on, or `var`.
impl FromStr for ReferenceCount {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        match text.parse() {
            _ if text == "var" => Ok(ReferenceCount::Varying),
            Ok(count) => Ok(ReferenceCount::Fixed(count)),
            _ => Err(Error::InvalidSignature { field: format!("nrefs:{text}") }),
        }
    }
}

impl Signature {
    /// This version of the program.
    pub(crate) const VERSION: &str = concat!("bleu-", env!("CARGO_PKG_VERSION"));

    /// The signature of a score by this version of the program.
    pub fn new(definition: &Definition, references: ReferenceCount) -> Signature {
        Signature {
            formula: definition.formula().clone(),
            tokenizer: definition.tokenization().into(),
            lowercase: definition.lowercase(),
            normalization: definition.normalization(),
            reference_length: definition.reference_length(),
            references,
            resampling: None,
            test_set: None,
            pool: None,
            samples: None,
            join: None,
            empty_reference: EmptyReference::Empty,
            runs: None,
            choice_effective_order: None,
            is_cumulative: false,
            version: Signature::VERSION.to_owned(),
        }
    }

    /// The signature of a resampled score.
    #[must_use]
    pub fn with_resampling(self, resampling: ResamplingFields) -> Signature {
        Signature { resampling: Some(resampling), ..self }
    }

    /// The signature of the same score of segments with this number of references.
    #[must_use]
    pub fn with_references(self, references: ReferenceCount) -> Signature {
        Signature { references, ..self }
    }

    /// The signature of another score of the same statistics.
    #[must_use]
    pub fn with_effective_order(self, effective_order: bool) -> Signature {
        Signature { formula: self.formula.with_effective_order(effective_order), ..self }
    }

    /// The signature of a score on a test set.
    #[must_use]
    pub fn with_test_set(self, test_set: TestSetFields) -> Signature {
        Signature { test_set: Some(test_set), ..self }
    }

    /// The test set, if it is known.
    pub fn test_set(&self) -> Option<&TestSetFields> {
        self.test_set.as_ref()
    }

    /// The signature of the scores of all orders up to the definition's.
    #[must_use]
    pub fn with_cumulative(self) -> Signature {
        Signature { is_cumulative: true, ..self }
    }

    /// The signature of the mean of the lines' scores against a pool.
    #[must_use]
    pub fn with_pool(self, pool: Pool) -> Signature {
        Signature { pool: Some(pool), ..self }
    }

    /// The signature of scores of segments with this number of samples each.
    #[must_use]
    pub fn with_samples(self, samples: ReferenceCount) -> Signature {
        Signature { samples: Some(samples), ..self }
    }

    /// The signature of a score of segments that are joined by these labels, such as `doc`.
    #[must_use]
    pub fn with_join(self, labels: impl Into<String>) -> Signature {
        Signature { join: Some(labels.into()), ..self }
    }

    /// The signature of the mean score of this many runs of a system.
    #[must_use]
    pub fn with_runs(self, runs: usize) -> Signature {
        Signature { runs: Some(runs), ..self }
    }

    /// The signature of a score in which empty references have this meaning.
    #[must_use]
    pub fn with_empty_references(self, empty_reference: EmptyReference) -> Signature {
        Signature { empty_reference, ..self }
    }

    /// The signature of scores of samples that are chosen by their sentence scores, with the effective order or without.
    #[must_use]
    pub fn with_choices(self, effective_order: bool) -> Signature {
        Signature { choice_effective_order: Some(effective_order), ..self }
    }

    /// The formula, which makes scores of statistics that were counted before.
    pub fn formula(&self) -> &Formula {
        &self.formula
    }

    /// Number of samples per segment, if segments have several candidates.
    pub fn samples(&self) -> Option<ReferenceCount> {
        self.samples
    }

    /// The tokenizer.
    pub fn tokenizer(&self) -> &TokenizerFields {
        &self.tokenizer
    }

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
    /// use bleu::{Definition, Error, ReferenceCount, Signature, Tokenization};
    ///
    /// let tokenization = |name: &str| Tokenization::custom(name, |line, token| line.split('-').for_each(token));
    /// let definition = Definition::builder().tokenization(tokenization("hyphens")?).lowercase(true).build()?;
    /// let line = Signature::new(&definition, ReferenceCount::from(1)).to_string();
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
        self.tokenizer.check_data(&tokenization)?;
        let builder = Definition::builder().formula(self.formula.clone()).tokenization(tokenization);
        let builder = builder.lowercase(self.lowercase).normalization(self.normalization);
        Ok(builder.reference_length(self.reference_length).build()?)
    }

    /// Number of references per segment.
    pub fn references(&self) -> ReferenceCount {
        self.references
    }

    /// How the score was resampled, if it was.
    pub fn resampling(&self) -> Option<ResamplingFields> {
        self.resampling
    }

    /// Program and version that computed the score, such as `bleu-0.3.0`.
    pub fn version(&self) -> &str {
        &self.version
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Signature { formula, tokenizer, references, resampling, test_set, pool, version, .. } = self;
        write!(f, "nrefs:{references}")?;
        if let Some(ResamplingFields { kind, resamples, seed, .. }) = resampling {
            write!(f, "|{}:{resamples}|seed:{seed}", kind.signature_key())?;
        }
        for (key, value) in test_set.iter().flat_map(TestSetFields::fields) {
            write!(f, "|{key}:{}", escape(value))?;
        }
        write_field(f, "as", formula.tool())?;
        write!(f, "|case:{}", if self.lowercase { "lc" } else { "mixed" })?;
        write!(f, "|eff:{}", if formula.effective_order() { "yes" } else { "no" })?;
        write!(f, "|tok:{}|smooth:{}", tokenizer.name(), formula.smoothing().in_signature())?;
        write_field(f, "order", Some(formula.order()).filter(|&order| order != DEFAULT_ORDER))?;
        write_field(f, "weights", formula.weights())?;
        write_field(f, "reflen", Some(self.reference_length).filter(|&rule| rule != ReferenceLength::Closest))?;
        write_field(f, "norm", self.normalization)?;
        let data = if tokenizer.release().is_some() { "model" } else { "dict" };
        write_field(f, data, tokenizer.fingerprint())?;
        write_field(f, "spm", tokenizer.release())?;
        write_field(f, "cumulative", self.is_cumulative.then_some("yes"))?;
        write_field(f, "pool", *pool)?;
        write_field(f, "samples", self.samples)?;
        write_field(f, "join", self.join.as_deref().map(escape))?;
        write_field(f, "empty-ref", Some(self.empty_reference).filter(|&used| used != EmptyReference::Empty))?;
        write_field(f, "choice-eff", self.choice_effective_order.map(|is_used| if is_used { "yes" } else { "no" }))?;
        write_field(f, "runs", self.runs)?;
        write_field(f, "tool", formula.tool().map(Tool::version))?;
        let correction = resampling.map(|fields| fields.correction);
        write_field(f, "correct", correction.filter(|&used| used != Correction::None))?;
        write!(f, "|version:{version}")
    }
}

/// Writes a field that has a value.
fn write_field(f: &mut fmt::Formatter, key: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    value.map_or(Ok(()), |value| write!(f, "|{key}:{value}"))
}

/// Reads a signature back, with or without the `BLEU|` before it; also sacreBLEU's, in its long or short form. Its
/// fields may be in any order, each of them once; a missing one has its default, except for `nrefs` and `version`, which
/// are required. The tokenizer may be one that this library does not have, or that needs a dictionary or a model.
impl FromStr for Signature {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        // What the definition does not decide.
        let mut read = Signature::new(&Definition::default(), ReferenceCount::Varying);
        let (mut options, mut tool, mut tool_version) = (Overrides::default(), None::<Tool>, None);
        let (mut references, mut version, mut resamples, mut seed) = (None, None, None, None);
        let mut correction = Correction::None;
        let (mut tokenizer, mut dictionary, mut model, mut release) = (None, None, None, None);
        for field in fields(text.strip_prefix("BLEU|").unwrap_or(text))? {
            let invalid = || Error::InvalidSignature { field: field.to_owned() };
            let number = |value: &str| value.parse().map_err(|_| invalid());
            let (key, value) = field.split_once(':').ok_or_else(invalid)?;
            match (long_key(key), value) {
                ("as", name) => tool = Some(name.parse::<Tool>()?),
                ("case", "lc") => options.lowercase = Some(true),
                ("case", "mixed") => options.lowercase = Some(false),
                ("eff", "yes") => options.effective_order = Some(true),
                ("eff", "no") => options.effective_order = Some(false),
                ("tok", name) => tokenizer = Some(TokenizerFields::named(name)?),
                ("dict", text) => dictionary = Some(text),
                ("model", text) => model = Some(text),
                ("spm", name) => release = Some(name),
                ("smooth", method) => options.smoothing = Some(Smoothing::from_signature(method)?),
                ("order", order) => options.order = Some(number(order)?),
                ("weights", weights) => options.weights = Some(weights.parse()?),
                ("norm", form) => read.normalization = Some(form.parse()?),
                ("reflen", rule) => options.reference_length = Some(rule.parse().map_err(|_| invalid())?),
                ("cumulative", "yes") => read.is_cumulative = true,
                ("samples", count) => read.samples = Some(count.parse().map_err(|_| invalid())?),
                ("join", labels) => read.join = Some(unescape(labels)),
                ("runs", count) => read.runs = Some(number(count)?),
                ("empty-ref", name) => read.empty_reference = name.parse().map_err(|_| invalid())?,
                ("choice-eff", "yes") => read.choice_effective_order = Some(true),
                ("choice-eff", "no") => read.choice_effective_order = Some(false),
                ("pool", name) => read.pool = Some(name.parse().map_err(|_| invalid())?),
                // The tool is checked below, as it may come later.
                ("tool", version) => tool_version = Some(version.to_owned()),
                ("nrefs", count) => references = Some(count.parse()?),
                ("version", name) if is_version(name) => version = Some(name.to_owned()),
                ("test", name) => read.test_set.get_or_insert_default().test = unescape(name),
                ("lang", pair) => read.test_set.get_or_insert_default().lang = unescape(pair),
                ("origlang", language) => read.test_set.get_or_insert_default().origlang = Some(unescape(language)),
                ("subset", pattern) => read.test_set.get_or_insert_default().subset = Some(unescape(pattern)),
                ("seed", value) => seed = Some(value.parse().map_err(|_| invalid())?),
                ("correct", name) => correction = name.parse().map_err(|_| invalid())?,
                _ => {
                    let kind = Resamples::ALL.iter().copied().find(|kind| kind.signature_key() == key);
                    resamples = Some((kind.ok_or_else(invalid)?, number(value)?));
                }
            }
        }
        let missing = |key| Error::MissingSignatureField { key };
        read.resampling = match (resamples, seed) {
            (None, None) if correction == Correction::None => None,
            (Some((kind, resamples)), Some(seed)) => {
                Some(ResamplingFields { correction, ..ResamplingFields::new(kind, resamples, seed) })
            }
            (None, _) => return Err(missing("bs, ar or ps")),
            (Some(_), None) => return Err(missing("seed")),
        };
        let tokenizer = match (tokenizer, dictionary.or(model), release) {
            (tokenizer, None, None) => tokenizer,
            (Some(tokenizer), Some(fingerprint), release)
                if tokenizer.own().is_none() && dictionary.is_some() == release.is_none() =>
            {
                Some(tokenizer.with_data(fingerprint, release))
            }
            _ => return Err(missing("tok, dict, model or spm")),
        };
        options.tokenization = tokenizer.as_ref().and_then(TokenizerFields::own);
        if let Some(found) = tool_version
            && tool.is_none_or(|tool| tool.version() != found)
        {
            return Err(Error::InvalidSignature { field: format!("tool:{found}") });
        }
        let definition = match tool {
            Some(tool) => tool.definition(&options)?,
            None => options.of_default()?,
        };
        let definition = definition.to_builder().normalization(read.normalization).build()?;
        let tokenizer = tokenizer.unwrap_or_else(|| definition.tokenization().into());
        if let (Some(tool), None) = (tool, tokenizer.own()) {
            tool.check_other_tokenizer(tokenizer.name())?;
        }
        Ok(Signature {
            formula: definition.formula().clone(),
            tokenizer,
            lowercase: definition.lowercase(),
            reference_length: definition.reference_length(),
            references: references.ok_or_else(|| missing("nrefs"))?,
            version: version.ok_or_else(|| missing("version"))?,
            ..read
        })
    }
}

serialized_as_text!(Signature);

/// The key that a key of sacreBLEU's short signatures stands for.
fn long_key(key: &str) -> &str {
    match key {
        "#" => "nrefs",
        "rs" => "seed",
        "t" => "test",
        "l" => "lang",
        "o" => "origlang",
        "S" => "subset",
        "c" => "case",
        "e" => "eff",
        "s" => "smooth",
        "v" => "version",
        key => key,
    }
}

/// Whether this can be a program and its version. A whole line of output, where the score follows, cannot.
fn is_version(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_graphic())
}

/// Splits a signature into fields. Repeated keys, two resampling methods, and control characters are errors.
fn fields(text: &str) -> Result<Vec<&str>, Error> {
    let mut keys = HashSet::new();
    let key = |field: &&str| match field.split_once(':') {
        Some(("bs" | "ar" | "ps", _)) => "resamples".to_owned(),
        Some((key, _)) => long_key(key).to_owned(),
        None => field.to_string(),
    };
    match text.split('|').find(|field| field.contains(|c: char| c.is_ascii_control()) || !keys.insert(key(field))) {
        Some(repeated) => Err(Error::InvalidSignature { field: repeated.to_owned() }),
        None => Ok(text.split('|').collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bleu::DefinitionBuilder;

    /// The signature of a definition, without the version.
    fn line(references: usize, builder: DefinitionBuilder) -> String {
        let signature = Signature::new(&builder.build().unwrap(), ReferenceCount::from(references));
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
            let signature = Signature::new(&Definition::default(), ReferenceCount::Varying);
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
        let signature = Signature::new(&Definition::default(), ReferenceCount::Varying).with_join("a|b").with_runs(3);
        let signature = signature.with_empty_references(EmptyReference::Skip);
        let line = signature.to_string();
        assert!(line.contains("|smooth:exp|join:a%7Cb|empty-ref:skip|runs:3|version:"), "{line}");
        assert_eq!(line.parse(), Ok(signature));
    }

    #[test]
    fn test_sets_come_before_the_definition() {
        let (origlang, subset) = (Some("non-de".to_owned()), Some("news|100%7C\n".to_owned()));
        let test_set = TestSetFields { test: "wmt22".into(), lang: "de-fr".into(), origlang, subset };
        let signature = Signature::new(&Definition::default(), ReferenceCount::from(1)).with_test_set(test_set);
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
        for name in ["ja-mecab-0.996-IPA", "flores200", "spm:a"] {
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
