"""The course of a game of Tournay."""

from __future__ import annotations

from collections.abc import Generator

from tests.games.tournay_model.buildings import Buildings
from tests.games.tournay_model.cards import HAND, NONE, Answer, Play, Question


class Tournay(Buildings):
    """A whole game, turn by turn."""

    # -- the course of a game ------------------------------------------------------------------------------------

    def play(self) -> Play:
        """A whole game."""
        seat = self.starter
        while self.turns_left != 0:
            if seat == self.starter and self.turns_left is None and self.time_is_up():
                self.turns_left = self.players
            self.turns.append(seat)
            yield from self._turn(seat)
            if self.turns_left is not None:
                self.turns_left -= 1
            seat = (seat + 1) % self.players
        order = [self.starter, *self.others(self.starter)]
        for each in order:
            yield from self._choose_last(each)
        for family in self.families:  # all at once
            family.revealed, family.chosen = family.chosen, []
            family.revealed_space, family.chosen_space = family.chosen_space, NONE
        for each in order:
            yield from self._lay_last(each)
        for family in self.families:
            family.wall += family.ramparts
            family.ramparts = []

    def _turn(self, seat: int) -> Play:
        cards = self.playable(seat, 0)
        if self.families[seat].hand:  # whether one of them fits is nobody else's business
            card = yield Question(seat, "play", cards, done=True)
            if card is not None:
                yield from self._place(seat, card, 0)
        yield from self._act(seat)
        family = self.families[seat]
        for _ in range(family.hand_size - HAND):
            ways = [0] * bool(family.hand) + [1, 2] * bool(family.ramparts)
            way = yield Question(seat, "giving", ways, done=False)
            self.seen[f"too many cards: {('a card', 'a rampart', 'built')[way or 0]}"] += 1
            yield from (self._discard, self._return_rampart, self._build_rampart)[way or 0](seat)

    def _choose_last(self, seat: int) -> Play:
        family, cards = self.families[seat], self.playable(seat, 0)
        card = (yield Question(seat, "last", cards, done=True)) if family.hand else None
        if card is not None:
            family.hand.remove(card)
            family.chosen.append(card)
            family.chosen_space = yield from self._which(seat, "last_space", self.spaces(seat, card, 0))

    def _lay_last(self, seat: int) -> Play:
        family = self.families[seat]
        if family.revealed:
            self.seen[f"last card: {self.cards[family.revealed[0]].type}"] += 1
            yield from self._build(seat, family.revealed[0], family.revealed_space, 0)
        family.revealed_space = NONE

    def _which(self, seat: int, name: str, values: list[int]) -> Generator[Question, Answer, int]:
        """A choice that must be made."""
        value = yield Question(seat, name, values, done=False)
        assert value is not None
        return value
