"""Statements that never ask: a typed statement in, a closure that changes the state out. With verbs.

Statements that cannot ask run as one closure each. They change the lists of a state in place:

    set pot = pot + face        s.v: [4, 4, ...] becomes [4, 8, ...]
    gain 2 thorns               adds 2 to the value of the acting seat, within what the resource allows
    move pack[0] to hand        takes a number out of one list of s.z, appends it to another, and notes where the piece lies
    roll face                   draws from the stream `face`: s.streams[0] goes on, (0, 6, 3) is noted in s.draws

What is written is checked first: a value has to be of the type of its field, and within 32 bits. Statements that may ask never
come here; lowering has made blocks of them.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from ruleset_core.analysis.desugaring import GAIN, desugared
from ruleset_core.eval import closures
from ruleset_core.eval.closures import Call, Effect, Env
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.eval.evaluator import Evaluator
from ruleset_core.eval.expressions import GIVEN, affordable, seat_to_act
from ruleset_core.eval.selections import loop_values
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.origins import Origin
from ruleset_core.lang.program import Procedure
from ruleset_core.lang.runtime import DEEP, QUEUE, StateMemory, draw
from ruleset_core.lang.types import SEAT
from ruleset_core.lang.visibility import forgets, knowledge_field

# What verbs do: gain and lose, roll and shuffle, move and show, and what ends a turn or the game.


def units(e: Evaluator) -> Origin | None:
    """The origin of what gains unit by unit: of no use to a reader, who wants to know which gain it was."""
    return e.program.procedures[GAIN].body.origin if GAIN in e.program.procedures else None


def gain(e: Evaluator, node: t.Gain) -> Effect:
    """`gain 3 coin`: at once, as far as there may be more; unit by unit where spaces or an overflow have a say."""
    amount, resource = e.value(node.amount), e.value(node.resource)
    held, filled = closures.amount_address(e, "held"), closures.amount_address(e, "filled")
    resources, procedures, counts_filled = e.vocabulary.resources, e.procedures, e.vocabulary.fields["filled"].used
    broken, kept, of_units = e.access.broken, e.kept, units(e)

    def run(s: StateMemory, env: Env) -> None:
        more, which = amount(s, env), resource(s, env)
        if which < 0:
            raise broken("resource")
        bounds = resources[which]
        if bounds.spaces >= 0 or bounds.overflow:
            try:
                procedures[GAIN](s, env, [which, more])
            except BrokenRule as refused:
                refused.note(node.origin, instead_of=of_units)
                raise
            return
        has, full = held(s, env, which), filled(s, env, which)
        more = max(0, more) if bounds.maximum < 0 else max(0, min(more, bounds.maximum - s.v[has]))
        s.v[has] = kept(s.v[has] + more, bounds.name)
        if counts_filled:
            s.v[full] = kept(s.v[full] + more, bounds.name)

    return run


def lose(e: Evaluator, node: t.Lose) -> Effect:
    """`lose 3 coin`: as far as there are any."""
    amount, resource, held = e.value(node.amount), e.value(node.resource), closures.amount_address(e, "held")

    def run(s: StateMemory, env: Env) -> None:
        place = held(s, env, resource(s, env))
        s.v[place] -= min(s.v[place], max(0, amount(s, env)))

    return run


def roll(e: Evaluator, node: t.Roll) -> Effect:
    """`roll die`: a random value of the field's type, of seats one that plays."""
    field, at, values = node.target.field, e.address(node.target), e.vocabulary.members(node.target.type)
    stream, of_seats = e.program.streams.index(field.name), node.target.type.domain == SEAT.domain

    def run(s: StateMemory, env: Env) -> None:
        place = at(s, env)
        s.v[place] = values[draw(s, stream, s.n if of_seats else len(values))]

    return run


def shuffle(e: Evaluator, node: t.Shuffle) -> Effect:
    """`shuffle deck`: nobody knows any longer what lies where, but in a hand."""
    zone, stream = e.zone(node.zone), e.program.streams.index(node.zone.zone.name)
    effects, kind, forgotten = e.effects, node.zone.zone.kind, _forgotten(e, node.zone)

    def run(s: StateMemory, env: Env) -> None:
        slot = zone(s, env)
        if forgotten:
            effects.forget(s, kind, slot)
        effects.shuffle(s, stream, slot)

    return run


