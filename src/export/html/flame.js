/* flame.js - shows the flame chart: all call stacks, or those with a function, also inverted
 *
 * Colours tell files and libraries apart, those with most time of their own; the others are grey.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const HUES = [25, 205, 130, 285, 50, 340, 170, 240];

/* The legend: files and libraries that have a colour, as home, hue and part, their time; and the hues by
 * function; made when first asked for. */
let colours = null;

function readColours() {
    if (colours) return colours;
    const { n, of, own } = readStacks(), times = new Map();
    for (let i = 1; i < n; i++)
        if (isFunction({ of: of[i] })) times.set(of[i], (times.get(of[i]) || 0) + own[i]);
    const all = homes(times);
    const legend = all.slice(0, HUES.length).map(([home, part], i) => ({ home, part, hue: HUES[i] }));
    const byHome = new Map(legend.map(({ home, hue }) => [home, hue]));
    const hues = new Map([...times.keys()].map((f) => [f, byHome.get(homeOf(f))]));
    colours = { legend, hues, isWhole: all.length === legend.length };
    return colours;
}

/* Returns the looks of a chart of call stacks. */
function stackLooks(tree, open) {
    const { time: [whole] } = readStacks(), { hues } = readColours();
    const looks = {
        open, name: nodeName,
        hue: ({ of }) => hues.get(of),
        link: (node) => (isFunction(node) ? functionLink(node.of) : make("strong", nodeName(node))),
        describe: (node, zoom) => {
            const share = ratio(node.time, whole), home = isFunction(node) && homeOf(node.of);
            const own = tree.isInverted || node.of < 0 ? 0 : ownTime(node);
            return timeWithUnit(node.time) + ", " + shareText(share) + " %" +
                (node.of >= 0 ? " " + errorOf(share, "\u00b1 ") : "") +
                (zoom.time < whole && node !== zoom && node.time <= zoom.time ?
                    ", " + shareText(node.time / zoom.time) + " % of what is shown" : "") +
                (own > 0 ? ", in itself " + timeWithUnit(own) : "") + (home ? ", " + home : "");
        },
    };
    return changes ? changeLooks(looks, tree) : looks;
}

function flameNote(f, isInverted) {
    const { dropped } = readStacks();
    return note(
        "Measured: each bar is a call stack, with callers " + (isInverted ? "below" : "above") +
            " what they call. Its width is the time of all samples with this stack, whatever " +
            (isInverted ? "called it" : "was called") +
            " then. Left and right are not points in time: the widest bar comes first.",
        f !== null && " If the function calls itself, its outermost call counts.",
        dropped > 0 && " " + plural(dropped, "frame") +
            " with little time are not drawn; their time is their callers\u2019.");
}

/* Says why there is no chart. */
function noFlameView() {
    const title = make("h2", "Flame chart");
    if (profile.measured)
        return [title, note("The call stacks that the data hold are all left out by the options that this " +
                            "page was made with.")];
    return [
        title,
        note("There is none: it shows whole call stacks, and the data hold no stacks. They tell how often a " +
             "function called another one, not on whose behalf it did."),
        make("p", "libgmon records stacks, if the program is linked with it or run so:"),
        make("pre", "gprof-run ./" + programName + "\ngprof --export=html --output=profile.html " +
                    programName + " gmon.out"),
    ];
}

/* Makes the list of what the colours mean; each leads to the functions of the file or library. */
function flameLegend() {
    const { time: [whole] } = readStacks(), { legend, isWhole } = readColours();
    const entry = (hue, name, part) => {
        const swatch = make("i.swatch", { class: hue === null ? "swatch other" : "swatch" });
        if (hue !== null) swatch.style.setProperty("--hue", hue);
        return make("li", swatch, " ", name, muted(" " + shareText(ratio(part, whole)) + " %"));
    };
    const rest = whole - legend.reduce((sum, { part }) => sum + part, 0);
    return make("ul.legend", { "aria-label": "Colours: time by file or library" },
                legend.map(({ home, part, hue }) => entry(
                    hue, make("a", { href: address({ in: home }) }, home || "file not known"), part)),
                (!isWhole || rest > 0.0005 * whole) && entry(null, "others", rest));
}

