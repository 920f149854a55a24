/* function.js - a function's page: callers above, callees below, as in gprof's call graph; cycles
 *
 * SPDX-License-Identifier: GPL-3.0-or-later
 */

const ARCS_AT_FIRST = 25,
    ARCS_MORE = 250;

function fact(name, value, more) {
    return make("div.fact", make("dt", name), make("dd", value, more && make("small", " ", more)));
}

const percentOfTotal = (time) => (hasTime ? shareText(shareOf(time)) + " %" : "");

/* A share of the total with its error bar. */
function withError(time) {
    return (
        percentOfTotal(time) +
        (Number(time) > 0 ? " \u00b1 " + errorText(errorOf(shareOf(time))) : "")
    );
}

function factsOf(f) {
    const own = profile.self_calls[f],
        place = placeOf(f),
        other = otherNames.get(f);
    return make(
        "dl.facts",
        hasTime &&
            fact("Self", timeText(profile.self[f]) + " " + unitText, withError(profile.self[f])),
        hasTime &&
            fact(
                profile.measured ? "Inclusive, measured" : "Inclusive, estimated",
                timeText(profile.inclusive[f]) + " " + unitText,
                profile.measured
                    ? withError(profile.inclusive[f])
                    : percentOfTotal(profile.inclusive[f])
            ),
        hasCalls &&
            fact(
                "Calls",
                countText(profile.calls[f]),
                own !== 0 ? "and " + countText(own) + " by itself" : ""
            ),
        place && fact("Source", make("span.place", place)),
        other && other.full && fact("Whole name", make("code", other.full)),
        other && other.linker && fact("Linker\u2019s name", make("code", other.linker))
    );
}

/* Arcs of which most time was taken first, then of most calls. */
function byTime(found) {
    return found.sort(
        (a, b) => arcTime(b) - arcTime(a) || Number(arcCount(b)) - Number(arcCount(a)) || a - b
    );
}

/* A row of a caller or callee: `f' is the other end, `whole' what shares are of, `calls' all calls. */
function arcRow(arc, f, whole, calls) {
    const time = arcTime(arc),
        n = arcCount(arc);
    return make(
        "tr",
        hasTime && number(time > 0 ? timeText(time) : ""),
        hasTime && shareCell(whole > 0 ? Math.min(1, time / whole) : 0, "inclusive"),
        hasCalls &&
            number([
                n === 0
                    ? make(
                          "span.muted",
                          {
                              title:
                                  "Known from call stacks or from " +
                                  "the machine code; the call was not counted",
                          },
                          "not counted"
                      )
                    : countText(n),
                n !== 0 && Number(calls) > 0 && make("span.of.muted", "/" + countText(calls)),
            ]),
        make("td.function", functionLink(f), cycleBadge(f))
    );
}

/* The rows of arcs as a body of the entry's table, with a heading. */
function arcGroup(table, title, none, found, row) {
    const body = make("tbody");
    table.append(
        make(
            "tbody.heading",
            make(
                "tr",
                make(
                    "th",
                    { colspan: 1 + (hasTime ? 2 : 0) + (hasCalls ? 1 : 0), scope: "rowgroup" },
                    title,
                    " ",
                    make("small", found.length > 0 ? countText(found.length) : none)
                )
            )
        ),
        body
    );
    limited(body, found, row, ARCS_AT_FIRST, ARCS_MORE);
}

function entryHead() {
    return make(
        "thead",
        make(
            "tr",
            hasTime && th("number", "Time", make("small", unitText)),
            hasTime &&
                th(
                    "bars",
                    { title: "Of the function\u2019s inclusive time" },
                    "Share",
                    make("small", "%")
                ),
            hasCalls && th("number.calls", "Calls"),
            th("text", "Function")
        )
    );
}

function entryOf(f) {
    const table = make("table.entry", entryHead());
    const inclusive = Number(profile.inclusive[f]),
        self = Number(profile.self[f]);
    const callers = byTime(callersOf(f).filter((arc) => arcs.from[arc] !== f));
    const callees = byTime(calleesOf(f).filter((arc) => arcs.to[arc] !== f));

    arcGroup(table, "Callers", "none known", callers, (arc) =>
        arcRow(arc, arcs.from[arc], inclusive, profile.calls[f])
    );
    table.append(
        make(
            "tbody.self-row",
            make(
                "tr",
                hasTime && number(timeText(self)),
                hasTime && shareCell(inclusive > 0 ? self / inclusive : 0, "self"),
                hasCalls && number(callsText(f)),
                make(
                    "td.function",
                    make("strong.name", make("bdi", profile.names[f])),
                    cycleBadge(f),
                    hasTime && make("small.muted", " in the function itself")
                )
            )
        )
    );
    arcGroup(table, "Callees", "none", callees, (arc) =>
        arcRow(arc, arcs.to[arc], inclusive, profile.calls[arcs.to[arc]])
    );
    return make("div.panel", table);
}

