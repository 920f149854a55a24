/* file_name.c - the name of the data file
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/file_name.h"
#include "runtime/core/os.h"
#include "runtime/core/state.h"
#include "runtime/core/text.h"

/* One letter behind a %; sets *has_pid where the text tells processes apart. */
static size_t put_field(char *to, size_t size, char letter, bool *has_pid)
{
    switch (letter) {
    case 'p':
        *has_pid = true;
        return gm_text(to, size, "%u", (uint64_t)gm.pid);
    case 'h':
        return gm_host_name(to, size);
    case 'e':
        return gm_program_name(to, size);
    case 't':
        return gm_text(to, size, "%u", gm.time_start);
    case 'r':
        return gm_text(to, size, "%s", gm.opt.rank[0] != 0 ? gm.opt.rank : "0");
    case '%':
        return gm_text(to, size, "%s", "%");
    default: {
        const char text[2] = {letter, 0};
        return gm_text(to, size, "%%%s", text);
    }
    }
}

/* Where the name does not tell a child from its parent, the process number is put behind it. */
void gm_file_name(char *to, size_t size)
{
    const char *s = gm.opt.has_template ? gm.opt.path : "gmon.out";
    bool has_pid = false;
    size_t n = 0;

    if (gm.opt.has_prefix) {
        gm_text(to, size, "%s.%u", gm.opt.path, (uint64_t)gm.pid);
        return;
    }
    for (; *s != 0 && n + 1 < size; s++) {
        if (*s == '%' && s[1] != 0)
            n += put_field(to + n, size - n, *++s, &has_pid);
        else
            to[n++] = *s;
    }
    to[n] = 0;
    if (!gm.opt.has_template && gm.opt.is_one_of_many)
        n += gm_text(to + n, size - n, ".%s", gm.opt.rank);
    if (gm.pid != gm.first_pid && !has_pid)
        gm_text(to + n, size - n, ".%u", (uint64_t)gm.pid);
}
