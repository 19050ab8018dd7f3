#!/usr/bin/env python3
"""Counts false findings and found spoilings on real translations.

Usage: findings.py BLEU [FOLDER] [--show] [--share=N]: BLEU is the program; FOLDER keeps the packages that are fetched (a temporary
one by default); `--show` prints what is missed; with `--share`, at most this share of the lines is spoiled.

The pairs are message catalogues: two versions of a package, or two packages, have different translations of the same English
messages, and so have two variants of a language. No line of a pair is stored. Limits of the program may be chosen on the packages for tuning, never on those held out.
"""

import gettext
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import unicodedata
import zipfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from pathlib import Path

# Older versions of a package come first; all are under free licenses.
PACKAGES = {
    "tuning": ["Django==1.8.19", "Sphinx==1.8.6", "djangorestframework==3.6.4", "django-cms==3.5.4", "mailman==3.3.10"]
    + ["Django==5.2", "Sphinx==8.2.3", "djangorestframework==3.16.0", "django-cms==4.1.4", "postorius==1.3.13"],
    "held out": ["wagtail==1.13.4", "django-oscar==1.6.7", "plone.app.locales==5.1.31", "pretix==4.20.0"]
    + ["wagtail==7.0", "django-oscar==4.0", "plone.app.locales==6.0.30", "Weblate==5.10"],
}

# Variants of a language and languages that are close, the reference first.
VARIANTS = [("pt", "pt_BR"), ("es", "es_AR"), ("es", "es_MX"), ("nb", "nn"), ("nb", "da"), ("hr", "bs")]

# Pairs of fewer lines are left out, and longer ones are cut.
MIN_LINES, MAX_LINES = 30, 600

# One pair in this many is spoiled.
PAIRS_PER_SPOILED = 3

# What costs less is not counted as spoiled.
MIN_COST = 0.02

# Largest share of lines that is spoiled, from 0 to 1.
LARGEST_SHARE = min([float(option.removeprefix("--share=")) for option in sys.argv if option.startswith("--share=")] + [1])

# Findings that catalogues have by themselves: revisions are close to what they revise.
USUAL = {"copied", "length", "score of 0"}


def wheel(requirement, folder):
    """The path of a wheel, fetched if it is not there."""
    name, version = requirement.split("==")
    pattern = re.compile(re.sub("[-_.]+", "[-_.]", name) + "-" + re.escape(version) + "-", re.I)
    if not any(pattern.match(path.name) for path in folder.glob("*.whl")):
        command = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "-d", folder, requirement]
        subprocess.run(command, check=True)
    return next(path for path in folder.glob("*.whl") if pattern.match(path.name))


def catalogues(path):
    """The translations of each language, by the English text."""
    languages = {}
    with zipfile.ZipFile(path) as archive:
        for name in archive.namelist():
            place = re.search(r"/(?:locales?|po|messages)/([A-Za-z_-]+)/LC_MESSAGES/.*\.(mo|po)$", name)
            if place is None or place.group(2) == "po" and name[:-2] + "mo" in archive.NameToInfo:
                continue
            data = archive.read(name)
            messages = compiled(data) if place.group(2) == "mo" else written(data.decode("utf-8", "replace"))
            of_language = languages.setdefault(language_code(place.group(1)), {})
            of_language.update({source: text for source, text in messages.items() if is_sentence(text)})
    return languages


def language_code(folder):
    """The code of a language, without a country that tells nothing."""
    code = folder.replace("-", "_")
    code = {"zh_CN": "zh_Hans", "zh_TW": "zh_Hant", "zh_HK": "zh_Hant", "no": "nb", "nb_NO": "nb", "pt_PT": "pt"}.get(code, code)
    language, _, country = code.partition("_")
    has_variants = language == "zh" or code in ("pt_BR", "es_AR", "es_MX")
    return code if has_variants else language


def compiled(data):
    try:
        catalogue = gettext.GNUTranslations(BytesIO(data))._catalog
    except (OSError, ValueError):
        return {}
    return {source: text for source, text in catalogue.items() if isinstance(source, str) and source and text != source}


