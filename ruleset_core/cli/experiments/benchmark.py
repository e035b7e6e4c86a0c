"""`ruleset benchmark`: lets bots play the games of the benchmark, and prints or writes the table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import click

from ruleset_core.cli.openings import parse_bots
from ruleset_core.cli.output import StatusLine, write_result
from ruleset_core.cli.parameters import EXIT_INTERRUPTED, text_table
from ruleset_core.diagnostics import did_you_mean, friendly_list
from ruleset_core.lab.game_benchmark import (
    GAMES,
    BenchmarkFigures,
    BenchmarkGame,
    agent_label,
    agents_of,
    benchmark_record,
    benchmark_table,
    measure,
)
from ruleset_core.messages import message
from ruleset_core.safe_text import safe_json


@dataclass(frozen=True, kw_only=True)
class BenchmarkRequest:
    """What the command line of `ruleset benchmark` asks for, as its options say."""

    games: tuple[str, ...]
    bot: tuple[str, ...]
    alone: bool
    scale: float
    seed: int
    workers: int
    out: Path | None
    lang: str


def run_benchmark(asked: BenchmarkRequest) -> int:
    """Do what the command line asks for; the exit code."""
    games, own = _games(asked), [bot for text in asked.bot for bot in parse_bots(text, asked.lang, "--bot")]
    if asked.alone and not own:
        raise click.UsageError(message("cli.benchmark.alone", asked.lang))
    figures, stopped = list[BenchmarkFigures](), False
    try:
        for found in _measured(games, own, asked):
            figures.append(found)
    except KeyboardInterrupt:
        stopped = True
        click.echo(message("cli.benchmark.stopped", asked.lang, count=len(figures)), err=True)
    record = benchmark_record(figures, asked.seed, asked.scale)
    click.echo(text_table([*benchmark_table(record)]))
    click.echo(message("cli.benchmark.note", asked.lang, against=record["against"]))
    if asked.out is not None and figures:
        write_result(asked.out, safe_json(record) + "\n")
        click.echo(message("cli.solve.written", asked.lang, file=asked.out), err=True)
    return EXIT_INTERRUPTED if stopped else 0


def _games(asked: BenchmarkRequest) -> Sequence[BenchmarkGame]:
    known = {each.name: each for each in GAMES}
    for name in asked.games:
        if name not in known:
            close = friendly_list(did_you_mean(name, [*known])) or friendly_list([*known])
            raise click.UsageError(message("cli.benchmark.unknown", asked.lang, game=name, close=close))
    return [known[name] for name in dict.fromkeys(asked.games)] or GAMES


def _measured(
    games: Sequence[BenchmarkGame], own: Sequence[str], asked: BenchmarkRequest
) -> Iterator[BenchmarkFigures]:
    """Game by game, agent by agent; on a terminal with a line of who plays what."""
    solved, line = find_spec("pyspiel") is not None, StatusLine()
    pairs = [(game, agent) for game in games for agent in (own if asked.alone else agents_of(game, own, solved=solved))]
    try:
        for at, (game, agent) in enumerate(pairs):
            if line.shown:
                words = {"agent": agent_label(agent), "game": game.name, "at": at + 1, "all": len(pairs)}
                line.show(message("cli.benchmark.progress", asked.lang, **words))
            yield measure(game, agent, seed=asked.seed, scale=asked.scale, workers=asked.workers)
    finally:
        line.clear()
