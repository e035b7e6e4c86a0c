"""The modules run in another engine, that of `node`, and end in the same bytes."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ruleset_core import load
from tests.lang.in_core import InCore, in_core

HOST = Path(__file__).parent / "host.mjs"
OLDEST = 20
"""Versions of node before this one know no tail calls."""
GAMES = ("pig", "tic_tac_toe", "troyes_dice", "carcassonne_masons", "tournay", "troyes")


@pytest.fixture(scope="module")
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed: what other engines make of the modules is not tried")
    version = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout.strip()
    if int(version.removeprefix("v").partition(".")[0]) < OLDEST:
        pytest.skip(f"node {version} is too old: it knows no tail calls")
    return found


@pytest.mark.parametrize("name", GAMES)
def test_same_bytes_in_node(node: str, name: str, tmp_path: Path) -> None:
    game = load(name, expansions=["banquetes_y_asaltos"] if name == "troyes_dice" else ())
    core = in_core(game)
    if core is None:
        pytest.skip("there is no core here: the tests of `native` say why")
    blank = game.blank(game.players[1], 4, {})
    job = {"at": core.at, "other": core.other, "out": core.out, "size": core.size, "seats": blank.n, "room": core.room}
    job |= {"blank": core.image.pack(blank).hex(), "module": str(tmp_path / "game.wasm")}
    (tmp_path / "game.wasm").write_bytes(core.wasm)
    wanted, options = _here(core, blank)
    done = subprocess.run(
        [node, str(HOST)], input=json.dumps(job | {"options": options}), capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
    assert json.loads(done.stdout) == wanted


def _here(core: InCore, blank: Any) -> tuple[dict[str, str], list[int]]:
    """What comes out of a game with random choices, and the choices."""
    pick, options, digest = Random(blank.game.id), [], hashlib.sha256()
    assert core.begin(blank)
    while offered := core.state().options:
        digest.update(core.bytes())
        options.append(pick.choice(offered))
        assert core.apply(options[-1])
    scores, (winners, _) = core.scores(blank.n), core.verdict(blank.n) or ([], [])
    assert options
    assert scores is not None
    assert winners
    found = {
        "last": core.bytes().hex(),
        "all": digest.hexdigest(),
        "scores": b"".join(score.to_bytes(8, "little", signed=True) for score in scores).hex(),
        "winners": bytes(seat in winners for seat in range(blank.n)).hex(),
    }
    return found, options
