/* mkdump - prints a file as the lines of text in which a device without files sends it
 *
 * Usage:  mkdump hex|base64 [BYTES [BEFORE [BEHIND]]] <FILE
 *
 * BYTES a line (default: 32); BEFORE stands in front of each line, BEHIND ends it (default: a
 * newline).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "dump_lines.h"

#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
    struct buf file = {0}, text = {0};

    if (argc < 2)
        die("usage: mkdump hex|base64 [BYTES [BEFORE [BEHIND]]] <FILE");
    buf_load(&file, "-");
    dump_lines(&text, file.p, file.len, strcmp(argv[1], "base64") == 0,
               argc > 2 ? strtoul(argv[2], NULL, 10) : 32, argc > 3 ? argv[3] : "",
               argc > 4 ? argv[4] : "\n");
    buf_save(&text, "-");
    buf_release(&file);
    buf_release(&text);
    return 0;
}
