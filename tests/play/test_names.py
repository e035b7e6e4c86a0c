"""Players are called by their names wherever they are spoken of, and by a number in the viewer's language without one."""

from __future__ import annotations

import re
from pathlib import Path

from tests.play.conftest import Run


def test_names_are_used_from_the_first_line_to_the_last(run: Run) -> None:
    out = run("play", "tic_tac_toe", "--seats", "Ana=first,greedy", "--seed", 1).out
    assert "Ana (first), Player 2 (greedy)" in out
    (winner,) = set(re.findall(r"Winner: (Ana|Player 2)", out))
    assert f"│ Winner: {winner} " in out
    assert "Player 1" not in out


def test_who_has_no_name_is_numbered_in_the_language_of_the_viewer(run: Run, state_home: Path) -> None:
    english = run("play", "pig", "--seats", "Ana=human,human", "--seed", 3, typed="roll\n")
    assert "Ana (human), Player 2 (human)" in english.out
    (file,) = state_home.iterdir()
    spanish = run("play", "--resume", file, "--lang", "es", typed="registro\n").out
    assert "Ana (persona), Jugador 2 (persona)" in spanish
    assert "Player" not in spanish
    replayed = run("replay", file, "--lang", "es").out
    assert "Ana (persona), Jugador 2 (persona)" in replayed
    assert "Player" not in replayed


def test_other_sheets_carry_names(run: Run) -> None:
    out = run("play", "troyes_dice", "--seats", "Ana=human,Bernardo=greedy", "--seed", 3, "--no-save", typed="\n").out
    assert re.search(r"│ +Bernardo +\d", out)


def test_saved_games_are_listed_with_what_they_are(run: Run, state_home: Path) -> None:
    assert f"No games are saved in {state_home}" in run("list", "--saved").out
    run("play", "pig", "--seats", "Ana=human,human", "--seed", 3, typed="roll\n")
    (file,) = state_home.iterdir()
    listed = run("list", "--saved", "--lang", "es").out
    assert re.search(r"\d\d:\d\d  .+: Ana, Jugador 2; jugadas: \d+\n", listed)
    assert listed.endswith(f"  {file}\n")
    loading = run("play", "--resume", file, typed="load\n").out
    assert f"Ana, Player 2; moves: 1\n  {file}" in loading
    file.write_text("torn")
    assert str(file) in run("list", "--saved").out
    assert run("list", "--saved", "--format", "json").code == 2
