"""Positions of a game whose draws are told one by one, with what each seat has seen and done on the way: its information state.

In Kuhn poker, after the first player has bet, what seat 1 knows:

>>> from ruleset_core import load
>>> position = ChancePosition.begin(load("kuhn_poker"))
>>> for action in (2, 0, 1):                                      # the king, the jack, `open bet`
...     position = position.after(action)
>>> position.information(1).split("; ")[-5:]
['0: open bet', 'to_act 1', 'fields.pot 3', 'fields.challenged true', 'seats.0.chip 0']

That is what it was shown at each question, as far as it changed, what it answered, and the answers of others that are not secret. So a seat
forgets nothing (perfect recall), which algorithms such as CFR ask for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from ruleset_core import (
    ChanceDraw,
    ChanceState,
    FollowedMove,
    Game,
    State,
    follow_move,
    group_at_start,
    load,
    visible_moves,
)

_LEFT_OUT = frozenset({"game", "seat", "players", "figures", "amounts", "last", "held"})
"""What of an observation is the same in the whole game, or stands in it elsewhere."""


class ChancePosition:
    """A position at a draw, at a question, or at the end. It never changes: `after` gives another one.

    Attributes:
        node: the game there.
        past: the position before, and what was drawn or answered there; None at the beginning.
        depth: how many outcomes and options led to it.
    """

    __slots__ = ("_asked", "depth", "node", "past")

    def __init__(
        self, node: ChanceState, asked: _Question | None, past: tuple[ChancePosition, int] | None = None
    ) -> None:
        """`asked`: the last question; None before the first one."""
        self.node, self._asked, self.past = node, asked, past
        self.depth: int = 0 if past is None else past[0].depth + 1

    @classmethod
    def begin(
        cls, game: Game, players: int | None = None, options: Mapping[str, object] | None = None
    ) -> ChancePosition:
        """The beginning of a game; see `ChanceState.begin`."""
        node = ChanceState.begin(game, players, options)
        return cls(node, _Question(node.state) if node.draw is None and node.state is not None else None)

    @property
    def state(self) -> State | None:
        """The state at the last question; None before the first one."""
        return self.node.state

    @property
    def draw(self) -> ChanceDraw | None:
        """What is to be drawn now."""
        return self.node.draw

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.draw is None and self.state is not None and self.state.over

    def after(self, action: int) -> ChancePosition:
        """The position after an outcome of the draw, or an option of the question."""
        node = self.node.take(action) if self.draw is None else self.node.settle(action)
        asked = self._asked
        if node.draw is None and node.state is not None:
            asked = _Question(node.state) if asked is None else _Question(node.state, asked, node.taken)
        return ChancePosition(node, asked, (self, action))

    @property
    def actions(self) -> tuple[int, ...]:
        """The outcomes and options that led to it."""
        found, past = [], self.past
        while past is not None:
            found.append(past[1])
            past = past[0].past
        return tuple(found[::-1])

    def information(self, seat: int) -> str:
        """What a seat has seen and done, as text."""
        return "" if self._asked is None else "; ".join(self._asked.entries(seat))

    def __deepcopy__(self, memo: object) -> ChancePosition:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        game = self.node.game
        return _replayed, (str(game.directory), game.expansions, self.node.players, self.actions)


loaded_game = cache(load)
"""A game, loaded once in a process."""


def _replayed(game: str, expansions: tuple[str, ...], players: int, actions: tuple[int, ...]) -> ChancePosition:
    position = ChancePosition.begin(loaded_game(game, expansions=expansions), players)
    for action in actions:
        position = position.after(action)
    return position


class _Question:
    """A question, or the end, with those before it.

    Attributes:
        state: the state there.
        before: the question before; None for the first one.
        number: how many questions there were before.
        move: what was answered there.
        group: the simultaneous choice that is on; -1 for none.
    """

    __slots__ = ("_seen", "before", "group", "move", "number", "state")

    def __init__(self, state: State, before: _Question | None = None, option: int = -1) -> None:
        """`option`: what was answered `before`."""
        self.state, self.before = state, before
        self.move: FollowedMove | None = None
        self._seen: dict[int, tuple[dict[str, str], tuple[str, ...]]] = {}
        self.number: int = 0 if before is None else before.number + 1
        if before is None:
            self.group = group_at_start(state)
        else:
            self.move = follow_move(before.number, before.group, before.state, option, state)
            self.group = self.move.then

    def line(self) -> Iterator[_Question]:
        """The questions up to this one, the last one first."""
        asked: _Question | None = self
        while asked is not None:
            yield asked
            asked = asked.before

    def entries(self, seat: int) -> Iterator[str]:
        """What a seat has seen and done up to here."""
        line = [*self.line()][::-1]
        moves = [each.move for each in line if each.move is not None]
        told = {move.number: move for move in visible_moves(moves, self.group, seat)}
        notation = self.state.game.notation
        for number, asked in enumerate(line, -1):
            if number in told:
                taken = told[number].option
                answers = ["?"] if taken is None else map(notation, (taken, *told[number].forced))
                yield f"{told[number].seat}: {', '.join(answers)}"
            yield from asked.changes(seat)[1]

    def changes(self, seat: int) -> tuple[dict[str, str], tuple[str, ...]]:
        """What a seat sees here, and what of that differs from the question before."""
        if seat not in self._seen:
            now = dict(_flat("", self._observation(seat)))
            was = {} if self.before is None else self.before.changes(seat)[0]
            changed = [f"{name} {value}" for name, value in now.items() if was.get(name) != value]
            gone = [f"{name} -" for name in was if name not in now]
            self._seen[seat] = now, (*changed, *gone)
        return self._seen[seat]

    def _observation(self, seat: int) -> dict[str, Any]:
        found = self.state.observe(seat)
        if self.state.simultaneous:
            del found["to_act"]  # whether others have answered yet
        return found


def _flat(path: str, value: Any) -> Iterator[tuple[str, str]]:
    """The parts of an observation, each with the way to it: `fields.pot`, `3`."""
    if isinstance(value, dict):
        parts = value.items()
    elif isinstance(value, list) and any(isinstance(each, dict) for each in value):
        parts = enumerate(value)  # type: ignore[assignment]
    else:
        yield path, json.dumps(value, separators=(",", ":"))
        return
    for name, each in parts:
        if name not in _LEFT_OUT:
            yield from _flat(f"{path}.{name}" if path else str(name), each)
