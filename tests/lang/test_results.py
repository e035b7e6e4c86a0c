"""Effects that return something: what they return, where they end, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import Game, load
from ruleset_core.check.checker import check_paths
from ruleset_core.testing import check_game
from tests.check.conftest import told
from tests.lang.compare import Executors
from tests.sampled import CLOSELY, CONFORMANCE_SECONDS

GAME = """\
game: doubts
name: {en: Doubts, es: Dudas}
about: {en: Claim and doubt., es: Afirma y duda.}
version: "1.0"
players: 2..4
provenance: house
sets:
  role: {name: {en: role, es: papel}, members: {duke: {name: {en: duke, es: duque}}, thief: {name: {en: thief, es: ladrón}}}}
pieces:
  card: {name: {en: card, es: carta}, count: 12, facts: {role: role}, values: {role: [duke, thief, duke, thief, duke, thief, duke, thief, duke, thief, duke, thief]}}
zones:
  deck: {of: card, start: all, visible: nobody, name: {en: deck, es: mazo}}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}}
  heap: {of: card, name: {en: heap, es: montón}}
resources:
  members: {coin: {name: {en: coin, es: moneda}, start: 5}}
state: {turn: {is: 0..99, name: {en: turn, es: turno}}}
decisions:
  claim: {of: role, ask: {en: Which role?, es: ¿Qué papel?}}
  doubt: {of: bool, ask: {en: Do you doubt it?, es: ¿Lo dudas?}}
  lost: {of: card, ask: {en: Which card?, es: ¿Qué carta?}}
define:
  challenger:
    params: {who: seat}
    is: "seat?"
    name: {en: "challenge of {who}", es: "desafío de {who}"}
    effect: for each p in after(who) { as p { may doubt { return me } } }
  proven:
    params: {who: seat, r: role}
    is: bool
    name: {en: "proof of {who}", es: "prueba de {who}"}
    effect: |
      let by = do challenger(who);
      if by == none { return true };
      if any c in who.hand where c.role == r { do lose_card(by); return true };
      do lose_card(who);
      return false
  lose_card:
    params: {p: seat}
    effect: as p { choose lost c in hand { move c to heap } }
RULES
flow:
  - phase: setup
    do: |
      shuffle deck;
      for each p in seat { repeat 2 { move deck[0] to p.hand } }
  - phase: main
    turns: forever
    do: |
      choose claim r {
        let ok = do proven(me, r);
        if ok { gain 2 coin } else { lose 1 coin }
      };
      set turn = turn + 1;
      if turn >= 12 { end_game }
score:
  coin: {name: {en: coins, es: monedas}, amount: coin}
"""


def written(directory: Path, rules: str = "", **swaps: str) -> Path:
    text = GAME.replace("RULES", rules)
    for old, new in (each.split("=>") for each in swaps.values()):
        assert old in text
        text = text.replace(old, new)
    (directory / "game.yaml").write_text(text, encoding="utf-8")
    return directory


def agreed(game: Game) -> None:
    both = Executors(game)
    for players in (2, 3, 4):
        assert not both.disagreement(players, players, Random(players).randrange, 40)


def taken(game: Game, *answers: str) -> Any:
    state = game.new(3, 1)
    for each in answers:
        state.apply(each)
    return state


def test_the_first_who_doubts_ends_the_question(tmp_path: Path) -> None:
    game = load(written(tmp_path))
    state = taken(game, "claim duke", "doubt false")
    assert (state.seat, state.decision.name) == (2, "doubt")
    state.apply("doubt true")
    assert state.decision.name == "lost"
    first = state.clone()
    holds = state.ask("any c in hand where c.role == duke", seat=0)
    assert state.seat == (2 if holds else 0)
    state.apply(state.options[0])
    assert state.ask("coin", seat=0) == (7 if holds else 4)
    assert (state.seat, state.decision.name) == (1, "claim")
    first.apply(first.options[1])  # a copy of an answer within goes on alike
    assert first.seat == 1
    agreed(game)


def test_who_acted_before_acts_again(tmp_path: Path) -> None:
    game = load(written(tmp_path))
    state = taken(game, "claim duke", "doubt true")
    while state.decision.name == "lost":
        state.apply(state.options[0])
    assert state.seat == 1
    assert state.ask("coin", seat=1) == 5


def test_changes_of_rules_return_too(tmp_path: Path) -> None:
    rules = """\
rules:
  - {id: trust, provenance: house, while_in_play: {modify: proven, where: turn == 0, instead: "gain 1 coin; return true"}}
  - {id: toll, provenance: house, while_in_play: {modify: challenger, after: "set turn = turn + 1"}}
  - {id: fee, provenance: house, while_in_play: {modify: challenger, before: "lose 1 coin"}}
"""
    game = load(written(tmp_path, rules))
    state = taken(game, "claim duke")
    assert (state.seat, state.ask("coin", seat=0), state.ask("turn")) == (1, 8, 1)
    for each in ("claim thief", "doubt false", "doubt false"):
        state.apply(each)
    assert (state.seat, state.ask("coin", seat=1), state.ask("turn")) == (2, 6, 3)
    agreed(game)


@pytest.mark.slow
def test_a_result_keeps_every_promise(tmp_path: Path) -> None:
    path = written(tmp_path)
    report = check_game(
        load(path), games=3, players=[3], closely=CLOSELY, seconds=CONFORMANCE_SECONDS, source=str(path)
    )
    assert report.ok, "\n" + "\n".join(report.lines())


@pytest.mark.parametrize(
    ("swap", "code", "what"),
    [
        ("let ok = do proven(me, r)=>let ok = do lose_card(me)", "E303", "`lose_card` returns nothing"),
        ("do lose_card(who);\n      return false=>do lose_card(who); return 3", "E303", ""),
        ("{ return me }=>{ do lose_card(me) }", "E303", "`challenger` returns nothing"),
        ("choose lost c in hand { move c to heap }=>return p", "E303", "nothing is returned here"),
        (
            "return true };\n      do lose_card(who)=>return true; gain 1 coin };\n      do lose_card(who)",
            "W521",
            "nothing behind `return` is done",
        ),
        (
            "if ok { gain 2 coin }=>if (would { let x = do proven(me, r) } then coin > 3) { gain 2 coin }",
            "E321",
            "a trial may not",
        ),
        ("if ok { gain 2 coin }=>if true { gain 2 coin }", "W504", "`ok` is never used"),
        ("let ok = do proven(me, r)=>let ok = proven(me, r)", "E303", "let x = do proven(...)"),
    ],
)
def test_what_is_wrong_with_a_result(tmp_path: Path, swap: str, code: str, what: str) -> None:
    found = [told(each) for each in check_paths([written(tmp_path, swap=swap)]).diagnostics]
    assert any(code in each and what in each for each in found), found
