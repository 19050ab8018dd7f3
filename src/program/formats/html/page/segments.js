// The table of segments, with its filters. Rows exist where the page is scrolled to.

const CHUNK = 40; // Rows that are made together.
const PRINTED = 80; // Rows in print.
const CHUNK_TOKENS = 4000; // Tokens that are made together, unless a row has more.
const ALL_TOKENS = 20000; // Tokens up to which all rows are made at once.
const ROW_HEIGHT = 130; // Estimate, until rows were shown.

const table = make("div", { id: "rows" });
const info = make("p", { id: "token-info", hidden: true });
const view = { rows: [], key: "number", up: true, ngram: null };
const notes = new Map(Object.entries(JSON.parse(byId("notes").textContent)));
const bySegment = new Map(segments.map((segment) => ["s" + segment[NUMBER], segment]));
let chunks = [];
let observer = null;

function segmentSection() {
  if (segments.length === 0) return null;
  return [
    segments.length < data.total ? note("The report has " + segments.length + " of " + data.total + " segments: the worst, the best, those with the largest differences, and a random choice of the others.") : null,
    filters(),
    make("p", { id: "count", role: "status" }),
    data.marked ? legend() : null,
    table,
    info,
  ];
}

// The meaning of the marks.
function legend() {
  const orders = Array.from({ length: Math.min(data.order, 4) }, (_, i) => [make("span", { class: "m m" + (i + 1) }, i + 1 + (i === 3 && data.order > 4 ? " or more" : "")), " "]);
  return make("p", { class: "legend" }, make("span", { class: "legend-title" }, "Longest correct n-gram: "), orders.flat(), make("span", { class: "over" }, "too often"), " ", make("span", { class: "none" }, "in no reference"), " ", make("span", { class: "missed" }, "missed (in a reference)"));
}

// Filters

// Orders of segments: their titles, keys, and whether the lowest come first. The last ones are for two systems.
const ORDERS = {
  number: ["as in the text", "number", true],
  worst: ["worst first", "mean", true],
  best: ["best first", "mean", false],
  part: ["largest part in the difference first", "part", false],
  difference: ["largest difference first", "size", false],
  gain: ["second better first", "delta", false],
  loss: ["first better first", "delta", true],
};
const DIFFERENCES = { "": "any", better: "second is better", worse: "first is better", equal: "same score" };

function filters() {
  const field = (id, label, control) => make("div", {}, make("label", { for: id }, label), control);
  const select = (id, label, options) => field(id, label, make("select", { id, autocomplete: "off" }, options.map(([value, title]) => make("option", { value }, title))));
  const bound = (id, label, max) => field(id, label, make("input", { id, type: "number", min: 0, max, step: "any", autocomplete: "off" }));
  const checks = [...new Set(findings.flat().filter((finding) => finding.segments.length > 0).map(({ check }) => check))];
  const several = systems.length > 1;
  const form = make("form", { id: "filters", role: "search", "aria-label": "Segments" },
    field("search", "Text", make("input", { id: "search", type: "search", autocomplete: "off", spellcheck: "false", placeholder: segments[0][ID] === null ? "words, or \"an n-gram\"" : "words, an id, or \"an n-gram\"" })),
    groups.length > 0 ? select("group", capital(data.group_name), [["", "all"], ...groups.map((group, i) => [i, group])]) : null,
    checks.length > 0 ? select("finding", "Likely problem", [["", "any or none"], ...checks.map((check) => [check, check])]) : null,
    bound("least", "Score from", data.scale), bound("most", "to", data.scale),
    bound("shortest", "Tokens from", null), bound("longest", "to", null),
    several ? select("differs", "Difference", Object.entries(DIFFERENCES)) : null,
    select("order", "Order", Object.entries(ORDERS).slice(0, several ? 7 : 3).map(([value, [title]]) => [value, title])),
    several ? make("div", { class: "check" }, make("input", { id: "words", type: "checkbox", autocomplete: "off" }), make("label", { for: "words" }, "Differences word by word")) : null,
    make("div", {}, make("button", { id: "reset", type: "reset" }, "Show all")));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", (event) => {
    event.preventDefault();
    clearFilters();
    setOrder("number");
  });
  form.addEventListener("input", (event) => {
    if (event.target.id === "search") view.ngram = null;
    if (event.target.id === "order") setOrder(event.target.value);
    else update();
  });
  return form;
}

