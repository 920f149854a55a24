/* variables.c - reads the GMON_* variables, once, at the start
 *
 * Role: fills gm.opt. For a value that makes no sense, a line on stderr says which value is used
 * instead. A program that is not profiled (state.h, gm_is_profiled) says nothing.
 *
 * SPDX-License-Identifier: MIT
 */
#include "gmon_out.h"
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <unistd.h>

enum {
    DEFAULT_HZ = 100,
    DEFAULT_DEPTH = 512, /* frames of a stack */
    MAX_DEPTH = 65536,
    DEFAULT_NODES = 200000, /* 8 MB */
    MAX_NODES = 999999999
};

/* ---- words ---------------------------------------------------------------------------------- */

const char *gm_variable(const char *name)
{
    for (char **s = environ; s != NULL && *s != NULL; s++) {
        const char *value = gm_text_behind(*s, name);
        if (value != NULL && *value == '=')
            return value + 1;
    }
    return NULL;
}

const char *gm_value_of(const char *name)
{
    const char *value = gm_variable(name);

    return value == NULL || *value == 0 ? NULL : value;
}

/* Returns the number of digits, or 0 if the text has other letters. */
static size_t digits(const char *s)
{
    size_t n = 0;

    while (s[n] >= '0' && s[n] <= '9')
        n++;
    return s[n] == 0 ? n : 0;
}

static bool is_equal_without_case(const char *text, const char *lower)
{
    while (*lower != 0 && (*text | ' ') == *lower) {
        text++;
        lower++;
    }
    return *text == *lower;
}

/* Returns 0 for 0 and words of no, 1 for other numbers and words of yes, -1 for other text, and
 * `otherwise` if there is none. */
static int yes_or_no(const char *value, int otherwise)
{
    enum { EACH = 4 };
    static const char *const words[2 * EACH] = {"no",  "false", "off", "n",
                                                "yes", "true",  "on",  "y"};

    if (value == NULL)
        return otherwise;
    if (digits(value) > 0)
        return gm_text_number(value) != 0;
    for (int i = 0; i < 2 * EACH; i++)
        if (is_equal_without_case(value, words[i]))
            return i / EACH;
    return -1;
}

static bool is_set(const char *name, bool otherwise)
{
    const char *value = gm_value_of(name);
    int answer = yes_or_no(value, otherwise);

    if (answer < 0 && gm_is_profiled())
        gm_say("gmon: %s=%s: neither yes nor no; taking %s", name, value, otherwise ? "yes" : "no");
    return answer < 0 ? otherwise : answer != 0;
}

/* Returns a number from 1 to max, which has at most nine digits, or `otherwise` if the variable has
 * none. */
static int number_of(const char *name, int max, int otherwise)
{
    const char *text = gm_value_of(name);

    if (text == NULL)
        return otherwise;
    if (digits(text) > 0 && digits(text) < 10) {
        int number = (int)gm_text_number(text);
        if (number >= 1 && number <= max)
            return number;
    }
    if (gm_is_profiled())
        gm_say("gmon: %s=%s: not from 1 to %u; taking %u", name, text, (uint64_t)max,
               (uint64_t)otherwise);
    return otherwise;
}

/* ---- names of files ------------------------------------------------------------------------- */

static void check_letters(const char *template)
{
    static const char known[] = "pehtr%";

    for (const char *s = template; *s != 0; s++) {
        if (*s != '%' || *++s == 0)
            continue;
        const char letter[2] = {*s, 0};
        if (known[gm_text_until(known, *s)] == 0)
            gm_say("gmon: GMON_OUT=%s: unknown escape %%%s, kept as is; known ones are %%p %%e %%h "
                   "%%t %%r and %%%%",
                   template, letter);
    }
}

/* Reads GMON_OUT and GMON_OUT_PREFIX. Notes the working directory, which a daemon leaves: GMON_OUT
 * is relative to it, and so are snapshots, as a program may use another one for a while, then
 * remove it. */
static void read_path(void)
{
    const char *template = gm_value_of("GMON_OUT");
    const char *prefix = gm_value_of("GMON_OUT_PREFIX");

    gm.opt.has_template = template != NULL;
    gm.opt.has_prefix = template == NULL && prefix != NULL;
    if (gm.opt.has_template)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", template);
    else if (gm.opt.has_prefix)
        gm_text(gm.opt.path, sizeof gm.opt.path, "%s", prefix);
    gm.opt.is_started_there =
        gm.opt.has_template || gm_linux.save_every != 0 || gm_value_of("GMON_DUMP_SIGNAL") != NULL;
    gm_working_directory(gm.opt.directory);
    if (gm.opt.has_template && gm_is_profiled())
        check_letters(template);
}

/* ---- ranks ---------------------------------------------------------------------------------- */

static const char *const rank_names[] = {GMON_RANK_VARIABLES};
static const char *const size_names[] = {GMON_SIZE_VARIABLES};

static const char *first_number(const char *const *names, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        const char *value = gm_value_of(names[i]);
        if (value != NULL && digits(value) > 0 && digits(value) < sizeof gm.opt.rank)
            return value;
    }
    return NULL;
}

