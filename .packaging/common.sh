# Shared by the scripts of this folder: paths, and printing of what is run.
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
cd "$root"
version=$(cargo pkgid | sed 's/.*[@#]//')
out=$root/target/packaging
corpora=$root/testdata/corpora
# The score of the main job, as in README.md.
expected=0.5061
# Packages of the same commit are the same, byte for byte.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2> /dev/null || echo 0)}
export SOURCE_DATE_EPOCH
mkdir -p "$out"

run() {
    echo "+ $*"
    "$@"
}

# Builds the release, unless PREBUILT says that it is there already.
build() {
    [[ -n ${PREBUILT:-} ]] || run cargo build --release --locked "$@"
}

# Fails unless the command prints what is expected.
expect() {
    local wanted=$1 found
    shift
    echo "+ $*"
    found=$("$@" 2>&1) || true
    echo "$found"
    [[ $found == *"$wanted"* ]] || { echo "expected: $wanted" >&2; exit 1; }
}

# Writes the other files of packages: man page, completions, licenses. $1: a program that can be run here.
companions() {
    mkdir -p "$out/completions"
    "$@" --man | gzip -9n > "$out/bleu.1.gz"
    "$@" --completions bash > "$out/completions/bleu.bash"
    "$@" --completions zsh > "$out/completions/_bleu"
    "$@" --completions fish > "$out/completions/bleu.fish"
    .packaging/licenses.sh > "$out/THIRD-PARTY.txt"
}
