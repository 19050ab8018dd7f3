"""The results of `bleu` for a batch: writes the files, runs the program, and reads what it prints.

Results have the same keys and names as in `sacrebleu_results.py`. Scores are on the scale of the output, which
`--percent` sets.
"""

import json
import os
import subprocess

from batch import DEFAULTS
from sacrebleu_results import ALL, without_version

TIMEOUT = 600  # Seconds.


class Failure(Exception):
    """The program failed, or its output has another shape than it should."""


class Program:
    def __init__(self, path, folder, environment, flags):
        """`folder` is where the files of batches are written. `flags` are added for a tokenizer."""
        self.path, self.folder, self.flags = path, folder, flags
        self.environment = os.environ | environment | {"COLUMNS": "1000"}  # Tables are not divided.

    def results(self, batch):
        files, commands = files_and_commands(batch, self.flags)
        for name, content in files.items():
            (self.folder / name).write_bytes(content)
        for command, target in commands:
            output = self.run(command)
            if target:
                (self.folder / target).write_bytes(output)
        try:
            return parsed(batch, output.decode())
        except (ValueError, KeyError, IndexError, TypeError) as error:
            raise Failure(f"unexpected output: {error!r}: {output[:2000]!r}") from error

    def run(self, command):
        try:
            run = subprocess.run([self.path, *command], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                 capture_output=True, timeout=TIMEOUT)
        except subprocess.TimeoutExpired as error:
            raise Failure(f"no end after {TIMEOUT} seconds") from error
        if run.returncode != 0 or run.stderr:
            raise Failure(f"exit status {run.returncode}: {run.stderr.decode(errors='replace')[:2000]}")
        return run.stdout


def files_and_commands(batch, tokenizer_flags):
    """Returns the files by their names, and commands, each with the file for its output, if any."""
    files, arguments = TRANSPORTS[batch.transport](batch)
    tokenizer = tokenizer_flags.get(batch.definition["tokenize"], [])
    flags = ["--quiet", *definition_flags(batch), *tokenizer, *batch.neutral]
    form = ["--format=tsv" if batch.tsv else "--format=json"]
    if batch.digits is not None:
        form = ["--percent", f"--digits={batch.digits}"]
    if batch.mode == "tokens":
        return files, [(["--print-tokens", *flags, *arguments], None)]
    mode = {"corpus": [], "sentence": ["--sentence"], "self": ["--self-bleu", "--sentence"],
            "pool": ["--pool-references", "--sentence"]}[batch.mode]
    mode += ["--cumulative"] * batch.cumulative + ["--empty-reference=missing"] * batch.empty_is_missing
    # A column of a table, or a file.
    groups = ["--by=g"] * batch.grouped + ["--join-by=g"] * batch.joined
    if not batch.by_statistics:
        return files, [([*mode, *form, *flags, *groups, *arguments], None)]
    scoring = [flag for flag in mode if flag in ("--sentence", "--cumulative")]
    counting = [flag for flag in mode if flag not in scoring] + ["--stats=segments"]
    later = [flag for flag in flags if flag in ("--percent", "--effective-order=no")]
    flags = [flag for flag in flags if flag not in later]
    groups_again = ["--by=group"] * batch.grouped
    expected = f"--expect-segments={len(batch.segments())}"
    adding = ["--from-stats", "--quiet", expected, *groups_again, *scoring, *form, *later, "statistics"]
    return files, [([*counting, *flags, *groups, *arguments], "statistics"), (adding, None)]


def definition_flags(batch):
    """Returns the flags that define the score. Flags with their default values are left out, except the
    effective order, whose default depends on the mode."""
    settings, flags = batch.definition, []
    if settings["tokenize"] != DEFAULTS["tokenize"]:
        flags.append(f"--tokenize={settings['tokenize']}")
    flags += ["--lowercase"] * settings["lowercase"]
    flags += [f"--normalize={batch.normalize}"] * bool(batch.normalize)
    if batch.mode == "tokens":
        return flags
    value = settings["smooth_value"]
    if (settings["smooth_method"], value) != ("exp", None):
        flags.append(f"--smooth={settings['smooth_method']}" + ("" if value is None else f"={value!r}"))
    if settings["max_ngram_order"] != 4 and not any(flag.startswith("--weights") for flag in batch.neutral):
        flags.append(f"--max-order={settings['max_ngram_order']}")
    flags.append(f"--effective-order={'yes' if settings['effective_order'] else 'no'}")
    return flags


def columns(batch):
    """Returns the names of references and systems, and the rows: (label, references, candidates)."""
    first = batch.segments()[0]
    rows = [(f"g{label}", segment.references, segment.candidates)
            for label, corpus in enumerate(batch.corpora) for segment in corpus]
    return [f"r{i}" for i in range(len(first.references))], [f"c{i}" for i in range(len(first.candidates))], rows


def plain(batch):
    references, systems, rows = columns(batch)
    files = {name: lines([row[1][i] for row in rows]) for i, name in enumerate(references)}
    files |= {name: lines([row[2][i] for row in rows]) for i, name in enumerate(systems)}
    if batch.grouped or batch.joined:
        files["g"] = lines([row[0] for row in rows])
    return files, [part for name in references for part in ("-r", name)] + systems


