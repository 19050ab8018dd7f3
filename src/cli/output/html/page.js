"use strict";
// The program of reports: the table of segments, the scatter plot, and what buttons do. Text is only ever set as text.

(() => {
  const CHUNK = 40; // Rows that are made together.
  const PRINTED = 80; // Rows in print.
  const CHUNK_TOKENS = 4000; // Tokens that are made together, unless a row has more.
  const ALL_TOKENS = 20000; // Tokens up to which all rows are made at once.
  const ROW_HEIGHT = 130; // Estimate, until rows were shown.
  const COMPARED = 4e6; // Largest product of the lengths of texts that are compared word by word.
  const LISTED = 12; // N-grams of a kind in an analysis.

  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("segment-data").textContent);
  const { systems, groups, segments } = data;
  const [NUMBER, GROUP, SCORES, CANDIDATES, REFERENCES] = [0, 1, 2, 3, 4];
  const state = { first: 0, second: systems.length > 1 ? 1 : null, rows: [], key: "number", up: true, ngram: null };

  // An element with attributes, a class and children; strings become text.
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.filter((child) => child !== null));
    return element;
  }

  function shape(tag, attributes = {}, text = null) {
    const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
    if (text !== null) element.textContent = text;
    return element;
  }

  const number = (score) => (score === null ? "–" : (score * data.scale).toFixed(data.decimals));
  const signed = (score) => (score === null ? "–" : (score < 0 ? "−" : score > 0 ? "+" : "") + number(Math.abs(score)));
  const shown = () => [state.first, state.second].filter((system) => system !== null);
  const scoreOf = (segment, system) => segment[SCORES][system];

  function delta(segment) {
    const [one, other] = [scoreOf(segment, state.first), scoreOf(segment, state.second)];
    return one === null || other === null ? null : other - one;
  }

  // The tokens of a text, each with its marks (bit n - 1: a correct n-gram begins here), and whether it follows a space.
  function parse([text, codes], digits) {
    const words = text === "" ? [] : text.split(" ");
    return words.map((word, i) => {
      const code = parseInt(codes.slice(i * digits, (i + 1) * digits), 32) || 0;
      return { word, marks: code >> 1, joined: (code & 1) === 1 };
    });
  }
  const bySegment = new Map(segments.map((segment) => ["s" + segment[NUMBER], segment]));
  const candidate = (segment, system) => parse(segment[CANDIDATES][system], data.marked ? data.digits : 1);
  const references = (segment) => segment[REFERENCES].map((text) => parse(text, 1));
  const plain = (tokens) => tokens.map((token, i) => (i > 0 && !token.joined ? " " : "") + token.word).join("");

  // For each token, the longest correct n-gram that covers it: its start and its length.
  function covers(tokens) {
    const cover = tokens.map(() => ({ start: 0, length: 0 }));
    tokens.forEach(({ marks }, start) => {
      for (let n = 1; n <= data.order; n++) {
        if (!((marks >> (n - 1)) & 1)) continue;
        for (let i = start; i < start + n; i++) if (cover[i] && cover[i].length < n) cover[i] = { start, length: n };
      }
    });
    return cover;
  }

  // Number of occurrences of each n-gram.
  function count(tokens, n) {
    const counts = new Map();
    for (let i = 0; i + n <= tokens.length; i++) {
      const ngram = tokens.slice(i, i + n).map((token) => token.word).join(" ");
      counts.set(ngram, (counts.get(ngram) || 0) + 1);
    }
    return counts;
  }
  const times = (tokens, words) => count(tokens, words.length).get(words.join(" ")) || 0;

  // Whether each token is in the longest common subsequence with the other text.
  function common(tokens, other) {
    const [a, b] = [tokens.map((token) => token.word), other.map((token) => token.word)];
    if (a.length * b.length > COMPARED) return a.map(() => true);
    const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
    for (let i = a.length - 1; i >= 0; i--) {
      for (let j = b.length - 1; j >= 0; j--) {
        lengths[i][j] = a[i] === b[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      }
    }
    const kept = a.map(() => false);
    for (let i = 0, j = 0; i < a.length && j < b.length; ) {
      if (a[i] === b[j]) {
        kept[i] = true;
        i++;
        j++;
      } else if (lengths[i + 1][j] >= lengths[i][j + 1]) i++;
      else j++;
    }
    return kept;
  }

  // Texts

  // A text whose runs of tokens of the same class share an element.
  function words(tokens, classes) {
    const line = make("span", { class: "words", lang: "" });
    let run = line;
    let last = "";
    tokens.forEach((token, i) => {
      const space = i > 0 && !token.joined ? " " : "";
      const name = classes(i);
      if (name !== last || run === line) {
        line.append(space);
        run = name ? make(name.startsWith("del") ? "del" : name.startsWith("ins") ? "ins" : "span", { class: name }) : make("span");
        line.append(run);
        last = name;
      } else run.append(space);
      run.append(make("span", { "data-token": i }, token.word));
    });
    // Last, because a browser looks for the direction again with each token.
    line.setAttribute("dir", "auto");
    return line;
  }

  function labelled(label, series, line) {
    return make("p", { class: "text" }, make("bdi", { class: "label " + series, title: label }, label), line);
  }

  function candidateLine(segment, system, place) {
    const tokens = candidate(segment, system);
    let classes;
    if (byId("words") && byId("words").checked) {
      const kept = common(tokens, candidate(segment, place === 0 ? state.second : state.first));
      classes = (i) => (kept[i] ? "" : place === 0 ? "del word" : "ins word");
    } else if (data.marked) {
      const cover = covers(tokens);
      const known = new Set(references(segment).flat().map((token) => token.word));
      classes = (i) => {
        const { length } = cover[i];
        return length > 0 ? "m m" + Math.min(length, 4) : known.has(tokens[i].word) ? "over" : "none";
      };
    } else classes = () => "";
    const line = words(tokens, classes);
    line.dataset.system = system;
    return labelled(systems[system], systems.length > 1 ? "ab"[place] : "", line);
  }

  function referenceLine(segment, tokens, label) {
    const found = new Set(shown().flatMap((system) => candidate(segment, system).map((token) => token.word)));
    return labelled(label, "", words(tokens, (i) => (data.marked && !found.has(tokens[i].word) ? "missed" : "")));
  }

  function row(segment, index) {
    const id = segment[NUMBER];
    const cell = (label, text, name = "") => make("div", { role: "cell", "data-label": label, class: name }, text);
    const cells = shown().map((system) => cell(systems[system], number(scoreOf(segment, system))));
    if (state.second !== null) {
      const change = delta(segment);
      cells.push(cell("Difference", signed(change), change > 0 ? "up" : change < 0 ? "down" : ""));
    }
    const texts = make("div", { role: "cell", class: "texts" });
    shown().forEach((system, place) => texts.append(candidateLine(segment, system, place)));
    const all = references(segment);
    all.forEach((tokens, i) => texts.append(referenceLine(segment, tokens, all.length > 1 ? "reference " + (i + 1) : "reference")));
    if (data.marked) {
      const button = make("button", { type: "button", "aria-expanded": "false", "aria-label": "N-grams of segment " + id }, "N-grams");
      button.addEventListener("click", () => toggleAnalysis(button, segment));
      texts.append(make("p", { class: "more" }, button));
    }
    const group = segment[GROUP] === null ? null : make("div", { class: "group" }, make("bdi", {}, groups[segment[GROUP]]));
    const head = make("div", { role: "rowheader" }, make("a", { href: "#s" + id, "aria-label": "Segment " + id }, String(id)), group);
    return make("div", { role: "row", class: "segment", id: "s" + id, tabindex: "-1", "aria-rowindex": index + 2 }, head, ...cells, texts);
  }

  // What is correct, too often and missed in a segment.
  function toggleAnalysis(button, segment) {
    const texts = button.closest(".texts");
    const open = texts.querySelector(".analysis");
    button.setAttribute("aria-expanded", String(!open));
    if (open) {
      open.remove();
      return;
    }
    const panel = make("div", { class: "analysis" });
    const all = references(segment);
    const list = (title, ngrams) => {
      const item = ([ngram, detail]) => {
        const button = make("button", { type: "button", class: "item", "data-words": ngram, "data-kind": title }, make("bdi", {}, ngram));
        return make("li", {}, button, detail ? " " + detail : "");
      };
      const items = ngrams.slice(0, LISTED).map(item);
      if (ngrams.length > LISTED) items.push(make("li", {}, ngrams.length - LISTED + " more"));
      return make("div", { class: "list" }, make("strong", {}, title), items.length > 0 ? make("ul", {}, ...items) : " none");
    };
    for (const system of shown()) {
      const tokens = candidate(segment, system);
      panel.append(make("p", {}, make("strong", {}, make("bdi", {}, systems[system]))));
      const orders = [];
      const [over, missed] = [[], []];
      for (let n = 1; n <= data.order; n++) {
        const correct = tokens.filter(({ marks }) => (marks >> (n - 1)) & 1).length;
        orders.push(n + "-grams " + correct + "/" + Math.max(tokens.length - n + 1, 0));
        const own = count(tokens, n);
        const most = new Map();
        for (const reference of all) for (const [ngram, times] of count(reference, n)) most.set(ngram, Math.max(most.get(ngram) || 0, times));
        for (const [ngram, times] of own) if (most.has(ngram) && times > most.get(ngram)) over.push([ngram, times + " times, of which " + most.get(ngram) + " correct"]);
        if (n <= 2) for (const [ngram, times] of most) if (times > (own.get(ngram) || 0)) missed.push([ngram, times - (own.get(ngram) || 0) > 1 ? times - (own.get(ngram) || 0) + " times" : ""]);
      }
      panel.append(make("p", {}, make("strong", {}, "Correct"), " " + orders.join(", ")), list("Too often", over), list("Missed", missed));
    }
    texts.append(panel);
  }

  // The table

  const table = byId("rows");
  let chunks = [];
  let observer = null;

  function header() {
    const columns = [["number", "Segment"], ...shown().map((system, place) => ["ab"[place], systems[system]])];
    if (state.second !== null) columns.push(["delta", "Difference"]);
    const head = make("div", { role: "row", class: "table-head", "aria-rowindex": 1 });
    for (const [key, title] of columns) {
      const sort = state.key === key ? (state.up ? "ascending" : "descending") : "none";
      const button = make("button", { type: "button", class: "sort", title }, make("bdi", {}, title));
      button.addEventListener("click", () => {
        setSort(key, state.key === key ? !state.up : key === "number");
        byId("order").value = key === "number" && state.up ? "number" : "";
        const again = table.querySelector('[data-key="' + key + '"] button');
        if (again) again.focus();
      });
      head.append(make("div", { role: "columnheader", "aria-sort": sort, "data-key": key }, button));
    }
    head.append(make("div", { role: "columnheader" }, "Text"));
    return head;
  }

  function setSort(key, up) {
    state.key = key;
    state.up = up;
    update();
  }

  const keys = {
    number: (segment) => segment[NUMBER],
    a: (segment) => scoreOf(segment, state.first),
    b: (segment) => scoreOf(segment, state.second),
    mean: (segment) => shown().reduce((sum, system) => sum + (scoreOf(segment, system) || 0), 0),
    delta,
    size: (segment) => Math.abs(delta(segment)),
  };
  const orders = {
    number: ["number", true],
    worst: ["mean", true],
    best: ["mean", false],
    gain: ["delta", false],
    loss: ["delta", true],
    difference: ["size", false],
  };

  // The text of a segment for searches: as it is shown, in lower case; and as tokens.
  const searchable = new Map();
  function haystack(segment) {
    let found = searchable.get(segment);
    if (!found) {
      const texts = [...shown().map((system) => candidate(segment, system)), ...references(segment)];
      found = {
        lower: texts.map(plain).join("\n").toLowerCase(),
        tokens: [...shown().map((system) => segment[CANDIDATES][system]), ...segment[REFERENCES]].map(([text]) => " " + text + " "),
      };
      searchable.set(segment, found);
    }
    return found;
  }

  const value = (id) => (byId(id) ? byId(id).value : "");

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
    const [group, differs] = [value("group"), value("differs")];
    const bound = (id, other) => (value(id) === "" ? other : Number(value(id)) / data.scale);
    const [least, most] = [bound("least", -1), bound("most", 2)];
    const isAll = value("least") === "" && value("most") === "";
    return (segment) => {
      if (group !== "" && segment[GROUP] !== Number(group)) return false;
      if (!isAll && !shown().some((system) => scoreOf(segment, system) >= least - 1e-9 && scoreOf(segment, system) <= most + 1e-9)) return false;
      if (differs !== "") {
        const change = delta(segment);
        if (differs === "better" ? !(change > 0) : differs === "worse" ? !(change < 0) : change !== 0) return false;
      }
      if (query === "") return true;
      if (ngram && !haystack(segment).tokens.some((text) => text.includes(ngram))) return false;
      if (ngram) return state.ngram === null || counts(segment, state.ngram);
      return haystack(segment).lower.includes(lower);
    };
  }

  function update() {
    if (!table) return;
    state.rows = segments.filter(matches());
    const key = keys[state.key];
    const sign = state.up ? 1 : -1;
    state.rows.sort((one, other) => sign * (key(one) - key(other)) || one[NUMBER] - other[NUMBER]);
    const all = segments.length < data.total ? segments.length + " chosen segments" : segments.length + (segments.length === 1 ? " segment" : " segments");
    byId("count").textContent = state.rows.length === segments.length ? all : state.rows.length + " of " + all;
    build();
  }

  function build() {
    if (observer) observer.disconnect();
    observer = new IntersectionObserver(
      (entries) => entries.forEach((entry) => (entry.isIntersecting ? fill(entry.target) : clear(entry.target))),
      { rootMargin: "1000px 0px" },
    );
    chunks = [];
    const body = make("div", {
      role: "table",
      "aria-label": "Segments",
      "aria-rowcount": state.rows.length + 1,
      class: state.second === null ? "one" : "two",
    }, header());
    const all = state.rows.reduce((sum, segment) => sum + weight(segment), 0);
    for (let start = 0, end = 0; start < state.rows.length; start = end) {
      for (let tokens = 0; end < state.rows.length && end < start + CHUNK && (end === start || tokens < CHUNK_TOKENS); end++) {
        tokens += weight(state.rows[end]);
      }
      const chunk = Object.assign(make("div", { role: "none", class: "chunk" }), { start, end });
      chunk.style.height = (end - start) * ROW_HEIGHT + "px";
      chunks.push(chunk);
      body.append(chunk);
    }
    const rest = state.rows.length > PRINTED ? make("p", { class: "note print-only" }, "In print: the first " + PRINTED + " of " + state.rows.length + " segments.") : null;
    table.replaceChildren(...[rest, state.rows.length > 0 ? body : make("p", { class: "empty" }, "No segment matches.")].filter((part) => part));
    if (all <= ALL_TOKENS) chunks.forEach(fill);
    else chunks.forEach((chunk) => observer.observe(chunk));
    if (chunks.length > 0) fill(chunks[0]);
  }

  // Number of tokens to show of a segment: its codes have as many digits.
  function weight(segment) {
    const codes = [...shown().map((system) => segment[CANDIDATES][system]), ...segment[REFERENCES]];
    return codes.reduce((sum, [, digits]) => sum + digits.length, 0);
  }

  function fill(chunk) {
    if (chunk.firstChild) return;
    chunk.append(...state.rows.slice(chunk.start, chunk.end).map((segment, i) => row(segment, chunk.start + i)));
    chunk.style.height = "";
  }

  function clear(chunk) {
    if (!chunk.firstChild || chunk.contains(document.activeElement) || chunk.querySelector(".analysis")) return;
    chunk.style.height = chunk.offsetHeight + "px";
    chunk.replaceChildren();
  }

  // Sets the filters as they were at first; `update` shows it.
  function clearFilters() {
    state.ngram = null;
    for (const id of ["search", "group", "least", "most", "differs"]) if (byId(id)) byId(id).value = "";
    byId("order").value = "number";
  }

  // Shows a segment, with all filters off if they hide it.
  function open(id) {
    if (!table) return;
    const find = () => state.rows.findIndex((segment) => segment[NUMBER] === id);
    let index = find();
    if (index < 0) {
      if (!segments.some((segment) => segment[NUMBER] === id)) return;
      clearFilters();
      setSort("number", true);
      index = find();
    }
    fill(chunks.find((chunk) => index < chunk.end));
    table.querySelectorAll(".shown").forEach((other) => other.classList.remove("shown"));
    const element = byId("s" + id);
    element.classList.add("shown");
    const show = () => element.scrollIntoView({ block: "center" });
    show();
    element.focus({ preventScroll: true });
    // The rows around it are made now, and may have other heights than estimated.
    requestAnimationFrame(() => requestAnimationFrame(show));
  }

  function openFromAddress() {
    const found = /^#s(\d+)$/.exec(location.hash);
    if (found) open(Number(found[1]));
  }

  function toSegments() {
    update();
    byId("segments").scrollIntoView();
    const title = byId("segments-title");
    title.tabIndex = -1;
    title.focus({ preventScroll: true });
  }

  // Explains the token or n-gram under the pointer, or with the focus
  const info = byId("token-info");

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
    if (line) {
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

  // The scatter plot of two systems

  function scatter() {
    const box = [...document.querySelectorAll(".scatter-box")].find((one) => !one.closest("[hidden]:not(.scatter-box)"));
    if (!box || state.second === null) return;
    box.hidden = false;
    const plot = box.querySelector(".scatter");
    if (plot.firstChild) return;
    const size = 1000;
    const x = (score) => size * score;
    const y = (score) => size - size * score;
    const svg = shape("svg", { viewBox: "0 0 1000 1000", role: "img" });
    const points = segments.filter((segment) => delta(segment) !== null);
    const better = points.filter((segment) => delta(segment) > 0).length;
    const worse = points.filter((segment) => delta(segment) < 0).length;
    const [first, second] = shown().map((system) => systems[system]);
    svg.setAttribute("aria-label", "Scatter plot of segments: " + second + " has the higher score in " + better + ", " + first + " in " + worse + ". The table of segments, by difference, has the same.");
    svg.append(shape("rect", { class: "frame", width: size, height: size }), shape("line", { class: "diagonal", x1: x(0), y1: y(0), x2: x(1), y2: y(1) }));
    const path = (of) => points.filter(of).map((segment) => "M" + x(scoreOf(segment, state.first)).toFixed(0) + " " + y(scoreOf(segment, state.second)).toFixed(0) + "h0").join("");
    const sizes = points.length < 300 ? " few" : points.length < 3000 ? " some" : "";
    svg.append(shape("path", { class: "points" + sizes, d: path((segment) => delta(segment) <= 0) }), shape("path", { class: "points b" + sizes, d: path((segment) => delta(segment) > 0) }));
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((tick) => (tick * data.scale).toFixed(data.scale === 1 ? 2 : 0));
    const axis = (name, texts) => make("div", { class: "ticks " + name, "aria-hidden": "true" }, ...texts.map((text) => make("span", {}, text)));
    const label = (...parts) => make("p", { class: "axis" }, ...parts);
    const chosen = shape("circle", { class: "chosen", r: 12, visibility: "hidden" });
    const title = shape("title");
    chosen.append(title);
    svg.append(chosen);
    const nearest = (event) => {
      const bounds = svg.getBoundingClientRect();
      const [left, top] = [((event.clientX - bounds.left) / bounds.width) * 1000, ((event.clientY - bounds.top) / bounds.height) * 1000];
      let [best, distance] = [null, 40 * 40];
      for (const segment of points) {
        const far = (x(scoreOf(segment, state.first)) - left) ** 2 + (y(scoreOf(segment, state.second)) - top) ** 2;
        if (far < distance) [best, distance] = [segment, far];
      }
      return best;
    };
    svg.addEventListener("mousemove", (event) => {
      const segment = nearest(event);
      if (!segment) return;
      chosen.setAttribute("visibility", "visible");
      chosen.setAttribute("cx", x(scoreOf(segment, state.first)));
      chosen.setAttribute("cy", y(scoreOf(segment, state.second)));
      title.textContent = "Segment " + segment[NUMBER];
    });
    svg.addEventListener("click", (event) => {
      const segment = nearest(event);
      if (segment) location.hash = "#s" + segment[NUMBER];
    });
    plot.append(label("↑ ", make("bdi", {}, second)), axis("y", [...ticks].reverse()), svg, axis("x", ticks), label(make("bdi", {}, first), " →"));
  }

  // Tables whose rows are in the page already

  function makeSortable(sortable) {
    const body = sortable.querySelector("tbody");
    sortable.querySelectorAll("thead th:not(.chart)").forEach((head, column) => {
      const button = make("button", { type: "button", class: "sort" });
      button.append(...head.childNodes);
      head.append(button);
      button.addEventListener("click", () => {
        const up = head.getAttribute("aria-sort") === "descending" || (column === 0 && !head.hasAttribute("aria-sort"));
        sortable.querySelectorAll("thead th").forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const text = (line) => line.cells[column].innerText.trim();
        const key = (line) => parseFloat(text(line).replace("−", "-"));
        const compare = (one, other) => {
          if (column === 0) return text(one).localeCompare(text(other), "en", { numeric: true });
          return (Number.isNaN(key(one)) ? -1e9 : key(one)) - (Number.isNaN(key(other)) ? -1e9 : key(other));
        };
        body.append(...[...body.rows].sort((one, other) => (up ? 1 : -1) * compare(one, other)));
      });
    });
  }

  // Buttons

  function save(name, type, text) {
    const address = URL.createObjectURL(new Blob([text], { type }));
    const link = make("a", { href: address, download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  function tsv() {
    const most = segments.reduce((most, segment) => Math.max(most, segment[REFERENCES].length), 0);
    const titles = ["segment", ...(groups.length > 0 ? ["group"] : []), ...systems.map((name) => "score:" + name), ...systems, ...Array.from({ length: most }, (_, i) => "reference_" + (i + 1))];
    const line = (segment) => [
      segment[NUMBER],
      ...(groups.length > 0 ? [groups[segment[GROUP]]] : []),
      ...segment[SCORES].map((score) => (score === null ? "" : score * data.scale)),
      ...systems.map((_, system) => plain(candidate(segment, system))),
      ...Array.from({ length: most }, (_, i) => (segment[REFERENCES][i] ? plain(references(segment)[i]) : "")),
    ];
    return [titles, ...state.rows.map(line)].map((cells) => cells.map((cell) => String(cell).replace(/[\t\n\r]/g, " ")).join("\t") + "\n").join("");
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

  function choosePair() {
    state.second = Number(byId("pair").value);
    searchable.clear();
    document.querySelectorAll(".pair").forEach((part) => part.toggleAttribute("hidden", Number(part.dataset.other) !== state.second));
    update();
    scatter();
  }

  // The head of the table of segments stays below the bar, which takes one line or two.
  const bar = document.querySelector("nav");
  new ResizeObserver(() => document.documentElement.style.setProperty("--bar", bar.offsetHeight + "px")).observe(bar);

  const result = byId("result-data").textContent;
  byId("copy-signature").addEventListener("click", (event) => copy(byId("signature"), event.target));
  byId("save-json").addEventListener("click", () => save("bleu.json", "application/json", result));
  byId("json-view").addEventListener("toggle", () => (byId("json-view").querySelector("code").textContent = result));
  // Where a page is narrow, each row is a card whose numbers have the titles of their columns.
  document.querySelectorAll("table.cards").forEach((table) => {
    const titles = [...table.querySelectorAll("thead th")];
    for (const line of table.querySelectorAll("tbody tr")) {
      // The first column may be a cell of several rows.
      const first = line.querySelector("th") ? 0 : 1;
      [...line.cells].forEach((cell, i) => cell.matches(".number") && (cell.dataset.label = titles[first + i].innerText));
    }
  });
  document.querySelectorAll("table.sortable").forEach(makeSortable);

  if (table) {
    byId("save-tsv").addEventListener("click", () => save("segments.tsv", "text/tab-separated-values", tsv()));
    const filters = byId("filters");
    filters.addEventListener("submit", (event) => event.preventDefault());
    filters.addEventListener("reset", (event) => {
      event.preventDefault();
      clearFilters();
      setSort("number", true);
    });
    filters.addEventListener("input", (event) => {
      if (event.target.id === "search") state.ngram = null;
      if (event.target.id === "order") setSort(...orders[event.target.value]);
      else update();
    });
    document.addEventListener("click", (event) => {
      const button = event.target.closest("button.ngram, button.document, button.largest");
      if (!button) return;
      clearFilters();
      if (button.matches(".ngram")) {
        byId("search").value = '"' + button.textContent + '"';
        state.ngram = { words: button.textContent.split(" "), kind: button.dataset.kind, system: Number(button.dataset.system) };
      }
      if (button.matches(".document")) byId("group").value = button.dataset.group;
      [state.key, state.up] = button.matches(".largest") ? ["size", false] : ["number", true];
      byId("order").value = button.matches(".largest") ? "difference" : "number";
      toSegments();
    });
    table.addEventListener("mouseover", (event) => explain(event.target));
    table.addEventListener("mouseleave", () => explain(null));
    table.addEventListener("focusin", (event) => explain(event.target));
    addEventListener("hashchange", openFromAddress);
    addEventListener("beforeprint", () => {
      chunks.forEach((chunk) => (chunk.start < PRINTED ? fill(chunk) : chunk.replaceChildren()));
    });
    addEventListener("afterprint", build);
    if (byId("pair")) choosePair();
    else update();
    scatter();
    openFromAddress();
  }
})();
