// The summary: scores with their intervals, likely problems, the factors of the scores, and what-if scores.

const WORST = 5; // Segments that a report of one system begins with.
const pValue = (found) => (found ? found.p_value.toFixed(4) + (found.significant ? "*" : "") : "–");
const span = (of) => (of ? of.map(number).join(" – ") : "–");

function summary() {
  if (systems.length === 0) return null;
  return [worstSegments(), systemTable(), signature(), problems(), pTable(), ...(explained ? [factors(), whatIf()] : [])];
}

// The worst segments of the only system, with which its report begins.
function worstSegments() {
  if (systems.length > 1 || segments.length < 2) return null;
  const score = (segment) => scoreOf(segment, 0) ?? 0;
  const worst = [...segments].sort((one, other) => score(one) - score(other)).slice(0, WORST);
  const line = (title, tokens) => make("div", { class: "line" }, make("span", { class: "label" }, title), " ", make("span", { class: "words", lang: "", dir: "auto" }, plain(parse(tokens))));
  const rows = worst.map((segment) => [
    make("a", { href: "#s" + segment[NUMBER] }, segment[ID] ?? String(segment[NUMBER])),
    number(scoreOf(segment, 0)),
    make("div", {}, line("candidate", segment[CANDIDATES][0]), segment[REFERENCES].map((tokens) => line("reference", tokens))),
  ]);
  return make("div", { class: "apart" }, make("h3", {}, "Worst segments"), tableOf("Worst segments", "worst cards", [["Segment", "row"], ["BLEU", "number"], ["Text", ""]], rows));
}

// The findings of each system.
const findings = systems.map((_, system) => (explained ? explained[system].findings : []));

// The scores of all systems, with a chart of their intervals.
function systemTable() {
  const intervals = scored.map((of, place) => ({ score: of.score, ends: ends(of), series: SERIES[shown().indexOf(place)] ?? "other" }));
  const axis = axisOf(intervals);
  const isTested = systems.some((_, place) => comparison(state.first, place));
  // Means over test sets have no parts.
  const hasParts = scored.every(({ precisions }) => precisions);
  const hasIntervals = intervals.some(({ ends }) => ends);
  const columns = [
    pairs && ["Rank", ""],
    ["System", "row"],
    ["BLEU", "number score"],
    [make("span", {}, make("span", { class: "hidden" }, "Chart"), axisNumbers(axis)), "chart"],
    hasIntervals && ["95% interval", "number"],
    isTested && ["Difference", "number"],
    isTested && ["p-value", "number"],
    ...(hasParts ? [["Precisions, %", "number"], ["BP", "number"], ["Length ratio", "number"]] : []),
  ];
  const rows = scored.map((of, place) => {
    const found = comparison(state.first, place);
    const mark = findings[place].length > 0 ? [" ", make("a", { href: "#problems", class: "warned" }, "⚠ " + count(findings[place].length, "likely problem"))] : [];
    const cells = [
      pairs && (of.rank[0] === of.rank[1] ? String(of.rank[0]) : of.rank.join("\u2060–\u2060")),
      make("span", {}, name(place), ...mark),
      number(of.score),
      intervalChart(axis, [intervals[place]]),
      hasIntervals && span(ends(of)),
      isTested && (found ? signed(found.difference) : "–"),
      isTested && pValue(found),
      ...(hasParts ? [of.precisions.map((precision) => ((100 * precision) / data.scale).toFixed(1)).join(" / "), of.bp.toFixed(3), of.ratio.toFixed(3)] : []),
    ].filter((cell) => cell !== null && cell !== false);
    const [even, first] = [pairs && of.cluster % 2 === 0, pairs && place > 0 && of.cluster !== scored[place - 1].cluster];
    return Object.assign(cells, { name: [even && "even", first && "first"].filter(Boolean).join(" ") || null });
  });
  return make("div", {}, tableOf("Scores of the systems", "systems cards", columns.filter(Boolean), rows),
    pairs && note("Shading and lines separate rank clusters: every system above a line is significantly better than every system below it."),
    isTested && note("Difference: of the system, minus ", name(state.first), "."),
    make("details", { class: "captions" }, make("summary", {}, "How to read these numbers"), data.notes.map((text) => make("p", {}, text))));
}

function signature() {
  const code = make("code", { id: "signature" }, "BLEU|" + data.signature);
  return make("p", { class: "signature" }, "Signature ", code, " ", clickable({ id: "copy-signature" }, (event) => copy(code, event.target), "Copy"));
}

async function copy(element, button) {
  try {
    await navigator.clipboard.writeText(element.textContent);
  } catch {
    getSelection().selectAllChildren(element);
    document.execCommand("copy");
  }
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}

