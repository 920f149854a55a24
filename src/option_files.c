/* option_files - puts words that stand in files into the command line, as @FILE asks for
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "option_files.h"

#include "base/budget.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/pair_map.h"

#include <libiberty.h>
#include <limits.h>
#include <sys/stat.h>

/* The words of a file, or of the command line. */
struct level {
    char **words; /* ended by NULL; owned, and each word from `next' on */
    size_t next;  /* number of the word that is the next one */
};

struct expansion {
    struct level *levels; /* the command line, and each file whose words are being taken; owned */
    size_t n_levels, levels_cap;
    char **words; /* words so far; owned */
    size_t n_words, words_cap;
    struct pair_map seen; /* files by device and inode */
    struct budget again;  /* what reading files again may cost, in bytes */
};

static void begin_level(struct expansion *e, char **words, struct diag *d)
{
    *mem_push(d, e->levels, e->n_levels, e->levels_cap) = (struct level){.words = words};
}

static void end_level(struct expansion *e)
{
    struct level *last = &e->levels[--e->n_levels];

    for (char **word = last->words + last->next; *word; word++)
        free(*word);
    free(last->words);
}

/* Begins the words of a file. Sets `*is_file`, and returns false, after reporting, on failure. */
static bool begin_file(struct expansion *e, const char *path, bool *is_file, struct diag *d)
{
    enum { TO_OPEN = 100 /* cost of reading an empty file */ };
    LOCAL_BY(file_bytes_release) struct file_bytes file = {0};
    struct stat st;
    char *text;

    *is_file = stat(path, &st) == 0 && (S_ISREG(st.st_mode) || S_ISDIR(st.st_mode));
    if (*is_file && S_ISDIR(st.st_mode))
        return diag_error(d, path, "is a directory, not a file of words; name a file behind @");
    if (*is_file && pair_map_find(&e->seen, st.st_dev, st.st_ino) != PAIR_MAP_NONE &&
        !budget_take(&e->again, (uint64_t)st.st_size + TO_OPEN))
        return diag_error(d, path, "is read again and again; let no file of words name itself");
    *is_file = *is_file && file_read_all(&file, path, NULL, NULL);
    if (*is_file) {
        pair_map_add(&e->seen, st.st_dev, st.st_ino, d);
        file.data[file.size] = '\0';
        /* buildargv makes a word of blanks alone */
        text = (char *)file.data + strspn((char *)file.data, " \t\n\v\f\r");
        begin_level(e, *text ? buildargv(text) : mem_alloc(d, 1, sizeof(char *)), d);
    }
    return true;
}

char **option_files_expand(int *argc, char **argv, struct diag *d)
{
    struct expansion e = {.again = {.left = 1 << 20}};
    bool ok = true, is_file;

    begin_level(&e, dupargv(argv), d);
    while (ok && e.n_levels > 0) {
        struct level *last = &e.levels[e.n_levels - 1];
        char *word = last->words[last->next];

        if (!word) {
            end_level(&e);
            continue;
        }
        last->next++;
        is_file = false;
        if (*word == '@' && e.n_words > 0) /* the first word names the program */
            ok = begin_file(&e, word + 1, &is_file, d);
        if (ok && !is_file) {
            if (e.n_words == INT_MAX)
                mem_too_many(d, INT_MAX);
            *mem_push(d, e.words, e.n_words, e.words_cap) = word;
        } else {
            free(word);
        }
    }
    while (e.n_levels > 0)
        end_level(&e);
    free(e.levels);
    pair_map_release(&e.seen);
    *argc = (int)e.n_words;
    *mem_push(d, e.words, e.n_words, e.words_cap) = NULL;
    if (ok)
        return e.words;
    freeargv(e.words);
    return NULL;
}