/* Reads the variables of starters of parallel programs: the rank, and if the process is one of
 * many. */
static void read_rank(void)
{
    const char *rank = first_number(rank_names, sizeof rank_names / sizeof rank_names[0]);
    const char *size = first_number(size_names, sizeof size_names / sizeof size_names[0]);

    if (rank == NULL)
        return;
    gm_text(gm.opt.rank, sizeof gm.opt.rank, "%s", rank);
    gm.opt.is_one_of_many = size != NULL && gm_text_number(size) > 1;
}

/* ---- all of them ---------------------------------------------------------------------------- */

/* Returns true if the variable is the word `yes`, false if it is `no` or not set. For any other
 * value, a line says `taking`, and it returns false. */
static bool is_word(const char *name, const char *yes, const char *no, const char *taking)
{
    const char *text = gm_value_of(name);

    if (text == NULL || gm_text_compare(text, no) == 0)
        return false;
    if (gm_text_compare(text, yes) == 0)
        return true;
    if (gm_is_profiled())
        gm_say("gmon: %s=%s: %s", name, text, taking);
    return false;
}

static bool is_known(const char *name)
{
    static const char known[] = " ALL CLOCK DUMP_INTERVAL DUMP_SIGNAL EXIT_SIGNALS HZ MODULES OUT "
                                "OUT_PREFIX STACKS STACK_DEPTH STACK_NODES START TOGGLE_SIGNAL "
                                "VERBOSE ";
    char word[40];

    gm_text(word, sizeof word, " %s ", name);
    return gm_text_find(known, word) != NULL;
}

static void check_names(void)
{
    for (char **s = environ; s != NULL && *s != NULL; s++) {
        char name[32];
        const char *text = gm_text_behind(*s, "GMON_");
        if (text == NULL)
            continue;
        size_t size = gm_text_until(text, '=') + 1;
        gm_text(name, size < sizeof name ? size : sizeof name, "%s", text);
        if (!is_known(name))
            gm_say("gmon: GMON_%s: no such variable; there are GMON_ALL, CLOCK, DUMP_INTERVAL, "
                   "DUMP_SIGNAL, EXIT_SIGNALS, HZ, MODULES, OUT, OUT_PREFIX, STACKS, STACK_DEPTH, "
                   "STACK_NODES, START, TOGGLE_SIGNAL and VERBOSE",
                   name);
    }
}

/* Reads GMON_MODULES: yes, no, or a list of libraries. */
static void read_modules(void)
{
    const char *value = gm_value_of("GMON_MODULES");
    int answer = yes_or_no(value, false);

    gm.opt.modules = answer != 0;
    if (answer < 0)
        gm_text(gm.opt.libraries, sizeof gm.opt.libraries, "%s", value);
}

/* Reads GMON_ALL: yes, no, or the path of a program. */
static bool reads_all(void)
{
    const char *path = gm_value_of("GMON_ALL");

    if (path != NULL && *path == '/')
        return gm_text_compare(path, gm_program_path()) == 0;
    return is_set("GMON_ALL", false);
}

/* Warns if valgrind runs the program. A signal far below the last stack page that valgrind has seen
 * ends the program there, as it does with the C library's code. Elapsed time takes no signal. */
static void check_valgrind(void)
{
    const char *preloaded = gm_value_of("LD_PRELOAD");

    if (!gm_linux.wall && gm.opt.hz > 1 && preloaded != NULL &&
        gm_text_find(preloaded, "vgpreload") != NULL)
        gm_say("gmon: valgrind may end the program at a sample; GMON_HZ=1 takes few");
}

void gm_read_environment(void)
{
    gm.secure = gm_auxv(AT_SECURE) != 0;
    gm.opt.hz = DEFAULT_HZ;
    if (gm.secure)
        return;
    gm.opt.all = reads_all();
    gm.opt.hz = number_of("GMON_HZ", 10000, DEFAULT_HZ);
    gm_linux.wall = is_word("GMON_CLOCK", "wall", "cpu", "neither cpu nor wall; taking cpu");
    gm_linux.is_paused = is_word("GMON_START", "paused", "", "not paused; starting now");
    gm_linux.save_every = (uintptr_t)number_of("GMON_DUMP_INTERVAL", 999999999, 0);
    read_modules();
    gm.opt.verbose = is_set("GMON_VERBOSE", false);
    gm.opt.stacks = is_set("GMON_STACKS", true);
    gm.opt.stack_clock = gm_linux.wall ? GSTACK_WALL : GSTACK_CPU;
    gm.opt.stack_depth = (uint32_t)number_of("GMON_STACK_DEPTH", MAX_DEPTH, DEFAULT_DEPTH);
    gm.opt.stack_nodes = (uint32_t)number_of("GMON_STACK_NODES", MAX_NODES, DEFAULT_NODES);
    read_path();
    read_rank();
    if (gm_is_profiled()) {
        check_names();
        check_valgrind();
    }
}
