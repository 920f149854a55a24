/* html - the report for a browser, in one file (--export=html)
 *
 * The page has its style, its script and the profile in it, and asks nobody for anything: its
 * policy allows this very style and script, known by their hashes, and nothing else. So whatever a
 * function is called, nothing of it can run. The profile is JSON, which the script reads; readers
 * without scripts get a table of the functions with most time.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
#include "base/utf8.h"
#include "export/html/policy.h"
#include "export/html_data.h"
#include "export/html_text.h"

enum { PLAIN_ROWS = 30 }; /* of the table for readers without scripts */

/* ---- style and script ---- */

static void put_lines(struct sink *out, const char *const *lines)
{
    for (; *lines; lines++)
        sink_string(out, *lines);
}

/* ---- text ---- */

static const char *entity(uint32_t code)
{
    switch (code) {
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '&':
        return "&amp;";
    case '"':
        return "&quot;";
    default:
        return code == UTF8_DAMAGED || utf8_is_control(code) ? "\357\277\275" : NULL;
    }
}

static void put_text(struct sink *out, const char *text)
{
    while (*text) {
        uint32_t code;
        size_t bytes = utf8_next(text, &code);
        const char *instead = entity(code);

        if (instead)
            sink_string(out, instead);
        else
            sink_bytes(out, text, bytes);
        text += bytes;
    }
}

static void put_head(const struct report *r, struct sink *out)
{
    sink_string(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                     "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
                     "base-uri 'none'; form-action 'none'; script-src ");
    sink_string(out, HTML_SCRIPT_HASH "; style-src " HTML_STYLE_HASH
                                      "\">\n<meta name=\"viewport\" content=\"width=device-width, "
                                      "initial-scale=1\">\n<title>");
    put_text(out, diag_basename(r->image.path));
    sink_string(out, " - gprof</title>\n<style>");
    put_lines(out, html_style);
    sink_string(out, "</style>\n</head>\n<body>\n");
}

/* ---- for readers without scripts ---- */

static void put_time(const struct report *r, struct sink *out, uint64_t time)
{
    double total = (double)r->figures.total;

    sink_string(out, "<td>");
    sink_fixed(out, total > 0 ? 100 * (double)time / total : 0, 0, 1);
    sink_string(out, " %</td>");
}

static void put_plain_table(const struct report *r, struct sink *out)
{
    const struct figures *f = &r->figures;

    sink_string(out, "<noscript>\n<h1>");
    put_text(out, diag_basename(r->image.path));
    sink_string(out, "</h1>\n<p>The functions with most time of their own; with scripts this page "
                     "has all of them, with callers and callees. Inclusive times are ");
    sink_string(out, f->origin == CG_MEASURED ? "measured" : "estimated");
    sink_string(out, ".</p>\n<table>\n<tr><th>Self</th><th>Inclusive</th><th>Calls</th>"
                     "<th>Function</th></tr>\n");
    for (uint32_t i = 0; i < f->n_shown && i < PLAIN_ROWS; i++) {
        uint32_t s = f->order[i];

        sink_string(out, "<tr>");
        put_time(r, out, f->functions[s].self);
        put_time(r, out, f->functions[s].inclusive);
        sink_string(out, "<td>");
        sink_u64(out, r->graph.nodes[s].calls, 0);
        sink_string(out, "</td><td>");
        put_text(out, names_shown(&r->names, s));
        sink_string(out, "</td></tr>\n");
    }
    sink_string(out, "</table>\n</noscript>\n");
}

bool html_print(const struct report *r, struct sink *out, struct diag *d)
{
    struct html_functions f = {0};
    struct paths p;
    bool ok = html_paths_init(&p, r, d) && html_functions_init(&f, r, &p, d);

    if (ok) {
        put_head(r, out);
        put_plain_table(r, out);
        ok = html_put_profile(r, &f, &p, out, d) && html_put_stacks(r, &f, &p, out, d) &&
             html_put_sources(r, &f, out, d);
    }
    if (ok) { /* else the page is not to look whole */
        sink_string(out, "<script>");
        put_lines(out, html_script);
        sink_string(out, "</script>\n</body>\n</html>\n");
    }
    html_functions_release(&f);
    paths_release(&p);
    return ok;
}
