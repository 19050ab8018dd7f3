#!/usr/bin/env node
// Opens reports in a headless Chromium and checks what only a browser can tell. See README.md beside this file.
//
//   NODE_PATH=/tmp/browser/node_modules node tests/report/check.js target/release/bleu [FOLDER FOR SCREENSHOTS]
"use strict";

const { execFileSync } = require("child_process");
const assert = require("assert");
const fs = require("fs");
const os = require("os");
const path = require("path");
const puppeteer = require("puppeteer-core");
const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

const [bleu, screenshots] = process.argv.slice(2);
if (!bleu) {
  console.error("usage: check.js BLEU [FOLDER FOR SCREENSHOTS]");
  process.exit(2);
}
const corpora = path.join(__dirname, "../../testdata/corpora");
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "bleu-report-"));
const ROWS = 20000;
const FIRST_PAINT = 2000; // Milliseconds.

const corpus = (name) => fs.readFileSync(path.join(corpora, name), "utf8").trimEnd().split("\n");
const write = (name, lines) => {
  fs.writeFileSync(path.join(folder, name), lines.join("\n") + "\n");
  return name;
};
const repeated = (lines, rows) => Array.from({ length: rows }, (_, i) => lines[i % lines.length]);

// Texts that would run as code, or change what is around them, if they were not escaped.
const HOSTILE = [
  "<script>document.title = 'pwned'; alert(1)</script>",
  "</script><script>document.title = 'pwned'; alert(1)</script>",
  "<img src=x onerror=\"document.title='pwned'\"> <svg onload=alert(1)>",
  "javascript:alert(1) --> <!-- ]]> {{7*7}} ${7*7}",
  "a\u2028b \u202Ec\u2066d \u0007\u001b[31m e\u0301 \uFEFF",
  "\" onmouseover=\"alert(1)\" ' onfocus='alert(1)",
  "نص عربي من اليمين إلى اليسار، مع English في الوسط",
  "עברית 日本語 한국어 ไทย हिन्दी 👩‍👩‍👧 می‌خواهم",
  "\\u003cscript\\u003ealert(1)\\u003c/script\\u003e &lt;b&gt; &amp;amp;",
];

// The reports that are checked: their names, and the arguments that make them.
function reports() {
  const mixed = (name) => ["latin", "plain", "symbols"].flatMap((one) => corpus(`${one}.${name}.txt`));
  const [hyp, ref] = [mixed("hyp"), mixed("ref1")];
  const [one, two] = ["latin.hyp.txt", "latin.hyp2.txt"].map((name) => path.join(corpora, name));
  const references = ["-r", path.join(corpora, "latin.ref1.txt"), "-r", path.join(corpora, "latin.ref2.txt")];
  const worse = repeated(hyp, ROWS).map((line, i) => (i % 3 === 0 ? line.split(" ").slice(1).join(" ") : line) + (i % 5 ? "" : " ."));
  write("hyp.txt", repeated(hyp, ROWS));
  write("worse.txt", worse);
  write("ref.txt", repeated(ref, ROWS));
  write("docs.txt", repeated(ref, ROWS).map((_, i) => "document " + Math.floor(i / 200)));
  write("hostile.txt", HOSTILE);
  const name = write("<img src=x onerror=alert(1)>.txt", HOSTILE.slice().reverse());
  const many = Array.from({ length: 12 }, (_, i) => write("a-system-with-a-long-name-that-is-number-" + i + ".txt", corpus("latin.hyp.txt").map((line, at) => (at % 12 < i ? line.slice(4) : line))));
  return {
    one: [...references, one],
    two: [...references, "--by", write("parts.txt", corpus("latin.hyp.txt").map((_, i) => (i < 17 ? "news" : "talks"))), one, two],
    four: [...references, one, two, path.join(corpora, "latin.ref3.txt"), path.join(corpora, "latin.ref2.txt")],
    many: [...references, ...many],
    runs: [...references, "--runs", "2", "--paired", "randomization", one, many[0], two, many[1]],
    long: ["-r", "ref.txt", "--by", "docs.txt", "hyp.txt", "worse.txt"],
    hostile: ["-r", "hostile.txt", "--by", "hostile.txt", "hostile.txt", name],
  };
}

