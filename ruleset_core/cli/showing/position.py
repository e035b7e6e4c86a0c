"""Positions to be drawn: of a new game after some moves at random, of a scenario, or of a saved game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from ruleset_core.cli.common import load_game
from ruleset_core.cli.said.messages import say

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.testing.scenarios import Case

__all__ = ["Found", "Wanted", "position"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which position: options of the command. `moves` counts those made at random, or steps of the scenario."""

    game: str
    expansions: tuple[str, ...]
    data: tuple[Path, ...]
    in_order: bool
    lang: str
    record: str | None
    scenario: str | None
    seed: int | None
    moves: int
    players: int | None


@dataclass(frozen=True, slots=True)
class Found:
    """A position, how many moves led to it, and what the players are called, if they have names."""

    state: State
    moves: int
    names: Sequence[str] = ()


def position(wanted: Wanted) -> Found:
    """The position that is wanted. Raises `click.ClickException` and what loading raises."""
    if wanted.record is not None:
        return _of_record(wanted, wanted.record)
    if wanted.scenario is not None:
        return Found(_of_scenario(wanted, wanted.scenario), wanted.moves)
    return _at_random(wanted)


def _at_random(wanted: Wanted) -> Found:
    game = load_game(wanted.game, wanted.expansions, wanted.data, in_order=wanted.in_order)
    seed = 1 if wanted.seed is None else wanted.seed
    state = game.new(players=wanted.players or max(game.players[0], min(2, game.players[1])), seed=seed)
    chance, made = Random(seed), 0
    while made < wanted.moves and not state.over:
        state.apply(chance.choice(state.options))
        made += 1
    return Found(state, made)


def _of_scenario(wanted: Wanted, name: str) -> State:
    from ruleset_core import State
    from ruleset_core.testing.scenarios import Scenarios, scenario_files

    if wanted.expansions or wanted.players or wanted.seed is not None:
        raise click.UsageError(say("look_scenario_knows", wanted.lang))
    scenarios = Scenarios(scenario_files([wanted.game], wanted.data), wanted.data)
    found = scenarios.position(_case(scenarios.cases, wanted, name), wanted.moves)
    if not isinstance(found, State):
        raise click.ClickException(f"{found.span.file}:{found.span.line}: {found.message}")
    return found


def _case(cases: list[Case], wanted: Wanted, name: str) -> Case:
    """The scenario of that name, or the only one that has it in its name."""
    close = [case for case in cases if name.casefold() in case.name.casefold()]
    exact = [case for case in close if case.name == name]
    if not close:
        raise click.ClickException(say("no_scenario", wanted.lang, game=wanted.game, name=name))
    if len(close) > 1 and not exact:
        known = "; ".join(case.name for case in close[:5]) + (" ..." if len(close) > 5 else "")
        raise click.ClickException(say("many_scenarios", wanted.lang, name=name, known=known))
    return (exact or close)[0]


def _of_record(wanted: Wanted, file: str) -> Found:
    from ruleset_core.header import read_header
    from ruleset_core.paths import GAME_FILE, find_game
    from ruleset_core.record import RecordError, read_record
    from ruleset_core.table.opening import open_record
    from ruleset_core.texts.names import player_names
    from ruleset_core.texts.records import explain

    lang = wanted.lang
    if wanted.expansions or wanted.scenario or wanted.players or wanted.seed is not None or wanted.moves:
        raise click.UsageError(say("record_knows", lang))
    try:
        session = open_record(read_record(file), wanted.data, force=False)
    except RecordError as error:
        raise click.ClickException(explain(error, lang)) from None
    if session.game.id != read_header(find_game(wanted.game, wanted.data) / GAME_FILE).id:
        raise click.ClickException(say("record_of", lang, file=file, game=session.game.title(lang)))
    return Found(session.live, len(session.steps), player_names(session.header, lang))
