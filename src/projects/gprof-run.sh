#!/bin/sh
# gprof-run.sh - run a program under libgmon, then report where its time went
#
# Role: installed as gprof-run; gprof-run(1) is its manual.  Finds gprof and libgmon.so.1 from the
# place of this file, so that the directories may be moved together.
# Input: the options and the program's command.  Output: the report, on standard error or into a file;
# the sum of the program's data files.  Standard output and input are the program's alone.
# Status: the program's; 125, 126, 127 as env(1) where it could not be run.
# How: each process writes its data into a scratch directory; they are sorted by program afterwards.
# The program runs in the background of this shell, but in its process group, so that the terminal is
# its own and signals sent to this process alone can be handed on.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# What `make install` fills in: names, and the way from this file's directory to the library's.
gprof_name=@gprof@
library_from_here='@libdir@'
version=@version@

set -u
unset CDPATH
me=${0##*/}
report=top output='' data=gmon.out keep=1
scratch='' library='' pid='' got='' status=0 counts=''

say()
{
    printf '%s: %s\n' "$me" "$*" >&2
}

# quit STATUS TEXT
quit()
{
    quit_status=$1
    shift
    say "$@"
    exit "$quit_status"
}

usage()
{
    cat <<END
Usage: $me [options] PROGRAM [ARGUMENT...]

Runs PROGRAM with libgmon preloaded, and reports where its time went. Calls
are counted if PROGRAM was compiled with -pg.

  -r, --report=WHAT    top (default), flat, graph, all or none; or options of
                       $gprof_name: --report='-b -A'
  -o, --output=FILE    the report into FILE, not to standard error
  -d, --data=FILE      keep the data in FILE (default: gmon.out)
  -n, --no-data        keep no data
  -f, --hz=N           samples per second, from 1 to 10000 (default: 100)
  -c, --clock=CLOCK    cpu: CPU time (default); wall: elapsed time
  -a, --all            also the programs that PROGRAM starts, if they were
                       compiled without -pg
      --verbose        say of each data file what it contains
  -h, --help           this text
      --version        the version

Status: that of PROGRAM; 125: $me has failed; 126: PROGRAM cannot be run;
127: there is no such PROGRAM.
END
}

# ---- the command line ----------------------------------------------------------------------------

wrong_use()
{
    quit 125 "$*; \`$me --help' lists the options"
}

# set_value OPTION VALUE
set_value()
{
    case $1 in
    -r | --report)
        case $2 in
        top | flat | graph | all | none | -*) report=$2 ;;
        *) wrong_use "--report=$2: not top, flat, graph, all, none or options of $gprof_name" ;;
        esac
        ;;
    -o | --output) output=$2 ;;
    -d | --data)
        data=$2
        case $data in
        */*) place=${data%/*}/ ;;
        *) place=. ;;
        esac
        # told before the program runs, as its data would be lost
        { test ! -d "$data" && test -w "$place"; } ||
            quit 125 "$data: cannot be written; --data names a file, in a directory that there is"
        ;;
    -f | --hz)
        case $2 in
        [1-9] | [1-9][0-9] | [1-9][0-9][0-9] | [1-9][0-9][0-9][0-9] | 10000) ;;
        *) wrong_use "--hz=$2: not from 1 to 10000" ;;
        esac
        GMON_HZ=$2
        export GMON_HZ
        ;;
    -c | --clock)
        case $2 in
        cpu | wall) ;;
        *) wrong_use "--clock=$2: neither cpu nor wall" ;;
        esac
        GMON_CLOCK=$2
        export GMON_CLOCK
        ;;
    esac
}

# set_flag OPTION: fails if there is none of this name
set_flag()
{
    case $1 in
    -n | --no-data) keep='' ;;
    -s | --stacks) wrong_use "$1: there is no such option, as call stacks are always recorded" ;;
    -a | --all) GMON_ALL=1 && export GMON_ALL ;;
    --verbose) GMON_VERBOSE=1 && export GMON_VERBOSE ;;
    -h | --help) usage && exit 0 ;;
    --version) echo "gprof-run $version" && exit 0 ;;
    *) return 1 ;;
    esac
}

# ---- what there is -------------------------------------------------------------------------------

# The directory of this file, behind symbolic links.
find_here()
{
    file=$0
    case $file in
    */*) ;;
    *) file=$(command -v -- "$file") || file=./$file ;;
    esac
    while link=$(readlink "$file" 2>/dev/null) && test -n "$link"; do
        case $link in
        /*) file=$link ;;
        *) file=${file%/*}/$link ;;
        esac
    done
    here=$(cd -P "${file%/*}/" && pwd -P) || quit 125 "$file: its directory cannot be read"
}

find_tools()
{
    find_here
    gprof=$here/$gprof_name
    test -x "$gprof" || gprof=$(command -v "$gprof_name") ||
        quit 125 "$gprof_name is neither in $here nor in PATH: install both together"
    library=$(cd -P "$here/$library_from_here" 2>/dev/null && pwd -P)/libgmon.so.1
    test -f "$library" ||
        quit 125 "$here/$library_from_here/libgmon.so.1 is missing: install it; there is none for every machine"
}

# path_of NAME - where the system finds the program; fails if it does not
path_of()
{
    case $1 in
    */*)
        test -e "$1" && printf '%s\n' "$1"
        return
        ;;
    esac
    rest=${PATH-/bin:/usr/bin}:
    while test -n "$rest"; do
        dir=${rest%%:*}
        rest=${rest#*:}
        if test -f "${dir:-.}/$1" && test -x "${dir:-.}/$1"; then
            printf '%s\n' "${dir:-.}/$1"
            return 0
        fi
    done
    return 1
}

