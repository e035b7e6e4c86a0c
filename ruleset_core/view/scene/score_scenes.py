"""Score sheets as scenes: a row for each line, a column for each seat, in the middle of a game and at its end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, Protocol

from ruleset_core import Game, ScoreLine, State, visible_sheet
from ruleset_core.formats import scene_format as scenes
from ruleset_core.messages import labelled, message
from ruleset_core.view.scene.scene_items import SEATS, player_letter, player_name

MANY: Final = 5
"""With more seats than this, those that have no name of their own are a letter and a number."""
UNKNOWN: Final = "?"
NOTHING: Final = "·"

Sheet = Mapping[tuple[str, str | None], "ScoreLine"]
"""The lines of one seat by category and item."""
Cells = Sequence[str]


class FinishedGame(Protocol):
    """As much of a finished game as its result needs: a `State` has it, or what knows more of its lines."""

    def scores(self) -> Sequence[int]:
        """Total of each seat."""

    def score_sheet(self, seat: int) -> Sequence[ScoreLine]:
        """The lines of one seat."""

    def winners(self) -> Sequence[int]:
        """The seats that share the victory."""

    def outcomes(self) -> Sequence[int]:
        """What has come of it for each seat: 1 won, 0 drawn, -1 lost."""

    def standings(self) -> Sequence[tuple[int, int]]:
        """The team of each seat, and what its score is worth."""

    def achievements(self, seat: int) -> Sequence[str]:
        """Ids of what the seat has achieved."""

    def rank(self, lang: str) -> str | None:
        """What the score of somebody who plays alone is called, if it is called something."""


def result_scene(
    game: Game, scored: FinishedGame, lang: str = "en", names: Sequence[str] = (), colours: Sequence[str] = SEATS
) -> scenes.Scene:
    """The end of a game: the score sheets of all, and who has won.

    Args:
        game: what was played.
        scored: a game that is over.
        lang: `en` or `es`.
        names: what the players are called, by seat; who has no name is numbered.
        colours: of the seats.

    """
    totals = list(scored.scores())
    who = [player_name(seat, lang, names) for seat in range(len(totals))]
    sheets = {seat: _by_key(scored.score_sheet(seat)) for seat in range(len(totals))}
    sums = {message("scene.score.total", lang): list(map(_figure, totals))}
    together = _of_teams(scored, totals)
    if together:
        sums[message("scene.score.team", lang)] = list(map(_figure, together))
    table = _table(_rows(sheets.values(), lang), sums, list(sheets), who, colours, lang)
    said = scenes.Paragraph(_verdict(scored, totals, who, lang, counted=any(sheets.values())))
    achieved = [
        scenes.SceneRow(
            _stand(f"seat/{seat}"), (scenes.TextSpan(who[seat]),), (_achieved(game, scored.achievements(seat), lang),)
        )
        for seat in sheets
    ]
    told = [row for row in achieved if row.cells[0]]
    show: list[scenes.SceneNode] = [
        *table,
        said,
        *(
            [scenes.SceneTable((scenes.ColumnHead(message("scene.score.achievements", lang), wide=True),), tuple(told))]
            if told
            else []
        ),
    ]
    return _scene(game, "result", lang, who, show, over=True)


def score_scene(
    state: State, seats: Sequence[int], viewer: int, lang: str = "en", names: Sequence[str] = (),
    colours: Sequence[str] = SEATS,
) -> scenes.Scene:  # fmt: skip
    """The score sheets of some seats as they are now, as `viewer` may be told them.

    What may not be told yet is a question mark, and so is the total.
    """
    who = [player_name(seat, lang, names) for seat in range(state.n)]
    told = [visible_sheet(state, seat, viewer) for seat in seats]
    hidden = [{category: name[lang] for category, name in secret.items()} for _, secret in told]
    sums = [UNKNOWN if secret else _figure(sum(line.amount for line in lines)) for lines, secret in told]
    rows = _rows([_by_key(lines) for lines, _ in told], lang, hidden)
    table = _table(rows, {message("scene.score.total", lang): sums}, seats, who, colours, lang)
    return _scene(state.game, "score", lang, who, table, over=state.over)


def _scene(
    game: Game, of: str, lang: str, who: Sequence[str], show: Iterable[scenes.SceneNode], *, over: bool
) -> scenes.Scene:
    title = f"{game.title(lang)} · {message(f'scene.score.{of}', lang)}"
    panel = scenes.ScenePanel(of, title, 1, None, True, tuple(show))
    return scenes.Scene(game.id, game.title(lang), lang, -1, None, tuple(who), (panel,), over=over)


def _table(
    rows: Sequence[scenes.SceneRow],
    sums: Mapping[str, Cells],
    seats: Sequence[int],
    who: Sequence[str],
    colours: Sequence[str],
    lang: str,
) -> Iterator[scenes.SceneTable]:
    """The rows with their sums; nothing where nothing is counted."""
    if rows:
        heads = tuple(scenes.ColumnHead(_head(seat, who, lang), colours[seat % len(colours)]) for seat in seats)
        added = (
            scenes.SceneRow(
                _stand(name), (scenes.TextSpan(name, style="bold"),), tuple(_cell(each, "bold") for each in cells)
            )
            for name, cells in sums.items()
        )
        yield scenes.SceneTable(heads, (*rows, *added), len(sums))


def _head(seat: int, who: Sequence[str], lang: str) -> str:
    named = who[seat] != player_name(seat, lang)
    return who[seat] if named or len(who) <= MANY else f"{player_letter(lang)}{seat + 1}"


def _by_key(lines: Iterable[ScoreLine]) -> Sheet:
    return {(line.category, line.item): line for line in lines}


def _rows(sheets: Iterable[Sheet], lang: str, hidden: Sequence[Mapping[str, str]] = ()) -> list[scenes.SceneRow]:
    """One row for each category; below it one for each of its items. `hidden`: categories that are not told, by their names."""
    sheets = list(sheets)
    secret = [*hidden] or [{}] * len(sheets)
    lines = {key: line for sheet in sheets for key, line in sheet.items()}
    names = {category: line.name(lang).partition(": ")[0] for (category, _), line in lines.items()}
    for each in secret:
        names |= each
    rows = []
    for category, name in names.items():
        inside = [key for key in lines if key[0] == category]
        sums = [_figure(sum(sheet[key].amount for key in inside if key in sheet)) for sheet in sheets]
        rows.append(scenes.SceneRow(_stand(category), (scenes.TextSpan(name),), _cells(sums, category, secret)))
        for key in (key for key in inside if key[1] is not None):
            title = scenes.TextSpan(f"  {lines[key].name(lang).rpartition(': ')[2]}", style="dim")
            amounts = [_figure(sheet[key].amount) if key in sheet else NOTHING for sheet in sheets]
            rows.append(
                scenes.SceneRow(_stand(f"{category}/{key[1]}"), (title,), _cells(amounts, category, secret, "dim"))
            )
    return rows


def _cells(
    said: Cells, category: str, secret: Sequence[Mapping[str, str]], style: str = ""
) -> tuple[scenes.TextSpans, ...]:
    """A row of cells; of seats of which the category is not told, question marks."""
    return tuple(
        _cell(UNKNOWN if category in hidden else each, style) for each, hidden in zip(said, secret, strict=True)
    )


def _stand(of: str) -> scenes.SceneTarget:
    return scenes.SceneTarget("score", of, f"score:{of}")


def _cell(text: str, style: str = "") -> scenes.TextSpans:
    return (scenes.TextSpan(text, style=style),)


def _figure(amount: int) -> str:
    """A figure with a minus rather than a hyphen."""
    return str(amount).replace("-", "−")


def _of_teams(scored: FinishedGame, totals: Sequence[int]) -> list[int]:
    """What the team of each seat has together; nothing where everybody plays alone."""
    teams = [team for team, _ in scored.standings()]
    if len(set(teams)) == len(teams):
        return []
    return [sum(total for other, total in zip(teams, totals, strict=True) if other == team) for team in teams]


def _verdict(scored: FinishedGame, totals: list[int], who: Sequence[str], lang: str, *, counted: bool) -> str:
    outcomes, winners = scored.outcomes(), scored.winners()
    if len(totals) == 1:
        points = f"{_figure(totals[0])} {message('scene.score.points', lang)}" if counted else ""
        ended = (
            message("scene.score.lost", lang)
            if outcomes[0] < 0
            else ""
            if counted
            else message("scene.score.won", lang)
        )
        return ", ".join(filter(None, (points, scored.rank(lang), ended)))
    if not winners:
        return message("scene.score.all_lose" if outcomes[0] else "scene.score.drawn", lang)
    if outcomes[0] == 0:
        return labelled(message("scene.score.tied", lang), ", ".join(who), lang)
    if outcomes[0] == 1 and len(winners) == len(totals):
        return message("scene.score.all_win", lang)
    teams = {scored.standings()[seat][0] for seat in winners}
    word = message(
        "scene.score.winner"
        if len(winners) == 1
        else "scene.score.winners"
        if len(teams) == 1
        else "scene.score.shared",
        lang,
    )
    return labelled(word, ", ".join(who[seat] for seat in winners), lang)


def _achieved(game: Game, found: Sequence[str], lang: str) -> scenes.TextSpans:
    said = ", ".join(game.glossary.title("achievements", one, lang) for one in found)
    return (scenes.TextSpan(said),) if said else ()
