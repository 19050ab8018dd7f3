"""Writes the same segments as plain lines and in each format of other programs, for the times in README.md.

    python3 tests/bench/files.py CANDIDATE REFERENCE SOURCE FOLDER MEGABYTES

Each file of candidates has this many megabytes, and the file of references as many segments.
"""

import json
import sys
from pathlib import Path
from xml.sax.saxutils import escape

candidate, reference, source, folder, megabytes = sys.argv[1:]
folder = Path(folder)
folder.mkdir(exist_ok=True)
SIDES = {"hyp": candidate, "ref": reference}


def source_text(n):
    return sources[n % len(sources)]


def time(n):
    return f"{n // 3600:02}:{n // 60 % 60:02}:{n % 60:02}"


FORMATS = {
    "xliff": (
        '<?xml version="1.0"?>\n<xliff version="1.2"><file original="a"><body>\n',
        lambda n, text: f'<trans-unit id="{n}"><source>{escape(source_text(n))}</source><target>{escape(text)}</target></trans-unit>\n',
        "</body></file></xliff>\n",
    ),
    "tmx": (
        '<?xml version="1.0"?>\n<tmx version="1.4"><header srclang="de"/><body>\n',
        lambda n, text: f'<tu tuid="{n}"><tuv xml:lang="de"><seg>{escape(source_text(n))}</seg></tuv><tuv xml:lang="en"><seg>{escape(text)}</seg></tuv></tu>\n',
        "</body></tmx>\n",
    ),
    "po": (
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n',
        lambda n, text: f"#: a.c:{n}\nmsgid {json.dumps(f'{n} {source_text(n)}', ensure_ascii=False)}\nmsgstr {json.dumps(text, ensure_ascii=False)}\n\n",
        "",
    ),
    "srt": ("", lambda n, text: f"{n + 1}\n{time(n)},250 --> {time(n)},900\n{text}\n\n", ""),
    "vtt": ("WEBVTT\n\n", lambda n, text: f"{time(n)}.250 --> {time(n)}.900\n{escape(text)}\n\n", ""),
    "nbest": ("", lambda n, text: f"{n} ||| {text} ||| F0= -1.5 ||| -0.5\n", ""),
    "fairseq": ("", lambda n, text: f"S-{n}\t{source_text(n)}\nT-{n}\t{text}\nH-{n}\t-0.5\t{text}\nD-{n}\t-0.5\t{text}\nP-{n}\t-0.1 -0.2\n", ""),
    "json-list": ("[\n", lambda n, text: (",\n" if n else "") + json.dumps(text), "\n]\n"),
}


def write(name, head, line, end):
    """Writes candidates of the wanted size, and as many references."""
    with (folder / f"{name}.hyp").open("w") as hyp, (folder / f"{name}.ref").open("w") as ref:
        size, number = hyp.write(head), 0
        ref.write(head)
        while size < int(megabytes) * 1_000_000:
            place = number % len(texts["hyp"])
            size += hyp.write(line(number, texts["hyp"][place]))
            ref.write(line(number, texts["ref"][place]))
            number += 1
        hyp.write(end)
        ref.write(end)


sources = Path(source).read_text().splitlines()
texts = {side: Path(path).read_text().splitlines() for side, path in SIDES.items()}
for name, (head, line, end) in FORMATS.items():
    write(name, head, line, end)
write("plain", "", lambda n, text: text + "\n", "")
with (folder / "quoted.tsv").open("w") as table, (folder / "plain.tsv").open("w") as plain:
    table.write("ref\thyp\n")
    plain.write("ref\thyp\n")
    size, n = 0, 0
    quoted = lambda text: '"' + text.replace('"', '""') + '"'
    while size < int(megabytes) * 1_000_000:
        row = [texts[side][n % len(texts[side])].replace("\t", " ") for side in ["ref", "hyp"]]
        size += table.write("\t".join(map(quoted, row)) + "\n")
        plain.write("\t".join(row) + "\n")
        n += 1
