"""What parts of a look become: sequences, marks, orders, texts of cards, lines of their own."""

from __future__ import annotations

from pathlib import Path
from random import Random
from shutil import copytree

import pytest

from ruleset_core import State, load
from ruleset_core.formats import scene_format as scenes
from ruleset_core.model.game_files import gather
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw
from tests.conftest import ROOT

LOOK = """
look:
  keep: []
  panels:
    all:
      show:
        - line:
            - {each: "p in seat", show: [{value: p, mark: true}, {text: {en: ":", es: ":"}}, p.pot], between: /}
            - {value: starter, mark: true, stands: left(starter)}
            - {each: "v in [3, 1, 2]", by: 0 - v, show: [v]}
        - table: {each: "v in [2, 3, 1]", by: v, name: {value: v}, columns: [{cell: {value: v * 10}}]}
"""
GAME = """
game: marks
name: {en: Marks, es: Marcas}
about: {en: A test, es: Una prueba}
version: "1.0"
players: 2..3
provenance: house
state:
  starter: {is: seat, name: {en: starter, es: inicio}}
  pot: {by: [seat], is: 0..9, start: 4, name: {en: pot, es: bote}}
flow:
  - phase: play
    name: {en: play, es: juego}
    turns: forever
    until: pot == 0
    do: set pot = pot - 1
score:
  pot: {name: {en: pot, es: bote}, amount: pot}
"""


def made(directory: Path, look: str = LOOK) -> Path:
    (directory / "marks").mkdir()
    (directory / "marks" / "game.yaml").write_text(GAME)
    (directory / "marks" / "look.yaml").write_text(look)
    return directory / "marks"


@pytest.fixture
def shown(tmp_path: Path) -> scenes.Scene:
    state = load(made(tmp_path)).new(3, seed=1)
    return scene(state.game, state.masked(0), "en", ["Ana", "Bo", "Cy"])


def line(found: scenes.Scene) -> scenes.SceneLine:
    only = found.panels[0].show[0]
    assert isinstance(only, scenes.SceneLine)
    return only


def test_a_sequence_stands_close_with_what_is_between(shown: scenes.Scene) -> None:
    first = line(shown).parts[0]
    assert "".join(span.text for span in first).count("/") == 2
    assert [span.close for span in first] == [False, *[True] * (len(first) - 1)]
    assert draw(shown, 60).plain.split("\n")[1].startswith("│ 1:")


def test_a_mark_is_the_number_of_a_seat_and_may_stand_for_something_else(shown: scenes.Scene) -> None:
    (mark,) = line(shown).parts[1]
    assert mark.text.isdecimal()
    assert mark.stand is not None
    assert mark.stand.identity == f"seat:seat_{int(mark.text) % 3}"


def test_things_stand_in_the_order_asked_for(shown: scenes.Scene) -> None:
    assert [span.text for span in line(shown).parts[2]] == ["3", "2", "1"]
    table = shown.panels[0].show[1]
    assert isinstance(table, scenes.SceneTable)
    assert [row.name[0].text for row in table.rows] == ["1", "2", "3"]


@pytest.mark.parametrize(
    ("slip", "right"),
    [
        ("{text: {en: a, es: a}, mark: true}", "p.pot"), ("{value: p.pot, between: '+'}", "p.pot"),
        ("{value: p.pot, by: p}", "p.pot"), ("{pieces: c in row, stands: p}", "p.pot"), ("{says: p.pot}", "p.pot"),
    ],
)  # fmt: skip
def test_keys_that_nothing_reads_are_refused(tmp_path: Path, slip: str, right: str) -> None:
    from ruleset_core.compile.linker import Linker

    gathered, problems = gather(made(tmp_path, LOOK.replace(right, slip)))
    linker = Linker(gathered)
    linker.read({})
    assert {each.code for each in (*problems, *linker.diagnostics)} & {"E107", "E303"}


DISTRICT = """
look:
  keep: []
  panels:
    district:
      of: seat
      show:
        - board:
            of: space
            place:
              - each: c in district where site[c] == it
                show: [{value: c}, {value: c.type, below: true}, {says: c, below: true}]
"""


def later(directory: Path) -> State:
    copytree(ROOT / "data" / "tournay", directory / "tournay")
    (directory / "tournay" / "look.yaml").write_text(DISTRICT)
    state, chance = load(directory / "tournay").new(2, seed=3), Random(2)
    while sum(len(each["district"]) for each in state.observe(0)["seats"]) < 3:
        state.apply(chance.choice(state.options))
    return state


@pytest.mark.slow
def test_texts_of_cards_go_first_and_lines_of_cells_follow_each_other(tmp_path: Path) -> None:
    state = later(tmp_path)
    found = scene(state.game, state.masked(0))
    card = next(each for seat in state.observe(0)["seats"] for each in seat["district"])
    said = state.game.card(card.partition("#")[0]).text("en").split()
    high, low = draw(found, 100).plain, draw(found, 100, 14).plain
    name = state.game.glossary.name("activity", card, "en").split()[0]
    rows = high.split("\n")
    at = next(place for place, row in enumerate(rows) if name in row)
    assert any(kind in rows[at + 1] for kind in ("building", "character"))
    assert " ".join(said[:2]) in high
    assert name in low
    assert " ".join(said[:2]) not in low
    assert low.count("\n") < 14
