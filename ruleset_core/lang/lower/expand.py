"""Statements that stand for several: events with their listeners, gains on tracks, phases. Made explicit before lowering."""

from __future__ import annotations

from ruleset_core.lang import tree as t
from ruleset_core.lang.lower.nodes import load, local, plus
from ruleset_core.lang.lower.order import in_order
from ruleset_core.lang.program import Procedure, Program
from ruleset_core.lang.rebuild import substitute
from ruleset_core.lang.types import BOOL, INT, RESOURCE
from ruleset_core.lang.vocabulary import Listener, Resource, Vocabulary
from ruleset_core.lang.walk import placed

GAIN = "gain resource"
"""The procedure that gains resources unit by unit."""


def tracked(vocabulary: Vocabulary) -> set[int]:
    """Resources whose units must be looked at one by one: tracks and those with an overflow effect."""
    return {place for place, each in enumerate(vocabulary.resources) if counted(each)}


def counted(resource: Resource) -> bool:
    """Whether every unit of a resource is looked at."""
    return resource.spaces >= 0 or resource.overflow != ""


def event_procedures(program: Program) -> None:
    """One procedure per event that somebody listens to: replacements first, then listeners in declared order."""
    for name, listeners in program.vocabulary.listeners.items():
        event = program.vocabulary.events[name]
        args = tuple(local(each, kind) for each, kind in event.fields.items())
        after = [_listen(each, args) for each in listeners if not each.instead and not event.orders(each)]
        origin = event.origin or listeners[0].origin
        ordered = placed(t.Block(in_order(program.vocabulary, event, args)), origin)
        body = t.Block((*after, *ordered.items), origin=origin)
        if name not in {"gain", "lose"}:
            for each in reversed([each for each in listeners if each.instead]):
                instead = placed(t.Block((t.Do(each.procedure, args, sure=True),)), each.origin)
                body = t.Block((t.If(each.condition, instead, body, origin=each.origin),), origin=origin)
        program.procedures[f"event {name}"] = Procedure(
            f"event {name}", tuple(event.fields), body, kinds=tuple(event.fields.values())
        )


def _listen(listener: Listener, args: tuple[t.Expr, ...]) -> t.Statement:
    run = t.Enqueue(listener.procedure, args) if listener.queued else t.Do(listener.procedure, args, sure=True)
    return placed(t.If(listener.condition, t.Block((run,)), None), listener.origin)


def gain_procedure(program: Program) -> None:
    """The unit-by-unit gain: fills spaces, tells of every space reached, sends what does not fit to its overflow."""
    vocabulary = program.vocabulary
    resource, amount = local("resource", RESOURCE), local("amount", INT)
    held, filled = load(vocabulary, "held", resource), load(vocabulary, "filled", resource)
    fill: list[t.Statement] = [
        t.Put(held, plus(held, 1), sure=True),
        t.Put(filled, plus(filled, 1), sure=True),
    ]
    tracks = tuple(place for place, each in enumerate(vocabulary.resources) if each.spaces >= 0)
    if "reach" in vocabulary.listeners and tracks:
        on_track = t.Contains(BOOL, resource, t.Selection(RESOURCE, "values", tracks))
        fill.append(t.If(on_track, t.Block((t.Do("event reach", (resource, filled), sure=True),)), None))
    room: t.Expr = t.TRUE
    units: t.Expr = amount  # what is lost beyond a bound need not be gone through
    over: t.Block | None = None
    for place, each in enumerate(vocabulary.resources):
        is_it = t.Op(BOOL, "==", (resource, t.Const(RESOURCE, place)))
        if each.overflow:
            over = placed(t.Block((t.If(is_it, t.Block((t.Do(each.overflow, (), sure=True),)), over),)), each.origin)
    for (spaces, maximum, lost), places in _alike(vocabulary).items():
        one_of = t.Contains(BOOL, resource, t.Selection(RESOURCE, "values", places))
        fits: t.Expr = t.TRUE
        left: t.Expr = amount
        for bound, value in ((spaces, filled), (maximum, held)):
            if bound >= 0:
                below = t.Op(BOOL, "<", (value, t.Const(INT, bound)))
                fits = below if fits is t.TRUE else t.Op(BOOL, "and", (below, fits))
                left = t.Op(INT, "min", (left, t.Op(INT, "-", (t.Const(INT, bound), value))))
        if fits is not t.TRUE:
            room = t.Op(BOOL, "if", (one_of, fits, room))
            units = t.Op(INT, "if", (one_of, left, units)) if lost else units
    repeat = t.Repeat(units, t.Block((t.If(room, t.Block(tuple(fill)), over),)))
    body = placed(t.Block((repeat,)), next(each.origin for each in vocabulary.resources if counted(each)))
    program.procedures[GAIN] = Procedure(GAIN, ("resource", "amount"), body, kinds=(RESOURCE, INT))


