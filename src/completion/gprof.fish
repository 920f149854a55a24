# gprof.fish - completes gprof's command line in fish
#
# Which options there are, and what they take, is read from `gprof --help` when fish loads this file, so
# a new option needs nothing here: the table's word for an argument says what it is, and words behind a
# colon are all that it may be. Words that are not options are a program, and data files. The program's
# name in lines that end with it is the one it is installed under.
#
# SPDX-License-Identifier: GPL-3.0-or-later

# Files that begin with the current word: programs until there is one, then data files; all files where
# there are none of these; and directories, on the way to others.
function __gprof_files
    set -l seen 0
    set -l skip no
    for token in (commandline -opc)[2..-1]
        if test $skip = yes
            set skip no
        else if contains -- $token $__gprof_takes_word
            set skip yes
        else if not string match -qr '^[-@]' -- $token
            set seen (math $seen + 1)
        end
    end
    set -l chosen
    set -l directories
    set -l others
    for file in (__fish_complete_path (commandline -ct))
        set -l path (string replace -r '^~' $HOME -- (string split -f 1 \t -- $file))
        if test -d $path
            set -a directories $file
        else if test $seen = 0 -a -x $path
            set -a chosen $file
        else if test $seen != 0; and string match -qr 'gmon[^/]*$|\.sum$|\.prof[^/]*$' -- $path
            set -a chosen $file
        else
            set -a others $file
        end
    end
    if set -q chosen[1]
        printf '%s\n' $chosen $directories
    else
        printf '%s\n' $others $directories
    end
end

# __gprof_option PROGRAM LETTER NAME WHETHER ARGUMENT TEXT: WHETHER is =, [ or -: an argument, one that may be
# left out, none.
function __gprof_option -a program letter name whether argument text
    set -l complete complete -c $program -d $text
    test -n "$letter"; and set -a complete -s $letter
    test -n "$name"; and set -a complete -l $name
    if test "$whether" = =
        set -a complete -r
        test -n "$letter"; and set -ga __gprof_takes_word -$letter
        test -n "$name"; and set -ga __gprof_takes_word --$name
    end
    switch $argument
        case FORMAT STYLE FORM KEY WHEN NAME
            set -a complete -f -a (string replace -a , '' (string replace -r '.*: ' '' -- $text))
        case DIR DIRS LIBDIR
            set -a complete -f -a '(__fish_complete_directories)'
        case FILE LIST MAP BASE IMAGE
            set -a complete -F
        case '*'
            set -a complete -f
    end
    $complete
end

function __gprof_load -a program
    set -l head '^  (?:-(?<letter>[A-Za-z])(?:, | )|    )(?:--(?<name>[a-z-]+))?' \
        '(?:(?<open>\[?)=?(?<argument>[A-Z/]+)\]?)? +(?<text>[^ ].*)$'
    set -l row
    for line in ($program --help 2>/dev/null) ''
        if set -q row[1]; and string match -qr '^ {30,}[^ ]' -- $line
            set row[5] "$row[5] "(string trim -- $line)
            continue
        end
        set -q row[1]; and __gprof_option $program $row
        set row
        if string match -rq -- (string join '' $head) $line
            set -l whether -
            if test -n "$argument"
                set whether (test -n "$open"; and echo '['; or echo =)
            end
            set row "$letter" "$name" $whether "$argument" $text
        end
    end
    complete -c $program -f
    complete -c $program -k -a '(__gprof_files)'
end

set -g __gprof_takes_word
__gprof_load gprof
