//! Obvious readers of tables, which hold the whole file in memory, and the program's readers with the same interface.

use bleu::text::{Record, RecordsFormat, Role, TableStyle, records_of};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use std::collections::BTreeMap;
use std::io::Cursor;

/// Expected result of a reader: the texts of a candidate and a reference, or a fault.
#[derive(Debug, PartialEq)]
pub enum Expected {
    Rows(Vec<Vec<String>>),
    Refused,
}

/// CSV with this separator.
pub fn csv_with(separator: u8) -> TableStyle {
    TableStyle { separator: Some(separator), ..RecordsFormat::Csv.into() }
}

/// Reads a table with the program's reader; a candidate and a reference for each record.
pub fn read(style: impl Into<TableStyle>, bytes: &[u8], names: &[&str; 2]) -> Result<Vec<Vec<String>>, String> {
    let columns = vec![(names[0].into(), Role::Candidate), (names[1].into(), Role::Reference)];
    let mut records = records_of(Box::new(Cursor::new(bytes.to_vec())), style, columns).map_err(|e| e.to_string())?;
    let (mut rows, mut record) = (Vec::new(), Record::default());
    loop {
        record.clear();
        if !records.read(&mut record).map_err(|error| error.to_string())? {
            return Ok(rows);
        }
        let text = |text: &[u8]| String::from_utf8(text.to_vec()).unwrap();
        rows.push(record.texts().map(|found| found.map_or_else(|| "MISSING".into(), text)).collect());
    }
}

/// A table whose first two columns are wanted, if all rows have as many cells as the first, and two or more.
fn rectangular(rows: Vec<Vec<String>>) -> Expected {
    let width = rows.first().map_or(2, Vec::len);
    if width < 2 || rows.iter().any(|row| row.len() != width) {
        return Expected::Refused;
    }
    Expected::Rows(rows.into_iter().map(|row| row[..2].to_vec()).collect())
}

/// A reader of a whole file.
pub type NaiveReader = fn(&[u8]) -> Expected;

/// The columns of a candidate and a reference that the obvious reader of a format reads, and this reader.
pub fn naive(format: RecordsFormat) -> ([&'static str; 2], NaiveReader) {
    match format {
        RecordsFormat::Tsv => (["1", "2"], tsv_table),
        RecordsFormat::Csv => (["1", "2"], csv_table),
        RecordsFormat::Jsonl => (["a", "b"], json_table),
        RecordsFormat::WmtXml => (["S", "A"], xml_table),
    }
}

/// The results of the program's reader and of the obvious one for some bytes in a format.
pub fn read_twice(format: RecordsFormat, bytes: &[u8]) -> [Expected; 2] {
    let (names, naive) = naive(format);
    [read(format, bytes, &names).map_or(Expected::Refused, Expected::Rows), naive(bytes)]
}

fn lines(bytes: &[u8]) -> Option<Vec<String>> {
    let text = String::from_utf8(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).to_vec()).ok()?;
    Some(text.split_terminator('\n').map(|line| line.strip_suffix('\r').unwrap_or(line).to_owned()).collect())
}

/// Lines split at tabs. A row may have an empty cell more than the first; null of Hive is refused.
pub fn tsv_table(bytes: &[u8]) -> Expected {
    let Some(lines) = lines(bytes) else { return Expected::Refused };
    let mut rows: Vec<Vec<String>> = lines.iter().map(|line| line.split('\t').map(String::from).collect()).collect();
    let width = rows.first().map_or(0, Vec::len);
    for row in &mut rows {
        if row.len() == width + 1 && row[width].is_empty() {
            row.pop();
        }
        if row.iter().take(2).any(|cell| cell == "\\N") {
            return Expected::Refused;
        }
    }
    rectangular(rows)
}

/// The crate csv.
pub fn csv_table(bytes: &[u8]) -> Expected {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let rows: Result<Vec<Vec<String>>, _> =
        reader.records().map(|row| row.map(|row| row.iter().map(String::from).collect())).collect();
    rows.map_or(Expected::Refused, rectangular)
}

