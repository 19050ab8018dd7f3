#!/usr/bin/env bash
# pysubs2 1.8.1 (PyPI) converts subtitles. SRT and WebVTT both have <i>, <b> and <u>.
# Guess: all three are kept from SRT to WebVTT, or none.
# Result: italics and underlines are kept, and bold is lost; from SRT to SRT it is lost too.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q pysubs2==1.8.1
"$dir/venv/bin/python" - <<'PYTHON'
import pysubs2
srt = "1\n00:00:01,000 --> 00:00:02,000\n<i>one</i> <b>two</b> <u>three</u>\n"
subtitles = pysubs2.SSAFile.from_string(srt)
vtt, again = subtitles.to_string("vtt"), subtitles.to_string("srt")
print("pysubs2", pysubs2.VERSION, repr(vtt), repr(again))
for text in (vtt, again):
    assert "<i>one</i> two <u>three</u>" in text
PYTHON
