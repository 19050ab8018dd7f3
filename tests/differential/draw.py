"""Draws a batch from a seed and a number."""

import itertools
import random
from operator import add

from batch import Batch, Segment
from characters import JAPANESE, KOREAN, ODD, PIECES, POOLS, WHITE, any_character, excluded

# Names and weights.
TOKENIZERS = {"13a": 30, "intl": 17, "zh": 12, "char": 9, "none": 10, "flores101": 4, "flores200": 4, "spBLEU-1K": 4,
              "ja-mecab": 5, "ko-mecab": 5}
# SentencePiece tokenizers, and the files of their models in sacreBLEU's cache.
SENTENCEPIECE = {"flores101": "sacrebleu_tokenizer_spm.model", "flores200": "flores200sacrebleuspm",
                 "spBLEU-1K": "spbleu-1k_tokenizer_spm.model"}
TRANSPORTS = {"plain": 35, "jsonl": 30, "jsonl-keys": 20, "tsv": 8, "csv": 7}
MODES = {"corpus": 76, "sentence": 12, "self": 2, "pool": 2, "tokens": 8}
# Numbers of tokens in a line, and weights of these lists. `bleu` has different code up to 16, 32, 48, ... 512 tokens.
SIZES = [([0, 1, 2, 3, 4, 5], 45), ([0, 1, 3, 5, 8, 13, 21, 30], 50), ([3, 15, 16, 17, 32, 33, 48, 49, 64, 65], 4.4),
         ([5, 128, 129, 192, 193, 256, 257, 512, 513], 0.5), ([0, 1, 2, 25, 1000, 3000, 6000], 0.02)]
# Characters that a format cannot hold within a text.
# A NUL may make a plain file UTF-16.
FORBIDDEN = {"plain": "\n\0", "tsv": "\n\t", "csv": "", "jsonl": "", "jsonl-keys": ""}


def weighted(rng, weights):
    return rng.choices(list(weights), list(weights.values()))[0]


def draw(seed, number, available):
    """Returns the batch with this number. `available` are the tokenizers that can be used; the others are left out."""
    rng = random.Random(f"{seed} {number}")
    mode = weighted(rng, MODES)
    batch = Batch(mode=mode, definition=definition(rng, available), transport=weighted(rng, TRANSPORTS))
    batch.grouped = mode == "corpus" and rng.random() < 0.85
    if rng.random() < 0.06:
        batch.normalize = rng.choice(["nfc", "nfkc"])
    if mode in ("corpus", "sentence"):
        batch.by_statistics = rng.random() < 0.1
        batch.empty_is_missing = rng.random() < 0.05
    if mode == "sentence":
        batch.joined = not batch.by_statistics and not batch.empty_is_missing and rng.random() < 0.15
    if mode == "corpus" and not batch.grouped:
        batch.cumulative = rng.random() < 0.3
    if mode in ("corpus", "sentence") and not batch.cumulative and rng.random() < 0.2:
        batch.digits = rng.choice([1, 1, 1, 1, 2, 4])
    if mode != "tokens" and batch.digits is None and not batch.cumulative:  # Its TSV has only scores.
        batch.tsv = rng.random() < 0.1
    if mode == "tokens":
        batch.transport = "plain"
    if mode == "self" and batch.transport == "jsonl":
        batch.transport = "jsonl-keys"
    batch.neutral = neutral_flags(rng, batch)
    fill(rng, batch)
    return batch


def definition(rng, available):
    """Returns random arguments of sacreBLEU's BLEU."""
    method, value = rng.choice(["exp", "exp", "floor", "add-k", "none"]), None
    if method in ("floor", "add-k") and rng.random() < 0.8:
        value = rng.choice([0, 1, 2, 0.1, 0.5, 0.01, 1e-9, 1 / 3, 7.25, rng.random()])
        if method == "floor":
            value = min(value, 1)  # `bleu` refuses larger values.
    order = rng.choices([4, rng.randint(1, 8), rng.randint(9, 16)], [50, 44, 6])[0]
    tokenizers = {name: weight for name, weight in TOKENIZERS.items() if name in available}
    return {"tokenize": weighted(rng, tokenizers), "lowercase": rng.random() < 0.3, "smooth_method": method,
            "smooth_value": value, "max_ngram_order": order, "effective_order": rng.random() < 0.5}


