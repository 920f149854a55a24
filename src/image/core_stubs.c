/* core_stubs - finds the linker's stubs in an image, and what they lead to
 *
 * Role: for core. A stub loads the address to jump to from a slot, a word of data, which the
 * dynamic linker fills in by a relocation. Therefore the relocation of its slot names a stub. In
 * static programs a relocation has no symbol, but the address of an indirect function, which
 * chooses the function to call; the stub gets the name of the indirect function. Stubs with damaged
 * data have no name, and stubs that are not understood are STUB_UNNAMED.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_stubs.h"

#include "base/cursor.h"
#include "base/limit.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/words.h"
#include "image/core_code.h"
#include "image/core_table.h"
#include "image/stub_code.h"

#define STUB_UNNAMED "<plt>"

/* A stretch of code that may be a stub. */
struct found {
    uint64_t key; /* address of the slot, and later the target; 0: not known */
    uint64_t start, end;
    uint64_t target;   /* address of the indirect function; 0: none */
    const char *name;  /* name of the symbol, perhaps with a version; NULL: not known */
    unsigned rank;     /* rank of the name that target has got */
    bool is_taken;     /* a relocation of its slot was found */
    bool is_scattered; /* the code is outside of tables: without a name, it is not a stub */
};

struct finder {
    struct image *image;
    struct diag *diag;
    struct object *dynamic; /* the table for the dynamic linker; NULL: it cannot be read */
    struct found *at;       /* owned */
    size_t n, cap;
};

/* ---- where stubs are ---- */

static void add(struct finder *f, struct found found)
{
    *mem_push(f->diag, f->at, f->n, f->cap) = found;
}

/* Returns true if a section holds nothing but stubs. */
static bool is_table(const char *name)
{
    return begins_with(name, ".plt") || begins_with(name, ".iplt") ||
           begins_with(name, ".MIPS.stubs");
}

/* Returns the name of symbol number `number`, from 1, of the table for the dynamic linker. */
static const char *dynamic_name(const struct finder *f, uint64_t number)
{
    const struct object *o = f->dynamic;

    return o && number > 0 && number <= (uint64_t)o->table_length
               ? bfd_asymbol_name(o->table[number - 1])
               : NULL;
}

/* Finds the stubs of a section. In a table, code between known stubs is a stub, too. */
static void search_section(struct finder *f, const struct code_section *c, const uint8_t *bytes,
                           const struct stub_code *code, bool table)
{
    size_t step = stub_code_step(code->isa->machine), at = 0, before = f->n;

    if (table)
        add(f, (struct found){.start = c->start, .end = c->end});
    while (at < c->size) {
        struct found found = {.start = c->start + at, .is_scattered = !table};
        struct stub stub;

        if (!stub_code_at(code, bytes + at, c->size - at, found.start, &stub)) {
            at += step < c->size - at ? step : c->size - at;
            continue;
        }
        found.key = stub.number ? 0 : stub.slot;
        found.name = stub.number ? dynamic_name(f, stub.number) : NULL;
        found.end = table ? c->end : found.start + stub.bytes;
        at += (stub.bytes + step - 1) / step * step;
        if (table)
            f->at[f->n - 1].end = found.start;
        if (table && f->n - before == 1 && found.start == c->start)
            f->n--;
        add(f, found);
    }
}

/* Returns the address of the global offset table, from which slots are counted. */
static uint64_t got_of(const struct image *image)
{
    static const char *const names[] = {".got.plt", ".got"};
    bfd *b = image->private_->object.bfd;

    for (size_t i = image->isa.machine == MACHINE_PPC; i < sizeof names / sizeof *names; i++) {
        asection *s = bfd_get_section_by_name(b, names[i]);
        if (s)
            return bfd_section_vma(s);
    }
    return 0;
}

static void search_code(struct finder *f)
{
    const struct image *image = f->image;
    const struct stub_code code = {&image->isa, got_of(image)};
    const bool scattered = stub_code_is_scattered(&image->isa);

    for (size_t i = 0; i < image->private_->n_codes; i++) {
        const struct code_section *c = &image->private_->codes[i];
        bool table = is_table(bfd_section_name(c->section));
        struct image_code bytes;

        if ((!table && !scattered) || !(bfd_section_flags(c->section) & SEC_HAS_CONTENTS) ||
            !core_code(image, c->start, &bytes, NULL) || bytes.bytes != c->contents)
            continue;
        search_section(f, c, bytes.bytes, &code, table);
    }
}

