/* cursor - bounded reading of binary data in a given byte order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/cursor.h"

#include <string.h>

void cursor_skip_string(struct cursor *c)
{
    const uint8_t *end =
        c->failed || cursor_left(c) == 0 ? NULL : memchr(c->data + c->pos, '\0', cursor_left(c));

    if (end)
        c->pos = (size_t)(end - c->data) + 1;
    else
        c->failed = true;
}