/* Returns the parts of the address of a chart. */
const flameAddress = (f, isInverted, more) =>
    ({ flame: "", ...(f === null ? {} : nameParts(f)), inverted: isInverted ? "" : null, ...more });

function flameView(parts) {
    if (!profile.has_stacks) return noFlameView();
    if (changes && !changes.has_stacks) return [make("h2", "Flame chart"), noChangeStacks()];
    const f = parts.has("f") ? askedFunction(parts) : null, isInverted = parts.has("inverted");
    const tree = stackTree(f, isInverted), { root } = tree;
    if (!root)
        return [
            make("h2", "Flame chart"),
            note("The function ", code(legible(parts.get("f"))), " is on no call stack."),
            make("p", make("a", { href: "#flame" }, "All call stacks")),
        ];
    const all = f === null ? tree : stackTree(null, false), looks = stackLooks(tree, zoomTo);
    const state = { zoom: nodeAt(tree, parts.getAll("zoom")), q: parts.get("q") || "" };
    const chart = makeChart(tree, "Call stacks", looks);
    const found = make("p.found.muted", { role: "status" });
    const reset = button(() => zoomTo(root), {}, "Whole chart");
    const invert = button(() => (location.hash = address(flameAddress(f, !isInverted, { q: state.q || null }))),
                          { "aria-pressed": String(isInverted) }, "Inverted");
    const search = searchBox("Mark functions", state, () => {
        draw();
        remember(false);
    }, () => {
        const wanted = wantedFunctions(state.q);
        if (state.q !== "" && wanted) zoomTo(largestWanted(tree, wanted));
    });

    function remember(isStep) {
        const more = { zoom: placeInTree(state.zoom), q: state.q || null };
        setAddress(flameAddress(f, isInverted, more), isStep);
    }
    function zoomTo(node) {
        const isStep = state.zoom !== node;
        state.zoom = node;
        draw();
        remember(isStep);
    }
    /* Returns how much of the time is marked. */
    function foundText(wanted) {
        const shareIn = (some, node) => shareText(ratio(timeOfWanted(some, node, wanted), node.time));
        return (state.zoom === all.root ? "" : shareIn(tree, state.zoom) + " % of what is shown, ") +
            shareIn(all, all.root) + " % of all";
    }
    function draw() {
        const wanted = state.q === "" ? null : wantedFunctions(state.q);
        const isCut = chart.draw(state.zoom, wanted && (({ of }) => wanted[of]));
        reset.disabled = state.zoom === root;
        found.textContent = (state.q === "" ? "" : (noneWanted(wanted) || foundText(wanted)) + ". ") +
            (isCut ? "Deeper stacks are cut: zoom in." : "");
    }
    /* How wide it is shows when it stands in the document. */
    return { drawn: draw, content: [
        f !== null && make("h2", isInverted ? "Callers of " : "Callees of ", functionLink(f)),
        make("div.toolbar", search, invert, reset), found, chart.elements[0], changes ? changeLegend() : flameLegend(), chart.elements[1],
        flameNote(f, isInverted)] };
}

/* Returns the parts of a function's page with charts of its callers and callees, and what draws them.
 * A bar leads to the flame chart. */
function sandwich(f) {
    const charts = [[true, "All callers"], [false, "All callees"]].map(([isInverted, title]) => {
        const tree = stackTree(f, isInverted);
        if (!tree.root || tree.below(tree.root).length === 0) return null;
        const link = (node) => address(flameAddress(f, isInverted, { zoom: placeInTree(node) }));
        const looks = stackLooks(tree, (node) => (location.hash = link(node)));
        const { elements, draw } = makeChart(tree, title, looks);
        const more = make("a", { href: link(tree.root) }, "in the flame chart");
        return { draw: () => draw(tree.root, null),
                 content: make("section", make("h3", title, " ", more), elements) };
    }).filter((chart) => chart);
    return { drawn: () => charts.forEach(({ draw }) => draw()),
             content: charts.length > 0 && make("div.sandwich", charts.map(({ content }) => content)) };
}
