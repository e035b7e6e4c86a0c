"""The pieces of a game that are cards, and what stands on each of their sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ruleset_core import looks
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.parts import Parts
from ruleset_core.scenes.things import Things

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["Piece", "Side", "kinds_of", "pieces"]


@dataclass(frozen=True, slots=True)
class Side:
    """What is printed on one side of a piece.

    Attributes:
        name: what the piece is called.
        label: what lies at its lower edge: the kind of the piece, and which side it is.
        sign: a sign of the look, or nothing; `colour` and `art` likewise.
        facts: what the look tells of it.
        text: what it does, one line for each thing.
        details: the other facts, each with its title.
    """

    name: str
    label: str
    sign: str = ""
    colour: str = ""
    art: str = ""
    facts: tuple[n.Spans, ...] = ()
    text: str = ""
    details: tuple[n.Spans, ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A card, a chip, a tile. `sides`: one, or as many as the data says; `back`: what lies behind a piece with one side."""

    id: str
    kind: str
    kind_name: str
    expansion: str
    copies: int
    sides: tuple[Side, ...]
    back: Side


def kinds_of(game: Game) -> list[str]:
    """The kinds of pieces that are cards or combinations of values, in the order of the data."""
    kinds = dict.fromkeys(game.card(card).kind for card in game.card_ids())
    return [*kinds, *(each for each in game.glossary.packs() if each not in kinds)]


def pieces(game: Game, lang: str, kinds: Container[str]) -> Iterator[Piece]:
    """The pieces of these kinds, each once."""
    maker = _Maker(game, lang)
    for kind in kinds_of(game):
        if kind in kinds:
            yield from maker.of_kind(kind)


class _Maker:
    """Says what stands on pieces: what the look tells, then what it does not."""

    def __init__(self, game: Game, lang: str) -> None:
        self._game, self._lang, self._words = game, lang, game.glossary
        self._look: looks.Look = game.source.look
        self._at = looks.OnPaper(game, lang)
        self._things = Things(game, self._look, self._at, ())
        self._parts = Parts(self._at, self._things)

    def of_kind(self, kind: str) -> Iterator[Piece]:
        game, members = self._game, self._words.members(kind)
        copies = Counter(each.partition("#")[0] for each in members)
        backs = self._words.backs(kind)
        title = self._words.title("families", kind, self._lang)
        title = title[:1].upper() + title[1:]
        written = set(game.card_ids())
        names = game.kinds[kind].sides if kind in game.kinds else ()
        for member, count in copies.items():
            place = members.index(member)
            expansion = game.card(member).expansion if member in written else ""
            labels = [f"{title}: {self._words.name(f'{kind}.side', each, self._lang)}" for each in names] or [title]
            sides = tuple(
                self._side(kind, member, place, at, names[at] if names else "", label)
                for at, label in enumerate(labels)
            )
            yield Piece(member, kind, title, expansion, count, sides, self._back(kind, title, backs[place], sides[0]))

    def _side(self, kind: str, member: str, place: int, at: int, side: str, label: str) -> Side:
        family, face, env = self._at.family(kind), self._look.faces.get(kind), {"this": place, "me": 0}
        with self._at.lying(family, place, at):
            told, facts = self._facts(face, env)
            name = (self._at.text(face.name, env) if face is not None else "") or self._at.named(family, place)
            return Side(
                name,
                label,
                face.sign if face is not None else "",
                self._things.colour(family, place),
                self._things.picture(face.art, family, env) if face is not None else "",
                facts,
                self._at.card_text(family, place),
                tuple(self._details(kind, member, side, told)),
            )

    def _facts(self, face: looks.Face | None, env: Mapping[str, int]) -> tuple[set[str], tuple[n.Spans, ...]]:
        """Which facts the look tells, and how; what depends on a position is left out."""
        told: set[str] = set()
        shown: list[n.Spans] = []
        for part in face.facts if face is not None else ():
            spans = self._parts.of(part, env)
            if spans and not any(looks.UNKNOWN in span.text for span in spans):
                shown.append(spans)
                told |= looks.facts_told(part)
        return told, tuple(shown)

    def _details(self, kind: str, member: str, side: str, told: Container[str]) -> Iterator[n.Spans]:
        """The facts that the look does not tell, with their titles."""
        for fact, value in self._values(kind, member, side).items():
            if fact not in told and value not in {None, "none"}:
                title = self._words.fact_title(kind, fact, self._lang)
                said = self._words.fact_value(kind, fact, value, self._lang)
                yield (n.Span(f"{title} ", style="dim"), n.Span(said))

    def _values(self, kind: str, member: str, side: str) -> dict[str, Any]:
        """What the data says of a piece, by fact; with sides also what it says of this one."""
        words, given = self._words, {}
        if member not in set(self._game.card_ids()):
            return {fact: words.figure(kind, member, fact).value for fact in words.fact_names(kind)}
        for name, figure in words.figures_of(member).items():
            if not isinstance(figure.value, Mapping):
                given[name] = figure.value
            elif name == side:
                given.update(figure.value)
        return {name: tuple(value) if isinstance(value, list) else value for name, value in given.items()}

    def _back(self, kind: str, title: str, shown: Mapping[str, Any], front: Side) -> Side:
        """The back of a piece: the game, the kind, and what shows of it when it lies face down."""
        face = self._look.faces.get(kind)
        hue = None if face is None or face.colour is None or isinstance(face.colour, str) else face.colour
        seen = hue is not None and looks.facts_told_by(hue) and looks.facts_told_by(hue) <= set(shown)
        details = tuple(
            (n.Span(f"{self._words.fact_title(kind, fact, self._lang)} ", style="dim"), n.Span(said, style="bold"))
            for fact, value in shown.items()
            if (said := self._words.fact_value(kind, fact, value, self._lang))
        )
        return Side(self._game.title(self._lang), title, front.sign, front.colour if seen else "", facts=details)
