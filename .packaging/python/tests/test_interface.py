"""Arguments, errors, warnings, and the objects of the module."""

import pickle
import random
import re
import signal
import subprocess
import sys
import threading
import time
import warnings

import pytest

import bleu_mt
from bleu_mt import BLEU, Score, Statistics, corpus_bleu, sentence_bleu
from bleu_mt import sacrebleu as compat

NAN = float("nan")


@pytest.mark.parametrize(
    "arguments, error, message",
    [
        ((["a"], [["a", "b"]]), ValueError, "references[0] has 2 segments, but hypotheses has 1"),
        ((["a", "b"], [["a", "b"], ["a"]]), ValueError, "references[1] has 1 segments, but hypotheses has 2"),
        ((["a", "b", "c"], [["a"], ["b"], ["c"]]), ValueError, "pass it as per_segment="),
        ((["a", "b"], []), ValueError, "references is empty"),
        (([], [[]]), ValueError, "nothing to score"),
        ((["a", None], [["a", "b"]]), ValueError, "hypotheses[1] is None, not a string"),
        ((["a", NAN], [["a", "b"]]), ValueError, "hypotheses[1] is of type float, not a string"),
        ((["a", "b"], [["a", 1]]), ValueError, "references[0][1] is of type int, not a string"),
        ((["a", "b"], [["a", "b"], ["c", b"d"]]), ValueError, "references[1][1] is of type bytes, not a string"),
        ((["a", "b"], [["a", None], ["c", NAN]]), ValueError, "segment 1 has no reference"),
        ((["a", "b\ud800"], [["a", "b"]]), ValueError, "hypotheses[1] has a lone surrogate at character 1"),
        ((["a", "b"], [["a", "b"], ["\udfff", "b"]]), ValueError, "references[1][0] has a lone surrogate"),
        (("a b", [["a b"]]), TypeError, "hypotheses is a string"),
        ((["a b"], ["a b"]), TypeError, "for one reference, write [references]"),
        ((["a b"], "a b"), TypeError, "references is a string"),
        ((1, [["a"]]), TypeError, "hypotheses is of type int"),
        ((["a"],), TypeError, "give references, or per_segment"),
    ],
)
def test_errors_name_the_place(arguments, error, message):
    for call in [corpus_bleu, BLEU().sentence_scores, BLEU().statistics, BLEU().confidence, BLEU().explain]:
        if message == "nothing to score" and "s" in call.__name__[-1:]:
            assert call(*arguments) is not None
            continue
        with pytest.raises(error) as raised:
            call(*arguments)
        assert message in str(raised.value)


@pytest.mark.parametrize(
    "per_segment, message",
    [
        ([["a"]], "per_segment has 1 segments, but hypotheses has 2"),
        ([["a", "b"]], "pass it as references="),
        ([["a"], []], "segment 1 has no reference"),
        (["a", NAN], "segment 1 has no reference"),
        ([["a"], ["b", 2]], "per_segment[1][1] is of type int, not a string"),
        ([["a"], ["b", "\ud800"]], "per_segment[1][1] has a lone surrogate"),
    ],
)
def test_errors_name_the_place_in_lists_of_segments(per_segment, message):
    with pytest.raises(ValueError) as raised:
        corpus_bleu(["a", "b"], per_segment=per_segment)
    assert message in str(raised.value)
    with pytest.raises(TypeError, match="not both"):
        corpus_bleu(["a", "b"], [["a", "b"]], per_segment=["a", "b"])


