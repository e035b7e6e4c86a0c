"""Operations (`max`, `+`, `if`): one record each, from which parser, checker, evaluator, IR and texts are made.

What an operation means stands in one place; parser, checker, interpreter, IR generation and texts ask its record:

>>> left = OPERATIONS["left"]                        # `left(p)`: the seat after p
>>> left.meaning(1, 2), OPERATIONS["mod"].meaning(-1, 4), OPERATIONS["per"].meaning(7, 2)
(0, 3, 3)
>>> OPERATIONS["mod"].span(IntervalSet(0, 9), IntervalSet(4, 4))      # where the result lies, for range analysis
IntervalSet(low=0, high=3, gaps=0)
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, Literal, TypeAlias

from ruleset_core.lang.types import ANY, TRUTHS, IntervalSet

Form = Literal["infix", "prefix", "function", "if", "lowered"]
"""How an operation is written: `a NAME b`, `NAME a`, `NAME(a)`, `if c then a else b`; `lowered`: only lowering makes it."""
Takes = Literal[
    "number", "above 0", "condition", "value", "member", "seat", "players", "position", "bounded", "resource"
]
"""What an argument must be.

`above 0`: a number; one known to be 0 or less is refused. `value`: anything, of the same kind as the other values. `member`: a
seat, or a member of a set; `none` too, as for `seat`. `players`: the number of players, which is not written. `position`,
`bounded`: the name of a position, or of a field, a fact or a resource.
"""
Gives = Literal["number", "condition", "value", "seat"]
"""The type of the result; `value`: that of the values it takes."""
Case: TypeAlias = "tuple[int | str | None, ...]"
"""Arguments and then the result: `(7, 2, 3)` of `per`. A name is written as it stands. `REFUSED`: the rule is broken."""
Texts: TypeAlias = "Mapping[str, Mapping[str, str]]"
"""Templates by language, by variant: `""` is the plain one. `{a}`, `{b}`, `{c}` are the arguments."""

OTHER, OR, AND, NOT, COMPARED, WORDS, SUM, PRODUCT, SIGN, ATOM = range(1, 11)
"""How tightly an operation binds (`OTHER`: `if`; `WORDS`: texts alone). An operand that binds less tightly stands in brackets."""
REFUSED: Final = None
LOW, HIGH = -(1 << 63), (1 << 63) - 1
TOP, BOTTOM = (1 << 31) - 1, -(1 << 31)


@dataclass(frozen=True, slots=True)
class ReferenceEntry:
    """Something one can write, as the reference lists it: its form, what it means, an example. `start`: how the example is parsed."""

    form: str
    says: str
    example: str
    start: str = "effect"


@dataclass(frozen=True, slots=True)
class OperationSpec:
    """An operation.

    Attributes:
        name: its name in `lang.typed_tree.Op`; also how it is written, where `sign` does not say otherwise.
        form: in which way it is written.
        takes: what each argument must be.
        gives: the type of the result.
        level: how tightly it binds where it is written.
        meaning: its value, of arguments that are worked out (conditions are 0 and 1, none is -1). Python's whole numbers have no end;
            a result outside of 64 bits breaks the rule. None: it reads the state, or is resolved where it is written.
        span: where its value lies, of where its arguments lie; this need not be exact.
        code: its expression of the intermediate program: a `compile.ir.ir_builder.IrBuilder` and its arguments in, an expression out. None: compiled
            from `meaning`, or made by a method where the arguments are not all worked out: both in `compile.irgen.operation_generation`.
        text: how it is said.
        entry: its entry in the reference; operations may share one.
        cases: what it gives for which arguments, with the edges. Tests run them in all executors.
        settles: the value of the first argument that settles it, so that the second is not worked out. None: of no value.
        cost: the steps that it is charged besides its arguments.
        sign: how it is written, if not by its name.
        said_level: how tightly the arguments of its text must bind, if not as those that are written. `SUM` for a text that holds its
            arguments between words: `the lower of {a} and {b}`. `PRODUCT` for one that begins or ends with its only argument: `the sign
            of {a}` then puts brackets around a sum. A text of words stands in brackets beside a sign (see `binding_of_text`).
        solved: where both arguments lie, of where the result and they lie: `a + b <= 5` says something of a and b.
        opposite, swapped: of a comparison, the one that holds where it fails, and the one with its sides exchanged.
    """

    name: str
    form: Form
    takes: tuple[Takes, ...]
    gives: Gives
    level: int = ATOM
    meaning: Callable[..., int] | None = None
    span: Callable[..., IntervalSet] | None = None
    code: Callable[..., Any] | None = None
    text: Texts = field(default_factory=dict)
    entry: ReferenceEntry | None = None
    cases: tuple[Case, ...] = ()
    settles: int | None = None
    cost: int = 0
    sign: str = ""
    said_level: int = 0
    opposite: str = ""
    swapped: str = ""
    solved: Callable[[IntervalSet, IntervalSet, IntervalSet], tuple[IntervalSet, IntervalSet]] | None = None

    @property
    def lazy(self) -> bool:
        """Whether its first argument decides which others are worked out."""
        return self.settles is not None or self.form == "if"

    @property
    def written(self) -> int:
        """How many arguments are written."""
        return len(self.takes) - ("players" in self.takes)


def _left(a: int, players: int) -> int:
    return (a + 1) % players if a >= 0 else -1


def _right(a: int, players: int) -> int:
    return (a + players - 1) % players if a >= 0 else -1


# -- where values lie ---------------------------------------------------------------------------------------------


def _plus(a: IntervalSet, b: IntervalSet) -> IntervalSet:
    return IntervalSet(a.low + b.low, a.high + b.high)


def _minus(a: IntervalSet, b: IntervalSet) -> IntervalSet:
    return IntervalSet(a.low - b.high, a.high - b.low)


def _product(a: IntervalSet, b: IntervalSet) -> IntervalSet:
    if -inf < min(a.low, b.low) and max(a.high, b.high) < inf:
        ends = [one * two for one in (a.low, a.high) for two in (b.low, b.high)]
        return IntervalSet(min(ends), max(ends))
    return IntervalSet(0, inf) if min(a.low, b.low) >= 0 else ANY


def _quotient(a: IntervalSet, b: IntervalSet) -> IntervalSet:
    if b.low <= 0:  # by nothing, or less, it gives nothing
        return IntervalSet(min(0, a.low), max(0, a.high))
    return IntervalSet(_per(a.low, b.low if a.low < 0 else b.high), _per(a.high, b.high if a.high < 0 else b.low))


def _per(a: float, b: float) -> float:
    """A quotient of ends of ranges, which may be endless."""
    if abs(a) == inf:
        return a
    return a // b if b < inf else 0 if a >= 0 else -1


def _rest(a: IntervalSet, b: IntervalSet) -> IntervalSet:
    most = b.high - 1 if a.low < 0 else min(a.high, b.high - 1)
    return IntervalSet(0, max(0, most))


def _beside(a: IntervalSet, players: IntervalSet) -> IntervalSet:
    return IntervalSet(-1 if a.low < 0 else 0, max(0, players.high - 1)) if players.high < inf else ANY


# -- entries of the reference -------------------------------------------------------------------------------------

_ARITHMETIC = ReferenceEntry("A + B, A - B, A * B, -A", "Arithmetic.", "2 * (guard - 1) + -day", "expr")
_DIVISION = ReferenceEntry(
    "A per B, A mod B", "Division, rounded down, and the remainder.",
    "(guard + 1) per 2 + day mod 2", "expr",
)  # fmt: skip
_FUNCTIONS = ReferenceEntry(
    "min(A, B), max(A, B), abs(A)", "Lower, higher, without sign.", "max(0, min(5, abs(a - b)))", "expr",
)  # fmt: skip
_BESIDE = ReferenceEntry(
    "left(SEAT), right(SEAT)", "The seat beside another; the next one is on the left. Of none, none. Seats that are out count: `first q in after(p) where ...` skips them.", "left(me).coin + right(me).coin", "expr",
)  # fmt: skip
_NUMBER = ReferenceEntry(
    "number(X)", "Its place among seats or in its set, from 0; -1 of none.", "number(me) mod 2", "expr",
)  # fmt: skip
_BOUNDS = ReferenceEntry(
    "upper_bound(FIELD), lower_bound(FAMILY.FACT)", "The greatest and least value of a field, fact or range: 8 of `day: {is: 1..8}`. Of a field with `for: day`, the end of `in:`; of a resource, `spaces:` or else `max:`. It follows changes of expansions.", "day == upper_bound(day)", "expr",
)  # fmt: skip
_REPEATS = ReferenceEntry(
    "repeats(POSITION)", "How many remembered positions are like the present one.",
    "repeats(stand) >= 2", "expr",
)  # fmt: skip
_COMPARISONS = ReferenceEntry("A == B, A != B, A < B, A <= B, A > B, A >= B", "Comparisons.", "day >= 3", "expr")
_LOGIC = ReferenceEntry(
    "A and B, A or B, not A", "`not` holds tighter than `and`, `and` tighter than `or`.", "day == 1 and not opened[b] or me == p", "expr",
)  # fmt: skip
_IF = ReferenceEntry("if C then A else B", "One of two values.", "if half == dawn then 0 else 4", "expr")


def _both(takes: Takes) -> tuple[Takes, Takes]:
    return takes, takes


def _comparison(
    name: str, opposite: str, swapped: str, meaning: Callable[..., int], cases: tuple[Case, ...], en: Mapping[str, str], es: Mapping[str, str]
) -> OperationSpec:  # fmt: skip
    return OperationSpec(
        name, "infix", _both("value" if name == swapped else "number"), "condition", COMPARED, opposite=opposite, swapped=swapped,
        meaning=meaning, span=lambda _a, _b: TRUTHS, code=lambda make, a, b: make.compare(name, a, b), text={"en": en, "es": es},
        entry=_COMPARISONS, cases=cases,
    )  # fmt: skip


def _amounts(one: str, many: str, than: str, mine: str, held: str) -> Mapping[str, str]:
    """How a comparison of amounts is said: of one, of several, of what a seat has and a number, and another amount."""
    said = f" {than}" if than else ""
    return {
        "": f"{{a}} {one}{said} {{b}}", "many": f"{{a}} {many}{said} {{b}}", "mine": f"{{who}} {mine} {{count}}",
        "held": f"{{who}} {held} {{count}}",
    }  # fmt: skip


_ALL: tuple[OperationSpec, ...] = (
    # arithmetic
    OperationSpec(
        "+", "infix", _both("number"), "number", SUM,
        meaning=lambda a, b: a + b, span=_plus, solved=lambda result, a, b: (_minus(result, b), _minus(result, a)), code=lambda make, a, b: make.add(a, b),
        text={"en": {"": "{a} + {b}"}, "es": {"": "{a} + {b}"}}, entry=_ARITHMETIC,
        cases=((2, 3, 5), (-2, 1, -1), (TOP, TOP, 2 * TOP), (HIGH, 0, HIGH), (HIGH, 1, REFUSED), (LOW, -1, REFUSED)),
    ),
    OperationSpec(
        "-", "infix", _both("number"), "number", SUM,
        meaning=lambda a, b: a - b, span=_minus, solved=lambda result, a, b: (_plus(result, b), _minus(a, result)), code=lambda make, a, b: make.subtract(a, b),
        text={"en": {"": "{a} - {b}"}, "es": {"": "{a} - {b}"}}, entry=_ARITHMETIC,
        cases=((2, 3, -1), (-2, -3, 1), (BOTTOM, TOP, BOTTOM - TOP), (LOW, 0, LOW), (LOW, 1, REFUSED), (0, LOW, REFUSED)),
    ),
    OperationSpec(
        "*", "infix", _both("number"), "number", PRODUCT,
        meaning=lambda a, b: a * b, span=_product, code=lambda make, a, b: make.multiply(a, b),
        text={"en": {"": "{a} × {b}"}, "es": {"": "{a} × {b}"}}, entry=_ARITHMETIC,
        cases=((2, 3, 6), (-2, 3, -6), (-2, -3, 6), (5, 0, 0), (BOTTOM, BOTTOM, 1 << 62), (1 << 32, 1 << 31, REFUSED),
               (1 << 32, BOTTOM, LOW), (HIGH, -1, -HIGH), (LOW, -1, REFUSED)),
    ),
    OperationSpec(
        "neg", "prefix", ("number",), "number", SIGN, sign="-",
        meaning=lambda a: -a, span=lambda a: IntervalSet(-a.high, -a.low), code=lambda make, a: make.subtract(0, a),
        text={"en": {"": "-{a}"}, "es": {"": "-{a}"}}, entry=_ARITHMETIC,
        cases=((3, -3), (-3, 3), (0, 0), (BOTTOM, 1 << 31), (HIGH, -HIGH), (LOW, REFUSED)),
    ),
    OperationSpec(
        "per", "infix", ("number", "above 0"), "number", PRODUCT,
        meaning=lambda a, b: a // b if b > 0 else 0, span=_quotient, code=lambda make, a, b: make.divide(a, b),
        text={"en": {"": "{a} ÷ {b} (rounded down)"}, "es": {"": "{a} ÷ {b} (redondeado hacia abajo)"}}, entry=_DIVISION,
        cases=((7, 2, 3), (-7, 2, -4), (0, 5, 0), (7, 0, 0), (7, -2, 0), (-1, TOP, -1), (HIGH, 1, HIGH), (LOW, 2, LOW // 2)),
    ),
    OperationSpec(
        "mod", "infix", ("number", "above 0"), "number", PRODUCT,
        meaning=lambda a, b: a % b if b > 0 else 0, span=_rest, code=lambda make, a, b: make.modulo(a, b),
        text={"en": {"": "the remainder of {a} ÷ {b}"}, "es": {"": "el resto de {a} ÷ {b}"}}, entry=_DIVISION,
        cases=((7, 2, 1), (-7, 2, 1), (-6, 4, 2), (6, 3, 0), (7, 0, 0), (7, -2, 0), (-1, TOP, TOP - 1), (LOW, TOP, LOW % TOP)),
    ),
    OperationSpec(
        "min", "function", _both("number"), "number",
        meaning=min, span=lambda a, b: IntervalSet(min(a.low, b.low), min(a.high, b.high)), code=lambda make, a, b: make.minimum(a, b),
        text={"en": {"": "the lower of {a} and {b}"}, "es": {"": "el menor de {a} y {b}"}}, said_level=SUM, entry=_FUNCTIONS,
        cases=((2, 3, 2), (3, 2, 2), (-1, -1, -1), (LOW, HIGH, LOW)),
    ),
    OperationSpec(
        "max", "function", _both("number"), "number",
        meaning=max, span=lambda a, b: IntervalSet(max(a.low, b.low), max(a.high, b.high)), code=lambda make, a, b: make.maximum(a, b),
        text={"en": {"": "the higher of {a} and {b}"}, "es": {"": "el mayor de {a} y {b}"}}, said_level=SUM, entry=_FUNCTIONS,
        cases=((2, 3, 3), (3, 2, 3), (-1, -1, -1), (LOW, HIGH, HIGH)),
    ),
    OperationSpec(
        "abs", "function", ("number",), "number",
        meaning=abs, span=lambda a: IntervalSet(max(0, a.low, -a.high), max(abs(a.low), abs(a.high))), code=lambda make, a: make.absolute(a),
        text={"en": {"": "{a} without its sign", "difference": "the difference between {a} and {b}"},
              "es": {"": "{a} sin su signo", "difference": "la diferencia entre {a} y {b}"}}, said_level=PRODUCT, entry=_FUNCTIONS,
        cases=((3, 3), (-3, 3), (0, 0), (BOTTOM, 1 << 31), (HIGH, HIGH), (-HIGH, HIGH), (LOW, REFUSED)),
    ),
    # seats and members
    OperationSpec(
        "left", "function", ("seat", "players"), "seat", meaning=_left, span=_beside,
        text={"en": {"": "the seat to the left of {a}"}, "es": {"": "el asiento a la izquierda de {a}"}}, entry=_BESIDE,
        cases=((0, 1), (1, 2), (2, 0), (-1, -1)),
    ),
    OperationSpec(
        "right", "function", ("seat", "players"), "seat", meaning=_right, span=_beside,
        text={"en": {"": "the seat to the right of {a}"}, "es": {"": "el asiento a la derecha de {a}"}}, entry=_BESIDE,
        cases=((0, 2), (1, 0), (2, 1), (-1, -1)),
    ),
    OperationSpec(
        "number", "function", ("member",), "number", meaning=lambda a: a, span=lambda a: a, code=lambda _make, a: a,
        text={"en": {"": "the number of {a}"}, "es": {"": "el número de {a}"}}, entry=_NUMBER,
        cases=((0, 0), (2, 2), (-1, -1), ("me", 0), ("blue", 2)),
    ),
    # what is resolved where it is written
    OperationSpec("upper_bound", "function", ("bounded",), "number", entry=_BOUNDS, cases=(("day", 8), ("colour.rank", 9), ("purse", 5))),
    OperationSpec("lower_bound", "function", ("bounded",), "number", entry=_BOUNDS, cases=(("day", 1), ("colour.rank", -3), ("purse", 0))),
    OperationSpec("repeats", "function", ("position",), "number", entry=_REPEATS, cases=(("stand", 0),)),
    # comparisons
    _comparison(
        "==", "!=", "==", lambda a, b: int(a == b), ((2, 2, 1), (2, 3, 0), (-1, -1, 1), (LOW, HIGH, 0), (HIGH, HIGH, 1)),
        en={"": "{a} is {b}", "many": "{a} are {b}", "none": "there is no {a}", "none such": "there is no such {kind}",
            "yours": "{a} is yours", "you": "you are {a}", "empty": "there is no {kind} in {zone}",
            "mine": "{who} exactly {count}", "held": "{who} as many {noun} as {count}"},
        es={"": "{a} es {b}", "many": "{a} son {b}", "none": "no hay {a}", "none such": "no hay tal {kind}",
            "yours": "{a} te pertenece", "you": "eres {a}", "empty": "no hay {kind} en {zone}",
            "mine": "{who} exactamente {count}", "held": "{who} tantos {noun} como {count}"},
    ),
    _comparison(
        "!=", "==", "!=", lambda a, b: int(a != b), ((2, 2, 0), (2, 3, 1), (-1, -1, 0), (LOW, HIGH, 1), (HIGH, HIGH, 0)),
        en={"": "{a} is not {b}", "many": "{a} are not {b}", "none": "there is {a}", "none such": "there is such {a}",
            "yours": "{a} is not yours", "you": "you are not {a}", "empty": "there is {a} in {zone}",
            "mine": "{who} any number but {count}", "held": "{who} not as many {noun} as {count}"},
        es={"": "{a} no es {b}", "many": "{a} no son {b}", "none": "hay {a}", "none such": "hay tal {kind}",
            "yours": "{a} no te pertenece", "you": "no eres {a}", "empty": "hay {a} en {zone}",
            "mine": "{who} una cantidad distinta de {count}", "held": "{who} no tantos {noun} como {count}"},
    ),
    _comparison(
        "<", ">=", ">", lambda a, b: int(a < b), ((2, 3, 1), (3, 3, 0), (3, 2, 0), (-1, 0, 1), (LOW, HIGH, 1), (HIGH, LOW, 0)),
        en=_amounts("is", "are", "less than", "fewer than", "fewer {noun} than"),
        es=_amounts("es menor que", "son menos que", "", "menos de", "menos {noun} que"),
    ),
    _comparison(
        "<=", ">", ">=", lambda a, b: int(a <= b), ((2, 3, 1), (3, 3, 1), (3, 2, 0), (-1, 0, 1), (LOW, HIGH, 1), (HIGH, LOW, 0)),
        en=_amounts("is", "are", "at most", "at most", "no more {noun} than"),
        es=_amounts("es", "son", "como mucho", "como mucho", "no más {noun} que"),
    ),
    _comparison(
        ">", "<=", "<", lambda a, b: int(a > b), ((2, 3, 0), (3, 3, 0), (3, 2, 1), (0, -1, 1), (LOW, HIGH, 0), (HIGH, LOW, 1)),
        en=_amounts("is", "are", "more than", "more than", "more {noun} than"),
        es=_amounts("es mayor que", "son más que", "", "más de", "más {noun} que"),
    ),
    _comparison(
        ">=", "<", "<=", lambda a, b: int(a >= b), ((2, 3, 0), (3, 3, 1), (3, 2, 1), (0, -1, 1), (LOW, HIGH, 0), (HIGH, LOW, 1)),
        en=_amounts("is", "are", "at least", "at least", "at least as many {noun} as"),
        es=_amounts("es", "son", "al menos", "al menos", "al menos tantos {noun} como"),
    ),
    # conditions
    OperationSpec(
        "and", "infix", _both("condition"), "condition", AND, settles=0,
        meaning=lambda a, b: int(bool(a) and bool(b)), span=lambda _a, _b: TRUTHS,
        text={"en": {"": "{a} and {b}"}, "es": {"": "{a} y {b}"}}, entry=_LOGIC,
        cases=((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 1), (0, "beyond", 0), (1, "beyond", REFUSED)),
    ),
    OperationSpec(
        "or", "infix", _both("condition"), "condition", OR, settles=1,
        meaning=lambda a, b: int(bool(a) or bool(b)), span=lambda _a, _b: TRUTHS,
        text={"en": {"": "{a} or {b}"}, "es": {"": "{a} o {b}"}}, entry=_LOGIC,
        cases=((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1), (1, "beyond", 1), (0, "beyond", REFUSED)),
    ),
    OperationSpec(
        "not", "prefix", ("condition",), "condition", NOT,
        meaning=lambda a: int(not a), span=lambda _a: TRUTHS, code=lambda make, a: make.logical_not(a),
        text={"en": {"": "it is not true that {a}"}, "es": {"": "no es cierto que {a}"}}, entry=_LOGIC, cases=((0, 1), (1, 0)),
    ),
    OperationSpec(
        "if", "if", ("condition", "value", "value"), "value", OTHER,
        meaning=lambda a, b, c: b if a else c, span=lambda _a, b, c: b.joined(c),
        text={"en": {"": "{b} (if {a}), otherwise {c}"}, "es": {"": "{b} (si {a}) o, si no, {c}"}}, entry=_IF,
        cases=((1, 2, 3, 2), (0, 2, 3, 3), (1, LOW, HIGH, LOW), (1, 2, "far", 2), (0, 2, "far", REFUSED)),
    ),
    # made by lowering: a value that must be of a type, a seat that must play, whether an amount can be gained as a whole
    OperationSpec("given", "lowered", ("value",), "value", cases=((3, 3), (0, 0), (5, 5), (6, REFUSED), (-1, REFUSED))),
    OperationSpec("acting", "lowered", ("seat",), "seat", cases=((0, 0), (2, 2), (-1, REFUSED))),
    OperationSpec("fits", "lowered", ("number", "resource"), "condition", cases=((0, "purse", 1), (5, "purse", 1), (6, "purse", 0))),
)  # fmt: skip

OPERATIONS: Final[dict[str, OperationSpec]] = {each.name: each for each in _ALL}
"""All operations by name."""
MEANINGS: Final[dict[str, Callable[..., int]]] = {
    each.name: each.meaning for each in _ALL if each.meaning is not None and not each.lazy
}
"""What operations mean whose arguments are all worked out first."""
FUNCTIONS: Final[dict[str, OperationSpec]] = {each.name: each for each in _ALL if each.form == "function"}
"""Those that are written `NAME(...)`."""
INFIX: Final[dict[str, OperationSpec]] = {each.name: each for each in _ALL if each.form == "infix"}
"""Those that are written between their arguments."""
OPPOSITE: Final[dict[str, str]] = {each.name: each.opposite for each in _ALL if each.opposite}
"""Comparisons, and what holds where they fail."""
SWAPPED: Final[dict[str, str]] = {each.name: each.swapped for each in _ALL if each.swapped}
"""Comparisons, and what they are with their sides exchanged."""


def result_range(name: str, args: list[IntervalSet]) -> IntervalSet:
    """Where the result of an operation lies, of where its arguments lie."""
    span = OPERATIONS[name].span
    return ANY if span is None else span(*args)


def entries() -> tuple[ReferenceEntry, ...]:
    """The entries of the reference, each once."""
    return tuple(dict.fromkeys(each.entry for each in _ALL if each.entry is not None))


def templates(language: str) -> dict[str, str]:
    """What operations say in a language, by the keys of its templates: `Op +`, `Op == none`."""
    return {
        f"Op {each.name} {variant}".rstrip(): text
        for each in _ALL
        for variant, text in each.text.get(language, {}).items()
    }


def levels_of_texts() -> dict[str, int]:
    """How tightly the arguments in the text of each operation must bind."""
    return {each.name: each.said_level or each.level for each in _ALL if each.text}


_LETTERS = re.compile(r"[^\W\d_]")
_NO_WORDS = re.compile(r"\{.*?\}|\(.*?\)")


def binding_of_text(name: str) -> int:
    """How tightly the text of an operation binds. Nobody sees where words end: `(the higher of a and b) + 1` needs brackets.

    >>> binding_of_text("+") == SUM, binding_of_text("max") == WORDS
    (True, True)
    """
    operation = OPERATIONS[name]
    texts = (_NO_WORDS.sub("", variants[""]) for variants in operation.text.values())
    written = operation.said_level or operation.level
    return min(written, WORDS) if any(_LETTERS.search(text) for text in texts) else written
