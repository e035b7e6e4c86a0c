"""`ruleset tournament`: plays matches between bots until each is decided, and prints or writes the standings."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import click

from ruleset_core import Game, RulesetError, __version__
from ruleset_core.cli.experiments.runs import (
    KeptRequest,
    Progress,
    check_bots,
    open_results,
    results_path,
    run_error,
    temporary_results,
    worker_backend,
)
from ruleset_core.cli.openings import check_number, parse_bots, parse_options
from ruleset_core.cli.output import write_result
from ruleset_core.cli.parameters import EXIT_INTERRUPTED, load_game, text_table
from ruleset_core.lab.sim.matches import BotMatch, MatchesFile, MatchStanding, play_matches, tournament_key
from ruleset_core.messages import message
from ruleset_core.play.bots import bot_rules_key
from ruleset_core.play.wording.names_and_numbers import format_grouped, format_number, format_percent, kind_label
from ruleset_core.safe_text import safe_json
from ruleset_core.statistics import Claim, Verdict

# How bots stand who play against each other: as lines of text, as data, and as files.

HEADS: Final = (
    "cli.tournament.game", "cli.tournament.bot", "cli.tournament.against", "cli.tournament.share", "cli.tournament.interval", "cli.tournament.won", "cli.tournament.shared",
    "cli.tournament.lost", "cli.tournament.verdict",
)  # fmt: skip
ANSWERS: Final = (
    "cli.tournament.game",
    "cli.tournament.bot",
    "cli.tournament.median",
    "cli.tournament.most",
    "cli.tournament.sims",
)
VERDICTS: Final[dict[Verdict, str]] = {
    "holds": "cli.tournament.holds",
    "fails": "cli.tournament.fails",
    "open": "cli.tournament.open",
}
EVEN_SHARE: Final = 0.5


def standings_lines(games: Sequence[Game], standings: Sequence[MatchStanding], lang: str) -> Iterator[str]:
    """The table of all matches, and how the bots answered."""
    yield from text_table(_matches(games, standings, lang)).splitlines()
    yield message("cli.tournament.note", lang)
    if any(standing.games for standing in standings):
        yield ""
        yield from text_table(_answers(games, standings, lang)).splitlines()


def _matches(games: Sequence[Game], standings: Sequence[MatchStanding], lang: str) -> list[list[str]]:
    rows = [[message(head, lang) for head in HEADS]]
    for game, standing in zip(games, standings, strict=True):
        match, shares = standing.match, standing.shares
        row = [game.title(lang), kind_label(match.first, lang), kind_label(match.second, lang)]
        if not standing.games:
            rows.append([*row, "", "", "", "", "", message("cli.tournament.unplayed", lang)])
            continue
        low, high = shares.interval()
        within = message(
            "cli.tournament.to", lang, low=format_number(100 * low, lang, 1), high=format_percent(high, lang)
        )
        lost = standing.games - standing.won - standing.shared
        counts = [format_grouped(count, lang) for count in (standing.won, standing.shared, lost)]
        rows.append([*row, format_percent(shares.mean, lang), within, *counts, _verdict(standing, lang)])
    return rows


def _verdict(standing: MatchStanding, lang: str) -> str:
    found, share = standing.verdict, standing.match.claim.share
    if found != "open" and share == EVEN_SHARE:
        return message("cli.tournament.better" if found == "holds" else "cli.tournament.worse", lang)
    return message(
        VERDICTS[found], lang, share=format_percent(share, lang), sure=format_percent(standing.match.claim.sure, lang)
    )


def _answers(games: Sequence[Game], standings: Sequence[MatchStanding], lang: str) -> list[list[str]]:
    """Of each bot in each game how long its answers took: of the match in which it gave most."""
    most: dict[tuple[str, str], tuple[MatchStanding, int]] = {}
    for game, standing in zip(games, standings, strict=True):
        for bot, name in enumerate((standing.match.first, standing.match.second)):
            key = game.title(lang), name
            if standing.decisions[bot] > (most[key][0].decisions[most[key][1]] if key in most else 0):
                most[key] = standing, bot
    rows = [[message(head, lang) for head in ANSWERS]]
    for (title, name), (standing, bot) in most.items():
        sims = standing.sims[bot] / standing.decisions[bot]
        times = [_time(standing.took(bot, part), lang) for part in (50, 95)]
        rows.append([title, kind_label(name, lang), *times, format_grouped(round(sims), lang) if sims else ""])
    return rows


def _time(seconds: float, lang: str) -> str:
    if seconds >= 1:
        return f"{format_number(seconds, lang, 1)} s"
    return f"{format_number(seconds * 1000, lang, 0 if seconds >= 0.01 else 2)} ms"


# -- data --------------------------------------------------------------------------------------------------------------


def standings_records(
    games: Sequence[Game], standings: Sequence[MatchStanding], *, times: bool
) -> list[dict[str, Any]]:
    """A row for each match; how long answers took only where `times` says so, as that is another each time."""
    return [_row(game, standing, times=times) for game, standing in zip(games, standings, strict=True)]


def _row(game: Game, standing: MatchStanding, *, times: bool) -> dict[str, Any]:
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


def standings_json(games: Sequence[Game], standings: Sequence[MatchStanding], *, times: bool) -> str:
    """All matches as JSON; with `times` also when and with what they were told, as that, too, is another each time."""
    when = {"date": datetime.now(tz=UTC).date().isoformat(), "version": __version__} if times else {}
    return safe_json({**when, "matches": standings_records(games, standings, times=times)})


def _as_csv(games: Sequence[Game], standings: Sequence[MatchStanding], lang: str, *, times: bool) -> str:
    del lang
    rows, text = standings_records(games, standings, times=times), io.StringIO()
    sheet = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
    sheet.writeheader()
    sheet.writerows(rows)
    return text.getvalue()


def _as_markdown(games: Sequence[Game], standings: Sequence[MatchStanding], lang: str, *, times: bool) -> str:
    """The table as a document shows it."""
    tables = [_matches(games, standings, lang)]
    if times:
        tables.append(_answers(games, standings, lang))
    return "\n".join(_piped(rows) for rows in tables)


def _piped(rows: list[list[str]]) -> str:
    heads, *rest = ([cell.replace("|", "\\|") for cell in row] for row in rows)
    told = [[head.lower() for head in heads], ["---"] * len(heads), *rest]
    return "".join(f"| {' | '.join(row)} |\n" for row in told)


def _as_json_file(games: Sequence[Game], standings: Sequence[MatchStanding], lang: str, *, times: bool) -> str:
    del lang
    return standings_json(games, standings, times=times) + "\n"


BY_SUFFIX: Final = {".json": _as_json_file, ".csv": _as_csv, ".md": _as_markdown}


def standings_writer(path: Path | None, lang: str) -> Callable[..., None] | None:
    """What writes the matches into a file of that name; None where nothing is to be written. Raises `click.BadParameter`."""
    if path is None:
        return None
    made = BY_SUFFIX.get(path.suffix)
    if made is None:
        raise click.BadParameter(message("cli.tournament.kind", lang), param_hint="--out")

    def write(games: Sequence[Game], standings: Sequence[MatchStanding], *, times: bool) -> None:
        write_result(path, made(games, standings, lang, times=times))

    return write


# From the command line to bots that play against each other, and what comes of it.

LADDER: Final = (
    ("easy", "random", 0.65),
    ("normal", "easy", 0.65),
    ("strong", "normal", 0.65),
    ("strong", "greedy", 0.80),
)
"""Who meets whom where no bots are named, and what share is asked of the first."""
SLACK: Final = 0.10
"""How much less than the share asked for must surely be passed."""
EVEN: Final = 0.5
"""The share asked for between bots of whom nothing is claimed: who plays better?"""


@dataclass(frozen=True, kw_only=True)
class TournamentRequest(KeptRequest):
    """What the command line of `ruleset tournament` asks for, as its options say."""

    game: tuple[str, ...]
    expansion: tuple[str, ...]
    in_order: bool
    bots: str | None
    players: int | None
    share: float | None
    sure: float | None
    games: int
    all: bool
    out: Path | None
    times: bool
    not_repeatable: bool
    output: str


def run_tournament(asked: TournamentRequest) -> int:
    """Do what the command line asks for; the exit code."""
    lang = asked.lang
    write = standings_writer(asked.out, lang)
    ladder = _ladder(asked)
    names = [name for name in asked.game for _ in ladder]
    loaded = {
        name: load_game(name, asked.expansion, asked.data, in_order=asked.in_order) for name in dict.fromkeys(names)
    }  # fmt: skip
    matches = [_match(loaded[name], name, *pairing, asked) for name in loaded for pairing in ladder]
    games = [loaded[match.game] for match in matches]
    standings = [MatchStanding(match) for match in matches]
    path = results_path(
        asked, f"sims/tournament-{tournament_key(matches, [bot_rules_key(game) for game in games])}.games"
    )
    if _played(matches, games, standings, path, asked):
        _print_standings(games, standings, asked, write)
        return EXIT_INTERRUPTED
    with temporary_results([path], lang, keep=asked.keep is not None):
        _print_standings(games, standings, asked, write)
    return 0


def _print_standings(
    games: Sequence[Game],
    standings: Sequence[MatchStanding],
    asked: TournamentRequest,
    write: Callable[..., None] | None,
) -> None:
    """Print the table, and write it into a file if that is wanted."""
    lang = asked.lang
    if asked.output == "json":
        click.echo(standings_json(games, standings, times=asked.times))
    else:
        click.echo("\n".join(standings_lines(games, standings, lang)))
    if write is not None:
        write(games, standings, times=asked.times)
        click.echo(message("cli.tournament.written", lang, file=asked.out), err=True)


def _ladder(asked: TournamentRequest) -> list[tuple[str, str, Claim]]:
    """Who meets whom, and what is claimed of the first."""
    lang = asked.lang
    share = None if asked.share is None else asked.share / 100
    sure = None if asked.sure is None else asked.sure / 100
    if asked.bots is None:
        pairings = [(one, other, share or usual) for one, other, usual in LADDER]
    else:
        bots = parse_bots(asked.bots, lang, timed=asked.not_repeatable)
        if len(bots) < 2:
            raise click.BadParameter(message("cli.tournament.two", lang), param_hint="--bots")
        for bot in bots:
            if bots.count(bot) > 1:
                raise click.BadParameter(message("cli.tournament.same", lang, bot=bot), param_hint="--bots")
        pairings = [(one, other, share or EVEN) for one, other in combinations(bots, 2)]
    claims = [(one, other, _claim(wanted, sure)) for one, other, wanted in pairings]
    if any(claim.sure > claim.share for _, _, claim in claims):
        raise click.BadParameter(message("cli.tournament.sure", lang), param_hint="--sure")
    return claims


def _claim(share: float, sure: float | None) -> Claim:
    if sure is None:
        sure = EVEN if share == EVEN else max(0.0, share - SLACK)
    return Claim(share, sure)


def _match(game: Game, name: str, first: str, second: str, claim: Claim, asked: TournamentRequest) -> BotMatch:
    lang, (low, high) = asked.lang, game.players
    players = asked.players or min(max(low, 2), high)
    if players < 2:
        raise click.ClickException(message("cli.tournament.alone", lang, game=game.title(lang)))
    check_number(game, players, lang)
    check_bots((first, second), game, lang)
    options = parse_options(asked.option, lang)
    game.new(players, 0, options)  # says what is wrong with the options
    return BotMatch(
        name,
        first,
        second,
        players,
        asked.games,
        asked.seed,
        claim,
        not asked.all,
        asked.expansion,
        asked.in_order,
        tuple(str(root) for root in asked.data),
        options,
    )


def _played(
    matches: Sequence[BotMatch],
    games: Sequence[Game],
    standings: Sequence[MatchStanding],
    path: Path,
    asked: TournamentRequest,
) -> bool:
    """Play until all is known; whether somebody stopped it."""
    lang, rules, crew = asked.lang, [bot_rules_key(game) for game in games], worker_backend(asked)
    kept = open_results(MatchesFile, path, matches, rules)
    for row in kept.rows:
        standings[row.match].add(row)
    telling, stopped = _TournamentProgress(games, standings, lang), False
    try:
        for row in play_matches(matches, games, standings, *crew):
            kept.add([row])
            telling.report(row.match)
    except KeyboardInterrupt:
        stopped = True
    except RulesetError as error:
        raise run_error(error, sum(standing.games for standing in standings), path, lang) from error
    finally:
        telling.done()
        kept.close()
    if stopped:
        at = next((at for at, each in enumerate(standings) if not each.over), len(standings) - 1)
        played = sum(standing.games for standing in standings)
        click.echo(
            message("cli.tournament.stopped", lang, at=at + 1, all=len(standings), games=played, file=path), err=True
        )
        click.echo(message("cli.tournament.go_on", lang), err=True)
    return stopped


class _TournamentProgress:
    """Tells on a terminal how far a tournament is."""

    def __init__(self, games: Sequence[Game], standings: Sequence[MatchStanding], lang: str) -> None:
        self._games, self._standings, self._lang = games, standings, lang
        self._at, self._progress = -1, Progress(0, 0, lang)

    def report(self, at: int) -> None:
        """One more pair of a match was played."""
        standing, lang = self._standings[at], self._lang
        if at != self._at:
            self._progress.done()
            self._at = at
            self._progress = Progress(2 * standing.match.pairs, standing.games - 2, lang, "cli.tournament.progress")
        self._progress.report(
            standing.games,
            game=self._games[at].title(lang),
            first=standing.match.first,
            second=standing.match.second,
            share=format_percent(standing.shares.mean, lang),
            at=at + 1,
            all=len(self._standings),
        )

    def done(self) -> None:
        """Take the line away."""
        self._progress.done()
