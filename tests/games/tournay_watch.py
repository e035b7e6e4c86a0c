"""The bookkeeping of Tournay: what is conserved in every state, and a second game in Python that is played along.

Every choice is also made in `tournay_model`, which says who is asked next, what may be answered, and what everybody has
then, to the last denier; at the end it works out the scores by itself. What is conserved is counted in the states alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

from ruleset_core import State
from tests.games.tournay_model.cards import (
    BUILDING,
    CITIZEN,
    COLOURS,
    CRIER,
    EVENTS,
    HAND,
    NONE,
    OF_A_COLOUR,
    PRESTIGE,
    WIDTH,
    Question,
    all_cards,
    where,
)
from tests.games.tournay_model.course import Tournay
from tests.games.watching import Sight

DECKS = 9
OF_A_DECK = 10
OWN = ("hand", "chosen", "revealed", "returned", "district")
"""Where cards lie that are somebody's."""
VEILED = ("play", "keep", "last", "last_space")
"""Questions that are asked even if there is one answer: how many there are may hang on a hand."""
AT_TIMES = ("worker", "model", "task", "building")
"""Questions that are so where a building on the table does something only with a card in hand that can be paid for."""
EAGER = 0.9
"""How often builders do what they are after."""
FEW = 2
"""Builders draw when they have no more cards than this."""