# elf_kind FILE - dynamic or static, then what tells machines apart; `other' if it is no ELF file
elf_kind()
{
    od -A n -v -t u1 -N 4096 "$1" 2>/dev/null | awk '
        function number(at, size,    i, v) {
            for (i = 0; i < size; i++) v = v * 256 + b[at + (little ? size - 1 - i : i)]
            return v
        }
        { for (i = 1; i <= NF; i++) b[n++] = $i }
        END {
            if (n < 52 || b[0] != 127 || b[1] != 69 || b[2] != 76 || b[3] != 70) { print "other"; exit }
            wide = b[4] == 2
            little = b[5] == 1
            at = number(wide ? 32 : 28, wide ? 8 : 4)
            size = number(wide ? 54 : 42, 2)
            for (left = number(wide ? 56 : 44, 2); left > 0 && at < n; left--) {
                if (number(at, 4) == 3) interpreter = 1
                at += size
            }
            print interpreter ? "dynamic" : "static", b[4] "." b[5] "." number(18, 2)
        }'
}

# has_word FILE PATTERN - does a string of the file match all of the extended regular expression?
has_word()
{
    LC_ALL=C tr '\000' '\n' <"$1" | LC_ALL=C grep -E -x -e "$2" >/dev/null
}

# warn TEXT: what the profile will lack
warn()
{
    why=''
    say "$path: $*"
}

counts_calls='_?_?mcount|__fentry__|__gnu_mcount_nc'

# Says before the program runs why it cannot be profiled; `why' is told if there is no profile in the end.
# counts: empty if the program itself counts no calls.
look_at_program()
{
    why=': it has not ended by exit, or could not write'
    found=$(elf_kind "$path")
    kind=${found%% *}
    if test -n "$(find "$path" -prune \( -perm -4000 ! -user "$(id -u)" -o -perm -2000 \) 2>/dev/null)"; then
        warn 'it is set-uid or set-gid, so the system preloads nothing into it: take a copy of your own'
    elif test "$kind" = other; then
        # The programs that a script starts may be profiled: no reason to speak yet.
        why=': it is a script, and has run no program that was compiled with -pg'
    elif test "${found#* }" != "$(elf_kind "$library" | cut -d ' ' -f 2)"; then
        warn 'it is for another machine, or of another address size, than libgmon'
    elif test "$kind" = static; then
        look_at_static
    elif has_word "$path" "$counts_calls"; then
        counts=1
    else
        why=': it took no time that a sample could see; try --hz=1000, or give it more work'
    fi
}

