"use strict";
const byId = (id) => document.getElementById(id);
const ROLES = ["candidate", "reference", "source", "table", "for a flag only"];
const COLUMN_ROLES = ["candidate", "reference", "source", "id", "group", "not used"];
let inputs = [], columns = [], worker = null, report = null, last = null;

const program = (async () => {
  const packed = Uint8Array.from(atob(byId("program").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compile(await new Response(stream).arrayBuffer());
})();
const workerUrl = URL.createObjectURL(new Blob([byId("worker").textContent], { type: "text/javascript" }));

// The role that a file's name tells.
function role(name) {
  if (/\.(tsv|csv|jsonl|xml)(\.gz)?$/i.test(name)) return "table";
  if (/(^|[^a-z])(ref|reference)s?[^a-z]*([^a-z]|$)|\bref/i.test(name)) return "reference";
  return /(^|[^a-z])(src|source)([^a-z]|$)/i.test(name) ? "source" : "candidate";
}

// The name that the program sees: that of the file, unless another has it or it would be taken for a flag.
function freeName(name) {
  let free = name.replace(/[\/\\\0]/g, "_").replace(/^[-~]/, "_");
  for (let i = 2; inputs.some((one) => one.name === free); i++) free = `${i}-${name.replace(/[\/\\\0]/g, "_")}`;
  return free;
}

async function add(files) {
  for (const file of files) {
    const input = { name: freeName(file.name), blob: file, role: await isUnicodeText(file) ? "table" : role(file.name) };
    inputs.push(input);
    if (input.role === "table") await guessColumns(file);
  }
  list();
}

// The encoding of a text that begins with a byte order mark of UTF-16, or UTF-8.
function encoding(bytes) {
  const mark = bytes[0] * 256 + bytes[1];
  return mark === 0xfffe ? "utf-16le" : mark === 0xfeff ? "utf-16be" : "utf-8";
}

// Whether a file is a table that Excel saved as "Unicode text", with the ending of any text.
async function isUnicodeText(file) {
  const bytes = new Uint8Array(await file.slice(0, 4096).arrayBuffer());
  return encoding(bytes) !== "utf-8" && /^[^\r\n]*\t/.test(new TextDecoder(encoding(bytes)).decode(bytes));
}

// The role that the title of a column tells.
function columnRole(title) {
  const is = (...words) => new RegExp(`(^|[^a-z])(${words.join("|")})([^a-z]|$)`, "i").test(title);
  if (/^ref/i.test(title) || is("ref", "refs", "reference", "references", "human", "gold")) return "reference";
  if (/^src/i.test(title) || is("source", "original")) return "source";
  if (is("id", "key", "segid", "number", "nr", "no")) return "id";
  // A column "Our system" has its translations, a column "System" names.
  if (/^(system|model)s?$/i.test(title.trim())) return "not used";
  return is("seg", "segment", "doc", "document", "domain", "lang", "language", "note", "notes", "comment", "status") ? "not used" : "candidate";
}

// The cells of a row; quotes enclose cells with separators.
function cells(row, separator) {
  const found = [];
  for (let at = 0; at <= row.length; ) {
    const quotedCell = /^"((?:[^"]|"")*)"/.exec(row.slice(at));
    const end = row.indexOf(separator, at + (quotedCell ? quotedCell[0].length : 0));
    const stop = end < 0 ? row.length : end;
    found.push(quotedCell ? quotedCell[1].replaceAll('""', '"') : row.slice(at, stop));
    at = stop + 1;
  }
  return found;
}

// Lists the columns of a table, with the roles that their titles tell.
async function guessColumns(file) {
  const packed = /\.gz$/i.test(file.name), name = file.name.replace(/\.gz$/i, "").toLowerCase();
  columns = [];
  try {
    const stream = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
    const bytes = (await stream.getReader().read()).value;
    const text = new TextDecoder(encoding(bytes)).decode(bytes);
    const row = /^(?:"(?:[^"]|"")*"|[^"\n])*/.exec(text)[0].trim();
    if (name.endsWith("xml")) {
      const all = (attribute) => [...new Set([...text.matchAll(attribute)].map((m) => m[1]))];
      const of = (role) => (name) => ({ name, role });
      columns = [...all(/<ref[^>]*\btranslator="([^"]*)"/g).map(of("reference")), ...all(/<hyp[^>]*\bsystem="([^"]*)"/g).map(of("candidate"))];
      return;
    }
    const separator = row.includes("\t") ? "\t" : [",", ";"].sort((one, other) => cells(row, other).length - cells(row, one).length)[0];
    const names = name.endsWith("jsonl") ? Object.keys(JSON.parse(row)) : cells(row, separator);
    columns = names.map((name) => ({ name, role: columnRole(name) }));
  } catch { /* The program says what is wrong. */ }
  // There is one source, and one column of ids.
  for (const role of ["source", "id"]) columns.filter((one) => one.role === role).slice(1).forEach((one) => (one.role = "not used"));
}

// An item for each file or column, with the menu of its role.
function menus(list, things, roles, changed) {
  byId(list).replaceChildren(...things.map((thing) => {
    const [item, label, select] = ["li", "label", "select"].map((tag) => document.createElement(tag));
    const name = document.createElement("bdi");
    name.textContent = thing.name;
    select.append(...roles.map((one) => new Option(one, one, false, one === thing.role)));
    select.onchange = () => { thing.role = select.value; changed(); };
    label.append("is taken for: ", select);
    select.setAttribute("aria-label", `${thing.name} is taken for`);
    item.append(name, label);
    return item;
  }));
}

