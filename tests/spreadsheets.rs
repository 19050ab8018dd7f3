//! CSV as spreadsheets write it: with semicolons, quotes and titles.

use crate::common::{TestDir, assert_says};

const ROWS: [(&str, &str); 4] = [
    ("The house, which was old; and big, fell down", "The house, which was old; and large, fell down"),
    ("He said \"no\" and left the room", "He said \"no\" and left a room"),
    ("One line\nand another one", "One line\nand other ones"),
    ("plain words without any mark", "plain words without a mark"),
];

/// The rows as CSV with this separator, every text in quotes.
fn csv(separator: char, header: &str) -> String {
    let quoted = |text: &str| format!("\"{}\"", text.replace('"', "\"\""));
    let rows = ROWS.map(|(reference, mt)| format!("{}{separator}{}\r\n", quoted(reference), quoted(mt)));
    header.to_owned() + &rows.concat()
}

/// The score of the rows, as JSON gives it.
fn expected(dir: &TestDir) -> String {
    let rows = ROWS.map(|(reference, mt)| format!("{}\n", serde_json::json!({"ref": reference, "mt": mt})));
    dir.write("rows.jsonl", rows.concat());
    dir.run("--records rows.jsonl -r ref mt").prints()
}

#[test]
fn semicolons_are_recognized_and_quotes_respected() {
    let dir = TestDir::with([]);
    let expected = expected(&dir);
    for (separator, delimiters) in [(';', ["", "--delimiter ;"]), (',', ["", "--delimiter ,"])] {
        dir.write("rows.csv", csv(separator, &format!("ref{separator}mt\r\n")));
        dir.write("quoted.csv", csv(separator, &format!("\"ref\"{separator}\"mt\"\r\n")));
        dir.write("rows", csv(separator, &format!("ref{separator}mt\r\n")));
        dir.write("bare.csv", csv(separator, ""));
        for delimiter in delimiters {
            for table in ["rows.csv", "quoted.csv", "rows"] {
                let run = dir.run(&format!("--records {table} {delimiter} -r ref mt"));
                assert_eq!(run.prints(), expected, "{separator} {delimiter} {table}");
            }
            assert_eq!(dir.run(&format!("--records bare.csv {delimiter} -r 1 2")).prints(), expected);
        }
    }
    // The titles decide, not the texts.
    dir.write("mixed.csv", "a,b;ref;mt\nx;one two three four five;one two three four six\n");
    let line = dir.run("--records mixed.csv -r ref mt -q -b").prints();
    assert_eq!(line, dir.run("--records mixed.csv --delimiter ; -r ref mt -q -b").prints());
}

#[test]
fn any_character_separates_if_it_is_named() {
    let dir = TestDir::with([]);
    let expected = expected(&dir);
    for (separator, name) in [('|', "|"), ('\t', "tab"), ('\t', "\\t"), (':', ":")] {
        // The name of the file does not decide.
        dir.write("rows.tsv", csv(separator, &format!("ref{separator}mt\n")));
        let run = dir.run(&format!("--records rows.tsv --delimiter {name} -r ref mt"));
        assert_eq!(run.prints(), expected, "{name}");
    }
    for wrong in ["ab", "a", "\"", "é", "5"] {
        let message = dir.run(&format!("--records rows.tsv --delimiter {wrong} -r ref mt")).refuses();
        assert_says(&message, &["--delimiter", "not a separator; give one ASCII character"]);
    }
    let message = dir.run("--records rows.tsv --records-format tsv --delimiter ; -r ref mt").refuses();
    assert_says(&message, &["--delimiter is for CSV; drop it, or --input-format"]);
    assert_says(&dir.run("--delimiter ; -r ref mt").refuses(), &["--records"]);
}

#[test]
fn a_separator_is_not_guessed_if_there_are_two() {
    let dir = TestDir::with([("two.csv", "one, two;one, two\nx, y;x, z\n"), ("one.csv", "one; two,one; two\n")]);
    for table in ["two.csv", "one.csv"] {
        let message = dir.run(&format!("--records {table} -r 1 2")).fails();
        assert_says(&message, &[table, "line 1: commas or semicolons may separate", "--delimiter ';'"]);
        dir.run(&format!("--records {table} --delimiter ; -r 1 2 -q")).prints();
    }
    // There are three columns of one kind only.
    dir.write("three.csv", "a;b c d e f;b c d e f, h\n");
    dir.run("--records three.csv -r 2 3 -q").prints();
    // The only row may lack its line end.
    let one = |table: &str| dir.pipe("--records - --records-format csv -r 1 2 -b -q", table).prints();
    assert_eq!([one("a b c d;a b c d"), one("a b c d,a b c d\n")], ["1.0000\n", "1.0000\n"]);
    // A table of one column may have another separator.
    dir.write("bar.csv", "ref|mt\na b|a b\n");
    assert_says(&dir.run("--records bar.csv -r ref mt").fails(), &["the only column is ref|mt", "--delimiter"]);
}

