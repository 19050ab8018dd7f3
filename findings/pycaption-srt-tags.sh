#!/usr/bin/env bash
# pycaption 2.2.20 (PyPI) converts captions between formats. SRT and WebVTT both write italics as <i>...</i>.
# Guess: italics of SRT are italics in the WebVTT that it writes.
# Result: the tags are escaped, so that viewers read "<i>Hello</i>" on the screen, and a reader of the WebVTT gets the tags
# as words of the text.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q pycaption==2.2.20
"$dir/venv/bin/python" -W ignore - <<'PYTHON'
from pycaption import SRTReader, WebVTTReader, WebVTTWriter
srt = "1\n00:00:01,000 --> 00:00:02,000\n<i>Hello</i> there\n"
vtt = WebVTTWriter().write(SRTReader().read(srt))
text = WebVTTReader().read(vtt).get_captions("en-US")[0].get_text()
print("pycaption 2.2.20:", repr(vtt), "read again:", repr(text))
assert "&lt;i>Hello&lt;/i> there" in vtt
assert text == "<i>Hello</i> there"
PYTHON
