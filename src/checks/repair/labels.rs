//! Labels and preambles before a translation.

use super::Entry;
use std::collections::HashSet;
use std::sync::LazyLock;

pub const ENTRY: Entry = Entry { concerns: |byte| matches!(byte, b':' | 0xEF | b'\t'), rewrite: drop_label };

/// Maximum length of a label or preamble, in characters.
const MAX_LABEL: usize = 120;

/// Labels that say that a translation follows.
const LABELS: &str = "translation|translated text|translated sentence|translated version|final translation|mt|hypothesis|target text|\
     übersetzung|traduction|traducción|traduzione|tradução|traducere|vertaling|översättning|oversættelse|oversettelse|käännös|tõlge|\
     vertimas|tulkojums|překlad|preklad|tłumaczenie|fordítás|prevod|prijevod|перевод|переклад|превод|μετάφραση|çeviri|\
     terjemahan|bản dịch|翻译|翻譯|译文|譯文|翻訳|訳文|訳|번역|ترجمة|ترجمه|अनुवाद|תרגום";

/// Languages: in a label, alone or with another word of it.
const LANGUAGES: &str = "arabic|bengali|bulgarian|catalan|chinese|croatian|czech|danish|dutch|english|estonian|finnish|french|german|\
     greek|gujarati|hausa|hebrew|hindi|hungarian|icelandic|indonesian|italian|japanese|kazakh|khmer|korean|latvian|\
     lithuanian|livonian|malay|norwegian|pashto|persian|polish|portuguese|romanian|russian|sakha|serbian|slovak|slovenian|\
     spanish|swahili|swedish|tamil|thai|turkish|ukrainian|urdu|vietnamese|xhosa|yakut|zulu|\
     deutsch|englisch|français|español|italiano|português|nederlands|polski|čeština|русский|українська|中文|日本語|한국어";

/// Words that begin a preamble.
const OPENINGS: &str = "sure|certainly|of course|absolutely|okay|ok|here is|here's|here’s|here are|below is|this is|the translation|\
     the translated|the english|the german|the french|the chinese|the czech|the japanese|the russian|the spanish|the ukrainian|\
     i have translated|i've translated|i would translate|as requested";

/// Appends the line without the label at its beginning, if it has one and more, and returns their number.
fn drop_label(line: &str, to: &mut String) -> u64 {
    let text = after_score(line).or_else(|| after_label(line)).map(str::trim_start);
    match text.filter(|text| !text.is_empty()) {
        Some(text) => {
            to.push_str(text);
            1
        }
        None => 0,
    }
}

/// The text after the number and the score of a line of fairseq's output, such as `H-12\t-0.31\t`, or after the score alone.
fn after_score(line: &str) -> Option<&str> {
    let is_score = |word: &str| word.contains('.') && word.parse::<f64>().is_ok();
    if let Some((_, text)) = line.split_once('\t').filter(|(word, _)| is_score(word)) {
        return Some(text);
    }
    let rest = ["H-", "D-", "T-"].iter().find_map(|prefix| line.strip_prefix(prefix))?;
    let (digits, rest) = rest.split_once('\t')?;
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    match rest.split_once('\t') {
        Some((score, text)) if is_number && score.parse::<f64>().is_ok() => Some(text),
        _ => Some(rest).filter(|_| is_number),
    }
}

/// The text after a label or preamble and its colon.
fn after_label(line: &str) -> Option<&str> {
    let (at, colon) = line.char_indices().take(MAX_LABEL).find(|(_, c)| matches!(c, ':' | '：'))?;
    let label = line[..at].trim_matches(|c: char| c.is_whitespace() || "*#_>\"“„".contains(c)).to_lowercase();
    // Bold labels end before or after the colon.
    let text = line[at + colon.len_utf8()..].trim_start_matches(['*', '_']);
    is_label(&label).then_some(text)
}

/// The parts of a list, to be looked up.
fn set(list: &'static str) -> HashSet<&'static str> {
    list.split('|').collect()
}

static KNOWN_LABELS: LazyLock<HashSet<&str>> = LazyLock::new(|| set(LABELS));
static KNOWN_LANGUAGES: LazyLock<HashSet<&str>> = LazyLock::new(|| set(LANGUAGES));

fn is_label(label: &str) -> bool {
    if KNOWN_LABELS.contains(label) {
        return true;
    }
    // "German translation", "Translation (German)", "Translation into German", "German".
    let mut words = label.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).peekable();
    let has_language = words.clone().any(|word| KNOWN_LANGUAGES.contains(word));
    let is_usual = |word: &str| {
        KNOWN_LANGUAGES.contains(word)
            || matches!(word, "translation" | "translated" | "version" | "to" | "into" | "in" | "text")
    };
    if has_language && words.peek().is_some() && words.all(is_usual) {
        return true;
    }
    label.contains("translat") && OPENINGS.split('|').any(|opening| label.starts_with(opening))
}

#[cfg(test)]
mod tests {
    use crate::checks::repair::Repair;

    #[test]
    fn labels_and_preambles_go() {
        for (line, expected) in [
            ("Translation: The dog runs.", "The dog runs."),
            ("**Translation:** The dog runs.", "The dog runs."),
            ("**Translation**: The dog runs.", "The dog runs."),
            ("### German translation: Der Hund.", "Der Hund."),
            ("Translation (German): Der Hund.", "Der Hund."),
            ("German: Der Hund.", "Der Hund."),
            ("翻译：狗在跑。", "狗在跑。"),
            ("Here is the translation: The dog runs.", "The dog runs."),
            ("Sure! Here's the English translation of the text: The dog runs.", "The dog runs."),
            ("H-12\t-0.31\tThe dog runs.", "The dog runs."),
            ("H-12\tThe dog runs.", "The dog runs."),
            ("-0.3134\tThe dog runs.", "The dog runs."),
            ("12\tThe dog runs.", "12\tThe dog runs."),
            ("Translation:", "Translation:"),
            ("German Chancellor: we shall see", "German Chancellor: we shall see"),
            ("The answer: yes.", "The answer: yes."),
            ("Here is my view: it runs.", "Here is my view: it runs."),
            ("12:30 The dog runs.", "12:30 The dog runs."),
            ("H-bomb\ttext", "H-bomb\ttext"),
        ] {
            assert_eq!(Repair::Labels.clean(line), expected, "{line}");
        }
    }
}
