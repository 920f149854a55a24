/* new_code.c - finds libraries that were loaded since the last renewal, when a tick meets their
 * code
 *
 * dlopen cannot be wrapped: the loader searches a library in the places that its caller names, and
 * would take us for the caller. Libraries that libc itself loads do not pass through dlopen either.
 * So if a walk meets unknown code, the kernel's list of mappings is searched for images. The search
 * takes time if there are many mappings, and code of no file, such as a JIT compiler's, is never
 * found. So the n-th search in vain waits for 2 to the power of n such walks, at most 128.
 *
 * SPDX-License-Identifier: MIT
 */
#include "runtime/core/objects.h"
#include "runtime/core/os.h"
#include "runtime/os/kernel.h"
#include "runtime/os/linux.h"

#include <fcntl.h>
#include <link.h>

enum { BUFFER = 16384, MOST_WAITING = 128 };

/* A line of /proc/self/maps: begin-end perm offset device inode path. */
struct mapping {
    uintptr_t begin, end;
    uint64_t offset, device, inode;
    bool is_readable, is_code;
    const char *path; /* "" or "[...]": no file */
};

/* State of reading the list. */
struct list {
    long fd;
    size_t from, to;      /* unread part of the buffer */
    struct mapping image; /* last mapping of the beginning of a file */
};

/* ---- lines ---------------------------------------------------------------------------------- */

/* Reads digits up to the next other character, and skips that character. */
static uint64_t number(const char **at, unsigned base)
{
    uint64_t n = 0;

    for (;; (*at)++) {
        unsigned char c = (unsigned char)**at;
        unsigned digit = c >= 'a' && c <= 'f' ? c - 'a' + 10U : (unsigned)c - '0';
        if (digit >= base)
            break;
        n = n * base + digit;
    }
    if (**at != 0)
        (*at)++;
    return n;
}

static void parse(struct mapping *m, const char *line)
{
    m->begin = (uintptr_t)number(&line, 16);
    m->end = (uintptr_t)number(&line, 16);
    m->is_readable = line[0] == 'r';
    m->is_code = line[0] != 0 && line[1] != 0 && line[2] == 'x';
    while (*line != 0 && *line++ != ' ') {
    }
    m->offset = number(&line, 16);
    m->device = number(&line, 16) << 32;
    m->device |= number(&line, 16);
    m->inode = number(&line, 10);
    while (*line == ' ')
        line++;
    m->path = line;
}

/* Returns the next line, ended by a NUL, or NULL if there is none, or it is too long. */
static char *next_line(struct list *l)
{
    char *buffer = gm_linux.maps;

    for (;;) {
        for (size_t i = l->from; i < l->to; i++) {
            if (buffer[i] != '\n')
                continue;
            char *line = buffer + l->from;
            buffer[i] = 0;
            l->from = i + 1;
            return line;
        }
        for (size_t i = l->from; i < l->to; i++)
            buffer[i - l->from] = buffer[i];
        l->to -= l->from;
        l->from = 0;
        long n = gm_call(SYS_read, l->fd, (long)(buffer + l->to), (long)(BUFFER - l->to), 0, 0, 0);
        if (n <= 0)
            return NULL;
        l->to += (size_t)n;
    }
}

/* ---- images --------------------------------------------------------------------------------- */

/* Returns true if all parts that will be read are mapped: programs other than the loader map files,
 * too. */
static bool is_laid_out(const struct dl_phdr_info *info)
{
    char byte;

    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = info->dlpi_phdr + i;
        uintptr_t at = info->dlpi_addr + p->p_vaddr;
        if (p->p_type == PT_LOAD && (p->p_flags & PF_R) != 0 && p->p_filesz > 0 &&
            (gm_copy(&byte, at, 1) != 1 || gm_copy(&byte, at + p->p_filesz - 1, 1) != 1))
            return false;
    }
    return true;
}

/* Returns true if the code is of no object, or of a library whose first function is not known. */
static bool is_new(uintptr_t code)
{
    unsigned number = gm_object_at(code);
    const struct gm_object *o = number != GM_OBJECT_ANONYMOUS ? gm_object(number) : NULL;

    return o == NULL || (o->kind == GSTACK_LIBRARY && o->init == 0);
}

static void look_at(struct list *l, const struct mapping *m)
{
    struct dl_phdr_info info = {.dlpi_addr = 0};

    if (m->path[0] != '/')
        return;
    if (m->offset == 0 && m->is_readable)
        l->image = *m;
    if (m->is_code && m->device == l->image.device && m->inode == l->image.inode &&
        is_new(m->begin) && gm_describe_image(&info, l->image.begin) && is_laid_out(&info))
        gm_object_found(&info, GSTACK_LIBRARY, m->path, false);
}

void gm_look_at_mappings(void)
{
    struct list l = {.fd = -1};
    struct mapping m;
    const char *line;

    if (gm_linux.maps == NULL)
        gm_linux.maps = gm_map(BUFFER);
    if (gm_linux.maps != NULL)
        l.fd = gm_open(GM_MAPS, "/proc/self/maps", O_RDONLY);
    if (l.fd < 0)
        return;
    while ((line = next_line(&l)) != NULL) {
        parse(&m, line);
        look_at(&l, &m);
    }
    gm_close(GM_MAPS);
}

/* Looks for new code. Gives up if the lock is taken, by a renewal, or since this process was
 * forked: another tick will look. GMON_CLOCK=wall without stacks needs only frames of the program,
 * which a guess finds, too.
 */
bool gm_find_new_code(void)
{
    unsigned before = gm_objects_generation();
    unsigned wait = atomic_load_explicit(&gm_linux.look_after, memory_order_relaxed);

    if (gm_linux.wall && atomic_load_explicit(&gm.stacks, memory_order_relaxed) == NULL)
        return false;
    if (atomic_fetch_add(&gm_linux.unknown, 1) + 1 < wait || !gm_try_lock(&gm.objects_lock))
        return false;
    atomic_store(&gm_linux.unknown, 0);
    gm_objects_begin();
    gm_look_at_mappings();
    gm_objects_end(false);
    gm_unlock(&gm.objects_lock);
    bool is_found = gm_objects_generation() != before;
    wait = is_found ? 1 : wait < MOST_WAITING / 2 ? 2 * wait + 1 : MOST_WAITING;
    atomic_store_explicit(&gm_linux.look_after, wait, memory_order_relaxed);
    return is_found;
}
