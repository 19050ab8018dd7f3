#!/usr/bin/env python3
"""Compares `bleu` with sacreBLEU on any number of small random corpora.

    differential.py BLEU --folder DIR [--corpora N] [--minutes M] [--jobs N] [--seed N]   start, or go on
    differential.py BLEU --batch N [--seed N]                                             one batch again
    differential.py BLEU --self-test                                                      find deliberate errors
    differential.py BLEU --lines FILE...                                                  tokens of all lines of files

README.md says what is drawn and compared. DIR gets the state (state.json) and a script for each difference. The exit
status is 1 if there is a difference.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from draw import SENTENCEPIECE

MODELS = Path(__file__).resolve().parent.parent.parent / "testdata" / "sentencepiece"
# The small models that take the place of sacreBLEU's.
SMALL_MODELS = {"flores101": "unigram.model", "flores200": "bpe.model", "spBLEU-1K": "char.model"}


def main():
    options = parse_arguments()
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as scratch:
        if options.cache is None:
            options.cache = small_models(options.folder or Path(scratch))
        # sacreBLEU reads the variable when it is imported, by the modules that are imported here.
        os.environ["SACREBLEU"] = str(options.cache.resolve())
        from campaign import Campaign
        from runner import Runner
        from self_test import self_test

        runner = Runner(str(options.program.resolve()), Path(scratch))
        if options.lines:
            return 1 if runner.compare_lines(options.lines) else 0
        if options.self_test:
            return 0 if self_test(runner, options.seed) else 1
        if options.batch is not None:
            outcome = runner.compare(options.seed, options.batch)
            print(f"{outcome.report}\n{outcome.script}" if outcome.report else "no difference")
            return 1 if outcome.report else 0
        return Campaign(options, runner).go_on()


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program", metavar="BLEU", type=Path)
    parser.add_argument("--folder", type=Path, help="state and differences; if it has a state, the comparison goes on")
    parser.add_argument("--corpora", type=int, default=1_000_000, help="stop after this number in all [1000000]")
    parser.add_argument("--minutes", type=float, default=float("inf"), help="stop after this time")
    parser.add_argument("--differences", type=int, default=20, help="stop after this number of them [20]")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="number of processes [all cores]")
    parser.add_argument("--seed", type=int, default=1, help="[1]")
    parser.add_argument("--cache", type=Path, help="sacreBLEU's cache, with its SentencePiece models [small models]")
    parser.add_argument("--batch", type=int, help="compare only this batch")
    parser.add_argument("--self-test", action="store_true", help="find deliberate errors in sacreBLEU's code")
    parser.add_argument("--lines", type=Path, nargs="+", metavar="FILE", help="compare the tokens of all lines")
    options = parser.parse_args()
    if not (options.folder or options.self_test or options.lines or options.batch is not None):
        parser.error("--folder is missing")
    return options


def small_models(folder):
    """Returns a cache for sacreBLEU, with small models under the names of its own."""
    models = folder / "cache" / "models"
    models.mkdir(parents=True, exist_ok=True)
    for name, small in SMALL_MODELS.items():
        shutil.copyfile(MODELS / small, models / SENTENCEPIECE[name])
    return folder / "cache"


if __name__ == "__main__":
    sys.exit(main())
