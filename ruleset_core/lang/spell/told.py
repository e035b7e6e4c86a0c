"""What statements work out and what they change, each looked at once."""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from typing import Any

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.parts import parts_of
from ruleset_core.lang.spell.known import Found, Known, Same, apart
from ruleset_core.lang.spell.onward import Rounds, ends

Body = list[Any]
CALM = (
    n.SetLocal, n.Return, n.Require, n.Spend, n.Offer, n.SortOffered, n.BeginOffer, n.Push, n.PushQueued, n.ClearAll, n.GoOn,
    n.Continue, n.ContinueAt, n.Again, n.Ask, n.TakeOnly, n.Enqueue, n.SetStage, n.SetEnded, n.SetTogether, n.Gather, n.Sort,
    n.Shuffle, n.BeginSearch, n.Find, n.ReturnFound, n.BeginWays, n.Lead, n.FindLongest,
)  # fmt: skip
"""Statements that change no value of the state."""


@dataclass(slots=True)
class Change:
    """What statements may change: locals, places of the state (None: any)."""

    locals: frozenset[str] = frozenset()
    places: tuple[n.Expr, ...] | None = ()

    def of(self, known: Known) -> bool:
        """Whether an expression may have another value afterwards."""
        if not self.locals.isdisjoint(known.reads):
            return True
        if not known.places or self.places == ():
            return False
        return self.places is None or any(not apart(one, other) for one in self.places for other in known.places)


NOTHING = Change()
ANYTHING = Change(frozenset(), None)


def together(changes: list[Change]) -> Change:
    """What several statements may change."""
    found = [each for each in changes if each is not NOTHING]
    if len(found) < 2:
        return found[0] if found else NOTHING
    names = frozenset(name for each in found for name in each.locals)
    if any(each.places is None for each in found):
        return Change(names, None)
    return Change(names, tuple(dict.fromkeys(place for each in found for place in each.places or ())))


class Told:
    """Remembers what it was asked about statements."""

    def __init__(self, same: Same) -> None:
        self.same = same
        self._changes: dict[int, tuple[Any, Change]] = {}
        self._counts: dict[int, tuple[Any, Found]] = {}
        self._ends: dict[int, tuple[Any, bool]] = {}

    def change(self, each: Any) -> Change:
        """What a statement may change for those that come after it in the same list."""
        kept = self._changes.get(id(each))
        if kept is None:  # the statement is kept, so that its id is not given to another
            kept = self._changes[id(each)] = (each, self._change(each))
        return kept[1]

    def _change(self, each: Any) -> Change:
        kind = type(each)
        if kind is n.SetLocal:
            return Change(frozenset((each.local.name,)))
        if kind is n.SetValue or kind is n.AddValue:
            return Change(frozenset(), (each.place,))
        if kind is n.If:
            return together(
                [self.change(one) for way in (each.then, each.otherwise) if not self.ends(way) for one in way]
            )
        if kind is n.Loop:
            return together([Change(frozenset((each.local.name,))), *map(self.change, each.body)])
        return NOTHING if isinstance(each, (*CALM, Rounds)) else ANYTHING

    def everything(self, body: Body) -> Change:
        """What statements may change on any way through them, also on one that leads back to their beginning."""
        found: list[Change] = []
        waiting = [*body]
        while waiting:
            each = waiting.pop()
            found.append(self.change(each))
            for more in inner(each):
                waiting += more
        return together(found)

    def ends(self, body: Body) -> bool:
        """Whether nothing that follows a list of statements runs after it."""
        last = body[-1] if body else None
        if type(last) is not n.If:
            return ends(body)
        kept = self._ends.get(id(last))
        if kept is None:
            kept = self._ends[id(last)] = (last, self.ends(last.then) and self.ends(last.otherwise))
        return kept[1]

    def count(self, each: Any) -> Found:
        """How often each expression stands in a statement; within a loop it counts twice."""
        kept = self._counts.get(id(each))
        if kept is not None:
            return kept[1]
        codes = expressions(each)
        found = self.same.within(codes[0]) if len(codes) == 1 else {}
        for code in codes if len(codes) > 1 else ():
            _add(found, self.same.within(code), 1)
        bodies = inner(each)
        if bodies:
            found = dict(found)
            for body in bodies:
                for one in body:
                    _add(found, self.count(one), 2 if type(each) is n.Loop else 1)
        self._counts[id(each)] = (each, found)
        return found

    def surely(self, each: Any) -> Found:
        """The expressions that a statement works out in any case, before it changes anything."""
        found: Found = {}
        for code in expressions(each):
            self._surely(code, found)
        return found

    def _surely(self, code: n.Expr, found: Found) -> None:
        if isinstance(code, (int, n.Local)):
            return
        if self.same.known(code) is not None:
            found.update(self.same.within(code))
        elif isinstance(code, (n.All, n.Any)):
            self._surely(code.parts[0], found)
        elif isinstance(code, n.Choice):
            self._surely(code.condition, found)
        else:
            for part in parts_of(code):
                self._surely(part, found)

    def perhaps(self, each: Any) -> Found:
        """The expressions that a statement may work out, and whose value is the same before it begins."""
        found: Found = {}
        for code in expressions(each):
            found.update(self.same.within(code))
        if type(each) is n.Loop:
            change = self.change(each)
            for number, (times, one) in self.count(each).items():
                known = self.same.known(one)
                if number not in found and known is not None and not change.of(known):
                    found[number] = (times, one)
        return found


def _add(found: Found, more: Found, times: int) -> None:
    for number, (count, one) in more.items():
        found[number] = (found[number][0] + times * count if number in found else times * count, one)


def inner(each: Any) -> list[Body]:
    """The lists of statements directly in a statement."""
    kind = type(each)
    if kind is n.If:
        return [each.then, each.otherwise]
    return [each.body] if kind is n.Loop or kind is Rounds else []


def set_in(body: Body, number: int, same: Same) -> set[str]:
    """The locals that statements set to anything but the expression with a number."""
    found: set[str] = set()
    for each in body:
        if isinstance(each, n.Loop):
            found.add(each.local.name)
        elif isinstance(each, n.SetLocal):
            known = None if isinstance(each.value, int) else same.known(each.value)
            if known is None or known.number != number:
                found.add(each.local.name)
        for statements in inner(each):
            found |= set_in(statements, number, same)
    return found


def expressions(each: Any) -> list[n.Node]:
    """The expressions directly in a statement or a source, without the local it sets. Those of `Sort` are looked at elsewhere."""
    found: list[n.Node] = []
    for name in NAMES[type(each)]:
        part = getattr(each, name)
        kind = type(part)
        if kind is tuple:
            found += [one for one in part if isinstance(one, n.Node)]
        elif isinstance(part, n.Node):
            found.append(part)
        elif kind in SOURCES:
            found += expressions(part)
    return found


class _Names(dict[type, tuple[str, ...]]):
    """For each class of statements and sources, its own fields that may hold expressions."""

    def __missing__(self, kind: type) -> tuple[str, ...]:
        found = tuple(each.name for each in fields(kind) if _HOLDS.search(str(each.type)))
        self[kind] = () if kind is n.Sort else found
        return self[kind]


_HOLDS = re.compile(r"\b(Expr|Node|Source)\b")
NAMES = _Names()
SOURCES = {n.Numbers, n.Row, n.Pieces, n.Held, n.Items, n.Enclosed, n.Found, n.Growing}
