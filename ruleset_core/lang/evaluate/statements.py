"""What statements do that never ask a player: they change the state, and the local names of what they stand in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate import places
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.evaluate.expressions import affordable
from ruleset_core.lang.evaluate.operations import seat_to_act
from ruleset_core.lang.evaluate.quantities import gone_through
from ruleset_core.lang.evaluate.verbs import VERBS
from ruleset_core.lang.lower.expand import expanded
from ruleset_core.lang.runtime import DEEP, QUEUE

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Call, Effect, Env
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.program import Procedure
    from ruleset_core.lang.runtime import Memory

DEPTH: Final = "how deep"
"""Beside the locals: in how many procedures that lead back to themselves this happens. No local has a space in its name."""


def statement(e: Evaluator, node: t.Statement) -> Effect:
    """A statement, with events, gains and phases made explicit."""
    whole = expanded(node, e.vocabulary)
    build = _KINDS.get(type(whole))
    if build is None:
        raise e.access.broken("nothing", type(whole).__name__)
    run, before = build(e, whole), e.access.before_statement(e, whole)
    if before is None:
        return run

    def both(s: Memory, env: Env) -> None:
        before(s, env)
        run(s, env)

    return both


def _block(e: Evaluator, node: t.Block) -> Effect:
    """Statements in order. A broken rule keeps the origin of the innermost one."""
    items = [(e.statement(item), item.origin) for item in node.items]

    def run(s: Memory, env: Env) -> None:
        at = None
        try:
            for item, at in items:  # noqa: B007 - what refuses is asked for it
                item(s, env)
        except BrokenRule as broken:
            broken.note(at)
            raise

    return run


def _let(e: Evaluator, node: t.Let) -> Effect:
    """`let n = pot + 1`: a local name for a value."""
    var, value, kept = node.var, e.value(node.value), e.kept

    def run(s: Memory, env: Env) -> None:
        env[var] = kept(value(s, env), var)

    return run


def _put(e: Evaluator, node: t.Put) -> Effect:
    """`set pot = pot + 1`: a value of the field's type, worked out before its place is."""
    field, value, at, held = node.target.field, e.value(node.value), e.address(node.target), e.held
    low, high, besides = e.bounds(field.type)

    def run(s: Memory, env: Env) -> None:
        new = value(s, env)
        if not low <= new <= high and new != besides:
            held(field, new)
        s.v[at(s, env)] = new

    return run


def _if(e: Evaluator, node: t.If) -> Effect:
    """`if c { ... } else { ... }`: one of two ways."""
    condition, then = e.value(node.condition), e.statement(node.then)
    otherwise = None if node.otherwise is None else e.statement(node.otherwise)

    def run(s: Memory, env: Env) -> None:
        if condition(s, env):
            then(s, env)
        elif otherwise is not None:
            otherwise(s, env)

    return run


def _for(e: Evaluator, node: t.For) -> Effect:
    """`for each p in seat where p != me { ... }`: the values are fixed when it begins, the condition is asked at each one's turn."""
    var, values, where, body = (
        node.var,
        gone_through(e, node.selection, node),
        e.condition(node.where),
        e.statement(node.body),
    )

    def run(s: Memory, env: Env) -> None:
        for value in [*values(s, env)]:
            env[var] = value
            if where is None or where(s, env):
                body(s, env)

    return run


def _repeat(e: Evaluator, node: t.Repeat) -> Effect:
    """`repeat n { ... }`: a number of times, fixed when it begins; below 0 not once."""
    times, body, begin, kept = e.value(node.times), e.statement(node.body), e.begin(node), e.kept

    def run(s: Memory, env: Env) -> None:
        rounds = kept(times(s, env), "repeat")
        if begin is not None:
            begin(s, rounds)
        for _ in range(rounds):
            body(s, env)

    return run


def _as(e: Evaluator, node: t.As) -> Effect:
    """`as p { ... }`: another seat acts. Locals that are set inside are not known outside."""
    seat, body = seat_to_act(e, node.seat), e.statement(node.body)
    return lambda s, env: body(s, {**env, "me": seat(s, env)})


def _pay(e: Evaluator, node: t.Pay) -> Effect:
    """`pay 2 coin -> { ... } else { ... }`: all costs, or none of them."""
    can, take, body = affordable(e, node.costs), _taken(e, node.costs), e.statement(node.body)
    otherwise = None if node.otherwise is None else e.statement(node.otherwise)

    def run(s: Memory, env: Env) -> None:
        if can(s, env):
            take(s, env)
            body(s, env)
        elif otherwise is not None:
            otherwise(s, env)

    return run