const failures = [];
function check(name, passes, detail = "") {
  console.log(`${passes ? "ok  " : "FAIL"} ${name}${passes || detail === "" ? "" : `: ${detail}`}`);
  if (!passes) failures.push(name);
}

// Opens a page; all that it says or asks for is kept.
async function open(browser, file, settings = {}) {
  const page = await browser.newPage();
  const said = [];
  const asked = [];
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("dialog", (dialog) => {
    said.push("dialog: " + dialog.message());
    dialog.dismiss();
  });
  page.on("request", (request) => asked.push(request.url()));
  await page.setViewport({ width: settings.width || 1600, height: settings.height || 1000 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: settings.dark ? "dark" : "light" }]);
  await page.goto("file://" + path.join(folder, file) + (settings.hash || ""));
  return { page, said, asked: () => asked.filter((address) => !address.startsWith("file://" + folder) && address !== "data:,") };
}

async function faults(page) {
  await page.evaluate(axe);
  const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
  return found.violations.map((one) => `${one.id} (${one.nodes.length}): ${one.nodes[0].html.slice(0, 120)} ${one.nodes[0].failureSummary.replace(/\s+/g, " ").slice(0, 300)}`);
}

const rowsShown = (page) => page.$$eval(".segment", (rows) => rows.map((row) => Number(row.id.slice(1))));
const settle = (page) => page.evaluate(() => new Promise((done) => setTimeout(done, 150)));

