"""Results with many numbers. `str` makes text of them, and a notebook shows them."""

from __future__ import annotations

import html
import json
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Mapping, Optional

from ._native import Score

__all__ = [
    "Change",
    "Choice",
    "Confidence",
    "Diagnosis",
    "Difference",
    "Explanation",
    "Finding",
    "Losses",
    "MeanSystem",
    "Means",
    "Ngram",
    "OtherChoice",
    "PairedResult",
    "PairedSystem",
    "RankedSystem",
    "Ranking",
    "Report",
    "Result",
    "RobustComparison",
    "Robustness",
    "Runs",
    "RunsOfSystem",
    "SampleScore",
    "Samples",
    "SavedRun",
    "SegmentExplanation",
    "SegmentLoss",
    "SegmentNgram",
    "Tally",
    "Term",
    "Verification",
    "VerifiedRun",
    "VerifiedTable",
    "VerifiedTexts",
]


def __dir__() -> list[str]:
    """The public names, without the modules that this one imports."""
    return __all__


class Result:
    """Methods that all results have."""

    def to_dict(self) -> dict[str, Any]:
        """Everything as dictionaries, lists, numbers and text: `json.dumps(result.to_dict())`."""
        found: dict[str, Any] = _plain(self)
        return found

    def to_json(self) -> str:
        """`to_dict()` as JSON."""
        return json.dumps(self.to_dict(), ensure_ascii=False)

    def rows(self) -> list[dict[str, Any]]:
        """The parts of the result as rows, which `pandas.DataFrame` and `polars.DataFrame` take."""
        return [_flat(self.to_dict())]

    def _repr_html_(self) -> str:
        found = self.rows()
        names = list(dict.fromkeys(name for row in found for name in row))
        return _table([names, *([str(row.get(name, "")) for name in names] for row in found)])


def _plain(value: Any) -> Any:
    if isinstance(value, Score):
        return value.to_dict()
    if isinstance(value, range):
        return [value.start, value.stop]
    if isinstance(value, (list, tuple)):
        return [_plain(item) for item in value]
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    return value


def _flat(value: dict[str, Any]) -> dict[str, Any]:
    """A row: a score as its number, and no lists or dictionaries."""
    row = {name: item["score"] if name == "score" and isinstance(item, dict) else item for name, item in value.items()}
    return {name: item for name, item in row.items() if not isinstance(item, (list, dict))}


@dataclass(frozen=True)
class Choice(Result):
    """The sample that was chosen."""

    index: int
    """Its place, from 0."""
    text: str
    score: float
    """Its mean score for "mbr", else its score."""
    scores: tuple[float, ...]
    """The score of each sample."""


@dataclass(frozen=True)
class Confidence(Result):
    """The score of a corpus, and the interval that holds 95% of the scores of its bootstrap resamples."""

    score: Score
    """The score of the corpus itself."""
    mean: float
    """Mean of the scores of the resamples."""
    half_width: float
    """Half the distance between `low` and `high`."""
    low: float
    high: float
    level: float
    """Share of the resamples between the two: 0.95."""
    resamples: int
    seed: int
    signature: str

    def __float__(self) -> float:
        return self.score.score

    def __str__(self) -> str:
        return f"BLEU|{self.signature} = {self.score:.4f} (μ = {self.mean:.4f} ± {self.half_width:.4f})"


def _is_significant(comparison: Mapping[str, Any]) -> Optional[bool]:
    """Whether the systems of a comparison, as the library writes it, differ significantly; None without a comparison."""
    if "p_value" not in comparison:
        return None
    p_interval = comparison.get("p_interval")
    return bool(comparison["p_value"] < 0.05 if p_interval is None else p_interval <= 0.05)


