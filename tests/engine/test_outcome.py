"""Who wins: the highest or the lowest score, teams, conditions, nobody; the same in the core and out of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, Winning, account_of, core_of, load, story_of, trace_setup, trace_step
from ruleset_core.play.bots.bot_sources import lookahead_value
from tests.engine.games import flow
from tests.executors import both

TURN = """
flow:
  - phase: play
    turns: once
    do: choose amount n { gain n point; set tally = tally + n }
"""


def made(tmp_path: Path, outcome: str, rest: str = "") -> Game:
    """A game in which every seat says once how many points it takes."""
    return flow(tmp_path / "game", f"{rest}\noutcome: {outcome}\n{TURN}")


def end(game: Game, *points: int) -> tuple[list[int], list[int]]:
    """Who wins, and what comes of it for each, where seats take so many points."""
    state = game.new(players=len(points), seed=1)
    inside = core_of(game).compiled(state)
    for each in points:
        for one in (state, inside):
            one.apply(f"amount {each}")
    assert state.over
    found = state.winners(), [state.outcome(seat) for seat in range(state.n)]
    assert (inside.winners(), inside.outcomes(), inside.standings()) == (*found, state.standings())
    return found


@pytest.mark.parametrize(("outcome", "points", "winners", "outcomes"), [
    ("{}", (1, 3, 2), [1], [-1, 1, -1]),
    ("{}", (3, 3, 2), [0, 1], [1, 1, -1]),
    ("{}", (2, 2), [0, 1], [0, 0]),
    ("{}", (2,), [0], [1]),
    ("{best: lowest}", (1, 3, 2), [0], [1, -1, -1]),
    ("{best: lowest}", (1, 1, 2), [0, 1], [1, 1, -1]),
    ("{wins: point < 3}", (5, 1, 2), [2], [-1, -1, 1]),
    ("{wins: point > 3}", (1, 2), [], [0, 0]),
    ("{wins: point > 3}", (1,), [], [-1]),
    ("{wins: tally mod 2 == 1, best: lowest}", (1, 4), [0], [1, -1]),
    ("{team: point mod 2}", (3, 4, 3, 0), [0, 2], [1, -1, 1, -1]),
    ("{team: point mod 2, best: lowest}", (3, 4, 3, 0), [1, 3], [-1, 1, -1, 1]),
    ("{team: point mod 2, wins: point == 1}", (3, 4, 1, 4), [0, 2], [1, -1, 1, -1]),
    ("{team: 0, wins: tally >= 6}", (1, 5), [0, 1], [1, 1]),
    ("{team: 0, wins: tally >= 6}", (1, 4), [], [-1, -1]),
])  # fmt: skip
def test_data_say_who_wins(
    tmp_path: Path, outcome: str, points: tuple[int, ...], winners: list[int], outcomes: list[int]
) -> None:
    assert end(made(tmp_path, outcome), *points) == (winners, outcomes)


def test_tie_breaks_stay_and_are_those_of_the_whole_team(tmp_path: Path) -> None:
    game = made(tmp_path, "{team: point mod 2}", "tie_breaks: [if point == 4 then 1 else 0]")
    assert end(game, 3, 4, 1, 0) == ([1, 3], [-1, 1, -1, 1])


def test_a_condition_is_enough_for_a_game_without_a_score(tmp_path: Path) -> None:
    directory = tmp_path / "game"
    game = made(tmp_path, "{wins: point == 5}")
    text = (directory / "game.yaml").read_text()
    head, _, rest = text.partition("score:")
    (directory / "game.yaml").write_text(head + rest.partition("\n")[2].partition("\n")[2])
    game = load(directory)
    assert end(game, 5, 1) == ([0], [1, -1])
    assert game.winning == Winning(lowest=False, conditional=True, teams=False)


def test_many_games_tell_outcomes(tmp_path: Path) -> None:
    game = made(tmp_path, "{team: point mod 2, wins: tally > 4, best: lowest}")
    fast, slow = (core_of(each).play(3, 40, 5) for each in both(game))
    assert fast.outcomes.tolist() == slow.outcomes.tolist()
    assert {-1, 0, 1} == {each for row in fast.outcomes.tolist() for each in row}
    state = game.new(players=3, seed=1)
    sums = [core_of(each).rollouts_by_option(state, 0, 9, 2) for each in both(game)]
    assert sums[0].outcomes.tolist() == sums[1].outcomes.tolist()
    tables = [core_of(each).states(4, 3, 7) for each in both(game)]
    for table in tables:
        for _ in range(3):
            table.step([next(o for o, on in enumerate(row) if on) for row in table.masks.tolist()])
    assert all(table.finished.tolist() == [1] * 4 for table in tables)
    assert tables[0].outcomes.tolist() == tables[1].outcomes.tolist() == [[-1, -1, -1]] * 4


def test_a_bot_plays_for_its_team_and_for_the_lowest(tmp_path: Path) -> None:
    state = made(tmp_path, "{best: lowest}").new(players=2, seed=1)
    state.apply("amount 4")
    assert (lookahead_value(state, 0), lookahead_value(state, 1)) == (-4, 4)
    state = made(tmp_path, "{team: 0}").new(players=2, seed=1)
    state.apply("amount 4")
    assert lookahead_value(state, 1) == 4


@pytest.mark.parametrize(("outcome", "told"), [
    ("{wins: point}", "E303"), ("{team: me}", "E303"), ("{best: middle}", "E1"), ("{wins: nothing}", "E301"),
])  # fmt: skip
def test_what_is_no_outcome_is_told(tmp_path: Path, outcome: str, told: str) -> None:
    with pytest.raises(LoadError) as caught:
        made(tmp_path, outcome)
    assert caught.value.diagnostics[0].code.startswith(told)


def test_an_expansion_may_change_who_wins(tmp_path: Path) -> None:
    made(tmp_path, "{wins: point < 3}")
    winter = tmp_path / "winter"
    winter.mkdir()
    (winter / "expansion.yaml").write_text(
        "expansion: winter\nof: flow\nname: {en: Winter, es: Invierno}\nprovenance: house\noverride: {outcome: {best: lowest}}\n"
    )
    game = load(tmp_path / "game", expansions=[str(winter)])
    assert game.winning == Winning(lowest=True, conditional=True, teams=False)
    assert end(game, 2, 1, 5) == ([1], [-1, 1, -1])


@pytest.mark.parametrize(("outcome", "points", "en", "es"), [
    ("{}", (1, 3, 2), "Bo wins with 3 points.", "Bo gana con 3 puntos."),
    ("{}", (1, 0), "Ana wins with 1 point.", "Ana gana con 1 punto."),
    ("{}", (3, 3, 2), "Ana and Bo share the victory with 3 points.", "Ana y Bo comparten la victoria con 3 puntos."),
    ("{}", (2, 2), "The game is drawn with 2 points.", "La partida queda en empate con 2 puntos."),
    ("{}", (2,), "Ana ends with 2 points.", "Ana termina con 2 puntos."),
    ("{best: lowest}", (1, 3), "Ana wins with the lowest score, 1.", "Ana gana con la puntuación más baja, 1."),
    ("{wins: point < 3}", (5, 1, 2), "Cleo wins with 2 points.", "Cleo gana con 2 puntos."),
    ("{wins: point > 3}", (1, 2), "The game is drawn.", "La partida queda en empate."),
    ("{wins: point > 3}", (1,), "Ana has lost with 1 point.", "Ana ha perdido con 1 punto."),
    ("{team: point mod 2}", (3, 4, 3), "Ana and Cleo win together with 6 points.", "Ana y Cleo ganan en equipo con 6 puntos."),
    ("{team: 0, wins: tally >= 6}", (1, 5), "Everybody wins with 6 points.", "Ganan todos con 6 puntos."),
    ("{team: 0, wins: tally >= 6}", (1, 4), "Everybody loses with 5 points.", "Pierden todos con 5 puntos."),
])  # fmt: skip
def test_the_story_ends_with_who_has_won(
    tmp_path: Path, outcome: str, points: tuple[int, ...], en: str, es: str
) -> None:
    assert told(made(tmp_path, outcome), *points) == [en, es]


def test_the_story_says_that_a_tie_was_broken(tmp_path: Path) -> None:
    game = made(tmp_path, "{}", "tie_breaks: [number(me)]")
    assert told(game, 2, 2) == ["Bo wins with 2 points, by the tie-break.", "Bo gana con 2 puntos, por desempate."]


def test_what_alone_is_counted_has_its_name(tmp_path: Path) -> None:
    made(tmp_path, "{}")
    file = tmp_path / "game" / "game.yaml"
    named = file.read_text(encoding="utf-8").replace("{en: points, es: puntos}", "{en: men left, es: peones}")
    file.write_text(named, encoding="utf-8")
    assert told(load(tmp_path / "game"), 2, 1) == ["Ana wins (men left: 2).", "Ana gana (peones: 2)."]


def told(game: Game, *points: int) -> list[str]:
    """What is told of the end, in both languages, and what `why` says of it; both as plain data say the same."""
    state, heard = game.new(players=len(points), seed=1), []
    heard.append(trace_setup(state))
    for step, each in enumerate(points):
        heard.append(trace_step(state, game.parse(f"amount {each}"), step))
        state.apply(f"amount {each}")
    names = ["Ana", "Bo", "Cleo"]
    story = story_of(game, state.n, heard, None)
    end = story.to_json()[-1]
    assert (end["kind"], end["outcomes"], end["winners"]) == ("result", state.outcomes(), state.winners())
    for seat in range(state.n):
        account = account_of(state, story, None, seat)
        assert account.outcome == account.to_json()["outcome"] == state.outcome(seat)
        assert [account.verdict(lang, names) for lang in ("en", "es")] == [
            story.sentences(lang, names)[-1] for lang in ("en", "es")
        ]
    return [story.sentences(lang, names)[-1] for lang in ("en", "es")]
