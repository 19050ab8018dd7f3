"""The module with sacreBLEU's interface, against sacreBLEU."""

import copy
import importlib
import pickle
import subprocess
import sys

import pytest

from bleu_mt import sacrebleu as ours

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

HYPOTHESES = ["The cat sat on the mat.", "A Dog ran, far away!", "it is so"] * 5
REFERENCES = [["The cat sat on a mat.", "a dog ran away!", "it is so"] * 5, ["the cat sat", None, "so it is"] * 5]


@pytest.fixture
def theirs():
    return pytest.importorskip("sacrebleu")


def same(found, expected):
    names = ["score", "counts", "totals", "precisions", "bp", "sys_len", "ref_len", "ratio", "prec_str", "name"]
    assert [getattr(found, name) for name in names[1:]] == [getattr(expected, name) for name in names[1:]]
    assert found.score == pytest.approx(expected.score, rel=1e-12) and str(found) == str(expected)


@pytest.mark.parametrize(
    "name, value",
    [
        ("lowercase", True), ("smooth_method", "none"), ("effective_order", True), ("max_ngram_order", 2), ("tokenizer", "char"),
    ],
)  # fmt: skip
def test_changed_attributes_count(theirs, name, value):
    found, expected = ours.BLEU(), theirs.BLEU()
    for metric in [found, expected]:
        set_to = importlib.import_module("sacrebleu.metrics.bleu")._get_tokenizer(value)() if name == "tokenizer" else value
        metric.corpus_score(["a"], [["b"]])
        setattr(metric, name, set_to)
    same(found.corpus_score(HYPOTHESES, REFERENCES), expected.corpus_score(HYPOTHESES, REFERENCES))
    for hypothesis, references in [("the Cat sat", ["the cat sat"]), ("a b c d", ["a b c x y"])]:
        same(found.sentence_score(hypothesis, references), expected.sentence_score(hypothesis, references))
    assert not found._is_theirs()
    found.smooth_method, found.smooth_value = expected.smooth_method, expected.smooth_value = "floor", 0.5
    same(found.sentence_score("a b c d", ["a b x d"]), expected.sentence_score("a b c d", ["a b x d"]))


def test_changed_methods_and_tokenizers_count(theirs):
    class Reversed:
        def __call__(self, line):
            return line[::-1]

        def signature(self):
            return "reversed"

    def custom(base):
        class Custom(base):
            def _preprocess_segment(self, sent):
                return super()._preprocess_segment(sent).replace("Dog", "dog")

        return Custom()

    found, expected = ours.BLEU(), theirs.BLEU()
    found.tokenizer = expected.tokenizer = Reversed()
    patched = [ours.BLEU(), theirs.BLEU()]
    for metric in patched:
        metric._preprocess_segment = str.upper
    for one, other in [(found, expected), (custom(ours.BLEU), custom(theirs.BLEU)), patched]:
        same(one.corpus_score(HYPOTHESES, REFERENCES), other.corpus_score(HYPOTHESES, REFERENCES))
        same(one.sentence_score("A Dog ran.", ["a dog ran"]), other.sentence_score("A Dog ran.", ["a dog ran"]))
        assert repr(one.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=10)) == repr(
            other.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=10)
        )
    assert "|tok:reversed|" in str(found.get_signature())
    metric = ours.BLEU(effective_order=True)
    before = metric.sentence_score("A Dog ran", ["a dog ran"]).score
    metric._preprocess_segment = str.lower
    assert metric.sentence_score("A Dog ran", ["a dog ran"]).score == pytest.approx(100) != before
    del metric._preprocess_segment
    assert metric.sentence_score("A Dog ran", ["a dog ran"]).score == before


def test_counts_may_be_fractions(theirs):
    for counts in [[7.5, 4.25, 2.0, 1.5], [7, 4, 2, 1], [7.0, 0.0, 0.0, 0.0]]:
        for settings in [{}, {"smooth_method": "exp"}, {"smooth_method": "add-k", "smooth_value": 0.5}]:
            arguments = (counts, [9.0, 8.0, 7.0, 6.0], 9, 10)
            expected = theirs.BLEU.compute_bleu(list(arguments[0]), list(arguments[1]), 9, 10, **settings)
            same(ours.BLEU.compute_bleu(*arguments, **settings), expected)
    assert ours.BLEU.compute_bleu([0.9, 0.8, 0.7, 0.6], [1, 1, 1, 1], 5, 5).score == pytest.approx(74.1, abs=0.1)


@pytest.mark.parametrize("seed", [None, "7"])
@pytest.mark.parametrize("resamples", [2, 100])
def test_the_seed_is_sacrebleus(theirs, monkeypatch, seed, resamples):
    pytest.importorskip("numpy")
    if seed:
        monkeypatch.setenv("SACREBLEU_SEED", seed)
    found, expected = ours.BLEU(), theirs.BLEU()
    scores = [metric.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=resamples) for metric in [found, expected]]
    assert repr(scores[0]) == repr(scores[1])
    assert str(found.get_signature()).split("|version")[0] == str(expected.get_signature()).split("|version")[0]
    monkeypatch.setenv("SACREBLEU_SEED", "None")
    found.corpus_score(HYPOTHESES, REFERENCES, n_bootstrap=50)
    assert "|seed:none|" in str(found.get_signature())


