"""Whole games on the whole screen: by keys alone, and by clicks on what glows."""

import random

import pytest

LARGE = ("troyes", "troyes_dice", "carcassonne_masons", "tournay")
MANY = 20
"""So many answers are any; then the last of each menu is taken, which is mostly the one to end something."""
GAMES = (*(pytest.param(game, marks=pytest.mark.slow) for game in LARGE), "tic_tac_toe", "breakthrough")


@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_is_played_by_keys_alone(play, game):
    dice, answers = random.Random(5), []

    async def by(fingers):
        while fingers.labels and fingers.labels[0] != "[Enter]":
            number = dice.randrange(min(len(fingers.labels), 4)) if len(answers) < MANY else -1
            answers.append(fingers.labels[number])
            await (fingers.choose(number) if number >= 0 else fingers.press("up", "enter"))
        answers.append(fingers.seen("menu"))
        await fingers.press("enter")

    done = play(game, "--seats", "Ana=human,Bo=easy", "--seed", "10", "--no-wait", by=by)
    assert "The game is over. Enter leaves" in answers[-1]
    assert len(answers) > 3
    assert done.code == 0
    assert "ruleset replay" in done.out


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
