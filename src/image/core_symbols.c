/* core_symbols - collects the symbols of an image that may be functions
 *
 * Role: for core. Input: a table of symbols. Output: those of class T, t and W, each with the
 * address of its code. The value of a symbol may differ from that address. On ARM and MIPS, bit 0
 * of the value tells the instruction set. In the first ABI of 64-bit PowerPC (ELFv1), the value is
 * the address of a descriptor, which holds the address of the code.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

#include "image/core_symbols.h"

#include "base/limit.h"
#include "base/mem.h"
#include "image/core_code.h"
#include "image/core_table.h"

/* Finder of nm's letters: T and t are code, W is weak and no object. A letter depends on section
 * and flags. Symbols of one section are mostly neighbours, so the last section is kept. */
struct classes {
    const asection *section; /* section of the last symbol; NULL: none */
    flagword flags;
    bool may_be_function;
};

static bool may_be_function(struct classes *c, const asymbol *symbol)
{
    asymbol copy = *symbol; /* libbfd does not change the symbol, but takes it without const */
    int letter;

    if (c->section == symbol->section && c->flags == symbol->flags)
        return c->may_be_function;
    letter = bfd_decode_symclass(&copy);
    /* gcc -flto -g leaves weak symbols in .debug_info, with addresses that are those of code */
    *c = (struct classes){symbol->section, symbol->flags,
                          letter == 'T' || letter == 't' ||
                              (letter == 'W' && !(symbol->section->flags & SEC_DEBUGGING))};
    return c->may_be_function;
}

/* Returns true if a symbol has no type. On machines with mapping symbols, names that the assembler
 * makes begin with a dollar, and its labels on RISC-V with .L */
static bool is_untyped(const struct image *image, const asymbol *s)
{
    const flagword typed =
        BSF_FUNCTION | BSF_OBJECT | BSF_THREAD_LOCAL | BSF_SECTION_SYM | BSF_GNU_INDIRECT_FUNCTION;
    const char *name = bfd_asymbol_name(s);
    bool is_mark = machine_has(image->isa.machine, MACHINE_MAPPED) && (s->flags & BSF_LOCAL) &&
                   (name[0] == '$' || strncmp(name, ".L", 2) == 0);

    return !(s->flags & typed) && !is_mark;
}

/* Returns true if the linker marks an address with the untyped symbol, as it does with etext: no
 * code of the symbol's section is at it, or the name is one of the linker's scripts. */
static bool is_mark(const asymbol *s, uint64_t address, uint64_t end)
{
    static const char *const marks[] = {"etext",  "_etext",       "__etext",   "__executable_start",
                                        "_ftext", "__text_start", "__text_end"};

    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(bfd_asymbol_name(s), marks[i]) == 0)
            return true;
    return address >= end || !(bfd_asymbol_section(s)->flags & SEC_CODE);
}

/* The function descriptors of 64-bit PowerPC ELF, version 1. Each has three words; the first word
 * is the address of the code. */
struct descriptors {
    bfd_byte *bytes;     /* contents of the section; NULL: none; owned */
    uint64_t start, end; /* addresses of the descriptors, [start, end) */
};

/* Reads the descriptors of the image: a separate debug file has only the header of their
 * section. */
static void read_descriptors(const struct image *image, struct descriptors *t)
{
    IN_LIBRARY("libbfd");
    bfd *b = image->private_->object.bfd;
    asection *s = bfd_get_section_by_name(b, ".opd");

    if (image->isa.machine != MACHINE_PPC || !image->isa.wide || image->relocatable || !s ||
        bfd_section_size(s) > image->file_size)
        return;
    if (!bfd_get_full_section_contents(b, s, &t->bytes))
        t->bytes = NULL;
    t->start = bfd_section_vma(s);
    t->end = t->bytes ? core_end_of(s) : t->start;
}

/* Returns true if `*address` is that of a descriptor, and then sets `*address` to the address of
 * the code. */
