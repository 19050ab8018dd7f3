"""Examples of use: each is a function that could stand in a program."""

import multiprocessing
import pickle
from pathlib import Path

import pytest

from bleu_mt import BLEU, corpus_bleu

HYPOTHESES = ["the cat sat on the mat", "a dog ran away from it", "there is a red house", "it is so"]
REFERENCES = ["the cat sat on a mat", "a dog ran far away from it", "there was a red house", "so it is"]


def test_readme(tmp_path, monkeypatch):
    """The examples of the package's page."""
    monkeypatch.chdir(tmp_path)
    page = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    names = {}
    for example in page.split("```python\n")[1:]:
        code = example.split("```")[0]
        if "sacrebleu" not in code:
            exec(code, names)
    assert "case:lc" in names["score"].signature


def test_training_loop_across_ranks():
    """Validation in a distributed training loop: each rank counts its part, all gather the statistics."""

    def validate(rank, world_size, all_gather_object):
        bleu = BLEU()
        statistics = bleu.statistics(HYPOTHESES[rank::world_size], [REFERENCES[rank::world_size]])
        return bleu.score(sum(all_gather_object(statistics)))

    ranks = 3
    gathered = [BLEU().statistics(HYPOTHESES[rank::ranks], [REFERENCES[rank::ranks]]) for rank in range(ranks)]
    # As torch.distributed.all_gather_object and all_reduce do it.
    gathered = [pickle.loads(pickle.dumps(statistics)) for statistics in gathered]
    for rank in range(ranks):
        assert validate(rank, ranks, lambda _: gathered) == corpus_bleu(HYPOTHESES, [REFERENCES])
    reduced = [sum(column) for column in zip(*(statistics.tolist() for statistics in gathered))]
    assert reduced == BLEU().statistics(HYPOTHESES, [REFERENCES]).tolist()


def test_training_loop_against_the_same_references():
    """Validation after validation: the references are counted once."""
    references = BLEU(tokenize="13a").against([REFERENCES])
    history = [references.corpus_score(epoch).percent for epoch in [REFERENCES[::-1], HYPOTHESES, REFERENCES]]
    assert history == sorted(history) and round(history[-1], 9) == 100


def test_processes():
    """Statistics go through processes."""
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        parts = pool.starmap(BLEU().statistics, [(HYPOTHESES[:2], [REFERENCES[:2]]), (HYPOTHESES[2:], [REFERENCES[2:]])])
    assert BLEU().score(sum(parts)) == corpus_bleu(HYPOTHESES, [REFERENCES])


def test_format_of_evaluate_and_torchmetrics():
    """Predictions and one list of references per segment, of different lengths."""
    predictions = ["hello there general kenobi", "foo bar foobar"]
    references = [["hello there general kenobi", "hello there !"], ["foo bar foobar"]]
    assert corpus_bleu(predictions, per_segment=references).percent == pytest.approx(100)


def test_pandas_columns_with_missing_values():
    """A table with a column of hypotheses and columns of references, of which some cells are empty."""
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"hyp": HYPOTHESES, "ref1": REFERENCES, "ref2": ["the cat sat", None, float("nan"), pandas.NA]})
    score = corpus_bleu(table["hyp"], [table["ref1"], table["ref2"]])
    assert score == corpus_bleu(HYPOTHESES, [REFERENCES, ["the cat sat", None, None, None]])
    table["bleu"] = BLEU().sentence_scores(table["hyp"], [table["ref1"], table["ref2"]], as_floats=True)
    assert table["bleu"].between(0, 1).all()
    assert corpus_bleu(table["hyp"], per_segment=table[["ref1", "ref2"]].values) == score


def test_notebook():
    """The last value of a cell is shown as HTML."""
    bleu = BLEU()
    score, explanation = bleu.corpus_score(HYPOTHESES, [REFERENCES]), bleu.explain(HYPOTHESES, [REFERENCES])
    assert score._repr_html_().startswith("<p><b>BLEU = 0.") and "<table>" in explanation._repr_html_()
    assert "<script>" not in bleu.explain(["<script>"], [["<script> x"]])._repr_html_()


def test_minimum_bayes_risk():
    """The sample that is most like the others: each is scored with all samples as references."""
    samples = ["a cat sat on the mat", "the cat sat on the mat", "the cat sat on a mat", "dogs ran"]
    choice = BLEU().pick(samples)
    assert (choice.index, choice.text) == (1, "the cat sat on the mat") and choice.score == max(choice.scores)
