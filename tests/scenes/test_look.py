"""`look:` is read like everything else: names and types are checked, it composes, and it makes no other game."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from ruleset_core import LoadError, load
from ruleset_core.compile.linker import Linker
from ruleset_core.formats import scene_format as scenes
from ruleset_core.model.game_files import gather
from ruleset_core.model.json_schemas import json_schemas
from ruleset_core.view.scene.scene_builder import scene
from tests.conftest import ROOT

LOOK = """
look:
  colours: {resource: {points: gold}}
  panels:
    die:
      title: {en: "The die shows {face}", es: "El dado muestra {face}"}
      about: [decide]
      rank: 1
      show:
        - line: [{value: face, label: {en: die, es: dado}}, pot, {sign: coin, times: pot, of: 20}]
    players:
      of: seat
      show:
        - track: {value: points, to: 100, name: {en: points, es: puntos}}
"""


def pig(directory: Path, look: str = LOOK) -> Path:
    """Pig with a look."""
    copytree(ROOT / "examples" / "pig", directory / "pig")
    (directory / "pig" / "earlier.json").unlink()
    (directory / "pig" / "look.yaml").write_text(look)
    return directory / "pig"


def found(directory: Path) -> list[tuple[str, int, str]]:
    """What `check` says of the look: codes, lines, what was meant."""
    gathered, problems = gather(directory)
    linker = Linker(gathered)
    linker.read({})
    swaps = (
        (each, each.suggestion.replacement if each.suggestion else "") for each in (*problems, *linker.diagnostics)
    )
    return [(each.code, each.span.line, swap) for each, swap in swaps if each.span.file.endswith("look.yaml")]


def test_a_look_is_what_is_shown(tmp_path: Path) -> None:
    state = load(pig(tmp_path)).new(2, seed=1)
    shown = scene(state.game, state.masked(0), "es", ["Ana", "Bo"], state.options)
    die, ana, bo = shown.panels
    assert (die.title, die.about) == ("El dado muestra " + str(state.observe(0)["fields"]["face"]), True)
    assert [each.title for each in (ana, bo)] == ["Ana", "Bo"]
    line = die.show[0]
    assert isinstance(line, scenes.SceneLine)
    assert line.parts[2] == (scenes.TextSpan(sign="coin", times=state.observe(0)["fields"]["pot"], of=20),)
    track = ana.show[0]
    assert isinstance(track, scenes.SceneTrack)
    assert (track.name, track.value, track.to) == ("puntos", 0, 100)


def test_holes_have_pegs_and_things_lie_in_heaps(tmp_path: Path) -> None:
    holes = """
look:
  panels:
    die: {show: [{board: {each: "n in 1 to 6", columns: "3", pegs: true, shaded: n == 6, place: {sign: stone, times: n, style: heap}}}]}
"""
    state = load(pig(tmp_path, holes)).new(2, seed=1)
    (board,) = next(each.show for each in scene(state.game, state.masked(0)).panels if each.id == "die")
    assert isinstance(board, scenes.SceneBoard)
    assert (board.shape, [each.shaded for each in board.places]) == ("pegs", [False] * 5 + [True])
    assert board.places[4].what == (scenes.TextSpan(style="heap", sign="stone", times=5),)


def test_spaces_know_their_place_and_may_be_long(tmp_path: Path) -> None:
    spaces = """
look:
  panels:
    die: {show: [{board: {each: "n in [6, 4, 6]", columns: "2", stacked: true, label: "{at + 1}: {n}", shaded: at == 2}}]}
"""
    state = load(pig(tmp_path, spaces)).new(2, seed=1)
    (board,) = next(each.show for each in scene(state.game, state.masked(0)).panels if each.id == "die")
    assert isinstance(board, scenes.SceneBoard)
    assert board.shape == "stacks"
    assert [(each.at, each.label, each.shaded) for each in board.places] == [
        ((0, 0), "1: 6", False), ((1, 0), "2: 4", False), ((0, 1), "3: 6", True),
    ]  # fmt: skip


def test_a_look_makes_no_other_game(tmp_path: Path) -> None:
    assert load(pig(tmp_path)).hash == load(pig(tmp_path / "other", LOOK.replace("gold", "red"))).hash


def test_a_look_is_right(tmp_path: Path) -> None:
    assert found(pig(tmp_path)) == []


@pytest.mark.parametrize(
    ("slip", "right", "code"),
    [
        ("point:", "points:", "E301"), ("{fce}", "{face}", "E301"), ("[decid]", "[decide]", "E316"),
        ("value: facce", "value: face", "E301"), ("value: point,", "value: points,", "E301"), ("resorce:", "resource:", "E308"),
        ("coim", "coin", "E104"), ("silver", "gold", "E104"), ("tracks:", "track:", "E101"), (", true, {sign", ", pot, {sign", "E303"),
    ],
)  # fmt: skip
def test_slips_are_found_where_they_stand(tmp_path: Path, slip: str, right: str, code: str) -> None:
    text = LOOK.replace(right, slip, 1)
    line = next(number for number, each in enumerate(text.split("\n"), 1) if slip in each)
    assert (code, line) in [each[:2] for each in found(pig(tmp_path, text))]


def test_a_broken_look_is_told_to_who_wants_to_see_it(tmp_path: Path) -> None:
    state = load(pig(tmp_path, LOOK.replace("{face}", "{fce}"))).new(2, seed=1)
    with pytest.raises(LoadError, match="fce"):
        scene(state.game, state.masked(0))


def test_an_expansion_adds_a_panel(tmp_path: Path) -> None:
    laid = tmp_path / "more"
    laid.mkdir()
    look: dict[str, Any] = {"panels": {"end": {"show": [{"text": {"en": "Soon over.", "es": "Pronto acaba."}}]}}}
    header = {"expansion": "more", "of": "pig", "name": {"en": "More", "es": "Más"}, "look": look}
    (laid / "expansion.yaml").write_text(yaml.safe_dump(header))
    state = load(pig(tmp_path), [str(laid)]).new(2, seed=1)
    assert [each.id for each in scene(state.game, state.masked(0)).panels] == ["die", "players", "players", "end"]


@pytest.mark.slow
def test_the_schema_of_editors_takes_what_is_taken() -> None:
    schema = json_schemas()["part"]
    Draft202012Validator(schema).validate(yaml.safe_load(LOOK))
    wrong = yaml.safe_load(LOOK.replace("sign: coin", "sgn: coin"))
    assert list(Draft202012Validator(schema).iter_errors(wrong))
