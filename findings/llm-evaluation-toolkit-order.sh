#!/usr/bin/env bash
# llm-evaluation-toolkit 0.1.1 (PyPI): BLEUMetric takes max_n, the longest n-grams, 4 by default.
# Guess: BLEUMetric(max_n=1) gives the precision of words with the brevity penalty, 4/6, and more orders less.
# Result: max_n is reported in the details, but every max_n gives the score of order 4.
# (Its dependency sentence-transformers, which other metrics use, is not installed here.)
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q nltk==3.10.4 rouge-score==0.1.2 numpy==2.4.6 2>&1
"$dir/venv/bin/pip" install -q --no-deps llm-evaluation-toolkit==0.1.1
"$dir/venv/bin/python" -W ignore - <<'PYTHON'
import nltk
nltk.download = lambda *names, **options: False  # The metric asks for data that it does not use.
from llm_eval.metrics.bleu import BLEUMetric
results = {n: BLEUMetric(max_n=n).compute(["the cat sat on a mat"], ["the cat is on the mat"]) for n in (1, 2, 4)}
for n, result in results.items():
    print(f"llm-evaluation-toolkit 0.1.1, max_n={n}: score {result.score:.6f}, details {result.details}")
    assert result.details["max_n"] == n
assert len({result.score for result in results.values()}) == 1 and results[1].score < 4 / 6
PYTHON
