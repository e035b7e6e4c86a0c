"""Statements written at random do the same in WebAssembly as node by node: the whole state is compared."""

from __future__ import annotations

import os
from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from ruleset_core.compile import ir
from ruleset_core.compile.ir.ir_builder import IrBuilder, high, low
from ruleset_core.lang.visibility import SEEN_BY_OTHERS
from tests.lang.compare import few_steps
from tests.lang.wasm.direct import Broken, Direct, blank
from tests.lang.wasm.random_code import (
    ALL,
    AT,
    KNOWN,
    LARGE,
    OWN,
    OWN_RANGE,
    PIECES,
    RANGES,
    SEAT_ZONES,
    SEATS,
    SEEN,
    SHARED,
    SHARED_ZONES,
    SMALL,
    TOLD,
    TOP,
    WIDTH,
    Expressions,
    fill,
    layout,
)  # fmt: skip
from tests.lang.wasm.running import Running, code_of

SIGHTS = (ALL, TOP, KNOWN, 1, SEEN_BY_OTHERS - 1, 4)
LISTS = {"held": 6, "other": 12}
FOUND = 6
"""What searches may find: numbers below this."""
SEARCH = "search"
"""The title of functions that search: nothing but a loop goes through what they give."""
STEPS = 20_000
"""As many as a decision may take here: some programs never end, and node by node each step takes long."""
PARTS = ("v", "z", "stack", "queue", "streams", "draws", "forced", "options", "seat", "point", "stage", "a", "n", "ended",
         "sim", "settings")  # fmt: skip


@pytest.fixture(autouse=True)
def _few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    few_steps(monkeypatch, STEPS)