#[test]
fn columns_have_numbers_with_a_header_too() {
    let dir = TestDir::with([]);
    let expected = expected(&dir);
    // Two columns of the same name have no other names.
    dir.write("twice.csv", csv(';', "text;text\n"));
    let message = dir.run("--records twice.csv -r text text").fails();
    assert_says(&message, &["columns 1 and 2 are both named 'text'", "by number, with --header"]);
    assert_eq!(dir.run("--records twice.csv --header -r 1 2").prints(), expected);
    dir.write("rows.csv", csv(',', "ref,mt\n"));
    let (with_titles, warning) = dir.run("--records rows.csv -r 1 2").warns();
    assert_says(&warning, &["rows.csv: the first row, with 'mt', is scored; if it is a header, add --header"]);
    assert_ne!(with_titles, expected);
    assert_eq!(dir.run("--records rows.csv -r 1 2 --header").prints(), expected);
    dir.write("rows.tsv", "mt\tref\na b c d\ta b c d\n");
    assert_eq!(dir.run("--records rows.tsv -r 2 1 --header -b").prints(), "1.0000\n");
    assert_says(&dir.run("--records rows.jsonl -r ref mt --header").fails(), &["--header is for TSV and CSV"]);
    assert_says(&dir.run("--header -r ref mt").refuses(), &["--records"]);
}

#[test]
fn segments_are_listed_with_their_texts_and_the_worst_first() {
    let dir = TestDir::with([
        ("ref", "the cat sat on the mat\n\"yes\", she said\nit rained all day\n"),
        ("ref2", "a cat sat on a mat\n\nit was raining all day\n"),
        ("hyp", "the cat sat on the mat\nno, she said\nit rained all night\n"),
        ("ids", "a\nb\nc\n"),
        ("src", "il gatto\nsì, disse\npiove\n"),
    ]);
    let table = dir.run("-r ref --sentence --format tsv --columns score hyp").prints();
    let scores = table.lines().skip(1).map(|row| row.rsplit('\t').next().unwrap().parse().unwrap());
    let scores: Vec<f64> = scores.collect();
    assert!(scores[1] < scores[2] && scores[2] < scores[0], "{scores:?}");
    let expected = format!(
        "segment,id,score,reference,candidate\n2,b,{:?},\"\"\"yes\"\", she said\",\"no, she said\"\n\
         3,c,{:?},it rained all day,it rained all night\n1,a,1.0,the cat sat on the mat,the cat sat on the mat\n",
        scores[1], scores[2]
    );
    assert_eq!(dir.run("-r ref --sentence --sort --format csv --id ids hyp").prints(), expected);
    let with_source = dir.run("-r ref --source src --sentence --sort --format csv --id ids hyp").prints();
    assert!(with_source.starts_with("segment,id,score,source,reference,candidate\n2,b,"), "{with_source}");
    assert!(with_source.contains(",\"sì, disse\",\"\"\"yes\"\", she said\",\"no, she said\"\n"), "{with_source}");
    let markdown = dir.run("-r ref --source src --sentence --sort --format markdown --report page.html hyp");
    assert_says(
        &markdown.out,
        &["| segment | BLEU | source | reference | candidate |\n", " | piove | it rained all day |"],
    );
    // Units of translation have ids unasked.
    let unit = |id: &str, msgstr: &str| format!("msgctxt \"{id}\"\nmsgid \"a\"\nmsgstr \"{msgstr}\"\n\n");
    dir.write("human.po", unit("menu", "ein Haus im Wald") + &unit("help", "ein Hund im Haus"));
    dir.write("mt.po", unit("menu", "ein Haus im Wald") + &unit("help", "ein Hund im Hof"));
    let units = dir.run("-r human.po --sentence --sort --format csv mt.po").out;
    assert!(units.starts_with("segment,id,score,reference,candidate\n2,help"), "{units}");
    let first = dir.run("-r ref --source src --sentence --sort --format jsonl hyp").prints();
    assert_says(first.lines().next().unwrap(), &["\"source\":\"sì, disse\""]);
    let rounded =
        dir.run("-r ref -r ref2 --empty-reference missing --sentence --sort --format tsv --digits 2 --percent hyp");
    let (rows, percent) = (rounded.prints(), (scores[1] * 1e4).round() / 100.0);
    assert!(rows.starts_with("segment\tscore\treference_1\treference_2\tcandidate\n"), "{rows}");
    assert!(rows.contains(&format!("2\t{percent:?}\t\"yes\", she said\t\tno, she said\n")), "{rows}");
    let markdown = dir.run("-r ref --sentence --sort --format markdown --digits 2 hyp").prints();
    assert!(markdown.starts_with("| segment | BLEU | reference | candidate |\n"), "{markdown}");
    assert!(markdown.ends_with("| 1 | 1.00 | the cat sat on the mat | the cat sat on the mat |\n\n"), "{markdown}");
    let lines = dir.run("-r ref --sentence --sort --format json hyp").prints();
    let beginning = format!("{{\"system\":\"hyp\",\"segment\":2,\"name\":\"BLEU\",\"score\":{:?},", scores[1]);
    assert!(lines.starts_with(&beginning), "{lines}");
    let worst: serde_json::Value = serde_json::from_str(lines.lines().next().unwrap()).unwrap();
    assert_eq!((&worst["candidate"], &worst["hyp_len"]), (&"no, she said".into(), &4.into()));
    // All that the segment has without its texts.
    let unsorted = dir.run("-r ref --sentence --format json hyp").prints();
    let mut parts: serde_json::Value = serde_json::from_str(unsorted.lines().nth(1).unwrap()).unwrap();
    for key in ["candidate", "references"] {
        parts[key] = worst[key].clone();
    }
    assert_eq!(parts, worst);
}

