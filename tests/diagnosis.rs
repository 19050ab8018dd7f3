//! Diagnosis of corrupted text: each kind of corruption, in several languages, must produce the expected finding first,
//! and no unrelated one.

use crate::common::{Run, TestDir, assert_says, many_lines, sample, start};
use bleu::diagnose::{CHECK_NAMES, Diagnoser, Finding, Oddity, Problem, SegmentRange, Text};
use bleu::{AddSegments, Definition};
use unicode_normalization::UnicodeNormalization;

/// Number of segments.
const LINES: u64 = 300;

/// A language to make text of.
#[derive(Clone, Copy)]
struct Language {
    name: &'static str,
    tokenizer: &'static str,
    words: &'static str,
    between_words: &'static str,
    comma: &'static str,
    stop: &'static str,
    quotes: [&'static str; 2],
}

const GERMAN: Language = Language {
    name: "German",
    tokenizer: "13a",
    words: "der die das und für über nicht mit Straße Häuser größer Bürger Städte könnte müssen Regierung während \
            natürlich Entscheidung zwischen Jahre wurde haben sein Kinder schließlich Möglichkeit früher später Universität \
            Wirtschaft Österreich Bevölkerung täglich spricht öffentlich Gesetz Gespräch Wasser Menschen beginnt führt \
            plötzlich überall gehören Fluss grün blau schön alt neu klein Brücke Küste Gebäude erklärte meisten Fähre zurück",
    between_words: " ",
    comma: ", ",
    stop: ".",
    quotes: ["„", "“"],
};

const DUTCH: Language = Language {
    name: "Dutch",
    tokenizer: "13a",
    words: "het een van voor over niet met straat huizen groter burger steden kunnen moeten regering tijdens natuurlijk \
            besluit tussen jaren werd hebben zijn kinderen eindelijk mogelijkheid vroeger later universiteit economie \
            bevolking dagelijks spreekt openbaar wet gesprek water mensen begint leidt plotseling overal behoren rivier \
            groen blauw mooi oud nieuw klein brug kust gebouw verklaarde meeste veerboot terug",
    between_words: " ",
    comma: ", ",
    stop: ".",
    quotes: ["„", "“"],
};

const RUSSIAN: Language = Language {
    name: "Russian",
    tokenizer: "13a",
    words: "город река новый старый человек время дорога вода школа книга писать читать большой маленький сегодня завтра \
            правительство решение жители страна первый второй между после перед однако если потому вместе работа \
            университет экономика закон разговор дети история народ быстро медленно зелёный синий мост берег здание \
            объяснил начал вернулся говорит Москва Петербург Волга музей театр зима лето осень весна поезд самолёт",
    between_words: " ",
    comma: ", ",
    stop: ".",
    quotes: ["«", "»"],
};

const HINDI: Language = Language {
    name: "Hindi",
    tokenizer: "13a",
    words: "शहर नदी नया पुराना आदमी समय सड़क पानी विद्यालय किताब लिखना पढ़ना बड़ा छोटा आज कल सरकार निर्णय लोग देश पहला \
            दूसरा बीच बाद पहले लेकिन अगर क्योंकि साथ काम विश्वविद्यालय अर्थव्यवस्था कानून बातचीत बच्चे इतिहास जनता जल्दी \
            धीरे हरा नीला पुल किनारा भवन बताया शुरू लौटा कहता दिल्ली मुंबई गंगा संग्रहालय गर्मी सर्दी वर्षा रेल विमान",
    between_words: " ",
    comma: ", ",
    stop: "।",
    quotes: ["“", "”"],
};

const ARABIC: Language = Language {
    name: "Arabic",
    tokenizer: "13a",
    words: "مدينة نهر جديد قديم رجل وقت طريق ماء مدرسة كتاب يكتب يقرأ كبير صغير اليوم غدا حكومة قرار سكان بلد أول ثان بين بعد \
            قبل لكن إذا لأن مع عمل جامعة اقتصاد قانون حديث أطفال تاريخ شعب سريع بطيء أخضر أزرق جسر شاطئ مبنى شرح بدأ عاد \
            يقول القاهرة بغداد النيل متحف صيف شتاء مطر قطار طائرة",
    between_words: " ",
    comma: "، ",
    stop: ".",
    quotes: ["«", "»"],
};

const CHINESE: Language = Language {
    name: "Chinese",
    tokenizer: "zh",
    words: "城市 河流 新 老 人 时间 道路 水 学校 书 写 读 大 小 今天 明天 政府 决定 居民 国家 第一 第二 之间 以后 以前 但是 如果 \
            因为 一起 工作 大学 经济 法律 谈话 孩子 历史 人民 快 慢 绿色 蓝色 桥 海岸 建筑 解释 开始 回来 说 北京 上海 长江 博物馆 \
            夏天 冬天 雨 火车 飞机 问题 发展 世界 2022 WTO",
    between_words: "",
    comma: "，",
    stop: "。",
    quotes: ["“", "”"],
};

const JAPANESE: Language = Language {
    name: "Japanese",
    tokenizer: "char",
    words: "都市 川 新しい 古い 人 時間 道 水 学校 本 書く 読む 大きい 小さい 今日 明日 政府 決定 住民 国 最初 次 間 後 前 しかし もし \
            なぜなら 一緒に 仕事 大学 経済 法律 会話 子供 歴史 人々 速い 遅い 緑 青 橋 海岸 建物 説明した 始めた 戻った 言う 東京 大阪 \
            ガラス 博物館 夏 冬 雨 電車 飛行機 問題 発展 世界 バス ビル",
    between_words: "",
    comma: "、",
    stop: "。",
    quotes: ["「", "」"],
};

const SPACED: &[Language] = &[GERMAN, RUSSIAN, HINDI, ARABIC];
const CASED: &[Language] = &[GERMAN, RUSSIAN];
const ALL: &[Language] = &[GERMAN, RUSSIAN, HINDI, ARABIC, CHINESE, JAPANESE];

/// The finalizer of splitmix64.
fn random(seed: u64) -> u64 {
    let mut x = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x = (x ^ (x >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    x ^ (x >> 31)
}

impl Language {
    /// A sentence; `variant` 0 is the reference's, any other replaces one word in five.
    fn sentence(&self, line: u64, variant: u64) -> String {
        let vocabulary: Vec<&str> = self.words.split_whitespace().collect();
        let length = 8 + random(line) % 8;
        let mut text = String::new();
        for i in 0..length {
            let seed = random(line << 20 | i);
            let is_other = variant > 0 && random(line << 20 | i << 8 | variant).is_multiple_of(5);
            let seed = if is_other { random(seed ^ variant) } else { seed };
            let mut word = vocabulary[seed as usize % vocabulary.len()].to_owned();
            if i == 0 {
                word = word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect();
            }
            let is_quoted = i == 3 && line.is_multiple_of(3);
            let parts =
                [if is_quoted { self.quotes[0] } else { "" }, &word, if is_quoted { self.quotes[1] } else { "" }];
            text.extend(parts);
            let is_last = i + 1 == length;
            text.push_str(if is_last {
                self.stop
            } else if seed % 6 == 1 {
                self.comma
            } else {
                self.between_words
            });
        }
        text
    }

    fn lines(&self, variant: u64) -> Vec<String> {
        (0..LINES).map(|line| self.sentence(line, variant)).collect()
    }

    /// The findings on a candidate, causes first.
    fn findings(&self, candidate: &[String]) -> Vec<Finding> {
        self.findings_of(candidate, &self.lines(0))
    }

    fn findings_of(&self, candidate: &[String], reference: &[String]) -> Vec<Finding> {
        let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let definition = Definition::builder().tokenization(self.tokenizer.parse().unwrap()).build().unwrap();
        let mut diagnoser = Diagnoser::new(&definition, 1).unwrap();
        diagnoser.add_lines(&[&text(candidate)], &[&text(reference)]).unwrap();
        diagnoser.finish_one().unwrap().findings
    }
}

/// A way of corrupting a text.
#[derive(Clone, Copy)]
struct Corruption {
    name: &'static str,
    languages: &'static [Language],
    corrupt: fn(Vec<String>, &Language) -> Vec<String>,
    /// The check that must come first.
    expected: &'static str,
    /// Others that may follow: further effects of the same cause.
    allowed: &'static [&'static str],
    /// Percentages of the lines, all over the text, that are corrupted.
    strengths: &'static [usize],
    sides: &'static [Side],
}

/// The text that is corrupted.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Side {
    Candidate,
    Reference,
}

const fn corruption(
    name: &'static str,
    languages: &'static [Language],
    expected: &'static str,
    allowed: &'static [&'static str],
    corrupt: fn(Vec<String>, &Language) -> Vec<String>,
) -> Corruption {
    Corruption { name, languages, corrupt, expected, allowed, strengths: &[100], sides: &[Side::Candidate] }
}

impl Corruption {
    /// The same, of these percentages of the lines too.
    const fn at(self, strengths: &'static [usize]) -> Corruption {
        Corruption { strengths, ..self }
    }

    /// The same, of the reference too.
    const fn of_both(self) -> Corruption {
        Corruption { sides: &[Side::Candidate, Side::Reference], ..self }
    }

    /// The same, of nothing but the reference.
    const fn of_reference(self) -> Corruption {
        Corruption { sides: &[Side::Reference], ..self }
    }

    /// The candidate and the reference, one of them corrupted.
    fn texts(
        &self,
        language: &Language,
        [candidate, reference]: [&[String]; 2],
        strength: usize,
        side: Side,
    ) -> [Vec<String>; 2] {
        let corrupted = |lines: &[String]| -> Vec<String> {
            let of_all = (self.corrupt)(lines.to_vec(), language);
            let is_corrupted = |line: usize| 37 * line % 100 < strength;
            let choose = |(i, (line, other)): (usize, (&String, String))| {
                if is_corrupted(i) { other } else { line.clone() }
            };
            if strength == 100 { of_all } else { lines.iter().zip(of_all).enumerate().map(choose).collect() }
        };
        match side {
            Side::Candidate => [corrupted(candidate), reference.to_vec()],
            Side::Reference => [candidate.to_vec(), corrupted(reference)],
        }
    }

    /// The findings on corrupted texts, causes first, given the candidate and the reference.
    fn findings(&self, language: &Language, texts: [&[String]; 2], strength: usize, side: Side) -> Vec<Finding> {
        let [candidate, reference] = self.texts(language, texts, strength, side);
        language.findings_of(&candidate, &reference)
    }
}

fn each(lines: Vec<String>, change: impl Fn(&str) -> String) -> Vec<String> {
    lines.iter().map(|line| change(line)).collect()
}

/// The line with its bytes that are not ASCII in writing.
fn with_bytes(line: &str, written: impl Fn(u8) -> String) -> String {
    line.bytes().map(|byte| if byte.is_ascii() { char::from(byte).to_string() } else { written(byte) }).collect()
}

/// Changes each word of a line.
fn each_word(line: &str, change: impl Fn(&str) -> String) -> String {
    line.split(' ').map(change).collect::<Vec<_>>().join(" ")
}

/// Changes one line in `every`.
fn some(lines: Vec<String>, every: usize, change: impl Fn(&str) -> String) -> Vec<String> {
    lines.iter().enumerate().map(|(i, line)| if i % every == 1 { change(line) } else { line.clone() }).collect()
}

fn shuffled(mut lines: Vec<String>) -> Vec<String> {
    (1..lines.len()).rev().for_each(|i| lines.swap(i, random(i as u64) as usize % (i + 1)));
    lines
}

/// UTF-8 read as Latin-1.
fn mojibake(line: &str) -> String {
    line.bytes().map(char::from).collect()
}

/// Replaces characters by those in the same place.
fn exchange(line: &str, from: &str, to: &str) -> String {
    line.chars().map(|c| from.chars().zip(to.chars()).find(|(from, _)| *from == c).map_or(c, |(_, to)| to)).collect()
}

/// Letters of Windows-1251 read as KOI8-R, in which the same bytes are in another order.
fn read_as_koi8(line: &str) -> String {
    const KOI8: &str = "юабцдефгхийклмнопярстужвьызшэщчъЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ";
    exchange(line, &('А'..='я').collect::<String>(), KOI8)
}

fn is_diacritic(c: char) -> bool {
    ('\u{300}'..'\u{370}').contains(&c)
}

