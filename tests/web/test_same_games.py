"""An exported file plays the same games as the command line, to the byte, and each goes on with records of the other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from hashlib import blake2b
from pathlib import Path

import pytest

from ruleset_core.play.match.session_setup import open_record
from ruleset_core.play.records import read_record
from ruleset_core.web.single_file.game_bundle import bundle_files, make_bundle
from ruleset_core.web.single_file.html_export import HOST
from ruleset_core.web.single_file.python_parts import PyodideMissing, compiled_parts, find_pyodide, pack
from tests.sampled import LONG, sampled, slow_if_long

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent
GAMES = {
    "troyes": "human,easy,greedy", "troyes_dice": "human,easy", "tournay": "human,easy", "carcassonne_masons": "human,easy",
    "go": "human,easy", "cribbage": "human,normal", "backgammon": "human,normal", "pig": "human,normal",
}  # fmt: skip
"""With who plays."""
SAMPLE = {"pig", "troyes_dice"}
"""What every change is tried with; the others with RULESET_LONG=1."""
SEED = "7"

games = pytest.mark.parametrize("game", slow_if_long(sampled(GAMES, SAMPLE), {each for each in GAMES if each != "pig"}))


class Places:
    """A bundle, and directories with saved games of the file and of the command line."""

    def __init__(self, game: str, home: Path) -> None:
        self.game, self.home = game, home
        self.bundle, self.file, self.line = (home / each for each in ("bundle", "file", "line"))
        for each in (self.bundle, self.file, self.line):
            each.mkdir()
        make_bundle(game, (), (), self.bundle)

    def play(self, *words: str) -> str:
        """Play in Python as in a file; the digest of the last state."""
        environment = {
            **os.environ, "PYTHONPATH": str(ROOT), "RULESET_BUNDLE": "1", "RULESET_CACHE": str(self.bundle / "cache"),
            "RULESET_PATH": str(self.bundle / "games"), "RULESET_STATE": str(self.file),
        }  # fmt: skip
        command = [sys.executable, str(HERE / "play_in_file.py"), self.game, GAMES[self.game], SEED, *words]
        return run(command, self.bundle, environment).split()[-1]

    def play_line(self, *words: str) -> None:
        """Play on the command line."""
        run(
            [sys.executable, "-m", "ruleset_core", "play", *words],
            ROOT,
            {**os.environ, "RULESET_STATE": str(self.line)},
        )

    def halve(self, record: Path, to: Path) -> Path:
        """A record of the first half of the moves."""
        lines = record.read_bytes().splitlines(keepends=True)
        made = to / f"{self.game}-half.ruleset"
        made.write_bytes(b"".join(lines[: len(lines) // 2]))
        return made


def run(command: list[str], place: Path, environment: dict[str, str]) -> str:
    done = subprocess.run(command, cwd=place, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-3000:]
    return done.stdout


def answers(record: Path, home: Path, start: int = 0) -> str:
    """A file with the answers of Ana from a line of a record on."""
    made = home / f"moves-{start}.txt"
    lines = [json.loads(each) for each in moves(record)[start:]]
    made.write_text(
        "".join(f"{each['move']}\n" for each in lines if each.get("seat") == 0 and "move" in each), encoding="utf-8"
    )
    return str(made)


def only(directory: Path) -> Path:
    """The only saved game."""
    (found,) = directory.glob("*.ruleset")
    return found


def moves(record: Path) -> list[bytes]:
    """The lines of a record after its header."""
    return record.read_bytes().splitlines()[1:]


def digest(record: Path) -> str:
    state = open_record(read_record(record), (), force=False).live
    return blake2b(json.dumps(state.to_json(), sort_keys=True).encode()).hexdigest()


@games
def test_the_same_game(game: str, tmp_path: Path) -> None:
    places = Places(game, tmp_path)
    last = places.play()
    names = zip(("Ana", "Bo", "Cy"), GAMES[game].split(","), strict=False)
    seats = ",".join(f"{name}={kind}" for name, kind in names)
    file = only(places.file)
    places.play_line(game, "--seed", SEED, "--seats", seats, "--moves", answers(file, tmp_path))
    line = only(places.line)
    assert moves(file) == moves(line)
    heads = [json.loads(each.read_bytes().splitlines()[0]) for each in (file, line)]
    for head in heads:
        for key in ("roots", "check"):
            head.pop(key, None)
    assert heads[0] == heads[1]
    assert digest(file) == digest(line) == last

    whole, halves = moves(file), [places.halve(line, places.file), places.halve(file, places.line)]
    assert places.play(halves[0].stem) == last
    places.play_line("--resume", str(halves[1]), "--moves", answers(file, tmp_path, len(moves(halves[1]))))
    assert [moves(each) for each in halves] == [whole, whole]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pig", *(["troyes_dice", "carcassonne_masons", "go", "backgammon"] if LONG else [])])
def test_the_same_game_in_the_python_of_a_browser(game: str, tmp_path: Path) -> None:
    node = shutil.which("node")
    try:
        pyodide = find_pyodide(None)
    except PyodideMissing as missing:
        pytest.skip(f"there is no Pyodide: {missing}")
    if node is None:
        pytest.skip("node is not installed")
    places = Places(game, tmp_path)
    last = places.play()
    in_python = moves(only(places.file))
    library, program = compiled_parts(pyodide)
    parts = {"library.zip": library, "program.pack": program, "bundle.pack": pack(bundle_files(places.bundle))}
    for name, raw in parts.items():
        (tmp_path / name).write_bytes(raw)
    shutil.copyfile(HOST, tmp_path / "host.mjs")
    command = [
        node,
        *map(
            str,
            (
                HERE / "play_in_node.mjs",
                pyodide.resolve(),
                *(tmp_path / name for name in (*parts, "host.mjs")),
                HERE / "play_in_file.py",
                places.line,
            ),
        ),
    ]
    assert run([*command, game, GAMES[game], SEED], tmp_path, {**os.environ}).split()[-1] == last
    assert moves(only(places.line)) == in_python
