"""The build backend: maturin, and in the wheel also the program `bleu`, and the licenses of everything in it.

maturin builds either a module or a program, each from a library of other features, so the library is compiled twice: some
minutes for the program, which is most of it. Environment: BLEU_PROGRAM names a program that is built already, for another
machine say; only the module is compiled then.
"""

import base64
import hashlib
import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import maturin
from licenses import third_party
from maturin import *  # noqa: F403 - all other hooks

# In a source distribution, pyproject.toml is at the top.
_MODULE = next(path for path in map(Path, (".packaging/python", ".")) if (path / "src/lib.rs").exists()).resolve()
if not (_MODULE / "../../src/program").exists():
    sys.exit(f"{_MODULE}: the source of the program is not in ../..; build from the repository or the sdist")
_ROOT = _MODULE.parents[1]
# Nothing is written elsewhere in the source tree.
os.environ.setdefault("CARGO_TARGET_DIR", str(_ROOT / "target" / "python"))


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    name = maturin.build_wheel(wheel_directory, config_settings, metadata_directory)
    _complete(Path(wheel_directory) / name)
    return name


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    name = maturin.build_editable(wheel_directory, config_settings, metadata_directory)
    _complete(Path(wheel_directory) / name)
    return name


def _program():
    """The path of the program, after building it."""
    if given := os.environ.get("BLEU_PROGRAM"):
        return Path(given)
    print("building the program bleu, which takes minutes; BLEU_PROGRAM=<path> names one that is built", file=sys.stderr)
    command = ["cargo", "build", "--release", "--locked", "--bin", "bleu", "--manifest-path", str(_ROOT / "Cargo.toml")]
    subprocess.run(command, check=True)
    suffix = ".exe" if sys.platform == "win32" else ""
    folders = [os.environ["CARGO_TARGET_DIR"], os.environ.get("CARGO_BUILD_TARGET", ""), "release"]
    return Path(*folders, "bleu" + suffix)


def _complete(wheel):
    """Adds the program and the licenses to a wheel."""
    program = _program()
    with zipfile.ZipFile(wheel) as archive:
        files = [(info, archive.read(info)) for info in archive.infolist()]
    folder = next(info.filename.split("/")[0] for info, _ in files if info.filename.endswith(".dist-info/METADATA"))
    date = files[0][0].date_time

    def add(path, content, mode):
        info = zipfile.ZipInfo(path, date)
        info.external_attr = (0o100000 | mode) << 16
        info.compress_type = zipfile.ZIP_DEFLATED
        files.append((info, content))

    add(f"{folder.removesuffix('.dist-info')}.data/scripts/{program.name}", program.read_bytes(), 0o755)
    licenses = {
        "LICENSE": (_ROOT / "LICENSE").read_text("utf-8"),
        "THIRD-PARTY.txt": third_party([_ROOT / "Cargo.toml", _MODULE / "Cargo.toml"]),
    }
    present = {info.filename for info, _ in files}
    missing = {name: text for name, text in licenses.items() if f"{folder}/licenses/{name}" not in present}
    for name, text in missing.items():
        add(f"{folder}/licenses/{name}", text.encode("utf-8"), 0o644)

    record = f"{folder}/RECORD"
    lines = []
    for i, (info, content) in enumerate(files):
        if info.filename == f"{folder}/METADATA":
            fields = "".join(f"License-File: {name}\n" for name in missing)
            if repository := re.search(r'^repository = "(.*)"$', (_ROOT / "Cargo.toml").read_text("utf-8"), re.MULTILINE):
                fields += f"Project-URL: Repository, {repository[1]}\n"
            head, expression, rest = content.partition(b"License-Expression: ")
            content = head + fields.encode() + expression + rest
            files[i] = (info, content)
        if info.filename != record:
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
            lines.append(f"{info.filename},sha256={digest},{len(content)}\n")
    lines.append(f"{record},,\n")
    with zipfile.ZipFile(wheel, "w") as archive:
        for info, content in sorted(files, key=lambda file: file[0].filename == record):
            content = "".join(lines).encode() if info.filename == record else content
            archive.writestr(info, content, compresslevel=9)
