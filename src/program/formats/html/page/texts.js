// The texts of a segment: their tokens, the n-grams that are correct, and the lines that show them.

const [NUMBER, GROUP, SCORES, CANDIDATES, REFERENCES, SOURCE, ID] = [0, 1, 2, 3, 4, 5, 6];
const COMPARED = 4e6; // Largest product of the lengths of texts that are compared word by word.
const LISTED = 12; // N-grams of a kind in an analysis.

const scoreOf = (segment, system) => segment[SCORES][system];

function delta(segment) {
  if (state.second === null) return null;
  const [one, other] = [scoreOf(segment, state.first), scoreOf(segment, state.second)];
  return one === null || other === null ? null : other - one;
}

// The tokens of a text, and whether each follows the one before without a space: a tab is then between them.
function parse(text) {
  if (text === "") return [];
  const parts = text.split(/([ \t])/);
  return parts.filter((_, i) => i % 2 === 0).map((word, i) => ({ word, joined: i > 0 && parts[2 * i - 1] === "\t" }));
}
const size = (text) => (text === "" ? 0 : text.split(/[ \t]/).length);
const references = (segment) => segment[REFERENCES].map(parse);
const plain = (tokens) => tokens.map((token, i) => (i > 0 && !token.joined ? " " : "") + token.word).join("");

// The tokens of a candidate with their marks: bit n - 1 if a correct n-gram begins there.
function candidate(segment, system) {
  const tokens = parse(segment[CANDIDATES][system]);
  if (data.marked) mark(tokens, references(segment));
  return tokens;
}

// Marks exactly the n-grams that are counted as correct. Of the occurrences of an n-gram that has more than are correct,
// those inside a longer correct one are marked, then the first.
function mark(tokens, references) {
  tokens.forEach((token) => (token.marks = 0));
  for (let n = data.order; n >= 1; n--) {
    const allowed = most(references, n);
    const own = tokens.map((_, i) => (i + n <= tokens.length ? join(tokens, i, n) : null));
    for (const longer of [true, false]) {
      own.forEach((ngram, i) => {
        const isInLonger = ((tokens[i].marks >> n) & 1) === 1 || (i > 0 && ((tokens[i - 1].marks >> n) & 1) === 1);
        if (ngram === null || isInLonger !== longer || !(allowed.get(ngram) > 0)) return;
        allowed.set(ngram, allowed.get(ngram) - 1);
        tokens[i].marks |= 1 << (n - 1);
      });
    }
  }
}

const join = (tokens, start, n) => tokens.slice(start, start + n).map((token) => token.word).join(" ");

// Number of occurrences of each n-gram.
function counted(tokens, n) {
  const counts = new Map();
  for (let i = 0; i + n <= tokens.length; i++) {
    const ngram = join(tokens, i, n);
    counts.set(ngram, (counts.get(ngram) ?? 0) + 1);
  }
  return counts;
}
const times = (tokens, words) => counted(tokens, words.length).get(words.join(" ")) ?? 0;

// The most occurrences of each n-gram in a reference.
function most(references, n) {
  const found = new Map();
  for (const reference of references) for (const [ngram, times] of counted(reference, n)) found.set(ngram, Math.max(found.get(ngram) ?? 0, times));
  return found;
}

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
  const found = new Set(shown().flatMap((system) => parse(segment[CANDIDATES][system]).map((token) => token.word)));
  return labelled(label, "", words(tokens, (i) => (data.marked && !found.has(tokens[i].word) ? "missed" : "")));
}
