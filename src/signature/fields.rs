//! The fields of a signature, one entry each: key, value, and how it is read back.

use super::{EmptyCandidate, EmptyReference, Signature, TestSetFields, TokenizerFields};
use crate::Error;
use crate::bleu::tools::Tool;
use crate::bleu::{DEFAULT_ORDER, Definition, DefinitionBuilder, ReferenceLength, Smoothing};
use crate::repair::Repairs;
use crate::significance::{Correction, Resamples, ResamplingFields};
use std::collections::HashSet;
use std::fmt::{self, Write};
use std::str::FromStr;

/// A field.
pub struct Field {
    pub key: &'static str,
    /// Key in sacreBLEU's short signatures, if it has another there.
    pub short: Option<&'static str>,
    /// Returns the value; `None` if the field is left out.
    pub write: fn(&Signature) -> Option<String>,
    /// Reads the value.
    pub read: fn(&mut Reading, &str) -> Result<(), FieldFault>,
}

/// Fault of a value; `None` if nothing is to be said but that the field is wrong.
pub type FieldFault = Option<Error>;

/// Makes the list of the fields: key, key in sacreBLEU's short signatures if it has another there, the value, and how it is
/// read.
macro_rules! fields {
    (@short) => { None };
    (@short $short:literal) => { Some($short) };
    ($($key:literal $(/ $short:literal)?: |$of:ident| $value:expr, |$to:ident, $text:ident| $read:expr;)+) => {
        /// The fields in the order of a signature: sacreBLEU's as there, others before the version.
        pub const FIELDS: &[Field] = &[$(Field {
            key: $key,
            short: fields!(@short $($short)?),
            write: |$of: &Signature| $value,
            read: |$to: &mut Reading, $text: &str| $read,
        }),+];
    };
}

