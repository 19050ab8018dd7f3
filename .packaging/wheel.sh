#!/usr/bin/env bash
# Builds the Python wheels, of the module and the program, for manylinux and musllinux, and the source distribution; tests
# what runs on this machine in fresh environments, against sacreBLEU. Needs Python with venv, the Rust targets below, and
# PyPI for maturin, zig, pytest and sacrebleu. MACHINES, LIBCS and PYTHONS choose; SDIST=no leaves out the source.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
machines=${MACHINES:-x86_64 aarch64} libcs=${LIBCS:-gnu musl}
targets=$libcs
# A program that is there already needs no target.
[[ -n ${PREBUILT:-} ]] || targets="$libcs musl"

need python3
works python3 -c "import venv, ensurepip" || missing "python3 has no venv; on Debian: apt-get install python3-venv"
for machine in $machines; do
    for libc in $targets; do need_target "$machine-unknown-linux-$libc"; done
    [[ $machine == "$(uname -m)" ]] || need "qemu-$machine-static" "apt-get install qemu-user-static, or MACHINES=$(uname -m)"
done
# Names of interpreters may be shims for none.
pythons=
for python in ${PYTHONS:-python3.10 python3.11 python3.12 python3.13 python3.14}; do
    if works "$python" -c "import venv, ensurepip"; then
        pythons="$pythons $python"
    elif [[ -n ${PYTHONS:-} ]]; then
        missing "$python does not run"
    fi
done
[[ -n $pythons ]] || missing "no Python from 3.10 on; PYTHONS names interpreters"

tools=$out/python-tools
[[ -e $tools/bin/pip ]] || run python3 -m venv "$tools"
run "$tools/bin/pip" install --quiet "maturin>=1.9.4,<2" ziglang
export PATH=$tools/bin:$PATH
rm -rf "$out/wheels"
mkdir -p "$out/wheels"
# The program is static, so that it runs with any C library; the module is linked to one.
for machine in $machines; do
    # The linker of the module is zig.
    CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld build "$machine-unknown-linux-musl"
    check_static "$program"
    for libc in $libcs; do
        compatibility=manylinux2014 flags=
        [[ $libc == gnu ]] || compatibility=musllinux_1_2 flags="-C target-feature=-crt-static"
        BLEU_PROGRAM=$program RUSTFLAGS=$flags CARGO_TARGET_DIR=$root/target/python \
            MATURIN_PEP517_ARGS="--locked --zig --target $machine-unknown-linux-$libc --compatibility $compatibility" \
            run "$tools/bin/pip" wheel --quiet --no-build-isolation --no-deps --wheel-dir "$out/wheels" .packaging/python
    done
done
ls -l "$out/wheels"

# The program in the wheel of each machine, which pip would not install on another one.
for wheel in "$out"/wheels/*.whl; do
    folder=$(mktemp -d)
    run python3 -m zipfile -e "$wheel" "$folder"
    program=$folder/bleu_mt-$version.data/scripts/bleu emulator=
    for machine in $machines; do
        [[ $wheel != *_"$machine.whl" || $machine == "$(uname -m)" ]] || emulator=qemu-$machine-static
    done
    chmod +x "$program"
    expect 0 "bleu $version" $emulator "$program" --version
    expect 0 "$expected" $emulator "$program" -r "$corpora/plain.ref1.txt" -b "$corpora/plain.hyp.txt"
    rm -r "$folder"
    passed "${wheel##*/}: its program scores"
done

# Installs the package in a fresh environment and tests it. $1: interpreter, then what pip installs.
test_in() {
    local python=$1 environment
    shift
    environment=$(mktemp -d)
    run "$python" -m venv "$environment"
    run "$environment/bin/pip" install --quiet "$@"
    expect 0 "bleu $version" "$environment/bin/bleu" --version
    expect 0 "$expected" "$environment/bin/bleu" -r "$corpora/plain.ref1.txt" -b "$corpora/plain.hyp.txt"
    run ls "$environment"/lib/python*/site-packages/bleu_mt-"$version".dist-info/licenses/{LICENSE,THIRD-PARTY.txt}
    # The version of regex decides on Unicode's tables of punctuation and symbols, and so on sacreBLEU's intl.
    run "$environment/bin/pip" install --quiet pytest pandas polars pyarrow "sacrebleu==2.6.0" "regex<=2026.5.9"
    # From another folder, so that the installed module is tested.
    (cd "$environment" && run bin/python -m pytest -q -p no:cacheprovider "$root/.packaging/python/tests")
    rm -r "$environment"
    passed "the tests pass in $("$python" --version) with $(basename "${@: -1}")"
}
for python in $pythons; do
    test_in "$python" --no-index --find-links "$out/wheels" bleu-mt
done
if [[ ${SDIST:-yes} == yes ]]; then
    (cd .packaging/python && run "$tools/bin/maturin" sdist --out "$out/wheels")
    test_in python3 "$out/wheels/bleu_mt-$version.tar.gz"
fi
summarize
