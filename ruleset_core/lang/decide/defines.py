"""Amounts and conditions defined in data, with the changes of pieces in play: written out, or functions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import Expr
from ruleset_core.lang.code.size import high, low
from ruleset_core.lang.decide.places import BASE, BASES
from ruleset_core.lang.decide.questions import AROUND
from ruleset_core.lang.definitions import Define, Modifier
from ruleset_core.lang.walk import everything

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build

Env = dict[Any, Any]
INLINE = 120
"""Most nodes a define may have that is written out where it is used."""
VARIANTS = 24
"""Most functions made of one define for arguments that are known when the game is loaded."""
CHEAP = 3
"""Arguments of at most this many nodes may be written out several times."""
FEW_CHANGES = 4
"""Defines with at most this many changes are one expression; others go through them one by one."""
Known = tuple[tuple[str, int], ...]
"""Arguments that are known, by parameter."""


class Defines:
    """Uses of defines."""

    def __init__(self, build: Build) -> None:
        self.b = build
        self._about: dict[str, tuple[Define, bool, bool]] = {}
        self._long: dict[str, list[Known]] = {}
        self._written: dict[tuple[Any, ...], Expr | None] = {}
        self._variants: dict[tuple[str, Known], str] = {}
        self._uses: dict[tuple[str, str], int] = {}

    def value(self, node: t.Apply, env: Env) -> Expr:
        """What a define gives for its arguments."""
        define, short, handed_on = self._about.get(node.define) or self._looked_at(node.define)
        args: list[Expr] = []
        known: Known = ()
        repeatable = short
        for (name, kind), part in zip(define.params.items(), node.args, strict=True):
            arg = self.b.fitting(self.b.exprs.value(part, env), kind, sure=node.sure)
            args.append(arg)
            if isinstance(arg, int):
                known = (*known, (name, arg))
            elif type(arg) is not n.Local:
                repeatable = repeatable and self._may_repeat(define, name, arg)
        if handed_on:
            return args[0]
        if repeatable and not self._is_long(define.name, known):
            code = self._inline(define, args, env)
            if code is not None:
                return code
            self._long.setdefault(define.name, []).append(known)
        return self._call(define, known, args, env)

    def _looked_at(self, name: str) -> tuple[Define, bool, bool]:
        """A define, whether it may be written out as far as its text says, and whether it is its argument and nothing else."""
        define = self.b.v.defines[name]
        if define.value is None:
            raise ValueError(f"`{name}` has no value")
        light = self.b.steps.entered(f"value {name}") == 0  # else it is charged when it begins
        itself = type(define.value) is t.Local and list(define.params) == [define.value.name]
        short = light and len(define.modifiers) <= FEW_CHANGES
        found = self._about[name] = (define, short, itself and not define.modifiers and not define.doubtful)
        return found

    def _is_long(self, name: str, known: Known) -> bool:
        """Whether a define is too long to be written out: it was where as much was known of its arguments."""
        return name in self._long and any(set(known) <= set(each) for each in self._long[name])

    def _inline(self, define: Define, args: list[Expr], env: Env) -> Expr | None:
        """The define written out, where that is short."""
        bases, me = env.get(BASES) or {}, env.get("me")
        key = (define.name, *args, me, *bases.items())
        if key not in self._written:
            inner = {"me": me, BASES: bases, AROUND: env.get(AROUND, 1)}
            inner.update(zip(define.params, args, strict=True))
            code = self._result(define, self._changed(define.value, define.modifiers, inner))  # type: ignore[arg-type]
            self._written[key] = code if isinstance(code, int) or code.size <= INLINE else None
        return self._written[key]

    def _may_repeat(self, define: Define, param: str, arg: n.Node) -> bool:
        """Whether an argument can be written out wherever the parameter stands; numbers and locals always are."""
        if not self.b.make.harmless(arg):
            return False
        if arg.size <= CHEAP and not isinstance(arg, n.Called):
            return True
        key = (define.name, param)
        if key not in self._uses:
            changes = [part for each in define.modifiers for part in (each.where, each.value)]
            self._uses[key] = sum(self._inside(part, param) for part in (define.value, *changes) if part is not None)
        return self._uses[key] <= 1

    @staticmethod
    def _inside(part: t.Expr, param: str) -> int:
        """How often a parameter is read; within a question, many times."""
        found = 0
        for node in everything(part):
            if isinstance(node, t.Local) and node.name == param:
                found += 1
            if isinstance(node, t.Quantity):
                asked = [each for each in (node.where, node.body) if each is not None]
                if any(isinstance(one, t.Local) and one.name == param for each in asked for one in everything(each)):
                    found += 2
        return found

    def _changed(self, value: t.Expr, modifiers: list[Modifier], env: Env) -> Expr:
        make, exprs = self.b.make, self.b.exprs
        code = exprs.value(value, env)
        for how in ("set", "add"):
            for change in modifiers:
                if change.how != how:
                    continue
                where = exprs.truth(change.where, env)
                if where == 0:
                    continue
                new = exprs.value(change.value, env)
                if how == "add":
                    code = make.plus(code, make.choice(where, new, 0))
                else:
                    code = make.after(code, make.choice(where, new, code))
        return code

    # -- functions ----------------------------------------------------------------------------------------------

    def _call(self, define: Define, known: Known, args: list[Expr], env: Env) -> Expr:
        name, bound = self._function_of(define, known)
        given: dict[str, Expr] = {
            param: arg for param, arg in zip(define.params, args, strict=True) if param not in bound
        }
        me = self.b.places.me(env)
        code = self.b.functions.call(name, {**given, "me": me, BASE: self.b.places.base(me, env)})
        read = {each.name for each in self.b.functions.made[name].params}
        for param, arg in given.items():
            if param not in read:
                code = self.b.make.after(arg, code)
        return code

    def _function_of(self, define: Define, known: Known) -> tuple[str, dict[str, int]]:
        """The function of a define where some of its arguments are known, and those that are bound in it.

        What is known is worked out in a function of its own, up to a number of functions for each define.
        """
        found = self._variants.get((define.name, known))
        if found is not None:
            return found, dict(known)
        made = sum(name == define.name for name, _ in self._variants)
        if made >= VARIANTS:
            known = ()
        bound = dict(known)
        if (define.name, known) not in self._variants:
            stem = define.name.replace(" ", "_")
            name = self._variants[define.name, known] = f"d_{stem}__{made}" if known else f"d_{stem}"
            env: Env = {**self.b.places.acting(), **bound}
            body, gives = self._body(define, env)
            steps = self.b.steps.entered(f"value {define.name}")
            if steps:
                body.insert(0, n.Spend(steps))
            params = tuple(local for _, local in sorted(self.b.functions.free_in(body).items()))
            self.b.functions.add(name, params, body, gives, define.name)
        return self._variants[define.name, known], bound

    def _body(self, define: Define, env: Env) -> tuple[list[Any], tuple[int, int]]:
        if define.value is None:
            raise ValueError(f"`{define.name}` has no value")
        if len(define.modifiers) <= FEW_CHANGES:
            code = self._result(define, self._changed(define.value, define.modifiers, env))
            return [n.Return(code)], (low(code), high(code))
        return self._one_by_one(define, define.value, env)

    def _result(self, define: Define, code: Expr) -> Expr:
        """What a definition comes to; a value is of its type."""
        if define.kind != "value" or not self.b.v.finite(define.type):
            return code
        return self.b.fitting(code, define.type, sure=define.sure)

    def _one_by_one(self, define: Define, value: t.Expr, env: Env) -> tuple[list[Any], tuple[int, int]]:
        """Statements that go through many changes."""
        make, exprs = self.b.make, self.b.exprs
        first = exprs.value(value, env)
        least, most = low(first), high(first)
        changes: list[tuple[str, Expr, Expr]] = []
        for how in ("set", "add"):
            for change in define.modifiers:
                where = exprs.truth(change.where, env) if change.how == how else 0
                if where == 0:
                    continue
                new = exprs.value(change.value, env)
                changes.append((how, where, new))
                least = min(least, low(new)) if how == "set" else least + min(0, low(new))
                most = max(most, high(new)) if how == "set" else most + max(0, high(new))
        span = make.within_long(least, most)
        total = make.local("_t", *span)
        body: list[Any] = [n.SetLocal(total, first)]
        for how, where, new in changes:
            step = n.SetLocal(total, new if how == "set" else make.plus(total, new))
            body.append(step if isinstance(where, int) else n.If(where, [step], []))
        code = self._result(define, total)
        return [*body, n.Return(code)], (low(code), high(code))
