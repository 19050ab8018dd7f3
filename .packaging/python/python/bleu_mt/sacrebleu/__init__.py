"""sacreBLEU's interface to BLEU: its names, arguments, signatures, and scores **from 0 to 100**.

    from bleu_mt import sacrebleu                       # in place of: import sacrebleu
    from bleu_mt.sacrebleu.metrics import BLEU          # in place of: from sacrebleu.metrics import BLEU

The scores are sacreBLEU 2.6.0's, to the last bit as Python before 3.12 computes them; newer ones sum more exactly, which
changes the last digits of sacreBLEU's own scores. What differs: the signature ends in the version of `bleu`; hypotheses and
references of different lengths are an error, where sacreBLEU drops the end of the longer ones; warnings go through
`warnings`, where sacreBLEU uses `logging`; the value of floor is at most 1.
"""

from .._native import __version__
from . import compat, metrics
from .compat import corpus_bleu, raw_corpus_bleu, sentence_bleu
from .metrics import BLEU

__all__ = ["BLEU", "__version__", "compat", "corpus_bleu", "metrics", "raw_corpus_bleu", "sentence_bleu"]
