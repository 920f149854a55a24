/* flame.js - the chart of call stacks, an icicle: callers above what they call
 *
 * A bar is as wide as the time of the samples with this stack at their top. Bars narrower than half
 * a pixel are not made, so a chart of 100,000 frames draws a few thousand at most.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const NARROWEST = 0.5,
    LABEL_FROM = 34,
    DEEPEST = 400,
    HUES = [14, 22, 30, 38, 46, 18, 26, 34, 42, 50, 10, 54];

/* The tree of frames, made when first asked for: frame 0 is above all of them. */
let flameTree = null;

function readFlame() {
    if (flameTree) return flameTree;
    const { frames: flat, dropped } = block("stacks"),
        n = flat.length / 3 + 1;
    const parent = new Int32Array(n),
        of = new Int32Array(n),
        children = new Array(n);
    const time = new Float64Array(n),
        own = new Float64Array(n);

    of[0] = -1;
    parent[0] = -1;
    for (let i = 1; i < n; i++) {
        parent[i] = flat[3 * i - 3];
        of[i] = flat[3 * i - 2];
        own[i] = time[i] = Number(flat[3 * i - 1]);
    }
    for (let i = n - 1; i > 0; i--) {
        /* a caller's number is less than that of what it calls */
        time[parent[i]] += time[i];
        (children[parent[i]] = children[parent[i]] || []).push(i);
    }
    for (const list of children) if (list) list.sort((a, b) => time[b] - time[a] || a - b);
    flameTree = { n, parent, of, time, own, children, dropped };
    return flameTree;
}

/* Behind the functions come the cycles, which estimated stacks lead into, and time without a stack. */
function flameName(i) {
    const f = flameTree.of[i],
        cycle = f - count + 1;
    return i === 0
        ? "all"
        : f < count
          ? profile.names[f]
          : cycle <= profile.cycle_times.length
            ? "<cycle " + cycle + ">"
            : "[pruned]";
}

function flameLink(i) {
    const f = flameTree.of[i];
    return f < 0 || f >= count
        ? make("strong", i === 0 ? "all stacks" : flameName(i))
        : functionLink(f);
}

/* A hue by name, so that a function has the same one everywhere. */
function hueOf(name) {
    let sum = 7;
    for (let i = 0; i < name.length; i++) sum = (31 * sum + name.charCodeAt(i)) % 65521;
    return HUES[sum % HUES.length];
}

/* The share of the frames whose name the text is in; one below another counts once. */
function flameMatches(text) {
    const t = flameTree,
        wanted = text.toLowerCase(),
        hit = new Uint8Array(t.n),
        above = new Uint8Array(t.n);
    const byName = new Map();
    let time = 0;
    for (let i = 1; i < t.n; i++) {
        if (!byName.has(t.of[i])) byName.set(t.of[i], flameName(i).toLowerCase().includes(wanted));
        hit[i] = byName.get(t.of[i]) ? 1 : 0;
        above[i] = hit[i] || above[t.parent[i]];
        if (hit[i] && !above[t.parent[i]]) time += t.time[i];
    }
    return { hit, time };
}

/* What is drawn for the zoomed frame: its callers as whole rows, then what it calls, level by level. */
function flameLayout(zoom, width) {
    const t = flameTree,
        bars = [],
        path = [];
    for (let i = zoom; i > 0; i = t.parent[i]) path.unshift(i);
    path.unshift(0);
    path.forEach((i, depth) => bars.push({ i, depth, left: 0, wide: 1, above: i !== zoom }));
    let level = [{ i: zoom, left: 0 }],
        depth = path.length,
        cut = false;
    while (level.length > 0) {
        const next = [];
        for (const at of level) {
            let left = at.left;
            for (const child of t.children[at.i] || []) {
                const wide = t.time[zoom] > 0 ? t.time[child] / t.time[zoom] : 0;
                if (wide * width < NARROWEST) break; /* the others are narrower still */
                next.push({ i: child, left });
                if (depth - path.length < DEEPEST)
                    bars.push({ i: child, depth, left, wide, above: false });
                left += wide;
            }
        }
        cut = next.length > 0 && depth - path.length >= DEEPEST;
        if (cut) break;
        level = next;
        depth += next.length > 0 ? 1 : 0;
    }
    return { bars, depth: Math.min(depth, path.length + DEEPEST), cut };
}

function flameNote() {
    return make(
        "p.note",
        profile.measured
            ? "Measured: each bar is a call stack, with its callers above it. Its width is the time of all samples with " +
                  "this stack, whatever was called then. "
            : "Estimated, as --estimated asks for: each function\u2019s time is divided among its callers by numbers of " +
                  "calls, and theirs again. These stacks are possible ones; that they happened is not known. ",
        "Left and right are no points in time: the widest bar comes first.",
        flameTree.dropped > 0
            ? " " +
                  plural(flameTree.dropped, "frame") +
                  " with little time are not drawn; their time is " +
                  "their callers\u2019."
            : null
    );
}

