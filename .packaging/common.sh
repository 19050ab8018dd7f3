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

# Ends with what is missing, and how to get it.
missing() {
    echo "cannot begin: $*" >&2
    exit 1
}

# Notes a check that has passed.
checked=()
passed() { checked+=("$*"); }

# Notes a check that is left out, and why.
skipped=()
skip() { skipped+=("$*"); }

# The last lines of each script.
summarize() {
    [[ ${#checked[@]} == 0 ]] || printf 'checked: %s\n' "${checked[@]}"
    [[ ${#skipped[@]} == 0 ]] || printf 'NOT CHECKED: %s\n' "${skipped[@]}"
}

# Whether a command can be run; its name may be a shim for nothing.
works() { "$@" > /dev/null 2>&1; }

# Fails unless there is a command. $1: its name, $2: how to get it.
need() { command -v "$1" > /dev/null || missing "$1 is not installed${2:+; $2}"; }

# Fails unless Rust can compile for a target.
need_target() {
    [[ -d $(rustc --print sysroot)/lib/rustlib/$1/lib ]] || missing "no Rust for $1; run: rustup target add $1"
}

# Builds the release, unless PREBUILT says that it is there already; `program` is then its path. $1: target, if it is not
# this machine.
build() {
    program=${CARGO_TARGET_DIR:-$root/target}/${1:+$1/}release/bleu
    if [[ -z ${PREBUILT:-} ]]; then
        run cargo build --release --locked ${1:+--target "$1"}
    elif [[ ! -x $program ]]; then
        missing "PREBUILT is set, but there is no $program"
    fi
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
    "$@" --man=page | gzip -9n > "$out/bleu.1.gz"
    "$@" --completions bash > "$out/completions/bleu.bash"
    "$@" --completions zsh > "$out/completions/_bleu"
    "$@" --completions fish > "$out/completions/bleu.fish"
    python3 .packaging/python/build/licenses.py > "$out/THIRD-PARTY.txt"
}

# Fails unless a program runs without any library.
check_static() {
    run file "$1"
    if readelf --dynamic "$1" | grep NEEDED; then
        echo "needs libraries" >&2
        exit 1
    fi
}
