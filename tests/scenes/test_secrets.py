"""Scenes hold nothing that their viewer may not know; identities last as long as the viewer can follow a thing."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, LoadError, State, imagine, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import targets_in
from ruleset_core.testing.conformance import position_checks
from ruleset_core.testing.conformance.position_checks import CheckedPosition
from ruleset_core.testing.goldens import GoldenGame, golden_games
from ruleset_core.view.look import game_looks
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.scene.scene_items import ItemBuilder
from tests.engine.games import write
from tests.lang import random_game
from tests.lang.effects import DataWriter
from tests.scenes.test_scenes import cards

CLOSELY = 5
"""Positions of a game that are looked at."""
RANDOM_GAMES = 12

PEEK = """
game: peek
name: {en: Peek, es: Mirada}
players: 2
pieces: {card: {total: 4, remembered: true}}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner}
  shown: {of: card}
sets: {deed: {members: [look, mix, take, lay, bury]}}
decisions:
  deed: {of: deed, ask: {en: What?, es: ¿Qué?}}
  which: {of: card, ask: {en: Which?, es: ¿Cuál?}, secret: true}
flow:
  - phase: turn
    turns: forever
    until: no c in deck
    do: |
      choose deed {
        look { show deck[0] to me } | mix { shuffle deck } | take { move deck[0] to hand } |
        lay where any c in hand { choose which c in hand { move c to shown } } |
        bury where any c in hand { choose which c in hand { move c to deck } }
      }
score: {seen: {name: {en: seen, es: vistas}, amount: count c in shown}}
look:
  panels:
    table: {show: [{pieces: c in deck}, {pieces: c in shown}]}
    hands: {of: seat, show: [{pieces: c in seat.hand}]}
