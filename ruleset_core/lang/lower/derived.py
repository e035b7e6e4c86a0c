"""Fields that nobody is shown, and that everybody could work out: they hold what follows from public things alone.

`linked: {by: [cell], is: bool, visible: nobody}` may note which stones reach the edge of the board. Nothing of it is secret, so an imagined world
keeps it: any other value would be one that the game cannot have. Only what chance or a secret choice has produced is drawn anew.

A field is taken for derived until something is found that sets it from what is hidden: a value, a place, a condition on the way, a roll, or
anything that is done while all choose at the same time.
"""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.expand import GAIN
from ruleset_core.lang.lower.veils import Veils
from ruleset_core.lang.program import Program
from ruleset_core.lang.secrets import OTHERS
from ruleset_core.lang.types import BOOL
from ruleset_core.lang.walk import inner, statements

GAINS = ("event gain", "event lose", "event reach", "overflow ", GAIN)
"""What may follow a gain or a loss."""


def mark_derived(program: Program) -> None:
    """Mark the derived fields. In a game with hooks there are none: what these do is not known."""
    fields = program.vocabulary.fields
    found = frozenset(
        name for name, field in fields.items() if field.visible == "nobody" and not field.hidden and "." not in name
    )
    while found:
        left = found - _Writes(program, found).from_hidden()
        if left == found:
            break
        found = left
    for name in found:
        fields[name].derived = True


class _Writes:
    """What is written to fields that are taken for derived."""

    def __init__(self, program: Program, taken: frozenset[str]) -> None:
        self.program, self.taken = program, taken
        self.veils = Veils(program, OTHERS)
        self.veils.secrets.public = taken
        self.hides = self.veils.secrets.hides
        self.found: set[str] = set()
        self.under: set[str] = set()
        self.waiting: dict[str, None] = {}

    def from_hidden(self) -> set[str]:
        """The fields that are set from something hidden."""
        self.veils.spread()
        self.found = {each.field.name for each in self.program.starts if self.hides(each.value)}
        self.waiting = dict.fromkeys(self.program.procedures)
        while self.waiting:
            name, _ = self.waiting.popitem()
            self.veils.secrets.locals = self.veils.hidden[name]
            body = self.program.procedures[name].body
            if any(isinstance(each, t.Hooked) for each in statements(body)):
                return set(self.taken)
            self._look(body, under=name in self.under)
        return self.found

    def _look(self, node: Any, *, under: bool) -> None:
        """Note what a statement sets; `under` something of which not everybody knows whether it is done."""
        under = under or self._is_hidden(node)
        if isinstance(node, (t.Put, t.Roll)) and node.target.field.name in self.taken:
            parts = [node.target.seat, *node.target.index, *([node.value] if isinstance(node, t.Put) else [])]
            if under or isinstance(node, t.Roll) or any(each is not None and self.hides(each) for each in parts):
                self.found.add(node.target.field.name)
        if under:
            self._follow(node)
        for part in inner(node):
            self._look(part, under=under)

    def _is_hidden(self, node: Any) -> bool:
        """Whether it is hidden from somebody if or how often the inside of a statement is done."""
        match node:
            case t.Turns():
                return node.how == "simultaneous"
            case t.Choose() | t.ChooseUpTo() | t.If() | t.For():
                selection = [node.selection] if isinstance(node, t.For) else []
                return self.veils.is_hidden(node) or any(map(self.hides, selection))
            case t.Repeat():
                return self.hides(node.times)
            case t.Pay():
                return self.hides(t.CanPay(BOOL, node.costs))
            case t.As():
                return self.hides(node.seat)
            case t.DoCard():
                return self.hides(node.of)
            case t.Gain() | t.Lose():
                return self.hides(node.amount) or self.hides(node.resource)
            case t.Rounds() | t.ForField():
                return node.going is not None and self.hides(node.going)
            case _:
                return False

    def _follow(self, node: Any) -> None:
        """What a statement leads to is hidden with it."""
        match node:
            case t.Do() | t.Enqueue():
                names = [node.procedure]
            case t.DoCard():
                names = [each for each in node.procedures if each]
            case t.Emit():
                names = [f"event {node.event.name}"]
            case t.Gain() | t.Lose():
                names = [each for each in self.program.procedures if each.startswith(GAINS)]
            case _:
                return
        for name in names:
            if name in self.program.procedures and name not in self.under:
                self.under.add(name)
                self.waiting[name] = None
