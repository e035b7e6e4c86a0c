"""States that a seat cannot tell from the true one: a function of what the seat knows and of a seed, of nothing else.

What the seat does not know is made anew rather than changed, so that even who knows the seed learns nothing from it: hidden
pieces are dealt in an order that does not come from where they lie, hidden values are drawn, coming dice as well. While all
choose at the same time, the others have not chosen anything yet, whether they have or not: they are asked behind the viewer, and where
another seat is asked than the viewer, the next question is put anew.

While somebody is asked, the question is put again in the world, where its answers may be others. A world in which it would not be put is
drawn anew, and so is one that offers the viewer itself other answers than it sees. Where no such world is found, that is an error: never is
the true state taken for one, which would tell what is hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruleset_core.engine.broken import nothing_fits
from ruleset_core.engine.history import Drawn
from ruleset_core.engine.known import Seen, tables_of
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.search.known import lay_out
from ruleset_core.lang.secrets import ASKER, OTHERS
from ruleset_core.lang.seeds import ASIDE, Aside, first, numbered
from ruleset_core.lang.types import Type
from ruleset_core.lang.worlds import WORLDS, draw_world

if TYPE_CHECKING:
    from ruleset_core.engine.state import State
    from ruleset_core.lang.program import Again


def imagine(state: State, seat: int, seed: int, world: int = 0) -> State:
    """A copy in which everything `seat` cannot see is made anew: hidden pieces, fields and amounts, and the random streams."""
    return Worlds(state, seat).draw(seed, world)[0]


class Worlds:
    """Worlds that `seat` cannot tell from a state, as many as are asked for."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.base, self.plan, self.starts = plan_of(state, seat)
        self.choice = _choice_of(self.base, seat)
        self.again = _again_of(self.base, seat, self.choice)

    def draw(self, seed: int, world: int) -> tuple[State, Aside]:
        """One of the worlds of a seed, and the stream it was drawn from, for whoever goes on choosing at random in it."""
        aside = Aside(numbered(first(seed, ASIDE), world))
        new = self._fitting(aside, [numbered(first(seed, name), world) for name in self.base.game.program.streams])
        new.past, new.kept, new.since = Drawn(self, seed, world), None, 0
        return new, aside

    def _fitting(self, aside: Aside, streams: list[int]) -> State:
        """The first world drawn that fits the pending question. Raises BrokenRuleError where none is found."""
        for _ in range(WORLDS):
            new, plan = self.base.clone(), self.plan[:]
            new.streams = streams[:]
            draw_world(new.v, new.z, plan, aside.pick)
            if new.sim is not None:
                _shown_before(new, self.seat)
            _in_progress(new, _instead(self, plan))
            if (not self.again and self.choice < 0) or self._asks_again(new):
                return new
        raise nothing_fits(self.base)

    def _chooses_again(self, new: State, frame: tuple[Any, ...]) -> bool:
        """Go back to where the next seat is asked; whether it is another one than the viewer, who waits for it."""
        new.queue = []
        new.stack.append((new.game.program.blocks[frame[0]].restart, *frame[1:]))
        new.game.step(new)
        new.game.run(new)
        new.draws, new.forced = [], []
        return new.sim is not None and new.seat != self.seat

    def _asks_again(self, new: State) -> bool:
        """Put the pending question again; whether it is one that the viewer may be seeing."""
        frames, new.stack = new.stack, []
        try:
            for frame, again in zip(frames[: len(self.again)], self.again, strict=True):
                place = len(new.stack)
                new.stack.append(frame if again is None else (again.block, *frame[1:]))
                if again is not None:
                    new.game.step(new)
                    if len(new.stack) == place:  # that would not have come about
                        return False
        except (BrokenRule, RecursionError):
            return False
        if self.choice >= 0:
            return self._chooses_again(new, frames[self.choice])
        if self.base.seat == self.seat:
            return new.options == self.base.options
        asked = self.again[-1]
        return asked is None or len(new.options) >= asked.least


def _again_of(state: State, viewer: int, choice: int) -> list[Again | None]:
    """For each frame how it is made again in a world, None where what it goes by is not hidden from a viewer; nothing if none is.

    From the frame of a choice on they begin anew, so they are left out.
    """
    hidden = ASKER if viewer == state.seat else OTHERS
    blocks = state.game.program.blocks
    found = [blocks[frame[0]].again for frame in (state.stack if choice < 0 else state.stack[:choice])]
    found = [None if each is None or each.hidden < hidden else each for each in found]
    return found if any(found) or choice >= 0 else []


def _choice_of(state: State, viewer: int) -> int:
    """Which frame belongs to the phase in which another seat chooses at the same time as the viewer; -1 if there is none."""
    if state.sim is None or viewer == state.seat:
        return -1
    blocks = state.game.program.blocks
    return next((place for place, frame in enumerate(state.stack) if blocks[frame[0]].restart >= 0), -1)


def plan_of(state: State, seat: int) -> tuple[State, list[int], dict[str, int]]:
    """What `draw_world` needs to make worlds for a seat: a copy without what it cannot know of the past, and the plan.

    By kind it is told where in the plan it stands which piece takes the place of each.
    """
    new = state.plain()
    new.draws, new.forced, new.script, new.a = [], [], None, -1
    room, tables = Seen(), tables_of(state)
    room.seats, room.known, room.states[0] = state.n, 0, new
    tables.lay(room)
    lay_out(room, seat)
    return new, room.plan[: room.size], dict(zip(tables.hidden, room.instead, strict=True))


def _instead(worlds: Worlds, plan: list[int]) -> dict[str, dict[int, int]]:
    """By kind, which piece took whose place, after a world was drawn."""
    found, domains = {}, worlds.base.game.program.vocabulary.domains
    for kind, start in worlds.starts.items():
        pieces = plan[start : start + domains[kind].size]
        found[kind] = {old: new for old, new in enumerate(pieces) if old != new}
    return found


def _shown_before(new: State, viewer: int) -> None:
    """What others are shown of the viewer meanwhile is what it had before; all else is as it is."""
    assert new.sim is not None
    values, lists = new.v[:], [pieces[:] for pieces in new.z]
    if viewer >= 0:
        v = new.game.program.vocabulary
        start, first = v.fields_of(viewer), v.zones_of(viewer)
        own, mine = slice(start, start + v.seat_size), slice(first, first + v.seat_zones)
        values[own] = new.sim[0][own]
        lists[mine] = [pieces[:] for pieces in new.sim[1][mine]]
    new.sim = (values, lists)


def _in_progress(new: State, instead: dict[str, dict[int, int]]) -> None:
    """What is going on has to do with the pieces that lie there now."""
    blocks = new.game.program.blocks

    def changed(frame: tuple[Any, ...]) -> tuple[Any, ...]:
        kinds = blocks[frame[0]].kinds
        return (frame[0], *(_piece(kind, value, instead) for kind, value in zip(kinds, frame[1:], strict=True)))

    if any(instead.values()):
        new.stack = [changed(frame) for frame in new.stack]
        new.queue = [changed(frame) for frame in new.queue]


def _piece(kind: Type | None, value: Any, instead: dict[str, dict[int, int]]) -> Any:
    if kind is None or kind.domain not in instead:
        return value
    others = instead[kind.domain]
    return tuple(others.get(each, each) for each in value) if isinstance(value, tuple) else others.get(value, value)
