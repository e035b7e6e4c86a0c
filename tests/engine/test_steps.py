"""What is done before, after or in the place of an effect that has a name."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, load, start_at
from ruleset_core.testing import check_game
from tests.engine.games import write

GAME = """
game: steps
name: {en: Steps, es: Pasos}
players: 2
resources: {members: {coin: {name: {en: coin, es: moneda}}, gem: {name: {en: gem, es: gema}}, log: {}}}
pieces: {card: {name: {en: card, es: carta}, total: 2, in_play: this in table}}
zones: {table: {of: card, by: [seat]}, box: {of: card, start: all}}
decisions: {sure: {of: bool, ask: {en: "Sure?", es: "¿Seguro?"}}}
define:
  earn: {params: {n: int}, name: {en: "earn {n} coins", es: "gana {n} monedas"}, effect: gain n coin}
flow:
  - {phase: play, turns: once, do: "do earn(2); set tally = coin"}
state: {tally: {by: [seat], is: int}}
score: {coins: {name: {en: coins, es: monedas}, amount: 100 * gem + coin}}
"""
CARD = """
kind: card
cards:
  ring: {name: {en: Ring, es: Anillo}, provenance: house, copies: 2, while_in_play: [%s]}
"""
RULE = "rules: [{id: custom, while_in_play: [%s]}]"


def played(game: Game, table: list[str] | None = None) -> list[int]:
    state = start_at(game, "play", 2, 1, given={"seats": [{"table": table or []}, {}]})
    while state.decision is not None:
        state.apply(game.options.parse("sure true"))
    return state.scores()


def with_rule(tmp_path: Path, *changes: str) -> Game:
    return load(write(tmp_path / "steps", GAME + RULE % ", ".join(changes), CARD % ""))


@pytest.mark.parametrize(
    ("changes", "score"),
    [
        (["{modify: earn, before: gain n gem}"], 202),
        (["{modify: earn, after: gain coin gem}"], 202),
        (["{modify: earn, where: n == 3, before: gain n gem}"], 2),
        (["{modify: earn, instead: gain 1 gem}"], 100),
        (["{modify: earn, where: n > 5, instead: gain 1 gem}"], 2),
        (["{modify: earn, instead: do earn(n + 1)}"], 3),  # the effect as it was: no circle
        (["{modify: earn, instead: do earn(n + 1)}", "{modify: earn, instead: do earn(2 * n)}"], 5),
        (["{modify: earn, instead: gain 1 gem}", "{modify: earn, before: gain 1 coin}", "{modify: earn, after: gain 1 gem}"], 201),
        (["{modify: earn, after: 'choose sure s { if s { gain 3 coin } }'}"], 5),
    ],
)  # fmt: skip
def test_a_rule_changes_what_is_done(tmp_path: Path, changes: list[str], score: int) -> None:
    assert played(with_rule(tmp_path, *changes)) == [score, score]


def test_each_copy_of_a_card_acts_while_it_is_in_play(tmp_path: Path) -> None:
    game = load(write(tmp_path / "steps", GAME, CARD % "{modify: earn, before: 'if this in table { gain 1 gem }'}"))
    assert [played(game, ["ring", "ring#2"][:copies])[0] for copies in (0, 1, 2)] == [2, 102, 202]


def test_copies_of_a_card_take_the_place_of_each_other(tmp_path: Path) -> None:
    game = load(write(tmp_path / "steps", GAME, CARD % "{modify: earn, instead: 'do earn(n + 1); gain 1 gem'}"))
    assert [played(game, ["ring", "ring#2"][:copies])[0] for copies in (0, 1, 2)] == [2, 103, 204]


@pytest.mark.slow
def test_the_promises_hold(tmp_path: Path) -> None:
    changes = "{modify: earn, instead: 'choose sure s { if s { do earn(n) } else { gain 1 gem } }'}, {modify: earn, after: gain 1 log}"
    lively = GAME.replace("do earn(2)", "choose sure s { if s { move (first c in box) to table } }; do earn(2)")
    report = check_game(load(write(tmp_path / "steps", lively, CARD % changes)), games=3, roots=[tmp_path])
    assert report.ok, "\n".join(report.lines())


def test_it_is_told_in_words(tmp_path: Path) -> None:
    changes = "{modify: earn, where: n == 2, before: gain 1 gem}, {modify: earn, instead: gain 3 gem}, {modify: earn, where: coin > 2, after: gain 1 log}"
    card = load(write(tmp_path / "steps", GAME, CARD % changes)).card("ring")
    assert card.text("en").splitlines() == [
        "Before “earn 2 coins”: gain 1 gem.",
        "Instead of “earn a number coins”: gain 3 gems.",
        "After “earn a number coins”, if you have more than 2 coins: gain 1 log.",
    ]
    assert card.text("es").splitlines()[0] == "Antes de «gana 2 monedas»: gana 1 gema."


@pytest.mark.parametrize(
    ("change", "code", "said"),
    [
        ("{modify: earn, add: 1}", "E303", "`earn` is an effect, and `add` is for none"),
        ("{modify: earm, before: gain 1 gem}", "E301", "unknown amount, condition, value or effect `earm`"),
        ("{modify: earn, before: gain 1 gem, after: gain 1 gem}", "E107", "a modifier makes one change"),
        ("{modify: earn}", "E102", "a modifier needs `add` or `set`"),
        ("{modify: earn, before: gain m gem}", "E301", "`m`"),
        ("{modify: earn, before: do earn(1)}", "E311", "`earn` leads back to itself"),
    ],
)
def test_what_cannot_be(tmp_path: Path, change: str, code: str, said: str) -> None:
    with pytest.raises(LoadError) as raised:
        with_rule(tmp_path, change)
    assert [(each.code, said in each.message) for each in raised.value.diagnostics] == [(code, True)]
