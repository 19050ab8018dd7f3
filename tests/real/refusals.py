"""Files that bleu does not read. It names what they are and a command; the command is followed, and its result is scored.

`REFUSALS` has for each form what writes the file, words of the message, and the shell commands: the commands of the message,
with the arguments that are missing in it.
"""

import io
import subprocess
import tarfile

from texts import CANDIDATES, SIDES

REFUSALS = {}


def form(name, words, follow):
    def add(function):
        REFUSALS[name] = (function, words, follow)
        return function

    return add


@form("file.ass", "pysubs2 --to srt file.ass", "pysubs2 --to srt file.ass; $BLEU -r ref file.srt")
def ass(path):
    from units import pysubs2_file

    pysubs2_file(CANDIDATES).save(str(path))


@form("file.ttml", "tt convert -i file.ttml -o subtitles.srt", "tt convert -i file.ttml -o subtitles.srt > log; $BLEU -r ref subtitles.srt")
def ttml(path):
    from units import ttml

    path.write_bytes(ttml(CANDIDATES))


@form("file.stm", "cut -d ' ' -f 7- file.stm > text.txt", "cut -d ' ' -f 7- file.stm > text.txt; $BLEU -r ref text.txt")
def stm(path):
    lines = [f"talk 1 speaker {n}.00 {n}.90 <o,f0,male> {text}\n" for n, text in enumerate(CANDIDATES)]
    path.write_text("".join(lines))


@form("data.xlsx", "xlsx2csv data.xlsx | bleu --records - -r NAME NAME", "xlsx2csv data.xlsx | $BLEU --records - -r ref hyp")
def xlsx(path):
    from tables import frame

    frame().to_excel(path, index=False)


@form("file.docx", "docx2txt file.docx | grep . > text.txt", "docx2txt file.docx | grep . > text.txt; $BLEU -r ref text.txt")
def docx(path):
    import docx

    document = docx.Document()
    for text in CANDIDATES:
        document.add_paragraph(text)
    document.save(str(path))


@form("data.parquet", "duckdb -c \"COPY (FROM 'data.parquet') TO '/dev/stdout' (FORMAT json)\" | bleu --records - -r NAME NAME", "duckdb -c \"COPY (FROM 'data.parquet') TO '/dev/stdout' (FORMAT json)\" | $BLEU --records - -r ref hyp")
def parquet(path):
    import pyarrow
    import pyarrow.parquet

    pyarrow.parquet.write_table(pyarrow.table(SIDES), path)


@form("log.eval", "inspect log dump log.eval > log.json; bleu --records log.json -r samples:target samples:output.completion", "inspect log dump log.eval > log.json; $BLEU --records log.json -r samples:target samples:output.completion")
def inspect_eval(path):
    from inspect_log import write_log

    write_log(path, "eval")


@form("file.tar.gz", "tar -xf file.tar.gz", "tar -xf file.tar.gz; $BLEU -r ref inner.txt")
def tar(path):
    data = "".join(text + "\n" for text in CANDIDATES).encode()
    with tarfile.open(path, "w:gz") as archive:
        member = tarfile.TarInfo("inner.txt")
        member.size = len(data)
        archive.addfile(member, io.BytesIO(data))


@form("file.zip", "unzip file.zip", "unzip -q file.zip; $BLEU -r ref inner.txt")
def zipped(path):
    import zipfile

    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("inner.txt", "".join(text + "\n" for text in CANDIDATES))


@form("file.txt.xz", "xz -dc file.txt.xz > file.txt", "xz -dc file.txt.xz > file.txt; $BLEU -r ref file.txt")
def xz(path):
    import lzma

    path.write_bytes(lzma.compress("".join(text + "\n" for text in CANDIDATES).encode()))
