/* test_file - tests reading and writing whole files
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/file.h"
#include "unit.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/wait.h>
#ifdef __linux__
#include <sys/xattr.h>
#endif

static void test_read(void)
{
    struct file_bytes b = {0};
    char *big = malloc(500000);

    memset(big, 'z', 500000);
    unit_spew("small", "hello", 5);
    unit_spew("empty", "", 0);
    unit_spew("big", big, 500000);
    ok(file_read_all(&b, "small", NULL, &told.diag), "read: a small file");
    ok(b.size == 5 && memcmp(b.data, "hello", 5) == 0, "read: its bytes");
    ok(file_read_all(&b, "big", NULL, &told.diag), "read: a large file into the same buffer");
    ok(b.size == 500000 && memcmp(b.data, big, 500000) == 0, "read: its bytes");
    size_t cap = b.cap;
    ok(file_read_all(&b, "small", NULL, &told.diag) && b.size == 5, "read: a small one again");
    ok(b.cap == cap && memcmp(b.data, "hello", 5) == 0, "read: the buffer is kept");
    ok(file_read_all(&b, "empty", NULL, &told.diag) && b.size == 0, "read: an empty file");
    if (access("/proc/self/status", R_OK) == 0)
        ok(file_read_all(&b, "/proc/self/status", NULL, &told.diag) && b.size > 100,
           "read: a file whose size is told as 0");
    else
        skip(1, "no /proc");
    is_uint(told.diag.errors, 0, "read: nothing was reported");
    file_bytes_release(&b);
    ok(!b.data && b.size == 0 && b.cap == 0, "release: empty");
    free(big);
}

static void test_read_errors(void)
{
    struct file_bytes b = {0};

    ok(!file_read_all(&b, "missing", "make it", &told.diag), "read: a missing file fails");
    is_str(told_text(), "unit: missing: No such file or directory; make it\n", "and says so");
    told_clear();
    ok(!file_read_all(&b, "/dev/zero", NULL, &told.diag), "read: a device without end fails");
    is_str(told_text(), "unit: /dev/zero: is a device, not a file or pipe\n", "and says so");
    told_clear();
    mkdir("directory", 0700);
    ok(!file_read_all(&b, "directory", NULL, &told.diag), "read: a directory fails");
    is_str(told_text(), "unit: directory: Is a directory\n", "and says so");
    told_clear();
    ok(!file_read_all(&b, "small/x", NULL, &told.diag), "read: a file taken for a directory fails");
    is_str(told_text(), "unit: small/x: Not a directory\n", "and says so");
    told_clear();
    ok(!file_read_all(&b, "", NULL, &told.diag), "read: an empty name fails");
    is_str(told_text(), "unit: '': No such file or directory\n", "and is seen");
    told_clear();
    file_bytes_release(&b);
}

/* Tests a pipe, which gives its bytes in pieces and has no size. */
static void test_read_pipe(void)
{
    enum { SIZE = 300001 };
    struct file_bytes b = {0};
    size_t wrong = 0;
    pid_t child;
    int status;

    if (mkfifo("pipe", 0600) != 0)
        unit_die("mkfifo");
    child = fork();
    if (child == 0) {
        FILE *f = fopen("pipe", "wb");
        for (int i = 0; f && i < SIZE; i++)
            putc(i % 253, f);
        _exit(f && fclose(f) == 0 ? 0 : 1);
    }
    ok(file_read_all(&b, "pipe", NULL, &told.diag), "pipe: read to its end");
    waitpid(child, &status, 0);
    is_uint(b.size, SIZE, "pipe: all bytes");
    for (size_t i = 0; i < b.size; i++)
        wrong += b.data[i] != i % 253;
    is_uint(wrong, 0, "pipe: in their order");
    file_bytes_release(&b);
    unlink("pipe");
}

static void is_file(const char *name, const char *want, const char *what)
{
    char *text = unit_slurp(name, NULL);

    is_str(text, want, what);
    free(text);
}

