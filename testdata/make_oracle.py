#!/usr/bin/env python3
"""Writes oracle.json: the figures of sacreBLEU, NLTK and multi-bleu.perl for the corpora in this directory.

    python3 make_oracle.py /path/to/multi-bleu.perl

README.md describes the setup and the cases. The same versions write the same bytes.
"""

import hashlib
import json
import logging
import os
import re
import statistics
import subprocess
import sys
import tempfile
import warnings
from fractions import Fraction
from pathlib import Path

import nltk
import numpy as np
import regex
import sacrebleu
from nltk.translate.bleu_score import SmoothingFunction, corpus_bleu
from sacrebleu.metrics import BLEU
from sacrebleu.significance import PairedTest

VERSIONS = {"sacrebleu": "2.6.0", "numpy": "2.4.6", "nltk": "3.10.4", "regex": "2026.5.9"}
assert {"sacrebleu": sacrebleu.__version__, "numpy": np.__version__, "nltk": nltk.__version__,
        "regex": regex.__version__} == VERSIONS, f"needs exactly {VERSIONS}"
logging.disable(logging.WARNING)  # Omits a thousand times "It is recommended to enable `effective_order`".
assert os.environ.get("SACREBLEU_SEED", "12345") == "12345"

HERE = Path(__file__).resolve().parent
CORPORA = HERE / "corpora"
NAMES = sorted({path.name.split(".")[0] for path in CORPORA.glob("*.hyp.txt")})
TEXTBOOK = [name for name in NAMES if name.startswith("textbook-")]
TOKENIZERS = ["13a", "none", "intl", "zh", "char"]
# Spelled as on the command line. A method without a value has sacreBLEU's default.
SMOOTHINGS = ["exp", "none", "floor", "floor=0.01", "floor=0.5", "floor=0", "add-k", "add-k=0.5", "add-k=2", "add-k=0"]
SEED = 12345


def lines(name):
    """Returns the segments of a file. Only LF ends a line; the last line needs none."""
    text = (CORPORA / name).read_bytes().decode("utf-8")
    found = text.split("\n")
    return found[:-1] if found[-1] == "" else found


def references(name):
    return sorted(path.name for path in CORPORA.glob(f"{name}.ref*.txt"))


def metric(tokenize="13a", lowercase=False, smooth="exp", order=4, effective=False):
    method, _, value = smooth.partition("=")
    return BLEU(tokenize=tokenize, lowercase=lowercase, smooth_method=method,
                smooth_value=float(value) if value else None, max_ngram_order=order,
                effective_order=effective, force=True)


def flags(**options):
    """Returns the equivalent flags of `bleu`. Settings that are not in `options` have their defaults."""
    spelled = []
    for flag, key in (("--tokenize", "tokenize"), ("--smooth", "smooth"), ("--max-order", "order")):
        if key in options:
            spelled += [flag, str(options[key])]
    if options.get("lowercase"):
        spelled.append("--lowercase")
    if "effective" in options:
        spelled.append("--effective-order" + ("" if options["effective"] else "=no"))
    return spelled


def plain_number(x):
    """Returns an int if the value is whole. With add-k, counts can be fractions."""
    return int(x) if float(x) == int(x) else float(x)


def figures(score):
    return {"score": float(score.score), "counts": [plain_number(c) for c in score.counts],
            "totals": [plain_number(t) for t in score.totals], "precisions": [float(p) for p in score.precisions],
            "bp": float(score.bp), "hyp_len": score.sys_len, "ref_len": score.ref_len}


def corpus_case(hyp, refs, extra=(), **options):
    score = metric(**options).corpus_score(lines(hyp), [lines(ref) for ref in refs])
    return {"tool": "sacrebleu", "mode": "corpus", "flags": flags(**options) + list(extra), "hyp": hyp, "refs": refs,
            "scale": 100, "expected": figures(score)}


def sentence_case(hyp, refs, **options):
    scorer = metric(**{"effective": True, **options})
    rows = [figures(scorer.sentence_score(h, list(rs))) for h, *rs in zip(lines(hyp), *map(lines, refs))]
    return {"tool": "sacrebleu", "mode": "sentence", "flags": ["--sentence", *flags(**options)], "hyp": hyp,
            "refs": refs, "scale": 100, "expected": rows}