#[test]
fn listed_texts_are_read_back_as_they_were() {
    // A carriage return, a joiner that Persian needs, a line separator, and all that tables have a form for.
    let text = "a\r b \u{645}\u{6cc}\u{200c}\u{62e} \u{2028}c \"d\", e; \tf \\n\u{1b}";
    let dir = TestDir::with([("ref", &*format!("{text} x\n")), ("hyp", &format!("{text}\n"))]);
    let listed = |format: &str| dir.run(&format!("-r ref --sentence --sort --format {format} hyp")).prints();
    for (format, separator) in [("csv", b','), ("csv --csv-separator ;", b';')] {
        let table = listed(format);
        let rows = csv::ReaderBuilder::new().delimiter(separator).from_reader(table.as_bytes()).into_records();
        let cells: Vec<Vec<String>> = rows.map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect();
        assert_eq!(cells.len(), 1, "{table:?}");
        assert_eq!(cells[0][2..], [format!("{text} x"), text.to_owned()], "{table:?}");
    }
    // The escapes of TSV are those that its reader knows.
    dir.write("listed.tsv", listed("tsv"));
    let line = "--input-format tsv-escaped --print-tokens -t none candidate";
    let again = dir.run(&format!("--records listed.tsv {line}")).prints();
    assert_eq!(again, dir.run("--print-tokens -t none hyp").prints());
    let markdown = listed("markdown");
    assert!(markdown.contains("\u{6cc}\u{200c}\u{62e}") && !markdown.contains('\u{1b}'), "{markdown:?}");
}

#[test]
fn the_text_of_segments_is_not_sorted() {
    let dir = TestDir::with([("ref.txt", "a b\n"), ("hyp.txt", "a c\n")]);
    let refused = dir.run("-r ref.txt --sentence --sort hyp.txt").refuses();
    assert_says(&refused, &["one bare score per line", "add --format csv"]);
    dir.run("-r ref.txt --sentence --sort --format csv hyp.txt").prints();
    assert_says(
        &dir.run("-r ref.txt --sentence --sort --format csv hyp.txt hyp.txt").refuses(),
        &["at most 1 candidate"],
    );
}

/// The text as Excel saves it: UTF-16 with a byte order mark.
fn utf_16(text: &str) -> Vec<u8> {
    format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect()
}

