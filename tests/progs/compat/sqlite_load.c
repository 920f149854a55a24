/* sqlite_load.c - a small workload for SQLite: inserts, indexes, joins, aggregates, in memory
 *
 * The large real program of the comparison runs; linked with SQLite's amalgamation, which is not part of this
 * project. argv[1] multiplies the work (default 1).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>
#include <stdlib.h>
#include "sqlite3.h"

static int rows_seen;

static int on_row(void *arg, int columns, char **values, char **names)
{
    (void)arg;
    (void)names;
    for (int i = 0; i < columns; i++)
        rows_seen += values[i] != NULL;
    return 0;
}

static void run(sqlite3 *db, const char *sql)
{
    char *message = NULL;
    if (sqlite3_exec(db, sql, on_row, NULL, &message) != SQLITE_OK) {
        fprintf(stderr, "sqlite_load: %s: %s\n", sql, message);
        exit(1);
    }
}

static void fill(sqlite3 *db, int count)
{
    sqlite3_stmt *person = NULL;
    sqlite3_stmt *order = NULL;
    sqlite3_prepare_v2(db, "INSERT INTO person VALUES(?1, 'name' || ?2, ?3)", -1, &person, NULL);
    sqlite3_prepare_v2(db, "INSERT INTO buy(who, what, price) VALUES(?1, ?2, ?3)", -1, &order, NULL);
    run(db, "BEGIN");
    for (int i = 0; i < count; i++) {
        sqlite3_bind_int(person, 1, i);
        sqlite3_bind_int(person, 2, (i * 7919) % 10007);
        sqlite3_bind_int(person, 3, i % 90);
        sqlite3_step(person);
        sqlite3_reset(person);
        sqlite3_bind_int(order, 1, (i * 31) % count);
        sqlite3_bind_text(order, 2, i % 3 ? "bread" : "butter", -1, SQLITE_STATIC);
        sqlite3_bind_double(order, 3, i * 0.25);
        sqlite3_step(order);
        sqlite3_reset(order);
    }
    run(db, "COMMIT");
    sqlite3_finalize(person);
    sqlite3_finalize(order);
}

int main(int argc, char **argv)
{
    static const char *const work[] = {
        "CREATE INDEX buy_who ON buy(who)",
        "CREATE INDEX person_name ON person(name)",
        "SELECT age, count(*), sum(price) FROM person JOIN buy ON id = who GROUP BY age",
        "SELECT what, avg(price), max(name) FROM buy, person WHERE id = who GROUP BY what",
        "SELECT name FROM person WHERE name LIKE '%99%' ORDER BY name DESC",
        "UPDATE buy SET price = price * 2 WHERE who % 7 = 0",
        "SELECT a.name, b.name FROM person a JOIN person b ON a.id = b.id + 1 WHERE a.age < 5",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 20000) SELECT sum(i) FROM n",
        "SELECT upper(name), length(name), hex(age) FROM person ORDER BY age, name LIMIT 2000",
        "DELETE FROM person WHERE id % 5 = 0",
        "SELECT count(*) FROM buy WHERE who NOT IN (SELECT id FROM person)",
    };
    long times = argc > 1 ? strtol(argv[1], NULL, 10) : 1;
    for (long t = 0; t < times; t++) {
        sqlite3 *db = NULL;
        if (sqlite3_open(":memory:", &db) != SQLITE_OK)
            return 1;
        run(db, "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, age INT)");
        run(db, "CREATE TABLE buy(who INT, what TEXT, price REAL)");
        fill(db, 12000);
        for (size_t i = 0; i < sizeof work / sizeof *work; i++)
            run(db, work[i]);
        sqlite3_close(db);
    }
    return rows_seen == 1;
}
