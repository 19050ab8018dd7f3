#!/usr/bin/env bash
# Checks that the crate can be published: that its version fits the changes of the API, that it builds from what would be
# uploaded; then the dependencies, offline.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# The API may change only as the version says. It is compared with that of the release before, by its tag: this release may
# have its own already.
if tag=$(git describe --tags --abbrev=0 --match 'v*' --exclude "v$version" 2> /dev/null); then
    cargo semver-checks --version 2> /dev/null || run cargo install --locked cargo-semver-checks
    run cargo semver-checks --baseline-rev "$tag" --only-explicit-features --features serde,shards
else
    echo "no tag of an earlier release, so the API is compared with none"
fi
run cargo publish --dry-run --locked ${ALLOW_DIRTY:+--allow-dirty}
run cargo fetch --locked
run cargo deny --offline --config .packaging/deny.toml check bans licenses sources
