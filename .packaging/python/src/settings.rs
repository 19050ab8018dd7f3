//! Settings of a score, as Python's keyword arguments.

use crate::counting::{count_of_references, value_error};
use crate::texts::optional_number;
use crate::tokenizer;
use bleu::tools::Tool;
use bleu::{Definition, DefinitionBuilder, Smoothing, Weights};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

/// Settings: as they were given, and what they define.
#[derive(Debug)]
pub struct Settings {
    given: Given,
    corpus: Definition,
    sentence: Definition,
    /// Everything that decides the counts, as text.
    counting: Arc<str>,
}

/// Keyword arguments; `None` for those that were not given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Given {
    pub tokenize: Option<String>,
    pub lowercase: Option<bool>,
    pub normalize: Option<String>,
    pub max_order: Option<usize>,
    pub weights: Option<Vec<f64>>,
    pub smooth: Option<String>,
    pub smooth_value: Option<f64>,
    pub effective_order: Option<bool>,
    pub ref_length: Option<String>,
    pub mean_of_segments: Option<bool>,
    pub unicode: Option<String>,
    pub empty_reference: Option<String>,
    pub as_: Option<String>,
    pub dictionary: Option<PathBuf>,
    pub model: Option<PathBuf>,
}

impl Settings {
    pub fn new(py: Python, given: Given) -> PyResult<Settings> {
        if !matches!(given.empty_reference.as_deref(), None | Some("empty" | "missing")) {
            return Err(PyValueError::new_err("empty_reference must be 'empty' or 'missing'"));
        }
        let mut options = Definition::builder();
        if let Some(name) = &given.tokenize {
            let tokenization = tokenizer::load(py, name, given.dictionary.as_deref(), given.model.as_deref())?;
            options = options.tokenization(tokenization);
        } else if given.dictionary.is_some() || given.model.is_some() {
            return Err(PyValueError::new_err(
                "dictionary= and model= need tokenize=, the tokenizer that they are for",
            ));
        }
        if let Some(lowercase) = given.lowercase {
            options = options.lowercase(lowercase);
        }
        if let Some(smoothing) = given.smoothing()? {
            options = options.smoothing(smoothing);
        }
        if let Some(order) = given.max_order {
            options = options.order(order);
        }
        if let Some(weights) = &given.weights {
            options = options.weights(Weights::new(weights.clone()).map_err(|error| value_error(&error))?);
        }
        if let Some(name) = &given.ref_length {
            options = options.reference_length(parse(name)?);
        }
        if let Some(version) = &given.unicode {
            options = options.unicode(parse(version)?);
        }
        let is_mean = given.mean_of_segments == Some(true);
        options = options.mean_of_segments(is_mean);
        if let Some(effective_order) = given.effective_order {
            options = options.effective_order(effective_order);
        }
        let tool: Option<Tool> = given.as_.as_deref().map(parse).transpose()?;
        let normalization = given.normalize.as_deref().map(parse).transpose()?;
        let definition = |sentences: bool| {
            // Sentences may have other defaults.
            let options = options.clone().sentences(sentences || is_mean).normalization(normalization);
            tool.into_iter().fold(options, DefinitionBuilder::tool).build().map_err(|error| value_error(&error))
        };
        let (corpus, sentence) = (definition(false)?, definition(true)?);
        let counting = counting(&corpus, &given).into();
        Ok(Settings { given, corpus, sentence, counting })
    }

    /// The definition of the scores of corpora or sentences.
    pub fn definition(&self, is_sentence: bool) -> &Definition {
        if is_sentence { &self.sentence } else { &self.corpus }
    }

    /// Whether a reference of white space only counts as missing.
    pub fn drops_blank(&self) -> bool {
        self.given.empty_reference.as_deref() == Some("missing")
    }

    /// Everything that decides the counts of a corpus, as text.
    pub fn counting(&self) -> &Arc<str> {
        &self.counting
    }

    /// The signature, without a number of references unless it is known.
    pub fn signature(&self, is_sentence: bool, references: Option<usize>) -> String {
        let count = count_of_references(references.unwrap_or(1));
        let signature = self.definition(is_sentence).signature(count).to_string();
        match references {
            Some(_) => signature,
            None => signature.split_once('|').map_or_else(String::new, |(_, rest)| rest.to_owned()),
        }
    }