@dataclass(frozen=True)
class PairedSystem(Result):
    """A system in a paired test. Everything but name, score and confidence is None for the baseline."""

    name: str
    score: Score
    confidence: Optional[Confidence]
    """None for randomization."""
    difference: Optional[float]
    """Score minus the baseline's."""
    p_value: Optional[float]
    """Probability of a difference at least as large if the two were equally good, as sacreBLEU estimates it."""
    p_interval: Optional[float]
    """The level at which the interval of the difference would just exclude 0; None for randomization."""
    significant: Optional[bool]
    """Whether `p_interval` is at most 0.05 or, for randomization, `p_value` below 0.05."""
    low: Optional[float]
    """Lower end of the 95% interval of the difference; None for randomization."""
    high: Optional[float]
    standard_error: Optional[float]
    """Standard error of the difference; None for randomization."""
    better: Optional[int]
    """Number of segments that are better than the baseline's."""
    worse: Optional[int]
    equal: Optional[int]
    detectable_difference: Optional[float]
    """True difference that such a test set shows in 80 of 100 cases; None if it cannot be estimated."""
    segments_needed: Optional[int]
    """Number of segments that would show the observed difference in 80 of 100 cases."""


@dataclass(frozen=True)
class PairedResult(Result):
    """A paired test of systems against a baseline, the first of them. `result["name"]` is a system."""

    test: str
    systems: tuple[PairedSystem, ...]
    signature: str

    @classmethod
    def of_json(cls, names: list[str], scores: list[Score], test: str, signature: str, found: Any) -> PairedResult:
        systems = []
        for name, score, (paired, power) in zip(names, scores, found):
            comparison = paired["comparison"] or {}
            spread, segments = comparison.get("spread") or {}, comparison.get("segments") or {}
            interval = paired["confidence"]
            systems.append(
                PairedSystem(
                    name=name,
                    score=score,
                    confidence=interval and Confidence(score=score, signature=signature, **interval),
                    difference=comparison.get("difference"),
                    p_value=comparison.get("p_value"),
                    p_interval=comparison.get("p_interval"),
                    significant=_is_significant(comparison),
                    low=spread.get("low"),
                    high=spread.get("high"),
                    standard_error=spread.get("standard_error"),
                    better=segments.get("better"),
                    worse=segments.get("worse"),
                    equal=segments.get("equal"),
                    detectable_difference=power and power["detectable_difference"],
                    segments_needed=power and power["segments_needed"],
                )
            )
        return cls(test, tuple(systems), signature)

    def __getitem__(self, name: str) -> PairedSystem:
        for system in self.systems:
            if system.name == name:
                return system
        raise KeyError(name)

    def rows(self) -> list[dict[str, Any]]:
        """A row per system."""
        return [_flat(_plain(system)) for system in self.systems]

    def _rows(self) -> list[list[str]]:
        rows = [["system", "BLEU", "difference", "p-value"]]
        for system in self.systems:
            row = [system.name, f"{system.score:.4f}"]
            if system.difference is None or system.p_value is None:
                row += ["", ""]
            else:
                row += [f"{system.difference:+.4f}", f"{system.p_value:.4f}" + "*" * bool(system.significant)]
            rows.append(row)
        return rows

    def __str__(self) -> str:
        return "\n".join([*_aligned(self._rows()), f"BLEU|{self.signature}"])

    def _repr_html_(self) -> str:
        return _table(self._rows()) + f"<p><code>{html.escape(self.signature)}</code></p>"


@dataclass(frozen=True)
class RankedSystem(Result):
    """A system among others, all of which were compared."""

    name: str
    score: Score
    best_rank: int
    """1 more than the number of systems that are significantly better."""
    worst_rank: int
    cluster: int
    """Number of its cluster, from 1: every system of a cluster is significantly better than every one after it."""


