//! The tokenizer that sacreBLEU would choose for a language.

use super::Tokenization;

impl Tokenization {
    /// What sacreBLEU would take for text in this language (`en`, `zh`, `pt-BR` ...), or why there is no such thing.
    pub fn for_language(language: &str) -> Result<Self, String> {
        let code = language.to_ascii_lowercase();
        let mut subtags = code.split(['-', '_']);
        let language_subtag = subtags.next().unwrap_or_default();
        let is_code = matches!(language_subtag.len(), 2..=3)
            && language_subtag.bytes().all(|byte| byte.is_ascii_lowercase())
            && subtags.all(|tag| matches!(tag.len(), 1..=8) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric()));
        match language_subtag {
            _ if !is_code => Err(format!("'{language}' is no code of a language; give one such as zh, de or pt-BR")),
            "zh" | "zho" | "chi" | "cmn" | "yue" => Ok(Tokenization::Zh),
            "ja" | "jpn" => Err(format!("Japanese has no single choice: {JAPANESE}")),
            "ko" | "kor" => Err(format!("Korean has no single choice: {KOREAN}")),
            _ => Ok(Tokenization::V13a),
        }
    }
}

pub(crate) const JAPANESE: &str = "cjk and char need nothing else, graphemes keeps voiced kana whole; \
    for figures like those of ja-mecab, cut both sides with MeCab beforehand and use none";
pub(crate) const KOREAN: &str = "13a cuts at spaces and punctuation, char and graphemes into syllables; \
    for figures like those of ko-mecab, cut both sides with mecab-ko beforehand and use none";
