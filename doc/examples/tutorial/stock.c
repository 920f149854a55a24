/* stock.c, fixed.c - a warehouse: reads what was delivered and sold, prints what is left
 *
 * The program of the tutorial in gprof's manual, before and after its profile was read.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

enum { MOST = 100000 };

struct article {
    int number;
    long pieces;
};

static struct article stock[MOST];
static int articles;
static long sold_out;

/* The article of that number, or NULL if we never had it. */
static struct article *look_up(int number)
{
    for (int i = 0; i < articles; i++)
        if (stock[i].number == number)
            return &stock[i];
    return NULL;
}

/* A delivery: of an article that we know, or of a new one. */
static void deliver(int number, int pieces)
{
    struct article *a = look_up(number);

    if (!a) {
        a = &stock[articles++];
        a->number = number;
    }
    a->pieces += pieces;
}

static void sell(int number, int pieces)
{
    struct article *a = look_up(number);

    if (a && a->pieces >= pieces)
        a->pieces -= pieces;
    else
        sold_out++;
}

/* The number at *at, which is moved behind it. */
static int number(const char **at)
{
    int n = 0;

    while (**at == ' ')
        ++*at;
    while (**at >= '0' && **at <= '9')
        n = 10 * n + *(*at)++ - '0';
    return n;
}

/* A line is a letter, the number of an article, and a number of pieces. */
static void read_line(const char *line)
{
    const char *at = line + 1;
    int article = number(&at), pieces = number(&at);

    if (line[0] == 'd' && articles < MOST)
        deliver(article, pieces);
    else
        sell(article, pieces);
}

int main(void)
{
    char line[100];
    long left = 0;

    while (fgets(line, sizeof line, stdin))
        read_line(line);
    for (int i = 0; i < articles; i++)
        left += stock[i].pieces;
    printf("%d articles, %ld pieces left, sold out %ld times\n", articles, left, sold_out);
    return 0;
}
