/* stack_format - reads call stacks of samples: a header, sections, and a checksum
 *
 * include/gmon_stacks.h has the layout. The sections are read twice. The first pass checks
 * lengths, the end and the checksum, so that nothing of a damaged file is added. The second pass
 * reads the contents.
 *
 * A tree is read in one pass, with a list of the nodes whose children are still to come in place
 * of recursion. The list grows by at most one for each node that was read, whatever numbers of
 * children a file claims.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "profile/formats/gmon_parts.h"

#include "base/arith.h"
#include "base/mem.h"

#include <zlib.h>

enum { CHECKSUM_BYTES = 4, MODULE_BYTES = 3 /* at least */ };

/* A stack file that is being read. */
struct stack_input {
    struct gmon_input *in;
    struct cursor c;           /* the section that is being read, from its payload on */
    struct stack_data *stacks; /* stacks that the file is added to */
    uint32_t *modules;         /* numbers of modules in stacks, by their numbers in the file;
                                * owned */
    uint32_t n_modules;
    bool has_modules;
    uint8_t last_clock;     /* clock of the last tree */
    uint64_t last_interval; /* interval of the last tree; 0: none was read */
};

/* ---- what all have -------------------------------------------------------------------------- */

static bool report(const struct stack_input *s, const char *what, size_t at)
{
    return diag_error(s->in->diag, s->in->path,
                      "%s at offset %zu; the file is corrupt, so run the program again", what, at);
}

/* Reads the next number. On failure, reports its offset and returns false. */
static bool take(struct stack_input *s, uint64_t *number)
{
    size_t at = s->c.pos;

    *number = cursor_leb128(&s->c);
    return !s->c.failed || report(s, "bad number", at);
}

/* Returns true if the section is read to its end; else reports the remaining bytes. */
static bool check_end_of(const struct stack_input *s, const char *behind)
{
    return cursor_left(&s->c) == 0 || report(s, behind, s->c.pos);
}

/* ---- modules -------------------------------------------------------------------------------- */

/* Reads a text, whose length is in front of it. Returns it with a NUL, or NULL after reporting. The
 * caller frees it. */
static char *take_text(struct stack_input *s, size_t *bytes)
{
    struct cursor *c = &s->c;
    size_t at = c->pos;
    uint64_t length;

    if (!take(s, &length))
        return NULL;
    if (length > cursor_left(c)) {
        report(s, "a name that is longer than its section", at);
        return NULL;
    }
    *bytes = (size_t)length;
    return mem_copy_string(s->in->diag, (const char *)cursor_take(c, *bytes), *bytes);
}

/* Adds the next module. Modules are sorted: it must come behind `last', and replaces `last'. */
static bool read_module(struct stack_input *s, struct stack_module *last)
{
    struct cursor *c = &s->c;
    size_t at = c->pos, path_bytes = 0;
    struct stack_module m = {.kind = cursor_u8(c)};
    bool ok;

    if (c->failed || m.kind >= GSTACK_MODULE_KINDS)
        return report(s, "a module of an unknown kind", at);
    m.id.bytes = (const uint8_t *)take_text(s, &m.id.n);
    m.path = m.id.bytes ? take_text(s, &path_bytes) : NULL;
    ok = m.path &&
         (strlen(m.path) == path_bytes || report(s, "a path with a NUL in the module", at)) &&
         (!last->path || stack_module_compare(last, &m) < 0 ||
          report(s, "a module that is not in order", at));
    if (ok)
        s->modules[s->n_modules++] = stack_data_add_module(s->stacks, &m, s->in->diag);
    build_id_release(last->id);
    free(last->path);
    *last = m;
    return ok;
}

/* Adds the modules to the stacks. The cursor is at the first byte of the section's payload. Returns
 * false after reporting the offset of the first defect. */
static bool read_modules(struct stack_input *s)
{
    struct stack_module last = {0};
    size_t at = s->c.pos;
    uint64_t n;
    bool ok = true;

    if (s->has_modules)
        return report(s, "a second list of modules", at);
    s->has_modules = true;
    if (!take(s, &n))
        return false;
    if (n > cursor_left(&s->c) / MODULE_BYTES)
        return report(s, "more modules than the section has bytes for", at);
    s->modules = mem_alloc(s->in->diag, (size_t)n, sizeof *s->modules);
    for (uint64_t i = 0; ok && i < n; i++)
        ok = read_module(s, &last);
    build_id_release(last.id);
    free(last.path);
    return ok && check_end_of(s, "bytes after the last module");
}

/* ---- nodes ---------------------------------------------------------------------------------- */

/* A node as in the file. */
struct raw_node {
    uint32_t module; /* number of the module in the file + 1, or 0 */
    uint64_t key, children, signals, ticks, squares;
};

