/* fuzz_export - fuzzes all exports, and --top, with the profile of any data file
 *
 * Input: two bytes, a bit for each of 16 options (below); a byte that chooses the image; two bytes,
 * the length of the data file if a file of call stacks follows it (0: none does), whose checksum is
 * made right; then the files. Checks, for each row of the table of reports that is an export or
 * --top, and for each report that takes the form of an export: status 0 without an error line or 1
 * with some, and every line of standard error is ours; JSON is JSON; a table of CSV has as many
 * fields in each row; --top is text for a terminal.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz_gprof.h"

#include "base/utf8.h"
#include "view/registry.h"

#include <zlib.h>

const double fuzz_input_cost = 10; /* it runs gprof ten times and more */

enum { OPTIONS = 16, WORDS_MAX = OPTIONS + 9, DEPTH_MAX = 32 };

static const char *const option_words[OPTIONS] = {
    "-l", "-c",          "-z",      "-pmain",        "-Qwork",    "-kmain/parse", "-Nwork",  "-nf1",
    "-a", "--estimated", "-Pparse", "--no-demangle", "-Ssymbols", "-w20",         "-qparse", "-D",
};

/* ---- JSON ---- */

static const char *skip_string(const char *at)
{
    for (at++; *at != '"'; at++) {
        FUZZ_CHECK((unsigned char)*at >= 0x20 && *at != 0x7f);
        if (*at != '\\')
            continue;
        at++;
        FUZZ_CHECK(strchr("\"\\u", *at) && *at);
        for (int i = 0; *at == 'u' && i < 4; i++)
            FUZZ_CHECK(strchr("0123456789abcdef", at[i + 1]) && at[i + 1]);
    }
    return at + 1;
}

static const char *skip_scalar(const char *at)
{
    static const char *const words[] = {"true", "false", "null"};
    size_t digits;

    if (*at == '"')
        return skip_string(at);
    for (size_t i = 0; i < UNIT_COUNT(words); i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    at += *at == '-';
    digits = strspn(at, "0123456789");
    FUZZ_CHECK(digits > 0 && (digits == 1 || *at != '0'));
    at += digits;
    if (*at == '.') {
        digits = strspn(++at, "0123456789");
        FUZZ_CHECK(digits > 0);
        at += digits;
    }
    return at;
}

/* Checks that the text is one value, as strictly as its grammar demands. */
static void check_json(const char *at)
{
    char open[DEPTH_MAX] = "";
    size_t depth = 0;

    do {
        at += strspn(at, "\n");
        if (depth > 0 && open[depth - 1] == '}' && *at != '}') {
            FUZZ_CHECK(*at == '"');
            at = skip_string(at);
            FUZZ_CHECK(*at++ == ':');
        }
        if (*at == '{' || *at == '[') {
            FUZZ_CHECK(depth < DEPTH_MAX);
            open[depth++] = *at++ == '{' ? '}' : ']';
            at += strspn(at, "\n");
            if (*at != open[depth - 1])
                continue;
        } else {
            at = skip_scalar(at);
        }
        for (at += strspn(at, "\n"); depth > 0 && *at == open[depth - 1]; at += strspn(at, "\n"))
            at++, depth--;
        FUZZ_CHECK(depth == 0 || *at == ',');
        at += depth > 0;
    } while (depth > 0);
    FUZZ_CHECK(*at == '\0');
}

/* ---- CSV ---- */

static const char *skip_field(const char *at)
{
    if (*at != '"')
        return at + strcspn(at, ",\"\r\n");
    do {
        at++;
        at += strcspn(at, "\"\r\n");
        FUZZ_CHECK(*at == '"');
        at++;
    } while (*at == '"');
    return at;
}

static void check_csv(const char *at)
{
    size_t columns = 0;

    while (*at) {
        size_t fields = 0;

        for (;; at++) {
            at = skip_field(at);
            fields++;
            if (*at != ',')
                break;
        }
        FUZZ_CHECK(at[0] == '\r' && at[1] == '\n');
        FUZZ_CHECK(columns == 0 || fields == columns);
        columns = fields;
        at += 2;
    }
    FUZZ_CHECK(columns > 0);
}

/* ---- runs ---- */

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_prepare_gprof();
    return 0;
}