look_at_static()
{
    if has_word "$path" 'GMON_VERBOSE'; then
        counts=1
    elif has_word "$path" "$counts_calls"; then
        counts=1
        warn "it is static, so libgmon cannot be preloaded: link it with -lgmon. It is profiled by the C" \
            "library, without options"
    else
        warn 'it is static, so libgmon cannot be preloaded: compile it with -pg, and link it with -pg and -lgmon'
    fi
}

find_program()
{
    path=$(path_of "$1")
    test -d "${path:-$1}" && quit 126 "$1: is a directory"
    if test -z "$path"; then
        case $1 in
        */*) quit 127 "$1: there is no such program" ;;
        esac
        test -f "./$1" && quit 127 "$1: not in PATH; that of this directory is ./$1"
        quit 127 "$1: there is no such program in PATH"
    fi
    test -x "$path" || quit 126 "$path: may not be executed; \`chmod +x' allows it"
    real=$(readlink -f "$path" 2>/dev/null) && test -n "$real" || real=$path
}

# ---- the run -------------------------------------------------------------------------------------

# pass_on SIGNAL: this shell got it, and the program is to have it, too
pass_on()
{
    got="$got $1"
    test -z "$pid" || kill -s "$1" "$pid" 2>/dev/null
}

make_scratch()
{
    # The loader splits LD_PRELOAD at blanks and colons.
    base=${TMPDIR:-/tmp}
    case $base in
    *[\ :]*) base=/tmp ;;
    esac
    scratch=$(mktemp -d "$base/gprof-run.XXXXXX") || quit 125 "$base: cannot be written; set TMPDIR"
    trap 'rm -rf "$scratch"' EXIT
    case $library in
    *[\ :]*) ln -s "$library" "$scratch/libgmon.so.1" && library=$scratch/libgmon.so.1 ;;
    esac
}

# A background job of a shell ignores SIGINT and SIGQUIT, unless something resets them. Here they are
# ignored, too: the terminal sends them to both, and the program decides. Others come to this process alone.
# Without such an env the program runs in the foreground, and what this process alone is sent waits.
run_program()
{
    template=$(printf '%s\n' "$scratch" | sed 's/%/%%/g')
    case $1 in
    *=*) set -- sh -c 'exec "$0" "$@"' "$@" ;;
    esac
    set -- LD_PRELOAD="$library${LD_PRELOAD:+:$LD_PRELOAD}" \
        GMON_OUT="$template/%p.%e.gmon" GMON_OUT_PREFIX="$scratch/prefix" \
        GMON_EXIT_SIGNALS="${GMON_EXIT_SIGNALS-HUP,INT,QUIT,TERM}" "$@"
    # The interpreter of a script is none of the user's programs.
    test "$kind" = other || set -- GMON_ALL="${GMON_ALL-$real}" "$@"
    trap '' INT QUIT
    if env --default-signal=INT,QUIT true 2>/dev/null; then
        for signal in HUP TERM USR1 USR2 ALRM; do
            # shellcheck disable=SC2064
            trap "pass_on $signal" "$signal"
        done
        # A background job has no standard input but that which it is given.
        (exec 3<&0) 2>/dev/null || exec </dev/null
        exec 3<&0
        env --default-signal=INT,QUIT "$@" <&3 3<&- &
        pid=$!
        exec 3<&-
        # A signal ends the wait, and not the program. If that ends at the same moment, shells have lost its
        # status (127, or less than 0), and it is the signal's.
        status=127
        while :; do
            before=$got
            waited=0
            wait "$pid" || waited=$?
            case $waited in
            127 | -*) ;;
            *) status=$waited ;;
            esac
            test "$got" = "$before" && break
        done
        pid=
    else
        trap : INT QUIT
        status=0
        env "$@" || status=$?
    fi
    trap - INT QUIT
}

# ---- what was written ----------------------------------------------------------------------------

# companion_of FILE - where the call stacks are that belong to a data file
companion_of()
{
    case $1 in
    */*) printf '%s\n' "${1%/*}/stacks.${1##*/}" ;;
    *) printf '%s\n' "stacks.$1" ;;
    esac
}

