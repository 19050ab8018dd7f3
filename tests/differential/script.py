"""Writes a batch as a shell script: the files, the commands of `bleu`, and the same in Python for sacreBLEU."""

import shlex

from bleu_results import files_and_commands
from draw import SENTENCEPIECE


def script(batch, program, environment, tokenizer_flags, comment):
    """Returns a script that prints the results of both sides, in a folder of its own."""
    files, commands = files_and_commands(batch, tokenizer_flags)
    steps = [f"printf {octal(content)} > {name}" for name, content in files.items()]
    for command, target in commands:
        steps.append(shlex.join([program, *command]) + (f" > {target}" if target else ""))
    needs_model = batch.definition["tokenize"] in SENTENCEPIECE
    exports = [f"export {name}={shlex.quote(value)}" for name, value in environment.items()] * needs_model
    comments = ["# " + line for line in comment.split("\n")]
    return "\n".join(["#!/bin/sh", *comments, "set -e", 'cd "$(mktemp -d)"', *exports, *steps,
                      "python3 - <<'END'", *python(batch), "END", ""])


def octal(content):
    """Returns bytes as the format of a printf command."""
    def escaped(byte):
        special = {"\n": "\\n", "\\": "\\\\", "%": "%%", "'": "\\047"}
        return special.get(chr(byte), chr(byte) if 32 <= byte < 127 else f"\\{byte:03o}")

    return "'" + "".join(map(escaped, content)) + "'"


def python(batch):
    """Returns lines of Python. Texts are those that sacreBLEU must see: normalized, and joined, if asked for."""
    arguments = ", ".join(f"{name}={value!r}" for name, value in batch.definition.items())
    yield from ["from sacrebleu.metrics import BLEU", f"bleu = BLEU(force=True, {arguments})"]
    width = 2 if batch.digits is None else batch.digits
    corpora = batch.as_scored()
    segments = [segment for corpus in corpora for segment in corpus]
    lines = [segment.candidates[0] for segment in segments]
    if batch.mode == "tokens":
        yield from (f"print(' '.join(bleu._preprocess_segment({ascii(line)}).split()))" for line in lines)
    elif batch.mode == "corpus":
        for corpus in [*corpora * batch.grouped, segments]:
            references = [list(texts) for texts in zip(*(segment.references for segment in corpus))]
            for texts in zip(*(segment.candidates for segment in corpus)):
                yield from shown(f"corpus_score({ascii(list(texts))}, {ascii(references)})", width)
    else:
        pool = [text for segment in segments for text in segment.references if text is not None]
        for i, segment in enumerate(segments):
            references = {"sentence": segment.references, "pool": pool, "self": lines[:i] + lines[i + 1:]}[batch.mode]
            for text in segment.candidates:
                yield from shown(f"sentence_score({ascii(text)}, {ascii(references)})", width)


def shown(call, width):
    return [f"score = bleu.{call}", f"print(score.format(width={width}), vars(score), sep='\\n  ')"]
