"""The players as they are usually shown: a row for each, with what others may know of it in a few signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

from ruleset_core.engine.look.usual_parts import FEW, Made, both, is_place, texts, values
from ruleset_core.engine.look.usual_zones import is_alike, is_told_by_name, lists_shown
from ruleset_core.lang.tree import Const

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program, Score
    from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

CELL: Final = 3
"""Most pieces that are named in the row of a seat; more are counted there, and listed below."""

HIDDEN: Final = frozenset({"owner", "nobody"})
"""Who sees a list that others do not."""


def rows_of_seats(program: Program, fields: Sequence[Field]) -> Made:
    """A row for each seat: amounts, single values, how many pieces."""
    v = program.vocabulary
    names = {each.name: v.domains["resource"].names[place] for place, each in enumerate(v.resources)}
    of_seats = [each for each in fields if each.per_seat and is_cell(v, each)]
    names |= {each.name: each.title for each in of_seats if not each.index}
    wanted = [each for each in program.columns if each in names] or [*names]
    columns = [*_standing(program, set(wanted))]
    marked = {each.name for each in v.resources}
    columns += [
        {"title": texts(names[each]), "cell": {"value": f"p.{each}", "mark": each in marked}} for each in wanted
    ]
    columns += [{"title": texts(each.title), "cell": _holding(each)} for each in of_seats if each.index]
    hands = [zone for zone in v.zones.values() if zone.per_seat and not zone.index]
    columns += [{"title": texts(each.title), "cell": _in_cell(program, each), "rank": 3} for each in hands]
    return {"each": "p in seat", "columns": columns}


def _standing(program: Program, shown: set[str]) -> Iterator[Made]:
    """The team of a seat, and its score where no amount in its row is that already."""
    team, scores = program.outcome.team, program.scores
    if team is not None and not isinstance(team, Const):
        yield {"title": both("team", "equipo"), "cell": [{"team": "p"}]}
    if scores and not (len(scores) == 1 and _resource(program, scores[0]) in shown):
        yield {"title": both("score", "puntuación"), "cell": [{"score": "p"}]}


def _resource(program: Program, score: Score) -> str:
    """The resource that a category of the score just counts; empty where there is none."""
    return "" if score.resource is None else program.vocabulary.resources[score.resource].name


def is_cell(v: Vocabulary, field: Field) -> bool:
    """Whether what a field says of a seat stands in its row: a single value, or for which of a few something holds."""
    few = len(field.index) == 1 and field.type.kind == "bool" and len(v.members(field.index[0])) <= FEW
    return field.visible == "all" and (not field.index or (few and not is_place(v, field.index[0])))


def _holding(field: Field) -> Made:
    """For what something holds."""
    each = f"i in {values(field.index[0])} where p.{field.name}[i]"
    return {"show": ["i"], "each": each, "between": ","}


def in_rows(program: Program, zone: Zone) -> bool:
    """Whether the row of a seat says all that others need to know of a list: how many lie hidden, or the few that lie open."""
    return not zone.index and (zone.visible in HIDDEN or (zone.visible == "all" and is_told_by_name(program, zone)))


def _in_cell(program: Program, zone: Zone) -> list[Made]:
    """What a seat has of a list: so many backs, pieces by name as long as they are few, else their number."""
    many = f"count x in p.{zone.name}"
    if zone.visible in HIDDEN:
        known = {"show": ["x"], "each": f"x in p.{zone.name}", "between": ",", "when": "p != me"}
        return [known, {"sign": "back", "times": many, "said": both("hidden", "sin ver")}]
    v = program.vocabulary
    if not in_rows(program, zone) or is_alike(v, v.domains[zone.kind]):
        return [{"value": many, "zero": False}]
    named = {"show": ["x"], "each": f"x in p.{zone.name}", "between": ",", "when": f"({many}) <= {CELL}"}
    return [named, {"value": many, "when": f"({many}) > {CELL}"}]


def spread(program: Program, zone: Zone) -> Iterator[Made]:
    """A list that lies open, as soon as it is too long for the row of a seat."""
    for made in lists_shown(program, [zone], "seat."):
        yield {**made, "when": f"(count x in seat.{zone.name}) > {CELL}"}
