"""What all tests share: an included game is built once in a process, however often it is loaded."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

from ruleset_core import discovery
from ruleset_core.diagnostics import Diagnostic
from ruleset_core.engine import linking as loading
from ruleset_core.engine import loader as keeping
from ruleset_core.engine.game import Game
from ruleset_core.headers import Lineage
from ruleset_core.model.game_files import GatheredFiles

ROOT = Path(__file__).resolve().parents[1]
INCLUDED = (ROOT / "data", ROOT / "examples")

os.environ.setdefault("RULESET_CACHE", str(ROOT / ".pytest_cache" / "ruleset"))  # nothing goes to the home directory
os.environ["RULESET_GAMES"] = str(ROOT / ".pytest_cache" / "no_games")  # what a user has added is not tested

# Hundreds of tests start a program: where Python is told to keep no bytecode, each of them would compile all its modules again.
if os.environ.pop("PYTHONDONTWRITEBYTECODE", ""):
    sys.dont_write_bytecode = False

# A shell that starts the tests in the background lets them ignore Ctrl-C, and so would all programs that they start and interrupt.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

_build = loading.build_game
_built: dict[tuple[object, ...], Game] = {}


def _built_once(gathered: GatheredFiles, diagnostics: list[Diagnostic]) -> Game:
    """Games are immutable and meant to be shared; the files are read and checked for shape each time all the same."""
    header = gathered.header
    directory = gathered.directory.resolve()
    if header is None or diagnostics or not any(directory.is_relative_to(place) for place in INCLUDED):
        return _build(gathered, diagnostics)
    expansions = tuple(origin for origin, _ in gathered.expansions)
    key = (
        gathered.directory,
        gathered.digest,
        expansions,
        gathered.order.in_order,
        header.name.given,  # a translation has the digest of the game
        discovery.plugin_at(header.game, directory),
    )
    if key not in _built:
        _built[key] = _build(gathered, diagnostics)
    return _built[key]


loading.build_game = _built_once

_fetch, _keep = keeping.load_cached, keeping.cache_game
_fetched: dict[tuple[str, Path], Game] = {}


def _fetched_once(key: str, lineage: Lineage, *args: Any, **named: Any) -> Game | None:
    """As above, for games that are kept."""
    if (key, lineage.directory) not in _fetched:
        game = _fetch(key, lineage, *args, **named)
        if game is None:
            return None
        _fetched[key, lineage.directory] = game
    return _fetched[key, lineage.directory]


if os.environ.get("RULESET_TEST_KEPT"):  # the same tests on games that were kept by an earlier run
    keeping.load_cached = _fetched_once
else:  # each run links its games, whatever an earlier one has kept; what is kept is tried in `tests/engine/test_kept_games.py`
    keeping.load_cached = lambda *_args, **_named: None
    keeping.cache_game = lambda _key, _game: None


@pytest.fixture
def fresh_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games are built anew, and no other test is given them: what they say is another language."""
    monkeypatch.setattr(loading, "build_game", _build)


@pytest.fixture
def kept_games(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Games are kept, as for users, in a directory of the test's own."""
    monkeypatch.setattr(keeping, "load_cached", _fetch)
    monkeypatch.setattr(keeping, "cache_game", _keep)
    directory = tmp_path_factory.mktemp("kept") / "cache"
    monkeypatch.setenv("RULESET_CACHE", str(directory))
    return directory


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays to the end: it is not looked through for garbage, now or while tests run.

    Tests build games of 100,000 objects that stay: with Python's own threshold a fifth of the time goes into looking through them.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.set_threshold(50_000, 20, 20)
        gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What takes long begins first: at the end no core is alone with one of them."""
    items.sort(key=lambda item: not any(item.get_closest_marker(name) for name in ("slow", "packaging")))
