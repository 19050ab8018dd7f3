#!/usr/bin/env python3
"""Write expected.tsv: lines, and the words that MeCab and mecab-ko find in them with the sample dictionary.

    pip install mecab-python3==1.0.12 mecab-ko==1.0.3
    mkdir /tmp/sample && BLEU_SAMPLE_FOLDER=/tmp/sample cargo test mecab:: -- --ignored write_the_sample
    ./make_expected.py /tmp/sample
"""
import os, random, sys

import MeCab
import mecab_ko

LINES = ["すもももももももものうち", "東京都に", "東京に 京都", "令和元年", "一二〇年", "2024年", "〇一大阪", "大阪に東京都の都", "あいうえお", "ABC", "東京\tの\u3000うち",
         "", "  もも  ", "もも\\0すもも", "\\0", "も" * 9, "す" * 26, "0" * 25, "0" * 26, "𠮷野", "大" * 5, "すもも、もも。", "東京 の もも の うち", "もも の", "うち も 都"]
PIECES = ["すもも", "もも", "も", "の", "うち", "東京", "都", "に", "一", "〇", "2", "大", "阪", "x", " ", " ", "\u3000", "。", "年", "元", "あ"]


def main(folder):
    taggers = [module.Tagger(f"-r /dev/null -d {folder} -Owakati") for module in (MeCab, mecab_ko)]
    rng = random.Random(1)
    lines = LINES + ["".join(rng.choice(PIECES) for _ in range(rng.randint(2, 12))) for _ in range(100)]
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "expected.tsv"), "w", encoding="utf-8", newline="\n") as f:
        for line in lines:
            text = line.replace("\\0", "\0").strip()
            words = [" ".join(tagger.parse(text).split()) for tagger in taggers]
            f.write("\t".join([line.replace("\t", "\\t"), *words]) + "\n")


main(sys.argv[1])
