"""The default look, written down and copied into a game, changes nothing on any screen; a game keeps of it what it names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from shutil import copytree, ignore_patterns

import pytest

from ruleset_core import State, load
from ruleset_core.check.checker import check_paths
from ruleset_core.formats.scene_format import Scene, SceneBoard
from ruleset_core.model.sources import Document, SourceText
from ruleset_core.view.look.default_declarations import DefaultDeclarations, free_variables
from ruleset_core.view.look.default_look import PATTERNS, VARIABLES
from ruleset_core.view.look.game_looks import written_default_look
from ruleset_core.view.look.look_patterns import Declared, Pattern
from ruleset_core.view.scene.scene_builder import scene
from tests.conftest import ROOT
from tests.engine.games import write
from tests.quick_yaml import read_yaml
from tests.scenes.test_usual import CARDS, HILLS, MARCH, MARKET, ORDERS, SHOPS, STANDING, TABLE, TABLED
from tests.terminal.test_usual import FELLS

EXAMPLES = sorted(path.parent for path in (ROOT / "examples").glob("*/game.yaml"))
YARD = """
game: yard
name: {en: Yard, es: Patio}
players: 2
sets:
  cell: {grid: [2, 2]}
  guild: {members: {oak: {name: {en: oak, es: roble}}, elm: {name: {en: elm, es: olmo}}}}
pieces: {log: {product: {size: {is: 1..4, name: {en: size, es: tamaño}}}}}
zones:
  stack: {of: log, by: [cell], name: {en: stack, es: montón}}
  stock: {of: log, start: all, name: {en: stock, es: reserva}}
state:
  price: {by: [guild, "1..20"], is: 0..9, name: {en: price, es: precio}}
decisions: {put: {of: cell, ask: {en: Where?, es: ¿Dónde?}}}
flow:
  - phase: all
    turns: forever
    until: not (any c in stock)
    do: choose put p in cell { move stock[0] to stack[p]; set price[elm, 17] = 3 }
