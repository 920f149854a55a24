/* library.cc - C++ on the standard library: long template names, much inlining
 *
 * A sample program for the comparison runs: no input, no output that matters, a short run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

using table = std::map<std::string, std::vector<int>>;

static table build(int count)
{
    table t;
    for (int i = 0; i < count; i++)
        t["key" + std::to_string(i % 97)].push_back((i * 7919) % 1009);
    return t;
}

template <typename Cmp> static void arrange(table &t, Cmp cmp)
{
    for (auto &row : t)
        std::sort(row.second.begin(), row.second.end(), cmp);
}

static long total(const table &t, const std::function<long(int)> &fn)
{
    long sum = 0;
    for (const auto &row : t)
        for (int v : row.second)
            sum += fn(v);
    return sum;
}

int main()
{
    long sum = 0;
    for (int round = 0; round < 6; round++) {
        auto t = std::make_shared<table>(build(4000));
        arrange(*t, std::less<int>());
        arrange(*t, [](int a, int b) { return a % 10 > b % 10; });
        sum += total(*t, [round](int v) { return static_cast<long>(v) * round; });
    }
    return sum == 1;
}
