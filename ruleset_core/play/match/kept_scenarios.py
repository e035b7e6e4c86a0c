"""Keeps a position of a game that is played as a scenario: its text, and an item of a file of the game where the game is the designer's own.

session of `./inn` after 12 moves, "a full house"
kept_scenario(session, "a full house")            what `positions.scenario_writer` makes of its start and its moves
save_scenario(session.game, kept)                 inn/scenarios/kept.yaml, behind the scenarios that are there
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruleset_core import Game
from ruleset_core.discovery import DATA_ROOT, EXAMPLES_ROOT
from ruleset_core.files import read_regular_file
from ruleset_core.installed import known_games_directory
from ruleset_core.messages import message
from ruleset_core.play.records import Session, write_atomically
from ruleset_core.positions.cases import SCENARIOS, GivenPosition
from ruleset_core.safe_text import clean_line

if TYPE_CHECKING:
    from ruleset_core.positions.scenario_writer import WrittenScenario

FILE: Final = "kept.yaml"
"""The file of kept scenarios in `scenarios/` of a game; `kept_2.yaml` and so on where an item cannot stand at the end of one."""
MOST_FILES: Final = 100
LONGEST: Final = 100
"""Characters of a name."""
MOST_BYTES: Final = 1 << 22


def kept_scenario(session: Session, name: str, moves: int | None = None) -> WrittenScenario:
    """A position of a session as a scenario: after so many moves, by default after all. What no file may have in a name is replaced."""
    from ruleset_core.positions.scenario_writer import PlayedPosition, write_scenario

    header, count = session.header, len(session.steps) if moves is None else moves
    start = header.start
    began = GivenPosition(header.players, header.options, header.seed)
    if start is not None:
        began = GivenPosition(header.players, header.options, header.seed, start.at or None, start.given, start.dice)
    answers = [(step.move.seat, step.option) for step in session.steps[:count]]
    states = [session.states[number] for number in range(count + 1)]
    chance = header.number is None and not (start is not None and start.state)
    found = write_scenario(
        clean_line(name).strip() or "?", PlayedPosition(session.game, began, states, answers, chance)
    )
    name_item, *rest = found.data.items()
    expansions = [("expansions", [*session.game.expansions])] if session.game.expansions else []
    return replace(found, data=dict([name_item, *expansions, *rest]))


def scenario_home(game: Game) -> Path | None:
    """The file in which scenarios of a game are kept.

    None for a game that came with the program or as a package, that cannot be written, or whose folder of scenarios is a link to elsewhere.
    """
    directory = game.directories[0].resolve()
    others = [DATA_ROOT, EXAMPLES_ROOT, known_games_directory()]
    if any(directory.is_relative_to(root.resolve()) for root in others) or "site-packages" in directory.parts:
        return None
    place = directory / SCENARIOS
    if place.is_symlink() or (place.exists() and not place.is_dir()):
        return None
    return place / FILE if os.access(place if place.is_dir() else directory, os.W_OK) else None


def save_scenario(game: Game, kept: WrittenScenario) -> Path | None:
    """Write a scenario behind those that were kept; the file, or None where there is none. Raises OSError."""
    home = scenario_home(game)
    if home is None:
        return None
    home.parent.mkdir(exist_ok=True)
    for number in range(1, MOST_FILES):
        file = home if number == 1 else home.with_stem(f"{home.stem}_{number}")
        content = _with_one_more(file, kept)
        if content is not None:
            write_atomically(file, content)
            return file
    raise OSError(f"`{home.parent}` has too many files of kept scenarios")


def _with_one_more(file: Path, kept: WrittenScenario) -> bytes | None:
    """What a file holds with a scenario more; None where it is long, a link or written in a way that has no place at its end."""
    from ruleset_core.positions.position_files import listed_cases  # an exported file, which reads no YAML, has none

    if file.is_symlink():
        return None
    try:
        before = read_regular_file(file, MOST_BYTES)
    except FileNotFoundError:
        before = b""
    except OSError:
        return None
    text = kept.text("" if before.strip() else f"{SCENARIOS}:\n")
    content = before + (b"" if before.endswith(b"\n") or not before else b"\n") + text.encode()
    if len(content) > MOST_BYTES:
        return None
    old, new = (listed_cases(each.decode("utf-8", "replace"), FILE) for each in (before, content))
    return content if new is not None and len(new) == len(old or ()) + 1 and new[:-1] == (old or []) else None


def unsaid_note(kept: WrittenScenario, lang: str) -> str:
    """What the scenario does not say of the position; empty where it says all."""
    return "" if kept.same and kept.luck else message("play.kept_chance" if kept.same else "play.kept_unlike", lang)
