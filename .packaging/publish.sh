#!/usr/bin/env bash
# Checks that the crate can be published: that its version fits the changes of the API, that it builds from what would be
# uploaded; then the dependencies, offline.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The one place of the address. crates.io reads it there, and the backend of the Python package, which writes it into wheels.
grep -q '^repository = "https://' Cargo.toml ||
    missing 'Cargo.toml says nothing of the repository; add to [package]: repository = "https://..."'

need cargo-semver-checks "cargo install --locked cargo-semver-checks"
need cargo-deny "cargo install --locked cargo-deny"

# The API may change only as the version says. It is compared with that of the release before, by its tag: this release may
# have its own already.
if tag=$(git describe --tags --abbrev=0 --match 'v*' --exclude "v$version" 2> /dev/null); then
    run cargo semver-checks --baseline-rev "$tag" --only-explicit-features --features serde,shards
    passed "version $version fits the changes of the API since $tag"
else
    skip "the changes of the API: there is no tag of an earlier release"
fi
run cargo publish --dry-run --locked ${ALLOW_DIRTY:+--allow-dirty}
passed "the crate builds from what would be uploaded"
run cargo fetch --locked
run cargo deny --offline --config .packaging/deny.toml check bans licenses sources
passed "licenses and sources of the dependencies"
summarize
