#!/usr/bin/env python3
"""Compares the scores of `bleu` with sacreBLEU's, on random small corpora.

    python compare_scores.py BLEU [--corpora N] [--seed N] [--batch N]

BLEU is the program. A batch is one run of `bleu`: settings, references and some candidates, generated from the seed
and the number of the batch. Each candidate is a corpus. Batches are compared until there are N corpora (default: a
million). One batch in ten compares the lines of each candidate instead, `--sentence` with sacreBLEU's
`sentence_score`; these sentences do not count as corpora. `--batch` compares only the batch with this number.

Integers and `ratio` must be equal; score, precisions and brevity penalty must be equal within 1e-12 of their value.
Comments mark the documented differences that the generator avoids or the comparison expects.

A difference is printed with everything needed to repeat it. The exit status is 1 if there is a difference or a failed
run of `bleu`; after 20 of them the comparison stops. Needs sacreBLEU 2.6.0. With TMPDIR=/dev/shm no disk is used.
"""

import argparse
import itertools
import json
import logging
import math
import platform
import random
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter
from operator import add
from pathlib import Path

import regex
import sacrebleu
from compare_tokens import (DIGITS, EDGES, ENTITIES, MARKS, NEARLY_WHITE, POINTS, PUNCTUATION, SYMBOLS, TOKENIZERS,
                            WHITE, WIDE_DIGITS, WIDE_POINTS, WORDS)
from sacrebleu.metrics import BLEU

logging.disable(logging.WARNING)  # Omits a million times "It is recommended to enable `effective_order`".

# Without the characters of Unicode 15 to 17, and U+0295: Python 3.11 lowercases them, or a sigma next to them,
# differently from `bleu`. compare_tokens.py tests them, and recognizes these differences.
KNOWN = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs")]
KNOWN = [c for c in KNOWN if c not in "\n\u0295"]

LETTERS = "abcdefgh"
# `bleu` has different keys for tokens of up to seven bytes and for longer ones. Longer ones have the same key if they
# agree in length and in eight bytes at each end.
KEYS = ["abcdefg", "abcdefgh", "abcdefgi", "zbcdefgh", "abcdefghi", "abcdefghj", "x" * 300,
        *(f"internat{c}ionalize" for c in ["a", "b", "x", "ab", "ba", "é"])]
NUMBERS = ["1", "2", "10", "2019", "3.14", "1,000", "3,000.50", "5-6", "1-2-3", "-7", ".5", "5.", "..5", "5..6", ",,5,"]
CASES = ["Straße", "STRASSE", "ΟΔΟΣ", "Οδός", "οδος", "Σ", "İstanbul", "istanbul", "ISTANBUL", "ılık", "ǅ", "ǆ", "Ǆ",
         "ﬁn", "FIN", "Éa", "éA", "E\u0301a", "Жук", "жУК", "K", "\u212a", "Å", "\u212b", "Ա", "ա", "Ⅷ", "ⅷ", "𐐀", "𐐨"]
IDEOGRAPHS = ["中", "文", "我", "們", "中文", "，", "。", "「中」", "の", "カ", "ー", "한", "국", "𠀀", "“", "…", "→"]
POOLS = [LETTERS, LETTERS, KEYS, NUMBERS, CASES, IDEOGRAPHS, WORDS, ENTITIES, PUNCTUATION, POINTS, DIGITS, WIDE_DIGITS,
         WIDE_POINTS, SYMBOLS, MARKS, EDGES, NEARLY_WHITE, KNOWN]
ODD = WHITE + NEARLY_WHITE + PUNCTUATION + POINTS + DIGITS

# Numbers of tokens per line, and weights of these lists. `bleu` has different code up to 16, 32, 48, ... 512 tokens.
SIZES = [([0, 1, 2, 3, 4, 5], 40), ([0, 1, 3, 5, 8, 13, 21, 34], 45), ([3, 15, 16, 17, 32, 33, 48, 49, 64, 65], 10),
         ([5, 128, 129, 192, 193, 256, 257, 512, 513], 4), ([0, 1, 2, 25, 1000, 3000, 6000], 1)]


