"""Typed trees: expressions, selections and statements in which every name is resolved. The evaluator runs them, lowering cuts them into blocks."""

from __future__ import annotations

from math import prod

from ruleset_core.lang import typed_statements
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.node_traits import FOLLOWING, Traits, node
from ruleset_core.lang.typed_statements import StatementNode
from ruleset_core.lang.types import BOOL, INT, SEAT, Type
from ruleset_core.lang.vocabulary import DecisionDeclaration, Event, Field, Zone

PLAN = "plan of the grid"
"""The name of the fact that holds the plan of a grid; no name of the data has a blank in it."""
OF_THE_STATE = frozenset({"others", "after", "before", "zone", "seats", "enclosed"})
"""Selections that are other ones in other states, whatever they are made of."""
FOUND = ("where", "then", "further", "worth")
ASKING = Traits(
    binds={"var": ("where", "body", "veil")}, acts=True, suspends=True, decides=("selection", "where", "done")
)
SEVERAL = Traits(
    binds={"var": ("where", "body"), "picked": ("where", "enough", "body", "then")},
    acts=True,
    suspends=True,
    decides=("least", "most", "selection", "where", "enough", "done"),
)


@node(comparable=True)
class Const:
    """A value known when the game is loaded."""

    type: Type
    value: int


@node(comparable=True)
class Local:
    """A local name: a parameter, a loop variable, a `let`, `me`, `this`, `it`."""

    type: Type
    name: str


@node(Traits(reads=True))
class Load:
    """A value of the state; `seat` is None for shared fields."""

    type: Type
    field: Field
    seat: Expr | None
    index: tuple[Expr, ...]


@node()
class FactOf:
    """A fact of a member; `side` is given for facts that differ by side. List facts appear only in selections."""

    type: Type
    fact: Fact
    of: Expr
    side: Expr | None = None


@node(Traits(reads=True))
class ZoneRef:
    """One list of pieces."""

    zone: Zone
    seat: Expr | None
    index: tuple[Expr, ...]


@node(Traits(reads=True))
class ZoneAt:
    """The piece at a place of a zone, counted from 0; none beyond its ends.

    `deck[-1]` stands at the place `(count _p in deck) - 1`; a place that is worked out and below 0 is beyond the end.
    """

    type: Type
    zone: ZoneRef
    place: Expr

    @property
    def from_end(self) -> int:
        """Which piece it is from the end, 1 for the last; 0 where the place is counted from the beginning."""
        match self.place:
            case Op(
                name="+", args=(Quantity(kind="count", where=None, selection=Selection(zone=zone)), Const(value=back))
            ):
                return -back if zone == self.zone and back < 0 else 0
            case _:
                return 0


@node()
class Nth:
    """The value at a place of a list of facts, counted from 0; none, or 0, beyond its ends.

    `c.at[dx, dy]` is the place of the plan of its grid (`Domain.plan`) that lies so far off `c`: see `cell_at`.
    """

    type: Type
    of: Expr
    place: Expr

    @property
    def offset(self) -> tuple[Expr, Expr, Expr] | None:
        """The cell, and how far off it this one lies along files and ranks; None where it is no place of a plan."""
        if not isinstance(self.of, FactOf) or self.of.fact.name != PLAN:
            return None
        match self.place:
            case Op(args=(Op(args=(Op(args=(_, dy)), _)), Op(args=(Op(args=(Op(args=(FactOf(of=of), dx)), _)), _)))):
                return of, dx, dy
            case _:
                return None


@node(Traits(reads=lambda each: each.name in {"acting", "fits"}))
class Op:
    """`+ - * per mod == != < <= > >= and or not neg min max abs if`, of seats and members `number`, of a seat and the
    number of players `left` and `right`; and what lowering adds.

    `given`: a value that must be of the type it is handed on as, and `owner` is the definition or event that asks for it; `acting`: a seat that is to act: one that plays; `fits`:
    whether so many (first) of a resource (second) can be gained without looking at each.
    """

    type: Type
    name: str
    args: tuple[Expr, ...]
    owner: str = ""


