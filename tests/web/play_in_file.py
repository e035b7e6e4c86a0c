"""Plays in the Python parts of an exported file; `test_same_games` runs it there. Arguments: the game, its seats, a seed, a saved game or nothing.

    python play_in_file.py pig human,greedy 7           a new game, in the directory of a bundle
    python play_in_file.py pig human,greedy 7half       the game of the file `half.ruleset` among the saved ones goes on

The last line is the path of the record, and a digest of the last state.
"""

from __future__ import annotations

import asyncio
import json
import sys
from hashlib import blake2b
from pathlib import Path


class Absent:
    """What is not in a file cannot be imported."""

    def find_spec(self, name: str, _path: object = None, _target: object = None) -> None:
        """Raises ModuleNotFoundError."""
        if name.split(".", maxsplit=1)[0] in {"yaml", "pydantic", "lark", "jsonschema"}:
            raise ModuleNotFoundError(name)


async def play(game: str, seats: str, seed: str, saved: str = "") -> None:
    """Let bots and Ana, who takes any answer, play to the end, as pages do."""
    from ruleset_core.web.lobby import Lobby, MatchRequest
    from ruleset_core.web.persistence import WATCH, KeptSeat

    lobby = Lobby([Path("games")], 0, at_one_screen=True)
    if saved:
        room, _ = lobby.resume(f"{saved}.ruleset")
    else:
        sitting = [
            KeptSeat(name, kind) for name, kind in zip(("Ana", "Bo", "Cy", "Di"), seats.split(","), strict=False)
        ]
        room, _ = lobby.begin(MatchRequest(game, sitting, seed=int(seed)))
    page = room.enter(WATCH, "en")
    while not room.match.over:
        news = await page.news.get()
        assert news is not None
        assert not json.loads(news)["broken"]
        while (asked := room.match.question(0)) is not None:  # Ana takes whatever her last answer brings her to
            options = asked.state.options
            assert not room.answer(0, options[(7 * asked.number + 3) % len(options)], asked.number, "en")
    digest = blake2b(json.dumps(room.match.live.to_json(), sort_keys=True).encode()).hexdigest()
    sys.stdout.write(f"{room.kept.record} {digest}\n")
    lobby.close()


if __name__ == "__main__":
    sys.meta_path.insert(0, Absent())
    asyncio.run(play(*sys.argv[1:]))
