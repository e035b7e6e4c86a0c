"""Branches that an expansion adds to a choice."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleset_core import LoadError, load
from ruleset_core.testing import check_game
from tests.engine.games import write

GAME = """
game: ways
name: {en: Ways, es: Caminos}
players: 2
sets: {way: {members: {rest: {}, work: {}}}}
resources: {members: {coin: {name: {en: coin, es: moneda}}}}
decisions:
  act: {of: way, ask: {en: What?, es: ¿Qué?}}
  sure: {of: bool, ask: {en: "Sure?", es: "¿Seguro?"}}
  rest_of_it: {of: way, ask: {en: What else?, es: ¿Qué más?}}
flow:
  - {phase: play, turns: once, do: "choose act { work { gain 1 coin } | rest { lose 1 coin } }; choose rest_of_it w { gain 1 coin }; choose sure s { if s { gain 1 coin } }"}
score: {coins: {name: {en: coins, es: monedas}, amount: coin}}
"""  # fmt: skip
MORE = "extend: {sets: {way: {members: {steal: {name: {en: steal, es: robar}}}}}, choices: {act: {steal: {where: coin == 0, do: gain 5 coin}}}}"


def expand(tmp_path: Path, name: str, text: str) -> str:
    path = tmp_path / "ways" / "expansions" / name
    path.mkdir(parents=True)
    head = f"expansion: {name}\nof: ways\nname: {{en: {name}, es: {name}}}\n"
    (path / "expansion.yaml").write_text(head + text, encoding="utf-8")
    return name


def test_a_branch_is_offered_and_does_what_it_says(tmp_path: Path) -> None:
    write(tmp_path / "ways", GAME)
    game = load(tmp_path / "ways", [expand(tmp_path, "more", MORE)])
    state = game.new(2, 1)
    assert [game.options.notations[each] for each in state.options] == ["act rest", "act work", "act steal"]
    state.apply(game.options.parse("act steal"))
    assert game.options.notations[state.options[-1]] == "rest of it steal"  # it is a member of the set like any other
    assert state.scores()[0] == 5
    assert len(load(tmp_path / "ways").new(2, 1).options) == 2


@pytest.mark.slow
def test_the_promises_hold(tmp_path: Path) -> None:
    write(tmp_path / "ways", GAME)
    game = load(tmp_path / "ways", [expand(tmp_path, "more", MORE)])
    report = check_game(game, games=3, roots=[str(tmp_path)], source=str(tmp_path / "ways"), expansions=["more"])
    assert report.ok, "\n".join(report.lines())


@pytest.mark.parametrize(
    ("choices", "code", "said", "advice"),
    [
        ("{akt: {rest: {do: gain 1 coin}}}", "E316", "unknown decision `akt`", "did you mean `act`?"),
        ("{act: {steal: {do: gain 1 coin}}}", "E317", "`act` is of way, which has no `steal`", "add it to `way` under `extend: sets:`"),
        ("{act: {wrok: {do: gain 1 coin}}}", "E317", "`act` is of way, which has no `wrok`", "did you mean `work`?"),
        ("{act: {rest: {do: gain 1 coin}}}", "E317", "`act` has a branch `rest` already", "modify an effect"),
        ("{rest_of_it: {rest: {do: gain 1 coin}}}", "E317", "`rest_of_it` is nowhere chosen by branches", "only `choose rest_of_it {"),
        ("{act: {work: {where: coin}}}", "E102", "missing key `do`", ""),
    ],
)  # fmt: skip
def test_what_cannot_be(tmp_path: Path, choices: str, code: str, said: str, advice: str) -> None:
    write(tmp_path / "ways", GAME)
    with pytest.raises(LoadError) as raised:
        load(tmp_path / "ways", [expand(tmp_path, "more", f"extend: {{choices: {choices}}}\n")])
    found = raised.value.diagnostics[0]
    assert (found.code, said in found.message, advice in found.help) == (code, True, True), found
    assert found.span.file.endswith("more/expansion.yaml")


def test_two_expansions_add_the_same_branch(tmp_path: Path) -> None:
    write(tmp_path / "ways", GAME)
    names = [expand(tmp_path, "more", MORE)]
    names.append(expand(tmp_path, "yet_more", "extend: {choices: {act: {steal: {do: gain 2 coin}}}}\n"))
    with pytest.raises(LoadError, match="another expansion adds the branch `steal` too"):
        load(tmp_path / "ways", names)