@node(Traits(reads=lambda each: each.kind in OF_THE_STATE or (each.kind == "range" and each.type == SEAT), acts=lambda each: each.kind == "others"))  # fmt: skip
class Selection:
    """What is gone through. `kind`: values, range, zone, fact, items, others, after and before (all other seats, from
    a seat to its left, or right; none where there is no such seat), seats (the seats, then the values), enclosed (the
    spaces of the area that a line closes, walled lines being those of `field`), reached (what `search` finds), union
    (the members that are in any of `among`, in their order, each once; none is left out), things (those of an answer that is a
    set; lowering puts what was picked one by one in its place), or answers (the numbers that `answer`
    stands for; only a question goes through them).
    """

    type: Type
    kind: str
    values: tuple[int, ...] = ()
    parts: tuple[Expr, ...] = ()
    zone: ZoneRef | None = None
    field: Field | None = None
    search: Search | None = None
    among: tuple[Selection, ...] = ()
    answer: AnswerPart | None = None

    @property
    def answer_parts(self) -> tuple[AnswerPart, ...]:
        """The parts of the answers, of all kinds, where these have several."""
        return () if self.answer is None else tuple(part for kind in self.answer.kinds for part in kind.chain)

    @property
    def zones(self) -> tuple[ZoneRef, ...]:
        """The zones whose pieces these are, if they are nothing else."""
        if self.zone is not None:
            return (self.zone,)
        found = [each.zones for each in self.among]
        return tuple(zone for zones in found for zone in zones) if all(found) else ()

    @property
    def certain(self) -> int:
        """How many of the items listed are there in any case: what is none is no member, and left out."""
        member = self.type.kind == "member"
        return sum(not (member and part.type.optional) for part in self.parts)


@node(Traits(binds={"var": ("first", "step", *FOUND), "to": (*FOUND, "goal"), "onward": ("further", "goal")}))
class Search:
    """What one comes to step by step, nearest first, each once.

    It begins with the values of `start` for which `first` holds. From each that was found, `var`, one goes on to the values
    of `step`, `to`, that were not found yet and for which `where` holds; with a `limit` at most so many steps from the start.
    With `then` the values of `step` are lines, of any set: one goes on to the values of `then`, `onward`, that were not found yet and
    for which `further` holds. What is no member (none) leads nowhere, wherever it stands.

    `longest`: instead the way is found that comes to the most (`worth` of each, else 1; the first of several; none where it is not
    above 0), uses nothing twice, and at most `limit` things. Without `then` the places that one goes through are used; with it the
    values of `step` are, and lead on to the values of `then`, `onward`, for which `further` holds; the way may end with one of which
    none does. `worth` is worked out with `var` and `to`, which are both the place where a way of places begins.

    With `goal`, the shortest way: the search ends with the first place, `place`, for which it holds, and what is found are the places
    that it was come to by, from one of `start` to this one; nothing if there is no such place.
    """

    var: str
    start: Selection
    first: Expr | None
    limit: Expr | None
    to: str
    step: Selection
    where: Expr | None
    longest: bool = False
    onward: str = ""
    then: Selection | None = None
    further: Expr | None = None
    worth: Expr | None = None
    goal: Expr | None = None

    @property
    def place(self) -> str:
        """What a place is called that one has gone on to."""
        return self.to if self.then is None else self.onward


@node(Traits(binds={"var": ("where", "then")}))
class AnswerPart:
    """Answers of several parts, as numbers: each value of `selection` for which `where` holds, with what `then` adds to it.

    `low` and `size`: the least value that can be picked, and how many. The parts of an answer are the digits of its number, each
    counted from `low`: of a man on 8 x 8 cells that goes from cell 8 to cell 17, it is 8 * 64 + 17.

    `other`: the answers of the next kind, where a question has several. Those of the first part are counted from `first`.
    `terms`: what the value at each place from `low` adds to the number instead, where the parts are the things of a set, in order
    (`domains.set_terms`); they are added to the number of the last set, `first`.
    """

    var: str
    selection: Selection
    where: Expr | None
    low: int
    size: int
    then: AnswerPart | None = None
    first: int = 0
    other: AnswerPart | None = None
    terms: tuple[int, ...] = ()

    @property
    def chain(self) -> tuple[AnswerPart, ...]:
        """This part and all that follow."""
        return (self,) if self.then is None else (self, *self.then.chain)

    @property
    def kinds(self) -> tuple[AnswerPart, ...]:
        """The first parts of this kind of answers and of all others behind it."""
        return (self,) if self.other is None else (self, *self.other.kinds)

    @property
    def last(self) -> int:
        """The number of the last answer of this kind."""
        return self.first if self.terms else self.first + prod(part.size for part in self.chain) - 1


