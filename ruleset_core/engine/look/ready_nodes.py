"""The functions that work out each kind of expression; `Ready` makes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.engine.look.fixed import MOST_KEPT, is_fixed
from ruleset_core.engine.look.ready_loops import gone_through, quantity
from ruleset_core.engine.look.ready_work import (
    COMPARED,
    SETTLED,
    WITH_CONSTANT,
    WITH_LOCAL,
    Work,
    address,
    allows,
    charge,
    within,
)
from ruleset_core.engine.look.seen import Seen, Unseen
from ruleset_core.lang import tree as t
from ruleset_core.lang.operations import MEANINGS as ARITHMETIC
from ruleset_core.lang.runtime import HIGH, LOW

if TYPE_CHECKING:
    from ruleset_core.engine.look.ready import Ready
    from ruleset_core.lang.definitions import Define


def _const(_ready: Ready, node: t.Const) -> Work:
    value = node.value
    return lambda _s, _env: value


def _local(_ready: Ready, node: t.Local) -> Work:
    name = node.name
    return lambda _s, env: env[name]


def _load(ready: Ready, node: t.Load) -> Work:
    field, v = node.field, ready.vocabulary
    at = address(ready, field.offset, (v.shared_size, v.seat_size), node.seat, node.index, field.index, field.strides)

    def load(s: Seen, env: Any) -> int:
        value = s.v[at(s, env)]
        if value is None:
            raise Unseen
        return value

    return load


def _fact(ready: Ready, node: t.FactOf) -> Work:
    of, values, sides = ready.of(node.of), node.fact.values, node.fact.sides
    size, side = ready.vocabulary.domains[node.fact.domain].size, None if node.side is None else ready.of(node.side)

    if isinstance(node.of, t.Local) and side is None:
        return _fact_of_local(node.of.name, values, size)

    def fact(s: Seen, env: Any) -> Any:
        piece = of(s, env)
        if not 0 <= piece < size:
            raise Unseen
        return values[piece] if side is None else values[piece * sides + side(s, env)]

    return fact


def _fact_of_local(name: str, values: Sequence[Any], size: int) -> Work:
    def fact(_s: Seen, env: Any) -> Any:
        piece = env[name]
        if not 0 <= piece < size:
            raise Unseen
        return values[piece]

    return fact


def _operation(ready: Ready, node: t.Op) -> Work:
    name, args = node.name, [ready.of(arg) for arg in node.args]
    if name in SETTLED:
        return SETTLED[name](*args)
    last = node.args[-1]
    if name in WITH_CONSTANT and isinstance(last, t.Const):
        return WITH_CONSTANT[name](args[0], last.value)
    if name in WITH_LOCAL and isinstance(last, t.Local):
        return WITH_LOCAL[name](args[0], last.name)
    if name in COMPARED:
        return COMPARED[name](*args)
    work = ARITHMETIC.get(name)
    if work is None:
        return ready.left(node)
    if len(args) == 2:
        one, two = args
        return lambda s, env: within(work(one(s, env), two(s, env)))
    return lambda s, env: within(work(*[arg(s, env) for arg in args]))


def _apply(ready: Ready, node: t.Apply) -> Work:
    define = ready.vocabulary.defines[node.define]
    args = [ready.of(arg) for arg in node.args]
    fits = [allows(ready.vocabulary, kind) for kind in define.params.values()]
    name, names, worth = define.name, [*define.params], _worth(ready, define)

    def apply(s: Seen, env: Any) -> int:
        values = tuple([arg(s, env) for arg in args])
        for value, (least, greatest, other) in zip(values, fits, strict=True):
            if not (least <= value <= greatest or value == other):
                raise Unseen
        me = env.get("me", -1)
        key = name, values, me
        found = s.made.get(key)
        if found is None:
            inner = {"me": me, **dict(zip(names, values, strict=True))}
            worked = worth(s, inner) if s.notes is None else s.notes.once(key, lambda: worth(s, inner))
            found = s.made[key] = worked
        elif s.notes is not None:
            s.notes.again(key)
        return found

    return apply


def _worth(ready: Ready, define: Define) -> Work:
    """What works a definition out, with what its parameters stand for."""
    entered = ready.steps.entered(f"value {define.name}")
    low, high, besides = (
        allows(ready.vocabulary, define.type, kept=False) if define.kind == "value" else (LOW, HIGH, LOW)
    )

    def worth(s: Seen, env: Any) -> int:
        main, changes = ready.meaning(define)
        charge(s, entered)
        value = int(main(s, env))
        for adds, when, what in changes:
            if when(s, env):
                value = within(value + int(what(s, env))) if adds else int(what(s, env))
        if not (low <= value <= high or value == besides):
            raise Unseen
        return value

    return _once(worth) if is_fixed(define) else worth


def _once(worth: Work) -> Work:
    """The same where it is the same in every position: worked out once, and charged each time as if it were worked out."""
    known: dict[tuple[int, ...], tuple[int, int]] = {}

    def once(s: Seen, env: Any) -> int:
        key = tuple(env.values())
        if key in known:
            value, steps = known[key]
            charge(s, steps)
            return value
        before = s.steps
        value = int(worth(s, env))
        if len(known) < MOST_KEPT:
            known[key] = value, s.steps - before
        return value

    return once


def _contains(ready: Ready, node: t.Contains) -> Work:
    of, selection = ready.of(node.of), node.selection
    if selection.zone is not None:
        zone = ready.zone(selection.zone)

        def lies(s: Seen, env: Any) -> int:
            piece, pieces = of(s, env), s.z[zone(s, env)]
            if piece in pieces:
                return 1
            if None in pieces:
                raise Unseen
            return 0

        return lies
    several = [ready.members(each) for each in selection.among or (selection,)]

    def found(s: Seen, env: Any) -> int:
        value = of(s, env)
        return int(any(value in each(s, env) for each in several))

    return found


def _piece_at(ready: Ready, node: t.ZoneAt) -> Work:
    zone, where = ready.zone(node.zone), ready.of(node.place)

    def piece(s: Seen, env: Any) -> int:
        slot, place = zone(s, env), where(s, env)
        pieces = s.z[slot]
        if not 0 <= place < len(pieces):
            return -1
        found = None if slot in s.loose else pieces[place]
        if found is None:
            raise Unseen
        return found

    return piece


def _nth(ready: Ready, node: t.Nth) -> Work:
    of, where, beyond = ready.of(node.of), ready.of(node.place), -int(node.type.optional)

    def nth(s: Seen, env: Any) -> Any:
        values, place = of(s, env), where(s, env)
        return values[place] if 0 <= place < len(values) else beyond

    return nth


def _quantity(ready: Ready, node: t.Quantity) -> Work:
    zone = node.selection.zone
    if zone is not None and node.where is None and node.kind in {"count", "any", "no"}:
        slot, kind = ready.zone(zone), node.kind
        if kind == "count":
            return lambda s, env: len(s.z[slot(s, env)])
        return lambda s, env: int((len(s.z[slot(s, env)]) > 0) == (kind == "any"))
    return quantity(ready, node, gone_through(ready, node))


MAKERS: Final[Mapping[type, Callable[[Ready, Any], Work]]] = {
    t.Const: _const,
    t.Local: _local,
    t.Load: _load,
    t.FactOf: _fact,
    t.Op: _operation,
    t.Apply: _apply,
    t.Contains: _contains,
    t.ZoneAt: _piece_at,
    t.Nth: _nth,
    t.Quantity: _quantity,
    t.Players: lambda _ready, _node: lambda s, _env: s.n,
    t.OptionValue: lambda _ready, node: lambda s, _env: s.settings[node.place],
}
"""What makes the function of an expression, by its kind; what is missing is left to the interpreter."""