/* A node whose children are being read. */
struct level {
    uint32_t number; /* number of the node in the tree */
    uint32_t module, last_module;
    uint64_t key, last_key; /* key of the node, and of its last child so far */
    uint64_t left;          /* children to come */
    bool has_child;
};

/* A tree that is being read. */
struct tree_input {
    struct stack_input *s;
    struct stack_tree sums;  /* sums that the file has for the tree; without nodes */
    struct stack_tree *tree; /* tree that the nodes are added to */
    uint64_t signals, ticks; /* sums of the nodes so far */
    struct level *levels;    /* levels from the root on; owned */
    size_t n, cap;
    unsigned end; /* way in which the walks of the current nodes ended */
};

/* Returns true if a * b <= c * d, exactly. */
static bool is_product_at_most(uint64_t a, uint64_t b, uint64_t c, uint64_t d)
{
    uint64_t numbers[2][2] = {{a, b}, {c, d}}, high[2], low[2];

    for (int i = 0; i < 2; i++) {
        uint64_t x = numbers[i][0], y = numbers[i][1];
        uint64_t middle =
            (x >> 32) * (y & UINT32_MAX) + ((x & UINT32_MAX) * (y & UINT32_MAX) >> 32);
        uint64_t rest = (middle & UINT32_MAX) + (x & UINT32_MAX) * (y >> 32);

        high[i] = (x >> 32) * (y >> 32) + (middle >> 32) + (rest >> 32);
        low[i] = x * y;
    }
    return high[0] < high[1] || (high[0] == high[1] && low[0] <= low[1]);
}

/* Reads the numbers of a node below `parent', or of the root if `parent' is NULL. */
static bool take_node(struct stack_input *s, const struct level *parent, struct raw_node *n)
{
    size_t at = s->c.pos;
    uint64_t module, difference;

    *n = (struct raw_node){0};
    if (!take(s, &module) || !take(s, &difference) || !take(s, &n->children) ||
        !take(s, &n->signals) || (n->signals > 0 && (!take(s, &n->ticks) || !take(s, &n->squares))))
        return false;
    if (module > s->n_modules)
        return report(s, "a node of an unknown module", at);
    n->module = module == 0 && parent ? parent->module : (uint32_t)module;
    n->key = (parent ? parent->key : 0) + (difference >> 1 ^ (0 - (difference & 1)));
    /* so many whole numbers can have that sum and that sum of squares */
    return (n->ticks <= n->squares && is_product_at_most(1, n->squares, n->ticks, n->ticks) &&
            is_product_at_most(n->ticks, n->ticks, n->signals, n->squares)) ||
           report(s, "ticks that no samples can have in the node", at);
}

/* Returns true if a node is valid on that level (0: the root); else reports. */
static bool check_place(const struct stack_input *s, const struct raw_node *n, size_t level,
                        size_t at)
{
    uint8_t kind = n->module > 0 ? s->stacks->modules[s->modules[n->module - 1]].kind : 0;
    bool has_key = kind != GSTACK_ANONYMOUS && kind != GSTACK_PROFILER;

    if (level == 0   ? n->module > 0 || n->key > 0 || n->signals > 0
        : level == 1 ? n->module > 0 || n->key >= GSTACK_ENDS
                     : n->module == 0 || (n->key > 0 && !has_key))
        return report(s, "a node that cannot be in its place", at);
    return true;
}

/* Opens a level for the children of node `number', if it has some. */
static void push(struct tree_input *t, const struct raw_node *n, uint32_t number)
{
    if (n->children == 0)
        return;
    *mem_push(t->s->in->diag, t->levels, t->n, t->cap) =
        (struct level){.number = number, .module = n->module, .key = n->key, .left = n->children};
}

/* Adds a node below the last level, which has children to come. */
static bool read_child(struct tree_input *t)
{
    struct level *parent = &t->levels[t->n - 1];
    struct stack_input *s = t->s;
    struct gmon_stack_info *info = &s->in->info->stacks[t->sums.clock];
    size_t at = s->c.pos;
    struct raw_node n;
    uint32_t module, number;

    if (!take_node(s, parent, &n) || !check_place(s, &n, t->n, at))
        return false;
    if (parent->has_child && (n.module < parent->last_module ||
                              (n.module == parent->last_module && n.key <= parent->last_key)))
        return report(s, "a node that is not in order", at);
    parent->has_child = true;
    parent->last_module = n.module;
    parent->last_key = n.key;
    parent->left--;
    if (t->n == 1)
        t->end = (unsigned)n.key;
    module = n.module ? s->modules[n.module - 1] + 1 : 0;
    number = stack_tree_add_node(t->tree, parent->number, module, n.key, s->in->diag);
    t->signals = add_saturated(t->signals, n.signals);
    t->ticks = add_saturated(t->ticks, n.ticks);
    info->nodes++;
    info->ends[t->end] = add_saturated(info->ends[t->end], n.signals);
    push(t, &n, number);
    return stack_tree_add_samples(t->tree, number, n.signals, n.ticks, n.squares) ||
           stack_report_overflow(s->in->path, s->in->diag);
}