#[test]
fn utf_16_is_decoded_with_a_note() {
    let dir = TestDir::with([("ref.txt", "Grüße an alle im Haus\n"), ("hyp.txt", "Grüße an alle am Haus\n")]);
    let expected = expected(&dir);
    // Excel puts only texts with quotes, separators and line ends in quotes.
    let cell = |text: &str| match text.contains(['"', '\n']) {
        true => format!("\"{}\"", text.replace('"', "\"\"")),
        false => text.to_owned(),
    };
    let rows = ROWS.map(|(reference, mt)| format!("{}\t{}\r\n", cell(reference), cell(mt)));
    dir.write("rows.txt", utf_16(&format!("ref\tmt\r\n{}", rows.concat())));
    dir.write("rows.csv", utf_16(&csv(';', "ref;mt\r\n")));
    for table in ["rows.txt", "rows.csv"] {
        let run = dir.run(&format!("--records {table} -r ref mt"));
        assert_eq!((run.status, &*run.out), (Some(0), &*expected), "{table}: {}", run.err);
        assert_says(&run.err, &[&format!("bleu: note: {table}: is in UTF-16")]);
    }
    // Excel puts texts with commas in quotes, too, which no other line may show to be quotes.
    let plain = "ref\tmt\r\nOne, two and three\tOne, two, three\r\nFour and five\tFour or five\r\n";
    dir.write("plain.txt", utf_16(plain));
    dir.write(
        "commas.txt",
        utf_16(&plain.replace("One, two and three\tOne, two, three", "\"One, two and three\"\t\"One, two, three\"")),
    );
    let quoted = dir.run("--records commas.txt -r ref mt");
    assert_eq!(quoted.out, dir.run("--records plain.txt -r ref mt").out);
    assert_says(&quoted.err, &["commas.txt: as line 2 shows, texts are in quotes, and read as tsv-quoted"]);
    let expected = dir.run("-r ref.txt hyp.txt").prints();
    dir.write("ref16", utf_16("Grüße an alle im Haus\r\n"));
    dir.write("hyp16", utf_16("Grüße an alle am Haus\r\n"));
    assert_eq!(dir.run("-r ref16 hyp16").out, expected);
}

#[test]
fn windows_1252_is_named_with_the_way_out_of_excel() {
    let dir = TestDir::with([]);
    dir.write("rows.csv", b"ref;mt\r\nDas M\xE4dchen fragt die M\xFCtter;Das M\xE4dchen fragt\r\n");
    let said = dir.run("--records rows.csv -r ref mt").fails();
    assert_says(&said, &["Windows-1252", "save it in Excel as “CSV UTF-8”", "iconv -f CP1252 -t UTF-8 rows.csv"]);
}

#[test]
fn a_byte_order_mark_is_usual_in_tables() {
    let dir = TestDir::with([("hyp.txt", "\u{FEFF}a b c d\n"), ("ref.txt", "a b c d\n")]);
    let expected = expected(&dir);
    dir.write("rows.csv", format!("\u{FEFF}{}", csv(';', "ref;mt\r\n")));
    assert_eq!(dir.run("--records rows.csv -r ref mt").prints(), expected);
    assert_says(&dir.run("-r ref.txt hyp.txt").warns().1, &["byte order mark"]);
}

#[test]
fn messages_name_the_row_of_the_spreadsheet_and_its_id() {
    let dir = TestDir::with([("rows.csv", "key,ref,mt\r\na,\"one\ntwo\",three\r\nb,four\r\n")]);
    let said = dir.run("--records rows.csv -r ref --id key --sentence mt").fails_after_output().1;
    assert_says(&said, &["rows.csv: row 3 (id b): 2 cells, but the first line has 3"]);
    dir.write("rows.csv", "ref,mt\r\n\"one\ntwo\",three\r\nfour,\"five\r\n");
    assert_says(&dir.run("--records rows.csv -r ref mt").fails(), &["rows.csv: row 3: a quote"]);
}

#[test]
fn the_columns_are_listed_if_none_is_named() {
    let dir = TestDir::with([("rows.csv", "Source,Human reference,MT\na,b,c\n")]);
    for arguments in ["-r MT", "-r MT --explain", ""] {
        let said = dir.run(&format!("--records rows.csv {arguments}")).refuses();
        assert_says(&said, &["no candidate is named", "'Source', 'Human reference' and 'MT'"]);
    }
    assert_says(&dir.run("--records rows.csv MT").refuses(), &["no reference is named", "'Human reference'"]);
    let said = dir.run("rows.csv").refuses();
    assert_says(&said, &["if rows.csv is a table, name two of its columns ('Source', 'Human reference' and 'MT')"]);
    assert_says(&said, &["as in: bleu --records rows.csv -r ref mt"]);
}
