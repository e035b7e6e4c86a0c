"""`ruleset balance`: plays games until it is known of every card whether it is too strong, too weak or never chosen, and says so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from textwrap import wrap
from time import monotonic
from typing import Any, Final

import click

from ruleset_core import Game, RulesetError, core_of
from ruleset_core.cli.experiments.runs import (
    KeptRequest,
    LineupRequest,
    Progress,
    open_results,
    results_path,
    run_error,
    seated_plan,
    temporary_results,
    worker_backend,
)
from ruleset_core.cli.parameters import EXIT_INTERRUPTED, text_table
from ruleset_core.lab.sim import GamesFile, SimulationPlan, run_plan
from ruleset_core.lab.sim.card_balance import Balance, BalanceQuestion, CardVerdict, Verdict, balance_of, looks_of
from ruleset_core.lab.sim.summary import rounded_up
from ruleset_core.lab.sim.table_effects import TableEffects
from ruleset_core.messages import message
from ruleset_core.play.bots import bot_rules_key
from ruleset_core.play.wording.names_and_numbers import (
    format_difference,
    format_grouped,
    format_number,
    format_percent,
    format_share_difference,
)
from ruleset_core.safe_text import safe_json

LINE: Final = 80
"""Columns of a terminal."""
OPEN: Final = 10
"""Cards that are told of those of which it is not known yet."""
HUNDRED: Final = 100.0
MINUTE: Final = 120
"""Seconds from which time is told in minutes."""


@dataclass(frozen=True, kw_only=True)
class BalanceRequest(KeptRequest, LineupRequest):
    """What the command line of `ruleset balance` asks for, as its options say."""

    games: int
    limit: float | None
    output: str


@dataclass(frozen=True, slots=True)
class PlayedBalance:
    """What came of the games, whether somebody stopped them, and how many seconds one took; None where none was played now."""

    balance: Balance
    stopped: bool
    seconds: float | None


def balance(game: Game, asked: BalanceRequest) -> int:
    """Do what the command line asks for; the exit code."""
    lang = asked.lang
    plan = _plan(game, asked)
    path = results_path(asked, f"sims/balance-{game.id}-{plan.key(bot_rules_key(game))}.games")
    kept = open_results(GamesFile, path, plan, bot_rules_key(game))
    try:
        found = _played(game, plan, kept, asked)
    except RulesetError as error:
        raise run_error(error, len(kept.rows), path, lang) from error
    finally:
        kept.close()
    if found.stopped:
        done = len(kept.rows)
        click.echo(message("cli.simulate.stopped", lang, done=done, games=plan.games), err=True)
        click.echo(message("cli.simulate.go_on", lang, file=path), err=True)
    with nullcontext() if found.stopped else temporary_results([path], lang, keep=asked.keep is not None):
        if asked.output == "json":
            click.echo(safe_json(balance_record(game, plan, found.balance)))
        elif found.balance.games:
            click.echo("\n".join(balance_lines(game, plan, found, lang)))
    return EXIT_INTERRUPTED if found.stopped else 0


def _plan(game: Game, asked: BalanceRequest) -> SimulationPlan:
    lang = asked.lang
    if not game.card_ids():
        raise click.UsageError(message("cli.deal.no_cards", lang, game=game.title(lang)))
    plan = seated_plan(game, asked, asked.games, sheets=0, counts=True)
    if len(plan.seats) == 1:
        raise click.UsageError(message("cli.balance.alone", lang))
    return plan


def _played(game: Game, plan: SimulationPlan, kept: GamesFile, asked: BalanceRequest) -> PlayedBalance:
    """Play until nothing is open, all games are played, or somebody stops."""
    by_having = core_of(game).by_having(len(plan.seats))
    effects = TableEffects(plan, by_having, by_points=_by_points(game), lowest=game.winning.lowest)
    looks = looks_of(plan.games)
    kinds = [game.card(each).kind for each in game.card_ids()]
    question = BalanceQuestion(kinds, _limit(game, asked.limit), len(looks) + 1)  # and one where somebody stops
    before, begun = len(kept.rows), monotonic()

    def known() -> bool:
        return effects.games in looks and not balance_of(effects, question).of("open")

    def all_known(rows: Sequence[Any]) -> bool:
        for row in rows:
            effects.add([row])
            if known():
                return True
        return False

    stopped, done = False, all_known(kept.rows[: plan.games])
    (workers, backend), progress = worker_backend(asked), Progress(plan.games, before, asked.lang)
    try:
        for rows in () if done else run_plan(plan, game, before, workers, progress.report, backend):
            kept.add(rows)
            if all_known(rows):
                break
    except KeyboardInterrupt:
        stopped = True
    finally:
        progress.done()
    new = len(kept.rows) - before
    return PlayedBalance(balance_of(effects, question), stopped, (monotonic() - begun) / new if new else None)


def _by_points(game: Game) -> bool:
    return bool(game.score_names())


def _limit(game: Game, limit: float | None) -> float | None:
    """The limit that was asked for, out of 1 where shares of games are compared."""
    return limit if limit is None or _by_points(game) else limit / HUNDRED


# What was found, as lines of text and as data.


def balance_lines(game: Game, plan: SimulationPlan, found: PlayedBalance, lang: str) -> Iterator[str]:
    """Three short lists, what is fine, and what is not known yet."""

    def say(key: str, **words: object) -> str:
        return message(f"cli.balance.{key}", lang, **words)

    balance = found.balance
    games = format_grouped(balance.games, lang)
    yield from wrap(
        say("heading", game=game.title(lang), games=games, bots=", ".join(plan.seats), seed=plan.seed), LINE
    )
    yield from wrap(say("limit", limit=_amount(game, balance.limit, lang)), LINE)
    verdict: Verdict
    for verdict in ("strong", "weak"):
        yield ""
        yield say(verdict)
        yield from _listed([_worth_row(game, each, lang) for each in balance.of(verdict)], say("none"))
    yield ""
    yield say("unchosen")
    rows = [
        [
            _name(game, each, lang),
            say("taken_by", got=format_grouped(each.got, lang), offered=format_grouped(each.offered, lang)),
        ]
        for each in balance.of("unchosen")
    ]
    yield from _listed(rows, say("none"))
    for verdict in ("fine", "unseen", "unoffered", "apart"):
        found_so = sorted(balance.of(verdict), key=lambda each: each.card)
        if found_so:
            yield ""
            names = ", ".join(_name(game, each, lang) for each in found_so)
            yield from wrap(say(verdict, count=len(found_so), names=names), LINE)
    yield from _open(game, found, lang)
    yield ""
    yield from wrap(say("sure"), LINE)


def _listed(rows: Sequence[Sequence[str]], none: str) -> Iterator[str]:
    yield from (f"  {line}" for line in (text_table(rows).splitlines() if rows else [none]))


def _worth_row(game: Game, each: CardVerdict, lang: str) -> list[str]:
    told = "" if each.beside is None else _worth(game, each, lang)
    share = format_percent(each.got / each.offered, lang) if each.offered else "–"
    return [_name(game, each, lang), told, message("cli.balance.got_by", lang, share=share)]


def _open(game: Game, found: PlayedBalance, lang: str) -> Iterator[str]:
    """What is not known yet, what would be known soonest first, and what it would take."""
    balance = found.balance
    open_ = sorted(balance.of("open"), key=lambda each: (each.needed is None, each.needed or 0))
    if not open_:
        return
    yield ""
    yield message("cli.balance.open", lang, count=len(open_))
    rows = []
    for each in open_[:OPEN]:
        told = message("cli.balance.too_few", lang) if each.beside is None else _worth(game, each, lang)
        rows.append([_name(game, each, lang), told, _more(each.needed, found.seconds, lang)])
    yield from _listed(rows, "")
    rest = open_[OPEN:]
    if rest:
        yield "  " + message("cli.balance.open_rest", lang, count=len(rest))
    soon = [each.needed for each in open_ if each.needed is not None]
    if len(soon) > 2:
        half = soon[(len(soon) - 1) // 2]
        yield from wrap(
            message("cli.balance.half", lang, more=_more(half, found.seconds, lang), count=(len(soon) + 1) // 2), LINE
        )


def _name(game: Game, each: CardVerdict, lang: str) -> str:
    """What a card is called, with its id where several are called so."""
    ids = game.card_ids()
    name = game.card(ids[each.card]).name(lang)
    alike = sum(game.card(card).name(lang) == name for card in ids)
    return f"{name} ({ids[each.card]})" if alike > 1 else name


def _worth(game: Game, each: CardVerdict, lang: str) -> str:
    assert each.beside is not None
    return format_difference(each.beside, lang) if _by_points(game) else format_share_difference(each.beside, lang)


def _amount(game: Game, amount: float, lang: str) -> str:
    if not _by_points(game):
        return message("cli.balance.wins", lang, share=format_percent(amount, lang))
    return message("cli.balance.points", lang, points=format_number(amount, lang, 1))


def _more(games: int | None, seconds: float | None, lang: str) -> str:
    """How many more games would tell, and how long they take."""
    if games is None:
        return message("cli.balance.on_limit", lang)
    more = rounded_up(games)
    told = message("cli.balance.more", lang, games=format_grouped(more, lang))
    if seconds is None:
        return told
    time = more * seconds
    key, amount = ("minutes", time / 60) if time > MINUTE else ("seconds", time)
    about = message(f"cli.balance.{key}", lang, amount=format_grouped(max(1, round(amount)), lang))
    return f"{told} ({about})"


def balance_record(game: Game, plan: SimulationPlan, found: Balance) -> dict[str, Any]:
    """The same as data."""
    ids = game.card_ids()
    return {
        "game": game.name,
        "expansions": list(game.expansions),
        "hash": game.hash,
        "seats": list(plan.seats),
        "games": found.games,
        "seed": plan.seed,
        "by": "points" if _by_points(game) else "wins",
        "limit": found.limit,
        "cards": {
            ids[each.card]: {
                "kind": game.card(ids[each.card]).kind,
                "verdict": each.verdict,
                "beside": None if each.beside is None else each.beside.record(),
                "offered": each.offered,
                "got": each.got,
                "games_needed": each.needed,
            }
            for each in found.cards
        },
    }
