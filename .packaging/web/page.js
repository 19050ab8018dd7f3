"use strict";
const byId = (id) => document.getElementById(id);
const ROLES = ["candidate", "reference", "source", "table", "for a flag only"];
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
    if (input.role === "table") await guessColumns(file);
  }
  list();
}

// Fills in the columns: those named like references, and the others.
async function guessColumns(file) {
  const packed = /\.gz$/i.test(file.name), name = file.name.replace(/\.gz$/i, "").toLowerCase();
  let names = [], isReference = (one) => /^ref/i.test(one);
  const isOther = (one) => /^(id|src|source|seg|doc|domain|lang)|^system$/i.test(one);
  try {
    const stream = packed ? file.stream().pipeThrough(new DecompressionStream("gzip")) : file.stream();
    const text = new TextDecoder().decode((await stream.getReader().read()).value), row = text.split("\n", 1)[0].trim();
    if (name.endsWith("xml")) {
      const all = (attribute) => [...new Set([...text.matchAll(attribute)].map((m) => m[1]))];
      const translators = all(/<ref[^>]*\btranslator="([^"]*)"/g);
      names = [...translators, ...all(/<hyp[^>]*\bsystem="([^"]*)"/g)];
      isReference = (one) => translators.includes(one);
    } else if (name.endsWith("jsonl")) names = Object.keys(JSON.parse(row));
    else names = row.split(name.endsWith("tsv") ? "\t" : row.includes(",") ? "," : ";").map((one) => one.replace(/^"|"$/g, ""));
  } catch { /* The program says what is wrong. */ }
  byId("references").value = names.filter(isReference).map(quoted).join(" ");
  byId("candidates").value = names.filter((one) => !isReference(one) && !isOther(one)).map(quoted).join(" ");
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
