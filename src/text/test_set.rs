//! Test sets in sacreBLEU's cache: the reference files of a set, and the selection of its lines.

use super::record::is_blank;
use super::sacrebleu_cache;
use crate::text::display::{count, path_name};
use crate::text::suggestions::unknown;
use anyhow::{Context, Result, bail, ensure};
use regex_lite::Regex;
use std::collections::HashMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// References and metadata of each set and language pair.
const SETS: &str = include_str!("test_sets/references.tsv");

/// Tags of documents, for sets whose cache has no domains.
const TAGS: &str = include_str!("test_sets/subsets.tsv");

/// Name of the reference whose translator is not given.
const UNNAMED: &str = "ref";

/// Name of the source text.
const SOURCE: &str = "src";

/// A test set, and the choice of its lines.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestSet {
    /// Name of the set, such as `wmt20/tworefs`.
    pub set: String,
    /// Language pair, such as `de-fr`.
    pub pair: String,
    /// Translator of the reference; `None` for sacreBLEU's choice.
    pub translator: Option<String>,
    /// Original language of the lines that are chosen, or `non-` and a language.
    pub origlang: Option<String>,
    /// Regular expression for the domains, or the tags of documents, of the lines that are chosen.
    pub subset: Option<String>,
}

/// The first three cells of each row of a table.
fn rows(table: &'static str) -> impl Iterator<Item = [&'static str; 3]> {
    let lines = table.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split('\t').collect::<Vec<_>>().first_chunk().copied())
}

/// Labels of lines, as WMT XML names them, and the fields of the cache that have them.
const LABELS: [(&str, &str); 3] = [("doc", "docid"), ("domain", "domain"), ("origlang", "origlang")];

/// Returns the language pairs of a set; none if there is no such set.
pub fn pairs(set: &str) -> Vec<&'static str> {
    rows(SETS).filter(|[known, ..]| *known == set).map(|[_, pair, _]| pair).collect()
}

impl TestSet {
    /// Reads a name such as `wmt22/de-fr` or `wmt22:refB/en-zh`. The error is a message for the user.
    pub fn parse(name: &str, origlang: Option<String>, subset: Option<String>) -> Result<TestSet, String> {
        let Some((set, pair)) = name.rsplit_once('/') else {
            return Err(format!("'{name}' is not a test set and a language pair, such as wmt22/en-de"));
        };
        let (set, translator) = set.split_once(':').map_or((set, None), |(set, name)| (set, Some(name.to_owned())));
        let pairs = pairs(set);
        if pairs.is_empty() {
            let mut sets: Vec<&str> = rows(SETS).map(|[set, ..]| set).collect();
            sets.dedup();
            return Err(unknown("test set", set, &sets));
        }
        if !pairs.contains(&pair) {
            return Err(format!("{set}: {}", unknown("language pair", pair, &pairs)));
        }
        if let Some(expression) = &subset {
            Regex::new(expression)
                .map_err(|error| format!("--subset: invalid regular expression '{expression}': {error}"))?;
        }
        Ok(TestSet { set: set.to_owned(), pair: pair.to_owned(), translator, origlang, subset })
    }

    /// The name, as flags take it.
    fn name(&self) -> String {
        format!("{}/{}", self.signature_name(), self.pair)
    }

    /// The value of the signature's key `test`.
    pub fn signature_name(&self) -> String {
        match &self.translator {
            Some(translator) => format!("{}:{translator}", self.set),
            None => self.set.clone(),
        }
    }

    /// The file of a field.
    fn file(&self, field: &str) -> Result<PathBuf> {
        Ok(self.folder()?.join(format!("{}.{}.{field}", self.set.replace('/', "_"), self.pair)))
    }

    /// Returns the folder of its files.
    ///
    /// # Errors
    /// If there is no folder that may hold a cache.
    pub fn folder(&self) -> Result<PathBuf> {
        Ok(sacrebleu_cache::folder()?.join(&self.set))
    }

