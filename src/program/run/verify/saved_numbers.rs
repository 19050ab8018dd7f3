//! The numbers of a saved run by the names that tables give them.

use crate::bleu::shards::saved::SavedRun;
use crate::text::display::short_names;
use serde_json::{Map, Value};
use std::collections::HashMap;
use std::path::Path;

/// Suffixes of comparisons with the system above, and with the best.
pub const ABOVE: &str = "_above";
pub const BEST: &str = "_best";

/// The numbers of a run.
#[derive(Debug)]
pub struct SavedNumbers {
    /// In the order of the results.
    pub systems: Vec<SavedSystem>,
    /// Words about the correction of p-values, such as ` after Holm`.
    pub correction: String,
    pub signatures: Vec<String>,
    /// Whether all pairs of systems were compared.
    pub is_ranking: bool,
}

/// The numbers of a system.
#[derive(Debug, Default)]
pub struct SavedSystem {
    /// Its name for people.
    pub name: String,
    /// All names by which tables may call it, without case and spaces.
    aliases: Vec<String>,
    /// Its numbers by their names, as in TSV; decisions are 0 or 1.
    pub numbers: HashMap<String, f64>,
    /// Likewise for each group.
    pub groups: Vec<(String, HashMap<String, f64>)>,
}

impl SavedNumbers {
    pub fn of(run: &SavedRun) -> SavedNumbers {
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
            let given =
                object.get("system").and_then(Value::as_str).or(run.asked.systems.get(place).map(String::as_str));
            given.unwrap_or_default().to_owned()
        };
        let names: Vec<String> = objects.iter().enumerate().map(name).collect();
        let short = short_names(&names.iter().map(String::as_str).collect::<Vec<_>>());
        let mut systems: Vec<SavedSystem> = objects
            .iter()
            .zip(&names)
            .zip(short)
            .map(|((object, name), short)| SavedSystem::new(object, name, short))
            .collect();
        let pairs = results.get("pairs").and_then(Value::as_array);
        if let Some(pairs) = pairs {
            add_pairs(&mut systems, &names, pairs);
        }
        let mut signatures: Vec<String> = Vec::new();
        collect_signatures(results, &mut signatures);
        let correction = ["holm", "bonferroni"]
            .into_iter()
            .find(|name| signatures.iter().any(|all| all.contains(&format!("correct:{name}"))));
        let correction = match correction {
            Some("holm") => " after Holm",
            Some(_) => " after Bonferroni",
            None => "",
        };
        SavedNumbers { systems, correction: correction.to_owned(), signatures, is_ranking: pairs.is_some() }
    }

    /// The place of the system that a cell names, if it names one.
    pub fn place(&self, cell: &str) -> Option<usize> {
        let wanted = [normal(cell), normal(cell.split(['†', '‡', '[']).next().unwrap_or_default())];
        let is_it =
            |system: &SavedSystem| system.aliases.iter().any(|alias| !alias.is_empty() && wanted.contains(alias));
        let mut places = (0..self.systems.len()).filter(|place| is_it(&self.systems[*place]));
        // A name of two systems is none.
        let first = places.next()?;
        places.next().is_none().then_some(first)
    }
}

