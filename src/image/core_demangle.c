/* core_demangle - spells a symbol's name as the source does, within bounds
 *
 * Demangling is libiberty's, called through libbfd, which knows what the image's format puts before
 * each name. libiberty cannot be stopped. So a process of its own demangles the names of kinds that
 * may take any time, and ends when it has used what the size of the image allows.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "image/core_demangle.h"

#include "base/limited.h"
#include "base/mem.h"
#include "image/core_object.h"

#include <demangle.h>
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const struct {
    const char *name;
    int flag; /* libiberty's */
} styles[] = {
    [DEMANGLE_NONE] = {"none", 0},
    [DEMANGLE_AUTO] = {"auto", DMGL_AUTO},
    [DEMANGLE_GNU_V3] = {"gnu-v3", DMGL_GNU_V3},
    [DEMANGLE_JAVA] = {"java", DMGL_JAVA},
    [DEMANGLE_GNAT] = {"gnat", DMGL_GNAT},
    [DEMANGLE_DLANG] = {"dlang", DMGL_DLANG},
    [DEMANGLE_RUST] = {"rust", DMGL_RUST},
};

bool demangle_style_named(const char *name, enum demangle_style *style)
{
    for (*style = DEMANGLE_NONE; *style <= DEMANGLE_RUST; ++*style)
        if (strcmp(styles[*style].name, name) == 0)
            return true;
    return false;
}

/* The text of a name while it is demangled. */
struct name_text {
    struct diag *diag;
    char *text; /* owned */
    size_t used, cap, most;
    jmp_buf too_long;
};

static void take_text(const char *text, size_t bytes, void *context)
{
    struct name_text *t = context;

    if (bytes > t->most - t->used)
        longjmp(t->too_long, 1); /* the demangler cannot be stopped in another way */
    if (bytes == 0) /* an empty name in Rust, which is NULL */
        return;
    t->text = mem_grow(t->diag, t->text, &t->cap, t->used + bytes + 1, 1);
    memcpy(t->text + t->used, text, bytes);
    t->used += bytes;
    t->text[t->used] = '\0';
}

/* Demangles as libiberty does for `flags`, except Ada and D. Returns false if the text becomes
 * longer than t->most: a C++ name can repeat parts of itself, and double with each five letters.
 * The caller frees t->text in both cases. */
static bool demangle_within(struct name_text *t, const char *raw, int flags)
{
    bool is_rust;

    if (setjmp(t->too_long))
        return false;
    is_rust = flags & (DMGL_AUTO | DMGL_RUST) && rust_demangle_callback(raw, flags, take_text, t);
    t->used = is_rust ? t->used : 0;
    if (!is_rust && flags & (DMGL_AUTO | DMGL_GNU_V3) &&
        !cplus_demangle_v3_callback(raw, flags, take_text, t))
        t->used = 0;
    if (flags & DMGL_JAVA && !java_demangle_v3_callback(raw, take_text, t))
        t->used = 0;
    return true;
}

/* Demangles a name of D, for which older versions of libiberty have to be asked. libiberty calls
 * itself for each letter. */
static char *demangle_d(const struct image *image, const char *raw, int flags)
{
    enum { MOST = 16 << 10 };

    return strlen(raw) <= MOST
               ? bfd_demangle(image->private_->object.bfd, raw, flags | DMGL_DLANG)
               : NULL;
}

/* Returns the letters that stand before a name of the source, as libbfd cuts them. */
static size_t letters_before(const struct image *image, const char *raw)
{
    size_t prefix = image->prefix && *raw == image->prefix;

    return prefix + strspn(raw + prefix, ".$");
}

/* Demangles a name that may be mangled. */
static char *demangle(const struct image *image, const char *raw, enum demangle_style style)
{
    enum { ALWAYS = 4096, A_BYTE = 64, A_LETTER = 8 };
    int flags = DMGL_PARAMS | DMGL_ANSI | styles[style].flag;
    size_t before = letters_before(image, raw), bytes = strcspn(raw, "@");
    struct diag none = {0}; /* nothing is reported */
    struct name_text t = {.diag = &none, .most = ALWAYS + A_BYTE * bytes};
    bool is_bare = before == 0 && raw[bytes] == '\0', ok;
    LOCAL char *bare = NULL;

    if (style == DEMANGLE_DLANG || (style == DEMANGLE_AUTO && strncmp(raw + before, "_D", 2) == 0))
        return demangle_d(image, raw, flags);
    if (!is_bare) /* libbfd knows what stands before and behind a name */
        bare = mem_copy_string(&none, raw + before, before < bytes ? bytes - before : 0);
    ok = demangle_within(&t, is_bare ? raw : bare, flags);
    if (!ok || t.used > bytes) /* it may be done for each report */
        ok = budget_take(image->budget, A_LETTER * t.used) && ok;
    if (ok && is_bare && t.used > 0)
        return t.text;
    free(t.text);
    return ok ? bfd_demangle(image->private_->object.bfd, raw, flags) : NULL;
}

/* ---- by a process of its own ---- */

/* Returns how many pairs of letters in a name of C++ may stand for packs of arguments (expansions,
 * their length, folds), or for an operator that converts: libiberty reads these again and again. */
