/* test_name_forms - tests the forms of names, and shell patterns for names
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "names/name_forms.h"
#include "unit.h"

/* ---- forms ---- */

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

/* Columns of a row: the name, and four forms of it. A form that is not given equals the one
 * before. */
enum { FULL, BASE, SHORT, PARAMETERS, ARGUMENTS, COLUMNS };

static const char *const rows[][COLUMNS] = {
    {"main", "main", "main"},
    {"add(int, int)", "add", "add(...)", "add(int, int)", "add(...)"},
    {"add(int)", "add", "add(int)"},
    {"f()", "f", "f()"},
    {"f(...)", "f", "f(...)"},
    {"f(void)", "f", "f()", "f(void)", "f()"},
    {"std::vector<int, std::allocator<int> >::push_back(int const&)", "push_back",
     "std::vector<...>::push_back(...)", "std::vector<...>::push_back(int const&)",
     "std::vector<int, std::allocator<int> >::push_back(...)"},
    {STRING "::append(char const*)", "append", "std::string::append(...)",
     "std::string::append(char const*)", "std::string::append(...)"},
    {"f(" STRING ", int)", "f", "f(...)", "f(std::string, int)", "f(...)"},
    {"std::basic_string<char32_t, std::char_traits<char32_t>, std::allocator<char32_t> >::size()",
     "size", "std::u32string::size()"},
    {"std::basic_ostream<wchar_t, std::char_traits<wchar_t> >::flush()", "flush",
     "std::wostream::flush()"},
    {"std::__1::basic_string<char, std::__1::char_traits<char>, "
     "std::__1::allocator<char>>::size() const",
     "size", "std::string::size()", "std::string::size() const"},
    {"std::__cxx11::basic_string<char, Traits<char>, std::allocator<char> >::size()", "size",
     "std::basic_string<...>::size()", NULL,
     "std::basic_string<char, Traits<char>, std::allocator<char> >::size()"},
    {"mystd::__cxx11::f()", "f", "mystd::__cxx11::f()"},
    /* results */
    {"unsigned long const& std::max<unsigned long>(unsigned long const&, unsigned long const&)",
     "max", "std::max<...>(...)", "std::max<...>(unsigned long const&, unsigned long const&)",
     "std::max<unsigned long>(...)"},
    {"decltype (({parm#1}+...)) eng::K<3>::g<int, double>(int, double)", "g",
     "eng::K<3>::g<...>(...)", "eng::K<3>::g<...>(int, double)", "eng::K<3>::g<int, double>(...)"},
    {"void (*eng::pick<int>(int))(int)", "pick", "eng::pick<int>(int)"},
    {"void (*(*twice<int>(int))(int))(char)", "twice", "twice<int>(int)"},
    {"int (&rows<char>(char))[3]", "rows", "rows<...>(...)", "rows<...>(char)", "rows<char>(...)"},
    {"non-virtual thunk to B::f(int, int)", "non-virtual thunk to f",
     "non-virtual thunk to B::f(...)", "non-virtual thunk to B::f(int, int)",
     "non-virtual thunk to B::f(...)"},
    /* operators */
    {"V::operator<(V const&) const", "operator<", "V::operator<(...)",
     "V::operator<(V const&) const", "V::operator<(...) const"},
    {"bool V::operator< <double>(double)", "operator<", "V::operator< <...>(...)",
     "V::operator< <...>(double)", "V::operator< <double>(...)"},
    {"eng::operator<<(std::ostream&, eng::V const&)", "operator<<", "eng::operator<<(...)",
     "eng::operator<<(std::ostream&, eng::V const&)", "eng::operator<<(...)"},
    {"bool V::operator>><int>(int)", "operator>>", "V::operator>><int>(int)"},
    {"V::operator->()", "operator->", "V::operator->()"},
    {"V::operator->*(int)", "operator->*", "V::operator->*(int)"},
    {"V::operator()(int, int)", "operator()", "V::operator()(...)", "V::operator()(int, int)",
     "V::operator()(...)"},
    {"V::operator-(V)", "operator-", "V::operator-(V)"},
    {"V::operator,(int)", "operator,", "V::operator,(int)"},
    {"V::operator new[](unsigned long)", "operator new[]", "V::operator new[](...)",
     "V::operator new[](unsigned long)", "V::operator new[](...)"},
    {"V::operator bool() const", "operator bool", "V::operator bool()", "V::operator bool() const"},
    {"V::operator unsigned long() const", "operator unsigned long", "V::operator unsigned long()",
     "V::operator unsigned long() const"},
    {"V::operator std::vector<int, A>()", "operator std::vector", "V::operator std::vector<...>()",
     NULL, "V::operator std::vector<int, A>()"},
    {"V::operator (anonymous namespace)::W()", "operator (anonymous namespace)::W",
     "V::operator (anonymous namespace)::W()"},
    {"operator\"\" _km(long double)", "operator\"\" _km", "operator\"\" _km(...)",
     "operator\"\" _km(long double)", "operator\"\" _km(...)"},
    {"an_operator(int, int)", "an_operator", "an_operator(...)", "an_operator(int, int)",
     "an_operator(...)"},
    {"V::~V()", "~V", "V::~V()"},
    /* scopes without a name, functions in functions, qualifiers */
    {"eng::(anonymous namespace)::hid(long)", "hid", "eng::(anonymous namespace)::hid(...)",
     "eng::(anonymous namespace)::hid(long)", "eng::(anonymous namespace)::hid(...)"},
    {"main::{lambda(int, double)#1}::operator()(int, double) const",
     "main::{lambda(...)#1}::operator()", "main::{lambda(...)#1}::operator()(...)",
     "main::{lambda(int, double)#1}::operator()(int, double) const",
     "main::{lambda(...)#1}::operator()(...) const"},
    {"eng::W::m() const::{lambda()#1}::operator()() const", "m::{lambda()#1}::operator()",
     "eng::W::m()::{lambda()#1}::operator()()",
     "eng::W::m() const::{lambda()#1}::operator()() const"},
    {"W::q() volatile &&", "q", "W::q()", "W::q() volatile &&"},
    {"tag[abi:cxx11]()", "tag", "tag()", "tag[abi:cxx11]()"},
    {"f(long) [clone .isra.0] [clone .cold]", "f", "f(...)",
     "f(long) [clone .isra.0] [clone .cold]", "f(...) [clone .isra.0] [clone .cold]"},
    {"f [clone .part.0]", "f", "f", "f [clone .part.0]"},
    {"f(long)@GLIBCXX_3.4", "f", "f(...)", "f(long)@GLIBCXX_3.4", "f(...)@GLIBCXX_3.4"},
    /* `<' and `>' that are not brackets */
    {"int cond<((3)>(2))>()", "cond", "cond<...>()", NULL, "cond<((3)>(2))>()"},
    {"int cond<(x<y)>()", "cond", "cond<...>()", NULL, "cond<(x<y)>()"},
    {"f<&(X::operator<)>(int)", "f", "f<...>(int)", NULL, "f<&(X::operator<)>(int)"},
    {"f<((a)->b)>(int)", "f", "f<...>(int)", NULL, "f<((a)->b)>(int)"},
    /* Rust */
    {"core::ptr::drop_in_place<alloc::vec::Vec<u8>>::h7ae3cfa4d5880597", "drop_in_place",
     "core::ptr::drop_in_place<...>", "core::ptr::drop_in_place<...>::h7ae3cfa4d5880597",
     "core::ptr::drop_in_place<alloc::vec::Vec<u8>>::h7ae3cfa4d5880597"},
    {"<alloc::vec::Vec<T,A> as core::fmt::Debug>::fmt", "fmt", "<Vec<T,A> as Debug>::fmt", NULL,
     "<alloc::vec::Vec<T,A> as core::fmt::Debug>::fmt"},
    {"core::fmt::num::imp::<impl core::fmt::Display for u32>::fmt", "fmt",
     "core::fmt::num::imp::<impl Display for u32>::fmt", NULL,
     "core::fmt::num::imp::<impl core::fmt::Display for u32>::fmt"},
    {"core::slice::sort::<u32, <a::B>::c::{closure#0}>", "sort", "core::slice::sort::<...>", NULL,
     "core::slice::sort::<u32, <a::B>::c::{closure#0}>"},
    {"<<std::sync::Once>::call::{closure#0} as core::ops::FnOnce<()>>::call_once::{shim:vtable#0}",
     "call_once::{shim:vtable#0}",
     "<<Once>::call::{closure#0} as FnOnce<()>>::call_once::{shim:vtable#0}", NULL,
     "<<std::sync::Once>::call::{closure#0} as core::ops::FnOnce<()>>::call_once::{shim:vtable#0}"},
    {"a::main::{{closure}}", "main::{{closure}}", "a::main::{{closure}}"},
    {"<fn(u8) -> u32 as core::ops::Fn<A>>::call", "call", "<fn(u8) -> u32 as Fn<A>>::call", NULL,
     "<fn(u8) -> u32 as core::ops::Fn<A>>::call"},
};