const value = (id) => byId(id)?.value ?? "";

// Sets the filters as they were at first; `update` shows it.
function clearFilters() {
  view.ngram = null;
  for (const id of ["search", "group", "finding", "least", "most", "shortest", "longest", "differs"]) if (byId(id)) byId(id).value = "";
}

function setOrder(order) {
  [, view.key, view.up] = ORDERS[order];
  byId("order").value = order;
  update();
}

const keys = {
  number: (segment) => segment[NUMBER],
  a: (segment) => scoreOf(segment, state.first),
  b: (segment) => scoreOf(segment, state.second),
  mean: (segment) => shown().reduce((sum, system) => sum + (scoreOf(segment, system) ?? 0), 0),
  delta,
  size: (segment) => Math.abs(delta(segment)),
  part: (segment) => Math.abs(delta(segment)) * lengthOf(segment),
};

const referenceLengths = new Map();
function lengthOf(segment) {
  if (!referenceLengths.has(segment)) referenceLengths.set(segment, size(segment[REFERENCES][0] ?? segment[CANDIDATES][0]));
  return referenceLengths.get(segment);
}

// The text of a segment for searches: as it is shown, in lower case; and as tokens.
const searchable = new Map();
function haystack(segment) {
  if (!searchable.has(segment)) {
    const all = [...shown().map((system) => segment[CANDIDATES][system]), ...segment[REFERENCES]];
    searchable.set(segment, {
      lower: [...all.map((text) => text.replaceAll("\t", "")), segment[SOURCE] ?? "", segment[ID] ?? ""].join("\n").toLowerCase(),
      tokens: all.map((text) => " " + text.replaceAll("\t", " ") + " "),
    });
  }
  return searchable.get(segment);
}

// Whether an n-gram counts in a segment as the list says that it is from.
function counts(segment, { words, kind, system }) {
  const correct = (of) => {
    const own = times(candidate(segment, of), words);
    const most = Math.max(0, ...references(segment).map((reference) => times(reference, words)));
    return { own, most, clipped: Math.min(own, most) };
  };
  const { own, most, clipped } = correct(system);
  if (kind === "unmatched") return own > 0 && most === 0;
  if (kind === "over") return own > most && most > 0;
  if (kind === "missed") return most > own;
  return clipped > correct(system === state.first ? state.second : state.first).clipped;
}

function matches() {
  const query = value("search").trim();
  const ngram = query.length > 2 && query.startsWith('"') && query.endsWith('"') ? " " + query.slice(1, -1).trim() + " " : null;
  const lower = query.toLowerCase();
  const [group, differs, check] = [value("group"), value("differs"), value("finding")];
  const bound = (id, other) => (value(id) === "" ? other : Number(value(id)));
  const [least, most, shortest, longest] = [bound("least", -1), bound("most", 200), bound("shortest", 0), bound("longest", Infinity)];
  const isAll = value("least") === "" && value("most") === "";
  const isAnyLength = shortest === 0 && longest === Infinity;
  const ranges = shown().flatMap((system) => findings[system].filter((finding) => finding.check === check).flatMap(({ segments }) => segments));
  return (segment) => {
    if (group !== "" && segment[GROUP] !== Number(group)) return false;
    if (check !== "" && !ranges.some(([first, last]) => segment[NUMBER] >= first && segment[NUMBER] <= last)) return false;
    if (!isAll && !shown().some((system) => scoreOf(segment, system) >= least - 1e-9 && scoreOf(segment, system) <= most + 1e-9)) return false;
    if (!isAnyLength && (lengthOf(segment) < shortest || lengthOf(segment) > longest)) return false;
    if (differs !== "") {
      const change = delta(segment);
      if (differs === "better" ? !(change > 0) : differs === "worse" ? !(change < 0) : change !== 0) return false;
    }
    if (query === "") return true;
    if (ngram && !haystack(segment).tokens.some((text) => text.includes(ngram))) return false;
    if (ngram) return view.ngram === null || counts(segment, view.ngram);
    return haystack(segment).lower.includes(lower);
  };
}

// Rows

