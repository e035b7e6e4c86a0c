"""Tournay once more, in Python: what is asked of whom, what may be answered, and what comes of it.

Written from the rules and the lists of cards, not from the data of the game, and used by `tournay_watch.py` only. Cards,
events, spaces and colours are numbers in the order of the game's data, so that both can be compared; nothing else of the data
is looked at. Questions come in the order in which the game puts them, which no rule says.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from typing import Final

NONE: Final = -1
YELLOW, WHITE, RED = COLOURS = range(3)
COLOUR_NAMES: Final = ("yellow", "white", "red")
BUILDING, CHARACTER, PRESTIGE, CRIER = "building", "character", "prestige", "crier"
CITIZEN, GREY, DAMAGE = range(3)
"""What may be on a building."""
OF_A_COLOUR: Final = 11
HAND: Final = 4
MOST_FROM_A_NAME: Final = 12
WIDTH: Final = 5
FIRST_SPACE: Final = 12
"""Where the first card of a district lies: in the middle of five rows of five."""

# `*` after a name: two copies, the second leaves the game when expert cards come; `-`: this card leaves; `+`: it comes.
LOWER: Final = {
    (YELLOW, 1): "farm market* hospital- port- guild counting_house tavern+ | architect journeyman pedlar+ broker+",
    (
        YELLOW,
        2,
    ): "covered_market* exchange guildhall surveyor toll_house- workshop- brewery+ fair+ | alderman master_builder banker+",
    (
        WHITE,
        1,
    ): "monastery library chapel* infirmary pilgrim_hostel- scriptorium- reliquary+ | canon almoner hermit+ cantor+",
    (
        WHITE,
        2,
    ): "abbey cloister* chapter_house tithe_barn treasury- school- archive+ alms_house+ | bishop abbot provost+",
    (RED, 1): "arsenal ballista barracks fort* stable- watchtower- catapult+ siege_camp+ | knight sentry knight_x+",
    (
        RED,
        2,
    ): "fort_2* garrison armoury trebuchet prison- drill_yard- bulwark+ mercenary_camp+ | avoue captain veteran+",
}
# Deniers, what is paid besides, copies, for the builder, for others.
UPPER: Final = {
    YELLOW: {
        "belfry": (5, "", 1, 4, 2), "city_hall": (2, "card", 2, 2, 1), "cloth_hall": (0, "citizen", 2, 2, 1),
        "mint": (5, "", 2, 2, 1), "tour_des_six": (5, "", 2, 2, 1),
    },
    WHITE: {
        "cathedral": (20, "", 1, 8, 0), "la_madeleine": (2, "card", 2, 2, 1), "saint_brice": (5, "", 1, 4, 2),
        "saint_jacques": (0, "citizen", 2, 2, 1), "saint_nicolas": (5, "", 1, 3, 1), "saint_quentin": (2, "card", 2, 2, 1),
    },
    RED: {
        "pont_des_trous": (5, "", 1, 3, 1), "porte_de_la_vigne": (2, "card", 2, 2, 1), "tour_d_arras": (5, "", 2, 2, 1),
        "tour_henry_viii": (5, "", 2, 2, 1), "tour_saint_georges": (0, "citizen", 2, 2, 1),
    },
}  # fmt: skip
POSITIVE, DAMAGING, TAXING, OTHER = "positive", "damaging", "taxing", "other"
# Colour, kind and circles.
EVENTS: Final = {
    "grande_ducasse": (YELLOW, POSITIVE, 3), "procession": (WHITE, POSITIVE, 3), "kings_visit": (RED, POSITIVE, 3),
    "norman_attack": (RED, DAMAGING, 2), "fire": (YELLOW, DAMAGING, 2), "lightning": (WHITE, DAMAGING, 2),
    "mutiny": (RED, DAMAGING, 2), "royal_tax": (YELLOW, TAXING, 3), "poor_harvest": (YELLOW, TAXING, 2),
    "tithe": (WHITE, TAXING, 2), "ransom": (RED, TAXING, 2), "brigands": (RED, TAXING, 2), "plague": (WHITE, OTHER, 2),
    "exodus": (YELLOW, OTHER, 2), "sacked_archives": (WHITE, OTHER, 2),
}  # fmt: skip
RECRUITING: Final = {"guild": (YELLOW, 3), "monastery": (WHITE, 3), "barracks": (RED, 3), "abbey": (WHITE, 2), "garrison": (RED, 2)}  # fmt: skip
"""Buildings that bring a citizen of a colour, and what they ask."""
DRAWING: Final = {
    "counting_house": (YELLOW, 2, 0), "library": (WHITE, 2, 0), "arsenal": (RED, 2, 0),
    "surveyor": (YELLOW, 3, 1), "chapter_house": (WHITE, 3, 1), "armoury": (RED, 3, 1),
}  # fmt: skip
"""Buildings that draw a card: its colour and level, and what they ask."""
ASKING: Final = {"exchange": 3, "guildhall": 4, "alms_house": 5}
"""What the effects of other buildings ask, or must find."""
COPYING: Final = {"port", "school", "drill_yard"}
FIGHTING: Final = {"fort", "fort_2"}
ON_PLACING: Final = {"architect", "almoner", "pedlar", "abbot", "provost", "knight", "captain"}
ON_WORK: Final = {"journeyman", "alderman", "broker", "canon", "bishop", "cantor", "sentry", "avoue", "knight_x"}
AT_OTHER_TIMES: Final = {"master_builder", "banker", "hermit", "veteran", "catapult"}

TASKS: Final = ("draw", "activate", "combat", "earn", "gather", "recruit")

Answer = int | None
"""What is picked; None for `done`."""


@dataclass(frozen=True)
class Question:
    """What a seat is asked, the answers it may give, and whether it may stop."""

    seat: int
    name: str
    values: list[int]
    done: bool


Play = Generator[Question, Answer, None]
Choice = Generator[Question, Answer, Answer]


@dataclass(frozen=True)
class Card:
    """A card as the lists have it."""

    name: str
    colour: int
    level: int
    type: str
    price: int = 0
    extra: str = ""
    points: int = 0
    builder: int = 0
    other: int = 0
    edition: str = ""


def all_cards() -> dict[str, Card]:
    """Every card by the id it has in the data."""
    found: dict[str, Card] = {}
    for (colour, level), text in LOWER.items():
        for type_, names in zip((BUILDING, CHARACTER), text.split(" | "), strict=True):
            for each in names.split():
                name, edition = each.rstrip("*-+"), each[-1] if each[-1] in "*-+" else ""
                card = f"{COLOUR_NAMES[colour]}_{name}"
                copies = {card: edition} if edition != "*" else {card: "", f"{card}#2": "-"}
                for copy, when in copies.items():
                    found[copy] = Card(name, colour, level, type_, level, "", level, edition=when)
    for colour, row in UPPER.items():
        for name, (price, extra, copies_, builder, other) in row.items():
            for copy in (name, f"{name}#2")[:copies_]:
                found[copy] = Card(name, colour, 3, PRESTIGE, price, extra, 0, builder, other)
    for colour in COLOURS:
        for level in (1, 2, 3):
            found[f"crier_{COLOUR_NAMES[colour]}_{level}"] = Card("crier", colour, level, CRIER)
    return found


def all_happenings(*, expert: bool) -> set[str]:
    """What is to happen in some game, if only enough are played, as `Town.seen` calls it."""
    cards = [card for card in all_cards().values() if card.type != CRIER and card.edition != ("-" if expert else "+")]
    names = {card.name for card in cards}
    found = {f"placed: {name}" for name in names} | {f"scored: {card.name}" for card in cards if card.type == PRESTIGE}
    found |= {f"worked: {card.name}" for card in cards if card.type == BUILDING}
    found |= {f"acted: {name}" for name in names & (ON_PLACING | ON_WORK | AT_OTHER_TIMES)}
    found |= {f"{what}: {event}" for what in ("struck", "combatted") for event in EVENTS}
    found |= {f"last card: {type_}" for type_ in (BUILDING, CHARACTER, PRESTIGE)}
    found |= {f"too many cards: {what}" for what in ("a card", "a rampart", "built")}
    found |= {f"action: {task}" for task in TASKS[: len(TASKS) if expert else -1]}
    if not expert:
        found.add("copied")
    return found | {
        "end: criers", "end: two complete districts", "a crier came", "a rampart was built", "the bailiff was paid",
        "placed on its colour", "placed on another colour", "called back from a building",
        "a citizen of an opponent was used",
    }  # fmt: skip


def where(space: int) -> tuple[int, int]:
    """The row and column of a space."""
    return divmod(space, WIDTH)


def in_line(one: int, two: int) -> bool:
    """Whether two spaces are different ones of a row or column."""
    return one != two and (one // WIDTH == two // WIDTH or one % WIDTH == two % WIDTH)


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
    returned: list[int] = field(default_factory=list)
    chosen_space: int = NONE
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

    Attributes:
        known: for every card that lies face down in its deck, the seats that saw it come there.
    """

    def __init__(
        self, cards: Sequence[str], events: Sequence[str], players: int, starter: int,
        decks: list[list[int]], event_deck: list[int], seen: Counter[str], *, expert: bool,
    ) -> None:  # fmt: skip
        lists = all_cards()
        self.cards = [lists[name] for name in cards]
        self.events = events
        self.happens = [EVENTS[name] for name in events]
        self.players, self.starter, self.expert, self.seen = players, starter, expert, seen
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
        for each in order:
            yield from self._lay_last(each)
        for family in self.families:
            family.wall += family.ramparts
            family.ramparts = []

    def _turn(self, seat: int) -> Play:
        cards = self.playable(seat, 0)
        if cards:
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
        card = (yield Question(seat, "last", cards, done=True)) if cards else None
        if card is not None:
            family.hand.remove(card)
            family.chosen.append(card)
            family.chosen_space = yield from self._which(seat, "last_space", self.spaces(seat, card, 0))

    def _lay_last(self, seat: int) -> Play:
        family = self.families[seat]
        if family.chosen:
            self.seen[f"last card: {self.cards[family.chosen[0]].type}"] += 1
            yield from self._build(seat, family.chosen[0], family.chosen_space, 0)
        family.chosen_space = NONE

    def _which(self, seat: int, name: str, values: list[int]) -> Generator[Question, Answer, int]:
        """A choice that must be made."""
        value = yield Question(seat, name, values, done=False)
        assert value is not None
        return value

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
        family.chosen.remove(card)
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

    # -- citizens ------------------------------------------------------------------------------------------------

    def _rise(self, seat: int, most: int, colours: Sequence[int] = COLOURS) -> Generator[Question, Answer, int]:
        """Up to some citizens stand up; tells how many."""
        family = self.families[seat]
        for risen in range(most):
            lying = [k for k in colours if family.lying[k]]
            colour = (yield Question(seat, "rising", lying, done=True)) if lying else None
            if colour is None:
                return risen
            family.lying[colour] -= 1
            family.standing[colour] += 1
        return most

    def _all_rise(self, seat: int) -> None:
        family = self.families[seat]
        for colour in COLOURS:
            family.standing[colour] += family.lying[colour]
            family.lying[colour] = 0

    def _lie_down(self, seat: int, colour: int) -> None:
        self.families[seat].standing[colour] -= 1
        self.families[seat].lying[colour] += 1

    def workers(self, seat: int, colour: int, due: int, wage: int) -> list[int]:
        """Whose citizens can be used when some money is due besides."""
        enough = self.families[seat].money - due >= wage
        return [q for q in range(self.players) if self.families[q].standing[colour] and (q == seat or enough)]

    def can_use(self, seat: int, colour: int, number: int, due: int, wage: int = 2) -> bool:
        """Whether that many citizens of a colour can be used."""
        money = self.families[seat].money - due
        hired = min(sum(self.families[q].standing[colour] for q in self.others(seat)), money // wage)
        return money >= 0 and self.families[seat].standing[colour] + hired >= number

    def _use(self, seat: int, colour: int, number: int, due: int) -> Play:
        for _ in range(number):
            worker = yield from self._which(seat, "worker", self.workers(seat, colour, due, 2))
            self._hire(seat, worker, 2)
            self._lie_down(worker, colour)

    def _hire(self, seat: int, worker: int, wage: int) -> None:
        if worker != seat:
            self.seen["a citizen of an opponent was used"] += 1
            self.seen["acted: banker"] += wage == 1
            self.families[seat].money -= wage
            self.families[worker].money += wage

    # -- actions -------------------------------------------------------------------------------------------------

    def _act(self, seat: int) -> Play:
        family = self.families[seat]
        decks = [d for d in range(9) if self.left(d) and self.can_use(seat, d // 3, d % 3 + 1, 0)]
        buildings = [c for c in sorted(self.free_of(seat)) if self.can_work(seat, c)]
        events = [e for e in sorted(self.can_fight()) if self.can_use(seat, self.happens[e][0], *self._fee(e))]
        earners = [k for k in COLOURS if family.standing[k]]
        recruits = [
            k for k in COLOURS if self.expert and family.standing[k] and self.supply[k] and family.money > self.owned(seat, k)
        ]  # fmt: skip
        able = [decks, buildings, events, earners, [0], recruits]
        task = yield from self._which(seat, "task", [task for task, way in enumerate(able) if way])
        self.seen[f"action: {TASKS[task]}"] += 1
        match task:
            case 0:
                deck = yield from self._which(seat, "deck", decks)
                yield from self._use(seat, deck // 3, deck % 3 + 1, 0)
                yield from self._draw(seat, deck)
            case 1:
                building = yield from self._which(seat, "building", buildings)
                yield from self._activate(seat, building)
            case 2:
                event = yield from self._which(seat, "event", events)
                citizens, due = self._fee(event)
                yield from self._use(seat, self.happens[event][0], citizens, due)
                family.money -= due
                self._take_event(seat, event)
            case 3:
                colour = yield from self._which(seat, "earner", earners)
                number = yield from self._which(seat, "earners", list(range(1, family.standing[colour] + 1)))
                family.standing[colour] -= number
                family.lying[colour] += number
                family.money += 2 * number
            case 4:
                self._gather(seat)
            case 5:
                colour = yield from self._which(seat, "recruited", recruits)
                family.money -= self.owned(seat, colour) + 1
                self._lie_down(seat, colour)
                self.supply[colour] -= 1
                family.lying[colour] += 1

    def _fee(self, event: int) -> tuple[int, int]:
        """Citizens and deniers that a combat takes."""
        return (2, 0) if self.happens[event][1] == TAXING else (1, self.coins[event] + 1)

    def _gather(self, seat: int) -> None:
        family = self.families[seat]
        for hermit in self.named(seat, "hermit"):
            pays = sum(in_line(self.site[hermit], self.site[c]) for c in self.working(seat))
            self.seen["acted: hermit"] += bool(pays)
            family.money += pays
        for card in self.working(seat):
            family.standing[self.cards[card].colour] += 1
        for card in family.visible:
            self.token[card] = NONE
        self._all_rise(seat)

    def _take_event(self, seat: int, event: int) -> None:
        """Coins go, the card comes to hand, another one takes its place."""
        family = self.families[seat]
        self.seen[f"combatted: {self.events[event]}"] += 1
        self.coins[event] = 0
        family.ramparts.append(event)
        self.slots[self.slots.index(event)] = self.event_deck.pop(0) if self.event_deck else NONE
        for _ in self.named(seat, "veteran"):
            self.seen["acted: veteran"] += 1
            family.money += 2

    def _fight(self, seat: int) -> Play:
        events = sorted(self.can_fight())
        if events:
            self._take_event(seat, (yield from self._which(seat, "event", events)))

    def _may_fight(self, seat: int) -> Play:
        events = sorted(self.can_fight())
        event = (yield Question(seat, "event", events, done=True)) if events else None
        if event is not None:
            self._take_event(seat, event)

    # -- decks ---------------------------------------------------------------------------------------------------

    def _draw(self, seat: int, deck: int) -> Play:
        ways = [0] * (self.tops[deck] != NONE) + [1] * bool(self.decks[deck])
        if not ways:
            return
        way = yield from self._which(seat, "manner", ways)
        if way:
            yield from self._look(seat, deck)
        else:
            self.families[seat].hand.append(self.tops[deck])
            self.tops[deck] = NONE

    def _look(self, seat: int, deck: int) -> Play:
        cards, looked, top = self.decks[deck], self.families[seat].looked, self.tops[deck]
        self.tops[deck] = NONE
        if top != NONE and len(cards) == 1:  # of two cards it is one
            looked.append(top)
        elif top != NONE:
            self._under_deck(top, self.all)
        while cards and len(looked) < 2 + any(self.cards[c].type == CRIER for c in looked):
            looked.append(cards.pop(0))
        kept = sorted(c for c in looked if self.cards[c].type != CRIER)
        criers = [c for c in looked if self.cards[c].type == CRIER]
        if kept:
            card = yield from self._which(seat, "keep", kept)
            self.families[seat].hand.append(card)
            kept.remove(card)
            self.tops[deck] = kept[0] if kept else NONE
        looked.clear()
        if criers:
            self.seen["a crier came"] += 1
            self.criers += criers
            for event in self.queue:
                self._add_coin(event)
            yield from self._strike(seat, self.queue, everybody=True)

    # -- events --------------------------------------------------------------------------------------------------

    def _add_coin(self, event: int) -> None:
        if self.coins[event] < self.happens[event][2]:
            self.coins[event] += 1

    def _strike(self, seat: int, events: list[int], *, everybody: bool) -> Play:
        """Events act, for a crier on everybody, else not on the player unless they are good; ramparts first."""
        cancelled: dict[int, set[int]] = {}
        for each in [seat, *self.others(seat)]:
            cancelled[each] = set()
            if everybody or each != seat:
                yield from self._cover(each, events, cancelled[each], everybody=everybody)
        for event in events:
            for each in [seat, *self.others(seat)]:
                if each == seat and not everybody and self.happens[event][1] != POSITIVE:
                    continue
                if event not in cancelled[each]:
                    for _ in range(self.coins[event]):
                        self.seen[f"struck: {self.events[event]}"] += 1
                        yield from self._suffer(each, event)

    def _cover(self, seat: int, events: list[int], cancelled: set[int], *, everybody: bool) -> Play:
        shields = sum(self.token[c] != NONE for c in self.named(seat, "catapult")) if everybody else 0
        for _ in range(shields + len(self.families[seat].ramparts)):
            open_ = sorted(event for event in events if event not in cancelled)
            event = (yield Question(seat, "cover", open_, done=True)) if open_ else None
            if event is None:
                return
            if len(cancelled) >= shields:
                self.seen["a rampart was built"] += 1
                yield from self._build_rampart(seat)
            else:
                self.seen["acted: catapult"] += 1
            cancelled.add(event)

    def _suffer(self, seat: int, event: int) -> Play:
        family, name, colour = self.families[seat], self.events[event], self.happens[event][0]
        match name:
            case "grande_ducasse" | "procession" | "kings_visit":
                totals = [
                    self.owned(q, colour) + self.of_colour(q, colour, BUILDING, CHARACTER, PRESTIGE)
                    for q in range(self.players)
                ]
                if totals[seat] == max(totals):
                    family.money += 2
            case "norman_attack" | "fire" | "lightning" | "mutiny":
                able = [c for c in self.free_of(seat) if name == "norman_attack" or self.cards[c].colour == colour]
                if able:
                    self.token[(yield from self._which(seat, "damaged", sorted(able)))] = DAMAGE
            case "plague" | "exodus":
                most = max(family.standing) if name == "exodus" else 1
                able = [k for k in COLOURS if family.standing[k] >= max(1, most)]
                if able:
                    self._lie_down(seat, (yield from self._which(seat, "resting", able)))
            case "sacked_archives":
                yield from self._put_one_back(seat)
            case _:
                lost = {"royal_tax": 2, "brigands": family.hand_size}.get(name)
                family.money = max(0, family.money - (self.owned(seat, colour) if lost is None else lost))

    # -- cards of the hand that go -------------------------------------------------------------------------------

    def _put_one_back(self, seat: int) -> Play:
        family = self.families[seat]
        ways = [0] * bool(family.hand) + [1] * bool(family.ramparts)
        if ways:
            way = yield from self._which(seat, "giving", ways)
            yield from self._return_rampart(seat) if way else self._discard(seat)

    def _discard(self, seat: int) -> Play:
        card = yield from self._which(seat, "discarded", sorted(self.families[seat].hand))
        self.families[seat].hand.remove(card)
        self._under_deck(card, [seat])

    def _return_rampart(self, seat: int) -> Play:
        event = yield from self._which(seat, "rampart_back", sorted(self.families[seat].ramparts))
        self.families[seat].ramparts.remove(event)
        self.event_deck.append(event)
        self.known_events[event] = frozenset([seat])

    def _build_rampart(self, seat: int) -> Play:
        event = yield from self._which(seat, "rampart", sorted(self.families[seat].ramparts))
        self.families[seat].ramparts.remove(event)
        self.families[seat].wall.append(event)

    # -- buildings -----------------------------------------------------------------------------------------------

    def due(self, card: int) -> int:
        """What the effect of a building takes, or must find."""
        name = self.name(card)
        if name in RECRUITING:
            return RECRUITING[name][1]
        return DRAWING[name][2] if name in DRAWING else ASKING.get(name, 0)

    def _wage(self, seat: int, building: int) -> int:
        """What a citizen of an opponent costs in a building."""
        bankers = [c for c in self.named(seat, "banker") if in_line(self.site[c], self.site[building])]
        return 1 if bankers else 2

    def can_work(self, seat: int, card: int) -> bool:
        """Whether an unoccupied building can be activated."""
        return bool(self._workers_for(seat, card))

    def _workers_for(self, seat: int, card: int) -> list[int]:
        name, colour, wage = self.name(card), self.cards[card].colour, self._wage(seat, card)
        works = self.models(seat, card) if name in COPYING else [card] * self.has_effect(seat, name)
        dues = [self.due(each) for each in works if self.due(each) <= self.families[seat].money]
        return self.workers(seat, colour, min(dues), wage) if dues else []

    def models(self, seat: int, card: int) -> list[int]:
        """The buildings that another one can copy."""
        whose = self.others(seat) + ([seat] if self.name(card) != "port" else [])
        return [
            c
            for q in whose
            for c in self.free_of(q)
            if c != card
            and self.cards[c].colour == self.cards[card].colour
            and self.name(c) not in COPYING
            and self.has_effect(seat, self.name(c))
        ]

    def has_effect(self, seat: int, name: str) -> bool:
        """Whether the effect of a building can be carried out, but for the money it takes."""
        family = self.families[seat]
        if name in RECRUITING:
            return self.supply[RECRUITING[name][0]] > 0
        if name in DRAWING:
            colour, level, _ = DRAWING[name]
            return self.left(3 * colour + level - 1) > 0
        if name in FIGHTING:
            return bool(self.can_fight())
        match name:
            case "farm":
                return len(family.stacks) < 9
            case "chapel" | "pilgrim_hostel":
                return any(family.lying)
            case "cloister":
                return any(family.lying) or bool(self.working(seat))
            case "infirmary":
                return any(self.token[c] in {GREY, DAMAGE} for c in family.visible)
            case "scriptorium":
                return any(self.left(deck) for deck in (0, 3, 6))
            case "ballista" | "trebuchet":
                return bool(self.queue)
            case "siege_camp":
                return any(self.coins[event] < self.happens[event][2] for event in self.queue)
            case "guildhall":
                return any(self.supply)
            case "alms_house":
                return sum(map(bool, self.supply)) >= 2
            case "workshop":
                return bool(self.playable(seat, 1))
            case "bulwark":
                return bool(family.ramparts)
            case "reliquary":
                return family.hand_size > 0
            case "archive":
                return family.hand_size > 0 and any(top != NONE for top in self.tops)
            case "mercenary_camp":
                return any(any(self.families[q].standing) for q in self.others(seat))
        return True

    def _activate(self, seat: int, card: int) -> Play:
        space, colour = self.site[card], self.cards[card].colour
        worker = yield from self._which(seat, "worker", self._workers_for(seat, card))
        self._hire(seat, worker, self._wage(seat, card))
        self.families[worker].standing[colour] -= 1
        if worker == seat:
            self.token[card] = CITIZEN
        else:
            self.families[worker].lying[colour] += 1
            self.token[card] = GREY
        self.workplace = card
        self.seen[f"worked: {self.name(card)}"] += 1
        if self.name(card) in COPYING:
            models = [c for c in sorted(self.models(seat, card)) if self.due(c) <= self.families[seat].money]
            if models:
                model = yield from self._which(seat, "model", models)
                self.seen["copied"] += 1
                yield from self._effect(seat, self.name(model))
        else:
            yield from self._effect(seat, self.name(card))
        self.workplace = NONE
        noted = [
            c for c in self.families[seat].visible if in_line(self.site[c], space) and self._minds_work(seat, c, colour)
        ]
        yield from self._reactions(seat, noted)

    def _effect(self, seat: int, name: str) -> Play:
        family = self.families[seat]
        family.money += self._income(seat, name)
        if name in RECRUITING:
            colour, price = RECRUITING[name]
            family.money -= price
            self.supply[colour] -= 1
            family.standing[colour] += 1
        elif name in DRAWING:
            colour, level, price = DRAWING[name]
            family.money -= price
            yield from self._draw(seat, 3 * colour + level - 1)
        elif name in {"chapel", "stable", "tavern", "cloister"}:
            yield from self._call_up(seat, name)
        elif name in {"watchtower", "catapult", "prison", "mercenary_camp"}:
            yield from self._harm(seat, name)
        elif name in {"reliquary", "archive", "scriptorium", "workshop"}:
            yield from self._with_cards(seat, name)
        elif name in {"ballista", "trebuchet", "siege_camp", "bulwark", *FIGHTING}:
            yield from self._with_events(seat, name)
        match name:
            case "infirmary":
                for card in family.visible:
                    if self.token[card] != CITIZEN:
                        self.token[card] = NONE
            case "guildhall":
                family.money -= 4
                colour = yield from self._which(seat, "recruited", [k for k in COLOURS if self.supply[k]])
                self.supply[colour] -= 1
                family.standing[colour] += 1
            case "alms_house":
                family.money -= 5
                first = NONE
                for _ in range(2):
                    able = [k for k in COLOURS if self.supply[k] and k != first]
                    first = yield from self._which(seat, "recruited", able)
                    self.supply[first] -= 1
                    family.lying[first] += 1
            case "toll_house":
                for other in self.others(seat):
                    if self.families[other].money:
                        self.families[other].money -= 1
                        family.money += 1
                family.money += 2
            case "watchtower" | "prison" | "tavern":
                pass

    def _income(self, seat: int, name: str) -> int:
        """What an effect brings at its beginning, of those that bring deniers and nothing can change in between."""
        family = self.families[seat]
        match name:
            case "farm":
                return 9 - len(family.stacks)
            case "market":
                return sum(self.cards[c].type == BUILDING for c in family.visible)
            case "hospital":
                return 4
            case "tavern":
                return 2
            case "covered_market":
                return min(8, 2 * self.of_colour(seat, YELLOW, BUILDING, CHARACTER))
            case "exchange":
                return min(6, family.money // 3)
            case "brewery":
                return min(6, len(self.working(seat)))
            case "fair":
                here = self.site[self.workplace]
                line = [c for c in family.visible if self.site[c] == here or in_line(here, self.site[c])]
                return 2 * len({self.cards[c].colour for c in line})
            case "pilgrim_hostel":
                return min(6, sum(family.lying))
            case "tithe_barn":
                return min(8, sum(self.of_colour(q, WHITE, BUILDING, CHARACTER) for q in range(self.players)))
            case "treasury":
                return min(8, sum(self.owned(seat, colour) for colour in COLOURS))
        return 0

    def _call_up(self, seat: int, name: str) -> Play:
        """Citizens come back to the Plaza."""
        family = self.families[seat]
        if name == "chapel":
            yield from self._rise(seat, 2)
        if name == "tavern":
            yield from self._rise(seat, 1, [YELLOW])
        if name == "stable":
            yield from self._rise(seat, 2, [RED])
            family.money += 1
        if name == "cloister":
            risen = yield from self._rise(seat, 3)
            for _ in range(3 - risen):
                able = sorted(c for c in self.working(seat) if c != self.workplace)
                card = (yield Question(seat, "called", able, done=True)) if able else None
                if card is None:
                    return
                self.seen["called back from a building"] += 1
                self.token[card] = NONE
                family.standing[self.cards[card].colour] += 1

    def _harm(self, seat: int, name: str) -> Play:
        """Opponents are hampered."""
        family, others = self.families[seat], self.others(seat)
        if name == "watchtower":
            targets = sorted(c for q in others for c in self.free_of(q))
            if targets:
                self.token[(yield from self._which(seat, "target", targets))] = DAMAGE
            family.money += 2
        if name == "catapult":
            for other in others:
                targets = sorted(self.free_of(other))
                if targets:
                    self.token[(yield from self._which(seat, "target", targets))] = DAMAGE
        if name in {"prison", "mercenary_camp"}:
            for _ in range(1 if name == "prison" else 2):
                able = sorted(q for q in others if any(self.families[q].standing))
                victim = (yield Question(seat, "victim", able, done=name == "mercenary_camp")) if able else None
                if victim is None:
                    break
                colours = [k for k in COLOURS if self.families[victim].standing[k]]
                self._lie_down(victim, (yield from self._which(seat, "resting", colours)))
                family.money += 2 if name == "mercenary_camp" else 0
            family.money += 2 if name == "prison" else 0

    def _with_cards(self, seat: int, name: str) -> Play:
        family = self.families[seat]
        if name in {"reliquary", "archive"}:
            yield from self._put_one_back(seat)
        if name == "reliquary":
            family.money += 4
        if name == "archive":
            card = yield from self._which(seat, "open_card", sorted(top for top in self.tops if top != NONE))
            self.tops[self.tops.index(card)] = NONE
            family.hand.append(card)
        if name == "scriptorium":
            deck = yield from self._which(seat, "low_deck", [deck for deck in (0, 3, 6) if self.left(deck)])
            yield from self._draw(seat, deck)
        if name == "workshop":
            cards = self.playable(seat, 1)
            if cards:
                yield from self._place(seat, (yield from self._which(seat, "play", cards)), 1)

    def _with_events(self, seat: int, name: str) -> Play:
        family = self.families[seat]
        if name in FIGHTING:
            yield from self._fight(seat)
        if name == "fort_2":
            yield from self._may_fight(seat)
        if name == "bulwark":
            yield from self._build_rampart(seat)
            family.money += 3
        if name == "siege_camp":
            able = sorted(event for event in self.queue if self.coins[event] < self.happens[event][2])
            event = yield from self._which(seat, "pushed", able)
            self.coins[event] += 1
            family.money += self.coins[event]
        if name in {"ballista", "trebuchet"}:
            pushed: list[int] = []
            for _ in range(2 if name == "ballista" else 3):
                able = sorted(event for event in self.queue if event not in pushed)
                event_ = (yield Question(seat, "pushed", able, done=bool(pushed))) if able else None
                if event_ is None:
                    break
                pushed.append(event_)
            for event in pushed:
                self._add_coin(event)
            yield from self._strike(seat, [event for event in self.queue if event in pushed], everybody=False)

    # -- scores --------------------------------------------------------------------------------------------------

    def scores(self) -> list[int]:
        """What everybody has at the end."""
        found = [
            sum(self.cards[c].points for stack in family.stacks.values() for c in stack) + len(family.wall)
            for family in self.families
        ]
        built = [{self.name(c) for c in family.visible if self.cards[c].type == PRESTIGE} for family in self.families]
        values = {card.name: card for card in self.cards}
        for name in set[str]().union(*built):
            self.seen[f"scored: {name}"] += 1
            for seat, own in enumerate(built):
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
