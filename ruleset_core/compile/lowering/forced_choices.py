"""Forced-choice masking: questions that must be asked although one answer is left, since skipping them would reveal hidden things.

A question with one option is answered at once, which saves clicks. But all see whether somebody is asked. In Sheaves a seat has
to follow suit; were it not asked, all would know that one card of its hand fits. So this pass gives the question a condition
under which it is put even with one option left:

    choose play c in hand where may_play(c)      Ask(play, ..., where=may_play(c), forced: (count c in hand) > 0)
    choose bid n in 0 to 8                       Ask(bid, ..., no condition): what is offered depends on nothing hidden

`may_play` depends on the hand, which others do not see; how many cards a hand has, all see. The condition is as small as
possible: where it fails, everybody can work out what is offered. `analysis.secrecy` says what depends on hidden things.
"""

from __future__ import annotations

from functools import reduce
from typing import Any, Final

from ruleset_core.analysis.desugaring import GAIN
from ruleset_core.analysis.secrecy import ASKER, OTHERS, SecrecyAnalysis
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.node_traits import TRAITS
from ruleset_core.lang.operations import OPERATIONS
from ruleset_core.lang.program import Program
from ruleset_core.lang.traversal import (
    above,
    both,
    decided_by,
    either,
    inner,
    leads,
    local,
    locals_of,
    negated,
    parts,
    replaced,
    restricted_answers,
    statements,
    substitute,
    with_renamed_locals,
    with_statements,
    written,
)
from ruleset_core.lang.types import BOOL, INT, SEAT
from ruleset_core.lang.visibility import NOBODY, PIECE, sight_of
from ruleset_core.lang.vocabulary import Field

# Questions of which not everybody knows how many answers they have: they are asked even when one answer is left.
#
# Whether a seat is asked is seen by all. If a question over a hidden hand were skipped where nothing of it fits,
# everybody would know that nothing fits. So it is worked out, once for a game, which questions depend on what others
# may not see. What is known to have been picked openly is no secret any more; what is noted in a local of something
# hidden is.
#
# The same walk notes from whom the answers of a question, the value of a local and the way an `if` goes are hidden
# (`hidden`): an imagined world, in which hidden things lie otherwise, works these out again (`compile.lowering.question_replay`).

DEEP: Final = 8
"""Definitions within definitions that are looked into; what lies deeper is taken to depend on whatever it reads."""
LARGE: Final = 600
"""Nodes of the condition that is made; a larger one costs more than the question it saves."""


def any_condition(*conditions: t.Expr) -> t.Expr:
    """Whether one of them holds."""
    kept = [each for each in conditions if each != t.FALSE]
    if t.TRUE in kept:
        return t.TRUE
    return reduce(either, kept) if kept else t.FALSE


class HiddenOptionConditions:
    """Makes these conditions.

    When a condition depends on something hidden, as a condition itself that everybody can work out:
    `c.depends == on_the_purse and (any h in hand where h.price <= denier)` depends on the hand of a seat only for cards with that
    fact. Of such a condition the part that everybody sees stands as a guard before the part that not everybody does: where the guard
    fails, everybody knows what the whole comes to.

    Args:
        program: the game.
        secrets: what is hidden; its `locals` may change in between.
    """

    def __init__(self, program: Program, secrets: SecrecyAnalysis) -> None:
        self.defines = program.vocabulary.defines
        self.secrets = secrets
        self.made = 0

    def candidates_depend_on_hidden(self, var: str, selection: t.Selection, condition: t.Expr) -> t.Expr:
        """Whether what some candidate fulfils depends on something hidden; the selection itself does not."""
        return self._within(self._any(var, selection, self._of(condition, 0)))

    def depends_on_hidden(self, condition: t.Expr) -> t.Expr:
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
            case t.Op() if OPERATIONS[node.name].settles is not None:
                return self._one_by_one(node, depth)
            case t.Op(name="if"):
                test, then, otherwise = node.args
                way = t.Op(BOOL, "if", (test, self._of(then, depth), self._of(otherwise, depth)))
                return any_condition(self._of(test, depth), t.FALSE if way.args[1:] == (t.FALSE, t.FALSE) else way)
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
                guard = negated(each) if OPERATIONS[node.name].settles else each
                rest = both(guard, rest)
            rest = any_condition(self._of(each, depth), rest)
        return rest

    def _of_item(self, node: t.Quantity, depth: int) -> t.Expr:
        """Whether what is asked of a member does."""
        where = t.FALSE if node.where is None else self._of(node.where, depth)
        body = t.FALSE if node.body is None else self._of(node.body, depth)
        if body != t.FALSE and node.where is not None:
            body = both(node.where, body)
        return any_condition(where, body)

    def _defined(self, node: t.Apply, depth: int) -> t.Expr:
        """Of a definition: its body, with the arguments in the places of the parameters."""
        define = self.defines[node.define]
        if define.value is None:
            return t.TRUE
        self.made += 1
        mark = f"__v{self.made}"
        body = with_renamed_locals(define.value, mark)
        values = {name + mark: arg for name, arg in zip(define.params, node.args, strict=True)}
        return self._of(substitute(body, values), depth + 1)