@pytest.mark.parametrize(
    "settings, error, message",
    [
        ({"tokenize": "14a"}, ValueError, "unknown tokenizer '14a'; use one of: 13a, intl"),
        ({"tokenize": "spm"}, ValueError, "needs model="),
        ({"tokenize": "spm", "model": "missing.model"}, FileNotFoundError, ""),
        ({"tokenize": "ja-mecab", "dictionary": "missing"}, ValueError, "ja-mecab: missing: "),
        ({"max_order": 17}, ValueError, "order 17 is not in the range 1 to 16"),
        ({"max_order": -1}, ValueError, "is not in the range 1 to 16"),
        ({"max_order": 2.5}, TypeError, ""),
        ({"weights": [0.5, 0.6]}, ValueError, "the weights sum to 1.1, not 1"),
        ({"weights": 1}, TypeError, "weights must be a list"),
        ({"smooth": "nope"}, ValueError, "unknown smoothing method 'nope'"),
        ({"smooth": "floor=0.5"}, ValueError, "smooth='floor', smooth_value=0.5"),
        ({"smooth": "floor", "smooth_value": 2}, ValueError, "from 0 to 1"),
        ({"smooth_value": 2}, ValueError, "smooth_value needs smooth="),
        ({"normalize": "nfx"}, ValueError, "nfx"),
        ({"ref_length": "longest"}, ValueError, "longest"),
        ({"empty_reference": "skip"}, ValueError, "empty_reference must be"),
        ({"as_": "nope"}, ValueError, "unknown tool 'nope'"),
        ({"as_": "multi-bleu", "max_order": 2}, ValueError, "multi-bleu does not support order 2"),
        ({"smooth_method": "exp"}, TypeError, "'smooth_method' is sacreBLEU's: here it is smooth, and scores are from 0 to 1"),
        ({"nope": 1}, TypeError, "BLEU has no setting 'nope'"),
    ],
)
def test_settings_are_checked(settings, error, message):
    for call in [lambda: BLEU(**settings), lambda: sentence_bleu("a", ["a"], **settings)]:
        with pytest.raises(error) as raised:
            call()
        assert message in str(raised.value)


def test_sacrebleus_arguments_and_names_are_not_taken_for_others():
    with pytest.raises(TypeError):
        BLEU(True)
    score = corpus_bleu(["a b c d"], [["a b c d"]])
    with pytest.raises(AttributeError, match="here it is hyp_len, and scores are from 0 to 1"):
        score.sys_len
    with pytest.raises(AttributeError, match="no attribute 'nope'"):
        score.nope
    with pytest.raises(TypeError):
        score > 20
    assert score.score == 1 and round(score.percent, 9) == 100 and "percent=100.00" in repr(score)
    assert "from 0 to 1" in corpus_bleu.__doc__ and "from 0 to 100" in compat.corpus_bleu.__doc__


def test_threads_are_counted():
    assert corpus_bleu(["a"], [["a"]], threads=0).score == corpus_bleu(["a"], [["a"]], threads=1000).score
    with pytest.raises(ValueError, match="threads must be 0"):
        corpus_bleu(["a"], [["a"]], threads=-1)


def test_missing_references_are_left_out():
    bleu = BLEU()
    expected = [1.0, bleu.sentence_score("e f g h", ["e f g x"]).score]
    for missing in [None, NAN]:
        references = [["a b c d", missing], [missing, "e f g x"]]
        assert bleu.sentence_scores(["a b c d", "e f g h"], references, as_floats=True) == expected
    assert bleu.sentence_scores(["a b c d", "e f g h"], per_segment=["a b c d", ["e f g x", None]], as_floats=True) == expected
    assert corpus_bleu(["a", "b"], [["a", "b"], ["c", None]]).signature.startswith("nrefs:var|")
    assert bleu.sentence_score("e f g h", [None, "e f g x", NAN]).score == bleu.sentence_score("e f g h", "e f g x").score
    with pytest.raises(ValueError, match="at least one reference"):
        bleu.sentence_score("a", [None])


def test_empty_references_may_count_as_missing():
    arguments = (["a b c"], [["a b c d e"], [" "]])
    assert corpus_bleu(*arguments, ref_length="shortest").ref_len == 0
    assert corpus_bleu(*arguments, ref_length="shortest", empty_reference="missing").ref_len == 5


def test_numbers_of_arrays_may_be_missing():
    numpy = pytest.importorskip("numpy")
    assert corpus_bleu(numpy.array(["a", "b"]), [["a", "b"], [numpy.float32("nan"), numpy.nan]]).hyp_len == 2