def _alike(vocabulary: Vocabulary) -> dict[tuple[int, int, bool], tuple[int, ...]]:
    """Resources by their spaces, their maximum, and whether what does not fit is lost."""
    found: dict[tuple[int, int, bool], tuple[int, ...]] = {}
    for place, each in enumerate(vocabulary.resources):
        key = each.spaces, each.maximum, not each.overflow
        found[key] = (*found.get(key, ()), place)
    return found


_SHORT = frozenset({t.Emit, t.Gain, t.Lose, t.Phase})
"""The statements that stand for several."""


def expanded(statement: t.Statement, vocabulary: Vocabulary) -> t.Statement:
    """The statement with events, gains and phases made explicit (its own parts are left to the caller)."""
    if type(statement) not in _SHORT:
        return statement
    made = _expanded(statement, vocabulary)
    return made if made is statement else placed(made, statement.origin)


def _expanded(statement: t.Statement, vocabulary: Vocabulary) -> t.Statement:
    match statement:
        case t.Emit():
            if statement.event.name not in vocabulary.listeners:
                return t.Block(())
            return t.Do(f"event {statement.event.name}", statement.args, statement.sure)
        case t.Gain() | t.Lose():
            return _with_listeners(statement, "gain" if isinstance(statement, t.Gain) else "lose", vocabulary)
        case t.Phase():
            begin, end = (_tell(f"{word} {statement.name}", vocabulary) for word in ("begin", "end"))
            over = settled(vocabulary)
            enter = t.EnterPhase(statement.number)
            return t.Block(
                (enter, *begin, *(over if begin else ()), statement.body, *over, *end, *(over if end else ()))
            )
        case _:
            return statement


def settled(vocabulary: Vocabulary) -> tuple[t.Statement, ...]:
    """What follows an effect that is over: what it queued, unless it ended the game."""
    if vocabulary.queued_listeners:
        return (t.Drain(),)
    return (t.Halt(),) if vocabulary.ends else ()


def _tell(event: str, vocabulary: Vocabulary) -> tuple[t.Statement, ...]:
    return (t.Do(f"event {event}", (), sure=True),) if event in vocabulary.listeners else ()


def _with_listeners(statement: t.Gain | t.Lose, event: str, vocabulary: Vocabulary) -> t.Statement:
    listeners = vocabulary.listeners.get(event, [])
    if not listeners or statement.plain:
        return statement
    amount, resource = local("_amount", INT), local("_resource", RESOURCE)
    # who listens may look at it before it is gained
    given = t.Op(RESOURCE, "given", (statement.resource,), statement.sure, event)
    # the resource as written: what it may be decides how it is gained, and nothing has happened since it was looked up
    plain = type(statement)(amount, statement.resource, plain=True, sure=statement.sure)
    body: t.Block = t.Block((plain, t.Do(f"event {event}", (resource, amount), sure=True)))
    for each in reversed([each for each in listeners if each.instead and not statement.replacing]):
        condition = substitute(each.condition, {"resource": resource, "amount": amount})
        run = placed(t.Block((t.Do(each.procedure, (resource, amount), sure=True),)), each.origin)
        body = t.Block((t.If(condition, run, placed(body, statement.origin), origin=each.origin),))
    return t.Block((t.Let("_amount", statement.amount), t.Let("_resource", given), body))
