#!/usr/bin/env python3
"""Compares `bleu --print-tokens` with sacreBLEU, token by token.

    python compare_tokens.py BLEU [--lines N] [--seed N] [--tokenize NAME]... [FILE]...

BLEU is the program. It is run as `BLEU --print-tokens --tokenize NAME [--lowercase]` and reads lines from standard
input. The comparison covers N random lines (default: a million) and all lines of the files, for each of sacreBLEU's
tokenizers that needs no model, with and without lowercasing. Needs sacreBLEU 2.6.0.

Python and Rust have tables of different versions of Unicode. Lines that differ only in characters that Python does
not lowercase are not counted as differences; these characters are listed at the end. The small sigmas are among them
if only one side knows a neighbor as a letter, and so one side takes the sigma for a final one.

The exit status is 1 if anything else differs.
"""

import argparse
import random
import subprocess
import sys

from sacrebleu.metrics.bleu import _get_tokenizer

TOKENIZERS = ["13a", "intl", "zh", "char", "none"]
BATCH = 50_000

WHITE = "\t\x0b\x0c\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2003\u200a\u2028\u2029\u202f\u205f\u3000"
NEARLY_WHITE = "\x00\x08\x0e\x1b\x7f\x80\x84\x86\x9f\xa1\u180e\u200b\u200c\u200d\u2060\ufeff"
PUNCTUATION = "".join(chr(c) for c in range(0x21, 0x7F) if not chr(c).isalnum())
POINTS = ".,-.,-.,''"
DIGITS = "0123456789"
WIDE_DIGITS = "٠١٢۳०९๐２½²Ⅳⅷ〇①⑳\U0001d7d8\U0001d7ff\U00010107"
WIDE_POINTS = "，。、．！？：「」『』（）・—–―‐…“”‘’«»¡¿·،؟؛।॥๏၊።\U00010100\U0001039f"
SYMBOLS = "€£¥¢±×÷§©®°´¨¯˘→←∀∑√≤■☃♥✂〒＋＝￥￦\U0001f600\U0001f44d\U0001f1e9\U0001f3ff\U0001d6c1"
MARKS = "\u0300\u0301\u0307\u0308\u0338\u0345\u05b0\u064b\u093c\u094d\u0e31\u0e34\u1ab0\u20d0\u20dd\u3099\u309a\ufe0f\U000e0100"
WORDS = ["a", "Z", "xy", "It's", "U.S.", "e.g.,", "3.14", "1,000", "5-6", "-7", "don't", "wait...", "2019.", "<", ">", "&",
         "ΟΔΟΣ", "Σ", "σΣ", "ΑΣ'", "İI", "ẞ", "ǅ", "Ⱥ", "Åé", "ﬁ", "Ж", "中文", "。", "ひらがな", "カタカナー", "ｶﾞ", "한국어", "हिन्दी", "ไทย", "عربي",
         "\U00020000", "\U0002f800", "\ufa2d\ufa2e\ufa2f\ufa30", "\u4db5\u4db6\u4dc0\u4dff\u4e00", "\u9fa5\u9fbb\u9fbc", "👩‍👩‍👧", "🇩🇪"]
ENTITIES = ["&quot;", "&amp;", "&lt;", "&gt;", "&apos;", "&amp;lt;", "&amp;amp;lt;", "&amp;quot;", "&&amp;gt;", "&am", "p;",
            "<skipped>", "<skip<skipped>ped>", "&am<skipped>p;", "<SKIPPED>", "&QUOT;", "&amp", "lt;", "quot;"]
EDGES = "\ud7ff\ue000\uf8ff\ufffd\ufffe\uffff\U00010000\U0010ffff\x7f\x80\u07ff\u0800"
# The first code point of each run of 16, from all of Unicode without surrogates.
BLOCKS = [c for c in range(0, 0x110000, 16) if not 0xD800 <= c < 0xE000]
KINDS = [WHITE, " ", " ", NEARLY_WHITE, PUNCTUATION, POINTS, POINTS, DIGITS, DIGITS, WIDE_DIGITS, WIDE_POINTS, SYMBOLS, MARKS, WORDS,
         WORDS, ENTITIES, EDGES]


