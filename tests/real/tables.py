"""Tables that real programs write, with references and candidates in one file.

`TABLES` has for each form a function that writes `data` into a folder, and the arguments of bleu that score it.
"""

import json
import subprocess

from databases import postgresql, spark
from texts import CANDIDATES, OTHERS, REFERENCES, SIDES, SOURCES

TABLES = {}
ROWS = list(zip(REFERENCES, CANDIDATES, OTHERS))
RECORDS = [{"id": f"s{number}", **dict(zip(SIDES, row))} for number, row in enumerate(ROWS)]


def form(name, arguments="--records data -r ref hyp"):
    def add(function):
        TABLES[name] = (function, arguments)
        return function

    return add


def frame():
    import pandas

    return pandas.DataFrame(SIDES)


def write_jsonl(path, records):
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))


@form("pandas-tsv")
def pandas_tsv(path):
    frame().to_csv(path, sep="\t", index=False)


@form("pandas-tsv-quoted")
def pandas_tsv_quoted(path):
    frame().to_csv(path, sep="\t", index=False, quoting=1)


@form("pandas-csv")
def pandas_csv(path):
    frame().to_csv(path, index=False)


@form("pandas-csv-semicolon")
def pandas_csv_semicolon(path):
    frame().to_csv(path, index=False, sep=";")


@form("pandas-jsonl")
def pandas_jsonl(path):
    frame().to_json(path, orient="records", lines=True)


@form("pandas-json")
def pandas_json(path):
    frame().to_json(path, orient="records", indent=2)


@form("pandas-lists")
def pandas_lists(path):
    path.write_text(json.dumps(frame().to_dict(orient="list")))


@form("pandas-index", "--records data -r *:ref *:hyp")
def pandas_index(path):
    frame().to_json(path, orient="index")


@form("polars-tsv")
def polars_tsv(path):
    import polars

    polars.DataFrame(SIDES).write_csv(path, separator="\t")


@form("polars-csv")
def polars_csv(path):
    import polars

    polars.DataFrame(SIDES).write_csv(path)


@form("polars-ndjson")
def polars_ndjson(path):
    import polars

    polars.DataFrame(SIDES).write_ndjson(path)


def duckdb_copy(path, options):
    import duckdb

    duckdb.register("texts", frame())
    duckdb.execute(f"COPY (FROM texts) TO '{path}' ({options})")


@form("duckdb-tsv")
def duckdb_tsv(path):
    duckdb_copy(path, "FORMAT csv, DELIMITER '\t', HEADER")


@form("duckdb-csv")
def duckdb_csv(path):
    duckdb_copy(path, "FORMAT csv, HEADER")


@form("duckdb-json")
def duckdb_json(path):
    duckdb_copy(path, "FORMAT json")


@form("duckdb-json-array")
def duckdb_json_array(path):
    duckdb_copy(path, "FORMAT json, ARRAY true")


def clickhouse(path, output_format):
    import chdb

    source = path.with_name("source.jsonl")
    write_jsonl(source, RECORDS)
    found = chdb.query(f"SELECT ref, hyp, other FROM file('{source}', JSONEachRow)", output_format)
    path.write_bytes(found.bytes())


@form("clickhouse-tsv")
def clickhouse_tsv(path):
    clickhouse(path, "TabSeparatedWithNames")


@form("clickhouse-tsv-without-names", "--records data -r 1 2")
def clickhouse_tsv_without_names(path):
    clickhouse(path, "TabSeparated")


@form("clickhouse-csv")
def clickhouse_csv(path):
    clickhouse(path, "CSVWithNames")


@form("clickhouse-jsonl")
def clickhouse_jsonl(path):
    clickhouse(path, "JSONEachRow")


@form("clickhouse-json", "--records data -r data:ref data:hyp")
def clickhouse_json(path):
    clickhouse(path, "JSON")


@form("clickhouse-json-columns")
def clickhouse_json_columns(path):
    clickhouse(path, "JSONColumns")


def through(command, path, text):
    path.write_bytes(subprocess.run(command, input=text.encode(), capture_output=True, check=True).stdout)


JSONL = "".join(json.dumps(record) + "\n" for record in RECORDS)


@form("jq-tsv", "--records data -r 1 2")
def jq_tsv(path):
    through(["jq", "-r", "[.ref, .hyp] | @tsv"], path, JSONL)


@form("jq-csv", "--records data --input-format csv -r 1 2")
def jq_csv(path):
    through(["jq", "-r", "[.ref, .hyp] | @csv"], path, JSONL)


@form("jq-slurp")
def jq_slurp(path):
    through(["jq", "-s", "."], path, JSONL)


