"""Fields as they are usually shown: single values on a line, boards, tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ruleset_core.engine.look.usual_parts import FEW, PLAN, Made, both, is_board, is_plan, something, texts, values

if TYPE_CHECKING:
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Field, Vocabulary

MANY: Final = 12
"""Most members that stand in columns."""
RIMS: Final = {"sides": "line", "corners": "crossing"}
"""The facts of cells that name what is around them, and how that is drawn."""
YES: Final = ("box", "ring", "dot", "star", "cross", "check")
"""What stands on a planar board for what holds there."""


def fields_shown(v: Vocabulary, fields: Sequence[Field], of: str) -> Iterator[Made]:
    """Single values on a line, boards, and tables of what has the same index."""
    single = [_single(each, of) for each in fields if not each.index]
    if single:
        yield {"line": single}
    by_index: dict[tuple[Type, ...], list[Field]] = {}
    for field in fields:
        if field.index:
            by_index.setdefault(field.index, []).append(field)
    plan = [(index[0].domain, several) for index, several in by_index.items() if is_plan(v, index[0])]
    if plan:
        yield _plan(plan, of)
    rims = _on_rims(v, by_index, of)
    for index, several in ((index, several) for index, several in by_index.items() if not is_plan(v, index[0])):
        if len(index) < 3 and is_board(v, index[0]):
            markers = [each for each in fields if _lies_at(each, index[0])]
            yield from _boards(several, markers, of, rims.pop(index[0].domain, {}))
        elif len(index) == 1:
            yield from _listed(v, index[0], several, of)
        elif len(index) == 2:
            yield from (_crossed(v, each, of) for each in several)
    yield from ({"board": {"of": cells, **parts}} for cells, parts in rims.items())


def _on_rims(v: Vocabulary, by_index: dict[tuple[Type, ...], list[Field]], of: str) -> dict[str, dict[str, list[Made]]]:
    """What fields say of the sides and corners of cells, by set of cells: it is drawn on the board of these. Taken from `by_index`."""
    found: dict[str, dict[str, list[Made]]] = {}
    cells = [domain for domain in v.domains.values() if {"x", "y"} <= domain.facts.keys()]
    for domain in cells:
        for part, drawn in RIMS.items():
            fact = domain.facts.get(part)
            kind = None if fact is None or not fact.made else fact.type.element
            for field in by_index.pop((kind,), ()) if kind is not None else ():
                found.setdefault(domain.name, {}).setdefault(drawn, []).append(_stands_there(field, of))
    return found


def _boards(several: Sequence[Field], markers: Sequence[Field], of: str, rims: dict[str, list[Made]]) -> Iterator[Made]:
    """What fields say of places, on one board where it can be told apart; on the first stand markers, which are at one place,
    and what is on sides and corners.
    """
    sheets: list[list[Field]] = []
    for field in several:
        sheet = next((each for each in sheets if _apart(field, each)), None)
        if sheet is None:
            sheets.append([field])
        else:
            sheet.append(field)
    for number, sheet in enumerate(sheets):
        place = [_stands_there(each, of) for each in sheet]
        if not number:
            place += [{"text": texts(each.title), "when": f"{of}{each.name} == it"} for each in markers]
        title = {lang: ", ".join(texts(each.title)[lang] for each in sheet) for lang in ("en", "es")}
        rank = 1 if not number else 3
        board = {"of": several[0].index[0].domain, "place": place, **({} if number else rims)}
        yield {"title": title, "rank": rank, "board": board}


def _apart(field: Field, others: Sequence[Field]) -> bool:
    """Whether the values of a field on a place can be told from those of others: they are of another family."""
    kinds = {(each.type.kind, each.type.domain) for each in others}
    return all(len(each.index) == 1 and each.type.kind != "bool" for each in (field, *others)) and (
        (field.type.kind, field.type.domain) not in kinds
    )


def _lies_at(field: Field, place: Type) -> bool:
    """Whether a field says at which place something is."""
    return not field.index and field.type.kind == "member" and field.type.domain == place.domain


def _stands_there(field: Field, of: str) -> Made:
    """What a field says of a place: its value, or of each second index."""
    if len(field.index) == 1:
        text = f"{of}{field.name}[it]"
        return {"value": text, "when": something(field, text)}
    text = f"{of}{field.name}[it, j]"
    value = [] if field.type.kind == "bool" else [{"value": text, "mark": field.type.kind == "member"}]
    each = f"j in {values(field.index[1])} where {something(field, text)}"
    return {"show": [{"value": "j", "mark": True}, *value], "each": each}


def _single(field: Field, of: str) -> Made:
    """A value of its own; not shown while it is nothing, if it may be that."""
    shown: Made = {"value": f"{of}{field.name}", "label": texts(field.title)}
    if field.type.optional or (field.type.low is not None and field.type.low < 0):
        shown["when"] = f"{of}{field.name} != none" if field.type.optional else f"{of}{field.name} >= 0"
    return shown


def _listed(v: Vocabulary, kind: Type, fields: Sequence[Field], of: str) -> Iterator[Made]:
    """Of what a field holds in a line, and a table of the others, without rows in which nothing stands."""
    for field in (each for each in fields if each.type.kind == "bool"):
        each = f"i in {values(kind)} where {of}{field.name}[i]"
        yield {"line": {"label": texts(field.title), "show": ["i"], "each": each, "between": ", "}}
    others = [each for each in fields if each.type.kind != "bool"]
    if not others:
        return
    where = " or ".join(something(each, f"{of}{each.name}[i]") for each in others)
    columns = [{"title": texts(each.title), "cell": f"{of}{each.name}[i]"} for each in others]
    some = len(v.members(kind)) > FEW or all(each.type.optional for each in others)
    yield {"table": {"each": f"i in {values(kind)}" + (f" where {where}" if some else ""), "columns": columns}}


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
                board["legend"].append({"sign": sign, "label": texts(field.title)})
                shown = {"sign": sign, "said": texts(field.title), "when": shown["when"]}
            elif "value" in shown:
                shown["mark"] = field.type.kind == "member"
            parts.append(shown)
    return {"board": board}


def _crossed(v: Vocabulary, field: Field, of: str) -> Made:
    """A field with two indices: the second one in columns if it has few values, else one table for each of the first."""
    first, second = field.index
    text = f"{of}{field.name}[i, j]"
    if len(v.members(second)) <= MANY:
        column = {"each": f"j in {values(second)}", "title": both("{j}", "{j}"), "cell": text}
        long = len(v.members(first)) > FEW
        where = f" where (any j in {values(second)} where {something(field, text)})" if long else ""
        table = {"each": f"i in {values(first)}{where}", "columns": [column]}
        return {"title": texts(field.title), "table": table}
    column = {"title": texts(field.title), "cell": text}
    each = f"j in {values(second)} where {something(field, text)}"
    return {
        "each": f"i in {values(first)}",
        "show": [{"table": {"each": each, "columns": [column]}, "title": both("{i}", "{i}")}],
    }
