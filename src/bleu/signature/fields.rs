//! The fields of a signature, one entry each: key, value, and how it is read back.

use super::{EmptyCandidate, EmptyReference, JoinedCues, Signature, TestSetFields, TokenizerFields};
use crate::bleu::error::Error;
use crate::bleu::repairs::Repairs;
use crate::bleu::scoring::{DEFAULT_ORDER, Definition, DefinitionBuilder, ReferenceLength, Smoothing};
use crate::bleu::significance::{Correction, Resamples, ResamplingFields};
use crate::bleu::tokenize::UnicodeVersion;
use crate::bleu::unprintable;
use std::collections::HashMap;
use std::fmt;
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
    "nrefs" / "#": |of| shown(of.references), |to, count| put(&mut to.signature.references, count.parse()?);
    "bs": |of| resamples(of, Resamples::Bootstrap), |to, count| to.resamples(Resamples::Bootstrap, count);
    "ar": |of| resamples(of, Resamples::Randomization), |to, count| to.resamples(Resamples::Randomization, count);
    "ps": |of| resamples(of, Resamples::Poisson), |to, count| to.resamples(Resamples::Poisson, count);
    "seed" / "rs": |of| shown(of.resampling?.seed), |to, seed| put(&mut to.resampling()?.seed, parsed(seed)?);
    "test" / "t": |of| Some(escape(&of.test_set()?.test)), |to, name| put(&mut to.test_set().test, unescape(name));
    "lang" / "l": |of| Some(escape(&of.test_set()?.lang)), |to, pair| put(&mut to.test_set().lang, unescape(pair));
    "origlang" / "o": |of| of.test_set()?.origlang.as_deref().map(escape),
        |to, language| set(&mut to.test_set().origlang, unescape(language));
    "subset" / "S": |of| of.test_set()?.subset.as_deref().map(escape),
        |to, pattern| set(&mut to.test_set().subset, unescape(pattern));
    "as": |of| shown(of.definition.tool()?), |to, name| set(&mut to.options.base.formula.tool, name.parse()?);
    "case" / "c": |of| shown(if of.definition.lowercase() { "lc" } else { "mixed" }),
        |to, case| set(&mut to.options.lowercase, one_of(case, "lc", "mixed")?);
    "eff" / "e": |of| yes_or_no(of.definition.effective_order()),
        |to, answer| set(&mut to.options.effective_order, one_of(answer, "yes", "no")?);
    "tok": |of| shown(of.tokenizer.name()), |to, name| set(&mut to.tokenizer, TokenizerFields::named(name)?);
    "smooth" / "s": |of| Some(of.definition.smoothing().in_signature()),
        |to, method| set(&mut to.options.smoothing, Smoothing::from_signature(method)?);
    "order": |of| unless(of.definition.order(), DEFAULT_ORDER), |to, order| set(&mut to.options.order, parsed(order)?);
    "weights": |of| shown(of.definition.weights()?), |to, weights| set(&mut to.options.weights, weights.parse()?);
    "reflen": |of| unless(of.definition.reference_length(), ReferenceLength::Closest),
        |to, rule| set(&mut to.options.reference_length, reference_length(rule)?);
    "mean": |of| of.definition.formula().is_set_mean().then(|| "segments".to_owned()),
        |to, parts| put(&mut to.options.mean_of_segments, one_of(parts, "segments", "segments")?);
    "norm": |of| shown(of.definition.normalization()?), |to, form| set(&mut to.options.normalization, form.parse()?);
    "unicode": |of| unless(of.tokenizer.unicode()?, UnicodeVersion::default()),
        |to, version| set(&mut to.options.unicode, parsed(version)?);
    "dict": |of| shown(of.tokenizer.fingerprint().filter(|_| of.tokenizer.release().is_none())?),
        |to, text| to.data(text, None);
    "model": |of| shown(of.tokenizer.fingerprint().filter(|_| of.tokenizer.release().is_some())?),
        |to, text| to.data(text, Some(to.value("spm")?));
    "spm": |of| shown(of.tokenizer.release()?), |to, _release| to.value("model").map(|_| ());
    "cumulative": |of| of.is_cumulative.then(|| "yes".to_owned()),
        |to, answer| put(&mut to.signature.is_cumulative, one_of(answer, "yes", "yes")?);
    "pool": |of| shown(of.pool?), |to, name| set(&mut to.signature.pool, parsed(name)?);
    "samples": |of| shown(of.samples?), |to, count| set(&mut to.signature.samples, parsed(count)?);
    "join": |of| of.segments.join.as_deref().map(escape),
        |to, labels| set(&mut to.signature.segments.join, unescape(labels));
    "clean": |of| unless(of.segments.clean, Repairs::default()),
        |to, names| put(&mut to.signature.segments.clean, parsed(names)?);
    "empty-ref": |of| unless(of.segments.empty_reference, EmptyReference::Empty),
        |to, name| put(&mut to.signature.segments.empty_reference, parsed(name)?);
    "empty-cand": |of| unless(of.segments.empty_candidate, EmptyCandidate::Score),
        |to, name| put(&mut to.signature.segments.empty_candidate, parsed(name)?);
    "cues": |of| unless(of.segments.cues, JoinedCues::Exact),
        |to, name| put(&mut to.signature.segments.cues, parsed(name)?);
    "choice-eff": |of| yes_or_no(of.choice_effective_order?),
        |to, answer| set(&mut to.signature.choice_effective_order, one_of(answer, "yes", "no")?);
    "runs": |of| shown(of.runs?), |to, count| set(&mut to.signature.runs, parsed(count)?);
    "sort": |of| of.is_sorted_by_id.then(|| "id".to_owned()),
        |to, order| put(&mut to.signature.is_sorted_by_id, one_of(order, "id", "id")?);
    "tool": |of| shown(of.definition.tool()?.version()), |to, version| to.check_tool(version);
    "correct": |of| unless(of.resampling?.correction, Correction::None),
        |to, name| put(&mut to.resampling()?.correction, parsed(name)?);
    "version" / "v": |of| shown(&of.version), |to, name| put(&mut to.signature.version, version(name)?);
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let fields = FIELDS.iter().filter_map(|field| Some(format!("{}:{}", field.key, (field.write)(self)?)));
        f.write_str(&fields.collect::<Vec<_>>().join("|"))
    }
}

