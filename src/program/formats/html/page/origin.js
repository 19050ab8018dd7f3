// Where the score comes from: the scores of segments, by length, and of two systems against each other.

function origin() {
  if (data.total < 2) return null;
  const [left, right] = [[distribution()], []];
  (state.second === null ? right : left).push(lengths());
  if (state.second !== null && segments.length > 0) right.push(scatter());
  return [make("div", { class: "columns" }, make("div", {}, left), make("div", {}, right))];
}

// Histograms of the scores of segments.
function distribution() {
  const of = shown().map((system) => data.distributions[system]);
  const names = shown().map((system) => systems[system]);
  const bins = of[0].histogram.length;
  const bounds = Array.from({ length: bins + 1 }, (_, i) => ((i / bins) * data.scale).toFixed(data.scale === 1 ? 1 : 0));
  const rows = of[0].histogram.map((_, bin) => [bounds[bin] + " to " + bounds[bin + 1], ...of.map(({ histogram }) => String(histogram[bin]))]);
  return make("div", {}, make("h3", {}, "Scores of single segments"),
    chart("Histogram of the scores of single segments", histogram("Histogram of the scores of single segments", names, of.map(({ histogram }) => histogram), bounds)),
    of.map(({ mean, median }, i) => note(make("bdi", {}, names[i]), ": mean " + number(mean) + ", median " + number(median))),
    make("details", {}, make("summary", {}, "As a table"), tableOf("Scores of single segments", "", [["Score", "row"], ...shown().map((system) => [name(system), "number"])], rows)));
}

// Scores by the length of the references.
function lengths() {
  if (results.lengths.length === 0) return [];
  const highest = Math.max(1e-9, ...results.lengths.flatMap(({ scores }) => scores));
  const columns = [["Tokens", "row"], ["Segments", "number"], [make("span", { class: "hidden" }, "Chart"), "chart"], ...shown().map((system) => [name(system), "number"])];
  const rows = results.lengths.map(({ least, most, segments, scores }) => [
    least === most ? String(least) : least + "–" + most,
    String(segments),
    make("div", {}, shown().map((system, i) => bar(scores[system] / highest, SERIES[i]))),
    ...shown().map((system) => number(scores[system])),
  ]);
  return make("div", {}, make("h3", {}, "BLEU by length of the reference"), tableOf("Scores by length", "lengths cards", columns, rows));
}

// The scatter plot of two systems.
function scatter() {
  const size = 1000;
  const x = (segment) => (size * scoreOf(segment, state.first)) / data.scale;
  const y = (segment) => size - (size * scoreOf(segment, state.second)) / data.scale;
  const points = segments.filter((segment) => delta(segment) !== null);
  const [better, worse] = [points.filter((segment) => delta(segment) > 0), points.filter((segment) => delta(segment) <= 0)];
  const [first, second] = shown().map((system) => systems[system]);
  const below = worse.filter((segment) => delta(segment) < 0).length;
  const label = "Scatter plot of segments: " + second + " has the higher score in " + better.length + ", " + first + " in " + below + ". The table of segments, by difference, has the same.";
  const svg = shape("svg", { viewBox: "0 0 1000 1000", role: "img", "aria-label": label });
  const sizes = points.length < 300 ? " few" : points.length < 3000 ? " some" : "";
  // Of points that hide each other, one is drawn.
  const grid = points.length < 3000 ? 1 : 3;
  const round = (position) => grid * Math.round(position / grid);
  const place = (segment) => "M" + round(x(segment)) + " " + round(y(segment)) + "h0";
  const path = (of, series) => shape("path", { class: "points" + sizes + series, d: [...new Set(of.map(place))].join("") });
  const title = shape("title");
  const chosen = shape("circle", { class: "chosen", r: 12, visibility: "hidden" }, title);
  svg.append(shape("rect", { class: "frame", width: size, height: size }), shape("line", { class: "diagonal", x1: 0, y1: size, x2: size, y2: 0 }), path(worse, ""), path(better, " b"), chosen);
  const nearest = (event) => {
    const bounds = svg.getBoundingClientRect();
    const [left, top] = [((event.clientX - bounds.left) / bounds.width) * size, ((event.clientY - bounds.top) / bounds.height) * size];
    let [best, distance] = [null, 40 * 40];
    for (const segment of points) {
      const far = (x(segment) - left) ** 2 + (y(segment) - top) ** 2;
      if (far < distance) [best, distance] = [segment, far];
    }
    return best;
  };
  svg.addEventListener("mousemove", (event) => {
    const segment = nearest(event);
    if (!segment) return;
    chosen.setAttribute("visibility", "visible");
    chosen.setAttribute("cx", x(segment));
    chosen.setAttribute("cy", y(segment));
    title.textContent = "Segment " + segment[NUMBER] + (segment[ID] === null ? "" : " (" + segment[ID] + ")");
  });
  svg.addEventListener("click", (event) => {
    const segment = nearest(event);
    if (segment) location.hash = "#s" + segment[NUMBER];
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((tick) => (tick * data.scale).toFixed(data.scale === 1 ? 2 : 0));
  const axis = (name, texts) => make("div", { class: "ticks " + name, "aria-hidden": "true" }, texts.map((text) => make("span", {}, text)));
  const plot = make("div", { class: "scatter" }, make("p", { class: "axis" }, "↑ ", name(state.second)), axis("y", [...ticks].reverse()), svg, axis("x", ticks), make("p", { class: "axis" }, name(state.first), " →"));
  return make("div", {}, make("h3", {}, "Segment by segment"), plot, saving("Segment by segment", [["SVG", "svg", () => asSvg(svg)]]),
    note("Each point is a segment; above the line, ", name(state.second), " is better. A click opens it. ", make("button", { type: "button", class: "largest" }, "List the largest differences")));
}