static bool follow_descriptor(const struct image *image, const struct descriptors *t,
                              const asymbol *s, uint64_t *address)
{
    const size_t word = 8;
    const bfd_byte *at;

    if (!(s->flags & BSF_FUNCTION) || *address < t->start || *address >= t->end ||
        t->end - *address < word)
        return false;
    at = t->bytes + (*address - t->start);
    *address = image->big_endian ? bfd_getb64(at) : bfd_getl64(at);
    return true;
}

/* State of the making of image->symbols. */
struct collector {
    struct image *image;
    struct descriptors descriptors;
    struct classes classes;
    uint64_t function_tags; /* bits of a function's value that are not part of its address */
    uint32_t n_files;       /* source files whose symbols were seen */
    bool has_file; /* the last source file has a name; files without one hold symbols that the
                    * linker made local */
};

enum { FILES_MAX = (1 << 24) - 1 };

static void take_symbol(struct collector *c, const struct symbol_walk *walk, const asymbol *s)
{
    struct image *image = c->image;
    uint64_t address = bfd_asymbol_value(s), size = walk->size, end;
    uint64_t tags = s->flags & BSF_FUNCTION ? c->function_tags : 0;
    bool is_local = (s->flags & (BSF_GLOBAL | BSF_WEAK)) == 0;
    bool untyped = !walk->is_hidden && is_untyped(image, s);
    const char *name = bfd_asymbol_name(s);

    name += image->prefix && *name == image->prefix;
    if (s->flags & BSF_FILE) {
        c->has_file = *bfd_asymbol_name(s) && c->n_files < FILES_MAX;
        c->n_files += c->has_file;
    }
    if (strcmp(name, "__executable_start") == 0 ||
        (image->is_windows && strcmp(name, "__eprol") == 0))
        image->text_start = address;
    else if (!is_local && strcmp(name, "etext") == 0)
        image->text_end = address;
    if (follow_descriptor(image, &c->descriptors, s, &address)) {
        end = core_section_end(image, address);
        size = 0; /* the size is that of the descriptor */
    } else if (is_local && image->prefix && *bfd_asymbol_name(s) != image->prefix) {
        return; /* a label of assembly: the compiler gives functions the prefix */
    } else if (may_be_function(&c->classes, s) || s->flags & BSF_GNU_INDIRECT_FUNCTION) {
        end = core_end_of(bfd_asymbol_section(s));
    } else {
        return;
    }
    image->symbols[image->n_symbols++] = (struct image_symbol){
        .name = bfd_asymbol_name(s),
        .address = address & ~tags,
        .section_end = end,
        .size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX,
        .is_function = (s->flags & BSF_FUNCTION) != 0,
        .is_untyped = untyped,
        .is_mark = untyped && size == 0 && is_mark(s, address, end),
        .is_indirect = (s->flags & BSF_GNU_INDIRECT_FUNCTION) != 0,
        .is_local = is_local,
        .is_compressed = (address & tags) != 0,
        .file = is_local && c->has_file ? c->n_files & FILES_MAX : 0,
    };
}

/* Takes the symbols of `o` that may be functions, behind the first `kept` of the image. Returns
 * false if libelf cannot read all symbols. */
static bool take_symbols(struct collector *c, struct object *o, size_t kept, struct diag *d)
{
    struct image *image = c->image;
    size_t cap = kept;
    struct symbol_walk walk = {.object = o};
    const asymbol *s;

    image->symbols = mem_grow(d, image->symbols, &cap, kept + (size_t)o->table_length,
                              sizeof *image->symbols);
    image->n_symbols = kept;
    while ((s = core_walk_next(&walk)) != NULL)
        take_symbol(c, &walk, s);
    return !walk.failed;
}

bool core_collect_symbols(struct image *image, struct object *o, struct diag *d)
{
    struct collector c = {.image = image, .function_tags = machine_tag_bits(image->isa.machine)};
    size_t kept = image->n_symbols;
    bool ok;

    read_descriptors(image, &c.descriptors);
    ok = take_symbols(&c, o, kept, d) || (core_read_all(o, d) && take_symbols(&c, o, kept, d));
    free(c.descriptors.bytes);
    return ok;
}

