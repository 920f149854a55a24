/* ext_syms - symbols from a text file instead of the image (--external-symbol-table)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/ext_syms.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static char *skip_blanks(char *p)
{
    while (is_blank(*p))
        p++;
    return p;
}

static int hex_digit(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* Read a hexadecimal word; moves *p past it. False for any other word and for more than 64 bits. */
static bool take_address(char **p, uint64_t *address)
{
    char *digits = *p;

    if (digits[0] == '0' && (digits[1] == 'x' || digits[1] == 'X'))
        digits += 2;
    *address = 0;
    for (*p = digits; hex_digit(**p) >= 0; ++*p) {
        if (*address >> 60)
            return false;
        *address = *address << 4 | (uint64_t)hex_digit(**p);
    }
    return *p > digits && is_blank(**p);
}

/* Read one line, which is NUL-terminated, into `symbol`; the name is cut off in place. */
static bool parse_line(char *line, struct image_symbol *symbol)
{
    char *p = skip_blanks(line), *name;

    if (!take_address(&p, &symbol->address))
        return false;
    p = skip_blanks(p);
    if (*p != 'T' && *p != 't')
        return false;
    symbol->is_local = *p == 't';
    symbol->is_function = true;
    name = skip_blanks(p + 1);
    for (p = name; *p && !is_blank(*p);)
        p++;
    *p = '\0';
    symbol->name = name;
    return *name != '\0';
}

bool ext_syms_read(struct ext_syms *e, const char *path, const struct image *image, struct diag *d)
{
    static const char remedy[] = "name a file of symbols after -S: nm PROGRAM > FILE";
    const uint64_t tags = machine_tag_bits(image->isa.machine);
    char *line, *end;

    *e = (struct ext_syms){.path = path};
    if (!file_read_all(&e->text, path, remedy, d))
        return false;
    /* there is room for a NUL, see struct file_bytes */
    line = (char *)e->text.data;
    end = line + e->text.size;
    *end = '\0';
    while (line < end) {
        struct image_symbol symbol = {0};
        char *stop = memchr(line, '\n', (size_t)(end - line));

        if (!stop)
            stop = end;
        *stop = '\0';
        if (parse_line(line, &symbol)) {
            symbol.is_compressed = (symbol.address & tags) != 0;
            symbol.address &= ~tags;
            symbol.section_end = core_section_end(image, symbol.address);
            e->symbols = mem_grow(d, e->symbols, &e->cap, e->n_symbols + 1, sizeof symbol);
            e->symbols[e->n_symbols++] = symbol;
        }
        line = stop + 1;
    }
    if (e->n_symbols == 0)
        return diag_error(d, path,
                          "file has no symbols; it must hold lines `ADDRESS T NAME', as nm prints "
                          "them");
    return true;
}

void ext_syms_release(struct ext_syms *e)
{
    free(e->symbols);
    file_bytes_release(&e->text);
    *e = (struct ext_syms){0};
}
