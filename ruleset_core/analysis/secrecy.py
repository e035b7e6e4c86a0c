"""Secrecy: which scores, texts and questions depend on something hidden, worked out from what expressions read.

Scores, texts of options and forced answers must tell nobody what is hidden from them. Whether they depend on something
hidden is decided once for a game, from what they read; were it decided by state, the decision itself would tell something.
In Sheaves each seat sees its own hand:

    expression about `me`          does it depend on something hidden from the others?
    count c in hand                no: all see how many cards a hand has
    sum c in hand of c.rank        yes; of somebody who sees what `me` sees (`own`): no
    first c in hand                yes
    bid                            no: the field is open

`SecrecyAnalysis.rows` are the rows of the score that are not shown before the end, `labels` the decisions whose options are
not worded for others. `compile.lowering.forced_choices` asks it which questions must be put even with one option left.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from ruleset_core.analysis.desugaring import GAIN
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.program import Program, ScoreCategory
from ruleset_core.lang.traversal import TreeFold, all_nodes, leads, locals_of, parts, statements, substitute
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.visibility import ALL, NOBODY, OWN, mask_of, sight_of, sight_of_all
from ruleset_core.lang.vocabulary import Field, Template, Vocabulary, Zone, template_expressions

# What of a score, a text or a question may be told: what depends on nothing that is hidden from who is told.
#
# It is worked out from what the expressions read, once for a game, and not from a state: whether something is told
# must not itself give anything away.

ME = t.Local(SEAT, "me")
OTHERS, ASKER = 1, 2
"""From whom something is hidden, as `hidden` of statements says it: from seats other than the acting one; from the acting one too.
0: from nobody."""
HIDDEN = 1
"""The bit of what depends on something hidden; those of locals lie above it."""


class SecrecyAnalysis:
    """What expressions about `me` read.

    Args:
        program: the game.
        own: `me` itself is told, so what its owner sees is no secret.
        apart: seats choose at the same time, so nothing of another seat is told; of `me` neither, unless `own`.
        trials: what is known of trials already, where `me` may be anybody in one of them.

    Attributes:
        locals: names of locals whose values are hidden themselves.
        public: fields that are no secret although nobody is shown them (see `compile.lowering.forced_choices`).
    """

    def __init__(
        self, program: Program, *, own: bool, apart: bool = False, trials: dict[int, tuple[t.Would, bool]] | None = None
    ) -> None:
        self.program = program
        self.v = program.vocabulary
        self.own = own
        self.apart = apart
        self.locals: set[str] = set()
        self.public: frozenset[str] = frozenset()
        self._defines: dict[tuple[str, tuple[str, ...]], int] = {}
        self._locals: dict[str, int] = {}
        self._lying: dict[str, int] = {}  # by local, the bit of values of the piece that it holds
        self._trials = {} if trials is None else trials  # each kept with its answer, so that its id stays its own
        self._anybody = None if trials is None else self  # a trial may lead to a definition that holds it
        self._fold = TreeFold(self._own, program.under, names=lambda _: (), below=_below)

    def rows(self) -> frozenset[str]:
        """The categories of the score that depend on something hidden."""
        return frozenset(score.name for score in self.program.scores if self._row(score))

    def labels(self) -> frozenset[str]:
        """The decisions whose options are called by something hidden."""
        return frozenset(
            name
            for name, each in self.v.decisions.items()
            for template in each.option_texts()
            if any(map(self.hides, template_expressions(template)))
        )

    def _row(self, score: ScoreCategory) -> bool:
        return any(self.hides(part) for part in (score.items, score.where, score.amount) if part is not None)

    def hides(self, node: Any) -> bool:
        """Whether the value depends on something hidden."""
        found = self._fold.bits_of(node)
        if found & HIDDEN or any(found & self._locals.get(name, 0) for name in self.locals):
            return True
        return self._lies_hidden(node, found)

    def _lies_hidden(self, node: Any, found: int) -> bool:
        """Whether the value of a piece is looked at (`pips[d]`) that may lie where it is not seen: only one of lists that are seen does not."""
        names = [name for name, bit in self._lying.items() if found & bit]
        if not names:
            return False
        if locals_of(node).keys() & set(names):
            return True
        through = (each for each in all_nodes(node) if isinstance(each, t.Quantity) and each.var in names)
        return any(not each.selection.zones or any(map(self._is_hidden_zone, each.selection.zones)) for each in through)

    def _is_hidden_zone(self, zone: t.ZoneRef) -> bool:
        return self._is_hidden(sight_of(zone.zone), zone.seat)

    def _own(self, node: Any) -> int:
        """What a node itself depends on: `HIDDEN` for something hidden, of a local the bit of its name."""
        match node:
            case t.Local():
                return self._bit(self._locals, node.name)
            case t.Load() if self._is_of_piece(node):
                return self._piece(node.index[0])
            case t.Load():
                return self._is_hidden(self._sight(node), node.seat)
            case t.ZoneRef():
                return self._is_hidden_zone(node)
            case t.Quantity() if _counts(node):
                return any(self._other(zone.seat) for zone in node.selection.zones)
            case t.HookCall():
                return self.anything()
            case t.CanPay() | t.Pay():
                return any(self._is_hidden(self._amount(resource), ME) for _, resource in node.costs)
            case t.Gain() | t.Lose():
                return self._is_hidden(self._amount(node.resource), ME)
            case t.Apply():
                return self._define(node)
            case t.Would():
                return self._tried(node)
            case _:
                return 0

    def _bit(self, of: dict[str, int], name: str) -> int:
        return of.setdefault(name, HIDDEN << 1 + len(self._locals) + len(self._lying))

    def _is_of_piece(self, node: t.Load) -> bool:
        """Whether a value is seen with a piece that may lie hidden."""
        mask, name = mask_of(self.v), node.field.name
        seen_with = any(each.field is node.field for each in mask.of_pieces) and name not in self.public
        return seen_with and node.field.index[0].domain in mask.hidden_kinds

    def _piece(self, piece: t.Expr) -> int:
        """From whom the value of a piece is hidden: from who does not see the list that it lies in."""
        match piece:
            case t.ZoneAt():
                return self._is_hidden_zone(piece.zone)
            case t.Local():
                return self._bit(self._lying, piece.name)
            case _:
                return HIDDEN

    def _is_hidden(self, sight: int, seat: t.Expr | None) -> bool:
        if self._other(seat):
            return True
        return sight != ALL and not (sight == OWN and seat == ME and self.own)

    def _other(self, seat: t.Expr | None) -> bool:
        return self.apart and seat is not None and not (seat == ME and self.own)

    def _sight(self, node: t.Load) -> int:
        """Who sees a field; what lies where is seen with the piece."""
        name = node.field.name
        if name in {"held", "filled"}:
            return self._amount(node.index[0])
        kind, _, short = name.partition(".")
        if short == "at" and kind in mask_of(self.v).hidden_kinds:
            return NOBODY
        return ALL if name in self.public else sight_of(node.field)

    def _amount(self, resource: t.Expr) -> int:
        """Who sees the amount of a resource: of the one that is named, else of any that may be meant."""
        known = self.v.resources
        if isinstance(resource, t.Const) and 0 <= resource.value < len(known):
            return sight_of(known[resource.value])
        return sight_of_all(known)

    def anything(self) -> bool:
        """Whether the game hides anything at all; what a hook reads is not known."""
        return sight_of_all([*self.v.fields.values(), *self.v.zones.values(), *self.v.resources]) != ALL

    def _tried(self, node: t.Would) -> bool:
        """Whether what a trial leads to by name, or lets another seat do, looks at something hidden: `me` may be anybody there."""
        if id(node) not in self._trials:
            self._trials[id(node)] = node, False  # while it is looked at
            done = [*statements(node.effect)]
            found = False
            if any(isinstance(each, t.As) or _led(each) for each in done):
                if self._anybody is None:
                    self._anybody = SecrecyAnalysis(self.program, own=False, apart=self.apart, trials=self._trials)
                self._anybody.public = self.public
                found = self._anybody.leads_to_hidden(node.effect)
            self._trials[id(node)] = node, found
        return self._trials[id(node)][1]

    def leads_to_hidden(self, effect: Any) -> bool:
        """Whether an effect of a trial, or what it leads to by name, looks at something hidden."""
        following = TreeFold(self._own, self.program.under, names=_led, below=_below)
        return bool(following.bits_of(effect) & (HIDDEN | sum(self._lying.values())))

    def _define(self, node: t.Apply) -> int:
        define = self.v.defines[node.define]
        mine = tuple(name for name, arg in zip(define.params, node.args, strict=True) if arg == ME)
        if (define.name, mine) not in self._defines:
            self._defines[define.name, mine] = False  # while it is looked at
            bodies = [substitute(part, dict.fromkeys(mine, ME)) for part in define.trees]
            # its names are its own; what is handed to it is looked at where it stands
            bits = ((part, self._fold.bits_of(part)) for part in bodies)
            self._defines[define.name, mine] = any(
                found & HIDDEN or self._lies_hidden(part, found) for part, found in bits
            )
        return self._defines[define.name, mine]


def _counts(node: t.Quantity) -> bool:
    """Whether it is asked only how many pieces lie in zones, which is always seen."""
    return node.kind in {"count", "any", "no"} and node.where is None and bool(node.selection.zones)


def _led(node: Any) -> tuple[str, ...]:
    """What a statement of a trial leads to; a gain may be heard of, or overflow."""
    return ("event gain", "event lose", GAIN) if isinstance(node, t.Gain | t.Lose) else leads(node)


def _below(node: Any) -> Iterable[Any]:
    """The parts of a node on which its value depends."""
    if isinstance(node, t.Quantity) and _counts(node):
        return [part for zone in node.selection.zones for part in parts(zone)]
    return parts(node)


# What data tells of fields, zones and events: which of several is meant, and which texts may be told to nobody.

AT: Final = ("at", "at2", "at3")
"""What texts call the indices of a field or zone, the seat not counted."""


def which_of_several(thing: Field | Zone) -> dict[str, Type]:
    """The names by which a text says which of several it speaks of."""
    return dict(zip(AT, thing.index, strict=False))


def place_numbers(thing: Field | Zone, place: int) -> Iterator[tuple[Type, int]]:
    """Which of several values or lists of pieces lies at a place of its field or zone: the types and the values."""
    for kind, stride in zip(thing.index, thing.strides, strict=True):
        number, place = divmod(place, stride)
        yield kind, number + ((kind.low or 0) if kind.kind == "int" else 0)


def indices(thing: Field | Zone, place: int) -> list[int]:
    """The values alone."""
    return [number for _, number in place_numbers(thing, place)]


def section_of(thing: Field | Zone) -> str:
    """The section of the data that declares it."""
    return "state" if isinstance(thing, Field) else "zones"


def all_lists(v: Vocabulary) -> list[tuple[Zone, int, int]]:
    """The zone of every list of pieces, its seat (-1: shared), and how far from the beginning of the zone it lies."""
    found: dict[int, tuple[Zone, int, int]] = {}
    for zone in v.zones.values():
        for seat in range(v.players[1]) if zone.per_seat else (-1,):
            start = zone.slot + (v.zones_of(seat) if zone.per_seat else 0)
            for place in range(zone.size):
                found[start + place] = (zone, seat, place)
    return [found[slot] for slot in sorted(found)]


def secret_log_texts(program: Program) -> frozenset[tuple[str, str]]:
    """The section and name of what is told of by texts that look at what not all may see."""
    secrets = SecrecyAnalysis(program, own=False)
    return frozenset(
        (section, name)
        for section, name, template in _log_texts(program.vocabulary)
        if any(map(secrets.hides, template_expressions(template)))
    )


def _log_texts(v: Vocabulary) -> Iterator[tuple[str, str, Template]]:
    for section, things in (("events", v.events), ("state", v.fields), ("zones", v.zones)):
        for name, thing in things.items():
            for template in thing.tell.values():
                yield section, name, template
