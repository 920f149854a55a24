/* table.js - the table of all functions: sorted, searched, a hundred rows at a time
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const ROWS_AT_FIRST = 100,
    ROWS_MORE = 500;

const byText = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const shareOf = (time) => (hasTime ? Number(time) / total : 0);

/* The columns of self or of inclusive times: share, its error, time. */
function timeColumns(head, times, keys, kind, hasErrors, share) {
    const ifSome = (f, text) => (Number(times[f]) > 0 ? text(times[f]) : "");
    return [
        {
            ...share,
            key: keys[0],
            head,
            unit: "%",
            if: hasTime,
            bar: true,
            value: (f) => Number(times[f]),
            cell: (f) => shareCell(shareOf(times[f]), kind),
        },
        {
            key: keys[1],
            kind: "error",
            head: "\u00b1",
            if: hasErrors,
            wide: 1,
            sortless: true,
            title: `With a confidence of 95 %, the true share of ${kind} time is not further off`,
            cell: (f) =>
                number(
                    ifSome(f, (time) => errorText(errorOf(shareOf(time)))),
                    "wide1 muted"
                ),
        },
        {
            key: keys[2],
            kind: kind === "inclusive" ? "longer" : null,
            head,
            unit: unitText,
            if: hasTime,
            wide: 1,
            sortless: true,
            cell: (f) => number(ifSome(f, timeText), "wide1"),
        },
    ];
}

/* The columns: the name in the address, the heading, what it is sorted by, its cell; `wide' ones are
 * left out on narrow screens. */
const columns = [
    {
        key: "name",
        head: "Function",
        up: true,
        text: true,
        value: (f) => profile.names[f].toLowerCase(),
        cell: (f, inner) =>
            make(
                inner ? "td.function.inner" : "td.function",
                isFigured(f) ? functionLink(f) : profile.names[f],
                cycleBadge(f),
                foldButton(f)
            ),
    },
    ...timeColumns("Self", profile.self, ["self", "error", "time"], "self", hasTime, {
        title: "Share of the time in the function itself",
    }),
    ...timeColumns(
        "Inclusive",
        profile.inclusive,
        ["total", "total-error", "total-time"],
        "inclusive",
        hasTime && profile.measured,
        {
            title:
                "Share of the time with all that the function called; " +
                (profile.measured ? "measured" : "estimated from numbers of calls"),
        }
    ),
    {
        key: "calls",
        kind: "calls",
        head: "Calls",
        if: hasCalls,
        wide: hasTime ? 1 : 0,
        value: (f) => Number(profile.calls[f]) + Number(profile.self_calls[f]),
        cell: (f) => number(callsText(f), hasTime ? "wide1" : ""),
    },
    {
        key: "file",
        head: "File",
        up: true,
        text: true,
        wide: 2,
        if: profile.files.length > 0,
        value: (f) => placeOf(f) || "\uffff",
        cell: (f) =>
            make("td.place.wide2.muted", { title: placeOf(f) }, placeOf(f).split("/").pop()),
    },
].filter((column) => column.if !== false);

const folded = new Set(); /* libraries whose functions are not listed */

/* Shows or hides the functions of a library. */
function foldButton(f) {
    const label = folded.has(f) ? "\u25b8" : "\u25be";
    return (
        librariesShown.has(f) &&
        make(
            "button.fold",
            {
                type: "button",
                title: "Functions of the library",
                "aria-expanded": String(!folded.has(f)),
                onclick: () => {
                    if (!folded.delete(f)) folded.add(f);
                    show();
                },
            },
            label
        )
    );
}

/* Calls from others; a mark tells of those from the function itself. */
function callsText(f) {
    const own = profile.self_calls[f],
        others = profile.calls[f];
    return own === 0 && others === 0
        ? ""
        : [
              countText(others),
              own !== 0 &&
                  make("span.again", { title: "and " + countText(own) + " by itself" }, "\u21bb"),
          ];
}

const defaultSort = hasTime ? "self" : hasCalls ? "calls" : "name";
const sortable = (key) => columns.find((column) => column.key === key && !column.sortless);

