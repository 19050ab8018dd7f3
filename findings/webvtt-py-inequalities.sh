#!/usr/bin/env bash
# webvtt-py 0.6.0 (PyPI) reads SRT too. In SRT a "<" that begins no tag is text.
# Guess: the text of a cue "2 < 3 and 4 > 1" is that, and a cue without text is a cue by both of its readers.
# Result: the text is "2  1": what is between the two signs is taken for a tag. from_srt leaves out the cue without text,
# so that the lines after it move up against another language's; the WebVTT reader keeps it.
set -euo pipefail
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT
python3 -m venv "$dir/venv"
"$dir/venv/bin/pip" install -q webvtt-py==0.6.0
cd "$dir"
printf '1\n00:00:01,000 --> 00:00:02,000\n2 < 3 and 4 > 1\n\n2\n00:00:03,000 --> 00:00:04,000\n\n3\n00:00:05,000 --> 00:00:06,000\nthe end\n' > cues.srt
printf 'WEBVTT\n\n1\n00:00:01.000 --> 00:00:02.000\nthe start\n\n2\n00:00:03.000 --> 00:00:04.000\n\n3\n00:00:05.000 --> 00:00:06.000\nthe end\n' > cues.vtt
"$dir/venv/bin/python" - <<'PYTHON'
import webvtt
srt = [cue.text for cue in webvtt.from_srt("cues.srt")]
vtt = [cue.text for cue in webvtt.read("cues.vtt")]
print("webvtt-py 0.6.0: SRT", srt, "WebVTT", vtt)
assert srt == ["2  1", "the end"]
assert vtt == ["the start", "", "the end"]
PYTHON
