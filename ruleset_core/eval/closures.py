"""Closures that nodes become: their kinds, caches and templates, and the addresses of fields and zones.

A closure is a function of a state `s` and of `env`, the values of local names. These are the kinds that nodes become:

    Value     an expression         value(s, {"me": 0}) gives a number
    Members   a selection           members(s, env) gives a list of numbers
    Effect    a statement           effect(s, env) changes `s`
    Step      a block               step(s, (6, 0)) tells whether a seat must decide

Where operands are short, `inline_template` writes them into one lambda: `x == 3` takes one call, not three. Tracers wrap closures
while they are built, so what nobody traces is not slowed down.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Final, Generic, NoReturn, TypeAlias, TypeVar

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.types import FIELDS

if TYPE_CHECKING:
    from ruleset_core.eval.evaluator import Evaluator
    from ruleset_core.lang.runtime import StateMemory
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Vocabulary


# The kinds of closures that nodes become. `s` is a state, `env` what local names stand for.

Env: TypeAlias = dict[str, Any]
"""Local names with their values: numbers, or for lists that lowering keeps, tuples. `me` is the acting seat, -1 for none."""
Value: TypeAlias = Callable[[Any, Any], Any]
"""Works an expression out: a number; of a list of facts a tuple. It changes no local name, so any mapping will do."""
Members: TypeAlias = Callable[[Any, Any], Sequence[int]]
"""Lists the values of a selection."""
Effect: TypeAlias = Callable[[Any, Env], None]
"""Runs a statement."""
Ends: TypeAlias = Callable[[Any, Env], bool]
"""Ends a block; whether a seat must decide."""
Step: TypeAlias = Callable[[Any, tuple[int, ...]], bool]
"""Runs a block, given its frame; whether a seat must decide."""
Call: TypeAlias = Callable[[Any, Env, list[int]], None]
"""Runs a procedure, given the locals of who calls it and its arguments."""
Definition: TypeAlias = Callable[[Any, Env], int]
"""Works a definition out, given its locals: the acting seat (-1: none) and its arguments, in this order."""

K = TypeVar("K")
C = TypeVar("C")


class ClosureCache(dict[K, C], Generic[K, C]):
    """Closures by name or number, each built when it is first asked for."""

    def __init__(self, build: Callable[[K], C]) -> None:
        super().__init__()
        self._build = build

    def __missing__(self, key: K) -> C:
        self[key] = built = self._build(key)
        return built


# -- short expressions of Python ---------------------------------------------------------------------------------------


_FORMS: Final[Mapping[type, str]] = {t.Const: "{0}", t.Local: "env[{0}]"}
"""How an operand is written, by its class; others are called."""
_CALLED: Final = "{0}(s, env)"


def inline_template(e: Evaluator, template: str, operands: Mapping[str, t.Expr], **captured: object) -> Value:
    """The closure of a template: an expression of `s`, `env`, what is captured, and `{name}` for each operand.

    Most operands are local names or known numbers, and to call a closure for each would take longer than what is done with it.
    So these are written into the expression: `x == 3` becomes

        lambda s, env: 1 if env[a] == b else 0              and not    1 if a(s, env) == b(s, env) else 0

    with `a` the name "x" and `b` the number 3. Each such function is made once for a template and the forms of its operands.
    Templates stand in this package alone; nothing of the data gets into the text.
    """
    forms = tuple([(name, _FORMS.get(type(node), _CALLED)) for name, node in operands.items()])
    made: Value = _maker(template, forms, tuple(captured))(
        *[_written(e, node) for node in operands.values()], *captured.values()
    )
    return made


def _written(e: Evaluator, node: t.Expr) -> object:
    """What stands for an operand in the closure."""
    if isinstance(node, t.Const):
        return node.value
    return node.name if isinstance(node, t.Local) else e.value(node)


@cache
def _maker(template: str, forms: tuple[tuple[str, str], ...], captured: tuple[str, ...]) -> Callable[..., Any]:
    """What makes closures of a template, given what stands for the operands, and what is captured."""
    names = [name for name, _ in forms]
    text = template.format(**{name: form.format(name) for name, form in forms})
    made: Callable[..., Any] = eval(f"lambda {', '.join([*names, *captured])}: lambda s, env: {text}", {})  # noqa: S307 - our own text
    return made


# -- who looks on ------------------------------------------------------------------------------------------------------


B = TypeVar("B")


class EvaluationTracer:
    """Wraps closures when they are built, and changes nothing of what they do. This one sees nothing. Each evaluator has one of its own, since closures stay wrapped.

    Attributes:
        evaluator: the one that is looked at.
    """

    evaluator: Evaluator

    def attach(self, evaluator: Evaluator) -> None:
        """An evaluator is made, and nothing is built yet; its `charge`, `effects` and `enough` may be replaced now."""
        self.evaluator = evaluator

    def begin(self, s: StateMemory) -> None:
        """A run begins."""

    def wrap(self, node: Any, closure: B) -> B:
        """The closure of a node: a statement, a block (`lang.program.BasicBlock`), an end, an expression, a selection, a definition, a procedure."""
        _ = node
        return closure


# Where things lie in a state: values of fields, lists of pieces, the amounts of the acting seat.


def address(e: Evaluator, node: t.Load) -> Value:
    """The place of a value in `s.v`: of `p.tower[3]` where the values of seat `p` begin, and the offset of `tower[3]`."""
    v, field = e.vocabulary, node.field
    return _place(
        e, field.offset, (v.shared_size, v.seat_size), node.seat, node.index, field.index, field.strides,
        (_called(v, node), field.name),
    )  # fmt: skip


def read(e: Evaluator, node: t.Load) -> Callable[[StateMemory, Env], tuple[int, int]]:
    """What finds the place of a value and reads it, for a verb that changes what it reads.

    The access decides whether it may be known, as in any expression. What the place depends on is worked out once.
    """
    at, value = e.address(node), e.access.value(node.field, lambda _s, env: env[_PLACE])

    def place_and_value(s: StateMemory, env: Env) -> tuple[int, int]:
        place = at(s, env)
        return place, value(s, {**env, _PLACE: place})

    return place_and_value


_PLACE: Final = "place of a value"
"""In the locals of what reads a value: its place."""


def known_address(node: t.Load) -> int | None:
    """The place of a value that is always the same: that of a shared field without indices."""
    return node.field.offset if node.seat is None and not node.index else None


def _called(v: Vocabulary, load: t.Load) -> str:
    """What data calls a field: amounts of resources by the resource, where that is known."""
    index = load.index[0] if load.index else None
    if load.field.name in FIELDS and isinstance(index, t.Const):
        return v.resources[index.value].name
    return load.field.name


def zone_address(e: Evaluator, node: t.ZoneRef) -> Value:
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
        low, high = e.span(kind)
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
    return inline_template(e, " + ".join(["first", *terms]), operands, first=first, **captured)


_AXIS: Final = "(at# * stride# if low# <= (at# := {index#}) <= high# else none#(at#))"


def _no_seat(e: Evaluator, name: str) -> Callable[[], NoReturn]:
    broken = e.access.broken

    def refuse() -> NoReturn:
        raise broken("seat", name)

    return refuse


def _no_index(e: Evaluator, name: str, kind: Type) -> Callable[[int], NoReturn]:
    broken, format_unfit = e.access.broken, e.vocabulary.format_unfit

    def refuse(value: int) -> NoReturn:
        raise broken("resource") if name in FIELDS else broken("index", name, value=format_unfit(kind, value))

    return refuse


def acting_seat(e: Evaluator) -> Callable[[Env], int]:
    """What finds the acting seat: there must be one."""
    broken = e.access.broken

    def me(env: Env) -> int:
        seat: int = env.get("me", -1)
        if seat < 0:
            raise broken("nobody")
        return seat

    return me


def own_address(e: Evaluator, name: str) -> Callable[[Env], int]:
    """What finds the place of the first value of a field of the acting seat, such as `held` or `turn.passed`."""
    v, me = e.vocabulary, acting_seat(e)
    first, size = v.shared_size + v.fields[name].offset, v.seat_size
    return lambda env: first + me(env) * size


def amount_address(e: Evaluator, name: str) -> Callable[[StateMemory, Env, int], int]:
    """What finds the place of an amount of the acting seat, given the resource: what it has (`held`), or has filled (`filled`)."""
    at, broken, before = own_address(e, name), e.access.broken, e.access.before_own(e)

    def place(s: StateMemory, env: Env, resource: int) -> int:
        if resource < 0:
            raise broken("resource")
        found = at(env) + resource
        if before is not None:
            before(s, env, env["me"], resource)
        return found

    return place


PLACES: Final[Mapping[type, Callable[[Any, Any], Any]]] = {t.ZoneRef: zone_address}
