"""Desugaring: events with listeners, gains on tracks, phases and ordered reactions in; plain statements out.

Lowering and both executors should know few statements. So what depends on listeners, tracks or phases is written out here.
A knight in `hall` has `when: {event: feast, do: gain 1 fame}`, and fame is a track of 4 spaces with a reward on the second:

    emit feast              Do("event feast"), a procedure that is made here:
                              if knight in hall { do the effect of the knight }
    gain 3 fame             a call of `gain resource`, a procedure that is made here (lowering decides where it is needed):
                              repeat min(3, 4 - filled[fame]) {
                                set held[fame] = held[fame] + 1; set filled[fame] = filled[fame] + 1;
                                do event reach(fame, filled[fame])        the reward of space 2 listens to that
                              }
    phase day { ... }       EnterPhase(0), event `begin day` if somebody listens, the phase, event `end day` likewise

Pig has no listeners: there `emit bust` becomes an empty block, and costs nothing.
"""

from __future__ import annotations

from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.domains import Fact
from ruleset_core.lang.program import Procedure, Program
from ruleset_core.lang.traversal import (
    above,
    both,
    either,
    equal,
    least,
    less,
    load,
    local,
    minus,
    mod,
    per,
    plus,
    substitute,
    times,
    with_origin,
)
from ruleset_core.lang.types import BOOL, INT, RESOURCE, member_type
from ruleset_core.lang.vocabulary import Event, Listener, ReactionOrder, Resource, Vocabulary

# Reactions whose order the acting seat chooses: who reacts is noted when the event happens, then asked one by one.
#
# What is noted is kept in locals, so a game that is interrupted carries it in its frame, an event that comes about
# within its own reactions has notes of its own, and nothing need be cleared. There is a row of bits for each
# behaviour a piece may have of the event, the first row for the first of each piece, and so on. A row is as many
# locals as its pieces need, `WORD` bits in each.

NEXT = "_next"
"""The piece whose turn it is."""
LEFT = "_left"
"""How many behaviours are noted."""
WORD = 31
"""Bits in a local: what is kept has 32, one of them for the sign."""


def ordered_reactions(vocabulary: Vocabulary, event: Event, args: tuple[t.Expr, ...]) -> tuple[t.Statement, ...]:
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
        self, vocabulary: Vocabulary, order: ReactionOrder, own: dict[int, list[Listener]], args: tuple[t.Expr, ...]
    ) -> None:
        self.vocabulary = vocabulary
        self.order = order
        self.own = own
        self.args = args
        self.type = member_type(order.kind)
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
            self._turn(), None,
        )  # fmt: skip
        none = [
            t.Let(name, t.Const(INT, 0))
            for name in (*(_noted(row, word) for row in self.rows for word in self.words[row]), LEFT)
        ]
        # as many turns as there are behaviours: those that are left when no piece is offered any more go by unused
        some = above(local(LEFT, INT), 0)
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
                found.append(with_origin(t.If(each.condition, t.Block(note), None), each.origin))
        return found

    def _fact(self, name: str, values: dict[int, int], otherwise: int) -> t.Expr:
        """A number that is known of every piece, for the one whose turn it is."""
        size = self.vocabulary.domains[self.order.kind].size
        fact = Fact(name, self.order.kind, INT, [values.get(piece, otherwise) for piece in range(size)])
        return t.FactOf(INT, fact, self.next)

    def _bit(self, word: int) -> t.Expr:
        """The bit of the piece in a local of any row; 0 in the others, and nothing is so many times 0."""
        return self._fact("bit", {piece: 1 << bit for piece, (home, bit) in self.places.items() if home == word}, 0)

    def _is_noted(self, row: int) -> t.Expr:
        """1 or 0."""
        found: t.Expr | None = None
        for word in self.words[row]:
            noted = per(local(_noted(row, word), INT), self.bits[word])
            one = mod(noted, 2)
            found = one if found is None else plus(found, one)
        return found or t.Const(INT, 0)

    def _offered(self) -> t.Expr:
        """Whether a piece is still to react: in play, and with something noted whose side lies up."""
        noted: t.Expr = t.FALSE
        for row in self.rows:
            one = both(equal(self._is_noted(row), 1), self._side_fits(row))
            noted = either(noted, one)
        in_play: t.Expr = substitute(self.order.in_play, {"this": self.next})
        return both(noted, in_play)

    def _side_fits(self, row: int) -> t.Expr | None:
        """A side reacts only while it lies up; None where no side has anything noted."""
        sides = {piece: own[row].side for piece, own in self.own.items() if row < len(own) and own[row].side >= 0}
        if not sides:
            return None
        side = self._fact("side", sides, -1)
        whole = less(side, 0)
        return either(whole, equal(side, self._up()))

    def _up(self) -> t.Expr:
        return load(self.vocabulary, f"{self.order.kind}.side", self.next, seat=False)

    def _turn(self) -> t.Block:
        """A piece has its turn: nothing of it is noted any more, and it does what was."""
        taken = [t.Let(_taken(row), self._is_noted(row)) for row in self.rows]
        rest = [
            t.Let(_noted(row, word), minus(local(_noted(row, word), INT), self._taken_bit(row, word)))
            for row in self.rows
            for word in self.words[row]
        ]
        return t.Block((*taken, *rest, self._reaction(list(self.own))))

    def _taken_bit(self, row: int, word: int) -> t.Expr:
        return times(local(_taken(row), INT), self.bits[word])

    def _reaction(self, pieces: list[int]) -> t.Statement:
        """What the piece does, found by halving: a row of tests would make the last one wait for all others."""
        if len(pieces) > 1:
            half = len(pieces) // 2
            before = less(self.next, t.Const(self.type, pieces[half]))
            low, high = self._reaction(pieces[:half]), self._reaction(pieces[half:])
            return t.If(before, t.Block((low,)), t.Block((high,)))
        behaviours = self.own[pieces[0]]
        if len(behaviours) == 1:
            return t.Do(behaviours[0].procedure, self.args, origin=behaviours[0].origin)
        return t.Block(tuple(self._if_taken(row, each) for row, each in enumerate(behaviours)))

    def _if_taken(self, row: int, listener: Listener) -> t.Statement:
        condition: t.Expr = equal(local(_taken(row), INT), 1)
        if listener.side >= 0:
            up = equal(self._up(), listener.side)
            condition = both(condition, up)
        return with_origin(t.If(condition, t.Block((t.Do(listener.procedure, self.args),)), None), listener.origin)


