"""Writes the same segments with real programs, one folder for each form, with the command that scores it.

Each folder has `cmd`, the arguments of bleu. All must give the score of the plain lines, unless the name of the folder ends in
`.refused`: then the program must refuse the file, and `words` stands in its message.
"""

import json
import subprocess
import sys
from pathlib import Path

out = Path(sys.argv[1])
REFERENCES = [
    'The cat said "no" to the dog.',
    "We went home by the late train & slept.",
    "Nobody knew what she had said <then>.",
    "A tab\tin the text, and a back\\slash.",
    "It rained all day, and we stayed in.",
]
CANDIDATES = [
    'The cat said "no" to a dog.',
    "We went home by a late train & slept.",
    "Nobody knew what she said <then>.",
    "A tab\tin a text, and a back\\slash.",
    "It rained all the day, and we stayed in.",
]
SIDES = {"ref": REFERENCES, "hyp": CANDIDATES}


def folder(name, command, words=None):
    path = out / name
    path.mkdir(parents=True)
    (path / "cmd").write_text(command + "\n")
    if words:
        (path / "words").write_text(words + "\n")
    return path


def plain():
    path = folder("plain", "-r ref hyp")
    for side, texts in SIDES.items():
        (path / side).write_text("".join(text + "\n" for text in texts))


def translate_toolkit():
    from translate.storage import po, tmx, xliff

    stores = {"xlf": xliff.xlifffile, "po": po.pofile, "tmx": tmx.tmxfile}
    for ending, store_of in stores.items():
        path = folder(f"translate-toolkit-{ending}", f"-r ref.{ending} hyp.{ending}")
        for side, texts in SIDES.items():
            store = store_of()
            # Units are joined by their ids, whatever their order.
            units = list(enumerate(texts)) if side == "ref" else list(enumerate(texts))[::-1]
            for number, text in units:
                if ending == "tmx":
                    store.addtranslation(f"Quelle {number}", "de", text, "en")
                    continue
                unit = store.addsourceunit(f"Quelle {number}")
                unit.target = text
                if ending == "xlf":
                    unit.setid(str(number))
            (path / f"{side}.{ending}").write_bytes(bytes(store))


def subtitles():
    import pysubs2
    import webvtt

    for ending in ["srt", "vtt"]:
        path = folder(f"pysubs2-{ending}", f"-r ref.{ending} hyp.{ending}")
        for side, texts in SIDES.items():
            file = pysubs2.SSAFile()
            for number, text in enumerate(texts):
                escaped = text.replace("<", "&lt;").replace(">", "&gt;") if ending == "vtt" else text
                file.append(pysubs2.SSAEvent(start=2000 * number, end=2000 * number + 1500, text=escaped))
            file.save(str(path / f"{side}.{ending}"))
    path = folder("webvtt-py", "-r ref.vtt hyp.vtt")
    for side, texts in SIDES.items():
        file = webvtt.WebVTT()
        for number, text in enumerate(texts):
            escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            file.captions.append(webvtt.Caption(f"00:00:0{2 * number}.000", f"00:00:0{2 * number}.900", escaped))
        file.save(str(path / f"{side}.vtt"))
    path = folder("ass.refused", "-r plain hyp.ass", "pysubs2 --to srt")
    file = pysubs2.SSAFile()
    file.append(pysubs2.SSAEvent(start=0, end=900, text=CANDIDATES[0]))
    file.save(str(path / "hyp.ass"))
    (path / "plain").write_text(REFERENCES[0] + "\n")


