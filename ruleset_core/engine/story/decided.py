"""Who has won, and by what: what a story says when the game is over, as a part of it and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.engine.outcome import verdict
from ruleset_core.errors import BrokenRuleError
from ruleset_core.lang.evaluate.trace import Cause, Decided
from ruleset_core.lang.runtime import Trap

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.engine.story.wording import Wording
    from ruleset_core.lang.origin import Origin
    from ruleset_core.model.outward.story import WonBy

__all__ = ["decided", "decided_words"]

EVERYBODY = -1
"""Whoever listens: all bits."""


def decided(state: State) -> list[Decided]:
    """What has come of a game that is over; nothing where its score breaks a rule: the score sheet says so."""
    try:
        winners, outcomes = verdict(state)
        standings, by = state.standings(), _by(state, winners)
    except (BrokenRuleError, Trap):
        return []
    sign = -1 if state.game.winning.lowest else 1
    return [
        Decided(
            because=tuple(Cause(origin, EVERYBODY) for origin in _origins(state, by)),
            outcomes=tuple(outcomes),
            winners=tuple(winners),
            scores=tuple(sign * points for _, points in standings),
            teams=tuple(team for team, _ in standings),
            by=by,
        )
    ]


def _by(state: State, winners: list[int]) -> WonBy:
    """What made the difference: who did not win has fewer points, as many but less to break the tie, or could not win."""
    if not state.game.program.scores or not winners:
        return "condition" if state.game.winning.conditional else "points"
    points = [each for _, each in state.standings()]
    others = [points[seat] for seat in range(state.n) if seat not in winners]
    best = points[winners[0]]
    if any(each > best for each in others):
        return "condition"
    if best not in others:
        return "points"
    return "tie_breaks" if state.game.program.tie_breaks else "condition"


def _origins(state: State, by: WonBy) -> list[Origin]:
    """The lines of the data that decide it: what made the difference, else the rows of the score."""
    program = state.game.program
    found = [program.outcome.wins_origin] if by == "condition" else []
    found += program.tie_break_origins if by == "tie_breaks" else []
    found += [score.origin for score in program.scores]
    return [each for each in found if each is not None]


def decided_words(wording: Wording, part: Decided) -> str:
    """Such as: Ana wins with 34 points, by the tie-break."""
    counted = bool(wording.game.program.scores)
    return f"{_who(wording, part)}{_with(wording, part) if counted else ''}."


def _who(wording: Wording, part: Decided) -> str:
    winners, outcome = part.winners, part.outcomes[0]
    who = wording.listed([wording.seat(seat) for seat in winners or (0,)])
    if len(part.outcomes) == 1:
        if outcome < 0:
            return wording.word("loses_solo", who=who)
        return wording.word("wins" if wording.game.winning.conditional else "ends_solo", who=who)
    if outcome == 0:
        return wording.word("drawn")
    if not winners:
        return wording.word("lose_all")
    if len(winners) == 1:
        return wording.word("wins", who=who)
    if len(winners) == len(part.outcomes):
        return wording.word("win_all")
    same = len({part.teams[seat] for seat in winners}) == 1
    return wording.word("win_together" if same else "share", who=who)


def _with(wording: Wording, part: Decided) -> str:
    """With how many points, where it can be said of all in one word, and whether the tie-breaks decided."""
    of = part.winners or range(len(part.scores))
    scores = {part.scores[seat] for seat in of}
    if len(scores) != 1:
        return ""
    (count,) = scores
    several = len(part.outcomes) > 1 and bool(part.winners) and part.by != "condition"
    if wording.game.winning.lowest and several and part.outcomes[0] != 0:
        text = wording.word("with_lowest", count=count)
    else:
        text = wording.word("with_point" if count == 1 else "with_points", count=str(count).replace("-", "−"))
    return text + (wording.word("tie_broken") if part.by == "tie_breaks" else "")
