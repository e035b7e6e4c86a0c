"""The look of a game that brings none: what it declares is drawn as what it is."""

from __future__ import annotations

from pathlib import Path

from ruleset_core import State, load
from ruleset_core.scenes import nodes as n
from ruleset_core.scenes.build import scene
from tests.engine.games import write
from tests.scenes.test_scenes import walk

MARKET = """
game: fair
name: {en: Fair, es: Feria}
players: 2
resources: {members: {coin: {name: {en: coin, es: moneda}, start: 3}}}
sets:
  suit: {members: {sun: {name: {en: Sun, es: Sol}}, moon: {name: {en: Moon, es: Luna}}}}
  cell: {grid: [2, 2]}
pieces:
  ware: {total: 3, facts: {worth: {is: int, name: {en: worth, es: valor}}, suit: suit}}
  bead: {count: 50}
state:
  day: {is: 0..9, name: {en: day, es: día}}
  helper: {is: 0..9, note: false}
  seen: {by: [suit], is: bool, name: {en: seen suits, es: palos vistos}}
  mark: {by: [cell], is: "seat?"}
  left: {is: -1..5, name: {en: turns left, es: turnos que quedan}, start: -1}
  price: {by: ["1..9"], is: 0..9, name: {en: price, es: precio}}
zones:
  stall: {of: ware, start: all, name: {en: stall, es: puesto}}
  bag: {of: bead, start: all, visible: nobody, name: {en: bag, es: bolsa}}
decisions: {stop: {of: bool, ask: {en: Stop?, es: ¿Parar?}}, take: {of: ware, ask: {en: Which?, es: ¿Cuál?}}}
flow:
  - phase: all
    turns: forever
    until: no c in stall
    do: |
      choose stop b { set seen[sun] = true; set price[4] = 7; set day = 1; set helper = 2 };
      choose take c in stall { move c to stall }
score: {none: {name: {en: none, es: nada}, amount: coin}}
"""
CARDS = "kind: ware\ncards:\n" + "".join(
    f"  {each}: {{name: {{en: {each}, es: {each}}}, provenance: house, worth: {worth}, suit: moon}}\n"
    for worth, each in enumerate(("pot", "jar", "cup"), 1)
)


def fair(directory: Path) -> State:
    return load(write(directory, MARKET, CARDS)).new(2, seed=1)


def shown(state: State) -> n.Panel:
    """What lies on the table."""
    return next(each for each in scene(state.game, state.observe(0)).panels if each.id == "table")


def words(node: object) -> str:
    """All that a part of a scene says."""
    return " ".join(each.text for each in walk(node) if isinstance(each, n.Span))


def test_cards_on_display_tell_their_facts(tmp_path: Path) -> None:
    cards = [each for each in walk(shown(fair(tmp_path))) if isinstance(each, n.Card)]
    assert [each.name for each in cards] == ["pot", "jar", "cup"]
    assert ["".join(span.text for span in fact) for fact in cards[1].facts] == ["worth 2", "suit Moon"]


def test_what_has_no_name_is_for_the_rules_and_what_is_nothing_is_not_said(tmp_path: Path) -> None:
    said = words(shown(fair(tmp_path)))
    assert "day" in said
    assert "helper" not in said
    assert "turns left" not in said


def test_places_are_a_board(tmp_path: Path) -> None:
    (board,) = [each for each in walk(shown(fair(tmp_path))) if isinstance(each, n.Board)]
    assert (board.shape, len(board.places)) == ("squares", 4)


def test_alike_pieces_are_counted(tmp_path: Path) -> None:
    signs = [each for each in walk(shown(fair(tmp_path))) if isinstance(each, n.Span) and each.sign == "box"]
    assert [each.times for each in signs] == [1]
    assert "bag   ×50" in words(shown(fair(tmp_path)))


def test_what_holds_is_a_line_and_rows_of_nothing_are_left_out(tmp_path: Path) -> None:
    state = fair(tmp_path)
    assert "seen suits" not in words(shown(state))
    state.apply("stop true")
    table = next(each for each in walk(shown(state)) if isinstance(each, n.Table))
    assert [(each.stand.id, words(each.cells)) for each in table.rows] == [("4", "7")]
    assert "seen suits  Sun" in words(shown(state))