def test_texts_are_taken_as_sacrebleu_takes_them():
    assert sentence_bleu("a b c d\n", ["a b c d"]).score == 1
    assert sentence_bleu("a b\nc d", ["a b c d"]).score == 1
    # A byte order mark and markup are text; in a file, they would be skipped, or make it SGML.
    for text in ["\ufeffa b c d e", "<refset> a b c", "<tstset setid='x'>"]:
        assert corpus_bleu([text, "b"], [["a b c d e", "b"]], tokenize="none").hyp_len == len(text.split()) + 1


def test_a_score_is_a_number_and_its_parts():
    score = corpus_bleu(["the cat sat on mats", "a dog"], [["the cat sat on mats", "a dog ran"]])
    assert float(score) == score.score and f"{score:.3f}" == f"{score.score:.3f}" and f"{score}" == str(score)
    assert str(score).startswith(f"BLEU|{score.signature} = {score:.4f} 1.000/1.000/1.000/1.000 (BP = ")
    assert (score.counts, score.totals, score.precisions) == ([7, 5, 3, 2], [7, 5, 3, 2], [1, 1, 1, 1])
    assert (score.hyp_len, score.ref_len, score.segments) == (7, 8, 2) and score.ratio == 7 / 8
    assert "1.0000" in score._repr_html_() and "<table>" in score._repr_html_()
    copy = pickle.loads(pickle.dumps(score))
    assert copy == score and hash(copy) == hash(score) and repr(copy) == repr(score) and isinstance(copy, Score)
    assert score != corpus_bleu(["a"], [["a"]]) and score != 1


def test_metrics_are_values():
    settings = {"tokenize": "zh", "lowercase": True, "weights": "1/2,1/2", "smooth": "floor", "smooth_value": 0.5}
    bleu = BLEU(**settings)
    assert repr(bleu) == "BLEU(case:lc|eff:no|tok:zh|smooth:floor[0.50]|order:2|version:bleu-%s)" % bleu_mt.__version__
    assert bleu.get_signature(references=2, sentence=True).startswith("nrefs:2|case:lc|eff:yes|tok:zh|smooth:floor[0.50]|")
    assert bleu == BLEU(**settings) == pickle.loads(pickle.dumps(bleu)) and hash(bleu) == hash(BLEU(**settings))
    assert bleu != BLEU() and bleu != 1 and BLEU() == BLEU(tokenize="13a", max_order=4)
    assert BLEU(empty_reference="missing") != BLEU()


def test_statistics_add_up_if_they_belong_together():
    bleu = BLEU()
    one, other = bleu.statistics(["a b", "c"], [["a b", "d"]]), bleu.statistics(["a"], [["a"], [None]])
    assert (one + other).tolist() == [3, 4, 4, 3, 1, 0, 0, 4, 1, 0, 0]
    assert pickle.loads(pickle.dumps(one + other)) == one + other == other + one and hash(one + other) == hash(other + one)
    assert (one.segments, one.hyp_len, one.ref_len, one.counts, one.totals) == (2, 3, 3, [2, 1, 0, 0], [3, 1, 0, 0])
    assert bleu.score(one + other).segments == 3 and bleu.score(one).signature.startswith("nrefs:1|")
    # A rank without data does not change the number of references.
    empty = bleu.statistics([], [[]])
    assert empty.tolist() == [0] * 11 and bleu.score(one + empty) == bleu.score(one)
    for wrong in [lambda: one + BLEU(tokenize="char").statistics(["a"], [["a"]]), lambda: BLEU(lowercase=True).score(one)]:
        with pytest.raises(ValueError, match="other settings"):
            wrong()
    assert BLEU(smooth="none").score(one).score == 0
    with pytest.raises(TypeError):
        one + 1
    with pytest.raises(ValueError):
        Statistics.fromlist([1, 2])
    with pytest.raises(ValueError, match="nothing to score"):
        bleu.score(empty)
    with pytest.raises(ValueError, match="mean of segment scores"):
        BLEU(as_="moses-sentence").statistics(["a"], [["a"]])


