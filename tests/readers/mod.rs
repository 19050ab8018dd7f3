//! Obvious readers of tables, which hold the whole file in memory, and the program's readers with the same interface.

use bleu::text::{InputFormat, Record, Role, TableStyle, records_of};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;
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
    TableStyle { separator: Some(separator), ..InputFormat::Csv.into() }
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
pub fn naive(format: InputFormat) -> ([&'static str; 2], NaiveReader) {
    match format {
        InputFormat::Tsv => (["1", "2"], tsv_table),
        InputFormat::TsvQuoted => (["1", "2"], quoted_table),
        InputFormat::TsvEscaped => (["1", "2"], escaped_table),
        InputFormat::Csv => (["1", "2"], csv_table),
        InputFormat::Jsonl => (["a", "b"], json_table),
        InputFormat::WmtXml => (["S", "A"], xml_table),
        InputFormat::Xliff => (["target", "source"], xliff),
        InputFormat::Tmx => (["de", "en"], tmx),
        InputFormat::Po => (["msgstr", "msgid"], po),
        InputFormat::Srt => (["text", "text"], srt),
        InputFormat::Vtt => (["text", "text"], vtt),
        InputFormat::Nbest => (["text", "text"], nbest),
        InputFormat::Fairseq => (["H", "T"], fairseq),
        InputFormat::Coco => (["caption", "caption"], coco),
        InputFormat::Sgml => (["seg", "seg"], sgml),
        InputFormat::JsonList => (["text", "text"], json_list),
        InputFormat::JsonObject => (["text", "text"], json_object),
        InputFormat::Groups => (["text", "text"], groups),
        InputFormat::Lines => (["text", "text"], |_| Expected::Refused),
    }
}

/// The results of the program's reader and of the obvious one for some bytes in a format.
pub fn read_twice(format: InputFormat, bytes: &[u8]) -> [Expected; 2] {
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
        if row[0] == "\\N" {
            return Expected::Refused;
        }
        if row.get(1).is_some_and(|cell| cell == "\\N") {
            row[1] = "MISSING".into();
        }
    }
    rectangular(rows)
}

/// The crate csv, with tabs.
pub fn quoted_table(bytes: &[u8]) -> Expected {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(b'\t').from_reader(bytes);
    let rows: Result<Vec<Vec<String>>, _> =
        reader.records().map(|row| row.map(|row| row.iter().map(String::from).collect())).collect();
    rows.map_or(Expected::Refused, rectangular)
}

