//! Tokenizers: compared with their naive versions on adversarial text, and by example.

use crate::common::{random_cases, sample};
use crate::naive;
use crate::random::joined;
use bleu::{Definition, Normalization, Tokenization, Tokenizer};
use proptest::prelude::*;

/// Tokenizes lines in one batch.
fn tokenize(tokenizer: &mut Tokenizer, lines: &[String]) -> Vec<Vec<String>> {
    let text = joined(lines);
    let tokens = tokenizer.tokenize_lines(&text).unwrap();
    tokens.segments().map(|segment| segment.iter().map(str::to_owned).collect()).collect()
}

/// Compares the tokens of lines with the tokens of the naive version.
fn check(definition: &Definition, lines: &[String]) {
    let found = tokenize(&mut definition.tokenizer(), lines);
    assert_eq!(found.len(), lines.len(), "lines");
    for (line, found) in lines.iter().zip(found) {
        assert_eq!(found, naive::tokens(definition, line), "{definition:?} of {line:?}");
    }
}

/// A definition with a tokenizer.
fn of(name: &str) -> Definition {
    Definition::builder().tokenization(name.parse().unwrap()).build().unwrap()
}

/// Every tokenizer, with and without lowercasing.
fn all() -> impl Iterator<Item = Definition> {
    let definition = |tokenization: &Tokenization, lowercase| {
        Definition::builder().tokenization(tokenization.clone()).lowercase(lowercase).build().unwrap()
    };
    let tokenizations = Tokenization::ALL.iter().cloned().chain(naive::moses::all());
    tokenizations.flat_map(move |tokenization| [false, true].map(|lowercase| definition(&tokenization, lowercase)))
}

fn check_all(lines: &[String]) {
    all().for_each(|definition| check(&definition, lines));
}

/// One in eight of all strings of at most `len` of these characters, unless all are tried.
fn strings(alphabet: &str, len: usize) -> Vec<String> {
    sample(8, all_strings(alphabet, len)).collect()
}

