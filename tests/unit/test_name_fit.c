/* test_name_fit - tests names that fit a column
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/name_fit.h"
#include "unit.h"

struct row {
    const char *name;
    size_t columns;
    const char *fits;
};

#define PUSH "std::vector<Engine, std::allocator<Engine> >::push_back(Engine const&, unsigned long)"
#define ADD "double& geo::shape::add<double>(double, double) const"

static const struct row rows[] = {
    {"main", 80, "main"},
    {"main", 4, "main"},
    {"main", 3, "ain"},
    {"main", 0, ""},
    {"a_rather_long_name_of_c", 15, "a_rath...e_of_c"},
    {"a_rather_long_name_of_c", 5, "a...c"},
    {"a_rather_long_name_of_c", 4, "of_c"},
    {"libsqlite3.so.0+0xf88f0", 15, "libs...+0xf88f0"},
    {"libsqlite3.so.0+0xf88f0", 11, "...+0xf88f0"},
    {"libsqlite3.so.0+0xf88f0", 10, "lib...88f0"},
    {PUSH, 200, PUSH},
    {PUSH, 85, PUSH},
    {PUSH, 84, "std::vector<Engine, std::allocator<Engine> >::push_back(...)"},
    {PUSH, 59, "std::vector<...>::push_back(...)"},
    {PUSH, 32, "std::vector<...>::push_back(...)"},
    {PUSH, 31, "...::push_back(...)"},
    {PUSH, 18, "...::push_back"},
    {PUSH, 13, "push_back"},
    {PUSH, 8, "pu...ack"},
    {ADD, 53, ADD},
    {ADD, 52, "geo::shape::add<double>(double, double) const"},
    {ADD, 44, "geo::shape::add<double>(...) const"},
    {ADD, 33, "geo::shape::add<...>(...) const"},
    {ADD, 30, "geo::shape::add<...>(...)"},
    {ADD, 24, "...::add<...>(...)"},
    {"a::b::c::d::e::f::gggggggggggg", 27, "...::d::e::f::gggggggggggg"},
    {"f(((((", 5, "f...("},
    /* characters of one column and of two, and a byte that is not a character */
    {"\303\244\303\266\303\274\303\244\303\266\303\274", 6,
     "\303\244\303\266\303\274\303\244\303\266\303\274"},
    {"\303\244\303\266\303\274\303\244\303\266\303\274", 5, "\303\244...\303\274"},
    {"\346\227\245\346\234\254\350\252\236", 6, "\346\227\245\346\234\254\350\252\236"},
    {"\346\227\245\346\234\254\350\252\236", 5, "...\350\252\236"},
    {"\346\227\245\346\234\254\350\252\236", 4, "\346\234\254\350\252\236"},
    {"\346\227\245\346\234\254\350\252\236", 3, "\350\252\236"},
    {"a\tb\033[31mc\377", 20, "a?b?[31mc?"},
    {"", 10, ""},
};

static void test_rows(void)
{
    struct sink out = sink_in_memory(NULL);

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        size_t used = name_fit(&out, rows[i].name, NAME_COLONS, rows[i].columns);

        sink_char(&out, '\0');
        is_str(out.buf, rows[i].fits, rows[i].name);
        is_uint(used, name_columns(out.buf), "as wide as it says");
        ok(used <= rows[i].columns, "within %zu columns", rows[i].columns);
        sink_clear(&out);
    }
    name_fit(&out, "engine.parts.turn.quickly", NAME_DOTS, 16);
    sink_char(&out, '\0');
    is_str(out.buf, "...turn.quickly", "Ada: leading units");
    sink_release(&out);
}

UNIT_TESTS(test_rows)