/// Puts a mark between the parts of long words.
fn split_words(line: &str, mark: &str) -> String {
    let word = |word: &str| {
        let letters: Vec<char> = word.chars().collect();
        if letters.len() < 5 {
            return word.to_owned();
        }
        let (first, second) = letters.split_at(3);
        format!("{}{mark}{}", first.iter().collect::<String>(), second.iter().collect::<String>())
    };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Percentages of the lines that are corrupted, for corruptions that are found from these on.
const ALL_STRENGTHS: &[usize] = &[5, 20, 50, 100];
const SOME: &[usize] = &[5, 20, 50];
const FROM_FIFTH: &[usize] = &[20, 50, 100];
const FROM_HALF: &[usize] = &[50, 100];
const FROM_MOST: &[usize] = &[80, 100];

const CORRUPTIONS: &[Corruption] = &[
    corruption("shift by a line", ALL, "misaligned", &[], |mut l, _| {
        l.rotate_left(1);
        l
    })
    .of_both(),
    corruption("shift by 3 lines", ALL, "misaligned", &[], |mut l, _| {
        l.rotate_right(3);
        l
    })
    .of_both(),
    corruption("shift by 20 lines", ALL, "misaligned", &[], |mut l, _| {
        l.rotate_left(20);
        l
    })
    .of_both(),
    corruption("shift by 100 lines", ALL, "misaligned", &[], |mut l, _| {
        l.rotate_left(100);
        l
    })
    .of_both(),
    corruption("a line lost in the middle", ALL, "misaligned", &[], |mut l, _| {
        l.remove(150);
        l.push("x".into());
        l
    })
    .of_both(),
    corruption("blocks exchanged", ALL, "misaligned", &[], |mut l, _| {
        l[50..250].rotate_left(80);
        l
    })
    .of_both(),
    corruption("shuffled", ALL, "shuffled", &["duplicated"], |l, _| shuffled(l)).at(FROM_HALF).of_both(),
    corruption("sorted", ALL, "shuffled", &["duplicated"], |mut l, _| {
        l.sort();
        l
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("reversed", ALL, "shuffled", &[], |mut l, _| {
        l.reverse();
        l
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("second half shuffled", ALL, "shuffled", &[], |mut l, _| {
        let end = shuffled(l.split_off(150));
        l.extend(end);
        l
    })
    .of_both(),
    corruption("another text", ALL, "unrelated", &["length"], |_, language| {
        (5000..5000 + LINES).map(|line| language.sentence(line, 1)).collect()
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("another text from the middle on", ALL, "unrelated", &[], |mut l, language| {
        l.truncate(150);
        l.extend((5000..5150).map(|line| language.sentence(line, 1)));
        l
    })
    .of_both(),
    corruption("a block twice", ALL, "duplicated", &["misaligned"], |mut l, _| {
        let block = l[20..40].to_vec();
        l.splice(100..120, block);
        l
    }),
    corruption("each tenth line written twice", ALL, "duplicated", &[], |l, _| {
        let twice = |(i, line): (usize, &String)| vec![line.clone(); if i % 10 == 3 { 2 } else { 1 }];
        l.iter().enumerate().flat_map(twice).take(l.len()).collect()
    }),
    corruption("each fifth line twice", ALL, "duplicated", &["unrelated"], |mut l, _| {
        (0..300).filter(|i| i % 5 == 1).for_each(|i| l[i] = l[i - 1].clone());
        l
    })
    .at(FROM_FIFTH),
    corruption("loops", ALL, "repetition", &["length"], |l, language| {
        some(l, 10, |line| {
            let half: String = line.chars().take(8).collect();
            let unit = format!("{}{}", language.words.split_whitespace().nth(7).unwrap(), language.between_words);
            half + language.between_words + unit.repeat(20).trim()
        })
    })
    .at(FROM_FIFTH),
    corruption(
        "source in another script",
        &[RUSSIAN, HINDI, ARABIC, CHINESE],
        "script",
        &["length", "normalization"],
        |_, _| GERMAN.lines(0),
    )
    .at(FROM_FIFTH)
    .of_both(),
    corruption(
        "each tenth line in another script",
        &[RUSSIAN, HINDI, ARABIC, CHINESE, JAPANESE],
        "script",
        &[],
        |l, _| some(l, 10, |line| GERMAN.sentence(line.bytes().map(u64::from).sum(), 0)),
    ),
    corruption("subword-nmt", SPACED, "subwords", &["length", "punctuation"], |l, _| {
        each(l, |line| split_words(line, "@@ "))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("words in parts", SPACED, "spaces", &["length", "additions"], |l, _| {
        each(l, |line| split_words(line, " "))
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("WordPiece", SPACED, "subwords", &["length", "punctuation"], |l, _| {
        each(l, |line| split_words(line, " ##"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("SentencePiece", SPACED, "subwords", &["length", "punctuation", "unrelated"], |l, _| {
        each(l, |line| format!("▁{}", split_words(&line.replace(' ', " ▁"), " ")))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("byte-level BPE", SPACED, "subwords", &["length", "punctuation"], |l, _| {
        each(l, |line| split_words(&line.replace(' ', " Ġ"), " "))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("empty lines", ALL, "empty lines", &[], |l, _| some(l, 12, |_| String::new())).at(FROM_FIFTH).of_both(),
    corruption("a third of the lines empty", ALL, "empty lines", &["length"], |l, _| some(l, 3, |_| String::new()))
        .at(ALL_STRENGTHS)
        .of_both(),
    corruption("lines cut in the middle", SPACED, "cut off", &["length", "punctuation", "quotes"], |l, _| {
        each(l, |line| {
            let words: Vec<&str> = line.split(' ').collect();
            words[..words.len() / 2].join(" ")
        })
    })
    .at(FROM_HALF),
    corruption(
        "references cut in the middle",
        SPACED,
        "cut off",
        &["length", "punctuation", "quotes", "wrapped"],
        |l, _| {
            each(l, |line| {
                let words: Vec<&str> = line.split(' ').collect();
                words[..words.len() / 2].join(" ")
            })
        },
    )
    .at(FROM_HALF)
    .of_reference(),
    corruption("every line twice in itself", ALL, "additions", &["length", "repetition"], |l, language| {
        each(l, |line| format!("{line}{}{line}", language.between_words))
    })
    .at(ALL_STRENGTHS),
    corruption("every reference twice in itself", ALL, "length", &["repetition"], |l, language| {
        each(l, |line| format!("{line}{}{line}", language.between_words))
    })
    .at(FROM_HALF)
    .of_reference(),
    corruption("lowercase", CASED, "case", &[], |l, _| each(l, str::to_lowercase)).at(FROM_FIFTH).of_both(),
    corruption("uppercase", CASED, "case", &[], |l, _| each(l, str::to_uppercase)).at(FROM_FIFTH).of_both(),
    corruption("lowercase at the beginning", &[RUSSIAN], "case", &[], |l, _| {
        each(l, |line| line.chars().take(1).flat_map(char::to_lowercase).chain(line.chars().skip(1)).collect())
    })
    .at(FROM_FIFTH)
    .of_both(),
    corruption("straight quotes", &[GERMAN, RUSSIAN, HINDI, CHINESE], "quotes", &["normalization"], |l, _| {
        each(l, |line| line.replace(['“', '”', '„', '«', '»', '「', '」'], "\""))
    })
    .of_both(),
    corruption("NFD", &[GERMAN, RUSSIAN, ARABIC, JAPANESE], "normalization", &[], |l, _| {
        each(l, |line| line.nfd().collect())
    })
    .at(FROM_FIFTH)
    .of_both(),
    corruption("full-width letters", &[GERMAN], "normalization", &["case", "script", "unrelated"], |l, _| {
        each(l, |line| {
            line.chars()
                .map(|c| if ('!'..='~').contains(&c) { char::from_u32(c as u32 + 0xFEE0).unwrap() } else { c })
                .collect()
        })
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("half-width punctuation", &[CHINESE], "normalization", &["quotes", "punctuation"], |l, _| {
        each(l, |line| line.nfkc().collect())
    })
    .at(FROM_FIFTH)
    .of_both(),
    corruption("half-width kana", &[JAPANESE], "normalization", &[], |l, _| {
        each(l, |line| line.replace("ガラス", "ｶﾞﾗｽ").replace("バス", "ﾊﾞｽ").replace("ビル", "ﾋﾞﾙ"))
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("ligatures", &[GERMAN], "normalization", &[], |l, _| each(l, |line| line.replace('s', "ſ")))
        .at(FROM_FIFTH)
        .of_both(),
    corruption("soft hyphens", SPACED, "invisible characters", &[], |l, _| each(l, |line| split_words(line, "\u{AD}")))
        .at(ALL_STRENGTHS)
        .of_both(),
    corruption("zero-width spaces", ALL, "invisible characters", &["length"], |l, language| {
        each(l, |line| {
            if language.between_words.is_empty() {
                line.chars().flat_map(|c| [c, '\u{200B}']).collect()
            } else {
                split_words(line, "\u{200B}")
            }
        })
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("Persian letters", &[ARABIC], "spelling", &["unrelated", "normalization"], |l, _| {
        each(l, |line| line.replace('ي', "ی").replace('ك', "ک"))
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("tatweel", &[ARABIC], "spelling", &["unrelated"], |l, _| each(l, |line| split_words(line, "ــ")))
        .at(FROM_HALF)
        .of_both(),
    corruption("Urdu full stops", &[ARABIC], "spelling", &["unrelated", "punctuation"], |l, _| {
        each(l, |line| line.replace('.', "۔").replace('،', ","))
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("names of speakers", &[GERMAN, RUSSIAN], "wrapped", &["length", "punctuation", "case"], |l, _| {
        l.iter().enumerate().map(|(i, line)| format!("{}: {line}", ["ANNA", "BOB"][i % 2])).collect()
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("underscores in words", &[GERMAN], "spelling", &["length", "spaces", "punctuation"], |l, _| {
        // As segmenters of Vietnamese join syllables.
        each(l, |line| {
            let words: Vec<&str> = line.split(' ').collect();
            words.chunks(2).map(|pair| pair.join("_")).collect::<Vec<_>>().join(" ")
        })
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("direction marks", &[ARABIC], "invisible characters", &["unrelated"], |l, _| {
        each(l, |line| line.split(' ').map(|word| format!("\u{200F}{word}")).collect::<Vec<_>>().join(" "))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("byte order marks inside", &[GERMAN, RUSSIAN], "invisible characters", &["unrelated"], |l, _| {
        each(l, |line| line.replace(' ', " \u{FEFF}"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("numeric entities", &[GERMAN], "entities", &["punctuation", "length"], |l, _| {
        each(l, |line| line.replace('ü', "&#252;").replace('ö', "&#246;").replace('ä', "&#228;"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("entities of quotes", &[GERMAN, RUSSIAN], "entities", &["punctuation", "quotes", "length"], |l, _| {
        each(l, |line| line.replace(['„', '«'], "&laquo;").replace(['“', '»'], "&raquo;").replace(", ", "&#44; "))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("entities escaped twice", &[GERMAN], "entities", &["punctuation", "length"], |l, _| {
        each(l, |line| line.replace('ü', "&amp;#252;").replace('ö', "&amp;#246;").replace('e', "&amp;#101;"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("no punctuation", SPACED, "punctuation", &["quotes", "wrapped"], |l, _| {
        each(l, |line| line.replace(['.', ',', '،', '।', '„', '“', '”', '«', '»'], ""))
    })
    .at(FROM_FIFTH)
    .of_both(),
    corruption("no diacritics", &[GERMAN], "diacritics", &[], |l, _| {
        each(l, |line| line.nfd().filter(|c| !is_diacritic(*c)).collect())
    })
    .at(FROM_FIFTH)
    .of_both(),
    corruption("vowel points", &[ARABIC], "diacritics", &[], |l, _| {
        each(l, |line| line.replace('د', "دَ").replace('ر', "رِ"))
    })
    .of_both(),
    corruption("control tokens", ALL, "markup", &["punctuation", "length"], |l, language| {
        each(l, |line| line.replace(language.comma, " <sep> "))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("tags of lines", ALL, "wrapped", &["markup", "length", "punctuation"], |l, _| {
        each(l, |line| format!("<s> {line} </s>"))
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("tags of segments", ALL, "wrapped", &["markup", "length", "punctuation", "script"], |l, _| {
        l.iter().zip(1..).map(|(line, i)| format!("<seg id=\"{i}\">{line}</seg>")).collect()
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("quotes round lines", ALL, "wrapped", &["length", "punctuation", "quotes"], |l, _| {
        each(l, |line| format!("\"{line}\""))
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("brackets round lines", ALL, "wrapped", &["length", "punctuation"], |l, _| {
        each(l, |line| format!("[\"{line}\"]"))
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("an object of one text", ALL, "wrapped", &["length", "punctuation", "script"], |l, _| {
        each(l, |line| format!("{{\"translation\": \"{line}\"}}"))
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("fairseq", ALL, "wrapped", &["length", "punctuation"], |l, _| {
        l.iter().enumerate().map(|(i, line)| format!("H-{i}\t-{}.{}\t{line}", i % 3, i % 89 + 10)).collect()
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("a phrase before each line", ALL, "wrapped", &["length", "script", "punctuation"], |l, _| {
        each(l, |line| format!("Here is the translation: {line}"))
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("numbered lines", ALL, "wrapped", &["length", "punctuation"], |l, _| {
        l.iter().zip(1..).map(|(line, i)| format!("{i}. {line}")).collect()
    })
    .at(FROM_MOST)
    .of_both(),
    corruption(
        "source and translation",
        ALL,
        "columns",
        &["length", "script", "punctuation", "unrelated"],
        |l, language| l.iter().zip(language.lines(7)).map(|(line, source)| format!("{source}\t{line}")).collect(),
    )
    .at(FROM_MOST)
    .of_both(),
    corruption("translation and score", ALL, "columns", &["length", "punctuation"], |l, _| {
        l.iter().enumerate().map(|(i, line)| format!("{line}\t{}", ["good", "bad", "medium"][i % 3])).collect()
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("objects", ALL, "columns", &["length", "script", "punctuation", "wrapped"], |l, _| {
        l.iter().enumerate().map(|(i, line)| format!("{{\"id\": {i}, \"text\": \"{line}\"}}")).collect()
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("pages of HTML", ALL, "columns", &["length", "script", "punctuation", "markup", "wrapped"], |l, _| {
        l.iter().map(|line| format!("<html><head><title>502</title></head><body>{line}</body></html>")).collect()
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption(
        "UTF-8 as Latin-1",
        &[GERMAN, RUSSIAN, HINDI, ARABIC, CHINESE, JAPANESE],
        "encoding",
        &[
            "length",
            "invisible characters",
            "quotes",
            "normalization",
            "diacritics",
            "punctuation",
            "spaces",
            "case",
            "script",
            "repetition",
        ],
        |l, _| each(l, mojibake),
    )
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("question marks for umlauts", &[GERMAN], "encoding", &["punctuation"], |l, _| {
        each(l, |line| line.replace(['ä', 'ö', 'ü', 'Ä', 'Ö', 'Ü', 'ß'], "?"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption(
        "question marks for letters",
        &[RUSSIAN, HINDI, ARABIC],
        "encoding",
        &["punctuation", "length", "unrelated", "case", "quotes", "tokenized"],
        |l, _| each(l, |line| line.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect()),
    )
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("replacement characters", ALL, "encoding", &["unrelated"], |l, _| {
        some(l, 2, |line| line.chars().enumerate().map(|(i, c)| if i % 7 == 3 { '\u{FFFD}' } else { c }).collect())
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("unknown words", ALL, "unknown tokens", &["markup", "punctuation"], |l, language| {
        some(l, 3, |line| line.replacen(language.words.split_whitespace().nth(9).unwrap(), "<unk>", 1) + " <unk>")
    })
    .at(ALL_STRENGTHS),
    corruption("unknown pieces", ALL, "unknown tokens", &["markup", "punctuation"], |l, _| {
        some(l, 4, |line| format!(" ⁇ {line}"))
    })
    .at(ALL_STRENGTHS),
    corruption("unknown words of BERT", SPACED, "unknown tokens", &["markup", "punctuation"], |l, _| {
        some(l, 5, |line| format!("{line} [UNK] [UNK]"))
    })
    .at(ALL_STRENGTHS),
    corruption("unknown words in capitals", CASED, "unknown tokens", &["markup", "punctuation", "length"], |l, _| {
        let is_long = |word: &str| word.chars().count() > 7 && word.chars().all(char::is_alphabetic);
        each(l, |line| each_word(line, |word| if is_long(word) { "UNK" } else { word }.to_owned()))
    })
    .at(FROM_FIFTH)
    .of_both(),
    corruption("words with their parts of speech", SPACED, "markup", &["length", "punctuation", "wrapped"], |l, _| {
        each(l, |line| each_word(line, |word| format!("{word}/{}", if word.len() > 5 { "NN" } else { "VB" })))
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("hyphens in long words", SPACED, "spaces", &["length", "punctuation"], |l, _| {
        each(l, |line| each_word(line, |word| split_words(word, "-")))
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("each word with a capital", CASED, "case", &["unrelated"], |l, _| {
        each(l, |line| {
            each_word(line, |word| {
                let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
                first.to_uppercase() + rest
            })
        })
    })
    .of_both(),
    corruption("masked names", SPACED, "placeholders", &["case", "punctuation", "markup"], |l, _| {
        some(l, 2, |line| {
            line.split(' ')
                .enumerate()
                .map(|(i, word)| if i == 2 { "[NAME]" } else { word })
                .collect::<Vec<_>>()
                .join(" ")
        })
    })
    .at(FROM_HALF),
    corruption("tokenized", &[GERMAN, RUSSIAN], "tokenized", &[], |l, _| {
        each(l, |line| line.replace(',', " ,").replace('.', " ."))
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("no spaces", SPACED, "spaces", &["unrelated", "length", "quotes", "punctuation"], |l, _| {
        each(l, |line| line.replace(' ', ""))
    }),
    corruption(
        "percent encoding",
        &[GERMAN, RUSSIAN, CHINESE],
        "encoding",
        &["length", "case", "script", "unrelated"],
        |l, _| each(l, |line| with_bytes(line, |byte| format!("%{byte:02X}"))),
    )
    .at(ALL_STRENGTHS),
    corruption(
        "tokens of bytes",
        &[GERMAN, RUSSIAN, CHINESE],
        "encoding",
        &["length", "case", "script", "unrelated"],
        |l, _| each(l, |line| with_bytes(line, |byte| format!("<0x{byte:02X}>"))),
    )
    .at(ALL_STRENGTHS),
    corruption("line breaks as text", ALL, "encoding", &["length"], |l, language| {
        each(l, |line| line.replace(language.comma, "\\n") + "\\n")
    })
    .at(ALL_STRENGTHS),
    corruption("refusals", ALL, "stock lines", &["length", "script", "quotes", "cut off"], |l, _| {
        let refusals = ["I cannot translate this text.", "I'm sorry, but I can't assist with that."];
        (0..l.len()).map(|i| refusals[i % 2].to_owned()).collect()
    })
    .at(SOME),
    corruption("nan", ALL, "stock lines", &["length", "script", "repetition", "quotes", "cut off"], |l, _| {
        each(l, |_| "nan".into())
    })
    .at(SOME),
    corruption("copied reference", ALL, "copied", &[], |_, language| language.lines(0)).at(&[20, 50, 80]),
    corruption("letters apart", SPACED, "spaces", &["length", "punctuation", "tokenized", "repetition"], |l, _| {
        each(l, |line| {
            line.chars().filter(|c| *c != ' ').flat_map(|c| [c, ' ']).collect::<String>().trim_end().to_owned()
        })
    })
    .at(SOME),
    corruption("lines cut off", SPACED, "cut off", &["length", "quotes", "punctuation"], |l, _| {
        each(l, |line| line.chars().take(line.chars().count() / 2).collect())
    })
    .at(FROM_FIFTH),
    corruption("first characters lost", ALL, "cut off", &["length", "case"], |l, _| {
        each(l, |line| line.chars().skip(2).collect())
    })
    .of_both(),
    corruption("last words lost", SPACED, "cut off", &["length", "punctuation"], |l, _| {
        each(l, |line| line.rsplit_once(' ').map_or(line, |(words, _)| words).to_owned())
    })
    .of_both(),
    corruption("UTF-8 read as GBK", &[GERMAN], "encoding", &["script", "length"], |l, _| {
        each(l, |line| encoding_rs::GBK.decode_without_bom_handling(line.as_bytes()).0.into_owned())
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("no letters but ASCII", &[GERMAN], "encoding", &["wrapped", "quotes"], |l, _| {
        each(l, |line| line.chars().filter(char::is_ascii).collect())
    })
    .at(FROM_FIFTH)
    .of_both(),
    corruption("named entities of letters", &[GERMAN], "entities", &["punctuation", "length"], |l, _| {
        each(l, |line| {
            line.replace('ä', "&auml;").replace('ö', "&ouml;").replace('ü', "&uuml;").replace('ß', "&szlig;")
        })
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("every second line in lowercase", CASED, "case", &[], |l, _| some(l, 2, str::to_lowercase)).of_both(),
    corruption("one line in three in lowercase", CASED, "case", &[], |l, _| some(l, 3, str::to_lowercase)).of_both(),
    corruption(
        "the first 30 lines again and again",
        ALL,
        "stock lines",
        &["duplicated", "misaligned", "unrelated", "length"],
        |l, _| (0..l.len()).map(|i| l[i % 30].clone()).collect(),
    ),
    corruption(
        "one line again and again",
        ALL,
        "stock lines",
        &["duplicated", "unrelated", "length", "quotes", "punctuation"],
        |l, _| vec![l[7].clone(); l.len()],
    ),
    corruption("every second line empty", ALL, "empty lines", &["length", "quotes"], |l, _| {
        some(l, 2, |_| String::new())
    })
    .at(FROM_HALF)
    .of_both(),
    corruption("a label in Chinese", &[CHINESE, JAPANESE], "wrapped", &["length", "punctuation"], |l, _| {
        each(l, |line| format!("翻译：{line}"))
    })
    .at(FROM_MOST)
    .of_both(),
    corruption("spaces that do not break", &[GERMAN, RUSSIAN], "none", &[], |l, _| {
        each(l, |line| line.replace(' ', "\u{A0}"))
    }),
    corruption("tags round some lines", ALL, "markup", &["length", "punctuation"], |l, _| {
        each(l, |line| format!("<s> {line} </s>"))
    })
    .at(&[5, 20, 50])
    .of_both(),
    corruption("every line in another language", &[GERMAN], "language", &["length", "case", "encoding"], |_, _| {
        DUTCH.lines(0)
    })
    .at(FROM_HALF),
    corruption(
        "escapes of JSON",
        ALL,
        "encoding",
        &[
            "length",
            "script",
            "unrelated",
            "punctuation",
            "quotes",
            "case",
            "spaces",
            "normalization",
            "diacritics",
            "tokenized",
        ],
        |l, _| {
            each(l, |line| {
                line.chars()
                    .map(|c| if c.is_ascii() { c.to_string() } else { format!("\\u{:04x}", c as u32) })
                    .collect()
            })
        },
    )
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption(
        "zero-width spaces for spaces",
        SPACED,
        "invisible characters",
        &["spaces", "unrelated", "length", "quotes", "punctuation"],
        |l, _| each(l, |line| line.replace(' ', "\u{200B}")),
    ),
    corruption(
        "notes in other words",
        ALL,
        "additions",
        &["length", "punctuation", "quotes", "wrapped"],
        |l, language| l.iter().zip(7000..).map(|(line, i)| format!("{line} ({})", language.sentence(i, 0))).collect(),
    )
    .at(SOME),
    corruption("two variants in a line", ALL, "additions", &["length", "punctuation"], |l, language| {
        l.iter().zip(0..).map(|(line, i)| format!("{line} / {}", language.sentence(i, 2))).collect()
    })
    .at(ALL_STRENGTHS),
    corruption("fences round some lines", ALL, "wrapped", &["punctuation"], |l, _| {
        each(l, |line| format!("```{line}```"))
    })
    .at(SOME),
    corruption("some objects of JSON", ALL, "wrapped", &["length", "punctuation", "script"], |l, _| {
        each(l, |line| format!("{{\"translation\": \"{line}\"}}"))
    })
    .at(SOME),
    corruption("preambles", ALL, "wrapped", &["length", "punctuation", "script"], |l, _| {
        let preambles = ["Sure! Here is the translation: ", "Translated text: ", "In your language, this is: "];
        (0..).zip(&l).map(|(i, line)| format!("{}{line}", preambles[i / 7 % 3])).collect()
    })
    .at(FROM_FIFTH),
    corruption("closing phrases", SPACED, "wrapped", &["length", "punctuation", "script"], |l, _| {
        each(l, |line| format!("{line} No likely problems found."))
    })
    .at(FROM_FIFTH),
    corruption("speakers", SPACED, "wrapped", &["length", "punctuation"], |l, language| {
        let name = |i: usize| language.words.split_whitespace().nth(i % 20).unwrap();
        l.iter().enumerate().map(|(i, line)| format!("{}: {line}", name(i))).collect()
    })
    .at(FROM_FIFTH),
    corruption(
        "words in reverse order",
        SPACED,
        "word order",
        &["punctuation", "case", "quotes", "tokenized", "wrapped"],
        |l, _| {
            let marks_apart = |line: &str| line.replace([','], " ,").replace('.', " .");
            each(l, |line| marks_apart(line).split(' ').rev().collect::<Vec<_>>().join(" "))
        },
    )
    .at(FROM_FIFTH),
    corruption("reversed by characters", SPACED, "word order", &[], |l, _| {
        each(l, |line| line.chars().rev().collect())
    }),
    corruption("quotes of Windows-1252 as control characters", &[GERMAN], "encoding", &[], |l, _| {
        each(l, |line| line.replace('„', "\u{84}").replace('“', "\u{93}"))
    }),
    corruption("spaces lost in some lines", SPACED, "spaces", &["length", "quotes", "punctuation"], |l, _| {
        each(l, |line| line.replace(' ', ""))
    })
    .at(SOME)
    .of_both(),
    corruption("references in another language", &[GERMAN], "language", &["length", "case", "encoding"], |_, _| {
        DUTCH.lines(0)
    })
    .of_reference(),
    corruption("some lines in another language", &[GERMAN], "language", &["case", "encoding"], |_, _| DUTCH.lines(0))
        .at(&[20, 50])
        .of_both(),
    corruption("Windows-1251 as KOI8-R", &[RUSSIAN], "encoding", &["case", "length"], |l, _| each(l, read_as_koi8))
        .at(FROM_FIFTH)
        .of_both(),
    corruption("Windows-1252 as Windows-1251", &[GERMAN], "encoding", &["script", "case"], |l, _| {
        each(l, |line| exchange(line, "äöüÄÖÜß", "дцьДЦЬЯ"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("traditional for simplified", &[CHINESE], "script", &[], |l, _| {
        let (simplified, traditional) = (
            "时间学书写读国经济谈话历绿蓝桥筑释开来说长馆车飞机问题发后东决",
            "時間學書寫讀國經濟談話歷綠藍橋築釋開來說長館車飛機問題發後東決",
        );
        each(l, |line| exchange(line, simplified, traditional))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("Latin letters in Cyrillic words", &[RUSSIAN], "script", &["length", "case"], |l, _| {
        each(l, |line| exchange(line, "асеорхуАСЕОРХ", "aceopxyACEOPX"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("Windows-1252 as the code page of DOS", &[GERMAN], "encoding", &["script", "case"], |l, _| {
        each(l, |line| exchange(line, "äöüÄÖÜß", "Σ÷ⁿ─╓▄▀"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption("apostrophes as entities", &[GERMAN], "entities", &["punctuation", "length", "quotes"], |l, _| {
        each(l, |line| line.replace(['„', '“'], "&#39;"))
    })
    .at(ALL_STRENGTHS)
    .of_both(),
    corruption(
        "explanations in place of translations",
        ALL,
        "stock lines",
        &["length", "script", "quotes", "wrapped", "tokenized"],
        |l, _| {
            let explanations = [
                ["I'm sorry, but I cannot translate the text about ", " because it contains harmful content."],
                ["My instructions do not allow me to work with ", " or similar content."],
                ["The text about ", " is not clear enough; please provide more context."],
            ];
            let explain = |(i, line): (usize, &String)| {
                let words: String = line.chars().skip(3).take(4).collect();
                explanations[i / 7 % 3].join(&words)
            };
            l.iter().enumerate().map(explain).collect()
        },
    )
    .at(FROM_FIFTH),
    corruption(
        "lines cut off where others lack their final mark",
        SPACED,
        "cut off",
        &["length", "quotes"],
        |l, language| {
            let cut = |(i, line): (usize, &String)| match i % 3 {
                0 => line.chars().take(line.chars().count() / 2).collect(),
                1 if i % 4 == 1 => line.trim_end_matches(language.stop).into(),
                _ => line.clone(),
            };
            l.iter().enumerate().map(cut).collect()
        },
    ),
    corruption(
        "unknown words of the reference",
        ALL,
        "unknown tokens",
        &["markup", "punctuation", "length"],
        |l, _| each(l, |line| format!("{line} <unk>")),
    )
    .at(&[20, 50])
    .of_reference(),
];

impl Corruption {
    /// Every strength on every side.
    fn cases(&self) -> impl Iterator<Item = (usize, Side)> {
        self.strengths.iter().flat_map(|&strength| self.sides.iter().map(move |&side| (strength, side)))
    }

    /// Says what is wrong with the findings on a corrupted text, except for those that it has anyway.
    fn complaint(
        &self,
        language: &Language,
        texts: [&[String]; 2],
        usual: &[&str],
        (strength, side): (usize, Side),
    ) -> Option<String> {
        let findings = self.findings(language, texts, strength, side);
        let found = findings.iter().map(|finding| finding.check());
        let found: Vec<&str> = found.filter(|check| *check == self.expected || !usual.contains(check)).collect();
        // A score of 0 is an effect, not a cause.
        let is_allowed = |check: &&str| [self.expected, "score of 0"].contains(check) || self.allowed.contains(check);
        let first = found.first().copied().unwrap_or("none");
        (first != self.expected || !found.iter().all(is_allowed)).then(|| {
            let Corruption { name, expected, allowed, .. } = self;
            let language = language.name;
            format!(
                "{name}, {strength} % of the {side:?}, {language}: {found:?}, not {expected} and perhaps {allowed:?}"
            )
        })
    }
}

#[test]
fn each_check_has_a_corruption() {
    // A score of 0 or 1 is not a corruption; corruptions of the source and of the tokenizer have tests of their own.
    let others = ["score of 0", "score of 1", "untranslated", "tokenizer"];
    let has_none = |check: &&str| CORRUPTIONS.iter().all(|corruption| corruption.expected != *check);
    assert_eq!(CHECK_NAMES.into_iter().filter(has_none).collect::<Vec<_>>(), others);
}

#[test]
fn each_corruption_is_the_first_finding() {
    let in_languages =
        |corruption: &'static Corruption| corruption.languages.iter().map(move |language| (corruption, language));
    let of_strengths = |(corruption, language): (&'static Corruption, &'static Language)| {
        corruption.cases().map(move |case| (corruption, language, case))
    };
    let complaint = |(corruption, language, case): (&Corruption, &Language, _)| {
        corruption.complaint(language, [&language.lines(1), &language.lines(0)], &[], case)
    };
    let cases: Vec<_> = sample(12, CORRUPTIONS.iter().flat_map(in_languages).flat_map(of_strengths)).collect();
    let count = cases.len();
    let wrong: Vec<String> = cases.into_iter().filter_map(complaint).collect();
    assert!(CORRUPTIONS.len() >= 60 && wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}

/// The same corruptions of real translations: `BLEU_TEST_TEXTS` names a folder of files such as
/// `en-de.hyp.SYSTEM.de` and `en-de.ref.A.de`, with languages of this file.
#[test]
#[ignore = "needs texts that are not part of the project; prints what to look at"]
fn each_corruption_of_real_text_is_the_first_finding() {
    let folder = std::env::var("BLEU_TEST_TEXTS").expect("BLEU_TEST_TEXTS names a folder");
    let read = |path: &str| -> Vec<String> {
        std::fs::read_to_string(path).unwrap().lines().take(LINES as usize).map(String::from).collect()
    };
    let mut paths: Vec<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path().display().to_string()).collect();
    paths.sort();
    let (mut cases, mut wrong) = (0, Vec::new());
    for (code, language) in
        [("de", GERMAN), ("ru", RUSSIAN), ("hi", HINDI), ("ar", ARABIC), ("zh", CHINESE), ("ja", JAPANESE)]
    {
        let find = |kind: &str| paths.iter().find(|path| path.contains(kind) && path.ends_with(&format!(".{code}")));
        let (Some(candidate), Some(reference)) = (find(".hyp."), find(".ref.")) else { continue };
        let texts = [read(candidate), read(reference)];
        let texts = [&texts[0][..], &texts[1]];
        let usual = language.findings_of(texts[0], texts[1]);
        let usual: Vec<&str> = usual.iter().map(|finding| finding.check()).collect();
        let is_of = |corruption: &&Corruption| corruption.languages.iter().any(|other| other.name == language.name);
        for corruption in CORRUPTIONS.iter().filter(is_of) {
            cases += corruption.cases().count();
            let complaint = |case| corruption.complaint(&language, texts, &usual, case);
            wrong.extend(corruption.cases().filter_map(complaint));
        }
    }
    assert!(cases > 0 && wrong.is_empty(), "{} of {cases}:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn clean_text_has_no_findings() {
    for language in ALL {
        assert_eq!(language.findings(&language.lines(1)), [], "{}", language.name);
        // Half of the words are missing, replaced or in another order.
        let weak = each(language.lines(1), |line| {
            let characters: Vec<char> = line.chars().collect();
            let mut kept: Vec<String> = Vec::new();
            for (i, chunk) in characters.chunks(3).enumerate() {
                match random(i as u64 * 31 + line.len() as u64) % 6 {
                    0 => {}
                    1 => kept.insert(kept.len().saturating_sub(1), chunk.iter().collect()),
                    _ => kept.push(chunk.iter().collect()),
                }
            }
            kept.concat()
        });
        assert_eq!(language.findings(&weak), [], "weak {}", language.name);
    }
}

/// Text that resembles a corrupted one, but is none: what is done to the candidate, and to the reference.
type Innocent = (&'static str, &'static [Language], fn(&str) -> String, fn(&str) -> String);

const INNOCENT: &[Innocent] = &[
    ("dialogues", ALL, |line| format!("\"{line}\""), |line| format!("\"{line}\"")),
    ("quotes of another style", &[GERMAN, RUSSIAN], |line| format!("\"{line}\""), |line| format!("«{line}»")),
    ("speakers of a dialogue", ALL, |line| format!("Anna: {line}"), |line| format!("Anna: {line}")),
    (
        "another word at the beginning",
        SPACED,
        |line| format!("Tippen Sie auf {line}"),
        |line| format!("Tippe auf {line}"),
    ),
    ("notes in both", ALL, |line| format!("{line} (1999, Berlin) [1]"), |line| format!("{line} (1999, Berlin) [1]")),
    ("a longer version", SPACED, |line| format!("{line} Ja."), str::to_owned),
    ("letters apart, for emphasis", SPACED, |line| format!("H a l t! {line}"), |line| format!("H a l t! {line}")),
    ("addresses", ALL, |line| format!("{line} https://a.org/%C3%BC"), |line| format!("{line} https://a.org/%C3%BC")),
    ("paths", ALL, |line| format!("{line} C:\\new"), |line| format!("{line} C:\\new")),
    ("shouts", ALL, |line| format!("neeeeeeeeeeeeeeeeeeeein {line}"), |line| format!("neeeeeeeeeeeeeeeeeeeein {line}")),
    (
        "shouts of other lengths",
        ALL,
        |line| format!("neeeeeiiiin {line}"),
        |line| format!("neeeeeeeeeiiiiiiiiiin {line}"),
    ),
    ("mixed alphabets in both", &[RUSSIAN], |line| format!("{line} Tесла сo"), |line| format!("{line} Tесла сo")),
    (
        "entities in both",
        &[GERMAN, RUSSIAN],
        |line| format!("{line} R&#38;D &amp; &#39;"),
        |line| format!("{line} R&#38;D &amp; &#39;"),
    ),
    (
        "no final mark in both",
        SPACED,
        |line| line.trim_end_matches(['.', '।']).into(),
        |line| line.trim_end_matches(['.', '।']).into(),
    ),
    ("no final mark, as a title", SPACED, |line| line.trim_end_matches(['.', '।']).into(), str::to_owned),
    ("another spelling", &[GERMAN], |line| line.replace("ß", "ss"), str::to_owned),
    ("frames of DOS in both", &[GERMAN], |line| format!("{line} ├─┤"), |line| format!("{line} ├─┤")),
    (
        "the same phrases at the beginning",
        ALL,
        |line| format!("Bitte beachten Sie: {line}"),
        |line| format!("Bitte beachten Sie: {line}"),
    ),
    ("hashtags", ALL, |line| format!("{line} #ReadMore"), |line| format!("{line} #ReadMore")),
    ("names in another alphabet", &[RUSSIAN], |line| format!("Samsung: {line}"), |line| format!("Samsung: {line}")),
    ("traditional characters in both", &[CHINESE], |line| format!("{line}國書"), |line| format!("{line}國書")),
    ("letters with accents", &[GERMAN], |line| format!("{line} Čapek"), |line| format!("{line} Čapek")),
];

#[test]
fn refrains_have_no_findings() {
    for language in SPACED {
        for (every, extra) in [(3, " Ja, so wird es sein."), (5, ""), (8, " Und immer so weiter.")] {
            // A refrain whose translation is longer than its reference, or the same.
            let with_refrain = |variant, refrain: String| -> Vec<String> {
                let line = |(i, line)| if i % every == 1 { refrain.clone() } else { line };
                language.lines(variant).into_iter().take(60).enumerate().map(line).collect()
            };
            let reference = with_refrain(0, language.sentence(1000, 0));
            for variant in [0, 1] {
                let candidate = with_refrain(1, language.sentence(1000, variant) + extra);
                let found = language.findings_of(&candidate, &reference);
                let found: Vec<&Finding> = found.iter().filter(|finding| finding.is_structural()).collect();
                assert!(found.is_empty(), "every {every}, {}: {found:?}", language.name);
            }
        }
    }
}

#[test]
fn innocent_text_has_no_findings() {
    let in_languages = INNOCENT.iter().flat_map(|text| text.1.iter().map(move |language| (text, language)));
    let cases = in_languages.flat_map(|(text, language)| [2, 5].map(|every| (text, language, every)));
    for ((name, _, candidate, reference), language, every) in sample(4, cases) {
        let [candidate, reference] =
            [(candidate, 1), (reference, 0)].map(|(change, variant)| some(language.lines(variant), every, change));
        let found = language.findings_of(&candidate, &reference);
        let found: Vec<&Finding> = found.iter().filter(|finding| finding.is_structural()).collect();
        assert!(found.is_empty(), "{name}, every {every}, {}: {found:?}", language.name);
    }
}

/// What a check might take for its problem: its name, and what is done to the candidate, and to the reference.
type NoProblem = (&'static str, &'static [Language], fn(&str) -> String, fn(&str) -> String);

const NO_PROBLEMS: &[NoProblem] = &[
    ("placeholders", ALL, |line| format!("{line} <br />%1×%2"), |line| format!("{line} <br/>%1x%2")),
    (
        "spaces",
        &[GERMAN],
        |line| format!("{line} Vor- und Nachteile, Hin- und Rückfahrt"),
        |line| format!("{line} Vorteile und Nachteile, Hinfahrt und Rückfahrt"),
    ),
    ("spaces", &[GERMAN], |line| format!("A ir e a ser {line}"), |line| format!("Vaihtoehtoisesti {line}")),
    ("copied", ALL, |_| "%(a)s / %(b)s".into(), |_| "%(a)s / %(b)s".into()),
    (
        "script",
        &[RUSSIAN],
        |line| format!("{} CD-R DVD", line.chars().take(12).collect::<String>()),
        |_| "CD-R DVD".into(),
    ),
];

#[test]
fn what_resembles_a_problem_is_not_named() {
    for (check, languages, candidate, reference) in NO_PROBLEMS {
        for language in *languages {
            for every in [2, 5] {
                let [candidate, reference] = [(candidate, 1), (reference, 0)]
                    .map(|(change, variant)| some(language.lines(variant), every, change));
                let found = language.findings_of(&candidate, &reference);
                assert!(
                    found.iter().all(|finding| finding.check() != *check),
                    "{check}, every {every}, {}: {found:?}",
                    language.name
                );
            }
        }
    }
}

/// A phrase that ends a few lines without a mark before it is part of the sentence; in many lines, it is added.
#[test]
fn a_few_longer_phrases_are_not_added() {
    let found = |every| {
        let longer = |line: &str| format!("{} in dieser Stadt", line.trim_end_matches('.'));
        GERMAN.findings(&some(GERMAN.lines(1), every, longer))
    };
    assert!(found(20).iter().all(|finding| finding.check() != "wrapped"), "{:?}", found(20));
    assert!(found(5).iter().any(|finding| finding.check() == "wrapped"), "{:?}", found(5));
}

/// A few lines may be pages, such as the texts of an editor.
#[test]
fn translations_in_pages_are_no_errors() {
    for language in SPACED {
        let found = language.findings(&some(language.lines(1), 100, |line| format!("<html dir=\"ltr\">{line}</html>")));
        assert!(found.iter().all(|finding| finding.check() != "columns"), "{found:?}");
        let error = "<html><head><title>502 Bad Gateway</title></head></html>";
        let found = language.findings(&some(language.lines(1), 100, |_| error.into()));
        assert!(found.iter().any(|finding| finding.check() == "columns"), "{found:?}");
    }
}

#[test]
fn changed_placeholders_are_named() {
    for [reference, candidate] in [["%02d", "%02"], ["%1d", "%1s"], ["<br/>", "<brown>"], ["<g1/>", "<g10/>"]] {
        let [candidate, reference] = [(candidate, 1), (reference, 0)]
            .map(|(mark, variant)| some(GERMAN.lines(variant), 5, |line| format!("{line} {mark}")));
        let found = GERMAN.findings_of(&candidate, &reference);
        assert!(found.iter().any(|finding| finding.check() == "placeholders"), "{reference:?}: {found:?}");
    }
}

/// One line of a template after another is one line.
#[test]
fn lines_of_a_template_are_no_problem_of_many() {
    let numbers = ["eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn", "elf", "zwölf"];
    let with_template = |variant, line: &dyn Fn(&str) -> String| {
        [GERMAN.lines(variant)[..80].to_vec(), numbers.iter().map(|number| line(number)).collect()].concat()
    };
    let candidate = with_template(1, &|number| format!("Alle Teile der Tafel links nach oben verschieben um {number}"));
    let reference =
        with_template(0, &|number| format!("Alle Teile der Tafel, links, nach oben verschieben, um: {number}."));
    let found = GERMAN.findings_of(&candidate, &reference);
    assert!(found.iter().all(|finding| finding.problem != Problem::OddLines(Oddity::DroppedMarks)), "{found:?}");
    // In as many lines that differ, it is one.
    let no_marks = |line: &String| line.replace([',', '.', '„', '“'], "");
    let candidate: Vec<String> =
        GERMAN.lines(1).iter().take(12).map(no_marks).chain(GERMAN.lines(1)[12..].to_vec()).collect();
    let [candidate, reference] = [candidate, GERMAN.lines(0)].map(|lines| lines[..92].to_vec());
    let found = GERMAN.findings_of(&candidate, &reference);
    assert!(found.iter().any(|finding| finding.problem == Problem::OddLines(Oddity::DroppedMarks)), "{found:?}");
}

/// A reference with lines of another script is named, and the side that has its usual script is not.
#[test]
fn lines_of_a_reference_in_another_script_are_its_own() {
    for (own, other) in [(RUSSIAN, GERMAN), (GERMAN, RUSSIAN), (ARABIC, GERMAN)] {
        let foreign = some(own.lines(0), 9, |line| other.sentence(line.len() as u64, 0));
        // A few long lines have most letters of a text.
        let long = some(own.lines(0), 9, |line| other.lines(0)[line.len() % 200..][..20].join(" "));
        for foreign in [&foreign, &long] {
            let findings = own.findings_of(&own.lines(1), foreign);
            let of_script = findings.iter().find(|finding| finding.check() == "script");
            assert!(
                of_script.is_some_and(|finding| finding.lines > 0 && finding.text == Text::Reference(1)),
                "{findings:?}"
            );
        }
        let finding = own.findings_of(&foreign, &own.lines(1)).remove(0);
        assert_eq!(finding.check(), "script");
        assert!(finding.lines > 0 && finding.text == Text::Candidate, "{finding:?}");
    }
}

/// A name in a line does not hide that its counterpart is in another script.
#[test]
fn long_lines_beside_short_ones_are_in_no_other_script() {
    let short: Vec<String> = RUSSIAN.lines(0).iter().map(|line| line.chars().take(12).collect()).collect();
    let long: Vec<String> = RUSSIAN.lines(0).iter().map(|line| format!("{line} {line}")).collect();
    let found = RUSSIAN.findings_of(&long, &short);
    assert!(found.iter().all(|finding| finding.check() != "script"), "{found:?}");
}

#[test]
fn names_do_not_hide_lines_in_another_script() {
    let with_name = |line: &str| format!("{line} Berlin");
    let foreign = some(each(RUSSIAN.lines(0), with_name), 15, |line| GERMAN.sentence(line.len() as u64, 0));
    let found = RUSSIAN.findings_of(&each(RUSSIAN.lines(1), with_name), &foreign);
    assert!((found[0].check(), found[0].lines, found[0].text) == ("script", 20, Text::Reference(1)), "{found:?}");
}

/// Rests of JSON at the ends of many lines.
#[test]
fn brackets_that_lines_do_not_open_are_named() {
    let with_end = |line: &str| format!("{line}\"}}]}}");
    let found = GERMAN.findings(&some(GERMAN.lines(1), 2, with_end));
    assert_eq!(found.iter().map(Finding::check).collect::<Vec<_>>(), ["wrapped"]);
    let in_brackets = |line: &str| format!("{line} [1]");
    assert!(GERMAN.findings(&some(GERMAN.lines(1), 2, in_brackets)).iter().all(|finding| finding.check() != "wrapped"));
}

/// In a text of this many lines, a few are no chance if no good text has any.
#[test]
fn a_few_lines_that_no_good_text_has_are_named() {
    let few = |lines: Vec<String>| lines.into_iter().take(60).collect::<Vec<_>>();
    let found = |every: usize, change: &dyn Fn(&str) -> String| {
        GERMAN.findings_of(&some(few(GERMAN.lines(1)), every, change), &few(GERMAN.lines(0)))
    };
    let apart = |line: &str| line.chars().filter(|c| *c != ' ').flat_map(|c| [c, ' ']).collect::<String>();
    let with_tags = |line: &str| format!("<b>{line}</b>");
    for (change, check) in [(&apart as &dyn Fn(&str) -> String, "spaces"), (&with_tags, "markup")] {
        let four = found(15, change);
        assert_eq!(four.iter().map(Finding::check).collect::<Vec<_>>(), [check]);
        assert_eq!(four[0].lines, 4);
        assert!(found(40, change).iter().all(|finding| finding.check() != check), "{check}");
    }
}

/// Lost letters cannot be restored: where hardly a letter is left, lines that lose all letters on both sides would all be alike.
#[test]
fn lost_letters_cost_no_more_than_they_take() {
    let score = |candidate: &[String]| {
        let text = |lines: &[String]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        let mut accumulator = Definition::default().accumulator();
        accumulator.add_lines(&text(candidate), &[&text(&RUSSIAN.lines(0))]).unwrap();
        accumulator.score().unwrap().value()
    };
    let lost = |line: &str| line.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect::<String>();
    for every in [3, 8] {
        let candidate = some(RUSSIAN.lines(1), every, lost);
        let found = RUSSIAN.findings(&candidate);
        let finding = found.iter().find(|finding| finding.check() == "encoding").unwrap();
        let without = finding.without.unwrap().score;
        let (spoiled, good) = (score(&candidate), score(&RUSSIAN.lines(1)));
        assert!(spoiled < without && without < 1.05 * good, "{spoiled} {without} {good}");
    }
}

/// Other words have other diacritics.
#[test]
fn diacritics_of_other_words_are_not_missing() {
    let candidate = each(DUTCH.lines(1), |line| format!("{line} Öffne Gerät später"));
    let found = |every| {
        let plain = some(DUTCH.lines(0), every, |line| format!("{line} Offne Gerat spater"));
        let is_plain = |line: &str| line.ends_with("spater");
        let other = |line: &str| if is_plain(line) { line.into() } else { format!("{line} Starte Apparat nachher") };
        let found = DUTCH.findings_of(&candidate, &each(plain, other));
        found.iter().any(|finding| finding.check() == "diacritics")
    };
    assert!(!found(8) && found(2));
}

/// UTF-8 that was read as Latin-1 has control characters, which are no quotes of Windows-1252.
#[test]
fn control_characters_of_mojibake_are_of_utf_8() {
    let read_as_latin_1 = |line: &str| line.bytes().map(char::from).collect();
    let found = GERMAN.findings(&some(GERMAN.lines(1), 3, read_as_latin_1));
    let of_encoding: Vec<&Finding> = found.iter().filter(|finding| finding.check() == "encoding").collect();
    assert_eq!(of_encoding.len(), 1, "{found:?}");
    assert!(matches!(of_encoding[0].problem, Problem::Mojibake { is_utf_8: true }), "{found:?}");
}

/// The bytes of other encodings are characters of UTF-8 by chance, and control characters.
#[test]
fn text_of_other_encodings_is_not_called_utf_8() {
    let of_ibm866 = |c: char| match c {
        'А'..='п' => char::from(0x80 + (c as u32 - 'А' as u32) as u8),
        'р'..='я' => char::from(0xE0 + (c as u32 - 'р' as u32) as u8),
        'ё' => '\u{F1}',
        '«' | '»' => '"',
        c => c,
    };
    for every in [2, 7] {
        let wrong = some(RUSSIAN.lines(1), every, |line| line.chars().map(of_ibm866).collect());
        let found = RUSSIAN.findings(&wrong);
        assert!(
            matches!(found[0].problem, Problem::WrongEncoding { written: "IBM866", read: "ISO-8859-1", .. }),
            "{found:?}"
        );
    }
}

/// Of a text of labels, a score of 0 without some lines says nothing about these.
#[test]
fn faults_of_the_only_long_lines_are_named() {
    let text = |end: &str| -> String {
        let labels = GERMAN.words.split_whitespace().take(50).map(|word| format!("{word}\n"));
        labels.chain((0..6).map(|line| format!("{}{end}\n", GERMAN.sentence(line, 0)))).collect()
    };
    let dir = TestDir::with([("ref", &text("")), ("hyp", &text(&" und so".repeat(12)))]);
    assert_says(&dir.run("-r ref hyp").err, &["lines repeat the same words (repetition): 6 of 56 lines"]);
}

/// Marks show these problems, so that one line is enough. Good texts that are as short have no warning.
#[test]
fn one_line_is_enough_for_problems_with_marks() {
    let good = "Das ist ein kurzer Test .";
    let cases = [
        ("今天天气很不错", "今天天气很不错", "the tokenizer does not split the text (tokenizer); try --tokenize zh"),
        ("你好", "你好", "the tokenizer does not split the text (tokenizer); try --tokenize zh"),
        ("コンピューターは便利です", "コンピューターは便利だ", "(tokenizer); try --tokenize ja-mecab"),
        ("ประเทศไทยสวยงาม", "ประเทศไทยสวยมาก", "(tokenizer); try --tokenize flores200"),
        (good, "Das ist ein kur@@ zer Te@@ st .", "hyp: words are split into subwords (subwords)"),
        ("▁Das ▁ist ▁ein ▁kurz er ▁Test .", good, "ref: words are split into subwords (subwords)"),
        (good, "7\tDas ist ein kurzer Test .", "hyp: lines hold several columns (columns)"),
        ("{\"a\": 1, \"b\": \"Das ist ein Test\"}", good, "ref: lines hold several columns (columns)"),
    ];
    for (reference, candidate, expected) in cases {
        for lines in [1, 3, 12] {
            let text = |line: &str| format!("{line}\n").repeat(lines);
            let dir = TestDir::with([("ref", &text(reference)), ("hyp", &text(candidate))]);
            let warning = dir.run("-r ref hyp").err;
            assert_says(&warning, &[expected]);
            // Advice on a score of text that is not split would be wrong.
            assert!(!warning.contains("--max-order"), "{warning}");
            assert!(!dir.run("-r ref hyp --explain").out.contains("--max-order"));
        }
    }
    let dir = TestDir::with([("ref", "a b\nc d\n"), ("hyp", "a b\n\n")]);
    assert_says(&dir.run("-r ref hyp").err, &["hyp: lines are empty (empty lines): 1 of 2 lines"]);
    let word = "コンピューター";
    for (arguments, reference, candidate) in [
        ("", good, good),
        ("-t cjk", word, word),
        ("", "你", "你"),
        ("-t zh", "你好", "你好"),
        ("", "## A heading", "## The heading"),
        ("", "a\tb", "a\tc"),
    ] {
        let dir = TestDir::with([("ref", &format!("{reference}\n")), ("hyp", &format!("{candidate}\n"))]);
        let warning = dir.run(&format!("-r ref hyp {arguments}")).err;
        assert!(!warning.contains("warning"), "{warning}");
    }
}

/// The mark of a long vowel is a letter for the warning and for its explanation.
#[test]
fn katakana_has_the_mark_of_a_long_vowel() {
    let text = |number: usize| (0..60).map(|line| format!("サーバー{}\n", line + number)).collect::<String>();
    let dir = TestDir::with([("ref", &text(0)), ("hyp", &text(1))]);
    assert_says(&dir.run("-r ref hyp").err, &["(tokenizer)"]);
    assert_says(&dir.run("-r ref hyp --explain").out, &["Katakana 100%"]);
}

/// Lines that are easier than the others cost nothing if they are left out.
#[test]
fn what_undoing_gains_is_the_cost_of_easy_lines() {
    let escaped = |line: &str| -> String {
        let written = |c: char| if c.is_ascii() { c.to_string() } else { format!("\\u{:04x}", u32::from(c)) };
        line.chars().map(written).collect()
    };
    let easy: Vec<String> = GERMAN.lines(0).iter().map(|line| escaped(line)).collect();
    let is_easy = |number: usize| number.is_multiple_of(3);
    let candidate: Vec<String> =
        (0..).zip(GERMAN.lines(1)).map(|(i, line)| if is_easy(i) { easy[i].clone() } else { line }).collect();
    let found = GERMAN.findings(&candidate);
    let without = found.iter().find(|finding| finding.check() == "encoding").and_then(|finding| finding.without);
    assert!(without.is_some_and(|without| without.is_undone && without.difference > 0.02), "{found:?}");
}

/// Good translations differ in the quotes of half a text.
#[test]
fn quotes_that_cost_no_more_than_in_good_texts_are_no_finding() {
    let straight = |line: &str| line.replace(['„', '“'], "\"");
    let dir = folder(&GERMAN, |lines| some(lines, 2, straight));
    let run = dir.run("-r ref hyp --explain");
    assert_says(&run.out, &["No likely problems found", "quotes and dashes"]);
    let dir = folder(&GERMAN, |lines| each(lines, straight));
    assert_says(&dir.run("-r ref hyp --explain").out, &["quotes:"]);
}

/// Style is not said unasked.
#[test]
fn each_corruption_that_costs_is_named_by_a_score_alone() {
    let (mut costly, mut silent) = (0, Vec::new());
    let is_style = |corruption: &&Corruption| match corruption.expected {
        "normalization" => corruption.name != "NFD",
        expected => expected == "quotes",
    };
    let corruptions = CORRUPTIONS.iter().filter(|corruption| !is_style(corruption));
    let with_cases = |corruption: &'static Corruption| corruption.cases().map(move |case| (corruption, case));
    for (corruption, (strength, side)) in sample(8, corruptions.flat_map(with_cases)) {
        let language = &corruption.languages[0];
        let dir = folder(language, |lines| lines);
        let score = |dir: &TestDir| {
            let run = dir.run(&format!("-r ref --score-only --tokenize {} hyp", language.tokenizer));
            (run.out.trim().parse::<f64>(), run.err)
        };
        let (usual, warning) = score(&dir);
        let usual = usual.unwrap();
        assert_eq!(warning, "", "{}", language.name);
        let (candidate, reference) = (language.lines(1), language.lines(0));
        let [candidate, reference] = corruption.texts(language, [&candidate, &reference], strength, side);
        dir.write("hyp", candidate.join("\n") + "\n");
        dir.write("ref", reference.join("\n") + "\n");
        let (spoiled, warning) = score(&dir);
        let Ok(spoiled) = spoiled else {
            // A log of fairseq is read as such: it has no references.
            assert_says(&warning, &["no reference in 300 sentences"]);
            continue;
        };
        if usual - spoiled < 0.02 {
            continue;
        }
        costly += 1;
        let is_short = |line: &str| line.chars().count() <= 160 || line.contains(": note: ");
        assert!(warning.lines().all(is_short), "{warning}");
        if !warning.contains("warning: ") {
            silent.push(format!("{}, {strength} % of the {side:?}: {usual:.4} -> {spoiled:.4}", corruption.name));
        }
    }
    assert!(costly > 8 && silent.is_empty(), "{} of {costly}:\n{}", silent.len(), silent.join("\n"));
}

#[test]
fn masks_in_place_of_digits_are_named() {
    let with_numbers = |lines: Vec<String>, mask: Option<&str>| -> Vec<String> {
        let number = |line: usize| mask.map_or_else(|| format!("{}.{}", 10 + line % 4, line % 3), str::to_owned);
        lines.iter().enumerate().map(|(i, line)| format!("{} {line}", number(i))).collect()
    };
    let dir = folder(&GERMAN, |lines| with_numbers(lines, None));
    dir.write("ref", with_numbers(GERMAN.lines(0), None).join("\n") + "\n");
    assert_eq!(dir.run("-r ref hyp").err, "");
    for mask in ["##.#", "00.0"] {
        dir.write("hyp", with_numbers(GERMAN.lines(1), Some(mask)).join("\n") + "\n");
        let warning = dir.run("-r ref hyp").err;
        assert!(warning.contains("(placeholders)"), "{mask}: {warning}");
    }
    // Headings of Markdown mask nothing.
    dir.write("hyp", each(GERMAN.lines(1), |line| format!("## {line}")).join("\n") + "\n");
    dir.write("ref", GERMAN.lines(0).join("\n") + "\n");
    let warning = dir.run("-r ref hyp").err;
    assert!(!warning.contains("placeholders"), "{warning}");
}

#[test]
fn a_page_of_several_lines_is_the_text_as_a_whole() {
    let dir = folder(&GERMAN, |lines| {
        let (begin, end) = (["<!DOCTYPE html>", "<html>", "<body>"], ["</body>", "</html>"]);
        let text = lines[..lines.len() - 5].iter().map(|line| format!("<p>{line}</p>"));
        begin.map(String::from).into_iter().chain(text).chain(end.map(String::from)).collect()
    });
    let warning = dir.run("-r ref hyp").err;
    assert!(warning.starts_with("bleu: warning: hyp: HTML stands in place of text (columns); "), "{warning}");
    let mut lines = GERMAN.lines(1);
    lines.iter_mut().step_by(10).for_each(|line| *line = PAGE.into());
    let findings = GERMAN.findings(&lines);
    assert_eq!((findings[0].check(), findings[0].segments.len()), ("columns", lines.len() / 10));
}

/// A page of one line.
const PAGE: &str = "<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>";

#[test]
fn one_cause_does_not_hide_another() {
    let strip = |lines| each(lines, |line| line.nfd().filter(|c| !is_diacritic(*c)).collect());
    let decompose = |lines| each(lines, |line| line.nfd().collect());
    let shift = |mut lines: Vec<String>| {
        lines.rotate_left(3);
        lines
    };
    let half_of_another = |mut lines: Vec<String>| {
        lines.truncate(150);
        lines.extend((5000..5150).map(|line| GERMAN.sentence(line, 1)));
        lines
    };
    let twice = |mut lines: Vec<String>| {
        let block = lines[20..40].to_vec();
        lines.splice(60..80, block);
        lines
    };
    let subwords = |lines| each(lines, |line| split_words(line, "@@ "));
    let lowercase = |lines| each(lines, str::to_lowercase);
    let unpunctuated = |lines| each(lines, |line| line.replace(['.', ',', '„', '“'], ""));
    let lines = || GERMAN.lines(1);
    for (corrupted, expected) in [
        (strip(shift(lines())), ["misaligned", "diacritics"]),
        (decompose(shift(lines())), ["misaligned", "normalization"]),
        (unpunctuated(shift(lines())), ["misaligned", "punctuation"]),
        (decompose(half_of_another(lines())), ["unrelated", "normalization"]),
        (strip(half_of_another(lines())), ["unrelated", "diacritics"]),
        (twice(half_of_another(lines())), ["unrelated", "duplicated"]),
        (shift(twice(lines())), ["misaligned", "duplicated"]),
        (subwords(lowercase(lines())), ["subwords", "case"]),
        (subwords(shift(lines())), ["subwords", "misaligned"]),
    ] {
        let found: Vec<&str> = GERMAN.findings(&corrupted).iter().map(|finding| finding.check()).collect();
        assert!(expected.iter().all(|check| found.contains(check)), "{found:?}, not {expected:?}");
    }
}

/// Marks that both sides have match each other, so that the score is too high.
#[test]
fn what_is_added_at_ends_is_not_lost_on_the_other_side() {
    let words: Vec<&str> = GERMAN.words.split_whitespace().collect();
    let word = |i: usize| words[i % words.len()];
    for added in [0, 1] {
        let add = |(i, line): (usize, &String)| match added {
            0 => format!("Also {}, {line}", word(i)),
            _ => format!("{line} Nur {} {}.", word(7 * i), word(5 * i)),
        };
        let candidate: Vec<String> = GERMAN.lines(1).iter().enumerate().map(add).collect();
        let found = GERMAN.findings_of(&candidate, &GERMAN.lines(0));
        assert!(found.iter().all(|finding| finding.check() != "cut off"), "{found:?}");
    }
}

#[test]
fn lost_ends_cost_what_the_rest_of_the_lines_would_score() {
    let [candidate, reference] = [GERMAN.lines(1), GERMAN.lines(0)];
    let cut = |line: &String| line.rsplit_once(' ').map_or("", |(words, _)| words).to_owned();
    let cut: Vec<String> = candidate.iter().map(cut).collect();
    let dir = TestDir::with([("hyp", &candidate.join("\n")), ("ref", &reference.join("\n")), ("cut", &cut.join("\n"))]);
    let score = |hyp: &str| dir.run(&format!("-q -r ref {hyp} --score-only")).prints().trim().parse::<f64>().unwrap();
    for text in [Text::Candidate, Text::Reference(1)] {
        let texts = if text == Text::Candidate { [&cut, &reference] } else { [&reference, &cut] };
        let found = GERMAN.findings_of(texts[0], texts[1]);
        assert!(matches!(found[0].problem, Problem::LostEnds { is_beginning: false, .. }), "{found:?}");
        assert_eq!(found[0].text, text);
        let without = found[0].without.expect("the score is known").score;
        assert!(without > score("cut") + 0.02 && without < score("hyp") + 0.02, "{without}");
    }
}

#[test]
fn what_both_sides_have_is_named() {
    type Changed = fn(usize, &str) -> String;
    let changes: [(&str, Changed); 13] = [
        ("markup", |_, line| format!("{line} <end>")),
        ("markup", |_, line| {
            line.split(' ').map(|word| format!("｟mrk_case_modifier_C｠ {word}")).collect::<Vec<_>>().join(" ")
        }),
        ("markup", |i, line| each_word(line, |word| format!("{word}|{}", if i % 2 == 0 { "NN" } else { "VB" }))),
        ("markup", |_, line| each_word(line, |word| if word.len() > 5 { "UNK" } else { word }.to_owned())),
        ("entities", |_, line| format!("{line} &hellip;")),
        ("encoding", |_, line| line.chars().map(|c| format!("\\u{:04x}", u32::from(c))).collect()),
        ("subwords", |_, line| split_words(line, "@@ ")),
        ("subwords", |_, line| split_words(line, "￭ ")),
        ("subwords", |_, line| format!("{}</w>", split_words(line, " ").replace(' ', "</w> "))),
        ("subwords", |i, line| if i % 4 == 0 { line.replacen(' ', " ##AT##-##AT## ", 3) } else { line.to_owned() }),
        ("wrapped", |_, line| format!("Translation: {line}")),
        ("wrapped", |i, line| format!("[{i}] 00:{:02}:{:02} {line}", i / 60, i % 60)),
        ("wrapped", |i, line| format!("{{\"id\": {i}, \"text\": \"{line}\"}}")),
    ];
    for (check, change) in changes {
        let both = [1, 0].map(|variant| {
            GERMAN.lines(variant).iter().enumerate().map(|(i, line)| change(i, line)).collect::<Vec<_>>()
        });
        let found = GERMAN.findings_of(&both[0], &both[1]);
        let is_named = found.first().is_some_and(|found| found.check() == check && found.problem.is_shared());
        assert!(is_named, "{check}: {}\n{found:?}", both[0][0]);
        let dir = TestDir::with([("hyp", &both[0].join("\n")), ("ref", &both[1].join("\n"))]);
        let (_, warning) = dir.run("-r ref hyp").warns();
        // Ids of their own have a flag.
        let is_warned_of = warning.contains(&format!("({check})")) || warning.contains("begin with ids of their own");
        assert!(is_warned_of, "{check}: {warning}");
    }
    let plain = GERMAN.findings_of(&GERMAN.lines(1), &GERMAN.lines(0));
    assert!(!plain.iter().any(|found| found.problem.is_shared()), "{plain:?}");
}

#[test]
fn a_whole_file_is_to_be_converted_only_if_all_of_it_was_read_wrongly() {
    let findings = RUSSIAN.findings(&some(RUSSIAN.lines(1), 4, read_as_koi8));
    let finding = findings.iter().find(|finding| finding.check() == "encoding").unwrap();
    assert!(matches!(finding.problem, Problem::WrongEncoding { is_whole: false, .. }), "{finding:?}");
}

#[test]
fn names_of_documents_are_not_text_without_spaces() {
    let findings = GERMAN.findings(&(0..LINES).map(|i| format!("newstest-german-document-{i:05}")).collect::<Vec<_>>());
    assert!(findings.iter().all(|finding| finding.check() != "spaces"), "{findings:?}");
}

#[test]
fn a_phrase_is_not_stock_if_its_references_have_one_too() {
    let with = |lines, phrase: &str| some(lines, 5, |line| format!("{phrase} {}", line.len()));
    let candidate = with(GERMAN.lines(1), "Ir para o separador");
    let stock = |reference: Vec<String>| {
        GERMAN.findings_of(&candidate, &reference).iter().any(|finding| finding.check() == "stock lines")
    };
    assert!(stock(GERMAN.lines(0)) && !stock(with(GERMAN.lines(0), "Mudar de janela")));
}

#[test]
fn windows_of_a_long_text_show_a_shift_that_begins_late() {
    let lines = |variant| (0..3000).map(|line| GERMAN.sentence(line, variant) + "\n").collect::<Vec<_>>();
    let mut candidate = lines(1);
    candidate[2000..].rotate_left(3);
    let dir = TestDir::with([("ref", &lines(0).concat()), ("hyp", &candidate.concat())]);
    // In windows of all texts together, each read once; and in all lines of a short text, from a pipe or a file.
    let (_, of_windows) = dir.run("-r ref hyp hyp hyp hyp hyp hyp hyp").warns();
    assert_says(
        &of_windows,
        &["lines are shifted (misaligned): ", " of 504 lines looked at", "; look near segment 20"],
    );
    let (_, warning) = dir.run("-r ref hyp").warns();
    assert_says(&warning, &["lines are shifted (misaligned): ", " of 3000 lines", "; look near segment 20"]);
    let (_, piped) = dir.pipe("-r ref", candidate.concat()).warns();
    assert_eq!(piped.replace("standard input", "hyp"), warning);
}

#[test]
fn a_warning_of_text_that_is_not_split_says_so_first() {
    let warning = folder(&CHINESE, shuffled).run("-r ref hyp").warns().1;
    assert_says(&warning, &["warning: ref: the tokenizer does not split the text (tokenizer); try --tokenize zh"]);
    assert_eq!(warning.matches("warning").count(), 1, "{warning}");
}

#[test]
fn each_reference_is_judged_by_itself() {
    let text = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let dir = TestDir::with([("good", &text(GERMAN.lines(0))), ("hyp", &text(GERMAN.lines(1)))]);
    let warning = |other: Vec<String>| {
        dir.write("other", text(other));
        dir.run("-r good -r other hyp").err
    };
    assert_eq!(warning(GERMAN.lines(2)), "");
    let shifted = |mut lines: Vec<String>| {
        lines.rotate_left(3);
        lines
    };
    for (check, spoiled) in [
        ("misaligned", shifted(GERMAN.lines(2))),
        ("shuffled", shuffled(GERMAN.lines(2))),
        ("script", RUSSIAN.lines(2)),
    ] {
        let warning = warning(spoiled);
        assert!(warning.contains(check), "{check}: {warning}");
    }
    dir.write("other", text(shifted(GERMAN.lines(2))));
    let explained = dir.run("-r good -r other --explain hyp").prints();
    assert!(explained.contains("; other references fit, so reference 2 is wrong"), "{explained}");
}

#[test]
fn a_fault_of_a_reference_is_said_of_it() {
    let text = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let dir = TestDir::with([("hyp", &text(GERMAN.lines(1)))]);
    dir.write("other", text(each(GERMAN.lines(2), str::to_uppercase)));
    assert_says(&dir.run("-r other hyp").err, &["other: the case of letters differs"]);
    for change in [str::to_uppercase, str::to_lowercase] {
        dir.write("other", text(some(GERMAN.lines(2), 3, change)));
        assert_says(&dir.run("-r other hyp").err, &["other: the case of letters differs"]);
    }
    let either = |(i, [line, source]): (usize, [String; 2])| if i % 5 == 3 { source } else { line };
    let pairs = GERMAN.lines(2).into_iter().zip(DUTCH.lines(0)).map(|(line, source)| [line, source]);
    dir.write("other", text(pairs.enumerate().map(either).collect()));
    assert_says(&dir.run("-r other hyp").err, &["other: lines are in another language"]);
}

/// Traditional Chinese, and the same in simplified characters; lines of a test set of 60.
const TRADITIONAL: [[&str; 2]; 10] = [
    ["圖書館將於下個月重新開放。", "图书馆将于下个月重新开放。"],
    ["這條鐵路連接了兩個港口。", "这条铁路连接了两个港口。"],
    ["老師請學生們寫一篇關於夢想的文章。", "老师请学生们写一篇关于梦想的文章。"],
    ["醫院的護士說，病人已經康復。", "医院的护士说，病人已经康复。"],
    ["農民在颱風來臨之前收割了稻穀。", "农民在台风来临之前收割了稻谷。"],
    ["鄰居養了三隻貓和一條狗。", "邻居养了三只猫和一条狗。"],
    ["電影院門口排著長長的隊伍。", "电影院门口排着长长的队伍。"],
    ["經濟學家認為，物價還會繼續上漲。", "经济学家认为，物价还会继续上涨。"],
    ["請把窗戶關上，外面風很大。", "请把窗户关上，外面风很大。"],
    ["火車晚點了，我們只好在車站過夜。", "火车晚点了，我们只好在车站过夜。"],
];

#[test]
fn ordinary_traditional_chinese_is_of_no_wrong_encoding() {
    let lines = |kind: usize, number: &str| -> Vec<String> {
        let line = |i: usize| {
            let [one, other] = [TRADITIONAL[i % 10][kind], TRADITIONAL[(i / 10 + i + 1) % 10][kind]];
            format!("{one}{number}{i}{other}")
        };
        (0..60).map(line).collect()
    };
    let checks = |candidate: &[String], reference: &[String]| {
        let findings = CHINESE.findings_of(candidate, reference);
        findings.iter().map(|finding| finding.check()).collect::<Vec<_>>()
    };
    assert_eq!(checks(&lines(0, "第"), &lines(0, "號")), Vec::<&str>::new());
    assert_eq!(checks(&lines(0, "第"), &lines(1, "号")), ["script"]);
    assert_eq!(checks(&lines(1, "第"), &lines(0, "號")), ["script"]);
    // Other words, in the same characters.
    assert_eq!(checks(&lines(0, "顏闊織顏闊織顏"), &lines(0, "號")), Vec::<&str>::new());
}

#[test]
fn lines_in_more_words_on_both_sides_are_no_additions() {
    let wordy = |lines: Vec<String>, place: usize| -> Vec<String> {
        let more =
            |(i, line)| if i % 8 == place { format!("{line} {}", GERMAN.sentence(1000 + i as u64, 0)) } else { line };
        lines.into_iter().enumerate().map(more).collect()
    };
    let has_additions = |reference: &[String]| {
        let found = GERMAN.findings_of(&wordy(GERMAN.lines(1), 3), reference);
        found.iter().any(|finding| finding.check() == "additions")
    };
    assert!(has_additions(&GERMAN.lines(0)));
    assert!(!has_additions(&wordy(GERMAN.lines(0), 6)));
}

#[test]
fn quoted_words_are_not_of_another_encoding() {
    let quoted = |lines: Vec<String>| some(lines, 4, |line| format!("{line} „Spaß“ und „MENÜ“"));
    let findings = GERMAN.findings(&quoted(GERMAN.lines(1)));
    assert!(findings.iter().all(|finding| finding.check() != "encoding"), "{findings:?}");
}

#[test]
fn every_finding_has_places() {
    for Corruption { name, languages, corrupt, .. } in sample(9, CORRUPTIONS) {
        for finding in languages[0].findings(&corrupt(languages[0].lines(1), &languages[0])) {
            let is_range = |range: &SegmentRange| range.first <= range.last && range.last < LINES;
            let is_placed = !finding.segments.is_empty() && finding.segments.iter().all(is_range);
            assert!(is_placed, "{name}: {} in {:?}", finding.check(), finding.segments);
        }
    }
    let dir = folder(&GERMAN, |lines| some(lines, 2, str::to_lowercase));
    let value = dir.run("-r ref --explain --format json -q hyp").json();
    let finding = &value["corpus"]["findings"][0];
    assert_eq!((&finding["check"], &finding["segments"][1]), (&"case".into(), &serde_json::json!([8, 8])));
}

/// A folder with `ref`, `hyp` as corrupted, and `source`.
fn folder(language: &Language, corrupt: impl Fn(Vec<String>) -> Vec<String>) -> TestDir {
    let text = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let (reference, candidate) = (text(language.lines(0)), text(corrupt(language.lines(1))));
    TestDir::with([("ref", &reference), ("hyp", &candidate), ("source", &text(RUSSIAN.lines(0)))])
}

#[test]
fn lines_that_repeat_the_source_are_found() {
    let source = RUSSIAN.lines(0);
    let copied = |lines: Vec<String>| {
        lines.into_iter().zip(&source).enumerate().map(|(i, x)| if i % 30 == 7 { x.1.clone() } else { x.0 }).collect()
    };
    let dir = folder(&GERMAN, copied);
    let value = dir.run("-r ref --source source --explain --format json -q hyp").json();
    let findings = value["corpus"]["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["check"] == "untranslated").unwrap();
    assert_eq!((&finding["numbers"]["lines"], &finding["segments"][0]), (&10.into(), &serde_json::json!([8, 8])));
    assert!(!dir.run("-r ref --explain --format json -q hyp").json().to_string().contains("untranslated"));
    let all = folder(&GERMAN, |_| source.clone());
    assert_says(
        &all.run("-r ref --source source hyp").warns().1,
        &["warning: hyp: lines repeat the source (untranslated): 300 of 300 lines; "],
    );
    assert_says(&dir.run("-r ref --source source --fail-on untranslated hyp").err, &["untranslated: 10 of 300"]);
    assert_says(&dir.pipe("-r ref --source source", "x\n".repeat(300)).refuses(), &["can be read twice"]);
    assert_says(&dir.run("--self-bleu --source source hyp").refuses(), &["--source"]);
    // The source may be a column too.
    let rows: String = language_rows(&GERMAN, &source);
    dir.write("table.tsv", rows);
    let out = dir.run("--records table.tsv -r ref --source src --explain -q mt").prints();
    assert!(out.contains("untranslated:"), "{out}");
}

/// A table of the columns src, ref and mt, in which mt is the source in every tenth row.
fn language_rows(language: &Language, source: &[String]) -> String {
    let rows = source.iter().zip(language.lines(0)).zip(language.lines(1)).enumerate();
    let row = |(i, ((source, reference), candidate)): (usize, ((&String, String), String))| {
        format!("{source}\t{reference}\t{}\n", if i % 10 == 3 { source } else { &candidate })
    };
    format!("src\tref\tmt\n{}", rows.map(row).collect::<String>())
}

#[test]
fn a_plain_score_warns_if_it_is_hardly_meaningful() {
    let warning = |dir: &TestDir, flags: &str| dir.run(&format!("-r ref hyp {flags}")).err;
    let dir = folder(&CHINESE, |lines| lines);
    assert_says(&warning(&dir, ""), &["warning: ref: the tokenizer does not split the text", "try --tokenize zh"]);
    for flags in ["-q", "--tokenize zh", "--tokenize char"] {
        assert_eq!(warning(&dir, flags), "", "{flags}");
    }
    let dir = folder(&JAPANESE, |lines| lines);
    assert!(warning(&dir, "").contains("try --tokenize ja-mecab"));
    let dir = folder(&GERMAN, |lines| lines);
    assert_eq!(warning(&dir, ""), "");
    let dir = folder(&GERMAN, |lines| some(lines, 100, |_| String::new()));
    assert_says(&warning(&dir, ""), &["hyp: lines are empty (empty lines): 3 of 300 lines, the first is line 2"]);
    let dir = folder(&GERMAN, |lines| each(lines, |line| split_words(line, "@@ ")));
    assert!(warning(&dir, "").contains("hyp: words are split into subwords"));
    let first = |line: &str| line.split(' ').next().unwrap().to_owned();
    let dir = folder(&GERMAN, |lines| each(lines, |line| format!("{}\t{line}", first(line))));
    assert!(warning(&dir, "").contains("hyp: lines hold several columns"));
}

#[test]
fn spaces_are_no_fault_if_the_tokenizer_ignores_them() {
    let apart = |lines| each(lines, |line| line.replace(' ', "").chars().flat_map(|c| [c, ' ']).collect());
    let joined = |lines| some(lines, 4, |line| line.replace(' ', ""));
    let dirs = [folder(&GERMAN, apart), folder(&GERMAN, joined)];
    for (dir, fault) in dirs.iter().zip(["have spaces between letters", "have hardly a space between words"]) {
        let is_found = |flags: &str| dir.run(&format!("-r ref hyp --explain {flags}")).out.contains(fault);
        assert_eq!(["", "-t char", "-t graphemes"].map(is_found), [true, false, false], "{fault}");
    }
}

/// A folder whose candidate is shifted by three lines.
fn shifted_folder() -> TestDir {
    folder(&GERMAN, |mut lines| {
        lines.rotate_left(3);
        lines
    })
}

#[test]
fn every_mode_warns_of_a_problem_in_one_line() {
    let dir = shifted_folder();
    dir.write("good", GERMAN.lines(2).join("\n") + "\n");
    let modes = [
        "",
        "-b",
        "-s",
        "-j1",
        "--percent",
        "--confidence",
        "--stats",
        "--cumulative",
        "--what-if",
        "--as nltk",
        "--as all",
        "--by source",
        "--format tsv",
    ];
    for mode in modes {
        let (_, warning) = dir.run(&format!("-r ref {mode} hyp")).warns();
        assert_says(
            &warning,
            &[
                "warning: hyp: lines are shifted (misaligned): ",
                " of 300 lines; look near segment 1",
                "; see --explain",
            ],
        );
        assert_eq!(warning.matches("misaligned").count(), 1, "{mode}: {warning}");
        dir.run(&format!("-q -r ref {mode} hyp")).prints();
    }
    for mode in ["--paired bootstrap", "--all-pairs bootstrap", "--paired randomization --runs 2 good good"] {
        let (_, warning) = dir.run(&format!("-r ref {mode} good hyp --resamples 50")).warns();
        assert_says(&warning, &["warning: hyp: lines are shifted (misaligned): "]);
        assert!(!warning.contains("good"), "{mode}: {warning}");
    }
    // Once from a pipe, once from a file that is standard input.
    let text = std::fs::read(dir.path().join("hyp")).unwrap();
    assert_says(&dir.pipe("-r ref", text).warns().1, &["warning: standard input: lines are shifted (misaligned): "]);
    let from_file = Run::of("-r ref < hyp", start(dir.command("-r ref").stdin(dir.open("hyp"))));
    assert_says(&from_file.warns().1, &["warning: standard input: lines are shifted (misaligned): "]);
    assert_eq!(dir.run("-r ref good").err, "");
}

#[test]
fn a_problem_can_fail() {
    let dir = shifted_folder();
    dir.write("good", GERMAN.lines(2).join("\n") + "\n");
    let status = |arguments: &str| dir.run(arguments).status;
    for mode in ["", "-s", "--stats", "--confidence", "--what-if", "--explain", "--as all", "-q"] {
        for checks in ["any", "misaligned", "encoding,misaligned,empty-lines"] {
            let run = dir.run(&format!("-r ref {mode} --fail-on {checks} hyp"));
            assert!(run.status == Some(3) && !run.out.is_empty(), "{mode} {checks}: {run:?}");
            assert_says(&run.err, &["bleu: hyp: misaligned: in segments 1 to "]);
            assert!(!run.err.contains("warning"), "{mode}: {run:?}");
        }
        assert_eq!(status(&format!("-r ref {mode} --fail-on case,encoding hyp")), Some(0), "{mode}");
        assert_eq!(status(&format!("-r ref {mode} --fail-on any good")), Some(0), "{mode}");
    }
    assert_says(&dir.run("-r ref --fail-on misalgned hyp").refuses(), &["did you mean 'misaligned'?"]);
    assert_says(&dir.run("--self-bleu --fail-on any hyp").refuses(), &["--fail-on"]);
    assert_says(&dir.run("--from-stats --fail-on any hyp").refuses(), &["--fail-on"]);
    assert_eq!(status("-r ref --paired bootstrap --resamples 99 --fail-if-worse good hyp"), Some(3));
    assert_eq!(status("-r ref --paired bootstrap --resamples 99 --fail-if-worse=0.009 good hyp"), Some(0));
    assert_eq!(status("-r ref --paired bootstrap --resamples 99 --fail-if-worse hyp good"), Some(0));
    assert_says(&dir.run("-r ref --fail-if-worse hyp").refuses(), &["--fail-if-worse needs --paired"]);
    assert_eq!(status("-r ref --fail-under segments=300 hyp"), Some(0));
    assert_eq!(status("-r ref --fail-under segments=301 hyp"), Some(3));
    dir.write("label", "a\n".repeat(150) + &"b\n".repeat(150));
    assert_eq!(status("-r ref --by label --fail-under group=0.9 good"), Some(3));
    assert_eq!(status("-r ref --by label --fail-under 0.1 --fail-under group=0.1 good"), Some(0));
    assert_says(&dir.run("-r ref --fail-under group=0.9 good").refuses(), &["needs --by"]);
    assert_says(&dir.run("-r ref --fail-under groups=0.9 good").refuses(), &["the limit of a group, and needs --by"]);
}

#[test]
fn findings_are_beside_the_score_on_its_scale() {
    let dir = folder(&GERMAN, |lines| each(lines, str::to_lowercase));
    let finding = |flags: &str| dir.run(&format!("-q -r ref --format json {flags} hyp")).json()["findings"][0].clone();
    let [plain, percent] = ["", "--percent"].map(finding);
    assert_eq!(plain["check"], "case");
    let score = |finding: &serde_json::Value| finding["numbers"]["score"].as_f64().unwrap();
    assert!((100.0 * score(&plain) - score(&percent)).abs() < 1e-9 && score(&plain) < 1.0);
    let words = percent["evidence"].as_str().unwrap();
    assert!(words.contains(&format!("would be {:.2} (+", score(&percent))), "{words}");
    let clean = folder(&GERMAN, |lines| lines);
    assert!(clean.run("-r ref --format json hyp").json()["findings"].is_null());
    assert_eq!(clean.run("-r ref --format json --fail-on any hyp").json()["findings"], serde_json::json!([]));
}

#[test]
fn files_of_different_lengths_diverge_somewhere() {
    for language in ALL {
        let error = |corrupt: fn(Vec<String>) -> Vec<String>| folder(language, corrupt).run("-r ref hyp").fails();
        let with_extra = error(|mut lines| {
            lines.insert(50, "Zu viel.".into());
            lines
        });
        let expected = "from line 51 on, the lines of hyp fit the lines of ref one further up: line 51 of hyp is extra";
        assert_says(&with_extra, &[expected]);
        let without = error(|mut lines| {
            lines.remove(200);
            lines
        });
        assert_says(&without, &["line 201 of ref is extra, or missing in hyp"]);
        let at_two_places = error(|mut lines| {
            lines.remove(200);
            lines.drain(80..120);
            lines
        });
        let expected =
            ["lines 81 to 120 of ref are extra, or missing in hyp; also line 201 of ref is extra, or missing in hyp"];
        assert_says(&at_two_places, &expected);
        let lost_and_added = error(|mut lines| {
            lines.splice(200..200, ["Eins zu viel.".into(), "Zwei zu viel.".into()]);
            lines.remove(100);
            lines
        });
        let expected = [
            "from line 101 on, the lines of ref fit the lines of hyp one further up: line 101 of ref is extra",
            "also lines 200 to 201 of hyp are extra, or missing in ref",
        ];
        assert_says(&lost_and_added, &expected);
        let truncated = error(|mut lines| {
            lines.truncate(270);
            lines
        });
        assert_says(
            &truncated,
            &["hyp ends early: its 270 lines fit the first of ref, or the last 30 lines of ref are extra"],
        );
        let begins_late = error(|mut lines| {
            lines.drain(..30);
            lines
        });
        assert_says(
            &begins_late,
            &["hyp begins late: its 270 lines fit the last of ref, or the first 30 lines of ref are extra"],
        );
        let truncated_and_without = error(|mut lines| {
            lines.truncate(270);
            lines.remove(100);
            lines
        });
        assert_says(&truncated_and_without, &["line 101 of ref is extra", "also lines 271 to 300 of ref are extra"]);
    }
}

#[test]
fn lines_of_one_text_are_recognized() {
    let error =
        |corrupt: &dyn Fn(&str) -> String| folder(&GERMAN, |lines| each(lines, corrupt)).run("-r ref hyp").fails();
    let halves = |line: &str| {
        let (first, second) = line.split_at(line.char_indices().nth(line.chars().count() / 2).unwrap().0);
        if line.len() % 11 == 3 { format!("{first}\n{second}") } else { line.to_owned() }
    };
    let split = error(&halves);
    assert_says(&split, &["may be a part of the text before or after it, split by a line break; JSONL keeps"]);
    for (wrapped, said) in [("```text\n{}\n```", "hold no text, such as ```text: "), ("{}\n", "are empty: ")] {
        let message = error(&|line| wrapped.replace("{}", line));
        assert_says(&message, &[&format!("remove the lines of hyp that {said}they are exactly the difference")]);
        assert!(!message.contains("joined"), "{message}");
    }
}

#[test]
fn each_candidate_of_another_length_is_compared_with_the_reference() {
    let text = |lines: Vec<String>| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
    let without = |number: usize| {
        let mut lines = GERMAN.lines(1);
        lines.drain(..number).for_each(drop);
        lines.remove(10 * number);
        text(lines)
    };
    let dir = folder(&GERMAN, |lines| lines);
    dir.write("one", without(1));
    dir.write("two", without(2));
    let message = dir.run("-r ref one two").fails();
    let expected = [
        "line 1 of ref is extra, or missing in one; also line 12 of ref is extra, or missing in one",
        "lines 1 to 2 of ref are extra, or missing in two; also line 23 of ref is extra, or missing in two",
    ];
    assert_says(&message, &expected);
    // Most inputs have the right length.
    let message = dir.run("-r one -r ref hyp").fails();
    assert_says(
        &message,
        &["different lengths: hyp has 300 lines, one has 298 lines", "line 1 of ref is extra, or missing in one"],
    );
}

#[test]
fn standard_input_is_compared_if_it_is_a_file() {
    let dir = folder(&GERMAN, |mut lines| {
        lines.remove(200);
        lines
    });
    let from_file = Run::of("-r ref < hyp", start(dir.command("-r ref").stdin(dir.open("hyp")))).fails();
    assert_says(&from_file, &["line 201 of ref is extra, or missing in standard input"]);
    let from_pipe = dir.pipe("-r ref", std::fs::read(dir.path().join("hyp")).unwrap()).fails();
    assert_says(&from_pipe, &["different lengths: standard input has 299 lines, ref has 300 lines"]);
    assert!(!from_pipe.contains("perhaps"), "{from_pipe}");
}

#[test]
fn ngrams_that_look_the_same_are_shown_by_code_points() {
    let dir = TestDir::with([("ref", "das ist für uns\nja\n"), ("hyp", "das ist fu\u{308}r uns\nja\n")]);
    let out = dir.run("-r ref --explain=ngrams -q hyp").prints();
    assert!(out.contains("fu\\u{308}r") && out.contains("f\\u{fc}r"), "{out}");
}

#[test]
fn findings_in_json_have_all_segments_and_counts_without_a_point() {
    let reference = many_lines(120);
    let refuse = |(i, line)| if i % 2 == 0 { "Sorry, \"no\" translation is possible." } else { line };
    let hyp: Vec<&str> = (0..).zip(reference.lines()).map(refuse).collect();
    let dir = TestDir::with([("ref", &*reference), ("hyp", &*(hyp.join("\n") + "\n"))]);
    let json = dir.run("-q --explain -f json -r ref hyp").json();
    let all = json["corpus"]["findings"].as_array().unwrap();
    let finding = all.iter().find(|finding| finding["check"] == "stock lines").unwrap_or_else(|| panic!("{json}"));
    let ranges: Vec<[u64; 2]> = (0..60).map(|i| [2 * i + 1, 2 * i + 1]).collect();
    assert_eq!((&finding["numbers"]["lines"], &finding["segments"]), (&60.into(), &serde_json::json!(ranges)));
    // Quotes in a text are escaped in JSON only.
    assert_says(finding["evidence"].as_str().unwrap(), &["\"Sorry, \"no\" translation \"..."]);
}

#[test]
fn common_beginnings_are_quoted_as_far_as_they_go() {
    let reference = many_lines(120);
    let prefixed = |(i, line): (usize, &str)| match i % 3 {
        0 => format!("Here is the translation: {line}\n"),
        _ => format!("{line}\n"),
    };
    let hyp: String = (0..).zip(reference.lines()).map(prefixed).collect();
    let dir = TestDir::with([("ref", &*reference), ("hyp", &*hyp)]);
    let json = dir.run("-q --explain -f json -r ref hyp").json();
    assert_says(&json["corpus"]["findings"].to_string(), &["Here is the translation:"]);
}

/// The evidence that `--explain` gives for a finding of a check.
#[track_caller]
fn evidence(language: &Language, candidate: &[String], reference: &[String], check: &str) -> String {
    let text = |lines: &[String]| lines.join("\n") + "\n";
    let dir = TestDir::with([("ref", &text(reference)), ("hyp", &text(candidate))]);
    let found = dir.run(&format!("-q -t {} -r ref --explain -f json hyp", language.tokenizer)).json();
    let findings = found["corpus"]["findings"].as_array().unwrap();
    let finding = findings.iter().find(|finding| finding["check"] == check).unwrap_or_else(|| panic!("{findings:?}"));
    finding["evidence"].as_str().unwrap().to_owned()
}

#[test]
fn counts_of_a_sample_say_so() {
    let lines = |variant| (0..3000).map(|line| GERMAN.sentence(line, variant) + "\n").collect::<Vec<_>>();
    let spoiled: String =
        (0..).zip(lines(1)).map(|(i, line)| if i % 3 == 0 { line.replace(' ', "&nbsp;") } else { line }).collect();
    let dir = TestDir::with([("ref", &lines(0).concat()), ("hyp", &spoiled)]);
    // Of a short text, all lines are counted before a warning; of many lines of all candidates together, those in windows.
    assert_says(&dir.run("-r ref hyp").warns().1, &["(entities): 1000 lines of the candidate, 0 of the references"]);
    let all = "hyp hyp hyp hyp hyp hyp hyp";
    let warning = dir.run(&format!("-r ref {all}")).warns().1;
    assert_says(&warning, &["(entities): ", " candidate and 0 reference lines of 504 looked at, costs 0.3830 there"]);
    let finding = dir.run(&format!("-q -r ref -f json {all}")).json()[0]["findings"][0].to_string();
    assert_says(&finding, &["; of 504 lines looked at; without this difference their score would be "]);
    // All lines are counted.
    let explained = dir.run("-r ref -q --explain -f json hyp").json()["corpus"]["findings"][0].to_string();
    assert!(!explained.contains("looked at"), "{explained}");
    assert_says(&explained, &["in 1000 lines of the candidate", "the score would be "]);
}

#[test]
fn costs_that_are_shown_as_0_are_not_shown() {
    let line = |i: u64, variant| GERMAN.sentence(i, variant);
    let candidate: Vec<String> = (0..LINES).map(|i| if i == 7 { String::new() } else { line(i, 1) }).collect();
    let mut references = GERMAN.lines(0);
    references[7] = "x".into();
    let found = evidence(&GERMAN, &candidate, &references, "empty lines");
    assert!(!found.contains("0.0000") && !found.contains("without these lines"), "{found}");
}

#[test]
fn masks_are_counted_if_there_are_any() {
    let with = |variant, mark: &str| some(GERMAN.lines(variant), 5, |line| format!("{line} {mark}"));
    let lost = evidence(&GERMAN, &with(1, "text"), &with(0, "{0}"), "placeholders");
    assert!(lost.contains("lacks 60 of 60") && !lost.contains("mask"), "{lost}");
    let masked = evidence(&GERMAN, &with(1, "[NAME]"), &with(0, "Anna"), "placeholders");
    assert!(masked.contains("the candidate has 60 masks") && !masked.contains("lacks 0"), "{masked}");
}

#[test]
fn stock_phrases_are_counted_as_they_are_shown() {
    let apology = |i: u64| if i % 30 < 20 { "I am sorry, but I cannot" } else { "I am sorry, but it is not" };
    let candidate: Vec<String> = (0..LINES)
        .map(|i| {
            if i % 10 == 0 { format!("{} {}", apology(i), GERMAN.sentence(i + 900, 1)) } else { GERMAN.sentence(i, 1) }
        })
        .collect();
    let found = evidence(&GERMAN, &candidate, &GERMAN.lines(0), "stock lines");
    let quoted = "\"I am sorry, but i";
    let shown = found.split('"').nth(1).unwrap();
    let count = candidate.iter().filter(|line| line.starts_with(shown)).count();
    assert!(found.contains(&format!("\"{shown}\" ({count} times)")), "{quoted}: {found}");
    assert_eq!((shown, count), ("I am sorry, but ", 30));
}

#[test]
fn lines_like_the_source_resemble_it() {
    let source = RUSSIAN.lines(0);
    let like = |lines: Vec<String>| {
        let copy = |i: usize, line: String| if i % 30 == 7 { source[i].replacen(' ', "  - ", 1) + "!" } else { line };
        lines.into_iter().enumerate().map(|(i, line)| copy(i, line)).collect()
    };
    let dir = folder(&GERMAN, like);
    let finding = dir.run("-r ref --source source --fail-on untranslated hyp").err;
    assert_says(&finding, &["untranslated: 10 of 300 candidate lines resemble the source"]);
}

#[test]
fn only_ideographs_are_traditional() {
    let line = |i: usize, kind: usize| {
        let text = format!("{}{i}{}", TRADITIONAL[i % 10][kind], TRADITIONAL[(i / 10 + i + 1) % 10][kind]);
        if kind == 0 { format!("「{text}」「{text}」") } else { format!("“{text}”“{text}”") }
    };
    let [candidate, reference] = [0, 1].map(|kind| (0..60).map(|i| line(i, kind)).collect::<Vec<_>>());
    let found = evidence(&CHINESE, &candidate, &reference, "script");
    assert!(found.contains("have traditional Chinese characters, such as ") && !found.contains('「'), "{found}");
}

#[test]
fn quotes_are_compared_with_one_reference() {
    let quoted = |variant, [open, close]: [&str; 2]| {
        each(GERMAN.lines(variant), |line| {
            let (first, rest) = line.split_once(' ').unwrap();
            let (second, rest) = rest.split_once(' ').unwrap();
            format!("{first} {open}{second}{close} {open}x{close} {rest}")
        })
    };
    let text = |lines: Vec<String>| lines.join("\n") + "\n";
    let dir = TestDir::with([
        ("hyp", &text(quoted(1, ["\"", "\""]))),
        ("one", &text(quoted(0, ["„", "“"]))),
        ("two", &text(quoted(2, ["„", "“"]))),
    ]);
    let quotes = |references: &str| {
        let findings =
            dir.run(&format!("-q --explain -f json {references} hyp")).json()["corpus"]["findings"].to_string();
        serde_json::from_str::<serde_json::Value>(&findings)
            .unwrap()
            .as_array()
            .unwrap()
            .iter()
            .find(|finding| finding["check"] == "quotes")
            .unwrap_or_else(|| panic!("{findings}"))["evidence"]
            .to_string()
    };
    assert_says(&quotes("-r one"), &["; candidate and reference have \\\" 1200 and 0, "]);
    assert_says(&quotes("-r one -r two"), &["; candidate and reference 1 have \\\" 1200 and 0, "]);
}

/// The reference of such a text was said to lack hyphens.
#[test]
fn korean_compounds_may_have_spaces_or_not() {
    let compounds =
        ["인공 지능", "기계 번역", "환경 오염", "자연 언어", "정보 처리", "도시 계획", "경제 성장", "교육 과정"];
    let verbs = ["연구가 필요하다", "발전이 빠르다", "문제가 많다", "기술이 중요하다", "방법을 찾았다"];
    let line = |i: usize| format!("{}와 {} {} {i}\n", compounds[i % 8], compounds[(i * 3 + 1) % 8], verbs[i % 5]);
    let reference: String = (0..80).map(line).collect();
    let candidate = compounds.iter().fold(reference.clone(), |text, word| text.replace(word, &word.replace(' ', "")));
    for (candidate, reference) in [(&candidate, &reference), (&reference, &candidate)] {
        let mut diagnoser = Diagnoser::new(&Definition::default(), 1).unwrap();
        diagnoser.add_lines(&[candidate], &[reference]).unwrap();
        let found: Vec<_> = diagnoser.finish_one().unwrap().findings.iter().map(|finding| finding.check()).collect();
        assert!(!found.contains(&"spaces"), "{found:?}");
    }
}