@form("miller-tsv")
def miller_tsv(path):
    through(["mlr", "--ijsonl", "--otsv", "cat"], path, JSONL)


@form("miller-csv")
def miller_csv(path):
    through(["mlr", "--ijsonl", "--ocsv", "cat"], path, JSONL)


@form("sqlite-csv")
def sqlite_csv(path):
    import sqlite3

    database = path.with_name("texts.db")
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE TABLE texts (ref, hyp)")
        connection.executemany("INSERT INTO texts VALUES (?, ?)", [row[:2] for row in ROWS])
    through(["sqlite3", "-csv", "-header", str(database), "SELECT * FROM texts"], path, "")


@form("python-csv-excel-tab")
def python_excel_tab(path):
    import csv

    with path.open("w", newline="") as file:
        writer = csv.writer(file, "excel-tab")
        writer.writerow(["ref", "hyp"])
        writer.writerows(row[:2] for row in ROWS)


@form("xlsx2csv")
def xlsx2csv(path):
    spreadsheet = path.with_name("data.xlsx")
    frame().to_excel(spreadsheet, index=False)
    subprocess.run(["xlsx2csv", spreadsheet, path], check=True)


@form("datasets-columns", "--records data -r references predictions")
def datasets_columns(path):
    path.write_text(json.dumps({"predictions": CANDIDATES, "references": [[text] for text in REFERENCES]}))


@form("promptfoo", "-r ref --at results.results:response.output data")
def promptfoo(path):
    """As `promptfoo eval -o data.json` writes it; `promptfoo.sh` runs the program itself."""
    results = [
        {"promptIdx": 0, "testIdx": number, "vars": {"ref": reference}, "response": {"output": candidate}, "success": True}
        for number, (reference, candidate, _) in enumerate(ROWS)
    ]
    path.write_text(json.dumps({"evalId": "eval-1", "results": {"version": 3, "results": results, "stats": {}}}, indent=2))


@form("lm-eval-filters", "--records data -r target --systems-by filter --id doc_id filtered_resps[0]")
def lm_eval_filters(path):
    """As lm-evaluation-harness 0.4 writes `samples_TASK.jsonl` for a task with two filters."""
    write_jsonl(
        path,
        [
            {
                "doc_id": number,
                "doc": {"src": SOURCES[number]},
                "target": reference,
                "arguments": {"gen_args_0": {"arg_0": "Translate", "arg_1": {"until": ["\n"]}}},
                "resps": [[candidate]],
                "filtered_resps": [text],
                "filter": name,
                "metrics": ["bleu"],
                "doc_hash": "a",
                "bleu": [reference, text],
            }
            for name in ["none", "strict"]
            for number, (reference, candidate, _) in enumerate(ROWS)
            for text in [candidate if name == "none" else "[invalid]"]
        ],
    )


@form("inspect-json", "--records data -r samples:target samples:output.completion")
def inspect_json(path):
    from inspect_log import write_log

    write_log(path, "json")


@form("one-object", "--records data -r samples:target samples:output.completion")
def one_object(path):
    samples = [{"id": f"s{n}", "target": row[0], "output": {"completion": row[1]}} for n, row in enumerate(ROWS)]
    path.write_text(json.dumps({"version": 2, "samples": samples}))


@form("postgresql-copy", "--records data -r 1 2")
def postgresql_copy(path):
    path.write_bytes(postgresql(ROWS, SIDES, ""))


@form("postgresql-csv")
def postgresql_csv(path):
    path.write_bytes(postgresql(ROWS, SIDES, "(FORMAT csv, HEADER)"))


@form("spark-csv")
def spark_csv(path):
    path.write_bytes(spark(ROWS, SIDES, {}))


@form("spark-tsv", "--records data --input-format tsv-quoted -r ref hyp")
def spark_tsv(path):
    path.write_bytes(spark(ROWS, SIDES, {"sep": "\t"}))


@form("kaldi-text", "--id-word first -r kaldi.ref data")
def kaldi_text(path):
    """As Kaldi's `text` has transcripts; the candidate is in another order."""
    write_with_ids(path, "kaldi.ref", lambda number, text: f"utt{number:02} {text}\n")


@form("trn", "--id-word last -r trn.ref data")
def trn(path):
    """As SCTK's `trn` has transcripts; the candidate is in another order."""
    write_with_ids(path, "trn.ref", lambda number, text: f"{text} (spk_{number:02})\n")


def write_with_ids(path, reference, line):
    path.with_name(reference).write_text("".join(line(number, text) for number, text in enumerate(REFERENCES)))
    path.write_text("".join(reversed([line(number, text) for number, text in enumerate(CANDIDATES)])))