def test_references_are_kept():
    kept = BLEU().against([["a b", "c"]])
    assert len(kept) == 2 and "2 segments" in repr(kept)
    with pytest.raises(ValueError, match="hypotheses has 1 segments, but the references have 2"):
        kept.corpus_score(["a"])
    with pytest.raises(IndexError):
        kept.scores(2, ["a"])
    with pytest.raises(ValueError, match=r"hypotheses\[1\] is None"):
        kept.scores(1, ["a", None])
    with pytest.raises(ValueError, match="segment 1 has no reference"):
        BLEU().against(per_segment=["a", None])
    with pytest.raises(ValueError, match="references is empty"):
        BLEU().against([])


def warned(call, *arguments, **settings):
    """The warnings of a call, as they are placed here."""
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always")
        call(*arguments, **settings)
    assert {(warning.filename, warning.category) for warning in found} <= {(__file__, bleu_mt.BleuWarning)}
    return [(warning.message.check, str(warning.message)) for warning in found]


def sentences(count, seed=1):
    """Sentences, and references that differ in a word or two."""
    rng = random.Random(seed)
    names = "House River Teacher Window Garden Letter Morning Street Doctor Market Bridge Winter Student Animal".split()
    words = "finds sees leaves paints builds crosses watches opens closes follows remembers forgets every new old".split()

    def sentence():
        text = [rng.choice(names), *(rng.choice(words + names) for _ in range(rng.randrange(9, 14)))]
        return f"{' '.join(text)}{rng.choice(['.', '?', '!'])}"

    def changed(text):
        tokens = text.split()
        tokens[rng.randrange(2, len(tokens) - 1)] = rng.choice(words)
        return " ".join(tokens)

    texts = [sentence() for _ in range(count)]
    return [changed(changed(text)) for text in texts], [texts]


@pytest.mark.parametrize(
    "change, check",
    [
        (lambda texts, _: texts[1:] + texts[:1], "misaligned"),
        (lambda texts, _: texts[:400] + texts[401:] + texts[:1], "misaligned"),
        (lambda texts, _: random.Random(2).sample(texts, len(texts)), "shuffled"),
        (lambda texts, _: [text.upper() for text in texts], "case"),
        (lambda texts, _: [text.lower() for text in texts], "case"),
        (lambda texts, _: [text.replace("e", "Ã©") for text in texts], "encoding"),
        (lambda texts, _: ["Der Hund des Mannes läuft über die Brücke nach Hause"] * len(texts), "stock lines"),
        (lambda _, references: references[0][:400] + ["x y z"] * 200, "copied"),
        (lambda texts, _: ["Translation: " + text for text in texts], "wrapped"),
        (lambda texts, _: [""] * 30 + texts[30:], "empty lines"),
    ],
)
def test_what_looks_wrong_is_warned_of(change, check):
    """Once per cause, at the line of the caller, wherever the call is."""
    hypotheses, references = sentences(600)
    assert warned(corpus_bleu, hypotheses, references) == []
    wrong = change(hypotheses, references)
    found = warned(corpus_bleu, wrong, references)
    assert check in [name for name, _ in found] and len({name for name, _ in found}) == len(found)
    assert all(message.startswith(f"{name}: ") for name, message in found)
    bleu = BLEU()
    calls = [
        lambda **more: bleu.corpus_score(wrong, references, **more),
        lambda **more: bleu.against(references).corpus_score(wrong, **more),
        lambda **more: bleu.confidence(wrong, references, resamples=40, **more),
        lambda **more: corpus_bleu(wrong, per_segment=zip(*references), **more),
    ]
    for call in calls:
        assert warned(call) == found and warned(call, check=False) == []
    assert warned(compat.corpus_bleu, wrong, references) == found and warned(compat.BLEU().corpus_score, wrong, references) == found
    assert warned(compat.corpus_bleu, wrong, references, force=True) == []
    assert warned(bleu.sentence_scores, wrong, references) == [] and warned(bleu.sentence_score, wrong[0], references[0][:1]) == []


