"""What is written for the core alone does what Python does: areas of boards, stacks and queues at their limits, modules as bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import pytest

from ruleset_core.compile import ir
from ruleset_core.compile.ir.ir_builder import IrBuilder
from ruleset_core.compile.wasm.game_module import build_game_module
from ruleset_core.compile.wasm.state_layout import ModuleMetadata, StateImage
from ruleset_core.lang.runtime import enclosed
from tests.boards.plans import random_plan, shape
from tests.lang.wasm.direct import blank
from tests.lang.wasm.random_code import layout
from tests.lang.wasm.running import Running, code_of


@pytest.mark.parametrize("walls", [0.3, 0.55, 0.8])
@pytest.mark.parametrize("closed", [False, True])
def test_areas_are_those_that_python_finds(walls: float, closed: bool) -> None:
    rng, make = Random(int(walls * 100) + closed), IrBuilder()
    board = shape(random_plan(rng))
    lines, spaces = len(board.ends), len(board.around)
    border = [closed and -1 in sides for sides in board.sides]
    line, space = make.local("line", 0, lines - 1), make.local("space", 0, spaces - 1)
    counted = make.local("counted", 0, 100)
    place = make.add(counted, 1 + lines)
    found: list[ir.IrStatement] = [
        ir.IrSetLocal(counted, 0),
        ir.IrLoop(
            space,
            ir.IrAreaSource(1, line),
            [ir.IrSetValue(place, space), ir.IrSetLocal(counted, make.add(counted, 1))],
        ),
        ir.IrSetValue(0, counted),
        ir.IrNextFrame(),
    ]
    sizes = {"shared": 1 + lines + spaces, "seat": 0, "players": (1, 1)}
    code = code_of(layout(**sizes), {}, [ir.IrBlock(0, (line,), found, False)], board=board)
    core, areas = Running(code), set()
    for _ in range(120):
        s = blank(code.layout, 1)
        s.v[1 : 1 + lines] = [int(edge or rng.random() < walls) for edge in border]
        new = rng.randrange(lines)
        s.v[1 + new] = 1
        s.stack = [(0, new)]
        core.put(s)
        assert core.run("go_on", core.at, -1) == 0
        area = enclosed(board, s.v, 1, new)
        values = core.state().v
        assert values[1 + lines : 1 + lines + values[0]] == list(area)
        areas.add(len(area))
    assert len(areas) > 1
    core.put(s)
    wrong = core.state()
    wrong.stack = [(0, lines)]
    core.put(wrong)
    assert core.run("go_on", core.at, -1) is None


def limited(body: list[ir.IrStatement], **sizes: Any) -> Running:
    """A program of one block, whose frame has one value."""
    one = IrBuilder().local("one")
    return Running(code_of(layout(**sizes), {}, [ir.IrBlock(0, (one,), [*body, ir.IrNextFrame()], False)]))


@pytest.mark.parametrize(
    ("statement", "sizes", "most"),
    [
        (ir.IrPushFrame(0, (0,)), {"stack_words": 9}, 4),
        (ir.IrEnqueue(0, (7,)), {"queue_entries": 3}, 3),
        (ir.IrOfferOption(1), {"most_options": 3}, 3),
    ],
)
def test_what_has_no_room_left_is_noticed(statement: ir.IrStatement, sizes: dict[str, int], most: int) -> None:
    for count, given in ((most, 1), (most + 1, None)):
        core = limited([ir.IrBeginOptions(), *[statement] * count, ir.IrAsk(0, 1)], **sizes)
        s = blank(core.image.notes.layout, 1)
        s.stack = [(0, 5)]
        core.put(s)
        assert core.run("go_on", core.at, -1) == given


def test_a_question_may_have_more_options_than_two_bytes_count() -> None:
    number = IrBuilder().local("number", 0, 1 << 17)
    offered = ir.IrLoop(number, ir.IrRangeSource(3, 70_003), [ir.IrOfferOption(number)])
    core = limited(
        [ir.IrBeginOptions(), offered, ir.IrPushFrame(0, (1,)), ir.IrAsk(0, 1)], options=80_000, most_options=70_000
    )
    s = blank(core.image.notes.layout, 1)
    s.stack = [(0, 5)]
    core.put(s)
    assert core.run("go_on", core.at, -1) == 1
    assert core.state().options == [*range(3, 70_003)]
    assert core.run("apply", core.at, 70_002) == 70_000
    assert core.run("apply", core.at, 70_003) == -1
    core.put(core.state())
    assert core.state().options == [*range(3, 70_003)]


def test_a_list_longer_than_it_can_be_is_noticed() -> None:
    core = limited([ir.IrCollectList("held", ir.IrRangeSource(0, IrBuilder().local("one")), 4)], lists={"held": 4})
    for length, fits in ((4, True), (5, False)):
        s = blank(core.image.notes.layout, 1)
        s.stack = [(0, length)]
        core.put(s)
        assert (core.run("go_on", core.at, -1) == 0) == fits


def test_steps_run_out() -> None:
    one = IrBuilder().local("one")
    for body in (
        [ir.IrChargeSteps(400_000), ir.IrPushFrame(0, (one,)), ir.IrNextFrame()],
        [ir.IrChargeSteps(one), ir.IrNextFrame()],
    ):
        core = Running(code_of(layout(), {}, [ir.IrBlock(0, (one,), body, False)]))
        s = blank(core.image.notes.layout, 1)
        s.stack = [(0, 2**31 - 1)]
        core.put(s)
        assert core.run("go_on", core.at, -1) is None


def test_an_option_that_is_not_offered_changes_nothing() -> None:
    core = limited(
        [ir.IrBeginOptions(), ir.IrOfferOption(3), ir.IrOfferOption(8), ir.IrPushFrame(0, (1,)), ir.IrAsk(0, 2)]
    )
    s = blank(core.image.notes.layout, 2)
    s.stack = [(0, 5)]
    core.put(s)
    assert core.run("go_on", core.at, -1) == 1
    before = core.memory.read(core.at, core.image.record.size)
    for wrong in (5, -1, 8 + (1 << 32), 8 - (1 << 32), 3 + (1 << 62)):
        assert core.run("apply", core.at, wrong) == -1
    assert core.memory.read(core.at, core.image.record.size) == before
    assert core.run("apply", core.at, 8) == 2
    assert core.state().a == 8


@pytest.mark.parametrize("head", range(3))
@pytest.mark.parametrize("count", range(4))
def test_a_copy_has_all_that_waits_in_the_queue(head: int, count: int) -> None:
    core = limited([ir.IrEnqueue(0, (7,))], queue_entries=3)
    s = blank(core.image.notes.layout, 1)
    core.put(s)
    record = core.image.record
    core.memory.view(core.at + record.head, 2, "H")[0] = head
    core.memory.view(core.at + record.queued, 2, "H")[0] = count
    for place in range(count):
        at = core.at + record.queue + (head + place) % 3 * record.entry
        core.memory.view(at, 8, "i")[1] = 5 + place
    assert core.run("clone", core.other, core.at) == 0
    assert core.state(core.other).queue == [(0, 5 + place) for place in range(count)] == core.state().queue


def test_a_state_that_does_not_fit_is_refused() -> None:
    core = limited([])
    for part, value in (("v", [0] * 500), ("queue", [(0, 1)] * 6), ("stack", [(0, 1)] * 60), ("stack", [(9, 1)])):
        s = blank(core.image.notes.layout, 1)
        setattr(s, part, value)
        with pytest.raises(ValueError, match=r"a state|a frame"):
            core.image.pack(s)


def test_a_module_says_what_a_host_must_know() -> None:
    core = limited([], lists={"held": 4})
    notes = core.image.notes
    assert ModuleMetadata.read(
        build_game_module(code_of(layout(), {}, [ir.IrBlock(4, (), [ir.IrNextFrame()], False)]))
    ).frames == {4: ()}
    assert StateImage(notes).record.size % 8 == 0
    assert notes.heap % 64 == 0
    with pytest.raises(ValueError, match="not one of ours"):
        ModuleMetadata.read(b"\0asm\1\0\0\0\1\4\1\x60\0\0")


@pytest.mark.parametrize("deep", [50, 600])
def test_deep_expressions_and_ways_are_written(deep: int) -> None:
    make = IrBuilder()
    number: ir.IrExpr = make.state_value(0, 0, 9)
    ways: list[ir.IrStatement] = [ir.IrSetValue(1, 3)]
    for level in range(deep):
        number = make.minimum(make.add(number, 1), make.state_value(level % 8, 0, 9))
        ways = [ir.IrIf(make.compare("<", make.state_value(level % 8, 0, 9), 5), ways, [])]  # type: ignore[arg-type]
    core = limited([ir.IrSetValue(2, number), *ways])
    s = blank(core.image.notes.layout, 1)
    s.v[:8], s.stack = [4] * 8, [(0, 5)]
    core.put(s)
    assert core.run("go_on", core.at, -1) == 0
    assert core.state().v[1:3] == [3, 4]


@pytest.mark.slow
def test_the_same_program_gives_the_same_bytes_in_every_process() -> None:
    script = (
        "from random import Random\nfrom hashlib import sha256\nfrom tests.lang.wasm.test_statements import program\n"
        "from ruleset_core.compile.wasm.game_module import build_game_module\nprint(sha256(build_game_module(program(Random(3)))).hexdigest())"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(found) == 1
