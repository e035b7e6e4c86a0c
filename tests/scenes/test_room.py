"""Whatever a look says, it ends in a diagnostic or in a scene of a bounded size, soon."""

from __future__ import annotations

import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from ruleset_core import LoadError, load
from ruleset_core.check.checker import check_paths
from ruleset_core.formats import scene_format as scenes
from ruleset_core.formats.scene_format import walk_scene
from ruleset_core.lang import look_nodes
from ruleset_core.view.look import scene_cache
from ruleset_core.view.scene.scene_builder import scene
from ruleset_core.view.terminal.drawing import draw
from tests.engine.games import write
from tests.scenes.test_look import found, pig

SECONDS = 6
"""CPU time that the worst of looks may take, on a slow machine; each takes less than two on another."""
CHARACTERS = 10_000_000
"""Of a scene as JSON."""
HUGE = 2_000_000_000
MANY = 10_000


def looks(*show: Any) -> str:
    """A look with one panel."""
    return json.dumps({"look": {"keep": [], "panels": {"one": {"show": show}}}})


def text(words: str) -> dict[str, str]:
    """A text that is the same in both languages."""
    return {"en": words, "es": words}


def nested(levels: int, each: str, inner: Any) -> Any:
    """An element within so many others, each so often."""
    for level in range(levels):
        inner = {"each": each.replace("n ", f"n{level} ", 1), "show": [inner]}
    return inner


