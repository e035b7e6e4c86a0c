"""Hooks of a game's plugin: typed, called from data, the same for both executors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from ruleset_core import BrokenRuleError, HookFunction, LoadError, discovery, load
from ruleset_core.check.checker import check_paths
from ruleset_core.discovery import GamePlugin
from ruleset_core.engine.hooks import hooks_of
from ruleset_core.errors import RulesetError
from tests.engine import games
from tests.executors import both

FLOW = """
sets: {{place: {{members: [a, b, c]}}}}
rules:
  - {{id: close, when: {{event: gain, where: "resource == log and far(a) > 1", do: "call close_in(amount, open_at(b))"}}}}
flow: [{{phase: go, turns: once, do: "{do}"}}]
"""


def far(_state: Any, _me: int, place: int) -> int:
    return 2 - place


def open_at(state: Any, me: int, place: int) -> bool:
    return bool((place + me + state.n) % 2)


def close_in(state: Any, me: int, number: int, flag: int) -> None:
    fields = state.game.program.vocabulary.fields
    state.v[fields["tally"].offset] += 100 * number + 10 * flag + me


@pytest.fixture
def hooked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    module = ModuleType("hooks_of_flow")
    module.HOOKS = {  # type: ignore[attr-defined]
        "far": HookFunction(("place",), "int", far),
        "open_at": HookFunction(("place",), "bool", open_at),
        "close_in": HookFunction(("int", "bool"), None, close_in),
    }
    monkeypatch.setitem(sys.modules, "hooks_of_flow", module)
    monkeypatch.setattr(discovery, "plugin_of", lambda _game: GamePlugin("flow", tmp_path, "hooks_of_flow"))


def make(directory: Path, do: str) -> Any:
    return games.flow(directory, FLOW.format(do=do))


@pytest.mark.usefixtures("hooked")
def test_data_asks_and_calls(tmp_path: Path) -> None:
    game = make(tmp_path, "gain 2 log; if open_at(c) { gain far(a) point }; may more { gain 1 point }")
    for each in both(game):
        state = each.new(2, 1)
        state.apply("more false")
        assert (state.ask("tally"), state.ask("point", 0), state.ask("point", 1)) == (200 + 10 + 0 + 200 + 0 + 1, 0, 2)
    assert game.stats()["hooks"] == ["close_in", "far", "open_at"]


@pytest.mark.usefixtures("hooked")
def test_answers_of_hooks_are_kept_as_numbers(tmp_path: Path) -> None:
    game = make(tmp_path, "let a_flag = open_at(c); choose amount n where n > far(b) { if a_flag { gain n point } }")
    state = game.new(2, 1)
    assert "true" not in str(state.to_json()).lower()
    assert game.from_json(state.to_json()).to_json() == state.to_json() == game.interpreted().new(2, 1).to_json()


@pytest.mark.usefixtures("hooked")
@pytest.mark.parametrize(("do", "code"), [
    ("gain far(me) point", "E301"), ("gain far() point", "E304"), ("call close_in(1)", "E304"), ("call close_in(a, true)", "E303"),
    ("call closein(1, true)", "E301"), ("if far(a) { gain 1 point }", "E303"), ("set tally = close_in(1, true)", "E301"),
])  # fmt: skip
def test_wrong_calls_are_explained(tmp_path: Path, do: str, code: str) -> None:
    with pytest.raises(LoadError) as caught:
        make(tmp_path, do)
    errors = [each for each in caught.value.diagnostics if each.severity == "error"]
    assert errors[0].code in {code, "E303"}
    assert errors[0].span.line > 1


ASKED = "set tally = odd()"
FAILS = "`odd` of the game's Python fails: "


@pytest.mark.parametrize(("answer", "result", "use", "reason"), [
    (lambda: {}["k"], "int", ASKED, FAILS + "KeyError: 'k' (test_hooks.py:"),
    (lambda: int("x"), None, "call odd", FAILS + "ValueError: invalid literal for int() with base 10: 'x' (test_hooks.py:"),
    (lambda: "x", "int", ASKED, "`odd` is `int` and cannot be 'x'"),
    (lambda: None, "1..3", ASKED, "`odd` is `1..3` and cannot be None"),
    (lambda: 7, "1..3", ASKED, "`odd` is `1..3` and cannot be 7"),
    (lambda: -1, "place", "let o = odd(); if o != a { gain 1 point }", "`odd` is `place` and cannot be -1"),
])  # fmt: skip
def test_a_hook_that_fails_is_a_broken_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: Any, result: str | None, use: str, reason: str
) -> None:
    module = ModuleType("hooks_of_flow")
    module.HOOKS = {"odd": HookFunction((), result, lambda _state, _me: answer())}  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "hooks_of_flow", module)
    monkeypatch.setattr(discovery, "plugin_of", lambda _game: GamePlugin("flow", tmp_path, "hooks_of_flow"))
    sets = "sets: {place: {members: [a, b, c]}}"
    game = games.flow(tmp_path, f"{sets}\nflow: [{{phase: go, turns: once, do: 'may more {{ {use} }}'}}]\n")
    for each in both(game):
        state = each.new(2, 1)
        before = state.to_json()
        with pytest.raises(BrokenRuleError) as caught:
            state.apply("more true")
        assert caught.value.reason.startswith(reason)
        assert caught.value.owner == "`do` of the phase `go`"
        assert state.to_json() == before


@pytest.mark.usefixtures("hooked")
def test_a_game_that_lies_elsewhere_gets_no_hooks_of_another(tmp_path: Path) -> None:
    with pytest.raises(LoadError) as caught:
        make(tmp_path / "elsewhere", "gain far(a) point")
    assert {each.code for each in caught.value.diagnostics} == {"E301"}
    found = check_paths([tmp_path / "elsewhere"]).diagnostics
    assert {each.message for each in caught.value.diagnostics} == {
        each.message for each in found if each.code == "E301"
    }
    made = make(tmp_path, "gain far(a) point")
    assert made.stats()["hooks"] == ["close_in", "far", "open_at"]


HOOKS = "from ruleset_core import HookFunction\nfrom .other import seven\nHOOKS = {'seven': HookFunction((), 'int', seven)}\n"
OTHER = "def seven(state, seat):\n    return 7\n"


@pytest.fixture
def included(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The directory of an included game with hooks, which lie where those of included games do."""
    monkeypatch.setattr(discovery, "DATA_ROOT", tmp_path / "data")
    monkeypatch.setattr(discovery, "HOOKS_ROOT", tmp_path / "games")
    home = tmp_path / "games" / "flow"
    home.mkdir(parents=True)
    for name, text in {"__init__": "", "hooks": HOOKS, "other": OTHER}.items():
        (home / f"{name}.py").write_text(text, encoding="utf-8")
    return tmp_path / "data" / "flow"


