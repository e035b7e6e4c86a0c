"""Games of the terminal's size: what is asked, its answers and what they are about stand on the screen together."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest

from ruleset_core import load
from ruleset_core.cli.playing.host import Host
from ruleset_core.cli.playing.levels import Levels
from ruleset_core.cli.playing.place import Place
from ruleset_core.cli.printed.screen import Screen
from ruleset_core.cli.typed.menu import offers
from ruleset_core.record import Seat
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.build import scene
from ruleset_core.table.opening import begin
from ruleset_core.terminal.pen import stands
from tests.terminal.positions import GAMES

SIZES = ((80, 24), (100, 40))
QUESTIONS = 15


class Shown(Screen):
    """A screen of a size; what it shows is kept by rows."""

    size = (80, 24)

    def __init__(self) -> None:
        super().__init__(plain=False)
        self._console = None
        self._wraps = True
        self.rows_shown: list[str] = []

    @property
    def width(self) -> int:
        return self.size[0]

    @property
    def height(self) -> int | None:
        return self.size[1]

    def _whole(self, text: str, _style: str = "") -> None:
        self.rows_shown.extend(text.split("\n"))

    def draw(self, renderable: object) -> None:
        from ruleset_core.cli.printed.plain import to_plain

        self.rows_shown.extend(to_plain(renderable, self.width).split("\n"))  # type: ignore[arg-type]

    @property
    def seen(self) -> list[str]:
        """What is seen while something is typed in the last row."""
        return self.rows_shown[1 - self.size[1] :]


class Enough(Exception):
    """As many questions were looked at as were wanted."""


class Player(Shown):
    """Answers at random, and looks at what is on the screen before."""

    at: Place

    def __init__(self, size: tuple[int, int], seed: int) -> None:
        super().__init__()
        self.size = size
        self.interactive = False
        self.chance = Random(seed)
        self.asked = 0

    def ask(self, _prompt: str, _words: object = ()) -> str:
        state = self.at.live
        self.asked += 1
        if self.asked > QUESTIONS:
            raise Enough
        self.look()
        return self.at.game.notation(self.chance.choice(state.options))

    def look(self) -> None:
        """The question is there; and each answer by its menu line, or where it lies on the board."""
        at, state = self.at, self.at.live
        text = "\n".join(self.seen)
        assert state.decision is not None
        words = re.sub(r"\s+", " ", text)
        assert f"{at.name(state.seat)}: " in words
        game = at.game
        self.look_at_things(text)
        missing = [option for option in state.options if game.notation(option) not in text]
        if len(state.options) <= 12:
            assert not missing or any("→" in row or "..." in row for row in self.seen)  # pairs, by what is first
        elif missing:
            shown = scene(game, state.observe(state.seat), at.lang, at.names, state.options)
            there = {option for panel in shown.panels for stand in stands(panel.show) for option in stand.options}
            assert "?" in text
            assert {*missing} <= there or not there

    def look_at_things(self, text: str) -> None:
        """Of few answers the number to type stands at each card or die that one is about."""
        at, state = self.at, self.at.live
        game = at.game
        if len(state.options) > 12:
            return
        keys = Levels(game, offers(game, state, "en", at.names), "en", at.names).keys()
        shown = scene(game, state.observe(state.seat), "en", at.names, state.options)
        for panel in shown.panels:
            cards = [card for node in walk(panel.show) if isinstance(node, n.Cards) for card in node.cards]
            for stand in stands(tuple(cards)):
                wanted = {keys[option] for option in stand.options}
                assert any(f"[{key}" in text for key in wanted), (stand, text)


def walk(nodes: tuple[n.Node, ...]) -> Iterator[n.Node]:
    """All nodes, those in groups too."""
    for node in nodes:
        yield node
        if isinstance(node, n.Group):
            yield from walk(node.items)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", GAMES)
def test_questions_and_answers_are_on_the_screen(name: str, size: tuple[int, int]) -> None:
    game = load(name)
    players = max(2, game.players[0])
    session = begin(game, [Seat(f"Player {seat + 1}", "human") for seat in range(players)], 4, {}, [])
    screen = Player(size, 4)
    host = Host(session, screen, "en", waits=False)
    screen.at = host.place
    with suppress(Enough):
        host.run()
    assert screen.asked > 4


def test_a_scene_is_made_once_for_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[n.Scene] = []

    def counted(*args: Any) -> n.Scene:
        made.append(scene(*args))
        return made[-1]

    monkeypatch.setattr("ruleset_core.cli.playing.picture.scene_of", counted)
    monkeypatch.setattr(Player, "look", lambda _: None)
    session = begin(load("troyes"), [Seat(name, "human") for name in ("Ana", "Bo")], 3, {}, [])
    screen = Player(SIZES[0], 3)
    host = Host(session, screen, "en", waits=False)
    screen.at = host.place
    with suppress(Enough):
        host.run()
    assert len(made) == screen.asked > 4