def test_warnings_name_places_in_the_lists():
    hypotheses, references = sentences(1000)
    wrong = hypotheses[:600] + [text.upper() for text in hypotheses[600:]]
    ((_, message),) = warned(corpus_bleu, wrong, references)
    assert "; at hypotheses[640:704]" in message and "(552 of 1000 segments were looked at)" in message
    wrong = hypotheses[:200] + hypotheses[210:] + hypotheses[:10]
    found = dict(warned(corpus_bleu, wrong[:500], [references[0][:500]]))
    assert "hypotheses[200:490]" in found["misaligned"] and "looked at" not in found["misaligned"]


def test_warnings_say_what_to_set_and_can_be_filtered():
    texts = ["this is it ."] * 200
    for hypotheses, references, words in [
        (texts, texts, "200 of 200 candidate lines end in"),
        (["a"] * 3 + ["", " "] + ["a"] * 195, ["a"] * 200, r"2 of 200 candidate lines have no token.*at hypotheses\[3:5\]"),
        (["这是一个很长的句子没有空格"] * 300, ["这是一个很长的句子没有空格"] * 300, "use tokenize='zh'"),
        (["th@@ is is spl@@ it now"] * 300, ["this is split now"] * 300, "subwords"),
        ([text.lower() for text in sentences(60)[0]], sentences(60)[1][0], "lowercase=True"),
    ]:
        with pytest.warns(bleu_mt.BleuWarning) as found:
            corpus_bleu(hypotheses, [references])
        assert any(re.search(words, str(warning.message)) for warning in found)
        assert [warning.filename for warning in found] == [__file__] * len(found)
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            [warnings.filterwarnings("ignore", f"{warning.message.check}:", bleu_mt.BleuWarning) for warning in found]
            corpus_bleu(hypotheses, [references])
    assert "tokenized" not in dict(warned(corpus_bleu, texts, [texts], tokenize="none"))
    with pytest.warns(UserWarning, match="effective_order"):
        compat.BLEU().sentence_score("a", ["a"])


def test_what_is_no_list_of_texts_is_refused(tmp_path):
    path = tmp_path / "texts"
    path.write_text("a\nb\n")
    with open(path) as file:
        wrong = [({"a", "b"}, "a set"), (frozenset("ab"), "a set"), ({"a": 1, "b": 2}, "which has keys"), (file, "a file")]
        for texts, words in wrong:
            for call in [
                lambda: corpus_bleu(texts, [["a", "b"]]),
                lambda: corpus_bleu(["a", "b"], [texts]),
                lambda: corpus_bleu(["a", "b"], per_segment=texts),
                lambda: BLEU().against([texts]),
                lambda: sentence_bleu("a", texts),
                lambda: BLEU().pick(texts),
            ]:
                with pytest.raises(TypeError, match=words):
                    call()


@pytest.mark.parametrize("package", ["pandas", "polars", "pyarrow"])
def test_tables_are_refused_and_their_columns_taken(package):
    module = pytest.importorskip(package)
    columns = {"mt": ["a b", "c"], "ref": ["a b", "c"], "ref2": ["a", "c d"]}
    table = module.table(columns) if package == "pyarrow" else module.DataFrame(columns)
    references = table.select(["ref", "ref2"]) if package != "pandas" else table[["ref", "ref2"]]
    for call in [
        lambda: corpus_bleu(["a b", "c"], references),
        lambda: corpus_bleu(["a b", "c"], per_segment=references),
        lambda: corpus_bleu(references, [["a", "b"]]),
    ]:
        with pytest.raises(TypeError, match="select its columns"):
            call()
    if package != "pyarrow":
        assert corpus_bleu(table["mt"], [table["ref"], table["ref2"]]) == corpus_bleu(columns["mt"], [columns["ref"], columns["ref2"]])


