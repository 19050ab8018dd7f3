"""Writes expected.tsv: the tokens that tokenizer.perl makes of texts.tsv, without and with -a.

    make_expected.py TOKENIZER.PERL

The script is that of Moses before its pull request 204 (November 2018), or a later one without that change.
"""
import pathlib, shutil, subprocess, sys, tempfile

here = pathlib.Path(__file__).parent
rows = [line.split("\t", 1) for line in (here / "texts.tsv").read_text(encoding="utf-8").split("\n")[:-1]]

with tempfile.TemporaryDirectory() as folder:
    script = pathlib.Path(folder, "scripts/tokenizer/tokenizer.perl")
    script.parent.mkdir(parents=True)
    shutil.copy(sys.argv[1], script)
    # Where the versions of the script look for prefixes.
    for prefixes in ["scripts/share/nonbreaking_prefixes", "scripts/tokenizer/nonbreaking_prefixes"]:
        shutil.copytree(here / "nonbreaking_prefixes", pathlib.Path(folder, prefixes))

    def tokens(language, text, *options):
        command = ["perl", script, "-q", "-l", language, *options]
        result = subprocess.run(command, input=text.encode() + b"\n", stdout=subprocess.PIPE, check=True)
        return result.stdout.decode().strip()

    with open(here / "expected.tsv", "w", encoding="utf-8", newline="\n") as out:
        for language, text in rows:
            print(language, text, tokens(language, text), tokens(language, text, "-a"), sep="\t", file=out)
