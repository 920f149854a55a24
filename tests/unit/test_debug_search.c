/* test_debug_search - tests the paths at which a separate debug file is looked for, and their order
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/debug_search.h"
#include "unit.h"

static const uint8_t id[] = {0x0a, 0xbc, 0xde};

/* Returns all paths to try, one a line. */
static const char *paths_of(const struct text_map *search, const struct debug_wanted *wanted)
{
    static char text[4096];
    struct text_map paths = {0};
    size_t n = 0;

    debug_search_list(search, wanted, &paths, &told.diag);
    text[0] = '\0';
    for (size_t i = 0; i < paths.n; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\n", paths.texts[i]);
    text_map_release(&paths);
    return text;
}

static void test_system(void)
{
    static const struct text_map none;
    const struct debug_wanted by_id = {
        .beside = "/none/prog", .build_id = {id, sizeof id}};
    const struct debug_wanted short_id = {
        .beside = "/none/prog", .build_id = {id, 1}};
    const struct debug_wanted by_name = {.beside = "/none/prog", .link = "prog.debug"};
    const struct debug_wanted nothing = {.beside = "/none/prog", .link = ""};

    is_str(paths_of(&none, &by_id), "/usr/lib/debug/.build-id/0a/bcde.debug\n", "by build ID");
    is_str(paths_of(&none, &short_id), "", "a build ID of one byte names no file");
    is_str(paths_of(&none, &nothing), "", "nothing is known");
    like(paths_of(&none, &by_name), "^/none/prog.debug\n/none/.debug/prog.debug\n", "by name");
}

static void test_directories(void)
{
    struct text_map search = {0};
    const struct debug_wanted wanted = {
        .beside = "sub/prog", .link = "prog.debug", .build_id = {id, sizeof id}};
    const struct debug_wanted absolute = {.beside = "sub/prog", .link = "/a/common"};
    char here[PATH_MAX], want[8 * PATH_MAX];

    mkdir("sub", 0700);
    unit_spew("sub/prog", "", 0);
    if (!realpath(".", here))
        unit_die("realpath");
    text_map_add(&search, "one", &told.diag);
    text_map_add(&search, "/two", &told.diag);
    snprintf(want, sizeof want,
             "one/.build-id/0a/bcde.debug\n/two/.build-id/0a/bcde.debug\n"
             "/usr/lib/debug/.build-id/0a/bcde.debug\n"
             "sub/prog.debug\nsub/.debug/prog.debug\n"
             "one%s/sub/prog.debug\n/two%s/sub/prog.debug\n/usr/lib/debug%s/sub/prog.debug\n"
             "one/prog.debug\n/two/prog.debug\n/usr/lib/debug/prog.debug\n",
             here, here, here);
    is_str(paths_of(&search, &wanted), want, "build ID first, directories in their order");
    snprintf(want, sizeof want,
             "/a/common\nsub//a/common\nsub/.debug//a/common\n"
             "one%s/sub//a/common\n/two%s/sub//a/common\n/usr/lib/debug%s/sub//a/common\n"
             "one/common\n/two/common\n/usr/lib/debug/common\n",
             here, here, here);
    is_str(paths_of(&search, &absolute), want, "an absolute name, and below the directories");
    unlink("sub/prog");
    text_map_release(&search);
}

/* Tests a symbolic link: the directory of the link and that of the file. */
static void test_links(void)
{
    static const struct text_map none;
    const struct debug_wanted wanted = {.beside = "link", .link = "d"};
    char here[PATH_MAX], want[4 * PATH_MAX];

    unit_spew("sub/prog", "", 0);
    if (symlink("sub/prog", "link") != 0 || !realpath(".", here))
        unit_die("symlink");
    snprintf(want, sizeof want,
             "d\n.debug/d\n%s/sub/d\n%s/sub/.debug/d\n/usr/lib/debug%s/sub/d\n/usr/lib/debug/d\n",
             here, here, here);
    is_str(paths_of(&none, &wanted), want, "beside the link, then beside the file");
    unlink("sub/prog");
}

UNIT_TESTS(test_system, test_directories, test_links)