def _noted(row: int, word: int) -> str:
    return f"_noted{row}_{word}" if word else f"_noted{row}"


def _taken(row: int) -> str:
    return f"_taken{row}"


# Statements that stand for several: events with their listeners, gains on tracks, phases. Made explicit before
# lowering.

GAIN = "gain resource"
"""The procedure that gains resources unit by unit."""


def tracked_resources(vocabulary: Vocabulary) -> set[int]:
    """Resources whose units must be looked at one by one: tracks and those with an overflow effect."""
    return {place for place, each in enumerate(vocabulary.resources) if is_counted_by_unit(each)}


def is_counted_by_unit(resource: Resource) -> bool:
    """Whether every unit of a resource is looked at."""
    return resource.spaces >= 0 or resource.overflow != ""


def event_procedures(program: Program) -> None:
    """One procedure per event that somebody listens to: replacements first, then listeners in declared order."""
    for name, listeners in program.vocabulary.listeners.items():
        event = program.vocabulary.events[name]
        args = tuple(local(each, kind) for each, kind in event.fields.items())
        after = [_listener_call(each, args) for each in listeners if not each.instead and not event.orders(each)]
        origin = event.origin or listeners[0].origin
        ordered = with_origin(t.Block(ordered_reactions(program.vocabulary, event, args)), origin)
        body = t.Block((*after, *ordered.items), origin=origin)
        if name not in {"gain", "lose"}:
            for each in reversed([each for each in listeners if each.instead]):
                instead = with_origin(t.Block((t.Do(each.procedure, args),)), each.origin)
                body = t.Block((t.If(each.condition, instead, body, origin=each.origin),), origin=origin)
        program.procedures[f"event {name}"] = Procedure(
            f"event {name}", tuple(event.fields), body, kinds=tuple(event.fields.values())
        )


def _listener_call(listener: Listener, args: tuple[t.Expr, ...]) -> t.Statement:
    run = t.Enqueue(listener.procedure, args) if listener.queued else t.Do(listener.procedure, args)
    return with_origin(t.If(listener.condition, t.Block((run,)), None), listener.origin)