def written(text):
    """The messages of a catalogue that is not compiled."""
    messages = {}
    for block in re.split(r"\n\s*\n", text):
        if "#, fuzzy" in block or "msgid_plural" in block:
            continue
        parts = {}
        for key in ("msgid", "msgstr"):
            found = re.search(rf'^{key} ((?:"(?:[^"\\]|\\.)*"\s*)+)', block, re.M)
            if found:
                strings = re.findall(r'"((?:[^"\\]|\\.)*)"', found.group(1))
                parts[key] = re.sub(r"\\(.)", lambda c: {"n": "\n", "t": "\t"}.get(c.group(1), c.group(1)), "".join(strings))
        default = re.search(r'#\. Default: "((?:[^"\\]|\\.)*)"', block)
        # What is not translated is in English.
        english = default.group(1) if default else parts.get("msgid")
        if parts.get("msgid") and parts.get("msgstr") and parts["msgstr"] not in (english, parts["msgid"]):
            messages[english] = parts["msgstr"]
    return messages


def is_sentence(text):
    is_line = text and not re.search(r"[\n\t\r]", text)
    return is_line and (text.count(" ") >= 2 or len(re.findall(r"[\u0e00-\u0eff\u3041-\u9fff]", text)) >= 6)


def pairs(packages, folder):
    """The candidate and the reference of each language and pair of variants: the first and the last of different translations."""
    translations = {}
    for package in packages:
        for language, messages in catalogues(wheel(package, folder)).items():
            for source, text in messages.items():
                translations.setdefault(language, {}).setdefault(source, []).append(text)
    both = {language: [(texts[0], texts[-1]) for texts in of_language.values()] for language, of_language in translations.items()}
    for reference, candidate in VARIANTS:
        one, other = (translations.get(language, {}) for language in (candidate, reference))
        both[f"{candidate} {reference}"] = [(texts[-1], other[source][-1]) for source, texts in one.items() if source in other]
    for name, lines in sorted(both.items()):
        lines = [pair for pair in lines if pair[0] != pair[1]]
        # Serbian is in two scripts.
        if len(lines) >= MIN_LINES and not name.startswith(("en", "sr")):
            yield name, [list(side) for side in zip(*lines[:MAX_LINES])]


def every(share, change):
    """Changes this share of the lines, or the largest one."""

    def spoil(lines):
        return [change(line) if i * 0.618 % 1 < min(share, LARGEST_SHARE) else line for i, line in enumerate(lines)]

    return spoil


def shifted(lines):
    middle = len(lines) // 3
    return lines[:middle] + lines[middle + 1 :] + lines[middle : middle + 1]


def shuffled(lines):
    lines = list(lines)
    random.Random(7).shuffle(lines)
    return lines


def doubled(lines):
    middle = len(lines) // 4
    return (lines[:middle] + lines[middle - 1 :])[: len(lines)]


def numbered(lines):
    return [f"{i}\t{line}" for i, line in enumerate(lines)]


def in_json(lines):
    return [json.dumps({"id": i, "text": line}, ensure_ascii=False) for i, line in enumerate(lines)]


def mojibake(line):
    return line.encode().decode("latin-1")


def plain(line):
    return "".join(c for c in unicodedata.normalize("NFD", line) if not unicodedata.combining(c))