/// Lines split at tabs, in which a few escapes are undone.
pub fn escaped_table(bytes: &[u8]) -> Expected {
    let is_escape = |cell: &str| {
        let mut characters = cell.chars();
        while let Some(character) = characters.next() {
            if character == '\\' && !characters.next().is_some_and(|next| "ntrbfv0\\'\"/".contains(next)) {
                return false;
            }
        }
        true
    };
    let unescaped = |cell: &str| {
        let escapes = [("\\n", "\n"), ("\\t", "\t"), ("\\r", "\r"), ("\\'", "'"), ("\\\"", "\""), ("\\/", "/")];
        let spaces = ["\\b", "\\f", "\\v", "\\0"].map(|escape| (escape, " "));
        let parts = cell.split("\\\\").map(|part| {
            escapes.iter().chain(&spaces).fold(part.to_owned(), |part, (escape, text)| part.replace(escape, text))
        });
        parts.collect::<Vec<_>>().join("\\")
    };
    match tsv_table(bytes) {
        Expected::Refused => Expected::Refused,
        Expected::Rows(_) => {
            let Some(lines) = lines(bytes) else { return Expected::Refused };
            let mut rows: Vec<Vec<String>> = Vec::new();
            let width = lines.first().map_or(0, |line| line.split('\t').count());
            for line in lines {
                let cells: Vec<&str> = line.split('\t').take(width).collect();
                if !cells.iter().chain(&line.split('\t').nth(width)).all(|cell| *cell == "\\N" || is_escape(cell)) {
                    return Expected::Refused;
                }
                let text = |cell: &&str| if *cell == "\\N" { "MISSING".into() } else { unescaped(cell) };
                rows.push(cells.iter().map(text).collect());
            }
            rectangular(rows)
        }
    }
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

/// Each text of a list as a candidate and as a reference, or a fault.
fn twice(texts: Option<Vec<String>>) -> Expected {
    let rows = |texts: Vec<String>| texts.into_iter().map(|text| vec![text.clone(), text]).collect();
    texts.map_or(Expected::Refused, |texts| Expected::Rows(rows(texts)))
}

/// Words of a text of XML, as a reader of it sees them: without what is in these elements.
fn words_without(node: roxmltree::Node, codes: &[&str]) -> String {
    fn collect(node: roxmltree::Node, codes: &[&str], text: &mut String) {
        for child in node.children() {
            if child.is_text() {
                text.push_str(child.text().unwrap_or_default());
            } else if child.is_element() && !codes.contains(&child.tag_name().name()) {
                collect(child, codes, text);
            }
        }
    }
    let mut text = String::new();
    collect(node, codes, &mut text);
    text.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

/// A tree of the XML; units with one segment at most.
pub fn xliff(bytes: &[u8]) -> Expected {
    let rows = || -> Option<Vec<Vec<String>>> {
        let tree = roxmltree::Document::parse(str::from_utf8(bytes).ok()?).ok()?;
        if tree.root_element().tag_name().name() != "xliff" {
            return None;
        }
        let is_unit = |node: &roxmltree::Node| ["unit", "trans-unit"].contains(&node.tag_name().name());
        let mut rows = Vec::new();
        for unit in tree.descendants().filter(is_unit) {
            unit.attribute("id")?;
            if unit.descendants().skip(1).any(|node| is_unit(&node)) {
                return None;
            }
            let text = |name: &str| {
                let holders = ["trans-unit", "segment", "ignorable"];
                let is_wanted = |node: &roxmltree::Node| {
                    node.has_tag_name(name)
                        && node.parent().is_some_and(|node| holders.contains(&node.tag_name().name()))
                };
                let texts: Vec<String> = unit
                    .descendants()
                    .filter(is_wanted)
                    .map(|node| words_without(node, &["bpt", "ept", "ph", "it", "sub"]))
                    .collect();
                if texts.is_empty() { "MISSING".to_owned() } else { texts.join(" ").trim().to_owned() }
            };
            rows.push(vec![text("target"), text("source")]);
        }
        Some(rows)
    };
    rows().map_or(Expected::Refused, Expected::Rows)
}

/// A tree of the XML; units with one text in each of two languages.
pub fn tmx(bytes: &[u8]) -> Expected {
    let rows = || -> Option<Vec<Vec<String>>> {
        let tree = roxmltree::Document::parse(str::from_utf8(bytes).ok()?).ok()?;
        if tree.root_element().tag_name().name() != "tmx" {
            return None;
        }
        let mut rows = Vec::new();
        for unit in tree.descendants().filter(|node| node.has_tag_name("tu")) {
            let text = |language: &str| {
                let is_of =
                    |node: &roxmltree::Node| node.attributes().any(|a| a.name() == "lang" && a.value() == language);
                let segment = unit.children().find(is_of)?.children().find(|node| node.has_tag_name("seg"))?;
                Some(words_without(segment, &["bpt", "ept", "it", "ph", "ut", "sub"]))
            };
            rows.push(vec![text("de")?, text("en")?]);
        }
        Some(rows)
    };
    rows().map_or(Expected::Refused, Expected::Rows)
}

/// Messages between empty lines, each with an id and a translation, perhaps over several lines.
pub fn po(bytes: &[u8]) -> Expected {
    let Some(lines) = lines(bytes) else { return Expected::Refused };
    let mut rows = Vec::new();
    for message in lines.split(|line| line.trim().is_empty()) {
        let message: Vec<&str> = message.iter().map(|line| line.trim()).filter(|line| !line.starts_with('#')).collect();
        if message.is_empty() {
            continue;
        }
        let mut texts: Vec<(&str, String)> = Vec::new();
        for line in message {
            let Some((keyword, text)) = line.split_once('"') else { return Expected::Refused };
            // JSON has the same escapes, apart from a few that do not occur here.
            let text =
                text.strip_suffix('"').and_then(|text| serde_json::from_str::<String>(&format!("\"{text}\"")).ok());
            let Some(text) = text else { return Expected::Refused };
            match (keyword.trim(), texts.last_mut()) {
                ("", Some((_, all))) => all.push_str(&text),
                (keyword @ ("msgid" | "msgstr"), _) => texts.push((keyword, text)),
                _ => return Expected::Refused,
            }
        }
        match &texts[..] {
            [("msgid", id), ("msgstr", _)] if id.is_empty() => {}
            [("msgid", id), ("msgstr", text)] if text.is_empty() => rows.push(vec!["MISSING".into(), id.clone()]),
            [("msgid", id), ("msgstr", text)] => rows.push(vec![text.clone(), id.clone()]),
            _ => return Expected::Refused,
        }
    }
    Expected::Rows(rows)
}

/// The texts of blocks that have a time; a block without one is a fault, except for the first of WebVTT and its notes.
fn cues(bytes: &[u8], is_webvtt: bool) -> Expected {
    let Some(lines) = lines(bytes) else { return Expected::Refused };
    let blocks = lines.split(|line| line.trim().is_empty()).enumerate().filter(|(_, block)| !block.is_empty());
    let mut texts = Vec::new();
    for (place, block) in blocks {
        let is_other =
            is_webvtt && (place == 0 || ["NOTE", "STYLE", "REGION"].iter().any(|word| block[0].starts_with(word)));
        if is_other {
            continue;
        }
        let Some(time) = block.iter().take(2).position(|line| line.contains("-->")) else { return Expected::Refused };
        texts.push(block[time + 1..].iter().map(|line| line.trim()).collect::<Vec<_>>().join(" "));
    }
    let has_header = !is_webvtt || lines.first().is_some_and(|line| line.trim().starts_with("WEBVTT"));
    twice(Some(texts).filter(|_| has_header))
}

/// Cues of SubRip with valid numbers and times, without tags.
pub fn srt(bytes: &[u8]) -> Expected {
    cues(bytes, false)
}

/// Cues of WebVTT with valid times, without tags.
pub fn vtt(bytes: &[u8]) -> Expected {
    cues(bytes, true)
}

/// Lines split at `|||`; the first of each number.
pub fn nbest(bytes: &[u8]) -> Expected {
    let Some(lines) = lines(bytes) else { return Expected::Refused };
    let (mut seen, mut texts): (Vec<String>, Vec<String>) = Default::default();
    for line in lines {
        let fields: Vec<&str> = line.splitn(3, "|||").collect();
        let [id, text, _] = fields[..] else { return Expected::Refused };
        let digits = id.trim_end_matches(|c: char| c.is_ascii_whitespace());
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number {
            return Expected::Refused;
        }
        // A number may be larger than any integer.
        let id = match digits.trim_start_matches('0') {
            "" => "0".to_owned(),
            id => id.to_owned(),
        };
        if seen.last() == Some(&id) {
            continue;
        }
        if seen.contains(&id) {
            return Expected::Refused;
        }
        seen.push(id);
        texts.push(text.trim_matches(|c: char| c.is_ascii_whitespace()).to_owned());
    }
    twice(Some(texts))
}

/// Lines split at tabs, sorted by number; the first hypothesis of each.
pub fn fairseq(bytes: &[u8]) -> Expected {
    let Some(lines) = lines(bytes) else { return Expected::Refused };
    let mut segments: BTreeMap<u64, [Option<String>; 4]> = BTreeMap::new();
    for line in lines {
        let Some((label, rest)) = line.split_once('\t') else { continue };
        let Some((letter, number)) = label.split_once('-') else { continue };
        let (Some(place), Ok(id)) = (["H", "T", "S", "D"].iter().position(|known| *known == letter), number.parse())
        else {
            continue;
        };
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            continue;
        }
        let text = match letter {
            "H" | "D" => match rest.split_once('\t') {
                Some((score, text)) if score.parse::<f64>().is_ok() => text,
                _ => continue,
            },
            _ => rest,
        };
        let known = &mut segments.entry(id).or_default()[place];
        match (known.is_some(), letter) {
            (true, "S" | "T") => return Expected::Refused,
            (true, _) => {}
            (false, _) => *known = Some(text.to_owned()),
        }
    }
    let (mut rows, mut seen) = (Vec::new(), [false; 2]);
    for [hypothesis, target, ..] in segments.into_values() {
        seen = [seen[0] || hypothesis.is_some(), seen[1] || target.is_some()];
        // A name that no segment so far has is a fault.
        if seen != [true; 2] {
            return Expected::Refused;
        }
        rows.push([hypothesis, target].map(|text| text.unwrap_or_else(|| "MISSING".into())).to_vec());
    }
    Expected::Rows(rows)
}

/// serde_json on the whole file: an array of captions, or an object that has it.
pub fn coco(bytes: &[u8]) -> Expected {
    let captions = || -> Option<Vec<String>> {
        let file: serde_json::Value =
            serde_json::from_slice(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).ok()?;
        let items = if file.is_array() { &file } else { file.get("annotations")? };
        let (mut ids, mut texts) = (Vec::new(), Vec::new());
        for item in items.as_array()? {
            let id = match item.get("image_id")? {
                serde_json::Value::String(id) => id.clone(),
                serde_json::Value::Number(id) => id.to_string(),
                _ => return None,
            };
            // A candidate has one caption.
            if ids.contains(&id) {
                return None;
            }
            ids.push(id);
            texts.push(item.get("caption")?.as_str()?.to_owned());
        }
        Some(texts)
    };
    twice(captions())
}

/// Splits a text at these tags, and returns what is in them.
fn elements<'t>(text: &'t str, name: &str) -> Option<Vec<(&'t str, &'t str)>> {
    let begin = format!("<{name}");
    text.split(&begin).skip(1).map(|part| part.split_once(&format!("</{name}>"))?.0.split_once('>')).collect()
}