// Likely problems, each with the systems that have it.
function problems() {
  const byCheck = new Map();
  findings.forEach((found, system) => found.forEach((finding) => byCheck.set(finding.check, [...(byCheck.get(finding.check) ?? []), { system, ...finding }])));
  if (byCheck.size === 0) return null;
  const evidence = ({ system, evidence, segments: ranges }) => [
    ...(systems.length > 1 ? [make("bdi", { class: "who" }, systems[system]), " – "] : []),
    readable(evidence),
    ...(ranges.length > 0 ? [" (", make("a", { href: "#s" + ranges[0][0] }, "segment " + ranges[0][0]), ")"] : []),
  ];
  const item = ([first, ...others]) =>
    make("li", {}, make("strong", {}, first.check), ": ", ...evidence(first), "; ", readable(first.advice),
      others.length > 0 ? make("details", {}, make("summary", {}, "Also in " + (others.length < 4 ? others.map(({ system }) => systems[system]).join(", ") : count(others.length, "other system"))), others.map((other) => make("p", {}, ...evidence(other)))) : null);
  return make("div", { class: "findings", id: "problems" }, make("h3", {}, "Likely problems"), make("ul", {}, [...byCheck.values()].map(item)));
}

// The p-values of all pairs, if there are more than those with the first system.
function pTable() {
  if (!pairs) return null;
  const columns = [["System", "row"], ...systems.slice(0, -1).map((_, place) => [name(place), "number"])];
  const rows = systems.slice(1).map((_, row) => [name(row + 1), ...systems.slice(0, -1).map((_, column) => (column <= row ? pValue(comparison(row + 1, column)) : ""))]);
  return make("details", { class: "pairs" }, make("summary", {}, "p-values of all pairs"), tableOf("p-values of all pairs", "", columns, rows));
}

// The factors of the scores, what each costs, and its part in the difference of two.
function factors() {
  const of = shown().map((system) => explained[system]);
  const parts = of.length > 1 ? contributions(state.first, state.second) : null;
  const each = (cell) => shown().map((system, i) => cell(of[i], system));
  const cost = (corpus, score) => (score === null ? "–" : number(score - corpus.score));
  const columns = [["Factor", "row"], [make("span", { class: "hidden" }, "Chart"), "chart"], ...each((_, system) => [name(system), "number"]), ...each((_, system) => [make("span", {}, "Cost in BLEU", of.length > 1 ? [", ", name(system)] : []), "number"]), parts && ["Part of the difference", "number"]];
  const bars = (share) => make("div", {}, each(share).map((share, i) => bar(share, SERIES[i])));
  const orders = of[0].orders.map((_, n) => [
    n + 1 + "-grams",
    bars((corpus) => corpus.orders[n].precision / data.scale),
    ...each(({ orders }) => percents(orders[n].precision) + (orders[n].treatment === "as counted" ? "" : "†") + " (" + orders[n].count + " / " + orders[n].total + ")"),
    ...each((corpus) => cost(corpus, corpus.orders[n].score_if_perfect)),
    parts && signed(parts[n]),
  ]);
  const penalty = ["Brevity penalty", bars(({ bp }) => bp), ...each(({ bp, hyp_len, ref_len }) => bp.toFixed(3) + " (" + hyp_len + " / " + ref_len + ")"), ...each((corpus) => cost(corpus, corpus.score_without_brevity_penalty)), parts && signed(parts.at(-1))];
  const isSmoothed = of.some(({ orders }) => orders.some(({ treatment }) => treatment !== "as counted"));
  return make("div", {}, make("h3", {}, "Precisions and brevity penalty, and what each costs"),
    tableOf("Factors of the scores", "factors cards", columns.filter(Boolean), [...orders, penalty].map((cells) => cells.filter((cell) => cell !== null))),
    note("Cost: by how much BLEU would rise if all n-grams of the order were correct, or without the brevity penalty." + (isSmoothed ? " †: smoothed, or left out." : "")));
}

// What-if scores that differ from the score.
function whatIf() {
  const of = shown().map((system) => explained[system].what_if);
  const size = (place) => Math.max(...of.map((scores) => Math.abs(scores[place].difference)));
  const places = of[0].map((_, place) => place).filter((place) => size(place) >= data.matters);
  places.sort((a, b) => size(b) - size(a));
  const title = make("h3", {}, "If a kind of difference were ignored");
  if (places.length === 0) return make("div", {}, title, note("Ignoring case, quotes, punctuation and the like would not change the score."));
  const columns = [["Ignoring", "row"], ...shown().flatMap((system) => [[name(system), "number"], ["Change", "number"]]), ...(of.length > 1 ? [["Difference", "number"]] : []), ["Lines of references", "number"]];
  const rows = places.map((place) => [
    data.changes[of[0][place].change] ?? of[0][place].change,
    ...of.flatMap((scores) => [number(scores[place].score), signed(scores[place].difference)]),
    ...(of.length > 1 ? [signed(of[1][place].score - of[0][place].score)] : []),
    String(of[0][place].reference_lines),
  ]);
  return make("div", {}, title, tableOf("What-if scores", "cards", columns, rows));
}