@dataclass(frozen=True)
class Ranking(Result):
    """Systems, the best first. Each was compared with each: the keys of `p_values` are the better system, then the other."""

    test: str
    systems: tuple[RankedSystem, ...]
    p_values: dict[tuple[str, str], float]
    p_intervals: dict[tuple[str, str], Optional[float]]
    """p-values of the intervals of the differences, which decide; None for randomization."""
    significant: dict[tuple[str, str], bool]
    """Whether the two differ significantly."""
    signature: str

    def to_dict(self) -> dict[str, Any]:
        def pair(a: str, b: str) -> dict[str, Any]:
            numbers = {"p_value": self.p_values[a, b], "p_interval": self.p_intervals[a, b]}
            return {"a": a, "b": b, **numbers, "significant": self.significant[a, b]}

        pairs = [pair(a, b) for a, b in self.p_values]
        return {"test": self.test, "systems": _plain(self.systems), "pairs": pairs, "signature": self.signature}

    def rows(self) -> list[dict[str, Any]]:
        """A row per system."""
        return [_flat(_plain(system)) for system in self.systems]

    def __str__(self) -> str:
        rows = [["system", "BLEU", "rank"]]
        for system in self.systems:
            ranks = f"{system.best_rank}-{system.worst_rank}" if system.best_rank < system.worst_rank else ""
            rows.append([system.name, f"{system.score:.4f}", ranks or str(system.best_rank)])
        return "\n".join([*_aligned(rows), f"BLEU|{self.signature}"])


@dataclass(frozen=True)
class RunsOfSystem(Result):
    """The scores of a system's runs, from 0 to 1, and the comparison with the first system, which has none."""

    name: str
    scores: tuple[float, ...]
    mean: float
    run_deviation: float
    """Standard deviation between runs."""
    resample_deviation: float
    """Standard deviation of a run's score between test sets, by bootstrap resampling."""
    difference: Optional[float]
    """Mean minus the first system's."""
    p_value: Optional[float]
    p_interval: Optional[float] = None
    significant: Optional[bool] = None


@dataclass(frozen=True)
class Runs(Result):
    """Systems of several runs each, compared with the first."""

    systems: tuple[RunsOfSystem, ...]
    signature: str

    def rows(self) -> list[dict[str, Any]]:
        """A row per system."""
        return [_flat(_plain(system)) for system in self.systems]

    def __str__(self) -> str:
        rows = [["system", "BLEU", "between runs", "between test sets", "difference", "p-value"]]
        for one in self.systems:
            row = [one.name, f"{one.mean:.4f}", f"{one.run_deviation:.4f}", f"{one.resample_deviation:.4f}"]
            rows.append(row + [_signed(one.difference), _number(one.p_value)])
        return "\n".join([*_aligned(rows), f"BLEU|{self.signature}"])


@dataclass(frozen=True)
class MeanSystem(Result):
    """The mean score of a system over test sets. What was not asked for is None."""

    name: str
    score: float
    scores: dict[str, Score]
    """Its score on each set."""
    low: Optional[float]
    """Lower end of the mean's 95% interval."""
    high: Optional[float]
    difference: Optional[float]
    """Mean minus the first system's."""
    p_value: Optional[float]
    p_interval: Optional[float]
    significant: Optional[bool]


@dataclass(frozen=True)
class Means(Result):
    """Systems on several test sets."""

    test: str
    systems: tuple[MeanSystem, ...]
    signature: str

    def rows(self) -> list[dict[str, Any]]:
        """A row per system, with a column per set."""
        rows = []
        for one in self.systems:
            row = _flat(_plain(one))
            rows.append({**row, **{name: score.score for name, score in one.scores.items()}})
        return rows

    def __str__(self) -> str:
        sets = list(self.systems[0].scores) if self.systems else []
        rows = [["system", "mean", "low", "high", "difference", "p-value", *sets]]
        for one in self.systems:
            numbers = [f"{one.score:.4f}", _number(one.low), _number(one.high), _signed(one.difference), _number(one.p_value)]
            rows.append([one.name, *numbers, *(f"{score.score:.4f}" for score in one.scores.values())])
        return "\n".join([*_aligned(rows), f"BLEU|{self.signature}"])


