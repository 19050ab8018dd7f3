// The sections of the page, the choice of two systems, and what buttons do.

// The results for programs.
const resultsAsJson = () => JSON.stringify(results, null, 2) + "\n";
function machineView() {
  const view = make("details", { id: "json-view" }, make("summary", {}, "Show the JSON"), make("pre", { tabindex: "0" }, make("code")));
  view.addEventListener("toggle", () => (view.querySelector("code").textContent = resultsAsJson()));
  const has = segments.length > 0;
  const { command, files, saved } = data.provenance;
  const code = make("code", { id: "command" }, command);
  return [
    make("h3", {}, "What was compared"),
    files.length === 0 ? null : tableOf("Files", "files", [["File", "row"], ["Bytes", "number"], ["SHA-256", "checksum"]], files.map(({ name, bytes, sha256 }) => [name, bytes === null ? "–" : bytes.toLocaleString("en"), sha256 ?? "read once"])),
    make("p", { class: "signature" }, "Command ", code, " ", clickable({ id: "copy-command" }, (event) => copy(code, event.target), "Copy")),
    saved ? make("p", {}, "All that this page claims, as data that anybody can check without the texts: ", clickable({ id: "save-run" }, () => save(saved.name, "application/gzip", Uint8Array.from(atob(saved.base64), (byte) => byte.charCodeAt(0))), "Save the run"), " ", make("code", {}, "bleu --verify " + saved.name), ", SHA-256 ", make("code", { class: "checksum" }, saved.sha256)) : null,
    make("h3", {}, "Results for programs"),
    make("p", {}, "All numbers of this report, unrounded, as ", make("code", {}, "--format json"), " prints them: the scores, intervals and tests, the explanations, and the scores by length. The scores and texts of the segments are a table."),
    make("p", { class: "buttons" },
      clickable({ id: "save-json" }, () => save("bleu.json", "application/json", resultsAsJson()), "Save the results (JSON)"), " ",
      has ? clickable({ id: "save-tsv" }, () => save("segments.tsv", "text/tab-separated-values", segmentsAsTsv()), "Save the segments shown (TSV)") : null, " ",
      has ? clickable({ id: "save-page" }, () => save("report.html", "text/html", pageWithNotes()), "Save the page with its notes") : null),
    view,
  ];
}

// The page as it was written, with the notes on segments.
function pageWithNotes() {
  const page = document.documentElement.cloneNode(true);
  page.querySelector("#sections").replaceChildren();
  page.querySelector("#contents").replaceChildren();
  page.querySelector("#notes").textContent = JSON.stringify(Object.fromEntries(notes)).replace(/</g, "\\u003c");
  return "<!DOCTYPE html>\n" + page.outerHTML;
}

const SECTIONS = [
  ["summary", byId("printed") ? "Each candidate" : "Summary", summary],
  ["holds", "Does it hold?", holds],
  ["origin", "Where it comes from", origin],
  ["documents", capital(word(2)), groupSection],
  ["segments", "Segments", segmentSection],
  ["ngrams", "N-grams", ngrams],
  ["data", "Data", machineView],
];

// Draws the sections that show the systems that were chosen; that of the segments keeps its filters.
function draw() {
  for (const [id, , body] of SECTIONS) {
    const section = byId(id);
    if (section && id !== "segments" && id !== "data") section.replaceChildren(section.firstElementChild, ...present(body()));
  }
  update();
}

const present = (parts) => (parts ?? []).flat(3).filter((part) => part !== null && part !== undefined && part !== false);

// The two systems that are compared, with their colors; of more, both can be chosen.
function pairChoice() {
  if (systems.length < 2) return null;
  const choice = (key, label) => {
    if (systems.length === 2) return name(state[key]);
    const select = make("select", { id: key, "aria-label": label, autocomplete: "off" }, systems.map((system, place) => make("option", { value: place }, system)));
    select.value = state[key];
    select.addEventListener("change", () => {
      const [other, chosen] = [key === "first" ? "second" : "first", Number(select.value)];
      // Two different systems are compared: a choice of the other one changes their places.
      if (state[other] === chosen) byId(other).value = state[other] = state[key];
      state[key] = chosen;
      searchable.clear();
      draw();
    });
    return select;
  };
  return make("p", { class: "key" }, make("span", { class: "swatch a" }), choice("first", "First system"), " ", make("span", { class: "swatch b" }), choice("second", "Second system"), " ", make("span", { class: "convention" }, "Differences: the second − the first; above 0, the second is better."));
}

// Makes links of the numbers of segments in the sentences that the page begins with.
function linkSegments() {
  const numbers = /(?<=(?:segments?|at:|,|and) )\d+(?=[,;.]| \(| and| is| stops| repeats)/g;
  for (const sentence of document.querySelectorAll("header dd")) {
    if (!/look at/i.test(sentence.textContent)) continue;
    for (const text of [...sentence.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)) {
      const parts = [];
      let end = 0;
      for (const { 0: number, index } of text.data.matchAll(numbers)) {
        if (!bySegment.has("s" + number)) continue;
        parts.push(text.data.slice(end, index), make("a", { href: "#s" + number }, number));
        end = index + number.length;
      }
      text.replaceWith(...parts, text.data.slice(end));
    }
  }
}

function start() {
  const bodies = SECTIONS.map(([id, title, body]) => [id, title, present(body())]).filter(([, , body]) => body.length > 0);
  const link = ([id, title]) => make("li", {}, make("a", { href: "#" + id }, title));
  const printed = byId("printed") ? [link(["printed", "Result"])] : [];
  document.querySelectorAll("#printed table").forEach((table) => table.parentElement.after(savingTable("Result", table)));
  byId("contents").append(make("ul", {}, printed, bodies.map(link)), pairChoice() ?? "");
  const section = ([id, title, body]) =>
    make("section", { id, "aria-labelledby": id + "-title" }, make("h2", { id: id + "-title" }, title, " ", make("a", { class: "anchor", href: "#" + id, "aria-label": "Link to this section" }, "#")), body);
  byId("sections").replaceChildren(...bodies.map(section));
  linkSegments();

  // The head of the table of segments stays below the bar, which takes one line or two.
  const bar = byId("contents");
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", bar.offsetHeight + "px")).observe(bar);
  if (segments.length === 0) return;
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button.ngram, button.group, button.largest");
    if (button) openFrom(button);
  });
  table.addEventListener("mouseover", (event) => explain(event.target));
  table.addEventListener("mouseleave", () => explain(null));
  table.addEventListener("focusin", (event) => explain(event.target));
  table.addEventListener("keydown", step);
  addEventListener("hashchange", openFromAddress);
  addEventListener("beforeprint", () => chunks.forEach((chunk) => (chunk.start < PRINTED ? fill(chunk) : chunk.replaceChildren())));
  addEventListener("afterprint", build);
  setOrder(state.second === null ? "worst" : "part");
  openFromAddress();
}

start();
