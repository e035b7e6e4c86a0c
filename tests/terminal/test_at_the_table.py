"""On a screen of the size of a terminal the question, its context and each answer with the thing it stands for are there together.

Whole games: `RULESET_LONG=1 python3 dev.py test tests/terminal/test_at_the_table.py`.
"""

from __future__ import annotations

import os
import re
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.cli.playing.levels import Levels
from ruleset_core.cli.typed.line import understand
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.build import scene
from ruleset_core.texts.menu import menu_keys, offers
from tests.terminal.playing import SIZES, Player, Row, play
from tests.terminal.positions import GAMES

LONG = bool(os.environ.get("RULESET_LONG"))
QUESTIONS = 100_000 if LONG else 12
SEEDS = range(1, 6) if LONG else (4,)
FEW = 12
"""Up to so many answers their keys stand at the cards and dice they are about."""


def look(player: Player) -> None:
    """What is asked is there; each answer has its thing, or else its words; and each can be typed in two keys or by its name."""
    at, state = player.at, player.at.live
    game, seen = at.game, player.seen
    text = "\n".join(row.text for row in seen)
    assert state.decision is not None
    words = re.sub(r"\s+", " ", text)
    assert f"{at.name(state.seat)}: " in words
    assert state.decision.prompt("en", at.names) in words
    shown = scene(game, state.observe(state.seat), "en", at.names, state.options)
    standing, drawn = things(shown), pointed_at(seen)
    levels = Levels(game, offers(game, state, "en", at.names), "en", at.names)
    for option in state.options:
        name = game.notation(option)
        assert option in drawn if option in standing else is_told(option, levels, text), (name, text)
        assert is_reached(option, standing.get(option, []), levels, player), (name, text)
    if len(state.options) <= FEW:
        keys = levels.keys()
        for card in cards(shown.panels):
            wanted = {f"[{keys[option]}" for option in card.stand.options} | {
                f" {keys[option]} " for option in card.stand.options
            }
            assert not wanted or any(key in text for key in wanted), (card, text)


def cards(node: object) -> list[n.Card]:
    """All cards and dice in a scene."""
    if isinstance(node, tuple):
        return [card for each in node for card in cards(each)]
    if isinstance(node, n.Card):
        return [node]
    return (
        cards(tuple(getattr(node, name) for name in ("show", "items", "cards") if hasattr(node, name)))
        if isinstance(node, n.Panel | n.Group | n.Cards)
        else []
    )


def things(shown: n.Scene) -> dict[int, list[n.Stand]]:
    """What stands for each option on the table, whoever looks where."""
    found: dict[int, list[n.Stand]] = {}
    for stand in every(tuple(panel.show for panel in shown.panels)):
        for option in stand.options:
            found.setdefault(option, []).append(stand)
    return found


def every(node: object) -> list[n.Stand]:
    """All things in a scene that stand for an option."""
    if isinstance(node, n.Stand):
        return [node] if node.options else []
    if isinstance(node, tuple):
        return [stand for each in node for stand in every(each)]
    return [stand for name in getattr(type(node), "__slots__", ()) for stand in every(getattr(node, name))]


def pointed_at(rows: list[Row]) -> dict[int, str]:
    """The options whose things are drawn in some rows, and what is drawn there."""
    found: dict[int, str] = {}
    for row in rows:
        for text, _, said in row.pointers:
            for option in said.get("options", ()):
                found[option] = found.get(option, "") + text
    return found


def is_told(option: int, levels: Levels, text: str) -> bool:
    """Whether the menu says an answer for which nothing stands on the table: it, or what it begins with."""
    lines = [*levels.menu, *levels.shown]
    return any(offer.option == option and (offer.notation in text or offer.label in text) for offer in lines) or any(
        f"  {key}  " in text and option in several for key, several in by_key(levels).items()
    )


def by_key(levels: Levels) -> dict[str, list[int]]:
    """The options to which each key leads that is shown first."""
    found: dict[str, list[int]] = {}
    for option, key in levels.keys().items():
        found.setdefault(key, []).append(option)
    return found


def is_reached(option: int, stands: list[n.Stand], levels: Levels, player: Player) -> bool:
    """Whether an answer is typed in two keys, or by the name of what stands for it."""
    at, state = player.at, player.at.live
    game = at.game
    for typed in [levels.keys()[option], *(stand.name for stand in stands), game.notation(option)]:
        if typed == levels.keys()[option] and len(typed) > 2:
            continue
        way = Levels(game, levels.menu, "en", at.names)
        if not way.step(typed):
            if understand(typed, way.asked_of(typed), game, state, "en", at.names) == option:
                return True
            continue
        answer = way.only()
        if answer is not None:
            return answer.option == option
        within = dict(zip((offer.option for offer in way.shown), menu_keys(way.shown), strict=True))
        if option in within:
            return understand(within[option], way.shown, game, state, "en", at.names) == option
    return False


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_every_answer_has_its_thing_on_the_screen(name: str, size: tuple[int, int]) -> None:
    for seed in SEEDS:
        player = play(load(name), size, look, seed=seed, questions=QUESTIONS)
        assert player.asked > 4


def test_a_scene_is_made_once_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[n.Scene] = []

    def counted(*args: Any) -> n.Scene:
        made.append(scene(*args))
        return made[-1]

    monkeypatch.setattr("ruleset_core.cli.playing.picture.scene_of", counted)
    player = play(load("troyes"), SIZES[0], lambda _: None, questions=QUESTIONS)
    assert len(made) == player.asked > 4
