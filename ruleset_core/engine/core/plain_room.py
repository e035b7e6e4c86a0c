"""A room to think in, in Python: the specification of the one in the core."""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import TYPE_CHECKING

from ruleset_core.engine.core.manner import Luck, Manner, Progress, Thought, quiet, tables, thought_of
from ruleset_core.engine.imagine import Worlds
from ruleset_core.engine.known import Seen
from ruleset_core.lang.search import tree
from ruleset_core.lang.search.ends import ending
from ruleset_core.lang.search.greedy import worths
from ruleset_core.lang.search.room import fields
from ruleset_core.lang.seeds import numbered
from ruleset_core.model.thinking import KNOTS, TERMS, UNITS

if TYPE_CHECKING:
    from ruleset_core.engine.core.prospects import Laid
    from ruleset_core.engine.core.results import Endings
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.state import State
    from ruleset_core.lang.seeds import Aside


def steps_of(manner: Manner, most: int) -> int:
    """The most states that are looked at for a decision with so many options at most, those kept for other worlds included."""
    budget, ahead = max(manner.budget, manner.wide), max(manner.ahead, manner.far)
    return 8 + 2 * (budget + most) + max(ahead // 4, 1) + 2 * most


def sizes(manner: Manner, most: int, seats: int) -> dict[str, int]:
    """How long each list of a room is."""
    steps, nodes = steps_of(manner, most), manner.nodes
    table = 1 << (2 * nodes - 1).bit_length()
    found = dict.fromkeys(("chance", "before", "by", "root", "again", "needed", "sums"), steps)
    found |= dict.fromkeys(("parent", "edge", "visits", "offers", "glance", "total"), nodes)
    found |= dict.fromkeys(("won", "result", "here", "center", "worth"), seats)
    found |= dict.fromkeys(("alive", "child", "tried", "good", "margins", "squares"), most)
    return found | {
        "best": 2 * most,
        "table": table,
        "path": nodes + 1 + seats,
        "owner": nodes + 1 + seats,
        "logs": 4096,
        "parts": 4096,
        "odds": KNOTS[1] ** 2,
        "hidden": UNITS[1],
        "having": TERMS[1],
    }


class PlainRoom(Seen):
    """A room whose states are those of Python.

    Attributes:
        worlds: what the viewer knows; numbered by `seed`.
    """

    worlds: Worlds
    seed: int
    aside: Aside

    def __init__(self, game: Game, seats: int, manner: Manner) -> None:
        super().__init__()
        self._drew, self._forced = 0, list[int]()
        most = game.source.decided.layout.most_options
        for name, (_, kind) in fields().items():
            if kind in {"int", "Long"}:
                setattr(self, name, 0)
        lengths = sizes(manner, most, seats)
        for name, length in lengths.items():
            setattr(self, name, [0] * length)
        for name, number in manner.figures().items():
            setattr(self, name, number)
        self.logs, self.parts = tables()
        if manner.odds is not None:
            self.odds = manner.odds.flat
        if manner.prospects is not None:
            self.lay(manner.prospects.laid(game))
        self.seats, self.mask, self.live = seats, lengths["table"] - 1, steps_of(manner, most)
        self._secret = game.is_secret

    def enter(self, worlds: Worlds, luck: Luck) -> PlainRoom:
        """Think about what a seat knows of a state; gives the room."""
        self.worlds, self.viewer = worlds, worlds.seat
        self.seed, self.offset = luck.seed, luck.first
        return self

    def lay(self, laid: Laid) -> None:
        """Judge by what positions promise from now on."""
        for name, found in (*laid.lists.items(), *laid.numbers.items()):
            setattr(self, name, found)

    def know(self, s: int, viewer: int) -> None:
        """Begin to think about what a seat knows of a state: from then on `world` draws what it may be like."""
        self.worlds, self.viewer = Worlds(self.states[s], viewer), viewer

    def show(self, s: int, state: State) -> None:
        """A state that somebody else plays, as it is after an option was taken."""
        self.states[s], self._forced = state, state.forced

    def put(self, to: int, source: int) -> None:
        """A state as a copy of another."""
        self.states[to] = self.states[source].clone()

    def take(self, s: int, option: int) -> None:
        """Take an option that is offered."""
        state = self.states[s]
        state.apply(option)
        self._drew, self._forced = int(bool(state.draws)), state.forced

    def drew(self) -> int:
        """Whether something was drawn when an option was taken last."""
        return self._drew

    def offered(self, s: int) -> int:
        """How many options are offered."""
        return len(self.states[s].options)

    def option(self, s: int, place: int) -> int:
        """One of the options offered."""
        return self.states[s].options[place]

    def actor(self, s: int) -> int:
        """Who decides."""
        return self.states[s].seat

    def stage(self, s: int) -> int:
        """The phase in progress."""
        return self.states[s].stage

    def unseen(self, s: int, option: int) -> int:
        """Whether others do not see that an option is taken."""
        return int(self.states[s].simultaneous or self._secret(option))

    def margin(self, s: int, seat: int) -> int:
        """The standing of a seat less the best of the others."""
        standings = self.states[s].standings()
        team, own = standings[seat]
        return own - max((each for other, each in standings if other != team), default=0)

    def judge(self, s: int) -> None:
        """Put who wins into `won` and `result`."""
        winners, self.result = self.states[s].verdict()
        self.won = [int(seat in winners) for seat in range(self.seats)]

    def points(self, s: int) -> None:
        """Put the score of every seat into `worth`."""
        self.worth[:] = self.states[s].scores()

    def world(self, s: int, number: int) -> None:
        """Draw a world from what the viewer knows."""
        self.states[s], self.aside = self.worlds.draw(self.seed, self.offset + number)

    def stir(self, s: int, number: int) -> None:
        """Other luck to come."""
        state = self.states[s]
        state.streams = [numbered(word, number) for word in state.streams]

    def below(self, size: int) -> int:
        """A random number below `size`."""
        return self.aside.pick(size)

    def forced(self) -> int:
        """How many options were taken by themselves when an option was taken last, or at the beginning."""
        return len(self._forced) // 2

    def forced_seat(self, number: int) -> int:
        """Who took one of them."""
        return self._forced[2 * number]

    def forced_option(self, number: int) -> int:
        """Which it was."""
        return self._forced[2 * number + 1]


def halvings(rivals: int, until: float) -> list[float]:
    """When the worse half of so many options is left out where a clock ends the search: all rounds take as long."""
    begun = perf_counter()
    rounds = max(1, (rivals - 1).bit_length())
    return [begun + (until - begun) * number / rounds for number in range(1, rounds)]


def plain_worths(worlds: Worlds, luck: Luck, manner: Manner) -> list[int]:
    """What greedy thinks of every option: a sum over as many worlds for each."""
    room = PlainRoom(worlds.base.game, worlds.base.n, manner).enter(worlds, luck)
    room.budget, room.ahead = manner.wide, manner.far
    worths(room, 0)
    return room.best[: len(worlds.base.options)]


def plain_search(
    worlds: Worlds, sims: int, luck: Luck, manner: Manner, until: float = inf, progress: Progress = quiet
) -> Thought:
    """A search of so many simulations, or of those that are begun until a time."""
    room = PlainRoom(worlds.base.game, worlds.base.n, manner).enter(worlds, luck)
    done, count = 0, 1
    room.sims, marks = sims, list[float]()
    while done < sims and (not done or perf_counter() < until):
        tree.search(room, done, count)
        if not done and until < inf:
            marks = halvings(room.rivals, until)
        while marks and perf_counter() > marks[0]:
            marks.pop(0)
            tree.halve(room)
        done += count
        progress(done)
    rows = []
    options = worlds.base.options
    for place, option in enumerate(options):
        child = room.table[tree.spot(room, room.viewer, tree.edge_of(room, option, room.viewer))]
        seen = (room.visits[child], room.total[child], room.glance[child]) if child >= 0 else (0, 0, 0)
        rows.append((*seen, room.tried[place], room.good[place], room.margins[place], room.squares[place]))
    return thought_of(options, rows, done, bool(room.full))


def plain_endings(found: Endings, worlds: Worlds, luck: Luck, manner: Manner, start: int) -> None:
    """What becomes of every option in every world from one on."""
    room = PlainRoom(worlds.base.game, worlds.base.n, manner).enter(worlds, luck)
    known = len(found.answers)
    room.path[:known] = found.answers
    for number in range(start, found.count):
        for row, option in enumerate(found.options or (-1,)):
            found.note(row, number, ending(room, option, found.first + number, known), room.worth, room.result)
