#!/usr/bin/perl
# lint.pl - the laws of the source tree (doc/ARCHITECTURE), checked by reading it
#
# Use: lint.pl [--tree DIR] [--objects DIR] [--list | LINT...]
# Runs all lints or the named ones on the tree; each complaint is a line "FILE: what is wrong".
# --objects names the directory of object files that `globals` looks into.  Status 1: complaints.
# Reads CC and LINT_CPPFLAGS (for `headers`) from the environment.  Changes nothing.
#
# SPDX-License-Identifier: GPL-3.0-or-later
use strict;
use warnings;
use File::Basename;
use lib dirname(__FILE__);
use Tree;
use Circles;
use Documented;

# ---- layers: who may include whom, and who may print or leave -----------------------------------

# What each layer may include besides itself and include/; main, which is no key, may include all.
my %below = (
    base     => '',
    image    => 'base',
    lines    => 'base image',
    decode   => 'base image',
    profile  => 'base',
    symbols  => 'base image lines profile',
    names    => 'base image symbols',
    analysis => 'base image lines decode profile symbols',
    compare  => 'base profile names analysis',
    view     => 'base image lines profile symbols names analysis compare',
    report   => 'base image lines profile symbols names analysis compare view',
    export   => 'base image lines profile symbols names analysis compare view',
    runtime  => '',
);

# The same within the runtime. core/ and bare/ need nothing but a compiler; one system or machine knows no other;
# arch/generic is what several machines have in common.
my %runtime_below = (
    arch => '',
    core => 'arch',
    os   => 'arch core',
    bare => '',
);
# Within core/: counting drives stacks/, which drives unwind/; both know what counting is made of.
my %runtime_core = ('' => ['stacks'], stacks => [ '', 'unwind' ], unwind => ['']);
my $freestanding = qr{^(float|iso646|limits|stdalign|stdarg|stdatomic|stdbool|stddef|stdint|stdnoreturn)\.h$};

