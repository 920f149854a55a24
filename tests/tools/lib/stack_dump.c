/* stack_dump.c - prints a stack file as text of the data-file language
 *
 * Role, input and output: see stack_text.h. The text is compiled again, to check that it gives the
 * same bytes.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "stack_text.h"

#include "gmon_stacks.h"
#include "gmon_text.h"

#include <stdlib.h>
#include <string.h>

enum { ENDS = 6, LABEL_BYTES = 24 };

struct level {
    uint32_t module; /* module number + 1 */
    uint64_t key, left;
};

struct reader {
    const unsigned char *p, *end;
    bool bad; /* true if the bytes are not a stack file */
    char (*labels)[LABEL_BYTES];
    uint64_t n_modules;
    uint32_t program; /* first module that is a program, + 1; 0: none */
    const struct stack_symbol *names;
    size_t n_names;
    unsigned char *used; /* by name: true if a frame has the name */
    struct level *levels;
    size_t n, cap;
    struct buf lines; /* text of the trees */
};

static uint64_t get(struct reader *r)
{
    uint64_t v = 0;

    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (r->p == r->end)
            break;
        unsigned byte = *r->p++;
        v |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80)
            return v;
    }
    r->bad = true;
    return 0;
}

static const unsigned char *get_bytes(struct reader *r, uint64_t n)
{
    const unsigned char *p = r->p;

    if (r->bad || n > (uint64_t)(r->end - r->p)) {
        r->bad = true;
        return NULL;
    }
    r->p += n;
    return p;
}

static unsigned get_byte(struct reader *r, unsigned below)
{
    const unsigned char *p = get_bytes(r, 1);

    if (p == NULL || *p >= below) {
        r->bad = true;
        return 0;
    }
    return *p;
}

/* ---- modules -------------------------------------------------------------------------------- */

/* Makes a short word of its own for module number i: the base name, if that is a word. */
static void make_label(struct reader *r, uint64_t i, const char *path, uint64_t length)
{
    const char *base = path;
    bool plain = true;

    for (uint64_t k = 0; k < length; k++)
        if (path[k] == '/')
            base = path + k + 1;
    length -= (uint64_t)(base - path);
    for (uint64_t k = 0; k < length; k++)
        plain = plain && base[k] > ' ' && base[k] < 0x7f && !strchr(":+=\"\\#", base[k]);
    for (uint64_t k = 0; plain && k < i; k++)
        plain = strlen(r->labels[k]) != length || memcmp(r->labels[k], base, (size_t)length) != 0;
    if (plain && length > 0 && length < LABEL_BYTES)
        memcpy(r->labels[i], base, (size_t)length);
    else
        snprintf(r->labels[i], LABEL_BYTES, "m%llu", (unsigned long long)i);
}

static void dump_module(struct reader *r, uint64_t i, struct buf *text)
{
    unsigned kind = get_byte(r, GSTACK_MODULE_KINDS);
    uint64_t length = get(r);
    const unsigned char *id = get_bytes(r, length);

    buf_printf(text, "module %s ", stack_kinds[kind]);
    for (uint64_t k = 0; id != NULL && k < length; k++)
        buf_printf(text, "%02x", id[k]);
    buf_str(text, length == 0 ? "- " : " ");
    length = get(r);
    const char *path = (const char *)get_bytes(r, length);
    if (path == NULL)
        return;
    words_quote(text, path, (size_t)length);
    if (length == 0)
        snprintf(r->labels[i], LABEL_BYTES, "%s", stack_kinds[kind]);
    else
        make_label(r, i, path, length);
    buf_printf(text, " as %s\n", r->labels[i]);
    if (kind == GSTACK_PROGRAM && r->program == 0)
        r->program = (uint32_t)i + 1;
}

static void dump_modules(struct reader *r, struct buf *text)
{
    r->n_modules = get(r);
    if (r->n_modules > (uint64_t)(r->end - r->p)) {
        r->bad = true;
        return;
    }
    r->labels = xrealloc_array(r->labels, (size_t)r->n_modules, sizeof *r->labels);
    memset(r->labels, 0, (size_t)r->n_modules * sizeof *r->labels);
    for (uint64_t i = 0; i < r->n_modules && !r->bad; i++)
        dump_module(r, i, text);
}

/* ---- trees ---------------------------------------------------------------------------------- */

/* Returns the name that covers the offset in the program, or NULL. */
static const struct stack_symbol *find_name(struct reader *r, uint32_t module, uint64_t offset)
{
    size_t low = 0, high = r->n_names;

    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (r->names[middle].offset <= offset)
            low = middle + 1;
        else
            high = middle;
    }
    if (module != r->program || low == 0)
        return NULL;
    r->used[low - 1] = 1;
    return &r->names[low - 1];
}

static void put_frame(struct reader *r, const struct level *frame)
{
    uint64_t offset = frame->key >> 1;
    const struct stack_symbol *name = find_name(r, frame->module, offset);

    buf_str(&r->lines, " ");
    if (name != NULL) {
        buf_str(&r->lines, name->name);
        offset -= name->offset;
    } else if (frame->module != 1 || frame->key == 0) {
        buf_printf(&r->lines, "%s:", r->labels[frame->module - 1]);
    }
    if (frame->key != 0 || name != NULL)
        buf_printf(&r->lines, "%s0x%llx", frame->key & 1 ? "+" : "=", (unsigned long long)offset);
}