SLOW = "count a in 1 to 900 where (count b in 1 to 900 where a * b == face) > 0"
HOSTILE = {
    "signs": looks({"line": [{"sign": "coin", "times": f"{HUGE}"}, {"sign": "coin", "times": "0 - 5", "of": f"{HUGE}"}]}),
    "rows": looks({"table": {"each": f"n in 1 to {MANY}", "columns": [{"cell": "n * n"}] * 50}}),
    "columns": looks({"table": {"each": "p in seat", "columns": [{"each": f"n in 1 to {MANY}", "cell": "n"}]}}),
    "elements": looks({"each": f"n in 1 to {MANY}", "show": [{"line": "n"}]}),
    "nothing": looks({"each": f"n in 1 to {MANY}", "show": [{"line": "n", "when": "n < 0"}]}),
    "where": looks({"each": f"n in 1 to {MANY} where n > {MANY - 3}", "show": [{"line": "n"}]}),
    "product": looks(nested(8, "n in 1 to 1000", {"line": "n0"})),
    "empty product": looks(nested(8, "n in 1 to 1000", {"line": "n0", "when": "n0 < 0"})),
    "beside": looks({"beside": [nested(5, "n in 1 to 1000", {"line": "n0"})] * 5}),
    "slow values": looks(*[{"line": [SLOW] * 20}] * 40),
    "slow conditions": looks(*[{"line": "face", "when": f"({SLOW}) > 0"}] * 500),
    "texts": looks(*[{"text": text("{face} and " * 1_800)}] * 4),
    "many texts": looks({"each": "n in 1 to 1000", "show": [{"text": text("all of it, " * 1_000)}]}),
    "track": looks({"track": {"value": f"{HUGE}", "to": "20", "held": f"{HUGE}", "groups": [5, 5]}}),
    "backwards": looks({"track": {"value": "0 - 7", "to": "20", "held": f"0 - {HUGE}"}}),
    "overflow": looks({"line": [f"{HUGE} * {HUGE} * {HUGE} * {HUGE}", {"sign": "coin", "times": f"{HUGE} * {HUGE} * {HUGE}"}]}),
    "panels": json.dumps({"look": {"keep": [], "panels": {f"p{each}": {"show": [{"line": ["face"]}]} for each in range(6_000)}}}),
    "titles": json.dumps({"look": {"keep": [], "panels": {"one": {"title": text("x" * 19_000), "show": [{"line": "face"}]}}}}),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("name", HOSTILE)
def test_a_scene_is_bounded(name: str, tmp_path: Path) -> None:
    directory = pig(tmp_path, HOSTILE[name])
    assert {code[0] for code, _, _ in found(directory)} <= {"W"}
    state = load(directory).new(2, seed=1)
    started = process_time()
    shown = scene(state.game, state.masked(0), "en", (), state.options)
    assert len(json.dumps(scenes.scene_as_json(shown))) < CHARACTERS
    assert (
        sum(
            1
            for each in walk_scene(shown)
            if isinstance(each, (scenes.TextSpan, scenes.SceneRow, scenes.SceneLine, scenes.ScenePanel))
        )
        < 3 * look_nodes.THINGS
    )
    for span in (each for each in walk_scene(shown) if isinstance(each, scenes.TextSpan)):
        assert 0 <= span.times <= scene_cache.SIGNS
        assert 0 <= span.of <= scene_cache.SIGNS
    assert draw(shown, 80, 24).plain
    assert process_time() - started < SECONDS


MAP = """
game: trails
name: {en: Trails}
players: 2
sets:
  spot: {members: [%s]}
  trail: {facts: {from_: spot}, members: {%s}}
decisions: {halt: {of: bool, ask: {en: Halt?}}}
flow: [{phase: all, turns: forever, until: false, do: "choose halt b { end_game }"}]
score: {none: {name: {en: none}, amount: 0}}
look:
  keep: []
  panels:
    map:
      show: [{board: {of: spot, place: {show: [t], each: t in trail where t.from_ == it}}}]
"""


def trails(spots: int, trails_: int) -> str:
    """A game that shows on each of so many places those of so many trails that begin there."""
    names = ", ".join(f"s{each}" for each in range(spots))
    return MAP % (names, ", ".join(f"t{each}: {{from_: s{each % spots}}}" for each in range(trails_)))


def shown_of(directory: Path) -> int:
    state = load(directory).new(2, seed=1)
    return sum(isinstance(each, scenes.TextSpan) for each in walk_scene(scene(state.game, state.masked(0))))


def test_what_a_condition_passes_over_takes_little_room(tmp_path: Path) -> None:
    directory = write(tmp_path, trails(90, 200))
    assert shown_of(directory) == 200
    assert check_paths([directory], select=["W549"]).diagnostics == ()


def test_a_look_that_is_always_cut_is_told(tmp_path: Path) -> None:
    directory = write(tmp_path, trails(400, 2000))
    assert shown_of(directory) < 2000
    (told,) = check_paths([directory], select=["W549"]).diagnostics
    assert told.message.startswith("this is too much to show")


def test_many_signs_are_one_with_a_number(tmp_path: Path) -> None:
    state = load(pig(tmp_path, looks({"line": [{"sign": "coin", "times": "41"}, {"sign": "coin", "times": "40"}]})))
    (panel,) = scene(state, state.new(2, seed=1).masked(0)).panels
    line = panel.show[0]
    assert isinstance(line, scenes.SceneLine)
    assert [[(span.sign, span.times, span.text) for span in part] for part in line.parts] == [
        [("coin", 1, ""), ("", 1, "×41")],
        [("coin", 40, "")],
    ]


def test_elements_too_deep_are_refused(tmp_path: Path) -> None:
    assert [code for code, *_ in found(pig(tmp_path, looks(nested(30, "n in 1 to 2", {"line": "face"}))))] == ["E009"]


@pytest.mark.parametrize(
    ("define", "code"),
    [
        ("{a0: {amount: a1}, a1: {amount: a0}}", "E311"),
        ("{" + "".join(f"a{at}: {{amount: a{at + 1} + a{at + 1}}}, " for at in range(60)) + "a60: {amount: face}}", "E319"),
    ],
)  # fmt: skip
def test_definitions_without_an_end_are_refused(define: str, code: str, tmp_path: Path) -> None:
    directory = pig(tmp_path, looks({"line": "a0"}))
    (directory / "define.yaml").write_text(f"define: {define}\n")
    with pytest.raises(LoadError) as problem:
        load(directory)
    assert {each.code for each in problem.value.diagnostics} == {code}


def test_long_chains_of_definitions_are_worked_out_or_unknown(tmp_path: Path) -> None:
    directory = pig(tmp_path, looks({"line": "a0"}))
    chain = "".join(f"a{at}: {{amount: a{at + 1} + 1}}, " for at in range(800))
    (directory / "define.yaml").write_text(f"define: {{{chain}a800: {{amount: face}}}}\n")
    try:
        state = load(directory).new(2, seed=1)
    except LoadError:
        return
    assert scene(state.game, state.masked(0)).panels


CIRCLE = """
game: circle
name: {en: Circle, es: Círculo}
players: 2
pieces:
  cat: {count: 2}
  dog: {count: 2}
state: {likes: {by: [cat], is: dog}, chases: {by: [dog], is: cat}}
zones: {cats: {of: cat, start: all}, dogs: {of: dog, start: all}}
decisions: {stop: {of: bool, ask: {en: Stop?, es: ¿Parar?}}}
flow: [{phase: all, turns: forever, until: false, do: "choose stop b { end_game }"}]
score: {none: {name: {en: none, es: nada}, amount: 0}}
look:
  faces: {cat: {colour: "likes[this]"}, dog: {colour: "chases[this]"}}
"""


def test_colours_in_a_circle_are_none(tmp_path: Path) -> None:
    state = load(write(tmp_path, CIRCLE)).new(2, seed=1)
    cards = [each for each in walk_scene(scene(state.game, state.masked(0))) if isinstance(each, scenes.SceneCard)]
    assert len(cards) == 4
    assert not any(each.colour for each in cards)
