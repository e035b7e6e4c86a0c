"""Resources that not everybody sees: in observations, in imagined states, on the screen, in scores told during the game."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, LoadError, imagine, load, secret_scores, start_at, visible_scores, visible_sheet
from ruleset_core.testing.conformance import secrecy_checks
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw
from tests.engine.games import PURSES, write


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("games") / "purses", PURSES)


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(folder)


def test_amounts_are_seen_as_declared(game: Game) -> None:
    mine, other = game.new(2, 1).observe(0)["seats"]
    assert mine["held"] == {"coin": 4, "debt": None, "fame": 1, "wood": 3}
    assert other["held"] == {"coin": None, "debt": None, "fame": None, "wood": 3}
    for seat in (mine, other):
        assert {name: seat[name] for name in seat["held"]} == seat["held"]
    assert (mine["filled"]["fame"], other["filled"]["fame"], other["filled"]["wood"]) == (1, None, 3)
    assert game.new(2, 1).observe(-1)["seats"] == [other, other]


def test_what_is_imagined_does_not_depend_on_the_truth(game: Game) -> None:
    one = start_at(game, "play", 3, 1, given={"seats": [{}, {"coin": 90, "debt": 3, "fame": 5}, {"debt": 39}]})
    two = start_at(game, "play", 3, 1, given={"seats": [{"debt": 1}, {"coin": 2, "debt": 8, "fame": 2}, {"coin": 0}]})
    drawn = []
    for seed in range(60):
        first, second = (imagine(state, 0, seed) for state in (one, two))
        assert first.to_json()["v"] == second.to_json()["v"]
        assert first.observe(0) == one.observe(0)
        whole = first.observe(1)["seats"][1]
        drawn.append((whole["coin"], whole["fame"], whole["filled"]["fame"], first.ask("debt", 0)))
    assert {0, 13} <= {coin for coin, *_ in drawn} <= set(range(14))  # up to twice the 4 I have, and 5
    assert {0, 6} <= {fame for _, fame, _, _ in drawn} <= set(range(7))
    assert all(fame <= filled <= 9 for _, fame, filled, _ in drawn)
    assert max(debt for *_, debt in drawn) > 30


def test_nobody_knows_at_the_table_beside(game: Game) -> None:
    state = game.new(2, 1)
    assert {imagine(state, -1, seed).ask("coin", 1) for seed in range(200)} == set(range(21))


def test_nothing_leaks(game: Game) -> None:
    state, random = game.new(3, 5), Random(1)
    while not state.over:
        position = secrecy_checks.CheckedPosition(game, state, state, random)
        told = [each for each in secrecy_checks.hidden(position) if "options or texts" not in each]
        assert told == []
        state.apply(random.choice(state.options))


def test_the_suite_finds_a_label_that_tells(tmp_path: Path) -> None:
    wrong = load(write(tmp_path / "purses", PURSES.replace("{it} of {coin}", "{it} of {others_have}").replace(
        "define: {", "define: {others_have: {amount: sum p in others of p.coin}, "
    )))  # fmt: skip
    state = wrong.new(2, 1)
    found = list(secrecy_checks.hidden(secrecy_checks.CheckedPosition(wrong, state, state, Random(1))))
    assert any("options or texts shown to seat 0" in each for each in found)


def test_the_suite_finds_a_score_that_tells(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(game.__dict__, "secret_rows", (frozenset(), frozenset()))
    state = game.new(2, 1)
    found = list(secrecy_checks.hidden(secrecy_checks.CheckedPosition(game, state, state, Random(1))))
    assert any("the score told to seat" in each for each in found)


def test_what_of_the_score_is_told(game: Game) -> None:
    state = game.new(2, 1)
    assert secret_scores(state, "es") == {"debts": "Deudas", "most": "Más rica", "odd": "Rara"}
    while not state.over:
        state.apply(state.options[0])
    assert secret_scores(state) == {}


def test_what_others_are_told_of_the_score(game: Game) -> None:
    state = game.new(2, 1)
    own, other = (visible_sheet(state, seat, 0) for seat in (0, 1))
    assert set(own[1]) == {"debts", "most", "odd"}
    assert set(other[1]) > set(own[1])  # what I have myself I may count
    assert visible_scores(state, 0) == visible_scores(state, -1) == [None, None]
    while not state.over:
        state.apply(state.options[0])
    assert visible_scores(state, 0) == visible_scores(state, -1) == state.scores()


def test_labels_are_told_to_others_without_what_is_hidden(game: Game) -> None:
    state = game.new(2, 1)
    option = state.options[1]
    assert [game.label(state, option, "en", viewer) for viewer in (None, 0, 1)] == ["1 of 4", "1 of 4", "1"]
    state.apply(option)
    assert game.label(state, state.options[0], "en", 1) == "0 to 3"


@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_table_shows_question_marks(game: Game, lang: str) -> None:
    drawn = draw(scene(game, game.new(2, 1).masked(0), lang), 80).plain.splitlines()
    amounts = [re.findall(r"[0-9?]+", line.partition(")")[2] or line.partition(":")[2] or line)[-4:] for line in drawn]
    assert [each for each in amounts if len(each) == 4] == [
        ["4", "?", "1", "3"], ["?", "?", "?", "3"],  # what each has
    ]  # fmt: skip


@pytest.mark.parametrize(("visible", "code"), [("top", "E104"), ("3", "E104")])
def test_who_sees_it_is_checked(tmp_path: Path, visible: str, code: str) -> None:
    with pytest.raises(LoadError) as raised:
        load(write(tmp_path / "purses", PURSES.replace("visible: nobody", f"visible: {visible}")))
    assert raised.value.diagnostics[0].code == code