def neutral_flags(rng, batch):
    flags = rng.choice([["--jobs=1"], ["--jobs=1"], ["--jobs=1"], ["--jobs=3"], []])[:]
    if batch.mode == "tokens":
        return flags
    order = batch.definition["max_ngram_order"]
    if not batch.cumulative and rng.random() < 0.1:  # sacreBLEU has equal weights only.
        flags.append("--weights=" + ",".join([f"1/{order}"] * order))
    if rng.random() < 0.1:
        flags.append("--ref-length=closest")
    if batch.digits is None and rng.random() < 0.5:
        flags.append("--percent")
    return flags


def fill(rng, batch):
    """Draws the corpora."""
    large = rng.random() < 0.1
    if batch.grouped:
        systems, corpora = rng.choice([1, 2, 3, 4, 6]), rng.choice([1, 10, 100, 150])
        sizes = [1, 1, 2, 2, 3, 3, 4, 5, 6, 8]
    elif batch.mode == "corpus":
        systems, corpora, sizes = rng.choice([1, 5, 20, 40]), 1, [1, 2, 3, 5, 8, 20, 50, 300 if large else 10]
    elif batch.mode in ("self", "pool"):
        systems, corpora, sizes = 1, 1, [2, 3, 5, 8, 12]
    elif batch.mode == "sentence":
        systems, corpora, sizes = rng.choice([1, 1, 2, 4]), rng.choice([10, 50]), [1, 2, 3, 5, 8]
    else:
        systems, corpora, sizes = 1, 100, [1, 2, 3, 5, 8]
    references = 0 if batch.mode in ("self", "tokens") else rng.choices(
        [1, 2, 3, 4, rng.randint(5, 8), rng.randint(9, 16)], [45, 20, 12, 8, 10, 5])[0]
    may_lack = references > 1 and not batch.joined and rng.random() < 0.4
    may_lack = may_lack and (batch.transport.startswith("jsonl") or batch.empty_is_missing)
    batch.corpora = [corpus(rng, batch, rng.choice(sizes), systems, references, may_lack) for _ in range(corpora)]


def corpus(rng, batch, size, systems, references, may_lack):
    writer = Writer(rng, batch)
    if batch.digits is not None and references and rng.random() < 0.05:
        return equal_precisions(rng, writer, systems, references)
    segments = []
    for _ in range(size):
        source = writer.tokens()
        texts = [writer.line(writer.changed(source)) for _ in range(references)]
        candidates = [writer.candidate(source, texts) for _ in range(systems)]
        if may_lack:
            texts = with_missing(rng, texts, batch)
        if batch.empty_is_missing and not any(text and text.strip() for text in texts):
            texts[0] = "a"  # A segment must have a reference.
        if segments and rng.random() < 0.1:  # A copied segment, or one with the same references.
            copied = rng.choice(segments)
            candidates, texts = rng.choice([candidates, copied.candidates])[:], copied.references[:]
        segments.append(Segment(candidates, texts))
    return segments


def equal_precisions(rng, writer, systems, references):
    """Returns a corpus whose precisions are equal in all orders, such as 15/16: 93.75 is 93.7 or 93.8."""
    reference, other = writer.line(list("abcdefghijklmnop")), writer.line(list("ABCDEFGHIJKLMNOP"))
    return [Segment(rng.choices([reference, other], [0.8, 0.2], k=systems), [reference] * references)
            for _ in range(rng.choice([8, 16, 32]))]


def with_missing(rng, references, batch):
    """Returns the references without some of them."""
    missing = None if batch.transport.startswith("jsonl") else ""
    kept = rng.randrange(len(references))
    return [text if i == kept or rng.random() < 0.6 else missing for i, text in enumerate(references)]


