#!/bin/sh
# completions.t - bash, zsh and fish complete gprof's command line, under the name it is installed as
#
# Each shell that is installed loads the completion that `make install` put in place, and is asked for
# completions: all options of `gprof --help`, what they take, files.
#
# SPDX-License-Identifier: GPL-3.0-or-later
. "${SRCDIR:=$(cd "$(dirname "$0")/../.." && pwd)}/tests/lib/tap.sh"
unset MAKEFLAGS MFLAGS MAKELEVEL VARIANT

make_with_products DESTDIR="$PWD" prefix=/p exec_prefix=/p program_transform_name='s/^/my-/' \
    MAKEINFO=none install >install.log 2>&1 || bail "make install: $(cat install.log)"
share=$PWD/p/share
HOME=$PWD/home
XDG_CONFIG_HOME=$HOME
XDG_DATA_HOME=$HOME
TERM=dumb
export HOME XDG_CONFIG_HOME XDG_DATA_HOME TERM share
mkdir home files files/dir bin
ln -s "$GPROF" bin/my-gprof
PATH=$PWD/bin:$PATH
touch files/prog files/gmon.out.1 files/gmon.sum files/notes
chmod +x files/prog
export FILES="$PWD/files"

# The options by their long names, and the formats of --export, as the table of reports has them.
perl -I"$SRCDIR/tests/lib" -MGprofOptions -e 'print map { "--$_->[1]\n" } grep { $_->[1] } gprof_options(shift)' \
    "$GPROF" | sort >options
perl -e 'local $/; $_ = <>; s{/\*.*?\*/}{}gs; print map { "$_\n" } /"export=(\w+)"/g' \
    "$SRCDIR/src/view/reports.def" | sort >formats

cat >ask.bash <<'END'
# ask.bash WORD...: what bash would offer for the last word
source "$share/bash-completion/completions/my-gprof"
[[ $(complete -p my-gprof) =~ -F\ ([^ ]*) ]] || exit 1
cd "$FILES"
COMP_WORDS=(my-gprof "$@") COMP_CWORD=$#
"${BASH_REMATCH[1]}" my-gprof "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
printf '%s\n' "${COMPREPLY[@]}"
END

cat >ask.fish <<'END'
# ask.fish LINE: what fish would offer at its end
source $share/fish/vendor_completions.d/my-gprof.fish
cd $FILES
complete -C "$argv"
END

# zsh completes only on a terminal: another zsh works in one, and what it would offer is caught on its way.
cat >inside.zsh <<'END'
PROMPT= RPROMPT=
stty -echo
fpath=($share/zsh/site-functions $fpath)
autoload -Uz compinit
compinit -u -d $HOME/dump
cd $FILES
compadd()
{
    local -a hits
    local i=${@[(i)-(O|A|D)*]}
    if (( i > $# || i > ${@[(i)--]} )); then
        builtin compadd -A hits "$@"
        (( $#hits )) && print -rl -- "offer "${^hits}
    fi
    builtin compadd "$@"
}
show()
{
    print
    _main_complete
    print -r -- CO""MPLETED
    compstate[insert]= compstate[list]=
}
zle -C show complete-word show
bindkey '^I' show
print RE""ADY
END
cat >ask.zsh <<'END'
# ask.zsh LINE: what zsh would offer at its end
zmodload zsh/zpty
zpty inner zsh -f -i
zpty -w inner 'source ./inside.zsh'
zpty -r inner seen '*READY*'
zpty -w -n inner "$1"$'\t'
zpty -r inner seen '*COMPLETED*'
print -r -- "$seen" | tr -d '\r' | sed -n 's/^offer //p'
zpty -d inner
END

# ask SHELL LINE: one completion a line, without remarks, sorted
ask()
{
    case $1 in
    bash)
        # The line's words are split as bash does it, at "=" too.
        line=$(printf '%s\n' "${2#my-gprof }" | sed 's/=/ = /g')
        set -f
        # shellcheck disable=SC2086
        case $line in
        *\ | '') timeout 30 bash ask.bash $line '' ;;
        *) timeout 30 bash ask.bash $line ;;
        esac
        set +f
        ;;
    zsh) timeout 30 zsh -f ask.zsh "$2" ;;
    fish) timeout 30 fish --no-config ask.fish "$2" ;;
    esac 2>&1 | sed 's/	.*//; s/^--[a-z-]*=\(.\)/\1/; s/=$//; s,/$,,' | sort -u
}

for shell in bash zsh fish; do
    if ! command -v $shell >/dev/null; then
        skip "$shell" "no $shell"
        continue
    fi
    is "$(ask $shell 'my-gprof --')" "$(cat options)" "$shell: all options"
    is "$(ask $shell 'my-gprof --export=')" "$(cat formats)" "$shell: the formats of --export"
    is "$(ask $shell 'my-gprof -O ')" "$(printf '%s\n' 4.4bsd auto bsd magic)" "$shell: -O"
    is "$(ask $shell 'my-gprof --demangle=gn')" "$(printf '%s\n' gnat gnu-v3)" "$shell: --demangle"
    is "$(ask $shell 'my-gprof ')" 'dir
prog' "$shell: first the program"
    is "$(ask $shell 'my-gprof --sort total -p prog ')" 'dir
gmon.out.1
gmon.sum' "$shell: then data files"
    is "$(ask $shell 'my-gprof -I ')" dir "$shell: directories of -I"
    like "$(ask $shell 'my-gprof -S ')" '^notes$' "$shell: any file for -S"
done

# bash-completion's own, which is used where ours is not installed, reads the block in brackets,
# but for [--[no-]NAME], which it does not understand, be it GNU gprof's or ours.
"$GPROF" --help | perl -ne 'print "--$1\n--no-$1\n" while /\[--\[no-\]([a-z-]+)/g' >pairs
theirs=$(bash -c '. /usr/share/bash-completion/bash_completion && _parse_usage "$GPROF" --help' 2>/dev/null |
    sed -n 's/=$//; /^--./p' | sort -u)
if test -n "$theirs"; then
    is "$theirs" "$(grep -v -x -F -f pairs options)" 'bash-completion finds all options in the block in brackets'
else
    skip 'the completion of bash-completion' 'no bash-completion, or another version'
fi

# A word for an argument that is new to them would be taken for one that cannot be completed.
words=$("$GPROF" --help | sed -n 's/^ .*-[A-Za-z-]*\[\{0,1\}[= ]\([A-Z][A-Z/]*\).*/\1/p' | sort -u)
for word in $words; do
    case $word in
    SYMSPEC | N | SECONDS | P | LIMIT | FROM/TO) ;;
    *)
        is "$(cd "$SRCDIR/src/completion" && grep -lw "$word" -- *)" "$(ls "$SRCDIR/src/completion")" \
            "all know what $word means"
        ;;
    esac
done
done_testing
