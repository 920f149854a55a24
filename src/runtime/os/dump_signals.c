/* dump_signals.c - handles signals that write the profile, GMON_DUMP_SIGNAL and GMON_EXIT_SIGNALS,
 * and one that pauses it, GMON_TOGGLE_SIGNAL
 *
 * Role: writes a snapshot of a program that runs on, and a profile of a program that a signal ends.
 * A signal is left alone while the program has a handler for it, ignores it, or was started to
 * ignore it (nohup). When its action is SIG_DFL again, it is ours again. After a signal of
 * GMON_EXIT_SIGNALS the program dies of that signal, as it would without us.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/dump.h"
#include "runtime/core/os.h"
#include "runtime/core/text.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <time.h>

enum { FAULT_STACK = 65536 }; /* the kernel's frame may take 11 KB, and a dump takes 4 */

struct signal_name {
    const char *name;
    int number;
};

static const struct signal_name names[] = {
    {"HUP", SIGHUP},   {"INT", SIGINT},   {"QUIT", SIGQUIT}, {"ILL", SIGILL},     {"ABRT", SIGABRT},
    {"BUS", SIGBUS},   {"FPE", SIGFPE},   {"USR1", SIGUSR1}, {"SEGV", SIGSEGV},   {"USR2", SIGUSR2},
    {"PIPE", SIGPIPE}, {"ALRM", SIGALRM}, {"TERM", SIGTERM}, {"XCPU", SIGXCPU},   {"XFSZ", SIGXFSZ},
    {"TRAP", SIGTRAP}, {"SYS", SIGSYS},   {"IO", SIGIO},     {"WINCH", SIGWINCH}, {"CONT", SIGCONT},
};

/* Returns the signal that a word of this size names, with or without SIG, or as a number. Returns 0
 * if there is none. */
static int signal_number(const char *word, size_t size)
{
    const char *behind = gm_text_behind(word, "SIG"), *name = behind != NULL ? behind : word;
    const char *end = word + size;
    uint64_t number = gm_text_number(name);
    size_t digits = 0;

    while (name[digits] >= '0' && name[digits] <= '9')
        digits++;
    if (digits > 0 && digits < 4 && name + digits == end && number <= GM_KERNEL_SIGNALS)
        return (int)number;
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++)
        if (gm_text_behind(name, names[k].name) == end)
            return names[k].number;
    return 0;
}

static void on_dump(int signal)
{
    uint64_t begun = gm_clock(CLOCK_THREAD_CPUTIME_ID);

    (void)signal;
    if (gm_process() == gm.pid)
        gm_dump_to(NULL);
    gm_own_time(begun);
}

/* Writes the file, which is complete when the program dies. If more signals come meanwhile, here or
 * in other threads, they wait for this one. The signal is sent again without a handler, so it ends
 * the program when the handler returns; a fault happens again. */
static void on_end(int number)
{
    gm_save(GM_END_SURE);
    gm_set_handler(number, (uintptr_t)SIG_DFL, 0);
    gm_call(SYS_tgkill, gm_process(), gm_thread_number(), number, 0, 0, 0);
}

static void read_word(const char *variable, const char *word, size_t size,
                      struct gm_signal_set *set)
{
    int number = signal_number(word, size);
    struct sigaction old;
    char name[24];

    if (number != 0 && number != SIGPROF && number != SIGKILL && number != SIGSTOP &&
        sigaction(number, NULL, &old) == 0) {
        gm_set_add(set, number);
        return;
    }
    gm_text(name, size + 1 < sizeof name ? size + 1 : sizeof name, "%s", word);
    if (gm_is_profiled())
        gm_say("gmon: %s: %s is not a signal that can be taken; name one as USR1 or TERM, or by "
               "its number",
               variable, name);
}

static void read_words(const char *variable, struct gm_signal_set *set)
{
    const char *word = gm_value_of(variable);

    while (word != NULL && *word != 0) {
        size_t size = gm_text_until(word, ',');
        if (size > 0)
            read_word(variable, word, size, set);
        word += size + (word[size] == ',');
    }
}

void gm_dump_signals_read(void)
{
    if (gm.secure)
        return;
    read_words("GMON_DUMP_SIGNAL", &gm_linux.dump_on);
    read_words("GMON_EXIT_SIGNALS", &gm_linux.end_on);
    read_words("GMON_TOGGLE_SIGNAL", &gm_linux.toggle_on);
}

/* Stands in front of a handler of the program's. abort() ends the process behind a handler of
 * SIGABRT that returns, without a call that we would see: the file is written before. */
static void in_front(int number, siginfo_t *info, void *context)
{
    bool is_raised = info->si_code == SI_TKILL && info->si_pid == gm.pid;

    gm_hand_over(number, info, context);
    if (number == SIGABRT && is_raised)
        gm_save(GM_GOES_ON);
}

void gm_dump_signals_begin(void (*on_toggle)(int))
{
    for (int i = 1; i <= GM_KERNEL_SIGNALS; i++) {
        if (gm_set_has(&gm_linux.dump_on, i))
            gm_share_signal(i, (uintptr_t)on_dump, SA_RESTART | SA_ONSTACK, in_front);
        else if (gm_set_has(&gm_linux.end_on, i))
            gm_share_signal(i, (uintptr_t)on_end, SA_ONSTACK, in_front);
        else if (gm_set_has(&gm_linux.toggle_on, i))
            gm_share_signal(i, (uintptr_t)on_toggle, SA_RESTART | SA_ONSTACK, in_front);
    }
}

/* Sets an alternate stack, if the user has named a signal of a stack overflow (SIGSEGV, SIGBUS),
 * and the program has no stack for handlers. If the thread ends, the stack goes to the next owner
 * of its state. */
void gm_dump_signals_thread(void)
{
    bool is_wanted = gm_set_has(&gm_linux.end_on, SIGSEGV) || gm_set_has(&gm_linux.end_on, SIGBUS);
    stack_t stack = {.ss_flags = 0};

    if (gm_self == NULL || !is_wanted)
        return;
    gm_call(SYS_sigaltstack, 0, (long)&stack, 0, 0, 0, 0);
    if (stack.ss_flags != SS_DISABLE)
        return;
    if (gm_self->fault_stack == NULL)
        gm_self->fault_stack = gm_map(FAULT_STACK);
    if (gm_self->fault_stack == NULL)
        return;
    stack = (stack_t){.ss_sp = gm_self->fault_stack, .ss_size = FAULT_STACK};
    gm_call(SYS_sigaltstack, (long)&stack, 0, 0, 0, 0, 0);
}
