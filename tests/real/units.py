"""Files of units that real programs write: one file per side. `UNITS` has a function for each form, from texts to bytes.

A function is also given the order of the units: files are joined by their ids, whatever their order.
"""

import io
import json
import subprocess
import tempfile
from pathlib import Path

from texts import REFERENCES, SOURCES

UNITS = {}
# Forms without ids, whose order must be that of the other files, and forms whose order is that of their times or numbers.
ORDERED = {"json", "json-indented", "jq-strings"}


def form(name):
    def add(function):
        UNITS[name] = function
        return function

    return add


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def with_file(ending, write):
    """What a program writes into a file of this ending."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"file.{ending}"
        write(path)
        return path.read_bytes()


@form("translate-toolkit-xliff")
def xliff(texts, order):
    from translate.storage import xliff

    store = xliff.xlifffile()
    for number in order:
        unit = store.addsourceunit(SOURCES[number])
        unit.target = texts[number]
        unit.setid(str(number))
    return bytes(store)


@form("translate-toolkit-xliff2")
def xliff2(texts, order):
    from translate.storage import xliff2

    store = xliff2.Xliff2File()
    for number in order:
        unit = store.addsourceunit(SOURCES[number])
        unit.target = texts[number]
        unit.setid(f"u{number}")
    return bytes(store)


@form("translate-toolkit-po")
def po(texts, order):
    from translate.storage import po

    store = po.pofile()
    for number in order:
        store.addsourceunit(SOURCES[number]).target = texts[number]
    return bytes(store)


@form("polib")
def polib_po(texts, order):
    import polib

    file = polib.POFile(wrapwidth=30)
    file.metadata = {"Content-Type": "text/plain; charset=utf-8"}
    for number in order:
        file.append(polib.POEntry(msgctxt="menu", msgid=SOURCES[number], msgstr=texts[number], comment="note"))
    return str(file).encode()


@form("msgcat")
def msgcat(texts, order):
    return subprocess.run(["msgcat", "--width=40", "-"], input=po(texts, order), capture_output=True, check=True).stdout


@form("translate-toolkit-tmx")
def tmx(texts, order):
    from translate.storage import tmx

    store = tmx.tmxfile()
    for number in order:
        store.addtranslation(SOURCES[number], "de", texts[number], "en")
    return bytes(store)


def pysubs2_file(texts):
    import pysubs2

    file = pysubs2.SSAFile()
    for number, text in enumerate(texts):
        # Backslashes are commands in its own form.
        event = pysubs2.SSAEvent(start=2000 * number, end=2000 * number + 1500)
        event.plaintext = text
        file.append(event)
    return file


@form("pysubs2-srt")
def pysubs2_srt(texts, order):
    return pysubs2_file(texts).to_string("srt").encode()


@form("srt")
def srt_srt(texts, order):
    import srt
    from datetime import timedelta

    cues = [
        srt.Subtitle(None, timedelta(seconds=2 * number), timedelta(seconds=2 * number + 1), f"<i>{text}</i>")
        for number, text in enumerate(texts)
    ]
    return srt.compose(cues).encode()


@form("pysubs2-vtt")
def pysubs2_vtt(texts, order):
    return pysubs2_file([escaped(text) for text in texts]).to_string("vtt").encode()


@form("webvtt-py")
def webvtt_vtt(texts, order):
    import webvtt

    file = webvtt.WebVTT()
    for number, text in enumerate(texts):
        start, end = f"00:00:{2 * number:02}.000", f"00:00:{2 * number + 1:02}.900"
        file.captions.append(webvtt.Caption(start, end, f"<v Ann>{escaped(text)}</v>"))
    return with_file("vtt", lambda path: file.save(str(path)))


@form("ttconv-srt")
def ttconv_srt(texts, order):
    return converted_by_ttconv(texts, "srt")


@form("ttconv-vtt")
def ttconv_vtt(texts, order):
    return converted_by_ttconv(texts, "vtt")


def ttml(texts):
    cues = "".join(
        f'<p begin="00:00:{2 * number:02}.000" end="00:00:{2 * number + 1:02}.000">{escaped(text)}</p>'
        for number, text in enumerate(texts)
    )
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<tt xmlns="http://www.w3.org/ns/ttml" xml:lang="en">'
    region = (
        '<head><layout><region xml:id="r" xmlns:tts="http://www.w3.org/ns/ttml#styling" tts:extent="80% 80%" '
        'tts:origin="10% 10%"/></layout></head>'
    )
    return f'{head}{region}<body region="r"><div>{cues}</div></body></tt>'.encode()


def converted_by_ttconv(texts, ending):
    with tempfile.TemporaryDirectory() as folder:
        source, target = Path(folder) / "file.ttml", Path(folder) / f"file.{ending}"
        source.write_bytes(ttml(texts))
        subprocess.run(["tt", "convert", "-i", source, "-o", target], check=True, capture_output=True)
        return target.read_bytes()


@form("moses-nbest")
def moses_nbest(texts, order):
    """As the manual of Moses gives it: features, and then the total."""
    features = "LexicalReordering0= -1.6 0 0 -1.6 Distortion0= 0 LM0= -22.0 WordPenalty0= -7"
    return "".join(
        f"{number} ||| {text}  ||| {features} ||| {score}\n"
        for number in order
        for text, score in [(texts[number], -0.5), ("a worse one", -1.5)]
    ).encode()


@form("marian-nbest")
def marian_nbest(texts, order):
    """As `marian-decoder --n-best --alignment --word-scores` prints it."""
    return "".join(
        f"{number} ||| {text} ||| 0-0 1-1 ||| WordScores= -0.1 -0.2 ||| F0= {score} ||| {score}\n"
        for number in sorted(order)
        for text, score in [(texts[number], -0.5), ("a worse one", -1.5)]
    ).encode()


@form("nematus-nbest")
def nematus_nbest(texts, order):
    """As Nematus and Sockeye's `nbest` scripts print it: the score alone."""
    lines = [f"{number} ||| {text} ||| {score}\n" for number in order for text, score in [(texts[number], 0.5), ("a b", 1.5)]]
    return "".join(lines).encode()


