/* data.js - reads the profile, and answers what the page's functions ask of it
 *
 * gprof has written the profile as lists of integers, so that 60,000 functions are read at once. Here
 * each figure has a list of its own, a place for each function. Nothing here touches the document but for reading the blocks of data.
 * Integers that a number cannot hold exactly stand in the data as strings: they are shown as they
 * are, and are numbers only where they are compared.
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */
"use strict";

/* Returns a block of data; null if the page has none. */
function block(id) {
    const found = document.getElementById(id);
    return found ? JSON.parse(found.textContent) : null;
}

/* Controls, and what turns the direction of writing, must not disturb the page. (Damaged bytes arrive
 * as four characters, such as \xff.) */
const unfit = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

function legible(text) {
    return text.replace(unfit, "\ufffd");
}

const profile = block("profile");
const count = profile.functions.length; /* functions with figures come first */
const otherNames = []; /* by function: its whole name and the linker's; "": that is told already */

profile.names = profile.functions.map(([names], f) => {
    const [name, full = "", linker = ""] = [].concat(names).map(legible);
    otherNames[f] = { full, linker };
    return name;
});
["self", "inclusive", "calls", "file", "line", "self_calls", "cycle", "library", "rank"].forEach((figure, i) => {
    profile[figure] = profile.functions.slice(0, profile.figured).map((row) => row[i + 1] || 0);
});

/* The comparison with another profile; null if there is none. Times and calls of several runs are shown as
 * those of one, on the average. */
const changes = block("changes");
const [timeRuns, callRuns] = changes ? changes.runs : [1, 1];

const total = Number(profile.total);
const hasTime = total > 0;
const hasCalls = [profile.calls, profile.self_calls].some((figure) => figure.some((n) => n !== 0));

/* What profiling leaves open, by function: least and greatest share of self time, or zeros, and the
 * greatest self time, or 0. */
const ranges = new Map();
for (let i = 0; i < profile.ranges.length; i += 4) {
    const [f, low, high, time] = profile.ranges.slice(i, i + 4);
    ranges.set(f, { low: low / 1e6, high: high / 1e6, time });
}

/* Returns items in lists by their keys, as a Map. */
function groups(items, keyOf) {
    const found = new Map();
    for (const item of items) {
        const key = keyOf(item), same = found.get(key);
        if (same) same.push(item);
        else found.set(key, [item]);
    }
    return found;
}

/* ---- arcs: who calls whom ---- */

const arcs = Array.from({ length: profile.arcs.length / 4 }, (_, arc) => arc);
const callerOf = (arc) => profile.arcs[4 * arc];
const calleeOf = (arc) => profile.arcs[4 * arc + 1];
const arcCount = (arc) => profile.arcs[4 * arc + 2];
const arcTime = (arc) => Number(profile.arcs[4 * arc + 3]);

/* Return the arcs to the callers, and to the callees, of a function. */
const byCallee = groups(arcs, calleeOf), byCaller = groups(arcs, callerOf);
const arcsTo = (f) => byCallee.get(f) || [];
const arcsFrom = (f) => byCaller.get(f) || [];

/* ---- names ---- */

/* Functions by name, by address those of one name: static ones of different files may share one. */
const named = groups(profile.names.keys(), (f) => profile.names[f]);
for (const same of named.values()) if (same.length > 1) same.sort((a, b) => profile.rank[a] - profile.rank[b] || a - b);

const isFigured = (f) => f < profile.figured;
const cycleOf = (f) => (isFigured(f) ? profile.cycle[f] : 0);

const fileOf = (f) =>
    isFigured(f) && profile.file[f] > 0 ? legible(profile.files[profile.file[f] - 1]) : "";
const placeOf = (f) => fileOf(f) + (fileOf(f) && profile.line[f] ? ":" + profile.line[f] : "");
const baseName = (path) => path.split("/").pop();

