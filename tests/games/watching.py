"""Watches random games: what has to hold in every state of them, read straight from the state.

A game's own rules of bookkeeping stand in a class with the methods of `Watch` (see `troyes_watch.py`); a test plays with it by
`watched`. Reading the numbers of a state by name is some hundred times faster than asking it in words.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, Protocol

from ruleset_core import BrokenRuleError, Game, State, load

LIMIT = 20_000
"""A game of more choices than this is taken for one that never ends."""


class Sight:
    """Reads the states of a game by the names in its data. Members are numbers in declared order, -1 is `none`."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.v = game.program.vocabulary
        self._held = self.v.fields["held"].offset
        self._resources = {name: place for place, name in enumerate(self.ids("resource"))}
        self._fields: dict[tuple[str, int | None], slice] = {}
        self._zones: dict[tuple[str, int | None], slice] = {}
        self._slots: dict[tuple[str, int], list[int]] = {}

    def ids(self, family: str) -> list[str]:
        """The members of a set or kind by name, in the order of their numbers."""
        return self.v.domains[family].ids

    def fact(self, family: str, name: str) -> list[Any]:
        """A fact of all members of a set or kind."""
        return self.v.domains[family].facts[name].values

    def held(self, state: State, seat: int, resource: str) -> int:
        """What a seat has of a resource."""
        return state.v[self.v.fields_of(seat) + self._held + self._resources[resource]]

    def field(self, state: State, name: str, seat: int | None = None) -> list[int]:
        """A field, all its places in a row (the last index changes fastest); one by seat is asked for with the seat."""
        span = self._fields.get((name, seat))
        if span is None:
            field = self.v.fields[name]
            assert field.per_seat == (seat is not None), name
            start = field.offset if seat is None else self.v.fields_of(seat) + field.offset
            span = self._fields[name, seat] = slice(start, start + field.size)
        return state.v[span]

    def table(self, state: State, name: str) -> list[list[int]]:
        """A field of two indices as rows."""
        field = self.v.fields[name]
        flat, width = self.field(state, name), field.strides[0]
        return [flat[start : start + width] for start in range(0, field.size, width)]

    def zone(self, state: State, name: str, seat: int | None = None) -> list[int]:
        """The pieces in a zone that has no other index than perhaps the seat."""
        return state.z[self._span(name, seat).start]

    def zones(self, state: State, name: str, seat: int | None = None) -> list[list[int]]:
        """The pieces in a zone, one list for every value of its index."""
        return state.z[self._span(name, seat)]

    def _span(self, name: str, seat: int | None) -> slice:
        span = self._zones.get((name, seat))
        if span is None:
            zone = self.v.zones[name]
            assert zone.per_seat == (seat is not None), name
            start = zone.slot if seat is None else self.v.zones_of(seat) + zone.slot
            span = self._zones[name, seat] = slice(start, start + zone.size)
        return span

    @cached_property
    def _meanings(self) -> list[tuple[str, int | None]]:
        found: list[tuple[str, int | None]] = []
        for name, decision in self.v.decisions.items():
            found += [(name, decision.low + place) for place in range(decision.size)]
            found += [(name, None)] * decision.stops
        return found

    def meant(self, option: int) -> tuple[str, int | None]:
        """The decision of an option, and the number of what it picks; None for `done`."""
        return self._meanings[option]

    def taken(self, state: State, seat: int, option: int) -> list[tuple[int, str, int | None]]:
        """All choices made by an `apply` that led to this state: the option itself, then those that were forced."""
        forced = zip(state.forced[::2], state.forced[1::2], strict=True)
        return [(who, *self.meant(each)) for who, each in [(seat, option), *forced]]

    def each_in_one_zone(self, state: State, kind: str) -> Iterator[str]:
        """Every piece of a kind lies in one zone, once."""
        slots = self._slots.get((kind, state.n))
        if slots is None:
            slots = self._slots[kind, state.n] = list(self._all_slots(kind, state.n))
        lying = [piece for slot in slots for piece in state.z[slot]]
        if len(lying) != self.v.domains[kind].size or len(set(lying)) != len(lying):
            yield f"not every {kind} is in one zone: {[self.ids(kind)[piece] for piece in sorted(lying)]}"

    def _all_slots(self, kind: str, seats: int) -> Iterator[int]:
        for zone in self.v.zones.values():
            if zone.kind == kind:
                for seat in range(seats) if zone.per_seat else [None]:
                    start = 0 if seat is None else self.v.zones_of(seat)
                    yield from range(start + zone.slot, start + zone.slot + zone.size)

    def within_bounds(self, state: State) -> Iterator[str]:
        """Every resource is between 0 and its maximum, every number of the state within its type."""
        for seat in range(state.n):
            for place, resource in enumerate(self.v.resources):
                amount = state.v[self.v.fields_of(seat) + self._held + place]
                if amount < 0 or 0 <= resource.maximum < amount:
                    yield f"seat {seat} has {amount} {resource.name}"
        for field in self._bounded:
            for seat in range(state.n) if field.per_seat else [None]:
                values = self.field(state, field.name, seat)
                if min(values) < field.type.low or max(values) > field.type.high:  # type: ignore[operator]
                    yield f"{field.name} {values} is beyond {field.type}"

    @cached_property
    def _bounded(self) -> list[Any]:
        return [
            each
            for each in self.v.fields.values()
            if each.type.kind == "int" and each.type.low is not None and not each.type.optional
        ]


