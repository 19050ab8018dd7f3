"use strict";
const byId = (id) => document.getElementById(id);
const ROLES = ["candidate", "reference", "source", "table", "not used"];
let inputs = [], worker = null, report = null, last = null;

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
    const input = { name: freeName(file.name), blob: file, role: role(file.name) };
    inputs.push(input);
    if (input.role === "table" && !/\.gz$/i.test(file.name)) guessColumns(await file.slice(0, 100000).text(), file.name);
  }
  list();
}

// Columns of the first row: those named like references, and the others.
function guessColumns(text, name) {
  const row = text.split("\n", 1)[0].trim();
  let names = [];
  try { names = /\.jsonl$/i.test(name) ? Object.keys(JSON.parse(row)) : row.split(/\.csv$/i.test(name) ? "," : "\t").map((one) => one.replace(/^"|"$/g, "")); } catch { /* The program says it. */ }
  const isReference = (one) => /^ref/i.test(one), isOther = (one) => /^(id|src|source|seg|doc|lang|system)/i.test(one);
  byId("references").value = names.filter(isReference).join(" ");
  byId("candidates").value = names.filter((one) => !isReference(one) && !isOther(one)).join(" ");
}

function list() {
  byId("roles").replaceChildren(...inputs.map((input) => {
    const [item, label, select] = ["li", "label", "select"].map((tag) => document.createElement(tag));
    const name = document.createElement("bdi");
    name.textContent = input.name;
    select.append(...ROLES.map((one) => new Option(one, one, false, one === input.role)));
    select.onchange = () => { input.role = select.value; list.table(); };
    label.append("is taken for: ", select);
    select.setAttribute("aria-label", `${input.name} is taken for`);
    item.append(name, label);
    return item;
  }));
  list.table();
}
list.table = () => { byId("table").hidden = !inputs.some((one) => one.role === "table"); };

// Words of a line of flags; quotes keep spaces.
const words = (line) => [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((m) => m[1] ?? m[2] ?? m[3]);
const quoted = (word) => /^[\w@%+=:,.\/-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;

function job() {
  const files = {}, of = (wanted) => inputs.filter((one) => one.role === wanted);
  for (const one of inputs) if (one.role !== "not used") files[one.name] = one.blob;
  const pasted = (id) => {
    const text = byId(id).value;
    if (text) files[`${id}.txt`] = new Blob([text.endsWith("\n") ? text : text + "\n"]);
    return text ? [`${id}.txt`] : [];
  };
  const [table] = of("table");
  const names = (wanted) => of(wanted).map((one) => one.name);
  const references = table ? words(byId("references").value) : [...names("reference"), ...pasted("reference")];
  const candidates = table ? words(byId("candidates").value) : [...names("candidate"), ...pasted("candidate")];
  const args = table ? ["--records", table.name] : [];
  for (const one of references) args.push("-r", one);
  for (const one of names("source")) args.push("--source", one);
  if (byId("tokenize").value !== "13a") args.push("-t", byId("tokenize").value);
  if (byId("lowercase").checked) args.push("--lowercase");
  args.push(...words(byId("significance").value), ...words(byId("flags").value));
  return { args, candidates, files };
}

// Runs the program, and returns its output and the files that it wrote.
function run(args, files) {
  return new Promise(async (resolve) => {
    const texts = { out: [], err: [] };
    const decode = async (parts) => new Blob(parts).text();
    worker = new Worker(workerUrl);
    const end = async (result) => {
      if (worker) worker.terminate();
      worker = null;
      const err = (await decode(texts.err)).replace(/\r[^\r\n]*(?=\r)|\r/g, "");
      resolve({ out: await decode(texts.out), err, ...result });
    };
    run.stop = () => end({ failed: "stopped" });
    worker.onerror = (event) => end({ failed: event.message });
    worker.onmessage = ({ data }) => {
      if (data.done) return end(data.done);
      if (data.failed) return end({ failed: data.failed });
      texts[data.to].push(data.data);
      const line = new TextDecoder().decode(data.data);
      if (line.startsWith("\r")) byId("state").textContent = line.trim() || "Scoring …";
    };
    worker.postMessage({ module: await program, args: ["bleu", ...args], inputs: files });
  });
}

function busy(is) {
  byId("score").disabled = is;
  byId("stop").disabled = !is;
  byId("state").textContent = is ? "Scoring …" : "";
}

byId("form").onsubmit = async (event) => {
  event.preventDefault();
  const { args, candidates, files } = job();
  busy(true);
  byId("messages").textContent = byId("output").textContent = "";
  byId("result").hidden = true;
  const all = [...args, "--report", "report.html", ...candidates];
  const { out, err, failed, code, files: written = {} } = await run(all, files);
  busy(false);
  byId("messages").textContent = err + (failed ? `bleu: ${failed}` : "");
  byId("state").textContent = failed ? "Not scored." : code > 1 ? "The program found a fault in the input or the settings." : "Done.";
  if (failed || code > 1) return;
  report = written["report.html"];
  last = { args, candidates, files };
  byId("command").textContent = ["bleu", ...all].map(quoted).join(" ");
  byId("output").textContent = out;
  byId("report").srcdoc = report ? new TextDecoder().decode(report) : "";
  byId("report").hidden = byId("save").disabled = !report;
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
byId("save").onclick = () => save("report.html", report);
for (const button of document.querySelectorAll("[data-format]")) {
  button.onclick = async () => {
    busy(true);
    const { format } = button.dataset;
    const { out, err, failed } = await run([...last.args, "--format", format, ...last.candidates], last.files);
    busy(false);
    if (failed || !out) byId("messages").textContent = err + (failed || "");
    else save(`scores.${format}`, out);
  };
}

byId("files").onchange = (event) => { add(event.target.files); event.target.value = ""; };
addEventListener("dragover", (event) => { event.preventDefault(); byId("texts").classList.add("drop"); });
addEventListener("dragleave", () => byId("texts").classList.remove("drop"));
addEventListener("drop", (event) => {
  event.preventDefault();
  byId("texts").classList.remove("drop");
  add(event.dataTransfer.files);
});