/* Returns the file or the library that a function is in; "" if it is not known. */
function homeOf(f) {
    const library = profile.library[f] > 0 ? profile.library[f] - 1 : f;
    return baseName(fileOf(f)) || (/^<.*>$/.test(profile.names[library]) ? profile.names[library] : "");
}

/* Returns files and libraries with the time that their functions have, those with most first. */
function homes(times) {
    const found = new Map();
    for (const [f, time] of times) found.set(homeOf(f), (found.get(homeOf(f)) || 0) + time);
    return [...found].sort((a, b) => b[1] - a[1] || byValue(a[0], b[0]));
}

/* Returns the functions of a name, in the file or library `home' (null: in all). */
const functionsOf = (name, home) => (named.get(name) || []).filter((f) => home === null || homeOf(f) === home);

/* Returns the function that parts of the address ask for, the n-th of its name in `home', or the first
 * that has it as its whole name or for the linker; -1: there is none. */
function functionNamed(name, home, n) {
    const here = functionsOf(name, home), same = here.length > 0 ? here : functionsOf(name, null);
    if (same.length > 0) return same[Math.min(Math.max(n, 1), same.length) - 1];
    return name === "" ? -1 : otherNames.findIndex(({ full, linker }) => full === name || linker === name);
}

/* Returns a name without template arguments and parameters: the groups in brackets, but for operators. */
function withoutBrackets(name) {
    const operator = /\boperator ?(\(\)|\[\]|->\*?|<=>|<<=?|>>=?|&&|\|\||\+\+|--|[-+*\/%^&|~!=<>]=?|,)/y;
    let depth = 0, kept = "";
    for (let i = 0; i < name.length; i++) {
        operator.lastIndex = i;
        const found = operator.exec(name);
        if (found) i += found[0].length - 1;
        else if ("<([".includes(name[i])) depth++;
        if (depth === 0) kept += found ? found[0] : name[i];
        if (!found && ">)]".includes(name[i]) && depth > 0) depth--;
    }
    return kept;
}

/* Returns the longest form of a name of at most `most' characters; the shortest has no scope, which is
 * what tells least. */
function fitting(name, most) {
    if (name.length <= most) return name;
    const whole = withoutBrackets(name).trim().replace(/( (const|volatile|&&?))+$/, "").replace(/^::|::(?=::)/g, "");
    const parts = whole.split("::"), last = parts.pop(), base = /^operator\b/.test(last) ? last : last.split(" ").pop();
    const forms = [whole, parts.pop() + "::" + base].filter((form) => form.length <= most);
    return forms[0] || base || name;
}

/* ---- searches ---- */

/* What is searched, by function, a line each: all of its names, its place, and what was inlined into it. */
let searched = null;

function readSearched() {
    searched = searched || profile.names.map((name, f) =>
        [name, otherNames[f].full, otherNames[f].linker, placeOf(f), ...inlinedInto(f)].join("\n"));
    return searched;
}

/* Returns the functions in which an expression is found; null if the text is none. */
function wantedByExpression(text) {
    try {
        const pattern = new RegExp(text, "im");
        return readSearched().map((lines) => pattern.test(lines));
    } catch {
        return null;
    }
}

/* Returns true for each function that is searched for: all words of the text are found in it, or the text
 * is /an expression/ that is found. Text that is found nowhere is tried as an expression. Returns null if
 * that between slashes is none. */
function wantedFunctions(text) {
    const words = text.toLowerCase().split(/\s+/), expression = /^\/(.+)\/\s*$/.exec(text);
    if (expression) return wantedByExpression(expression[1]);
    const wanted = readSearched().map((lines) => {
        const lower = lines.toLowerCase();
        return words.every((word) => lower.includes(word));
    });
    return wanted.includes(true) ? wanted : wantedByExpression(text.trim()) || wanted;
}

/* Says why no function is searched for; nothing if some are. */
function noneWanted(wanted) {
    return !wanted ? "No expression" : wanted.includes(true) ? "" : "No function of that name";
}

