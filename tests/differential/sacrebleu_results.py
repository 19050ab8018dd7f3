"""The results of sacreBLEU for a batch, computed by its own code in this process.

A result has the names of `bleu`'s JSON: `score`, `precisions`, `bp` (on the scale of 100), `counts`, `totals`,
`hyp_len`, `ref_len`, `ratio`; or formatted text. The key of a result is (label of the group, system) for corpora, with
ALL as the label of all corpora together, (number of the segment, system) for sentences, and (number of the line,) for
tokens.
"""

import functools
import logging

import sacrebleu.metrics.bleu
from sacrebleu.metrics import BLEU

logging.disable(logging.WARNING)  # Omits a million times "It is recommended to enable `effective_order`".

ALL = "all"
MECAB = ["ja-mecab", "ko-mecab"]
tokenizer = functools.cache(lambda name: sacrebleu_tokenizer(name)())
# Tokenizers are made once, not once for each metric: a dictionary takes a while to load.
sacrebleu_tokenizer = sacrebleu.metrics.bleu._get_tokenizer
sacrebleu.metrics.bleu._get_tokenizer = lambda name: lambda: tokenizer(name)


class Refused(Exception):
    """sacreBLEU has no result: MeCab returns nothing for a line of some 200,000 characters."""


def results(batch):
    """Returns the results by their keys."""
    try:
        return computed(batch)
    except AttributeError as error:
        if batch.definition["tokenize"] in MECAB and error.obj is None and error.name == "strip":
            raise Refused from error
        raise


def computed(batch):
    tokenizer(batch.definition["tokenize"])
    corpora = batch.as_scored()
    if batch.mode == "corpus":
        return corpus_results(batch, corpora)
    segments = [segment for corpus in corpora for segment in corpus]
    metric = BLEU(force=True, **batch.definition)
    if batch.mode == "tokens":
        return {(i,): {"tokens": " ".join(metric._preprocess_segment(segment.candidates[0]).split())}
                for i, segment in enumerate(segments)}
    if batch.mode == "sentence":
        return {(i, system): shown(metric.sentence_score(candidate, segment.references), batch)
                for i, segment in enumerate(segments) for system, candidate in enumerate(segment.candidates)}
    lines = [segment.candidates[0] for segment in segments]
    if batch.mode == "pool":
        references = [text for segment in segments for text in segment.references if text is not None]
        metric = BLEU(force=True, references=[[text] for text in references], **batch.definition)
        scores = [metric.corpus_score([line], None) for line in lines]
    else:
        scores = [metric.sentence_score(line, lines[:i] + lines[i + 1:]) for i, line in enumerate(lines)]
    return {(i, 0): shown(score, batch) for i, score in enumerate(scores)}


def corpus_results(batch, corpora):
    systems, found, everything = batch.systems(), {}, [[] for _ in range(batch.systems())]
    numbers = set()
    for label, corpus in enumerate(corpora):
        references = list(zip(*(segment.references for segment in corpus)))
        metric = BLEU(force=True, references=references, **batch.definition)
        numbers.add(metric.num_refs)
        for system in range(systems):
            # What corpus_score does; the statistics are also added to the sums over all corpora.
            texts = [segment.candidates[system] for segment in corpus]
            counted = metric._extract_corpus_statistics(texts, None)
            everything[system] += counted
            if batch.grouped:
                found[label, system] = shown(metric._aggregate_and_compute(counted), batch)
    metric.num_refs = numbers.pop() if len(numbers) == 1 else -1
    signature = without_version(metric.get_signature().format())
    for system, counted in enumerate(everything):
        score = metric._aggregate_and_compute(counted)
        whole = found[ALL, system] = shown(score, batch)
        whole["signature"] = signature
        if batch.cumulative:
            whole["cumulative"] = [upto(metric, counted, order) for order in range(1, metric.max_ngram_order + 1)]
        if batch.digits is not None and systems == 1:
            whole["line"] = score.format(width=batch.digits)
    return found


def upto(metric, counted, order):
    """Returns the score of the orders up to this one."""
    most = metric.max_ngram_order
    sums = [sum(column) for column in zip(*counted)]
    return BLEU.compute_bleu(sums[2:2 + order], sums[2 + most:2 + most + order], sums[0], sums[1], metric.smooth_method,
                             metric.smooth_value, metric.effective_order, order).score


def without_version(signature):
    """Returns the parts of a signature that both sides have."""
    return [part for part in signature.split("|") if part.split(":")[0] in ("nrefs", "case", "eff", "tok", "smooth")]


def shown(score, batch):
    """Returns a score as `bleu` shows it in this format."""
    if batch.digits is None:
        return {"score": score.score, "precisions": score.precisions, "counts": score.counts, "totals": score.totals,
                "bp": score.bp, "ratio": score.ratio, "hyp_len": score.sys_len, "ref_len": score.ref_len}
    text = score.format(width=batch.digits, score_only=True)
    if batch.mode == "sentence":
        return {"BLEU": text}
    return {"BLEU": text, "precisions": score.prec_str, "BP": f"{score.bp:.3f}", "ratio": f"{score.ratio:.3f}",
            "hyp_len": str(score.sys_len), "ref_len": str(score.ref_len)}