/* Why there is no chart. */
function noFlameView() {
    const title = make("h2", "Flame chart");
    if (profile.stacks !== "none")
        return [
            title,
            make(
                "p.note",
                "The call stacks that the data hold are all left out by the " +
                    "options that this page was made with."
            ),
        ];
    return [
        title,
        make(
            "p.note",
            "There is none: it shows whole call stacks, and the data hold no " +
                "stacks. They tell how often a function called another one, not on whose behalf it did."
        ),
        make("p", "To record stacks, link the program with libgmon, or preload it, and run it so:"),
        make(
            "pre",
            "GMON_STACKS=1 ./" +
                programName +
                "\n" +
                "gprof --export=html --output=profile.html " +
                programName +
                " gmon.out gmon.out.stacks"
        ),
        make(
            "p",
            "With ",
            make("code", "--estimated"),
            " a chart is made from numbers of calls, and says so."
        ),
    ];
}

function flameView(parts) {
    if (profile.stacks !== "measured" && profile.stacks !== "estimated") return noFlameView();
    const t = readFlame();
    const asked = Number(parts.get("zoom"));
    const state = { zoom: asked > 0 && asked < t.n ? asked : 0, q: parts.get("q") || "", at: 0 };
    const chart = make("div.flame", { role: "tree", "aria-label": "Call stacks" });
    const detail = make("p.detail", { role: "status" });
    const found = make("span.found.muted", { role: "status" });
    const reset = make("button", { type: "button", onclick: () => zoomTo(0) }, "Whole chart");
    const search = searchBox("Mark functions", state, () => {
        draw();
        remember();
    });
    const elements = new Map();

    function remember() {
        replaceAddress({ flame: "", zoom: state.zoom || null, q: state.q || null });
    }
    function zoomTo(i) {
        state.zoom = state.at = i;
        draw();
        remember();
    }
    function tell(i) {
        const share = t.time[0] > 0 ? t.time[i] / t.time[0] : 0;
        detail.replaceChildren();
        add(detail, [
            flameLink(i),
            " ",
            timeText(t.time[i]) +
                " " +
                unitText +
                ", " +
                shareText(share) +
                " %" +
                (i > 0 && profile.measured ? " \u00b1 " + errorText(errorOf(share)) : ""),
            i > 0 &&
                t.own[i] > 0 &&
                make("span.muted", ", in itself " + timeText(t.own[i]) + " " + unitText),
        ]);
    }
    function mark(i) {
        const old = elements.get(state.at),
            now = elements.get(i);
        if (old) old.tabIndex = -1;
        state.at = i;
        if (now) {
            now.tabIndex = 0;
            now.focus();
        }
    }
    function place(at, matches) {
        const name = flameName(at.i),
            i = at.i;
        const element = make(
            "div",
            {
                class:
                    "frame" +
                    (i === 0 ? " all" : "") +
                    (at.above ? " above" : "") +
                    (matches ? (matches.hit[i] ? " hit" : " miss") : ""),
                role: "treeitem",
                tabindex: i === state.at ? 0 : -1,
                "aria-level": at.depth + 1,
                "data-frame": i,
                title: name,
            },
            at.wide * chart.clientWidth >= LABEL_FROM ? name : ""
        );
        element.style.setProperty("--hue", hueOf(name));
        element.style.left = 100 * at.left + "%";
        element.style.width = 100 * at.wide + "%";
        element.style.top = "calc(var(--row) * " + at.depth + ")";
        elements.set(i, element);
        return element;
    }
    function draw() {
        const layout = flameLayout(state.zoom, chart.clientWidth || 1000);
        const matches = state.q === "" ? null : flameMatches(state.q);
        elements.clear();
        chart.style.height = "calc(var(--row) * " + layout.depth + ")";
        chart.replaceChildren(...layout.bars.map((at) => place(at, matches)));
        if (!elements.has(state.at)) state.at = state.zoom;
        reset.disabled = state.zoom === 0;
        found.textContent =
            (matches
                ? shareText(t.time[0] > 0 ? matches.time / t.time[0] : 0) + " % of the time. "
                : "") + (layout.cut ? "Deeper stacks are cut: zoom in." : "");
        tell(state.at);
    }
    function move(key) {
        const i = state.at,
            p = t.parent[i],
            list = key === "ArrowDown" ? t.children[i] : t.children[p];
        const to =
            key === "ArrowUp"
                ? p
                : key === "ArrowDown"
                  ? (list || [])[0]
                  : (list || [])[(list || []).indexOf(i) + (key === "ArrowRight" ? 1 : -1)];
        if (elements.has(to)) mark(to);
    }
    const frameOf = (event) => Number(event.target.dataset.frame || 0);
    chart.addEventListener("click", (event) => {
        if (event.target !== chart) zoomTo(frameOf(event));
    });
    chart.addEventListener("mouseover", (event) => {
        if (event.target !== chart) tell(frameOf(event));
    });
    chart.addEventListener("focusin", (event) => tell((state.at = frameOf(event))));
    chart.addEventListener("keydown", (event) => {
        if (event.key.startsWith("Arrow")) {
            move(event.key);
        } else if (event.key === "Enter" || event.key === " ") {
            zoomTo(state.at);
            mark(state.at);
        } else if (event.key === "o" && state.at > 0 && t.of[state.at] < count) {
            location.hash = functionAddress(t.of[state.at]);
        } else if (event.key === "Escape" && state.zoom > 0) {
            zoomTo(0);
            mark(0);
        } else {
            return;
        }
        event.preventDefault();
        event.stopPropagation();
    });
    /* How wide it is shows when it stands in the document. */
    return {
        content: [
            make("div.toolbar", search, reset, found),
            detail,
            make("div.panel.chart", chart),
            flameNote(),
        ],
        drawn: draw,
    };
}
