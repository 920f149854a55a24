/* blocks.c - branches, loops, a switch and threads, for counts of lines
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <pthread.h>
#include <stdio.h>

static int classify(int n)
{
    if (n % 15 == 0)
        return 15;
    if (n % 3 == 0)
        return 3;
    if (n % 5 == 0)
        return 5;
    return 1;
}

static int weigh(int n)
{
    int sum = 0;

    for (int i = 0; i < n; i++) {
        switch (classify(i)) {
        case 15:
            sum += 10;
            break;
        case 3:
            sum += 2;
            break;
        case 5:
            sum += 1;
            break;
        default:
            sum -= 1;
        }
    }
    return sum;
}

static void *count(void *result)
{
    int *at = result;
    int i = 0;

    while (i < 25000) {
        *at += i & 1 ? 1 : 3;
        i++;
    }
    return NULL;
}

int main(void)
{
    pthread_t t[4];
    int results[4] = {0};

    for (int i = 0; i < 4; i++)
        pthread_create(&t[i], NULL, count, &results[i]);
    for (int i = 0; i < 4; i++)
        pthread_join(t[i], NULL);
    printf("%d %d\n", weigh(10000), results[0] + results[3]);
    return 0;
}
