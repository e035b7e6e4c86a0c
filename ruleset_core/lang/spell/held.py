"""Values that are asked for more than once, held in locals: reading one again costs Python five times as long as a local.

What is held is forgotten where a statement may change it. Only pure expressions over locals, values of the state and tables are
held, and only what is worked out anyway, or can be worked out anywhere.
"""

from __future__ import annotations

from typing import Any

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.spell.known import Found, Known, Same
from ruleset_core.lang.spell.onward import Rounds
from ruleset_core.lang.spell.told import NAMES, NOTHING, SOURCES, Body, Change, Told, set_in

AGAIN = 2
"""What is worked out anyway is held if it is asked for so often, ..."""
PERHAPS = 3
"""... and what may not be needed, if it is asked for so often."""
Held = dict[int, tuple[n.Local, Known]]
"""What is held in which local, by the number of the expression."""


class Holding:
    """Rewrites one function or block after the other."""

    def __init__(self) -> None:
        self.same = Same()
        self.told = Told(self.same)
        self._names = 0

    def body(self, body: Body) -> Body:
        """The statements of a function or block, with what is asked for again held."""
        self._names = 0
        return self._list(body, {})

    def _list(self, body: Body, held: Held) -> Body:
        out: Body = []
        count, change = self.told.count, self.told.change
        told = [(count(each), change(each)) for each in body]
        for place, each in enumerate(body):
            if told[place][0]:
                for code, known in self._wanted(each, told[place:], held):
                    self._names += 1
                    local = n.Local(code.low, code.high, 1, 1, f"_h_{self._names}")
                    out.append(n.SetLocal(local, self._inside(code, held)))
                    held[known.number] = (local, known)
            self._statement(each, out, held)
        return out

    # -- what is held ---------------------------------------------------------------------------------------------

    def _wanted(self, each: Any, told: list[tuple[Found, Change]], held: Held) -> list[tuple[n.Node, Known]]:
        """What is to be held from a statement on, smaller expressions first; `told` of it and of those after it."""
        surely = self.told.surely(each)
        about: list[tuple[n.Node, Known]] = []
        for number, (_, code) in {**self.told.perhaps(each), **surely}.items():
            known = self.same.known(code)
            if known is not None and (known.safe or number in surely):
                about.append((code, known))
        if len(about) > 1:
            about.sort(key=lambda pair: -pair[1].cost)
        found: list[tuple[n.Node, Known]] = []
        inner: dict[int, int] = {}
        own = each.value if isinstance(each, n.SetLocal) else None
        for code, known in about:
            uses = _uses(known, told) - inner.get(known.number, 0)
            there = known.number in held
            if there or uses >= (AGAIN if known.number in surely else PERHAPS):
                if not there and code is not own:
                    found.append((code, known))
                for part, (times, _) in self.same.within(code).items():
                    inner[part] = inner.get(part, 0) + times * (uses - 1)
        return found[::-1]

    # -- rewriting ------------------------------------------------------------------------------------------------

    def _statement(self, each: Any, out: Body, held: Held) -> None:
        kind = type(each)
        if kind is n.If:
            condition = self._inside(each.condition, held)
            out.append(n.If(condition, self._list(each.then, dict(held)), self._list(each.otherwise, dict(held))))
            _forget(held, self.told.change(each))
        elif kind is n.Loop:
            source = self._rewritten(each.source, held)
            _forget(held, self.told.change(each))
            inside = self._offers(each.body, held) if _offering(each) else self._list(each.body, dict(held))
            out.append(n.Loop(each.local, source, inside))
        elif kind is Rounds:
            self._rounds(each, out, held)
        else:
            new = self._rewritten(each, held)
            if kind is n.SetLocal and isinstance(new.value, n.Local) and new.value.name == new.local.name:
                return
            out.append(new)
            _forget(held, self.told.change(each))
            self._learn(each, held)

    def _learn(self, each: Any, held: Held) -> None:
        """What a statement tells of a value."""
        if isinstance(each, n.SetLocal):
            known = None if isinstance(each.value, int) else self.same.known(each.value)
            if known is not None and known.cost and each.local.name not in known.reads:
                held[known.number] = (each.local, known)
        elif isinstance(each, n.SetValue) and isinstance(each.value, n.Local):
            known = self.same.value(each.place)
            if known is not None:
                held[known.number] = (each.value, known)

    def _rounds(self, each: Rounds, out: Body, held: Held) -> None:
        """What is the same in every round is worked out before the first."""
        body = each.body
        while body and isinstance(first := body[0], n.SetLocal) and not isinstance(first.value, int):
            known = self.same.known(first.value)
            if known is None or known.places:
                break
            if {first.local.name, *known.reads} & set_in(body[1:], known.number, self.same):
                break
            self._statement(first, out, held)
            body = body[1:]
        _forget(held, self.told.everything(body))
        out.append(Rounds(each.block, self._list(body, dict(held))))

    def _offers(self, body: Body, held: Held) -> Body:
        """What does nothing but offer is printed as the inside of a list, where nothing more is held."""
        return [
            n.If(self._inside(each.condition, held), self._offers(each.then, held), [])
            if isinstance(each, n.If)
            else self._rewritten(each, held)
            for each in body
        ]

    def _rewritten(self, each: Any, held: Held) -> Any:
        """A statement or a source with what is held."""
        if not held or held.keys().isdisjoint(self.told.count(each)):
            return each
        return _made(each, {name: self._part(getattr(each, name), held) for name in NAMES[type(each)]})

    def _part(self, part: Any, held: Held) -> Any:
        if isinstance(part, n.Node):
            return self._inside(part, held)
        if type(part) is tuple:
            return tuple([self._inside(one, held) if isinstance(one, n.Node) else one for one in part])
        return self._rewritten(part, held) if type(part) in SOURCES else part

    def _inside(self, code: n.Node, held: Held) -> n.Node:
        """An expression with what is held in place of what it stands for."""
        if not held or held.keys().isdisjoint(self.same.within(code)):
            return code
        known = self.same.known(code)
        if known is not None and known.number in held:
            return n.Local(code.low, code.high, 1, 1, held[known.number][0].name)
        names = type(code).__slots__
        return _made(code, {name: self._part(getattr(code, name), held) for name in names})  # type: ignore[no-any-return]


def _uses(known: Known, told: list[tuple[Found, Change]]) -> int:
    """How often an expression is asked for until it may change."""
    found, number = 0, known.number
    for count, change in told:
        if number in count:
            found += count[number][0]
        if change is not NOTHING and change.of(known):
            break
    return found


def _made(each: Any, parts: dict[str, Any]) -> Any:
    """The same with other parts."""
    new: Any = object.__new__(type(each))
    for kind in type(each).__mro__:
        for name in getattr(kind, "__slots__", ()):
            setattr(new, name, parts[name] if name in parts else getattr(each, name))
    return new


def _forget(held: Held, change: Change) -> None:
    if held and (change.locals or change.places is None or change.places):
        for number, (local, known) in [*held.items()]:
            if local.name in change.locals or change.of(known):
                del held[number]


def _offering(loop: n.Loop) -> bool:
    """Whether a loop does nothing but offer."""
    body = loop.body
    if len(body) == 1 and isinstance(body[0], n.If) and not body[0].otherwise:
        body = body[0].then
    return len(body) == 1 and isinstance(body[0], n.Offer)
