"""sacreBLEU's interface: its names, arguments, signatures, and scores **from 0 to 100**.

    from bleu_mt import sacrebleu                       # in place of: import sacrebleu
    from bleu_mt.sacrebleu.metrics import BLEU          # in place of: from sacrebleu.metrics import BLEU

BLEU is this package's; everything else (chrF, TER, tokenizers, test sets, tests of significance, `utils`) is the installed
sacreBLEU's, under the same names. Without sacreBLEU there is only BLEU. The scores are sacreBLEU 2.6.0's, to the last bit as
Python before 3.12 computes them; newer ones sum more exactly, which changes the last digits of sacreBLEU's own scores.

What differs:

- The signature ends in the version of `bleu`.
- Hypotheses and references of different lengths are an error, where sacreBLEU drops the end of the longer ones; so are text
  that is not a string, and a string in place of a list of references, of which sacreBLEU takes the characters.
- Warnings go through `warnings`, where sacreBLEU uses `logging`, and there are more of them (`bleu_mt.BleuWarning`).
- The value of floor is at most 1.
- References that are given to `BLEU(references=...)` are counted by the settings of the call, if these change later.
- A subclass that overrides `_preprocess_segment`, `_extract_reference_info`, `_compute_segment_statistics` or
  `_cache_references`, or another tokenizer as `tokenizer`, is counted by sacreBLEU, in its time.
- `isinstance` of sacreBLEU's own classes is false.
"""

from . import _installed, compat, metrics
from .compat import corpus_bleu, raw_corpus_bleu, sentence_bleu
from .metrics import BLEU

__all__ = ["BLEU", "__version__", "compat", "corpus_bleu", "metrics", "raw_corpus_bleu", "sentence_bleu"]

__version__ = _installed.version()
"""Version of sacreBLEU whose interface and scores these are."""

__getattr__ = _installed.attributes_of(__name__)
