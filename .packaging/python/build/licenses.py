"""Licenses of all that is part of the programs and the Python module and not of this project, with their texts.

As a program, prints those of the program `bleu`: licenses.py [PLATFORM]
"""

import json
import subprocess
import sys
from pathlib import Path

_INTRODUCTION = """\
This contains the following, under their own licenses.

- The standard library of Rust, https://github.com/rust-lang/rust, and the libraries that it contains: MIT OR
  Apache-2.0, as the library libc below, except where its file COPYRIGHT says otherwise.
- In static programs, the C library musl, https://musl.libc.org, Copyright (c) 2005-2020 Rich Felker, et al.: MIT, as the
  library memchr below.
- Tables of the names of test sets from sacreBLEU 2.6.0, https://github.com/mjpost/sacrebleu, Copyright 2017-2025 Matt
  Post and contributors: Apache-2.0, whose text is at the end.
- The libraries below.
"""
_LINE = "\n" + "=" * 80 + "\n"


def third_party(manifests, platform=None):
    """Returns the licenses of the crates that are compiled into the packages of these manifests."""
    packages, platform = {}, platform or _host()
    for manifest in manifests:
        packages.update(_dependencies(manifest, platform))
    text = _INTRODUCTION
    for _, package in sorted(packages.items()):
        texts = _texts(Path(package["manifest_path"]).parent)
        text += f"{_LINE}{package['name']} {package['version']} - {package['license']} - {package['repository']}\n"
        if not texts:
            if "Apache-2.0" not in package["license"]:
                sys.exit(f"{package['name']} has no file with the text of its license")
            text += "\nUsed under Apache-2.0, whose text is at the end.\n"
        text += "".join(f"\n-- {name}\n\n{content}\n" for name, content in texts)
    (apache,) = (package for package in packages.values() if package["name"] == "anyhow")
    return text + _LINE + "\n" + _read(Path(apache["manifest_path"]).parent / "LICENSE-APACHE") + "\n"


def _host():
    version = subprocess.run(["rustc", "-vV"], check=True, stdout=subprocess.PIPE, text=True).stdout
    return version.partition("host: ")[2].split()[0]


def _dependencies(manifest, platform):
    """The packages that are compiled into the one of a manifest, by name and version."""
    command = ["cargo", "metadata", "--locked", "--format-version=1", "--filter-platform", platform]
    found = subprocess.run([*command, "--manifest-path", str(manifest)], check=True, stdout=subprocess.PIPE).stdout
    data = json.loads(found)
    nodes = {node["id"]: node for node in data["resolve"]["nodes"]}
    wanted, todo = set(), [data["resolve"]["root"]]
    while todo:
        for dependency in nodes[todo.pop()]["deps"]:
            is_part = any(kind["kind"] is None for kind in dependency["dep_kinds"])
            if is_part and dependency["pkg"] not in wanted:
                wanted.add(dependency["pkg"])
                todo.append(dependency["pkg"])
    is_own = lambda package: package["name"].startswith("bleu-mt")  # noqa: E731
    packages = (package for package in data["packages"] if package["id"] in wanted and not is_own(package))
    return {(package["name"], package["version"]): package for package in packages}


def _texts(folder):
    """Names and texts of the files with the license of a crate."""
    names = ("license", "licence", "copying", "notice", "unlicense")
    files = sorted(file for file in folder.iterdir() if file.name.lower().startswith(names) and file.is_file())
    # Of several licenses to choose from, the shortest is enough.
    if any("mit" in file.name.lower() for file in files):
        files = [file for file in files if "apache" not in file.name.lower() and "zlib" not in file.name.lower()]
    return [(file.name, _read(file)) for file in files]


def _read(file):
    return file.read_text("utf-8", errors="replace").strip()


if __name__ == "__main__":
    root = Path(__file__).resolve().parents[3]
    print(third_party([root / "Cargo.toml"], *sys.argv[1:]), end="")
