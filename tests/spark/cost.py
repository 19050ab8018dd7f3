"""Measures what Spark costs: the recipe of src/manual/shards.md on a table, by the number of partitions.

    venv/bin/python tests/spark/cost.py target/release/bleu TABLE [PARTITIONS] ...

TABLE has the columns id, reference, candidate. For each number of partitions, prints wall seconds beside those of one process
of the program in the same minute; `cat` is the same job with a program that only copies, so that the engine's own cost
shows. Needs Java 17.
"""

import os
import subprocess
import sys
import time

from check import context, recipes

MASTER = "local-cluster[2,1,1024]"


def timed(work):
    start = time.monotonic()
    result = work()
    return time.monotonic() - start, result


def main():
    binary, table = map(os.path.abspath, sys.argv[1:3])
    os.environ["PYSPARK_PYTHON"] = sys.executable
    flags = ["--records", table, "--records-format", "tsv", "-r", "2", "3", "--id", "1", "--names", "mt", "--stats"]
    count = lambda jobs: subprocess.run([binary, *flags, "--jobs", str(jobs)], stdout=subprocess.PIPE, check=True).stdout
    session = context(MASTER)
    # The first job of an executor starts it.
    session.sparkContext.parallelize(range(1000), 4).pipe("cat", checkCode=True).count()
    for partitions in map(int, sys.argv[3:] or ["16", "64", "256"]):
        one, expected = timed(lambda: count(1))
        two, _ = timed(lambda: count(2))
        # A file has at least a partition per 32 MB.
        lines = session.sparkContext.textFile(table, partitions).coalesce(partitions)
        copy, _ = timed(lambda: lines.pipe("cat", checkCode=True).count())
        seconds, records = timed(lambda: recipes()["bleu_records"](lines, binary, "--stats"))
        text = "".join(line + "\n" for line in records).encode()
        total = subprocess.run([binary, "--from-stats", "--stats"], input=text, stdout=subprocess.PIPE, check=True).stdout
        assert total == expected
        print(f"{lines.getNumPartitions()} partitions: {seconds:.1f} s, cat {copy:.1f} s, one process {one:.1f} s, with two "
              f"threads {two:.1f} s; {seconds / one:.2f} of one process, {seconds / copy:.2f} of cat; load {os.getloadavg()[0]:.1f}", flush=True)
    session.stop()


if __name__ == "__main__":
    main()