def tables():
    import duckdb
    import pandas

    table = pandas.DataFrame(SIDES)
    duckdb.register("rows_of_text", table)
    path = folder("pandas-tsv", "--records data.tsv -r ref hyp")
    table.to_csv(path / "data.tsv", sep="\t", index=False)
    path = folder("pandas-csv", "--records data.csv -r ref hyp")
    table.to_csv(path / "data.csv", index=False)
    path = folder("pandas-jsonl", "--records data.jsonl -r ref hyp")
    table.to_json(path / "data.jsonl", orient="records", lines=True)
    path = folder("pandas-lists", "--records data.json -r ref hyp")
    (path / "data.json").write_text(json.dumps(table.to_dict(orient="list"), indent=2))
    path = folder("pandas-index", "--records data.json -r *:ref *:hyp")
    table.to_json(path / "data.json", orient="index")
    for form, options in [("tsv", "FORMAT csv, DELIMITER '\t', HEADER"), ("csv", "FORMAT csv, HEADER"), ("json", "FORMAT json")]:
        path = folder(f"duckdb-{form}", f"--records data.{form} -r ref hyp")
        duckdb.execute(f"COPY (SELECT * FROM rows_of_text) TO '{path / ('data.' + form)}' ({options})")
    path = folder("parquet.refused", "--records data.parquet -r ref hyp", "Parquet")
    duckdb.execute(f"COPY (SELECT * FROM rows_of_text) TO '{path / 'data.parquet'}' (FORMAT parquet)")
    path = folder("xlsx.refused", "--records data.xlsx -r ref hyp", "xlsx2csv")
    table.to_excel(path / "data.xlsx", index=False)
    path = folder("xlsx2csv", "--records data.csv -r ref hyp")
    subprocess.run(["xlsx2csv", out / "xlsx.refused" / "data.xlsx", path / "data.csv"], check=True)
    escaped = {"\\": "\\\\", "\t": "\\t", "\n": "\\n"}
    # The form of PostgreSQL's COPY and of ClickHouse's TabSeparated.
    path = folder("copy-text", "--records data.tsv -r ref hyp")
    rows = [("ref", "hyp")] + [tuple("".join(escaped.get(c, c) for c in cell) for cell in row) for row in zip(REFERENCES, CANDIDATES)]
    (path / "data.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))


def documents():
    import docx

    path = folder("docx.refused", "-r plain hyp.docx", "docx2txt")
    document = docx.Document()
    document.add_paragraph(CANDIDATES[0])
    document.save(str(path / "hyp.docx"))
    (path / "plain").write_text(REFERENCES[0] + "\n")
    path = folder("tar.refused", "-r plain hyp.tar.gz", "tar -xf")
    subprocess.run(["tar", "-czf", path / "hyp.tar.gz", "-C", out / "plain", "hyp"], check=True)
    (path / "plain").write_text(REFERENCES[0] + "\n")


def toolkits():
    path = folder("marian-nbest", "-r ref nbest")
    (path / "ref").write_text("".join(text + "\n" for text in REFERENCES))
    lines = [
        f"{number} ||| {text} ||| 0-0 1-1 ||| WordScores= -0.1 -0.2 ||| F0= -1.0 ||| -0.5\n{number} ||| worse ||| 0-0 ||| WordScores= -1 ||| F0= -9 ||| -9\n"
        for number, text in enumerate(CANDIDATES)
    ]
    (path / "nbest").write_text("".join(lines))
    path = folder("lm-eval.refused", "--records samples.jsonl -r target filtered_resps[0]", "--systems-by filter --id doc_id")
    records = [
        {"doc_id": number, "doc": {}, "target": reference, "resps": [[candidate]], "filtered_resps": [text], "filter": name, "metrics": ["bleu"]}
        for name in ["none", "take_first"]
        for number, (reference, candidate) in enumerate(zip(REFERENCES, CANDIDATES))
        for text in [candidate if name == "none" else "[invalid]"]
    ]
    text = "".join(json.dumps(record) + "\n" for record in records)
    (path / "samples.jsonl").write_text(text)
    path = folder("kaldi", "--id-word first -r ref hyp")
    for side, texts in SIDES.items():
        (path / side).write_text("".join(f"utt-{number:03} {text}\n" for number, text in enumerate(texts)))


for write in [plain, translate_toolkit, subtitles, tables, documents, toolkits]:
    write()