# The data of each program are listed in a file of its own, data/NAME, and call stacks in stacks/NAME. No
# program is started for one of them, as there may be thousands.
sort_data()
{
    mkdir "$scratch/data" "$scratch/stacks"
    for file in "$scratch"/prefix.[0-9]*; do
        test -f "$file" && mv "$file" "$scratch/${file##*.}.${real##*/}.gmon"
    done
    for file in "$scratch"/[0-9]*.*.gmon; do
        test -f "$file" || continue
        name=${file#"$scratch"/*.}
        name=${name%.gmon}
        printf '%s\n' "$file" >>"$scratch/data/$name"
        companion=$scratch/stacks.${file##*/}
        test ! -f "$companion" || printf '%s\n' "$companion" >>"$scratch/stacks/$name"
    done
}

# ran_as NAME STACKS - the path by which the program of that name ran: its call stacks name it, in front of
# all frames
ran_as()
{
    test -f "$2" || return 0
    head -c 65536 "$2" | LC_ALL=C tr '\000-\037' '\n' | while IFS= read -r line; do
        case $line in
        */"$1") ;;
        *) continue ;;
        esac
        while test "$line" != "${line#*/}"; do # a build ID, too, may have the byte of a slash
            line=${line#*/}
            test "$(elf_kind "/$line")" = other || { printf '/%s\n' "$line" && return; }
        done
    done
}

# image_of NAME COMMAND... - the program that wrote the data: as it ran, or, if it has no call stacks, the one
# that was run, another word of the command line (of `mpirun ./prog'), beside it, or in PATH
image_of()
{
    wanted=$1
    shift
    ran_as "$wanted" "$(companion_of "$first")" | grep . && return
    for word in "$path" "$real" "$@" "${path%/*}/$wanted" "${path%/*}/.libs/$wanted" "./$wanted"; do
        case $word in
        "$wanted") word=$(path_of "$wanted") ;;
        */"$wanted") ;;
        *) test "$(readlink -f "$word" 2>/dev/null)" = "$(readlink -f "$wanted" 2>/dev/null)" || continue ;;
        esac
        if test -f "$word" && test "$(elf_kind "$word")" != other; then
            printf '%s\n' "$word"
            return 0
        fi
    done
    path_of "$wanted"
}

# print_report IMAGE DATA STACKS - gprof finds STACKS by itself, but not for classic listings. Of a program
# that counts no calls they tell all: the histogram in DATA has no time in libraries.
print_report()
{
    case $report in
    none) return ;;
    top) asked=--top ;;
    flat) asked='-b -p' ;;
    graph) asked='-b -q' ;;
    all) asked='' ;;
    *) asked=$report ;;
    esac
    if test "$report" = top; then
        set -- "$1" "$2" ''
    elif test -n "$3" && ! has_word "$1" "$counts_calls"; then
        set -- "$1" "$3" ''
    fi
    # Its words are options, and there may be no file of stacks.
    # shellcheck disable=SC2086
    "$gprof" $asked "$1" "$2" ${3:+"$3"} || say "$gprof_name has failed, with status $?"
}

# leave_data IMAGE FILE LIST: FILE becomes the sum of the data, and its companion that of the stacks
leave_data()
{
    test ! -d "$2" || return
    companion=$(companion_of "$2")
    rm -f "$companion"
    if test "$processes" -eq 1; then
        found=$(companion_of "$first")
        cp "$first" "$2" && { test ! -f "$found" || cp "$found" "$companion"; }
    else
        "$gprof" -s --output="$2" --files-from="$3" "$1"
    fi 2>/dev/null
}

