"""Statements written at random do the same in WebAssembly and in Python as node by node: the whole state is compared."""

from __future__ import annotations

import os
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from ruleset_core.lang.code import nodes as n
from ruleset_core.lang.code.make import Maker
from ruleset_core.lang.code.size import high, low
from ruleset_core.lang.knowledge import OTHERS
from ruleset_core.lang.runtime import STEPS, TooLong
from tests.lang.wasm.direct import Broken, Direct, Outside, blank
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
from tests.lang.wasm.spelled import Spelled

SIGHTS = (ALL, TOP, KNOWN, 1, OTHERS - 1, 4)
LISTS = {"held": 6, "other": 12}
FOUND = 6
"""What searches may find: numbers below this."""
SEARCH = "search"
"""The title of functions that search: nothing but a loop goes through what they give."""
PARTS = ("v", "z", "stack", "queue", "streams", "draws", "forced", "options", "seat", "point", "stage", "a", "n", "ended",
         "sim", "settings")  # fmt: skip


class Statements:
    """Writes statements that keep to the ranges of what they change."""

    def __init__(self, rng: Random, make: Maker, write: Expressions) -> None:
        self.rng, self.make, self.write = rng, make, write
        self.fresh = 0
        self.pure = False
        self.inside = 0
        self.moves = 0

    def local(self, least: int, most: int) -> n.Local:
        """A new local."""
        self.fresh += 1
        return self.make.local(f"x{self.fresh}", least, most)

    def several(self, count: int, deep: int) -> list[n.Statement]:
        """Statements one after the other; locals and lists made within are not known afterwards."""
        known, lists = dict(self.write.locals), dict(self.write.lists)
        found = [one for _ in range(count) for one in self.statement(deep)]
        self.write.locals, self.write.lists = known, lists
        return found

    def statement(self, deep: int) -> list[n.Statement]:
        """One statement, or a few that belong together."""
        rng, make, write = self.rng, self.make, self.write
        way = rng.choice((0, 1, 6, 7, 8, 9, 14, 15)) if self.pure else rng.randrange(18)
        if way < 3:
            value = write.kept(write.number(3))
            local = self.local(low(value), high(value))
            write.locals[local.name] = (local.low, local.high)
            return [n.SetLocal(local, value)]
        if way < 6:
            return [self.changed()]
        if way == 6 and deep:
            condition = write.condition(2)
            if isinstance(condition, int):
                return []
            return [n.If(condition, self.several(2, deep - 1), self.several(rng.randrange(2), deep - 1))]
        if way < 9 and deep:
            return [self.loop(deep)]
        if way == 9:
            held = rng.choice(sorted(LISTS))
            source, _ = self.source()
            write.lists[held] = LISTS[held]
            return [n.Gather(held, source, LISTS[held])]
        if way == 10:
            sides = write.within(write.number(1), 1, 6)
            local = self.local(0, 5)
            write.locals[local.name] = (0, 5)
            return [n.SetLocal(local, make.drawn(rng.randrange(2), sides))]
        if way == 11:
            return [self.pieces()]
        if way == 12 and self.inside == 0:
            piece = make.local("piece", 0, PIECES - 1)
            write.locals["piece"] = (0, PIECES - 1)
            key = write.number(2)
            del write.locals["piece"]
            return [n.Sort(self.zone(), piece, key)]
        if way == 13:
            procedures = [each for each in write.functions.values() if not each.gives]
            if procedures:
                function = rng.choice(procedures)
                args = tuple(write.within(write.number(2), each.low, each.high) for each in function.params)
                return [n.Do(function.name, args)]
        if way == 14:
            return [n.Require(make.some((write.condition(2), make.compare("<", make.mod(write.number(1), 90), 85))))]
        if way == 15:
            return [n.Spend(rng.choice((1, 7, write.within(write.number(1), 0, 3000))))]
        if way == 16:
            values = tuple(write.kept(write.number(1)) for _ in range(2))
            return [n.Enqueue(rng.choice((3, 4)), values)]
        return rng.choice(([n.SetStage(rng.randrange(300))], [n.SetTogether(rng.random() < 0.7)], [n.SetEnded()]))  # type: ignore[return-value]

    def changed(self) -> n.Statement:
        """A value of the state becomes another within its range."""
        rng, make, write = self.rng, self.make, self.write
        if rng.random() < 0.3:
            place: n.Expr = make.plus(make.times(make.mod(write.number(2), SEATS), OWN), SHARED + rng.randrange(OWN))
            span = OWN_RANGE
        elif rng.random() < 0.4:
            place, span = write.place(2, SMALL), RANGES[0]
            if low(place) < 0 or high(place) >= SMALL:
                place = make.mod(place, SMALL)
        else:
            place = rng.randrange(len(RANGES))
            span = RANGES[place]  # type: ignore[index]
        sure = rng.random() > write.daring
        if rng.random() < 0.5:
            value: n.Expr = make.mod(write.number(2), span[1] - span[0] + 1) if rng.random() < 0.7 else 0
            return n.SetValue(place, make.plus(value, span[0]) if span != n.WORD else write.kept(write.number(3)))
        if sure and span == RANGES[0]:
            return n.If(make.compare("<", make.value(place, *span), 7), [n.AddValue(place, 2, *span, False)], [])  # type: ignore[arg-type]
        if sure:
            return n.SetValue(place, span[0])
        return n.AddValue(place, write.kept(write.number(2)) if rng.random() < 0.3 else rng.randint(-3, 3), *span, True)

    def zone(self) -> n.Expr:
        """A zone."""
        return self.write.place(1, SHARED_ZONES + SEAT_ZONES)

    def pieces(self) -> n.Statement:
        """Pieces move, are mixed, shown, or forgotten."""
        rng, make = self.rng, self.make
        way = rng.randrange(5)
        if way == 0:
            return n.Shuffle(rng.randrange(2), self.zone())
        if way == 1:
            self.moves += 1
            return n.Forget(self.zone(), SEEN) if self.moves % 2 else n.Forget(self.zone(), TOLD, WIDTH)
        piece = make.mod(self.write.number(2), PIECES)
        zone = make.mod(self.write.number(1), SHARED_ZONES + SEAT_ZONES)
        self.moves += 1
        if way == 3 and self.moves % 2:
            return n.Show(make.plus(piece, SEEN), make.minus(zone, 1))
        if way == 2 and self.moves % 2:
            return n.Move(piece, AT, zone, TOLD, remembered=True, width=WIDTH)
        return n.Move(piece, AT, zone, SEEN if way < 4 else -1, way == 2)

    def source(self) -> tuple[n.Source, tuple[int, int]]:
        """What a loop goes through, and the numbers that can come."""
        rng, make, write = self.rng, self.make, self.write
        way = rng.randrange(8)
        searches = [each for each in write.functions.values() if each.title == SEARCH]
        if way == 7 and searches:
            function = rng.choice(searches)
            args = tuple(write.within(write.number(1), each.low, each.high) for each in function.params)
            return n.Found(function.name, args), (0, FOUND - 1)
        if way == 0:
            first, stop = write.within(write.number(1), -3, 3), write.within(write.number(1), -3, 6)
            return n.Numbers(first, stop), (-3, 5)
        if way == 1:
            return n.Numbers(1, 4), (1, 3)
        if way == 2:
            return n.Row(rng.choice((write.flat, write.bytes, make.table((4, 5, 6))))), (-200, 70000)
        if way == 3:
            return n.Row(write.rows, write.place(1, 5)), (-5, 5)
        if way == 4:
            return n.Pieces(self.zone(), copied=not self.pure), (0, PIECES - 1)
        if way == 5 and write.lists:
            return n.Held(rng.choice(sorted(write.lists))), n.WORD
        items = tuple(write.kept(write.number(1)) for _ in range(rng.randrange(1, 4)))
        return n.Items(items), (min(map(low, items)), max(map(high, items)))

    def found(self, value: n.Expr) -> list[n.Statement]:
        """A number is found, unless it is already."""
        local = self.local(0, FOUND - 1)
        new = self.make.no(self.make.is_found(local))
        assert not isinstance(new, int)
        return [n.SetLocal(local, self.make.mod(value, FOUND)), n.If(new, [n.Find(local)], [])]

    def search(self, *, longest: bool) -> list[n.Statement]:
        """The body of a function that searches; `longest`: for a way over what it finds."""
        rng, make, write = self.rng, self.make, self.write
        body: list[n.Statement] = [n.BeginSearch(FOUND)]
        if longest:
            body.append(n.BeginWays(FOUND, FOUND, rng.choice((40, 40, 8))))
        body.append(self.around(0, longest=longest))
        here = self.local(0, FOUND - 1)
        write.locals[here.name] = (0, FOUND - 1)
        grown = [n.Spend(rng.choice((1, 5))), *self.several(1, 1), self.around(make.plus(here, 1), longest=longest)]
        body.append(n.Loop(here, n.Growing(), grown))
        del write.locals[here.name]
        if longest:
            body.append(n.FindLongest(rng.choice((FOUND, FOUND, write.within(write.number(1), -1, 4)))))
        return [*body, n.Spend(make.found_so_far(FOUND)), n.ReturnFound()]

    def around(self, place: n.Expr, *, longest: bool) -> n.Statement:
        """What is gone through from a place: everything in it is found, and may be led to."""
        rng, make, write = self.rng, self.make, self.write
        items = tuple(write.kept(write.number(1)) for _ in range(rng.randrange(1, 4)))
        each = self.local(*n.WORD)
        body = self.found(each)
        if longest:
            thing = make.minus(make.mod(each, FOUND + 1), 1)
            to = make.plus(make.mod(make.plus(each, rng.randrange(3)), FOUND + 1), 1)
            body = [n.Lead(place, thing, to, write.within(write.number(1), -3, 9)), *body]
        return n.Loop(each, n.Items(items), body)

    def loop(self, deep: int) -> n.Statement:
        """A loop."""
        source, span = self.source()
        local = self.local(*span)
        self.write.locals[local.name] = span
        self.inside += 1
        body = self.several(2, deep - 1)
        self.inside -= 1
        del self.write.locals[local.name]
        return n.Loop(local, source, body)