static void test_forms(void)
{
    struct name_parts p = {0};

    for (size_t i = 0; i < UNIT_COUNT(rows); i++) {
        const char *const *r = rows[i];
        const char *parameters = r[PARAMETERS] ? r[PARAMETERS] : r[SHORT];

        name_parts_read(&p, r[FULL], NAME_COLONS);
        ok(p.understood, "understood: %s", r[FULL]);
        is_str(name_form(&p, NAME_BASE, false), r[BASE], "without scope");
        is_str(name_form(&p, NAME_SHORT, false), r[SHORT], "short");
        is_str(name_form(&p, NAME_WITH_PARAMETERS, false), parameters, "with parameters");
        is_str(name_form(&p, NAME_WITH_ARGUMENTS, false), r[ARGUMENTS] ? r[ARGUMENTS] : parameters,
               "with template arguments");
        is_str(name_form(&p, NAME_FULL, false), r[FULL], "full");
    }
    name_parts_release(&p);
}

static void test_dots(void)
{
    struct name_parts p = {0};

    name_parts_read(&p, "engine.parts.turn", NAME_DOTS);
    is_str(name_form(&p, NAME_BASE, false), "turn", "Ada: the last unit");
    is_str(name_form(&p, NAME_SHORT, false), "engine.parts.turn", "short: all of it");
    name_parts_read(&p, "engine.turn.inner.3", NAME_DOTS);
    is_str(name_form(&p, NAME_BASE, false), "inner.3", "a number belongs to the word before it");
    name_parts_read(&p, "std.stdio.File.open(immutable(char)[], int)", NAME_DOTS);
    is_str(name_form(&p, NAME_BASE, false), "open", "D");
    is_str(name_form(&p, NAME_SHORT, false), "std.stdio.File.open(...)", "short");
    name_parts_release(&p);
}

