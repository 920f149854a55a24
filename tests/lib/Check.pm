# Check.pm - provides what tests and tools in Perl share: places, files, commands, random numbers
#
# Use: use FindBin;
#      use lib "$FindBin::Bin/../lib";
#      use Check;
#
#     $top, $build, $tools  the source tree, the build directory, and where the programs of tests/tools are
#     $gprof, $oracle, $cc  the gprof under test, the gprof that may be GNU's, and the compiler
#     gnu_release()         returns '2.40', '2.44' or 'trunk' if $oracle is GNU gprof of a release whose faults are known
#                           (trunk: 2.47.50, of Debian unstable), the version of any other from 2.40 on, or ''
#     is_known(RELEASE)     returns true if the faults of the release are known; a difference from another one is only
#                           reported
#     have(PROGRAM)         returns true if the program is on PATH
#     slurp(FILE)           returns the bytes of the file
#     spew(FILE, TEXT)      writes the file
#     make(TOOL, FILE, TEXT)  lets mkimage or mkgmon write the file from TEXT
#     run(COMMAND)          runs a command of the shell; returns what it printed, its status (128 and more if a
#                           signal ended it), and its standard error
#     work_dir()            makes a directory, which is removed at the end, and enters it; returns its name
#     below(N)              returns a random number from 0 to N - 1; seed(N) begins again. The same on all machines
#
# Tests print TAP by Test::More. The environment becomes what tests/README says, in the locale C.
#
# SPDX-License-Identifier: GPL-3.0-or-later
package Check;
use strict;
use warnings;
use Cwd qw(abs_path);
use Exporter qw(import);
use File::Basename;
use File::Spec;
use File::Temp qw(tempdir);

our @EXPORT = qw($top $build $tools $gprof $oracle $cc gnu_release is_known have slurp spew make run work_dir below seed);

our $top    = abs_path($ENV{SRCDIR} // dirname(__FILE__) . '/../..');
our $build  = File::Spec->rel2abs($ENV{BUILD} // "$top/build");
our $tools  = File::Spec->rel2abs($ENV{TOOLS} // "$build/tools");
our $gprof  = $ENV{GPROF}  // "$build/gprof";
our $oracle = $ENV{ORACLE} // '/usr/bin/gprof';
our $cc     = $ENV{CC}     // 'cc';
$gprof = File::Spec->rel2abs($gprof) if -e $gprof;
@ENV{qw(SRCDIR BUILD TOOLS GPROF CC LC_ALL)} = ($top, $build, $tools, $gprof, $cc, 'C');
delete @ENV{qw(DEBUGINFOD_URLS POSIXLY_CORRECT LANGUAGE GPROF_PATH GMON_OUT GMON_OUT_PREFIX CDPATH COLUMNS NO_COLOR CLICOLOR_FORCE)};

my $state = 1;

sub gnu_release
{
    my $banner = -x $oracle ? qx{'$oracle' --version 2>/dev/null} : '';
    my ($version) = $banner =~ /^GNU gprof .*?\b(2\.[4-9]\d[\d.]*)/ or return '';
    return $version =~ /^2\.47\.50\b/ ? 'trunk' : $version;
}

sub is_known
{
    my ($release) = @_;
    return $release =~ /^(?:2\.40|2\.44|trunk)$/;
}

sub have
{
    my ($program) = @_;
    return $program =~ m{/} ? -x $program : scalar grep { -x "$_/$program" } split /:/, $ENV{PATH};
}

sub slurp
{
    my ($file) = @_;
    open my $f, '<:raw', $file or die "$file: $!\n";
    local $/;
    return scalar(<$f>) // '';
}

sub spew
{
    my ($file, $text) = @_;
    open my $f, '>:raw', $file or die "$file: $!\n";
    print {$f} $text;
    close $f or die "$file: $!\n";
}

sub make
{
    my ($tool, $file, $text) = @_;
    open my $to, '|-:raw', "$tools/$tool", '-o', $file or die "$tool: $!\n";
    print {$to} $text;
    close $to or die "$tool failed for $file\n";
}

sub run
{
    my ($command) = @_;
    my $errors = File::Temp->new;
    my $text = qx{{ $command\n} 2>'$errors'};
    return ($text, $? & 127 ? 128 + ($? & 127) : $? >> 8, slurp("$errors"));
}

sub work_dir
{
    my $dir = abs_path(tempdir('gprof-test.XXXXXX', TMPDIR => 1, CLEANUP => 1));
    chdir $dir or die "$dir: $!\n";
    return $dir;
}

sub below
{
    $state = ($state * 1103515245 + 12345) % 2147483648;
    return ($state >> 8) % $_[0];
}

sub seed { $state = $_[0] }

# A directory that is in use is not removed.
END { chdir '/' }

1;
