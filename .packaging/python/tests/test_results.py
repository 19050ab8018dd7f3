"""Results as data, and what the module has of the program."""

import hashlib
import json
import os
import pickle
import re
import typing
from pathlib import Path

import pytest

import bleu_mt
from bleu_mt import BLEU, RunningBLEU, corpus_bleu

pytestmark = pytest.mark.filterwarnings("ignore::bleu_mt.BleuWarning")

HYPOTHESES = ["the cat sat on the mat", "a dog ran away from it", "there is a red house", "it is so"] * 10
REFERENCES = ["the cat sat on a mat", "a dog ran far away from it", "there was a red house", "so it is"] * 10
SYSTEMS = {"new": HYPOTHESES, "copy": REFERENCES, "worse": [text[4:] for text in HYPOTHESES]}
MODEL = Path(__file__).parents[3] / "testdata" / "sentencepiece" / "bpe.model"


def test_scores_are_data_and_are_compared():
    score, other = corpus_bleu(HYPOTHESES, [REFERENCES]), corpus_bleu(REFERENCES, [REFERENCES])
    found = json.loads(json.dumps(score.to_dict()))
    assert all(found[name] == getattr(score, name) for name in found) and len(found) == 11
    assert score < other and other > score and score <= score >= score and max(score, other) is other
    assert round(score, 2) == round(score.score, 2) and round(score) == round(score.score)
    for wrong in [lambda: score < 1, lambda: score >= 50.0]:
        with pytest.raises(TypeError):
            wrong()


def test_results_are_data_and_tables():
    bleu = BLEU()
    results = [
        bleu.confidence(HYPOTHESES, [REFERENCES], resamples=40),
        bleu.paired(SYSTEMS, [REFERENCES], resamples=40),
        bleu.all_pairs(SYSTEMS, [REFERENCES], resamples=40),
        bleu.explain(HYPOTHESES, [REFERENCES]),
        bleu.diagnose([text.upper() for text in HYPOTHESES], [REFERENCES]),
        bleu.explain_segment(HYPOTHESES[0], REFERENCES[0]),
        bleu.pick(HYPOTHESES[:4]),
        bleu.runs({"a": [HYPOTHESES, REFERENCES], "b": [HYPOTHESES, HYPOTHESES]}, [REFERENCES], resamples=40),
        bleu.on_sets({"x": (SYSTEMS, [REFERENCES]), "y": (SYSTEMS, [HYPOTHESES])}, resamples=40),
        bleu.robust(SYSTEMS, [REFERENCES], resamples=40),
        bleu.samples([HYPOTHESES[:3]] * 5, [REFERENCES[:5]], resamples=40),
    ]
    results += [getattr(result, name)[0] for result in results for name in ["systems", "comparisons"] if hasattr(result, name)]
    for result in results:
        assert json.loads(result.to_json()) == result.to_dict()
        assert result.rows() and "<table>" in result._repr_html_() + "<table>" * (type(result).__name__ == "Diagnosis")
        assert str(result) and pickle.loads(pickle.dumps(result)) == result
        for package in ["pandas", "polars"]:
            module = pytest.importorskip(package)
            assert len(module.DataFrame(result.rows())) == len(result.rows())


def test_settings_are_read_back():
    for settings in [{}, {"lowercase": True, "max_order": 2}, {"weights": [0.5, 0.5], "smooth": "floor", "smooth_value": 0.2}]:
        assert BLEU(**settings).settings == settings and BLEU(**BLEU(**settings).settings) == BLEU(**settings)


def test_metrics_of_settings_are_made_once():
    metric = bleu_mt._metric({"lowercase": True, "max_order": 3})
    assert metric is bleu_mt._metric({"lowercase": True, "max_order": 3}) and metric == BLEU(lowercase=True, max_order=3)
    assert bleu_mt._metric({"weights": [0.5, 0.5]}) == BLEU(weights=[0.5, 0.5])
    for wrong in [{"lowercase": 1}, {"nope": 1}, {"max_order": 4.0}]:
        bleu_mt._metric({"lowercase": True}), bleu_mt._metric({"max_order": 4})
        with pytest.raises(TypeError):
            corpus_bleu(["a"], [["a"]], **wrong)


