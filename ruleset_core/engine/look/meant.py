"""Which pieces a question about what pieces show can mean: of two that show the same, perhaps only one can be picked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleset_core.engine.look.looking import NOT_KNOWN
from ruleset_core.lang.program import Ask
from ruleset_core.lang.walk import chain, locals_of

if TYPE_CHECKING:
    from ruleset_core.engine.look.looking import Looking
    from ruleset_core.lang import tree as t
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.vocabulary import Decision

_ME: Final = "me"


class Candidates:
    """What is offered where a question is asked, as far as it can be told without knowing how the game got there.

    Attributes:
        item: what a candidate is called in the conditions.
        zone: the list that candidates lie in; None where they lie in none, or where it is not known in which.
        where: those conditions for a candidate that look at nothing but the position.
    """

    def __init__(self, ask: Ask) -> None:
        zone = ask.selection.zone
        self.item = ask.item
        self.zone = zone if zone is not None and locals_of(zone).keys() <= {_ME} else None
        parts = [] if ask.where is None else chain(ask.where, "and")
        self.where = tuple(part for part in parts if locals_of(part).keys() <= {_ME, ask.item})

    def may_be(self, at: Looking, piece: int) -> bool:
        """Whether a piece can be picked here, by all that is known."""
        env = {_ME: at.me, self.item: piece}
        if self.zone is not None and not _may_lie(at, self.zone, piece, env):
            return False
        return all(at.value(part, env) != 0 for part in self.where)


def _may_lie(at: Looking, zone: t.ZoneRef, piece: int, env: dict[str, int]) -> bool:
    """Whether a piece lies in a list, unless it is not known which list that is or what lies there."""
    try:
        pieces = at.seen.z[at.game.source.expressions.evaluator.zone(zone)(at.seen, env)]
    except NOT_KNOWN:
        return True
    return piece in pieces or None in pieces


def candidates(program: Program) -> dict[str, list[Candidates]]:
    """By question about what pieces show, all places where it is asked."""
    found: dict[str, list[Candidates]] = {}
    for block in program.blocks:
        if isinstance(block.end, Ask) and block.end.decision.keys:
            found.setdefault(block.end.decision.name, []).append(Candidates(block.end))
    return found


def may_mean(at: Looking, decision: Decision, piece: int) -> bool:
    """Whether a question about what pieces show can mean a piece, wherever it is asked."""
    places = at.game.source.expressions.candidates.get(decision.name)
    return not places or any(each.may_be(at, piece) for each in places)
