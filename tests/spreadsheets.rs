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
