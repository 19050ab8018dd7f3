#!/usr/bin/env node
// Opens bleu.html from disk in a headless Chromium without a network, and compares what it shows with the program's output.
"use strict";

const { spawnSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const zlib = require("zlib");
const puppeteer = require("puppeteer-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [bleu, html, corpora = "200", screenshots] = process.argv.slice(2);
if (!html) throw new Error("usage: check.js BLEU BLEU.HTML [NUMBER OF CORPORA [FOLDER FOR SCREENSHOTS]]");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bleu-web-"));
let failures = 0;
const check = (what, holds, found = "") => {
  failures += holds ? 0 : 1;
  console.log(`${holds ? "ok" : "FAILED"}: ${what}${!holds && found ? `: ${String(found).slice(0, 2000)}` : ""}`);
};

// Numbers that are the same in every run.
let state = 1;
const random = (below) => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};
const pick = (list) => list[random(list.length)];
const WORDS = "the of to and in für über Häuser 城市 河流 도시 город вода مدينة शहर , . ! ? \" ' & &amp; <b> 3.5 10-12 co-op a b c d e".split(" ");
const line = (words) => Array.from({ length: words }, () => pick(WORDS)).join(" ");
const changed = (text) => text.split(" ").filter(() => random(9) > 0).map((word) => (random(5) ? word : pick(WORDS))).join(" ");

const write = (name, data) => {
  fs.writeFileSync(path.join(folder, name), data);
  return path.join(folder, name);
};

// Output of the program for the command that the page shows. Its exponential function is then that of WebAssembly and of the
// static programs, which multiply and add in two steps; the last bit of a number may depend on it.
function expected(command) {
  const words = [...command.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map((m) => m[1]?.replaceAll("'\\''", "'") ?? m[2]);
  const env = { NO_COLOR: "1", GLIBC_TUNABLES: "glibc.cpu.hwcaps=-FMA,-FMA4,-AVX2" };
  const { stdout: out, stderr: err } = spawnSync(path.resolve(bleu), words.slice(1), { cwd: folder, encoding: "utf8", env, maxBuffer: 1e9 });
  return { out, err };
}

// Gives files to the page, fills in its fields, scores, and returns what it shows.
async function score(page, files, fields) {
  await page.reload();
  await (await page.$("#files")).uploadFile(...files);
  await page.waitForFunction((count) => document.querySelectorAll("#roles li").length === count, {}, files.length);
  await page.evaluate((fields) => {
    for (const [id, value] of Object.entries(fields)) byId(id)[byId(id).type === "checkbox" ? "checked" : "value"] = value;
  }, fields);
  const begin = Date.now();
  await page.click("#score");
  await page.waitForFunction(() => !byId("score").disabled, { timeout: 120000 });
  const ms = Date.now() - begin;
  const [out, err, command, state] = await page.evaluate(() => ["output", "messages", "command", "state"].map((id) => byId(id).textContent));
  return { out, err, command, state, ms, report: await page.evaluate(() => (report ? new TextDecoder().decode(report) : "")) };
}

// The texts of systems and a reference, as files of each format.
const rows = (systems, reference, row) => [["ref", ...systems.map((_, n) => `system ${n}`)], ...reference.map((one, i) => [one, ...systems.map((lines) => lines[i])])].map(row).join("\n") + "\n";
const csv = (separator) => (row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(separator);
const FORMATS = {
  text: (systems, reference) => [...systems, reference, systems[0]].map((lines, n, all) => write(["src.txt", "ref.txt"][all.length - n - 1] || `system ${n}.txt`, lines.join("\n") + "\n")),
  gzip: (systems, reference) => FORMATS.text(systems, reference).map((name) => write(path.basename(name) + ".gz", zlib.gzipSync(fs.readFileSync(name)))),
  tsv: (...texts) => [write("table.tsv", rows(...texts, (row) => row.join("\t")))],
  csv: (...texts) => [write("table.csv", rows(...texts, csv(",")))],
  semicolons: (...texts) => [write("table;.csv", rows(...texts, csv(";")))],
  jsonl: (...texts) => [write("table.jsonl.gz", zlib.gzipSync(rows(...texts, (row) => JSON.stringify(Object.fromEntries(row.map((one, n) => [n ? `system_${n}` : "ref", one])))).split("\n").slice(1).join("\n")))],
  xml: (systems, reference) => [write("set.xml", `<dataset id="x"><doc id="d">\n<src lang="en"><p>${reference.map((one, i) => `<seg id="${i + 1}">x</seg>`).join("\n")}</p></src>\n` +
    [["ref", "translator", "A", reference], ...systems.map((lines, n) => ["hyp", "system", `system ${n}`, lines])].map(([tag, kind, name, lines]) =>
      `<${tag} lang="de" ${kind}="${name}"><p>${lines.map((one, i) => `<seg id="${i + 1}">${one.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</seg>`).join("\n")}</p></${tag}>\n`).join("") + "</doc></dataset>\n")],
};

async function sameOutput(page) {
  const settings = ["", "--percent --digits 1", "-f json", "-f jsonl", "-f tsv", "-f csv", "-f markdown", "-f latex", "--max-order 2",
    "--smooth add-k", "--effective-order", "--normalize nfkc", "--digits 9 --show 3", "--as all"];
  let different = 0, refused = 0;
  for (let i = 0; i < Number(corpora); i++) {
    const reference = Array.from({ length: 1 + random(60) }, () => line(1 + random(25)));
    const systems = Array.from({ length: 1 + random(3) }, () => reference.map(changed));
    const [format, files] = [Object.keys(FORMATS)[i % 7], Object.values(FORMATS)[i % 7](systems, reference)];
    const significance = systems.length > 1 ? pick(["", "--paired bootstrap", "--paired randomization"]) : pick(["", "--confidence"]);
    const fields = { tokenize: pick(["13a", "intl", "zh", "cjk", "words", "char", "graphemes", "codepoints", "nltk", "none"]), lowercase: random(2) === 1, significance, flags: pick(settings) };
    const shown = await score(page, files, fields);
    const wanted = expected(shown.command);
    const report = wanted.out && fs.readFileSync(path.join(folder, "report.html"), "utf8");
    const texts = { out: [shown.out, wanted.out], err: [shown.err, wanted.err], report: [shown.report, report] };
    const differing = Object.entries(texts).filter(([, [one, other]]) => one !== other);
    for (const [what, [one, other]] of differing) {
      const at = [...one].findIndex((_, i) => one[i] !== other[i]);
      console.log(`${format} ${JSON.stringify(fields)}: ${what} differs: ${one.slice(at - 30, at + 30)} | ${other.slice(at - 30, at + 30)}`);
    }
    different += differing.length ? 1 : 0;
    refused += wanted.out ? 0 : 1;
  }
  check(`${corpora} random corpora: output, messages and report are the program's`, different === 0 && refused < corpora / 10, `${different} differ, ${refused} refused`);
}

async function hostile(page) {
  const lines = (text) => Array(20).fill(text).join("\n") + "\n";
  const markup = "<script>document.title='pwned'</script> <img src=x onerror=\"document.title='pwned'\"> </pre> 'a' \"b\"";
  let shown = await score(page, [write("<img onerror=alert(1)>.txt", lines(markup)), write("ref.txt", lines(markup + " x"))], {});
  check("markup does not run", (await page.title()) === "BLEU" && shown.out !== "", shown.err);
  shown = await score(page, [write("hyp.txt", Buffer.from([0xff, 0xfe, 0x80, 10, 0, 10])), write("ref.txt", "a\nb\n")], {});
  check("a file that is not text is refused in the program's words", shown.out === "" && /not UTF-8|UTF-16|length/.test(shown.err), shown.err);
  shown = await score(page, [write("hyp.txt", "a\n"), write("ref.txt", "a\nb\n")], {});
  check("texts of different lengths are refused", shown.out === "" && shown.err.startsWith("bleu: "), shown.err);
  shown = await score(page, [write("hyp.txt.gz", zlib.gzipSync(lines("a b c d"))), write("ref.txt", lines("a b c d"))], {});
  check("gzip is read", shown.out.includes("= 1.0000"), shown.err);
  shown = await score(page, [write("table.tsv", "id\tref\tone\n1\ta b c d\ta b c d\n")], {});
  check("the columns of a table are found", shown.out.includes("= 1.0000"), shown.err);
  const member = zlib.gzipSync(Buffer.alloc(100e6, 97));
  shown = await score(page, [write("hyp.txt.gz", Buffer.concat(Array(60).fill(member))), write("ref.txt", "a\n")], {});
  check("a line of 6 GB out of 6 MB does no harm", shown.out === "" && /longer than 256 MiB|memory/.test(shown.err), shown.state + shown.err);
  shown = await score(page, [write("hyp.txt", "a b c d\n".repeat(1e6)), write("ref.txt", "a b c d\n".repeat(1e6))], {});
  check("a million lines are scored", shown.out.includes("= 1.0000"), shown.state + shown.err);
}

// What a person does besides: pasting, keys, dropping, stopping, saving.
async function person(page) {
  const text = Array.from({ length: 40 }, () => line(12));
  const [arabic, other] = ["مدينة كبيرة في شمال البلاد", "مدينة صغيرة في شمال البلاد الكبيرة"].map((one) => `${one}\n`.repeat(20));
  await page.reload();
  await page.click("summary");
  for (const [id, pasted] of [["candidate", other], ["reference", arabic]]) {
    write(`${id}.txt`, pasted);
    await page.focus(`#${id}`);
    await page.evaluate((pasted) => document.execCommand("insertText", false, pasted), pasted);
  }
  for (let i = 0; i < 20 && (await page.evaluate(() => document.activeElement.id)) !== "score"; i++) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => byId("output").textContent);
  const [command, output] = await page.evaluate(() => [byId("command").textContent, byId("output").textContent]);
  check("pasted text is scored by keys alone", output === expected(command).out, output);
  check("Arabic is written from right to left", await page.$eval("#candidate", (one) => getComputedStyle(one).direction === "rtl"));
  check("the report is shown, with its scores", await (await (await page.$("#report")).contentFrame()).evaluate(() => document.body.textContent.includes("BLEU")));

  await page.reload();
  await page.evaluate((texts) => {
    const data = new DataTransfer();
    for (const [name, text] of texts) data.items.add(new File([text], name));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, [["ref.txt", text.map(changed).join("\n")], ["hyp.txt", text.join("\n")]]);
  await page.waitForFunction(() => document.querySelectorAll("#roles li").length === 2);
  const roles = await page.$$eval("#roles select", (all) => all.map((one) => one.value).join());
  check("dropped files are taken by their names", roles === "reference,candidate", roles);
  await page.evaluate(() => [...document.querySelectorAll("#roles select")].forEach((one, n) => { one.value = ["candidate", "reference"][n]; one.onchange(); }));
  await page.click("#score");
  await page.waitForFunction(() => byId("output").textContent);
  check("what they were taken for can be changed", (await page.$eval("#command", (one) => one.textContent)).startsWith("bleu -r hyp.txt"));

  await (await page.createCDPSession()).send("Browser.setDownloadBehavior", { behavior: "allow", downloadPath: folder });
  write("hyp.txt", text.map(changed).join("\n") + "\n");
  const shown = await score(page, [path.join(folder, "hyp.txt"), write("ref.txt", text.join("\n") + "\n")], { flags: "-f markdown" });
  for (const [name, button] of [["scores.tsv", "[data-format=tsv]"], ["scores.json", "[data-format=json]"], ["report.html", "#written button"]]) {
    fs.rmSync(path.join(folder, name), { force: true });
    await page.click(button);
    for (let i = 0; i < 100 && !fs.existsSync(path.join(folder, name)); i++) await new Promise((done) => setTimeout(done, 100));
    const format = name.split(".")[1], wanted = name === "report.html" ? shown.report : expected(`bleu -r ref.txt -f ${format} hyp.txt`).out;
    check(`${name} is saved`, fs.readFileSync(path.join(folder, name), "utf8") === wanted);
  }

  const six = ["s1", "s2", "s3", "s4", "s5", "ref"].map((name) => write(`${name}.txt`, Array.from({ length: 3000 }, () => line(15)).join("\n")));
  const busy = score(page, six, { flags: "--paired bootstrap --resamples 100000" });
  await page.waitForFunction(() => byId("progress").textContent.startsWith("bleu: resample "), { timeout: 60000 });
  const begin = Date.now();
  await page.click("#stop");
  check("a run shows its progress and can be stopped", (await busy).err.endsWith("\nbleu: stopped") && Date.now() - begin < 1000, `${(await busy).err} ${Date.now() - begin} ms`);
}

// Times, which depend on the machine.
async function large(page) {
  const text = (count, share) => {
    state = 1;
    const lines = Array.from({ length: count }, () => `${line(20)} ${random(1000)}\n`);
    return lines.map((one) => one.replace(/[abcde]/g, (letter) => (random(share) ? letter : "x")));
  };
  const run = async (what, systems, count, repeats, fields) => {
    const files = systems.map((share, n) => write(n ? `s${n}.txt` : "ref.txt", text(count, share).join("").repeat(repeats)));
    const shown = await score(page, files, fields);
    console.log(`${what}: ${shown.ms} ms: ${shown.state} ${shown.err.slice(0, 300)}`);
    check(`${what}: scored, or a sentence says why not`, shown.out || shown.err);
  };
  await run("2,000 segments of five systems, paired", [9, 2, 3, 4, 5, 6], 2000, 1, { significance: "--paired bootstrap" });
  await run("100,000 segments with their report", [9, 3], 100000, 1, {});
  await run("100 MB of candidates and as much of references", [9, 3], 100000, 10, { page: false });
}

async function looks(page) {
  const reference = Array.from({ length: 30 }, () => line(12));
  await score(page, [write("hyp.txt", reference.map(changed).join("\n") + "\n"), write("ref.txt", reference.join("\n") + "\n")], {});
  await (await (await page.$("#report")).contentFrame()).waitForSelector("h1");
  await page.evaluate(axe);
  for (const scheme of ["light", "dark"]) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    for (const width of [320, 1280]) {
      await page.setViewport({ width, height: 900 });
      const beyond = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      check(`nothing is beyond the edge at ${width} pixels, ${scheme}`, beyond <= 0, await page.evaluate(() => [...document.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > innerWidth).map((one) => one.outerHTML.slice(0, 80)).join("\n")));
      if (screenshots) await page.screenshot({ path: path.join(screenshots, `page-${width}-${scheme}.png`), fullPage: true });
    }
    const faults = await page.evaluate(() => axe.run(document, { iframes: false }).then((result) => result.violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html)}`)));
    check(`no fault of accessibility, ${scheme}`, faults.length === 0, faults.join("\n"));
  }
}

(async () => {
  const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium-headless-shell", args: ["--no-sandbox"], protocolTimeout: 300000 });
  const page = await browser.newPage();
  const asked = [], said = [];
  page.on("request", (request) => { if (!/^(file|blob|data|about):/.test(request.url())) asked.push(request.url()); });
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  await page.setOfflineMode(true);
  await page.goto("file://" + path.resolve(html));
  for (const part of [person, looks, sameOutput, hostile, large]) await part(page);
  check("no address is asked for", asked.length === 0, asked);
  check("nothing is written to the console", said.length === 0, said.join("\n"));
  await browser.close();
  fs.rmSync(folder, { recursive: true });
  process.exit(failures ? 1 : 0);
})();
