"""Placing cards, and the characters that mind it."""

from __future__ import annotations

from collections.abc import Sequence

from tests.games.tournay_model.cards import (
    BUILDING,
    CITIZEN,
    FIRST_SPACE,
    GREY,
    NONE,
    ON_WORK,
    PRESTIGE,
    WHITE,
    WIDTH,
    YELLOW,
    Card,
    Play,
    Question,
    in_line,
    where,
)
from tests.games.tournay_model.town import Family, Town


class Placing(Town):
    """Districts that grow, and what characters do."""

    # -- placing cards -------------------------------------------------------------------------------------------

    def price(self, seat: int, card: int, space: int, less: int) -> int:
        """What a card costs on a space."""
        builders = sum(in_line(self.site[c], space) for c in self.named(seat, "master_builder"))
        return max(0, max(0, self.cards[card].price - builders) - less)

    def spaces(self, seat: int, card: int, less: int) -> list[int]:
        """Where a card may be placed and paid."""
        family = self.families[seat]
        if not family.stacks:
            able = [FIRST_SPACE]
        else:
            able = [space for space in range(WIDTH * WIDTH) if space in family.stacks or self._joins(family, space)]
        return [space for space in able if self.price(seat, card, space, less) <= family.money]

    def _joins(self, family: Family, space: int) -> bool:
        places = [where(each) for each in family.stacks]
        row, column = where(space)
        beside = any(abs(row - r) + abs(column - c) == 1 for r, c in places)
        return beside and all(abs(row - r) <= 2 and abs(column - c) <= 2 for r, c in places)

    def playable(self, seat: int, less: int) -> list[int]:
        """The cards of a hand that may be placed."""
        family = self.families[seat]
        lying = {self.name(c) for stack in family.stacks.values() for c in stack if self.cards[c].type == PRESTIGE}
        found = []
        for card in sorted(family.hand):
            its = self.cards[card]
            if (its.extra == "card" and family.hand_size < 2) or its.name in lying:
                continue
            if its.extra == "citizen" and not family.standing[its.colour] + family.lying[its.colour]:
                continue
            if self.spaces(seat, card, less):
                found.append(card)
        return found

    def _place(self, seat: int, card: int, less: int) -> Play:
        family = self.families[seat]
        family.hand.remove(card)
        family.chosen.append(card)
        space = yield from self._which(seat, "space", self.spaces(seat, card, less))
        yield from self._build(seat, card, space, less)

    def _build(self, seat: int, card: int, space: int, less: int) -> Play:
        family, its = self.families[seat], self.cards[card]
        price = self.price(seat, card, space, less)
        self.seen["acted: master_builder"] += price < its.price - less
        family.money -= price
        if its.extra == "card":
            yield from self._put_one_back(seat)
        if its.extra == "citizen":
            ways = [0] * bool(family.standing[its.colour]) + [1] * bool(family.lying[its.colour])
            lying = yield from self._which(seat, "homeward", ways)
            (family.lying if lying else family.standing)[its.colour] -= 1
            self.supply[its.colour] += 1
        stack = family.stacks.get(space, [])
        if stack:
            if self.token[stack[-1]] == CITIZEN:
                family.lying[self.cards[stack[-1]].colour] += 1
            self.token[stack[-1]] = NONE
        if stack and self.cards[stack[0]].colour != its.colour:
            self.seen["placed on another colour"] += 1
            yield from self._replace(seat, space)
        elif stack:
            self.seen["placed on its colour"] += 1
            self.covered[stack[-1]] = 1
        (family.chosen if card in family.chosen else family.revealed).remove(card)
        family.stacks.setdefault(space, []).append(card)
        self.site[card] = space
        self.seen[f"placed: {its.name}"] += 1
        noted = [c for c in family.visible if in_line(self.site[c], space) and self._minds_placing(c, its)]
        yield from self._reactions(seat, noted)

    def _replace(self, seat: int, space: int) -> Play:
        family = self.families[seat]
        for level in (1, 2, 3):
            while going := [c for c in family.stacks.get(space, []) if self.cards[c].level == level]:
                if len(going) > 1:  # their order is chosen
                    family.returned = going
                    for card in going:  # else one would see which goes first
                        self.site[card], self.covered[card] = NONE, 0
                    family.stacks[space] = [c for c in family.stacks[space] if c not in going]
                    while family.returned:
                        card = yield from self._which(seat, "first_back", sorted(family.returned))
                        family.returned.remove(card)
                        self._under_deck(card, [seat])
                else:
                    family.stacks[space].remove(going[0])
                    self._under_deck(going[0], self.all)
                if not family.stacks[space]:
                    del family.stacks[space]

    def _under_deck(self, card: int, seen_by: Sequence[int]) -> None:
        self.site[card], self.covered[card] = NONE, 0
        self.decks[3 * self.cards[card].colour + self.cards[card].level - 1].append(card)
        self.known[card] = frozenset(seen_by)

    # -- characters ----------------------------------------------------------------------------------------------

    def _minds_placing(self, card: int, placed: Card) -> bool:
        match self.name(card):
            case "architect":
                return placed.type in {BUILDING, PRESTIGE}
            case "knight" | "captain" | "abbot":
                return placed.type == PRESTIGE
            case "almoner":
                return placed.colour == WHITE
            case "pedlar":
                return placed.colour == YELLOW
            case name:
                return name == "provost"

    def _minds_work(self, seat: int, card: int, colour: int) -> bool:
        name, its = self.name(card), self.cards[card].colour
        if name not in ON_WORK or (colour != its and name != "alderman"):
            return False
        if name not in {"knight_x", "cantor", "broker"}:
            return True
        at_work = [
            c
            for c in self.families[seat].visible
            if self.cards[c].colour == its
            and self.token[c] in {CITIZEN, GREY}
            and in_line(self.site[card], self.site[c])
        ]
        return len(at_work) > 0 and len(at_work) % 2 == 0

    def _reactions(self, seat: int, noted: list[int]) -> Play:
        """Characters act in the order the player likes."""
        while noted:
            card = yield from self._which(seat, "reaction", sorted(noted))
            noted.remove(card)
            self.seen[f"acted: {self.name(card)}"] += 1
            yield from self._react(seat, self.name(card))

    def _react(self, seat: int, name: str) -> Play:
        family = self.families[seat]
        match name:
            case "architect" | "journeyman" | "alderman" | "canon" | "sentry":
                family.money += 1
            case "pedlar":
                family.money += 2
            case "abbot" | "broker":
                family.money += 3
            case "almoner" | "provost":
                yield from self._rise(seat, 1)
            case "cantor":
                yield from self._rise(seat, 2)
            case "bishop":
                self._all_rise(seat)
            case "knight" | "knight_x":
                yield from self._may_fight(seat)
            case "captain":
                if self.event_deck:
                    family.ramparts.append(self.event_deck.pop(0))
            case "avoue" if self.can_fight():
                pays = yield Question(seat, "hire_out", [0, 1] if family.money else [0], done=False)
                if pays:
                    self.seen["the bailiff was paid"] += 1
                    family.money -= 1
                    yield from self._fight(seat)
