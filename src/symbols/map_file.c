/* map_file - which object file each function is in (--file-ordering)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "symbols/map_file.h"

#include "base/mem.h"

#include <stdlib.h>
#include <string.h>

static const char remedy[] = "make a map with: nm --print-file-name *.o > MAP";

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

/* Split one line, which is NUL-terminated, in place. Returns what is wrong with it, or NULL. */
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

/* Read all lines; blanks at the start of the first one belong to the object's name. */
static bool parse(struct map_file *m, const char *path, struct diag *d)
{
    static const char no_symbols[] = "No symbols in ";
    char *line = (char *)m->text.data, *end = line + m->text.size, *next;
    const char *previous = NULL;
    size_t number = 0;

    *end = '\0'; /* there is room, see struct file_bytes */
    for (; line < end; line = next) {
        struct map_entry entry;
        const char *wrong;
        char *stop = memchr(line, '\n', (size_t)(end - line));

        if (!stop)
            stop = end;
        *stop = '\0';
        next = stop + 1;
        while (number > 0 && is_blank(*line))
            line++;
        if (number++ > 0 && !*line)
            continue;
        if (strncmp(line, no_symbols, sizeof no_symbols - 1) == 0)
            continue;
        wrong = parse_line(line, &entry);
        if (wrong)
            return diag_error(d, path, "line %zu is not OBJECT:ADDRESS TYPE FUNCTION: %s; %s",
                              number, wrong, remedy);
        entry.number = m->n_entries;
        entry.is_first = !previous || strcmp(previous, entry.object) != 0;
        previous = entry.object;
        m->entries = mem_grow(d, m->entries, &m->cap, m->n_entries + 1, sizeof entry);
        m->entries[m->n_entries++] = entry;
    }
    return true;
}

static int by_function(const void *left, const void *right)
{
    const struct map_entry *l = left, *r = right;
    int order = strcmp(l->function, r->function);

    return order ? order : l->number < r->number ? -1 : 1;
}

static int by_name(const void *left, const void *right)
{
    return strcmp(*(const char *const *)left, *(const char *const *)right);
}

/* Fills the list of distinct objects. */
static void list_objects(struct map_file *m, struct diag *d)
{
    size_t n = 0;

    m->objects = mem_alloc(d, m->n_entries, sizeof *m->objects);
    for (size_t i = 0; i < m->n_entries; i++)
        m->objects[i] = m->entries[i].object;
    qsort(m->objects, m->n_entries, sizeof *m->objects, by_name);
    for (size_t i = 0; i < m->n_entries; i++)
        if (n == 0 || strcmp(m->objects[n - 1], m->objects[i]) != 0)
            m->objects[n++] = m->objects[i];
    m->n_objects = n;
}

bool map_file_read(struct map_file *m, const char *path, struct diag *d)
{
    *m = (struct map_file){0};
    if (!file_read_all(&m->text, path, remedy, d) || !parse(m, path, d))
        return false;
    if (m->n_entries == 0)
        return diag_error(d, path, "the map has no entry; %s", remedy);
    qsort(m->entries, m->n_entries, sizeof *m->entries, by_function);
    list_objects(m, d);
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

size_t map_file_object(const struct map_file *m, const char *object)
{
    const char **found = bsearch(&object, m->objects, m->n_objects, sizeof *m->objects, by_name);

    return (size_t)(found - m->objects);
}

void map_file_release(struct map_file *m)
{
    free(m->entries);
    free(m->objects);
    file_bytes_release(&m->text);
    *m = (struct map_file){0};
}
