"""The final score sheet of any game: every line for every seat, totals, and who has won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from rich.console import Group, RenderableType
from rich.text import Text

from ruleset_core.cli.views.board import grid
from ruleset_core.cli.views.frame import framed
from ruleset_core.cli.views.kit import EMPTY, Viewed, linear, player_name, say, seat_letter
from ruleset_core.cli.views.names import Names

_FRAME: Final = 4
_NAMED: Final = 5
"""Up to so many seats have their name over their column; more have a letter and a number."""
_LONG: Final = 14
"""Characters of a name over a column of numbers."""


class ScoreLine(Protocol):
    """A line of a score sheet."""

    category: str
    item: str | None
    amount: int

    def name(self, lang: str) -> str:
        """What the line is called."""
        ...


Sheet = Mapping[tuple[str, str | None], ScoreLine]
"""The lines of one seat by category and item."""


class Scored(Protocol):
    """As much of a finished game as its score sheet needs."""

    def scores(self) -> Sequence[int]:
        """Total of each seat."""
        ...

    def score_sheet(self, seat: int) -> Sequence[Any]:
        """The lines of one seat."""
        ...

    def winners(self) -> Sequence[int]:
        """The seats that share the victory."""
        ...

    def outcomes(self) -> Sequence[int]:
        """What has come of it for each seat: 1 won, 0 drawn, -1 lost."""
        ...

    def standings(self) -> Sequence[tuple[int, int]]:
        """The team of each seat, and what its score is worth."""
        ...

    def achievements(self, seat: int) -> Sequence[str]:
        """Ids of what the seat has achieved."""
        ...


def render_scores(game: Viewed, state: Scored, lang: str, width: int, players: Sequence[str] = ()) -> RenderableType:
    """Draw the final score sheet.

    Args:
        game: gives the names.
        state: a game that is over.
        lang: `en` or `es`.
        width: columns of the terminal.
        players: what the players are called, by seat; without them they are numbered.

    """
    names, totals = Names(game, lang), list(state.scores())
    who = [player_name({"names": players}, seat, lang) for seat in range(len(totals))]
    sheets = [{(line.category, line.item): line for line in state.score_sheet(seat)} for seat in range(len(totals))]
    blocks = [
        *_tables(sheets, totals, _of_teams(state, totals), names, who, width - _FRAME),
        [Text(_verdict(state, totals, who, lang, counted=any(sheets)), "bold")],
        [line for seat in range(len(totals)) if (line := _achieved(names, state, seat, who[seat]))],
    ]
    lines: list[Text] = []
    for block in blocks:
        lines += ([Text("")] if lines and block else []) + block
    return framed(Group(*lines), f"{game.title(lang)} · {say('result', lang)}", width)


def _tables(
    sheets: Sequence[Sheet], totals: list[int], teams: list[int], names: Names, who: Sequence[str], width: int
) -> list[list[Text]]:
    """Lines down, seats across; a new table where the width ends."""
    rows = _rows(sheets, names)
    if not rows:
        return []
    ends = [("total", totals), ("team", teams)] if teams else [("total", totals)]
    rows += [(say(word, names.lang), [str(each) for each in sums]) for word, sums in ends]
    short = len(totals) > _NAMED
    letter = seat_letter(names.lang)
    heads = [f"{letter}{seat + 1}" if short else _head(name) for seat, name in enumerate(who)]
    tables: list[list[Text]] = []
    start = 0
    while start < len(heads):
        end = len(heads)
        while (drawn := _part(rows, len(ends), heads, start, end, width)) is None and end > start + 1:
            end -= 1
        tables.append(drawn or [])
        start = end
    return tables


def _of_teams(state: Scored, totals: Sequence[int]) -> list[int]:
    """What the team of each seat has together; nothing where everybody plays alone."""
    teams = [team for team, _ in state.standings()]
    if len(set(teams)) == len(teams):
        return []
    return [sum(total for other, total in zip(teams, totals, strict=True) if other == team) for team in teams]


def _head(name: str) -> str:
    return name if len(name) <= _LONG else name[: _LONG - 1] + "…"


def _part(
    rows: Sequence[tuple[str, list[str]]], ends: int, heads: Sequence[str], start: int, end: int, width: int
) -> list[Text] | None:
    drawn = grid("", [(name, cells[start:end]) for name, cells in rows], heads[start:end], width)
    if drawn and not linear():
        for line in drawn[-ends:]:
            line.stylize("bold")
        drawn.insert(-ends, Text("─" * drawn[0].cell_len, "dim"))
    return drawn


def _rows(sheets: Sequence[Sheet], names: Names) -> list[tuple[str, list[str]]]:
    """One row for each category; below it, indented, one for each of its items."""
    lines = {key: line for sheet in sheets for key, line in sheet.items()}
    rows = []
    for category in dict.fromkeys(category for category, _ in lines):
        inside = [key for key in lines if key[0] == category]
        whole, _, _ = lines[inside[0]].name(names.lang).partition(": ")
        sums = [sum(sheet[key].amount for key in inside if key in sheet) for sheet in sheets]
        rows.append((whole, [str(amount) for amount in sums]))
        for key in inside if inside[0][1] is not None else ():
            cells = [str(sheet[key].amount) if key in sheet else EMPTY for sheet in sheets]
            rows.append((f"  {lines[key].name(names.lang).rpartition(': ')[2]}", cells))
    return rows


def _verdict(state: Scored, totals: list[int], who: Sequence[str], lang: str, *, counted: bool) -> str:
    outcomes, winners = state.outcomes(), state.winners()
    if len(totals) == 1:
        ranked = getattr(state, "rank", None)
        points = f"{totals[0]} {say('points', lang)}" if counted else ""
        ended = say("lost", lang) if outcomes[0] < 0 else "" if counted else say("won", lang)
        return ", ".join(filter(None, (points, ranked(lang) if ranked else "", ended)))
    if not winners:
        return say("all_lose" if outcomes[0] else "drawn", lang)
    if outcomes[0] == 0:
        return f"{say('tied', lang)}: {', '.join(who)}"
    if outcomes[0] == 1 and len(winners) == len(totals):
        return say("all_win", lang)
    teams = {state.standings()[seat][0] for seat in winners}
    word = say("winner" if len(winners) == 1 else "winners" if len(teams) == 1 else "shared", lang)
    return f"{word}: {', '.join(who[seat] for seat in winners)}"


def _achieved(names: Names, state: Scored, seat: int, player: str) -> Text | None:
    found = [names.achievement(one) for one in state.achievements(seat)]
    if not found:
        return None
    return Text.assemble((f"{say('achievements', names.lang)}, {player}: ", "dim"), ", ".join(found))