def lines(texts):
    """Returns the bytes of a file. `bleu` skips a byte order mark at the beginning, sacreBLEU's API does not."""
    text = "".join(text + "\n" for text in texts)
    return ("\ufeff" * text.startswith("\ufeff") + text).encode()


def table(form, content, references, systems):
    flags = ["--records=table", f"--records-format={form}"]
    return {"table": content.encode()}, flags + [part for name in references for part in ("-r", name)] + systems


def tsv(batch):
    references, systems, rows = columns(batch)
    # The label is the last column, since a CR there would be a part of the line's end.
    rows = ["\t".join([*row[1], *row[2], row[0]]) for row in rows]
    rows = ["\t".join([*references, *systems, "g"]), *rows]
    return table("tsv", "".join(row + "\n" for row in rows), references, systems)


def csv(batch):
    references, systems, rows = columns(batch)
    rows = [",".join('"' + cell.replace('"', '""') + '"' for cell in [row[0], *row[1], *row[2]]) for row in rows]
    rows = [",".join(["g", *references, *systems]), *rows]
    return table("csv", "".join(row + "\n" for row in rows), references, systems)


def jsonl(batch):
    references, systems, rows = columns(batch)
    content = "".join(json.dumps({"g": row[0], "r": row[1], **dict(zip(systems, row[2]))}) + "\n" for row in rows)
    return table("jsonl", content, ["r"] * bool(references), systems)


def jsonl_keys(batch):
    references, systems, rows = columns(batch)
    # ensure_ascii in one of the two, so that both spellings of characters are read.
    content = "".join(json.dumps({"g": row[0], **dict(zip(references, row[1])), **dict(zip(systems, row[2]))},
                                 ensure_ascii=False) + "\n" for row in rows)
    return table("jsonl", content, references, systems)


TRANSPORTS = {"plain": plain, "jsonl": jsonl, "jsonl-keys": jsonl_keys, "tsv": tsv, "csv": csv}


def parsed(batch, output):
    """Returns the results in the output by their keys."""
    if batch.mode == "tokens":
        printed = output.split("\n")
        if printed.pop() != "":
            raise ValueError("no line end")
        return {(i,): {"tokens": line} for i, line in enumerate(printed)}
    if batch.tsv:
        return parsed_tsv(output)
    if batch.mode != "corpus":
        return parsed_sentences(batch, output)
    if batch.digits is not None:
        return parsed_text(batch, output)
    found, objects = {}, json.loads(output)
    for system, whole in enumerate(objects if isinstance(objects, list) else [objects]):
        for group in whole.pop("groups", []):
            found[int(group["group"][1:]), system] = group
        whole["signature"] = without_version(whole["signature"])
        found[ALL, system] = whole
    return found


LISTS = {"precision": "precisions", "count": "counts", "total": "totals", "bleu": "cumulative"}


def parsed_tsv(output):
    """Reads a table: a row per group and system, or per segment and system."""
    header, *rows = (line.split("\t") for line in output.splitlines())
    found = {}
    for row in rows:
        cells = dict(zip(header, row, strict=True))
        system = int(cells.pop("system", "c0")[1:])
        if "segment" in cells:
            label = int(cells["segment"]) - 1
        else:
            label = int(cells["group"][1:]) if cells.get("group") else ALL
        signature = cells.pop("signature", None)
        result = found[label, system] = {"signature": without_version(signature)} if signature else {}
        for name, cell in cells.items():
            of, _, order = name.rpartition("_")
            if order.isdigit():
                result.setdefault(LISTS[of], []).append(float(cell))
            elif name != "group":
                result[name] = float(cell)
    return found


def parsed_sentences(batch, output):
    if batch.digits is not None:
        return {(i, system): {"BLEU": cell} for i, line in enumerate(output.splitlines())
                for system, cell in enumerate(line.split("\t"))}
    objects = [json.loads(line) for line in output.splitlines()]
    return {(o["segment"] - 1, int(o.get("system", "c0")[1:])): o for o in objects}


def parsed_text(batch, output):
    """Reads tables and the line of a single system."""
    labels = [ALL, *range(len(batch.corpora))] if batch.grouped else [ALL]
    found = {(label, system): {} for label in labels for system in range(batch.systems())}
    for block in output.removesuffix("\n").split("\n\n"):
        first, *rows = block.split("\n")
        if first.startswith("BLEU|"):
            signature, _, line = first.removeprefix("BLEU|").partition(" = ")
            for system in range(batch.systems()):
                found[ALL, system]["signature"] = without_version(signature)
            if line:
                found[ALL, 0]["line"] = "BLEU = " + line
            continue
        kind, *names = first.split()
        for row in rows:
            label, *cells = row.split()
            for name, cell in zip(names, cells, strict=True):
                if kind == "system":
                    found[ALL, int(label[1:])][name] = cell
                elif name.startswith("c"):
                    found[int(label[1:]), int(name[1:])]["BLEU"] = cell
                else:
                    found[int(label[1:]), 0][name] = cell
    return found
