"""What docs/hosting.md says of copies, of games that have changed and of what is logged."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from ruleset_core.discovery import EXAMPLES_ROOT
from ruleset_core.play.records import read_record
from ruleset_core.web.persistence import match_names, read_match
from tests.web.conftest import Site

COPIES = 6


def play(table: Any, moves: int) -> int:
    """Answer for whoever is asked; how many answers were taken."""
    taken = 0
    for _ in range(moves):
        state = table.room.match.session.live
        if state.over:
            break
        found = table.ask(
            str(state.seat),
            "answer",
            {"option": state.options[0], "number": table.room.match.question(state.seat).number},
        )
        taken += found.json().get("refused") is None
    return taken


@pytest.fixture
def copies(site: Site, tmp_path: Path) -> Iterator[list[Path]]:
    """Copies of the directory of saved games, one after the other while others play."""
    made, done = list[Path](), Event()
    state, places = tmp_path, tmp_path.parent / f"{tmp_path.name}-copies"

    def copy() -> None:
        while not done.wait(0.1) and len(made) < COPIES:
            place = places / str(len(made))
            shutil.copytree(state, place)
            made.append(place)

    copying = Thread(target=copy)
    tables = [site.table("pig", ("human", "human")) for _ in range(3)]
    copying.start()
    try:
        while copying.is_alive():  # who always rolls never comes to the end
            for table in tables:
                play(table, 1)
    finally:
        done.set()
        copying.join()
    yield made
    site.lobby.close()


def test_a_copy_made_while_others_play_opens_the_same_tables_elsewhere(
    copies: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(copies) == COPIES
    whole = {name: read_record(Path(read_match(name).record)).moves for name in match_names()}
    for file in tmp_path.glob("*.ruleset"):
        file.unlink()  # nothing is read from where they were
    for place in copies:
        monkeypatch.setenv("RULESET_STATE", str(place))
        restored = Site()
        names = match_names()
        assert len(names) == 3
        for name in names:
            assert Path(read_match(name).record).parent == place
            room = restored.lobby.room(name)
            moves = room.match.session.record().moves
            assert moves == whole[name][: len(moves)]
        restored.lobby.close()


def test_a_table_whose_game_has_changed_says_so_and_goes_on_with_the_version_before(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = tmp_path.parent / f"{tmp_path.name}-games"
    shutil.copytree(EXAMPLES_ROOT / "pig", games / "sow")
    file = games / "sow" / "game.yaml"
    before = file.read_text(encoding="utf-8").replace("game: pig", "game: sow", 1)
    file.write_text(before, encoding="utf-8")
    monkeypatch.setenv("RULESET_PATH", str(games))
    table, other = site.table("sow"), site.table("tic_tac_toe")
    assert play(table, 6) == 6
    assert play(other, 2) == 2
    assert before.count("1..6") >= 1
    file.write_text(before.replace("1..6", "1..4"), encoding="utf-8")
    changed = site.restart()
    for each in (table, other):
        each.site = changed
    said = table.ask("0", "words").json()["refused"]
    assert "moves fit" in said
    assert str(tmp_path) not in said
    assert other.ask("0", "words").status_code == 200
    changed.lobby.close()
    file.write_text(before, encoding="utf-8")
    again = Site()
    table.site = again
    assert len(table.room.match.session.record().moves) >= 6
    again.lobby.close()


def test_nothing_of_players_is_logged(site: Site, capsys: pytest.CaptureFixture[str]) -> None:
    table = site.table("pig")
    play(table, 3)
    table.ask("0", "me", {"name": "Ana Private"})
    table.ask("0", "answer", {"option": 99, "number": 0})
    table.ask("wrong", "words")
    Path(table.room.kept.record).unlink()
    table.ask("host", "seat", {"seat": 7})
    said = "".join(capsys.readouterr())
    for hidden in (*table.links.values(), "Ana Private", "P0"):
        assert hidden not in said
