"""The runtime that stands beside the printed code: which functions of which modules, and the numbers they are about."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any as Anything

from ruleset_core.lang import knowledge, runtime, seeds, seeing, ways, worlds
from ruleset_core.lang.wasm import native, native_areas, native_many
from ruleset_core.lang.wasm.record import Shared, seat_zones
from ruleset_core.lang.wasm.restricted import Functions
from ruleset_core.lang.wasm.unit import Unit

# Functions of `native` and `native_many`: those a host calls, those only others call, those written out where they are called.
EXPORTS = ("apply", "go_on", "begin", "clone", "start", "new", "seed", "too_long")
MANY = (
    "playout",
    "scores",
    "winners",
    "outcomes",
    "play",
    "playouts",
    "refused",
    "step",
    "look",
    "numbers",
    "imagined",
    "ahead_by",
)
WORLDS = {
    "draw_world": (["values", "zones", "words", "picker"], None),
    "_deal": (["values", "zones", "words", "word", "picker"], "word"),
    "_agree": (["words", *["word"] * 4], None),
    "_exchange": (["words", *["word"] * 6], None),
    "_mix": (["words", "word", "word", "picker"], None),
    "_values": (["values", "words", "word", "picker"], "word"),
    "_amounts": (["values", "words", "word", "picker"], None),
}
"""The functions that draw worlds, with what their parameters are here."""
SEEING = {
    "see": (["values", "zones", "values", "zones", "words", "word", "words"], None),
    "_list": (["values", "zones", "words", "word", "word", "words", "word", "word", "word", "word"], "word"),
    "_seat": (["word", "word", "word"], "word"),
}
"""The functions that tell a state in numbers."""
OWN = (
    "sum_of", "difference_of", "product_of", "append_piece", "remove_piece", "sort", "begin_together", "end_together",
    "scripted", "sort_offered", "take_only", "queue_place", "push_queued", "clear_all", "frames", "run",
)  # fmt: skip
SHORT = ("entry_at", "set_entry", "option_at", "set_option", "note_draw", "resume")


def runtime_of(unit: Unit) -> None:
    """All of the runtime into the module."""
    code, layout = unit.code, unit.code.layout
    frame_words = [unit.frame_words.get(number, 0) for number in range(len(unit.dispatch))]
    numbers = SimpleNamespace(
        streams=layout.streams,
        settings=layout.settings,
        shared=layout.shared,
        seat=layout.seat,
        seat_zones=_words(unit, seat_zones(unit.record)),
        room=unit.room(unit.record.board_size),
        mine=unit.room(8 * (1 + len(code.ties))),
        best=unit.room(8 * (1 + len(code.ties))),
        other=unit.room(8 * (1 + len(code.ties))),
        keys=1 + code.outcome.ties,
        claims=1 + len(code.ties),
        lowest=int(code.outcome.lowest),
        wins=1 + code.outcome.wins,
        team=1 + code.outcome.team,
        entry=code.entry,
        entry_words=unit.frame_words[code.entry],
        capacities=_words(unit, list(unit.record.capacity)),
        frame_words=_words(unit, frame_words),
        repeats=len(code.repeats),
        again=_again(unit),
        restarts=len(code.restarts),
        restart=_restart(unit),
    )
    known: dict[str, Anything] = {"R": unit.record, "G": Shared, "K": numbers, "sight": code.sights}
    functions = Functions(unit, known, dict.fromkeys(("standing", "ties"), (["word", "word", "word"], None)))
    functions.add(runtime, "draw", "shuffle", "move")
    if code.sights:
        functions.add(knowledge, "open_to", "put_seen", "follow", "show", "forget")
    if code.board is not None:
        _board(unit, numbers)
        functions.add(native_areas, "enclosed", "mark", "look_around", "joined")
    if unit.ways:
        functions.add(ways, "lead", kinds=(["words", "word", "word", "word", "word"], None))
        functions.add(ways, "longest", kinds=(["words", "word"], "word"))
    functions.add(seeds, "numbered", kinds=(["wide", "wide"], "wide"))
    functions.add(native, *OWN)
    functions.add(native, *SHORT, short=True)
    functions.add(native, *EXPORTS, export=True)
    for title, kinds in WORLDS.items():
        functions.add(worlds, title, kinds=kinds)
    for title, kinds in SEEING.items():
        functions.add(seeing, title, kinds=kinds)
    functions.add(native_many, "pick", short=True)
    functions.add(native_many, "claims", "in_team", "points", "above", "shown_before", "choice_of", "asks_again")
    functions.add(native_many, *MANY, export=True)
    functions.write()


def _board(unit: Unit, numbers: SimpleNamespace) -> None:
    """The planar board in memory, four bytes a number, and room for searching it."""
    board: Anything = unit.code.board
    for title in ("around", "meeting"):
        rows = getattr(board, title)
        starts = [0]
        for row in rows:
            starts.append(starts[-1] + len(row))
        setattr(numbers, f"{title}_starts", _words(unit, starts))
        setattr(numbers, title, _words(unit, [one for row in rows for one in row]))
    for title in ("sides", "ends"):
        setattr(numbers, title, _words(unit, [one for row in getattr(board, title) for one in row]))
    numbers.lines, numbers.spaces, numbers.crossings = len(board.sides), len(board.around), len(board.meeting)
    for title, size in (
        ("here", 4 * numbers.spaces), ("there", 4 * numbers.spaces), ("marks", 2 * numbers.spaces),
        ("near", 4 * numbers.crossings), ("far", 4 * numbers.crossings), ("crossed", numbers.crossings),
    ):  # fmt: skip
        setattr(numbers, title, unit.room(size))


def _again(unit: Unit) -> int:
    """By block the row that `native_many.asks_again` reads: the block, whether the asked seat needs it too, whether one answer is none; or -1."""
    if not unit.code.alone:
        return 0
    rows = [-1] * len(unit.dispatch)
    for number, (block, asker, least) in unit.code.repeats.items():
        if number < len(rows):
            rows[number] = 4 * block + 2 * asker + least - 1
    return _words(unit, rows)


def _restart(unit: Unit) -> int:
    """By block the one that goes back to where the next seat is asked, or -1."""
    if not unit.code.restarts:
        return 0
    return _words(unit, [unit.code.restarts.get(number, -1) for number in range(len(unit.dispatch))])


def _words(unit: Unit, values: list[int]) -> int:
    return unit.numbers(values, -(1 << 31), 0)[0]