class Statements:
    """Writes statements that keep to the ranges of what they change."""

    def __init__(self, rng: Random, make: IrBuilder, write: Expressions) -> None:
        self.rng, self.make, self.write = rng, make, write
        self.fresh = 0
        self.pure = False
        self.inside = 0
        self.moves = 0
        self.trial = False

    def local(self, least: int, most: int) -> ir.IrLocal:
        """A new local."""
        self.fresh += 1
        return self.make.local(f"x{self.fresh}", least, most)

    def several(self, count: int, deep: int) -> list[ir.IrStatement]:
        """Statements one after the other; locals and lists made within are not known afterwards."""
        known, lists = dict(self.write.locals), dict(self.write.lists)
        found = [one for _ in range(count) for one in self.statement(deep)]
        self.write.locals, self.write.lists = known, lists
        return found

    def statement(self, deep: int) -> list[ir.IrStatement]:
        """One statement, or a few that belong together."""
        rng, make, write = self.rng, self.make, self.write
        way = rng.choice((0, 1, 6, 7, 8, 9, 14, 15)) if self.pure else rng.randrange(18)
        if way < 3:
            value = write.kept(write.number(3))
            local = self.local(low(value), high(value))
            write.locals[local.name] = (local.low, local.high)
            return [ir.IrSetLocal(local, value)]
        if way < 6:
            return [self.changed()]
        if way == 6 and deep:
            condition = write.condition(2)
            if isinstance(condition, int):
                return []
            return [ir.IrIf(condition, self.several(2, deep - 1), self.several(rng.randrange(2), deep - 1))]
        if way < 9 and deep:
            return [self.loop(deep)]
        if way == 9:
            held = rng.choice(sorted(LISTS))
            source, _ = self.source()
            write.lists[held] = LISTS[held]
            return [ir.IrCollectList(held, source, LISTS[held])]
        if way == 10:
            sides = write.within(write.number(1), 1, 6)
            local = self.local(0, 5)
            write.locals[local.name] = (0, 5)
            return [ir.IrSetLocal(local, make.random(rng.randrange(2), sides))]
        if way == 11:
            return [self.pieces()]
        if way == 12 and self.inside == 0:
            piece = make.local("piece", 0, PIECES - 1)
            write.locals["piece"] = (0, PIECES - 1)
            key = write.number(2)
            del write.locals["piece"]
            return [ir.IrSort(self.zone(), piece, key)]
        if way == 13:
            procedures = [each for each in write.functions.values() if not each.gives]
            if procedures:
                function = rng.choice(procedures)
                args = tuple(write.within(write.number(2), each.low, each.high) for each in function.params)
                return [ir.IrCallProcedure(function.name, args)]
        if way == 14:
            return [
                ir.IrRequire(make.any_of((write.condition(2), make.compare("<", make.modulo(write.number(1), 90), 85))))
            ]
        if way == 15:
            return [ir.IrChargeSteps(rng.choice((1, 7, write.within(write.number(1), 0, 3000))))]
        if way == 16:
            values = tuple(write.kept(write.number(1)) for _ in range(2))
            return [ir.IrEnqueue(rng.choice((3, 4)), values)]
        if not self.trial and not self.pure and rng.randrange(2):
            return self.tried(deep)
        return rng.choice(
            ([ir.IrSetStage(rng.randrange(300))], [ir.IrSetSimultaneous(rng.random() < 0.7)], [ir.IrSetEnded()])
        )  # type: ignore[return-value]

    def tried(self, deep: int) -> list[ir.IrStatement]:
        """Statements after which some values, which do not say where pieces lie, or all values and zones are as before."""
        zones = self.rng.random() < 0.5
        first = 0 if zones else self.rng.randrange(AT)
        stop = SHARED + SEATS * OWN if zones else min(AT, first + self.rng.choice((1, 3, 40)))
        self.trial = True
        body = self.several(2, max(0, deep - 1))
        self.trial = False
        return [ir.IrKeepState(first, stop, zones), *body, ir.IrPutBackState(first, stop, zones)]

    def changed(self) -> ir.IrStatement:
        """A value of the state becomes another within its range."""
        rng, make, write = self.rng, self.make, self.write
        if rng.random() < 0.3:
            place: ir.IrExpr = make.add(
                make.multiply(make.modulo(write.number(2), SEATS), OWN), SHARED + rng.randrange(OWN)
            )
            span = OWN_RANGE
        elif rng.random() < 0.4:
            place, span = write.place(2, SMALL), RANGES[0]
            if low(place) < 0 or high(place) >= SMALL:
                place = make.modulo(place, SMALL)
        else:
            place = rng.randrange(len(RANGES))
            span = RANGES[place]  # type: ignore[index]
        sure = rng.random() > write.daring
        if rng.random() < 0.5:
            value: ir.IrExpr = make.modulo(write.number(2), span[1] - span[0] + 1) if rng.random() < 0.7 else 0
            return ir.IrSetValue(place, make.add(value, span[0]) if span != ir.WORD else write.kept(write.number(3)))
        if sure and span == RANGES[0]:
            return ir.IrIf(
                make.compare("<", make.state_value(place, *span), 7), [ir.IrAddValue(place, 2, *span, False)], []
            )  # type: ignore[arg-type]
        if sure:
            return ir.IrSetValue(place, span[0])
        return ir.IrAddValue(
            place, write.kept(write.number(2)) if rng.random() < 0.3 else rng.randint(-3, 3), *span, True
        )

    def zone(self) -> ir.IrExpr:
        """A zone."""
        return self.write.place(1, SHARED_ZONES + SEAT_ZONES)

    def pieces(self) -> ir.IrStatement:
        """Pieces move, are mixed, shown, or forgotten."""
        rng, make = self.rng, self.make
        way = rng.randrange(5)
        if way == 0:
            return ir.IrShuffle(rng.randrange(2), self.zone())
        if way == 1:
            self.moves += 1
            return (
                ir.IrForgetPieces(self.zone(), SEEN) if self.moves % 2 else ir.IrForgetPieces(self.zone(), TOLD, WIDTH)
            )
        piece = make.modulo(self.write.number(2), PIECES)
        zone = make.modulo(self.write.number(1), SHARED_ZONES + SEAT_ZONES)
        self.moves += 1
        if way == 3 and self.moves % 2:
            return ir.IrShowPiece(make.add(piece, SEEN), make.subtract(zone, 1))
        if way == 2 and self.moves % 2:
            return ir.IrMovePiece(piece, AT, zone, TOLD, remembered=True, width=WIDTH)
        return ir.IrMovePiece(piece, AT, zone, SEEN if way < 4 else -1, way == 2)

    def source(self) -> tuple[ir.IrSource, tuple[int, int]]:
        """What a loop goes through, and the numbers that can come."""
        rng, make, write = self.rng, self.make, self.write
        way = rng.randrange(8)
        searches = [each for each in write.functions.values() if each.title == SEARCH]
        if way == 7 and searches:
            function = rng.choice(searches)
            args = tuple(write.within(write.number(1), each.low, each.high) for each in function.params)
            return ir.IrFoundSource(function.name, args), (0, FOUND - 1)
        if way == 0:
            first, stop = write.within(write.number(1), -3, 3), write.within(write.number(1), -3, 6)
            return ir.IrRangeSource(first, stop), (-3, 5)
        if way == 1:
            return ir.IrRangeSource(1, 4), (1, 3)
        if way == 2:
            return ir.IrRowSource(rng.choice((write.flat, write.bytes, make.table((4, 5, 6))))), (-200, 70000)
        if way == 3:
            return ir.IrRowSource(write.rows, write.place(1, 5)), (-5, 5)
        if way == 4:
            return ir.IrPiecesSource(self.zone(), copied=not self.pure), (0, PIECES - 1)
        if way == 5 and write.lists:
            return ir.IrListSource(rng.choice(sorted(write.lists))), ir.WORD
        items = tuple(write.kept(write.number(1)) for _ in range(rng.randrange(1, 4)))
        members = rng.randrange(3) == 0
        least = 0 if members else min(map(low, items))
        return ir.IrItemsSource(items, members), (least, max(least, *map(high, items)))

    def found(self, value: ir.IrExpr) -> list[ir.IrStatement]:
        """A number is found, unless it is already."""
        local = self.local(0, FOUND - 1)
        new = self.make.logical_not(self.make.is_found(local))
        assert not isinstance(new, int)
        return [ir.IrSetLocal(local, self.make.modulo(value, FOUND)), ir.IrIf(new, [ir.IrMarkFound(local)], [])]

    def search(self, *, longest: bool) -> list[ir.IrStatement]:
        """The body of a function that searches; `longest`: for a way over what it finds."""
        rng, make, write = self.rng, self.make, self.write
        body: list[ir.IrStatement] = [ir.IrBeginSearch(FOUND)]
        if longest:
            body.append(ir.IrBeginGraph(FOUND, FOUND, rng.choice((40, 40, 8))))
        body.append(self.around(0, longest=longest))
        here = self.local(0, FOUND - 1)
        write.locals[here.name] = (0, FOUND - 1)
        grown = [
            ir.IrChargeSteps(rng.choice((1, 5))),
            *self.several(1, 1),
            self.around(make.add(here, 1), longest=longest),
        ]
        body.append(ir.IrLoop(here, ir.IrFrontierSource(), grown))
        del write.locals[here.name]
        if longest:
            body.append(ir.IrFindLongestPath(rng.choice((FOUND, FOUND, write.within(write.number(1), -1, 4)))))
        return [*body, ir.IrChargeSteps(make.found_count(FOUND)), ir.IrReturnFound()]

    def around(self, place: ir.IrExpr, *, longest: bool) -> ir.IrStatement:
        """What is gone through from a place: everything in it is found, and may be led to."""
        rng, make, write = self.rng, self.make, self.write
        items = tuple(write.kept(write.number(1)) for _ in range(rng.randrange(1, 4)))
        each = self.local(*ir.WORD)
        body = self.found(each)
        if longest:
            thing = make.subtract(make.modulo(each, FOUND + 1), 1)
            to = make.add(make.modulo(make.add(each, rng.randrange(3)), FOUND + 1), 1)
            body = [ir.IrAddEdge(place, thing, to, write.within(write.number(1), -3, 9)), *body]
        return ir.IrLoop(each, ir.IrItemsSource(items), body)

    def loop(self, deep: int) -> ir.IrStatement:
        """A loop."""
        source, span = self.source()
        local = self.local(*span)
        self.write.locals[local.name] = span
        self.inside += 1
        body = self.several(2, deep - 1)
        self.inside -= 1
        del self.write.locals[local.name]
        return ir.IrLoop(local, source, body)