score: {none: {name: {en: none, es: nada}, amount: 0}}
"""
SMALL = {
    "table": TABLE,
    "hills": HILLS,
    "market": MARKET,
    "shops": SHOPS,
    "fells": FELLS,
    "march": MARCH,
    "standing": STANDING,
    "tabled": TABLED,
    "yard": YARD,
}
CARDS_OF = {MARKET: CARDS, MARCH: ORDERS, STANDING: ORDERS, TABLED: ORDERS}
LOOKS = sorted(path.parent for path in (ROOT / "data").glob("*/look.yaml"))


def scenes_of(state: State) -> Iterator[Scene]:
    """What everybody sees of a position, in terminals and on pages."""
    for viewer in range(-1, state.n):
        options = state.options if viewer == state.seat else ()
        for lang, page in (("en", False), ("es", True)):
            yield scene(state.game, state.masked(viewer), lang, options=options, page=page)


def assert_same(one: Path, other: Path, moments: tuple[int, ...]) -> None:
    """Positions of two games look the same. `moments`: so many choices at random lead to them."""
    states = [load(each).new(seed=3) for each in (one, other)]
    chance, made = Random(3), 0
    for moment in moments:
        while made < moment and not states[0].over:
            option = chance.choice(states[0].options)
            for state in states:
                state.apply(option)
            made += 1
        assert [*scenes_of(states[0])] == [*scenes_of(states[1])], f"after {made} choices"


@pytest.mark.slow
@pytest.mark.parametrize("game", EXAMPLES, ids=lambda path: path.name)
def test_copied_into_a_game_it_changes_nothing(game: Path, tmp_path: Path) -> None:
    copy = copytree(game, tmp_path / game.name, ignore=ignore_patterns("earlier.json"))
    text = written_default_look(load(game))
    (copy / "default_look.yaml").write_text(text or "look: {}", encoding="utf-8")
    assert check_paths([copy]).diagnostics == ()
    assert written_default_look(load(copy)) == ""
    assert_same(game, copy, (0, 6, 40))


@pytest.mark.parametrize("game", LOOKS, ids=lambda path: path.name)
def test_a_look_with_panels_and_strips_of_its_own_leaves_it_faces_alone(game: Path) -> None:
    text = written_default_look(load(game))
    assert not {"  panels:", "  strip:"} & {*text.splitlines()}


@pytest.mark.parametrize("text", SMALL.values(), ids=SMALL)
def test_nor_does_it_in_a_game_of_many_kinds_of_things(text: str, tmp_path: Path) -> None:
    plain, copy = (write(tmp_path / name, text, CARDS_OF.get(text, "")) for name in ("plain", "copy"))
    (copy / "look.yaml").write_text(written_default_look(load(plain)), encoding="utf-8")
    assert_same(plain, copy, (0, 2))


def test_panels_of_a_game_leave_those_of_the_default_look_that_it_keeps(tmp_path: Path) -> None:
    """All, unless it names some; they leave out what its own panels show, and one of the same name takes the place of another."""
    game = write(tmp_path, TABLE)
    every = ["table", "seats", "own", "others"]
    assert [*load(game).source.look.panels] == every
    look = "look:\n  panels:\n    den: {show: [{line: [bear]}]}\n"
    (game / "look.yaml").write_text(look)
    assert [*load(game).source.look.panels] == [*every, "den"]
    assert "bear" in written_default_look(load(write(tmp_path / "plain", TABLE)))
    assert "bear" not in written_default_look(load(game))
    (game / "look.yaml").write_text(f"{look}  keep: []\n")
    assert [*load(game).source.look.panels] == ["den"]
    look = look.replace("den:", "table:")
    (game / "look.yaml").write_text(look)
    assert [*load(game).source.look.panels] == ["seats", "own", "others", "table"]
    (game / "look.yaml").write_text(f"{look}  keep: [own, seats]\n  layout: {{wide: [table, seats]}}\n")
    assert not [each for each in check_paths([game]).diagnostics if each.severity == "error"]
    assert [*load(game).source.look.panels] == ["seats", "own", "table"]
    assert written_default_look(load(game)).count("rank: 1") == 1


@pytest.mark.parametrize("is_", ["cell", '"cell?"'])
def test_what_says_where_a_player_stands_is_a_piece_on_the_board(tmp_path: Path, is_: str) -> None:
    """In place of its name beside the player; not where somebody may not know it, and once where a list lies there too."""
    start = ", start: a1" if is_ == "cell" else ""
    text = f"""\
game: dogs
name: {{en: Dogs, es: Perros}}
about: {{en: Two dogs., es: Dos perros.}}
version: "1.0"
players: 2
provenance: house
sets: {{cell: {{grid: {{squares: [3, 3]}}}}}}
state:
  dog: {{by: [seat], is: {is_}{start}, name: {{en: dog, es: perro}}}}
  den: {{by: [seat], is: cell, start: c3, visible: owner, name: {{en: den, es: guarida}}}}
decisions: {{walk: {{of: cell, ask: {{en: "Where to?", es: "¿Adónde?"}}}}}}
flow:
  - phase: play
    turns: once
    do: choose walk c in cell {{ set dog = c; set den = c }}