def test_references_may_be_generators():
    hypotheses, references = ["a b c d", "e f"], [["a b c d", "e f"], ["a b", "e f g"]]
    score = corpus_bleu(hypotheses, references)
    assert BLEU().against(iter(reference) for reference in references).corpus_score(hypotheses) == score
    assert BLEU().against(per_segment=(iter(of_segment) for of_segment in zip(*references))).corpus_score(hypotheses) == score
    with pytest.raises(ValueError, match="references\\[1\\] has 1 segments, but references\\[0\\] has 2"):
        BLEU().against([["a", "b"], ["c"]])


def test_numbers_out_of_range_are_value_errors():
    bleu, huge = BLEU(), 1 << 200
    kept = bleu.against([["a"]])
    for wrong in [-huge, -1, huge]:
        for call in [
            lambda: BLEU(max_order=wrong),
            lambda: BLEU(smooth="floor", smooth_value=wrong),
            lambda: BLEU(weights=[wrong]),
            lambda: bleu.get_signature(references=wrong),
            lambda: bleu.confidence(["a"], [["a"]], seed=wrong),
            lambda: bleu.paired({"a": ["a"], "b": ["b"]}, [["a"]], resamples=wrong),
            lambda: Statistics.fromlist([wrong] * 11),
        ]:
            with pytest.raises(ValueError):
                call()
        with pytest.raises(IndexError):
            kept.scores(wrong, ["a"])
    for call in [lambda: bleu.explain(["a"], [["a"]], show=-1), lambda: kept.corpus_score(["a"], threads=-huge)]:
        with pytest.raises(ValueError):
            call()
    assert kept.corpus_score(["a"], threads=huge).score == kept.corpus_score(["a"]).score


def test_explanations_and_diagnoses_have_numbers_and_words():
    hypotheses = ["the cat sat on the mat", "a dog ran far", "it is so"] * 20
    references = [["the cat sat on a mat", "a dog ran away", "so it is"] * 20]
    found = BLEU().explain(hypotheses, references, show=3)
    assert [term.count for term in found.terms] == [found.score.counts[n] for n in range(4)]
    assert found.terms[0].score_if_perfect > found.score.score and sum(found.histogram) == 60
    assert found.losses[0].unmatched[0].text == "far" and found.losses[0].unmatched[0].count == 20
    assert hypotheses[found.worst_segments[0].segment] == found.worst_segments[0].hypothesis
    for text in [str(found), found._repr_html_()]:
        assert "far (20)" in text and "brevity penalty 1.0000" in text
    shifted = hypotheses[1:] + ["x"]
    diagnosis = BLEU().diagnose([text.upper() for text in hypotheses], references)
    assert diagnosis.findings[0].check == "case" and "case: " in str(diagnosis) and "<li>case" in diagnosis._repr_html_()
    assert diagnosis.findings[0].segments[0].start == 0
    assert any(change.change == "case" and change.difference > 0.1 for change in diagnosis.changes)
    assert str(BLEU().diagnose(["a b c d e"], [["a b c d f"]])).startswith("No likely problems")
    assert BLEU().explain(shifted, references).score.score < found.score.score


def test_explanations_and_diagnoses_take_any_number_of_references():
    hypotheses = ["the cat sat on the mat", "a dog ran far", "it is so", "we went home"] * 30
    references = [["the cat sat on a mat", "the cat sits"], "a dog ran away", ["so it is", None, "it was so"], ["we WENT home"]] * 30
    found = BLEU().explain(hypotheses, per_segment=references, show=100)
    assert found.score == BLEU().corpus_score(hypotheses, per_segment=references)
    assert [term.count for term in found.terms] == found.score.counts
    assert [term.total for term in found.terms] == found.score.totals
    # "was" is only in a reference of the third segment, and "so" in none of the second.
    assert {ngram.text for ngram in found.losses[0].unmatched} == {"far", "went"}
    columns = [["the cat sat on a mat", None, "so it is", "we WENT home"] * 30, ["the cat sits", "a dog ran away", None, None] * 30,
               [None, None, "it was so", None] * 30]  # fmt: skip
    assert BLEU().explain(hypotheses, columns, show=100).losses == found.losses
    upper = [text.upper() for text in hypotheses]
    diagnosis = BLEU().diagnose(upper, per_segment=references)
    assert diagnosis.findings[0].check == "case"
    score = BLEU(lowercase=True).corpus_score(upper, per_segment=references).score
    assert any(change.change == "case" and abs(change.score - score) < 1e-12 for change in diagnosis.changes)


