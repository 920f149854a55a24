/* hostile_tables.c - unwinding by tables that are made here, byte by byte, and by damaged ones
 *
 * Use: hostile_tables SEED RUNS   TAP; RUNS walks with damaged tables, registers and stacks
 * Compiled with sanitizers and linked with core/unwind/unwind*.c and core/objects.c. It is
 * the system for them: of all memory, a stack and some code can be read; the table lies in front of
 * a page that cannot, so that reading behind its end does not go unseen.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/objects.h"
#include "runtime/core/os.h"
#include "runtime/core/unwind/unwind.h"
#include "runtime/core/unwind/unwind_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096, STACK = 4 * PAGE, CODE = 16 * PAGE, DEPTH = 64, TABLE = 4096, ARENA = 1 << 20 };

static struct {
    unsigned char *stack, *code, *arena, *table_end;
    size_t used; /* of the arena */
    struct gm_walker *walker;
    struct gm_object *object;
    struct gm_registers r;
    struct gm_frame *frame;
    unsigned n;
    unsigned tests, failures;
    bool is_sandboxed; /* nothing can be tried */
    uint64_t random;
} t;

/* ---- the system ------------------------------------------------------------------------------ */

void *gm_map(size_t bytes)
{
    if (t.arena == NULL || bytes > ARENA - t.used)
        return calloc(1, bytes);
    void *p = t.arena + t.used;
    t.used += (bytes + 15) / 16 * 16;
    return memset(p, 0, bytes);
}

void gm_unmap(void *memory, size_t bytes)
{
    (void)memory;
    (void)bytes;
}

void gm_put_message(const char *text, size_t size)
{
    fwrite(text, 1, size, stderr);
}

size_t gm_copy(void *to, uintptr_t from, size_t bytes)
{
    uintptr_t stack = from - (uintptr_t)t.stack, code = from - (uintptr_t)t.code;
    size_t most = stack < STACK ? STACK - stack : code < CODE ? CODE - code : 0;

    bytes = t.is_sandboxed ? 0 : bytes < most ? bytes : most;
    memcpy(to, (const void *)from, bytes);
    return bytes;
}

bool gm_is_callers_time(uintptr_t pc)
{
    (void)pc;
    return false;
}

bool gm_find_new_code(void)
{
    return false;
}

bool gm_signal_caller(uintptr_t pc, uintptr_t stack, struct gm_registers *interrupted)
{
    (void)pc;
    (void)stack;
    (void)interrupted;
    return false;
}

/* ---- tables -----------------------------------------------------------------------------------
 */

/* A table is written as bytes; these are numbers in it. */
struct table {
    unsigned char byte[TABLE];
    size_t n;
    size_t common, length; /* where the CIE and the length of the last entry are */
};

static void put(struct table *b, const void *bytes, size_t n)
{
    memcpy(b->byte + b->n, bytes, n);
    b->n += n;
}

static void put4(struct table *b, uint32_t n)
{
    put(b, &n, 4);
}

static void begin_entry(struct table *b)
{
    b->length = b->n;
    put4(b, 0);
}

static void end_entry(struct table *b)
{
    uint32_t bytes = (uint32_t)(b->n - b->length - 4);

    memcpy(b->byte + b->length, &bytes, 4);
}

/* As compilers write it: addresses of 8 bytes, code by bytes, data by -8, CFA = rsp + 8, the return
 * address in front of it. */
static void begin_common(struct table *b, const char *letters)
{
    static const unsigned char units[] = {1, 0x78, 16, 1,
                                          0}; /* 'R' has 1 byte: 8 bytes, absolute */
    static const unsigned char rules[] = {0x0c, 7, 8, 0x90, 1};

    b->common = b->n;
    begin_entry(b);
    put4(b, 0);
    put(b, "\1", 1);
    put(b, letters, strlen(letters) + 1);
    put(b, units, sizeof units);
    put(b, rules, sizeof rules);
    end_entry(b);
}

static void begin_function(struct table *b, size_t from, size_t to)
{
    uint64_t address = (uintptr_t)t.code + from, bytes = to - from;

    begin_entry(b);
    put4(b, (uint32_t)(b->n - b->common));
    put(b, &address, 8);
    put(b, &bytes, 8);
    put(b, "", 1); /* the augmentation's length */
}

