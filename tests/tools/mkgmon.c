/* mkgmon - makes a profile data file from a few lines of text
 *
 * Role: data files for the tests: every format, width and byte order, sound or broken.
 *
 * Usage:  mkgmon [-o FILE] [TEXTFILE]      (default: stdin to stdout)
 *
 * Input: the data-file language, described in lib/gmon_text.h; an example:
 *
 *     magic
 *     hist 0x401000 0x401100 64 100 seconds s
 *     bin 0 12
 *     bin 5 3 4 5
 *     arc 0x401008 0x401020 7
 *
 * Output: the data file.  Status 0, or 2 with a message.
 *
 * Does not know symbols: addresses are numbers.  The reverse is gmondump.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "gmon_text.h"

#include <string.h>

int main(int argc, char **argv)
{
    const char *from = "-";
    const char *to = "-";
    struct buf text = {0};
    struct buf data = {0};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            to = argv[++i];
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            die("usage: mkgmon [-o FILE] [TEXTFILE]");
        else
            from = argv[i];
    }
    buf_load(&text, from);
    gmon_compile(from, (const char *)text.p, text.len, &data);
    buf_save(&data, to);
    buf_release(&data);
    buf_release(&text);
    return 0;
}
