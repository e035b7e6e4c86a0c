"""The operations of expressions: one record each, from which the parts of the language that treat them are made.

`max(a, b)` is an operation, and so are `a + b`, `not a` and `if c then a else b`. A record says how an operation is written, what it
takes and gives, what it means, and how it is said in English and Spanish. The binder, formatter, texts, reference, range
analysis, executors and tests read it; `docs/contributors/adding.md` shows how to add one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any, Final, Literal, TypeAlias

from ruleset_core.lang.ranges import ANY, TRUTHS, Values

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

OTHER, OR, AND, NOT, COMPARED, SUM, PRODUCT, SIGN, ATOM = range(1, 10)
"""How tightly an operation binds (`OTHER`: `if`). An operand that binds less tightly stands in brackets."""
REFUSED: Final = None
LOW, HIGH = -(1 << 63), (1 << 63) - 1
TOP, BOTTOM = (1 << 31) - 1, -(1 << 31)


@dataclass(frozen=True, slots=True)
class Entry:
    """Something one can write, as the reference lists it: its form, what it means, an example. `start`: how the example is parsed."""

    form: str
    says: str
    example: str
    start: str = "effect"


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation.

    Attributes:
        name: its name in `tree.Op`; also how it is written, where `sign` does not say otherwise.
        form: in which way it is written.
        takes: what each argument must be.
        gives: the type of the result.
        level: how tightly it binds where it is written.
        meaning: its value, of arguments that are worked out (conditions are 0 and 1, none is -1). Python's whole numbers have no end;
            a result outside of 64 bits breaks the rule. None: it reads the state, or is resolved where it is written.
        span: where its value lies, of where its arguments lie; this need not be exact.
        code: its expression of the intermediate program: a `code.make.Maker` and its arguments in, an expression out. None: compiled
            from `meaning` (`decide/meanings.py`), or made by a method of `decide/operations.py` where the arguments are not all worked out.
        text: how it is said.
        entry: its entry in the reference; operations may share one.
        cases: what it gives for which arguments, with the edges. Tests run them in all executors.
        lazy: whether an argument may settle it, so that those behind it are not worked out.
        cost: the steps that it is charged besides its arguments.
        sign: how it is written, if not by its name.
        said_level: how tightly its text binds, if not as it is written.
        solved: where both arguments lie, of where the result and they lie: `a + b <= 5` says something of a and b.
        opposite, swapped: of a comparison, the one that holds where it fails, and the one with its sides exchanged.
    """

    name: str
    form: Form
    takes: tuple[Takes, ...]
    gives: Gives
    level: int = ATOM
    meaning: Callable[..., int] | None = None
    span: Callable[..., Values] | None = None
    code: Callable[..., Any] | None = None
    text: Texts = field(default_factory=dict)
    entry: Entry | None = None
    cases: tuple[Case, ...] = ()
    lazy: bool = False
    cost: int = 0
    sign: str = ""
    said_level: int = 0
    opposite: str = ""
    swapped: str = ""
    solved: Callable[[Values, Values, Values], tuple[Values, Values]] | None = None

    @property
    def written(self) -> int:
        """How many arguments are written."""
        return len(self.takes) - ("players" in self.takes)


def _left(a: int, players: int) -> int:
    return (a + 1) % players if a >= 0 else -1


def _right(a: int, players: int) -> int:
    return (a + players - 1) % players if a >= 0 else -1


# -- where values lie ---------------------------------------------------------------------------------------------


def _plus(a: Values, b: Values) -> Values:
    return Values(a.low + b.low, a.high + b.high)


def _minus(a: Values, b: Values) -> Values:
    return Values(a.low - b.high, a.high - b.low)


def _product(a: Values, b: Values) -> Values:
    if -inf < min(a.low, b.low) and max(a.high, b.high) < inf:
        ends = [one * two for one in (a.low, a.high) for two in (b.low, b.high)]
        return Values(min(ends), max(ends))
    return Values(0, inf) if min(a.low, b.low) >= 0 else ANY


