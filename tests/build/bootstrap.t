#!/bin/sh
# bootstrap.t - bootstrap understands its options first, and installs only what is missing
#
# In a system of its own, with fake package managers, autoconf and configure.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
unset CC CFLAGS CPPFLAGS LDFLAGS LIBS CONFIG_SITE

# The system: the directory bin is its PATH, and tree has the sources.
mkdir bin tree
for tool in sh dirname cat chmod mv rm env ls; do
    ln -s "$(command -v $tool)" bin/$tool
done
cp "$SRCDIR/bootstrap" tree/

# stub NAME: a program of the system, its text from standard input; HERE is this directory
stub()
{
    { echo '#!/bin/sh' && sed "s,HERE,$PWD,g"; } >"bin/$1" && chmod +x "bin/$1"
}

# A configure that fails as long as the file `lacking' exists.
cat >made_configure <<END
#!/bin/sh
echo "configured with: \$*"
test ! -f '$PWD/lacking'
END
chmod +x made_configure

# system PRESENT...: a system that has these tools, and sources without configure
system()
{
    rm -f bin/make bin/prove bin/autoconf bin/id bin/sudo bin/apt-get bin/dnf bin/zypper bin/pacman bin/apk lacking \
        tree/configure
    echo >tree/configure.ac
    for tool; do
        case $tool in
        lacking) : >lacking ;;
        configure) cp made_configure tree/configure ;;
        autoconf)
            stub autoconf <<'END'
cat HERE/made_configure >"$2"; chmod +x "$2"; echo "made ${2##*/}" >>HERE/log
END
            ;;
        id) echo 'echo 1000' | stub id ;;
        sudo) echo 'exec "$@"' | stub sudo ;;
        make | prove) : | stub $tool ;;
        *)
            # A package manager, which brings all that is missing.
            stub $tool <<'END'
echo "${0##*/} $*" >>HERE/log
rm -f HERE/lacking
for tool in make prove; do echo '#!/bin/sh' >HERE/bin/$tool; chmod +x HERE/bin/$tool; done
case " $* " in
*' autoconf '*)
    echo 'cat HERE/made_configure >"$2"; chmod +x "$2"' >HERE/bin/autoconf; chmod +x HERE/bin/autoconf ;;
esac
END
            ;;
        esac
    done
    test -f bin/id || echo 'echo 0' | stub id
}

# boot ARGUMENT...: runs bootstrap there
boot()
{
    : >log
    run env PATH="$PWD/bin" sh tree/bootstrap "$@"
    said=$(cat "$out" "$err")
}
apt='env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends'
packages='gcc libc6-dev make perl binutils-dev libiberty-dev zlib1g-dev libdw-dev libjansson-dev'

# ---- options --------------------------------------------------------------------------------------
system apt-get
boot --prefix=/opt --help
is_status 0 '--help, behind another option'
like "$said" '^  --no-install ' 'tells of the own options'
like "$said" '^  --prefix=DIR ' "and of configure's"
is "$(cat log)" '' 'and installs nothing'
if command -v autoconf >/dev/null && (cp "$SRCDIR/configure.ac" . && autoconf) >/dev/null 2>&1; then
    ./configure --srcdir="$SRCDIR" --help | grep -o -e '--[a-z-]*-static-bfd' -e '--without-[a-z][a-z]*' \
        -e '--with-[a-z]*-completion-dir' -e '--disable-[a-z]*-[a-z]*' | grep -v option-check >asked
    for option in $(cat asked); do
        like "$said" "$option( |=|\$)" "--help tells of $option"
    done
    is "$(sort -u asked | wc -l)" 8 'of each of our own'
else
    skip "configure's options" 'no autoconf'
fi
for wrong in --strange --prefix --prefix=here --libdir=lib --no-instal --without-perl word PREFIX=/opt --host=; do
    boot --prefix=/opt "$wrong"
    is_status 2 "$wrong is no option"
    like "$said" "^bootstrap: $wrong: " 'bootstrap says which'
    is "$(cat log)" '' 'and does nothing'
done