def program(rng: Random, **sizes: Any) -> ir.IrProgram:
    """A program that does something at random, then asks; what is queued and what was called do something too."""
    make = IrBuilder()
    write = Expressions(rng, make)
    write.daring = 0.02
    statements = Statements(rng, make, write)
    for number in range(4):
        params = tuple(make.local(f"p{each}", *rng.choice(((-1, 3), (0, 40)))) for each in range(rng.randrange(3)))
        write.locals = {each.name: (each.low, each.high) for each in params}
        value = write.kept(write.number(2))
        statements.pure = gives = number % 2 == 0
        body = statements.several(2, 1) + ([ir.IrReturn(value)] if gives else [])
        write.functions[f"f{number}"] = ir.IrFunction(f"f{number}", params, body, gives, low(value), high(value))
        write.lists = {}
    statements.pure = True
    for name, longest in (("search", False), ("way", True)):
        params = (make.local("p0", 0, 40),)
        write.locals, write.lists = {"p0": (0, 40)}, {}
        body = statements.search(longest=longest)
        write.functions[name] = ir.IrFunction(name, params, body, True, 0, FOUND, SEARCH)
    statements.pure = False
    me, one, two = make.local("me", 0, SEATS - 1), make.local("one"), make.local("two")
    write.locals = {"me": (0, SEATS - 1)}
    first = [
        ir.IrCollectList("held", ir.IrItemsSource((3, 1, write.kept(write.number(1)))), 6),
        *statements.several(3, 2),
    ]
    first += [ir.IrChargeSteps(3), ir.IrContinue(1, (write.kept(write.number(2)), "held", me))]
    begun = ir.IrBlock(0, (me,), first, False)
    write.locals, write.lists = {"one": ir.WORD, "me": (0, SEATS - 1)}, {"other": 12}
    second = [*statements.several(3, 2), *question(rng, make, write, me)]
    asked = ir.IrBlock(1, (one, "other", me), second, False)
    write.locals, write.lists = {"me": (0, SEATS - 1)}, {"held": 6}
    again = ir.IrIf(
        make.compare("<", make.state_value(0, *RANGES[0]), 5),
        [ir.IrAddValue(0, 1, *RANGES[0], True), ir.IrRestartLoop()],
        [],
    )
    third = [ir.IrSetLocal(one, make.answer(499)), *statements.several(2, 2), again]
    third += [ir.IrIf(make.compare(">", make.queue_length(5), 0), [ir.IrPushQueued()], []),
              ir.IrIf(make.compare("==", make.state_value(1, *RANGES[1]), 2), [ir.IrClearFrames()], []),
              ir.IrContinueAt(make.add(make.state_value(SMALL + LARGE, 0, 1), 3), (3, 4), (make.stack_depth(), 7))]  # fmt: skip
    answered = ir.IrBlock(2, ("held", me), third, True)
    ends = []
    for number in (3, 4):
        write.locals, write.lists = {"one": ir.WORD, "two": ir.WORD}, {}
        ends.append(ir.IrBlock(number, (one, two), [*statements.several(2, 1), ir.IrNextFrame()], False))
    scores: list[Any] = [("points", ir.IrRangeSource(0, make.player_count(1, SEATS)), "listed")]
    it = make.local("it", 0, SEATS - 1)
    write.functions["points"] = ir.IrFunction(
        "points", (me, it), [ir.IrReturn(make.add(make.state_value(make.add(make.multiply(me, OWN), SHARED), *OWN_RANGE), it))],
        True, 0, OWN_RANGE[1] + SEATS,
    )  # fmt: skip
    write.functions["listed"] = ir.IrFunction("listed", (me, it), [ir.IrReturn(make.compare("!=", me, it))], True, 0, 1)
    tie = make.state_value(make.add(make.multiply(me, OWN), SHARED + 1), *OWN_RANGE)
    write.functions["tie"] = ir.IrFunction("tie", (me,), [ir.IrReturn(tie)], True, *OWN_RANGE)
    return code_of(
        layout(lists=LISTS, **sizes),
        write.functions,
        [begun, asked, answered, *ends],
        scores=scores,
        ties=["tie"],
        sights=SIGHTS,
    )