def program(rng: Random, **sizes: Any) -> n.Code:
    """A program that does something at random, then asks; what is queued and what was called do something too."""
    make = Maker()
    write = Expressions(rng, make)
    write.daring = 0.02
    statements = Statements(rng, make, write)
    for number in range(4):
        params = tuple(make.local(f"p{each}", *rng.choice(((-1, 3), (0, 40)))) for each in range(rng.randrange(3)))
        write.locals = {each.name: (each.low, each.high) for each in params}
        value = write.kept(write.number(2))
        statements.pure = gives = number % 2 == 0
        body = statements.several(2, 1) + ([n.Return(value)] if gives else [])
        write.functions[f"f{number}"] = n.Function(f"f{number}", params, body, gives, low(value), high(value))
        write.lists = {}
    statements.pure = True
    for name, longest in (("search", False), ("way", True)):
        params = (make.local("p0", 0, 40),)
        write.locals, write.lists = {"p0": (0, 40)}, {}
        body = statements.search(longest=longest)
        write.functions[name] = n.Function(name, params, body, True, 0, FOUND, SEARCH)
    statements.pure = False
    me, one, two = make.local("me", 0, SEATS - 1), make.local("one"), make.local("two")
    write.locals = {"me": (0, SEATS - 1)}
    first = [n.Gather("held", n.Items((3, 1, write.kept(write.number(1)))), 6), *statements.several(3, 2)]
    first += [n.Spend(3), n.Continue(1, (write.kept(write.number(2)), "held", me))]
    begun = n.Block(0, (me,), first, False)
    write.locals, write.lists = {"one": n.WORD, "me": (0, SEATS - 1)}, {"other": 12}
    second = [*statements.several(3, 2), *question(rng, make, write, me)]
    asked = n.Block(1, (one, "other", me), second, False)
    write.locals, write.lists = {"me": (0, SEATS - 1)}, {"held": 6}
    again = n.If(make.compare("<", make.value(0, *RANGES[0]), 5), [n.AddValue(0, 1, *RANGES[0], True), n.Again()], [])
    third = [n.SetLocal(one, make.answer(499)), *statements.several(2, 2), again]
    third += [n.If(make.compare(">", make.queued(5), 0), [n.PushQueued()], []),
              n.If(make.compare("==", make.value(1, *RANGES[1]), 2), [n.ClearAll()], []),
              n.ContinueAt(make.plus(make.value(SMALL + LARGE, 0, 1), 3), (3, 4), (make.frames(), 7))]  # fmt: skip
    answered = n.Block(2, ("held", me), third, True)
    ends = []
    for number in (3, 4):
        write.locals, write.lists = {"one": n.WORD, "two": n.WORD}, {}
        ends.append(n.Block(number, (one, two), [*statements.several(2, 1), n.GoOn()], False))
    scores: list[Any] = [("points", n.Numbers(0, make.players(1, SEATS)), "listed")]
    it = make.local("it", 0, SEATS - 1)
    write.functions["points"] = n.Function(
        "points", (me, it), [n.Return(make.plus(make.value(make.plus(make.times(me, OWN), SHARED), *OWN_RANGE), it))],
        True, 0, OWN_RANGE[1] + SEATS,
    )  # fmt: skip
    write.functions["listed"] = n.Function("listed", (me, it), [n.Return(make.compare("!=", me, it))], True, 0, 1)
    tie = make.value(make.plus(make.times(me, OWN), SHARED + 1), *OWN_RANGE)
    write.functions["tie"] = n.Function("tie", (me,), [n.Return(tie)], True, *OWN_RANGE)
    return code_of(
        layout(lists=LISTS, **sizes),
        write.functions,
        [begun, asked, answered, *ends],
        scores=scores,
        ties=["tie"],
        sights=SIGHTS,
    )