static unsigned count_repeated(const char *name)
{
    static const char pairs[][3] = {"Dp", "sp", "sZ", "sP", "fl", "fr", "fL", "fR", "cv"};
    unsigned n = 0;

    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (const char *at = name; (at = strstr(at, pairs[i])); at++)
            n++;
    return n;
}

/* Returns true if libiberty might take any time for a name. In names of C++ it reads some parts
 * repeatedly, with all that they refer to (by letters or numbers and _), in those of D all. In
 * names of Rust it counts lifetimes (G), and goes back to what is before. */
static bool may_be_endless(const char *name, enum demangle_style style)
{
    enum { LONG = 128, FEW = 6 };
    const char *cpp = strstr(name, "_Z");
    unsigned n_repeated, n_references = 0;

    if (style == DEMANGLE_DLANG || strncmp(name, "_D", 2) == 0)
        return true;
    if (strncmp(name, "_R", 2) == 0)
        return strchr(name, 'G') || strlen(name) > LONG;
    n_repeated = cpp ? count_repeated(cpp) : 0;
    if (n_repeated != 1)
        return n_repeated > 1;
    for (const char *at = cpp; (at = strchr(at + 1, '_'));)
        n_references += (at[-1] >= '0' && at[-1] <= '9') || (at[-1] >= 'A' && at[-1] <= 'Z');
    return n_references > FEW;
}

/* What precedes a name that is asked for, and the answer. */
struct demangle_message {
    enum demangle_style style;
    size_t bytes; /* of the text that follows; SIZE_MAX: there is none */
};

/* Sends or receives `n` bytes. Returns false if the other process has ended. */
static bool transfer(int socket, void *bytes, size_t n, bool sends)
{
    for (uint8_t *at = bytes; n > 0;) {
        ssize_t done = sends ? send(socket, at, n, MSG_NOSIGNAL) : recv(socket, at, n, 0);

        if (done <= 0 && !(done < 0 && errno == EINTR))
            return false;
        at += done > 0 ? done : 0;
        n -= done > 0 ? (size_t)done : 0;
    }
    return true;
}

/* Sends a message and its text. Returns false if the other process has ended. */
static bool tell(int socket, struct demangle_message m, const char *text)
{
    m.bytes = text ? strlen(text) : SIZE_MAX;
    return transfer(socket, &m, sizeof m, true) &&
           (!text || transfer(socket, (char *)text, m.bytes, true));
}

/* Receives a message and its text, which the caller frees; NULL if there is none. Returns false if
 * the other process has ended. */
static bool hear(int socket, struct demangle_message *m, char **text)
{
    *text = NULL;
    if (!transfer(socket, m, sizeof *m, false))
        return false;
    if (m->bytes == SIZE_MAX)
        return true;
    *text = mem_alloc(NULL, m->bytes + 1, 1);
    return transfer(socket, *text, m->bytes, false);
}

/* Answers until nobody asks. */
static _Noreturn void answer_all(const struct image *image, int socket)
{
    struct demangle_message m;
    char *raw, *name;

    for (; hear(socket, &m, &raw); free(raw), free(name)) {
        name = demangle(image, raw, m.style);
        if (!tell(socket, m, name))
            break;
    }
    limited_end(true);
}

/* Makes the process. Returns false if the system does not allow it. */
static bool start(const struct image *image)
{
    enum { PERCENT = 30 }; /* of the time of a report */
    struct demangler *own = &image->private_->demangler;
    pid_t gprof = getpid();
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0)
        return false;
    own->process = fork();
    if (own->process == 0) {
        limited_begin(gprof, image->bytes, PERCENT);
        close(ends[0]);
        answer_all(image, ends[1]);
    }
    close(ends[1]);
    own->socket = ends[0];
    if (own->process < 0)
        close(ends[0]);
    return own->process > 0;
}

/* Lets the other process demangle a name. If it has ended, spends the budget of names. */
static char *ask(const struct image *image, const char *raw, enum demangle_style style)
{
    const struct demangler *own = &image->private_->demangler;
    struct demangle_message m = {.style = style};
    char *name = NULL;
    bool ok = (own->process > 0 || start(image)) && tell(own->socket, m, raw) &&
              hear(own->socket, &m, &name);

    if (ok && (!name || budget_take_name(image->budget, name)))
        return name;
    free(name);
    budget_take(image->budget, UINT64_MAX);
    return NULL;
}

void core_end_demangler(const struct image *image)
{
    const struct demangler *own = &image->private_->demangler;

    if (own->process > 0) {
        kill(own->process, SIGKILL); /* it waits, or is of no more use */
        waitpid(own->process, NULL, 0);
        close(own->socket);
    }
}

char *core_demangle(const struct image *image, const char *raw, enum demangle_style style)
{
    if (style == DEMANGLE_NONE || !core_may_be_mangled(image, raw, style) ||
        image->budget->is_spent)
        return NULL;
    return may_be_endless(raw + letters_before(image, raw), style) ? ask(image, raw, style)
                                                                   : demangle(image, raw, style);
}
