#!/usr/bin/env bash
# urdu-text-eval 1.0 (PyPI, 2026) reports word and character accuracy beside WER, CER, chrF and BLEU.
# Guess: accuracies are from 0 to 1, and two empty texts, an exact match, score 1 by all metrics.
# Result: an output of four words for a reference of one has word accuracy -2. For two empty texts exact match and word
# accuracy are 1, and BLEU and chrF are 0.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q urdu-text-eval==1.0 jiwer==4.0.0 rapidfuzz==3.14.6 sacrebleu==2.6.0
"$dir/venv/bin/python" -W ignore - <<'PYTHON'
from urdu_text_eval import compute_metrics
long = compute_metrics(["گھر"], ["یہ گھر بڑا ہے"])
print("urdu-text-eval 1.0, four words for one: word accuracy", long["word_accuracy"], "WER", long["wer"])
assert long["word_accuracy"] == -2.0
empty = compute_metrics([""], [""])
print("two empty texts:", {name: empty[name] for name in ("exact_match", "word_accuracy", "bleu", "chrf")})
assert (empty["exact_match"], empty["word_accuracy"], empty["bleu"], empty["chrf"]) == (1.0, 1.0, 0.0, 0.0)
PYTHON
