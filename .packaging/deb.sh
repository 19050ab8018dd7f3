#!/usr/bin/env bash
# Builds the Debian package, installs it in a fresh Debian, and runs the main job there. Needs cargo-deb, debootstrap,
# and root. ROOT names a folder to keep the fresh Debian in.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

build
companions target/release/bleu
gzip -9n < src/manual/changelog.md > "$out/changelog.gz"
run cargo deb --no-build --output "$out/"
package=$(ls -t "$out"/bleu_*.deb | head -n 1)
run dpkg-deb --info "$package"
# A program that is linked to the C library depends on it.
[[ -n $(dpkg-deb --field "$package" Depends) ]] || { echo "no dependencies: is the program static?" >&2; exit 1; }
run dpkg-deb --contents "$package"

debian=${ROOT:-$(mktemp -d)/debian}
[[ -e $debian/etc/debian_version ]] || run debootstrap --variant=minbase bookworm "$debian" > "$out/debootstrap.log"
cp "$package" "$corpora/plain.hyp.txt" "$corpora/plain.ref1.txt" "$debian/root/"
in_debian() { unshare --mount --net --pid --fork chroot "$debian" "$@"; }
run in_debian dpkg --install "/root/${package##*/}"
expect 0 "bleu $version" in_debian bleu --version
expect 0 "$expected" in_debian bleu -r /root/plain.ref1.txt -b /root/plain.hyp.txt
expect 1 "bleu: missing.txt: no such file" in_debian bleu -r missing.txt /root/plain.hyp.txt
expect_line "TH bleu 1" in_debian zcat /usr/share/man/man1/bleu.1.gz
for file in copyright changelog.gz THIRD-PARTY.txt; do
    run in_debian test -s "/usr/share/doc/bleu/$file"
done
run in_debian dpkg --remove bleu
echo "Debian package: $package"
