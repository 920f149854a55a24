#!/bin/sh
# bootstrap_host.t - bootstrap and configure for another machine, with fake compilers: what is missing
# is named once, by its package, and neither sends the reader to the other in a circle
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
command -v gcc >/dev/null || skip_all 'no gcc'
unset CC CPPFLAGS CFLAGS LDFLAGS LIBS GPROF_BOOTSTRAP
other=aarch64-linux-gnu

# A system: the directory bin, and nothing else on PATH.
mkdir bin tree
for tool in sh chmod dirname mktemp printf cat sed sort tr find rm mv env uname ls grep gcc as ld make \
    prove id; do
    path=$(command -v $tool) && case $path in
    /*) ln -s "$path" bin/$tool ;;
    esac
done
cp "$SRCDIR/bootstrap" tree/
touch -t 202001010000 tree/configure.ac
printf '#!/bin/sh\necho "configured with: $*"\n' >tree/configure
chmod +x tree/configure
printf '#!/bin/sh\necho "$*" >>%s/log\n' "$PWD" >bin/apt-get
printf "#!/bin/sh\n" >bin/autoconf
chmod +x bin/apt-get bin/autoconf
bin=$PWD/bin

# compiler LIBRARY...: a compiler for the other machine, which has no other libraries than these.
compiler()
{
    cat >"$bin/$other-gcc" <<END
#!/bin/sh
for word; do
    case \$word in
    -dumpmachine) echo $other && exit ;;
    -l*) case " $* " in *" \$word "*) ;; *) exit 1 ;; esac ;;
    esac
done
exec $(command -v gcc) "\$@"
END
    chmod +x "$bin/$other-gcc"
}
boot()
{
    : >log
    run env PATH="$bin" sh tree/bootstrap "$@"
    said=$(cat "$out" "$err")
}

boot --no-install --host=$other
is_status 1 'no compiler for the other machine: fails'
like "$said" "apt-get install .* gcc-$other libc6-dev-arm64-cross\$" 'and prints the command that installs it'
boot --no-install --host=x86_64-linux-gnux32
like "$said" ' gcc-x86-64-linux-gnux32 libc6-dev-x32-cross$' 'in names that Debian has'

compiler -ldw
boot --host=$other
is_status 1 'no libraries for it: fails'
like "$said" "missing for $other: bfd iberty zlib jansson\$" 'and says which'
like "$said" 'packages: binutils-dev:arm64 libiberty-dev:arm64 libjansson-dev:arm64 zlib1g-dev:arm64$' \
    'and their packages'
like "$said" "make runtime CC=$other-gcc BUILD=build-$other\$" 'and how libgmon is made without them'
is "$(cat log)" '' 'but installs nothing, as that would remove compilers of this machine'
unlike "$said" 'configure' 'and says nothing of configure'

compiler -lbfd -liberty -lz
boot --host=$other CPPFLAGS=-DX
is_status 0 'libdw and libjansson may be absent'
like "$said" "configured with: --srcdir=[^ ]* --host=$other CPPFLAGS=-DX\$" 'and configure is told of the machine'
boot --host=$other CPPFLAGS=-fno-such-flag
is_status 1 'flags on the command line count'
boot --host=$other --build=$other
like "$said" 'configured with' 'the same machine: no other one'

# ---- the real configure ----
command -v autoconf >/dev/null || { skip 'configure' 'no autoconf'; done_testing; }
mkdir other && cd other || exit 1
ok 'autoconf makes configure' sh -c "autoconf -o configure '$SRCDIR/configure.ac'; rm -rf autom4te.cache"
conf()
{
    run env PATH="$bin:$PATH" ./configure --srcdir="$SRCDIR" "$@"
    said=$(cat "$out" "$err")
}

conf -q --host=nosuch-linux-gnu
is_status 1 'configure: no compiler for the other machine'
like "$said" 'error: no compiler for nosuch-linux-gnu.*Debian: gcc-nosuch-linux-gnu' 'names the package'
conf -q --host=$other
is_status 0 'configure: with compiler and libraries'
like "$(cat build/config.mk)" "^CC = $other-gcc\$" 'takes that compiler'
is "$(sed -n 's/^HAVE_[A-Z]* = //p' build/config.mk | tr -d '\n')" '' 'without the libraries that are absent'

compiler
conf -q --host=$other
is_status 1 'configure: no libbfd for it'
like "$said" "libbfd .* for $other; .*/bootstrap --host=$other names .* make runtime CC=$other-gcc" \
    'says who names the packages, and how libgmon is made'
run env PATH="$bin:$PATH" GPROF_BOOTSTRAP=yes ./configure -q --srcdir="$SRCDIR" --host=$other
unlike "$(cat "$err")" 'run|--host' 'but from bootstrap it does not send back there'
like "$(cat "$err")" 'config.log tells why' 'it names the log'
done_testing
