#!/bin/sh
# hosts.sh - test suites of other programs with libgmon and without it, compared test by test
#
# Use: tests/hosts/hosts.sh [HOST...]      by hand (make check-hosts): it takes as long as the suites do
#
# HOSTS_DIR is where they are fetched, built and run; by default a directory that is removed at the
# end. What is there already is used again. It should not be in this tree. Needs apt, the network,
# a compiler and tclsh; nothing is installed. BUILD has libgmon.
#
# A host is a group of functions, HOST_get, HOST_build FLAG... and HOST_run; the last one runs the
# tests, and HOST_results reads what it printed and prints lines `test result`. FORMS says in which
# forms: once more without libgmon (again: some tests differ from themselves), those of
# form_environment, of which those of pg (-pg with the archive) need a host that is built; pg-libc is
# -pg with the C library's runtime, pg-preload the same with libgmon preloaded. -1000 is GMON_HZ=1000:
# above the kernel's rate an event brings ticks, too. Prints each test that ends otherwise
# than without libgmon, and a line of counts for each host and form.
#
# SPDX-License-Identifier: GPL-3.0-or-later
set -u
SRCDIR=$(cd "$(dirname "$0")/../.." && pwd)
: "${BUILD:=$SRCDIR/build}" "${CC:=cc}"
: "${FORMS:=again untouched all all-1000 all-plain all-wall pg pg-1000 pg-plain pg-wall}"
BUILD=$(cd "$BUILD" && pwd)
if test -z "${HOSTS_DIR:-}"; then
    HOSTS_DIR=$(mktemp -d) || exit 1
    trap 'rm -rf "$HOSTS_DIR"' EXIT
fi
mkdir -p "$HOSTS_DIR" && cd "$HOSTS_DIR" || exit 1
dir=$PWD
LC_ALL=C.UTF-8
export LC_ALL

form_environment()
{
    case $1 in
    untouched) echo LD_PRELOAD="$BUILD/libgmon.so" ;;
    all) echo LD_PRELOAD="$BUILD/libgmon.so" GMON_ALL=1 ;;
    all-1000) echo LD_PRELOAD="$BUILD/libgmon.so" GMON_ALL=1 GMON_HZ=1000 ;;
    all-plain) echo LD_PRELOAD="$BUILD/libgmon.so" GMON_ALL=1 GMON_STACKS=0 ;;
    all-wall) echo LD_PRELOAD="$BUILD/libgmon.so" GMON_ALL=1 GMON_CLOCK=wall ;;
    pg-1000) echo GMON_HZ=1000 ;;
    pg-plain) echo GMON_STACKS=0 ;;
    pg-preload) echo LD_PRELOAD="$BUILD/libgmon.so" ;;
    pg-wall) echo GMON_CLOCK=wall ;;
    esac
}

