#!/usr/bin/env bash
# bleuper 0.2 (PyPI): BLEU takes a list of references.
# Guess: one reference, the usual case, works.
# Result: with one reference it raises "Must pass at least one reference sentence"; it needs two. Given the same reference
# twice, it scores.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q bleuper==0.2
"$dir/venv/bin/python" - <<'PYTHON'
from bleuper.bleu import BLEU
reference = "the house is by the lake".split()
try:
    BLEU([reference])
    raise SystemExit("one reference is enough now")
except AssertionError as error:
    print("bleuper 0.2, one reference:", error)
    assert "at least one reference" in str(error)
score = BLEU([reference, reference]).compute_score(reference)
print("the reference twice:", score)
assert score == 1.0
PYTHON
