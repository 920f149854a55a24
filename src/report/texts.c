/* texts - prints names, headings and explanations that several listings share; and --file-info
 *
 * The bytes are the same in every locale; the plus-minus sign is UTF-8.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "report/texts.h"

#include "base/utf8_put.h"

/* ---- names: a function or cycle with its source line, cycle and index ---- */

void report_name(const struct results *r, struct sink *out, uint32_t symbol)
{
    const struct names *n = &r->program.names;
    unsigned line;
    const char *file;

    sink_string(out, names_shown(n, symbol));
    file = n->style.with_lines ? names_file(n, symbol, &line) : NULL;
    if (file) {
        sink_string(out, " (");
        sink_string(out, file);
        sink_char(out, ':');
        sink_u64(out, line, 0);
        if (n->style.with_addresses) {
            sink_string(out, " @ ");
            sink_hex(out, r->program.symtab.symbols[symbol].address);
        }
        sink_char(out, ')');
    }
}

void report_place(struct sink *out, const struct names *names, uint32_t symbol)
{
    unsigned line;
    const char *file = names->style.with_lines ? names_file(names, symbol, &line) : NULL;

    if (!file)
        return;
    sink_string(out, " (");
    utf8_put_text(out, file);
    sink_printf(out, ":%u)", line);
}

void report_library(struct sink *out, const struct symtab *symtab, uint32_t library)
{
    const char *name = symtab->symbols[library].name;

    utf8_put(out, name + 1, strlen(name) - 2, utf8_put_safe);
}

void report_library_of(struct sink *out, const struct symtab *symtab, uint32_t library)
{
    enum { LONG = 16 };
    const char *name = symtab->symbols[library].name + 1, *so = strstr(name, ".so");
    size_t bytes = so && so != name ? (size_t)(so - name) : strlen(name) - 1;
    size_t first = strcspn(name, ".");

    if (bytes > LONG && first > 0 && first < bytes)
        bytes = first;
    utf8_put(out, name, bytes, utf8_put_safe);
}

void report_index(const struct results *r, struct sink *out, uint32_t node)
{
    const struct cg_entry *e = &r->views.graph.entries[node];

    sink_char(out, e->is_listed ? '[' : '(');
    sink_u64(out, e->index, 0);
    sink_char(out, e->is_listed ? ']' : ')');
}

void report_full_name(const struct results *r, struct sink *out, uint32_t node)
{
    const struct call_graph *g = r->views.calls;
    uint32_t cycle = g->nodes[node].cycle;

    if (node < g->n_symbols)
        report_name(r, out, node);
    if (cycle) {
        sink_string(out, " <cycle ");
        sink_u64(out, cycle, 0);
        sink_string(out, node < g->n_symbols ? ">" : " as a whole>");
    }
    if (r->views.graph.entries) {
        sink_char(out, ' ');
        report_index(r, out, node);
    }
}

/* ---- above the tables ---- */

void put_count(struct sink *out, uint64_t n, const char *what, const char *behind)
{
    sink_printf(out, "%" PRIu64 " %s%s%s", n, what, n == 1 ? "" : "s", behind);
}

/* ---- commands -------------------------------------------------------------------------------- */

bool is_clean(const char *text)
{
    uint32_t code = ' ';

    while (*text && !utf8_is_unsafe(code))
        text += utf8_next(text, &code);
    return !utf8_is_unsafe(code);
}