def test_everything_else_is_sacrebleus(theirs):
    from bleu_mt.sacrebleu import CHRF, corpus_chrf, dataset, significance, utils
    from bleu_mt.sacrebleu.metrics import METRICS, TER
    from bleu_mt.sacrebleu.metrics.bleu import _get_tokenizer
    from bleu_mt.sacrebleu.metrics.chrf import CHRF as CHRF_AGAIN
    from bleu_mt.sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

    assert CHRF is CHRF_AGAIN is theirs.CHRF and corpus_chrf is theirs.corpus_chrf and TER is theirs.TER
    assert dataset is theirs.dataset and utils.smart_open is theirs.smart_open and ours.DATASETS is theirs.DATASETS
    assert METRICS["BLEU"] is ours.BLEU and METRICS["TER"] is theirs.TER and _get_tokenizer("13a") is Tokenizer13a
    assert ours.__version__ == theirs.__version__ and tuple(map(int, ours.__version__.split("."))) >= (1, 4, 12)
    assert ours.compat.sentence_ter is theirs.sentence_ter and significance.__name__ == "sacrebleu.significance"
    for wrong in ["nope", "__nope__"]:
        with pytest.raises(AttributeError):
            getattr(ours, wrong)
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("bleu_mt.sacrebleu.nope")


def test_what_callers_touch(theirs):
    found, expected = ours.BLEU(lowercase=True), theirs.BLEU(lowercase=True)
    assert found.tokenizer("Hello, World.") == expected.tokenizer("Hello, World.") == "Hello , World ."
    assert found._preprocess_segment("Hello, World. ") == expected._preprocess_segment("Hello, World. ")
    lines = [found._preprocess_segment(text) for text in REFERENCES[0]]
    info = found._extract_reference_info(lines)
    assert info == expected._extract_reference_info(lines) and found.tokenizer_signature == "13a"
    assert found._compute_segment_statistics("the cat", info) == expected._compute_segment_statistics("the cat", info)
    assert set(found.TOKENIZERS) == set(expected.TOKENIZERS) and found.SMOOTH_DEFAULTS == expected.SMOOTH_DEFAULTS
    kept = ours.BLEU(references=REFERENCES)
    assert kept._ref_cache == theirs.BLEU(references=REFERENCES)._ref_cache
    same(kept.corpus_score(HYPOTHESES, None), theirs.BLEU().corpus_score(HYPOTHESES, REFERENCES))
    with pytest.raises(AttributeError):
        found.nope


def test_tests_of_significance_take_it(theirs):
    pytest.importorskip("numpy")
    systems = [("base", HYPOTHESES), ("new", HYPOTHESES[::-1])]
    found = []
    for cls in [ours.BLEU, theirs.BLEU]:
        test = theirs.significance.PairedTest(systems, {"BLEU": cls()}, REFERENCES, test_type="bs", n_samples=50)
        found.append(test()[1]["BLEU"])
    # sacreBLEU's scores of resamples are of 32 bits.
    for one, other in zip(*found):
        assert vars(one) == {name: value and pytest.approx(value, rel=1e-6) for name, value in vars(other).items()}


def test_metrics_and_scores_are_copied():
    metric = ours.BLEU(lowercase=True, references=REFERENCES)
    score = metric.corpus_score(HYPOTHESES, None)
    for again in [copy.copy(metric), copy.deepcopy(metric), pickle.loads(pickle.dumps(metric))]:
        assert again.corpus_score(HYPOTHESES, None).score == score.score and str(again.get_signature()) == str(metric.get_signature())
    for again in [copy.copy(score), copy.deepcopy(score), pickle.loads(pickle.dumps(score))]:
        assert vars(again) == vars(score) and str(again) == str(score)


def test_scorers_of_an_older_version_are_read():
    scorer = ours.BLEU(effective_order=True)
    state = {name: value for name, value in scorer.__getstate__().items() if name != "_of_sentence"}
    old = ours.BLEU.__new__(ours.BLEU)
    old.__dict__.update(state)
    assert old.sentence_score("a b", ["a b"]).score == scorer.sentence_score("a b", ["a b"]).score > 0


def test_references_of_a_sentence_are_a_sequence(theirs):
    for scorer in (ours.BLEU(effective_order=True), theirs.BLEU(effective_order=True)):
        for references in ("a b", (text for text in ["a b"])):
            with pytest.raises(TypeError, match="The argument `refs` should be a sequence of strings."):
                scorer.sentence_score("a b", references)


def test_bleu_needs_no_sacrebleu():
    code = """
import sys
sys.modules["sacrebleu"] = None
from bleu_mt import sacrebleu
from bleu_mt.sacrebleu.metrics.bleu import BLEU
assert round(BLEU().corpus_score(["a b c d"], [["a b c d"]]).score, 9) == 100 and sacrebleu.corpus_bleu and sacrebleu.__version__
try:
    sacrebleu.CHRF
except AttributeError as error:
    print(error)
"""
    found = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True, text=True).stdout
    assert "CHRF is of sacreBLEU, which is not installed: pip install sacrebleu" in found
