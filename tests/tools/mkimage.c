/* mkimage - makes an ELF file from a few lines of text
 *
 * Role: images for the tests: symbols of every kind at any address, without a compiler.
 *
 * Usage:  mkimage [-o FILE] [TEXTFILE]      (default: stdin to stdout)
 *
 * Input: the image language, described in lib/image_text.h; an example:
 *
 *     section .text 0x401000 0x100
 *     sym main 0x401000 0x20
 *     sym helper 0x401020 16 local
 *     sym table 0x401030 local object
 *
 * Output: the ELF file.  Status 0, or 2 with a message.
 *
 * Does not write programs that run: no program headers, no relocations.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image_text.h"

#include <string.h>

int main(int argc, char **argv)
{
    const char *from = "-";
    const char *to = "-";
    struct buf text = {0};
    struct buf image = {0};

    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "-o") == 0 && i + 1 < argc)
            to = argv[++i];
        else if (argv[i][0] == '-' && argv[i][1] != '\0')
            die("usage: mkimage [-o FILE] [TEXTFILE]");
        else
            from = argv[i];
    }
    buf_load(&text, from);
    image_compile(from, (const char *)text.p, text.len, &image);
    buf_save(&image, to);
    buf_release(&image);
    buf_release(&text);
    return 0;
}
