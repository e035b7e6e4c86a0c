"""What reaches a page holds nothing that its seat may not know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ruleset_core import State, load
from ruleset_core.paths import list_games
from ruleset_core.record import Seat, Session
from ruleset_core.table import Table
from ruleset_core.web.viewer import Viewer, as_bytes

GAMES = sorted(entry.id for entry in list_games(()))
AT = (3, 12, 30, 55)


def sent(state: State, header: Any, seat: int | None) -> bytes:
    """All that a page of a seat is sent where a game lies like this: what is shown, the sheets, what is said of things."""
    viewer = Viewer(Table(Session(state.game, header, state.clone())), seat, "en")
    viewer._told = (0, None)  # what happened before is told by stories, of which conformance sees to it
    viewer.news({})
    told = viewer.whole
    things = [part.split('"', 1)[0] for part in as_bytes(told).decode().split('"identity":"')[1:40]]
    return as_bytes({**told, "sheet": viewer.sheet(), "about": [viewer.about(each) for each in things]})


@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_may_be_swapped_and_nothing_that_is_sent_changes(game: str) -> None:
    loaded = load(game)
    players = min(max(2, loaded.players[0]), loaded.players[1])
    session = Session.start(loaded, [Seat(f"P{seat}", "human") for seat in range(players)], 11)
    chance, swapped = random.Random(4), 0
    for count in range(max(AT) + 1):
        state = session.live
        if state.over:
            break
        if count in AT:
            for seat in range(players):
                before = sent(state, session.header, seat)
                for world in range(2):
                    other = state.imagine(seat, 5, world)
                    swapped += other.to_json()["z"] != state.to_json()["z"]
                    assert sent(other, session.header, seat) == before
        session.apply(chance.choice(state.options))
    assert swapped or not _hides(loaded), "nothing was swapped: the test looks at nothing"


def _hides(game: Any) -> bool:
    """Whether a game has pieces that lie hidden."""
    state = game.new(players=max(2, game.players[0]), seed=1)
    return any(state.imagine(0, 1, world).to_json()["z"] != state.to_json()["z"] for world in range(4))
