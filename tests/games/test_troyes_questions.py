"""Troyes: one question about your own dice, and what it is for each time."""

from __future__ import annotations

from random import Random

from ruleset_core import State, load


def asked(want: str) -> State:
    """A position of a random game in which the dice are chosen for this."""
    game = load("troyes")
    for seed in range(60):
        state, random = game.new(2, seed=seed), Random(seed)
        while not state.over:
            state.apply(random.choice(state.options))
            if state.decision and state.decision.name == "own_die" and state.observe(0)["fields"]["use"] == want:
                return state
    raise AssertionError(want)


def test_black_dice_say_what_they_take() -> None:
    state = asked("face")
    seen = state.observe(state.seat)["fields"]
    assert state.question("own_die", "en") == (
        f"Which of your dice beat the black ones? {seen['foe']} is needed; so far 0."
    )
    assert f"Hay que llegar a {seen['foe']}; llevas 0." in state.question("own_die", "es")
    labels = [state.game.label(state, option) for option in state.options]
    assert all(", becomes" not in label for label in labels)
    for label in labels:
        colour, value, *more = label.replace(",", "").split()
        assert more == (["counts", str(2 * int(value))] if colour == "red" else [])


def test_rolling_again_and_turning_over_are_told_apart() -> None:
    assert asked("reroll").question("own_die", "en") == "Which of your dice do you roll again?"
    state = asked("flip")
    assert state.question("own_die", "en").startswith("Which of your dice do you turn over? At most three; so far ")
    for option in state.options:
        if not state.game.notation(option).endswith("done"):
            label = state.game.label(state, option)
            before, after = label.split(", becomes ")
            assert int(before.split()[-1]) + int(after) == 7