@node()
class Contains:
    """`x in selection`."""

    type: Type
    of: Expr
    selection: Selection


@node(Traits(binds={"var": ("where", "body")}))
class Quantity:
    """A question over a selection."""

    type: Type
    kind: str
    var: str
    selection: Selection
    where: Expr | None
    body: Expr | None
    ties: str


@node(Traits(passes=True, leads=lambda each: (f"value {each.define}",)))
class Apply:
    """An amount or condition defined in data, with the changes of pieces in play. `me` is passed on."""

    type: Type
    define: str
    args: tuple[Expr, ...]


@node(Traits(passes=True, reads=True))
class HookCall:
    """A query of the game's plugin."""

    type: Type
    hook: str
    args: tuple[Expr, ...]


@node(Traits(acts=True, reads=True))
class CanPay:
    """Whether all costs together can be paid by the acting seat: (amount, resource) pairs."""

    type: Type
    costs: tuple[tuple[Expr, Expr], ...]


@node(Traits(reads=True))
class Would:
    """A trial: an effect is done, what its last statement says (`Give`) is worked out, and everything is as before.

    `would { set built[w] = true } then reaches(me)` is the effect `set built[w] = true; give reaches(me)`, so that what
    the effect binds is known in the condition as in any statement that follows.
    """

    type: Type
    effect: Block


@node(Traits(reads=True))
class Players:
    """Number of players."""

    type: Type = INT


@node(Traits(reads=True))
class OptionValue:
    """A choice made before the game."""

    type: Type
    place: int


TRUE = Const(BOOL, 1)
FALSE = Const(BOOL, 0)


@node()
class Block(StatementNode):
    """Statements in order."""

    items: tuple[Statement, ...]


@node(Traits(binds={"var": (FOLLOWING,)}))
class Let(StatementNode):
    """A local name for a value. `turn`: with it the flow gives that seat a turn, which only those who listen look at.

    `hidden`: from whom the value is hidden (`analysis.secrecy.OTHERS`, `analysis.secrecy.ASKER`); filled in before lowering, as in `If`, `For` and questions.
    """

    var: str
    value: Expr
    turn: bool = False
    hidden: int = 0


@node(Traits(writes=("target",)))
class Put(StatementNode):
    """`set`: a value into the state."""

    target: Load
    value: Expr


@node(Traits(decides=("condition",)))
class If(StatementNode):
    """One of two ways. `hidden`: from whom it is hidden which."""

    condition: Expr
    then: Block
    otherwise: Block | None
    hidden: int = 0


@node(Traits(binds={"var": ("where", "body")}, decides=("selection", "where")))
class For(StatementNode):
    """Once for each value of a selection that satisfies `where` when its turn comes. `hidden`: from whom it is hidden which do."""

    var: str
    selection: Selection
    where: Expr | None
    body: Block
    hidden: int = 0


@node(Traits(decides=("times",)))
class Repeat(StatementNode):
    """A number of times, fixed when it begins."""

    times: Expr
    body: Block


@node(ASKING)
class Choose(StatementNode):
    """The acting seat picks a value. One option is taken by itself; none runs `otherwise`.

    `instead`: what it may do in place of that, where there is a value to pick and `done` holds.
    `veil`: see `Ask`; filled in before lowering, as in `ChooseUpTo`. `hidden`: from whom the answers are hidden.
    """

    decision: DecisionDeclaration
    var: str
    selection: Selection
    where: Expr | None
    body: Block
    otherwise: Block | None
    instead: Block | None = None
    done: Expr | None = None
    veil: Expr | None = None
    hidden: int = 0


@node(ASKING)
class ChooseUpTo(StatementNode):
    """The acting seat picks again and again, at most `times`, until done (where `done` holds) or nothing is left."""

    decision: DecisionDeclaration
    times: Expr
    var: str
    selection: Selection
    where: Expr | None
    body: Block
    done: Expr | None = None
    veil: Expr | None = None
    hidden: int = 0


