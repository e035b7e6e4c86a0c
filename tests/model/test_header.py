"""The header of a file is read by the loader's reader: within its limits, and soon, whatever the file."""

import os
import socket
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleset_core.discovery import list_games
from ruleset_core.headers import GameHeader, read_header

_GOOD = "game: hexes\nname: {en: Hexes, es: Hexágonos}\nplayers: 2..4\n"
_GOOD_HEADER = GameHeader("hexes", "", {"en": "Hexes", "es": "Hexágonos"}, (2, 4))
_BOMB = (
    "authors:\n  - &a [x, x]\n" + "".join(f"  - &a{n} [{', '.join(['*a'] * 10)}]\n" for n in range(9)) + "game: *a8\n"
)
_MERGES = "name: &a {en: x}\nof:\n" + "".join(f"  - &a {{<<: [{', '.join(['*a'] * 9)}]}}\n" for _ in range(12))


def header(directory: Path, text: str | bytes) -> GameHeader:
    file = directory / "game.yaml"
    file.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_header(file)


def test_a_header_is_read(tmp_path: Path) -> None:
    assert header(tmp_path, _GOOD) == _GOOD_HEADER
    assert header(tmp_path, "\ufeff" + _GOOD.replace("\n", "\r\n")) == _GOOD_HEADER
    assert header(tmp_path, "'expansion': more\n\"of\": hexes\nplayers: 3\n") == GameHeader("more", "hexes", {}, (3, 3))


@pytest.mark.parametrize("behind", ["flow:\n" + "  - a\n" * 100_000, "#" * 10_000_000, "about: " + "ñ" * 300_000])
def test_what_stands_behind_the_header_costs_nothing(tmp_path: Path, behind: str) -> None:
    started = time.process_time()
    assert header(tmp_path, _GOOD + behind) == _GOOD_HEADER
    assert time.process_time() - started < 1


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(_BOMB, id="aliases of aliases"),
        pytest.param(_MERGES, id="merges of merges"),
        pytest.param("game: &g\n  *g : *g\n", id="an alias of itself"),
        pytest.param("game: deep\nname:\n  " + "- " * 90_000 + "x\n", id="deep lists"),
        pytest.param("game: deep\nname: " + "[" * 90_000, id="deep brackets"),
        pytest.param("game: {a: " * 20_000, id="deep mappings"),
        pytest.param("name: [" + "a," * 90_000 + "]\n", id="many values"),
        pytest.param("name: " + '"\\x41' * 40_000 + '"\n', id="many escapes"),
        pytest.param("game: !!python/object/apply:os.getcwd []\nname: x\n", id="a tag"),
        pytest.param('game: 7\nname: [a]\nof: {}\nplayers: "' + "1" * 5000 + '"\n', id="a number too long"),
        pytest.param("%TAG !a! b\n" * 15_000 + "---\ngame: [\n", id="directives"),
        pytest.param("game:\n" * 30_000, id="one key many times"),
    ],
)
def test_a_hostile_header_is_none_soon(tmp_path: Path, text: str) -> None:
    tracemalloc.start()
    started = time.process_time()
    found = header(tmp_path, text)
    spent, (_, peak) = time.process_time() - started, tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found in (GameHeader(), GameHeader("deep"), GameHeader(name={"en": "x"}))
    assert spent < 2
    assert peak < 20_000_000


def test_what_is_no_name_and_no_number_of_players_is_left_out(tmp_path: Path) -> None:
    for bad in ("pig;touch x", "../pig", "Pig", "", "a b", "pig\\n"):
        assert header(tmp_path, f'game: "{bad}"\nof: "{bad}"\n') == GameHeader()
    for players in ("0..4", "4..2", "1..100", "-3", '"two"', "[2, 3]", "1234567890..1234567891"):
        assert header(tmp_path, f"game: hexes\nplayers: {players}\n") == GameHeader("hexes")


@pytest.mark.slow
@given(st.lists(st.sampled_from(["game: a\n", "name: ", "{en: b}", "[", "\n", "- ", "&a ", "*a", '"', "'", "<<: ", "? ",
                                 "players: 2\n", "|\n", "  ", "!x ", "#", "\x00", "é", "---\n", "...\n", "\r"])))  # fmt: skip
@settings(deadline=None, max_examples=200)
def test_any_text_gives_a_header(tmp_path_factory: pytest.TempPathFactory, pieces: list[str]) -> None:
    found = header(tmp_path_factory.mktemp("any"), "".join(pieces))
    assert found.id in {"", "a"}


def _pipe(place: Path) -> None:
    os.mkfifo(place)


def _socket(place: Path) -> None:
    with socket.socket(socket.AF_UNIX) as opened:
        opened.bind(str(place))


def _device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def _circle(place: Path) -> None:
    place.symlink_to(place)


@pytest.mark.skipif(sys.platform != "linux", reason="odd files as Linux has them")
@pytest.mark.parametrize("odd", [_pipe, _socket, _device, _circle, Path.mkdir])
def test_what_is_no_ordinary_file_is_not_waited_for(
    tmp_path: Path, odd: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # the name of a socket must be short
    Path("hexes").mkdir()
    odd(Path("hexes/game.yaml"))
    Path("more").mkdir()
    odd(Path("more/expansion.yaml"))
    assert read_header(Path("hexes/game.yaml")) == GameHeader()
    assert "hexes" not in {game.id for game in list_games([tmp_path])}