def test_models_are_read_once(tmp_path):
    path = tmp_path / "model"
    path.write_bytes(MODEL.read_bytes())
    before = path.stat()
    assert BLEU(tokenize="spm", model=path).tokens("Hello world")
    # Its size and date are the same, so it is not read again.
    path.write_bytes(b"x" * before.st_size)


    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert BLEU(tokenize="spm", model=path).tokens("Hello world")
    os.utime(path, ns=(0, 0))
    with pytest.raises(ValueError):
        BLEU(tokenize="spm", model=path)


@pytest.mark.parametrize(
    "settings, message",
    [
        ({"dictionary": "x"}, "need tokenize="),
        ({"model": "x"}, "need tokenize="),
        ({"tokenize": "intl", "dictionary": "x"}, "takes no dictionary="),
        ({"tokenize": "ja-mecab", "model": "x"}, "takes no model="),
    ],
)
def test_data_without_its_tokenizer_is_refused(settings, message):
    with pytest.raises(ValueError, match=message):
        BLEU(**settings)


def test_names_in_the_types_are_those_that_there_are():
    """The lists for editors are the library's; messages are in the module's syntax."""

    def known(**settings):
        with pytest.raises(ValueError) as raised:
            BLEU(**settings)
        assert "[=" not in str(raised.value)
        return set(re.findall(r"[\w-]+(?::[\w]+)?", str(raised.value).partition("use one of: ")[2]))

    tokenizers = set(typing.get_args(bleu_mt.Tokenizer))
    without_languages = {name for name in tokenizers if ":" not in name}
    assert without_languages == {name for name in known(tokenize="nope") if ":" not in name}
    for name in tokenizers - without_languages:
        with pytest.raises(ValueError, match="needs nonbreaking prefixes|missing"):
            BLEU(tokenize=name, dictionary="missing")
    smoothing = typing.get_args(bleu_mt.Smoothing)
    assert {"exp", "floor", "add-k", "add-k-all", "none", "method0", "method7"} <= known(smooth="nope") & {*smoothing}
    assert all(BLEU(smooth=name) for name in smoothing)


def test_tokens_are_those_that_are_counted():
    assert BLEU().tokens("Hello, World.\n") == ["Hello", ",", "World", "."]
    assert BLEU(lowercase=True, tokenize="char").tokens("A b") == ["a", "b"] and BLEU().tokens("") == []
    with pytest.raises(ValueError, match="text is None"):
        BLEU().tokens(None)


def test_segments_are_explained():
    found = BLEU().explain_segment("the cat the", ["the cat sat", "a the"])
    assert found.hypothesis == ("the", "cat", "the") and found.references == (("the", "cat", "sat"), ("a", "the"))
    assert found.score == BLEU().sentence_score("the cat the", ["the cat sat", "a the"])
    first = found.ngrams[0]
    assert (first.text, first.order, first.count, first.references, first.correct) == ("the", 1, 2, (1, 1), 1)
    assert sum(ngram.correct for ngram in found.ngrams if ngram.order == 1) == found.score.counts[0]


def test_all_pairs_are_ranked():
    found = BLEU().all_pairs(SYSTEMS, [REFERENCES], resamples=100)
    assert [system.name for system in found.systems] == ["copy", "new", "worse"]
    assert [system.best_rank for system in found.systems] == [1, 2, 3] and len(found.p_values) == 3
    paired = BLEU().paired({"copy": REFERENCES, "new": HYPOTHESES}, [REFERENCES], resamples=100)
    assert found.p_values["copy", "new"] == paired["new"].p_value
    assert found.p_intervals["copy", "new"] == paired["new"].p_interval <= 0.05
    assert found.significant["copy", "new"] is paired["new"].significant is True
    assert found.to_dict()["pairs"][0]["significant"] is True
    assert "|bs:100|" in found.signature and "copy" in str(found)


