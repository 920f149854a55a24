/* mixed.cc - C++: templates, overloads, virtuals, lambdas, exceptions, statics of one name
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <stdexcept>
#include "burn.h"

namespace shapes
{
struct shape {
    virtual ~shape() = default;
    virtual double area() const = 0;
    virtual const char *name() const { return "shape"; }
};

class square : public shape
{
    double side_;

  public:
    explicit square(double side) : side_(side) {}
    double area() const override
    {
        BURN(300);
        return side_ * side_;
    }
    square &operator+=(const square &other)
    {
        BURN(100);
        side_ += other.side_;
        return *this;
    }
    bool operator<(const square &other) const { return side_ < other.side_; }
    explicit operator double() const { return side_; }
};

struct circle final : shape {
    double area() const override
    {
        BURN(500);
        return 3.14;
    }
    const char *name() const override { return "circle"; }
};
} // namespace shapes

namespace
{
KEEP int hidden(int n)
{
    BURN(200);
    return n;
}
} // namespace

static KEEP int overloaded(int n) { return hidden(n); }
static KEEP int overloaded(double d) { return hidden(static_cast<int>(d)) + 1; }
static KEEP int overloaded(const char *s, int n = 2) { return *s + n; }

template <typename T, int N> KEEP T power(T x)
{
    T r = x;
    for (int i = 0; i < N; i++)
        r = r * x + 1;
    BURN(50 * N);
    return r;
}

template <typename F> KEEP int apply(F f, int n) { return f(n) + f(n + 1); }

KEEP void risky(int n)
{
    BURN(100);
    if (n % 10 == 0)
        throw std::runtime_error("ten");
}

KEEP int guarded(int n)
{
    try {
        risky(n);
    } catch (const std::exception &) {
        return hidden(-n);
    }
    return n;
}

struct counter {
    static int made;
    counter() { made++; }
    counter(const counter &) { made += 2; }
    ~counter() { made--; }
};
int counter::made = 0;
static counter at_start;

int main()
{
    int sum = 0;
    shapes::square s(1.5);
    const shapes::circle c;
    const shapes::shape *both[] = {&s, &c};
    for (int i = 0; i < 8000; i++) {
        const shapes::shape &one = *both[i & 1];
        sum += static_cast<int>(one.area()) + *one.name();
        s += shapes::square(0.001);
        sum += overloaded(i) + overloaded(0.5 * i) + overloaded("x");
        sum += power<int, 3>(i) + static_cast<int>(power<double, 5>(0.1)) + power<unsigned char, 2>(3);
        sum += apply([&](int n) { BURN(50); return n + sum; }, i);
        sum += apply([](int n) { return hidden(n); }, i);
        sum += guarded(i) + (s < shapes::square(3)) + static_cast<int>(static_cast<double>(s));
        counter copy(at_start);
    }
    return sum == 1;
}