def _quotient(a: Values, b: Values) -> Values:
    if a.low >= 0 and b.low > 0:
        least = a.low // b.high if b.high < inf else 0
        return Values(least, a.high // b.low if a.high < inf else inf)
    return Values(0, a.high) if min(a.low, b.low) >= 0 else ANY


def _rest(_a: Values, b: Values) -> Values:
    return Values(0, max(0, b.high - 1)) if b.high < inf else ANY


def _beside(a: Values, players: Values) -> Values:
    return Values(-1 if a.low < 0 else 0, max(0, players.high - 1)) if players.high < inf else ANY


# -- entries of the reference -------------------------------------------------------------------------------------

_ARITHMETIC = Entry("A + B, A - B, A * B, -A", "Arithmetic.", "2 * (guard - 1) + -day", "expr")
_DIVISION = Entry(
    "A per B, A mod B", "Division, rounded down, and what it leaves. `per` says how often B goes into A.",
    "(guard + 1) per 2 + day mod 2", "expr",
)  # fmt: skip
_FUNCTIONS = Entry(
    "min(A, B), max(A, B), abs(A)", "The lower, the higher, the amount without its sign.", "max(0, min(5, abs(a - b)))", "expr",
)  # fmt: skip
_BESIDE = Entry(
    "left(SEAT), right(SEAT)", "The seat beside another: to the left sits who comes next. Of none, none. Whoever is out sits there still; "
    "`first q in after(p) where ...` is the next one of whom something holds.", "left(me).coin + right(me).coin", "expr",
)  # fmt: skip
_NUMBER = Entry(
    "number(X)", "Which seat it is, or which member of its set, counted from 0; -1 of none.", "number(me) mod 2", "expr",
)  # fmt: skip
_BOUNDS = Entry(
    "upper_bound(FIELD), lower_bound(FAMILY.FACT)", "The greatest and the least value of a field, or of a fact of a set or kind: 8 of "
    "`day: {is: 1..8}`. Of a field that a phase counts with (`for: day`), the greatest is where it ends (`in: 1 to 8`); of a resource, its "
    "`spaces:`, else its `max:`. Looks and rules that read it follow when an expansion changes that.", "day == upper_bound(day)", "expr",
)  # fmt: skip
_REPEATS = Entry(
    "repeats(POSITION)", "How many of the remembered positions, at most as many as `positions:` says, are like the one there is.",
    "repeats(stand) >= 2", "expr",
)  # fmt: skip
_COMPARISONS = Entry("A == B, A != B, A < B, A <= B, A > B, A >= B", "Comparisons.", "day >= 3", "expr")
_LOGIC = Entry(
    "A and B, A or B, not A", "`not` holds tighter than `and`, `and` tighter than `or`.", "day == 1 and not opened[b] or me == p", "expr",
)  # fmt: skip
_IF = Entry("if C then A else B", "One of two values.", "if half == dawn then 0 else 4", "expr")


def _both(takes: Takes) -> tuple[Takes, Takes]:
    return takes, takes


_ALL: tuple[Operation, ...] = (
    # arithmetic
    Operation(
        "+", "infix", _both("number"), "number", SUM,
        meaning=lambda a, b: a + b, span=_plus, solved=lambda result, a, b: (_minus(result, b), _minus(result, a)), code=lambda make, a, b: make.plus(a, b),
        text={"en": {"": "{a} + {b}"}, "es": {"": "{a} + {b}"}}, entry=_ARITHMETIC,
        cases=((2, 3, 5), (-2, 1, -1), (TOP, TOP, 2 * TOP), (HIGH, 0, HIGH), (HIGH, 1, REFUSED), (LOW, -1, REFUSED)),
    ),
    Operation(
        "-", "infix", _both("number"), "number", SUM,
        meaning=lambda a, b: a - b, span=_minus, solved=lambda result, a, b: (_plus(result, b), _minus(a, result)), code=lambda make, a, b: make.minus(a, b),
        text={"en": {"": "{a} - {b}"}, "es": {"": "{a} - {b}"}}, entry=_ARITHMETIC,
        cases=((2, 3, -1), (-2, -3, 1), (BOTTOM, TOP, BOTTOM - TOP), (LOW, 0, LOW), (LOW, 1, REFUSED), (0, LOW, REFUSED)),
    ),
    Operation(
        "*", "infix", _both("number"), "number", PRODUCT,
        meaning=lambda a, b: a * b, span=_product, code=lambda make, a, b: make.times(a, b),
        text={"en": {"": "{a} × {b}"}, "es": {"": "{a} × {b}"}}, entry=_ARITHMETIC,
        cases=((2, 3, 6), (-2, 3, -6), (-2, -3, 6), (5, 0, 0), (BOTTOM, BOTTOM, 1 << 62), (1 << 32, 1 << 31, REFUSED),
               (1 << 32, BOTTOM, LOW), (HIGH, -1, -HIGH), (LOW, -1, REFUSED)),
    ),
    Operation(
        "neg", "prefix", ("number",), "number", SIGN, sign="-",
        meaning=lambda a: -a, span=lambda a: Values(-a.high, -a.low), code=lambda make, a: make.minus(0, a),
        text={"en": {"": "-{a}"}, "es": {"": "-{a}"}}, entry=_ARITHMETIC,
        cases=((3, -3), (-3, 3), (0, 0), (BOTTOM, 1 << 31), (HIGH, -HIGH), (LOW, REFUSED)),
    ),
    Operation(
        "per", "infix", ("number", "above 0"), "number", PRODUCT,
        meaning=lambda a, b: a // b if b > 0 else 0, span=_quotient, code=lambda make, a, b: make.per(a, b),
        text={"en": {"": "{a} ÷ {b} (rounded down)"}, "es": {"": "{a} ÷ {b} (redondeado hacia abajo)"}}, entry=_DIVISION,
        cases=((7, 2, 3), (-7, 2, -4), (0, 5, 0), (7, 0, 0), (7, -2, 0), (-1, TOP, -1), (HIGH, 1, HIGH), (LOW, 2, LOW // 2)),
    ),
    Operation(
        "mod", "infix", ("number", "above 0"), "number", PRODUCT,
        meaning=lambda a, b: a % b if b > 0 else 0, span=_rest, code=lambda make, a, b: make.mod(a, b),
        text={"en": {"": "the remainder of {a} ÷ {b}"}, "es": {"": "el resto de {a} ÷ {b}"}}, entry=_DIVISION,
        cases=((7, 2, 1), (-7, 2, 1), (-6, 4, 2), (6, 3, 0), (7, 0, 0), (7, -2, 0), (-1, TOP, TOP - 1), (LOW, TOP, LOW % TOP)),
    ),
    Operation(
        "min", "function", _both("number"), "number",
        meaning=min, span=lambda a, b: Values(min(a.low, b.low), min(a.high, b.high)), code=lambda make, a, b: make.least(a, b),
        text={"en": {"": "the lower of {a} and {b}"}, "es": {"": "el menor de {a} y {b}"}}, said_level=SUM, entry=_FUNCTIONS,
        cases=((2, 3, 2), (3, 2, 2), (-1, -1, -1), (LOW, HIGH, LOW)),
    ),
    Operation(
        "max", "function", _both("number"), "number",
        meaning=max, span=lambda a, b: Values(max(a.low, b.low), max(a.high, b.high)), code=lambda make, a, b: make.most(a, b),
        text={"en": {"": "the higher of {a} and {b}"}, "es": {"": "el mayor de {a} y {b}"}}, said_level=SUM, entry=_FUNCTIONS,
        cases=((2, 3, 3), (3, 2, 3), (-1, -1, -1), (LOW, HIGH, HIGH)),
    ),
    Operation(
        "abs", "function", ("number",), "number",
        meaning=abs, span=lambda a: Values(max(0, a.low, -a.high), max(abs(a.low), abs(a.high))), code=lambda make, a: make.absolute(a),
        text={"en": {"": "{a} without its sign", "difference": "the difference between {a} and {b}"},
              "es": {"": "{a} sin su signo", "difference": "la diferencia entre {a} y {b}"}}, said_level=SUM, entry=_FUNCTIONS,
        cases=((3, 3), (-3, 3), (0, 0), (BOTTOM, 1 << 31), (HIGH, HIGH), (-HIGH, HIGH), (LOW, REFUSED)),
    ),
    # seats and members
    Operation(
        "left", "function", ("seat", "players"), "seat", meaning=_left, span=_beside,
        text={"en": {"": "the seat to the left of {a}"}, "es": {"": "el asiento a la izquierda de {a}"}}, entry=_BESIDE,
        cases=((0, 1), (1, 2), (2, 0), (-1, -1)),
    ),
    Operation(
        "right", "function", ("seat", "players"), "seat", meaning=_right, span=_beside,
        text={"en": {"": "the seat to the right of {a}"}, "es": {"": "el asiento a la derecha de {a}"}}, entry=_BESIDE,
        cases=((0, 2), (1, 0), (2, 1), (-1, -1)),
    ),
    Operation(
        "number", "function", ("member",), "number", meaning=lambda a: a, span=lambda a: a, code=lambda _make, a: a,
        text={"en": {"": "the number of {a}"}, "es": {"": "el número de {a}"}}, entry=_NUMBER,
        cases=((0, 0), (2, 2), (-1, -1), ("me", 0), ("blue", 2)),
    ),
    # what is resolved where it is written
    Operation("upper_bound", "function", ("bounded",), "number", entry=_BOUNDS, cases=(("day", 8), ("colour.rank", 9), ("purse", 5))),
    Operation("lower_bound", "function", ("bounded",), "number", entry=_BOUNDS, cases=(("day", 1), ("colour.rank", -3), ("purse", 0))),
    Operation("repeats", "function", ("position",), "number", entry=_REPEATS, cases=(("stand", 0),)),
    # comparisons
    Operation(
        "==", "infix", _both("value"), "condition", COMPARED, opposite="!=", swapped="==",
        meaning=lambda a, b: int(a == b), span=lambda _a, _b: TRUTHS, code=lambda make, a, b: make.compare("==", a, b),
        text={
            "en": {"": "{a} is {b}", "many": "{a} are {b}", "none": "there is no {a}", "none such": "there is no such {kind}",
                   "yours": "{a} is yours", "you": "you are {a}", "empty": "there is no {kind} in {zone}",
                   "mine": "{who} exactly {count}", "held": "{who} as many {noun} as {count}"},
            "es": {"": "{a} es {b}", "many": "{a} son {b}", "none": "no hay {a}", "none such": "no hay tal {kind}",
                   "yours": "{a} te pertenece", "you": "eres {a}", "empty": "no hay {kind} en {zone}",
                   "mine": "{who} exactamente {count}", "held": "{who} tantos {noun} como {count}"},
        }, entry=_COMPARISONS, cases=((2, 2, 1), (2, 3, 0), (-1, -1, 1), (LOW, HIGH, 0), (HIGH, HIGH, 1)),
    ),
    Operation(
        "!=", "infix", _both("value"), "condition", COMPARED, opposite="==", swapped="!=",
        meaning=lambda a, b: int(a != b), span=lambda _a, _b: TRUTHS, code=lambda make, a, b: make.compare("!=", a, b),
        text={
            "en": {"": "{a} is not {b}", "many": "{a} are not {b}", "none": "there is {a}", "none such": "there is such {a}",
                   "yours": "{a} is not yours", "you": "you are not {a}", "empty": "there is {a} in {zone}",
                   "mine": "{who} any number but {count}", "held": "{who} not as many {noun} as {count}"},
            "es": {"": "{a} no es {b}", "many": "{a} no son {b}", "none": "hay {a}", "none such": "hay tal {kind}",
                   "yours": "{a} no te pertenece", "you": "no eres {a}", "empty": "hay {a} en {zone}",
                   "mine": "{who} una cantidad distinta de {count}", "held": "{who} no tantos {noun} como {count}"},
        }, entry=_COMPARISONS, cases=((2, 2, 0), (2, 3, 1), (-1, -1, 0), (LOW, HIGH, 1), (HIGH, HIGH, 0)),
    ),
    Operation(
        "<", "infix", _both("number"), "condition", COMPARED, opposite=">=", swapped=">",
        meaning=lambda a, b: int(a < b), span=lambda _a, _b: TRUTHS, code=lambda make, a, b: make.compare("<", a, b),
        text={"en": {"": "{a} is less than {b}", "many": "{a} are less than {b}", "mine": "{who} fewer than {count}",
                     "held": "{who} fewer {noun} than {count}"},
              "es": {"": "{a} es menor que {b}", "many": "{a} son menos que {b}", "mine": "{who} menos de {count}",
                     "held": "{who} menos {noun} que {count}"}},
        entry=_COMPARISONS, cases=((2, 3, 1), (3, 3, 0), (3, 2, 0), (-1, 0, 1), (LOW, HIGH, 1), (HIGH, LOW, 0)),
    ),
    Operation(
        "<=", "infix", _both("number"), "condition", COMPARED, opposite=">", swapped=">=",
        meaning=lambda a, b: int(a <= b), span=lambda _a, _b: TRUTHS, code=lambda make, a, b: make.compare("<=", a, b),
        text={"en": {"": "{a} is at most {b}", "many": "{a} are at most {b}", "mine": "{who} at most {count}",
                     "held": "{who} no more {noun} than {count}"},
              "es": {"": "{a} es como mucho {b}", "many": "{a} son como mucho {b}", "mine": "{who} como mucho {count}",
                     "held": "{who} no más {noun} que {count}"}},
        entry=_COMPARISONS, cases=((2, 3, 1), (3, 3, 1), (3, 2, 0), (-1, 0, 1), (LOW, HIGH, 1), (HIGH, LOW, 0)),
    ),
    Operation(
        ">", "infix", _both("number"), "condition", COMPARED, opposite="<=", swapped="<",
        meaning=lambda a, b: int(a > b), span=lambda _a, _b: TRUTHS, code=lambda make, a, b: make.compare(">", a, b),
        text={"en": {"": "{a} is more than {b}", "many": "{a} are more than {b}", "mine": "{who} more than {count}",
                     "held": "{who} more {noun} than {count}"},
              "es": {"": "{a} es mayor que {b}", "many": "{a} son más que {b}", "mine": "{who} más de {count}",
                     "held": "{who} más {noun} que {count}"}},
        entry=_COMPARISONS, cases=((2, 3, 0), (3, 3, 0), (3, 2, 1), (0, -1, 1), (LOW, HIGH, 0), (HIGH, LOW, 1)),
    ),
    Operation(
        ">=", "infix", _both("number"), "condition", COMPARED, opposite="<", swapped="<=",
        meaning=lambda a, b: int(a >= b), span=lambda _a, _b: TRUTHS, code=lambda make, a, b: make.compare(">=", a, b),
        text={"en": {"": "{a} is at least {b}", "many": "{a} are at least {b}", "mine": "{who} at least {count}",
                     "held": "{who} at least as many {noun} as {count}"},
              "es": {"": "{a} es al menos {b}", "many": "{a} son al menos {b}", "mine": "{who} al menos {count}",
                     "held": "{who} al menos tantos {noun} como {count}"}},
        entry=_COMPARISONS, cases=((2, 3, 0), (3, 3, 1), (3, 2, 1), (0, -1, 1), (LOW, HIGH, 0), (HIGH, LOW, 1)),
    ),
    # conditions
    Operation(
        "and", "infix", _both("condition"), "condition", AND, lazy=True,
        meaning=lambda a, b: int(bool(a) and bool(b)), span=lambda _a, _b: TRUTHS,
        text={"en": {"": "{a} and {b}"}, "es": {"": "{a} y {b}"}}, entry=_LOGIC,
        cases=((0, 0, 0), (0, 1, 0), (1, 0, 0), (1, 1, 1), (0, "beyond", 0), (1, "beyond", REFUSED)),
    ),
    Operation(
        "or", "infix", _both("condition"), "condition", OR, lazy=True,
        meaning=lambda a, b: int(bool(a) or bool(b)), span=lambda _a, _b: TRUTHS,
        text={"en": {"": "{a} or {b}"}, "es": {"": "{a} o {b}"}}, entry=_LOGIC,
        cases=((0, 0, 0), (0, 1, 1), (1, 0, 1), (1, 1, 1), (1, "beyond", 1), (0, "beyond", REFUSED)),
    ),
    Operation(
        "not", "prefix", ("condition",), "condition", NOT,
        meaning=lambda a: int(not a), span=lambda _a: TRUTHS, code=lambda make, a: make.no(a),
        text={"en": {"": "it is not true that {a}"}, "es": {"": "no es cierto que {a}"}}, entry=_LOGIC, cases=((0, 1), (1, 0)),
    ),
    Operation(
        "if", "if", ("condition", "value", "value"), "value", OTHER, lazy=True,
        meaning=lambda a, b, c: b if a else c, span=lambda _a, b, c: b.joined(c),
        text={"en": {"": "{b} (if {a}), otherwise {c}"}, "es": {"": "{b} (si {a}) o, si no, {c}"}}, entry=_IF,
        cases=((1, 2, 3, 2), (0, 2, 3, 3), (1, LOW, HIGH, LOW), (1, 2, "far", 2), (0, 2, "far", REFUSED)),
    ),
    # made by lowering: a value that must be of a type, a seat that must play, whether an amount can be gained as a whole
    Operation("given", "lowered", ("value",), "value", cases=((3, 3), (0, 0), (5, 5), (6, REFUSED), (-1, REFUSED))),
    Operation("acting", "lowered", ("seat",), "seat", cases=((0, 0), (2, 2), (-1, REFUSED))),
    Operation("fits", "lowered", ("number", "resource"), "condition", cases=((0, "purse", 1), (5, "purse", 1), (6, "purse", 0))),
)  # fmt: skip

OPERATIONS: Final[dict[str, Operation]] = {each.name: each for each in _ALL}
"""All operations by name."""
MEANINGS: Final[dict[str, Callable[..., int]]] = {
    each.name: each.meaning for each in _ALL if each.meaning is not None and not each.lazy
}
"""What operations mean whose arguments are all worked out first."""
FUNCTIONS: Final[dict[str, Operation]] = {each.name: each for each in _ALL if each.form == "function"}
"""Those that are written `NAME(...)`."""
INFIX: Final[dict[str, Operation]] = {each.name: each for each in _ALL if each.form == "infix"}
"""Those that are written between their arguments."""
OPPOSITE: Final[dict[str, str]] = {each.name: each.opposite for each in _ALL if each.opposite}
"""Comparisons, and what holds where they fail."""
SWAPPED: Final[dict[str, str]] = {each.name: each.swapped for each in _ALL if each.swapped}
"""Comparisons, and what they are with their sides exchanged."""


def worked_out(name: str, args: list[Values]) -> Values:
    """Where the result of an operation lies, of where its arguments lie."""
    span = OPERATIONS[name].span
    return ANY if span is None else span(*args)


def entries() -> tuple[Entry, ...]:
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
    """How tightly the text of each operation binds."""
    return {each.name: each.said_level or each.level for each in _ALL if each.text}