/// Split at tags in lower case, with attributes in quotes; one system.
pub fn sgml(bytes: &[u8]) -> Expected {
    let texts = || -> Option<Vec<String>> {
        let text = str::from_utf8(bytes).ok()?;
        let (mut seen, mut texts) = (Vec::new(), Vec::new());
        for (_, set) in elements(text, "refset")? {
            for (document, content) in elements(set, "doc")? {
                for (segment, text) in elements(content, "seg")? {
                    let id = (document.to_owned(), segment.to_owned());
                    if seen.contains(&id) || text.contains("<seg") {
                        return None;
                    }
                    seen.push(id);
                    let is_white = |c: char| c.is_ascii_whitespace() || c == '\x0B';
                    let mut collapsed = String::new();
                    for (place, word) in text.split(is_white).enumerate() {
                        if place > 0 && !collapsed.ends_with(' ') {
                            collapsed.push(' ');
                        }
                        collapsed.push_str(word);
                    }
                    texts.push(collapsed);
                }
            }
        }
        Some(texts).filter(|texts| !texts.is_empty())
    };
    twice(texts())
}

/// serde_json on the whole file.
pub fn json_list(bytes: &[u8]) -> Expected {
    twice(serde_json::from_slice(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)).ok())
}

/// serde_json on the whole file, whose keys ascend. Values with several texts are references only.
pub fn json_object(bytes: &[u8]) -> Expected {
    let object =
        serde_json::from_slice::<BTreeMap<String, Value>>(bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes));
    let text = |value: Value| match value {
        Value::String(text) => Some(text),
        Value::Array(items) => match &items[..] {
            [Value::String(text)] => Some(text.clone()),
            _ => None,
        },
        _ => None,
    };
    twice(object.ok().and_then(|object| object.into_values().map(text).collect()))
}

/// Lines between empty ones; a candidate has one.
pub fn groups(bytes: &[u8]) -> Expected {
    let Some(lines) = lines(bytes) else { return Expected::Refused };
    let groups = lines.split(|line| line.trim().is_empty()).filter(|group| !group.is_empty());
    twice(groups.map(|group| if let [text] = group { Some(text.clone()) } else { None }).collect())
}
