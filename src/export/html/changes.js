/* changes.js - shows what changed since another profile: a table, and colours of the flame chart
 *
 * gprof has made the texts of all cells, the same as on a terminal. Only what its test finds beyond
 * noise has a colour. No colour stands alone: a sign and a text say the same.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

/* The changes of all functions that are used. A row has its function, f (-1: it has no figures), if it has
 * changed (isListed), and cells by the titles of their columns. */
const changeRows = (changes ? changes.rows : []).map(([number, isListed, ...cells]) => ({
    f: number - 1, isListed, ...Object.fromEntries(changes.titles.map((title, i) => [title, legible(cells[i])])),
}));
const changeOf = new Map(changeRows.filter(({ f }) => f >= 0).map((row) => [row.f, row]));

const FAR = 0.25; /* a larger part of the time before has the darker colour */
const SIGNS = { slower: "\u25b2 ", faster: "\u25bc ", new: "+ ", gone: "\u2212 " };

/* Return the sign of a change, and the classes of its colour; "": it has none. */
const changeSign = ({ verdict }) => SIGNS[verdict] || "";
const changeKind = ({ verdict, difference, before }) =>
    SIGNS[verdict] ? verdict + (Math.abs(difference) > FAR * before ? " far" : "") : "";

/* ---- the table ---- */

const changeColumns = (changes ? changes.titles : []).map((title) => {
    const isText = title === "function" || title === "verdict";
    const wide = changes.titles.length > 2 && { calls: 4, "%": 3, before: 2, after: 1 }[title];
    const unit = ["before", "after", "difference"].includes(title) && unitText;
    return { key: title, head: title, text: isText, up: title === "function", kind: title, unit, wide,
             value: (row) => (isText ? row[title] : parseFloat(row[title]) || 0),
             cell: (row) => changeCell(row, title, row[title], wide ? "wide" + wide : "") };
});

const changeBadge = (row) => make("span", { class: "badge " + changeKind(row), title: row.verdict }, changeSign(row),
                                  make("span.verdict", row.verdict));

function changeCell(row, title, text, wide) {
    if (title === "function")
        return make("td.function", row.f < 0 ? make("bdi.name", text) : functionLink(row.f, text));
    return title === "verdict" ? make("td", changeBadge(row)) : number(text, wide);
}

/* Says what to do where a side has no stacks. */
const noChangeStacks = () => !changes.has_stacks && note(
    "There is no flame chart of the changes, as a side has no call stacks: run both programs with gprof-run, " +
        "and name their data files, not an export.");

/* Makes the facts of a function's change: of its own time and of its calls. */
function changeFacts(f) {
    const row = changeOf.get(f), arrow = " \u2192 ";
    if (!row) return null;
    return [
        row.before && fact("Self, before" + arrow + "after", row.before + arrow + row.after + " " + unitText + aRun,
                           [row.difference, " \u00b1 ", row["\u00b1"], row.verdict && [" ", changeBadge(row)]]),
        row.calls && row.calls.includes("->") &&
            fact("Calls, before" + arrow + "after", row.calls.replace("->", "\u2192")),
    ];
}

function changesView() {
    const state = {}, head = make("tr"), body = make("tbody"), unchanged = changeRows.filter((row) => !row.isListed);
    const more = button(() => {
        state.all = !state.all;
        draw();
    }, {});
    const entry = (name) => changes[name] && [make("dt", name), make("dd", legible(changes[name]))];
    const notes = (text, separator) => text.split(separator).map((part) => part && note(part));

    function sortBy(column) {
        Object.assign(state, { up: column.key === state.sort ? !state.up : column.up, sort: column.key, column });
        draw();
        head.querySelector("[aria-sort$=ending] button").focus();
    }
    function draw() {
        head.replaceChildren(...changeColumns.map((column) => tableHead(column, state, sortBy)));
        const rows = state.all ? [...changeRows] : changeRows.filter((row) => row.isListed);
        more.textContent = (state.all ? "Hide those" : countText(unchanged.length) + " more") + " without changes";
        more.hidden = unchanged.length === 0;
        limited(body, state.column ? sorted(rows, state.column, state.up) : rows,
                (row) => make("tr", changeColumns.map((column) => column.cell(row))), ROWS_AT_FIRST, ROWS_MORE);
    }
    draw();
    return [
        make("h2", "What changed"), make("dl.about", ["before", "after", "change"].map(entry)),
        notes(changes.counts, "\n"), noChangeStacks(), make("div.toolbar", more),
        changeRows.length > 0 && make("div.panel", make("table.functions.changes", make("thead", head), body)),
        notes(changes.explanation, "\n\n")];
}

/* ---- the flame chart ---- */

/* Returns what is told of the change of a bar: of its function's own time, and of its stacks. */
function changeText(node, tree) {
    const row = changeOf.get(node.of), { before } = readStacks();
    const own = row && row.before && [row.verdict, "in itself:", row.before, "->", row.after, unitText,
                                      `(${row.difference} \u00b1 ${row["\u00b1"]})`].join(" ").trim();
    const known = tree.isInverted || node.of < 0 ? [] : [...node.frames.keys()].filter((i) => i <= before.length);
    const then = known.reduce((sum, i) => sum + Number(before[i - 1]), 0);
    return [own, known.length > 0 &&
        `these stacks ${timeText(then, changes.runs_before)} -> ${timeWithUnit(node.time)}${aRun}`];
}

/* Returns the looks of a chart that is coloured by change, made of those of a chart of call stacks. */
function changeLooks(looks, tree) {
    const rowOf = (node) => changeOf.get(node.of) || {};
    return {
        ...looks, hue: () => undefined, kind: (node) => changeKind(rowOf(node)),
        sign: (node) => changeSign(rowOf(node)),
        describe: (node, zoom) =>
            [...changeText(node, tree), looks.describe(node, zoom)].filter((part) => part).join("; "),
    };
}

/* Makes the list of what the colours mean. */
function changeLegend() {
    if (!changes.has_verdicts) return note("One run a side has no verdicts, so nothing has a colour.");
    const entry = (kind) => make("li", make("i", { class: "swatch " + kind }), " ", kind === "other" ? "within noise"
        : SIGNS[kind.split(" ")[0]] + kind.replace("far", "by more than a quarter"));
    return [
        make("ul.legend", { "aria-label": "Colours: change of the function\u2019s own time" },
             ["faster far", "faster", "other", "slower", "slower far", "new"].map(entry)),
        note("A colour is the verdict on the function\u2019s own time, in all its stacks together. Bars are as wide as " +
             "their time after the change; what is gone is in the table."),
    ];
}
