"""Fields that nobody is shown: imagined worlds keep what follows from public things, and draw anew what chance or a secret made."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import imagine, load
from ruleset_core.testing import check_game

HEAD = """
game: linked
name: {en: Linked, es: Unido}
version: "1.0"
players: 2
provenance: house
sets:
  cell: {name: {en: cell, es: casilla}, grid: {squares: [3, 3]}}
  role: {members: [duke, captain]}
pieces: {card: {product: {role: role}, copies: 3}}
zones:
  court: {of: card, start: all, visible: nobody, name: {en: court, es: corte}}
  hand: {of: card, by: [seat], visible: owner, name: {en: hand, es: mano}}
state:
  stone: {by: [cell], is: "seat?", start: none, name: {en: stone, es: piedra}}
  linked: {by: [cell], is: bool, visible: nobody, note: false, name: {en: linked, es: unida}}
  luck: {is: 1..6, visible: nobody, note: false, name: {en: luck, es: suerte}}
decisions:
  place: {of: cell, ask: {en: "Where?", es: "¿Dónde?"}}
  guess: {of: 1..6, secret: true, ask: {en: "What?", es: "¿Qué?"}}
define:
  mark: {params: {c: cell}, effect: "set linked[c] = true"}
outcome: {wins: "any c in cell where linked[c] and stone[c] == me"}
flow:
  - {phase: setup, do: "shuffle court; for each p in seat { move court[0] to p.hand }; roll luck"}
  - phase: play
    name: {en: play, es: partida}
    turns: forever
    do: |
      choose place c in cell where stone[c] == none {
        set stone[c] = me;
        %s
      } else { end_game }
"""
DERIVED = {
    "what follows from stones": "set linked[c] = c.y == 1 or (any d in c.near where linked[d] and stone[d] == me)",
    "where another derived one says so": "if any d in c.near where linked[d] { do mark(c) } else { set linked[c] = c.x == 1 }",
}
SECRET = {
    "a hidden value": "set linked[c] = luck > 3",
    "a hidden condition": "if luck > 3 { set linked[c] = true }",
    "a procedure under a hidden condition": "if luck > 3 { do mark(c) }",
    "a local of a hidden card": "let n = count d in hand where d.role == duke; set linked[c] = n > 0",
    "as often as a hidden value": "repeat luck - 1 { set linked[c] = true }",
    "a secret choice": "choose guess k in 1 to 6 { set linked[c] = k > 3 }",
    "a roll": "roll linked[c]",
}


def kept(directory: Path, effect: str) -> bool:
    """Whether imagined worlds keep `linked` as it is."""
    (directory / "game.yaml").write_text(HEAD % effect, encoding="utf-8")
    game = load(directory)
    state = game.new(2, 1)
    for _ in range(4):
        state.apply(state.options[0])
    field = game.program.vocabulary.fields["linked"]
    there = slice(field.offset, field.offset + field.size)
    worlds = [imagine(state, viewer, seed) for viewer in (-1, 0, 1) for seed in range(10)]
    return all(world.v[there] == state.v[there] for world in worlds)


@pytest.mark.parametrize("effect", DERIVED.values(), ids=DERIVED)
def test_what_everybody_can_work_out_is_kept(effect: str, tmp_path: Path) -> None:
    assert kept(tmp_path, effect)


@pytest.mark.parametrize("effect", SECRET.values(), ids=SECRET)
def test_what_is_secret_is_drawn_anew(effect: str, tmp_path: Path) -> None:
    assert not kept(tmp_path, effect)


@pytest.mark.slow
def test_the_conformance_suite_forges_nothing_that_cannot_be(tmp_path: Path) -> None:
    """With links that cannot be the rule below breaks, and stories depend on them."""
    effect = "set linked[c] = c.y == 1 or (any d in c.near where linked[d] and stone[d] == me); if linked[c] and c.y == 3 { end_game }"
    assert kept(tmp_path, effect)
    report = check_game(load(tmp_path), games=4, source=str(tmp_path))
    assert report.ok, "\n".join(report.lines())