/* Cuts the version that BFD appends to the name of a dynamic symbol: NAME@VERSION becomes NAME. */
static void cut_versions(struct image *image, struct diag *d)
{
    size_t bytes = 0;
    char *to;

    for (size_t i = 0; i < image->n_symbols; i++)
        bytes += strcspn(image->symbols[i].name, "@") + 1;
    to = image->private_->names = mem_alloc(d, bytes, 1);
    for (size_t i = 0; i < image->n_symbols; i++) {
        size_t length = strcspn(image->symbols[i].name, "@");
        memcpy(to, image->symbols[i].name, length);
        image->symbols[i].name = to;
        to += length + 1;
    }
}

bool core_take_dynamic_symbols(struct image *image, struct diag *d)
{
    struct object *o = &image->private_->object;

    core_close_table(o);
    o->is_dynamic = true;
    if (!core_open_table(o, d) || !core_collect_symbols(image, o, d))
        return false;
    cut_versions(image, d);
    return true;
}

bool core_is_stripped(const struct image *image)
{
    const struct image_private *p = image->private_;

    return p->debug.table_length == 0 && p->mini.table_length == 0 &&
           (p->names || p->object.table_length == 0);
}

static bool take_names(struct object *o, void (*take)(void *context, const char *name),
                       void *context)
{
    struct symbol_walk walk = {.object = o};
    const asymbol *s;

    while ((s = core_walk_next(&walk)) != NULL)
        take(context, bfd_asymbol_name(s));
    return !walk.failed;
}

bool core_names(const struct image *image, void (*take)(void *context, const char *name),
                void *context)
{
    struct image_private *p = image->private_;
    struct object *dynamic;
    asection *table = bfd_get_section_by_name(p->object.bfd, ".dynsym");
    bool ok = take_names(&p->object, take, context) && take_names(&p->debug, take, context) &&
              take_names(&p->mini, take, context);

    if (table && !(bfd_section_flags(table) & SEC_HAS_CONTENTS))
        return ok; /* a separate debug file has the header of the table alone */
    dynamic = core_dynamic(image);
    return ok && dynamic && take_names(dynamic, take, context);
}

/* Reads a section, with a NUL behind it. Returns NULL if there is none. The caller frees. */
static char *read_section(bfd *b, const char *name, size_t *bytes)
{
    asection *s = bfd_get_section_by_name(b, name);
    bfd_byte *contents = NULL;
    char *text;

    if (!s || !(bfd_section_flags(s) & SEC_HAS_CONTENTS) ||
        !bfd_malloc_and_get_section(b, s, &contents)) {
        free(contents);
        return NULL;
    }
    *bytes = (size_t)bfd_section_size(s);
    text = mem_copy_string(NULL, (const char *)contents, *bytes);
    free(contents);
    return text;
}

void core_needed(const struct image *image, void (*take)(void *context, const char *name),
                 void *context)
{
    enum { NEEDED = 1 /* DT_NEEDED of the ELF specification */ };
    bfd *b = image->private_->object.bfd;
    size_t bytes = 0, room = 0, entry = 2 * image->word_bytes;
    LOCAL char *dynamic = read_section(b, ".dynamic", &bytes);
    LOCAL char *names = read_section(b, ".dynstr", &room);

    for (size_t at = 0; dynamic && names && bytes - at >= entry; at += entry) {
        const char *tag = dynamic + at, *value = tag + image->word_bytes;
        bool is_wide = image->word_bytes == 8;
        uint64_t name = is_wide ? bfd_get_64(b, value) : bfd_get_32(b, value);

        if ((is_wide ? bfd_get_64(b, tag) : bfd_get_32(b, tag)) == NEEDED && name < room)
            take(context, names + name);
    }
}
