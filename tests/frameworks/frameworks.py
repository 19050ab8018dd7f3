"""Compares `bleu` with evaluation frameworks, by the commands that the manual has for each.

    frameworks.py BLEU [--wheels FOLDER] [--npm FOLDER] [--seed N] [--segments N]

Frameworks that cannot be imported are left out, and named. Many are too heavy to install: for these, the module with BLEU is
loaded alone from a folder of unpacked wheels, FOLDER/NAME, and what it imports besides is replaced by an empty module.
"""

import argparse
import asyncio
import importlib.util
import json
import math
import re
import shlex
import subprocess
import sys
import tempfile
import types
import warnings
from pathlib import Path

from segments import segments

MANUAL = Path(__file__).parents[2] / "src/manual/other-tools.md"
WHEELS = Path()
NPM = Path()


class Stub(types.ModuleType):
    """A module that has everything, for imports that BLEU does not need."""
    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        value = type(name, (), {"__init__": lambda self, *args, **kwargs: None})
        setattr(self, name, value)
        return value


def module(path, stubs=()):
    """Loads a file of the unpacked wheels as a module."""
    for name in stubs:
        try:
            importlib.import_module(name)
        except Exception:
            sys.modules[name] = Stub(name)
    spec = importlib.util.spec_from_file_location("framework_" + Path(path).stem, WHEELS / path)
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def function(path, start, end, names):
    """Runs a part of a file of the unpacked wheels, from one text to another, and returns what it defines."""
    text = (WHEELS / path).read_text()
    begin = text.index(start)
    part = text[begin:text.index(end, begin + len(start)) if end else None]
    exec("from __future__ import annotations\n" + part, names)
    return names


# Each framework is a function that returns a function of a list of candidates and a list of lists of references.

def continuous_eval():
    import nltk.translate.bleu_score
    names = function("continuous_eval/continuous_eval/metrics/generation/text/utils.py", "class BleuScore", None,
                     {"nltk": nltk, "warnings": warnings})
    return lambda hyps, refs: names["BleuScore"]().calculate(hyps[0], refs[0][0])["bleu_score"]


def ignite():
    from ignite.metrics import Bleu

    def score(hyps, refs):
        metric = Bleu()
        metric.update(([hyp.split() for hyp in hyps], [[ref.split() for ref in some] for some in refs]))
        return float(metric.compute())
    return score


def keras_hub():
    import os
    os.environ["TF_CPP_MIN_LOG_LEVEL"] = "3"
    import tensorflow as tf
    import keras
    names = {"keras": keras, "tf": tf, "ops": keras.ops, "math": math, "collections": __import__("collections"),
             "keras_hub_export": lambda name: lambda kind: kind, "assert_tf_installed": lambda name: None,
             "is_float_dtype": lambda dtype: "float" in str(dtype)}
    for start in ["def _decode_strings_to_utf8", "def tensor_to_list"]:
        function("keras_hub/keras_hub/src/utils/tensor_utils.py", start, "\n\n\n", names)
    function("keras_hub/keras_hub/src/metrics/bleu.py", "REPLACE_SUBSTRINGS", None, names)

    def score(hyps, refs):
        metric = names["Bleu"]()
        metric.update_state(tf.ragged.constant(refs), tf.constant(hyps))
        return float(metric.result())
    return score


def lighteval():
    import sacrebleu
    import logging
    nltk = Stub("nltk")
    nltk.download = lambda name: None
    names = {"sacrebleu": sacrebleu, "logger": logging.getLogger(), "as_list": lambda x: x if isinstance(x, list) else [x],
             "CorpusLevelComputation": object, "GenerativeCorpusMetricInput": object,
             "Literal": __import__("typing").Literal}
    function("lighteval/lighteval/metrics/metrics_corpus.py", "class CorpusLevelTranslationMetric", "\nclass ", names)

    def score(hyps, refs):
        sys.modules["nltk"], own = nltk, sys.modules.get("nltk")
        items = [types.SimpleNamespace(golds=some, preds=[hyp]) for hyp, some in zip(hyps, refs)]
        try:
            return names["CorpusLevelTranslationMetric"]("bleu").compute_corpus(items)
        finally:
            sys.modules["nltk"] = own
    return score


