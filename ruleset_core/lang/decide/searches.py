"""Searches: functions that go on step by step from what they have found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.runtime import WRITTEN
from ruleset_core.lang.ways import HEAVIEST

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
EACH = "_each"
"""The parameter of a search that says what each value costs the loop that goes through it."""


class Searches:
    """Makes the functions of searches, and the sources that go through what they find."""

    def __init__(self, build: Build) -> None:
        self.b = build

    def source(self, selection: t.Selection, search: t.Search, env: Env) -> tuple[n.Found, tuple[int, int], int]:
        """What a loop over a search goes through, the least and the greatest of it, and how many there are at most."""
        if search.longest:
            return self._way(selection, search, env)
        size = self.b.v.domains[selection.type.domain].size
        return self._found(self._body(selection, search, size, env), size)

    def union(self, selection: t.Selection, env: Env) -> tuple[n.Found, tuple[int, int], int]:
        """What a loop goes through that takes in several selections: all is found that is in any of them, each once."""
        size, make = self.b.v.domains[selection.type.domain].size, self.b.make
        body: list[Any] = [n.BeginSearch(size)]
        body += [self._looked(each, "", None, size, env) for each in selection.among]
        spent = n.Spend(make.times(make.found_so_far(size), make.local(EACH, 0, WRITTEN)))
        found, span, _ = self._found([*body, spent, n.ReturnFound()], size)
        return found, span, self.b.steps.bound(selection) or size

    def _way(self, selection: t.Selection, search: t.Search, env: Env) -> tuple[n.Found, tuple[int, int], int]:
        """What a loop over the longest way goes through: a graph of all places one comes to is made, and asked."""
        make, begun, each = self.b.make, *self.b.steps.search(search)
        places, things, leads = self.b.steps.ways(search, selection.type)
        size = max(places, things)
        body: list[Any] = []
        limit: Expr = things
        if search.limit is not None:
            value = make.kept(self.b.exprs.value(search.limit, env))
            limit = value if isinstance(value, int) else make.local("_limit", value.low, value.high)
            body += [n.SetLocal(limit, value)] if isinstance(limit, n.Local) else []
        body += [n.Spend(begun), n.BeginSearch(size), n.BeginWays(places, things, leads)]

        def begins(here: Expr, inner: Env) -> list[Any]:
            if search.then is not None:
                return [n.Find(here), n.Lead(0, -1, make.plus(here, 1), 0)]
            worth = self._worth(search, {**inner, search.to: here})
            return [n.Find(here), n.Lead(0, here, make.plus(here, 1), worth)]

        body.append(self._each(search.start, search.var, search.first, places, env, begins, new=True))
        here, inner, head = self.b.questions.variable(search.var, search.start, (0, places - 1), env)
        place = make.plus(self.b.narrow(here, 0, places - 1), 1)

        def used(thing: Expr, inner: Env) -> list[Any]:
            low, high = -HEAVIEST, HEAVIEST
            worth = make.local("_worth", low, high)
            does: list[Any] = [n.SetLocal(worth, self._worth(search, inner))]
            if search.then is None:
                return [*does, n.Lead(place, thing, make.plus(thing, 1), worth), *self._new(thing)]
            ends = make.local("_ends", 0, 1)

            def leads_on(to: Expr, _: Env) -> list[Any]:
                return [n.SetLocal(ends, 0), n.Lead(place, thing, make.plus(to, 1), worth), *self._new(to)]

            on = self._each(search.then, search.onward, search.further, places, inner, leads_on, new=False)
            end = n.If(self._truth(make.compare("==", ends, 1)), [n.Lead(place, thing, places + 1, worth)], [])
            return [*does, n.SetLocal(ends, 1), on, end]

        around = self._each(search.step, search.to, search.where, things, inner, used, new=False)
        body.append(n.Loop(here, n.Growing(), [n.Spend(each), *head, around]))
        spent = n.Spend(make.times(make.found_so_far(size), make.local(EACH, 0, WRITTEN)))
        found, _, most = self._found([*body, n.FindLongest(limit), spent, n.ReturnFound()], size)
        return found, (0, max(0, things - 1)), most

    def _worth(self, search: t.Search, env: Env) -> Expr:
        return (
            1
            if search.worth is None
            else self.b.make.checked(self.b.exprs.value(search.worth, env), -HEAVIEST, HEAVIEST)
        )

    def _new(self, place: Expr) -> list[Any]:
        """A place is found, unless it is already."""
        return [n.If(self._truth(self.b.make.no(self.b.make.is_found(place))), [n.Find(place)], [])]

    def _found(self, body: list[Any], size: int) -> tuple[n.Found, tuple[int, int], int]:
        called = self.b.functions.called("f", ("search", *map(_alike, body)), body, (0, size), "search", {})
        if not isinstance(called, n.Called):
            raise TypeError("a search is a function")
        source = n.Found(called.function, called.args)
        self.charged(source, 0)
        return source, (0, max(0, size - 1)), size

    def charged(self, source: n.Found, each: int) -> None:
        """Let every value that is found cost so many steps more; beginning costs some, so one value never needs more than the rest."""
        params = self.b.functions.made[source.function].params
        source.args = tuple(
            min(each, param.high) if param.name == EACH else arg for param, arg in zip(params, source.args, strict=True)
        )

    def _body(self, selection: t.Selection, search: t.Search, size: int, env: Env) -> list[Any]:
        make, begun, each = self.b.make, *self.b.steps.search(search)
        body: list[Any] = []
        limit: Expr = size
        if search.limit is not None:
            value = make.kept(self.b.exprs.value(search.limit, env))
            limit = value if isinstance(value, int) else make.local("_limit", value.low, value.high)
            body += [] if isinstance(value, int) or not isinstance(limit, n.Local) else [n.SetLocal(limit, value)]
        body += [n.Spend(begun), n.BeginSearch(size)]
        body.append(self._looked(search.start, search.var, search.first, size, env))
        here, inner, head = self.b.questions.variable(search.var, selection, (0, max(0, size - 1)), env)
        around: list[Any] = [*head, self._looked(search.step, search.to, search.where, size, inner)]
        spent = n.Spend(make.plus(each, make.local(EACH, 0, max(0, WRITTEN - each))))
        if isinstance(limit, int) and limit >= size:
            return [*body, n.Loop(here, n.Growing(), [spent, *around]), n.ReturnFound()]
        place, rim, far = (make.local(name, 0, size) for name in ("_place", "_rim", "_far"))
        further = n.If(
            self._truth(make.compare("==", place, rim)),
            [n.SetLocal(rim, make.found_so_far(size)), n.SetLocal(far, make.least(make.plus(far, 1), size))],
            [],
        )
        near = make.compare("<", far, limit)
        body += [n.SetLocal(place, 0), n.SetLocal(rim, make.found_so_far(size)), n.SetLocal(far, 0)]
        on = [n.If(near, around, [])] if isinstance(near, n.Node) else around if near else []
        step = n.SetLocal(place, make.least(make.plus(place, 1), size))
        return [*body, n.Loop(here, n.Growing(), [spent, further, *on, step]), n.ReturnFound()]

    @staticmethod
    def _truth(condition: Expr) -> n.Node:
        if isinstance(condition, int):
            raise TypeError("this is not known beforehand")
        return condition

    def _looked(self, selection: t.Selection, name: str, where: t.Expr | None, size: int, env: Env) -> n.Loop:
        """Everything in a selection that is a member, was not found yet and fits is found."""
        return self._each(selection, name, where, size, env, lambda found, _: [n.Find(found)], new=True)

    def _each(
        self,
        selection: t.Selection,
        name: str,
        where: t.Expr | None,
        size: int,
        env: Env,
        does: Callable[[Expr, Env], list[Any]],
        *,
        new: bool,
    ) -> n.Loop:
        """Something done for everything in a selection that is a member and fits; `new`: and was not found yet."""
        make = self.b.make
        if selection.kind == "items":  # what is none leads nowhere, so nothing needs a check
            parts = tuple(make.least(make.most(self.b.exprs.value(part, env), -1), size) for part in selection.parts)
            low, high = min((_low(each) for each in parts), default=0), max((_high(each) for each in parts), default=0)
            source: n.Source = n.Items(parts)
        else:
            source, (low, high), _ = self.b.selections.source(selection, env, copied=False)
        local, inner, head = self.b.questions.variable(name, selection, (low, high), env)
        inside = self.b.narrow(local, 0, max(0, size - 1))
        there = make.every((make.compare(">=", local, 0), make.compare("<", local, size)))
        known: Expr = make.no(make.is_found(inside)) if new else 1
        fits = make.every((there, known, self.b.exprs.truth(where, inner)))
        if fits == 0:
            return n.Loop(local, source, [])
        body = does(inside, inner)
        return n.Loop(local, source, [*head, *([n.If(fits, body, [])] if isinstance(fits, n.Node) else body)])


def _alike(part: Any) -> Any:
    """What is the same for statements that do the same: expressions that are alike are one object already."""
    if isinstance(part, n.Node) or not is_dataclass(part):
        return tuple(map(_alike, part)) if isinstance(part, (list, tuple)) else part
    return (type(part), *(_alike(getattr(part, each.name)) for each in fields(part)))


def _low(code: Expr) -> int:
    return code if isinstance(code, int) else code.low


def _high(code: Expr) -> int:
    return code if isinstance(code, int) else code.high
