#!/usr/bin/env bash
# bleuscore 0.2.0 (PyPI), which says that it matches Hugging Face evaluate, scores two predictions against a list of one
# reference: what should the second prediction be compared with?
# Guess: an error, as evaluate raises for lists of different lengths.
# Result: the second prediction is left out, and the corpus scores 1.0. In the other direction a reference is left out.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q bleuscore==0.2.0
"$dir/venv/bin/python" - <<'PYTHON'
import bleuscore
more_predictions = bleuscore.compute(references=[["a b c d e"]], predictions=["a b c d e", "x y z"])
more_references = bleuscore.compute(references=[["a b c d e"], ["v w x y z"]], predictions=["a b c d e"])
print("bleuscore", bleuscore.__version__, "predictions left over:", more_predictions)
print("references left over:", more_references)
assert more_predictions["bleu"] == 1.0 and more_predictions["translation_length"] == 5
assert more_references["bleu"] == 1.0 and more_references["reference_length"] == 5
PYTHON
