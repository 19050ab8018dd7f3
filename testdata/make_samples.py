"""Writes samples.json: scores of all pairs by sacreBLEU, and the choices by minimum Bayes risk of mbrs, for samples of a
few segments.

The samples are the lines of the candidates and references of the corpora: all files of a corpus are translations of the
same segments. A few more are variations of them, and texts that are empty, short or equal.

Run in this folder, with mbrs 0.1.8 (installed without its dependencies), torch 2.15.0, sacreBLEU 2.6.0, simple-parsing,
tabulate and tqdm: python3 make_samples.py
"""

import importlib.abc
import importlib.machinery
import json
import sys
from pathlib import Path


class Absent(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Replaces the packages of mbrs's other metrics, which are large and not used here, by modules of empty classes."""

    PACKAGES = {"bert_score", "bleurt_pytorch", "comet", "fastchrf", "huggingface_hub", "transformers"}

    def find_spec(self, name, path, target=None):
        absent = name.split(".")[0] in self.PACKAGES
        return importlib.machinery.ModuleSpec(name, self, is_package=True) if absent else None

    def exec_module(self, module):
        module.__getattr__ = lambda name: type(name, (), {"set_verbosity_error": staticmethod(lambda: None)})


sys.meta_path.append(Absent())

import torch  # noqa: E402
from mbrs.decoders.mbr import DecoderMBR  # noqa: E402
from mbrs.metrics.bleu import MetricBLEU  # noqa: E402
from sacrebleu.metrics import BLEU  # noqa: E402

# By default mbrs rounds scores to 32 bits, so that close ones are equal.
torch.set_default_dtype(torch.float64)

CORPORA = Path("corpora")
SETTINGS = [
    ("", {}),
    ("--lowercase --smooth floor=0.2", {"lowercase": True, "smooth_method": "floor", "smooth_value": 0.2}),
    ("--smooth add-k=2 -n 3", {"smooth_method": "add-k", "smooth_value": 2, "max_ngram_order": 3}),
    ("-t intl --smooth none", {"tokenize": "intl", "smooth_method": "none"}),
    ("-t zh --effective-order=no", {"tokenize": "zh", "effective_order": False}),
]


def lines(name):
    return (CORPORA / name).read_bytes().decode().removesuffix("\n").split("\n")


def segments():
    """Lists of eight samples and two references."""
    found = []
    for corpus, files, count in [("latin", 5, 8), ("cjk", 5, 5), ("plain", 6, 6)]:
        names = [f"{corpus}.hyp.txt", f"{corpus}.hyp2.txt"] + [f"{corpus}.ref{i}.txt" for i in range(1, files - 1)]
        for texts in list(zip(*map(lines, names)))[:count]:
            texts = list(texts)
            words = texts[0].split(" ")
            texts += [" ".join(words[:-1]), " ".join(words[1:]), " ".join(words[::-1]), texts[2], texts[0].lower()]
            found.append({"samples": texts[:8], "references": texts[2:4]})
    odd = ["", "a b", "a b c d e", "a b c d e", "a b a b a b a b", "c", "a b c d x y z a b", "b a"]
    found.append({"samples": odd, "references": ["a b c d e f", ""]})
    found.append({"samples": ["", "x", "", "y z u v", "w", "", "t", "s"], "references": ["q r", "x"]})
    return found


def choose(metric, samples, references):
    """The place and the expected score of mbrs's choice, from 0 to 1, and those of all samples."""
    decoder = DecoderMBR(DecoderMBR.Config(), metric)
    chosen = decoder.decode(samples, references)
    expected = metric.expected_scores(samples, references)
    return {"chosen": chosen.idx[0], "expected": [score / 100 for score in expected.tolist()]}


def main():
    cases = []
    for flags, settings in SETTINGS:
        metric = MetricBLEU(MetricBLEU.Config(num_workers=1, **settings))
        scorer = BLEU(**{"effective_order": True, **settings})
        pair = lambda sample, reference: scorer.sentence_score(sample, [reference]).score / 100
        results = []
        for segment in segments():
            samples, references = segment["samples"], segment["references"]
            results.append(
                {
                    "pairs": [[pair(sample, other) for other in samples] for sample in samples],
                    "against": [[pair(sample, reference) for reference in references] for sample in samples],
                    "together": [scorer.sentence_score(sample, references).score / 100 for sample in samples],
                    "mbr": choose(metric, samples, samples),
                    "mbr_against": choose(metric, samples, references),
                }
            )
        cases.append({"flags": flags, "segments": results})
    with open("samples.json", "w") as out:
        json.dump({"segments": segments(), "cases": cases}, out, ensure_ascii=False, separators=(",", ":"))
        out.write("\n")


if __name__ == "__main__":
    main()
