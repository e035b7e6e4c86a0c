"""Properties of the notation: every option of the game can be written, read back, and told from the others."""

from __future__ import annotations

from collections.abc import Iterator

from ruleset_core import Game, NotationError


def vocabulary(game: Game) -> Iterator[str]:
    """Printing and parsing round-trip over the whole vocabulary, and no two options are written alike."""
    written: dict[str, int] = {}
    for option in range(game.vocabulary_size):
        text = game.notation(option)
        if text in written:
            yield f"options {written[text]} and {option} are both written `{text}`"
        written[text] = option
        if text != " ".join(text.split()):
            yield f"`{text}` has stray blanks"
        parsed = game.parse(text)
        if parsed != option:
            yield f"`{text}` is written for option {option} but read as {parsed}"
    for nonsense in ("", "no such words in any game"):
        try:
            game.parse(nonsense)
        except NotationError:
            continue
        yield f"nonsense {nonsense!r} is read as an option"