/* ---- numbers as text ---- */

function grouped(digits) {
    return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
}

const countText = (n) => grouped(String(n));

/* Returns a number of calls: those of a run, exact if all runs have as many. */
function callText(n) {
    const mean = Number(n) / callRuns;
    return callRuns === 1 ? countText(n) : grouped(Number.isInteger(mean) ? String(mean) : mean.toFixed(1));
}

const isTime = profile.unit === "ns";
/* As many digits as the sampling rate gives. */
const decimals =
    isTime ? Math.min(9, Math.max(2, Math.ceil(Math.log10(profile.rate || 100) - 1e-9))) : 0;
const unitText = !isTime ? "ticks" : profile.dimension === "seconds" ? "s" : profile.dimension;

/* Returns the time of a run; `time' is that of all runs. */
function timeText(time, runs = timeRuns) {
    const [whole, part] = (Number(time) / runs / (isTime ? 1e9 : 1)).toFixed(decimals).split(".");
    return grouped(whole) + (part ? "." + part : "");
}

/* Returns the self time of a function, or the middle of what it may be. */
function selfMiddle(f) {
    const self = Number(profile.self[f]), { time } = ranges.get(f) || {};
    return time ? (self + Number(time)) / 2 : self;
}

const timeWithUnit = (time) => timeText(time) + " " + unitText;
const aRun = timeRuns > 1 ? " a run" : "";
const totalText = () => timeWithUnit(profile.total) + aRun + profile.total_words;
const shareOf = (time) => (hasTime ? Number(time) / total : 0);

const shareDigits = Number(profile.samples) >= 10000 ? 2 : 1;

function shareText(share) {
    const text = (100 * share).toFixed(shareDigits);
    return share > 0 && Number(text) === 0 ? "<" + (0.1 ** shareDigits).toFixed(shareDigits) : text;
}

/* Returns the range of a function's share of self time; null: chance leaves more open. */
function openRange(f) {
    const range = ranges.get(f);
    return range && range.high > 0 ? range : null;
}

/* Returns a function's share of self time, or the middle of what it may be. */
function selfShare(f) {
    const range = openRange(f);
    return range ? (range.low + range.high) / 2 : shareOf(profile.self[f]);
}

/* Returns two significant digits of a percentage. */
function errorText(half) {
    const percent = 100 * half;
    return percent.toFixed(percent >= 9.5 ? 0 : percent >= 0.95 ? 1 : 2);
}

/* Returns half of Wilson's interval as text behind `sign`: with a confidence of 95 % the true share
 * is not further off. A share that would be less than 0 or more than 1 then has an error in one
 * direction, with its sign. */
function errorOf(share, sign) {
    const n = Number(profile.effective), z = 1.959963984540054, width = 1 + (z * z) / n;
    if (!(n > 0)) return sign + errorText(1);
    if (share <= 0) return "+" + errorText(Math.min(1, 3 / n));
    if (share >= 1) return "-" + errorText(Math.min(1, 3 / n));
    const half = (z / width) * Math.sqrt((share * (1 - share)) / n + (z * z) / (4 * n * n));
    const further = (share + (z * z) / (2 * n)) / width - share; /* the middle of the interval */
    if (share + half > 1) return "-" + errorText(half - further);
    return share < half ? "+" + errorText(half + further) : sign + errorText(half);
}

/* Returns the error of a function's share of self time as text; "": there is none. */
function selfError(f, sign) {
    const range = openRange(f);
    if (range) return sign + errorText((range.high - range.low) / 2);
    return Number(profile.self[f]) > 0 ? errorOf(shareOf(profile.self[f]), sign) : "";
}

/* Returns a part of a whole; 0 if there is nothing. */
const ratio = (part, whole) => (whole > 0 ? part / whole : 0);
const byValue = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const plural = (n, one) => countText(n) + " " + one + (Number(n) === 1 ? "" : "s");
