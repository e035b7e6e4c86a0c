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
INSIDE: Final = frozenset({"held", "filled"})
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
    shared = [each for each in v.fields.values() if not each.per_seat and _is_shown(each) and each.visible == "all"]
    zones = [each for each in v.zones.values() if not each.per_seat]
    yield "table", {"rank": 2, "show": [*_fields(v, shared, ""), *_lists(v, zones, "")]}
    yield "seats", {"rank": 3, "title": _both("Players", "Jugadores"), "show": [{"table": _seats(program)}]}
    own = [each for each in v.fields.values() if each.per_seat and each.index and _is_shown(each)]
    hands = [each for each in v.zones.values() if each.per_seat]
    for of, rank in (("own", 1), ("others", 4)):
        yield of, {"of": of, "rank": rank, "show": [*_lists(v, hands, "seat."), *_fields(v, own, "seat.")]}


def _is_shown(field: Field) -> bool:
    return not field.hidden and "." not in field.name and field.name not in INSIDE


def _both(en: str, es: str) -> dict[str, str]:
    return {"en": en, "es": es}


def _fields(v: Vocabulary, fields: Sequence[Field], of: str) -> Iterator[Made]:
    """Single values on a line, boards, and tables of what has the same index."""
    single = [{"value": f"{of}{each.name}", "label": _text(each.title)} for each in fields if not each.index]
    if single:
        yield {"line": single}
    by_index: dict[tuple[Type, ...], list[Field]] = {}
    for field in fields:
        if field.index:
            by_index.setdefault(field.index, []).append(field)
    for index, several in by_index.items():
        if len(index) == 1 and _is_board(v, index[0]):
            for field in several:
                place = [{"value": f"{of}{field.name}[it]", "when": _something(field, f"{of}{field.name}[it]")}]
                yield {"title": _text(field.title), "board": {"of": index[0].domain, "place": place}}
        elif len(index) == 1:
            columns = [{"title": _text(each.title), "cell": f"{of}{each.name}[i]"} for each in several]
            yield {"table": {"each": f"i in {_values(index[0])}", "columns": columns}}
        elif len(index) == 2:
            yield from (_crossed(v, each, of) for each in several)


def _something(field: Field, text: str) -> str:
    """A condition: something stands there."""
    if field.type.kind == "bool":
        return text
    return f"{text} != none" if field.type.optional else f"{text} != 0" if field.type.kind == "int" else "true or true"


def _crossed(v: Vocabulary, field: Field, of: str) -> Made:
    """A field with two indices: the second one in columns if it has few values, else one table for each of the first."""
    first, second = field.index
    if len(v.members(second)) <= MANY:
        column = {"each": f"j in {_values(second)}", "title": _both("{j}", "{j}"), "cell": f"{of}{field.name}[i, j]"}
        return {"title": _text(field.title), "table": {"each": f"i in {_values(first)}", "columns": [column]}}
    column = {"title": _text(field.title), "cell": f"{of}{field.name}[i, j]"}
    table = {"table": {"each": f"j in {_values(second)}", "columns": [column]}, "title": _both("{i}", "{i}")}
    return {"each": f"i in {_values(first)}", "show": [table]}


def _values(kind: Type) -> str:
    if kind.kind == "int":
        return f"{kind.low} to {kind.high}"
    return "[false, true]" if kind.kind == "bool" else kind.domain


def _is_board(v: Vocabulary, kind: Type) -> bool:
    domain = v.domains.get(kind.domain)
    if domain is None or domain.kind != "set":
        return False
    return {"x", "y"} <= domain.facts.keys() or (
        domain.size > 3 and all(len(each) == 2 and each[1].isdigit() for each in domain.ids)
    )


def _lists(v: Vocabulary, zones: Sequence[Zone], of: str) -> Iterator[Made]:
    """Lists of pieces: on display, or as piles."""
    for zone in zones:
        domain = v.domains[zone.kind]
        lies = "row" if zone.visible in {"all", "owner", "others", "seen"} else "pile"
        text = "list" if domain.card is not None and lies == "row" and not of else lies
        title = _text(zone.title)
        if not zone.index:
            yield {"title": title, "pieces": f"c in {of}{zone.name}", "lies": text}
        elif len(zone.index) == 1:
            inside = {
                "title": _both(f"{title['en']} {{i}}", f"{title['es']} {{i}}"),
                "pieces": f"c in {of}{zone.name}[i]",
                "lies": text,
            }
            yield {"each": f"i in {_values(zone.index[0])}", "show": [inside]}


def _seats(program: Program) -> Made:
    """A row for each seat: amounts, single values, how many pieces."""
    v = program.vocabulary
    names = {each.name: v.domains["resource"].names[place] for place, each in enumerate(v.resources)}
    names |= {f.name: f.title for f in v.fields.values() if f.per_seat and not f.index and _is_shown(f)}
    wanted = [each for each in program.columns if each in names] or [*names]
    columns: list[Made] = [{"title": _text(names[each]), "cell": f"p.{each}"} for each in wanted]
    hands = [zone for zone in v.zones.values() if zone.per_seat and not zone.index]
    columns += [{"title": _text(each.title), "cell": f"count x in p.{each.name}", "rank": 3} for each in hands]
    return {"each": "p in seat", "columns": columns}