    /// The keyword arguments that make these settings.
    pub fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let Given { tokenize, lowercase, normalize, max_order, weights, smooth, smooth_value, .. } = &self.given;
        let Given { effective_order, ref_length, mean_of_segments, unicode, empty_reference, as_, .. } = &self.given;
        let Given { dictionary, model, .. } = &self.given;
        let dict = PyDict::new(py);
        let names = ["tokenize", "normalize", "smooth", "ref_length", "unicode", "empty_reference", "as_"];
        let values = [tokenize, normalize, smooth, ref_length, unicode, empty_reference, as_];
        for (name, value) in names.into_iter().zip(values) {
            dict.set_item(name, value)?;
        }
        dict.set_item("lowercase", lowercase)?;
        dict.set_item("max_order", max_order)?;
        dict.set_item("weights", weights)?;
        dict.set_item("smooth_value", smooth_value)?;
        dict.set_item("effective_order", effective_order)?;
        dict.set_item("mean_of_segments", mean_of_segments)?;
        dict.set_item("dictionary", dictionary.as_ref().map(|path| path.as_os_str()))?;
        dict.set_item("model", model.as_ref().map(|path| path.as_os_str()))?;
        Ok(dict)
    }
}

/// Equality of what is computed.
impl PartialEq for Settings {
    fn eq(&self, other: &Self) -> bool {
        (&self.corpus, &self.sentence, self.drops_blank()) == (&other.corpus, &other.sentence, other.drops_blank())
    }
}

impl Given {
    fn smoothing(&self) -> PyResult<Option<Smoothing>> {
        let Some(name) = &self.smooth else {
            return match self.smooth_value {
                None => Ok(None),
                Some(_) => Err(PyValueError::new_err("smooth_value needs smooth='floor', 'add-k' or 'add-k-all'")),
            };
        };
        if name.contains('=') {
            return Err(PyValueError::new_err(format!(
                "smooth='{name}': give the value as smooth_value=, as in smooth='floor', smooth_value=0.5"
            )));
        }
        let text = self.smooth_value.map_or_else(|| name.clone(), |value| format!("{name}={value}"));
        // The library's names are those of the program, with `=` and their values.
        text.parse().map(Some).map_err(|error: bleu::Error| {
            let words = error.to_string();
            let parts = words.split("[=");
            let without = parts.enumerate().map(|(i, part)| match i {
                0 => part,
                _ => part.split_once(']').map_or("", |(_, rest)| rest),
            });
            PyValueError::new_err(without.collect::<String>())
        })
    }
}

fn parse<T: FromStr<Err = bleu::Error>>(name: &str) -> PyResult<T> {
    name.parse().map_err(|error| value_error(&error))
}

/// What decides the counts: the signature of a formula that is always the same.
fn counting(definition: &Definition, given: &Given) -> String {
    let mut text = match definition.tool() {
        Some(tool) => format!("as:{tool}|"),
        None => String::new(),
    };
    let case = if definition.lowercase() { "lc" } else { "mixed" };
    text += &format!("case:{case}|tok:{}", definition.tokenization().name());
    if let Some(fingerprint) = definition.tokenization().fingerprint() {
        text += &format!("|model:{fingerprint}");
    }
    text += &format!("|order:{}|reflen:{}", definition.counted_order(), definition.reference_length());
    if let Some(form) = definition.normalization() {
        text += &format!("|norm:{form}");
    }
    if let Some(empty) = given.empty_reference.as_deref().filter(|empty| *empty != "empty") {
        text += &format!("|empty:{empty}");
    }
    text
}

/// Weights as numbers, or as text such as `1/3,1/3,1/3`.
pub fn weights(object: &Bound<PyAny>) -> PyResult<Vec<f64>> {
    match object.cast::<PyString>() {
        Ok(text) => Ok(parse::<Weights>(text.to_str()?)?.as_slice().to_vec()),
        Err(_) => {
            let wrong = || PyTypeError::new_err("weights must be a list of numbers, or text such as '1/3,1/3,1/3'");
            let weights = object.try_iter().map_err(|_| wrong())?.map(|weight| optional_number(&weight?));
            weights.map(|weight| weight.ok().flatten().ok_or_else(wrong)).collect()
        }
    }
}

/// An error about a keyword argument that there is not, with advice if it is sacreBLEU's.
pub fn unknown_argument(name: &str) -> PyErr {
    let advice = match name {
        "smooth_method" => "here it is smooth",
        "max_ngram_order" => "here it is max_order",
        "trg_lang" => "name the tokenizer by tokenize",
        "references" => "here BLEU(...).against(references) keeps references",
        "force" | "use_effective_order" => "here it is not needed; there is effective_order",
        _ => return PyTypeError::new_err(format!("BLEU has no setting '{name}'")),
    };
    PyTypeError::new_err(format!(
        "'{name}' is sacreBLEU's: {advice}, and scores are from 0 to 1; bleu_mt.sacrebleu has sacreBLEU's names and its \
         scale of 0 to 100"
    ))
}