/// All strings of at most `len` of these characters.
fn all_strings(alphabet: &str, len: usize) -> Vec<String> {
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
fn runs_of_periods_and_commas_equal_the_naive_version() {
    check_all(&strings("5.a", 8));
    check_all(&strings("5., ", 6));
}

#[test]
fn runs_of_punctuation_of_every_byte_length_equal_the_naive_version() {
    // Numbers, punctuation, symbols and others, of one to four bytes.
    check_all(&strings("5.a५।", 5));
    check_all(&strings("𐄇𐄀।a\u{85}", 5));
    check_all(&strings("5.-$€、中 ", 4));
}

#[test]
fn apostrophes_equal_the_naive_version() {
    let lines = [strings("5's.", 6), strings("a', ½", 6), strings("a-:·'.", 4)].concat();
    for tokenization in naive::moses::all() {
        check(&Definition::builder().tokenization(tokenization).build().unwrap(), &lines);
    }
}

#[test]
fn quotes_and_separators_equal_the_naive_version_of_nltk() {
    check(
        &of("nltk"),
        &[strings("5's.\u{1F}", 6), strings("s'\"` \u{1F}\u{2028}", 5), strings("'’.»: \u{1F}", 5)].concat(),
    );
}

#[test]
fn entities_equal_the_naive_version() {
    let parts = ["&", "amp;", "&amp;", "lt;", "&lt;", "gt;", "&quot;", "<skipped>", "<skip", "ped>", "a"];
    let lines = all_strings("0123456789a", 4);
    let spell = |line: &String| line.chars().map(|c| parts[c.to_digit(11).unwrap() as usize]).collect();
    let lines: Vec<String> = sample(4, lines).map(|line| spell(&line)).collect();
    for name in ["13a", "cjk", "none"] {
        check(&of(name), &lines);
    }
}

/// All characters except LF, without the planes that have no assigned characters; one in eight of those after kana, mostly
/// ideographs, unless all are tried.
fn characters() -> impl Iterator<Item = char> {
    let first = ('\0'..='\u{33FF}').filter(|&c| c != '\n');
    first.chain(sample(8, ('\u{3400}'..='\u{33FFF}').chain('\u{E0000}'..='\u{E01FF}')))
}

#[test]
fn every_character_equals_the_naive_version() {
    let lines: Vec<String> = characters().map(|c| format!("a{c}1.{c}")).collect();
    for name in ["intl", "zh", "cjk", "graphemes"] {
        check(&of(name), &lines);
    }
}

#[test]
fn every_character_beside_others_equals_the_naive_version_of_words() {
    let line = |c| format!("a{c}a0{c}0_{c}_{c}{c}:{c}.a{c}'0,{c};{c}'\"{c}a:{c}.a{c}0,{c}-{c}'");
    check(&of("words"), &characters().map(line).collect::<Vec<_>>());
}

#[test]
fn characters_of_all_classes_equal_the_naive_version_of_words_and_graphemes() {
    // Of one class each, at every place in a block.
    let classes = "a0_:.,'\"-éー中अא٣\u{2019}\u{B7}\u{301}\u{200D}\u{AD}👍🇩\u{1F3FD}";
    for name in ["words", "graphemes"] {
        check(&of(name), &strings(classes, 3));
    }
    check(&of("words"), &strings("a0_:,\u{301}中é", 5));
}

#[test]
fn every_character_is_lowercased_as_by_the_standard_library() {
    // Two count for a sigma as in Unicode 14: `a_final_sigma_follows_python_3_11`.
    let characters = characters().filter(|c| !['\u{295}', '\u{1171E}'].contains(c));
    let lines: Vec<String> = characters.map(|c| format!("x{c} {c}Σ")).collect();
    check(&of("none").to_builder().lowercase(true).build().unwrap(), &lines);
}

#[test]
fn white_space_across_blocks_equals_the_naive_version() {
    let white = "\t\u{B}\u{C}\r\u{1C}\u{1F} \u{85}\u{A0}\u{1680}\u{2003}\u{2028}\u{202F}\u{205F}\u{3000}\u{200B}";
    let lines: Vec<String> = (50..70)
        .flat_map(|pad| white.chars().map(move |c| format!("{}5.{c}{c}.5{c}", "x".repeat(pad))))
        .chain((100..140).map(|pad| format!("{}.5,{}", "\u{3000} ".repeat(pad), "\u{2003}\t".repeat(pad))))
        .collect();
    check_all(&lines);
}

#[test]
fn long_runs_equal_the_naive_version() {
    let lines: Vec<String> = (60..70)
        .flat_map(|len| {
            [".", "、", "-", "Σ", "é", "中", "\u{301}", "𐄀"]
                .map(|part| format!("{}5{}5", "a".repeat(len % 7), part.repeat(len)))
        })
        .collect();
    check_all(&lines);
}

/// Lines made mostly of characters that tokenizers treat in a special way.
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
    // Each case runs every tokenizer on several lines.
    #![proptest_config(random_cases(100))]

    #[test]
    fn random_lines_equal_the_naive_version(lines in lines()) {
        check_all(&lines);
    }

    #[test]
    fn random_lines_in_normal_form_equal_the_naive_version(lines in lines()) {
        for &form in Normalization::ALL {
            for definition in all() {
                check(&definition.to_builder().normalization(Some(form)).build().unwrap(), &lines);
            }
        }
    }

    #[test]
    fn batches_are_independent(first in lines(), second in lines()) {
        for definition in all() {
            let mut used = definition.tokenizer();
            tokenize(&mut used, &first);
            let mut new = definition.tokenizer();
            prop_assert_eq!(tokenize(&mut used, &second), tokenize(&mut new, &second));
        }
    }
}

/// The tokens of a line, separated by `|`.
fn tokens(name: &str, line: &str) -> String {
    tokenize(&mut of(name).tokenizer(), &[line.to_owned()])[0].join("|")
}