class Batch:
    """References, candidates and settings."""

    def __init__(self, seed, number):
        self.rng = rng = random.Random(f"{seed} {number}")
        self.sentences = rng.random() < 0.1
        self.settings = random_settings(rng)
        pools = rng.sample(POOLS, rng.randint(1, 3))
        self.words = [rng.choice(rng.choice(pools)) for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 5, 8, 12, 20]))]
        self.separators = rng.choice([[" "], [" "], [" "], [" ", " ", " ", "  "], [" ", ""], [""],
                                      [" ", " ", *rng.sample(WHITE, 3)]])
        self.changes_case = rng.random() < (0.5 if self.settings["lowercase"] else 0.1)
        self.sizes, = rng.choices([sizes for sizes, _ in SIZES], [often for _, often in SIZES])
        large = max(self.sizes) > 100
        usual = [5, 20, 50, 100] if self.sentences else [1, 1, 2, 3, 4, 5, 8, 10, 20]
        segments = rng.choice([1, 2, 3] if large else usual)
        candidates = rng.randint(1, 4) if self.sentences else rng.randint(3, 8) if large else rng.randint(10, 40)

        sources = [self.tokens() for _ in range(segments)]
        self.references = [self.text(sources) for _ in range(rng.choice([1, 1, 1, 2, 2, 3, 4, 5]))]
        self.candidates = [self.candidate(sources) for _ in range(candidates)]

    def tokens(self):
        """Returns random tokens."""
        length = self.rng.choice(self.sizes)
        if self.rng.random() < 0.2:
            pattern = self.rng.choices(self.words, k=self.rng.randint(1, 4))
            return list(itertools.islice(itertools.cycle(pattern), length))
        return self.rng.choices(self.words, k=length)

    def changed(self, source):
        """Returns tokens similar to the source, mostly."""
        rng, tokens, kind = self.rng, source[:], self.rng.random()
        if kind < 0.1:
            return self.tokens()
        if kind < 0.15:
            return []
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 5])):
            i = rng.randint(0, len(tokens))
            j = i + rng.choice([0, 1, 1, 2, 4, 9])
            tokens[i:j] = rng.choice([[], [rng.choice(self.words)], tokens[i:j] * 2, tokens[i:j][::-1], tokens[:2]])
        if self.changes_case:
            change = rng.choice([str.upper, str.lower, str.title, str.swapcase])
            tokens = [change(token) if rng.random() < 0.3 else token for token in tokens]
        return tokens

    def line(self, tokens):
        """Returns the tokens as text, with white space also in unusual places."""
        rng = self.rng
        if not tokens and rng.random() < 0.5:
            return "".join(rng.choices(WHITE, k=rng.randint(1, 3)))
        if len(self.separators) == 1:
            line = self.separators[0].join(tokens)
        else:
            line = "".join(map(add, tokens, rng.choices(self.separators, k=len(tokens))))
        if rng.random() < 0.1:
            line = rng.choice(WHITE) + line
        if rng.random() < 0.1:
            line += rng.choice(WHITE)
        if rng.random() < 0.1:
            for _ in range(rng.randint(1, 3)):
                at = rng.randint(0, len(line))
                line = line[:at] + rng.choice(ODD) + line[at:]
        return line

    def text(self, sources):
        return [self.line(self.changed(source)) for source in sources]

    def candidate(self, sources):
        kind = self.rng.random()
        if kind < 0.03:
            return self.rng.choice(self.references)
        if kind < 0.05:
            return [self.line([]) for _ in sources]
        if kind < 0.08:  # Shifted by a line.
            return self.text(sources[1:] + sources[:1])
        return self.text(sources)

    def flags(self):
        """Returns the settings as flags of `bleu`, and random flags that must not change a score."""
        rng, settings = self.rng, self.settings
        order, value = settings["max_ngram_order"], settings["smooth_value"]
        smooth = settings["smooth_method"] + ("" if value is None else f"={value!r}")
        flags = [f"--tokenize={settings['tokenize']}", f"--smooth={smooth}",
                 f"--effective-order={'yes' if settings['effective_order'] else 'no'}"]
        # sacreBLEU has equal weights only.
        flags.append("--weights=" + ",".join([f"1/{order}"] * order) if rng.random() < 0.1 else f"--max-order={order}")
        flags += ["--lowercase"] * settings["lowercase"] + ["--sentence"] * self.sentences
        flags += ["--percent"] * (rng.random() < 0.5) + rng.choice([["--jobs=1"], ["--jobs=1"], ["--jobs=3"], []])
        return flags

    def file(self, lines):
        """Returns the bytes of a file. `bleu` skips a byte order mark at the beginning; sacreBLEU's API does not."""
        text = "\n".join(lines)
        # The last line feed is optional, except after an empty line.
        if not lines[-1] or self.rng.random() < 0.8:
            text += "\n"
        if text.startswith("\ufeff") or self.rng.random() < 0.05:
            text = "\ufeff" + text
        return text.encode()


