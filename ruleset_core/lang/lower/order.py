"""Reactions whose order the acting seat chooses: who reacts is noted when the event happens, then asked one by one.

What is noted is kept in locals, so a game that is interrupted carries it in its frame, an event that comes about within
its own reactions has notes of its own, and nothing need be cleared. There is a row of bits for each behaviour a piece may have of
the event, the first row for the first of each piece, and so on. A row is as many locals as its pieces need, `WORD` bits in each.
"""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.nodes import both, load, local, plus
from ruleset_core.lang.rebuild import substitute
from ruleset_core.lang.types import BOOL, INT, member
from ruleset_core.lang.vocabulary import Event, Fact, Listener, Order, Vocabulary
from ruleset_core.lang.walk import placed

NEXT = "_next"
"""The piece whose turn it is."""
LEFT = "_left"
"""How many behaviours are noted."""
WORD = 31
"""Bits in a local: what is kept has 32, one of them for the sign."""


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
        self.places = {piece: divmod(place, WORD) for place, piece in enumerate(own)}
        self.rows = range(max(map(len, own.values())))
        self.words = {
            row: sorted({self.places[piece][0] for piece, behaviours in own.items() if row < len(behaviours)})
            for row in self.rows
        }
        self.bits = {word: self._bit(word) for word in self.words[0]}

    def statements(self) -> tuple[t.Statement, ...]:
        """Note all that react now, then let each of them have its turn."""
        question = t.Choose(
            self.order.decision, NEXT, t.Selection(self.type, "values", tuple(self.own)), self._offered(),
            self._turn(), None, sure=True,
        )  # fmt: skip
        none = [
            t.Let(name, t.Const(INT, 0))
            for name in (*(_noted(row, word) for row in self.rows for word in self.words[row]), LEFT)
        ]
        # as many turns as there are behaviours: those that are left when no piece is offered any more go by unused
        some = t.Op(BOOL, ">", (local(LEFT, INT), t.Const(INT, 0)))
        turns = t.Repeat(local(LEFT, INT), t.Block((question,)))
        return (*none, *self._notes(), t.If(some, t.Block((turns,)), None))

    def _notes(self) -> list[t.Statement]:
        found: list[t.Statement] = []
        for piece, behaviours in self.own.items():
            for row, each in enumerate(behaviours):
                word, bit = self.places[piece]
                name = _noted(row, word)
                note = (
                    t.Let(name, plus(local(name, INT), 1 << bit)),
                    t.Let(LEFT, plus(local(LEFT, INT), 1)),
                )
                found.append(placed(t.If(each.condition, t.Block(note), None), each.origin))
        return found

    def _fact(self, name: str, values: dict[int, int], otherwise: int) -> t.Expr:
        """A number that is known of every piece, for the one whose turn it is."""
        size = self.vocabulary.domains[self.order.kind].size
        fact = Fact(name, self.order.kind, INT, [values.get(piece, otherwise) for piece in range(size)])
        return t.FactOf(INT, fact, self.next, sure=True)

    def _bit(self, word: int) -> t.Expr:
        """The bit of the piece in a local of any row; 0 in the others, and nothing is so many times 0."""
        return self._fact("bit", {piece: 1 << bit for piece, (home, bit) in self.places.items() if home == word}, 0)

    def _is_noted(self, row: int) -> t.Expr:
        """1 or 0."""
        found: t.Expr | None = None
        for word in self.words[row]:
            noted = t.Op(INT, "per", (local(_noted(row, word), INT), self.bits[word]))
            one = t.Op(INT, "mod", (noted, t.Const(INT, 2)))
            found = one if found is None else t.Op(INT, "+", (found, one))
        return found or t.Const(INT, 0)

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
            t.Let(_noted(row, word), t.Op(INT, "-", (local(_noted(row, word), INT), self._taken_bit(row, word))))
            for row in self.rows
            for word in self.words[row]
        ]
        return t.Block((*taken, *rest, self._reaction(list(self.own))))

    def _taken_bit(self, row: int, word: int) -> t.Expr:
        return t.Op(INT, "*", (local(_taken(row), INT), self.bits[word]))

    def _reaction(self, pieces: list[int]) -> t.Statement:
        """What the piece does, found by halving: a row of tests would make the last one wait for all others."""
        if len(pieces) > 1:
            half = len(pieces) // 2
            before = t.Op(BOOL, "<", (self.next, t.Const(self.type, pieces[half])))
            low, high = self._reaction(pieces[:half]), self._reaction(pieces[half:])
            return t.If(before, t.Block((low,)), t.Block((high,)))
        behaviours = self.own[pieces[0]]
        if len(behaviours) == 1:
            return t.Do(behaviours[0].procedure, self.args, sure=True, origin=behaviours[0].origin)
        return t.Block(tuple(self._if_taken(row, each) for row, each in enumerate(behaviours)))

    def _if_taken(self, row: int, listener: Listener) -> t.Statement:
        condition: t.Expr = t.Op(BOOL, "==", (local(_taken(row), INT), t.Const(INT, 1)))
        if listener.side >= 0:
            up = t.Op(BOOL, "==", (self._up(), t.Const(INT, listener.side)))
            condition = t.Op(BOOL, "and", (condition, up))
        return placed(
            t.If(condition, t.Block((t.Do(listener.procedure, self.args, sure=True),)), None), listener.origin
        )


def _noted(row: int, word: int) -> str:
    return f"_noted{row}_{word}" if word else f"_noted{row}"


def _taken(row: int) -> str:
    return f"_taken{row}"