def question(rng: Random, make: IrBuilder, write: Expressions, me: ir.IrLocal) -> list[ir.IrStatement]:
    """Something is asked, or the only option is taken, or there is none."""
    offers: list[ir.IrStatement] = [
        ir.IrOfferOption(make.modulo(write.number(2), 90)) for _ in range(rng.randrange(1, 4))
    ]
    local = make.local("each", -200, 70000)
    condition = write.condition(1)
    if not isinstance(condition, int):
        offers.append(
            ir.IrLoop(
                local,
                ir.IrRowSource(write.bytes),
                [ir.IrIf(condition, [ir.IrOfferOption(make.modulo(local, 100))], [])],
            )
        )
    offered = make.offered_count(40)
    asked: list[ir.IrStatement] = [
        ir.IrCollectList("held", ir.IrItemsSource((4, 5)), 6),
        ir.IrPushFrame(2, ("held", me)),
        ir.IrAsk(me, rng.randrange(400 if os.environ.get("RULESET_LONG") else 24)),
    ]
    alone: list[ir.IrStatement] = [
        ir.IrTakeOnlyOption(me),
        ir.IrCollectList("held", ir.IrItemsSource((9,)), 6),
        ir.IrContinue(2, ("held", me)),
    ]
    return [
        ir.IrBeginOptions(), *offers, ir.IrSortOptions(), ir.IrIf(make.compare(">", offered, 1), asked, []),  # type: ignore[arg-type]
        ir.IrIf(make.compare("==", offered, 1), alone, []), ir.IrNextFrame(),  # type: ignore[arg-type]
    ]  # fmt: skip


