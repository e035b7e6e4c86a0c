"""What lies and stands where in a game of Tournay, and what that is worth at the end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.games.tournay_model.cards import (
    BUILDING,
    CHARACTER,
    CITIZEN,
    COLOURS,
    EVENTS,
    MOST_FROM_A_NAME,
    NONE,
    PRESTIGE,
    RED,
    WHITE,
    YELLOW,
    all_cards,
)


@dataclass
class Family:
    """What a player has."""

    money: int = 6
    standing: list[int] = field(default_factory=lambda: [0] * 3)
    lying: list[int] = field(default_factory=lambda: [0] * 3)
    hand: list[int] = field(default_factory=list)
    ramparts: list[int] = field(default_factory=list)
    wall: list[int] = field(default_factory=list)
    looked: list[int] = field(default_factory=list)
    chosen: list[int] = field(default_factory=list)
    revealed: list[int] = field(default_factory=list)
    returned: list[int] = field(default_factory=list)
    chosen_space: int = NONE
    revealed_space: int = NONE
    stacks: dict[int, list[int]] = field(default_factory=dict)
    """Cards by space, the visible one last."""

    @property
    def hand_size(self) -> int:
        """All cards in hand."""
        return len(self.hand) + len(self.ramparts)

    @property
    def visible(self) -> list[int]:
        """The cards that lie open."""
        return [stack[-1] for stack in self.stacks.values()]


class Town:
    """A game of Tournay.

    Args:
        cards: the ids of all cards, in the order of their numbers.
        events: the ids of all events.
        decks: the cards of the nine decks as they were shuffled, yellow I first.
        event_deck: the events as they were shuffled.
        seen: what has happened, in words, and how often.
        expert: whether the expert game is played.
        covered_builder: whether who has covered a prestige building scores it as its builder.

    Attributes:
        known: for every card that lies face down in its deck, the seats that saw it come there.
    """

    def __init__(
        self, cards: Sequence[str], events: Sequence[str], players: int, starter: int,
        decks: list[list[int]], event_deck: list[int], seen: Counter[str], *, expert: bool, covered_builder: bool = False,
    ) -> None:  # fmt: skip
        lists = all_cards()
        self.cards = [lists[name] for name in cards]
        self.events = events
        self.happens = [EVENTS[name] for name in events]
        self.players, self.starter, self.expert, self.seen = players, starter, expert, seen
        self.covered_builder = covered_builder
        self.decks, self.tops = decks, [NONE] * 9
        self.criers: list[int] = []
        self.slots, self.event_deck = event_deck[:3], event_deck[3:]
        self.coins = [0] * len(events)
        self.site, self.token = [NONE] * len(cards), [NONE] * len(cards)
        self.covered = [0] * len(cards)
        self.supply = [5 if expert else 3] * 3
        self.families = [Family(standing=[1 if expert else 2] * 3) for _ in range(players)]
        self.all = range(players)
        self.known = [frozenset[int]()] * len(cards)
        self.known_events = [frozenset[int]()] * len(events)
        self.turns_left: int | None = None
        self.turns: list[int] = []
        self.workplace = NONE

    # -- small questions about the state -------------------------------------------------------------------------

    @property
    def queue(self) -> list[int]:
        """The events that lie in the queue."""
        return [event for event in self.slots if event != NONE]

    def others(self, seat: int) -> list[int]:
        """All other seats, the next one first."""
        return [(seat + place) % self.players for place in range(1, self.players)]

    def owner(self, card: int) -> int:
        """In whose district a card lies, NONE if in nobody's."""
        for seat, family in enumerate(self.families):
            if any(card in stack for stack in family.stacks.values()):
                return seat
        return NONE

    def name(self, card: int) -> str:
        """The name of a card."""
        return self.cards[card].name

    def owned(self, seat: int, colour: int) -> int:
        """All citizens of a colour, those on buildings too."""
        family = self.families[seat]
        working = sum(self.token[c] == CITIZEN and self.cards[c].colour == colour for c in family.visible)
        return family.standing[colour] + family.lying[colour] + working

    def working(self, seat: int) -> list[int]:
        """The buildings that carry citizens of their owner."""
        return [c for c in self.families[seat].visible if self.token[c] == CITIZEN]

    def of_colour(self, seat: int, colour: int, *types: str) -> int:
        """How many visible cards of some types."""
        return sum(self.cards[c].colour == colour and self.cards[c].type in types for c in self.families[seat].visible)

    def free(self, card: int) -> bool:
        """Whether a visible card is a building on which nothing is."""
        return self.cards[card].type == BUILDING and self.token[card] == NONE

    def free_of(self, seat: int) -> list[int]:
        """The unoccupied buildings of a player."""
        return [c for c in self.families[seat].visible if self.free(c)]

    def named(self, seat: int, name: str) -> list[int]:
        """The visible cards of a name."""
        return [c for c in self.families[seat].visible if self.name(c) == name]

    def left(self, deck: int) -> int:
        """How many cards are in a deck."""
        return len(self.decks[deck]) + (self.tops[deck] != NONE)

    def can_fight(self) -> list[int]:
        """The events that carry coins."""
        return [event for event in self.queue if self.coins[event]]

    def complete(self, seat: int) -> bool:
        """The first condition of the end."""
        visible = self.families[seat].visible
        return len(visible) == 9 and sum(self.cards[c].type == PRESTIGE for c in visible) >= 2

    def time_is_up(self) -> bool:
        """Both conditions, or the first one twice."""
        complete = sum(self.complete(seat) for seat in range(self.players))
        if complete >= 2:
            self.seen["end: two complete districts"] += 1
        elif complete == 1 and len(self.criers) >= self.players + 1:
            self.seen["end: criers"] += 1
        else:
            return False
        return True

    # -- scores --------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """What everybody has at the end."""
        found = [
            sum(self.cards[c].points for stack in family.stacks.values() for c in stack) + len(family.wall)
            for family in self.families
        ]
        shown = [{self.name(c) for c in family.visible if self.cards[c].type == PRESTIGE} for family in self.families]
        has = [{self.name(c) for stack in family.stacks.values() for c in stack} for family in self.families]
        values = {card.name: card for card in self.cards}
        for name in set[str]().union(*shown):
            self.seen[f"scored: {name}"] += 1
            for seat, own in enumerate(has if self.covered_builder else shown):
                self.seen["a covered prestige building was scored"] += name in has[seat] and name not in shown[seat]
                each = values[name].builder if name in own else values[name].other
                found[seat] += min(MOST_FROM_A_NAME, each * self._elements(seat, name))
        return found

    def _elements(self, seat: int, name: str) -> int:
        """How many elements a player has of what a prestige building looks at."""
        family = self.families[seat]
        counted = [self.of_colour(seat, colour, BUILDING, CHARACTER) for colour in COLOURS]
        citizens = [self.owned(seat, colour) for colour in COLOURS]
        visible = [self.cards[c] for c in family.visible]
        return {
            "belfry": min(counted), "saint_brice": min(counted), "cathedral": 1,
            "city_hall": citizens[YELLOW], "saint_quentin": citizens[WHITE], "porte_de_la_vigne": citizens[RED],
            "cloth_hall": counted[YELLOW], "saint_jacques": counted[WHITE], "tour_saint_georges": counted[RED],
            "saint_nicolas": min(citizens), "pont_des_trous": min(citizens),
            "mint": family.money // 4, "tour_henry_viii": len(family.wall),
            "tour_des_six": sum(card.type == CHARACTER for card in visible),
            "la_madeleine": sum(card.type == PRESTIGE for card in visible),
            "tour_d_arras": sum(card.type == BUILDING and card.colour != RED for card in visible),
        }[name]  # fmt: skip

    def winners(self) -> list[int]:
        """The most points, then the most deniers; who is equal in both shares."""
        ranks = list(zip(self.scores(), (family.money for family in self.families), strict=True))
        return [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
