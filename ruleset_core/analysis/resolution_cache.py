"""A cache of typed trees within a process: a game that is linked again only checks texts that are new.

An experiment links hundreds of variants of a game in one process, each with a few other numbers. A text means the same if
it, its scope and all declarations that a text may look at are the same:

    key      number of the interface (names, types, parameters), "effect", "gain 1 coin", locals {this: hero}, ...
    value    Block(Gain(Const(1), Const(0))), what it uses (the resource `coin`), the locals that it reads

A new title of `coin` keeps the key; a new field changes the interface, and so every key. Texts with mistakes are not kept:
their messages look at more than the interface.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Hashable, Mapping
from contextvars import ContextVar
from dataclasses import fields
from functools import cache
from io import BytesIO
from itertools import count
from operator import attrgetter
from typing import Any, Final, NamedTuple

from ruleset_core.analysis.binder import CONSTANTS, NameUse
from ruleset_core.budgets import BoundedCache
from ruleset_core.lang.domains import Domain, Fact
from ruleset_core.lang.origins import Passage
from ruleset_core.lang.program import Definition
from ruleset_core.lang.serialization import constants, dataclasses_of_nodes
from ruleset_core.lang.vocabulary import (
    DecisionBranch,
    DecisionDeclaration,
    Event,
    Field,
    GameOption,
    Hook,
    NamedRange,
    Resource,
    Vocabulary,
    Zone,
)

_INTERFACE: Final[Mapping[type, tuple[str, ...]]] = {
    Domain: (
        "name",
        "kind",
        "ids",
        "sides",
        "seats",
        "remembered",
        "hints",
        "parts",
        "count",
        "sets",
        "lists_by",
        "part_of",
        "across",
    ),
    NamedRange: ("name", "type"),
    Fact: ("name", "domain", "type", "sides", "length", "by"),
    Field: ("name", "index", "per_seat", "type", "counted", "counted_to"),
    Zone: ("name", "kind", "index", "per_seat"),
    Event: ("name", "fields"),
    DecisionDeclaration: ("name", "type", "low", "size", "base", "branches", "kinds", "kind_of"),
    Definition: ("name", "kind", "params", "type"),
    Hook: ("name", "params", "result"),
    GameOption: ("name", "type", "place"),
    Resource: ("name", "maximum", "spaces"),
}
"""What a text may look at of all that is declared, by class; what it finds out besides is only told with a mistake, and then not kept."""
_TABLES: Final = ("ranges", "domains", "fields", "zones", "events", "decisions", "defines", "hooks", "options")
"""Where in a vocabulary these stand by name, besides facts and resources."""
_GETTERS: Final = {kind: attrgetter(*names) for kind, names in _INTERFACE.items()}
_DECLARED: Final = frozenset({*_INTERFACE, Vocabulary, Passage})
"""Classes of which no object is copied."""
_NUMBERS: Final[BoundedCache[Hashable, int]] = BoundedCache(64)
"""Numbers of interfaces, those of the last games that were linked."""
_NEW: Final = count()
_TEXTS: Final[BoundedCache[Hashable, bytes]] = BoundedCache(8 * 1024 * 1024)
"""Results, by the number of an interface, the text and its scope."""
LONGEST: Final = 2_000
"""Characters of a text whose result is kept: `pickle` calls itself for every level of a tree, without a limit that threads with small stacks keep."""


class ResolvedText(NamedTuple):
    """What a text came to, what it does with what is declared, the locals that it reads, by place what it calls where no seat acts, and what its
    trials lead to.
    """

    value: Any
    uses: list[NameUse]
    used: set[str]
    seatless: list[tuple[str, int, int]]
    tried: list[tuple[Any, int, int]]


class ResolutionCache:
    """Results for one link. It is made when all that a text may name has been declared."""

    def __init__(self, v: Vocabulary, card_effects: Mapping[str, tuple[str, ...]]) -> None:
        tables: list[dict[str, Any]] = [getattr(v, name) for name in _TABLES]
        domains = v.domains.values()
        made = [(*domain.facts.values(), *domain.lists_by.values(), domain.card, domain.plan) for domain in domains]
        facts = [fact for each in made for fact in each if fact]
        declared = [*(each for table in tables for each in table.values()), *facts, *v.resources]
        self._things: list[Any] = [None, v, *constants(), *CONSTANTS.values(), *declared]
        self._places = {id(each): place for place, each in enumerate(self._things) if place}
        self._reducers = {kind: self._reducer(kind) for kind in _classes()}
        interface = (
            v.players, v.board is None, tuple(v.positions), tuple(card_effects.items()), tuple(map(len, tables)),
            tuple(len(domain.facts) for domain in domains), tuple(map(bool, (domain.plan for domain in domains))), *map(_read, declared),
        )  # fmt: skip
        known = _NUMBERS.get(interface)
        self.number = next(_NEW) if known is None else known
        """The same for games in which a text may name the same."""
        if known is None:
            _NUMBERS.put(interface, self.number, 1)

    def get(self, key: Hashable, passage: Passage | None) -> ResolvedText | None:
        """What the text with this key came to, for a passage; None where it has to be resolved."""
        raw = _TEXTS.get((self.number, key))
        if raw is None:
            return None
        self._things[0] = passage
        token = _LINK.set(self._things)
        try:
            found: ResolvedText = pickle.loads(raw)  # noqa: S301 - this process wrote it, and nobody else could
        finally:
            _LINK.reset(token)
        return None if any(each.attribute == "out" and each.clashes for each in found.uses) else found

    def put(self, key: Hashable, passage: Passage | None, found: ResolvedText) -> None:
        """Keep what a text came to."""
        into = BytesIO()
        pickler = pickle.Pickler(into, pickle.HIGHEST_PROTOCOL)
        pickler.dispatch_table = self._reducers
        self._places[id(passage)] = 0
        try:
            pickler.dump(found)
        except pickle.PicklingError:  # it refers to something that was declared later
            return
        finally:
            del self._places[id(passage)]
        _TEXTS.put((self.number, key), into.getvalue(), len(into.getvalue()))

    def _reducer(self, kind: type) -> Callable[[Any], tuple[Any, ...]]:
        """How objects of a class are written: what this link has declared by its place, others as a call of their class with all fields."""
        places, parts = self._places, attrgetter(*(each.name for each in fields(kind)))

        def reduced(thing: Any) -> tuple[Any, ...]:
            place = places.get(id(thing))
            if place is not None:
                return _thing, (place,)
            if kind in _DECLARED:
                raise pickle.PicklingError(kind.__qualname__)
            return kind, parts(thing)

        return reduced


_LINK: Final[ContextVar[list[Any]]] = ContextVar("_LINK")
"""What a link has declared, while a result is read for it."""


def _thing(place: int) -> Any:
    """What a link has declared, by its place."""
    return _LINK.get()[place]


@cache
def _classes() -> tuple[type, ...]:
    """Classes of what is declared, and of nodes that are made of their fields by place; other nodes are none of several."""
    nodes = (each for each in dataclasses_of_nodes() if len(fields(each)) > 1)
    return (*_DECLARED, *(each for each in nodes if not any(one.kw_only for one in fields(each))))


def _read(thing: Any) -> tuple[Any, ...]:
    """What texts may look at of something that is declared, without lists and mappings."""
    return tuple(map(_plain, _GETTERS[type(thing)](thing)))


def _plain(value: Any) -> Any:
    """A value that can be compared and be a key."""
    if type(value) is dict:
        return tuple((name, each.name if type(each) is Fact else each) for name, each in value.items())
    if type(value) is list:
        return tuple(map(_plain, value))
    return (value.value, value.procedure) if type(value) is DecisionBranch else value
