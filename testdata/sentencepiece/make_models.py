#!/usr/bin/env python3
"""Train the models of this folder on the text below, and write expected.tsv: what SentencePiece makes of some lines.

    pip install sentencepiece==0.2.3 && ./make_models.py train
    for version in 0.2.3 0.2.1; do pip install sentencepiece==$version; ./make_models.py expect; done > expected.tsv
"""
import io, os, random, sys

import sentencepiece

HERE = os.path.dirname(os.path.abspath(__file__))
SYMBOLS = ["[x]", "==", "==="]
TEXT = """
The ferry leaves the harbour at nine and comes back before the tide turns.
Nobody on the island keeps a clock; they listen for the horn of the ferry.
When the fog is thick the horn sounds twice, and the gulls answer it.
The baker opens the shop when the first passengers walk up from the harbour.
She sells bread with seeds, bread with olives and small sweet buns.
Children count the boats in the harbour: one, two, three, twelve, twenty.
In winter the ferry does not sail on Mondays, and the shop stays closed.
The old lighthouse keeper writes the weather down in a green book.
Der Leuchtturm steht am Ende der Insel, und das Licht dreht sich langsam.
Im Winter fährt die Fähre nicht, wenn der Wind zu stark über die Brücke weht.
Ein Mädchen zählt die Möwen auf dem Dach: eins, zwei, drei, zwölf.
島の人は霧の朝に船の音を聞く。灯台の光は海の上を回る。
港の店では朝早くパンを焼く。船は九時に港を出る。
冬の月曜日に船は出ない。店も閉まる。
"""
# What the normalizer replaces: code points, separated by spaces, and what they become.
RULES = "".join(f"{a}\t{b}\n" for a, b in [("FB01", "66 69"), ("BD", "31 2F 32"), ("3000", "20"), ("9", "20"), ("61 308", "E4"), ("AD", "")])
COMMON = dict(hard_vocab_limit=False, minloglevel=2, num_threads=1, normalization_rule_tsv=None)
MODELS = {
    "unigram": dict(model_type="unigram", vocab_size=150, user_defined_symbols=SYMBOLS, character_coverage=0.98),
    "bpe": dict(model_type="bpe", vocab_size=450, byte_fallback=True, user_defined_symbols=SYMBOLS, character_coverage=0.98),
    "word": dict(model_type="word", vocab_size=60),
    "char": dict(model_type="char", vocab_size=60, remove_extra_whitespaces=False, user_defined_symbols=SYMBOLS),
}
LINES = ["", "a", "The ferry leaves the harbour.", "  two   spaces  inside ", "the the the", "Fa\u0308hre und M\u00f6wen", "\ufb01sh and \u00bd bread", "no\u00adbreak",
         "a\tb\u3000c", "[x] = == === ==== ===== [x][x]", "!!!", "....", "......", "\u8239\u306f\u6e2f\u3092\u51fa\u308b\u3002", "\u970a\u9b42", "\u2581under\u2581score\u2581", "<s></s><unk><0x41>", "\U0001f600 smile",
         "aaaaaaaaaa", "eeee tttt", "ttttttttttttttt", "  ", "x"]
# "l ll" and "ll l" have the same score: releases differ.
TIES = ["eeelll", "ll lsllli", "rdihnllla", "aa lllaetose", "breadbreadbreadlll", "ne rs tdeeedehra sinlllte", "atirhioeidn ashr llld noo",
        "tweit.backbackthelllthethethe", "greengreengreensbreawinterwinterlll", "\u6708\u66dc\u65e5\u306b\u8239lll"]


def train():
    rules = os.path.join(HERE, "rules.tsv")
    with open(rules, "w") as f:
        f.write(RULES)
    for name, options in MODELS.items():
        model = io.BytesIO()
        sentencepiece.SentencePieceTrainer.train(sentence_iterator=iter(TEXT.strip().split("\n")), model_writer=model, **{**COMMON, **options, "normalization_rule_tsv": rules})
        with open(os.path.join(HERE, name + ".model"), "wb") as f:
            f.write(model.getvalue())
    os.remove(rules)


def expect():
    rng = random.Random(1)
    words = TEXT.split()
    lines = LINES + TIES + [rng.choice(["", " "]).join(w[rng.randrange(len(w)):] + rng.choice(["", "!!", " ", "=="]) for w in rng.sample(words, 6)) for _ in range(40)]
    for name in MODELS:
        processor = sentencepiece.SentencePieceProcessor()
        processor.Load(os.path.join(HERE, name + ".model"))
        for line in lines:
            if "\t" not in line:
                print(name, sentencepiece.__version__, line, " ".join(processor.EncodeAsPieces(line.rstrip())), sep="\t")


{"train": train, "expect": expect}[sys.argv[1]]()
