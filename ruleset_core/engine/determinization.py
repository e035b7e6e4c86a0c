"""Determinization: states that a seat cannot tell from the true one, drawn from a seed; the tables for it; and a copy with hidden things swapped.

A bot may use what its seat knows, and nothing else. So it searches in worlds: states that its seat cannot tell from the true one.
In Burrow seat 0 sees its own five cards; the others lie in the stump (two) and in the hand of seat 1 (five):

>>> from ruleset_core import load
>>> state = load("burrow").new(players=2, seed=1)
>>> state.z                                          # pack, stump, hands
[[], [3, 11], [6, 7, 0, 4, 5], [9, 2, 10, 8, 1]]
>>> imagine(state, 0, seed=1).z                      # world 0 of seed 1
[[], [2, 10], [6, 7, 0, 4, 5], [9, 3, 1, 8, 11]]
>>> imagine(state, 0, seed=1, world=1).z
[[], [3, 9], [6, 7, 0, 4, 5], [11, 10, 2, 1, 8]]

`plan_of` works out once what the seat does not know (`compile.search.world_plans`), and each world is dealt by that plan. Then
the pending question is put again, since what it offers may depend on hidden things. `swapped` is for tests: the true state with
hidden things exchanged, which no observation may show.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from ruleset_core.analysis.secrecy import ASKER, OTHERS
from ruleset_core.compile.search import world_plans
from ruleset_core.compile.search.arena import SearchArena
from ruleset_core.compile.search.world_plans import HEAD, WORLDS, draw_world, lay_out
from ruleset_core.engine.history import HistoryStart
from ruleset_core.engine.observation import MaskedState, mask_state
from ruleset_core.engine.rule_errors import checked_seat, checked_seed, no_world_fits, whole_number
from ruleset_core.engine.state import State
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang.program import ReaskPlan
from ruleset_core.lang.runtime import ASIDE, SideStream, numbered, stream_start
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.visibility import ALL, PIECE, hint_column, hint_facts_of, knowledge_field, mask_of
from ruleset_core.lang.vocabulary import Field, Vocabulary

# What is known of states, for `compile.search.world_plans`: its tables for a game and number of players, and states to look
# into.


class KnowledgeTables:
    """The tables, of which `SearchArena` has those of the same names.

    Attributes:
        hidden: the kinds of pieces that may be hidden, in the order of `kind_rows`.
        words: most numbers of a plan.
        pieces, backs, noted: most pieces of a kind, backs of a kind, words of a kind about who knows it.
    """

    def __init__(self, state: State) -> None:
        v, self._n = state.game.program.vocabulary, state.n
        self._mask = mask_of(v)
        self.hidden = self._mask.hidden_kinds
        self.kind_rows, self.list_rows, self.fact_table = list[int](), list[int](), list[int]()
        self.words, self.pieces, self.backs, self.noted = 3, 0, 0, 0
        for kind in self.hidden:
            self._kind(state, kind)
        self.home_rows = [
            number
            for kind in dict.fromkeys(zone.kind for zone in v.zones.values() if zone.per_seat)
            for part in self._mask.lists_of(kind, state.n)
            for number in (part.slot, v.fields[f"{kind}.at"].offset)
        ]
        self.value_rows, self.amount_rows = self._values(state), self._amounts(state)
        self.kind_count, self.home_count = len(self.hidden), len(self.home_rows) // 2
        self.value_count, self.amount_count = (
            len(self.value_rows) // world_plans.VALUE,
            len(self.amount_rows) // world_plans.AMOUNT,
        )
        self.words += 3 * self.value_count + 5 * self.amount_count
        game = state.game
        self.is_open = int(
            self._n == 2
            and not (self.kind_count or self.value_count or self.amount_count)
            and not any(game.is_secret(option) for option in range(game.vocabulary_size))
            and not any(block.restart >= 0 for block in game.program.blocks)
        )

    def lay(self, room: SearchArena) -> None:
        """Put them into a room, with room for a plan."""
        for name in (
            "kind_rows",
            "list_rows",
            "fact_table",
            "home_rows",
            "value_rows",
            "amount_rows",
            "kind_count",
            "home_count",
            "value_count",
            "amount_count",
            "is_open",
        ):
            setattr(room, name, getattr(self, name))
        for name, length in self.lengths().items():
            setattr(room, name, [0] * length)

    def lengths(self) -> dict[str, int]:
        """How long the lists of a room are that are written to."""
        return {
            "plan": self.words, "hidden_copies": self.pieces, "scratch": self.noted, "stock_starts": self.backs, "replacements": len(self.hidden)
        }  # fmt: skip

    def _kind(self, state: State, kind: str) -> None:
        v = state.game.program.vocabulary
        size, ranks = v.domains[kind].size, state.game.glossary.back_ranks(kind)
        seen, lists = knowledge_field(v, kind), self._mask.lists_of(kind, state.n)
        sorts, ways = self._sorts(state, kind)
        width, backs, apart = 1 if seen is None else seen.strides[0], len(set(ranks)), len(hint_facts_of(v, kind))
        first, with_pieces = len(self.fact_table), [*self._with_pieces(state, kind)]
        values = first + size + len(sorts) + len(ways) * apart
        self.kind_rows += [
            v.fields[f"{kind}.at"].offset, -1 if seen is None else seen.offset, width, size,
            len(self.list_rows) // world_plans.SPOT, len(lists), first, backs, len(ways), first + size + len(sorts), apart,
            values, len(with_pieces) // world_plans.WITH,
        ]  # fmt: skip
        self.fact_table += [*ranks, *sorts, *(word for way in ways for word in way), *with_pieces]
        for part in lists:
            self.list_rows += [part.slot, *part.whole[:2], part.notes, part.apart, int(part.hand)]
        # Each piece may lie twice, while all choose at the same time: where it lies now, and where others saw it before.
        most = 2 * size
        self.words += (
            HEAD + size + 2 * backs + most + 2 + size + most * (len(ways) + width + 1) + 3 * len(lists) + 2 * most
        )
        self.words += 3 + 2 * most + len(with_pieces)
        self.pieces, self.backs = max(self.pieces, size), max(self.backs, backs)
        self.noted = max(self.noted, size * width)

    def _with_pieces(self, state: State, kind: str) -> Iterator[int]:
        """What is seen with pieces of a kind: where the value of the first lies, the least it can be, how many it can be, whether
        only who sees the list sees it.
        """
        v = state.game.program.vocabulary
        for each in self._mask.of_pieces:
            if each.kind == kind and not each.field.derived:
                values = values_in_play(v, each.field, state.n)
                yield from (each.start, values[0], len(values), int(each.lying))

    @staticmethod
    def _sorts(state: State, kind: str) -> tuple[list[int], list[tuple[int, ...]]]:
        """The sort of each piece, of those that hints tell apart, and the words of each sort."""
        v = state.game.program.vocabulary
        facts = hint_facts_of(v, kind)
        if not facts:
            return [], []
        starts = [hint_column(v, kind, fact.name) for fact in facts]
        rows = zip(*(fact.values for fact in facts), strict=True)
        ways = [tuple(start + int(value) for start, value in zip(starts, row, strict=True)) for row in rows]
        sorts = sorted(set(ways))
        return [sorts.index(way) for way in ways], sorts

    def _values(self, state: State) -> list[int]:
        """Fields that may be hidden: the place of each value, the least it can be, how many it can be, and who sees it all the same."""
        v, found = state.game.program.vocabulary, list[int]()
        for field in v.fields.values():
            who = self._mask.values[field.offset + (v.fields_of(0) if field.per_seat else 0)]
            if who.sight in {ALL, PIECE} or field.hidden or field.derived or not v.finite(field.type):
                continue
            values = values_in_play(v, field, state.n)
            for base in map(v.fields_of, range(state.n)) if field.per_seat else (0,):
                for at in range(base + field.offset, base + field.offset + field.size):
                    found += (at, values[0], len(values), *self._mask.values[at][:2])
        return found

    def _amounts(self, state: State) -> list[int]:
        """Amounts that may be hidden: who sees them and whose they are, what a plan has of them (the most being -1 where it depends on the
        own ones), and where the own ones lie: of seat 0, and how much further on for each seat.
        """
        v, found = state.game.program.vocabulary, list[int]()
        held, filled = v.fields["held"].offset, v.fields["filled"].offset
        for place, bounds in enumerate(v.resources):
            sight = self._mask.values[v.fields_of(0) + held + place].sight
            most, reached = bounds.maximum, (0, 0)
            if bounds.spaces >= 0:  # so far the track is filled
                most = bounds.spaces if bounds.maximum < 0 else min(bounds.spaces, bounds.maximum)
                reached = (bounds.start, bounds.spaces - bounds.start + 1)
            for other in range(state.n if sight != ALL else 0):
                base = v.fields_of(other) + place
                own = v.fields_of(0) + held + place
                found += (sight, other, base + held, base + filled, *reached, most, own, v.seat_size)
        return found


def values_in_play(v: Vocabulary, field: Field, players: int) -> range:
    """What a field may be in games of so many: seats that are not in the game are none."""
    values = v.members(field.type)
    return values[:players] if field.type.domain == SEAT.domain else values


def tables_of(state: State) -> KnowledgeTables:
    """The tables of the game of a state, for as many players."""
    plans = state.game.program.vocabulary.plans
    key = "known", state.n
    if key not in plans:
        plans[key] = KnowledgeTables(state)
    found: KnowledgeTables = plans[key]
    return found


class StateArena(SearchArena):
    """A room with states of Python to look into.

    Attributes:
        states: by number.
    """

    def __init__(self) -> None:
        self.states: dict[int, State] = {}

    def value_at(self, s: int, place: int) -> int:
        """A value of a state."""
        return self.states[s].v[place]

    def set_value(self, s: int, place: int, number: int) -> None:
        """Change a value of a state."""
        self.states[s].v[place] = number

    def list_length(self, s: int, where: int) -> int:
        """How many pieces lie in a list."""
        return len(self.states[s].z[where])

    def piece_at(self, s: int, where: int, place: int) -> int:
        """One of them."""
        return self.states[s].z[where][place]

    def set_piece(self, s: int, where: int, place: int, piece: int) -> None:
        """Put another piece there."""
        self.states[s].z[where][place] = piece

    def simultaneous(self, s: int) -> int:
        """Whether all choose at the same time."""
        return int(self.states[s].sim is not None)

    def old_value(self, s: int, place: int) -> int:
        """A value of a state as it was when all began to choose."""
        return self._old(s)[0][place]

    def old_list_length(self, s: int, where: int) -> int:
        """How many pieces lay in a list then."""
        return len(self._old(s)[1][where])

    def old_piece_at(self, s: int, where: int, place: int) -> int:
        """One of them."""
        return self._old(s)[1][where][place]

    def restore_seat(self, s: int, seat: int) -> None:
        """What a seat has becomes what it had then."""
        state, (values, lists), v = self.states[s], self._old(s), self.states[s].game.program.vocabulary
        start, first = v.fields_of(seat), v.zones_of(seat)
        own, mine = slice(start, start + v.seat_size), slice(first, first + v.seat_zones)
        state.v[own], state.z[mine] = values[own], [pieces[:] for pieces in lists[mine]]

    def _old(self, s: int) -> tuple[list[int], list[list[int]]]:
        found = self.states[s].sim
        assert found is not None
        return found


# States that a seat cannot tell from the true one: a function of what the seat knows and of a seed, of nothing else.
#
# What the seat does not know is made anew rather than changed, so that even who knows the seed learns nothing from
# it: hidden pieces are dealt in an order that does not come from where they lie, hidden values are drawn, coming dice
# as well. While all choose at the same time, the others have not chosen anything yet, whether they have or not: they
# are asked behind the viewer, and where another seat is asked than the viewer, the next question is put anew.
#
# While somebody is asked, the question is put again in the world, where its answers may be others. A world in which
# it would not be put is drawn anew, and so is one that offers the viewer itself other answers than it sees. Where no
# such world is found, that is an error: never is the true state taken for one, which would tell what is hidden.


def imagine(state: State, seat: int, seed: int, world: int = 0) -> State:
    """A state that `seat` cannot tell from this one: hidden things and coming chance are drawn anew.

    A determinization. A seed has any number of worlds, from 0. A watcher is seat -1.

    Raises:
        OptionError: there is no such seat, or no world or seed of that number.
        BrokenRuleError: no world fits what somebody is asked now, or a rule breaks in one.
    """
    return WorldSampler(state, checked_seat(seat, state.n, watching=True)).draw(
        checked_seed(seed), whole_number("world", world)
    )[0]


@dataclass(frozen=True, slots=True)
class WorldStart(HistoryStart):
    """One of the worlds that a seat cannot tell apart; `worlds` are drawn anew, never changed."""

    worlds: WorldSampler
    seed: int
    world: int

    def again(self) -> State:
        """The world as it was drawn."""
        return self.worlds.draw(self.seed, self.world)[0]


class WorldSampler:
    """Worlds that `seat` cannot tell from a state, as many as are asked for."""

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.base, self.plan, self.starts = plan_of(state, seat)
        self.choice = _choice_of(self.base, seat)
        self.again = _again_of(self.base, seat, self.choice)

    def draw(self, seed: int, world: int) -> tuple[State, SideStream]:
        """One of the worlds of a seed, and the stream it was drawn from, for whoever goes on choosing at random in it."""
        aside = SideStream(numbered(stream_start(seed, ASIDE), world))
        new = self._fitting(
            aside, [numbered(stream_start(seed, name), world) for name in self.base.game.program.streams]
        )
        new.past, new.kept = WorldStart(self, seed, world), None
        return new, aside

    def _fitting(self, aside: SideStream, streams: list[int]) -> State:
        """The first world drawn that fits the pending question. Raises BrokenRuleError where none is found."""
        for _ in range(WORLDS):
            new, plan = self.base.clone(), self.plan[:]
            new.streams = streams[:]
            draw_world(new.v, new.z, plan, aside.pick)
            if new.sim is not None:
                _shown_before(new, self.seat)
            replace_in_progress(new, _instead(self, plan))
            if not invariants_hold(new):
                continue
            if (not self.again and self.choice < 0) or self._asks_again(new):
                return new
        raise no_world_fits(self.base)

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


def invariants_hold(state: State) -> bool:
    """Whether what the data says under `invariants` holds of all seats; worlds in which it does not are never imagined.

    Raises:
        BrokenRuleError: one of the conditions has no meaning here.
    """
    amount, conditions = state.game.interpreter.amount, state.game.program.invariants
    return all(amount(tree, state, {"me": seat}, origin) for seat in range(state.n) for tree, origin in conditions)


def _again_of(state: State, viewer: int, choice: int) -> list[ReaskPlan | None]:
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
    room, tables = StateArena(), tables_of(state)
    room.seats, room.root_state, room.states[0] = state.n, 0, new
    tables.lay(room)
    lay_out(room, seat)
    return new, room.plan[: room.plan_length], dict(zip(tables.hidden, room.replacements, strict=True))


def _instead(worlds: WorldSampler, plan: list[int]) -> dict[str, dict[int, int]]:
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


def replace_in_progress(new: State, instead: dict[str, dict[int, int]]) -> None:
    """Internal: What is going on has to do with the pieces that lie there now; `instead`: by kind, which piece took whose place."""
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


# Another state that a seat cannot tell from a given one, to hold against it whatever is told to that seat.
#
# `imagine` makes all that is hidden anew; here it changes places. A world that keeps something of the truth is the
# same for the true state as for what was imagined of it, and another one for a state that was swapped.

HIDDEN_AMOUNTS = 3
"""Hidden amounts are below this."""


def swapped(state: State, seat: int, random: Random) -> State:
    """A copy in which hidden pieces of one back have changed places, and hidden values, amounts and dice are others.

    Pieces stay while seats choose at the same time, and those of kinds with hints, of which not each may lie everywhere. Somebody who watches is
    seat -1.
    """
    other, v = state.plain(), state.game.program.vocabulary
    seen, mask = mask_state(state, checked_seat(seat, state.n, watching=True)), mask_of(v)
    other.streams = [random.randrange(1 << 64) for _ in other.streams]
    other.a, other.draws, other.forced = random.randrange(9), [], []
    for kind in mask.hidden_kinds if state.sim is None else ():
        if not v.domains[kind].hints:
            _swap_pieces(other, state, seen, kind, random)
    for field in v.fields.values():
        amount = field.name in {"held", "filled"}
        if (field.hidden and not amount) or field.derived or not (amount or v.finite(field.type)):
            continue
        members = list(range(HIDDEN_AMOUNTS)) if amount else v.members(field.type)
        for base in map(v.fields_of, range(state.n)) if field.per_seat else (0,):
            for place in range(field.size):
                at = base + field.offset + place
                known = mask.values[at] if not field.hidden else mask.values[base + v.fields["held"].offset + place]
                if seen.v[at] is None if known.sight == PIECE else not known.to(seen.seat):
                    other.v[at] = random.choice(members)
    return other


def _swap_pieces(other: State, state: State, seen: MaskedState, kind: str, random: Random) -> None:
    v = state.game.program.vocabulary
    parts = [part.slot for part in mask_of(v).lists_of(kind, state.n)]
    shown = {piece for slot in parts for piece in seen.z[slot]}
    hidden = [piece for slot in parts for piece in state.z[slot] if piece not in shown]
    at, notes = v.fields[f"{kind}.at"].offset, v.fields.get(f"{kind}.seen")
    instead: dict[int, int] = {}
    for back in {v.domains[kind].back_of(piece) for piece in hidden}:
        alike = [piece for piece in hidden if v.domains[kind].back_of(piece) == back]
        instead.update(zip(alike, random.sample(alike, len(alike)), strict=True))
    for slot in parts:
        other.z[slot] = [instead.get(piece, piece) for piece in state.z[slot]]
    for old, new in instead.items():
        other.v[at + new] = state.v[at + old]
        if notes is not None:  # who knows what lies in a place
            other.v[notes.offset + new] = state.v[notes.offset + old]
