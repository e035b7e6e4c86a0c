"""The IR builder: makes expressions, folds constants, tracks ranges; the same expression is the same object.

Everything that can be known before the game begins is worked out while the expression is made, so that IR generation need not
look for it, and the same expression is the same object, so that comparing two is comparing two addresses:

>>> make = IrBuilder()
>>> face = make.local("face", 1, 6)
>>> make.add(1, 2), make.compare("<", face, 7), make.multiply(face, 0)
(3, 1, 0)
>>> total = make.add(face, 1)
>>> total.low, total.high, total is make.add(1, face)
(2, 7, True)
>>> make.range_checked(total, 0, 9) is total                       # cannot leave 0..9: no check
True
>>> type(make.range_checked(make.add(face, 4), 0, 9)).__name__    # 5..10 can
'IrRangeCheck'

Code generation relies on the ranges: they decide between 32 and 64 bits, and whether an index is checked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import fields
from typing import Any, get_args

from ruleset_core.compile import ir
from ruleset_core.compile.ir import LONG, WORD, IrConditional, IrExpr, IrIsOneOf, IrNode, IrTable
from ruleset_core.lang.node_traits import Reader, reader
from ruleset_core.lang.operations import MEANINGS, OPPOSITE, SWAPPED, result_range
from ruleset_core.lang.types import IntervalSet

# How large an expression is: its range, its nodes, its depth; and what comparisons of ranges give.


def low(code: IrExpr) -> int:
    """The least value an expression can have."""
    return code if isinstance(code, int) else code.low


def high(code: IrExpr) -> int:
    """The greatest value an expression can have."""
    return code if isinstance(code, int) else code.high


def size(code: IrExpr) -> int:
    """How many nodes an expression has; 1 for a known number."""
    return 1 if isinstance(code, int) else code.size


def depth(code: IrExpr) -> int:
    """How deep an expression is; 0 for a known number."""
    return 0 if isinstance(code, int) else code.depth


def within(code: IrExpr, least: int, most: int) -> bool:
    """Whether an expression is known to lie from `least` to `most`."""
    if isinstance(code, int):
        return least <= code <= most
    return least <= code.low and code.high <= most


def compare_ranges(sign: str, low: int, high: int, least: int, most: int) -> bool | None:
    """What a comparison of two ranges is known to give."""
    if sign in {"==", "!="}:
        return sign == "!=" if high < least or low > most else None
    if sign in {">", ">="}:
        return compare_ranges("<" if sign == ">" else "<=", least, most, low, high)
    if sign == "<":
        return True if high < least else False if low >= most else None
    return True if high <= least else False if low > most else None


# What an expression, a statement or the source of a loop is made of.


def parts_of(code: Any) -> list[ir.IrNode]:
    """The expressions directly within an expression, a statement or a source; not those of statements within it."""
    found: list[ir.IrNode] = []
    for part in _READERS[type(code)](code):
        if isinstance(part, ir.IrNode):
            found.append(part)
        elif type(part) in _SOURCES:
            found += parts_of(part)
    return found


class _Readers(dict[type, Reader]):
    """For each class, what reads its fields that may hold expressions."""

    def __missing__(self, kind: type) -> Reader:
        types = {each.name: str(each.type) for each in fields(kind)}
        held = {name: said for name, said in types.items() if _HOLDS.search(said)}
        self[kind] = found = reader(held)
        return found


_HOLDS = re.compile(r"\b(IrExpr|IrNode|IrLocal|IrSource)\b")
_READERS = _Readers()
_SOURCES = frozenset(get_args(ir.IrSource))


_OWN = len(IrNode.__match_args__)
"""So many fields of a node say how large it is; its own follow."""


# The nodes made so far: whoever asks for the same expression or table twice gets the same object.

Key = tuple[Any, ...]


class IrNodeStore:
    """Makes nodes out of their kind, their range and their parts. Nothing is folded here; `IrBuilder` does that.

    Attributes:
        tables: all tables, by their numbers.
    """

    def __init__(self) -> None:
        self._made: dict[Key, Any] = {}
        self._tables: dict[Key, IrTable] = {}
        self.tables: list[IrTable] = []

    def __len__(self) -> int:
        return len(self._made)

    def leaf(self, kind: Any, least: int, most: int, *parts: Any) -> Any:
        """A node without expressions in it."""
        key = (kind, least, most, *parts)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = kind(least, most, 1, 1, *parts)
        return found

    def under(self, kind: Any, least: int, most: int, part: IrExpr, *before: Any) -> Any:
        """A node with one part, its last field; `before` is known."""
        key = (kind, least, most, *before, part)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = kind(least, most, size(part) + 1, depth(part) + 1, *before, part)
        return found

    def pair(self, kind: Any, least: int, most: int, left: IrExpr, right: IrExpr, *before: Any) -> Any:
        """A node with two parts, its last fields; `before` is known."""
        key = (kind, least, most, *before, left, right)
        found = self._made.get(key)
        if found is None:
            large, deep = (2, 0) if isinstance(left, int) else (left.size + 1, left.depth)
            if isinstance(right, int):
                large, deep = large + 1, deep + 1
            else:
                large, deep = large + right.size, max(deep, right.depth) + 1
            found = self._made[key] = kind(least, most, large, deep, *before, left, right)
        return found

    def call(self, kind: Any, name: str, args: tuple[IrExpr, ...], least: int, most: int) -> Any:
        """A call of something with a name."""
        key = (kind, least, most, name, args)
        found = self._made.get(key)
        if found is None:
            large, deep = sum(map(size, args)) + 2, max(map(depth, args), default=0) + 1
            found = self._made[key] = kind(least, most, large, deep, name, args)
        return found

    def joined(self, kind: Any, parts: tuple[IrNode, ...]) -> Any:
        """A condition made of several."""
        key = (kind, *parts)
        found = self._made.get(key)
        if found is None:
            large, deep = sum(each.size for each in parts) + 1, max(each.depth for each in parts) + 1
            found = self._made[key] = kind(0, 1, large, deep, parts)
        return found

    def among(self, of: IrNode, values: tuple[int, ...]) -> IrIsOneOf:
        """Whether a number is one of several."""
        key = (IrIsOneOf, of, values)
        found = self._made.get(key)
        if found is None:
            found = self._made[key] = IrIsOneOf(0, 1, of.size + 1, of.depth + 1, of, values)
        return found

    def choice(self, condition: IrNode, then: IrExpr, otherwise: IrExpr) -> IrConditional:
        """One of two values."""
        key = (IrConditional, condition, then, otherwise)
        found = self._made.get(key)
        if found is None:
            least, most = min(low(then), low(otherwise)), max(high(then), high(otherwise))
            large = condition.size + size(then) + size(otherwise) + 1
            deep = max(condition.depth, depth(then), depth(otherwise)) + 1
            found = self._made[key] = IrConditional(least, most, large, deep, condition, then, otherwise)
        return found

    def narrowed(self, code: IrNode, least: int, most: int) -> IrNode:
        """The same expression with another range."""
        parts = [getattr(code, name) for name in code.__match_args__[_OWN:]]
        key = (type(code), least, most, *parts)
        found: IrNode | None = self._made.get(key)
        if found is None:
            found = self._made[key] = type(code)(least, most, code.size, code.depth, *parts)
        return found

    def table(self, rows: Sequence[int] | Sequence[tuple[int, ...]]) -> IrTable:
        """A table; the same rows give the same table."""
        key: Any = tuple(rows)
        found = self._tables.get(key)
        if found is None:
            flat = [one for row in key for one in row] if key and isinstance(key[0], tuple) else key
            found = IrTable(len(self.tables), key, min(flat, default=0), max(flat, default=0))
            self._tables[key] = found
            self.tables.append(found)
        return found


# Makes expressions: folds what is known, works out ranges, gives the same object for the same expression.
#
# All of it hangs on one object, so that what is remembered goes away with the game's build.

_NEEDED: frozenset[type] = frozenset({ir.IrRangeCheck, ir.IrHookQuery, ir.IrRandom})
"""What is worked out even where nobody wants its value."""
_NOTHING: frozenset[type] = frozenset()


class IrBuilder:
    """Makes the expressions and tables of one game's code. Two calls that ask for the same get the same object."""

    def __init__(self) -> None:
        self._store = store = IrNodeStore()
        self._leaf, self._under, self._pair, self._call = store.leaf, store.under, store.pair, store.call
        self._many, self._among, self._choice = store.joined, store.among, store.choice
        self.table, self.tables = store.table, store.tables
        self.breaking: set[str] = set()
        """Names of functions that may break a rule, or spend steps: they are called even where nobody wants their value."""
        self.spending: set[str] = set()
        """Names of functions that spend steps: they are called as often as the evaluator works them out."""
        self.apart: Callable[[ir.IrNode, ir.IrLocal, IrExpr], IrExpr]
        """What makes a function of an expression in which a local stands for another expression."""
        self._calm: dict[ir.IrNode, bool] = {}
        self._free: dict[ir.IrNode, bool] = {}

    @property
    def count(self) -> int:
        """How many nodes have been made so far."""
        return len(self._store)

    @staticmethod
    def within_long(least: int, most: int) -> tuple[int, int]:
        """A range, cut to the numbers that may stand between."""
        return max(least, LONG[0]), min(most, LONG[1])

    def is_discardable(self, code: IrExpr) -> bool:
        """Whether an expression that nobody wants may be left out: nothing in it may break a rule, or draws a number."""
        return self._without(code, self.breaking, _NEEDED, self._calm)

    def costs_steps(self, code: IrExpr) -> bool:
        """Whether working an expression out takes steps."""
        return not self._without(code, self.spending, _NOTHING, self._free)

    def _without(self, code: IrExpr, functions: set[str], kinds: frozenset[type], known: dict[ir.IrNode, bool]) -> bool:
        """Whether nothing in an expression is of these kinds, or calls one of these functions."""
        if isinstance(code, int):
            return True
        found = known.get(code)
        if found is None:
            kind = type(code)
            found = kind not in kinds and not (isinstance(code, ir.IrCall) and code.function in functions)
            for part in parts_of(code) if found else ():
                if not self._without(part, functions, kinds, known):
                    found = False
                    break
            known[code] = found
        return found

    def evaluate_once(self, code: IrExpr, use: Callable[[IrExpr], IrExpr], name: str) -> IrExpr:
        """What is made of an expression that is used several times: where it spends steps it is worked out once, as a local of this name."""
        if self.costs_steps(code):
            return self.as_local(code, use, name)
        found = use(code)
        return self.sequence(code, found) if isinstance(found, int) else found

    def as_local(self, code: IrExpr, use: Callable[[IrExpr], IrExpr], name: str) -> IrExpr:
        """What is made of an expression that is worked out once, as a local of this name."""
        if isinstance(code, int):
            return use(code)
        local = self.local(name, code.low, code.high)
        found = use(local)
        return self.sequence(code, found) if isinstance(found, int) else self.apart(found, local, code)

    def sequence(self, looked: IrExpr, code: IrExpr) -> IrExpr:
        """An expression, once another has been worked out that nobody wants: it may break a rule."""
        if self.is_discardable(looked):
            return code
        return self._choice(self._raw_truth(looked), code, code)  # type: ignore[arg-type]

    def _raw_truth(self, code: IrExpr) -> IrExpr:
        """A condition that is not folded, whatever is known of its value."""
        if isinstance(code, int) or (code.low >= 0 and code.high <= 1):
            return code
        return self._pair(ir.IrCompare, 0, 1, code, 0, "!=")  # type: ignore[no-any-return]

    # -- what is read -------------------------------------------------------------------------------------------

    def local(self, name: str, least: int = WORD[0], most: int = WORD[1]) -> ir.IrLocal:
        """A local with the range it is known to have."""
        return self._leaf(ir.IrLocal, least, most, name)  # type: ignore[no-any-return]

    def state_value(self, place: IrExpr, least: int = WORD[0], most: int = WORD[1]) -> ir.IrStateValue:
        """A value of the state."""
        return self._under(ir.IrStateValue, least, most, place)  # type: ignore[no-any-return]

    def table_entry(self, table: ir.IrTable, place: IrExpr) -> IrExpr:
        """A number of a table, at a place that lies in it."""
        if isinstance(place, int):
            return table.rows[place]  # type: ignore[return-value]
        if table.low == table.high:
            return self.sequence(place, table.low)
        return self._under(ir.IrTableEntry, table.low, table.high, place, table)  # type: ignore[no-any-return]

    def row_length(self, table: ir.IrTable, row: IrExpr) -> IrExpr:
        """The length of a row of a table of lists."""
        lengths = [len(each) for each in table.rows]  # type: ignore[arg-type]
        if isinstance(row, int):
            return lengths[row]
        if len(set(lengths)) == 1:
            return self.sequence(row, lengths[0])
        return self._under(ir.IrRowLength, min(lengths), max(lengths), row, table)  # type: ignore[no-any-return]

    def row_entry(self, table: ir.IrTable, row: IrExpr, place: IrExpr) -> IrExpr:
        """A number of a row of a table of lists, at a place that lies in it."""
        if isinstance(row, int) and isinstance(place, int):
            return table.rows[row][place]  # type: ignore[index]
        return self._pair(ir.IrRowEntry, table.low, table.high, row, place, table)  # type: ignore[no-any-return]

    def player_count(self, least: int, most: int) -> IrExpr:
        """Number of players."""
        return least if least == most else self._leaf(ir.IrPlayerCount, least, most)

    def setting(self, place: int, least: int, most: int) -> IrExpr:
        """A choice made before the game."""
        return least if least == most else self._leaf(ir.IrSetting, least, most, place)

    def answer(self, most: int) -> IrExpr:
        """The number of the option taken last, below `most`."""
        return self._leaf(ir.IrAnswer, 0, most)  # type: ignore[no-any-return]

    def zone_length(self, zone: IrExpr, most: int) -> ir.IrZoneLength:
        """How many pieces lie in a zone that holds `most`."""
        return self._under(ir.IrZoneLength, 0, most, zone)  # type: ignore[no-any-return]

    def zone_entry(self, zone: IrExpr, place: IrExpr, pieces: int) -> ir.IrZoneEntry:
        """The piece at a place of a zone, of a kind with so many pieces; the place lies in it."""
        return self._pair(ir.IrZoneEntry, 0, pieces - 1, zone, place)  # type: ignore[no-any-return]

    def list_length(self, held: str, most: int) -> ir.IrListLength:
        """How long a gathered list is."""
        return self._leaf(ir.IrListLength, 0, most, held)  # type: ignore[no-any-return]

    def list_entry(self, held: str, place: IrExpr, least: int, most: int) -> ir.IrListEntry:
        """A number of a gathered list; the place lies in it."""
        return self._under(ir.IrListEntry, least, most, place, held)  # type: ignore[no-any-return]

    def found_count(self, most: int) -> ir.IrFoundCount:
        """How many a search has found."""
        return self._leaf(ir.IrFoundCount, 0, most)  # type: ignore[no-any-return]

    def is_found(self, of: IrExpr) -> ir.IrIsFound:
        """Whether a search has found a number."""
        return self._under(ir.IrIsFound, 0, 1, of)  # type: ignore[no-any-return]

    def queue_length(self, most: int) -> ir.IrQueueLength:
        """How many triggers wait."""
        return self._leaf(ir.IrQueueLength, 0, most)  # type: ignore[no-any-return]

    def offered_count(self, most: int) -> ir.IrOfferedCount:
        """How many options have been offered."""
        return self._leaf(ir.IrOfferedCount, 0, most)  # type: ignore[no-any-return]

    def game_ended(self) -> ir.IrGameEnded:
        """Whether the game was ended."""
        return self._leaf(ir.IrGameEnded, 0, 1)  # type: ignore[no-any-return]

    def stack_depth(self) -> ir.IrStackDepth:
        """How many frames lie on the stack."""
        return self._leaf(ir.IrStackDepth, 0, WORD[1])  # type: ignore[no-any-return]

    def random(self, stream: int, sides: IrExpr) -> ir.IrRandom:
        """A new random number; never the same object twice."""
        return ir.IrRandom(0, high(sides) - 1, size(sides) + 1, depth(sides) + 1, stream, sides)

    def call(self, function: str, args: Iterable[IrExpr], least: int, most: int) -> IrExpr:
        """What a function gives; its range is known."""
        return self._call(ir.IrCall, function, tuple(args), least, most)  # type: ignore[no-any-return]

    def reaches(self, function: str, args: tuple[IrExpr, ...], of: IrExpr) -> ir.IrReaches:
        """Whether a function that searches finds a number."""
        large, deep = sum(map(size, args)) + size(of) + 2, max(map(depth, (*args, of))) + 1
        return ir.IrReaches(0, 1, large, deep, function, args, of)

    def call_hook(self, hook: str, args: Iterable[IrExpr], least: int, most: int) -> IrExpr:
        """What a query of the plugin gives, as far as it keeps its word."""
        return self._call(ir.IrHookQuery, hook, tuple(args), least, most)  # type: ignore[no-any-return]

    # -- arithmetic ---------------------------------------------------------------------------------------------

    def add(self, left: IrExpr, right: IrExpr) -> IrExpr:
        """A sum; what is known stands last and once."""
        if isinstance(left, int):
            if isinstance(right, int):
                return self.range_checked(left + right, *LONG)
            left, right = right, left
        if isinstance(right, int):
            if right == 0:
                return left
            if type(left) is ir.IrAdd and isinstance(left.right, int) and _calm(left):
                return self.add(left.left, left.right + right)
            return self._long("+", ir.IrAdd, left, right)
        if type(left) is ir.IrAdd and isinstance(left.right, int) and _calm(left):
            return self.add(self.add(left.left, right), left.right)
        if type(right) is ir.IrAdd and isinstance(right.right, int) and _calm(right):
            return self.add(self.add(left, right.left), right.right)
        return self._long("+", ir.IrAdd, left, right)

    def subtract(self, left: IrExpr, right: IrExpr) -> IrExpr:
        """A difference."""
        if isinstance(right, int):
            return self.add(left, -right)
        if left is right:
            return self.sequence(left, self.sequence(left, 0))  # each of them costs its steps
        if type(right) is ir.IrAdd and isinstance(right.right, int) and _calm(right):
            return self.add(self.subtract(left, right.left), -right.right)
        if type(left) is ir.IrAdd and isinstance(left.right, int) and _calm(left):
            return self.add(self.subtract(left.left, right), left.right)
        return self._long("-", ir.IrSubtract, left, right)

    def multiply(self, left: IrExpr, right: IrExpr) -> IrExpr:
        """A product."""
        if isinstance(left, int):
            if isinstance(right, int):
                return self.range_checked(left * right, *LONG)
            left, right = right, left
        if not isinstance(right, int):
            return self._long("*", ir.IrMultiply, left, right)
        if right == 1:
            return left
        if right == 0:
            return self.sequence(left, 0)
        if type(left) is ir.IrAdd and isinstance(left.right, int) and _calm(left):
            return self.add(self.multiply(left.left, right), left.right * right)
        return self._long("*", ir.IrMultiply, left, right)

    def _long(self, name: str, kind: Any, left: IrExpr, right: IrExpr) -> IrExpr:
        made = self._made(name, kind, left, right)
        return made if LONG[0] <= made.low and made.high <= LONG[1] else self.range_checked(made, *LONG)

    def _made(self, name: str, kind: Any, left: IrExpr, right: IrExpr) -> ir.IrNode:
        """An operation, which lies where its record says."""
        found = result_range(name, [IntervalSet(low(left), high(left)), IntervalSet(low(right), high(right))])
        return self._pair(kind, int(found.low), int(found.high), left, right)  # type: ignore[no-any-return]

    def divide(self, left: IrExpr, right: IrExpr) -> IrExpr:
        """A quotient, rounded down; by nothing, or less, it gives nothing."""
        if isinstance(right, int):
            if right <= 0:
                return self.sequence(left, 0)
            if isinstance(left, int) or right == 1:
                return left // right if isinstance(left, int) else left
            return self._made("per", ir.IrDivide, left, right)
        if right.low <= 0:
            if right.high <= 0:
                return self.sequence(left, self.sequence(right, 0))
            return self._divided(self.divide, left, right)
        return self._made("per", ir.IrDivide, left, right)

    def _divided(self, way: Callable[[IrExpr, IrExpr], IrExpr], left: IrExpr, right: IrExpr) -> IrExpr:
        """A quotient or a rest; nothing where the divisor is not above 0."""

        def divided(one: IrExpr, other: IrExpr) -> IrExpr:
            above = other if isinstance(other, int) else self.narrow(other, 1, other.high)
            return self.conditional(self.sequence(one, self.compare(">", other, 0)), way(one, above), 0)

        return self.evaluate_once(
            left, lambda one: self.evaluate_once(right, lambda other: divided(one, other), "_r"), "_l"
        )

    def modulo(self, left: IrExpr, right: IrExpr) -> IrExpr:
        """What a division leaves, never below 0; of a division by nothing, or less, nothing."""
        if isinstance(right, int):
            if right <= 0:
                return self.sequence(left, 0)
            if isinstance(left, int):
                return left % right
            if within(left, 0, right - 1):
                return left
        elif right.low <= 0:
            if right.high <= 0:
                return self.sequence(left, self.sequence(right, 0))
            return self._divided(self.modulo, left, right)
        return self._made("mod", ir.IrModulo, left, right)

    def narrow(self, code: ir.IrNode, least: int, most: int) -> IrExpr:
        """The same expression where it is known to lie from `least` to `most`."""
        least, most = max(code.low, least), min(code.high, most)
        if (least, most) == (code.low, code.high):
            return code
        return self.sequence(code, least) if least == most else self._store.narrowed(code, least, most)

    def minimum(self, left: IrExpr, right: IrExpr) -> IrExpr:
        """The lesser of two."""
        if isinstance(left, int) and isinstance(right, int):
            return min(left, right)
        if left is right or high(left) <= low(right):
            return self.sequence(right, left)
        if high(right) <= low(left):
            return self.sequence(left, right)
        return self._made("min", ir.IrMin, left, right)

    def maximum(self, left: IrExpr, right: IrExpr) -> IrExpr:
        """The greater of two."""
        if isinstance(left, int) and isinstance(right, int):
            return max(left, right)
        if left is right or low(left) >= high(right):
            return self.sequence(right, left)
        if low(right) >= high(left):
            return self.sequence(left, right)
        return self._made("max", ir.IrMax, left, right)

    def absolute(self, code: IrExpr) -> IrExpr:
        """A number without its sign."""
        return self.evaluate_once(code, lambda held: self.maximum(held, self.subtract(0, held)), "_l")

    # -- conditions ---------------------------------------------------------------------------------------------

    def compare(self, sign: str, left: IrExpr, right: IrExpr) -> IrExpr:
        """A comparison."""
        if isinstance(left, int):
            if isinstance(right, int):
                return MEANINGS[sign](left, right)
            sign, left, right = SWAPPED[sign], right, left
        if left is right:
            return self.sequence(
                left, self.sequence(left, int(sign in {"==", "<=", ">="}))
            )  # each of them costs its steps
        known = compare_ranges(sign, left.low, left.high, low(right), high(right))
        if known is not None:
            return self.sequence(left, self.sequence(right, int(known)))
        if isinstance(right, int):
            if type(left) is ir.IrAdd and isinstance(left.right, int) and _calm(left):
                return self.compare(sign, left.left, right - left.right)
            if sign in {"==", "!="} and within(left, 0, 1):
                return left if (right == 1) == (sign == "==") else self.logical_not(left)
        return self._pair(ir.IrCompare, 0, 1, left, right, sign)  # type: ignore[no-any-return]

    def as_bool(self, code: IrExpr) -> IrExpr:
        """0 or 1: whether a number is not 0."""
        if isinstance(code, int):
            return int(code != 0)
        return code if code.low >= 0 and code.high <= 1 else self.compare("!=", code, 0)

    def logical_not(self, code: IrExpr) -> IrExpr:
        """1 where a number is 0, else 0."""
        code = self.as_bool(code)
        if isinstance(code, int):
            return 1 - code
        if type(code) is ir.IrNot:
            return code.part
        if type(code) is ir.IrCompare:
            return self._pair(ir.IrCompare, 0, 1, code.left, code.right, OPPOSITE[code.sign])  # type: ignore[no-any-return]
        return self._under(ir.IrNot, 0, 1, code)  # type: ignore[no-any-return]

    def all_of(self, parts: Iterable[IrExpr]) -> IrExpr:
        """Whether all hold. A part may rely on those before it."""
        return self._joined(ir.IrAnd, parts, 0)

    def any_of(self, parts: Iterable[IrExpr]) -> IrExpr:
        """Whether one holds. A part may rely on those before it not to."""
        return self._joined(ir.IrOr, parts, 1)

    def _joined(self, kind: Any, parts: Iterable[IrExpr], settled: int) -> IrExpr:
        kept: list[ir.IrNode] = []
        for part in parts:
            one = self.as_bool(part)
            if isinstance(one, int):
                if one == settled:
                    if all(map(self.is_discardable, kept)):
                        return settled  # values have no effects, so the others need not be looked at
                    break
                continue
            more = one.parts if isinstance(one, kind) else (one,)
            kept += [each for each in more if each not in kept or not self.is_discardable(each)]
        else:
            settled = 1 - settled
            if not kept:
                return settled
            if len(kept) == 1:
                return kept[0]
            return self._many(kind, tuple(kept))  # type: ignore[no-any-return]
        return self._choice(self._many(kind, tuple(kept)) if len(kept) > 1 else kept[0], settled, settled)

    def is_one_of(self, of: IrExpr, values: Iterable[int]) -> IrExpr:
        """Whether a number is one of several known ones."""
        if isinstance(of, int):
            return int(of in set(values))
        known = tuple(sorted({each for each in values if of.low <= each <= of.high}))
        if not known:
            return self.sequence(of, 0)
        if len(known) == 1:
            return self.compare("==", of, known[0])
        if known[-1] - known[0] == len(known) - 1:
            if known[0] == of.low:
                return self.compare("<=", of, known[-1])
            if known[-1] == of.high:
                return self.compare(">=", of, known[0])
        return self._among(of, known)

    def conditional(self, condition: IrExpr, then: IrExpr, otherwise: IrExpr) -> IrExpr:
        """One of two values."""
        if isinstance(condition, int):
            return then if condition else otherwise
        if (then is otherwise or (isinstance(then, int) and then == otherwise)) and self.is_discardable(condition):
            return then
        if within(then, 0, 1) and within(otherwise, 0, 1):
            if otherwise == 0 and isinstance(otherwise, int):
                return self.all_of((condition, then))
            if then == 1 and isinstance(then, int):
                return self.any_of((condition, otherwise))
            if then == 0 and otherwise == 1:
                return self.logical_not(condition)
        return self._choice(condition, then, otherwise)

    # -- what must be so ----------------------------------------------------------------------------------------

    def range_checked(self, code: IrExpr, least: int, most: int) -> IrExpr:
        """A value that must lie from `least` to `most`, or the rule is broken."""
        if within(code, least, most):
            return code
        return self._under(ir.IrRangeCheck, max(least, min(low(code), most)), min(most, max(high(code), least)), code)  # type: ignore[no-any-return]

    def word_checked(self, code: IrExpr) -> IrExpr:
        """A value that is kept: it must lie within 32 bits."""
        return self.range_checked(code, *WORD)


def _calm(code: ir.IrNode) -> bool:
    """Whether the numbers of an expression are far from 64 bits, so that they may be added in another order."""
    return code.low >= -(2**61) and code.high <= 2**61
