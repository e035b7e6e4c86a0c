"""The cards, events and spaces of Tournay, from the lists of its cards; what is asked and answered."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
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
    (YELLOW, 2): "covered_market* exchange guildhall surveyor toll_house- workshop- brewery+ fair+ | alderman master_builder banker+",
    (WHITE, 1): "monastery library chapel* infirmary pilgrim_hostel- scriptorium- reliquary+ | canon almoner hermit+ cantor+",
    (WHITE, 2): "abbey cloister* chapter_house tithe_barn treasury- school- archive+ alms_house+ | bishop abbot provost+",
    (RED, 1): "arsenal ballista barracks fort* stable- watchtower- catapult+ siege_camp+ | knight sentry knight_x+",
    (RED, 2): "fort_2* garrison armoury trebuchet prison- drill_yard- bulwark+ mercenary_camp+ | avoue captain veteran+",
}  # fmt: skip
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
        "a citizen of an opponent was used", "worked for a character alone",
        "an empty place of the queue was filled", "a covered prestige building was scored",
    }  # fmt: skip


def where(space: int) -> tuple[int, int]:
    """The row and column of a space."""
    return divmod(space, WIDTH)


def in_line(one: int, two: int) -> bool:
    """Whether two spaces are different ones of a row or column."""
    return one != two and (one // WIDTH == two // WIDTH or one % WIDTH == two % WIDTH)
