#!/usr/bin/env bash
# Builds the Python package, unoptimized, in an environment in target/python, and tests it there. Says that it is skipped if
# there is no Python 3.10 with venv, or if PyPI cannot be reached. PYTHON names the interpreter.
source "$(dirname "${BASH_SOURCE[0]}")/common.sh"

python=${PYTHON:-python3}
skip_all() {
    skip "the Python package: $1"
    summarize
    exit 0
}
"$python" -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))' 2> /dev/null ||
    skip_all "$python is no Python from 3.10 on with venv"
environment=$root/target/python/environment
[[ -x $environment/bin/python ]] || run "$python" -m venv "$environment" || skip_all "no environment can be made"
# The version of regex decides on Unicode's tables of punctuation and symbols, and so on sacreBLEU's intl.
run "$environment/bin/pip" install --quiet "maturin>=1.9.4,<2" pytest mypy "sacrebleu==2.6.0" "regex>=2026.9.29" pandas polars pyarrow ||
    skip_all "pip cannot install what the tests need"

export PATH=$environment/bin:$PATH PYO3_PYTHON=$environment/bin/python

run cargo fmt --check --manifest-path .packaging/python/Cargo.toml
# In the folder of the program's builds, with whose profile and dependencies the package is built.
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$root/target}
run cargo clippy --locked --manifest-path .packaging/python/Cargo.toml -- -D warnings
# As the tests of .ci/run build it.
run cargo build --locked --config profile.dev.package.bleu-mt.opt-level=1
program=$CARGO_TARGET_DIR/debug/bleu
MATURIN_PEP517_ARGS="--profile dev --locked" BLEU_PROGRAM=$program \
    run "$environment/bin/pip" install --quiet --no-build-isolation --no-deps --force-reinstall .packaging/python
# From another folder, so that the installed module is tested.
cd "$environment"
run bin/python -m pytest -q -p no:cacheprovider "$root/.packaging/python/tests"
run bin/mypy --strict -p bleu_mt
passed "the Python package: tests and types in $(bin/python --version)"
summarize
