"""Makes expressions: folds what is known, works out ranges, gives the same object for the same expression.

All of it hangs on one object, so that what is remembered goes away with the game's build.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any as Anything

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.compare import known as known_of
from ruleset_core.lang.code.nodes import LONG, WORD, Expr
from ruleset_core.lang.code.parts import parts_of
from ruleset_core.lang.code.size import depth, high, low, size, within
from ruleset_core.lang.code.store import Store
from ruleset_core.lang.operations import MEANINGS, OPPOSITE, SWAPPED

_NEEDED = {n.Checked, n.Hooked, n.Drawn}
"""What is worked out even where nobody wants its value."""


class Maker:
    """Makes the expressions and tables of one game's code. Two calls that ask for the same get the same object."""

    def __init__(self) -> None:
        self._store = store = Store()
        self._leaf, self._under, self._pair, self._call = store.leaf, store.under, store.pair, store.call
        self._many, self._among, self._choice = store.joined, store.among, store.choice
        self.table, self.tables = store.table, store.tables
        self.breaking: set[str] = set()
        """Names of functions that may break a rule, or spend steps: they are called even where nobody wants their value."""
        self._calm: dict[n.Node, bool] = {}

    @property
    def count(self) -> int:
        """How many nodes have been made so far."""
        return len(self._store)

    @staticmethod
    def within_long(least: int, most: int) -> tuple[int, int]:
        """A range, cut to the numbers that may stand between."""
        return max(least, LONG[0]), min(most, LONG[1])

    def harmless(self, code: Expr) -> bool:
        """Whether an expression that nobody wants may be left out: nothing in it may break a rule, or draws a number."""
        if isinstance(code, int):
            return True
        found = self._calm.get(code)
        if found is None:
            kind = type(code)
            found = kind not in _NEEDED and not (kind is n.Called and code.function in self.breaking)  # type: ignore[attr-defined]
            for part in parts_of(code) if found else ():
                if not self.harmless(part):
                    found = False
                    break
            self._calm[code] = found
        return found

    def after(self, looked: Expr, code: Expr) -> Expr:
        """An expression, once another has been worked out that nobody wants: it may break a rule."""
        if self.harmless(looked):
            return code
        return self._choice(self._raw_truth(looked), code, code)  # type: ignore[arg-type]

    def _raw_truth(self, code: Expr) -> Expr:
        """A condition that is not folded, whatever is known of its value."""
        if isinstance(code, int) or (code.low >= 0 and code.high <= 1):
            return code
        return self._pair(n.Compare, 0, 1, code, 0, "!=")  # type: ignore[no-any-return]

    # -- what is read -------------------------------------------------------------------------------------------

    def local(self, name: str, least: int = WORD[0], most: int = WORD[1]) -> n.Local:
        """A local with the range it is known to have."""
        return self._leaf(n.Local, least, most, name)  # type: ignore[no-any-return]

    def value(self, place: Expr, least: int = WORD[0], most: int = WORD[1]) -> n.Value:
        """A value of the state."""
        return self._under(n.Value, least, most, place)  # type: ignore[no-any-return]

    def entry(self, table: n.Table, place: Expr) -> Expr:
        """A number of a table, at a place that lies in it."""
        if isinstance(place, int):
            return table.rows[place]  # type: ignore[return-value]
        if table.low == table.high:
            return self.after(place, table.low)
        return self._under(n.Entry, table.low, table.high, place, table)  # type: ignore[no-any-return]

    def row_length(self, table: n.Table, row: Expr) -> Expr:
        """The length of a row of a table of lists."""
        lengths = [len(each) for each in table.rows]  # type: ignore[arg-type]
        if isinstance(row, int):
            return lengths[row]
        if len(set(lengths)) == 1:
            return self.after(row, lengths[0])
        return self._under(n.RowLength, min(lengths), max(lengths), row, table)  # type: ignore[no-any-return]

    def row_at(self, table: n.Table, row: Expr, place: Expr) -> Expr:
        """A number of a row of a table of lists, at a place that lies in it."""
        if isinstance(row, int) and isinstance(place, int):
            return table.rows[row][place]  # type: ignore[index]
        return self._pair(n.RowAt, table.low, table.high, row, place, table)  # type: ignore[no-any-return]

    def players(self, least: int, most: int) -> Expr:
        """Number of players."""
        return least if least == most else self._leaf(n.Players, least, most)

    def setting(self, place: int, least: int, most: int) -> Expr:
        """A choice made before the game."""
        return least if least == most else self._leaf(n.Setting, least, most, place)

    def answer(self, most: int) -> Expr:
        """The number of the option taken last, below `most`."""
        return self._leaf(n.Answer, 0, most)  # type: ignore[no-any-return]

    def zone_length(self, zone: Expr, most: int) -> n.ZoneLength:
        """How many pieces lie in a zone that holds `most`."""
        return self._under(n.ZoneLength, 0, most, zone)  # type: ignore[no-any-return]

    def zone_at(self, zone: Expr, place: Expr, pieces: int) -> n.ZoneAt:
        """The piece at a place of a zone, of a kind with so many pieces; the place lies in it."""
        return self._pair(n.ZoneAt, 0, pieces - 1, zone, place)  # type: ignore[no-any-return]

    def list_length(self, held: str, most: int) -> n.ListLength:
        """How long a gathered list is."""
        return self._leaf(n.ListLength, 0, most, held)  # type: ignore[no-any-return]

    def list_at(self, held: str, place: Expr, least: int, most: int) -> n.ListAt:
        """A number of a gathered list; the place lies in it."""
        return self._under(n.ListAt, least, most, place, held)  # type: ignore[no-any-return]

    def found_so_far(self, most: int) -> n.FoundSoFar:
        """How many a search has found."""
        return self._leaf(n.FoundSoFar, 0, most)  # type: ignore[no-any-return]

    def is_found(self, of: Expr) -> n.IsFound:
        """Whether a search has found a number."""
        return self._under(n.IsFound, 0, 1, of)  # type: ignore[no-any-return]

    def queued(self, most: int) -> n.Queued:
        """How many triggers wait."""
        return self._leaf(n.Queued, 0, most)  # type: ignore[no-any-return]

    def offered(self, most: int) -> n.Offered:
        """How many options have been offered."""
        return self._leaf(n.Offered, 0, most)  # type: ignore[no-any-return]

    def ended(self) -> n.Ended:
        """Whether the game was ended."""
        return self._leaf(n.Ended, 0, 1)  # type: ignore[no-any-return]

    def frames(self) -> n.Frames:
        """How many frames lie on the stack."""
        return self._leaf(n.Frames, 0, WORD[1])  # type: ignore[no-any-return]

    def drawn(self, stream: int, sides: Expr) -> n.Drawn:
        """A new random number; never the same object twice."""
        return n.Drawn(0, high(sides) - 1, size(sides) + 1, depth(sides) + 1, stream, sides)

    def called(self, function: str, args: Iterable[Expr], least: int, most: int) -> Expr:
        """What a function gives; its range is known."""
        return self._call(n.Called, function, tuple(args), least, most)  # type: ignore[no-any-return]

    def hooked(self, hook: str, args: Iterable[Expr], least: int, most: int) -> Expr:
        """What a query of the plugin gives, as far as it keeps its word."""
        return self._call(n.Hooked, hook, tuple(args), least, most)  # type: ignore[no-any-return]

    # -- arithmetic ---------------------------------------------------------------------------------------------

    def plus(self, left: Expr, right: Expr) -> Expr:
        """A sum; what is known stands last and once."""
        if isinstance(left, int):
            if isinstance(right, int):
                return self.checked(left + right, *LONG)
            left, right = right, left
        if isinstance(right, int):
            if right == 0:
                return left
            if type(left) is n.Plus and isinstance(left.right, int) and _calm(left):
                return self.plus(left.left, left.right + right)
            return self._long(n.Plus, left.low + right, left.high + right, left, right)
        if type(left) is n.Plus and isinstance(left.right, int) and _calm(left):
            return self.plus(self.plus(left.left, right), left.right)
        if type(right) is n.Plus and isinstance(right.right, int) and _calm(right):
            return self.plus(self.plus(left, right.left), right.right)
        return self._long(n.Plus, left.low + right.low, left.high + right.high, left, right)

    def minus(self, left: Expr, right: Expr) -> Expr:
        """A difference."""
        if isinstance(right, int):
            return self.plus(left, -right)
        if left is right:
            return self.after(left, self.after(left, 0))  # each of them costs its steps
        if type(right) is n.Plus and isinstance(right.right, int) and _calm(right):
            return self.plus(self.minus(left, right.left), -right.right)
        if type(left) is n.Plus and isinstance(left.right, int) and _calm(left):
            return self.plus(self.minus(left.left, right), left.right)
        return self._long(n.Minus, low(left) - right.high, high(left) - right.low, left, right)

    def times(self, left: Expr, right: Expr) -> Expr:
        """A product."""
        if isinstance(left, int):
            if isinstance(right, int):
                return self.checked(left * right, *LONG)
            left, right = right, left
        if not isinstance(right, int):
            corners = [a * b for a in (left.low, left.high) for b in (right.low, right.high)]
            return self._long(n.Times, min(corners), max(corners), left, right)
        if right == 1:
            return left
        if right == 0:
            return self.after(left, 0)
        if type(left) is n.Plus and isinstance(left.right, int) and _calm(left):
            return self.plus(self.times(left.left, right), left.right * right)
        ends = left.low * right, left.high * right
        return self._long(n.Times, min(ends), max(ends), left, right)

    def _long(self, kind: Anything, least: int, most: int, left: Expr, right: Expr) -> Expr:
        made: n.Node = self._pair(kind, least, most, left, right)
        return made if LONG[0] <= least and most <= LONG[1] else self.checked(made, *LONG)

    def per(self, left: Expr, right: Expr) -> Expr:
        """A quotient, rounded down; by nothing, or less, it gives nothing."""
        if isinstance(right, int):
            if right <= 0:
                return self.after(left, 0)
            if isinstance(left, int) or right == 1:
                return left // right if isinstance(left, int) else left
            return self._pair(n.Per, left.low // right, left.high // right, left, right)  # type: ignore[no-any-return]
        if right.low <= 0:
            if right.high <= 0:
                return self.after(left, self.after(right, 0))
            some = self.compare(">", right, 0)
            return self.choice(self.after(left, some), self.per(left, self.narrow(right, 1, right.high)), 0)
        corners = [a // b for a in (low(left), high(left)) for b in (right.low, right.high)]
        return self._pair(n.Per, min(corners), max(corners), left, right)  # type: ignore[no-any-return]

    def mod(self, left: Expr, right: Expr) -> Expr:
        """What a division leaves, never below 0; of a division by nothing, or less, nothing."""
        if isinstance(right, int):
            if right <= 0:
                return self.after(left, 0)
            if isinstance(left, int):
                return left % right
            if within(left, 0, right - 1):
                return left
        elif right.low <= 0:
            if right.high <= 0:
                return self.after(left, self.after(right, 0))
            some = self.compare(">", right, 0)
            return self.choice(self.after(left, some), self.mod(left, self.narrow(right, 1, right.high)), 0)
        most = high(right) - 1 if low(left) < 0 else min(high(left), high(right) - 1)
        return self._pair(n.Mod, 0, most, left, right)  # type: ignore[no-any-return]

    def narrow(self, code: n.Node, least: int, most: int) -> Expr:
        """The same expression where it is known to lie from `least` to `most`."""
        least, most = max(code.low, least), min(code.high, most)
        if (least, most) == (code.low, code.high):
            return code
        return self.after(code, least) if least == most else self._store.narrowed(code, least, most)

    def least(self, left: Expr, right: Expr) -> Expr:
        """The lesser of two."""
        if isinstance(left, int) and isinstance(right, int):
            return min(left, right)
        if left is right or high(left) <= low(right):
            return self.after(right, left)
        if high(right) <= low(left):
            return self.after(left, right)
        return self._pair(n.Least, min(low(left), low(right)), min(high(left), high(right)), left, right)  # type: ignore[no-any-return]

    def most(self, left: Expr, right: Expr) -> Expr:
        """The greater of two."""
        if isinstance(left, int) and isinstance(right, int):
            return max(left, right)
        if left is right or low(left) >= high(right):
            return self.after(right, left)
        if low(right) >= high(left):
            return self.after(left, right)
        return self._pair(n.Most, max(low(left), low(right)), max(high(left), high(right)), left, right)  # type: ignore[no-any-return]

    def absolute(self, code: Expr) -> Expr:
        """A number without its sign."""
        return self.most(code, self.minus(0, code))

    # -- conditions ---------------------------------------------------------------------------------------------

    def compare(self, sign: str, left: Expr, right: Expr) -> Expr:
        """A comparison."""
        if isinstance(left, int):
            if isinstance(right, int):
                return MEANINGS[sign](left, right)
            sign, left, right = SWAPPED[sign], right, left
        if left is right:
            return self.after(left, self.after(left, int(sign in {"==", "<=", ">="})))  # each of them costs its steps
        known = known_of(sign, left.low, left.high, low(right), high(right))
        if known is not None:
            return self.after(left, self.after(right, int(known)))
        if isinstance(right, int):
            if type(left) is n.Plus and isinstance(left.right, int) and _calm(left):
                return self.compare(sign, left.left, right - left.right)
            if sign in {"==", "!="} and within(left, 0, 1):
                return left if (right == 1) == (sign == "==") else self.no(left)
        return self._pair(n.Compare, 0, 1, left, right, sign)  # type: ignore[no-any-return]

    def truth(self, code: Expr) -> Expr:
        """0 or 1: whether a number is not 0."""
        if isinstance(code, int):
            return int(code != 0)
        return code if code.low >= 0 and code.high <= 1 else self.compare("!=", code, 0)

    def no(self, code: Expr) -> Expr:
        """1 where a number is 0, else 0."""
        code = self.truth(code)
        if isinstance(code, int):
            return 1 - code
        if type(code) is n.Not:
            return code.part
        if type(code) is n.Compare:
            return self._pair(n.Compare, 0, 1, code.left, code.right, OPPOSITE[code.sign])  # type: ignore[no-any-return]
        return self._under(n.Not, 0, 1, code)  # type: ignore[no-any-return]

    def every(self, parts: Iterable[Expr]) -> Expr:
        """Whether all hold. A part may rely on those before it."""
        return self._joined(n.All, parts, 0)

    def some(self, parts: Iterable[Expr]) -> Expr:
        """Whether one holds. A part may rely on those before it not to."""
        return self._joined(n.Any, parts, 1)

    def _joined(self, kind: Anything, parts: Iterable[Expr], settled: int) -> Expr:
        kept: list[n.Node] = []
        for part in parts:
            one = self.truth(part)
            if isinstance(one, int):
                if one == settled:
                    if all(map(self.harmless, kept)):
                        return settled  # values have no effects, so the others need not be looked at
                    break
                continue
            more = one.parts if isinstance(one, kind) else (one,)
            kept += [each for each in more if each not in kept or not self.harmless(each)]
        else:
            settled = 1 - settled
            if not kept:
                return settled
            if len(kept) == 1:
                return kept[0]
            return self._many(kind, tuple(kept))  # type: ignore[no-any-return]
        return self._choice(self._many(kind, tuple(kept)) if len(kept) > 1 else kept[0], settled, settled)

    def among(self, of: Expr, values: Iterable[int]) -> Expr:
        """Whether a number is one of several known ones."""
        if isinstance(of, int):
            return int(of in set(values))
        known = tuple(sorted({each for each in values if of.low <= each <= of.high}))
        if not known:
            return self.after(of, 0)
        if len(known) == 1:
            return self.compare("==", of, known[0])
        if known[-1] - known[0] == len(known) - 1:
            if known[0] == of.low:
                return self.compare("<=", of, known[-1])
            if known[-1] == of.high:
                return self.compare(">=", of, known[0])
        return self._among(of, known)

    def choice(self, condition: Expr, then: Expr, otherwise: Expr) -> Expr:
        """One of two values."""
        if isinstance(condition, int):
            return then if condition else otherwise
        if (then is otherwise or (isinstance(then, int) and then == otherwise)) and self.harmless(condition):
            return then
        if within(then, 0, 1) and within(otherwise, 0, 1):
            if otherwise == 0 and isinstance(otherwise, int):
                return self.every((condition, then))
            if then == 1 and isinstance(then, int):
                return self.some((condition, otherwise))
            if then == 0 and otherwise == 1:
                return self.no(condition)
        return self._choice(condition, then, otherwise)

    # -- what must be so ----------------------------------------------------------------------------------------

    def checked(self, code: Expr, least: int, most: int) -> Expr:
        """A value that must lie from `least` to `most`, or the rule is broken."""
        if within(code, least, most):
            return code
        return self._under(n.Checked, max(least, min(low(code), most)), min(most, max(high(code), least)), code)  # type: ignore[no-any-return]

    def kept(self, code: Expr) -> Expr:
        """A value that is kept: it must lie within 32 bits."""
        return self.checked(code, *WORD)


def _calm(code: n.Node) -> bool:
    """Whether the numbers of an expression are far from 64 bits, so that they may be added in another order."""
    return code.low >= -(2**61) and code.high <= 2**61
