/* grid - holds the tables of a report, for the writers of each form
 *
 * Role: a report describes its tables once, by a function that fills a row: with values under keys,
 * for programs, and with texts under the titles of columns, for people. A writer for each form
 * makes a document of them: text, CSV or JSON; a page takes single tables. Rows are made when they
 * are written, so a table of millions of rows takes no memory, except as text.
 *
 *     static const struct grid_column columns[] = {{"time"}, {"file", .kind = COLUMN_NAME}};
 *
 *     static bool fill(const void *context, size_t number, struct grid_row *row)
 *     {
 *         const struct item *item = ...;
 *
 *         grid_u64(row, "time_ns", "time", item->ns);
 *         sink_fixed(&row->text, (double)item->ns / 1e9, 0, 2);
 *         grid_end_cell(row);
 *         grid_string(row, "file", "file", item->file);
 *         utf8_put_text(&row->text, item->file);
 *         grid_end_cell(row);
 *         return true;
 *     }
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#ifndef VIEW_GRID_H
#define VIEW_GRID_H

#include "base/sink.h"
#include "names/name_parts.h"

enum { GRID_VALUES = 32, GRID_COLUMNS = 12 };

/* ---- what a row holds ---- */

enum grid_kind {
    GRID_NONE, /* not known: null in JSON, empty in CSV */
    GRID_BOOL,
    GRID_U64,
    GRID_I64,
    GRID_NUMBER, /* a number with decimals */
    GRID_STRING,
    GRID_OBJECT, /* begins an object of JSON, which has the values up to GRID_END */
    GRID_END
};

/* A value for programs. */
struct grid_value {
    const char *csv, *json; /* keys; NULL: the form does not have the value */
    enum grid_kind kind;
    unsigned decimals; /* of a number */
    union {
        uint64_t u64; /* a bool, too; 0 of GRID_OBJECT: null stands for it */
        int64_t i64;
        double number;
        const char *text; /* any bytes; not owned; valid until the row is written */
    } is;
};

/* A text for people. */
struct grid_cell {
    size_t end;              /* end of the text in grid_row.text */
    const char *name;        /* name of a function, in front of the text; NULL: none; not owned;
                              * valid until the table is written */
    enum name_syntax syntax; /* syntax of the name */
    unsigned indent;         /* blanks in front of the name */
};

/* All rows of a table have the same keys, and a cell for each column. */
struct grid_row {
    struct grid_value values[GRID_VALUES];
    size_t n_values;
    struct grid_cell cells[GRID_COLUMNS];
    size_t n_cells;
    struct sink text; /* texts of the cells, without unsafe characters */
    bool for_people;  /* the row is to have cells, and may lack values; else the reverse */
    double heat;      /* percentage that the row has a colour for */
};

/* ---- tables ---- */

enum column_kind {
    COLUMN_NUMBER, /* to the right */
    COLUMN_WORD,   /* to the left */
    COLUMN_TEXT,   /* to the left, and cut if the lines would be too long */
    COLUMN_NAME    /* likewise; takes the room that other columns leave; a table has one at most */
};

/* A column for people. */
struct grid_column {
    const char *title; /* title; NULL: the table does not have the column */
    enum column_kind kind;
    const char *gap;    /* text in front of the column; NULL: two blanks, except for the first */
    const char *narrow; /* title if the column is narrower than `title`; NULL: the title is cut */
    bool is_joined;     /* the title of the column before is for both */
    unsigned dropped;   /* if lines are too long, columns are dropped in the order of these numbers,
                         * equal ones together; 0: never */
    unsigned least;     /* least width, in columns of a terminal */
    unsigned most;      /* width of the widest cell that counts for the width; 0: all count */
};

struct grid {
    const struct grid_column *columns; /* at most GRID_COLUMNS */
    size_t n_columns;                  /* 0: only programs have the table */
    size_t n_rows;
    /* Puts cells or values into an empty row, as row->for_people says. Returns false if there is no
     * such row. */
    bool (*fill)(const void *context, size_t number, struct grid_row *row);
    const void *context; /* argument of all functions */
    const char *list;    /* key of the JSON list of rows; NULL: the values of the one row are
                          * members of the document */
    /* of text; each may be NULL */
    void (*above)(const void *context, struct sink *out);   /* prints lines above the table */
    void (*caption)(const void *context, struct sink *out); /* prints the words of a line above it,
                                                             * without unsafe characters */
    void (*below)(const void *context, struct sink *out);   /* prints lines below the table */
    /* Prints what tells the function of a row, behind its full name. `is_shared` means that another
     * row has the same name. */
    void (*tell)(const void *context, size_t number, bool is_shared, struct sink *out);
};

