/* exidx.c - exception indices of ARM that are made here, word by word, cut short, and damaged
 *
 * Use: exidx SEED RUNS   TAP; RUNS look-ups in random tables
 * Compiled with sanitizers for the host, with core/unwind/unwind_exidx.c alone: each table is
 * memory of its own, so that reading behind its end does not go unseen.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "runtime/core/os.h"
#include "runtime/core/unwind/unwind_exidx.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SP = 13, LINK = 14, MOST_WORDS = 300, REGISTERS = 16 };

static unsigned tests, failures;
static uintptr_t forbidden; /* the byte there cannot be read */

size_t gm_copy(void *to, uintptr_t from, size_t bytes)
{
    if (forbidden - from < bytes)
        return 0;
    memcpy(to, (const void *)from, bytes);
    return bytes;
}

static void ok(int is_right, const char *name)
{
    tests++;
    failures += !is_right;
    printf("%sok %u - %s\n", is_right ? "" : "not ", tests, name);
}

/* ---- tables -----------------------------------------------------------------------------------
 */

/* An index of `pairs` entries, then other words; functions begin 16 bytes one behind the other. */
struct table {
    struct gm_object object;
    uint32_t *word;
    size_t words;
    uintptr_t code;
};

static uint32_t relative(const uint32_t *from, uintptr_t to)
{
    return (uint32_t)(to - (uintptr_t)from) & 0x7fffffff;
}

/* second[]: the second word of each entry; 0: the words behind the index */
static void make(struct table *t, const uint32_t *second, size_t pairs, const uint32_t *more,
                 size_t words)
{
    t->words = 2 * pairs + words;
    t->word = malloc(t->words * sizeof *t->word + 1);
    t->code = (uintptr_t)t->word + 0x10000;
    for (size_t i = 0; i < pairs; i++) {
        t->word[2 * i] = relative(t->word + 2 * i, t->code + 16 * i);
        t->word[2 * i + 1] = second[i] != 0
                                 ? second[i]
                                 : relative(t->word + 2 * i + 1, (uintptr_t)(t->word + 2 * pairs));
    }
    for (size_t i = 0; i < words; i++)
        t->word[2 * pairs + i] = more[i];
    memset(&t->object, 0, sizeof t->object);
    uintptr_t begin = (uintptr_t)t->word;
    t->object.index = (struct gm_span){begin, begin + 8 * pairs};
    t->object.around_index = (struct gm_span){begin, begin + 4 * t->words};
}

static void shorten(struct table *t, size_t bytes)
{
    void *copy = malloc(bytes + 1);
    uintptr_t begin = (uintptr_t)copy;
    size_t index = t->object.index.end - t->object.index.begin;

    memcpy(copy, t->word, bytes);
    t->code = begin + (t->code - (uintptr_t)t->word);
    free(t->word);
    copy = realloc(copy, bytes > 0 ? bytes : 1);
    t->code += (uintptr_t)copy - begin;
    t->word = copy;
    begin = (uintptr_t)copy;
    t->object.index = (struct gm_span){begin, begin + index};
    t->object.around_index = (struct gm_span){begin, begin + bytes};
}

/* ---- instructions -----------------------------------------------------------------------------
 */

/* What is expected: `frame`: the CFA is so far behind register `base`; saved registers as places
 * below the CFA in words, lowest number first, 0 for none. */
struct expected {
    const char *name;
    unsigned char bytes[12];
    unsigned n;
    int is_good;
    unsigned base;
    long frame;
    const char *saved; /* "NUMBER:OFFSET ..." in decimal */
};

