/* uses.c - calls outer() of library.c 1000 times, linked, or loaded by dlopen and closed again
 *
 * Use: uses [LIBRARY...]    the libraries are loaded, used and closed one after the other; where
 *                           an argument is OLD>NEW, the file OLD is renamed to NEW meanwhile
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#ifdef LINKED
int outer(int x);
#endif

__attribute__((noinline)) static int use(int (*f)(int))
{
    int s = 0;

    for (int i = 0; i < 1000; i++)
        s += f(i);
    return s;
}

int main(int argc, char **argv)
{
    int s = 0;

#ifdef LINKED
    s = use(outer);
#endif
    for (int i = 1; i < argc; i++) {
        char *to = strchr(argv[i], '>');
        if (to != NULL) {
            *to = 0;
            if (rename(argv[i], to + 1) != 0)
                return 1;
            continue;
        }
        void *library = dlopen(argv[i], RTLD_NOW);
        if (library == NULL) {
            fprintf(stderr, "%s\n", dlerror());
            return 1;
        }
        int (*f)(int);
        *(void **)&f = dlsym(library, "outer");
        s += use(f);
        dlclose(library);
    }
    return s == 12345;
}