function list() {
  menus("roles", inputs, ROLES, list.table);
  menus("columns", columns, COLUMN_ROLES, () => {});
  list.table();
}
list.table = () => { byId("table").hidden = !inputs.some((one) => one.role === "table"); };

// Words of a line of flags; quotes keep spaces.
const words = (line) => (line.match(/("[^"]*"|'[^']*'|\\'|[^\s"'])+/g) || []).map((word) => word.replace(/"([^"]*)"|'([^']*)'|\\'/g, (part, one, other) => one ?? other ?? "'"));
const quoted = (word) => /^[\w@%+=:,.\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

function job() {
  const files = {}, of = (wanted) => inputs.filter((one) => one.role === wanted);
  for (const one of inputs) files[one.name] = one.blob;
  const pasted = (id) => {
    const text = byId(id).value, name = freeName(`${id}.txt`);
    if (text) files[name] = new Blob([text.endsWith("\n") ? text : text + "\n"]);
    return text ? [name] : [];
  };
  const [table] = of("table");
  const names = (wanted) => of(wanted).map((one) => one.name);
  const titled = (wanted) => columns.filter((one) => one.role === wanted).map((one) => one.name);
  const references = table ? titled("reference") : [...names("reference"), ...pasted("reference")];
  const candidates = table ? titled("candidate") : [...names("candidate"), ...pasted("candidate")];
  const args = table ? ["--records", table.name] : [];
  for (const one of references) args.push("-r", one);
  for (const one of [...names("source"), ...(table ? titled("source") : [])]) args.push("--source", one);
  // Only a report shows ids.
  if (table && byId("page").checked) for (const one of titled("id")) args.push("--id", one);
  if (table) for (const one of titled("group")) args.push("--by", one);
  if (byId("tokenize").value !== "13a") args.push("-t", byId("tokenize").value);
  if (byId("lowercase").checked) args.push("--lowercase");
  if (byId("percent").checked) args.push("--percent");
  args.push(...words(byId("significance").value), ...words(byId("flags").value));
  return { args, candidates, files };
}

// Runs the program, and returns its output and the files that it wrote.
function run(args, files) {
  return new Promise(async (resolve) => {
    const texts = { out: [], err: [] };
    let said = "";
    const decode = async (parts) => new Blob(parts).text();
    worker = new Worker(workerUrl);
    const end = async (result) => {
      if (worker) worker.terminate();
      worker = null;
      const err = (await decode(texts.err)).replace(/\r[^\r\n]*(?=\r|$)|\r/g, "");
      resolve({ out: await decode(texts.out), err, ...result });
    };
    run.stop = () => end({ failed: "stopped" });
    worker.onerror = (event) => end({ failed: event.message });
    worker.onmessage = ({ data }) => {
      if (data.done) return end(data.done);
      if (data.failed) return end({ failed: data.failed });
      texts[data.to].push(data.data);
      // The program writes a line of progress after a carriage return, in pieces.
      if (data.to === "err") said = (said + new TextDecoder().decode(data.data)).slice(-200);
      byId("progress").textContent = /\r([^\r\n]*)$/.exec(said)?.[1].trim() || "";
    };
    worker.postMessage({ module: await program, args: ["bleu", ...args], inputs: files });
  });
}

function busy(is) {
  byId("score").disabled = is;
  byId("stop").disabled = !is;
  byId("state").textContent = is ? "Scoring …" : "";
  byId("progress").textContent = "";
}

byId("form").onsubmit = async (event) => {
  event.preventDefault();
  const { args, candidates, files } = job();
  busy(true);
  byId("messages").textContent = byId("output").textContent = "";
  byId("result").hidden = true;
  const page = freeName("report.html");
  const all = [...args, ...(byId("page").checked ? ["--report", page] : []), ...candidates];
  byId("command").textContent = ["bleu", ...all].map(quoted).join(" ");
  const { out, err, failed, code, files: written = {} } = await run(all, files);
  busy(false);
  byId("messages").textContent = err + (failed ? `bleu: ${failed}` : "");
  byId("state").textContent = failed || (code && !out) ? "Not scored." : "Done.";
  if (failed || (code && !out)) return;
  report = written[page];
  last = { args, candidates, files };
  byId("written").replaceChildren(...Object.entries(written).map(([name, data]) => {
    const button = document.createElement("button");
    button.textContent = `Save ${name}`;
    button.onclick = () => save(name, data);
    return button;
  }));
  byId("output").textContent = out;
  byId("report").srcdoc = report ? new TextDecoder().decode(report) : "";
  byId("report").hidden = !report;
  byId("result").hidden = false;
};
byId("stop").onclick = () => run.stop();

function save(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([data]));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}
for (const button of document.querySelectorAll("[data-format]")) {
  button.onclick = async () => {
    busy(true);
    const { format } = button.dataset;
    const isFormat = (one) => /^(-f|--format$)/.test(one) || one.startsWith("--format=");
    const args = last.args.filter((one, i, all) => !isFormat(one) && !/^(-f|--format)$/.test(all[i - 1]));
    const { out, err, failed } = await run([...args, "--format", format, ...last.candidates], last.files);
    busy(false);
    if (failed || !out) byId("messages").textContent = err + (failed || "");
    else save(`scores.${format}`, out);
  };
}

byId("files").onchange = (event) => { add(event.target.files); event.target.value = ""; };
addEventListener("dragover", (event) => { event.preventDefault(); byId("texts").classList.add("drop"); });
for (const end of ["dragleave", "drop"]) addEventListener(end, () => byId("texts").classList.remove("drop"));
addEventListener("drop", (event) => { event.preventDefault(); add(event.dataTransfer.files); });
