/* plugin_host.c - loads ./plugin.so, which has a function play(), COUNT times, and unloads it
 *
 * plugin_host COUNT [keep]: keep: does not unload it. Afterwards works a little, so that a timer of
 * the unloaded library would be noticed, forks, and ends by exit(), or with COUNT 0 by
 * quick_exit().
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <dlfcn.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static void play(int keeps)
{
    void *library = dlopen("./plugin.so", RTLD_NOW);
    void (*function)(void);

    if (library == NULL) {
        puts(dlerror());
        exit(1);
    }
    *(void **)&function = dlsym(library, "play");
    function();
    if (!keeps)
        dlclose(library);
}

int main(int argc, char **argv)
{
    int count = argc > 1 ? atoi(argv[1]) : 1;
    struct sigaction action;
    int status = 0;

    for (int i = 0; i < count || i == 0; i++)
        play(argc > 2);
    for (volatile long i = 0; i < 50000000; i++)
        ;
    sigaction(SIGPROF, NULL, &action);
    printf("SIGPROF is %s\n", action.sa_handler == SIG_DFL ? "default" : "taken");
    fflush(stdout);
    if (fork() == 0)
        exit(0);
    wait(&status);
    if (count == 0)
        quick_exit(status);
    return status;
}
