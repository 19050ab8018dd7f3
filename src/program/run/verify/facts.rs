//! The facts of a saved run that tables print: its numbers and decisions by the system, the group and the quantity.

use crate::bleu::shards::saved::{SavedRun, TextRole};
use crate::text::display::{distinct_names, short_names};
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::path::Path;

/// The system that a system is compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Versus {
    /// The first or, if all pairs were compared, the best.
    First,
    /// The system above.
    Above,
    /// The system at this place.
    Other(usize),
}

/// The meaning of a number: the name that it has in tables for programs and, if it belongs to a comparison, the other system.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quantity {
    pub name: String,
    /// [`Versus::First`] for numbers that belong to no comparison.
    pub versus: Versus,
}

impl Quantity {
    pub fn new(name: impl Into<String>, versus: Versus) -> Quantity {
        Quantity { name: name.into(), versus }
    }

    /// Whether it is multiplied for percentages.
    pub fn is_scaled(&self) -> bool {
        let name = self.name.as_str();
        let scaled =
            ["score", "mean", "half_width", "low", "high", "precision", "difference", "deviation", "bleu", "run_"];
        scaled.iter().any(|scaled| name.contains(scaled))
    }
}

/// Numbers by what they are; decisions are 0 or 1.
pub type Numbers = HashMap<Quantity, f64>;

/// The facts of a run.
#[derive(Debug)]
pub struct Facts {
    /// In the order of the results.
    pub systems: Vec<SystemFacts>,
    /// Words about the correction of p-values, such as ` after Holm`.
    pub correction: &'static str,
    pub signatures: Vec<String>,
    /// Whether all pairs of systems were compared.
    pub is_ranking: bool,
    /// Paragraphs that the program prints beside the tables of the run.
    pub paragraphs: Vec<String>,
    /// Counts that captions tell in their own words, with their nouns, such as `segment`.
    pub counts: Vec<(&'static str, u64)>,
}

/// The facts of a system.
#[derive(Debug)]
pub struct SystemFacts {
    /// Its name for people.
    pub name: String,
    /// All names that tables may call it.
    aliases: Vec<String>,
    pub whole: Numbers,
    /// Facts of each group, by its label.
    groups: Vec<(String, Numbers)>,
}

impl Facts {
    pub fn new(run: &SavedRun, paragraphs: Vec<String>) -> Facts {
        let results = &run.results;
        let objects: Vec<&Map<String, Value>> = match results {
            Value::Array(systems) => systems.iter().filter_map(Value::as_object).collect(),
            Value::Object(all) => match all.get("systems").and_then(Value::as_array) {
                Some(systems) => systems.iter().filter_map(Value::as_object).collect(),
                None => vec![all],
            },
            _ => Vec::new(),
        };
        let name = |(place, object): (usize, &&Map<String, Value>)| {
            let given = object.get("system").and_then(Value::as_str);
            given.or(run.asked.systems.get(place).map(String::as_str)).unwrap_or_default().to_owned()
        };
        let names: Vec<String> = objects.iter().enumerate().map(name).collect();
        let given: Vec<&str> = names.iter().map(String::as_str).collect();
        let names_for_people = short_names(&given).into_iter().zip(distinct_names(&given));
        let all = objects.iter().zip(&names).zip(names_for_people);
        let mut systems: Vec<SystemFacts> = Vec::new();
        for ((object, name), (short, distinct)) in all {
            match (object.get("choice").and_then(Value::as_str), systems.last_mut()) {
                // The choices of samples of a system are groups of its numbers.
                (Some(choice), Some(system)) if system.aliases[0] == *name => {
                    system.groups.push((choice.to_owned(), numbers(object)));
                }
                (Some(choice), _) => {
                    let groups = vec![(choice.to_owned(), numbers(object))];
                    let short = short_names(&[name]).concat();
                    let system = SystemFacts::new(object, name, short, name.clone());
                    systems.push(SystemFacts { whole: Numbers::new(), groups, ..system });
                }
                (None, _) => systems.push(SystemFacts::new(object, name, short, distinct)),
            }
        }
        let pairs = results.get("pairs").and_then(Value::as_array);
        match pairs {
            Some(pairs) => add_pairs(&mut systems, &names, pairs),
            None => name_first(&mut systems),
        }
        let mut signatures: Vec<String> = Vec::new();
        collect_signatures(results, &mut signatures);
        let is_corrected_by = |name: &str| signatures.iter().any(|all| all.contains(&format!("correct:{name}")));
        let correction = match () {
            () if is_corrected_by("holm") => " after Holm",
            () if is_corrected_by("bonferroni") => " after Bonferroni",
            () => "",
        };
        let counts = counts(run, &signatures);
        Facts { systems, correction, signatures, is_ranking: pairs.is_some(), paragraphs, counts }
    }

