"""The data of a batch: many small corpora that share a definition and are scored by one start of `bleu`."""

import unicodedata
from dataclasses import asdict, dataclass, field

# `corpus`: one score per corpus, and one for all of them together. `sentence`: one score per segment. `self`, `pool`:
# the same, with all other lines, or all lines of all references, as references. `tokens`: no score.
MODES = ["corpus", "sentence", "self", "pool", "tokens"]
DEFAULTS = {"tokenize": "13a", "lowercase": False, "smooth_method": "exp", "smooth_value": None, "max_ngram_order": 4,
            "effective_order": False}


@dataclass
class Segment:
    candidates: list  # One text per system.
    references: list  # Texts, or None for a missing reference; as many in all segments of a batch.


@dataclass
class Batch:
    mode: str = "corpus"
    definition: dict = field(default_factory=lambda: dict(DEFAULTS))  # Arguments of sacreBLEU's BLEU.
    normalize: str | None = None  # nfc or nfkc.
    transport: str = "plain"  # plain, jsonl (references in an array), jsonl-keys, tsv or csv.
    grouped: bool = False  # Each corpus is a group. Otherwise there is one corpus.
    joined: bool = False  # Mode sentence: the segments of each group are joined into one.
    empty_is_missing: bool = False
    by_statistics: bool = False  # By --stats=segments and --from-stats.
    cumulative: bool = False
    tsv: bool = False  # TSV instead of JSON.
    digits: int | None = None  # Formatted text with this number of decimals, instead of JSON or TSV.
    neutral: list = field(default_factory=list)  # Flags that must not change a result.
    corpora: list = field(default_factory=list)  # Lists of segments.

    def segments(self):
        return [segment for corpus in self.corpora for segment in corpus]

    def systems(self):
        return len(self.corpora[0][0].candidates)

    def copy(self):
        """Returns a copy that shares no list with this batch."""
        values = asdict(self)
        values["corpora"] = [[Segment(**segment) for segment in corpus] for corpus in values["corpora"]]
        return Batch(**values)

    def as_scored(self):
        """Returns the corpora as sacreBLEU's API must see them: texts normalized, missing references None, and the
        segments of each corpus joined if they are to be."""
        def normalized(text):
            return unicodedata.normalize(self.normalize.upper(), text) if self.normalize else text

        def reference(text):
            missing = text is None or (self.empty_is_missing and not text.strip())
            return None if missing else normalized(text)

        corpora = [[Segment(list(map(normalized, segment.candidates)), list(map(reference, segment.references)))
                    for segment in corpus] for corpus in self.corpora]
        if self.joined:
            corpora = [[joined(corpus)] for corpus in corpora]
        return corpora


def joined(corpus):
    """Returns one segment. A reference that lacks a part is missing."""
    candidates = [" ".join(texts) for texts in zip(*(segment.candidates for segment in corpus))]
    columns = zip(*(segment.references for segment in corpus))
    references = [None if None in texts else " ".join(texts) for texts in columns]
    return Segment(candidates, references)
