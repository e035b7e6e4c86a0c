"""What of a game is the same in every position: names, texts of cards, whose work they are. Made once for each language."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ruleset_core.engine.decision import value_name
from ruleset_core.engine.look.room import NAME, cut
from ruleset_core.lang.types import SEAT

if TYPE_CHECKING:
    from ruleset_core.engine.game import Game
    from ruleset_core.lang.types import Type

NOBODY = "–"
"""What stands for no member."""

MARK = 4
"""Most letters of a mark."""


class Told:
    """What a game says of its members and cards in a language.

    Attributes:
        of_seats: families whose members are seats, or pairs that may have seats in them: these are called as somebody says.
        kept: what those who make scenes keep for the game and the language, by family, member and whether it says where it is from.
    """

    def __init__(self, game: Game, lang: str) -> None:
        self._game = game
        self._lang = lang
        pairs = (name for name, domain in game.program.vocabulary.domains.items() if domain.pair)
        self.of_seats = frozenset({SEAT.domain, *pairs})
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
        """The first letter of a name, or as many as tell it from the others of its family, up to four."""
        key = kind.domain, value
        found = self._marks.get(key)
        if found is None:
            name = self.name(kind, value)
            domain = self._game.program.vocabulary.domains.get(kind.domain)
            size = 0 if domain is None or kind.kind != "member" else domain.size
            others = {each for place in range(size) if (each := self.name(kind.sure(), place)) != name}
            shared = (size for size in range(1, MARK) if not any(each[:size] == name[:size] for each in others))
            found = name[:1].upper() + name[1 : next(shared, MARK if others else 1)]
            self._marks[key] = found
        return found

    def _named(self, kind: Type, value: int) -> str:
        if value < 0 and kind.kind == "member":
            return NOBODY
        return cut(value_name(self._game.program.vocabulary, kind, value, self._lang), NAME)

    def text(self, card: str, side: str) -> str:
        """What a card does, with sides what it does on one of them; empty for what is no card."""
        found = self._texts.get((card, side))
        if found is None:
            from ruleset_core.lang.text import card_text

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


def told_of(game: Game, lang: str) -> Told:
    """What a game says in a language."""
    known = game.source.told
    if lang not in known:
        known[lang] = Told(game, lang)
    return known[lang]
