"""Writes numpy.json: random numbers of numpy.random.default_rng.

Run it in this directory with numpy 2.4.6: python3 make_numpy.py
"""

import json

import numpy as np

SEEDS = [0, 1, 12345, 2**32, 2**64 - 1]
SIZES = [1, 2, 3, 1000, 2037, 300_000, 2**31 + 11, 2**32 - 1]


def words(seed):
    """The first 64-bit words."""
    return [str(word) for word in np.random.default_rng(seed).bit_generator.random_raw(6)]


def indices(seed, n):
    """Rows of an odd number of indices, so that they end within a 64-bit word."""
    return np.random.default_rng(seed).choice(n, size=(3, 7), replace=True).tolist()


def bits(seed):
    """Rows that end within a 32-bit word."""
    rows = np.random.default_rng(seed).integers(2, size=(4, 75), dtype=bool)
    return ["".join("01"[int(bit)] for bit in row) for row in rows]


figures = {
    "numpy": np.__version__,
    "streams": [
        {
            "seed": str(seed),
            "words": words(seed),
            "indices": [{"n": n, "rows": indices(seed, n)} for n in SIZES],
            "bits": bits(seed),
        }
        for seed in SEEDS
    ],
}

# Enough draws that some are rejected and drawn again: with n a little above 2^31, almost every second one is.
long = np.random.default_rng(12345).choice(2**31 + 11, size=10_000, replace=True)
figures["long"] = {"seed": "12345", "n": 2**31 + 11, "count": len(long), "sum": str(long.sum()), "last": int(long[-1])}

with open("numpy.json", "w", encoding="utf-8") as file:
    json.dump(figures, file, separators=(",", ":"))
    file.write("\n")
