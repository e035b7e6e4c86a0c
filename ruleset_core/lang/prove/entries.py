"""What is known where a procedure, an amount or a condition begins: what holds at every place that leads to it."""

from __future__ import annotations

from collections.abc import Iterable

from ruleset_core.lang import tree as t
from ruleset_core.lang.prove.facts import Facts
from ruleset_core.lang.prove.keys import EVERYTHING
from ruleset_core.lang.prove.known import NOTHING_KNOWN, Known
from ruleset_core.lang.ranges import Values


class Entries:
    """Collects what is known at the places that lead somewhere; `whence` says nothing about places that were not seen yet."""

    def __init__(self, facts: Facts) -> None:
        self.facts = facts
        self.keys = facts.keys
        self.known: dict[str, Known] = {}
        self._me = self.keys.bit("local", "me")

    def anything(self, name: str) -> None:
        """What may begin at any time: nothing is known there."""
        self.known[name] = NOTHING_KNOWN

    def leads(self, name: str, params: Iterable[str], args: tuple[t.Expr, ...], known: Known) -> None:
        """A place that leads to something under a name, with arguments."""
        before = self.known.get(name)
        if before is not None and not before.values:
            return
        names = dict(zip(params, args, strict=True))
        values = {self.keys.local(param): self.facts.values(arg, known) for param, arg in names.items()}
        said = {
            self.keys.of(arg): param for param, arg in names.items() if param == "this" or not isinstance(arg, t.Const)
        }
        self.arrive(name, values, said, known)

    def arrive(self, name: str, values: dict[int, Values], params: dict[int, str], known: Known) -> None:
        """`values` of parameters; `params` by the numbers of what they are given."""
        carried = self._carried(params, known)
        carried.update(values)
        before = self.known.get(name)
        about = 0
        for number in carried:
            about |= self.keys.reads[number]
        here = Known(carried, {}, (), about)
        self.known[name] = here if before is None else before.joined(here)

    def _carried(self, params: dict[int, str], known: Known) -> dict[int, Values]:
        """What is known without the names of the place, and what is known of arguments, said of the parameters."""
        keys = self.keys
        locals_ = keys.locals & ~self._me
        marks = {number: keys.number(("given", param)) for number, param in params.items()}
        back = {keys.number(("given", param)): keys.local(param) for param in params.values()}
        found: dict[int, Values] = {}
        about = 0
        for number in marks:
            about |= keys.reads[number] or EVERYTHING  # of a number itself nothing is read
        for number, values in known.values.items():
            if not keys.reads[number] & locals_:
                found[number] = values
            marked = keys.renamed(number, marks) if keys.reads[number] & about else number
            if marked is None or marked == number or keys.reads[marked] & locals_:
                continue
            said = keys.renamed(marked, back)
            if said is not None:
                found[said] = values
        return found
