"""Whole games on the whole screen: by keys alone, and by clicks on what glows."""

import random
from pathlib import Path

import pytest

from ruleset_core import core_of, load
from ruleset_core.play.match import HUMAN
from ruleset_core.play.records import Seat, Session, record_bytes
from tests.sampled import LONG, sampled

LARGE = ("troyes", "troyes_dice", "carcassonne_masons", "tournay")
"""Beginnings and ends of two of them are played; with RULESET_LONG=1 those of all, and all between."""
MANY = 20 if LONG else 6
"""So many answers are any; then the last of each menu is taken, which is mostly the one to end something."""
LAST = 8
"""So many moves before its end a game is gone on with."""
SEATS = ("--seats", "Ana=human,Bo=easy", "--seed", "10", "--no-wait")


class Keys:
    """Somebody who answers by keys alone, `most` times or until the game is over; `answers` and, at the end, the menu."""

    def __init__(self, most=100_000):
        self.most, self.answers, self.menu = most, [], ""
        self._dice = random.Random(5)

    async def __call__(self, fingers):
        while fingers.labels and fingers.labels[0] != "[Enter]" and len(self.answers) < self.most:
            some = len(self.answers) < MANY
            number = self._dice.randrange(min(len(fingers.labels), 4)) if some else -1
            self.answers.append(fingers.labels[number])
            await (fingers.choose(number) if number >= 0 else fingers.press("up", "enter"))
        self.menu = fingers.seen("menu")
        await (fingers.press("enter") if "The game is over" in self.menu else fingers.press("f10"))


def nearly_over(game: str, file: Path) -> str:
    """A record of a game that is over after so few moves more, unless they are others than those of two bots."""
    loaded = load(game)
    moves = core_of(loaded).moves(1, 2, 10, policies=["easy", "easy"])
    session = Session.start(loaded, [Seat("Ana", HUMAN), Seat("Bo", "easy")], 10, number=1)
    for move in moves[:-LAST]:
        session.apply(move)
    file.write_bytes(record_bytes(session.record()))
    return str(file)


@pytest.mark.slow
@pytest.mark.parametrize("game", [*(LARGE if LONG else ()), "tic_tac_toe", "breakthrough"])
def test_a_whole_game_is_played_by_keys_alone(play, game):
    by = Keys()
    done = play(game, *SEATS, by=by)
    assert "The game is over. Enter leaves" in by.menu
    assert len(by.answers) > 3
    assert done.code == 0
    assert "ruleset replay" in done.out


@pytest.mark.slow
@pytest.mark.parametrize("game", sampled(LARGE, ("troyes_dice", "troyes")))
def test_a_large_game_is_begun_and_ended_by_keys_alone(play, game, tmp_path):
    begins, ends = Keys(MANY), Keys()
    play(game, *SEATS, by=begins)
    assert len(begins.answers) == MANY
    done = play("--resume", nearly_over(game, tmp_path / "kept.ruleset"), "--no-wait", by=ends)
    assert "The game is over. Enter leaves" in ends.menu
    assert ends.answers
    assert done.code == 0
    assert "ruleset replay" in done.out


@pytest.mark.slow
@pytest.mark.parametrize("game", ["breakthrough", "hex", "tic_tac_toe"])
def test_a_whole_game_is_played_by_clicks_on_what_glows(play, game):
    dice, clicks = random.Random(5), []

    async def by(fingers):
        while fingers.labels and fingers.labels[0] != "[Enter]":
            glowing = fingers.glowing()
            x, y, options = dice.choice(glowing)
            before = fingers.labels
            clicks.append(options)
            await fingers.click("board", x, y)
            assert fingers.labels != before

    play(game, "--seats", "Ana=human,Bo=easy", "--seed", "10", "--no-wait", by=by)
    assert len(clicks) > 2