def question(rng: Random, make: Maker, write: Expressions, me: n.Local) -> list[n.Statement]:
    """Something is asked, or the only option is taken, or there is none."""
    offers: list[n.Statement] = [n.Offer(make.mod(write.number(2), 90)) for _ in range(rng.randrange(1, 4))]
    local = make.local("each", -200, 70000)
    condition = write.condition(1)
    if not isinstance(condition, int):
        offers.append(n.Loop(local, n.Row(write.bytes), [n.If(condition, [n.Offer(make.mod(local, 100))], [])]))
    offered = make.offered(40)
    asked: list[n.Statement] = [
        n.Gather("held", n.Items((4, 5)), 6),
        n.Push(2, ("held", me)),
        n.Ask(me, rng.randrange(400 if os.environ.get("RULESET_LONG") else 24)),
    ]
    alone: list[n.Statement] = [n.TakeOnly(me), n.Gather("held", n.Items((9,)), 6), n.Continue(2, ("held", me))]
    return [
        n.BeginOffer(), *offers, n.SortOffered(), n.If(make.compare(">", offered, 1), asked, []),  # type: ignore[arg-type]
        n.If(make.compare("==", offered, 1), alone, []), n.GoOn(),  # type: ignore[arg-type]
    ]  # fmt: skip