"""


@pytest.fixture(autouse=True)
def _always(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(position_checks, "_SHOWN", 1)


def wrong(state: State, number: int) -> list[str]:
    """What the conformance suite says of the scenes of a position."""
    return [*position_checks.shown_scenes(CheckedPosition(state.game, state, state, Random(number)))]


@pytest.mark.parametrize("subject", [*golden_games()], ids=lambda each: each.name)
def test_nobody_is_shown_what_is_hidden(subject: GoldenGame) -> None:
    game = load(subject.game, expansions=subject.expansions)
    players = min(max(3, game.players[0]), game.players[1])
    state, chance, looked = game.new(players, seed=7), Random(7), 0
    for number in range(60):
        if state.over:
            break
        if number % (60 // CLOSELY) == 0:
            assert wrong(state, number) == []
            looked += 1
        state.apply(chance.choice(state.options))
    assert looked


class Leaks:
    """Scenes that look at what is hidden, each in its way, as a mistake in the code could make them.

    `state`: what lies there; a scene is not given it, so it is put here before one is made.
    """

    state: State

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._patch = monkeypatch
        made = position_checks._viewer_scene

        def remembering(position: CheckedPosition, state: State, viewer: int, lang: str) -> scenes.Scene:
            self.state = state
            return made(position, state, viewer, lang)

        monkeypatch.setattr(position_checks, "_viewer_scene", remembering)

    def identity(self) -> None:
        """What lies face down is called by what it is."""
        self._patch.setattr(
            game_looks, "hidden_identity", lambda at, _, through, place, env: f"{self._piece(at, through, place, env)}"
        )

    def hint(self) -> None:
        """What lies face down has a fact on its back."""
        self._patch.setattr(
            game_looks, "piece_hint", lambda at, _, through, place, env: f"not {self._piece(at, through, place, env)}"
        )

    def options(self) -> None:
        """What lies face down stands for an option."""
        hidden = ItemBuilder.hidden

        def offering(
            things: ItemBuilder, kind: Any, through: game_looks.LinkedLoop, place: int, env: dict[str, int]
        ) -> scenes.SceneTarget:
            stand = hidden(things, kind, through, place, env)
            return replace(stand, options=(self._piece(things._at, through, place, env),))

        self._patch.setattr(ItemBuilder, "hidden", offering)

    def text(self) -> None:
        """A text says what there is in truth."""
        text = game_looks.LookEvaluator.text

        def telling(at: game_looks.LookEvaluator, texts: game_looks.Texts, env: dict[str, int]) -> str:
            return f"{text(at, texts, env)} {self.state.v} {self.state.z}"

        self._patch.setattr(game_looks.LookEvaluator, "text", telling)

    def _piece(
        self, at: game_looks.LookEvaluator, through: game_looks.LinkedLoop, place: int, env: dict[str, int]
    ) -> int:
        slot = at.list_of(through, env)
        return -1 if slot is None else self.state.z[slot][place]


def first_told(state: State, positions: int) -> tuple[list[str], bool]:
    """What is told first of some positions of a game, and whether anything is hidden from anybody in them."""
    chance, told, hidden = Random(7), list[str](), False
    for number in range(positions):
        if state.over or told:
            break
        told = wrong(state, number)
        worlds = [imagine(state, viewer, number) for viewer in (*range(state.n), -1)]
        hidden = hidden or any((each.v, each.z) != (state.v, state.z) for each in worlds)
        state.apply(chance.choice(state.options))
    return told, hidden


@pytest.mark.parametrize("leak", ["identity", "hint", "options"])
@pytest.mark.parametrize("name", ["tournay", "lamplighters", "sheaves", "burrow"])
def test_a_scene_that_looks_at_a_card_that_lies_face_down_is_noticed(
    name: str, leak: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    getattr(Leaks(monkeypatch), leak)()
    game = load(name)
    told, _ = first_told(game.new(game.players[0], seed=7), 12)
    assert "depends on what it may not know" in told[0]


@pytest.mark.parametrize("subject", [*golden_games()], ids=lambda each: each.name)
def test_a_scene_that_looks_at_anything_hidden_is_noticed(subject: GoldenGame, monkeypatch: pytest.MonkeyPatch) -> None:
    Leaks(monkeypatch).text()
    game = load(subject.game, expansions=subject.expansions)
    told, hidden = first_told(game.new(game.players[0], seed=7), 8)
    assert bool(told) == hidden


@pytest.mark.slow
def test_nor_in_random_games(tmp_path: Path) -> None:
    looked = 0
    for seed in range(RANDOM_GAMES):
        files = random_game.parts(DataWriter(Random(seed).randrange))
        directory = tmp_path / str(seed)
        try:
            game = random_game.build(random_game.write(directory, files, remembered=seed % 2 == 1), plugin=False)
        except LoadError:
            continue
        finally:
            shutil.rmtree(directory, ignore_errors=True)
        chance = Random(seed)
        try:
            state = game.new(2, seed=seed)
            for number in range(4):
                if state.over:
                    break
                assert wrong(state, number) == []
                looked += 1
                state.apply(chance.choice(state.options))
        except BrokenRuleError:
            continue
    assert looked > RANDOM_GAMES


def peek(tmp_path: Path) -> State:
    """Two players with a deck of four cards that nobody knows."""
    cards = "kind: card\ncards: {" + ", ".join(
        f"{each}: {{name: {{en: {each}, es: {each}}}, provenance: house}}" for each in ("ace", "two", "three", "four")
    )
    return load(write(tmp_path, PEEK, cards + "}\n")).new(2, seed=1)


def do(state: State, *deeds: str) -> None:
    """Take these options in turn."""
    for deed in deeds:
        state.apply(f"deed {deed}")


def known(state: State, seat: int) -> set[str]:
    """The identities of the cards that a seat can tell, wherever they lie."""
    return {each.stand.identity for each in cards(scene(state.game, state.masked(seat))) if each.stand.id}


def test_an_identity_is_that_of_the_piece_as_long_as_a_seat_can_follow_it(tmp_path: Path) -> None:
    state = peek(tmp_path)
    assert known(state, 0) == set()
    do(state, "look")
    (first,) = known(state, 0)
    assert known(state, 1) == known(state, -1) == set()
    do(state, "take")
    assert known(state, 0) == known(state, 1) == {first}  # one has seen it before, the other holds it
    assert known(state, -1) == set()


def test_a_shuffle_ends_it(tmp_path: Path) -> None:
    state = peek(tmp_path)
    do(state, "look")
    assert len(known(state, 0)) == 1
    do(state, "mix")
    assert known(state, 0) == set()


def test_a_hidden_move_ends_it(tmp_path: Path) -> None:
    state = peek(tmp_path)
    do(state, "look", "take", "take", "take", "mix")  # seat 1 holds what seat 0 saw, and another card
    (own,) = state.observe(0)["seats"][0]["hand"]
    assert f"card:{own}" in known(state, 0)
    assert len(known(state, 0)) == 2
    do(state, "bury")
    state.apply(state.options[0])  # one of the two, and nobody says which
    assert known(state, 0) == {f"card:{own}"}
    assert len(known(state, 1)) > 1  # who buried it knows what it was


def test_what_is_not_known_has_the_identity_of_its_place(tmp_path: Path) -> None:
    state = peek(tmp_path)
    shown = [each for each in cards(scene(state.game, state.masked(0))) if each.back]
    assert len({each.stand.identity for each in shown}) == len(shown) == 4
    do(state, "take")
    again = {each.stand.identity for each in cards(scene(state.game, state.masked(-1))) if each.back}
    assert len(again) == 4
    assert len(again & {each.stand.identity for each in shown}) == 3
    assert not [each for each in targets_in(scene(state.game, state.masked(-1))) if each.family == "card" and each.id]
