"""The bookkeeping of Masons: what is conserved in every state, and a model of its own of cities, cards and the end.

The model floods the board by itself, with nothing but which line lies beside which space; what it knows of the rules it says
itself. Every turn it works out which city the wall closes, what cards pay, how large hands are, and whether the game ends.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ruleset_core import State
from tests.games.watching import Sight

HAND = 6
NONE = -1
NOWHERE = 0
MOST_HOUSES = 3
TOWERS, HOUSES, PALACES = "towers_left", "houses_left", "palaces_left"
BEGINS = "wall"
"""What is asked where a turn begins: nothing is half done then."""
SIZES = {"city_size_1": (1, 1, 6), "city_size_2": (2, 2, 7), "city_size_3": (3, 3, 8), "city_size_7_plus": (7, 999, 9)}

Area = frozenset[int]


class Plan:
    """How the parts of the board lie together."""

    def __init__(self, sight: Sight) -> None:
        self.lines_of: Sequence[Sequence[int]] = sight.fact("space", "lines")
        self.sides: Sequence[Sequence[int]] = sight.fact("line", "spaces")
        self.ends: Sequence[Sequence[int]] = sight.fact("line", "ends")
        self.meeting: Sequence[Sequence[int]] = sight.fact("crossing", "lines")
        self.touching: Sequence[Sequence[int]] = sight.fact("crossing", "spaces")
        self.shore: Sequence[int] = sight.fact("crossing", "shore")
        self.region: Sequence[int] = sight.fact("space", "region")

    def area(self, walled: Sequence[int], start: int) -> tuple[Area, bool]:
        """The spaces that can be reached from one without crossing walls, and whether the outside can."""
        seen, open_ = {start}, [start]
        outside = False
        while open_:
            for line in self.lines_of[open_.pop()]:
                if not walled[line]:
                    beyond = self.sides[line]
                    outside = outside or len(beyond) == 1
                    new = [each for each in beyond if each not in seen]
                    seen.update(new)
                    open_ += new
        return frozenset(seen), outside

    def areas(self, walled: Sequence[int]) -> tuple[set[Area], Area]:
        """All areas that are closed, and the spaces that are open to the outside."""
        closed, free = set[Area](), set[int]()
        left = set(range(len(self.lines_of)))
        while left:
            area, outside = self.area(walled, min(left))
            left -= area
            if outside:
                free |= area
            else:
                closed.add(area)
        return closed, frozenset(free)


@dataclass
class Board:
    """What stands on the board and lies in the supply."""

    walled: list[int]
    tower: list[int]
    houses: list[list[int]]
    city: list[int]
    stands: list[int]
    city_houses: list[list[int]]
    city_palaces: list[list[int]]
    walls: int
    left: dict[str, list[int]]

    def cities(self) -> dict[int, Area]:
        """The spaces of every city."""
        return {k: frozenset(s for s, c in enumerate(self.city) if c == k) for k in set(self.city) - {NOWHERE}}


@dataclass
class Turn:
    """One turn: who builds, what the wall closes, and whether the game ends with it."""

    seat: int
    closes: set[Area]
    cities: dict[int, Area]
    neighbours: set[int]
    ends: bool
    asked: bool = False
    over: bool = False
    joined: int | None = None
    scored: list[int] = field(default_factory=list)
    swapped: list[int] = field(default_factory=list)


class MasonsWatch:
    """One game of Masons."""

    def __init__(self, sight: Sight, state: State) -> None:
        self.sight = sight
        self.plan = Plan(sight)
        self.cards = [name.partition("#")[0] for name in sight.ids("guild")]
        self.colours, self.towers = sight.ids("house_colour"), sight.ids("tower_colour")
        self.regions = sight.ids("region")
        self.scorings = sight.ids("scoring")
        self.box = {name: int(state.ask(f"{name}_in_box")) for name in ("walls", "towers", "houses", "palaces")}
        self.fields = [
            sight.v.fields[name] for name in ("walled", "tower", "houses", "city", "city_houses", "city_palaces")
        ]
        self.supplies = [sight.v.fields[name] for name in ("walls_left", TOWERS, HOUSES, PALACES)]
        self.seen: list[int] = []
        self.points = [0] * state.n
        self.hands = [HAND] * state.n
        self.owed = [(0, 0)] * state.n  # cards to be played or discarded first, cards to be drawn then
        self.exchanged = [0] * state.n
        self.turn: Turn | None = None
        self.last: list[int] = []
        self.subject = NOWHERE
        self.board = self.was = self._board(state)

    def _board(self, state: State) -> Board:
        sight = self.sight
        flat = [sight.field(state, name) for name in ("walled", "tower", "city", "stands")]
        houses, city_houses, city_palaces = (
            sight.table(state, name) for name in ("houses", "city_houses", "city_palaces")
        )
        left = {name: sight.field(state, name) for name in (TOWERS, HOUSES, PALACES)}
        walls = sight.field(state, "walls_left")[0]
        return Board(flat[0], flat[1], houses, flat[2], flat[3], city_houses, city_palaces, walls, left)

    # -- every state ---------------------------------------------------------------------------------------------

    def look(self, state: State) -> Iterator[str]:
        """What is conserved, and what holds of walls, towers, houses and cities at any time."""
        yield from self.sight.each_in_one_zone(state, "guild")
        yield from self.sight.within_bounds(state)
        if self.sight.zone(state, "discard") and not self.sight.zone(state, "deck"):
            yield "the deck has run out and the discards are not shuffled"
        asked = state.decision.name if state.decision is not None else ""
        shown = [
            value for each in (*self.fields, *self.supplies) for value in state.v[each.offset : each.offset + each.size]
        ]
        shown.append(asked == BEGINS or state.over)
        if shown == self.seen:  # nothing was built since
            return
        self.seen, self.board = shown, self._board(state)
        yield from self._conserved(self.board)
        yield from self._cities(self.board)
        yield from self._inside(self.board)
        if asked == BEGINS:
            yield from self._between_turns(self.board)

    def _conserved(self, board: Board) -> Iterator[str]:
        walls = sum(board.walled) + board.walls
        if walls != self.box["walls"]:
            yield f"there are {walls} walls"
        standing = Counter(board.tower)
        for k, colour in enumerate(self.towers):
            if standing[k] + board.left[TOWERS][k] != self.box["towers"]:
                yield f"there are {standing[k] + board.left[TOWERS][k]} {colour} towers"
        for c, colour in enumerate(self.colours):
            houses = sum(each[c] for each in board.houses + board.city_houses) + board.left[HOUSES][c]
            palaces = sum(each[c] for each in board.city_palaces) + board.left[PALACES][c]
            if houses != self.box["houses"]:
                yield f"there are {houses} {colour} houses"
            if palaces != self.box["palaces"]:
                yield f"there are {palaces} {colour} palaces"

    def _cities(self, board: Board) -> Iterator[str]:
        """A city is all that can be reached within its walls; so cities side by side have walls between them."""
        cities = board.cities()
        for k, spaces in cities.items():
            area, outside = self.plan.area(board.walled, min(spaces))
            if outside:
                yield f"city {k} is open to the outside"
            elif area != spaces:
                yield f"city {k} has the spaces {sorted(spaces)}, its walls are around {sorted(area)}"
        for place, stands in enumerate(board.stands):
            if bool(stands) != (place + 1 in cities):
                yield f"city {place + 1} {'has no space' if stands else 'has spaces, but does not stand'}"
            if not stands and any(board.city_houses[place] + board.city_palaces[place]):
                yield f"there are buildings in city {place + 1}, which does not stand"

    def _inside(self, board: Board) -> Iterator[str]:
        plan = self.plan
        for line, walled in enumerate(board.walled):
            cities = [board.city[space] for space in plan.sides[line]]
            if walled and len(cities) > 1 and cities[0] == cities[1] != NOWHERE:
                yield f"a wall within city {cities[0]}"
        for crossing, tower in enumerate(board.tower):
            if tower != NONE and not any(board.walled[line] for line in plan.meeting[crossing]):
                yield f"a tower at crossing {crossing}, where no wall is"
        for space, houses in enumerate(board.houses):
            if board.city[space] and any(houses):
                yield f"houses on space {space}, which is in a city"
            if sum(houses) > MOST_HOUSES:
                yield f"{sum(houses)} houses on space {space}"

    def _between_turns(self, board: Board) -> Iterator[str]:
        """Nothing is half done: all that is closed is a city, walls have towers at their ends and houses beside them."""
        plan = self.plan
        closed, free = plan.areas(board.walled)
        if closed != set(board.cities().values()):
            yield f"the walls close {closed}, cities are {board.cities()}"
        for line, walled in enumerate(board.walled):
            if walled and any(board.tower[end] == NONE for end in plan.ends[line]):
                yield f"no tower at an end of line {line}"
        for space in free:
            walls = sum(board.walled[line] for line in plan.lines_of[space])
            if sum(board.houses[space]) != walls:
                yield f"{sum(board.houses[space])} houses on space {space}, which has {walls} walls"
        for k, houses in enumerate(board.city_houses):
            for c, number in enumerate(houses):
                if number > 1 and board.left[PALACES][c]:
                    yield f"{number} {self.colours[c]} houses in city {k + 1}, and no palace is made of them"

    # -- choices -------------------------------------------------------------------------------------------------

    def before(self, state: State, option: int) -> None:  # noqa: ARG002
        """What stands when something is chosen."""
        self.was, self.subject = self.board, self.sight.field(state, "subject")[0]

    def after(self, state: State, seat: int, option: int) -> Iterator[str]:
        """Cards have paid, hands have grown and shrunk, and when a turn is over, its city stands."""
        for who, name, value in self.sight.taken(state, seat, option):
            if name == "wall" and value is not None:
                yield from self._begin(state, who, value)
            elif name == "wall":  # rolls before it
                self.points[who] -= self.points[who] >= 2
            elif name == "join" and self.turn is not None:
                self.turn.asked, self.turn.joined = True, value
            else:
                yield from self._score(who, name, value)
        for who in range(state.n):
            points, hand = self.sight.held(state, who, "point"), len(self.sight.zone(state, "hand", who))
            if points != self.points[who]:
                yield f"seat {who} has {points} points, not {self.points[who]}"
            if hand != self.hands[who]:
                yield f"seat {who} has {hand} cards, not {self.hands[who]}"
        asked = state.decision.name if state.decision is not None else ""
        if (
            self.turn is not None
            and not self.turn.over
            and (asked == BEGINS or state.phase != "building" or state.over)
        ):
            self.turn.over = True
            yield from self._finish(state, self.turn)

    def _begin(self, state: State, seat: int, line: int) -> Iterator[str]:
        """A wall is chosen: what it will close, and whether what is left is enough."""
        board, plan, turn = self.was, self.plan, self.turn
        if turn is not None and seat != (turn.seat + 1) % state.n:
            yield f"seat {seat} builds after seat {turn.seat}"
        cities = board.cities()
        if board.walled[line] or any(board.city[space] for space in plan.sides[line]):
            yield f"line {line} is not free"
        walled = board.walled[:]
        walled[line] = 1
        closes = plan.areas(walled)[0] - set(cities.values())
        inside = frozenset[int]().union(*closes)
        beside = {each for space in inside for other in plan.lines_of[space] for each in plan.sides[other]}
        bare = sum(board.tower[end] == NONE for end in plan.ends[line])
        ends = (
            board.walls == 1
            or 0 < sum(board.left[TOWERS]) <= bare
            or 0 < sum(board.left[HOUSES]) <= len(plan.sides[line])
        )
        neighbours = {k for k, spaces in cities.items() if spaces & beside}
        self.turn = Turn(seat, closes, cities, neighbours, ends)

    def _score(self, who: int, name: str, value: int | None) -> Iterator[str]:
        """Playing, discarding and exchanging cards."""
        if name == "scoring" and value is not None and self.turn is not None:
            self.turn.scored.append(who)
            self.owed[who] = {"one": (1, 1), "two": (2, 1), "exchange": (1, 2)}[self.scorings[value]]
        elif name == "last_scoring":
            self.last.append(who)
            self.subject, self.owed[who] = NOWHERE, (len(self.cards), 0)
        elif name == "city" and value is not None:
            self.subject = value
        elif name in {"card", "discarded"} and value is not None:
            if name == "card":
                self.points[who] += self._pays(self.cards[value], self.was, self.subject)
            self.hands[who] -= 1
            cards, draws = self.owed[who]
            self.owed[who] = cards - 1, draws
            if cards == 1:
                self.hands[who] += draws
        elif name == "swapped" and self.turn is not None:
            if who not in self.turn.swapped:
                self.turn.swapped.append(who)
            if value is not None:
                self.hands[who] -= 1
                self.exchanged[who] += 1
            if value is None or not self.hands[who]:
                self.hands[who] += self.exchanged[who]
                self.exchanged[who] = 0
        elif name not in {"end", "free_end", "tower", "side", "die", "colour"}:
            yield f"nobody expected {name} {value}"

    def _finish(self, state: State, turn: Turn) -> Iterator[str]:
        """A turn is over: the city that was closed, who scored, who exchanged cards, and whether it was the last."""
        round_ = [(turn.seat + place) % state.n for place in range(state.n)]
        expected = set(turn.cities.values()) | turn.closes
        if len(turn.closes) > 1:
            yield f"one wall closes {turn.closes}"
        if turn.asked != bool(turn.neighbours):
            yield f"joining was {'' if turn.asked else 'not '}asked with the neighbours {turn.neighbours}"
        if turn.joined is not None:
            if turn.joined not in turn.neighbours:
                yield f"the new city was joined to city {turn.joined}"
            one, (other,) = turn.cities[turn.joined], turn.closes
            expected = expected - {one, other} | {one | other}
        if set(self.board.cities().values()) != expected:
            yield f"cities are {self.board.cities()}, not {expected}"
        if turn.scored != (round_ if turn.closes else []):
            yield f"seats {turn.scored} scored after a turn of seat {turn.seat} that closed {turn.closes}"
        turn.ends = turn.ends or not any(self.board.left[PALACES])
        least = min(self.points)
        last = [who for who in round_ if self.points[who] == least] if turn.closes and not turn.ends else []
        if turn.swapped != last:
            yield f"seats {turn.swapped} exchanged cards, last were {last}"
        if turn.ends != (state.over or state.phase != "building"):
            yield f"the game {'goes on' if turn.ends else 'ends'}, with {self.board.walls} walls and {self.board.left} left"

    # -- cards ---------------------------------------------------------------------------------------------------

    def _pays(self, card: str, board: Board, subject: int) -> int:
        """What a card pays for what stands, and for the city that is scored."""
        name = card.rpartition("_")[2]
        if card == "all_cities":
            return len(board.cities())
        if card.startswith("wild"):
            return self._wild(card, name, board)
        if subject == NOWHERE:
            return 0
        houses, palaces = board.city_houses[subject - 1], board.city_palaces[subject - 1]
        if card in SIZES:
            low, high, points = SIZES[card]
            return points if low <= board.city.count(subject) <= high else 0
        if card == "city_palaces":
            return sum(palaces)
        if card == "city_colours":
            colours = sum(map(bool, map(sum, zip(houses, palaces, strict=True))))
            return (0, 0, 4, 4, 7, 7)[colours]
        if card.startswith("city_towers"):
            towers = [
                tower
                for crossing, tower in enumerate(board.tower)
                if tower != NONE and any(board.city[space] == subject for space in self.plan.touching[crossing])
            ]
            return len(towers) if name == "towers" else 2 * towers.count(self.towers.index(name))
        colour = self.colours.index(name)
        return 3 * palaces[colour] + houses[colour]

    def _wild(self, card: str, name: str, board: Board) -> int:
        plan = self.plan
        if card == "wild_walls":
            return sum(
                walled and not any(board.city[space] for space in plan.sides[line])
                for line, walled in enumerate(board.walled)
            )
        if card.startswith("wild_houses_arms"):
            region = self.regions.index(f"arms_{name}")
            return sum(sum(houses) for space, houses in enumerate(board.houses) if plan.region[space] == region)
        if card.startswith("wild_houses"):
            return sum(houses[self.colours.index(name)] for houses in board.houses)
        towers = {
            crossing: tower
            for crossing, tower in enumerate(board.tower)
            if tower != NONE and not any(board.city[space] for space in plan.touching[crossing])
        }
        if card == "wild_towers":
            return len(towers)
        if card == "wild_shore_towers":
            return 2 * sum(bool(plan.shore[crossing]) for crossing in towers)
        return 2 * list(towers.values()).count(self.towers.index(name))

    def end(self, state: State) -> Iterator[str]:
        """Each seat plays last cards, from who built last, unless that turn closed a city."""
        turn = self.turn
        if turn is None or not turn.ends:
            yield "over before anything ended it"
            return
        expected = [] if turn.closes else [(turn.seat + place) % state.n for place in range(state.n)]
        if self.last != expected:
            yield f"seats {self.last} played last cards, not {expected}"
