//! The number of references that signatures of a saved run tell, compared with its statistics and its texts.

use crate::bleu::shards::saved::{SavedRun, TextRole};
use crate::bleu::signature::ReferenceCount;
use crate::program::results::verification::Difference;

/// Signatures with another number of references than the statistics were counted with, or than there are texts.
pub fn differences(run: &SavedRun) -> Vec<Difference> {
    let definitions = run.counts.definitions.iter();
    definitions.filter_map(|definition| difference(run, definition.set.as_deref(), &definition.signature)).collect()
}

fn difference(run: &SavedRun, set: Option<&str>, signature: &str) -> Option<Difference> {
    let saved = signature.split('|').find_map(|field| field.strip_prefix("nrefs:"))?;
    let parts = run.counts.parts.iter().filter(|part| set.is_none() || part.set.as_deref() == set);
    let samples = run.counts.samples.iter().map(|samples| samples.references);
    let counted = parts.map(|part| part.references).chain(samples).reduce(ReferenceCount::merge)?;
    let place = set.map_or_else(|| "signature: nrefs".to_owned(), |set| format!("{set}: signature: nrefs"));
    let difference = |found: String| Difference { place: place.clone(), saved: saved.to_owned(), found };
    if counted.to_string() != saved {
        return Some(difference(counted.to_string()));
    }
    let mut references = run.texts.iter().filter(|text| text.role == TextRole::Reference).peekable();
    let are_whole = references.peek().is_some() && references.clone().all(|text| text.missing.is_empty());
    let texts = references.count();
    let is_other = matches!(counted, ReferenceCount::Fixed(count) if count.get() != texts);
    (are_whole && is_other && set.is_none()).then(|| difference(format!("{texts} (fingerprints of references)")))
}
