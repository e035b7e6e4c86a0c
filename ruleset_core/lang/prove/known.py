"""What is known at one place of an effect: where values lie, and what a `let` stands for."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.ranges import Values
from ruleset_core.model.unchanging import unchanging


@unchanging
class Known:
    """`values` by the numbers of expressions; `lets`: for the number of a local the expression it has the value of.

    `offered`: conditions of branches, which say more as soon as it is known which branch was taken. Never changed: what is
    learnt makes a new one. `about`: at least what all of it reads.
    """

    values: dict[int, Values]
    lets: dict[int, t.Expr]
    offered: tuple[t.Expr, ...] = ()
    about: int = 0

    def learnt(self, number: int, values: Values, reads: int) -> Known:
        """With one more range."""
        return Known({**self.values, number: values}, self.lets, self.offered, self.about | reads)

    def named(self, number: int, value: t.Expr, reads: int) -> Known:
        """With one more local that stands for something."""
        return Known(self.values, {**self.lets, number: value}, self.offered, self.about | reads)

    def among(self, condition: t.Expr, reads: int) -> Known:
        """With one more condition of branches."""
        return Known(self.values, self.lets, (*self.offered, condition), self.about | reads)

    def joined(self, other: Known) -> Known:
        """What is known whichever of two ways was taken."""
        if self is other:
            return self
        theirs = other.values
        values = {}
        for number, mine in self.values.items():
            if number in theirs:
                values[number] = mine if theirs[number] == mine else mine.joined(theirs[number])
        lets = {number: value for number, value in self.lets.items() if other.lets.get(number) is value}
        offered = tuple(each for each in self.offered if each in other.offered)
        return Known(values, lets, offered, self.about | other.about)


NOTHING_KNOWN = Known({}, {})