function update() {
  if (segments.length === 0) return;
  const [key, sign] = [keys[view.key], view.up ? 1 : -1];
  const found = segments.filter(matches()).map((segment) => [key(segment), segment]);
  found.sort(([one, a], [other, b]) => sign * (one - other) || a[NUMBER] - b[NUMBER]);
  view.rows = found.map(([, segment]) => segment);
  const all = count(segments.length, segments.length < data.total ? "chosen segment" : "segment");
  byId("count").textContent = view.rows.length === segments.length ? all : view.rows.length + " of " + all;
  build();
}

function build() {
  if (observer) observer.disconnect();
  observer = new IntersectionObserver(
    (entries) => entries.forEach((entry) => (entry.isIntersecting ? fill(entry.target) : clear(entry.target))),
    { rootMargin: "1000px 0px" },
  );
  chunks = [];
  const body = make("div", { role: "table", "aria-label": "Segments", "aria-rowcount": view.rows.length + 1, class: state.second === null ? "one" : "two" }, header());
  let all = 0;
  for (let start = 0, end = 0; start < view.rows.length; start = end) {
    let tokens = 0;
    for (; end < view.rows.length && end < start + CHUNK && (end === start || tokens < CHUNK_TOKENS); end++) tokens += weight(view.rows[end]);
    all += tokens;
    const chunk = Object.assign(make("div", { role: "none", class: "chunk" }), { start, end });
    chunk.style.height = (end - start) * ROW_HEIGHT + "px";
    chunks.push(chunk);
  }
  body.append(...chunks);
  const rest = view.rows.length > PRINTED ? make("p", { class: "note print-only" }, "In print: the first " + PRINTED + " of " + view.rows.length + " segments.") : "";
  table.replaceChildren(rest, view.rows.length > 0 ? body : make("p", { class: "empty" }, "No segment matches."));
  if (all <= ALL_TOKENS) chunks.forEach(fill);
  else chunks.forEach((chunk) => observer.observe(chunk));
  if (chunks.length > 0) fill(chunks[0]);
}

// Number of tokens to show of a segment, about.
function weight(segment) {
  const all = [...shown().map((system) => segment[CANDIDATES][system]), ...segment[REFERENCES]];
  return all.reduce((sum, text) => sum + text.length / 5, 0);
}

function fill(chunk) {
  if (chunk.firstChild) return;
  chunk.append(...view.rows.slice(chunk.start, chunk.end).map((segment, i) => row(segment, chunk.start + i)));
  chunk.style.height = "";
}

function clear(chunk) {
  if (!chunk.firstChild || chunk.contains(document.activeElement) || chunk.querySelector(".analysis")) return;
  chunk.style.height = chunk.offsetHeight + "px";
  chunk.replaceChildren();
}

function header() {
  const columns = [["number", "Segment"], ...shown().map((system, place) => [SERIES[place], systems[system]])];
  if (state.second !== null) columns.push(["delta", "Difference"]);
  const heads = columns.map(([key, title]) => {
    const sort = view.key === key ? (view.up ? "ascending" : "descending") : "none";
    const button = clickable({ class: "sort", title }, () => {
      [view.key, view.up] = [key, view.key === key ? !view.up : key === "number"];
      byId("order").value = key === "number" && view.up ? "number" : "";
      update();
      table.querySelector('[data-key="' + key + '"] button')?.focus();
    }, make("bdi", {}, title));
    return make("div", { role: "columnheader", "aria-sort": sort, "data-key": key }, button);
  });
  return make("div", { role: "row", class: "table-head", "aria-rowindex": 1 }, heads, make("div", { role: "columnheader" }, "Text"));
}

