/* tool_words.h - splits the text of the test tools' small languages into lines and words
 *
 * Role: splits a text into lines and a line into words.  Words are separated by blanks; "..."
 * makes one word of anything (escapes: \" \\ \xNN); # starts a comment.  Numbers are decimal,
 * 0x hexadecimal, and may be negative.  A mistake ends the program with "NAME:LINE: ...".
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef TOOL_WORDS_H
#define TOOL_WORDS_H

#include "tool_buf.h"

struct word {
    char *s;    /* the text, escapes resolved, NUL behind it */
    size_t len; /* bytes, may include NULs */
};

struct words {
    const char *name; /* name of the text, for messages */
    const char *next; /* beginning of the next line */
    const char *end;  /* end of the text */
    unsigned line;    /* number of the current line, from 1 */
    char *room;       /* the words' bytes, reused by every line, owned */
    size_t room_cap;  /* bytes */
    struct word *w;   /* the words of the current line, owned */
    size_t n;         /* number of words */
    size_t cap;       /* room for words */
    size_t at;        /* index of the next word that words_next returns */
};

/* Begins to read TEXT, which stays the caller's and must outlive the reader. */
void words_init(struct words *ws, const char *name, const char *text, size_t len);
void words_release(struct words *ws);

bool words_line(struct words *ws); /* goes to the next line with a word in it; false at the end */
bool words_more(const struct words *ws);
struct word words_next(struct words *ws); /* returns the next word; fatal if the line has none */
const char *words_str(struct words *ws);  /* returns the next word as a string without NULs */
uint64_t words_num(struct words *ws);
uint64_t words_num_max(struct words *ws, uint64_t max);
bool words_take(struct words *ws, const char *keyword); /* skips the keyword if it comes next */
void words_hex(struct words *ws, struct buf *out);      /* appends the next word as hex bytes */
void words_done(struct words *ws);                      /* fatal if words are left */

/* Returns the index of the next word in LIST, which ends with NULL; fatal if the word is not
 * there. */
size_t words_choice(struct words *ws, const char *const *list);

_Noreturn void words_die(const struct words *ws, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends S as a word, in quotes if needed. */
void words_quote(struct buf *out, const char *s, size_t len);

#endif
