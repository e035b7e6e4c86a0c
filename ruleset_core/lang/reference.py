"""The reference of the effect language: `python -m ruleset_core.lang.reference` writes docs/language.md."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from ruleset_core.lang import operations, quantities
from ruleset_core.lang.operations import ReferenceEntry
from ruleset_core.lang.syntax.parser import BUILT_IN, TAKEN, keywords
from ruleset_core.lang.verbs import VERBS

STATEMENTS = (
    ReferenceEntry("let NAME = EXPR",
          "Names a value for the rest of the block.",
          "let n = guard per 2; gain n favour"),
    ReferenceEntry("set FIELD = EXPR",
          "Sets a field. Resources are gained, lost and paid instead.",
          "set opened[mill_1] = true"),
    ReferenceEntry("if COND { ... } else if COND { ... } else { ... }",
          "A condition. `else` is optional.",
          "if day >= 3 { lose 1 coin } else { gain 1 coin }"),
    ReferenceEntry("for each NAME in SEL where COND { ... }",
          "Once for each value, in order. `where` is checked at each turn.",
          "for each c in colour where hue[2] != c { gain 1 c.goods }"),
    ReferenceEntry("repeat EXPR { ... }",
          "So many times, fixed when it begins.",
          "repeat 2 { gain 1 guard }"),
    ReferenceEntry("choose DECISION NAME in SEL where COND { ... } or NAME where COND { ... } else { ... }",
          "The acting seat picks a value, without `in` any of the decision's type. The game takes a single one without asking; with none, `else` runs, even where there is an `or`. `or` adds an option without a value, written `WORD NAME`, shown as `done:` of the decision.",
          "choose building b where not opened[b] { do open_up(b) } or rest where guard == 0 { gain 2 coin }"),
    ReferenceEntry("choose DECISION X in SEL where COND then Y in SEL where COND { ... }",
          "An answer of two or more parts. The decision has `of: {NAME: TYPE, ...}`; an option is written `WORD A B`. Behind `then` the parts before it are known. All forms of `choose` take them.",
          "choose swap r in resource where held[r] >= 2 then q in resource where q != r { lose 2 r; gain 1 q }"),
    ReferenceEntry("choose DECISION NAME in SEL where COND; ...",
          "The choice holds for the rest of the block.",
          "choose die s in 0 to 3 where not attacked[s]; set chosen = s; do take(s)"),
    ReferenceEntry("choose DECISION { MEMBER where COND { ... } | MEMBER { ... } }",
          "Picks a branch, a member of the decision's set, if its condition holds.",
          "choose action { rest { gain 2 coin } | found where guard >= 3 { do found } }"),
    ReferenceEntry("choose DECISION { KIND X in SEL where COND { ... } | KIND X in SEL then Y in SEL { ... } }",
          "One question with answers of several kinds. The decision has `of: [KIND, KIND]`, decisions that others may list, too. Where a KIND is of a set, its members can be branches: `| pass { ... }`, written `KIND pass`. `or NAME` and `else` may follow.",
          "choose deed { visit b in building where opened[b] { gain 1 coin } | trade r in resource where held[r] > 1 then q in resource { lose 1 r; gain 1 q } }"),
    ReferenceEntry("choose up to EXPR DECISION NAME in SEL where COND done where COND { ... }",
          "Picks at most so often, until `done` or nothing is left. `done where` restricts `done`; ending otherwise is a broken rule, so ask only where it can be reached.",
          "choose up to 3 building b where not opened[b] { do open_up(b) }"),
    ReferenceEntry("choose exactly EXPR DECISION NAME in SEL where COND done where COND { ... } then { ... } else { ... }",
          "One answer, a set of so many things (the decision has `most:`); an option is written `WORD A B`. The braces run for each, those behind `then` once. `picked` is what was picked, in `where` the things before in the order of their set. `done where` is about the whole set. Of fewer things all are picked, or `else` runs. `or NAME` may follow.",
          "choose exactly 2 gifts r in resource where held[r] > 0 { lose 1 r } then { gain (count r in picked) coin }"),
    ReferenceEntry("choose from EXPR to EXPR DECISION NAME in SEL ...",
          "Likewise, from so many things to so many. From 0, `done` picks nothing.",
          "choose from 1 to guard gifts r in resource where held[r] > 0 { lose 1 r }"),
    ReferenceEntry("may DECISION { ... }",
          "Yes or no (a decision of `bool`). A cost that cannot be paid is not offered.",
          "may indulge { pay 2 coin -> gain 1 guard }"),
    ReferenceEntry("may up to EXPR DECISION { COSTS -> ... }",
          "The acting seat says how often it pays for the effect. The decision is a range from 0.",
          "may up to guard barter { pay 1 coin -> gain 2 ink }"),
    ReferenceEntry("COSTS -> STATEMENT else { ... }",
          "Costs are separated by commas and checked together. If the acting seat can pay all, it does, and the right side runs; if not, only `else`.",
          "pay 1 coin, pay 2 ink -> { gain 1 guard; gain 1 scribe } else { lose 1 favour }"),
    ReferenceEntry("as SEAT { ... }",
          "Another seat acts: it is `me`, and is asked.",
          "as herald { gain 1 favour }"),
    ReferenceEntry("do NAME(ARGS)",
          "Runs an effect of `define`, which may not run itself. Leave out empty brackets.",
          "do open_up(mill_1)"),
    ReferenceEntry("let NAME = do NAME(ARGS)",
          "Runs an effect with `is:` and names what it returns; without `return`: `none`, `false`, 0 or the least value.",
          "let by = do rival(me); if by != none { as by { gain 1 coin } }"),
    ReferenceEntry("do PIECE.effect", "Runs the `effect:` of a card.",
          "for each l in link where l.row == mill { do l.effect }"),
    ReferenceEntry("emit EVENT(ARGS)",
          "An event happens: `instead` or else `when` behaviours run.",
          "emit opened(mill_1)"),
    ReferenceEntry("call HOOK(ARGS)",
          "Runs a hook of the game's Python.",
          "call close_city(3)"),
)  # fmt: skip

EXPRESSIONS = (
    ReferenceEntry("12, true, false, none",
          "Whole numbers, conditions, no value. There are no fractions or texts.",
          "if beside[c] == none then 0 else 12", "expr"),
    ReferenceEntry("NAME",
          "A local, a field, my amount of a resource, a definition without parameters, or a member.",
          "coin", "expr"),
    ReferenceEntry("X.FACT", "A fact of a member or piece; `piece.side` is the side that lies up.",
          "b.row.colour", "expr"),
    ReferenceEntry("X.score",
          "`score:` of a piece's card and side that is up, for the acting seat; 0 without.",
          "sum x in hand of x.score", "expr"),
    ReferenceEntry("X.requires",
          "`requires:` of a piece's card and side that is up; true without.",
          "any x in hand where x.requires", "expr"),
    ReferenceEntry("X.card",
          "The card of which a piece is a copy.",
          "any x in hand where x.card == deck[0].card", "expr"),
    ReferenceEntry("FIELD[I, J]",
          "An indexed field; mine, if it is by seat.",
          "crossed[amber, 3]", "expr"),
    ReferenceEntry("SEAT.FIELD, SEAT.RESOURCE", "What another seat has.",
          "p.guard + p.weight[mill]", "expr"),
    ReferenceEntry("ZONE[N]", "A piece of a zone, counted from 0; `none` beyond its ends. `deck[-1]` is the last; a computed place below 0 is beyond.",
          "deck[0].colour", "expr"),
    ReferenceEntry("X.FACT[N]", "An entry of a list, counted from 0; `none` or 0 beyond its ends.",
          "l.cells[0] == l.cells[2]", "expr"),
    ReferenceEntry("CELL.at[A, B]", "The cell of a grid that lies A files to the right and B ranks up, or `none`; numbers below 0 go back.",
          "count b in [a.at[1, 2], a.at[2, 1]] where mark[b] == me", "expr"),
    ReferenceEntry("NAME(ARGS)",
          "A definition with parameters, or a query of the game's Python.",
          "toll(2, coin)", "expr"),
    ReferenceEntry("NAME(ARGS).FACT, NAME.FIELD",
          "A fact or field of what a definition with `is:` gives.",
          "winner.coin + piece_at(2, 3).worth", "expr"),
    *operations.entries(),
    ReferenceEntry("X in SEL",
          "Needs brackets before `and` and `or`.", "(c in [amber, green]) or (day in 1 to 3)", "expr"),
    *quantities.entries(),
    ReferenceEntry("can { COSTS }",
          "Whether the acting seat can pay all costs.", "can { pay 1 coin, pay 2 ink }", "expr"),
    ReferenceEntry("would { EFFECT } then EXPR",
          "A trial: EXPR as it would be after the effect, which is taken back. It may neither ask, draw, show, remember, end a turn or the game, call a hook nor queue.",
          "would { set opened[mill_1] = true; gain 2 coin } then guard < coin", "expr"),
    ReferenceEntry("option.NAME",
          "A choice made before the game.", "option.numbering == hard", "expr"),
)  # fmt: skip

SELECTIONS = (
    ReferenceEntry("TYPE",
          "All members of a set, pieces of a kind, `resource` or `seat`.", "count c in colour", "expr"),
    ReferenceEntry("others",
          "All other seats, from the next on.", "any p in others where p.guard > 3", "expr"),
    ReferenceEntry("after(SEAT), before(SEAT)",
          "All other seats, to the left or right. After `none` nobody.",
          "first p in after(herald) where p.coin > 0", "expr"),
    ReferenceEntry("ZONE", "The pieces in a zone, in order: `hand` (mine), `p.hand` or `hand[p]`, `row_of[c]`.", "count c in p.hand", "expr"),
    ReferenceEntry("enclosed(FIELD, LINE)",
          "The spaces of a planar board within a line, nearest first. The field says which lines are walled.",
          "count s in enclosed(fenced, gate)", "expr"),
    ReferenceEntry("(from X in SEL where C up to N by Y in SEL where D then Z in SEL where E)",
          "A search, nearest first, each once: from each X where C on to each Y where D, at most N steps. With `then` it goes over things Y, such as sides, from places X to places Z, and finds the places.",
          "count c in (from a in [amber] up to 2 by b in colour where hue[2] != b)", "expr"),
    ReferenceEntry("(longest from X in SEL where C up to N by Y in SEL where D then Z in SEL where E of A)",
          "The longest way that visits no Y twice, as those visited, beginning with X; with `then`, as the things Y used, such as roads between the places X and Z, the last one perhaps without a Z. `of A` counts A for each. The first of equal ways. Too many ways, or 2,000 ways to go on, break a rule.",
          "count l in (longest from c in colour by l in link where l.row == mill then d in colour where d != c)", "expr"),
    ReferenceEntry("(shortest from X in SEL where C up to N by Y in SEL where D then Z in SEL where E done where F)",
          "The shortest way to a Y, or with `then` to a Z, where F, as the places passed, first and last included. Nothing without a way.",
          "count c in (shortest from a in [amber] by b in colour where hue[2] != b done where b == hue[3])", "expr"),
    ReferenceEntry("SEL + SEL",
          "Both, each value once, without `none`: zones, sets or lists of one kind, not numbers.",
          "any c in hand + p.hand where c.worth > 2", "expr"),
    ReferenceEntry("A to B",
          "Whole numbers, both ends included.", "count n in 1 to 6 where opened[site[mill, n]]", "expr"),
    ReferenceEntry("[A, B]", "The values listed; of members those that are not `none`.", "sum r in [guard, scribe] of held[r]", "expr"),
    ReferenceEntry("X.FACT", "A fact that is a list.", "every c in l.cells has mark[c] == me", "expr"),
    ReferenceEntry("FORM.cells[C], FORM.near[C], FORM.corners[C]", "The cells that a form of a shape covers whose first square lies on C; those that share a side with it; those that touch only a corner. Nothing where it leaves the grid.",
          "every x in f.cells[c] has mark[x] == none", "expr"),
)  # fmt: skip

NAMES = (
    ("me", "the seat that acts"),
    ("players", "the number of players"),
    ("this", "the card, in its own `effect`, `score`, `when`, `instead`, `while_in_play`, and in `in_play`"),
    ("it", "the option, in `label`, `why` and `default`; the member, in a score row with `each`; the piece, in `sort ... by`"),
    ("picked", "the things of an answer that is a set"),
    ("total", "the points of the seat, in `achievements`"),
    ("held[R]", "my amount of a resource known only in play"),
    ("filled[R]", "how many spaces of a track I have filled"),
    ("seat, resource, others", "what one can go through in every game"),
)  # fmt: skip

EVENTS = (
    ("gain", "`resource`, `amount`", "a seat gains a resource; can be replaced (`instead`)"),
    ("lose", "`resource`, `amount`", "a seat gives a resource back; can be replaced"),
    ("reach", "`resource`, `space`", "a space of a track is filled; waits until the effect in progress is over"),
    ("begin PHASE", "", "a phase begins; nobody acts, so there is no `me`"),
    ("end PHASE", "", "a phase is over; nobody acts"),
)  # fmt: skip

TYPES = (
    ("int", "whole numbers"),
    ("1..6", "whole numbers from 1 to 6"),
    ("a range", "its numbers: `floor` of `ranges: {floor: 1..3}`"),
    ("bool", "`true`, `false`"),
    ("seat", "the players' seats: `seat_0` is the first"),
    ("resource", "the resources of the game"),
    ("a set", "its members"),
    ("a kind of piece", "its pieces"),
    ("list of TYPE", "a fixed list, for facts only"),
    ("TYPE?", "the same, or `none`; a range with `?` has no -1, which stands for `none`"),
)


def reserved_words() -> list[str]:
    """The words that cannot be names in data, because the language means something by them."""
    return sorted(BUILT_IN | keywords())


KINDS = {
    "define": "definitions", "hooks": "hooks", "state": "fields", "zones": "zones", "members": "members, resources and cards",
    "params": "parameters and locals", "events": "events", "ranges": "ranges", "sets": "sets", "pieces": "kinds of pieces",
}  # fmt: skip
"""What entries of a section are called, where names can clash."""


def taken_words() -> list[tuple[str, str, str]]:
    """The further words that cannot be names of some things: the words, what they are, and what cannot be called so."""
    found = []
    for what, kinds in TAKEN.items():
        for names in dict.fromkeys(kinds.values()):
            sections = [KINDS[kind] for kind, each in kinds.items() if each == names]
            found.append((", ".join(f"`{name}`" for name in sorted(names)), what, ", ".join(sections)))
    return found


# -- pages -------------------------------------------------------------------------------------------------------------


FILE = Path(__file__).resolve().parents[2] / "docs" / "language.md"
"""Where a checkout keeps it."""

INTRODUCTION = """\
# The effect language

