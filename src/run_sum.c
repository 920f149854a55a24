/* run_sum - adds up data files (--sum), and makes no report
 *
 * No symbol is needed, but only the target that the program was compiled for.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run.h"

bool run_sum(struct run *u)
{
    const struct options *o = u->options;
    struct merge_request files = {0};

    return run_open_image(u, o->input.image) && run_list_data(u, &o->input.files) &&
           run_read_data(u, &files);
}
