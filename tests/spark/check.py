"""Runs the Spark recipes of src/manual/shards.md and compares their statistics, byte for byte, with one process.

    python3 -m venv venv && venv/bin/pip install pyspark pandas pyarrow
    venv/bin/python tests/spark/check.py target/release/bleu [local[2] | local-cluster[2,1,1024] | standalone] ...

Needs Java 17. Each check prints a line; the exit status is 1 if one fails. `standalone` starts a cluster of two hosts, two
loopback addresses, since Spark runs no copy of a slow task on the host of the first; only speculation is checked there.
"""

import contextlib
import os
import re
import stat
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pyspark
from pyspark import SparkConf, SparkContext
from pyspark.sql import SparkSession

MANUAL = Path(__file__).parents[2] / "src/manual/shards.md"
MASTERS = ["local[2]", "local-cluster[2,1,1024]", "standalone"]
STANDALONE = "spark://127.0.0.1:7177"
SEGMENTS = 2000


def recipes():
    """The functions in the manual's Python blocks, by name."""
    names = {}
    for block in re.findall(r"^```python\n(.*?)^```", MANUAL.read_text(), re.M | re.S):
        exec(block, names)
    return names


def rows(count):
    words = "the cat sat on a mat while it rained and we were at home".split()
    text = lambda i, k: " ".join(words[(i * k + j * (1 + i % k)) % len(words)] for j in range(4 + i % 7))
    return [(str(i + 1), text(i, 3), text(i, 5)) for i in range(count)]


def one_process(binary, table, *options):
    command = [binary, "--records", "-", "--records-format", "tsv", "-r", "2", "3", "--id", "1", "--names", "mt", *options]
    text = "".join("\t".join(row) + "\n" for row in table).encode()
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=True).stdout


def added(binary, lines, *options):
    text = "".join(line + "\n" for line in lines).encode()
    return subprocess.run([binary, "--from-stats", *options], input=text, capture_output=True)


def program(folder, name, script):
    """A program that takes the place of bleu, for failures."""
    path = Path(folder, name)
    path.write_text("#!/bin/sh\n" + script)
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return str(path)


def context(master, **settings):
    conf = SparkConf().setMaster(master).setAppName("bleu").set("spark.ui.enabled", "false")
    conf.set("spark.sql.shuffle.partitions", "4").set("spark.ui.showConsoleProgress", "false")
    for key, value in settings.items():
        conf.set("spark." + key.replace("_", "."), value)
    session = SparkSession.builder.config(conf=conf).getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    return session


