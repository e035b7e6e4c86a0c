"""Evaluates the expressions of a look on a masked state in a language; also what is known of hidden pieces, and pieces outside of any state (on paper).

A look is a tree with typed expressions (`lang.look_nodes`). This evaluates them for one viewer and one language, on a masked state:

    {text: {en: "pot {pot}", es: "bote {pot}"}}          "pot 4"
    {value: trump}                                       member 2 of `suit`: called "vine", in Spanish "vid"
    {pieces: c in p.hand}, of another seat               [None, None, ...]: eight backs
    {value: "p.hand[0].rank"}, of another seat           None: not known, so nothing is shown
    {value: ..., when: "any c in p.hand where ..."}      what is not known does not hold

An expression of a look is refused nowhere: what has no meaning in a state is not known, since a scene must always come about.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Final, TypeVar

from ruleset_core.engine.game import Game
from ruleset_core.engine.game_source import memoized
from ruleset_core.engine.observation import MaskedState, UnknownValueError, named_hints
from ruleset_core.engine.option_vocabulary import value_name
from ruleset_core.eval.evaluation_errors import BrokenRule
from ruleset_core.lang import typed_tree as t
from ruleset_core.lang.look_nodes import STEPS, Hue, LinkedLoop, LinkedPart, Texts, is_amount
from ruleset_core.lang.traversal import all_nodes
from ruleset_core.lang.types import SEAT, Type
from ruleset_core.lang.vocabulary import DecisionDeclaration, template_expressions, text_parts
from ruleset_core.view.look.scene_cache import NAME, DependencyRecorder, SceneBudget, SceneCache, cut_text
from ruleset_core.view.look.seat_access import MOST_KEPT, PieceTracker, expressions_of

# What a look shows of a position: its expressions worked out on what a seat knows. What depends on anything else is
# unknown.

NOBODY = "–"
"""What stands for no member."""

MARK = 4
"""Most letters of a mark."""


class LocalizedNames:
    """What a game says of its members and cards in a language.

    Attributes:
        of_seats: families whose members are seats, or answers of several parts that may have seats in them: these are called as somebody says.
        kept: what those who make scenes keep for the game and the language, by family, member and whether it says where it is from.
    """

    def __init__(self, game: Game, lang: str) -> None:
        self._game = game
        self._lang = lang
        answers = (name for name, domain in game.program.vocabulary.domains.items() if domain.parts)
        self.of_seats = frozenset({SEAT.domain, *answers})
        self.kept: dict[tuple[str, int, bool], Any] = {}
        self._names: dict[tuple[str, int], str] = {}
        self._marks: dict[tuple[str, int], str] = {}
        self._texts: dict[tuple[str, str], str] = {}
        self._provenances: dict[str, str] = {}

    def name(self, kind: Type, value: int) -> str:
        """A value as players read it, wherever nobody has a name of their own."""
        key = kind.domain or kind.kind, value
        found = self._names.get(key)
        if found is None:
            found = self._named(kind, value)
            if kind.kind == "member":  # there are few of them
                self._names[key] = found
        return found

    def mark(self, kind: Type, value: int) -> str:
        """The first letter of a name, or as many as tell it from the others of its family, up to four; a number is told whole."""
        key = kind.domain, value
        found = self._marks.get(key)
        if found is None:
            name = self.name(kind, value)
            domain = self._game.program.vocabulary.domains.get(kind.domain)
            size = 0 if domain is None or kind.kind != "member" else domain.size
            others = {each for place in range(size) if (each := self.name(kind.sure(), place)) != name}
            shared = (size for size in range(1, MARK) if not any(each[:size] == name[:size] for each in others))
            size = len(name) if name.isdecimal() else next(shared, MARK if others else 1)
            found = name[:1].upper() + name[1:size]
            self._marks[key] = found
        return found

    def _named(self, kind: Type, value: int) -> str:
        if value < 0 and kind.kind == "member":
            return NOBODY
        return cut_text(value_name(self._game.program.vocabulary, kind, value, self._lang), NAME)

    def text(self, card: str, side: str) -> str:
        """What a card does, with sides what it does on one of them; empty for what is no card."""
        found = self._texts.get((card, side))
        if found is None:
            from ruleset_core.story.text import card_text

            program = self._game.program
            found = card_text(program, card, self._lang, side=side) if card in program.cards else ""
            self._texts[card, side] = found
        return found

    def provenance(self, piece: str) -> str:
        """`*` for a card of the house, `°` where only some of its figures are; nothing for others."""
        found = self._provenances.get(piece)
        if found is None:
            card, glossary, found = piece.partition("#")[0], self._game.glossary, ""
            if card in self._game.program.cards:
                found = "*" if glossary.provenance(card) == "house" else "°" if glossary.house_facts(card) else ""
            self._provenances[piece] = found
        return found


@memoized
def localized_names(game: Game, lang: str) -> LocalizedNames:
    """What a game says in a language."""
    return LocalizedNames(game, lang)


# -- What a look shows of a position -----------------------------------------------------------------------------------


ME: Final = "me"
T = TypeVar("T")
UNKNOWN: Final = "?"
"""What stands in texts for what is not known."""
NOT_KNOWN: Final = (UnknownValueError, BrokenRule, RecursionError)
"""What is raised where something is not known, or has no meaning here."""


class LookEvaluator:
    """A masked state, and expressions of a look worked out on it, in a language.

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
        seen: MaskedState,
        lang: str,
        names: Sequence[str] = (),
        followed: PieceTracker | None = None,
        memory: SceneCache | None = None,
        room: SceneBudget | None = None,
    ) -> None:
        self.game = game
        self.lang = lang
        self.names = tuple(names)
        self.seen = seen
        self.told = localized_names(game, lang)
        self.followed = followed or PieceTracker()
        self.room = room or SceneBudget()
        self.me = seen.seat if seen.seat >= 0 else max(seen.to_act or 0, 0)
        self.upside: tuple[int, ...] = ()
        self.notes: DependencyRecorder | None = None
        if memory is not None:
            self.notes = self.seen.notes = DependencyRecorder(memory, self.names, self.seen, self.room)
            self.notes.asks["event"] = self.followed.event
            self.notes.asks[ME] = lambda: self.me
        self.expressions = expressions_of(game)
        self._evaluator = self.expressions.evaluator

    def part(self, key: Hashable, make: Callable[[], T]) -> T:
        """A part of a scene; the one that was made before where that is remembered and nothing of it changed."""
        return make() if self.notes is None or self.upside else self.notes.part(key, make)

    def number(self, node: object, env: Mapping[str, int], *more: Hashable) -> int:
        """A number for what parts of a node of a look are made with, as far as that is not noted."""
        if self.notes is None:
            return 0
        around = (each for each in env.items() if each[0] != ME or self.expressions.whose.asks(node))
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
            self.room.spend(seen.steps)
        return value

    def holds(self, node: t.Expr | None, env: Mapping[str, int]) -> bool:
        """Whether a condition holds; what is not known shows nothing."""
        return node is None or bool(self.value(node, env))

    def through(self, through: LinkedLoop, env: Mapping[str, int]) -> list[tuple[int | None, int]]:
        """What is gone through, each with its place: of lists of pieces None where one is not known.

        Where a condition is not known of something, that is left out; where it is not known what to go through, it is nothing.
        """
        room, steps = self.room, self.expressions.passing_steps(through)
        every = self._all(through, env)
        found = every[: max(room.left, 0) * STEPS // steps]
        if through.where is None:
            room.take(len(found))
            kept = [(each, place) for place, each in enumerate(found)]
        else:
            kept = self._sifted(through, through.where, found, env)
            room.spend(steps * (len(found) - len(kept)))
        if len(found) < len(every):
            room.left = min(room.left, -1)
        if through.by is None:
            return kept
        order = {
            place: None if each is None else self.value(through.by, {**env, through.var: each}) for each, place in kept
        }
        return sorted(kept, key=lambda one: (order[one[1]] is None, order[one[1]] or 0))

    def _sifted(
        self, through: LinkedLoop, where: t.Expr, found: Sequence[int | None], env: Mapping[str, int]
    ) -> list[tuple[int | None, int]]:
        """Those of which a condition is known to hold; what is the same in every position is found once."""
        sieve = self.expressions.member_filter(through)
        if sieve is None or self.room.left < len(found):
            return [*self._where(through.var, where, found, env)]
        key = tuple([env.get(name) for name in sieve.names])
        kept = sieve.known.get(key)
        if kept is not None:
            self.room.take(len(kept))
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
            if room.left < 0:
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
                room.spend(seen.steps)
            if holds and room.take():
                yield each, place

    def _all(self, through: LinkedLoop, env: Mapping[str, int]) -> Sequence[int | None]:
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
                self.room.spend(seen.steps)

    def list_of(self, through: LinkedLoop, env: Mapping[str, int]) -> int | None:
        """Which list of pieces is gone through, by its place in a state; None where it is none, or not known which."""
        try:
            zone = through.selection.zone
            return None if zone is None else int(self._evaluator.zone(zone)(self.seen, env))
        except NOT_KNOWN:
            return None

    def shows(self, decision: DecisionDeclaration, piece: int) -> int | None:
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
        for part in text_parts(template, lambda when: self.holds(when, env)):
            if isinstance(part, str):
                shown.append(part)
            else:
                value = self.value(part, env)
                shown.append(UNKNOWN if value is None else self.named(part.type, value))
        return self.room.text("".join(shown))

    def named(self, kind: Type, value: int) -> str:
        """A value as players read it."""
        if self.names and (kind.seats or kind.domain in self.told.of_seats):
            return cut_text(value_name(self.game.program.vocabulary, kind, value, self.lang, self.names), NAME)
        return self.told.name(kind, value)

    def asks_whose(self, node: object) -> bool:
        """Whether a node of the look depends on who looks."""
        return self.expressions.whose.asks(node)

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
        return kind.kind, self.game.program.vocabulary.format_value(kind.maybe(), value)

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


# What is known of pieces that are not known themselves: where they lie, what was told of them, what their backs show.

Env = Mapping[str, int]


def piece_hint(at: LookEvaluator, kind: Type, through: LinkedLoop, place: int, env: Env) -> str:
    """What is known of a piece that is not known itself, in words; empty for nothing."""
    slot = _looked_at(at, through, env)
    left = None if slot is None else at.seen.hints.get((slot, place))
    v = at.game.program.vocabulary
    return str(at.game.glossary.hint(kind.domain, named_hints(v, kind.domain, left), at.lang)) if left else ""


def back_counts(at: LookEvaluator, kind: Type, through: LinkedLoop, env: Env) -> str:
    """What shows of the pieces of a list that lie face down: `2 red, 1 blue`; empty where all look the same."""
    slot = _looked_at(at, through, env)
    ranks = [] if slot is None else at.seen.backs.get(slot, [])
    shown = at.game.glossary.backs_by_rank(kind.domain) if ranks else []
    count = Counter(" ".join(_back(at.game, at.lang, kind.domain, shown[rank])) for rank in ranks)
    return ", ".join(f"{number} {said}" for said, number in count.items() if said)


def _back(game: Game, lang: str, family: str, facts: Mapping[str, Any]) -> Iterator[str]:
    """What one back shows: values, and what is true of it."""
    glossary = game.glossary
    for fact, value in facts.items():
        title = glossary.fact_title(family, fact, lang)
        if value is not False and title:
            yield title if value is True else glossary.fact_value(family, fact, value, lang)


def hidden_identity(at: LookEvaluator, kind: Type, through: LinkedLoop, place: int, env: Env) -> str:
    """The identity of a piece that is not known: the list and the place in which it lies, and since when it can be followed there.

    A hand has no places for others: its unknown pieces are counted by themselves.
    """
    slot = _looked_at(at, through, env)
    if slot is None:
        return f"{kind.domain}@/{place}"
    if slot in at.seen.loose:
        place -= sum(1 for each in at.seen.z[slot][:place] if each is not None)
    event = at.followed.event(slot, place)
    if at.notes is not None:
        at.notes.add(("event", slot, place))
    return f"{kind.domain}@{slot}/{place}" + (f".{event}" if event else "")


def _looked_at(at: LookEvaluator, through: LinkedLoop, env: Env) -> int | None:
    """The list that is gone through; it is noted that somebody looks at it."""
    slot = at.list_of(through, env)
    if slot is not None and at.notes is not None:
        at.notes.add(~slot)
    return slot


# Pieces as they are printed: out of any position. Their facts are known, and nothing that play decides.


class PaperEvaluator(LookEvaluator):
    """Looks at pieces alone: what depends on a position is not known."""

    def __init__(self, game: Game, lang: str) -> None:
        v = game.program.vocabulary
        settings = tuple(each.default for each in v.options.values())
        super().__init__(game, MaskedState(v, 0, game.players[0], settings), lang)

    @contextmanager
    def with_side_up(self, kind: Type, value: int, side: int) -> Iterator[None]:
        """While a piece is looked at with this side up, the first being 0; a piece without sides is as it is.

        Each piece has the room of a whole scene.
        """
        self.room = SceneBudget()
        at = self._side_at(kind, value)
        if at is None:
            yield
            return
        before = self.upside
        self.seen.v[at], self.upside = side, (at, side)
        self.seen.made = {}
        try:
            yield
        finally:
            self.seen.v[at], self.upside = None, before
            self.seen.made = {}


def facts_shown(part: LinkedPart) -> frozenset[str]:
    """The facts of the piece `this` that a part of its face tells, or chooses its words by."""
    return frozenset(fact for shown in _displayed_expressions(part) for fact in facts_shown_by(shown))


def facts_shown_by(value: t.Expr) -> frozenset[str]:
    """The facts of the piece `this` that a value is made of."""
    return frozenset(
        node.fact.name
        for node in all_nodes(value)
        if isinstance(node, t.FactOf) and isinstance(node.of, t.Local) and node.of.name == "this"
    )


def _displayed_expressions(part: LinkedPart) -> Iterator[t.Expr]:
    """What a part looks at to be shown. `when` is not among it: whether something is shown does not tell it."""
    hues: tuple[Hue, ...] = (part.value, part.times, part.of, part.colour)
    yield from (each for each in hues if each is not None and not isinstance(each, str))
    for texts in (part.text, part.said):
        yield from template_expressions(texts.get("en", []))
    for inner in part.show:
        yield from _displayed_expressions(inner)
