"""Expressions worked out on what a seat knows. What depends on something that it does not know is unknown."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from ruleset_core.engine.decision import value_name
from ruleset_core.engine.look.room import NAME, Room, cut
from ruleset_core.engine.look.seen import Observation, Seen
from ruleset_core.lang import tree as t
from ruleset_core.lang.interpret.broken import BrokenRule
from ruleset_core.lang.interpret.values import Env, Values
from ruleset_core.lang.templates import spoken
from ruleset_core.lang.types import SEAT

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.definitions import Define
    from ruleset_core.lang.look.nodes import Texts, Through
    from ruleset_core.lang.program import Program
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Decision, Domain

UNKNOWN: Final = "?"
"""What stands in texts for what is not known."""
HEX_LEAN: Final = 0.5
"""How far the next rank of hexes lies to the east, in widths of a hex: the file above `a1` in a straight line is `a2`."""


class Unseen(Exception):
    """Something is not known to who looks."""


class Knowing(Values):
    """Works out expressions on what is known. Raises `Unseen` at what is not.

    Attributes:
        made: what definitions came to, while the position is looked at as it is.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.made: dict[tuple[Any, ...], int] = {}

    def defined(self, define: Define, args: Sequence[int], s: Any, me: int) -> int:
        """The value of a definition: a scene asks for many of them again and again."""
        key = define.name, tuple(args), me
        if key not in self.made:
            self.made[key] = super().defined(define, args, s, me)
        return self.made[key]

    def load(self, node: t.Load, s: Any, env: Env) -> int:
        """A value, if it is known."""
        return _known(s.v[self.address(node, s, env)])

    def piece_at(self, node: t.ZoneAt, s: Any, env: Env) -> int:
        """The piece at a place, if it is known which lies there."""
        slot, place = self.zone(node.zone, s, env), self.value(node.place, s, env)
        pieces = s.z[slot]
        if not 0 <= place < len(pieces):
            return -1
        if slot in s.loose:
            raise Unseen
        return _known(pieces[place])

    def members(self, selection: t.Selection, s: Any, env: Env) -> Sequence[int]:
        """What is gone through, if all of it is known."""
        if selection.zone is not None and None in s.z[self.zone(selection.zone, s, env)]:
            raise Unseen
        return super().members(selection, s, env)

    def _quantity(self, node: t.Quantity, s: Any, env: Env) -> int:
        zone = node.selection.zone
        if zone is not None and node.where is None and node.kind in {"count", "any", "no"}:
            size = len(s.z[self.zone(zone, s, env)])  # how many lie there is known to all
            return size if node.kind == "count" else int((size > 0) == (node.kind == "any"))
        return super()._quantity(node, s, env)

    def value(self, node: t.Expr, s: Any, env: Env) -> Any:
        """The value of an expression. Whether a known piece lies in a list can be known where the rest is not."""
        if isinstance(node, t.Local):  # most of a look are names and what they are of
            return env[node.name]
        if isinstance(node, t.Const):
            return node.value
        if isinstance(node, t.Load):
            return self.load(node, s, env)
        if isinstance(node, t.Contains) and node.selection.zone is not None:
            of = self.value(node.of, s, env)
            pieces = s.z[self.zone(node.selection.zone, s, env)]
            if of not in pieces and None in pieces:
                raise Unseen
            return int(of in pieces)
        return super().value(node, s, env)

    def hook(self, _node: t.HookCall, _s: Any, _env: Env) -> int:
        """Hooks look at states, and there is none."""
        raise Unseen

    def _enclosed(self, selection: t.Selection, s: Any, env: Env) -> Sequence[int]:
        field = selection.field
        if field is not None and None in s.v[field.offset : field.offset + field.size]:
            raise Unseen
        return super()._enclosed(selection, s, env)

    def _held(self, _name: str, _resource: int, _env: Env) -> int:
        raise Unseen  # whether something can be paid is for who may pay it


