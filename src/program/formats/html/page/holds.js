// Whether the difference of the two systems holds under other choices: a specification curve, and the choices as a table.
function holds() {
  const given = comparison(state.first, state.second);
  if (!given?.robust) return null;
  const direction = ({ difference, significant }) => (significant ? Math.sign(difference) : 0);
  const { choices, rests_on: segmentsOf } = given.robust;
  const all = [{ choice: "", value: "as asked for", ...given }, ...choices];
  const sorted = [...all].sort((one, other) => one.difference - other.difference);
  const deciding = choices.filter((choice) => direction(choice) !== direction(given));
  const kinds = [...new Set(deciding.map(({ choice }) => choice))].join(", ");
  const every = count(all.length, "choice");
  const verdict =
    deciding.length > 0 ? "Depends on the " + kinds + ": the same in " + (all.length - deciding.length) + " of " + every + "." : direction(given) === 0 ? "Not significant in any of " + every + "." : "Holds in all " + every + ".";
  const rests = segmentsOf ? " Rests on " + count(segmentsOf.length, "segment") + ": not significant without " + segmentsOf.join(", ") + "." : "";
  const interval = ({ difference_low: low, difference_high: high }) => (typeof low === "number" ? signed(low) + " to " + signed(high) : "–");
  const rows = sorted.map((found) => [found.choice ? found.choice + ": " + readable(found.value) : found.value, signed(found.difference), interval(found), pValue(found)]);
  const label = "Difference under other choices";
  return [
    make("p", {}, make("strong", {}, verdict), rests),
    chart(label, specificationCurve(label, sorted, direction)),
    tableOf(label, "cards", [["Choice", "row"], ["Difference", "number"], ["95% interval", "number"], ["p", "number"]], rows),
    note("Each point is the difference, the second − the first, with one choice made in another way. Filled: significant."),
  ];
}

// The differences in order, with their intervals. The table below says the same.
function specificationCurve(label, sorted, direction) {
  const [height, margin] = [150, 10];
  const values = sorted.flatMap(({ difference, difference_low: low, difference_high: high }) => [difference, low ?? difference, high ?? difference]);
  const [low, high] = [Math.min(0, ...values), Math.max(0, ...values)];
  const y = (value) => (margin + ((high - value) / (high - low || 1)) * height).toFixed(1);
  const svg = shape("svg", { class: "curve", width: "100%", height: height + 2 * margin, role: "img", "aria-label": label });
  svg.append(shape("line", { class: "base", x1: 0, x2: "100%", y1: y(0), y2: y(0) }), shape("text", { x: 0, y: y(0), dy: -4 }, "0"));
  sorted.forEach((found, place) => {
    const x = percent((place + 0.5) / sorted.length);
    const series = direction(found) === 0 ? "open" : direction(found) > 0 ? "b" : "a";
    if (typeof found.difference_low === "number") svg.append(shape("line", { class: "whisker " + series, x1: x, x2: x, y1: y(found.difference_low), y2: y(found.difference_high) }));
    const title = shape("title", {}, readable(found.value) + ": " + signed(found.difference));
    svg.append(shape("circle", { class: "dot " + series, cx: x, cy: y(found.difference), r: 5 }, title));
  });
  return svg;
}
