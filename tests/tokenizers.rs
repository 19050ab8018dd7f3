//! The tokenizers against their plain twins, over text made to trip them, and by example.

mod twins;

use bleu::cli::TokenizationParser;
use bleu::{Normalization, Preprocessing, Tokenization, Tokenizer};
use clap::{Arg, Command, ValueEnum};
use proptest::prelude::*;

/// The tokens of each of these lines, tokenized in one batch.
fn fast(tokenizer: &mut Tokenizer, lines: &[String]) -> Vec<Vec<String>> {
    let text: String = lines.iter().flat_map(|line| [line, "\n"]).collect();
    let tokens = tokenizer.tokenize(&text);
    let line = |i| tokens.line(i).iter().map(|token| String::from_utf8(token.to_vec()).unwrap()).collect();
    (0..tokens.len()).map(line).collect()
}

fn check(preprocessing: Preprocessing, lines: &[String]) {
    let got = fast(&mut Tokenizer::new(preprocessing), lines);
    assert_eq!(got.len(), lines.len(), "lines");
    for (line, got) in lines.iter().zip(got) {
        assert_eq!(got, twins::tokens(preprocessing, line), "{preprocessing:?} of {line:?}");
    }
}

/// Every tokenizer, as it is and in lower case.
fn all() -> impl Iterator<Item = Preprocessing> {
    let preprocessing = |tokenization, lowercase| Preprocessing { lowercase, tokenization, ..Preprocessing::default() };
    Tokenization::value_variants()
        .iter()
        .flat_map(move |&tokenization| [preprocessing(tokenization, false), preprocessing(tokenization, true)])
}

fn check_all(lines: &[String]) {
    all().for_each(|preprocessing| check(preprocessing, lines));
}

/// All strings of at most `len` of these characters.
fn strings(alphabet: &str, len: usize) -> Vec<String> {
    let mut strings = vec![String::new()];
    let mut first = 0;
    for _ in 0..len {
        let longest = first..strings.len();
        first = strings.len();
        for i in longest {
            strings.extend(alphabet.chars().map(|c| format!("{}{c}", strings[i])).collect::<Vec<_>>());
        }
    }
    strings
}

#[test]
fn runs_of_points() {
    check_all(&strings("5.a", 8));
    check_all(&strings("5., ", 6));
}

#[test]
fn runs_of_punctuation_of_every_width() {
    // N, P, S and none of them, in one to four bytes.
    check_all(&strings("5.a५।", 5));
    check_all(&strings("𐄇𐄀।a\u{85}", 5));
    check_all(&strings("5.-$€、中 ", 4));
}

#[test]
fn entities_in_one_pass() {
    let parts = ["&", "amp;", "&amp;", "lt;", "&lt;", "gt;", "&quot;", "<skipped>", "<skip", "ped>", "a"];
    let lines = strings("0123456789a", 4);
    let spell = |line: &String| line.chars().map(|c| parts[c.to_digit(11).unwrap() as usize]).collect();
    let lines: Vec<String> = lines.iter().map(spell).collect();
    for tokenization in [Tokenization::V13a, Tokenization::Cjk, Tokenization::None] {
        check(Preprocessing { tokenization, ..Preprocessing::default() }, &lines);
    }
}

/// All characters but LF, without the planes that have nothing in them.
fn characters() -> impl Iterator<Item = char> {
    ('\0'..='\u{33FFF}').chain('\u{E0000}'..='\u{E01FF}').filter(|&c| c != '\n')
}

#[test]
fn every_character() {
    let lines: Vec<String> = characters().map(|c| format!("a{c}1.{c}")).collect();
    for tokenization in [Tokenization::Intl, Tokenization::Zh, Tokenization::Cjk, Tokenization::Graphemes] {
        check(Preprocessing { tokenization, ..Preprocessing::default() }, &lines);
    }
}

#[test]
fn every_character_in_lower_case() {
    let lines: Vec<String> = characters().map(|c| format!("x{c} {c}Σ")).collect();
    let lowercase = Preprocessing { lowercase: true, tokenization: Tokenization::None, ..Preprocessing::default() };
    check(lowercase, &lines);
}

#[test]
fn white_space_across_blocks() {
    let white = "\t\u{B}\u{C}\r\u{1C}\u{1F} \u{85}\u{A0}\u{1680}\u{2003}\u{2028}\u{202F}\u{205F}\u{3000}\u{200B}";
    let lines: Vec<String> = (50..70)
        .flat_map(|pad| white.chars().map(move |c| format!("{}5.{c}{c}.5{c}", "x".repeat(pad))))
        .chain((100..140).map(|pad| format!("{}.5,{}", "\u{3000} ".repeat(pad), "\u{2003}\t".repeat(pad))))
        .collect();
    check_all(&lines);
}