/* Returns how many of the stubs, which are sorted, come before the end of those with the key, or 0
 * if none has it. */
static size_t end_of_key(const struct finder *f, uint64_t key)
{
    size_t n = count_up_to(f->at, f->n, sizeof *f->at, key);

    return key > 0 && n > 0 && f->at[n - 1].key == key ? n : 0;
}

/* ---- which relocations belong to their slots ---- */

/* Returns the word of data that is at `address` when the program starts, or 0 if there is none. */
static uint64_t word_of_data(const struct image *image, uint64_t address)
{
    IN_LIBRARY("libbfd");
    bfd *b = image->private_->object.bfd;
    uint8_t bytes[8];
    struct cursor c = {.data = bytes, .size = image->word_bytes, .big_endian = image->big_endian};

    for (asection *s = b->sections; s; s = s->next) {
        uint64_t start = bfd_section_vma(s);

        if ((bfd_section_flags(s) & (SEC_ALLOC | SEC_HAS_CONTENTS)) !=
                (SEC_ALLOC | SEC_HAS_CONTENTS) ||
            address < start || address >= core_end_of(s))
            continue;
        return bfd_get_section_contents(b, s, bytes, (file_ptr)(address - start), c.size)
                   ? cursor_word(&c, c.size)
                   : 0;
    }
    return 0;
}

/* Returns the number of the symbol in a relocation's second word. On 64-bit MIPS the number has
 * four bytes; four more fields follow, in both byte orders. */
static uint64_t symbol_of(const struct image *image, uint64_t info)
{
    if (image->word_bytes == 4)
        return info >> 8;
    if (!image->big_endian &&
        (image->isa.machine == MACHINE_MIPS || image->isa.machine == MACHINE_MIPS_R6))
        return info & UINT32_MAX;
    return info >> 32;
}

/* Gives a relocation to the stubs of its slot, unless they have had one. `c` is the position of its
 * addend, or NULL if the addend is in the slot. */
static void take_relocation(struct finder *f, uint64_t slot, uint64_t symbol, struct cursor *c)
{
    size_t last = end_of_key(f, slot);
    uint64_t target = 0;

    if (last == 0 || f->at[last - 1].is_taken)
        return;
    if (symbol == 0)
        target = c ? cursor_word(c, f->image->word_bytes) : word_of_data(f->image, slot);
    for (; last > 0 && f->at[last - 1].key == slot; last--) {
        f->at[last - 1].is_taken = true;
        f->at[last - 1].name = dynamic_name(f, symbol);
        f->at[last - 1].target = target & ~machine_tag_bits(f->image->isa.machine);
    }
}

/* Reads the relocations of a section. */
static void read_relocations(struct finder *f, asection *s)
{
    const struct image *image = f->image;
    const bool has_addend = begins_with(bfd_section_name(s), ".rela");
    const size_t word = image->word_bytes, bytes = word * (has_addend ? 3 : 2);
    uint64_t size = bfd_section_size(s);
    struct cursor c = {.size = (size_t)size, .big_endian = image->big_endian};
    IN_LIBRARY("libbfd");
    LOCAL uint8_t *contents = NULL;

    if (size > image->file_size)
        return;
    c.data = contents = mem_alloc(f->diag, c.size, 1);
    if (bfd_get_section_contents(image->private_->object.bfd, s, contents, 0, size))
        for (size_t next = 0; c.size - next >= bytes; next += bytes) {
            uint64_t slot, symbol;

            c.pos = next;
            slot = cursor_word(&c, word);
            symbol = symbol_of(image, cursor_word(&c, word));
            take_relocation(f, slot, symbol, has_addend ? &c : NULL);
        }
}

static void find_names(struct finder *f)
{
    bfd *b = f->image->private_->object.bfd;

    if (f->n == 0)
        return;
    sort_u64_pairs(f->at, f->n, sizeof *f->at);
    for (asection *s = b->sections; s; s = s->next)
        if (begins_with(bfd_section_name(s), ".rel") && (bfd_section_flags(s) & SEC_ALLOC) &&
            (bfd_section_flags(s) & SEC_HAS_CONTENTS) && !(bfd_section_flags(s) & SEC_CODE))
            read_relocations(f, s);
}