@dataclass(frozen=True)
class OtherChoice(Result):
    """A comparison under another choice."""

    kind: str
    """Kind of the choice, such as "reference" or "tokenizer"."""
    choice: str
    difference: float
    p_value: float
    p_interval: Optional[float]
    significant: bool


@dataclass(frozen=True)
class RobustComparison(Result):
    """A comparison of a system with the first one, as it was asked for and under other choices."""

    name: str
    other: str
    given: OtherChoice
    """The comparison as asked for."""
    choices: tuple[OtherChoice, ...]
    verdict: str
    """"holds", "depends" (significant or not, by choice), or "contradicted" (opposite significant differences)."""
    agreeing: int
    """Number of comparisons that agree with the given one, which is among them."""
    rests_on: Optional[tuple[int, ...]]
    """Indices of the segments without which a significant difference is not significant, if they are few."""


@dataclass(frozen=True)
class Robustness(Result):
    """Whether comparisons with the first system hold under other choices."""

    test: str
    comparisons: tuple[RobustComparison, ...]
    signature: str

    def rows(self) -> list[dict[str, Any]]:
        """A row per comparison and choice."""
        names = [(one, choice) for one in self.comparisons for choice in (one.given, *one.choices)]
        return [{"name": one.name, "other": one.other, **_plain(choice)} for one, choice in names]

    def __str__(self) -> str:
        rows = [["system", "difference", "p-value", "agree", "verdict"]]
        for one in self.comparisons:
            agree = f"{one.agreeing} of {1 + len(one.choices)}"
            rows.append([one.name, _signed(one.given.difference), _number(one.given.p_value), agree, one.verdict])
        return "\n".join([*_aligned(rows), f"BLEU|{self.signature}"])


@dataclass(frozen=True)
class SampleScore(Result):
    """The corpus score of samples that were chosen in a way, from 0 to 1, and its 95% interval."""

    name: str
    score: float
    low: float
    high: float


@dataclass(frozen=True)
class Samples(Result):
    """The scores of samples: "mean", of those that every segment has, "worst", "best" and "mbr", a choice for each segment."""

    choices: tuple[SampleScore, ...]
    samples: int
    """Number of samples that every segment has."""
    deviation: float
    """Standard deviation of the scores of the samples."""
    segments: int
    signature: str

    def __getitem__(self, name: str) -> SampleScore:
        return {choice.name: choice for choice in self.choices}[name]

    def rows(self) -> list[dict[str, Any]]:
        """A row per way to choose."""
        return [_plain(choice) for choice in self.choices]

    def __str__(self) -> str:
        rows = [["samples", "BLEU", "low", "high"]]
        rows += [[one.name, f"{one.score:.4f}", f"{one.low:.4f}", f"{one.high:.4f}"] for one in self.choices]
        return "\n".join([*_aligned(rows), f"BLEU|{self.signature}"])


@dataclass(frozen=True)
class SegmentNgram(Result):
    """An n-gram of a candidate."""

    text: str
    order: int
    count: int
    """Occurrences in the candidate."""
    references: tuple[int, ...]
    """Occurrences in each reference."""
    correct: int
    """Occurrences that count: at most as many as one reference has."""


@dataclass(frozen=True)
class SegmentExplanation(Result):
    """Where the score of a sentence comes from."""

    score: Score
    hypothesis: tuple[str, ...]
    """Its tokens."""
    references: tuple[tuple[str, ...], ...]
    """Tokens of each reference."""
    closest: Optional[int]
    """Index of the reference whose length counts, if it is one's."""
    ngrams: tuple[SegmentNgram, ...]
    """The n-grams, in the order of the candidate, order 1 first."""

    @classmethod
    def of_json(cls, score: Score, found: Any) -> SegmentExplanation:
        ngrams = [
            SegmentNgram(row["ngram"], table["order"], row["candidate"], tuple(row["references"]), row["clipped"])
            for table in found["tables"]
            for row in table["rows"]
        ]
        references = tuple(map(tuple, found["references"]))
        return cls(score, tuple(found["candidate"]), references, found["closest"], tuple(ngrams))

    def rows(self) -> list[dict[str, Any]]:
        """A row per n-gram."""
        return [_flat(_plain(ngram)) for ngram in self.ngrams]

    def __str__(self) -> str:
        rows = [["n-gram", "hypothesis", "references", "correct"]]
        for ngram in self.ngrams:
            rows.append([ngram.text, str(ngram.count), "/".join(map(str, ngram.references)), str(ngram.correct)])
        return "\n".join([str(self.score), "", *_aligned(rows)])


