# calc.sh - the program that the cases of golden/options profile; reading this file makes it
#
# Makes a.out, gmon.out and src/*.c of `calc', a small calculator:
#
#     main       reads expressions and prints their values; enters the constants first
#     expression and term call each other: a cycle
#     power      calls itself
#     find       looks a variable up, called by term and, for the constants, by main
#     hash       and skip_blanks are static
#     usage      was not called in this run
#     memcmp     comes from a library: no -pg, no -g
#
# 100 samples were taken, so seconds are percents. Commands:
#     show COMMAND...   print the command, then what it prints
#     same COMMAND...   the same; if the last `show' printed the same, just say so
#     program, profile  the image and the data as text, for cases that change them
#     stacks            the call stacks of the same samples, as text: `stacks | "$TOOLS/mkgmon"'. The
#                       20 constants that main enters are dear: find and hash take 31 samples for them
#
# SPDX-License-Identifier: GPL-3.0-or-later

program()
{
    # At 0x1010 main has the machine code of a call of usage.
    echo 'section .text 0x1000 0x200 hex 90909090909090909090909090909090e82b000000'
    perl "$SRCDIR/tests/lib/linetable.pl" <<'END_LINES'
0x1000 src/main.c:3 main
0x1010 src/main.c:6
0x1018 src/main.c:8
0x1028 src/main.c:10
0x1040 src/main.c:13 usage
0x1080 src/parse.c:5 expression
0x1090 src/parse.c:7
0x10a0 src/parse.c:10
0x10c0 src/parse.c:14 term
0x10d0 src/parse.c:16
0x10d8 src/parse.c:18
0x10e0 src/parse.c:20
0x10f0 src/parse.c:21
0x1100 src/parse.c:24 power
0x1110 src/parse.c:26
0x1120 src/parse.c:29 skip_blanks
0x1130 src/parse.c:31
0x1140 src/table.c:3 find
0x1150 src/table.c:5
0x1160 src/table.c:7
0x1180 src/table.c:12 hash
0x1190 src/table.c:16
0x11a0 src/table.c:17
0x11c0 end
END_LINES
    cat <<'END_SYMBOLS'
sym main        0x1000 0x40
sym usage       0x1040 0x40
sym expression  0x1080 0x40
sym term        0x10c0 0x40
sym power       0x1100 0x20
sym skip_blanks 0x1120 0x20 local
sym find        0x1140 0x40
sym hash        0x1180 0x40 local
sym memcmp      0x11c0 0x20
sym _start      0x11e0 0x10
sym _fini       0x11f0 0x10
END_SYMBOLS
}

profile()
{
    cat <<'END_PROFILE'
magic
hist 0x1000 0x1200 32 100 seconds s
bin 0 1 0 1         # main
bin 8 1 2 3         # expression
bin 12 2 4 4 2      # term
bin 16 5 3          # power
bin 18 2 8          # skip_blanks
bin 20 2 4 9        # find
bin 24 6 20 14      # hash
bin 28 5 2          # memcmp
arc 0x1020 0x1140 20        # main: find
arc 0x1030 0x1080 1000      # main: expression
arc 0x1094 0x10c0 1300      # expression: term, at its line 7
arc 0x10a4 0x10c0 500       # and at line 10
arc 0x10d4 0x1120 1800      # term: skip_blanks
arc 0x10dc 0x1080 300       # term: expression
arc 0x10e8 0x1140 900       # term: find
arc 0x10f8 0x1100 600       # term: power
arc 0x1118 0x1100 2400      # power: power
arc 0x1158 0x1180 920       # find: hash
END_PROFILE
}

stacks()
{
    test ! -f gmon.out || printf 'stacks\nsection d of gmon.out\n'
    cat <<'END_STACKS'
stacks cpu 10000000
module program - /opt/calc/a.out
name main        0x1000
name expression  0x1080
name term        0x10c0
name power       0x1100
name skip_blanks 0x1120
name find        0x1140
name hash        0x1180
name memcmp      0x11c0
complete main=0x4
complete main=0x24
complete main+0x1f find=0x14 signals 6
complete main+0x1f find+0x17 hash=0x18 signals 22
complete main+0x1f find+0x27 memcmp=0x8 signals 3
complete main+0x2f expression=0x14 signals 4
complete main+0x2f expression+0x13 term=0x14 signals 9
complete main+0x2f expression+0x13 term+0x13 skip_blanks=0x14 signals 7
complete main+0x2f expression+0x13 term+0x27 find=0x14 signals 7
complete main+0x2f expression+0x23 term+0x27 find+0x17 hash=0x18 signals 12
complete main+0x2f expression+0x13 term+0x27 find+0x27 memcmp=0x8 signals 3
complete main+0x2f expression+0x13 term+0x37 power=0x14 signals 2
complete main+0x2f expression+0x13 term+0x37 power+0x17 power+0x17 power=0x14 signals 6
complete main+0x2f expression+0x13 term+0x1b expression=0x14 signals 2
complete main+0x2f expression+0x13 term+0x1b expression+0x13 term=0x14 signals 3
complete main+0x2f expression+0x13 term+0x1b expression+0x13 term+0x13 skip_blanks=0x14 signals 3
complete main+0x2f expression+0x13 term+0x1b expression+0x13 term+0x27 find=0x14 signals 2
complete main+0x2f expression+0x13 term+0x1b expression+0x23 term+0x27 find+0x17 hash=0x18 signals 6
complete main+0x2f expression+0x13 term+0x1b expression+0x23 term+0x27 find+0x27 memcmp=0x8
END_STACKS
}

sources()
{
    mkdir -p src
    cat >src/main.c <<'END_MAIN'
#include "calc.h"

int main(int argc, char **argv)
{
    if (argc > 1)
        usage();
    for (int i = 0; i < CONSTANTS; i++)
        find(constants[i].name)->value = constants[i].value;
    while (read_line())
        printf("%g\n", expression());
}

void usage(void)
{
    puts("usage: calc <expressions");
}
END_MAIN
    cat >src/parse.c <<'END_PARSE'
#include "calc.h"

static void skip_blanks(void);

double expression(void)
{
    double value = term();

    while (*at == '+')
        value += (at++, term());
    return value;
}

double term(void)
{
    skip_blanks();
    if (*at == '(')
        return at++, expression();
    if (isalpha(*at))
        return find(at)->value;
    return number() * power(10, exponent());
}

double power(double x, int n)
{
    return n == 0 ? 1 : x * power(x, n - 1);
}

static void skip_blanks(void)
{
    while (*at == ' ')
        at++;
}
END_PARSE
    cat >src/table.c <<'END_TABLE'
#include "calc.h"

struct variable *find(const char *name)
{
    struct variable *v = table[hash(name)];

    while (v && memcmp(v->name, name, NAME_SIZE) != 0)
        v = v->next;
    return v;
}

static unsigned hash(const char *name)
{
    unsigned h = 0;

    while (isalnum(*name))
        h = 31 * h + *name++;
    return h;
}
END_TABLE
}

show()
{
    echo "\$ $*"
    "$@" >shown
    status=$?
    cat shown
    return $status
}

same()
{
    echo "\$ $*"
    "$@" >again
    status=$?
    if cmp -s shown again; then
        echo '(the same)'
    else
        cat again
    fi
    return $status
}

program | "$TOOLS/mkimage" >a.out
profile | "$TOOLS/mkgmon" >gmon.out
sources