async function interaction(browser) {
  const { page, said, asked } = await open(browser, "long.html");
  const paint = await page.evaluate(() => performance.getEntriesByType("paint").map((entry) => entry.startTime));
  check(`${ROWS} rows are painted first after ${Math.round(Math.max(...paint))} ms`, paint.length > 0 && Math.max(...paint) < FIRST_PAINT);
  const count = await page.$eval("#count", (element) => element.textContent);
  check("the table tells its size", count === ROWS + " segments", count);
  check("few rows are made at once", (await page.$$(".segment")).length < 500);

  await page.select("#order", "number");

  await page.click('[data-key="a"] button');
  let scores = await page.$$eval(".segment > [role=cell]:nth-child(2)", (cells) => cells.map((cell) => Number(cell.textContent)));
  check("a click sorts, best first", scores.length > 0 && scores.every((score, i) => i === 0 || score <= scores[i - 1]));
  check("the sorted column says so", (await page.$eval('[data-key="a"]', (head) => head.getAttribute("aria-sort"))) === "descending");
  await page.keyboard.press("Enter");
  scores = await page.$$eval(".segment > [role=cell]:nth-child(2)", (cells) => cells.map((cell) => Number(cell.textContent)));
  check("the keyboard sorts, worst first", scores.every((score, i) => i === 0 || score >= scores[i - 1]));

  await page.click("#reset");
  await settle(page);
  await page.type("#search", "the");
  const found = await page.$$eval(".segment", (rows) => rows.map((row) => row.textContent.toLowerCase().includes("the")));
  check("a search filters", found.length > 0 && found.every((has) => has), `${found.length} rows`);
  await page.click("#reset");
  await settle(page);
  await page.select("#group", "7");
  check("a document filters", (await rowsShown(page))[0] === 1401 && (await page.$eval("#count", (element) => element.textContent)).startsWith("200 of"));
  await page.click("#reset");
  await settle(page);
  await page.type("#least", "0.2");
  await page.type("#most", "0.4");
  scores = await page.$$eval(".segment", (rows) => rows.map((row) => [...row.querySelectorAll("[role=cell]:not(.texts)")].slice(0, 2).map((cell) => Number(cell.textContent))));
  check("a range of scores filters", scores.length > 0 && scores.every((pair) => pair.some((score) => score >= 0.2 - 1e-4 && score <= 0.4 + 1e-4)));
  await page.select("#differs", "worse");
  check("a difference filters", (await page.$$eval(".segment .down", (cells) => cells.length)) === (await page.$$(".segment")).length);

  await page.evaluate(() => (location.hash = "#s15000"));
  await settle(page);
  await settle(page);
  const seen = await page.evaluate(() => {
    const row = document.getElementById("s15000");
    const { top, bottom } = row.getBoundingClientRect();
    return document.activeElement === row && top >= 0 && bottom <= innerHeight;
  });
  check("a link opens a segment that a filter hides", seen);
  await page.evaluate(() => document.querySelector("#s15000 .more button").focus());
  await page.keyboard.press("Enter");
  check("the keyboard opens its n-grams", (await page.$eval("#s15000 .analysis", (panel) => panel.textContent)).includes("Correct "));
  await page.evaluate(() => document.querySelector("#s15000 .analysis button.item").focus());
  check("an n-gram with the focus shows where it is", (await page.$$("#s15000 .same-ngram")).length > 0);
  await page.hover("#s15000 [data-token]");
  check("a token tells its counts", (await page.$eval("#token-info", (info) => (info.hidden ? "" : info.textContent))).includes("in the reference"));
  await page.evaluate(() => {
    const ngrams = document.getElementById("ngrams");
    ngrams.querySelectorAll("details").forEach((details) => (details.open = true));
    ngrams.querySelector("button.ngram").click();
  });
  await settle(page);
  check("an n-gram opens its segments", /^[1-9]\d* of/.test(await page.$eval("#count", (element) => element.textContent)));
  const missed = await page.evaluate(() => {
    const button = document.querySelector('#ngrams button[data-kind="missed"]');
    button.click();
    const { segments } = JSON.parse(document.getElementById("page-data").textContent);
    const times = (text) => text.split(/[ \t]/).filter((word) => word === button.textContent).length;
    const lacks = (segment) => segment[4].reduce((most, text) => Math.max(most, times(text)), 0) - times(segment[3][Number(button.dataset.system)]);
    const lacking = segments.map(lacks).filter((number) => number > 0);
    return {
      listed: Number(button.previousElementSibling.textContent),
      found: lacking.reduce((sum, number) => sum + number, 0),
      shown: parseInt(document.getElementById("count").textContent),
      segments: lacking.length,
    };
  });
  check("its segments are those that it is counted in", missed.listed === missed.found && missed.shown === missed.segments, JSON.stringify(missed));
  await page.evaluate(() => document.querySelector('button.group[data-group="3"]').click());
  await settle(page);
  check("a document opens its segments", (await rowsShown(page))[0] === 601);
  await page.click("#words");
  check("differences are shown word by word", (await page.$$("del.word")).length > 0);
  await page.evaluate(() => document.querySelector("button.largest").click());
  await settle(page);
  const changes = await page.$$eval(".segment > [role=cell]:nth-child(4)", (cells) => cells.map((cell) => Math.abs(Number(cell.textContent.replace("−", "-")))));
  check("the largest differences are listed", changes.every((change, i) => i === 0 || change <= changes[i - 1] + 1e-9));

  await page.click("#reset");
  await settle(page);
  const start = await page.evaluate(() => performance.now());
  let longest = 0;
  for (let i = 0; i < 30; i++) {
    longest = Math.max(longest, await page.evaluate(() => new Promise((done) => {
      const begin = performance.now();
      scrollBy(0, 3000);
      requestAnimationFrame(() => setTimeout(() => done(performance.now() - begin)));
    })));
  }
  const took = (await page.evaluate(() => performance.now())) - start;
  check(`scrolling takes at most ${Math.round(longest)} ms per step`, longest < 500, `${took} ms in all`);
  check("far rows are removed again", (await page.$$(".segment")).length < 1000, String((await page.$$(".segment")).length));
  check("the page is silent", said.length === 0, said.join("; "));
  check("the page asks for nothing", asked().length === 0, asked().join(" "));
  await page.close();
}

