/* line_rows - lists the rows of an image with libdw, or with libbfd if libdw cannot
 *
 * libbfd cannot list a line table, and a question may cost any time and memory: it reads the debug
 * information anew as often as a file refers to it. Therefore another process asks, which may use
 * no more than the size of the files allows. What it has not answered until then is missing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "lines/line_rows.h"

#include "base/limited.h"
#include "base/mem.h"
#include "base/search.h"
#include "base/trace.h"
#include "image/core_code.h"
#include "image/core_debug.h"
#include "lines/line_sweep.h"

#include <errno.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

/* What precedes the texts of an answer. */
struct answer {
    uint64_t address;
    unsigned line;
    size_t file, function; /* bytes of the texts that follow; 0: there is none */
};

/* ---- the process that asks ---- */

/* State of the process that asks. */
struct asker {
    const struct image *image;
    struct image_line last; /* the last answer */
    uint64_t left;          /* questions that may still be asked */
    FILE *to;
};

/* Asks for the line of an address, and writes the answer unless it is the last one. */
static void ask(struct asker *k, uint64_t address)
{
    struct image_line line = {0};
    struct answer a = {.address = address};

    if (!core_line(k->image, address, &line) && core_line_lacked_memory())
        limited_end(false);
    if (line.line == k->last.line && line.file == k->last.file && line.function == k->last.function)
        return;
    a.line = line.line;
    k->last = line;
    line.file = line.file ? line.file : "";
    line.function = line.function ? line.function : "";
    a.file = strlen(line.file);
    a.function = strlen(line.function);
    if (fwrite(&a, sizeof a, 1, k->to) != 1 || fwrite(line.file, 1, a.file, k->to) != a.file ||
        fwrite(line.function, 1, a.function, k->to) != a.function)
        limited_end(false);
}

/* Asks for each address of [start, end). The sizes of sections may be wrong, and their addresses
 * far apart. Therefore gaps are skipped, and the number of questions is limited to the file's
 * bytes. */
static void ask_each(struct asker *k, uint64_t start, uint64_t end)
{
    uint64_t address = start, stop;

    while (k->left > 0 && core_next_code(k->image, address, &address, &stop) && address < end) {
        for (; address < stop && address < end && k->left > 0; address++, k->left--)
            ask(k, address);
        if (address < end)
            ask(k, address); /* of no code: it has no line */
    }
}

static _Noreturn void answer_all(const struct image *image, const struct line_request *request,
                                 int to)
{
    struct asker k = {.image = image, .left = image->file_size, .to = fdopen(to, "w")};

    if (!k.to)
        limited_end(false);
    for (size_t i = 0; i < request->n_places; i++)
        ask(&k, request->places[i]);
    if (!request->places)
        ask_each(&k, request->start, request->end);
    limited_end(fflush(k.to) == 0);
}

/* ---- the process that reads the answers ---- */

/* Reads a text of `bytes` bytes, which `rows` keeps. Returns NULL if there is none. */
static const char *take_text(struct line_rows *rows, size_t bytes, FILE *from, struct diag *d)
{
    LOCAL char *text = bytes > 0 ? mem_alloc(d, bytes + 1, 1) : NULL;
    uint32_t number = TEXT_MAP_NONE;

    if (text && fread(text, 1, bytes, from) == bytes)
        number = text_map_add(&rows->texts, text, d);
    return number == TEXT_MAP_NONE ? NULL : rows->texts.texts[number];
}

static void take_answers(struct line_rows *rows, FILE *from, struct diag *d)
{
    struct answer a;

    while (!rows->budget->is_spent && fread(&a, sizeof a, 1, from) == 1) {
        struct line_row row = {.address = a.address, .line = a.line};

        row.file = take_text(rows, a.file, from, d);
        row.file = a.file <= LINE_PATH_MAX ? row.file : NULL;
        row.function = take_text(rows, a.function, from, d);
        line_rows_add(rows, &row, d);
    }
}

/* Waits until the process ends. Returns true if it has answered all. */
static bool has_answered(pid_t process)
{
    int status;

    while (waitpid(process, &status, 0) < 0)
        if (errno != EINTR)
            return false;
    return WIFEXITED(status) && WEXITSTATUS(status) == EXIT_SUCCESS;
}

/* Appends the rows that are asked for, as libbfd tells them. If that costs more than the size of
 * the files allows, spends the image's budget, and leaves the other rows out. Fails after
 * reporting. */
static bool ask_for_rows(struct line_rows *rows, const struct image *image,
                         const struct line_request *request, struct diag *d)
{
    static const char remedy[] = "source lines are read by a process of their own";
    enum { PERCENT = 60 }; /* of the time of a report */
    int ends[2];
    pid_t gprof = getpid(), process;
    FILE *from;

    if (!core_open_lines(image, d))
        return false;
    if (pipe(ends) != 0)
        return diag_system(d, image->path, errno, remedy);
    process = fork();
    if (process == 0) {
        limited_begin(gprof, image->bytes, PERCENT);
        close(ends[0]);
        signal(SIGPIPE, SIG_DFL); /* ends this process when gprof reads no more */
        answer_all(image, request, ends[1]);
    }
    close(ends[1]);
    from = process > 0 ? fdopen(ends[0], "r") : NULL;
    if (!from) {
        close(ends[0]);
        return diag_system(d, image->path, errno, remedy);
    }
    take_answers(rows, from, d);
    fclose(from);
    if (!has_answered(process)) {
        budget_take(image->line_budget, UINT64_MAX);
        if (rows->n > 0)
            line_rows_add(rows, &(struct line_row){.address = rows->at[rows->n - 1].address + 1},
                          d);
    }
    return true;
}

/* ---- rows ---- */

const struct line_row *line_rows_at(const struct line_rows *rows, uint64_t address)
{
    size_t low = count_up_to(rows->at, rows->n, sizeof *rows->at, address);

    return low > 0 && rows->at[low - 1].file ? &rows->at[low - 1] : NULL;
}

void line_rows_release(struct line_rows *rows)
{
    free(rows->at);
    line_source_release(rows->source);
    text_map_release(&rows->texts);
    *rows = (struct line_rows){0};
}

static void trace_rows(const struct line_rows *rows, const struct diag *d)
{
    for (size_t i = 0; i < rows->n; i++) {
        const struct line_row *row = &rows->at[i];

        if (row->file)
            trace_line(d, "line_rows_read", "from 0x%" PRIx64 " on: %s:%u, in %s", row->address,
                       row->file, row->line, row->function ? row->function : "no known function");
        else
            trace_line(d, "line_rows_read", "from 0x%" PRIx64 " on: no line", row->address);
    }
}

bool line_rows_read(struct line_rows *rows, const struct image *image,
                    const struct line_request *request, struct diag *d)
{
    bool ok;

    *rows = (struct line_rows){.budget = image->line_budget};
    if ((request->places && request->n_places == 0) || !core_has_lines(image))
        return true;
    ok = (!image->relocatable && line_rows_list(rows, image, request, d)) ||
         ask_for_rows(rows, image, request, d);
    budget_warn(image->line_budget, d, core_debug_path(image), "lines");
    if (ok && !request->places && trace_on(d, TRACE_IMAGE))
        trace_rows(rows, d);
    return ok;
}