# The spoilings of one side, each with the names of checks that may find it.
SPOILINGS = {
    "shifted": (shifted, {"misaligned"}),
    "line twice": (doubled, {"misaligned", "duplicated"}),
    "shuffled": (shuffled, {"shuffled", "unrelated"}),
    "refusals": (every(0.1, lambda _: "I cannot translate this text."), {"stock lines", "script", "language", "unrelated"}),
    "loops": (every(0.15, lambda line: line[:12] + (line.split() or [line])[-1].join(" " * 24)), {"repetition"}),
    "empty": (every(0.1, lambda _: ""), {"empty lines"}),
    "cut": (every(0.5, lambda line: line[: len(line) // 2]), {"cut off", "length"}),
    "first letters lost": (every(1, lambda line: line[1:]), {"cut off", "case"}),
    "last words lost": (every(1, lambda line: line.rsplit(" ", 1)[0] if " " in line else line[:-2]), {"cut off"}),
    "mojibake": (every(0.6, mojibake), {"encoding"}),
    "lost letters": (every(1, lambda line: re.sub(r"[^\x00-\x7f]", "?", line)), {"encoding", "script", "unrelated"}),
    "dropped letters": (every(1, lambda line: re.sub(r"[^\x00-\x7f]", "", line)), {"encoding", "script", "unrelated"}),
    "lowercase": (every(1, str.lower), {"case"}),
    "uppercase": (every(0.4, str.upper), {"case"}),
    "no diacritics": (every(1, plain), {"diacritics", "encoding", "normalization", "spelling"}),
    "decomposed": (every(1, lambda line: unicodedata.normalize("NFD", line)), {"normalization"}),
    "entities": (every(1, lambda line: re.sub(r"[^\x00-\x7f]", lambda c: f"&#{ord(c.group())};", line)), {"entities"}),
    "escapes": (every(1, lambda line: json.dumps(line)[1:-1]), {"encoding"}),
    "subwords": (every(1, lambda line: re.sub(r"(\w{3})(?=\w{2})", r"\1@@ ", line)), {"subwords"}),
    "pieces": (every(1, lambda line: " ".join("▁" + re.sub(r"(\w{4})(?=\w)", r"\1 ", word) for word in line.split())), {"subwords"}),
    "tokenized": (every(1, lambda line: re.sub(r"(?<=\w)([.,:;!?])", r" \1", line)), {"tokenized"}),
    "quoted": (every(1, lambda line: f'"{line}"'), {"wrapped"}),
    "labeled": (every(0.5, lambda line: f"Translation: {line}"), {"wrapped"}),
    "numbered": (numbered, {"columns", "wrapped"}),
    "in JSON": (in_json, {"columns", "wrapped"}),
    "tags": (every(0.6, lambda line: f"<s> {line} </s>"), {"markup", "wrapped", "unknown tokens"}),
    "unknown words": (every(0.5, lambda line: re.sub(r"\w{7,}", "<unk>", line, count=1)), {"unknown tokens", "markup"}),
    "joined": (every(0.5, lambda line: line.replace(" ", "")), {"spaces"}),
    "letters apart": (every(0.5, lambda line: " ".join(line.replace(" ", ""))), {"spaces"}),
    "soft hyphens": (every(0.7, lambda line: re.sub(r"(\w{4})(?=\w{3})", "\\1\u00ad", line)), {"invisible characters"}),
    "no punctuation": (every(1, lambda line: re.sub(r"[^\w\s]", "", line)), {"punctuation", "placeholders"}),
    "reversed": (every(1, lambda line: line[::-1]), {"word order", "unrelated"}),
    "notes": (every(0.4, lambda line: f"{line} (Note: this is a literal translation.)"), {"wrapped", "additions", "language", "script"}),
    "masked": (every(0.6, lambda line: re.sub(r"\b[^\W\d_]{6,}\b", "[NAME]", line, count=1)), {"placeholders", "unknown tokens", "markup"}),
}

# The spoilings of both sides.
SHARED = {
    "subwords of both": (every(1, lambda line: re.sub(r"(\w{3})(?=\w{2})", r"\1@@ ", line)), {"subwords"}),
    "tags of both": (every(1, lambda line: f"{line} <end>"), {"markup", "wrapped"}),
    "numbers of both": (numbered, {"columns", "wrapped"}),
}

# Tokenizers of text without spaces between words.
TOKENIZERS = {"zh": "zh", "ja": "char", "th": "char", "km": "char", "my": "char", "lo": "char"}


class Judge:
    """Runs the program on pairs of texts."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder

    def run(self, case):
        name, texts = case
        paths = []
        for side, lines in zip(("hyp", "ref"), texts):
            path = self.folder / f"{re.sub(r'[^A-Za-z0-9.]', '_', name)}.{side}"
            path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
            paths.append(path)
        command = [self.program, "-t", TOKENIZERS.get(name.split(": ")[1][:2], "13a"), "-r", paths[1], paths[0]]
        plain = subprocess.run([*command, "--score-only"], capture_output=True, text=True)
        explained = subprocess.run([*command, "--explain", "-q", "-f", "json"], capture_output=True, text=True)
        warned = re.findall(r"warning: [^\n]*? \(([a-z ]+)\)", plain.stderr)
        # Ids of their own have a hint in place of a warning.
        warned += ["wrapped"] * ("ids of their own" in plain.stderr) + ["columns"] * ("--records" in plain.stderr)
        try:
            findings = [finding["check"] for finding in json.loads(explained.stdout)["corpus"]["findings"]]
            score = float(plain.stdout)
        except (ValueError, KeyError):
            # Refused.
            findings, score = ["refused"], 0.0
        [path.unlink() for path in paths]
        return score, warned, findings


def cases(texts):
    """The spoiled pairs: their names, kinds and expected checks."""
    for place, (name, both) in enumerate(texts.items()):
        if place % PAIRS_PER_SPOILED:
            continue
        for number, (kind, (spoil, expected)) in enumerate({**SPOILINGS, **SHARED}.items()):
            sides = [0, 1] if kind in SHARED else [(place // PAIRS_PER_SPOILED + number) % 3 // 2]
            changed = [spoil(lines) if side in sides else lines for side, lines in enumerate(both)]
            yield name, kind, expected, (f"{name} {kind}", changed)


def judge(judge, texts, shown=False):
    """Prints what is found in clean and in spoiled pairs."""
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        clean = dict(zip(texts, pool.map(judge.run, texts.items())))
        report_clean(clean)
        spoiled = list(cases(texts))
        report_spoiled(clean, spoiled, list(pool.map(judge.run, [case for *_, case in spoiled])), shown)


def report_clean(clean):
    print(f"  {len(clean)} clean pairs")
    for what, place in (("warned of", 1), ("explained", 2)):
        named = {name: [check for check in run[place] if check not in USUAL] for name, run in clean.items()}
        checks = Counter(check for found in named.values() for check in set(found))
        pairs_with = [f"{name.split(': ')[1]} ({', '.join(found)})" for name, found in named.items() if found]
        print(f"  {what}: {len(pairs_with)} pairs; {dict(checks.most_common())}")
        print("    " + "; ".join(pairs_with))


def report_spoiled(clean, spoiled, runs, shown):
    counts = {}
    unlisted = warnings = firsts = 0
    for (name, kind, expected, _), (score, warned, findings) in zip(spoiled, runs):
        usual = clean[name][2]
        others = [check for check in findings if check in expected or check not in usual]
        new = [check for check in warned if check in expected or check not in clean[name][1]]
        change = score - clean[name][0]
        if abs(change) < MIN_COST or kind not in SHARED and change > 0:
            continue
        listed = [bool(expected & set(new)), bool(others) and others[0] in expected, bool(expected & set(others)), findings == ["refused"]]
        counts.setdefault(kind, []).append([listed[i] or listed[3] for i in range(3)])
        warnings += bool(warned)
        unlisted += any(check not in findings for check in warned)
        firsts += bool(warned) and bool(findings) and warned[0] == findings[0]
        if shown and not all(counts[kind][-1]):
            print(f"      {name}, {kind}: {score:.3f} ({change:+.3f}), warned {warned}, explained {findings}")
    all_counts = [count for of_kind in counts.values() for count in of_kind]
    share = lambda part: f"{sum(part)} ({sum(part) / max(len(part), 1):.1%})"
    unasked, first, listed = ([count[i] for count in all_counts] for i in range(3))
    print(f"  {len(all_counts)} spoiled pairs that cost {MIN_COST} or more: unasked {share(unasked)}, first {share(first)}, listed {share(listed)}")
    print(f"  {warnings} with a warning: {unlisted} not listed, {firsts} the first listed")
    for kind, of_kind in counts.items():
        print(f"    {kind}: {len(of_kind)}, unasked {sum(c[0] for c in of_kind)}, first {sum(c[1] for c in of_kind)}")


def main():
    with tempfile.TemporaryDirectory() as temporary:
        folders = [Path(argument) for argument in sys.argv[2:] if not argument.startswith("--")]
        folder = folders[0] if folders else Path(temporary)
        for part, packages in PACKAGES.items():
            print(part)
            texts = {f"{part}: {name}": both for name, both in pairs(packages, folder)}
            judge(Judge(sys.argv[1], Path(temporary)), texts, "--show" in sys.argv)


if __name__ == "__main__":
    main()