    /// Returns the files of the references.
    ///
    /// # Errors
    /// If they are not in the cache.
    pub fn references(&self) -> Result<Vec<PathBuf>> {
        let row = rows(SETS).find(|[set, pair, _]| *set == self.set && *pair == self.pair);
        let [_, _, references] = row.with_context(|| format!("{} is not known", self.name()))?;
        let defaults: Vec<PathBuf> = references.split(',').map(|field| self.file(field)).collect::<Result<_>>()?;
        let (name, fetch) = (self.name(), self.fetch_command());
        let has_set = self.file(SOURCE)?.exists() || defaults.iter().all(|file| file.exists());
        let cache = path_name(&sacrebleu_cache::folder()?);
        ensure!(has_set, "{name} is not in sacreBLEU's cache, {cache}; fetch it: {fetch}");
        let files = match &self.translator {
            None => defaults,
            Some(translator) => vec![self.reference_by(translator)?],
        };
        let missing = files.iter().find(|file| !file.exists()).map(|file| path_name(file));
        missing.map_or(Ok(files), |file| bail!("{file}: is not in sacreBLEU's cache; fetch it: {fetch}"))
    }

    /// Returns the file of a translator's reference, whose name may lack `ref` at its start.
    fn reference_by(&self, translator: &str) -> Result<PathBuf> {
        let without = translator.strip_prefix(UNNAMED).filter(|name| !name.is_empty()).unwrap_or(translator);
        for name in [translator, without, &format!("{UNNAMED}{translator}")] {
            let file = self.file(&format!("ref-{name}"))?;
            if file.exists() {
                return Ok(file);
            }
        }
        let prefix = self.file("ref-")?;
        let prefix = prefix.file_name().unwrap_or_default().to_string_lossy();
        let names = fs::read_dir(self.folder()?)?.flatten().map(|entry| entry.file_name());
        let translator_of = |name: OsString| Some(name.to_string_lossy().strip_prefix(&*prefix)?.to_owned());
        let mut translators: Vec<String> = names.filter_map(translator_of).collect();
        translators.sort();
        bail!("{}/{}: {}", self.set, self.pair, unknown("reference", translator, &translators))
    }

    /// Returns for each line of the set whether it is chosen; `None` if all are.
    ///
    /// # Errors
    /// If the set lacks the metadata, or no line matches.
    pub fn kept(&self) -> Result<Option<Vec<bool>>> {
        let origlang = self.origlang.as_ref().map(|wanted| self.kept_by_origlang(wanted)).transpose()?;
        let subset = self.subset.as_ref().map(|wanted| self.kept_by_subset(wanted)).transpose()?;
        let both = |one: Vec<bool>, other: Vec<bool>| one.iter().zip(other).map(|(a, b)| *a && b).collect();
        let Some(kept) = origlang.into_iter().chain(subset).reduce(both) else { return Ok(None) };
        let asked = [("--origlang", &self.origlang), ("--subset", &self.subset)];
        let asked =
            asked.map(|(flag, value)| value.as_ref().map_or_else(String::new, |value| format!(" {flag} {value}")));
        ensure!(kept.contains(&true), "{}: no line has{}", self.name(), asked.concat());
        Ok(Some(kept))
    }

    /// Returns the file of a label that lines of the set have, by its name in WMT XML or in the cache; `None` for
    /// another name.
    ///
    /// # Errors
    /// If the label is not in the cache.
    pub fn label_file(&self, name: &Path) -> Result<Option<PathBuf>> {
        let Some((label, field)) =
            LABELS.into_iter().find(|(label, field)| [label, field].iter().any(|&known| name == Path::new(known)))
        else {
            return Ok(None);
        };
        let file = self.file(field)?;
        ensure!(file.exists(), "{}: sacreBLEU's cache has no {label} of its lines; name a file of labels", self.name());
        Ok(Some(file))
    }

    /// Returns the file of the source text, by its name in WMT XML and in the cache; `None` for another name.
    pub fn source_file(&self, name: &Path) -> Result<Option<PathBuf>> {
        (name == Path::new(SOURCE)).then(|| self.file(SOURCE)).transpose()
    }

    fn kept_by_origlang(&self, wanted: &str) -> Result<Vec<bool>> {
        let languages = self.lines("origlang", "the original languages of its lines are unknown; drop --origlang")?;
        let is_kept = |language: &str| match wanted.strip_prefix("non-") {
            Some(other) => language != other,
            None => language == wanted,
        };
        let message = format!("no line has --origlang {wanted}; its lines have");
        self.kept_lines(languages, is_kept, &message)
    }