/* ---- indirect functions ---- */

/* Returns how good a symbol's name is for an indirect function, which may have several names. The
 * best one has the type of an indirect function, begins with no underscore, and is not weak.
 * Returns 0 if the symbol is not a function. */
static unsigned rank_of(const asymbol *s)
{
    if (!(s->flags & (BSF_FUNCTION | BSF_GNU_INDIRECT_FUNCTION)))
        return 0;
    return 1U + (s->flags & BSF_GNU_INDIRECT_FUNCTION ? 4U : 0U) +
           (bfd_asymbol_name(s)[0] != '_' ? 2U : 0U) + (s->flags & BSF_WEAK ? 0U : 1U);
}

static void name_targets(struct finder *f, struct object *o)
{
    const uint64_t tags = machine_tag_bits(f->image->isa.machine);
    struct symbol_walk walk = {.object = o};
    const asymbol *s;

    while ((s = core_walk_next(&walk)) != NULL) {
        uint64_t value = bfd_asymbol_value(s) & ~tags;
        size_t last = end_of_key(f, value);
        unsigned rank = rank_of(s);

        if (last == 0 || rank <= f->at[last - 1].rank)
            continue;
        for (; last > 0 && f->at[last - 1].key == value; last--) {
            f->at[last - 1].name = bfd_asymbol_name(s);
            f->at[last - 1].rank = rank;
        }
    }
}

static void find_targets(struct finder *f)
{
    struct image_private *p = f->image->private_;

    for (size_t i = 0; i < f->n; i++)
        f->at[i].key = f->at[i].target;
    sort_u64_pairs(f->at, f->n, sizeof *f->at);
    if (f->n == 0 || f->at[f->n - 1].key == 0)
        return;
    name_targets(f, &p->object);
    name_targets(f, &p->debug);
    if (f->dynamic)
        name_targets(f, f->dynamic);
}

/* ---- the result ---- */

/* Writes NAME@plt for NAME or NAME@VERSION. Returns the written name. */
static const char *put_name(const char *name, char **to)
{
    static const char suffix[] = "@plt";
    size_t length = name ? strcspn(name, "@") : 0;
    char *start = *to;

    if (length == 0)
        return STUB_UNNAMED;
    memcpy(start, name, length);
    memcpy(start + length, suffix, sizeof suffix);
    *to += length + sizeof suffix;
    return start;
}

static void list_stubs(struct finder *f)
{
    struct image_private *p = f->image->private_;
    struct image_stub *stubs = p->stubs = mem_alloc(f->diag, f->n, sizeof *stubs);
    size_t bytes = 0, n = 0;
    char *to;

    for (size_t i = 0; i < f->n; i++)
        bytes += f->at[i].name ? strcspn(f->at[i].name, "@") + sizeof "@plt" : 0;
    to = p->stub_names = mem_alloc(f->diag, bytes, 1);
    for (size_t i = 0; i < f->n; i++) {
        const struct found *at = &f->at[i];

        if ((at->name || !at->is_scattered) && at->start < at->end)
            stubs[n++] = (struct image_stub){at->start, at->end, put_name(at->name, &to)};
    }
    sort_u64_pairs(stubs, n, sizeof *stubs);
    for (size_t i = 0; i < n; i++) {
        struct image_stub *last = p->n_stubs > 0 ? &stubs[p->n_stubs - 1] : NULL;

        if (last && stubs[i].start < last->end)
            continue;
        if (last && last->end == stubs[i].start && strcmp(last->name, stubs[i].name) == 0)
            last->end = stubs[i].end;
        else
            stubs[p->n_stubs++] = stubs[i];
    }
}

void core_stubs(struct image *image, const struct image_stub **stubs, size_t *n, struct diag *d)
{
    struct image_private *p = image->private_;
    struct finder f = {.image = image, .diag = d};

    if (!p->stubs) {
        f.dynamic = core_dynamic(image);
        if (!image->relocatable)
            search_code(&f);
        find_names(&f);
        find_targets(&f);
        list_stubs(&f);
        free(f.at);
    }
    *stubs = p->stubs;
    *n = p->n_stubs;
}
