"""What operations come to: `a + b`, `a == b`, `a and b`. Their meaning is that of `lang.operations`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate import places
from ruleset_core.lang.evaluate.inlining import inlined
from ruleset_core.lang.operations import MEANINGS
from ruleset_core.lang.runtime import HIGH, LOW

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Env, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory


def operation(e: Evaluator, node: t.Op) -> Value:
    """An operation. Its parts are worked out from left to right; of `and`, `or` and `if` only those that settle it."""
    special = _SPECIAL.get(node.name)
    if special is not None:
        return special(e, node)
    operands = dict(zip("abcdefgh", node.args, strict=False))
    template = _TEMPLATES.get(node.name)
    if template is not None:
        return inlined(e, template, operands)
    work = MEANINGS.get(node.name)
    if work is None:
        raise e.access.broken("nothing", node.name)
    called = _GROWS.get(node.name) or f"work({', '.join(f'{{{name}}}' for name in operands)})"
    return inlined(e, _BOUNDED.format(called), operands, work=work, beyond=too_large(e))


def too_large(e: Evaluator) -> Callable[[], NoReturn]:
    """What refuses a value that grows beyond 64 bits before it is compared or kept."""
    broken = e.access.broken

    def refuse() -> NoReturn:
        raise broken("between")

    return refuse


def within(e: Evaluator) -> Callable[[int], int]:
    """What lets a value through that stands in between: 64 bits."""
    refuse = too_large(e)
    return lambda value: value if LOW <= value <= HIGH else refuse()


_TEMPLATES: Final[Mapping[str, str]] = {
    "and": "1 if {a} and {b} else 0",
    "or": "1 if {a} or {b} else 0",
    "if": "{b} if {a} else {c}",
    "not": "0 if {a} else 1",
    **{name: f"1 if {{a}} {name} {{b}} else 0" for name in ("==", "!=", "<", "<=", ">", ">=")},
}
"""What most operations are, as Python writes it best, and those that are lazy; others call their meaning."""
_GROWS: Final[Mapping[str, str]] = {name: f"{{a}} {name} {{b}}" for name in ("+", "-", "*")}
"""Those that may go beyond 64 bits."""
_BOUNDED: Final = f"found if {LOW} <= (found := {{0}}) <= {HIGH} else beyond()"


def given(e: Evaluator, node: t.Op) -> Value:
    """A value that must be of the type it is handed on as; made by lowering, as are `acting` and `fits`."""
    value, check = e.value(node.args[0]), e.checked([node.type], 1, node.owner)

    def handed_on(s: Memory, env: Env) -> int:
        found = int(value(s, env))
        check((found,))
        return found

    return handed_on


def acting(e: Evaluator, node: t.Op) -> Value:
    """A seat that is to act from here on: one of those that play."""
    return seat_to_act(e, node.args[0])


def seat_to_act(e: Evaluator, node: t.Expr) -> Value:
    """What works out a seat that is to act from here on."""
    value, broken = e.value(node), e.access.broken

    def seat(s: Memory, env: Env) -> int:
        found: int = value(s, env)
        if not 0 <= found < s.n:
            raise broken("as" if found < 0 else "beyond")
        return found

    return seat


def fits(e: Evaluator, node: t.Op) -> Value:
    """Whether so many of a resource can be gained without looking at each: neither its spaces nor its bound stands against it."""
    amount, resource, broken = e.value(node.args[0]), e.value(node.args[1]), e.access.broken
    filled, held, resources = places.amount(e, "filled"), places.amount(e, "held"), e.vocabulary.resources
    reach = e.program.procedures.get("event reach")
    asks = reach is not None and reach.suspends

    def can(s: Memory, env: Env) -> int:
        more, which = amount(s, env), resource(s, env)
        if which < 0:
            raise broken("resource")
        if asks:
            return 0
        bounds = resources[which]
        full, has = s.v[filled(s, env, which)], s.v[held(s, env, which)]
        spaces = bounds.spaces < 0 or full + more <= bounds.spaces
        return int(spaces and (bounds.maximum < 0 or has + more <= bounds.maximum))

    return can


_SPECIAL: Final[Mapping[str, Callable[[Any, t.Op], Value]]] = {"given": given, "acting": acting, "fits": fits}
