"""The same game in another process: same seed, same bytes, whatever Python's hash seed is."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ruleset_core import Game, State

from .whole import Played


def digest(played: Played) -> str:
    """Condense a game: the options offered at every choice, the draws, the final state."""
    state: State = played.table.new(played.game)
    seen: list[Any] = []
    for option in played.taken:
        seen += [list(state.options), list(state.draws)]
        state.apply(option)
    text = json.dumps([seen, state.draws, state.to_json(), played.game.hash], sort_keys=False)
    return hashlib.sha256(text.encode()).hexdigest()


def elsewhere(played: Sequence[Played], source: Mapping[str, Any], hash_seed: int) -> list[str] | str:
    """Play the same games in a new process.

    Args:
        played: games of one and the same `Game`.
        source: what `load` needs to load it again: name, expansions, roots, whether their order counts.
        hash_seed: seed of Python's string hashes in the new process.

    Returns:
        One digest for each game, or a text that tells why there are none.
    """
    games = [[game.table.players, game.table.seed, dict(game.table.options), game.taken] for game in played]
    environment = {**os.environ, "PYTHONHASHSEED": str(hash_seed), "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-m", __package__]
    request = json.dumps({"source": dict(source), "games": games})
    done = subprocess.run(  # noqa: S603  our own module, in our own interpreter
        command, input=request, capture_output=True, text=True, env=environment, check=False
    )
    if done.returncode:
        return f"the new process failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"
    return done.stdout.split()


def processes(played: Sequence[Played], source: Mapping[str, Any]) -> Iterator[str]:
    """Two new processes with different hash seeds play the games to the same bytes as this one."""
    here = [digest(game) for game in played]
    for hash_seed in (1, 2):
        there = elsewhere(played, source, hash_seed)
        if isinstance(there, str):
            yield there
            continue
        different = [str(game.table) for game, a, b in zip(played, here, there, strict=True) if a != b]
        if different:
            yield f"another process (hash seed {hash_seed}) plays differently: {'; '.join(different)}"


def source_of(
    game: Game, name: str | None, roots: Sequence[str], expansions: Sequence[str] | None = None
) -> dict[str, Any]:
    """Say how a new process loads the same game; what was loaded by path is loaded by path again."""
    wanted = game.expansions if expansions is None else expansions
    named = {"name": name or game.id, "expansions": list(wanted), "roots": [str(root) for root in roots]}
    return {**named, "in_order": game.in_order}
