#compdef gprof
# gprof.zsh - completes gprof's command line in zsh
#
# Which options there are, and what they take, is read from `gprof --help`, so a new option needs
# nothing here: the table's word for an argument says what it is, and words behind a colon are all that
# it may be. Words that are not options are a program, and data files. The program's name in the first
# line is the one it is installed under.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# _gprof_option LETTER NAME WHETHER ARGUMENT TEXT: adds an option to `specs`; WHETHER is =, [ or empty: an
# argument, one that may be left out, none.
_gprof_option()
{
    local letter=$1 name=$2 whether=$3 argument=$4 text=${5//(#m)[\[\]:\\]/\\$MATCH} action=' '
    local -a forms
    case $argument in
    (FORMAT|STYLE|FORM|KEY|WHEN|NAME) action="(${${5##*: }//,/})" ;;
    (DIR|DIRS|LIBDIR) action='_files -/' ;;
    (IMAGE) action='_files -g "*(*)"' ;;
    (FILE|LIST|MAP|BASE) action=_files ;;
    esac
    [[ -n $letter ]] && forms+=-$letter
    [[ -n $name ]] && forms+=--$name
    local form tail
    for form in $forms; do
        tail="[$text]"
        case $whether$form in
        ('='--*) tail="=$tail:$argument:$action" ;;
        ('='*) tail="+$tail:$argument:$action" ;;
        ('['--*) tail="=-$tail::$argument:$action" ;;
        ('['*) tail="-$tail::$argument:$action" ;;
        esac
        specs+="*$form$tail"
    done
}

_gprof()
{
    setopt localoptions extendedglob
    local line letter name whether argument text
    local -a specs match mbegin mend
    local head='^  (-([A-Za-z])(, | )|    )(--([a-z-]+))?((\[?)=?([A-Z/]+)\]?)? +([^ ].*)$'
    for line in "${(@f)$(_call_program options ${(q)words[1]} --help 2>/dev/null)}" ''; do
        if [[ $line =~ '^ {30,}([^ ].*)$' ]]; then
            text+=" $match[1]"
            continue
        fi
        [[ -n $letter$name ]] && _gprof_option "$letter" "$name" "$whether" "$argument" "$text"
        letter= name=
        if [[ $line =~ $head ]]; then
            letter=$match[2] name=$match[5] argument=$match[8] text=$match[9]
            whether=${match[6]:+${match[7]:-=}}
        fi
    done
    _arguments -s -S $specs \
        '1:program:_files -g "*(*)"' '*:data file:_files -g "(*gmon*|*.sum|*.prof*)(-.)"'
}

_gprof "$@"
