"""Where things lie in a state: values of fields, lists of pieces, the amounts of the acting seat."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, NoReturn

from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.inlining import inlined

if TYPE_CHECKING:
    from ruleset_core.lang.evaluate.closures import Env, Value
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.runtime import Memory
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Vocabulary


def span(v: Vocabulary, kind: Type) -> tuple[int, int]:
    """The least and the greatest value of a type, as indices go through it; nothing lies between those of one without bounds."""
    if kind.kind == "int":
        return (0, -1) if kind.low is None or kind.high is None else (kind.low, kind.high)
    return 0, 1 if kind.kind == "bool" else v.domains[kind.domain].size - 1


def address(e: Evaluator, node: t.Load) -> Value:
    """The place of a value in `s.v`: of `p.tower[3]` where the values of seat `p` begin, and the offset of `tower[3]`."""
    v, field = e.vocabulary, node.field
    return _place(
        e, field.offset, (v.shared_size, v.seat_size), node.seat, node.index, field.index, field.strides,
        (_called(v, node), field.name),
    )  # fmt: skip


def known_address(node: t.Load) -> int | None:
    """The place of a value that is always the same: that of a shared field without indices."""
    return node.field.offset if node.seat is None and not node.index else None


def _called(v: Vocabulary, load: t.Load) -> str:
    """What data calls a field: amounts of resources by the resource, where that is known."""
    index = load.index[0] if load.index else None
    if load.field.name in {"held", "filled"} and isinstance(index, t.Const):
        return v.resources[index.value].name
    return load.field.name


def zone(e: Evaluator, node: t.ZoneRef) -> Value:
    """The place of a list of pieces in `s.z`: of `p.hand` where the lists of seat `p` begin, and the slot of `hand`."""
    v, kind = e.vocabulary, node.zone
    names = kind.name, kind.name
    return _place(e, kind.slot, (v.shared_zones, v.seat_zones), node.seat, node.index, kind.index, kind.strides, names)


def _place(
    e: Evaluator,
    start: int,
    of_seats: tuple[int, int],
    whose: t.Expr | None,
    index: Sequence[t.Expr],
    kinds: Sequence[Type],
    strides: Sequence[int],
    names: tuple[str, str],
) -> Value:
    """What finds a place. The seat is worked out first, then the indices in order; each must be there.

    Args:
        e: the evaluator.
        start: the place of the first of them; where they are by seat, counted from where the places of the seat begin.
        of_seats: where the places of the first seat begin, and how many each seat has.
        whose: the seat, None for what is shared.
        index: by which it is looked up.
        kinds: the types of its indices.
        strides: how far places of neighbouring indices lie apart.
        names: what is said to be of no seat, and to have no such index.

    """
    terms, operands, captured = [], {}, {}
    first = start
    if whose is not None:
        first += of_seats[0]
        terms, operands = ["(seat * size if 0 <= (seat := {whose}) < s.n else no_seat())"], {"whose": whose}
        captured = {"size": of_seats[1], "no_seat": _no_seat(e, names[0])}
    for number, (expr, kind, stride) in enumerate(zip(index, kinds, strides, strict=True)):
        low, high = span(e.vocabulary, kind)
        first -= low * stride if kind.kind == "int" else 0
        if isinstance(expr, t.Const) and low <= expr.value <= high:
            first += expr.value * stride
            continue
        terms.append(_AXIS.replace("#", str(number)))
        operands[f"index{number}"] = expr
        captured |= {f"low{number}": low, f"high{number}": high, f"stride{number}": stride}
        captured[f"none{number}"] = _no_index(e, names[1], kind)
    if not terms:
        return lambda _s, _env: first
    return inlined(e, " + ".join(["first", *terms]), operands, first=first, **captured)


_AXIS: Final = "(at# * stride# if low# <= (at# := {index#}) <= high# else none#(at#))"


def _no_seat(e: Evaluator, name: str) -> Callable[[], NoReturn]:
    broken = e.access.broken

    def refuse() -> NoReturn:
        raise broken("seat", name)

    return refuse


def _no_index(e: Evaluator, name: str, kind: Type) -> Callable[[int], NoReturn]:
    broken, spell = e.access.broken, e.vocabulary.spell

    def refuse(value: int) -> NoReturn:
        raise broken("index", name, value=spell(kind.maybe(), value))

    return refuse


def somebody(e: Evaluator) -> Callable[[Env], int]:
    """What finds the acting seat: there must be one."""
    broken = e.access.broken

    def me(env: Env) -> int:
        seat: int = env.get("me", -1)
        if seat < 0:
            raise broken("nobody")
        return seat

    return me


def own(e: Evaluator, name: str) -> Callable[[Env], int]:
    """What finds the place of the first value of a field of the acting seat, such as `held` or `turn.passed`."""
    v, me = e.vocabulary, somebody(e)
    first, size = v.shared_size + v.fields[name].offset, v.seat_size
    return lambda env: first + me(env) * size


def amount(e: Evaluator, name: str) -> Callable[[Memory, Env, int], int]:
    """What finds the place of an amount of the acting seat, given the resource: what it has (`held`), or has filled (`filled`)."""
    at, broken, before = own(e, name), e.access.broken, e.access.before_own(e)

    def place(s: Memory, env: Env, resource: int) -> int:
        if resource < 0:
            raise broken("resource")
        found = at(env) + resource
        if before is not None:
            before(s, env, env["me"], resource)
        return found

    return place


PLACES: Final[Mapping[type, Callable[[Any, Any], Any]]] = {t.ZoneRef: zone}