# Whether a file of the runtime may include another one of it; also asked of <headers> ($to is '').
sub runtime_may_include
{
    my ($from, $to, $name) = @_;
    my ($layer, $own) = $from =~ m{^src/runtime/([^/]+)/(?:([^/]+)/)?} or return 1;
    return $layer !~ /^(core|bare)$/ || $name =~ $freestanding || $name =~ /^gmon_(out|stacks|bare)\.h$/ if $to eq '';
    my ($below, $other) = $to =~ m{^src/runtime/([^/]+)/(?:([^/]+)/)?} or return 0;
    return ($runtime_below{$layer} // '') =~ /\b$below\b/ if $layer ne $below;
    ($own, $other) = map { $_ // '' } $own, $other;
    return grep { $_ eq $other } @{$runtime_core{$own} // []} if $layer eq 'core' && $own ne $other;
    return $other eq '' || $own eq $other || "$layer/$other" eq 'arch/generic';
}

# The layer a path belongs to: a directory of src/, 'main' for src/ itself, 'include', or ''.
sub layer
{
    my ($path) = @_;
    return $1 if $path =~ m{^src/([^/]+)/};
    return 'main' if $path =~ m{^src/};
    return $path =~ m{^include/} ? 'include' : '';
}

sub lint_layers
{
    my @bad;
    for my $file (files(qr/\.[ch]$/, 'src')) {
        my $from = layer($file);
        push @bad, "$file: src/$from is no known layer"
            if $from ne 'main' && !defined $below{$from};
        for (slurp($file) =~ /^[ \t]*#[ \t]*include[ \t]*([<"][^>"\n]+)[>"]/mg) {
            my ($kind, $name) = /^(.)(.*)/;
            push @bad, "$file: only the core files of src/image include $name"
                if $name =~ /(^|[\/_-])bfd(link|ver|[_-]\w+)?\.h$|(^|\/)core_(object|table)\.h$/
                && $file !~ m{^src/image/core(_(object|table)\.h|(_\w+)?\.c)$};
            my $path = resolve($file, $name);
            push @bad, "$file: includes $name, which its part of the runtime may not know"
                if $from eq 'runtime'
                && !runtime_may_include($file, ($path // '') =~ m{^src/} ? $path : '', $name);
            next if !defined $path;
            my $to = layer($path);
            push @bad, "$file: includes $name, which belongs to main.c, run*.c and the option files alone"
                if $path eq 'src/options.h' && $file !~ m{^src/(main\.c|(run|options?)(_\w+)?\.[ch])$};
            next if $to eq $from || $to eq 'include';
            my $allowed = $from eq 'main' ? $to ne 'runtime' : ($below{$from} // '') =~ /\b$to\b/;
            push @bad, "$file: $from/ includes $name, but may not know $to/" if !$allowed;
        }
    }
    return @bad;
}

sub lint_options
{
    my @bad;
    for my $file (grep { !m{^src/(main\.c|(run|options?)(_\w+)?\.[ch])$} } files(qr/\.[ch]$/, 'src')) {
        push @bad, grep_code($file, qr/\b(struct\s+options)\b/, '%s stays in main.c, run*.c and the option files');
    }
    return @bad;
}

sub lint_output
{
    my @bad;
    for my $file (files(qr/\.[ch]$/, 'src')) {
        my $layer = layer($file);
        next if $layer eq 'runtime';
        push @bad, grep_code($file, qr/(?<![\w>.])(exit|_exit|_Exit|quick_exit|abort)\s*\(/,
            'calls %s; only src/main.c ends the program')
            if $file !~ m{^src/(main|base/(limit|launch|scratch))\.c$};    # the last two end copies of the process
        next if $layer eq 'main' || $file =~ m{^src/base/(diag|mem)\.c$};
        push @bad, grep_code($file,
            qr/(?<![\w>.])(stderr\b|(?:v?printf|puts|putchar|perror|psignal|warnx?|errx?)\s*(?=\())/,
            'uses %s; report through the diagnostics, print through a sink');
        push @bad, grep_code($file, qr/(?<![\w>.])(stdout)\b/, 'uses %s; print through a sink')
            if $layer ne 'base';
    }
    return @bad;
}

# ---- globals: what the objects may write to ------------------------------------------------------

sub lint_globals
{
    my @bad;
    my %allowed = map { $_ => 1 } allow_list('globals.allow');
    my @objects = object_files() or return 'globals: no objects (--objects DIR)';
    push @bad, map { "tests/lint/globals.allow: there is no source of $_" }
        grep { !source_of((split)[0]) } sort keys %allowed;
    for my $name (@objects) {
        open my $dump, '-|', 'objdump', '-t', "$Tree::objects/$name" or return "objdump: $!";
        my @symbols = <$dump>;
        close $dump or return "$name: objdump failed";
        # Sanitizers and link-time optimization leave nothing to judge.
        next if grep { /\b__(asan|ubsan|tsan|msan|gcov|gnu_lto)_/ } @symbols;
        for (@symbols) {
            # NAME.N is a variable of a function, or a field of a structure that clang has taken apart.
            my ($flags, $section, $size, $symbol) =
                /^[0-9a-f]+ (.{7}) (\S+)\t([0-9a-f]+) (?:\.\w+ )?(\S+?)(?:\.\d+)?$/ or next;
            next if $flags =~ /[dfF]/ || $size =~ /^0+$/;
            next if $section !~ /^(\*COM\*|\.(data|bss|tdata|tbss|tm_clone|ldata|lbss)\b)/;
            next if $section =~ /^\.data\.rel\.ro\b/;    # const tables of pointers
            push @bad, "$name: mutable global $symbol in $section"
                if !$allowed{"$name $symbol"} && $symbol !~ /^\.L/;
        }
    }
    return @bad;
}

# ---- headers: each compiles alone ------------------------------------------------------------------

sub lint_headers
{
    my @bad;
    my $cc    = $ENV{CC}            || 'cc';
    my $flags = $ENV{LINT_CPPFLAGS} || "-D_GNU_SOURCE -I$Tree::tree/src -I$Tree::tree/include";
    # The headers of other machines are compiled where the runtime is built for these.
    my $arch = 'src/runtime/arch';
    my ($own) = `echo GM_ARCH | $cc -std=c11 -E -P -include '$Tree::tree/$arch/target.h' -x c - 2>/dev/null` =~ /(\w+)\s*$/;
    for my $header (files(qr/\.h$/, 'src', 'include')) {
        next if $header =~ m{^\Q$arch\E/(\w+)/} && $1 ne ($own // '');
        my $out = `$cc -std=c11 $flags -Werror -fsyntax-only -x c -include '$Tree::tree/$header' /dev/null 2>&1`;
        next if $out =~ m{elfutils/libdw\.h: No such file};    # libdw is optional
        push @bad, "$header: does not compile alone: " . ($out =~ /(error: .*)/ ? $1 : $out) if $?;
    }
    return @bad;
}

# ---- index: a header for each file, so that the names of files are the map of the sources -------------

# What a row of a table is defined by: a report, an export, a cause, a decoder, a format, a product, a form of
# tables.
my $row = qr/^(?:bool|void)\ (?:\w+_print|print_\w+)\(const\ struct\ \w+\ \*
           | ^bool\ check_\w+\(const\ struct\ evidence\ \*
           | ^const\ struct\ call_decoder\ \w+\ =
           | ^bool\ \w+_(?:read|write)\(struct\ gmon_(?:in|out)put\ \*
           | ^bool\ run_\w+\(struct\ run\ \*u\)
           | ^void\ grid_\w+\(const\ struct\ grid_document/mx;

sub lint_index
{
    my @bad;
    for my $file (grep { !m{^src/(runtime/|main\.c$)} } files(qr/\.c$/, 'src')) {
        my $header = $file =~ s/(_(none|dw))?\.c$//r;    # of two implementations, one is built
        next if grep { -f "$Tree::tree/$_.h" } $header, $file =~ s/\.c$//r;
        push @bad, "$file: has no header of its name, and is no row of a table" if slurp($file) !~ $row;
    }
    return @bad;
}

# ---- form: length, names, heads ----------------------------------------------------------------------

sub lint_form
{
    my (@bad, %seen);
    for my $file (files(qr/\.([chS]|def|inc|js|css)$/, 'src', 'include')) {
        my $lines = () = slurp($file) =~ /\n/g;
        push @bad, "$file: $lines lines; split files above 700, aim for 400" if $lines > 700;
        next if $file =~ m{^src/runtime/(arch|os)/};
        my $name = basename($file);
        push @bad, "$file: has the name of $seen{$name}" if $seen{$name};
        $seen{$name} = $file;
    }
    %seen = ();
    for my $file (files(qr{/[^./][^/]*$}, 'tests')) {
        my $name = basename($file);
        next if $name eq 'README' || $file =~ m{^tests/(fuzz/corpus|data)/};
        push @bad, "$file: has the name of $seen{$name}; a test is known by its name" if $seen{$name};
        $seen{$name} = $file;
    }
    return @bad;
}

# A function's braces stand in the first column, and nothing else's: .clang-format sees to that.
sub lint_functions
{
    my @bad;
    for my $file (files(qr/\.[ch]$/, 'src', 'include')) {
        my ($line, $start) = (0, 0);
        for my $text (split /\n/, slurp($file)) {
            $line++;
            $start = $line if $text =~ /^\{/;
            next if $text !~ /^\}/ || !$start;
            my $length = $line - $start + 1;
            push @bad, "$file:$start: a function of $length lines; split those above 70" if $length > 70;
            $start = 0;
        }
    }
    return @bad;
}

# ---- prose: sentences that are quick to read -----------------------------------------------------------

# What no comment says, and what it says instead.
my %slow = (
    qr/\bof\s+which\b/i      => 'two sentences',
    qr/\bas\s+far\s+as\b/i   => 'if, where or until',
    qr/(?<![Tt]here\s)\b(?:is|are|was|were)\s+no\s+(?!longer\b|[A-Z])\w+/ => 'is not a',
    qr/(?<!people )(?<!those )(?<!somebody )(?<!users? )(?<!reader )(?<!anyone )\bwhom?\b(?!')/i => 'that or which: who is for people',
);

# How no comment of a function begins, and how it does.
my %slow_head = (
    qr/\A\s*Whether\b/ => 'Returns true if',
    qr/\A\s*(?:Is|Are|Was|Were|Told|Made|Taken|Given|Kept|Put|\w+ed) (?:by|to|in|when|before|after|at|if|as|once|of|from|with)\b/
        => 'who does it, and begin with a verb in the third person',
);

# The sentences of a comment, or their parts: it is divided at full stops, colons and semicolons, at empty lines,
# and where lists, fields and examples begin.
sub sentences
{
    return split /(?<=[.!?:;])\s+|\n\s*\n|\n(?=\s*(?:-|\*|\d+\.|[A-Z]\w+:|\S+ {2,}))|\n(?= {2})/, $_[0];
}

sub lint_prose
{
    my @bad;
    for my $file (files(qr/\.(?:[chS]|def|inc)$/, 'src', 'include', map { "tests/$_" } qw(unit tools fuzz progs))) {
        my $text = slurp($file);
        while ($text =~ m{/\*(.*?)\*/}gs) {
            my ($comment, $at) = ($1, $-[0]);
            my $line = 1 + (() = substr($text, 0, $at) =~ /\n/g);
            $comment = $comment =~ s/^\s*\*+ ?//mgr =~ s/SPDX.*//sr;
            my %rules = (%slow, substr($text, 0, $at) =~ /(?:\n|\A)\z/ ? %slow_head : ());
            push @bad, map { $comment =~ $_ ? "$file:$line: says '" . ($& =~ s/\s+/ /gr) . "'; say $rules{$_}" : () } sort keys %rules;
            push @bad, map { "$file:$line: lines of a list were joined: $_" }
                $comment =~ /^ ?((?:\S+ ){6,}\S+ {4,}\S+)/mg;
            for (sentences($comment)) {
                my $words = grep { /\w/ } split;
                push @bad, "$file:$line: a sentence of $words words: " . join(' ', (split)[ 0 .. 5 ]) if $words > 30;
            }
        }
    }
    for my $file ('README', files(qr/\.[ch]$/, 'src', 'include', 'tests'), grep { !m{ARCHITECTURE|SECURITY} } files(qr{^doc/[A-Z]+$}, 'doc')) {
        my $line = 0;
        for (split /\n/, -f "$Tree::tree/$file" ? slurp($file) : '') {
            $line++;
            push @bad, "$file:$line: is longer than 100 columns" if length(s/[\x80-\xbf]//gr) > 100;
        }
    }
    return @bad;
}

# clang-format joins and breaks the lines of comments; some of what it leaves can be told from the
# form: a second asterisk before a sentence, which has been the beginning of a line.
sub lint_comments
{
    my @bad;
    for my $file (files(qr/\.[chS]$/, 'src', 'include', 'tests/unit', 'tests/tools', 'tests/fuzz')) {
        my $line = 0;
        for (split /\n/, slurp($file)) {
            $line++;
            push @bad, "$file:$line: a comment with '* *'" 
                if m{^\s*(?:/\*+|\*)\s+(?:\S.*[.:]\s+)?\*\s+[A-Z]};
        }
    }
    return @bad;
}

sub lint_heads
{
    my @bad;
    for my $file (files(qr/\.([chS]|js|css)$/, 'src', 'include', 'tests/unit', 'tests/tools', 'tests/fuzz')) {
        my $text = slurp($file);
        my ($stem, $suffix) = basename($file) =~ /(.*)(\..*)/;
        push @bad, "$file: does not start with '/* $stem - purpose'"
            if $text !~ m{\A/\* \Q$stem\E(\Q$suffix\E)? - \S};
        push @bad, "$file: no SPDX-License-Identifier in its head comment"
            if $text !~ m{\A/\*(?:(?!\*/).)*SPDX-License-Identifier: \S}s;
        push @bad, "$file: is linked into other programs: its licence has to be MIT or BSD-2-Clause"
            if $file =~ m{^(src/runtime|include)/} && $text !~ m{SPDX-License-Identifier: (MIT|BSD-2-Clause)\b};
    }
    for my $file ('Makefile', 'configure.ac', 'bootstrap', '.ci/run',
        files(qr/\.(t|pl|pm|sh|mk|cmake|def|cases|supp|dict|allow|deviations)$/, 'src', 'tests', 'doc')) {
        next if !-f "$Tree::tree/$file";
        push @bad, "$file: no SPDX-License-Identifier in its head"
            if substr(slurp($file), 0, 4000) !~ m{^(#| \*) SPDX-License-Identifier: \S}m;
    }
    for my $file ('README', grep { basename($_) =~ /^([A-Z]+|gmon-format|gprof\.texi)$/ } files(qr/./, 'doc', 'tests')) {
        next if !-f "$Tree::tree/$file" || $file =~ m{^tests/(fuzz|data)/};
        push @bad, "$file: no line 'SPDX-License-Identifier: ...'"
            if slurp($file) !~ m{^(\@c |# )?SPDX-License-Identifier: \S}m;
    }
    return @bad;
}

# ---- calls: what C offers and nobody should take ---------------------------------------------------

sub lint_calls
{
    my @bad;
    for my $file (files(qr/\.[ch]$/, 'src', 'include', 'tests/unit', 'tests/tools', 'tests/fuzz')) {
        push @bad, grep_code($file,
            qr/(?<![\w>.])(strcpy|strcat|v?sprintf|gets|ato[ifl]|atoll|strtok)\s*\(/,
            '%s is forbidden');
    }
    return @bad;
}

# ---- input: no stage writes into the symbol table ------------------------------------------------------

sub lint_input
{
    my @bad;
    for my $file (grep { !m{^src/symbols/} } files(qr/\.[ch]$/, 'src')) {
        push @bad, grep_code($file, qr/(?<!const )(struct symtab \*\w*)/, "'%s' is not const; only symbols/ makes tables");
        push @bad, grep_code($file, qr/\b(symtab_finalize|symtab_add_names)\s*\(/, '%s is a step of symtab_init');
    }
    return @bad;
}

# ---- top: what archives of the sources have, and settings of tools --------------------------------------

# Without git there is nothing to find: packagers put files of their own there, and archives have what dist_top says.
sub lint_top
{
    my ($dist) = slurp('src/dist.mk') =~ /^dist_top := (.*)/m or return 'src/dist.mk: no dist_top';
    my %seen = map { $_ => 1 } split(' ', $dist), qw(.clang-format .clang-tidy .gitignore);
    return map { "$_: neither in dist_top of src/dist.mk nor settings of a tool" } grep { !$seen{$_}++ }
        map { s{/.*}{}r } tracked();
}

# ---- paths: nothing of the machine it was written on -------------------------------------------------

# Compilers at run time write /tmp/perf-PID.map, on all machines.

sub lint_paths
{
    my @bad;
    for my $file (grep { $_ ne 'COPYING' } tracked()) {
        my $line = 0;
        for my $text (split /\n/, slurp($file)) {
            $line++;
            push @bad, "$file:$line: holds the path $1"
                if $text =~ m{(?<![\w.\}/\$*-])(/(?:home|work|root|tmp)/(?!perf-)[\w.-]+)};
        }
    }
    return @bad;
}

# ---- words: what Unix manuals call otherwise ----------------------------------------------------------

# A word that the project does not use, and what it says instead; also in names and in file names.
my %instead = (
    '(?<![-.\w])build' . '-id'      => 'build ID',
    'fold' . 'er'                   => 'directory',
    'left as' . 'ide'               => 'ignored',
    '\ban' . 'ew\b'                 => 'again',
    '[>.](?:is|n)_sho' . 'wn\b'      => 'is_listed (in a report); shown is a text',
    '(?:is|are|FORM)_who' . 'le\b' => 'modern (a report of ours), complete, full or inclusive',
);

sub lint_words
{
    my @bad;
    for my $file ('README', 'Makefile', 'bootstrap', 'configure.ac', '.ci/run',
        files(qr/./, qw(src include doc tests))) {
        next if !-f "$Tree::tree/$file";
        for my $word (sort keys %instead) {
            push @bad, "$file: is named '$word'; say '$instead{$word}'" if $file =~ /$word/i;
            my $line = 0;
            for my $text (split /\n/, slurp($file)) {
                $line++;
                push @bad, "$file:$line: says '$word'; say '$instead{$word}'" if $text =~ /$word/i;
            }
        }
    }
    return @bad;
}

# ---- references: paths of the tree that documents and comments name ------------------------------------

# Whether a path names something: a file, perhaps without its suffix, a directory, a pattern of
# these, or a case of a file of golden cases (tests/golden/data/formats/gzip).
sub names_something
{
    my ($path) = @_;
    return 1 if grep { -e } map { glob "$Tree::tree/$path$_" } '', qw(.t .c .h .pl .pm .cases .txt);
    my ($cases, $case) = $path =~ m{(.*)/(.*)};
    return -f "$Tree::tree/$cases.cases" && slurp("$cases.cases") =~ /^=== \Q$case\E$/m;
}

sub lint_references
{
    my @bad;
    for my $file (grep { -f "$Tree::tree/$_" } 'README', 'tests/README', files(qr/./, 'doc', 'include'),
        files(qr/\.[chS]$/, 'src')) {
        my $line = 0;
        for my $text (split /\n/, slurp($file)) {
            $line++;
            for ($text =~ m{(?<![\w./<"\$\\)-])((?:tests|src|doc|include)/[\w./*-]*[\w*])}g) {
                next if m{/[A-Z]{3,}\b|_[A-Z]{3,}\b|/x\.\w+$};    # NAME.t and x.t stand for any test
                push @bad, "$file:$line: there is no $_" if !names_something($_);
            }
        }
    }
    return @bad;
}

# ---- main ----------------------------------------------------------------------------------------

my @lints = (
    [ layers  => \&lint_layers,  'includes follow the layers' ],
    [ options => \&lint_options, 'struct options stays in main.c, run*.c and the option files' ],
    [ output  => \&lint_output,  'only main prints to stderr and exits; mem, too, if memory is out' ],
    [ globals => \&lint_globals, 'no mutable globals' ],
    [ circles => \&lint_circles, 'no files that need each other' ],
    [ documented => \&lint_documented, 'each row of a table is documented' ],
    [ headers => \&lint_headers, 'each header compiles alone' ],
    [ index   => \&lint_index,   'each file has a header of its name, or is a row of a table' ],
    [ form    => \&lint_form,    'files are short, their names unique' ],
    [ functions => \&lint_functions, 'functions are short' ],
    [ comments => \&lint_comments, 'no comment was broken by clang-format' ],
    [ prose   => \&lint_prose,   'comments are quick to read' ],
    [ heads   => \&lint_heads,   'files have a head comment and a licence' ],
    [ calls   => \&lint_calls,   'no forbidden calls' ],
    [ words   => \&lint_words,   'the words of Unix manuals' ],
    [ references => \&lint_references, 'documents name files that exist' ],
    [ input   => \&lint_input,   'no stage writes into the symbol table' ],
    [ top     => \&lint_top,     'nothing else at the top of the tree' ],
    [ paths   => \&lint_paths,   'no path of some machine' ],
);

# The complaints of a lint that its list of exceptions, tests/lint/NAME.allow, does not name by their
# beginning ("FILE"), and one for each line of that list that is not needed any more.
sub unlisted
{
    my ($lint, @complaints) = @_;
    return @complaints if $lint eq 'globals';    # it looks into its list itself
    for my $entry (allow_list("$lint.allow")) {
        my @rest = grep { !/^\Q$entry\E(?![^: ])/ } @complaints;
        push @rest, "tests/lint/$lint.allow: '$entry' is no exception any more" if @rest == @complaints;
        @complaints = @rest;
    }
    return @complaints;
}

my (%want, $list);
while (@ARGV) {
    my $arg = shift @ARGV;
    if    ($arg eq '--tree')    { $Tree::tree = shift @ARGV }
    elsif ($arg eq '--objects') { $Tree::objects = shift @ARGV }
    elsif ($arg eq '--list')    { $list    = 1 }
    elsif (grep { $_->[0] eq $arg } @lints) { $want{$arg} = 1 }
    else                        { die "lint.pl: unknown argument $arg\n" }
}
my $bad = 0;
for my $lint (@lints) {
    my ($name, $code, $what) = @$lint;
    next if %want && !$want{$name};
    if ($list) { print "$name\t$what\n"; next }
    for (unlisted($name, $code->())) { print "$_\n"; $bad = 1 }
}
exit $bad;
