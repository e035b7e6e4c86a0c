"""Panels keep their places from turn to turn, at one size of the terminal.

`RULESET_LONG=1` plays whole games; `python -m tests.terminal.test_places [GAME ...]` prints how often panels jump, and which.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from dataclasses import dataclass, field

import pytest
from rich.text import Text

from ruleset_core import load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.terminal.answer_keys import AnswerKeys
from ruleset_core.view.terminal.span_text import has_options
from tests.terminal.playing import SIZES, Player, play, row, shared_out
from tests.terminal.positions import GAMES

QUESTIONS = 100_000 if os.environ.get("RULESET_LONG") else 12
OFTEN = 15
"""One jump in so many drawings is allowed, and one besides: a panel may grow beyond what it took in the game that was played before."""

Key = tuple[str, int | None]
Where = tuple[int, int, int]
"""Line, column, and with how much detail."""


@dataclass
class Watch:
    """Looks at what is drawn for one viewer, and counts what jumps where the question is about the same panels and leaves the same room.

    A question with more answers takes lines from the game: then other panels must go, which is no fault of how they are laid out.
    """

    pairs: int = 0
    jumps: int = 0
    moved: Counter[Key] = field(default_factory=Counter)
    before: dict[tuple[tuple[Key, ...], int | None], dict[Key, Where]] = field(default_factory=dict)
    last: Text | None = None
    about: tuple[Key, ...] = ()

    def look(self, player: Player) -> None:
        """Compare what is drawn with what was drawn before it."""
        if player.drawn is None or player.drawn is self.last:
            return
        state = player.at.live
        about, now = (
            _about(player.host.picture.now(AnswerKeys.of(dict.fromkeys(state.options, ""))).scene),
            places(player.drawn),
        )
        asked = about, player.host.picture._sharing.height
        before = self.before.get(asked) if about == self.about else None
        if before is not None:
            self.pairs += 1
            moved = [key for key in {*now, *before} if now.get(key) != before.get(key)]
            self.jumps += bool(moved)
            self.moved.update(moved)
        self.last, self.about, self.before[asked] = player.drawn, about, now


def places(drawn: Text) -> dict[Key, Where]:
    """Where the panels of a drawing begin, and with how much detail each is drawn."""
    found: dict[Key, Where] = {}
    for line, text in enumerate(drawn.split("\n")):
        for _, column, said in row(text).pointers:
            if "panel" in said:
                found[said["panel"], said["seat"]] = line, column, said["level"]
    return found


def _about(shown: scenes.Scene) -> tuple[Key, ...]:
    """The panels of the question: those it is about, or where its answers lie."""
    about = [panel for panel in shown.panels if panel.about]
    return tuple((panel.id, panel.seat) for panel in about or shown.panels if panel.about or has_options(panel.show))


def watched(name: str, size: tuple[int, int], questions: int) -> Watch:
    """A game of one person and chance, looked at; of one with few questions, several games."""
    game, watch = load(name), Watch()
    kinds = ("human", *("random",) * (max(2, game.players[0]) - 1))
    for seed in range(4, 24):
        play(game, size, watch.look, seed=seed, questions=questions, kinds=kinds)
        if watch.pairs > 1:
            break
    return watch


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), shared_out(1))
def test_panels_keep_their_places(name: str, size: tuple[int, int]) -> None:
    watch = watched(name, size, QUESTIONS)
    assert watch.pairs > 1
    assert watch.jumps <= 1 + watch.pairs // OFTEN, watch.moved


def test_a_jump_is_noticed() -> None:
    one = scenes.ScenePanel("one", "One", 1, None, True, (scenes.Paragraph("a"),))
    two = scenes.ScenePanel("two", "Two", 2, None, False, (scenes.Paragraph("b"),))
    from ruleset_core.view.terminal.drawing import draw

    drawn = [scenes.Scene("g", "G", "en", 0, 0, ("Ana",), panels) for panels in ((one, two), (one,), (two,))]
    found = [places(draw(scene, 60, 20)) for scene in drawn]
    assert found[0].keys() == {("one", None), ("two", None)}
    assert found[0]["two", None][0] > found[2]["two", None][0] == found[1]["one", None][0] == 0


if __name__ == "__main__":
    for each in sys.argv[1:] or GAMES:
        for columns, lines in SIZES:
            seen = watched(each, (columns, lines), 100_000)
            told = f"{each} {columns}x{lines}: {seen.jumps} jumps in {seen.pairs} drawings {dict(seen.moved)}"
            sys.stdout.write(told + "\n")
