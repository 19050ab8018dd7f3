#!/usr/bin/env bash
# pycaption 2.2.20 (PyPI) reads WebVTT, in which a cue may have a number before it and no text.
# Guess: a cue without text is left out or kept; the number of the next cue is not text.
# Result: the number becomes the first line of the next cue's text, "3\nthe end". Without the empty cue it does not.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q pycaption==2.2.20
"$dir/venv/bin/python" -W ignore - <<'PYTHON'
from pycaption import WebVTTReader
first = "WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nthe start\n\n"
empty = "2\n00:00:03.000 --> 00:00:04.000\n\n"
last = "3\n00:00:05.000 --> 00:00:06.000\nthe end\n"
read = lambda text: [cue.get_text() for cue in WebVTTReader().read(text).get_captions("en-US")]
with_empty, without = read(first + empty + last), read(first + last)
print("pycaption 2.2.20: with an empty cue", with_empty, "without", without)
assert without == ["the start", "the end"]
assert with_empty == ["the start", "3\nthe end"]
PYTHON