def _size(node: Any, most: int) -> int:
    """How many nodes there are, counted no further than one more than `most`."""
    count, waiting = 0, [node]
    while waiting and count <= most:
        count += 1
        waiting += parts(waiting.pop())
    return count


# -- Questions of which not everybody knows how many answers they have -------------------------------------------------


def mask_forced_choices(program: Program) -> None:
    """Mark the statements of all procedures. A game that hides nothing is left as it is."""
    for level in (OTHERS, ASKER):
        veils = ForcedChoiceMasking(program, level)
        if not veils.secrets.anything():
            return
        veils.spread()
        for procedure in program.procedures.values():
            veils.secrets.locals = veils.hidden[procedure.name]
            procedure.body = veils.marked(procedure.body)


class ForcedChoiceMasking:
    """Which locals of which procedures hold something hidden."""

    def __init__(self, program: Program, level: int) -> None:
        self.program = program
        self.level = level
        self.secrets = SecrecyAnalysis(program, own=level == ASKER)
        self.exposure = HiddenOptionConditions(program, self.secrets)
        self.hidden: dict[str, set[str]] = {name: set() for name in program.procedures}
        self.returned: set[str] = set()
        """The procedures whose results are hidden."""
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
                self._note(name, node.var, *(each.var for each in node.selection.answer_parts))
            case t.ChooseSeveral() if node.decision.secret:
                self._note(name, node.var, node.picked)
            case t.Do() | t.Enqueue() | t.Emit():
                self._handed(leads(node)[0], node.args)
                if isinstance(node, t.Do) and node.var and (under or node.procedure in self.returned):
                    self._note(name, node.var)
            case t.Return() if name not in self.returned and (under or self.secrets.hides(node.value)):
                self.returned.add(name)
                self.waiting |= dict.fromkeys(self.program.procedures)
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
        node = with_statements(node, self.marked)
        changes: dict[str, Any] = {}
        asks = isinstance(node, (t.Choose, t.ChooseUpTo, t.ChooseSeveral)) and self.level == OTHERS
        veil = self._veil(node) if asks else t.FALSE
        if veil != t.FALSE:
            changes["veil"] = veil
        if self.is_hidden(node):
            changes["hidden"] = self.level
        return replaced(node, changes) if changes else node

    def is_hidden(self, node: Any) -> bool:
        """Whether what a statement goes by is hidden. A piece held in a local is not, unless it was found by something hidden: in another world
        it is the piece that lies there.
        """
        match node:
            case t.Choose() | t.ChooseUpTo():
                return any(map(self.secrets.hides, [*decided_by(node), *self._keys(node)]))
            case t.ChooseSeveral():
                return any(map(self.secrets.hides, decided_by(node)))
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

    def _veil(self, node: t.Choose | t.ChooseUpTo | t.ChooseSeveral) -> t.Expr:
        """When not everybody knows how many candidates there are: a condition of which everybody knows whether it holds."""
        hides, selection = self.secrets.hides, node.selection
        if isinstance(node, t.ChooseSeveral):
            return self._veil_of_sets(node)
        conditions = [] if node.where is None else [node.where]
        conditions += self._keys(node)
        if hides(selection):
            counted = bool(selection.zones) and not any(hides(part) for zone in selection.zones for part in parts(zone))
            unknown = not counted or any(node.var in locals_of(each) or hides(each) for each in conditions)
            return self._known_of(selection, node.var) if unknown else t.FALSE
        exposed = [self.exposure.candidates_depend_on_hidden(node.var, selection, each) for each in conditions]
        if node.done is not None:
            exposed.append(self.exposure.depends_on_hidden(node.done))
        return any_condition(*exposed)

    def _veil_of_sets(self, node: t.ChooseSeveral) -> t.Expr:
        """Of sets, it is not looked at which conditions the others can see through."""
        hides, zones = self.secrets.hides, node.selection.zones
        counted = bool(zones) and not any(hides(part) for zone in zones for part in parts(zone))
        conditions = [each for each in (node.where, node.enough, node.done) if each is not None]
        amounts = [each for each in (node.least, node.most) if each is not None]
        if hides(node.selection) and (not counted or node.where is not None or node.enough is not None):
            return self._known_of(node.selection, node.var)
        return self._known_of(node.selection, node.var) if any(map(hides, [*conditions, *amounts])) else t.FALSE

    def _known_of(self, selection: t.Selection, var: str) -> t.Expr:
        """What everybody knows of it: whether there are any pieces to choose from."""
        if not selection.zones or any(self.secrets.hides(part) for zone in selection.zones for part in parts(zone)):
            return t.TRUE
        count = t.Quantity(INT, "count", var, selection, None, None, "first")
        return above(count, 0)