static void test_write(void)
{
    struct file_writer w;
    size_t before = unit_directory_size();
    struct stat st;

    umask(027);
    ok(file_writer_open(&w, "new", &told.diag), "write: a new file");
    sink_string(&w.sink, "first");
    ok(access("new", F_OK) != 0, "write: nobody sees it before the commit");
    ok(file_writer_commit(&w, &told.diag), "write: committed");
    is_file("new", "first", "write: it is there");
    ok(stat("new", &st) == 0 && (st.st_mode & 0777) == 0640, "write: with the mask's rights");
    ok(file_writer_open(&w, "new", &told.diag), "replace: open");
    sink_string(&w.sink, "second");
    sink_flush(&w.sink);
    is_file("new", "first", "replace: the old one is seen until the commit");
    ok(file_writer_commit(&w, &told.diag), "replace: committed");
    is_file("new", "second", "replace: the new one is there");
    ok(file_writer_open(&w, "new", &told.diag), "abandon: open");
    ok(file_is_temporary(w.temporary) && !file_is_temporary("new") &&
           !file_is_temporary("x.tmp-12345"),
       "a temporary file has its own kind of name");
    sink_string(&w.sink, "third");
    file_writer_abandon(&w);
    is_file("new", "second", "abandon: the old one stays");
    ok(file_writer_open(&w, "nothing", &told.diag) && file_writer_commit(&w, &told.diag),
       "write: an empty file");
    is_file("nothing", "", "write: is empty");
    is_uint(unit_directory_size(), before + 2, "no temporary file is left");
    is_uint(told.diag.errors, 0, "nothing was reported");
    umask(022);
}

/* Tests that a link stays a link, and its target is written. */
static void test_write_links(void)
{
    struct file_writer w;
    struct stat st;
    size_t before;

    mkdir("other", 0700);
    unit_spew("other/sum", "older", 5);
    if (symlink("other/sum", "link") != 0 || symlink("link", "link2") != 0 ||
        symlink("other/none", "promise") != 0)
        unit_die("symlink");
    before = unit_directory_size();
    ok(file_writer_open(&w, "link2", &told.diag), "link: open");
    sink_string(&w.sink, "newer");
    sink_flush(&w.sink);
    is_file("other/sum", "older", "link: the old file is seen until the commit");
    ok(file_writer_commit(&w, &told.diag), "link: committed");
    is_file("other/sum", "newer", "link: the file that it leads to is replaced");
    ok(lstat("link", &st) == 0 && S_ISLNK(st.st_mode) && lstat("link2", &st) == 0 &&
           S_ISLNK(st.st_mode),
       "link: is one still");
    ok(file_writer_open(&w, "promise", &told.diag), "link to nothing: open");
    sink_string(&w.sink, "made");
    ok(file_writer_commit(&w, &told.diag), "link to nothing: committed");
    is_file("other/none", "made", "link to nothing: the file is made where it leads");
    ok(lstat("promise", &st) == 0 && S_ISLNK(st.st_mode), "link to nothing: is a link still");
    is_uint(unit_directory_size(), before, "no temporary file is left");
    unlink("other/sum");
    unlink("other/none");
    if (symlink("loop", "loop") != 0)
        unit_die("symlink");
    ok(!file_writer_open(&w, "loop", &told.diag), "link to itself: fails at once");
    like(told_text(), "^unit: loop: Too many levels of symbolic links; nothing was", "and says so");
    told_clear();
}

static void test_write_errors(void)
{
    struct file_writer w;
    size_t before = unit_directory_size();

    ok(!file_writer_open(&w, "no/such/file", &told.diag),
       "write: a missing directory fails at once");
    like(told_text(), "^unit: no/such/file: No such file or directory; nothing was changed",
         "and says so");
    told_clear();
    ok(!file_writer_open(&w, "directory", &told.diag),
       "write: a directory of that name fails at once");
    like(told_text(), "^unit: directory: Is a directory; ", "and says so");
    told_clear();
    ok(file_writer_open(&w, "turns", &told.diag), "write: a file that turns into a directory");
    mkdir("turns", 0700);
    ok(!file_writer_commit(&w, &told.diag), "write: cannot be put in place");
    like(told_text(), "^unit: turns: Is a directory; nothing was changed", "and says so");
    told_clear();
    rmdir("turns");
    is_uint(unit_directory_size(), before, "no temporary file is left");
}

/* Tests a full disk, by a limit on the size of files. */
static void test_write_limit(void)
{
    struct rlimit old, low;
    struct file_writer w;
    size_t before = unit_directory_size();

    signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &old);
    low = old;
    low.rlim_cur = 1000;
    setrlimit(RLIMIT_FSIZE, &low);
    ok(file_writer_open(&w, "new", &told.diag), "full: open");
    sink_repeat(&w.sink, 'x', 5000);
    ok(!file_writer_commit(&w, &told.diag), "full: the commit fails");
    setrlimit(RLIMIT_FSIZE, &old);
    like(told_text(), "^unit: new: File too large; nothing was changed", "and says so");
    told_clear();
    is_file("new", "second", "full: the old file stays");
    is_uint(unit_directory_size(), before, "no temporary file is left");
}