SIZES: list[dict[str, Any]] = [{}, {"capacity": (300,) * (SHARED_ZONES + SEAT_ZONES)}, {"options": 70_000}]
"""Records with zones of bytes, zones of two bytes a piece, and options of four bytes."""


def refused(direct: Direct, s: Any, option: int) -> bool:
    """Whether a rule is broken when an option is taken node by node."""
    try:
        direct.apply(s, option)
    except Broken:
        return True
    return False


@cache
def played(seed: int) -> Mapping[str, int]:
    """Compare a program with its nodes, from several states; gives how decisions ended."""
    rng = Random(seed)
    code = program(rng, **SIZES[seed % 3])
    core, direct = Running(code), Direct(code)
    seen = {"asked": 0, "over": 0, "broken": 0}
    for _ in range(8):
        s = blank(code.layout, SEATS)
        fill(rng, s)
        s.stack = [(3, 1, 2), (0, rng.randrange(SEATS))]
        option = -1
        core.put(s)
        for _ in range(4):
            if refused(direct, s, option):
                assert core.run("go_on", core.at, option) is None
                seen["broken"] += 1
                break
            assert core.run("go_on", core.at, option) == (1 if s.options else 0)
            found = core.state()
            for part in PARTS:
                assert getattr(found, part) == getattr(s, part), (seed, part)
            assert core.scores(SEATS) == direct.scores(s)
            assert core.winners(SEATS) == direct.winners(s)
            core.run("clone", core.other, core.at)
            copied = core.state(core.other)
            assert all(getattr(copied, part) == getattr(s, part) for part in PARTS)
            seen["asked" if s.options else "over"] += 1
            if not s.options:
                break
            option = rng.choice(s.options)
    return seen


