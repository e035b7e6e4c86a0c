"""`ruleset bench`: measurements as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleset_core.cli.parameters import text_table

if TYPE_CHECKING:
    from ruleset_core.lab.bench import BenchRun, GameSpeed

_HEADING = (
    "GAME",
    "PLAYERS",
    "PLAYED",
    "GAMES/S",
    "DECISIONS/S",
    "BESIDE PLAIN PYTHON",
    "CLONE",
    "DEEPCOPY",
    "LOAD",
    "SCENE",
    "ITS JSON",
)


def bench_table(bench: BenchRun) -> str:
    """A line for each game, two where it has a core, and what they are compared with."""
    lines = [text_table([_HEADING, *(cells for row in bench.rows for cells in _cells(row))]), ""]
    seen = {row.yardstick: row.yardstick_speed for row in bench.rows}
    lines += [f"{name} in plain Python: {_number(speed.decisions)} decisions/s" for name, speed in seen.items()]
    unlike = {row.yardstick: None for row in bench.rows if not row.own_yardstick}
    lines += [
        f"Games without a plain version of their own are compared with {name}, which does far less." for name in unlike
    ]
    reasons = dict.fromkeys(row.no_core for row in bench.rows if row.no_core)
    lines += [f"no core for {_those(bench, reason)}: {reason}" for reason in reasons]
    return "\n".join(lines)


def _those(bench: BenchRun, reason: str) -> str:
    return ", ".join(row.game for row in bench.rows if row.no_core == reason)


def _cells(row: GameSpeed) -> list[tuple[str, ...]]:
    """The line of single games, and one for many at once."""
    single = (
        row.game,
        str(row.players),
        "one by one",
        _number(row.speed.games),
        _number(row.speed.decisions),
        _share(row.ratio, row),
        f"{row.clone_us:.1f} us",
        f"{row.deepcopy_us:.0f} us ({row.clone_gain:.0f}x)",
        f"{row.load_ms:.0f} ms",
        f"{row.scene_ms:.1f} ms",
        f"{row.scene_json_ms:.1f} ms",
    )
    if row.core is None:
        return [single]
    speed = row.core.speed
    gain = f"many at once ({row.core.gain:.0f}x)"
    core = ("", "", gain, _number(speed.games), _number(speed.decisions), _share(row.core.ratio, row), *[""] * 5)
    return [single, core]


def _share(ratio: float, row: GameSpeed) -> str:
    """How fast something is beside the yardstick: `1/8.6 of the same`, `4.2 x pig`."""
    beside = "the same" if row.own_yardstick else row.yardstick
    return f"1/{1 / ratio:.1f} of {beside}" if ratio < 1 else f"{ratio:.1f} x {beside}"


def _number(value: float) -> str:
    return f"{value:,.0f}".replace(",", " ")
