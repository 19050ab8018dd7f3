"""Writes the general categories and scripts that decide tokens, as Python's `regex` has them, and the crate's tables.

Run in this folder, first with regex 2026.9.10, whose tables are those of Unicode 17, then with 2026.11.19 and Unicode
18: python3 make_categories.py. The first run writes categories-17.txt; the second writes categories-18.txt and, in
src/bleu/tokenize, general_category.txt and unicode_18.txt, the characters that have a category only in Unicode 18.
"""

import sys
import textwrap
from itertools import groupby
from pathlib import Path

import regex

VERSIONS = {"2026.9.10": 17, "2026.11.19": 18}
VERSION = VERSIONS[regex.__version__]

GROUPS = ["L", "Nd", "N", "P", "S"]
# Of no group, then of each.
LETTERS = "-LDNPS"
SCRIPTS = ["Han", "Hiragana", "Katakana", "Bopomofo"]
TABLE = Path("../../src/bleu/tokenize/general_category.txt")
ADDED = Path("../../src/bleu/tokenize/unicode_18.txt")
WIDTH = 120

# Surrogates are not characters of text.
CHARACTERS = [chr(code) for code in range(sys.maxunicode + 1) if not 0xD800 <= code < 0xE000]


def ranges(pattern):
    """First and last code point of each run of characters that match."""
    matches = regex.compile(pattern).fullmatch
    runs = []
    for is_member, run in groupby(range(sys.maxunicode + 1), lambda code: bool(matches(chr(code)))):
        if is_member:
            codes = list(run)
            runs.append(f"{codes[0]:X}-{codes[-1]:X}" if len(codes) > 1 else f"{codes[0]:X}")
    return " ".join(runs)


def category(character):
    """Number of the first of GROUPS that matches, from 1; 0 for none."""
    return next((i for i, group in enumerate(GROUPS, 1) if PATTERNS[group].fullmatch(character)), 0)


PATTERNS = {group: regex.compile(rf"\p{{{group}}}") for group in GROUPS}

with open(f"categories-{VERSION}.txt", "w") as file:
    for group in GROUPS:
        print(group, ranges(rf"\p{{{group}}}"), file=file)
    for script in SCRIPTS:
        print(script, ranges(rf"\p{{Script={script}}}"), file=file)


def write_table(path, items):
    path.write_text("\n".join(textwrap.wrap(" ".join(items), WIDTH, break_on_hyphens=False)) + "\n")


def codes(line):
    for item in line.split()[1:]:
        first, last = item.split("-") if "-" in item else (item, item)
        yield from range(int(first, 16), int(last, 16) + 1)


if VERSION == 18:
    runs = [(next(run), number) for number, run in groupby(CHARACTERS, category)]
    write_table(TABLE, [f"{LETTERS[number]}{ord(first):X}" for first, number in runs])
    older = Path("categories-17.txt").read_text().splitlines()[: len(GROUPS)]
    known = {chr(code) for line in older for code in codes(line)}
    # Unicode 18 gives categories to characters that had none, and changes no other.
    older = {group: {chr(code) for code in codes(line)} for group, line in zip(GROUPS, older)}
    assert all(known & {c for c in CHARACTERS if PATTERNS[group].fullmatch(c)} == older[group] for group in GROUPS)
    added = groupby(CHARACTERS, lambda c: category(c) > 0 and c not in known)
    added = [list(run) for is_added, run in added if is_added]
    write_table(ADDED, [f"{ord(run[0]):X}-{ord(run[-1]):X}" for run in added])
