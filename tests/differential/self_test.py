"""A test of the comparison: it must find each of the deliberate errors, and shrink it to a few characters."""

import itertools

from bleu_results import definition_flags
from sabotage import SABOTAGES, sabotaged

MAX_CORPORA = 100_000
MAX_CHARACTERS = {"long": 6000}
USUAL_MAX_CHARACTERS = 60


def self_test(runner, seed):
    """Prints when each error was found, and what it was shrunk to. Returns whether all were found."""
    passed = True
    for name, (_, _, wrong) in SABOTAGES.items():
        with sabotaged(name):
            corpora, outcome = search(runner, seed)
        size = outcome and sum(len(text) for segment in outcome.small.segments()
                               for text in segment.candidates + segment.references if text)
        good = outcome is not None and size <= MAX_CHARACTERS.get(name, USUAL_MAX_CHARACTERS)
        passed &= good
        print(f"{'found' if good else 'FAILED'}: {name}: {getattr(wrong, '__func__', wrong).__doc__} After {corpora} "
              f"corpora; shrunk to {size} characters:")
        if outcome:
            segments = [(segment.candidates, segment.references) for segment in outcome.small.segments()]
            print(f"  {' '.join(definition_flags(outcome.small))} {segments!a}", flush=True)
    return passed


def search(runner, seed):
    """Returns the number of corpora until a batch with a difference, and the outcome of this batch, if any."""
    corpora = 0
    for number in itertools.count():
        outcome = runner.compare(seed, number)
        corpora += outcome.tally["corpora"]
        if outcome.report:
            return corpora, outcome
        if corpora >= MAX_CORPORA:
            return corpora, None