def _known(value: int | None) -> int:
    if value is None:
        raise Unseen
    return value


@dataclass(frozen=True, slots=True)
class Offered:
    """The options offered.

    Attributes:
        asked: the name of the question; empty if nothing is asked.
        by_place: by family and id the options that are about it: alone or first of a pair, and second of a pair.
        shown: by question the options that are about what pieces show.
        values: by value of the question the options that are this answer.
    """

    asked: str
    by_place: tuple[dict[tuple[str, str], list[int]], dict[tuple[str, str], list[int]]] = field(
        default_factory=lambda: ({}, {})
    )
    shown: dict[str, set[int]] = field(default_factory=dict)
    values: dict[int, list[int]] = field(default_factory=dict)


class Looking:
    """An observation, and expressions of a look worked out on it, in a language.

    Attributes:
        names: what the players are called, by seat; the usual names where nobody said.
        room: what is left of the room for what is shown.
        upside: what is looked at as if turned, for who keeps answers.
    """

    def __init__(self, game: Game, observation: Observation, lang: str, names: Sequence[str] = ()) -> None:
        self.game = game
        self.observation = observation
        self.lang = lang
        self.names = tuple(names)
        self.seen = Seen(game.program.vocabulary, observation)
        self._knowing = Knowing(game.program)
        self.room = Room()
        self.upside: tuple[int, ...] = ()

    def value(self, node: t.Expr, env: Mapping[str, int]) -> int | None:
        """The value of an expression; None if it is not known, has no meaning here, or there is no room left for it."""
        if self.room.left < 0:
            return None
        self.seen.steps = 0
        try:
            return int(self._knowing.value(node, self.seen, env if env.__class__ is dict else dict(env)))
        except (Unseen, BrokenRule, RecursionError):
            return None
        finally:
            if self.seen.steps:
                self.room.worked(self.seen.steps)

    def holds(self, node: t.Expr | None, env: Mapping[str, int]) -> bool:
        """Whether a condition holds; what is not known shows nothing."""
        return node is None or bool(self.value(node, env))

    def through(self, through: Through, env: Mapping[str, int]) -> list[tuple[int | None, int]]:
        """What is gone through, each with its place: of lists of pieces None where one is not known.

        Where a condition is not known of something, that is left out; where it is not known what to go through, it is nothing.
        """
        self.seen.steps = 0
        zone = through.selection.zone
        try:
            if zone is not None:
                found: Sequence[int | None] = self.seen.z[self._knowing.zone(zone, self.seen, dict(env))]  # type: ignore[arg-type]
            else:
                found = self._knowing.members(through.selection, self.seen, dict(env))
        except (Unseen, BrokenRule, RecursionError):
            return []
        self.room.worked(self.seen.steps)
        most = max(self.room.left, 0)
        kept = [
            (each, place)
            for place, each in enumerate(found[:most])
            if self.room.take()
            and (through.where is None or (each is not None and self.holds(through.where, {**env, through.var: each})))
        ]
        if through.by is None:
            return kept
        order = {
            place: None if each is None else self.value(through.by, {**env, through.var: each}) for each, place in kept
        }
        return sorted(kept, key=lambda one: (order[one[1]] is None, order[one[1]] or 0))

    def named(self, kind: Type, value: int) -> str:
        """A value as players read it."""
        if value < 0 and kind.kind == "member":
            return "–"
        return cut(value_name(self.game.program.vocabulary, kind, value, self.lang, self.names), NAME)

    def mark(self, kind: Type, value: int) -> str:
        """A value in one sign: the number of a seat, else the first letter of its name."""
        if self.is_seat(kind, value):
            return str(value + 1)
        return self.named(kind, value)[:1].upper()

    def is_seat(self, kind: Type, value: int) -> bool:
        """Whether a value is a seat, of the game or of a set that has seats among its members."""
        return kind.domain == SEAT.domain or (kind.seats and value < self.seen.n)

    def text(self, texts: Texts, env: Mapping[str, int]) -> str:
        """A text with its values put in."""
        if not texts:
            return ""
        shown: list[str] = []
        for part in spoken(texts.get(self.lang) or texts.get("en") or [], lambda when: self.holds(when, env)):
            if isinstance(part, str):
                shown.append(part)
            else:
                value = self.value(part, env)
                shown.append(UNKNOWN if value is None else self.named(part.type, value))
        return self.room.text("".join(shown))

    def member(self, kind: Type, value: int) -> tuple[str, str]:
        """A value as family and id, as data writes them."""
        return kind.domain or kind.kind, self.game.program.vocabulary.spell(kind.maybe(), value)

    # -- what the game declares -------------------------------------------------------------------------------------

    @property
    def me(self) -> int:
        """The seat for which values are worked out: who looks, beside the table who decides."""
        return self.seen.seat if self.seen.seat >= 0 else max(self.observation.get("to_act") or 0, 0)

    def seat_name(self, seat: int) -> str:
        """What a player is called."""
        return self.named(SEAT, seat)

    def card_text(self, kind: Type, value: int) -> str:
        """What a card does, with sides what it does on the side that lies up, where that is known; empty for what is no card."""
        card = self.member(kind, value)[1].partition("#")[0]
        known, key = self.game.source.shown_texts, (card, self._side(kind, value), self.lang)
        if card not in self.game.program.cards:
            return ""
        if key not in known:
            from ruleset_core.lang.text import card_text

            known[key] = card_text(self.game.program, card, self.lang, side=key[1])
        return self.room.text(known[key])

    def _side(self, kind: Type, value: int) -> str:
        """The side of a piece that lies up; empty where it has none, or where that is not known."""
        at = self._side_at(kind, value)
        side = None if at is None else self.seen.v[at]
        return "" if side is None or side < 0 else self.game.program.vocabulary.domains[kind.domain].sides[side]

    def _side_at(self, kind: Type, value: int) -> int | None:
        found = self.game.program.vocabulary.fields.get(f"{kind.domain}.side")
        return None if found is None or value < 0 else found.offset + value

    @contextmanager
    def turned(self, node: t.Expr | None, env: Mapping[str, int]) -> Iterator[None]:
        """While a piece is looked at as if its next side lay up."""
        value = None if node is None else self.value(node, env)
        at = None if node is None or value is None else self._side_at(node.type, value)
        side = None if at is None else self.seen.v[at]
        if node is None or at is None or side is None:
            yield
            return
        before, self.upside = self.upside, (*self.upside, at)
        self._knowing.made.clear()
        self.seen.v[at] = (side + 1) % len(self.game.program.vocabulary.domains[node.type.domain].sides)
        try:
            yield
        finally:
            self.seen.v[at], self.upside = side, before
            self._knowing.made.clear()

    def provenance(self, piece: str) -> str:
        """`*` for a card of the house, `°` where only some of its figures are; nothing for others."""
        card, glossary = piece.partition("#")[0], self.game.glossary
        if card not in self.game.program.cards:
            return ""
        return "*" if glossary.provenance(card) == "house" else "°" if glossary.house_facts(card) else ""

    def family(self, name: str) -> Type:
        """The type of the members of a family."""
        return self.game.program.vocabulary.domains[name].type

    def hint(self, kind: Type, through: Through, place: int, env: Mapping[str, int]) -> str:
        """What is known of a piece that is not known itself, in words; empty for nothing."""
        zone = through.selection.zone
        if zone is None or not self.seen.hints:
            return ""
        left = self.seen.hints.get((self._knowing.zone(zone, self.seen, dict(env)), place))  # type: ignore[arg-type]
        return str(self.game.glossary.hint(kind.domain, left, self.lang)) if left else ""

    def backs(self, kind: Type, through: Through, env: Mapping[str, int]) -> str:
        """What shows of the pieces of a list that lie face down: `2 red, 1 blue`; empty where all look the same."""
        zone = through.selection.zone
        shown = () if zone is None else self.seen.backs.get(self._knowing.zone(zone, self.seen, dict(env)), ())  # type: ignore[arg-type]
        count = Counter(" ".join(self._back(kind.domain, facts)) for facts in shown)
        return ", ".join(f"{number} {said}" for said, number in count.items() if said)

    def _back(self, family: str, facts: Mapping[str, Any]) -> Iterator[str]:
        """What one back shows: values, and what is true of it."""
        glossary = self.game.glossary
        for fact, value in facts.items():
            title = glossary.fact_title(family, fact, self.lang)
            if value is not False and title:
                yield title if value is True else glossary.fact_value(family, fact, value, self.lang)

    def list_name(self, through: Through, env: Mapping[str, int]) -> str:
        """What tells one list of pieces from all others."""
        zone = through.selection.zone
        return "" if zone is None else str(self._knowing.zone(zone, self.seen, dict(env)))  # type: ignore[arg-type]

    def places(self, family: str) -> tuple[str, list[tuple[float, float]]]:
        """How the members of a set lie: `squares` or `hexes`, and where each is; y grows to the south."""
        domain = self.game.program.vocabulary.domains[family]
        points = _by_facts(domain) or _by_names(domain.ids) or [(place, 0) for place in range(domain.size)]
        near, high = domain.facts.get("near"), max((y for _, y in points), default=0)
        if near is not None and near.made and "around" not in domain.facts:
            return "hexes", [(x + y * HEX_LEAN, high - y) for x, y in points]
        return "squares", [(x, high - y) for x, y in points]

    def offered(self, options: Sequence[int]) -> Offered:
        """What the options that are offered are about."""
        found = Offered("" if not options else self.game.options.home(options[0]).name)
        for option in options:
            decision = self.game.options.home(option)
            if decision.keys:
                found.shown.setdefault(decision.name, set()).add(option)
            elif option - decision.base < decision.size:
                found.values.setdefault(option - decision.base + decision.low, []).append(option)
            for place, thing in enumerate(self.game.things(option)):
                if thing.family:
                    found.by_place[min(place, 1)].setdefault((thing.family, thing.id), []).append(option)
        return found

    def options_of(self, offered: Offered, kind: Type, value: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The options that a member or a piece stands for, and those of pairs in which it is the second."""
        first, second = (tuple(each.get(self.member(kind, value), ())) for each in offered.by_place)
        for name, options in offered.shown.items():
            decision = self.game.program.vocabulary.decisions[name]
            if decision.type.domain == kind.domain:
                number = self._shows(decision, value)
                first += (decision.base + number,) if number is not None and decision.base + number in options else ()
        return first, second

    def _shows(self, decision: Decision, piece: int) -> int | None:
        """Which option of a question about what pieces show a piece is, if that is known."""
        shown = 0
        for key in decision.keys:
            values, found = (
                self.game.program.vocabulary.members(key.type),
                self.value(key, {"me": self.me, "it": piece}),
            )
            if found is None or found not in values:
                return None
            shown = shown * len(values) + found - values[0]
        return shown


def _by_facts(domain: Domain) -> list[tuple[int, int]]:
    """File and rank as facts say them; nothing where there are no such facts."""
    if not {"x", "y"} <= domain.facts.keys():
        return []
    files, ranks = domain.facts["x"].values, domain.facts["y"].values
    return [(x, y) for x, y in zip(files, ranks, strict=True) if isinstance(x, int) and isinstance(y, int)]


def _by_names(ids: Sequence[str]) -> list[tuple[int, int]]:
    """File and rank of places called `a1`, `b1`, ...; nothing if they are called otherwise."""
    found = []
    for each in ids:
        if not (len(each) >= 2 and each[0].isalpha() and each[1:].isdigit()):
            return []
        found.append((ord(each[0]) - ord("a") + 1, int(each[1:])))
    return found