def lm_eval():
    import sacrebleu
    from collections.abc import Iterable
    names = {"sacrebleu": sacrebleu, "register_aggregation": lambda name: lambda f: f, "Iterable": Iterable}
    path = "lm_eval/lm_eval/api/metrics.py"
    function(path, "def is_non_str_iterable", "\n\n\n", names)
    function(path, "def _sacreformat", "\n\n\n", names)
    function(path, "def bleu(items)", "\n\n\n", names)
    return lambda hyps, refs: names["bleu"](list(zip(refs, hyps)))


def joeynmt():
    from sacrebleu.metrics import BLEU
    from inspect import getfullargspec
    names = {"BLEU": BLEU, "getfullargspec": getfullargspec, "List": list, "logger": types.SimpleNamespace(info=print_nothing)}
    function("joeynmt/joeynmt/metrics.py", "def bleu", "\ndef ", names)
    return lambda hyps, refs: names["bleu"](hyps, [some[0] for some in refs])


def print_nothing(*_):
    pass


def scorer_of(path):
    from sacrebleu import corpus_bleu
    names = {"corpus_bleu": corpus_bleu, "register_scorer": lambda metric: lambda kind: kind,
             "Scorer": type("Scorer", (), {"__init__": lambda self, options: None})}
    function(path, "class BleuScorer", None, names)
    return lambda hyps, refs: names["BleuScorer"](None).compute_score(hyps, [some[0] for some in refs])


def onmt():
    return scorer_of("OpenNMT_py/onmt/scorers/bleu.py")


def eole():
    return scorer_of("eole/eole/scorers/bleu.py")


def mlflow():
    """With sacreBLEU's 13a and keras-hub's copy of the same formula in place of Hugging Face's, which is fetched from its hub."""
    from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a
    formula = {"collections": __import__("collections"), "math": math}
    text = (WHEELS / "keras_hub/keras_hub/src/metrics/bleu.py").read_text()
    exec("class Bleu:\n" + text[text.index("    def _get_ngrams"):text.index("    def _calculate_bleu_score")], formula)
    tokens = lambda line: Tokenizer13a()(line).split()

    class Hub:
        def compute(self, predictions, references):
            found = formula["Bleu"]()._corpus_bleu([[tokens(ref) for ref in some] for some in references],
                                                   [tokens(hyp) for hyp in predictions], [0] * 4, [0] * 4, 0, 0)
            return {"bleu": found[0]}

    import logging
    names = {"_validate_text_data": lambda *_: True, "targets_col_specifier": "", "predictions_col_specifier": "",
             "_cached_evaluate_load": lambda name: Hub(), "_logger": types.SimpleNamespace(warning=print_nothing),
             "MetricValue": types.SimpleNamespace, "standard_aggregations": lambda scores: {"mean": sum(scores) / len(scores)}}
    function("mlflow/mlflow/metrics/metric_definitions.py", "def _bleu_eval_fn", None, names)
    value = lambda hyps, refs: names["_bleu_eval_fn"](hyps, [some[0] for some in refs])
    return lambda hyps, refs: value(hyps, refs).aggregate_results["mean"]


def opik(kind):
    from nltk.translate import bleu_score
    base = types.SimpleNamespace(BaseMetric=type("Base", (), {"__init__": lambda self, name, **kwargs: setattr(self, "name", name)}))
    result = types.SimpleNamespace(ScoreResult=types.SimpleNamespace)
    names = {"warnings": warnings, "contextmanager": __import__("contextlib").contextmanager, "nltk_bleu_score": bleu_score,
             "base_metric": base, "score_result": result, "MetricComputationError": ValueError}
    exec("from typing import Any, Iterator, List, Optional, Tuple, Union", names)
    function("opik/opik/evaluation/metrics/heuristics/bleu.py", "class BaseBLEU", None, names)
    if kind == "sentence":
        return lambda hyps, refs: names["SentenceBLEU"]().score(hyps[0], refs[0]).value
    return lambda hyps, refs: names["CorpusBLEU"]().score(hyps, refs).value


