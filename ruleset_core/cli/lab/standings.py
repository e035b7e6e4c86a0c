"""How bots stand who play against each other: as lines of text, as data, and as files."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core import __version__
from ruleset_core.cli.common import table
from ruleset_core.cli.said.messages import say
from ruleset_core.files import written_beside
from ruleset_core.texts.figures import grouped, number, percent
from ruleset_core.texts.names import kind_word

if TYPE_CHECKING:
    from ruleset_core import Game
    from ruleset_core.sim.matches import Standing
    from ruleset_core.sim.sequential import Verdict

__all__ = ["as_json", "lines", "writer"]

HEADS: Final = (
    "match_game", "match_bot", "match_against", "match_share", "match_interval", "match_won", "match_shared",
    "match_lost", "match_verdict",
)  # fmt: skip
ANSWERS: Final = ("match_game", "match_bot", "match_median", "match_most", "match_sims")
VERDICTS: Final[dict[Verdict, str]] = {"holds": "match_holds", "fails": "match_fails", "open": "match_open"}
EVEN: Final = 0.5


def lines(games: Sequence[Game], standings: Sequence[Standing], lang: str) -> Iterator[str]:
    """The table of all matches, and how the bots answered."""
    yield from table(_matches(games, standings, lang)).splitlines()
    yield say("match_note", lang)
    if any(standing.games for standing in standings):
        yield ""
        yield from table(_answers(games, standings, lang)).splitlines()


def _matches(games: Sequence[Game], standings: Sequence[Standing], lang: str) -> list[list[str]]:
    rows = [[say(head, lang) for head in HEADS]]
    for game, standing in zip(games, standings, strict=True):
        match, shares = standing.match, standing.shares
        row = [game.title(lang), kind_word(match.first, lang), kind_word(match.second, lang)]
        if not standing.games:
            rows.append([*row, "", "", "", "", "", say("match_unplayed", lang)])
            continue
        low, high = shares.interval()
        within = say("match_to", lang, low=number(100 * low, lang, 1), high=percent(high, lang))
        lost = standing.games - standing.won - standing.shared
        counts = [grouped(count, lang) for count in (standing.won, standing.shared, lost)]
        rows.append([*row, percent(shares.mean, lang), within, *counts, _verdict(standing, lang)])
    return rows


def _verdict(standing: Standing, lang: str) -> str:
    found, share = standing.verdict, standing.match.claim.share
    if found != "open" and share == EVEN:
        return say("match_better" if found == "holds" else "match_worse", lang)
    return say(VERDICTS[found], lang, share=percent(share, lang), sure=percent(standing.match.claim.sure, lang))


def _answers(games: Sequence[Game], standings: Sequence[Standing], lang: str) -> list[list[str]]:
    """Of each bot in each game how long its answers took: of the match in which it gave most."""
    most: dict[tuple[str, str], tuple[Standing, int]] = {}
    for game, standing in zip(games, standings, strict=True):
        for bot, name in enumerate((standing.match.first, standing.match.second)):
            key = game.title(lang), name
            if standing.decisions[bot] > (most[key][0].decisions[most[key][1]] if key in most else 0):
                most[key] = standing, bot
    rows = [[say(head, lang) for head in ANSWERS]]
    for (title, name), (standing, bot) in most.items():
        sims = standing.sims[bot] / standing.decisions[bot]
        times = [_time(standing.took(bot, part), lang) for part in (50, 95)]
        rows.append([title, kind_word(name, lang), *times, grouped(round(sims), lang) if sims else ""])
    return rows


def _time(seconds: float, lang: str) -> str:
    if seconds >= 1:
        return f"{number(seconds, lang, 1)} s"
    return f"{number(seconds * 1000, lang, 0 if seconds >= 0.01 else 2)} ms"


# -- data --------------------------------------------------------------------------------------------------------------


def as_data(games: Sequence[Game], standings: Sequence[Standing], *, times: bool) -> list[dict[str, Any]]:
    """A row for each match; how long answers took only where `times` says so, as that is another each time."""
    return [_row(game, standing, times=times) for game, standing in zip(games, standings, strict=True)]


def _row(game: Game, standing: Standing, *, times: bool) -> dict[str, Any]:
    match, shares = standing.match, standing.shares
    low, high = shares.interval()
    found: dict[str, Any] = {
        "game": game.name,
        "expansions": "+".join(game.expansions),
        "hash": game.hash,
        "players": match.players,
        "seed": match.seed,
        "bot": match.first,
        "against": match.second,
        "games": standing.games,
        "share": round(shares.mean, 6),
        "low": round(low, 6),
        "high": round(high, 6),
        "won": standing.won,
        "shared": standing.shared,
        "lost": standing.games - standing.won - standing.shared,
        "wanted": match.claim.share,
        "sure_of": match.claim.sure,
        "verdict": standing.verdict,
    }
    for bot, who in enumerate(("bot", "against")):
        answers = standing.decisions[bot]
        found[f"{who}_decisions"] = answers
        found[f"{who}_simulations"] = round(standing.sims[bot] / answers, 1) if answers else 0
        if times:
            found |= {f"{who}_seconds_p{part}": float(f"{standing.took(bot, part):.3g}") for part in (50, 95)}
    return found


def as_json(games: Sequence[Game], standings: Sequence[Standing], *, times: bool) -> str:
    """All matches as JSON; with `times` also when and with what they were told, as that, too, is another each time."""
    when = {"date": datetime.now(tz=UTC).date().isoformat(), "version": __version__} if times else {}
    return json.dumps({**when, "matches": as_data(games, standings, times=times)}, indent=2, ensure_ascii=False)


def _as_csv(games: Sequence[Game], standings: Sequence[Standing], lang: str, *, times: bool) -> str:
    del lang
    rows, text = as_data(games, standings, times=times), io.StringIO()
    sheet = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(rows)
    return text.getvalue()


def _as_markdown(games: Sequence[Game], standings: Sequence[Standing], lang: str, *, times: bool) -> str:
    """The table as a document shows it."""
    tables = [_matches(games, standings, lang)]
    if times:
        tables.append(_answers(games, standings, lang))
    return "\n".join(_piped(rows) for rows in tables)


def _piped(rows: list[list[str]]) -> str:
    heads, *rest = ([cell.replace("|", "\\|") for cell in row] for row in rows)
    told = [[head.lower() for head in heads], ["---"] * len(heads), *rest]
    return "".join(f"| {' | '.join(row)} |\n" for row in told)


def _as_json_file(games: Sequence[Game], standings: Sequence[Standing], lang: str, *, times: bool) -> str:
    del lang
    return as_json(games, standings, times=times) + "\n"


BY_SUFFIX: Final = {".json": _as_json_file, ".csv": _as_csv, ".md": _as_markdown}


def writer(path: Path | None, lang: str) -> Callable[..., None] | None:
    """What writes the matches into a file of that name; None where nothing is to be written. Raises `click.BadParameter`."""
    if path is None:
        return None
    made = BY_SUFFIX.get(path.suffix)
    if made is None:
        raise click.BadParameter(say("match_kind", lang), param_hint="--out")

    def write(games: Sequence[Game], standings: Sequence[Standing], *, times: bool) -> None:
        try:
            with written_beside(path) as beside:
                beside.write_text(made(games, standings, lang, times=times), encoding="utf-8", newline="")
        except OSError as error:
            raise click.ClickException(f"{path}: {error.strerror or error}") from None

    return write
