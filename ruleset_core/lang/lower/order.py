"""Reactions whose order the acting seat chooses: who reacts is noted when the event happens, then asked one by one.

What is noted is kept in locals, so a game that is interrupted carries it in its frame, an event that comes about within
its own reactions has notes of its own, and nothing need be cleared. A local has a bit for every piece that may react;
there are as many locals as a piece has behaviours of the event, the first one for the first of each piece, and so on.
"""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.nodes import both, load, local, plus
from ruleset_core.lang.tree_placed import placed
from ruleset_core.lang.types import BOOL, INT, member
from ruleset_core.lang.vocabulary import Event, Fact, Listener, Order, Vocabulary
from ruleset_core.lang.walk import substitute

NEXT = "_next"
"""The piece whose turn it is."""
LEFT = "_left"
"""How many behaviours are noted."""


def in_order(vocabulary: Vocabulary, event: Event, args: tuple[t.Expr, ...]) -> tuple[t.Statement, ...]:
    """What follows an event in an order that is chosen."""
    own: dict[int, list[Listener]] = {}
    for each in vocabulary.listeners[event.name]:
        if event.orders(each):
            own.setdefault(each.piece, []).append(each)
    if event.order is None or not own:
        return ()
    return _Reactions(vocabulary, event.order, dict(sorted(own.items())), args).statements()


class _Reactions:
    """The reactions to one event."""

    def __init__(
        self, vocabulary: Vocabulary, order: Order, own: dict[int, list[Listener]], args: tuple[t.Expr, ...]
    ) -> None:
        self.vocabulary = vocabulary
        self.order = order
        self.own = own
        self.args = args
        self.type = member(order.kind)
        self.next = local(NEXT, self.type)
        self.bits = {piece: 1 << place for place, piece in enumerate(own)}
        self.bit = self._fact("bit", self.bits, 0)
        self.rows = range(max(map(len, own.values())))

    def statements(self) -> tuple[t.Statement, ...]:
        """Note all that react now, then let each of them have its turn."""
        question = t.Choose(
            self.order.decision, NEXT, t.Selection(self.type, "values", tuple(self.own)), self._offered(),
            self._turn(), None,
        )  # fmt: skip
        none = [t.Let(name, t.Const(INT, 0)) for name in (*map(_noted, self.rows), LEFT)]
        # as many turns as there are behaviours: those that are left when no piece is offered any more go by unused
        some = t.Op(BOOL, ">", (local(LEFT, INT), t.Const(INT, 0)))
        turns = t.Repeat(local(LEFT, INT), t.Block((question,)))
        return (*none, *self._notes(), t.If(some, t.Block((turns,)), None))

    def _notes(self) -> list[t.Statement]:
        found: list[t.Statement] = []
        for piece, behaviours in self.own.items():
            for row, each in enumerate(behaviours):
                name = _noted(row)
                note = (
                    t.Let(name, plus(local(name, INT), self.bits[piece])),
                    t.Let(LEFT, plus(local(LEFT, INT), 1)),
                )
                found.append(placed(t.If(each.condition, t.Block(note), None), each.origin))
        return found

    def _fact(self, name: str, values: dict[int, int], otherwise: int) -> t.Expr:
        """A number that is known of every piece, for the one whose turn it is."""
        size = self.vocabulary.domains[self.order.kind].size
        fact = Fact(name, self.order.kind, INT, [values.get(piece, otherwise) for piece in range(size)])
        return t.FactOf(INT, fact, self.next)

    def _is_noted(self, row: int) -> t.Expr:
        """1 or 0."""
        return t.Op(INT, "mod", (t.Op(INT, "per", (local(_noted(row), INT), self.bit)), t.Const(INT, 2)))

    def _offered(self) -> t.Expr:
        """Whether a piece is still to react: in play, and with something noted whose side lies up."""
        noted: t.Expr = t.FALSE
        for row in self.rows:
            one = both(t.Op(BOOL, "==", (self._is_noted(row), t.Const(INT, 1))), self._side_fits(row))
            noted = t.Op(BOOL, "or", (noted, one or t.TRUE))
        in_play = substitute(self.order.in_play, {"this": self.next})
        return t.Op(BOOL, "and", (noted, in_play))

    def _side_fits(self, row: int) -> t.Expr | None:
        """A side reacts only while it lies up; None where no side has anything noted."""
        sides = {piece: own[row].side for piece, own in self.own.items() if row < len(own) and own[row].side >= 0}
        if not sides:
            return None
        side = self._fact("side", sides, -1)
        whole = t.Op(BOOL, "<", (side, t.Const(INT, 0)))
        return t.Op(BOOL, "or", (whole, t.Op(BOOL, "==", (side, self._up()))))

    def _up(self) -> t.Expr:
        return load(self.vocabulary, f"{self.order.kind}.side", self.next, seat=False)

    def _turn(self) -> t.Block:
        """A piece has its turn: nothing of it is noted any more, and it does what was."""
        taken = [t.Let(_taken(row), self._is_noted(row)) for row in self.rows]
        rest = [
            t.Let(
                _noted(row),
                t.Op(INT, "-", (local(_noted(row), INT), t.Op(INT, "*", (local(_taken(row), INT), self.bit)))),
            )
            for row in self.rows
        ]
        return t.Block((*taken, *rest, self._reaction(list(self.own))))

    def _reaction(self, pieces: list[int]) -> t.Statement:
        """What the piece does, found by halving: a row of tests would make the last one wait for all others."""
        if len(pieces) > 1:
            half = len(pieces) // 2
            before = t.Op(BOOL, "<", (self.next, t.Const(self.type, pieces[half])))
            low, high = self._reaction(pieces[:half]), self._reaction(pieces[half:])
            return t.If(before, t.Block((low,)), t.Block((high,)))
        behaviours = self.own[pieces[0]]
        if len(behaviours) == 1:
            return t.Do(behaviours[0].procedure, self.args, origin=behaviours[0].origin)
        return t.Block(tuple(self._if_taken(row, each) for row, each in enumerate(behaviours)))

    def _if_taken(self, row: int, listener: Listener) -> t.Statement:
        condition: t.Expr = t.Op(BOOL, "==", (local(_taken(row), INT), t.Const(INT, 1)))
        if listener.side >= 0:
            up = t.Op(BOOL, "==", (self._up(), t.Const(INT, listener.side)))
            condition = t.Op(BOOL, "and", (condition, up))
        return placed(t.If(condition, t.Block((t.Do(listener.procedure, self.args),)), None), listener.origin)


def _noted(row: int) -> str:
    return f"_noted{row}"


def _taken(row: int) -> str:
    return f"_taken{row}"