def sockeye():
    import sacrebleu
    names = {"sacrebleu": sacrebleu}
    exec("from typing import Iterable, Optional", names)
    function("sockeye/sockeye/evaluate.py", "DEFAULT_OFFSET", "\ndef raw_corpus_chrf", names)
    return lambda hyps, refs: names["raw_corpus_bleu"](hyps, [some[0] for some in refs])


def unitxt():
    from dataclasses import dataclass
    from functools import lru_cache
    base = type("Base", (), {"__class_getitem__": classmethod(lambda cls, _: cls), "prepare": lambda self: None})
    names = {"dataclass": dataclass, "lru_cache": lru_cache, "MapReduceMetric": base,
             "PackageRequirementsMixin": type("Mixin", (), {})}
    exec("from typing import Any, Dict, List, Optional", names)
    function("unitxt/unitxt/metrics.py", "@dataclass\nclass SacreBleuStats", "\nclass CustomF1Fuzzy", names)

    def score(hyps, refs):
        metric = names["NormalizedSacrebleu"]()
        metric.prepare()
        return metric.reduce([metric.map(hyp, some, {}) for hyp, some in zip(hyps, refs)])["sacrebleu"]
    return score


def vizseq(kind):
    # Without its __init__, which needs notebooks.
    package = types.ModuleType("vizseq")
    package.__path__ = [str(WHEELS / "vizseq/vizseq")]
    sys.modules["vizseq"] = package
    from vizseq.scorers.bleu import BLEUScorer
    columns = lambda refs: [list(column) for column in zip(*refs)]
    if kind == "sentences":
        scorer = BLEUScorer(corpus_level=False, sent_level=True, n_workers=1)
        return lambda hyps, refs: scorer.score(hyps, columns(refs)).sent_scores[0]
    scorer = BLEUScorer(n_workers=1)
    return lambda hyps, refs: scorer.score(hyps, columns(refs)).corpus_score