    /// The place of the system that a text names, if it names one.
    pub fn place(&self, text: &str) -> Option<usize> {
        let only = |is_it: &dyn Fn(&str) -> bool| {
            let mut places =
                (0..self.systems.len()).filter(|place| self.systems[*place].aliases.iter().any(|a| is_it(a)));
            // A name of two systems is none.
            let first = places.next()?;
            places.next().is_none().then_some(first)
        };
        // A footnote, or words such as `(ours)`, may follow a name.
        let name = text.trim_end_matches(['†', '‡']).trim_end();
        let without = name.strip_suffix([')', ']']).and_then(|name| name.rsplit_once(['(', '['])).map(|(name, _)| name);
        let [own, without] = [name, without.unwrap_or(name)].map(|name| normal(&name.replace('*', "")));
        // An asterisk in a name was read as a mark.
        let is = |alias: &str, wanted: &str| !alias.is_empty() && normal(&alias.replace('*', "")) == *wanted;
        let exact = only(&|alias| !alias.is_empty() && alias == text.trim());
        exact.or_else(|| only(&|alias| is(alias, &own))).or_else(|| only(&|alias| is(alias, &without)))
    }

    /// The label of the group that a text names, if it names one.
    pub fn group(&self, text: &str) -> Option<&str> {
        let labels = || self.systems.iter().flat_map(|system| &system.groups).map(|(label, _)| label.as_str());
        let wanted = normal(text);
        labels().find(|label| *label == text.trim()).or_else(|| labels().find(|label| normal(label) == wanted))
    }
}

/// The numbers of segments, of the whole and of each group, of references, and of resamples and trials.
fn counts(run: &SavedRun, signatures: &[String]) -> Vec<(&'static str, u64)> {
    let counts = &run.counts;
    let group = |group: usize| counts.group_places.iter().filter(|place| **place as usize == group).count();
    let segments = std::iter::once(counts.segments()).chain((0..counts.groups.len()).map(group));
    let references = run.texts.iter().filter(|text| text.role == TextRole::Reference).count();
    let mut all: Vec<(&str, u64)> = segments.map(|segments| ("segment", segments as u64)).collect();
    all.push(("reference", references as u64));
    let fields = signatures.iter().flat_map(|signature| signature.split('|'));
    for (name, number) in fields.filter_map(|field| field.split_once(':')) {
        let noun = match name {
            "bs" => "resample",
            "ar" => "trial",
            "seed" => "seed",
            _ => continue,
        };
        all.extend(number.parse().ok().map(|number| (noun, number)));
    }
    all
}

/// A name or a title without case and spaces.
pub fn normal(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

impl SystemFacts {
    fn new(object: &Map<String, Value>, name: &str, short: String, distinct: String) -> SystemFacts {
        let path = Path::new(name);
        let [file, stem] = [path.file_name(), path.file_stem()]
            .map(|part| part.map(|part| part.to_string_lossy().into_owned()).unwrap_or_default());
        let mut groups = Vec::new();
        for group in ["groups", "sets"].iter().filter_map(|key| object.get(*key)?.as_array()).flatten() {
            let Some(group) = group.as_object() else { continue };
            let label = ["group", "set"].iter().find_map(|key| group.get(*key)?.as_str()).unwrap_or_default();
            groups.push((if label.is_empty() { "(none)" } else { label }.to_owned(), numbers(group)));
        }
        // Scores of training runs on test sets.
        for (label, score) in object.get("sets").and_then(Value::as_object).into_iter().flatten() {
            groups.push((label.clone(), Numbers::from([(Quantity::new("score", Versus::First), number(score))])));
        }
        let aliases = vec![name.to_owned(), file, stem, short.clone(), distinct];
        SystemFacts { name: short, aliases, whole: numbers(object), groups }
    }

    /// Its numbers, of all segments and of groups.
    pub fn quantities(&self) -> impl Iterator<Item = &Quantity> {
        self.whole.keys().chain(self.groups.iter().flat_map(|(_, numbers)| numbers.keys()))
    }

    /// The numbers of all segments, or of a group.
    pub fn numbers(&self, group: Option<&str>) -> Option<&Numbers> {
        match group {
            None => Some(&self.whole),
            Some(group) => self.groups.iter().find(|(label, _)| label == group).map(|(_, numbers)| numbers),
        }
    }
}

/// The numbers of an object, by the names that they have in tables for programs.
fn numbers(object: &Map<String, Value>) -> Numbers {
    let mut found = Numbers::new();
    let mut add = |name: String, value: &Value| found.extend([(Quantity::new(name, Versus::First), number(value))]);
    for (key, value) in object {
        match (key.as_str(), value) {
            ("mean", Value::Number(_)) if !object.contains_key("score") && !object.contains_key("low") => {
                add("score".into(), value);
            }
            (_, Value::Number(_) | Value::Bool(_)) => add(key.clone(), value),
            ("rank", Value::Array(ends)) => {
                ["rank_best", "rank_worst"].iter().zip(ends).for_each(|(name, end)| add((*name).into(), end));
            }
            ("runs", Value::Array(runs)) => {
                let scores = runs.iter().filter_map(|run| run.get("score"));
                scores.zip(1..).for_each(|(score, n)| add(format!("run_{n}"), score));
            }
            ("cumulative", Value::Array(orders)) => {
                orders.iter().zip(1..).for_each(|(score, n)| add(format!("bleu_{n}"), score));
            }
            (_, Value::Array(values)) if values.iter().all(Value::is_number) => {
                let name = key.strip_suffix('s').unwrap_or(key);
                values.iter().zip(1..).for_each(|(value, n)| add(format!("{name}_{n}"), value));
            }
            ("confidence" | "answers" | "problems", Value::Object(inner)) => {
                inner.iter().for_each(|(name, value)| add(name.clone(), value));
            }
            ("uncleaned" | "cleaned", Value::Object(inner)) => {
                inner.get("score").into_iter().for_each(|score| add(key.clone(), score));
            }
            _ => {}
        }
    }
    found.retain(|_, number| !number.is_nan());
    let of = |name: &str| found.get(&Quantity::new(name, Versus::First)).copied();
    let half_width = of("difference_low").zip(of("difference_high")).map(|(low, high)| (high - low) / 2.0);
    // Randomization has no interval that decides.
    let is_significant = of("significant").or(of("p_value").map(|p_value| f64::from(u8::from(p_value < 0.05))));
    for (name, number) in [("difference_half_width", half_width), ("significant", is_significant)] {
        found.extend(number.map(|number| (Quantity::new(name, Versus::First), number)));
    }
    found
}

fn number(value: &Value) -> f64 {
    value.as_bool().map(|is_so| f64::from(u8::from(is_so))).or(value.as_f64()).unwrap_or(f64::NAN)
}

/// Adds the comparisons with the first system by its place.
fn name_first(systems: &mut [SystemFacts]) {
    let significant = Quantity::new("significant", Versus::First);
    let Some(first) = systems.iter().position(|system| !system.whole.contains_key(&significant)) else { return };
    for system in systems {
        let named = system
            .whole
            .iter()
            .map(|(quantity, number)| (Quantity::new(&quantity.name, Versus::Other(first)), *number));
        let named: Numbers = named.collect();
        system.whole.extend(named);
    }
}

/// Adds the comparisons of all pairs to both systems.
fn add_pairs(systems: &mut [SystemFacts], names: &[String], pairs: &[Value]) {
    for (place, system) in systems.iter_mut().enumerate() {
        system.whole.insert(Quantity::new("position", Versus::First), place as f64 + 1.0);
        // A system does not differ from itself.
        for (name, number) in [("p_value", 1.0), ("p_interval", 1.0), ("significant", 0.0)] {
            system.whole.insert(Quantity::new(name, Versus::Other(place)), number);
        }
    }
    for pair in pairs.iter().filter_map(Value::as_object) {
        let [a, b] = ["a", "b"].map(|key| {
            let name = pair.get(key).and_then(Value::as_str)?;
            names.iter().position(|known| known == name)
        });
        let (Some(a), Some(b)) = (a, b) else { continue };
        let own = numbers(pair);
        for (place, other, is_turned) in [(a, b, false), (b, a, true)] {
            let compared =
                [(true, Versus::Other(other)), (other + 1 == place, Versus::Above), (other == 0, Versus::First)];
            for versus in compared.into_iter().filter(|(is_so, _)| *is_so).map(|(_, versus)| versus) {
                for (quantity, number) in &own {
                    let (name, number) =
                        if is_turned { turned(&quantity.name, *number) } else { (&*quantity.name, *number) };
                    systems[place].whole.insert(Quantity::new(name, versus), number);
                }
            }
        }
    }
}

/// A number of a comparison in the other direction.
fn turned(name: &str, number: f64) -> (&str, f64) {
    match name {
        "difference" => (name, -number),
        "difference_low" => ("difference_high", -number),
        "difference_high" => ("difference_low", -number),
        "segments_better" => ("segments_worse", number),
        "segments_worse" => ("segments_better", number),
        name => (name, number),
    }
}

fn collect_signatures(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Array(values) => values.iter().for_each(|value| collect_signatures(value, found)),
        Value::Object(values) => {
            for (key, value) in values {
                match value.as_str().filter(|_| key == "signature") {
                    Some(text) => {
                        // Signatures of several test sets are joined.
                        let each =
                            text.split("; BLEU|").map(|one| one.split(" (").next().unwrap_or_default().to_owned());
                        found.extend(each.filter(|one| !found.contains(one)).collect::<Vec<_>>());
                    }
                    None => collect_signatures(value, found),
                }
            }
        }
        _ => {}
    }
}