# ---- packages -------------------------------------------------------------------------------------
# The system's lists of packages, with sources, in a directory of our own.
set_up_apt()
{
    test ! -f apt/conf || return 0
    mkdir -p apt/parts apt/lists/partial apt/cache/archives/partial
    sed 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/*.sources >apt/parts/all.sources
    test ! -f /etc/apt/sources.list || sed 'p; s/^deb /deb-src /' /etc/apt/sources.list >apt/parts/all.list
    cat >apt/conf <<EOF
Dir::Etc::sourcelist "/dev/null";
Dir::Etc::sourceparts "$dir/apt/parts";
Dir::State::lists "$dir/apt/lists";
Dir::Cache "$dir/apt/cache";
APT::Sandbox::User "root";
EOF
    APT_CONFIG=apt/conf timeout 600 apt-get update -qq
}

# binaries PACKAGE...: unpacks them in unpacked/.
binaries()
{
    set_up_apt
    (mkdir -p debs && cd debs && APT_CONFIG=$dir/apt/conf timeout 600 apt-get download -qq "$@") || return 1
    for package; do
        for deb in debs/"$package"_*.deb; do
            dpkg -x "$deb" unpacked || return 1
        done
    done
}

# sources PACKAGE DIRECTORY: unpacks what the package was made from, without Debian's changes, of the
# newest version that can be fetched.
sources()
{
    set_up_apt
    mkdir -p src "$2"
    for version in $(APT_CONFIG=apt/conf apt-cache showsrc "$1" | awk '/^Version:/ { print $2 }' | sort -ruV); do
        (cd src && APT_CONFIG=$dir/apt/conf timeout 600 apt-get source -qq --download-only "$1=$version") && break
    done
    for archive in src/"$1"_*.orig.tar.*; do
        case $archive in
        *.asc) ;;
        *) tar xf "$archive" -C "$2" --strip-components=1 || return 1 ;;
        esac
    done
}

# ---- hosts ----------------------------------------------------------------------------------------
# tap_results: reads TAP. If a line `FILE NAME` stands before, tests have numbers in place of names.
tap_results()
{
    awk '/^FILE / { file = $2 } match($0, /^(not )?ok [0-9]+/) { r = /^not/ ? "not_ok" : "ok"; sub(/^not /, "")
        name = $4 ~ /^[a-z_0-9]+$/ && file == "" ? $4 : file ":" $2; print name, / # [Ss][Kk][Ii][Pp]/ ? "skip" : r }
        /^STATUS / { print file ":status", $2 }'
}

cpython_get()
{
    sources python3.11 cpython
}
cpython_build()
{
    (rm -rf cpython/build && mkdir cpython/build && cd cpython/build &&
        ../configure --without-ensurepip OPT="-O1 -DNDEBUG" CFLAGS="$1" LDFLAGS="$1" LIBS="${2:-}" && make -j2)
}
: "${cpython_tests:=test_signal test_threadsignals test_subprocess test_threading test_fork1 test_posix test_os \
test_io test_faulthandler test_multiprocessing_fork test_multiprocessing_forkserver test_multiprocessing_spawn \
$(printf 'test.test_asyncio.test_%s ' tasks events subprocess unix_events streams base_events)}"
cpython_run()
{
    # shellcheck disable=SC2086
    timeout 3000 "$dir/cpython/build/python" -m test -j 1 --timeout 400 --junit-xml results.xml $cpython_tests
    cat results.xml
}
# A line of libgmon behind the results of a file, as a program that takes SIGPROF draws, leaves them in
# quotes.
cpython_results()
{
    perl -0777 -ne 's/\\"/"/g; while (m{<testcase name="([^"]*)"[^>]*?(?:/>|>(.*?)</testcase>)}sg) {
        my ($name, $more) = ($1, $2 // "");
        $name =~ s/ /_/g;
        print "$name ", $more =~ /<(failure|error|skipped)/ ? $1 : "ok", "\n" }'
}

stress_get()
{
    binaries stress-ng libipsec-mb1 libjudydebian1 libsctp1
}
# Not forkheavy: each of its thousands of children leaves a file.
: "${stress_tests:=access affinity alarm bad-altstack brk chdir clock clone close context daemon dup env epoll \
eventfd exec fcntl fifo flock fork futex getrandom itimer kill lockf madvise memfd mmap mmapfork \
mprotect mremap munmap mutex nanosleep pidfd pipe poll prctl pthread ptrace rlimit seccomp session set sigabrt \
sigchld sigfd sigfpe sigio signal signest sigpending sigpipe sigq sigrt sigsegv sigsuspend sigtrap splice stack \
stackmmap switch sysinfo timer timerfd tsc userfaultfd vfork vforkmany wait xattr zombie}"
stress_run()
{
    for test in $stress_tests; do
        echo "TEST $test"
        LD_LIBRARY_PATH=$(echo "$dir"/unpacked/usr/lib/*-linux-gnu) timeout -s KILL 120 "$dir/unpacked/usr/bin/stress-ng" \
            --"$test" 1 --"$test"-ops 40 --verify --timeout 8
        echo "STATUS $?"
    done
}
stress_results()
{
    awk '/^TEST / { t = $2 } /^STATUS / { print t, $2 }'
}

redis_get()
{
    sources redis redis
}
redis_build()
{
    make -C redis distclean >/dev/null
    make -C redis -j2 MALLOC=libc OPTIMIZATION=-O1 REDIS_CFLAGS="$1" \
        REDIS_LDFLAGS="$1 ${2:+-Wl,--whole-archive $2 -Wl,--no-whole-archive}"
}
: "${redis_tests:=unit/other unit/shutdown unit/info unit/introspection unit/multi unit/expire unit/scripting \
unit/functions unit/aofrw unit/latency-monitor unit/oom-score-adj unit/pubsub unit/limits unit/lazyfree \
unit/type/list integration/aof integration/rdb integration/logging integration/shutdown integration/replication}"
redis_run()
{
    cd "$dir/redis" || return 1
    for test in $redis_tests; do
        echo "FILE $test"
        timeout 900 ./runtest --single "$test" --clients 1 --timeout 300
        echo "STATUS $?"
    done
}
redis_results()
{
    sed 's/\x1b\[[0-9;]*m//g' | awk '/^FILE / { file = $2 } /^STATUS / { print file ":status", $2 }
        match($0, /^\[(ok|err|skip|ignore|exception)\]: /) { r = substr($0, 2, RLENGTH - 4); n = substr($0, RLENGTH + 1)
        sub(/ \([0-9]+ ms\)$/, "", n); gsub(/[0-9]+/, "N", n); gsub(/ /, "_", n); print file ":" n, r }'
}

libuv_get()
{
    sources libuv1 libuv
}
libuv_build()
{
    (cd libuv && rm -rf build && mkdir build && cd build &&
        cmake .. -DCMAKE_BUILD_TYPE=None -DCMAKE_C_FLAGS="-O1 -g $1" ${2:+-DCMAKE_C_STANDARD_LIBRARIES="$2 -lpthread"} &&
        make -j2 uv_run_tests_a)
}
libuv_run()
{
    cd "$dir/libuv" && UV_RUN_AS_ROOT=1 timeout 1500 build/uv_run_tests_a
}
libuv_results()
{
    tap_results
}

perl_get()
{
    sources perl perl
    # The system's perl, and its modules where the tests look for them.
    mkdir -p perl/lib && cp -rn "$(perl -MConfig -e 'print $Config{privlibexp}')"/. "$(perl -MConfig -e 'print $Config{archlibexp}')"/. perl/lib
}
: "${perl_tests:=op/alarm op/chdir op/die_exit op/exec op/fork op/getpid op/getppid op/kill0 op/sigdispatch \
op/sigsystem op/sleep op/time op/sselect op/magic op/stat op/umask op/threads io/pipe io/dup io/open io/fs io/tell \
io/socket io/socketpair io/shm io/msg io/sem io/inplace io/print io/argv io/fflush ../ext/POSIX/t/sigaction \
../ext/POSIX/t/posix ../ext/POSIX/t/sigset ../ext/POSIX/t/waitpid ../ext/POSIX/t/termios ../ext/POSIX/t/wrappers}"
perl_run()
{
    cd "$dir/perl/t" || return 1
    ln -sf "$(command -v perl)" perl
    for test in $perl_tests; do
        echo "FILE $test"
        case $test in ../*) (cd "${test%/t/*}" && timeout 300 "$dir/perl/t/perl" "t/${test##*/}.t") ;;
        *) timeout 300 ./perl "$test.t" ;;
        esac
        echo "STATUS $?"
    done
}
perl_results()
{
    tap_results
}