void put_word(struct sink *line, const char *word)
{
    static const char harmless[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                   "0123456789_./:@%+,-";
    bool quoted = !*word || word[strspn(word, harmless)];

    if (quoted)
        sink_char(line, '\'');
    for (; *word; word++)
        if (*word == '\'')
            sink_string(line, "'\\''");
        else
            sink_char(line, *word);
    if (quoted)
        sink_char(line, '\'');
}

bool put_files(const struct results *r, struct sink *line)
{
    enum { MOST = 8 }; /* files of a line that can be read */

    if (!is_clean(r->program.image.path) || r->facts.inputs.n > MOST)
        return false;
    put_word(line, r->program.image.path);
    for (size_t i = 0; i < r->facts.inputs.n; i++) {
        if (!is_clean(r->facts.inputs.names[i]))
            return false;
        sink_char(line, ' ');
        put_word(line, r->facts.inputs.names[i]);
    }
    return true;
}

/* ---- measured times -------------------------------------------------------------------------- */

void report_granularity(struct sink *out, uint64_t bytes)
{
    sink_printf(out, "granularity: each sample hit covers %" PRIu64 " byte(s)", bytes);
}

static const char *const clock_names[GSTACK_CLOCKS] = {
    [GSTACK_CPU] = "CPU time",
    [GSTACK_WALL] = "elapsed time",
};

void measured_mark(struct sink *out, const struct stack_sum *samples)
{
    if (samples->signals < FEW_SIGNALS)
        sink_string(out, "~ ");
}

void measured_digits(struct sink *out, double share)
{
    double percent = 100 * share;
    int decimals = percent >= 9.5 ? 0 : percent >= 0.95 ? 1 : percent >= 0.095 ? 2 : 3;

    sink_printf(out, "%.*f", decimals, percent);
}

void measured_error(struct sink *out, double share, struct share_interval range, const char *both)
{
    double half = (range.high - range.low) / 2;
    bool is_below = share + half > 1, is_above = share - half < 0;

    sink_string(out, is_below ? "-" : is_above ? "+" : both);
    measured_digits(out, is_below ? share - range.low : is_above ? range.high - share : half);
}

/* Prints ` 99.9 % complete', rounded down, so that 100.0 means all. */
static void print_part(struct sink *out, uint64_t part, uint64_t all, const char *what)
{
    unsigned tenths = (unsigned)(1000.0 * (double)part / (double)all);

    if (part < all && tenths >= 1000)
        tenths = 999;
    sink_printf(out, ", %u.%u %% %s", tenths / 10, tenths % 10, what);
}

void measured_heading(const struct results *r, struct sink *out)
{
    static const double shares[] = {0.5, 0.2, 0.05, 0.01};
    const struct stack_frames *f = &r->facts.stacks;
    const struct stack_sum *total = &r->views.graph.stacks.total;
    uint64_t guessed = f->by_end[GSTACK_GUESSED].signals;
    double n;

    sink_printf(out, "measured: %" PRIu64 " sample%s", f->all.signals,
                f->all.signals == 1 ? "" : "s");
    if (f->all.signals)
        print_part(out, f->by_end[GSTACK_COMPLETE].signals, f->all.signals, "complete");
    if (guessed)
        print_part(out, guessed, f->all.signals, "guessed");
    sink_printf(out, "; %s, ", clock_names[f->clock]);
    if (f->interval_ns)
        sink_printf(out, "a tick every %g ms\n", (double)f->interval_ns / 1e6);
    else
        sink_string(out, "ticks at several intervals\n");
    if (total->signals == 0)
        return;
    /* the error depends only on the share and on the number of samples, so one line is enough for
     * all rows */
    n = stack_effective_samples(total);
    sink_string(out, "error bars (95 %): ");
    for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
        struct share_interval range = share_interval(shares[i], n);

        sink_printf(out, "%g %% " PLUS_MINUS " ", 100 * shares[i]);
        measured_digits(out, (range.high - range.low) / 2);
        sink_string(out, ", ");
    }
    sink_string(out, "no sample: < ");
    measured_digits(out, share_interval(0, n).high);
    sink_string(out, " %\n");
    sink_printf(
        out, "~: of fewer than %d samples, as is any time below about %.2f seconds\n", FEW_SIGNALS,
        (double)FEW_SIGNALS * hist_units(&r->facts.hist, total->ticks / (double)total->signals));
}

/* ---- --file-info ---- */

/* Prints the numbers of samples by the way in which their walks ended. */
static void describe_ends(struct sink *out, const struct gmon_stack_info *s)
{
    static const char *const ways[GSTACK_ENDS] = {
        [GSTACK_COMPLETE] = "complete",
        [GSTACK_GUESSED] = "guessed",
        [GSTACK_NO_UNWIND] = "ended at code without unwind information",
        [GSTACK_OFF_STACK] = "ended off the stack",
        [GSTACK_TOO_DEEP] = "cut",
        [GSTACK_NO_MEMORY] = "of the leaf alone",
    };
    const char *separator = ": ";
    double complete = (double)s->ends[GSTACK_COMPLETE] / (double)s->signals;

    sink_printf(out, "\t  %.1f %% complete", 100 * complete);
    for (size_t i = 0; i < GSTACK_ENDS; i++)
        if (s->ends[i] > 0) {
            sink_printf(out, "%s%" PRIu64 " %s", separator, s->ends[i], ways[i]);
            separator = ", ";
        }
    sink_char(out, '\n');
}

static void describe_stacks(struct sink *out, const struct gmon_file_info *info)
{
    for (size_t i = 0; i < GSTACK_CLOCKS; i++) {
        const struct gmon_stack_info *s = &info->stacks[i];

        if (s->runs == 0 && s->nodes == 0 && s->missing == 0)
            continue;
        sink_printf(out, "\t%s of ", clock_names[i]);
        put_count(out, s->runs, "run", ": ");
        put_count(out, s->signals, "sample", " of ");
        put_count(out, s->ticks, "tick", " in ");
        put_count(out, s->nodes, "node", ", ");
        put_count(out, s->missing, "tick", " missing\n");
        if (s->signals > 0)
            describe_ends(out, s);
    }
}

