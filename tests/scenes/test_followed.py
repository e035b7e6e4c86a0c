"""Identities of what lies face down end with a shuffle or a hidden move, for whoever is told the story; it tells nothing hidden."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from ruleset_core import Game, State, Story, imagine, load, story_of, trace_step
from ruleset_core.eval.trace import ListReordered, PieceMoved
from ruleset_core.formats import scene_format as scenes
from ruleset_core.view.look.game_looks import PieceTracker
from ruleset_core.view.scene.scene_builder import scene
from tests.scenes.test_scenes import cards
from tests.scenes.test_secrets import peek

WATCHER = -1


class Seat:
    """Somebody who follows a game, told what happens. `seat`: -1 for one who looks on."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.followed = PieceTracker()

    def take(self, option: int | str) -> None:
        """Somebody takes an option; it is told."""
        game, number = self.state.game, self.state.game.option_of(option)
        heard = trace_step(self.state, number)
        self.state.apply(number)
        viewer = self.seat if self.seat >= 0 else self.state.n
        self.followed = self.followed.after(story_of(game, self.state.n, [heard], viewer, 0))

    def do(self, *deeds: str) -> None:
        """Deeds of the game with a deck of four cards; what is asked besides is answered at random."""
        for deed in deeds:
            self.take(f"deed {deed}")
            if self.state.options and not self.state.game.notation(self.state.options[0]).startswith("deed"):
                self.take(self.state.options[0])

    def sees(self) -> scenes.Scene:
        """What it is shown."""
        return scene(self.state.game, self.state.masked(self.seat), followed=self.followed)

    def backs(self) -> list[set[str]]:
        """The identities of what lies face down, by list."""
        found: dict[str, set[str]] = {}
        for card in cards(self.sees()):
            if card.back:
                found.setdefault(card.stand.identity.partition("/")[0], set()).add(card.stand.identity)
        return [*found.values()]

    def all_backs(self) -> set[str]:
        """All of these identities."""
        return {each for several in self.backs() for each in several}


def moved(place: int) -> PieceMoved:
    """A card that goes from the list 3 to the list 4."""
    return PieceMoved(kind="card", piece=-2, at=-2, source=3, place=place, target=4)


def told(*parts: PieceMoved | ListReordered) -> Story:
    """A story of these parts."""
    return Story(load("pig"), 2, WATCHER, tuple((0, part) for part in parts))


def test_what_lies_below_a_card_that_is_seen_to_go_stays_what_it_is() -> None:
    found = PieceTracker().after(told(moved(5), moved(2))).after(told(moved(4)))
    assert [found.event(3, place) for place in range(7)] == [0, 0, 2, 2, 3, 3, 3]
    assert found.event(4, 0) == 0
    assert [found.after(told(moved(-1))).event(3, place) for place in (0, 6)] == [4, 4]
    mixed = found.after(told(ListReordered(zone=4, before=(), after=(), how="shuffle")))
    assert (mixed.event(4, 0), mixed.event(3, 1)) == (4, 0)


@pytest.mark.parametrize("seat", [0, 1, WATCHER])
def test_a_shuffle_ends_what_lies_face_down(seat: int, tmp_path: Path) -> None:
    looking = Seat(peek(tmp_path), seat)
    looking.do("look")
    before = looking.all_backs()
    assert before
    assert looking.all_backs() == before  # nothing happened
    looking.do("mix")
    assert looking.all_backs()
    assert not looking.all_backs() & before


def test_a_hidden_move_ends_what_lies_in_a_hand(tmp_path: Path) -> None:
    watcher = Seat(peek(tmp_path), WATCHER)
    watcher.do("take", "look", "take", "look")  # the first seat holds two cards, two lie in the deck
    deck, hand = watcher.backs()
    watcher.do("look", "look")
    assert watcher.backs() == [deck, hand]
    watcher.do("bury")  # one of the two, and nobody says which
    after_deck, after_hand = watcher.backs()
    assert (len(hand), len(after_hand), len(after_deck)) == (2, 1, 3)
    assert not hand & after_hand
    assert deck < after_deck


def test_what_is_gone_never_comes_back(tmp_path: Path) -> None:
    chance = Random(3)
    for seat in (0, 1, WATCHER):
        looking, gone, before, turns = Seat(peek(tmp_path / str(seat)), seat), set[str](), set[str](), 0
        while not looking.state.over and turns < 150:
            deeds = [each for each in looking.state.options if not looking.state.game.notation(each).endswith("lay")]
            looking.take(chance.choice(deeds or looking.state.options))
            now, turns = looking.all_backs(), turns + 1
            gone |= before - now
            assert not now & gone
            before = now
        assert len(gone) > 5


def worlds(state: State, seat: int, seeds: Sequence[int]) -> list[State]:
    """A state, and others that a seat cannot tell from it."""
    return [state, *(imagine(state, seat, seed) for seed in seeds)]


def test_identities_are_the_same_in_all_worlds_that_a_viewer_cannot_tell_apart(tmp_path: Path) -> None:
    started = peek(tmp_path)
    deeds = ("look", "take", "take", "mix", "bury", "take", "look", "bury", "mix", "take")
    shown = []
    for state in worlds(started, WATCHER, range(6)):
        watcher, seen = Seat(state.clone(), WATCHER), []
        for deed in deeds:
            watcher.do(deed)
            seen.append(watcher.sees())
        shown.append(seen)
    assert all(each == shown[0] for each in shown)


@pytest.mark.parametrize("name", ["tournay", "lamplighters", "sheaves"])
def test_games_go_on_with_things_of_their_own(name: str) -> None:
    game: Game = load(name)
    chance, renewed = Random(1), False
    for seat in (0, WATCHER):
        looking, before = Seat(game.new(game.players[0], seed=1), seat), set[str]()
        for _ in range(60):
            if looking.state.over:
                break
            looking.take(chance.choice(looking.state.options))
            shown = [card.stand.identity for card in cards(looking.sees()) if card.back]
            renewed = renewed or bool(before - {*shown})
            before = {*shown}
    assert renewed
