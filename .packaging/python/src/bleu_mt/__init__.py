"""BLEU scores, computed by the program `bleu` that comes with this package.

Each call starts the program once, however many sentences there are.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, Union

__all__ = ["BleuError", "Score", "corpus_score", "find_program", "sentence_scores"]


class BleuError(Exception):
    """The program's message: what is wrong, and what to do."""


@dataclass(frozen=True)
class Score:
    """A BLEU score and what it is made of. Scores and precisions are from 0 to 1."""

    score: float
    precisions: List[float]
    """One for each order, order 1 first."""
    counts: List[float]
    """Correct n-grams of each order; whole numbers, unless smoothing adds to them."""
    totals: List[float]
    """All n-grams of the candidate, of each order."""
    bp: float
    """Brevity penalty."""
    ratio: float
    """Length of the candidate divided by that of the references."""
    hyp_len: int
    ref_len: int
    segments: int
    """Number of segments: 1 for a sentence."""
    signature: Optional[str]
    """How the score was computed; None for a sentence."""


def find_program() -> str:
    """Returns the path of the program, beside the running Python or on the path.

    Raises FileNotFoundError if there is none.
    """
    name = "bleu" + (sysconfig.get_config_var("EXE") or "")
    folders = [sysconfig.get_path("scripts"), os.path.join(os.path.dirname(sys.executable))]
    if sys.prefix == sys.base_prefix:
        # `pip install --user`
        scheme = "nt_user" if os.name == "nt" else "posix_user"
        folders.append(sysconfig.get_path("scripts", scheme=scheme))
    for folder in folders:
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            return path
    found = shutil.which("bleu")
    if found is None:
        raise FileNotFoundError(f"the program {name} is not installed; run: pip install bleu-mt")
    return found


def corpus_score(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenize: Optional[str] = None,
    normalize: Optional[str] = None,
    lowercase: bool = False,
    max_order: Optional[int] = None,
    weights: Optional[Sequence[float]] = None,
    smooth: Optional[str] = None,
    effective_order: Optional[bool] = None,
) -> Score:
    """Scores a corpus. `references` has one list for each reference, each as long as `candidates`.

    The options are those of the program; `bleu --help` describes them. Raises BleuError if something is wrong.
    """
    flags = _flags(tokenize, normalize, lowercase, max_order, weights, smooth, effective_order)
    return _score(json.loads(_run(candidates, references, flags)))


def sentence_scores(
    candidates: Sequence[str],
    references: Sequence[Sequence[str]],
    *,
    tokenize: Optional[str] = None,
    normalize: Optional[str] = None,
    lowercase: bool = False,
    max_order: Optional[int] = None,
    weights: Optional[Sequence[float]] = None,
    smooth: Optional[str] = None,
    effective_order: Optional[bool] = None,
) -> List[Score]:
    """Scores each sentence. Arguments and errors are those of `corpus_score`; the default of `effective_order` is True."""
    if len(candidates) == 0 and all(len(reference) == 0 for reference in references):
        return []
    flags = _flags(tokenize, normalize, lowercase, max_order, weights, smooth, effective_order)
    output = _run(candidates, references, ["--sentence", *flags])
    return [_score(json.loads(line)) for line in output.splitlines()]


def _flags(
    tokenize: Optional[str],
    normalize: Optional[str],
    lowercase: bool,
    max_order: Optional[int],
    weights: Optional[Sequence[float]],
    smooth: Optional[str],
    effective_order: Optional[bool],
) -> List[str]:
    values: Dict[str, Union[None, str, int]] = {
        "tokenize": tokenize,
        "normalize": normalize,
        "max-order": max_order,
        "weights": None if weights is None else ",".join(repr(float(weight)) for weight in weights),
        "smooth": smooth,
        "effective-order": None if effective_order is None else ("yes" if effective_order else "no"),
    }
    flags = [f"--{name}={value}" for name, value in values.items() if value is not None]
    return [*flags, "--lowercase"] if lowercase else flags


def _run(candidates: Sequence[str], references: Sequence[Sequence[str]], flags: List[str]) -> str:
    """Runs the program on the candidates from a pipe and the references from files, and returns what it prints."""
    candidate_text = _lines(candidates, "candidates")
    if isinstance(references, str) or any(isinstance(reference, str) for reference in references):
        raise TypeError("references: a list for each reference is wanted, as in [[\"the cat\", \"a dog\"]]")
    with tempfile.TemporaryDirectory(prefix="bleu-") as folder:
        command = [find_program(), "--quiet", "--format=json", *flags]
        for number, reference in enumerate(references, 1):
            path = Path(folder, f"reference {number}")
            path.write_bytes(_lines(reference, f"reference {number}"))
            command.append(f"--reference={path}")
        # `-` is standard input.
        done = subprocess.run([*command, "-"], input=candidate_text, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode != 0:
            message = done.stderr.decode("utf-8", "replace").split("\n\nUsage:")[0].strip()
            for prefix in ("bleu: ", "error: "):
                message = message[len(prefix) :] if message.startswith(prefix) else message
            raise BleuError(message.replace(folder + os.sep, "").replace("standard input", "candidates"))
        return done.stdout.decode("utf-8")


def _lines(segments: Sequence[str], name: str) -> bytes:
    if isinstance(segments, str):
        raise TypeError(f"{name}: a list of strings is wanted, not a string")
    for number, segment in enumerate(segments, 1):
        if "\n" in segment:
            raise BleuError(f"{name}: segment {number} has a line break; replace it by a space")
    return "".join(segment + "\n" for segment in segments).encode("utf-8")


def _score(found: Dict[str, Any]) -> Score:
    names = ("score", "precisions", "counts", "totals", "bp", "ratio", "hyp_len", "ref_len")
    return Score(
        **{name: found[name] for name in names},
        segments=found.get("segments", 1),
        signature=found.get("signature"),
    )
