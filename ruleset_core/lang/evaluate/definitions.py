"""What definitions of the data come to: amounts, conditions and values that have a name, with what changes them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.runtime import HIGH, LOW

if TYPE_CHECKING:
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.evaluate.closures import Definition, Env, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory


def apply(e: Evaluator, node: t.Apply) -> Value:
    """`worth(card)`: the definition for these arguments, each of which must be of its parameter's type. `me` is passed on."""
    define, definitions, name = e.vocabulary.defines[node.define], e.definitions, node.define
    kinds = [*define.params.values()]
    parts = [
        (param, arg.name if isinstance(arg, t.Local) else None, e.value(arg), *e.bounds(kind))
        for (param, kind), arg in zip(define.params.items(), node.args, strict=True)
    ]

    def applied(s: Memory, env: Env) -> int:
        inner: Env = {"me": env.get("me", -1)}
        doubtful = False
        for param, local, arg, low, high, besides in parts:
            value = arg(s, env) if local is None else env[local]
            if not low <= value <= high and value != besides:
                doubtful = True
            inner[param] = value
        if doubtful:
            e.check(kinds, [*inner.values()][1:], name)
        return definitions[name](s, inner)

    return applied


def definition(e: Evaluator, define: Define) -> Definition:
    """Its value; then each change whose condition holds sets it; then each such change adds to it.

    With `define worth = 2`, `modify: worth, add: 3` and `modify: worth, set: 0`, it comes to 3. Of a definition of a type the
    result must be of that type.
    """
    broken, charge, origin = e.access.broken, e.charge, define.origin
    entered = e.steps.entered(f"value {define.name}") if e.access.counts else 0
    main = None if define.value is None else e.value(define.value)
    changes = [
        (how == "add", e.value(each.where), each.condition_origin, e.value(each.value), each.origin)
        for how in ("set", "add")
        for each in define.modifiers
        if each.how == how
    ]
    typed, fits, cards, first = define.kind == "value", e.fits, define.origins, next(iter(define.params), "")

    def alone(s: Memory, inner: Env) -> int:
        """Nothing changes it, and it may be any number."""
        if entered:
            charge(s, entered)
        try:
            return main(s, inner)  # type: ignore[misc, no-any-return]
        except BrokenRule as refused:
            refused.note(origin)
            raise

    if main is not None and not changes and not typed and not cards:
        return alone

    def worked_out(s: Memory, inner: Env) -> int:
        if entered:
            charge(s, entered)
        if main is None:
            raise broken("nothing", define.name)
        at = cards.get(inner[first]) if cards else origin
        try:
            value: int = main(s, inner)
            for adds, where, of_condition, change, of_change in changes:
                at = of_condition
                if where(s, inner):
                    at = of_change
                    value = value + change(s, inner) if adds else change(s, inner)
                    if not LOW <= value <= HIGH:
                        raise broken("between")
            if typed and not fits(define.type, value):
                spelled = e.vocabulary.spell(define.type.maybe(), value)
                raise broken("result", define.name, kind=define.type, value=spelled)
        except BrokenRule as refused:
            refused.note(at)
            raise
        return value

    return worked_out
