/* function.js - shows a function: callers above, callees below, as in gprof's call graph; and cycles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const ARCS_AT_FIRST = 25, ARCS_MORE = 250;

function fact(name, value, more) {
    return make("div.fact", make("dt", name), make("dd", value, more && make("small", " ", more)));
}

const percentOfTotal = (time) => (hasTime ? shareText(shareOf(time)) + " %" : "");

/* Returns a share of the total with its error. */
function withError(time) {
    return percentOfTotal(time) + (Number(time) > 0 ? " " + errorOf(shareOf(time), "\u00b1 ") : "");
}

function factsOf(f) {
    const own = profile.self_calls[f], place = placeOf(f);
    const { full, linker } = otherNames[f], inclusive = profile.inclusive[f];
    return make(
        "dl.facts", hasTime && fact(openRange(f) ? "Self, without profiling" : "Self",
                                    timeWithUnit(selfMiddle(f)),
                                    shareText(selfShare(f)) + " % " + selfError(f, "\u00b1 ")),
        hasTime && fact("Inclusive, " + (profile.measured ? "measured" : "estimated"),
                        timeWithUnit(inclusive),
                        profile.measured ? withError(inclusive) : percentOfTotal(inclusive)),
        changes && changeFacts(f),
        hasCalls && fact("Calls", profile.calls[f] === 0 ? noCalls(f) : callText(profile.calls[f]),
                         own !== 0 ? "and " + callText(own) + " by itself" : ""),
        hasTime && hottestLine(f), place && fact("Source", make("span.place", place)),
        full && fact("Whole name", code(full)), linker && fact("Linker\u2019s name", code(linker)));
}

/* Sorts arcs: those that took most time first, then those of most calls. */
function byTime(found) {
    return found.sort(
        (a, b) => arcTime(b) - arcTime(a) || Number(arcCount(b)) - Number(arcCount(a)) || a - b);
}

/* Makes the row of a caller or callee: `f' is the other end, `whole' what shares are of, `calls' all
 * calls. */
function arcRow(arc, f, whole, calls) {
    const time = arcTime(arc), n = arcCount(arc);
    const title = "Known from call stacks or from the machine code; the call was not counted";
    return make(
        "tr", hasTime && number(time > 0 ? timeText(time) : ""),
        hasTime && shareCell(whole > 0 ? Math.min(1, time / whole) : 0, "inclusive"),
        hasCalls && number([n === 0 ? make("span.muted", { title }, "not counted") : callText(n),
                            n !== 0 && Number(calls) > 0 && make("span.of.muted", "/" + callText(calls))]),
        functionCell(f));
}

/* Adds the rows of arcs to the entry's table, with a heading. */
function arcGroup(entry, title, none, found, row) {
    const body = make("tbody"), colspan = 1 + (hasTime ? 2 : 0) + (hasCalls ? 1 : 0);
    const count = make("small", found.length > 0 ? countText(found.length) : none);
    entry.append(make("tbody.heading",
                      make("tr", make("th", { colspan, scope: "rowgroup" }, title, " ", count))), body);
    limited(body, found, row, ARCS_AT_FIRST, ARCS_MORE);
}

function entryOf(f) {
    const entry = make("table.entry", make("thead", make(
        "tr", hasTime && th("number", "Time", make("small", unitText)),
        hasTime && th("bars", make("span", { title: "Of the function\u2019s inclusive time" }, "Share"),
                      make("small", "%")),
        hasCalls && th("number calls", "Calls"), th("text", "Function"))));
    const inclusive = Number(profile.inclusive[f]), self = Number(profile.self[f]);
    const callers = byTime(arcsTo(f).filter((arc) => callerOf(arc) !== f));
    const callees = byTime(arcsFrom(f).filter((arc) => calleeOf(arc) !== f));

    arcGroup(entry, "Callers", "none known", callers,
             (arc) => arcRow(arc, callerOf(arc), inclusive, profile.calls[f]));
    entry.append(make("tbody.self-row", make(
        "tr", hasTime && number(timeText(self)),
        hasTime && shareCell(inclusive > 0 ? self / inclusive : 0, "self"),
        hasCalls && number(callsText(f, noCalls(f))),
        make("td.function", make("strong.name", make("bdi", profile.names[f])), cycleBadge(f),
             hasTime && make("small", " in the function itself")))));
    arcGroup(entry, "Callees", "none", callees,
             (arc) => arcRow(arc, calleeOf(arc), inclusive, profile.calls[calleeOf(arc)]));
    return make("div.panel", entry);
}

