#!/usr/bin/env bash
# Checks that the crate can be published, by building it from what would be uploaded; then the dependencies, offline.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

run cargo publish --dry-run --locked ${ALLOW_DIRTY:+--allow-dirty}
run cargo fetch --locked
run cargo deny --offline --config .packaging/deny.toml check bans licenses sources
