"""The score sheet of a player in the middle of a game, and the result at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ruleset_core.cli.said.messages import say
from ruleset_core.cli.said.names import player_names
from ruleset_core.record import Session

if TYPE_CHECKING:
    from ruleset_core import State
    from ruleset_core.cli.printed.screen import Screen

__all__ = ["sheet_lines", "show_result"]

UNKNOWN = "?"


def sheet_lines(state: State, seats: Sequence[int], names: Sequence[str], lang: str) -> Iterator[str]:
    """The score sheets of some seats side by side, their totals below. `names` are those of all seats.

    What depends on something a seat may not know yet is a question mark, and so is the total.
    """
    secret = state.secret_scores(lang)
    rows: dict[tuple[str, str | None], dict[int, int]] = {}
    titles: dict[tuple[str, str | None], str] = {}
    for seat in seats:
        for line in state.score_sheet(seat):
            if line.category in secret:
                continue
            key = (line.category, line.item)
            rows.setdefault(key, {})[seat] = line.amount
            titles.setdefault(key, line.name(lang))
    scores = state.scores()
    cells = [["", *(names[seat] for seat in seats)]]
    cells += [[titles[key], *(_figure(amounts.get(seat)) for seat in seats)] for key, amounts in rows.items()]
    cells += [[title, *(UNKNOWN for _ in seats)] for title in secret.values()]
    cells.append([say("total", lang), *(UNKNOWN if secret else _figure(scores[seat]) for seat in seats)])
    yield from _aligned(cells)


def show_result(screen: Screen, session: Session, lang: str, viewer: int | None) -> None:
    """The end of a game as `viewer` may be told it: the score sheets of all, and who has won."""
    from ruleset_core.cli.playing.result import DetailedScores
    from ruleset_core.cli.views.kit import read_aloud
    from ruleset_core.cli.views.scores import render_scores

    names = player_names(session.header, lang)
    with read_aloud(screen.linear):
        screen.draw(render_scores(session.game, DetailedScores(session, viewer, names), lang, screen.width, names))


def _figure(amount: int | None) -> str:
    """A figure as the log writes it, with a minus rather than a hyphen; nothing for none."""
    return "" if amount is None else str(amount).replace("-", "−")


def _aligned(cells: Sequence[Sequence[str]]) -> Iterator[str]:
    """Columns two blanks apart, the first left-aligned, numbers right-aligned."""
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for first, *rest in cells:
        numbers = "".join(f"  {cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        yield f"{first:<{widths[0]}}{numbers}".rstrip()
