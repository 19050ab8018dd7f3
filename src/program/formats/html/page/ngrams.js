// N-grams that cost most, and those that make the difference between two systems.

function ngrams() {
  if (!explained || data.total < 2) return null;
  // Only the first system was explained with each of the others.
  const difference = state.first === 0 && state.second !== null ? results.explanations[state.second - 1].difference : null;
  return [note("An n-gram opens the segments that it is counted in."), difference ? advantages(difference) : null, shown().map(costs)];
}

// N-grams with words first, then n-grams of punctuation alone.
function wordsFirst(found) {
  const hasWord = ({ ngram }) => /[\p{L}\p{N}]/u.test(ngram);
  return [...found.filter(hasWord), ...found.filter((one) => !hasWord(one))];
}

function advantages({ orders }) {
  const [first, second] = [state.first, state.second];
  const list = (system, found) => ({
    title: ["correct more often in ", name(system)],
    kind: "better",
    system,
    ngrams: wordsFirst(found).map((one) => [one.ngram, one.correct_in_first_only + " : " + one.correct_in_second_only]),
  });
  return [
    make("h3", {}, "What makes the difference"),
    note("Numbers: how often the n-gram is correct only in ", name(first), ", and how often only in ", name(second), "."),
    orders.map((order, n) => orderLists(n + 1, n === 3, [list(first, order.first_better), list(second, order.second_better)], order.counts_low_by_up_to)),
  ];
}

function costs(system) {
  const lists = (order) => [
    { title: "in no reference", kind: "unmatched", system, ngrams: order.unmatched.map(({ ngram, count }) => [ngram, String(count)]) },
    { title: "too often", kind: "over", system, ngrams: order.over_generated.map(({ ngram, count, allowed }) => [ngram, count - allowed + " of " + count]) },
    { title: "missed", kind: "missed", system, ngrams: order.missed.map(({ ngram, count }) => [ngram, String(count)]) },
  ];
  return [make("h3", {}, "What costs ", name(system), " most"), explained[system].orders.map((order) => orderLists(order.order, order.order === 1, lists(order), order.counts_low_by_up_to))];
}

// The lists of an order.
function orderLists(order, open, lists, error) {
  const item = (list) => ([ngram, times]) =>
    make("li", {}, make("span", { class: "times" }, times), " ", make("button", { type: "button", class: "ngram", "data-kind": list.kind, "data-system": list.system }, make("bdi", {}, readable(ngram))));
  const column = (list) => make("div", {}, make("h4", {}, list.title), list.ngrams.length === 0 ? note("none") : make("ol", {}, list.ngrams.map(item(list))));
  return make("details", { class: "ngrams", open }, make("summary", {}, order + "-grams"), make("div", { class: "columns" }, lists.map(column)),
    error > 0 ? note("Counts may be low by up to " + error + ", because the rarest n-grams were dropped.") : null);
}
