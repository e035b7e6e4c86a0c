"""Shapes of squares and hexes: their forms, what these cover and touch, and what is told of wrong pictures."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from ruleset_core import load
from ruleset_core.check.checker import check_paths
from ruleset_core.lang.grid_shapes import (
    HEX_WAYS,
    SQUARE_WAYS,
    PictureError,
    Square,
    after_turning,
    form_on_grid,
    forms_of,
    read_picture,
)
from ruleset_core.story.text import expr_text
from tests.lang import text_game
from tests.lang.compare import Executors

Cells = frozenset[tuple[int, int]]
FREE = {(4, False): (5, 19), (5, False): (12, 63), (3, True): (3, 11), (4, True): (7, 44)}
"""By size, and whether they are of hexes, how many shapes there are, and how many forms of them."""


GAME = """\
game: laying
name: {en: Laying, es: Colocar}
about: {en: Lay shapes., es: Coloca piezas.}
version: "1.0"
players: 2..3
provenance: house
sets:
  cell: {name: {en: cell, es: casilla}, grid: GRID}
  tile:
    name: {en: tile, es: losa}
    shapes: {on: cell, forms: form, MORE pictures: {PICTURES}}
state:
  owner: {by: [cell], is: "seat?", name: {en: owner, es: dueño}}
  used: {by: [seat, tile], is: bool, name: {en: used, es: usadas}}
decisions:
  lay:
    of: {tile: tile, form: form, cell: cell}
    ask: {en: "Which tile, and where?", es: "¿Qué losa, y dónde?"}
define:
  fits:
    params: {f: form, c: cell}
    condition: "(every x in f.cells[c] has owner[x] == none) and WHERE"
flow:
  - phase: play
    turns: until_all_pass
    do: |
      choose lay s in tile where not used[s] then f in s.forms then c in f.places where fits(f, c) {
        for each x in f.cells[c] { set owner[x] = me };
        set used[s] = true
      } else { pass_turn }
score:
  area: {name: {en: area, es: área}, amount: "count c in cell where owner[c] == me"}
