#!/usr/bin/env bash
# Prints the licences of all crates that are part of the program, with their texts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

echo "The program bleu contains the following libraries, under their own licences."
cargo metadata --locked --format-version 1 --filter-platform "${1:-x86_64-unknown-linux-musl}" | python3 -c '
import json, pathlib, sys
data = json.load(sys.stdin)
nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
wanted, todo = set(), [data["resolve"]["root"]]
while todo:
    for dep in nodes[todo.pop()]["deps"]:
        if dep["pkg"] not in wanted and any(kind["kind"] is None for kind in dep["dep_kinds"]):
            wanted.add(dep["pkg"])
            todo.append(dep["pkg"])
for package in sorted(data["packages"], key=lambda package: package["name"]):
    if package["id"] not in wanted:
        continue
    print("\n" + "=" * 80)
    print(package["name"], package["version"], "-", package["license"], "-", package["repository"])
    folder = pathlib.Path(package["manifest_path"]).parent
    names = ("license", "licence", "copying", "notice", "unlicense")
    files = sorted(file for file in folder.iterdir() if file.name.lower().startswith(names) and file.is_file())
    # Of several licences to choose from, the shortest is enough.
    if any("mit" in file.name.lower() for file in files):
        files = [file for file in files if "apache" not in file.name.lower() and "zlib" not in file.name.lower()]
    for file in files:
        print("\n-- " + file.name + "\n")
        print(file.read_text(errors="replace").strip())
    if not files:
        print("\n(The crate has no file with the text of its licence.)")
'
