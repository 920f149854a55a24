/* page.js - makes the frame of the page: addresses, heading, views, theme, keyboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const view = make("main", { id: "view", tabindex: "-1" });
let redraw = null; /* what the view does when its width changes */

/* ---- addresses of parts of the page ----
 *
 * Behind the # stand parts with & between them, NAME or NAME=VALUE: #f=NAME, #f=NAME&in=FILE&n=2 (of
 * several functions of that name the second in FILE), #cycle=1, #about, #q=TEXT&sort=calls&order=up; in=FILE is a file or
 * library, and zero shows functions without time. #functions are all. #changes is the comparison. The
 * chart of all call stacks is #flame, of those with a function #flame&f=NAME; inverted turns it, q=TEXT
 * marks, and zoom=main&zoom=NAME are the functions to the zoomed one. theme=dark and theme=light may
 * stand beside each. No part is a number that another run of the program would change. */

/* Returns the parts of the address. A plus sign stands for itself. */
const readAddress = () => new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));

/* Returns an address of these parts; those without a value (null) are left out. It is not empty, as a
 * browser would scroll to the top of the page for that, before anything can be asked of the old view. */
function address(parts) {
    const some = Object.entries(parts).flatMap(([name, value]) => [value].flat().map((one) => [name, one]))
        .filter(([, value]) => value !== null && value !== undefined);
    return "#" + (some.map(([name, value]) => (value === "" ? name : name + "=" + encodeURIComponent(value)))
        .join("&") || "functions");
}

/* Returns the parts that ask for a function, and the function that parts ask for (-1: there is none). */
function nameParts(f) {
    const name = profile.names[f], all = named.get(name), same = functionsOf(name, homeOf(f));
    return { f: name, in: same.length < all.length ? homeOf(f) : null, n: same.length > 1 ? same.indexOf(f) + 1 : null };
}
const askedFunction = (parts) => functionNamed(parts.get("f") || "", parts.get("in"), Number(parts.get("n")) || 1);

function functionAddress(f) {
    return address(nameParts(f));
}

/* Changes the address, but for the theme, without drawing anything again. `isStep': the key Back
 * leads to the address before. */
function setAddress(parts, isStep) {
    const to = address({ ...parts, theme: readAddress().get("theme") });
    if (!isStep) {
        history.replaceState(here, "", to);
        return;
    }
    keepPlace();
    history.pushState(here = ++lastEntry, "", to);
}

/* ---- places: the key Back leads to where the reader was ----
 *
 * The state of an entry of the browser's history is a number. Of each entry that was left is kept how
 * far it was scrolled, how many rows were shown, and what had the focus. */

const places = new Map();
let lastEntry = Date.now(), here = null; /* numbers do not come again when it is loaded again */

const focusable = () => [...view.querySelectorAll("a, button, input, select, summary")];

function keepPlace() {
    places.set(here, { scrolled: scrollY, rows: limitedBodies().map((body) => body.shown),
                       focus: focusable().indexOf(document.activeElement) });
}

/* Gives the focus to the flame chart, where the keys are its own, or to the whole view. */
function focusView() {
    const bar = readAddress().has("flame") && view.querySelector("[role=treeitem][tabindex='0']");
    (bar || view).focus({ preventScroll: true });
}

/* Shows the entry that the browser is at. */
function enter() {
    if (history.state === null) history.replaceState(++lastEntry, "");
    here = history.state;
    show();
}

function restore(place) {
    limitedBodies().forEach((body, i) => {
        if (body.shown < place.rows[i]) body.grow(place.rows[i] - body.shown);
    });
    const focused = focusable()[place.focus];
    if (focused) focused.focus({ preventScroll: true });
    else focusView();
    scrollTo(0, place.scrolled);
}

/* Shows the profile for the first time, or as it was before it was loaded again. A browser may keep
 * nothing from then. */
function begin() {
    enter();
    try {
        const place = JSON.parse(sessionStorage.getItem(here));
        if (place) restore(place);
    } catch { /* it keeps nothing */ }
}

history.scrollRestoration = "manual";
addEventListener("hashchange", () => {
    keepPlace();
    enter();
    restore(places.get(here) || { scrolled: 0, rows: [], focus: -1 });
});
addEventListener("pagehide", () => {
    keepPlace();
    try {
        sessionStorage.setItem(here, JSON.stringify(places.get(here)));
    } catch { /* it keeps nothing */ }
});

/* ---- theme: the system's, or the one asked for ---- */