def sacrebleu_cases():
    for name in NAMES:
        hyp, refs = f"{name}.hyp.txt", references(name)
        yield corpus_case(hyp, refs)
        for tokenize in TOKENIZERS:
            yield corpus_case(hyp, refs, tokenize=tokenize)
            yield corpus_case(hyp, refs, tokenize=tokenize, lowercase=True)
        if name in TEXTBOOK:
            for order in (1, 2, 3, 4):
                yield corpus_case(hyp, refs, tokenize="none", smooth="none", order=order)
            continue
        for smooth in SMOOTHINGS:
            for effective in (False, True):
                yield corpus_case(hyp, refs, smooth=smooth, effective=effective)
        for order in (1, 2, 3, 5, 6, 9, 16):
            yield corpus_case(hyp, refs, order=order)
            yield corpus_case(hyp, refs, order=order, effective=True)
        for smooth in ("floor", "add-k", "none"):
            yield corpus_case(hyp, refs, smooth=smooth, order=9, tokenize="none", effective=True)
        for n in range(1, len(refs)):
            yield corpus_case(hyp, refs[:n])
            yield corpus_case(hyp, refs[n:])
        yield corpus_case(hyp, refs[::-1])
        yield corpus_case(hyp, refs + refs[:1])
        # A candidate as its only reference, and as one of its references.
        yield corpus_case(hyp, [hyp])
        yield corpus_case(hyp, [*refs, hyp], tokenize="none")
        hyp2 = f"{name}.hyp2.txt"
        if (CORPORA / hyp2).exists():
            yield corpus_case(hyp2, refs)
        # Equal weights do not change the score of that order.
        yield corpus_case(hyp, refs, ["--weights", "1/3,1/3,1/3"], order=3)
        yield corpus_case(hyp, refs, ["--weights", "0.25,0.25,0.25,0.25"], effective=True, smooth="floor")

    for name in NAMES:
        hyp, refs = f"{name}.hyp.txt", references(name)
        yield sentence_case(hyp, refs)
        if name in TEXTBOOK:
            continue
        for tokenize in TOKENIZERS[1:]:
            yield sentence_case(hyp, refs, tokenize=tokenize)
        yield sentence_case(hyp, refs, lowercase=True)
        if name in ("latin", "cyrillic-greek", "symbols"):
            yield sentence_case(hyp, refs, tokenize="intl", lowercase=True)
        if name in ("degenerate", "digits", "hopeless", "plain", "short", "single"):
            for smooth in ("exp", "none", "floor", "floor=0.01", "add-k", "add-k=0.5"):
                yield sentence_case(hyp, refs, smooth=smooth, effective=False)
            for smooth in ("none", "floor", "add-k"):
                yield sentence_case(hyp, refs, smooth=smooth, effective=True)
            yield sentence_case(hyp, refs[:1], order=2)
            yield sentence_case(hyp, refs[::-1], order=6, effective=False)


def double_scores(scorer, sums):
    """Returns the score of each row of statistics, in double precision (sacreBLEU uses single precision)."""
    return np.array([scorer._compute_score_from_stats([int(x) for x in row]).score for row in sums])


def resampled(scorer, stats, n):
    """Returns the scores of sacreBLEU's bootstrap resamples, in double precision."""
    picks = np.random.default_rng(SEED).choice(len(stats), size=(n, len(stats)), replace=True)
    return double_scores(scorer, np.array(stats)[picks].sum(axis=1))


