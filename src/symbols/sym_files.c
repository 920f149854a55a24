/* sym_files - reads files of symbols, and files that order functions by object
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/sym_files.h"

#include "base/limit.h"
#include "image/core_code.h"

#include <ctype.h>
#include <errno.h>

/* ---- which object file each function is in ---- */

static const char remedy[] = "make a map with: nm --print-file-name *.o > MAP";

static const char blanks[] = " \t\n\v\f\r";

/* Splits one line in place. Returns the defect of the line, or NULL. */
static const char *parse_line(char *line, struct map_entry *entry)
{
    char *colon = strchr(line, ':');
    char *blank;

    if (!colon)
        return "no colon";
    if (colon == line)
        return "no object before the colon";
    *colon = '\0';
    blank = strrchr(colon + 1, ' ');
    if (!blank)
        return "no blank before a function's name";
    *entry = (struct map_entry){.function = blank + 1, .object = line};
    return NULL;
}

/* Reads all lines. Blanks at the start of the first line belong to the object's name. */
static bool parse(struct map_file *m, const char *path, struct diag *d)
{
    static const char no_symbols[] = "No symbols in ";
    const char *previous = NULL;
    size_t pos = 0;
    char *line;

    for (size_t number = 1; (line = file_next_line(&m->text, &pos, '\n')); number++) {
        struct map_entry entry;
        const char *wrong;

        line += number > 1 ? strspn(line, blanks) : 0;
        if ((number > 1 && !*line) || strncmp(line, no_symbols, sizeof no_symbols - 1) == 0)
            continue;
        wrong = parse_line(line, &entry);
        if (wrong)
            return diag_error(d, path, "line %zu is not OBJECT:ADDRESS TYPE FUNCTION: %s; %s",
                              number, wrong, remedy);
        entry.number = m->n_entries;
        entry.is_first = !previous || strcmp(previous, entry.object) != 0;
        previous = entry.object;
        *mem_push(d, m->entries, m->n_entries, m->cap) = entry;
    }
    return true;
}

static int by_function(const void *left, const void *right)
{
    const struct map_entry *l = left, *r = right;
    int order = strcmp(l->function, r->function);

    return order ? order : l->number < r->number ? -1 : 1;
}

bool map_file_read(struct map_file *m, const char *path, struct diag *d)
{
    *m = (struct map_file){0};
    limit_add_file(path);
    if (!file_read_all(&m->text, path, remedy, d) || !parse(m, path, d))
        return false;
    if (m->n_entries == 0)
        return diag_error(d, path, "the map has no entry; %s", remedy);
    qsort(m->entries, m->n_entries, sizeof *m->entries, by_function);
    return true;
}

const struct map_entry *map_file_find(const struct map_file *m, const char *function)
{
    size_t low = 0, high = m->n_entries;

    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(function, m->entries[middle].function);
        if (order == 0)
            return &m->entries[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

void map_file_release(struct map_file *m)
{
    free(m->entries);
    file_bytes_release(&m->text);
    *m = (struct map_file){0};
}

/* ---- symbols in place of the image's ---- */

/* Reads a hexadecimal word; moves *p past it. Returns false for any other word, and for more than
 * 64 bits. */
static bool take_address(char **p, uint64_t *address)
{
    if (!isxdigit((unsigned char)**p))
        return false;
    errno = 0;
    *address = strtoull(*p, p, 16);
    return errno == 0 && **p && strchr(blanks, **p);
}

/* Reads one line into `symbol`; the name is cut off in place. */
static bool parse_symbol(char *line, struct image_symbol *symbol)
{
    char *p = line + strspn(line, blanks), *name;

    if (!take_address(&p, &symbol->address))
        return false;
    p += strspn(p, blanks);
    if (*p != 'T' && *p != 't')
        return false;
    symbol->is_local = *p == 't';
    symbol->is_function = true;
    name = p + 1 + strspn(p + 1, blanks);
    name[strcspn(name, blanks)] = '\0';
    symbol->name = name;
    return *name != '\0';
}

bool ext_syms_read(struct ext_syms *e, const char *path, const struct image *image, struct diag *d)
{
    static const char how[] = "name a file of symbols after -S: nm PROGRAM > FILE";
    const uint64_t tags = machine_tag_bits(image->isa.machine);
    size_t pos = 0;
    char *line;

    *e = (struct ext_syms){.path = path};
    limit_add_file(path);
    if (!file_read_all(&e->text, path, how, d))
        return false;
    while ((line = file_next_line(&e->text, &pos, '\n'))) {
        struct image_symbol symbol = {0};

        if (!parse_symbol(line, &symbol))
            continue;
        symbol.is_compressed = (symbol.address & tags) != 0;
        symbol.address &= ~tags;
        symbol.section_end = core_section_end(image, symbol.address);
        *mem_push(d, e->symbols, e->n_symbols, e->cap) = symbol;
    }
    if (e->n_symbols == 0)
        return diag_error(d, path,
                          "file has no symbols; it must hold lines 'ADDRESS T NAME', as nm prints "
                          "them");
    return true;
}

void ext_syms_release(struct ext_syms *e)
{
    free(e->symbols);
    file_bytes_release(&e->text);
    *e = (struct ext_syms){0};
}
