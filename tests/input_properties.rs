//! Readers of tables, compared with naive implementations: lines split at tabs, the crate csv, serde_json on each line, and a tree
//! of the XML; on tables that are well-formed, on tables that nearly are, and on arbitrary bytes.

use crate::common::random_cases;
use crate::readers::{Expected, csv_with, read, read_twice};
use bleu::text::{InputFormat, TableStyle};
use clap::ValueEnum;
use proptest::{collection::vec, prop_assert, prop_assert_eq, proptest, sample::select};
use std::collections::BTreeMap;

/// Whether a text of XLIFF is in another, in which the readers differ.
fn is_nested(xliff: &str) -> bool {
    let mut is_open = false;
    xliff.split('<').any(|tag| {
        let begins = ["source>", "target>"].iter().any(|name| tag.starts_with(name));
        let is_structure = is_open
            && ["unit", "trans-unit", "segment", "source", "target", "file", "alt-trans"]
                .iter()
                .any(|name| tag.starts_with(name));
        let ends = ["/source>", "/target>"].iter().any(|name| tag.starts_with(name));
        is_open = (is_open || begins) && !ends;
        is_structure
    })
}

/// Text with the characters that formats treat specially.
const TEXT: &str = "[ab \"',;\t\n\r\\\\{}<>&\u{85}\u{2028}é-]{0,12}";