def random_line(rng):
    parts = []
    # A line has few kinds of parts, so that they meet, and is often about as long as a block of 64 bytes.
    kinds = rng.sample(KINDS, rng.randint(1, 5))
    for _ in range(rng.choice([1, 2, 3, 5, 8, 13, 21, 34, 55])):
        if rng.random() < 0.08:
            block = rng.choice(BLOCKS[:4096] if rng.random() < 0.7 else BLOCKS)
            parts.append(chr(block + rng.randrange(16)))
        elif rng.random() < 0.03:
            parts.append(rng.choice(POINTS + PUNCTUATION + WIDE_POINTS) * rng.randint(2, 5))
        else:
            parts.append(rng.choice(rng.choice(kinds)))
    if rng.random() < 0.05:
        parts.insert(0, "x" * rng.randint(50, 70))
    return "".join(parts).replace("\n", "")


def expected(tokenizer, line, lowercase):
    # As in sacrebleu.metrics.bleu.BLEU, which then splits at white space.
    if lowercase:
        line = line.lower()
    return " ".join(tokenizer(line.rstrip()).split())


def printed(program, name, lowercase, lines):
    command = [program, "--print-tokens", "--tokenize", name] + ["--lowercase"] * lowercase
    text = "".join(line + "\n" for line in lines).encode()
    output = subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True).stdout.decode()
    printed = output.split("\n")
    assert printed.pop() == "" and len(printed) == len(lines), f"{len(printed)} lines for {len(lines)}"
    return printed


def lowercased_differently(want, got):
    """Returns the characters that Python did not lowercase, if the lines differ in nothing else; otherwise None."""
    differing = {w for w, g in zip(want, got) if w != g}
    only = len(want) == len(got) and all(w.lower() == w for w in differing)
    return differing if only else None


def batches(options):
    rng = random.Random(options.seed)
    for start in range(0, options.lines, BATCH):
        yield [random_line(rng) for _ in range(min(BATCH, options.lines - start))]
    lines = []
    for path in options.files:
        with open(path, encoding="utf-8", newline="\n") as file:
            lines += [line.rstrip("\n") for line in file]
    for start in range(0, len(lines), BATCH):
        yield lines[start:start + BATCH]


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", metavar="BLEU")
    parser.add_argument("files", metavar="FILE", nargs="*")
    parser.add_argument("--lines", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tokenize", action="append", choices=TOKENIZERS)
    options = parser.parse_intermixed_args()

    names = options.tokenize or TOKENIZERS
    tokenizers = {name: _get_tokenizer(name)() for name in names}
    for tokenizer in tokenizers.values():
        # Without the caches, which would only take memory.
        call = type(tokenizer).__call__
        type(tokenizer).__call__ = getattr(call, "__wrapped__", call)
    compared, differing, cases = {}, {}, {}
    for lines in batches(options):
        for name, tokenizer in tokenizers.items():
            for lowercase in (False, True):
                key = name + " --lowercase" * lowercase
                for line, got in zip(lines, printed(options.program, name, lowercase, lines)):
                    compared[key] = compared.get(key, 0) + 1
                    want = expected(tokenizer, line, lowercase)
                    if want == got:
                        continue
                    characters = lowercased_differently(want, got) if lowercase else None
                    if characters is not None:
                        cases.setdefault(key, set()).update(characters)
                        continue
                    differing[key] = differing.get(key, 0) + 1
                    if differing[key] <= 5:
                        print(f"{key}: {line!r}\n  sacreBLEU {want!r}\n  bleu      {got!r}")
    for key, count in compared.items():
        print(f"{key}: {count} lines compared, {differing.get(key, 0)} differ")
    characters = set().union(*cases.values())
    if characters:
        print("lowercased differently:", " ".join(f"U+{ord(c):04X}" for c in sorted(characters)))
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