@dataclass(frozen=True)
class Report:
    """The program's page about systems; a notebook shows it."""

    html: str

    def _repr_html_(self) -> str:
        return f'<iframe srcdoc="{html.escape(self.html)}" style="width:100%;height:80vh;border:0"></iframe>'


@dataclass(frozen=True)
class SavedRun(Result):
    """A run that was saved."""

    path: str
    sha256: str
    """SHA-256 of the file, in hexadecimal digits."""
    results: Any
    """What the program prints with `--format json`: scores from 0 to 1, unrounded."""

    def __str__(self) -> str:
        return f"{self.path} (SHA-256 {self.sha256})"


@dataclass(frozen=True)
class Tally(Result):
    """Numbers of one kind that were computed again."""

    kind: str
    """"score", "interval", "p_value", "rank" or "other"."""
    number: int
    differ: int
    """How many of them are not as saved."""


@dataclass(frozen=True)
class Difference(Result):
    """A value that does not follow from the statistics."""

    place: str
    """The system, or what else it belongs to, and its name."""
    saved: str
    found: str


@dataclass(frozen=True)
class VerifiedTexts(Result):
    """Texts that were compared with the texts of a run."""

    all: int
    """Number of texts of the run."""
    same: int
    """How many of them were given."""
    differences: tuple[str, ...]
    """Texts that are others, or are not there, with the lines that differ."""
    segments: int
    """Number of segments that were counted again."""
    counts: tuple[str, ...]
    """Segments that are counted differently. In these words, lines and segments are counted from 1."""
    notes: tuple[str, ...]
    """What changes no number, such as another name."""


@dataclass(frozen=True)
class VerifiedRun(Result):
    """A saved run whose numbers were computed again."""

    agrees: bool
    """Whether all that was compared is as saved."""
    file: str
    numbers: tuple[Tally, ...]
    differences: tuple[Difference, ...]
    needs_texts: tuple[str, ...]
    """Names of what only the texts decide, and was not computed again."""
    texts: Optional[VerifiedTexts]
    """None if no texts were given."""


@dataclass(frozen=True)
class VerifiedTable(Result):
    """A printed table that was compared with saved runs."""

    agrees: bool
    """Whether no number or mark differs, and some are as saved."""
    file: str
    numbers: int
    """Number of numbers in rows of systems."""
    agree: int
    """How many of them are as saved."""
    differences: tuple[str, ...]
    """Numbers and marks that are not as saved, with their lines."""
    marks: int
    """Number of asterisks and the like that are as saved."""
    notes: tuple[str, ...]
    """What is not wrong, such as another order of rows."""
    unknown: tuple[str, ...]
    """Numbers that were not recognized."""


