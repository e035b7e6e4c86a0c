"""Members looked up by their facts: `first c in cell where c.x == x and c.y == y` is a table made when the game is linked.

What is compared must not depend on the member. Without any other condition the table holds the answer; else it holds the
members that have these facts, and the question goes through those alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.nodes import WORD, Expr
from ruleset_core.lang.code.size import within
from ruleset_core.lang.quantities import QUANTITIES
from ruleset_core.lang.types import BOOL
from ruleset_core.lang.walk import chain, fact_asked

if TYPE_CHECKING:
    from ruleset_core.lang.decide.build import Build
    from ruleset_core.lang.vocabulary import Fact

Env = dict[Any, Any]
Key = tuple["Fact", Expr]
"""A fact, and what it must be."""
MOST_ROWS = 4096
"""Most places of a table: combinations of all values between the least and the greatest of each fact."""
FEW, FEW_TO_GO_THROUGH = 4, 9
"""Fewer members than this are no quicker in a table: to answer from it, or to go through what it holds."""
SIMPLE = 4
"""Expressions of at most this many nodes are written out wherever they are needed."""


class Lookups:
    """Questions about members that are known by their facts."""

    def __init__(self, build: Build) -> None:
        self.b = build

    def value(self, node: t.Quantity, values: Sequence[int], env: Env) -> Expr | None:
        """The expression of a question that a table answers, or shortens; None of others."""
        if node.where is None or len(values) < FEW:
            return None
        keys, rest = self._split(node, env)
        whole = not rest and not QUANTITIES[node.kind].body
        if not keys or (not whole and len(values) < FEW_TO_GO_THROUGH):
            return None
        spans = [(min(found), max(found)) for found in ([_value(fact, each) for each in values] for fact, _ in keys)]
        rows = self._rows(keys, spans, values)
        if rows is None:
            return None
        if whole:
            meaning = QUANTITIES[node.kind].meaning
            answers = self.b.make.table([meaning(((value, 1) for value in row), False) for row in rows])
            return self._at(keys, spans, answers)
        row = self._at(keys, spans, None)
        source = n.Row(self.b.make.table(rows[row])) if isinstance(row, int) else n.Row(self.b.make.table(rows), row)
        return self.b.questions.through(node, source, (min(values), max(values)), max(map(len, rows)), rest, env)

    # -- what is asked ------------------------------------------------------------------------------------------

    def _split(self, node: t.Quantity, env: Env) -> tuple[list[Key], t.Expr | None]:
        """The facts that are asked for, and what is asked besides.

        The order of conditions matters where one of them breaks a rule: a fact is only looked up when nothing that is
        written before it, nor what it must be, can.
        """
        parts = [] if node.where is None else chain(node.where, "and")
        facts = [fact_asked(part, node.var) for part in parts]
        keys: list[Key] = []
        rest: list[t.Expr] = []
        for place, (part, asked) in enumerate(zip(parts, facts, strict=True)):
            wanted = None if asked is None else self.b.exprs.value(asked[1], env)
            if asked is not None and wanted is not None and self.b.make.harmless(wanted):
                keys.append((asked[0], wanted))
                continue
            rest.append(part)
            if not any(facts[place + 1 :]) or not self._harmless(node, part, env):
                rest += parts[place + 1 :]
                break
        return keys, _joined(rest)

    def _harmless(self, node: t.Quantity, part: t.Expr, env: Env) -> bool:
        size = self.b.v.domains[node.selection.type.domain].size
        _, inner, head = self.b.questions.variable(node.var, node.selection, (0, size - 1), env)
        return not head and self.b.make.harmless(self.b.exprs.truth(part, inner))

    # -- the table ----------------------------------------------------------------------------------------------

    @staticmethod
    def _rows(keys: list[Key], spans: list[tuple[int, int]], values: Sequence[int]) -> list[tuple[int, ...]] | None:
        """By place the members that have the facts; in the end nothing, for what no member has. None: they are too many."""
        size = 1
        for least, most in spans:
            size *= most - least + 1
        if size > MOST_ROWS:
            return None
        rows: list[tuple[int, ...]] = [()] * (size + 1)
        for value in values:
            place = 0
            for (fact, _), (least, most) in zip(keys, spans, strict=True):
                place = place * (most - least + 1) + _value(fact, value) - least
            rows[place] = (*rows[place], value)
        return rows

    def _at(self, keys: list[Key], spans: list[tuple[int, int]], table: n.Table | None) -> Expr:
        """The place of what is asked for, or what a table holds there; what is long is worked out once, before."""
        make = self.b.make
        held: dict[str, Expr] = {}
        inside: list[Expr] = []
        place: Expr = 0
        size = 1
        for number, ((_, wanted), (least, most)) in enumerate(zip(keys, spans, strict=True)):
            code = wanted
            if not within(
                wanted, *WORD
            ):  # what is handed to a function is a word; beyond the table one is like another
                code = make.most(make.least(wanted, most + 1), least - 1)
            if not isinstance(code, int) and code.size > SIMPLE:
                held[f"_k{number}_"] = code
                code = make.local(f"_k{number}_", code.low, code.high)
            inside += [make.compare(">=", code, least), make.compare("<=", code, most)]
            span = most - least + 1
            size *= span
            place = make.plus(make.times(place, span), make.plus(self.b.narrow(code, least, most), -least))
        found = make.choice(make.every(inside), place, size)
        found = found if table is None else make.entry(table, found)
        return self.b.functions.apart(found, held) if held and not isinstance(found, int) else found


def _value(fact: Fact, of: int) -> int:
    found = fact.values[of]
    if isinstance(found, tuple):
        raise TypeError(f"`{fact.name}` is a list")
    return found


def _joined(parts: Iterable[t.Expr]) -> t.Expr | None:
    found: t.Expr | None = None
    for part in parts:
        found = part if found is None else t.Op(BOOL, "and", (found, part))
    return found