/* One function from 0x100 to 0x200, with these instructions. */
static void make(struct table *b, const char *letters, const void *instructions, size_t n)
{
    *b = (struct table){.n = 0};
    begin_common(b, letters);
    begin_function(b, 0x100, 0x200);
    put(b, instructions, n);
    end_entry(b);
}

/* ---- walks ------------------------------------------------------------------------------------
 */

static void renew(void)
{
    struct gm_object found = {.kind = GSTACK_LIBRARY,
                              .code = {(uintptr_t)t.code, (uintptr_t)t.code + CODE},
                              .path = "code",
                              .is_code_readable = true};

    /* Once more, as what walkers remember is worth nothing when something was unloaded. */
    for (int i = 0; i < 2; i++) {
        gm_objects_begin();
        struct gm_object *o = gm_objects_see(&found);
        if (o != NULL)
            t.object = o;
        gm_objects_end(true);
        gm_objects_begin();
        gm_objects_end(i == 0);
    }
}

/* Bytes of exactly this size are the table. */
static enum gstack_end walk_in(const unsigned char *bytes, size_t n)
{
    unsigned char *table = t.table_end - n;

    memcpy(table, bytes, n);
    t.used = 0;
    renew();
    t.object->pairs = 0;
    gm_table_from_frames(t.object, (struct gm_span){(uintptr_t)table, (uintptr_t)table + n});
    enum gstack_end end = gm_walk(t.walker, &t.r, DEPTH, &t.frame, &t.n);
    return end;
}

static enum gstack_end walk(const struct table *b)
{
    return walk_in(b->byte, b->n);
}

static uintptr_t *word(unsigned at)
{
    return (uintptr_t *)(t.stack + 8 * (size_t)at);
}

/* At `pc` in the code, the stack pointer at the stack's beginning, all registers 1. */
static void be_at(size_t pc)
{
    memset(t.stack, 0, STACK);
    for (int i = 0; i < GM_REGISTERS; i++)
        t.r.value[i] = 1;
    t.r.known = (1U << GM_REGISTERS) - 1;
    t.r.value[GM_PC] = (uintptr_t)t.code + pc;
    t.r.value[GM_SP] = (uintptr_t)t.stack;
}

static void ok(bool is_right, const char *what)
{
    t.failures += !is_right;
    printf("%sok %u - %s\n", is_right ? "" : "not ", ++t.tests, what);
}

#define MAKE(table, letters, ...)                                                                  \
    do {                                                                                           \
        static const unsigned char made[] = {__VA_ARGS__};                                         \
        make(table, letters, made, sizeof made);                                                   \
    } while (0)

/* ---- what tables say ----------------------------------------------------------------------------
 */

static void test_rules(struct table *b)
{
    /* push rbp at 0x101, mov rsp, rbp at 0x104; epilogue at 0x110, and the body again */
    MAKE(b, "zR", 0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x4c, 0x0a, 0x0c, 7, 8, 0x41, 0x0b);
    be_at(0x100);
    ok(walk(b) == GSTACK_COMPLETE && t.n == 1, "a return address of 0 ends a stack");
    *word(0) = (uintptr_t)t.code + 0x150;
    *word(1) = 0;
    t.r.value[GM_FP] = (uintptr_t)word(10);
    ok(walk(b) == GSTACK_COMPLETE && t.n == 2 &&
           t.frame[0].key == 2 * (0x100 + (uintptr_t)t.code) &&
           t.frame[1].key == 2 * (0x14f + (uintptr_t)t.code) + 1,
       "at the entry the return address is on top, then rbp leads on");
    be_at(0x102);
    *word(0) = (uintptr_t)word(20);
    *word(1) = (uintptr_t)t.code + 0x150;
    ok(walk(b) == GSTACK_COMPLETE && t.n == 2,
       "behind a push it is below the saved rbp, which is given back");
    be_at(0x110);
    ok(walk(b) == GSTACK_COMPLETE && t.n == 1, "in the epilogue it is on top again");
    be_at(0x111);
    t.r.value[GM_FP] = (uintptr_t)word(4);
    *word(5) = (uintptr_t)t.code + 0x150;
    *word(4) = (uintptr_t)word(20);
    ok(walk(b) == GSTACK_COMPLETE && t.n == 2, "behind it the rules are those before");
    MAKE(b, "zR", 0x07, 16);
    be_at(0x120);
    *word(0) = 77;
    ok(walk(b) == GSTACK_COMPLETE && t.n == 1, "an undefined return address ends a stack");
    /* a procedure linkage table: rsp + 8 + ((rip & 15) >= 11) * 8 */
    MAKE(b, "zR", 0x0f, 11, 0x77, 8, 0x80, 0, 0x3f, 0x1a, 0x3b, 0x2a, 0x33, 0x24, 0x22);
    be_at(0x12a);
    ok(walk(b) == GSTACK_COMPLETE && t.n == 1, "an expression: no word is pushed so far");
    be_at(0x12b);
    *word(0) = 99;
    ok(walk(b) == GSTACK_COMPLETE && t.n == 1, "an expression: a word is pushed");
    /* a signal frame: all is at rsp + 64 */
    MAKE(b, "zRS", 0x0f, 4, 0x77, 0xc0, 0, 0x06, 0x10, 16, 3, 0x77, 0xc8, 0, 0x10, 7, 3, 0x77, 0xc0,
         0);
    be_at(0x130);
    *word(8) = (uintptr_t)word(2);
    *word(9) = (uintptr_t)t.code + 0x5000;
    t.r.value[GM_FP] = 0;
    ok(walk(b) != GSTACK_COMPLETE && t.n >= 2 && t.frame[1].key == 2 * (0x5000 + (uintptr_t)t.code),
       "what a signal interrupts may be below, and its pc is exact");
}

