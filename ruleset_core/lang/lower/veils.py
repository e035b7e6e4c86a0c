"""Questions of which not everybody knows how many answers they have: they are asked even when one answer is left.

Whether a seat is asked is seen by all. If a question over a hidden hand were skipped where nothing of it fits, everybody would
know that nothing fits. So it is worked out, once for a game, which questions depend on what others may not see. What is
known to have been picked openly is no secret any more; what is noted in a local of something hidden is.

The same walk notes from whom the answers of a question, the value of a local and the way an `if` goes are hidden (`hidden`): an imagined
world, in which hidden things lie otherwise, works these out again (`lower.again`).
"""

from __future__ import annotations

from typing import Any

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.exposed import Exposure, either
from ruleset_core.lang.program import Program
from ruleset_core.lang.rebuild import altered, substitute
from ruleset_core.lang.secrets import ASKER, OTHERS, Secrets
from ruleset_core.lang.types import BOOL, INT
from ruleset_core.lang.walk import HOLDERS, inner, locals_of, parts


def veil_questions(program: Program) -> None:
    """Mark the statements of all procedures. A game that hides nothing is left as it is."""
    for level in (OTHERS, ASKER):
        veils = Veils(program, level)
        if not veils.secrets.anything():
            return
        veils.spread()
        for procedure in program.procedures.values():
            veils.secrets.locals = veils.hidden[procedure.name]
            procedure.body = veils.marked(procedure.body)


class Veils:
    """Which locals of which procedures hold something hidden."""

    def __init__(self, program: Program, level: int) -> None:
        self.program = program
        self.level = level
        self.secrets = Secrets(program, own=level == ASKER)
        self.exposure = Exposure(program, self.secrets)
        self.hidden: dict[str, set[str]] = {name: set() for name in program.procedures}
        self.waiting: dict[str, None] = {}

    def spread(self) -> None:
        """Find the locals that hold something hidden, handed on from procedure to procedure."""
        self.waiting = dict.fromkeys(self.program.procedures)
        while self.waiting:  # whose locals turn out to hold more is looked at once more
            name, _ = self.waiting.popitem()
            self.secrets.locals = self.hidden[name]
            self._look(self.program.procedures[name].body, name, under=False)

    def _look(self, node: Any, name: str, *, under: bool) -> None:
        """Note what a statement does; `under` a condition of which not everybody knows whether it holds."""
        match node:
            case t.Let() if under or self.secrets.hides(node.value):
                self._note(name, node.var)
            case t.If():
                under = under or self.secrets.hides(node.condition)
            case t.For():
                found = self._goes_through(node)
                under = under or found
                if found:
                    self._note(name, node.var)
            case t.Choose() | t.ChooseUpTo() if node.decision.secret:
                self._note(name, node.var, *(node.selection.pairs.names() if node.selection.pairs is not None else ()))
            case t.Do() | t.Enqueue():
                self._handed(node.procedure, node.args)
            case t.Emit():
                self._handed(f"event {node.event.name}", node.args)
            case t.Gain() | t.Lose() if self.secrets.hides(node.amount):
                for each in ("event gain", "event lose", "gain resource"):
                    self._note(each, "amount")
            case t.DoCard() if self.secrets.hides(node.of):
                for each in filter(None, node.procedures):
                    self._note(each, *self.program.procedures[each].params[:1])
            case _:
                pass
        for part in inner(node):
            self._look(part, name, under=under)

    def _goes_through(self, node: t.For) -> bool:
        return self.secrets.hides(node.selection) or (node.where is not None and self.secrets.hides(node.where))

    def _handed(self, procedure: str, args: tuple[t.Expr, ...]) -> None:
        if procedure in self.program.procedures:
            for param, arg in zip(self.program.procedures[procedure].params, args, strict=True):
                if self.secrets.hides(arg):
                    self._note(procedure, param)

    def _note(self, procedure: str, *names: str) -> None:
        found = self.hidden.get(procedure)
        if found is not None and not found >= set(names):
            found.update(names)
            self.waiting[procedure] = None

    def marked(self, node: Any) -> Any:
        """The same effect, marked; what holds nothing that needs a mark is left as it is."""
        changes: dict[str, Any] = {}
        for name in HOLDERS.get(type(node), ()):
            value = getattr(node, name)
            if value is not None:
                made = tuple(map(self.marked, value)) if type(value) is tuple else self.marked(value)
                if made != value:
                    changes[name] = made
        asks = isinstance(node, (t.Choose, t.ChooseUpTo)) and self.level == OTHERS
        veil = self._veil(node) if asks else t.FALSE
        if veil != t.FALSE:
            changes["veil"] = veil
        if self.is_hidden(node):
            changes["hidden"] = self.level
        return altered(node, changes) if changes else node

    def is_hidden(self, node: Any) -> bool:
        """Whether what a statement goes by is hidden. A piece held in a local is not, unless it was found by something hidden: in another world
        it is the piece that lies there.
        """
        match node:
            case t.Choose() | t.ChooseUpTo():
                looked = [node.selection, node.where, node.done, *self._keys(node)]
                return any(each is not None and self.secrets.hides(each) for each in looked)
            case t.Let():
                found = isinstance(node.value, t.Quantity) and (
                    node.value.where is not None or node.value.body is not None
                )
                return (found or not self._is_piece(node.value)) and self.secrets.hides(node.value)
            case t.If():
                return self.secrets.hides(node.condition)
            case t.Do():
                return any(not self._is_piece(each) and self.secrets.hides(each) for each in node.args)
            case t.For():
                return node.where is not None and self.secrets.hides(node.where)
            case _:
                return False

    def _is_piece(self, value: t.Expr) -> bool:
        return value.type.kind == "member" and f"{value.type.domain}.at" in self.program.vocabulary.fields

    @staticmethod
    def _keys(node: t.Choose | t.ChooseUpTo) -> list[t.Expr]:
        """What the candidates show that tells answers apart."""
        return [substitute(key, {"it": t.Local(node.selection.type, node.var)}) for key in node.decision.keys]

    def _veil(self, node: t.Choose | t.ChooseUpTo) -> t.Expr:
        """When not everybody knows how many candidates there are: a condition of which everybody knows whether it holds."""
        hides, selection = self.secrets.hides, node.selection
        conditions = [] if node.where is None else [node.where]
        conditions += self._keys(node)
        if hides(selection):
            counted = bool(selection.zones) and not any(hides(part) for zone in selection.zones for part in parts(zone))
            unknown = not counted or any(node.var in locals_of(each) or hides(each) for each in conditions)
            return self._known_of(selection, node.var) if unknown else t.FALSE
        exposed = [self.exposure.of_candidates(node.var, selection, each) for each in conditions]
        if node.done is not None:
            exposed.append(self.exposure.of(node.done))
        return either(*exposed)

    def _known_of(self, selection: t.Selection, var: str) -> t.Expr:
        """What everybody knows of it: whether there are any pieces to choose from."""
        if not selection.zones or any(self.secrets.hides(part) for zone in selection.zones for part in parts(zone)):
            return t.TRUE
        count = t.Quantity(INT, "count", var, selection, None, None, "first")
        return t.Op(BOOL, ">", (count, t.Const(INT, 0)))