def test_moses_needs_prefixes(tmp_path):
    (tmp_path / "nonbreaking_prefix.en").write_text("Mr\nNo #NUMERIC_ONLY#\n")
    bleu = BLEU(tokenize="moses:en", dictionary=tmp_path)
    score = bleu.corpus_score(["Mr. X isn't No. 5."], [["Mr. X isn't No. 6."]])
    assert (score.hyp_len, score.counts[0]) == (7, 6)
    assert "|tok:moses:en|" in score.signature and "|dict:" in score.signature
    assert "|tok:moses:hr|" in repr(BLEU(tokenize="moses:hr", dictionary=tmp_path))
    assert pickle.loads(pickle.dumps(bleu)) == bleu != BLEU(tokenize="moses-a:en", dictionary=tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    (other / "nonbreaking_prefix.en").write_text("Mrs\n")
    with pytest.raises(ValueError, match="other settings"):
        bleu.score(BLEU(tokenize="moses:en", dictionary=other).statistics(["a"], [["a"]]))
    for wrong, message in [("moses:en", "pip install 'sacremoses"), ("moses", "as in tokenize='moses:de'"), ("moses:xx", "not a language")]:
        with pytest.raises(ValueError, match=message):
            BLEU(tokenize=wrong, dictionary=tmp_path / "missing")


def test_threads_may_share_metrics_and_references():
    hypotheses, references = ["the cat sat on the mat ."] * 3000, [["the cat sat on a mat ."] * 3000]
    bleu = BLEU(tokenize="none")
    kept, expected, found = bleu.against(references), bleu.corpus_score(hypotheses, references), []
    sentence = bleu.sentence_score(hypotheses[0], [references[0][0]])

    def work():
        found.append(bleu.corpus_score(hypotheses, references))
        found.append(kept.corpus_score(hypotheses))
        found.append(bleu.sentence_score(hypotheses[0], [references[0][0]]))

    threads = [threading.Thread(target=work) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(found) == 24 and all(score in (expected, sentence) for score in found)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers")
@pytest.mark.parametrize("call", ["corpus", "sentences", "against", "confidence", "threads", "pairwise", "pick", "explain"])
def test_signals_interrupt(call):
    class Interrupted(Exception):
        pass

    def interrupt(*_):
        raise Interrupted

    texts, bleu = ["the cat sat on the mat and looked at it"] * 200, BLEU()
    many, samples = texts * 3000, [f"{text} {i}" for i, text in enumerate(texts * 50)]
    calls = {
        "corpus": lambda: bleu.corpus_score(many, [many]),
        "threads": lambda: bleu.corpus_score(many, [many], threads=2),
        "sentences": lambda: bleu.sentence_scores(many, [many], as_floats=True),
        "against": lambda: bleu.against([many]),
        "pairwise": lambda: bleu.pairwise(samples),
        "pick": lambda: bleu.pick(samples),
        "explain": lambda: bleu.explain(many, [many]),
        "confidence": lambda: bleu.confidence(texts, [texts], resamples=10_000_000),
    }
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(Interrupted):
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            calls[call]()
        # The next call is not affected.
        signal.setitimer(signal.ITIMER_REAL, 0)
        assert len(bleu.pairwise(samples[:300])) == 300
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def test_the_module_needs_no_other_package():
    code = "import sys, bleu_mt, bleu_mt.sacrebleu; print(sorted(set(sys.modules) & {'numpy', 'sacrebleu', 'typing_extensions'}))"
    assert subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True).stdout.strip() == b"[]"


def test_modules_list_their_own_names_only():
    assert set(dir(bleu_mt)) == {*bleu_mt.__all__, "results", "sacrebleu"}
    assert dir(bleu_mt.results) == sorted(bleu_mt.results.__all__)
    assert all(hasattr(bleu_mt, name) for name in dir(bleu_mt))
