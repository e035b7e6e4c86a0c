"""The WebAssembly module of a game: the intermediate program in, bytes out, with the runtime functions.

One module holds the game and the runtime that is the same for all games. Of Pig, 13 KB:

    block 6, block 6 with its values     an `IrBlock`: the first takes its locals off the stack and calls the second
    game score_0                         an `IrFunction`
    standing, categories, ties, agrees   the score of a seat, whole and by category, its tie-breaks, and whether invariants hold of it
    run, apply, clone, playout ...       `core_game`, `core_batch`: what the host calls
    draw, shuffle, move, draw_world ...  functions of `lang.runtime` and `compile.search`, compiled from their Python source

    block 6:  local.get 0 · (the stack becomes 8 bytes shorter) · i32.load 176 · local.set 1 · return_call "block 6 with its values"

`run` calls blocks through a table, by the number on top of the stack, until one asks.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any as Anything

from ruleset_core.analysis import numeric_view
from ruleset_core.compile import ir
from ruleset_core.compile.search import world_plans
from ruleset_core.compile.wasm import core_batch, core_game, search_codegen  # noqa: F401 - it fills `WRITERS` and `LOOPS`
from ruleset_core.compile.wasm import module_builder as e
from ruleset_core.compile.wasm.loop_codegen import loop
from ruleset_core.compile.wasm.module_builder import I32, I64, FunctionBody, LocalWord, ModuleBuilder
from ruleset_core.compile.wasm.restricted_python import RestrictedFunctions
from ruleset_core.compile.wasm.state_layout import SharedMemory, seat_zones
from ruleset_core.compile.wasm.statement_codegen import call, result_of, statements
from ruleset_core.lang import runtime, visibility
from ruleset_core.lang.runtime import STEPS
from ruleset_core.lang.traversal import deep

# The runtime that stands beside the printed code: which functions of which modules, and the numbers they are about.

# Functions of `core_game` and `core_batch`: those a host calls, those only others call, those written out where they are called.
EXPORTS = ("apply", "go_on", "begin", "clone", "start", "new", "seed", "playout", "steps_left")
MANY = (
    "scores",
    "sheets",
    "winners",
    "outcomes",
    "play_random_games",
    "playouts",
    "find_illegal",
    "apply_options",
    "read_options",
    "read_observations",
    "begin_world",
    "ahead_by",
    "count_moves",
)
WORLDS = {
    "draw_world": (["values", "zones", "words", "picker"], None),
    "_deal": (["values", "zones", "words", "word", "picker"], "word"),
    "_seen_with": (["values", "words", "word", "picker"], "word"),
    "_agree": (["words", *["word"] * 4], None),
    "_exchange": (["words", *["word"] * 6], None),
    "_mix": (["words", "word", "word", "picker"], None),
    "_values": (["values", "words", "word", "picker"], "word"),
    "_amounts": (["values", "words", "word", "picker"], None),
}
"""The functions that draw worlds, with what their parameters are here."""
SEEING = {
    "see": (["values", "zones", "values", "zones", "words", "word", "words"], None),
    "_list": (["values", "zones", "words", "word", "word", "words", *["word"] * 5], "word"),
    "_seat": (["word", "word", "word"], "word"),
}
"""The functions that tell a state in numbers."""
OWN = (
    "sum_of", "difference_of", "product_of", "append_piece", "remove_piece", "sort", "begin_together", "end_together",
    "scripted", "sort_by_bits", "sort_offered", "spared", "take_only", "queue_place", "push_queued", "clear_all", "frames", "run",
)  # fmt: skip
SHORT = ("entry_at", "set_entry", "option_at", "set_option", "note_draw", "pick", "resume")


def add_runtime(unit: ModuleBuilder) -> None:
    """All of the runtime into the module."""
    code, layout = unit.code, unit.code.layout
    frame_words = [unit.frame_words.get(number, 0) for number in range(len(unit.dispatch))]
    numbers = SimpleNamespace(
        streams=layout.streams,
        settings=layout.settings,
        shared=layout.shared,
        seat=layout.seat,
        seat_zones=_store_numbers(unit, seat_zones(unit.record)),
        room=unit.room(unit.record.board_size),
        mine=unit.room(8 * (1 + len(code.ties))),
        best=unit.room(8 * (1 + len(code.ties))),
        other=unit.room(8 * (1 + len(code.ties))),
        categories=len(code.scores),
        keys=1 + code.outcome.ties,
        claims=1 + len(code.ties),
        lowest=int(code.outcome.lowest),
        wins=1 + code.outcome.wins,
        team=1 + code.outcome.team,
        invariants=len(code.invariants),
        entry=code.entry,
        entry_words=unit.frame_words[code.entry],
        capacities=_store_numbers(unit, list(unit.record.capacity)),
        frame_words=_store_numbers(unit, frame_words),
        repeats=len(code.repeats),
        again=_again(unit),
        restarts=len(code.restarts),
        restart=_restart(unit),
    )
    known: dict[str, Anything] = {"R": unit.record, "G": SharedMemory, "K": numbers, "sight": code.sights}
    made = dict.fromkeys(("standing", "categories", "ties"), (["word", "word", "word"], None)) | {
        "agrees": (["word", "word"], "word")
    }
    functions = RestrictedFunctions(unit, known, made)
    functions.add(runtime, "draw", "shuffle", "move")
    if code.sights:
        functions.add(visibility, "open_to", "record_sight", "follow", "show", "forget")
    if code.board is not None:
        _board(unit, numbers)
        functions.add(core_game, "enclosed", "mark", "look_around", "joined")
    if unit.ways:
        functions.add(runtime, "lead", kinds=(["words", "word", "word", "word", "word"], None))
        functions.add(runtime, "longest", "way_back", kinds=(["words", "word"], "word"))
    functions.add(runtime, "numbered", kinds=(["wide", "wide"], "wide"))
    functions.add(core_game, *OWN)
    functions.add(core_game, *SHORT, short=True)
    functions.add(core_game, *EXPORTS, export=True)
    for title, kinds in WORLDS.items():
        functions.add(world_plans, title, kinds=kinds)
    functions.add(visibility, "shows")
    for title, kinds in SEEING.items():
        functions.add(numeric_view, title, kinds=kinds)
    functions.add(
        core_batch,
        "claims",
        "in_team",
        "points",
        "above",
        "shown_before",
        "all_agree",
        "choice_of",
        "asks_again",
        "moves_left",
    )
    functions.add(core_batch, *MANY, export=True)
    functions.write()


def _board(unit: ModuleBuilder, numbers: SimpleNamespace) -> None:
    """The planar board in memory, four bytes a number, and room for searching it."""
    board: Anything = unit.code.board
    for title in ("around", "meeting"):
        rows = getattr(board, title)
        starts = [0]
        for row in rows:
            starts.append(starts[-1] + len(row))
        setattr(numbers, f"{title}_starts", _store_numbers(unit, starts))
        setattr(numbers, title, _store_numbers(unit, [one for row in rows for one in row]))
    for title in ("sides", "ends"):
        setattr(numbers, title, _store_numbers(unit, [one for row in getattr(board, title) for one in row]))
    numbers.lines, numbers.spaces, numbers.crossings = len(board.sides), len(board.around), len(board.meeting)
    for title, size in (
        ("here", 4 * numbers.spaces), ("there", 4 * numbers.spaces), ("marks", 2 * numbers.spaces),
        ("near", 4 * numbers.crossings), ("far", 4 * numbers.crossings), ("crossed", numbers.crossings),
    ):  # fmt: skip
        setattr(numbers, title, unit.room(size))


def _again(unit: ModuleBuilder) -> int:
    """By block the row that `compile.wasm.core_batch.asks_again` reads: the block, whether the asked seat needs it too, whether one answer is none; or -1."""
    if not unit.code.alone:
        return 0
    rows = [-1] * len(unit.dispatch)
    for number, (block, asker, least) in unit.code.repeats.items():
        if number < len(rows):
            rows[number] = 4 * block + 2 * asker + least - 1
    return _store_numbers(unit, rows)


def _restart(unit: ModuleBuilder) -> int:
    """By block the one that goes back to where the next seat is asked, or -1."""
    if not unit.code.restarts:
        return 0
    return _store_numbers(unit, [unit.code.restarts.get(number, -1) for number in range(len(unit.dispatch))])


def _store_numbers(unit: ModuleBuilder, values: list[int]) -> int:
    return unit.numbers(values, -(1 << 31), 0)[0]


# The intermediate program as one module: its functions and blocks, the scores, and the runtime `beside` them.

NOWHERE = "nowhere"


def build_game_module(code: ir.IrProgram) -> bytes:
    """A game as a WebAssembly module."""
    with deep():
        unit = ModuleBuilder(code)
        for function in code.functions.values():
            _function(unit, function)
        _blocks(unit)
        _scores(unit)
        _standing(unit)
        add_runtime(unit)
        return unit.bytes()


def _function(unit: ModuleBuilder, function: ir.IrFunction) -> None:
    b = FunctionBody(unit, [I32, *(I32 for _ in function.params)])
    for place, param in enumerate(function.params):
        b.names[param.name] = LocalWord(I32, place + 1, param.low, param.high)
    b.result, b.title = result_of(function), function.name
    statements(b, function.body)
    if function.gives:
        b.out.append(e.UNREACHABLE)
    unit.define(f"game {function.name}", b, [b.result] if function.gives else [])


# -- blocks ------------------------------------------------------------------------------------------------------------


def _blocks(unit: ModuleBuilder) -> None:
    """Each block as a function; where others go on at it, apart from the one that finds its values on the stack."""
    bodies = {number: _block(unit, block) for number, block in unit.code.blocks.items()}
    unit.dispatch = [f"block {number}" if number in bodies else NOWHERE for number in range(max(bodies, default=0) + 1)]
    for number, body in bodies.items():
        b, block = body, unit.code.blocks[number]
        params = [each for each in block.params if not isinstance(each, str)]
        if number in unit.continued:
            unit.define(f"block {number} with its values", b, [I32])
            entry = FunctionBody(unit, [I32, *(I32 for _ in params)])
            _take_frame(entry, block)
            b = FunctionBody(unit, [I32])
            b.kinds += entry.kinds[1:]
            b.out += entry.out
            for place in range(len(params) + 1):
                b.get(place)
            b.go(f"block {number} with its values")
        else:
            entry = FunctionBody(unit, b.kinds)
            _take_frame(entry, block)
            b.kinds, b.params = entry.kinds, 1
            b.out[:0] = entry.out
        unit.define(f"block {number}", b, [I32])
    nowhere = FunctionBody(unit, [I32])
    nowhere.out.append(e.UNREACHABLE)
    unit.define(NOWHERE, nowhere, [I32])


def _block(unit: ModuleBuilder, block: ir.IrBlock) -> FunctionBody:
    words = [each for each in block.params if not isinstance(each, str)]
    b = FunctionBody(unit, [I32, *(I32 for _ in words)])
    b.alone = block.number in unit.alone
    for place, param in enumerate(words):
        b.names[param.name] = LocalWord(I32, place + 1, param.low, param.high)
    if block.loop:
        b.again = b.begin(e.LOOP)
    statements(b, block.body)
    if block.loop:
        b.end()
    b.out.append(e.UNREACHABLE)
    return b


def _take_frame(b: FunctionBody, block: ir.IrBlock) -> None:
    """The values of the frame on top of the stack into the words after the record, and its lists to where they lie."""
    unit, record = b.unit, b.unit.record
    top = b.fresh()
    b.get(0)
    b.get(0)
    b.load(record.deep, 4)
    b.const(4 * (unit.frame_words[block.number] + 1))
    b.op("-")
    b.tee(top)
    b.store(record.deep, 4)
    b.get(0)
    b.get(top)
    b.op("+")
    b.set(top)
    at, place = record.stack, 1
    for param in block.params:
        if isinstance(param, str):
            most = unit.code.layout.lists[param]
            b.const(unit.shared_list(param))
            b.get(top)
            b.const(at)
            b.op("+")
            b.get(top)
            b.load(at, 4)
            b.const(2)
            b.op("<<")
            b.const(4)
            b.op("+")
            b.out += e.MEMORY_COPY
            at += 4 + 4 * most
        else:
            b.get(top)
            b.load(at, 4)
            b.set(place)
            at += 4
            place += 1


# -- scores ------------------------------------------------------------------------------------------------------------


def _scores(unit: ModuleBuilder) -> None:
    """What a seat has in each category, a function each; `categories` puts all of them into memory, `standing` their sum: parameters are seat
    and address.
    """
    most = unit.code.layout.players[1] - 1
    me, it = ir.IrLocal(0, most, 1, 1, "me"), ir.IrLocal(*ir.WORD, 1, 1, "it")
    for number, score in enumerate(unit.code.scores):
        _category(unit, f"category {number}", score, me, it)
    each, total = (FunctionBody(unit, [I32, I32, I32]) for _ in range(2))
    total.get(2)
    total.const(0, I64)
    for number in range(len(unit.code.scores)):
        for b in (each, total):
            if b is each:
                b.get(2)
            b.get(0)
            b.get(1)
            b.call(f"category {number}")
        each.store(8 * number, 8)
        total.call("sum_of")
    total.store(0, 8)
    unit.define("categories", each, [])
    unit.define("standing", total, [])


def _category(
    unit: ModuleBuilder, title: str, score: tuple[str, ir.IrSource | None, str], me: ir.IrLocal, it: ir.IrLocal
) -> None:
    function, source, where = score
    b = FunctionBody(unit, [I32, I32])
    b.names["me"] = LocalWord(I32, 1, me.low, me.high)
    if source is None:
        _amount(b, function, (me,))
        unit.define(title, b, [I64])
        return
    total = b.fresh(I64)

    def listed() -> None:
        if where:
            _fresh_steps(b)
            call(b, where, (me, it))
            b.begin(e.IF)
        b.get(total)
        _amount(b, function, (me, it))
        b.call("sum_of")
        b.set(total)
        if where:
            b.end()

    loop(b, it, source, listed)
    b.get(total)
    unit.define(title, b, [I64])


def _standing(unit: ModuleBuilder) -> None:
    """`ties` puts the tie-breaks of a seat into memory, 64 bits each: parameters are seat and address. `agrees` says whether all invariants
    hold of a seat.
    """
    most = unit.code.layout.players[1] - 1
    me = ir.IrLocal(0, most, 1, 1, "me")
    b = FunctionBody(unit, [I32, I32, I32])
    b.names["me"] = LocalWord(I32, 1, 0, most)
    for number, function in enumerate(unit.code.ties):
        b.get(2)
        _amount(b, function, (me,))
        b.store(8 * number, 8)
    unit.define("ties", b, [])
    b = FunctionBody(unit, [I32, I32])
    b.names["me"] = LocalWord(I32, 1, 0, most)
    agreed = b.fresh(I32)
    for function in unit.code.invariants:
        _fresh_steps(b)
        call(b, function, (me,))
        b.begin(e.IF)
    b.const(1, I32)
    b.set(agreed)
    for _ in unit.code.invariants:
        b.end()
    b.get(agreed)
    unit.define("agrees", b, [I32])


def _amount(b: FunctionBody, function: str, args: tuple[ir.IrExpr, ...]) -> None:
    """An amount of 64 bits that is asked for by itself."""
    _fresh_steps(b)
    if call(b, function, args) == I32:
        b.out.append(e.EXTEND)


def _fresh_steps(b: FunctionBody) -> None:
    """What is worked out here may take as many steps as a decision."""
    b.const(STEPS, I64)
    b.out.append(e.GLOBAL_SET)
    b.out += e.unsigned(b.unit.steps)