class TournayWatch:
    """One game of Tournay."""

    def __init__(self, sight: Sight, state: State, seen: Counter[str] | None = None) -> None:
        self.sight, self.seen = sight, Counter[str]() if seen is None else seen
        lists = all_cards()
        self.ids, self.events = sight.ids("activity"), sight.ids("event")
        self.cards = [lists[name] for name in self.ids]
        self.deck_of = [3 * card.colour + card.level - 1 for card in self.cards]
        self.circles = [EVENTS[name][2] for name in self.events]
        purse = sight.ids("dependence").index("on_the_purse")
        self.on_the_purse = [each == purse for each in sight.fact("activity", "depends")]
        self.copies = [each != NONE for each in sight.fact("activity", "copies_from")]
        self.expert = bool(state.ask("option.expert"))
        self.box = sorted(sight.zone(state, "box"))
        self.in_box = [5 if self.expert else 3, 1 if self.expert else 2]
        self.wrong = list(self._as_set_up(state))
        self.last: list[list[int]] = []
        self.town = Tournay(
            self.ids, self.events, state.n, sight.field(state, "starter")[0],
            [deck[:] for deck in sight.zones(state, "deck")],
            sight.zone(state, "queue") + sight.zone(state, "event_deck"), self.seen, expert=self.expert,
            covered_builder=bool(state.ask("option.covered_builder")),
        )  # fmt: skip
        self.course = self.town.play()
        self.pending: Question | None = next(self.course)
        self.choices = 0
        self.wrong += self._follow(state, sight.taken(state, state.seat, state.options[0])[1:])

    def _as_set_up(self, state: State) -> Iterator[str]:
        """The right cards are in the game."""
        extra = bool(state.ask("option.expert or option.expert_cards"))
        out = "-" if extra else "+"
        box = [place for place, card in enumerate(self.cards) if card.edition == out]
        if box != self.box:
            yield f"in the box are {[self.ids[card] for card in self.box]}"

    # -- every state ---------------------------------------------------------------------------------------------

    def look(self, state: State) -> Iterator[str]:
        """What is conserved."""
        yield from self.wrong
        sight = self.sight
        yield from sight.each_in_one_zone(state, "event")
        for seat in range(state.n):
            if sight.held(state, seat, "denier") < 0:
                yield f"seat {seat} has less than no deniers"
        yield from self._events(state)
        token = sight.field(state, "token")
        yield from self._citizens(state, token)
        district = [sight.field(state, "site"), sight.field(state, "covered"), token]
        now = [*district, *(zone[:] for zone in state.z)]
        if now != self.last:  # some choices move no card
            self.last = now
            yield from sight.each_in_one_zone(state, "activity")
            yield from self._decks(state)
            replacing = any(sight.zone(state, "returned", seat) for seat in range(state.n))
            for seat in range(0 if replacing else state.n):
                yield from self._district(state, seat, *district)

    def _citizens(self, state: State, token: list[int]) -> Iterator[str]:
        supply = self.sight.field(state, "supply")
        standing = [self.sight.field(state, "standing", seat) for seat in range(state.n)]
        lying = [self.sight.field(state, "lying", seat) for seat in range(state.n)]
        working = [0] * 3
        for card in [card for card, on in enumerate(token) if on == CITIZEN]:
            working[self.cards[card].colour] += 1
        board, each = self.in_box
        for k in COLOURS:
            known = supply[k] + working[k] + sum(row[k] for row in standing) + sum(row[k] for row in lying)
            box = OF_A_COLOUR - board - each * state.n
            if known + box != OF_A_COLOUR:
                yield f"there are {known} citizens of colour {k} and {box} in the box"
        if min(map(min, [supply, *standing, *lying])) < 0:
            yield f"citizens on the board {supply}, standing {standing}, lying {lying}"

    def _events(self, state: State) -> Iterator[str]:
        sight = self.sight
        queue, coins, slot = sight.zone(state, "queue"), sight.field(state, "coins"), sight.field(state, "slot")
        if len(queue) != 3 and sight.zone(state, "event_deck"):
            yield f"{len(queue)} events in the queue, and more in the deck"
        if any(not 0 <= each <= self.circles[event] for event, each in enumerate(coins)):
            yield f"coins on events: {coins}"
        if any(each and event not in queue for event, each in enumerate(coins)):
            yield f"coins on an event that is not in the queue: {coins}"
        slots = [slot[event] for event in queue]
        if slots != sorted({*slots} - {0}) or sum(map(bool, slot)) != len(queue):
            yield f"events of the queue in the slots {slots}"

    def _decks(self, state: State) -> Iterator[str]:
        sight = self.sight
        decks, tops, criers = sight.zones(state, "deck"), sight.zones(state, "top"), sight.zone(state, "criers")
        found = [0] * DECKS
        for place, (deck, top) in enumerate(zip(decks, tops, strict=True)):
            found[place] += len(deck) + len(top)
            if any(self.deck_of[card] != place for card in deck + top):
                yield f"cards of other decks in deck {place}"
            if len(top) > 1:
                yield f"{len(top)} face-up cards on deck {place}"
        looked = [card for seat in range(state.n) for card in sight.zone(state, "looked", seat)]
        own = [c for name in OWN for seat in range(state.n) for c in sight.zone(state, name, seat)]
        for card in own + looked + criers:
            found[self.deck_of[card]] += 1
        if found != [OF_A_DECK] * DECKS:
            yield f"cards of the decks: {found}"
        if any(self.cards[card].type != CRIER for card in criers) or len({*criers}) < len(criers):
            yield f"criers are {self._names(criers)}"
        if any(self.cards[card].type == CRIER for card in own + [card for top in tops for card in top]):
            yield "a crier lies face up, or somebody has it"
        if sorted(sight.zone(state, "box")) != self.box:
            yield "cards have come out of the box, or gone into it"

    def _district(
        self, state: State, seat: int, site: list[int], covered: list[int], token: list[int]
    ) -> Iterator[str]:
        cards = self.sight.zone(state, "district", seat)
        visible = [card for card in cards if not covered[card]]
        spaces = {site[card] for card in cards}
        if NONE in spaces or len(visible) != len(spaces) or {site[card] for card in visible} != spaces:
            yield f"seat {seat} has {len(visible)} visible cards on {len(spaces)} spaces"
        if len({(site[card], self.cards[card].colour) for card in cards}) != len(spaces):
            yield f"seat {seat} has cards of several colours on a space"
        taken = self.sight.field(state, "taken", seat)
        if [place for place, each in enumerate(taken) if each] != sorted(spaces):
            yield f"seat {seat} has cards on {sorted(spaces)}, taken are {taken}"
        if spaces:
            yield from self._shape(seat, spaces)
        prestige = [self.cards[card].name for card in cards if self.cards[card].type == PRESTIGE]
        if len({*prestige}) < len(prestige):
            yield f"seat {seat} has two prestige buildings of a name: {prestige}"
        if any(token[card] != NONE and (covered[card] or self.cards[card].type != BUILDING) for card in cards):
            yield f"something is on cards of seat {seat} that are no visible buildings"
        if seat == 0:
            everywhere = {card for each in range(state.n) for card in self.sight.zone(state, "district", each)}
            placed = {card for card, each in enumerate(site) if each != NONE}
            marked = {card for card, on in enumerate(token) if on != NONE or covered[card]}
            if placed != everywhere or not marked <= everywhere:
                yield f"{self._names(list(placed ^ everywhere | marked - everywhere))} have a place where they are not"

    def _shape(self, seat: int, spaces: set[int]) -> Iterator[str]:
        rows, columns = {space // WIDTH for space in spaces}, {space % WIDTH for space in spaces}
        if max(rows) - min(rows) > 2 or max(columns) - min(columns) > 2:
            yield f"the district of seat {seat} is longer than three: {spaces}"
        left = set(spaces)
        reached = [left.pop()]
        while reached:
            row, column = where(reached.pop())
            steps = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
            new = left & {WIDTH * r + c for r, c in steps if 0 <= c < WIDTH}
            left -= new
            reached += new
        if left:
            yield f"the district of seat {seat} is in pieces: {spaces}"

    # -- choices -------------------------------------------------------------------------------------------------

    def before(self, state: State, option: int) -> None:
        """The model needs nothing but the choice itself."""

    def after(self, state: State, seat: int, option: int) -> Iterator[str]:
        """The model makes the same choices, and comes to the same question and the same state."""
        self.choices += 1
        yield from self._follow(state, self.sight.taken(state, seat, option))

    def _follow(self, state: State, choices: list[tuple[int, str, int | None]]) -> Iterator[str]:
        for place, (who, name, value) in enumerate(choices):
            asked = self.pending
            if asked is None:
                yield f"seat {who} was asked {name} when the game was over"
                return
            if (who, name) != (asked.seat, asked.name):
                yield f"seat {who} was asked {name}, not seat {asked.seat} {asked.name} {asked.values}"
                return
            if value is None if not asked.done else value is not None and value not in asked.values:
                yield f"seat {who} took {name} {value}, of {asked.values}"
                return
            if place and (len(asked.values) + asked.done > 1 or name in VEILED):
                yield f"seat {who} was not asked {name}, which may be {asked.values}"
                return
            self._advance(value)
        yield from self._compare_question(state)
        yield from self._compare_state(state)

    def _advance(self, value: int | None) -> None:
        try:
            self.pending = self.course.send(value)
        except StopIteration:
            self.pending = None

    def _compare_question(self, state: State) -> Iterator[str]:
        asked, decision = self.pending, state.decision
        if asked is None or decision is None:
            if asked is not None:
                yield f"the game is over, but seat {asked.seat} should be asked {asked.name} {asked.values}"
            if decision is not None:
                yield f"the game should be over, but seat {state.seat} is asked {decision.name}"
            return
        if (state.seat, decision.name) != (asked.seat, asked.name):
            yield f"seat {state.seat} is asked {decision.name}, not seat {asked.seat} {asked.name} {asked.values}"
            return
        known = self.sight.v.decisions[asked.name]
        options = [known.base + value - known.low for value in asked.values] + [known.base + known.size] * asked.done
        if options != state.options:
            offered = [self.sight.meant(option)[1] for option in state.options]
            yield f"seat {state.seat} may answer {decision.name} with {offered}, not with {asked.values}"
        if len(options) < 2 and asked.name not in (*VEILED, *(AT_TIMES if self._hangs_on_a_hand(state) else ())):
            yield f"seat {state.seat} is asked {decision.name}, which can only be {asked.values}"
        if asked.name == "task" or (asked.name == "play" and self.town.workplace == NONE):
            yield from self._between_turns(state, asked.seat)

    def _hangs_on_a_hand(self, state: State) -> bool:
        """Whether in a district lies a building that places a card of the hand, or one that copies others."""
        lying = [card for seat in range(state.n) for card in self.sight.zone(state, "district", seat)]
        return any(self.on_the_purse[card] or self.copies[card] for card in lying)

    def _between_turns(self, state: State, seat: int) -> Iterator[str]:
        """Whoever is not at turn has four cards at most, and nothing is left on the table."""
        for each in range(state.n):
            cards = len(self.sight.zone(state, "hand", each)) + len(self.sight.zone(state, "ramparts", each))
            if each != seat and cards > HAND:
                yield f"seat {each} has {cards} cards in hand after its turn"
            if any(self.sight.zone(state, name, each) for name in ("looked", "chosen", "revealed", "returned")):
                yield f"seat {each} has cards on the table between turns"
            if any(self.sight.field(state, "cancelled", each)):
                yield f"seat {each} still has cancelled events"
        if any(self.sight.field(state, "struck")):
            yield "events are still to act"

    def _compare_state(self, state: State) -> Iterator[str]:
        sight, town = self.sight, self.town
        fields = (("supply", town.supply), ("site", town.site), ("covered", town.covered), ("token", town.token))
        for name, mine in (*fields, ("coins", town.coins)):
            theirs = sight.field(state, name)
            if theirs != mine:
                yield f"{name}: {self._difference(theirs, mine)}"
        for place, (mine, theirs) in enumerate(zip(town.decks, sight.zones(state, "deck"), strict=True)):
            if mine != theirs:
                yield f"deck {place} is {self._names(theirs)}, not {self._names(mine)}"
        for place, (top, theirs) in enumerate(zip(town.tops, sight.zones(state, "top"), strict=True)):
            if theirs != ([] if top == NONE else [top]):
                yield f"on deck {place} lies {self._names(theirs)}, not {self._names([top])}"
        for name, mine in (("criers", town.criers), ("queue", town.queue), ("event_deck", town.event_deck)):
            theirs = sight.zone(state, name)
            if theirs != mine:
                yield f"{name}: {theirs}, not {mine}"
        for seat, family in enumerate(town.families):
            money = sight.held(state, seat, "denier")
            if money != family.money:
                yield f"seat {seat} has {money} deniers, not {family.money}"
            numbers = (
                ("standing", family.standing),
                ("lying", family.lying),
                ("chosen_space", [family.chosen_space]),
                ("revealed_space", [family.revealed_space]),
            )
            for name, mine in numbers:
                theirs = sight.field(state, name, seat)
                if theirs != mine:
                    yield f"{name} of seat {seat}: {theirs}, not {mine}"
            yield from self._compare_cards(state, seat)

    def _compare_cards(self, state: State, seat: int) -> Iterator[str]:
        family = self.town.families[seat]
        for name, mine in (
            ("hand", family.hand), ("looked", family.looked), ("chosen", family.chosen), ("revealed", family.revealed), ("returned", family.returned),
            ("district", [card for stack in family.stacks.values() for card in stack]),
            ("ramparts", family.ramparts), ("wall", family.wall),
        ):  # fmt: skip
            theirs = self.sight.zone(state, name, seat)
            if theirs != mine and sorted(theirs) != sorted(mine):
                yield f"{name} of seat {seat}: {theirs}, not {mine}"

    def _names(self, cards: list[int]) -> list[str]:
        return [self.ids[card] for card in cards if card != NONE]

    def _difference(self, theirs: list[int], mine: list[int]) -> str:
        if len(mine) < len(self.ids):
            return f"{theirs}, not {mine}"
        places = [place for place, pair in enumerate(zip(theirs, mine, strict=True)) if pair[0] != pair[1]]
        return ", ".join(f"{self.ids[place]} {theirs[place]}, not {mine[place]}" for place in places)

    # -- the end -------------------------------------------------------------------------------------------------

    def end(self, state: State) -> Iterator[str]:
        """Everybody had one last turn, from the start player on, and scores are those of the rules."""
        town = self.town
        order = [town.starter, *town.others(town.starter)]
        if town.turns[-state.n :] != order or len(town.turns) % state.n:
            yield f"the last turns were {town.turns[-state.n :]}"
        mine = town.scores()
        if state.scores() != mine:
            yield f"scores are {state.scores()}, not {mine}"
        if state.winners() != town.winners():
            yield f"winners are {state.winners()}, not {town.winners()}"
        self.seen["games"] += 1
        self.seen["turns"] += len(town.turns)
        self.seen["choices"] += self.choices


def builders(sight: Sight, pick: Random, state: State) -> int:
    """An option as those take it who build: cards are placed, districts filled, prestige buildings drawn. All else is chance."""
    options = state.options
    if pick.random() > EAGER or state.decision is None:
        return pick.choice(options)
    meant = {option: value for option, (_, value) in ((option, sight.meant(option)) for option in options)}
    wanted = list[int]()
    level, stands = sight.fact("activity", "level"), sight.fact("deck_name", "level")
    match state.decision.name:
        case "play" | "last":
            wanted = [option for option, card in meant.items() if card is not None and level[card] == 3]
            wanted = wanted or [option for option, card in meant.items() if card is not None]
        case "space" | "last_space":
            taken = sight.field(state, "taken", state.seat)
            wanted = [option for option, space in meant.items() if space is not None and not taken[space]]
        case "deck":
            wanted = [option for option, deck in meant.items() if deck is not None and stands[deck] == 3]
        case "task":
            tasks = {sight.ids("task")[task or 0]: option for option, task in meant.items()}
            likes = "draw" if len(sight.zone(state, "hand", state.seat)) <= FEW else "activate"
            wanted = [tasks[each] for each in ("recruit", likes) if each in tasks][:1]
    return pick.choice(wanted or options)