/* Tests the forms by which names are compared: the common part of all functions of a name. */
static void test_strict(void)
{
    static const char *const pairs[][2] = {
        {"f(int)", "f(...)"},
        {"f(long)", "f(...)"},
        {"f()", "f()"},
        {"f(void)", "f()"},
        {"void f<i>(i)", "f<...>(...)"},
        {"f<>()", "f<>()"},
        {"a<b<c>>(d, a<b>(c))", "a<...>(...)"},
    };
    struct name_parts p = {0};

    for (size_t i = 0; i < UNIT_COUNT(pairs); i++) {
        name_parts_read(&p, pairs[i][0], NAME_COLONS);
        is_str(name_form(&p, NAME_SHORT, true), pairs[i][1], "strictly cut");
    }
    name_parts_release(&p);
}

/* Tests texts that no demangler writes: shown as they are. */
static void test_odd(void)
{
    static const char *const odd[] = {"",
                                      "(",
                                      ")",
                                      "f(",
                                      "f)",
                                      "a<b",
                                      "a>b",
                                      "f<(>",
                                      "f(<)>",
                                      "]",
                                      "f(]",
                                      "{",
                                      "a ",
                                      "f<int>(",
                                      "f(int))",
                                      "<a as",
                                      "x::y(::",
                                      "JS:~f a.js:1:2",
                                      "Stub:f(int)",
                                      "a:b"};
    static const char *const fine[] = {
        "operator", "operator ", "::",         "a::",    "::b", "\377\376", "\t\n",  "()",     "<>",
        "@",        "f()@",      "operator()", "(*a)(b", "(*",  "x (*",     "x (*)", "x (*)()"};
    struct name_parts p = {0};

    for (size_t i = 0; i < UNIT_COUNT(odd); i++) {
        name_parts_read(&p, odd[i], NAME_COLONS);
        ok(!p.understood, "\"%s\" is not a name", odd[i]);
        for (enum name_form f = NAME_BASE; f < NAME_FORMS; f++)
            ok(name_form(&p, f, false) == odd[i], "and has one form");
    }
    for (size_t i = 0; i < UNIT_COUNT(fine); i++) {
        name_parts_read(&p, fine[i], NAME_COLONS);
        for (enum name_form f = NAME_BASE; f < NAME_FORMS; f++)
            ok(strlen(name_form(&p, f, false)) <= strlen(fine[i]) &&
                   strlen(name_form(&p, f, true)) <= 2 * strlen(fine[i]),
               "odd name %zu has forms", i);
    }
    name_parts_release(&p);
}

