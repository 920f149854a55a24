/* matrix.c - C: the product of two matrices, element by element
 *
 * `dot' is called once for each of the 40 x 40 elements, `at' twice for each of its 40 steps.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>

enum { SIZE = 40 };

struct matrix {
    double of[SIZE][SIZE];
};

double at(const struct matrix *m, int row, int column)
{
    return m->of[row][column];
}

double dot(const struct matrix *a, const struct matrix *b, int row, int column)
{
    double sum = 0;

    for (int i = 0; i < SIZE; i++)
        sum += at(a, row, i) * at(b, i, column);
    return sum;
}

void multiply(struct matrix *to, const struct matrix *a, const struct matrix *b)
{
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++)
            to->of[row][column] = dot(a, b, row, column);
}

int main(void)
{
    static struct matrix a, product;

    for (int i = 0; i < SIZE * SIZE; i++)
        a.of[i / SIZE][i % SIZE] = i % 7;
    multiply(&product, &a, &a);
    printf("%g\n", at(&product, SIZE - 1, SIZE - 1));
    return 0;
}