#[test]
fn long_runs() {
    let lines: Vec<String> = (60..70)
        .flat_map(|len| {
            [".", "、", "-", "Σ", "é", "中", "\u{301}", "𐄀"]
                .map(|part| format!("{}5{}5", "a".repeat(len % 7), part.repeat(len)))
        })
        .collect();
    check_all(&lines);
}

/// Lines of what tokenizers care about, mostly.
fn lines() -> impl Strategy<Value = Vec<String>> {
    let part = prop_oneof![
        4 => prop::sample::select(vec![".", ",", "-", "'", "..", "...", "5", "1.5", "a", "Bc", " ", "  "]).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["।", "、", "。", "«", "٣", "½", "€", "𐄀", "𐄇", "😀", "中", "ひ", "𠀀", "ー"]).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["&", "&amp;", "lt;", "&lt;", "&quot;", "<skipped>", "<skip", "ped>"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["\u{85}", "\u{1C}", "\u{1F}", "\r", "\0", "\u{A0}", "\u{2003}", "\u{2028}", "\u{3000}"]).prop_map(str::to_owned),
        2 => prop::sample::select(vec!["Σ", "ΑΣ", "ς", "İ", "ẞ", "Ж", "K", "Ⱥ", "\u{301}", "\u{93C}", "\u{200D}", "\u{FE0F}"]).prop_map(str::to_owned),
        1 => prop::sample::select(vec!["क्षि", "각", "\u{1100}\u{1161}", "👩\u{200D}👧", "🇩🇪", "ﬁ", "e\u{301}", "か\u{3099}"]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
        1 => (1..130_usize).prop_map(|len| "x".repeat(len)),
    ];
    let line = prop::collection::vec(part, 0..40).prop_map(|parts| parts.concat().replace('\n', ""));
    prop::collection::vec(line, 0..8)
}

proptest! {
    // A case is every tokenizer on several lines.
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn fast_is_plain(lines in lines()) {
        check_all(&lines);
    }

    #[test]
    fn fast_is_plain_in_normal_form(lines in lines()) {
        for form in Normalization::value_variants() {
            all().for_each(|preprocessing| check(Preprocessing { normalization: Some(*form), ..preprocessing }, &lines));
        }
    }

    /// What a tokenizer remembers of a batch does not show in the next.
    #[test]
    fn batches_are_independent(first in lines(), second in lines()) {
        for preprocessing in all() {
            let mut tokenizer = Tokenizer::new(preprocessing);
            fast(&mut tokenizer, &first);
            prop_assert_eq!(fast(&mut tokenizer, &second), fast(&mut Tokenizer::new(preprocessing), &second));
        }
    }
}

/// The tokens of a line, with `|` between them.
fn cut(tokenization: Tokenization, line: &str) -> String {
    let mut tokenizer = Tokenizer::new(Preprocessing { tokenization, ..Preprocessing::default() });
    fast(&mut tokenizer, &[line.to_owned()])[0].join("|")
}

#[test]
fn words_of_many_scripts() {
    let words = |line| cut(Tokenization::Words, line);
    assert_eq!(words("Don't panic: it's 3.14!"), "Don't|panic|:|it's|3.14|!");
    assert_eq!(words("हिन्दी में लिखा है।"), "हिन्दी|में|लिखा|है|।");
    assert_eq!(words("كتبَ الولدُ؟"), "كتبَ|الولدُ|؟");
    assert_eq!(words("안녕하세요, 세계!"), "안녕하세요|,|세계|!");
    // Without a dictionary: ideographs and hiragana one by one, katakana together, Thai by cluster.
    assert_eq!(words("我爱你。"), "我|爱|你|。");
    assert_eq!(words("私はコーヒーだ"), "私|は|コーヒー|だ");
    assert_eq!(words("น้ำดี"), "น้|ำ|ดี");
    assert_eq!(words("👩‍👩‍👧 🇩🇪🇫🇷👍🏽"), "👩‍👩‍👧|🇩🇪|🇫🇷|👍🏽");
}

#[test]
fn graphemes_of_many_scripts() {
    let graphemes = |line| cut(Tokenization::Graphemes, line);
    assert_eq!(graphemes("It's 5"), "I|t|'|s|5");
    assert_eq!(graphemes("हिन्दी क्षि"), "हि|न्दी|क्षि");
    assert_eq!(graphemes("น้ำดี"), "น้ำ|ดี");
    assert_eq!(graphemes("كتبَ"), "ك|ت|بَ");
    assert_eq!(graphemes("각\u{1100}\u{1161}\u{11A8}"), "각|\u{1100}\u{1161}\u{11A8}");
    assert_eq!(graphemes("我爱 か\u{3099}き"), "我|爱|か\u{3099}|き");
    assert_eq!(graphemes("👩‍👩‍👧🇩🇪🇫🇷👍🏽e\u{301}"), "👩‍👩‍👧|🇩🇪|🇫🇷|👍🏽|e\u{301}");
}