static void begin_pair(struct file_writer *w, const char *text)
{
    ok(file_writer_open(&w[0], "first", &told.diag) &&
           file_writer_open(&w[1], "second", &told.diag),
       "pair: open");
    sink_string(&w[0].sink, text);
    sink_string(&w[1].sink, text);
}

/* Tests two files that belong together. */
static void test_write_pair(void)
{
    struct file_writer w[2];
    size_t before = unit_directory_size();
    int lock = open(".", O_RDONLY), status;
    pid_t child;

    unit_spew("first", "old", 3);
    unit_spew("second", "old", 3);
    begin_pair(w, "new");
    flock(lock, LOCK_EX);
    child = fork();
    if (child == 0)
        _exit(!file_writers_commit(w, 2, &told.diag));
    usleep(50000);
    is_file("first", "old", "pair: waits for the lock of the directory");
    close(lock);
    waitpid(child, &status, 0);
    is_uint((unsigned)status, 0, "pair: committed");
    is_file("first", "new", "pair: the first file");
    is_file("second", "new", "pair: the second file");
    file_writer_abandon(&w[0]);
    file_writer_abandon(&w[1]);

    begin_pair(w, "newer");
    if (unlink("second") != 0 || mkdir("second", 0700) != 0)
        unit_die("second");
    ok(!file_writers_commit(w, 2, &told.diag), "pair: the second file cannot be put in place");
    like(told_text(), "^unit: second: Is a directory; the file written with it is new",
         "and it is told");
    told_clear();
    is_file("first", "newer", "pair: the first one is new");
    rmdir("second");

    begin_pair(w, "newest");
    close(w[0].fd);
    w[0].fd = open("/dev/null", O_RDONLY);
    ok(!file_writers_commit(w, 2, &told.diag), "pair: one cannot be written");
    like(told_text(), "^unit: first: .*; nothing was changed", "and it is told");
    told_clear();
    is_file("first", "newer", "pair: nothing was changed");
    ok(access("second", F_OK) != 0, "pair: nor was the other one made");
    unlink("first");
    is_uint(unit_directory_size(), before, "no temporary file is left");
}

static void test_long_names(void)
{
    size_t before = unit_directory_size();
    struct file_writer w;
    char name[NAME_MAX + 1];

    for (size_t length = NAME_MAX - 12; length <= NAME_MAX; length++) {
        memset(name, 'n', length);
        name[length] = '\0';
        ok(file_writer_open(&w, name, &told.diag) && file_is_temporary(w.temporary) &&
               file_writer_commit(&w, &told.diag) && unlink(name) == 0,
           "a name of %zu bytes", length);
    }
    is_uint(unit_directory_size(), before, "no temporary file is left");
}

#ifdef __linux__

static const char acl_name[] = "system.posix_acl_access",
                  default_name[] = "system.posix_acl_default";

/* An ACL in the kernel's form: user rw-, user 1 rw-, group ---, mask rw-, others ---. */
static const unsigned char acl[] = {2,    0,    0,    0, /* version */
                                    1,    0,    6,    0,    0xff, 0xff, 0xff, 0xff, 2,    0,
                                    6,    0,    1,    0,    0,    0,    4,    0,    0,    0,
                                    0xff, 0xff, 0xff, 0xff, 0x10, 0,    6,    0,    0xff, 0xff,
                                    0xff, 0xff, 0x20, 0,    0,    0,    0xff, 0xff, 0xff, 0xff};

static void replace(const char *path)
{
    struct file_writer w;

    ok(file_writer_open(&w, path, &told.diag) && file_writer_commit(&w, &told.diag), "%s: replaced",
       path);
}

