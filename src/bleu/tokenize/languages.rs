//! Names of languages: codes, and the tags of BCP 47 (RFC 5646) as far as they name a language, a script and a region.

use unicode_script::Script;

/// Languages that are written without spaces between words: Thai, Khmer, Lao, Burmese and Tibetan.
pub(super) const UNSPACED: [&str; 12] = ["th", "tha", "km", "khm", "lo", "lao", "my", "mya", "bur", "bo", "bod", "tib"];

/// Codes of languages of three letters, by their first two: ISO 639-3, and ISO 639-2 for groups of
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

/// Codes of countries and territories, ISO 3166-1.
const REGIONS: &str = "\
    AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA \
    CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA \
    GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP \
    KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS \
    MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS \
    RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW \
    TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW";

/// Codes of scripts, ISO 15924, that are not values of Unicode's property of characters: combinations of several scripts, and
/// variants.
const OTHER_SCRIPTS: [&str; 6] = ["Hans", "Hant", "Jpan", "Kore", "Hanb", "Cyrs"];

/// Languages with a region whose code is also one of a language: in small letters, too, they are no pair.
const OWN_REGIONS: [(&str, &str); 8] =
    [("zh", "tw"), ("zh", "sg"), ("zh", "mo"), ("ko", "kr"), ("th", "th"), ("lo", "la"), ("ms", "my"), ("es", "bo")];

/// Returns the code of the language that a tag names, such as `de`, `zh-Hant` or `pt_BR`, or the target language of a pair
/// of tags, such as `en-de` or `en-zh-TW`; `None` for anything else.
///
/// Of a code that is a region and a language, `zh-DE` is Chinese in Germany, and `zh-de` a pair.
pub(super) fn target_language(name: &str) -> Option<String> {
    let subtags: Vec<&str> = name.split(['-', '_']).collect();
    let (language, rest) = tag(&subtags, false)?;
    match rest {
        [] => Some(language),
        rest => tag(rest, true).filter(|(_, rest)| rest.is_empty()).map(|(target, _)| target),
    }
}

/// Returns the language at the start of some subtags, and the subtags after its script and region. After the target of a pair
/// comes no other language, so that a code is one of a region.
fn tag<'a, 'b>(subtags: &'a [&'b str], is_target: bool) -> Option<(String, &'a [&'b str])> {
    let (first, mut rest) = subtags.split_first()?;
    let language = first.to_ascii_lowercase();
    if !is_language(&language) {
        return None;
    }
    if let [script, others @ ..] = rest
        && is_script(script)
    {
        rest = others;
    }
    if let [region, others @ ..] = rest {
        let code = region.to_ascii_lowercase();
        let is_marked = **region != code && **first == language;
        let is_meant =
            is_target || is_marked || !is_language(&code) || OWN_REGIONS.contains(&(language.as_str(), code.as_str()));
        if is_region(region) && is_meant {
            rest = others;
        }
    }
    Some((language, rest))
}

/// Whether a code is one of a script, in small or capital letters.
fn is_script(code: &str) -> bool {
    let is_known = |code: &str| OTHER_SCRIPTS.contains(&code) || Script::from_short_name(code).is_some();
    match code.split_at_checked(1) {
        Some((first, rest)) if code.len() == 4 => is_known(&(first.to_ascii_uppercase() + &rest.to_ascii_lowercase())),
        _ => false,
    }
}

/// Whether a code is one of a region, in small or capital letters: of a country, or of three digits, as 419 for Latin America.
fn is_region(code: &str) -> bool {
    let is_number = code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_digit());
    is_number || REGIONS.split(' ').any(|known| known.eq_ignore_ascii_case(code))
}

/// Whether text is the code of a language, in small letters.
pub(super) fn is_language(code: &str) -> bool {
    let Some((first, third)) = code.split_at_checked(2) else { return false };
    let three_letters = || LONG_CODES.lines().find_map(|line| line.strip_prefix(first)).unwrap_or_default();
    match third.len() {
        0 => LANGUAGES.split(' ').any(|known| known == code),
        1 => three_letters().contains(third),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_and_pairs_name_a_language() {
        let cases = [
            ("zh", "zh"),
            ("zho", "zho"),
            ("zh-TW", "zh"),
            ("zh_TW", "zh"),
            ("zh-tw", "zh"),
            ("ZH-TW", "zh"),
            ("zh-CN", "zh"),
            ("zh-Hant", "zh"),
            ("zh-hant-hk", "zh"),
            ("zho_Hans", "zho"),
            ("es-419", "es"),
            ("ko-kr", "ko"),
            ("pt-BR", "pt"),
            ("en-US", "en"),
            ("zh-DE", "zh"),
            // Pairs.
            ("zh-de", "de"),
            ("en-de", "de"),
            ("EN-DE", "de"),
            ("en_zh", "zh"),
            ("en-zh", "zh"),
            ("en-zh-TW", "zh"),
            ("en-zh_Hant_TW", "zh"),
            ("en-pt-br", "pt"),
            ("zh-CN-en", "en"),
            ("zh-tw-en", "en"),
            ("eng_Latn-jpn_Jpan", "jpn"),
            ("en-hsb", "hsb"),
        ];
        for (name, language) in cases {
            assert_eq!(target_language(name).as_deref(), Some(language), "{name}");
        }
    }

    #[test]
    fn what_is_neither_is_refused() {
        let others = [
            "",
            "-",
            "x",
            "zh-",
            "-zh",
            "news",
            "en-news",
            "xx",
            "en-xx",
            "zh-ZZ",
            "en-de-fr-es",
            "en--de",
            "zh-Abcd",
            "de-1996-x",
            "en-41",
            "pt-BR-ZZ",
            "ä-b",
            "zh-ä",
            "en-europarl",
            "japanese",
        ];
        for name in others {
            assert_eq!(target_language(name), None, "{name}");
        }
    }
}
