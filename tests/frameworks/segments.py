"""Draws segments: pairs of a candidate and its references, with what frameworks treat differently."""

import random

WORDS = ("the cat sat on a mat near The Old door and JOHN didn't go , we'll see it again in Paris U.S. e-mail Müller café "
         "naïve 12 3.5 1,200.50 5% $20 don't cannot gonna Mary's dogs' 'tis \"no\" (yes) end! why? so; then: well -- no... "
         "# @ & &amp; &quot;x&quot; <skipped> a/b 2nd o'clock it's IT'S I'm `` '' « » “ ” ‘ ’ … 日本語 東京 。 , 😀 👍🏽 ½ ² é").split()
SENTENCES = ["Mr. Smith went to Washington. He was late.", "It costs 5. Then 6.", "Yes. No. Maybe.", "She said \"Go.\" They left.",
             "A. B. Jones wrote it.", "Is it true? Yes! Good.", "The U.S. army won. it did", "He works at Acme Inc. in town.",
             "See p. 5. Then stop.", "Wait... what?", "(It was late.) We left.", "I have No. 5. You have no. 6."]
# Whole segments.
ODD = [("", "a word"), ("a word", ""), ("", ""), ("   ", "a"), ("yes", "yes"), ("no", "yes"), ("!", "!"), ("...", "..."),
       ("a\tb c", "a b c"), ("a\u00a0b c d", "a b c d"), ("HELLO WORLD AGAIN NOW", "hello world again now"),
       ("日本語のテキストです。", "日本語の文です。"), ("😀 😀 👍", "😀 👍 👍"), ("1,000", "1000"), ("in 1999.", "in 1999."), ("a b c", "a b c"),
       ("a b c d", "a b c d"), ("?", "!"), ("-", "-"), ("a . b . c . d", "a. b. c. d.")]


def segments(seed, count):
    """Returns `count` pairs of a candidate and a list of one to three references."""
    rng = random.Random(seed)
    drawn = [(candidate, [reference]) for candidate, reference in ODD]
    while len(drawn) < count:
        drawn.append(segment(rng))
    rng.shuffle(drawn)
    return drawn[:count]


def segment(rng):
    length = rng.choice([1, 2, 3, 4, 6, 9, 14, 25] * 20 + [400])
    text = [rng.choice(WORDS) for _ in range(length)]
    if rng.random() < 0.25:
        text = rng.choice(SENTENCES).split() + text[:rng.randint(0, 4)]
    references = [altered(rng, text, rng.choice([0, 0.1, 0.3, 0.8])) for _ in range(rng.choice([1, 1, 2, 3]))]
    if rng.random() < 0.15:
        references.append(references[0])
    candidate = altered(rng, text, rng.choice([0, 0.1, 0.3, 0.6]))
    if rng.random() < 0.1:
        candidate = rng.choice([str.upper, str.lower, str.title])(candidate)
    return candidate, references


def altered(rng, words, share):
    """The words, a share of them replaced, left out or doubled."""
    changed = []
    for word in words:
        if rng.random() >= share:
            changed.append(word)
        else:
            changed += rng.choice([[rng.choice(WORDS)], [], [word, word]])
    return " ".join(changed) or words[0]