@form("fairseq-generate")
def fairseq(texts, order):
    """As fairseq-generate 0.12 logs batches, with `--nbest 2`."""
    lines = ["2024-03-01 10:00:00 | INFO | fairseq_cli.generate | {'_name': None, 'common': {'seed': 1}}\n"]
    for number in order:
        lines += [
            f"S-{number}\t{SOURCES[number]}\n",
            f"T-{number}\t{REFERENCES[number]}\n",
            f"H-{number}\t-0.3\t▁{texts[number]}\n",
            f"D-{number}\t-0.3\t{texts[number]}\n",
            f"P-{number}\t-0.1 -0.2\n",
            f"H-{number}\t-0.9\t▁worse\n",
            f"D-{number}\t-0.9\tworse\n",
            f"P-{number}\t-0.1 -0.2\n",
        ]
    lines.append("2024-03-01 10:00:09 | INFO | fairseq_cli.generate | Translated 12 sentences in 1.2s\n")
    lines.append("Generate test with beam=5: BLEU4 = 35.00, 67.0/42.0/28.0/19.0 (BP=1.000, ratio=1.0, syslen=9, reflen=9)\n")
    return "".join(lines).encode()


@form("coco-results")
def coco(texts, order):
    return json.dumps([{"image_id": number + 100, "caption": texts[number]} for number in order]).encode()


@form("mteval-sgml")
def sgml(texts, order):
    segments = "".join(f'<seg id="{number + 1}"> {escaped(texts[number])} </seg>\n' for number in order)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE mteval SYSTEM "ftp://example.org/mteval-xml-v1.3.dtd">\n<mteval>\n'
        f'<tstset setid="s" srclang="any" trglang="en" sysid="x">\n<doc docid="d" sysid="x">\n{segments}</doc>\n</tstset>\n</mteval>\n'
    ).encode()


@form("json")
def json_list(texts, order):
    return json.dumps(texts).encode()


@form("json-indented")
def json_indented(texts, order):
    return json.dumps(texts, indent=2, ensure_ascii=False).encode()