# gcc's own programs, each of which checks itself, at four levels of optimization. It is not among the usual
# hosts; torture_every=N takes one program in N:
#     FORMS='again pg-libc pg pg-plain pg-preload' torture_every=20 make check-hosts HOSTS=torture
torture_get()
{
    binaries gcc-12-source && mkdir -p torture &&
        tar xf unpacked/usr/src/gcc-12/gcc-12*.tar.xz -C torture --strip-components=4 --wildcards '*/gcc.c-torture/execute/*'
}
torture_build()
{
    rm -rf torture/bin && mkdir -p torture/bin || return 1
    for source in torture/execute/*.c torture/execute/ieee/*.c; do
        for level in 0 1 2 3; do echo "$source $level"; done
    done | awk -v every="${torture_every:-1}" 'int((NR - 1) / 4) % every == 0' |
        xargs -P "$(nproc)" -n 2 sh -c '$0 -w -O$4 $1 $(sed -n "s/.*dg-[a-z-]*options \"\([^\"]*\)\" *}.*/\1/p" "$3") \
            -o "torture/bin/$(basename "$3" .c)-O$4" "$3" $2 -lm -lpthread 2>/dev/null; true' "$CC" "$1" "${2:-}"
}
torture_run()
{
    for program in "$dir"/torture/bin/*; do echo "$program"; done |
        xargs -P "$(nproc)" -n 1 sh -c 'timeout 60 "$0" >/dev/null 2>&1; echo "$(basename "$0") $?"'
}
torture_results()
{
    grep ' [0-9]*$'
}

# ---- runs and differences -------------------------------------------------------------------------
# one_run HOST FORM: its results, sorted, are in HOST.FORM; what was printed, in HOST.FORM.log.
one_run()
{
    rm -rf "$1.work" "$1.data" "$1.tmp" && mkdir -p "$1.work" "$1.data" "$1.tmp"
    (
        cd "$1.work" || exit 1
        for setting in $(form_environment "$2") GMON_OUT="$dir/$1.data/%e.%p" TMPDIR="$dir/$1.tmp"; do
            # shellcheck disable=SC2163
            export "$setting"
        done
        exec 2>&1 </dev/null
        "$1_run"
    ) >"$1.$2.log"
    "$1_results" <"$1.$2.log" | LC_ALL=C sort >"$1.$2"
}

# build_for HOST FORM: builds it with -pg or without, if it is not.
build_for()
{
    type "$1_build" >/dev/null 2>&1 || return 0
    flags=
    archive=
    case $2 in
    pg-libc | pg-preload) flags=-pg ;;
    pg*) flags=-pg archive=$BUILD/libgmon.a ;;
    esac
    test "$built" != "yes$flags$archive" || return 0
    built=yes$flags$archive
    "$1_build" "$flags" "$archive" >"$1.build.log" 2>&1
}

# try_host HOST: runs it in each form, and prints the differences.
try_host()
{
    test -f "$1.got" || { "$1_get" && touch "$1.got"; } || return 1
    built=
    for form in none $FORMS; do
        case $form in pg*) type "$1_build" >/dev/null 2>&1 || continue ;; esac
        build_for "$1" "$form" || return 1
        one_run "$1" "$form"
        diff "$1.none" "$1.$form" | grep '^[<>]' >"$1.$form.diff"
        differ=$(sed 's/^. //; s/ .*//' "$1.$form.diff" | sort -u | wc -l)
        echo "$1 $form: $(wc -l <"$1.$form") tests, $differ differ, $(find "$1.data" -type f | wc -l) data files"
        sed 's/^/    /' "$1.$form.diff"
    done
}

test $# != 0 || set -- cpython stress redis libuv perl
status=0
for host; do
    try_host "$host" || { echo "$host: cannot be had, or built: see $dir/$host.build.log" && status=1; }
done
exit $status
