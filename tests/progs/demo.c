/* demo.c - the program that `make demo` profiles: looks through the log of a web server
 *
 * Two functions ask `matches' about requests. count_assets asks for each of three million requests,
 * and has its answer after a few characters. count_attacks asks for the one in twenty that has a
 * body, and `matches' has to read all of it. Numbers of calls give nearly all of the time to
 * count_assets, and call stacks give it to count_attacks. Runs about a second. No
 * function ends in a call, which the compiler would make a jump of.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdio.h>

enum { REQUESTS = 1000, DAYS = 3000, WITH_BODY = 20, BODY = 12000, FILES = 256 };

struct request {
    char path[32];
    const char *body; /* "" if the request has none */
};

static struct request requests[REQUESTS];
static long assets[FILES], attacks;

/* Tells if the pattern, in which * stands for any characters, matches all of the text. */
int matches(const char *pattern, const char *text)
{
    const char *star = NULL;
    const char *again = NULL;

    while (*text != '\0') {
        if (*pattern == '*') {
            star = ++pattern;
            again = text;
            if (*star == '\0')
                return 1;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star != NULL) {
            pattern = star;
            text = ++again;
        } else {
            return 0;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

void count_assets(const char *path)
{
    unsigned hash = 5381;

    if (!matches("/assets/*", path))
        return;
    while (*path != '\0')
        hash = hash * 33 + (unsigned char)*path++;
    assets[hash % FILES]++;
}

void count_attacks(const char *body)
{
    attacks += matches("*<script*>*", body);
}

void read_log(void)
{
    static char upload[BODY + 1];

    for (int i = 0; i < BODY; i++)
        upload[i] = "name=value&"[i % 11];
    for (int i = 0; i < REQUESTS; i++) {
        snprintf(requests[i].path, sizeof requests[i].path,
                 i % 3 ? "/assets/pictures/%d.png" : "/articles/%d", i);
        requests[i].body = i % WITH_BODY == 0 ? upload : "";
    }
}

int main(void)
{
    long sum = 0;

    read_log();
    for (int day = 0; day < DAYS; day++)
        for (int i = 0; i < REQUESTS; i++) {
            count_assets(requests[i].path);
            if (requests[i].body[0] != '\0')
                count_attacks(requests[i].body);
        }
    for (int i = 0; i < FILES; i++)
        sum += assets[i];
    printf("%d requests, %ld for assets, %ld attacks\n", DAYS * REQUESTS, sum, attacks);
    return 0;
}
