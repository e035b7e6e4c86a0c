"""What is moved out into functions of their own: their parameters are the locals that they read."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.code.parts import parts_of
from ruleset_core.lang.lower.expand import GAIN
from ruleset_core.lang.program import Procedure
from ruleset_core.lang.types import RESOURCE

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
Names = dict[str, n.Local]
NOTHING: Names = {}


class Functions:
    """The functions made so far, each after those that it calls."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self.made: dict[str, n.Function] = {}
        self.hooks: set[str] = set()
        self.longest: dict[str, int] = {}
        """The longest length of every gathered list."""
        self._procedures: dict[str, str] = {}
        self._free: dict[n.Node, Names] = {}
        self._alike: dict[Any, str] = {}

    # -- which locals are read ----------------------------------------------------------------------------------

    def free(self, code: Expr) -> Names:
        """The locals that an expression reads."""
        if isinstance(code, int):
            return NOTHING
        found = self._free.get(code)
        if found is None:
            found = {code.name: code} if type(code) is n.Local else NOTHING
            for part in parts_of(code):
                read = self._free.get(part)
                if read is None:
                    read = self.free(part)
                found = _both(found, read) if found else read
            self._free[code] = found
        return found

    def free_in(self, body: Sequence[Any]) -> Names:
        """The locals that statements read before they set them."""
        found: Names = {}
        self._read(body, frozenset(), found)
        return found

    def _read(self, body: Sequence[Any], bound: frozenset[str], found: Names) -> frozenset[str]:
        for each in body:
            kind = type(each)
            if kind is n.SetLocal:
                self._note(each.value, bound, found)
                bound |= {each.local.name}
            elif kind is n.If:
                self._note(each.condition, bound, found)
                then = self._read(each.then, bound, found)
                bound = then & self._read(each.otherwise, bound, found)
            elif kind is n.Loop:
                for code in parts_of(each.source):
                    self._note(code, bound, found)
                self._read(each.body, bound | {each.local.name}, found)
            elif kind is n.Sort:
                self._note(each.zone, bound, found)
                self._note(each.key, bound | {each.local.name}, found)
            else:
                for code in parts_of(each):
                    self._note(code, bound, found)
        return bound

    def _note(self, code: Expr, bound: frozenset[str], found: Names) -> None:
        for name, local in self.free(code).items():
            if name not in bound:
                found[name] = _wider(found[name], local) if name in found else local

    def variable(self, span: tuple[int, int], env: Env) -> tuple[n.Local, n.Local]:
        """A variable of a loop that goes from the least to the greatest of `span`, and where the block of a seat it stands for begins.

        Both have names that nothing in scope reads: in `any h in cell where (any t in s.turns where ...)` the list of turns is
        looked up with what stands for `s`, so if `s` is `_x1_` neither `h` nor `t` may be.
        """
        scope: list[Expr] = []
        for held in env.values():
            if isinstance(held, dict):
                scope += [*held, *held.values()]
            else:
                scope.append(held)
        read = {name for code in scope for name in self.free(code)}
        number = next(each for each in count() if not read & {f"_x{each}_", f"_s{each}_"})
        return self.b.make.local(f"_x{number}_", *span), self.b.places.base_local(f"_s{number}_")

    # -- making them --------------------------------------------------------------------------------------------

    def add(
        self, name: str, params: tuple[n.Local, ...], body: list[Any], gives: tuple[int, int] | None, title: str
    ) -> n.Function:
        """A function with a name of its own."""
        least, most = gives or (0, 0)
        made = self.made[name] = n.Function(name, params, body, gives is not None, least, most, title)
        if self._breaks(body):
            self.b.make.breaking.add(name)
        return made

    def _breaks(self, body: Sequence[Any]) -> bool:
        """Whether statements may break a rule, or spend steps, or do anything but work out a value."""
        harmless = self.b.make.harmless
        for each in body:
            kind = type(each)
            if kind is n.SetLocal or kind is n.Return:
                fine = harmless(each.value)
            elif kind is n.If:
                fine = harmless(each.condition) and not self._breaks(each.then) and not self._breaks(each.otherwise)
            elif kind is n.Loop:
                fine = type(each.source) is not n.Found and all(map(harmless, parts_of(each.source)))
                fine = fine and not self._breaks(each.body)
            else:
                fine = False
            if not fine:
                return True
        return False

    def procedure(self, name: str) -> str:
        """The function of a procedure that never suspends."""
        if name not in self._procedures:
            procedure = self.b.program.procedures[name]
            title = self._procedures[name] = f"p{list(self.b.program.procedures).index(name)}"
            env = self.b.places.acting()
            me, base = env["me"], self.b.places.mine(env)
            params = tuple(self._param(procedure, place) for place in range(len(procedure.params)))
            env.update({each.name: each for each in params})
            body = self.b.effects.body(procedure.body, env)
            if isinstance(base, n.Local) and base.name in self.free_in(body):
                body.insert(0, n.SetLocal(base, self.b.places.base_of(me)))
            steps = self.b.steps.entered(name)
            if steps:
                body.insert(0, n.Spend(steps))
            self.add(title, (me, *params), body, None, name)
        return self._procedures[name]

    def _param(self, procedure: Procedure, place: int) -> n.Local:
        name = procedure.params[place]
        if place < len(procedure.kinds):
            return self.b.local(name, procedure.kinds[place])
        if procedure.name == GAIN and name == "resource":
            return self.b.local(name, RESOURCE)
        return self.b.make.local(name)

    def called(
        self, stem: str, key: Any, body: list[Any], gives: tuple[int, int], title: str, args: dict[str, Expr]
    ) -> Expr:
        """What a function of this body gives; one that is alike (`key`) is used again. `args`: what locals stand for."""
        name = self._alike.get(key)
        if name is None:
            params = tuple(local for _, local in sorted(self.free_in(body).items()))
            name = self._alike[key] = f"{stem}{len(self.made)}"
            self.add(name, params, body, gives, title)
        return self.call(name, args)

    def call(self, name: str, args: dict[str, Expr]) -> Expr:
        """What a function gives; locals that `args` does not name are handed on as they are."""
        made = self.made[name]
        given = tuple(args.get(each.name, each) for each in made.params)
        return self.b.make.called(name, given, made.low, made.high)

    def apart(self, code: n.Node, args: dict[str, Expr] | None = None) -> Expr:
        """The same expression as a function of its own."""
        gives = (code.low, code.high)
        return self.called("x", ("apart", code), [n.Return(code)], gives, "", args or {})


def _both(one: Names, other: Names) -> Names:
    if one is other or other.items() <= one.items():
        return one
    found = dict(one)
    for name, local in other.items():
        found[name] = _wider(found[name], local) if name in found else local
    return found


def _wider(one: n.Local, other: n.Local) -> n.Local:
    if one is other:
        return one
    least, most = min(one.low, other.low), max(one.high, other.high)
    return n.Local(least, most, 1, 1, one.name)
