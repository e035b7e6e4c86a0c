"""Menus do not lie: what is typed for an option is that option, and numbers are values where there are values."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from ruleset_core import Game, State, load
from ruleset_core.cli.console.input import fitting_lines, menu_lines, parse_line
from ruleset_core.discovery import EXAMPLES_ROOT
from ruleset_core.play.wording.game_messages import MenuOffer, is_done_option, menu_keys, plain_offers

GAMES = [
    "troyes",
    "troyes_dice",
    "tournay",
    "carcassonne_masons",
    EXAMPLES_ROOT / "pig",
    EXAMPLES_ROOT / "tic_tac_toe",
    EXAMPLES_ROOT / "breakthrough",
]
PLAYED = 4
"""Games of each."""

TYPED = 12
"""Of a long menu so many options are typed."""


def questions(game: Game, games: int) -> Iterator[tuple[State, list[MenuOffer]]]:
    """All questions of some random games, with their menus."""
    for seed in range(games):
        state, random = game.new(2, seed=seed), Random(seed)
        while not state.over:
            yield state, plain_offers(game, state, "en", ["Ana", "Bo"])
            state.apply(random.choice(state.options))


def asks_numbers(game: Game, decision: str) -> bool:
    """Whether the answers to a question are numbers."""
    every = [game.notation(option) for option in game.vocabulary_of(decision)]
    ends = {each.rpartition(" ")[2] for each in every if not is_done_option(each)}
    starts = {each.rpartition(" ")[0] for each in every if not is_done_option(each)}
    return all(end.isdecimal() for end in ends) and len(starts) == 1


def value(offer: MenuOffer) -> str | None:
    """The number that an option of such a question stands for."""
    return None if is_done_option(offer.notation) else offer.notation.rpartition(" ")[2]


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES, ids=str)
def test_numbers_are_values_where_answers_are_numbers(name: str) -> None:
    game = load(name)
    found: dict[str, int] = {}
    numeric: dict[str, bool] = {}
    for state, menu in questions(game, PLAYED):
        assert state.decision is not None
        asked = state.decision.name
        if asked not in numeric:
            numeric[asked] = asks_numbers(game, asked)
        keys, values = menu_keys(menu), [value(offer) if numeric[asked] else None for offer in menu]
        assert len(set(keys)) == len(keys)
        if any(each is not None for each in values):
            found[asked] = found.get(asked, 0) + 1
            for key, each in zip(keys, values, strict=True):
                assert key == each if each is not None else key.isalpha()
    assert found or not {"troyes", "troyes_dice"} & {name}


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES, ids=str)
def test_what_stands_on_the_menu_is_understood(name: str) -> None:
    game = load(name)
    random = Random(5)
    for state, menu in questions(game, 1):
        keys = menu_keys(menu)
        assert not re.search(r"\bseat_\d", "\n".join(menu_lines(menu)))  # players are called by their names
        for place in random.sample(range(len(menu)), min(len(menu), TYPED)):
            offer = menu[place]
            for typed in (keys[place], offer.notation, offer.notation.upper(), offer.written):
                assert parse_line(typed, menu, game, state, "en", ["Ana", "Bo"]) == offer.option, typed
            labels = [each.label.casefold() for each in menu]
            if (
                offer.label.isascii()
                and any(map(str.isalpha, offer.label))
                and labels.count(offer.label.casefold()) == 1
            ):
                assert parse_line(offer.label, menu, game, state, "en", ["Ana", "Bo"]) == offer.option, offer.label


def cards(many: int, **more: str) -> list[MenuOffer]:
    """Options to play one of some cards."""
    return [MenuOffer(at, f"play oak_{at}", f"oak {at}", **more) for at in range(1, many + 1)]  # type: ignore[arg-type]


def test_in_a_low_terminal_short_labels_stand_in_columns() -> None:
    assert fitting_lines(cards(7), 80, 12) == [
        "  1  oak 1   2  oak 2   3  oak 3   4  oak 4   5  oak 5   6  oak 6   7  oak 7"
    ]


def test_few_options_stand_below_each_other_and_so_do_those_of_which_more_is_told() -> None:
    assert fitting_lines(cards(6), 80, 12) == [f"  {at}  play oak_{at}  oak {at}" for at in range(1, 7)]
    assert fitting_lines(cards(7), 80, 40) == [f"  {at}  play oak_{at}  oak {at}" for at in range(1, 8)]
    assert len(fitting_lines(cards(7, outcome="+1 point in total"), 80, 12) or ()) == 7
    same = [MenuOffer(at, f"play oak_{at}", "an oak") for at in range(7)]
    assert len(fitting_lines(same, 80, 12) or ()) == 7
