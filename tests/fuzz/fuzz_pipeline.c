/* fuzz_pipeline - fuzzes the whole program, with fixed images and any data file
 *
 * Input: four bytes, a bit for each of 32 options (enum below); a byte that chooses the image; a
 * byte that says where the rest is cut into two data files (0: not cut); then the data files.
 * Checks: status 0 without an error line or 1 with one, every line of standard error is ours, and
 * no number in the report is nan or inf.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "fuzz_gprof.h"

enum { OPTIONS = 32, SUM_OPTION = 7, WORDS_MAX = OPTIONS + 8 };

static const char *const option_words[OPTIONS] = {
    "-p",
    "-q",
    "-A",
    "-C",
    "-r",
    "-Rmap",
    "-i",
    "-s",
    "-a",
    "-c",
    "-D",
    "-l",
    "-m3",
    "-z",
    "-b",
    "-T",
    "-L",
    "-x",
    "-y",
    "-Ssymbols",
    "-qmain",
    "-Nwork",
    "-pparse",
    "-kmain/parse",
    "-Qdemo.c:20",
    "-w20",
    "--demangle=none",
    "--inline-file-names",
    "-Obsd",
    "-O4.4bsd",
    "-d",
    "-nf1",
};

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_prepare_gprof();
    return 0;
}

/* Checks that no number is nan or inf. has_words: the report may have words of the data, such as
 * the name of a dimension. */
static void check_report(bool has_words)
{
    size_t size;
    char *report = unit_slurp("report", &size);

    FUZZ_CHECK(strlen(report) == size);
    FUZZ_CHECK(has_words || (!strstr(report, " nan") && !strstr(report, "-nan")));
    FUZZ_CHECK(has_words || (!strstr(report, " inf ") && !strstr(report, "-inf")));
    free(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input in = {data, size};
    uint32_t choice = (uint32_t)fuzz_number(&in, 4);
    const char *image = image_names[fuzz_number(&in, 1) % IMAGES];
    size_t share = (size_t)fuzz_number(&in, 1); /* makes in.left smaller */
    size_t cut = share * in.left / 256, errors;
    char program[] = "gprof", directory[] = "-I.", first[] = "data", second[] = "more";
    char *words[WORDS_MAX] = {program};
    int n = 1;

    /* counts of other formats may need a million records, which is slow: a few inputs suffice */
    if ((in.left < 4 || memcmp(in.data, "gmon", 4) != 0) && in.left % 16 != 0)
        choice &= ~(UINT32_C(1) << SUM_OPTION);
    for (unsigned i = 0; i < OPTIONS; i++)
        if (choice >> i & 1)
            words[n++] = (char *)option_words[i];
    words[n++] = directory;
    words[n++] = (char *)image;
    words[n++] = first;
    unit_spew("data", in.data + cut, in.left - cut);
    if (cut > 0) {
        unit_spew("more", in.data, cut);
        words[n++] = second;
    }
    run_gprof(words, n, &errors);
    FUZZ_CHECK(errors <= 1);
    check_report(memmem(in.data, in.left, "inf", 3) || memmem(in.data, in.left, "nan", 3));
    return 0;
}
