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

# Fails unless a command ends with this status and prints exactly this. $1: status, $2: output, then the command.
expect() {
    local wanted_status=$1 wanted=$2 found status=0
    shift 2
    echo "+ $*"
    found=$("$@" 2>&1) || status=$?
    echo "$found"
    [[ $status == "$wanted_status" && $found == "$wanted" ]] && return
    echo "status $status; expected status $wanted_status and: $wanted" >&2
    exit 1
}

# Fails unless a command succeeds and prints a line with this. $1: part of the line, then the command.
expect_line() {
    local wanted=$1
    shift
    echo "+ $*"
    "$@" | grep --fixed-strings -- "$wanted"
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

# Fails unless a program runs without any library.
check_static() {
    run file "$1"
    if readelf --dynamic "$1" | grep NEEDED; then
        echo "needs libraries" >&2
        exit 1
    fi
}
