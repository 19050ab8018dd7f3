#!/usr/bin/env bash
# Builds programs that need no library at all, and runs them in an empty root, where there is nothing else. Needs
# `rustup target add x86_64-unknown-linux-musl aarch64-unknown-linux-musl`, qemu-user-static for the latter, and root.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"
# The linker that comes with Rust; musl's objects come with the targets.
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_MUSL_LINKER=rust-lld

[[ $EUID == 0 ]] || missing "root is needed, for chroot"
for machine in ${MACHINES:-x86_64 aarch64}; do
    [[ -n ${PREBUILT:-} ]] || need_target "$machine-unknown-linux-musl"
    [[ $machine == "$(uname -m)" ]] || need "qemu-$machine-static" "apt-get install qemu-user-static, or MACHINES=$(uname -m)"
done
for machine in ${MACHINES:-x86_64 aarch64}; do
    target=$machine-unknown-linux-musl
    build "$target"
    check_static "$program"

    empty=$(mktemp -d)
    cp "$program" "$corpora/plain.hyp.txt" "$corpora/plain.ref1.txt" "$empty/"
    emulator=
    if [[ $machine != "$(uname -m)" ]]; then
        emulator=/qemu-$machine-static
        cp "$(command -v "qemu-$machine-static")" "$empty/"
    fi
    run ls "$empty"
    expect 0 "bleu $version" chroot "$empty" $emulator /bleu --version
    expect 0 "$expected" chroot "$empty" $emulator /bleu -r plain.ref1.txt -b plain.hyp.txt
    expect_line "± " chroot "$empty" $emulator /bleu -r plain.ref1.txt --confidence plain.hyp.txt
    echo "+ gzip -c plain.hyp.txt | chroot $empty $emulator /bleu -r plain.ref1.txt -b"
    [[ $(gzip -c "$corpora/plain.hyp.txt" | chroot "$empty" $emulator /bleu -r plain.ref1.txt -b) == "$expected" ]]

    if [[ $machine == "$(uname -m)" ]]; then companions "$program"; else companions qemu-"$machine"-static "$program"; fi
    folder=bleu-$version-$target
    rm -rf "${out:?}/$folder"
    mkdir "$out/$folder"
    cp -r "$program" "$out/bleu.1.gz" "$out/completions" "$out/THIRD-PARTY.txt" LICENSE README.md "$out/$folder/"
    run tar -C "$out" --sort=name --owner=0 --group=0 --mtime="@$SOURCE_DATE_EPOCH" --use-compress-program="gzip -9n" \
        -cf "$out/$folder.tar.gz" "$folder"
    rm -r "$empty"
    ls -l "$out/$folder.tar.gz"
    passed "$out/$folder.tar.gz: the program scores in an empty root"
done
summarize