"""
PICTURES = "bend: ['##', '#.'], rod: ['###'], zed: ['##.', '.##']"
HEXES = "bend: [' #', '# #'], rod: ['# # #']"


def write(
    path: Path, pictures: str = PICTURES, grid: str = "[5, 4]", more: str = "", where: str = "(no x in f.near[c] where owner[x] == me)"
) -> Path:  # fmt: skip
    path.mkdir(exist_ok=True)
    parts = {"GRID": grid, "MORE": more, "PICTURES": pictures, "WHERE": where}
    text = GAME
    for name, part in parts.items():
        text = text.replace(name, part)
    (path / "game.yaml").write_text(text, encoding="utf-8")
    return path


def grown(size: int, *, hexes: bool) -> set[Cells]:
    """All shapes of a size, however they lie, as far to the south and west as they can be."""
    ways = [way for way in (HEX_WAYS if hexes else SQUARE_WAYS) if hexes or not (way.x and way.y)]
    found = {frozenset({(0, 0)})}
    for _ in range(size - 1):
        found = {corner({*each, (x + way.x, y + way.y)}) for each in found for x, y in each for way in ways}
        found = {each for each in found if len(each) > min(map(len, found))} if len({*map(len, found)}) > 1 else found
    return found


def corner(cells: Iterable[tuple[int, int]]) -> Cells:
    west, south = (min(each[axis] for each in cells) for axis in (0, 1))
    return frozenset((x - west, y - south) for x, y in cells)


@pytest.mark.parametrize(("size", "hexes"), FREE)
def test_there_are_as_many_forms_as_fixed_polyforms(size: int, hexes: bool) -> None:
    every = grown(size, hexes=hexes)
    classes = set()
    for each in every:
        squares = tuple(Square(x, y, "#") for x, y in sorted(each))
        forms = forms_of(squares, hexes=hexes, turn=True, flip=True)
        lying = [corner({(square.x, square.y) for square in form.squares}) for form in forms]
        assert len({*lying}) == len(lying)
        classes.add(frozenset(lying))
    assert (len(classes), len(every)) == FREE[size, hexes]
    assert sum(map(len, classes)) == len(every)


def test_turning_and_turning_over_may_be_left_out() -> None:
    ell = read_picture(["###", "#.."], hexes=False)
    assert [each.name for each in forms_of(ell, hexes=False, turn=True, flip=False)] == ["0", "90", "180", "270"]
    assert [each.name for each in forms_of(ell, hexes=False, turn=False, flip=True)] == ["0", "flip_0"]
    assert [each.name for each in forms_of(ell, hexes=False, turn=False, flip=False)] == ["0"]


def test_letters_tell_squares_apart() -> None:
    assert len(forms_of(read_picture(["##"], hexes=False), hexes=False, turn=True, flip=True)) == 2
    forms = forms_of(read_picture(["ab"], hexes=False), hexes=False, turn=True, flip=True)
    assert [[(each.x, each.y) for each in form.squares] for form in forms] == [
        [(0, 0), (1, 0)], [(0, 0), (0, -1)], [(0, 0), (-1, 0)], [(0, 0), (0, 1)],
    ]  # fmt: skip


@pytest.mark.parametrize("hexes", [False, True])
def test_turning_comes_round(hexes: bool) -> None:
    picture = [" #", "#", " # #"] if hexes else ["#.", "#.", "##"]
    forms = forms_of(read_picture(picture, hexes=hexes), hexes=hexes, turn=True, flip=True)
    for over, times in ((False, 6 if hexes else 4), (True, 2)):
        after = after_turning(forms, hexes=hexes, flip=over)
        at = 0
        for _ in range(times):
            at = after[at]
        assert at == 0
        assert sorted(after) == list(range(len(forms)))


@pytest.mark.parametrize("hexes", [False, True])
def test_what_a_form_covers_and_touches(hexes: bool) -> None:
    cells = {(x, y): 6 * (y - 1) + x - 1 for y in range(1, 6) for x in range(1, 7)}
    ways = [way for way in (HEX_WAYS if hexes else SQUARE_WAYS) if hexes or not (way.x and way.y)]
    picture = [" #", "# #"] if hexes else ["##.", ".##"]
    for form in forms_of(read_picture(picture, hexes=hexes), hexes=hexes, turn=True, flip=True):
        for first in cells:
            covered = {(first[0] + each.x, first[1] + each.y) for each in form.squares}
            found = form_on_grid(form.squares, first, cells, hexes=hexes)
            if not covered <= cells.keys():
                assert not any(found)
                continue
            assert {*found.cells} == {cells[each] for each in covered}
            near = {(x + way.x, y + way.y) for x, y in covered for way in ways} - covered
            assert {*found.near} == {cells[each] for each in near if each in cells}
            around = {(x + i, y + j) for x, y in covered for i in (-1, 0, 1) for j in (-1, 0, 1)} - covered - near
            assert {*found.corners} == (set() if hexes else {cells[each] for each in around if each in cells})


@pytest.mark.parametrize(
    ("picture", "hexes", "said"),
    [
        (["..."], False, "has no square"),
        (["#*"], False, r"holds `\*`"),
        (["##"], True, "has hexes that do not meet"),
    ],
)
def test_a_picture_must_show_a_shape(picture: list[str], hexes: bool, said: str) -> None:
    with pytest.raises(PictureError, match=said):
        read_picture(picture, hexes=hexes)


@pytest.mark.parametrize(
    ("pictures", "grid", "where"),
    [
        (PICTURES, "[5, 4]", "(no x in f.near[c] where owner[x] == me)"),
        (PICTURES, "[5, 4]", "(no x in f.corners[c] where owner[x] == me)"),
        (PICTURES, "[5, 4]", "(count x in f.cells[c] where x.rim) > 1 and (c in f.cells[c])"),
        (PICTURES, "[5, 4]", "(c.at[f.dx[1], f.dy[1]] in f.cells[c]) and f.turned.shape == f.shape"),
        (PICTURES, "[5, 4]", "(f.flipped != f or f.shape.area > 3)"),
        (HEXES, "{hexes: [4, 5]}", "(no x in f.near[c] where owner[x] == me)"),
        (HEXES, "{hexagon: 3}", "(any x in f.near[c] where owner[x] == none)"),
    ],
)
def test_executors_agree(pictures: str, grid: str, where: str, tmp_path: Path) -> None:
    path = write(tmp_path / "laying", pictures, grid, where=where)
    assert not [each for each in check_paths([path]).diagnostics if each.severity == "error"]
    both = Executors(load(path))
    for players in (2, 3):
        assert not both.disagreement(players, players, Random(players).randrange, 12)


def found(path: Path) -> list[str]:
    return [f"{each.code} {each.message} ({each.help})" for each in check_paths([path]).diagnostics]


def test_slips_are_told(tmp_path: Path) -> None:
    def told(code: str, **parts: str) -> str:
        return "\n".join(each for each in found(write(tmp_path / "laying", **parts)) if each.startswith(code))

    assert "the picture of `bend` has no square" in told("E434", pictures="bend: ['..']")
    assert "`rod` lies nowhere on `cell`: it is too large (make the grid larger" in told(
        "E434", pictures="rod: ['######']"
    )
    assert "`bend` has hexes that do not meet" in told("E434", grid="{hexes: [4, 5]}", pictures="bend: ['##']")
    assert "`near` is a list for each cell (for example: `f.near[c]`)" in told(
        "E304", where="(no x in f.near where owner[x] == me)"
    )
    assert "did you mean `corners`?" in told("E313", where="(no x in f.corner[c] where owner[x] == me)")
    path = write(tmp_path / "laying")
    (path / "game.yaml").write_text((path / "game.yaml").read_text().replace("on: cell,", "on: cel,"))
    assert any("E301 unknown grid `cel` (did you mean `cell`?)" in each for each in found(path))
    path = write(tmp_path / "laying", where="(any x in f.cells[c.at[1, 0]] where x.rim)")
    assert any("W522" in each and "c.at[1, 0]" in each for each in found(path))


def test_what_a_form_covers_has_words(tmp_path: Path) -> None:
    program = load(write(tmp_path / "laying")).program
    value = text_game.expr(program, "count x in bend_0.near[b2] where owner[x] == none")
    said = {lang: expr_text(value, program.vocabulary, lang) for lang in ("en", "es")}
    assert said == {
        "en": "the number of cells among the neighbours of bend on b2 where there is no owner of that cell",
        "es": "el número de casillas entre las vecinas de bend en b2 donde no hay dueño de esa casilla",
    }
