"""Expressions and conditions: a typed expression in, a closure that gives a whole number out.

One function for each class of nodes builds its closure. What is known when it is built is not looked up again:

    Const(100)              lambda s, env: 100
    Local("me")             lambda s, env: env["me"]
    Load(pot)               reads s.v[1]: a shared field without index lies at a known place
    Load(held, me, points)  reads s.v[3 + 3 * env["me"] + 0], after a look whether a seat acts
    Op(">=", a, b)          one closure made of a template, with `a` and `b` written into it where they are short

>>> from ruleset_core import load
>>> game = load("pig")
>>> (row,) = game.program.scores              # `amount: points`
>>> game.interpreter.value(row.amount)(game.new(players=2, seed=4), {"me": 0})
0

What has no meaning (a fact of none, a number beyond 64 bits) raises `BrokenRule`; the core traps at the same places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NoReturn

from ruleset_core.analysis.dependencies import trial_changes
from ruleset_core.eval import closures
from ruleset_core.eval.closures import Definition, Env, Value, inline_template
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.eval.evaluator import Evaluator
from ruleset_core.eval.selections import loop_values, quantity
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.program import Definition as Define
from ruleset_core.lang.runtime import HIGH, LOW, StateMemory


def operation(e: Evaluator, node: t.Op) -> Value:
    """An operation. Its parts are worked out from left to right; of `and`, `or` and `if` only those that settle it."""
    special = _SPECIAL.get(node.name)
    if special is not None:
        return special(e, node)
    operands = dict(zip("abcdefgh", node.args, strict=False))
    described = OPERATIONS[node.name]
    if described.gives == "condition" or described.lazy:
        return inline_template(e, _LAZY.get(described.form) or f"1 if {{a}} {node.name} {{b}} else 0", operands)
    if described.meaning is None:
        raise e.access.broken("nothing", node.name)
    growing = described.form == "infix" and not node.name.isalpha()
    called = f"{{a}} {node.name} {{b}}" if growing else f"work({', '.join(f'{{{name}}}' for name in operands)})"
    return inline_template(e, _BOUNDED.format(called), operands, work=described.meaning, beyond=value_too_large(e))


def value_too_large(e: Evaluator) -> Callable[[], NoReturn]:
    """What refuses a value that grows beyond 64 bits before it is compared or kept."""
    broken = e.access.broken

    def refuse() -> NoReturn:
        raise broken("between")

    return refuse


def within_limits(e: Evaluator) -> Callable[[int], int]:
    """What lets a value through that stands in between: 64 bits."""
    refuse = value_too_large(e)
    return lambda value: value if LOW <= value <= HIGH else refuse()


_LAZY: Final[Mapping[str, str]] = {"if": "{b} if {a} else {c}", "prefix": "0 if {a} else 1"}
"""Conditions, and what is lazy, as Python writes it, by form; between their arguments stands the same sign as here."""
_BOUNDED: Final = f"found if {LOW} <= (found := {{0}}) <= {HIGH} else beyond()"


def typed_argument(e: Evaluator, node: t.Op) -> Value:
    """A value that must be of the type it is handed on as; made by lowering, as are `acting` and `fits`."""
    value, check = e.value(node.args[0]), e.checked([node.type], 1, node.owner)

    def handed_on(s: StateMemory, env: Env) -> int:
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

    def seat(s: StateMemory, env: Env) -> int:
        found: int = value(s, env)
        if not 0 <= found < s.n:
            raise broken("as" if found < 0 else "beyond")
        return found

    return seat


def fits(e: Evaluator, node: t.Op) -> Value:
    """Whether so many of a resource can be gained without looking at each: neither its spaces nor its bound stands against it."""
    amount, resource, broken = e.value(node.args[0]), e.value(node.args[1]), e.access.broken
    filled, held, resources = (
        closures.amount_address(e, "filled"),
        closures.amount_address(e, "held"),
        e.vocabulary.resources,
    )
    reach = e.program.procedures.get("event reach")
    asks = reach is not None and reach.suspends

    def can(s: StateMemory, env: Env) -> int:
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


_SPECIAL: Final[Mapping[str, Callable[[Any, t.Op], Value]]] = {"given": typed_argument, "acting": acting, "fits": fits}


# -- definitions of the data -------------------------------------------------------------------------------------------


def apply(e: Evaluator, node: t.Apply) -> Value:
    """`worth(card)`: the definition for these arguments, each of which must be of its parameter's type. `me` is passed on."""
    define, definitions, name = e.vocabulary.defines[node.define], e.definitions, node.define
    kinds = [*define.params.values()]
    parts = [
        (param, arg.name if isinstance(arg, t.Local) else None, e.value(arg), *e.bounds(kind))
        for (param, kind), arg in zip(define.params.items(), node.args, strict=True)
    ]

    def applied(s: StateMemory, env: Env) -> int:
        inner: Env = {"me": env.get("me", -1)}
        doubtful = False
        for param, local, arg, low, high, none in parts:
            value = arg(s, env) if local is None else env[local]
            if not low <= value <= high and value != none:
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

    def alone(s: StateMemory, inner: Env) -> int:
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

    def worked_out(s: StateMemory, inner: Env) -> int:
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
                spelled = e.vocabulary.format_unfit(define.type, value)
                raise broken("result", define.name, kind=define.type, value=spelled)
        except BrokenRule as refused:
            refused.note(at)
            raise
        return value

    return worked_out


