"""The modules run in another engine, that of `node`, and end in the same bytes: whole games, a search, and hooks.

Where there is no `node` of version 20 or newer they are skipped, unless `RULESET_NODE=required`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest

from ruleset_core import Game, HookFunction, core_of, load
from ruleset_core.compile.host.executor_choice import why_not
from ruleset_core.compile.irgen.generator import generate_ir
from ruleset_core.compile.wasm.game_module import build_game_module
from ruleset_core.compile.wasm.search_module import build_search_module
from ruleset_core.engine.core.compiled_arenas import CompiledArena
from ruleset_core.engine.core.seat_policies import SearchSettings
from tests.engine.games import flow
from tests.engine.hooked_game import plug_in

pytestmark = pytest.mark.skipif(why_not() is not None, reason=f"there is no core here: {why_not()}")

HOST = Path(__file__).parent / "host.mjs"
OLDEST = 20
"""Versions of node before this one know no tail calls."""
GAMES = ("pig", "tic_tac_toe", "troyes_dice", "carcassonne_masons", "tournay", "troyes")


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        _missing("node is not installed: what other engines make of the modules is not tried")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0]) < OLDEST:
        _missing(f"node {version} is too old: it knows no tail calls")
    return found


def _missing(message: str) -> NoReturn:
    if os.environ.get("RULESET_NODE") == "required":
        pytest.fail(message)
    pytest.skip(message)


class Job:
    """Calls that are made here, and written down for another engine: from a memory as it is on."""

    def __init__(self, game: Game, directory: Path) -> None:
        self.host = core_of(game).new(game.players[1], 1).host  # type: ignore[attr-defined]
        self.results: list[int] = []
        self._game, self._directory, self._digest = game, directory, hashlib.sha256()
        self._calls: list[tuple[Any, ...]] = []

    def begin(self) -> None:
        """From here on."""
        self._image = bytes(self.host.memory.view(0, self.host.memory.size))

    def call(
        self, instance: str, name: str, function: Callable[..., int], *args: int | str, at: int = 0, size: int = 0
    ) -> int:
        """Call a function of the module of the game or of the second one; then look at some bytes. Text stands for 64 bits."""
        found = function(*map(int, args))
        self.results.append(found)
        self._calls.append((instance, name, args, at, size))
        self._digest.update(self.host.memory.view(at, size))
        return found

    def same_in(self, node: str, hooks: dict[str, str]) -> None:
        """The other engine comes to the same numbers and bytes. `hooks`: what they do in its language."""
        self._digest.update(self.host.memory.view(0, len(self._image)))
        files = {
            "module": build_game_module(generate_ir(self._game.program)), "second": build_search_module(self.host.notes.layout), "image": self._image,
        }  # fmt: skip
        job: dict[str, Any] = {"calls": self._calls, "hooks": hooks, "hooked": self.host.notes.hooked}
        for name, content in files.items():
            (self._directory / name).write_bytes(content)
            job[name] = str(self._directory / name)
        done = subprocess.run([node, str(HOST)], input=json.dumps(job), capture_output=True, text=True, check=False)
        assert not done.returncode, done.stderr
        assert json.loads(done.stdout) == {"results": self.results, "digest": self._digest.hexdigest()}


def play(job: Job, game: Game) -> None:
    """A game with random choices, its scores and its winners."""
    host, pick = job.host, Random(game.id)
    blank = game.blank(game.players[1], 4, {})
    at, out = host.record(), host.room(4096)
    host.memory.write(at, host.image.pack(blank))
    functions = {name: host.function(name) for name in ("start", "apply", "scores", "outcomes")}

    def call(name: str, *args: int | str) -> int:
        return job.call("game", name, functions[name], *args, at=at, size=host.size)

    template, at = at, host.record()
    job.begin()
    count = call("start", at, template)
    for _ in range(3000):
        if not count:
            break
        count = call("apply", at, str(pick.choice(host.options(at, count))))
        count = -2 - count if count < 0 else count
    assert len(job.results) > 4
    call("scores", at, out)
    call("outcomes", at, out, out + 100)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_have_the_same_bytes_in_node(node: str, name: str, tmp_path: Path) -> None:
    game = load(name, expansions=["banquetes_y_asaltos"] if name == "troyes_dice" else ())
    job = Job(game, tmp_path)
    play(job, game)
    job.same_in(node, {})


@pytest.mark.slow
@pytest.mark.parametrize("name", ["tic_tac_toe", "troyes_dice"])
def test_a_search_has_the_same_bytes_in_node(node: str, name: str, tmp_path: Path) -> None:
    game = load(name)
    job, state = Job(game, tmp_path), game.new(2, 3)
    manner = SearchSettings.from_figures({"budget": 16, "ahead": 16, "nodes": 128})
    runner: Any = core_of(game)._runner
    room = CompiledArena(job.host, runner._search_module(), manner, state)
    room.enter(state, state.seat, runner._bases(5), 0, manner)
    room.write({"sims": 24})
    job.begin()
    job.call("second", "search", room._search, room.at, 0, 24)
    job.call("second", "first_look", room._worths, room.at, 0)
    job.same_in(node, {})


def test_hooks_have_the_same_bytes_in_node(node: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def worth(_state: Any, me: int, number: int) -> int:
        return (7 * number + me) % 5

    def mark(state: Any, me: int, number: int) -> None:
        state.v[0] += number + me

    plug_in(monkeypatch, {"worth": HookFunction(("int",), "int", worth), "mark": HookFunction(("int",), None, mark)})
    do = "choose amount n where worth(n) > 0 { gain worth(n) point; call mark(n) }"
    game = flow(tmp_path, f'flow: [{{phase: go, turns: forever, until: "point > 40", do: "{do}"}}]')
    job = Job(game, tmp_path)
    play(job, game)
    values = job.host.image.record.values
    job.same_in(node, {
        "worth": "return (7 * arg + seat) % 5;", "mark": f"words(at + {values}, 1)[0] += arg + seat; return 0;",
    })  # fmt: skip