/* Tests a million nested brackets, open and closed: no recursion, and linear time. */
static void test_deep(void)
{
    static const char *const brackets[] = {"<>", "()", "{}", "[]"};
    size_t deep = unit_times(1000000);
    char *text = malloc(2 * deep + 3);
    struct name_parts p = {0};

    for (size_t b = 0; text && b < UNIT_COUNT(brackets); b++) {
        text[0] = text[1] = 'f';
        memset(text + 1, brackets[b][0], deep);
        memset(text + 1 + deep, '\0', 1);
        name_parts_read(&p, text, NAME_COLONS);
        ok(!p.understood, "many %c", brackets[b][0]);
        memset(text + 1 + deep, brackets[b][1], deep);
        text[1 + 2 * deep] = '\0';
        name_parts_read(&p, text, NAME_COLONS);
        ok(p.understood, "and as many %c", brackets[b][1]);
        ok(strlen(name_form(&p, NAME_SHORT, false)) <= strlen(text), "have a short form");
    }
    free(text);
    name_parts_release(&p);
}

/* ---- patterns ---- */

static void test_patterns(void)
{
    static const struct {
        const char *pattern, *name;
        bool fits;
    } patterns[] = {
        {"", "", true},
        {"", "a", false},
        {"a", "a", true},
        {"a", "", false},
        {"*", "", true},
        {"*", "a/b.c", true},
        {"engine::*", "engine::turn(int)", true},
        {"engine::*", "engine", false},
        {"*area*", "geo::area<int>", true},
        {"*area", "geo::areas", false},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"a?c", "a\377c", true}, /* a damaged character */
        {"[a-c]*", "beta", true},
        {"[!a-c]*", "beta", false},
        {"[^a-c]*", "delta", true},
        {"[]x]", "]", true},
        {"operator[]", "operator[]", true}, /* no set ends there */
        {"f[", "f[", true},
        {"\\*", "*", true},
        {"\\*", "a", false},
        {"[\\]]", "]", true},
        {"*a*b*c", "xaxbxbxc", true},
        {"*a*b*c", "xaxcxbx", false},
    };

    for (size_t i = 0; i < UNIT_COUNT(patterns); i++)
        ok(name_glob(patterns[i].pattern, patterns[i].name) == patterns[i].fits,
           "%s and pattern %s", patterns[i].fits ? "fit" : "no fit", patterns[i].pattern);
    ok(name_is_glob("a*") && name_is_glob("?") && name_is_glob("x[") && !name_is_glob("a::b(int)"),
       "what is a pattern");
}

/* Tests many stars that never fit: a matcher that tries all would not end. */
static void test_stars(void)
{
    char pattern[201] = "", name[5001];

    for (size_t i = 0; i < 100; i++)
        memcpy(pattern + 2 * i, "*a", 2);
    memset(name, 'a', 5000);
    name[4999] = 'b';
    name[5000] = '\0';
    ok(!name_glob(pattern, name), "a hundred stars");
}

UNIT_TESTS(test_forms, test_dots, test_strict, test_odd, test_deep, test_patterns, test_stars)