/* Rows of the cache count renewals with 8 bits; walk_in() has two of them. */
static void test_age(struct table *b)
{
    MAKE(b, "zR", 0x07, 16);
    be_at(0x120);
    walk(b);
    for (int i = 0; i < 127; i++) {
        be_at(0x130);
        walk(b);
    }
    be_at(0x120);
    *word(0) = (uintptr_t)t.code + 0x150;
    MAKE(b, "zR", 0x00);
    ok(walk(b) == GSTACK_COMPLETE && t.n == 2,
       "what was known 256 renewals ago is known no longer");
}

/* Nothing is read in place. */
static void test_sandbox(struct table *b)
{
    MAKE(b, "zR", 0x0e, 0x80, 0x40);
    be_at(0x120);
    t.r.value[GM_SP] = (uintptr_t)(t.stack + PAGE);
    ok(walk(b) == GSTACK_COMPLETE, "a frame of two pages");
    t.is_sandboxed = true;
    ok(walk(b) == GSTACK_OFF_STACK && t.n == 1, "where no memory can be copied, there is the leaf");
    t.is_sandboxed = false;
}

/* A table of 8-byte addresses relative to themselves, of an object that may go: it is copied, and
 * right when the object comes back elsewhere. */
static void test_copy(void)
{
    struct table b;
    struct gm_object found = {
        .kind = GSTACK_LIBRARY, .path = "plugin", .is_code_readable = true, .may_go = true};
    unsigned char *table = t.stack + STACK / 2;

    MAKE(&b, "zR", 0x0e, 16);
    size_t encoding = 4 + 4 + 1 + 3 + 4, begin = b.length + 8;
    b.byte[encoding] = 0x10;
    uint64_t address = (uintptr_t)t.code + 0x100 - (uintptr_t)(table + begin);
    memcpy(b.byte + begin, &address, 8);
    for (uintptr_t by = 0; by <= CODE / 2; by += CODE / 2) {
        found.code = (struct gm_span){(uintptr_t)t.code + by, (uintptr_t)t.code + by + CODE / 2};
        found.bias = by;
        gm_objects_begin();
        gm_objects_end(true);
        gm_objects_begin();
        struct gm_object *o = gm_objects_see(&found);
        gm_objects_end(true);
        be_at(by + 0x120);
        if (o != NULL) {
            memcpy(table, b.byte, b.n);
            gm_table_from_frames(o, (struct gm_span){(uintptr_t)table, (uintptr_t)table + b.n});
            memset(table, 0xff, b.n);
        }
        *word(1) = (uintptr_t)t.code + by + 0x130;
        ok(gm_walk(t.walker, &t.r, DEPTH, &t.frame, &t.n) == GSTACK_COMPLETE && t.n == 2,
           by == 0 ? "what may go is copied" : "and the copy is right wherever it comes back");
        ok((o == NULL) == (by != 0), by == 0 ? "once" : "it is not copied again");
    }
}

