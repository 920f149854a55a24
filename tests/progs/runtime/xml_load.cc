/* xml_load.cc - a workload for pugixml, a real C++ library: builds, writes, parses and searches a document
 *
 * Use: compiled together with pugixml.cpp, which is not part of this project, by tests/perf/workloads.pl.
 * Prints what came of it, the same in each run.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include <cstdio>
#include <sstream>
#include <string>

#include "pugixml.hpp"

namespace {

enum { ROUNDS = 30, RECORDS = 6000 };

std::string written()
{
    pugi::xml_document document;
    pugi::xml_node list = document.append_child("records");
    std::ostringstream text;

    for (int i = 0; i < RECORDS; i++) {
        pugi::xml_node record = list.append_child("record");
        record.append_attribute("id") = i;
        record.append_child("name").text() = ("name & " + std::to_string(i * 7919 % RECORDS)).c_str();
        record.append_child("price").text() = i * 0.25;
    }
    document.save(text);
    return text.str();
}

struct counter : pugi::xml_tree_walker {
    unsigned long sum = 0;

    bool for_each(pugi::xml_node &node) override
    {
        for (const char *c = node.value(); *c != '\0'; c++)
            sum = sum * 31 + static_cast<unsigned char>(*c);
        return true;
    }
};

} // namespace

int main()
{
    unsigned long found = 0;
    counter all;

    for (int i = 0; i < ROUNDS; i++) {
        const std::string text = written();
        pugi::xml_document document;
        if (!document.load_string(text.c_str()))
            return 1;
        document.traverse(all);
        found += document.select_nodes("/records/record[@id mod 7 = 3]/name").size();
        found += document.select_nodes("//record[starts-with(name, 'name & 12') and price > 100]").size();
    }
    std::printf("pugixml: found %lu, checksum %lu\n", found, all.sum);
    return 0;
}
