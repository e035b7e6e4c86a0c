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


def sheet_lines(
    state: State, seats: Sequence[int], viewer: int, names: Sequence[str], lang: str, width: int
) -> Iterator[str]:
    """The score sheets of some seats side by side as `viewer` may be told them, their totals below.

    What may not be told yet is a question mark, and so is the total. Where there are too few columns for all, some stand below.
    """
    sheets = {seat: state.told_sheet(seat, viewer) for seat in seats}
    titles: dict[tuple[str, str | None], str] = {}
    for lines, _ in sheets.values():
        titles |= {(line.category, line.item): line.name(lang) for line in lines}
    for _, secret in sheets.values():
        titles |= {(category, None): name[lang] for category, name in secret.items()}
    columns = []
    for seat, (lines, secret) in sheets.items():
        amounts = {(line.category, line.item): _figure(line.amount) for line in lines}
        amounts |= dict.fromkeys(((category, None) for category in secret), UNKNOWN)
        total = UNKNOWN if secret else _figure(sum(line.amount for line in lines))
        columns.append([names[seat], *(amounts.get(key, "") for key in titles), total])
    first = ["", *titles.values(), say("total", lang)]
    room = width - max(map(len, first))
    while columns:
        size, fitting = 0, 0
        for column in columns:
            size += 2 + max(map(len, column))
            fitting += size <= room or not fitting
        yield from _aligned([*zip(first, *columns[:fitting], strict=True)])
        columns = columns[fitting:]


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
