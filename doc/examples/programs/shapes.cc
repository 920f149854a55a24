/* shapes.cc - C++: virtual functions and a template
 *
 * Of 3000 shapes each third is a circle, so a total calls circle::area 1000 times and polygon::area 2000
 * times. There are 60 totals of all shapes, and one of the first 300; `total' has an instance for each type
 * of the sum.
 *
 * SPDX-License-Identifier: MIT
 */
#include <cmath>
#include <cstdio>

namespace shapes {

struct shape {
    virtual double area() const = 0;
};

struct circle : shape {
    double area() const override;
};

struct polygon : shape {
    polygon();
    double area() const override;
    static const int corners = 1000;
    double x[corners], y[corners];
};

// Strips of the upper right quarter.
double circle::area() const
{
    const int strips = 1000;
    double sum = 0;
    for (int i = 0; i < strips; i++)
        sum += std::sqrt(1 - (i + 0.5) / strips * (i + 0.5) / strips);
    return 4 * sum / strips;
}

polygon::polygon()
{
    for (int i = 0; i < corners; i++) {
        x[i] = std::cos(i * 2 * 3.14159265 / corners);
        y[i] = std::sin(i * 2 * 3.14159265 / corners);
    }
}

double polygon::area() const
{
    double sum = 0;
    for (int i = 0, last = corners - 1; i < corners; last = i++)
        sum += x[last] * y[i] - x[i] * y[last];
    return sum / 2;
}

template <class Sum> double total(const shape *const *list, int size)
{
    Sum sum = 0;
    for (int i = 0; i < size; i++)
        sum += static_cast<Sum>(list[i]->area());
    return static_cast<double>(sum);
}

} // namespace shapes

int main()
{
    static const shapes::shape *list[3000];
    static shapes::circle circle;
    static shapes::polygon polygon;
    double sum = 0;

    for (int i = 0; i < 3000; i++)
        if (i % 3 == 0)
            list[i] = &circle;
        else
            list[i] = &polygon;
    for (int i = 0; i < 60; i++)
        sum += shapes::total<double>(list, 3000);
    std::printf("%.0f %.0f\n", sum, shapes::total<long>(list, 300));
}
