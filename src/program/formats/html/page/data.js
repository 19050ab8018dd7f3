// The data of the page, and how its numbers are written.

// Text with escapes in place of characters that a reader would not see.
const UNSEEN = /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/gu;
const readable = (text) => text.replace(UNSEEN, (char) => ({ "\t": "\\t", "\n": "\\n", "\r": "\\r" })[char] ?? "\\u{" + char.codePointAt(0).toString(16) + "}");

const byId = (id) => document.getElementById(id);
const data = JSON.parse(byId("page-data").textContent);
const results = JSON.parse(byId("result-data").textContent);
const { systems, groups, segments } = data;

// The systems that are compared, by their places; `second` is null if there is only one.
const state = { first: 0, second: systems.length > 1 ? 1 : null };
const shown = () => [state.first, state.second].filter((system) => system !== null);
const SERIES = ["a", "b"];

// Results by system.
const scored = [results.scores?.systems ?? results.scores ?? []].flat().map((of) => ({ score: of.mean, ...of }));
const pairs = results.scores?.pairs ?? null;
const explained = results.explanations.length === 0 ? null : systems.map((_, place) => [results.explanations[Math.max(place - 1, 0)].corpus].flat()[Math.min(place, 1)]);

const number = (score) => (score === null || score === undefined ? "–" : withoutSignOfZero(score.toFixed(data.decimals)));
const withoutSignOfZero = (text) => (Number(text) === 0 ? text.replace("-", "") : text);
function signed(score) {
  if (score === null || score === undefined) return "–";
  const shown = number(Math.abs(score));
  return (score < 0 && Number(shown) !== 0 ? "−" : "+") + shown;
}
const count = (many, noun) => many + " " + noun + (many === 1 ? "" : "s");
const percent = (share) => (100 * Math.min(Math.max(share, 0), 1)).toFixed(2) + "%";
// JSON has precisions on the scale of the scores.
const percents = (precision) => ((100 * precision) / data.scale).toFixed(1) + "%";
const ends = (of) => (of.confidence ? [of.confidence.low, of.confidence.high] : null);

// A test of the second of two systems against the first; null if they were not tested.
function comparison(first, second) {
  if (first === second || second === null) return null;
  const turned = (found) => ({
    ...found,
    difference: -found.difference,
    ...(typeof found.difference_low === "number" ? { difference_low: -found.difference_high, difference_high: -found.difference_low } : {}),
    ...(found.robust ? { robust: { ...found.robust, choices: found.robust.choices.map(turned) } } : {}),
  });
  if (pairs) {
    const [low, high] = [Math.min(first, second), Math.max(first, second)];
    // Pairs are in the order of the systems; a pair has the difference of its first system from its second.
    const found = pairs[(low * (2 * systems.length - low - 1)) / 2 + high - low - 1];
    return first < second ? turned(found) : found;
  }
  if (first !== 0 && second !== 0) return null;
  const found = scored[first || second];
  if (typeof found.p_value !== "number") return null;
  return first === 0 ? found : turned(found);
}

// The parts of the precisions and, last, of the brevity penalty in the difference of two scores, in proportion to their
// shares in the difference of the logarithms; null if the scores are about the same, or one is 0.
function contributions(first, second) {
  const [one, other] = [explained[first], explained[second]];
  if (Math.abs(other.score - one.score) < 5e-5 * data.scale || one.score <= 0 || other.score <= 0) return null;
  const logarithm = (from, to) => Math.log(to) - Math.log(from);
  const scale = (other.score - one.score) / logarithm(one.score, other.score);
  const part = (weight, from, to) => (weight === 0 ? 0 : scale * weight * logarithm(from, to));
  const parts = one.orders.map((order, n) => part(order.weight, order.precision, other.orders[n].precision));
  return [...parts, part(1, one.bp, other.bp)];
}
