"""Measures what Spark costs: the recipe of src/manual/shards.md on a table, by the number of partitions.

    venv/bin/python tests/spark/cost.py target/release/bleu TABLE [PARTITIONS] ...

TABLE has the columns id, reference, candidate. For each number of partitions, prints the seconds of the job, and the processor
time of all its processes, beside the time of one process of the program in the same minute; `cat` is the same job with a program
that only copies, so that the engine's own cost shows. Needs Java 17 and Linux.
"""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

from check import context, recipes

MASTER = "local-cluster[2,1,1024]"


def processor_seconds():
    """Processor time of this process and of all that it started, those that ended included."""
    times, parents = {}, {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(fields[1])
            times[int(path.parent.name)] = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")

    def is_own(process):
        return process == os.getpid() or process in parents and is_own(parents[process])

    return sum(seconds for process, seconds in times.items() if is_own(process))


def measured(work):
    """Wall seconds, seconds of processor time, and what the work returns."""
    wall, processor = time.monotonic(), processor_seconds()
    result = work()
    return time.monotonic() - wall, processor_seconds() - processor, result


def main():
    binary, table = map(os.path.abspath, sys.argv[1:3])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    flags = ["--records", table, "--records-format", "tsv", "-r", "2", "3", "--id", "1", "--names", "mt", "--stats"]
    count = lambda jobs: subprocess.run([binary, *flags, "--jobs", str(jobs)], stdout=subprocess.PIPE, check=True).stdout
    session = context(MASTER)
    # The first job starts the executors.
    session.sparkContext.parallelize(range(1000), 4).pipe("cat", checkCode=True).count()
    print("| partitions | job | seconds | of one process | processor seconds | of one process |")
    for partitions in map(int, sys.argv[3:] or ["16", "64", "256"]):
        one = measured(lambda: count(1))
        expected = one[2]
        # A file has at least a partition per 32 MB.
        lines = session.sparkContext.textFile(table, partitions).coalesce(partitions)
        spark = measured(lambda: recipes()["bleu_records"](lines, binary, "--stats"))
        text = "".join(line + "\n" for line in spark[2]).encode()
        total = subprocess.run([binary, "--from-stats", "--stats"], input=text, stdout=subprocess.PIPE, check=True).stdout
        assert total == expected
        jobs = {
            "one process": one,
            "two threads": measured(lambda: count(2)),
            "Spark": spark,
            "Spark, cat": measured(lambda: lines.pipe("cat", checkCode=True).count()),
        }
        for name, (wall, processor, _) in jobs.items():
            row = f"{lines.getNumPartitions()} | {name} | {wall:.1f} | {wall / one[0]:.2f} | {processor:.1f} | {processor / one[1]:.2f}"
            print(f"| {row} |", flush=True)
        print(f"load {os.getloadavg()[0]:.1f}", flush=True)
    session.stop()


if __name__ == "__main__":
    main()
