# tap.sh - provides TAP for shell tests: a temp dir, run, is, like, is_status, done_testing
#
# Use: a test starts with
#     . "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
# and ends with done_testing. The test stands in an empty directory of its own, which is removed at
# the end. Plain `gprof` is the one under test (also as "$GPROF"), and `$TOOLS` holds the built
# programs of tests/tools. Works for POSIX sh; run under `make check` or by hand after it.
#
#     run COMMAND ARG...        run it; sets $status, writes the files $out and $err
#     is_status N NAME          the exit status of the last run
#     is_stdout TEXT NAME       everything that the last run printed (final newline left out)
#     is_stderr TEXT NAME       everything that the last run printed to standard error
#     is GOT WANT NAME          two strings are equal; if not, a diff is shown
#     is_file GOT WANT NAME     two files are equal
#     like TEXT ERE NAME        some line of TEXT matches the extended regular expression
#     unlike TEXT ERE NAME      no line of TEXT matches it
#     ok NAME COMMAND ARG...    COMMAND succeeds
#     make_with_products ARG... make, with the products under test as they are: builds none of them
#     diag TEXT                 a remark for the reader of a failure
#     note TEXT                 a remark that only `prove -v' shows
#     skip NAME WHY             counts one test as skipped
#     skip_all WHY              leaves: this test cannot run here
#     bail WHY                  leaves, with a failure: the rest needs what did not work
#     compiles COMPILER FLAG... succeeds if COMPILER, which may have options, is there and works
#
# SPDX-License-Identifier: GPL-3.0-or-later

: "${BUILD:=$SRCDIR/build}" "${GPROF:=$BUILD/gprof}" "${TOOLS:=$BUILD/tools}"
LC_ALL=C
PATH=${GPROF%/*}:$PATH
unset DEBUGINFOD_URLS POSIXLY_CORRECT GMON_OUT_PREFIX GPROF_PATH CDPATH COLUMNS NO_COLOR CLICOLOR_FORCE
export SRCDIR BUILD GPROF TOOLS LC_ALL PATH

tap_count=0
tap_failed=0
tap_planned=
status=0

tap_dir=$(mktemp -d "${TMPDIR:-/tmp}/gprof-test.XXXXXX") || exit 1
mkdir "$tap_dir/work" && cd "$tap_dir/work" || exit 1
out=$tap_dir/out
err=$tap_dir/err
trap 'tap_exit $?' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM

# A test that ends without done_testing has failed, whatever its status says.
tap_exit()
{
    cd / && chmod -R u+w "$tap_dir" && rm -rf "$tap_dir"
    if test -z "$tap_planned"; then
        echo "# ended before done_testing (status $1)"
        exit 1
    fi
    exit "$1"
}

diag()
{
    printf '%s\n' "$*" | sed 's/^/# /' >&2
}

note()
{
    printf '%s\n' "$*" | sed 's/^/# /'
}

# tap_result STATUS NAME: prints the TAP line; fails as the test fails.
tap_result()
{
    tap_count=$((tap_count + 1))
    if test "$1" = 0; then
        printf 'ok %d - %s\n' "$tap_count" "$2"
        return 0
    fi
    tap_failed=$((tap_failed + 1))
    printf 'not ok %d - %s\n' "$tap_count" "$2"
    diag "failed: $2"
    return 1
}

ok()
{
    tap_name=$1
    shift
    "$@" >"$tap_dir/ok.log" 2>&1
    tap_result $? "$tap_name" || { diag "$(cat "$tap_dir/ok.log")"; return 1; }
}

make_with_products()
{
    command "${MAKE:-make}" -s -f "$SRCDIR/Makefile" BUILD="$BUILD" -o "$BUILD/gprof" -o "$BUILD/libgmon.a" \
        -o "$BUILD/libgmon.so" state="$tap_dir/state" "$@"
}

run()
{
    status=0
    "$@" >"$out" 2>"$err" || status=$?
    return 0
}

is_status()
{
    if test "$status" = "$1"; then
        tap_result 0 "$2"
    else
        tap_result 1 "$2" || :
        diag "status $status, expected $1; standard error:" "$(head -20 "$err")"
        return 1
    fi
}

is_file()
{
    if cmp -s "$1" "$2"; then
        tap_result 0 "$3"
    else
        tap_result 1 "$3" || :
        diag "$(diff -u "$2" "$1" | sed '1s/.*/--- expected/;2s/.*/+++ got/')"
        return 1
    fi
}

is()
{
    printf '%s\n' "$1" >"$tap_dir/got"
    printf '%s\n' "$2" >"$tap_dir/want"
    is_file "$tap_dir/got" "$tap_dir/want" "$3"
}

is_stdout()
{
    is "$(cat "$out")" "$1" "$2"
}

is_stderr()
{
    is "$(cat "$err")" "$1" "$2"
}

like()
{
    if printf '%s\n' "$1" | grep -E -e "$2" >/dev/null; then
        tap_result 0 "$3"
    else
        tap_result 1 "$3" || :
        diag "no line matches: $2" && diag "$1"
        return 1
    fi
}

unlike()
{
    if printf '%s\n' "$1" | grep -E -e "$2" >"$tap_dir/got"; then
        tap_result 1 "$3" || :
        diag "matches $2: $(cat "$tap_dir/got")"
        return 1
    fi
    tap_result 0 "$3"
}

skip()
{
    tap_count=$((tap_count + 1))
    printf 'ok %d - %s # SKIP %s\n' "$tap_count" "$1" "$2"
}

skip_all()
{
    tap_planned=1
    printf '1..0 # SKIP %s\n' "$1"
    exit 0
}

bail()
{
    tap_result 1 "$1" || :
    done_testing
}

compiles()
{
    echo 'int main(void) { return 0; }' >"$tap_dir/compiles.c"
    tap_cc=$1
    shift
    $tap_cc "$@" -o "$tap_dir/compiles" "$tap_dir/compiles.c" >/dev/null 2>&1
}

done_testing()
{
    tap_planned=1
    printf '1..%d\n' "$tap_count"
    test "$tap_failed" = 0 || exit 1
    exit 0
}