function row(segment, index) {
  const id = segment[NUMBER];
  const cell = (label, text, name = "") => make("div", { role: "cell", "data-label": label, class: name }, text);
  const cells = shown().map((system) => cell(systems[system], number(scoreOf(segment, system))));
  if (state.second !== null) {
    const change = delta(segment);
    cells.push(cell("Difference", signed(change), change > 0 ? "up" : change < 0 ? "down" : ""));
  }
  const all = references(segment);
  const lines = [
    segment[SOURCE] === null ? null : labelled("source", "", make("span", { class: "words", lang: "", dir: "auto" }, segment[SOURCE])),
    ...shown().map((system, place) => candidateLine(segment, system, place)),
    ...all.map((tokens, i) => referenceLine(segment, tokens, all.length > 1 ? "reference " + (i + 1) : "reference")),
  ];
  const more = make("p", { class: "more" });
  if (data.marked) {
    const button = clickable({ "aria-expanded": "false", "aria-label": "N-grams of segment " + id }, () => toggleAnalysis(button, segment), "N-grams");
    more.append(button, " ");
  }
  const input = make("input", { class: "own-note", type: "text", autocomplete: "off", placeholder: "note", "aria-label": "Note on segment " + id, value: notes.get(String(id)) ?? "" });
  input.addEventListener("input", () => (input.value === "" ? notes.delete(String(id)) : notes.set(String(id), input.value)));
  more.append(input);
  const group = segment[GROUP] === null ? null : make("div", { class: "group" }, make("bdi", {}, groups[segment[GROUP]]));
  const ownId = segment[ID] === null ? null : make("div", { class: "group" }, make("bdi", {}, segment[ID]));
  const head = make("div", { role: "rowheader" }, make("a", { href: "#s" + id, "aria-label": "Segment " + id }, String(id)), ownId, group);
  return make("div", { role: "row", class: "segment", id: "s" + id, tabindex: "-1", "aria-rowindex": index + 2 }, head, cells, make("div", { role: "cell", class: "texts" }, lines, more));
}

// Shows what is correct, too often and missed in a segment, or hides it.
function toggleAnalysis(button, segment) {
  const texts = button.closest(".texts");
  const open = texts.querySelector(".analysis");
  button.setAttribute("aria-expanded", String(!open));
  if (open) {
    open.remove();
    return;
  }
  const list = (title, ngrams) => {
    const items = ngrams.slice(0, LISTED).map(([ngram, detail]) => make("li", {}, make("button", { type: "button", class: "item", "data-words": ngram, "data-kind": title }, make("bdi", {}, ngram)), detail ? " " + detail : ""));
    if (ngrams.length > LISTED) items.push(make("li", {}, ngrams.length - LISTED + " more"));
    return make("div", { class: "list" }, make("strong", {}, title), items.length > 0 ? make("ul", {}, items) : " none");
  };
  const parts = shown().flatMap((system) => {
    const tokens = candidate(segment, system);
    const [orders, over, missed] = [[], [], []];
    for (let n = 1; n <= data.order; n++) {
      const correct = tokens.filter(({ marks }) => (marks >> (n - 1)) & 1).length;
      orders.push(n + "-grams " + correct + "/" + Math.max(tokens.length - n + 1, 0));
      const [own, allowed] = [counted(tokens, n), most(references(segment), n)];
      for (const [ngram, times] of own) if (allowed.has(ngram) && times > allowed.get(ngram)) over.push([ngram, times + " times, " + allowed.get(ngram) + " of them correct"]);
      for (const [ngram, times] of n <= 2 ? allowed : []) {
        const lacking = times - (own.get(ngram) ?? 0);
        if (lacking > 0) missed.push([ngram, lacking > 1 ? lacking + " times" : ""]);
      }
    }
    return [make("p", {}, make("strong", {}, name(system))), make("p", {}, make("strong", {}, "Correct"), " " + orders.join(", ")), list("Too often", over), list("Missed", missed)];
  });
  texts.append(make("div", { class: "analysis" }, parts));
}

// Explains the token or n-gram under the pointer, or with the focus.
function explain(target) {
  table.querySelectorAll(".same-ngram").forEach((other) => other.classList.remove("same-ngram"));
  const found = target && target.closest("[data-words], [data-token]");
  info.hidden = !found;
  if (!found) return;
  const segmentRow = found.closest(".segment");
  const segment = bySegment.get(segmentRow.id);
  let [ngram, verdict] = found.dataset.words ? [found.dataset.words.split(" "), found.dataset.kind.toLowerCase()] : [[found.textContent], ""];
  const inReferences = () => Math.max(0, ...references(segment).map((reference) => times(reference, ngram)));
  const line = found.closest("[data-system]");
  if (line && data.marked) {
    const tokens = candidate(segment, Number(line.dataset.system));
    const { start, length } = covers(tokens)[Number(found.dataset.token)];
    if (length > 0) ngram = tokens.slice(start, start + length).map((one) => one.word);
    verdict = length > 0 ? "correct " + length + "-gram" : inReferences() > 0 ? "too often" : "in no reference";
  }
  const own = shown().map((system) => times(candidate(segment, system), ngram) + " in " + systems[system]);
  const place = segment[REFERENCES].length > 1 ? "at most " + inReferences() + " in a reference" : inReferences() + " in the reference";
  info.textContent = "“" + ngram.join(" ") + "”: " + (verdict ? verdict + "; " : "") + own.join(", ") + ", " + place + ".";
  for (const other of segmentRow.querySelectorAll(".words")) {
    const spans = [...other.querySelectorAll("[data-token]")];
    for (let first = 0; first + ngram.length <= spans.length; first++) {
      if (ngram.every((word, at) => spans[first + at].textContent === word)) ngram.forEach((_, at) => spans[first + at].classList.add("same-ngram"));
    }
  }
}

