/* page.js - the frame of the page: heading, views, theme, keyboard
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const view = make("main", { id: "view", tabindex: "-1" });
let redraw = null; /* what the view does when its width changes */

/* ---- theme: the system's, or the one asked for ---- */

function chosenTheme() {
    return (
        document.documentElement.dataset.theme ||
        (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light")
    );
}

function setTheme(theme) {
    if (theme === "dark" || theme === "light") document.documentElement.dataset.theme = theme;
}

const toggleTheme = () => setTheme(chosenTheme() === "dark" ? "light" : "dark");

/* ---- heading ---- */

const programName = legible(profile.program).split("/").pop() || legible(profile.program);

function heading() {
    const isEstimate = !profile.measured && hasTime && profile.arcs.length > 0;
    return make(
        "header",
        make(
            "div.title",
            make("h1", make("bdi", programName)),
            profile.measured &&
                make(
                    "span.badge.measured",
                    { title: "Times are measured from call stacks" },
                    "measured"
                ),
            isEstimate &&
                make("span.badge.estimated", { title: estimateNote }, "inclusive times estimated"),
            profile.warnings.length > 0 &&
                make(
                    "a.badge.warning",
                    { href: "#about" },
                    plural(profile.warnings.length, "warning")
                ),
            make(
                "span.buttons",
                make(
                    "button.quiet",
                    { type: "button", onclick: toggleTheme, title: "Dark or light (d)" },
                    "\u25d0",
                    make("span.unseen", "Dark or light")
                ),
                make(
                    "button.quiet",
                    { type: "button", onclick: showHelp, title: "Keys (?)" },
                    "?",
                    make("span.unseen", "Keys")
                )
            )
        ),
        make(
            "dl.totals",
            hasTime && fact("Total", timeText(profile.total) + " " + unitText),
            hasTime &&
                fact(
                    profile.in_ticks ? "Ticks" : "Samples",
                    countText(profile.samples),
                    profile.rate
                        ? countText(
                              profile.measured
                                  ? Math.round((1e9 * Number(profile.samples)) / Number(profile.total))
                                  : profile.rate
                          ) + " a second"
                        : ""
                ),
            fact("Functions", countText(profile.self.length)),
            arcs.n > 0 && fact("Arcs", countText(arcs.n)),
            profile.cycle_times.length > 0 && fact("Cycles", countText(profile.cycle_times.length))
        ),
        make(
            "nav",
            { "aria-label": "Views" },
            make("a", { href: "#", "data-view": "table" }, "Functions"),
            make("a", { href: "#flame", "data-view": "flame" }, "Flame chart"),
            make("a", { href: "#about", "data-view": "about" }, "About")
        )
    );
}

/* ---- about ---- */

function aboutView() {
    const cycles = profile.cycle_times.map((time, i) => i + 1);
    return [
        make("h2", "About this profile"),
        make(
            "dl.about",
            make("dt", "Program"),
            make(
                "dd",
                make("code", legible(profile.program)),
                profile.build_id && make("small.muted", " build-id ", profile.build_id)
            ),
            make("dt", "Data"),
            make(
                "dd",
                profile.inputs.map((name) => [make("code", legible(name)), " "]),
                profile.n_inputs > profile.inputs.length
                    ? "and " + plural(profile.n_inputs - profile.inputs.length, "file") + " more"
                    : null
            ),
            make("dt", "Total"),
            make(
                "dd",
                hasTime
                    ? timeText(profile.total) +
                          " " +
                          unitText +
                          ", " +
                          plural(profile.samples, profile.in_ticks ? "tick" : "sample") +
                          ". The self times of all functions add up to it."
                    : "There are no samples, so nothing is known of time."
            ),
            make("dt", "Inclusive times"),
            make("dd", profile.measured ? "Measured from call stacks." : estimateNote),
            hasTime && [
                make("dt", "\u00b1"),
                make(
                    "dd",
                    "Samples are drawn by chance. With a confidence of 95 % the true " +
                        "share is not further off than the figure behind \u00b1, in points of percent (Wilson\u2019s interval)." +
                        (profile.measured
                            ? ""
                            : " An estimate of inclusive time may be further off than chance explains, so it has none.")
                ),
            ],
            embeddedFiles().length > 0 && [
                make("dt", "Source files"),
                make(
                    "dd",
                    "Text of these is in this page: ",
                    embeddedFiles().map((name) => [make("code", name), " "])
                ),
            ],
            profile.warnings.length > 0 && [
                make("dt", "Warnings"),
                make(
                    "dd",
                    make(
                        "ul",
                        profile.warnings.map((text) => make("li", legible(text)))
                    )
                ),
            ],
            cycles.length > 0 && [
                make("dt", "Cycles"),
                make(
                    "dd",
                    cycles
                        .slice(0, 100)
                        .map((n) => [
                            make("a.badge.cycle", { href: "#cycle=" + n }, "cycle " + n),
                            " ",
                        ])
                ),
            ]
        ),
        make(
            "p.muted",
            "Written by " +
                profile.creator +
                " (--export=html). The page is one file and loads nothing."
        ),
    ];
}

/* ---- keys ---- */

const keys = [
    ["/", "search"],
    ["1 2 3", "functions, flame chart, about"],
    ["\u2193 \u2191 or j k", "next and previous link of a table"],
    ["Enter", "follow a link; zoom into a frame"],
    ["\u2190 \u2191 \u2192 \u2193", "in the flame chart: sibling, caller, sibling, callee"],
    ["o", "in the flame chart: the function\u2019s page"],
    ["Escape", "empty the search; back to all functions"],
    ["d", "dark or light"],
    ["?", "this list"],
];

const help = make(
    "dialog",
    { "aria-label": "Keys" },
    make("h2", "Keys"),
    make(
        "table",
        make(
            "tbody",
            keys.map(([key, what]) =>
                make("tr", make("th", { scope: "row" }, make("kbd", key)), make("td", what))
            )
        )
    ),
    make("form", { method: "dialog" }, make("button", "Close"))
);

function showHelp() {
    if (!help.open) help.showModal();
}

/* Move the focus among the links to functions. */
function moveFocus(step) {
    const links = [...view.querySelectorAll("table a.name")],
        at = links.indexOf(document.activeElement);
    const to =
        links[
            at < 0
                ? step > 0
                    ? 0
                    : links.length - 1
                : Math.min(links.length - 1, Math.max(0, at + step))
        ];
    if (to) to.focus();
}

function clearOrLeave() {
    const search = document.getElementById("search");
    if (search && search.value !== "") {
        search.value = "";
        search.dispatchEvent(new Event("input"));
    } else if (document.activeElement === search && search) {
        search.blur();
    } else {
        location.hash = "";
    }
}

const actions = {
    "/": () => {
        const search = document.getElementById("search");
        if (search) search.focus();
        else location.hash = "";
    },
    1: () => {
        location.hash = "";
    },
    2: () => {
        location.hash = "flame";
    },
    3: () => {
        location.hash = "about";
    },
    j: () => moveFocus(1),
    k: () => moveFocus(-1),
    ArrowDown: () => moveFocus(1),
    ArrowUp: () => moveFocus(-1),
    d: toggleTheme,
    "?": showHelp,
};

document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || help.open) return;
    const isTyping = event.target instanceof HTMLInputElement;
    if (event.key === "Escape") clearOrLeave();
    else if (isTyping && event.key === "ArrowDown") moveFocus(1);
    else if (!isTyping && Object.hasOwn(actions, event.key)) actions[event.key]();
    else return;
    event.preventDefault();
});

/* ---- the view that the address asks for ---- */

function show() {
    const parts = readAddress();
    const [name, made] = parts.has("f")
        ? ["table", functionView(parts)]
        : parts.has("cycle")
          ? ["table", cycleView(parts)]
          : parts.has("flame")
            ? ["flame", flameView(parts)]
            : parts.has("about")
              ? ["about", aboutView()]
              : ["table", tableView(parts)];
    setTheme(parts.get("theme"));
    view.replaceChildren();
    add(view, [Array.isArray(made) ? made : made.content]);
    redraw = made.drawn || null;
    if (redraw) redraw();
    for (const link of document.querySelectorAll("nav a")) {
        if (link.dataset.view === name) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
    }
    document.title =
        (parts.has("f") ? legible(parts.get("f")) + " \u2013 " : "") +
        programName +
        " \u2013 gprof";
}

addEventListener("hashchange", () => {
    show();
    scrollTo(0, 0);
});
addEventListener("resize", () => {
    if (redraw) redraw();
});
document.body.append(heading(), view, help);
show();