fields! {
    "nrefs" / "#": |of| shown(of.references), |to, count| set(&mut to.found.references, count.parse()?);
    "bs": |of| resamples(of, Resamples::Bootstrap), |to, count| to.resamples(Resamples::Bootstrap, count);
    "ar": |of| resamples(of, Resamples::Randomization), |to, count| to.resamples(Resamples::Randomization, count);
    "ps": |of| resamples(of, Resamples::Poisson), |to, count| to.resamples(Resamples::Poisson, count);
    "seed" / "rs": |of| shown(of.resampling?.seed), |to, seed| set(&mut to.found.seed, parsed(seed)?);
    "test" / "t": |of| Some(escape(&of.test_set()?.test)), |to, name| put(&mut to.test_set().test, unescape(name));
    "lang" / "l": |of| Some(escape(&of.test_set()?.lang)), |to, pair| put(&mut to.test_set().lang, unescape(pair));
    "origlang" / "o": |of| of.test_set()?.origlang.as_deref().map(escape),
        |to, language| set(&mut to.test_set().origlang, unescape(language));
    "subset" / "S": |of| of.test_set()?.subset.as_deref().map(escape),
        |to, pattern| set(&mut to.test_set().subset, unescape(pattern));
    "as": |of| shown(of.formula.tool()?), |to, name| set(&mut to.found.tool, name.parse()?);
    "case" / "c": |of| shown(if of.lowercase { "lc" } else { "mixed" }),
        |to, case| set(&mut to.found.options.lowercase, one_of(case, "lc", "mixed")?);
    "eff" / "e": |of| yes_or_no(of.formula.effective_order()),
        |to, answer| set(&mut to.found.options.effective_order, one_of(answer, "yes", "no")?);
    "tok": |of| shown(of.tokenizer.name()), |to, name| set(&mut to.found.tokenizer, TokenizerFields::named(name)?);
    "smooth" / "s": |of| Some(of.formula.smoothing().in_signature()),
        |to, method| set(&mut to.found.options.smoothing, Smoothing::from_signature(method)?);
    "order": |of| unless(of.formula.order(), DEFAULT_ORDER), |to, order| set(&mut to.found.options.order, parsed(order)?);
    "weights": |of| shown(of.formula.weights()?), |to, weights| set(&mut to.found.options.weights, weights.parse()?);
    "reflen": |of| unless(of.reference_length, ReferenceLength::Closest),
        |to, rule| set(&mut to.found.options.reference_length, parsed(rule)?);
    "norm": |of| shown(of.normalization?), |to, form| set(&mut to.read.normalization, form.parse()?);
    "dict": |of| shown(of.tokenizer.fingerprint().filter(|_| of.tokenizer.release().is_none())?),
        |to, text| set(&mut to.found.dictionary, text.to_owned());
    "model": |of| shown(of.tokenizer.fingerprint().filter(|_| of.tokenizer.release().is_some())?),
        |to, text| set(&mut to.found.model, text.to_owned());
    "spm": |of| shown(of.tokenizer.release()?), |to, name| set(&mut to.found.release, name.to_owned());
    "cumulative": |of| of.is_cumulative.then(|| "yes".to_owned()),
        |to, answer| put(&mut to.read.is_cumulative, one_of(answer, "yes", "yes")?);
    "pool": |of| shown(of.pool?), |to, name| set(&mut to.read.pool, parsed(name)?);
    "samples": |of| shown(of.samples?), |to, count| set(&mut to.read.samples, parsed(count)?);
    "join": |of| of.segments.join.as_deref().map(escape), |to, labels| set(&mut to.read.segments.join, unescape(labels));
    "clean": |of| unless(of.segments.clean, Repairs::default()),
        |to, names| put(&mut to.read.segments.clean, parsed(names)?);
    "empty-ref": |of| unless(of.segments.empty_reference, EmptyReference::Empty),
        |to, name| put(&mut to.read.segments.empty_reference, parsed(name)?);
    "empty-cand": |of| unless(of.segments.empty_candidate, EmptyCandidate::Score),
        |to, name| put(&mut to.read.segments.empty_candidate, parsed(name)?);
    "choice-eff": |of| yes_or_no(of.choice_effective_order?),
        |to, answer| set(&mut to.read.choice_effective_order, one_of(answer, "yes", "no")?);
    "runs": |of| shown(of.runs?), |to, count| set(&mut to.read.runs, parsed(count)?);
    "tool": |of| shown(of.formula.tool()?.version()), |to, version| set(&mut to.found.tool_version, version.to_owned());
    "correct": |of| unless(of.resampling?.correction, Correction::None), |to, name| put(&mut to.found.correction, parsed(name)?);
    "version" / "v": |of| shown(&of.version), |to, name| set(&mut to.found.version, version(name)?);
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fields = FIELDS.iter().filter_map(|field| Some((field.key, (field.write)(self)?)));
        for (place, (key, value)) in fields.enumerate() {
            let separator = if place > 0 { "|" } else { "" };
            write!(f, "{separator}{key}:{value}")?;
        }
        Ok(())
    }
}

/// Reads a signature back, with or without the `BLEU|` before it; also sacreBLEU's, in its long or short form. Its
/// fields may be in any order, each of them once; a missing one has its default, except for `nrefs` and `version`, which
/// are required. The tokenizer may be one that this library does not have, or that needs a dictionary or a model.
impl FromStr for Signature {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let (mut reading, mut keys) = (Reading::new(), HashSet::new());
        for text in text.strip_prefix("BLEU|").unwrap_or(text).split('|') {
            let invalid = || Error::InvalidSignature { field: text.to_owned() };
            let (key, value) = text.split_once(':').ok_or_else(invalid)?;
            let field = FIELDS.iter().find(|field| field.key == key || field.short == Some(key)).ok_or_else(invalid)?;
            if !keys.insert(field.key) || text.contains(|c: char| c.is_ascii_control()) {
                return Err(invalid());
            }
            (field.read)(&mut reading, value).map_err(|fault| fault.unwrap_or_else(invalid))?;
        }
        reading.finish()
    }
}

fn shown(value: impl ToString) -> Option<String> {
    Some(value.to_string())
}

/// The value, unless it is the default.
fn unless<T: ToString + PartialEq>(value: T, default: T) -> Option<String> {
    (value != default).then(|| value.to_string())
}

fn yes_or_no(answer: bool) -> Option<String> {
    shown(if answer { "yes" } else { "no" })
}

fn resamples(of: &Signature, kind: Resamples) -> Option<String> {
    shown(of.resampling.filter(|fields| fields.kind == kind)?.resamples)
}