def interval(scores):
    n = len(scores)
    ordered = sorted(float(s) for s in scores)
    return {"double_mean": statistics.mean(ordered),
            "double_half_width": 0.5 * (ordered[n - n // 40 - 1] - ordered[n // 40])}


def confidence_case(hyp, refs, n=1000, **options):
    scorer, hyps, texts = metric(**options), lines(hyp), [lines(ref) for ref in refs]
    score = scorer.corpus_score(hyps, texts, n_bootstrap=n)
    exact = interval(resampled(scorer, scorer._extract_corpus_statistics(hyps, texts), n))
    assert np.isclose(exact["double_mean"], score._mean, rtol=1e-6) or score._mean == 0
    return {"tool": "sacrebleu", "mode": "confidence",
            "flags": ["--confidence", "--resamples", str(n), *flags(**options)], "hyp": hyp, "refs": refs,
            "scale": 100, "seed": SEED,
            "expected": {"score": float(score.score), "mean": float(score._mean), "half_width": float(score._ci),
                         **exact}}


def check_p_value(kind, n, scorer, texts, first, other, p_value):
    """Checks that no comparison that a p-value counts depends on rounding."""
    a, b = (np.array(scorer._extract_corpus_statistics(hyps, texts)) for hyps in (first, other))
    observed = abs(float(double_scores(scorer, [a.sum(axis=0)])[0] - double_scores(scorer, [b.sum(axis=0)])[0]))
    if kind == "bootstrap":
        differences = np.abs(resampled(scorer, b, n) - resampled(scorer, a, n))
        differences = differences - differences.mean()
    else:
        mask = np.random.default_rng(SEED).integers(2, size=(n, len(a)), dtype=bool)
        left, right = mask @ a + ~mask @ b, ~mask @ a + mask @ b
        differences = np.abs(double_scores(scorer, left) - double_scores(scorer, right))
    margin = np.abs(differences - observed).min()
    assert margin > 1e-5, f"a resample ties with the observed difference (margin {margin}): choose other segments"
    assert p_value == ((differences >= observed).sum().item() + 1) / (n + 1)


def paired_case(kind, n, hyps, refs, **options):
    scorer, texts = metric(**options), [lines(ref) for ref in refs]
    test = PairedTest([(hyp, lines(hyp)) for hyp in hyps], {"BLEU": scorer}, texts,
                      test_type={"bootstrap": "bs", "randomization": "ar"}[kind], n_samples=n)
    systems = []
    for hyp, row in zip(hyps, test()[1]["BLEU"]):
        p_value = None if row.p_value is None else float(row.p_value)
        if p_value is not None:
            check_p_value(kind, n, scorer, texts, lines(hyps[0]), lines(hyp), p_value)
        system = {"score": float(row.score), "p_value": p_value}
        if kind == "bootstrap":
            exact = interval(resampled(scorer, scorer._extract_corpus_statistics(lines(hyp), texts), n))
            system |= {"mean": float(row.mean), "half_width": float(row.ci), **exact}
        systems.append(system)
    return {"tool": "sacrebleu", "mode": "paired",
            "flags": ["--paired", kind, "--resamples", str(n), *flags(**options)], "hyps": hyps, "refs": refs,
            "scale": 100, "seed": SEED, "expected": systems}


def resampling_cases():
    for name, options in (("latin", {}), ("latin", {"lowercase": True, "tokenize": "intl"}), ("cyrillic-greek", {}),
                          ("cjk", {"tokenize": "zh"}), ("cjk", {"tokenize": "char"}), ("plain", {"tokenize": "none"}),
                          ("short", {"smooth": "floor"}), ("degenerate", {}), ("hopeless", {})):
        yield confidence_case(f"{name}.hyp.txt", references(name), **options)
    yield confidence_case("latin.hyp2.txt", references("latin")[:1], n=40)
    yield confidence_case("single.hyp.txt", references("single"), n=100)
    for name, options in (("latin", {}), ("latin", {"tokenize": "intl", "lowercase": True}), ("cyrillic-greek", {}),
                          ("cyrillic-greek", {"tokenize": "char", "smooth": "add-k"}), ("cjk", {}),
                          ("cjk", {"tokenize": "zh"})):
        refs = references(name)
        # The third system is the last reference, scored against the other references.
        hyps = [f"{name}.hyp2.txt", f"{name}.hyp.txt", refs[-1]]
        yield paired_case("bootstrap", 1000, hyps, refs[:-1], **options)
        yield paired_case("randomization", 2000, hyps, refs[:-1], **options)


NLTK_SMOOTHINGS = {"none": None, "floor": SmoothingFunction(epsilon=0.1).method1,
                   "floor=0.01": SmoothingFunction(epsilon=0.01).method1,
                   "add-k": SmoothingFunction().method2, "exp": SmoothingFunction().method3}
NLTK_WEIGHTS = ["1/4,1/4,1/4,1/4", "1", "0.5,0.5", "1/3,1/3,1/3", "0.2,0.2,0.2,0.2,0.2", "0.4,0.3,0.2,0.1",
                "0.1,0.2,0.3,0.4", "0,1", "0.5,0,0.5", "0.5,0.25,0,0.25"]


def nltk_score(hyps, refs, weights, smooth):
    """Returns NLTK's score of tokenized segments, or None if its definition differs from sacreBLEU's (see README.md).

    The definitions agree if every candidate has at least as many tokens as the order (NLTK counts a total of 0 as 1)
    and, without smoothing, every order with a weight has a match (NLTK replaces 0 by a tiny number). They also agree if
    nothing matches at all: the score is then 0.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        score = corpus_bleu(refs, hyps, tuple(weights), NLTK_SMOOTHINGS[smooth])
    texts = [[" ".join(rs[i]) for rs in refs] for i in range(len(refs[0]))]
    counts = metric("none", smooth="none", order=len(weights)).corpus_score([" ".join(h) for h in hyps], texts).counts
    if any(counts):
        if min(map(len, hyps)) < len(weights):
            return None
        if smooth == "none" and any(w > 0 and c == 0 for w, c in zip(weights, counts)):
            return None
    return float(score)


def nltk_cases():
    for name in NAMES:
        hyp, refs = f"{name}.hyp.txt", references(name)
        hyps = [line.split() for line in lines(hyp)]
        for used in [refs[:n] for n in range(1, len(refs) + 1)]:
            texts = [[line.split() for line in segment] for segment in zip(*map(lines, used))]
            for spelled in NLTK_WEIGHTS if used == refs else NLTK_WEIGHTS[:1]:
                weights = [float(Fraction(w)) for w in spelled.split(",")]
                for smooth in NLTK_SMOOTHINGS:
                    common = ["--tokenize", "none", "--smooth", smooth, "--weights", spelled]
                    score = nltk_score(hyps, texts, weights, smooth)
                    if score is not None:
                        yield {"tool": "nltk", "mode": "corpus", "flags": common, "hyp": hyp, "refs": used, "scale": 1,
                               "expected": {"score": score}}
                    rows = [nltk_score([h], [rs], weights, smooth) for h, rs in zip(hyps, texts)]
                    if used == refs and any(row is not None for row in rows) and len(rows) > 1:
                        yield {"tool": "nltk", "mode": "sentence",
                               "flags": ["--sentence", *common, "--effective-order=no"], "hyp": hyp, "refs": used,
                               "scale": 1, "expected": {"scores": rows}}


PRINTED = re.compile(r"BLEU = ([\d.]+), ([\d./]+) \(BP=([\d.]+), ratio=([\d.]+), hyp_len=(\d+), ref_len=(\d+)\)\n")


def multi_bleu_can_read(names, lowercase):
    """Returns whether the files suit multi-bleu.perl, which knows only ASCII and needs a final LF."""
    for name in names:
        text = (CORPORA / name).read_bytes()
        if not text.endswith(b"\n") or (lowercase and not text.isascii()):
            return False
        if any([token.encode() for token in line.split()] != line.encode().split() for line in lines(name)):
            return False
    return True


def multi_bleu_case(script, hyp, refs, lowercase):
    with tempfile.TemporaryDirectory() as folder:
        stem = Path(folder) / "reference"
        for i, ref in enumerate(refs):
            Path(f"{stem}{i}").write_bytes((CORPORA / ref).read_bytes())
        run = subprocess.run(["perl", script, *(["-lc"] if lowercase else []), stem],
                             input=(CORPORA / hyp).read_bytes(), capture_output=True, check=True)
    printed = run.stdout.decode("ascii")
    score, precisions, bp, ratio, hyp_len, ref_len = PRINTED.fullmatch(printed).groups()
    return {"tool": "multi-bleu", "mode": "corpus",
            "flags": ["--tokenize", "none", "--smooth", "none", *(["--lowercase"] if lowercase else [])],
            "hyp": hyp, "refs": refs, "scale": 100,
            "expected": {"score": float(score), "precisions": [float(p) for p in precisions.split("/")],
                         "bp": float(bp), "ratio": float(ratio), "hyp_len": int(hyp_len), "ref_len": int(ref_len),
                         "printed": printed.rstrip("\n")}}


def multi_bleu_cases(script):
    for name in NAMES:
        refs = references(name)
        for hyp in (f"{name}.hyp.txt", f"{name}.hyp2.txt"):
            if not (CORPORA / hyp).exists():
                continue
            subsets = [refs[:n] for n in range(1, len(refs) + 1)] + ([refs[::-1]] if len(refs) > 1 else [])
            for used in subsets:
                for lowercase in (False, True):
                    if multi_bleu_can_read([hyp, *used], lowercase):
                        yield multi_bleu_case(script, hyp, used, lowercase)


def dumps(value):
    return json.dumps(value, separators=(", ", ": "), allow_nan=False)


def written(case):
    """Returns a case as JSON on one line, or with one line per row if it has rows."""
    rows = case["expected"]
    if not isinstance(rows, list):
        return "  " + dumps(case)
    head = dumps({key: value for key, value in case.items() if key != "expected"})
    return "  " + head[:-1] + ', "expected": [\n' + ",\n".join("    " + dumps(row) for row in rows) + "\n  ]}"


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    script = sys.argv[1]
    perl = subprocess.run(["perl", "-e", "print $^V"], capture_output=True, check=True, text=True).stdout
    provenance = {
        **VERSIONS, "python": sys.version.split()[0],
        "multi-bleu.perl": "Moses, scripts/generic/multi-bleu.perl, sha256 "
                           + hashlib.sha256(Path(script).read_bytes()).hexdigest(),
        "perl": perl,
    }
    cases = [*sacrebleu_cases(), *resampling_cases(), *nltk_cases(), *multi_bleu_cases(script)]
    # Equal cases, such as subsets of a single reference, are kept once.
    unique = list({json.dumps({k: v for k, v in case.items() if k != "expected"}): case for case in cases}.values())
    text = '{\n"provenance": ' + json.dumps(provenance, indent=2) + ',\n"cases": [\n'
    text += ",\n".join(map(written, unique)) + "\n]\n}\n"
    json.loads(text)
    (HERE / "oracle.json").write_bytes(text.encode("ascii"))
    tally = {}
    for case in unique:
        tally[case["tool"], case["mode"]] = tally.get((case["tool"], case["mode"]), 0) + 1
    for (tool, mode), n in tally.items():
        print(f"{n:5} cases  {tool} {mode}")


if __name__ == "__main__":
    main()
