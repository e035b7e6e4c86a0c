"""What scenes of all games look like in a terminal. `python -m tests.terminal.goldens` draws them anew."""

from __future__ import annotations

from pathlib import Path

from ruleset_core import load
from ruleset_core.view.terminal.drawing import draw
from tests.terminal.positions import GAMES, after, keyed, seen

HERE = Path(__file__).parent / "drawn"
SIZES = ((80, 24), (100, 40))
DECISIONS = 30


def drawn(name: str) -> str:
    """A position of a game at both sizes, then told to be read."""
    state = after(load(name), 1, DECISIONS)
    parts = []
    for (width, height), lang in zip(SIZES, ("en", "es"), strict=True):
        text = draw(seen(state, lang), width, height, keys=keyed(state))
        parts.append(f"{width}x{height} {lang}\n{text.plain}\n")
    parts.append("plain\n" + draw(seen(state), 80, plain=True, keys=keyed(state)).plain + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    HERE.mkdir(exist_ok=True)
    for each in GAMES:
        (HERE / f"{each}.txt").write_text(drawn(each), encoding="utf-8")
