/* fuzz_text_dump - fuzz target: dumps in logs
 *
 * Input: a log.
 * Checks: what is found is within its limits, and dumped again, in hex and in base64, with any
 * length of lines, it is the same; the input itself, too, comes back from a dump.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/text_dump.h"
#include "dump_lines.h"
#include "fuzz.h"

enum { DUMPED_AGAIN = 10000 };

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc;
    (void)argv;
    fuzz_silence();
    return 0;
}

static void check_again(const uint8_t *data, size_t size, size_t choice)
{
    struct diag d = fuzz_diag();
    struct buf text = {0};
    struct file_bytes out = {0};
    struct text_dump log = {.path = "log"};

    dump_lines(&text, data, size, choice & 1, 1 + choice / 2 % 70, choice & 2 ? "> " : "",
               choice & 4 ? "\r\n" : "\n");
    log.data = text.p;
    log.size = text.len;
    FUZZ_CHECK(text_dump_recognise(text.p, text.len));
    FUZZ_CHECK(text_dump_next(&log, &out, &d) == TEXT_DUMP_FOUND);
    FUZZ_CHECK(out.size == size && (size == 0 || memcmp(out.data, data, size) == 0));
    FUZZ_CHECK(text_dump_next(&log, &out, &d) == TEXT_DUMP_NONE);
    file_bytes_release(&out);
    buf_release(&text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct text_dump log = {.data = data, .size = size, .path = "log"};
    struct diag d = fuzz_diag();
    struct file_bytes out = {0};
    enum text_dump_result result;

    while ((result = text_dump_next(&log, &out, &d)) == TEXT_DUMP_FOUND) {
        FUZZ_CHECK(out.size < out.cap || out.size == 0);
        FUZZ_CHECK(log.pos <= size && text_dump_recognise(data, size));
        if (out.size < DUMPED_AGAIN)
            check_again(out.data, out.size, size);
    }
    FUZZ_CHECK((result == TEXT_DUMP_BAD) == (d.errors == 1));
    check_again(data, size, size);
    file_bytes_release(&out);
    return 0;
}
