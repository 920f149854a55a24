/* shapes.cc - C++: virtual functions and a template
 *
 * Of 3000 shapes each third is a circle, so circle::area is called 1000 times and square::area 2000
 * times for the first total, and 100 and 200 times for the second; each is an instance of a template.
 *
 * SPDX-License-Identifier: MIT
 */
#include <cstdio>

namespace shapes {

struct shape {
    virtual double area() const = 0;
};

struct circle : shape {
    double area() const override;
};

struct square : shape {
    double area() const override;
};

double circle::area() const { return 3.14159; }
double square::area() const { return 4; }

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
    shapes::circle circle;
    shapes::square square;

    for (int i = 0; i < 3000; i++)
        if (i % 3 == 0)
            list[i] = &circle;
        else
            list[i] = &square;
    std::printf("%.0f %.0f\n", shapes::total<double>(list, 3000), shapes::total<long>(list, 300));
}
