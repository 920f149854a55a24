#!/bin/sh
# bootstrap.t - what bootstrap does if something is missing, with a fake package manager
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
test -z "${VARIANT-}${VALGRIND-}" || skip_all 'a variant build'
command -v gcc >/dev/null || skip_all 'no gcc'

# A system: the directory bin, and nothing else on PATH.
mkdir bin tree temp
for tool in sh chmod dirname mktemp printf cat sed sort tr find rm mv env uname ls grep \
    gcc as ld make prove; do
    path=$(command -v $tool) && case $path in
    /*) ln -s "$path" bin/$tool ;;
    esac
done
stub()
{
    cat >"bin/$1"
    chmod +x "bin/$1"
}
cp "$SRCDIR/bootstrap" tree/
: >tree/configure.ac
cat >installs_autoconf <<'END'
#!/bin/sh
echo "$0 $*" >>LOG
case " $* " in
*" autoconf "* | *" autoconf")
    cat >BIN/autoconf <<'END2'
#!/bin/sh
echo 'echo "configured with: $*"' >"$2"
chmod +x "$2"
END2
    chmod +x BIN/autoconf ;;
esac
END
sed -i.orig "s,LOG,$PWD/log,; s,BIN,$PWD/bin," installs_autoconf
stub id <<'END'
#!/bin/sh
echo 0
END

# boot ARG...: run bootstrap on that system.
boot()
{
    : >log
    run env -u CC -u CPPFLAGS TMPDIR="$PWD/temp" PATH="$PWD/bin" sh tree/bootstrap "$@"
    said=$(cat "$out" "$err")
}

boot --no-install
is_status 1 'no package manager: fails'
like "$said" 'missing: autoconf; no known package manager' 'and says what is missing'

stub apt-get <installs_autoconf
boot --no-install
is_status 1 '--no-install: fails where something is missing'
is "$(cat "$out")" \
    'env DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends autoconf' \
    'and prints the command'
is "$(cat log)" '' 'but runs nothing'

stub id <<'END'
#!/bin/sh
echo 1000
END
boot --no-install
like "$(cat "$out")" '^sudo env DEBIAN' 'not root: the command starts with sudo'
boot
is_status 1 'not root and no sudo: fails'
like "$said" 'no sudo here, run as root: env' 'and says what to run'
stub sudo <<'END'
#!/bin/sh
exec "$@"
END

boot --prefix=/opt/z 'CFLAGS=-O1 -g'
is_status 0 'not root, with sudo: installs and configures'
like "$(cat log)" 'apt-get install -y --no-install-recommends autoconf$' 'by one apt-get install'
like "$said" 'bootstrap: running: sudo env DEBIAN_FRONTEND=noninteractive apt-get install' \
    'which it announces'
like "$said" 'configured with: .*--prefix=/opt/z CFLAGS=-O1 -g$' 'arguments go to configure'

boot
is_status 0 'again: succeeds'
is "$(cat log)" '' 'without a call of the package manager'
is "$(ls temp)" '' 'and leaves no temporary files'
unlike "$said" 'running: autoconf' 'or of autoconf, configure being newer than configure.ac'
boot --no-install --enable-x
is_status 0 '--no-install succeeds where nothing is missing'
like "$said" 'configured with: .*--enable-x$' 'and configures'

rm bin/autoconf bin/apt-get
for manager in dnf zypper pacman apk; do
    stub $manager <installs_autoconf
    boot
    is_status 0 "$manager: installs"
    like "$(cat log)" "$manager .*autoconf\$" "$manager: is asked for autoconf"
    rm bin/autoconf bin/$manager
done

# A compiler that finds no headers of libraries.
stub apt-get <installs_autoconf
rm bin/gcc
stub gcc <<END
#!/bin/sh
for file; do
    case \$file in
    *probe.c) exit 1 ;;
    esac
done
PATH=$PATH exec $(command -v gcc) "\$@"
END
boot --no-install
like "$(cat "$out")" ' autoconf binutils-dev libdw-dev libiberty-dev libjansson-dev zlib1g-dev$' \
    'missing headers are found by compiling'
rm bin/gcc
boot --no-install
like "$(cat "$out")" 'libc6-dev' 'a missing compiler is seen'
boot
is_status 1 'what is missing after installation is an error'
like "$said" 'still missing: .*cc' 'that says so'
done_testing
