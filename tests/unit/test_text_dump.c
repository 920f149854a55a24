/* test_text_dump - tests dumps in logs: whole, between other lines, each line lost, each byte
 * damaged
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dump_lines.h"
#include "profile/gmon_io.h"
#include "profile/text_dump.h"
#include "tool_prng.h"
#include "unit.h"

enum { SIZE = 300 };

static unsigned char data[SIZE];

/* Reads the first dump of the text. */
static enum text_dump_result read_text(const struct buf *text, struct file_bytes *out)
{
    struct text_dump log = {.data = text->p, .size = text->len, .path = "log"};

    return text_dump_next(&log, out, &told.diag);
}

static bool gives_data(const struct buf *text)
{
    struct file_bytes out = {0};
    bool same = read_text(text, &out) == TEXT_DUMP_FOUND && out.size == SIZE &&
                memcmp(out.data, data, SIZE) == 0;

    file_bytes_release(&out);
    return same;
}

static void test_whole(void)
{
    struct buf text = {0};
    bool all = true;

    for (size_t per_line = 1; per_line < SIZE + 2; per_line++)
        for (int base64 = 0; base64 < 2; base64++) {
            text.len = 0;
            dump_lines(&text, data, SIZE, base64, per_line, "", "\n");
            all = all && gives_data(&text) && text_dump_recognise(text.p, text.len);
        }
    ok(all, "lines of any length, hex and base64");
    text.len = 0;
    buf_str(&text, "Booting\r\n");
    dump_lines(&text, data, SIZE, true, 48, "[12:00:01.250] cpu0> ",
               "\t \r\n[12:00:02] #gmo #gmon\n");
    ok(gives_data(&text), "with prompts, CR LF and other lines between");
    ok(!text_dump_recognise((const uint8_t *)"#gmon 0 00 d202", 15), "others are none");
    buf_release(&text);
}

static void test_several(void)
{
    struct buf text = {0};
    struct text_dump log = {.path = "log"};
    struct file_bytes out = {0};

    buf_str(&text, "1\n");
    dump_lines(&text, data, 5, false, 8, "", "\n");
    buf_str(&text, "2\n");
    dump_lines(&text, data + 5, 0, true, 8, "", "\n");
    buf_str(&text, "3");
    log.data = text.p;
    log.size = text.len;
    ok(text_dump_next(&log, &out, &told.diag) == TEXT_DUMP_FOUND && out.size == 5, "the first");
    ok(text_dump_next(&log, &out, &told.diag) == TEXT_DUMP_FOUND && out.size == 0, "an empty one");
    ok(text_dump_next(&log, &out, &told.diag) == TEXT_DUMP_NONE, "no third one");
    file_bytes_release(&out);
    buf_release(&text);
}

/* Tests that the build ID of one dump does not count for the next one. */
static void test_builds(void)
{
    static const unsigned char magic[] = {'g', 'm', 'o', 'n', 1, 0, 0, 0, 0x7f, 0xb1, 1,
                                          2,   3,   4,   5,   6, 7, 8, 9, 10,   3};
    static const unsigned char no_build[GMON_HEADER_BYTES] = {'g', 'm', 'o', 'n', 1};
    const struct gmon_target target = {.word_bytes = 8};
    struct gmon_file_info info;
    struct file_bytes scratch = {0};
    struct profile p = {0};
    struct buf text = {0};

    dump_lines(&text, magic, GMON_HEADER_BYTES, false, 8, "", "\n");
    dump_lines(&text, no_build, sizeof no_build, false, 8, "", "\n");
    unit_spew("log", text.p, text.len);
    ok(gmon_out_read(&p, "log", NULL, &target, &scratch, &info, &told.diag),
       "builds: both dumps are read");
    ok(p.n_builds == 1 && p.builds[0].id[0] == 1 && p.has_unknown_build,
       "builds: that of the first, and none of the second");
    profile_release(&p);
    file_bytes_release(&scratch);
    buf_release(&text);
}

/* Copies the text without the line `which'. Returns false if there is no such line. */
static bool without_line(struct buf *to, const struct buf *from, size_t which)
{
    size_t line = 0;

    to->len = 0;
    for (size_t i = 0; i < from->len; i++) {
        if (line != which)
            buf_put(to, from->p + i, 1);
        line += from->p[i] == '\n';
    }
    return which < line;
}

static void test_damage(bool base64)
{
    struct buf text = {0}, other = {0};
    struct file_bytes out = {0};
    size_t missed = 0, lines = 0;

    dump_lines(&text, data, SIZE, base64, 32, "", "\n");
    for (; without_line(&other, &text, lines); lines++)
        missed += read_text(&other, &out) == TEXT_DUMP_FOUND;
    ok(lines > 8 && missed == 0, "each line that is lost is missed (%zu of %zu)", missed, lines);
    for (size_t i = missed = 0; i < text.len; i++) {
        unsigned char was = text.p[i];

        text.p[i] = was == '0' ? '8' : '0';
        missed += gives_data(&text);
        text.p[i] = was;
    }
    is_uint(missed, 0, "each changed byte is found");
    for (size_t size = missed = 0; size + 1 < text.len; size++) {
        other.len = 0;
        buf_put(&other, text.p, size);
        missed += read_text(&other, &out) == TEXT_DUMP_FOUND;
    }
    is_uint(missed, 0, "and where it is cut off");
    file_bytes_release(&out);
    buf_release(&text);
    buf_release(&other);
}

static void check_message(const char *text, const char *message)
{
    struct buf log = {.p = (unsigned char *)(uintptr_t)text, .len = strlen(text)};
    struct file_bytes out = {0};

    told_clear();
    ok(read_text(&log, &out) == TEXT_DUMP_BAD, "refused: %s", message);
    like(told_text(), message, "and this is said");
    file_bytes_release(&out);
}

static void test_messages(void)
{
    check_message("#gmon begin uu\n", "line 1: .*hex and base64 are known");
    check_message("x\n#gmon begin hex\n", "line 2: the log ends before .* begins in line 2");
    check_message("#gmon begin hex\n#gmon begin hex\n", "line 2: a dump begins within");
    check_message("#gmon begin hex\n#gmon 1 00 0000\n", "line 2: lines before this one");
    check_message("#gmon begin hex\n#gmon 0 0 0000\n", "line 2: the line is damaged");
    check_message("#gmon begin hex\n#gmon 0 00 0000\n", "line 2: .*check is wrong");
    check_message("#gmon begin hex\n#gmon 0 00\n", "line 2: the line is damaged");
    check_message("#gmon begin hex\n#gmon end 1 00000000\n", "line 2: lines before");
    check_message("#gmon begin hex\n#gmon end 0 00000001\n", "line 2: .* CRC is wrong");
    check_message("#gmon end 0 00000000\n", "line 1: is of a dump whose beginning is missing");
    check_message("#gmon 20 00 1234\n#gmon begin hex\n", "line 1: is of a dump whose beginning");
}

static void test_all(void)
{
    struct prng r = {1};

    for (size_t i = 0; i < SIZE; i++)
        data[i] = i < 100 || i > 250 ? (unsigned char)prng_next(&r) : 0;
    test_whole();
    test_several();
    test_builds();
    test_damage(false);
    test_damage(true);
    test_messages();
    told_clear();
}

UNIT_TESTS(test_all)