static const struct expected all[] = {
    {"nothing but the end", {0xb0}, 1, 1, SP, 0, ""},
    {"no end", {0}, 0, 1, SP, 0, ""},
    {"pop {r4, lr}", {0xa8}, 1, 1, SP, 8, "4:-8 14:-4 "},
    {"pop {r4-r7}", {0xa3}, 1, 1, SP, 16, "4:-16 5:-12 6:-8 7:-4 "},
    {"vsp += 12, pop {r4-r11, lr}",
     {0x02, 0xaf},
     2,
     1,
     SP,
     48,
     "4:-36 5:-32 6:-28 7:-24 8:-20 9:-16 10:-12 11:-8 14:-4 "},
    {"vsp -= 4", {0x40}, 1, 0, SP, 0, ""},
    {"vsp -= 4, += 8", {0x40, 0x01}, 2, 1, SP, 4, ""},
    {"vsp += 256", {0x3f}, 1, 1, SP, 256, ""},
    {"pop {r7, lr} by a mask", {0x84, 0x08}, 2, 1, SP, 8, "7:-8 14:-4 "},
    {"pop {pc}", {0x88, 0x00}, 2, 1, SP, 4, "14:-4 "},
    {"nothing can be unwound", {0x80, 0x00}, 2, 0, 0, 0, ""},
    {"pop {sp} is refused", {0x82, 0x00}, 2, 0, 0, 0, ""},
    {"vsp = r7, pop {r7, lr}", {0x97, 0x84, 0x08}, 3, 1, 7, 8, "7:-8 14:-4 "},
    {"vsp = sp is reserved", {0x9d}, 1, 0, 0, 0, ""},
    {"vsp = pc is reserved", {0x9f}, 1, 0, 0, 0, ""},
    {"vsp = r7 behind a pop", {0xa8, 0x97}, 2, 0, 0, 0, ""},
    {"pop {r0-r3}", {0xb1, 0x0f}, 2, 1, SP, 16, "0:-16 1:-12 2:-8 3:-4 "},
    {"pop {} is spare", {0xb1, 0x00}, 2, 0, 0, 0, ""},
    {"pop with high bits is spare", {0xb1, 0x1f}, 2, 0, 0, 0, ""},
    {"vsp += 0x204", {0xb2, 0x00}, 2, 1, SP, 0x204, ""},
    {"vsp += 0x204 + (0x81 << 2)", {0xb2, 0x81, 0x01}, 3, 1, SP, 0x204 + 0x81 * 4, ""},
    {"a number without an end", {0xb2, 0x81}, 2, 0, 0, 0, ""},
    {"a number that is too large", {0xb2, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f}, 7, 0, 0, 0, ""},
    {"d8, d9 with a word of padding", {0xb3, 0x81}, 2, 1, SP, 20, ""},
    {"the return address's code", {0xb4}, 1, 1, SP, 4, ""},
    {"0xb5 is spare", {0xb5}, 1, 0, 0, 0, ""},
    {"d8-d10 with a word of padding", {0xba}, 1, 1, SP, 28, ""},
    {"wR10, wR11", {0xc1}, 1, 1, SP, 16, ""},
    {"wR from a byte", {0xc6, 0x03}, 2, 1, SP, 32, ""},
    {"wCGR", {0xc7, 0x05}, 2, 1, SP, 8, ""},
    {"wCGR of none is spare", {0xc7, 0x00}, 2, 0, 0, 0, ""},
    {"d16-d19", {0xc8, 0x03}, 2, 1, SP, 32, ""},
    {"d8-d11", {0xc9, 0x83}, 2, 1, SP, 32, ""},
    {"0xca is spare", {0xca}, 1, 0, 0, 0, ""},
    {"d8, d9", {0xd1}, 1, 1, SP, 16, ""},
    {"0xd8 is spare", {0xd8}, 1, 0, 0, 0, ""},
    {"an operand that is missing", {0xa8, 0xc9}, 2, 0, 0, 0, ""},
    {"what stands behind the end", {0xa8, 0xb0, 0xd8}, 3, 1, SP, 8, "4:-8 14:-4 "},
};

static void describe(const struct gm_rules *r, char *to, size_t room)
{
    *to = 0;
    for (unsigned i = 0; i < REGISTERS; i++)
        if (r->rule[i] == GM_SAVED) {
            size_t n = strlen(to);
            snprintf(to + n, room - n, "%u:%ld ", i, (long)r->value[i]);
        }
}

/* As kind 1, 2 or a personality routine of one's own has it: bytes in words, finished by 0xb0. */
static size_t pack(const struct expected *e, unsigned kind, uint32_t *word)
{
    unsigned char bytes[16];
    size_t n = e->n, words = 0;

    memset(bytes, 0xb0, sizeof bytes);
    memcpy(bytes, e->bytes, e->n);
    size_t first = kind == 3 ? 3 : 2, more = n > first ? (n - first + 3) / 4 : 0;
    if (kind == 3)
        word[words++] = 0x1000;
    word[words++] =
        kind == 3
            ? (uint32_t)more << 24 | (uint32_t)bytes[0] << 16 | (uint32_t)bytes[1] << 8 | bytes[2]
            : 0x80000000U | kind << 24 | (uint32_t)more << 16 | (uint32_t)bytes[0] << 8 | bytes[1];
    for (size_t i = 0; i < more; i++, words++)
        word[words] = (uint32_t)bytes[first + 4 * i] << 24 |
                      (uint32_t)bytes[first + 4 * i + 1] << 16 |
                      (uint32_t)bytes[first + 4 * i + 2] << 8 | bytes[first + 4 * i + 3];
    return words;
}

static int is_as_expected(const struct expected *e, const struct table *t)
{
    struct gm_rules r;
    char saved[256];
    enum gm_exidx answer = gm_rules_by_exidx(&t->object, t->code + 5, &r);

    if (answer != GM_EXIDX_RULES || !e->is_good)
        return (answer == GM_EXIDX_RULES) == (e->is_good != 0);
    describe(&r, saved, sizeof saved);
    return r.cfa_register == e->base && r.cfa_value == e->frame && strcmp(saved, e->saved) == 0;
}

/* Some depend on this: are bytes that are missing at the end filled up with 0xb0? */
static int needs_exact_end(const struct expected *e)
{
    return strstr(e->name, "missing") != NULL || strstr(e->name, "without an end") != NULL;
}

