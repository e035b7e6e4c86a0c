"""What there is to see of one name that the data declares: a look that shows a field, a list of pieces or a resource, and nothing else.

pot: {is: 0..200}                       {line: [{value: pot}]}
used: {by: [seat, "1..6"], is: bool}    for each seat {line: {show: [i], each: i in 1 to 6 where seat.used[i], between: ", "}}
hand: {of: card, by: [seat]}            for each seat {pieces: c in seat.hand, lies: row}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang.look_nodes import LinkedLook
from ruleset_core.messages import translations
from ruleset_core.view.look.default_declarations import (
    FEW_MEMBERS,
    how_it_lies,
    index_values,
    is_alike,
    is_occupied,
    pips_of,
    sign_of,
)
from ruleset_core.view.look.default_look import default_signs, link_made_look

if TYPE_CHECKING:
    from ruleset_core.lang.domains import Domain
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

__all__ = ["look_of_name"]

Made = dict[str, Any]
"""A part of a look as data writes it."""
INDICES: Final = ("i", "j", "k", "l")
"""What the values of indices are called."""


def look_of_name(program: Program, name: str) -> LinkedLook | None:
    """How a field, zone or resource is shown alone: for all where it is shared, else for each seat. None for other names."""
    v = program.vocabulary
    field, zone = v.fields.get(name), v.zones.get(name)
    if zone is not None:
        per_seat, show = zone.per_seat, [_pieces(v, zone, "seat." if zone.per_seat else "")]
    elif field is not None:
        per_seat, show = field.per_seat, [_values_of(v, field, "seat." if field.per_seat else "")]
    elif name in {each.name for each in v.resources}:
        per_seat, show = True, [{"line": [f"seat.{name}"]}]
    else:
        return None
    faces = {each.name: {**_face(v, each), "text": False} for each in v.domains.values() if each.kind == "piece"}
    panel = {"of": "seat" if per_seat else "table", "show": show}
    return link_made_look(v, {"faces": faces, "panels": {name: panel}})


def _face(v: Vocabulary, domain: Domain) -> Made:
    """What a piece is where nothing is told of it: its sign, and the pips it shows."""
    pips = pips_of(v, domain)
    return {"sign": "die", "pips": f"{pips}[this]"} if pips else {"sign": sign_of(domain, default_signs())}


def _values_of(v: Vocabulary, field: Field, of: str) -> Made:
    """A value, or a row for each of the first index in which something stands."""
    count = len(field.index)
    text = f"{of}{field.name}" + (f"[{', '.join(INDICES[:count])}]" if count else "")
    if not count and field.type.kind == "bool":
        return {"line": [{"text": _yes_or_no(text)}]}
    if not count:
        return {"line": [{"value": text, **({"when": is_occupied(field, text)} if field.type.optional else {})}]}
    return _rows(v, field, text, 0)


def _yes_or_no(condition: str) -> dict[str, str]:
    no = translations("game.no")
    return {
        lang: f"{{if {condition} then '{yes}' else '{no[lang]}'}}" for lang, yes in translations("game.yes").items()
    }


def _rows(v: Vocabulary, field: Field, text: str, depth: int) -> Made:
    """What stands for each value of an index: the last one or two in a table, those before it under titles."""
    name, kind, left = INDICES[depth], field.index[depth], len(field.index) - depth
    if left > 2:
        title = {"en": f"{{{name}}}", "es": f"{{{name}}}"}
        return {
            "each": f"{name} in {index_values(kind)}",
            "show": [{**_rows(v, field, text, depth + 1), "title": title}],
        }
    there = is_occupied(field, text)
    if left == 1 and field.type.kind == "bool":
        return {"line": {"show": [name], "each": f"{name} in {index_values(kind)} where {there}", "between": ", "}}
    if left == 1:
        where = f" where {there}" if _size(v, kind) > FEW_MEMBERS else ""
        return {"table": {"each": f"{name} in {index_values(kind)}{where}", "columns": [{"cell": text}]}}
    inner = INDICES[depth + 1]
    among = f"{inner} in {index_values(field.index[depth + 1])} where {there}"
    told = [] if field.type.kind == "bool" else [{"text": {"en": ": ", "es": ": "}}, text]
    cell = {"show": [inner, *told], "each": among, "between": ", "}
    return {"table": {"each": f"{name} in {index_values(kind)} where (any {among})", "columns": [{"cell": cell}]}}


def _size(v: Vocabulary, kind: Type) -> int:
    return len(v.members(kind)) if kind.kind != "bool" else 2


def _pieces(v: Vocabulary, zone: Zone, of: str) -> Made:
    """Pieces as they lie; those of a zone with indices for each of them in which something lies."""
    domain, count = v.domains[zone.kind], len(zone.index)
    where = f"{of}{zone.name}" + (f"[{', '.join(INDICES[:count])}]" if count else "")
    shown: Made = {"pieces": f"c in {where}", "lies": how_it_lies(zone)}
    if is_alike(v, domain):
        shown = {"line": [{"value": f"count c in {where}"}]}
    for name, kind in reversed([*zip(INDICES, zone.index, strict=False)]):
        shown = {
            "each": f"{name} in {index_values(kind)}",
            "show": [{**shown, "title": {"en": f"{{{name}}}", "es": f"{{{name}}}"}}],
        }
    return shown