static void test_hostile(struct table *b)
{
    be_at(0x180);
    MAKE(b, "zR", 0x0f, 3, 0x2f, 0xfd, 0xff);
    ok(walk(b) != GSTACK_COMPLETE, "an expression that never ends");
    MAKE(b, "zR", 0x0f, 2, 0x12, 0x12);
    ok(walk(b) != GSTACK_COMPLETE, "an expression that takes from an empty stack");
    make(b, "zR",
         "\x0f\x40\x30\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12"
         "\x12\x12"
         "\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12"
         "\x12\x12"
         "\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12\x12",
         66);
    ok(walk(b) != GSTACK_COMPLETE, "an expression whose stack is full");
    MAKE(b, "zR", 0x0f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0x30);
    ok(walk(b) != GSTACK_COMPLETE, "an expression longer than its table");
    MAKE(b, "zR", 0x0f, 3, 0x30, 0x30, 0x1b);
    ok(walk(b) != GSTACK_COMPLETE, "an operation that no table has");
    MAKE(b, "zR", 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a, 0x0a);
    ok(walk(b) != GSTACK_COMPLETE, "states that are remembered without end");
    MAKE(b, "zR", 0x0b);
    ok(walk(b) != GSTACK_COMPLETE, "a state that nobody remembered");
    MAKE(b, "zR", 0x0e, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
         0x80);
    ok(walk(b) != GSTACK_COMPLETE, "a number that never ends");
    MAKE(b, "zR", 0x0c, 200, 1, 8);
    ok(walk(b) != GSTACK_COMPLETE, "a register that does not exist");
    MAKE(b, "zR", 0x0f, 1, 0x30, 0x0e, 6);
    ok(walk(b) != GSTACK_COMPLETE, "an offset to what an expression gives");
    MAKE(b, "zR", 0x3f);
    ok(walk(b) != GSTACK_COMPLETE, "an instruction that does not exist");
    MAKE(b, "zR", 0x0e, 0xf8, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1);
    ok(walk(b) == GSTACK_OFF_STACK, "a frame that is below the one before");
    MAKE(b, "zR", 0x0e, 0x80, 0x81, 1);
    ok(walk(b) == GSTACK_OFF_STACK, "a frame that is above the stack");
    MAKE(b, "zX", 0x00);
    ok(walk(b) == GSTACK_NO_UNWIND, "an augmentation that is not known");
    MAKE(b, "zR", 0x00);
    memset(b->byte, 0xff, 4);
    ok(walk(b) == GSTACK_NO_UNWIND, "a length of 64 bits that is too large");
    MAKE(b, "zR", 0x00);
    b->byte[b->length + 4] = 4;
    ok(walk(b) == GSTACK_NO_UNWIND, "an entry that shares with itself");
    MAKE(b, "zR", 0x00);
    memset(b->byte + b->length + 4, 0x7f, 4);
    ok(walk(b) == GSTACK_NO_UNWIND, "an entry that shares with what is in front of the table");
}

static void test_header(struct table *b)
{
    static const unsigned char head[] = {1, 0x1b, 3, 0x3b, 8, 0, 0, 0, 0xff, 0xff, 0xff, 0x7f};
    unsigned char *copy = memcpy(t.table_end - sizeof head, head, sizeof head);

    struct gm_span all = {(uintptr_t)copy, (uintptr_t)t.table_end};
    renew();
    t.object->pairs = 0;
    gm_table_from_header(t.object, all, all);
    ok(gm_walk(t.walker, &t.r, DEPTH, &t.frame, &t.n) == GSTACK_NO_UNWIND,
       "an index longer than its section");
    for (size_t n = 0; n < sizeof head; n++) {
        all.begin = all.end - n;
        memcpy((void *)all.begin, head, n);
        t.object->pairs = 0;
        gm_table_from_header(t.object, all, all);
    }
    ok(t.object->pairs == 0, "an index that is cut anywhere");
    t.object->pairs = 0;
    (void)b;
}

/* Cut at every byte: what is left of a table is used, or nothing. */
static void test_cuts(struct table *b)
{
    bool is_fine = true;

    MAKE(b, "zRS", 0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x0f, 4, 0x77, 0xc0, 0, 0x06, 0x10, 16,
         3, 0x77, 0xc8, 0);
    be_at(0x180);
    for (size_t n = 0; n < b->n; n++)
        is_fine &= walk_in(b->byte, n) < GSTACK_ENDS && t.n >= 1;
    ok(is_fine, "a table that is cut anywhere");
}