// The n-grams that are marked are those that were counted.
async function marks(browser) {
  const { page } = await open(browser, "two.html");
  const { sums, counts, rows } = await page.evaluate(() => {
    const rows = [...document.querySelectorAll(".segment")];
    rows.forEach((row) => row.querySelector(".more button").click());
    const sums = [0, 1].map((system) => [0, 1, 2, 3].map((n) => {
      const correct = (row) => Number([...row.querySelectorAll(".analysis p")].filter((line) => line.textContent.startsWith("Correct"))[system].textContent.match(/-grams (\d+)\//g)[n].slice(7, -1));
      return rows.reduce((sum, row) => sum + correct(row), 0);
    }));
    return { sums, counts: JSON.parse(document.getElementById("result-data").textContent).scores.map((system) => system.counts), rows: rows.length };
  });
  check("sums of marks are the counts", rows > 0 && JSON.stringify(sums) === JSON.stringify(counts), JSON.stringify({ sums, counts }));
  await page.close();
}

async function hostile(browser) {
  const { page, said, asked } = await open(browser, "hostile.html");
  const state = await page.evaluate(() => ({
    title: document.title,
    scripts: document.scripts.length,
    images: document.images.length,
    handlers: [...document.querySelectorAll("*")].filter((element) => [...element.attributes].some(({ name }) => name.startsWith("on"))).length,
    rows: document.querySelectorAll(".segment").length,
    text: document.getElementById("rows").textContent,
    links: [...document.links].filter((link) => !link.getAttribute("href").startsWith("#")).length,
  }));
  check("hostile texts do not run", !state.title.includes("pwned") && said.length === 0, JSON.stringify(said));
  check("hostile texts make no elements", state.scripts === 4 && state.images === 0 && state.handlers === 0 && state.links === 0, JSON.stringify(state));
  check("hostile texts are shown", state.rows === HOSTILE.length && state.text.includes("\\u{202e}"), `${state.rows} rows`);
  check("scripts that join letters keep their joiners", state.text.includes("می‌خواهم"));
  check("hostile texts ask for nothing", asked().length === 0, asked().join(" "));
  const directions = await page.$$eval(".words", (lines) => lines.filter((line) => getComputedStyle(line).direction === "rtl").length);
  check("texts from right to left are shown so", directions > 0);
  await page.close();
}

async function looks(browser, names) {
  for (const name of names) {
    for (const [width, dark] of [[320, false], [1280, false], [1600, true], [320, true]]) {
      const { page, said, asked } = await open(browser, name + ".html", { width, dark });
      await settle(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const title = `${name}, ${width} pixels${dark ? ", dark" : ""}`;
      check(`${title}: nothing is beyond the edge`, wide <= 0, `${wide} pixels`);
      check(`${title}: silent, and alone`, said.length + asked().length === 0, said.concat(asked()).join("; "));
      const odd = await page.evaluate(() => document.body.innerText.split("\n").filter((text) => /^(false|true|null|undefined|NaN)$/.test(text.trim())));
      check(`${title}: no value of the script is shown`, odd.length === 0, odd.join());
      if (screenshots) await page.screenshot({ path: path.join(screenshots, `${name}-${width}${dark ? "-dark" : ""}.png`), clip: { x: 0, y: 0, width, height: width < 600 ? 6000 : 4200 }, captureBeyondViewport: true });
      if (name !== "long" || width === 1600) {
        const found = await faults(page);
        check(`${title}: no fault of accessibility`, found.length === 0, "\n     " + found.join("\n     "));
      }
      await page.close();
    }
    const { page } = await open(browser, name + ".html");
    const pdf = await page.pdf({ format: "A4", margin: { top: "15mm", bottom: "15mm", left: "15mm", right: "15mm" } });
    const pages = (Buffer.from(pdf).toString("latin1").match(/\/Type\s*\/Page\b/g) || []).length;
    check(`${name}: ${pages} pages in print`, pages > 0 && pages < 60);
    if (screenshots) {
      await page.emulateMediaType("print");
      await page.setViewport({ width: 794, height: 3000 });
      await page.screenshot({ path: path.join(screenshots, name + "-print.png") });
    }
    await page.close();
  }
}

(async () => {
  const made = reports();
  for (const [name, args] of Object.entries(made)) {
    execFileSync(path.resolve(bleu), ["-q", ...args, "--report", name + ".html"], { cwd: folder });
  }
  const executablePath = process.env.CHROMIUM || ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"].find((file) => fs.existsSync(file));
  assert(executablePath, "no Chromium; name one in the variable CHROMIUM");
  const browser = await puppeteer.launch({ executablePath, headless: "shell", args: ["--no-sandbox", "--disable-gpu"] });
  try {
    await interaction(browser);
    await marks(browser);
    await hostile(browser);
    await looks(browser, Object.keys(made));
  } finally {
    await browser.close();
    fs.rmSync(folder, { recursive: true });
  }
  console.log(failures.length === 0 ? "all checks passed" : `${failures.length} checks failed`);
  process.exit(failures.length === 0 ? 0 : 1);
})();
