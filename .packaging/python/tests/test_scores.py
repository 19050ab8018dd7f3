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
        assert found["new"].p_interval == expected.get("p_interval") and found["new"].significant == expected["significant"]
        assert found.signature == expected["signature"] and found["base"].significant is None
        assert found["base"].p_value is None and "base" in str(found) and "<table>" in found._repr_html_()
    confidence = found = bleu.confidence(texts["new"], references, resamples=200)
    command = [PROGRAM, "-q", "-f", "json", "--confidence", "--resamples", "200", "-r", "ref", "new"]
    expected = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=tmp_path).stdout)
    assert {name: getattr(confidence, name) for name in expected["confidence"]} == expected["confidence"]
    assert confidence.signature == expected["signature"] and "±" in str(confidence)


WORDS = "the cat sat on a red mat while it rained all day . so they left".split()


def noisy(texts, share, seed):
    """Texts in which some words are others."""
    rng = random.Random(seed)
    return [" ".join(rng.choice(WORDS) if rng.random() < share else word for word in text.split()) for text in texts]


def written(folder, **texts):
    for name, lines in texts.items():
        (folder / name).write_text("".join(line + "\n" for line in lines), encoding="utf-8", newline="\n")


def of_program(folder, *arguments):
    command = [PROGRAM, "-q", "-f", "json", "--resamples", "200", *arguments]
    return json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=folder).stdout)


REFERENCE = noisy(["word " * 12] * 60, 1, 0)


def test_several_runs_are_the_programs(tmp_path):
    texts = {name: noisy(REFERENCE, share, name) for name, share in [("a1", 0.4), ("a2", 0.42), ("b1", 0.35), ("b2", 0.33)]}
    written(tmp_path, ref=REFERENCE, **texts)
    expected = of_program(tmp_path, "--runs", "2", "--paired", "randomization", "-r", "ref", *texts)
    systems = {"a": [texts["a1"], texts["a2"]], "b": [texts["b1"], texts["b2"]]}
    found = BLEU().runs(systems, [REFERENCE], resamples=200)
    assert found.signature == expected[0]["signature"] and len(expected) == 2
    for one, theirs in zip(found.systems, expected):
        assert list(one.scores) == [run["score"] for run in theirs["runs"]] and one.mean == theirs["score"]
        for name in ["run_deviation", "resample_deviation", "difference", "p_value"]:
            assert getattr(one, name) == theirs[name]
    with pytest.raises(ValueError, match="runs"):
        BLEU().runs({"a": [REFERENCE], "b": [REFERENCE, REFERENCE]}, [REFERENCE])


@pytest.mark.parametrize("test", ["confidence", "bootstrap", "randomization"])
def test_means_over_sets_are_the_programs(tmp_path, test):
    labels = ["news"] * 25 + ["talks"] * 35
    texts = {"a": noisy(REFERENCE, 0.4, 1), "b": noisy(REFERENCE, 0.35, 2)}
    written(tmp_path, ref=REFERENCE, labels=labels, **texts)
    flags = ["--confidence"] if test == "confidence" else ["--paired", test]
    expected = of_program(tmp_path, *flags, "-r", "ref", "--by", "labels", "-t", "auto:by,news=13a,talks=13a", *texts)
    parts = {"news": slice(0, 25), "talks": slice(25, 60)}
    sets = {name: ({one: text[part] for one, text in texts.items()}, [REFERENCE[part]]) for name, part in parts.items()}
    found = BLEU().on_sets(sets, test=test, resamples=200)
    assert [system.name for system in found.systems] == ["a", "b"]
    for one, mean in zip(found.systems, expected):
        assert {name: score.score for name, score in one.scores.items()} == {row["group"]: row["score"] for row in mean["groups"]}
        assert one.score == mean["mean"] and found.signature == mean["groups"][0]["signature"]
        assert (one.difference, one.p_value) == (mean.get("difference"), mean.get("p_value"))
        if test != "randomization":
            assert (one.low, one.high) == (mean["confidence"]["low"], mean["confidence"]["high"])
    with pytest.raises(ValueError, match="set 'x' has the systems"):
        BLEU().on_sets({**sets, "x": ({"a": ["a"]}, [["a"]])})


