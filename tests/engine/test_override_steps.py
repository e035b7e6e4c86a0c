"""Expansions that put the steps of a phase in another order, leave some out and add others, and that change the plan of a board."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import Game, LoadError, load
from tests.engine.games import write

GAME = """
game: steps
name: {en: Steps, es: Pasos}
players: 1..2
resources: {members: {coin: {start: 0}}}
state: {lap: {is: 1..2}}
flow:
  - phase: day
    for: lap
    in: 1 to 2
    steps:
      - {phase: dawn, do: "for each p in seat { as p { gain 1 coin } }"}
      - {phase: noon, do: "for each p in seat { as p { gain 10 coin } }"}
      - phase: dusk
        steps:
          - {phase: rest, do: "for each p in seat { as p { gain 100 coin } }"}
  - {phase: night, do: "end_game"}
score: {coins: {name: {en: coins, es: monedas}, amount: coin}}
"""


def laid(base: Path, *given: str, in_order: bool = False) -> Game:
    names = []
    for number, text in enumerate(given):
        name = f"x{number}"
        (base / "expansions" / name).mkdir(parents=True, exist_ok=True)
        header = f"expansion: {name}\nof: steps\nname: {{en: X, es: X}}\n"
        (base / "expansions" / name / "expansion.yaml").write_text(header + text + "\n", encoding="utf-8")
        names.append(name)
    return load(base, names, in_order=in_order)


@pytest.fixture
def base(tmp_path: Path) -> Path:
    return write(tmp_path / "steps", GAME)


def told(base: Path, *given: str) -> list[tuple[str, str, int]]:
    with pytest.raises(LoadError) as caught:
        laid(base, *given)
    return [(each.code, Path(each.span.file).parent.name, each.span.line) for each in caught.value.diagnostics]


NIGHTFALL = (
    'override: {flow: {day: {steps: [dusk, {phase: eve, do: "for each p in seat { as p { gain 1000 coin } }"}, dawn]}}}'
)


def test_steps_stay_go_come_and_change_places(base: Path) -> None:
    game = laid(base, NIGHTFALL)
    assert list(game.program.vocabulary.phases) == ["day", "dusk", "rest", "eve", "dawn", "night"]
    assert game.new(2, seed=1).scores() == [2202, 2202]
    [change] = game.program.changes
    assert (change.kind, change.name, change.path) == ("phase", "day", ("steps",))
    assert change.old == ["dawn", "noon", "dusk"]
    assert change.new == ["dusk", "eve", "dawn"]
    [said] = game.glossary.changed
    assert (said.was["en"], said.now["en"]) == ("dawn, noon, dusk", "dusk, eve, dawn")


def test_a_phase_that_stays_keeps_what_another_expansion_made_of_it(base: Path) -> None:
    richer = 'override: {flow: {dawn: {do: "for each p in seat { as p { gain 5 coin } }"}}}'
    for given in ((richer, NIGHTFALL), (NIGHTFALL, richer)):
        game = laid(base, *given)
        assert game.new(1, seed=1).scores() == [2210]
        (line,) = {each.home[0].file for each in game.program.changes if each.name == "dawn"}
        assert "expansions" in line


def test_mistakes_are_told_at_their_lines(base: Path) -> None:
    assert told(base, "override:\n  flow:\n    day:\n      steps: [dawn, nooon]") == [("E423", "x0", 7)]
    assert told(base, "override:\n  flow:\n    day:\n      steps: [dawn, dawn]") == [("E423", "x0", 7)]
    assert told(
        base,
        "override:\n  flow:\n    day:\n      steps: [dawn, {phase: noon2, do: 'for each p in seat { as p { gain 1 con } }'}]",
    ) == [("E301", "x0", 7)]
    assert told(base, "override:\n  flow:\n    day:\n      steps: []") == [("E102", "x0", 7)]
    assert told(base, "override:\n  flow:\n    night:\n      steps: [{phase: x, do: end_game}]") == [("E107", "x0", 7)]


@pytest.mark.parametrize(
    "other",
    [
        "override:\n  flow:\n    noon: {do: end_game}",
        "extend:\n  flow:\n    - {phase: more, last_in: day, do: end_game}",
        "override:\n  flow:\n    day: {steps: [noon]}",
    ],
)
def test_two_that_contradict_each_other_are_told(base: Path, other: str) -> None:
    (found,) = told(base, other, NIGHTFALL)
    assert found[0] == "E424"
    if "extend" in other:  # the other way round it is added to what there is then
        assert "more" in laid(base, NIGHTFALL, other).program.vocabulary.phases
    else:
        (found,) = told(base, NIGHTFALL, other)
        assert found[0] == "E424"
    if "steps" not in other:
        assert laid(base, other, NIGHTFALL, in_order=True).new(1, seed=1).scores() == [2202]
    else:
        with pytest.raises(LoadError, match="the phase `dusk` is taken out by `x0`"):
            laid(base, other, NIGHTFALL, in_order=True)


PLAN = """override:
  plans:
    country:
      regions: {arms_red: {name: {en: scarlet arms, es: escudo escarlata}}}
      crossings: {a1: {shore: false}}
"""


def test_parts_of_a_plan_are_replaced(tmp_path: Path) -> None:
    path = tmp_path / "inland"
    path.mkdir()
    header = "expansion: inland\nof: carcassonne_masons\nname: {en: Inland, es: Interior}\nprovenance: house\n"
    (path / "expansion.yaml").write_text(header + PLAN, encoding="utf-8")
    plain = load("carcassonne_masons")
    for others in ([], ["isthmus"]):
        game = load("carcassonne_masons", [*others, str(path)])
        assert game.glossary.name("region", "arms_red") == "scarlet arms"
        assert game.glossary.figure("crossing", "a1", "shore").value is False
        assert game.entries["board"] != plain.entries["board"]
    (path / "expansion.yaml").write_text(header + PLAN.replace("a1", "zz"), encoding="utf-8")
    with pytest.raises(LoadError) as caught:
        load("carcassonne_masons", [str(path)])
    assert [(each.code, each.span.line) for each in caught.value.diagnostics] == [("E423", 9)]