static void try_instructions(void)
{
    uint32_t word[8], second = 0;
    struct table t;

    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++) {
        int is_right = 1;
        for (unsigned kind = 1; kind <= 3; kind++) {
            size_t n = pack(&all[i], kind, word);
            if (needs_exact_end(&all[i]) && (all[i].n + (kind == 3 ? 1 : 2)) % 4 != 0)
                continue;
            make(&t, &second, 1, word, n);
            is_right &= is_as_expected(&all[i], &t);
            free(t.word);
        }
        ok(is_right, all[i].name);
    }
}

/* ---- the index --------------------------------------------------------------------------------
 */

static void try_index(void)
{
    static const uint32_t second[] = {0x80a8b0b0, 1,          0x80a9b0b0,
                                      0x8002afb0, 0x81a8b0b0, 0x90a8b0b0};
    struct table t;
    struct gm_rules r;

    make(&t, second, 6, NULL, 0);
    ok(gm_rules_by_exidx(&t.object, t.code - 1, &r) == GM_EXIDX_NOTHING, "before all functions");
    ok(gm_rules_by_exidx(&t.object, t.code, &r) == GM_EXIDX_RULES && r.cfa_value == 8,
       "the first byte of the first one");
    ok(gm_rules_by_exidx(&t.object, t.code + 31, &r) == GM_EXIDX_REFUSES, "one that refuses");
    ok(gm_rules_by_exidx(&t.object, t.code + 32, &r) == GM_EXIDX_RULES && r.cfa_value == 12,
       "the third one");
    ok(gm_rules_by_exidx(&t.object, t.code + 63, &r) == GM_EXIDX_RULES && r.cfa_value == 48,
       "the last byte of the fourth one");
    ok(gm_rules_by_exidx(&t.object, t.code + 64, &r) == GM_EXIDX_NOTHING,
       "kind 1 needs words that the index does not have");
    ok(gm_rules_by_exidx(&t.object, t.code + 999, &r) == GM_EXIDX_NOTHING, "a form to come");
    t.object.may_go = true;
    forbidden = (uintptr_t)(t.word + 6);
    ok(gm_rules_by_exidx(&t.object, t.code, &r) == GM_EXIDX_NOTHING, "a word that is gone");
    forbidden = 0;
    t.object.index.end = t.object.index.begin;
    ok(gm_rules_by_exidx(&t.object, t.code, &r) == GM_EXIDX_NOTHING, "an empty index");
    free(t.word);
}

/* However short a table is, all is read inside of it. */
static void try_cuts(void)
{
    static const uint32_t more[] = {0x8103b2ff, 0xff7fa8b0, 0x84088408, 0xb1018400, 0xb0b0b0b0};
    uint32_t second = 0;
    struct table t;
    struct gm_rules r;
    unsigned found = 0;

    for (size_t bytes = 0; bytes <= 8 + sizeof more; bytes++) {
        make(&t, &second, 1, more, sizeof more / sizeof more[0]);
        shorten(&t, bytes);
        found += gm_rules_by_exidx(&t.object, t.code, &r) == GM_EXIDX_RULES;
        free(t.word);
    }
    ok(found == 13, "a table that is cut short anywhere");
}

/* ---- random ones ------------------------------------------------------------------------------
 */

static uint64_t state;

static uint32_t any(void)
{
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 32);
}

static int is_sane(const struct gm_rules *r)
{
    if (r->cfa_register >= REGISTERS - 1 || r->cfa_value < 0 || r->cfa_value > 1 << 28)
        return 0;
    for (unsigned i = 0; i < GM_REGISTERS; i++)
        if (r->rule[i] != GM_SAME && (r->rule[i] != GM_SAVED || i >= REGISTERS - 1))
            return 0;
    return 1;
}

static void try_random(unsigned long runs)
{
    uint32_t second[4], more[MOST_WORDS];
    unsigned long found = 0, insane = 0;
    struct table t;
    struct gm_rules r;

    for (unsigned long run = 0; run < runs; run++) {
        size_t pairs = 1 + any() % 4, words = any() % 8 == 0 ? any() % MOST_WORDS : any() % 6;
        for (size_t i = 0; i < 4; i++)
            second[i] = any() % 3 == 0   ? 0
                        : any() % 2 != 0 ? 0x80000000 | (any() & 0xffffff)
                                         : any();
        for (size_t i = 0; i < words; i++)
            more[i] = any();
        if (words > 0 && any() % 4 != 0)
            more[0] = (more[0] & 0x83ffffff) | (any() % 4 == 0 ? 0 : 0x80000000);
        make(&t, second, pairs, more, words);
        if (any() % 4 == 0)
            t.word[2 * (any() % pairs)] = any();
        if (gm_rules_by_exidx(&t.object, t.code + any() % 80, &r) == GM_EXIDX_RULES) {
            found++;
            insane += !is_sane(&r);
        }
        free(t.word);
    }
    printf("# %lu of %lu tables told something\n", found, runs);
    ok(found > 0 && insane == 0, "what random tables tell is within bounds");
}

int main(int count, char **argument)
{
    state = count > 1 ? strtoul(argument[1], NULL, 0) : 1;
    try_instructions();
    try_index();
    try_cuts();
    try_random(count > 2 ? strtoul(argument[2], NULL, 0) : 100000);
    printf("1..%u\n", tests);
    return failures != 0;
}