Choose = Callable[[Sight, Random, State], int]
"""Picks the option that is played, for games that chance alone would not lead to what is to be seen."""


class Watch(Protocol):
    """What is looked at in the course of one game. Every method tells in words what is wrong, if anything."""

    def look(self, state: State) -> Iterator[str]:
        """At every state in which somebody decides, and at the end."""

    def before(self, state: State, option: int) -> None:
        """Before an option is taken: a note of what is to be compared."""

    def after(self, state: State, seat: int, option: int) -> Iterator[str]:
        """After a seat took an option."""

    def end(self, state: State) -> Iterator[str]:
        """When the game is over."""


def anything(_sight: Sight, pick: Random, state: State) -> int:
    """Any option, each as likely as another."""
    return pick.choice(state.options)


def watched(
    watch: Callable[[Sight, State], Watch], sight: Sight, players: int, seed: int, choose: Choose = anything,
    options: Mapping[str, object] | None = None,
) -> str:  # fmt: skip
    """What is wrong first in a random game, and how to come there ("" if nothing is)."""
    pick = Random(seed)
    taken: list[str] = []

    def told(wrong: str) -> str:
        return f"{sight.game.name}, {players} players, seed {seed}, after {len(taken)} choices ({'; '.join(taken[-8:])}): {wrong}"

    try:
        state = sight.game.new(players, seed, options)
        eye = watch(sight, state)
        for wrong in eye.look(state):
            return told(wrong)
        while not state.over:
            if len(taken) >= LIMIT:
                return told("this game does not end")
            seat, option = state.seat, choose(sight, pick, state)
            eye.before(state, option)
            taken.append(sight.game.notation(option))
            state.apply(option)
            for wrong in eye.look(state):
                return told(wrong)
            for wrong in eye.after(state, seat, option):
                return told(wrong)
        return next((told(wrong) for wrong in eye.end(state)), "")
    except BrokenRuleError as error:
        return told(str(error))


def all_watched(
    watch: Callable[[Sight, State], Watch], game: Game, players: int, seeds: Sequence[int], choose: Choose = anything,
    options: Mapping[str, object] | None = None, until: str | None = None,
) -> list[str]:  # fmt: skip
    """What is wrong in random games, at most ten of them or to the first that tells what is waited for (`until`).

    Seeds are the numbers games begin with.
    """
    sight, found = Sight(game), list[str]()
    for seed in seeds:
        wrong = watched(watch, sight, players, seed, choose, options)
        if wrong:
            found.append(wrong)
        if len(found) == 10 or (until is not None and until in wrong):
            break
    return found


def with_slip(game: Path, copy: Path, file: str, right: str, wrong: str) -> Game:
    """A copy of a game's data in which something of a file is written otherwise."""
    shutil.copytree(game, copy)
    path = copy / file
    text = path.read_text(encoding="utf-8")
    assert right in text
    path.write_text(text.replace(right, wrong), encoding="utf-8")
    return load(copy)