# Fields that nobody is shown, and that everybody could work out: they hold what follows from public things alone.
#
# `linked: {by: [cell], is: bool, visible: nobody}` may note which stones reach the edge of the board. Nothing of it
# is secret, so an imagined world keeps it: any other value would be one that the game cannot have. Only what chance
# or a secret choice has produced is drawn anew.
#
# A field is taken for derived until something is found that sets it from what is hidden: a value, a place, a
# condition on the way, a roll, or anything that is done while all choose at the same time.

GAINS = ("event gain", "event lose", "event reach", "overflow ", GAIN)
"""What may follow a gain or a loss."""


def mark_derived_fields(program: Program) -> None:
    """Mark the derived fields. In a game with hooks there are none: what these do is not known."""
    fields = program.vocabulary.fields
    found = frozenset(
        name
        for name, field in fields.items()
        if sight_of(field) in {NOBODY, PIECE} and not field.hidden and "." not in name
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
        self.veils = ForcedChoiceMasking(program, OTHERS)
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
        for target in written(node):
            if isinstance(target, t.Load) and target.field.name in self.taken:
                looked = [*parts(target), *([node.value] if isinstance(node, t.Put) else [])]
                if under or TRAITS[type(node)].draws or any(map(self.hides, looked)):
                    self.found.add(target.field.name)
        if under:
            self._follow(node)
        for part in inner(node):
            self._look(part, under=under)

    def _is_hidden(self, node: Any) -> bool:
        """Whether it is hidden from somebody if or how often the inside of a statement is done."""
        if isinstance(node, t.Turns):
            return node.how == "simultaneous"
        decides = [t.CanPay(BOOL, node.costs)] if isinstance(node, t.Pay) else decided_by(node)
        return any(map(self.hides, decides)) or (
            isinstance(node, (t.Choose, t.ChooseUpTo, t.ChooseSeveral)) and self.veils.is_hidden(node)
        )

    def _follow(self, node: Any) -> None:
        """What a statement leads to is hidden with it."""
        gains = isinstance(node, (t.Gain, t.Lose))
        names = [each for each in self.program.procedures if each.startswith(GAINS)] if gains else leads(node)
        for name in names:
            if name in self.program.procedures and name not in self.under:
                self.under.add(name)
                self.waiting[name] = None


# Seats that are out of the game are asked nothing: for them there is nothing to choose from, whatever the question.


def skip_eliminated_seats(program: Program) -> None:
    """Add to every question that the seat is in the game. A game in which nobody can be out is left as it is."""
    if program.vocabulary.out is not None:
        for procedure in program.procedures.values():
            procedure.body = _spared(procedure.body, program.vocabulary.out)


def _spared(node: Any, out: Field) -> Any:
    changes: dict[str, Any] = {}
    if isinstance(node, (t.Choose, t.ChooseUpTo, t.ChooseSeveral)):
        is_in = negated(t.Load(BOOL, out, local("me", SEAT), ()))
        answer = node.selection.answer
        if answer is None:
            changes["where"] = both(is_in, node.where)
        else:  # its parts have conditions of their own
            changes["selection"] = replaced(node.selection, {"answer": restricted_answers(answer, is_in)})
    return with_statements(node, lambda each: _spared(each, out), **changes)
