"""Compares the results of both sides."""

import math

SHARES = ["without a match", "of score 0", "perfect", "between"]


def near(theirs, ours):
    # A perfect score, 100.00000000000004 in sacreBLEU and 100 in `bleu`, is within the tolerance. Numbers below the
    # smallest normal one are 4.9e-324 apart on the scale of 1, and a hundred times that on the scale of 100.
    return theirs == ours or math.isclose(theirs, ours, rel_tol=1e-12, abs_tol=1e-321)


def differing(theirs, ours, scale, text):
    """Returns the names of the figures that differ. Our figures times `scale` are on the scale of 100. Text need not
    have all figures, since tables of several systems have only the scores of groups, and one system has a line."""
    names = []
    for name, value in theirs.items():
        if name not in ours:
            if not text or name == "BLEU" and "line" not in ours:
                names.append(name)
        elif name in ("score", "bp"):
            if not near(value, ours[name] if name == "bp" else scale * ours[name]):
                names.append(name)
        elif name in ("precisions", "cumulative") and not text:
            scaled = [scale * number for number in ours[name]]
            if len(scaled) != len(value) or not all(map(near, value, scaled)):
                names.append(name)
        elif name == "signature":
            if not same_signature(value, ours[name]):
                names.append(name)
        elif value != ours[name]:
            names.append(name)
    return names


def same_signature(theirs, ours):
    """`bleu` writes the value of a smoothing in full if two decimals would change it."""
    if theirs[:-1] != ours[:-1]:
        return False
    their_method, _, their_value = theirs[-1].strip("]").partition("[")
    method, _, value = ours[-1].strip("]").partition("[")
    return their_method == method and (value == their_value or f"{float(value):.2f}" == their_value)


def differences(batch, theirs, ours):
    """Returns the names of the figures that differ, by the key of the result."""
    scale = 1 if "--percent" in batch.neutral else 100
    text = batch.digits is not None
    found = {key: names for key, result in theirs.items()
             if (names := differing(result, ours.get(key, {}), scale, text))}
    found |= {key: ["not expected"] for key in ours if key not in theirs}
    return found


def share(result):
    """Returns the one of SHARES that the result belongs to. If all scores were 0, comparing them would mean little."""
    if not result["counts"][0]:
        return SHARES[0]
    return SHARES[1] if result["score"] == 0 else SHARES[2] if near(result["score"], 100) else SHARES[3]
