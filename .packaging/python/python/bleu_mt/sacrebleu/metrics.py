"""sacreBLEU's classes for BLEU; scores are **from 0 to 100**."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Sequence
from typing import Any, Optional

import bleu_mt

from .._native import Score as _NativeScore
from .._native import SegmentTable, Statistics

__all__ = ["BLEU", "BLEUScore", "BLEUSignature", "MAX_NGRAM_ORDER"]

MAX_NGRAM_ORDER = 4
_SEED = 12345


class BLEUScore:
    """A BLEU score, **from 0 to 100**, and what it is made of. Precisions are from 0 to 100, too."""

    name = "BLEU"

    def __init__(
        self,
        score: float,
        counts: list[float],
        totals: list[float],
        precisions: list[float],
        bp: float,
        sys_len: int,
        ref_len: int,
    ) -> None:
        self.score = score
        self.counts = counts
        self.totals = totals
        self.precisions = precisions
        self.bp = bp
        self.sys_len = sys_len
        self.ref_len = ref_len
        self._mean = -1.0
        self._ci = -1.0

    @property
    def ratio(self) -> float:
        """Length of the hypotheses divided by that of the references; 0 if the latter is 0."""
        return self.sys_len / self.ref_len if self.ref_len else 0

    @property
    def prec_str(self) -> str:
        """The precisions with one decimal, separated by slashes."""
        return "/".join(f"{precision:.1f}" for precision in self.precisions)

    @property
    def _verbose(self) -> str:
        lengths = f"hyp_len = {self.sys_len:d} ref_len = {self.ref_len:d}"
        return f"{self.prec_str} (BP = {self.bp:.3f} ratio = {self.ratio:.3f} {lengths})"

    def format(
        self, width: int = 2, score_only: bool = False, signature: str = "", is_json: bool = False
    ) -> str:
        """The score as text with `width` decimals, as sacreBLEU prints it; or as JSON."""
        text = f"{self.score:.{width}f}"
        confidence = ""
        if self._mean > 0:
            confidence = f"μ = {self._mean:.{width}f} ± {self._ci:.{width}f}"
            text += f" ({confidence})"
        if is_json:
            found: dict[str, Any] = {"name": self.name, "score": float(f"{self.score:.{width}f}"), "signature": signature}
            if confidence:
                found["confidence_mean"] = float(f"{self._mean:.{width}f}")
                found["confidence_var"] = float(f"{self._ci:.{width}f}")
                found["confidence"] = confidence
            found["verbose_score"] = self._verbose
            for field in filter(None, signature.split("|")):
                key, _, value = field.partition(":")
                found[key] = value
            return json.dumps(found, indent=1, ensure_ascii=False)
        if score_only:
            return text
        name = f"{self.name}|{signature}" if signature else self.name
        return f"{name} = {text} {self._verbose}"

    def __repr__(self) -> str:
        return self.format()


class BLEUSignature:
    """What a score was computed by; `format()` is the line, `format(short=True)` a shorter one."""

    _SHORT = {
        "version": "v", "nrefs": "#", "test": "t", "lang": "l", "subset": "S", "origlang": "o", "seed": "rs",
        "case": "c", "eff": "e", "smooth": "s",
    }  # fmt: skip

    def __init__(self, line: str) -> None:
        self.info: dict[str, Any] = dict(field.split(":", 1) for field in line.split("|"))

    def format(self, short: bool = False) -> str:
        """The line."""
        fields = {key: value for key, value in self.info.items() if key != "version" and value is not None}
        fields["version"] = self.info["version"]
        return "|".join(f"{self._SHORT.get(key, key) if short else key}:{value}" for key, value in fields.items())

    def update(self, key: str, value: Any) -> None:
        """Adds a field, or changes it."""
        self.info[key] = value

    def __repr__(self) -> str:
        return self.format()


class BLEU:
    """BLEU with sacreBLEU's settings; scores are **from 0 to 100**.

    lowercase: ignore case.
    force: do not warn of text that looks tokenized.
    tokenize: the tokenizer; by default that of `trg_lang`, or "13a".
    smooth_method: "exp", "floor", "add-k" or "none"; smooth_value: the value of floor (0.1 by default) or add-k (1).
    max_ngram_order: the longest n-grams.
    effective_order: leave out orders for which the text is too short; for sentences.
    trg_lang: the language of the hypotheses, such as "zh".
    references: references that are counted once, for `corpus_score(hypotheses, None)`.
    """

    SMOOTH_DEFAULTS: dict[str, Optional[float]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZERS = (
        "none", "zh", "13a", "intl", "char", "ja-mecab", "ko-mecab", "spm", "flores101", "flores200", "spBLEU-1K",
    )  # fmt: skip
    TOKENIZER_DEFAULT = "13a"
    _TOKENIZER_MAP = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: Optional[str] = None,
        smooth_method: str = "exp",
        smooth_value: Optional[float] = None,
        max_ngram_order: int = MAX_NGRAM_ORDER,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Optional[Sequence[Sequence[Optional[str]]]] = None,
    ) -> None:
        self.lowercase = lowercase
        self.trg_lang = trg_lang
        self.smooth_method = smooth_method
        self.smooth_value = smooth_value
        self.max_ngram_order = max_ngram_order
        self.effective_order = effective_order
        self.num_refs: Optional[int] = None
        self.n_bootstrap: Optional[int] = None
        self.seed: Optional[int] = None
        self._force = force
        usual = self._TOKENIZER_MAP.get(trg_lang)
        if tokenize is not None and usual not in (None, tokenize):
            warnings.warn(f"Consider using the '{usual}' or 'spm' tokenizer for '{trg_lang}'.", stacklevel=2)
        self._metric = _metric(
            tokenize or usual or self.TOKENIZER_DEFAULT,
            lowercase,
            smooth_method,
            smooth_value,
            max_ngram_order,
            effective_order,
        )
        self._references = None if references is None else self._metric.against(references)
        self._kept = references

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: str = "none",
        smooth_value: Optional[float] = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """The score of counts, that of order 1 first, and of lengths."""
        metric = _metric("13a", False, smooth_method, smooth_value, max_ngram_order, effective_order)
        row = [1, sys_len, ref_len, *correct[:max_ngram_order], *total[:max_ngram_order]]
        return _score(metric.score(Statistics.fromlist([int(count) for count in row])))

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Optional[Sequence[Sequence[Optional[str]]]],
        n_bootstrap: int = 1,
    ) -> BLEUScore:
        """Scores a corpus. `references` has one list per reference, or is None for those given to `BLEU`. With
        `n_bootstrap` above 1 the score has a 95% confidence interval from as many resamples.
        """
        table = self._table(hypotheses, references)
        score = _score(self._metric._score_of(table))
        if n_bootstrap > 1:
            _, (interval,) = json.loads(self._metric._confidence([table], n_bootstrap, _SEED, 1))
            score._mean, score._ci = 100 * interval["mean"], 100 * interval["half_width"]
            self.n_bootstrap, self.seed = n_bootstrap, _SEED
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[Optional[str]]) -> BLEUScore:
        """Scores one sentence against its references."""
        if not self.effective_order:
            warnings.warn("It is recommended to enable `effective_order` for sentence-level BLEU.", stacklevel=2)
        if isinstance(references, str):
            raise TypeError("BLEU: The argument `refs` should be a sequence of strings.")
        score = self._metric.sentence_score(hypothesis, references)
        self.num_refs = sum(reference is not None for reference in references)
        return _score(score)

    def get_signature(self) -> BLEUSignature:
        """The signature of the last score."""
        if self.num_refs is None:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        line = self._metric.get_signature(references=max(self.num_refs, 1))
        if self.num_refs < 1:
            line = line.replace("nrefs:1", "nrefs:var", 1)
        signature = BLEUSignature(line)
        if self.n_bootstrap is not None:
            others = signature.info
            signature.info = {"nrefs": others.pop("nrefs"), "bs": self.n_bootstrap, "seed": self.seed, **others}
        return signature

    def _table(self, hypotheses: Iterable[str], references: Optional[Sequence[Sequence[Optional[str]]]]) -> SegmentTable:
        check = not self._force
        if references is None:
            if self._references is None:
                raise RuntimeError("No references provided and the cache is empty.")
            table = self._references._segments(hypotheses, check)
        else:
            table = self._metric._segments(hypotheses, references, None, 1, check)
        self.num_refs = -1 if table.references is None else table.references
        return table

    # What sacreBLEU's tests of significance call.

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[Optional[str]]]]
    ) -> list[list[int]]:
        return self._table(hypotheses, references).rows()

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> BLEUScore:
        return _score(self._metric.score(Statistics.fromlist([1, *map(int, stats)])))

    def _aggregate_and_compute(self, stats: Sequence[Sequence[int]]) -> BLEUScore:
        return self._compute_score_from_stats([sum(column) for column in zip(*stats)])


_METRICS: dict[tuple[Any, ...], bleu_mt.BLEU] = {}


def _metric(
    tokenize: str, lowercase: bool, method: str, value: Optional[float], order: int, effective_order: bool
) -> bleu_mt.BLEU:
    """A metric; those of earlier calls are kept."""
    key = (tokenize, lowercase, method, value, order, effective_order)
    metric = _METRICS.get(key)
    if metric is None:
        if method not in BLEU.SMOOTH_DEFAULTS:
            raise ValueError(f"Unknown smooth_method {method!r}")
        settings: dict[str, Any] = {"smooth": method, "tokenize": "flores101" if tokenize == "spm" else tokenize}
        if BLEU.SMOOTH_DEFAULTS[method] is not None:
            settings["smooth_value"] = BLEU.SMOOTH_DEFAULTS[method] if value is None else value
        metric = bleu_mt.BLEU(
            lowercase=lowercase, max_order=order, effective_order=effective_order, **settings
        )
        if len(_METRICS) < 100:
            _METRICS[key] = metric
    return metric


def _score(score: _NativeScore) -> BLEUScore:
    return BLEUScore(*score._sacrebleu())