const estimateNote =
    "Inclusive times and the times of calls are estimated: a function\u2019s time is divided " +
    "among its callers by numbers of calls, as if all calls took equally long. Self times and calls " +
    "are not concerned. Call stacks, which libgmon records, measure them.";
const measuredNote =
    "Times are measured from call stacks: inclusive time is that of all samples with the function, or " +
    "the call, anywhere on the stack; so rows may add up to more than the function has.";

function noteOn(f) {
    if (!hasTime || arcs.length === 0) return null;
    if (profile.measured) return note(measuredNote);
    return note(estimateNote, cycleOf(f) && " Calls within a cycle carry no time.");
}

const backLink = () => make("p.back", make("a", { href: address({}) }, "\u2190 All functions"));

/* Returns the page of the function that an address asks for. */
function functionView(parts) {
    const name = parts.get("f"), f = askedFunction(parts);
    if (f < 0)
        return [
            backLink(), make("h2", "No such function"),
            note("The profile has no function ", code(legible(name)), "."),
            make("p", make("a", { href: address({ q: name }) }, "Search for it")),
        ];
    const same = named.get(profile.names[f]);
    const title = [backLink(), make("h2.name", make("bdi", profile.names[f]), cycleBadge(f))];
    if (!isFigured(f))
        return [title, note("It is on call stacks only; there are no figures of it.")];
    if (f === profile.unknown)
        return [title, factsOf(f), note("Time at addresses that belong to no function of the program.")];
    const charts = profile.has_stacks && (!changes || changes.has_stacks) ? sandwich(f) : { content: null, drawn: null };
    return { drawn: charts.drawn, content: [
        title,
        same.length > 1 && note(plural(same.length, "function") + " have this name: ", same.map((s, i) => [
            make("a", { href: functionAddress(s) }, placeOf(s) || "number " + (i + 1)), " "])),
        factsOf(f), charts.content, entryOf(f), noteOn(f), sourceOf(f),
    ] };
}

/* ---- cycles ---- */

/* Returns the arcs between the members of a cycle, those with fewest calls first. */
function arcsWithin(cycle, members) {
    const isWithin = (arc) => calleeOf(arc) !== callerOf(arc) && cycleOf(calleeOf(arc)) === cycle;
    return members.flatMap((f) => arcsFrom(f).filter(isWithin))
        .sort((a, b) => Number(arcCount(a)) - Number(arcCount(b)) || a - b);
}

function cycleView(parts) {
    const cycle = Number(parts.get("cycle")), members = [];
    profile.cycle.forEach((c, f) => c === cycle && members.push(f));
    if (members.length === 0 || cycle === 0) return [backLink(), make("h2", "No such cycle")];
    const time = profile.cycle_times[cycle - 1];
    const self = members.reduce((sum, f) => sum + Number(profile.self[f]), 0);
    const calls = th("number calls", "Calls");
    return [
        backLink(), make("h2", "Cycle " + cycle),
        make("dl.facts", fact("Members", countText(members.length)),
             hasTime && fact("Self, of all members", timeWithUnit(self), percentOfTotal(self)),
             hasTime && time !== undefined &&
                 fact("Inclusive, as a whole", timeWithUnit(time), percentOfTotal(time))),
        note("Each of these functions calls, through others of them, itself. Counts of calls do not tell " +
             "how the time of a cycle is divided among its members, so an estimate hands it to the callers " +
             "of the cycle as a whole, and calls within it have none. " +
             (profile.measured ? "Here times are measured from call stacks, which tell it for each member."
                               : "Call stacks, which libgmon records, tell it for each member.")),
        make("h3", "Members"),
        table("entry", [hasTime && th("bars", "Self %"), hasCalls && calls, th("text", "Function")], members,
              (f) => make("tr", hasTime && selfCell(f), hasCalls && number(callsText(f, noCalls(f))),
                          make("td.function", functionLink(f))),
              ARCS_AT_FIRST, ARCS_MORE),
        make("h3", "Calls within the cycle"), note("Those made least often come first."),
        table("entry", [calls.cloneNode(true), th("text", "From"), th("text", "To")],
              arcsWithin(cycle, members),
              (arc) => make("tr", number(callText(arcCount(arc))),
                            make("td.function", functionLink(callerOf(arc))),
                            make("td.function", functionLink(calleeOf(arc)))),
              ARCS_AT_FIRST, ARCS_MORE),
    ];
}