#[test]
fn white_space_is_in_no_token() {
    // Where the annex has a segment with white space in it: a mark after a space, a narrow no-break space in a word.
    for tokenization in [Tokenization::Words, Tokenization::Graphemes] {
        assert_eq!(cut(tokenization, "a \u{301}\r\u{1C}b"), "a|\u{301}|b");
        assert_eq!(cut(tokenization, "1\u{202F}2"), "1|2");
    }
}

#[test]
fn cjk_is_13a_and_ideographs() {
    let cjk = |line| cut(Tokenization::Cjk, line);
    assert_eq!(cjk("我有3.5元,&quot;OK&quot;。"), "我|有|3.5|元|,|\"|OK|\"|。");
    assert_eq!(cjk("時々コーヒー〇ｶﾞＡ"), "時|々|コ|ー|ヒ|ー|〇|ｶ|ﾞ|Ａ");
    assert_eq!(cjk("𠮷野家㐀 ㄅㄆ"), "𠮷|野|家|㐀|ㄅ|ㄆ");
    // Not CJK: dashes and quotes, Hangul, emoji. zh cuts some of these, and not beyond U+FFFF.
    assert_eq!(cjk("“한국”—a😀b…"), "“한국”—a😀b…");
    assert_eq!(cut(Tokenization::Zh, "“한국”—a😀b…"), "“|한국|”|—|a😀b|…");
    assert_eq!(cut(Tokenization::Zh, "𠮷野"), "𠮷|野");
    assert_eq!(cut(Tokenization::Zh, "𠮷a𠮷"), "𠮷a𠮷");
}

#[test]
fn ends_of_lines() {
    // 13a pads the line; zh strips it, intl strips its right end, and both leave a period at an end with its number.
    let [v13a, intl, zh] = [Tokenization::V13a, Tokenization::Intl, Tokenization::Zh];
    assert_eq!(cut(v13a, "in 2019. "), "in|2019|.");
    assert_eq!(cut(intl, "in 2019. "), "in|2019.");
    assert_eq!(cut(zh, "in 2019. "), "in|2019.");
    assert_eq!(cut(v13a, ".5"), ".|5");
    assert_eq!(cut(intl, ".5"), ".5");
    assert_eq!(cut(intl, " .5"), ".|5");
    assert_eq!(cut(zh, " .5"), ".5");
}

#[test]
fn lowercasing_is_that_of_the_standard_library() {
    let line = "ΟΔΥΣΣΕΥΣ ΑΣ'Β ΣΑΣ. İSTANBUL ẞ ǅ KELVIN K Å Ⱥ ЖЁ \u{10400} ＡＢ É";
    let mut tokenizer =
        Tokenizer::new(Preprocessing { lowercase: true, tokenization: Tokenization::None, ..Preprocessing::default() });
    assert_eq!(fast(&mut tokenizer, &[line.to_owned()])[0].join(" "), line.to_lowercase());
}

fn parse(value: &str) -> Result<Tokenization, String> {
    let arg = Arg::new("tokenize").long("tokenize").value_name("NAME").value_parser(TokenizationParser);
    let matches = Command::new("bleu").arg(arg).try_get_matches_from(["bleu", "--tokenize", value]);
    matches.map(|matches| *matches.get_one("tokenize").expect("given")).map_err(|error| error.to_string())
}

#[test]
fn names_are_parsed() {
    for tokenization in Tokenization::value_variants() {
        assert_eq!(parse(&tokenization.to_string()), Ok(*tokenization));
    }
    assert_eq!(parse("auto:zh"), Ok(Tokenization::Zh));
    assert_eq!(parse("auto:zh-TW"), Ok(Tokenization::Zh));
    assert_eq!(parse("auto:zho"), Ok(Tokenization::Zh));
    assert_eq!(parse("auto:de"), Ok(Tokenization::V13a));
    assert_eq!(parse("auto:pt_BR"), Ok(Tokenization::V13a));
}

#[test]
fn names_that_cannot_be_had_are_answered() {
    for (value, expected) in [
        ("auto:ja", "cjk"),
        ("auto:ko", "graphemes"),
        ("auto:jpn", "cjk"),
        ("auto:japanese", "no code of a language"),
        ("auto:zh,13a", "no code of a language"),
        ("auto:", "no code of a language"),
        ("auto", "auto:zh"),
        ("ja-mecab", "MeCab"),
        ("ko-mecab", "mecab-ko"),
        ("spm", "SentencePiece"),
        ("flores101", "SentencePiece"),
        ("flores200", "SentencePiece"),
        ("spBLEU-1K", "SentencePiece"),
        ("grapheme", "'graphemes'"),
        ("13", "[possible values: 13a, intl"),
    ] {
        let error = parse(value).expect_err(value);
        assert!(error.contains(expected), "{value}: {error}");
    }
}
