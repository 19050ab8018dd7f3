#!/usr/bin/env python3
"""Prints what each change of --what-if gains on good pairs of texts.

Usage: gains.py BLEU FOLDER [TEXTS]: BLEU is the program, FOLDER keeps the packages of findings.py, and TEXTS holds outputs and
references of WMT as PAIR.hyp.SYSTEM.LANGUAGE and PAIR.ref.NAME.LANGUAGE.

Pairs are the catalogues for tuning, and all outputs and references of a direction, each against each. Differences of style are the
changes whose gain is half a point or more at the 99th percentile: they have limits of their own.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import findings

PERCENTILE = 0.99
TOKENIZERS = {**findings.TOKENIZERS, "zh": "zh", "ja": "char"}


def catalogues(folder, temporary):
    """The tokenizer and the two files of each pair of catalogues."""
    for name, texts in findings.pairs(findings.PACKAGES["tuning"], folder):
        paths = [temporary / f"{name.replace(' ', '-')}.{side}" for side in ("hyp", "ref")]
        for path, lines in zip(paths, texts):
            path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        yield TOKENIZERS.get(name[:2], "13a"), *paths


def translations(folder):
    """The same for texts in a folder."""
    for direction in sorted({path.name.split(".")[0] for path in folder.iterdir()}):
        paths = sorted(folder.glob(f"{direction}.*"))
        for candidate in paths:
            for reference in paths:
                # A reference is scored by a reference only.
                if candidate != reference and (".hyp." in candidate.name or ".ref." in reference.name):
                    yield TOKENIZERS.get(direction.split("-")[1], "13a"), candidate, reference


def gains(program, pair):
    tokenizer, candidate, reference = pair
    command = [program, "-q", "-t", tokenizer, "-r", reference, candidate, "--what-if", "-f", "json"]
    scores = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)["what_if"]
    return {score["change"]: score["difference"] for score in scores}


def main():
    program, folder, *others = sys.argv[1:]
    with tempfile.TemporaryDirectory() as temporary, ThreadPoolExecutor(os.cpu_count()) as pool:
        pairs = list(catalogues(Path(folder), Path(temporary)))
        pairs += [pair for texts in others for pair in translations(Path(texts))]
        found = list(pool.map(lambda pair: gains(program, pair), pairs))
    print(f"{len(found)} pairs: 99th percentile and maximum")
    for change in found[0]:
        values = sorted(gain[change] for gain in found)
        print(f"  {change:24} {values[math.ceil(PERCENTILE * len(values)) - 1]:.4f}  {values[-1]:.4f}")


if __name__ == "__main__":
    main()