fn put<T>(place: &mut T, value: T) -> Result<(), FieldFault> {
    *place = value;
    Ok(())
}

fn set<T>(place: &mut Option<T>, value: T) -> Result<(), FieldFault> {
    put(place, Some(value))
}

fn parsed<T: FromStr>(value: &str) -> Result<T, FieldFault> {
    value.parse().map_err(|_| None)
}

/// Whether a value is the first of two that are possible.
fn one_of(value: &str, first: &str, second: &str) -> Result<bool, FieldFault> {
    if value == first || value == second { Ok(value == first) } else { Err(None) }
}

/// The program and its version. A whole line of output, where the score follows, is not a version.
fn version(name: &str) -> Result<String, FieldFault> {
    let is_version = !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic());
    if is_version { Ok(name.to_owned()) } else { Err(None) }
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

/// A signature that is being read: fields in any order.
pub struct Reading {
    /// Fields that the definition does not decide.
    read: Signature,
    found: FoundFields,
}

/// Fields that are checked together, when all are read.
#[derive(Default)]
struct FoundFields {
    /// Settings of the definition.
    options: DefinitionBuilder,
    tool: Option<Tool>,
    tool_version: Option<String>,
    references: Option<super::ReferenceCount>,
    version: Option<String>,
    resamples: Option<(Resamples, usize)>,
    seed: Option<u64>,
    correction: Correction,
    tokenizer: Option<TokenizerFields>,
    dictionary: Option<String>,
    model: Option<String>,
    release: Option<String>,
}

impl Reading {
    pub fn new() -> Reading {
        let read = Signature::new(&Definition::default(), super::ReferenceCount::Varying);
        Reading { read, found: FoundFields::default() }
    }

    fn test_set(&mut self) -> &mut TestSetFields {
        self.read.test_set.get_or_insert_default()
    }

    /// Reads the number of resamples; a signature has one kind.
    fn resamples(&mut self, kind: Resamples, count: &str) -> Result<(), FieldFault> {
        if self.found.resamples.is_some() {
            return Err(None);
        }
        set(&mut self.found.resamples, (kind, parsed(count)?))
    }

    /// Returns the signature, if its fields are complete and agree.
    pub fn finish(self) -> Result<Signature, Error> {
        let Reading { mut read, mut found } = self;
        let missing = |key| Error::MissingSignatureField { key };
        read.resampling = match (found.resamples, found.seed) {
            (None, None) if found.correction == Correction::None => None,
            (Some((kind, resamples)), Some(seed)) => {
                let correction = found.correction;
                Some(ResamplingFields { correction, ..ResamplingFields::new(kind, resamples, seed) })
            }
            (None, _) => return Err(missing("bs, ar or ps")),
            (Some(_), None) => return Err(missing("seed")),
        };
        let has_dictionary = found.dictionary.is_some();
        let tokenizer = match (found.tokenizer, found.dictionary.or(found.model), found.release) {
            (tokenizer, None, None) => tokenizer,
            (Some(tokenizer), Some(fingerprint), release)
                if tokenizer.own().is_none() && has_dictionary == release.is_none() =>
            {
                Some(tokenizer.with_data(&fingerprint, release.as_deref()))
            }
            _ => return Err(missing("tok, dict, model or spm")),
        };
        found.options.tokenization = tokenizer.as_ref().and_then(TokenizerFields::own);
        if let Some(version) = found.tool_version
            && found.tool.is_none_or(|tool| tool.version() != version)
        {
            return Err(Error::InvalidSignature { field: format!("tool:{version}") });
        }
        let options = found.tool.into_iter().fold(found.options, DefinitionBuilder::tool);
        let definition = options.normalization(read.normalization).build()?;
        let tokenizer = tokenizer.unwrap_or_else(|| definition.tokenization().into());
        if let (Some(tool), None) = (found.tool, tokenizer.own()) {
            tool.check_other_tokenizer(tokenizer.name())?;
        }
        Ok(Signature {
            formula: definition.formula().clone(),
            tokenizer,
            lowercase: definition.lowercase(),
            reference_length: definition.reference_length(),
            references: found.references.ok_or_else(|| missing("nrefs"))?,
            version: found.version.ok_or_else(|| missing("version"))?,
            ..read
        })
    }
}
