/* fuzz.h - provides what the fuzz targets share: complaints, and taking the input apart
 *
 * Role: a target fuzz_NAME.c defines LLVMFuzzerTestOneInput, and LLVMFuzzerInitialize if it has
 * something to prepare. It is linked to replay.c, which needs no engine, or to clang's libFuzzer. A
 * finding is FUZZ_CHECK failing, a sanitizer's report, a signal, or too much time or memory.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef FUZZ_H
#define FUZZ_H

#include "base/diag.h"
#include "unit.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Divides the number of changed inputs that replay.c tries. A target defines it if its inputs take
 * much longer than those of others, or if several readers share them. */
extern const double fuzz_input_cost;

/* Checks an invariant, a condition that must hold for any input. */
#define FUZZ_CHECK(condition) ((condition) ? (void)0 : fuzz_fail(#condition, __FILE__, __LINE__))

static inline _Noreturn void fuzz_fail(const char *what, const char *file, int line)
{
    dprintf(STDERR_FILENO, "%s:%d: does not hold: %s\n", file, line, what);
    abort();
}

/* Discards everything that is written to stderr from now on; the engine has kept its own
 * descriptor. */
static inline void fuzz_silence(void)
{
    stderr = fopen("/dev/null", "w");
    if (!stderr)
        abort();
}

/* Enters a directory of the process's own, in memory if the system offers that: a run makes several
 * files.
 */
static inline void fuzz_enter_directory(void)
{
    if (access("/dev/shm", W_OK | X_OK) == 0)
        setenv("TMPDIR", "/dev/shm", 0);
    unit_enter_directory();
}

/* Returns diagnostics that are made and then discarded. Call fuzz_silence first. */
static inline struct diag fuzz_diag(void)
{
    struct diag d;

    diag_init(&d, "gprof", stderr);
    return d;
}

/* An input being taken apart from its front; missing bytes are 0. */
struct fuzz_input {
    const uint8_t *data;
    size_t left;
};

static inline uint64_t fuzz_number(struct fuzz_input *in, size_t bytes)
{
    uint64_t value = 0;

    for (; bytes > 0 && in->left > 0; bytes--, in->left--)
        value = value << 8 | *in->data++;
    return value;
}

/* Returns the rest as a writable text with a NUL behind it; the caller frees it. */
static inline char *fuzz_text(const struct fuzz_input *in)
{
    char *text = malloc(in->left + 1);

    if (!text)
        abort();
    if (in->left)
        memcpy(text, in->data, in->left);
    text[in->left] = '\0';
    return text;
}

/* Cuts a text of `size` bytes at its newlines and NULs. Fills in up to `most` words, with a NULL
 * behind them. Returns the number of words. */
static inline size_t fuzz_words(char *text, size_t size, char **words, size_t most)
{
    size_t n = 0;

    for (size_t i = 0; i < size && n < most; i += strlen(text + i) + 1) {
        text[i + strcspn(text + i, "\n")] = '\0';
        words[n++] = text + i;
    }
    words[n] = NULL;
    return n;
}

#endif
