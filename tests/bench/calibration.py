"""How often tests call equal systems different: see README.md, "Calibration of tests"."""

import json
import sys

import numpy as np


def read(path):
    """The statistics of the systems of a test set: systems x segments x (lengths of candidate and reference, correct, total)."""
    systems = {}
    with open(path, encoding="utf-8") as records:
        for record in map(json.loads, records):
            if "stats" in record:
                systems.setdefault(record["system"], []).append(record["stats"])
    return np.array(list(systems.values()), dtype=np.float32)


def bleu(sums):
    """Scores of sums that have correct n-grams of each order."""
    hyp_len, ref_len, correct, total = sums[..., 0], sums[..., 1], sums[..., 2:6], sums[..., 6:10]
    return np.where(hyp_len < ref_len, np.exp(1 - ref_len / hyp_len), 1) * np.exp(np.log(correct / total).mean(-1))


def bootstrap(systems, random, resamples):
    """The scores of each system, and on resamples that all share."""
    segments = systems.shape[1]
    drawn = random.integers(0, segments, size=(resamples, segments))
    weights = np.stack([np.bincount(row, minlength=segments) for row in drawn]).astype(np.float32)
    resampled = np.stack([bleu((weights @ system).astype(np.float64)) for system in systems])
    return bleu(systems.astype(np.float64).sum(1)), resampled


def p_values(scores, resampled, a, b):
    """sacreBLEU's p-value, and the p-value of the interval."""
    differences, observed = resampled[a] - resampled[b], scores[a] - scores[b]
    count = len(differences)
    reached = (np.abs(differences) - np.abs(differences).mean() >= abs(observed)).sum()
    rarer = min((differences <= 0).sum(), (differences >= 0).sum())
    return (reached + 1) / (count + 1), max(min(1, 2 * rarer / count), 1 / (count + 1))


def randomization(one, other, random, trials):
    masks = random.integers(0, 2, size=(trials, len(one))).astype(np.float32)
    swapped = (masks @ other - masks @ one).astype(np.float64)
    one, other = one.astype(np.float64).sum(0), other.astype(np.float64).sum(0)
    reached = np.abs(bleu(one + swapped) - bleu(other - swapped)) >= abs(bleu(one) - bleu(other)) - 1e-15
    return (reached.sum() + 1) / (trials + 1)


def holm(p_values):
    """The smallest corrected p-value."""
    return min(1, min(p_values) * len(p_values))


def equal_pair(one, other, random):
    """False marks of two systems whose outputs are swapped at random: by p_value, p_interval, and randomization."""
    is_swapped = random.integers(0, 2, size=(len(one), 1)).astype(bool)
    pair = np.stack([np.where(is_swapped, other, one), np.where(is_swapped, one, other)])
    p_value, p_interval = p_values(*bootstrap(pair, random, 1000), 0, 1)
    return p_value < 0.05, p_interval <= 0.05, randomization(*pair, random, 1000) < 0.05


def equal_table(systems, random):
    """Whether a table of ten equal systems has a false mark, by the same three, without and with Holm's correction."""
    chosen = random.integers(0, len(systems), size=(10, systems.shape[1]))
    table = systems[chosen, np.arange(systems.shape[1])]
    scores, resampled = bootstrap(table, random, 2000)
    found = [p_values(scores, resampled, system, 0) for system in range(1, 10)]
    trials = [randomization(table[system], table[0], random, 2000) for system in range(1, 10)]
    kinds = [[p_value for p_value, _ in found], [p_interval for _, p_interval in found], trials]
    smallest = [min(kind) for kind in kinds] + [holm(kind) for kind in kinds]
    return [p <= 0.05 if place % 3 == 1 else p < 0.05 for place, p in enumerate(smallest)]


# Student's t, two-sided, at 95 %, by degrees of freedom.
STUDENT = {2: 4.303, 6: 2.447, 14: 2.145}


def covered_draws(systems, random):
    """Whether two further draws of a model differ by no more than t sqrt(2) s says, for 2, 4 and 8 draws of each of two equal models.
    A draw takes each segment from a system at random."""
    covered = []
    for number in [2, 4, 8]:
        chosen = random.integers(0, len(systems), size=(2 * number + 2, systems.shape[1]))
        scores = bleu(systems[chosen, np.arange(systems.shape[1])].astype(np.float64).sum(1))
        variance = np.mean([scores[:number].var(ddof=1), scores[number : 2 * number].var(ddof=1)])
        covered.append(abs(scores[-1] - scores[-2]) <= STUDENT[2 * number - 2] * np.sqrt(2 * variance))
    return covered


def main(kind, experiments, *paths):
    random, sets = np.random.default_rng(1), [read(path) for path in paths]
    pairs = [(systems[a], systems[b]) for systems in sets for a in range(len(systems)) for b in range(a)]
    marks = []
    for experiment in range(int(experiments)):
        drawn = random.integers(0, sets[0].shape[1], 500)
        if kind == "whole":
            marks.append(equal_pair(*pairs[experiment % len(pairs)], random))
        elif kind == "drawn":
            marks.append(equal_pair(*sets[0][:2, drawn], random))
        elif kind == "draws":
            marks.append(covered_draws(sets[0][:, drawn], random))
        else:
            marks.append(equal_table(sets[0][:, drawn], random))
    counted = "covered" if kind == "draws" else "false marks"
    print(kind, experiments, f"experiments, {counted} per 100:", np.mean(marks, axis=0) * 100)


main(*sys.argv[1:])
