"""Makes a batch smaller while it still shows the difference: fewer corpora, systems, segments and references, fewer
flags, shorter and simpler texts."""

from batch import DEFAULTS
from characters import excluded
from draw import FORBIDDEN, SENTENCEPIECE

MAX_TRIES = 1500
SIMPLE_TRANSPORTS = ["plain", "jsonl"]
SIMPLE_TOKENIZERS = ["none", "13a"]


def shrunk(batch, differs):
    """Returns the smallest batch that was found for which `differs` holds, as it does for the given one."""
    shrinker = Shrinker(batch.copy(), differs)
    while shrinker.tries < MAX_TRIES and shrinker.round():
        pass
    return shrinker.batch


def valid(batch):
    """Tells whether a batch can be scored by both sides and has no documented difference."""
    if not batch.corpora or not all(batch.corpora) or not batch.segments()[0].candidates:
        return False
    if batch.mode == "corpus" and not batch.grouped and len(batch.corpora) > 1:
        return False
    if batch.mode == "self" and len(batch.segments()) < 2:
        return False
    scored = [segment for corpus in batch.as_scored() for segment in corpus]
    if batch.mode not in ("self", "tokens") and any(set(segment.references) <= {None} for segment in scored):
        return False
    texts = [text for segment in batch.segments() for text in segment.candidates + segment.references]
    if None in texts and not batch.transport.startswith("jsonl"):
        return False
    forbidden = FORBIDDEN[batch.transport] + "\n" * (batch.definition["tokenize"] in SENTENCEPIECE)
    pattern = excluded(batch.definition["lowercase"], batch.normalize, forbidden)
    return not any(text and pattern.search(text) for text in texts)


class Shrinker:
    def __init__(self, batch, differs):
        self.batch, self.differs, self.tries = batch, differs, 0

    def accepts(self, change):
        """Changes a copy of the batch, and keeps it if the difference remains."""
        smaller = self.batch.copy()
        change(smaller)
        if smaller == self.batch or self.tries >= MAX_TRIES or not valid(smaller):
            return False
        self.tries += 1
        if self.differs(smaller):
            self.batch = smaller
            return True
        return False

    def round(self):
        """Tries every kind of change. Returns whether the batch became smaller."""
        before = self.batch.copy()
        self.fewer(lambda batch: batch.corpora, set_corpora)
        self.fewer(lambda batch: range(batch.systems()), keep_systems)
        for i in reversed(range(len(self.batch.corpora))):
            self.fewer(lambda batch: batch.corpora[i], lambda batch, kept: batch.corpora.__setitem__(i, kept))
        self.fewer(lambda batch: range(len(batch.segments()[0].references)), keep_references)
        for change in simpler_settings():
            self.accepts(change)
        for length in (1, 2, 4, 8):
            self.accepts(lambda batch: shorten(batch, length))
        for place in places(self.batch):
            self.fewer(lambda batch: list(text_at(batch, place)),
                       lambda batch, kept: set_text(batch, place, "".join(kept)))
        for character in sorted(characters(self.batch)):
            if not simple(character):
                unused = set("abcdefghij") - characters(self.batch)
                for letter in ["a", *sorted(unused)[:1]]:
                    self.accepts(lambda batch: replace_everywhere(batch, character, letter))
        return self.batch != before

    def fewer(self, items, keep):
        """Removes runs of items, from half of them down to single ones."""
        size = (len(items(self.batch)) + 1) // 2
        while size:
            start = 0
            while start < len(items(self.batch)):
                kept = list(items(self.batch))
                del kept[start:start + size]
                if not self.accepts(lambda batch: keep(batch, kept)):
                    start += size
            size //= 2


def set_corpora(batch, corpora):
    batch.corpora = corpora


def keep_systems(batch, kept):
    for segment in batch.segments():
        segment.candidates = [segment.candidates[i] for i in kept]


def keep_references(batch, kept):
    for segment in batch.segments():
        segment.references = [segment.references[i] for i in kept]


def simpler_settings():
    """Returns functions that set a setting to its default, or to a simpler value."""
    def setting(name, value):
        return lambda batch: setattr(batch, name, value)

    def argument(name, value):
        def change(batch):
            if name == "max_ngram_order":
                if value > batch.definition[name]:
                    return
                batch.neutral = [flag for flag in batch.neutral if not flag.startswith("--weights")]
            batch.definition[name] = value
        return change

    def smoothing(batch):
        batch.definition.update(smooth_method="exp", smooth_value=None)

    def as_corpus(batch):
        batch.mode, batch.joined = "corpus", False
        batch.grouped = len(batch.corpora) > 1

    def transport(i):
        def change(batch):
            if batch.transport not in SIMPLE_TRANSPORTS[:i]:
                batch.transport = SIMPLE_TRANSPORTS[i]
        return change

    def tokenizer(i):
        def change(batch):
            if batch.definition["tokenize"] not in SIMPLE_TOKENIZERS[:i]:
                batch.definition["tokenize"] = SIMPLE_TOKENIZERS[i]
        return change

    def without_flag(i):
        return lambda batch: setattr(batch, "neutral", batch.neutral[:i] + batch.neutral[i + 1:])

    yield as_corpus
    yield from (setting(name, False)
                for name in ("by_statistics", "cumulative", "joined", "grouped", "empty_is_missing", "tsv"))
    yield from (setting(name, None) for name in ("digits", "normalize"))
    yield from (transport(i) for i in range(len(SIMPLE_TRANSPORTS)))
    yield from (without_flag(i) for i in reversed(range(4)))
    yield smoothing
    yield from (argument(name, DEFAULTS[name]) for name in ("smooth_value", "lowercase", "effective_order"))
    yield from (tokenizer(i) for i in range(len(SIMPLE_TOKENIZERS)))
    yield from (argument("max_ngram_order", order) for order in range(1, 16))


def places(batch):
    """Returns the places of all texts: corpus, segment, name of the list, index."""
    return [(i, j, name, k) for i, corpus in enumerate(batch.corpora) for j, segment in enumerate(corpus)
            for name in ("candidates", "references") for k, text in enumerate(getattr(segment, name))
            if text is not None]


def text_at(batch, place):
    i, j, name, k = place
    return getattr(batch.corpora[i][j], name)[k]


def set_text(batch, place, text):
    i, j, name, k = place
    getattr(batch.corpora[i][j], name)[k] = text


def shorten(batch, length):
    """Keeps the first tokens of every text. (Some differences vanish if only one text is shorter.)"""
    for place in places(batch):
        set_text(batch, place, " ".join(text_at(batch, place).split()[:length]))


def characters(batch):
    """Returns all characters of the texts."""
    return {character for place in places(batch) for character in text_at(batch, place)}


def simple(character):
    return character == " " or (character.isascii() and character.islower())


def replace_everywhere(batch, character, letter):
    for place in places(batch):
        set_text(batch, place, text_at(batch, place).replace(character, letter))
