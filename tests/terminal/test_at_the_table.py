"""On a screen of the size of a terminal the question, what the player owns, each answer with its price and the thing it stands for are
there together.

Whole games: `RULESET_LONG=1 python3 dev.py test tests/terminal/test_at_the_table.py`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.cli.console.game_view import sample_views
from ruleset_core.cli.console.input import parse_line
from ruleset_core.cli.console.menu_levels import MenuLevels
from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import message
from ruleset_core.play.wording.game_messages import menu_keys, offers
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.span_text import EMPTY, TextPen
from tests.terminal.playing import SIZES, Player, Row, play, shared_out

LONG = bool(os.environ.get("RULESET_LONG"))
QUESTIONS = 100_000 if LONG else 12
SEEDS = range(1, 6) if LONG else (4,)
FEW = 12
"""Up to so many answers their keys stand at the cards and dice they are about."""


def look(player: Player) -> None:
    """What is asked is there, and what the player owns; each answer has its thing, or else its words, and its price, or is counted;
    and each can be typed in two keys or by its name. What is left out is named.
    """
    at, state = player.at, player.at.live
    game, seen = at.game, player.seen
    text = "\n".join(row.text for row in seen)
    assert state.decision is not None
    words = re.sub(r"\s+", " ", text)
    assert f"{at.name(state.seat)}: " in words
    assert state.decision.prompt("en", at.names) in words
    shown = scene(game, state.masked(state.seat), "en", at.names, state.options)
    standing, drawn = things(shown), pointed_at(seen)
    levels = MenuLevels(state, offers(game, state, "en", at.names), "en", at.names)
    by_key = options_by_key(levels)
    keys = {option: key for key, options in reversed(by_key.items()) for option in options}
    begun, labels = picked(text), {each.option: each.label for each in offers(game, state, "en", at.names)}
    for option in state.options:
        name = game.notation(option)
        if begun and not begun <= {*labels[option].split(", ")}:
            continue  # other things were picked
        told = is_told(option, levels, by_key, text) or (bool(begun) and name in text)
        drawn_or_told = option in drawn or told if begun else option in drawn if option in standing else told
        assert drawn_or_told, (name, text)
        assert is_reached(option, keys[option], standing.get(option, []), levels, player), (name, text)
    counted = message("cli.play.many_options", "en", count=0, notation="").partition("0")[2].partition("`")[0] in words
    for offer in levels.current_offers:
        assert counted or not offer.price or any(said in words for said in (offer.price, offer.outcome)), (offer, text)
    for row, cells in owned(shown):
        found = " ".join(each.text for each in seen if any(said.get("thing") == row for _, _, said in each.pointers))
        assert [cell for cell in cells if cell not in found] == [], text
    titled = {(said["panel"], said["seat"]) for row in seen for _, _, said in row.pointers if "panel" in said}
    things_seen = {said["thing"] for row in seen for _, _, said in row.pointers if "thing" in said}
    for panel in shown.panels:
        scrolled = {card.stand.identity for card in cards((panel,))} & things_seen  # its title is above the window
        if (panel.id, panel.seat) not in titled and not scrolled:
            assert panel.seat != state.seat, text
            assert f"more: {message('terminal.board', 'en')} " in text
    if len(state.options) <= FEW:
        for card in cards(shown.panels):
            wanted = {f"[{keys[option]}" for option in card.stand.options} | {
                f" {keys[option]} " for option in card.stand.options
            }
            assert not wanted or any(key in text for key in wanted), (card, text)


def owned(shown: scenes.Scene) -> Iterator[tuple[str, list[str]]]:
    """What tables of the players say of the viewer: the identity of the row, and what stands there besides nothing."""
    pen = TextPen(shown.lang, players=shown.players)
    for table in scenes.walk_scene(tuple(panel.show for panel in shown.panels)):
        if isinstance(table, scenes.SceneTable) and all(row.stand.family == "seat" for row in table.rows):
            for row in table.rows:
                cells = (
                    pen.with_(said=frozenset((head.colour, *(span.colour for span in row.name))))
                    .spans(cell)
                    .plain.strip()
                    for head, cell in zip(table.heads, row.cells, strict=True)
                    if head.rank == 1
                )
                if row.own:
                    yield row.stand.identity, [cell for cell in cells if cell not in {"", EMPTY}]


def cards(node: object) -> list[scenes.SceneCard]:
    """All cards and dice in a scene."""
    if isinstance(node, tuple):
        return [card for each in node for card in cards(each)]
    if isinstance(node, scenes.SceneCard):
        return [node]
    return (
        cards(tuple(getattr(node, name) for name in ("show", "items", "cards") if hasattr(node, name)))
        if isinstance(node, scenes.ScenePanel | scenes.SceneGroup | scenes.SceneCards)
        else []
    )


def things(shown: scenes.Scene) -> dict[int, list[scenes.SceneTarget]]:
    """What stands for each option on the table, whoever looks where."""
    found: dict[int, list[scenes.SceneTarget]] = {}
    for stand in scenes.targets_in(tuple(panel.show for panel in shown.panels)):
        for option in stand.options:
            found.setdefault(option, []).append(stand)
    return found


def pointed_at(rows: list[Row]) -> dict[int, str]:
    """The options whose things are drawn in some rows, and what is drawn there."""
    found: dict[int, str] = {}
    for row in rows:
        for text, _, said in row.pointers:
            for option in said.get("options", ()):
                found[option] = found.get(option, "") + text
    return found


def picked(text: str) -> set[str]:
    """What was picked so far of an answer that is a set, under which the menus of the first things may have pushed the table from the screen."""
    found = re.findall(r"(?m)^ *(\S.*) → \?$", text)
    return {*found[-1].split(", ")} if found else set()


def is_told(option: int, levels: MenuLevels, by_key: dict[str, list[int]], text: str) -> bool:
    """Whether the menu says an answer for which nothing stands on the table: it, or what it begins with."""
    lines = [*levels.menu, *levels.current_offers]
    return any(offer.option == option and (offer.notation in text or offer.label in text) for offer in lines) or any(
        f"  {key}  " in text and option in several for key, several in by_key.items()
    )


def options_by_key(levels: MenuLevels) -> dict[str, list[int]]:
    """The options to which each key leads that is shown first."""
    found: dict[str, list[int]] = {}
    for choice in levels.choices():
        found.setdefault(choice.key, []).extend(choice.options)
    return found


def is_reached(option: int, first: str, stands: list[scenes.SceneTarget], levels: MenuLevels, player: Player) -> bool:
    """Whether an answer is typed in two keys, of which one is the first, or by the name of what stands for it."""
    at, state = player.at, player.at.live
    game = at.game
    for typed in [first, *(stand.name for stand in stands), game.notation(option)]:
        if typed == first and len(typed) > 2:
            continue
        if not levels.step(typed):
            if parse_line(typed, levels.asked_of(typed), game, state, "en", at.names) == option:
                return True
            continue
        answer, asked = levels.only(), levels.current_offers
        levels.step("")  # back again
        if answer is not None:
            return answer.option == option
        within = dict(zip((offer.option for offer in asked), menu_keys(asked), strict=True))
        if option in within:
            return parse_line(within[option], asked, game, state, "en", at.names) == option
    return False


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), shared_out(0))
def test_every_answer_has_its_thing_on_the_screen(name: str, size: tuple[int, int]) -> None:
    for seed in SEEDS:
        player = play(load(name), size, look, seed=seed, questions=QUESTIONS)
        assert player.asked > 4 or player.at.live.over


@pytest.mark.slow
def test_a_scene_is_made_once_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[scenes.Scene] = []

    def counted(*args: Any) -> scenes.Scene:
        made.append(scene(*args))
        return made[-1]

    def uncounted(*args: Any) -> list[scenes.Scene]:
        before = len(made)
        found = sample_views(*args)
        del made[before:]
        return found

    monkeypatch.setattr("ruleset_core.cli.console.game_view.scene_of", counted)
    monkeypatch.setattr("ruleset_core.cli.console.game_view.sample_views", uncounted)  # of another game
    player = play(load("troyes"), SIZES[0], lambda _: None, questions=QUESTIONS)
    assert len(made) == player.asked > 4
