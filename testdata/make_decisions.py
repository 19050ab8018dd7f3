"""Writes decisions.json: differences with intervals, corrected p-values, power, and several runs, computed with numpy,
scipy and statsmodels from the statistics that sacreBLEU extracts.

Run in this folder, with numpy 2.4.6, scipy 1.17.1, statsmodels 0.15.0, sacreBLEU 2.6.0: python3 make_decisions.py
"""

import json
from pathlib import Path

import numpy as np
from sacrebleu.metrics import BLEU
from scipy.stats import norm
from statsmodels.stats.multitest import multipletests

SEED, RESAMPLES = 12345, 1000
CORPORA = Path("corpora")
# Each text is repeated this often; power is not estimated from fewer than 50 segments.
CASES = [
    (3, "latin.ref1.txt", ["latin.hyp2.txt", "latin.hyp.txt", "latin.ref2.txt", "latin.ref3.txt"]),
    (1, "cjk.ref1.txt", ["cjk.hyp.txt", "cjk.hyp2.txt", "cjk.ref2.txt"]),
    (1, "symbols.ref1.txt", ["symbols.hyp.txt", "symbols.ref2.txt"]),
]


def lines(name, repeat=1):
    return repeat * (CORPORA / name).read_bytes().decode().removesuffix("\n").split("\n")


def statistics(name, reference, repeat=1):
    """Rows of hyp_len, ref_len, correct 1-4, total 1-4, as integers."""
    return np.array(BLEU()._extract_corpus_statistics(lines(name, repeat), [lines(reference, repeat)]), dtype=np.int64)


def score(rows):
    """The corpus score, from 0 to 1, of a sum of statistics."""
    return BLEU()._compute_score_from_stats([int(n) for n in rows]).score / 100


def sentence_scores(name, reference, repeat):
    metric = BLEU(effective_order=True)
    return np.array([metric.sentence_score(h, [r]).score for h, r in zip(lines(name, repeat), lines(reference, repeat))])


def bootstrap(systems):
    """The scores of each system on the same resamples."""
    n = len(systems[0])
    drawn = np.random.default_rng(SEED).choice(n, size=(RESAMPLES, n), replace=True)
    return [np.array([score(rows[row].sum(axis=0)) for row in drawn]) for rows in systems]


def percentiles(values):
    ordered = np.sort(values)
    return float(ordered[len(ordered) // 40]), float(ordered[len(ordered) - len(ordered) // 40 - 1])


def compare(repeat, reference, names):
    systems = [statistics(name, reference, repeat) for name in names]
    observed = [score(rows.sum(axis=0)) for rows in systems]
    sentences = [sentence_scores(name, reference, repeat) for name in names]
    resampled = bootstrap(systems)
    found = []
    for place in range(1, len(names)):
        difference = observed[place] - observed[0]
        differences = resampled[place] - resampled[0]
        low, high = percentiles(differences)
        error = float(np.std(differences, ddof=1))
        detectable = float(norm.ppf(0.975) + norm.ppf(0.8)) * error
        absolute = np.abs(differences)
        found.append({
            "system": names[place],
            "difference": difference,
            "difference_low": low,
            "difference_high": high,
            "standard_error": error,
            "detectable_difference": detectable,
            "segments_needed": len(systems[0]) * (detectable / difference) ** 2,
            "p_value": float((np.sum(absolute - absolute.mean() >= abs(difference)) + 1) / (RESAMPLES + 1)),
            "segments_better": int(np.sum(sentences[place] > sentences[0])),
            "segments_worse": int(np.sum(sentences[place] < sentences[0])),
            "segments_equal": int(np.sum(sentences[place] == sentences[0])),
        })
    return {"repeat": repeat, "reference": reference, "first": names[0], "seed": SEED, "resamples": RESAMPLES, "found": found}


def runs(reference, systems):
    """Mean, deviations, and randomization stratified over segments and runs: MultEval joins the runs of a system, and
    swaps each row with the row of the other system in the same place."""
    tables = [[statistics(name, reference) for name in names] for names in systems]
    scores = [[score(rows.sum(axis=0)) for rows in runs] for runs in tables]
    joined = [np.concatenate(runs) for runs in tables]
    total = [score(rows.sum(axis=0)) for rows in joined]
    masks = np.random.default_rng(SEED).integers(2, size=(RESAMPLES, len(joined[0])), dtype=bool)
    found = []
    for place, names in enumerate(systems):
        resampled = bootstrap(tables[place])
        as_large = 0
        for mask in masks:
            a = np.where(mask[:, None], joined[0], joined[place]).sum(axis=0)
            b = np.where(mask[:, None], joined[place], joined[0]).sum(axis=0)
            as_large += abs(score(a) - score(b)) >= abs(total[place] - total[0])
        found.append({
            "files": names,
            "scores": scores[place],
            "score": float(np.mean(scores[place])),
            "run_deviation": float(np.std(scores[place], ddof=1)),
            "resample_deviation": float(np.mean([np.std(one, ddof=1) for one in resampled])),
            "difference": float(np.mean(scores[place]) - np.mean(scores[0])) if place else None,
            "p_value": (int(as_large) + 1) / (RESAMPLES + 1) if place else None,
        })
    return {"reference": reference, "seed": SEED, "resamples": RESAMPLES, "found": found}


def corrections():
    random = np.random.default_rng(SEED)
    families = [[0.01, 0.04, 0.03, 0.005], [0.5], [0.02, 0.02, 0.02], [1 / 1001] * 10 + [1.0], [0.9, 0.8, 1.0, 0.049]]
    families += [random.uniform(size=size).round(4).tolist() for size in (2, 7, 45)]
    families += [(random.uniform(size=size) ** 4).tolist() for size in (9, 435)]
    adjust = lambda family, method: multipletests(family, alpha=0.05, method=method)[1].tolist()
    return [{"p_values": f, "holm": adjust(f, "holm"), "bonferroni": adjust(f, "bonferroni")} for f in families]


figures = {
    "comparisons": [compare(*case) for case in CASES],
    "runs": [
        runs("latin.ref1.txt", [["latin.hyp2.txt", "latin.ref2.txt"], ["latin.ref3.txt", "latin.hyp2.txt"]]),
        runs("plain.ref1.txt", [["plain.hyp.txt", "plain.ref2.txt", "plain.ref3.txt"],
                                ["plain.hyp2.txt", "plain.ref4.txt", "plain.ref2.txt"]]),
    ],
    "corrections": corrections(),
}
Path("decisions.json").write_text(json.dumps(figures, indent=1) + "\n")
