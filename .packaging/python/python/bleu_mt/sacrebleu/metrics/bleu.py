"""sacreBLEU's classes for BLEU; scores are **from 0 to 100**."""

from __future__ import annotations

import functools
import json
import os
import random
import statistics
import warnings
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Optional

import bleu_mt

from ..._native import Score as _NativeScore
from ..._native import SegmentTable, Statistics
from .. import _installed

__all__ = ["BLEU", "BLEUScore", "BLEUSignature", "MAX_NGRAM_ORDER"]

MAX_NGRAM_ORDER = 4


_PARTS = ("score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len")


def _theirs(name: str) -> Callable[..., Any]:
    """A method of the installed sacreBLEU's class."""

    def method(self: BLEU, *arguments: Any, **named: Any) -> Any:
        return getattr(_installed.module(__name__).BLEU, name)(self, *arguments, **named)

    return method


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

    def estimate_ci(self, scores: Sequence[Any]) -> None:
        """Takes the interval of 95% of these scores, and their mean."""
        found = sorted(score.score for score in scores)
        low = len(found) // 40
        self._mean, self._ci = statistics.mean(found), 0.5 * (found[len(found) - low - 1] - found[low])

    def __repr__(self) -> str:
        return self.format()


class BLEUSignature:
    """Settings that a score was computed with; `format()` is the line, `format(short=True)` a shorter one."""

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
    """BLEU with sacreBLEU's settings; scores are **from 0 to 100**. Settings may be changed; the next call follows them.

    lowercase: ignore case.
    force: do not warn of text that looks wrong.
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
    _SIGNATURE_TYPE = BLEUSignature
    # Methods that subclasses may override.
    _HOOKS = (
        "_preprocess_segment", "_extract_reference_info", "_compute_segment_statistics", "_cache_references",
        "_compute_score_from_stats", "_aggregate_and_compute", "compute_bleu",
    )  # fmt: skip

    _current: Optional[bleu_mt.BLEU]
    # The function that scores sentences by the present settings, if there is nothing to warn of. Objects that were pickled by
    # version 0.4 have none.
    _of_sentence: Optional[Callable[[str, Iterable[Optional[str]]], tuple[int, tuple[Any, ...]]]] = None

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
        self.seed: Optional[str] = None
        self._force = force
        usual = self._TOKENIZER_MAP.get(trg_lang)
        if tokenize is not None and usual not in (None, tokenize):
            warnings.warn(f"Consider using the '{usual}' or 'spm' tokenizer for '{trg_lang}'.", stacklevel=2)
        self._tokenize: Optional[str] = tokenize or usual or self.TOKENIZER_DEFAULT
        self._tokenizer: Any = None
        self._references = references
        self._counted: Optional[tuple[bleu_mt.BLEU, bleu_mt.References]] = None
        if references is not None and not self._is_theirs():
            self._against(self._metric)

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        self.__dict__["_current"] = self.__dict__["_of_sentence"] = None

    def __delattr__(self, name: str) -> None:
        super().__delattr__(name)
        self.__dict__["_current"] = self.__dict__["_of_sentence"] = None

    @property
    def _metric(self) -> bleu_mt.BLEU:
        """The metric of the present settings."""
        return _metric(
            self._tokenize,
            self.lowercase,
            self.smooth_method,
            self.smooth_value,
            self.max_ngram_order,
            self.effective_order,
        )

    def _own(self) -> Optional[bleu_mt.BLEU]:
        """The metric of the present settings, until an attribute changes; None if sacreBLEU counts."""
        found = self._current
        if found is None and not self._is_theirs():
            found = self.__dict__["_current"] = self._metric
        return found

    @property
    def tokenizer(self) -> Any:
        """sacreBLEU's tokenizer, as it is installed. Another one may be set."""
        if self._tokenizer is None:
            self._tokenizer = _installed.module(__name__)._get_tokenizer(self._tokenize)()
        return self._tokenizer

    @tokenizer.setter
    def tokenizer(self, tokenizer: Any) -> None:
        self._tokenizer, self._tokenize = tokenizer, None
        if type(tokenizer).__module__.startswith("sacrebleu.tokenizers."):
            known = _installed.module(__name__)._TOKENIZERS.items()
            names = [name for name, path in known if path.endswith("." + type(tokenizer).__name__)]
            self._tokenize = names[0] if names else None

    @property
    def tokenizer_signature(self) -> str:
        """Name of the tokenizer in the signature."""
        return str(self.tokenizer.signature())

    def _is_theirs(self) -> bool:
        """Whether sacreBLEU counts, because how it does was changed."""
        own, cls = self.__dict__, type(self)
        if self._tokenize is None or not own.keys().isdisjoint(self._HOOKS):
            return True
        return cls is not BLEU and any(getattr(cls, name) is not getattr(BLEU, name) for name in self._HOOKS)

    def __getattr__(self, name: str) -> Any:
        # Other attributes are sacreBLEU's, as far as its class has them.
        if name.startswith("__"):
            raise AttributeError(name)
        return getattr(_installed.module(__name__).BLEU, name).__get__(self, type(self))

    _preprocess_segment = _theirs("_preprocess_segment")
    _extract_reference_info = _theirs("_extract_reference_info")
    _compute_segment_statistics = _theirs("_compute_segment_statistics")
    _cache_references = _theirs("_cache_references")

    @property
    def _ref_cache(self) -> Any:
        return None if self._references is None else self._cache_references(self._references)

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: float,
        ref_len: float,
        smooth_method: str = "none",
        smooth_value: Optional[float] = None,
        effective_order: bool = False,
        max_ngram_order: int = MAX_NGRAM_ORDER,
    ) -> BLEUScore:
        """The score of counts, that of order 1 first, and of lengths. Fractions are left to sacreBLEU."""
        row = [sys_len, ref_len, *correct[:max_ngram_order], *total[:max_ngram_order]]
        settings = (smooth_method, smooth_value, effective_order, max_ngram_order)
        integers = [int(count) for count in row]
        if any(count != integer for count, integer in zip(row, integers)):
            theirs = _installed.module(__name__).BLEU.compute_bleu(list(correct), list(total), sys_len, ref_len, *settings)
            return BLEUScore(*(getattr(theirs, name) for name in _PARTS))
        smooth_method, smooth_value, effective_order, max_ngram_order = settings
        metric = _metric("none", False, smooth_method, smooth_value, max_ngram_order, effective_order)
        return _score(metric.score(Statistics.fromlist([1, *integers])))

    def corpus_score(
        self,
        hypotheses: Sequence[str],
        references: Optional[Sequence[Sequence[Optional[str]]]],
        n_bootstrap: int = 1,
    ) -> BLEUScore:
        """Scores a corpus. `references` has one list per reference, or is None for those given to `BLEU`. With
        `n_bootstrap` above 1 the score has a 95% confidence interval from as many resamples, drawn by the seed that the
        variable SACREBLEU_SEED gives, 12345 by default.
        """
        metric = self._own()
        if metric is None:
            score: BLEUScore = _theirs("corpus_score")(self, hypotheses, references, n_bootstrap)
            return score
        table = self._table(metric, hypotheses, references)
        score = _score(metric._score_of(table))
        if n_bootstrap > 1:
            seed = os.environ.get("SACREBLEU_SEED", "12345").lower()
            number = random.SystemRandom().getrandbits(64) if seed == "none" else int(seed)
            _, (interval,) = json.loads(metric._confidence([[table]], None, n_bootstrap, number, 1))
            score._mean, score._ci = 100 * interval["mean"], 100 * interval["half_width"]
            self.n_bootstrap, self.seed = n_bootstrap, seed
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[Optional[str]]) -> BLEUScore:
        """Scores one sentence against its references."""
        score = self._of_sentence
        if score is None:
            if not self.effective_order:
                warnings.warn("It is recommended to enable `effective_order` for sentence-level BLEU.", stacklevel=2)
            metric = self._own()
            if metric is None:
                if isinstance(references, str):
                    raise TypeError("BLEU: The argument `refs` should be a sequence of strings.")
                found = self._extract_corpus_statistics([hypothesis], [[text] for text in references])
                return self._aggregate_and_compute(found)
            score = metric._sacrebleu_sentence
            if self.effective_order:
                self.__dict__["_of_sentence"] = score
        self.__dict__["num_refs"], parts = score(hypothesis, references)
        return BLEUScore(*parts)

    def get_signature(self) -> BLEUSignature:
        """The signature of the last score."""
        if self.num_refs is None:
            raise ValueError("Number of references unknown, please evaluate the metric first.")
        line = self._metric.get_signature(references=max(self.num_refs, 1))
        signature = BLEUSignature(line)
        if self.num_refs < 1:
            signature.info["nrefs"] = "var"
        if self._tokenize is None:
            signature.info["tok"] = self.tokenizer.signature()
        if self.n_bootstrap is not None:
            others = signature.info
            signature.info = {"nrefs": others.pop("nrefs"), "bs": self.n_bootstrap, "seed": self.seed, **others}
        return signature

    def _against(self, metric: bleu_mt.BLEU) -> bleu_mt.References:
        """The references that were given, as these settings count them."""
        if self._references is None:
            raise RuntimeError("No references provided and the cache is empty.")
        counted = self._counted
        if counted is None or counted[0] is not metric:
            counted = self.__dict__["_counted"] = metric, metric.against(self._references)
        return counted[1]

    def _table(
        self, metric: bleu_mt.BLEU, hypotheses: Iterable[str], references: Optional[Sequence[Sequence[Optional[str]]]]
    ) -> SegmentTable:
        check = not self._force
        if references is None:
            table = self._against(metric)._segments(hypotheses, check)
        else:
            table = metric._segments(hypotheses, references, None, 1, check)
        self.__dict__["num_refs"] = -1 if table.references is None else table.references
        return table

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_counted": None, "_current": None, "_of_sentence": None}

    # Methods that sacreBLEU's tests of significance call.

    def _extract_corpus_statistics(
        self, hypotheses: Sequence[str], references: Optional[Sequence[Sequence[Optional[str]]]]
    ) -> Any:
        metric = self._own()
        if metric is None:
            return _theirs("_extract_corpus_statistics")(self, hypotheses, references)
        return self._table(metric, hypotheses, references).rows()

    def _compute_score_from_stats(self, stats: Sequence[Any]) -> BLEUScore:
        order = self.max_ngram_order
        return self.compute_bleu(
            stats[2 : 2 + order],
            stats[2 + order :],
            stats[0],
            stats[1],
            self.smooth_method,
            self.smooth_value,
            self.effective_order,
            order,
        )

    def _aggregate_and_compute(self, stats: Sequence[Sequence[int]]) -> BLEUScore:
        return self._compute_score_from_stats([sum(column) for column in zip(*stats)])


@functools.lru_cache(maxsize=256, typed=True)
def _metric(
    tokenize: Optional[str], lowercase: bool, method: str, value: Optional[float], order: int, effective_order: bool
) -> bleu_mt.BLEU:
    """The metric of sacreBLEU's settings."""
    if method not in BLEU.SMOOTH_DEFAULTS:
        raise AssertionError(f"Unknown smooth_method {method!r}")
    settings: dict[str, Any] = {"smooth": method, "tokenize": {None: "none", "spm": "flores101"}.get(tokenize, tokenize)}
    if BLEU.SMOOTH_DEFAULTS[method] is not None:
        settings["smooth_value"] = BLEU.SMOOTH_DEFAULTS[method] if value is None else value
    return bleu_mt.BLEU(lowercase=lowercase, max_order=order, effective_order=effective_order, **settings)


def _score(score: _NativeScore) -> BLEUScore:
    return BLEUScore(*score._sacrebleu())


__getattr__ = _installed.attributes_of(__name__)
