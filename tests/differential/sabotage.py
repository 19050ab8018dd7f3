"""Deliberate errors in sacreBLEU's code, each in one function. The comparison must find every one of them, as it would
find the same error in `bleu`."""

from collections import Counter
from contextlib import contextmanager

import sacrebleu.metrics.bleu as module
from sacrebleu.metrics import BLEU
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

original = {name: getattr(BLEU, name) for name in ("_get_closest_ref_len", "_extract_reference_info", "compute_bleu",
                                                   "_compute_segment_statistics", "_preprocess_segment")}
extract = module.extract_all_word_ngrams
tokenize = Tokenizer13a.__call__


def ties(self, hyp_len, ref_lens):
    """Ties of the closest length are resolved to the longer reference."""
    return min(ref_lens, key=lambda length: (abs(hyp_len - length), -length))


def white_space(line, *orders):
    """U+001C is not white space."""
    return extract(line.replace("\x1c", "x"), *orders)


def clipping(self, refs):
    """The counts of several references are added up."""
    info = original["_extract_reference_info"](self, refs)
    info["ref_ngrams"] = sum((extract(ref, 1, self.max_ngram_order)[0] for ref in refs), Counter())
    return info


def smoothing(correct, total, sys_len, ref_len, smooth_method="none", *rest, **others):
    """`exp` does nothing."""
    method = "none" if smooth_method == "exp" else smooth_method
    return original["compute_bleu"](correct, total, sys_len, ref_len, method, *rest, **others)


def count(self, hypothesis, ref_kwargs):
    """Three correct bigrams in a segment count as four."""
    counted = original["_compute_segment_statistics"](self, hypothesis, ref_kwargs)
    if self.max_ngram_order > 1 and counted[3] == 3:
        counted[3] = 4
    return counted


def long(line, *orders):
    """Only the first 512 tokens of a line count."""
    return extract(" ".join(line.split()[:512]), *orders)


def sigma(self, sent):
    """A final sigma is not lowercased as such."""
    if self.lowercase:
        sent = "".join(map(str.lower, sent))
    return original["_preprocess_segment"](self, sent)


def entities(self, line):
    """Entities are unescaped only once."""
    return tokenize(self, line.replace("&amp;lt;", "&am<skipped>p;lt"))


def rounding(*args, **others):
    """A score is wrong by 1e-11 of its value."""
    score = original["compute_bleu"](*args, **others)
    score.score *= 1 + 1e-11
    return score


SABOTAGES = {
    "ties": (BLEU, "_get_closest_ref_len", ties),
    "white-space": (module, "extract_all_word_ngrams", white_space),
    "clipping": (BLEU, "_extract_reference_info", clipping),
    "smoothing": (BLEU, "compute_bleu", staticmethod(smoothing)),
    "count": (BLEU, "_compute_segment_statistics", count),
    "long": (module, "extract_all_word_ngrams", long),
    "sigma": (BLEU, "_preprocess_segment", sigma),
    "entities": (Tokenizer13a, "__call__", entities),
    "rounding": (BLEU, "compute_bleu", staticmethod(rounding)),
}


@contextmanager
def sabotaged(name):
    """Introduces the error with this name, or none."""
    if name is None:
        yield
        return
    owner, attribute, wrong = SABOTAGES[name]
    right = owner.__dict__[attribute]
    setattr(owner, attribute, wrong)
    try:
        yield
    finally:
        setattr(owner, attribute, right)
