"""Mechanics no included game uses yet, in games of a few lines."""

from __future__ import annotations

from pathlib import Path

from ruleset_core import Game, load, start_at
from tests.executors import both

HEAD = """\
game: tiny
name: {en: Tiny, es: Mini}
players: 2
decisions: {nod: {of: 1..2, ask: {en: "How many?", es: "¿Cuántos?"}}}
score: {coin: {name: {en: coins, es: monedas}, amount: coin}}
"""
TWO_PHASES = """\
resources: {members: {coin: {}}}
flow:
  - {phase: one, turns: once, do: "choose nod n { gain n coin }"}
  - {phase: two, turns: once, do: "choose nod n { gain n coin }"}
"""


def _load(tmp_path: Path, text: str) -> Game:
    (tmp_path / "game.yaml").write_text(HEAD + text, encoding="utf-8")
    return load(tmp_path)


def test_a_game_can_be_begun_in_a_phase_that_others_follow(tmp_path: Path) -> None:
    game = _load(tmp_path, TWO_PHASES)
    for phase, count in (("one", 4), ("two", 2)):
        state = start_at(game, phase, seed=1)
        for left in range(count, 0, -1):
            assert (state.phase, state.seat) == ("one" if left > 2 else "two", left % 2)
            state.apply("nod 1")
        assert state.over


def test_what_replaces_a_gain_is_not_replaced_itself_but_is_heard_of(tmp_path: Path) -> None:
    rules = """\
rules:
  - {id: double, instead: {event: gain, where: resource == coin, do: gain 2 * amount coin}}
  - {id: told, when: {event: gain, where: resource == coin, do: set heard = heard + amount}}
state: {heard: {is: int}}
"""
    game = _load(tmp_path, TWO_PHASES + rules)
    for made in both(game):
        state = made.new(seed=1)
        for option in ("nod 1", "nod 2", "nod 1", "nod 1"):
            state.apply(option)
        assert state.scores() == [4, 6]
        assert state.ask("heard") == 10


def test_a_huge_gain_on_a_track_is_over_at_once(tmp_path: Path) -> None:
    text = TWO_PHASES.replace("coin: {}", "coin: {spaces: 5, overflow: lost}").replace(
        "gain n coin", "gain 99999999 coin"
    )
    for made in (_load(tmp_path, text), _load(tmp_path, text).interpreted()):
        state = made.new(seed=1)
        state.apply("nod 1")
        assert state.observe(0)["seats"][0]["coin"] == 5