/* Checks that the text has nothing that would disturb a terminal. */
static void check_text(const char *at)
{
    while (*at) {
        uint32_t code;

        at += utf8_next(at, &code);
        FUZZ_CHECK(code != UTF8_DAMAGED && (code == '\n' || !utf8_is_control(code)));
    }
}

static void check_form(const struct report_row *row)
{
    size_t size;
    char *text = unit_slurp("report", &size);

    if (row->kind == REPORT_JSON)
        check_json(text);
    if (row->kind == REPORT_CSV)
        check_csv(text);
    if (strcmp(row->option, "top") == 0)
        check_text(text);
    free(text);
}

static void spew_stacks(const uint8_t *data, size_t size)
{
    enum { END_BYTES = 6 };
    uint8_t *copy = malloc(size + 1);
    uint32_t sum;

    if (!copy)
        abort();
    memcpy(copy, data, size);
    if (size >= END_BYTES) {
        sum = (uint32_t)crc32_z(0, copy, size - END_BYTES);
        for (size_t i = 0; i < 4; i++)
            copy[size - 4 + i] = (uint8_t)(sum >> 8 * i);
    }
    unit_spew("stacks", copy, size);
    free(copy);
}

/* Files and options that all exports of an input are made from. */
struct made_of {
    unsigned choice;
    const char *image;
    bool has_stacks;
};

/* Makes an export of the files `data' and, if it exists, `stacks', or of the report `beside' in the
 * form of the export. */
static void run_export(const struct report_row *row, const struct report_row *beside,
                       const struct made_of *of)
{
    char program[] = "gprof", data[] = "data", stacks[] = "stacks", export[64], report[64];
    char *words[WORDS_MAX] = {program};
    size_t errors;
    int n = 1;

    snprintf(export, sizeof export, "--%s", row->option);
    words[n++] = export;
    if (beside) { /* a comparison needs a base */
        bool is_compare = strcmp(beside->option, "compare") == 0;

        snprintf(report, sizeof report, "--%s%s", beside->option, is_compare ? "=data" : "");
        words[n++] = report;
    }
    for (unsigned i = 0; i < OPTIONS; i++)
        if (of->choice >> i & 1)
            words[n++] = (char *)option_words[i];
    words[n++] = (char *)of->image;
    words[n++] = data;
    if (of->has_stacks)
        words[n++] = stacks;
    /* each symspec that names nothing is an error of its own */
    if (run_gprof(words, n, &errors) == EXIT_SUCCESS)
        check_form(row);
}

static bool is_tried(const struct report_row *row)
{
    return row->option &&
           (strncmp(row->option, "export=", 7) == 0 || strcmp(row->option, "top") == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    unsigned choice = (unsigned)fuzz_number(&in, 2);
    const char *image = image_names[fuzz_number(&in, 1) % IMAGES];
    uint64_t length = fuzz_number(&in, 2); /* makes in.left smaller */
    size_t cut = length > 0 ? (size_t)(length % (in.left + 1)) : in.left;
    const struct made_of of = {choice, image, length > 0};

    unit_spew("data", in.data, cut);
    if (length > 0)
        spew_stacks(in.data + cut, in.left - cut);
    for (size_t i = 0; i < REPORT_ROWS; i++) {
        if (!is_tried(&report_rows[i]))
            continue;
        run_export(&report_rows[i], NULL, &of);
        for (size_t k = 0; k < REPORT_ROWS; k++)
            if ((report_rows[k].forms & report_rows[i].kind) &&
                size % 4 == 0) /* slow: some inputs suffice */
                run_export(&report_rows[i], &report_rows[k], &of);
    }
    return 0;
}