/* Initialises the columns of a grid with an array. */
#define GRID_HAS(array) .columns = (array), .n_columns = sizeof(array) / sizeof *(array)

struct grid_document {
    const struct grid *grids;
    size_t n;
    const char *csv; /* keys of CSV in their order, between commas: all tables that have the first
                      * one are one table there */
    /* of text */
    size_t columns;  /* columns of a line; 0: no limit */
    size_t page;     /* columns of the lines around the tables; 0: no limit */
    bool has_colour; /* a row has the colour of its heat */
    size_t pair;     /* number of a table that stands beside the next one if both fit; 0: none */
};

/* Writes a document. The memory of grid_text grows with its longest table. O(cells). */
typedef void grid_writer(const struct grid_document *document, struct sink *out, struct diag *d);

/* The writers of documents. grid_json writes the lists in the order of the tables. */
grid_writer grid_text, grid_csv, grid_json;

/* Empties the row and fills it. Returns false if there is no such row. */
bool grid_fill(const struct grid *g, size_t number, bool for_people, struct grid_row *row);

void grid_row_release(struct grid_row *row);

/* Writes the text of a cell, whole and without unsafe characters. */
void grid_put_cell(const struct grid_row *row, size_t column, struct sink *out);

/* Ends the cell that was written into row->text. */
void grid_end_cell(struct grid_row *row);

/* Likewise, with the name of a function in front of it. */
void grid_end_name(struct grid_row *row, const char *name, enum name_syntax syntax);

/* Puts blanks in front of the name of the cell that was ended last. */
void grid_indent(struct grid_row *row, unsigned blanks);

/* ---- values; inline, since exports have many million ---- */

static inline struct grid_value *grid_add(struct grid_row *row, const char *csv, const char *json,
                                          enum grid_kind kind)
{
    struct grid_value *value = &row->values[row->n_values++];

    value->csv = csv;
    value->json = json;
    value->kind = kind;
    return value;
}

static inline void grid_bool(struct grid_row *row, const char *csv, const char *json, bool value)
{
    grid_add(row, csv, json, GRID_BOOL)->is.u64 = value;
}

static inline void grid_u64(struct grid_row *row, const char *csv, const char *json, uint64_t value)
{
    grid_add(row, csv, json, GRID_U64)->is.u64 = value;
}

static inline void grid_i64(struct grid_row *row, const char *csv, const char *json, int64_t value)
{
    grid_add(row, csv, json, GRID_I64)->is.i64 = value;
}

/* Puts an integer, or none unless it is known. */
static inline void grid_known(struct grid_row *row, const char *csv, const char *json,
                              bool is_known, uint64_t value)
{
    grid_add(row, csv, json, is_known ? GRID_U64 : GRID_NONE)->is.u64 = value;
}

static inline void grid_number(struct grid_row *row, const char *csv, const char *json,
                               bool is_known, double value, unsigned decimals)
{
    struct grid_value *to = grid_add(row, csv, json, is_known ? GRID_NUMBER : GRID_NONE);

    to->is.number = value;
    to->decimals = decimals;
}

/* Puts a text, or none if it is NULL. */
static inline void grid_string(struct grid_row *row, const char *csv, const char *json,
                               const char *text)
{
    grid_add(row, csv, json, text ? GRID_STRING : GRID_NONE)->is.text = text;
}

/* Begins an object of JSON, or puts null in place of it and its values unless it is known. */
static inline void grid_object(struct grid_row *row, const char *json, bool is_known)
{
    grid_add(row, NULL, json, GRID_OBJECT)->is.u64 = is_known;
}

static inline void grid_end(struct grid_row *row)
{
    grid_add(row, NULL, NULL, GRID_END);
}

#endif
