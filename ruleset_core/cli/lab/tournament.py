"""From the command line to bots that play against each other, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ruleset_core import RulesetError
from ruleset_core.bots import rules_of
from ruleset_core.cli.common import EXIT_INTERRUPTED, load_game
from ruleset_core.cli.lab import standings as told
from ruleset_core.cli.lab.keeping import crew_of, kept_until_told, place_of, went_wrong
from ruleset_core.cli.lab.progress import Progress
from ruleset_core.cli.lab.sitting import check_sitting
from ruleset_core.cli.playing.seats import check_number, parse_bots, parse_options
from ruleset_core.cli.said.messages import say
from ruleset_core.sim.lines import KeptError
from ruleset_core.sim.matches import Match, Standing, play_matches
from ruleset_core.sim.matches_kept import KeptMatches, key_of
from ruleset_core.sim.sequential import Claim
from ruleset_core.texts.figures import percent

if TYPE_CHECKING:
    from ruleset_core import Game

__all__ = ["hold"]

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


def hold(given: Mapping[str, Any]) -> int:
    """Do what the command line asks for; the exit code."""
    lang = given["lang"]
    write = told.writer(given["out"], lang)
    ladder = _ladder(given)
    names = [name for name in given["game"] for _ in ladder]
    loaded = {
        name: load_game(name, given["expansion"], given["data"], in_order=given["in_order"]) for name in dict.fromkeys(names)
    }  # fmt: skip
    matches = [_match(loaded[name], name, *pairing, given) for name in loaded for pairing in ladder]
    games = [loaded[match.game] for match in matches]
    standings = [Standing(match) for match in matches]
    path = place_of(given, f"sims/tournament-{key_of(matches, [rules_of(game) for game in games])}.games")
    if _played(matches, games, standings, path, given):
        _tell(games, standings, given, write)
        return EXIT_INTERRUPTED
    with kept_until_told([path], given):
        _tell(games, standings, given, write)
    return 0


def _tell(
    games: Sequence[Game], standings: Sequence[Standing], given: Mapping[str, Any], write: Callable[..., None] | None
) -> None:
    """Print the table, and write it into a file if that is wanted."""
    lang = given["lang"]
    if given["output"] == "json":
        click.echo(told.as_json(games, standings, times=given["times"]))
    else:
        click.echo("\n".join(told.lines(games, standings, lang)))
    if write is not None:
        write(games, standings, times=given["times"])
        click.echo(say("match_written", lang, file=given["out"]), err=True)


def _ladder(given: Mapping[str, Any]) -> list[tuple[str, str, Claim]]:
    """Who meets whom, and what is claimed of the first."""
    lang = given["lang"]
    share = None if given["share"] is None else given["share"] / 100
    sure = None if given["sure"] is None else given["sure"] / 100
    if given["bots"] is None:
        pairings = [(one, other, share or usual) for one, other, usual in LADDER]
    else:
        bots = parse_bots(given["bots"], lang, timed=given["not_repeatable"])
        if len(bots) < 2:
            raise click.BadParameter(say("match_two", lang), param_hint="--bots")
        for bot in bots:
            if bots.count(bot) > 1:
                raise click.BadParameter(say("match_same", lang, bot=bot), param_hint="--bots")
        pairings = [(one, other, share or EVEN) for one, other in combinations(bots, 2)]
    claims = [(one, other, _claim(wanted, sure)) for one, other, wanted in pairings]
    if any(claim.sure > claim.share for _, _, claim in claims):
        raise click.BadParameter(say("match_sure", lang), param_hint="--sure")
    return claims


def _claim(share: float, sure: float | None) -> Claim:
    if sure is None:
        sure = EVEN if share == EVEN else max(0.0, share - SLACK)
    return Claim(share, sure)


def _match(game: Game, name: str, first: str, second: str, claim: Claim, given: Mapping[str, Any]) -> Match:
    lang, (low, high) = given["lang"], game.players
    players = given["players"] or min(max(low, 2), high)
    if players < 2:
        raise click.ClickException(say("match_alone", lang, game=game.title(lang)))
    check_number(game, players, lang)
    check_sitting((first, second), game, lang)
    options = parse_options(given["option"], lang)
    game.new(players, 0, options)  # says what is wrong with the options
    return Match(
        name,
        first,
        second,
        players,
        given["games"],
        given["seed"],
        claim,
        not given["all"],
        given["expansion"],
        given["in_order"],
        tuple(str(root) for root in given["data"]),
        options,
    )


def _played(
    matches: Sequence[Match],
    games: Sequence[Game],
    standings: Sequence[Standing],
    path: Path,
    given: Mapping[str, Any],
) -> bool:
    """Play until all is known; whether somebody stopped it."""
    lang, rules, crew = given["lang"], [rules_of(game) for game in games], crew_of(given)
    try:
        kept = KeptMatches(path, matches, rules)
    except KeptError as error:
        raise click.ClickException(str(error)) from None
    for row in kept.rows:
        standings[row.match].add(row)
    telling, stopped = _Telling(games, standings, lang), False
    try:
        for row in play_matches(matches, games, standings, *crew):
            kept.add([row])
            telling.tell(row.match)
    except KeyboardInterrupt:
        stopped = True
    except RulesetError as error:
        raise went_wrong(error, sum(standing.games for standing in standings), path, lang) from error
    finally:
        telling.done()
        kept.close()
    if stopped:
        at = next((at for at, each in enumerate(standings) if not each.over), len(standings) - 1)
        played = sum(standing.games for standing in standings)
        click.echo(say("match_stopped", lang, at=at + 1, all=len(standings), games=played, file=path), err=True)
        click.echo(say("match_go_on", lang), err=True)
    return stopped


class _Telling:
    """Tells on a terminal how far a tournament is."""

    def __init__(self, games: Sequence[Game], standings: Sequence[Standing], lang: str) -> None:
        self._games, self._standings, self._lang = games, standings, lang
        self._at, self._progress = -1, Progress(0, 0, lang)

    def tell(self, at: int) -> None:
        """One more pair of a match was played."""
        standing, lang = self._standings[at], self._lang
        if at != self._at:
            self._progress.done()
            self._at = at
            self._progress = Progress(2 * standing.match.pairs, standing.games - 2, lang, "match_progress")
        self._progress.tell(
            standing.games,
            game=self._games[at].title(lang),
            first=standing.match.first,
            second=standing.match.second,
            share=percent(standing.shares.mean, lang),
            at=at + 1,
            all=len(self._standings),
        )

    def done(self) -> None:
        """Take the line away."""
        self._progress.done()