def sort(e: Evaluator, node: t.Sort) -> Effect:
    """`sort hand by it.cost`: the least first; equal keys keep their order. The key may look at the list as it was."""
    zone, key, effects, kind = e.zone(node.zone), e.value(node.key), e.effects, node.zone.zone.kind
    forgotten = _forgotten(e, node.zone)

    def run(s: StateMemory, env: Env) -> None:
        slot = zone(s, env)
        if forgotten:
            effects.forget(s, kind, slot)
        inner = {**env}

        def sort_key(piece: int) -> int:
            inner["it"] = piece
            return key(s, inner)  # type: ignore[no-any-return]

        effects.sort(s, slot, sorted(s.z[slot], key=sort_key))

    return run


def _forgotten(e: Evaluator, ref: t.ZoneRef) -> bool:
    return knowledge_field(e.vocabulary, ref.zone.kind) is not None and forgets(e.vocabulary, ref.zone)


def move(e: Evaluator, node: t.Move) -> Effect:
    """`move deck[0] to hand`: a piece to the end of a list; none moves nowhere."""
    piece, zone, kind, move = e.value(node.piece), e.zone(node.zone), node.zone.zone.kind, e.effects.move

    def run(s: StateMemory, env: Env) -> None:
        which = piece(s, env)
        if which >= 0:
            move(s, kind, which, zone(s, env))

    return run


def flip(e: Evaluator, node: t.Flip) -> Effect:
    """`flip tile`: its next side lies up."""
    side, sides = closures.read(e, node.side), node.sides

    def run(s: StateMemory, env: Env) -> None:
        place, up = side(s, env)
        s.v[place] = (up + 1) % sides

    return run


def show(e: Evaluator, node: t.Show) -> Effect:
    """`show deck[0] to p`: a seat gets to know a piece, or only that it is not of a value (`column`)."""
    piece, seat, kind, show = e.value(node.piece), e.value(node.seat), node.kind, e.effects.show
    column = None if node.column is None else e.value(node.column)

    def run(s: StateMemory, env: Env) -> None:
        which = piece(s, env)
        if which >= 0:
            hint = 0 if column is None else column(s, env)
            show(s, kind, which, seat(s, env), hint)

    return run


def end_game(_e: Evaluator, _node: t.EndGame) -> Effect:
    """`end_game`: when the effect in progress is over, nothing follows."""
    return lambda s, _env: setattr(s, "ended", 1)


def again(e: Evaluator, _node: t.Again) -> Effect:
    """`again`: the seat takes another turn at once."""
    place = e.vocabulary.fields["turn.again"].offset
    return lambda s, _env: operator.setitem(s.v, place, 1)


def pass_turn(e: Evaluator, _node: t.PassTurn) -> Effect:
    """`pass`: the seat leaves the round in progress."""
    at = closures.own_address(e, "turn.passed")
    return lambda s, env: operator.setitem(s.v, at(env), 1)


VERBS: Final[Mapping[type, Callable[[Any, Any], Effect]]] = {
    t.Gain: gain,
    t.Lose: lose,
    t.Roll: roll,
    t.Shuffle: shuffle,
    t.Sort: sort,
    t.Move: move,
    t.Flip: flip,
    t.Show: show,
    t.EndGame: end_game,
    t.Again: again,
    t.PassTurn: pass_turn,
}
"""What builds the closure of a verb, by its class."""


# What statements do that never ask a player: they change the state, and the local names of what they stand in.

DEPTH: Final = "how deep"
"""Beside the locals: in how many procedures that lead back to themselves this happens. No local has a space in its name."""


def statement(e: Evaluator, node: t.Statement) -> Effect:
    """A statement, with events, gains and phases made explicit."""
    whole = desugared(node, e.vocabulary)
    build = _KINDS.get(type(whole))
    if build is None:
        raise e.access.broken("nothing", type(whole).__name__)
    run, before = build(e, whole), e.access.before_statement(e, whole)
    if before is None:
        return run

    def both(s: StateMemory, env: Env) -> None:
        before(s, env)
        run(s, env)

    return both


def _block(e: Evaluator, node: t.Block) -> Effect:
    """Statements in order. A broken rule keeps the origin of the innermost one."""
    items = [(e.statement(item), item.origin) for item in node.items]

    def run(s: StateMemory, env: Env) -> None:
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

    def run(s: StateMemory, env: Env) -> None:
        env[var] = kept(value(s, env), var)

    return run


def _give(e: Evaluator, node: t.Give) -> Effect:
    """What a trial comes to (see `expressions.would`)."""
    value = e.value(node.value)
    return lambda s, env: operator.setitem(env, GIVEN, value(s, env))


