/* source.js - the source lines of a function, with their time and calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const LINES_AT_FIRST = 200,
    LINES_MORE = 1000,
    CALLEES_SHOWN = 4;

/* Where each function's facts begin, and the texts of each file; read when first asked for. */
let sources = null;

function readSources() {
    if (sources) return sources;
    const data = block("sources") || { facts: [], files: [], found: [], text: [] },
        first = new Map(),
        texts = new Map();
    for (let i = 0; i < data.facts.length; i += 5)
        if (!first.has(data.facts[i])) first.set(data.facts[i], i);
    for (const [file, line, ...lines] of data.text) {
        if (!texts.has(file)) texts.set(file, []);
        texts.get(file).push({ first: line, lines });
    }
    sources = {
        facts: data.facts,
        files: data.files.map(legible),
        found: data.found,
        first,
        texts,
    };
    return sources;
}

/* The names of all files that the page has text of. */
function embeddedFiles() {
    const s = readSources();
    return s.files.filter((name, i) => s.found[i]);
}

/* What is known of a function's lines: by file a Map from line to its time and its calls by callee. */
function linesOf(f) {
    const s = readSources(),
        files = new Map();
    for (let i = s.first.get(f); i < s.facts.length && s.facts[i] === f; i += 5) {
        const [file, number, kind, value] = s.facts.slice(i + 1, i + 5);
        if (!files.has(file)) files.set(file, new Map());
        const lines = files.get(file);
        if (!lines.has(number)) lines.set(number, { time: 0, calls: new Map() });
        const line = lines.get(number);
        if (kind === 0) line.time += Number(value);
        else line.calls.set(kind - 1, (line.calls.get(kind - 1) || 0) + Number(value));
    }
    return files;
}

/* A test of ascending stretches: is one of the ascending lines in the stretch? */
function within(lines) {
    let k = 0;
    return (first, last) => {
        while (lines[k] < first) k++;
        return lines[k] <= last;
    };
}

/* The rows of a file: its known lines in their order, with the text around them; a gap is null. */
function sourceRows(file, known) {
    const numbers = new Map(),
        wanted = [...known.keys()].sort((a, b) => a - b),
        isWanted = within(wanted),
        isNear = within(wanted);
    for (const { first, lines } of readSources().texts.get(file) || [])
        if (isWanted(first, first + lines.length - 1))
            lines.forEach((text, i) => {
                if (isNear(first + i - 30, first + i + 30)) numbers.set(first + i, text);
            });
    for (const line of wanted) if (!numbers.has(line)) numbers.set(line, "");
    const rows = [],
        lowest = wanted[0] - 3,
        highest = wanted[wanted.length - 1] + 3;
    let last = 0;
    for (const number of [...numbers.keys()].sort((a, b) => a - b)) {
        if (number < lowest || number > highest) continue;
        if (rows.length > 0 && number !== last + 1) rows.push(null);
        rows.push({ number, text: numbers.get(number), known: known.get(number) });
        last = number;
    }
    return rows;
}

function callsOfLine(calls) {
    const shown = [...calls.entries()].sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return [
        shown
            .slice(0, CALLEES_SHOWN)
            .map(([callee, n]) => [
                make("span.made", make("span.times", countText(n)), " ", functionLink(callee)),
                " ",
            ]),
        shown.length > CALLEES_SHOWN &&
            make("small", "and " + countText(shown.length - CALLEES_SHOWN) + " more"),
    ];
}

function sourceRow(row, self) {
    if (row === null) return make("tr.gap", make("td", { colspan: hasTime ? 4 : 3 }, "\u22ef"));
    const known = row.known || { time: 0, calls: new Map() };
    return make(
        "tr",
        { class: known.time > 0 ? "hot" : null },
        hasTime &&
            make(
                "td.share",
                known.time > 0
                    ? [
                          make(
                              "span.value",
                              { title: timeText(known.time) + " " + unitText },
                              shareText(self > 0 ? known.time / self : 0)
                          ),
                          bar(self > 0 ? known.time / self : 0, "self"),
                      ]
                    : ""
            ),
        make("td.number.line.muted", String(row.number)),
        make("td.code", make("code", legible(row.text.replace(/\t/g, "    ")))),
        make("td.calls", callsOfLine(known.calls))
    );
}

function sourceTable(f, file, known) {
    const s = readSources(),
        body = make("tbody");
    const table = make(
        "table.source",
        make(
            "thead",
            make(
                "tr",
                hasTime &&
                    th(
                        "bars",
                        { title: "Of the function\u2019s own time" },
                        "Self",
                        make("small", "%")
                    ),
                th("number.line", "Line"),
                th("text", s.files[file]),
                th("text.calls", "Calls from here")
            )
        ),
        body
    );
    limited(
        body,
        sourceRows(file, known),
        (row) => sourceRow(row, Number(profile.self[f])),
        LINES_AT_FIRST,
        LINES_MORE
    );
    return [
        make("div.panel", table),
        !s.found[file] &&
            make(
                "p.note",
                "The text of ",
                make("code", s.files[file]),
                " is not here: it was not found when this page was made " +
                    "(gprof -I DIRECTORY tells where sources are), it was not to be shown, or the page has enough text already."
            ),
    ];
}

/* The source of a function, its files with most time first; or why there is none. */
function sourceOf(f) {
    const files = linesOf(f);
    const timeIn = (lines) => [...lines.values()].reduce((sum, line) => sum + line.time, 0);
    const sorted = [...files.entries()].sort(
        (a, b) => timeIn(b[1]) - timeIn(a[1]) || b[1].size - a[1].size || a[0] - b[0]
    );
    if (sorted.length === 0)
        return (
            profile.file[f] === 0 &&
            make(
                "p.note",
                "Where it stands in the source is not known: it was " +
                    "compiled without -g, or belongs to a library."
            )
        );
    return [make("h3", "Source"), sorted.map(([file, known]) => sourceTable(f, file, known))];
}