@pytest.mark.parametrize("seed", range(400 if os.environ.get("RULESET_LONG") else 24))
def test_statements_do_what_their_nodes_say(seed: int) -> None:
    assert sum(played(seed).values()) >= 8


def test_random_statements_end_in_every_way() -> None:
    seen = [played(seed) for seed in range(12)]
    assert all(sum(each[way] for each in seen) for way in ("asked", "over", "broken"))


def test_steps_are_looked_at_where_they_are_taken() -> None:
    make = IrBuilder()
    drawn, turn = make.local("drawn", 0, 5), make.local("turn", 0, 10**6)
    body: list[ir.IrStatement] = [ir.IrChargeSteps(STEPS // 100), ir.IrSetLocal(drawn, make.random(0, 6))]
    long = ir.IrFunction("long", (), [ir.IrLoop(turn, ir.IrRangeSource(0, 10**6), body)], False)
    start = ir.IrBlock(0, (make.local("me", 0, SEATS - 1),), [ir.IrCallProcedure("long", ()), ir.IrNextFrame()], False)
    code = code_of(layout(), {"long": long}, [start], sights=SIGHTS)
    s = blank(code.layout, SEATS)
    s.stack, s.steps = [(0, 1)], 0
    core = Running(code)
    core.put(s)
    assert core.run("go_on", core.at, -1) is None
    assert refused(Direct(code), s, -1)
    assert len(s.draws) // 3 == 100  # and not some hours later


def test_pieces_are_gone_through_as_they_lay_before_they_moved() -> None:
    make = IrBuilder()
    piece, me = make.local("piece", 0, PIECES - 1), make.local("me", 0, SEATS - 1)
    loop = ir.IrLoop(piece, ir.IrPiecesSource(0, copied=True), [ir.IrMovePiece(piece, AT, 1, -1)])
    code = code_of(
        layout(), {}, [ir.IrBlock(0, (me,), [ir.IrChargeSteps(1), loop, ir.IrNextFrame()], False)], sights=SIGHTS
    )
    s = blank(code.layout, SEATS)
    fill(Random(1), s)
    s.stack, s.z = [(0, 1)], [[0, 2, 4, 6, 8], [7, 5], [3, 1], *s.z[3:]]
    for zone, pieces in enumerate(s.z[:3]):
        for each in pieces:
            s.v[AT + each] = zone
    core = Running(code)
    core.put(s)
    assert core.run("go_on", core.at, -1) == 0
    assert not refused(Direct(code), s, -1)
    assert s.z[:2] == core.state().z[:2] == [[], [7, 5, 0, 2, 4, 6, 8]]


def test_what_others_see_is_what_was_there() -> None:
    make = IrBuilder()
    me = make.local("me", 0, SEATS - 1)
    body = [
        ir.IrChargeSteps(1),
        ir.IrSetSimultaneous(True),
        ir.IrMovePiece(4, AT, 1, -1),
        ir.IrSetValue(8, 3),
        ir.IrBeginOptions(),
        ir.IrOfferOption(1),
        ir.IrOfferOption(2),
        ir.IrPushFrame(0, (me,)),
        ir.IrAsk(me, 0),
    ]
    code = code_of(layout(), {}, [ir.IrBlock(0, (me,), body, False)], sights=SIGHTS)
    s = blank(code.layout, SEATS)
    s.stack, s.z[0], s.v[AT : AT + PIECES] = [(0, 1)], [*range(PIECES)], [0] * PIECES
    values, zones = [*s.v], [[*zone] for zone in s.z]
    core = Running(code)
    core.put(s)
    assert core.run("go_on", core.at, -1) == 1
    assert not refused(Direct(code), s, -1)
    for found in (core.state(), s):
        assert found.sim == (values, zones)
        assert found.z[:2] == [[each for each in range(PIECES) if each != 4], [4]]
