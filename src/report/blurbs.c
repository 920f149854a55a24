/* blurbs - the explanations of the tables, which --brief leaves out
 *
 * They follow the table, or precede it in the traditional layout; a form feed alone on its line
 * ends them, which programs that read the listings look for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

static const char flat_text[] =
    "How to read the flat profile\n"
    "\n"
    "While the program ran, a clock looked again and again which function the\n"
    "processor was in. Each row is a function; the function that was found most\n"
    "often, and so took the most time itself, comes first.\n"
    "\n"
    " %           share of the program's whole time that was spent in this\n"
    " time        function itself, not in what it called.\n"
    "\n"
    " cumulative  running sum: the time of this row and all rows above it.\n"
    " seconds\n"
    "\n"
    " self        time spent in this function itself. The rows are sorted by\n"
    " seconds     this column, the greatest first.\n"
    "\n"
    " calls       how often the function was called. Blank if it was compiled\n"
    "             without -pg, or was never called through counted code.\n"
    "\n"
    " self        average time of one call, spent in the function itself; the\n"
    " ms/call     unit is in the header: s, ms, us, ns ...\n"
    "\n"
    " total       average time of one call, with all that the function called.\n"
    " ms/call     This is worked out from the call graph.\n"
    "\n"
    " name        the function. Where there is a call graph, the index of that\n"
    "             listing tells under which number its entry stands.\n"
    "\n"
    "Times are counted samples: one of n samples has an error of about the\n"
    "square root of n, so a function with 4 samples may just as well deserve 2 or\n"
    "6. Run the program longer, or sum several runs with -s, to see small\n"
    "differences. Numbers of calls are exact.\n";

static const char flat_marks[] = "\n"
                                 "A ~ before a name warns of fewer than 10 samples.\n";

static const char graph_text[] =
    "How to read the call graph\n"
    "\n"
    "Each entry, between two lines of dashes, is about one function: the line that\n"
    "begins with a number in brackets. The lines above it are the functions that\n"
    "called it (its parents), the lines below it those that it called (its\n"
    "children). The entries with the most time, own and children's, come first.\n"
    "\n"
    "In the function's own line:\n"
    "\n"
    " index       the number of the entry. Wherever a name is followed by [7], that\n"
    "             function's entry begins with [7]. (7) means that it is not shown.\n"
    " % time      share of the whole time spent in the function and its children.\n"
    " self        time spent in the function itself.\n"
    " children    time that its children spent on its behalf.\n"
    " called      how often it was called; after a plus sign, how often by itself\n"
    "             (recursion).\n"
    "\n"
    "In a parent's line:\n"
    "\n"
    " self        how much of the function's own time is charged to this parent.\n"
    " children    how much of its children's time is charged to this parent.\n"
    " called      calls from this parent / calls from all parents.\n"
    "\n"
    "<spontaneous> stands for parents that are not known, as with main, signal\n"
    "handlers, and functions called by code that does not count its calls.\n"
    "\n"
    "In a child's line:\n"
    "\n"
    " self        how much of the child's own time is charged to the function.\n"
    " children    how much of the child's children's time is charged to it.\n"
    " called      calls from the function / calls of the child from all parents.\n"
    "\n"
    "Functions that call each other in a circle form a cycle. The cycle has an\n"
    "entry of its own, `<cycle 1 as a whole>', that lists its members: there the\n"
    "number after the plus sign counts the calls between members. Calls inside a\n"
    "cycle have no times and no total, for time cannot be handed round in a circle.\n"
    "\n"
    "The children's times are an estimate: a function's time is divided among its\n"
    "parents by their numbers of calls, as if all calls took equally long.\n";

static const char measured_text[] =
    "How to read the measured call graph\n"
    "\n"
    "Each entry, between two lines of dashes, is about one function: the line that\n"
    "begins with a number in brackets. The lines above it are the functions that\n"
    "called it (its parents), the lines below it those that it called (its\n"
    "children). The entries with the most time, own and children's, come first.\n"
    "\n"
    "Times are measured: every sample is a whole call stack, and counts once for\n"
    "each function that stands on it, however often it stands there.\n"
    "\n"
    "In the function's own line:\n"
    "\n"
    " index       the number of the entry. Wherever a name is followed by [7], that\n"
    "             function's entry begins with [7]. (7) means that it is not shown.\n"
    " % time      share of the samples that have the function on their stack. All\n"
    "             samples are the hundred percent: those in libraries, too, but not\n"
    "             those in the profiler itself.\n"
    " self        time in which the function itself ran.\n"
    " children    time in which it was on the stack, but another function ran.\n"
    " called      how often it was called; after a plus sign, how often by itself\n"
    "             (recursion). Blank: its calls are not counted.\n"
    "\n"
    "In a parent's line:\n"
    "\n"
    " self        time in which the function ran, called directly by this parent.\n"
    " children    time of what it called then.\n"
    " called      calls from this parent / calls from all parents.\n"
    "\n"
    "In a child's line:\n"
    "\n"
    " self        time in which the child ran, called directly by the function.\n"
    " children    time of what the child called then.\n"
    " called      calls from the function / calls of the child from all parents.\n"
    "\n"
    "<spontaneous> stands for parents that are not known, as with main. A name such\n"
    "as <libc.so.6> stands for all code of that library.\n"
    "\n"
    "Functions that call each other in a circle form a cycle, which has an entry of\n"
    "its own. Each member, and each arc inside the cycle, has the time measured for\n"
    "it; as members call each other, the sum of their times exceeds the cycle's.\n"
    "\n"
    "A sample is a matter of chance, so a share of n samples has an error. The line\n"
    "`error bars' says how large it is for some shares: `20 % \302\261 1.4' means that where\n"
    "20 % are shown, 18.6 to 21.4 is true in 95 of 100 cases (Wilson's interval). What\n"
    "no sample has seen may still have taken the time given last. A ~ before a name\n"
    "warns that fewer than 10 samples have it on their stacks.\n";

static const char compare_text[] =
    "How to read the comparison\n"
    "\n"
    "Without call stacks, the time of a function is divided among its callers by\n"
    "their numbers of calls. These tables show what that makes of this run, beside\n"
    "what was measured. The largest difference comes first; what has less than half\n"
    "a percent in both is left out (-z lists it, too).\n"
    "\n"
    " measured    share of the samples that have the function, or the call, on their\n"
    "             stack. \302\261: in 95 of 100 cases the true share is not farther off.\n"
    "             `< 0.1': no sample has it; the true share is below that.\n"
    " estimated   the share that the call graph shows with --estimated. A member of a\n"
    "             cycle has no time of the other members there.\n"
    " difference  estimated less measured, in points of percent. With ! the estimate\n"
    "             lies outside of the measured share's error bars: it is wrong.\n"
    "\n"
    "A ~ before a name warns of fewer than 10 samples. What has no estimate is not\n"
    "listed: libraries, arcs inside cycles, and what no calls are counted of.\n"
    "Off by more than 2x means: the larger share is more than twice the smaller one.\n"
    "The last line of the summary names the functions that are among the first ten\n"
    "by measured time, but not by estimated time.\n";

static const char licence_text[] =
    "These explanations are free: copy, change and share them as you like, with\n"
    "or without this notice. They come without any warranty.\n";

/* `more` follows the text. */
static void print_blurb(struct sink *out, const char *text, const char *more, bool before)
{
    sink_string(out, before ? "\n\n\n" : "\n");
    sink_string(out, text);
    sink_string(out, more);
    sink_string(out, "\f\n");
    sink_string(out, licence_text);
}

void blurb_flat(struct sink *out, bool before, bool of_stacks)
{
    print_blurb(out, flat_text, of_stacks ? flat_marks : "", before);
}

void blurb_graph(struct sink *out, bool before)
{
    print_blurb(out, graph_text, "", before);
}

void blurb_measured(struct sink *out, bool before)
{
    print_blurb(out, measured_text, "", before);
}

void blurb_estimates(struct sink *out)
{
    print_blurb(out, compare_text, "", false);
}
