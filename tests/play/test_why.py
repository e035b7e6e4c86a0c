"""`why`: at the table and in replays, in words of both languages, and nothing that is hidden."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from ruleset_core import load
from ruleset_core.cli.console import help_answers as play_why
from ruleset_core.play.bots import make_bot
from ruleset_core.play.records import Seat, Session, save
from tests.engine.test_why import written
from tests.play.conftest import Run


@pytest.fixture
def game(tmp_path: Path) -> Path:
    directory = tmp_path / "game"
    directory.mkdir()
    return Path(written(directory).directory)


def answers(run: Run, game: Path, *typed: str, lang: str = "en") -> str:
    """What is printed behind the last lines typed."""
    moves = game.parent / "moves.txt"
    moves.write_text("act work\nact cross\nact work\nact work\nact walk\nact work\n")
    seats = ("--seats", "Ana=human,Bo=human", "--seed", 3, "--lang", lang)
    out = run("play", game, *seats, "--moves", moves, typed=[*typed], person=True).out
    return out[out.index(f"> {typed[0]}") :]


def test_what_there_is_to_ask_for(run: Run, game: Path) -> None:
    said = answers(run, game, "why")
    assert "why NAME says where it came from: points, coins, gems, paths, round, marks." in said
    assert "porqué NOMBRE dice de dónde viene: puntos, monedas, gemas" in answers(run, game, "porqué", lang="es")


def test_sums_by_what_stands_behind_them(run: Run, game: Path) -> None:
    said = answers(run, game, "why coins")
    assert (
        "Ana: coins: 13\n   3      at the start\n  +5      path track\n  +4  ×2  work\n  +1      the toll (Bo)\n"
        in said
    )


@pytest.mark.parametrize("typed", ["porqué monedas", "por qué monedas", "Porque MON", ":por qué mon", "why monedas"])
def test_it_is_asked_in_spanish(run: Run, game: Path, typed: str) -> None:
    said = answers(run, game, typed, lang="es")
    assert (
        "Ana: monedas: 13\n   3      al principio\n  +5      marcador de senda\n  +4  ×2  work\n  +1      el peaje (Bo)\n"
        in said
    )


def test_the_last_changes_one_after_the_other(run: Run, game: Path) -> None:
    said = answers(run, game, "why coin 3")
    assert "Ana: coins, the last 3 changes:\n  +1 →  6  the toll (Bo)\n  +2 →  8  work\n  +5 → 13  path track\n" in said
    assert "Ana: coins, the last change:\n  +5 → 13  path track\n" in answers(run, game, "why coin 1")


@pytest.mark.parametrize("typed", ["why coin bo", "why coin Player 2", "why coins B"])
def test_of_another_player(run: Run, game: Path, typed: str) -> None:
    assert "Bo: coins: 6\n   3      at the start\n  +4  ×2  work\n  −1      the toll\n" in answers(run, game, typed)


def test_another_and_a_number(run: Run, game: Path) -> None:
    for typed in ("why coin bo 2", "why coin 2 bo", "why coin player 2 2"):
        assert "Bo: coins, the last 2 changes:\n  +2 → 4  work\n  +2 → 6  work\n" in answers(run, game, typed)


@pytest.mark.slow
def test_of_what_all_share_and_of_one_place(run: Run, game: Path) -> None:
    said = answers(run, game, "why round", "why marks sun", "why marks moon")
    assert "The table: round: 7\n  +7  ×7  the play\n" in said
    assert "Ana: marks (sun): 1\n  +1  walk\n" in said
    assert "Ana: marks (moon): 0\n  Nothing has changed it.\n" in said


def test_what_may_not_be_known_is_not_told(run: Run, game: Path) -> None:
    said = answers(run, game, "why gems bo", "why points bo", "why points")
    assert "Bo: gems: you may not know that\n" in said
    assert "Bo: points, if the game ended now: ?\n" in said
    assert "  ?      Gems\n" in said
    assert "Ana: points, if the game ended now: " in said
    mine = said.partition("why points\n")[2]
    assert "?" not in mine
    assert "Cards: Card " in mine


def test_what_is_counted_by_no_such_name(run: Run, game: Path) -> None:
    said = answers(run, game, "why nothing", "why coin carol", "why 7")
    assert "nothing called `nothing` is counted here; to ask why a move is not possible: ? nothing" in said
    assert "nothing called `coin carol`" in said
    assert "nothing called `7`" in said


def test_points_have_no_changes_where_they_are_worked_out(run: Run) -> None:
    ran = run(
        "play", "troyes", "--seats", "human,first", "--seed", 1, typed=["why points 3", "why denier 3"], person=True
    )
    assert "points: ?\n  It is calculated from the present position: there are no changes to list.\n" in ran.out
    assert "deniers: 5\n  Nothing has changed it.\n" in ran.out


def test_replay_opens_everything_and_asks_for_all(run: Run, game: Path, tmp_path: Path) -> None:
    session = Session.start(load(game), [Seat("Ana", "human"), Seat("Bo", "human")], 3, roots=[str(game.parent)])
    for _ in range(9):
        session.apply("act work")
    file = save(session.record(), tmp_path / "game.ruleset")
    ran = run("replay", game, file, typed=["g 4", "why gems", "end", "why gems bo", "por qué gemas", "q"], person=True)
    here, _, there = ran.out.partition("Position 9 of 9")
    assert "Ana: gems: 2\n  +2  ×2  work\n\nBo: gems: 2\n  +2  ×2  work\n" in here
    assert "Bo: gems: 4\n  +4  ×4  work\n" in there
    assert "Ana: gems: 5\n" in there
    seen = run("replay", game, file, "--seat", 1, typed=["why gems bo", "why gems", "q"], person=True).out
    assert "Bo: gems: you may not know that\n" in seen
    assert "Ana: gems: 0\n" in seen


def test_without_drawing_it_is_read_line_by_line(run: Run, game: Path, tmp_path: Path) -> None:
    session = Session.start(load(game), [Seat("Ana", "human"), Seat("Bo", "human")], 3)
    for _ in range(4):
        session.apply("act work")
    file = save(session.record(), tmp_path / "game.ruleset")
    ran = run("replay", game, file, "--step", "--to", 4, "--plain", typed="why coin\nq\n")
    assert "3: at the start\n+4, 2 times: work\n" in ran.out


@pytest.mark.slow
def test_the_end_of_masons_is_told_card_by_card(run: Run, tmp_path: Path) -> None:
    session = Session.start(load("carcassonne_masons"), [Seat("Ana", "greedy1"), Seat("Bo", "greedy1")], 3)
    bots = [make_bot("greedy1", 3, seat, 0) for seat in range(2)]
    while not session.live.over:
        session.apply(bots[session.live.seat].choose(session.live.clone()))
    file = save(session.record(), tmp_path / "game.ruleset")
    for lang, head in (("en", "points"), ("es", "puntos")):
        lines = [line.strip("│ ") for line in run("replay", file, "--lang", lang).out.splitlines()]
        start = max(place for place, line in enumerate(lines) if line.startswith(head) and line.split()[-1].isdigit())
        end = next(place for place in range(start, len(lines)) if lines[place].startswith("─"))
        totals = [int(number) for number in lines[start].split()[-2:]]
        parts = [line.replace("·", "0").split()[-2:] for line in lines[start + 1 : end]]
        assert len(parts) > 1
        assert [sum(int(part[seat]) for part in parts) for seat in range(2)] == totals == session.live.scores()


def test_a_long_game_says_that_it_takes_a_while(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    session = Session.start(load("pig"), [Seat("Ana", "human"), Seat("Bo", "human")], 3)
    for _ in range(9):
        session.apply("play roll")
    file = save(session.record(), tmp_path / "game.ruleset")
    asked = ["end", "why points", "why points", "q"]
    assert "once more" not in run("replay", file, typed=asked, person=True).out
    monkeypatch.setattr(play_why, "MANY_MOVES", 6)
    assert run("replay", file, typed=asked, person=True).out.count("Replaying 8 moves...") == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lang", "said"),
    [("en", "black dice not beaten (2 points each time)"), ("es", "dados negros no vencidos (2 puntos cada vez)")],
)
def test_points_lost_to_a_black_die_name_the_rule(lang: str, said: str) -> None:
    names, pick = ["Ana", "Bo", "Cy", "Di"], Random(0)
    session = Session.start(load("troyes"), [Seat(name, "random") for name in names], 0)
    while not session.live.over:
        session.apply(pick.choice(session.live.options))
    rows = [row for seat in range(4) for row in session.why(None, seat).rows if (row.amount or 0) < 0]
    assert said in {row.reason.words(session.game, lang, names) for row in rows}
