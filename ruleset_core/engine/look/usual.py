"""The look of a game that brings none: made of what it declares, and written as a designer would write it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.engine.look.usual_about import about_own, about_table, is_list_asked
from ruleset_core.engine.look.usual_fields import fields_shown
from ruleset_core.engine.look.usual_parts import SIGN, Made, both, is_place, texts
from ruleset_core.engine.look.usual_seats import in_rows, is_cell, rows_of_seats, spread
from ruleset_core.engine.look.usual_zones import lists_shown
from ruleset_core.model.shapes.look import Look

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Domain, Field, Vocabulary, Zone

INSIDE: Final = frozenset({"held", "filled"})


def usual(program: Program, *, panels: bool) -> Look:
    """Faces and signs of a game, and its panels if nobody made any."""
    v = program.vocabulary
    made = {"faces": {each.name: _face(v, each) for each in v.domains.values() if each.kind == "piece"}}
    if panels:
        made["panels"] = {name: panel for name, panel in _panels(program) if panel["show"]}
    return Look.model_validate(made)


def _face(v: Vocabulary, domain: Domain) -> Made:
    """All facts of a kind that have a name or few values, and its pips where a field of its pieces counts from 1."""
    facts = [
        {"value": f"this.{fact.name}", "label": texts(fact.title or {"en": fact.name.replace("_", " ")})}
        for fact in domain.facts.values()
        if fact.type.kind in {"int", "bool", "member"} and not fact.sides and not fact.made and fact is not domain.card
    ]
    coloured = next((f.name for f in domain.facts.values() if f.type.domain in _coloured(v)), "")
    face: Made = {**bare_face(v, domain), "facts": facts}
    if coloured:
        face["colour"] = f"this.{coloured}"
    return face


def bare_face(v: Vocabulary, domain: Domain) -> Made:
    """What a piece is where nothing is told of it: its sign, and the pips it shows."""
    pips = next((f.name for f in v.fields.values() if _shows(f, domain)), "")
    if pips:
        return {"sign": "die", "pips": f"{pips}[this]"}
    return {"sign": SIGN.get(domain.name, "card" if domain.card is not None else "box")}


def _shows(field: Field, domain: Domain) -> bool:
    """Whether a field says what a die of a kind shows."""
    kind = field.type
    return (
        not field.per_seat and "." not in field.name and field.visible == "all" and len(field.index) == 1
        and field.index[0].domain == domain.name and kind.kind == "int" and kind.low == 1 and not kind.optional
    )  # fmt: skip


def _coloured(v: Vocabulary) -> set[str]:
    """The sets that are of colours."""
    known = {"red", "yellow", "white", "blue", "green", "black"}
    return {each.name for each in v.domains.values() if each.kind == "set" and known & {*each.ids}}


def _panels(program: Program) -> Iterator[tuple[str, Made]]:
    v = program.vocabulary
    fields = [each for each in v.fields.values() if _is_shown(v, each)]
    zones = [each for each in v.zones.values() if not (each.fixed and v.domains[each.kind].card is not None)]
    shared = [each for each in fields if not each.per_seat and each.visible == "all"]
    lists = [made for zone in zones if not zone.per_seat for made in _ranked(program, zone)]
    yield "table", {"rank": 2, "about": about_table(program), "show": [*fields_shown(v, shared, ""), *lists]}
    yield "seats", _players(program, fields)
    own = [each for each in fields if each.per_seat and not is_cell(v, each)]
    hands = [each for each in zones if each.per_seat]
    yield (
        "own",
        {
            "of": "own",
            "rank": 1,
            "about": about_own(program),
            "show": [*lists_shown(program, hands, "seat."), *fields_shown(v, own, "seat.")],
        },
    )
    more = [*lists_shown(program, [each for each in hands if not in_rows(program, each)], "seat.")]
    for zone in (each for each in hands if in_rows(program, each)):
        domain = v.domains[zone.kind]
        if zone.visible == "all":
            more += spread(program, zone)
        elif domain.remembered or domain.hints:
            more += lists_shown(program, [zone], "seat.")
    told = [each for each in own if each.visible != "owner"]
    yield "others", {"of": "others", "rank": 4, "show": [*more, *fields_shown(v, told, "seat.")]}


def _ranked(program: Program, zone: Zone) -> Iterator[Made]:
    """A list on the table; stocks, of which nobody sees or is told anything, or is asked, go first where there is little room."""
    stock = zone.visible == "nobody" or not (zone.note or is_list_asked(program.vocabulary, zone))
    rank = {"rank": 3} if stock else {}
    yield from ({**made, **rank} for made in lists_shown(program, [zone], ""))


def _players(program: Program, fields: Sequence[Field]) -> Made:
    """The rows of the players. Questions that ask for one are about these, unless there is a board, which stays where it is."""
    v = program.vocabulary
    table = rows_of_seats(program, fields)
    asked = [each.name for each in v.decisions.values() if each.type.domain == "seat"]
    indices = (*(each.index for each in fields), *(each.index for each in v.zones.values()))
    boards = any(is_place(v, kind) for index in indices for kind in index)
    return {
        "rank": 3,
        "title": both("Players", "Jugadores"),
        "show": [{"table": table}] if table["columns"] or asked else [],
        "about": [] if boards else asked,
    }


def _is_shown(v: Vocabulary, field: Field) -> bool:
    """Whether players are shown a field: not if it is the engine's own, or has no name and data says that nobody is told of it.

    Where data gives names to its fields, one without is for the rules alone, unless places of a board are marked with it.
    """
    if field.hidden or "." in field.name or field.name in INSIDE:
        return False
    if any(is_place(v, each) for each in field.index):
        return True
    return _is_named(field) or (field.note is not False and not any(map(_is_named, v.fields.values())))


def _is_named(field: Field) -> bool:
    """Whether players have a word for a field."""
    return any(title != field.name.replace("_", " ") for title in field.title.values())
