/* run_by_file - puts data files beside each other (--by-file)
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "run_each.h"

static bool print(struct run *u, const struct runs *runs)
{
    struct results *r = &u->results;
    const struct symtab *symtab = &r->program.symtab;
    LOCAL bool *counts = mem_alloc(u->diag, symtab->n, sizeof *counts);
    const struct by_file_choice of = {.n_symbols = symtab->n,
                                      .n_always = r->style.show_unused ? symtab->n_code : 0,
                                      .counts = counts};
    struct by_file by_file;
    bool ok;

    for (uint32_t s = 0; s < symtab->n; s++)
        counts[s] = r->figures.functions[s].in_flat;
    if (!by_file_init(&by_file, (const char *const *)r->facts.inputs.names, r->facts.inputs.n, runs,
                      &of, u->diag))
        return false;
    r->by_file = &by_file;
    r->sample = run_sample(u);
    ok = run_print(u);
    r->by_file = NULL;
    by_file_release(&by_file);
    return ok;
}

bool run_by_file(struct run *u)
{
    struct runs runs = {0};
    bool ok = run_read(u, &u->options->input, false) && run_analyse(u, false) &&
              run_each(&runs, u) && print(u, &runs);

    runs_release(&runs);
    return ok;
}