def test_groups_have_scores_of_their_own():
    groups = ["a", "b", "b", "a"] * 10
    found = BLEU().by_group(groups, HYPOTHESES, [REFERENCES])
    assert list(found) == ["a", "b"]
    for name, score in found.items():
        some = [i for i, group in enumerate(groups) if group == name]
        assert score == corpus_bleu([HYPOTHESES[i] for i in some], [[REFERENCES[i] for i in some]])
    assert found == BLEU().by_group(iter(groups), iter(HYPOTHESES), per_segment=REFERENCES)
    for wrong in [lambda: BLEU().by_group(["a"], HYPOTHESES, [REFERENCES]), lambda: BLEU().by_group(groups, HYPOTHESES, [["a"]])]:
        with pytest.raises(ValueError, match="segments"):
            wrong()


def test_a_running_score_is_that_of_all_segments():
    ranks = [RunningBLEU(lowercase=True) for _ in range(3)]
    for i, rank in enumerate(ranks):
        for start in range(i, 40, 6):
            rank.update(HYPOTHESES[start : start + 3 : 3], [REFERENCES[start : start + 3 : 3]])
        for start in range(i + 3, 40, 6):
            rank.update(HYPOTHESES[start : start + 1], per_segment=REFERENCES[start : start + 1])
    first, *others = (pickle.loads(pickle.dumps(rank)) for rank in ranks)
    first.merge(*others, RunningBLEU(lowercase=True))
    assert first.compute() == corpus_bleu(HYPOTHESES, [REFERENCES], lowercase=True)
    first.reset()
    with pytest.raises(ValueError, match="nothing to score"):
        first.compute()
    with pytest.raises(ValueError, match="other settings"):
        first.merge(ranks[0])
        first._add(RunningBLEU().bleu.statistics(["a"], [["a"]]))


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_frames_are_scored(package):
    module = pytest.importorskip(package)
    columns = {"mt": HYPOTHESES, "ref1": REFERENCES, "ref2": [None, "x"] * 20, "domain": ["a", "b"] * 20}
    frame = module.table(columns) if package == "pyarrow" else module.DataFrame(columns)
    found = bleu_mt.score_frame(frame, hypothesis="mt", references=["ref1", "ref2"], by="domain", lowercase=True)
    assert type(found) is type(frame)
    expected = BLEU(lowercase=True).by_group(columns["domain"], HYPOTHESES, [REFERENCES, columns["ref2"]])
    value = lambda name: found[name].to_pylist() if package == "pyarrow" else list(found[name])  # noqa: E731
    assert value("score") == [score.score for score in expected.values()] and value("domain") == ["a", "b"]
    whole = bleu_mt.score_frame(frame, "mt", "ref1")
    assert (whole["score"].to_pylist() if package == "pyarrow" else list(whole["score"])) == [corpus_bleu(HYPOTHESES, [REFERENCES]).score]


def test_texts_are_cleaned():
    assert bleu_mt.clean(["<think>so</think>a dog", "a &amp; b"]) == ["a dog", "a & b"]
    assert bleu_mt.clean(["a &amp; b@@ c"], "subwords") == ["a &amp; bc"]
    with pytest.raises(ValueError, match="nope"):
        bleu_mt.clean(["a"], "nope")


def test_the_report_is_a_page(tmp_path):
    found = bleu_mt.report(SYSTEMS, [REFERENCES], tmp_path / "page.html")
    assert found.html == (tmp_path / "page.html").read_text(encoding="utf-8") and "copy" in found.html
    assert found._repr_html_().startswith("<iframe srcdoc=") and "<script" not in found._repr_html_()
    with pytest.raises(ValueError, match=r"a has 1 segments, but references\[0\] has 2"):
        bleu_mt.report({"a": ["x"]}, [["x", "y"]])
    with pytest.raises(ValueError, match="--nope"):
        bleu_mt.report(SYSTEMS, [REFERENCES], options=["--nope"])
    part = [REFERENCES[0], None, float("nan"), *REFERENCES[3:]]
    assert bleu_mt.report({"a": HYPOTHESES}, [REFERENCES, part]).html.count("<html") == 1
    with pytest.raises(ValueError, match=r"a\[1\] is None, not a string"):
        bleu_mt.report({"a": ["x", None]}, [["x", "y"]])