const estimateNote =
    "Inclusive times and the times of calls are estimated: a function\u2019s time is divided " +
    "among its callers by numbers of calls, as if all calls took equally long. Self times and calls are " +
    "not concerned. Call stacks measure them: GMON_STACKS=1.";

function noteOn(f) {
    if (!hasTime || profile.arcs.length === 0) return null;
    return profile.measured
        ? make(
              "p.note",
              "Times are measured from call stacks: a row\u2019s time is that of samples " +
                  "with this call anywhere on the stack, so rows may add up to more than the function has."
          )
        : make("p.note", estimateNote + (cycleOf(f) ? " Calls within a cycle carry no time." : ""));
}

/* The page of the function that an address asks for. */
function functionView(parts) {
    const name = parts.get("f"),
        f = functionNamed(name, Number(parts.get("n")) || 1);
    if (f < 0)
        return [
            backLink(),
            make("h2", "No such function"),
            make("p.note", "The profile has no function ", make("code", legible(name)), "."),
            make("p", make("a", { href: address({ q: name }) }, "Search for it")),
        ];
    const same = named.get(profile.names[f]);
    const title = [backLink(), make("h2.name", make("bdi", profile.names[f]), cycleBadge(f))];
    if (!isFigured(f))
        return [title, make("p.note", "It is on call stacks only; there are no figures of it.")];
    if (f === profile.unknown)
        return [
            title,
            factsOf(f),
            make("p.note", "Time at addresses that belong to no function of the program."),
        ];
    return [
        title,
        same.length > 1 &&
            make(
                "p.note",
                plural(same.length, "function") + " have this name: ",
                same.map((s, i) => [
                    make("a", { href: functionAddress(s) }, placeOf(s) || "number " + (i + 1)),
                    " ",
                ])
            ),
        factsOf(f),
        entryOf(f),
        noteOn(f),
        sourceOf(f),
    ];
}

function backLink() {
    return make("p.back", make("a", { href: "#" }, "\u2190 All functions"));
}

/* ---- cycles ---- */

function membersOf(cycle) {
    const found = [];
    for (let f = 0; f < profile.cycle.length; f++) if (profile.cycle[f] === cycle) found.push(f);
    return found;
}

/* The arcs between the members of a cycle, those with fewest calls first. */
function arcsWithin(cycle, members) {
    return members
        .flatMap((f) =>
            calleesOf(f).filter((arc) => arcs.to[arc] !== f && cycleOf(arcs.to[arc]) === cycle)
        )
        .sort((a, b) => Number(arcCount(a)) - Number(arcCount(b)) || a - b);
}

function cycleTable(heads, items, row) {
    const body = make("tbody");
    const table = make("table.entry", make("thead", make("tr", heads)), body);
    limited(body, items, row, ARCS_AT_FIRST, ARCS_MORE);
    return make("div.panel", table);
}

function cycleView(parts) {
    const cycle = Number(parts.get("cycle")),
        members = membersOf(cycle);
    if (members.length === 0) return [backLink(), make("h2", "No such cycle")];
    const inner = arcsWithin(cycle, members),
        time = profile.cycle_times[cycle - 1];
    const self = members.reduce((sum, f) => sum + Number(profile.self[f]), 0);
    return [
        backLink(),
        make("h2", "Cycle " + cycle),
        make(
            "dl.facts",
            fact("Members", countText(members.length)),
            hasTime &&
                fact("Self, of all members", timeText(self) + " " + unitText, percentOfTotal(self)),
            hasTime &&
                time !== undefined &&
                fact("Inclusive, as a whole", timeText(time) + " " + unitText, percentOfTotal(time))
        ),
        make(
            "p.note",
            "Each of these functions calls, through others of them, itself. " +
                "Counts of calls do not tell how the time of a cycle is divided among its members, so an estimate " +
                "hands it to the callers of the cycle as a whole, and calls within it have none. " +
                (profile.measured
                    ? "Here times are measured from call stacks, which tell it for each member."
                    : "Call stacks (GMON_STACKS=1) tell it for each member.")
        ),
        make("h3", "Members"),
        cycleTable(
            [
                hasTime && th("bars", "Self %"),
                hasCalls && th("number.calls", "Calls"),
                th("text", "Function"),
            ],
            members,
            (f) =>
                make(
                    "tr",
                    hasTime && shareCell(shareOf(profile.self[f]), "self"),
                    hasCalls && number(callsText(f)),
                    make("td.function", functionLink(f))
                )
        ),
        make("h3", "Calls within the cycle"),
        make("p.note", "Those made least often come first."),
        cycleTable(
            [th("number.calls", "Calls"), th("text", "From"), th("text", "To")],
            inner,
            (arc) =>
                make(
                    "tr",
                    number(countText(arcCount(arc))),
                    make("td.function", functionLink(arcs.from[arc])),
                    make("td.function", functionLink(arcs.to[arc]))
                )
        ),
    ];
}