/* Reads the root, and all below it. */
static bool read_nodes(struct tree_input *t)
{
    struct stack_input *s = t->s;
    size_t at = s->c.pos;
    struct raw_node root;

    if (!take_node(s, NULL, &root) || !check_place(s, &root, 0, at))
        return false;
    push(t, &root, 0);
    while (t->n > 0)
        if (t->levels[t->n - 1].left == 0)
            t->n--;
        else if (!read_child(t))
            return false;
    return true;
}

/* ---- trees ---------------------------------------------------------------------------------- */

/* Reads the fields in front of the nodes. */
static bool take_tree(struct stack_input *s, struct stack_tree *t)
{
    size_t at = s->c.pos;
    uint8_t clock = cursor_u8(&s->c);

    *t = (struct stack_tree){0};
    if (s->c.failed || clock >= GSTACK_CLOCKS)
        return report(s, "a tree of an unknown clock", at);
    t->clock = clock;
    if (!take(s, &t->interval_ns) || !take(s, &t->signals) || !take(s, &t->ticks) ||
        !take(s, &t->missing) || !take(s, &t->lost) || !take(s, &t->runs))
        return false;
    if (t->interval_ns == 0 || t->lost > t->signals)
        return report(s, "a tree whose numbers cannot be", at);
    if (s->last_clock > clock || (s->last_clock == clock && s->last_interval >= t->interval_ns))
        return report(s, "a tree that is not in order", at);
    s->last_clock = clock;
    s->last_interval = t->interval_ns;
    return true;
}

/* Returns the tree that the nodes are added to, which has room for their sums. Returns NULL after
 * reporting. */
static struct stack_tree *open_tree(struct stack_input *s, const struct stack_tree *from)
{
    struct stack_tree *t;
    struct gmon_stack_info *info = &s->in->info->stacks[from->clock];

    t = stack_data_add_tree(s->stacks, from->clock, from->interval_ns, s->in->diag);
    if (!stack_tree_has_room(t, from)) {
        stack_report_overflow(s->in->path, s->in->diag);
        return NULL;
    }
    t->missing += from->missing;
    t->lost += from->lost;
    t->runs += from->runs;
    info->signals = add_saturated(info->signals, from->signals);
    info->ticks = add_saturated(info->ticks, from->ticks);
    info->missing = add_saturated(info->missing, from->missing);
    info->runs = add_saturated(info->runs, from->runs);
    return t;
}

/* Adds a tree to the stacks. The cursor is at the first byte of the section's payload. Returns
 * false after reporting. */
static bool read_tree(struct stack_input *s)
{
    struct tree_input t = {.s = s};
    size_t at = s->c.pos;
    bool ok;

    if (!s->has_modules)
        return report(s, "a tree before the modules", at);
    ok = take_tree(s, &t.sums) && (t.tree = open_tree(s, &t.sums)) && read_nodes(&t);
    free(t.levels);
    if (!ok)
        return false;
    if (t.signals != t.sums.signals || t.ticks != t.sums.ticks)
        return report(s, "other samples or ticks in the nodes than in the sum of the tree", at);
    return check_end_of(s, "bytes behind the last node");
}

/* ---- sections ------------------------------------------------------------------------------- */

/* Returns true if the file begins with the mark, or is cut off within the mark. */
bool stack_detect(const struct cursor *start, const struct gmon_target *target, uint64_t size)
{
    enum { LEAST = 6 /* least bytes of the mark */ };
    size_t bytes = start->size < GSTACK_MAGIC_BYTES ? start->size : (size_t)GSTACK_MAGIC_BYTES;

    (void)target;
    (void)size;
    return bytes >= LEAST && memcmp(start->data, GSTACK_MAGIC, bytes) == 0;
}

/* Returns true if a section may be passed over by readers that do not know it. */
static bool is_optional(uint8_t tag)
{
    return tag >= 'a' && tag <= 'z';
}

static bool read_header(struct gmon_input *in)
{
    struct cursor *c = &in->cursor;
    const uint8_t *magic;
    uint8_t major, minor;

    c->big_endian = false;
    if (c->size < GSTACK_HEADER_BYTES)
        return gmon_report_short(in, "a stack file's header", GSTACK_HEADER_BYTES);
    magic = cursor_take(c, GSTACK_MAGIC_BYTES);
    if (memcmp(magic, GSTACK_MAGIC, GSTACK_MAGIC_BYTES) != 0)
        return diag_error(in->diag, in->path,
                          "does not begin with \"gstack\", as a stack file does; name the file "
                          "that the profiled program wrote");
    major = cursor_u8(c);
    minor = cursor_u8(c);
    cursor_u16(c);
    in->info->version = major;
    return major == GSTACK_MAJOR ||
           diag_error(in->diag, in->path,
                      "is a stack file of version %d.%d, and %d is known; use a newer gprof", major,
                      minor, GSTACK_MAJOR);
}

