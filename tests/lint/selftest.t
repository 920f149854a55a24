#!/usr/bin/perl
# selftest.t - each lint complains of a file that breaks its law: one that looks nowhere would be silent for ever
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use FindBin;
use lib "$FindBin::Bin/../lib";
use Check;
use File::Basename;
use File::Path qw(make_path);
use Test::More;

my $tmp = work_dir();
$ENV{LINT_CPPFLAGS} = "-D_GNU_SOURCE -I$tmp/src -I$tmp/include";

my $home = '/ho' . 'me/someone/src';    # in two pieces, or the lint would find it here
my $calls_y = "HEADint y(void);\nint x(void);\nint x(void)\n{\n    return y();\n}\n";

# A lint, what is wrong, and files with their texts. HEAD stands for a head comment. The complaint names the first file, its object,
# or report A.
my @broken = (
    [ 'layers', 'base includes report', 'src/base/b.c', "HEAD#include \"report/r.h\"\n", 'src/report/r.h', "HEAD" ],
    [ 'layers', 'bfd.h outside the core', 'src/lines/i.c', "HEAD#  include <bfd.h>\n" ],
    [ 'layers', 'the core includes libc', 'src/runtime/core/x.c', "HEAD#include <stdlib.h>\n" ],
    [ 'options', 'struct options below main', 'src/report/x.c', "HEADstruct options;\n" ],
    [ 'output', 'exit below main', 'src/report/x.c', "HEADint f(void)\n{\n    exit(1);\n}\n" ],
    [ 'globals', 'an initialized global', 'src/base/x.c', "int x = 1;\n" ],
    [ 'circles', 'two files that call each other', 'src/base/x.c', $calls_y, 'src/base/y.c', $calls_y =~ tr/xy/yx/r ],
    [ 'documented', 'a report that no manual has', 'src/view/reports.def', "REPORT(A, print, .option = \"a\")\n",
      'doc/gprof.1', '', 'doc/gprof.texi', '', 'src/analysis/checks/causes.c', '', 'doc/gmon-format', '',
      'src/profile/formats/gmon_format.c', '', 'src/image/machine.h', '', 'README', '' ],
    [ 'headers', 'a header that lacks an include', 'src/base/x.h', "HEADsize_t f(void);\n" ],
    [ 'index', 'a file without a header', 'src/base/x.c', "HEADbool x_print(int x)\n{\n}\n" ],
    [ 'form', 'a long file', 'src/base/x.c', "HEAD" . "\n" x 697 ],
    [ 'functions', 'a long function', 'src/base/x.c', "HEADint x(void)\n{\n" . "    f();\n" x 69 . "}\n" ],
    [ 'comments', 'two joined lines', 'src/base/x.c', "HEAD/* It does this. * And that. */\n" ],
    [ 'prose', 'what a thing is not', 'include/x.h', "HEAD/* Returns false if the file is" . " no directory. */\nbool g(void);\n" ],
    [ 'prose', 'a comment in the passive', 'include/x.h', "HEAD/* Called by f. */\nint g(void);\n" ],
    [ 'heads', 'no SPDX line', 'src/base/x.c', "/* x.c - z */\n" ],
    [ 'calls', 'strcpy', 'src/base/x.c', "HEADint f(void)\n{\n    strcpy(a, b);\n}\n" ],
    [ 'references', 'a file that does not exist', 'doc/x', "see src/base/none.c.\n" ],
    [ 'words', 'a word that has another one', 'src/base/x.h', "HEADint F" . "olders;\n" ],
    [ 'input', 'a stage that changes the table', 'src/analysis/x.c', "HEADint f(struct symtab *t)\n{\n}\n" ],
    [ 'top', 'a file that is not in archives', 'notes', "\n", 'src/dist.mk', "dist_top := README\n" ],
    [ 'paths', 'a path of some machine', 'tests/x', "see $home/x.c\n" ],
);

my %tested;
for my $case (@broken) {
    my ($name, $what, @files) = @$case;
    my ($tree, %text) = ("$tmp/tree", @files);
    $tested{$name} = 1;
    for my $file (sort keys %text) {
        # reuse reads this file, too
        my $head = '/* ' . basename($file) . " - purpose\n *\n * SPDX" . "-License-Identifier: MIT\n */\n";
        make_path(dirname("$tree/$file"), dirname("$tree/build/obj/$file"));
        spew("$tree/$file", $text{$file} =~ s/^HEAD/$head/r);
        system("$cc -fPIE -c -o '$tree/build/obj/" . ($file =~ s/c$/o/r) . "' '$tree/$file'") == 0 or die
            if $name =~ /^(?:globals|circles)$/;
    }
    SKIP: {
        my $tracks = $name =~ /^(?:paths|top)$/;
        skip "$name: no git", 1 if $tracks && system("cd '$tree' && git init -q . && git add -A . 2>/dev/null") != 0;
        my $out = qx{'$^X' '$FindBin::Bin/lint.pl' --tree '$tree' --objects '$tree/build/obj' $name 2>&1};
        my $object = $files[0] =~ s{^src/|\.c$}{}gr;
        ok($? && $out =~ /\Q$files[0]\E|\Q$object\E\.o|report A:/, "$name: refuses $what") or diag($out);
    }
    system('rm', '-rf', $tree);
}
my @untested = grep { !$tested{$_} } map { (split /\t/)[0] } qx{'$^X' '$FindBin::Bin/lint.pl' --list};
is("@untested", '', 'every lint is tested here');
done_testing();
