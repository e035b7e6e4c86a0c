"""Observations: a state masked for a viewer (None is unknown), the same in names for JSON, and the figures it has.

One function decides what a seat is shown of a state; all that is seen, told or learnt goes by its result. Sheaves, three seats, each
with a hand; zones are the pack, then hand and played of each seat:

>>> from ruleset_core import load
>>> state = load("sheaves").new(players=3, seed=1)
>>> mask_state(state, 1).z[1][:2], mask_state(state, 1).z[3]         # hand of seat 0, and of seat 1
([None, None], [4, 5, 6, 10, 13, 19, 21, 23])
>>> seen = observe(state, 1)                                         # the same in the names of the data, for JSON
>>> seen["zones"], seen["seats"][0]["hand"], seen["seats"][1]["hand"][:2]
({'pack': {'count': 8}}, {'count': 8}, ['barley_5', 'barley_6'])
>>> list(load("pig").new(players=2, seed=4).numbers(0))[3:5]         # a row of numbers: die and pot
[4, 4]
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

from ruleset_core.analysis.numeric_view import NumberMeaning, NumericView, see
from ruleset_core.engine.visible_figures import Plain, plain_value
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang.situations import members_in_play
from ruleset_core.lang.types import INT, SEAT, Type
from ruleset_core.lang.visibility import (
    OTHERS,
    TOP,
    MaskedList,
    PieceValues,
    hint_facts_of,
    mask_of,
    ruled_out,
    words_of,
)
from ruleset_core.lang.vocabulary import Field, Vocabulary, Zone

if TYPE_CHECKING:
    from ruleset_core.engine.game_info import GameInfo
    from ruleset_core.engine.state_data import StateData
    from ruleset_core.view.look.scene_cache import DependencyRecorder


# Figures of a position, as a seat may be told them: what observations have under `figures`, `amounts` and `last`.
#
# Each is worked out for the seat that looks; for somebody beside the table for the seat that decides. What something
# hidden decides is None, which is known from the rules and not from the position: whether it is told gives nothing away.

Sight = Mapping[str, list[int]]
"""By kind, the pieces that a seat sees."""


def current_figures(state: StateData, seat: int, sight: Sight) -> dict[str, Any]:
    """What an observation holds of figures: `figures`, `amounts` and `last`, each only where there is something to tell."""
    found = {"figures": _figures(state, seat, sight), "amounts": _amounts(state, seat, sight), "last": _lasts(state)}
    return {key: value for key, value in found.items() if value}


def _asked(state: StateData, seat: int) -> int:
    """The seat that figures are worked out for: for somebody beside the table the one that decides, in the end the first."""
    return seat if seat >= 0 else max(state.seat, 0)


def _figures(state: StateData, seat: int, sight: Sight) -> dict[str, dict[str, dict[str, int | None]]]:
    """By family, member and fact the figures that count now, where they are not what is printed."""
    found: dict[str, dict[str, dict[str, int | None]]] = {}
    glossary, domains = state.game.glossary, state.game.program.vocabulary.domains
    who = _asked(state, seat)
    if not glossary.modified_facts:
        return found
    hidden = glossary.hidden_figures(own=seat >= 0, apart=state.sim is not None)
    for each in glossary.modified_facts:
        domain = domains[each.family]
        for place in sight.get(each.family, ()) if domain.kind == "piece" else range(domain.size):
            item = domain.ids[place]
            printed = domain.facts[each.fact].values[place]
            value: int | None = None
            if each not in hidden:
                value = _worked_out(state, each.define, (place,), who)
                value = printed if value is None else value  # type: ignore[assignment]  # a fact that is a number
            elif each.fact not in glossary.changes_of(each.family, item):
                continue
            if value != printed:
                found.setdefault(each.family, {}).setdefault(item, {})[each.fact] = value
    return found


def _amounts(state: StateData, seat: int, sight: Sight) -> dict[str, Any]:
    """The amounts and values that the data gives to views, by name and by what their parameters may be."""
    names = state.game.program.amounts
    who = _asked(state, seat)
    if not names:
        return {}
    glossary = state.game.glossary
    hidden = glossary.hidden_amounts(own=seat >= 0, apart=state.sim is not None)
    found: dict[str, Any] = {}
    for name in names:
        if name in hidden:
            found[name] = None
        elif name in glossary.fixed_amounts:
            kept = glossary.fixed_amounts[name]
            if who not in kept:
                kept[who] = _amount(state, name, who, sight)
            found[name] = _copied(kept[who])
        else:
            found[name] = _amount(state, name, who, sight)
    return found


def _copied(value: Any) -> Any:
    """What is kept, for somebody who may change it."""
    return {key: _copied(each) for key, each in value.items()} if isinstance(value, dict) else value


def _amount(state: StateData, name: str, who: int, sight: Sight) -> Any:
    """An amount, by each of its parameters in turn: pieces that are seen, and all values of other types."""
    v = state.game.program.vocabulary
    define = v.defines[name]
    kinds = list(define.params.values())

    def values(kind: Type) -> list[tuple[int, str]]:
        domain = v.domains.get(kind.domain)
        if domain is not None and domain.kind == "piece":
            return [(each, domain.ids[each]) for each in sight.get(kind.domain, ())]
        members = v.members(kind)
        return [(members[place], told) for place, told in members_in_play(v, kind, state.n)]

    def below(args: tuple[int, ...]) -> Any:
        if len(args) == len(kinds):
            found = _worked_out(state, name, args, who)
            return found if found is None or define.type == INT else plain_value(v, define.type, found)
        kind = kinds[len(args)]
        return {told: below((*args, value)) for value, told in values(kind)}

    return below(())


def _lasts(state: StateData) -> dict[str, int]:
    """By field that a phase counts with, the number at which it ends."""
    lasts = state.game.program.lasts
    found = {
        name: _meaning(partial(state.game.interpreter.amount, each, state, {"me": -1})) for name, each in lasts.items()
    }
    return {name: last for name, last in found.items() if last is not None}


def _worked_out(state: StateData, define: str, args: tuple[int, ...], who: int) -> int | None:
    """A definition in a position. It is asked by its name: of trees made for one question the interpreter would keep each."""
    return _meaning(partial(state.game.interpreter.defined, define, args, state, who))


def _meaning(ask: Callable[[], int]) -> int | None:
    """What is asked for; None where it has no meaning in the position."""
    try:
        return ask()
    except BrokenRule:
        return None


# A masked state: what a viewer is shown of a state, as numbers in the places where a state keeps them; None stands
# for what is unknown.
#
# Observations put it into names (`observe`), looks and scenes work expressions out on it (`view.look.seat_access`). Nothing else
# of a state gets in here, so whoever looks at it can tell no more than its viewer. Who is shown what is said by
# `lang.visibility`.

K = TypeVar("K")
T = TypeVar("T")
Hints = dict[str, list[int]]
"""By fact the values that a piece may have for all that somebody was told; only facts of which something was told."""


class UnknownValueError(Exception):
    """Something is not known to who looks."""


class MaskedState:
    """What a viewer is shown of a position.

    Attributes:
        seat: the seat that looks; -1 for somebody beside the table.
        n: number of players.
        v: values, None where hidden.
        z: lists of pieces, None for a piece that is not known. Of a hand those that are known come first.
        settings: the options of the game.
        phase, over, to_act: the phase in progress, whether the game is over, and who decides (None: nobody, or it is not told).
        loose: lists in which what is known has no place: hands of which some cards are known.
        backs: by list, what shows of its pieces, in no order of theirs: numbers of backs (`Glossary.back_ranks`).
        hints: by list and place, what is known of a piece that is not known itself.
        told: by kind and piece what those seats were told that alone do not see it.
        steps, made: what was counted and what definitions came to, while the position is looked at as it is.
        notes: where it is noted what is looked at; None where nobody asks.
    """

    def __init__(self, v: Vocabulary, seat: int, players: int, settings: tuple[int, ...]) -> None:
        self.vocabulary, self.seat, self.n, self.settings = v, seat, players, settings
        self.phase, self.over = "", False
        self.to_act: int | None = None
        self.v: list[int | None] = [None] * v.fields_of(players)
        self.z: list[list[int | None]] = [[] for _ in range(v.zones_of(players))]
        self.loose: set[int] = set()
        self.backs: dict[int, list[int]] = {}
        self.hints: dict[tuple[int, int], Hints] = {}
        self.told: dict[str, dict[int, Hints]] = {}
        self.steps = 0
        self.made: dict[tuple[str | int, ...], int] = {}
        self.notes: DependencyRecorder | None = None

    @property
    def lists(self) -> list[Any]:
        """Lists of pieces with all that is known of them."""
        lists: list[Any] = [*self.z]
        for slot in {*self.loose, *self.backs, *(slot for slot, _ in self.hints)}:
            hints = [self.hints.get((slot, place)) for place in range(len(self.z[slot]))]
            lists[slot] = self.z[slot], slot in self.loose, self.backs.get(slot), hints
        return lists

    def reveal(self, other: MaskedState) -> None:
        """Show the lists of pieces of another seat as that one sees them, as is done when a game is over."""
        mine = range(self.vocabulary.zones_of(other.seat), self.vocabulary.zones_of(other.seat + 1))
        self.z[mine.start : mine.stop] = other.z[mine.start : mine.stop]
        self.loose = self.loose.difference(mine) | other.loose.intersection(mine)
        self.backs = _exchanged(self.backs, other.backs, lambda slot: slot in mine)
        self.hints = _exchanged(self.hints, other.hints, lambda at: at[0] in mine)


def _exchanged(own: dict[K, T], other: dict[K, T], is_other: Callable[[K], bool]) -> dict[K, T]:
    kept = {key: each for key, each in own.items() if not is_other(key)}
    return kept | {key: each for key, each in other.items() if is_other(key)}


def mask_state(state: StateData, viewer: int) -> MaskedState:
    """What a viewer (-1 looks on) is shown of a state. While seats choose at the same time, others are shown as they were before."""
    v, values, lists = state.game.program.vocabulary, state.v, state.z
    before_v, before_z = state.sim or (values, lists)
    found = MaskedState(v, viewer, state.n, state.settings)
    found.phase, found.over = state.phase, state.over
    asked = not state.over and (not state.simultaneous or state.seat == viewer)
    found.to_act = state.seat if asked else None
    mask = mask_of(v).view_of(state.n, viewer)
    for stretch in mask.now:
        found.v[stretch] = values[stretch]
    for stretch in mask.before:
        found.v[stretch] = before_v[stretch]
    for part, was, whole in mask.lists:
        pieces, there = (before_z[part.slot], before_v) if was else (lists[part.slot], values)
        found.z[part.slot] = [*pieces] if whole else _hidden(found, state, part, pieces, there)
    for of in mask_of(v).of_pieces:
        _of_pieces(found, state, of)
    for kind in [domain.name for domain in v.domains.values() if domain.hints]:
        told = found.told[kind] = {}
        for part in mask_of(v).lists_of(kind, state.n):
            if part.seat is not None and part.whole.sight == OTHERS and part.whole.to(viewer):
                every = {piece: _left(v, kind, piece, part.seat, before_v) for piece in before_z[part.slot]}
                told |= {piece: left for piece, left in every.items() if left}
    return found


def _hidden(
    found: MaskedState, state: StateData, part: MaskedList, pieces: list[int], values: list[int]
) -> list[int | None]:
    """A list of pieces that are not all shown, and beside it what else is known of it."""
    v, kind, last = found.vocabulary, part.zone.kind, len(pieces) - 1
    if v.domains[kind].back:
        ranks = state.game.glossary.back_ranks(kind)
        found.backs[part.slot] = sorted(ranks[piece] for piece in pieces)
    if part.notes < 0 and part.whole.sight != TOP:
        return [None] * len(pieces)
    seen: list[int | None] = [
        piece if part.piece(values, piece, place == last).to(found.seat) else None for place, piece in enumerate(pieces)
    ]
    left = {}
    if part.notes >= 0 and v.domains[kind].hints and found.seat >= 0:
        unknown = ((place, piece) for place, piece in enumerate(pieces) if seen[place] is None)
        left = {place: told for place, piece in unknown if (told := _left(v, kind, piece, found.seat, values))}
    if part.hand:
        known = sorted(piece for piece in seen if piece is not None)
        if known:
            found.loose.add(part.slot)
        seen = [*known, *[None] * (len(pieces) - len(known))]
        sorted_ = sorted(left.values(), key=lambda each: repr(named_hints(v, kind, each)))
        left = dict(enumerate(sorted_, start=len(known)))
    found.hints |= {(part.slot, place): each for place, each in left.items()}
    return seen


def _of_pieces(found: MaskedState, state: StateData, of: PieceValues) -> None:
    """What is seen with pieces, such as their sides: of those that are shown or lie nowhere, as it is where they are shown."""
    mask, before = mask_of(found.vocabulary), (state.sim or (state.v, state.z))[0]
    start, end = of.start, of.start + found.vocabulary.domains[of.kind].size
    found.v[start:end] = state.v[start:end]
    if state.sim is None and of.kind not in mask.hidden_kinds:
        return
    own = [(part, was) for part, was, _ in mask.view_of(state.n, found.seat).lists if part.zone.kind == of.kind]
    shown = {
        piece: before if was else state.v
        for part, was in own
        for place, piece in enumerate(found.z[part.slot])
        if piece is not None and (not of.lying or _is_visible(part, found, place))
    }
    for part, _ in own:
        for piece in state.z[part.slot]:
            found.v[start + piece] = shown[piece][start + piece] if piece in shown else None


def _is_visible(part: MaskedList, found: MaskedState, place: int) -> bool:
    """Whether a viewer sees a place of a list, whatever it knows of the piece there."""
    return part.whole._replace(last=place == len(found.z[part.slot]) - 1).to(found.seat)


def _left(v: Vocabulary, kind: str, piece: int, viewer: int, values: list[int]) -> Hints:
    excluded = ruled_out(v, kind, words_of(v, kind, piece, values), viewer)
    return {
        fact.name: [value for value in v.members(fact.type) if value not in excluded[fact.name]]
        for fact in hint_facts_of(v, kind)
        if fact.name in excluded
    }


def named_hints(v: Vocabulary, kind: str, left: Hints) -> dict[str, list[Plain]]:
    """What is known of a piece without knowing it, as observations hold it."""
    facts = v.domains[kind].facts
    return {name: [plain_value(v, facts[name].type, value) for value in values] for name, values in left.items()}


# Observations: what a viewer is shown of a state, in names, ready for JSON. They are made of masked states.


def observe(state: StateData, seat: int, blank: object = None) -> dict[str, Any]:
    """The state as `seat` may know it. While seats choose at the same time, others are seen as they were before.

    `blank` stands for values that are hidden.
    """
    game, v = state.game, state.game.program.vocabulary
    seen = mask_state(state, seat)
    named = _Named(game, seen, blank)
    found: dict[str, Any] = {
        "game": game.name,
        "seat": seat,
        "players": seen.n,
        "phase": seen.phase,
        "over": seen.over,
        "to_act": seen.to_act,
        "fields": {},
        "seats": [named.of_seat(each) for each in range(seen.n)],
        "zones": {},
        "pieces": {},
    }
    if v.options:
        chosen = zip(v.options.values(), seen.settings, strict=True)
        found["options"] = {option.name: plain_value(v, option.type, value) for option, value in chosen}
    for field in v.fields.values():
        if field.hidden or field.per_seat:
            continue
        kind, _, short = field.name.partition(".")
        if short:
            pieces = found["pieces"].setdefault(kind, {})
            for piece, value in named.field(field, 0).items():
                pieces.setdefault(piece, {})[short] = value
        else:
            found["fields"][field.name] = named.field(field, 0)
    for zone in v.zones.values():
        if not zone.per_seat:
            found["zones"][zone.name] = named.zone(zone, 0)
    if seen.told:
        found["hints"] = {
            kind: {v.domains[kind].ids[piece]: named_hints(v, kind, left) for piece, left in told.items()}
            for kind, told in seen.told.items()
        }
    if game.glossary.has_figures:
        found.update(current_figures(state, seat, named.in_sight(game.glossary.figured_kinds)))
    return found


def belongings(state: StateData, seat: int) -> dict[str, Any]:
    """What a seat has, as far as it knows: its own fields and zones, what is kept for it beside others, and the places that name it.

    Of Breakthrough these are its points and the cells of its men, of Troyes also its citizens in the buildings.
    """
    v = state.game.program.vocabulary
    seen = mask_state(state, seat)
    named = _Named(state.game, seen, None)
    found: dict[str, Any] = {"seat": named.of_seat(seat)}
    for field in v.fields.values():
        if field.hidden or field.per_seat:
            continue
        if _is_of_seats(field.type) and field.index:  # else it says whose turn it is, or the like
            values = seen.v[field.offset : field.offset + field.size]
            found[field.name] = [place for place, value in enumerate(values) if value == seat]
            continue
        axis = next((at for at, kind in enumerate(field.index) if _is_of_seats(kind)), None)
        if axis is not None:
            found[field.name] = _part(named.field(field, 0), axis, v.format_value(field.index[axis], seat))
    return found


def _is_of_seats(kind: Type) -> bool:
    return kind.kind == "member" and (kind.seats or kind.domain == SEAT.domain)


def _part(nested: Any, axis: int, key: str) -> Any:
    """Of a nested field what stands under a key of one of its axes."""
    return nested.get(key) if axis == 0 else {name: _part(each, axis - 1, key) for name, each in nested.items()}


class _Named:
    """Puts the parts of a masked state into names; `blank` stands for what is unknown."""

    def __init__(self, game: GameInfo, seen: MaskedState, blank: object) -> None:
        self.game, self.v, self.seen, self.blank = game, game.program.vocabulary, seen, blank
        self.mask = mask_of(self.v)

    def of_seat(self, seat: int) -> dict[str, Any]:
        """What is known of a seat."""
        v, base = self.v, self.v.fields_of(seat)
        found: dict[str, Any] = {**self.field(v.fields["held"], base)}
        for field in v.fields.values():
            if field.per_seat and not field.hidden:
                found[field.name] = self.field(field, base)
        for zone in v.zones.values():
            if zone.per_seat:
                found[zone.name] = self.zone(zone, v.zones_of(seat))
        return found

    def field(self, field: Field, base: int) -> Any:
        """A field as nested names."""
        axes, names, show = _plan(self.v, field, self.seen.n)
        values, start, blank = self.seen.v, base + field.offset, self.blank
        if not axes:
            return self._value(values[start], show)
        last, (_, ends) = len(axes) - 1, axes[-1]
        step = field.strides[-1]
        in_a_row = bool(ends) and step == 1 and ends[-1][0] == len(ends) - 1

        def below(axis: int, place: int) -> Any:
            if axis < last:
                stride, these = axes[axis]
                return {name: below(axis + 1, place + number * stride) for number, name in these}
            found = (
                values[place : place + len(ends)] if in_a_row else [values[place + number * step] for number, _ in ends]
            )
            if None in found:
                return {
                    name: blank if each is None else each if show is None else show(each)
                    for name, each in zip(names, found, strict=True)
                }
            return dict(zip(names, found if show is None else map(show, found), strict=True))  # type: ignore[arg-type]

        return below(0, start)

    def _value(self, value: int | None, show: Show) -> Any:
        return self.blank if value is None else value if show is None else show(value)

    def zone(self, zone: Zone, base: int) -> Any:
        """A zone, by its indices in turn."""

        def below(axis: int, place: int) -> Any:
            if axis == len(zone.index):
                return self._list(zone, base + zone.slot + place)
            stride, names = zone.strides[axis], members_in_play(self.v, zone.index[axis], self.seen.n)
            return {name: below(axis + 1, place + number * stride) for number, name in names}

        return below(0, 0)

    def _list(self, zone: Zone, slot: int) -> Any:
        """A list of pieces: ids where all is seen, else how many and what is known of them."""
        seen, ids = self.seen, self.v.domains[zone.kind].ids
        pieces, part = seen.z[slot], self.mask.lists[slot]
        if part.whole.to(seen.seat):
            return [ids[piece] for piece in pieces]  # type: ignore[index]  # all are known
        found: dict[str, Any] = {"count": len(pieces)}
        if part.whole.sight == TOP and pieces:
            found["top"] = ids[pieces[-1]]  # type: ignore[index]
        if part.notes >= 0:
            named = [None if piece is None else ids[piece] for piece in pieces]
            if part.hand:
                found["known"] = [piece for piece in named if piece is not None]
            else:
                found["seen"] = named
            if self.v.domains[zone.kind].hints and seen.seat >= 0:
                left = (seen.hints.get((slot, place), {}) for place in range(len(pieces)))
                hints = [named_hints(self.v, zone.kind, each) for each in left]
                found["hints"] = [*filter(None, hints)] if part.hand else hints
        if self.v.domains[zone.kind].back:
            shown = self.game.glossary.backs_by_rank(zone.kind)
            found["backs"] = [dict(shown[rank]) for rank in seen.backs[slot]]
        return found

    def in_sight(self, kinds: frozenset[str]) -> dict[str, list[int]]:
        """By kind, the pieces that an observation names in a list."""
        z = self.seen.z
        return {
            kind: [
                piece
                for part in self.mask.lists_of(kind, self.seen.n)
                if part.whole.sight != TOP or part.notes >= 0
                for piece in z[part.slot]
                if piece is not None
            ]
            for kind in kinds
        }


Axes = list[tuple[int, list[tuple[int, str]]]]
"""For each index of a field how far its values lie apart, and its values with their places."""
Show = Callable[[int], Plain] | None
"""What makes a value one that observations hold; None where it is that already."""


def _plan(v: Vocabulary, field: Field, players: int) -> tuple[Axes, list[str], Show]:
    """How a field is told in games of so many players: worked out once, since boards have hundreds of values."""
    found = v.plans.get((field.name, players))
    if found is None:
        axes = [
            (stride, members_in_play(v, kind, players)) for stride, kind in zip(field.strides, field.index, strict=True)
        ]
        names = [name for _, name in axes[-1][1]] if axes else []
        found = v.plans[field.name, players] = axes, names, _shown_as(v, field.type)
    return found


def _shown_as(v: Vocabulary, kind: Type) -> Show:
    if kind.kind == "bool" and not kind.optional:
        return bool
    if kind.kind == "member" and kind.domain != "seat":
        return [*v.formatted_values(kind.sure()), None].__getitem__  # -1, which is none, is the last
    if kind.kind == "int" and not kind.optional:
        return None
    return lambda value: plain_value(v, kind, value)


# What a seat may know of a state as numbers in a row, with what each of them means: for who learns from them.
#
# The same as `observe` tells, without names: seats are counted from the one that looks, so that what is learned on
# one seat holds on all. What is hidden from a seat at all times has no number.


class NumericObservation(NumericView):
    """The numbers of games of so many players.

    Attributes:
        meanings: of each number, in order; the same for all seats.
        plans: by viewer, what `analysis.numeric_view.see` needs.

    Example:
        >>> from ruleset_core import load
        >>> meanings = load("pig").numbers(2).meanings
        >>> meanings[0].name, meanings[0].low, meanings[0].high
        ('decides', -1, 1)
    """

    def __init__(self, state: StateData) -> None:
        super().__init__(state.game.program.vocabulary, state.n)
        self.plans = [self._plan(viewer) for viewer in range(state.n)]
        values = (value.meaning for value in self.values(0))
        pieces = (meaning for kind in self._kinds for meaning in self._named(kind))
        self.meanings = [*self._head(state), *values, *pieces]

    def __len__(self) -> int:
        return len(self.meanings)

    def encode(self, state: StateData, viewer: int) -> array[int]:
        """Internal: The numbers of a state, 32 bits each."""
        acts = state.seat if not state.simultaneous or state.seat == viewer else -1
        decides = (acts - viewer) % state.n if acts >= 0 else -1
        head = [decides, state.point if acts >= 0 else -1, state.stage, *state.settings]
        rest: list[int] = [0] * (len(self) - len(head))
        before_v, before_z = state.sim or (state.v, state.z)
        see(state.v, state.z, before_v, before_z, self.plans[viewer], viewer, rest)
        return array("i", [*head, *rest])

    def _head(self, state: StateData) -> Iterator[NumberMeaning]:
        yield NumberMeaning("decides", -1, self.players - 1)
        yield NumberMeaning("question", -1, len(self._v.decisions) - 1)
        yield NumberMeaning("phase", 0, len(state.game.phase_names) - 1)
        for option in self._v.options.values():
            yield NumberMeaning(f"option {option.name}", *self._bounds(option.type))

    def _named(self, kind: str) -> Iterator[NumberMeaning]:
        domain, lists = self._v.domains[kind], self._lists(kind, 0)
        for each in lists:
            yield NumberMeaning(f"{each.name}.count", 0, domain.size)
        told = [("list", -1, len(lists) - 1), ("place", -1, domain.size - 1)]
        for seen in self._seen_with(kind):
            low, high = self._bounds(seen.field.type)
            told.append((seen.field.name.rpartition(".")[2], min(low, -1), high))
        for piece in domain.ids:
            yield from (NumberMeaning(f"{kind}.{piece}.{what}", least, most) for what, least, most in told)
