"""Finds modes of `bleu` whose time is not linear in the length of a line.

    python3 tests/bench/linear.py target/release/bleu [SEED]

For each class of characters, and for random pairs of them, a line of `SHORT` bytes and one of 8 times as many are scored
in each mode. Prints the modes that take more than `MOST` times as long for the longer one, and ends with status 1 if
there are any. Processor time is compared, so the machine may be busy.
"""

import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

MODES = ["", "--sentence", "--explain", "--what-if", "--explain-segment 1", "--explain --tokenize char",
         "--explain-segment 1 --tokenize char", "--explain --tokenize intl", "--what-if --tokenize zh",
         "--tokenize words", "--tokenize graphemes", "--lowercase --normalize nfkc", "--as all"]
UNITS = ["a", "A", "1", "é", "\u0301", "ا", "א", "ก", "क्", "中", "ー", "ｱ", "가", "\U0001F600", "\u200d", "\u200b", "\u00ad",
         "\ufeff", "\u202e", "\u3000", "\0", "\t", "\u001b", "\ufffd", "…", "“", "“”", "’", "ﬁ", "．", "▁", "¿", "©", "'", "'s",
         *"-.,&<>\"(!/\\%#_*|{}[]~^`@$+=:;?", " ", "a ", ". ", "1,", "1.", "a-", "aA", "&amp;", "&#39;", "<a>", "<skipped>",
         "\\u00e9", "Ã©", "** ", "```", '{"a":', "%D0", "http://", "<unk>"]
PAIRS = 40
SHORT = 40_000
LONGER = 8
MOST = 2.5 * LONGER  # Caches make the longer line slower than 8 times.
LEAST = 0.3  # Seconds: shorter runs are not judged.
LIMIT = 60


def seconds(program, mode, unit, size, folder):
    """Returns the processor time for a line of a unit, of about `size` bytes."""
    count = max(2, size // len(unit.encode()))
    (folder / "hyp").write_text(f"{unit * (count // 2)} a {unit * (count // 2)}\nthe cat sat on the mat\n")
    (folder / "ref").write_text(f"{unit * count}\nthe cat sat on a mat\n")
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    command = [program, "--quiet", "-r", folder / "ref", *mode.split(), folder / "hyp"]
    try:
        subprocess.run(command, stdout=subprocess.DEVNULL, check=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return LIMIT
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main(program, seed="1"):
    rng = random.Random(seed)
    units = UNITS + ["".join(rng.sample(UNITS, 2)) for _ in range(PAIRS)]
    found = False
    with tempfile.TemporaryDirectory() as scratch:
        for mode in MODES:
            for unit in units:
                short, long = (seconds(program, mode, unit, size, Path(scratch)) for size in (SHORT, LONGER * SHORT))
                if long > max(LEAST, MOST * short):
                    found = True
                    print(f"{mode or 'score'}: {unit!a}: {long / short:.0f} times the time for {LONGER} times the text")
    sys.exit(found)


if __name__ == "__main__":
    main(*sys.argv[1:])
