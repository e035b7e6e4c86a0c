"""What a look shows of a position: its expressions worked out on what a seat knows. What depends on anything else is unknown."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final, TypeVar

from ruleset_core.engine.decision import value_name
from ruleset_core.engine.look.fixed import MOST_KEPT
from ruleset_core.engine.look.followed import Followed
from ruleset_core.engine.look.remembered import Notes
from ruleset_core.engine.look.room import NAME, Room, cut
from ruleset_core.engine.look.seen import Observation, Seen, Unseen
from ruleset_core.engine.look.told import told_of
from ruleset_core.engine.look.whose import ME
from ruleset_core.lang import tree as t
from ruleset_core.lang.evaluate.errors import BrokenRule
from ruleset_core.lang.look.nodes import is_amount
from ruleset_core.lang.templates import spoken
from ruleset_core.lang.types import SEAT

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.engine.look.remembered import Memory
    from ruleset_core.lang.look.nodes import Texts, Through
    from ruleset_core.lang.types import Type
    from ruleset_core.lang.vocabulary import Decision

T = TypeVar("T")
UNKNOWN: Final = "?"
"""What stands in texts for what is not known."""
NOT_KNOWN: Final = (Unseen, BrokenRule, RecursionError)
"""What is raised where something is not known, or has no meaning here."""


class Looking:
    """An observation, and expressions of a look worked out on it, in a language.

    Attributes:
        names: what the players are called, by seat; the usual names where nobody said.
        room: what is left of the room for what is shown.
        me: the seat for which values are worked out: who looks, beside the table who decides.
        followed: what the viewer lost sight of.
        upside: what is looked at as if turned, for who keeps answers.
        notes: what is looked at, where parts are remembered.
    """

    def __init__(
        self,
        game: Game,
        observation: Observation,
        lang: str,
        names: Sequence[str] = (),
        followed: Followed | None = None,
        memory: Memory | None = None,
    ) -> None:
        self.game = game
        self.lang = lang
        self.names = tuple(names)
        self.seen = Seen(game.program.vocabulary, observation)
        self.told = told_of(game, lang)
        self.followed = followed or Followed()
        self.room = Room()
        self.me = self.seen.seat if self.seen.seat >= 0 else max(observation.get("to_act") or 0, 0)
        self.upside: tuple[int, ...] = ()
        self.notes: Notes | None = None
        if memory is not None:
            self.notes = self.seen.notes = Notes(memory, self.names, self.seen, self.room)
            self.notes.asks["event"] = self.followed.event
            self.notes.asks[ME] = lambda: self.me
        self._expressions = game.source.expressions
        self._evaluator = self._expressions.evaluator

    def part(self, key: Hashable, make: Callable[[], T]) -> T:
        """A part of a scene; the one that was made before where that is remembered and nothing of it changed."""
        return make() if self.notes is None or self.upside else self.notes.part(key, make)

    def number(self, node: object, env: Mapping[str, int], *more: Hashable) -> int:
        """A number for what parts of a node of a look are made with, as far as that is not noted."""
        if self.notes is None:
            return 0
        around = (each for each in env.items() if each[0] != ME or self._expressions.whose.asks(node))
        return self.notes.number((id(node), tuple(around), *more))

    # -- expressions --------------------------------------------------------------------------------------------

    def value(self, node: t.Expr, env: Mapping[str, int]) -> int | None:
        """The value of an expression; None if it is not known, has no meaning here, or there is no room left for it."""
        if self.room.left < 0:
            return None
        seen = self.seen
        seen.steps = 0
        try:
            value: int | None = self._evaluator.value(node)(seen, env)
        except NOT_KNOWN:
            value = None
        if seen.steps:
            self.room.worked(seen.steps)
        return value

    def holds(self, node: t.Expr | None, env: Mapping[str, int]) -> bool:
        """Whether a condition holds; what is not known shows nothing."""
        return node is None or bool(self.value(node, env))

    def through(self, through: Through, env: Mapping[str, int]) -> list[tuple[int | None, int]]:
        """What is gone through, each with its place: of lists of pieces None where one is not known.

        Where a condition is not known of something, that is left out; where it is not known what to go through, it is nothing.
        """
        room = self.room
        found = self._all(through, env)[: max(room.left, 0)]
        if through.where is None:
            room.take(len(found))
            kept = [(each, place) for place, each in enumerate(found)]
        else:
            kept = self._sifted(through, through.where, found, env)
        if through.by is None:
            return kept
        order = {
            place: None if each is None else self.value(through.by, {**env, through.var: each}) for each, place in kept
        }
        return sorted(kept, key=lambda one: (order[one[1]] is None, order[one[1]] or 0))

    def _sifted(
        self, through: Through, where: t.Expr, found: Sequence[int | None], env: Mapping[str, int]
    ) -> list[tuple[int | None, int]]:
        """Those of which a condition is known to hold; what is the same in every position is found once."""
        sieve = self._expressions.sieve(through)
        if sieve is None or self.room.left < len(found):
            return [*self._where(through.var, where, found, env)]
        key = tuple([env.get(name) for name in sieve.names])
        kept = sieve.known.get(key)
        if kept is not None:
            self.room.take(len(found))
            return kept
        kept = [*self._where(through.var, where, found, env)]
        if len(sieve.known) < MOST_KEPT:
            sieve.known[key] = kept
        return kept

    def _where(
        self, var: str, where: t.Expr, found: Sequence[int | None], env: Mapping[str, int]
    ) -> Iterator[tuple[int | None, int]]:
        """Those of which a condition is known to hold, each with its place."""
        inner, seen, room, work = {**env}, self.seen, self.room, self._evaluator.value(where)
        for place, each in enumerate(found):
            if not room.take():
                return
            if each is None:
                continue
            inner[var] = each
            seen.steps = 0
            try:
                holds = work(seen, inner)
            except NOT_KNOWN:
                holds = False
            if seen.steps:
                room.worked(seen.steps)
            if holds:
                yield each, place

    def _all(self, through: Through, env: Mapping[str, int]) -> Sequence[int | None]:
        """What is gone through, whether the condition holds or not."""
        seen, selection = self.seen, through.selection
        seen.steps = 0
        try:
            if selection.zone is not None:
                return seen.z[self._evaluator.zone(selection.zone)(seen, env)]
            return self._evaluator.members(selection)(seen, env)
        except NOT_KNOWN:
            return []
        finally:
            if seen.steps:
                self.room.worked(seen.steps)

    def list_of(self, through: Through, env: Mapping[str, int]) -> int | None:
        """Which list of pieces is gone through, by its place in a state; None where it is none, or not known which."""
        try:
            zone = through.selection.zone
            return None if zone is None else int(self._evaluator.zone(zone)(self.seen, env))
        except NOT_KNOWN:
            return None

    def shows(self, decision: Decision, piece: int) -> int | None:
        """Which option of a question about what pieces show a piece is, if that is known."""
        env = {"me": self.me, "it": piece}
        return self.game.program.vocabulary.combination(decision, (self.value(key, env) for key in decision.keys))

    # -- words --------------------------------------------------------------------------------------------------

    def text(self, texts: Texts, env: Mapping[str, int]) -> str:
        """A text with its values put in."""
        if not texts:
            return ""
        template = texts.get(self.lang) or texts.get("en") or []
        if len(template) == 1 and isinstance(template[0], str):  # most are
            return self.room.text(template[0])
        shown: list[str] = []
        for part in spoken(template, lambda when: self.holds(when, env)):
            if isinstance(part, str):
                shown.append(part)
            else:
                value = self.value(part, env)
                shown.append(UNKNOWN if value is None else self.named(part.type, value))
        return self.room.text("".join(shown))

    def named(self, kind: Type, value: int) -> str:
        """A value as players read it."""
        if self.names and (kind.seats or kind.domain in self.told.of_seats):
            return cut(value_name(self.game.program.vocabulary, kind, value, self.lang, self.names), NAME)
        return self.told.name(kind, value)

    def asks_whose(self, node: object) -> bool:
        """Whether a node of the look depends on who looks."""
        return self._expressions.whose.asks(node)

    def seat_name(self, seat: int) -> str:
        """What a player is called."""
        return self.named(SEAT, seat)

    def mark(self, kind: Type, value: int) -> str:
        """A value in a sign: the number of a seat, else as many letters of its name as tell it from the others."""
        if self.is_seat(kind, value):
            return str(value + 1)
        return self.told.mark(kind, value)

    def resource(self, node: t.Expr, env: Mapping[str, int]) -> int | None:
        """Which resource it is whose amount an expression is; None if it is none, or not known which."""
        return self.value(node.index[-1], env) if is_amount(node) else None

    def team(self, seat: int | None) -> str:
        """The letter of a seat's team, its number beyond the letters; `?` where it is not known."""
        node = self.game.program.outcome.team
        found = None if seat is None or node is None else self.value(node, {"me": seat})
        return UNKNOWN if found is None else chr(ord("A") + found) if 0 <= found < 26 else str(found)

    def is_seat(self, kind: Type, value: int) -> bool:
        """Whether a value is a seat, of the game or of a set that has seats among its members."""
        return kind.domain == SEAT.domain or (kind.seats and value < self.seen.n)

    def member(self, kind: Type, value: int) -> tuple[str, str]:
        """A value as family and id, as data writes them."""
        if kind.kind == "member":
            ids = self.game.program.vocabulary.domains[kind.domain].ids
            return kind.domain, ids[value] if 0 <= value < len(ids) else "none" if value == -1 else str(value)
        return kind.kind, self.game.program.vocabulary.spell(kind.maybe(), value)

    def card_text(self, kind: Type, value: int) -> str:
        """What a card does, with sides what it does on the side that lies up, where that is known; empty for what is no card."""
        card = self.member(kind, value)[1].partition("#")[0]
        return self.room.text(self.told.text(card, self._side(kind, value)))

    # -- sides --------------------------------------------------------------------------------------------------

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
        made, self.seen.made = self.seen.made, {}
        if self.notes is not None:
            self.notes.upside = self.upside
        self.seen.v[at] = (side + 1) % len(self.game.program.vocabulary.domains[node.type.domain].sides)
        try:
            yield
        finally:
            self.seen.v[at], self.upside = side, before
            self.seen.made = made
            if self.notes is not None:
                self.notes.upside = before

    def family(self, name: str) -> Type:
        """The type of the members of a family."""
        return self.game.program.vocabulary.domains[name].type