# ---- something is missing --------------------------------------------------------------------------
boot --prefix=/opt/z --no-install
is_status 1 '--no-install, behind another option: fails if something is missing'
is "$(cat "$out")" "$apt $packages autoconf" 'and prints the command'
is "$(cat log)" '' 'but does not run it'
boot --prefix=/opt/z 'CFLAGS=-O1 -g' --without-libdw
is_status 0 'installs and configures'
like "$said" "^bootstrap: running: $apt $packages autoconf\$" 'by a command that it shows'
is "$(grep -c install log)" 1 'once'
like "$said" '--with-libdw --with-jansson --prefix=/opt/z CFLAGS=-O1 -g --without-libdw$' \
    'arguments go to configure, and overrule what bootstrap asks for'

boot
is_status 0 'again'
is "$(cat log)" '' 'installs nothing'
unlike "$said" 'running: autoconf' 'and makes no configure'
system make prove autoconf apt-get
touch -t 202001010000 tree/configure.ac
boot --no-install
is_status 0 'nothing is missing: --no-install succeeds'
is "$(cat log)" 'made configure.new' 'configure is made'
touch tree/configure.ac -d 'next year'
boot
is "$(cat log)" 'made configure.new' 'again when configure.ac is newer'

system make prove autoconf lacking apt-get
boot
is_status 0 'configure fails: installs'
is "$(grep -c install log)" 1 'once'
like "$said" "$apt $packages\$" 'all but autoconf, which has made configure'
is "$(grep -c '^configured' "$out")" 2 'and configures again'

# ---- an archive of the sources -----------------------------------------------------------------------
system configure make prove apt-get
touch tree/configure.ac -d 'next year'
boot
is_status 0 'with configure, and without autoconf'
is "$(cat log)" '' 'nothing is installed'
rm bin/make
boot --no-install
is "$(cat "$out")" "$apt $packages" 'nor is autoconf, if something else is'

# ---- tests need more than the build ----------------------------------------------------------------
system make autoconf apt-get
boot --no-install
is_status 0 'without prove, --no-install: succeeds'
like "$said" 'no prove, which `make check. needs' 'says what that is needed for'
like "$said" "^$apt .* perl " 'and prints the command'
boot
like "$(cat log)" "apt-get install .* perl " 'else it is installed'
is "$(grep -c '^configured' "$out")" 1 'configured is once'

# ---- rights and managers -----------------------------------------------------------------------------
system id make autoconf prove lacking
boot
is_status 1 'no package manager: fails'
like "$said" 'no package manager .* install what README lists' 'and says what to install'
system id apt-get
boot --no-install
is "$(cat "$out")" "sudo $apt $packages autoconf" 'not root: the command starts with sudo'
boot
is_status 1 'not root, and no sudo: fails'
like "$said" "no sudo here; run as root: $apt" 'and says what to run'
system id sudo apt-get
boot
is_status 0 'not root, with sudo'
like "$said" "^bootstrap: running: sudo $apt" 'installs with sudo'
for manager in dnf zypper pacman apk; do
    system $manager
    boot
    is_status 0 "$manager: installs"
    like "$(cat log)" "^$manager .* autoconf\$" "$manager: is asked for the packages"
done

# ---- another machine -----------------------------------------------------------------------------------
system make prove autoconf lacking apt-get
boot --host=aarch64-linux-gnu
is_status 1 'another machine, and configure fails'
is "$(cat log)" 'made configure.new' 'nothing is installed, as it would be for this machine'
unlike "$said" 'configured with: .*--with-' 'and no library is insisted on'
boot --host=aarch64-linux-gnu --build=aarch64-linux-gnu
is_status 0 'the same machine is no other one'

# ---- the real configure, and a compiler for another machine that has no libraries -------------------------
if command -v autoconf >/dev/null && command -v gcc >/dev/null; then
    stub named-gcc <<END
case "\$*" in *-l*) exit 1 ;; esac
exec $(command -v gcc) "\$@"
END
    stub gcc <"bin/named-gcc"
    (autoconf -o configure "$SRCDIR/configure.ac" && rm -rf autom4te.cache) || bail 'autoconf'
    conf()
    {
        run env PATH="$PWD/bin:$PATH" ./configure -q --srcdir="$SRCDIR" --host=named
        said=$(cat "$err")
    }
    conf
    is_status 1 'configure: no libbfd for another machine'
    like "$said" 'libbfd .* for named; .* make runtime CC=named-gcc' 'says how libgmon is made'
    rm bin/named-gcc
    conf
    is_status 1 'configure: no compiler for another machine'
    like "$said" 'no compiler for named: install named-gcc, or name another one with CC=' 'names it'
else
    skip 'configure' 'no autoconf or no gcc'
fi
done_testing
