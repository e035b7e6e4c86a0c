"""`PositionGames`: many games that go on from one position. Coming chance is drawn anew for each, and so is what no seat knows.

In Masquerade each seat knows its own two guises; the deck behind them is what nobody knows:

>>> from ruleset_core import load
>>> state = load("masquerade").new(players=2, seed=1)
>>> state.z[0][-4:], state.z[1:]                     # the deck ends with the next cards; the hands
([3, 4, 5, 7], [[2, 9], [8, 6]])
>>> games = PositionGames(state)
>>> [games.draw(1, number).z[0][-4:] for number in range(2)]
[[14, 10, 3, 13], [10, 12, 0, 5]]
>>> games.draw(1, 1).z[1:] == state.z[1:]
True

A piece stays where it is if a seat knows it or has a hint about it; the others with the same back change places among each
other, as long as `invariants` hold. Hidden values stay. Game `k` of a seed is the same whoever plays it, as for `Core.play`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ruleset_core.engine.determinization import invariants_hold, replace_in_progress
from ruleset_core.engine.observation import mask_state
from ruleset_core.engine.rule_errors import no_world_fits
from ruleset_core.engine.state import State
from ruleset_core.lang.runtime import SideStream, numbered, stream_start
from ruleset_core.lang.visibility import knowledge_field, mask_of

STREAM: Final = "position"
"""The stream that says which pieces change places."""
TRIES: Final = 1000
"""So often pieces are dealt until the invariants hold."""


class PositionGames:
    """Games from a position on.

    Attributes:
        base: the position. Nobody changes it.

    Example:
        >>> from ruleset_core import PositionGames, load
        >>> games = PositionGames(load("masquerade").new(players=2, seed=1))
        >>> len({tuple(games.draw(seed=1, number=number).z[0]) for number in range(10)})
        10
    """

    def __init__(self, state: State) -> None:
        self.base = state.plain()
        self.base.draws, self.base.forced, self.base.script = [], [], None
        self._unknown = [*_unknown_pieces(self.base)]

    def draw(self, seed: int, number: int) -> State:
        """The position as game `number` of a seed begins. Raises BrokenRuleError where no deal keeps the invariants."""
        lots = SideStream(numbered(stream_start(seed, STREAM), number))
        streams = [numbered(stream_start(seed, name), number) for name in self.base.game.program.streams]
        for _ in range(TRIES):
            new = self.base.clone()
            new.streams = streams
            for kind, pieces in self._unknown:
                dealt = pieces[:]
                for last in range(len(dealt) - 1, 0, -1):
                    other = lots.pick(last + 1)
                    dealt[last], dealt[other] = dealt[other], dealt[last]
                _move(new, kind, dict(zip(pieces, dealt, strict=True)))
            if not self._unknown or invariants_hold(new):
                new.past, new.kept = new.clone(), None
                return new
        raise no_world_fits(self.base)


def _unknown_pieces(state: State) -> Iterator[tuple[str, list[int]]]:
    """The pieces that no seat knows, in groups that nobody can tell apart: each with its kind."""
    v = state.game.program.vocabulary
    mask = mask_of(v)
    views = [mask_state(state, seat) for seat in range(-1, state.n)]
    for kind in mask.hidden_kinds:
        slots = [part.slot for part in mask.lists_of(kind, state.n)]
        known = {piece for view in views for slot in slots for piece in view.z[slot]}
        notes = knowledge_field(v, kind)
        groups: dict[tuple[int, ...], list[int]] = {}
        for piece in sorted(piece for slot in slots for piece in state.z[slot] if piece not in known):
            if notes is not None:
                width = notes.strides[0]
                at = notes.offset + piece * width
                if any(state.v[at : at + width]):
                    continue
            seen = [state.v[each.start + piece] for each in mask.of_pieces if each.kind == kind]
            groups.setdefault((state.game.glossary.back_ranks(kind)[piece], *seen), []).append(piece)
        yield from ((kind, pieces) for pieces in groups.values() if len(pieces) > 1)


def _move(state: State, kind: str, instead: dict[int, int]) -> None:
    """Put pieces of a kind into the places of others; `instead`: which takes whose place."""
    v = state.game.program.vocabulary
    at, slots = v.fields[f"{kind}.at"].offset, [part.slot for part in mask_of(v).lists_of(kind, state.n)]
    boards = [(state.v, state.z)]
    if state.sim is not None:
        state.sim = (state.sim[0][:], [zone[:] for zone in state.sim[1]])
        boards.append(state.sim)
    for values, zones in boards:
        homes = {new: values[at + old] for old, new in instead.items()}
        for piece, home in homes.items():
            values[at + piece] = home
        for slot in slots:
            zones[slot] = [instead.get(piece, piece) for piece in zones[slot]]
    replace_in_progress(state, {kind: instead})
