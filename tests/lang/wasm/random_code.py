"""Expressions and statements of the intermediate program, written at random."""

from __future__ import annotations

from random import Random
from typing import Any

from ruleset_core.compile import ir
from ruleset_core.compile.ir.ir_builder import IrBuilder, high, low

SMALL, LARGE, FLAGS, OWN = 8, 4, 4, 4
"""Values of a state: small ones, words of any size, flags, and those of a seat."""
RANGES = [(-3, 9)] * SMALL + [ir.WORD] * LARGE + [(0, 1)] * FLAGS
OWN_RANGE = (0, 5)
PIECES, SHARED_ZONES, SEAT_ZONES, SEATS = 9, 3, 1, 3
AT, SEEN = len(RANGES), len(RANGES) + PIECES
"""Where the places of the pieces lie in `v`, and who knows them."""
TOLD, WIDTH = SEEN + PIECES, 3
"""Where it lies who knows what of the pieces, and in how many words of each."""
SHARED = TOLD + WIDTH * PIECES
CORNERS = (0, 1, -1, 2, 7, 63, 64, 255, 256, 1000, 2**31 - 1, -(2**31))
ALL, TOP, KNOWN = -1, -2, -3


def layout(**more: Any) -> ir.IrStateSizes:
    """The states that random code is about."""
    given: dict[str, Any] = {
        "shared": SHARED, "seat": OWN, "shared_zones": SHARED_ZONES, "seat_zones": SEAT_ZONES, "players": (1, SEATS),
        "capacity": (PIECES,) * (SHARED_ZONES + SEAT_ZONES), "streams": 2, "settings": 2, "options": 500,
        "most_options": 40, "stack_words": 60, "queue_entries": 5, "queue_words": 3, "lists": {}, "together": True,
    }  # fmt: skip
    return ir.IrStateSizes(**given | more)


def fill(rng: Random, s: Any) -> None:
    """Values and pieces of a state at random, within their ranges."""
    for place, (least, most) in enumerate(RANGES):
        s.v[place] = rng.choice((least, most, rng.randint(least, most), rng.randint(max(least, -9), min(most, 9))))
    for place in range(SHARED, len(s.v)):
        s.v[place] = rng.randint(*OWN_RANGE)
    pieces = list(range(PIECES))
    rng.shuffle(pieces)
    for piece in pieces:
        zone = rng.randrange(-1, len(s.z))
        s.v[AT + piece], s.v[SEEN + piece] = zone, rng.randrange(8)
        for word in range(WIDTH):
            s.v[TOLD + piece * WIDTH + word] = rng.randrange(8)
        if zone >= 0:
            s.z[zone].append(piece)
    s.streams = [rng.getrandbits(64) for _ in s.streams]
    s.settings = tuple(rng.randrange(3) for _ in s.settings)


