"""What the parts of the deciding step share: the program, the maker of expressions, and each other."""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import program as p
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.make import Maker
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.code.size import high, low, within
from ruleset_core.lang.decide.defines import Defines
from ruleset_core.lang.decide.effects import Effects
from ruleset_core.lang.decide.exprs import Exprs
from ruleset_core.lang.decide.fixed import Fixed
from ruleset_core.lang.decide.functions import Functions
from ruleset_core.lang.decide.gains import Gains
from ruleset_core.lang.decide.lookups import Lookups
from ruleset_core.lang.decide.operations import Operations
from ruleset_core.lang.decide.places import Places
from ruleset_core.lang.decide.questions import Questions
from ruleset_core.lang.decide.reach import Reach
from ruleset_core.lang.decide.searches import Searches
from ruleset_core.lang.decide.selections import Selections
from ruleset_core.lang.decide.tables import Tables
from ruleset_core.lang.types import Type

Env = dict[Any, Any]
"""What locals stand for, by name, and some of what is known there (`places.BASES`, `questions.AROUND`)."""


class Build:
    """One game in the making."""

    def __init__(self, program: p.Program) -> None:
        self.program = program
        self.steps = program.steps
        self.v = program.vocabulary
        self.make = Maker()
        self._spans: dict[int, tuple[Type, tuple[int, int], bool, bool]] = {}
        self._fresh = 0
        self.players = self.make.players(*self.v.players)
        self.fixed = Fixed(self)
        self.tables = Tables(self)
        self.functions = Functions(self)
        self.places = Places(self)
        self.selections = Selections(self)
        self.lookups = Lookups(self)
        self.searches = Searches(self)
        self.questions = Questions(self)
        self.operations = Operations(self)
        self.defines = Defines(self)
        self.exprs = Exprs(self)
        self.reach = Reach(self)
        self.gains = Gains(self)
        self.effects = Effects(self)

    def fresh(self, stem: str) -> str:
        """The name of a local that nothing else has."""
        self._fresh += 1
        return f"_{stem}{self._fresh}_"

    def span(self, kind: Type) -> tuple[int, int]:
        """The least and the greatest value of a type."""
        return (self._spans.get(id(kind)) or self._looked_at(kind))[1]

    def _looked_at(self, kind: Type) -> tuple[Type, tuple[int, int], bool, bool]:
        """A type, its range, whether it is finite, and whether there is a gap between none and its first number."""
        gap = kind.optional and kind.kind == "int" and (kind.low or 0) > 0
        # the type is kept with what is known of it, so that its id is not given to another
        found = self._spans[id(kind)] = (kind, self._span(kind), self.v.finite(kind), gap)
        return found

    def _span(self, kind: Type) -> tuple[int, int]:
        if kind.kind == "bool":
            least, most = 0, 1
        elif kind.kind == "int":
            least, most = WORD if kind.low is None or kind.high is None else (kind.low, kind.high)
        elif kind.kind == "member":
            least, most = 0, self.v.domains[kind.domain].size - 1
        elif kind.kind == "none":
            least, most = -1, -1
        else:
            return WORD
        return (min(least, -1) if kind.optional else least), max(most, least)

    def local(self, name: str, kind: Type) -> n.Local:
        """A local of a type."""
        return self.make.local(name, *self.span(kind))

    def fitting(self, code: Expr, kind: Type, *, sure: bool = False) -> Expr:
        """A value that is handed on where a type is asked for: it must be of the type, and within 32 bits."""
        _, (least, most), finite, gap = self._spans.get(id(kind)) or self._looked_at(kind)
        if not finite:
            return self.make.kept(code)
        if not gap and within(code, least, most):
            return code
        if sure:
            return self.narrow(code, least, most)
        if not gap:
            return self.make.checked(code, least, most)
        first = kind.low or 0
        if within(code, first, most):
            return code
        fits = self.make.some((self.make.compare("==", code, -1), self.make.compare(">=", code, first)))
        return self.make.choice(fits, self.make.checked(code, -1, most), self.make.checked(-2, least, most))

    def narrow(self, code: Expr, least: int, most: int) -> Expr:
        """An expression that is known to lie in a range where it stands."""
        if isinstance(code, int) or within(code, least, most) or max(low(code), least) > min(high(code), most):
            return code
        return self.make.narrow(code, least, most)