/// A name or a title without case, spaces and emphasis.
pub fn normal(name: &str) -> String {
    name.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

impl SavedSystem {
    fn new(object: &Map<String, Value>, name: &str, short: String) -> SavedSystem {
        let path = Path::new(name);
        let file = path.file_name().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
        let stem = path.file_stem().map(|file| file.to_string_lossy().into_owned()).unwrap_or_default();
        let aliases = [name, &file, &stem, &short].map(normal).to_vec();
        let mut system = SavedSystem { name: short, aliases, numbers: flat(object), groups: Vec::new() };
        for group in ["groups", "sets"].iter().filter_map(|key| object.get(*key)?.as_array()).flatten() {
            let Some(group) = group.as_object() else { continue };
            let label = ["group", "set"].iter().find_map(|key| group.get(*key)?.as_str()).unwrap_or_default();
            let label = if label.is_empty() { "(none)" } else { label };
            system.groups.push((normal(label), flat(group)));
        }
        system
    }
}

/// The numbers of an object, by the names that they have in TSV.
fn flat(object: &Map<String, Value>) -> HashMap<String, f64> {
    let mut numbers = HashMap::new();
    for (key, value) in object {
        match value {
            Value::Number(_) | Value::Bool(_) => drop(numbers.insert(key.clone(), number(value))),
            Value::Array(values) if key == "rank" => {
                let ends = ["rank_best", "rank_worst"].into_iter().map(str::to_owned);
                numbers.extend(ends.zip(values.iter().map(number)));
            }
            Value::Array(values) => {
                let name = key.strip_suffix('s').unwrap_or(key);
                numbers.extend(values.iter().zip(1..).map(|(value, n)| (format!("{name}_{n}"), number(value))));
            }
            Value::Object(inner) if key == "confidence" => numbers.extend(flat(inner)),
            Value::Object(inner) if key == "above" || key == "best" => {
                numbers.extend(flat(inner).into_iter().map(|(name, number)| (format!("{name}_{key}"), number)));
            }
            _ => {}
        }
    }
    numbers.retain(|_, number| !number.is_nan());
    add_half_width(&mut numbers, "");
    numbers
}

fn add_half_width(numbers: &mut HashMap<String, f64>, suffix: &str) {
    let of = |name: &str| numbers.get(&format!("{name}{suffix}")).copied();
    if let (Some(low), Some(high)) = (of("difference_low"), of("difference_high")) {
        numbers.insert(format!("difference_half_width{suffix}"), (high - low) / 2.0);
    }
}

fn number(value: &Value) -> f64 {
    value.as_bool().map(|is_so| f64::from(u8::from(is_so))).or(value.as_f64()).unwrap_or(f64::NAN)
}

/// Adds the comparisons of all pairs to both systems: by the name of the other, and for the system above and the best.
fn add_pairs(systems: &mut [SavedSystem], names: &[String], pairs: &[Value]) {
    for place in 0..systems.len() {
        let numbers = &mut systems[place].numbers;
        numbers.insert("position".into(), place as f64 + 1.0);
        // A system does not differ from itself.
        for name in ["p_value", "p_interval"] {
            numbers.insert(format!("{name}:{}", names[place]), 1.0);
        }
    }
    for pair in pairs.iter().filter_map(Value::as_object) {
        let [a, b] = ["a", "b"].map(|key| {
            let name = pair.get(key).and_then(Value::as_str)?;
            names.iter().position(|known| known == name)
        });
        let (Some(a), Some(b)) = (a, b) else { continue };
        let own = flat(pair);
        for (place, other, is_turned) in [(a, b, false), (b, a, true)] {
            let mut numbers = if is_turned { turned(&own) } else { own.clone() };
            if let Some(p_value) = numbers.get("p_value").copied() {
                numbers.entry("significant".into()).or_insert(f64::from(u8::from(p_value < 0.05)));
            }
            let mut suffixes = vec![format!(":{}", names[other])];
            if other + 1 == place {
                suffixes.push(ABOVE.into());
            }
            if other == 0 {
                suffixes.push(BEST.into());
            }
            for suffix in suffixes {
                for (name, number) in &numbers {
                    systems[place].numbers.insert(format!("{name}{suffix}"), *number);
                }
                add_half_width(&mut systems[place].numbers, &suffix);
            }
        }
    }
}

/// The comparison in the other direction.
fn turned(numbers: &HashMap<String, f64>) -> HashMap<String, f64> {
    let turned = numbers.iter().map(|(name, number)| match name.as_str() {
        "difference" => ("difference", -number),
        "difference_low" => ("difference_high", -number),
        "difference_high" => ("difference_low", -number),
        "segments_better" => ("segments_worse", *number),
        "segments_worse" => ("segments_better", *number),
        name => (name, *number),
    });
    turned.map(|(name, number)| (name.to_owned(), number)).collect()
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