function chosenTheme() {
    return document.documentElement.dataset.theme ||
        (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
}

function setTheme(theme) {
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}

const toggleTheme = () => setTheme(chosenTheme() === "dark" ? "light" : "dark");

/* ---- heading ---- */

const programName = legible(profile.program).split("/").pop() || legible(profile.program);

/* Returns how many samples there were, and how many a second. */
function samplesText() {
    const measured = Math.round((1e9 * Number(profile.samples)) / total);
    return plural(profile.samples, profile.in_ticks ? "tick" : "sample") +
        (profile.rate ? " (" + countText(profile.measured ? measured : profile.rate) + " a second)" : "") +
        (timeRuns > 1 ? " in " + countText(timeRuns) + " runs" : "");
}

const profilingText = "0 to " + errorText(profile.profiling) + " %";
const profilingNote =
    "Profiling may have taken " + profilingText + " of all time: samples in the counting function, which no " +
    "function has here. Some of them may have been the program\u2019s, as a processor works on both at once. " +
    "Where that leaves more open than chance, a self time is the middle of what it may be without profiling, " +
    "and its bar is hatched. It takes less if small functions that are called often are compiled without -pg.";

/* Makes a badge that opens what it means. */
const explained = (kind, name, what) => make("details.badge." + kind, make("summary", name), make("p", what));

function heading() {
    const isEstimate = !profile.measured && hasTime && arcs.length > 0;
    const totals = [hasTime && totalText(), hasTime && samplesText(),
                    plural(profile.figured, "function"), arcs.length > 0 && plural(arcs.length, "arc"),
                    profile.cycle_times.length > 0 && plural(profile.cycle_times.length, "cycle")];
    return make(
        "header", make("h1", make("bdi", programName)),
        profile.measured && explained("measured", "measured", measuredNote),
        isEstimate && explained("estimated", "inclusive times estimated", estimateNote),
        ranges.size > 0 && explained("estimated", "profiling " + profilingText, profilingNote),
        profile.warnings.length > 0 && make("a.badge.warning", { href: "#about" },
                                            plural(profile.warnings.length, "warning")),
        make("p.totals.muted", totals.filter((part) => part).join(" \u00b7 ")),
        make("div.views", make("nav", { "aria-label": "Views" },
             changes && make("a", { href: "#changes", "data-view": "changes" }, "Changes"),
             make("a", { href: address({}), "data-view": "table" }, "Functions"),
             make("a", { href: "#flame", "data-view": "flame" }, "Flame chart"),
             make("a", { href: "#about", "data-view": "about" }, "About")),
        button(toggleTheme, { title: "Dark or light (d)", "aria-label": "Dark or light" }, "\u25d0"),
        button(showHelp, { title: "Help (?)", "aria-label": "Help" }, "?")));
}

/* ---- about ---- */

function aboutView() {
    const more = profile.n_inputs - profile.inputs.length;
    const entry = (name, ...parts) => [make("dt", name), make("dd", parts)];
    return [
        make("h2", "About this profile"),
        make("dl.about",
             entry("Program", code(legible(profile.program)),
                   profile.build_id && make("small.muted", " build ID ", profile.build_id)),
             entry("Data", profile.inputs.map((name) => [code(legible(name)), " "]),
                   more > 0 && "and " + plural(more, "file") + " more"),
             entry("Total", hasTime
                 ? totalText() + ", " + samplesText() +
                   ". The self times of all functions add up to it."
                 : "There are no samples, so nothing is known of time."),
             entry("Inclusive times", profile.measured ? "Measured from call stacks." : estimateNote),
             profile.profiling > 0 && entry("Profiling", ranges.size > 0 ? profilingNote
                 : "It has taken " + errorText(profile.profiling) + " % of all time, which no function has here."),
             hasTime && entry("\u00b1",
                 "Samples are drawn by chance. With a confidence of 95 % the true share is not further off " +
                 "than the figure behind \u00b1, in points of percent (Wilson\u2019s interval).",
                 !profile.measured && " An estimate of inclusive time may be further off than chance explains, " +
                                      "so it has none."),
             embeddedFiles().length > 0 && entry("Source files", "Text of these is in this page: ",
                 embeddedFiles().map((name) => [code(name), " "])),
             profile.warnings.length > 0 && entry("Warnings",
                 make("ul", profile.warnings.map((text) => make("li", legible(text))))),
             profile.cycle_times.length > 0 && entry("Cycles",
                 profile.cycle_times.slice(0, 100).map((time, i) => [cycleLink(i + 1), " "]))),
        make("p.muted", "Written by " + profile.creator +
                        " (--export=html). The page is one file and loads nothing."),
    ];
}

/* ---- help, keys ---- */

const keys = [
    ["/", "search: words, or /an expression/"],
    ["Enter", "in the search: to the first function found; else follow a link, or zoom into a frame"],
    ["1 2 3", "functions, flame chart, about"],
    ...(changes ? [["c", "what changed"]] : []),
    ["\u2193 \u2191 j k", "next and previous link of a table"],
    ["\u2190 \u2191 \u2192 \u2193", "in a chart: the bar beside it, above it, below it"],
    ["o", "in a chart: the function\u2019s page"],
    ["Escape", "empty the search; back to all functions"],
    ["d", "dark or light"],
    ["?", "this help"],
].map(([some, what]) => [some.split(" ").map((key) => [make("kbd", key), " "]), what]);

const signs = [
    [[make("i.swatch.self"), " Self"], "time in the function itself"],
    [[make("i.swatch.inclusive"), " Inclusive"], "time with all that the function called"],
    ["\u00b1", "with a confidence of 95 %, the true share is not further off, in points of percent"],
    [[make("i.swatch.open"), " Hatched"], "what profiling leaves open of a function\u2019s own time"],
    ["\u21bb", "it also calls itself; the number beside is of the other calls"],
    ["not counted", "it was called, as call stacks or samples tell; blank in the table of all functions"],
    ["cycle 1", "one of several functions that call each other"],
    [[make("i.swatch.hit"), " Marked"], "found by the search; other colours of the chart are files and libraries"],
];

const helpTable = (rows) => make("table", make("tbody", rows.map(([sign, what]) => make(
    "tr", make("th", { scope: "row" }, sign), make("td", what)))));
const help = make(
    "dialog", { "aria-label": "Help" }, make("form", { method: "dialog" }, make("button", "Close")),
    make("h2", "Keys"), helpTable(keys), make("h2", "Signs and colours"), helpTable(signs));

const showHelp = () => help.showModal();

/* Moves the focus among the links to functions. */
function moveFocus(step) {
    const links = [...view.querySelectorAll("table a.name")], at = links.indexOf(document.activeElement);
    const first = step > 0 ? 0 : links.length - 1;
    const to = links[at < 0 ? first : Math.min(links.length - 1, Math.max(0, at + step))];
    if (to) to.focus();
}

function clearOrLeave() {
    const search = document.getElementById("search");
    if (search && search.value !== "") {
        search.value = "";
        search.dispatchEvent(new Event("input"));
    } else if (search && document.activeElement === search) {
        search.blur();
    } else {
        goTo("functions");
    }
}

function goTo(name) {
    if (location.hash.slice(1) === name) focusView();
    else location.hash = name;
}

const actions = {
    "/": () => {
        const search = document.getElementById("search");
        if (search) search.focus();
        else goTo("functions");
    },
    1: () => goTo("functions"),
    2: () => goTo("flame"),
    3: () => goTo("about"),
    c: () => goTo(changes ? "changes" : "functions"),
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowDown: () => moveFocus(1),
    ArrowUp: () => moveFocus(-1),
    d: toggleTheme,
    "?": showHelp,
};

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
    const isTyping = event.target instanceof HTMLInputElement || event.target instanceof HTMLSelectElement;
    if (event.key === "Escape") clearOrLeave();
    else if (event.target.id === "search" && event.key === "ArrowDown") moveFocus(1);
    else if (!isTyping && Object.hasOwn(actions, event.key)) actions[event.key]();
    else return;
    event.preventDefault();
});

/* ---- the view that the address asks for ---- */

function show() {
    const parts = readAddress();
    const views = [["flame", "flame", flameView], ["f", "table", functionView], ["cycle", "table", cycleView],
                   ["about", "about", aboutView], ["changes", "changes", changes ? changesView : tableView]];
    const [, name, makeView] = views.find(([part]) => parts.has(part)) ||
        (changes && [...parts.keys()].every((part) => part === "theme") ? views.at(-1) : ["", "table", tableView]);
    const made = makeView(parts);
    setTheme(parts.get("theme"));
    view.replaceChildren();
    add(view, [made.content || made]);
    redraw = made.drawn || null;
    if (redraw) redraw();
    for (const link of document.querySelectorAll("nav a")) {
        if (link.dataset.view === name) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    const title = parts.has("f") ? legible(parts.get("f")) + " \u2013 " : "";
    document.title = title + programName + " \u2013 gprof";
}

addEventListener("resize", () => {
    if (redraw) redraw();
});
for (const [event, is] of [["beforeprint", true], ["afterprint", false]])
    addEventListener(event, () => {
        isPrinting = is;
        if (redraw) redraw();
    });
document.body.append(heading(), view, help);
begin();
