/* gmondump - print a profile data file as text
 *
 * Role: the reverse of mkgmon: gmon.out, gmon.sum and BSD files become the text that mkgmon turns
 * into the same bytes again.
 *
 * Usage:  gmondump [-w 32|64] [-e little|big] [FILE]      (default: stdin)
 *
 * Output: text in the data-file language (lib/gmon_text.h).  Without -w or -e the reading that
 * makes most sense is taken.  What makes no sense comes as raw statements.  Status 0, or 2 with a
 * message.
 *
 * Does not check a file: any file at all is printed.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"

#include <string.h>

int main(int argc, char **argv)
{
    const char *from = "-";
    struct gmon_shape shape = {0, -1};
    struct buf data = {0};
    struct buf text = {0};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-w") == 0 && i + 1 < argc)
            shape.width = strcmp(argv[++i], "32") == 0 ? 32 : 64;
        else if (strcmp(argv[i], "-e") == 0 && i + 1 < argc)
            shape.big = strcmp(argv[++i], "big") == 0;
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            die("usage: gmondump [-w 32|64] [-e little|big] [FILE]");
        else
            from = argv[i];
    }
    buf_load(&data, from);
    gmon_dump(data.p, data.len, shape, &text);
    buf_save(&text, "-");
    buf_release(&text);
    buf_release(&data);
    return 0;
}
