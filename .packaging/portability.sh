#!/usr/bin/env bash
# Runs the tests on other machines than this one, emulated. Arguments choose: portable, portable-library, no-avx2, aarch64,
# s390x, windows, macos, wasm; default: all. README.md in this folder says what each needs.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# Debugging information takes most of the time of linking.
export CARGO_PROFILE_DEV_DEBUG=0 CARGO_INCREMENTAL=0
# Tests, as `cargo test` takes them. On a big-endian machine, those that depend on the order of bytes are enough.
TESTS=${TESTS:-}

# The code for processors without newer instructions, compiled here.
portable() {
    run env RUSTFLAGS="--cfg portable -D warnings" CARGO_TARGET_DIR=target/portable cargo test --locked \
        --config profile.dev.package.bleu-mt.opt-level=1 $TESTS
}

# The same, of the library's tests alone: only this crate has such code, so the crates that other tests have compiled are taken
# as they are, with their debugging information. The program has none.
portable-library() {
    local tests
    tests=$(env -u CARGO_PROFILE_DEV_DEBUG cargo rustc --locked --lib --profile test \
        --message-format json-render-diagnostics -- --cfg portable -D warnings |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
    [[ -x $tests ]] || missing "no tests were compiled for processors without newer instructions"
    run "$tests" bleu:: checks::
}

# A processor without AVX2: all code paths that the program chooses when it starts.
no-avx2() {
    build
    local bleu="qemu-x86_64-static -cpu Nehalem $program"
    local tokenizers
    readarray -t tokenizers < <("$program" --help | sed -nE '/--tokenize/,/--dictionary/s/^ +- ([a-z0-9]+): .*/-t \1/p' | grep -v flores)
    for flags in "${tokenizers[@]}" "--lowercase" "--sentence" "--format json" "--confidence"; do
        echo "+ $bleu $flags, all corpora, against the program on this processor"
        for hyp in "$corpora"/*.hyp.txt; do
            local ref=${hyp/.hyp./.ref1.}
            cmp <($bleu -r "$ref" $flags "$hyp" 2>&1) <("$program" -r "$ref" $flags "$hyp" 2>&1)
        done
    done
}

# Tests of another Linux. They start the program, which this machine cannot run; a script in its place starts the
# emulator. $1: machine, $2: emulator's name.
emulated() {
    local target=$1-unknown-linux-gnu emulator="qemu-$1-static -L /usr/$1-linux-gnu" upper
    upper=$(tr a-z- A-Z_ <<< "$target")
    export "CARGO_TARGET_${upper}_LINKER=$1-linux-gnu-gcc"
    run cargo test --locked --target "$target" --no-run $TESTS
    local tests
    tests=$(cargo test --locked --target "$target" --no-run --message-format json $TESTS 2> /dev/null |
        python3 -c 'import json, sys
for line in sys.stdin:
    message = json.loads(line)
    if message.get("executable") and message["profile"]["test"]:
        print(message["executable"])')
    local program=target/$target/debug/bleu
    mv "$program" "$program.emulated"
    printf '#!/bin/sh\nexec %s %s "$@"\n' "$emulator" "$root/$program.emulated" > "$program"
    chmod +x "$program"
    # The program may not be a newer one at the next build.
    trap 'mv -f "$root/$program.emulated" "$root/$program"' EXIT
    file "$program.emulated"
    local status=0
    for test in $tests; do
        # Those limit the memory of the emulator, not of the program.
        run $emulator "$test" --skip memory_limits:: || status=1
    done
    mv -f "$program.emulated" "$program"
    trap - EXIT
    return $status
}

aarch64() { emulated aarch64; }
s390x() { emulated s390x; }

windows() {
    [[ -n ${PREBUILT:-} ]] || run cargo build --locked --target x86_64-pc-windows-gnu
    local folder wine
    wine=$(command -v wine64 || command -v wine || echo /usr/lib/wine/wine64)
    folder=$(mktemp -d)
    cp target/x86_64-pc-windows-gnu/debug/bleu.exe "$folder/"
    mkdir "$folder/sub"
    sed 's/$/\r/' "$corpora/plain.hyp.txt" > "$folder/crlf.txt"
    cp "$corpora/plain.hyp.txt" "$folder/sub/hyp.txt"
    cp "$corpora/plain.ref1.txt" "$folder/sub/ref.txt"
    gzip -c "$corpora/plain.hyp.txt" > "$folder/hyp.gz"
    export WINEDEBUG=-all WINEPREFIX=$folder/prefix
    cd "$folder"
    "$wine" wineboot > /dev/null 2>&1 || true
    if ! "$wine" bleu.exe --version > /dev/null 2>&1; then
        # Wine before version 9 lacks the source of randomness that Rust's hash tables use.
        cat > prng.c << 'END'
#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T size) { return SystemFunction036(data, size); }
END
        run x86_64-w64-mingw32-gcc -shared -o bcryptprimitives.dll prng.c -ladvapi32
    fi
    windows_bleu() { "$wine" bleu.exe "$@" | tr -d '\r'; }
    expect 0 "bleu $version" windows_bleu --version
    expect 0 "$expected" windows_bleu -r 'sub\ref.txt' -b 'sub\hyp.txt'
    expect 0 "$expected" windows_bleu -r 'sub\ref.txt' -b crlf.txt
    expect 0 "$expected" windows_bleu -r 'sub\ref.txt' -b hyp.gz
    expect 0 "$expected" windows_bleu -r 'sub\ref.txt' -b - < crlf.txt
    expect 1 'bleu: sub\missing.txt: no such file' windows_bleu -r 'sub\ref.txt' 'sub\missing.txt'
    expect_line "BLEU|nrefs:1" windows_bleu -r 'sub\ref.txt' 'sub\hyp.txt' crlf.txt
    expect_line "brevity penalty" windows_bleu -r 'sub\ref.txt' --explain-segment 3 'sub\hyp.txt'
    expect_line "± " windows_bleu -r 'sub\ref.txt' --confidence 'sub\hyp.txt'
    cd "$root"
    # Wine's server may still be writing there.
    rm -rf "$folder" 2> /dev/null || true
}

# The compiler's checks; running needs a Mac.
macos() {
    for target in x86_64-apple-darwin aarch64-apple-darwin; do
        run cargo check --locked --all-targets --target "$target"
    done
}

# The library needs no files, threads or clock: it builds for a browser.
wasm() {
    run cargo build --locked --lib --no-default-features --features serde,shards --target wasm32-unknown-unknown
}

for job in ${@:-portable no-avx2 aarch64 s390x windows macos wasm}; do
    echo "== $job"
    "$job"
    passed "$job"
done
summarize