/// Reads a signature back, with or without the `BLEU|` before it; also sacreBLEU's, in its long or short form. Its
/// fields may be in any order, each of them once; a missing one has its default, except for `nrefs` and `version`, which
/// are required. The tokenizer may be one that this library does not have, or that needs a dictionary or a model.
impl FromStr for Signature {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reading = Reading::new();
        for text in text.strip_prefix("BLEU|").unwrap_or(text).split('|') {
            let invalid = || Error::InvalidSignature { field: text.to_owned() };
            let (key, value) = text.split_once(':').ok_or_else(invalid)?;
            let field = FIELDS.iter().find(|field| field.key == key || field.short == Some(key)).ok_or_else(invalid)?;
            if text.contains(|c: char| c.is_ascii_control())
                || reading.values.insert(field.key, [text, value]).is_some()
            {
                return Err(invalid());
            }
        }
        if let Some(key) = ["nrefs", "version"].into_iter().find(|key| !reading.values.contains_key(key)) {
            return Err(Error::MissingSignatureField { key });
        }
        for Field { key, read, .. } in FIELDS {
            if let Some([text, value]) = reading.values.get(key).copied() {
                let invalid = || Error::InvalidSignature { field: text.to_owned() };
                read(&mut reading, value).map_err(|fault| fault.unwrap_or_else(invalid))?;
            }
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

fn missing(key: &'static str) -> FieldFault {
    Some(Error::MissingSignatureField { key })
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

/// The rule of the reference length. One rule had another name before 0.5.
fn reference_length(name: &str) -> Result<ReferenceLength, FieldFault> {
    if name == "first-closest" { Ok(ReferenceLength::ClosestFirst) } else { parsed(name) }
}

/// The program and its version. A whole line of output, where the score follows, is not a version.
fn version(name: &str) -> Result<String, FieldFault> {
    let is_version = !name.is_empty() && name.chars().all(|c| c.is_ascii_graphic());
    if is_version { Ok(name.to_owned()) } else { Err(None) }
}

/// The version of Unicode of this program before 0.5, whose signatures do not tell.
fn older_unicode(version: &str) -> Option<UnicodeVersion> {
    let minor: u32 = version.strip_prefix("bleu-0.")?.split('.').next()?.parse().ok()?;
    (minor < 5).then_some(UnicodeVersion::V17)
}

/// Escapes the field separator, and control characters, as URLs do.
fn escape(value: &str) -> String {
    unprintable::replace(value, is_escaped, |c| format!("%{:02X}", c as u32)).into_owned()
}

fn is_escaped(c: char) -> bool {
    matches!(c, '%' | '|') || c.is_ascii_control()
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

/// A signature that is being read.
pub struct Reading<'a> {
    /// Each field, and its value, by the key.
    values: HashMap<&'static str, [&'a str; 2]>,
    /// The fields that the definition does not decide.
    signature: Signature,
    /// Settings of the definition.
    options: DefinitionBuilder,
    tokenizer: Option<TokenizerFields>,
}

impl<'a> Reading<'a> {
    fn new() -> Self {
        let signature = Definition::default().signature(super::ReferenceCount::Varying);
        Reading { values: HashMap::new(), signature, options: Definition::builder(), tokenizer: None }
    }

    /// The value of a field that must not be missing.
    fn value(&self, key: &'static str) -> Result<&'a str, FieldFault> {
        self.values.get(key).map(|[_, value]| *value).ok_or_else(|| missing(key))
    }

    fn test_set(&mut self) -> &mut TestSetFields {
        self.signature.test_set.get_or_insert_default()
    }

    /// Reads the number of resamples; a signature has one kind, and the seed comes later.
    fn resamples(&mut self, kind: Resamples, count: &str) -> Result<(), FieldFault> {
        self.value("seed")?;
        let fields = ResamplingFields::new(kind, parsed(count)?, 0);
        if self.signature.resampling.replace(fields).is_some() { Err(None) } else { Ok(()) }
    }

    fn resampling(&mut self) -> Result<&mut ResamplingFields, FieldFault> {
        self.signature.resampling.as_mut().ok_or_else(|| missing("bs, ar or ps"))
    }

    /// Reads the data of a tokenizer, which is not one of this library that needs none.
    fn data(&mut self, fingerprint: &str, release: Option<&str>) -> Result<(), FieldFault> {
        let tokenizer = self.tokenizer.take().filter(|named| named.own().is_none() && named.fingerprint().is_none());
        let tokenizer = tokenizer.ok_or_else(|| missing("tok, dict, model or spm"))?;
        set(&mut self.tokenizer, tokenizer.with_data(fingerprint, release))
    }

    fn check_tool(&self, version: &str) -> Result<(), FieldFault> {
        if self.options.base.tool().is_some_and(|tool| tool.version() == version) { Ok(()) } else { Err(None) }
    }

    /// Returns the signature, if its fields are complete and agree.
    fn finish(mut self) -> Result<Signature, Error> {
        if let Some(version) = self.options.unicode.or_else(|| older_unicode(&self.signature.version)) {
            self.options.unicode = Some(version);
            self.tokenizer = self.tokenizer.map(|tokenizer| tokenizer.with_unicode(version));
        }
        self.options.tokenization = self.tokenizer.as_ref().and_then(TokenizerFields::own);
        let definition = self.options.build()?;
        let tokenizer = self.tokenizer.unwrap_or_else(|| definition.tokenization().into());
        if let (Some(tool), None) = (definition.tool(), tokenizer.own()) {
            tool.check_other_tokenizer(tokenizer.name())?;
        }
        Ok(Signature { definition: definition.without_tokenizer(), tokenizer, ..self.signature })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manual_lists_all_fields() {
        let manual = include_str!("../../manual/scores.md");
        let rows: String = manual.lines().filter(|line| line.starts_with("| `")).collect();
        let is_missing = |field: &&Field| !rows.contains(&format!("`{}`", field.key));
        assert_eq!(FIELDS.iter().filter(is_missing).map(|field| field.key).collect::<Vec<_>>(), [""; 0]);
    }
}
