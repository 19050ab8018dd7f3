// Elements, tables and files to save. Text is only ever set as text.

// An element with attributes and children; strings become text.
function make(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

const name = (system) => make("bdi", {}, systems[system]);
const note = (...parts) => make("p", { class: "note" }, ...parts);
const clickable = (attributes, action, ...children) => {
  const button = make("button", { type: "button", ...attributes }, ...children);
  button.addEventListener("click", action);
  return button;
};

// A table, which scrolls sideways where it is too wide and can be saved. A column is its title and its kind: "row" (the
// heading of its rows), "number", "chart" or "". A row is an array of cells, with the class of the row as `name`.
function tableOf(label, classes, columns, rows) {
  const heads = columns.map(([title, kind]) => make("th", { scope: "col", class: kind === "row" ? null : kind }, title));
  const line = (cells) =>
    make("tr", { class: cells.name }, cells.map((cell, i) => {
      const [title, kind] = columns[i];
      if (kind === "row") return make("th", { scope: "row" }, cell);
      return make("td", { class: kind, "data-label": kind === "number" ? (title.textContent ?? title) : null }, cell);
    }));
  const table = make("table", { class: classes }, make("thead", {}, make("tr", {}, heads)), make("tbody", {}, rows.map(line)));
  const scroll = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, table);
  return make("div", { class: "saved" }, scroll, savingTable(label, table));
}
const savingTable = (label, table) => saving(label, [["TSV", "tsv", () => asTsv(table)], ["LaTeX", "tex", () => asLatex(table, label)]]);

// The rows of a table as texts. Cells that hold a chart are left out.
function texts(table) {
  const cells = (row) => [...row.cells].filter((cell) => !cell.matches(".chart")).map((cell) => cell.textContent.replace(/\s+/g, " ").trim());
  return [...table.rows].map(cells);
}

const asTsv = (table) => texts(table).map((cells) => cells.join("\t") + "\n").join("");

function asLatex(table, label) {
  const replaced = { "\\": "\\textbackslash{}", "~": "\\textasciitilde{}", "^": "\\textasciicircum{}", "−": "$-$", "–": "--" };
  const escape = (text) => text.replace(/[\\~^−–&%$#_{}]/g, (char) => replaced[char] ?? "\\" + char);
  const columns = [...table.tHead.rows[0].cells].filter((cell) => !cell.matches(".chart")).map((cell) => (cell.matches(".number") ? "r" : "l"));
  const [head, ...rows] = texts(table).map((cells) => cells.map(escape).join(" & ") + " \\\\\n");
  return "% Needs the package booktabs.\n\\begin{table}\n\\centering\n\\begin{tabular}{" + columns.join("") + "}\n\\toprule\n" + head + "\\midrule\n" + rows.join("") + "\\bottomrule\n\\end{tabular}\n\\caption{" + escape(label) + "}\n\\label{tab:" + fileName(label) + "}\n\\end{table}\n";
}

const fileName = (label) => label.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");

// Buttons that save something: each has a title, the ending of the file, and the text.
function saving(label, files) {
  const types = { tsv: "text/tab-separated-values", svg: "image/svg+xml", tex: "application/x-tex", json: "application/json" };
  const button = ([title, ending, text]) =>
    clickable({ "aria-label": "Save “" + label + "” as " + title }, () => save(fileName(label) + "." + ending, types[ending], text()), title);
  return make("p", { class: "saving" }, files.map(button));
}

function save(file, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  make("a", { href: address, download: file }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
}

// A table whose rows a click on a title sorts.
function makeSortable(table) {
  const body = table.tBodies[0];
  table.querySelectorAll("thead th").forEach((head, column) => {
    if (head.matches(".chart")) return;
    const button = clickable({ class: "sort" }, () => {
      const up = head.getAttribute("aria-sort") === "descending" || (column === 0 && !head.hasAttribute("aria-sort"));
      table.querySelectorAll("thead th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
      const text = (row) => row.cells[column].textContent.trim();
      const key = (row) => parseFloat(text(row).replace("−", "-"));
      const compare = (one, other) => {
        if (column === 0) return text(one).localeCompare(text(other), "en", { numeric: true });
        return (Number.isNaN(key(one)) ? -1e9 : key(one)) - (Number.isNaN(key(other)) ? -1e9 : key(other));
      };
      body.append(...[...body.rows].sort((one, other) => (up ? 1 : -1) * compare(one, other)));
    }, ...head.childNodes);
    head.append(button);
  });
}
