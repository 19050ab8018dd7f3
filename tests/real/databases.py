"""Tables of texts as PostgreSQL and Spark write them."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path


def server_programs():
    """The folder of initdb and postgres: Debian has it outside of PATH."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders:
        raise FileNotFoundError("initdb of PostgreSQL")
    return folders[-1]


def postgresql(rows, columns, options):
    """The output of COPY with these options, by a server of its own, which ends with it."""
    with tempfile.TemporaryDirectory() as folder:
        # The server does not run as root.
        user = ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []
        if user:
            shutil.chown(folder, "postgres")
        data = f"{folder}/data"
        programs = server_programs()
        # The server keeps standard error open.
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        run = lambda *words: subprocess.run([*user, *map(str, words)], check=True, cwd=folder, **streams)
        run(programs / "initdb", "-D", data, "-E", "UTF8", "--locale=C", "-A", "trust", "-U", "bleu")
        run(programs / "pg_ctl", "-D", data, "-l", f"{folder}/log", "-o", f"-k {folder} -c listen_addresses=''", "-w", "start")
        try:
            psql = ["psql", "-h", folder, "-U", "bleu", "-d", "postgres", "-q", "-v", "ON_ERROR_STOP=1", "-c"]
            names = ", ".join(f"{name} text" for name in columns)
            texts = ", ".join("(" + ", ".join("$_$" + text + "$_$" for text in row) + ")" for row in rows)
            statement = f"CREATE TABLE texts (number serial, {names}); INSERT INTO texts ({', '.join(columns)}) VALUES {texts};"
            run(*psql, statement)
            query = f"SELECT {', '.join(columns)} FROM texts ORDER BY number"
            return run(*psql, f"COPY ({query}) TO STDOUT {options}").stdout
        finally:
            run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")


def spark(rows, columns, options):
    """The only part of a data frame that Spark writes as CSV with these options."""
    from pyspark.sql import SparkSession

    session = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    try:
        with tempfile.TemporaryDirectory() as folder:
            frame = session.createDataFrame([tuple(row) for row in rows], list(columns)).coalesce(1)
            frame.write.csv(f"{folder}/texts", header=True, **options)
            [part] = Path(folder, "texts").glob("part-*.csv")
            return part.read_bytes()
    finally:
        session.stop()