#[test]
fn words_are_found_in_many_scripts() {
    let words = |line| tokens("words", line);
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
fn graphemes_are_found_in_many_scripts() {
    let graphemes = |line| tokens("graphemes", line);
    assert_eq!(graphemes("It's 5"), "I|t|'|s|5");
    assert_eq!(graphemes("हिन्दी क्षि"), "हि|न्दी|क्षि");
    assert_eq!(graphemes("น้ำดี"), "น้ำ|ดี");
    assert_eq!(graphemes("كتبَ"), "ك|ت|بَ");
    assert_eq!(graphemes("각\u{1100}\u{1161}\u{11A8}"), "각|\u{1100}\u{1161}\u{11A8}");
    assert_eq!(graphemes("我爱 か\u{3099}き ぁぁ\u{3099}"), "我|爱|か\u{3099}|き|ぁ|ぁ\u{3099}");
    assert_eq!(graphemes("👩‍👩‍👧🇩🇪🇫🇷👍🏽e\u{301}"), "👩‍👩‍👧|🇩🇪|🇫🇷|👍🏽|e\u{301}");
}

#[test]
fn no_token_contains_white_space() {
    // The annex has segments with white space: a mark after a space, a narrow no-break space in a word.
    for name in ["words", "graphemes"] {
        assert_eq!(tokens(name, "a \u{301}\r\u{1C}b"), "a|\u{301}|b");
        assert_eq!(tokens(name, "1\u{202F}2"), "1|2");
    }
}

#[test]
fn cjk_splits_ideographs_and_the_rest_as_13a() {
    let cjk = |line| tokens("cjk", line);
    assert_eq!(cjk("我有3.5元,&quot;OK&quot;。"), "我|有|3.5|元|,|\"|OK|\"|。");
    assert_eq!(cjk("時々コーヒー〇ｶﾞＡ"), "時|々|コ|ー|ヒ|ー|〇|ｶ|ﾞ|Ａ");
    assert_eq!(cjk("𠮷野家㐀 ㄅㄆ"), "𠮷|野|家|㐀|ㄅ|ㄆ");
    // Not CJK: dashes and quotes, Hangul, emoji. zh splits some of these, and nothing beyond U+FFFF.
    assert_eq!(cjk("“한국”—a😀b…"), "“한국”—a😀b…");
    assert_eq!(tokens("zh", "“한국”—a😀b…"), "“|한국|”|—|a😀b|…");
    assert_eq!(tokens("zh", "𠮷野"), "𠮷|野");
    assert_eq!(tokens("zh", "𠮷a𠮷"), "𠮷a𠮷");
}

#[test]
fn lines_begin_and_end_anywhere() {
    for length in 0..130 {
        let blank = " ".repeat(length);
        let lines = [blank.clone(), ".5".to_owned(), blank.clone() + "5.", blank, " .5".to_owned()];
        check(&of("zh"), &lines);
        assert_eq!(tokenize(&mut of("zh").tokenizer(), &lines)[4], [".5"], "{length}");
    }
}

#[test]
fn ends_of_lines_are_padded_or_stripped() {
    // 13a pads the line. zh strips it, intl strips its right end, and both keep a period at an end with its number.
    assert_eq!(tokens("13a", "in 2019. "), "in|2019|.");
    assert_eq!(tokens("intl", "in 2019. "), "in|2019.");
    assert_eq!(tokens("zh", "in 2019. "), "in|2019.");
    assert_eq!(tokens("13a", ".5"), ".|5");
    assert_eq!(tokens("intl", ".5"), ".5");
    assert_eq!(tokens("intl", " .5"), ".|5");
    assert_eq!(tokens("zh", " .5"), ".5");
}

#[test]
fn lowercasing_is_that_of_the_standard_library() {
    let line = "ΟΔΥΣΣΕΥΣ ΑΣ'Β ΣΑΣ. İSTANBUL ẞ ǅ KELVIN K Å Ⱥ ЖЁ аА рР éÉ \u{10400} ＡＢ É";
    let lowercase = of("none").to_builder().lowercase(true).build().unwrap();
    let mut tokenizer = lowercase.tokenizer();
    assert_eq!(tokenize(&mut tokenizer, &[line.to_owned()])[0].join(" "), line.to_lowercase());
}

/// Python 3.11's `str.lower`.
#[test]
fn a_final_sigma_follows_python_3_11() {
    let lowercase = of("none").to_builder().lowercase(true).build().unwrap();
    let mut tokenizer = lowercase.tokenizer();
    for (word, expected) in [
        ("aΣ\u{1171E}", "aς\u{1171E}"),
        ("aΣ\u{1171E}A", "aσ\u{1171E}a"),
        ("a\u{1171E}Σ", "a\u{1171E}ς"),
        ("aΣ\u{295}", "aσ\u{295}"),
        ("\u{295}Σ", "\u{295}ς"),
        ("İΣς\u{301}Σ", "i\u{307}σς\u{301}ς"),
    ] {
        assert_eq!(tokenize(&mut tokenizer, &[word.to_owned()])[0].join(" "), expected);
    }
}
