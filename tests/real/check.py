"""Scores files that real programs write, in every mode, and holds what is printed against plain lines of the same texts.

    python3 tests/real/check.py [BLEU]

See README.md.
"""

import gzip
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import refusals
import tables
import units
from texts import GROUPS, REFERENCES, SIDES, SOURCES

BLEU = str(Path(sys.argv[1] if len(sys.argv) > 1 else "target/debug/bleu").resolve())
os.environ["PATH"] = f"{Path(sys.executable).parent}:{Path(BLEU).parent}:{os.environ['PATH']}"
ENVIRONMENT = {**os.environ, "BLEU": BLEU}
ORDER = list(range(len(REFERENCES)))
# Modes that must print the same bytes for plain lines and for any form of file.
MODES = [
    "-r ref hyp",
    "-r ref hyp -b",
    "-r ref hyp --sentence",
    "-r ref hyp --sentence --keep-going",
    "-r ref hyp --confidence --resamples 100",
    "-r ref --paired bootstrap --resamples 100 hyp other",
    "-r ref --all-pairs randomization --resamples 100 hyp other",
    "-r ref --by groups hyp",
    "-r ref --by groups --join-by groups hyp",
    "-r ref --explain hyp",
    "-r ref --what-if hyp",
    "-r ref --explain-segment 3 hyp",
    "--print-tokens hyp",
    "-r ref --source src hyp",
    "-r ref --lowercase -t intl hyp other",
    "-r ref -r other hyp",
    "-r ref --stats=segments hyp",
    "-r ref -q --report page.html --report-segments 5 hyp",
    "-r ref --paired bootstrap --resamples 100 --robust hyp other",
]
# Ways to give the same bytes, as shell commands that print the score.
WAYS = {
    "gz": "$BLEU -b -q -r ref hyp.gz",
    "zst": "$BLEU -b -q -r ref.zst hyp.zst",
    "mark": "$BLEU -b -q -r mark/ref mark/hyp",
    "crlf": "$BLEU -b -q -r crlf/ref crlf/hyp",
    "pipes": "$BLEU -b -q -r <(cat ref) <(cat hyp)",
    "stdin": "$BLEU -b -q -r ref < hyp",
    "stdin-pipe": "cat hyp | $BLEU -b -q -r ref -",
    "stdin-ref": "cat ref | $BLEU -b -q -r - hyp",
    "slow-pipe": "(head -c 40 hyp; sleep 0.05; tail -c +41 hyp) | $BLEU -b -q -r ref",
    "plain-ref": "$BLEU -b -q -r ../plain/ref hyp",
    "plain-hyp": "$BLEU -b -q -r ref ../plain/hyp",
    "report": "$BLEU -q -r ref --report page.html hyp > out && grep -c '<html' page.html > grepped; $BLEU -b -q -r ref hyp",
}
failed = []


def run(command, folder):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=ENVIRONMENT, capture_output=True)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def check(name, found, expected):
    if found != expected:
        failed.append(name)
        print(f"{name}:\n  found    {found[:400]!r}\n  expected {expected[:400]!r}")


def without_fingerprints(out):
    """Statistics without the fingerprint of the texts, in which XML has a space for a tab."""
    return re.sub(r',"refs":"\w+","checksum":"\w+"', "", out)


def write_ways(folder):
    import zstandard

    for side in ["ref", "hyp"]:
        data = (folder / side).read_bytes()
        (folder / f"{side}.gz").write_bytes(gzip.compress(data))
        (folder / f"{side}.zst").write_bytes(zstandard.ZstdCompressor().compress(data))
        for name, changed in [("mark", b"\xEF\xBB\xBF" + data.removeprefix(b"\xEF\xBB\xBF")), ("crlf", data.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))]:
            (folder / name).mkdir(exist_ok=True)
            (folder / name / side).write_bytes(changed)


def write_lists(folder):
    for name, texts in [("groups", GROUPS), ("src", SOURCES)]:
        (folder / name).write_text("".join(text + "\n" for text in texts))