def test_samples_are_the_programs(tmp_path):
    samples = list(zip(*(noisy(REFERENCE, 0.4, seed) for seed in range(3))))
    written(tmp_path, ref=REFERENCE, samples=[text for some in samples for text in some])
    arguments = ["--samples", "3", "-r", "ref", "samples"]
    expected = {row["choice"]: row for row in of_program(tmp_path, "--confidence", *arguments)}
    found = BLEU().samples(samples, [REFERENCE], resamples=200)
    assert list(expected) == [choice.name for choice in found.choices] == ["mean", "worst", "best", "mbr"]
    for choice in found.choices:
        confidence = expected[choice.name]["confidence"]
        assert (choice.score, choice.low, choice.high) == (expected[choice.name]["score"], confidence["low"], confidence["high"])
    assert found.signature == expected["mean"]["signature"] and found["mbr"] is found.choices[3]
    assert found.deviation == pytest.approx(expected["mean"]["deviation"]) and found.samples == 3
    for by, references in [("mbr", None), ("mbr", [REFERENCE]), ("best", [REFERENCE]), ("worst", [REFERENCE])]:
        command = [PROGRAM, "-q", "--samples", "3", "--pick", by, "samples", *["-r", "ref"][: 2 * bool(references)]]
        chosen = subprocess.run(command, stdout=subprocess.PIPE, check=True, cwd=tmp_path, encoding="utf-8").stdout
        assert [choice.text for choice in BLEU().pick_all(samples, references, by=by)] == chosen.splitlines()
    per_segment = [[text] for text in REFERENCE]
    assert BLEU().pick_all(samples, [REFERENCE], by="best") == BLEU().pick_all(samples, per_segment=per_segment, by="best")
    assert BLEU().samples([some[: 1 + i % 3] for i, some in enumerate(samples)], [REFERENCE], resamples=40).samples == 1
    for wrong in [lambda: BLEU().samples([], []), lambda: BLEU().samples([[]], [["a"]]), lambda: BLEU().pick_all(samples, [["a"]])]:
        with pytest.raises(ValueError):
            wrong()
    with pytest.raises(TypeError, match=r"samples\[0\] is a string"):
        BLEU().pick_all(["a"])


@pytest.mark.parametrize("test", ["bootstrap", "randomization"])
def test_robustness_is_the_programs(tmp_path, test):
    references = [REFERENCE, noisy(REFERENCE, 0.3, 9)]
    texts = {name: noisy(REFERENCE, share, name) for name, share in [("a", 0.4), ("b", 0.37), ("c", 0.2)]}
    written(tmp_path, ref=references[0], ref2=references[1], **texts)
    arguments = ["--paired", test, "--robust", "-r", "ref", "-r", "ref2", *texts]
    expected = of_program(tmp_path, *arguments)[1:]
    found = BLEU().robust(texts, references, test=test, resamples=200)
    assert found == BLEU().robust(texts, per_segment=list(zip(*references)), test=test, resamples=200)
    for one, theirs in zip(found.comparisons, expected):
        robust = theirs["robust"]
        assert (one.name, one.verdict, one.agreeing) == (theirs["system"], robust["verdict"], robust["agreeing"])
        assert 1 + len(one.choices) == robust["tests"] and found.signature == theirs["signature"]
        assert (one.given.difference, one.given.p_value) == (theirs["difference"], theirs["p_value"])
        rests_on = robust["rests_on"]
        assert one.rests_on == (None if rests_on is None else tuple(place - 1 for place in rests_on))
        for choice, its in zip(one.choices, robust["choices"]):
            assert (choice.kind, choice.difference, choice.p_value) == (its["choice"], its["difference"], its["p_value"])
            assert (choice.p_interval, choice.significant) == (its.get("p_interval"), its["significant"])
    with pytest.raises(ValueError, match="segment 1: 1 references"):
        BLEU().robust({"a": ["a", "b"], "b": ["a", "b"]}, per_segment=[["a", "b"], ["a"]])