void file_info_print(struct sink *out, const char *path, const struct gmon_file_info *info)
{
    static const char *const names[GMON_RECORDS] = {[GMON_TAG_TIME_HIST] = "histogram",
                                                    [GMON_TAG_CG_ARC] = "call-graph",
                                                    [GMON_TAG_BB_COUNT] = "basic-block count",
                                                    [GMON_RECORD_STACKS] = "call-stack"};

    sink_printf(out, "File `%s' (version %d) contains:\n", path, info->version);
    for (size_t i = 0; i < GMON_RECORDS; i++) {
        uint64_t n = info->records[i];

        if (n > 0 || i != GMON_RECORD_STACKS)
            sink_printf(out, "\t%" PRIu64 " %s record%s\n", n, names[i], n == 1 ? "" : "s");
    }
    if (info->records[GMON_RECORD_STACKS] > 0)
        describe_stacks(out, info);
}

/* ---- the explanations of the tables ----
 *
 * A form feed alone on its line ends them; programs that read the listings look for it. */

static const char flat_text[] =
    "How to read the flat profile\n"
    "\n"
    "While the program ran, a timer repeatedly noted which function the\n"
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
    "square root of n, so a function with 4 samples could as well have 2 or\n"
    "6. Run the program longer, or sum several runs with -s, to see small\n"
    "differences. Numbers of calls are exact.\n";

/* Explanations of the call graph, estimated or measured. */
#define ENTRIES_TEXT                                                                               \
    "Each entry, between two lines of dashes, is about one function: the line that\n"              \
    "begins with a number in brackets. The lines above it are the functions that\n"                \
    "called it (its parents), the lines below it those that it called (its\n"                      \
    "children). The entries with the most time, own and children's, come first.\n"

static const char graph_text[] =
    "How to read the call graph\n"
    "\n" ENTRIES_TEXT "\n"
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
    "entry of its own, '<cycle 1 as a whole>', that lists its members: there the\n"
    "number after the plus sign counts the calls between members. Calls inside a\n"
    "cycle have no times and no total, for time cannot be handed round in a circle.\n"
    "\n"
    "Inclusive times are estimated from numbers of calls here: a function's time is\n"
    "divided among its parents as if all calls took equally long.";

static const char measured_text[] =
    "How to read the measured call graph\n"
    "\n" ENTRIES_TEXT "\n"
    "Times are measured: every sample is a whole call stack, and counts once for\n"
    "each function that stands on it, however often it stands there.\n"
    "\n"
    "In the function's own line:\n"
    "\n"
    " index       the number of the entry. Wherever a name is followed by [7], that\n"
    "             function's entry begins with [7]. (7) means that it is not shown.\n"
    " % time      share of the samples that have the function on their stack. 100 %\n"
    "             stands for all samples: those in libraries, too, but not\n"
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
    "'error bars' says how large it is for some shares: '20 % \302\261 1.4' means that where\n"
    "20 % are shown, 18.6 to 21.4 is true in 95 of 100 cases (Wilson's interval). What\n"
    "no sample has seen may still have taken the time given last. A ~ before a name\n"
    "warns that fewer than 10 samples have it on their stacks.\n";

static const char licence_text[] =
    "These explanations are free: copy, change and share them as you like, with\n"
    "or without this notice. They come without any warranty.\n";

/* Prints the command that shows measured times, if libgmon has recorded call stacks. */
static void put_measuring_command(const struct results *r, struct sink *out)
{
    LOCAL_BY(sink_release) struct sink line = sink_in_memory(out->diag);

    sink_string(&line, " Measured, where\nlibgmon has recorded call stacks:\n\n    gprof --top ");
    sink_bytes(out, line.buf, put_files(r, &line) ? line.used : 0);
    sink_char(out, '\n');
}

void explain(const struct results *r, struct sink *out, enum explanation of, bool before)
{
    static const char *const texts[] = {[EXPLAIN_FLAT] = flat_text,
                                        [EXPLAIN_GRAPH] = graph_text,
                                        [EXPLAIN_MEASURED] = measured_text};

    if (r->style.brief || before != r->style.traditional)
        return;
    sink_string(out, before ? "\n\n\n" : "\n");
    sink_string(out, texts[of]);
    if (of == EXPLAIN_GRAPH)
        put_measuring_command(r, out);
    if (of == EXPLAIN_FLAT && r->views.flat.is_of_stacks)
        sink_string(out, "\nA ~ before a name warns of fewer than 10 samples.\n");
    sink_string(out, "\f\n");
    sink_string(out, licence_text);
}
