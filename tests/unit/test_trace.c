/* test_trace - traced lines, and that they leave the report alone
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/trace.h"

#include "unit.h"

static const char *text(struct sink *out)
{
    sink_char(out, '\0');
    out->used--;
    out->written--;
    return out->buf;
}

static void test_bits(void)
{
    static const enum trace_bit bits[] = {TRACE_DFN,          TRACE_CYCLES,  TRACE_TALLY,
                                          TRACE_ARC_ORDER,    TRACE_SAMPLES, TRACE_IMAGE,
                                          TRACE_STATIC_CALLS, TRACE_LOOKUP,  TRACE_PROPAGATION,
                                          TRACE_BLOCKS,       TRACE_SYMBOLS, TRACE_ANNOTATION};
    static const unsigned manual[] = {2, 4, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192};
    struct trace trace = {0};
    struct diag d;
    size_t wrong = 0;

    diag_init(&d, "unit", NULL);
    ok(d.trace == NULL && !trace_on(&d, TRACE_DFN), "nothing is traced at first");
    d.trace = &trace;
    for (size_t i = 0; i < UNIT_COUNT(bits); i++) {
        wrong += (unsigned)bits[i] != manual[i];
        trace.bits = 1;
        wrong += trace_on(&d, bits[i]);
        trace.bits = manual[i];
        wrong += !trace_on(&d, bits[i]);
        trace.bits = ~manual[i];
        wrong += trace_on(&d, bits[i]);
    }
    is_uint(wrong, 0, "the bits are the manual's, and each switches its own stage");
}

static void test_lines(void)
{
    struct trace trace = {.bits = 2};
    struct sink out;
    struct diag d;
    char *name = malloc(20001);

    sink_init(&out, -1);
    trace.out = &out;
    diag_init(&d, "unit", NULL);
    d.trace = &trace;
    trace_line(&d, "stage", "%s has %d", "main", 7);
    is_str(text(&out), "[stage] main has 7\n", "stage and text");
    is_uint(out.written, 0, "a traced line does not count as printed");
    sink_string(&out, "row\n");
    trace_line(&d, "next", "x");
    is_str(text(&out), "[stage] main has 7\nrow\n[next] x\n", "in the order of the report");
    is_uint(out.written, 4, "whose bytes alone count");
    sink_clear(&out);
    trace_line(&d, "s", "a\nb\x1b\x7f\t%s", "\xc3\xa4");
    is_str(text(&out), "[s] a?b???\xc3\xa4\n", "control characters are shown as ?");
    sink_clear(&out);
    memset(name, 'y', 20000);
    name[20000] = '\0';
    trace_line(&d, "s", "%s", name);
    ok(out.used > 4096 && out.used < 9000 && out.buf[out.used - 1] == '\n', "a long line is cut");
    ok(d.errors == 0 && d.warnings == 0, "and nothing of it is an error");
    free(name);
    sink_release(&out);
}

int main(void)
{
    test_bits();
    test_lines();
    return done_testing();
}
