"""Invariants: what everybody may rely on, such as a statement about a hand, and imagined worlds that agree with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import BrokenRuleError, Game, imagine, invariants_hold, load
from ruleset_core.check.checker import check_paths
from ruleset_core.testing import check_game
from tests.engine.games import write
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

CLAIMS = """
game: claims
name: {en: Claims, es: Anuncios}
players: 2..4
sets:
  suit: {members: [sun, moon, star]}
pieces:
  card: {product: {suit: suit, rank: 1..6}}
zones:
  deck: {of: card, start: all, visible: nobody}
  hand: {of: card, by: [seat], visible: owner}
  played: {of: card, by: [seat]}
state:
  round: {is: 0..9}
  best: {by: [seat, suit], is: "0..6?"}
decisions:
  say: {of: suit, ask: {en: "Of which suit do you tell your highest?", es: "¿De qué palo dices la más alta?"}, done: {en: nothing, es: nada}}
  play: {of: card, ask: {en: "Which card?", es: "¿Qué carta?"}}
define:
  top: {params: {p: seat, s: suit}, amount: highest c in p.hand where c.suit == s of c.rank}
invariants:
  - "every s in suit has best[s] == none or top(me, s) == best[s]"
flow:
  - phase: setup
    do: shuffle deck; for each p in seat { repeat 4 { move deck[0] to p.hand } }
  - phase: play
    for: round
    in: 1 to 4
    steps:
      - phase: turn
        turns: once
        do: |
          choose up to 1 say s where best[s] == none { set best[s] = top(me, s) };
          choose play c in hand { move c to played };
          for each s in suit where best[s] != none and best[s] != top(me, s) { set best[s] = none }
score:
  ranks: {name: {en: ranks, es: rangos}, amount: sum c in played of c.rank}
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("claims"), CLAIMS, "")


@pytest.fixture(scope="module")
def game(folder: Path) -> Game:
    return load(folder)


def test_worlds_agree_with_what_was_said(game: Game) -> None:
    state = game.new(players=3, seed=4)
    state.apply("say moon")
    said = state.observe(1)["seats"][0]["best"]["moon"]
    assert said is not None
    hands = set()
    for world in range(60):
        other = imagine(state, 1, 7, world)
        assert invariants_hold(other)
        assert other.observe(1) == state.observe(1)
        moons = [int(card[-1]) for card in other.observe(0)["seats"][0]["hand"] if card.startswith("moon")]
        assert max(moons, default=0) == said
        hands.add(tuple(sorted(other.observe(0)["seats"][0]["hand"])))
    assert len(hands) > 20


@pytest.mark.parametrize("players", [2, 4])
def test_the_suite_finds_nothing(game: Game, folder: Path, players: int) -> None:
    report = check_game(
        game, games=3, players=players, closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(folder)
    )
    assert report.ok, "\n".join(report.lines())


def test_what_does_not_hold_is_found_by_the_suite(tmp_path: Path) -> None:
    text = CLAIMS.replace(
        "for each s in suit where best[s] != none and best[s] != top(me, s) { set best[s] = none }",
        "let n = round; if n > 9 { end_game }",
    )
    path = write(tmp_path, text, "")
    seconds = 6 * CONFORMANCE_SECONDS  # enough to look at a decision where it does not hold, on a busy machine too
    report = check_game(load(path), games=3, players=2, closely=CLOSELY, seconds=seconds, source=str(path))
    assert any("`invariants` does not hold here" in line for line in report.lines())


def test_where_no_world_agrees_that_is_told(tmp_path: Path) -> None:
    game = load(write(tmp_path, CLAIMS.replace("top(me, s) == best[s]", "top(me, s) == 7"), ""))
    state = game.new(players=2, seed=4)
    state.apply("say moon")
    with pytest.raises(BrokenRuleError):
        imagine(state, 1, 7)


@pytest.mark.parametrize(
    ("invariant", "said"),
    [
        ("3 + 4", "E303 this is a number, but a condition is needed here"),
        ("bset[sun] == none", "E301 unknown field or zone `bset`"),
    ],
)
def test_an_invariant_is_a_condition(tmp_path: Path, invariant: str, said: str) -> None:
    text = CLAIMS.replace('"every s in suit has best[s] == none or top(me, s) == best[s]"', f'"{invariant}"')
    found = check_paths([write(tmp_path, text, "")]).diagnostics
    assert any(f"{each.code} {each.message}".startswith(said) for each in found)
