"""The deciding step as a whole."""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import program as p
from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.size import high, low
from ruleset_core.lang.decide.blocks import Blocks
from ruleset_core.lang.decide.build import Build
from ruleset_core.lang.decide.layout import layout
from ruleset_core.lang.deep import deep
from ruleset_core.lang.knowledge import sights
from ruleset_core.lang.types import SEAT
from ruleset_core.model.stages import stage


@stage("deciding")
def decide(program: p.Program) -> n.Code:
    """The intermediate program of a lowered program."""
    with deep():
        build = Build(program)
        play = Blocks(build)
        blocks = play.all()
        scores = [_score(build, number, score) for number, score in enumerate(program.scores)]
        ties = [
            _function(build, f"tie_{number}", amount, with_item=None)
            for number, (amount, _) in enumerate(program.claims)
        ]
        return n.Code(
            functions=build.functions.made,
            blocks=blocks,
            tables=build.make.tables,
            layout=layout(build, blocks),
            entry=program.procedures["flow"].entry,
            scores=scores,
            ties=ties,
            outcome=_outcome(program),
            board=build.v.board,
            sights=sights(build.v),
            hooks={name: 1 + len(build.v.hooks[name].params) for name in sorted(build.functions.hooks)},
            repeats=play.repeats(blocks),
            restarts=play.restarts(blocks),
        )


def _outcome(program: p.Program) -> n.Outcome:
    """Where among the tie-breaks stands what decides besides."""
    place, who = len(program.tie_breaks), program.outcome
    wins = place if who.wins is not None else -1
    return n.Outcome(who.lowest, place, wins, -1 if who.team is None else place + (wins >= 0))


def _score(build: Build, number: int, score: p.Score) -> tuple[str, n.Source | None, str]:
    """The functions of a category of the score, and what it goes through."""
    name = _function(build, f"score_{number}", score.amount, with_item=score.items)
    listed = ""
    if score.where is not None:
        listed = _function(build, f"listed_{number}", score.where, with_item=score.items)
    return name, None if score.items is None else _items(build, score.items), listed


def _items(build: Build, items: t.Selection) -> n.Source:
    """What a category goes through; seats that are not in the game are left out."""
    if items.type.seats or items.type.domain == SEAT.domain:
        most = build.v.players[1]
        more = tuple(value for value in items.values if value >= most)
        rows = [(*range(count), *more) for count in range(most + 1)]
        return n.Row(build.make.table(rows), build.players)
    return build.selections.source(items, {}, copied=False)[0]


def _function(build: Build, name: str, amount: t.Expr, *, with_item: t.Selection | None) -> str:
    """A function of a seat, and of an item."""
    env: dict[Any, Any] = build.places.acting()
    params: tuple[n.Local, ...] = (env["me"],)
    if with_item is not None:
        env["it"] = build.local("it", with_item.type)
        params = (*params, env["it"])
    code = build.exprs.value(amount, env)
    body: list[Any] = [n.Return(code)]
    base = build.places.mine(env)
    if isinstance(base, n.Local) and base.name in build.functions.free_in(body):
        body.insert(0, n.SetLocal(base, build.places.base_of(env["me"])))
    build.functions.add(name, params, body, (low(code), high(code)), "")
    return name
