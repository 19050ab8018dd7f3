#!/usr/bin/env bash
# Builds the Debian package, checks it, installs it in a fresh Debian, and runs the main job there. Needs cargo-deb,
# debootstrap, and root; lintian and python-debian are used if they are installed. ROOT names a folder to keep the fresh
# Debian in.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

debian=${ROOT:-$(mktemp -d)/debian}
need cargo-deb "cargo install cargo-deb"
[[ -e $debian/etc/debian_version ]] || need debootstrap "apt-get install debootstrap"
[[ $EUID == 0 ]] || missing "root is needed, for the fresh Debian"

build
companions "$program"
gzip -9n < src/manual/changelog.md > "$out/changelog.gz"
# As https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/ has it.
{
    echo "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/"
    echo "Upstream-Name: bleu"
    echo "Comment: The program contains libraries under their own licenses; THIRD-PARTY.txt has their texts."
    echo
    echo "Files: *"
    sed -n 's/^Copyright (c) /Copyright: /p' LICENSE
    echo "License: Expat"
    sed -e 1,2d -e 's/^$/./' -e 's/^/ /' LICENSE
} > "$out/copyright"
{
    echo "bleu ($version-1) stable; urgency=medium"
    echo
    echo "  * Release $version; changelog.gz has its changes."
    echo
    echo " -- the bleu developers <none>  $(date --utc --date "@$SOURCE_DATE_EPOCH" --rfc-email)"
} > "$out/debian-changelog"
run cargo deb --no-build --output "$out/"
package=$(ls -t "$out"/bleu_*.deb | head -n 1)
run dpkg-deb --info "$package"
# A program that is linked to the C library depends on it.
[[ -n $(dpkg-deb --field "$package" Depends) ]] || { echo "no dependencies: is the program static?" >&2; exit 1; }
run dpkg-deb --contents "$package"
if works python3 -c "import debian.copyright"; then
    dpkg-deb --fsys-tarfile "$package" | tar -xO ./usr/share/doc/bleu/copyright |
        run python3 -c "import sys, debian.copyright as c; assert list(c.Copyright(sys.stdin, strict=True).all_files_paragraphs())"
    passed "the copyright file parses"
else
    skip "the copyright file: python3 has no python-debian (apt-get install python3-debian)"
fi
if works lintian --version; then
    # The project has no address.
    run lintian --fail-on error --suppress-tags bogus-mail-host-in-debian-changelog,malformed-contact "$package"
    passed "lintian finds no error"
else
    skip "lintian, which is not installed"
fi

[[ -e $debian/etc/debian_version ]] || run debootstrap --variant=minbase bookworm "$debian" > "$out/debootstrap.log"
cp "$package" "$corpora/plain.hyp.txt" "$corpora/plain.ref1.txt" "$debian/root/"
in_debian() { unshare --mount --net --pid --fork chroot "$debian" "$@"; }
run in_debian dpkg --install "/root/${package##*/}"
expect 0 "bleu $version" in_debian bleu --version
expect 0 "$expected" in_debian bleu -r /root/plain.ref1.txt -b /root/plain.hyp.txt
expect 1 "bleu: missing.txt: no such file" in_debian bleu -r missing.txt /root/plain.hyp.txt
expect_line "TH bleu 1" in_debian zcat /usr/share/man/man1/bleu.1.gz
for file in copyright changelog.gz THIRD-PARTY.txt manual/scores.md; do
    run in_debian test -s "/usr/share/doc/bleu/$file"
done
run in_debian dpkg --remove bleu
passed "$package: installed in Debian $(cat "$debian/etc/debian_version"), scores, has its documents, and is removed"
summarize