    fn kept_by_subset(&self, wanted: &str) -> Result<Vec<bool>> {
        let expression = Regex::new(wanted.strip_prefix("country:").unwrap_or(wanted))?;
        let tags = rows(TAGS).filter(|[set, ..]| *set == self.set).map(|[_, document, tag]| (document, tag));
        let tags: HashMap<&str, &str> = tags.collect();
        let field = if tags.is_empty() { "domain" } else { "docid" };
        let labels = self.lines(field, "the subsets of its lines are unknown; drop --subset")?;
        let tag = |label: String| tags.get(&*label).copied().unwrap_or_default().to_owned();
        let labels = if tags.is_empty() { labels } else { labels.into_iter().map(tag).collect() };
        let message = format!("no line matches --subset {wanted}; the values are");
        self.kept_lines(labels, |label| expression.is_match(label), &message)
    }

    /// Returns for each line, given its label, whether it is kept. If none is, the message and the labels are the error.
    fn kept_lines(&self, mut labels: Vec<String>, is_kept: impl Fn(&str) -> bool, message: &str) -> Result<Vec<bool>> {
        let kept: Vec<bool> = labels.iter().map(|label| is_kept(label)).collect();
        if !kept.contains(&true) {
            labels.sort();
            labels.dedup();
            labels.retain(|label| !is_blank(label.as_bytes()));
            bail!("{}: {message} {}", self.name(), labels.join(", "));
        }
        Ok(kept)
    }

    /// Returns the lines of a field. If the cache does not have it, the message is the error.
    fn lines(&self, field: &str, message: &str) -> Result<Vec<String>> {
        let file = self.file(field)?;
        ensure!(file.exists(), "{}: {message}", self.name());
        let lines = read_lines(&file)?;
        for reference in self.references()? {
            let (expected, reference) = (read_lines(&reference)?.len(), path_name(&reference));
            if lines.len() != expected {
                let (file, found, fetch) = (path_name(&file), count(lines.len() as u64, "line"), self.fetch_command());
                let advice = "remove these files and fetch the set again";
                bail!("{file}: {found}, but {reference} has {expected}; {advice}: {fetch}");
            }
        }
        Ok(lines)
    }

    /// The command that fetches the set into the cache.
    fn fetch_command(&self) -> String {
        format!("sacrebleu -t {} -l {} --echo ref > /dev/null", self.set, self.pair)
    }
}

/// Returns the lines of a file, without white space at their ends.
fn read_lines(file: &Path) -> Result<Vec<String>> {
    let text = fs::read_to_string(file).with_context(|| path_name(file))?;
    Ok(text.split_terminator('\n').map(|line| line.trim_end().to_owned()).collect())
}

/// Returns the names of the labels of lines.
pub fn labels() -> impl Iterator<Item = &'static str> {
    LABELS.into_iter().map(|(label, _)| label)
}

/// Returns the names of the sets that are in the cache.
pub fn in_cache() -> Result<Vec<String>> {
    let set = |[set, pair, _]: [&str; 3]| TestSet { set: set.into(), pair: pair.into(), ..TestSet::default() };
    let sets: Vec<TestSet> = rows(SETS).map(set).filter(|set| set.references().is_ok()).collect();
    let (cache, fetch) = (path_name(&sacrebleu_cache::folder()?), "sacrebleu -t wmt24 -l en-de --echo ref > /dev/null");
    ensure!(!sets.is_empty(), "no test set is in sacreBLEU's cache, {cache}; fetch one: {fetch}");
    Ok(sets.iter().map(TestSet::name).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_end_in_the_pair() {
        let set = TestSet::parse("wmt20/robust/set1/en-de", None, None).unwrap();
        assert_eq!((set.set.as_str(), set.pair.as_str(), set.translator), ("wmt20/robust/set1", "en-de", None));
        let set = TestSet::parse("wmt22:refB/en-zh", None, None).unwrap();
        assert_eq!((set.set.as_str(), set.translator.as_deref()), ("wmt22", Some("refB")));
    }

    #[test]
    fn unknown_names_are_errors_that_list_the_known() {
        let message = |name| TestSet::parse(name, None, None).unwrap_err();
        assert!(message("wmt99/de-fr").contains("wmt19"));
        assert!(message("wmt22/de-xx").contains("de-fr"));
        assert!(message("wmt22").contains("language pair"));
    }
}