/* The functions in whose name or file all words of the text are found, or all of them. */
function matching(text) {
    const words = text
            .toLowerCase()
            .split(/\s+/)
            .filter((word) => word !== ""),
        found = [];
    for (let f = 0; f < profile.self.length; f++) {
        const where =
            words.length === 0 ? "" : (profile.names[f] + "\n" + placeOf(f)).toLowerCase();
        if (words.every((word) => where.includes(word))) found.push(f);
    }
    return found;
}

/* The data are in the order of self times; sorting keeps it among equals. */
function sorted(functions, key, up) {
    const column = sortable(key),
        values = new Array(profile.self.length);
    for (const f of functions) values[f] = column.value(f);
    const compare = column.text
        ? (a, b) => byText(values[a], values[b])
        : (a, b) => values[a] - values[b];
    return functions.sort((a, b) => (up ? compare(a, b) : compare(b, a)));
}

/* Whether a function stands below its library: that is among those that were found. */
const isInner = (f, found) => libraryOf.has(f) && found.has(libraryOf.get(f));

/* The functions of each library behind it, unless they are folded. */
function unfolded(functions, found) {
    const inner = new Map();
    for (const f of functions.filter((f) => isInner(f, found))) {
        const library = libraryOf.get(f);
        inner.set(library, [...(inner.get(library) || []), f]);
    }
    return functions
        .filter((f) => !isInner(f, found))
        .flatMap((f) => [f, ...(folded.has(f) ? [] : inner.get(f) || [])]);
}

function tableHead(column, state, sortBy) {
    const isSorted = column.key === state.sort;
    const label = [column.head, column.unit && make("small", column.unit)];
    const hidden = column.wide ? " wide" + column.wide : "";
    const kind =
        (column.text ? "text" : column.bar ? "bars" : "number") +
        hidden +
        (column.kind ? " " + column.kind : "");
    if (column.sortless)
        return make("th", { class: kind, scope: "col", title: column.title }, label);
    return make(
        "th",
        {
            class: kind,
            scope: "col",
            title: column.title,
            "aria-sort": isSorted ? (state.up ? "ascending" : "descending") : "none",
        },
        make(
            "button",
            { type: "button", onclick: () => sortBy(column) },
            label,
            make(
                "span.arrow",
                { "aria-hidden": "true" },
                isSorted ? (state.up ? "\u25b2" : "\u25bc") : ""
            )
        )
    );
}

/* The view of all functions, for the parts of an address. */
function tableView(parts) {
    const state = { q: parts.get("q") || "", sort: defaultSort, up: false };
    if (sortable(parts.get("sort"))) state.sort = parts.get("sort");
    state.up = parts.has("order") ? parts.get("order") === "up" : !!sortable(state.sort).up;

    const head = make("tr"),
        body = make("tbody");
    const found = make("p.found.muted", { role: "status" });
    const search = searchBox("Search functions and files", state, () => {
        draw();
        remember();
    });

    function remember() {
        const column = sortable(state.sort);
        replaceAddress({
            q: state.q || null,
            sort: state.sort === defaultSort ? null : state.sort,
            order: state.up === !!column.up ? null : state.up ? "up" : "down",
        });
    }
    function sortBy(column) {
        state.up = column.key === state.sort ? !state.up : !!column.up;
        state.sort = column.key;
        draw();
        remember();
        head.querySelector("[aria-sort=ascending] button, [aria-sort=descending] button").focus();
    }
    function draw() {
        const functions = sorted(matching(state.q), state.sort, state.up),
            there = new Set(functions);
        let self = 0;
        for (const f of functions) if (!isInner(f, there)) self += Number(profile.self[f]);
        found.textContent =
            state.q === ""
                ? plural(functions.length, "function")
                : plural(functions.length, "function") +
                  " of " +
                  countText(profile.self.length) +
                  (hasTime ? ", " + shareText(self / total) + " % of the time" : "");
        head.replaceChildren(...columns.map((column) => tableHead(column, state, sortBy)));
        limited(
            body,
            unfolded(functions, there),
            (f) =>
                make(
                    "tr",
                    columns.map((column) => column.cell(f, isInner(f, there)))
                ),
            ROWS_AT_FIRST,
            ROWS_MORE
        );
    }
    const table = make("table.functions", make("thead", head), body);
    draw();
    return [make("div.toolbar", search, found), make("div.panel", table)];
}