def test_runs_are_saved_and_verified(tmp_path):
    path = tmp_path / "run.bleu"
    second = [None if i % 3 else text for i, text in enumerate(HYPOTHESES)]
    saved = bleu_mt.save(SYSTEMS, [REFERENCES, second], path, options=["--all-pairs", "bootstrap", "--resamples", "100"])
    assert saved.sha256 == hashlib.sha256(path.read_bytes()).hexdigest() and not list(tmp_path.glob("*.part"))
    scores = {system["system"]: system["score"] for system in saved.results["systems"]}
    assert scores == {name: corpus_bleu(texts, [REFERENCES, second]).score for name, texts in SYSTEMS.items()}

    found = bleu_mt.verify(path)
    assert found.agrees and found.runs[0].agrees and found.runs[0].texts is None
    assert {tally.kind: (tally.number, tally.differ) for tally in found.runs[0].numbers}["p_value"] == (3, 0)
    # Names and order do not matter.
    renamed = {f"{name}.txt": texts for name, texts in reversed(SYSTEMS.items())}
    found = bleu_mt.verify(path, systems=renamed, references=[REFERENCES, second])
    assert found.agrees and found.runs[0].texts.same == 5 and found.runs[0].texts.segments == 40

    worse = {**SYSTEMS, "new": [*HYPOTHESES[:5], "another", *HYPOTHESES[6:]]}
    found = bleu_mt.verify(path, systems=worse, references=[REFERENCES, second])
    assert not found.agrees and found.runs[0].texts.same == 4
    assert "1 of 40 lines" in found.runs[0].texts.differences[0] and "segment 6" in found.runs[0].texts.counts[0]

    table = tmp_path / "table.csv"
    table.write_text(f"system,BLEU\nnew,{100 * scores['new']:.1f}\nworse,{100 * scores['new'] + 1:.1f}\n")
    found = bleu_mt.verify(path, table)
    assert (found.runs[0].agrees, found.tables[0].agrees, found.agrees) == (True, False, False)
    assert (found.tables[0].numbers, found.tables[0].agree) == (2, 1) and "worse" in found.tables[0].differences[0]
    for result in [saved, found]:
        assert json.loads(result.to_json()) == result.to_dict() and result.rows() and str(result)
        assert "<table>" in result._repr_html_()

    path.write_bytes(path.read_bytes()[:-40])
    with pytest.raises(ValueError, match="run.bleu"):
        bleu_mt.verify(path)
    for call in [lambda: bleu_mt.verify(), lambda: bleu_mt.verify(path, systems=SYSTEMS)]:
        with pytest.raises(TypeError):
            call()
    assert bleu_mt.save({"a": HYPOTHESES}, [REFERENCES], tmp_path / "one.bleu").results["score"] > 0


def test_segments_that_repeat_their_source_are_found():
    source = [f"ein ganz anderer Satz mit der Nummer {i} und noch mehr Wörtern" for i in range(40)]
    hypotheses = [*HYPOTHESES[:7], source[7], *HYPOTHESES[8:]]
    bleu = BLEU()
    assert (7, "repeats source") not in bleu.diagnose(hypotheses, [REFERENCES]).segments_to_look_at
    found = bleu.diagnose(iter(hypotheses), [REFERENCES], source=iter(source))
    assert (7, "repeats source") in found.segments_to_look_at
    with pytest.raises(ValueError, match="source has 39 segments, but hypotheses has 40"):
        bleu.diagnose(hypotheses, [REFERENCES], source=source[1:])