class Writer:
    """Writes the lines of one corpus, from few words, so that n-grams match and repeat."""

    def __init__(self, rng, batch):
        self.rng = rng
        settings = batch.definition
        forbidden = FORBIDDEN[batch.transport]
        if settings["tokenize"] in SENTENCEPIECE:
            forbidden += "\n"  # A space for `bleu`.
        self.excluded = excluded(settings["lowercase"], batch.normalize, forbidden)
        pools = rng.choices(POOLS, k=rng.randint(1, 3))
        own = {"ja-mecab": JAPANESE, "ko-mecab": KOREAN, **dict.fromkeys(SENTENCEPIECE, PIECES)}
        if settings["tokenize"] in own and rng.random() < 0.7:
            pools.append(own[settings["tokenize"]])
        self.words = [rng.choice(rng.choice(pools)) for _ in range(rng.choice([1, 2, 2, 3, 3, 4, 5, 8, 12, 20]))]
        if rng.random() < 0.35:
            self.words += ["".join(any_character(rng) for _ in range(rng.choice([1, 1, 1, 2, 5])))
                           for _ in range(rng.randint(1, 4))]
        self.separators = rng.choice([[" "], [" "], [" "], [" ", " ", " ", "  "], [" ", ""], [""],
                                      [" ", " ", *rng.sample(WHITE, 3)]])
        self.changes_case = rng.random() < (0.5 if settings["lowercase"] else 0.1)
        self.sizes, = rng.choices([sizes for sizes, _ in SIZES], [weight for _, weight in SIZES])

    def tokens(self):
        """Returns random tokens."""
        rng, length = self.rng, self.rng.choice(self.sizes)
        if rng.random() < 0.2:
            pattern = rng.choices(self.words, k=rng.randint(1, 4))
            return list(itertools.islice(itertools.cycle(pattern), length))
        return rng.choices(self.words, k=length)

    def changed(self, source):
        """Returns tokens similar to the source, mostly."""
        rng, tokens, kind = self.rng, source[:], self.rng.random()
        if kind < 0.1:
            return self.tokens()
        if kind < 0.15:
            return []
        if kind < 0.25:  # Shorter or longer by the same number, for ties of the closest length.
            return rng.choice([tokens[:-1], tokens[:-2], tokens + tokens[:1], tokens + self.words[:1] * 2])
        for _ in range(rng.choice([0, 0, 1, 1, 2, 3, 5])):
            i = rng.randint(0, len(tokens))
            j = i + rng.choice([0, 1, 1, 2, 4, 9])
            tokens[i:j] = rng.choice([[], [rng.choice(self.words)], tokens[i:j] * 2, tokens[i:j][::-1], tokens[:2]])
        if self.changes_case:
            change = rng.choice([str.upper, str.lower, str.title, str.swapcase])
            tokens = [change(token) if rng.random() < 0.3 else token for token in tokens]
        return tokens

    def line(self, tokens):
        """Returns the tokens as text, with white space also in unusual places."""
        rng = self.rng
        if not tokens and rng.random() < 0.5:
            line = "".join(rng.choices(WHITE, k=rng.randint(1, 3)))
        elif len(self.separators) == 1:
            line = self.separators[0].join(tokens)
        else:
            line = "".join(map(add, tokens, rng.choices(self.separators, k=len(tokens))))
        odd = rng.random()
        if odd < 0.3:
            if odd < 0.1:
                line = rng.choice(WHITE) + line
            elif odd < 0.2:
                line += rng.choice(WHITE)
            else:
                for _ in range(rng.randint(1, 3)):
                    at = rng.randint(0, len(line))
                    line = line[:at] + rng.choice(ODD) + line[at:]
        return self.excluded.sub("", line)

    def candidate(self, source, references):
        if references and self.rng.random() < 0.1:
            return self.rng.choice(references)
        return self.line(self.changed(source))
