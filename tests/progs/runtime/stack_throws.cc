/* stack_throws.cc - C++ as it comes: templates, virtual calls, strings, maps, and exceptions
 *
 * Use: stack_throws MS. Prints nothing.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace
{

unsigned state = 1;

unsigned any(unsigned n)
{
    state = state * 1103515245 + 12345;
    return (state >> 16) % n;
}

struct Node {
    virtual ~Node() = default;
    virtual long value(int depth) const = 0;
};

struct Number : Node {
    long n = any(1000);
    long value(int depth) const override
    {
        if (depth > 5 && n < 100)
            throw std::runtime_error("too small: " + std::to_string(n));
        return n;
    }
};

struct Pair : Node {
    std::unique_ptr<Node> left, right;
    explicit Pair(int depth);
    long value(int depth) const override
    {
        return left->value(depth + 1) * 3 + right->value(depth + 1);
    }
};

std::unique_ptr<Node> make(int depth)
{
    if (depth > 0 && any(5) != 0)
        return std::make_unique<Pair>(depth);
    return std::make_unique<Number>();
}

Pair::Pair(int depth) : left(make(depth - 1)), right(make(depth - 1))
{
}

long evaluate()
{
    auto tree = make(7);
    try {
        return tree->value(0);
    } catch (const std::exception &e) {
        return static_cast<long>(std::string(e.what()).size());
    }
}

long words()
{
    std::map<std::string, int> count;
    std::vector<std::string> list;
    for (int i = 0; i < 200; i++)
        count["word " + std::to_string(any(50))]++;
    for (const auto &pair : count)
        list.push_back(pair.first);
    std::function<bool(const std::string &, const std::string &)> longer =
        [](const std::string &a, const std::string &b) {
            return a.size() != b.size() ? a.size() > b.size() : a > b;
        };
    std::sort(list.begin(), list.end(), longer);
    return static_cast<long>(list.size());
}

} // namespace

int main(int argc, char **argv)
{
    std::clock_t end = (argc > 1 ? std::atol(argv[1]) : 100) * (CLOCKS_PER_SEC / 1000);
    long n = 0;

    while (std::clock() < end)
        n += evaluate() + words();
    return n == 1;
}
