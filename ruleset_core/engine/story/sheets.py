"""The lines of a score sheet, as far as somebody may be told them, with what they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ruleset_core.engine.scoring import ScoreLine, score_sheet
from ruleset_core.engine.story.subjects import Counted
from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.quantities import gone_through
from ruleset_core.lang.types import SEAT

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.program import Score
    from ruleset_core.model.outward.account import ReasonKind

__all__ = ["Line", "sheet", "told"]

ME = t.Local(SEAT, "me")


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the score sheet, or a part of one.

    Attributes:
        category: the category of the score, with its `title`.
        amount: the points; None where they may not be known yet.
        kind: `card` if it is about a card, whose id is `name` then; `hidden` if about one that is not seen; else `score`.
        item: of a category that goes through items, which one it is.
        names: what the part is called, by language.
        values: the fields that are just added up in it; None if it is worked out otherwise.
        origins: the line of the data that says how much it is.
    """

    category: str
    title: Mapping[str, str]
    amount: int | None
    kind: ReasonKind
    name: str
    item: str | None
    names: Mapping[str, str]
    values: Counted | None = None
    origins: tuple[Origin, ...] = ()


def sheet(state: State, seat: int, viewer: int | None) -> Iterator[Line]:
    """The score sheet of a seat as `viewer` may be told it: None may know all, -1 looks on."""
    program = state.game.program
    shown, secret = _shown(state, seat, viewer)
    by_category: dict[str, list[ScoreLine]] = {}
    for line in score_sheet(shown, seat):
        by_category.setdefault(line.category, []).append(line)
    for score in program.scores:
        origins = () if score.origin is None else (score.origin,)
        if score.name in secret:
            yield Line(score.name, score.title, None, "score", score.name, None, score.title, origins=origins)
            continue
        lines = by_category.get(score.name, [])
        whole = Line(
            score.name,
            score.title,
            sum(line.amount for line in lines),
            "score",
            score.name,
            None,
            score.title,
            None,
            origins,
        )
        yield from _parts(shown, score, seat, viewer, whole) or (_line(shown, score, line, origins) for line in lines)


def told(state: State, seat: int, viewer: int) -> tuple[list[ScoreLine], dict[str, dict[str, str]]]:
    """The lines of a sheet that `viewer` may be told, and the names of the categories that it may not."""
    shown, secret = _shown(state, seat, viewer)
    lines = [line for line in score_sheet(shown, seat) if line.category not in secret]
    return lines, {score.name: score.title for score in state.game.program.scores if score.name in secret}


def _shown(state: State, seat: int, viewer: int | None) -> tuple[State, frozenset[str]]:
    """The state whose sheet is told, and the categories that are not: while all choose at once, others show what was before."""
    if viewer is None or state.over:
        return state, frozenset()
    if viewer == seat:
        return state, state.game.secret_rows[state.simultaneous]
    if state.sim is not None:
        state = state.clone()
        assert state.sim is not None
        state.v, state.z = [*state.sim[0]], [[*zone] for zone in state.sim[1]]
    return state, state.game.narration.secret_rows_of_others


def _line(state: State, score: Score, line: ScoreLine, origins: tuple[Origin, ...]) -> Line:
    names = {lang: line.name(lang).removeprefix(f"{score.title[lang]}: ") for lang in score.title}
    of_card = (
        line.item is not None and score.items is not None and line.item.partition("#")[0] in state.game.program.cards
    )
    if of_card and line.item is not None:
        return Line(
            score.name, score.title, line.amount, "card", line.item.partition("#")[0], line.item, names, None, origins
        )
    return Line(score.name, score.title, line.amount, "score", score.name, line.item, names, None, origins)


def _parts(state: State, score: Score, seat: int, viewer: int | None, whole: Line) -> list[Line]:
    """The parts of a category that adds up fields or goes through cards; none where it does otherwise."""
    if score.items is not None:
        return []
    node = _unfolded(state, score.amount)
    loads = _added(node)
    if loads:
        addresses = [state.game.interpreter.address(load)(state, {"me": seat}) for load in loads]
        values = Counted(frozenset(addresses), _least(state, loads), seat)
        if len(values.addresses) == len(loads):
            return [replace(whole, values=values)]
    lines = list(_cards(state, node, seat, viewer, whole)) if isinstance(node, t.Quantity) else []
    named = [line for line in lines if line.kind == "card"]
    return lines if named and sum(line.amount or 0 for line in lines) == whole.amount else []


def _unfolded(state: State, node: t.Expr) -> t.Expr:
    """What a definition without parameters stands for, where nothing changes it."""
    while isinstance(node, t.Apply) and not node.args:
        define = state.game.program.vocabulary.defines[node.define]
        if define.modifiers or define.value is None:
            break
        node = define.value
    return node


def _added(node: t.Expr) -> list[t.Load]:
    """The values of the seat that an amount is the sum of; none if it is anything else."""
    match node:
        case t.Load(seat=whose) if whose == ME and all(isinstance(each, t.Const) for each in node.index):
            return [node]
        case t.Op(name="+", args=args):
            parts = [_added(each) for each in args]
            return [load for part in parts for load in part] if all(parts) else []
        case _:
            return []


def _least(state: State, loads: list[t.Load]) -> str:
    """Who sees all of these values: the least of who sees each."""
    resources = state.game.program.vocabulary.resources
    seen = set()
    for load in loads:
        first = load.index[0] if load.index else None
        of_resource = load.field.name == "held" and isinstance(first, t.Const)
        seen.add(resources[first.value].visible if of_resource and isinstance(first, t.Const) else load.field.visible)
    return next((each for each in ("nobody", "owner", "all") if each in seen), "nobody")


def _cards(state: State, node: t.Quantity, seat: int, viewer: int | None, whole: Line) -> Iterator[Line]:
    """What each card gives where cards are gone through and their worth is added up; cards that are not seen have no names."""
    domain = state.game.program.vocabulary.domains.get(node.selection.type.domain)
    if node.kind not in {"sum", "count"} or domain is None or domain.card is None:
        return
    interpreter, eyes = state.game.interpreter, state.game.narration.naming.eyes
    bit = 1 << (state.n if viewer == -1 else viewer or 0)
    state.steps = 0
    for piece in gone_through(interpreter, node.selection)(state, {"me": seat}):
        env = {"me": seat, node.var: piece}
        state.steps = 0
        if node.where is not None and not interpreter.amount(node.where, state, dict(env)):
            continue
        amount = 1 if node.body is None else int(interpreter.amount(node.body, state, dict(env)))
        if viewer is None or eyes.of_piece(state, domain.name, piece) & bit:
            item = domain.ids[piece]
            yield replace(
                whole, amount=amount, kind="card", name=item.partition("#")[0], item=item, names=domain.names[piece]
            )
        else:
            yield replace(whole, amount=amount, kind="hidden", name="", names={})