/// serde_json on each line; a candidate `a` and a reference `b`.
pub fn json_table(bytes: &[u8]) -> Expected {
    let Some(lines) = lines(bytes) else { return Expected::Refused };
    let (mut rows, mut has_reference) = (Vec::new(), false);
    let mut any = false;
    for line in lines.iter().filter(|line| !line.chars().all(|c| " \t\r".contains(c))) {
        any = true;
        let Ok(Pairs(pairs)) = serde_json::from_str(line) else { return Expected::Refused };
        let is_repeated = |key: &str| pairs.iter().filter(|(other, _)| other == key).count() > 1;
        if is_repeated("a") || is_repeated("b") {
            return Expected::Refused;
        }
        let object: BTreeMap<String, serde_json::Value> = pairs.into_iter().collect();
        let Some(candidate) = object.get("a").and_then(|value| value.as_str()) else { return Expected::Refused };
        has_reference |= object.contains_key("b");
        let mut row = vec![candidate.to_owned()];
        match object.get("b") {
            None | Some(serde_json::Value::Null) => row.push("MISSING".into()),
            Some(serde_json::Value::String(text)) => row.push(text.clone()),
            Some(serde_json::Value::Array(items)) => {
                for item in items {
                    match item {
                        serde_json::Value::Null => row.push("MISSING".into()),
                        serde_json::Value::String(text) => row.push(text.clone()),
                        _ => return Expected::Refused,
                    }
                }
            }
            Some(_) => return Expected::Refused,
        }
        rows.push(row);
    }
    if any && !has_reference { Expected::Refused } else { Expected::Rows(rows) }
}

/// The keys and values of an object, repeated ones too.
struct Pairs(Vec<(String, serde_json::Value)>);

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Pairs;

            fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Pairs, M::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Pairs(pairs))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// A tree of the XML; a system `S` and a translator `A`.
pub fn xml_table(bytes: &[u8]) -> Expected {
    let Ok(text) = str::from_utf8(bytes) else { return Expected::Refused };
    let Ok(tree) = roxmltree::Document::parse(text) else { return Expected::Refused };
    // A name with an empty prefix is not well-formed; roxmltree drops the prefix.
    if tree.descendants().any(|node| node.is_element() && text[node.range()].starts_with("<:")) {
        return Expected::Refused;
    }
    xml_rows(&tree).map_or(Expected::Refused, Expected::Rows)
}

type Parts = BTreeMap<String, BTreeMap<u64, String>>;

fn xml_rows(tree: &roxmltree::Document) -> Option<Vec<Vec<String>>> {
    let mut rows = Vec::new();
    let (mut documents, mut has_translator) = (0, false);
    for document in tree.descendants().filter(|node| node.has_tag_name("doc")) {
        documents += 1;
        if document.descendants().skip(1).any(|node| node.has_tag_name("doc")) {
            return None;
        }
        let mut parts = Parts::new();
        for part in document.descendants() {
            let key = match part.tag_name().name() {
                "src" => "src".to_owned(),
                "ref" => format!("ref {}", part.attribute("translator").unwrap_or("ref")),
                "hyp" => format!("hyp {}", part.attribute("system")?),
                _ => continue,
            };
            // What is nested is left to the streaming reader.
            if part.descendants().skip(1).any(|node| ["src", "ref", "hyp", "doc"].contains(&node.tag_name().name())) {
                return None;
            }
            let texts = parts.entry(key).or_default();
            for segment in part.descendants().filter(|node| node.has_tag_name("seg")) {
                if segment.descendants().skip(1).any(|node| node.has_tag_name("seg")) {
                    return None;
                }
                let text: String =
                    segment.descendants().filter_map(|node| node.text().filter(|_| node.is_text())).collect();
                let words: Vec<&str> = text.split_whitespace().collect();
                if texts.insert(segment.attribute("id")?.parse().ok()?, words.join(" ")).is_some() {
                    return None;
                }
            }
        }
        has_translator |= parts.contains_key("ref A");
        if document.has_attribute("testsuite") {
            continue;
        }
        let sources = parts.get("src")?;
        let mut asked_for = ["hyp S", "ref A"].into_iter().filter_map(|key| parts.get(key));
        if asked_for.any(|texts| texts.keys().any(|id| !sources.contains_key(id))) {
            return None;
        }
        for id in sources.keys() {
            let mut references = parts.iter().filter(|(key, _)| key.starts_with("ref "));
            if !references.any(|(_, texts)| texts.get(id).is_some_and(|text| !text.is_empty())) {
                continue;
            }
            let candidate = parts.get("hyp S")?.get(id)?.clone();
            let reference = parts.get("ref A").and_then(|texts| texts.get(id)).cloned();
            rows.push(vec![candidate, reference.unwrap_or_else(|| "MISSING".into())]);
        }
    }
    (documents > 0 && has_translator && !rows.is_empty()).then_some(rows)
}
