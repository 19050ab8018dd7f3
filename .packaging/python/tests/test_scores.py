"""The scores, against sacreBLEU, against the program, and against each other."""

import json
import random
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from bleu_mt import BLEU, Statistics, corpus_bleu, sentence_bleu
from bleu_mt import sacrebleu as compat

# Odd sentences are empty, too.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning")

CORPORA = Path(__file__).parents[3] / "testdata" / "corpora"
PROGRAM = Path(sysconfig.get_path("scripts"), "bleu" + (sysconfig.get_config_var("EXE") or ""))


def lines(path):
    return path.read_text(encoding="utf-8").split("\n")[:-1]


def corpora():
    for hypotheses in sorted(CORPORA.glob("*.hyp.txt")):
        name = hypotheses.name.split(".")[0]
        references = [lines(path) for path in sorted(CORPORA.glob(f"{name}.ref*.txt"))]
        if all(len(reference) == len(lines(hypotheses)) for reference in references):
            yield pytest.param(lines(hypotheses), references, id=name)


def odd_sentences(count, seed=1):
    """Sentences of odd tokens and white space."""
    rng = random.Random(seed)
    tokens = ["a", "b", "A", "the", ".", ",", "1,5", "1.", "-", "5-x", "&amp;", "&quot;", "<skipped>", "ß", "é", "中", "文"]
    tokens += ["日本", "\u0301", "\u200b", "\u3000", "😀", "İ", "Σ", "x.y", "$", "'s", "\n", "-\n", "\r", "\x1c", "\x85", "\u2028", "\0"]
    spaces = [" ", " ", " ", "", "  ", "\t"]
    sentence = lambda: "".join(rng.choice(tokens) + rng.choice(spaces) for _ in range(rng.randrange(12)))  # noqa: E731
    return [sentence() for _ in range(count)]


def assert_equal(found, expected):
    expected = dict(vars(expected))
    found = {name: getattr(found, name) for name in expected}
    if sys.version_info >= (3, 12):
        # Its `sum` of logarithms is compensated, so that sacreBLEU's own scores differ in the last bits.
        assert found.pop("score") == pytest.approx(expected.pop("score"), rel=1e-12)
    assert found == expected


@pytest.mark.parametrize("hypotheses, references", list(corpora()))
@pytest.mark.parametrize("tokenize", ["13a", "intl", "zh", "char", "none"])
def test_scores_are_sacrebleus(hypotheses, references, tokenize):
    sacrebleu = pytest.importorskip("sacrebleu")
    for settings in [{}, {"lowercase": True, "smooth_method": "floor"}, {"smooth_method": "add-k", "max_ngram_order": 3}]:
        theirs = sacrebleu.BLEU(tokenize=tokenize, **settings)
        ours = compat.BLEU(tokenize=tokenize, **settings)
        assert_equal(ours.corpus_score(hypotheses, references), theirs.corpus_score(hypotheses, references))
        signature = ours.get_signature().format().split("|version:")[0]
        assert signature.replace("|order:3", "") == theirs.get_signature().format().split("|version:")[0]
        theirs.effective_order, ours = True, compat.BLEU(tokenize=tokenize, effective_order=True, **settings)
        for i, hypothesis in enumerate(hypotheses):
            mine = [reference[i] for reference in references]
            assert_equal(ours.sentence_score(hypothesis, mine), theirs.sentence_score(hypothesis, mine))


def test_odd_sentences_are_sacrebleus():
    sacrebleu = pytest.importorskip("sacrebleu")
    hypotheses, references = odd_sentences(3000), [odd_sentences(3000, 2), odd_sentences(3000, 3)]
    for settings in [{}, {"lowercase": True, "tokenize": "intl"}]:
        theirs, ours = sacrebleu.BLEU(effective_order=True, **settings), compat.BLEU(effective_order=True, **settings)
        floats = BLEU(**settings).sentence_scores(hypotheses, references, as_floats=True)
        for hypothesis, of_segment, number in zip(hypotheses, zip(*references), floats):
            expected, found = theirs.sentence_score(hypothesis, of_segment), ours.sentence_score(hypothesis, of_segment)
            assert_equal(found, expected)
            assert number == pytest.approx(expected.score / 100, rel=1e-12)
        assert repr(ours.corpus_score(hypotheses, references)) == repr(theirs.corpus_score(hypotheses, references))


