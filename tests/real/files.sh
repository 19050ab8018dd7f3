#!/usr/bin/env bash
# Scores files that real programs write: translate-toolkit, pysubs2, webvtt-py, pandas, DuckDB, xlsx2csv, python-docx, and forms of
# Marian, lm-evaluation-harness, PostgreSQL and Kaldi. All must have the score of the plain lines, or be refused with the right words.
# It needs Python with these packages, so it is run by hand: tests/real/files.sh [BLEU]
set -euo pipefail
bleu=$(realpath "${1:-target/debug/bleu}")
here=$(cd "$(dirname "$0")" && pwd)
python=${PYTHON:-python3}
"$python" -c 'import docx, duckdb, openpyxl, pandas, pysubs2, translate, webvtt' ||
    { echo "pip install translate-toolkit lxml pysubs2 webvtt-py pandas duckdb openpyxl xlsx2csv python-docx"; exit 1; }
work=$(mktemp -d); trap 'rm -r "$work"' EXIT
PATH="$(dirname "$(command -v "$python")"):$PATH" "$python" "$here/write.py" "$work/files"
failed=0
expected=$(cd "$work/files/plain" && eval "'$bleu' $(cat cmd) -b -q")
for folder in "$work"/files/*/; do
    name=$(basename "$folder")
    read -ra arguments < "$folder/cmd"
    if [[ $name == *.refused ]]; then
        if message=$(cd "$folder" && "$bleu" "${arguments[@]}" 2>&1 >/dev/null); then
            echo "$name: was scored"; failed=1
        elif [[ $message != *$(cat "$folder/words")* ]]; then
            echo "$name: $message"; failed=1
        fi
    else
        found=$(cd "$folder" && "$bleu" "${arguments[@]}" -b -q 2>&1) || true
        [[ $found == "$expected" ]] || { echo "$name: $found, not $expected"; failed=1; }
    fi
done
echo "$(ls "$work/files" | wc -l) forms, score $expected"
exit $failed