def _put(e: Evaluator, node: t.Put) -> Effect:
    """`set pot = pot + 1`: a value of the field's type, worked out before its place is."""
    field, value, at, held = node.target.field, e.value(node.value), e.address(node.target), e.held
    low, high, none = e.bounds(field.type)

    def run(s: StateMemory, env: Env) -> None:
        new = value(s, env)
        if not low <= new <= high and new != none:
            held(field, new)
        s.v[at(s, env)] = new

    return run


def _if(e: Evaluator, node: t.If) -> Effect:
    """`if c { ... } else { ... }`: one of two ways."""
    condition, then = e.value(node.condition), e.statement(node.then)
    otherwise = None if node.otherwise is None else e.statement(node.otherwise)

    def run(s: StateMemory, env: Env) -> None:
        if condition(s, env):
            then(s, env)
        elif otherwise is not None:
            otherwise(s, env)

    return run


def _for(e: Evaluator, node: t.For) -> Effect:
    """`for each p in seat where p != me { ... }`: the values are fixed when it begins, the condition is asked at each one's turn."""
    var, values, where, body = (
        node.var,
        loop_values(e, node.selection, node),
        e.condition(node.where),
        e.statement(node.body),
    )

    def run(s: StateMemory, env: Env) -> None:
        for value in [*values(s, env)]:
            env[var] = value
            if where is None or where(s, env):
                body(s, env)

    return run


def _repeat(e: Evaluator, node: t.Repeat) -> Effect:
    """`repeat n { ... }`: a number of times, fixed when it begins; below 0 not once."""
    times, body, begin, kept = e.value(node.times), e.statement(node.body), e.begin(node), e.kept

    def run(s: StateMemory, env: Env) -> None:
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

    def run(s: StateMemory, env: Env) -> None:
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
    held, pay = closures.amount_address(e, "held"), e.effects.pay

    def run(s: StateMemory, env: Env) -> None:
        due = [(amount(s, env), resource(s, env)) for amount, resource in parts]
        pay(s, env.get("me", -1), [(held(s, env, resource), resource, amount) for amount, resource in due])

    return run


def procedure(e: Evaluator, node: Procedure) -> Call:
    """A procedure that never asks, given its arguments, each of which must be of its parameter's type. `me` is passed on."""
    name, params, charge, broken = node.name, node.params, e.charge, e.access.broken
    check, entered, circular = e.checked(node.kinds, len(params), name), e.steps.entered(name), name in e.steps.circular
    body = e.statement(node.body)

    def run(s: StateMemory, env: Env, args: list[int]) -> None:
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

    def run(s: StateMemory, env: Env) -> None:
        piece = of(s, env)
        if piece >= 0 and names[piece]:
            procedures[names[piece]](s, env, [piece])

    return run


def _enqueue(e: Evaluator, node: t.Enqueue) -> Effect:
    """A procedure that will run when the effect in progress is over; its arguments are worked out now."""
    target, args, broken = e.program.procedures[node.procedure], [e.value(arg) for arg in node.args], e.access.broken
    check = e.checked(target.kinds, len(args), node.procedure)

    def run(s: StateMemory, env: Env) -> None:
        values = [arg(s, env) for arg in args]
        check(values)
        if len(s.queue) >= QUEUE:
            raise broken("queue")
        s.queue.append((target.entry, env.get("me", -1), *values))

    return run


def _hooked(e: Evaluator, node: t.Hooked) -> Effect:
    """A procedure of the game's plugin."""
    hooks, name, args = e.hooks, node.hook, [e.value(arg) for arg in node.args]

    def run(s: StateMemory, env: Env) -> None:
        hooks[name](s, env.get("me", -1), *[arg(s, env) for arg in args])

    return run


def _refuse(e: Evaluator, node: t.Refuse) -> Effect:
    """A rule is broken here; made by lowering."""
    number, broken = e.value(node.number), e.access.broken

    def run(s: StateMemory, env: Env) -> None:
        raise broken(node.reason, node.what, value=number(s, env))

    return run


def _enter_phase(_e: Evaluator, node: t.EnterPhase) -> Effect:
    """The phase that players are told of from now on."""
    return lambda s, _env: setattr(s, "stage", node.number)


def _simultaneous(_e: Evaluator, node: t.Simultaneous) -> Effect:
    """From here on seats see each other's sheets as they are now, until it is switched off."""
    on = node.on

    def run(s: StateMemory, _env: Env) -> None:
        s.sim = ([*s.v], [[*zone] for zone in s.z]) if on else None

    return run


_KINDS: Final[Mapping[type, Callable[[Any, Any], Effect]]] = {
    **VERBS,
    t.Block: _block,
    t.Let: _let,
    t.Give: _give,
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
