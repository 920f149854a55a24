/* matrix.c - C: a matrix, multiplied by itself 100 times
 *
 * For each of the 100 products `column' is called once for each of the 200 columns, and `dot' once for each
 * of the 200 x 200 elements.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

enum { SIZE = 200, PRODUCTS = 100 };

struct matrix {
    double of[SIZE][SIZE];
};

void column(double *to, const struct matrix *m, int i)
{
    for (int row = 0; row < SIZE; row++)
        to[row] = m->of[row][i];
}

double dot(const double *a, const double *b)
{
    double sum = 0;

    for (int i = 0; i < SIZE; i++)
        sum += a[i] * b[i];
    return sum;
}

void multiply(struct matrix *to, const struct matrix *a, const struct matrix *b)
{
    double of_b[SIZE];

    for (int i = 0; i < SIZE; i++) {
        column(of_b, b, i);
        for (int row = 0; row < SIZE; row++)
            to->of[row][i] = dot(a->of[row], of_b);
    }
}

int main(void)
{
    static struct matrix a, power[2];

    for (int i = 0; i < SIZE * SIZE; i++)
        a.of[i / SIZE][i % SIZE] = power[0].of[i / SIZE][i % SIZE] = (i % 7) / 600.0;
    for (int i = 0; i < PRODUCTS; i++)
        multiply(&power[(i + 1) % 2], &power[i % 2], &a);
    printf("%g\n", power[PRODUCTS % 2].of[0][0]);
    return 0;
}
