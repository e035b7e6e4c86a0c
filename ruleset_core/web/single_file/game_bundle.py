"""The game in an exported file: a directory with the headers and pictures of games, and a cache with what was linked and compiled.

    games/pig/game.yaml          {"game": "pig", "name": {...}}: its header alone, as JSON
    games/pig/levels.json        what bots know
    games/pig/stored_positions.json   its lessons, and positions that its rules show
    cache/4f1c….game, cache/9a0b….wasm   what `load` and the core find instead of the files

It is made in a process of its own, in that directory: keys and paths in it then name nothing of this machine.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

import ruleset_core
from ruleset_core import Game, State, core_of, in_translation, load, rules_document, store_texts
from ruleset_core.discovery import find_expansion, find_game, lineage_of
from ruleset_core.errors import RulesetError
from ruleset_core.files import HEADERS, file_bytes
from ruleset_core.headers import read_header
from ruleset_core.messages import LANGUAGES
from ruleset_core.packages.archives import PLAIN_NAMES, package_files
from ruleset_core.play.bots import make_bot
from ruleset_core.positions.cases import LessonCase, PositionCase
from ruleset_core.positions.find_cases import find_case, lessons_of
from ruleset_core.positions.position_runs import start_position
from ruleset_core.positions.stored_cases import write_cases
from ruleset_core.values import is_name, split_step

GAMES: Final = "games"
KEPT: Final = frozenset({".json", ".svg"})
"""Suffixes of files of a game that are looked at while it is played."""


def make_bundle(game: str, expansions: Sequence[str], roots: Sequence[Path], directory: Path) -> str:
    """Make the bundle of a game in an empty directory; the id of the game. Raises `LoadError` where it has mistakes, and `RulesetError`."""
    load(game, expansions, roots)
    found = find_game(game, roots)
    own = read_header(found / HEADERS[0]).id
    added = [find_expansion(own, each, found, roots) for each in expansions]
    homes = directory / GAMES
    for each in [*lineage_of(found, roots).directories, *added]:
        if not each.is_relative_to(found) or each == found:
            _copy(each, homes / (own if each == found else _name_of(each)))
    program = str(Path(ruleset_core.__file__).resolve().parents[1])
    environment = {
        **os.environ, "RULESET_BUNDLE": "1", "RULESET_CACHE": str(directory / "cache"), "RULESET_PATH": "", "PYTHONPATH": program,
    }  # fmt: skip
    used = [read_header(each / HEADERS[1]).id for each in added]
    command = [sys.executable, "-m", __name__, own, *used]
    for header in [*homes.rglob(HEADERS[1])]:
        if header.is_file() and not any(read_header(each).id in used for each in header.parent.rglob(HEADERS[1])):
            shutil.rmtree(
                header.parent
            )  # an expansion that is not played with, which others may not have the right to see
    done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, check=False)  # noqa: S603 - a program of the user's own
    if done.returncode:
        raise RulesetError(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else str(done.returncode))
    for file in [each for each in directory.rglob("*") if each.is_file()]:
        if file.name in HEADERS:
            file.write_text(json.dumps(read_header(file).as_data(), ensure_ascii=False), encoding="utf-8")
        elif file.suffix == ".native" or (file.is_relative_to(homes) and not _is_kept(file)):
            file.unlink()
    return own


def _name_of(directory: Path) -> str:
    """What the directory of a game or an expansion is called in the bundle: as it is, but a version that was added (`inn/1.2`) by its id."""
    if is_name(directory.name):
        return directory.name
    return next(read_header(directory / each).id for each in HEADERS if (directory / each).is_file())


def _copy(source: Path, home: Path) -> None:
    """Copy what may go into a package: nothing hidden, such as `.git`, and nothing that a link leads to. Raises `LibraryError`."""
    for place, content in package_files(source)[0].items():
        file = home / place
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)


def _is_kept(file: Path) -> bool:
    """Whether a file of a game goes into the bundle: what is looked at, and what says under which licence pictures are."""
    return file.suffix in KEPT or file.name in PLAIN_NAMES


def bundle_files(directory: Path) -> Iterator[tuple[str, bytes]]:
    """The files of a bundle by their names."""
    for file in sorted(directory.rglob("*")):
        if file.is_file():
            yield file.relative_to(directory).as_posix(), file_bytes(file)


def main(game: str, *expansions: str) -> None:
    """Load and compile a game, so that both are kept; in the directory of the bundle."""
    with in_translation(*LANGUAGES):
        loaded = load(f"{GAMES}/{game}", expansions, [GAMES])
        cases = [*positions_of(loaded)]
        texts = [text for case in cases if isinstance(case, LessonCase) for text in case.lesson.texts]
        said = {lang: [text.get(lang) for text in texts] for lang in LANGUAGES}
        loaded = store_texts(f"{GAMES}/{game}", expansions, [GAMES], said)
    write_cases(Path(GAMES) / game, cases, game)
    players = loaded.players[0]
    core_of(loaded).new(players, 1)
    state = loaded.new(players, 1)
    make_bot("easy", 1, state.seat, 0).choose(state)  # bots search in a module of their own


def positions_of(game: Game) -> Iterator[PositionCase]:
    """The lessons that fit a game, and the positions that its rules show, each with the expansions of the game."""
    for case in lessons_of(game):
        if find_game(case.game, [Path(GAMES)]).resolve() == game.directory.resolve():  # none of a game that it is like
            yield replace(case, expansions=game.expansions)
    pictures = {each.picture for each in rules_document(game, LANGUAGES[0]).paragraphs if each.picture}
    for name in sorted({split_step(each)[0] for each in pictures}):
        shown = find_case(game.directories, name)
        if shown is not None and isinstance(start_position(shown, game), State):
            yield replace(shown, expansions=game.expansions)


if __name__ == "__main__":
    main(*sys.argv[1:])
