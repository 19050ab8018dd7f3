"""The module, as installed, against sacreBLEU and on wrong arguments."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
import sacrebleu

from bleu_mt import BleuError, Score, corpus_score, find_program, sentence_scores

CORPORA = Path(__file__).parents[3] / "testdata" / "corpora"


def lines(name):
    return (CORPORA / name).read_text(encoding="utf-8").split("\n")[:-1]


def corpora():
    for hypotheses in sorted(CORPORA.glob("*.hyp.txt")):
        name = hypotheses.name.split(".")[0]
        # Line breaks other than LF, and lines that are no lines in lists, are the program's own tests.
        if name not in ("whitespace", "degenerate"):
            references = sorted(CORPORA.glob(f"{name}.ref*.txt"))
            yield pytest.param(lines(hypotheses.name), [lines(path.name) for path in references], id=name)


def assert_equal(found: Score, expected):
    assert found.counts == expected.counts and found.totals == expected.totals
    assert (found.hyp_len, found.ref_len) == (expected.sys_len, expected.ref_len)
    assert found.score == pytest.approx(expected.score / 100, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("candidates, references", list(corpora()))
@pytest.mark.parametrize("tokenize", ["13a", "intl", "char", "none"])
def test_scores_are_sacrebleus(candidates, references, tokenize):
    metric = sacrebleu.BLEU(tokenize=tokenize)
    assert_equal(corpus_score(candidates, references, tokenize=tokenize), metric.corpus_score(candidates, references))
    metric = sacrebleu.BLEU(tokenize=tokenize, effective_order=True)
    found = sentence_scores(candidates, references, tokenize=tokenize)
    assert len(found) == len(candidates)
    for i, score in enumerate(found):
        assert_equal(score, metric.sentence_score(candidates[i], [reference[i] for reference in references]))


def test_options_are_those_of_the_program():
    rng = random.Random(1)
    text = [" ".join(rng.choice(["a", "B", "c", "."]) for _ in range(rng.randrange(8))) for _ in range(60)]
    candidates, references = text[:20], [text[20:40], text[40:]]
    metric = sacrebleu.BLEU(lowercase=True, max_ngram_order=2, smooth_method="floor", smooth_value=0.5)
    found = corpus_score(candidates, references, lowercase=True, max_order=2, smooth="floor=0.5")
    assert_equal(found, metric.corpus_score(candidates, references))
    assert found.segments == 20 and "|case:lc|" in found.signature and "order:2" in found.signature
    weighted = corpus_score(candidates, references, weights=[0.25, 0.75], normalize="nfkc", effective_order=True)
    assert "|eff:yes|" in weighted.signature and "weights:0.25,0.75" in weighted.signature


def test_many_sentences_take_one_process(monkeypatch):
    calls, run = [], subprocess.run
    monkeypatch.setattr(subprocess, "run", lambda *args, **kwargs: calls.append(args) or run(*args, **kwargs))
    assert len(sentence_scores(["the cat sat"] * 50_000, [["the cat sat"] * 50_000])) == 50_000
    assert len(calls) == 1


def test_errors_have_the_programs_message():
    for arguments, options, message in [
        ((["a"], [["a", "b"]]), {}, "different numbers of segments: candidates has 1, reference 1 has 2"),
        ((["a"], []), {}, "no reference is given"),
        ((["a"], [["a"]]), {"tokenize": "mecab"}, "invalid value 'mecab'"),
        ((["a"], [["a"]]), {"max_order": 17}, "must be a whole number from 1 to 16"),
        ((["a"], [["a"]]), {"weights": [0.5, 0.6]}, "weights"),
        ((["a\nb"], [["a"]]), {}, "candidates: segment 1 has a line break"),
        (([], [[]]), {}, "nothing to score"),
    ]:
        with pytest.raises(BleuError) as error:
            corpus_score(*arguments, **options)
        assert message in str(error.value) and "For more information" not in str(error.value)
        assert "/" not in str(error.value) or "weights" in str(error.value)


def test_texts_are_not_files():
    # A byte order mark and markup are text; in a file, they would be skipped, or make it SGML.
    for text in ["\ufeffa b c d e", "<refset> a b c", "<tstset setid='x'>"]:
        found = corpus_score([text, "b"], [["a b c d e", "b"]], tokenize="none")
        assert found.hyp_len == len(text.split()) + 1 and found.segments == 2
    assert corpus_score(["\ufeffa b c d"], [["a b c d"]], tokenize="none", smooth="none").score == 0


def test_texts_may_be_generators():
    for score in (corpus_score, lambda *texts: sentence_scores(*texts)[0]):
        found = score((text for text in ["a b c d"]), ((text for text in ["a b c d"]) for _ in range(2)))
        assert found.score == 1


def test_references_may_be_missing():
    found = sentence_scores(["a b c d", "e f g h"], [["x", None], ["a b c d", "e f g h"]])
    assert [score.score for score in found] == [1, 1]


def test_segments_that_are_no_text_are_refused():
    for candidate, message in [(1, "not a string but int"), (None, "not a string"), ("a\ud800", "surrogate")]:
        with pytest.raises(BleuError) as error:
            corpus_score(["a", candidate], [["a", "b"]])
        assert message in str(error.value) and "segment 2" in str(error.value)


def test_strings_in_place_of_lists_are_refused():
    for arguments in [("a cat", [["a cat"]]), (["a cat"], ["a cat"]), (["a cat"], "a cat")]:
        with pytest.raises(TypeError):
            corpus_score(*arguments)


def test_options_are_checked_without_sentences():
    with pytest.raises(BleuError, match="nope"):
        sentence_scores([], [[]], tokenize="nope")


def test_weights_may_be_fractions():
    expected = corpus_score(["a b c"], [["a b d"]], weights=[0.5, 0.5])
    assert corpus_score(["a b c"], [["a b d"]], weights="1/2,1/2") == expected
    with pytest.raises(BleuError, match="whole number from 1 to 16"):
        corpus_score(["a"], [["a"]], max_order=2.5)


def test_options_of_references_reach_the_program():
    arguments = (["a b c"], [["a b c d e"], [""]])
    assert corpus_score(*arguments, ref_length="shortest").ref_len == 0
    assert corpus_score(*arguments, ref_length="shortest", empty_reference="missing").ref_len == 5


def test_dictionaries_of_this_environment_are_found(monkeypatch):
    environments = []
    run = subprocess.run

    def recorded(*arguments, **options):
        environments.append(options["env"]["VIRTUAL_ENV"])
        return run(*arguments, **options)

    monkeypatch.setattr(subprocess, "run", recorded)
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    corpus_score(["a"], [["a"]])
    monkeypatch.setenv("VIRTUAL_ENV", "/elsewhere")
    corpus_score(["a"], [["a"]])
    assert environments == [sys.prefix, "/elsewhere"]


def test_no_sentences_have_no_scores():
    assert sentence_scores([], [[]]) == []


def test_the_program_is_the_packages_own():
    assert subprocess.check_output([find_program(), "--version"]).startswith(b"bleu ")