@dataclass(frozen=True)
class Verification(Result):
    """Saved runs and printed tables that were verified."""

    agrees: bool
    """Whether all that was compared is as saved."""
    runs: tuple[VerifiedRun, ...]
    tables: tuple[VerifiedTable, ...]

    @classmethod
    def of_json(cls, found: Any) -> Verification:
        def run(one: Any) -> VerifiedRun:
            texts = one["texts"] and VerifiedTexts(**_tuples(one["texts"]))
            tallies = tuple(Tally(**tally) for tally in one["numbers"])
            differences = tuple(Difference(**difference) for difference in one["differences"])
            return VerifiedRun(**{**_tuples(one), "numbers": tallies, "differences": differences, "texts": texts})

        tables = tuple(VerifiedTable(**_tuples(table)) for table in found["tables"])
        return cls(found["agrees"], tuple(map(run, found["runs"])), tables)

    def rows(self) -> list[dict[str, Any]]:
        """A row per file."""
        files: tuple[Result, ...] = (*self.runs, *self.tables)
        return [_flat(one.to_dict()) for one in files]

    def __str__(self) -> str:
        lines = []
        for run in self.runs:
            kinds = ", ".join(f"{tally.kind.replace('_', '-')}s: {tally.number}" for tally in run.numbers)
            lines.append(f"{run.file}: {kinds}; {'all as saved' if run.agrees else 'not all as saved'}")
            lines += [f"  {one.place}: {one.saved} was saved, {one.found} is computed" for one in run.differences]
            lines += [f"  {name}: not checked, because only the texts decide it" for name in run.needs_texts]
            texts = run.texts
            lines += [] if texts is None else [f"  {one}" for one in (*texts.differences, *texts.counts, *texts.notes)]
        for table in self.tables:
            lines.append(f"{table.file}: {table.numbers} numbers, {table.agree} as saved")
            lines += [f"  {one}" for one in (*table.differences, *table.notes)]
            lines += [f"  not recognized: {one}" for one in table.unknown]
        return "\n".join(lines)


