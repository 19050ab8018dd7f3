#!/usr/bin/env bash
# Builds bleu.html: the program, compiled to WebAssembly, in a page that scores. Needs `rustup target add wasm32-wasip1`, or
# another compiler that has it (RUSTC, and CARGO_TARGET_WASM32_WASIP1_LINKER). `web/check.js` tests the page in a browser.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
target=wasm32-wasip1
if [[ -z ${PREBUILT:-} ]]; then
    [[ -d $(${RUSTC:-rustc} --print sysroot)/lib/rustlib/$target/lib ]] ||
        missing "no Rust for $target; run: rustup target add $target"
    # Every current browser has vectors of 128 bits; they take a third off the time.
    CARGO_TARGET_WASM32_WASIP1_RUSTFLAGS="-C target-feature=+simd128" run cargo build --release --locked --target $target
fi
program=${CARGO_TARGET_DIR:-$root/target}/$target/release/bleu.wasm
[[ -f $program ]] || missing "there is no $program"

python3 - .packaging/web "$program" "$out/bleu.html" << 'END'
import base64, gzip, pathlib, sys

folder, program, page = map(pathlib.Path, sys.argv[1:])
parts = {
    "@PROGRAM@": base64.b64encode(gzip.compress(program.read_bytes(), 9, mtime=0)).decode(),
    "@WORKER@": (folder / "worker.js").read_text(),
    "@PAGE@": (folder / "page.js").read_text(),
}
text = (folder / "page.html").read_text()
for place, part in parts.items():
    assert "</script" not in part
    text = text.replace(place, part)
page.write_text(text)
END
size=$(stat -c %s "$out/bleu.html")
((size <= 3500000)) || { echo "bleu.html has $size bytes; the limit is 3,500,000" >&2; exit 1; }
passed "$out/bleu.html: $size bytes, of which the limit is 3,500,000"
summarize
