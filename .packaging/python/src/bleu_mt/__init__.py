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
from dataclasses import dataclass
from typing import Any, Dict, Iterable, List, Optional, Sequence, Tuple, Union

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
    candidates: Iterable[str],
    references: Iterable[Iterable[Optional[str]]],
    *,
    tokenize: Optional[str] = None,
    dictionary: Optional[str] = None,
    normalize: Optional[str] = None,
    lowercase: bool = False,
    max_order: Optional[int] = None,
    weights: Union[None, str, Sequence[float]] = None,
    smooth: Optional[str] = None,
    effective_order: Optional[bool] = None,
    ref_length: Optional[str] = None,
    empty_reference: Optional[str] = None,
) -> Score:
    """Scores a corpus. `references` has one list for each reference, each as long as `candidates`;
    None stands for a missing reference.

    The options are those of the program; `bleu --help` describes them. Raises BleuError if something is wrong, and
    TypeError if a string is given in place of a list.
    """
    flags = _flags(
        lowercase,
        weights,
        effective_order,
        {
            "tokenize": tokenize,
            "dictionary": dictionary,
            "normalize": normalize,
            "max-order": max_order,
            "smooth": smooth,
            "ref-length": ref_length,
            "empty-reference": empty_reference,
        },
    )
    return _score(json.loads(_run(*_lists(candidates, references), flags)))


def sentence_scores(
    candidates: Iterable[str],
    references: Iterable[Iterable[Optional[str]]],
    *,
    tokenize: Optional[str] = None,
    dictionary: Optional[str] = None,
    normalize: Optional[str] = None,
    lowercase: bool = False,
    max_order: Optional[int] = None,
    weights: Union[None, str, Sequence[float]] = None,
    smooth: Optional[str] = None,
    effective_order: Optional[bool] = None,
    ref_length: Optional[str] = None,
    empty_reference: Optional[str] = None,
) -> List[Score]:
    """Scores each sentence. Arguments and errors are those of `corpus_score`; the default of `effective_order` is True."""
    texts = _lists(candidates, references)
    flags = _flags(
        lowercase,
        weights,
        effective_order,
        {
            "tokenize": tokenize,
            "dictionary": dictionary,
            "normalize": normalize,
            "max-order": max_order,
            "smooth": smooth,
            "ref-length": ref_length,
            "empty-reference": empty_reference,
        },
    )
    flags.append("--sentence")
    if not texts[0]:
        # The options are checked all the same.
        _run([""], [[""]], flags)
        return []
    return [_score(json.loads(line)) for line in _run(*texts, flags).splitlines()]


def _flags(
    lowercase: bool,
    weights: Union[None, str, Sequence[float]],
    effective_order: Optional[bool],
    others: Dict[str, Union[None, str, int]],
) -> List[str]:
    flags = [f"--{name}={value}" for name, value in others.items() if value is not None]
    if lowercase:
        flags.append("--lowercase")
    if weights is not None:
        flags.append("--weights=" + (weights if isinstance(weights, str) else ",".join(map(str, weights))))
    if effective_order is not None:
        flags.append("--effective-order=" + ("yes" if effective_order else "no"))
    return flags


def _run(candidates: List[str], references: List[List[Optional[str]]], flags: List[str]) -> str:
    """Runs the program on a table from a pipe, one JSON object per segment, and returns what it prints."""
    texts = {"candidates": candidates, **{f"reference {i}": texts for i, texts in enumerate(references, 1)}}
    command = [find_program(), "--quiet", "--format=json", "--records=-", "--records-format=jsonl", *flags]
    command += [f"--reference={name}" for name in texts if name != "candidates"]
    rows = (json.dumps(dict(zip(texts, row)), ensure_ascii=False) + "\n" for row in zip(*texts.values()))
    done = subprocess.run(
        [*command, "candidates"],
        input="".join(rows).encode("utf-8"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        # Dictionaries are looked for in this environment, activated or not.
        env={"VIRTUAL_ENV": sys.prefix, **os.environ},
    )
    if done.returncode != 0:
        message = done.stderr.decode("utf-8", "replace")
        for end in ("\n\nUsage:", "\n\nFor more information"):
            message = message.split(end)[0]
        message = message.strip()
        prefix = "bleu: "
        message = message[len(prefix) :] if message.startswith(prefix) else message
        raise BleuError(message.replace("standard input", "candidates"))
    return done.stdout.decode("utf-8")


def _lists(
    candidates: Iterable[str], references: Iterable[Iterable[Optional[str]]]
) -> Tuple[List[str], List[List[Optional[str]]]]:
    """Returns the texts as lists, after checking that they are segments, and equally many."""
    checked = _segments(candidates, "candidates")
    if isinstance(references, str):
        raise TypeError("references: a list for each reference is wanted, as in [[\"the cat\", \"a dog\"]]")
    checked_references = [_segments(texts, f"reference {i}", True) for i, texts in enumerate(references, 1)]
    if not checked_references:
        raise BleuError("no reference is given")
    for number, reference in enumerate(checked_references, 1):
        if len(reference) != len(checked):
            raise BleuError(
                f"different numbers of segments: candidates has {len(checked)}, reference {number} has {len(reference)}"
            )
    return checked, checked_references


def _segments(segments: Iterable[Any], name: str, may_be_missing: bool = False) -> List[Any]:
    if isinstance(segments, str):
        raise TypeError(f"{name}: a list of strings is wanted, not a string")
    segments = list(segments)
    for number, segment in enumerate(segments, 1):
        if segment is None and may_be_missing:
            continue
        if not isinstance(segment, str):
            raise BleuError(f"{name}: segment {number} is not a string but {type(segment).__name__}")
        if "\n" in segment:
            raise BleuError(f"{name}: segment {number} has a line break; replace it by a space")
        try:
            segment.encode("utf-8")
        except UnicodeEncodeError:
            raise BleuError(f"{name}: segment {number} has half of a surrogate pair; decode it again") from None
    return segments


def _score(found: Dict[str, Any]) -> Score:
    names = ("score", "precisions", "counts", "totals", "bp", "ratio", "hyp_len", "ref_len")
    return Score(
        **{name: found[name] for name in names},
        segments=found.get("segments", 1),
        signature=found.get("signature"),
    )
