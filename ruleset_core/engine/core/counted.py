"""What is counted of cards, as tables of numbers for one game and number of players. See `lang.search.counting`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.lang.knowledge import SEEN, TOP, open_to, seen_field, sights
from ruleset_core.lang.search import counting
from ruleset_core.lang.walk import reads_state

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ruleset_core.engine.game import Game

__all__ = ["Counted"]


class Counted:
    """The tables.

    Attributes:
        cards: the cards by id, in the order of the data.
        pieces: how many of the game's pieces are cards.
        signed: how many values say that a seat has a card.
        by_having: by card, whether seats come to have it otherwise than by an option that picks it: it is no piece, or no option picks it.
        meant, lists, signs, about, laid: see `counting`, and `Room` for the last.
    """

    def __init__(self, game: Game, players: int) -> None:
        self.cards = tuple(game.program.cards)
        self._place = {card: place for place, card in enumerate(self.cards)}
        self._kinds = dict.fromkeys(entry.kind for entry in game.program.cards.values())
        shown = self._shown(game, players)
        self.meant = [card for option in range(game.vocabulary_size) for card in self._meant(game, option, shown)]
        self.lists = _lists(game, players)
        self.about, self.laid = list[int](), [0] * len(self.cards)
        v = game.program.vocabulary
        for kind in self._kinds:
            lies, known, ids = v.fields.get(f"{kind}.at"), seen_field(v, kind), v.domains[kind].ids
            for piece, name in enumerate(ids):
                card = self._place[name.partition("#")[0]]
                if lies is None:
                    self.laid[card] += 1
                else:
                    bits = -1 if known is None else known.offset + piece * known.strides[0]
                    self.about += [lies.offset + piece, bits, piece, card]
        self.signs = [*self._signs(game, players)]
        self.signed = len(self.signs) // counting.SIGN
        self.pieces = len(self.about) // counting.PIECE
        picked, signed = set(self.meant), set(self.signs[2 :: counting.SIGN])
        self.by_having = tuple(
            card not in picked or (self.laid[card] > 0 and card in signed) for card in range(len(self.cards))
        )

    def _signs(self, game: Game, players: int) -> Iterator[int]:
        """Where each condition that a seat has of a card stands, the seat, and the card."""
        v = game.program.vocabulary
        for field in v.fields.values():
            of_cards = [axis for axis, kind in enumerate(field.index) if kind.domain in self._kinds]
            if field.per_seat and field.type.kind == "bool" and not field.hidden and of_cards:
                axis = of_cards[0]
                members, stride = v.domains[field.index[axis].domain].ids, field.strides[axis]
                for seat in range(players):
                    for place in range(field.size):
                        name = members[place // stride % len(members)]
                        yield from (v.fields_of(seat) + field.offset + place, seat, self._place[name.partition("#")[0]])

    def _shown(self, game: Game, players: int) -> dict[int, list[int]]:
        """The cards that options of questions with `notation` mean: pieces are told apart there by what they show.

        With `notation: "{it.suit} {it.rank}"` the option `card red 3` is the red three. Where pieces show what changes in play, as the pips of a die
        do, or several cards show the same, an option may mean any of them: such cards are not counted. Nor are pieces made by `product`
        (a pack of suits and ranks): they are no cards.
        """
        v, memo = game.program.vocabulary, dict[int, bool]()
        found: dict[int, list[int]] = {}
        blank = game.blank(players, 0, None)
        for decision in v.decisions.values():
            domain = v.domains.get(decision.type.domain)
            if not decision.keys or domain is None or domain.name not in self._kinds:
                continue
            if any(reads_state(key, memo, v.defines) for key in decision.keys):
                continue
            for piece, name in enumerate(domain.ids):
                values = (game.interpreter.amount(key, blank, {"it": piece, "me": 0}) for key in decision.keys)
                number = v.combination(decision, values)
                if number is not None:
                    meant = found.setdefault(decision.base + number, [])
                    card = self._place[name.partition("#")[0]]
                    meant += [] if card in meant else [card]
        return {option: meant for option, meant in found.items() if len(meant) == 1}

    def _meant(self, game: Game, option: int, shown: Mapping[int, list[int]]) -> list[int]:
        """The cards that an option means, each once."""
        cards = game.program.cards
        found = shown.get(option) or [
            self._place[name]
            for name, family in ((thing.id.partition("#")[0], thing.family) for thing in game.things(option))
            if name in cards and cards[name].kind == family
        ]
        return [*dict.fromkeys(found), *[-1] * counting.MEANT][: counting.MEANT]


def _lists(game: Game, players: int) -> list[int]:
    """How each list of pieces is seen, and whose it is."""
    v = game.program.vocabulary
    kept = {zone.kind for zone in v.zones.values() if seen_field(v, zone.kind) is not None}
    found = [0, players] * v.zones_of(players)
    seen = sights(v)
    for zone in v.zones.values():
        for seat in range(players) if zone.per_seat else (players,):
            start = zone.slot + (v.zones_of(seat) if zone.per_seat else 0)
            for slot in range(start, start + zone.size):
                sight = seen[slot]
                how = counting.TOP if sight == TOP else counting.OPEN if open_to(sight, players) else 0
                if not how and zone.kind in kept and (sight == SEEN or v.domains[zone.kind].remembered):
                    how = counting.KNOWN
                found[counting.LIST * slot : counting.LIST * slot + counting.LIST] = [how, seat]
    return found
