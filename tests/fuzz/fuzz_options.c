/* fuzz_options - fuzz target: the command line
 *
 * Input: the words, separated by newlines or NULs. Checks: an error is told, and nothing else is; a
 * command line means the same the second time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz.h"
#include "options.h"

enum { WORDS_MAX = 200 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_silence();
    return 0;
}

/* Parse a copy of the words: they are permuted. */
static enum options_result parse(struct options *o, char *const *words, size_t n, uint64_t *printed)
{
    char *argv[WORDS_MAX + 2] = {(char[]){"gprof"}};
    struct diag d = fuzz_diag();
    struct sink out;
    enum options_result result;

    memcpy(argv + 1, words, (n + 1) * sizeof *words);
    sink_init(&out, -1);
    result = options_parse(o, (int)n + 1, argv, &out, &d);
    FUZZ_CHECK((d.errors > 0) == (result == OPTIONS_ERROR));
    FUZZ_CHECK((out.used > 0) == (result == OPTIONS_DONE));
    *printed = out.written;
    sink_release(&out);
    return result;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    char *words[WORDS_MAX + 1], *text = fuzz_text(&in);
    size_t n = fuzz_words(text, size, words, WORDS_MAX);
    struct options first = {0}, second = {0};
    uint64_t printed, printed_again;
    enum options_result result = parse(&first, words, n, &printed);

    FUZZ_CHECK(parse(&second, words, n, &printed_again) == result && printed == printed_again);
    if (result == OPTIONS_RUN) {
        FUZZ_CHECK(first.image && (first.n_data_files > 0 || first.n_lists > 0));
        FUZZ_CHECK(first.n_data_files <= n + 1 && first.n_lists <= n);
        FUZZ_CHECK(first.n_data_files == 0 || first.data_files[0]);
        FUZZ_CHECK((first.explicit & ~first.reports) == 0);
        FUZZ_CHECK(!(first.style.by_line && first.external_symbols));
        FUZZ_CHECK(first.reports == second.reports && first.explicit == second.explicit);
        FUZZ_CHECK(strcmp(first.image, second.image) == 0);
        FUZZ_CHECK(first.n_data_files == second.n_data_files && first.ids.n == second.ids.n);
        FUZZ_CHECK(first.style.width == second.style.width &&
                   first.style.min_count == second.style.min_count);
        FUZZ_CHECK(first.sources.n == second.sources.n);
    }
    options_release(&first);
    options_release(&second);
    free(text);
    return 0;
}
