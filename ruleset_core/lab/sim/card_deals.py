"""Games into which a card is dealt, or kept out of: the piles it may lie in are shuffled anew until it lies where it comes up, or where it does not.

In Troyes nine of 27 activities are dealt when a game begins. Game 7 of a seed with card 12 is game 7, but for `activities`, shuffled otherwise:

    draw 0 of `activities`, as game 7 has it    card 12 is the 14th: it stays in the box     no
    draw 1                                      the 21st                                          no
    draw 2                                      the 4th: it lies on the board from round 2 on     this one is played

Each draw is as good as any other, so those that are kept are the games in which the card comes up, no more likely one way than another. All
other luck (dice, other piles, what bots choose by lot) stays that of game 7: with and without the card, and with figures that are
others, the same game makes a pair.

Where a card comes up is learned from some games: of each place that cards of its kind have at the first decision, how often the card there came out
by the end. So nothing has to be known of how a game uses its piles. In a deck that is drawn from all the time, the first places do.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Literal

from ruleset_core import Core, RulesetError

if TYPE_CHECKING:
    from ruleset_core import Game, State
    from ruleset_core.lab.sim.plans import GameRow, SimulationPlan

Place = tuple[int, int]
"""A list of the state and a place in it, from 0; (-1, -1) for no list."""

LEARNED: Final = 40
"""Games from which it is learned where cards come up."""
SEEN: Final = 5
"""How often a card must have lain in a place for that to say anything."""
COMES: Final = 0.8
"""A card comes up from a place in at least so many of these games."""
STAYS: Final = 0.2
"""A card is kept out by a place from which it comes up in at most so many."""
ALWAYS: Final = 0.95
"""A card that comes up in so many games anyway need not be dealt."""
DRAWS: Final = 400
"""Draws that are looked at to see where a card may lie."""
MOST_DRAWS: Final = 20_000
"""Most draws for one game."""


@dataclass(frozen=True, slots=True)
class CardDeal:
    """How a card is dealt into every game of a plan, or kept out of it.

    Attributes:
        card: its id.
        inside: whether it is dealt; else it is kept out.
        streams: the piles that are shuffled anew.
        places: where it must lie at the first decision.
    """

    card: str
    inside: bool
    streams: tuple[str, ...]
    places: frozenset[Place]

    def redrawn(self, core: Core, plan: SimulationPlan, number: int) -> dict[str, int]:
        """Which draw of its piles a game of a plan is played with.

        Raises:
            RulesetError: none will do.
        """
        pieces = _Pieces(core.game, self.card)
        for draw in range(MOST_DRAWS):
            drawn = dict.fromkeys(self.streams, draw)
            state = core.new(len(plan.seats), plan.seed, plan.options, number, drawn)
            lies = pieces.places(state)
            if any(each in self.places for each in lies) if self.inside else all(each in self.places for each in lies):
                return drawn
        raise RulesetError(f"`{self.card}` cannot be dealt in game {number} of seed {plan.seed}")

    def as_data(self) -> dict[str, Any]:
        """As plain data."""
        return {"card": self.card, "inside": self.inside, "streams": self.streams, "places": sorted(self.places)}

    @staticmethod
    def from_data(told: Mapping[str, Any]) -> CardDeal:
        """The deal of plain data."""
        places = frozenset((int(zone), int(place)) for zone, place in told["places"])
        return CardDeal(str(told["card"]), bool(told["inside"]), tuple(told["streams"]), places)


Refusal = Literal["always", "never", "later"]


@dataclass(frozen=True, slots=True)
class DealChance:
    """Whether a card can be dealt into every game, and kept out.

    Attributes:
        share: in how many of the games it comes up anyway, out of 1.
        into, out: how it is dealt, or kept out; None where that cannot be done.
        refusal: why it cannot be dealt: it is in every game anyway, it never comes up, or what is drawn after the first decision decides.
    """

    share: float
    into: CardDeal | None
    out: CardDeal | None
    refusal: Refusal | None


class _Pieces:
    """Where the pieces of a card lie."""

    def __init__(self, game: Game, card: str) -> None:
        v = game.program.vocabulary
        self.kind = game.program.cards[card].kind
        lies = v.fields.get(f"{self.kind}.at")
        ids = v.domains[self.kind].ids
        pieces = [piece for piece, name in enumerate(ids) if name.partition("#")[0] == card]
        self._at = [] if lies is None else [(lies.offset + piece, piece) for piece in pieces]

    def places(self, state: State) -> list[Place]:
        """Where each lies."""
        found = list[Place]()
        for at, piece in self._at:
            zone = state.v[at]
            found.append((zone, state.z[zone].index(piece)) if zone >= 0 else (-1, -1))
        return found


def learning_plan(core: Core, plan: SimulationPlan) -> SimulationPlan:
    """The games from which it is learned where the cards of a plan come up: nobody in them thinks long."""
    quick = "easy" if core.executor == "core" else "random"
    seats = plan.seats if set(plan.seats) <= {"random", "easy"} else (quick,) * len(plan.seats)
    return replace(plan, seats=seats, games=LEARNED, sheets=0, stories=0, courses=0, counts=True, deal=None, moments=())


def deal_chance(core: Core, plan: SimulationPlan, card: str, learned: Sequence[GameRow]) -> DealChance:
    """Whether a card can be dealt into every game of a plan, and kept out of it; `learned` are the games of `learning_plan`."""
    pieces, v = _Pieces(core.game, card), core.game.program.vocabulary
    share, rates = _rates(core, plan, card, learned)
    streams = tuple(each for each in core.game.program.streams if each in v.zones and v.zones[each].kind == pieces.kind)
    if share >= ALWAYS:
        return DealChance(share, None, None, "always")
    lies = Counter[Place]()
    for draw in range(DRAWS if streams else 1):
        begun = core.new(len(plan.seats), plan.seed, plan.options, 0, dict.fromkeys(streams, draw))
        lies.update(pieces.places(begun))
    inside = frozenset(place for place in lies if rates.get(place, 0.0) >= COMES)
    outside = frozenset(place for place in lies if rates.get(place, 1.0) <= STAYS)
    into = CardDeal(card, True, streams, inside) if inside and streams else None
    out = CardDeal(card, False, streams, outside) if outside and streams else None
    return DealChance(share, into, out, None if into else "later" if share else "never")


def _rates(core: Core, plan: SimulationPlan, card: str, learned: Sequence[GameRow]) -> tuple[float, dict[Place, float]]:
    """In what share of some games a card comes up, and how often cards of its kind do from where they lie at first."""
    cards, players, kind = core.game.card_ids(), len(plan.seats), core.game.program.cards[card].kind
    ours = {each: _Pieces(core.game, each) for each in cards if core.game.program.cards[each].kind == kind}
    seen, came, with_it = Counter[Place](), Counter[Place](), 0
    for row in learned:
        assert row.counts is not None
        begun, numbers = (
            core.new(players, plan.seed, plan.options, row.number),
            memoryview(row.counts).cast("H").tolist(),
        )
        for place, each in enumerate(cards):
            if each not in ours:
                continue
            dealt, lies = sum(numbers[place : len(cards) * (players + 1) : len(cards)]), ours[each].places(begun)
            with_it += each == card and dealt > 0
            if dealt in {0, len(lies)}:  # of several copies it is not known which of them came up
                seen.update(lies)
                came.update(lies if dealt else ())
    return with_it / len(learned), {place: came[place] / count for place, count in seen.items() if count >= SEEN}
