"""What reaches a page holds nothing that its seat may not know."""

from __future__ import annotations

import random
from typing import Any

import pytest

from ruleset_core import State, imagine, load
from ruleset_core.discovery import list_games
from ruleset_core.play.lookup.index import all_entries as every
from ruleset_core.play.lookup.index import entry_name
from ruleset_core.play.match import Match
from ruleset_core.play.records import Seat, Session
from ruleset_core.web.render_cache import RenderCache, message_bytes
from ruleset_core.web.viewers import SeatViewer
from tests.sampled import LONG

GAMES = sorted(entry.id for entry in list_games(()))
AT = (3, 12, 30, 55) if LONG else (3, 30)
"""After how many choices the pages of a game are looked at."""
EARLY = (0, 1)
"""The same in further games, where one is over before anything was swapped."""
LOOKED_UP = 60 if LONG else 12
"""So many things of a game are looked up by their names."""


def sent(state: State, header: Any, seat: int | None, drawn: RenderCache | None = None) -> bytes:
    """All that a page of a seat is sent where a game lies like this: what is shown, the sheets, what is said of things. `drawn`: for others before."""
    viewer = SeatViewer(Match(Session(state.game, header, state.clone())), seat, "en", drawn=drawn)
    viewer._story_end = (0, None)  # what happened before is told by stories, of which conformance sees to it
    viewer.news({})
    told = {**viewer.whole}
    if state.simultaneous:  # everybody is told who has chosen (docs/serving.md), which an imagined world begins anew
        told |= {"asked": None, "acting": None}
    things = [part.split('"', 1)[0] for part in message_bytes(told).decode().split('"identity":"')[1:40]]
    names = [entry_name(state.game, thing, "en") for thing in every(state.game)]
    looked_up = [viewer.lookup(name) for name in names[:: len(names) // LOOKED_UP + 1]]
    typed = [viewer.search(name) for name in names[:: len(names) // 8 + 1]]
    pointed_at = [viewer.about(each) for each in things]
    return message_bytes({**told, "sheet": viewer.sheet(), "about": pointed_at, "lookup": looked_up, "typed": typed})


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_hidden_things_may_be_swapped_and_nothing_that_is_sent_changes(game: str) -> None:
    loaded = load(game)
    players = min(max(2, loaded.players[0]), loaded.players[1])
    chance, swapped, hides = random.Random(4), 0, _hides(loaded)
    for seed, at in enumerate((AT if hides else AT[:1], *[EARLY] * 4), 11):
        session = Session.start(loaded, [Seat(f"P{seat}", "human") for seat in range(players)], seed)
        for count in range(max(at) + 1):
            state = session.live
            if state.over:
                break
            if count in at:
                drawn = RenderCache()  # nothing gets to a seat because it was drawn for others before
                for seat in (*range(players), None):
                    sent(state, session.header, seat, drawn)
                for seat in range(players):
                    before = sent(state, session.header, seat)
                    for world in range(2 if LONG else 1):
                        other = imagine(state, seat, 5, world)
                        swapped += other.to_json()["z"] != state.to_json()["z"]
                        assert sent(other, session.header, seat) == before
                        assert sent(other, session.header, seat, drawn) == before
            session.apply(chance.choice(state.options))
        if swapped or not hides:
            return
    raise AssertionError("nothing was swapped: the test looks at nothing")


def _hides(game: Any) -> bool:
    """Whether a game has pieces that lie hidden."""
    state = game.new(players=max(2, game.players[0]), seed=1)
    return any(imagine(state, 0, 1, world).to_json()["z"] != state.to_json()["z"] for world in range(4))
