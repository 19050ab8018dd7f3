#!/usr/bin/env bash
# Prints the licenses of all that is part of the program and not of this project, with their texts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

cat << 'END'
The program bleu contains the following, under their own licenses.

- The standard library of Rust, https://github.com/rust-lang/rust, and the libraries that it contains: MIT OR
  Apache-2.0, as the library libc below, except where its file COPYRIGHT says otherwise.
- In static programs, the C library musl, https://musl.libc.org, Copyright (c) 2005-2020 Rich Felker, et al.: MIT, as the
  library memchr below.
- Tables of the names of test sets from sacreBLEU 2.6.0, https://github.com/mjpost/sacrebleu, Copyright 2017-2025 Matt
  Post and contributors: Apache-2.0, whose text is at the end.
- The libraries below.
END
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
    # Of several licenses to choose from, the shortest is enough.
    if any("mit" in file.name.lower() for file in files):
        files = [file for file in files if "apache" not in file.name.lower() and "zlib" not in file.name.lower()]
    for file in files:
        print("\n-- " + file.name + "\n")
        print(file.read_text(errors="replace").strip())
    if not files:
        sys.exit(package["name"] + " has no file with the text of its license")
(apache,) = (package for package in data["packages"] if package["name"] == "anyhow")
print("\n" + "=" * 80 + "\n")
print((pathlib.Path(apache["manifest_path"]).parent / "LICENSE-APACHE").read_text().strip())
'