def test_hooks_of_an_included_game_lie_beside_its_data(included: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "games", ModuleType("games"))  # somebody's own
    before = {*sys.modules}
    game = games.flow(included, "flow: [{phase: go, turns: once, do: 'may more { gain seven() point }'}]\n")
    state = game.new(2, 1)
    state.apply("more true")
    assert state.ask("point", 0) == 7
    assert {name.partition(".")[0] for name in {*sys.modules} - before if "flow" in name} <= {"_ruleset_games_flow"}


def test_hooks_of_an_included_game_that_fail_are_told(included: Path) -> None:
    home = included.parents[1] / "games" / "flow"
    (home / "hooks.py").write_text("import no_such_module\n", encoding="utf-8")
    with pytest.raises(RulesetError, match="the hooks of `flow` cannot be loaded"):
        games.flow(included, "flow: [{phase: go, turns: once, do: 'may more { gain seven() point }'}]\n")
    (home / "__init__.py").write_text("raise SystemExit\n", encoding="utf-8")
    with pytest.raises(RulesetError, match="the hooks of `flow` cannot be loaded"):
        games.flow(included, "flow: [{phase: go, turns: once, do: 'may more { gain seven() point }'}]\n")


@pytest.mark.slow
def test_an_empty_package_called_games_is_in_nobodys_way(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    (tmp_path / "games" / "__init__.py").touch()
    (tmp_path / "script.py").write_text("from ruleset_core import load\nprint(load('troyes').id)\n", encoding="utf-8")
    done = subprocess.run([sys.executable, "script.py"], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "troyes\n", done.stderr[-500:]


def test_without_plugin_there_are_no_hooks() -> None:
    assert hooks_of(None) == {}
    assert hooks_of(GamePlugin("flow", Path("flow"))) == {}


def test_missing_module_of_hooks_is_explained() -> None:
    with pytest.raises(RulesetError, match=r"the hooks of `flow` cannot be loaded from `no\.such\.module`"):
        hooks_of(GamePlugin("flow", Path("flow"), "no.such.module"))


def test_games_of_the_package_need_no_hooks() -> None:
    assert load("pig").stats()["hooks"] == []