SIZES: list[dict[str, Any]] = [{}, {"capacity": (300,) * (SHARED_ZONES + SEAT_ZONES)}, {"options": 70_000}]
"""Records with zones of bytes, zones of two bytes a piece, and options of four bytes."""


def refusal(direct: Direct, s: Any, option: int) -> type[Broken] | None:
    """How the rule is broken when an option is taken node by node; None if it is not."""
    try:
        direct.apply(s, option)
    except Broken as broken:
        return type(broken)
    return None


def played(seed: int) -> dict[str, int]:
    """Compare a program with its nodes, from several states."""
    rng = Random(seed)
    code = program(rng, **SIZES[seed % 3])
    core, python, direct = Running(code), Spelled(code), Direct(code)
    seen = {"asked": 0, "over": 0, "broken": 0}
    for _ in range(8):
        s = blank(code.layout, SEATS)
        fill(rng, s)
        s.stack = [(3, 1, 2), (0, rng.randrange(SEATS))]
        option = -1
        core.put(s)
        for _ in range(4):
            before = deepcopy(s)
            broken = refusal(direct, s, option)
            if broken:
                assert core.run("go_on", core.at, option) is None
                assert broken is Outside or python.go_on(before, option) is None
                seen["broken"] += 1
                break
            assert core.run("go_on", core.at, option) == (1 if s.options else 0)
            found, spelled = core.state(), python.go_on(before, option)
            for part in PARTS:
                assert getattr(found, part) == getattr(s, part), (seed, part)
                assert repr(getattr(spelled, part)) == repr(getattr(s, part)), (seed, part)  # so that True is not 1
            assert core.scores(SEATS) == direct.scores(s) == python.scores(s)
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
    make = Maker()
    drawn, turn = make.local("drawn", 0, 5), make.local("turn", 0, 10**6)
    body: list[n.Statement] = [n.Spend(STEPS // 100), n.SetLocal(drawn, make.drawn(0, 6))]
    long = n.Function("long", (), [n.Loop(turn, n.Numbers(0, 10**6), body)], False)
    start = n.Block(0, (make.local("me", 0, SEATS - 1),), [n.Do("long", ()), n.GoOn()], False)
    code = code_of(layout(), {"long": long}, [start], sights=SIGHTS)
    s = blank(code.layout, SEATS)
    s.stack, s.steps = [(0, 1)], 0
    core, python = Running(code), Spelled(code)
    core.put(s)
    assert core.run("go_on", core.at, -1) is None
    with pytest.raises(TooLong):
        python.space["long"](s)
    assert len(s.draws) // 3 == 100  # and not some hours later
    assert refusal(Direct(code), s, -1) is Broken
    assert len(s.draws) // 3 == 100


def test_pieces_are_gone_through_as_they_lay_before_they_moved() -> None:
    make = Maker()
    piece, me = make.local("piece", 0, PIECES - 1), make.local("me", 0, SEATS - 1)
    loop = n.Loop(piece, n.Pieces(0, copied=True), [n.Move(piece, AT, 1, -1)])
    code = code_of(layout(), {}, [n.Block(0, (me,), [n.Spend(1), loop, n.GoOn()], False)], sights=SIGHTS)
    s = blank(code.layout, SEATS)
    fill(Random(1), s)
    s.stack, s.z = [(0, 1)], [[0, 2, 4, 6, 8], [7, 5], [3, 1], *s.z[3:]]
    for zone, pieces in enumerate(s.z[:3]):
        for each in pieces:
            s.v[AT + each] = zone
    core, python = Running(code), Spelled(code)
    core.put(s)
    assert core.run("go_on", core.at, -1) == 0
    found = python.go_on(s, -1)
    assert refusal(Direct(code), s, -1) is None
    assert s.z[:2] == found.z[:2] == core.state().z[:2] == [[], [7, 5, 0, 2, 4, 6, 8]]


def test_what_others_see_is_what_was_there() -> None:
    make = Maker()
    me = make.local("me", 0, SEATS - 1)
    body = [
        n.Spend(1),
        n.SetTogether(True),
        n.Move(4, AT, 1, -1),
        n.SetValue(8, 3),
        n.BeginOffer(),
        n.Offer(1),
        n.Offer(2),
        n.Push(0, (me,)),
        n.Ask(me, 0),
    ]
    code = code_of(layout(), {}, [n.Block(0, (me,), body, False)], sights=SIGHTS)
    s = blank(code.layout, SEATS)
    s.stack, s.z[0], s.v[AT : AT + PIECES] = [(0, 1)], [*range(PIECES)], [0] * PIECES
    values, zones = [*s.v], [[*zone] for zone in s.z]
    core, python = Running(code), Spelled(code)
    core.put(s)
    assert core.run("go_on", core.at, -1) == 1
    for found in (core.state(), python.go_on(s, -1)):
        assert found.sim == (values, zones)
        assert found.z[:2] == [[each for each in range(PIECES) if each != 4], [4]]