/* ---- damage -----------------------------------------------------------------------------------
 */

static uint64_t any(uint64_t n)
{
    t.random ^= t.random << 13;
    t.random ^= t.random >> 7;
    t.random ^= t.random << 17;
    return t.random % n;
}

/* Numbers that may do harm, and some that make sense. */
static uintptr_t some_word(void)
{
    switch (any(6)) {
    case 0:
        return (uintptr_t)t.stack + 8 * any(STACK / 8 + 4);
    case 1:
        return (uintptr_t)t.code + any(0x300);
    case 2:
        return (uintptr_t)t.code + any(CODE + 64);
    case 3:
        return 0 - any(300);
    case 4:
        return (uintptr_t)t.stack + any(STACK + 16);
    default:
        return any(3) * (uintptr_t)t.random;
    }
}

static void make_any(struct table *b)
{
    static const char *const letters[] = {"zR", "zRS", "", "zPLR"};

    *b = (struct table){.n = 0};
    begin_common(b, letters[any(4)]);
    for (int i = 0; i < 4; i++) {
        begin_function(b, 0x100 * (size_t)i, 0x100 * (size_t)i + 0x100);
        for (uint64_t n = any(20); n > 0; n--) {
            static const unsigned char usual[] = {
                0x41, 0x0e, 0x10, 0x86, 2,    0x0c, 7, 8,  0x0a, 0x0b, 0x0f, 0x16, 6,
                0x77, 0x06, 0x22, 0x12, 0x10, 1,    3, 16, 0x2f, 0xfd, 0xff, 0x28};
            unsigned char byte = any(64) == 0 ? (unsigned char)any(256) : usual[any(sizeof usual)];
            put(b, &byte, 1);
        }
        end_entry(b);
    }
}

static void test_damage(struct table *b, unsigned long runs)
{
    unsigned long ends[GSTACK_ENDS] = {0};
    bool is_fine = true;

    for (unsigned long i = 0; i < runs; i++) {
        make_any(b);
        for (uint64_t n = any(4); n > 0; n--)
            b->byte[any(b->n)] = (unsigned char)any(256);
        be_at(any(0x400));
        for (int r = 0; r < GM_PC; r++)
            t.r.value[r] = some_word();
        t.r.value[GM_SP] = (uintptr_t)t.stack + 8 * any(64);
        if (any(3) == 0)
            t.r.known = 1U << GM_PC | 1U << GM_SP;
        for (int w = 0; w < 256; w++)
            *word((unsigned)w) = some_word();
        enum gstack_end end = walk_in(b->byte, b->n - any(8) * (any(16) == 0));
        is_fine &= end < GSTACK_ENDS && t.n >= 1 && t.n <= DEPTH;
        if (end < GSTACK_ENDS)
            ends[end]++;
    }
    ok(is_fine, "damaged tables, registers and stacks");
    printf("# ends:");
    for (int i = 0; i < GSTACK_ENDS; i++)
        printf(" %lu", ends[i]);
    printf("\n");
}

int main(int argc, char **argv)
{
    static struct table b;

    t.random = argc > 1 ? strtoull(argv[1], NULL, 10) * 2654435761U + 1 : 1;
    t.stack =
        mmap(NULL, STACK + CODE + TABLE + 4 * PAGE, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    t.stack += PAGE;
    t.code = t.stack + STACK + PAGE;
    mprotect(t.stack, STACK, PROT_READ | PROT_WRITE);
    mprotect(t.code, CODE, PROT_READ | PROT_WRITE);
    t.table_end = t.code + CODE + PAGE + TABLE;
    mprotect(t.table_end - TABLE, TABLE, PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < CODE; i++)
        t.code[i] = any(4) == 0 ? 0xe8 : any(4) == 0 ? 0xff : (unsigned char)any(256);
    if (!gm_objects_init())
        return 2;
    t.walker = gm_map(gm_walker_size(DEPTH));
    renew();
    t.arena = malloc(ARENA); /* from now on memory is for one walk */
    test_rules(&b);
    test_age(&b);
    test_sandbox(&b);
    test_copy();
    test_hostile(&b);
    test_cuts(&b);
    test_header(&b);
    test_damage(&b, argc > 2 ? strtoul(argv[2], NULL, 10) : 10000);
    printf("1..%u\n", t.tests);
    return t.failures != 0;
}
