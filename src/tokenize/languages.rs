//! Codes of languages.

/// Languages that are written without spaces between words: Thai, Khmer, Lao, Burmese and Tibetan.
pub(super) const UNSPACED: [&str; 12] = ["th", "tha", "km", "khm", "lo", "lao", "my", "mya", "bur", "bo", "bod", "tib"];

/// Codes of languages of three letters, by their first two: those of ISO 639-3, and of ISO 639-2 for groups of
/// languages.
const LONG_CODES: &str = include_str!("iso639-3.txt");

/// Codes of languages, ISO 639-1.
const LANGUAGES: &str = "\
    aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da de dv dz ee el \
    en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik io is it iu \
    ja jv ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn mr ms mt my na \
    nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si sk sl sm sn \
    so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za zh zu \
    iw in ji jw mo";

/// Whether a code of two or three letters is one of a language.
pub(super) fn is_language(code: &str) -> bool {
    let (first, third) = code.split_at(2);
    let three_letters = || LONG_CODES.lines().find_map(|line| line.strip_prefix(first)).unwrap_or_default();
    if third.is_empty() { LANGUAGES.split(' ').any(|known| known == code) } else { three_letters().contains(third) }
}