def gain_procedure(program: Program) -> None:
    """The unit-by-unit gain: fills spaces, tells of every space reached, sends what does not fit to its overflow."""
    vocabulary = program.vocabulary
    resource, amount = local("resource", RESOURCE), local("amount", INT)
    held, filled = load(vocabulary, "held", resource), load(vocabulary, "filled", resource)
    fill: list[t.Statement] = [
        t.Put(held, plus(held, 1)),
        t.Put(filled, plus(filled, 1)),
    ]
    tracks = tuple(place for place, each in enumerate(vocabulary.resources) if each.spaces >= 0)
    if "reach" in vocabulary.listeners and tracks:
        on_track = t.Contains(BOOL, resource, t.Selection(RESOURCE, "values", tracks))
        fill.append(t.If(on_track, t.Block((t.Do("event reach", (resource, filled)),)), None))
    room: t.Expr = t.TRUE
    units: t.Expr = amount  # what is lost beyond a bound need not be gone through
    over: t.Block | None = None
    for place, each in enumerate(vocabulary.resources):
        is_it = equal(resource, t.Const(RESOURCE, place))
        if each.overflow:
            over = with_origin(t.Block((t.If(is_it, t.Block((t.Do(each.overflow, ()),)), over),)), each.origin)
    for (spaces, maximum, lost), places in _alike(vocabulary).items():
        one_of = t.Contains(BOOL, resource, t.Selection(RESOURCE, "values", places))
        fits: t.Expr = t.TRUE
        left: t.Expr = amount
        for bound, value in ((spaces, filled), (maximum, held)):
            if bound >= 0:
                fitting = less(value, bound)
                fits = fitting if fits is t.TRUE else both(fitting, fits)
                left = least(left, minus(bound, value))
        if fits is not t.TRUE:
            room = t.Op(BOOL, "if", (one_of, fits, room))
            units = t.Op(INT, "if", (one_of, left, units)) if lost else units
    repeat = t.Repeat(units, t.Block((t.If(room, t.Block(tuple(fill)), over),)))
    body = with_origin(
        t.Block((repeat,)), next(each.origin for each in vocabulary.resources if is_counted_by_unit(each))
    )
    program.procedures[GAIN] = Procedure(GAIN, ("resource", "amount"), body, kinds=(RESOURCE, INT))


def _alike(vocabulary: Vocabulary) -> dict[tuple[int, int, bool], tuple[int, ...]]:
    """Resources by their spaces, their maximum, and whether what does not fit is lost."""
    found: dict[tuple[int, int, bool], tuple[int, ...]] = {}
    for place, each in enumerate(vocabulary.resources):
        key = each.spaces, each.maximum, not each.overflow
        found[key] = (*found.get(key, ()), place)
    return found


_SHORT = frozenset({t.Emit, t.Gain, t.Lose, t.Phase, t.Rotate})
"""The statements that stand for several."""


def desugared(statement: t.Statement, vocabulary: Vocabulary) -> t.Statement:
    """The statement with events, gains and phases made explicit (its own parts are left to the caller)."""
    if type(statement) not in _SHORT:
        return statement
    made = _expanded(statement, vocabulary)
    return made if made is statement else with_origin(made, statement.origin)


def _expanded(statement: t.Statement, vocabulary: Vocabulary) -> t.Statement:
    match statement:
        case t.Emit():
            if statement.event.name not in vocabulary.listeners:
                return t.Block(())
            return t.Do(f"event {statement.event.name}", statement.args)
        case t.Gain() | t.Lose():
            return _with_listeners(statement, "gain" if isinstance(statement, t.Gain) else "lose", vocabulary)
        case t.Rotate():
            return statement.body
        case t.Phase():
            begin, end = (_emit_to_listeners(f"{word} {statement.name}", vocabulary) for word in ("begin", "end"))
            over = after_effect(vocabulary)
            enter = t.EnterPhase(statement.number)
            return t.Block(
                (enter, *begin, *(over if begin else ()), statement.body, *over, *end, *(over if end else ()))
            )
        case _:
            return statement


def after_effect(vocabulary: Vocabulary) -> tuple[t.Statement, ...]:
    """What follows an effect that is over: what it queued, unless it ended the game."""
    if vocabulary.queued_listeners:
        return (t.Drain(),)
    return (t.Halt(),) if vocabulary.ends else ()


def _emit_to_listeners(event: str, vocabulary: Vocabulary) -> tuple[t.Statement, ...]:
    return (t.Do(f"event {event}", ()),) if event in vocabulary.listeners else ()


def _with_listeners(statement: t.Gain | t.Lose, event: str, vocabulary: Vocabulary) -> t.Statement:
    listeners = vocabulary.listeners.get(event, [])
    if not listeners or statement.plain:
        return statement
    amount, resource = local("_amount", INT), local("_resource", RESOURCE)
    # who listens may look at it before it is gained
    given = t.Op(RESOURCE, "given", (statement.resource,), event)
    # the resource as written: what it may be decides how it is gained, and nothing has happened since it was looked up
    plain = type(statement)(amount, statement.resource, plain=True)
    body: t.Block = t.Block((plain, t.Do(f"event {event}", (resource, amount))))
    for each in reversed([each for each in listeners if each.instead and not statement.replacing]):
        condition = substitute(each.condition, {"resource": resource, "amount": amount})
        run = with_origin(t.Block((t.Do(each.procedure, (resource, amount)),)), each.origin)
        body = t.Block((t.If(condition, run, with_origin(body, statement.origin), origin=each.origin),))
    return t.Block((t.Let("_amount", statement.amount), t.Let("_resource", given), body))