score: {{none: {{name: {{en: points, es: puntos}}, amount: 0}}}}
"""
    state = load(write(tmp_path / "dogs", text)).new(2, 1)
    state.apply(state.options[4])  # b2
    shown = scene(state.game, state.masked(1), "en", ["Ana", "Bo"], state.options)
    (board,) = [node for panel in shown.panels for node in panel.show if isinstance(node, SceneBoard)]
    stands = {place.stand.id: [span.form for span in place.what] for place in board.places if place.what}
    assert stands == ({"b2": ["pawn"], "a1": ["pawn"]} if is_ == "cell" else {"b2": ["pawn"]})
    assert "dog" not in written_default_look(state.game).replace("q.dog", "")


@pytest.mark.slow
def test_an_adjective_of_its_patterns_holds_for_something_and_each_that_holds_is_one(tmp_path: Path) -> None:
    said, added, held = set[str](), set[str](), set[str]()

    def read(part: object) -> None:
        for key, value in part.items() if isinstance(part, dict) else enumerate(part) if isinstance(part, list) else ():
            if key == "for":
                pattern = Pattern.read(value)
                said.update(pattern.adjectives.split())
                said.update(Pattern.read(pattern.of).adjectives.split())
            elif key == "if":
                said.update(value.split())
            elif key == "as":
                added.update(value.split())
            read(value)

    def see(found: Declared) -> None:
        held.update(found.adjectives)
        for part in found.parts.values():
            for each in part:
                see(each)

    file = read_yaml(PATTERNS)
    read(file)
    small = [write(tmp_path / name, text, CARDS_OF.get(text, "")) for name, text in SMALL.items()]
    of_seat = ("lists of p", "values of p", "columns of p", "groups of values of p")
    for game in (*EXAMPLES, *LOOKS, *small):
        program = load(game).program
        declared = DefaultDeclarations(program, file, free_variables(program.vocabulary, VARIABLES))
        for pattern in ("kinds", "questions", "lists", "values", "groups of values", *of_seat):
            for each in declared.find(Pattern.read(pattern)):
                see(each)
    assert held == said - added - {"not"}


def test_a_field_for_the_rules_alone_is_on_no_screen(tmp_path: Path) -> None:
    def shown(name: str, more: str) -> str:
        text = YARD.replace("state:\n", f"state:\n  visits: {{by: [cell], is: 0..9{more}}}\n")
        text = text.replace(
            "do: choose put p in cell {", "do: choose put p in cell where visits[p] < 9 { set visits[p] = 1;"
        )
        return written_default_look(load(write(tmp_path / name, text)))

    assert "visits" in shown("drawn", "")
    assert "visits" in shown("told", ", note: false")  # places of a board are marked with it
    assert "visits" not in shown("kept", ", shown: false")


NAMED = """
game: named
name: {en: Named, es: Nombrado}
players: 2
sets:
  cell: {grid: [3, 3]}
  guild: {members: {oak: {name: {en: oak, es: roble}}, elm: {name: {en: elm, es: olmo}}}}
pieces: {log: {product: {size: 1..4}}}
zones:
  stock: {of: log, start: all, name: {en: stock, es: reserva}}
  rack: {of: log, by: [seat], visible: owner, name: {en: rack, es: estante}}
state:
  NAME: {is: 0..9, start: 3, name: {en: figure, es: cifra}}
  man: {by: [seat], is: cell, name: {en: man, es: hombre}}
  dug: {by: [seat, cell], is: bool, name: {en: dug, es: cavado}}
  price: {by: [guild, "1..20"], is: 0..9, name: {en: price, es: precio}}
  worth: {by: [seat, guild], is: 0..9, name: {en: worth, es: valor}}
decisions: {put: {of: cell, ask: {en: Where?, es: ¿Dónde?}}}
flow:
  - {phase: all, turns: once, do: "choose put spot in cell { set man = spot; set dug[spot] = true; set NAME = 4; move stock[0] to rack }"}
score: {none: {name: {en: none, es: nada}, amount: 0}}
"""


@pytest.mark.parametrize("name", VARIABLES)
def test_a_game_may_have_the_name_of_a_variable(name: str, tmp_path: Path) -> None:
    shown = []
    for number, given in enumerate((name, "figure")):
        game = load(write(tmp_path / str(number), NAMED.replace("NAME", given)))
        state = game.new(2, seed=1)
        state.apply(state.options[0])
        shown.append(repr(scene(game, state.masked(0), options=state.options)).replace(f"'{name}'", "'figure'"))
    assert shown[0] == shown[1]


def test_a_mistake_in_data_that_stands_in_no_file_has_a_place() -> None:
    found = Document(SourceText("made", ""), {"look": {}}, lambda _source: {}).within(("look", "panels"), 0, 3)
    assert (found.file, found.line) == ("made", 1)
