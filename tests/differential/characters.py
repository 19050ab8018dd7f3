"""Characters and words for random texts, and the characters at which the versions of Unicode differ."""

import functools
import re
import unicodedata

import regex

WHITE = "".join(chr(c) for c in range(0x3001) if chr(c).isspace())
NEARLY_WHITE = "\x00\x08\x0e\x1b\x7f\x80\x84\x86\x9f\xa1\u180e\u200b\u200c\u200d\u2060\ufeff"
PUNCTUATION = "".join(chr(c) for c in range(0x21, 0x7F) if not chr(c).isalnum())
POINTS = ".,-.,-.,''"
DIGITS = "0123456789"
WIDE_DIGITS = "٠١٢۳०९๐２½²Ⅳⅷ〇①⑳\U0001d7d8\U0001d7ff\U00010107"
WIDE_POINTS = "，。、．！？：「」『』（）・—–―‐…“”‘’«»¡¿·،؟؛।॥๏၊።\U00010100\U0001039f"
SYMBOLS = "€£¥¢±×÷§©®°´¨¯˘→←∀∑√≤■☃♥✂〒＋＝￥￦\U0001f600\U0001f44d\U0001f1e9\U0001f3ff\U0001d6c1"
MARKS = "\u0300\u0301\u0307\u0308\u0338\u0345\u05b0\u064b\u093c\u094d\u0e31\u0e34\u1ab0\u20d0\u20dd\u3099\u309a\ufe0f\U000e0100"
EDGES = "\ud7ff\ue000\uf8ff\ufffd\ufffe\uffff\U00010000\U0010ffff\x7f\x80\u07ff\u0800"
LETTERS = "abcdefgh"
# `bleu` has different keys for tokens of up to seven bytes and for longer ones. Longer ones have the same key if they
# agree in length and in eight bytes at each end.
KEYS = ["abcdefg", "abcdefgh", "abcdefgi", "zbcdefgh", "abcdefghi", "abcdefghj", "x" * 300,
        *(f"internat{c}ionalize" for c in ["a", "b", "x", "ab", "ba", "é"])]
NUMBERS = ["1", "2", "10", "2019", "3.14", "1,000", "3,000.50", "5-6", "1-2-3", "-7", ".5", "5.", "..5", "5..6", ",,5,"]
CASES = ["Straße", "STRASSE", "ΟΔΟΣ", "Οδός", "οδος", "Σ", "İstanbul", "istanbul", "ISTANBUL", "ılık", "ǅ", "ǆ", "Ǆ",
         "ﬁn", "FIN", "Éa", "éA", "E\u0301a", "Жук", "жУК", "K", "\u212a", "Å", "\u212b", "Ա", "ա", "Ⅷ", "ⅷ", "𐐀", "𐐨"]
WORDS = ["a", "Z", "xy", "It's", "U.S.", "e.g.,", "3.14", "1,000", "5-6", "-7", "don't", "wait...", "2019.", "<", ">", "&",
         "ΟΔΟΣ", "Σ", "σΣ", "ΑΣ'", "İI", "ẞ", "ǅ", "Ⱥ", "Åé", "ﬁ", "Ж", "中文", "。", "ひらがな", "カタカナー", "ｶﾞ", "한국어", "हिन्दी", "ไทย", "عربي",
         "\U00020000", "\U0002f800", "\ufa2d\ufa2e\ufa2f\ufa30", "\u4db5\u4db6\u4dc0\u4dff\u4e00", "\u9fa5\u9fbb\u9fbc", "👩‍👩‍👧", "🇩🇪"]
ENTITIES = ["&quot;", "&amp;", "&lt;", "&gt;", "&apos;", "&amp;lt;", "&amp;amp;lt;", "&amp;quot;", "&&amp;gt;", "&am", "p;",
            "<skipped>", "<skip<skipped>ped>", "&am<skipped>p;", "<SKIPPED>", "&QUOT;", "&amp", "lt;", "quot;", "-\n", "\n"]
IDEOGRAPHS = ["中", "文", "我", "們", "中文", "，", "。", "「中」", "の", "カ", "ー", "한", "국", "𠀀", "“", "…", "→"]
JAPANESE = ["東京", "都", "に", "行っ", "た", "は", "を", "が", "です", "ます", "ました", "食べる", "食べ", "すもも", "もも", "のうち",
            "彼女", "学校", "２０１９年", "3月", "日本語", "コンピュータ", "ー", "、", "。", "「", "」", "ｶﾞｷﾞ", "お", "ご飯", "きれい", "な",
            "令和", "平成", "々", "人々", "Tシャツ", "％", "うううう", "ッ", "ぁ", "龘", "𠮷", "野家"]
