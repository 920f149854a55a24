/* table.js - shows the table of all functions: sorted, searched, a hundred rows at a time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const ROWS_AT_FIRST = 100, ROWS_MORE = 500;

/* Returns the width in pixels of a column that a text needs; nothing if it has that. */
function widthFor(text, has) {
    const needed = 26 + 9 * text.length;
    return needed > has && needed;
}

/* Returns the columns of self or of inclusive times: share, its error, time. `show' has what is made of
 * a function: its value, its error and the cells of its share and time. */
function timeColumns(head, kind, key, hasErrors, title, show) {
    const times = profile[kind], wide = kind === "inclusive" ? 4 : 3;
    const errorTitle = `With a confidence of 95 %, the true share of ${kind} time is not further off`;
    const errorBy = (f) => (Number(times[f]) > 0 ? errorOf(shareOf(times[f]), "") : "");
    return [
        { key, head, unit: "%", title, if: hasTime, bar: true, value: show.value, cell: show.share },
        { kind: "error", head: "\u00b1", if: hasErrors, wide: 2, title: errorTitle,
          cell: (f) => number((show.error || errorBy)(f), "wide2 muted") },
        { kind: kind === "inclusive" ? "longer" : null, head, unit: unitText, if: hasTime, wide,
          width: widthFor(timeText(total), 80), cell: (f) => number(show.time(f), "wide" + wide) },
    ];
}

/* Returns what the column of files shows, and its width in pixels: what it needs, up to a bound. */
function fileText(f) {
    return baseName(placeOf(f)) || homeOf(f);
}
function fileWidth() {
    return Math.min(230, profile.names.reduce((most, _, f) => Math.max(most, 24 + 8 * fileText(f).length), 70));
}

/* The columns: the heading, its cell and, if it can be sorted by, the name in the address and the
 * value; `wide' ones are left out on narrow screens, those with the highest number first. */
const columns = [
    { key: "name", head: "Function", up: true, text: true,
      value: (f) => profile.names[f].toLowerCase(), cell: (f) => functionCell(f) },
    ...timeColumns("Self", "self", "self", hasTime, "Share of the time in the function itself", {
        value: selfShare, share: selfCell, error: (f) => selfError(f, ""),
        time: (f) => (selfMiddle(f) > 0 ? timeText(selfMiddle(f)) : "") }),
    ...timeColumns("Inclusive", "inclusive", "total", hasTime && profile.measured,
                   "Share of the time with all that the function called; " +
                       (profile.measured ? "measured" : "estimated from numbers of calls"), {
        value: (f) => Number(profile.inclusive[f]),
        share: (f) => shareCell(shareOf(profile.inclusive[f]), "inclusive"),
        time: (f) => (Number(profile.inclusive[f]) > 0 ? timeText(profile.inclusive[f]) : "") }),
    { key: "calls", kind: "calls", head: "Calls", if: hasCalls, wide: hasTime ? 1 : 0,
      width: widthFor(callText(profile.calls.reduce((most, n) => Math.max(most, Number(n)), 0)), 104),
      value: (f) => Number(profile.calls[f]) + Number(profile.self_calls[f]),
      cell: (f) => number(callsText(f, ""), hasTime ? "wide1" : "") },
    { key: "file", head: "File", up: true, text: true, wide: 5, width: fileWidth(),
      if: profile.files.length > 0 || profile.library.some((n) => n > 0),
      value: (f) => placeOf(f) || homeOf(f) || "\uffff",
      cell: (f) => make("td.place.wide5.muted", { title: placeOf(f) }, fileText(f)) },
].filter((column) => column.if !== false);

/* Returns the calls from others, or `none'; a mark tells of those from the function itself. */
function callsText(f, none) {
    const own = profile.self_calls[f], others = profile.calls[f];
    const title = "and " + callText(own) + " by itself";
    return [others === 0 ? none : callText(others), own !== 0 && make("span.again", { title }, "\u21bb")];
}

/* Returns what stands in place of no calls: a function that has run was called. */
const noCalls = (f) => (isZero(f) ? "0" : muted("not counted"));

const defaultSort = hasTime ? "self" : hasCalls ? "calls" : "name";
const sortable = (key) => columns.find((column) => column.value && column.key === key);

/* Returns true if nothing happened in a function; what was called may have taken no time. */
function isZero(f) {
    return hasTime ? selfMiddle(f) === 0 && Number(profile.inclusive[f]) === 0
                   : profile.calls[f] === 0 && profile.self_calls[f] === 0;
}