class Expressions:
    """Writes expressions over a state, the locals it is told of, and functions."""

    def __init__(self, rng: Random, make: IrBuilder) -> None:
        self.rng, self.make = rng, make
        self.locals: dict[str, tuple[int, int]] = {}
        self.lists: dict[str, int] = {}
        self.functions: dict[str, ir.IrFunction] = {}
        self.daring = 1.0
        self.flat = make.table(tuple(rng.randint(-200, 70000) for _ in range(6)))
        self.bytes = make.table(tuple(rng.randint(0, 200) for _ in range(11)))
        self.rows = make.table(tuple(tuple(rng.randint(-5, 5) for _ in range(rng.randrange(4))) for _ in range(5)))
        self.square = make.table(tuple(tuple(rng.randint(-5, 3000) for _ in range(3)) for _ in range(4)))

    def number(self, deep: int) -> ir.IrExpr:
        """Any expression."""
        rng, make = self.rng, self.make
        if deep <= 0 or rng.random() < 0.15:
            return self.leaf()
        way = rng.randrange(19)
        if way < 5:
            first, second = self.number(deep - 1), self.number(deep - 1)
            return self.fits((make.add, make.subtract, make.add, make.subtract, make.multiply)[way](first, second))
        if way < 7:
            by = rng.choice((1, 2, 3, 8, 10, 1 << 20)) if rng.random() < 0.6 else self.number(deep - 2)
            return (make.divide, make.modulo)[way - 5](self.number(deep - 1), by)
        if way < 9:
            return (make.minimum, make.maximum)[way - 7](self.number(deep - 1), self.number(deep - 1))
        if way < 11:
            return self.condition(deep)
        if way == 11:
            return make.conditional(self.condition(deep - 1), self.number(deep - 1), self.number(deep - 1))
        if way == 12:
            part = self.number(deep - 1)
            if rng.random() > self.daring:
                return part
            least, most = sorted((rng.choice(CORNERS), rng.choice(CORNERS)))
            return make.range_checked(part, least, most)
        if way == 13:
            return self.value(deep - 1)
        if way < 17:
            return self.looked_up(deep - 1, way)
        return self.called(deep - 1)

    def within(self, code: ir.IrExpr, least: int, most: int) -> ir.IrExpr:
        """A number from `least` to `most`: made to lie there, or checked."""
        make = self.make
        if self.rng.random() < self.daring:
            return make.range_checked(code, least, most)
        return make.add(make.modulo(code, min(most - least, 2**31 - 2) + 1), least)

    def kept(self, code: ir.IrExpr) -> ir.IrExpr:
        """A number that is kept."""
        return self.within(code, *ir.WORD) if self.rng.random() < 0.3 else self.within(code, -9, 90)

    def fits(self, code: ir.IrExpr) -> ir.IrExpr:
        """A number within 64 bits."""
        if isinstance(code, int):
            return code if ir.LONG[0] <= code <= ir.LONG[1] else 5
        return code

    def leaf(self) -> ir.IrExpr:
        """A number, a local, or something small of the state."""
        rng, make = self.rng, self.make
        way = rng.randrange(8)
        if way < 2:
            return rng.choice((rng.randint(-5, 12), rng.choice(CORNERS)))
        if way < 5 and self.locals:
            name = rng.choice(sorted(self.locals))
            return make.local(name, *self.locals[name])
        if way == 5:
            return make.player_count(1, SEATS)
        if way == 6:
            if rng.random() < 0.3:
                return make.game_ended()
            return make.setting(1, 0, 2)
        place = rng.randrange(len(RANGES))
        return make.state_value(place, *RANGES[place])

    def place(self, deep: int, count: int) -> ir.IrExpr:
        """A place among so many: known to lie inside, checked, or perhaps outside."""
        rng, make = self.rng, self.make
        way = rng.randrange(4) if rng.random() < self.daring else rng.randrange(2)
        if way == 0:
            return rng.randrange(count)
        if way == 1:
            return make.modulo(self.number(deep), count)
        if way == 2:
            return make.range_checked(self.number(deep), 0, count - 1)
        code = make.add(self.leaf(), rng.choice((0, 0, -1, 1)))
        return code if not isinstance(code, int) else rng.randrange(count)

    def value(self, deep: int) -> ir.IrExpr:
        """A value at a place worked out."""
        make = self.make
        place = self.place(deep, SMALL)
        if low(place) >= 0 and high(place) < SMALL:
            return make.state_value(place, *RANGES[0])
        if isinstance(place, int):
            return make.state_value(0, *RANGES[0])
        seat = make.modulo(place, SEATS)
        if self.rng.random() < 0.5:
            return make.state_value(make.add(make.multiply(seat, OWN), SHARED + self.rng.randrange(OWN)), *OWN_RANGE)
        return make.state_value(place, *ir.WORD)

    def looked_up(self, deep: int, way: int) -> ir.IrExpr:
        """Something of a table, a zone or a list."""
        rng, make = self.rng, self.make
        if way == 14:
            table = rng.choice((self.flat, self.bytes))
            return make.table_entry(table, self.place(deep, len(table.rows)))
        if way == 15:
            table = rng.choice((self.rows, self.square))
            row = self.place(deep, len(table.rows))
            if rng.random() < 0.4:
                return make.row_length(table, row)
            if not isinstance(row, int) and rng.random() < self.daring:
                return make.row_entry(table, row, self.number(deep - 1))
            return 3
        if self.lists and rng.random() < 0.5:
            held = rng.choice(sorted(self.lists))
            if rng.random() < 0.5 or rng.random() > self.daring:
                return make.list_length(held, self.lists[held])
            return make.list_entry(held, self.number(deep - 1), *ir.WORD)
        zone = self.place(deep, SHARED_ZONES + SEAT_ZONES)
        if rng.random() < 0.5 or rng.random() > self.daring:
            return make.zone_length(zone, PIECES)
        return make.zone_entry(zone, self.number(deep - 1), PIECES)

    def called(self, deep: int) -> ir.IrExpr:
        """What a function gives; its parameters are kept numbers."""
        rng, make = self.rng, self.make
        fit = [each for each in self.functions.values() if each.gives and each.title != "search"]
        if not fit:
            return self.leaf()
        function = rng.choice(fit)
        args = [self.within(self.number(deep - 1), each.low, each.high) for each in function.params]
        return make.call(function.name, args, function.low, function.high)

    def condition(self, deep: int) -> ir.IrExpr:
        """0 or 1."""
        rng, make = self.rng, self.make
        if deep <= 0:
            return make.state_value(SMALL + LARGE + rng.randrange(FLAGS), 0, 1)
        way = rng.randrange(8)
        if way < 3:
            return make.compare(
                rng.choice(("==", "!=", "<", "<=", ">", ">=")), self.number(deep - 1), self.number(deep - 2)
            )
        if way == 3:
            values = {
                rng.randint(*rng.choice(((-3, 9), (0, 31), (0, 60), (-100, 300)))) for _ in range(rng.randint(2, 6))
            }
            return make.is_one_of(self.number(deep - 1), values)
        if way == 4:
            return make.logical_not(self.condition(deep - 1))
        parts = [self.condition(deep - 1) for _ in range(rng.randint(2, 4))]
        return (make.all_of if way < 6 else make.any_of)(parts)


def wild(code: ir.IrExpr) -> bool:
    """Whether an expression may leave 64 bits, so that it must be checked before it is used."""
    return low(code) < ir.LONG[0] or high(code) > ir.LONG[1]
