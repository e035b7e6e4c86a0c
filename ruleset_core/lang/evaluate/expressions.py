"""What expressions and conditions come to. Every value is a number: conditions are 0 and 1, none is -1; a list of facts is a tuple."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate import places
from ruleset_core.lang.evaluate.definitions import apply
from ruleset_core.lang.evaluate.inlining import inlined
from ruleset_core.lang.evaluate.operations import operation, within
from ruleset_core.lang.evaluate.quantities import gone_through, quantity

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Env, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory


def constant(_e: Evaluator, node: t.Const) -> Value:
    """`3`, `red`, `none`: itself."""
    value = node.value
    return lambda _s, _env: value


def local(_e: Evaluator, node: t.Local) -> Value:
    """`me`, `it`, `n`: what the name stands for."""
    name = node.name
    return lambda _s, env: env[name]


def load(e: Evaluator, node: t.Load) -> Value:
    """`pot`, `p.coin`: what the state keeps there."""
    known = places.known_address(node)
    if known is not None:
        return e.access.value_there(node.field, known)
    return e.access.value(node.field, places.address(e, node))


def fact(e: Evaluator, node: t.FactOf) -> Value:
    """`card.cost`: the fact of a member, which must not be none; of a piece with sides that of the side that lies up."""
    values, size = node.fact.values, e.vocabulary.domains[node.fact.domain].size
    broken, name = e.access.broken, node.fact.name

    def none() -> NoReturn:
        raise broken("fact", name)

    place, operands = "member", {"of": node.of}
    if node.side is not None:
        place, operands = "member * sides + {side}", {"of": node.of, "side": node.side}
    template = f"values[{place}] if 0 <= (member := {{of}}) < size else none()"
    return inlined(e, template, operands, values=values, size=size, sides=node.fact.sides, none=none)


def piece_at(e: Evaluator, node: t.ZoneAt) -> Value:
    """`deck[0]`: the piece at a place of a list; none beyond its ends."""
    return e.access.piece_at(node.zone.zone, e.zone(node.zone), e.value(node.place))


def nth(e: Evaluator, node: t.Nth) -> Value:
    """`card.costs[1]`: the value at a place of a list of facts; beyond its ends none, or 0 where there is no none."""
    of, place, beyond = e.value(node.of), e.value(node.place), -int(node.type.optional)

    def value_at(s: Memory, env: Env) -> int:
        values, at = of(s, env), place(s, env)
        return values[at] if 0 <= at < len(values) else beyond

    return value_at


def contains(e: Evaluator, node: t.Contains) -> Value:
    """`x in hand`. Of several selections (`hand + table`) the next one is only looked at where the value is in none before it."""
    of, selection = e.value(node.of), node.selection
    if selection.zone is not None:
        return e.access.lies_in(selection.zone.zone, e.zone(selection.zone), of)
    if selection.kind == "values":
        return inlined(e, "1 if {of} in values else 0", {"of": node.of}, values=frozenset(selection.values))
    several = [e.members(each) for each in selection.among or (selection,)]

    def found(s: Memory, env: Env) -> int:
        value = of(s, env)
        for members in several:
            if value in members(s, env):
                return 1
        return 0

    return found


def can_pay(e: Evaluator, node: t.CanPay) -> Value:
    """Whether the acting seat has all that these costs come to together."""
    return affordable(e, node.costs)


def affordable(e: Evaluator, costs: tuple[tuple[t.Expr, t.Expr], ...]) -> Value:
    """What works out whether costs can be paid: `pay 2 coin, 1 coin` asks for 3 coins. A cost below 0 is none."""
    parts = [(e.value(amount), e.value(resource)) for amount, resource in costs]
    held, let_through = places.amount(e, "held"), within(e)

    def can(s: Memory, env: Env) -> int:
        total: dict[int, int] = {}
        for amount, resource in parts:
            key = resource(s, env)
            total[key] = let_through(total.get(key, 0) + max(0, amount(s, env)))
        has = {key: s.v[held(s, env, key)] for key in total}  # all are looked at, whichever is missing
        return int(all(has[key] >= amount for key, amount in total.items()))

    return can


def hook(e: Evaluator, node: t.HookCall) -> Value:
    """A query of the game's plugin: a function of the state, the acting seat and numbers."""
    args, hooks, name, let_through = [e.value(arg) for arg in node.args], e.hooks, node.hook, within(e)
    return e.access.hook(
        lambda s, env: let_through(int(hooks[name](s, env.get("me", -1), *[arg(s, env) for arg in args])))
    )


def players(_e: Evaluator, _node: t.Players) -> Value:
    """`players`: how many play."""
    return lambda s, _env: s.n


def option(_e: Evaluator, node: t.OptionValue) -> Value:
    """`option.length`: what was chosen before the game."""
    place = node.place
    return lambda s, _env: s.settings[place]


def gather(e: Evaluator, node: t.Gather) -> Value:
    """The values of a loop that may be interrupted, kept in a local; made by lowering, as are `pick` and `size`."""
    members = gone_through(e, node.selection)
    return lambda s, env: tuple(members(s, env))


def pick(e: Evaluator, node: t.Pick) -> Value:
    """The value at a place of such a list, or of a list that is always the same."""
    values = "env[held]" if node.held else "values"
    return inlined(e, f"{values}[{{place}}]", {"place": node.place}, held=node.held, values=node.values)


def size(_e: Evaluator, node: t.Size) -> Value:
    """How many values such a list has."""
    held = node.held
    return lambda _s, env: len(env[held])


EXPRESSIONS: Final[Mapping[type, Callable[[Any, Any], Value]]] = {
    t.Const: constant,
    t.Local: local,
    t.Load: load,
    t.FactOf: fact,
    t.ZoneAt: piece_at,
    t.Nth: nth,
    t.Op: operation,
    t.Contains: contains,
    t.Quantity: quantity,
    t.Apply: apply,
    t.HookCall: hook,
    t.CanPay: can_pay,
    t.Players: players,
    t.OptionValue: option,
    t.Gather: gather,
    t.Pick: pick,
    t.Size: size,
}
"""What builds the closure of an expression, by its class."""
