"""Writes categories.txt, the general categories and scripts that decide tokens, and the table of the crate,
src/bleu/tokenize/general_category.txt, as Python's `regex` has them.

Run in this folder, with regex 2026.5.9, whose tables are those of Unicode 17: python3 make_categories.py
"""

import sys
import textwrap
from itertools import groupby
from pathlib import Path

import regex

assert regex.__version__ == "2026.5.9", regex.__version__

GROUPS = ["L", "Nd", "N", "P", "S"]
# Of no group, then of each.
LETTERS = "-LDNPS"
SCRIPTS = ["Han", "Hiragana", "Katakana", "Bopomofo"]
TABLE = Path("../../src/bleu/tokenize/general_category.txt")
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

with open("categories.txt", "w") as file:
    for group in GROUPS:
        print(group, ranges(rf"\p{{{group}}}"), file=file)
    for script in SCRIPTS:
        print(script, ranges(rf"\p{{Script={script}}}"), file=file)

runs = [(next(run), number) for number, run in groupby(CHARACTERS, category)]
runs = [f"{LETTERS[number]}{ord(first):X}" for first, number in runs]
TABLE.write_text("\n".join(textwrap.wrap(" ".join(runs), WIDTH, break_on_hyphens=False)) + "\n")
