/* source.js - shows the source lines of a function, with their time and calls
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const LINES_AT_FIRST = 200, LINES_MORE = 1000, CALLEES_SHOWN = 4;
const HOT_LINES = 6, HOT_SHARE = 0.9, NEIGHBOURS = 2, PLACES_SHOWN = 4;

/* The facts by function, and the text of each file by line; read when first asked for. */
let sources = null;

function readSources() {
    if (sources) return sources;
    const none = { facts: [], files: [], found: [], inlined: [], text: [] };
    const data = block("sources") || none, texts = data.files.map(() => new Map());
    const facts = Array.from({ length: data.facts.length / 6 }, (_, i) => data.facts.slice(6 * i, 6 * i + 6));
    for (const [file, line, ...lines] of data.text)
        lines.forEach((text, i) => texts[file].set(line + i, text));
    sources = { facts: groups(facts, ([f]) => f), files: data.files.map(legible), found: data.found,
                inlined: data.inlined.map(legible), texts };
    return sources;
}

/* Returns the names of all files that the page has text of. */
function embeddedFiles() {
    const s = readSources();
    return s.files.filter((name, i) => s.found[i]);
}

/* Returns the names of the functions that were inlined into a function. */
function inlinedInto(f) {
    const { facts, inlined } = readSources();
    return [...new Set((facts.get(f) || []).map((fact) => fact[5]))].filter((i) => i > 0).map((i) => inlined[i - 1]);
}

/* Returns what is known of a function's lines, by the function that was inlined (0: none) and the
 * file: a Map from line to its time and its calls by callee. Places of most time come first. */
function placesOf(f) {
    const found = new Map();
    for (const [, file, number, kind, value, inlined] of readSources().facts.get(f) || []) {
        const key = inlined + "," + file;
        if (!found.has(key)) found.set(key, { file, inlined, time: 0, lines: new Map() });
        const place = found.get(key);
        if (!place.lines.has(number)) place.lines.set(number, { time: 0, calls: new Map() });
        const line = place.lines.get(number);
        if (kind > 0) {
            line.calls.set(kind - 1, (line.calls.get(kind - 1) || 0) + Number(value));
        } else {
            line.time += Number(value);
            place.time += Number(value);
        }
    }
    return [...found.values()].sort(
        (a, b) => b.time - a.time || b.lines.size - a.lines.size || a.inlined - b.inlined || a.file - b.file);
}

/* Returns the lines with most time, up to most of the place's; without time, those with calls. */
function hotLines(place) {
    const lines = [...place.lines].sort((a, b) => b[1].time - a[1].time || a[0] - b[0]), hot = [];
    let time = 0;
    for (const [number, line] of lines.slice(0, HOT_LINES)) {
        if (hot.length > 0 && time >= HOT_SHARE * place.time && place.time > 0) break;
        hot.push(number);
        time += line.time;
    }
    return hot;
}

/* Makes the fact of the line on which a function spends most of its own time, if it is known. */
function hottestLine(f) {
    const [place] = placesOf(f);
    if (!place || !(place.time > 0)) return null;
    const [number] = hotLines(place), { files, inlined, texts } = readSources();
    const text = texts[place.file].get(number), share = place.lines.get(number).time / Number(profile.self[f]);
    return fact("Hottest line", baseName(files[place.file]) + ":" + number, [
        shareText(share) + " % of its self time", place.inlined > 0 && ", in " + inlined[place.inlined - 1],
        text && [" ", code(legible(text.trim()))]]);
}

/* Returns the rows of lines with their neighbours, in their order; or, `isHot', those around the line
 * with most time first. A gap is null. */
function sourceRows(place, numbers, isHot) {
    const text = readSources().texts[place.file], stretches = [], rows = [];
    const timeOf = (number) => (place.lines.has(number) ? place.lines.get(number).time : 0);
    for (const number of [...numbers].sort((a, b) => a - b)) {
        const last = stretches[stretches.length - 1];
        const to = { first: number - NEIGHBOURS, last: number + NEIGHBOURS, heat: timeOf(number) };
        if (last && to.first <= last.last + 1)
            Object.assign(last, { last: to.last, heat: Math.max(last.heat, to.heat) });
        else stretches.push(to);
    }
    if (isHot) stretches.sort((a, b) => b.heat - a.heat);
    for (const { first, last } of stretches) {
        if (rows.length > 0) rows.push(null);
        for (let number = first; number <= last; number++)
            if (text.has(number) || place.lines.has(number))
                rows.push({ number, text: text.get(number) || "", known: place.lines.get(number) });
    }
    return rows;
}

function callsOfLine(calls) {
    const all = [...calls].sort((a, b) => b[1] - a[1] || a[0] - b[0]), left = all.length - CALLEES_SHOWN;
    return [
        all.slice(0, CALLEES_SHOWN).map(([callee, n]) => [
            make("span.made", muted(callText(n)), " ", functionLink(callee)), " "]),
        left > 0 && make("small", "and " + countText(left) + " more"),
    ];
}

function sourceRow(row, self) {
    if (row === null) return make("tr.gap", make("td", { colspan: hasTime ? 4 : 3 }, "\u22ef"));
    const known = row.known || { time: 0, calls: new Map() };
    const share = self > 0 ? known.time / self : 0;
    const cell = known.time > 0 ? shareCell(share, "self", { title: timeWithUnit(known.time) }) : make("td");
    return make("tr", { class: known.time > 0 ? "hot" : null }, hasTime && cell,
                make("td.number.line.muted", String(row.number)),
                make("td.code", code(legible(row.text.replace(/\t/g, "    ")))),
                make("td.calls", callsOfLine(known.calls)));
}

/* Makes the table of a place: its hot lines, and all of them when asked for. */
function sourceTable(f, place) {
    const s = readSources(), self = Number(profile.self[f]), body = make("tbody");
    const hot = hotLines(place), all = [...place.lines.keys()];
    const fill = (numbers, isHot) => limited(body, sourceRows(place, numbers, isHot),
                                             (row) => sourceRow(row, self), LINES_AT_FIRST, LINES_MORE);
    const showAll = button(() => {
        fill(all, false);
        showAll.remove();
    }, {}, "All " + countText(all.length) + " lines in their order");
    const title = [place.inlined > 0 && [make("bdi.name", s.inlined[place.inlined - 1]), ", inlined, "],
                   s.files[place.file]];

    fill(hot, true);
    return [
        make("div.panel", make("table.source", make("thead", make(
            "tr", hasTime && th("bars", make("span", { title: "Of the function\u2019s own time" }, "Self"),
                                make("small", "%")),
            th("number line", "Line"), th("text", title), th("text calls", "Calls from here"))), body)),
        hot.length < all.length && make("p.all-lines", showAll),
        !s.found[place.file] &&
            note("The text of ", code(s.files[place.file]), " is not here: it was not found when this page " +
                 "was made (gprof -I DIRECTORY tells where sources are), it was not to be shown, or the page " +
                 "has enough text already."),
    ];
}

/* Returns the source of a function, the places with most time first; or why there is none. */
function sourceOf(f) {
    const tables = placesOf(f).map((place) => sourceTable(f, place));
    const rest = tables.slice(PLACES_SHOWN);
    if (tables.length === 0)
        return profile.file[f] === 0 && note("Where it stands in the source is not known: it was compiled " +
                                             "without -g, or belongs to a library.");
    return [make("h3", "Source, hottest lines first"), tables.slice(0, PLACES_SHOWN),
            rest.length > 0 && make("details", make("summary", plural(rest.length, "more place")), rest)];
}
