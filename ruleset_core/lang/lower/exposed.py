"""When a condition depends on something hidden, as a condition itself that everybody can work out.

`c.depends == on_the_purse and (any h in hand where h.price <= denier)` depends on the hand of a seat only for cards with that
fact. Of such a condition the part that everybody sees stands as a guard before the part that not everybody does: where the guard
fails, everybody knows what the whole comes to.
"""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.rebuild import marked, substitute
from ruleset_core.lang.types import BOOL
from ruleset_core.lang.walk import parts

if TYPE_CHECKING:
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.secrets import Secrets

DEEP: Final = 8
"""Definitions within definitions that are looked into; what lies deeper is taken to depend on whatever it reads."""
LARGE: Final = 600
"""Nodes of the condition that is made; a larger one costs more than the question it saves."""


def either(*conditions: t.Expr) -> t.Expr:
    """Whether one of them holds."""
    kept = [each for each in conditions if each != t.FALSE]
    if t.TRUE in kept:
        return t.TRUE
    return reduce(lambda one, other: t.Op(BOOL, "or", (one, other)), kept) if kept else t.FALSE


class Exposure:
    """Makes these conditions.

    Args:
        program: the game.
        secrets: what is hidden; its `locals` may change in between.
    """

    def __init__(self, program: Program, secrets: Secrets) -> None:
        self.defines = program.vocabulary.defines
        self.secrets = secrets
        self.made = 0

    def of_candidates(self, var: str, selection: t.Selection, condition: t.Expr) -> t.Expr:
        """Whether what some candidate fulfils depends on something hidden; the selection itself does not."""
        return self._within(self._any(var, selection, self._of(condition, 0)))

    def of(self, condition: t.Expr) -> t.Expr:
        """Whether what the condition comes to depends on something hidden."""
        return self._within(self._of(condition, 0))

    def _within(self, made: t.Expr) -> t.Expr:
        return made if _size(made, LARGE) <= LARGE else t.TRUE

    @staticmethod
    def _any(var: str, selection: t.Selection, condition: t.Expr) -> t.Expr:
        return condition if condition == t.FALSE else t.Quantity(BOOL, "any", var, selection, condition, None, "first")

    def _of(self, node: t.Expr, depth: int) -> t.Expr:
        if not self.secrets.hides(node):
            return t.FALSE
        match node:
            case t.Op(name="not"):
                return self._of(node.args[0], depth)
            case t.Op(name="and" | "or"):
                return self._one_by_one(node, depth)
            case t.Op(name="if"):
                test, then, otherwise = node.args
                way = t.Op(BOOL, "if", (test, self._of(then, depth), self._of(otherwise, depth)))
                return either(self._of(test, depth), t.FALSE if way.args[1:] == (t.FALSE, t.FALSE) else way)
            case t.Quantity() if not self.secrets.hides(node.selection):
                return self._any(node.var, node.selection, self._of_item(node, depth))
            case t.Apply() if depth < DEEP and not self.defines[node.define].modifiers:
                return self._defined(node, depth)
            case _:
                return t.TRUE

    def _one_by_one(self, node: t.Op, depth: int) -> t.Expr:
        """Of `A and B`: A does, or it holds and B does. Of `A or B`: A does, or it fails and B does."""
        rest: t.Expr = t.FALSE
        for each in reversed(node.args):
            if rest != t.FALSE:
                guard = each if node.name == "and" else t.Op(BOOL, "not", (each,))
                rest = t.Op(BOOL, "and", (guard, rest))
            rest = either(self._of(each, depth), rest)
        return rest

    def _of_item(self, node: t.Quantity, depth: int) -> t.Expr:
        """Whether what is asked of a member does."""
        where = t.FALSE if node.where is None else self._of(node.where, depth)
        body = t.FALSE if node.body is None else self._of(node.body, depth)
        if body != t.FALSE and node.where is not None:
            body = t.Op(BOOL, "and", (node.where, body))
        return either(where, body)

    def _defined(self, node: t.Apply, depth: int) -> t.Expr:
        """Of a definition: its body, with the arguments in the places of the parameters."""
        define = self.defines[node.define]
        if define.value is None:
            return t.TRUE
        self.made += 1
        mark = f"__v{self.made}"
        body = marked(define.value, mark)
        values = {name + mark: arg for name, arg in zip(define.params, node.args, strict=True)}
        return self._of(substitute(body, values), depth + 1)


def _size(node: Any, most: int) -> int:
    """How many nodes there are, counted no further than one more than `most`."""
    count, waiting = 0, [node]
    while waiting and count <= most:
        count += 1
        waiting += parts(waiting.pop())
    return count
