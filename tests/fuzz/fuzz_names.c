/* fuzz_names - fuzzes forms of names, columns that they fit, and patterns
 *
 * Input: lines, each a name as a demangler might have written it.
 * Checks: forms are no longer than the name, and a short form of a form is that form. A text that
 * fits a column is valid UTF-8 without control characters, and as wide as stated. A name matches
 * itself as a pattern, with stars around it and with its characters taken literally.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/utf8.h"
#include "names/name_fit.h"
#include "names/name_forms.h"
#include "names/names.h"
#include "names/sym_search.h"
#include "fuzz.h"

enum { NAMES_MAX = 6, COLUMNS_MAX = 50, COLUMNS_STEP = 7 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_silence();
    return 0;
}

static void check_forms(const char *name, enum name_syntax syntax)
{
    struct name_parts p = {0};
    size_t length = strlen(name);

    name_parts_read(&p, name, syntax);
    FUZZ_CHECK(p.n_components > 0 && p.begin <= p.end && p.end <= length);
    for (size_t i = 0; i < p.n_marks; i++)
        FUZZ_CHECK(p.marks[i].kind == MARK_NONE ||
                   (p.marks[i].from < p.marks[i].to && p.marks[i].to <= length));
    for (unsigned f = 0; f < NAME_FORMS; f++) {
        const char *form = name_form(&p, (enum name_form)f, false);

        FUZZ_CHECK(p.understood || form == name);
        FUZZ_CHECK(strlen(form) <= length && (length == 0 || *form));
        FUZZ_CHECK(strlen(name_form(&p, (enum name_form)f, true)) <= 2 * length);
    }
    name_parts_release(&p);
}

static void check_columns(const char *name, enum name_syntax syntax)
{
    struct sink out = sink_in_memory(NULL);

    for (size_t columns = strlen(name) % COLUMNS_STEP; columns <= COLUMNS_MAX;
         columns += COLUMNS_STEP) {
        size_t used = name_fit(&out, name, syntax, columns);

        sink_char(&out, '\0');
        FUZZ_CHECK(used <= columns && used == name_columns(out.buf));
        FUZZ_CHECK(name_columns(name) > columns || used == name_columns(name));
        for (const char *at = out.buf; *at;) {
            uint32_t code;

            at += utf8_next(at, &code);
            FUZZ_CHECK(!utf8_is_unsafe(code));
        }
        sink_clear(&out);
    }
    sink_release(&out);
}

static void check_patterns(const char *name)
{
    size_t length = strlen(name), n = 0;
    char *pattern = malloc(2 * length + 3), *squeezed = malloc(length + 1);

    FUZZ_CHECK(pattern && squeezed);
    for (size_t i = 0; i < length; i++) {
        if (strchr("*?[\\", name[i]))
            pattern[n++] = '\\';
        pattern[n++] = name[i];
    }
    pattern[n] = '\0';
    FUZZ_CHECK(name_glob(pattern, name));
    memmove(pattern + 1, pattern, n);
    pattern[0] = pattern[n + 1] = '*';
    pattern[n + 2] = '\0';
    FUZZ_CHECK(name_glob(pattern, name));
    name_glob(name, name);
    sym_query_squeeze(squeezed, name, length);
    n = strlen(squeezed);
    sym_query_squeeze(pattern, squeezed, n);
    FUZZ_CHECK(n <= length && strcmp(pattern, squeezed) == 0);
    free(pattern);
    free(squeezed);
    free(names_of_fortran(name));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    char *words[NAMES_MAX + 1], *text = fuzz_text(&in);
    size_t n = fuzz_words(text, size, words, NAMES_MAX);

    for (size_t i = 0; i < n; i++) {
        for (enum name_syntax syntax = NAME_COLONS; syntax <= NAME_DOTS; syntax++) {
            check_forms(words[i], syntax);
            check_columns(words[i], syntax);
        }
        check_patterns(words[i]);
    }
    free(text);
    return 0;
}
