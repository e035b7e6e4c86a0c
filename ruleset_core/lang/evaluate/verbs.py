"""What verbs do: gain and lose, roll and shuffle, move and show, and what ends a turn or the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate import places
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.knowledge import forgets, seen_field
from ruleset_core.lang.lower.expand import GAIN
from ruleset_core.lang.runtime import draw
from ruleset_core.lang.types import SEAT

if TYPE_CHECKING:
    from collections.abc import Callable

    from ruleset_core.lang.evaluate.closures import Effect, Env
    from ruleset_core.lang.evaluate.evaluator import Evaluator
    from ruleset_core.lang.origin import Origin
    from ruleset_core.lang.runtime import Memory


def units(e: Evaluator) -> Origin | None:
    """The origin of what gains unit by unit: of no use to a reader, who wants to know which gain it was."""
    return e.program.procedures[GAIN].body.origin if GAIN in e.program.procedures else None


def gain(e: Evaluator, node: t.Gain) -> Effect:
    """`gain 3 coin`: at once, as far as there may be more; unit by unit where spaces or an overflow have a say."""
    amount, resource = e.value(node.amount), e.value(node.resource)
    held, filled = places.amount(e, "held"), places.amount(e, "filled")
    resources, procedures, counts_filled = e.vocabulary.resources, e.procedures, e.vocabulary.fields["filled"].used
    broken, kept, of_units = e.access.broken, e.kept, units(e)

    def run(s: Memory, env: Env) -> None:
        more, which = amount(s, env), resource(s, env)
        if which < 0:
            raise broken("resource")
        bounds = resources[which]
        if bounds.spaces >= 0 or bounds.overflow:
            try:
                procedures[GAIN](s, env, [which, more])
            except BrokenRule as refused:
                refused.note(node.origin, instead_of=of_units)
                raise
            return
        has, full = held(s, env, which), filled(s, env, which)
        more = max(0, more) if bounds.maximum < 0 else max(0, min(more, bounds.maximum - s.v[has]))
        s.v[has] = kept(s.v[has] + more, bounds.name)
        if counts_filled:
            s.v[full] = kept(s.v[full] + more, bounds.name)

    return run


def lose(e: Evaluator, node: t.Lose) -> Effect:
    """`lose 3 coin`: as far as there are any."""
    amount, resource, held = e.value(node.amount), e.value(node.resource), places.amount(e, "held")

    def run(s: Memory, env: Env) -> None:
        place = held(s, env, resource(s, env))
        s.v[place] -= min(s.v[place], max(0, amount(s, env)))

    return run


def roll(e: Evaluator, node: t.Roll) -> Effect:
    """`roll die`: a random value of the field's type, of seats one that plays."""
    field, at, values = node.target.field, e.address(node.target), e.vocabulary.members(node.target.type)
    stream, of_seats = e.program.streams.index(field.name), node.target.type.domain == SEAT.domain

    def run(s: Memory, env: Env) -> None:
        place = at(s, env)
        s.v[place] = values[draw(s, stream, s.n if of_seats else len(values))]

    return run


def shuffle(e: Evaluator, node: t.Shuffle) -> Effect:
    """`shuffle deck`: nobody knows any longer what lies where, but in a hand."""
    zone, stream = e.zone(node.zone), e.program.streams.index(node.zone.zone.name)
    effects, kind, forgotten = e.effects, node.zone.zone.kind, _forgotten(e, node.zone)

    def run(s: Memory, env: Env) -> None:
        slot = zone(s, env)
        if forgotten:
            effects.forget(s, kind, slot)
        effects.shuffle(s, stream, slot)

    return run


def sort(e: Evaluator, node: t.Sort) -> Effect:
    """`sort hand by it.cost`: the least first; equal keys keep their order. The key may look at the list as it was."""
    zone, key, effects, kind = e.zone(node.zone), e.value(node.key), e.effects, node.zone.zone.kind
    forgotten = _forgotten(e, node.zone)

    def run(s: Memory, env: Env) -> None:
        slot = zone(s, env)
        if forgotten:
            effects.forget(s, kind, slot)
        inner = {**env}

        def of(piece: int) -> int:
            inner["it"] = piece
            return key(s, inner)  # type: ignore[no-any-return]

        effects.sort(s, slot, sorted(s.z[slot], key=of))

    return run


def _forgotten(e: Evaluator, ref: t.ZoneRef) -> bool:
    return seen_field(e.vocabulary, ref.zone.kind) is not None and forgets(e.vocabulary, ref.zone)


def move(e: Evaluator, node: t.Move) -> Effect:
    """`move deck[0] to hand`: a piece to the end of a list; none moves nowhere."""
    piece, zone, kind, move = e.value(node.piece), e.zone(node.zone), node.zone.zone.kind, e.effects.move

    def run(s: Memory, env: Env) -> None:
        which = piece(s, env)
        if which >= 0:
            move(s, kind, which, zone(s, env))

    return run


def flip(e: Evaluator, node: t.Flip) -> Effect:
    """`flip tile`: its next side lies up."""
    at, sides = e.address(node.side), node.sides

    def run(s: Memory, env: Env) -> None:
        place = at(s, env)
        s.v[place] = (s.v[place] + 1) % sides

    return run


def show(e: Evaluator, node: t.Show) -> Effect:
    """`show deck[0] to p`: a seat gets to know a piece, or only that it is not of a value (`column`)."""
    piece, seat, kind, show = e.value(node.piece), e.value(node.seat), node.kind, e.effects.show
    column = None if node.column is None else e.value(node.column)

    def run(s: Memory, env: Env) -> None:
        which = piece(s, env)
        if which >= 0:
            hint = 0 if column is None else column(s, env)
            show(s, kind, which, seat(s, env), hint)

    return run


def end_game(_e: Evaluator, _node: t.EndGame) -> Effect:
    """`end_game`: when the effect in progress is over, nothing follows."""

    def run(s: Memory, _env: Env) -> None:
        s.ended = 1

    return run


def again(e: Evaluator, _node: t.Again) -> Effect:
    """`again`: the seat takes another turn at once."""
    place = e.vocabulary.fields["turn.again"].offset

    def run(s: Memory, _env: Env) -> None:
        s.v[place] = 1

    return run


def pass_turn(e: Evaluator, _node: t.PassTurn) -> Effect:
    """`pass`: the seat leaves the round in progress."""
    at = places.own(e, "turn.passed")

    def run(s: Memory, env: Env) -> None:
        s.v[at(env)] = 1

    return run


VERBS: Final[Mapping[type, Callable[[Any, Any], Effect]]] = {
    t.Gain: gain,
    t.Lose: lose,
    t.Roll: roll,
    t.Shuffle: shuffle,
    t.Sort: sort,
    t.Move: move,
    t.Flip: flip,
    t.Show: show,
    t.EndGame: end_game,
    t.Again: again,
    t.PassTurn: pass_turn,
}
"""What builds the closure of a verb, by its class."""
