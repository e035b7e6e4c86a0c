"""Quantities (`sum`, `any`, `most`): one record each for a question over a selection.

A quantity is a question over the values of a selection for which the condition holds. Its meaning takes these with their amounts:

>>> found = [(3, 5), (4, 7), (6, 7)]                 # `most x in [3, 4, 6] by ...`: values and what each amounts to
>>> [QUANTITIES[name].meaning(found, False) for name in ("any", "count", "sum", "highest", "first", "most")]
[1, 3, 19, 7, 3, 4]

Equal ones: `most` takes the first, or none if the text says so. IR generation writes loops that give the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from math import inf
from typing import Final, Literal, Protocol, TypeAlias

from ruleset_core.lang.operations import BOTTOM, HIGH, LOW, REFUSED, TOP, ReferenceEntry, Texts
from ruleset_core.lang.types import NOTHING, TRUTHS, IntervalSet

Gives = Literal["condition", "number", "amount", "member"]
"""What it gives: `amount`: exactly one of the amounts gone through, which proofs rely on (a difference or an average is a `number`); `member`: one of what is
gone through, or none.
"""
Found: TypeAlias = "Iterable[tuple[int, int]]"
"""What is gone through and fulfils the condition, in order, each with its amount (1 without a body; 0 and 1 of a condition)."""
Case: TypeAlias = (
    "tuple[tuple[int | None, ...], int | None] | tuple[tuple[int | None, ...], int | None, Literal['last']]"
)
"""The amounts of values 0, 1, 2...; None for one that does not fulfil the condition. Then the result, and `last` for `ties last`."""
NAUGHT: Final = IntervalSet(0, 0)


class QuantityOperand(Protocol):
    """What is known of a question."""

    @property
    def filtered(self) -> bool:
        """Whether there is a condition."""

    @property
    def size(self) -> IntervalSet:
        """How many values are gone through."""

    @property
    def item(self) -> IntervalSet:
        """Where the values lie that fulfil the condition."""

    @property
    def amount(self) -> IntervalSet:
        """Where their amounts lie."""

    @property
    def some(self) -> bool:
        """Whether there certainly is one."""


@dataclass(frozen=True, slots=True)
class QuantitySpec:
    """A quantity.

    Attributes:
        name: the word that it begins with.
        body: the word before its amount (`has` of a condition); empty if it takes none.
        gives: the type of the result.
        nothing: what it is where nothing is found.
        meaning: its value, of what is found and whether the last one counts in a tie. Beyond 64 bits it raises OverflowError.
        span: where its value lies; this need not be exact.
        entry: its entry in the reference; quantities may share one.
        text: how it is said; the variant `last` is for `ties last`. `{body}` has no article where `gives` is `amount` or `member`
            (`the highest {body}`), else it has (`the sum of {body}`).
        cases: what it gives for which amounts, with the edges. Tests run them in all executors.
        ties: whether a tie must be settled.
        early: whether a value may settle it, so that those behind it are not looked at.
        seeks: 1 if it seeks the greatest amount, -1 if the least, 0 if neither.
        of_size: what it is of so many values, where only that counts and there is no condition. It is written as meanings of operations
            are (`compile.irgen.operation_generation`), and so is `step`.
        step: the amount so far and the next amount to the new one, from `nothing` on. What is neither early nor seeks is made from it
            in all executors.
        opposite: the quantity that holds where it fails.
    """

    name: str
    body: Literal["", "of", "by", "has"]
    gives: Gives
    nothing: int
    meaning: Callable[[Found, bool], int]
    span: Callable[[QuantityOperand], IntervalSet]
    entry: ReferenceEntry
    text: Texts
    cases: tuple[Case, ...]
    ties: bool = False
    early: bool = False
    seeks: Literal[-1, 0, 1] = 0
    of_size: Callable[[int], int] | None = None
    step: Callable[[int, int], int] | None = None
    opposite: str = field(default="")


def folded(start: int, step: Callable[[int, int], int]) -> Callable[[Found, bool], int]:
    """The meaning of a quantity that is worked out value by value; each amount on the way lies within 64 bits."""

    def fold(found: Found, _last: bool) -> int:
        total = start
        for _, amount in found:
            total = step(total, amount)
            if not LOW <= total <= HIGH:
                raise OverflowError
        return total

    return fold


def plus(total: int, amount: int) -> int:
    """The step of what adds up."""
    return total + amount


def _itself(size: int) -> int:
    return size


def _some(size: int) -> int:
    return int(size > 0)


def _none(size: int) -> int:
    return int(size == 0)


def _best(sign: int) -> Callable[[Found, bool], int]:
    def best(found: Found, last: bool) -> int:
        value, most = -1, 0
        for number, (each, amount) in enumerate(found):
            worth = sign * amount
            if number == 0 or worth > most or (last and worth == most):
                value, most = each, worth
        return value

    return best


# -- where values lie ---------------------------------------------------------------------------------------------


def _counted(asked: QuantityOperand) -> IntervalSet:
    return IntervalSet(0 if asked.filtered else asked.size.low, asked.size.high)


def _total(asked: QuantityOperand) -> IntervalSet:
    size, amount = asked.size, asked.amount
    if size.high == inf:
        return IntervalSet(0 if amount.low >= 0 else -inf, 0 if amount.high <= 0 else inf)
    least, most = (amount.low * size.high if amount.low else 0), (amount.high * size.high if amount.high else 0)
    return IntervalSet(min(0, least), max(0, most))


def _one_amount(asked: QuantityOperand) -> IntervalSet:
    return asked.amount if asked.some else asked.amount.joined(NAUGHT)


def _one_value(asked: QuantityOperand) -> IntervalSet:
    return asked.item if asked.some else asked.item.joined(NOTHING)


# -- entries of the reference -------------------------------------------------------------------------------------

_EXTREME = ReferenceEntry(
    "highest X in SEL where C of A, lowest ...", "0 without any.", "highest p in seat of p.coin", "expr",
)  # fmt: skip
_CHOSEN = ReferenceEntry(
    "most X in SEL where C by A ties first, least ...",
    "The one with the most or least, or `none`; `ties first` or `ties last`.",
    "most p in seat by p.favour ties last", "expr",
)  # fmt: skip

_ALL: tuple[QuantitySpec, ...] = (
    QuantitySpec(
        "any", "", "condition", 0, meaning=lambda found, _: int(any(True for _ in found)), span=lambda _: TRUTHS, early=True,
        of_size=_some, opposite="no",
        entry=ReferenceEntry("any X in SEL where C", "Whether there is one.", "any b in building where opened[b]", "expr"),
        text={"en": {"": "there is {a_one}{where}"}, "es": {"": "hay {a_one}{where}"}},
        cases=(((), 0), ((1,), 1), ((None,), 0), ((None, None, 1), 1), ((1, 1, 1), 1)),
    ),
    QuantitySpec(
        "no", "", "condition", 1, meaning=lambda found, _: int(not any(True for _ in found)), span=lambda _: TRUTHS, early=True,
        of_size=_none, opposite="any",
        entry=ReferenceEntry("no X in SEL where C", "Whether there is none.", "no p in others where p.coin > coin", "expr"),
        text={"en": {"": "there is {no_one}{where}"}, "es": {"": "no hay {no_one}{where}"}},
        cases=(((), 1), ((1,), 0), ((None,), 1), ((None, None, 1), 0), ((1, 1, 1), 0)),
    ),
    QuantitySpec(
        "every", "has", "condition", 1, meaning=lambda found, _: int(all(amount for _, amount in found)), span=lambda _: TRUTHS, early=True,
        entry=ReferenceEntry("every X in SEL where C has D", "Whether D holds for all of them.", "every c in l.cells has mark[c] == me", "expr"),
        text={"en": {"": "for every {one}{where}, {body}"}, "es": {"": "para cada {one}{where}, {body}"}},
        cases=(((), 1), ((1,), 1), ((0,), 0), ((None, None), 1), ((1, None, 1), 1), ((1, 1, 0), 0), ((0, None, 1), 0)),
    ),
    QuantitySpec(
        "count", "", "number", 0, meaning=lambda found, _: sum(1 for _ in found), span=_counted, of_size=_itself, step=plus,
        entry=ReferenceEntry("count X in SEL where C", "How many there are.", "count b in building where opened[b] and b.row == mill", "expr"),
        text={"en": {"": "the number of {many}{where}"}, "es": {"": "el número de {many}{where}"}},
        cases=(((), 0), ((1,), 1), ((None,), 0), ((None, 1, 1), 2), ((1, 1, 1, 1), 4)),
    ),
    QuantitySpec(
        "sum", "of", "number", 0, meaning=folded(0, plus), span=_total, step=plus,
        entry=ReferenceEntry("sum X in SEL where C of A", "0 without any.", "sum c in hand of c.worth", "expr"),
        text={"en": {"": "the sum over {many}{where} of {body}"}, "es": {"": "la suma, sobre {many}{where}, de {body}"}},
        cases=(((), 0), ((3,), 3), ((None,), 0), ((3, None, -5, 1), -1), ((TOP, TOP, TOP, TOP), 4 * TOP), ((HIGH, 0, -HIGH), 0),
               ((HIGH, 1, -1), REFUSED), ((LOW, -1), REFUSED), ((LOW, HIGH), -1)),
    ),
    QuantitySpec(
        "highest", "of", "amount", 0, meaning=lambda found, _: max((amount for _, amount in found), default=0), span=_one_amount, seeks=1,
        entry=_EXTREME,
        text={"en": {"": "the highest {body} among {many}{where}"}, "es": {"": "el mayor valor de {body} entre {many}{where}"}},
        cases=(((), 0), ((None,), 0), ((-3,), -3), ((2, 7, 7, 1), 7), ((None, -4, -6), -4), ((BOTTOM, TOP), TOP), ((LOW, LOW), LOW),
               ((0, HIGH), HIGH)),
    ),
    QuantitySpec(
        "lowest", "of", "amount", 0, meaning=lambda found, _: min((amount for _, amount in found), default=0), span=_one_amount, seeks=-1,
        entry=_EXTREME,
        text={"en": {"": "the lowest {body} among {many}{where}"}, "es": {"": "el menor valor de {body} entre {many}{where}"}},
        cases=(((), 0), ((None,), 0), ((3,), 3), ((2, 7, 7, 1), 1), ((None, 4, 6), 4), ((TOP, BOTTOM), BOTTOM), ((HIGH, HIGH), HIGH),
               ((0, LOW), LOW)),
    ),
    QuantitySpec(
        "first", "", "member", -1, meaning=lambda found, _: next((value for value, _ in found), -1), span=_one_value, early=True,
        entry=ReferenceEntry("first X in SEL where C", "The first one, or `none`.",
                    "first c in deck where c.colour == amber", "expr"),
        text={"en": {"": "{first_one}{where}"}, "es": {"": "{first_one}{where}"}},
        cases=(((), -1), ((1,), 0), ((None,), -1), ((None, None, 1, 1), 2), ((1, 1), 0)),
    ),
    QuantitySpec(
        "most", "by", "member", -1, meaning=_best(1), span=_one_value, ties=True, seeks=1, entry=_CHOSEN,
        text={"en": {"": "{the_one}{where} with the highest {body} (the first of equals)",
                     "last": "{the_one}{where} with the highest {body} (the last of equals)"},
              "es": {"": "{the_one}{where} con el mayor valor de {body} (en caso de empate, lo primero)",
                     "last": "{the_one}{where} con el mayor valor de {body} (en caso de empate, lo último)"}},
        cases=(((), -1), ((None,), -1), ((-3,), 0), ((2, 7, 7, 1), 1), ((2, 7, 7, 1), 2, "last"), ((None, LOW, LOW), 1),
               ((LOW, LOW), 1, "last"), ((HIGH, HIGH), 0), ((0, HIGH), 1)),
    ),
    QuantitySpec(
        "least", "by", "member", -1, meaning=_best(-1), span=_one_value, ties=True, seeks=-1, entry=_CHOSEN,
        text={"en": {"": "{the_one}{where} with the lowest {body} (the first of equals)",
                     "last": "{the_one}{where} with the lowest {body} (the last of equals)"},
              "es": {"": "{the_one}{where} con el menor valor de {body} (en caso de empate, lo primero)",
                     "last": "{the_one}{where} con el menor valor de {body} (en caso de empate, lo último)"}},
        cases=(((), -1), ((None,), -1), ((3,), 0), ((7, 2, 2, 8), 1), ((7, 2, 2, 8), 2, "last"), ((None, HIGH, HIGH), 1),
               ((HIGH, HIGH), 1, "last"), ((LOW, LOW), 0), ((0, LOW), 1)),
    ),
)  # fmt: skip

QUANTITIES: Final[dict[str, QuantitySpec]] = {each.name: each for each in _ALL}
"""All quantities by name."""
OF_SIZE: Final[dict[str, Callable[[int], int]]] = {each.name: each.of_size for each in _ALL if each.of_size is not None}
"""What those are of so many values for which, without a condition, only that counts."""
OPPOSITE: Final[dict[str, str]] = {each.name: each.opposite for each in _ALL if each.opposite}
"""Quantities, and what holds where they fail."""
OF_MEMBERS: Final = frozenset(each.name for each in _ALL if each.gives == "member")
"""Those whose answer is one of what is gone through."""


def entries() -> tuple[ReferenceEntry, ...]:
    """The entries of the reference, each once."""
    return tuple(dict.fromkeys(each.entry for each in _ALL))


def templates(language: str) -> dict[str, str]:
    """What quantities say in a language, by the keys of its templates: `Quantity sum`, `Quantity most last`."""
    return {
        f"Quantity {each.name} {variant}".rstrip(): text
        for each in _ALL
        for variant, text in each.text.get(language, {}).items()
    }