def main(root):
    plain = root / "plain"
    plain.mkdir()
    for side, texts in SIDES.items():
        (plain / side).write_text("".join(text + "\n" for text in texts))
    write_lists(plain)
    expected = {mode: run(f"$BLEU {mode}", plain) for mode in MODES}
    score = expected["-r ref hyp -b"][1]
    for mode, (status, out, err) in expected.items():
        if status != 0:
            failed.append(f"plain {mode}")
            print(f"plain {mode}: {err}")
    # All pairs of forms too, since a candidate and a reference may be of different kinds.
    folders = {}
    for name, write in units.UNITS.items():
        folder = folders[name] = root / name
        folder.mkdir()
        for side, texts in SIDES.items():
            shuffled = ORDER if side == "ref" or name in units.ORDERED else ORDER[::-1]
            (folder / side).write_bytes(write(texts, shuffled))
        write_lists(folder)
        write_ways(folder)
        for mode in MODES:
            # Without a reference, segments are in the order of the candidate; of other logs too, the references are taken.
            if "--print-tokens" in mode and name in SHUFFLED or "-r other" in mode and name == "fairseq-generate":
                continue
            # Entities of SGML stay, as in mteval; 13a resolves them.
            if name == "mteval-sgml" and any(part in mode for part in ["intl", "what-if", "--explain"]):
                continue
            # An explanation names the ids of units.
            if "--explain hyp" in mode and name not in units.ORDERED:
                continue
            status, out, err = run(f"$BLEU {mode}", folder)
            # Files without an order of their own are in the order of the reference.
            check(f"{name}: {mode}", without_fingerprints(out or err), without_fingerprints(expected[mode][1]))
        for way, command in WAYS.items():
            if name in SHUFFLED and way.startswith("plain"):
                continue
            status, out, err = run(command, folder)
            check(f"{name}: {way}", out or err, score)
        status, out, err = run("$BLEU -b -r ref hyp", folder)
        if ": " not in err:
            failed.append(f"{name}: note")
            print(f"{name}: no note: {err!r}")
        print(f"{name}: {err.strip().splitlines()[-1] if err else ''}")
    write_tables(root, score, expected)
    follow_refusals(root, score)
    print(f"{len(units.UNITS)} forms of units in {len(MODES)} modes and {len(WAYS)} ways, {len(tables.TABLES)} tables, "
          f"{len(refusals.REFUSALS)} refusals followed, score {score.strip()}")


# Forms whose candidate is in another order than plain lines.
SHUFFLED = {name for name in units.UNITS if name not in units.ORDERED}


def given(arguments, name):
    return " ".join(name if word == "data" else word for word in arguments.split(" "))


def write_tables(root, score, expected):
    for name, (write, arguments) in tables.TABLES.items():
        folder = root / f"table-{name}"
        folder.mkdir()
        (folder / "ref").write_text("".join(text + "\n" for text in REFERENCES))
        write(folder / "data")
        wanted = score if name != "lm-eval-filters" else None
        commands = {
            "name": f"$BLEU -b -q {arguments}",
            "pipe": f"cat data | $BLEU -b -q {given(arguments, '-')}",
            "gz": f"gzip -k data; $BLEU -b -q {given(arguments, 'data.gz')}",
            "mark": f"(printf '\\xEF\\xBB\\xBF'; cat data) > mark; $BLEU -b -q {given(arguments, 'mark')}",
            "crlf": f"sed 's/\\r*$/\\r/' data > crlf; $BLEU -b -q {given(arguments, 'crlf')}",
        }
        for way, command in commands.items():
            status, out, err = run(command, folder)
            if wanted is None:
                # Two systems: the filter that changes nothing comes first.
                out = out.splitlines(keepends=True)[0] if out else out
            check(f"{name}: {way}", out or err, score)
        for mode in ["--sentence", "--confidence --resamples 100"]:
            # Inspect sorts its samples by their ids.
            if wanted is not None and "--at" not in arguments and name != "inspect-json":
                status, out, err = run(f"$BLEU {arguments} {mode}", folder)
                check(f"{name}: {mode}", out or err, expected[f"-r ref hyp {mode}"][1])
        status, out, err = run(f"$BLEU -b {arguments}", folder)
        print(f"{name}: {err.strip()}")


def follow_refusals(root, score):
    for name, (write, words, follow) in refusals.REFUSALS.items():
        folder = root / f"refused-{name}"
        folder.mkdir()
        (folder / "ref").write_text("".join(text + "\n" for text in REFERENCES))
        write(folder / name)
        as_table = name.startswith("data.")
        for command in [f"$BLEU --records {name} -r ref hyp"] if as_table else [f"$BLEU -r ref {name}", f"$BLEU -r {name} ref"]:
            status, out, err = run(command, folder)
            if status != 1 or out or words not in err:
                failed.append(name)
                print(f"{name}: {command}: status {status}, {out!r}, {err!r}")
        status, out, err = run(follow.replace("$BLEU", "$BLEU -b -q"), folder)
        check(f"{name}: followed", out or err, score)


with tempfile.TemporaryDirectory() as work:
    folder = Path(os.environ.get("KEEP", work))
    folder.mkdir(parents=True, exist_ok=True)
    main(folder)
print(*(f"FAILED {name}" for name in failed), sep="\n")
sys.exit(1 if failed else 0)
