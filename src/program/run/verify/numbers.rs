//! Comparison of two results, number by number.

use crate::program::results::verification::{Difference, NumberKind, Tally};
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Largest difference of two numbers that are the same: libraries of mathematics differ in the last bits.
const TOLERANCE: f64 = 1e-12;

/// Results of a comparison.
#[derive(Default)]
pub struct Comparison {
    /// For each object and kind of numbers in it, whether all are the same.
    agree: Vec<(NumberKind, bool)>,
    pub differences: Vec<Difference>,
    /// Names of what is in the results that were saved, but not in those that were computed again.
    pub missing: Vec<String>,
}

impl Comparison {
    /// Compares results that were saved with results that were computed again.
    pub fn new(saved: &Value, found: &Value) -> Comparison {
        let mut comparison = Comparison::default();
        comparison.compare(saved, found, &Place::default());
        comparison
    }

    /// How many numbers of each kind there are, and how many differ.
    pub fn tallies(&self) -> Vec<Tally> {
        let mut kinds: BTreeMap<NumberKind, (usize, usize)> = BTreeMap::new();
        for (kind, agree) in &self.agree {
            let (number, differ) = kinds.entry(*kind).or_default();
            *number += 1;
            *differ += usize::from(!agree);
        }
        kinds.into_iter().map(|(kind, (number, differ))| Tally { kind, number, differ }).collect()
    }

    fn compare(&mut self, saved: &Value, found: &Value, place: &Place) {
        match (saved, found) {
            (Value::Object(saved), Value::Object(found)) => self.compare_objects(saved, found, place),
            (Value::Array(saved), Value::Array(found)) if saved.len() == found.len() => {
                saved.iter().zip(found).for_each(|(saved, found)| self.compare(saved, found, place));
            }
            (saved, found) if is_same(saved, found) => {}
            (saved, found) => self.add_difference(place, saved, found),
        }
    }

    fn compare_objects(&mut self, saved: &Map<String, Value>, found: &Map<String, Value>, place: &Place) {
        let place = place.of_object(saved);
        let mut kinds: BTreeMap<NumberKind, bool> = BTreeMap::new();
        for (name, value) in saved {
            let place = place.of_key(name);
            let Some(other) = found.get(name) else {
                if !self.missing.contains(name) {
                    self.missing.push(name.clone());
                }
                continue;
            };
            let before = self.differences.len();
            self.compare(value, other, &place);
            if let Some(kind) = place.kind.filter(|_| has_values(value)) {
                *kinds.entry(kind).or_insert(true) &= before == self.differences.len();
            }
        }
        for (name, value) in found.iter().filter(|(name, _)| !saved.contains_key(*name)) {
            self.add_difference(&place.of_key(name), &Value::Null, value);
        }
        // The parts of an interval are one.
        if !place.is_inside_kind {
            self.agree.extend(kinds);
        }
    }

    fn add_difference(&mut self, place: &Place, saved: &Value, found: &Value) {
        let shown = |value: &Value| match value {
            Value::Null => String::from("nothing"),
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        self.differences.push(Difference { place: place.to_string(), saved: shown(saved), found: shown(found) });
    }
}

/// Place of a value in results.
#[derive(Clone, Default)]
struct Place {
    /// Names of systems, groups and keys on the way to it.
    names: Vec<String>,
    kind: Option<NumberKind>,
    /// Whether an object on the way has a kind of its own.
    is_inside_kind: bool,
}

impl Place {
    /// The place of the values in an object, with the name of its system or group.
    fn of_object(&self, object: &Map<String, Value>) -> Place {
        let names =
            ["group", "set", "system", "choice", "a", "b"].into_iter().filter_map(|key| object.get(key)?.as_str());
        let names = names.map(str::to_owned).filter(|name| !self.names.contains(name));
        Place { names: self.names.iter().cloned().chain(names).collect(), is_inside_kind: self.kind.is_some(), ..*self }
    }

    fn of_key(&self, key: &str) -> Place {
        let names = self.names.iter().cloned().chain([key.to_owned()]).collect();
        Place { names, kind: self.kind.or(kind(key)), is_inside_kind: self.is_inside_kind }
    }
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(&self.names.join(": "))
    }
}

/// The kind of the numbers with a key; `None` for lists of objects with keys of their own.
fn kind(key: &str) -> Option<NumberKind> {
    Some(match key {
        "systems" | "pairs" | "groups" | "sets" | "runs" | "choices" | "above" | "best" | "first" | "tools" => {
            return None;
        }
        "score" | "precisions" | "counts" | "totals" | "bp" | "ratio" | "hyp_len" | "ref_len" | "segments"
        | "samples" | "sample_deviation" | "orders" | "scores" => NumberKind::Score,
        "confidence" => NumberKind::Interval,
        "rank" | "cluster" => NumberKind::Rank,
        key if key.starts_with("p_") || key.starts_with("difference") || key.starts_with("segments_") => {
            NumberKind::PValue
        }
        "significant" | "standard_error" | "detectable_difference" | "power" => NumberKind::PValue,
        _ => NumberKind::Other,
    })
}

/// Whether a value has numbers or decisions, not only names.
fn has_values(value: &Value) -> bool {
    match value {
        Value::Number(_) | Value::Bool(_) => true,
        Value::Array(values) => values.iter().any(has_values),
        Value::Object(values) => values.values().any(has_values),
        _ => false,
    }
}

/// Whether two values are the same, numbers up to the last bits.
fn is_same(saved: &Value, found: &Value) -> bool {
    match (saved, found) {
        (Value::Number(a), Value::Number(b)) if a.is_f64() && b.is_f64() => {
            let (Some(a), Some(b)) = (a.as_f64(), b.as_f64()) else { return false };
            (a - b).abs() <= TOLERANCE * a.abs().max(1.0)
        }
        (saved, found) => saved == found,
    }
}