proptest! {
    #![proptest_config(random_cases(256))]

    #[test]
    fn csv_is_read_as_by_the_crate_csv(rows in vec(vec(TEXT, 3), 1..8), crlf: bool, separator in select(b",;\t|".to_vec())) {
        let mut builder = csv::WriterBuilder::new();
        builder.delimiter(separator);
        builder.terminator(if crlf { csv::Terminator::CRLF } else { csv::Terminator::Any(b'\n') });
        let mut writer = builder.from_writer(Vec::new());
        rows.iter().for_each(|row| writer.write_record(row).unwrap());
        let bytes = writer.into_inner().unwrap();
        let found = read(csv_with(separator), &bytes, &["1", "3"]);
        let column = |row: &Vec<String>| vec![row[0].clone(), row[2].clone()];
        prop_assert_eq!(found, Ok(rows.iter().map(column).collect::<Vec<_>>()));
    }

    #[test]
    fn jsonl_is_read_as_by_serde_json(rows in vec((TEXT, TEXT), 1..8)) {
        let line = |(a, b): &(String, String)| format!("{}\n", serde_json::json!({"a": {"x": a}, "b": b, "c": [1, null]}));
        let bytes: String = rows.iter().map(line).collect();
        let found = read(InputFormat::Jsonl, bytes.as_bytes(), &["a.x", "b"]);
        prop_assert_eq!(found, Ok(rows.iter().map(|(a, b)| vec![a.clone(), b.clone()]).collect::<Vec<_>>()));
    }

    #[test]
    fn bytes_like_tsv_are_read_or_refused_as_by_splitting(bytes in "[ab\t\n\r \u{85}é]{0,40}") {
        let [found, naive] = read_twice(InputFormat::Tsv, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn bytes_like_escaped_tsv_are_read_or_refused_as_by_replacing(bytes in "[ab\t\n\\\\nt]{0,30}") {
        let [found, naive] = read_twice(InputFormat::TsvEscaped, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn tables_are_read_as_they_are_written(rows in vec(("[ab \"\t]{0,6}", "[ab\"]{0,4}\"\"[ab]{0,4}"), 1..6)) {
        let mut writer = csv::WriterBuilder::new().delimiter(b'\t').from_writer(Vec::new());
        writer.write_record(["r", "c"]).unwrap();
        rows.iter().for_each(|(one, other)| writer.write_record([one, other]).unwrap());
        let bytes = writer.into_inner().unwrap();
        let expected: Vec<Vec<String>> = rows.iter().map(|(one, other)| vec![one.clone(), other.clone()]).collect();
        prop_assert_eq!(read(InputFormat::TsvQuoted, &bytes, &["r", "c"]), Ok(expected.clone()));
        // The second text of the first row shows that it is quoted.
        prop_assert_eq!(read(TableStyle::default(), &bytes, &["r", "c"]), Ok(expected));
    }

    #[test]
    fn bytes_like_csv_are_read_or_refused_as_by_the_crate_csv(bytes in "[ab,\"\n\r é]{0,40}") {
        let [found, naive] = read_twice(InputFormat::Csv, bytes.as_bytes());
        // The crate reads more than is well-formed; what is read here it reads in the same way.
        if found != Expected::Refused {
            prop_assert_eq!(naive, found);
        }
    }

    #[test]
    fn bytes_like_json_are_read_or_refused_as_by_serde_json(bytes in "(\\{\"(a|b)\": ?(\"[a\\\\n\"]{0,3}\"|1|null|\\[\\]), ?\"(a|b|c)\": ?\"[a\\\\u{}é]{0,5}\"\\}?\n?){0,4}") {
        let [found, naive] = read_twice(InputFormat::Jsonl, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn bytes_like_xml_are_read_or_refused_as_from_a_tree(
        bytes in "(<doc id=\"(a|b)\">|</doc>|<src>|</src>|<ref>|<ref translator=\"A\">|</ref>|<hyp system=\"S\">|</hyp>|\
                   <seg id=\"[12]\">|</seg>|<seg id='1'/>|[ab \n]{1,4}|&amp;|&#97;|<!--x-->|<!\\[CDATA\\[<b]]>){0,30}",
        before in "\u{FEFF}?(\n|<!--x-->){0,2}a?",
        after in "(\n|<!--x-->|<\\?x\\?>){0,2}(<d/>|<doc>|</d>|a|&amp;|<!\\[CDATA\\[a]]>)?",
    ) {
        let bytes = format!("{before}<d>{bytes}</d>{after}");
        let [found, naive] = read_twice(InputFormat::WmtXml, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn units_of_xliff_are_those_of_a_tree(
        bytes in "(<file original=\"f\">|</file>|<unit id=\"[ab]\">|</unit>|<trans-unit id=\"[cd]\">|</trans-unit>|<segment>|</segment>|\
                   <source>[ab \n]{0,4}</source>|<target>[ab \n]{1,4}|</target>|<target/>|<g id='1'>|</g>|<ph id='1'>|</ph>|<x/>|\
                   <alt-trans>|</alt-trans>|&lt;|<!--x-->|<!\\[CDATA\\[<b]]>){0,20}",
    ) {
        let bytes = format!("<xliff>{bytes}</xliff>");
        let [found, naive] = read_twice(InputFormat::Xliff, bytes.as_bytes());
        // A tree is more permissive about what is nested in texts.
        if naive != Expected::Refused && !is_nested(&bytes) {
            prop_assert_eq!(found, naive);
        }
    }

    #[test]
    fn units_of_xliff_are_read(units in vec(("[ab <&é\n]{0,8}", "[ab <&é]{0,8}", 0..4_usize), 1..6)) {
        let text = |text: &str, kind: usize| {
            let text = text.replace('&', "&amp;").replace('<', "&lt;");
            match kind {
                0 => text,
                1 => format!("<g id='1'>{text}</g>"),
                2 => format!("{text}<ph id='1'>code</ph><x id='2'/>"),
                _ => format!("<mrk mtype='seg'>{text}</mrk><bpt id='3'>code<sub>sub</sub></bpt>"),
            }
        };
        let unit = |(id, (source, target, kind)): (usize, &(String, String, usize))| format!(
            "<trans-unit id='{id}'><source>{}</source><target>{}</target><alt-trans><target>no</target></alt-trans></trans-unit>",
            text(source, *kind), text(target, *kind)
        );
        let bytes = format!("<xliff><file><body>{}</body></file></xliff>", units.iter().enumerate().map(unit).collect::<String>());
        let [found, naive] = read_twice(InputFormat::Xliff, bytes.as_bytes());
        prop_assert!(naive != Expected::Refused);
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn units_of_tmx_are_read(units in vec(("[ab <&é\n]{0,8}", "[ab <&é]{0,8}"), 1..6)) {
        let text = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;<hi>b</hi><ph>code</ph>");
        let unit = |(id, (de, en)): (usize, &(String, String))| format!(
            "<tu tuid='{id}'><tuv xml:lang='de'><seg>{}</seg></tuv><tuv xml:lang='en'><seg>{}</seg></tuv></tu>", text(de), text(en)
        );
        let units: String = units.iter().enumerate().map(unit).collect();
        let bytes = format!("<tmx><header srclang='de'/><body>{units}</body></tmx>");
        let [found, naive] = read_twice(InputFormat::Tmx, bytes.as_bytes());
        prop_assert!(naive != Expected::Refused);
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn bytes_like_po_are_read_or_refused_as_by_splitting(
        bytes in "((# [ab]\n|#, c-format\n)?msgid \"[ab]{0,3}\"\n(\"([ab]|\\\\n){0,4}\"\n)?msgstr \"([ab]|\\\\\"|\\\\n)?\"\r?\n(\"b\"\n)?\n{1,2}){0,4}",
    ) {
        let [found, naive] = read_twice(InputFormat::Po, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn cues_are_those_between_empty_lines(
        bytes in "\n{0,2}(([12]\n)?00:00:0[0-3],[0-9]{3} --> 00:00:09,000\r?\n([ab é]{1,4}\r?\n){0,3}\n{1,2}){0,5}",
        has_fault: bool,
    ) {
        let bytes = if has_fault { bytes + "a\n" } else { bytes };
        let [found, naive] = read_twice(InputFormat::Srt, bytes.as_bytes());
        prop_assert_eq!(found, naive);
        let bytes = format!("WEBVTT x\nlanguage: en\n\nNOTE a\nb\n\n{bytes}");
        let [found, naive] = read_twice(InputFormat::Vtt, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn bytes_like_an_nbest_list_are_read_or_refused_as_by_splitting(
        bytes in "(0?[0-3] \\|\\|\\| ?[ab|é]{0,4} \\|\\|\\| F0= -1( \\|\\|\\| -1)?\r?\n|[a0]\n){0,6}",
    ) {
        let [found, naive] = read_twice(InputFormat::Nbest, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn bytes_like_a_log_of_fairseq_are_read_or_refused_as_by_splitting(
        bytes in "([ST]-[0-3]\t[ab]{0,3}\n|[HD]-[0-3]\t(-0\\.5|a)\t[ab]{0,3}\n|P-1\t0\n|x\n){0,12}",
    ) {
        let [found, naive] = read_twice(InputFormat::Fairseq, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn captions_are_read_as_by_serde_json(captions in vec((0..5_u32, TEXT), 1..5), is_object: bool, is_pretty: bool) {
        let captions: Vec<_> =
            captions.iter().map(|(id, text)| serde_json::json!({"id": 1, "image_id": id, "caption": text})).collect();
        let file = match is_object {
            true => serde_json::json!({"info": {"annotations": [1]}, "images": [{"id": 1}], "annotations": captions}),
            false => serde_json::json!(captions),
        };
        let bytes = if is_pretty { serde_json::to_string_pretty(&file) } else { serde_json::to_string(&file) }.unwrap();
        let [found, naive] = read_twice(InputFormat::Coco, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn bytes_like_sgml_are_read_or_refused_as_by_splitting(
        bytes in "(<doc docid=\"[ab]\" sysid=\"s\">([ab\n]?<seg id=\"[12]\">[ab \n\x0B&;é]{0,5}(</seg>|)){0,3}</doc>){0,3}",
    ) {
        let bytes = format!("<refset>{bytes}</refset>");
        let [found, naive] = read_twice(InputFormat::Sgml, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn csv_with_quotes_after_backslashes_is_read(rows in vec([r#"[ab"\\\\,\n]{1,4}"#, r#"[ab"\\\\,\n]{1,4}"#], 0..5)) {
        let cell = |text: &String| match text.contains([',', '"', '\n']) {
            true => format!("\"{}\"", text.replace('\\', r"\\").replace('"', "\\\"")),
            false => text.clone(),
        };
        // The first row can be of no other form.
        let first = [["a \"b\" a".to_owned(), "b".to_owned()]];
        let rows: Vec<Vec<String>> = first.iter().chain(&rows).map(|row| row.to_vec()).collect();
        let file: String = rows.iter().map(|row| row.iter().map(cell).collect::<Vec<_>>().join(",") + "\n").collect();
        prop_assert_eq!(read(InputFormat::Csv, file.as_bytes(), &["1", "2"]), Ok(rows));
    }

    #[test]
    fn lists_and_groups_are_read(texts in vec(TEXT, 0..6), groups in "([ab]{1,3}\r?\n|\n|  \n){0,8}") {
        let [found, naive] = read_twice(InputFormat::JsonList, serde_json::to_string(&texts).unwrap().as_bytes());
        prop_assert_eq!(found, naive);
        let object: BTreeMap<String, &String> = (0..).map(|number: u32| number.to_string()).zip(&texts).collect();
        let [found, naive] = read_twice(InputFormat::JsonObject, serde_json::to_string(&object).unwrap().as_bytes());
        prop_assert_eq!(found, naive);
        let [found, naive] = read_twice(InputFormat::Groups, groups.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes in vec(proptest::num::u8::ANY, 0..200)) {
        for format in InputFormat::value_variants() {
            if let Err(message) = read(*format, &bytes, &["1", "2"]) {
                prop_assert!(!message.is_empty());
            }
        }
    }
}
