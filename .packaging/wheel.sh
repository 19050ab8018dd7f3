#!/usr/bin/env bash
# Builds the Python wheels, runs the program of each, and tests the one of this machine in fresh environments against
# sacreBLEU. Needs Python with venv, the targets of static.sh, qemu-user-static for the other machine, unzip, and PyPI for
# maturin, pytest and sacrebleu. PYTHONS names the interpreters.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld

tools=$out/python-tools
[[ -e $tools ]] || run python3 -m venv "$tools"
run "$tools/bin/pip" install --quiet "maturin>=1.8,<2"
cp LICENSE .packaging/python/LICENSE
.packaging/licenses.sh > .packaging/python/THIRD-PARTY.txt
# The program is static, so that it runs with any C library: one wheel for manylinux and musllinux.
for machine in ${MACHINES:-x86_64 aarch64}; do
    (cd .packaging/python && run "$tools/bin/maturin" build --profile "${PROFILE:-release}" --locked \
        --target "$machine-unknown-linux-musl" --compatibility manylinux2014 --compatibility musllinux_1_1 --out "$out/wheels")
done
ls -l "$out/wheels"

# The program in the wheel of each machine, which pip would not install on another one.
for machine in ${MACHINES:-x86_64 aarch64}; do
    folder=$(mktemp -d)
    run unzip -q -d "$folder" "$out/wheels"/bleu_mt-"$version"-*"$machine".whl
    program=$folder/bleu_mt-$version.data/scripts/bleu
    chmod +x "$program"
    check_static "$program"
    emulator=
    [[ $machine == "$(uname -m)" ]] || emulator=qemu-$machine-static
    expect 0 "bleu $version" $emulator "$program" --version
    expect 0 "$expected" $emulator "$program" -r "$corpora/plain.ref1.txt" -b "$corpora/plain.hyp.txt"
    rm -r "$folder"
done

for python in ${PYTHONS:-python3.9 python3.11}; do
    environment=$(mktemp -d)
    run "$python" -m venv "$environment"
    run "$environment/bin/pip" install --quiet --no-index --find-links "$out/wheels" bleu-mt
    expect 0 "bleu $version" "$environment/bin/bleu" --version
    expect 0 "$expected" "$environment/bin/bleu" -r "$corpora/plain.ref1.txt" -b "$corpora/plain.hyp.txt"
    # The version of regex decides on Unicode's tables of punctuation and symbols, and so on sacreBLEU's intl.
    run "$environment/bin/pip" install --quiet pytest "sacrebleu==2.6.0" "regex<=2026.5.9"
    # From another folder, so that the installed module is tested.
    (cd "$environment" && run env PATH="$environment/bin:$PATH" bin/python -m pytest -q -p no:cacheprovider "$root/.packaging/python/tests")
    rm -r "$environment"
done
