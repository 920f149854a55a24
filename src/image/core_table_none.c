/* core_table_none - replaces core_table.c if libelf is absent: libbfd reads all symbols
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_table.h"

bool core_open_table(struct object *o, struct diag *d)
{
    return core_read_table(o, d);
}

bool core_read_all(struct object *o, struct diag *d)
{
    return core_read_table(o, d);
}

void core_close_table(struct object *o)
{
    (void)o;
}

const asymbol *core_walk_next(struct symbol_walk *w)
{
    return w->next < w->object->table_length ? w->object->table[w->next++] : NULL;
}
