#!/usr/bin/env bash
# Makes the picture of the README: the first screen of a report on the texts of `testdata`. Needs a Chromium; its command may be
# the first argument.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

browser=${1:-chromium-headless-shell}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cargo build --locked --quiet
bleu=$PWD/target/debug/bleu
(
    cd testdata/corpora
    "$bleu" --quiet -r latin.ref1.txt --paired bootstrap latin.hyp2.txt latin.hyp.txt --names base,new \
        --report "$folder/report.html" > /dev/null
)
"$browser" --headless --no-sandbox --disable-gpu --hide-scrollbars --window-size=1120,720 --screenshot="$folder/report.png" \
    "file://$folder/report.html" 2> /dev/null
cp "$folder/report.png" .github/report.png
