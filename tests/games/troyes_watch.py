"""The bookkeeping of Troyes: what is conserved in every state, and a model of its own of where money comes from and goes.

The model reads choices and the state before them, and knows of the rules only what it says itself. It is exact but for
events that take money while others that push citizens or remove events act in the same round.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from ruleset_core import State
from tests.games.watching import Sight

CITIZENS = 12
GREY_CITIZENS = 8
DICE_OF_A_COLOUR = 6
LONGEST_MENU = 30
MOST_INFLUENCE = 20
PALACE, BISHOPRIC, CITY_HALL = range(3)
WIDTHS = {PALACE: 1, BISHOPRIC: 2, CITY_HALL: 3}
SALARIES = {PALACE: 2, BISHOPRIC: 1, CITY_HALL: 0}
NONE = -1
YELLOW = 2
AGAIN = {"reroll", "flip", "recruit"}
"""After these the same seat goes on."""

Range = tuple[int, int]
"""The least and the most an amount may be."""
Choice = tuple[int, str, int | None]
"""A seat, a decision and what was picked."""


def lost(money: Range, amount: Range) -> Range:
    """What is left after a loss: nobody has less than nothing."""
    return max(0, money[0] - amount[1]), max(0, money[1] - amount[0])


def enter(buildings: list[list[int]], building: int, value: int, citizen: int) -> None:
    """A citizen enters the row of a value at its left end, and pushes those before the first gap."""
    stand, width = buildings[building], WIDTHS[building]
    start = (value - 1) // width * width
    row = stand[start : start + width]
    gap = row.index(NONE) if NONE in row else width - 1
    stand[start : start + width] = [citizen, *row[:gap], *row[gap + 1 :]]


@dataclass
class Turn:
    """One turn of a seat: what it chose, and what it looked like when it began."""

    seat: int
    task: str
    money: list[int]
    denier: list[int]
    stalls: list[int]
    square: list[int]
    left: int
    pips: list[int]
    home: list[int]
    buildings: list[list[int]]
    passed: list[bool]
    chosen: list[tuple[str, int | None]] = field(default_factory=list)

    def of(self, decision: str) -> list[int]:
        """What was chosen in a decision, all its answers but `done`."""
        return [value for name, value in self.chosen if name == decision and value is not None]


class TroyesWatch:
    """One game of Troyes."""

    def __init__(self, sight: Sight, state: State) -> None:
        self.sight = sight
        self.grey = sight.ids("family").index("grey")
        self.tasks = sight.ids("task")
        self.events = sight.ids("event")
        self.cards = sight.ids("activity")
        self.building = sight.fact("space", "building")
        self.place = sight.fact("space", "place")
        self.hire = sight.fact("activity", "hire")
        self.cubed = [each != NONE for each in sight.fact("activity", "cube")]
        self.slots = sight.fact("activity", "slots")
        self.banners = sight.fact("event", "banners")
        self.die_colours = sight.fact("die", "colour")
        self.turn: Turn | None = None
        self.last = self._money(state)
        self.round = 0
        self.row = sight.zone(state, "row")[:]
        self.stands = sight.table(state, "stands")

    # -- every state ---------------------------------------------------------------------------------------------

    def look(self, state: State) -> Iterator[str]:
        """What is conserved."""
        sight = self.sight
        for kind in ("die", "activity", "event", "character"):
            yield from sight.each_in_one_zone(state, kind)
        yield from sight.within_bounds(state)
        yield from self._citizens(state)
        yield from self._dice(state)
        yield from self._events(state)
        yield from self._cathedral(state)
        yield from self._cards(state)
        if len(state.options) > LONGEST_MENU:
            yield f"a menu of {len(state.options)} options"
        for seat in range(state.n):
            if sight.held(state, seat, "influence") > MOST_INFLUENCE:
                yield f"seat {seat} has too much influence"

    def _citizens(self, state: State) -> Iterator[str]:
        sight = self.sight
        stands, lying = sight.table(state, "stands"), sight.table(state, "lying")
        places = Counter(who for row in stands for who in row)
        places.update(family for row in lying for family, lies in enumerate(row) if lies)
        for seat in range(state.n):
            tradesmen = sum(stall > 0 for stall in sight.field(state, "stall", seat))
            known = places[seat] + tradesmen + sight.held(state, seat, "citizen") + sight.held(state, seat, "reserve")
            if known != CITIZENS:
                yield f"seat {seat} has {known} citizens"
        grey = places[self.grey] + sight.field(state, "grey_supply")[0]
        if grey != GREY_CITIZENS:
            yield f"there are {grey} grey citizens"
        if strangers := places.keys() - {NONE, self.grey, *range(state.n)}:
            yield f"citizens of players that are not there: {strangers}"

    def _dice(self, state: State) -> Iterator[str]:
        sight = self.sight
        homes = sight.field(state, "home")
        box, square, group = (sight.zone(state, name) for name in ("box", "square", "group"))
        if any(homes[die] != NONE for die in box) or any(homes[die] == NONE for die in square + group):
            yield f"dice of the box have districts, or others none: {homes}"
        colours = Counter(self.die_colours[die] for die in box + square + group)
        if set(colours.values()) != {DICE_OF_A_COLOUR}:
            yield f"dice by colour: {colours}"
        if set(homes) - {NONE, self.grey, *range(state.n)}:
            yield f"dice in districts that are not there: {homes}"

    def _events(self, state: State) -> Iterator[str]:
        row = self.sight.zone(state, "row")
        for event, cubes in enumerate(self.sight.table(state, "banner")):
            laid = len(list(takewhile(lambda cube: cube != NONE, cubes)))
            if any(cube != NONE for cube in cubes[laid:]):
                yield f"gaps between cubes on {self.events[event]}: {cubes}"
            if laid and event not in row:
                yield f"cubes on {self.events[event]}, which is not in the row"
            if laid >= self.banners[event]:
                yield f"all banners of {self.events[event]} are covered, but it is not countered"

    def _cathedral(self, state: State) -> Iterator[str]:
        levels = self.sight.table(state, "cathedral")
        for value, column in enumerate(zip(*levels, strict=True), start=1):
            if sorted(column, key=lambda cube: cube == NONE) != list(column):
                yield f"a gap in column {value} of the cathedral: {column}"

    def _cards(self, state: State) -> Iterator[str]:
        sight = self.sight
        market = set(sight.zone(state, "market"))
        taken: set[tuple[int, int]] = set()
        for seat in range(state.n):
            cubes, stalls = sight.field(state, "cubes", seat), sight.field(state, "stall", seat)
            for card, stall in enumerate(stalls):
                if (stall or cubes[card]) and card not in market:
                    yield f"somebody works at {self.cards[card]}, which is not in play"
                if cubes[card] and not self.cubed[card]:
                    yield f"cubes on {self.cards[card]}"
                if stall and stall != 9:
                    if stall > len(self.slots[card]) or (card, stall) in taken:  # type: ignore[arg-type]
                        yield f"space {stall} of {self.cards[card]} is not there, or taken twice"
                    taken.add((card, stall))

    # -- money ---------------------------------------------------------------------------------------------------

    def _money(self, state: State) -> list[int]:
        """What every seat has, with what lies in its district."""
        return [
            self.sight.held(state, seat, "denier") + self.sight.held(state, seat, "purse") for seat in range(state.n)
        ]

    def before(self, state: State, option: int) -> None:
        """A turn begins with the choice of an action."""
        name, value = self.sight.meant(option)
        self.row = self.sight.zone(state, "row")[:]
        self.stands = self.sight.table(state, "stands")
        if name == "action" and value is not None:
            self.turn = self._begun(state, self.tasks[value])

    def _begun(self, state: State, task: str) -> Turn:
        sight, square = self.sight, self.sight.zone(state, "square")
        return Turn(
            state.seat, task, self._money(state), [sight.held(state, seat, "denier") for seat in range(state.n)],
            sight.field(state, "stall", state.seat), square[:], len(square),
            sight.field(state, "pips"), sight.field(state, "home"), sight.table(state, "stands"),
            [bool(sight.field(state, "passed", seat)[0]) for seat in range(state.n)],
        )  # fmt: skip

    def after(self, state: State, seat: int, option: int) -> Iterator[str]:
        """Whoever has other money than the model says, and buildings that are not as they should be."""
        choices = self.sight.taken(state, seat, option)
        began, turn = self.round, self.turn
        self.round = 0 if state.phase == "placement" else self.sight.field(state, "round")[0]
        again = [place for place, (_, name, _) in enumerate(choices) if place and name == "action"]
        if turn is not None:
            own = choices[: again[0]] if again else choices
            turn.chosen += [(name, value) for _, name, value in own if name != "action"]
        if state.decision is not None and state.decision.name != "action" and self.round == began and not again:
            if turn is None and self._money(state) != self.last:  # placement, defence
                yield f"money changed from {self.last} to {self._money(state)} for no reason"
            return
        money = [(each, each) for each in (self._turn(turn, state.n) if turn is not None else self.last)]
        forced = [choices[place] for place in again]
        if turn is not None:
            forced = self._others(turn.seat - (turn.task in AGAIN), turn.passed, turn.left, money, forced)
            buildings = turn.buildings
        else:
            if self.round == began:  # black dice were faced
                starter = self.sight.field(state, "starter")[0]
                forced = self._others(
                    starter - 1, [False] * state.n, len(self.sight.zone(state, "square")), money, forced
                )
            buildings = self.stands
            for who, name, value in choices:
                if name == "space" and value is not None:
                    buildings[self.building[value]][self.place[value] - 1] = who
        if self.round != began and not state.over:
            money = self._new_round(state, buildings, money, forced)
        elif forced:
            yield f"choices nobody expected: {forced}"
        elif buildings != self.sight.table(state, "stands"):
            yield f"in the buildings stand {self.sight.table(state, 'stands')}, not {buildings}"
        there = self._money(state)
        for each, (least, most) in enumerate(money):
            if not least <= there[each] <= most:
                task = f"{turn.task} {turn.chosen} of seat {turn.seat}" if turn else "the round"
                yield f"seat {each} has {there[each]} deniers, not {least} to {most}: {task}, before {self.last}"
        if self.round not in {began, began + 1}:
            yield f"round {self.round} follows round {began}"
        self.turn, self.last = None, there

    def _others(
        self, seat: int, passed: list[bool], left: int, money: list[Range], forced: list[Choice]
    ) -> list[Choice]:
        """Seats that pass because they can do nothing else, and those that have passed, until the next is asked.

        Gives the forced choices that come later still.
        """
        passed = passed[:]
        while left and not all(passed):
            seat = (seat + 1) % len(passed)
            gained = 1
            if not passed[seat]:
                if not forced or forced[0] != (seat, "action", self.tasks.index("pass")):
                    break
                forced, gained, passed[seat] = forced[1:], 2, True
            money[seat] = (money[seat][0] + gained, money[seat][1] + gained)
        return forced

    def _turn(self, turn: Turn, players: int) -> list[int]:
        """What every seat has after a turn; the turn is told who stands where then, and what is left."""
        money, seat = turn.money[:], turn.seat
        if turn.task == "pass":
            money[seat] += 2
            turn.passed[seat] = True
        if turn.task in AGAIN or turn.task == "pass":
            return money
        dice, times, helper = self._dice_taken(turn), (turn.of("times") or [1])[0], turn.of("cube")
        turn.left -= len(dice)
        cube = self.cards[helper[0]] if helper else ""
        bought = Counter(turn.home[die] for die in dice if turn.home[die] != seat)
        if cube == "tithe":  # one die of each other district is free
            bought = Counter({home: number - 1 for home, number in bought.items()})
        wages = [2 * len(dice) * bought[other] for other in range(players)]
        money[seat] -= 2 * len(dice) * bought.total()
        money[:] = [each + wage for each, wage in zip(money, wages, strict=True)]
        for space in turn.of("standing"):
            turn.buildings[self.building[space]][self.place[space] - 1] = NONE
        if turn.task == "settle":
            enter(turn.buildings, turn.of("building")[0], turn.pips[dice[0]], seat)
        if turn.task == "farm":
            money[seat] += self._power(dice, turn.pips, cube) // 2
        if turn.task == "activate":
            card = turn.of("activity")[0]
            if not turn.stalls[card]:
                money[seat] -= self.hire[card]
            denier = [each + wage for each, wage in zip(turn.denier, wages, strict=True)]
            rest = [die for die in turn.square if die not in dice]
            self._card(self.cards[card], turn, money, times, denier, rest)
        return money

    def _dice_taken(self, turn: Turn) -> list[int]:
        """The dice chosen, by what they show; like ones are as good as each other."""
        keys, left, found = self.sight.v.decisions["die"].keys, turn.square[:], []
        for number in turn.of("die"):
            colours, values, homes = (self.sight.v.members(key.type) for key in keys)
            rest, home = divmod(number, len(homes))
            colour, pips = divmod(rest, len(values))
            shown = (colours[colour], values[pips], homes[home])
            die = next(each for each in left if (self.die_colours[each], turn.pips[each], turn.home[each]) == shown)
            left.remove(die)
            found.append(die)
        return found

    def _power(self, dice: list[int], pips: list[int], cube: str) -> int:
        """The total of dice with a cube that modifies yellow work."""
        each = {
            "monk": lambda die: 3 * pips[die],
            "priest": lambda die: pips[die] + 3,
            "apprenticeship": lambda _: 5,
            "confession": lambda die: pips[die] + 2,
        }.get(cube, lambda die: pips[die])
        return sum(map(each, dice))

    def _card(self, card: str, turn: Turn, money: list[int], times: int, denier: list[int], rest: list[int]) -> None:
        """What a card itself does with money; `denier` is what others have at hand, `rest` the dice that are left."""
        seat, paid = turn.seat, sum(turn.of("payments"))
        hall = turn.buildings[CITY_HALL]
        for other in range(len(money)):
            if card == "tax_collector" and other != seat:
                tax = min(denier[other], times * hall.count(other))
                money[other] -= tax
                money[seat] += tax
        money[seat] += {
            "artisan": 6 * paid,
            "merchant": 2 * times,
            "miller": sum(2 * turn.buildings[building].count(seat) for building in turn.of("mill")),
            "innkeeper": -paid,
            "journeyman": -3 * paid,
            "goldsmith": 2 * times,
            "mercenary": 3 * times,
            "tax_collector": times * hall.count(self.grey),
            "baker": times * sum(self.die_colours[die] == YELLOW for die in rest),
        }.get(card, 0)

    def _new_round(
        self, state: State, buildings: list[list[int]], money: list[Range], forced: list[Choice]
    ) -> list[Range]:
        """Ten deniers, salaries, and events that take some; `buildings` at the end of the round before."""
        now = self.sight.table(state, "stands")
        before, row = ({self.events[event] for event in each} for each in (self.row, self.sight.zone(state, "row")))
        found = []
        for seat, (least, most) in enumerate(money):
            salaries = sum(SALARIES[building] * stand.count(seat) for building, stand in enumerate(buildings))
            left = lost((least + 10, most + 10), (salaries, salaries))
            hall = sorted((buildings[CITY_HALL].count(seat), now[CITY_HALL].count(seat)))
            for event, taken in (("drought", (hall[0], hall[1])), ("civil_war", (3, 3))):
                if event in row:
                    left = lost(left, taken)
                elif event in before:  # countered by another event, before or after it acted
                    left = lost(left, (0, taken[1]))
            more = len(forced) * (2 + 9 * state.n)  # who can only pass at once, and what lies in the district then
            found.append((left[0], left[1] + more))
        return found

    def end(self, state: State) -> Iterator[str]:
        """After two rounds more than there are players."""
        if self.sight.field(state, "round")[0] != state.n + 2:
            yield f"over in round {self.sight.field(state, 'round')[0]}"
        if any(self.sight.held(state, seat, "purse") for seat in range(state.n)):
            yield "deniers were left in a district"