@node(SEVERAL)
class ChooseSeveral(StatementNode):
    """The acting seat picks a set of at least `least` and at most `most` things, which is one answer.

    `where` holds for each thing, with those before it as `picked`; `enough` for the whole set. Then `body` is done for each, and `then` once.
    Lowering makes a question of it whose answers have as many parts as there are things, in order, with a kind for every number:

        choose exactly 2 discard c in hand { move c to pile }
        choose discard { two a in hand then b in hand where number(b) > number(a) { for each c in [a, b] { move c to pile } } }

    Where there are fewer things than `least`, `otherwise` is done; where that is left out, as many are picked as there are.
    """

    decision: DecisionDeclaration
    least: Expr
    most: Expr | None
    var: str
    picked: str
    selection: Selection
    where: Expr | None
    enough: Expr | None
    body: Block
    then: Block | None
    otherwise: Block | None
    instead: Block | None = None
    done: Expr | None = None
    veil: Expr | None = None
    hidden: int = 0


@node(Traits(gives={"me": ("body",)}, decides=("seat",)))
class As(StatementNode):
    """Another seat acts."""

    seat: Expr
    body: Block


@node(Traits(acts=True, decides=("costs",)))
class Pay(StatementNode):
    """Costs, checked whole before anything is paid, then an effect."""

    costs: tuple[tuple[Expr, Expr], ...]
    body: Block
    otherwise: Block | None


@node(Traits(binds={"var": (FOLLOWING,)}, passes=True, leads=lambda each: (each.procedure,)))
class Do(StatementNode):
    """A procedure of the data. `hidden`: from whom a value that it is given is. `var`: what its result is called, if it is used."""

    procedure: str
    args: tuple[Expr, ...]
    hidden: int = 0
    var: str = ""


@node(Traits(passes=True, leads=lambda each: tuple(filter(None, each.procedures)), decides=("of",)))
class DoCard(StatementNode):
    """The effect of a card that is known only when it happens: procedures by piece (empty: nothing)."""

    of: Expr
    procedures: tuple[str, ...]


@node(Traits(passes=True, leads=lambda each: (f"event {each.event.name}",)))
class Emit(StatementNode):
    """An event: replacements, then listeners."""

    event: Event
    args: tuple[Expr, ...]


@node(Traits(passes=True))
class Hooked(StatementNode):
    """A procedure of the game's plugin."""

    hook: str
    args: tuple[Expr, ...]


Again = typed_statements.Again
Drain = typed_statements.Drain
EndGame = typed_statements.EndGame
Enqueue = typed_statements.Enqueue
EnterPhase = typed_statements.EnterPhase
Flip = typed_statements.Flip
ForField = typed_statements.ForField
Gain = typed_statements.Gain
Gather = typed_statements.Gather
Give = typed_statements.Give
Halt = typed_statements.Halt
Lose = typed_statements.Lose
Move = typed_statements.Move
PassTurn = typed_statements.PassTurn
Phase = typed_statements.Phase
Pick = typed_statements.Pick
Refuse = typed_statements.Refuse
Return = typed_statements.Return
Roll = typed_statements.Roll
Rotate = typed_statements.Rotate
Rounds = typed_statements.Rounds
Show = typed_statements.Show
Shuffle = typed_statements.Shuffle
Simultaneous = typed_statements.Simultaneous
Size = typed_statements.Size
Sort = typed_statements.Sort
Take = typed_statements.Take
Turns = typed_statements.Turns

Expr = (
    Const | Local | Load | FactOf | ZoneAt | Nth | Op | Contains | Quantity | Apply | HookCall | CanPay | Would | Players | OptionValue
    | Gather | Pick | Size
)  # fmt: skip
Verb = Gain | Lose | Roll | Shuffle | Sort | Move | Rotate | Flip | Show | Return | EndGame | Again | PassTurn
Statement = (
    Block | Let | Put | If | For | Repeat | Choose | ChooseUpTo | ChooseSeveral | As | Pay | Do | DoCard | Emit | Hooked
    | Verb | Phase | ForField | Rounds | Turns | Give | Drain | Halt | Enqueue | Take | EnterPhase | Refuse | Simultaneous
)  # fmt: skip
