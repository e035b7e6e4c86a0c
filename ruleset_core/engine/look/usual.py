"""The look of a game that brings none: made of what it declares, and written as a designer would write it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.model.shapes.look import Look

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Domain, Field, Vocabulary, Zone

Made = dict[str, Any]
MANY: Final = 12
"""Most members that stand in columns."""
FEW: Final = 8
"""Most members of which all have a row; of more those of which there is nothing to say have none."""
INSIDE: Final = frozenset({"held", "filled"})
PLAN: Final = {"space": "place", "line": "line", "crossing": "crossing"}
"""The families of a planar board, and where what is of them is drawn."""
YES: Final = ("box", "ring", "dot", "star", "cross", "check")
"""What stands on a planar board for what holds there."""
_SIGN: Final = {
    "die": "die",
    "dice": "die",
    "cube": "cube",
    "coin": "coin",
    "token": "dot",
    "stone": "stone",
    "card": "card",
}
"""Signs of kinds whose ids say what they are."""


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
        {"value": f"this.{fact.name}", "label": _text(fact.title or {"en": fact.name.replace("_", " ")})}
        for fact in domain.facts.values()
        if fact.type.kind in {"int", "bool", "member"} and not fact.sides and not fact.made and fact is not domain.card
    ]
    coloured = next((f.name for f in domain.facts.values() if f.type.domain in _coloured(v)), "")
    face: Made = {"facts": facts, "sign": _SIGN.get(domain.name, "card" if domain.card is not None else "box")}
    pips = next((f.name for f in v.fields.values() if _shows(f, domain)), "")
    if pips:
        face |= {"pips": f"{pips}[this]", "sign": "die"}
    if coloured:
        face["colour"] = f"this.{coloured}"
    return face


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


def _text(title: dict[str, str]) -> dict[str, str]:
    return {lang: title.get(lang) or title.get("en", "") for lang in ("en", "es")}


def _panels(program: Program) -> Iterator[tuple[str, Made]]:
    v = program.vocabulary
    fields = [each for each in v.fields.values() if _is_shown(v, each)]
    zones = [each for each in v.zones.values() if not (each.fixed and v.domains[each.kind].card is not None)]
    shared = [each for each in fields if not each.per_seat and each.visible == "all"]
    yield "table", {"rank": 2, "show": [*_fields(v, shared, ""), *_lists(v, [z for z in zones if not z.per_seat], "")]}
    yield "seats", {"rank": 3, "title": _both("Players", "Jugadores"), "show": [{"table": _seats(program, fields)}]}
    own = [each for each in fields if each.per_seat and each.index]
    hands = [each for each in zones if each.per_seat]
    for of, rank in (("own", 1), ("others", 4)):
        yield of, {"of": of, "rank": rank, "show": [*_lists(v, hands, "seat."), *_fields(v, own, "seat.")]}


def _is_shown(v: Vocabulary, field: Field) -> bool:
    """Whether players are shown a field: not if it is the engine's own, or has no name and data says that nobody is told of it.

    Where data gives names to its fields, one without is for the rules alone, unless places of a board are marked with it.
    """
    if field.hidden or "." in field.name or field.name in INSIDE:
        return False
    if any(_is_place(v, each) for each in field.index):
        return True
    return _is_named(field) or (field.note is not False and not any(map(_is_named, v.fields.values())))


def _is_named(field: Field) -> bool:
    """Whether players have a word for a field."""
    return any(title != field.name.replace("_", " ") for title in field.title.values())


def _is_place(v: Vocabulary, kind: Type) -> bool:
    return _is_board(v, kind) or _is_plan(v, kind)


def _is_plan(v: Vocabulary, kind: Type) -> bool:
    return v.board is not None and kind.domain in PLAN


def _both(en: str, es: str) -> dict[str, str]:
    return {"en": en, "es": es}


def _fields(v: Vocabulary, fields: Sequence[Field], of: str) -> Iterator[Made]:
    """Single values on a line, boards, and tables of what has the same index."""
    single = [_single(each, of) for each in fields if not each.index]
    if single:
        yield {"line": single}
    by_index: dict[tuple[Type, ...], list[Field]] = {}
    for field in fields:
        if field.index:
            by_index.setdefault(field.index, []).append(field)
    plan = [(index[0].domain, several) for index, several in by_index.items() if _is_plan(v, index[0])]
    if plan:
        yield _plan(plan, of)
    for index, several in ((index, several) for index, several in by_index.items() if not _is_plan(v, index[0])):
        if len(index) < 3 and _is_board(v, index[0]):
            for field in several:
                place = {"of": index[0].domain, "place": [_stands_there(field, of)]}
                yield {"title": _text(field.title), "board": place}
        elif len(index) == 1:
            yield from _listed(v, index[0], several, of)
        elif len(index) == 2:
            yield from (_crossed(v, each, of) for each in several)


def _stands_there(field: Field, of: str) -> Made:
    """What a field says of a place: its value, or of each second index."""
    if len(field.index) == 1:
        text = f"{of}{field.name}[it]"
        return {"value": text, "when": _something(field, text)}
    text = f"{of}{field.name}[it, j]"
    value = [] if field.type.kind == "bool" else [{"value": text, "mark": field.type.kind == "member"}]
    each = f"j in {_values(field.index[1])} where {_something(field, text)}"
    return {"show": [{"value": "j", "mark": True}, *value], "each": each}


def _single(field: Field, of: str) -> Made:
    """A value of its own; not shown while it is nothing, if it may be that."""
    shown: Made = {"value": f"{of}{field.name}", "label": _text(field.title)}
    if field.type.optional or (field.type.low is not None and field.type.low < 0):
        shown["when"] = f"{of}{field.name} != none" if field.type.optional else f"{of}{field.name} >= 0"
    return shown


def _listed(v: Vocabulary, kind: Type, fields: Sequence[Field], of: str) -> Iterator[Made]:
    """Of what a field holds in a line, and a table of the others, without rows in which nothing stands."""
    for field in (each for each in fields if each.type.kind == "bool"):
        each = f"i in {_values(kind)} where {of}{field.name}[i]"
        yield {"line": {"label": _text(field.title), "show": ["i"], "each": each, "between": ","}}
    others = [each for each in fields if each.type.kind != "bool"]
    if not others:
        return
    where = " or ".join(_something(each, f"{of}{each.name}[i]") for each in others)
    columns = [{"title": _text(each.title), "cell": f"{of}{each.name}[i]"} for each in others]
    each = f"i in {_values(kind)}" + (f" where {where}" if len(v.members(kind)) > FEW else "")
    yield {"table": {"each": each, "columns": columns}}


def _plan(fields: Sequence[tuple[str, list[Field]]], of: str) -> Made:
    """A planar board with what fields say of its places, lines and crossings."""
    board: Made = {"of": "space", "legend": []}
    signs = iter(YES * sum(len(several) for _, several in fields))
    for family, several in fields:
        parts = board.setdefault(PLAN[family], [])
        for field in (each for each in several if len(each.index) < 3):
            shown = _stands_there(field, of)
            if field.type.kind == "bool" and len(field.index) == 1:
                sign = next(signs)
                board["legend"].append({"sign": sign, "label": _text(field.title)})
                shown = {"sign": sign, "said": _text(field.title), "when": shown["when"]}
            elif "value" in shown:
                shown["mark"] = field.type.kind == "member"
            parts.append(shown)
    return {"board": board}


def _something(field: Field, text: str) -> str:
    """A condition: something stands there."""
    if field.type.kind == "bool":
        return text
    return f"{text} != none" if field.type.optional else f"{text} != 0" if field.type.kind == "int" else "true"


def _crossed(v: Vocabulary, field: Field, of: str) -> Made:
    """A field with two indices: the second one in columns if it has few values, else one table for each of the first."""
    first, second = field.index
    text = f"{of}{field.name}[i, j]"
    if len(v.members(second)) <= MANY:
        column = {"each": f"j in {_values(second)}", "title": _both("{j}", "{j}"), "cell": text}
        long = len(v.members(first)) > FEW
        where = f" where (any j in {_values(second)} where {_something(field, text)})" if long else ""
        table = {"each": f"i in {_values(first)}{where}", "columns": [column]}
        return {"title": _text(field.title), "table": table}
    column = {"title": _text(field.title), "cell": text}
    each = f"j in {_values(second)} where {_something(field, text)}"
    return {
        "each": f"i in {_values(first)}",
        "show": [{"table": {"each": each, "columns": [column]}, "title": _both("{i}", "{i}")}],
    }


def _values(kind: Type) -> str:
    if kind.kind == "int":
        return f"{kind.low} to {kind.high}"
    return "[false, true]" if kind.kind == "bool" else kind.domain


def _is_board(v: Vocabulary, kind: Type) -> bool:
    domain = v.domains.get(kind.domain)
    if domain is None or domain.kind != "set" or _is_plan(v, kind):
        return False
    return {"x", "y"} <= domain.facts.keys() or (
        domain.size > 3 and all(len(each) == 2 and each[1].isdigit() for each in domain.ids)
    )


def _lists(v: Vocabulary, zones: Sequence[Zone], of: str) -> Iterator[Made]:
    """Lists of pieces: on display, as piles, on a board, or as so many signs where they are all alike."""
    for zone in zones:
        domain = v.domains[zone.kind]
        title = _text(zone.title)
        if not zone.index and _is_alike(v, domain):
            sign = {"sign": _SIGN.get(domain.name, "box"), "times": f"count c in {of}{zone.name}", "label": title}
            yield {"line": sign}
        elif not zone.index:
            yield {"title": title, "pieces": f"c in {of}{zone.name}", "lies": _lies(zone, domain, of)}
        elif len(zone.index) == 1 and (_is_board(v, zone.index[0]) or _is_plan(v, zone.index[0])):
            family = zone.index[0].domain
            if family in {"line", "crossing"}:
                continue
            yield {"title": title, "board": {"of": family, "place": [{"pieces": f"c in {of}{zone.name}[it]"}]}}
        elif len(zone.index) == 1:
            inside = {
                "title": _both(f"{title['en']} {{i}}", f"{title['es']} {{i}}"),
                "pieces": f"c in {of}{zone.name}[i]",
                "lies": _lies(zone, domain, of),
            }
            yield {"each": f"i in {_values(zone.index[0])}", "show": [inside]}


def _lies(zone: Zone, domain: Domain, of: str) -> str:
    lies = "row" if zone.visible in {"all", "owner", "others", "seen"} else "pile"
    return "list" if domain.card is not None and lies == "row" and not of else lies


def _is_alike(v: Vocabulary, domain: Domain) -> bool:
    """Whether nobody asks which piece of a kind it is: counted ones of which nothing is told."""
    asked = any(each.type.domain == domain.name for each in v.decisions.values())
    kept = any(domain.name in {i.domain for i in each.index} for each in v.fields.values() if "." not in each.name)
    return domain.card is None and not (asked or kept or domain.facts or domain.sides)


def _seats(program: Program, fields: Sequence[Field]) -> Made:
    """A row for each seat: amounts, single values, how many pieces."""
    v = program.vocabulary
    names = {each.name: v.domains["resource"].names[place] for place, each in enumerate(v.resources)}
    names |= {each.name: each.title for each in fields if each.per_seat and not each.index}
    wanted = [each for each in program.columns if each in names] or [*names]
    columns: list[Made] = [{"title": _text(names[each]), "cell": f"p.{each}"} for each in wanted]
    hands = [zone for zone in v.zones.values() if zone.per_seat and not zone.index]
    columns += [{"title": _text(each.title), "cell": f"count x in p.{each.name}", "rank": 3} for each in hands]
    return {"each": "p in seat", "columns": columns}
