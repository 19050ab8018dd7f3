"""Writes punkt/lines.txt and punkt/tokens.txt: lines, and their tokens by NLTK's word_tokenize with the data in `punkt`, which was
written for this purpose. NLTK's own data is learned from newspapers, and is not here.

    python3 -m venv venv && venv/bin/pip install nltk==3.10.4 regex==2026.11.15
    NLTK_DATA=testdata/punkt venv/bin/python testdata/make_punkt.py
"""

import random
from pathlib import Path

import nltk

FOLDER = Path(__file__).parent / "punkt"
LINES = """Mr. Bell went to the harbour. He was late.
Mr. Bell went to St. Gallen. she was late.
We left at 5 p.m. The ferry was full.
We left at 5 p.m. she said.
We left at 5 p.m. But it was full.
It was Fig. 5. Then we left.
J. Bell wrote it, and A. Smith read it. B. go home.
The U.S. It is large.
Yes! No? "Go." (They left.) [It rained.] 'So.' “Well.” Then?!
It costs 5. Then 6. May comes after 30. May.
Wait... He left.. Then . . . she came.
The firm is Inc. The boss is gone.
He said: "It is no. 5." -- Then he left.
See e.g. the harbour. also go.
a. b. c. A. B. C. É. Ü. é. ². ½. _. 一. 日本. 東京。 Then
"First." "Second."' ) Third.
No.5 is here.But this is one.
Half-dr. Smith; the co.-vs. Bell. We
1,200.50. -3. .5. 3.-4. 5.. It
It was done.\u00a0The end.\u2003Then.
A tab.\tThe end.  Two spaces.   Then.
...
. . . The
?
Dr.
 He left. It
He left. It """.replace("\\u00a0", "\u00a0").split("\n")
WORDS = ["Mr.", "Dr.", "U.S.", "p.m.", "no.", "J.", "b.", "5.", "1,200.50.", "-3.", "...", "..", ". . .", "?", "!", "?!", ".", '"',
         "'", ")", "(", "”", "’", "»", "--", "-", ",", ";", ":", "The", "the", "It", "it", "Smith", "Bell", "Go.", "go.", "Inc.", "vs.",
         "3", "42.", "a", "I.", "Stop!", "why?", "(yes.)", '"No."', "end.'", "x.y", "x.)", "x.,", 'x."The', "&", "*", "É.", "².", "st.", "Gallen"]

if __name__ == "__main__":
    rng = random.Random(66)
    drawn = ["".join(word + rng.choice([" ", " ", " ", "", "  ", "\t", "\u00a0"]) for word in rng.choices(WORDS, k=rng.randint(1, 12)))
             for _ in range(400)]
    lines = [line.rstrip() for line in LINES + drawn]
    (FOLDER / "lines.txt").write_text("".join(line + "\n" for line in lines))
    (FOLDER / "tokens.txt").write_text("".join(" ".join(nltk.word_tokenize(line)) + "\n" for line in lines))