KOREAN = ["나는", "학교", "에", "갔다", "을", "를", "이", "가", "은", "는", "합니다", "했습니다", "먹었", "어요", "서울", "대한민국", "국민",
          "의", "권리", "와", "ㅋㅋ", "ㅠ", "뷁", "2019년", "제1조", ".", ",", "!", "(", ")", "·", "漢字", "컴퓨터", "않았다", "할", "수", "있다"]
PIECES = ["▁", "▁▁", "▁a", "the", "ing", "<s>", "</s>", "<unk>", "<pad>", "<0xE3>", "<sep>", "[MASK]", "!!!", "...", "==", "===",
          "ä", "ö", "fi", "①", "㍿", "ﾊﾟ", "\u3000"]

POOLS = [LETTERS, LETTERS, KEYS, NUMBERS, CASES, IDEOGRAPHS, WORDS, ENTITIES, PUNCTUATION, POINTS, DIGITS, WIDE_DIGITS,
         WIDE_POINTS, SYMBOLS, MARKS, EDGES, NEARLY_WHITE, JAPANESE, KOREAN, PIECES]
ODD = WHITE + NEARLY_WHITE + PUNCTUATION + POINTS + DIGITS

CODE_POINTS = [c for c in range(0x110000) if not 0xD800 <= c < 0xE000]
# Without ideographs, syllables and private use, which are nine in ten of all characters.
VARIED = [chr(c) for c in CODE_POINTS if unicodedata.category(chr(c)) not in ("Cn", "Co", "Lo")]
KANA_AND_IDEOGRAPHS = [(0x3041, 0x30FF), (0x4E00, 0x9FA5), (0x4E00, 0x5500), (0xFF01, 0xFF9F)]
SYLLABLES = [(0xAC00, 0xD7A3), (0x3131, 0x318E), (0x1100, 0x11FF)]


def any_character(rng):
    """Returns a random character of a random kind."""
    kind = rng.random()
    if kind < 0.5:
        return rng.choice(VARIED)
    if kind < 0.7:
        return chr(rng.choice(CODE_POINTS[:63488]))
    if kind < 0.9:
        return chr(rng.randint(*rng.choice(KANA_AND_IDEOGRAPHS + SYLLABLES)))
    return chr(rng.choice(CODE_POINTS))


@functools.cache
def lowercased_differently():
    """Returns the characters that `bleu`, with Unicode 17, lowercases differently from this Python, and those next to
    which it lowercases a capital sigma differently. The package regex has Unicode 17 too."""
    changes, cased, ignorable = (regex.compile(rf"\p{{{name}}}")
                                 for name in ("Changes_When_Lowercased", "Cased", "Case_Ignorable"))

    def differs(c):
        ends_word = (c + "Σ").lower().endswith("ς")
        # A sigma at the end of a word is a final one. Characters that are ignorable do not end the word before them.
        python = ends_word, not ends_word and f"A{c}Σ".lower().endswith("ς")
        skipped = bool(ignorable.match(c))
        unicode_17 = bool(cased.match(c)) and not skipped, skipped
        return python != unicode_17 or (c.lower() != c) != bool(changes.match(c))

    return {c for c in map(chr, CODE_POINTS) if differs(c)}


@functools.cache
def normalized_differently():
    """Returns the characters that this Python does not know, and therefore leaves as they are, and those that become
    one of `lowercased_differently`."""
    return {c for c in map(chr, CODE_POINTS) if unicodedata.category(c) == "Cn"
            or lowercased_differently() & set(unicodedata.normalize("NFKC", c))}


@functools.cache
def excluded_ranges(lowercase, normalize):
    """Returns the characters at which there are documented differences, as a part of a regular expression."""
    characters = lowercased_differently() if lowercase or normalize else set()
    codes = sorted(map(ord, characters | normalized_differently() if normalize else characters))
    ranges, start = "", None
    for code, following in zip(codes, [*codes[1:], None]):
        start = code if start is None else start
        if following != code + 1:
            ranges += f"\\U{start:08x}-\\U{code:08x}"
            start = None
    return ranges


@functools.cache
def excluded(lowercase, normalize, forbidden):
    """Returns a regular expression of the characters that texts must not have under these settings: those at which
    there are documented differences, and characters of `forbidden`, which an input format cannot hold."""
    ranges = excluded_ranges(lowercase, normalize) + re.escape(forbidden)
    return re.compile(f"[{ranges}]" if ranges else "(?!)")
