# gprof.bash - completes gprof's command line in bash
#
# Which options there are, and what they take, is read from `gprof --help` at each completion, so a new
# option needs nothing here: the table's word for an argument says what it is, and words behind a
# colon are all that it may be. Words that are not options are a program, and data files. The program's
# name in the last line is the one it is installed under.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# Options and values are single words; word splitting makes arrays of them.
# shellcheck shell=bash disable=SC2207

# _gprof_options PROGRAM: a line an option, LETTER:NAME:WHETHER:ARGUMENT:VALUES, "-" for what it has not;
# WHETHER is =, [ or -: an argument, one that may be left out, none.
_gprof_options()
{
    local line row='' text='' values
    local head='^  (-([A-Za-z])(, | )|    )(--([a-z-]+))?((\[?)=?([A-Z/]+)\]?)? +([^ ].*)$'
    while IFS= read -r line || test -n "$row"; do
        if [[ $line =~ ^\ {30,}([^ ].*)$ ]]; then
            text+=" ${BASH_REMATCH[1]}"
            continue
        fi
        if test -n "$row"; then
            values=
            case $row in
            *:FORMAT | *:STYLE | *:FORM | *:KEY | *:WHEN | *:NAME)
                values=${text##*: }
                values=${values//,/}
                ;;
            esac
            printf '%s:%s\n' "$row" "$values"
            row=
        fi
        if [[ $line =~ $head ]]; then
            text=${BASH_REMATCH[9]}
            row=${BASH_REMATCH[2]:--}:${BASH_REMATCH[5]:--}
            case ${BASH_REMATCH[6]} in
            '') row+=:-:- ;;
            '['*) row+=:[:${BASH_REMATCH[8]} ;;
            *) row+=:=:${BASH_REMATCH[8]} ;;
            esac
        fi
    done < <("${1/#\~/$HOME}" --help 2>/dev/null)
}

# _gprof_files TEST WORD: names of files that begin with WORD, those that pass the TEST if any does;
# and directories, on the way to others.
_gprof_files()
{
    local name
    local -a chosen=() directories=() others=()
    while IFS= read -r name; do
        if test -d "$name"; then
            directories+=("$name")
        elif test "$1" = directory; then
            :
        elif { test "$1" = program && test -x "$name"; } ||
            { test "$1" = data && [[ ${name##*/} =~ gmon|\.sum$|\.prof ]]; }; then
            chosen+=("$name")
        else
            others+=("$name")
        fi
    done < <(compgen -f -- "$2")
    test ${#chosen[@]} != 0 || chosen=(${others[@]+"${others[@]}"})
    COMPREPLY=(${chosen[@]+"${chosen[@]}"} ${directories[@]+"${directories[@]}"})
    compopt -o filenames 2>/dev/null
}

# _gprof_value ARGUMENT VALUES WORD: what an option may be given.
_gprof_value()
{
    case $1 in
    FORMAT | STYLE | FORM | KEY | WHEN | NAME)
        COMPREPLY=($(compgen -W "$2" -- "$3"))
        ;;
    DIR | DIRS | LIBDIR) _gprof_files directory "$3" ;;
    IMAGE) _gprof_files program "$3" ;;
    BASE) _gprof_files data "$3" ;;
    FILE | LIST | MAP) _gprof_files any "$3" ;;
    esac
}

# _gprof_takes WORD ROW: whether the option WORD takes the next word, as ROW says.
_gprof_takes()
{
    local letter name whether rest
    IFS=: read -r letter name whether rest <<<"$2"
    test "$whether" = = && { test "$1" = "--$name" || test "$1" = "-$letter"; }
}

# _gprof_count ROW...: how many files stand before the word, into `files`.
_gprof_count()
{
    local i row before
    files=0
    for ((i = 1; i < COMP_CWORD; i++)); do
        before=${COMP_WORDS[i - 1]}
        case ${COMP_WORDS[i]} in
        = | -* | @*) continue ;;
        esac
        test "$before" != = || continue
        for row; do
            ! _gprof_takes "$before" "$row" || continue 2
        done
        files=$((files + 1))
    done
}

# _gprof_option WORD ROW...: completes an option's name.
_gprof_option()
{
    local word=$1 row letter name whether rest
    local -a words=()
    shift
    for row; do
        IFS=: read -r letter name whether rest <<<"$row"
        test "$letter" = - || words+=("-$letter")
        case $name:$whether in
        -:*) ;;
        *:=) words+=("--$name=") ;;
        *) words+=("--$name") ;;
        esac
    done
    COMPREPLY=($(compgen -W "${words[*]}" -- "$word"))
    if test ${#COMPREPLY[@]} = 1 && [[ ${COMPREPLY[0]} == *= ]]; then
        compopt -o nospace 2>/dev/null
    fi
}

_gprof()
{
    local word=${COMP_WORDS[COMP_CWORD]} before='' option='' prefix='' row files
    local letter name whether argument values
    local -a rows=()
    COMPREPLY=()
    while IFS= read -r row; do
        rows+=("$row")
    done < <(_gprof_options "$1")

    # The option whose argument the word is: --NAME=WORD may be one word or three.
    test "$COMP_CWORD" -lt 2 || before=${COMP_WORDS[COMP_CWORD - 1]}
    if test "$word" = = && [[ $before == --* ]]; then
        option=$before
        word=
    elif test "$before" = = && test "$COMP_CWORD" -gt 2; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
    elif [[ $word == --*=* ]]; then
        option=${word%%=*}
        prefix=$option=
        word=${word#*=}
    fi
    for row in ${rows[@]+"${rows[@]}"}; do
        IFS=: read -r letter name whether argument values <<<"$row"
        if test "$option" = "--$name" || { test -z "$option" && _gprof_takes "$before" "$row"; }; then
            _gprof_value "$argument" "$values" "$word"
            COMPREPLY=(${COMPREPLY[@]+"${COMPREPLY[@]/#/$prefix}"})
            return
        fi
    done

    # The first file is the program, the others are data files.
    _gprof_count ${rows[@]+"${rows[@]}"}
    case $word:$files in
    -*) _gprof_option "$word" ${rows[@]+"${rows[@]}"} ;;
    @*)
        _gprof_files any "${word#@}"
        COMPREPLY=(${COMPREPLY[@]+"${COMPREPLY[@]/#/@}"})
        ;;
    *:0) _gprof_files program "$word" ;;
    *) _gprof_files data "$word" ;;
    esac
}

complete -F _gprof gprof