<!-- Written by `python -m ruleset_core.lang.reference`; change that, not this file. -->

YAML says what there is; this language says what happens. The key of a text decides its kind:

- an **effect** does something: `gain 2 guard; gain 1 scribe`
- an **amount** is a whole number: `2 * supply(amber)`
- a **condition** holds or not: `guard >= 3 and day < 8`

`;` separates statements, braces make blocks, `#` begins a comment. In YAML, quote a text with `: ` or ` #` and, inside `{...}` and `[...]`,
with a comma or bracket; write long effects behind `|`.
"""

TYPES_END = """\
Write a member by its id, or with its set, `colour.green`, where nothing else tells. One of a set `of` another stands where one of the
other may.
"""

RESERVED_WORDS_SECTION = """\
## Words that cannot be names

The words of the forms above, `me`, `others`, `players` and `option`; `ruleset explain reserved` lists them, and those that only some things
cannot be called, such as `gain` for events.
"""

TEXTS_SECTION = """\
## What players read

`ruleset` makes texts of cards from their effects and the names of your data (`ruleset show GAME CARD`). For good texts:

- Name fields, zones, events and changed definitions, with singular nouns without article: `1 guard` makes `2 guards`.
- Put parameters into names: `name: {en: "toll of gate {s} in {r}"}` gives "toll of gate 2 in coin is 0".
- A name that holds the name of the index's type is filled in: `{en: plaza of a chip}` becomes "plaza of this chip".
"""


def reference() -> str:
    """The whole reference, as Markdown."""
    return "\n".join(_lines()).rstrip() + "\n"


def _lines() -> Iterator[str]:
    yield INTRODUCTION
    yield "## Types\n"
    plain = {"a set", "a kind of piece"}
    rows = ((written if written in plain else f"`{written}`", says) for written, says in TYPES)
    yield from _table(("Written", "Values"), rows)
    yield TYPES_END
    yield "## Statements\n"
    yield from _entries(STATEMENTS)
    yield "## Verbs\n"
    seated = ", ".join(f"`{name}`" for name, verb in VERBS.items() if verb.needs_seat)
    yield f"Verbs are statements. These need an acting seat: {seated}.\n"
    for verb in VERBS.values():
        yield from _entry(ReferenceEntry(verb.signature, verb.doc, verb.example))
    yield "## Amounts and conditions\n"
    yield from _entries(EXPRESSIONS)
    yield "## What one can go through\n"
    yield "SEL in the forms above:\n"
    yield from _entries(SELECTIONS)
    yield "## Names that every game has\n"
    yield from _table(("Name", "Meaning"), ((f"`{name}`", says) for name, says in NAMES))
    yield "## Events that every game has\n"
    yield "`when` and `instead` take these and the events under `events`. Fields are names in `where` and `do`.\n"
    yield from _table(
        ("Event", "Fields", "Happens when"), ((f"`{name}`", fields, says) for name, fields, says in EVENTS)
    )
    yield RESERVED_WORDS_SECTION
    yield TEXTS_SECTION


def _entries(entries: Iterable[ReferenceEntry]) -> Iterator[str]:
    for entry in entries:
        yield from _entry(entry)


def _entry(entry: ReferenceEntry) -> Iterator[str]:
    yield f"**`{entry.form}`** {entry.says}\n"
    if entry.example != entry.form:
        yield f"    {entry.example}\n"


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for row in (head, ("---",) * len(head), *rows):
        yield f"| {' | '.join(row)} |"
    yield ""


def main() -> None:
    """Write the file."""
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(reference(), encoding="utf-8", newline="\n")
    sys.stdout.write(f"{FILE}\n")


if __name__ == "__main__":
    main()
