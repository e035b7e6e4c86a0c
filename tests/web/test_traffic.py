"""All that a seat is sent while a game is played, byte by byte: the same in two worlds that differ in what the others hide, for as long as nothing of it is revealed."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from ruleset_core import State, imagine, load
from ruleset_core.discovery import list_games
from ruleset_core.play.records import Seat, Session
from ruleset_core.web.persistence import KeptMatch, KeptSeat
from ruleset_core.web.rooms import MatchRoom
from tests.sampled import LONG

GAMES = sorted(entry.id for entry in list_games(()) if entry.id not in {"hex", "breakthrough", "tic_tac_toe", "pig"})
LONGEST = 40 if LONG else 20
"""Answers; the rest of a long game is like them."""
ME = 0


class Twin:
    """A table that goes on from a state, and the page of one seat at it, of which every byte is recorded."""

    def __init__(self, site: Any, header: Any, state: State, name: str) -> None:
        kept = KeptMatch(name, "", {}, [KeptSeat(seat.name, "human") for seat in header.seats])
        session = Session(state.game, header, state.clone())
        self.room = MatchRoom(kept, session, site.lobby.thinkers, site.lobby.analysts)
        self.page = self.room.enter(str(ME), "en")

    def heard(self) -> list[bytes]:
        """What the page was sent since, and what it is told when it asks for scores and for what lies there."""
        sent = []
        while not self.page.news.empty():
            told = self.page.news.get_nowait()
            assert told is not None
            sent.append(told)
        things = {part.split(b'"', 1)[0].decode() for each in sent for part in each.split(b'"identity":"')[1:]}
        asked = [self.room.about(str(ME), "en", each) for each in sorted(things)[:6]]
        told = {"about": asked, "sheet": self.room.sheet(str(ME), "en"), "replay": self.room.replay(str(ME), "en", -1)}
        return [*sent, json.dumps(told).encode()]

    def answer(self, seat: int, option: int) -> bool:
        """Answer for a seat; whether it may."""
        question = self.room.match.question(seat)
        if question is None or option not in question.state.options:
            return False
        assert not self.room.answer(seat, option, question.number, "en")
        return True


def same_to_me(one: Twin, other: Twin) -> bool:
    """Whether the seat may know the same."""
    states = [each.room.match.live for each in (one, other)]
    return states[0].observe(ME) == states[1].observe(ME)


def hides(state: State) -> bool:
    """Whether anything is hidden from the seat there."""
    return any(imagine(state, ME, 1, world).to_json()["z"] != state.to_json()["z"] for world in range(4))


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_what_is_recorded_is_the_same_with_other_secrets(site: Any, game: str) -> None:
    loaded = load(game)
    seats = [Seat(f"P{seat}", "human") for seat in range(min(max(2, loaded.players[0]), loaded.players[1]))]
    chance, compared, swapped, hidden = random.Random(4), 0, 0, False
    for seed in range(11, 31):
        session = Session.start(loaded, seats, seed)
        hidden |= hides(session.states[0])
        state, answers = session.live, 0
        while not state.over and answers < LONGEST:
            worlds = [
                imagine(state, ME, 5, world) for world in (2 * answers, 2 * answers + 1)
            ]  # all that it knows is so in both
            swapped += worlds[0].to_json()["z"] != worlds[1].to_json()["z"]
            true, twin = (Twin(site, session.header, world, f"table{place}") for place, world in enumerate(worlds))
            alike = True
            while alike and not true.room.match.over and answers < LONGEST:
                one, other = true.heard(), twin.heard()
                assert [each.decode() for each in one] == [each.decode() for each in other], answers
                compared += 1
                seat = chance.choice(true.room.match.questions).seat
                question = true.room.match.question(seat)
                assert question is not None
                option = chance.choice(question.state.options)
                alike = twin.answer(seat, option)
                assert true.answer(seat, option)
                alike = alike and same_to_me(true, twin)
                answers += 1
            state = true.room.match.live
            for each in (true, twin):
                each.room.leave()
        if compared > 5:
            break
    assert compared > 5
    assert swapped or not hidden, "nothing was swapped: the test looks at nothing"
