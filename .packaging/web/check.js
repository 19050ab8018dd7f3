#!/usr/bin/env node
// Opens bleu.html from disk in a headless Chromium without a network, and compares what it shows with the program's output.
//
//   NODE_PATH=/tmp/browser/node_modules node .packaging/web/check.js target/release/bleu target/packaging/bleu.html [CORPORA [FOLDER FOR SCREENSHOTS]]
"use strict";

const { spawnSync } = require("child_process");
const fs = require("fs");
const os = require("os");
const path = require("path");
const zlib = require("zlib");
const puppeteer = require("puppeteer-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [bleu, html, corpora = "200", screenshots] = process.argv.slice(2);
if (!html) {
  console.error("usage: check.js BLEU BLEU.HTML [NUMBER OF CORPORA [FOLDER FOR SCREENSHOTS]]");
  process.exit(2);
}
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

// Output of the program for the command that the page shows.
function expected(command) {
  const words = [...command.matchAll(/'((?:[^']|'\\'')*)'|(\S+)/g)].map((m) => m[1]?.replaceAll("'\\''", "'") ?? m[2]);
  const { stdout, stderr, status } = spawnSync(path.resolve(bleu), words.slice(1), { cwd: folder, encoding: "utf8", env: { NO_COLOR: "1" } });
  return { out: stdout, err: stderr, status };
}

// Numbers with 12 digits: the exponential function of WebAssembly may differ in the 17th.
const rounded = (text) => text.replace(/\d+\.\d{12,}(e-?\d+)?/g, (number) => Number(number).toPrecision(12));

// Gives files to the page, fills in its fields, scores, and returns what it shows.
async function score(page, files, fields) {
  await page.reload();
  await (await page.$("#files")).uploadFile(...files);
  await page.waitForFunction((count) => document.querySelectorAll("#roles li").length === count, {}, files.length);
  await page.evaluate((fields) => {
    for (const [id, value] of Object.entries(fields)) {
      const field = document.getElementById(id);
      if (field.type === "checkbox") field.checked = value;
      else field.value = value;
    }
  }, fields);
  const begin = Date.now();
  await page.click("#score");
  await page.waitForFunction(() => !document.getElementById("score").disabled, { timeout: 120000 });
  const text = (id) => page.$eval(`#${id}`, (element) => element.textContent);
  const report = await page.evaluate(() => (report ? new TextDecoder().decode(report) : ""));
  return { out: await text("output"), err: await text("messages"), command: await text("command"), state: await text("state"), report, ms: Date.now() - begin };
}

async function sameOutput(page) {
  const settings = ["", "--percent --digits 1", "-f json", "-f jsonl", "-f tsv", "-f csv", "-f markdown", "-f latex", "--max-order 2",
    "--smooth add-k", "--effective-order", "--normalize nfkc", "--digits 9 --show 3", "--as all"];
  let different = 0;
  for (let i = 0; i < Number(corpora); i++) {
    const reference = Array.from({ length: 1 + random(60) }, () => line(1 + random(25)));
    const systems = Array.from({ length: 1 + random(3) }, (_, n) => write(`system ${n}.txt`, reference.map(changed).join("\n") + "\n"));
    const files = [...systems, write("ref.txt", reference.join("\n") + "\n")];
    const significance = systems.length > 1 ? pick(["", "--paired bootstrap", "--paired randomization"]) : pick(["", "--confidence"]);
    const fields = { tokenize: pick(["13a", "intl", "zh", "cjk", "words", "char", "graphemes", "none"]), lowercase: random(2) === 1, significance, flags: pick(settings) };
    const shown = await score(page, files, fields);
    const wanted = shown.command ? expected(shown.command) : {};
    const report = shown.command ? fs.readFileSync(path.join(folder, "report.html"), "utf8") : "";
    const texts = { out: [shown.out, wanted.out || ""], err: [shown.err, wanted.err || ""], report: [shown.report, report] };
    let same = shown.command !== "";
    for (const [what, [one, other]] of Object.entries(texts).map(([what, pair]) => [what, pair.map(rounded)])) {
      same &&= one === other;
      const at = [...one].findIndex((_, i) => one[i] !== other[i]);
      if (one !== other) console.log(`${JSON.stringify(fields)}: ${what} differs: ${one.slice(at - 30, at + 30)} | ${other.slice(at - 30, at + 30)}`);
    }
    different += same ? 0 : 1;
  }
  check(`${corpora} random corpora: output, messages and report are the program's`, different === 0, `${different} differ`);
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
  const bomb = zlib.gzipSync(Buffer.alloc(300e6, 97));
  shown = await score(page, [write("hyp.txt.gz", bomb), write("ref.txt", "a\n")], {});
  check("a line of 300 MB out of 300 kB does no harm", /score|Done|Not scored|fault/.test(shown.state), shown.state + shown.err);
}

async function large(page) {
  const text = (count, change) => Array.from({ length: count }, (_, i) => { state = i + 1; const one = line(20); return change ? changed(one) : one; }).join("\n") + "\n";
  const five = [1, 2, 3, 4, 5].map((n) => { const lines = text(2000, true); return write(`s${n}.txt`, lines.split("\n").map((one) => one.replace(/a/g, () => (random(n + 1) ? "a" : "b"))).join("\n")); });
  let shown = await score(page, [...five, write("ref.txt", text(2000))], { significance: "--paired bootstrap" });
  console.log(`2,000 segments of five systems, paired: ${shown.ms} ms: ${shown.state}`);
  shown = await score(page, [write("hyp.txt", text(100000, true)), write("ref.txt", text(100000))], {});
  console.log(`100,000 segments with their report: ${shown.ms} ms: ${shown.state} ${shown.err.slice(0, 200)}`);
}

async function looks(page) {
  await page.reload();
  const reference = Array.from({ length: 30 }, () => line(12));
  await score(page, [write("hyp.txt", reference.map(changed).join("\n") + "\n"), write("ref.txt", reference.join("\n") + "\n")], {});
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
  for (const part of [hostile, looks, sameOutput, ...(process.env.FAST ? [] : [large])]) await part(page);
  check("no address is asked for", asked.length === 0, asked);
  check("nothing is written to the console", said.length === 0, said.join("\n"));
  await browser.close();
  fs.rmSync(folder, { recursive: true });
  process.exit(failures ? 1 : 0);
})();