def test_confidence_is_sacrebleus():
    sacrebleu = pytest.importorskip("sacrebleu")
    pytest.importorskip("numpy")
    hypotheses, references = odd_sentences(100), [odd_sentences(100, 2)]
    theirs, ours = sacrebleu.BLEU(), compat.BLEU()
    expected = theirs.corpus_score(hypotheses, references, n_bootstrap=100)
    assert repr(ours.corpus_score(hypotheses, references, n_bootstrap=100)) == repr(expected)
    assert ours.get_signature().format(short=True).split("|v:")[0] == theirs.get_signature().format(short=True).split("|v:")[0]


def test_scores_are_the_programs_to_the_last_bit(tmp_path):
    # Line breaks would end the lines of a file.
    clean = lambda texts: [text.replace("\n", " ").replace("\r", " ") for text in texts]  # noqa: E731
    texts = [clean(odd_sentences(2000, seed)) for seed in range(3)]
    paths = []
    for i, text in enumerate(texts):
        paths.append(tmp_path / f"{i}.txt")
        paths[-1].write_text("".join(line + "\n" for line in text), encoding="utf-8", newline="\n")
    hypotheses, references = texts[0], texts[1:]
    command = [PROGRAM, "-q", "-f", "json", "-r", paths[1], "-r", paths[2], paths[0]]
    for flags, settings in [
        ([], {}),
        (["--lowercase", "-t", "intl", "-n", "2"], {"lowercase": True, "tokenize": "intl", "max_order": 2}),
        (["--smooth", "floor=0.5", "--normalize", "nfkc"], {"smooth": "floor", "smooth_value": 0.5, "normalize": "nfkc"}),
        (["--weights", "0.5,0.3,0.2", "--ref-length", "average"], {"weights": [0.5, 0.3, 0.2], "ref_length": "average"}),
        (["--as", "nltk"], {"as_": "nltk"}),
        (["--as", "moses-sentence"], {"as_": "moses-sentence"}),
        (["--empty-reference", "empty"], {"empty_reference": "empty"}),
    ]:
        run = lambda *more: subprocess.run([*command, *flags, *more], stdout=subprocess.PIPE, check=True).stdout  # noqa: E731
        expected, bleu = json.loads(run()), BLEU(**settings)
        for threads in [1, 3]:
            found = bleu.corpus_score(hypotheses, references, threads=threads)
            numbers = {name: value for name, value in expected.items() if name not in ("system", "name", "findings")}
            assert {name: getattr(found, name) for name in numbers} == numbers
            found = bleu.sentence_scores(hypotheses, references, threads=threads, as_floats=True)
            assert found == [json.loads(line)["score"] for line in run("--sentence").splitlines()]