/* Returns the wanted functions (null: none) of a file or library (null: of all). */
function matching(wanted, home) {
    return [...profile.self.keys()].filter(
        (f) => wanted && wanted[f] && (home === null || homeOf(f) === home));
}

/* Sorts items by the value of a column; keeps the order of equal ones. */
function sorted(items, { value }, up) {
    const values = new Map(items.map((item) => [item, value(item)]));
    const compare = (a, b) => byValue(values.get(a), values.get(b));
    return items.sort((a, b) => (up ? compare(a, b) : compare(b, a)));
}

function tableHead(column, state, sortBy) {
    const isSorted = column.value && column.key === state.sort;
    const label = [column.head, column.unit && make("small", column.unit)];
    const kind = [column.text ? "text" : column.bar ? "bars" : "number",
                  column.wide && "wide" + column.wide, column.kind].filter((part) => part).join(" ");
    const sort = isSorted ? (state.up ? "ascending" : "descending") : "none";
    const arrow = isSorted ? (state.up ? "\u25b2" : "\u25bc") : "";
    const head = { class: kind, scope: "col", title: column.title };
    const th = !column.value ? make("th", head, label) : make(
        "th", { ...head, "aria-sort": sort },
        button(() => sortBy(column), {}, label, make("span.arrow", { "aria-hidden": "true" }, arrow)));
    if (column.width) th.style.width = column.width + "px";
    return th;
}

/* Makes the choice of a file or library; nothing if there is only one. */
function homeChoice(state, change) {
    const all = homes(Array.from(profile.self, (time, f) => [f, Number(time)]));
    const option = (value, text) => make("option", { value, selected: value === state.in }, text);
    const choice = make("select", {
        "aria-label": "File or library",
        onchange: () => {
            state.in = choice.selectedIndex === 0 ? null : choice.value;
            change();
        },
    }, make("option", "All files and libraries"), all.map(([home, time]) =>
        option(home, (home || "not known") + (hasTime ? " " + shareText(time / total) + " %" : ""))));
    return all.length > 1 && choice;
}

/* Returns the view of all functions, for the parts of an address. */
function tableView(parts) {
    const state = { q: parts.get("q") || "", sort: defaultSort, zero: parts.has("zero"),
                    in: parts.get("in") };
    if (sortable(parts.get("sort"))) state.sort = parts.get("sort");
    state.up = parts.has("order") ? parts.get("order") === "up" : !!sortable(state.sort).up;

    const head = make("tr"), body = make("tbody");
    const found = make("p.found.muted", { role: "status" });
    const zero = button(() => change({ zero: !state.zero }), {});
    const search = searchBox("Names and files, or /expression/", state, change, () => {
        const first = body.querySelector("a.name");
        if (first) location.hash = first.getAttribute("href");
    });

    function change(to) {
        const column = sortable(Object.assign(state, to).sort), order = state.up ? "up" : "down";
        draw();
        setAddress({ q: state.q || null, in: state.in, zero: state.zero ? "" : null,
                     sort: state.sort === defaultSort ? null : state.sort,
                     order: state.up === !!column.up ? null : order });
    }
    function sortBy(column) {
        change({ up: column.key === state.sort ? !state.up : !!column.up, sort: column.key });
        head.querySelector("[aria-sort=ascending] button, [aria-sort=descending] button").focus();
    }
    function draw() {
        const wanted = wantedFunctions(state.q), all = matching(wanted, state.in);
        const some = state.zero || state.q !== "" ? all : all.filter((f) => !isZero(f));
        const zeros = all.filter(isZero).length;
        const self = some.reduce((sum, f) => sum + Number(profile.self[f]), 0);
        found.textContent = noneWanted(wanted) || plural(some.length, "function") +
            (state.q === "" && state.in === null ? "" :
                " of " + countText(profile.figured) +
                (hasTime ? ", " + shareText(self / total) + " % of the time" : ""));
        zero.textContent = state.zero ? "Hide those without " + (hasTime ? "time" : "calls")
                                      : countText(zeros) + " more without " + (hasTime ? "time" : "calls");
        zero.hidden = state.q !== "" || zeros === 0;
        head.replaceChildren(...columns.map((column) => tableHead(column, state, sortBy)));
        limited(body, sorted(some, sortable(state.sort), state.up),
                (f) => make("tr", columns.map((column) => column.cell(f))), ROWS_AT_FIRST, ROWS_MORE);
    }
    draw();
    return [make("div.toolbar", search, homeChoice(state, change), found, zero),
            make("div.panel", make("table.functions", make("thead", head), body))];
}