# one_program NAME FILE COMMAND...: its report, and its data into FILE
one_program()
{
    name=$1 place=$2
    shift 2
    IFS= read -r first <"$scratch/data/$name"
    image=$(image_of "$name" "$@")
    if test -z "$image"; then
        say "$name: has written a profile, but where the program lies is not known"
        processes=1
        test -n "$keep" && leave_data '' "$place" '' &&
            say "its data are in $place: $gprof_name PATH/$name $place"
        return
    fi
    processes=$(wc -l <"$scratch/data/$name")
    test "$processes" -eq 1 || say "$name: $processes processes, added up"
    set -- --files-from="$scratch/data/$name" ''
    test ! -f "$scratch/stacks/$name" || set -- "$1" --files-from="$scratch/stacks/$name"
    if test -n "$keep"; then
        if leave_data "$image" "$place" "$scratch/data/$name" && test -f "$place"; then
            set -- "$place" ''
            test ! -f "$companion" || set -- "$place" "$companion"
        else
            say "$place: cannot be written; --data names another file"
        fi
    fi
    print_report "$image" "$@"
}

no_profile()
{
    signal=
    test "$status" -le 128 || signal=$(kill -l "$status" 2>/dev/null)
    case $signal in
    '') ;;
    KILL | STOP) why=": it was ended by SIG$signal, which no program can prepare for" ;;
    *) why=": it was ended by SIG$signal; GMON_EXIT_SIGNALS=$signal lets it write before that" ;;
    esac
    say "$path: no profile was written$why"
}

# In order: the program that was run, then those that it has started. But a program that counts no calls,
# such as mpirun, comes behind those that do.
report_all()
{
    main='' starter=''
    for list in "$scratch"/data/*; do
        test -f "$list" || continue
        name=${list##*/}
        case $counts${GMON_ALL-/},$name in
        /*,"${real##*/}") starter=$name ;;
        *,"${real##*/}") main=$name ;;
        *) main=${main:-$name} ;;
        esac
    done
    main=${main:-$starter}
    test -n "$main" || return 1
    one_program "$main" "$data" "$@"
    for list in "$scratch"/data/*; do
        name=${list##*/}
        test "$name" = "$main" && continue
        printf '\n==> %s <==\n\n' "$name"
        one_program "$name" "$data.$name" "$@"
    done
}

# ---- main ----------------------------------------------------------------------------------------

while test $# -gt 0; do
    case $1 in
    --) shift && break ;;
    -[rodfc] | --report | --output | --data | --hz | --clock)
        test $# -ge 2 || wrong_use "$1 needs a value"
        set_value "$1" "$2"
        shift
        ;;
    --report=* | --output=* | --data=* | --hz=* | --clock=*) set_value "${1%%=*}" "${1#*=}" ;;
    -[rodfc]?*)
        value=${1#??}
        set_value "${1%"$value"}" "$value"
        ;;
    -?*) set_flag "$1" || wrong_use "$1: no such option" ;;
    *) break ;;
    esac
    shift
done
test $# -gt 0 || wrong_use 'no program is named'
find_tools
find_program "$1"
look_at_program
if test -n "$output"; then
    (: >"$output") 2>/dev/null || quit 125 "$output: cannot be written"
fi
make_scratch
run_program "$@"
sort_data
if test -n "$output"; then
    report_all "$@" >"$output"
else
    report_all "$@" >&2
fi || no_profile

# Who waits for this process is to see that a signal has ended it, if that is one that both got.
for signal in INT QUIT $got; do
    if test "$status" -gt 128 && test "$(kill -l "$status" 2>/dev/null)" = "$signal"; then
        rm -rf "$scratch"
        trap - EXIT "$signal"
        kill -s "$signal" $$
    fi
done
exit "$status"