@contextlib.contextmanager
def standalone():
    """A master and two workers, on two hosts."""
    run = [os.path.join(os.environ["SPARK_HOME"], "bin/spark-class")]
    deploy = "org.apache.spark.deploy."
    with tempfile.TemporaryDirectory() as folder:
        start = lambda *command: subprocess.Popen(run + list(command), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        options = ["--webui-port", "0", "--host"]
        processes = [start(deploy + "master.Master", *options, "127.0.0.1", "--port", "7177")]
        time.sleep(5)
        for host in ["127.0.0.1", "127.0.0.2"]:
            worker = [*options, host, "--cores", "1", "--memory", "1g", "--work-dir", folder, STANDALONE]
            processes.append(start(deploy + "worker.Worker", *worker))
        try:
            yield STANDALONE
        finally:
            for process in processes:
                process.terminate()
            for process in processes:
                process.wait()


class Checks:
    def __init__(self):
        self.failures = 0

    def check(self, name, passed):
        self.failures += not passed
        print("ok    " if passed else "FAILED", name, flush=True)


def check_master(binary, master, checks):
    names, table = recipes(), rows(SEGMENTS)
    expected = {options: one_process(binary, table, *options) for options in [("--stats",), ("--stats=segments",), ("--stats", "--resamples", "40")]}
    session = context(master)
    spark = session.sparkContext
    lines = ["\t".join(row) for row in table]
    try:
        for partitions in [1, 2, 16, 64]:
            for options, result in expected.items():
                found = names["bleu_records"](spark.parallelize(lines, partitions), binary, *options)
                total = added(binary, found, options[0], "--expect-segments", str(SEGMENTS)).stdout
                checks.check(f"{master}: {partitions} partitions, {' '.join(options)}", total == result)
        first, rest = lines[:1500], lines[1500:]
        parts = [[], first, rest, []]
        skewed = spark.parallelize(range(4), 4).flatMap(lambda part: parts[part])
        found = names["bleu_records"](skewed, binary, "--stats")
        checks.check(f"{master}: empty and skewed partitions", len(found) == 4 and added(binary, found, "--stats").stdout == expected[("--stats",)])
        frame = session.createDataFrame(table, "id string, ref string, mt string").repartition(7)
        found = names["bleu_records_of_frame"](frame, binary, "--stats")
        checks.check(f"{master}: a DataFrame", added(binary, found, "--stats").stdout == expected[("--stats",)])
        with tempfile.TemporaryDirectory() as folder:
            broken = program(folder, "broken", f'cat > "$TMPDIR/in.$$"; if grep -q "^1001\t" "$TMPDIR/in.$$"; then exit 7; fi; exec {binary} "$@" < "$TMPDIR/in.$$"\n'.replace("$TMPDIR", folder))
            try:
                names["bleu_records"](spark.parallelize(lines, 16), broken, "--stats")
                failed = False
            except Exception:
                failed = True
            checks.check(f"{master}: a program that fails on a partition fails the job", failed)
            if master.startswith("local-cluster"):
                # The first process that gets the segment kills the executor: the parent of the parent of its shell.
                marker = Path(folder, "killed")
                killer = program(folder, "killer", f'''input={folder}/in.$$; cat > $input
if grep -q "^1001\t" $input && mkdir {marker} 2> /dev/null; then
  pid=$$
  while [ "$pid" -gt 1 ]; do
    pid=$(cut -d " " -f 4 /proc/$pid/stat)
    if tr "\\0" " " < /proc/$pid/cmdline | grep -q CoarseGrainedExecutorBackend; then kill -9 $pid; break; fi
  done
  sleep 1
fi
exec {binary} "$@" < $input
''')
                found = names["bleu_records"](spark.parallelize(lines, 16), killer, "--stats")
                total = added(binary, found, "--stats", "--expect-segments", str(SEGMENTS)).stdout
                checks.check(f"{master}: an executor killed in the stage", marker.exists() and total == expected[("--stats",)])
    finally:
        session.stop()


def check_speculation(binary, master, checks):
    table = rows(SEGMENTS)
    expected = one_process(binary, table, "--stats")
    session = context(master, speculation="true", speculation_interval="100ms", speculation_multiplier="1.1", speculation_quantile="0.5")
    try:
        with tempfile.TemporaryDirectory() as folder:
            starts = Path(folder, "starts")
            slow = program(folder, "slow", f'''input={folder}/in.$$; cat > $input
if grep -q "^1001\t" $input; then echo start >> {starts}; mkdir {folder}/first 2> /dev/null && sleep 8; fi
exec {binary} "$@" < $input
''')
            lines = ["\t".join(row) for row in table]
            found = recipes()["bleu_records"](session.sparkContext.parallelize(lines, 16), slow, "--stats")
            total = added(binary, found, "--stats", "--expect-segments", str(SEGMENTS)).stdout
            runs = len(starts.read_text().split())
            checks.check(f"{master}: speculation ran a slow partition {runs} times", total == expected)
            # Elsewhere all executors are on one host.
            if master == STANDALONE:
                checks.check(f"{master}: a copy of a slow task was started", runs > 1)
    finally:
        session.stop()


def main():
    binary = os.path.abspath(sys.argv[1])
    # Executors use the same Python, which has pandas.
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ.setdefault("SPARK_HOME", os.path.dirname(pyspark.__file__))
    checks = Checks()
    for name in sys.argv[2:] or MASTERS:
        if name != "standalone":
            check_master(binary, name, checks)
        with standalone() if name == "standalone" else contextlib.nullcontext(name) as master:
            check_speculation(binary, master, checks)
    sys.exit(checks.failures > 0)


if __name__ == "__main__":
    main()