def _take(e: Evaluator, node: t.Take) -> Effect:
    """Costs that are known to be payable; made by lowering."""
    return _taken(e, node.costs)


def _taken(e: Evaluator, costs: tuple[tuple[t.Expr, t.Expr], ...]) -> Effect:
    """Costs leave the acting seat. All are worked out before the first is paid."""
    parts = [(e.value(amount), e.value(resource)) for amount, resource in costs]
    held, pay = places.amount(e, "held"), e.effects.pay

    def run(s: Memory, env: Env) -> None:
        due = [(amount(s, env), resource(s, env)) for amount, resource in parts]
        pay(s, env.get("me", -1), [(held(s, env, resource), resource, amount) for amount, resource in due])

    return run


def procedure(e: Evaluator, node: Procedure) -> Call:
    """A procedure that never asks, given its arguments, each of which must be of its parameter's type. `me` is passed on."""
    name, params, charge, broken = node.name, node.params, e.charge, e.access.broken
    check, entered, circular = e.checked(node.kinds, len(params), name), e.steps.entered(name), name in e.steps.circular
    body = e.statement(node.body)

    def run(s: Memory, env: Env, args: list[int]) -> None:
        check(args)
        if entered:
            charge(s, entered)
        inner: Env = dict(zip(params, args, strict=True))
        inner["me"] = env.get("me", -1)
        depth = env.get(DEPTH, 0) + circular
        if depth:
            inner[DEPTH] = depth
            if depth > DEEP:
                raise broken("circle")
        body(s, inner)

    return run


def _do(e: Evaluator, node: t.Do) -> Effect:
    """`deal(3)`: a procedure of the data."""
    args, name, procedures = [e.value(arg) for arg in node.args], node.procedure, e.procedures
    return lambda s, env: procedures[name](s, env, [arg(s, env) for arg in args])


def _do_card(e: Evaluator, node: t.DoCard) -> Effect:
    """The effect of a card that is known only when it happens; of none, and of a card without effect, nothing."""
    of, names, procedures = e.value(node.of), node.procedures, e.procedures

    def run(s: Memory, env: Env) -> None:
        piece = of(s, env)
        if piece >= 0 and names[piece]:
            procedures[names[piece]](s, env, [piece])

    return run


def _enqueue(e: Evaluator, node: t.Enqueue) -> Effect:
    """A procedure that will run when the effect in progress is over; its arguments are worked out now."""
    target, args, broken = e.program.procedures[node.procedure], [e.value(arg) for arg in node.args], e.access.broken
    check = e.checked(target.kinds, len(args), node.procedure)

    def run(s: Memory, env: Env) -> None:
        values = [arg(s, env) for arg in args]
        check(values)
        if len(s.queue) >= QUEUE:
            raise broken("queue")
        s.queue.append((target.entry, env.get("me", -1), *values))

    return run


def _hooked(e: Evaluator, node: t.Hooked) -> Effect:
    """A procedure of the game's plugin."""
    hooks, name, args = e.hooks, node.hook, [e.value(arg) for arg in node.args]

    def run(s: Memory, env: Env) -> None:
        hooks[name](s, env.get("me", -1), *[arg(s, env) for arg in args])

    return run


def _refuse(e: Evaluator, node: t.Refuse) -> Effect:
    """A rule is broken here; made by lowering."""
    number, broken = e.value(node.number), e.access.broken

    def run(s: Memory, env: Env) -> None:
        raise broken(node.reason, node.what, value=number(s, env))

    return run


def _enter_phase(_e: Evaluator, node: t.EnterPhase) -> Effect:
    """The phase that players are told of from now on."""
    number = node.number

    def run(s: Memory, _env: Env) -> None:
        s.stage = number

    return run


def _simultaneous(_e: Evaluator, node: t.Simultaneous) -> Effect:
    """From here on seats see each other's sheets as they are now, until it is switched off."""
    on = node.on

    def run(s: Memory, _env: Env) -> None:
        s.sim = ([*s.v], [[*zone] for zone in s.z]) if on else None

    return run


_KINDS: Final[Mapping[type, Callable[[Any, Any], Effect]]] = {
    **VERBS,
    t.Block: _block,
    t.Let: _let,
    t.Put: _put,
    t.If: _if,
    t.For: _for,
    t.Repeat: _repeat,
    t.As: _as,
    t.Pay: _pay,
    t.Take: _take,
    t.Do: _do,
    t.DoCard: _do_card,
    t.Enqueue: _enqueue,
    t.Hooked: _hooked,
    t.Refuse: _refuse,
    t.EnterPhase: _enter_phase,
    t.Simultaneous: _simultaneous,
}
"""What builds the closure of a statement that is not made of others, by its class."""
