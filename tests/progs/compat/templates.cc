/* templates - much code from little: containers of containers, expression templates, algorithms and
 * regular expressions, each instantiated with SIZE types
 *
 * -DSIZE=N sets the number of types; one is 12 KB of text or more at -O2. The argument multiplies the
 * work (default 1).
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <numeric>
#include <regex>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#ifndef SIZE
#define SIZE 3
#endif

namespace {

/* A key of its own type for each N, so that nothing is shared between instances. */
template <int N> struct Key {
    long at[1 + N % 3];

    Key(long first = 0)
    {
        for (long &x : at)
            x = first++;
    }
    bool operator<(const Key &other) const
    {
        return std::lexicographical_compare(at, at + 1 + N % 3, other.at, other.at + 1 + N % 3);
    }
    bool operator==(const Key &other) const
    {
        return std::equal(at, at + 1 + N % 3, other.at);
    }
};

template <int N> struct Hash {
    std::size_t operator()(const Key<N> &key) const
    {
        return std::accumulate(key.at, key.at + 1 + N % 3, std::size_t{N} + 7,
                               [](std::size_t sum, long x) { return sum * 31 + std::size_t(x); });
    }
};

/* Expressions over vectors that are evaluated element by element, without temporaries. */
template <class L, class R, class Op> struct Binary {
    const L &left;
    const R &right;

    double operator[](std::size_t i) const { return Op::apply(left[i], right[i]); }
};

template <int N> struct Vector {
    std::vector<double> at;

    explicit Vector(std::size_t n, double first) : at(n) { std::iota(at.begin(), at.end(), first); }
    double operator[](std::size_t i) const { return at[i]; }
    template <class E> Vector &operator=(const E &from)
    {
        for (std::size_t i = 0; i < at.size(); i++)
            at[i] = from[i];
        return *this;
    }
};

struct Plus {
    static double apply(double l, double r) { return l + r; }
};
struct Times {
    static double apply(double l, double r) { return l * r; }
};

template <class Op, class L, class R> Binary<L, R, Op> both(const L &l, const R &r)
{
    return {l, r};
}

template <int N> double expressions(std::size_t n)
{
    Vector<N> a(n, 1), b(n, 0.5), c(n, N);

    c = both<Plus>(both<Times>(a, b), c);
    a = both<Times>(both<Plus>(a, c), both<Times>(b, both<Plus>(c, c)));
    return std::inner_product(a.at.begin(), a.at.end(), c.at.begin(), 0.0);
}

template <int N> std::size_t containers(std::size_t n)
{
    std::map<Key<N>, std::vector<std::list<Key<N>>>> trees;
    std::unordered_map<Key<N>, std::map<int, std::set<Key<N>>>, Hash<N>> tables;
    std::size_t found = 0;

    for (std::size_t i = 0; i < n; i++) {
        Key<N> key(long(i * 7919 % 61));
        trees[key].emplace_back(std::list<Key<N>>{key, Key<N>(long(i)), Key<N>(N)});
        tables[key][int(i % 5)].insert(Key<N>(long(i)));
    }
    for (auto &entry : trees)
        for (auto &list : entry.second) {
            list.sort();
            list.unique();
            found += list.size();
        }
    for (const auto &entry : tables)
        for (const auto &set : entry.second)
            found += set.second.count(entry.first);
    return found;
}

template <int N> std::size_t algorithms(std::size_t n)
{
    std::vector<Key<N>> keys(n);
    std::deque<std::pair<Key<N>, std::shared_ptr<Key<N>>>> queue;

    for (std::size_t i = 0; i < n; i++)
        keys[i] = Key<N>(long(i * 104729 % 1009));
    std::sort(keys.begin(), keys.end());
    std::stable_sort(keys.begin(), keys.end(), [](const Key<N> &l, const Key<N> &r) { return r < l; });
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    std::make_heap(keys.begin(), keys.end());
    std::sort_heap(keys.begin(), keys.end());
    for (const Key<N> &key : keys)
        queue.emplace_front(key, std::make_shared<Key<N>>(key));
    std::partial_sort(queue.begin(), queue.begin() + std::ptrdiff_t(queue.size() / 2), queue.end(),
                      [](const auto &l, const auto &r) { return *l.second < *r.second; });
    return queue.size();
}

/* Characters of its own type, so that the whole machinery of expressions is instantiated again. */
template <int N> struct Traits : std::regex_traits<char> {
};

template <int N> std::size_t patterns(std::size_t n)
{
    const std::basic_regex<char, Traits<N>> words("([a-z]+)-([0-9]+)(?:;|$)");
    std::string text;
    std::size_t found = 0;

    for (std::size_t i = 0; i < n; i++)
        text += "item-" + std::to_string(i * N) + ";";
    for (auto at = text.cbegin();;) {
        std::match_results<std::string::const_iterator> match;
        if (!std::regex_search(at, text.cend(), match, words))
            break;
        found += std::size_t(match.length(1));
        at = match[0].second;
    }
    return found;
}

template <int N> double one_type(std::size_t n)
{
    double sum = double(containers<N>(n) + algorithms<N>(2 * n)) + expressions<N>(8 * n);

    if (N % 4 == 0)
        sum += double(patterns<N>(n / 4));
    return sum;
}

template <int... N> double all_types(std::size_t n, std::integer_sequence<int, N...>)
{
    double sum = 0;

    for (double x : {one_type<N>(n)...})
        sum += x;
    return sum;
}

} // namespace

int main(int argc, char **argv)
{
    double sum = 0;
    int times = argc > 1 ? std::atoi(argv[1]) : 1;

    for (int i = 0; i < times * (300 / SIZE + 1); i++)
        sum += all_types(100, std::make_integer_sequence<int, SIZE>());
    std::printf("%g\n", sum);
    return 0;
}
