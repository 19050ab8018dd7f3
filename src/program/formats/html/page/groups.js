// Groups: the scores of the parts of the corpus.

const GROUPS_SHOWN = 200; // Rows that are made at once.
const word = (number) => data.group_name + (number === 1 ? "" : "s");

function groupSection() {
  if (groups.length === 0) return null;
  const of = (group, system) => scored[system].groups[group];
  const intervals = (group) => shown().map((system, i) => ({ score: of(group, system).score, ends: ends(of(group, system)), series: SERIES[i] }));
  const all = groups.map((_, group) => intervals(group));
  // Groups without an interval do not stretch the axis.
  const certain = all.flat().filter(({ ends }) => ends);
  const axis = axisOf(certain.length > 0 ? certain : all.flat());
  const difference = (group) => (state.second === null ? null : of(group, state.second).score - of(group, state.first).score);
  const part = (group) => Math.abs(difference(group) ?? 0) * of(group, 0).segments;
  const order = groups.map((_, group) => group);
  if (state.second !== null) order.sort((a, b) => part(b) - part(a) || a - b);
  const isTested = state.first === 0 && groups.some((_, group) => typeof of(group, state.second ?? 0).p_value === "number");
  const columns = [[capital(data.group_name), "row"], ["Segments", "number"], ...shown().map((system) => [name(system), "number"]), state.second !== null && ["Difference", "number"], [make("span", {}, make("span", { class: "hidden" }, "Chart"), axisNumbers(axis)), "chart"]];
  const row = (group) => {
    const mark = isTested && of(group, state.second).significant ? "*" : "";
    return [make("button", { type: "button", class: "group", "data-group": group }, make("bdi", {}, groups[group])), String(of(group, 0).segments), ...shown().map((system) => number(of(group, system).score)), ...(state.second === null ? [] : [signed(difference(group)) + mark]), intervalChart(axis, all[group])];
  };
  const body = make("div", {});
  const draw = (rows) => {
    const table = tableOf("Scores of the " + word(2), "documents cards", columns.filter(Boolean), rows.map(row));
    makeSortable(table.querySelector("table"));
    body.replaceChildren(table);
    if (rows.length < order.length) body.append(clickable({}, () => draw(order), "Show all " + order.length));
  };
  draw(order.slice(0, GROUPS_SHOWN));
  return [body, note("A " + data.group_name + " opens its segments, in their order." + (state.second === null ? "" : " Those with the largest part in the difference come first.") + (certain.length > 0 ? " Lines are 95% confidence intervals; those of fewer than " + data.least_tested + " segments have none." : "") + (isTested ? " *: differs significantly (" + data.criterion + ")." : "")), systems.length > 2 ? everySystem(of) : null];
}

const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// The scores of all systems in each group.
function everySystem(of) {
  const details = make("details", {}, make("summary", {}, "Scores of all systems"));
  details.addEventListener("toggle", () => {
    if (details.children.length > 1) return;
    const rows = groups.map((group, place) => [make("bdi", {}, group), ...systems.map((_, system) => number(of(place, system).score))]);
    details.append(tableOf("Scores of all systems by " + data.group_name, "", [[capital(data.group_name), "row"], ...systems.map((_, system) => [name(system), "number"])], rows));
  });
  return details;
}