/* A section. */
struct section {
    uint8_t tag;
    size_t start;          /* offset of its tag */
    struct cursor payload; /* begins at the payload, and ends with it */
};

/* Passes over the next section. */
static bool take_section(struct gmon_input *in, struct section *s)
{
    struct cursor *c = &in->cursor;
    uint64_t length;

    s->start = c->pos;
    if (cursor_left(c) == 0)
        return diag_error(in->diag, in->path,
                          "unexpected end of file at offset %zu: the end section is missing; run "
                          "the program again and let it end normally",
                          c->pos);
    s->tag = cursor_u8(c);
    length = cursor_leb128(c);
    if (c->failed)
        return diag_error(in->diag, in->path,
                          "bad length of a section at offset %zu; the file is corrupt, so "
                          "run the program again",
                          s->start + 1);
    if (length > cursor_left(c))
        return gmon_report_short(in, "a section", length);
    s->payload = *c;
    s->payload.size = c->pos += (size_t)length;
    return true;
}

static bool check_end(const struct gmon_input *in, struct section *s)
{
    uint32_t checksum = (uint32_t)crc32_z(0, in->cursor.data, s->start), found;

    if (cursor_left(&s->payload) != CHECKSUM_BYTES || cursor_left(&in->cursor) > 0)
        return diag_error(in->diag, in->path,
                          "the end section at offset %zu is not the end of the file; the file is "
                          "corrupt, so run the program again",
                          s->start);
    found = cursor_u32(&s->payload);
    return found == checksum ||
           diag_error(in->diag, in->path,
                      "the checksum at offset %zu is %08" PRIx32 ", but that of what is in front "
                      "of it is %08" PRIx32 "; the file is corrupt, so run the program again",
                      in->cursor.pos - CHECKSUM_BYTES, found, checksum);
}

/* Returns true if all sections are complete and undamaged; else reports. */
static bool check_sections(struct gmon_input *in)
{
    struct section s = {0};

    while (take_section(in, &s)) {
        if (s.tag == GSTACK_END)
            return check_end(in, &s);
        if (s.tag != GSTACK_MODULES && s.tag != GSTACK_TREE && !is_optional(s.tag))
            return diag_error(in->diag, in->path,
                              "unknown section 0x%02x at offset %zu; use a newer gprof, or, if the "
                              "file is corrupt, run the program again",
                              s.tag, s.start);
    }
    return false;
}

static bool read_elapsed(struct stack_input *s)
{
    uint64_t ns, runs;
    bool ok = take(s, &ns) && take(s, &runs);

    if (ok)
        stack_data_add_elapsed(s->stacks, ns, runs);
    return ok;
}

/* Adds the sections, which were checked, to the profile. */
static bool read_sections(struct gmon_input *in)
{
    struct stack_input input = {.in = in, .stacks = &in->profile->stacks};
    struct section s = {0};
    bool ok = true;

    if (!input.stacks->file)
        input.stacks->file = in->path;
    while (ok && take_section(in, &s) && s.tag != GSTACK_END) {
        input.c = s.payload;
        if (s.tag == GSTACK_MODULES)
            ok = read_modules(&input);
        else if (s.tag == GSTACK_TREE)
            ok = read_tree(&input);
        else if (s.tag == GSTACK_ELAPSED)
            ok = read_elapsed(&input);
        in->info->records[GMON_RECORD_STACKS] += s.tag == GSTACK_TREE;
    }
    free(input.modules);
    return ok;
}

bool stack_read(struct gmon_input *in)
{
    size_t start;

    if (!read_header(in))
        return false;
    start = in->cursor.pos;
    if (!check_sections(in))
        return false;
    in->cursor.pos = start;
    return read_sections(in);
}

bool stack_peek(const uint8_t *start, size_t bytes, struct stack_mark *mark)
{
    struct gmon_file_info info = {0};
    struct gmon_input in = {.cursor = {.data = start, .size = bytes}, .path = "", .info = &info};
    struct section s;

    *mark = (struct stack_mark){0};
    if (!stack_detect(&in.cursor, NULL, bytes) || !read_header(&in))
        return false;
    while (take_section(&in, &s) && is_optional(s.tag)) {
        if (s.tag != GSTACK_DATA)
            continue;
        mark->bytes = cursor_leb128(&s.payload);
        mark->sum = cursor_leb128(&s.payload);
        if (s.payload.failed)
            *mark = (struct stack_mark){0};
    }
    return true;
}