def random_settings(rng):
    """Returns random arguments of sacreBLEU's BLEU."""
    method = rng.choice(["exp", "exp", "floor", "add-k", "none"])
    value = None
    if method in ("floor", "add-k") and rng.random() < 0.8:
        value = rng.choice([0, 1, 2, 0.1, 0.5, 0.01, 1e-9, 1 / 3, 7.25, rng.random()])
        if method == "floor":
            # `bleu` refuses larger values.
            value = min(value, 1)
    order = rng.choices([4, rng.randint(1, 8), rng.randint(9, 16)], [40, 55, 5])[0]
    return {"tokenize": rng.choice(TOKENIZERS), "lowercase": rng.random() < 0.3, "smooth_method": method,
            "smooth_value": value, "max_ngram_order": order, "effective_order": rng.random() < 0.5}


def expected(batch):
    """Returns sacreBLEU's scores of each candidate, or of each line of each candidate."""
    if batch.sentences:
        metric = BLEU(force=True, **batch.settings)
        segments = zip(zip(*batch.references), zip(*batch.candidates))
        return [metric.sentence_score(line, list(references)) for references, lines in segments for line in lines]
    metric = BLEU(force=True, references=batch.references, **batch.settings)
    return [metric.corpus_score(candidate, None) for candidate in batch.candidates]


def printed(program, folder, batch):
    """Returns the command, and the objects that it prints or an error."""
    command, names = [program, "--format=json", "--quiet"], []
    for kind, texts in (("reference", batch.references), ("candidate", batch.candidates)):
        for i, lines in enumerate(texts):
            name = f"{kind}{i}"
            (folder / name).write_bytes(batch.file(lines))
            command += ["-r", name] if kind == "reference" else []
            names += [name] if kind == "candidate" else []
    command += batch.flags() + names
    run = subprocess.run(command, cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, timeout=600)
    if run.returncode != 0 or run.stderr:
        return command, f"exit status {run.returncode}: {run.stderr.decode()}"
    if batch.sentences:
        objects = [json.loads(line) for line in run.stdout.splitlines()]
        places = [(i, name) for i in range(1, len(batch.references[0]) + 1) for name in names]
    else:
        objects = json.loads(run.stdout)
        objects = objects if isinstance(objects, list) else [objects]
        places = [(len(batch.references[0]), name) for name in names]
    # `segment` is the number of a segment, `segments` their count. A single system has no name.
    found = [(o.get("segment", o.get("segments")), o.get("system", names[0])) for o in objects]
    return command, objects if found == places else f"{found}, not {places}"


def near(theirs, ours):
    # A perfect score, 100.00000000000004 in sacreBLEU and 100 in `bleu`, is within the tolerance. Numbers below the
    # smallest normal one are 4.9e-324 apart on the scale of 1, and a hundred times that on the scale of 100.
    return math.isclose(theirs, ours, rel_tol=1e-12, abs_tol=1e-321)