def _tuples(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


@dataclass(frozen=True)
class Term(Result):
    """The factor of an order in the score."""

    order: int
    weight: float
    """Exponent of the precision; 0 if the order does not count."""
    count: int
    """Correct n-grams, before smoothing."""
    total: int
    """N-grams of the candidates, before smoothing."""
    precision: float
    """Precision, after smoothing."""
    smoothing: str
    """How the precision follows from the counts: "unchanged", "exp", "floor", "add_k", "zero", "no_ngrams" or "omitted"."""
    score_if_perfect: Optional[float]
    """The score if all n-grams of this order were correct; None if there are none."""


@dataclass(frozen=True)
class Ngram(Result):
    """An n-gram that lowers the score."""

    text: str
    count: int
    """How often it occurs, or is missed."""
    allowed: int = 0
    """How many of the occurrences are correct."""


@dataclass(frozen=True)
class Losses(Result):
    """The n-grams of an order that lower the score most."""

    order: int
    unmatched: tuple[Ngram, ...]
    """N-grams that no reference of their segment has."""
    over_generated: tuple[Ngram, ...]
    """N-grams that a segment has more often than its references."""
    missed: tuple[Ngram, ...]
    """N-grams that a reference has more often than the candidate."""


@dataclass(frozen=True)
class SegmentLoss(Result):
    """A segment that lowers the score."""

    segment: int
    """Its index in the list of candidates, from 0."""
    gain: float
    """How much the score of the corpus would rise without it."""
    score: float
    """Its own score, with the effective order."""
    hypothesis: str
    """Its text, shortened if it is long."""
    reference: str
    """Text of its first reference."""


@dataclass(frozen=True)
class Explanation(Result):
    """Where the score of a corpus comes from."""

    score: Score
    terms: tuple[Term, ...]
    """The factors, order 1 first."""
    score_without_brevity_penalty: float
    losses: tuple[Losses, ...]
    """For each order, the n-grams that lower the score most."""
    histogram: tuple[int, ...]
    """Number of segments with a score from 0 to below 0.1, from 0.1 to below 0.2, ..., from 0.9 to 1."""
    mean: float
    """Mean of the scores of the segments."""
    median: float
    worst_segments: tuple[SegmentLoss, ...]
    """The segments that lower the score most."""

    @classmethod
    def of_json(cls, score: Score, found: Any) -> Explanation:
        perfect = found["counterfactuals"]["perfect_order"]
        terms = []
        for term, score_if_perfect in zip(found["terms"], perfect):
            smoothing = term.pop("smoothing")
            name = smoothing if isinstance(smoothing, str) else next(iter(smoothing))
            terms.append(Term(**term, smoothing=name, score_if_perfect=score_if_perfect))
        losses = []
        for loss in found["losses"]:
            lists = [
                tuple(Ngram(ngram["ngram"], ngram["count"], ngram.get("allowed", 0)) for ngram in loss[name])
                for name in ("unmatched", "over_generated", "missed")
            ]
            losses.append(Losses(loss["order"], *lists))
        worst = [
            SegmentLoss(
                segment=segment["segment"] - 1,
                gain=segment["gain"],
                score=segment["scores"][0],
                hypothesis=segment["texts"]["candidates"][0],
                reference=segment["texts"]["reference"],
            )
            for segment in found["worst_segments"]
        ]
        return cls(
            score=score,
            terms=tuple(terms),
            score_without_brevity_penalty=found["counterfactuals"]["no_brevity_penalty"],
            losses=tuple(losses),
            histogram=tuple(found["segment_scores"]["histogram"]),
            mean=found["segment_scores"]["mean"],
            median=found["segment_scores"]["median"],
            worst_segments=tuple(worst),
        )

    def rows(self) -> list[dict[str, Any]]:
        """A row per order."""
        return [_plain(term) for term in self.terms]

    def _terms(self) -> list[list[str]]:
        rows = [["", "correct", "total", "precision", "BLEU if all were correct"]]
        for term in self.terms:
            perfect = "-" if term.score_if_perfect is None else f"{term.score_if_perfect:.4f}"
            rows.append(
                [f"{term.order}-grams", str(term.count), str(term.total), f"{term.precision:.4f}", perfect]
            )
        return rows

    def _ngrams(self) -> list[list[str]]:
        def listed(ngrams: tuple[Ngram, ...]) -> str:
            return ", ".join(f"{ngram.text} ({ngram.count})" for ngram in ngrams)

        rows = [["", "in no reference", "too often", "missed"]]
        for loss in self.losses:
            rows.append([f"{loss.order}-grams", *map(listed, (loss.unmatched, loss.over_generated, loss.missed))])
        return rows

    def _segments(self) -> list[list[str]]:
        rows = [["segment (from 0)", "score", "gain", "hypothesis", "reference"]]
        for loss in self.worst_segments:
            rows.append(
                [str(loss.segment), f"{loss.score:.4f}", f"{loss.gain:+.6f}", loss.hypothesis, loss.reference]
            )
        return rows

    def _penalty(self) -> str:
        score = self.score
        without = f"; BLEU without it: {self.score_without_brevity_penalty:.4f}" if score.bp < 1 else ""
        return f"brevity penalty {score.bp:.4f}: {score.hyp_len} tokens, reference length {score.ref_len}{without}"

    def __str__(self) -> str:
        lines = [f"BLEU = {self.score:.4f} ({self.score.signature})", "", *_aligned(self._terms()), self._penalty()]
        lines += ["", f"Scores of single segments: mean {self.mean:.4f}, median {self.median:.4f}"]
        lines += [f"  from {i / 10:.1f}: {count}" for i, count in enumerate(self.histogram)]
        if self.worst_segments:
            lines += ["", "Segments that lower the score most (gain: rise of the score without the segment)"]
        for loss in self.worst_segments:
            lines.append(f"  {loss.segment} (from 0): score {loss.score:.4f}, gain {loss.gain:+.6f}")
            lines += [f"    hypothesis: {loss.hypothesis}", f"    reference:  {loss.reference}"]
        names = self._ngrams()[0][1:]
        for row in self._ngrams()[1:]:
            lines += ["", f"{row[0]} that lower the score most"]
            lines += [f"  {name}: {ngrams}" for name, ngrams in zip(names, row[1:]) if ngrams]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        segments = _table(self._segments()) if self.worst_segments else ""
        return (
            f"<p><b>BLEU = {self.score:.4f}</b> <code>{html.escape(self.score.signature)}</code></p>"
            f"{_table(self._terms())}<p>{self._penalty()}</p>{segments}{_table(self._ngrams())}"
        )


@dataclass(frozen=True)
class Finding(Result):
    """Something that looks wrong with a corpus."""

    check: str
    """Name of the check that found it."""
    evidence: str
    """Reason to believe it. In these words, segments and lines are counted from 1."""
    advice: str
    """What to do."""
    numbers: dict[str, float]
    """Numbers of the evidence, by name."""
    segments: tuple[range, ...]
    """Indices of the segments concerned, from 0; the first ranges if there are many."""

    def __str__(self) -> str:
        return f"{self.check}: {self.evidence}; {self.advice}"


@dataclass(frozen=True)
class Change(Result):
    """The score after a change of candidates and references that removes a kind of difference between them."""

    change: str
    """Name of the change, such as "case", "quotes" or "nfkc"."""
    score: float
    difference: float
    """The score minus the score before the change."""


@dataclass(frozen=True)
class Diagnosis(Result):
    """What looks wrong with a corpus."""

    findings: tuple[Finding, ...]
    """Likely problems; those that cost most come first."""
    changes: tuple[Change, ...]
    """The score without each kind of difference."""
    segments_to_look_at: tuple[tuple[int, str], ...] = ()
    """Number, from 0, and reason ("empty", "stops early") of single segments to look at, though they cost little."""

    @classmethod
    def of_json(cls, findings: Any, changes: Any, odd: Any) -> Diagnosis:
        found = tuple(
            Finding(
                finding["check"],
                finding["evidence"],
                finding["advice"],
                finding["numbers"],
                tuple(range(first - 1, last) for first, last in finding["segments"]),
            )
            for finding in findings
        )
        changed = tuple(Change(change["change"], change["score"], change["difference"]) for change in changes)
        return cls(found, changed, tuple((segment, reason) for segment, reason in odd))

    def rows(self) -> list[dict[str, Any]]:
        """A row per finding."""
        return [_flat(_plain(finding)) for finding in self.findings]

    def __str__(self) -> str:
        lines = [str(finding) for finding in self.findings] or ["No likely problems found"]
        changes = [change for change in self.changes if change.difference]
        if changes:
            lines += ["", "BLEU without differences of"]
            lines += [f"  {change.change}: {change.score:.4f} ({change.difference:+.4f})" for change in changes]
        if self.segments_to_look_at:
            lines += ["", "Segments to look at: " + ", ".join(f"{i} ({reason})" for i, reason in self.segments_to_look_at)]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        findings = "".join(f"<li>{html.escape(str(finding))}</li>" for finding in self.findings)
        rows = [["BLEU without differences of", "score", "difference"]]
        rows += [[x.change, f"{x.score:.4f}", f"{x.difference:+.4f}"] for x in self.changes if x.difference]
        found = f"<ul>{findings}</ul>" if findings else "<p>No likely problems found</p>"
        return found + (_table(rows) if len(rows) > 1 else "")


def _number(value: Optional[float]) -> str:
    return "" if value is None else f"{value:.4f}"


def _signed(value: Optional[float]) -> str:
    return "" if value is None else f"{value:+.4f}"


def _aligned(rows: list[list[str]]) -> list[str]:
    """Lines of a table, the first column aligned to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows)]
    lines = []
    for first, *others in rows:
        cells = [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:]))]
        lines.append("  ".join(cells).rstrip())
    return lines


def _table(rows: list[list[str]]) -> str:
    """A table in HTML."""

    def row(cells: list[str], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{html.escape(cell)}</{tag}>" for cell in cells) + "</tr>"

    return "<table>" + row(rows[0], "th") + "".join(row(cells, "td") for cells in rows[1:]) + "</table>"
