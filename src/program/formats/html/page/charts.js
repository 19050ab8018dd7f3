// Charts, as SVG. Horizontal positions are percentages, so that charts fill any width and their text keeps its size.

function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) if (value !== null) element.setAttribute(name, value);
  element.append(...children.flat());
  return element;
}

// An axis that spans scores. Of four scores or more, those far from the others do not stretch it.
function axisOf(intervals) {
  const known = intervals.filter(({ score }) => typeof score === "number");
  const sorted = known.map(({ score }) => score).sort((a, b) => a - b);
  const quartile = (share) => sorted[Math.round(share * (sorted.length - 1))];
  const fence = 1.5 * (quartile(0.75) - quartile(0.25));
  const isNear = ({ score }) => sorted.length < 4 || (score >= quartile(0.25) - fence && score <= quartile(0.75) + fence);
  const all = known.filter(isNear).flatMap(({ score, ends }) => [score, ...(ends ?? [])]);
  let [low, high] = all.length > 0 ? [Math.min(...all), Math.max(...all)] : [0, data.scale];
  // A single score is in the middle.
  const margin = Math.max((high - low) * 0.06, 0.002 * data.scale);
  [low, high] = [low - margin, high + margin];
  const power = 10 ** Math.floor(Math.log10((high - low) / 3));
  const step = power * ([1, 2, 5].find((step) => (high - low) / (step * power) <= 4.5) ?? 10);
  const ticks = [];
  for (let tick = Math.ceil(low / step); tick <= Math.floor(high / step); tick++) ticks.push(tick * step);
  return { low, high, ticks, decimals: Math.max(0, -Math.floor(Math.log10(step) + 1e-9)), position: (score) => percent((score - low) / (high - low)) };
}

const axisNumbers = (axis) =>
  shape("svg", { class: "axis", width: "100%", height: 16, "aria-hidden": "true" }, axis.ticks.map((tick) => shape("text", { x: axis.position(tick), y: 12 }, tick.toFixed(axis.decimals))));

// Scores with the ends of their confidence intervals, one below the other. The numbers beside them say the same.
function intervalChart(axis, intervals) {
  const height = 16 + 12 * intervals.length;
  const svg = shape("svg", { class: "intervals", width: "100%", height, "aria-hidden": "true" }, axis.ticks.map((tick) => shape("line", { class: "grid", x1: axis.position(tick), x2: axis.position(tick), y1: 0, y2: height })));
  intervals.forEach(({ score, ends, series }, place) => {
    const y = 14 + 12 * place;
    if (typeof score !== "number") return;
    if (score < axis.low || score > axis.high) {
      const [x, arrow] = score < axis.low ? ["1%", "←"] : ["99%", "→"];
      svg.append(shape("text", { class: series, x, y: y + 4 }, arrow));
      return;
    }
    if (ends) {
      const [from, to] = ends.map(axis.position);
      svg.append(shape("line", { class: "whisker " + series, x1: from, x2: to, y1: y, y2: y }));
      for (const end of [from, to]) svg.append(shape("line", { class: "whisker " + series, x1: end, x2: end, y1: y - 4, y2: y + 4 }));
    }
    svg.append(shape("circle", { class: "dot " + series, cx: axis.position(score), cy: y, r: 5 }));
  });
  return svg;
}

// A bar for a share from 0 to 1. The number beside it says the same.
const bar = (share, series) =>
  shape("svg", { class: "bar", width: "100%", height: 10, "aria-hidden": "true" }, shape("rect", { class: "track", width: "100%", height: 10, rx: 2 }), shape("rect", { class: series, width: percent(share), height: 10, rx: 2 }));

// A histogram of one or two series of counts, given the bounds of the bins: the first in bars, the second as a line.
function histogram(label, names, series, bounds) {
  const [height, top] = [150, 18];
  const most = Math.max(1, ...series.flat());
  const bins = bounds.length - 1;
  const x = (bin) => percent(bin / bins);
  const y = (count) => (top + height - (height * count) / most).toFixed(1);
  const svg = shape("svg", { class: "histogram", width: "100%", height: 200, role: "img", "aria-label": label });
  series[0].forEach((count, bin) => {
    const box = shape("svg", { x: x(bin), width: x(1), height: "100%" }, shape("rect", { class: "a", x: "4%", width: "92%", y: y(count), height: ((height * count) / most).toFixed(1) }));
    if (series.length === 1) box.append(shape("text", { x: "50%", y: y(count), dy: -5 }, String(count)));
    svg.append(box);
  });
  (series[1] ?? []).forEach((count, bin, counts) => {
    svg.append(shape("line", { class: "step", x1: x(bin), x2: x(bin + 1), y1: y(count), y2: y(count) }), shape("line", { class: "step", x1: x(bin), x2: x(bin), y1: y(counts[bin - 1] ?? 0), y2: y(count) }));
  });
  svg.append(shape("line", { class: "base", x1: 0, x2: "100%", y1: y(0), y2: y(0) }));
  bounds.forEach((bound, i) => svg.append(shape("text", { x: x(i), y: top + height + 20 }, bound)));
  for (let bin = 0; bin < bins; bin++) {
    const title = bounds[bin] + " to " + bounds[bin + 1] + series.map((counts, i) => "; " + names[i] + ": " + counts[bin]).join("");
    svg.append(shape("rect", { class: "hit", x: x(bin), width: x(1), height: "100%" }, shape("title", {}, title)));
  }
  return svg;
}

// A chart as a file of its own: with the style that the page gives its shapes.
function asSvg(svg) {
  const copy = svg.cloneNode(true);
  const properties = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "stroke-linecap", "vector-effect", "font-size", "font-family", "text-anchor"];
  const [originals, copies] = [svg, copy].map((root) => [root, ...root.querySelectorAll("*")]);
  originals.forEach((original, i) => {
    const style = getComputedStyle(original);
    properties.forEach((property) => copies[i].setAttribute(property, style.getPropertyValue(property)));
    copies[i].removeAttribute("class");
  });
  const { width, height } = svg.getBoundingClientRect();
  // Text and points at the edges are beyond the area of the chart.
  const box = [-40, -20, width + 80, height + 40];
  const inner = shape("svg", { width, height, overflow: "visible" }, [...copy.childNodes]);
  if (svg.hasAttribute("viewBox")) inner.setAttribute("viewBox", svg.getAttribute("viewBox"));
  const outer = shape("svg", { width: box[2], height: box[3], viewBox: box.join(" ") }, inner);
  return new XMLSerializer().serializeToString(outer);
}

const chart = (label, svg) => make("div", { class: "saved" }, svg, saving(label, [["SVG", "svg", () => asSvg(svg)]]));