def test_all_ways_to_score_agree():
    hypotheses, references = odd_sentences(1500), [odd_sentences(1500, 2), odd_sentences(1500, 3)]
    per_segment = list(zip(*references))
    bleu = BLEU(lowercase=True, max_order=3)
    score = bleu.corpus_score(hypotheses, references)
    kept = bleu.against(references)
    parts = [slice(start, start + 400) for start in range(0, 1500, 400)]
    statistics = [bleu.statistics(hypotheses[part], [reference[part] for reference in references]) for part in parts]
    assert score == bleu.corpus_score(hypotheses, per_segment=per_segment, threads=2)
    assert score == corpus_bleu(iter(hypotheses), (iter(reference) for reference in references), lowercase=True, max_order=3)
    assert score == kept.corpus_score(hypotheses) == bleu.against(per_segment=per_segment).corpus_score(hypotheses, threads=2)
    assert score == bleu.score(sum(statistics)) == bleu.score(kept.statistics(hypotheses))
    assert sum(statistics).tolist() == [sum(column) for column in zip(*(part.tolist() for part in statistics))]
    assert bleu.score(Statistics.fromlist(sum(statistics).tolist())).score == score.score
    assert float(bleu.confidence(hypotheses, references, resamples=40).score) == score.score
    assert bleu.explain(hypotheses, references).score == score

    sentences = bleu.sentence_scores(hypotheses, references)
    assert sentences == kept.sentence_scores(hypotheses) == kept.sentence_scores(hypotheses, threads=2)
    assert sentences == [bleu.sentence_score(*pair) for pair in zip(hypotheses, per_segment)]
    assert sentences[:50] == [sentence_bleu(*pair, lowercase=True, max_order=3) for pair in zip(hypotheses[:50], per_segment)]
    assert [score.score for score in sentences] == bleu.sentence_scores(hypotheses, per_segment=per_segment, as_floats=True)
    for segment in [0, 700, 1499]:
        assert kept.scores(segment, hypotheses[:20]) == [bleu.sentence_score(text, per_segment[segment]) for text in hypotheses[:20]]
        assert kept.scores(segment, hypotheses[:3], as_floats=True) == [float(x) for x in kept.scores(segment, hypotheses[:3])]


def test_pairs_of_samples_are_single_sentences():
    samples, references, bleu = odd_sentences(40), odd_sentences(30, 2), BLEU(lowercase=True)
    pairs = bleu.pairwise(samples)
    assert pairs == [[bleu.sentence_score(sample, [other]).score for other in samples] for sample in samples]
    against = bleu.pairwise(samples, references)
    assert against == [[bleu.sentence_score(sample, [other]).score for other in references] for sample in samples]
    mean = [(sum(row) - row[i]) / 39 for i, row in enumerate(pairs)]
    assert bleu.pick(samples).scores == pytest.approx(mean) and bleu.pick(samples).score == pytest.approx(max(mean))
    assert bleu.pick(samples, references).score == pytest.approx(max(sum(row) / 30 for row in against))
    scores = [bleu.sentence_score(sample, references).score for sample in samples]
    assert bleu.pick(samples, references, by="best").scores == tuple(scores)
    assert bleu.pick(samples, references, by="best").score == max(scores)
    assert bleu.pick(samples, references, by="worst").score == min(scores)
    for wrong in [lambda: bleu.pick(["a"]), lambda: bleu.pick(["a"], [], by="best"), lambda: bleu.pick(["a", None])]:
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError, match="needs references"):
        bleu.pick(["a", "b"], by="worst")


def test_paired_tests_are_the_programs(tmp_path):
    texts = {name: ["".join(x.splitlines()) for x in odd_sentences(200, seed)] for seed, name in enumerate(["ref", "base", "new"])}
    for name, text in texts.items():
        (tmp_path / name).write_text("".join(line + "\n" for line in text), encoding="utf-8", newline="\n")
    bleu, references = BLEU(), [texts["ref"]]
    systems = {name: texts[name] for name in ["base", "new"]}
    for test in ["bootstrap", "randomization"]:
        command = [PROGRAM, "-q", "-f", "json", "--paired", test, "--resamples", "200", "-r", "ref", "base", "new"]
        _, expected = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=tmp_path).stdout)
        found = bleu.paired(systems, references, test=test, resamples=200, threads=2)
        assert found["new"].p_value == expected["p_value"] and found["new"].score.score == expected["score"]
        assert found.signature == expected["signature"]
        assert found["base"].p_value is None and "base" in str(found) and "<table>" in found._repr_html_()
    confidence = found = bleu.confidence(texts["new"], references, resamples=200)
    command = [PROGRAM, "-q", "-f", "json", "--confidence", "--resamples", "200", "-r", "ref", "new"]
    expected = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=tmp_path).stdout)
    assert {name: getattr(confidence, name) for name in expected["confidence"]} == expected["confidence"]
    assert confidence.signature == expected["signature"] and "±" in str(confidence)