static void test_attributes(void)
{
    char got[sizeof acl + 1];
    struct stat st;

    mkdir("listed", 0700);
    unit_spew("listed/acl", "", 0);
    unit_spew("listed/none", "", 0);
    if (setxattr("listed/acl", acl_name, acl, sizeof acl, 0) != 0 ||
        setxattr("listed/acl", "user.tag", "blue", 4, 0) != 0 || chmod("listed/none", 0640) != 0) {
        skip(9, "files have no attributes here");
        return;
    }
    replace("listed/acl");
    ok(getxattr("listed/acl", acl_name, got, sizeof got) == sizeof acl &&
           memcmp(got, acl, sizeof acl) == 0,
       "an ACL stays");
    ok(stat("listed/acl", &st) == 0 && (st.st_mode & 0777) == 0660, "and its mask");
    ok(getxattr("listed/acl", "user.tag", got, sizeof got) == 4 && memcmp(got, "blue", 4) == 0,
       "an attribute of the user stays");
    setxattr("listed", default_name, acl, sizeof acl, 0);
    replace("listed/none");
    ok(getxattr("listed/none", acl_name, got, sizeof got) < 0 && stat("listed/none", &st) == 0 &&
           (st.st_mode & 0777) == 0640,
       "a file without an ACL gets none from its directory");
    replace("listed/acl");
    ok(getxattr("listed/acl", acl_name, got, sizeof got) == sizeof acl &&
           memcmp(got, acl, sizeof acl) == 0,
       "nor another one");
    unlink("listed/acl");
    unlink("listed/none");
    rmdir("listed");
}

#else

static void test_attributes(void)
{
    skip(9, "attributes have other functions here");
}

#endif

static void test_devices(void)
{
    struct file_writer w;

    ok(file_writer_open(&w, "/dev/null", &told.diag), "device: open");
    sink_string(&w.sink, "x");
    ok(file_writer_commit(&w, &told.diag), "device: written in place");
    struct stat st;
    ok(stat("/dev/null", &st) == 0 && S_ISCHR(st.st_mode), "device: still a device");
    if (access("/dev/full", W_OK) != 0) {
        skip(2, "no /dev/full");
        return;
    }
    ok(file_writer_open(&w, "/dev/full", &told.diag), "full device: open");
    sink_string(&w.sink, "x");
    ok(!file_writer_commit(&w, &told.diag), "full device: the commit fails");
    is_str(told_text(), "unit: /dev/full: No space left on device; it was not written completely\n",
           "and says so");
    told_clear();
}

static void put_with_time(const char *path, long seconds, long nanoseconds)
{
    FILE *f = fopen(path, "w");
    const struct timespec times[] = {{0, UTIME_NOW}, {seconds, nanoseconds}};

    if (!f || fclose(f) != 0 || utimensat(AT_FDCWD, path, times, 0) != 0)
        unit_die(path);
}

static void test_newer(void)
{
    put_with_time("old", 1000, 5);
    put_with_time("same", 1000, 5);
    put_with_time("later", 1000, 6);
    put_with_time("last", 1001, 0);
    ok(file_is_newer("later", "old") && file_is_newer("last", "later"), "newer files");
    ok(!file_is_newer("old", "later") && !file_is_newer("same", "old"), "others are not");
    ok(!file_is_newer("last", "missing") && !file_is_newer("missing", "last"), "nor missing ones");
    ok(!file_is_newer(".", "old") && !file_is_newer("last", "."), "nor directories");
}

/* Tests that pages of zeros take no room on the disk, wherever they are, and are read back. */
static void test_holes(void)
{
    enum { ZEROS = 1 << 20, BLOCK = 512 };
    struct file_writer w;
    struct file_bytes b = {0};
    struct stat st;

    ok(file_writer_open(&w, "holes", &told.diag), "holes: open");
    sink_string(&w.sink, "front");
    sink_repeat(&w.sink, '\0', ZEROS);
    sink_string(&w.sink, "middle");
    sink_repeat(&w.sink, '\0', ZEROS);
    ok(file_writer_commit(&w, &told.diag), "holes: committed");
    ok(stat("holes", &st) == 0 && st.st_size == 2 * ZEROS + 11, "holes: the length is kept");
    ok(st.st_blocks * BLOCK < ZEROS / 4, "holes: %d bytes on the disk", (int)st.st_blocks * BLOCK);
    ok(file_read_all(&b, "holes", "", &told.diag) && memcmp(b.data, "front", 6) == 0 &&
           memcmp(b.data + ZEROS + 4, "\0middle", 8) == 0,
       "holes: what is between them");
    file_bytes_release(&b);
}

UNIT_TESTS(test_read, test_read_errors, test_read_pipe, test_write, test_holes, test_write_links,
           test_write_errors, test_write_limit, test_write_pair, test_long_names, test_attributes,
           test_devices, test_newer)