/* Puts the line of the node that the levels lead to. */
static void put_samples(struct reader *r, uint64_t signals, uint64_t ticks, uint64_t squares)
{
    buf_str(&r->lines, stack_ends[r->levels[1].key]);
    for (size_t i = 2; i < r->n; i++)
        put_frame(r, &r->levels[i]);
    buf_printf(&r->lines, " signals %llu ticks %llu squares %llu\n", (unsigned long long)signals,
               (unsigned long long)ticks, (unsigned long long)squares);
}

/* Dumps a node whose parent is the last level. */
static void dump_node(struct reader *r)
{
    struct level parent = r->n ? r->levels[r->n - 1] : (struct level){0};
    uint64_t module = get(r), difference = get(r), children = get(r), signals = get(r);
    uint64_t ticks = signals ? get(r) : 0, squares = signals ? get(r) : 0;
    struct level here = {module ? (uint32_t)module : parent.module,
                         parent.key + (difference >> 1 ^ (0 - (difference & 1))), children};

    r->bad = r->bad || module > r->n_modules || (r->n == 0 && (signals != 0 || here.key != 0)) ||
             (r->n < 2 && here.module != 0) || (r->n == 1 && here.key >= ENDS) ||
             (r->n > 1 && here.module == 0);
    if (r->bad)
        return;
    if (r->n == r->cap) {
        r->cap = r->cap * 2 + 16;
        r->levels = xrealloc_array(r->levels, r->cap, sizeof *r->levels);
    }
    r->levels[r->n++] = here;
    if (r->n > 1 && (signals > 0 || children == 0))
        put_samples(r, signals, ticks, squares);
}

static void dump_tree(struct reader *r)
{
    unsigned clock = get_byte(r, GSTACK_CLOCKS);
    uint64_t interval = get(r);

    get(r); /* signals and ticks are the sums of the nodes' */
    get(r);
    unsigned long long missing = get(r), lost = get(r), runs = get(r);
    buf_printf(&r->lines, "stacks %s %llu runs %llu missing %llu lost %llu\n", stack_clocks[clock],
               (unsigned long long)interval, runs, missing, lost);
    r->n = 0;
    dump_node(r);
    while (!r->bad && r->n > 0)
        if (r->levels[r->n - 1].left > 0) {
            r->levels[r->n - 1].left--;
            dump_node(r);
        } else {
            r->n--;
        }
}

/* ---- the file ------------------------------------------------------------------------------- */

static void dump_other(struct reader *r, unsigned tag, uint64_t length, struct buf *text)
{
    const unsigned char *payload = get_bytes(r, length);

    r->bad = r->bad || tag < 'a' || tag > 'z';
    buf_printf(text, "section %c ", (int)tag);
    for (uint64_t k = 0; payload != NULL && k < length; k++)
        buf_printf(text, "%02x", payload[k]);
    buf_str(text, "\n");
}

static void dump_sections(struct reader *r, struct buf *text)
{
    const unsigned char *end = r->end;
    unsigned tag = 0;

    get_bytes(r, GSTACK_HEADER_BYTES);
    while (!r->bad && tag != GSTACK_END) {
        tag = get_byte(r, 256);
        uint64_t length = get(r);
        const unsigned char *payload = get_bytes(r, length);
        if (payload == NULL || tag == GSTACK_END)
            continue;
        r->p = payload;
        r->end = payload + length;
        if (tag == GSTACK_MODULES)
            dump_modules(r, text);
        else if (tag == GSTACK_TREE)
            dump_tree(r);
        else
            dump_other(r, tag, length, text);
        r->bad = r->bad || r->p != r->end;
        r->end = end;
    }
}

bool stack_dump(const unsigned char *bytes, size_t len, const struct stack_symbol *names, size_t n,
                struct buf *text)
{
    struct reader r = {.p = bytes, .end = bytes + len, .names = names, .n_names = n};
    struct buf now = {0}, again = {0};

    r.used = memset(xrealloc_array(NULL, n + 1, 1), 0, n + 1);
    buf_str(&now, "stacks\n");
    dump_sections(&r, &now);
    for (size_t i = 0; i < n && !r.bad; i++)
        if (r.used[i]) {
            buf_str(&now, "name ");
            words_quote(&now, names[i].name, strlen(names[i].name));
            buf_printf(&now, " 0x%llx %s\n", (unsigned long long)names[i].offset,
                       r.labels[r.program - 1]);
        }
    buf_put(&now, r.lines.p, r.lines.len);
    if (!r.bad)
        gmon_compile("dump", (const char *)now.p, now.len, &again);
    bool ok = !r.bad && again.len == len && memcmp(again.p, bytes, len) == 0;
    if (ok)
        buf_put(text, now.p, now.len);
    buf_release(&now);
    buf_release(&again);
    buf_release(&r.lines);
    free(r.labels);
    free(r.levels);
    free(r.used);
    return ok;
}