def promptfoo():
    """The two functions of its package, in Node."""
    folder = NPM / "dist/src"
    texts = [path.read_text() for path in folder.glob("*.js")]
    own = next(text for text in texts if "//#region src/assertions/bleu.ts" in text)
    own = own[own.index("//#region src/assertions/bleu.ts"):own.index("function handleBleuScore")]
    ngrams = next(found for text in texts if (found := re.search(r"function getNGrams\([\s\S]*?\n}", text)))[0]
    program = f"""{ngrams}
{own[:own.rindex('/**')]}
require('readline').createInterface({{input: process.stdin}}).on('line', line => {{
  const [hyp, refs] = JSON.parse(line);
  console.log(calculateBleuScore(hyp, refs));
}});"""
    process = subprocess.Popen(["node", "-e", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def score(hyps, refs):
        process.stdin.write(json.dumps([hyps[0], refs[0]]) + "\n")
        process.stdin.flush()
        return float(process.stdout.readline())
    return score


def deepeval(order):
    from deepeval.scorer.scorer import Scorer
    return lambda hyps, refs: Scorer.sentence_bleu_score(refs[0], hyps[0], f"bleu{order}")


def azure():
    """NIST's rules take lists of characters from NLTK's data, `misc/perluniprops`, of which sacremoses has a copy."""
    import azure.ai.evaluation._common.utils as utils
    utils.ensure_nltk_data_downloaded = print_nothing
    from azure.ai.evaluation import BleuScoreEvaluator
    evaluator = BleuScoreEvaluator()
    return lambda hyps, refs: evaluator(response=hyps[0], ground_truth=refs[0][0])["bleu_score"]


def llamafactory():
    """The call of its metric, on texts, as its tokenizer would decode them."""
    text = (WHEELS / "llamafactory/llamafactory/train/sft/metric.py").read_text()
    call = re.search(r"bleu_score = (sentence_bleu\(.*\))", text)[1]
    rounding = re.search(r'append\(round\(bleu_score \* 100, (\d)\)\)', text)
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
    names = {"sentence_bleu": sentence_bleu, "SmoothingFunction": SmoothingFunction}

    def score(hyps, refs):
        value = eval(call, names, {"label": refs[0][0], "pred": hyps[0]}) * 100
        return round(value, int(rounding[1]) if rounding else 4)
    return score


def ragas(**options):
    from ragas import SingleTurnSample
    from ragas.metrics import BleuScore
    metric = BleuScore(kwargs=options)
    sample = lambda hyps, refs: SingleTurnSample(reference=refs[0][0], response=hyps[0])
    return lambda hyps, refs: asyncio.run(metric._single_turn_ascore(sample(hyps, refs), None))


def nltk_words():
    from nltk import word_tokenize
    from nltk.translate.bleu_score import SmoothingFunction, sentence_bleu
    tokens = lambda line: word_tokenize(line.lower())
    method = SmoothingFunction().method1
    return lambda hyps, refs: sentence_bleu([tokens(ref) for ref in refs[0]], tokens(hyps[0]), smoothing_function=method)


def torchmetrics(**options):
    from torchmetrics.text import BLEUScore, SacreBLEUScore
    kind = SacreBLEUScore if "tokenize" in options else BLEUScore
    return lambda hyps, refs: kind(**options)(hyps, refs).item()


def torcheval(order):
    from torcheval.metrics.functional.text import bleu_score
    return lambda hyps, refs: bleu_score(hyps, refs, n_gram=order).item()


def torchtext(**options):
    names = {"torch": __import__("torch"), "math": math, "collections": __import__("collections")}
    exec("from typing import *\nimport random\nfrom contextlib import contextmanager\nimport copy", names)
    function("torchtext/torchtext/data/utils.py", "def ngrams_iterator", "\nclass ", names)
    function("torchtext/torchtext/data/metrics.py", "def _compute_ngram_counter", None, names)
    split = lambda refs: [[ref.split() for ref in some] for some in refs]
    return lambda hyps, refs: names["bleu_score"]([hyp.split() for hyp in hyps], split(refs), **options)


def fairseq2():
    """Its module alone: the package needs a build of its own of torch."""
    import torch
    for name in ["fairseq2", "fairseq2.device", "fairseq2.error", "fairseq2.utils", "fairseq2.utils.tensor"]:
        sys.modules[name] = Stub(name)
    sys.modules["fairseq2.device"].Device = torch.device
    to_tensor = lambda data, *, dtype=None, device=None: torch.tensor(data, dtype=dtype, device=device)
    sys.modules["fairseq2.utils.tensor"].to_tensor = to_tensor
    bleu = module("fairseq2/fairseq2/metrics/text/bleu.py")

    def score(hyps, refs):
        metric = bleu.BleuMetric()
        metric.update([some[0] for some in refs], hyps)
        return metric.compute().item()
    return score


# Name, the function, the command's flags or a text of the manual's row that has them, the scale, and how far scores are equal:
# to these decimals, in 32 bits, or else to 1e-12 of their value.
MANUAL_ROWS = [
    ("continuous-eval", continuous_eval, "continuous-eval", 1, None), ("ignite", ignite, "ignite", 1, 6),
    ("keras-hub", keras_hub, "keras-hub", 1, 6), ("lighteval", lighteval, "lighteval", 100, None),
    ("lm-eval", lm_eval, "lm-eval", 100, None), ("joeynmt", joeynmt, "joeynmt", 100, None),
    ("OpenNMT-py", onmt, "OpenNMT-py", 100, None), ("eole", eole, "eole", 100, None), ("mlflow", mlflow, "mlflow", 1, None),
    ("opik, sentence", lambda: opik("sentence"), "SentenceBLEU", 1, None), ("opik, corpus", lambda: opik("corpus"), "CorpusBLEU", 1, None), ("sockeye", sockeye, "sockeye", 1, None),
    ("unitxt", unitxt, "unitxt", 1, 2), ("vizseq, corpus", lambda: vizseq("corpus"), "vizseq 0.2.1, corpus", 100, 3),
    ("vizseq, sentences", lambda: vizseq("sentences"), "vizseq 0.2.1, sentences", 100, 3),
]
NAMED = [
    ("promptfoo", promptfoo, "--as promptfoo", 1, None), ("deepeval", lambda: deepeval(4), "--as deepeval", 1, None),
    ("deepeval bleu1", lambda: deepeval(1), "--as deepeval -n 1", 1, None),
    ("deepeval bleu2", lambda: deepeval(2), "--as deepeval -n 2", 1, None), ("azure", azure, "--as azure", 1, None),
    ("llamafactory", llamafactory, "--as llamafactory", 100, 4), ("ragas", ragas, "--as ragas", 1, None),
    ("ragas intl", lambda: ragas(tokenize="intl"), "--as ragas -t intl", 1, None),
    ("ragas char", lambda: ragas(tokenize="char", lowercase=True), "--as ragas -t char --lowercase", 1, None),
    ("nltk words", lambda: nltk_words(), "--as nltk -t nltk --lowercase --smooth method1 -s", 1, None),
    ("torchmetrics", torchmetrics, "--as torchmetrics", 1, "f32"),
    ("torchmetrics 13a", lambda: torchmetrics(tokenize="13a"), "--as torchmetrics -t 13a", 1, "f32"),
    ("torchmetrics intl", lambda: torchmetrics(tokenize="intl"), "--as torchmetrics -t intl", 1, "f32"),
    ("torchmetrics char", lambda: torchmetrics(tokenize="char"), "--as torchmetrics -t char", 1, "f32"),
    ("torchmetrics zh", lambda: torchmetrics(tokenize="zh"), "--as torchmetrics -t zh", 1, "f32"),
    ("torchmetrics lowercase", lambda: torchmetrics(tokenize="13a", lowercase=True), "--as torchmetrics -t 13a --lowercase", 1, "f32"),
    ("torchmetrics smooth", lambda: torchmetrics(smooth=True), "--as torchmetrics --smooth add-k=1", 1, "f32"),
    ("torchmetrics weights", lambda: torchmetrics(n_gram=2, weights=[0.3, 0.7]), "--as torchmetrics --weights 0.3,0.7", 1, "f32"),
    ("torchtext", torchtext, "--as torchtext", 1, None),
    ("torchtext weights", lambda: torchtext(max_n=2, weights=[0.3, 0.7]), "--as torchtext --weights 0.3,0.7", 1, None),
    ("torcheval", lambda: torcheval(4), "--as torcheval", 1, "f32"),
    ("torcheval 2", lambda: torcheval(2), "--as torcheval -n 2", 1, "f32"), ("fairseq2", fairseq2, "--as fairseq2", 100, "f32"),
]


def flags_of(name):
    """The flags of the command that the manual has for a framework."""
    row = next(row for row in MANUAL.read_text().splitlines() if row.startswith("| ") and name in row.split("|")[1])
    command = shlex.split(row.split("`bleu ", 1)[1].split("`")[0])
    return [word for word in command if word != "-r" and not word.endswith(".txt")]


def bleu(program, flags, hyps, refs, folder):
    """The program's score; None if it has none."""
    (folder / "hyp").write_text("".join(hyp + "\n" for hyp in hyps))
    arguments = []
    for place, column in enumerate(zip(*refs)):
        (folder / f"ref{place}").write_text("".join(ref + "\n" for ref in column))
        arguments += ["-r", folder / f"ref{place}"]
    output = ["-b"] if "--digits" in flags else ["-f", "json"]
    run = subprocess.run([program, *flags, "-q", *output, *arguments, folder / "hyp"], capture_output=True, text=True)
    try:
        found = json.loads(run.stdout)
        return found["score"] if isinstance(found, dict) else found
    except ValueError:
        return None


def equal(own, found, digits):
    if digits == "f32":
        import numpy
        return numpy.float32(own) == numpy.float32(found)
    if digits == 6:
        return abs(own - found) <= 1e-6
    if digits is not None:
        return round(own, digits) == round(found, digits)
    return abs(own - found) <= 1e-12 * max(abs(own), abs(found))


def compare(name, make, flags, scale, digits, options, drawn, folder):
    try:
        score = make()
    except Exception as error:
        return f"{name}\tleft out: {type(error).__name__}: {str(error).splitlines()[0][:90] if str(error) else ''}", 0
    if name in ONE_REFERENCE:
        drawn = [(hyp, refs[:1]) for hyp, refs in drawn]
    corpora = [([hyp], [refs]) for hyp, refs in drawn]
    full = [(hyp, (refs * 3)[:3]) for hyp, refs in drawn if name not in FAILS_ON_BLANKS or hyp.strip() and all(map(str.strip, refs))]
    if name in FAILS_ON_BLANKS:
        corpora = [tuple(zip(*full[at:at + 10])) for at in range(0, len(full), 10)]
    if name not in PER_SEGMENT:
        corpora.append(tuple(zip(*full)))
    differing, failing, refused, reasons = [], 0, 0, set()
    for hyps, refs in corpora:
        hyps, refs = list(hyps), [list(some) for some in refs]
        try:
            found = score(hyps, refs)
        except Exception as error:
            failing += 1
            reasons.add(f"{type(error).__name__}: {error}"[:60])
            continue
        own = bleu(options.program, flags, hyps, refs, folder)
        if own is None:
            refused += 1
            continue
        own *= scale
        if not equal(own, found, digits):
            differing.append((own, found, hyps[:1], refs[:1]))
    words = f"{name}\t{' '.join(flags)}\t{len(corpora) - failing - refused} compared, {refused} refused by bleu, {failing} by the framework"
    if reasons:
        words += f" ({'; '.join(sorted(reasons)[:3])})"
    lines = [f"    {own!r} != {found!r}: {hyps} {refs}"[:400] for own, found, hyps, refs in differing[:options.show]]
    return "\n".join([f"{words}, {len(differing)} differ"] + lines), len(differing)


# Frameworks that fail on a corpus with a blank line; they are compared on ten segments at a time, which have a long one.
FAILS_ON_BLANKS = {"opik, corpus"}
# Frameworks that take one reference.
ONE_REFERENCE = {"lighteval", "continuous-eval", "joeynmt", "OpenNMT-py", "eole", "mlflow", "sockeye"}
# Frameworks that score one segment at a time.
PER_SEGMENT = {"continuous-eval", "opik, sentence", "vizseq, sentences", "promptfoo", "deepeval", "deepeval bleu1", "deepeval bleu2",
               "azure", "llamafactory", "ragas", "ragas intl", "ragas char", "nltk words"}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--wheels", type=Path, default=Path("wheels"), help="a folder of unpacked wheels")
    parser.add_argument("--npm", type=Path, default=Path("package"), help="promptfoo's unpacked package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--segments", type=int, default=300)
    parser.add_argument("--only", help="names of frameworks begin with this")
    parser.add_argument("--show", type=int, default=3, help="differences to print per framework")
    options = parser.parse_args()
    global WHEELS, NPM
    WHEELS, NPM = options.wheels, options.npm
    warnings.simplefilter("ignore")
    drawn, total = segments(options.seed, options.segments), 0
    with tempfile.TemporaryDirectory() as folder:
        for name, make, command, scale, digits in MANUAL_ROWS + NAMED:
            if options.only and not name.startswith(options.only):
                continue
            flags = command.split() if command.startswith("--") else flags_of(command)
            words, differing = compare(name, make, flags, scale, digits, options, drawn, Path(folder))
            print(words, flush=True)
            total += differing
    sys.exit(total > 0)


if __name__ == "__main__":
    main()
