//! Readers of tables, compared with naive implementations: lines split at tabs, the crate csv, serde_json on each line, and a tree
//! of the XML; on tables that are well-formed, on tables that nearly are, and on arbitrary bytes.

use crate::readers::{Expected, csv_with, read, read_twice};
use bleu::text::RecordsFormat;
use clap::ValueEnum;
use proptest::{collection::vec, prop_assert, prop_assert_eq, proptest, sample::select};

/// Text with the characters that formats treat specially.
const TEXT: &str = "[ab \"',;\t\n\r\\\\{}<>&\u{85}\u{2028}é-]{0,12}";

proptest! {
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
        let found = read(RecordsFormat::Jsonl, bytes.as_bytes(), &["a.x", "b"]);
        prop_assert_eq!(found, Ok(rows.iter().map(|(a, b)| vec![a.clone(), b.clone()]).collect::<Vec<_>>()));
    }

    #[test]
    fn bytes_like_tsv_are_read_or_refused_as_by_splitting(bytes in "[ab\t\n\r \u{85}é]{0,40}") {
        let [found, naive] = read_twice(RecordsFormat::Tsv, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn bytes_like_csv_are_read_or_refused_as_by_the_crate_csv(bytes in "[ab,\"\n\r é]{0,40}") {
        let [found, naive] = read_twice(RecordsFormat::Csv, bytes.as_bytes());
        // The crate reads more than is well-formed; what is read here it reads in the same way.
        if found != Expected::Refused {
            prop_assert_eq!(naive, found);
        }
    }

    #[test]
    fn bytes_like_json_are_read_or_refused_as_by_serde_json(bytes in "(\\{\"(a|b)\": ?(\"[a\\\\n\"]{0,3}\"|1|null|\\[\\]), ?\"(a|b|c)\": ?\"[a\\\\u{}é]{0,5}\"\\}?\n?){0,4}") {
        let [found, naive] = read_twice(RecordsFormat::Jsonl, bytes.as_bytes());
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
        let [found, naive] = read_twice(RecordsFormat::WmtXml, bytes.as_bytes());
        prop_assert_eq!(found, naive);
    }

    #[test]
    fn arbitrary_bytes_are_read_or_refused(bytes in vec(proptest::num::u8::ANY, 0..200)) {
        for format in RecordsFormat::value_variants() {
            if let Err(message) = read(*format, &bytes, &["1", "2"]) {
                prop_assert!(!message.is_empty());
            }
        }
    }
}
