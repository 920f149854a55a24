/* sqlite.c - a large real program: prints "sqlite SECONDS" for inserts and joins in memory
 *
 * Use: sqlite [N]    compiled together with sqlite3.c, which is not part of this project
 *
 * Puts 100,000 rows into two tables, then joins and groups them. Prints the CPU time of that. With
 * N it does all of this N times, and prints what came of the queries: the same in each run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "sqlite3.h"

enum { ROWS = 50000 }; /* of each table */

static unsigned answers, sum; /* values that the queries gave, and a checksum of them */

static double now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static int on_row(void *unused, int columns, char **values, char **names)
{
    (void)unused;
    (void)names;
    for (int i = 0; i < columns; i++) {
        answers++;
        for (const char *c = values[i] != NULL ? values[i] : ""; *c != '\0'; c++)
            sum = sum * 31 + (unsigned char)*c;
    }
    return 0;
}

static int insert(sqlite3 *db, const char *sql)
{
    sqlite3_stmt *s;
    unsigned x = 1;
    int status = sqlite3_prepare_v2(db, sql, -1, &s, NULL);

    for (int i = 0; i < ROWS && status == SQLITE_OK; i++) {
        char name[32];
        x = x * 1103515245U + 12345U;
        snprintf(name, sizeof name, "row %u", x >> 8);
        sqlite3_bind_int(s, 1, i);
        sqlite3_bind_int(s, 2, (int)(x >> 16) % 1000);
        sqlite3_bind_text(s, 3, name, -1, SQLITE_TRANSIENT);
        if (sqlite3_step(s) != SQLITE_DONE)
            status = SQLITE_ERROR;
        sqlite3_reset(s);
    }
    sqlite3_finalize(s);
    return status;
}

static int work(sqlite3 *db)
{
    static const char *const before = "create table a(id integer primary key, part int, name text);"
                                      "create table b(id integer primary key, part int, name text);"
                                      "create index part_of_a on a(part); begin;";
    static const char *const after =
        "commit; select count(*), max(a.name || b.name) from a join b on a.id = b.id;"
        "select a.part, count(*), min(b.name) from a join b on b.id = a.id * 7 % 50000"
        " where a.name > b.name group by a.part order by 2 desc;"
        "select sum(b.part) from b join a on a.part = b.part where b.id < 2000;";
    int status = sqlite3_exec(db, before, NULL, NULL, NULL);

    if (status == SQLITE_OK)
        status = insert(db, "insert into a values(?, ?, ?)");
    if (status == SQLITE_OK)
        status = insert(db, "insert into b values(?, ?, ?)");
    if (status == SQLITE_OK)
        status = sqlite3_exec(db, after, on_row, NULL, NULL);
    return status;
}

int main(int argc, char **argv)
{
    double start = now();
    long times = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
    sqlite3 *db;

    for (long i = 0; i < times; i++) {
        if (sqlite3_open(":memory:", &db) != SQLITE_OK || work(db) != SQLITE_OK) {
            fprintf(stderr, "sqlite: %s\n", sqlite3_errmsg(db));
            return 1;
        }
        sqlite3_close(db);
    }
    if (argc > 1)
        printf("sqlite: %u values, checksum %u\n", answers, sum);
    else
        printf("sqlite %.4f\n", now() - start);
    return 0;
}