def differences(score, found, scale):
    """Returns the names of the figures that differ."""
    pairs = [("counts", score.counts), ("totals", score.totals), ("hyp_len", score.sys_len), ("ref_len", score.ref_len),
             ("ratio", score.ratio)]
    names = [name for name, theirs in pairs if theirs != found[name]]
    names += ["score"] * (not near(score.score, scale * found["score"])) + ["bp"] * (not near(score.bp, found["bp"]))
    precisions = [scale * precision for precision in found["precisions"]]
    if len(precisions) != len(score.precisions) or not all(map(near, score.precisions, precisions)):
        names.append("precisions")
    return names


MAX_FAULTS = 20  # Number of differences and failures after which the comparison stops.
SHARES = ["without a match", "of score 0", "perfect", "between"]


def share(score):
    """Returns the one of SHARES that the score belongs to. (If all scores were 0, the comparison would mean little.)"""
    if not score.counts[0]:
        return SHARES[0]
    return SHARES[1] if score.score == 0 else SHARES[2] if near(score.score, 100) else SHARES[3]


def compare(program, folder, options, number, tally):
    """Compares one batch, prints its differences, and updates the tally."""
    batch = Batch(options.seed, number)
    scores = expected(batch)
    command, found = printed(program, folder, batch)

    def report(*lines):
        print(f"seed {options.seed}, batch {number}: {' '.join(command)}", batch.settings,
              *(f"reference{i} {lines}" for i, lines in enumerate(batch.references)), *lines, sep="\n  ", flush=True)

    tally["batches"] += 1
    if isinstance(found, str):
        tally["failed"] += 1
        report(*(f"candidate{i} {lines}" for i, lines in enumerate(batch.candidates)), f"bleu: {found}")
        return
    scale = 1 if "--percent" in command else 100
    kind = "sentences" if batch.sentences else "corpora"
    for i, (score, ours) in enumerate(zip(scores, found, strict=True)):
        names = differences(score, ours, scale)
        if names:
            tally[kind, "differ"] += 1
            tally["differ"] += 1
            candidate = i % len(batch.candidates)
            report(f"candidate{candidate} {batch.candidates[candidate]}", f"differ: {', '.join(names)}",
                 f"sacreBLEU {vars(score)}", f"bleu {ours}")
        tally[kind] += 1
        tally[kind, share(score)] += 1
    if not batch.sentences:
        tally["segments"] += len(batch.references[0]) * len(scores)
        for name, value in [*batch.settings.items(), ("references", len(batch.references))]:
            tally[name, value] += len(scores)
    tally["longest"] = max(tally["longest"], *(score.sys_len for score in scores))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", metavar="BLEU", type=Path)
    parser.add_argument("--corpora", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--batch", type=int)
    options = parser.parse_args()

    program, tally = str(options.program.resolve()), Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in itertools.count() if options.batch is None else [options.batch]:
            compare(program, Path(folder), options, number, tally)
            if tally["corpora"] >= options.corpora or tally["failed"] + tally["differ"] >= MAX_FAULTS:
                break
            if number % 5000 == 4999:
                print(f"{tally['corpora']} corpora, {tally['sentences']} sentences", file=sys.stderr, flush=True)

    version = subprocess.run([program, "--version"], capture_output=True, check=True, text=True).stdout.strip()
    print(f"{version}; sacreBLEU {sacrebleu.__version__}, Python {platform.python_version()}, "
          f"regex {regex.__version__}; seed {options.seed}")
    print(f"{tally['batches']} batches, {tally['failed']} failed; {tally['segments']} segments in corpora, "
          f"the longest candidate had {tally['longest']} tokens")
    for kind in ("corpora", "sentences"):
        shares = ", ".join(f"{tally[kind, share]} {share}" for share in SHARES)
        print(f"{tally[kind]} {kind} compared ({shares}), {tally[kind, 'differ']} differ")
    for name in ("tokenize", "lowercase", "smooth_method", "max_ngram_order", "effective_order", "references"):
        values = sorted(key[1] for key in tally if isinstance(key, tuple) and key[0] == name)
        print(f"corpora by {name}:", ", ".join(f"{value}: {tally[name, value]}" for value in values))
    return 1 if tally["failed"] or tally["differ"] else 0


if __name__ == "__main__":
    sys.exit(main())