# -- other expressions -------------------------------------------------------------------------------------------------


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
    known = closures.known_address(node)
    if known is not None:
        return e.access.value_there(node.field, known)
    return e.access.value(node.field, closures.address(e, node))


def fact(e: Evaluator, node: t.FactOf) -> Value:
    """`card.cost`: the fact of a member, which must not be none; of a piece with sides that of the side that lies up."""
    values, size = node.fact.values, e.vocabulary.domains[node.fact.domain].size
    broken, name = e.access.broken, node.fact.name

    def none() -> NoReturn:
        raise broken("fact", name)

    if node.side is None:
        template, operands = "values[member] if 0 <= (member := {of}) < size else none()", {"of": node.of}
        return inline_template(e, template, operands, values=values, size=size, none=none)
    place = "values[member * sides + at] if 0 <= (at := {side}) < sides else none()"
    template, operands = f"({place}) if 0 <= (member := {{of}}) < size else none()", {"of": node.of, "side": node.side}
    return inline_template(e, template, operands, values=values, size=size, sides=node.fact.sides, none=none)


def piece_at(e: Evaluator, node: t.ZoneAt) -> Value:
    """`deck[0]`: the piece at a place of a list; none beyond its ends."""
    return e.access.piece_at(node.zone.zone, e.zone(node.zone), e.value(node.place))


def nth(e: Evaluator, node: t.Nth) -> Value:
    """`card.costs[1]`: the value at a place of a list of facts; beyond its ends none, or 0 where there is no none."""
    of, place, beyond = e.value(node.of), e.value(node.place), -int(node.type.optional)

    def value_at(s: StateMemory, env: Env) -> int:
        values, at = of(s, env), place(s, env)
        return values[at] if 0 <= at < len(values) else beyond

    return value_at


def contains(e: Evaluator, node: t.Contains) -> Value:
    """`x in hand`. Nothing is looked at behind what settles it: a further list of `hand + table`, a number of `[a, b]`, `b` of `a to b`."""
    of, selection = e.value(node.of), node.selection
    if selection.zone is not None:
        return e.access.lies_in(selection.zone.zone, e.zone(selection.zone), of)
    if selection.kind == "values":
        return inline_template(e, "1 if {of} in values else 0", {"of": node.of}, values=frozenset(selection.values))
    several = [_holding(e, each) for each in selection.among or (selection,)]

    def holds(s: StateMemory, env: Env) -> int:
        value = of(s, env)
        return int(any(holds(s, env, value) for holds in several))

    return holds


def _holding(e: Evaluator, selection: t.Selection) -> Callable[[StateMemory, Env, int], bool]:
    """Whether a value is one of a selection."""
    if selection.kind == "items":
        parts = [e.value(part) for part in selection.parts]
        return lambda s, env, value: any(part(s, env) == value for part in parts)
    if selection.kind == "range":
        first, last = map(e.value, selection.parts)
        return lambda s, env, value: first(s, env) <= value <= last(s, env)
    members = e.members(selection)
    return lambda s, env, value: value in members(s, env)


def can_pay(e: Evaluator, node: t.CanPay) -> Value:
    """Whether the acting seat has all that these costs come to together."""
    return affordable(e, node.costs)


def affordable(e: Evaluator, costs: tuple[tuple[t.Expr, t.Expr], ...]) -> Value:
    """What works out whether costs can be paid: `pay 2 coin, 1 coin` asks for 3 coins. A cost below 0 is none."""
    parts = [(e.value(amount), e.value(resource)) for amount, resource in costs]
    held, let_through = closures.amount_address(e, "held"), within_limits(e)

    def can(s: StateMemory, env: Env) -> int:
        total: dict[int, int] = {}
        for amount, resource in parts:
            key = resource(s, env)
            total[key] = let_through(total.get(key, 0) + max(0, amount(s, env)))
        has = {key: s.v[held(s, env, key)] for key in total}  # all are looked at, whichever is missing
        return int(all(has[key] >= amount for key, amount in total.items()))

    return can


GIVEN: Final = "what a trial comes to"
"""Beside the locals within a trial. No local has a space in its name."""


def would(e: Evaluator, node: t.Would) -> Value:
    """`would { EFFECT } then VALUE`: the effect is done to a copy of the values and of the pieces, which is then dropped."""
    run, moves = e.statement(node.effect), trial_changes(e.program, node).moves

    def tried(s: StateMemory, env: Env) -> int:
        values, zones = s.v, s.z
        s.v = [*values]
        if moves:
            s.z = [[*pieces] for pieces in zones]
        inner = {**env}
        try:
            run(s, inner)
        finally:
            s.v, s.z = values, zones
        return inner[GIVEN]  # type: ignore[no-any-return]

    return e.access.trial(tried)


def hook(e: Evaluator, node: t.HookCall) -> Value:
    """A query of the game's plugin: a function of the state, the acting seat and numbers."""
    args, hooks, name, let_through = [e.value(arg) for arg in node.args], e.hooks, node.hook, within_limits(e)
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
    members = loop_values(e, node.selection)
    return lambda s, env: tuple(members(s, env))


def pick(e: Evaluator, node: t.Pick) -> Value:
    """The value at a place of such a list, or of a list that is always the same."""
    values = "env[held]" if node.held else "values"
    return inline_template(e, f"{values}[{{place}}]", {"place": node.place}, held=node.held, values=node.values)


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
    t.Would: would,
    t.Players: players,
    t.OptionValue: option,
    t.Gather: gather,
    t.Pick: pick,
    t.Size: size,
}
"""What builds the closure of an expression, by its class."""