// Shows a segment, with all filters off if they hide it.
function open(id) {
  const find = () => view.rows.findIndex((segment) => segment[NUMBER] === id);
  let index = find();
  if (index < 0) {
    if (!bySegment.has("s" + id)) return;
    clearFilters();
    setOrder("number");
    index = find();
  }
  fill(chunks.find((chunk) => index < chunk.end));
  table.querySelectorAll(".shown").forEach((other) => other.classList.remove("shown"));
  const element = byId("s" + id);
  element.classList.add("shown");
  // Of a segment that is higher than the window, the beginning is shown.
  const show = () => element.scrollIntoView({ block: element.offsetHeight > 0.7 * innerHeight ? "start" : "center" });
  show();
  element.focus({ preventScroll: true });
  // The rows around it are made now, and may have other heights than estimated.
  requestAnimationFrame(() => requestAnimationFrame(show));
}

function openFromAddress() {
  const found = /^#s(\d+)$/.exec(location.hash);
  if (found) open(Number(found[1]));
}

// Opens the segments that a group, an n-gram or a chart stands for.
function openFrom(button) {
  clearFilters();
  if (button.matches(".ngram")) {
    byId("search").value = '"' + button.textContent + '"';
    view.ngram = { words: button.textContent.split(" "), kind: button.dataset.kind, system: Number(button.dataset.system) };
  }
  if (button.matches(".group")) byId("group").value = button.dataset.group;
  setOrder(button.matches(".largest") ? "difference" : "number");
  byId("segments").scrollIntoView();
  const title = byId("segments-title");
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
}

// In the table, j and k go to the next segment and to the one before.
function step(event) {
  const current = event.target.closest?.(".segment");
  if (!current || event.target.matches("input") || !["j", "k"].includes(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
  const place = view.rows.indexOf(bySegment.get(current.id)) + (event.key === "j" ? 1 : -1);
  if (view.rows[place]) open(view.rows[place][NUMBER]);
}

function segmentsAsTsv() {
  const most = segments.reduce((most, segment) => Math.max(most, segment[REFERENCES].length), 0);
  const each = Array.from({ length: most }, (_, i) => i);
  const hasSource = segments.some((segment) => segment[SOURCE] !== null);
  const hasId = segments[0][ID] !== null;
  const titles = ["segment", ...(hasId ? ["id"] : []), ...(groups.length > 0 ? ["group"] : []), ...systems.map((name) => "score:" + name), ...systems, ...each.map((i) => "reference_" + (i + 1)), ...(hasSource ? ["source"] : []), "note"];
  const line = (segment) => [
    segment[NUMBER],
    ...(hasId ? [segment[ID]] : []),
    ...(groups.length > 0 ? [groups[segment[GROUP]]] : []),
    ...segment[SCORES].map((score) => score ?? ""),
    ...systems.map((_, system) => plain(parse(segment[CANDIDATES][system]))),
    ...each.map((i) => (segment[REFERENCES][i] === undefined ? "" : plain(parse(segment[REFERENCES][i])))),
    ...(hasSource ? [segment[SOURCE] ?? ""] : []),
    notes.get(String(segment[NUMBER])) ?? "",
  ];
  return [titles, ...view.rows.map(line)].map((cells) => cells.map((cell) => String(cell).replace(/[\t\n\r]/g, " ")).join("\t") + "\n").join("");
}
